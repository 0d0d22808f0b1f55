/*
 * How often a screen shows what others do: by the load, which is the average of the last ticks'
 * work as a share of their length. The interval grows at once and shrinks by a step a second, so
 * that it does not swing. One's own doing waits for no interval.
 */
#ifndef UNDERCROFT_SERVER_SESSION_FRAME_PACE_H
#define UNDERCROFT_SERVER_SESSION_FRAME_PACE_H

#include <stdint.h>

enum {
    FRAME_PACE_TICKS = 16,  /* of which the average is taken */
    FRAME_PACE_FULL = 1000, /* the load of a tick that worked all its time, or longer */
    FRAME_PACE_CALM_US = 1000 * 1000,
};

/* Valid when all zero: there was no work, and the interval is the shortest. */
struct frame_pace {
    uint16_t loads[FRAME_PACE_TICKS]; /* a ring: 0 … FRAME_PACE_FULL */
    uint32_t sum;
    uint8_t oldest;
    uint8_t step;     /* row of the table of intervals */
    uint32_t calm_us; /* for so long a lower row has been enough */
};

/* A tick, or several at once, took `work_us` of the `length_us` that it has; more than 0. */
void frame_pace_note(struct frame_pace *pace, uint64_t work_us, uint64_t length_us);

/* 0 … FRAME_PACE_FULL. */
unsigned frame_pace_load(const struct frame_pace *pace);

/* Ticks of `tick_ms` from a viewer's last frame to one that only shows what others do; 1 or more.
 */
unsigned frame_pace_interval(const struct frame_pace *pace, unsigned tick_ms);

/* How long such frames may take in a tick of `length_us`, and how long those of the viewers' own
   doing; the ones that are left come first in the next one. */
uint64_t frame_pace_budget_us(uint64_t length_us);

#endif
