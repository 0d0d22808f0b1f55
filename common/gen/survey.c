/*
 * Floods, pieces and cut cells on a grid of open and closed cells.
 */
#include "gen/survey.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "content/tile.h"

enum {
    BYTE_ARRAYS = 4,
    CELL_ARRAYS = 6,
    FAR_BYTE = 0x3f, /* four of them are SURVEY_FAR */
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
    CHECK(width >= 3 && height >= 3);
    size_t cells = (size_t)width * (size_t)height;
    size_t padded = cells + 2; /* labels count from 1 */
    size_t numbers = padded * CELL_ARRAYS;

    *survey = (struct survey){.width = width, .height = height, .cell_count = (int)cells};
    survey->memory =
        calloc(1, sizeof(uint32_t) * 2 * cells + sizeof(int32_t) * numbers + BYTE_ARRAYS * cells);
    if (survey->memory == NULL)
        return ERR_MEMORY;
    survey->order = survey->memory;
    survey->distance = (int32_t *)(survey->order + 2 * cells);
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
    int west = open[-1] & ((open[-width] & open[-width - 1]) | (open[width] & open[width - 1]));
    int east = open[1] & ((open[-width] & open[-width + 1]) | (open[width] & open[width + 1]));

    return (open[0] & (west | east)) != 0;
}

/*
 * Lists in queue[] the cells reached within `steps_max` steps, nearest first, and closes them;
 * distance[] has the steps. Stops at the cell `to`, if given, without storing steps. Returns the
 * number of listed cells. Each neighbour is written, and the next overwrites it if it was closed,
 * because on ragged ground a branch would be mispredicted every other time. queue[] has room for
 * the last superfluous cell.
 */
static int flood(struct survey *survey, int from, int to, int steps_max)
{
    CHECK(survey->open[from]);
    uint8_t *open = survey->open;
    int32_t *queue = survey->queue;
    int32_t *distance = survey->distance;
    bool is_measured = to == SURVEY_NONE;
    int step[4];
    int count = 1;
    int head = 0;

    around_four(survey, step);
    open[from] = 0;
    queue[0] = from;
    for (int steps = 1; steps <= steps_max && head < count && (is_measured || open[to]); steps++) {
        int ring_end = count;
        for (; head < ring_end; head++) {
            int at = queue[head];
            for (int i = 0; i < 4; i++) {
                int next = at + step[i];
                queue[count] = next;
                count += open[next];
                open[next] = 0;
            }
        }
        for (int i = ring_end; is_measured && i < count; i++)
            distance[queue[i]] = steps;
    }
    return count;
}

static void reopen(struct survey *survey, int count)
{
    for (int i = 0; i < count; i++)
        survey->open[survey->queue[i]] = 1;
}

int survey_flood_within(struct survey *survey, int from, int steps_max)
{
    memset(survey->distance, FAR_BYTE, sizeof *survey->distance * (size_t)survey->cell_count);
    survey->distance[from] = 0;
    int count = flood(survey, from, SURVEY_NONE, steps_max);
    reopen(survey, count);
    return count;
}

int survey_flood(struct survey *survey, int from)
{
    return survey_flood_within(survey, from, SURVEY_FAR);
}

bool survey_is_near(struct survey *survey, int from, int to, int steps_max)
{
    bool is_open = survey->open[to];
    int count = flood(survey, from, to, steps_max);
    bool is_near = is_open && !survey->open[to];

    reopen(survey, count);
    return is_near;
}

/* Adds a masked cell to the list, and clears its mask; returns the length of the list. */
static int take_cell(struct survey *survey, int cell, int count)
{
    survey->queue[count] = cell;
    count += survey->mask[cell];
    survey->mask[cell] = 0;
    return count;
}

