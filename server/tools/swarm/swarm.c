/*
 * A swarm. Its life: begin all, play, leave; each part has an end that no server can put off.
 */
#include "server/tools/swarm/swarm.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TURN_MS = 5,
    US_PER_SECOND = 1000 * 1000,
    LOGIN_SECONDS = 60, /* for the last one begun to be in */
    LEAVE_SECONDS = 10,
};

uint64_t swarm_now_us(void)
{
    return uv_hrtime() / 1000;
}

void swarm_note_reason(struct swarm *swarm, const char *heard)
{
    size_t length = strlen(heard);

    while (length > 0 && strchr("\r\n ", heard[length - 1]) != NULL)
        length--;
    size_t begin = length;
    while (begin > 0 && heard[begin - 1] != '\n' && length - begin < SWARM_REASON_SIZE - 1)
        begin--;
    for (size_t i = begin; i < length; i++)
        swarm->reason[i - begin] = heard[i] >= ' ' && heard[i] <= '~' ? heard[i] : ' ';
    swarm->reason[length - begin] = '\0';
}

static int count(const struct swarm *swarm, enum bot_stage stage)
{
    int sum = 0;

    for (int i = 0; i < swarm->begun_count; i++)
        sum += swarm->bots[i].stage == stage;
    return sum;
}

static void begin_more(struct swarm *swarm, uint64_t now_us)
{
    uint64_t due =
        1 + (now_us - swarm->began_us) * (uint64_t)swarm->options.logins_per_s / US_PER_SECOND;

    while (swarm->begun_count < swarm->options.clients && (uint64_t)swarm->begun_count < due) {
        bot_begin(&swarm->bots[swarm->begun_count], swarm, swarm->begun_count);
        swarm->begun_count++;
    }
}

/* True when everybody has begun and is in, or never will be. */
static bool is_settled(const struct swarm *swarm, uint64_t now_us)
{
    uint64_t begin_us =
        (uint64_t)swarm->options.clients * US_PER_SECOND / (uint64_t)swarm->options.logins_per_s;
    uint64_t latest_us = swarm->began_us + begin_us + LOGIN_SECONDS * (uint64_t)US_PER_SECOND;

    if (now_us >= latest_us)
        return true;
    return swarm->begun_count == swarm->options.clients && count(swarm, BOT_CONNECTING) == 0 &&
           count(swarm, BOT_LOGIN) == 0;
}

static bool is_over(const struct swarm *swarm)
{
    for (int i = 0; i < swarm->begun_count; i++) {
        if (!bot_is_over(&swarm->bots[i]))
            return false;
    }
    return swarm->begun_count == swarm->options.clients || swarm->leave_until_us != 0;
}

static void leave(struct swarm *swarm, uint64_t now_us)
{
    swarm->leave_until_us = now_us + LEAVE_SECONDS * (uint64_t)US_PER_SECOND;
    for (int i = 0; i < swarm->begun_count; i++)
        bot_leave(&swarm->bots[i]);
}

static void on_turn(uv_timer_t *timer)
{
    struct swarm *swarm = timer->data;
    uint64_t now_us = swarm_now_us();

    begin_more(swarm, now_us);
    for (int i = 0; i < swarm->begun_count; i++)
        bot_update(&swarm->bots[i], now_us);
    if (swarm->play_until_us == 0 && is_settled(swarm, now_us))
        swarm->play_until_us = now_us + (uint64_t)swarm->options.seconds * US_PER_SECOND;
    if (swarm->leave_until_us == 0 && swarm->play_until_us != 0 && now_us >= swarm->play_until_us)
        leave(swarm, now_us);
    if (swarm->leave_until_us != 0 && now_us >= swarm->leave_until_us) {
        for (int i = 0; i < swarm->begun_count; i++)
            bot_end(&swarm->bots[i], BOT_LOST);
    }
    if (is_over(swarm))
        uv_close((uv_handle_t *)timer, NULL);
}

static void print_text(const struct swarm *swarm)
{
    const struct samples *answers = &swarm->answers;

    printf("clients   %d asked for, %" PRIu64 " got in, %d refused, %d lost\n",
           swarm->options.clients, swarm->logins.count, count(swarm, BOT_REFUSED),
           count(swarm, BOT_LOST));
    if (swarm->reason[0] != '\0')
        printf("refused   the newest was told: %s\n", swarm->reason);
    printf("login     p50 %.1f ms, p99 %.1f ms\n", samples_percentile_ms(&swarm->logins, 50),
           samples_percentile_ms(&swarm->logins, 99));
    printf("answers   p50 %.1f ms, p95 %.1f ms, p99 %.1f ms, longest %.1f ms (the next byte after a"
           " key)\n",
           samples_percentile_ms(answers, 50), samples_percentile_ms(answers, 95),
           samples_percentile_ms(answers, 99), (double)answers->highest_us / 1000.0);
    printf("keys      %" PRIu64 " sent, %" PRIu64 " not taken by the line\n", swarm->keys,
           swarm->keys_unsent);
    printf("bytes     %" PRIu64 " received, %.0f a key\n", swarm->bytes,
           swarm->keys == 0 ? 0.0 : (double)swarm->bytes / (double)swarm->keys);
    printf("our own   lateness p50 %.1f ms, p99 %.1f ms\n",
           samples_percentile_ms(&swarm->lateness, 50),
           samples_percentile_ms(&swarm->lateness, 99));
}

static void print_json(const struct swarm *swarm)
{
    const struct samples *answers = &swarm->answers;

    printf("{\"clients\":%d,\"got_in\":%" PRIu64 ",\"refused\":%d,\"lost\":%d",
           swarm->options.clients, swarm->logins.count, count(swarm, BOT_REFUSED),
           count(swarm, BOT_LOST));
    printf(",\"login_p50_ms\":%.1f,\"login_p99_ms\":%.1f",
           samples_percentile_ms(&swarm->logins, 50), samples_percentile_ms(&swarm->logins, 99));
    printf(",\"answer_p50_ms\":%.1f,\"answer_p95_ms\":%.1f,\"answer_p99_ms\":%.1f",
           samples_percentile_ms(answers, 50), samples_percentile_ms(answers, 95),
           samples_percentile_ms(answers, 99));
    printf(",\"keys\":%" PRIu64 ",\"keys_unsent\":%" PRIu64 ",\"bytes\":%" PRIu64
           ",\"own_lateness_p99_ms\":%.1f}\n",
           swarm->keys, swarm->keys_unsent, swarm->bytes,
           samples_percentile_ms(&swarm->lateness, 99));
}

enum swarm_exit swarm_run(struct swarm *swarm, const struct swarm_options *options)
{
    swarm->options = *options;
    swarm->bots = calloc((size_t)options->clients, sizeof *swarm->bots);
    if (swarm->bots == NULL || uv_loop_init(&swarm->loop) != 0) {
        fputs("undercroft-swarm: out of memory\n", stderr);
        free(swarm->bots);
        return SWARM_LOSSES;
    }
    swarm->began_us = swarm_now_us();
    swarm->timer.data = swarm;
    if (uv_timer_init(&swarm->loop, &swarm->timer) == 0 &&
        uv_timer_start(&swarm->timer, on_turn, 0, TURN_MS) == 0)
        uv_run(&swarm->loop, UV_RUN_DEFAULT);
    if (options->is_json)
        print_json(swarm);
    else
        print_text(swarm);
    bool is_whole = count(swarm, BOT_LEFT) == options->clients;
    uv_loop_close(&swarm->loop);
    free(swarm->bots);
    return is_whole ? SWARM_DONE : SWARM_LOSSES;
}
