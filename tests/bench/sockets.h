/*
 * Connected TCP sockets of this machine's own address: what is sent through one costs the kernel
 * what it costs to send to a player. The other ends belong to a child process, so that each of the
 * two has half of the open files; they hold what comes until they are told to read it away.
 */
#ifndef UNDERCROFT_TESTS_BENCH_SOCKETS_H
#define UNDERCROFT_TESTS_BENCH_SOCKETS_H

#include <stdbool.h>
#include <sys/types.h>

/* Valid when all zero: none. */
struct sockets {
    int count;
    int *descriptors; /* to be sent through */
    int control;      /* to the child */
    pid_t child;
};

/* Before any thread is started. False: too few files may be open, or sockets connected; what was
   opened is closed again. */
bool sockets_open(struct sockets *sockets, int count);

/* The other ends read everything that has come. Returns when they have. */
void sockets_drain(struct sockets *sockets);

/* Closes all; there may be none. */
void sockets_close(struct sockets *sockets);

#endif
