/*
 * The patience of the control socket: a server without a dungeon, and minutes that pass when the
 * test says so.
 */
#include "server/admin/control.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "server/server.h"
#include "support/test.h"
#include "support/file.h"

enum { TURNS = 50, HEARD_SIZE = 4096, PATH_SIZE = 108 };

static struct server *server;
static char folder[64];
static char path[PATH_SIZE];

static void set_up(void)
{
    file_make_folder(folder, sizeof folder, "control");
    server = calloc(1, sizeof *server);
    ck_assert_ptr_nonnull(server);
    server_link(server);
    ck_assert_int_eq(uv_loop_init(&server->base.loop), 0);
    snprintf(server->base.options.data, sizeof server->base.options.data, "%s", folder);
    snprintf(path, sizeof path, "%s/undercroft.sock", folder);
    server->base.log.descriptor = 2;
    base_touch_clock(&server->base);
    control_open(&server->admin);
    ck_assert_ptr_nonnull(server->admin.control);
}

static void tear_down(void)
{
    control_close(&server->admin);
    control_close(&server->admin);
    ck_assert_int_eq(uv_run(&server->base.loop, UV_RUN_DEFAULT), 0);
    admin_release(&server->admin);
    ck_assert_msg(uv_loop_close(&server->base.loop) == 0, "no handle is left");
    free(server);
    ck_assert_msg(access(path, F_OK) != 0, "the name goes with the socket");
    rmdir(folder);
}

static void pump(void)
{
    for (int i = 0; i < TURNS; i++)
        uv_run(&server->base.loop, UV_RUN_NOWAIT);
}

/* So much time goes by since the last word, seen from a sweep. */
static void pass(uint64_t ms)
{
    base_touch_clock(&server->base);
    server->base.now_ms += ms;
    control_sweep(&server->admin);
    pump();
}

static int join(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int line = socket(AF_UNIX, SOCK_STREAM, 0);

    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    ck_assert_int_eq(connect(line, (const struct sockaddr *)&address, sizeof address), 0);
    fcntl(line, F_SETFL, O_NONBLOCK);
    pump();
    return line;
}

static void say(int line, const char *text)
{
    ck_assert_int_eq(send(line, text, strlen(text), MSG_NOSIGNAL), (ssize_t)strlen(text));
    pump();
}

/* All that waits, as text. */
static const char *hear(int line, char heard[HEARD_SIZE])
{
    ssize_t length = recv(line, heard, HEARD_SIZE - 1, 0);

    heard[length < 0 ? 0 : length] = '\0';
    return heard;
}

static bool is_closed(int line)
{
    char byte;

    return recv(line, &byte, 1, MSG_PEEK) == 0;
}

TEST_FIXTURE(set_up, tear_down);

TEST(who_asks_nothing_is_let_go_after_a_minute)
{
    char heard[HEARD_SIZE];
    int line = join();

    say(line, "text help ping\n");
    ck_assert_msg(strncmp(hear(line, heard), "ok ", 3) == 0, "%s", heard);
    pass(CONTROL_IDLE_MS - 1000);
    ck_assert(!is_closed(line));
    pass(CONTROL_IDLE_MS + 1);
    ck_assert(is_closed(line));
    close(line);
}

TEST(who_stays_has_ten_minutes)
{
    char heard[HEARD_SIZE];
    int line = join();

    say(line, "stay\n");
    ck_assert_str_eq(hear(line, heard), "ok 0\n");
    pass(CONTROL_STAY_MS - 1000);
    ck_assert(!is_closed(line));
    pass(CONTROL_STAY_MS + 1);
    ck_assert(is_closed(line));
    close(line);
}

TEST(half_a_line_does_not_count_as_silence_for_ever)
{
    int line = join();

    say(line, "text he");
    pass(CONTROL_IDLE_MS + 1);
    ck_assert(is_closed(line));
    close(line);
}

/* Asks until the kernel holds all it can. */
static void fill(int line)
{
    static const char request[] = "text help\n";

    for (int i = 0; i < 20000; i++) {
        if (send(line, request, sizeof request - 1, MSG_NOSIGNAL) < 0)
            uv_run(&server->base.loop, UV_RUN_NOWAIT);
    }
    pump();
}

TEST(who_does_not_take_an_answer_is_closed)
{
    int line = join();
    int other = join();

    fill(line);
    pass(CONTROL_STALL_MS - 1000);
    say(other, "stay\n");
    ck_assert_int_eq(send(line, "text ping\n", 0, MSG_NOSIGNAL), 0);
    pass(CONTROL_STALL_MS + 1);
    ck_assert_msg(send(line, "x", 1, MSG_NOSIGNAL) < 0 && errno == EPIPE, "it is still there");
    ck_assert_msg(!is_closed(other), "another one is closed too");
    close(line);
    close(other);
}

