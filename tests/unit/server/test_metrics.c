/*
 * Metrics: what is counted comes out in the form that Prometheus reads.
 */
#include "server/base/metrics.h"

#include <ctype.h>
#include <jansson.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "support/test.h"

static struct metrics metrics;
static struct bytes text;

static void set_up(void)
{
    metrics = (struct metrics){{{0}}};
    bytes_init(&text, METRICS_TEXT_MAX);
}

static void tear_down(void)
{
    bytes_release(&text);
}

/* All that is told now, ended by NUL. */
static const char *told(void)
{
    text.length = 0;
    ck_assert_int_eq(metrics_write(&metrics, &text), ERR_OK);
    ck_assert_int_eq(bytes_append_u8(&text, '\0'), ERR_OK);
    return (const char *)text.data;
}

static void expect_line(const char *line)
{
    char wanted[256];

    snprintf(wanted, sizeof wanted, "\n%s\n", line);
    ck_assert_msg(strstr(told(), wanted) != NULL, "no line '%s' in:\n%s", line, told());
}

TEST_FIXTURE(set_up, tear_down);

TEST(every_metric_has_a_name_of_the_usual_form_and_a_help)
{
    for (size_t i = 0; i < METRIC_COUNT; i++) {
        const struct metric_row *row = &metric_table[i];
        ck_assert_ptr_nonnull(row->name);
        size_t length = strlen(row->name);
        bool is_total = length > 6 && strcmp(row->name + length - 6, "_total") == 0;
        ck_assert_msg(is_total == (row->type == METRIC_COUNTER), "%s: only counters are _total",
                      row->name);
        ck_assert_msg(!row->is_time || strstr(row->name, "_seconds") != NULL,
                      "%s has no unit in its name", row->name);
        ck_assert_msg(row->help[strlen(row->help) - 1] == '.', "%s: %s", row->name, row->help);
        for (const char *at = row->name; *at != '\0'; at++)
            ck_assert_msg(islower((unsigned char)*at) || *at == '_', "%s", row->name);
        for (size_t j = 0; j < i; j++)
            ck_assert_str_ne(row->name, metric_table[j].name);
        for (size_t j = 0; row->label != NULL && j < row->value_count; j++)
            ck_assert_msg(row->values[j] != NULL, "%s: a value without a word", row->name);
        for (size_t j = 1; row->type == METRIC_HISTOGRAM && j < row->value_count; j++)
            ck_assert_msg(row->bounds[j] > row->bounds[j - 1], "%s", row->name);
    }
}

TEST(nothing_that_happens_makes_a_new_series)
{
    size_t lines_before = 0;
    size_t lines_after = 0;

    for (const char *at = told(); *at != '\0'; at++)
        lines_before += *at == '\n';
    for (size_t i = 0; i < METRIC_COUNT; i++) {
        for (size_t j = 0; j < METRIC_VALUES_MAX; j++)
            metrics.values[i][j] = UINT64_MAX - 1;
    }
    for (const char *at = told(); *at != '\0'; at++)
        lines_after += *at == '\n';
    ck_assert_uint_eq(lines_before, lines_after);
    ck_assert_uint_lt(lines_before, 310);
}

TEST(counters_and_gauges_are_told_with_their_label)
{
    metrics_add(&metrics, METRIC_TICKS, METRIC_ALONE, 2);
    metrics_add(&metrics, METRIC_TICKS, METRIC_ALONE, 40);
    metrics_add(&metrics, METRIC_LOGINS, METRIC_LOGIN_WRONG_PASSWORD, 3);
    metrics_set(&metrics, METRIC_PLAYERS, METRIC_ALONE, 7);
    metrics_set(&metrics, METRIC_UPTIME, METRIC_ALONE, 1500000);
    metrics_set(&metrics, METRIC_SAVE_LAG, METRIC_ALONE, 20);
    expect_line("# TYPE undercroft_ticks_total counter");
    expect_line("undercroft_ticks_total 42");
    expect_line("undercroft_logins_total{result=\"wrong_password\"} 3");
    expect_line("undercroft_logins_total{result=\"new\"} 0");
    expect_line("# TYPE undercroft_players gauge");
    expect_line("undercroft_players 7");
    expect_line("undercroft_uptime_seconds 1.5");
    expect_line("undercroft_save_lag_seconds 0.00002");
    expect_line("undercroft_backup_age_seconds 0");
    metrics_set_absent(&metrics, METRIC_BACKUP_AGE);
    ck_assert_ptr_null(strstr(told(), "\nundercroft_backup_age_seconds "));
}

