/*
 * A save passes over a row that cannot be right, so that everybody else's are saved: its player is
 * not told that all is saved.
 */
#include <check.h>
#include <string.h>

#include "hall.h"
#include "support/test.h"

#define NOT_SAVED "Not saved: your own record could not be written"

enum { MINUTE_MS = 60 * 1000 };

static struct hall hall;
static struct guest ada; /* whose row it is */
static struct guest brom;

static void set_up(void)
{
    hall_open(&hall);
    guest_join(&ada, &hall, GUEST_LINE, "ada");
    guest_join(&brom, &hall, GUEST_LINE, "brom");
}

static void tear_down(void)
{
    guest_close(&ada);
    guest_close(&brom);
    hall_close(&hall);
}

/* Nobody has less than nothing. */
static void set_gold(int64_t gold)
{
    struct delver *delver = world_delver(hall.server.game.world, guest_session(&ada)->actor);

    delver->life.gold = gold;
    delver_note_change(delver);
}

/* Both players ask for a save, and it is due with the next tick. */
static void save(void)
{
    hall_pass(&hall, MINUTE_MS);
    guest_forget(&ada);
    guest_forget(&brom);
    guest_type(&ada, "save\r\n");
    guest_type(&brom, "save\r\n");
    hall.server.tick.save_at_ms = 0;
}

TEST_FIXTURE(set_up, tear_down);

TEST(who_saves_is_told)
{
    set_gold(-1);
    save();
    guest_expect(&brom, "Saved.");
    guest_expect(&ada, NOT_SAVED);
    ck_assert_ptr_null(strstr(ada.heard, "Saved."));
    /* The row is right again and can be saved. */
    set_gold(1);
    save();
    guest_expect(&ada, "Saved.");
    ck_assert_ptr_null(strstr(ada.heard, NOT_SAVED));
}

TEST(who_leaves_is_told)
{
    set_gold(-1);
    guest_type(&ada, "quit\r\n");
    guest_type(&brom, "quit\r\n");
    guest_expect(&brom, "Saved. Your position and map are kept. Goodbye.");
    guest_expect(&ada, "Goodbye.");
    ck_assert_msg(strstr(ada.heard, NOT_SAVED) != NULL, "%s", ada.heard);
    ck_assert_ptr_null(strstr(ada.heard, "Saved. Your position"));
}

TEST(who_comes_back_has_what_was_saved_before)
{
    set_gold(5);
    save();
    guest_expect(&ada, "Saved.");
    set_gold(-1);
    guest_type(&ada, "quit\r\n");
    guest_expect(&ada, NOT_SAVED);
    guest_wait_state(&ada, SESSION_CLOSED);
    guest_close(&ada);
    guest_join(&ada, &hall, GUEST_LINE, "ada");
    ck_assert_int_eq(world_delver(hall.server.game.world, guest_session(&ada)->actor)->life.gold,
                     5);
}
