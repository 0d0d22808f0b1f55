/*
 * Digits in numbered lists: each acts as soon as no other can follow, in the order in which they
 * are typed, and no pause decides.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hall.h"
#include "narrate/item_words.h"
#include "scene.h"
#include "server/session/present/scrollback.h"
#include "support/test.h"
#include "world/pedlar.h"

enum { ROWS_SIZE = 2048, LOG_SIZE = 8192 };

static struct hall hall;
static struct guest ada;

static void set_up(void)
{
    hall_open(&hall);
    guest_join(&ada, &hall, GUEST_SCREEN, "ada");
}

static void tear_down(void)
{
    guest_close(&ada);
    hall_close(&hall);
}

static struct screen_mode *screen(void)
{
    return &guest_session(&ada)->present.screen;
}

/* Opens a list, puts `count` rows in its place, and types. True if a number was taken. */
static bool takes(int count, const char *keys)
{
    char rows[ROWS_SIZE] = "";
    size_t length = 0;

    guest_type(&ada, ";");
    hall_pass(&hall, HALL_TICK_MS);
    ck_assert_int_eq(screen()->menu.step, PACK_MENU_NUMBER);
    for (int i = 1; i <= count; i++)
        length += (size_t)snprintf(rows + length, sizeof rows - length, " %3d x\n", i);
    free(screen()->overlay);
    screen()->overlay = strdup(rows);
    guest_type(&ada, keys);
    for (int i = 0; i < 4; i++)
        hall_pass(&hall, HALL_TICK_MS);
    bool has_taken = screen()->overlay == NULL;
    if (!has_taken)
        guest_type(&ada, "\x1b");
    hall_pass(&hall, 1000);
    hall_pass(&hall, HALL_TICK_MS);
    return has_taken;
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_digit_acts_when_no_other_can_follow)
{
    static const struct {
        int rows;
        const char *keys;
        bool acts;
    } table[] = {
        {9, "1", true},     {9, "9", true},      {14, "2", true},   {14, "9", true},
        {14, "1", false},   {14, "1\r", true},   {14, "12", true},  {14, "19", false},
        {14, "192", true},  {99, "9", false},    {99, "10", true},  {120, "12", false},
        {120, "120", true}, {120, "12\r", true}, {120, "14", true},
    };

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        ck_assert_msg(takes(table[i].rows, table[i].keys) == table[i].acts, "%s in a list of %d",
                      table[i].keys, table[i].rows);
}

/* Typed in one go: each list is there before its digit acts, and what of it is no digit. */
TEST(digits_at_the_stall_buy_in_order)
{
    struct delver *delver = guest_delver(&ada);
    struct ware wares[PEDLAR_WARES];
    char log[LOG_SIZE];
    char first[64];
    char second[64];

    struct pos stall = scene_near(&ada, 1);
    level_set_tile(delver->body.level, stall, TILE_PEDLAR);
    level_find_niches(delver->body.level);
    delver_look(delver);
    ck_assert(pedlar_is_near(delver));
    delver->life.gold = 100000;
    ck_assert_int_ge(pedlar_wares(hall.server.game.world, delver, wares), 3);
    item_true_words(&wares[2].thing, first, sizeof first);
    item_true_words(&wares[0].thing, second, sizeof second);
    guest_type(&ada, ":buy\r3:buy\r1\r");
    for (int i = 0; i < 60; i++)
        hall_pass(&hall, HALL_TICK_MS);
    message_log_write(&guest_session(&ada)->present.scrollback->messages, 20, false, log,
                      sizeof log);
    const char *one = strstr(log, first);
    const char *two = strstr(log, second);
    ck_assert_msg(one != NULL && two != NULL && one < two, "%s, then %s in: %s", first, second,
                  log);
}
