/*
 * Set pieces from their files. A table of words, each with its reader, takes the lines; rows of
 * symbols make the drawing, and the drawing is checked. A varied cell may become any of its
 * choices: it counts as closed where a way is looked for, and as open where it must not be cut off.
 */
#include "content/setpiece.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/hash.h"
#include "content/content_file.h"
#include "content/theme_file.h"

enum openness { IS_CLOSED, IS_OPEN, IS_EITHER };

struct checking {
    struct setpiece *piece;
    struct setpiece_fault *fault;
    int first; /* line number of the first row of the drawing */
};

__attribute__((format(__printf__, 3, 4))) static enum err refuse_at(const struct checking *checking,
                                                                    int y, const char *format, ...)
{
    va_list list;

    checking->fault->line = checking->first + y;
    va_start(list, format);
    vsnprintf(checking->fault->cause, sizeof checking->fault->cause, format, list);
    va_end(list);
    return ERR_FORMAT;
}

/* Returns the cell at (x, y); outside of the drawing, rock. */
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

/* Returns how open a cell is. A mouth is closed unless it is used; a doorway and planks count as
   open. */
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

/* True for a mouth in the outer wall with floor behind it and only wall beside it. */
static bool is_good_mouth(const struct setpiece *piece, int x, int y)
{
    int in_x = x == 0 ? 1 : x == piece->width - 1 ? -1 : 0;
    int in_y = y == 0 ? 1 : y == piece->height - 1 ? -1 : 0;

    return !is_corner(piece, x, y) && openness_at(piece, x + in_x, y + in_y) == IS_OPEN &&
           cell_at(piece, x + in_y, y + in_x) == TILE_ROCK &&
           cell_at(piece, x - in_y, y - in_x) == TILE_ROCK;
}

/* Checks the outer ring cell by cell, and counts mouths and doorways. */
static enum err check_ring(const struct checking *checking, int *mouths, int *doorways)
{
    const struct setpiece *piece = checking->piece;

    for (int y = 0; y < piece->height; y++) {
        for (int x = 0; x < piece->width; x++) {
            uint8_t cell = cell_at(piece, x, y);
            bool is_way = cell == SETPIECE_MOUTH || cell == SETPIECE_DOORWAY;
            if (is_way && !is_on_ring(piece, x, y))
                return refuse_at(checking, y, "a mouth or doorway that is not in the outer wall");
            if (!is_on_ring(piece, x, y))
                continue;
            *mouths += cell == SETPIECE_MOUTH;
            *doorways += cell == SETPIECE_DOORWAY;
            if (piece->is_open ? cell != TILE_FLOOR
                               : !is_way && cell != TILE_ROCK && cell != TILE_TORCH)
                return refuse_at(checking, y,
                                 piece->is_open ? "the outer ring is floor in some places only"
                                                : "the outer wall has a gap");
            if (is_way && !is_good_mouth(piece, x, y))
                return refuse_at(checking, y,
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
    bool has_doorway = setpiece_has_doorway(piece->kind);
    if (has_doorway && (piece->is_open || doorways != 1 || mouths != 0))
        return refuse_at(checking, 0, "a %s has one doorway 'G' in its outer wall",
                         setpiece_kind_name(piece->kind));
    if (!has_doorway && doorways != 0)
        return refuse_at(checking, 0, "only a pocket, lair or vault has a doorway 'G'");
    if (piece->kind == SETPIECE_ARRIVAL && !piece->is_open)
        return refuse_at(checking, 0, "an arrival has an outer ring of floor");
    if (!has_doorway && !piece->is_open && mouths == 0)
        return refuse_at(checking, 0, "no mouth '+' in the outer wall");
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
                return refuse_at(checking, y, "what can be walked is not one piece");
            if (openness == IS_EITHER && !touches(piece, x, y, IS_OPEN))
                return refuse_at(checking, y, "a varied cell that may be cut off");
        }
    }
    return has_begun ? ERR_OK : refuse_at(checking, 0, "nothing to walk on");
}

/* Refuses two ways that meet only at a corner. Varied cells are checked once their choice is
   drawn. */
static enum err check_pinches(const struct checking *checking)
{
    const struct setpiece *piece = checking->piece;

