/*
 * Every check of the doctor finds what it is for, and nothing in a server that is well.
 */
#include "server/admin/doctor.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "server/base/process.h"
#include "support/test.h"

static struct doctor_facts facts;
static struct doctor_finding findings[DOCTOR_FINDINGS_MAX];
static size_t count;

/* A server with which nothing is wrong. */
static void set_up(void)
{
    facts = (struct doctor_facts){
        .file_limit = 65536,
        .connections_max = 4096,
        .wing_size = 64,
        .connections = 100,
        .password_operations = 2,
        .password_kib = 19456,
        .disk = {.is_whole = true,
                 .free_bytes = (uint64_t)10 << 30,
                 .total_bytes = 20ULL << 30,
                 .data_mode = 0700},
        .database_bytes = (uint64_t)100 << 20,
        .ticks = 100000,
        .late_ticks = 10,
        .backup_minutes = 60,
        .backup_age_seconds = 1800,
        .uptime_seconds = 100000,
        .backup_failure = "",
        .certificate_failure = "",
        .key_path = "/etc/key.pem",
        .has_tls = true,
        .key_mode = 0640,
        .certificate_ends_at = 1800000000 + 30 * 86400,
        .now = 1800000000,
    };
}

static void judge(void)
{
    count = doctor_judge(&facts, findings);
}

/* Fails the test unless this is the only finding. */
static void expect_finding(const char *check, enum doctor_severity severity, const char *text)
{
    judge();
    ck_assert_msg(count == 1, "%zu findings where %s is wanted, first %s", count, check,
                  count > 0 ? findings[0].check : "");
    ck_assert_str_eq(findings[0].check, check);
    ck_assert_int_eq(findings[0].severity, severity);
    ck_assert_msg(strstr(findings[0].text, text) != NULL, "%s: %s", check, findings[0].text);
    ck_assert_msg(findings[0].cure[0] != '\0' && strchr(findings[0].cure, '\n') == NULL, "%s",
                  findings[0].cure);
    set_up();
}

TEST_FIXTURE(set_up, NULL);

TEST(nothing_is_found_where_nothing_is_wrong)
{
    judge();
    ck_assert_msg(count == 0, "%s: %s", findings[0].check, findings[0].text);
    facts.is_at_start = true;
    facts.disk = (struct disk_report){.error = ERR_OK};
    judge();
    ck_assert_uint_eq(count, 0);
}

TEST(each_check_finds_what_it_is_for)
{
    facts.file_limit = 4159;
    facts.connections_max = 4096;
    judge();
    ck_assert_uint_eq(count, 1);
    expect_finding("file-limit", DOCTOR_WARNING, "4159 is too low for 4096 connections (4160)");
    facts.file_limit = 1024;
    facts.connections_max = 960;
    expect_finding("players", DOCTOR_WARNING, "1024 allows 960 players");
    facts.file_limit = 65536;
    facts.connections_max = 20001;
    expect_finding("world", DOCTOR_WARNING, "20001 players may connect, and the world holds 20000");
    facts.wing_size = 4;
    expect_finding("wings", DOCTOR_WARNING, "4096 players in wings of 4 need more than 1000 wings");
    facts.connections = 3700;
    expect_finding("full", DOCTOR_WARNING, "3700 of 4096 connections are taken");
    facts.listens_publicly = true;
    expect_finding("telnet", DOCTOR_NOTE, "without encryption");
    facts.serves_metrics_publicly = true;
    expect_finding("metrics", DOCTOR_WARNING, "served to everybody");
    facts.is_weak_password_cost = true;
    expect_finding("passwords", DOCTOR_WARNING, "2:19456");
    facts.runs_as_root = true;
    expect_finding("root", DOCTOR_NOTE, "root");
    facts.disk.data_mode = 0770;
    expect_finding("data-mode", DOCTOR_WARNING, "mode 0770");
    facts.log_lines_lost = 3;
    expect_finding("log-unread", DOCTOR_WARNING, "3 lines of the log were lost because its reader");
    facts.log_lines_lost = 3;
    facts.log_write_error = ENOSPC;
    expect_finding("log-unread", DOCTOR_WARNING, "could not be written (No space left on device)");
    facts.lost_rulings = 2;
    expect_finding("rulings", DOCTOR_ERROR, "damaged and do not hold: 2");
    facts.log_lines_suppressed = 7;
    expect_finding("log", DOCTOR_NOTE, "7 lines");
    facts.log_lines_suppressed = 0;
    snprintf(facts.disk.reserved, sizeof facts.disk.reserved, "Rat, Cooper");
    expect_finding("names", DOCTOR_NOTE, "Rat, Cooper");
}

