/*
 * The tables of bodies and their parts: complete, and without contradiction. The cost of a fight
 * with each kind is in unit/world/test_estimate.c.
 */
#include "content/species.h"

#include <string.h>

#include "support/test.h"

enum { DEPTH_LAST = 26 }; /* to which the table is whole */

TEST(every_species_has_a_name_a_letter_and_a_save_id)
{
    for (enum species_id id = SPECIES_DELVER; id < SPECIES_COUNT; id++) {
        const struct species_row *row = species_row(id);
        ck_assert_ptr_nonnull(row->name);
        ck_assert_uint_ne(row->save_id, 0);
        ck_assert_msg(id == SPECIES_DELVER || (row->glyph >= 'A' && row->glyph <= 'z'),
                      "%s is a letter", row->name);
        ck_assert_msg((row->plural == NULL) == row->is_boss, "%s has a plural", row->name);
        for (enum species_id other = SPECIES_DELVER; other < id; other++) {
            ck_assert_uint_ne(row->save_id, species_row(other)->save_id);
            ck_assert_str_ne(row->name, species_row(other)->name);
            if (row->plural != NULL && species_row(other)->plural != NULL)
                ck_assert_str_ne(row->plural, species_row(other)->plural);
        }
    }
}

TEST(foes_of_one_letter_differ_in_colour)
{
    ck_assert_int_eq(species_role(SPECIES_DELVER, true), ROLE_OTHER);
    for (enum species_id id = SPECIES_CELLAR_RAT; id < SPECIES_COUNT; id++) {
        const struct species_row *row = species_row(id);
        ck_assert_msg(row->hue != HUE_NONE, "%s has a hue", row->name);
        for (enum species_id other = SPECIES_CELLAR_RAT; other < id; other++) {
            if (species_row(other)->glyph == row->glyph)
                ck_assert_msg(species_row(other)->hue != row->hue, "%s and %s", row->name,
                              species_row(other)->name);
        }
    }
}

TEST(every_foe_can_be_met_and_fought)
{
    for (enum species_id id = SPECIES_CELLAR_RAT; id < SPECIES_COUNT; id++) {
        const struct species_row *row = species_row(id);
        ck_assert_int_ne(row->family, FAMILY_NONE);
        ck_assert_msg(row->health > 0 && row->attack > 0 && row->hit > 0, "%s fights", row->name);
        ck_assert_msg(row->damage.count > 0 && row->damage.sides > 1, "%s has dice", row->name);
        ck_assert_msg(row->depth.low >= 1 && row->depth.low <= row->depth.high, "depths of %s",
                      row->name);
        ck_assert_msg(row->group.low >= 1 && row->group.low <= row->group.high, "group of %s",
                      row->name);
        ck_assert_msg(row->is_boss == (row->rarity == 0), "%s comes by chance", row->name);
        ck_assert_msg(row->is_boss == (row->drop == DROP_BOSS), "%s drops", row->name);
        ck_assert_msg((row->move == 0) == (species_part(row, PART_STILL) != NULL), "%s moves",
                      row->name);
        /* A blind kind hunts by ear. */
        ck_assert_msg(row->see > 0 || species_part(row, PART_NOISE) != NULL, "%s sees", row->name);
    }
}

TEST(every_family_and_every_drop_is_used)
{
    bool has_family[FAMILY_COUNT] = {false};
    bool has_drop[DROP_COUNT] = {false};

    for (enum species_id id = SPECIES_DELVER; id < SPECIES_COUNT; id++) {
        has_family[species_row(id)->family] = true;
        has_drop[species_row(id)->drop] = true;
    }
    for (enum family family = FAMILY_NONE; family < FAMILY_COUNT; family++)
        ck_assert(has_family[family]);
    for (enum drop drop = DROP_NONE; drop < DROP_COUNT; drop++)
        ck_assert(has_drop[drop]);
}

TEST(every_look_is_one_sentence_that_fits)
{
    for (enum species_id id = SPECIES_CELLAR_RAT; id < SPECIES_COUNT; id++) {
        const char *look = species_row(id)->look;
        ck_assert_ptr_nonnull(look);
        size_t length = strlen(look);
        ck_assert_msg(length > 0 && length <= SPECIES_LOOK_MAX, "\"%s\" fits", look);
        ck_assert_int_eq(look[length - 1], '.');
        for (size_t i = 0; i < length; i++)
            ck_assert_msg(look[i] >= ' ' && look[i] <= '~', "\"%s\" is ASCII", look);
    }
}

