/*
 * Levels made anew, put back and locked at awkward moments: under a watcher, a lost line, somebody
 * on the stairs or just coming in; while the very level is fetched; asked for twice at once; while
 * the server stops; in a second wing. And what each is told of it, within 80 columns.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/live/client.h"
#include "support/live/console.h"
#include "support/live/light_client.h"
#include "support/live/process.h"
#include "support/live/stopwatch.h"
#include "support/suite.h"

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

enum { ANSWER_MS = 4000, COLUMNS = 80, NEWCOMERS = 6, FETCHES = 8, TEXT_SIZE = 64 * 1024 };

static const char longest_name[] = "abcdefghijklmnop";

static struct process server;
static struct console console;
static struct client ada;
static struct client brom;
static struct client cyd;
static struct client dora;
static struct light_client newcomers[NEWCOMERS];
static int sockets[2] = {-1, -1};
static char text[TEXT_SIZE];

static void set_up(void)
{
    process_init(&server);
    console_init(&console, UNDERCROFTCTL_PATH, &server);
}

static void start(const char *wing_size)
{
    process_start(&server,
                  WORDS("--seed", "11", "--backup-minutes", "0", "--wing-size", wing_size));
    for (int i = 0; i < 2; i++)
        sockets[i] = console_connect(console.data);
}

static void hang_up(void)
{
    client_close(&ada);
    client_close(&brom);
    client_close(&cyd);
    client_close(&dora);
    for (int i = 0; i < NEWCOMERS; i++)
        light_close(&newcomers[i]);
    for (int i = 0; i < 2; i++) {
        if (sockets[i] >= 0)
            close(sockets[i]);
        sockets[i] = -1;
    }
}

static void tear_down(void)
{
    hang_up();
    console_release(&console);
    process_release(&server);
}

static void stop(void)
{
    hang_up();
    ck_assert_int_eq(process_stop(&server), 0);
}

static void expect_heard(struct client *client, const char *wanted)
{
    ck_assert_msg(client_wait_heard(client, wanted, ANSWER_MS), "no \"%s\" in:\n%s", wanted,
                  client_tail(client));
}

static void expect_shown(struct client *client, const char *wanted)
{
    static char screen[16 * 1024];

    if (client_wait_shown(client, wanted, ANSWER_MS))
        return;
    terminal_text(&client->terminal, 0, client->terminal.height, screen, sizeof screen);
    ck_abort_msg("'%s' is not shown, but:\n%s", wanted, screen);
}

static void say(struct client *client, const char *line, const char *answer)
{
    client_forget(client);
    client_say_line(client, line);
    expect_heard(client, answer);
}

/* No line that tells of keepers or of a level changed is wider than a terminal. */
static void expect_narrow(const struct client *client)
{
    for (const char *line = client->heard; *line != '\0';) {
        size_t length = strcspn(line, "\r\n");
        char copy[200];
        snprintf(copy, sizeof copy, "%.*s", (int)length, line);
        ck_assert_msg(length <= COLUMNS ||
                          (strstr(copy, "keepers") == NULL && strstr(copy, "level") == NULL),
                      "%zu columns: %s", length, copy);
        line += length + strspn(line + length, "\r\n");
    }
}

static int count_heard(const struct client *client, const char *wanted)
{
    int count = 0;

    for (const char *at = client->heard; (at = strstr(at, wanted)) != NULL; at++)
        count++;
    return count;
}

/* The number behind "name": in the last JSON answer; -1: null. */
static long member(const char *name)
{
    char wanted[40];

    snprintf(wanted, sizeof wanted, "\"%s\":", name);
    const char *at = strstr(console.out, wanted);
    ck_assert_msg(at != NULL, "no %s in %s", name, console.out);
    at += strlen(wanted);
    return strncmp(at, "null", 4) == 0 ? -1 : strtol(at, NULL, 10);
}

static void expect_level(const char *depth, long generation, long kept)
{
    console_expect(&console, WORDS("--json", "level", "show", depth), 0, "\"rows\":[");
    ck_assert_msg(member("generation") == generation && member("kept") == kept,
                  "depth %s is generation %ld with %ld kept, not %ld with %ld", depth,
                  member("generation"), member("kept"), generation, kept);
}

