/*
 * A terminal's sequence that a line cuts moves nobody, and what is no key changes nothing: it opens
 * and closes nothing, stops no walk and answers no question. Keys that are typed afterwards act.
 */
#include <check.h>
#include <string.h>

#include "hall.h"
#include "server/session/commands/travel_session.h"
#include "server/session/present/screen_keys.h"
#include "support/test.h"

enum { FAR_MS = 250 };

static struct hall hall;
static struct guest guest;

static struct session *session(void)
{
    struct session *found = guest_session(&guest);

    ck_assert_msg(found != NULL, "the connection is gone");
    return found;
}

/* Tick by tick, as it passes for the server. */
static void pass(uint64_t ms)
{
    for (uint64_t passed = 0; passed < ms; passed += HALL_TICK_MS)
        hall_pass(&hall, HALL_TICK_MS);
    hall_drain(&hall);
}

static void type(const char *keys)
{
    guest_type(&guest, keys);
    pass(1000);
}

static void set_up(void)
{
    hall_open(&hall);
    guest_join(&guest, &hall, GUEST_SCREEN, "ada");
    pass(1000);
    type(":set hints off\r");
    guest_conn(&guest)->client.caps.lag_ms = 0;
}

static void tear_down(void)
{
    guest_close(&guest);
    hall_close(&hall);
}

/* All that a key could change. */
struct view {
    struct pos at;
    enum screen_prompt prompt;
    bool has_overlay;
    bool has_map;
    bool looks;
    bool travels;
    struct message newest;
    int queue_length;
};

static struct view view(void)
{
    const struct screen_mode *screen = &session()->present.screen;
    const struct delver *delver = world_delver(hall.server.game.world, session()->actor);

    ck_assert_msg(guest_is_playing(&guest), "a key has left the game");
    return (struct view){.at = delver->body.at,
                         .prompt = screen->prompt,
                         .has_overlay = screen->overlay != NULL,
                         .has_map = screen->map.is_open,
                         .looks = screen->look.is_open,
                         .travels = travel_session_are_running(session()),
                         .newest = message_log_at(&session()->present.scrollback->messages, 0),
                         .queue_length = delver->body.queue_length};
}

static void check_same(const struct view *before, const char *what)
{
    struct view now = view();

    ck_assert_msg(pos_equal(now.at, before->at), "%s: %d,%d to %d,%d", what, before->at.x,
                  before->at.y, now.at.x, now.at.y);
    ck_assert_msg(now.prompt == before->prompt && now.has_overlay == before->has_overlay &&
                      now.has_map == before->has_map && now.looks == before->looks,
                  "%s opens or closes something", what);
    ck_assert_msg(now.travels == before->travels, "%s begins or ends a walk", what);
    ck_assert_msg(strcmp(now.newest.text, before->newest.text) == 0 &&
                      now.queue_length == before->queue_length,
                  "%s: %s", what, now.newest.text);
}

struct cut {
    const char *first;
    uint64_t gap_ms;
    const char *second;
};

/* The gaps are those of a near line. */
static const struct cut cuts[] = {
    {"\x1b", 200, "[B"},
    {"\x1b", 200, "[D"},
    {"\x1b", 400, "OB"},
    {"\x1b", 400, "OD"},
    {"\x1b", 900, "[1;2B"},
    {"\x1b", 10000, "[B"},
    {"\x1b[", 1300, "B"},
    {"\x1b[", 1300, "D"},
    {"\x1bO", 1300, "B"},
    {"\x1b[1;2", 1300, "B"},
    {"\x1b[5", 1300, "~"},
    {"\x1b", 200, "[[B"},
    {"\x1b", 200, "[<0;10;10M"},
    {"\x1b", 200, "[M BB"},
    {"\x1b[M", 1300, " BB"},
    {"\x1b", 200, "[I"},
    {"\x1b", 200, "]11;rgb:0/0/0\x1b\\"},
    {"\x1b]52;c;BBBB", 1300, "BBBB\x07"},
    {"\x1bP>|XTer", 1300, "m(379)\x1b\\"},
    {"\x1b", 200, "_Gi=1;OK\x1b\\"},
    {"\x1b", 200, "(B"},
    {"\x1b", 200, "[65;30;97;1;0;1_"},
};

enum { CUT_COUNT = sizeof cuts / sizeof cuts[0] };

TEST_FIXTURE(set_up, tear_down);

TEST_EACH(a_sequence_that_a_line_cuts_moves_nobody, CUT_COUNT)
{
    const struct cut *cut = &cuts[_i];

    guest_type(&guest, cut->first);
    pass(cut->gap_ms);
    /* An Esc that was left has been obeyed. */
    struct view before = view();
    guest_type(&guest, cut->second);
    pass(3000);
    check_same(&before, cut->second);
    type("?");
    ck_assert_msg(session()->present.screen.overlay != NULL, "a key that is typed does not act");
}

/* A lost packet comes after the wait of a line of a quarter of a second. */
TEST(a_far_line_is_waited_for)
{
    guest_conn(&guest)->client.caps.lag_ms = FAR_MS;
    guest_type(&guest, "\x1b");
    pass(FAR_MS + 200);
    struct view before = view();
    guest_type(&guest, "[B");
    pass(FAR_MS);
    guest_type(&guest, "\x1b[");
    pass(FAR_MS + 1300);
    guest_type(&guest, "D");
    pass(3000);
    check_same(&before, "the rest of an arrow");
}

