/*
 * undercroft-swarm: many delvers at once, to see what a server and its machine can bear. Its life:
 * begin all, play, leave; each part has an end that no server can put off.
 */
#include "server/tools/swarm/swarm.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "server/base/process.h"

enum { STEPS = 8, STEP_BITS = 3 };

static int bucket_of(uint64_t value)
{
    int power = 0;

    if (value < STEPS)
        return (int)value;
    while (value >> power >= 2 * STEPS)
        power++;
    return (power + 1) * STEPS + (int)((value >> power) - STEPS);
}

/* Returns the highest value in a bucket. */
static uint64_t top_of(int bucket)
{
    int power = bucket / STEPS - 1;

    if (bucket < STEPS)
        return (uint64_t)bucket;
    return (((uint64_t)(bucket % STEPS) + STEPS + 1) << power) - 1;
}

void samples_add(struct samples *samples, uint64_t duration_us)
{
    samples->counts[bucket_of(duration_us)]++;
    samples->count++;
    if (duration_us > samples->highest_us)
        samples->highest_us = duration_us;
}

/* Returns the duration in milliseconds that `percent` (1 to 100) of all do not exceed; 0 if there
   are none. */
static double samples_percentile_ms(const struct samples *samples, int percent)
{
    uint64_t wanted = (samples->count * (uint64_t)percent + 99) / 100;
    uint64_t seen = 0;

    if (samples->count == 0)
        return 0;
    for (int i = 0; i < SAMPLE_BUCKETS; i++) {
        seen += samples->counts[i];
        if (seen >= wanted) {
            uint64_t top = top_of(i);
            return (double)(top < samples->highest_us ? top : samples->highest_us) / 1000.0;
        }
    }
    return (double)samples->highest_us / 1000.0;
}

