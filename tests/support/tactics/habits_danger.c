/*
 * Habits of those in danger.
 */
#include "support/tactics/ground.h"
#include "support/tactics/habits.h"

enum {
    WAITS_MAX = 5, /* in which nothing comes nearer */
    CHASE_MAX = 8,
    CHASE_CELLS = 20, /* farther off a foe that does not come is left alone */
    MOVES_MAX = 12,
    MOVE_QUICK = 85,      /* %: what moves slower than so gains too little on a walker */
    FLEE_QUICK_STEPS = 3, /* to stairs, with something quick behind, */
    FLEE_SHOT_STEPS = 10, /* a shooter, */
    FLEE_STEPS = 250,     /* or what is no quicker: it never strikes a walker */
    WHOLE_PERCENT = 85,
    FLIGHTS_MAX = 4,
    THROW_RANGE = 6,
    SHOOTER_FAR = 3, /* cells from which a shooter keeps its distance */
    CORNER_GAIN = 2,
    BESET_GAIN = 4, /* with a foe beside it */
};

static int percent_of(const struct knowledge *known)
{
    return known->health * 100 / known->health_max;
}

static const struct pack_thing *find_thing(const struct knowledge *known, enum item_kind kind)
{
    for (int i = 0; i < known->pack_count; i++) {
        if (known->pack[i].kind == kind)
            return &known->pack[i];
    }
    return NULL;
}

static bool has_part(const struct known_foe *foe, enum part_id id)
{
    return species_part(species_row(foe->species), id) != NULL;
}

static bool is_in_fight(const struct known_foe *foe)
{
    return foe->is_seen && foe->is_awake;
}

bool habit_drink(const struct knowledge *known, const struct customs *customs, struct wish *out)
{
    const struct pack_thing *thing = find_thing(known, ITEM_MENDING);

    if (!known->can[WISH_USE] || thing == NULL || percent_of(known) >= customs->drink_percent)
        return false;
    *out = (struct wish){.kind = WISH_USE, .thing = thing->id};
    return true;
}

bool habit_escape(const struct knowledge *known, const struct customs *customs, struct wish *out)
{
    const struct pack_thing *thing = find_thing(known, ITEM_ELSEWHERE);

    if (!known->can[WISH_USE] || thing == NULL || known->danger < DANGER_HARD ||
        percent_of(known) >= customs->drink_percent)
        return false;
    *out = (struct wish){.kind = WISH_USE, .thing = thing->id};
    return true;
}

/* The number of steps that the delver can flee from the foes in the fight. */
static int steps_to_flee(const struct knowledge *known)
{
    int steps = FLEE_STEPS;

    for (int i = 0; i < known->foe_count; i++) {
        const struct known_foe *foe = &known->foes[i];
        int move = species_row(foe->species)->move;
        if (is_in_fight(foe) && move > 0 && move < MOVE_QUICK)
            return FLEE_QUICK_STEPS;
        if (is_in_fight(foe) && has_part(foe, PART_SHOT))
            steps = FLEE_SHOT_STEPS;
    }
    return steps;
}

/* Takes the stairs underfoot, if they lead to another depth. */
static bool flee_by_stairs(const struct knowledge *known, struct wish *out)
{
    enum tile_id tile = path_tile(&known->map, known->at);

    if (tile == TILE_STAIRS_DOWN)
        *out = (struct wish){.kind = WISH_DESCEND};
    else if (tile == TILE_STAIRS_UP && known->depth > 1)
        *out = (struct wish){.kind = WISH_ASCEND};
    else
        return false;
    return true;
}

/* True on stairs with full health: the delver can fight there and leave when it is hurt. */
static bool is_safe_to_try(const struct knowledge *known)
{
    enum tile_id tile = path_tile(&known->map, known->at);

    return percent_of(known) >= WHOLE_PERCENT &&
           (tile == TILE_STAIRS_DOWN || (tile == TILE_STAIRS_UP && known->depth > 1));
}