/* O is a command, P another: both act if they come alone, also soon after an Esc. */
TEST(commands_that_begin_sequences_act_after_an_esc)
{
    guest_type(&guest, "\x1b");
    pass(400);
    type("P");
    ck_assert_ptr_nonnull(session()->present.screen.overlay);
    type(" ");
    guest_type(&guest, "\x1b");
    pass(400);
    type("X");
    ck_assert(session()->present.screen.map.is_open);
    guest_type(&guest, "\x1b");
    pass(400);
    type("_");
    ck_assert_int_eq(session()->present.screen.prompt, PROMPT_TRAVEL);
    guest_type(&guest, "\x1b");
    pass(400);
    type("_<");
    ck_assert_int_eq(session()->present.screen.prompt, PROMPT_NONE);
}

static const char *const no_keys[] = {
    "\x1b[I",
    "\x1b[O",
    "\x1b[<35;10;10M",
    "\x1b[M BB",
    "\x1b[32;10;10M",
    "\x1b[?1;2c",
    "\x1b[0n",
    "\x1b[8;24;80t",
    "\x1b]0;BBB\x07",
    "\x1bP>|BBB\x1b\\",
    "\x1b_GBBB\x1b\\",
    "\x1b^BBB\x1b\\",
    "\x1bXBBB\x1b\\",
    "\x1b[97;1:3u",
    "\x1b[27;5;120~",
    "\x1b[65;30;66;1;0;1_",
    "\x1b[1;1:3B",
    "\x1b(B",
    "\xc2\x9b?1;2c",
    "\xff\xff\x80\x11\x13",
    "\x1b[?2026;2$y",
    "\x1b[99~",
    "\x1b[200~\x1b[201~\x1b[I",
};

enum { NO_KEY_COUNT = sizeof no_keys / sizeof no_keys[0] };

/* Tried on the map, and with each overlay, question and walk that a key would end. */
TEST(what_is_no_key_changes_nothing)
{
    static const char *const openings[] = {"?", "M", "x", "_", "c", "i", "F", ":half a li", "o"};

    for (size_t i = 0; i < sizeof openings / sizeof openings[0]; i++) {
        guest_type(&guest, openings[i]);
        pass(100);
        struct view before = view();
        for (size_t k = 0; k + 1 < NO_KEY_COUNT; k++)
            guest_type(&guest, no_keys[k]);
        guest_send(&guest, "\0\0", 2);
        struct view now = view();
        ck_assert_msg(now.prompt == before.prompt && now.has_overlay == before.has_overlay &&
                          now.has_map == before.has_map && now.looks == before.looks &&
                          now.travels == before.travels,
                      "after %s something opens, closes or ends", openings[i]);
        type("\x1b");
        type("\x1b");
    }
}

static const struct cut paste_cuts[] = {
    {"\x1b", 200, "[200~B\rQ\r\x1b[201~"},  {"\x1b[", 1300, "200~B\rQ\r\x1b[201~"},
    {"\x1b[20", 1300, "0~B\rQ\r\x1b[201~"}, {"\x1b[200~B\rQ\r\x1b", 200, "[201~"},
    {"\x1b[200~B\rQ\r\x1b[20", 1300, "1~"},
};

enum { PASTE_CUT_COUNT = sizeof paste_cuts / sizeof paste_cuts[0] };

TEST_EACH(a_paste_is_none_of_keys_however_its_ends_are_cut, PASTE_CUT_COUNT)
{
    const struct cut *cut = &paste_cuts[_i];
    struct view before = view();

    guest_type(&guest, cut->first);
    pass(cut->gap_ms);
    guest_type(&guest, cut->second);
    pass(100);
    struct view now = view();
    ck_assert(pos_equal(now.at, before.at));
    ck_assert_int_eq(now.prompt, PROMPT_NONE);
    ck_assert(!session()->present.screen.paste.is_open);
    type("?");
    ck_assert_msg(session()->present.screen.overlay != NULL, "a key that is typed does not act");
}

/* A line that stops in the midst of a paste makes no keys of what follows. */
TEST(a_paste_without_an_end_is_over_after_a_silence)
{
    struct view before = view();

    guest_type(&guest, "\x1b[200~BB");
    for (int i = 0; i < 3; i++) {
        pass(PASTE_SILENCE_MS - HALL_TICK_MS);
        guest_type(&guest, "B?");
    }
    pass(PASTE_SILENCE_MS);
    ck_assert(pos_equal(view().at, before.at));
    ck_assert(session()->present.screen.paste.is_open);
    ck_assert_ptr_null(session()->present.screen.overlay);
    pass(HALL_TICK_MS);
    type("?");
    ck_assert_ptr_nonnull(session()->present.screen.overlay);
}

TEST(what_is_no_key_is_no_word_either)
{
    struct guest brom = {.hall = NULL};

    guest_join(&brom, &hall, GUEST_LINE, "brom");
    for (size_t k = 0; k < NO_KEY_COUNT; k++) {
        if (no_keys[k][0] != '\x1b')
            continue; /* such bytes are letters of some charset */
        guest_type(&brom, "h");
        guest_type(&brom, no_keys[k]);
        guest_forget(&brom);
        guest_type(&brom, "p\r\n");
        guest_expect(&brom, "of 20 health.");
        hall_pass(&hall, 1000);
    }
    guest_close(&brom);
}
