/*
 * Every metric moves when its cause does, and the text is what Prometheus reads.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "server/base/metrics.h"
#include "support/live/client.h"
#include "support/live/console.h"
#include "support/live/process.h"
#include "support/live/program.h"
#include "support/live/small_disk.h"
#include "support/live/stopwatch.h"
#include "support/test.h"

enum {
    ANSWER_MS = 5000,
    STEP_MS = 250, /* between two steps */
    POLL_MS = 20,
    CROWD = 60,
    FLOOD = 4000,
    HASTE = 800,
    REDRAWS = 1000,
    LATE_MS = 15000,
    SERIES_SIZE = 96,
    SEEN_MAX = 200,
};

static struct process server;
static struct console console;
static struct client ada;
static struct client brom;
static struct client cale;
static struct program programs[CROWD];
static char before[CONSOLE_TEXT_SIZE];
static char first[CONSOLE_TEXT_SIZE];

/* Series that have been seen to move. */
static char seen[SEEN_MAX][SERIES_SIZE];
static size_t seen_count;

static void set_up(void)
{
    process_init(&server);
    console_init(&console, UNDERCROFTCTL_PATH, &server);
}

static void tear_down(void)
{
    client_close(&ada);
    client_close(&brom);
    client_close(&cale);
    for (size_t i = 0; i < CROWD; i++)
        program_close(&programs[i]);
    console_release(&console);
    process_release(&server);
}

/* The number of a series; -1: it is not told. */
static double value_in(const char *text, const char *series)
{
    char line[SERIES_SIZE + 2];

    snprintf(line, sizeof line, "\n%s ", series);
    const char *at = strstr(text, line);
    return at == NULL ? -1 : strtod(at + strlen(line), NULL);
}

static double now(const char *series)
{
    ck_assert_int_eq(console_run(&console, WORDS("metrics")), 0);
    return value_in(console.out, series);
}

static void look(void)
{
    (void)now("");
    memcpy(before, console.out, sizeof before);
}

static void note(const char *series)
{
    ck_assert_uint_lt(seen_count, SEEN_MAX);
    snprintf(seen[seen_count++], SERIES_SIZE, "%s", series);
}

/* Since the last look(); what comes a moment later counts as well. */
static void expect_rise_within(const char *series, int ms)
{
    int64_t limit_us = stopwatch_deadline_us(ms);
    double was = value_in(before, series);

    while (now(series) <= was) {
        ck_assert_msg(!stopwatch_is_over(limit_us), "%s stays at %g", series, was);
        stopwatch_pause_ms(POLL_MS);
    }
    note(series);
}

static void expect_rise(const char *series)
{
    expect_rise_within(series, ANSWER_MS);
}

/* Connections that are being closed have left. */
static void wait_for_none(void)
{
    int64_t limit_us = stopwatch_deadline_us(ANSWER_MS);

    while (now("undercroft_connections{mode=\"none\"}") > 0) {
        ck_assert_msg(!stopwatch_is_over(limit_us), "somebody does not leave");
        stopwatch_pause_ms(POLL_MS);
    }
}

static void set(const char *key, const char *value)
{
    console_expect(&console, WORDS("set", key, value), 0, "now");
}

static void expect_time_to_count(void)
{
    look();
    expect_rise("undercroft_uptime_seconds");
    expect_rise("undercroft_ticks_total");
    expect_rise("undercroft_tick_duration_seconds_count");
    expect_rise("undercroft_tick_lateness_seconds_count");
    expect_rise("process_cpu_seconds_total");
    look();
    process_freeze(&server);
    stopwatch_pause_ms(200);
    process_thaw(&server);
    expect_rise("undercroft_ticks_late_total");
    expect_rise("undercroft_tick_lateness_seconds_sum");
}

static void expect_players_to_count(void)
{
    look();
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    client_type(&ada, "lhjk");
    expect_rise("undercroft_connections_accepted_total");
    expect_rise("undercroft_players");
    expect_rise("undercroft_connections{mode=\"screen\"}");
    expect_rise("undercroft_wire_connections{wire=\"telnet\"}");
    expect_rise("undercroft_logins_total{result=\"new\"}");
    expect_rise("undercroft_frames_sent_total{cause=\"own\"}");
    expect_rise("undercroft_frame_bytes_total{cause=\"own\"}");
    expect_rise("undercroft_key_to_frame_seconds_count");
    expect_rise("undercroft_levels_loaded");
    expect_rise("undercroft_save_duration_seconds_count");
    expect_rise("undercroft_sent_bytes_total");
    expect_rise("undercroft_sent_plain_bytes_total");
    expect_rise("undercroft_received_bytes_total");
    expect_rise("process_open_fds");
    expect_rise("undercroft_log_lines_total");
    /* Without this wait, a frame of her own may show that he comes. */
    client_wait_quiet(&ada, 200, ANSWER_MS);
    look();
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    expect_rise("undercroft_connections{mode=\"line\"}");
    expect_rise("undercroft_frames_sent_total{cause=\"others\"}");
    expect_rise("undercroft_frame_bytes_total{cause=\"others\"}");
    client_enter(&cale, CLIENT_LINE, server.port, "cale");
    client_say_line(&cale, "set mode reader");
    expect_rise("undercroft_connections{mode=\"reader\"}");
    client_close(&brom);
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    expect_rise("undercroft_logins_total{result=\"known\"}");
}

