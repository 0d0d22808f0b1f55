/*
 * A fight in words: each event to the striker, to the victim and to other delvers; and the
 * foes in view with their danger.
 */
#include <stdio.h>

#include "narrate/threats.h"
#include "narrate/words.h"
#include "support/stage.h"
#include "support/suite.h"
#include "world/world_private.h"

static const char hall[] = "####################\n"
                           "#..................#\n"
                           "#..................#\n"
                           "####################\n";

static struct stage stage;
static body_id ada;
static body_id brom;
static body_id drudge;
static body_id boss;

static void set_up(void)
{
    stage_init(&stage, hall);
    ada = stage_join(&stage, 1, pos_of(2, 2));
    brom = stage_join(&stage, 2, pos_of(3, 2));
    snprintf(stage_delver(&stage, brom)->name, sizeof stage_delver(&stage, brom)->name, "Brom");
    drudge = stage_foe(&stage, SPECIES_DRUDGE, pos_of(8, 2));
    boss = stage_foe(&stage, SPECIES_COOPER, pos_of(10, 2));
}

static void tear_down(void)
{
    stage_release(&stage);
}

/* What each of the two is told; NULL: nothing. */
struct case_of_words {
    struct event event;
    const char *ada;
    const char *brom;
};

static void expect(const struct event *event, body_id viewer, const char *wanted)
{
    char text[WORDS_MAX] = "";
    enum role role;
    bool is_told =
        words_event(stage.world, event, stage_delver(&stage, viewer), text, sizeof text, &role);

    ck_assert_msg(is_told == (wanted != NULL), "told: %s", text);
    if (wanted != NULL)
        ck_assert_str_eq(text, wanted);
}

static void expect_all(const struct case_of_words *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        expect(&cases[i].event, ada, cases[i].ada);
        expect(&cases[i].event, brom, cases[i].brom);
    }
}

START_TEST(blows_of_a_delver_tell_the_damage_to_the_striker_alone)
{
    const struct case_of_words cases[] = {
        {{.kind = EVENT_BLOW, .actor = ada, .other = drudge, .outcome = BLOW_HITS, .count = 5},
         "You hit the drudge: 5.",
         "Ada hits the drudge."},
        {{.kind = EVENT_BLOW, .actor = ada, .other = drudge, .outcome = BLOW_MISSES},
         "You miss the drudge.",
         "Ada misses the drudge."},
        {{.kind = EVENT_BLOW, .actor = ada, .other = drudge, .outcome = BLOW_HITS},
         "Your blow glances off the drudge.",
         "Ada's blow glances off the drudge."},
        {{.kind = EVENT_BLOW, .actor = ada, .other = boss, .outcome = BLOW_TELLS, .count = 8},
         "A telling blow: you hit the Cooper: 8.",
         "A telling blow: Ada hits the Cooper."},
        {{.kind = EVENT_DIED, .actor = ada, .other = drudge},
         "You kill the drudge.",
         "Ada kills the drudge."},
        {{.kind = EVENT_LESSON, .actor = ada, .other = drudge, .count = 18}, "Lesson 18.", NULL},
        {{.kind = EVENT_LESSON, .actor = ada, .other = drudge},
         "You have learned all that it teaches.",
         NULL},
        {{.kind = EVENT_LEVELLED, .actor = ada, .count = 2}, "You are level 2 now.", NULL},
    };

    expect_all(cases, sizeof cases / sizeof cases[0]);
}
END_TEST

START_TEST(blows_of_a_foe_tell_its_victim_what_is_left)
{
    const struct case_of_words cases[] = {
        {{.kind = EVENT_BLOW,
          .actor = drudge,
          .other = ada,
          .outcome = BLOW_HITS,
          .count = 4,
          .left = 6},
         "The drudge hits you: 4, you have 6.",
         "The drudge hits Ada."},
        {{.kind = EVENT_SHOT,
          .actor = drudge,
          .other = ada,
          .outcome = BLOW_HITS,
          .count = 4,
          .left = 6},
         "The drudge shoots you: 4, you have 6.",
         "The drudge shoots Ada."},
        {{.kind = EVENT_SHOT, .actor = drudge, .other = ada, .outcome = BLOW_MISSES},
         "The drudge shoots at you and misses.",
         "The drudge shoots at Ada and misses."},
        {{.kind = EVENT_BLOW, .actor = boss, .other = ada, .outcome = BLOW_HITS},
         "The Cooper's blow glances off you.",
         "The Cooper's blow glances off Ada."},
        {{.kind = EVENT_DIED, .actor = drudge, .other = ada},
         "The drudge kills you.",
         "The drudge kills Ada."},
        {{.kind = EVENT_DIED, .actor = ada, .other = ada}, "You die.", "Ada dies."},
        {{.kind = EVENT_STATUS, .actor = ada, .status = STATUS_POISONED, .count = 1},
         "You are poisoned.",
         "Ada is poisoned."},
        {{.kind = EVENT_STATUS, .actor = ada, .status = STATUS_POISONED},
         "You are no longer poisoned.",
         NULL},
        {{.kind = EVENT_WITHERS, .actor = ada, .count = 2, .left = 7},
         "It costs you 2: you have 7.",
         NULL},
        {{.kind = EVENT_FLED, .actor = drudge},
         "The drudge turns to flee.",
         "The drudge turns to flee."},
    };

    expect_all(cases, sizeof cases / sizeof cases[0]);
}
END_TEST

