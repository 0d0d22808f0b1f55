/*
 * A job for the database thread: a question, with a struct of its own for what is asked and then
 * for what was found.
 */
#ifndef UNDERCROFT_SERVER_SAVE_JOB_H
#define UNDERCROFT_SERVER_SAVE_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct job;
struct persist_work; /* server/save/persist_work.h */

/* A question to the database: a row in the file that answers it. */
struct question {
    size_t size; /* of its content */
    /* Called by the database thread. False: it takes longer (a copy that was begun). */
    bool (*work)(struct persist_work *work, struct job *job);
    bool writes; /* runs in a transaction, so that it can be combined with others */
    void (*release)(void *content); /* frees what the content owns; NULL: nothing */
    const char *what;               /* noun for what is written, for the log; NULL: "a record" */
};

struct job {
    const struct question *question;
    void *content; /* of the question; owned */
    enum err result;
    struct job *next;
    struct job_queue *answers; /* queue for the finished job; NULL: nobody waits for it */
    void (*answer)(void *asker, struct job *job); /* called on the loop when the job is done */
    uint64_t ticket;   /* the asker's number; of a save: the change set's */
    uint64_t begun_ns; /* a copy was */
    uint64_t duration_us;
};

/* Jobs one behind the other. All zero: none. */
struct job_queue {
    struct job *first; /* owned, with all jobs after it */
    struct job *last;
};

/* job_queue_add() gives a job to the queue; the other takes the oldest one; NULL: there is none. */
void job_queue_add(struct job_queue *queue, struct job *job);
struct job *job_queue_take(struct job_queue *queue);

/* Takes all jobs of the queue, in order: each is passed to its answer function, and freed. `asker`
   is the room that owns the queue. */
void jobs_answer(struct job_queue *queue, void *asker);

/* Makes a job whose content is all zero, to be filled in and submitted; NULL: out of memory. */
struct job *job_new(const struct question *question);
void job_free(struct job *job);

#endif
