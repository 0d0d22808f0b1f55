/*
 * The check of the properties that a generator relies on in a drawing. A varied cell may become any
 * of its choices: it counts as closed where a way is looked for, and as open where it must not be
 * cut off.
 */
#include <stdarg.h>
#include <stdio.h>

#include "content/setpiece_file.h"
#include "content/theme.h"

enum openness { IS_CLOSED, IS_OPEN, IS_EITHER };

struct checking {
    struct setpiece *piece;
    struct setpiece_fault *fault;
    int first; /* the line of row 0 */
};

__attribute__((format(__printf__, 3, 4))) static enum err refuse(const struct checking *checking,
                                                                 int y, const char *format, ...)
{
    va_list list;

    checking->fault->line = checking->first + y;
    va_start(list, format);
    vsnprintf(checking->fault->cause, sizeof checking->fault->cause, format, list);
    va_end(list);
    return ERR_FORMAT;
}

/* Rock outside. */
static uint8_t cell_at(const struct setpiece *piece, int x, int y)
{
    if (x < 0 || y < 0 || x >= piece->width || y >= piece->height)
        return TILE_ROCK;
    return piece->cells[y * piece->width + x];
}

static enum openness openness_of_vary(const struct setpiece_vary *vary)
{
    int open = 0;

    for (int i = 0; i < vary->count; i++)
        open += tile_is_passable((enum tile_id)vary->choices[i].tile);
    return open == 0 ? IS_CLOSED : open == vary->count ? IS_OPEN : IS_EITHER;
}

/* A mouth is closed unless it is used; the doorway and planks are seen as they are when open. */
static enum openness openness_at(const struct setpiece *piece, int x, int y)
{
    uint8_t cell = cell_at(piece, x, y);

    if (cell >= SETPIECE_VARIED)
        return openness_of_vary(&piece->vary[cell - SETPIECE_VARIED]);
    if (cell == SETPIECE_MOUTH)
        return IS_CLOSED;
    if (cell >= TILE_COUNT || cell == SETPIECE_LEAVE)
        return IS_OPEN;
    return tile_is_passable((enum tile_id)cell) ? IS_OPEN : IS_CLOSED;
}

static bool is_on_ring(const struct setpiece *piece, int x, int y)
{
    return x == 0 || y == 0 || x == piece->width - 1 || y == piece->height - 1;
}

static bool is_corner(const struct setpiece *piece, int x, int y)
{
    return (x == 0 || x == piece->width - 1) && (y == 0 || y == piece->height - 1);
}

/* A door in the wall: a cell of floor behind it, nothing but wall beside it. */
static bool is_good_mouth(const struct setpiece *piece, int x, int y)
{
    int in_x = x == 0 ? 1 : x == piece->width - 1 ? -1 : 0;
    int in_y = y == 0 ? 1 : y == piece->height - 1 ? -1 : 0;

    return !is_corner(piece, x, y) && openness_at(piece, x + in_x, y + in_y) == IS_OPEN &&
           cell_at(piece, x + in_y, y + in_x) == TILE_ROCK &&
           cell_at(piece, x - in_y, y - in_x) == TILE_ROCK;
}

/* The ring, cell by cell; counts mouths and doorways. */
static enum err check_ring(const struct checking *checking, int *mouths, int *doorways)
{
    const struct setpiece *piece = checking->piece;

    for (int y = 0; y < piece->height; y++) {
        for (int x = 0; x < piece->width; x++) {
            uint8_t cell = cell_at(piece, x, y);
            bool is_way = cell == SETPIECE_MOUTH || cell == SETPIECE_DOORWAY;
            if (is_way && !is_on_ring(piece, x, y))
                return refuse(checking, y, "a mouth or doorway that is not in the outer wall");
            if (!is_on_ring(piece, x, y))
                continue;
            *mouths += cell == SETPIECE_MOUTH;
            *doorways += cell == SETPIECE_DOORWAY;
            if (piece->is_open ? cell != TILE_FLOOR
                               : !is_way && cell != TILE_ROCK && cell != TILE_TORCH)
                return refuse(checking, y,
                              piece->is_open ? "the outer ring is floor in some places only"
                                             : "the outer wall has a gap");
            if (is_way && !is_good_mouth(piece, x, y))
                return refuse(checking, y,
                              "a mouth or doorway needs floor behind it and wall on both sides");
        }
    }
    return ERR_OK;
}

