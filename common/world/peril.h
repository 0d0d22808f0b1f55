/*
 * The danger and company of a delver, which decide how its time goes on: how its company lives,
 * whether foes are after it, and when it last was hurt or moved. Times are ticks of the delver's
 * own life (body_lived()) where nothing else is said.
 */
#ifndef UNDERCROFT_WORLD_PERIL_H
#define UNDERCROFT_WORLD_PERIL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/pos.h"
#include "world/id.h"

/* The states of a company: how its time goes on. See world/company.h. */
enum company_state {
    COMPANY_CALM,    /* nobody is in danger */
    COMPANY_WAITING, /* one delver alone, in danger: time waits for their next action */
    COMPANY_RUNNING, /* several, one of them in danger: time runs */
};

enum {
    PERIL_NOTED_MAX = 16,
    PERIL_SENSED_MAX = 6,
    PERIL_NOTICE_MS = 3000, /* between WAITING and RUNNING */
    PERIL_HURT_BEATS = 3,   /* for so long a hurt is danger */
    PERIL_VIEW = 12,        /* cells from which an awake foe is danger */
    PERIL_HUNT = 20,        /* the same of a foe that aims at the delver */
    PERIL_ARRIVAL_MS = 2000,
    PERIL_IDLE_MS = 60000, /* without a word of its player: away, where time runs */
    PERIL_WISH_MS = 20000, /* the same: it has no say in the pace of time */
    PERIL_FALL_BEATS = 20, /* a fallen delver may be raised for so long */
    BEAT_MS = 600,         /* of the clock on the wall, where nothing else is said */
};

/* A foe that is sensed and not seen, and where it was then. */
struct sensed {
    body_id foe;
    struct pos at;
};

struct peril {
    enum company_state time;
    uint16_t company; /* among those of the level; 0: none */
    bool is_parting;
    uint64_t parts_at; /* of the level's clock */
    bool is_in_danger;
    bool is_hunted; /* was told of a foe out of view, in this danger */
    bool is_fallen; /* lies on the ground till fallen_until; others may raise it */
    uint64_t fallen_until;
    body_id felled_by;
    bool is_spent;      /* was stubborn on this level */
    uint64_t winded_at; /* when it last had its second wind; 0: never on this level */
    bool is_hurt;       /* at hurt_at */
    uint64_t hurt_at;
    uint64_t stepped_at;
    uint64_t safe_until;   /* after an arrival no foe takes aim, unless the delver acts */
    uint64_t halted_until; /* tick of the world: time stands for the company till then */
    uint16_t pace;         /* of the company's time while it runs, in percent; 0 as 100 */
    uint64_t acted_at;     /* tick of the world at which its player last asked for something */
    bool is_idle;          /* that is PERIL_IDLE_MS ago, and danger is near */
    uint8_t bandage;       /* health that it still gives */
    uint8_t bandage_beats; /* in which it gives that */
    uint8_t returning;     /* beats until a scroll of return takes effect; 0: none was read */
    uint16_t mended;       /* of a point of health, in MEND_POINT-ths */
    body_id noted[PERIL_NOTED_MAX]; /* foes that were told to have come into view */
    uint32_t
        noted_at[PERIL_NOTED_MAX]; /* when each was last in view: lived ticks, their low bits */
    uint32_t fight_at;             /* when the company's time last ceased to be calm, alike */
    uint32_t looked_at; /* when it last looked for foes, alike: who was in view then still is */
    uint8_t noted_next;
    uint8_t sensed_count;
    struct sensed sensed[PERIL_SENSED_MAX];
};

#endif
