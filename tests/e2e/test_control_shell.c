/*
 * The operator's tool at a terminal: a prompt with editing, history and completion.
 */
#define _XOPEN_SOURCE 700
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/live/console.h"
#include "support/live/process.h"
#include "support/live/stopwatch.h"
#include "support/test.h"

enum { SHOWN_SIZE = 64 * 1024, SHOWN_MS = 5000 };

struct shell {
    int terminal; /* our end */
    pid_t pid;
    char shown[SHOWN_SIZE];
    size_t length;
};

static struct process server;
static struct shell shell;
static char data[PROCESS_PATH_SIZE];

static _Noreturn void become_tool(const char *name)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setsid();
    int terminal = open(name, O_RDWR);
    if (terminal < 0 || dup2(terminal, 0) < 0 || dup2(terminal, 1) < 0 || dup2(terminal, 2) < 0)
        _exit(126);
    setenv("TERM", "xterm", 1);
    execl(UNDERCROFTCTL_PATH, UNDERCROFTCTL_PATH, "--data", data, (char *)NULL);
    _exit(127);
}

static void open_shell(void)
{
    memset(&shell, 0, sizeof shell);
    shell.terminal = posix_openpt(O_RDWR | O_NOCTTY);
    ck_assert_int_ge(shell.terminal, 0);
    ck_assert_int_eq(grantpt(shell.terminal), 0);
    ck_assert_int_eq(unlockpt(shell.terminal), 0);
    const char *name = ptsname(shell.terminal);
    shell.pid = fork();
    if (shell.pid == 0)
        become_tool(name);
    ck_assert_int_gt(shell.pid, 0);
}

static void set_up(void)
{
    process_init(&server);
    process_start(&server, (const char *const[]){"--backup-minutes", "0", NULL});
    process_path(&server, "data", data);
    open_shell();
}

static void tear_down(void)
{
    if (shell.pid > 0) {
        kill(shell.pid, SIGKILL);
        waitpid(shell.pid, NULL, 0);
    }
    close(shell.terminal);
    process_release(&server);
}

static bool wait_shown(const char *text)
{
    int64_t deadline_us = stopwatch_deadline_us(SHOWN_MS);

    while (strstr(shell.shown, text) == NULL && !stopwatch_is_over(deadline_us)) {
        struct pollfd row = {.fd = shell.terminal, .events = POLLIN};
        if (poll(&row, 1, 20) <= 0)
            continue;
        ssize_t got =
            read(shell.terminal, shell.shown + shell.length, sizeof shell.shown - 1 - shell.length);
        if (got <= 0)
            break;
        shell.length += (size_t)got;
        shell.shown[shell.length] = '\0';
    }
    return strstr(shell.shown, text) != NULL;
}

static void type(const char *keys)
{
    ck_assert_int_eq(write(shell.terminal, keys, strlen(keys)), (ssize_t)strlen(keys));
}

/* Waits for a text, and forgets what was shown up to its end. */
static void expect(const char *text)
{
    ck_assert_msg(wait_shown(text), "'%s' is not shown, but:\n%s", text, shell.shown);
    const char *rest = strstr(shell.shown, text) + strlen(text);
    shell.length = strlen(rest);
    memmove(shell.shown, rest, shell.length + 1);
}

/* Waits for the prompt: keys typed before it may be lost when the terminal changes its mode. */
static void command(const char *keys)
{
    expect("undercroft> ");
    type(keys);
}

/* The tool ends by itself, with this exit code. */
static void expect_end(int code)
{
    int64_t deadline_us = stopwatch_deadline_us(SHOWN_MS);
    int status = 0;

    while (waitpid(shell.pid, &status, WNOHANG) == 0 && !stopwatch_is_over(deadline_us))
        stopwatch_pause_ms(10);
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == code, "ended with %d", status);
    shell.pid = 0;
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_greeting_says_how_to_go_on)
{
    expect("Connected to the server. help lists the words, Tab completes them, quit leaves.");
    command("quit\r");
    expect_end(0);
}

