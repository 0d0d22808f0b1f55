/*
 * Windows of every size: the map overlay stays on the level, and a window too small for the map
 * opens nothing and takes no key but those that leave or redraw.
 */
#include <check.h>
#include <string.h>

#include "hall.h"
#include "server/session/commands/travel_session.h"
#include "support/test.h"
#include "term/layout.h"

enum { SIZE_MAX_TRIED = 300 };

static struct hall hall;
static struct guest guest;

static struct session *session(void)
{
    struct session *found = guest_session(&guest);

    ck_assert_msg(found != NULL, "the connection is gone");
    return found;
}

/* Passes enough time that no share is ever used up. */
static void pass(void)
{
    hall_pass(&hall, 1000);
    hall_drain(&hall);
}

static void resize(int width, int height)
{
    guest_resize(&guest, width, height);
    pass();
}

static void type(const char *keys)
{
    guest_type(&guest, keys);
    pass();
}

static void set_up(void)
{
    hall_open(&hall);
    guest_join(&guest, &hall, GUEST_SCREEN, "ada");
    pass();
}

static void tear_down(void)
{
    guest_close(&guest);
    hall_close(&hall);
}

TEST_FIXTURE(set_up, tear_down);

/* Finding 1 of the attacks: a window of one row, the map, sixty times down, a jump. */
TEST(scrolling_the_map_in_one_row_ends_nobody)
{
    type("M");
    resize(80, 1);
    for (int i = 0; i < 60; i++)
        type("J");
    type(">");
    type("<");
    resize(80, 24);
    type(">");
    ck_assert_msg(session()->present.screen.map.is_open, "the map is still there");
}

TEST(the_map_stays_on_the_level_at_every_size)
{
    for (int size = 1; size <= SIZE_MAX_TRIED; size = size < 60 ? size + 1 : size + 40) {
        resize(80, 24);
        type("\x1b");
        type("M");
        resize(size, size % 101 + 1);
        for (int i = 0; i < 4; i++)
            guest_type(&guest, "LLLLLLJJJJJJ>HHHHKKKK<");
        pass();
        const struct map_overlay *map = &session()->present.screen.map;
        const struct delver *delver = world_delver(hall.server.game.world, session()->actor);
        ck_assert_msg(!map->is_open || level_contains(delver->body.level, map->focus),
                      "%d columns: the focus is off the level", size);
    }
}

TEST(a_window_too_small_for_the_map_takes_no_keys)
{
    static const char *const keys[] = {"M", ":", "'", "\"",   "x", "\t", "P", "?", "o",
                                       "_", "c", "h", "\x17", "=", "v",  "F", "L"};

    resize(39, 24);
    const struct delver *delver = world_delver(hall.server.game.world, session()->actor);
    struct pos at = delver->body.at;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        type(keys[i]);
        const struct screen_mode *screen = &session()->present.screen;
        ck_assert_msg(!screen->map.is_open && !screen->look.is_open && screen->overlay == NULL &&
                          screen->prompt == PROMPT_NONE && !travel_session_are_running(session()) &&
                          pos_equal(delver->body.at, at),
                      "%s does something", keys[i]);
    }
    type("Q");
    ck_assert_msg(guest_conn(&guest) == NULL || session()->state != SESSION_PLAYING,
                  "Q does not leave");
}

TEST(what_was_being_typed_waits_for_a_larger_window)
{
    type("'hel");
    resize(10, 2);
    type("xQ\r");
    ck_assert_int_eq(session()->present.screen.prompt, PROMPT_SAY);
    resize(80, 24);
    type("lo\r");
    const struct message_log *messages = &session()->present.scrollback->messages;
    ck_assert_str_eq(message_log_at(messages, 0).text, "You say: \"hello\"");
}

