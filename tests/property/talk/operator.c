/*
 * An operator of a hall.
 */
#include "operator.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

enum { ANSWER_SIZE = 64 * 1024, REQUEST_SIZE = 512, QUICK_TURNS = 20, TURNS_MAX = 60000 };

int operator_connect(const struct hall *hall)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int line = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

    snprintf(address.sun_path, sizeof address.sun_path, "%s/undercroft.sock", hall->folder);
    ck_assert_int_eq(connect(line, (struct sockaddr *)&address, sizeof address), 0);
    return line;
}

/* What follows the line "ok LENGTH" or "error LENGTH"; false: not all of it is there. */
static bool find_text(const char *answer, size_t length, struct operator_answer *out)
{
    const char *end = strchr(answer, '\n');
    const char *blank = strchr(answer, ' ');

    if (end == NULL || blank == NULL)
        return false;
    *out = (struct operator_answer){.is_ok = strncmp(answer, "ok ", 3) == 0,
                                    .text = end + 1,
                                    .length = strtoul(blank, NULL, 10)};
    return length == (size_t)(out->text - answer) + out->length;
}

struct operator_answer operator_ask(struct hall *hall, int line, const char *request)
{
    static char answer[ANSWER_SIZE];
    char sent[REQUEST_SIZE];
    struct operator_answer out;
    size_t length = 0;
    int size = snprintf(sent, sizeof sent, "%s\n", request);

    ck_assert_int_eq(send(line, sent, (size_t)size, MSG_NOSIGNAL), size);
    for (int i = 0; i < TURNS_MAX; i++) {
        if (i > QUICK_TURNS)
            hall_wait(hall); /* levels and saves are made by other threads */
        else
            hall_pass(hall, HALL_TICK_MS);
        ssize_t count = recv(line, answer + length, sizeof answer - 1 - length, MSG_DONTWAIT);
        length += count > 0 ? (size_t)count : 0;
        answer[length] = '\0';
        if (find_text(answer, length, &out))
            return out;
        ck_assert_msg(count != 0, "the server hangs up on %s", request);
    }
    ck_abort_msg("no answer to %s", request);
}
