/*
 * The ticks that servers have lived. Each followed server has a line to its control socket, opened
 * when its ticks are first asked for, with at most one question under way. All calls that ask for
 * the time take in what has come and ask again, so the count is as fine as they are frequent.
 */
#include "support/live/server_ticks.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <check.h>

#include "support/live/stopwatch.h"

enum { FOLLOWED_MAX = 8, ANSWER_SIZE = 256, PATH_SIZE = 256, US_PER_MS = 1000, SPARE_TICKS = 2 };

static const char question[] = "json ping\n";

struct followed {
    pid_t pid; /* 0: a free row */
    int port;
    int tls_port;
    int tick_ms;
    int client_count;
    char path[PATH_SIZE];
    int line;             /* -1: not open yet, or closed */
    bool cannot_be_asked; /* from now on time is taken for its ticks */
    bool is_frozen;
    uint64_t asked;    /* questions sent, */
    uint64_t answered; /* and answers taken */
    uint64_t tick;     /* as of the last answer, and those of `own_us` */
    uint64_t passed;   /* ticks since it was followed */
    int64_t own_us;    /* time that this program ran and that is no whole tick yet */
    char answer[ANSWER_SIZE];
    size_t answer_length;
};

static struct followed table[FOLLOWED_MAX];
static int64_t looked_us; /* when time was last taken */
static int64_t lived_us;

static struct followed *find(int port)
{
    struct followed *any = NULL;

    for (size_t i = 0; i < FOLLOWED_MAX; i++) {
        struct followed *row = &table[i];
        if (row->pid == 0)
            continue;
        if (row->port == port || (row->tls_port != 0 && row->tls_port == port))
            return row;
        any = row;
    }
    return any;
}

static void hang_up(struct followed *row)
{
    if (row->line >= 0)
        close(row->line);
    row->line = -1;
    row->cannot_be_asked = true;
    row->own_us = 0;
}

void server_ticks_follow(pid_t pid, int port, int tls_port, const char *data, int tick_ms)
{
    struct followed *row = table;

    while (row < table + FOLLOWED_MAX && row->pid != 0)
        row++;
    ck_assert_msg(row < table + FOLLOWED_MAX, "more than %d servers at once", FOLLOWED_MAX);
    *row = (struct followed){
        .pid = pid, .port = port, .tls_port = tls_port, .tick_ms = tick_ms, .line = -1};
    int length = snprintf(row->path, sizeof row->path, "%s/undercroft.sock", data);
    struct sockaddr_un address;
    row->cannot_be_asked = length < 0 || (size_t)length >= sizeof address.sun_path;
}

void server_ticks_forget(pid_t pid)
{
    for (size_t i = 0; i < FOLLOWED_MAX; i++) {
        if (table[i].pid == 0 || table[i].pid != pid)
            continue;
        hang_up(&table[i]);
        table[i].pid = 0;
    }
}

void server_ticks_freeze(pid_t pid, bool is_frozen)
{
    for (size_t i = 0; i < FOLLOWED_MAX; i++) {
        if (table[i].pid != 0 && table[i].pid == pid)
            table[i].is_frozen = is_frozen;
    }
}

void server_ticks_join(int port)
{
    struct followed *row = find(port);

    if (row != NULL)
        row->client_count++;
}

void server_ticks_leave(int port)
{
    struct followed *row = find(port);

    if (row != NULL && row->client_count > 0)
        row->client_count--;
}

static void dial(struct followed *row)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};

    snprintf(address.sun_path, sizeof address.sun_path, "%s", row->path);
    row->line = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (row->line < 0 || connect(row->line, (const struct sockaddr *)&address, sizeof address) != 0)
        hang_up(row);
}

static void advance(struct followed *row, uint64_t ticks)
{
    row->tick += ticks;
    row->passed += ticks;
}

