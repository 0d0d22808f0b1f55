/*
 * The knowledge that a client of the game could show its player, gathered from the world: the
 * remembered map, the foes in view with their danger words, those met before, the pack, the things
 * that lie about.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_TACTICS_VIEW_H
#define UNDERCROFT_TESTS_SUPPORT_TACTICS_VIEW_H

#include "support/tactics/tactic.h"
#include "world/world.h"

/* Danger words by kind, for one health and level. */
struct view_words {
    int health;
    int level;
    bool is_known[SPECIES_COUNT];
    enum danger danger[SPECIES_COUNT];
    struct opponent opponents[SPECIES_COUNT];
};

struct view {
    struct knowledge known;
    struct notes notes;
    struct view_words words;
    uint8_t ground[LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX];
};

/* `scratch` is kept, and stays the caller's. */
void view_init(struct view *view, struct path_scratch *scratch);

/* The delver is on another level now. */
void view_forget(struct view *view);

/* Brings it up to date, for a delver on a level; mates and the leader are the caller's to fill. */
void view_look(struct view *view, const struct world *world, const struct delver *delver);

#endif
