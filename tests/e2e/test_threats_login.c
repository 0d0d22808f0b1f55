/*
 * Threats at the door: guessing, names that are code, names that look alike, and the same delver
 * called many times at once. Nobody who has a right to come in is kept out by those who have none.
 */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/live/bystander.h"
#include "support/live/console.h"
#include "support/live/figure.h"
#include "support/live/light_client.h"
#include "support/live/players.h"
#include "support/live/process.h"
#include "support/live/program.h"
#include "support/live/stopwatch.h"
#include "support/test.h"

enum {
    ANSWER_MS = 10000,
    GUESSER = 2, /* 127.0.0.2 */
    OWNER = 3,   /* 127.0.0.3 */
    CROWD = 12,
    COMPARED = 3, /* answers to a known and to an unknown name, one after another */
    GUESSES = 7,  /* of known and of unknown names, in turn: more than are hashed or wait */
    CALLERS = 8,
    GUESSERS_MAX = 64,
    IGNORED_MS = 200,
    WAIT_MS = 5,
    LONG_WAIT_SECONDS = 30,
};

static struct process server;
static struct console console;
static struct client ada;
static struct client brom;
static struct client crowd[CROWD];
static struct program program;
static struct program guessers[GUESSERS_MAX];
static struct bystander bystander;
static struct light_client callers[CALLERS];

static void set_up(void)
{
    process_init(&server);
    console_init(&console, UNDERCROFTCTL_PATH, &server);
}

static void tear_down(void)
{
    client_close(&ada);
    client_close(&brom);
    program_close(&program);
    for (int i = 0; i < GUESSERS_MAX; i++)
        program_close(&guessers[i]);
    bystander_close(&bystander);
    for (int i = 0; i < CROWD; i++)
        client_close(&crowd[i]);
    for (int i = 0; i < CALLERS; i++)
        light_close(&callers[i]);
    console_release(&console);
    process_release(&server);
}

static bool is_answered(const struct client *client)
{
    return strstr(client->heard, "Wrong password.") != NULL ||
           strstr(client->heard, "please wait") != NULL ||
           strstr(client->heard, "Too many") != NULL;
}

/* All guess, and the server hears them in the same moment. Returns how many are told to wait. */
static int guess_at_once(void)
{
    struct client *all[CROWD];
    int slowed = 0;
    int answered = 0;

    for (int i = 0; i < CROWD; i++) {
        all[i] = &crowd[i];
        players_call(&crowd[i], server.port, GUESSER, "ada");
        client_forget(&crowd[i]);
    }
    process_freeze(&server);
    for (int i = 0; i < CROWD; i++)
        client_say_line(&crowd[i], "a wrong guess");
    process_thaw(&server);
    int64_t deadline_us = stopwatch_deadline_us(ANSWER_MS);
    while (answered < CROWD) {
        ck_assert_msg(!stopwatch_is_over(deadline_us), "%d guesses answered", answered);
        client_pump_all(all, CROWD, 20);
        answered = 0;
        for (int i = 0; i < CROWD; i++)
            answered += is_answered(&crowd[i]);
    }
    for (int i = 0; i < CROWD; i++)
        slowed += strstr(crowd[i].heard, "please wait") != NULL;
    return slowed;
}

/* Seconds of the first wait that the guesser was told, 0 if none. */
static long seconds_to_wait(const struct client *client)
{
    static const char told[] = "please wait ";
    const char *at = strstr(client->heard, told);

    return at == NULL ? 0 : strtol(at + strlen(told), NULL, 10);
}

static void set_failures(const char *per_address, const char *per_name)
{
    console_expect(&console, WORDS("set", "failures-per-address", per_address), 0, "now");
    console_expect(&console, WORDS("set", "failures-per-name", per_name), 0, "now");
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_burst_of_guesses_slows_the_guesser_and_not_the_owner)
{
    process_start(&server, WORDS("--failures-per-address", "5", "--failures-per-name", "3",
                                 "--failure-wait-seconds", "60", "--backup-minutes", "0",
                                 /* so dear that all are heard before the first is judged */
                                 "--password-cost", "3:32768"));
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    client_close(&ada);
    ck_assert_msg(guess_at_once() > 0, "none of %d guesses at once is put off", CROWD);
    /* The more were judged, the longer the wait: it is to be longer than what comes now. */
    set_failures("1000", "1000");
    ck_assert_int_eq(guess_at_once(), 0);
    set_failures("5", "3");
    ck_assert_int_eq(guess_at_once(), CROWD);
    ck_assert_msg(seconds_to_wait(&crowd[0]) > LONG_WAIT_SECONDS, "the wait does not grow");
    /* The right password from there waits as well: nothing shows that it is right. */
    expect_answer(&crowd[0], client_password, "please wait");
    players_call(&ada, server.port, OWNER, "ada");
    expect_answer(&ada, client_password, "Welcome back, Ada.");
    ck_assert_int_eq(process_stop(&server), 0);
}

