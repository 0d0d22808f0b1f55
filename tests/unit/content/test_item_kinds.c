/*
 * The kinds of items: each row is whole, and the numbers of a class grow with its depth.
 */
#include "content/item.h"

#include <stdlib.h>
#include <string.h>

#include "content/tile.h"
#include "support/test.h"

TEST(no_two_kinds_share_a_name_or_a_save_id)
{
    ck_assert_int_ge(ITEM_KIND_COUNT, 50);
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++) {
        const struct item_row *row = item_row(kind);
        ck_assert(row->name != NULL && row->name[0] != '\0');
        ck_assert_uint_ne(row->save_id, 0);
        ck_assert_msg(row->depth >= 1 && row->depth <= 26, "%s", row->name);
        for (enum item_kind other = 0; other < kind; other++) {
            ck_assert_uint_ne(row->save_id, item_row(other)->save_id);
            ck_assert_str_ne(row->name, item_row(other)->name);
        }
    }
}

/* The numbers by which the database knows kinds: a new one is added at the end. */
TEST(save_ids_never_change)
{
    static const struct {
        enum item_kind kind;
        int save_id;
    } known[] = {
        {ITEM_DART, 1},       {ITEM_KNIFE, 2},        {ITEM_SLING, 17},     {ITEM_PADDED_COAT, 27},
        {ITEM_BUCKLER, 35},   {ITEM_RING_QUIET, 41},  {ITEM_LAMP, 47},      {ITEM_MENDING, 51},
        {ITEM_TEMPERING, 63}, {ITEM_WAND_SPARKS, 73}, {ITEM_CHARM_WAY, 79}, {ITEM_BANDAGE, 83},
        {ITEM_GOLD, 87},
    };

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        ck_assert_int_eq(item_row(known[i].kind)->save_id, known[i].save_id);
}

TEST(no_class_has_the_sign_of_terrain_or_of_a_foe)
{
    for (enum item_class class = 0; class < CLASS_COUNT; class ++) {
        char glyph = item_class_row(class)->glyph;
        ck_assert(strchr("!?/)[\"($%", glyph) != NULL);
        for (enum tile_id id = TILE_UNKNOWN; id < TILE_COUNT; id++)
            ck_assert_int_ne(glyph, tile_row(id)->glyph);
    }
}

/* Colour is never the only sign, but kinds that are found together should not look alike. */
TEST(neighbours_of_a_class_differ_in_colour)
{
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++) {
        const struct item_row *row = item_row(kind);
        ck_assert_msg(row->hue != HUE_NONE || kind == ITEM_BUNDLE, "%s has a hue", row->name);
        for (enum item_kind other = 0; other < kind; other++) {
            const struct item_row *beside = item_row(other);
            if (beside->class == row->class && abs(beside->depth - row->depth) <= 2)
                ck_assert_msg(beside->hue != row->hue, "%s and %s", beside->name, row->name);
        }
    }
}

TEST(a_kind_that_is_not_known_has_the_colour_of_its_class)
{
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++) {
        ck_assert_int_eq(item_role(kind, false), item_class_of(kind)->role);
        ck_assert(item_role(kind, true) != item_role(kind, false) || kind == ITEM_BUNDLE);
    }
}

TEST(what_stacks_has_a_plural_and_nothing_else_does)
{
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++) {
        const struct item_row *row = item_row(kind);
        int stack_max = row->class == CLASS_THROWN ? 20 : 4;
        ck_assert_msg((row->plural != NULL) == (row->stack_max > 0), "%s", row->name);
        ck_assert_msg(row->stack_max == 0 || row->stack_max == stack_max, "%s", row->name);
        ck_assert_msg(row->find_count <= 1 || row->find_count <= row->stack_max, "%s", row->name);
    }
}

TEST(a_class_has_the_numbers_that_it_is_used_by)
{
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++) {
        const struct item_row *row = item_row(kind);
        bool is_worn = row->class <= CLASS_LAMP && row->class != CLASS_THROWN;
        bool strikes = row->class == CLASS_WEAPON || row->class == CLASS_LAUNCHER;
        ck_assert_msg((row->slot != SLOT_NONE) == is_worn, "%s", row->name);
        ck_assert_msg(!strikes || row->dice.count > 0, "%s", row->name);
        ck_assert_msg((row->dice.count > 0) == (row->dice.sides > 0), "%s", row->name);
        ck_assert_msg((row->class == CLASS_LAUNCHER || row->class == CLASS_THROWN ||
                       row->class == CLASS_WAND) == (row->range > 0),
                      "%s", row->name);
        ck_assert_msg((row->class == CLASS_WAND) == (row->charges[0] > 0), "%s", row->name);
        ck_assert_msg(row->charges[0] <= row->charges[1], "%s", row->name);
        ck_assert_msg((row->class == CLASS_CHARM) == (row->rest_beats > 0), "%s", row->name);
        ck_assert_int_ge(item_throw_range(kind), 5);
    }
}

TEST(a_deeper_kind_of_a_class_costs_more)
{
    static const enum item_class rising[] = {CLASS_WEAPON, CLASS_LAUNCHER, CLASS_BODY, CLASS_LAMP,
                                             CLASS_CHARM};

    for (size_t i = 0; i < sizeof rising / sizeof rising[0]; i++) {
        for (enum item_kind a = 0; a < ITEM_KIND_COUNT; a++) {
            for (enum item_kind b = 0; b < ITEM_KIND_COUNT; b++) {
                const struct item_row *one = item_row(a);
                const struct item_row *other = item_row(b);
                if (one->class == rising[i] && other->class == rising[i] &&
                    one->depth < other->depth && strstr(one->name, "hooded") == NULL)
                    ck_assert_msg(one->price < other->price, "%s, %s", one->name, other->name);
            }
        }
    }
}
