/*
 * A client's program at the other end of a raw socket: says bytes, hears bytes, telnet and all.
 * Errors fail the running test.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_LIVE_PROGRAM_H
#define UNDERCROFT_TESTS_SUPPORT_LIVE_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>

enum { PROGRAM_ANSWER_MS = 3000, PROGRAM_HEARD_MAX = 64 * 1024 };

/* A GMCP message as it goes over the wire. */
#define PROGRAM_MESSAGE(text) "\xff\xfa\xc9" text "\xff\xf0"

struct program {
    int socket; /* 0: not connected */
    int port;   /* of the server */
    bool is_closed;
    size_t length;
    char heard[PROGRAM_HEARD_MAX + 1]; /* telnet and all; NUL bytes left away */
};

/* Connects to a port of this machine. */
void program_open(struct program *program, int port);

/* The same through a proxy that comes for this address (the server believes 127.0.0.1). */
void program_open_for(struct program *program, int port, const char *address);
void program_close(struct program *program);

void program_say(struct program *program, const char *text);

/* Takes in what comes within `ms`, once. */
void program_read(struct program *program, int ms);

/* Takes in what comes until nothing came for `quiet_ms`, counted in ticks of the server. */
void program_settle(struct program *program, int quiet_ms);
void program_forget(struct program *program);

/* Waits for this text and forgets all that came before its end. */
void program_expect(struct program *program, const char *text);
void program_expect_closed(struct program *program);

#endif
