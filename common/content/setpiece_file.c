/*
 * From text to a set piece: a table of words, each with its reader, then rows of symbols.
 */
#include "content/setpiece_file.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "content/theme.h"

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

/* The text that is left, and where it is. */
struct reading {
    const char *at;
    const char *end;
    char line[LINE_MAX_LENGTH + 1];
    int number; /* of the line */
    struct setpiece *piece;
    struct setpiece_fault *fault;
    unsigned given;  /* bits of words */
    bool holds_each; /* "holds 0 each" */
};

__attribute__((format(__printf__, 2, 3))) static enum err refuse(struct reading *reading,
                                                                 const char *format, ...)
{
    va_list list;

    reading->fault->line = reading->number > 0 ? reading->number : 1;
    va_start(list, format);
    vsnprintf(reading->fault->cause, sizeof reading->fault->cause, format, list);
    va_end(list);
    return ERR_FORMAT;
}

/* The next line without its line end. ERR_NOT_FOUND: there is none. */
static enum err next_line(struct reading *reading)
{
    size_t length = 0;

    if (reading->at == reading->end)
        return ERR_NOT_FOUND;
    reading->number++;
    for (; reading->at < reading->end && *reading->at != '\n'; reading->at++) {
        if (*reading->at < ' ' || *reading->at > '~')
            return refuse(reading, "a byte that is no printable ASCII character");
        if (length == LINE_MAX_LENGTH)
            return refuse(reading, "a line of more than %d characters", LINE_MAX_LENGTH);
        reading->line[length++] = *reading->at;
    }
    reading->line[length] = '\0';
    reading->at += reading->at < reading->end;
    return ERR_OK;
}

/* Cuts a comment and the spaces at the end off. */
static void strip(char *line)
{
    char *comment = line[0] == '#' ? line : strstr(line, "  #");
    size_t length = comment != NULL ? (size_t)(comment - line) : strlen(line);

    while (length > 0 && line[length - 1] == ' ')
        length--;
    line[length] = '\0';
}

/* A number from `low` to `high` at *text, which goes past it. */
static bool take_number(const char **text, int low, int high, int *out)
{
    int value = 0;
    const char *at = *text;

    while (*at >= '0' && *at <= '9' && at - *text < 5)
        value = value * 10 + (*at++ - '0');
    if (at == *text || value < low || value > high)
        return false;
    *text = at;
    *out = value;
    return true;
}

static enum err read_name(struct reading *reading, const char *value)
{
    if (*value == '\0' || strlen(value) > SETPIECE_NAME_MAX)
        return refuse(reading, "name: must be 1 to %d characters", SETPIECE_NAME_MAX);
    memcpy(reading->piece->name, value, strlen(value) + 1);
    return ERR_OK;
}

static enum err read_say(struct reading *reading, const char *value)
{
    if (*value == '\0' || strlen(value) > SETPIECE_SAY_MAX)
        return refuse(reading, "say: must be 1 to %d characters", SETPIECE_SAY_MAX);
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
    return refuse(reading, "kind: must be pocket, area, landmark or arrival");
}

static enum err read_depth(struct reading *reading, const char *value)
{
    int first;
    int last;

    if (!take_number(&value, 1, DEPTH_MAX, &first) || *value++ != '-' ||
        !take_number(&value, first, DEPTH_MAX, &last) || *value != '\0')
        return refuse(reading, "depth: must be two depths from 1 to %d, as 3-9", DEPTH_MAX);
    reading->piece->depth_first = (uint8_t)first;
    reading->piece->depth_last = (uint8_t)last;
    return ERR_OK;
}

static enum err read_weight(struct reading *reading, const char *value)
{
    int weight;

    if (!take_number(&value, 1, SETPIECE_WEIGHT_MAX, &weight) || *value != '\0')
        return refuse(reading, "weight: must be a number from 1 to %d", SETPIECE_WEIGHT_MAX);
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
            !take_number(&number, 2, SETPIECE_NEAR_MAX, &near) || *number != '\0')
            continue;
        reading->piece->gate = forms[i].gate;
        reading->piece->gate_near = (uint8_t)near;
        return ERR_OK;
    }
    return refuse(reading,
                  "gate: must be none, lever near R, plates 2 near R or key far, R from 2 to %d",
                  SETPIECE_NEAR_MAX);
}

