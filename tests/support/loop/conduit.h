/*
 * Connections in memory, and the sockets that wait for them. A connection has two ends; each holds
 * what has come for it and was not taken, up to 16 KiB. Its errors are those of a socket of Linux.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_LOOP_CONDUIT_H
#define UNDERCROFT_TESTS_SUPPORT_LOOP_CONDUIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/types.h>

enum {
    CONDUIT_ROOM = 16 * 1024,
    CONDUIT_BACKLOG_MAX = 4096,
    /* No descriptor of the machine's is as large. */
    CONDUIT_DESCRIPTOR_MIN = 1 << 20,
    CONDUIT_ENDS_MAX = 16384,
    CONDUIT_CARRIED_MAX = 65536,
};

/* Threads that wait for connections wait for this, and look at theirs when it is told. */
extern const char conduit_news;

/* Ports are those of memory alone: connect() to another is refused, and does not reach a program
   that listens there on the machine. */
extern bool conduit_is_alone;

struct baton_house;

/* Where a socket is: an address of IPv4 or IPv6, or the file of a Unix socket. */
struct conduit_place {
    struct sockaddr_storage address; /* of family AF_UNIX: see `device` and `node` */
    uint64_t device;
    uint64_t node;
};

struct conduit_end {
    struct conduit_end *far;          /* NULL: gone */
    struct conduit_end *next_waiting; /* to be accepted */
    struct conduit_place own;
    struct conduit_place other;
    const struct baton_house *house; /* of the program that has it */
    int descriptor;
    int error;     /* told once, after what has come */
    bool is_ended; /* nothing more comes */
    bool is_shut;  /* nothing more goes */
    size_t begin;
    size_t used;
    uint8_t bytes[CONDUIT_ROOM];
};

struct conduit_listener {
    struct conduit_listener *next;
    struct conduit_place place;
    const struct baton_house *house;
    struct conduit_end *first; /* connections that wait, the oldest first */
    int waiting;
};

/* From "127.0.0.1:4000", "[::1]:4000" or a path. False: there is no such place. */
bool conduit_place_parse(const char *text, struct conduit_place *out);

/* The same of an address, whose port 0 stands for one that is free. False: of another family. */
bool conduit_place_of(const struct sockaddr *address, struct conduit_place *out);

/* The bytes that the address has. */
int conduit_place_length(const struct conduit_place *place);

/* Returns 0, or UV_EADDRINUSE. */
int conduit_listen(struct conduit_listener *listener, const struct conduit_place *place);
void conduit_unlisten(struct conduit_listener *listener);

/* The one that waits for longest; NULL: none does. */
struct conduit_end *conduit_accept(struct conduit_listener *listener);

/* Returns 0, UV_ECONNREFUSED, or UV_ENOENT for a file that is not there. */
int conduit_connect(const struct conduit_place *to, const struct conduit_place *from,
                    struct conduit_end **out);

/* Counts, or an error of libuv's. UV_EAGAIN: not now. */
ssize_t conduit_put(struct conduit_end *end, const void *bytes, size_t length);
ssize_t conduit_take(struct conduit_end *end, void *bytes, size_t size);

/* The same; the bytes stay to be taken. */
ssize_t conduit_peek(struct conduit_end *end, void *bytes, size_t size);

bool conduit_is_readable(const struct conduit_end *end);
bool conduit_is_writable(const struct conduit_end *end);

void conduit_shut(struct conduit_end *end);

/* Frees it. Bytes that it had not taken, or `resets`, resets the other end. */
void conduit_close(struct conduit_end *end, bool resets);

/* Does as the kernel where a program is killed: all that the house has is closed, and nobody is
   listened to any more. The ends stay for the house's threads, which reach nobody with them. */
void conduit_sever(const struct baton_house *house);

/* A number of all bytes that players and servers have sent each other, and when: the same for two
   runs that are the same. */
uint64_t conduit_digest(void);

/* A socket of the machine's stands for this end from now on; NULL: no more. */
void conduit_carry(int descriptor, struct conduit_end *end);

/* The end of that descriptor; NULL: it is none of ours. */
struct conduit_end *conduit_find(int descriptor);

#endif
