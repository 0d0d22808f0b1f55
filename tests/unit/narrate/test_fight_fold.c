/*
 * Blows under load: the order in which they are told, which of them are one line, and how many
 * lines come in a beat.
 */
#include <stdio.h>
#include <string.h>

#include "narrate/fight_fold.h"
#include "support/stage.h"
#include "support/test.h"

static const char hall[] = "####################\n"
                           "#..................#\n"
                           "#..................#\n"
                           "####################\n";

static struct stage stage;
static struct fight_fold fold;
static body_id ada;
static body_id brom;
static body_id rats[5];

static void set_up(void)
{
    stage_init(&stage, hall);
    fold = (struct fight_fold){0};
    ada = stage_join(&stage, 1, pos_of(2, 2));
    brom = stage_join(&stage, 2, pos_of(12, 2));
    snprintf(stage_delver(&stage, brom)->name, sizeof stage_delver(&stage, brom)->name, "Brom");
    for (int i = 0; i < 5; i++)
        rats[i] = stage_foe(&stage, SPECIES_CELLAR_RAT, pos_of(4 + i, 2));
    stage_delver(&stage, ada)->body.health = 14;
    stage_delver(&stage, ada)->time.state = COMPANY_RUNNING;
}

static void tear_down(void)
{
    stage_release(&stage);
}

static bool take(struct event event, enum fight_words words)
{
    return fight_fold_take(&fold, stage.world, &event, stage_delver(&stage, ada), words);
}

static void hit(body_id actor, body_id other, int damage, int left, enum fight_words words)
{
    ck_assert(take((struct event){.kind = EVENT_BLOW,
                                  .actor = actor,
                                  .other = other,
                                  .outcome = damage > 0 ? BLOW_HITS : BLOW_MISSES,
                                  .at = world_body(stage.world, actor)->at,
                                  .count = damage,
                                  .left = left},
                   words));
}

/* Writes the lines that are due now to `out`, with a '|' between them. Returns their number. */
static int read(enum fight_words words, char *out, size_t size)
{
    char text[FOLD_TEXT_MAX];
    enum role role;
    int count = 0;

    out[0] = '\0';
    while (fight_fold_next(&fold, stage.world, stage_delver(&stage, ada), words, text, sizeof text,
                           &role)) {
        size_t length = strlen(out);
        snprintf(out + length, size - length, "%s%s", count > 0 ? "|" : "", text);
        count++;
    }
    return count;
}

static void expect(enum fight_words words, const char *wanted)
{
    char told[1024];

    (void)read(words, told, sizeof told);
    ck_assert_str_eq(told, wanted);
}

TEST_FIXTURE(set_up, tear_down);

TEST(own_blows_come_first_and_repeats_are_one_line)
{
    hit(brom, rats[4], 3, 0, FIGHT_WORDS_FULL);
    hit(rats[0], ada, 2, 17, FIGHT_WORDS_FULL);
    hit(rats[1], ada, 2, 15, FIGHT_WORDS_FULL);
    hit(ada, rats[0], 5, 0, FIGHT_WORDS_FULL);
    hit(rats[2], ada, 1, 14, FIGHT_WORDS_FULL);
    hit(rats[3], ada, 0, 14, FIGHT_WORDS_FULL);
    expect(FIGHT_WORDS_FULL, "You hit the cellar rat: 5.|The cellar rats hit you 3 times: 5, you "
                             "have 14.|The cellar rat misses you.|Brom hits the cellar rat.");
    ck_assert(!fight_fold_is_pending(&fold));
}

TEST(blows_that_differ_are_not_one_line)
{
    hit(ada, rats[0], 5, 0, FIGHT_WORDS_FULL);
    hit(ada, rats[1], 4, 0, FIGHT_WORDS_FULL);
    hit(ada, rats[1], 3, 0, FIGHT_WORDS_FULL);
    hit(ada, rats[1], 0, 0, FIGHT_WORDS_FULL);
    expect(FIGHT_WORDS_FULL, "You hit the cellar rat: 5.|You hit the cellar rat 2 times: 7.|You "
                             "miss the cellar rat.");
}

TEST(fights_of_others_are_a_line_a_second)
{
    uint64_t second = world_ms(stage.world, 1000);

    hit(brom, rats[4], 3, 0, FIGHT_WORDS_FULL);
    expect(FIGHT_WORDS_FULL, "Brom hits the cellar rat.");
    for (uint64_t i = 0; i < second - 1; i++) {
        stage.world->tick++;
        hit(rats[i % 3], brom, 1, 9, FIGHT_WORDS_FULL);
        expect(FIGHT_WORDS_FULL, "");
    }
    stage.world->tick++;
    expect(FIGHT_WORDS_FULL, "Brom fights 3 cellar rats, east.");
}

