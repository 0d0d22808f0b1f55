/*
 * The files of this folder know this of each other. In the structs of uv.h they use the fields that
 * programs may read, and those kept for a library to fill as it likes.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_LOOP_PRIVATE_H
#define UNDERCROFT_TESTS_SUPPORT_LOOP_PRIVATE_H

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

#include "loop.h"
#include "conduit.h"

struct baton_house;

enum { NS_PER_MS = 1000000 };

/* Bits of uv_handle_t.flags. */
enum { HANDLE_IS_CLOSING = 1, HANDLE_IS_ACTIVE = 2, HANDLE_HAS_REF = 4 };

/* The state behind uv_loop_t.internal_fields. */
struct loop_state {
    struct loop_state *next; /* list of all loops */
    uv_loop_t *loop;
    const struct baton_house *house; /* of the program that has it */
    uv_handle_t *first;              /* all handles, in the order of their birth */
    uv_handle_t *last;
    uv_handle_t *closing; /* the newest first */
    uv_timer_t *timers;   /* that run, the next one first */
    uv_stream_t *fed;     /* have something to tell without being polled, the oldest first */
    uv_work_t *done;      /* the oldest first */
    uv_stream_t **ready;  /* room for the streams of one turn */
    size_t ready_room;
};

/* The state behind uv_stream_t.u.reserved[0]. */
struct stream_state {
    struct conduit_end *end; /* NULL: not connected */
    struct conduit_listener *listener;
    struct conduit_end *accepted; /* waits for uv_accept() */
    struct conduit_place place;   /* bound to; of no family: it is not */
    char *path;                   /* of the file that is ours; else NULL */
    int delayed_error;
    int connect_error;
    uv_write_t *waiting; /* not written yet, the oldest first */
    uv_write_t *written; /* to be told, the oldest first */
    uv_stream_t *next_fed;
    bool is_fed;
    bool is_reading;
    bool is_shutting;
    bool is_shut;
};

struct loop_state *loop_state_of(const uv_loop_t *loop);
struct loop_state *loop_first(void);
const struct loop_terms *loop_terms(void);

void loop_handle_init(uv_loop_t *loop, uv_handle_t *handle, uv_handle_type type);
void loop_handle_start(uv_handle_t *handle);
void loop_handle_stop(uv_handle_t *handle);
bool loop_handle_is_closing(const uv_handle_t *handle);
uv_handle_t *loop_handle_next(const uv_handle_t *handle);

static inline bool is_stream(const uv_handle_t *handle)
{
    return handle->type == UV_TCP || handle->type == UV_NAMED_PIPE;
}

struct stream_state *loop_stream_state_of(const uv_stream_t *stream);

/* Returns 0 or UV_ENOMEM. */
int loop_stream_init(uv_loop_t *loop, uv_stream_t *stream, uv_handle_type type);

/* Queues the stream for loop_stream_tell() at the next turn. */
void loop_stream_feed(uv_stream_t *stream);

/* True if the stream has something to do at this turn. */
bool loop_stream_is_ready(const uv_stream_t *stream);
void loop_stream_turn(uv_stream_t *stream);

/* Makes the callbacks of a stream that was fed. */
void loop_stream_tell(uv_stream_t *stream);

/* The two halves of closing: at uv_close(), and before the handle's callback. */
void loop_stream_close(uv_stream_t *stream);
void loop_stream_finish_close(uv_stream_t *stream);

/* Work that is done comes into the loop's list; tells of all that is there. False: of nothing. */
bool loop_work_tell(struct loop_state *state);

/* loop_raise() for the loops of one program. */
void loop_raise_in(const struct baton_house *house, int signal_number);

/* Each a turn of the handles that are no streams. False: nothing was to be done. */
bool loop_signal_turn(uv_signal_t *signal);
bool loop_poll_turn(uv_poll_t *poll);

#endif
