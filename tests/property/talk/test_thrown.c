/*
 * How a throw ends is told in each mode: in the log of the screen, in lines and to a reader, and to
 * a reader not once more as something new.
 */
#include <check.h>
#include <string.h>

#include "hall.h"
#include "server/session/present/scrollback.h"
#include "support/test.h"

enum { THROWS = 12, TEXT_MAX = 16384, LINES = 40, TICKS = 60 };

static struct hall hall;
static struct guest ada;

static void set_up(void)
{
    hall_open(&hall);
}

static void tear_down(void)
{
    guest_close(&ada);
    hall_close(&hall);
}

static int count_in(const char *text, const char *part)
{
    int count = 0;

    for (const char *at = text; (at = strstr(at, part)) != NULL; at += strlen(part))
        count++;
    return count;
}

/* The text that was told since the last throw. */
static void throw_one(enum guest_kind kind, char text[TEXT_MAX])
{
    struct session *session = guest_session(&ada);
    struct delver *delver = world_find_delver(hall.server.game.world, session->account.id);

    delver->life.pack = pack_new();
    message_log_clear(&session->present.scrollback->messages);
    guest_type(&ada, kind == GUEST_SCREEN ? ":throw dart south\r" : "throw dart south\r\n");
    for (int i = 0; i < TICKS; i++)
        hall_pass(&hall, HALL_TICK_MS);
    guest_hear(&ada);
    message_log_write(&session->present.scrollback->messages, LINES, false, text, TEXT_MAX);
}

TEST_FIXTURE(set_up, tear_down);

TEST_EACH(each_mode_says_how_a_throw_ended, 3)
{
    static const enum guest_kind kinds[] = {GUEST_SCREEN, GUEST_LINE, GUEST_READER};
    enum guest_kind kind = kinds[_i];
    char text[TEXT_MAX];
    int lie = 0;
    int broken = 0;

    guest_join(&ada, &hall, kind, "ada");
    for (int i = 0; i < THROWS; i++) {
        throw_one(kind, text);
        int lies = count_in(text, "The dart lies ");
        int breaks = count_in(text, "The dart breaks.");
        ck_assert_msg(lies + breaks == 1, "%s", text);
        /* The word of the throw itself, and no word of the place but that one. */
        ck_assert_msg(count_in(text, "dart") == 2, "%s", text);
        lie += lies;
        broken += breaks;
    }
    ck_assert_int_gt(lie, 0);
    ck_assert_int_gt(broken, 0);
}
