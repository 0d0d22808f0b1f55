/*
 * Saved means these very files: where the database or its log is removed, moved, replaced, cut or
 * overwritten below a running server, it says so and calls nothing saved; the next start makes no
 * new world in their place; and when the same files are back, so is the saving.
 */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/file.h"
#include "support/live/client.h"
#include "support/live/console.h"
#include "support/live/figure.h"
#include "support/live/process.h"
#include "support/live/stopwatch.h"
#include "support/test.h"

enum { ANSWER_MS = 10000, PATH_SIZE = 512, END_MS = 10000, REST_MS = 2000 };

static struct process server;
static struct console console;
static struct client ada;
static struct client brom;

static void set_up(void)
{
    process_init(&server);
    console_init(&console, UNDERCROFTCTL_PATH, &server);
}

static void tear_down(void)
{
    client_close(&ada);
    client_close(&brom);
    console_release(&console);
    process_release(&server);
}

static void path_of(const char *name, char out[PATH_SIZE])
{
    snprintf(out, PATH_SIZE, "%s/%s", console.data, name);
}

static void remove_file(const char *name)
{
    char path[PATH_SIZE];

    path_of(name, path);
    ck_assert_msg(unlink(path) == 0, "%s cannot be removed", path);
}

static void move_file(const char *from, const char *to)
{
    char from_path[PATH_SIZE];
    char to_path[PATH_SIZE];

    path_of(from, from_path);
    path_of(to, to_path);
    ck_assert_msg(rename(from_path, to_path) == 0, "%s cannot be moved", from);
}

static bool is_there(const char *name)
{
    char path[PATH_SIZE];

    path_of(name, path);
    return access(path, F_OK) == 0;
}

/* In place: the file that is there is cut and written again. */
static void copy_over(const char *from, const char *to)
{
    char from_path[PATH_SIZE];
    char to_path[PATH_SIZE];

    path_of(from, from_path);
    path_of(to, to_path);
    file_copy(from_path, to_path);
}

static struct timespec changed_at(const char *name)
{
    char path[PATH_SIZE];
    struct stat info;

    path_of(name, path);
    ck_assert_int_eq(stat(path, &info), 0);
    return info.st_mtim;
}

/* Until the server has written nothing for a while: what another program does amid a commit need
   not be seen. */
static void await_rest(void)
{
    struct timespec last = {0};
    int64_t rest_us = stopwatch_now_us() + REST_MS * 1000;

    while (stopwatch_now_us() < rest_us) {
        struct timespec now = changed_at("undercroft.db-wal");
        if (now.tv_sec != last.tv_sec || now.tv_nsec != last.tv_nsec)
            rest_us = stopwatch_now_us() + REST_MS * 1000;
        last = now;
        stopwatch_pause_ms(20);
    }
}

static void start_and_enter(void)
{
    process_start(&server, NULL);
    client_enter(&ada, CLIENT_XTERM, server.port, "Ada");
    console_expect(&console, WORDS("role", "Ada", "admin"), 0, "");
    console_expect(&console, WORDS("save"), 0, "Saved.");
    await_rest();
    client_forget(&ada);
}

/* The log of the server says it within the time. */
static void await_logged(const char *text)
{
    int64_t deadline_us = stopwatch_deadline_us(ANSWER_MS);

    while (!process_said(&server, "err", text) && !stopwatch_is_over(deadline_us))
        stopwatch_pause_ms(20);
    process_expect_said(&server, "err", text);
}

static void expect_told(const char *fault)
{
    ck_assert_msg(client_wait_shown(&ada, "UNSAVED since", ANSWER_MS), "no UNSAVED:\n%s",
                  client_tail(&ada));
    ck_assert(client_wait_shown(&ada, fault, ANSWER_MS));
    await_logged("\"event\":\"database.replaced\"");
    process_expect_said(&server, "err", fault);
}

