/*
 * What a delver's danger and company make of time for that delver: how its company lives, whether
 * foes are after it, and when it last was hurt or moved. Times are ticks of the delver's own life
 * (body_lived()) where nothing else is said.
 */
#ifndef UNDERCROFT_WORLD_PERIL_H
#define UNDERCROFT_WORLD_PERIL_H

#include <stdbool.h>
#include <stdint.h>

#include "world/company_state.h"
#include "world/id.h"

enum {
    PERIL_NOTED_MAX = 16,
    PERIL_NOTICE_MS = 3000, /* between WAITING and RUNNING */
    PERIL_HURT_BEATS = 3,   /* for so long a hurt is danger */
    PERIL_VIEW = 12,        /* cells from which an awake foe is danger */
    PERIL_HUNT = 20,        /* the same of a foe that aims at the delver */
    PERIL_ARRIVAL_MS = 2000,
    BEAT_MS = 600, /* of the clock on the wall, where nothing else is said */
};

struct peril {
    enum company_state time;
    uint16_t company; /* among those of the level; 0: none */
    bool is_parting;
    uint64_t parts_at; /* of the level's clock */
    bool is_in_danger;
    bool is_hurt; /* at hurt_at */
    uint64_t hurt_at;
    uint64_t stepped_at;
    uint64_t safe_until;            /* after an arrival no foe takes aim, unless the delver acts */
    uint64_t halted_until;          /* tick of the world: time stands for the company till then */
    uint16_t mended;                /* of a point of health, in MEND_POINT-ths */
    body_id noted[PERIL_NOTED_MAX]; /* foes that were told to have come into view */
    uint8_t noted_next;
};

#endif