static void expect_wrong_passwords_to_count(void)
{
    wait_for_none();
    look();
    program_open(&programs[1], server.port);
    expect_rise("undercroft_connections{mode=\"none\"}");
    program_say(&programs[1], "brom\r\n");
    program_expect(&programs[1], "Password: ");
    program_say(&programs[1], "not the horse\r\n");
    program_expect(&programs[1], "Wrong password.");
    program_close(&programs[1]);
    expect_rise("undercroft_logins_total{result=\"wrong_password\"}");
}

static void expect_guests_to_count(void)
{
    look();
    program_open(&programs[1], server.port);
    program_say(&programs[1], "guest\r\n");
    program_expect(&programs[1], "claim NAME");
    expect_rise("undercroft_logins_total{result=\"guest\"}");
    expect_rise("undercroft_guests");
    program_say(&programs[1], "claim visitor\r\n");
    program_expect(&programs[1], "Choose a password");
    program_say(&programs[1], "correct horse\r\n");
    program_expect(&programs[1], "Once more: ");
    program_say(&programs[1], "correct horse\r\n");
    program_expect(&programs[1], "for good.");
    expect_rise("undercroft_guests_claimed_total");
    program_close(&programs[1]);
}

/* One is looked at while the next ones knock. */
static void expect_refusals_to_count(void)
{
    look();
    set("connections-max", "1");
    ck_assert(now("undercroft_connections_max") == 1);
    note("undercroft_connections_max");
    program_open(&programs[1], server.port);
    program_expect(&programs[1], "full");
    program_close(&programs[1]);
    expect_rise("undercroft_connections_refused_total{reason=\"full\"}");
    set("connections-max", "100");
    set("connections-per-address", "1");
    program_open(&programs[1], server.port);
    program_expect(&programs[1], "Too many connections");
    program_close(&programs[1]);
    expect_rise("undercroft_connections_refused_total{reason=\"address_open\"}");
    set("connections-per-address", "0");
    set("new-per-address", "1");
    /* The first of its ten seconds, if those before are over. */
    program_open(&programs[2], server.port);
    program_close(&programs[2]);
    program_open(&programs[1], server.port);
    program_expect(&programs[1], "Too many new");
    program_close(&programs[1]);
    expect_rise("undercroft_connections_refused_total{reason=\"address_new\"}");
    set("new-per-address", "0");
    program_open(&programs[1], server.port);
    program_say(&programs[1], "GET / HTTP/1.1\r\n");
    program_expect_closed(&programs[1]);
    program_close(&programs[1]);
    expect_rise("undercroft_connections_refused_total{reason=\"foreign_protocol\"}");
}

/* Refusals of a banned address, and of a connection from a proxy's network without its header. */
static void expect_missing_headers_to_count(void)
{
    look();
    console_expect(&console, WORDS("ban", "127.0.0.1", "force", "for", "good"), 0, "Done.");
    program_open(&programs[1], server.port);
    program_expect(&programs[1], "Your address is banned for good.");
    program_close(&programs[1]);
    expect_rise("undercroft_connections_refused_total{reason=\"banned\"}");
    console_expect(&console, WORDS("unban", "127.0.0.1"), 0, "Done.");
    ck_assert_int_eq(process_stop(&server), 0);
    process_start(&server, WORDS("--backup-minutes", "0", "--proxy-from", "127.0.0.0/8"));
    look();
    program_open(&programs[1], server.port);
    program_say(&programs[1], "ada\r\n");
    program_expect_closed(&programs[1]);
    program_close(&programs[1]);
    expect_rise("undercroft_connections_refused_total{reason=\"no_proxy_header\"}");
}

