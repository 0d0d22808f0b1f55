/*
 * Time as a server lives it: in ticks. A machine or a server that stands still lets none of it
 * pass, so a wait that counts ticks ends after the same doings of the server on every machine.
 *
 * The ticks are told by the answers to `ping` at the control socket, which come when the world has
 * made another tick. A server that cannot be asked (it has no control socket, has ended, or is
 * frozen by its test) is taken to make a tick in each of its intervals in which the test itself
 * could run.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_LIVE_SERVER_TICKS_H
#define UNDERCROFT_TESTS_SUPPORT_LIVE_SERVER_TICKS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum {
    SERVER_TICKS_MS = 20, /* between two ticks, where a server is told nothing else */
    /* The doings of others are shown at least so often: every 400 ms when the server is at work all
       the time, and then it may catch up. */
    SERVER_TICKS_OF_OTHERS = 24
};

/* A server has become ready: it listens on `port` and, if that is not 0, on `tls_port`, and its
   control socket is in the folder `data`. */
void server_ticks_follow(pid_t pid, int port, int tls_port, const char *data, int tick_ms);

/* The server has ended. A server that was not followed is ignored. */
void server_ticks_forget(pid_t pid);

/* The test has stopped the server, or lets it run again. */
void server_ticks_freeze(pid_t pid, bool is_frozen);

/* A client of this program has connected to a port, or hung up. */
void server_ticks_join(int port);
void server_ticks_leave(int port);

/* Microseconds that the followed servers have lived; of this program, where there is none. */
int64_t server_ticks_lived_us(void);

/* Counts the ticks of the server behind a port. */
struct tick_count {
    int port;
    uint64_t asked; /* questions to the server before the count began */
    bool has_begun;
    uint64_t first;
};

/* The count begins with the first tick that begins after this call. */
void tick_count_begin(struct tick_count *count, int port);

/* The ticks that have passed, up to now. Never waits. */
uint64_t tick_count_passed(struct tick_count *count);

/* The number of quiet ticks after which nothing is under way any more, if a quiet of `ms` is asked
   for. It is higher on screens, if several clients of this program are connected to the port. */
uint64_t server_ticks_of_quiet(int port, int ms, bool is_screen);

#endif