TEST(a_flood_of_keys_holds_no_window_up)
{
    for (int tick = 0; tick < 20; tick++) {
        for (int i = 0; i < 40; i++)
            guest_type(&guest, "o");
        hall_pass(&hall, HALL_TICK_MS);
    }
    guest_resize(&guest, 39, 10);
    for (int tick = 0; tick < 10; tick++) {
        for (int i = 0; i < 40; i++)
            guest_type(&guest, "M");
        hall_pass(&hall, HALL_TICK_MS);
    }
    ck_assert_int_eq(session()->present.screen.width, 39);
    ck_assert_msg(!session()->present.screen.map.is_open, "a key acted on a window that was gone");
}

TEST(many_sizes_in_one_tick_are_drawn_once)
{
    static const uint8_t windows[] = {255, 250, 31, 0, 100, 0, 40, 255, 240,
                                      255, 250, 31, 0, 90,  0, 30, 255, 240};
    uint64_t frames;

    guest_send(&guest, "\xff\xfb\x1f", 3);
    pass();
    frames = session()->present.screen.frames;
    for (int i = 0; i < 50; i++)
        guest_send(&guest, windows, sizeof windows);
    hall_pass(&hall, HALL_TICK_MS);
    hall_drain(&hall);
    ck_assert_uint_le(session()->present.screen.frames, frames + 1);
    ck_assert_int_eq(session()->present.screen.width, 90);
    ck_assert_int_eq(session()->present.screen.height, 30);
}

/* A wait takes its time, so what is typed after it is not done yet. */
TEST(a_key_whose_action_has_to_wait_is_answered_at_once)
{
    guest_type(&guest, ".");
    hall_pass(&hall, HALL_TICK_MS);
    hall_drain(&hall);
    guest_forget(&guest);
    guest_type(&guest, ".");
    hall_pass(&hall, HALL_TICK_MS);
    guest_hear(&guest);
    ck_assert_msg(guest_hears(&guest, "next: "), "the status row does not say what comes next");
}

/* The terminal showed a letter of three bytes as three, so nothing on that row is where it was
   meant. */
TEST(a_terminal_found_to_show_no_utf8_is_redrawn)
{
    ck_assert(session()->present.shows_utf8);
    session()->present.screen.probe = PROBE_UTF8;
    guest_forget(&guest);
    type("\x1b[5;4R");
    ck_assert(!session()->present.shows_utf8);
    ck_assert_msg(guest_hears(&guest, "Depth"), "only cells that changed are drawn: %s",
                  guest.heard);
}

/* Cells of the widest row, without telnet's commands and colours. */
static int widest_row(const char *text)
{
    int widest = 0;
    int cells = 0;

    for (; *text != '\0'; text++) {
        if ((unsigned char)*text == 255) {
            text += text[1] != '\0' && (unsigned char)text[1] >= 251 ? 2 : text[1] != '\0';
        } else if (*text == '\x1b') {
            text += strcspn(text, "m");
        } else if (*text == '\n' || *text == '\r') {
            cells = 0;
        } else {
            cells += ((unsigned char)*text & 0xC0) != 0x80;
        }
        widest = cells > widest ? cells : widest;
    }
    return widest;
}

TEST_EACH(lines_go_on_in_rows_as_wide_as_the_window_of_their_client, 4)
{
    static const int widths[] = {20, 40, 60, 79};
    static const char *const words[] = {"look",  "list", "help",      "help fight", "who",
                                        "score", "eq",   "inventory", "where ada",  "set"};
    static struct guest ada;
    int width = widths[_i];

    guest_join(&ada, &hall, GUEST_LINE, "brom");
    guest_resize(&ada, width, 24);
    pass();
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        guest_forget(&ada);
        guest_type(&ada, words[i]);
        guest_type(&ada, "\r\n");
        for (int turn = 0; turn < 5; turn++)
            pass();
        guest_hear(&ada);
        ck_assert_uint_gt(ada.heard_length, 10);
        ck_assert_msg(widest_row(ada.heard) <= width, "%d cells of %d: %s", widest_row(ada.heard),
                      width, ada.heard);
    }
    guest_close(&ada);
}
