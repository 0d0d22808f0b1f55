/*
 * The title of a terminal names its player, depth and place, where the terminal takes one.
 */
#include <check.h>
#include <string.h>

#include "hall.h"
#include "server/session/present/screen_mode.h"
#include "support/test.h"

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

TEST_FIXTURE(set_up, tear_down);

TEST(a_terminal_that_takes_a_title_has_one_and_gets_its_own_back)
{
    guest_join(&ada, &hall, GUEST_SCREEN, "ada");
    guest_expect(&ada, "\x1b[22;2t\x1b]2;Ada - Depth 1, ");
    guest_forget(&ada);
    guest_type(&ada, ":set title off\r");
    guest_expect(&ada, "\x1b[23;2t");
    guest_forget(&ada);
    guest_type(&ada, ":set title on\r");
    guest_expect(&ada, "\x1b]2;Ada - Depth 1, ");
    guest_forget(&ada);
    guest_type(&ada, "Q");
    guest_expect(&ada, "\x1b[23;2t");
}

static void expect_no_title(enum guest_kind kind, const char *words)
{
    guest_join(&ada, &hall, kind, "ada");
    guest_type(&ada, words);
    guest_type(&ada, "who\r\n");
    guest_expect(&ada, "online");
    ck_assert(strstr(ada.heard, "\x1b]") == NULL);
    ck_assert(strstr(ada.heard, ";2t") == NULL);
}

TEST(lines_have_no_title)
{
    expect_no_title(GUEST_LINE, "set title on\r\n");
}

TEST(readers_have_no_title)
{
    expect_no_title(GUEST_LINE, "set mode reader\r\n");
}

TEST(which_types_take_a_title)
{
    static const struct {
        const char *type;
        bool takes;
    } table[] = {
        {"XTERM-256COLOR", true}, {"xterm", true},    {"screen-256color", true},
        {"tmux", true},           {"", false},        {"dumb", false},
        {"ansi", false},          {"vt100", false},   {"linux", false},
        {"mudlet", false},        {"unknown", false}, {"x", false},
    };

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        ck_assert_msg(screen_mode_takes_title(table[i].type) == table[i].takes, "%s",
                      table[i].type);
    guest_join(&ada, &hall, GUEST_MUTE, "ada");
    ck_assert(strstr(ada.heard, "\x1b]") == NULL);
}
