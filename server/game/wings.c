/*
 * Counts by place. A set of places holds those that may have room: one that is found full leaves
 * it, and joins it again with the first that leaves. So each look at a full wing is paid for by
 * somebody's leaving, and a newcomer looks at few, however many wings are full.
 */
#include "server/game/wings.h"

#include <stdlib.h>

#include "base/check.h"

enum err wings_init(struct wings *wings)
{
    *wings = (struct wings){.size = 0};
    enum err error = number_set_init(&wings->open, WINGS_PLACES);
    if (error != ERR_OK)
        return error;
    wings->bound = calloc((size_t)2 * WINGS_PLACES, sizeof *wings->bound);
    if (wings->bound == NULL) {
        number_set_release(&wings->open);
        return ERR_MEMORY;
    }
    wings->away = wings->bound + WINGS_PLACES;
    return ERR_OK;
}

void wings_release(struct wings *wings)
{
    number_set_release(&wings->open);
    free(wings->bound);
    *wings = (struct wings){.size = 0};
}

static struct level_key key_of(uint32_t place)
{
    return (struct level_key){.wing = (uint16_t)(place % DUNGEON_WINGS_MAX),
                              .depth = (uint16_t)(place / DUNGEON_WINGS_MAX)};
}

uint32_t wings_place(struct level_key key)
{
    if (key.depth > DEPTH_MAX || key.wing >= DUNGEON_WINGS_MAX)
        return WINGS_PLACES;
    return (uint32_t)key.depth * DUNGEON_WINGS_MAX + key.wing;
}

void wings_note_left(struct wings *wings, struct level_key key)
{
    uint32_t place = wings_place(key);

    if (place < WINGS_PLACES)
        number_set_add(&wings->open, place);
}

static void count(uint16_t *counts, struct level_key key, int change)
{
    uint32_t place = wings_place(key);

    if (place >= WINGS_PLACES)
        return;
    CHECK(counts[place] + change >= 0);
    counts[place] = (uint16_t)(counts[place] + change);
}

void wings_count_bound(struct wings *wings, struct level_key key, int change)
{
    count(wings->bound, key, change);
    if (change < 0)
        wings_note_left(wings, key);
}

void wings_count_away(struct wings *wings, struct level_key key, int change)
{
    count(wings->away, key, change);
}

uint32_t wings_bound(const struct wings *wings, struct level_key key)
{
    uint32_t place = wings_place(key);

    return place < WINGS_PLACES ? wings->bound[place] : 0;
}

uint32_t wings_away(const struct wings *wings, struct level_key key)
{
    uint32_t place = wings_place(key);

    return place < WINGS_PLACES ? wings->away[place] : 0;
}

/* Whether the players on a level and on the way there are fewer than a wing takes. */
static bool has_room(struct wings *wings, const struct world *world, uint32_t place)
{
    struct level_key key = key_of(place);
    const struct level *level = world_level_at(world, key.wing, key.depth);

    wings->visits++;
    return (level == NULL ? 0 : level->delver_count) + wings->bound[place] < (uint32_t)wings->size;
}

uint16_t wings_choose(struct wings *wings, const struct world *world, struct level_key wanted,
                      int size)
{
    uint32_t place = wings_place(wanted);
    uint32_t first = wings_place((struct level_key){.depth = wanted.depth});

    if (first >= WINGS_PLACES)
        return wanted.wing;
    if (size != wings->size)
        number_set_add_all(&wings->open);
    wings->size = size;
    if (place < WINGS_PLACES && has_room(wings, world, place))
        return wanted.wing;
    while ((place = number_set_next(&wings->open, first)) < first + DUNGEON_WINGS_MAX) {
        if (has_room(wings, world, place))
            return key_of(place).wing;
        number_set_remove(&wings->open, place);
    }
    return wanted.wing;
}
