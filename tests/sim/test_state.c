/*
 * States of a world as text, and their differences by the names of members.
 */
#include "sim/state.h"

#include <stdlib.h>
#include <string.h>

#include "support/stage.h"
#include "support/test.h"
#include "world/delver.h"

static const char drawing[] = "########\n"
                              "#......#\n"
                              "#......#\n"
                              "########\n";

static struct stage stage;
static char printed[4096];

static void set_up(void)
{
    stage_init(&stage, drawing);
}

static void tear_down(void)
{
    stage_release(&stage);
}

static void changes_of(const char *before, const char *after)
{
    FILE *out = fmemopen(printed, sizeof printed, "w");

    ck_assert_ptr_nonnull(out);
    state_changes(before, after, out);
    fclose(out);
}

TEST_FIXTURE(set_up, tear_down);

TEST(changes_are_told_by_subject_member_and_both_values)
{
    static const char *const rows[][3] = {
        {"foe 1 rat: health 5\n", "foe 1 rat: health 5\n", ""},
        {"foe 1 rat: health 5\n", "foe 1 rat: health 3\n", "foe 1 rat: health 3, before 5\n"},
        {"", "foe 1 rat: health 3\n", "foe 1 rat: health 3\n"},
        {"foe 1 rat: health 5\n", "", "foe 1 rat: health gone\n"},
        {"a: x 1\nb: x 2\n", "b: x 2\na: x 3\n", "a: x 3, before 1\n"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        changes_of(rows[i][0], rows[i][1]);
        ck_assert_str_eq(printed, rows[i][2]);
    }
}

TEST(a_step_changes_the_place_of_one_body)
{
    body_id ada = stage_join(&stage, 1, pos_of(1, 1));

    (void)stage_foe(&stage, SPECIES_GREY_MOULD, pos_of(6, 2));
    char *before = state_text(stage.world);
    stage_act(&stage, ada, ACTION_MOVE, DIR_EAST);
    stage_tick(&stage);
    char *after = state_text(stage.world);
    changes_of(before, after);
    ck_assert_ptr_nonnull(strstr(printed, ": at.x 2, before 1\n"));
    ck_assert_ptr_null(strstr(printed, "at.y"));
    free(before);
    free(after);
}

TEST(a_map_shows_bodies_and_the_minds_of_awake_foes)
{
    FILE *out = fmemopen(printed, sizeof printed, "w");

    ck_assert_ptr_nonnull(out);
    (void)stage_join(&stage, 1, pos_of(1, 1));
    (void)stage_foe(&stage, SPECIES_CELLAR_RAT, pos_of(5, 2));
    stage_ticks(&stage, 2);
    state_maps(stage.world, out);
    fclose(out);
    ck_assert_ptr_nonnull(strstr(printed, "\n#@..."));
    ck_assert_ptr_nonnull(strstr(printed, "cellar rat"));
    ck_assert_ptr_nonnull(strstr(printed, " 5,2   health 6/6, roaming\n"));
}