    for (int y = 0; y < piece->height - 1; y++) {
        for (int x = 0; x < piece->width - 1; x++) {
            enum openness top = openness_at(piece, x, y);
            enum openness beside = openness_at(piece, x + 1, y);
            if (top != IS_EITHER && beside != IS_EITHER && top != beside &&
                openness_at(piece, x + 1, y + 1) == top && openness_at(piece, x, y + 1) == beside)
                return refuse_at(checking, y, "two ways that meet at a corner only");
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

/* True for deep water, a chasm, or a varied cell that may become such a gap. */
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

/* Checks a plank: it touches a gap, all planks lie over one kind of gap, and the gate that lays
   them has a lever. */
static enum err check_plank(const struct checking *checking, int x, int y)
{
    struct setpiece *piece = checking->piece;
    uint8_t gap = TILE_UNKNOWN;

    for (int i = 0; i < 4; i++) {
        uint8_t near = cell_at(piece, x + step_x[i], y + step_y[i]);
        gap = is_gap_tile(near) ? near : gap;
    }
    if (gap == TILE_UNKNOWN || (piece->has_planks && gap != piece->planks_shut))
        return refuse_at(checking, y,
                         "a plank 'B' lies beside deep water, or all lie beside a chasm");
    if (piece->gate == SETPIECE_GATE_NONE)
        return refuse_at(checking, y, "a plank 'B' goes with a gate");
    piece->has_planks = true;
    piece->planks_shut = gap;
    return ERR_OK;
}

/* True on the last depth for a chasm, or a varied cell that may become one. */
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
                return refuse_at(checking, y,
                                 "a door 'D' stands between two walls, with two ways out");
            if (cell == SETPIECE_PLANK) {
                enum err error = check_plank(checking, x, y);
                if (error != ERR_OK)
                    return error;
            }
            if (piece->kind == SETPIECE_ARRIVAL && is_gap(piece, cell))
                return refuse_at(checking, y, "an arrival has neither deep water nor a chasm");
            if (leads_nowhere(piece, cell))
                return refuse_at(checking, y, "a chasm on depth %d would lead nowhere", DEPTH_MAX);
            if (cell == SETPIECE_LEAVE && !piece->is_open)
                return refuse_at(checking, y, "' ' is for drawings with an outer ring of floor");
        }
    }
    if (stairs != (piece->kind == SETPIECE_ARRIVAL))
        return refuse_at(checking, 0, "an arrival, and no other kind, has one staircase '<'");
    if (planks > SETPIECE_PLANKS_MAX)
        return refuse_at(checking, 0, "more than %d planks 'B'", SETPIECE_PLANKS_MAX);
    return ERR_OK;
}

/* Checks the drawing, and sets the fields that follow from it: the second half of setpiece_read().
   `first` is the line of the drawing's first row. */
static enum err setpiece_check(struct setpiece *piece, int first, struct setpiece_fault *fault)
{
    struct checking checking = {piece, fault, first};
    enum err error;

