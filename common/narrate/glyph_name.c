/*
 * Names of signs: things that lie about first, then terrain, then bodies. No sign is in two tables
 * (tests/unit/content/test_item_kinds.c).
 */
#include "narrate/glyph_name.h"

#include <stddef.h>

#include "content/item.h"
#include "content/species.h"
#include "content/tile.h"

/* Names of signs that one or several classes of things share. */
static const struct {
    char glyph;
    const char *name;
} thing_names[] = {
    {'!', "draught"}, {'?', "scroll"},         {'/', "wand"},         {')', "weapon or missile"},
    {'[', "armour"},  {'"', "ring or amulet"}, {'(', "lamp or tool"}, {'$', "gold"},
    {'%', "charm"},   {GRAVE_GLYPH, "grave"},
};

/* Signs that several tiles share. */
static const struct {
    char glyph;
    const char *name;
} shared_names[] = {{'\'', "open door or bars"}, {'*', "lantern, brazier or torch"}, {'^', "trap"}};

const char *glyph_name(char glyph)
{
    for (size_t i = 0; i < sizeof thing_names / sizeof thing_names[0]; i++) {
        if (thing_names[i].glyph == glyph)
            return thing_names[i].name;
    }
    for (size_t i = 0; i < sizeof shared_names / sizeof shared_names[0]; i++) {
        if (shared_names[i].glyph == glyph)
            return shared_names[i].name;
    }
    for (enum tile_id id = TILE_UNKNOWN + 1; id < TILE_COUNT; id++) {
        if (tile_row(id)->glyph == glyph)
            return tile_row(id)->name;
    }
    for (enum species_id id = 0; id < SPECIES_COUNT; id++) {
        if (species_row(id)->glyph == glyph)
            return species_row(id)->name;
    }
    return NULL;
}