/* A log counts a repeated line only if its colour is the same. */
TEST(a_line_of_others_has_one_colour_whatever_it_began_with)
{
    char text[FOLD_TEXT_MAX];
    enum role roles[2];

    for (int i = 0; i < 2; i++) {
        stage.world->tick += world_ms(stage.world, 1000);
        hit(brom, rats[4], i, 0, FIGHT_WORDS_FULL);
        hit(brom, rats[4], 2, 0, FIGHT_WORDS_FULL);
        ck_assert(fight_fold_next(&fold, stage.world, stage_delver(&stage, ada), FIGHT_WORDS_FULL,
                                  text, sizeof text, &roles[i]));
        ck_assert_str_eq(text, "Brom fights the cellar rat, east.");
    }
    ck_assert_int_eq(roles[0], roles[1]);
}

TEST(fights_of_a_crowd_are_a_line_in_five_seconds)
{
    uint64_t second = world_ms(stage.world, 1000);
    body_id more[5];
    char told[512];
    int lines = 0;

    for (int i = 0; i < 5; i++) {
        more[i] = stage_join(&stage, 10 + i, pos_of(13 + i, 1));
        snprintf(stage_delver(&stage, more[i])->name, NAME_LENGTH_MAX, "Delver%c", 'a' + i);
    }
    stage_delver(&stage, ada)->time.state = COMPANY_RUNNING;
    for (uint64_t i = 0; i < 20 * second; i++) {
        for (int k = 0; k < 5; k++)
            hit(more[k], rats[k], 1, 0, FIGHT_WORDS_FULL);
        int count = read(FIGHT_WORDS_FULL, told, sizeof told);
        if (count > 0 && lines > 0)
            ck_assert_str_eq(told, "Delvera, Delverb and 3 more fight 5 cellar rats, east.");
        lines += count;
        stage.world->tick++;
    }
    ck_assert_int_ge(lines, 4);
    ck_assert_int_le(lines, 5);
}

static struct event event_of(enum event_kind kind, body_id actor, body_id other)
{
    return (struct event){.kind = kind, .actor = actor, .other = other};
}

TEST(what_comes_of_a_blow_is_told_behind_it)
{
    const struct delver *viewer = stage_delver(&stage, ada);
    struct event fled = event_of(EVENT_FLED, rats[0], 0);
    struct event hurt = event_of(EVENT_STATUS, ada, 0);
    struct event other = event_of(EVENT_MOVED, brom, 0);

    ck_assert(!fight_fold_precedes(&fold, stage.world, &fled, viewer));
    hit(ada, rats[0], 5, 0, FIGHT_WORDS_FULL);
    ck_assert(fight_fold_precedes(&fold, stage.world, &fled, viewer));
    ck_assert(fight_fold_precedes(&fold, stage.world, &hurt, viewer));
    ck_assert(!fight_fold_precedes(&fold, stage.world, &other, viewer));
}

TEST(of_a_fight_of_others_nothing_is_told_behind_its_end)
{
    struct event elsewhere = event_of(EVENT_DIED, brom, rats[1]);
    struct event death = event_of(EVENT_DIED, ada, rats[4]);

    hit(brom, rats[4], 3, 0, FIGHT_WORDS_FULL);
    fight_fold_end(&fold, &elsewhere);
    ck_assert(fight_fold_is_pending(&fold));
    fight_fold_end(&fold, &death);
    ck_assert(!fight_fold_is_pending(&fold));
}

TEST(brief_tells_where_each_is_that_comes_into_view)
{
    for (int i = 0; i < 3; i++)
        ck_assert(take(event_of(EVENT_NOTICED, ada, rats[i]), FIGHT_WORDS_BRIEF));
    expect(FIGHT_WORDS_BRIEF, "A cellar rat comes into view, 2 east. Easy fight. A cellar rat, "
                              "3 east. A cellar rat, 4 east. Deadly together.");
}

TEST(of_others_nothing_is_told_to_one_who_wants_their_own_alone)
{
    hit(brom, rats[4], 3, 0, FIGHT_WORDS_OWN);
    hit(brom, rats[4], 3, 0, FIGHT_WORDS_BRIEF);
    expect(FIGHT_WORDS_OWN, "");
    ck_assert(!fight_fold_is_pending(&fold));
}