/* The operator's tool still finds the server. */
static void expect_told_to_operators(const char *fault)
{
    console_expect(&console, WORDS("save"), 1, fault);
    console_expect(&console, WORDS("doctor"), 0, "nothing is saved");
    console_expect(&console, WORDS("status"), 0, "another program has moved");
    ck_assert(console_metric(&console, "undercroft_database_replaced") == 1);
    ck_assert(console_metric(&console, "undercroft_saves_refused") == 1);
}

/* A player who leaves now is told the truth, and nobody new is made. */
static void expect_nothing_saved(void)
{
    client_forget(&ada);
    client_type(&ada, "Q");
    ck_assert(client_wait_closed(&ada, 2 * ANSWER_MS));
    ck_assert_msg(strstr(ada.heard, "Not saved") != NULL, "%s", client_tail(&ada));
    ck_assert_msg(strstr(ada.heard, "Saved.") == NULL, "%s", client_tail(&ada));
    client_close(&ada);
}

static void expect_refusal(const char *cause, const char *cure)
{
    process_begin(&server, NULL);
    ck_assert_int_eq(process_wait(&server), 3);
    process_expect_said(&server, "err", cause);
    process_expect_said(&server, "err", cure);
}

static void ban_three(void)
{
    char name[16];

    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "10.9.8.%d", i);
        console_expect(&console, WORDS("ban", name, "for", "good"), 0, "");
    }
}

TEST_FIXTURE(set_up, tear_down);

TEST(removed_files_are_told_and_no_new_world_is_made)
{
    start_and_enter();
    remove_file("undercroft.db");
    remove_file("undercroft.db-wal");
    expect_told("undercroft.db is gone");
    expect_told_to_operators("undercroft.db is gone");
    expect_nothing_saved();
    process_kill(&server);
    expect_refusal("is absent, and a world was here", "--new-world");
    ck_assert_msg(!is_there("undercroft.db"), "a new world was made");
}

TEST(a_moved_data_directory_is_told_and_no_new_world_is_made_in_its_place)
{
    char moved[PATH_SIZE];

    start_and_enter();
    snprintf(moved, sizeof moved, "%s/moved", server.folder);
    ck_assert_int_eq(rename(console.data, moved), 0);
    ck_assert_int_eq(mkdir(console.data, 0700), 0);
    expect_told("undercroft.db is gone");
    expect_nothing_saved();
    process_kill(&server);
    expect_refusal("is absent, and a world was here", "--new-world");
    ck_assert_msg(!is_there("undercroft.db"), "a new world was made");
    remove_file("undercroft.world");
    ck_assert_int_eq(rmdir(console.data), 0);
    ck_assert_int_eq(rename(moved, console.data), 0);
    process_start(&server, NULL);
    client_enter(&ada, CLIENT_XTERM, server.port, "Ada");
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_moved_database_is_told_and_saved_to_again_once_it_is_back)
{
    start_and_enter();
    move_file("undercroft.db", "elsewhere.db");
    expect_told("undercroft.db is gone");
    expect_told_to_operators("undercroft.db is gone");
    move_file("elsewhere.db", "undercroft.db");
    ck_assert(client_wait_shown(&ada, "Saved again", ANSWER_MS));
    console_expect(&console, WORDS("save"), 0, "Saved.");
    ck_assert(console_metric(&console, "undercroft_database_replaced") == 0);
    move_file("undercroft.db", "elsewhere.db");
    expect_told("undercroft.db is gone");
    expect_nothing_saved();
    process_kill(&server);
    expect_refusal("is missing, but its log", "restore a backup");
    move_file("elsewhere.db", "undercroft.db");
    process_start(&server, NULL);
    client_enter(&ada, CLIENT_XTERM, server.port, "Ada");
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_database_replaced_by_another_file_is_told)
{
    start_and_enter();
    console_expect(&console, WORDS("backup", "old.db"), 0, "Written");
    move_file("backups/old.db", "undercroft.db");
    expect_told("was replaced by another file");
    expect_told_to_operators("was replaced by another file");
    expect_nothing_saved();
    process_kill(&server);
}