/* The game and an operator ask behind the guesses, all of which wait for a server that stands
   still; how many of them are judged is what the operator is told. */
TEST(hashing_does_not_hold_the_game_up)
{
    static const char series[] = "\nundercroft_logins_total{result=\"wrong_password\"} ";
    static char metrics[CONSOLE_TEXT_SIZE];
    char head[32];

    process_start(&server, WORDS("--password-cost", "1:8", "--backup-minutes", "0"));
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    client_close(&brom);
    ck_assert_int_eq(process_stop(&server), 0);
    /* A stored password keeps its cost, so ada's costs much and brom's does not. */
    process_start(&server, WORDS("--password-cost", "3:32768", "--backup-minutes", "0"));
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    client_close(&ada);
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    for (int i = 0; i < CROWD; i++)
        players_call(&crowd[i], server.port, GUESSER, "ada");
    int line = console_connect(console.data);
    client_forget(&brom);
    process_freeze(&server);
    for (int i = 0; i < CROWD; i++)
        client_say_line(&crowd[i], "a wrong guess");
    client_say_line(&brom, "hp");
    console_send(line, "text metrics\n", 13);
    process_thaw(&server);
    console_take(line, head, metrics, sizeof metrics);
    close(line);
    const char *at = strstr(metrics, series);
    ck_assert_msg(at != NULL, "%s", metrics);
    long judged = strtol(at + strlen(series), NULL, 10);
    figure_print("threats", "guesses judged when the game went on", (double)judged, "of 12");
    ck_assert_msg(judged < CROWD, "the game goes on when all guesses are judged");
    expect_heard(&brom, "of 20 health");
    for (int i = 0; i < CROWD; i++)
        client_close(&crowd[i]);
    ck_assert_int_eq(process_stop(&server), 0);
}

/* Not for those that no worker has begun: so many would take much longer than a stop may. */
TEST(a_stop_does_not_wait_for_guesses)
{
    process_start(&server, WORDS("--password-cost", "3:131072", "--password-queue", "1000",
                                 "--backup-minutes", "0"));
    for (int i = 0; i < GUESSERS_MAX; i++) {
        program_open(&guessers[i], server.port);
        program_expect(&guessers[i], "Name:");
    }
    for (int i = 0; i < GUESSERS_MAX; i++)
        program_say(&guessers[i], "\xff\xfd\xc9" PROGRAM_MESSAGE(
                                      "Char.Login.Credentials "
                                      "{\"account\":\"nobody\",\"password\":\"12345678\"}"));
    console_expect(&console, WORDS("ping"), 0, "pong"); /* all of that is read */
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_stop_leaves_workers_to_their_hashing)
{
    process_start(&server, WORDS("--backup-minutes", "0", "--password-cost", "10:262144",
                                 "--failures-per-address", "0"));
    for (int i = 0; i < 2; i++) {
        program_open(&guessers[i], server.port);
        program_expect(&guessers[i], "Name:");
        program_say(&guessers[i], "\xff\xfd\xc9" PROGRAM_MESSAGE(
                                      "Char.Login.Credentials "
                                      "{\"account\":\"nobody\",\"password\":\"12345678\"}"));
    }
    console_expect(&console, WORDS("ping"), 0, "pong"); /* all of that is read */
    ck_assert_int_eq(process_stop(&server), 0);
    process_expect_said(&server, "err", "stop.unfinished");
}

/* The next step of a guesser: it calls, names, guesses; again without an answer, because it was too
   fast. True if that was a guess. */
