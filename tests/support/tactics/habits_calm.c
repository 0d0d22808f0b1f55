/*
 * Habits of those that no foe troubles.
 */
#include "support/tactics/gear.h"
#include "support/tactics/ground.h"
#include "support/tactics/habits.h"

enum {
    HEALED_PERCENT = 95,
    LESSONS_WANTED = 4, /* kills of a kind, after which it teaches next to nothing */
    STAB_STEPS = 15,
    GATHER_STEPS = 20,
    BESIDE_LEADER = 2,
    LEASH_OF_LEADER = 4,
    WARY_DECISIONS = 40,
    LEADER_PATIENCE = 200, /* waits for a companion that does not come */
};

static int percent_of(const struct knowledge *known)
{
    return known->health * 100 / known->health_max;
}

bool habit_niche(const struct knowledge *known, const struct customs *customs, struct wish *out)
{
    struct path way;

    for (int i = 0; known->free_places >= NICHE_FINDS_MAX && i < known->niche_count; i++) {
        const struct path_goal goal = {.kind = PATH_TO_CELL, .cell = known->niches[i]};
        if (!ground_way(known, customs, ROUND_SHUNNED, 0, &goal, &way) || way.length == 0)
            continue;
        *out = (struct wish){.kind = WISH_STEP, .dir = (enum dir)way.dirs[0]};
        return true;
    }
    return false;
}

bool habit_rest(const struct knowledge *known, const struct customs *customs, struct wish *out)
{
    struct notes *notes = known->notes;

    notes->is_resting = (notes->is_resting || percent_of(known) < customs->rest_percent) &&
                        known->health < known->health_max;
    *out = (struct wish){.kind = WISH_REST};
    return notes->is_resting;
}

bool habit_rest_at_stairs(const struct knowledge *known, const struct customs *customs,
                          struct wish *out)
{
    (void)customs;
    *out = (struct wish){.kind = WISH_REST};
    return known->health < known->health_max &&
           path_tile(&known->map, known->at) == TILE_STAIRS_DOWN;
}

/* The least of the company here. */
static int least_percent(const struct knowledge *known)
{
    int least = percent_of(known);

    for (int i = 0; i < known->mate_count; i++) {
        if (known->mates[i].is_here && known->mates[i].health_percent < least)
            least = known->mates[i].health_percent;
    }
    return least;
}

bool habit_rest_together(const struct knowledge *known, const struct customs *customs,
                         struct wish *out)
{
    struct notes *notes = known->notes;
    int least = least_percent(known);

    notes->is_resting =
        least < customs->rest_percent || (notes->is_resting && least < HEALED_PERCENT);
    *out = (struct wish){.kind = known->health < known->health_max ? WISH_REST : WISH_WAIT};
    return notes->is_resting;
}

bool habit_gather(const struct knowledge *known, const struct customs *customs, struct wish *out)
{
    struct path way;

    if (!known->can[WISH_GET] || known->free_places == 0)
        return false;
    for (int i = 0; i < known->lying_count; i++) {
        struct pos at = known->lying[i].at;
        enum item_kind kind = known->lying[i].kind;
        if (item_row(kind)->slot != SLOT_NONE && gear_gain(known, kind, 0) <= 0)
            continue;
        const struct path_goal goal = {.kind = PATH_TO_CELL, .cell = at};
        if (pos_equal(at, known->at)) {
            *out = (struct wish){.kind = WISH_GET};
            return true;
        }
        if (!ground_way(known, customs, ROUND_SHUNNED, 0, &goal, &way) || way.steps > GATHER_STEPS)
            continue;
        *out = (struct wish){.kind = WISH_STEP, .dir = (enum dir)way.dirs[0]};
        return true;
    }
    return false;
}

/* True if a way of at most `steps_max` leads beside it. */
static bool is_near(const struct knowledge *known, const struct customs *customs,
                    const struct known_foe *foe, int steps_max)
{
    const struct path_goal goal = {.kind = PATH_BESIDE_CELL, .cell = foe->at};
    struct path way;

    return foe->distance <= 1 ||
           (ground_way(known, customs, ROUND_SHUNNED, 0, &goal, &way) && way.steps <= steps_max);
}

bool habit_stab(const struct knowledge *known, const struct customs *customs, struct wish *out)
{
    for (int i = 0; i < known->foe_count; i++) {
        const struct known_foe *foe = &known->foes[i];
        if (!foe->is_seen || foe->is_awake || ground_is_shunned(known, foe, customs) ||
            known->kills[foe->species] >= LESSONS_WANTED ||
            !is_near(known, customs, foe, STAB_STEPS))
            continue;
        *out = (struct wish){.kind = WISH_APPROACH, .foe = foe->id};
        return true;
    }
    return false;
}