/* Notes the foes that the delver flees from: it keeps away from them afterwards. */
static void fear(const struct knowledge *known)
{
    struct notes *notes = known->notes;

    for (int i = 0; i < known->foe_count; i++) {
        bool is_new = is_in_fight(&known->foes[i]);
        for (int j = 0; j < TACTIC_FEARED_MAX; j++)
            is_new = is_new && notes->feared[j] != known->foes[i].id;
        if (!is_new)
            continue;
        notes->feared[notes->feared_next] = known->foes[i].id;
        notes->feared_next = (notes->feared_next + 1) % TACTIC_FEARED_MAX;
    }
}

/* False where the next step leads along what is beside it: that would strike for nothing. */
static bool leads_off(const struct knowledge *known, const struct path *way)
{
    struct pos next = pos_step(known->at, (enum dir)way->dirs[0]);

    for (int i = 0; i < known->foe_count; i++) {
        const struct known_foe *foe = &known->foes[i];
        if (is_in_fight(foe) && foe->distance <= 1 && pos_distance(foe->at, next) <= 1)
            return false;
    }
    return true;
}

bool habit_flee(const struct knowledge *known, const struct customs *customs, struct wish *out)
{
    static const enum tile_id ways_out[] = {TILE_STAIRS_DOWN, TILE_STAIRS_UP};
    bool is_lost =
        (known->danger == DANGER_DEADLY && !is_safe_to_try(known)) ||
        (known->danger >= customs->flees_from && percent_of(known) < customs->flee_percent);
    int best = steps_to_flee(known) + 1;

    /* With foes at both ends of the stairs, one has to be met. */
    known->notes->is_leaving = known->flights < FLIGHTS_MAX &&
                               (known->notes->is_leaving || (is_lost && known->awake_count > 0));
    if (!known->notes->is_leaving)
        return false;
    fear(known);
    if (flee_by_stairs(known, out))
        return true;
    for (size_t i = 0; i < sizeof ways_out / sizeof ways_out[0]; i++) {
        const struct path_goal goal = {.kind = PATH_TO_TILE, .tile = ways_out[i]};
        struct path way;
        if (!ground_way(known, customs, ROUND_AWAKE, 2, &goal, &way) || way.steps >= best ||
            !leads_off(known, &way))
            continue;
        best = way.steps;
        *out = (struct wish){.kind = WISH_STEP, .dir = (enum dir)way.dirs[0]};
    }
    return out->kind != WISH_NONE;
}

/* An awake foe in view with another beside it, not beside the delver; NULL: none. */
static const struct known_foe *find_crowd(const struct knowledge *known)
{
    for (int i = 0; i < known->foe_count; i++) {
        const struct known_foe *foe = &known->foes[i];
        int beside = 0;
        for (int j = 0; j < known->foe_count; j++)
            beside += j != i && is_in_fight(&known->foes[j]) &&
                      pos_distance(foe->at, known->foes[j].at) <= 1;
        if (is_in_fight(foe) && beside > 0 && foe->distance > 2 && foe->distance <= THROW_RANGE &&
            ground_has_line(known, known->at, foe->at))
            return foe;
    }
    return NULL;
}

bool habit_throw_pot(const struct knowledge *known, const struct customs *customs, struct wish *out)
{
    const struct pack_thing *pot = find_thing(known, ITEM_FIRE_POT);
    const struct known_foe *foe = pot == NULL || !known->can[WISH_THROW] ? NULL : find_crowd(known);

    (void)customs;
    if (foe == NULL)
        return false;
    *out = (struct wish){.kind = WISH_THROW, .thing = pot->id, .foe = foe->id};
    return true;
}

/* Finds a launcher or a thing to throw, into *out. Returns its range in cells; 0: nothing. */
static int find_missile(const struct knowledge *known, struct wish *out)
{
    int best = 0;

    for (int i = 0; i < known->pack_count; i++) {
        const struct pack_thing *thing = &known->pack[i];
        const struct item_row *row = item_row(thing->kind);
        if (row->class == CLASS_LAUNCHER && thing->is_worn && known->can[WISH_FIRE]) {
            *out = (struct wish){.kind = WISH_FIRE, .thing = thing->id};
            return row->range;
        }
        if (row->class == CLASS_THROWN && row->radius == 0 && known->can[WISH_THROW]) {
            *out = (struct wish){.kind = WISH_THROW, .thing = thing->id};
            best = item_throw_range(thing->kind);
        }
    }
    return best;
}

