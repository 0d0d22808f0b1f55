/*
 * The sockets on which the server listens.
 */
#ifndef UNDERCROFT_SERVER_NET_LISTENER_H
#define UNDERCROFT_SERVER_NET_LISTENER_H

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

#include "base/err.h"
#include "server/base/options.h"

struct net;

enum { LISTENER_NAME_SIZE = 64, LISTENER_BACKLOG = 1024 };

/* Connections that all listeners accept between two ticks; the others wait in the kernel. Each
   takes some 10 µs of the loop, and inside TLS four times as much, so that a crowd which comes at
   once would make the tick late. */
enum { LISTENER_ACCEPTS_A_TICK = 64 };

struct listener {
    uv_tcp_t handle;
    struct net *net;
    struct listener *next; /* next in the server's list */
    enum entrance entrance;
    bool is_waiting;               /* a connection waits for memory, or for the next tick */
    char name[LISTENER_NAME_SIZE]; /* "127.0.0.1:4000", with the real port */
};

/*
 * Listens on `address`, a numeric "127.0.0.1:4000" or "[::]:4000"; port 0 chooses a free one. The
 * server owns the listener. On failure `reason` (of `reason_size` bytes) is a clause for people.
 * ERR_FORMAT: the text has another form; ERR_IN_USE; ERR_NOT_FOUND: the address cannot be used for
 * another reason; ERR_MEMORY.
 */
MUST_USE enum err listener_open(struct net *net, enum entrance entrance, const char *address,
                                char *reason, size_t reason_size);

/* Stops listening everywhere. May be called again. The memory is freed when the loop has run. */
void listener_close_all(struct net *net);

/* Each tick: accepts connections that had to wait for memory, or for this tick. */
void listener_retry(struct net *net);

/* Prints "ready: listening on 127.0.0.1:4000, tls [::1]:4443" on standard output. */
void listener_print_ready(const struct net *net);

#endif
