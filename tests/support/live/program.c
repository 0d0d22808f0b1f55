/*
 * A client's program at a raw socket.
 */
#include "support/live/program.h"

#include <arpa/inet.h>
#include <check.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/live/server_ticks.h"
#include "support/live/stopwatch.h"

enum { SETTLE_STEP_MS = 5 };

void program_open(struct program *program, int port)
{
    struct sockaddr_in address = {
        .sin_family = AF_INET,
        .sin_port = htons((uint16_t)port),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };

    memset(program, 0, sizeof *program);
    program->socket = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert_int_ge(program->socket, 0);
    ck_assert_int_eq(connect(program->socket, (struct sockaddr *)&address, sizeof address), 0);
    program->port = port;
    server_ticks_join(port);
}

void program_open_for(struct program *program, int port, const char *address)
{
    char header[128];
    bool is_ipv6 = strchr(address, ':') != NULL;

    program_open(program, port);
    snprintf(header, sizeof header, "PROXY %s %s %s 40000 4000\r\n", is_ipv6 ? "TCP6" : "TCP4",
             address, is_ipv6 ? "::1" : "127.0.0.1");
    program_say(program, header);
}

void program_close(struct program *program)
{
    if (program->socket > 0) {
        close(program->socket);
        server_ticks_leave(program->port);
    }
    program->socket = 0;
}

void program_say(struct program *program, const char *text)
{
    ssize_t length = (ssize_t)strlen(text);

    ck_assert_int_eq(send(program->socket, text, (size_t)length, MSG_NOSIGNAL), length);
}

void program_read(struct program *program, int ms)
{
    struct pollfd watched = {.fd = program->socket, .events = POLLIN};
    char bytes[4096];

    if (poll(&watched, 1, ms) <= 0)
        return;
    ssize_t count = recv(program->socket, bytes, sizeof bytes, 0);
    program->is_closed = count <= 0;
    for (ssize_t i = 0; i < count && program->length < PROGRAM_HEARD_MAX; i++) {
        if (bytes[i] != '\0')
            program->heard[program->length++] = bytes[i];
    }
    program->heard[program->length] = '\0';
}

void program_settle(struct program *program, int quiet_ms)
{
    int64_t deadline_us = stopwatch_deadline_us(PROGRAM_ANSWER_MS);
    uint64_t ticks = server_ticks_of_quiet(program->port, quiet_ms, false);
    struct tick_count quiet;
    bool was_over = false;

    tick_count_begin(&quiet, program->port);
    while (!program->is_closed) {
        size_t length = program->length;
        ck_assert_msg(!stopwatch_is_over(deadline_us), "no end of output: %s", program->heard);
        was_over = tick_count_passed(&quiet) >= ticks;
        program_read(program, was_over ? 0 : SETTLE_STEP_MS);
        if (program->length > length)
            tick_count_begin(&quiet, program->port);
        else if (was_over)
            return;
    }
}

void program_forget(struct program *program)
{
    program->length = 0;
    program->heard[0] = '\0';
}

void program_expect(struct program *program, const char *text)
{
    int64_t deadline_us = stopwatch_deadline_us(PROGRAM_ANSWER_MS);

    while (strstr(program->heard, text) == NULL) {
        ck_assert_msg(!program->is_closed && !stopwatch_is_over(deadline_us),
                      "\"%s\" is not heard, but: %s", text, program->heard);
        program_read(program, 10);
    }
    const char *rest = strstr(program->heard, text) + strlen(text);
    program->length -= (size_t)(rest - program->heard);
    memmove(program->heard, rest, program->length + 1);
}

void program_expect_closed(struct program *program)
{
    int64_t deadline_us = stopwatch_deadline_us(PROGRAM_ANSWER_MS);

    while (!program->is_closed) {
        ck_assert_msg(!stopwatch_is_over(deadline_us), "the line stays open");
        program_read(program, 10);
    }
}
