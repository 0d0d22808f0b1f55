/*
 * Connections in memory, and the sockets that wait for them. A connection has two ends; each holds
 * what has come for it and was not taken, up to 16 KiB. Its errors are those of a socket of Linux.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_LOOP_WIRE_H
#define UNDERCROFT_TESTS_SUPPORT_LOOP_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/types.h>

enum {
    WIRE_ROOM = 16 * 1024,
    WIRE_BACKLOG_MAX = 4096,
    /* No descriptor of the machine's is as large. */
    WIRE_DESCRIPTOR_MIN = 1 << 20,
    WIRE_ENDS_MAX = 16384,
};

/* Where a socket is: an address of IPv4 or IPv6, or the file of a Unix socket. */
struct wire_place {
    struct sockaddr_storage address; /* of family AF_UNIX: see `device` and `node` */
    uint64_t device;
    uint64_t node;
};

struct wire_end {
    struct wire_end *far;          /* NULL: gone */
    struct wire_end *next_waiting; /* to be accepted */
    struct wire_place own;
    struct wire_place other;
    int descriptor;
    int error;     /* told once, after what has come */
    bool is_ended; /* nothing more comes */
    bool is_shut;  /* nothing more goes */
    size_t begin;
    size_t used;
    uint8_t bytes[WIRE_ROOM];
};

struct wire_listener {
    struct wire_listener *next;
    struct wire_place place;
    struct wire_end *first; /* connections that wait, the oldest first */
    int waiting;
};

/* From "127.0.0.1:4000", "[::1]:4000" or a path. False: there is no such place. */
bool wire_place_parse(const char *text, struct wire_place *out);

/* The same of an address, whose port 0 stands for one that is free. False: of another family. */
bool wire_place_of(const struct sockaddr *address, struct wire_place *out);

/* The bytes that the address has. */
int wire_place_length(const struct wire_place *place);

/* Returns 0, or UV_EADDRINUSE. */
int wire_listen(struct wire_listener *listener, const struct wire_place *place);
void wire_unlisten(struct wire_listener *listener);

/* The one that waits for longest; NULL: none does. */
struct wire_end *wire_accept(struct wire_listener *listener);

/* Returns 0, UV_ECONNREFUSED, or UV_ENOENT for a file that is not there. */
int wire_connect(const struct wire_place *to, const struct wire_place *from, struct wire_end **out);

/* Counts, or an error of libuv's. UV_EAGAIN: not now. */
ssize_t wire_put(struct wire_end *end, const void *bytes, size_t length);
ssize_t wire_take(struct wire_end *end, void *bytes, size_t size);

bool wire_is_readable(const struct wire_end *end);
bool wire_is_writable(const struct wire_end *end);

void wire_shut(struct wire_end *end);

/* Frees it. What it had not taken, or `resets`, resets the other end. */
void wire_close(struct wire_end *end, bool resets);

/* The end of that descriptor; NULL: it is none of ours. */
struct wire_end *wire_find(int descriptor);

#endif
