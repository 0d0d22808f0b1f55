/*
 * Traces: lines that tell an operator what one player's session receives, does and is sent. A trace
 * begins when an operator asks for it and lasts until an operator ends it, its time is over, if it
 * was given one, or the session ends; its lines stand in a ring until they are taken. A session
 * that nobody traces pays one comparison with NULL in each place that notes.
 *
 * Secrets stay out: nothing is noted while a password is typed, letters of a line are not noted one
 * by one, and the words of talk are never kept, nor those of a line that is no command.
 */
#ifndef UNDERCROFT_SERVER_SESSION_TRACE_H
#define UNDERCROFT_SERVER_SESSION_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "narrate/command.h"
#include "term/key.h"
#include "world/event.h"
#include "world/name.h"

struct session;
struct sessions;

enum {
    TRACES_MAX = 4,
    TRACE_LINES_MAX = 200,       /* kept; an older one gives way, and is counted */
    TRACE_LINES_PER_SECOND = 50, /* noted; more are only counted */
    TRACE_TEXT_SIZE = 96,
    TRACE_SECONDS_MAX = 3600,      /* of a trace that is given a time */
    TRACE_KEPT_MS = 5 * 60 * 1000, /* lines of a trace that is over wait so long for a reader */
};

#define TRACE_ENDLESS UINT64_MAX

enum trace_kind {
    TRACE_KEY,     /* a key of a screen */
    TRACE_LINE,    /* a line that was typed */
    TRACE_COMMAND, /* that a key or a line became */
    TRACE_NOTE,    /* in dim text, mostly why something is not done */
    TRACE_INPUT,   /* for the next tick, in the delver's name */
    TRACE_QUEUED,  /* actions that wait in the delver's queue */
    TRACE_BEGUN,   /* an action, or more than one */
    TRACE_EVENT,   /* that was told */
    TRACE_SENT,    /* frames and bytes in a tick */
    TRACE_ENDED,   /* the session */
    TRACE_KIND_COUNT
};

struct trace_line {
    uint64_t tick;
    enum trace_kind kind;
    char text[TRACE_TEXT_SIZE]; /* not cleaned */
};

struct trace {
    struct trace *next;
    struct session *session; /* NULL: it is gone */
    int64_t delver_id;
    char name[NAME_LENGTH_MAX + 1];
    uint64_t until_ms;                        /* TRACE_ENDLESS: until it is ended */
    struct trace_line lines[TRACE_LINES_MAX]; /* a ring */
    size_t first;
    size_t count;
    uint64_t left_out;  /* since lines were last taken */
    uint64_t second_ms; /* when the second began in which `noted` lines came */
    int noted;
    size_t inputs_seen;    /* of the queue of inputs, since the last tick */
    enum action_verb head; /* that would begin next, as far as is known; ACTION_NONE: none */
    int queue_length;      /* of actions, when last looked at */
    uint64_t ready_at;     /* of the delver, likewise */
    uint64_t bytes_seen;   /* of the connection, likewise */
    uint64_t frames;       /* since bytes were last noted */
};

extern const char *const trace_kind_names[TRACE_KIND_COUNT];

/*
 * Begins a trace of the session for 1 to TRACE_SECONDS_MAX seconds from now; 0: until it is ended.
 * One of the same player that is there goes on with its lines. ERR_BUSY: TRACES_MAX are there.
 * ERR_MEMORY.
 */
MUST_USE enum err trace_begin(struct session *session, int seconds, struct trace **out);

/* The trace of that delver, or with a name, whatever its case, the newest one of a player that was
   called so when it began. NULL: there is none. */
struct trace *trace_find(const struct sessions *sessions, int64_t delver_id, const char *name);

/* True if nothing is noted any more. */
bool trace_is_over(const struct trace *trace, uint64_t now_ms);

/* Removes a trace with the lines that nobody has taken. */
void trace_remove(struct sessions *sessions, struct trace *trace);

/* Notes a line, within the limits. */
void trace_add(struct trace *trace, uint64_t now_ms, uint64_t tick, enum trace_kind kind,
               const char *text);

/* Takes the oldest line. False: there is none. */
bool trace_take(struct trace *trace, struct trace_line *out);

/* The following are for traces whose session is here (session->trace). */
__attribute__((format(printf, 3, 4))) void trace_note(struct trace *trace, enum trace_kind kind,
                                                      const char *format, ...);
void trace_key(struct trace *trace, struct key key);

/* A line that is understood as that command, or COMMAND_NONE. */
void trace_line(struct trace *trace, const char *line, enum command_id id);
void trace_command(struct trace *trace, const struct command *command);
void trace_event(struct trace *trace, const struct event *event);

/* Notes the inputs that the session's delver has got for the next tick since the last call. */
void trace_inputs(struct trace *trace);

/* The session ends, and its trace with it. */
void trace_end_session(struct trace *trace);

/* Behind each tick, when there are traces: notes which actions began and which wait. */
void traces_begin_turn(struct sessions *sessions);

/* When all output of the turn is on its way: notes it, and removes traces that nobody reads. */
void traces_end_turn(struct sessions *sessions);

/* Removes all. */
void traces_release(struct sessions *sessions);

#endif
