/*
 * libuv's place in a test program: the test's side of it. The product's objects are linked as they
 * ship, with these objects in place of the library: time is virtual, sockets and pipes lie in
 * memory, and threads run one at a time, in an order that a seed chooses.
 *
 * One thread of the process runs loops. Nothing here is for a second one but what baton.h says.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_LOOP_LOOP_H
#define UNDERCROFT_TESTS_SUPPORT_LOOP_LOOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <uv.h>

enum { LOOP_WORKERS_MAX = 4 };

struct loop_terms {
    uint64_t seed;        /* of all that is left to chance here */
    int workers;          /* threads for uv_queue_work(), up to LOOP_WORKERS_MAX; 0: the loop's own
                             thread does it at its next turn */
    bool has_short_reads; /* a read brings any part of what is there */
};

/* Terms until they are set: seed 0, all workers, whole reads. Workers that run stay. */
void loop_set_terms(const struct loop_terms *terms);

/* Virtual time. loop_advance_ms() lets it pass at once; timers and waits that it makes due have
   their turn afterwards. */
uint64_t loop_now_ns(void);
void loop_advance_ms(uint64_t ms);

/* The wall clock jumps; virtual time does not. */
void loop_shift_wall(int64_t seconds);

/* All other threads run until each of them waits. Time does not pass. */
void loop_settle(void);

/*
 * Called by uv_run() where nothing is ready and it may wait: the test's peers act then. `due_ns` is
 * when the next timer or wait is due, UINT64_MAX for never. Returns how far time may go, if the
 * peers left nothing to do; a time that is not ahead ends uv_run() as uv_stop() would. Without a
 * hook, a loop that waits for ever ends the test.
 */
typedef uint64_t loop_idle(void *argument, uint64_t due_ns);
void loop_on_idle(loop_idle *idle, void *argument);

/* Acts as if the process got that signal: its watchers are called at their loops' next turn. */
void loop_raise(int signal_number);

/* The far side of a connection, without a descriptor. */
struct peer;

/* Connects to "127.0.0.1:4000", "[::1]:4000", or the path of a Unix socket; `from`, of the same
   form, is where it seems to come from, NULL for a new port of the same machine. NULL: refused. */
struct peer *peer_connect(const char *to, const char *from);

/* Sends what there is room for and returns how much that was: 0, the other side must read first.
   Below 0: an error of libuv's (UV_EPIPE, UV_ECONNRESET). */
ssize_t peer_send(struct peer *peer, const void *bytes, size_t length);

/* Takes up to `size` bytes. 0: there is no more and will not be; UV_EAGAIN: not now;
   UV_ECONNRESET. */
ssize_t peer_receive(struct peer *peer, void *bytes, size_t size);

/* The number of bytes that wait to be received. */
size_t peer_waiting(const struct peer *peer);

/* Ends sending, as shutdown() does. */
void peer_shut(struct peer *peer);

/* Goes away, as close() does: with bytes that were not received, by a reset. Frees it. */
void peer_close(struct peer *peer);

/* Goes away by a reset. Frees it. */
void peer_reset(struct peer *peer);

#endif
