/*
 * A disk that becomes full while a level is about to be rebuilt: during the countdown it is
 * called off and everybody is told why; in the very moment of the swap it has happened and is said
 * not to be on disk, until it is. A kill before that leaves the old level, with everybody where
 * they stood; and what is kept to be put back is put back afterwards.
 */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/live/keeper.h"
#include "support/live/light_client.h"
#include "support/live/place.h"
#include "support/live/players.h"
#include "support/live/process.h"
#include "support/live/small_disk.h"
#include "support/live/stopwatch.h"
#include "support/test.h"

enum {
    CROWD = 6,
    ELSEWHERE = 2, /* of the crowd: their level stays as it is */
    ANSWER_MS = 5000,
    RECOVER_MS = 10000,
    TIGHT_KIB = 160,     /* free when the server begins: its reserve is an eighth of that */
    LEFT_KIB = 1024,     /* and later: enough to begin something new */
    DEEP = 30,           /* large levels begin there, */
    DEEP_COUNT = 7,      /* and so many are made at the same time */
    COUNTDOWN_MS = 5000, /* of "in 5s" */
};

static struct process server;
static struct keeper keeper;
static pid_t filler; /* 0: nobody fills the disk */
static struct light_client crowd[CROWD];
static struct client ada;
static struct place places[CROWD]; /* when they were last known to be on disk */
static char data[PROCESS_PATH_SIZE];

static void set_up(void)
{
    process_init(&server);
    process_path(&server, "data", data);
    small_disk_mount(data);
    keeper_init(&keeper, UNDERCROFTCTL_PATH, &server);
}

static void make_space(void)
{
    small_disk_clear(data, filler);
    small_disk_leave(data, 0);
    filler = 0;
}

static void hang_up(void)
{
    client_close(&ada);
    for (size_t i = 0; i < CROWD; i++)
        light_close(&crowd[i]);
}

static void tear_down(void)
{
    hang_up();
    keeper_release(&keeper);
    process_kill(&server);
    make_space();
    small_disk_unmount(data);
    process_release(&server);
}

/* Saves come when they must, and not by the clock, unless the test wants that. */
static void start(const char *save_ms)
{
    process_start(&server, WORDS("--seed", "11", "--save-ms", save_ms, "--backup-minutes", "0"));
}

static void name_of(size_t i, char out[LIGHT_NAME_SIZE])
{
    snprintf(out, LIGHT_NAME_SIZE, "digger%c", (char)('a' + i));
}

static void ask_places(struct place *out)
{
    place_ask_all(crowd, CROWD, out, ANSWER_MS);
    for (size_t i = 0; i < CROWD; i++) {
        ck_assert_msg(crowd[i].stage == LIGHT_PLAYING, "%s plays no more", crowd[i].name);
        ck_assert_msg(place_read(crowd[i].heard, &out[i]), "%s reads:\n%s", crowd[i].name,
                      crowd[i].heard);
    }
}

/* One after the other, so that there is little to save at once. */
static void enter(void)
{
    char name[LIGHT_NAME_SIZE];

    for (size_t i = 0; i < CROWD; i++) {
        name_of(i, name);
        light_open(&crowd[i], server.port, name, 0);
        ck_assert(light_wait_stage(&crowd[i], 1, LIGHT_PLAYING, ANSWER_MS));
        ck_assert_int_eq(crowd[i].stage, LIGHT_PLAYING);
    }
}

static void expect_kept(void)
{
    static struct place now[CROWD];
    char difference[PLACE_DIFFERENCE_SIZE];

    ask_places(now);
    for (size_t i = 0; i < CROWD; i++)
        ck_assert_msg(place_is_kept(&places[i], &now[i], difference), "%s: %s", crowd[i].name,
                      difference);
}

static void reserve_path(char out[PROCESS_PATH_SIZE + 16])
{
    snprintf(out, PROCESS_PATH_SIZE + 16, "%s/ballast", data);
}

/* Everybody is made; all except a few stand on depth 2, which was rebuilt once already. */
static void prepare(void)
{
    char name[LIGHT_NAME_SIZE];
    char reserve[PROCESS_PATH_SIZE + 16];

    start("1000");
    enter();
    for (size_t i = 0; i < CROWD - ELSEWHERE; i++) {
        name_of(i, name);
        console_expect(&keeper.console, WORDS("send", name, "2"), 0, "Sent.");
    }
    ck_assert(light_wait_heard(crowd, CROWD - ELSEWHERE, "An administrator moves you", ANSWER_MS));
    console_expect(&keeper.console, WORDS("level", "regen", "2", "now"), 0, "generation  1");
    console_expect(&keeper.console, WORDS("save"), 0, "");
    ask_places(places);
    hang_up();
    ck_assert_int_eq(process_stop(&server), 0);
    /* The reserve was made on an empty disk; the next server is to have a smaller one. */
    reserve_path(reserve);
    ck_assert_int_eq(unlink(reserve), 0);
}

