/*
 * The map as large as the window: its cursor goes cell by cell and by eight to any cell of the
 * level and no farther, and Enter walks to one that is known.
 */
#include <check.h>

#include "hall.h"
#include "scene.h"
#include "support/test.h"

static struct hall hall;
static struct guest ada;

static void set_up(void)
{
    hall_open(&hall);
    guest_join(&ada, &hall, GUEST_SCREEN, "ada");
    guest_type(&ada, "M");
}

static void tear_down(void)
{
    guest_close(&ada);
    hall_close(&hall);
}

static const struct map_overlay *map(void)
{
    return &guest_session(&ada)->present.screen.map;
}

static void type(const char *keys)
{
    for (; *keys != '\0'; keys++) {
        char key[] = {*keys, '\0'};
        guest_type(&ada, key);
        hall_pass(&hall, HALL_TICK_MS);
    }
    hall_drain(&hall);
    guest_hear(&ada);
}

TEST_FIXTURE(set_up, tear_down);

TEST(the_cursor_of_the_map_goes_to_any_cell_of_the_level)
{
    const struct delver *delver = guest_delver(&ada);
    const struct level *level = delver->body.level;
    static const struct {
        const char *keys;
        int x;
        int y;
    } table[] = {{"l", 1, 0},   {"lh", 0, 0},  {"lj", 1, 1},
                 {"ljh", 0, 1}, {"ljJ", 1, 9}, {"u", 1, -1}};

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        type("MM"); /* again: the cursor stands on one's own cell */
        type(table[i].keys);
        struct pos at = delver->body.at;
        struct pos wanted = level_clamp(level, pos_of(at.x + table[i].x, at.y + table[i].y));
        ck_assert_msg(pos_equal(map()->focus, wanted), "%s leads to %d,%d", table[i].keys,
                      map()->focus.x, map()->focus.y);
    }
    type("HHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHKKKKKKKKKKKKKKKKKK");
    ck_assert(pos_equal(map()->focus, pos_of(0, 0)));
    type("LLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLJJJJJJJJJJJJJJJJJJ");
    ck_assert(pos_equal(map()->focus, pos_of(level->width - 1, level->height - 1)));
}

TEST(enter_walks_to_a_known_cell_and_keeps_the_map_open_for_an_unknown_one)
{
    struct delver *delver = guest_delver(&ada);
    struct pos to = scene_near(&ada, 2);

    type("KKKKKKKKKKKKHHHHHHHHHHHHHHHHH\r");
    ck_assert(map()->is_open);
    guest_expect(&ada, "not seen that place yet");
    type("MM");
    for (; map()->focus.x < to.x;)
        type("l");
    for (; map()->focus.x > to.x;)
        type("h");
    for (; map()->focus.y < to.y;)
        type("j");
    for (; map()->focus.y > to.y;)
        type("k");
    type("\r");
    for (int i = 0; i < 50 && !pos_equal(delver->body.at, to); i++)
        hall_pass(&hall, HALL_TICK_MS);
    ck_assert(pos_equal(delver->body.at, to));
    ck_assert(!map()->is_open);
}