/* Where a delver is: on the level as it is now, on a cell that can be stood on. */
static void expect_footing(const char *name)
{
    char place[48];
    char cell[48];

    console_expect(&console, WORDS("--json", "inspect", "player", name), 0, "\"generation\":");
    long generation = member("generation");
    snprintf(place, sizeof place, "%ld/%ld", member("depth"), member("wing"));
    snprintf(cell, sizeof cell, "%ld,%ld", member("x"), member("y"));
    console_expect(&console, WORDS("--json", "inspect", "cell", place, cell), 0,
                   "\"walkable\":true");
    ck_assert_int_eq(member("generation"), generation);
}

static void order(int socket, const char *line)
{
    console_send(sockets[socket], line, strlen(line));
}

/* True if what was ordered there was done; what was said is in `text`. */
static bool answered(int socket)
{
    char head[32];

    console_take(sockets[socket], head, text, sizeof text);
    return strncmp(head, "ok ", 3) == 0;
}

/* A place of stairs out of the last level show. */
static void read_stairs(const char *which, char out[16])
{
    char wanted[16];

    snprintf(wanted, sizeof wanted, "\"%s\":\"", which);
    const char *at = strstr(console.out, wanted);
    ck_assert_ptr_nonnull(at);
    at += strlen(wanted);
    snprintf(out, 16, "%.*s", (int)strcspn(at, "\""), at);
}

static void enter_reader(struct client *client, const char *name)
{
    client_open(client, CLIENT_LINE, server.port);
    expect_heard(client, "Name:");
    client_forget(client);
    client_say_line(client, "reader");
    client_login(client, name);
}

START_TEST(everybody_is_told_what_happened_and_where_they_are)
{
    start("64");
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    client_enter(&brom, CLIENT_LINE, server.port, longest_name);
    enter_reader(&cyd, "cyd");
    client_enter(&dora, CLIENT_LINE, server.port, "dora");
    client_close(&dora); /* the body stays */
    console_expect(&console, WORDS("level", "regen", "1", "in", "24h"), 0, "level cancel");
    expect_heard(&brom, "In 86400 seconds the keepers make this level anew: you will be at its "
                        "stairs up.");
    console_expect(&console, WORDS("level", "cancel", "1"), 0, "Called off.");
    expect_heard(&brom, "called it off");
    client_forget(&cyd);
    client_say_line(&brom, "wait 60"); /* so that something is queued */
    console_expect(&console, WORDS("level", "regen", "1", "style", "caves", "now"), 0, "moved  ");
    expect_shown(&ada, "The level was made anew. You stand at its stairs up.");
    expect_heard(&brom, "The level was made anew. You stand at its stairs up.");
    expect_heard(&cyd, "The level was made anew. You stand at its stairs up.");
    expect_heard(&cyd, "Depth 1");
    expect_heard(&cyd, "tairs up");
    client_enter(&dora, CLIENT_LINE, server.port, "dora");
    expect_heard(&dora, "The level was changed: you take over where you stand, at its stairs.");
    expect_narrow(&brom);
    expect_narrow(&dora);

    client_forget(&brom);
    client_forget(&cyd);
    console_expect(&console, WORDS("level", "undo", "1", "in", "24h"), 0, "level cancel");
    expect_heard(&brom, "In 86400 seconds the keepers put this level back: you will be at its "
                        "stairs up.");
    console_expect(&console, WORDS("level", "regen", "1", "now"), 1,
                   "Depth 1 is about to be put back; level cancel 1 calls that off.");
    console_expect(&console, WORDS("level", "cancel", "1"), 0, "Called off.");
    console_expect(&console, WORDS("level", "undo", "1", "now"), 0, "generation  0");
    expect_shown(&ada, "The level was put back. You stand at its stairs up.");
    expect_heard(&brom, "The level was put back. You stand at its stairs up.");
    expect_heard(&cyd, "The level was put back. You stand at its stairs up.");
    expect_heard(&cyd, "tairs up");
    say(&brom, "look", "tairs up");
    expect_narrow(&brom);
    expect_narrow(&cyd);
    ck_assert_int_eq(count_heard(&cyd, "The level was"), 1);
    stop();
}
END_TEST