bool habit_shoot(const struct knowledge *known, const struct customs *customs, struct wish *out)
{
    int range = find_missile(known, out);

    (void)customs;
    for (int i = 0; i < known->foe_count; i++) {
        if (is_in_fight(&known->foes[i]) && known->foes[i].distance <= 1)
            range = 0;
    }
    for (int i = 0; i < known->foe_count; i++) {
        const struct known_foe *foe = &known->foes[i];
        if (is_in_fight(foe) && foe->distance >= 2 && foe->distance <= range &&
            ground_has_line(known, known->at, foe->at)) {
            out->foe = foe->id;
            return true;
        }
    }
    out->kind = WISH_NONE;
    return false;
}

/* Wishes to go to a better place, unless such moves were in vain too often. */
static bool move_to(const struct knowledge *known, struct pos to, struct wish *out)
{
    if (pos_equal(to, known->at) || known->notes->tries.moves >= MOVES_MAX)
        return false;
    known->notes->tries.moves++;
    *out = (struct wish){.kind = WISH_GO, .at = to};
    return true;
}

/* The cell within so many steps with the fewest neighbours; `gain`: fewer by so many than here, at
   least. */
static struct pos find_corner(const struct knowledge *known, int steps_max, int gain)
{
    uint8_t steps[GROUND_SIDE][GROUND_SIDE];
    struct pos best = known->at;
    int fewest = ground_exits(known, known->at) - gain + 1;
    int nearest = GROUND_FAR;

    ground_reach(known, steps);
    for (int y = 0; y < GROUND_SIDE; y++) {
        for (int x = 0; x < GROUND_SIDE; x++) {
            struct pos at = pos_of(known->at.x + x - GROUND_NEAR, known->at.y + y - GROUND_NEAR);
            if (steps[y][x] > steps_max)
                continue;
            int exits = ground_exits(known, at);
            if (exits < fewest || (exits == fewest && steps[y][x] < nearest)) {
                fewest = exits;
                nearest = steps[y][x];
                best = at;
            }
        }
    }
    return best;
}

bool habit_corner(const struct knowledge *known, const struct customs *customs, struct wish *out)
{
    int nearest = GROUND_FAR;
    int count = 0;
    int beside = 0;

    (void)customs;
    for (int i = 0; i < known->foe_count; i++) {
        const struct known_foe *foe = &known->foes[i];
        if (!is_in_fight(foe) || species_row(foe->species)->move == 0)
            continue;
        count++;
        beside += foe->distance <= 1;
        nearest = foe->distance < nearest ? foe->distance : nearest;
    }
    if (count < 2)
        return false;
    if (nearest >= 2)
        return move_to(known, find_corner(known, (nearest + 1) / 2, CORNER_GAIN), out);
    /* Among several, a step into a corridor is worth the blows behind one's back. */
    return beside < count || beside > 2 ? move_to(known, find_corner(known, 1, BESET_GAIN), out)
                                        : false;
}

bool habit_strike(const struct knowledge *known, const struct customs *customs, struct wish *out)
{
    const struct known_foe *best = NULL;

    (void)customs;
    for (int i = 0; i < known->foe_count; i++) {
        const struct known_foe *foe = &known->foes[i];
        if (is_in_fight(foe) && foe->distance <= 1 && (best == NULL || foe->danger < best->danger))
            best = foe;
    }
    if (best == NULL)
        return false;
    *out = (struct wish){.kind = WISH_STRIKE, .dir = dir_towards(known->at, best->at)};
    return true;
}

/* The nearest cell that none of the shooters in view has a line to. */
static bool find_cover(const struct knowledge *known, struct pos *out)
{
    uint8_t steps[GROUND_SIDE][GROUND_SIDE];
    int nearest = GROUND_FAR;

    ground_reach(known, steps);
    for (int y = 0; y < GROUND_SIDE; y++) {
        for (int x = 0; x < GROUND_SIDE; x++) {
            struct pos at = pos_of(known->at.x + x - GROUND_NEAR, known->at.y + y - GROUND_NEAR);
            bool is_covered = steps[y][x] < nearest;
            for (int i = 0; is_covered && i < known->foe_count; i++)
                is_covered = !is_in_fight(&known->foes[i]) ||
                             !has_part(&known->foes[i], PART_SHOT) ||
                             !ground_has_line(known, known->foes[i].at, at);
            if (!is_covered)
                continue;
            nearest = steps[y][x];
            *out = at;
        }
    }
    return nearest != GROUND_FAR;
}

