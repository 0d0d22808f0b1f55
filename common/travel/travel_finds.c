/*
 * Goals of explore beside the unknown: niches that hold something for the delver, a lantern that
 * was not touched yet, and things that are the delver's own or nobody's, as far as the pack has
 * room; it picks them up. One is chosen and kept until it is reached or seen to be gone, so that
 * two of them never pull back and forth.
 */
#include "travel/travel_way.h"

#include "world/haven.h"
#include "world/niche.h"
#include "world/sense.h"

static bool is_shunned(const struct travel *travel, struct pos at)
{
    for (int i = 0; i < travel->shunned_count; i++) {
        if (pos_equal(travel->shunned[i], at))
            return true;
    }
    return travel->shunned_count == TRAVEL_SHUNNED_MAX;
}

void travel_shun(struct travel *travel, struct pos at)
{
    if (!is_shunned(travel, at))
        travel->shunned[travel->shunned_count++] = at;
}

static bool is_niche_wanted(const struct travel_turn *turn, enum niche niche)
{
    struct pos at = turn->delver->body.level->niches[niche];

    return path_tile(&turn->map, at) == TILE_NICHE &&
           niche_has_room(turn->world, turn->delver, niche);
}

static bool is_lantern_wanted(const struct travel_turn *turn)
{
    return haven_has_news(turn->delver) &&
           path_tile(&turn->map, turn->delver->body.level->lantern) == TILE_LANTERN;
}

static bool is_item_wanted(const struct travel_turn *turn, const struct item *item)
{
    const struct delver *delver = turn->delver;

    if (!light_shows_cell(delver, light_radius(delver), item->at))
        return false;
    return item_is_free(turn->world, item, delver->delver_id) &&
           (item->stack.kind == ITEM_GOLD || pack_room(&delver->life.pack, &item->stack) > 0);
}

bool travel_pick_up(struct travel_turn *turn)
{
    const struct level *level = turn->delver->body.level;
    const struct item *item;

    if (is_shunned(turn->travel, turn->at))
        return false;
    for (item_id id = level->first_item; id != 0; id = item->next) {
        item = world_item(turn->world, id);
        if (!pos_equal(item->at, turn->at) || !is_item_wanted(turn, item))
            continue;
        if (turn->travel->asked_for == id) {
            travel_shun(turn->travel, turn->at);
            return false;
        }
        (void)travel_stay(turn);
        turn->travel->asked_for = id;
        turn->out->action = (struct action){.verb = ACTION_GET, .object = id};
        return true;
    }
    return false;
}

/* Takes a wanted cell as the best if it is nearer than the best so far. */
static void consider(const struct travel_turn *turn, struct pos at, struct pos *best, bool *has_any)
{
    if (pos_equal(at, turn->at) || is_shunned(turn->travel, at) ||
        (*has_any && pos_distance(turn->at, at) >= pos_distance(turn->at, *best)))
        return;
    *best = at;
    *has_any = true;
}

bool travel_find_wanted(const struct travel_turn *turn, struct pos *out)
{
    const struct level *level = turn->delver->body.level;
    const struct item *item;
    bool has_any = false;

    for (int i = 0; i < level->niche_count; i++) {
        if (is_niche_wanted(turn, (enum niche)i))
            consider(turn, level->niches[i], out, &has_any);
    }
    if (is_lantern_wanted(turn))
        consider(turn, level->lantern, out, &has_any);
    for (item_id id = level->first_item; id != 0; id = item->next) {
        item = world_item(turn->world, id);
        if (is_item_wanted(turn, item))
            consider(turn, item->at, out, &has_any);
    }
    return has_any;
}

bool travel_is_wanted(const struct travel_turn *turn, struct pos at)
{
    const struct level *level = turn->delver->body.level;
    const struct item *item;
    enum niche niche = niche_at(level, at);

    if (niche != NICHE_COUNT && is_niche_wanted(turn, niche))
        return true;
    if (level->has_lantern && pos_equal(level->lantern, at))
        return is_lantern_wanted(turn);
    if (!delver_sees(turn->delver, at))
        return niche == NICHE_COUNT;
    for (item_id id = level->first_item; id != 0; id = item->next) {
        item = world_item(turn->world, id);
        if (pos_equal(item->at, at) && is_item_wanted(turn, item))
            return true;
    }
    return false;
}