TEST(a_backup_copied_over_the_database_is_told)
{
    start_and_enter();
    console_expect(&console, WORDS("backup", "old.db"), 0, "Written");
    /* Something that the backup does not have. */
    ban_three();
    console_expect(&console, WORDS("save"), 0, "Saved.");
    await_rest();
    copy_over("backups/old.db", "undercroft.db");
    expect_told("by another program");
    expect_nothing_saved();
    process_kill(&server);
    /* Whether the log makes the old copy whole again is for the start to find out. */
    process_begin(&server, NULL);
    int64_t deadline_us = stopwatch_deadline_us(END_MS);
    while (!process_said(&server, "err", "is refused and left as it is") &&
           !process_said(&server, "out", "(found)") && !stopwatch_is_over(deadline_us))
        stopwatch_pause_ms(20);
    ck_assert_msg(!process_said(&server, "out", "(new)"), "a new world was made");
    ck_assert(process_said(&server, "err", "is refused and left as it is") ||
              process_said(&server, "out", "(found)"));
    process_kill(&server);
}

TEST(a_removed_log_is_told_and_costs_nothing_that_was_saved)
{
    start_and_enter();
    console_expect(&console, WORDS("mute", "Ada", "for", "1h"), 0, "");
    remove_file("undercroft.db-wal");
    expect_told("undercroft.db-wal is gone");
    expect_told_to_operators("undercroft.db-wal is gone");
    expect_nothing_saved();
    process_kill(&server);
    process_start(&server, NULL);
    console_expect(&console, WORDS("bans"), 0, "Ada");
    client_enter(&ada, CLIENT_XTERM, server.port, "Ada");
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_log_that_was_cut_is_told)
{
    char path[PATH_SIZE];

    start_and_enter();
    path_of("undercroft.db-wal", path);
    ck_assert_int_eq(truncate(path, 0), 0);
    expect_told("undercroft.db-wal was cut short by another program");
    process_kill(&server);
    process_start(&server, NULL);
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_database_that_was_only_touched_is_read_again_and_saved_to)
{
    char path[PATH_SIZE];

    start_and_enter();
    path_of("undercroft.db", path);
    ck_assert_int_eq(utimensat(AT_FDCWD, path, NULL, 0), 0);
    expect_told("undercroft.db was written by another program");
    ck_assert(client_wait_shown(&ada, "Saved again", ANSWER_MS));
    await_logged("\"event\":\"database.read-again\"");
    console_expect(&console, WORDS("save"), 0, "Saved.");
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_backup_of_files_that_lost_their_names_can_be_restored)
{
    start_and_enter();
    remove_file("undercroft.db");
    remove_file("undercroft.db-wal");
    expect_told("undercroft.db is gone");
    console_expect(&console, WORDS("backup", "rescue.db"), 0, "Written");
    process_kill(&server);
    client_close(&ada);
    expect_refusal("is absent, and a world was here", "rescue.db");
    copy_over("backups/rescue.db", "undercroft.db");
    process_start(&server, NULL);
    console_expect(&console, WORDS("inspect", "player", "Ada"), 0, "Ada");
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_backup_beside_the_log_of_another_file_is_refused_with_its_cure)
{
    start_and_enter();
    console_expect(&console, WORDS("backup", "old.db"), 0, "Written");
    ban_three();
    ck_assert_int_eq(process_stop(&server), 0);
    process_start(&server, NULL);
    console_expect(&console, WORDS("ban", "10.9.9.9", "for", "good"), 0, "");
    process_kill(&server);
    ck_assert(is_there("undercroft.db-wal"));
    copy_over("backups/old.db", "undercroft.db");
    expect_refusal("is of another file", "undercroftd: remove ");
    remove_file("undercroft.db-wal");
    process_start(&server, NULL);
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_reserve_that_is_no_file_is_told_with_its_cure)
{
    char path[PATH_SIZE];

    process_start(&server, NULL);
    ck_assert_int_eq(process_stop(&server), 0);
    remove_file("ballast");
    path_of("ballast", path);
    ck_assert_int_eq(mkdir(path, 0700), 0);
    process_start(&server, NULL);
    await_logged("\"event\":\"disk.no-reserve\"");
    process_expect_said(&server, "err", "make that path a plain file");
    ck_assert_int_eq(process_stop(&server), 0);
}

