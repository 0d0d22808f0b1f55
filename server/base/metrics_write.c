/*
 * Metrics as text: https://prometheus.io/docs/instrumenting/exposition_formats/. Times are printed
 * from whole microseconds, so that no number depends on the locale or on how floats are rounded.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "server/base/metrics.h"

enum { LINE_SIZE = 256, NUMBER_SIZE = 32, MICROSECONDS = 1000000 };

static const char *const type_names[] = {
    [METRIC_COUNTER] = "counter",
    [METRIC_GAUGE] = "gauge",
    [METRIC_HISTOGRAM] = "histogram",
};

/* "0.02": seconds without the zeros at the end. */
static void print_time(uint64_t microseconds, char out[NUMBER_SIZE])
{
    int length = snprintf(out, NUMBER_SIZE, "%" PRIu64 ".%06" PRIu64, microseconds / MICROSECONDS,
                          microseconds % MICROSECONDS);

    while (out[length - 1] == '0')
        out[--length] = '\0';
    if (out[length - 1] == '.')
        out[length - 1] = '\0';
}

static void print_value(const struct metric_row *row, uint64_t value, char out[NUMBER_SIZE])
{
    if (row->is_time)
        print_time(value, out);
    else
        snprintf(out, NUMBER_SIZE, "%" PRIu64, value);
}

static enum err write_head(const struct metric_row *row, struct bytes *out)
{
    char line[LINE_SIZE];

    snprintf(line, sizeof line, "# HELP %s %s\n", row->name, row->help);
    enum err error = bytes_append_text(out, line);
    snprintf(line, sizeof line, "# TYPE %s %s\n", row->name, type_names[row->type]);
    return error == ERR_OK ? bytes_append_text(out, line) : error;
}

static enum err write_sample(const struct metric_row *row, const char *label, uint64_t value,
                             struct bytes *out)
{
    char line[LINE_SIZE];
    char number[NUMBER_SIZE];

    if (value == UINT64_MAX)
        return ERR_OK;
    print_value(row, value, number);
    if (label == NULL)
        snprintf(line, sizeof line, "%s %s\n", row->name, number);
    else
        snprintf(line, sizeof line, "%s{%s=\"%s\"} %s\n", row->name, row->label, label, number);
    return bytes_append_text(out, line);
}

/* Each bucket counts all that fits into it, so also what fits into a smaller one. */
static enum err write_histogram(const struct metric_row *row, const uint64_t *values,
                                struct bytes *out)
{
    char line[LINE_SIZE];
    char number[NUMBER_SIZE];
    uint64_t count = 0;
    enum err error = ERR_OK;

    for (size_t i = 0; error == ERR_OK && i <= row->value_count; i++) {
        count += values[i];
        if (i < row->value_count)
            print_time(row->bounds[i], number);
        else
            snprintf(number, sizeof number, "+Inf");
        snprintf(line, sizeof line, "%s_bucket{le=\"%s\"} %" PRIu64 "\n", row->name, number, count);
        error = bytes_append_text(out, line);
    }
    print_time(values[row->value_count + 1], number);
    snprintf(line, sizeof line, "%s_sum %s\n%s_count %" PRIu64 "\n", row->name, number, row->name,
             count);
    return error == ERR_OK ? bytes_append_text(out, line) : error;
}

static enum err write_metric(const struct metric_row *row, const uint64_t *values,
                             struct bytes *out)
{
    enum err error = write_head(row, out);

    if (error == ERR_OK && row->type == METRIC_HISTOGRAM)
        return write_histogram(row, values, out);
    if (error == ERR_OK && row->label == NULL)
        return write_sample(row, NULL, values[METRIC_ALONE], out);
    for (size_t i = 0; error == ERR_OK && i < row->value_count; i++)
        error = write_sample(row, row->values[i], values[i], out);
    return error;
}

enum err metrics_write(const struct metrics *metrics, struct bytes *out)
{
    enum err error = ERR_OK;

    for (size_t i = 0; error == ERR_OK && i < METRIC_COUNT; i++)
        error = write_metric(&metric_table[i], metrics->values[i], out);
    return error;
}