TEST(the_disk_and_what_is_on_it_are_judged)
{
    snprintf(facts.disk.file_system, sizeof facts.disk.file_system, "the file system is NFS");
    expect_finding("file-system", DOCTOR_WARNING, "NFS");
    facts.disk.free_bytes = (uint64_t)199 << 20;
    expect_finding("disk-space", DOCTOR_WARNING, "199 MiB left; the database has 100 MiB");
    facts.database_bytes = (uint64_t)6 << 30;
    expect_finding("disk-space", DOCTOR_WARNING, "10240 MiB left");
    facts.disk.error = ERR_NO_SPACE;
    expect_finding("not-proven", DOCTOR_WARNING, "no room for the copy");
    facts.disk.error = ERR_CORRUPT;
    snprintf(facts.disk.damage, sizeof facts.disk.damage, "the database is damaged: page 7");
    expect_finding("integrity", DOCTOR_ERROR, "page 7");
    facts.disk.bad_rows = 3;
    snprintf(facts.disk.damage, sizeof facts.disk.damage, "level 0/1");
    expect_finding("rows", DOCTOR_ERROR, "3 rows of the database are damaged: level 0/1");
    facts.disk.is_whole = false;
    expect_finding("one-moment", DOCTOR_ERROR, "one moment");
    facts.disk.is_whole = true;
    facts.proof.is_broken = true;
    snprintf(facts.proof.finding, sizeof facts.proof.finding, "memory: rows are missing");
    expect_finding("one-moment", DOCTOR_ERROR, "one moment: memory: rows are missing");
    snprintf(facts.replaced, sizeof facts.replaced, "/data/undercroft.db is gone");
    facts.save_lag_ms = 60000;
    expect_finding("files", DOCTOR_ERROR, "nothing is saved: /data/undercroft.db is gone");
    facts.is_save_failing = true;
    facts.save_lag_ms = 60000;
    expect_finding("saves", DOCTOR_ERROR, "refuses");
    facts.save_lag_ms = 5000;
    expect_finding("slow-saves", DOCTOR_WARNING, "waited 5 s");
}

TEST(certificates_are_judged)
{
    facts.certificate_failure = "cert.pem: no";
    expect_finding("tls-refused", DOCTOR_ERROR, "was not taken: cert.pem: no");
    facts.certificate_ends_at = facts.now;
    expect_finding("tls-expired", DOCTOR_ERROR, "has expired");
    facts.certificate_ends_at = facts.now + 30 * 86400 - 1;
    expect_finding("tls-expiry", DOCTOR_WARNING, "expires in 29 days");
    facts.key_mode = 0604;
    expect_finding("tls-key", DOCTOR_WARNING, "/etc/key.pem (mode 0604)");
    facts.is_key_rsa = true;
    expect_finding("tls-rsa", DOCTOR_NOTE, "RSA");
    facts.has_tls = false;
    facts.is_key_rsa = true;
    facts.key_mode = 0777;
    facts.certificate_ends_at = 0;
    judge();
    ck_assert_uint_eq(count, 0);
}

