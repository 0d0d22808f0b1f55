/*
 * A command that is being answered, for the functions behind the words. One makes its answer once,
 * as a jansson object; the text form is printed from that (admin_print.h). It either answers before
 * it returns, or says what it waits for and which function goes on then.
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
    ADMIN_WAIT_NONE,  /* answered, or about to be */
    ADMIN_WAIT_UNTIL, /* until `is_over` says so; then `finish` goes on */
    ADMIN_WAIT_JOB,   /* until the database thread brings the result; then `take` goes on */
    ADMIN_WAIT_AUDIT, /* answered; until that is in the audit table, or `is_over` */
};

struct job;
struct player_slot;

/* Takes the result of a job of the request: answers, or waits again. */
typedef void admin_take(struct admin *admin, struct admin_request *request, struct job *job);

struct admin_request {
    struct admin_request *next;
    uint64_t ticket; /* never used twice in a run */
    struct admin_caller caller;
    const struct admin_row *row;   /* NULL: there is no such word */
    char line[ADMIN_LINE_MAX + 1]; /* as typed, cleaned */
    struct admin_arguments arguments;
    uint64_t began_ms;
    enum admin_wait wait;
    bool (*is_over)(const struct admin *admin, const struct admin_request *request);
    admin_run *finish;
    admin_take *take;
    admin_take *then;   /* called after `take` if the look-up succeeded */
    uint64_t waits_for; /* the tick that was last, or the change set's ticket */
    uint64_t waits_since_ms;
    enum admin_outcome outcome;
    json_t *answer;                 /* owned; when done */
    char reason[ADMIN_REASON_SIZE]; /* when refused or misused */
    bool has_only_looked;           /* nothing was to be changed: no act */
    bool is_dry;                    /* the act was to be told, not done */
    bool is_permitted;              /* its delver has no higher role than the operator who asks */
    char secret[ADMIN_SECRET_SIZE]; /* shown in the answer and nowhere else; wiped */
    bool stops_server;              /* as soon as the answer is out */
    body_id sent;                   /* the delver who is moved, */
    struct level_key sent_to;       /* and to which level */
    struct level_key level;         /* which is loaded for the word, or has something put on it */
};

/* The three ways to answer a request, of which one is called, once. admin_answer() takes ownership
   of the object; NULL counts as out of memory. */
void admin_answer(struct admin_request *request, json_t *answer);
__attribute__((format(printf, 2, 3))) void admin_refuse(struct admin_request *request,
                                                        const char *format, ...);
__attribute__((format(printf, 2, 3))) void admin_misuse(struct admin_request *request,
                                                        const char *format, ...);

/* Or the answer comes later: each goes on with the function that it is given. */
void admin_wait_until(struct admin *admin, struct admin_request *request,
                      bool (*is_over)(const struct admin *, const struct admin_request *),
                      admin_run *finish);

/* Until the world has made another tick. */
void admin_wait_for_tick(struct admin *admin, struct admin_request *request, admin_run *finish);

/* Until the change set of that ticket is on disk, or ADMIN_SAVE_MS have passed. */
void admin_wait_for_save(struct admin *admin, struct admin_request *request, uint64_t ticket,
                         admin_run *finish);

/* Submits a job that carries the request's ticket; NULL or a full queue is a refusal. A job without
   an answer of its own gets admin_go_on(). */
void admin_wait_for_job(struct admin *admin, struct admin_request *request, struct job *job,
                        admin_take *take);

/* The answer to such a job: goes on with its request, if that still waits. An answer that notes
   something first calls it. */
void admin_go_on(void *asker, struct job *job);

/* Asks the database for the account of a name. That there is no such account is answered. */
void admin_look_up(struct admin *admin, struct admin_request *request, const char *name,
                   admin_take *found);

/* Refuses a request on an account for the error of the job. */
void admin_refuse_account(struct admin_request *request, const struct job *job);

/* The request of that ticket; NULL if it is gone. */
struct admin_request *admin_find(struct admin *admin, uint64_t ticket);

/* After an answer that came later: sends it on its way. The request is gone then. */
void admin_settle(struct admin *admin, struct admin_request *request);

/* The caller's slot, with a body in the world (slot->actor; the connection may be lost). NULL: the
   operator at the machine, or a delver who is gone. */
struct player_slot *admin_caller_slot(struct admin *admin, const struct admin_request *request);

/* A JSON string of text that may hold any bytes, which are cleaned. NULL when memory is out. */
json_t *admin_string(const char *text);

/* The functions behind the words, each in the file of its subject. */
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