static void expect_junk_to_count(void)
{
    look();
    program_open(&programs[1], server.port);
    program_say(&programs[1], "\xff\xfd\xc9" PROGRAM_MESSAGE("Nonsense {"));
    expect_rise("undercroft_gmcp_junk_total");
    program_close(&programs[1]);
}

/* A new player in screen mode, with a small buffer to receive into. */
static void enter_screen(struct program *screen, const char *name)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
                                  .sin_port = htons((uint16_t)server.port)};
    int small = 4096;

    memset(screen, 0, sizeof *screen);
    screen->socket = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert_int_eq(setsockopt(screen->socket, SOL_SOCKET, SO_RCVBUF, &small, sizeof small), 0);
    ck_assert_int_eq(connect(screen->socket, (struct sockaddr *)&address, sizeof address), 0);
    program_say(screen, "\xff\xfd\x01\xff\xfd\x03");
    program_expect(screen, "Name: ");
    program_say(screen, name);
    program_expect(screen, "(yes/no) ");
    program_say(screen, "yes\r");
    program_expect(screen, "Choose a password");
    program_say(screen, "correct horse\r");
    program_expect(screen, "Once more: ");
    program_say(screen, "correct horse\r");
    program_expect(screen, "Depth 1");
}

/* Lines, messages and keys that come faster than anybody plays. */
static void expect_haste_to_count(void)
{
    look();
    program_open(&programs[1], server.port);
    program_say(&programs[1], "\xff\xfd\xc9");
    for (int i = 0; i < HASTE; i++)
        program_say(&programs[1], PROGRAM_MESSAGE("Core.Ping"));
    expect_rise("undercroft_input_dropped_total{kind=\"message\"}");
    program_close(&programs[1]);
    program_open(&programs[1], server.port);
    for (int i = 0; i < HASTE; i++)
        program_say(&programs[1], "\r\n");
    expect_rise("undercroft_input_dropped_total{kind=\"line\"}");
    program_close(&programs[1]);
    enter_screen(&programs[1], "hasty\r");
    for (int i = 0; i < HASTE; i++)
        program_say(&programs[1], "x");
    expect_rise("undercroft_input_dropped_total{kind=\"key\"}");
    expect_rise("undercroft_work_units_total");
    program_close(&programs[1]);
}

/* More at once than there are places to wait for a password's hash. */
static void expect_a_crowd_to_be_too_much(void)
{
    look();
    set("password-cost", "2:19456");
    set("password-queue", "8");
    for (size_t i = 1; i < CROWD; i++)
        program_open(&programs[i], server.port);
    for (size_t i = 1; i < CROWD; i++)
        program_expect(&programs[i], "Name: ");
    for (size_t i = 1; i < CROWD; i++)
        program_say(&programs[i], "\xff\xfd\xc9" PROGRAM_MESSAGE(
                                      "Char.Login.Credentials "
                                      "{\"account\":\"nobody\",\"password\":\"12345678\"}"));
    expect_rise("undercroft_logins_total{result=\"busy\"}");
    set("password-cost", "1:8");
    set("password-queue", "1000");
    /* Each is told what came of it, and nobody who comes next has to wait for them. */
    for (size_t i = 1; i < CROWD; i++) {
        program_expect(&programs[i], "Char.Login.Result ");
        program_close(&programs[i]);
    }
}

static void expect_a_flood_to_be_cut_from_the_log(void)
{
    look();
    for (size_t i = 0; i < FLOOD; i++) {
        if (i % 100 == 0 && now("undercroft_log_lines_suppressed_total") > 0)
            break;
        program_open(&programs[1], server.port);
        program_close(&programs[1]);
    }
    expect_rise("undercroft_log_lines_suppressed_total");
}

/* A terminal that reads nothing any more while the server goes on drawing: all bytes on the way
   have to fit into a small buffer. */
static void expect_a_deaf_client_to_skip_frames(void)
{
    struct program *deaf = &programs[1];

    look();
    enter_screen(deaf, "deaf\r");
    for (int i = 0; i < REDRAWS; i++) {
        if (i % 20 == 0 && now("undercroft_frames_skipped_total") > 0)
            break;
        program_say(deaf, "\f");
        stopwatch_pause_ms(POLL_MS);
    }
    expect_rise("undercroft_frames_skipped_total");
    program_close(deaf);
}