/* The answer is "ok N", and a line of JSON with the tick in it. */
static void take_answer(struct followed *row)
{
    ssize_t length = recv(row->line, row->answer + row->answer_length,
                          sizeof row->answer - 1 - row->answer_length, MSG_DONTWAIT);

    if (length < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (length <= 0) {
        hang_up(row);
        return;
    }
    row->answer_length += (size_t)length;
    row->answer[row->answer_length] = '\0';
    const char *name = strstr(row->answer, "\"tick\":");
    const char *end = name == NULL ? NULL : strchr(name, '\n');
    if (end == NULL) {
        bool is_full = row->answer_length == sizeof row->answer - 1;
        if (is_full || strstr(row->answer, "\"error\"") != NULL)
            hang_up(row);
        return;
    }
    uint64_t tick = strtoull(name + strlen("\"tick\":"), NULL, 10);
    if (row->answered > 0 && tick > row->tick)
        row->passed += tick - row->tick;
    row->tick = tick;
    row->answered++;
    row->answer_length = 0;
}

/* `ran_us`: the time since the last look in which this program could run. */
static void look_at(struct followed *row, int64_t ran_us)
{
    if (!row->cannot_be_asked && row->line < 0)
        dial(row);
    if (row->line >= 0 && row->answered < row->asked)
        take_answer(row);
    if (row->line >= 0 && row->answered == row->asked) {
        ssize_t sent = send(row->line, question, sizeof question - 1, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent == (ssize_t)sizeof question - 1)
            row->asked++;
        else
            hang_up(row);
    }
    if (row->line >= 0 && !row->is_frozen)
        return;
    row->own_us += ran_us;
    int64_t tick_us = (int64_t)row->tick_ms * US_PER_MS;
    advance(row, (uint64_t)(row->own_us / tick_us));
    row->own_us %= tick_us;
}

static void look(void)
{
    int64_t now_us = stopwatch_now_us();
    int64_t ran_us = looked_us == 0 ? 0 : now_us - looked_us;
    int64_t most_us = 0;
    bool has_server = false;

    /* A longer time is one in which this program stood still, and the servers with it. */
    if (ran_us > (int64_t)SERVER_TICKS_MS * US_PER_MS)
        ran_us = (int64_t)SERVER_TICKS_MS * US_PER_MS;
    looked_us = now_us;
    for (size_t i = 0; i < FOLLOWED_MAX; i++) {
        struct followed *row = &table[i];
        if (row->pid == 0)
            continue;
        uint64_t before = row->passed;
        look_at(row, ran_us);
        int64_t lived = (int64_t)(row->passed - before) * row->tick_ms * US_PER_MS;
        if (lived > most_us)
            most_us = lived;
        has_server = true;
    }
    lived_us += has_server ? most_us : ran_us;
}

int64_t server_ticks_lived_us(void)
{
    look();
    return lived_us;
}

/* The number of the next question: its answer is of a tick that begins after now. A server that is
   not asked needs none. */
static uint64_t next_question(const struct followed *row)
{
    return row->line >= 0 || !row->cannot_be_asked ? row->asked + 1 : row->asked;
}

void tick_count_begin(struct tick_count *count, int port)
{
    const struct followed *row = find(port);

    *count = (struct tick_count){.port = port};
    if (row != NULL)
        count->asked = next_question(row);
}

uint64_t tick_count_passed(struct tick_count *count)
{
    look();
    const struct followed *row = find(count->port);
    uint64_t now = row == NULL ? (uint64_t)(lived_us / (SERVER_TICKS_MS * US_PER_MS)) : row->passed;
    bool is_asked = row != NULL && row->line >= 0 && !row->is_frozen;
    if (!count->has_begun) {
        if (is_asked && row->answered < count->asked)
            return 0;
        count->has_begun = true;
        count->first = now;
    }
    /* The server has gone meanwhile, and another has come or time is counted. */
    if (now < count->first)
        count->first = now;
    return now - count->first;
}

uint64_t server_ticks_of_quiet(int port, int ms, bool is_screen)
{
    const struct followed *row = find(port);
    int tick_ms = row == NULL ? SERVER_TICKS_MS : row->tick_ms;
    uint64_t ticks = (uint64_t)(ms / tick_ms) + SPARE_TICKS;

    if (is_screen && row != NULL && row->client_count > 1 && ticks < SERVER_TICKS_OF_OTHERS)
        return SERVER_TICKS_OF_OTHERS;
    return ticks;
}