TEST(every_depth_has_six_kinds_and_none_over_a_third)
{
    for (int depth = 1; depth <= DEPTH_LAST; depth++) {
        int kinds = 0;
        int sum = 0;
        int most = 0;
        for (enum species_id id = SPECIES_CELLAR_RAT; id < SPECIES_COUNT; id++) {
            const struct species_row *row = species_row(id);
            if (row->is_boss || depth < row->depth.low || depth > row->depth.high)
                continue;
            kinds++;
            sum += row->rarity;
            most = row->rarity > most ? row->rarity : most;
        }
        ck_assert_msg(kinds >= 6, "%d kinds on depth %d", kinds, depth);
        ck_assert_msg(3 * most <= sum, "%d of %d on depth %d", most, sum, depth);
    }
}

TEST(every_part_is_used_and_takes_what_its_row_says)
{
    bool is_used[PART_COUNT] = {[PART_NONE] = true};

    for (enum species_id id = SPECIES_CELLAR_RAT; id < SPECIES_COUNT; id++) {
        const struct species_row *row = species_row(id);
        for (int i = 0; i < SPECIES_PARTS_MAX; i++) {
            const struct species_part *part = &row->parts[i];
            unsigned has =
                (part->dice.count > 0 && part->dice.sides > 1 ? (unsigned)PART_TAKES_DICE : 0) |
                (part->range > 0 ? (unsigned)PART_TAKES_RANGE : 0) |
                (part->cost > 0 ? (unsigned)PART_TAKES_COST : 0) |
                (part->every > 0 ? (unsigned)PART_TAKES_EVERY : 0) |
                (part->amount > 0 ? (unsigned)PART_TAKES_AMOUNT : 0) |
                (part->kind != SPECIES_DELVER ? (unsigned)PART_TAKES_KIND : 0);
            ck_assert_msg(has == part_kind(part->id)->takes, "%s of %s", part_kind(part->id)->name,
                          row->name);
            ck_assert_msg(i == 0 || row->parts[i - 1].id != PART_NONE || part->id == PART_NONE,
                          "the parts of %s lie together", row->name);
            is_used[part->id] = true;
        }
    }
    for (enum part_id id = PART_NONE; id < PART_COUNT; id++) {
        ck_assert_msg(is_used[id], "%s is used", part_kind(id)->name);
        for (enum part_id other = PART_NONE; other < id; other++)
            ck_assert_str_ne(part_kind(id)->name, part_kind(other)->name);
    }
}

TEST(no_kind_has_two_parts_that_exclude_each_other)
{
    for (enum species_id id = SPECIES_CELLAR_RAT; id < SPECIES_COUNT; id++) {
        const struct species_row *row = species_row(id);
        for (int i = 0; i < SPECIES_PARTS_MAX && row->parts[i].id != PART_NONE; i++) {
            for (int j = 0; j < i; j++) {
                ck_assert_int_ne(row->parts[i].id, row->parts[j].id);
                ck_assert_msg(!part_excludes(row->parts[i].id, row->parts[j].id), "parts of %s",
                              row->name);
            }
        }
    }
}

TEST(parts_exclude_each_other_in_either_order)
{
    static const enum part_id pairs[][2] = {{PART_DOOR, PART_NODOOR},
                                            {PART_FEARLESS, PART_FLEE},
                                            {PART_STILL, PART_PACK},
                                            {PART_STILL, PART_FLY},
                                            {PART_KITE, PART_KEEP}};

    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        ck_assert(part_excludes(pairs[i][0], pairs[i][1]));
        ck_assert(part_excludes(pairs[i][1], pairs[i][0]));
    }
    ck_assert(!part_excludes(PART_DOOR, PART_FLEE));
}

