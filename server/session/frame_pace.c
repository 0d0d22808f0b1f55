/*
 * How often a screen shows what others do.
 */
#include "server/session/frame_pace.h"

struct pace_row {
    unsigned load_below; /* of FRAME_PACE_FULL */
    unsigned interval_ms;
};

static const struct pace_row pace_table[] = {
    {100, 50},
    {350, 100},
    {600, 200},
    {FRAME_PACE_FULL + 1, 400},
};

static uint8_t step_of(unsigned load)
{
    uint8_t step = 0;

    while (load >= pace_table[step].load_below)
        step++;
    return step;
}

static void change_step(struct frame_pace *pace, uint64_t length_us)
{
    uint8_t wanted = step_of(frame_pace_load(pace));

    if (wanted >= pace->step) {
        pace->step = wanted;
        pace->calm_us = 0;
        return;
    }
    pace->calm_us += length_us < FRAME_PACE_CALM_US ? (uint32_t)length_us : FRAME_PACE_CALM_US;
    if (pace->calm_us < FRAME_PACE_CALM_US)
        return;
    pace->step--;
    pace->calm_us = 0;
}

void frame_pace_note(struct frame_pace *pace, uint64_t work_us, uint64_t length_us)
{
    uint64_t load =
        work_us < length_us ? work_us * FRAME_PACE_FULL / length_us : (uint64_t)FRAME_PACE_FULL;

    pace->sum = pace->sum - pace->loads[pace->oldest] + (uint32_t)load;
    pace->loads[pace->oldest] = (uint16_t)load;
    pace->oldest = (uint8_t)((pace->oldest + 1) % FRAME_PACE_TICKS);
    change_step(pace, length_us);
}

unsigned frame_pace_load(const struct frame_pace *pace)
{
    return pace->sum / FRAME_PACE_TICKS;
}

unsigned frame_pace_interval(const struct frame_pace *pace, unsigned tick_ms)
{
    return (pace_table[pace->step].interval_ms + tick_ms - 1) / tick_ms;
}

uint64_t frame_pace_budget_us(uint64_t length_us)
{
    return length_us / 2;
}
