/*
 * Floods, pieces and cut cells over a grid of open and closed cells.
 */
#include "gen/survey.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "content/tile.h"

enum {
    BYTE_ARRAYS = 4,
    SHORT_ARRAYS = 6,
    CELLS_MAX = UINT16_MAX - 1, /* a cell's number and its order of discovery fit 16 bits */
};

static void around_four(const struct survey *survey, int step[4])
{
    step[0] = -survey->width;
    step[1] = 1;
    step[2] = survey->width;
    step[3] = -1;
}

enum err survey_init(struct survey *survey, int width, int height)
{
    CHECK(width >= 3 && height >= 3 && width * height <= CELLS_MAX);
    size_t cells = (size_t)width * (size_t)height;
    size_t padded = cells + 2; /* labels count from 1 */
    size_t shorts = padded * SHORT_ARRAYS;

    *survey = (struct survey){.width = width, .height = height, .cell_count = (int)cells};
    survey->memory =
        calloc(1, sizeof(uint32_t) * 2 * cells + sizeof(uint16_t) * shorts + BYTE_ARRAYS * cells);
    if (survey->memory == NULL)
        return ERR_MEMORY;
    survey->order = survey->memory;
    survey->distance = (uint16_t *)(survey->order + 2 * cells);
    survey->queue = survey->distance + padded;
    survey->label = survey->queue + padded;
    survey->size = survey->label + padded;
    survey->low = survey->size + padded;
    survey->parent = survey->low + padded;
    survey->open = (uint8_t *)(survey->parent + padded);
    survey->mask = survey->open + cells;
    survey->is_cut = survey->mask + cells;
    survey->two_ways = survey->is_cut + cells;
    for (enum tile_id tile = TILE_UNKNOWN; tile < TILE_COUNT; tile++)
        survey->is_passable[tile] = tile_is_passable(tile);
    return ERR_OK;
}

void survey_release(struct survey *survey)
{
    free(survey->memory);
    *survey = (struct survey){0};
}

void survey_load(struct survey *survey, const uint8_t *tiles)
{
    int width = survey->width;

    memset(survey->open, 0, (size_t)survey->cell_count);
    for (int y = 1; y < survey->height - 1; y++) {
        for (int cell = y * width + 1; cell < (y + 1) * width - 1; cell++)
            survey->open[cell] = survey->is_passable[tiles[cell]];
    }
}

int survey_exits(const struct survey *survey, int cell)
{
    const uint8_t *open = survey->open + cell;

    return open[-survey->width] + open[1] + open[survey->width] + open[-1];
}

bool survey_is_roomy(const struct survey *survey, int cell)
{
    const uint8_t *open = survey->open + cell;
    int width = survey->width;

    for (int dy = -width; dy <= width; dy += 2 * width) {
        for (int dx = -1; dx <= 1; dx += 2) {
            if (open[0] && open[dx] && open[dy] && open[dx + dy])
                return true;
        }
    }
    return false;
}

/*
 * Returns the number reached; stops once `to` is reached or the next ring is past `steps_max`.
 * Every neighbour is written down and only the fresh ones are kept: on ragged ground a branch for
 * each would be guessed wrong every other time. queue[] has room for the one written in vain.
 */
static int flood(struct survey *survey, int from, int to, int steps_max)
{
    CHECK(survey->open[from]);
    const uint8_t *open = survey->open;
    uint16_t *distance = survey->distance;
    uint16_t *queue = survey->queue;
    int step[4];
    int count = 0;

    around_four(survey, step);
    memset(distance, 0xff, sizeof *distance * (size_t)survey->cell_count);
    distance[from] = 0;
    queue[count++] = (uint16_t)from;
    for (int head = 0; head < count; head++) {
        int at = queue[head];
        uint16_t beyond = (uint16_t)(distance[at] + 1);
        if (beyond > steps_max || (to != SURVEY_NONE && distance[to] != SURVEY_FAR))
            break;
        for (int i = 0; i < 4; i++) {
            int next = at + step[i];
            bool is_fresh = (open[next] != 0) & (distance[next] == SURVEY_FAR);
            distance[next] = is_fresh ? beyond : distance[next];
            queue[count] = (uint16_t)next;
            count += is_fresh;
        }
    }
    return count;
}

int survey_flood(struct survey *survey, int from)
{
    return flood(survey, from, SURVEY_NONE, SURVEY_FAR);
}

bool survey_is_near(struct survey *survey, int from, int to, int steps_max)
{
    flood(survey, from, to, steps_max);
    return survey->distance[to] <= steps_max;
}

