/*
 * The page of a life that ended, a function a part. Everything is read from the delver as it stands
 * at the end of that tick: what it carried is in its grave then, and its memory is still that of
 * the level.
 */
#include "narrate/life_page.h"

#include <stdio.h>

#include "base/text.h"
#include "narrate/death_words.h"
#include "narrate/item_words.h"
#include "narrate/place_words.h"
#include "world/grave.h"

enum {
    HOUR_MS = 3600 * 1000,
    HOURS_A_DAY = 24,
    MAP_WIDTH = 61, /* width of the map in cells */
    MAP_HEIGHT = 17,
    CARRIED_SIZE = 1536,
};

static void tell_end(const struct world *world, const struct delver *delver,
                     const struct life_end *end, struct writer *page)
{
    const struct death *death = &delver->life.deaths.last[0];
    char fate[DEATH_LINE_MAX];
    char lived[DURATION_SIZE];

    if (end->is_kindling) {
        duration_words(world, delver_time_lived(delver), lived, sizeof lived);
        writer_add(page, "%s carried an ember home, at level %d, after %s.\n", delver->name,
                   life_level(&delver->life), lived);
        return;
    }
    death_fate(death, fate, sizeof fate);
    duration_words(world, death->lived, lived, sizeof lived);
    writer_add(page, "%s %s, at level %d, after %s.\n", delver->name, fate, death->level, lived);
}

/* Writes the time and place: "It was day 3 of the world, on depth 3: the Salt Vaults, in the
   Cellars." */
static void tell_place(const struct world *world, const struct life_end *end, struct writer *page)
{
    uint64_t day = world->tick / (world_ms(world, HOUR_MS) * HOURS_A_DAY) + 1;
    char place[96];

    place_level_name(world, &end->level, place, sizeof place);
    writer_add(page, "It was day %llu of the world, on depth %d: %s.\n", (unsigned long long)day,
               end->level.depth, place);
}

static void tell_life(const struct delver *delver, const struct life_end *end, struct writer *page)
{
    const struct life *life = &delver->life;
    int deepest = life->deepest > end->level.depth ? life->deepest : end->level.depth;
    bool has_any = false;

    writer_add(page, "Life %u. Deepest depth %d, full health %d, experience %lld, %llu steps.\n",
               life->number, deepest, delver->body.health_max, (long long)life->experience,
               (unsigned long long)delver->steps);
    if (life->honours.kindled > 0)
        writer_add(page, "Embers carried home: %d.\n", life->honours.kindled);
    for (enum knack id = 0; id < KNACK_COUNT; id++) {
        if (!life_has_knack(life, id))
            continue;
        writer_add(page, "%s%s", has_any ? ", " : "Knacks: ", knack_row(id)->name);
        has_any = true;
    }
    writer_add(page, "%s", has_any ? ".\n" : "");
}

static void tell_worn(const struct delver *delver, struct writer *page)
{
    bool has_any = false;

    writer_add(page, "Worn: ");
    for (uint32_t object = OBJECT_WORN; object < OBJECT_END; object++) {
        const struct stack *thing = pack_peek(&delver->life.pack, object);
        char name[ITEM_NAME_MAX];
        if (thing == NULL)
            continue;
        item_words(delver, thing, name, sizeof name);
        writer_add(page, "%s%s", has_any ? ", " : "", name);
        has_any = true;
    }
    writer_add(page, "%s.\n", has_any ? "" : "nothing");
}

static void tell_carried(const struct world *world, const struct delver *delver,
                         const struct life_end *end, struct writer *page)
{
    const struct life *life = &delver->life;
    const struct level *level;
    const struct grave *grave =
        end->is_kindling ? NULL : grave_of_death(world, delver, &life->deaths.last[0], &level);
    char held[CARRIED_SIZE];

    if (grave != NULL)
        death_things(delver, grave->things, grave->gold, held, sizeof held);
    else
        death_things(delver, life->pack.carried, life->gold, held, sizeof held);
    writer_add(page, "Carried: %s.\n", held);
}

