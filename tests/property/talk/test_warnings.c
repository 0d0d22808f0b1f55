/*
 * Danger is told in each mode: low health in words and, if that is wished, by a bell, which a tell
 * rings too; and no key lets a thing fly at a foe that it cannot reach.
 */
#include <check.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "hall.h"
#include "operator.h"
#include "scene.h"
#include "support/test.h"

enum {
    POPULATION_PERCENT = 1, /* next to no foes but the one that is put there */
    TURNS = 40,
    TURN_MS = 2000, /* more than a beat */
    DART_CELLS = 7,
};

static struct hall hall;
static struct guest ada;

static void set_up(void)
{
    hall_open_populated(&hall, POPULATION_PERCENT);
}

static void tear_down(void)
{
    guest_close(&ada);
    hall_close(&hall);
}

static void pass(void)
{
    for (int ms = 0; ms < TURN_MS; ms += HALL_TICK_MS)
        hall_pass(&hall, HALL_TICK_MS);
    hall_drain(&hall);
    guest_hear(&ada);
}

static void type(const char *words)
{
    guest_type(&ada, words);
    pass();
}

/* A command of words, in any mode. */
static void order(const char *words)
{
    bool is_screen = ada.kind == GUEST_SCREEN;

    guest_type(&ada, is_screen ? ":" : "");
    guest_type(&ada, words);
    type(is_screen ? "\r" : "\r\n");
}

static void await(const char *text)
{
    for (int turn = 0; turn < TURNS && strstr(ada.heard, text) == NULL; turn++)
        pass();
    ck_assert_msg(strstr(ada.heard, text) != NULL, "no \"%s\": %s", text, ada.heard);
}

static const char *const modes[] = {"screen", "line", "reader"};

enum { MODES = sizeof modes / sizeof modes[0] };

static void join(const char *mode)
{
    char words[32];

    guest_join(&ada, &hall, strcmp(mode, "screen") == 0 ? GUEST_SCREEN : GUEST_LINE, "ada");
    ada.stream.may_ring = true;
    order("set hints off");
    snprintf(words, sizeof words, "set mode %s", mode);
    order(words);
}

/* Beside a rat that hits, with so much of a thousand of health. */
static void meet_with(int16_t health)
{
    scene_meet(&ada, "cellar-rat");
    guest_delver(&ada)->body.health_max = 1000;
    guest_delver(&ada)->body.health = health;
}

TEST_FIXTURE(set_up, tear_down);

TEST_EACH(low_health_rings_once_where_that_is_wished, 2 * MODES)
{
    bool is_wished = _i >= MODES;

    join(modes[_i % MODES]);
    order(is_wished ? "set bell on" : "set bell off");
    meet_with(500);
    for (int i = 0; i < 4; i++)
        order("wait");
    ck_assert_uint_eq(ada.stream.bells, 0);
    guest_delver(&ada)->body.health = 250;
    for (int i = 0; i < 4; i++)
        order("wait");
    ck_assert_uint_eq(ada.stream.bells, is_wished);
}

TEST_EACH(a_tell_rings_where_that_is_wished_and_talk_to_all_does_not, 2 * MODES)
{
    static struct guest brom;
    bool is_wished = _i >= MODES;

    join(modes[_i % MODES]);
    order(is_wished ? "set bell on" : "set bell off");
    guest_join(&brom, &hall, GUEST_LINE, "brom");
    guest_type(&brom, "chat hello all\r\n");
    await("hello all");
    ck_assert_uint_eq(ada.stream.bells, 0);
    guest_type(&brom, "tell ada hello you\r\n");
    await("hello you");
    ck_assert_uint_eq(ada.stream.bells, is_wished);
    guest_close(&brom);
}

TEST_EACH(low_health_is_told_in_words, 4)
{
    static const struct {
        const char *mode;
        const char *wish;
    } rows[] = {{"line", "set fights full"},
                {"line", "set fights brief"},
                {"reader", "set fights full"},
                {"reader", "set fights brief"}};

    join(rows[_i].mode);
    order(rows[_i].wish);
    meet_with(500);
    order("wait");
    ck_assert_ptr_null(strstr(ada.heard, "Low health"));
    guest_forget(&ada);
    guest_delver(&ada)->body.health = 250;
    for (int turn = 0; turn < TURNS && strstr(ada.heard, "Low health, 2") == NULL; turn++)
        order("wait");
    await("Low health, 2");
    ck_assert_ptr_nonnull(strstr(ada.heard, " of 1000."));
}

/* A place in the light of a lamp and out of reach of a dart, in a straight line of ground. */
static struct pos find_lane(const struct level *level)
{
    for (int i = 0; i < level->width * level->height; i++) {
        struct pos at = pos_of(i % level->width, i / level->width);
        int length = 0;
        while (length <= DART_CELLS + 1 && level_is_ground(level, pos_of(at.x + length, at.y)) &&
               level_body_at(level, pos_of(at.x + length, at.y)) == 0)
            length++;
        if (length > DART_CELLS + 1 && pos_distance(at, level->up) > 2 * DART_CELLS &&
            pos_distance(at, level->down) > 2 * DART_CELLS)
            return at;
    }
    ck_abort_msg("no lane is long enough");
}

TEST(enter_lets_nothing_fly_at_a_foe_out_of_range)
{
    char words[96];

    join("screen");
    struct pos at = find_lane(guest_delver(&ada)->body.level);
    scene_send(&hall, "ada", at);
    snprintf(words, sizeof words, "spawn grey-mould 1 %d,%d", at.x + DART_CELLS + 1, at.y);
    operator_order(&hall, words);
    pass();
    guest_forget(&ada);
    type("ta");
    ck_assert_msg(strstr(ada.heard, "out of range (7)") != NULL, "%s", ada.heard);
    ck_assert_ptr_null(strstr(ada.heard, "in 100"));
    uint32_t darts = scene_darts(&ada);
    guest_forget(&ada);
    type("\r");
    ck_assert_msg(strstr(ada.heard, "would fall short") != NULL, "%s", ada.heard);
    ck_assert_uint_eq(scene_darts(&ada), darts);
    /* A typed command throws nothing either. */
    type("\x1b");
    pass();
    order("throw dart at mould");
    await("too far away");
    ck_assert_uint_eq(scene_darts(&ada), darts);
}