static bool have_heard(size_t count, const char *text)
{
    for (size_t i = 0; i < count; i++) {
        if (strstr(crowd[i].heard, text) == NULL)
            return false;
    }
    return true;
}

/* Every one of the first `count` hears it. */
static void expect_crowd_heard(size_t count, const char *text, int ms)
{
    int64_t limit_us = stopwatch_deadline_us(ms);

    while (!have_heard(count, text)) {
        light_pump(crowd, CROWD, 20);
        ck_assert_msg(!stopwatch_is_over(limit_us), "not everybody hears \"%s\", but:\n%s", text,
                      crowd[0].heard);
    }
}

/* Tries until it is done: free space is looked at once in a while. */
static void expect_done(const char *const *words)
{
    int64_t limit_us = stopwatch_deadline_us(RECOVER_MS);

    while (console_run(&keeper.console, words) != 0) {
        ck_assert_msg(strstr(keeper.console.err, "disk is full") != NULL &&
                          !stopwatch_is_over(limit_us),
                      "it is not done: %s", keeper.console.err);
        light_pump(crowd, CROWD, 50);
    }
}

/* Somebody goes to and fro, so that there is something to save; and so all hear of the disk. */
static void pace_until(const char *said)
{
    int64_t limit_us = stopwatch_deadline_us(RECOVER_MS);

    for (int round = 0; !process_said(&server, "err", said); round++) {
        for (size_t i = 0; i < CROWD; i++)
            light_send(&crowd[i], round % 2 == 0 ? "e\r\nn\r\n" : "w\r\ns\r\n");
        light_pump(crowd, CROWD, 50);
        ck_assert_msg(!stopwatch_is_over(limit_us), "no %s", said);
    }
}

static void mount_disk(void)
{
    if (!small_disk_begin("a disk that becomes full while a level is made anew"))
        exit(TEST_LEFT_OUT);
}

TEST_FILE_FIXTURE(mount_disk, NULL);

TEST_FIXTURE(set_up, tear_down);

TEST(a_full_disk_during_the_countdown_calls_it_off)
{
    prepare();
    start("100");
    enter();
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    console_expect(&keeper.console, WORDS("role", "ada", "admin"), 0, "");
    for (size_t i = 0; i < CROWD; i++)
        light_forget(&crowd[i]);
    expect_answer(&ada, "@level regen 2 in 8s", "Scheduled");
    filler = small_disk_keep_full(data);
    pace_until("disk.");
    expect_crowd_heard(CROWD - ELSEWHERE, "The change was cancelled: this level stays as it is.",
                       RECOVER_MS);
    ck_assert_msg(
        client_wait_heard(&ada, "Depth 2 stays as it is: The server's disk is full", ANSWER_MS),
        "who ordered it reads:\n%s", client_tail(&ada));
    process_expect_said(&server, "err", "level.called-off");
    keeper_expect_level(&keeper, "2", 1, 0);
    console_expect(&keeper.console, WORDS("level", "undo", "2", "now"), 1, "disk is full");
    make_space();
    expect_done(WORDS("level", "undo", "2", "now"));
    keeper_expect_level(&keeper, "2", 0, 1);
    expect_crowd_heard(CROWD - ELSEWHERE, "This level has been restored", ANSWER_MS);
    console_expect(&keeper.console, WORDS("save"), 0, "");
    console_expect(&keeper.console, WORDS("audit", "200"), 0, "called off: The server's disk");
    ask_places(places);
    process_kill(&server);
    hang_up();
    start("1000");
    enter();
    expect_kept();
    keeper_expect_level(&keeper, "2", 0, 1);
    ck_assert_int_eq(process_stop(&server), 0);
}

/* All are read at once, and when all are answered the server stands still before they are due. */
static void order_all_soon(void)
{
    int orders[DEEP_COUNT + 1];
    char line[64];
    char head[32];

    process_freeze(&server);
    for (int i = 0; i <= DEEP_COUNT; i++) {
        if (i < DEEP_COUNT)
            snprintf(line, sizeof line, "text level regen %d style digger in 5s\n", DEEP + i);
        else
            snprintf(line, sizeof line, "text level regen 2 in 5s\n");
        orders[i] = console_connect(data);
        console_send(orders[i], line, strlen(line));
    }
    process_thaw(&server);
    for (int i = 0; i <= DEEP_COUNT; i++) {
        console_take(orders[i], head, keeper.text, sizeof keeper.text);
        ck_assert_msg(strncmp(head, "ok ", 3) == 0, "%s: %s", head, keeper.text);
    }
    process_freeze(&server);
    for (int i = 0; i <= DEEP_COUNT; i++)
        close(orders[i]);
}

