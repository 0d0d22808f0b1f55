/*
 * Deaths in words: their time and their cost.
 */
#include "narrate/death_words.h"
#include "narrate/words.h"

#include <stdio.h>
#include <string.h>

#include "support/stage.h"
#include "support/test.h"

static const char hall[] = "#####\n"
                           "#a..#\n"
                           "#####\n";

enum { SECOND = 1000 };

static struct stage stage;
static struct delver *ada;
static char text[DEATH_TEXT_MAX];

static void set_up(void)
{
    stage_init(&stage, hall);
    ada = stage_delver(&stage, stage_join(&stage, 1, pos_of(1, 1)));
}

static void tear_down(void)
{
    stage_release(&stage);
}

static void note(int level, int depth, int lost, int seconds)
{
    const struct death death = {
        .killer = SPECIES_CELLAR_RAT,
        .level = (uint8_t)level,
        .depth = (uint16_t)depth,
        .lost = lost,
        .lived = (uint64_t)seconds * world_ms(stage.world, SECOND),
        .died_at = stage.world->tick,
    };

    ada->life.deaths = (struct deaths){0};
    deaths_add(&ada->life.deaths, &death);
    death_describe(stage.world, ada, text, sizeof text);
}

TEST_FIXTURE(set_up, tear_down);

TEST(time_is_told_in_the_largest_unit_of_which_there_are_two)
{
    static const struct {
        int seconds;
        const char *told;
    } rows[] = {
        {0, "0 seconds"},
        {1, "1 second"},
        {119, "119 seconds"},
        {120, "2 minutes"},
        {2 * 3600 - 1, "119 minutes"},
        {2 * 3600, "2 hours"},
        {48 * 3600, "2 days"},
    };
    char wanted[64];

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        note(3, 3, 0, rows[i].seconds);
        snprintf(wanted, sizeof wanted, "Level 3, %s.\n", rows[i].told);
        ck_assert_msg(strstr(text, wanted) != NULL, "%s in %s", wanted, text);
    }
}

TEST(without_a_grave_it_is_told_why_and_what_it_cost)
{
    static const struct {
        int level;
        int depth;
        int lost;
        int gold;
        const char *told;
    } rows[] = {
        {1, 2, 3, 0,
         "You are new: you keep all that you carry and wear. From level 3 on, a death "
         "leaves pack and gold in a grave. Experience -3.\n"},
        {1, 3, 0, 0,
         "You carried nothing, so there is no grave. You keep what you wear. You lose "
         "no experience.\n"},
        {3, 1, 4, 7,
         "This level is full of new graves: you keep all that you carry and wear. "
         "Experience -4.\n"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        memset(ada->life.pack.carried, 0, sizeof ada->life.pack.carried);
        ada->life.gold = rows[i].gold;
        note(rows[i].level, rows[i].depth, rows[i].lost, 60);
        ck_assert_msg(strstr(text, rows[i].told) != NULL, "%s", text);
    }
}

TEST(help_that_was_left_is_told_and_that_there_was_none)
{
    memset(ada->life.pack.carried, 0, sizeof ada->life.pack.carried);
    note(3, 3, 0, 60);
    ck_assert_msg(strstr(text, "You had no draught, scroll or wand left.\n") != NULL, "%s", text);
    ada->life.pack.carried[0] = stack_of(ITEM_MENDING, 2);
    ada->life.pack.carried[1] = stack_of(ITEM_DART, 2);
    note(3, 3, 0, 60);
    ck_assert_msg(strstr(text, "Not used: 2 draughts of mending.\n") != NULL, "%s", text);
}

TEST(others_hear_the_depth_of_a_death_that_left_no_grave)
{
    const struct event event = {
        .kind = EVENT_ARRIVED, .actor = ada->body.id, .passage = PASSAGE_DIED};
    const struct delver *brom = stage_delver(&stage, stage_join(&stage, 2, pos_of(2, 1)));
    char wanted[96];
    enum role role;

    note(1, 2, 0, 60);
    snprintf(wanted, sizeof wanted, "%s was killed by a cellar rat on depth 2 and returns.",
             ada->name);
    ck_assert(words_event(stage.world, &event, brom, text, sizeof text, &role));
    ck_assert_str_eq(text, wanted);
}