static enum err read_holds(struct reading *reading, const char *value)
{
    if (strcmp(value, "0 each") != 0)
        return refuse(reading, "holds: must be 0 each");
    reading->holds_each = true;
    return ERR_OK;
}

static enum err read_turn(struct reading *reading, const char *value)
{
    reading->piece->is_fixed = strcmp(value, "no") == 0;
    if (!reading->piece->is_fixed && strcmp(value, "yes") != 0)
        return refuse(reading, "turn: must be yes or no");
    return ERR_OK;
}

static enum err read_ground(struct reading *reading, const char *value)
{
    reading->piece->needs_built = strcmp(value, "built") == 0;
    if (!reading->piece->needs_built && strcmp(value, "any") != 0)
        return refuse(reading, "ground: must be built or any");
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

/* "T:W", with the space before the next one. */
static bool take_choice(const char **text, struct setpiece_vary *vary)
{
    struct setpiece_choice *choice = &vary->choices[vary->count];
    int weight;

    if (!find_symbol(**text, &choice->tile) || choice->tile >= TILE_COUNT ||
        choice->tile == SETPIECE_LEAVE || choice->tile == TILE_CACHE ||
        choice->tile == TILE_DOOR_CLOSED || (*text)[1] != ':')
        return false;
    *text += 2;
    if (!take_number(text, 1, CHOICE_WEIGHT_MAX, &weight) || (**text != ' ' && **text != '\0'))
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
        return refuse(reading, "vary: more than %d lines", SETPIECE_VARY_MAX);
    struct setpiece_vary *vary = &piece->vary[piece->vary_count];
    *vary = (struct setpiece_vary){.is_for_all = strncmp(value, "all ", 4) == 0};
    value += vary->is_for_all ? 4 : 0;
    vary->symbol = *value;
    if (strncmp(value + (*value != '\0'), " = ", 3) != 0)
        return refuse(reading, "vary: must be a symbol, = and choices, as ? = ,:3 .:2");
    for (int i = 0; i < piece->vary_count; i++) {
        if (piece->vary[i].symbol == vary->symbol)
            return refuse(reading, "vary: '%c' comes twice", vary->symbol);
    }
    if (find_symbol(vary->symbol, &cell))
        return refuse(reading, "vary: '%c' has a meaning of its own", vary->symbol);
    value += 4;
    while (*value != '\0' && vary->count < SETPIECE_CHOICES_MAX && take_choice(&value, vary))
        continue;
    if (*value != '\0' || vary->count == 0)
        return refuse(reading, "vary: takes 1 to %d choices of terrain and weight, as ,:3",
                      SETPIECE_CHOICES_MAX);
    piece->vary_count++;
    return ERR_OK;
}

enum word { WORD_NAME, WORD_KIND, WORD_DEPTH, WORD_VARY, WORD_COUNT = 10 };

static const struct {
    const char *text;
    enum err (*read)(struct reading *reading, const char *value);
} word_table[WORD_COUNT] = {
    [WORD_NAME] = {"name", read_name},
    [WORD_KIND] = {"kind", read_kind},
    [WORD_DEPTH] = {"depth", read_depth},
    [WORD_VARY] = {"vary", read_vary},
    {"weight", read_weight},
    {"gate", read_gate},
    {"holds", read_holds},
    {"turn", read_turn},
    {"ground", read_ground},
    {"say", read_say},
};

static enum err read_word(struct reading *reading)
{
    const char *line = reading->line;
    size_t length = strcspn(line, " ");
    int word = 0;

    while (word < WORD_COUNT && (strlen(word_table[word].text) != length ||
                                 strncmp(word_table[word].text, line, length) != 0))
        word++;
    if (word == WORD_COUNT)
        return refuse(reading, "unknown word \"%.*s\"", (int)(length < 20 ? length : 20), line);
    if (word != WORD_VARY && (reading->given >> word & 1) != 0)
        return refuse(reading, "%s: comes twice", word_table[word].text);
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
    size_t length = strlen(reading->line);

