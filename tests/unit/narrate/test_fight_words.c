/*
 * A fight in words: each event to the striker, to the victim and to other delvers; and the
 * foes in view with their danger.
 */
#include <stdio.h>
#include <string.h>

#include "narrate/around.h"
#include "narrate/cell_words.h"
#include "narrate/sheet.h"
#include "narrate/threats.h"
#include "narrate/words.h"
#include "support/stage.h"
#include "support/test.h"
#include "world/world.h"

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

/* The words that each of the two delvers is told; NULL: none. */
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

TEST_FIXTURE(set_up, tear_down);

TEST(blows_of_a_delver_tell_the_damage_to_the_striker_alone)
{
    const struct event nothing = {.kind = EVENT_LESSON, .actor = ada, .other = drudge};
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
         "You hit the Cooper hard: 8.",
         "Ada hits the Cooper hard."},
        {{.kind = EVENT_DIED, .actor = ada, .other = drudge},
         "You kill the drudge.",
         "Ada kills the drudge."},
        {{.kind = EVENT_LESSON, .actor = ada, .other = drudge, .count = 18},
         "+18 experience (0 of 32).",
         NULL},
        {{.kind = EVENT_LESSON, .actor = ada, .other = drudge},
         "Drudges give no more experience.",
         NULL},
        {{.kind = EVENT_LEVELLED, .actor = ada, .count = 2}, "You are level 2 now.", NULL},
    };

    /* The eleventh of a kind is the first that pays nothing, and the last of which that is told. */
    stage_delver(&stage, ada)->life.kills[SPECIES_DRUDGE] = 12;
    expect(&nothing, ada, NULL);
    stage_delver(&stage, ada)->life.kills[SPECIES_DRUDGE] = 11;
    expect_all(cases, sizeof cases / sizeof cases[0]);
}

TEST(a_throw_and_what_it_does_are_one_sentence)
{
    const struct stack dart = stack_of(ITEM_DART, 1);
    const struct stack net = stack_of(ITEM_NET, 1);
    const struct event event = {.kind = EVENT_SHOT, .actor = ada, .other = drudge, .stack = dart};
    const struct {
        enum blow_outcome outcome;
        int count;
        const char *ada;
        const char *brom;
    } cases[] = {
        {BLOW_HITS, 4, "You throw a dart at the drudge: 4.", "Ada throws a dart at the drudge."},
        {BLOW_MISSES, 0, "You throw a dart at the drudge and miss.",
         "Ada throws a dart at the drudge and misses."},
        {BLOW_HITS, 0, "You throw a dart at the drudge; it glances off.",
         "Ada throws a dart at the drudge; it glances off."},
        {BLOW_TELLS, 5, "You throw a dart at the drudge, a hard hit: 5.",
         "Ada throws a dart at the drudge, a hard hit."},
    };
    struct event thrown = {
        .kind = EVENT_ITEM_THROWN, .actor = ada, .other = drudge, .stack = dart, .count = 1};

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct event shot = event;
        shot.outcome = cases[i].outcome;
        shot.count = cases[i].count;
        expect(&shot, ada, cases[i].ada);
        expect(&shot, brom, cases[i].brom);
    }
    expect(&thrown, ada, NULL);
    thrown.count = 0;
    expect(&thrown, ada, "You throw a dart at the drudge.");
    struct event shot = event; /* a net does no harm */
    shot.stack = net;
    shot.outcome = BLOW_HITS;
    expect(&shot, ada, "You throw a net at the drudge.");
    const struct event back = {
        .kind = EVENT_REFLECTED, .actor = drudge, .other = ada, .stack = dart};
    expect(&back, ada, "The drudge throws a dart back at you.");
    expect(&back, brom, "The drudge throws a dart back at Ada.");
}

