/*
 * The record of what a session was told and shown. A session gets one when it enters the world or
 * watches a delver, never before, and keeps it until the connection closes. Large parts are
 * allocated at first use.
 *
 * Its main part is the log of the last messages. Their texts stand one behind the other in one ring
 * of bytes, each as long as it is and in one piece: a text that would stand over the end of the
 * ring begins at its front. The oldest go when there are MESSAGE_COUNT_MAX, or when a new one needs
 * their room: all are kept while none is longer than MESSAGE_LENGTH_FIT, fewer when longer ones are
 * among them. The ring grows with its messages, so that a session with few of them costs little; it
 * wraps only at its largest size.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_SCROLLBACK_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_SCROLLBACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "content/role.h"

struct around_described;
struct fight_fold;
struct listed;
struct present_state;
struct session;

enum {
    MESSAGE_LENGTH_MAX = 300, /* bytes */
    MESSAGE_SHOWN_SIZE = MESSAGE_LENGTH_MAX + sizeof " (x4294967295)",
    MESSAGE_COUNT_MAX = 20,
    MESSAGE_LENGTH_FIT = 88, /* bytes */

    /* Each with its NUL, and what one of them leaves free at the end because it did not fit. */
    MESSAGE_RING_SIZE = MESSAGE_COUNT_MAX * (MESSAGE_LENGTH_FIT + 1) + MESSAGE_LENGTH_FIT,
    MESSAGE_RING_MIN = 256, /* bytes it begins with */
};

struct message {
    const char *text; /* in the log, until that is next written to */
    enum role role;
    uint32_t times; /* it was told in a row, if it may be counted; 0: it stands for itself */
};

/* A message as the log holds it. */
struct message_place {
    uint32_t times; /* as in struct message */
    uint16_t at;    /* where in the ring its text begins, which a NUL ends */
    uint8_t role;
};

/* Valid when all zero. */
struct message_log {
    struct message_place places[MESSAGE_COUNT_MAX]; /* themselves a ring */
    uint32_t changes;                               /* of any kind */
    uint16_t end;                                   /* behind the text of the newest */
    uint8_t kept;                                   /* how many can still be read */
    uint8_t next;                                   /* the place that comes behind the newest */
    uint16_t ring_size;                             /* at most MESSAGE_RING_SIZE */
    char *ring;                                     /* owned; NULL until there is a message */
};

/* The record of what a session was told and shown. */
struct scrollback {
    struct message_log messages;
    uint64_t acted_at; /* tick of the world at which the newest message told a deed of the viewer */
    uint32_t
        described_ahead; /* lines: events of that tick that stand in the line of the deed already */
    struct listed *listed; /* owned; NULL until a thing is asked for by its number */
    struct around_described
        *described;            /* reader mode: what was said of the place; owned; NULL: nothing */
    struct fight_fold *fights; /* owned; NULL until there is a fight to tell of */
};

/* Empty, as a new one. */
void message_log_release(struct message_log *log);

void message_log_clear(struct message_log *log);

/* Lost where there is no memory for the first text. */
void message_log_add(struct message_log *log, const char *text, enum role role);

/* As message_log_add(), but where the newest message came in this way too and says the same, that
   one is counted up instead. */
void message_log_count(struct message_log *log, const char *text, enum role role);

/* Adds a sentence to the newest message. False: it has no room there, or is counted as a repeat,
   and is as it was. */
bool message_log_extend(struct message_log *log, const char *text);

/* How many can still be read. */
int message_log_length(const struct message_log *log);

/* The message `age` places back, 0 being the newest; `age` is below message_log_length(). */
struct message message_log_at(const struct message_log *log, int age);

/* True if the newest message says just this. */
bool message_log_ends_with(const struct message_log *log, const char *text);

/* The newest `count` or fewer, as many as fit into `out` of `out_size` bytes, the oldest of them
   first, each a line ended by LF; with `joins`, what was told several times in a row is one line.
   "" if there are none. */
void message_log_write(const struct message_log *log, int count, bool joins, char *out,
                       size_t out_size);

/* A message as it is shown: with how often it was told, if that was more than once. */
void message_show(const struct message *message, char out[MESSAGE_SHOWN_SIZE]);

/* Empty, unless there is one already. ERR_MEMORY. */
MUST_USE enum err scrollback_open(struct session *session);

/* The numbers of the things that were listed last; what a reader was told of the place. The session
   has a scrollback. NULL: there is no memory for them. */
struct listed *scrollback_listed(struct scrollback *scrollback);
struct around_described *scrollback_described(struct scrollback *scrollback);

/* Nobody uses the session any more. */
void scrollback_release(struct present_state *present);

#endif
