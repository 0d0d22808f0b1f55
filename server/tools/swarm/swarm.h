/*
 * A swarm: so many clients on one loop, begun one after the other, and their results.
 */
#ifndef UNDERCROFT_SERVER_TOOLS_SWARM_SWARM_H
#define UNDERCROFT_SERVER_TOOLS_SWARM_SWARM_H

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

#include "server/tools/swarm/bot.h"
#include "server/tools/swarm/options.h"

/*
 * Durations in a histogram of fixed size: buckets grow by an eighth of a power of two, so a
 * percentile is at most 13 % too high or low.
 */
enum { SAMPLE_BUCKETS = 64 * 8 };

/* All zero: none. */
struct samples {
    uint64_t counts[SAMPLE_BUCKETS];
    uint64_t count;
    uint64_t highest_us;
};

void samples_add(struct samples *samples, uint64_t duration_us);

enum { SWARM_REASON_SIZE = 128 };

struct swarm {
    uv_loop_t loop;
    uv_timer_t timer;
    struct swarm_options options;
    struct bot *bots; /* options.clients bots */
    uint64_t *due_us; /* time when each bot has something to do; UINT64_MAX: at no time */
    int stage_counts[BOT_STAGE_COUNT];
    int begun_count;
    uint64_t began_us;
    uint64_t newest_login_us;
    /* time when the measurement begins; 0: some bots are still at their login */
    uint64_t measure_at_us;
    uint64_t play_until_us;  /* time when it ends; 0: nothing is measured yet */
    uint64_t leave_until_us; /* time when the run ends; 0: bots are not leaving yet */
    struct samples logins;   /* time from connecting to the welcome */
    struct samples answers;  /* time from when a key was due to the frame that answers it */
    struct samples lateness; /* time from when a key was due to when it was sent */
    uint64_t keys;
    uint64_t keys_unsent;
    uint64_t keys_waiting;   /* keys typed before the key before them was answered */
    uint64_t keys_silent;    /* keys that no frame answered, though one answered a later key */
    uint64_t keys_unclear;   /* keys of which it is unknown whether they were answered */
    uint64_t keys_in_danger; /* keys that bots who fight typed in danger */
    int deaf_closed;         /* bots that never read and were closed by the server */
    uint64_t bytes;
    char reason[SWARM_REASON_SIZE]; /* text of the newest refusal */
    char read_buffer[64 * 1024];
};

/* Returns a monotonic time in microseconds. */
uint64_t swarm_now_us(void);

/* Keeps the last line that a bot received before it was refused. */
void swarm_note_reason(struct swarm *swarm, const char *heard);

#endif
