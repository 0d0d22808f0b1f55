/*
 * A MUD client's program at the server: it logs in for its player, says what it can show and what
 * it wants to be told, and hears when it is over.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/live/client.h"
#include "support/live/process.h"
#include "support/live/stopwatch.h"
#include "support/suite.h"

enum { ANSWER_MS = 3000, QUIET_MS = 300, HEARD_MAX = 64 * 1024 };

#define MESSAGE(text) "\xff\xfa\xc9" text "\xff\xf0"
#define LOGIN(name, password)                                                                      \
    MESSAGE("Char.Login.Credentials {\"account\":\"" name "\",\"password\":\"" password "\"}")

static const char yes_to_gmcp[] = "\xff\xfd\xc9";
static const char line_mode[] = "\xff\xfd\x01\xff\xfe\x03"; /* DO ECHO, DONT SGA */
static const char key_mode[] = "\xff\xfd\x01\xff\xfd\x03";
static const char wants_login[] = MESSAGE("Core.Supports.Set [\"Char.Login 1\"]");

struct program {
    int socket;
    bool is_closed;
    size_t length;
    char heard[HEARD_MAX + 1]; /* telnet and all; NUL bytes left away */
};

static struct process server;
static struct program ada;

static void program_open(struct program *program)
{
    struct sockaddr_in address = {
        .sin_family = AF_INET,
        .sin_port = htons((uint16_t)server.port),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };

    memset(program, 0, sizeof *program);
    program->socket = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert_int_ge(program->socket, 0);
    ck_assert_int_eq(connect(program->socket, (struct sockaddr *)&address, sizeof address), 0);
}

static void program_close(struct program *program)
{
    if (program->socket > 0)
        close(program->socket);
    program->socket = 0;
}

static void say(struct program *program, const char *text)
{
    ssize_t length = (ssize_t)strlen(text);

    ck_assert_int_eq(send(program->socket, text, (size_t)length, MSG_NOSIGNAL), length);
}

static void read_some(struct program *program, int ms)
{
    struct pollfd watched = {.fd = program->socket, .events = POLLIN};
    char bytes[4096];

    if (poll(&watched, 1, ms) <= 0)
        return;
    ssize_t count = recv(program->socket, bytes, sizeof bytes, 0);
    program->is_closed = count <= 0;
    for (ssize_t i = 0; i < count && program->length < HEARD_MAX; i++) {
        if (bytes[i] != '\0')
            program->heard[program->length++] = bytes[i];
    }
    program->heard[program->length] = '\0';
}

static void forget(struct program *program)
{
    program->length = 0;
    program->heard[0] = '\0';
}

/* Waits for this text and forgets all that came before its end. */
static void expect(struct program *program, const char *text)
{
    int64_t deadline_us = stopwatch_now_us() + (int64_t)ANSWER_MS * 1000 * stopwatch_patience();

    while (strstr(program->heard, text) == NULL) {
        ck_assert_msg(!program->is_closed && stopwatch_now_us() < deadline_us,
                      "\"%s\" is not heard, but: %s", text, program->heard);
        read_some(program, 10);
    }
    const char *rest = strstr(program->heard, text) + strlen(text);
    program->length -= (size_t)(rest - program->heard);
    memmove(program->heard, rest, program->length + 1);
}

static void expect_closed(struct program *program)
{
    int64_t deadline_us = stopwatch_now_us() + (int64_t)ANSWER_MS * 1000 * stopwatch_patience();

    while (!program->is_closed) {
        ck_assert_msg(stopwatch_now_us() < deadline_us, "the line stays open");
        read_some(program, 10);
    }
}

/* Ada is made by a person who types, and leaves again. */
static void make_ada(void)
{
    program_open(&ada);
    expect(&ada, "Name: ");
    say(&ada, "ada\r\n");
    expect(&ada, "(yes/no) ");
    say(&ada, "yes\r\n");
    expect(&ada, "Choose a password");
    say(&ada, "correct horse\r\n");
    expect(&ada, "Once more: ");
    say(&ada, "correct horse\r\n");
    expect(&ada, "Welcome");
    expect(&ada, "> ");
    say(&ada, "quit\r\n");
    expect_closed(&ada);
    program_close(&ada);
}

static void set_up(void)
{
    process_init(&server);
    process_start(&server, (const char *const[]){"--seed", "7", NULL});
    make_ada();
}

/* The last line of every test: nothing of it brought the server down. */
static void expect_server_well(void)
{
    ck_assert_int_eq(process_stop(&server), 0);
}

static void tear_down(void)
{
    program_close(&ada);
    process_release(&server);
}

START_TEST(a_program_logs_in_for_its_player)
{
    program_open(&ada);
    say(&ada, yes_to_gmcp);
    say(&ada, line_mode);
    say(&ada, wants_login);
    expect(&ada, MESSAGE("Char.Login.Default {\"type\":[\"password-credentials\"]}"));
    say(&ada, LOGIN("ada", "correct horse"));
    expect(&ada, "Char.Login.Result {\"success\":true,");
    expect(&ada, "Welcome back, Ada.");
    expect(&ada, "> ");
    say(&ada, LOGIN("ada", "correct horse"));
    expect(&ada, "Char.Login.Result {\"success\":false,");
    say(&ada, "look\r\n");
    expect(&ada, "Depth 1");
    say(&ada, "quit\r\n");
    expect(&ada, "\xff\xfa\xc9"
                 "Core.Goodbye \"Saved.");
    expect_closed(&ada);
    expect_server_well();
}
END_TEST

