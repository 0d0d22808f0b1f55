/*
 * An operator of a hall.
 */
#include "operator.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ANSWER_SIZE = 64 * 1024, REQUEST_SIZE = 512, TURNS_MAX = 60000 };

struct peer *operator_connect(const struct hall *hall)
{
    char path[sizeof hall->folder + 32];

    snprintf(path, sizeof path, "%s/undercroft.sock", hall->folder);
    struct peer *line = peer_connect(path, NULL);
    ck_assert_ptr_nonnull(line);
    return line;
}

/* Finds the text behind the line "ok LENGTH" or "error LENGTH". False: not all of it is there. */
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

struct operator_answer operator_ask(struct hall *hall, struct peer *line, const char *request)
{
    static char answer[ANSWER_SIZE];
    char sent[REQUEST_SIZE];
    struct operator_answer out;
    size_t length = 0;
    int size = snprintf(sent, sizeof sent, "%s\n", request);

    ck_assert_int_eq(peer_send(line, sent, (size_t)size), size);
    for (int i = 0; i < TURNS_MAX; i++) {
        hall_wait(hall);
        ssize_t count = peer_receive(line, answer + length, sizeof answer - 1 - length);
        length += count > 0 ? (size_t)count : 0;
        answer[length] = '\0';
        if (find_text(answer, length, &out))
            return out;
        ck_assert_msg(count != 0, "the server hangs up on %s", request);
    }
    ck_abort_msg("no answer to %s", request);
}

void operator_order(struct hall *hall, const char *words)
{
    char request[REQUEST_SIZE];
    struct peer *line = operator_connect(hall);

    snprintf(request, sizeof request, "text %s", words);
    struct operator_answer answer = operator_ask(hall, line, request);
    ck_assert_msg(answer.is_ok, "%s: %s", words, answer.text);
    peer_close(line);
}