    if ((error = check_form(&checking)) != ERR_OK ||
        (error = check_fittings(&checking)) != ERR_OK || (error = check_ways(&checking)) != ERR_OK)
        return error;
    return check_pinches(&checking);
}

enum { LINE_MAX_LENGTH = 120, WEIGHT_STANDARD = 10, CHOICE_WEIGHT_MAX = 99 };

struct legend_row {
    char symbol;
    uint8_t cell;
};

static const struct legend_row legend_table[] = {
    {' ', SETPIECE_LEAVE},   {'#', TILE_ROCK},      {'.', TILE_FLOOR},       {'~', TILE_WATER_DEEP},
    {':', TILE_CHASM},       {'=', TILE_BRIDGE},    {',', TILE_SHALLOWS},    {'`', TILE_GRASS},
    {'}', TILE_THICKET},     {';', TILE_RUBBLE},    {'8', TILE_STATUE},      {'*', TILE_BRAZIER},
    {'6', TILE_BOOKCASE},    {'T', TILE_TORCH},     {'_', TILE_SHRINE},      {'0', TILE_CACHE},
    {'D', TILE_DOOR_CLOSED}, {'+', SETPIECE_MOUTH}, {'G', SETPIECE_DOORWAY}, {'B', SETPIECE_PLANK},
    {'<', SETPIECE_STAIRS},
};

struct reading {
    struct content_file file;
    struct setpiece *piece;
    unsigned given; /* the words read so far, a bit each */
};

static enum err read_name(struct reading *reading, const char *value)
{
    if (*value == '\0' || strlen(value) > SETPIECE_NAME_MAX)
        return content_refuse(&reading->file, "name: must be 1 to %d characters",
                              SETPIECE_NAME_MAX);
    memcpy(reading->piece->name, value, strlen(value) + 1);
    return ERR_OK;
}

static enum err read_say(struct reading *reading, const char *value)
{
    if (*value == '\0' || strlen(value) > SETPIECE_SAY_MAX)
        return content_refuse(&reading->file, "say: must be 1 to %d characters", SETPIECE_SAY_MAX);
    memcpy(reading->piece->say, value, strlen(value) + 1);
    return ERR_OK;
}

static enum err read_kind(struct reading *reading, const char *value)
{
    for (int kind = 0; kind < SETPIECE_KIND_COUNT; kind++) {
        reading->piece->kind = (enum setpiece_kind)kind;
        if (strcmp(value, setpiece_kind_name(reading->piece->kind)) == 0)
            return ERR_OK;
    }
    return content_refuse(&reading->file,
                          "kind: must be pocket, area, landmark, arrival, lair, vault or hall");
}

static enum err read_depth(struct reading *reading, const char *value)
{
    int first;
    int last;

    if (!content_take_number(&value, 1, DEPTH_MAX, &first) || *value++ != '-' ||
        !content_take_number(&value, first, DEPTH_MAX, &last) || *value != '\0')
        return content_refuse(&reading->file, "depth: must be two depths from 1 to %d, as 3-9",
                              DEPTH_MAX);
    reading->piece->depth_first = (uint8_t)first;
    reading->piece->depth_last = (uint8_t)last;
    return ERR_OK;
}

static enum err read_weight(struct reading *reading, const char *value)
{
    int weight;

    if (!content_take_number(&value, 1, SETPIECE_WEIGHT_MAX, &weight) || *value != '\0')
        return content_refuse(&reading->file, "weight: must be a number from 1 to %d",
                              SETPIECE_WEIGHT_MAX);
    reading->piece->weight = (uint16_t)weight;
    return ERR_OK;
}

static enum err read_gate(struct reading *reading, const char *value)
{
    static const struct {
        const char *words;
        enum setpiece_gate gate;
    } forms[] = {{"lever near ", SETPIECE_GATE_LEVER}, {"plates 2 near ", SETPIECE_GATE_PLATES}};
    int near;

    if (strcmp(value, "none") == 0)
        return ERR_OK;
    if (strcmp(value, "key far") == 0) {
        reading->piece->gate = SETPIECE_GATE_KEY;
        return ERR_OK;
    }
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        size_t length = strlen(forms[i].words);
        const char *number = value + length;
        if (strncmp(value, forms[i].words, length) != 0 ||
            !content_take_number(&number, 2, SETPIECE_NEAR_MAX, &near) || *number != '\0')
            continue;
        reading->piece->gate = forms[i].gate;
        reading->piece->gate_near = (uint8_t)near;
        return ERR_OK;
    }
    return content_refuse(
        &reading->file,
        "gate: must be none, lever near R, plates 2 near R or key far, R from 2 to %d",
        SETPIECE_NEAR_MAX);
}

static enum err read_holds(struct reading *reading, const char *value)
{
    static const char shared[] = "0 shared ";
    const char *number = value + sizeof shared - 1;
    int minutes;

    if (strcmp(value, "0 each") == 0)
        return ERR_OK;
    if (strncmp(value, shared, sizeof shared - 1) != 0 ||
        !content_take_number(&number, 1, SETPIECE_REFILL_MAX, &minutes) || strcmp(number, "m") != 0)
        return content_refuse(&reading->file,
                              "holds: must be 0 each or 0 shared Nm, N minutes from 1 to %d",
                              SETPIECE_REFILL_MAX);
    reading->piece->refill = (uint16_t)minutes;
    return ERR_OK;
}