TEST(brief_is_one_line_of_short_sentences)
{
    const struct event death = {.kind = EVENT_DIED, .actor = ada, .other = rats[0]};
    const struct event lesson = {.kind = EVENT_LESSON, .actor = ada, .other = rats[0], .count = 10};

    hit(rats[1], ada, 4, 14, FIGHT_WORDS_BRIEF);
    hit(ada, rats[0], 5, 0, FIGHT_WORDS_BRIEF);
    expect(FIGHT_WORDS_BRIEF, "You hit, 5. Cellar rat hits you, 4. 14 left.");
    stage.world->tick += world_beats(stage.world, 1);
    hit(ada, rats[0], 5, 0, FIGHT_WORDS_BRIEF);
    ck_assert(take(death, FIGHT_WORDS_BRIEF));
    ck_assert(take(lesson, FIGHT_WORDS_BRIEF));
    hit(rats[1], ada, 2, 14, FIGHT_WORDS_BRIEF);
    hit(rats[2], ada, 2, 14, FIGHT_WORDS_BRIEF);
    hit(rats[3], ada, 0, 14, FIGHT_WORDS_BRIEF);
    expect(FIGHT_WORDS_BRIEF,
           "You hit, 5. You kill the cellar rat. +10 experience (0 of 32). Cellar rats hit you "
           "twice, 4. 14 left.");
}

TEST(brief_tells_a_death_behind_the_last_blow_of_the_dead)
{
    const struct event death = {.kind = EVENT_DIED, .actor = ada, .other = rats[0]};

    hit(rats[0], ada, 0, 14, FIGHT_WORDS_BRIEF);
    hit(ada, rats[0], 5, 0, FIGHT_WORDS_BRIEF);
    ck_assert(take(death, FIGHT_WORDS_BRIEF));
    expect(FIGHT_WORDS_BRIEF, "Cellar rat misses you. You hit, 5. You kill the cellar rat.");
    stage.world->tick += world_beats(stage.world, 1);
    hit(ada, rats[1], 5, 0, FIGHT_WORDS_BRIEF);
    hit(rats[1], ada, 2, 12, FIGHT_WORDS_BRIEF);
    expect(FIGHT_WORDS_BRIEF, "You hit, 5. Cellar rat hits you, 2. 12 left.");
}

/* A kill by another delver is told only to delvers who gain experience from it. */
TEST(brief_tells_what_a_companion_killed_before_the_lesson)
{
    const struct event death = {.kind = EVENT_DIED, .actor = brom, .other = rats[0]};
    const struct event other = {.kind = EVENT_DIED, .actor = brom, .other = rats[1]};
    const struct event lesson = {.kind = EVENT_LESSON, .actor = ada, .other = rats[0], .count = 5};

    ck_assert(take(death, FIGHT_WORDS_BRIEF));
    ck_assert(take(lesson, FIGHT_WORDS_BRIEF));
    ck_assert(take(other, FIGHT_WORDS_BRIEF));
    expect(FIGHT_WORDS_BRIEF, "Brom kills the cellar rat. +5 experience (0 of 32).");
    stage.world->tick += world_beats(stage.world, 1);
    hit(ada, rats[2], 5, 0, FIGHT_WORDS_BRIEF);
    expect(FIGHT_WORDS_BRIEF, "You hit, 5.");
}

TEST(brief_tells_what_a_blow_brought_behind_the_blow)
{
    stage_delver(&stage, ada)->body.health = 11;
    hit(rats[0], ada, 3, 11, FIGHT_WORDS_BRIEF);
    ck_assert(take(
        (struct event){.kind = EVENT_STATUS, .actor = ada, .count = 1, .status = STATUS_POISONED},
        FIGHT_WORDS_BRIEF));
    expect(FIGHT_WORDS_BRIEF, "Cellar rat hits you, 3. You are poisoned. 11 left.");
}

TEST(brief_tells_what_poison_takes_and_what_is_left)
{
    hit(rats[0], ada, 3, 11, FIGHT_WORDS_BRIEF);
    ck_assert(take(
        (struct event){
            .kind = EVENT_WITHERS, .actor = ada, .count = 1, .left = 10, .status = STATUS_POISONED},
        FIGHT_WORDS_BRIEF));
    expect(FIGHT_WORDS_BRIEF, "Cellar rat hits you, 3. The poison hurts you, 1. 10 left.");
}

/* Only one that follows another needs no more than its name and place. */
TEST(brief_tells_the_danger_of_the_first_that_comes_into_view_behind_a_death)
{
    const struct event death = {.kind = EVENT_DIED, .actor = ada, .other = rats[0]};
    char told[1024];

    hit(ada, rats[0], 5, 0, FIGHT_WORDS_BRIEF);
    ck_assert(take(death, FIGHT_WORDS_BRIEF));
    ck_assert(take((struct event){.kind = EVENT_NOTICED, .actor = ada, .other = rats[1]},
                   FIGHT_WORDS_BRIEF));
    (void)read(FIGHT_WORDS_BRIEF, told, sizeof told);
    ck_assert_ptr_nonnull(strstr(told, "A cellar rat comes into view, 3 east."));
}