static void expect_the_disk_to_count(void)
{
    look();
    for (int i = 0; i < 100 && now("undercroft_database_proven") == 0; i++)
        stopwatch_pause_ms(POLL_MS);
    ck_assert(value_in(console.out, "undercroft_database_proven") == 1);
    note("undercroft_database_proven");
    ck_assert_msg(value_in(before, "undercroft_backup_age_seconds") < 0, "there is no backup yet");
    console_expect(&console, WORDS("backup"), 0, "checked");
    expect_rise("undercroft_backups_total{result=\"written\"}");
    expect_rise("undercroft_backup_age_seconds");
    console_expect(&console, WORDS("backup", "/nonexistent/copy.db"), 1, "No backup");
    expect_rise("undercroft_backups_total{result=\"failed\"}");
}

/* Series that cannot be made to rise are compared with their true values. */
static void expect_the_process_to_be_told(void)
{
    struct rlimit limit;

    ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &limit), 0);
    ck_assert(now("process_max_fds") == (double)limit.rlim_cur);
    note("process_max_fds");
    ck_assert(value_in(console.out, "process_resident_memory_bytes") > 1024 * 1024);
    note("process_resident_memory_bytes");
    ck_assert(value_in(console.out, "undercroft_build_info{version=\"" UNDERCROFT_VERSION "\"}") ==
              1);
    note("undercroft_build_info{version=\"" UNDERCROFT_VERSION "\"}");
}

/* A file is looked at once a second and may grow in between, but not for ever. */
static void expect_size(const char *name, const char *series)
{
    char path[PROCESS_PATH_SIZE + 32];
    struct stat info = {0};

    snprintf(path, sizeof path, "%s/%s", console.data, name);
    for (int i = 0; i < 100; i++) {
        double told = now(series);
        ck_assert_int_eq(stat(path, &info), 0);
        if (told == (double)info.st_size)
            break;
        stopwatch_pause_ms(POLL_MS);
    }
    ck_assert_msg(value_in(console.out, series) == (double)info.st_size && info.st_size > 0,
                  "%s is not the size of %s", series, name);
    note(series);
}

static bool is_seen(const char *series)
{
    for (size_t i = 0; i < seen_count; i++) {
        if (strcmp(seen[i], series) == 0)
            return true;
    }
    return false;
}

/* Series that other tests make move: the full disk, damaged rows, files that were replaced, a log
   that nobody reads, a thing that no ledger has (property/talk/test_ledger_watch.c), a disk that
   has refused for ten minutes (property/talk/test_closed.c), a crowd of a thousand
   (property/talk/test_line.c), TLS (test_tls.c, unit/server/test_handshake.c), pages
   (unit/server/test_page_session.c and test_page_resume.c), and browsers
   (unit/server/test_conn_visit.c and test_conn_web.c). */
static const char *const seen_elsewhere[] = {
    "undercroft_save_lag_seconds",
    "undercroft_saves_refused",
    "undercroft_database_replaced",
    "undercroft_database_broken",
    "undercroft_database_bad_rows",
    "undercroft_ledger_wrong_kinds",
    "undercroft_log_lines_lost_total",
    "undercroft_tls_handshakes_total{result=\"failed\"}",
    "undercroft_tls_handshakes_total{result=\"done\"}",
    "undercroft_tls_handshakes_total{result=\"late\"}",
    "undercroft_tls_handshakes_total{result=\"clear_text\"}",
    "undercroft_tls_handshakes_total{result=\"made_room\"}",
    "undercroft_tls_handshake_seconds_count",
    "undercroft_tls_reload_failures_total",
    "undercroft_tls_expiry_timestamp_seconds",
    "undercroft_logins_total{result=\"closed\"}",
    "undercroft_logins_total{result=\"made_room\"}",
    "undercroft_logins_total{result=\"too_many_new\"}",
    "undercroft_connections_refused_total{reason=\"logins\"}",
    "undercroft_connections_refused_total{reason=\"visitors\"}",
    "undercroft_logins_total{result=\"resumed\"}",
    "undercroft_connections{mode=\"page\"}",
    "undercroft_web_visitors",
    "undercroft_wire_connections{wire=\"web_telnet\"}",
    "undercroft_wire_connections{wire=\"terminal\"}",
    "undercroft_wire_connections{wire=\"gmcp\"}",
    "undercroft_wire_connections{wire=\"json\"}",
    "undercroft_wire_connections{wire=\"page\"}",
    "undercroft_web_requests_total{status=\"other\"}",
    "undercroft_web_requests_total{status=\"101\"}",
    "undercroft_web_requests_total{status=\"200\"}",
    "undercroft_web_requests_total{status=\"304\"}",
    "undercroft_web_requests_total{status=\"400\"}",
    "undercroft_web_requests_total{status=\"403\"}",
    "undercroft_web_requests_total{status=\"404\"}",
    "undercroft_web_requests_total{status=\"405\"}",
    "undercroft_web_requests_total{status=\"408\"}",
    "undercroft_web_requests_total{status=\"421\"}",
    "undercroft_web_requests_total{status=\"426\"}",
    "undercroft_web_requests_total{status=\"431\"}",
    "undercroft_web_frames_total{direction=\"in\"}",
    "undercroft_web_frames_total{direction=\"out\"}",
    "undercroft_web_closes_total{code=\"lost\"}",
    "undercroft_web_closes_total{code=\"by_peer\"}",
    "undercroft_web_closes_total{code=\"1000\"}",
    "undercroft_web_closes_total{code=\"1001\"}",
    "undercroft_web_closes_total{code=\"1002\"}",
    "undercroft_web_closes_total{code=\"1008\"}",
    "undercroft_web_closes_total{code=\"1009\"}",
    "undercroft_web_closes_total{code=\"4001\"}",
    "undercroft_web_closes_total{code=\"4002\"}",
    "undercroft_web_closes_total{code=\"4003\"}",
};