static enum err read_turn(struct reading *reading, const char *value)
{
    reading->piece->is_fixed = strcmp(value, "no") == 0;
    if (!reading->piece->is_fixed && strcmp(value, "yes") != 0)
        return content_refuse(&reading->file, "turn: must be yes or no");
    return ERR_OK;
}

static enum err read_ground(struct reading *reading, const char *value)
{
    reading->piece->needs_built = strcmp(value, "built") == 0;
    if (!reading->piece->needs_built && strcmp(value, "any") != 0)
        return content_refuse(&reading->file, "ground: must be built or any");
    return ERR_OK;
}

static bool find_symbol(char symbol, uint8_t *out)
{
    for (size_t i = 0; i < sizeof legend_table / sizeof legend_table[0]; i++) {
        if (legend_table[i].symbol == symbol) {
            *out = legend_table[i].cell;
            return true;
        }
    }
    return false;
}

/* Reads a choice such as "T:W" and the space before it. */
static bool take_choice(const char **text, struct setpiece_vary *vary)
{
    struct setpiece_choice *choice = &vary->choices[vary->count];
    int weight;

    if (!find_symbol(**text, &choice->tile) || choice->tile >= TILE_COUNT ||
        choice->tile == SETPIECE_LEAVE || choice->tile == TILE_CACHE ||
        choice->tile == TILE_DOOR_CLOSED || (*text)[1] != ':')
        return false;
    *text += 2;
    if (!content_take_number(text, 1, CHOICE_WEIGHT_MAX, &weight) ||
        (**text != ' ' && **text != '\0'))
        return false;
    while (**text == ' ')
        ++*text;
    choice->weight = (uint8_t)weight;
    vary->weight = (uint16_t)(vary->weight + weight);
    vary->count++;
    return true;
}

static enum err read_vary(struct reading *reading, const char *value)
{
    struct setpiece *piece = reading->piece;
    uint8_t cell;

    if (piece->vary_count == SETPIECE_VARY_MAX)
        return content_refuse(&reading->file, "vary: more than %d lines", SETPIECE_VARY_MAX);
    struct setpiece_vary *vary = &piece->vary[piece->vary_count];
    *vary = (struct setpiece_vary){.is_for_all = strncmp(value, "all ", 4) == 0};
    value += vary->is_for_all ? 4 : 0;
    vary->symbol = *value;
    if (strncmp(value + (*value != '\0'), " = ", 3) != 0)
        return content_refuse(&reading->file,
                              "vary: must be a symbol, = and choices, as ? = ,:3 .:2");
    for (int i = 0; i < piece->vary_count; i++) {
        if (piece->vary[i].symbol == vary->symbol)
            return content_refuse(&reading->file, "vary: '%c' comes twice", vary->symbol);
    }
    if (find_symbol(vary->symbol, &cell))
        return content_refuse(&reading->file, "vary: '%c' has a meaning of its own", vary->symbol);
    value += 4;
    while (*value != '\0' && vary->count < SETPIECE_CHOICES_MAX && take_choice(&value, vary))
        continue;
    if (*value != '\0' || vary->count == 0)
        return content_refuse(&reading->file,
                              "vary: takes 1 to %d choices of terrain and weight, as ,:3",
                              SETPIECE_CHOICES_MAX);
    piece->vary_count++;
    return ERR_OK;
}

enum word { WORD_NAME, WORD_KIND, WORD_DEPTH, WORD_VARY, WORD_HOLDS, WORD_COUNT = 10 };

static const struct {
    const char *text;
    enum err (*read)(struct reading *reading, const char *value);
} word_table[WORD_COUNT] = {
    [WORD_NAME] = {"name", read_name},
    [WORD_KIND] = {"kind", read_kind},
    [WORD_DEPTH] = {"depth", read_depth},
    [WORD_VARY] = {"vary", read_vary},
    [WORD_HOLDS] = {"holds", read_holds},
    {"weight", read_weight},
    {"gate", read_gate},
    {"turn", read_turn},
    {"ground", read_ground},
    {"say", read_say},
};