/* Four who are away: when the level was made anew and put back, or only one of both. */
START_TEST(the_absent_come_back_to_the_version_that_counts)
{
    static char before[CLIENT_HEARD_MAX + 1];

    start("64");
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    client_say_line(&ada, "explore");
    client_wait_quiet(&ada, 400, ANSWER_MS);
    say(&ada, "cancel", "> ");
    say(&ada, "map", "20/20> ");
    memcpy(before, ada.heard, sizeof before);
    say(&ada, "quit", "Your place is kept");
    client_close(&ada);
    client_enter(&brom, CLIENT_XTERM, server.port, "brom");
    client_enter(&cyd, CLIENT_LINE, server.port, longest_name);
    say(&cyd, "quit", "Your place is kept");
    client_close(&cyd);
    console_expect(&console, WORDS("level", "regen", "1", "style", "caves", "now"), 0, "Done.");
    expect_shown(&brom, "made anew");
    client_enter(&cyd, CLIENT_LINE, server.port, longest_name);
    expect_heard(&cyd, "The level you left was made anew: you are at its stairs.");
    expect_narrow(&cyd);
    expect_footing(longest_name);
    say(&cyd, "quit", "Your place is kept");
    client_close(&cyd);
    client_type(&brom, "Q");
    ck_assert(client_wait_closed(&brom, ANSWER_MS));
    client_close(&brom);
    console_expect(&console, WORDS("level", "undo", "1", "now"), 0, "generation  0");

    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    expect_heard(&ada, "You are where you left.");
    expect_footing("ada");
    say(&ada, "map", "20/20> ");
    ck_assert_msg(strcmp(ada.heard, before) == 0, "she remembers\n%s\nand not\n%s", ada.heard,
                  before);
    client_enter(&cyd, CLIENT_LINE, server.port, longest_name);
    expect_heard(&cyd, "The level you left was put back: you are at its stairs.");
    expect_narrow(&cyd);
    expect_footing(longest_name);
    /* A screen covers the line that welcomes. */
    client_enter(&brom, CLIENT_XTERM, server.port, "brom");
    expect_shown(&brom, "The level you left was put back: you are at its stairs.");
    expect_footing("brom");
    stop();
}
END_TEST

static void send_to(const char *name, const char *depth, const char *at)
{
    console_expect(&console, WORDS("send", name, depth, at), 0, "Sent.");
}

START_TEST(a_lock_is_found_by_who_stands_on_the_stairs)
{
    char down[16];
    char up[16];

    start("64");
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    client_enter(&brom, CLIENT_XTERM, server.port, "brom");
    console_expect(&console, WORDS("send", "ada", "2"), 0, "Sent.");
    expect_heard(&ada, "The keepers set you down in");
    expect_level("2", 0, -1);
    read_stairs("down", down);
    send_to("ada", "2", down);
    say(&ada, "look", "stairs down");
    console_expect(&console, WORDS("level", "lock", "2"), 0, "inside  Ada");
    /* Out by either stairs, and in by none. */
    say(&ada, "down", "You come down into");
    say(&ada, "up", "The way up is closed by the keepers.");
    expect_level("1", 0, -1);
    read_stairs("down", down);
    send_to("brom", "1", down);
    expect_shown(&brom, "The keepers set you down in");
    client_type(&brom, ">");
    expect_shown(&brom, "The way down is closed by the keepers.");
    console_expect(&console, WORDS("level", "unlock", "2"), 0, "Unlocked.");
    say(&ada, "up", "You come up into");
    client_type(&brom, ">");
    expect_shown(&brom, "Depth 2");
    /* Made anew while she stands on its stairs: those of the new one lead on. */
    console_expect(&console, WORDS("level", "regen", "2", "now"), 0, "moved       2");
    expect_heard(&ada, "The level was made anew.");
    expect_level("2", 1, 0);
    read_stairs("up", up);
    console_expect(&console, WORDS("send", "brom", "1"), 0, "Sent.");
    send_to("ada", "2", up);
    expect_heard(&ada, "The keepers set you down in");
    say(&ada, "up", "You come up into");
    expect_footing("ada");
    expect_footing("brom");
    stop();
}
END_TEST

