/*
 * Lessons and levels.
 */

#include "support/test.h"
#include "world/life.h"

TEST(levels_come_at_the_known_experience)
{
    static const struct {
        int level;
        int experience;
    } rows[] = {{1, 0},   {2, 32},   {3, 96},    {4, 192},   {5, 320},   {6, 480},   {7, 672},
                {8, 896}, {9, 1152}, {10, 1440}, {16, 3840}, {20, 6080}, {25, 9600}, {30, 13920}};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ck_assert_int_eq(lesson_threshold(rows[i].level), rows[i].experience);
        ck_assert_int_eq(lesson_level(rows[i].experience), rows[i].level);
        if (rows[i].level > 1)
            ck_assert_int_eq(lesson_level(rows[i].experience - 1), rows[i].level - 1);
    }
    ck_assert_int_eq(lesson_level(INT64_MAX), LESSON_LEVEL_MAX);
}

TEST(a_level_gives_four_health)
{
    ck_assert_int_eq(lesson_health(1), 20);
    ck_assert_int_eq(lesson_health(2), 24);
    ck_assert_int_eq(lesson_health(30), 136);
}

TEST(the_nth_of_a_kind_pays_its_share_and_the_last_nothing)
{
    const struct species_row *deserter = species_row(SPECIES_DESERTER);
    static const int paid[] = {18, 9, 6, 4, 3, 3, 2, 2, 2, 1};

    ck_assert_int_eq(lesson_lore(deserter, 3), 18);
    for (uint32_t nth = 1; nth <= 10; nth++)
        ck_assert_int_eq(lesson_of_kill(deserter, 3, nth, 9), paid[nth - 1]);
    ck_assert_int_eq(lesson_of_kill(deserter, 3, 18, 9), 1);
    ck_assert_int_eq(lesson_of_kill(deserter, 3, 19, 9), 0);
    ck_assert_int_eq(lesson_of_kill(deserter, 3, UINT32_MAX, 9), 0);
}

TEST(a_boss_pays_six_times_and_once)
{
    const struct species_row *cooper = species_row(SPECIES_COOPER);

    ck_assert_int_eq(lesson_lore(cooper, 3), 6 * 18);
    ck_assert_int_eq(lesson_of_kill(cooper, 3, 1, 20), 108);
    ck_assert_int_eq(lesson_of_kill(cooper, 3, 2, 20), 0);
}

TEST(no_payment_is_over_a_quarter_of_the_next_level)
{
    for (int level = 1; level < LESSON_LEVEL_MAX; level++) {
        int quarter = (lesson_threshold(level + 1) - lesson_threshold(level)) / 4;
        int most = 0;
        for (enum species_id id = SPECIES_CELLAR_RAT; id < SPECIES_COUNT; id++) {
            int paid = lesson_of_kill(species_row(id), 1, 1, level);
            most = paid > most ? paid : most;
        }
        ck_assert_int_le(most, quarter);
        ck_assert_msg(level > 20 || most == quarter, "a lesson is cut at level %d", level);
        ck_assert_int_le(lesson_of_depth(level + 1, level), quarter);
    }
    ck_assert_int_eq(lesson_of_kill(species_row(SPECIES_COOPER), 3, 1, 1), 8);
}

TEST(what_is_beyond_a_delver_pays_nothing)
{
    const struct species_row *gnawer = species_row(SPECIES_GNAWER_CHANTER); /* first on depth 7 */

    ck_assert_int_eq(lesson_of_kill(gnawer, 6, 1, 1), 8);
    ck_assert(!lesson_is_beyond(1, 7));
    ck_assert(lesson_is_beyond(1, 8));
    ck_assert_int_eq(lesson_of_kill(species_row(SPECIES_DROWNED_ONE), 9, 1, 2), 0);
    ck_assert_int_eq(lesson_of_kill(species_row(SPECIES_DROWNED_ONE), 9, 1, 3), 24);
    ck_assert_int_eq(lesson_of_depth(8, 1), 0);
    ck_assert_int_eq(lesson_of_depth(8, 2), 16);
    ck_assert_int_eq(lesson_of_depth(8, 10), 80);
}