static enum err read_word(struct reading *reading)
{
    const char *line = reading->file.line;
    size_t length = strcspn(line, " ");
    int word = 0;

    while (word < WORD_COUNT && (strlen(word_table[word].text) != length ||
                                 strncmp(word_table[word].text, line, length) != 0))
        word++;
    if (word == WORD_COUNT)
        return content_refuse(&reading->file, "unknown word \"%.*s\"",
                              (int)(length < 20 ? length : 20), line);
    if (word != WORD_VARY && (reading->given >> word & 1) != 0)
        return content_refuse(&reading->file, "%s: comes twice", word_table[word].text);
    reading->given |= 1u << word;
    const char *value = line + length;
    while (*value == ' ')
        value++;
    return word_table[word].read(reading, value);
}

static bool read_symbol(const struct setpiece *piece, char symbol, uint8_t *out)
{
    for (int i = 0; i < piece->vary_count; i++) {
        if (piece->vary[i].symbol == symbol) {
            *out = (uint8_t)(SETPIECE_VARIED + i);
            return true;
        }
    }
    return find_symbol(symbol, out);
}

static enum err read_row(struct reading *reading)
{
    struct setpiece *piece = reading->piece;
    size_t length = strlen(reading->file.line);

    if (length < SETPIECE_SIDE_MIN || length > SETPIECE_SIDE_MAX)
        return content_refuse(&reading->file, "map: a row has %d to %d symbols", SETPIECE_SIDE_MIN,
                              SETPIECE_SIDE_MAX);
    if (piece->height > 0 && length != piece->width)
        return content_refuse(&reading->file, "map: this row has %zu symbols, the first has %d",
                              length, piece->width);
    if (piece->height == SETPIECE_SIDE_MAX)
        return content_refuse(&reading->file, "map: more than %d rows", SETPIECE_SIDE_MAX);
    piece->width = (uint8_t)length;
    for (size_t x = 0; x < length; x++) {
        if (!read_symbol(piece, reading->file.line[x], &piece->cells[piece->height * length + x]))
            return content_refuse(&reading->file, "map: '%c' is no symbol and has no vary line",
                                  reading->file.line[x]);
    }
    piece->height++;
    return ERR_OK;
}

static enum err read_map(struct reading *reading)
{
    enum err error;

    while ((error = content_next_row(&reading->file)) == ERR_OK) {
        if (strcmp(reading->file.line, "end") == 0)
            break;
        error = read_row(reading);
        if (error != ERR_OK)
            return error;
    }
    if (error == ERR_NOT_FOUND)
        return content_refuse(&reading->file, "map: no line \"end\" after it");
    if (error == ERR_OK && reading->piece->height < SETPIECE_SIDE_MIN)
        return content_refuse(&reading->file, "map: fewer than %d rows", SETPIECE_SIDE_MIN);
    return error;
}

static enum err read_end(struct reading *reading)
{
    enum err error = content_next_line(&reading->file);

    if (error == ERR_OK)
        return content_refuse(&reading->file, "a line after the end of the map");
    return error == ERR_NOT_FOUND ? ERR_OK : error;
}

static enum err read_words(struct reading *reading)
{
    enum err error;

    while ((error = content_next_line(&reading->file)) == ERR_OK) {
        if (strcmp(reading->file.line, "map") == 0)
            break;
        error = read_word(reading);
        if (error != ERR_OK)
            return error;
    }
    if (error == ERR_NOT_FOUND)
        return content_refuse(&reading->file, "no line \"map\"");
    for (int word = WORD_NAME; error == ERR_OK && word <= WORD_DEPTH; word++) {
        if ((reading->given >> word & 1) == 0)
            return content_refuse(&reading->file, "no line \"%s\" before the map",
                                  word_table[word].text);
    }
    return error;
}

/* Checks that the words and the drawing agree. */
static enum err compare(struct reading *reading)
{
    struct setpiece *piece = reading->piece;
    size_t cells = (size_t)piece->width * piece->height;
    uint8_t *found = memchr(piece->cells, TILE_CACHE, cells);