/* Which of both is first the machine decides: either way it fits together afterwards. */
static void fetch_and_regenerate(int depth)
{
    char line[80];
    char word[8];

    snprintf(word, sizeof word, "%d", depth);
    snprintf(line, sizeof line, "text send ada %d\n", depth);
    order(0, line);
    snprintf(line, sizeof line, "text level regen %d now\n", depth);
    order(1, line);
    ck_assert_msg(answered(1), "%s", text);
    ck_assert_msg(answered(0), "%s", text);
    snprintf(line, sizeof line, "Depth %d", depth);
    say(&ada, "look", line);
    expect_footing("ada");
    snprintf(line, sizeof line, "\"event\":\"level.made\",\"wing\":0,\"depth\":%d,", depth);
    bool was_made = process_said(&server, "err", line);
    expect_level(word, 1, was_made ? 0 : -1);
    if (was_made)
        console_expect(&console, WORDS("level", "undo", word, "now"), 0, "generation  0");
    else
        console_expect(&console, WORDS("level", "undo", word, "now"), 1, "No earlier version");
}

START_TEST(a_level_nobody_made_and_one_that_is_being_made)
{
    start("64");
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    console_expect(&console, WORDS("level", "regen", "50", "style", "maze"), 0, "generation  1");
    expect_level("50", 1, -1);
    console_expect(&console, WORDS("level", "undo", "50"), 1,
                   "No earlier version of depth 50 is kept.");
    for (int i = 0; i < FETCHES; i++)
        fetch_and_regenerate(60 + i);
    /* It is made while its successor waits: then it is what is kept. */
    console_expect(&console, WORDS("level", "regen", "51", "in", "2s"), 0, "generation  1");
    client_forget(&ada);
    console_expect(&console, WORDS("send", "ada", "51"), 0, "Sent.");
    expect_heard(&ada, "The keepers set you down in");
    expect_heard(&ada, "The level was made anew.");
    expect_level("51", 1, 0);
    console_expect(&console, WORDS("level", "undo", "51", "now"), 0, "generation  0");
    expect_footing("ada");
    stop();
}
END_TEST

START_TEST(two_who_ask_at_once_and_newcomers_in_the_same_moment)
{
    int done = 0;

    start("64");
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    console_expect(&console, WORDS("role", "ada", "builder"), 0, "builder");
    for (int i = 0; i < 4; i++) {
        client_forget(&ada);
        client_say_line(&ada, "@level regen 1 style caves now");
        order(0, "text level regen 1 style rooms now\n");
        bool is_done = answered(0);
        ck_assert_msg(is_done || strstr(text, "Depth 1 is about to be made anew") != NULL, "%s",
                      text);
        client_wait_heard(&ada, "about to be", 1);
        while (strstr(ada.heard, "Done.") == NULL && strstr(ada.heard, "about to be") == NULL)
            expect_heard(&ada, strstr(ada.heard, "about") == NULL ? "Done." : "about to be");
        done += is_done + (strstr(ada.heard, "Done.") != NULL);
    }
    ck_assert_int_ge(done, 4);
    expect_level("1", done, done - 1);
    /* Each comes a little later than the one before, and the level changes under them. */
    for (int i = 0; i < NEWCOMERS; i++) {
        char name[LIGHT_NAME_SIZE];
        snprintf(name, sizeof name, "newcomer%c", 'a' + i);
        light_open(&newcomers[i], server.port, name, 0);
    }
    for (int i = 0; light_count(newcomers, NEWCOMERS, LIGHT_PLAYING) < NEWCOMERS; i++) {
        ck_assert_int_lt(i, 400);
        light_pump(newcomers, NEWCOMERS, 5);
        order(0, i % 3 == 2 ? "text level undo 1 now\n" : "text level regen 1 now\n");
        light_pump(newcomers, NEWCOMERS, 5);
        ck_assert_msg(answered(0), "%s", text);
    }
    for (int i = 0; i < NEWCOMERS; i++) {
        light_forget(&newcomers[i]);
        light_send(&newcomers[i], "look\r\n");
        expect_footing(newcomers[i].name);
    }
    ck_assert(light_wait_heard(newcomers, NEWCOMERS, "Depth 1", ANSWER_MS));
    expect_footing("ada");
    stop();
}
END_TEST