TEST(who_takes_slowly_is_not_closed)
{
    char heard[HEARD_SIZE];
    int line = join();

    fill(line);
    for (int i = 0; i < 5; i++) {
        for (int j = 0; j < 60; j++)
            (void)hear(line, heard);
        pump();
        pass(CONTROL_STALL_MS - 1000);
    }
    ck_assert_msg(send(line, "x", 1, MSG_NOSIGNAL) == 1 || errno == EAGAIN, "it is closed");
    close(line);
}

TEST(one_long_answer_may_take_long_as_long_as_it_is_taken)
{
    char heard[HEARD_SIZE];
    struct bytes text;
    int line = join();

    /* A question that is never answered by itself: this world does not tick. */
    ck_assert_int_eq(world_new(1, 0, (struct world_limits){.delvers_max = 1, .levels_max = 1},
                               &server->game.world),
                     ERR_OK);
    say(line, "text ping\n");
    bytes_init(&text, ADMIN_ANSWER_MAX);
    ck_assert_int_eq(bytes_reserve(&text, ADMIN_ANSWER_MAX), ERR_OK);
    memset(text.data, 'x', ADMIN_ANSWER_MAX);
    text.length = ADMIN_ANSWER_MAX;
    pass(CONTROL_STAY_MS);
    ck_assert_msg(!is_closed(line), "who waits for an answer is not idle");
    base_touch_clock(&server->base);
    control_deliver(&server->admin, 1, ADMIN_DONE, &text);
    for (uint64_t i = 1; i <= 4; i++) {
        for (int j = 0; j < 40; j++)
            (void)hear(line, heard);
        pump();
        pass(i * (CONTROL_STALL_MS - 1000));
    }
    ck_assert_msg(send(line, "x", 1, MSG_NOSIGNAL) == 1, "it is closed");
    pass(5 * (CONTROL_STALL_MS - 1000) + CONTROL_STALL_MS);
    ck_assert_msg(send(line, "x", 1, MSG_NOSIGNAL) < 0, "it is still there");
    close(line);
    bytes_release(&text);
    world_free(server->game.world);
}

TEST(one_too_many_takes_the_place_of_the_idlest)
{
    int lines[CONTROL_LINES_MAX];
    char heard[HEARD_SIZE];

    for (int i = 0; i < CONTROL_LINES_MAX; i++)
        lines[i] = join();
    server->base.clock_ahead_ms += 1000;
    say(lines[0], "stay\n"); /* now the second has done nothing for longest */
    int newcomer = join();
    say(newcomer, "text help ping\n");
    ck_assert_msg(strncmp(hear(newcomer, heard), "ok ", 3) == 0, "%s", heard);
    for (int i = 0; i < CONTROL_LINES_MAX; i++) {
        ck_assert_msg(is_closed(lines[i]) == (i == 1), "line %d", i);
        close(lines[i]);
    }
    close(newcomer);
}

TEST(where_all_wait_for_answers_one_more_is_told_so)
{
    int lines[CONTROL_LINES_MAX];
    char heard[HEARD_SIZE];

    /* This world does not tick, so a ping is never answered. */
    ck_assert_int_eq(world_new(1, 0, (struct world_limits){.delvers_max = 1, .levels_max = 1},
                               &server->game.world),
                     ERR_OK);
    for (int i = 0; i < CONTROL_LINES_MAX; i++) {
        lines[i] = join();
        say(lines[i], "text ping\n");
    }
    int newcomer = join();
    ck_assert_msg(strncmp(hear(newcomer, heard), "refused ", 8) == 0, "%s", heard);
    ck_assert(is_closed(newcomer));
    close(newcomer);
    for (int i = 0; i < CONTROL_LINES_MAX; i++) {
        ck_assert(!is_closed(lines[i]));
        close(lines[i]);
    }
    world_free(server->game.world);
}

TEST(an_answer_for_one_who_has_gone_is_dropped)
{
    struct bytes text = {0};
    int line = join();

    close(line);
    pump();
    control_deliver(&server->admin, 1, ADMIN_DONE, &text);
    control_deliver(&server->admin, 12345, ADMIN_DONE, &text);
}

TEST(a_path_that_does_not_fit_is_a_warning)
{
    struct server *other = calloc(1, sizeof *other);

    ck_assert_ptr_nonnull(other);
    server_link(other);
    ck_assert_int_eq(uv_loop_init(&other->base.loop), 0);
    other->base.log = (struct log){.level_min = LOG_ERROR, .descriptor = 2};
    memset(other->base.options.data, 'x', 120);
    control_open(&other->admin);
    ck_assert_ptr_null(other->admin.control);
    control_sweep(&other->admin);
    control_close(&other->admin);
    ck_assert_int_eq(uv_run(&other->base.loop, UV_RUN_DEFAULT), 0);
    ck_assert_int_eq(uv_loop_close(&other->base.loop), 0);
    free(other);
}
