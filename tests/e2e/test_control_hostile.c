/*
 * The control socket against those who cannot or will not speak its protocol.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/rng.h"
#include "support/live/console.h"
#include "support/live/figure.h"
#include "support/live/process.h"
#include "support/live/stopwatch.h"
#include "support/test.h"

enum { CLOSED_MS = 2000, CONNECTIONS_MAX = 16, LINE_MAX_BYTES = 4096, NOBODY = 65534 };

static struct process server;
static struct console console;
static char head[32];
static char text[CONSOLE_TEXT_SIZE];

static void set_up(void)
{
    process_init(&server);
    process_reuse_freed_memory();
    process_start(&server, WORDS("--backup-minutes", "0"));
    console_init(&console, UNDERCROFTCTL_PATH, &server);
}

static void tear_down(void)
{
    console_release(&console);
    process_release(&server);
}

static void ask(int socket, const char *line)
{
    console_send(socket, line, strlen(line));
    console_take(socket, head, text, sizeof text);
}

static void expect_well(void)
{
    console_expect(&console, WORDS("ping"), 0, "pong");
}

static void end(void)
{
    expect_well();
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST_FIXTURE(set_up, tear_down);

TEST(answers_are_framed_and_in_order)
{
    int line = console_connect(console.data);

    ask(line, "text ping\n");
    ck_assert_msg(strncmp(head, "ok ", 3) == 0 && strncmp(text, "pong\n", 5) == 0, "%s", head);
    ask(line, "json ping\n");
    ck_assert_msg(strncmp(text, "{\"message\":\"pong\"", 17) == 0, "%s", text);
    console_send(line, "text ping\ntext xyzzyx\njson kick bob\n", 36);
    console_take(line, head, text, sizeof text);
    ck_assert_msg(strncmp(head, "ok ", 3) == 0, "%s", head);
    console_take(line, head, text, sizeof text);
    ck_assert_msg(strncmp(head, "usage ", 6) == 0, "%s", head);
    console_take(line, head, text, sizeof text);
    ck_assert_msg(strncmp(head, "refused ", 8) == 0, "%s", head);
    ask(line, "stay\n");
    ck_assert_str_eq(head, "ok 0");
    close(line);
    end();
}

TEST(a_request_may_come_byte_by_byte_and_its_sender_may_hang_up)
{
    static const char request[] = "text help ping\n";
    int line = console_connect(console.data);

    for (size_t i = 0; i + 1 < sizeof request; i++) {
        console_send(line, &request[i], 1);
        stopwatch_pause_ms(2);
    }
    console_take(line, head, text, sizeof text);
    ck_assert_msg(strncmp(head, "ok ", 3) == 0, "%s", head);
    console_send(line, "text ping\n", 10);
    ck_assert_int_eq(shutdown(line, SHUT_WR), 0);
    console_take(line, head, text, sizeof text);
    ck_assert_msg(strncmp(text, "pong", 4) == 0, "who says no more is answered still");
    ck_assert(console_is_closed(line, CLOSED_MS));
    close(line);
    line = console_connect(console.data);
    console_send(line, "text backup\n", 12);
    close(line);
    end();
}

TEST(what_is_no_request_is_told_the_form)
{
    static const char *const wrong[] = {"\n",
                                        "ping\n",
                                        "textping\n",
                                        "TEXT ping\n",
                                        " text ping\n",
                                        "text/ ping\n",
                                        "text/0 ping\n",
                                        "text/-5 ping\n",
                                        "text/1001 ping\n",
                                        "text/99999999999999999999 ping\n",
                                        "text/80ping\n",
                                        "json/80 ping\n",
                                        "GET / HTTP/1.1\r\n",
                                        "\xff\xfe\x01\x02\n"};
    int line = console_connect(console.data);

    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        ask(line, wrong[i]);
        ck_assert_msg(strncmp(head, "usage ", 6) == 0, "%zu: %s", i, head);
    }
    ask(line, "text\n");
    ck_assert_msg(strncmp(head, "usage ", 6) == 0, "%s", head);
    ask(line, "text \x1b[2J\xff ping\xc2\x9b\n");
    ck_assert_msg(strncmp(head, "usage ", 6) == 0 && strchr(text, '\x1b') == NULL, "%s", text);
    ask(line, "text\tping\r\n");
    ck_assert_msg(strncmp(head, "usage ", 6) == 0, "a tab is not the space behind the form");
    ask(line, "text ping\r\n");
    ck_assert_msg(strncmp(head, "ok ", 3) == 0, "a line may end with CR LF: %s", text);
    console_send(line, "text pi\0ng\n", 11);
    console_take(line, head, text, sizeof text);
    close(line);
    end();
}

/* As wide as asked, and no wider; a map is then told in parts. */
TEST(an_answer_keeps_to_the_width_that_is_asked_for)
{
    int line = console_connect(console.data);

    ask(line, "text/1000 set\n");
    ck_assert_msg(strstr(text, "key  ") == text, "%s", text);
    ask(line, "text/60 level preview 1\n");
    ck_assert_msg(strncmp(head, "ok ", 3) == 0 && strstr(text, "\ncolumns 0 to 59:\n") != NULL,
                  "%s", text);
    ask(line, "text/60 set\n");
    for (const char *at = text; *at != '\0'; at += strspn(at, "\n")) {
        ck_assert_msg(strcspn(at, "\n") <= 60, "%s", at);
        at += strcspn(at, "\n");
    }
    close(line);
    end();
}

