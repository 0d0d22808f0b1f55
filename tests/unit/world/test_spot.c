/*
 * Spots: who is told of them, when, and by which name.
 */
#include <string.h>

#include "narrate/place_words.h"
#include "narrate/words.h"
#include "support/stage.h"
#include "support/test.h"
#include "world/level.h"

static const char hall[] = "##########################\n"
                           "#a.......................#\n"
                           "#........................#\n"
                           "##########################\n";

static struct spot spots[] = {
    {{3, 1, 2, 2}, "the drowned hoard", "Water drips on old stone.", 0},
    {{6, 1, 1, 2}, "the well", "", 0},
};

static struct stage stage;
static body_id ada;

static void set_up(void)
{
    stage_init(&stage, hall);
    ada = stage_join(&stage, 1, draw_level_find(hall, 'a'));
    stage_tick(&stage);
    stage_level(&stage)->spots = spots;
    stage_level(&stage)->spot_count = 2;
}

static void tear_down(void)
{
    stage_release(&stage);
}

/* The words about a spot that Ada is told by that step; "": none. */
static const char *step(enum dir dir)
{
    static char text[256];
    enum role role;

    stage_ticks(&stage, 20);
    stage_act(&stage, ada, ACTION_MOVE, dir);
    stage_tick(&stage);
    const struct event *event = stage_event(&stage, EVENT_SPOT, ada);
    text[0] = '\0';
    if (event != NULL)
        ck_assert(
            words_event(stage.world, event, stage_delver(&stage, ada), text, sizeof text, &role));
    return text;
}

static void expect_place(const char *wanted)
{
    char name[64];

    place_name(stage_delver(&stage, ada), name, sizeof name);
    ck_assert_str_eq(name, wanted);
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_delver_is_told_once_a_visit)
{
    ck_assert_str_eq(step(DIR_EAST), "");
    ck_assert_str_eq(step(DIR_EAST), "Water drips on old stone.");
    ck_assert_str_eq(step(DIR_EAST), "");
    ck_assert_str_eq(step(DIR_EAST), "");
    ck_assert_str_eq(step(DIR_WEST), "");
    memset(stage_delver(&stage, ada)->spots_reported, 0,
           sizeof stage_delver(&stage, ada)->spots_reported);
    ck_assert_str_eq(step(DIR_WEST), "Water drips on old stone.");
}

TEST(another_level_begins_with_nothing_told)
{
    struct delver *delver = stage_delver(&stage, ada);
    size_t cells = level_cell_count(stage_level(&stage));

    step(DIR_EAST);
    step(DIR_EAST);
    ck_assert_uint_ne(delver->spots_reported[0], 0);
    delver_set_memory(delver, delver_memory_new(cells), cells);
    ck_assert_uint_eq(delver->spots_reported[0], 0);
}

TEST(nobody_else_is_told)
{
    body_id brom = stage_join(&stage, 2, pos_of(10, 1));
    char text[256];
    enum role role;

    step(DIR_EAST);
    ck_assert_str_ne(step(DIR_EAST), "");
    ck_assert(!words_event(stage.world, stage_event(&stage, EVENT_SPOT, ada),
                           stage_delver(&stage, brom), text, sizeof text, &role));
}

TEST(a_description_begins_with_the_name)
{
    static const char wanted[] = "The drowned hoard.";
    char text[1024];

    step(DIR_EAST);
    step(DIR_EAST);
    place_describe(stage.world, stage_delver(&stage, ada), text, sizeof text);
    ck_assert_msg(strncmp(text, wanted, strlen(wanted)) == 0, "%s", text);
}

TEST(a_spot_without_a_sentence_only_has_its_name)
{
    expect_place("a wide corridor");
    for (int i = 0; i < 3; i++)
        step(DIR_EAST);
    expect_place("the drowned hoard");
    ck_assert_str_eq(step(DIR_EAST), "");
    expect_place("a wide corridor");
    ck_assert_str_eq(step(DIR_EAST), "");
    expect_place("the well");
}