TEST(a_histogram_counts_what_fits_into_each_bucket)
{
    metrics_observe(&metrics, METRIC_TICK_DURATION, 0);
    metrics_observe(&metrics, METRIC_TICK_DURATION, 100);
    metrics_observe(&metrics, METRIC_TICK_DURATION, 101);
    metrics_observe(&metrics, METRIC_TICK_DURATION, 20000);
    metrics_observe(&metrics, METRIC_TICK_DURATION, 3000000);
    expect_line("undercroft_tick_duration_seconds_bucket{le=\"0.0001\"} 2");
    expect_line("undercroft_tick_duration_seconds_bucket{le=\"0.00025\"} 3");
    expect_line("undercroft_tick_duration_seconds_bucket{le=\"0.01\"} 3");
    expect_line("undercroft_tick_duration_seconds_bucket{le=\"0.02\"} 4");
    expect_line("undercroft_tick_duration_seconds_bucket{le=\"1\"} 4");
    expect_line("undercroft_tick_duration_seconds_bucket{le=\"+Inf\"} 5");
    expect_line("undercroft_tick_duration_seconds_sum 3.020201");
    expect_line("undercroft_tick_duration_seconds_count 5");
}

TEST(a_buffer_that_is_too_small_is_an_error)
{
    bytes_release(&text);
    bytes_init(&text, 1000);
    ck_assert_int_eq(metrics_write(&metrics, &text), ERR_TOO_BIG);
}

/* True if these `length` bytes are a metric of the table, or a series of a histogram. */
static bool is_known(const char *word, size_t length)
{
    static const char *const ends[] = {"", "_bucket", "_sum", "_count"};

    for (size_t i = 0; i < METRIC_COUNT; i++) {
        size_t name_length = strlen(metric_table[i].name);
        size_t end_count = metric_table[i].type == METRIC_HISTOGRAM ? 4 : 1;
        for (size_t j = metric_table[i].type == METRIC_HISTOGRAM; j < end_count; j++) {
            if (length == name_length + strlen(ends[j]) &&
                strncmp(word, metric_table[i].name, name_length) == 0 &&
                strncmp(word + name_length, ends[j], strlen(ends[j])) == 0)
                return true;
        }
    }
    return false;
}

/* Every metric that the file names is one of ours. Returns how many names it has. */
static int check_names(const char *path, const char *prefix)
{
    static char file_text[256 * 1024];
    FILE *file = fopen(path, "r");
    int names = 0;

    ck_assert_msg(file != NULL, "no file %s", path);
    file_text[fread(file_text, 1, sizeof file_text - 1, file)] = '\0';
    fclose(file);
    for (const char *at = file_text; (at = strstr(at, prefix)) != NULL;) {
        size_t length = strspn(at, "abcdefghijklmnopqrstuvwxyz_");
        ck_assert_msg(is_known(at, length), "%s names %.*s", path, (int)length, at);
        names++;
        at += length;
    }
    return names;
}

TEST(dashboard_and_alerts_name_only_what_there_is)
{
    json_t *dashboard = json_load_file("docker/grafana-dashboard.json", 0, NULL);

    ck_assert_msg(dashboard != NULL, "the dashboard is no JSON");
    ck_assert_uint_gt(json_array_size(json_object_get(dashboard, "panels")), 10);
    json_decref(dashboard);
    ck_assert_int_gt(check_names("docker/grafana-dashboard.json", "undercroft_"), 25);
    ck_assert_int_gt(check_names("docker/grafana-dashboard.json", "process_"), 3);
    ck_assert_int_gt(check_names("docker/alerts.yaml", "undercroft_"), 10);
    ck_assert_int_gt(check_names("docker/alerts.yaml", "process_"), 1);
}

/* Nothing is counted that nobody shows. */
TEST(the_dashboard_shows_every_metric)
{
    char *shown = NULL;
    json_t *dashboard = json_load_file("docker/grafana-dashboard.json", 0, NULL);

    ck_assert_ptr_nonnull(dashboard);
    shown = json_dumps(dashboard, 0);
    for (size_t i = 0; i < METRIC_COUNT; i++)
        ck_assert_msg(strstr(shown, metric_table[i].name) != NULL, "%s is not on the dashboard",
                      metric_table[i].name);
    free(shown);
    json_decref(dashboard);
}
