/*
 * Danger in words.
 */
#include "narrate/threats.h"
#include <string.h>

#include "support/test.h"

static void expect_prospect(struct prospect prospect, const char *wanted)
{
    char text[DANGER_TEXT_MAX];

    danger_describe_prospect(&prospect, text, sizeof text);
    ck_assert_str_eq(text, wanted);
}

TEST(every_danger_has_a_sentence)
{
    static const char *const wanted[DANGER_COUNT] = {"Harmless fight.", "Easy fight.",
                                                     "Even fight.", "Hard fight.", "Deadly fight."};

    for (enum danger danger = DANGER_HARMLESS; danger < DANGER_COUNT; danger++) {
        char text[DANGER_TEXT_MAX];
        danger_describe(danger, text, sizeof text);
        ck_assert_str_eq(text, wanted[danger]);
    }
}

TEST(a_prospect_is_told_in_numbers_and_a_word)
{
    expect_prospect((struct prospect){72, 9, 3, 78, 4, DANGER_EVEN},
                    "It hits you 72 in 100 for at most 9; 3 such blows end you. "
                    "You hit it 78 in 100; about 4 blows. Even fight.");
    expect_prospect((struct prospect){95, 60, 1, 90, 1, DANGER_DEADLY},
                    "It hits you 95 in 100 for at most 60; 1 such blow ends you. "
                    "You hit it 90 in 100; about 1 blow. Deadly fight.");
}

TEST(the_longest_prospect_fits)
{
    const struct fighter weakest = {.defence = 0};
    char text[DANGER_TEXT_MAX];

    for (enum species_id id = SPECIES_CELLAR_RAT; id < SPECIES_COUNT; id++) {
        const struct species_row *row = species_row(id);
        struct prospect prospect = estimate_prospect(&weakest, 9999, row, 1, row->health, 2);
        danger_describe_prospect(&prospect, text, sizeof text);
        ck_assert_int_eq(text[strlen(text) - 1], '.');
    }
}

TEST(what_a_kind_does_is_one_sentence_that_fits)
{
    char text[DANGER_TEXT_MAX];

    for (enum species_id id = SPECIES_CELLAR_RAT; id < SPECIES_COUNT; id++) {
        danger_describe_parts(species_row(id), text, sizeof text);
        ck_assert_msg(text[0] == '\0' || text[strlen(text) - 1] == '.', "%s", text);
        ck_assert_msg(strstr(text, "(null)") == NULL, "%s", text);
    }
    danger_describe_parts(species_row(SPECIES_DESERTER), text, sizeof text);
    ck_assert_str_eq(text, "Opens doors, flees when hurt.");
}