/* Works like take_cell() for the neighbours of `at`, which is not on the outer ring. */
static int take_around_inner(struct survey *survey, int at, bool by_eight, int count)
{
    int width = survey->width;

    count = take_cell(survey, at - width, count);
    count = take_cell(survey, at - 1, count);
    count = take_cell(survey, at + 1, count);
    count = take_cell(survey, at + width, count);
    if (!by_eight)
        return count;
    count = take_cell(survey, at - width - 1, count);
    count = take_cell(survey, at - width + 1, count);
    count = take_cell(survey, at + width - 1, count);
    return take_cell(survey, at + width + 1, count);
}

/* Works like take_around_inner() for any cell. */
static int take_around(struct survey *survey, int at, bool by_eight, int count)
{
    int width = survey->width;
    int x = at % width;
    bool has_west = x > 0;
    bool has_east = x < width - 1;

    if (has_west && has_east && at >= width && at + width < survey->cell_count)
        return take_around_inner(survey, at, by_eight, count);
    for (int row = at - width; row <= at + width; row += width) {
        if (row < 0 || row >= survey->cell_count)
            continue;
        count = take_cell(survey, row, count);
        if (has_west && (by_eight || row == at))
            count = take_cell(survey, row - 1, count);
        if (has_east && (by_eight || row == at))
            count = take_cell(survey, row + 1, count);
    }
    return count;
}

static bool is_ring_masked(const struct survey *survey)
{
    const uint8_t *mask = survey->mask;
    int last = survey->cell_count - survey->width;
    int found = 0;

    for (int x = 0; x < survey->width; x++)
        found |= mask[x] | mask[last + x];
    for (int row = 0; row <= last; row += survey->width)
        found |= mask[row] | mask[row + survey->width - 1];
    return found != 0;
}

int survey_label(struct survey *survey, bool by_eight)
{
    bool has_ring = is_ring_masked(survey);
    int32_t pieces = 0;

    memset(survey->label, 0, sizeof *survey->label * (size_t)survey->cell_count);
    for (int first = 0; first < survey->cell_count; first++) {
        if (!survey->mask[first])
            continue;
        int count = take_cell(survey, first, 0);
        for (int head = 0; head < count; head++) {
            int at = survey->queue[head];
            count = has_ring ? take_around(survey, at, by_eight, count)
                             : take_around_inner(survey, at, by_eight, count);
        }
        survey->size[++pieces] = count;
        for (int i = 0; i < count; i++)
            survey->label[survey->queue[i]] = pieces;
    }
    for (int cell = 0; cell < survey->cell_count; cell++)
        survey->mask[cell] = survey->label[cell] != 0;
    return pieces;
}

static bool is_pond(uint8_t tile)
{
    return tile == TILE_WATER_DEEP || tile == TILE_CHASM;
}

/* True if anything but rock and ponds is around that inner cell. */
static bool is_touched(const uint8_t *tiles, int width, int cell)
{
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            uint8_t tile = tiles[cell + dy * width + dx];
            if (tile != TILE_ROCK && !is_pond(tile))
                return true;
        }
    }
    return false;
}

int survey_ponds(struct survey *survey, const uint8_t *tiles)
{
    for (int cell = 0; cell < survey->cell_count; cell++)
        survey->mask[cell] = is_pond(tiles[cell]);
    int ponds = survey_label(survey, false);
    memset(survey->low, 0, sizeof *survey->low * (size_t)(ponds + 1));
    for (int cell = survey->width + 1; cell < survey->cell_count - survey->width - 1; cell++) {
        int32_t *touched = &survey->low[survey->label[cell]];
        if (survey->label[cell] != 0 && *touched == 0)
            *touched = is_touched(tiles, survey->width, cell);
    }
    return ponds;
}

/* Returns the number of cells found before the first neighbour that was found; there must be
   one. */
static uint32_t count_before(const int32_t *found, int width)
{
    const int step[4] = {-width, 1, width, -1};
    uint32_t first = UINT32_MAX;

    for (int i = 0; i < 4; i++) {
        uint32_t before = (uint32_t)found[step[i]] - 1; /* UINT32_MAX for a cell not found */
        first = before < first ? before : first;
    }
    return first;
}