TEST(bosses_and_shepherds_call_kinds_of_their_depth)
{
    int callers = 0;

    for (enum species_id id = SPECIES_CELLAR_RAT; id < SPECIES_COUNT; id++) {
        const struct species_row *row = species_row(id);
        const struct species_part *part = species_part(row, PART_CALL);
        callers += part != NULL;
        if (part != NULL) {
            ck_assert(!species_row(part->kind)->is_boss);
            ck_assert_int_le(species_row(part->kind)->depth.low, row->depth.low);
        }
    }
    ck_assert_int_eq(callers, 10);
    ck_assert_int_eq(species_part(species_row(SPECIES_REED_WITCH), PART_CALL)->kind, SPECIES_LEECH);
    ck_assert_ptr_null(species_part(species_row(SPECIES_LEECH), PART_CALL));
}

/* To keep a distance ends a turn, so that nothing behind it would ever be done. */
TEST(who_keeps_away_does_all_else_first)
{
    static const enum part_id deeds[] = {PART_CALL, PART_RAISE, PART_BOLT, PART_MEND, PART_SPIT};

    for (enum species_id id = SPECIES_CELLAR_RAT; id < SPECIES_COUNT; id++) {
        const struct species_row *row = species_row(id);
        const struct species_part *keep = species_part(row, PART_KEEP);
        for (size_t i = 0; keep != NULL && i < sizeof deeds / sizeof deeds[0]; i++) {
            const struct species_part *part = species_part(row, deeds[i]);
            ck_assert_msg(part == NULL || part < keep, "%s never does %s", row->name,
                          part_kind(deeds[i])->name);
        }
    }
}

TEST(save_ids_never_change)
{
    ck_assert_uint_eq(species_row(SPECIES_DELVER)->save_id, 1);
    ck_assert_uint_eq(species_row(SPECIES_CELLAR_RAT)->save_id, 2);
    ck_assert_uint_eq(species_row(SPECIES_GATE_HOUND)->save_id, 10);
}

TEST(save_ids_lead_back_to_their_rows)
{
    unsigned known = 0;

    for (unsigned save_id = 0; save_id <= UINT8_MAX; save_id++) {
        enum species_id id = SPECIES_COUNT;
        enum err error = species_from_save_id((uint8_t)save_id, &id);
        if (error == ERR_OK) {
            ck_assert_uint_eq(species_row(id)->save_id, save_id);
            known++;
        } else {
            ck_assert_int_eq(error, ERR_UNKNOWN);
        }
    }
    ck_assert_uint_eq(known, SPECIES_COUNT);
}

TEST(each_kind_has_a_name_with_its_article_and_a_genitive)
{
    static const struct {
        enum species_id id;
        const char *one;
        const char *the;
        const char *many;
        const char *genitive;
    } rows[] = {
        {SPECIES_CELLAR_RAT, "a cellar rat", "the cellar rat", "the cellar rats",
         "the cellar rat's"},
        {SPECIES_ECHO_BAT, "an echo bat", "the echo bat", "the echo bats", "the echo bat's"},
        {SPECIES_DROWNED_ONE, "a drowned one", "the drowned one", "the drowned",
         "the drowned one's"},
        {SPECIES_COOPER, "the Cooper", "the Cooper", "the Cooper", "the Cooper's"},
        {SPECIES_DAM_OF_GNAWERS, "the Dam of Gnawers", "the Dam of Gnawers", "the Dam of Gnawers",
         "the Dam of Gnawers'"},
    };
    char text[64];

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        species_name(rows[i].id, SPECIES_A, text, sizeof text);
        ck_assert_str_eq(text, rows[i].one);
        species_name(rows[i].id, SPECIES_THE_MANY, text, sizeof text);
        ck_assert_str_eq(text, rows[i].many);
        species_name(rows[i].id, SPECIES_THE, text, sizeof text);
        ck_assert_str_eq(text, rows[i].the);
        species_add_genitive(rows[i].id, text, sizeof text);
        ck_assert_str_eq(text, rows[i].genitive);
    }
    for (enum species_id id = SPECIES_CELLAR_RAT; id < SPECIES_COUNT; id++) {
        for (enum species_form form = SPECIES_A; form <= SPECIES_THE_MANY; form++) {
            species_name(id, form, text, sizeof text);
            ck_assert_ptr_null(strstr(text, "the the "));
            species_add_genitive(id, text, sizeof text);
            ck_assert_ptr_null(strstr(text, "s's"));
        }
    }
}
