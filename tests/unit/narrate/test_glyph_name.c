/*
 * Every sign that a map can show has a name in its legend.
 */
#include "narrate/cell_words.h"

#include "content/item.h"
#include "content/species.h"
#include "content/tile.h"
#include "support/test.h"

TEST(every_class_of_things_and_a_grave_has_a_name)
{
    for (enum item_class class = 0; class < CLASS_COUNT; class ++)
        ck_assert_msg(glyph_name(item_class_row(class)->glyph) != NULL, "%s",
                      item_class_row(class)->name);
    ck_assert_str_eq(glyph_name('$'), "gold");
    ck_assert_str_eq(glyph_name(GRAVE_GLYPH), "grave");
}

TEST(all_terrain_has_a_name)
{
    for (enum tile_id id = TILE_UNKNOWN + 1; id < TILE_COUNT; id++)
        ck_assert_msg(glyph_name(tile_row(id)->glyph) != NULL, "%s", tile_row(id)->name);
    ck_assert_str_eq(glyph_name('&'), "niche");
    ck_assert_str_eq(glyph_name('7'), "pedlar's stall");
}

TEST(every_species_has_a_name)
{
    for (enum species_id id = 0; id < SPECIES_COUNT; id++)
        ck_assert_msg(glyph_name(species_row(id)->glyph) != NULL, "%s", species_row(id)->name);
    ck_assert_str_eq(glyph_name('@'), "delver");
}

TEST(what_no_map_shows_has_no_name)
{
    ck_assert_ptr_null(glyph_name(' '));
    ck_assert_ptr_null(glyph_name('\0'));
}