static enum err check_form(struct checking *checking)
{
    struct setpiece *piece = checking->piece;
    int mouths = 0;
    int doorways = 0;

    piece->is_open = cell_at(piece, 0, 0) == TILE_FLOOR;
    enum err error = check_ring(checking, &mouths, &doorways);
    if (error != ERR_OK)
        return error;
    if (piece->kind == SETPIECE_POCKET && (piece->is_open || doorways != 1 || mouths != 0))
        return refuse(checking, 0, "a pocket has one doorway 'G' in its outer wall");
    if (piece->kind != SETPIECE_POCKET && doorways != 0)
        return refuse(checking, 0, "only a pocket has a doorway 'G'");
    if (piece->kind == SETPIECE_ARRIVAL && !piece->is_open)
        return refuse(checking, 0, "an arrival has an outer ring of floor");
    if (piece->kind != SETPIECE_POCKET && !piece->is_open && mouths == 0)
        return refuse(checking, 0, "no mouth '+' in the outer wall");
    return ERR_OK;
}

static const int step_x[4] = {0, 1, 0, -1};
static const int step_y[4] = {-1, 0, 1, 0};

static bool touches(const struct setpiece *piece, int x, int y, enum openness wanted)
{
    for (int i = 0; i < 4; i++) {
        if (openness_at(piece, x + step_x[i], y + step_y[i]) == wanted)
            return true;
    }
    return false;
}

/* Marks the cells reached from (x, y) over cells that are always open; returns their number. */
static int flood(const struct setpiece *piece, int x, int y, bool *reached)
{
    int queue[SETPIECE_CELLS_MAX];
    int count = 0;

    reached[y * piece->width + x] = true;
    queue[count++] = y * piece->width + x;
    for (int head = 0; head < count; head++) {
        for (int i = 0; i < 4; i++) {
            int next_x = queue[head] % piece->width + step_x[i];
            int next_y = queue[head] / piece->width + step_y[i];
            if (openness_at(piece, next_x, next_y) != IS_OPEN ||
                reached[next_y * piece->width + next_x])
                continue;
            reached[next_y * piece->width + next_x] = true;
            queue[count++] = next_y * piece->width + next_x;
        }
    }
    return count;
}

static enum err check_ways(const struct checking *checking)
{
    const struct setpiece *piece = checking->piece;
    bool reached[SETPIECE_CELLS_MAX] = {false};
    bool has_begun = false;

    for (int y = 0; y < piece->height; y++) {
        for (int x = 0; x < piece->width; x++) {
            enum openness openness = openness_at(piece, x, y);
            if (openness == IS_OPEN && !has_begun) {
                flood(piece, x, y, reached);
                has_begun = true;
            }
            if (openness == IS_OPEN && !reached[y * piece->width + x])
                return refuse(checking, y, "what can be walked is not one piece");
            if (openness == IS_EITHER && !touches(piece, x, y, IS_OPEN))
                return refuse(checking, y, "a varied cell that may be cut off");
        }
    }
    return has_begun ? ERR_OK : refuse(checking, 0, "nothing to walk on");
}

/* Two ways that meet at a corner only. Varied cells are looked at when they have been drawn. */
static enum err check_pinches(const struct checking *checking)
{
    const struct setpiece *piece = checking->piece;

    for (int y = 0; y < piece->height - 1; y++) {
        for (int x = 0; x < piece->width - 1; x++) {
            enum openness top = openness_at(piece, x, y);
            enum openness beside = openness_at(piece, x + 1, y);
            if (top != IS_EITHER && beside != IS_EITHER && top != beside &&
                openness_at(piece, x + 1, y + 1) == top && openness_at(piece, x, y + 1) == beside)
                return refuse(checking, y, "two ways that meet at a corner only");
        }
    }
    return ERR_OK;
}

static bool is_wall(uint8_t cell)
{
    return cell == TILE_ROCK;
}

