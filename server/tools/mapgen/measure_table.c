/*
 * A column of numbers for each measure, sorted at the end. The variation is the coefficient of
 * variation: the standard deviation as a percentage of the mean. Times are of the processor, not of
 * the clock.
 */
#include "server/tools/mapgen/measure_table.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "content/theme.h"
#include "gen/measure.h"
#include "world/sight.h"

enum column {
    COLUMN_ROOMS,
    COLUMN_LOOPS,
    COLUMN_LOOPS9,
    COLUMN_DEAD_ENDS,
    COLUMN_WALKABLE,
    COLUMN_WALKABLE_PERCENT,
    COLUMN_ARTICULATION_PERCENT,
    COLUMN_DOORS,
    COLUMN_HALL_PERCENT,
    COLUMN_PATH,
    COLUMN_DIAMETER,
    COLUMN_KINDS,
    COLUMN_SURFACE_PERCENT,
    COLUMN_PURPOSES,
    COLUMN_PLACES,
    COLUMN_DOOR_PAIRS,
    COLUMN_LONG_HALLS,
    COLUMN_LONE_PONDS,
    COLUMN_VISTA_PERMILLE,
    COLUMN_ATTEMPTS,
    COLUMN_TIME,
    COLUMN_COUNT,
    COLUMN_LANDMARK = COLUMN_COUNT, /* enum gen_landmark; a column that the table does not show */
    ROW_SIZE,
};

static const char *const column_names[COLUMN_COUNT] = {
    [COLUMN_ROOMS] = "rooms",
    [COLUMN_LOOPS] = "loops",
    [COLUMN_LOOPS9] = "loops9",
    [COLUMN_DEAD_ENDS] = "dead_ends",
    [COLUMN_WALKABLE] = "walkable",
    [COLUMN_WALKABLE_PERCENT] = "walkable_percent",
    [COLUMN_ARTICULATION_PERCENT] = "articulation_percent",
    [COLUMN_DOORS] = "doors",
    [COLUMN_HALL_PERCENT] = "hall_percent",
    [COLUMN_PATH] = "path",
    [COLUMN_DIAMETER] = "diameter",
    [COLUMN_KINDS] = "kinds",
    [COLUMN_SURFACE_PERCENT] = "surface_percent",
    [COLUMN_PURPOSES] = "purposes",
    [COLUMN_PLACES] = "places",
    [COLUMN_DOOR_PAIRS] = "door_pairs",
    [COLUMN_LONG_HALLS] = "long_halls",
    [COLUMN_LONE_PONDS] = "lone_ponds",
    [COLUMN_VISTA_PERMILLE] = "vista_permille",
    [COLUMN_ATTEMPTS] = "attempts",
    [COLUMN_TIME] = "us_per_level",
};