bool habit_seek_boss(const struct knowledge *known, const struct customs *customs, struct wish *out)
{
    for (int i = 0; i < known->foe_count; i++) {
        const struct known_foe *foe = &known->foes[i];
        if (!species_row(foe->species)->is_boss || !foe->is_seen ||
            percent_of(known) < HEALED_PERCENT || !is_near(known, customs, foe, PATH_LENGTH_MAX))
            continue;
        *out = (struct wish){.kind = WISH_APPROACH, .foe = foe->id};
        return true;
    }
    return false;
}

/* Goes to the stairs, and then takes them. */
static bool take_stairs(const struct knowledge *known, enum tile_id tile, struct wish *out)
{
    enum wish_kind kind = tile == TILE_STAIRS_DOWN ? WISH_DESCEND : WISH_ASCEND;

    *out = path_tile(&known->map, known->at) == tile
               ? (struct wish){.kind = kind}
               : (struct wish){.kind = WISH_TRAVEL, .tile = tile};
    return true;
}

/* The leader waits for those that are behind. */
static bool wait_for_mates(const struct knowledge *known, struct wish *out)
{
    bool is_complete = true;

    for (int i = 0; i < known->mate_count; i++) {
        const struct mate *mate = &known->mates[i];
        is_complete =
            is_complete && mate->is_here && pos_distance(mate->at, known->at) <= LEASH_OF_LEADER;
    }
    known->notes->behind = is_complete ? 0 : known->notes->behind + 1;
    *out = (struct wish){.kind = WISH_WAIT};
    return !is_complete && known->notes->behind < LEADER_PATIENCE;
}

bool habit_follow(const struct knowledge *known, const struct customs *customs, struct wish *out)
{
    const struct mate *leader = &known->mates[0];
    struct path way;

    (void)customs;
    if (known->is_leader)
        return known->mate_count > 0 && wait_for_mates(known, out);
    if (!leader->is_here)
        return take_stairs(known, leader->depth > known->depth ? TILE_STAIRS_DOWN : TILE_STAIRS_UP,
                           out);
    const struct path_goal goal = {.kind = PATH_BESIDE_CELL, .cell = leader->at};
    *out = (struct wish){.kind = WISH_WAIT};
    if (pos_distance(leader->at, known->at) <= BESIDE_LEADER)
        return true;
    if (ground_way(known, customs, ROUND_NONE, 0, &goal, &way))
        *out = (struct wish){.kind = WISH_STEP, .dir = (enum dir)way.dirs[0]};
    else
        *out = (struct wish){.kind = WISH_EXPLORE};
    return true;
}

/* True if shunned foes must be considered, some of which may just be out of view. */
static bool is_wary(const struct knowledge *known, const struct customs *customs)
{
    struct notes *notes = known->notes;

    for (int i = 0; i < known->foe_count; i++) {
        if (ground_is_shunned(known, &known->foes[i], customs))
            notes->wary = WARY_DECISIONS;
    }
    return !notes->is_bored && notes->wary > 0 && notes->shun < GROUND_RADII - 1;
}

bool habit_explore(const struct knowledge *known, const struct customs *customs, struct wish *out)
{
    static const struct path_goal goal = {.kind = PATH_TO_UNKNOWN};

    if (known->notes->is_explored)
        return false;
    if (!is_wary(known, customs)) {
        *out = (struct wish){.kind = WISH_EXPLORE};
        return true;
    }
    known->notes->wary--;
    *out = (struct wish){.kind = WISH_STEP};
    return ground_step(known, customs, &goal, &out->dir);
}

bool habit_find_stairs(const struct knowledge *known, const struct customs *customs,
                       struct wish *out)
{
    static const struct path_goal goal = {.kind = PATH_TO_TILE, .tile = TILE_STAIRS_DOWN};
    struct path way;

    if (path_tile(&known->map, known->at) == TILE_STAIRS_DOWN ||
        ground_way(known, customs, ROUND_NONE, 0, &goal, &way))
        return false;
    return habit_explore(known, customs, out);
}

/* Goes to the stairs down, keeping the present distance from shunned foes. */
static bool leave(const struct knowledge *known, const struct customs *customs, struct wish *out)
{
    static const struct path_goal goal = {.kind = PATH_TO_TILE, .tile = TILE_STAIRS_DOWN};

    if (path_tile(&known->map, known->at) == TILE_STAIRS_DOWN || !is_wary(known, customs))
        return take_stairs(known, TILE_STAIRS_DOWN, out);
    *out = (struct wish){.kind = WISH_STEP};
    return ground_step(known, customs, &goal, &out->dir);
}

/* If no way down keeps the present distance from shunned foes, the next distance is shorter. */
bool habit_leave(const struct knowledge *known, const struct customs *customs, struct wish *out)
{
    struct notes *notes = known->notes;

    for (;;) {
        if (leave(known, customs, out))
            return true;
        notes->shun++;
        if (habit_explore(known, customs, out))
            return true;
    }
}
