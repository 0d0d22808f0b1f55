/*
 * Light: the cells and bodies that a delver makes out.
 */
#include "world/light.h"

#include "world/foe.h"
#include "world/haven.h"

enum {
    DEPTHS_DARKER = 8, /* for a cell less */
};

int light_radius(const struct delver *delver)
{
    const struct gear gear = pack_gear(&delver->life.pack);
    int ember =
        pack_find(&delver->life.pack, ITEM_EMBER) != OBJECT_NONE ? item_row(ITEM_EMBER)->light : 0;
    int lamp = gear.light > ember ? gear.light : ember;
    int radius = lamp + knacks_gain(delver->life.honours.knacks, KNACK_LIGHT) -
                 delver->body.key.depth / DEPTHS_DARKER +
                 statuses_effect(&delver->body.statuses, STATUS_LIGHT);

    return radius > LIGHT_MIN ? radius : LIGHT_MIN;
}

/* Callers ask only for cells in sight, so that walls need no check. */
static bool is_by_fire(const struct level *level, struct pos at)
{
    for (int i = 0; i < level->light_count; i++) {
        if (pos_distance(level->lights[i], at) <= LIGHT_BURNING)
            return true;
    }
    return false;
}

static bool is_lit(const struct delver *delver, int radius, struct pos at)
{
    return pos_distance(delver->body.at, at) <= radius || haven_is_at(delver->body.level, at) ||
           is_by_fire(delver->body.level, at);
}

/* The bits of a word of a row from column `left` to `right`, both included. */
static uint64_t bits_between(int left, int right, int word)
{
    int first = left - word * 64;
    int last = right - word * 64;

    if (last < 0 || first > 63)
        return 0;
    uint64_t up_to_last = last >= 63 ? UINT64_MAX : (UINT64_C(1) << (last + 1)) - 1;
    return first <= 0 ? up_to_last : up_to_last & (UINT64_MAX << first);
}

static uint64_t bits_around(struct pos at, int radius, int y, int word)
{
    if (y < at.y - radius || y > at.y + radius)
        return 0;
    return bits_between(at.x - radius, at.x + radius, word);
}

static uint64_t bits_of_rect(const struct rect *rect, int y, int word)
{
    if (y < rect->y || y >= rect->y + rect->height)
        return 0;
    return bits_between(rect->x, rect->x + rect->width - 1, word);
}

/* A cell belongs to the first room that holds it. */
static uint64_t bits_of_haven(const struct level *level, int y, int word)
{
    if (haven_number(level->key.depth) == HAVEN_COUNT || level->room_count == 0)
        return 0;
    int room = level_room_at(level, level->up);
    if (room < 0)
        return bits_around(level->up, HAVEN_CELLS, y, word);
    uint64_t bits = bits_of_rect(&level->rooms[room], y, word);
    for (int i = 0; bits != 0 && i < room; i++)
        bits &= ~bits_of_rect(&level->rooms[i], y, word);
    return bits;
}

uint64_t light_row_word(const struct level *level, struct pos from, int radius, int y, int word)
{
    uint64_t bits = bits_around(from, radius, y, word) | bits_of_haven(level, y, word);

    for (int i = 0; i < level->light_count; i++)
        bits |= bits_around(level->lights[i], LIGHT_BURNING, y, word);
    return bits;
}

bool light_shows_cell(const struct delver *delver, int radius, struct pos at)
{
    return delver_sees(delver, at) && is_lit(delver, radius, at);
}

bool light_shows_body(const struct delver *delver, int radius, const struct body *body)
{
    if (!delver_sees(delver, body->at) || !body_is_shown(body))
        return false;
    if (body->species == SPECIES_DELVER)
        return true;
    if (level_hides(delver->body.level, delver->body.at, body->at))
        return false;
    bool glows = species_part(species_row(body->species), PART_GLOW) != NULL;
    return is_lit(delver, radius + (glows ? LIGHT_GLOW : 0), body->at);
}
