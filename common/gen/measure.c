/*
 * Measures by which styles are compared.
 */
#include "gen/measure.h"

#include <string.h>

#include "gen/survey.h"

enum { LOOP_LARGE_MIN = 9 };

/* The value of a tile for the measures, apart from being passable or not. */
enum worth { WORTH_NONE, WORTH_SURFACE, WORTH_PURPOSE, WORTH_BOTH };

static const uint8_t worth_table[TILE_COUNT] = {
    [TILE_SHALLOWS] = WORTH_BOTH,       [TILE_GRASS] = WORTH_SURFACE,
    [TILE_RUBBLE] = WORTH_SURFACE,      [TILE_THICKET] = WORTH_BOTH,
    [TILE_WATER_DEEP] = WORTH_PURPOSE,  [TILE_CHASM] = WORTH_PURPOSE,
    [TILE_BRIDGE] = WORTH_PURPOSE,      [TILE_SHRINE] = WORTH_PURPOSE,
    [TILE_STATUE] = WORTH_PURPOSE,      [TILE_BRAZIER] = WORTH_PURPOSE,
    [TILE_LEVER] = WORTH_PURPOSE,       [TILE_PLATE] = WORTH_PURPOSE,
    [TILE_BARS_SHUT] = WORTH_PURPOSE,   [TILE_BARS_OPEN] = WORTH_PURPOSE,
    [TILE_CACHE] = WORTH_PURPOSE,       [TILE_BOOKCASE] = WORTH_PURPOSE,
    [TILE_TORCH] = WORTH_PURPOSE,       [TILE_KEY] = WORTH_PURPOSE,
    [TILE_SECRET_SHUT] = WORTH_PURPOSE, [TILE_HOARD] = WORTH_PURPOSE,
};

/* Marks in mask[] every cell of a fully open 3x3 block. */
static void mask_wide_places(struct survey *survey)
{
    int width = survey->width;

    memset(survey->mask, 0, (size_t)survey->cell_count);
    for (int y = 1; y < survey->height - 1; y++) {
        for (int x = 1; x < width - 1; x++) {
            int sum = 0;
            for (int dy = -1; dy <= 1; dy++) {
                const uint8_t *row = survey->open + (y + dy) * width + x;
                sum += row[-1] + row[0] + row[1];
            }
            for (int dy = -1; sum == 9 && dy <= 1; dy++)
                memset(survey->mask + (y + dy) * width + x - 1, 1, 3);
        }
    }
}

/* Counts islands of rock that do not touch the border, by size. */
static void count_islands(struct survey *survey, struct gen_measure *out)
{
    for (int cell = 0; cell < survey->cell_count; cell++)
        survey->mask[cell] = !survey->open[cell];
    int islands = survey_label(survey, true);

    /* The outer ring is all rock and one piece, the first that is labelled. */
    for (int island = 2; island <= islands; island++) {
        out->loops++;
        out->loops9 += survey->size[island] >= LOOP_LARGE_MIN;
    }
}

static void count_cells(const struct survey *survey, const struct level *level,
                        struct gen_measure *out)
{
    for (int cell = 0; cell < survey->cell_count; cell++) {
        if (!survey->open[cell])
            continue;
        out->walkable++;
        out->doors += tile_is_door((enum tile_id)level->tiles[cell]);
        out->hall += !survey_is_roomy(survey, cell);
        bool is_stairs =
            level->tiles[cell] == TILE_STAIRS_UP || level->tiles[cell] == TILE_STAIRS_DOWN;
        out->dead_ends += survey_exits(survey, cell) <= 1 && !is_stairs;
    }
}

static void count_tiles(const struct level *level, struct gen_measure *out)
{
    bool seen[TILE_COUNT] = {false};

    for (size_t cell = 0; cell < level_cell_count(level); cell++) {
        uint8_t tile = level->tiles[cell];
        out->kinds += !seen[tile];
        seen[tile] = true;
        out->surface += worth_table[tile] == WORTH_SURFACE || worth_table[tile] == WORTH_BOTH;
        out->purposes += worth_table[tile] == WORTH_PURPOSE || worth_table[tile] == WORTH_BOTH;
    }
}