TEST(blows_of_a_foe_tell_its_victim_what_is_left)
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
         "The poison hurts you: 2, you have 7.",
         NULL},
        {{.kind = EVENT_WITHERS, .actor = ada, .status = STATUS_BURNING, .count = 2, .left = 7},
         "The fire hurts you: 2, you have 7.",
         NULL},
        {{.kind = EVENT_WITHERS, .actor = ada, .status = STATUS_COUNT, .count = 2, .left = 7},
         "The spikes hurt you: 2, you have 7.",
         NULL},
        {{.kind = EVENT_TIME, .actor = brom, .other = ada, .time = COMPANY_RUNNING, .count = 3},
         NULL,
         "Ada is near: time runs in 3 seconds."},
        {{.kind = EVENT_TIME, .actor = brom, .other = ada, .time = COMPANY_RUNNING},
         NULL,
         "Ada is near: time runs."},
        {{.kind = EVENT_BLOW,
          .actor = drudge,
          .other = ada,
          .outcome = BLOW_TELLS,
          .count = 3,
          .left = 7},
         "The drudge hits you hard: 3, you have 7.",
         "The drudge hits Ada hard."},
        {{.kind = EVENT_FLED, .actor = drudge},
         "The drudge turns to flee.",
         "The drudge turns to flee."},
    };

    expect_all(cases, sizeof cases / sizeof cases[0]);
}

TEST(ailments_and_tempers_are_told_in_plain_words)
{
    const struct case_of_words cases[] = {
        {{.kind = EVENT_STATUS, .actor = ada, .status = STATUS_DIM, .count = 1},
         "Your lamp burns low.",
         "Ada's lamp burns low."},
        {{.kind = EVENT_STATUS, .actor = ada, .status = STATUS_RUSTED, .count = 1},
         "Your armour rusts (-3).",
         "Ada's armour rusts (-3)."},
        {{.kind = EVENT_STATUS, .actor = ada, .status = STATUS_DAZZLED, .count = 1},
         "You are dazzled (-15 to hit).",
         "Ada is dazzled (-15 to hit)."},
        {{.kind = EVENT_TEMPERED,
          .actor = ada,
          .stack = {.kind = ITEM_KNIFE, .count = 1, .temper = 1}},
         "Your knife is now +1.",
         NULL},
    };

    expect_all(cases, sizeof cases / sizeof cases[0]);
}

TEST(a_foe_that_comes_into_view_is_told_with_its_place_and_danger)
{
    const struct event seen = {.kind = EVENT_NOTICED, .actor = ada, .other = drudge};
    const struct event big = {.kind = EVENT_NOTICED, .actor = ada, .other = boss};

    expect(&seen, ada, "A drudge comes into view, 6 east. Hard fight.");
    const struct event asleep = {
        .kind = EVENT_NOTICED, .actor = ada, .other = drudge, .notice = NOTICE_ASLEEP};
    const struct event unseen = {
        .kind = EVENT_NOTICED, .actor = ada, .other = drudge, .notice = NOTICE_UNSEEN};
    const struct event woke = {.kind = EVENT_WOKE, .actor = drudge};

    expect(&asleep, ada, "A drudge comes into view, 6 east, asleep.");
    expect(&unseen, ada, "Something has noticed you.");
    stage_delver(&stage, ada)->sightings.noted[0] = 0;
    expect(&woke, ada, NULL);
    stage_delver(&stage, ada)->sightings.noted[0] = drudge;
    expect(&woke, ada, "The drudge wakes, 6 east. Hard fight.");
    /* One that wakes as it comes into view is announced once. */
    struct level *level = stage_level(&stage);
    struct event *pushed = event_push(&level->events, EVENT_NOTICED, world_body(stage.world, ada));
    pushed->other = drudge;
    expect(&woke, ada, NULL);
    level->events.count = 0;
    body_foe(world_body(stage.world, drudge))->mind.is_hidden = true;
    expect(&woke, ada, NULL);
    body_foe(world_body(stage.world, drudge))->mind.is_hidden = false;
    expect(&big, ada, "The Cooper comes into view, 8 east. Deadly fight.");
    expect(&seen, brom, NULL);
}