    for (int i = 0; i < piece->vary_count; i++) {
        if (memchr(piece->cells, SETPIECE_VARIED + i, cells) == NULL)
            return content_refuse(&reading->file, "vary: '%c' is not on the map",
                                  piece->vary[i].symbol);
    }
    if ((reading->given >> WORD_HOLDS & 1) != (found != NULL))
        return content_refuse(&reading->file,
                              "holds: goes with a cache '0' on the map, and the other way round");
    piece->has_finds = found != NULL;
    for (int hoards = 0; found != NULL && piece->refill > 0; hoards++) {
        if (hoards == SETPIECE_HOARDS_MAX)
            return content_refuse(&reading->file, "holds: more than %d hoards '0'",
                                  SETPIECE_HOARDS_MAX);
        *found++ = TILE_HOARD;
        found = memchr(found, TILE_CACHE, (size_t)(piece->cells + cells - found));
    }
    if (piece->gate != SETPIECE_GATE_NONE && piece->kind != SETPIECE_POCKET)
        return content_refuse(&reading->file, "gate: only a pocket has one");
    return ERR_OK;
}

enum err setpiece_read(const char *text, size_t length, struct setpiece *out,
                       struct setpiece_fault *fault)
{
    struct reading reading = {.file = {.at = text,
                                       .end = text + length,
                                       .line_max = LINE_MAX_LENGTH,
                                       .out_line = &fault->line,
                                       .cause = fault->cause},
                              .piece = out};

    *out = (struct setpiece){.weight = WEIGHT_STANDARD};
    if (length > CONTENT_FILE_MAX)
        return content_refuse(&reading.file, "a file of more than %d bytes", CONTENT_FILE_MAX);
    enum err error = read_words(&reading);
    int first = reading.file.number + 1;
    if (error == ERR_OK)
        error = read_map(&reading);
    if (error == ERR_OK)
        error = read_end(&reading);
    if (error == ERR_OK)
        error = compare(&reading);
    return error == ERR_OK ? setpiece_check(out, first, fault) : error;
}

bool setpiece_has_doorway(enum setpiece_kind kind)
{
    return kind == SETPIECE_POCKET || kind == SETPIECE_LAIR || kind == SETPIECE_VAULT;
}

static const char *const kind_names[SETPIECE_KIND_COUNT] = {
    [SETPIECE_POCKET] = "pocket",   [SETPIECE_AREA] = "area", [SETPIECE_LANDMARK] = "landmark",
    [SETPIECE_ARRIVAL] = "arrival", [SETPIECE_LAIR] = "lair", [SETPIECE_VAULT] = "vault",
    [SETPIECE_HALL] = "hall",
};

const char *setpiece_kind_name(enum setpiece_kind kind)
{
    CHECK((unsigned)kind < SETPIECE_KIND_COUNT);
    return kind_names[kind];
}

bool setpiece_is_at(const struct setpiece *piece, int depth)
{
    return depth >= piece->depth_first && depth <= piece->depth_last;
}

const struct setpiece *setpieces_find(const struct setpieces *pieces, const char *name)
{
    for (size_t i = 0; i < pieces->count; i++) {
        if (strcmp(pieces->rows[i].name, name) == 0)
            return &pieces->rows[i];
    }
    return NULL;
}

const struct themes *setpieces_themes(const struct setpieces *pieces)
{
    return pieces != NULL ? pieces->themes : NULL;
}

void setpieces_release(struct setpieces *pieces)
{
    free(pieces->rows);
    free(pieces->themes);
    *pieces = (struct setpieces){0};
}

/* Refuses two files of one name, since readers could not tell them apart. */
static enum err refuse_name_twice(const struct setpieces *pieces, struct setpiece_fault *out_fault)
{
    const struct setpiece *last = &pieces->rows[pieces->count - 1];
    const struct setpiece *found = setpieces_find(pieces, last->name);

    if (found == last)
        return ERR_OK;
    out_fault->line = 1;
    snprintf(out_fault->cause, sizeof out_fault->cause, "the name is that of %s", found->file);
    return ERR_FORMAT;
}