    if (length < SETPIECE_SIDE_MIN || length > SETPIECE_SIDE_MAX)
        return refuse(reading, "map: a row has %d to %d symbols", SETPIECE_SIDE_MIN,
                      SETPIECE_SIDE_MAX);
    if (piece->height > 0 && length != piece->width)
        return refuse(reading, "map: this row has %zu symbols, the first has %d", length,
                      piece->width);
    if (piece->height == SETPIECE_SIDE_MAX)
        return refuse(reading, "map: more than %d rows", SETPIECE_SIDE_MAX);
    piece->width = (uint8_t)length;
    for (size_t x = 0; x < length; x++) {
        if (!read_symbol(piece, reading->line[x], &piece->cells[piece->height * length + x]))
            return refuse(reading, "map: '%c' is no symbol and has no vary line", reading->line[x]);
    }
    piece->height++;
    return ERR_OK;
}

static enum err read_map(struct reading *reading)
{
    enum err error;

    while ((error = next_line(reading)) == ERR_OK) {
        if (strcmp(reading->line, "end") == 0)
            break;
        error = read_row(reading);
        if (error != ERR_OK)
            return error;
    }
    if (error == ERR_NOT_FOUND)
        return refuse(reading, "map: no line \"end\" after it");
    if (error == ERR_OK && reading->piece->height < SETPIECE_SIDE_MIN)
        return refuse(reading, "map: fewer than %d rows", SETPIECE_SIDE_MIN);
    return error;
}

static enum err read_end(struct reading *reading)
{
    enum err error;

    while ((error = next_line(reading)) == ERR_OK) {
        strip(reading->line);
        if (reading->line[0] != '\0')
            return refuse(reading, "a line after the end of the map");
    }
    return error == ERR_NOT_FOUND ? ERR_OK : error;
}

static enum err read_words(struct reading *reading)
{
    enum err error;

    while ((error = next_line(reading)) == ERR_OK) {
        strip(reading->line);
        if (reading->line[0] == '\0')
            continue;
        if (strcmp(reading->line, "map") == 0)
            break;
        error = read_word(reading);
        if (error != ERR_OK)
            return error;
    }
    if (error == ERR_NOT_FOUND)
        return refuse(reading, "no line \"map\"");
    for (int word = WORD_NAME; error == ERR_OK && word <= WORD_DEPTH; word++) {
        if ((reading->given >> word & 1) == 0)
            return refuse(reading, "no line \"%s\" before the map", word_table[word].text);
    }
    return error;
}

/* Compares the words with the drawing. */
static enum err compare(struct reading *reading)
{
    const struct setpiece *piece = reading->piece;
    size_t cells = (size_t)piece->width * piece->height;

    for (int i = 0; i < piece->vary_count; i++) {
        if (memchr(piece->cells, SETPIECE_VARIED + i, cells) == NULL)
            return refuse(reading, "vary: '%c' is not on the map", piece->vary[i].symbol);
    }
    if (reading->holds_each != (memchr(piece->cells, TILE_CACHE, cells) != NULL))
        return refuse(reading, "holds: goes with a cache '0' on the map, and the other way round");
    if (piece->gate != SETPIECE_GATE_NONE && piece->kind != SETPIECE_POCKET)
        return refuse(reading, "gate: only a pocket has one");
    return ERR_OK;
}

enum err setpiece_read(const char *text, size_t length, struct setpiece *out,
                       struct setpiece_fault *fault)
{
    struct reading reading = {.at = text, .end = text + length, .piece = out, .fault = fault};

    *out = (struct setpiece){.weight = WEIGHT_STANDARD};
    if (length > SETPIECE_FILE_MAX)
        return refuse(&reading, "a file of more than %d bytes", SETPIECE_FILE_MAX);
    enum err error = read_words(&reading);
    int first = reading.number + 1;
    if (error == ERR_OK)
        error = read_map(&reading);
    if (error == ERR_OK)
        error = read_end(&reading);
    if (error == ERR_OK)
        error = compare(&reading);
    return error == ERR_OK ? setpiece_check(out, first, fault) : error;
}