static bool guess_on(struct program *guesser, int64_t *said_us)
{
    int64_t now_us = stopwatch_now_us();

    if (guesser->socket != 0)
        program_read(guesser, 0);
    if (guesser->socket == 0 || guesser->is_closed) {
        program_close(guesser);
        program_open(guesser, server.port);
        return false;
    }
    bool is_asked = strstr(guesser->heard, "Password:") != NULL;
    bool is_named = strstr(guesser->heard, "Name:") != NULL;
    bool is_ignored = !is_named && now_us - *said_us > IGNORED_MS * 1000;
    if (!is_asked && !is_ignored && !is_named)
        return false;
    *said_us = now_us;
    program_forget(guesser);
    program_say(guesser, is_asked || is_ignored ? "a wrong guess\r\n" : "ada\r\n");
    return is_asked;
}

TEST(guesses_without_end_hold_nobody_up)
{
    int count = (int)test_number("GUESSERS", 8, GUESSERS_MAX);
    int seconds = (int)test_number("GUESS_SECONDS", 2, 24 * 3600);
    int64_t said_us[GUESSERS_MAX] = {0};
    long guesses = 0;

    process_start(&server, WORDS("--failures-per-address", "5", "--failures-per-name", "3",
                                 "--password-cost", "2:19456", "--backup-minutes", "0"));
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    client_close(&ada);
    bystander_enter(&bystander, server.port, "bystander");
    for (int i = 0; i < 5; i++)
        bystander_expect_unnoticed(&bystander, "before guesses without end");
    bystander_print(&bystander, "before guesses without end");
    int64_t began_us = stopwatch_now_us();
    int64_t end_us = began_us + seconds * 1000000LL;
    for (int round = 0; stopwatch_now_us() < end_us || guesses == 0; round++) {
        for (int i = 0; i < count; i++)
            guesses += guess_on(&guessers[i], &said_us[i]);
        if (round % 200 == 0)
            bystander_expect_unnoticed(&bystander, "guesses without end");
        stopwatch_pause_ms(1);
    }
    printf("threats: %ld guesses, %.0f a second\n", guesses,
           (double)guesses * 1e6 / (double)(stopwatch_now_us() - began_us));
    bystander_print(&bystander, "guesses without end");
    players_call(&ada, server.port, OWNER, "ada");
    expect_answer(&ada, client_password, "Welcome back, Ada.");
    bystander_close(&bystander);
    ck_assert_int_eq(process_stop(&server), 0);
}

/* Calls as one who logs in by GMCP, where no question tells whether a name is known. Offers are
   refused first: what the server does about those that stay open falls due after a second, which a
   guess may take. */
static void call_to_guess(struct program *guesser)
{
    program_open(guesser, server.port);
    program_expect(guesser, "Name:");
    program_say(guesser, "\xff\xfe\x01\xff\xfe\x2a\xff\xfd\xc9");
    program_say(guesser, PROGRAM_MESSAGE("Core.Supports.Set [\"Char.Login 1\"]"));
    program_expect(guesser, "Char.Login.Default");
    program_forget(guesser);
}

static void say_guess(struct program *guesser, const char *name)
{
    char message[160];

    snprintf(message, sizeof message,
             "\xff\xfa\xc9"
             "Char.Login.Credentials {\"account\":\"%s\",\"password\":\"a wrong guess\"}\xff\xf0",
             name);
    program_say(guesser, message);
}

static void hear_verdict(struct program *guesser)
{
    int64_t deadline_us = stopwatch_deadline_us(ANSWER_MS);

    while (strstr(guesser->heard, "Name:") == NULL) {
        program_read(guesser, WAIT_MS);
        ck_assert_msg(!stopwatch_is_over(deadline_us), "no verdict but: %s", guesser->heard);
    }
}

/* Takes what was said to a guess into `answer`. */
static void guess(const char *name, char *answer, size_t size)
{
    call_to_guess(&program);
    int64_t began_us = stopwatch_now_us();
    say_guess(&program, name);
    hear_verdict(&program);
    figure_print_time("threats: a wrong guess", name, began_us);
    ck_assert_uint_lt(program.length, size);
    memcpy(answer, program.heard, program.length + 1);
    program_close(&program);
}

/* Guesses GUESSES times in the same moment. Returns how many found no place in the queue of
   passwords to compare, which is shorter than that. */
static int count_without_place(const char *name)
{
    int count = 0;

    for (int i = 0; i < GUESSES; i++)
        call_to_guess(&guessers[i]);
    process_freeze(&server);
    for (int i = 0; i < GUESSES; i++)
        say_guess(&guessers[i], name);
    process_thaw(&server);
    for (int i = 0; i < GUESSES; i++) {
        hear_verdict(&guessers[i]);
        count += strstr(guessers[i].heard, "Too many are logging in") != NULL;
        program_close(&guessers[i]);
    }
    return count;
}