static void expect_nothing_to_be_left(void)
{
    char series[SERIES_SIZE];

    for (size_t i = 0; i < sizeof seen_elsewhere / sizeof seen_elsewhere[0]; i++)
        note(seen_elsewhere[i]);
    for (size_t i = 0; i < METRIC_COUNT; i++) {
        const struct metric_row *row = &metric_table[i];
        for (size_t j = 0; row->label != NULL && j < row->value_count; j++) {
            snprintf(series, sizeof series, "%s{%s=\"%s\"}", row->name, row->label, row->values[j]);
            ck_assert_msg(is_seen(series), "%s has not been seen to move", series);
        }
        snprintf(series, sizeof series, "%s%s", row->name,
                 row->type == METRIC_HISTOGRAM ? "_count" : "");
        ck_assert_msg(row->label != NULL || is_seen(series), "%s has not been seen to move",
                      series);
    }
}

TEST_FIXTURE(set_up, tear_down);

TEST(every_metric_moves_when_its_cause_does)
{
    process_start(&server, WORDS("--seed", "11", "--backup-minutes", "0", "--login-seconds", "10",
                                 "--guests", "all"));
    seen_count = 0;
    look();
    memcpy(first, before, sizeof first);
    expect_time_to_count();
    look();
    expect_players_to_count();
    expect_wrong_passwords_to_count();
    expect_guests_to_count();
    expect_refusals_to_count();
    expect_junk_to_count();
    expect_haste_to_count();
    expect_a_crowd_to_be_too_much();
    expect_a_flood_to_be_cut_from_the_log();
    expect_the_disk_to_count();
    expect_the_process_to_be_told();
    /* A connection without a login is closed when its time is over. */
    program_open(&programs[0], server.port);
    expect_a_deaf_client_to_skip_frames();
    expect_size("undercroft.db", "undercroft_database_size_bytes");
    expect_size("undercroft.db-wal", "undercroft_database_log_size_bytes");
    memcpy(before, first, sizeof before);
    expect_rise_within("undercroft_logins_total{result=\"late\"}", LATE_MS);
    expect_missing_headers_to_count();
    expect_nothing_to_be_left();
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST_EACH(a_full_disk_is_told, small_disk_begin("what is told of a full disk") ? 1 : 0)
{
    char data[PROCESS_PATH_SIZE];
    pid_t filler;

    process_path(&server, "data", data);
    small_disk_mount(data);
    process_start(&server, WORDS("--seed", "11", "--backup-minutes", "0"));
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    look();
    filler = small_disk_keep_full(data);
    /* Slowly enough that no line is dropped: east alone would end before a wall. */
    for (int i = 0; i < 240 && now("undercroft_saves_refused") < 1; i++) {
        client_say_line(&ada, i % 2 == 0 ? "e" : "w");
        stopwatch_pause_ms(STEP_MS);
    }
    expect_rise("undercroft_saves_refused");
    expect_rise("undercroft_save_lag_seconds");
    small_disk_clear(data, filler);
    look();
    for (int i = 0; i < 200 && now("undercroft_saves_refused") > 0; i++)
        stopwatch_pause_ms(POLL_MS);
    ck_assert(now("undercroft_saves_refused") == 0);
    client_close(&ada);
    ck_assert_int_eq(process_stop(&server), 0);
    small_disk_unmount(data);
}

TEST(metrics_are_told_as_json_too)
{
    process_start(&server, NULL);
    console_expect(&console, WORDS("--json", "metrics"), 0, "\"undercroft_players 0\"");
    ck_assert_int_eq(process_stop(&server), 0);
}