bool habit_hide(const struct knowledge *known, const struct customs *customs, struct wish *out)
{
    bool is_shot_at = false;
    struct pos at;

    (void)customs;
    for (int i = 0; i < known->foe_count; i++) {
        const struct known_foe *foe = &known->foes[i];
        is_shot_at = is_shot_at ||
                     (is_in_fight(foe) && has_part(foe, PART_SHOT) && foe->distance >= SHOOTER_FAR);
    }
    return is_shot_at && find_cover(known, &at) && move_to(known, at, out);
}

bool habit_await(const struct knowledge *known, const struct customs *customs, struct wish *out)
{
    struct tries *tries = &known->notes->tries;
    int closest = GROUND_FAR;
    bool may_come = known->awake_count == 0; /* what hunts unseen */

    (void)customs;
    for (int i = 0; i < known->foe_count; i++) {
        const struct known_foe *foe = &known->foes[i];
        if (!is_in_fight(foe))
            continue;
        closest = foe->distance < closest ? foe->distance : closest;
        may_come = may_come || (species_row(foe->species)->move > 0 && !has_part(foe, PART_SHOT));
    }
    if (tries->waits == 0 || closest < tries->closest) {
        tries->waits = 0;
        tries->closest = closest;
    }
    if (!may_come || tries->waits >= WAITS_MAX)
        return false;
    tries->waits++;
    *out = (struct wish){.kind = WISH_WAIT};
    return true;
}

bool habit_close_in(const struct knowledge *known, const struct customs *customs, struct wish *out)
{
    for (int i = 0; known->notes->tries.chase < CHASE_MAX && i < known->foe_count; i++) {
        const struct known_foe *foe = &known->foes[i];
        const struct path_goal goal = {.kind = PATH_BESIDE_CELL, .cell = foe->at};
        struct path way;
        if (!is_in_fight(foe) || foe->distance > CHASE_CELLS ||
            ground_is_shunned(known, foe, customs) ||
            !ground_way(known, customs, ROUND_NONE, 0, &goal, &way))
            continue;
        known->notes->tries.chase++;
        *out = (struct wish){.kind = WISH_APPROACH, .foe = foe->id};
        return true;
    }
    return false;
}

static bool is_beset(const struct knowledge *known)
{
    for (int i = 0; i < known->foe_count; i++) {
        if (is_in_fight(&known->foes[i]) && known->foes[i].distance <= 1)
            return true;
    }
    return false;
}

bool habit_raise(const struct knowledge *known, const struct customs *customs, struct wish *out)
{
    for (int i = 0; !is_beset(known) && i < known->mate_count; i++) {
        const struct mate *mate = &known->mates[i];
        const struct path_goal goal = {.kind = PATH_BESIDE_CELL, .cell = mate->at};
        struct path way;
        if (!mate->is_fallen || !mate->is_here)
            continue;
        if (pos_distance(mate->at, known->at) <= 1)
            *out = (struct wish){.kind = WISH_RAISE, .foe = mate->id};
        else if (ground_way(known, customs, ROUND_NONE, 0, &goal, &way) && way.length > 0)
            *out = (struct wish){.kind = WISH_STEP, .dir = (enum dir)way.dirs[0]};
        else
            continue;
        return true;
    }
    return false;
}

bool habit_stand_by(const struct knowledge *known, const struct customs *customs, struct wish *out)
{
    for (int i = 0; i < known->mate_count; i++) {
        const struct mate *mate = &known->mates[i];
        const struct path_goal goal = {.kind = PATH_BESIDE_CELL, .cell = mate->at};
        struct path way;
        if (!mate->is_here || !mate->is_in_danger || known->awake_count > 0 ||
            known->notes->tries.moves >= MOVES_MAX || pos_distance(mate->at, known->at) <= 1 ||
            !ground_way(known, customs, ROUND_NONE, 0, &goal, &way))
            continue;
        known->notes->tries.moves++;
        *out = (struct wish){.kind = WISH_STEP, .dir = (enum dir)way.dirs[0]};
        return true;
    }
    return false;
}