/* Adds the cell to the piece if it belongs there; returns the new length of the queue. */
static int label_cell(struct survey *survey, int cell, uint16_t piece, int count)
{
    bool is_fresh = (survey->mask[cell] != 0) & (survey->label[cell] == 0);

    survey->label[cell] = is_fresh ? piece : survey->label[cell];
    survey->queue[count] = (uint16_t)cell;
    return count + is_fresh;
}

/* The same for the neighbours of `at`. */
static int label_around(struct survey *survey, int at, uint16_t piece, bool by_eight, int count)
{
    int width = survey->width;
    int x = at % width;
    bool has_west = x > 0;
    bool has_east = x < width - 1;

    for (int row = at - width; row <= at + width; row += width) {
        if (row < 0 || row >= survey->cell_count)
            continue;
        count = label_cell(survey, row, piece, count);
        if (has_west && (by_eight || row == at))
            count = label_cell(survey, row - 1, piece, count);
        if (has_east && (by_eight || row == at))
            count = label_cell(survey, row + 1, piece, count);
    }
    return count;
}

int survey_label(struct survey *survey, bool by_eight)
{
    uint16_t pieces = 0;

    memset(survey->label, 0, sizeof *survey->label * (size_t)survey->cell_count);
    for (int first = 0; first < survey->cell_count; first++) {
        if (!survey->mask[first] || survey->label[first] != 0)
            continue;
        int count = 0;
        pieces++;
        survey->label[first] = pieces;
        survey->queue[count++] = (uint16_t)first;
        for (int head = 0; head < count; head++)
            count = label_around(survey, survey->queue[head], pieces, by_eight, count);
        survey->size[pieces] = (uint16_t)count;
    }
    return pieces;
}

/* Fills mask[] with the ways out of each open cell: bit 0 north, 1 east, 2 south, 3 west. */
static void list_ways(struct survey *survey)
{
    const uint8_t *open = survey->open;
    uint8_t *ways = survey->mask;
    int width = survey->width;

    memset(ways, 0, (size_t)survey->cell_count);
    for (int cell = width; cell < survey->cell_count - width; cell++)
        ways[cell] = (uint8_t)(open[cell - width] | open[cell + 1] << 1 | open[cell + width] << 2 |
                               open[cell - 1] << 3);
}

/*
 * The search itself. distance[] holds the order of discovery from 1, label[] the cell discovered
 * as the n-th, mask[] the ways not yet tried, queue[] the stack. Returns the number found.
 */
static int search_depth_first(struct survey *survey, int root)
{
    static const uint8_t first_way[16] = {0, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0};
    uint8_t *ways = survey->mask;
    uint16_t *found = survey->distance;
    uint16_t *low = survey->low;
    uint16_t *parent = survey->parent;
    uint16_t *stack = survey->queue;
    int step[4];
    int top = 0;
    int found_count = 1;

    around_four(survey, step);
    list_ways(survey);
    found[root] = low[root] = 1;
    survey->label[1] = (uint16_t)root;
    parent[root] = SURVEY_NONE;
    stack[top++] = (uint16_t)root;
    while (top > 0) {
        int at = stack[top - 1];
        if (ways[at] == 0) {
            int above = parent[at];
            top--;
            if (above != SURVEY_NONE && low[at] < low[above])
                low[above] = low[at];
            continue;
        }
        int way = first_way[ways[at]];
        int next = at + step[way];
        ways[at] &= (uint8_t)(ways[at] - 1);
        if (found[next] == 0) {
            found_count++;
            found[next] = low[next] = (uint16_t)found_count;
            survey->label[found_count] = (uint16_t)next;
            parent[next] = (uint16_t)at;
            stack[top++] = (uint16_t)next;
            ways[next] &= (uint8_t) ~(1U << (way ^ 2)); /* not straight back */
        } else if (found[next] < low[at]) {
            low[at] = found[next];
        }
    }
    return found_count;
}

void survey_cuts(struct survey *survey, int root)
{
    CHECK(survey->open[root]);
    size_t cells = (size_t)survey->cell_count;
    int root_branches = 0;

    memset(survey->distance, 0, sizeof *survey->distance * cells);
    memset(survey->is_cut, 0, cells);
    memset(survey->two_ways, 0, cells);

    int found_count = search_depth_first(survey, root);
    survey->two_ways[root] = 1;
    for (int i = 2; i <= found_count; i++) {
        int at = survey->label[i];
        int above = survey->parent[at];
        bool parts = survey->low[at] >= survey->distance[above];
        if (above == root)
            root_branches++;
        else if (parts)
            survey->is_cut[above] = 1;
        survey->two_ways[at] = above == root || (survey->two_ways[above] && !parts);
    }
    survey->is_cut[root] = root_branches > 1;
}