START_TEST(a_wrong_login_says_nothing_of_who_exists)
{
    static const char *const logins[] = {LOGIN("ada", "wrong horse"), LOGIN("nobody", "any"),
                                         LOGIN("a b", "any")};
    static const char refusal[] = MESSAGE("Char.Login.Result {\"success\":false,"
                                          "\"message\":\"That is not the password.\"}");

    for (size_t i = 0; i < sizeof logins / sizeof logins[0]; i++) {
        program_open(&ada);
        say(&ada, yes_to_gmcp);
        expect(&ada, "Name: ");
        say(&ada, logins[i]);
        expect(&ada, refusal);
        say(&ada, LOGIN("ada", "correct horse"));
        expect(&ada, "Welcome back, Ada.");
        program_close(&ada);
    }
    expect_server_well();
}
END_TEST

START_TEST(three_wrong_logins_end_the_call)
{
    program_open(&ada);
    say(&ada, yes_to_gmcp);
    expect(&ada, "Name: ");
    for (int i = 0; i < 3; i++) {
        say(&ada, i == 1 ? LOGIN("nobody", "any") : LOGIN("ada", "wrong horse"));
        expect(&ada, "\"success\":false");
    }
    expect(&ada, "Three wrong ones end the call.");
    expect_closed(&ada);
    expect_server_well();
}
END_TEST

START_TEST(half_a_login_by_hand_is_not_disturbed)
{
    program_open(&ada);
    say(&ada, yes_to_gmcp);
    expect(&ada, "Name: ");
    say(&ada, LOGIN("ada", "wrong horse"));
    expect(&ada, "Name: ");
    say(&ada, "ada\r\n");
    expect(&ada, "Password: ");
    say(&ada, LOGIN("ada", "correct horse"));
    expect(&ada, "\"success\":false");
    say(&ada, "correct horse\r\n");
    expect(&ada, "Welcome back, Ada.");
    expect_server_well();
}
END_TEST

/* Who asks for the dungeon as data draws it itself. */
START_TEST(a_program_that_draws_the_dungeon_is_sent_lines)
{
    for (int draws = 0; draws <= 1; draws++) {
        program_open(&ada);
        say(&ada, key_mode);
        say(&ada, yes_to_gmcp);
        expect(&ada, "Name: ");
        if (draws)
            say(&ada, MESSAGE("Core.Supports.Add [\"Dungeon 1\"]"));
        say(&ada, LOGIN("ada", "correct horse"));
        expect(&ada, "Welcome back, Ada.");
        if (!draws)
            expect(&ada, "\x1b[?1049h");
        else
            expect(&ada, "> ");
        read_some(&ada, QUIET_MS);
        ck_assert_msg(!draws || strstr(ada.heard, "\x1b[?1049h") == NULL, "no screen is drawn");
        program_close(&ada);
    }
    expect_server_well();
}
END_TEST

START_TEST(a_program_that_shows_utf8_gets_walls_of_lines)
{
    static const char *const choices[] = {"\xff\xfa\x2a\x02UTF-8\xff\xf0",
                                          "\xff\xfa\x2a\x02US-ASCII\xff\xf0"};
    static const char *const walls[] = {"walls is lines.", "walls is ascii."};

    for (size_t i = 0; i < 2; i++) {
        program_open(&ada);
        say(&ada, line_mode);
        say(&ada, yes_to_gmcp);
        say(&ada, "\xff\xfd\x2a");
        expect(&ada, ";UTF-8;US-ASCII");
        say(&ada, choices[i]);
        say(&ada, LOGIN("ada", "correct horse"));
        expect(&ada, "> ");
        say(&ada, "set walls\r\n");
        expect(&ada, walls[i]);
        program_close(&ada);
    }
    expect_server_well();
}
END_TEST

START_TEST(a_flood_of_messages_is_not_heard)
{
    program_open(&ada);
    say(&ada, yes_to_gmcp);
    expect(&ada, "Name: ");
    forget(&ada);
    for (int i = 0; i < 300; i++)
        say(&ada, MESSAGE("Core.Ping"));
    for (int i = 0; i < 20; i++)
        read_some(&ada, QUIET_MS / 10);
    size_t answers = 0;
    for (const char *at = ada.heard; (at = strstr(at, "Core.Ping")) != NULL; at++)
        answers++;
    ck_assert_uint_ge(answers, 20);
    ck_assert_msg(answers < 150, "%zu pings of 300 were answered", answers);
    ck_assert_msg(strstr(ada.heard, "Too fast") == NULL, "the player is not told");
    expect_server_well();
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("mud_client");

    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, a_program_logs_in_for_its_player);
    tcase_add_test(tcase, a_wrong_login_says_nothing_of_who_exists);
    tcase_add_test(tcase, three_wrong_logins_end_the_call);
    tcase_add_test(tcase, half_a_login_by_hand_is_not_disturbed);
    tcase_add_test(tcase, a_program_that_draws_the_dungeon_is_sent_lines);
    tcase_add_test(tcase, a_program_that_shows_utf8_gets_walls_of_lines);
    tcase_add_test(tcase, a_flood_of_messages_is_not_heard);
    return suite_run("mud_client", tcase);
}
