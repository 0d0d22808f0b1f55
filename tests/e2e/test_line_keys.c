/*
 * The line behind ":" has a history, completion and an editor; pastes are never taken for keys;
 * and a player that looks for the way out is told of it in every state.
 */
#include <stdlib.h>
#include <string.h>

#include "support/live/duo.h"
#include "support/test.h"

enum { ANSWER_MS = 5000, HUGE_PASTE = 100 * 1000 };

static void set_up(void)
{
    duo_enter("many_rooms", CLIENT_XTERM);
}

static void expect_line(const char *text)
{
    char row[TERMINAL_ROW_SIZE];

    client_wait_quiet(&ada, 150, ANSWER_MS);
    terminal_row(&ada.terminal, 23, row);
    ck_assert_msg(strncmp(row, text, strlen(text)) == 0 &&
                      strspn(row + strlen(text), " ") == strlen(row + strlen(text)),
                  "\"%s\" for \"%s\"", row, text);
}

TEST_FIXTURE(set_up, duo_release);

TEST(the_line_has_a_history_and_an_editor)
{
    client_type(&ada, ":hp\r");
    expect_shown(&ada, "of 20 health.");
    client_type(&ada, ":set hints of\r");
    expect_shown(&ada, "hints takes on or off.");
    client_type(&ada, ":\x1b[A\x1b[A");
    expect_line(":hp");
    client_type(&ada, "\x1b[B");
    expect_line(":set hints of");
    client_type(&ada, "f\x1b[H\x1b[1~\x1b[D\x1b[3~s\r");
    expect_shown(&ada, "hints are off.");
    client_type(&ada, ":tell brom hello\x17\x17"
                      "ada\x01x\x05y");
    expect_line(":xtell aday");
    client_type(&ada, "\x15"
                      "no");
    expect_line(":no");
    client_type(&ada, "\x1b[B");
    expect_line(":no");
    players_stop(players, &server);
}

TEST(tab_completes_words_names_settings_and_values)
{
    client_enter(&brom, CLIENT_XTERM, server.port, "brom");
    client_type(&ada, ":inv\t");
    expect_line(":inventory ");
    client_type(&ada, "\x15tel\tbr\t");
    expect_line(":tell Brom ");
    client_type(&ada, "\x15set me\tg\t");
    expect_line(":set memory grey ");
    client_type(&ada, "\x15set colo\t2\t\r");
    expect_shown(&ada, "colour is 256.");
    client_type(&ada, ":help sett\t");
    expect_line(":help settings ");
    client_type(&ada, "\x15party inv\tbr\t");
    expect_line(":party invite Brom ");
    client_type(&ada, "\x15run nor\t");
    expect_line(":run north");
    client_type(&ada, "\t");
    expect_shown(&ada, "north, northeast, northwest");
    client_type(&ada, "\x15xyzzy\tq\t\t\x01\t");
    expect_line(":xyzzyq");
    client_type(&ada, "\x03\"b\thello\r");
    expect_shown(&brom, "Ada tells you: \"hello\"");
    players_stop(players, &server);
}

TEST(a_paste_on_the_map_is_ignored_and_said_once)
{
    client_wait_quiet(&ada, 200, ANSWER_MS);
    int x = terminal_cursor_x(&ada.terminal);
    int y = terminal_cursor_y(&ada.terminal);
    char *huge = malloc(HUGE_PASTE + 1);

    ck_assert_ptr_nonnull(huge);
    memset(huge, 'l', HUGE_PASTE);
    huge[HUGE_PASTE] = '\0';
    client_type(&ada, "\x1b[200~lljjhhkk\rQ\rQ\x1b[201~");
    expect_shown(&ada, "Pasted text is ignored here.");
    client_type(&ada, "\x1b[200~o\r\x04\x1b[201~");
    client_type(&ada, "\x1b[200~");
    client_type(&ada, huge);
    client_type(&ada, "\x1b[201~:hp\r");
    free(huge);
    ck_assert(client_wait_shown(&ada, "of 20 health", 4 * ANSWER_MS));
    client_wait_quiet(&ada, 200, ANSWER_MS);
    ck_assert_int_eq(terminal_cursor_x(&ada.terminal), x);
    ck_assert_int_eq(terminal_cursor_y(&ada.terminal), y);
    ck_assert_msg(!players_is_shown(&ada, "Too fast"), "a paste counts as keys");
    players_stop(players, &server);
}