TEST(time_is_judged)
{
    facts.late_ticks = 1000;
    expect_finding("slow-ticks", DOCTOR_WARNING, "1000 of 100000 ticks came late");
    facts.ticks = 999;
    facts.late_ticks = 999;
    judge();
    ck_assert_msg(count == 0, "too little has been seen to judge");
    set_up();
    facts.backup_failure = "the disk is full";
    expect_finding("backup-failed", DOCTOR_ERROR, "the disk is full");
    facts.backup_age_seconds = 3 * 3600;
    expect_finding("backup-old", DOCTOR_WARNING, "3 h old");
    facts.backup_age_seconds = -1;
    expect_finding("backup-old", DOCTOR_WARNING, "27 h old");
    facts.backup_minutes = 0;
    facts.backup_age_seconds = -1;
    expect_finding("backups-off", DOCTOR_WARNING, "no backup");
    facts.backup_minutes = 0;
    facts.backup_age_seconds = 3 * 86400;
    expect_finding("backup-old", DOCTOR_WARNING, "72 h old");
    snprintf(facts.disk.hook, sizeof facts.disk.hook, "/usr/bin/off-site");
    judge();
    ck_assert_msg(count == 0, "one that can be run is no finding");
    snprintf(facts.disk.hook_failure, sizeof facts.disk.hook_failure, "user 7 may not run it");
    expect_finding("backup-hook", DOCTOR_WARNING, "/usr/bin/off-site cannot be run: user 7 may");
    facts.now = 1000;
    expect_finding("clock", DOCTOR_WARNING, "before 2026");
    facts.clock_jump_seconds = -3600;
    expect_finding("clock-jump", DOCTOR_WARNING, "-3600 s");
    facts.clock_jump_seconds = 59;
    judge();
    ck_assert_uint_eq(count, 0);
}

TEST(the_gravest_comes_first)
{
    facts.runs_as_root = true;
    facts.disk.data_mode = 0777;
    facts.is_save_failing = true;
    judge();
    ck_assert_uint_eq(count, 3);
    ck_assert_str_eq(findings[0].check, "saves");
    ck_assert_str_eq(findings[1].check, "data-mode");
    ck_assert_str_eq(findings[2].check, "root");
}

TEST(a_limit_on_files_leaves_room_to_say_that_it_is_full)
{
    static const struct {
        uint64_t limit;
        int connections;
    } rows[] = {{0, 1},       {2, 1},       {20, 10},     {64, 32},
                {127, 63},    {128, 64},    {129, 65},    {1024, 960},
                {4159, 4095}, {4160, 4096}, {4161, 4096}, {UINT64_MAX, 4096}};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        ck_assert_int_eq(file_limit_connections(rows[i].limit), rows[i].connections);
    ck_assert_int_eq(file_limit_room(64), 32);
    ck_assert_int_eq(file_limit_room(20000), 19936);
    ck_assert_int_eq(file_limit_room(UINT64_MAX), INT_MAX);
    /* As many players as the file limit has room for are no fault of the limit; one more is. */
    facts.file_limit = 64;
    facts.connections_max = 32;
    facts.connections = 0;
    expect_finding("players", DOCTOR_WARNING, "64 allows 32 players");
    facts.file_limit = 64;
    facts.connections_max = 33;
    facts.connections = 0;
    judge();
    ck_assert_msg(strstr(findings[0].cure, "number in brackets") != NULL, "%s", findings[0].cure);
    facts.file_limit = 64;
    facts.connections_max = 33;
    facts.connections = 0;
    expect_finding("file-limit", DOCTOR_WARNING, "too low for 33 connections (97): 32 are let in");
}

TEST(at_the_start_only_what_can_be_told_then)
{
    memset(&facts, 0, sizeof facts);
    facts.is_at_start = true;
    facts.backup_failure = "";
    facts.backup_age_seconds = -1;
    facts.listens_publicly = true;
    facts.file_limit = 64;
    facts.connections_max = 64;
    judge();
    for (size_t i = 0; i < count; i++)
        ck_assert_msg(strcmp(findings[i].check, "integrity") != 0 &&
                          strcmp(findings[i].check, "one-moment") != 0 &&
                          strcmp(findings[i].check, "disk-space") != 0,
                      "%s cannot be known at the start", findings[i].check);
    ck_assert_uint_ge(count, 3);
}
