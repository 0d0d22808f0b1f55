/*
 * Traces: lines that tell an operator what one player's session receives, does and is sent. A trace
 * begins when an operator asks for it and lasts until an operator ends it, its time limit, if any,
 * or the end of the session; its lines are in a ring until they are taken. A session without a
 * trace pays one comparison with NULL at each point.
 *
 * Secrets stay out: nothing is noted while a password is typed, letters of a line are not noted one
 * by one, and the words of talk, and of lines that are not commands, are never kept.
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
    /* most lines kept; a further one replaces the oldest, which is counted */
    TRACE_LINES_MAX = 200,
    TRACE_LINES_PER_SECOND = 50, /* most lines noted in a second; more are only counted */
    TRACE_TEXT_SIZE = 96,
    TRACE_SECONDS_MAX = 3600,      /* longest time limit of a trace */
    TRACE_KEPT_MS = 5 * 60 * 1000, /* time for which a finished trace is kept */
};

#define TRACE_ENDLESS UINT64_MAX

enum trace_kind {
    TRACE_KEY,     /* a key of a screen */
    TRACE_LINE,    /* a typed line */
    TRACE_COMMAND, /* the command of a key or line */
    TRACE_NOTE,    /* a text in dim colour, mostly why a request is refused */
    TRACE_INPUT,   /* an input for the next tick, in the delver's name */
    TRACE_QUEUED,  /* number of actions that wait in the delver's queue */
    TRACE_BEGUN,   /* the begin of one or more actions */
    TRACE_EVENT,   /* an event that was told */
    TRACE_SENT,    /* frames and bytes that were sent in a tick */
    TRACE_ENDED,   /* the end of the session */
    TRACE_KIND_COUNT
};

struct trace_line {
    uint64_t tick;
    enum trace_kind kind;
    char text[TRACE_TEXT_SIZE]; /* not cleaned */
};

struct trace {
    struct trace *next;
    struct session *session; /* session that is traced; NULL: it is gone */
    int64_t delver_id;
    char name[NAME_LENGTH_MAX + 1];
    /* time of its end; TRACE_ENDLESS: when an operator ends it */
    uint64_t until_ms;
    struct trace_line lines[TRACE_LINES_MAX]; /* a ring buffer */
    size_t first;
    size_t count;
    uint64_t left_out;  /* lines lost since lines were last taken */
    uint64_t second_ms; /* start of the second for which `noted` counts */
    int noted;
    size_t inputs_seen;    /* inputs in the queue at the last tick */
    enum action_verb head; /* action that would begin next; ACTION_NONE: none */
    int queue_length;      /* number of waiting actions at the last look */
    uint64_t ready_at;     /* the delver's ready_at at the last look */
    uint64_t bytes_seen;   /* bytes of the connection at the last look */
    uint64_t frames;       /* frames since bytes were last noted */
};

extern const char *const trace_kind_names[TRACE_KIND_COUNT];

/*
 * Begins a trace of the session for 1 to TRACE_SECONDS_MAX seconds; 0: until an operator ends it.
 * An existing trace of the same player continues with its lines. ERR_BUSY: there are TRACES_MAX.
 * ERR_MEMORY.
 */
MUST_USE enum err trace_begin(struct session *session, int seconds, struct trace **out);

/* Returns the trace of that delver; or with a name, ignoring case, the newest one of a player that
   had that name when it began. NULL: there is none. */
struct trace *trace_find(const struct sessions *sessions, int64_t delver_id, const char *name);

/* True if nothing more will be noted. */
bool trace_is_over(const struct trace *trace, uint64_t now_ms);

/* Removes a trace with its remaining lines. */
void trace_remove(struct sessions *sessions, struct trace *trace);

/* Notes a line, within the limits. */
void trace_add(struct trace *trace, uint64_t now_ms, uint64_t tick, enum trace_kind kind,
               const char *text);

/* Takes the oldest line. False: there is none. */
bool trace_take(struct trace *trace, struct trace_line *out);

/* Notes a line, formatted like printf. This and the following are for traces whose session is here
   (session->trace). */
__attribute__((format(printf, 3, 4))) void trace_note(struct trace *trace, enum trace_kind kind,
                                                      const char *format, ...);
void trace_key(struct trace *trace, struct key key);

/* Notes a line that means that command, or COMMAND_NONE. */
void trace_line(struct trace *trace, const char *line, enum command_id id);
void trace_command(struct trace *trace, const struct command *command);
void trace_event(struct trace *trace, const struct event *event);

/* Notes the inputs that the session's delver got for the next tick since the last call. */
void trace_inputs(struct trace *trace);

/* Ends the trace of a session that ends. */
void trace_end_session(struct trace *trace);

/* Notes the actions that began and those that wait. Call it after each tick, if there are
   traces. */
void traces_begin_turn(struct sessions *sessions);

/* Notes what was sent, and removes traces that nobody reads. Call it after all output of the turn
   was sent. */
void traces_end_turn(struct sessions *sessions);

/* Removes all traces. */
void traces_release(struct sessions *sessions);

#endif