/*
 * The server stands still from when it has said that it will happen until it is due, and meanwhile
 * the disk becomes full: no save has failed and none has looked at the disk, so it goes ahead. The
 * log of changes has room for what a login changes, which can be used again on a full disk; so more
 * is made than fits there.
 */
static void swap_onto_a_full_disk(void)
{
    small_disk_leave(data, TIGHT_KIB);
    start("600000");
    small_disk_leave(data, LEFT_KIB);
    enter();
    for (size_t i = 0; i < CROWD; i++)
        light_forget(&crowd[i]);
    order_all_soon();
    ck_assert_msg(!process_said(&server, "err", "level.swapped"), "it was stopped too late");
    filler = small_disk_keep_full(data);
    stopwatch_pause_ms(COUNTDOWN_MS);
    process_thaw(&server);
    expect_crowd_heard(CROWD - ELSEWHERE, "This level has been rebuilt", ANSWER_MS);
    expect_crowd_heard(CROWD, "The disk is full: changes since", ANSWER_MS);
    process_expect_said(&server, "err", "save.failed");
    keeper_expect_level(&keeper, "2", 2, 1);
    console_expect(&keeper.console, WORDS("level", "undo", "2", "now"), 1, "disk is full");
}

/* All come back on this generation of the level, and undo changes it for the one that was kept. */
static void expect_after_restart(long generation, long kept)
{
    hang_up();
    start("1000");
    enter();
    expect_kept();
    keeper_expect_level(&keeper, "2", generation, kept);
    expect_done(WORDS("level", "undo", "2", "now"));
    keeper_expect_level(&keeper, "2", kept, generation);
    keeper_expect_footing(&keeper, crowd[0].name);
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_swap_that_the_disk_refuses_is_kept_in_memory_and_saved_later)
{
    prepare();
    swap_onto_a_full_disk();
    make_space();
    expect_crowd_heard(CROWD, "Saved again", RECOVER_MS);
    ask_places(places);
    process_kill(&server);
    expect_after_restart(2, 1);
}

static bool is_answered(int order)
{
    char byte;

    return recv(order, &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
}

/* As many orders as make more than fits, all of them read at once: none finds the disk full yet. */
static void order_all_now(int orders[DEEP_COUNT])
{
    char line[64];

    process_freeze(&server);
    filler = small_disk_keep_full(data);
    for (int i = 0; i < DEEP_COUNT; i++) {
        snprintf(line, sizeof line, "text level regen %d style digger now\n", DEEP + i);
        orders[i] = console_connect(data);
        console_send(orders[i], line, strlen(line));
    }
    process_thaw(&server);
}

/* One level fits into the reserve, and the next may be too late to find the disk not yet full. */
static void empty_reserve(void)
{
    char reserve[PROCESS_PATH_SIZE + 16];

    reserve_path(reserve);
    ck_assert_int_eq(truncate(reserve, 0), 0);
}

/* Orders that were done while the disk was full are answered when they are on disk, and survive a
   kill after the answer. */
TEST(who_orders_it_now_is_answered_when_the_disk_has_taken_it)
{
    int orders[DEEP_COUNT];
    bool is_done[DEEP_COUNT];
    bool has_waited[DEEP_COUNT];
    int late = 0;
    char head[32];
    char level[8];

    prepare();
    small_disk_leave(data, TIGHT_KIB);
    start("600000");
    small_disk_leave(data, LEFT_KIB);
    enter();
    empty_reserve();
    order_all_now(orders);
    expect_crowd_heard(CROWD, "The disk is full: changes since", ANSWER_MS);
    for (int i = 0; i < DEEP_COUNT; i++)
        has_waited[i] = !is_answered(orders[i]);
    make_space();
    for (int i = 0; i < DEEP_COUNT; i++) {
        console_take(orders[i], head, keeper.text, sizeof keeper.text);
        is_done[i] = strncmp(head, "ok ", 3) == 0 && strstr(keeper.text, "Done.") != NULL;
        ck_assert_msg(is_done[i] || strstr(keeper.text, "disk is full") != NULL, "%s: %s", head,
                      keeper.text);
        late += has_waited[i] && is_done[i];
        close(orders[i]);
    }
    ck_assert_msg(late > 0, "what the disk refused at first was not waited for");
    ask_places(places);
    process_kill(&server);
    hang_up();
    start("1000");
    for (int i = 0; i < DEEP_COUNT; i++) {
        snprintf(level, sizeof level, "%d", DEEP + i);
        console_expect(&keeper.console, WORDS("level", "show", level), is_done[i] ? 0 : 1,
                       is_done[i] ? "generation  1" : "never made");
    }
    enter();
    expect_kept();
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_kill_after_a_swap_that_is_not_on_disk_leaves_the_old_level)
{
    prepare();
    swap_onto_a_full_disk();
    process_kill(&server);
    make_space();
    expect_after_restart(1, 0);
}