START_TEST(what_is_pending_when_the_server_stops_is_called_off_and_told)
{
    start("64");
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    console_expect(&console, WORDS("level", "regen", "1", "in", "1h"), 0, "level cancel");
    expect_heard(&ada, "In 3600 seconds");
    console_expect(&console, WORDS("level", "regen", "2", "when-empty", "style", "maze"), 0, "");
    order(0, "text level regen 40 now\n");
    order(1, "text level regen 41 in 5m\n");
    ck_assert_int_eq(process_stop(&server), 0);
    expect_heard(&ada, "The keepers have called it off: the level stays.");
    expect_heard(&ada, "Saved: your place is kept.");
    ck_assert_msg(process_said(&server, "err", "level.called-off"), "nothing is in the log");
    ck_assert(process_said(&server, "err", "the server stops"));
    hang_up();
    start("64");
    expect_level("1", 0, -1);
    console_expect(&console, WORDS("level", "list"), 0, "");
    ck_assert_msg(strstr(console.out, "made anew") == NULL, "%s", console.out);
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    expect_heard(&ada, "You are where you left.");
    expect_footing("ada");
    /* The one that was due at once is there whole or not at all. */
    if (console_run(&console, WORDS("--json", "level", "show", "40")) == 0)
        ck_assert_int_eq(member("generation"), 1);
    else
        ck_assert_msg(strstr(console.err, "never made") != NULL, "%s", console.err);
    console_expect(&console, WORDS("level", "show", "41"), 1, "Depth 41 was never made");
    stop();
}
END_TEST

START_TEST(each_wing_has_its_own_level)
{
    start("1");
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    console_expect(&console, WORDS("inspect", "player", "brom"), 0, "wing        1");
    client_forget(&ada);
    console_expect(&console, WORDS("level", "regen", "1/1", "in", "1h"), 0, "wing        1");
    expect_heard(&brom, "In 3600 seconds");
    console_expect(&console, WORDS("level", "undo", "1/1"), 1,
                   "Depth 1/1 is about to be made anew; level cancel 1/1 calls that off.");
    console_expect(&console, WORDS("level", "cancel", "1"), 1, "Nothing is about to happen");
    console_expect(&console, WORDS("level", "cancel", "1/2"), 1,
                   "Nothing is about to happen to depth 1/2.");
    console_expect(&console, WORDS("level", "cancel", "1/1"), 0, "Called off.");
    console_expect(&console, WORDS("level", "regen", "1/1", "style", "caves", "now"), 0,
                   "moved       1");
    expect_heard(&brom, "The level was made anew.");
    expect_level("1/1", 1, 0);
    expect_level("1", 0, -1);
    console_expect(&console, WORDS("level", "undo", "1"), 1, "No earlier version of depth 1 ");
    console_expect(&console, WORDS("level", "undo", "1/3"), 1, "No earlier version of depth 1/3 ");
    console_expect(&console, WORDS("level", "show", "1/3"), 1,
                   "Depth 1/3 was never made; level preview 1/3 shows");
    /* Both at once, and each has its own. */
    order(0, "text level regen 1 now\n");
    order(1, "text level undo 1/1 now\n");
    ck_assert_msg(answered(0), "%s", text);
    ck_assert_msg(answered(1), "%s", text);
    expect_level("1", 1, 0);
    expect_level("1/1", 0, 1);
    expect_heard(&brom, "The level was put back.");
    expect_heard(&ada, "The level was made anew.");
    ck_assert_ptr_null(strstr(ada.heard, "put back"));
    expect_footing("ada");
    expect_footing("brom");
    stop();
    start("1");
    expect_level("1", 1, 0);
    expect_level("1/1", 0, 1);
    stop();
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("level moments");

    tcase_set_timeout(tcase, 300);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, everybody_is_told_what_happened_and_where_they_are);
    tcase_add_test(tcase, the_absent_come_back_to_the_version_that_counts);
    tcase_add_test(tcase, a_lock_is_found_by_who_stands_on_the_stairs);
    tcase_add_test(tcase, a_level_nobody_made_and_one_that_is_being_made);
    tcase_add_test(tcase, two_who_ask_at_once_and_newcomers_in_the_same_moment);
    tcase_add_test(tcase, what_is_pending_when_the_server_stops_is_called_off_and_told);
    tcase_add_test(tcase, each_wing_has_its_own_level);
    return suite_run("e2e/level_moments", tcase);
}