TEST(a_paste_into_a_line_is_one_line_and_clean)
{
    client_type(&ada, ":me \x1b[200~waves\r\n\tand\x07 \x1b[A\xe2\x96\x92\xff smiles\r\n\x1b[201~");
    expect_line(":me waves and \xe2\x96\x92 smiles ");
    client_type(&ada, "\r");
    expect_shown(&ada, "Ada waves and \xe2\x96\x92 smiles");
    client_type(&ada, ":\x1b[200~");
    for (int i = 0; i < 60; i++)
        client_type(&ada, "0123456789");
    client_type(&ada, "\x1b[201~");
    expect_shown(&ada, "That is as long as a line can be.");
    client_type(&ada, "\x15hp\r");
    expect_shown(&ada, "of 20 health.");
    players_stop(players, &server);
}

TEST(pastes_are_marked_in_screen_mode_alone)
{
    ck_assert_ptr_nonnull(strstr(ada.heard, "\x1b[?2004h"));
    ck_assert_ptr_null(strstr(ada.heard, "\x1b[?2004l"));
    client_forget(&ada);
    client_type(&ada, ":set mode line\r");
    expect_heard(&ada, "\x1b[?2004l");
    players_stop(players, &server);
}

/* What Ctrl-C is answered with; the player is there still. */
static void expect_way_out(struct client *client, const char *before)
{
    client_type(client, before);
    client_wait_quiet(client, 150, ANSWER_MS);
    client_type(client, "\x03");
    expect_shown(client, "Q leaves; your place is kept.");
    client_type(client, ":set hints\r");
    expect_shown(client, "hints: on (");
    client_type(client, ":hp\r:status\r:hp\r:status\r:score\r");
    ck_assert(!players_is_shown(client, "Q leaves"));
}

TEST(ctrl_c_says_how_to_quit_on_the_screen)
{
    static const char *const befores[] = {"", ":half a li", "?", "M", "x", "_", "i", "'", "F"};
    static const unsigned char interrupt[] = {255, 244};

    for (size_t i = 0; i < sizeof befores / sizeof befores[0]; i++)
        expect_way_out(&ada, befores[i]);
    client_send(&ada, interrupt, sizeof interrupt);
    expect_shown(&ada, "Q leaves; your place is kept.");
    players_stop(players, &server);
}

TEST(ctrl_c_says_how_to_quit_in_lines_and_at_the_login)
{
    client_open(&brom, CLIENT_LINE, server.port);
    expect_heard(&brom, "Name: ");
    client_forget(&brom);
    client_type(&brom, "ad\x03");
    expect_heard(&brom, "quit leaves.\r\nName: ");
    client_say_line(&brom, "brom");
    expect_heard(&brom, "(yes/no) ");
    client_type(&brom, "\x03");
    expect_heard(&brom, "quit leaves, no goes back to the name.");
    client_say_line(&brom, "yes");
    expect_heard(&brom, "nowhere else):");
    client_type(&brom, "secr\x03");
    expect_heard(&brom, "To leave, close the connection");
    client_say_line(&brom, client_password);
    expect_heard(&brom, "Once more: ");
    client_say_line(&brom, client_password);
    expect_heard(&brom, "Welcome, Brom.");
    client_wait_quiet(&brom, 200, ANSWER_MS);
    client_forget(&brom);
    client_type(&brom, "\x03");
    expect_heard(&brom, "quit leaves; your place is kept.");
    players_stop(players, &server);
}

TEST(words_typed_as_keys_are_told_of_once)
{
    client_type(&ada, "look\r");
    expect_shown(&ada, "To type words press : first (or :set mode line).");
    client_type(&ada, "\x03:hp\r:status\r:hp\r:status\r:score\r");
    expect_shown(&ada, "steps walked.");
    ck_assert(!players_is_shown(&ada, "To type words"));
    client_type(&ada, "look\r\x03");
    ck_assert(!players_is_shown(&ada, "To type words"));
    players_stop(players, &server);
}

TEST(walking_is_no_word)
{
    client_type(&ada, "hjl\r\x03hl\r\x03xlook\r\x03");
    ck_assert(!players_is_shown(&ada, "To type words"));
    players_stop(players, &server);
}
