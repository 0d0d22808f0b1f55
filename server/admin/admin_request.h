/*
 * A command that is being answered, for those who answer it. A handler makes its answer once, as a
 * jansson object; the text form is printed from that (admin_print.h). It either answers before it
 * returns, or says what it waits for; then `finish` of its row answers, or the function that takes
 * the database's result (admin_wait_for_job()).
 */
#ifndef UNDERCROFT_SERVER_ADMIN_ADMIN_REQUEST_H
#define UNDERCROFT_SERVER_ADMIN_ADMIN_REQUEST_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "server/admin/admin_submit.h"
#include "server/admin/admin_table.h"
#include "world/id.h"
#include "world/level_key.h"

enum { ADMIN_REASON_SIZE = 512, ADMIN_SECRET_SIZE = 32 };

enum admin_wait {
    ADMIN_WAIT_NONE,  /* answered, or about to be */
    ADMIN_WAIT_TICK,  /* until the world has made another tick */
    ADMIN_WAIT_SAVE,  /* until a change set is on disk, or ADMIN_SAVE_MS have passed */
    ADMIN_WAIT_JOB,   /* until the database thread brings the result */
    ADMIN_WAIT_LEVEL, /* until `level` is in memory, or cannot be had */
    ADMIN_WAIT_AUDIT, /* answered; until that is in the audit table, or ADMIN_RECORD_MS passed */
    ADMIN_WAIT_COUNT
};

struct admin_request;
struct job;
struct seat;

/* Takes the result of a job of the request: answers, or waits again. */
typedef void admin_job_function(struct admin *admin, struct admin_request *request,
                                struct job *job);

struct admin_request {
    struct admin_request *next;
    uint64_t ticket; /* never used twice in a run */
    struct admin_caller caller;
    const struct admin_row *row;   /* NULL: there is no such word */
    char line[ADMIN_LINE_MAX + 1]; /* as typed, cleaned */
    struct admin_arguments arguments;
    uint64_t began_ms;
    enum admin_wait wait;
    uint64_t waits_for; /* the tick that was last, or the change set's ticket */
    uint64_t waits_since_ms;
    admin_job_function *take_job; /* of ADMIN_WAIT_JOB */
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

/* One of these three answers. The object passes over; NULL counts as out of memory. */
void admin_answer(struct admin_request *request, json_t *answer);
__attribute__((format(printf, 2, 3))) void admin_refuse(struct admin_request *request,
                                                        const char *format, ...);
__attribute__((format(printf, 2, 3))) void admin_misuse(struct admin_request *request,
                                                        const char *format, ...);

/* Or the answer comes later. */
void admin_wait_for_tick(struct admin *admin, struct admin_request *request);
void admin_wait_for_save(struct admin *admin, struct admin_request *request, uint64_t ticket);

/* Submits a job that carries the request's ticket; NULL or a full queue is a refusal. */
void admin_wait_for_job(struct admin *admin, struct admin_request *request, struct job *job,
                        admin_job_function *take);

/* Has that level read from the database, or made if it never was; then the word runs again from its
   beginning. That the level cannot be had is answered here. */
void admin_wait_for_level(struct admin *admin, struct admin_request *request, struct level_key key);

/* Whether the wait for a level is over, and its end: the word runs again, or is refused. */
bool admin_is_level_had(const struct admin *admin, const struct admin_request *request);
void admin_finish_level_wait(struct admin *admin, struct admin_request *request);

/* Asks the database for the account of a name; `found` of the row goes on with it, and may answer
   or wait again. That there is no such account is answered here. */
void admin_look_up(struct admin *admin, struct admin_request *request, const char *name);

/* The answer about the delver of an act of a lower role: refuses the act or runs it. */
void admin_run_if_permitted(struct admin *admin, struct admin_request *request,
                            const struct job *job);

/* The answer to a job of admin_wait_for_job(): goes on with its request, if that still waits.
   Answers that note something first call it. */
void admin_go_on(void *asker, struct job *job);

/* The request of that ticket; NULL if it is gone. */
struct admin_request *admin_find(struct admin *admin, uint64_t ticket);

/* After an answer that came later: sends it on its way. The request is gone then. */
void admin_settle(struct admin *admin, struct admin_request *request);

/* The caller's seat, with a body in the world (seat->actor; the connection may be lost). NULL: the
   operator at the machine, or a delver who is gone. */
struct seat *admin_caller_seat(struct admin *admin, const struct admin_request *request);

/* A JSON string of what may hold anything: cleaned. NULL when memory is out. */
json_t *admin_string(const char *text);

#endif