TEST(garbage_is_survived)
{
    struct rng rng;
    char bytes[3000];

    rng_init(&rng, 7);
    for (int round = 0; round < 30; round++) {
        int line = console_connect(console.data);
        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] = (char)rng_below(&rng, 256);
        fcntl(line, F_SETFL, O_NONBLOCK);
        console_send(line, bytes, sizeof bytes);
        close(line);
    }
    end();
}

TEST(a_line_may_be_so_long_and_no_longer)
{
    char line_bytes[LINE_MAX_BYTES + 2];
    int line = console_connect(console.data);

    memset(line_bytes, 'x', sizeof line_bytes);
    memcpy(line_bytes, "text kick ", 10);
    line_bytes[LINE_MAX_BYTES] = '\n';
    console_send(line, line_bytes, LINE_MAX_BYTES + 1);
    console_take(line, head, text, sizeof text);
    ck_assert_msg(strncmp(head, "refused ", 8) == 0 && strstr(text, "Nobody") != NULL, "%s", text);
    line_bytes[LINE_MAX_BYTES] = 'x';
    console_send(line, line_bytes, LINE_MAX_BYTES + 2);
    console_take(line, head, text, sizeof text);
    ck_assert_msg(strncmp(head, "usage ", 6) == 0 && strstr(text, "too long") != NULL, "%s", text);
    ck_assert_msg(console_is_closed(line, CLOSED_MS), "it goes on after that");
    close(line);
    end();
}

TEST(idle_connections_shut_nobody_out)
{
    int lines[CONNECTIONS_MAX];

    for (int i = 0; i < CONNECTIONS_MAX; i++) {
        lines[i] = console_connect(console.data);
        ask(lines[i], i % 2 == 0 ? "text ping\n" : "stay\n");
    }
    expect_well();
    ck_assert_msg(console_is_closed(lines[0], CLOSED_MS), "the idlest keeps its place");
    ask(lines[7], "text ping\n");
    ck_assert_msg(strncmp(head, "ok ", 3) == 0, "those who are in stay");
    for (int i = 0; i < CONNECTIONS_MAX; i++)
        close(lines[i]);
    end();
}

/* Starts a process that answers the first request with `answer`, as no server of ours would. */
static pid_t pretend_to_serve(const char *path, const char *answer)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    char request[64];

    snprintf(address.sun_path, sizeof address.sun_path, "%.107s", path);
    ck_assert_int_eq(bind(listener, (const struct sockaddr *)&address, sizeof address), 0);
    ck_assert_int_eq(listen(listener, 1), 0);
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        int line = accept(listener, NULL, NULL);
        bool is_served = recv(line, request, sizeof request, 0) > 0 &&
                         send(line, answer, strlen(answer), MSG_NOSIGNAL) > 0;
        _exit(is_served ? 0 : 1);
    }
    close(listener);
    return child;
}

