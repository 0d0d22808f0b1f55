/*
 * A command that is being answered, for the functions of the commands. A function makes its answer
 * once, as a jansson object; the text form is printed from that (admin_print.h). It either answers
 * before it returns, or says what it waits for and which function continues then.
 */
#ifndef UNDERCROFT_SERVER_ADMIN_ADMIN_REQUEST_H
#define UNDERCROFT_SERVER_ADMIN_ADMIN_REQUEST_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "server/admin/admin_submit.h"
#include "server/admin/admin_table.h"
#include "world/id.h"

enum { ADMIN_REASON_SIZE = 512, ADMIN_SECRET_SIZE = 32 };

enum admin_wait {
    ADMIN_WAIT_NONE,  /* it is answered, or about to be */
    ADMIN_WAIT_UNTIL, /* it waits until `is_over` says so; then `finish` continues */
    ADMIN_WAIT_JOB,   /* it waits for the result of the database thread; then `take` continues */
    ADMIN_WAIT_AUDIT, /* it is answered, and waits until that is in the audit table, or `is_over` */
};

struct job;
struct player_slot;

/* Takes the result of the request's job: answers, or waits again. */
typedef void admin_take(struct admin *admin, struct admin_request *request, struct job *job);

struct admin_request {
    struct admin_request *next;
    uint64_t ticket; /* its number, never used twice in a run */
    struct admin_caller caller;
    const struct admin_row *row;   /* NULL: there is no such command */
    char line[ADMIN_LINE_MAX + 1]; /* the line as typed, cleaned */
    struct admin_arguments arguments;
    uint64_t began_ms;
    enum admin_wait wait;
    bool (*is_over)(const struct admin *admin, const struct admin_request *request);
    admin_run *finish;
    admin_take *take;
    admin_take *then;   /* called after `take` if the look-up succeeded */
    uint64_t waits_for; /* number of the last tick, or ticket of the change set */
    uint64_t waits_since_ms;
    enum admin_outcome outcome;
    json_t *answer;                 /* the answer if it was done; owned */
    char reason[ADMIN_REASON_SIZE]; /* sentence if it was refused or misused */
    bool has_only_looked;           /* it has changed nothing, so it is no act */
    bool is_dry;                    /* it only tells what the act would do */
    bool is_permitted; /* the role of the delver that it acts on is not above the operator's */
    char secret[ADMIN_SECRET_SIZE]; /* text shown only in the answer; wiped after it */
    bool stops_server;              /* stops the server as soon as the answer is sent */
    body_id sent;                   /* delver that is moved */
    struct level_key sent_to;       /* level to which `sent` is moved */
    /* level that is loaded for the command, or on which it puts something */
    struct level_key level;
};

/* Answer a request; exactly one of these is called, once. admin_answer() owns the object from then
   on; NULL counts as out of memory. */
void admin_answer(struct admin_request *request, json_t *answer);
__attribute__((format(printf, 2, 3))) void admin_refuse(struct admin_request *request,
                                                        const char *format, ...);
__attribute__((format(printf, 2, 3))) void admin_misuse(struct admin_request *request,
                                                        const char *format, ...);

/* Let a request wait; it continues with the given function. */
void admin_wait_until(struct admin *admin, struct admin_request *request,
                      bool (*is_over)(const struct admin *, const struct admin_request *),
                      admin_run *finish);

/* Waits until the world has made one more tick. */
void admin_wait_for_tick(struct admin *admin, struct admin_request *request, admin_run *finish);

/* Waits until the change set of that ticket is on disk, or ADMIN_SAVE_MS have passed. */
void admin_wait_for_save(struct admin *admin, struct admin_request *request, uint64_t ticket,
                         admin_run *finish);

/* Submits a job that carries the request's ticket; NULL or a full queue is a refusal. A job without
   an answer function of its own gets admin_go_on(). */
void admin_wait_for_job(struct admin *admin, struct admin_request *request, struct job *job,
                        admin_take *take);

/* Continues the request of such a job if it still waits. This is the job's answer function, which a
   job's own answer function may call too. */
void admin_go_on(void *asker, struct job *job);

/* Asks the database for the account of a name; `found` continues. If there is none, the request is
   answered. */
void admin_look_up(struct admin *admin, struct admin_request *request, const char *name,
                   admin_take *found);

/* Refuses a request about an account, for the job's error. */
void admin_refuse_account(struct admin_request *request, const struct job *job);

/* Returns the request of that ticket; NULL: it is gone. */
struct admin_request *admin_find(struct admin *admin, uint64_t ticket);

/* Sends the answer of a request that waited, and frees the request. */
void admin_settle(struct admin *admin, struct admin_request *request);

/* Returns the caller's slot if its body is in the world (slot->actor; the connection may be lost).
   NULL: the caller is the operator at the machine, or its delver is gone. */
struct player_slot *admin_caller_slot(struct admin *admin, const struct admin_request *request);

/* Returns a JSON string of a text, which may be any bytes and is cleaned. NULL: out of memory. */
json_t *admin_string(const char *text);

/* The functions of the commands, each in the file of its subject. */
admin_run admin_run_announce, admin_run_approve, admin_run_audit, admin_run_backup, admin_run_ban,
    admin_run_bans, admin_run_bring, admin_run_bugs, admin_run_doctor, admin_run_forget,
    admin_run_goto, admin_run_help, admin_run_inspect, admin_run_kick, admin_run_level_cancel,
    admin_run_level_list, admin_run_level_lock, admin_run_level_preview, admin_run_level_regen,
    admin_run_level_show, admin_run_level_undo, admin_run_level_unlock, admin_run_lives,
    admin_run_metrics, admin_run_mute, admin_run_password, admin_run_ping, admin_run_population,
    admin_run_rename, admin_run_role, admin_run_save, admin_run_scores, admin_run_send,
    admin_run_set, admin_run_shutdown, admin_run_shutdown_cancel, admin_run_spawn, admin_run_status,
    admin_run_trace, admin_run_unban, admin_run_unmute, admin_run_watch, admin_run_who;

#endif
