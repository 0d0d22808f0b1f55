/*
 * undercroft-mapgen: the builder's tool. Prints levels and their measures without a server, by
 * the same generators, so that what it shows is what a world of that seed has.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "content/theme.h"
#include "gen/measure.h"
#include "server/base/process.h"
#include "server/tools/mapgen/measure_table.h"
#include "server/tools/mapgen/options.h"

static void draw_row(const struct level *level, int y, char row[LEVEL_WIDTH_MAX + 1])
{
    for (int x = 0; x < level->width; x++)
        row[x] = tile_row(level_tile(level, pos_of(x, y)))->glyph;
    row[level->width] = '\0';
}

static void print_text(const struct level *level)
{
    char row[LEVEL_WIDTH_MAX + 1];

    for (int y = 0; y < level->height; y++) {
        draw_row(level, y, row);
        puts(row);
    }
}

/* Prints ASCII in quotes, with the escapes of JSON. */
static void print_string(const char *text)
{
    putchar('"');
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            putchar('\\');
        putchar(*text);
    }
    putchar('"');
}

static enum err print_json(const struct gen_request *request, const struct level *level,
                           const struct gen_report *report)
{
    struct gen_measure measure;
    enum err error = gen_measure(level, &measure);

    if (error != ERR_OK)
        return error;
    printf("{\"style\":\"%s\",\"seed\":%" PRIu64 ",\"depth\":%d,\"width\":%d,\"height\":%d",
           report->style->name, request->world_seed, level->key.depth, level->width, level->height);
    fputs(",\"rows\":[", stdout);
    for (int y = 0; y < level->height; y++) {
        char row[LEVEL_WIDTH_MAX + 1];
        draw_row(level, y, row);
        fputs(y == 0 ? "" : ",", stdout);
        print_string(row);
    }
    printf("],\"up\":{\"x\":%d,\"y\":%d},\"down\":{\"x\":%d,\"y\":%d}", level->up.x, level->up.y,
           level->down.x, level->down.y);
    printf(",\"rooms\":%d,\"loops\":%d,\"dead_ends\":%d,\"walkable\":%d,\"path\":%d", measure.rooms,
           measure.loops, measure.dead_ends, measure.walkable, measure.path);
    printf(",\"hash\":\"%016" PRIx64 "\"}\n", report->hash);
    return ERR_OK;
}

static enum err print_level(const struct mapgen_options *options, const struct gen_request *request)
{
    struct level *level;
    struct gen_report report;
    enum err error = gen_level(request, &level, &report);

    if (error != ERR_OK)
        return error;
    if (report.style != request->style)
        fprintf(stderr,
                "undercroft-mapgen: seed %" PRIu64 ": style %s came to nothing, %s instead\n",
                request->world_seed, request->style->name, report.style->name);
    if (options->is_json || options->count > 0)
        error = print_json(request, level, &report);
    else
        print_text(level);
    level_free(level);
    return error;
}

static enum err print_levels(const struct mapgen_options *options)
{
    struct gen_request request;
    int count = options->count > 0 ? options->count : 1;

    for (int i = 0; i < count; i++) {
        if (options_request(options, i, options->depth, &request) != EXIT_DONE)
            return ERR_RANGE;
        enum err error = print_level(options, &request);
        if (error != ERR_OK)
            return error;
    }
    return ERR_OK;
}

static void print_styles(void)
{
    for (size_t i = 0; i < gen_style_count(); i++)
        puts(gen_style_at(i)->name);
}

static void list_places(const struct setpieces *pieces)
{
    for (size_t i = 0; i < pieces->count; i++) {
        const struct setpiece *piece = &pieces->rows[i];
        printf("%-24s %-8s depth %2d-%-2d weight %-4d %2dx%-2d %s\n", piece->file,
               setpiece_kind_name(piece->kind), piece->depth_first, piece->depth_last,
               piece->weight, piece->width, piece->height, piece->name);
    }
    for (size_t i = 0; pieces->themes != NULL && i < pieces->themes->count; i++) {
        const struct host_theme *theme = &pieces->themes->rows[i];
        printf("%-24s %-8s depth %2d-%-2d %s\n", theme->file, theme->adds_names ? "names" : "theme",
               theme->row.depth_first, theme->depth_last, theme->row.name);
    }
}

static enum mapgen_exit run_level_task(const struct mapgen_options *options)
{
    enum err error = options->is_measure ? measure_table_print(options) : print_levels(options);

    if (error == ERR_OK)
        return EXIT_DONE;
    fprintf(stderr, "undercroft-mapgen: %s\n", err_text(error));
    return EXIT_BAD_VALUE;
}

int main(int argc, char **argv)
{
    struct mapgen_options options;

    if (!standard_streams_fill())
        return (int)EXIT_BAD_VALUE;
    enum mapgen_exit code = options_read(&options, argc, argv);
    if (code != EXIT_DONE) {
        options_release(&options);
        return (int)code;
    }
    switch (options.task) {
    case TASK_HELP:
        options_print_help(true);
        break;
    case TASK_VERSION:
        puts("undercroft-mapgen " UNDERCROFT_VERSION);
        break;
    case TASK_LIST:
        print_styles();
        break;
    case TASK_LIST_PLACES:
        list_places(&options.pieces);
        break;
    case TASK_LEVEL:
        code = run_level_task(&options);
        break;
    }
    options_release(&options);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("undercroft-mapgen: standard output cannot be written\n", stderr);
        return EXIT_BAD_VALUE;
    }
    return (int)code;
}