/*
 * Runs the depth-first search of survey_cuts(). distance[] holds the order of discovery from 1,
 * label[] the n-th discovered cell, queue[] the stack; open[] loses the cells found and is restored
 * at the end. Returns the number found. A found neighbour of a new cell is always above it in the
 * tree, and one found later below: so low[] is right at once, and tried ways need not be stored.
 * The way back counts as well, which changes no block, because low[] of a cell is compared with its
 * parent.
 */
static int search_depth_first(struct survey *survey, int root)
{
    static const uint8_t first_way[16] = {0, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0};
    uint8_t *open = survey->open;
    int32_t *found = survey->distance;
    int32_t *low = survey->low;
    int32_t *parent = survey->parent;
    int32_t *stack = survey->queue;
    int width = survey->width;
    int step[4];
    int top = 0;
    int found_count = 1;

    around_four(survey, step);
    found[root] = low[root] = 1;
    survey->label[1] = root;
    parent[root] = root;
    open[root] = 0;
    stack[top++] = root;
    while (top > 0) {
        int at = stack[top - 1];
        int ways = open[at - width] | open[at + 1] << 1 | open[at + width] << 2 | open[at - 1] << 3;
        if (ways == 0) {
            int above = parent[at];
            top--;
            low[above] = low[at] < low[above] ? low[at] : low[above];
            continue;
        }
        int way = first_way[ways];
        int next = at + step[way];
        low[next] = (int32_t)count_before(found + next, width) + 1;
        found_count++;
        found[next] = found_count;
        survey->label[found_count] = next;
        parent[next] = at;
        open[next] = 0;
        stack[top++] = next;
    }
    for (int i = 1; i <= found_count; i++)
        open[survey->label[i]] = 1;
    return found_count;
}

/* Sets low[] to the block of each cell's way to its parent, size[] to the cell from which a block
   hangs. */
static void number_blocks(struct survey *survey, int root, int found_count)
{
    int root_branches = 0;
    int32_t blocks = 0;

    for (int i = 2; i <= found_count; i++) {
        int at = survey->label[i];
        int above = survey->parent[at];
        bool parts = survey->low[at] >= survey->distance[above];
        survey->size[blocks + 1] = above;
        blocks = blocks + parts;
        survey->low[at] = parts ? blocks : survey->low[above];
        root_branches += above == root;
        survey->is_cut[above] |= parts;
    }
    survey->low[root] = 0;
    survey->is_cut[root] = root_branches > 1;
    survey->block_count = blocks;
}

void survey_cuts(struct survey *survey, int root)
{
    CHECK(survey->open[root]);
    size_t cells = (size_t)survey->cell_count;

    memset(survey->distance, 0, sizeof *survey->distance * cells);
    memset(survey->low, 0, sizeof *survey->low * cells);
    memset(survey->is_cut, 0, cells);
    number_blocks(survey, root, search_depth_first(survey, root));
    survey->cuts_root = root;
    survey_two_ways(survey, root);
}

void survey_two_ways(struct survey *survey, int root)
{
    const int32_t *block = survey->low;
    uint8_t *holds_root = survey->mask;
    int step[4];

    if (root != survey->cuts_root && block[root] == 0) {
        survey_cuts(survey, root);
        return;
    }
    memset(holds_root, 0, (size_t)survey->block_count + 1);
    holds_root[block[root]] = block[root] != 0;
    around_four(survey, step);
    for (int i = 0; i < 4; i++) {
        int next = root + step[i];
        if (block[next] != 0 && survey->size[block[next]] == root)
            holds_root[block[next]] = 1;
    }
    for (int cell = 0; cell < survey->cell_count; cell++)
        survey->two_ways[cell] = holds_root[block[cell]];
    if (block[root] != 0)
        survey->two_ways[survey->size[block[root]]] = 1;
    survey->two_ways[root] = 1;
}
