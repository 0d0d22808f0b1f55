/*
 * The outbox keeps its order and its bounds.
 */
#include "server/game/outbox.h"

#include <stdio.h>
#include <string.h>

#include "support/test.h"

static struct outbox outbox;

static void set_up(void)
{
    ck_assert_int_eq(outbox_init(&outbox, 2), ERR_OK);
}

static void tear_down(void)
{
    outbox_release(&outbox);
}

static void tell(const char *text)
{
    outbox_tell(&outbox, audience_all(), ROLE_TEXT, text);
}

TEST_FIXTURE(set_up, tear_down);

TEST(what_goes_in_comes_out_in_order)
{
    tell("first");
    outbox_add_events(&outbox);
    outbox_refuse(&outbox, 7, "full");
    ck_assert_str_eq(outbox_next(&outbox)->text, "first");
    tell("added while it is emptied");
    ck_assert_int_eq(outbox_next(&outbox)->kind, OUTBOX_EVENTS);
    const struct outbox_entry *refused = outbox_next(&outbox);
    ck_assert_int_eq(refused->kind, OUTBOX_REFUSED);
    ck_assert_uint_eq(refused->session_id, 7);
    ck_assert_str_eq(outbox_next(&outbox)->text, "added while it is emptied");
    ck_assert_ptr_null(outbox_next(&outbox));
}

TEST(a_text_too_many_is_lost_and_counted_and_leaves_room_for_the_rest)
{
    for (int i = 0; i < OUTBOX_TEXTS_MAX + 3; i++)
        tell("text");
    ck_assert_uint_eq(outbox.lost, 3);
    outbox_add_events(&outbox);
    outbox_refuse(&outbox, 1, "full");
    outbox_refuse(&outbox, 2, "full");
    outbox_refuse(&outbox, 3, "one more than there are players");
    ck_assert_uint_eq(outbox.lost, 4);
    for (int i = 0; i < OUTBOX_TEXTS_MAX + 3; i++)
        ck_assert_ptr_nonnull(outbox_next(&outbox));
    ck_assert_ptr_null(outbox_next(&outbox));
    tell("again");
    ck_assert_uint_eq(outbox.lost, 4);
    ck_assert_str_eq(outbox_next(&outbox)->text, "again");
}

TEST(texts_too_long_for_the_buffer_are_lost_and_counted)
{
    static char text[1000];
    int fit = OUTBOX_BYTES_MAX / (int)sizeof text;

    memset(text, 'a', sizeof text - 1);
    for (int i = 0; i < fit + 2; i++)
        tell(text);
    ck_assert_uint_eq(outbox.lost, 2);
    for (int i = 0; i < fit; i++)
        ck_assert_str_eq(outbox_next(&outbox)->text, text);
    ck_assert_ptr_null(outbox_next(&outbox));
}
