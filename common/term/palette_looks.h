/*
 * Private to the palettes: one table of looks for each theme. Remembered cells have their look from
 * palette.c, whatever these tables say; a role without a row looks plain.
 */
#ifndef UNDERCROFT_TERM_PALETTE_LOOKS_H
#define UNDERCROFT_TERM_PALETTE_LOOKS_H

#include "term/ansi.h"
#include "term/palette.h"

struct palette_look {
    const char *sgr;
    const char *sequence;
};

#define LOOK(parameters)                                                                           \
    {                                                                                              \
        parameters, ANSI_CSI parameters "m"                                                        \
    }

/* The looks of kinds of one hue: things and foes that are awake, foes asleep, and bosses. */
#define KIND_LOOKS(hue, kind, asleep, boss)                                                        \
    [ROLE_KIND_##hue] = LOOK(kind), [ROLE_ASLEEP_##hue] = LOOK(asleep),                            \
    [ROLE_BOSS_##hue] = LOOK(boss)

extern const struct palette_look palette_dark[PALETTE_COUNT][ROLE_COUNT];
extern const struct palette_look palette_light[PALETTE_COUNT][ROLE_COUNT];

#endif
