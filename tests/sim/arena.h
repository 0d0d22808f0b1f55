/*
 * The arena: a delver, or a company of up to four, against foes in one hall, as often as asked. The
 * delvers follow a tactic of tests/support/tactics; foes have the minds of the game. Two runs with
 * the same bout and seed go the same way.
 *
 * A bout is written as two sides with a `v` between them, in either order:
 *
 *     gate hound*3 v delver level 4 knife
 *     delver*2 level 9 sword, mail, 3 draughts of mending v drudge*4 and bell drudge
 *
 * Kinds and things are named as players name them. Things with a slot are worn.
 */
#ifndef UNDERCROFT_TESTS_SIM_ARENA_H
#define UNDERCROFT_TESTS_SIM_ARENA_H

#include <stdint.h>
#include <stdio.h>

#include "content/species.h"
#include "support/tactics/tactic.h"
#include "world/pack.h"

enum {
    ARENA_DELVERS_MAX = TACTIC_MATES_MAX + 1,
    ARENA_FOES_MAX = 16,
    ARENA_BEATS_MAX = 500, /* of one fight: then nobody has won */
    ARENA_CAUSE_SIZE = 160,
};

struct arena_bout {
    int delvers;
    int level;
    struct pack pack; /* of each delver */
    enum species_id foes[ARENA_FOES_MAX];
    int foe_count;
    int depth; /* of the hall; at first the deepest of the depths at which its foes begin */
    const struct tactic *tactic;
};

enum arena_end { ARENA_DELVERS_WON, ARENA_FOES_WON, ARENA_NOBODY_WON, ARENA_END_COUNT };

struct arena_result {
    enum arena_end end;
    int beats;        /* lived by the first delver */
    int health_lost;  /* of all delvers, in 100 of their full health */
    int delvers_dead; /* at its end */
    int foes_dead;
};

/* Understands a bout. On ERR_FORMAT `cause` names the word that it stumbled over. */
MUST_USE enum err arena_read(const char *text, struct arena_bout *out,
                             char cause[ARENA_CAUSE_SIZE]);

/* One fight. `tale`: NULL, or where the first delver's sentences go, a line each. */
void arena_fight(const struct arena_bout *bout, uint64_t seed, FILE *tale,
                 struct arena_result *out);

#endif