START_TEST(a_foe_that_comes_into_view_is_told_with_its_place_and_danger)
{
    const struct event seen = {.kind = EVENT_NOTICED, .actor = ada, .other = drudge};
    const struct event big = {.kind = EVENT_NOTICED, .actor = ada, .other = boss};

    expect(&seen, ada, "A drudge comes into view, 6 east. Hard fight.");
    expect(&big, ada, "The Cooper comes into view, 8 east. Deadly fight.");
    expect(&seen, brom, NULL);
}
END_TEST

START_TEST(mending_is_shown_and_not_told)
{
    const struct event mended = {.kind = EVENT_MENDED, .actor = ada, .left = 9};

    expect(&mended, ada, NULL);
    expect(&mended, brom, NULL);
}
END_TEST

START_TEST(threats_are_listed_from_near_to_far_with_the_danger_of_all)
{
    char text[THREATS_TEXT_MAX];
    struct threats threats;

    foe_add(stage.world, SPECIES_GREY_MOULD, stage_level(&stage), pos_of(5, 1), MOOD_ASLEEP);
    foe_add(stage.world, SPECIES_BARREL_SPIDER, stage_level(&stage), pos_of(6, 1), MOOD_POSTED);
    threats_collect(stage.world, stage_delver(&stage, ada), &threats);
    ck_assert_int_eq(threats.count, 3);
    ck_assert_uint_eq(threats.list[1].foe, drudge);
    ck_assert_int_eq(threats.danger, DANGER_DEADLY);
    threats_describe(stage.world, stage_delver(&stage, ada), text, sizeof text);
    ck_assert_str_eq(text, "A grey mould, 3 east 1 north: deadly, asleep. A drudge, 6 east: hard. "
                           "The Cooper, 8 east: deadly. All that are awake, one after the other: "
                           "deadly.");
}
END_TEST

START_TEST(without_a_foe_in_view_there_is_no_threat)
{
    char text[THREATS_TEXT_MAX];

    foe_free(stage.world, body_foe(world_body(stage.world, drudge)));
    foe_free(stage.world, body_foe(world_body(stage.world, boss)));
    threats_describe(stage.world, stage_delver(&stage, ada), text, sizeof text);
    ck_assert_str_eq(text, "No foe is in view.");
}
END_TEST

START_TEST(threats_come_in_the_order_of_their_distance)
{
    static const char crowd[] = "##########\n"
                                "#........#\n"
                                "##########\n";
    struct stage small;
    struct threats threats;

    stage_init(&small, crowd);
    body_id viewer = stage_join(&small, 1, pos_of(1, 1));
    for (int x = 8; x > 1; x--)
        (void)stage_foe(&small, SPECIES_CELLAR_RAT, pos_of(x, 1));
    threats_collect(small.world, stage_delver(&small, viewer), &threats);
    ck_assert_int_eq(threats.count, 7);
    for (int i = 0; i < threats.count; i++)
        ck_assert_int_eq(threats.list[i].distance, i + 1);
    stage_release(&small);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("fight words");

    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, blows_of_a_delver_tell_the_damage_to_the_striker_alone);
    tcase_add_test(tcase, blows_of_a_foe_tell_its_victim_what_is_left);
    tcase_add_test(tcase, a_foe_that_comes_into_view_is_told_with_its_place_and_danger);
    tcase_add_test(tcase, mending_is_shown_and_not_told);
    tcase_add_test(tcase, threats_are_listed_from_near_to_far_with_the_danger_of_all);
    tcase_add_test(tcase, without_a_foe_in_view_there_is_no_threat);
    tcase_add_test(tcase, threats_come_in_the_order_of_their_distance);
    return suite_run("fight words", tcase);
}