/* Where passwords are so dear that play begins later than others wait for it. */
static void make_ada(void)
{
    client_open(&ada, CLIENT_LINE, server.port);
    ck_assert(client_wait_heard(&ada, "Name:", ANSWER_MS));
    expect_answer(&ada, "ada", "Make a new one?");
    expect_answer(&ada, "yes", "Choose a password");
    expect_answer(&ada, client_password, "Once more:");
    expect_answer(&ada, client_password, "Depth ");
    client_close(&ada);
}

/* Not by its answer, and not by the work that is done for it: a name that nobody has takes a place
   where passwords wait like any other. The times are printed. */
TEST(a_guess_tells_nothing_about_the_name)
{
    static char known_answer[4096];
    static char unknown_answer[4096];

    process_start(&server, WORDS("--password-cost", "4:131072", "--password-queue", "1",
                                 "--backup-minutes", "0"));
    make_ada();
    for (int i = 0; i < COMPARED; i++) {
        guess("ada", known_answer, sizeof known_answer);
        guess("zoe", unknown_answer, sizeof unknown_answer);
        ck_assert_str_eq(known_answer, unknown_answer);
    }
    ck_assert(strstr(known_answer, "Wrong password.") != NULL);
    ck_assert_int_gt(count_without_place("ada"), 0);
    ck_assert_int_gt(count_without_place("zoe"), 0);
    ck_assert_int_eq(process_stop(&server), 0);
}

