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
    MESSAGE_LENGTH_MAX = 300, /* most bytes of a message */
    MESSAGE_SHOWN_SIZE = MESSAGE_LENGTH_MAX + sizeof " (x4294967295)",
    MESSAGE_COUNT_MAX = 20,
    MESSAGE_LENGTH_FIT = 88, /* mean bytes of a message for which the ring has room */

    /* Bytes for each message with its NUL, and for the end of the ring that stays unused because a
       message did not fit. */
    MESSAGE_RING_SIZE = MESSAGE_COUNT_MAX * (MESSAGE_LENGTH_FIT + 1) + MESSAGE_LENGTH_FIT,
    MESSAGE_RING_MIN = 256, /* bytes at the beginning */
};

struct message {
    const char *text; /* in the log, valid until the log is changed */
    enum role role;
    uint32_t times; /* number of repeats in a row; 0: they are not counted */
};

/* A message as the log stores it. */
struct message_place {
    uint32_t times; /* times, as in struct message */
    uint16_t at;    /* offset of its text in the ring, ended by a NUL */
    uint8_t role;
};

/* The log of the last messages. All zero: empty. */
struct message_log {
    struct message_place places[MESSAGE_COUNT_MAX]; /* a ring buffer of their places */
    uint32_t changes;                               /* number of changes of any kind */
    uint16_t end;                                   /* end of the newest text */
    uint8_t kept;                                   /* number of messages that can still be read */
    uint8_t next;                                   /* index of the next message */
    uint16_t ring_size;                             /* at most MESSAGE_RING_SIZE */
    char *ring;                                     /* owned; NULL until there is a message */
};

/* The record of a session's text. */
struct scrollback {
    struct message_log messages;
    uint64_t acted_at; /* tick of the world of the viewer's act in the newest message */
    /* number of events of that tick that the line of that act already tells */
    uint32_t described_ahead;
    struct listed *listed; /* owned; NULL until a list was shown */
    struct around_described
        /* reader mode: things of the place that were told; owned; NULL: none */
        *described;
    struct fight_fold *fights; /* owned; NULL until there is a fight */
};

/* Empties the log and frees its memory. */
void message_log_release(struct message_log *log);

void message_log_clear(struct message_log *log);

/* Adds a message; if there is no memory for the first text it is lost. */
void message_log_add(struct message_log *log, const char *text, enum role role);

/* Works like message_log_add(), but if the newest message was added in this way too and has the
   same text, its count is incremented instead. */
void message_log_count(struct message_log *log, const char *text, enum role role);

/* Adds a sentence to the newest message. False: there is no room, or the message is counted as a
   repeat; it is unchanged. */
bool message_log_extend(struct message_log *log, const char *text);

/* Returns the number of messages that can be read. */
int message_log_length(const struct message_log *log);

/* Returns the message `age` back, 0 for the newest; `age` is below message_log_length(). */
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

/* Makes an empty list of `count` things, which the caller fills in; it replaces the last one. NULL:
   out of memory, and there is no list. */
struct listed *scrollback_list(struct scrollback *scrollback, int count);

/* Returns the things of the place that the player was told. NULL: out of memory. */
struct around_described *scrollback_described(struct scrollback *scrollback);

/* Frees the record of a session that is over. */
void scrollback_release(struct present_state *present);

#endif
