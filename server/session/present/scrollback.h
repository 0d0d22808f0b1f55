/*
 * The record of a session's text. A session gets one when it enters the world or watches a delver,
 * and keeps it until the connection closes. Large parts are allocated at first use.
 *
 * Its main part is the log of the last messages. Their texts are one after the other in one ring of
 * bytes, each of its own length and in one piece: a text that would cross the end of the ring
 * begins at its front. The oldest are dropped beyond MESSAGE_COUNT_MAX, or when a new one needs
 * their room: all are kept while none is longer than MESSAGE_LENGTH_FIT, fewer if longer ones are
 * among them. The ring grows with its messages, so a session with few of them costs little; it
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

    /* Each message with its NUL, plus the room at the end that is unused because a message did not
       fit. */
    MESSAGE_RING_SIZE = MESSAGE_COUNT_MAX * (MESSAGE_LENGTH_FIT + 1) + MESSAGE_LENGTH_FIT,
    MESSAGE_RING_MIN = 256, /* bytes it begins with */
};

struct message {
    const char *text; /* in the log, valid until the log is changed */
    enum role role;
    uint32_t times; /* repeats in a row, if they are counted; 0: not counted */
};

/* A message as the log stores it. */
struct message_place {
    uint32_t times; /* as in struct message */
    uint16_t at;    /* offset of its text in the ring, ended by a NUL */
    uint8_t role;
};

/* Valid when all zero. */
struct message_log {
    struct message_place places[MESSAGE_COUNT_MAX]; /* themselves a ring */
    uint32_t changes;                               /* of any kind */
    uint16_t end;                                   /* end of the newest text */
    uint8_t kept;                                   /* how many can still be read */
    uint8_t next;                                   /* index of the next message */
    uint16_t ring_size;                             /* at most MESSAGE_RING_SIZE */
    char *ring;                                     /* owned; NULL until there is a message */
};

/* The record of a session's text. */
struct scrollback {
    struct message_log messages;
    uint64_t acted_at;        /* tick of the world of the viewer's act in the newest message */
    uint32_t described_ahead; /* number of events of that tick that the line of that act already
                                 contains */
    struct listed *listed;    /* owned; NULL until a thing is asked for by its number */
    struct around_described
        *described;            /* reader mode: things told of the place; owned; NULL: none */
    struct fight_fold *fights; /* owned; NULL until there is a fight */
};

/* Empties the log and frees its memory. */
void message_log_release(struct message_log *log);

void message_log_clear(struct message_log *log);

/* Adds a message; it is lost if there is no memory for the first text. */
void message_log_add(struct message_log *log, const char *text, enum role role);

/* Like message_log_add(), but if the newest message was added in this way too and has the same
   text, its count is incremented instead. */
void message_log_count(struct message_log *log, const char *text, enum role role);

/* Adds a sentence to the newest message. False: there is no room, or the message is counted as a
   repeat; it is unchanged. */
bool message_log_extend(struct message_log *log, const char *text);

/* Number of messages that can be read. */
int message_log_length(const struct message_log *log);

/* The message `age` back, 0 for the newest; `age` is below message_log_length(). */
struct message message_log_at(const struct message_log *log, int age);

/* True if the newest message is this text. */
bool message_log_ends_with(const struct message_log *log, const char *text);

/* Writes up to the newest `count` messages, as many as fit into `out` of `out_size` bytes, oldest
   first, each a line ended by LF; with `joins`, repeats are one line. "" if there are none. */
void message_log_write(const struct message_log *log, int count, bool joins, char *out,
                       size_t out_size);

/* Writes a message with the number of its repeats, if there are any. */
void message_show(const struct message *message, char out[MESSAGE_SHOWN_SIZE]);

/* Makes an empty record, unless there is one. ERR_MEMORY. */
MUST_USE enum err scrollback_open(struct session *session);

/* Forgets the list of things before and makes room for one of `count` things, which the caller
   fills in. NULL: out of memory, and there is no list. */
struct listed *scrollback_list(struct scrollback *scrollback, int count);

/* The things of a place that a reader was told. NULL: out of memory. */
struct around_described *scrollback_described(struct scrollback *scrollback);

/* Frees the record of a session that is over. */
void scrollback_release(struct present_state *present);

#endif
