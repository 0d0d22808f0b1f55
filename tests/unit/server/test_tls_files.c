/*
 * When the certificate's files are read again: once a minute if they have changed, and at once if
 * somebody wants it.
 */
#include "server/admin/tls_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/admin/admin.h"
#include "server/admin/admin_set.h"
#include "server/base/base.h"
#include "server/base/option_table.h"
#include "server/net/net.h"
#include "server/net/tls.h"
#include "support/certificate.h"
#include "support/file.h"
#include "support/test.h"

enum { MINUTE_MS = 60 * 1000, HOUR = 3600, DAY = 24 * HOUR };

static char folder[64];
static struct base base;
static struct net net;
static struct admin admin;

static void make(int64_t ends_in)
{
    certificate_make(base.options.tls_certificate, base.options.tls_key,
                     &(struct certificate_wish){.begins_in = -2 * DAY, .ends_in = ends_in});
}

static void set_up(void)
{
    file_make_folder(folder, sizeof folder, "files");
    memset(&base, 0, sizeof base);
    memset(&net, 0, sizeof net);
    base.log = (struct log){.level_min = LOG_ERROR, .descriptor = -1};
    ck_assert_int_eq(uv_loop_init(&base.loop), 0);
    net.base = &base;
    admin = (struct admin){.base = &base, .net = &net};
    snprintf(base.options.tls_certificate, OPTION_TEXT_SIZE, "%s/cert.pem", folder);
    snprintf(base.options.tls_key, OPTION_TEXT_SIZE, "%s/key.pem", folder);
    base.options.listen[ENTRANCE_TLS].count = 1;
    base_touch_clock(&base);
    make(10 * DAY);
    ck_assert_int_eq(tls_files_open(&admin), ERR_OK);
}

static void tear_down(void)
{
    unlink(base.options.tls_certificate);
    unlink(base.options.tls_key);
    rmdir(folder);
    tls_files_close(&admin);
    ck_assert_int_eq(uv_loop_close(&base.loop), 0);
}

/* Lets so much time pass, and the sweep do what it then does. */
static void pass(uint64_t ms)
{
    base.clock_ahead_ms += ms;
    base_touch_clock(&base);
    tls_files_sweep(&admin);
    uv_run(&base.loop, UV_RUN_DEFAULT);
}

static uint64_t failures(void)
{
    return metrics_value(&base.metrics, METRIC_TLS_RELOAD_FAILURES, METRIC_ALONE);
}

TEST_FIXTURE(set_up, tear_down);

TEST(changed_files_are_taken_within_a_minute)
{
    int64_t before = tls_files_facts(&admin)->ends_at;

    make(20 * DAY);
    pass(MINUTE_MS / 2);
    ck_assert_int_eq(tls_files_facts(&admin)->ends_at, before);
    pass(MINUTE_MS / 2);
    ck_assert_int_ge(tls_files_facts(&admin)->ends_at, before + 10 * DAY);
}

TEST(files_that_did_not_change_are_not_read)
{
    const struct tls_keys_facts *facts = tls_files_facts(&admin);

    pass(MINUTE_MS);
    ck_assert_ptr_eq(tls_files_facts(&admin), facts);
    tls_files_want(&admin);
    pass(1);
    ck_assert_msg(tls_files_facts(&admin) != facts, "but if they are wanted");
}

TEST(a_bad_file_is_told_of_once_and_mended_by_the_next)
{
    int64_t before = tls_files_facts(&admin)->ends_at;

    make(-HOUR);
    pass(MINUTE_MS);
    pass(MINUTE_MS);
    ck_assert_uint_eq(failures(), 1);
    ck_assert_int_eq(tls_files_facts(&admin)->ends_at, before);
    ck_assert_ptr_nonnull(strstr(tls_files_failure(&admin), "has expired"));
    make(20 * DAY);
    pass(MINUTE_MS);
    ck_assert_str_eq(tls_files_failure(&admin), "");
    ck_assert_int_ge(tls_files_facts(&admin)->ends_at, before + 10 * DAY);
}

static size_t row_of(const char *name)
{
    size_t index = 0;

    while (strcmp(option_table[index].name, name) != 0)
        index++;
    return index;
}

TEST(what_an_operator_names_is_taken_at_once)
{
    static struct options wanted;
    char other[OPTION_TEXT_SIZE];
    int64_t before = tls_files_facts(&admin)->ends_at;

    snprintf(other, sizeof other, "%s", base.options.tls_certificate);
    wanted = base.options;
    snprintf(base.options.tls_certificate, OPTION_TEXT_SIZE, "%s/other.pem", folder);
    make(20 * DAY);
    snprintf(wanted.tls_certificate, OPTION_TEXT_SIZE, "%s", base.options.tls_certificate);
    snprintf(base.options.tls_certificate, OPTION_TEXT_SIZE, "%s", other);
    live_options_apply(&admin, row_of("tls-cert"), &wanted);
    ck_assert_str_eq(base.options.tls_certificate, wanted.tls_certificate);
    pass(1);
    unlink(other);
    ck_assert_int_ge(tls_files_facts(&admin)->ends_at, before + 10 * DAY);
}

TEST(a_file_once_named_is_not_taken_away)
{
    static struct options wanted;

    wanted = base.options;
    wanted.tls_key[0] = '\0';
    ck_assert_ptr_nonnull(live_options_obstacle(&admin, row_of("tls-key"), &wanted));
}

TEST(without_an_entrance_nothing_is_read)
{
    tls_files_close(&admin);
    base.options.listen[ENTRANCE_TLS].count = 0;
    unlink(base.options.tls_certificate);
    ck_assert(tls_files_are_good(&base.options));
    ck_assert_int_eq(tls_files_open(&admin), ERR_OK);
    tls_files_want(&admin);
    pass(MINUTE_MS);
    ck_assert_ptr_null(tls_files_facts(&admin));
    ck_assert_str_eq(tls_files_failure(&admin), "");
}