TEST(deeds_are_told_before_and_when_they_happen)
{
    const struct case_of_words cases[] = {
        {{.kind = EVENT_WIND_UP, .actor = drudge, .part = PART_POT, .at = {2, 2}},
         "The drudge lifts a fire pot to throw at you.",
         "The drudge lifts a fire pot to throw, 1 west."},
        {{.kind = EVENT_WIND_UP, .actor = boss, .part = PART_CALL, .at = {2, 2}},
         "The Cooper draws breath to call for help.",
         "The Cooper draws breath to call for help."},
        {{.kind = EVENT_DEED, .actor = drudge, .part = PART_CHARGE},
         "The drudge charges.",
         "The drudge charges."},
        {{.kind = EVENT_STRUCK,
          .actor = drudge,
          .other = ada,
          .outcome = BLOW_HITS,
          .count = 4,
          .left = 6},
         "It hits you: 4, you have 6.",
         "It hits Ada."},
        {{.kind = EVENT_STOLE, .actor = drudge, .other = ada, .count = 12},
         "The drudge takes gold from you: 12.",
         "The drudge takes gold from Ada."},
        {{.kind = EVENT_REGAINED, .actor = ada, .other = drudge, .count = 12},
         "You have 12 stolen gold back.",
         NULL},
        {{.kind = EVENT_FELL, .actor = brom, .other = drudge, .count = 20, .at = {3, 2}},
         "Brom falls to the east! raise Brom",
         "You fall. A companion beside you can raise you; 20 beats. yield gives up."},
        {{.kind = EVENT_RAISED, .actor = ada, .other = brom, .left = 5},
         "You raise Brom.",
         "Ada raises you: you have 5."},
        {{.kind = EVENT_SWAPPED, .actor = ada, .other = brom, .count = 1},
         "You drag Brom along.",
         "Ada drags you along."},
        {{.kind = EVENT_SPLIT, .actor = drudge},
         "The drudge splits in two.",
         "The drudge splits in two."},
    };

    expect_all(cases, sizeof cases / sizeof cases[0]);
}

TEST(mending_is_shown_and_not_told)
{
    const struct event mended = {.kind = EVENT_MENDED, .actor = ada, .left = 9};

    expect(&mended, ada, NULL);
    expect(&mended, brom, NULL);
}

TEST(threats_are_listed_from_near_to_far_with_the_danger_of_all)
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

/* Alone, or beside one that is awake: nothing comes one after the other. */
TEST(of_sleepers_it_is_not_told_what_all_that_are_awake_would_be)
{
    char text[THREATS_TEXT_MAX];

    body_foe(world_body(stage.world, boss))->mind.mood = MOOD_ASLEEP;
    foe_add(stage.world, SPECIES_GREY_MOULD, stage_level(&stage), pos_of(5, 1), MOOD_ASLEEP);
    for (int awake = 1; awake >= 0; awake--) {
        body_foe(world_body(stage.world, drudge))->mind.mood = awake ? MOOD_POSTED : MOOD_ASLEEP;
        threats_describe(stage.world, stage_delver(&stage, ada), text, sizeof text);
        ck_assert_ptr_nonnull(strstr(text, ", asleep."));
        ck_assert_msg(strstr(text, "All that are awake") == NULL, "%s", text);
    }
}

TEST(without_a_foe_in_view_there_is_no_threat)
{
    char text[THREATS_TEXT_MAX];

    foe_free(stage.world, body_foe(world_body(stage.world, drudge)));
    foe_free(stage.world, body_foe(world_body(stage.world, boss)));
    threats_describe(stage.world, stage_delver(&stage, ada), text, sizeof text);
    ck_assert_str_eq(text, "No foe is in view.");
    stage_delver(&stage, ada)->danger.is_present = true;
    threats_describe(stage.world, stage_delver(&stage, ada), text, sizeof text);
    ck_assert_str_eq(text, "No foe is in view, but one may be near.");
    stage_delver(&stage, ada)->danger.is_hunted = true;
    threats_describe(stage.world, stage_delver(&stage, ada), text, sizeof text);
    ck_assert_str_eq(text, "No foe is in view, but one is after you.");
}

TEST(foes_that_all_sleep_are_not_reckoned_together)
{
    char text[THREATS_TEXT_MAX];

    foe_free(stage.world, body_foe(world_body(stage.world, drudge)));
    foe_free(stage.world, body_foe(world_body(stage.world, boss)));
    foe_add(stage.world, SPECIES_CELLAR_RAT, stage_level(&stage), pos_of(5, 1), MOOD_ASLEEP);
    foe_add(stage.world, SPECIES_CELLAR_RAT, stage_level(&stage), pos_of(6, 1), MOOD_ASLEEP);
    threats_describe(stage.world, stage_delver(&stage, ada), text, sizeof text);
    ck_assert_str_eq(text, "A cellar rat, 3 east 1 north: even, asleep. "
                           "A cellar rat, 4 east 1 north: even, asleep.");
}