/* The one number that the statement finds in the world of a server that has stopped. */
static int stored(const char *constant_sql)
{
    char path[PROCESS_PATH_SIZE + 32];
    sqlite3 *handle = NULL;
    sqlite3_stmt *statement = NULL;

    snprintf(path, sizeof path, "%s/undercroft.db", console.data);
    ck_assert_int_eq(sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    ck_assert_int_eq(sqlite3_prepare_v2(handle, constant_sql, -1, &statement, NULL), SQLITE_OK);
    ck_assert_int_eq(sqlite3_step(statement), SQLITE_ROW);
    int number = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(handle);
    return number;
}

static const char *const code_table[] = {
    "'; DROP TABLE account; --", "\"; DELETE FROM delver WHERE \"1\"=\"1", "x' OR '1'='1",
    "%s%n%d ?1 :name @name",     "\\'); ATTACH DATABASE 'x' AS y; --",
};

TEST(what_is_typed_is_never_a_statement)
{
    char line[160];

    process_start(&server, WORDS("--password-cost", "1:8", "--backup-minutes", "0"));
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    for (size_t i = 0; i < sizeof code_table / sizeof code_table[0]; i++) {
        const char *code = code_table[i];
        client_close(&crowd[0]);
        client_open(&crowd[0], CLIENT_LINE, server.port);
        ck_assert(client_wait_heard(&crowd[0], "Name:", ANSWER_MS));
        expect_answer(&crowd[0], code, "Name:");
        expect_answer(&crowd[0], "ada", "Password:");
        expect_answer(&crowd[0], code, "Wrong password.");
        client_forget(&ada);
        snprintf(line, sizeof line, "tell ada %s", code);
        client_say_line(&brom, line);
        ck_assert_msg(client_wait_heard(&ada, code, ANSWER_MS), "'%s' came as:\n%s", code,
                      client_tail(&ada));
        console_expect(&console, WORDS("mute", "brom", "for", "1s", code), 0, "");
        console_expect(&console, WORDS("unmute", "brom"), 0, "");
        console_expect(&console, WORDS("ban", code), 1, "");
        client_say_line(&brom, "hp");
        snprintf(line, sizeof line, "set %s", code);
        client_say_line(&brom, line);
    }
    console_expect(&console, WORDS("save"), 0, "");
    expect_answer(&ada, "quit", "Saved");
    client_enter(&crowd[1], CLIENT_LINE, server.port, "ada");
    ck_assert_int_eq(process_stop(&server), 0);
    ck_assert_int_eq(stored("SELECT count(*) FROM account"), 2);
    ck_assert_int_eq(stored("SELECT count(*) FROM account WHERE password_hash LIKE "
                            "'$argon2id$v=19$m=8,t=1,p=1$%'"),
                     2);
}

/* Input of the bots that try all of the network for a shell: offers and questions, default names
   and passwords of devices, and then the commands for a shell. */
TEST(bots_that_look_for_a_shell_find_none)
{
    static const char offers[] = "\xff\xfb\x1f\xff\xfb\x20\xff\xfb\x18\xff\xfb\x27"
                                 "\xff\xfd\x01\xff\xfb\x03\xff\xfd\x03\xff\xfc\x01";
    static const char *const lines[] = {"root",
                                        "xc3511",
                                        "admin",
                                        "admin",
                                        "root",
                                        "vizxv",
                                        "enable",
                                        "system",
                                        "shell",
                                        "sh",
                                        "/bin/busybox MIRAI",
                                        "/bin/busybox wget; sh"};

    process_start(&server, WORDS("--backup-minutes", "0"));
    for (int i = 0; i < CROWD; i++) {
        client_open(&crowd[i], CLIENT_MUTE, server.port);
        client_send(&crowd[i], offers, sizeof offers - 1);
        for (size_t line = 0; line < sizeof lines / sizeof lines[0]; line++)
            client_say_line(&crowd[i], lines[line]);
    }
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    expect_answer(&ada, "who", "1 player online");
    for (int i = 0; i < CROWD; i++) {
        client_wait_quiet(&crowd[i], 100, ANSWER_MS);
        ck_assert_msg(strstr(crowd[i].heard, "Name:") != NULL &&
                          strstr(crowd[i].heard, "Welcome") == NULL,
                      "%s", client_tail(&crowd[i]));
    }
    ck_assert_int_eq(process_stop(&server), 0);
    ck_assert_int_eq(stored("SELECT count(*) FROM account"), 1);
}

TEST(who_looks_like_another_is_not_let_in)
{
    static const char *const pairs[][2] = {
        {"William", "VVilliam"}, {"Bellow", "BeIIovv"}, {"Torn", "Tom"}, {"Lima", "Iima"}};

    process_start(&server, WORDS("--backup-minutes", "0"));
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        client_enter(&crowd[i], CLIENT_LINE, server.port, pairs[i][0]);
        client_close(&brom);
        client_open(&brom, CLIENT_LINE, server.port);
        ck_assert(client_wait_heard(&brom, "Name:", ANSWER_MS));
        expect_answer(&brom, pairs[i][1], "looks too much like one that is");
        ck_assert(strstr(brom.heard, "Make a new one") == NULL);
    }
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(racing_calls_leave_one_session_and_one_body)
{
    int rounds = (int)test_number("TAKEOVER_ROUNDS", 6, 1000000);

    /* Brom asks as fast as the rounds go. */
    process_start(&server, WORDS("--seed", "11", "--backup-minutes", "0", "--lines-per-second",
                                 "1000", "--lines-burst", "1000"));
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    expect_answer(&ada, "quit", "Saved");
    client_close(&ada);
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < CALLERS; i++)
            light_open(&callers[i], server.port, "ada", 0);
        int64_t deadline_us = stopwatch_deadline_us(ANSWER_MS);
        while (light_count(callers, CALLERS, LIGHT_CLOSED) < CALLERS - 1 ||
               light_count(callers, CALLERS, LIGHT_PLAYING) != 1) {
            ck_assert_msg(!stopwatch_is_over(deadline_us), "%zu of %d sessions are left, %zu play",
                          CALLERS - light_count(callers, CALLERS, LIGHT_CLOSED), CALLERS,
                          light_count(callers, CALLERS, LIGHT_PLAYING));
            light_pump(callers, CALLERS, 10);
        }
        console_expect(&console, WORDS("--json", "who"), 0, "Ada");
        const char *first = strstr(console.out, "\"Ada\"");
        ck_assert(first != NULL && strstr(first + 1, "\"Ada\"") == NULL);
        expect_answer(&brom, "who", "2 players online");
        client_forget(&brom);
        expect_answer(&brom, "list people", "Ada");
        client_wait_quiet(&brom, 50, ANSWER_MS);
        const char *body = strstr(brom.heard, "Ada");
        ck_assert_msg(strstr(body + 1, "Ada") == NULL, "two bodies:\n%s", client_tail(&brom));
        /* Every other time they find no body to take over. */
        for (int i = 0; i < CALLERS && round % 2 == 0; i++)
            light_send(&callers[i], "quit\r\n");
        ck_assert(round % 2 != 0 || light_wait_closed(callers, CALLERS, ANSWER_MS));
        for (int i = 0; i < CALLERS; i++)
            light_close(&callers[i]);
    }
    ck_assert_int_eq(process_stop(&server), 0);
}