/* True if a neighbour is a tile with a meaning of its own, thickets and water left out. */
static bool is_beside_find(const struct survey *survey, const struct level *level, int cell)
{
    int step[4] = {-survey->width, 1, survey->width, -1};

    for (int i = 0; i < 4; i++) {
        if (worth_table[level->tiles[cell + step[i]]] == WORTH_PURPOSE)
            return true;
    }
    return false;
}

static void count_long_halls(struct survey *survey, const struct level *level,
                             struct gen_measure *out)
{
    memset(survey->mask, 0, (size_t)survey->cell_count);
    for (int cell = 0; cell < survey->cell_count; cell++) {
        if (!survey->open[cell])
            continue;
        enum tile_id tile = (enum tile_id)level->tiles[cell];
        survey->mask[cell] = survey_exits(survey, cell) == 2 && !survey_is_roomy(survey, cell) &&
                             !tile_is_door(tile) && worth_table[tile] != WORTH_PURPOSE &&
                             !is_beside_find(survey, level, cell);
    }
    int stretches = survey_label(survey, false);

    for (int stretch = 1; stretch <= stretches; stretch++)
        out->long_halls += survey->size[stretch] >= GEN_LONG_HALL;
}

static void count_lone_ponds(struct survey *survey, const struct level *level,
                             struct gen_measure *out)
{
    int ponds = survey_ponds(survey, level->tiles);

    for (int pond = 1; pond <= ponds; pond++)
        out->lone_ponds += survey->low[pond] == 0;
}

/* Counts the doors behind `door`, row by row, that a hall of up to GEN_DOORS_APART cells leads to,
   by forks and bends. The hall goes on from `at`, `cells` of it, and was entered from `before`. */
static int count_doors_from(const struct survey *survey, const struct level *level, int door,
                            int at, int before, int cells)
{
    int step[4] = {-survey->width, 1, survey->width, -1};
    int count = 0;

    for (int i = 0; i < 4; i++) {
        int next = at + step[i];
        if (next == before || !survey->open[next])
            continue;
        if (tile_is_door((enum tile_id)level->tiles[next]))
            count += next > door;
        else if (cells < GEN_DOORS_APART && !survey_is_roomy(survey, next))
            count += count_doors_from(survey, level, door, next, at, cells + 1);
    }
    return count;
}

static void count_door_pairs(const struct survey *survey, const struct level *level,
                             struct gen_measure *out)
{
    for (int cell = 0; cell < survey->cell_count; cell++) {
        if (survey->open[cell] && tile_is_door((enum tile_id)level->tiles[cell]))
            out->door_pairs += count_doors_from(survey, level, cell, cell, cell, 0);
    }
}

enum err gen_measure(const struct level *level, struct gen_measure *out)
{
    struct survey survey;
    enum err error = survey_init(&survey, level->width, level->height);

    *out = (struct gen_measure){0};
    if (error != ERR_OK)
        return error;
    survey_load(&survey, level->tiles);
    mask_wide_places(&survey);
    out->rooms = survey_label(&survey, false);
    count_islands(&survey, out);
    count_cells(&survey, level, out);
    count_tiles(level, out);
    count_door_pairs(&survey, level, out);
    count_long_halls(&survey, level, out);
    count_lone_ponds(&survey, level, out);

    int up = (int)level_index(level, level->up);
    int down = (int)level_index(level, level->down);
    if (survey.open[up] && survey.open[down]) {
        survey_cuts(&survey, up);
        for (int cell = 0; cell < survey.cell_count; cell++)
            out->articulation += survey.is_cut[cell];
        int reached = survey_flood(&survey, up);
        out->path = survey.distance[down];
        reached = survey_flood(&survey, survey.queue[reached - 1]);
        out->diameter = survey.distance[survey.queue[reached - 1]];
    }
    survey_release(&survey);
    return ERR_OK;
}
