/*
 * Effects of wands on the foe that the bolt meets.
 */
#include "world/blow.h"
#include "world/door.h"
#include "world/fighter.h"
#include "world/move.h"
#include "world/statuses.h"
#include "world/use_private.h"

enum { PUSH_CELLS = 4, LEVELS_PER_POINT = 2, LOCKING_BEATS = 30 };

/* Strikes the foe with the dice of the wand. True if it still stands. */
static bool bolt(const struct use *use, int more)
{
    struct fighter fighter = fighter_with(use->world, &use->delver->body, &use->stack);

    fighter.temper = more;
    (void)blow_strike(use->world, &use->delver->body, use->foe, &fighter, DAMAGE_FIRE);
    return use->foe->level != NULL;
}

int use_sparks(const struct use *use)
{
    if (use->foe != NULL)
        (void)bolt(use, life_level(&use->delver->life) / LEVELS_PER_POINT);
    return 0;
}

int use_frost(const struct use *use)
{
    return use->foe != NULL && bolt(use, 0) && befall(use->world, use->foe, STATUS_SLOWED, 0);
}

/* Moves the foe step by step as far as nothing is in the way. */
static int shift(const struct use *use, enum dir dir, int cells)
{
    struct pos from = use->foe->at;
    int moved = 0;

    while (moved < cells && move_is_open(use->level, use->foe->at, dir) &&
           level_body_at(use->level, pos_step(use->foe->at, dir)) == 0) {
        body_move(use->foe, pos_step(use->foe->at, dir));
        moved++;
    }
    if (moved > 0)
        event_push(&use->level->events, EVENT_CARRIED_OFF, use->foe)->from = from;
    use->level->is_stirred = true;
    return moved;
}

int use_pushing(const struct use *use)
{
    if (use->foe == NULL)
        return 0;
    int moved = shift(use, dir_towards(use->delver->body.at, use->foe->at), PUSH_CELLS);
    (void)befall(use->world, use->foe, STATUS_DAZED, 0);
    return moved;
}

int use_drawing(const struct use *use)
{
    if (use->foe == NULL)
        return 0;
    return shift(use, dir_towards(use->foe->at, use->delver->body.at), use->row->range);
}

int use_wand_slumber(const struct use *use)
{
    if (use->foe == NULL || species_row(use->foe->species)->is_boss)
        return 0;
    return befall(use->world, use->foe, STATUS_ASLEEP, 0);
}

static bool is_door(const struct level *level, struct pos at)
{
    const struct tile_row *row = tile_row(level_tile(level, at));

    return row->opens_to != TILE_UNKNOWN || row->closes_to != TILE_UNKNOWN;
}

bool use_find_door(const struct delver *delver, const struct action *action, struct pos *out)
{
    const struct level *level = delver->body.level;
    int range = item_row(ITEM_WAND_LOCKING)->range;
    struct pos from = delver->body.at;
    int best = range + 1;

    for (int y = from.y - range; y <= from.y + range; y++) {
        for (int x = from.x - range; x <= from.x + range; x++) {
            struct pos at = pos_of(x, y);
            int distance = pos_distance(from, at);
            if (distance >= best || !level_contains(level, at) || !is_door(level, at) ||
                !delver_sees(delver, at) ||
                (action->dir != DIR_NONE && dir_towards(from, at) != action->dir))
                continue;
            best = distance;
            *out = at;
        }
    }
    return best <= range;
}

/* The doorway is shut if nothing is in it, and no foe comes through. */
int use_locking(const struct use *use)
{
    struct pos at;

    if (!use_find_door(use->delver, use->action, &at))
        return 0;
    door_shut(use->world, &use->delver->body, at);
    ward_add(&use->level->wards,
             (struct ward){.at = at,
                           .until = use->level->clock + world_beats(use->world, LOCKING_BEATS)});
    return LOCKING_BEATS;
}