TEST(brief_does_not_tell_that_one_wakes_that_is_dead_or_comes_into_view)
{
    const struct event waking = {.kind = EVENT_WOKE, .actor = rats[0]};
    const struct event death = {.kind = EVENT_DIED, .actor = ada, .other = rats[0]};
    char told[1024];

    stage_delver(&stage, ada)->sightings.noted[0] = rats[0];
    hit(ada, rats[0], 5, 0, FIGHT_WORDS_BRIEF);
    ck_assert(take(waking, FIGHT_WORDS_BRIEF));
    ck_assert(take(death, FIGHT_WORDS_BRIEF));
    expect(FIGHT_WORDS_BRIEF, "You hit, 5. You kill the cellar rat.");
    ck_assert(take(waking, FIGHT_WORDS_BRIEF));
    ck_assert(take((struct event){.kind = EVENT_DIED, .actor = brom, .other = rats[0]},
                   FIGHT_WORDS_BRIEF));
    ck_assert(!fight_fold_is_pending(&fold));
    stage.world->tick += world_beats(stage.world, 1);
    ck_assert(take(waking, FIGHT_WORDS_BRIEF));
    ck_assert(take(
        (struct event){
            .kind = EVENT_NOTICED, .notice = NOTICE_AWAKE, .actor = ada, .other = rats[0]},
        FIGHT_WORDS_BRIEF));
    (void)read(FIGHT_WORDS_BRIEF, told, sizeof told);
    ck_assert_ptr_null(strstr(told, "wakes"));
    ck_assert_ptr_nonnull(strstr(told, "A cellar rat comes into view, 2 east."));
}

TEST(brief_tells_who_sleeps_and_the_danger_of_the_first_that_is_awake)
{
    static const enum notice notices[] = {NOTICE_ASLEEP, NOTICE_AWAKE, NOTICE_AWAKE, NOTICE_ASLEEP};
    static const char *const wanted[] = {
        "A cellar rat comes into view, 2 east, asleep. A cellar rat comes into view, 3 east. ",
        " fight. A cellar rat, 5 east, asleep."};
    char told[1024];

    for (int i = 0; i < 4; i++) {
        ck_assert(take(
            (struct event){
                .kind = EVENT_NOTICED, .notice = notices[i], .actor = ada, .other = rats[i]},
            FIGHT_WORDS_BRIEF));
        if (i % 2 == 0)
            continue;
        (void)read(FIGHT_WORDS_BRIEF, told, sizeof told);
        ck_assert_msg(strstr(told, wanted[i / 2]) != NULL, "%s", told);
        stage.world->tick += world_beats(stage.world, 1);
    }
}

/* Ten beats in company against five foes, each tick attended, as a session is. */
TEST(five_foes_are_no_more_than_a_line_a_beat_for_those_who_hear_it)
{
    uint64_t beat = world_beats(stage.world, 1);
    char told[1024];
    int lines = 0;

    for (int i = 0; i < 5; i++)
        ck_assert(take((struct event){.kind = EVENT_NOTICED, .actor = ada, .other = rats[i]},
                       FIGHT_WORDS_BRIEF));
    for (uint64_t tick = 0; tick < 10 * beat; tick++, stage.world->tick++) {
        for (int i = 0; i < 5; i++) {
            if (tick % beat == (uint64_t)(i * 5))
                hit(rats[i], ada, i % 2, 14, FIGHT_WORDS_BRIEF);
        }
        if (tick % beat == 3)
            hit(ada, rats[0], 1, 3, FIGHT_WORDS_BRIEF);
        if (tick % beat == 9)
            hit(brom, rats[4], 1, 3, FIGHT_WORDS_BRIEF);
        lines += read(FIGHT_WORDS_BRIEF, told, sizeof told);
        ck_assert_uint_lt(strlen(told), 160);
    }
    ck_assert_int_ge(lines, 9);
    ck_assert_int_le(lines, 10);
}

TEST(while_time_waits_each_deed_is_answered_at_once)
{
    stage_delver(&stage, ada)->time.state = COMPANY_WAITING;
    hit(ada, rats[0], 5, 0, FIGHT_WORDS_BRIEF);
    expect(FIGHT_WORDS_BRIEF, "You hit, 5.");
    hit(ada, rats[0], 0, 0, FIGHT_WORDS_BRIEF);
    expect(FIGHT_WORDS_BRIEF, "You miss.");
}

TEST(the_fall_of_a_delver_is_told_as_it_is)
{
    const struct event death = {.kind = EVENT_DIED, .actor = rats[0], .other = ada};

    ck_assert(!take(death, FIGHT_WORDS_BRIEF));
    ck_assert(!take((struct event){.kind = EVENT_SAID, .actor = brom}, FIGHT_WORDS_BRIEF));
    ck_assert(!take((struct event){.kind = EVENT_LESSON, .actor = ada}, FIGHT_WORDS_FULL));
}
