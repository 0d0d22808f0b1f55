/*
 * An operator at the shell.
 */
#include "support/live/console.h"

#include <check.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "support/live/stopwatch.h"

enum { HEAD_SIZE = 32, TAKE_STEP_MS = 10 };

void console_init(struct console *console, const char *program, const struct process *server)
{
    process_init(&console->tool);
    /* The tool is run by the hundred, and a search for leaks would take most of its time. */
    console->tool.is_tool = true;
    console->program = program;
    process_path(server, "data", console->data);
}

void console_release(struct console *console)
{
    process_release(&console->tool);
}

int console_run(struct console *console, const char *const *words)
{
    const char *all[PROCESS_ARGUMENTS_MAX + 1] = {"--data", console->data};
    char path[PROCESS_PATH_SIZE];
    size_t count = 2;

    for (size_t i = 0; words[i] != NULL; i++) {
        ck_assert_uint_lt(count, PROCESS_ARGUMENTS_MAX);
        all[count++] = words[i];
    }
    process_spawn_program(&console->tool, console->program, all);
    int code = process_wait(&console->tool);
    process_path(&console->tool, "out", path);
    process_read_file(path, console->out, sizeof console->out);
    process_path(&console->tool, "err", path);
    process_read_file(path, console->err, sizeof console->err);
    return code;
}

void console_expect(struct console *console, const char *const *words, int code, const char *text)
{
    int ended = console_run(console, words);
    const char *said = code == 0 ? console->out : console->err;
    const char *silent = code == 0 ? console->err : console->out;

    ck_assert_msg(ended == code, "%s %s: exit code %d, not %d\n%s%s", words[0],
                  words[1] == NULL ? "" : words[1], ended, code, console->out, console->err);
    ck_assert_msg(strstr(said, text) != NULL, "%s %s: does not say '%s' but:\n%s", words[0],
                  words[1] == NULL ? "" : words[1], text, said);
    ck_assert_msg(silent[0] == '\0', "%s: on the wrong stream:\n%s", words[0], silent);
}

void console_await(struct console *console, const char *const *words, const char *text)
{
    int64_t deadline_us = stopwatch_deadline_us(CONSOLE_WAIT_MS);

    while (console_run(console, words) == 0 && strstr(console->out, text) == NULL &&
           !stopwatch_is_over(deadline_us))
        stopwatch_pause_ms(50);
    ck_assert_msg(strstr(console->out, text) != NULL, "%s: never says '%s' but:\n%s%s", words[0],
                  text, console->out, console->err);
}

double console_metric(struct console *console, const char *series)
{
    char line[128];

    ck_assert_int_eq(console_run(console, (const char *const[]){"metrics", NULL}), 0);
    snprintf(line, sizeof line, "\n%s ", series);
    const char *at = strstr(console->out, line);
    ck_assert_msg(at != NULL, "no series %s", series);
    return strtod(at + strlen(line), NULL);
}

int console_connect(const char *data)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int client = socket(AF_UNIX, SOCK_STREAM, 0);

    ck_assert_int_ge(client, 0);
    int length = snprintf(address.sun_path, sizeof address.sun_path, "%.80s/undercroft.sock", data);
    ck_assert(length > 0 && (size_t)length < sizeof address.sun_path);
    ck_assert_msg(connect(client, (const struct sockaddr *)&address, sizeof address) == 0,
                  "cannot connect to %s: %s", address.sun_path, strerror(errno));
    return client;
}

void console_send(int socket, const void *bytes, size_t length)
{
    const char *data = bytes;

    while (length > 0) {
        ssize_t sent = send(socket, data, length, MSG_NOSIGNAL);
        if (sent < 0)
            return;
        data += sent;
        length -= (size_t)sent;
    }
}

/* One byte; -1: the other side has closed; -2: nothing came until the deadline. */
static int take_byte(int socket, int64_t deadline_us)
{
    struct pollfd row = {.fd = socket, .events = POLLIN};
    unsigned char byte;

    while (poll(&row, 1, TAKE_STEP_MS) <= 0) {
        if (stopwatch_is_over(deadline_us))
            return -2;
    }
    return recv(socket, &byte, 1, 0) == 1 ? byte : -1;
}

void console_take(int socket, char *head, char *text, size_t size)
{
    int64_t deadline_us = stopwatch_deadline_us(CONSOLE_WAIT_MS);
    size_t length = 0;
    int byte;

    while ((byte = take_byte(socket, deadline_us)) != '\n') {
        ck_assert_msg(byte >= 0 && length < HEAD_SIZE - 1, "no status line: %.*s (%d)", (int)length,
                      head, byte);
        head[length++] = (char)byte;
    }
    head[length] = '\0';
    const char *space = strchr(head, ' ');
    ck_assert_msg(space != NULL, "no status line: %s", head);
    size_t wanted = strtoul(space, NULL, 10);
    ck_assert_uint_lt(wanted, size);
    for (size_t i = 0; i < wanted; i++) {
        byte = take_byte(socket, deadline_us);
        ck_assert_msg(byte >= 0, "%zu of %zu bytes", i, wanted);
        text[i] = (char)byte;
    }
    text[wanted] = '\0';
}

bool console_is_closed(int socket, int ms)
{
    int64_t deadline_us = stopwatch_deadline_us(ms);
    int byte = 0;

    while (byte != -1 && !stopwatch_is_over(deadline_us))
        byte = take_byte(socket, deadline_us);
    return byte == -1;
}
