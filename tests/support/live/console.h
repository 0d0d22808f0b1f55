/*
 * An operator at the shell, for tests: runs undercroftctl on the data of a server, or talks to the
 * control socket byte by byte. Errors fail the running test; every wait is bounded.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_LIVE_CONSOLE_H
#define UNDERCROFT_TESTS_SUPPORT_LIVE_CONSOLE_H

#include <stdbool.h>
#include <stddef.h>

#include "support/live/process.h"

enum { CONSOLE_TEXT_SIZE = 64 * 1024, CONSOLE_WAIT_MS = 10000 };

struct console {
    struct process tool;
    const char *program;          /* undercroftctl */
    char data[PROCESS_PATH_SIZE]; /* of the server */
    char out[CONSOLE_TEXT_SIZE];  /* of the last run */
    char err[CONSOLE_TEXT_SIZE];
};

/* The console of a server that has its folder, running or not. */
void console_init(struct console *console, const char *program, const struct process *server);
void console_release(struct console *console);

/* Runs the tool with these words (ended by NULL) to its end and returns the exit code. */
int console_run(struct console *console, const char *const *words);

/* The same; fails the test unless it ends with `code` and says `text` on standard output (code 0)
   or on standard error, and nothing on the other. */
void console_expect(struct console *console, const char *const *words, int code, const char *text);

/* Runs the tool again and again until it says `text` on standard output; fails the test if it ends
   with another code than 0, or has not said it within CONSOLE_WAIT_MS. */
void console_await(struct console *console, const char *const *words, const char *text);

/* The value of a series of the server's metrics, by its whole name with what is in braces. */
double console_metric(struct console *console, const char *series);

/* A socket that is connected to the control socket of that data folder. */
int console_connect(const char *data);

/* Sends all of it, as far as the other side lets. */
void console_send(int socket, const void *bytes, size_t length);

/* Takes one answer: its status line without LF into `head` (32 bytes), its bytes into `text`. */
void console_take(int socket, char *head, char *text, size_t size);

/* True if the other side closes within `ms`. Bytes that come before are thrown away. */
bool console_is_closed(int socket, int ms);

#endif