static int64_t now_us(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* Fills in a row of the table, and counts the level's set pieces in placed[]. */
static enum err measure_level(const struct gen_request *request, int *row, int *placed)
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
    if (error == ERR_OK)
        error = vista_measure(level, &row[COLUMN_VISTA_PERMILLE]);
    if (error == ERR_OK) {
        row[COLUMN_ROOMS] = measure.rooms;
        row[COLUMN_LOOPS] = measure.loops;
        row[COLUMN_LOOPS9] = measure.loops9;
        row[COLUMN_DEAD_ENDS] = measure.dead_ends;
        row[COLUMN_WALKABLE] = measure.walkable;
        row[COLUMN_WALKABLE_PERCENT] = measure.walkable * 100 / (level->width * level->height);
        row[COLUMN_ARTICULATION_PERCENT] = measure.articulation * 100 / measure.walkable;
        row[COLUMN_DOORS] = measure.doors;
        row[COLUMN_HALL_PERCENT] = measure.hall * 100 / measure.walkable;
        row[COLUMN_PATH] = measure.path;
        row[COLUMN_DIAMETER] = measure.diameter;
        row[COLUMN_KINDS] = measure.kinds;
        row[COLUMN_SURFACE_PERCENT] = measure.surface * 100 / measure.walkable;
        row[COLUMN_PURPOSES] = measure.purposes;
        row[COLUMN_PLACES] = report.place_count;
        row[COLUMN_DOOR_PAIRS] = measure.door_pairs;
        row[COLUMN_LONG_HALLS] = measure.long_halls;
        row[COLUMN_LONE_PONDS] = measure.lone_ponds;
        row[COLUMN_LANDMARK] = (int)report.landmark;
        row[COLUMN_ATTEMPTS] = report.attempts;
        row[COLUMN_TIME] = (int)took_us;
        for (size_t i = 0; i < SETPIECES_MAX; i++)
            placed[i] += (int)(report.placed[i / 64] >> i % 64 & 1);
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

/* Returns the standard deviation in percent of the mean; 0 if the mean is 0. */
static double variation(const int *column, int count)
{
    double sum = 0;
    double squares = 0;

    for (int i = 0; i < count; i++)
        sum += column[i];
    double mean = sum / count;
    for (int i = 0; i < count; i++)
        squares += (column[i] - mean) * (column[i] - mean);
    return mean > 0 ? 100 * sqrt(squares / count) / mean : 0;
}

static void print_table(const int *rows, int *column, int count)
{
    printf("%-20s %10s %10s %10s %10s %10s %10s\n", "", "min", "median", "max", "variation%", "5%",
           "95%");
    for (int c = 0; c < COLUMN_COUNT; c++) {
        for (int i = 0; i < count; i++)
            column[i] = rows[i * ROW_SIZE + c];
        qsort(column, (size_t)count, sizeof *column, compare_ints);
        printf("%-20s %10d %10d %10d %10.0f %10d %10d\n", column_names[c], column[0],
               column[count / 2], column[count - 1], variation(column, count), column[count / 20],
               column[count - 1 - count / 20]);
    }
}

/* Returns the median vista of the levels with a landmark; 0 if there are none. Sorts the vistas in
   `column`. */
static int median_vista(const int *rows, int *column, int count)
{
    int landmarks = 0;

    for (int i = 0; i < count; i++) {
        if (rows[i * ROW_SIZE + COLUMN_LANDMARK] != GEN_LANDMARK_NONE)
            column[landmarks++] = rows[i * ROW_SIZE + COLUMN_VISTA_PERMILLE];
    }
    qsort(column, (size_t)landmarks, sizeof *column, compare_ints);
    return landmarks > 0 ? column[landmarks / 2] : 0;
}

/* Prints how many dull or ugly places a hundred levels have; most levels have none. */
static void print_blemishes(const int *rows, int count)
{
    static const enum column blemishes[] = {COLUMN_DOOR_PAIRS, COLUMN_LONG_HALLS,
                                            COLUMN_LONE_PONDS};

    puts("\nin a hundred levels:");
    for (size_t i = 0; i < sizeof blemishes / sizeof blemishes[0]; i++) {
        double sum = 0;
        for (int level = 0; level < count; level++)
            sum += rows[level * ROW_SIZE + (int)blemishes[i]];
        printf("%-20s %10.0f\n", column_names[blemishes[i]], 100 * sum / count);
    }
}

/* Prints the measures of all levels together: how many have a landmark, of which kind, or a
   purpose. */
static void print_shares(const int *rows, int *column, int count)
{
    int kinds[GEN_LANDMARK_COUNT] = {0};
    int with_purpose = 0;

    for (int i = 0; i < count; i++) {
        const int *row = rows + i * ROW_SIZE;
        kinds[row[COLUMN_LANDMARK]]++;
        with_purpose += row[COLUMN_LANDMARK] != GEN_LANDMARK_NONE || row[COLUMN_PLACES] > 0;
    }
    puts("\npercent of the levels:");
    printf("%-20s %10.0f\n", "with a purpose", 100.0 * with_purpose / count);
    printf("%-20s %10.0f  ", "with a landmark", 100.0 * (count - kinds[GEN_LANDMARK_NONE]) / count);
    for (enum gen_landmark kind = GEN_LANDMARK_NONE + 1; kind < GEN_LANDMARK_COUNT; kind++)
        printf(" %s %.0f", gen_landmark_name(kind), 100.0 * kinds[kind] / count);
    printf("\n%-20s %10d   permille, median of those\n", "vista",
           median_vista(rows, column, count));
    print_blemishes(rows, count);
}

/* Prints how often each set piece was built in; `in_full`: also those that never were. */
static void print_pieces(const struct setpieces *pieces, const int *placed, bool in_full)
{
    printf("\nset pieces: %zu, hash %016" PRIx64 "\n", pieces->count, pieces->hash);
    for (size_t i = 0; in_full && i < pieces->count; i++)
        printf("%-20s %10d\n", pieces->rows[i].file, placed[i]);
}

/* Measures the levels of the depths from `first` to `last`, in turn; `rows` has room for all and
   one more. */
static enum err measure_band(const struct mapgen_options *options, int first, int last, int *rows,
                             int *placed)
{
    int count = options->count > 0 ? options->count : 1;

    for (int i = 0; i < count; i++) {
        struct gen_request request;
        int depth = options_band_depth(first, last, i);
        if (options_request(options, i, depth, &request) != EXIT_DONE)
            return ERR_RANGE;
        enum err error = measure_level(&request, rows + i * ROW_SIZE, placed);
        if (error != ERR_OK)
            return error;
    }
    print_table(rows, rows + count * ROW_SIZE, count);
    print_shares(rows, rows + count * ROW_SIZE, count);
    return ERR_OK;
}

static void print_title(const struct themes *themes, int first, int last)
{
    if (first == last)
        printf("%s, depth %d\n", theme_of_depth(themes, first)->name, first);
    else
        printf("%s, depths %d to %d\n", theme_of_depth(themes, first)->name, first, last);
}

static enum err measure_bands(const struct mapgen_options *options, int *rows, int *placed)
{
    enum err error = ERR_OK;

    if (options->depth_last == 0)
        return measure_band(options, options->depth, options->depth, rows, placed);
    for (int first = options->depth, last; first <= options->depth_last && error == ERR_OK;
         first = last + 1) {
        last = options_band_end(options, first);
        print_title(options->pieces.themes, first, last);
        error = measure_band(options, first, last, rows, placed);
        putchar('\n');
    }
    return error;
}

enum err measure_table_print(const struct mapgen_options *options)
{
    int count = options->count > 0 ? options->count : 1;
    int *rows = calloc((size_t)count * (ROW_SIZE + 1), sizeof *rows);
    int placed[SETPIECES_MAX] = {0};

    if (rows == NULL)
        return ERR_MEMORY;
    enum err error = measure_bands(options, rows, placed);
    if (error == ERR_OK)
        print_pieces(&options->pieces, placed, options->has_folder);
    free(rows);
    return error;
}