/* Writes the kinds of things that the delver has learned. */
static void tell_known(const struct delver *delver, struct writer *page)
{
    static const struct life newborn;
    bool has_any = false;

    writer_add(page, "Known: ");
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++) {
        const struct stack thing = stack_of(kind, 1);
        char name[ITEM_NAME_MAX];
        if (life_knows(&newborn, kind) || !life_knows(&delver->life, kind))
            continue;
        item_name(delver, &thing, name, sizeof name);
        writer_add(page, "%s%s", has_any ? ", " : "", name);
        has_any = true;
    }
    writer_add(page, "%s.\n", has_any ? "" : "no draught, scroll or wand");
}

static void tell_kills(const struct delver *delver, struct writer *page)
{
    bool has_any = false;

    writer_add(page, "Killed: ");
    for (enum species_id id = 0; id < SPECIES_COUNT; id++) {
        const struct species_row *row = species_row(id);
        uint16_t kills = delver->life.kills[id];
        if (kills == 0)
            continue;
        writer_add(page, "%s", has_any ? ", " : "");
        if (row->plural == NULL)
            writer_add(page, "%s", row->name);
        else
            writer_add(page, "%u %s", kills, kills == 1 ? row->name : row->plural);
        has_any = true;
    }
    writer_add(page, "%s.\n", has_any ? "" : "nothing");
}

/* Draws a row of the map without the blanks at its end. */
static void draw_row(const struct delver *delver, const struct level *level, struct pos from,
                     struct pos at, struct writer *page)
{
    char row[MAP_WIDTH + 1];
    int length = 0;

    for (int i = 0; i < MAP_WIDTH; i++) {
        const struct pos cell = pos_of(from.x + i, from.y);
        enum tile_id tile = TILE_UNKNOWN;
        if (level_contains(level, cell))
            tile = (enum tile_id)delver->memory[cell.y * level->width + cell.x];
        row[i] = tile == TILE_UNKNOWN ? ' ' : tile_row(tile)->glyph;
        if (pos_equal(cell, at))
            row[i] = '@';
        if (row[i] != ' ')
            length = i + 1;
    }
    row[length] = '\0';
    writer_add(page, "%s\n", row);
}

/* Draws the map, if the delver's memory is of the level where the life ended. */
static void draw_map(const struct world *world, const struct delver *delver,
                     const struct life_end *end, struct writer *page)
{
    const struct level *level = world_level_at(world, end->level.wing, end->level.depth);
    int top = end->at.y - MAP_HEIGHT / 2;

    if (level == NULL || delver->memory == NULL || !level_key_equal(delver->body.key, end->level) ||
        delver->memory_size < (size_t)level->width * (size_t)level->height)
        return;
    writer_add(page, LIFE_PAGE_MAP "%s:\n\n", delver->name);
    for (int i = 0; i < MAP_HEIGHT; i++) {
        const struct pos from = pos_of(end->at.x - MAP_WIDTH / 2, top + i);
        if (from.y >= 0 && from.y < level->height)
            draw_row(delver, level, from, end->at, page);
    }
}

void life_page_write(const struct world *world, const struct delver *delver,
                     const struct life_end *end, char *out, size_t out_size)
{
    struct writer page = writer_of(out, out_size);

    tell_end(world, delver, end, &page);
    if (end->epitaph[0] != '\0')
        writer_add(&page, "\"%s\"\n", end->epitaph);
    tell_place(world, end, &page);
    if (!end->is_kindling && death_tell_blows(&delver->life.deaths.last[0], &page))
        writer_add(&page, "\n");
    writer_add(&page, "\n");
    tell_life(delver, end, &page);
    tell_worn(delver, &page);
    tell_carried(world, delver, end, &page);
    tell_known(delver, &page);
    tell_kills(delver, &page);
    if (end->messages[0] != '\0')
        writer_add(&page, "\nThe last messages:\n\n%s", end->messages);
    draw_map(world, delver, end, &page);
}
