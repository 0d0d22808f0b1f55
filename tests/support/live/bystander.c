/*
 * Somebody who plays while others do their worst.
 */
#include "support/live/bystander.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/live/stopwatch.h"

enum { ANSWER_MS = 10000, QUIET_MS = 30 };

void bystander_enter(struct bystander *bystander, int port, const char *name)
{
    bystander->answer_count = 0;
    client_enter(&bystander->client, CLIENT_XTERM, port, name);
    client_wait_quiet(&bystander->client, 100, ANSWER_MS);
}

void bystander_close(struct bystander *bystander)
{
    client_close(&bystander->client);
}

void bystander_expect_unnoticed(struct bystander *bystander, const char *during)
{
    struct client *client = &bystander->client;

    for (int i = 0; i < 2; i++) {
        int64_t began_us = stopwatch_now_us();
        uint64_t before = client->bytes;
        client_type(client, i == 0 ? "\x17" : "\x1b");
        while (client->bytes == before && !client->is_closed &&
               stopwatch_now_us() - began_us < (int64_t)ANSWER_MS * 1000 * stopwatch_patience())
            client_pump(client, 5);
        ck_assert_msg(client->bytes > before, "%s: the bystander gets no answer", during);
        if (bystander->answer_count < BYSTANDER_ANSWERS_MAX)
            bystander->answers_ms[bystander->answer_count++] =
                (double)(stopwatch_now_us() - began_us) / 1000;
        client_wait_quiet(client, QUIET_MS, ANSWER_MS);
    }
}

static int compare(const void *a, const void *b)
{
    double left = *(const double *)a;
    double right = *(const double *)b;

    return (left > right) - (left < right);
}

void bystander_print(struct bystander *bystander, const char *during)
{
    int count = bystander->answer_count;

    qsort(bystander->answers_ms, (size_t)count, sizeof bystander->answers_ms[0], compare);
    if (count > 0)
        printf("threats: %s: answers to others p50 %.0f ms, p99 %.0f ms, of %d\n", during,
               bystander->answers_ms[count / 2], bystander->answers_ms[count * 99 / 100], count);
    bystander->answer_count = 0;
}