TEST(threats_come_in_the_order_of_their_distance)
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

TEST(the_target_line_is_of_the_nearest_that_is_awake)
{
    struct target_line line;
    const struct delver *viewer = stage_delver(&stage, ada);

    world_body(stage.world, drudge)->health = 5;
    (void)foe_add(stage.world, SPECIES_GREY_MOULD, stage_level(&stage), pos_of(5, 1), MOOD_ASLEEP);
    target_line_make(stage.world, viewer, &line);
    ck_assert_str_eq(line.text, "drudge [#####---] 6e even  +1 the Cooper deadly");
    ck_assert_int_eq(line.role, ROLE_BAD);
    (void)stage_foe(&stage, SPECIES_CELLAR_RAT, pos_of(11, 2));
    target_line_make(stage.world, viewer, &line);
    ck_assert_ptr_nonnull(strstr(line.text, "  +2 more deadly"));
}

TEST(several_of_a_kind_are_told_in_the_plural)
{
    struct target_line line;

    foe_free(stage.world, body_foe(world_body(stage.world, boss)));
    (void)stage_foe(&stage, SPECIES_GATE_HOUND, pos_of(10, 2));
    (void)stage_foe(&stage, SPECIES_GATE_HOUND, pos_of(10, 1));
    target_line_make(stage.world, stage_delver(&stage, ada), &line);
    ck_assert_ptr_nonnull(strstr(line.text, "  +2 gate hounds deadly"));
}

TEST(without_a_foe_that_is_awake_there_is_no_target_line)
{
    struct target_line line;

    foe_free(stage.world, body_foe(world_body(stage.world, boss)));
    body_foe(world_body(stage.world, drudge))->mind.mood = MOOD_ASLEEP;
    target_line_make(stage.world, stage_delver(&stage, ada), &line);
    ck_assert_str_eq(line.text, "");
}

TEST(a_foe_that_is_looked_at_is_told_with_its_odds_its_ways_and_how_many_fell)
{
    char text[CELL_WORDS_MAX];
    struct delver *viewer = stage_delver(&stage, ada);

    viewer->life.kills[SPECIES_DRUDGE] = 2;
    body_foe(world_body(stage.world, drudge))->mind.mood = MOOD_ASLEEP;
    cell_describe(stage.world, viewer, pos_of(8, 2), text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, "It is asleep. It hits you "));
    ck_assert_ptr_nonnull(strstr(text, " Hard fight. Opens doors, flees when hurt. Killed 2."));
}

TEST(target_and_status_answer_in_a_line)
{
    char text[STATUS_WORDS_MAX];
    struct delver *viewer = stage_delver(&stage, ada);

    world_body(stage.world, drudge)->health = 3;
    target_words(stage.world, viewer, text, TARGET_WORDS_MAX);
    ck_assert_str_eq(text, "A drudge, 6 east, hurt: even. 1 more is awake, deadly together.");
    viewer->body.health = 14;
    viewer->body.health_max = 20;
    viewer->body.statuses.left[STATUS_HELD] = 2;
    viewer->time.state = COMPANY_WAITING;
    status_words(viewer, text, sizeof text);
    ck_assert_str_eq(text,
                     "Level 1, 14 of 20 health, depth 1. Held 2. Danger: time waits for you.");
    foe_free(stage.world, body_foe(world_body(stage.world, boss)));
    foe_free(stage.world, body_foe(world_body(stage.world, drudge)));
    target_words(stage.world, viewer, text, TARGET_WORDS_MAX);
    ck_assert_str_eq(text, "No foe that is awake is in view.");
}

TEST(lists_and_looks_say_that_a_foe_sleeps)
{
    const struct things_wish wish = {THINGS_OF_FOES, .seen_only = true, .max = THINGS_MAX};
    const struct delver *viewer = stage_delver(&stage, ada);
    struct things things;
    char text[AROUND_LIST_MAX];

    body_foe(world_body(stage.world, drudge))->mind.mood = MOOD_ASLEEP;
    things_collect(stage.world, viewer, &wish, &things);
    around_list(viewer, &things, text, sizeof text);
    ck_assert_str_eq(text, "1 Drudge, 6 east, asleep.\n2 The Cooper, 8 east.");
    around_tell_all(stage.world, viewer, text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, "; drudge, 6 east, asleep; "));
}
