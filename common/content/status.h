/*
 * Conditions of a body that last for a while, as a table: their length, effects and end. Lengths
 * are in beats of the body.
 */
#ifndef UNDERCROFT_CONTENT_STATUS_H
#define UNDERCROFT_CONTENT_STATUS_H

#include <stdbool.h>
#include <stdint.h>

enum status_id {
    STATUS_POISONED,
    STATUS_BURNING,
    STATUS_HELD,
    STATUS_SLOWED,
    STATUS_DAZED,
    STATUS_STUNNED,
    STATUS_DIM,
    STATUS_DAZZLED,
    STATUS_HUSHED,
    STATUS_RUSTED,
    STATUS_ASLEEP,
    STATUS_HASTED,
    STATUS_STONE,
    STATUS_CLEAR,
    STATUS_FLOATING,
    STATUS_UNSEEN,
    STATUS_GLOWING,
    STATUS_FAR_SIGHTED,
    STATUS_WITHERED,
    STATUS_COUNT
};

/* A number of a body to which its statuses add. */
enum status_effect {
    STATUS_ARMOUR, /* points of armour */
    STATUS_CHANCE, /* chance of its own blows to hit, in percent */
    STATUS_LIGHT,  /* radius of light in cells */
    STATUS_EFFECT_COUNT
};

/* The effect of a status on a body that already has it. */
enum status_join {
    STATUS_LONGER, /* the longer duration counts */
    STATUS_ADDS,   /* the durations add up */
};

/* Events that end a status before its time, as bits. */
enum status_end {
    STATUS_ENDS_BY_TIME = 0,
    STATUS_ENDS_BY_WAITING = 1 << 0,
    STATUS_ENDS_BY_HARM = 1 << 1,
    STATUS_ENDS_BY_ACTING = 1 << 2,
};

struct status_row {
    /* text told when it begins, with slots of narrate/telling.h; NULL: "You are held." with its
       name */
    const char *begins;
    const char *ended; /* text told when it ends; NULL: "You are no longer held." with its name */
    const char *name;  /* name, as in "you are poisoned" */
    const char *harm;  /* the cause of lost health, such as "poison"; NULL: it costs none */
    const char *about; /* sentence on its harm in numbers; NULL for a good status */
    const char *cure;  /* sentence on its cure; "" for a good status */
    const char *gift;  /* sentence on its benefit; NULL for a bad status */
    uint8_t save_id;   /* its number in the database; never changes, never used again */
    bool is_good;
    bool takes_turns; /* the body cannot act while it lasts */
    bool lasts;       /* ends after a number of uses, not after beats */
    uint8_t beats;    /* usual duration in beats */
    uint8_t beats_max;
    enum status_join join;
    unsigned ends; /* bits of enum status_end */
    /* Health lost each beat: `loss`, and 1 more for each `loss_beats` beats left (0: none more). */
    uint8_t loss;
    uint8_t loss_beats;
    uint8_t loss_max;
    int8_t effects[STATUS_EFFECT_COUNT];
};

/* Returns the row of a status; `id` is less than STATUS_COUNT. */
const struct status_row *status_row(enum status_id id);

#endif
