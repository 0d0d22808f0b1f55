/*
 * A column of numbers for each measure, sorted at the end.
 */
#include "server/tools/mapgen/measure_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "gen/measure.h"

enum column {
    COLUMN_ROOMS,
    COLUMN_LOOPS,
    COLUMN_LOOPS9,
    COLUMN_DEAD_ENDS,
    COLUMN_WALKABLE,
    COLUMN_WALKABLE_PERCENT,
    COLUMN_ARTICULATION_PERCENT,
    COLUMN_PATH,
    COLUMN_ATTEMPTS,
    COLUMN_TIME,
    COLUMN_COUNT
};

static const char *const column_names[COLUMN_COUNT] = {
    [COLUMN_ROOMS] = "rooms",
    [COLUMN_LOOPS] = "loops",
    [COLUMN_LOOPS9] = "loops9",
    [COLUMN_DEAD_ENDS] = "dead_ends",
    [COLUMN_WALKABLE] = "walkable",
    [COLUMN_WALKABLE_PERCENT] = "walkable_percent",
    [COLUMN_ARTICULATION_PERCENT] = "articulation_percent",
    [COLUMN_PATH] = "path",
    [COLUMN_ATTEMPTS] = "attempts",
    [COLUMN_TIME] = "us_per_level",
};

static int64_t now_us(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static enum err measure_level(const struct gen_request *request, int *row)
{
    struct level *level;
    struct gen_report report;
    struct gen_measure measure;
    int64_t began = now_us();
    enum err error = gen_level(request, &level, &report);
    int64_t took_us = now_us() - began;

    if (error != ERR_OK)
        return error;
    error = gen_measure(level, &measure);
    if (error == ERR_OK) {
        row[COLUMN_ROOMS] = measure.rooms;
        row[COLUMN_LOOPS] = measure.loops;
        row[COLUMN_LOOPS9] = measure.loops9;
        row[COLUMN_DEAD_ENDS] = measure.dead_ends;
        row[COLUMN_WALKABLE] = measure.walkable;
        row[COLUMN_WALKABLE_PERCENT] = measure.walkable * 100 / (level->width * level->height);
        row[COLUMN_ARTICULATION_PERCENT] = measure.articulation * 100 / measure.walkable;
        row[COLUMN_PATH] = measure.path;
        row[COLUMN_ATTEMPTS] = report.attempts;
        row[COLUMN_TIME] = (int)took_us;
    }
    level_free(level);
    return error;
}

static int compare_ints(const void *a, const void *b)
{
    int left = *(const int *)a;
    int right = *(const int *)b;

    return (left > right) - (left < right);
}

static void print_table(const int *rows, int *column, int count)
{
    printf("%-20s %10s %10s %10s\n", "", "min", "median", "max");
    for (int c = 0; c < COLUMN_COUNT; c++) {
        for (int i = 0; i < count; i++)
            column[i] = rows[i * COLUMN_COUNT + c];
        qsort(column, (size_t)count, sizeof *column, compare_ints);
        printf("%-20s %10d %10d %10d\n", column_names[c], column[0], column[count / 2],
               column[count - 1]);
    }
}

enum err measure_table_print(const struct mapgen_options *options)
{
    int count = options->count > 0 ? options->count : 1;
    int *rows = calloc((size_t)count * (COLUMN_COUNT + 1), sizeof *rows);
    enum err error = ERR_OK;

    if (rows == NULL)
        return ERR_MEMORY;
    for (int i = 0; i < count && error == ERR_OK; i++) {
        struct gen_request request;
        if (options_request(options, i, &request) != EXIT_DONE)
            error = ERR_RANGE;
        else
            error = measure_level(&request, rows + i * COLUMN_COUNT);
    }
    if (error == ERR_OK)
        print_table(rows, rows + count * COLUMN_COUNT, count);
    free(rows);
    return error;
}