static bool is_good_door(const struct setpiece *piece, int x, int y)
{
    bool upright =
        openness_at(piece, x, y - 1) == IS_OPEN && openness_at(piece, x, y + 1) == IS_OPEN;
    bool level = openness_at(piece, x - 1, y) == IS_OPEN && openness_at(piece, x + 1, y) == IS_OPEN;

    return (upright && is_wall(cell_at(piece, x - 1, y)) && is_wall(cell_at(piece, x + 1, y))) ||
           (level && is_wall(cell_at(piece, x, y - 1)) && is_wall(cell_at(piece, x, y + 1)));
}

static bool is_gap_tile(uint8_t tile)
{
    return tile == TILE_WATER_DEEP || tile == TILE_CHASM;
}

/* True for deep water, a chasm, or a varied cell that may become one. */
static bool is_gap(const struct setpiece *piece, uint8_t cell)
{
    if (cell < SETPIECE_VARIED)
        return is_gap_tile(cell);
    const struct setpiece_vary *vary = &piece->vary[cell - SETPIECE_VARIED];
    for (int i = 0; i < vary->count; i++) {
        if (is_gap_tile(vary->choices[i].tile))
            return true;
    }
    return false;
}

/* Planks lie over one kind of gap, which they touch; the gate that lays them is a lever's. */
static enum err check_plank(const struct checking *checking, int x, int y)
{
    struct setpiece *piece = checking->piece;
    uint8_t gap = TILE_UNKNOWN;

    for (int i = 0; i < 4; i++) {
        uint8_t near = cell_at(piece, x + step_x[i], y + step_y[i]);
        gap = is_gap_tile(near) ? near : gap;
    }
    if (gap == TILE_UNKNOWN || (piece->has_planks && gap != piece->planks_shut))
        return refuse(checking, y, "a plank 'B' lies beside deep water, or all lie beside a chasm");
    if (piece->gate == SETPIECE_GATE_NONE)
        return refuse(checking, y, "a plank 'B' goes with a gate");
    piece->has_planks = true;
    piece->planks_shut = gap;
    return ERR_OK;
}

/* Nothing is below the last depth. */
static bool leads_nowhere(const struct setpiece *piece, uint8_t cell)
{
    bool has_chasm = cell == TILE_CHASM;

    for (int i = 0; cell >= SETPIECE_VARIED && i < piece->vary[cell - SETPIECE_VARIED].count; i++)
        has_chasm |= piece->vary[cell - SETPIECE_VARIED].choices[i].tile == TILE_CHASM;
    return has_chasm && piece->depth_last == DEPTH_MAX;
}

static enum err check_fittings(const struct checking *checking)
{
    const struct setpiece *piece = checking->piece;
    int stairs = 0;
    int planks = 0;

    for (int y = 0; y < piece->height; y++) {
        for (int x = 0; x < piece->width; x++) {
            uint8_t cell = cell_at(piece, x, y);
            stairs += cell == SETPIECE_STAIRS;
            planks += cell == SETPIECE_PLANK;
            if (cell == TILE_DOOR_CLOSED && !is_good_door(piece, x, y))
                return refuse(checking, y,
                              "a door 'D' stands between two walls, with two ways out");
            if (cell == SETPIECE_PLANK) {
                enum err error = check_plank(checking, x, y);
                if (error != ERR_OK)
                    return error;
            }
            if (piece->kind == SETPIECE_ARRIVAL && is_gap(piece, cell))
                return refuse(checking, y, "an arrival has neither deep water nor a chasm");
            if (leads_nowhere(piece, cell))
                return refuse(checking, y, "a chasm on depth %d would lead nowhere", DEPTH_MAX);
            if (cell == SETPIECE_LEAVE && !piece->is_open)
                return refuse(checking, y, "' ' is for drawings with an outer ring of floor");
        }
    }
    if (stairs != (piece->kind == SETPIECE_ARRIVAL))
        return refuse(checking, 0, "an arrival, and no other kind, has one staircase '<'");
    if (planks > SETPIECE_PLANKS_MAX)
        return refuse(checking, 0, "more than %d planks 'B'", SETPIECE_PLANKS_MAX);
    return ERR_OK;
}

enum err setpiece_check(struct setpiece *piece, int first, struct setpiece_fault *fault)
{
    struct checking checking = {piece, fault, first};
    enum err error = check_form(&checking);

    if (error == ERR_OK)
        error = check_fittings(&checking);
    if (error == ERR_OK)
        error = check_ways(&checking);
    if (error == ERR_OK)
        error = check_pinches(&checking);
    return error;
}
