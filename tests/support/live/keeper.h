/*
 * An operator who changes levels while people play, for tests: with the tool, or over two sockets
 * at once; and checks the result. Errors fail the running test.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_LIVE_KEEPER_H
#define UNDERCROFT_TESTS_SUPPORT_LIVE_KEEPER_H

#include <stdbool.h>

#include "support/live/console.h"
#include "support/live/process.h"

enum { KEEPER_SOCKETS = 2, KEEPER_PLACE_SIZE = 16 };

struct keeper {
    struct console console;
    int sockets[KEEPER_SOCKETS];  /* -1: not connected */
    char text[CONSOLE_TEXT_SIZE]; /* of the last answer over a socket */
};

/* `program`: undercroftctl. For a server that has its folder; the sockets come later. */
void keeper_init(struct keeper *keeper, const char *program, const struct process *server);
void keeper_release(struct keeper *keeper);

/* Opens both sockets to the server that runs now. */
void keeper_connect(struct keeper *keeper);
void keeper_hang_up(struct keeper *keeper);

/* Sends a line as the tool does ("text level regen 1 now\n") and does not wait. */
void keeper_order(struct keeper *keeper, int socket, const char *line);

/* Takes the answer. True if it was done. */
bool keeper_is_answered(struct keeper *keeper, int socket);

/* The number behind "name": in the tool's last answer; -1: null. */
long keeper_number(const struct keeper *keeper, const char *name);

/* Fails the test unless a level ("3/1") has these generations, current and kept (-1: none). */
void keeper_expect_level(struct keeper *keeper, const char *level, long generation, long kept);

/* Fails the test unless the delver stands on the current generation, on a cell for standing on. */
void keeper_expect_footing(struct keeper *keeper, const char *name);

/* The place of the stairs "up" or "down" of a level, as the command "send" takes it. */
void keeper_find_stairs(struct keeper *keeper, const char *level, const char *which,
                        char out[KEEPER_PLACE_SIZE]);

#endif