TEST(the_tool_hands_no_control_to_the_terminal)
{
    char path[PROCESS_PATH_SIZE + 8];
    int status = 0;

    snprintf(path, sizeof path, "%s/fake", console.data);
    pid_t child = pretend_to_serve(path, "ok 15\n\x1b[2Ja\n\xc2\x9b\x7f\xc3\xa9\ren\n");
    console_expect(&console, WORDS("--socket", path, "ping"), 0, "?[2Ja\n???\xc3\xa9?en\n");
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
    end();
}

TEST(who_does_not_read_is_not_read_from_and_stops_nobody)
{
    int line = console_connect(console.data);
    long before_kib = process_resident_kib(&server);
    size_t sent = 0;

    fcntl(line, F_SETFL, O_NONBLOCK);
    for (int i = 0; i < 200; i++) {
        for (int j = 0; j < 100; j++)
            sent += send(line, "text help\n", 10, MSG_NOSIGNAL) == 10;
        stopwatch_pause_ms(1);
        if (i % 50 == 0)
            expect_well();
    }
    ck_assert_msg(sent < 200 * 100, "all that is never answered is taken");
    figure_print_growth("control_hostile", "one who does not read", &server, before_kib);
    expect_well();
    ck_assert_int_eq(process_stop(&server), 0);
    close(line);
}

/* True if a backup was asked for and made, false if another one was being made. */
static bool takes_backup(int line)
{
    console_take(line, head, text, sizeof text);
    bool is_made = strncmp(head, "ok ", 3) == 0;
    ck_assert_msg(is_made || strstr(text, "being written already") != NULL, "%s", text);
    return is_made;
}

/* Both are asked for while the server stands still, so that it reads one right after the other; and
   which of both is first the machine decides. */
TEST(others_are_answered_while_a_backup_runs)
{
    struct pollfd lines[2] = {{.fd = console_connect(console.data), .events = POLLIN},
                              {.fd = console_connect(console.data), .events = POLLIN}};

    for (int i = 0; i < 2; i++)
        ask(lines[i].fd, "stay\n");
    process_freeze(&server);
    for (int i = 0; i < 2; i++)
        console_send(lines[i].fd, "text backup\n", 12);
    process_thaw(&server);
    ck_assert_int_gt(poll(lines, 2, CONSOLE_WAIT_MS * stopwatch_patience()), 0);
    int early = lines[0].revents != 0 ? 0 : 1;
    bool is_early_made = takes_backup(lines[early].fd);
    ask(lines[early].fd, "text ping\n");
    ck_assert_msg(strncmp(head, "ok ", 3) == 0, "%s", text);
    ck_assert_msg(takes_backup(lines[1 - early].fd) != is_early_made, "two at once");
    ask(lines[early].fd, "text backup\n");
    ck_assert_msg(strncmp(head, "ok ", 3) == 0, "%s", text);
    for (int i = 0; i < 2; i++)
        close(lines[i].fd);
    end();
}

/* As another user. The modes of the files are set so that this user may connect. */
static int ask_as_stranger(void)
{
    char answer[16];

    if (setgid(NOBODY) != 0 || setuid(NOBODY) != 0)
        return 2;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int line = socket(AF_UNIX, SOCK_STREAM, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%.80s/undercroft.sock", console.data);
    if (connect(line, (const struct sockaddr *)&address, sizeof address) != 0)
        return 3;
    (void)!send(line, "text ping\n", 10, MSG_NOSIGNAL);
    return recv(line, answer, sizeof answer, 0) > 0 ? 1 : 0;
}

TEST(strangers_get_no_answer_even_past_the_mode)
{
    char path[PROCESS_PATH_SIZE];
    int status = 0;

    /* Only root can be somebody else. */
    if (geteuid() == 0) {
        ck_assert_int_eq(chmod(server.folder, 0755), 0);
        ck_assert_int_eq(chmod(console.data, 0755), 0);
        process_path(&server, "data/undercroft.sock", path);
        ck_assert_int_eq(chmod(path, 0666), 0);
        pid_t child = fork();
        if (child == 0)
            _exit(ask_as_stranger());
        ck_assert_int_eq(waitpid(child, &status, 0), child);
        ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the stranger ended with %d",
                      WEXITSTATUS(status));
        process_expect_said(&server, "err", "control.stranger");
    }
    end();
}