static enum err add_piece(struct setpieces *out, const struct setpiece_text *text,
                          struct setpiece_fault *out_fault)
{
    struct setpiece *row = &out->rows[out->count++];
    enum err error = setpiece_read(text->text, text->length, row, out_fault);

    snprintf(row->file, sizeof row->file, "%s", text->file);
    return error == ERR_OK ? refuse_name_twice(out, out_fault) : error;
}

/* Refuses a theme if another one has one of its depths or its name. */
static enum err refuse_theme_twice(const struct themes *themes, struct setpiece_fault *out_fault)
{
    const struct host_theme *last = &themes->rows[themes->count - 1];

    for (size_t i = 0; i + 1 < themes->count; i++) {
        const struct host_theme *other = &themes->rows[i];
        bool has_depth = other->adds_names == last->adds_names &&
                         other->row.depth_first <= last->depth_last &&
                         last->row.depth_first <= other->depth_last;
        if (!has_depth && strcmp(other->row.name, last->row.name) != 0)
            continue;
        out_fault->line = 1;
        snprintf(out_fault->cause, sizeof out_fault->cause, "the %s that of %s",
                 has_depth ? "depth is also" : "name is", other->file);
        return ERR_FORMAT;
    }
    return ERR_OK;
}

static enum err add_theme(struct setpieces *out, const struct setpiece_text *text,
                          struct setpiece_fault *out_fault)
{
    if (out->themes == NULL)
        out->themes = calloc(1, sizeof *out->themes);
    if (out->themes == NULL)
        return ERR_MEMORY;
    if (out->themes->count == HOST_THEMES_MAX) {
        out_fault->line = 1;
        snprintf(out_fault->cause, sizeof out_fault->cause, "more than %d themes", HOST_THEMES_MAX);
        return ERR_FORMAT;
    }
    struct host_theme *theme = &out->themes->rows[out->themes->count++];
    enum err error =
        theme_file_read(text->text, text->length, theme, &out_fault->line, out_fault->cause);
    snprintf(theme->file, sizeof theme->file, "%s", text->file);
    return error == ERR_OK ? refuse_theme_twice(out->themes, out_fault) : error;
}

enum err setpieces_read(const struct setpiece_text *texts, size_t count, struct setpieces *out,
                        struct setpiece_fault *out_fault)
{
    struct hash hash;
    enum err error = ERR_OK;

    *out = (struct setpieces){0};
    *out_fault = (struct setpiece_fault){0};
    if (count > SETPIECES_MAX)
        return ERR_TOO_BIG;
    out->rows = calloc(count + 1, sizeof *out->rows);
    if (out->rows == NULL)
        return ERR_MEMORY;
    hash_init(&hash);
    for (size_t i = 0; i < count && error == ERR_OK; i++) {
        out_fault->file = texts[i].file;
        error = theme_file_is(texts[i].text, texts[i].length)
                    ? add_theme(out, &texts[i], out_fault)
                    : add_piece(out, &texts[i], out_fault);
        hash_bytes(&hash, texts[i].file, strlen(texts[i].file) + 1);
        hash_bytes(&hash, texts[i].text, texts[i].length);
    }
    out->hash = hash.value;
    if (error != ERR_OK)
        setpieces_release(out);
    return error;
}

enum err setpieces_read_beside(const struct setpiece_text *texts, size_t count,
                               struct setpieces *out, struct setpiece_fault *out_fault)
{
    struct setpiece_text all[SETPIECES_MAX];
    size_t builtin = 0;

    *out = (struct setpieces){0};
    while (setpiece_texts[builtin].file != NULL && builtin < SETPIECES_MAX) {
        all[builtin] = setpiece_texts[builtin];
        builtin++;
    }
    if (count > SETPIECES_MAX - builtin)
        return ERR_TOO_BIG;
    if (count > 0)
        memcpy(all + builtin, texts, count * sizeof *texts);
    return setpieces_read(all, builtin + count, out, out_fault);
}

enum err setpieces_builtin(struct setpieces *out)
{
    struct setpiece_fault fault;
    enum err error = setpieces_read_beside(NULL, 0, out, &fault);

    CHECK(error == ERR_OK || error == ERR_MEMORY);
    return error;
}