enum {
    TURN_MS = 1,
    US_PER_SECOND = 1000 * 1000,
    LOGIN_SECONDS = 60, /* time for the last login after it has begun */
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

/* Prints which part of the run begins, for a program that reads the output. */
static void tell_part(const struct swarm *swarm, const char *part)
{
    if (!swarm->options.tells_parts)
        return;
    puts(part);
    fflush(stdout);
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

/* True when every bot has begun and is in play, or never will be. */
static bool is_settled(const struct swarm *swarm, uint64_t now_us)
{
    uint64_t begin_us =
        (uint64_t)swarm->options.clients * US_PER_SECOND / (uint64_t)swarm->options.logins_per_s;
    uint64_t latest_us = swarm->began_us + begin_us + LOGIN_SECONDS * (uint64_t)US_PER_SECOND;

    if (now_us >= latest_us)
        return true;
    return swarm->begun_count == swarm->options.clients &&
           swarm->stage_counts[BOT_CONNECTING] == 0 && swarm->stage_counts[BOT_LOGIN] == 0;
}

static bool is_over(const struct swarm *swarm)
{
    int over_count = 0;

    for (int i = BOT_REFUSED; i < BOT_STAGE_COUNT; i++)
        over_count += swarm->stage_counts[i];
    return over_count == swarm->begun_count &&
           (swarm->begun_count == swarm->options.clients || swarm->leave_until_us != 0);
}

static void leave(struct swarm *swarm, uint64_t now_us)
{
    swarm->leave_until_us = now_us + LEAVE_SECONDS * (uint64_t)US_PER_SECOND;
    for (int i = 0; i < swarm->begun_count; i++)
        bot_leave(&swarm->bots[i]);
}

/* Sets all counts to zero: everything before was for warming up. */
static void begin_to_measure(struct swarm *swarm, uint64_t now_us)
{
    swarm->play_until_us = now_us + (uint64_t)swarm->options.seconds * US_PER_SECOND;
    memset(&swarm->answers, 0, sizeof swarm->answers);
    memset(&swarm->lateness, 0, sizeof swarm->lateness);
    swarm->keys = swarm->keys_unsent = swarm->keys_waiting = swarm->keys_silent =
        swarm->keys_unclear = swarm->keys_in_danger = swarm->bytes = 0;
    tell_part(swarm, "begin");
}

/* Continues once all bots are in play or never will be. If one is missing, there is nothing to
   measure. */
static void settle(struct swarm *swarm, uint64_t now_us)
{
    swarm->measure_at_us = now_us + (uint64_t)swarm->options.warm_seconds * US_PER_SECOND;
    if (swarm->options.tells_parts && swarm->stage_counts[BOT_PLAYING] < swarm->options.clients) {
        if (swarm->reason[0] == '\0')
            swarm_note_reason(swarm, "nothing yet, after a minute");
        tell_part(swarm, "missing");
        leave(swarm, now_us);
        return;
    }
    for (int i = 0; swarm->options.waits_for_all && i < swarm->begun_count; i++)
        bot_begin_to_type(&swarm->bots[i], now_us);
    tell_part(swarm, "in");
}

static void go_on(struct swarm *swarm, uint64_t now_us)
{
    if (swarm->leave_until_us != 0) {
        for (int i = 0; now_us >= swarm->leave_until_us && i < swarm->begun_count; i++)
            bot_end(&swarm->bots[i], BOT_LOST);
    } else if (swarm->measure_at_us == 0) {
        if (is_settled(swarm, now_us))
            settle(swarm, now_us);
    } else if (swarm->play_until_us == 0) {
        if (now_us >= swarm->measure_at_us)
            begin_to_measure(swarm, now_us);
    } else if (now_us >= swarm->play_until_us) {
        tell_part(swarm, "end");
        leave(swarm, now_us);
    }
}

static void on_turn(uv_timer_t *timer)
{
    struct swarm *swarm = timer->data;
    uint64_t now_us = swarm_now_us();

    begin_more(swarm, now_us);
    for (int i = 0; i < swarm->begun_count; i++) {
        if (now_us >= swarm->due_us[i])
            bot_update(&swarm->bots[i], swarm_now_us());
    }
    go_on(swarm, now_us);
    if (is_over(swarm))
        uv_close((uv_handle_t *)timer, NULL);
}

static void print_text(const struct swarm *swarm)
{
    const struct samples *answers = &swarm->answers;

    printf("clients   %d asked for, %" PRIu64 " got in, %d refused, %d lost\n",
           swarm->options.clients, swarm->logins.count, swarm->stage_counts[BOT_REFUSED],
           swarm->stage_counts[BOT_LOST]);
    if (swarm->reason[0] != '\0')
        printf("refused   the newest was told: %s\n", swarm->reason);
    printf("login     p50 %.1f ms, p99 %.1f ms\n", samples_percentile_ms(&swarm->logins, 50),
           samples_percentile_ms(&swarm->logins, 99));
    printf("answers   p50 %.1f ms, p95 %.1f ms, p99 %.1f ms, longest %.1f ms (the screen after a"
           " key)\n",
           samples_percentile_ms(answers, 50), samples_percentile_ms(answers, 95),
           samples_percentile_ms(answers, 99), (double)answers->highest_us / 1000.0);
    printf("keys      %" PRIu64 " sent, %" PRIu64 " not taken by the line, %" PRIu64
           " before the one before was answered\n",
           swarm->keys, swarm->keys_unsent, swarm->keys_waiting);
    printf("bytes     %" PRIu64 " received, %.0f a key\n", swarm->bytes,
           swarm->keys == 0 ? 0.0 : (double)swarm->bytes / (double)swarm->keys);
    printf("our own   lateness p50 %.1f ms, p99 %.1f ms\n",
           samples_percentile_ms(&swarm->lateness, 50),
           samples_percentile_ms(&swarm->lateness, 99));
}

static void print_json(const struct swarm *swarm)
{
    const struct samples *answers = &swarm->answers;
    uint64_t login_us = swarm->logins.count == 0 ? 0 : swarm->newest_login_us - swarm->began_us;

    printf("{\"clients\":%d,\"got_in\":%" PRIu64 ",\"refused\":%d,\"lost\":%d,\"reason\":\"",
           swarm->options.clients, swarm->logins.count, swarm->stage_counts[BOT_REFUSED],
           swarm->stage_counts[BOT_LOST]);
    for (const char *at = swarm->reason; *at != '\0'; at++) {
        if (*at != '"' && *at != '\\')
            putchar(*at);
    }
    printf("\",\"login_s\":%.3f,\"login_p50_ms\":%.1f,\"login_p99_ms\":%.1f",
           (double)login_us / US_PER_SECOND, samples_percentile_ms(&swarm->logins, 50),
           samples_percentile_ms(&swarm->logins, 99));
    printf(",\"answers\":%" PRIu64 ",\"answer_p50_ms\":%.1f,\"answer_p90_ms\":%.1f"
           ",\"answer_p99_ms\":%.1f",
           answers->count, samples_percentile_ms(answers, 50), samples_percentile_ms(answers, 90),
           samples_percentile_ms(answers, 99));
    printf(",\"keys\":%" PRIu64 ",\"keys_unsent\":%" PRIu64 ",\"keys_waiting\":%" PRIu64
           ",\"keys_silent\":%" PRIu64 ",\"keys_unclear\":%" PRIu64 ",\"keys_in_danger\":%" PRIu64
           ",\"bytes\":%" PRIu64 ",\"deaf_closed\":%d,\"own_lateness_p99_ms\":%.2f}\n",
           swarm->keys, swarm->keys_unsent, swarm->keys_waiting, swarm->keys_silent,
           swarm->keys_unclear, swarm->keys_in_danger, swarm->bytes, swarm->deaf_closed,
           samples_percentile_ms(&swarm->lateness, 99));
}

/* Plays to the end and prints the results. */
static enum swarm_exit swarm_run(struct swarm *swarm, const struct swarm_options *options)
{
    swarm->options = *options;
    swarm->bots = calloc((size_t)options->clients, sizeof *swarm->bots);
    swarm->due_us = malloc((size_t)options->clients * sizeof *swarm->due_us);
    if (swarm->bots == NULL || swarm->due_us == NULL || uv_loop_init(&swarm->loop) != 0) {
        fputs("undercroft-swarm: out of memory\n", stderr);
        free(swarm->bots);
        free(swarm->due_us);
        return SWARM_LOSSES;
    }
    memset(swarm->due_us, 0xFF, (size_t)options->clients * sizeof *swarm->due_us);
    swarm->began_us = swarm_now_us();
    swarm->timer.data = swarm;
    if (uv_timer_init(&swarm->loop, &swarm->timer) == 0 &&
        uv_timer_start(&swarm->timer, on_turn, 0, TURN_MS) == 0)
        uv_run(&swarm->loop, UV_RUN_DEFAULT);
    if (options->is_json)
        print_json(swarm);
    else
        print_text(swarm);
    bool is_whole = swarm->stage_counts[BOT_LEFT] == options->clients;
    uv_loop_close(&swarm->loop);
    free(swarm->bots);
    free(swarm->due_us);
    return is_whole ? SWARM_DONE : SWARM_LOSSES;
}

enum { DESCRIPTORS_SPARE = 32 };

/* Raises the limit on descriptors to the number of clients; if the hard limit is lower, some
   clients are refused. */
static void raise_limit(int clients)
{
    struct rlimit limit;
    rlim_t wanted = (rlim_t)clients + DESCRIPTORS_SPARE;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted)
        return;
    limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
    (void)setrlimit(RLIMIT_NOFILE, &limit);
}

int main(int argc, char **argv)
{
    struct swarm_options options;
    enum swarm_exit code;

    if (!standard_streams_fill())
        return (int)SWARM_LOSSES;
    if (!swarm_options_read(&options, argc, argv, &code))
        return (int)code;
    raise_limit(options.clients);
    signal(SIGPIPE, SIG_IGN);
    struct swarm *swarm = calloc(1, sizeof *swarm);
    if (swarm == NULL) {
        fputs("undercroft-swarm: out of memory\n", stderr);
        return SWARM_LOSSES;
    }
    code = swarm_run(swarm, &options);
    free(swarm);
    return (int)code;
}
