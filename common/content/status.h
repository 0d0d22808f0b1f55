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

/* The number that a status adds to, for each body that has it. */
enum status_effect {
    STATUS_ARMOUR, /* points */
    STATUS_CHANCE, /* to the chance of its own blows, in 100 */
    STATUS_LIGHT,  /* cells */
    STATUS_EFFECT_COUNT
};

/* The effect of a second status of a kind while the first lasts. */
enum status_join {
    STATUS_LONGER, /* the longer of both stays */
    STATUS_ADDS,   /* the beats add up */
};

/* Events that end a status before its time, as bits. */
enum status_end {
    STATUS_ENDS_BY_TIME = 0,
    STATUS_ENDS_BY_WAITING = 1 << 0,
    STATUS_ENDS_BY_HARM = 1 << 1,
    STATUS_ENDS_BY_ACTING = 1 << 2,
};

struct status_row {
    const char *begins; /* told then, with slots of narrate/telling.h; NULL: "You are held." */
    const char *ended;  /* told then; NULL: "You are no longer held." */
    const char *name;   /* "poisoned", behind "you are" */
    const char *harm;   /* "poison": the cause of lost health; NULL: none is lost */
    const char *about;  /* its harm in numbers, a sentence; NULL for a good status: its gift */
    const char *cure;   /* a sentence; "" for a good status */
    const char *gift;   /* a sentence: its benefit; NULL for a bad status */
    uint8_t save_id;    /* its number in the database; never changes, never used again */
    bool is_good;
    bool takes_turns; /* nothing can be done while it lasts */
    bool lasts;       /* counted in uses: beats do not end it */
    uint8_t beats;    /* when nothing else is said */
    uint8_t beats_max;
    enum status_join join;
    unsigned ends; /* bits of enum status_end */
    /* Health lost a beat: so much, and one for each `loss_beats` that are left (0: none). */
    uint8_t loss;
    uint8_t loss_beats;
    uint8_t loss_max;
    int8_t effects[STATUS_EFFECT_COUNT];
};

/* `id` is less than STATUS_COUNT. */
const struct status_row *status_row(enum status_id id);

#endif