/* The line before the last of the start, and the one before that. */
TEST(a_server_at_a_terminal_says_how_to_connect_and_how_to_become_an_administrator)
{
    char wanted[2 * PROCESS_PATH_SIZE];

    command("quit\r");
    expect_end(0);
    close(shell.terminal);
    memset(&shell, 0, sizeof shell);
    shell.terminal = posix_openpt(O_RDWR | O_NOCTTY);
    ck_assert_int_ge(shell.terminal, 0);
    ck_assert_int_eq(grantpt(shell.terminal), 0);
    ck_assert_int_eq(unlockpt(shell.terminal), 0);
    server.out_end = open(ptsname(shell.terminal), O_RDWR | O_NOCTTY);
    ck_assert_int_ge(server.out_end, 0);
    process_spawn(&server, WORDS("--data", data, "--listen", "127.0.0.1:0"));
    snprintf(wanted, sizeof wanted, "undercroftctl --data %s role NAME admin", data);
    expect(wanted);
    expect("connect: telnet 127.0.0.1 ");
    expect("ready: listening on 127.0.0.1:");
    ck_assert_int_eq(process_stop(&server), 0);
    close(server.out_end);
}

TEST(commands_are_typed_one_by_one)
{
    command("ping\r");
    expect("pong");
    command("statsu\r");
    expect("Did you mean: status?");
    command("status\r");
    expect("uptime");
    command("quit\r");
    expect_end(0);
}

TEST(tab_completes_words)
{
    command("pi\t\r");
    expect("pong");
    command("s\t");
    expect("shutdown");
    type("av\t\r");
    expect("Saved.");
    command("help ki\t\r");
    expect("kick NAME");
    command("quit\r");
    expect_end(0);
}

TEST(history_brings_back_what_was_typed)
{
    command("ping\r");
    expect("pong");
    command("\x10\r");
    expect("pong");
    command("kick nobody\r");
    expect("Nobody called");
    command("\x04");
    expect_end(1);
}

/* Typed while the answer is still awaited, before the prompt is there. */
TEST(an_end_typed_ahead_ends_it)
{
    command("kick nobody\r");
    expect("kick nobody");
    type("\x04");
    expect_end(1);
}

TEST(a_server_that_was_restarted_is_found_again)
{
    command("ping\r");
    expect("pong");
    ck_assert_int_eq(process_stop(&server), 0);
    command("ping\r");
    expect("no server runs");
    process_start(&server, (const char *const[]){"--backup-minutes", "0", NULL});
    command("ping\r");
    expect("pong");
    command("quit\r");
    expect_end(0);
}

TEST(lines_of_a_script_are_run_without_a_prompt)
{
    char line[3 * PROCESS_PATH_SIZE];
    char said[256] = "";

    command("\x04");
    snprintf(line, sizeof line,
             "printf 'ping\\n\\n kick nobody\\nping\\n' | '%s' --json --data '%s' 2>&1",
             UNDERCROFTCTL_PATH, data);
    FILE *pipe = popen(line, "r");
    ck_assert_ptr_nonnull(pipe);
    said[fread(said, 1, sizeof said - 1, pipe)] = '\0';
    /* The exit code is 1 for the refused line in between. */
    ck_assert_int_eq(WEXITSTATUS(pclose(pipe)), 1);
    ck_assert_msg(strncmp(said, "{\"message\":\"pong\"", 17) == 0, "%s", said);
    ck_assert_msg(strstr(said, "{\"error\":\"Nobody called") != NULL, "%s", said);
    const char *last = strrchr(said, '{');
    ck_assert_msg(last != NULL && strncmp(last, "{\"message\":\"pong\"", 17) == 0, "%s", said);
    /* An answer that nobody can read is not one. */
    snprintf(line, sizeof line, "'%s' --data '%s' ping 2>/dev/null >/dev/full", UNDERCROFTCTL_PATH,
             data);
    ck_assert_int_eq(WEXITSTATUS(system(line)), 1);
    expect_end(0);
}