static void expect_told_at_the_end(struct client *client)
{
    ck_assert_msg(client_wait_closed(client, ANSWER_MS), "the line stays open");
    ck_assert_msg(strstr(client->heard, "The server is stopping. Not saved: the server's disk "
                                        "refuses") != NULL,
                  "%s", client_tail(client));
    ck_assert_msg(!client->terminal.is_alternate, "the terminal is not restored");
}

TEST(a_stop_that_cannot_save_tells_so_and_ends_with_3)
{
    start_and_enter();
    client_enter(&brom, CLIENT_LINE, server.port, "Brom");
    move_file("undercroft.db", "elsewhere.db");
    expect_told("undercroft.db is gone");
    ck_assert(ada.terminal.is_alternate);
    int64_t began_us = stopwatch_now_us();
    ck_assert_int_eq(kill(server.pid, SIGTERM), 0);
    expect_told_at_the_end(&ada);
    expect_told_at_the_end(&brom);
    ck_assert_int_eq(process_wait(&server), 3);
    figure_print_time("files_replaced", "a stop that cannot save", began_us);
    process_expect_said(&server, "err", "\"event\":\"stop.not-saved\",\"outcome\":\"stopped; what");
    ck_assert(!process_said(&server, "err", "stop.done"));
}

/* Makes a world and a backup of it, stops the server and removes all files except the backup. */
static void leave_a_backup(void)
{
    process_start(&server, WORDS("--seed", "11"));
    console_expect(&console, WORDS("backup", "kept.db"), 0, "Written");
    ck_assert_int_eq(process_stop(&server), 0);
    remove_file("undercroft.db");
}

TEST(backups_alone_refuse_a_new_world_and_the_newest_is_named)
{
    leave_a_backup();
    remove_file("undercroft.world");
    expect_refusal("its backups lie there", "backups/kept.db");
    copy_over("backups/kept.db", "undercroft.db");
    process_start(&server, NULL);
    process_expect_said(&server, "out", "world: seed 11");
    ck_assert_msg(is_there("undercroft.world"), "a world from before the mark gets none");
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_new_world_is_made_when_asked_for_beside_what_is_left_of_the_older)
{
    char path[PATH_SIZE];
    int aside = 0;

    leave_a_backup();
    process_start(&server, WORDS("--seed", "12", "--new-world"));
    process_expect_said(&server, "out", "a new world was made where an older one was");
    process_expect_said(&server, "out", "world: seed 12, tick 0 (new)");
    ck_assert_int_eq(process_stop(&server), 0);
    path_of("", path);
    DIR *folder = opendir(path);
    ck_assert_ptr_nonnull(folder);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;)
        aside += strncmp(entry->d_name, "backups-older-", 14) == 0;
    closedir(folder);
    ck_assert_msg(aside == 1, "the older world's backups are not aside");
}

TEST(a_world_that_is_there_is_never_made_anew)
{
    process_start(&server, WORDS("--seed", "11", "--new-world"));
    ck_assert(!process_said(&server, "out", "older"));
    ck_assert_int_eq(process_stop(&server), 0);
    process_start(&server, WORDS("--new-world"));
    process_expect_said(&server, "out", "world: seed 11");
    process_expect_said(&server, "out", "--new-world has no effect");
    ck_assert_int_eq(process_stop(&server), 0);
}
