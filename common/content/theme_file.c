/*
 * Themes as text: a line is a word and its value. Words that a row keeps are copied behind each
 * other into the room of its theme.
 */
#include "content/theme_file.h"

#include <string.h>

#include "content/content_file.h"

enum {
    SIDE_MAX = 1024,
    WEIGHT_MAX = 1000,
    GROWTH_MAX = 100,
    VALUE_MAX = 100000,
};

struct reading {
    struct content_file file;
    struct host_theme *theme;
    unsigned given; /* words read so far, a bit each */
    int plans;
    int names;
};

/* Copies a word into the theme's memory for words; NULL: that is full. */
static const char *keep(struct reading *reading, const char *word, size_t length)
{
    struct host_theme *theme = reading->theme;
    char *kept = theme->words + theme->words_used;

    if (length >= sizeof theme->words - theme->words_used)
        return NULL;
    memcpy(kept, word, length);
    kept[length] = '\0';
    theme->words_used += length + 1;
    return kept;
}

static enum err keep_name(struct reading *reading, const char *word, const char *value,
                          const char **out)
{
    size_t length = strlen(value);

    if (length == 0 || length > THEME_NAME_MAX)
        return content_refuse(&reading->file, "%s: must be 1 to %d characters", word,
                              THEME_NAME_MAX);
    *out = keep(reading, value, length);
    return *out != NULL ? ERR_OK
                        : content_refuse(&reading->file, "%s: too many words in one theme", word);
}

static enum err read_theme(struct reading *reading, const char *value)
{
    return keep_name(reading, "theme", value, &reading->theme->row.name);
}

static enum err read_depth(struct reading *reading, const char *value)
{
    int first;
    int last;

    if (!content_take_number(&value, 1, DEPTH_MAX, &first) || *value++ != '-' ||
        !content_take_number(&value, first, DEPTH_MAX, &last) || *value != '\0')
        return content_refuse(&reading->file, "depth: must be two depths from 1 to %d, as 3-9",
                              DEPTH_MAX);
    reading->theme->row.depth_first = (uint16_t)first;
    reading->theme->depth_last = (uint16_t)last;
    return ERR_OK;
}

static enum err read_tint(struct reading *reading, const char *value)
{
    static const char *const tints[THEME_TINT_COUNT] = {
        [THEME_TINT_STONE] = "stone",     [THEME_TINT_BRICK] = "brick",
        [THEME_TINT_EARTH] = "earth",     [THEME_TINT_MOSS] = "moss",
        [THEME_TINT_CRYSTAL] = "crystal", [THEME_TINT_BONE] = "bone",
    };

    for (int tint = 0; tint < THEME_TINT_COUNT; tint++) {
        reading->theme->row.tint = (enum theme_tint)tint;
        if (strcmp(value, tints[tint]) == 0)
            return ERR_OK;
    }
    return content_refuse(&reading->file,
                          "tint: must be stone, brick, earth, moss, crystal or bone");
}

static bool take_size(const char **text, int16_t *out_width, int16_t *out_height)
{
    int width;
    int height;

    if (!content_take_number(text, 1, SIDE_MAX, &width) || *(*text)++ != 'x' ||
        !content_take_number(text, 1, SIDE_MAX, &height))
        return false;
    *out_width = (int16_t)width;
    *out_height = (int16_t)height;
    return true;
}

static enum err read_size(struct reading *reading, const char *value)
{
    struct theme_row *row = &reading->theme->row;

    if (!take_size(&value, &row->width, &row->height) || *value != '\0')
        return content_refuse(&reading->file, "size: must be width and height in cells, as 100x57");
    return ERR_OK;
}

static enum err read_growth(struct reading *reading, const char *value)
{
    struct theme_growth *growth = &reading->theme->row.growth;
    const struct {
        const char *word;
        uint8_t *out;
    } parts[] = {{"grass ", &growth->grass},
                 {"rubble ", &growth->rubble},
                 {"puddles ", &growth->puddles},
                 {"thickets ", &growth->thickets}};
    int number = 0;

    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        size_t length = strlen(parts[i].word);
        value += strspn(value, " ");
        const char *digits = value + length;
        if (strncmp(value, parts[i].word, length) != 0 ||
            !content_take_number(&digits, 0, GROWTH_MAX, &number))
            return content_refuse(&reading->file,
                                  "growth: must be grass N rubble N puddles N thickets N, "
                                  "N from 0 to %d",
                                  GROWTH_MAX);
        *parts[i].out = (uint8_t)number;
        value = digits;
    }
    return *value == '\0' ? ERR_OK
                          : content_refuse(&reading->file, "growth: more behind the thickets");
}

/* Reads "NAME=VALUE" of `length` characters. */
static enum err read_setting(struct reading *reading, const char *text, size_t length,
                             struct theme_setting *out)
{
    size_t name = strcspn(text, "=");
    const char *digits = text + name + 1;
    int value;

    if (name == 0 || name >= length || !content_take_number(&digits, 0, VALUE_MAX, &value) ||
        digits != text + length)
        return content_refuse(&reading->file, "plan: a parameter must be NAME=VALUE, not \"%.*s\"",
                              (int)(length < 30 ? length : 30), text);
    out->knob = keep(reading, text, name);
    out->value = value;
    return out->knob != NULL ? ERR_OK
                             : content_refuse(&reading->file, "plan: too many words in one theme");
}

static enum err read_plan(struct reading *reading, const char *value)
{
    struct theme_plan *plan = &reading->theme->row.plans[reading->plans];
    int settings = 0;
    bool is_first = true;

    if (reading->plans == THEME_PLANS_MAX)
        return content_refuse(&reading->file, "plan: more than %d", THEME_PLANS_MAX);
    reading->theme->plan_lines[reading->plans++] = reading->file.number;
    if (!content_take_number(&value, 1, WEIGHT_MAX, &plan->weight) || *value != ' ')
        return content_refuse(
            &reading->file, "plan: must begin with a weight from 1 to %d and a style", WEIGHT_MAX);
    value += strspn(value, " ");
    size_t length = strcspn(value, " ");
    plan->style = length > 0 ? keep(reading, value, length) : NULL;
    if (plan->style == NULL)
        return content_refuse(&reading->file, "plan: must have a style behind its weight");
    for (value += length; *value != '\0'; is_first = false) {
        value += strspn(value, " ");
        length = strcspn(value, " ");
        const char *end = value;
        if (is_first && take_size(&end, &plan->width, &plan->height) && end == value + length) {
            value = end;
            continue;
        }
        plan->width = is_first ? 0 : plan->width;
        plan->height = is_first ? 0 : plan->height;
        if (settings == THEME_SETTINGS_MAX)
            return content_refuse(&reading->file, "plan: more than %d parameters",
                                  THEME_SETTINGS_MAX);
        enum err error = read_setting(reading, value, length, &plan->settings[settings++]);
        if (error != ERR_OK)
            return error;
        value += length;
    }
    return ERR_OK;
}

static enum err read_level(struct reading *reading, const char *value)
{
    if (reading->names == THEME_LEVEL_NAMES)
        return content_refuse(&reading->file, "level: more than %d names", THEME_LEVEL_NAMES);
    return keep_name(reading, "level", value, &reading->theme->row.level_names[reading->names++]);
}

enum word { WORD_THEME, WORD_DEPTH, WORD_SIZE, WORD_PLAN, WORD_LEVEL, WORD_COUNT = 7 };

static const struct {
    const char *text;
    enum err (*read)(struct reading *reading, const char *value);
} word_table[WORD_COUNT] = {
    [WORD_THEME] = {"theme", read_theme},
    [WORD_DEPTH] = {"depth", read_depth},
    [WORD_SIZE] = {"size", read_size},
    [WORD_PLAN] = {"plan", read_plan},
    [WORD_LEVEL] = {"level", read_level},
    {"tint", read_tint},
    {"growth", read_growth},
};

static enum err read_line(struct reading *reading)
{
    size_t length = strcspn(reading->file.line, " ");
    const char *value = reading->file.line + length + strspn(reading->file.line + length, " ");
    int word = 0;

    while (word < WORD_COUNT && (strlen(word_table[word].text) != length ||
                                 strncmp(word_table[word].text, reading->file.line, length) != 0))
        word++;
    if (word == WORD_COUNT)
        return content_refuse(&reading->file, "unknown word \"%.*s\"",
                              (int)(length < 20 ? length : 20), reading->file.line);
    if (word != WORD_PLAN && word != WORD_LEVEL && (reading->given >> word & 1) != 0)
        return content_refuse(&reading->file, "%s: comes twice", word_table[word].text);
    reading->given |= 1u << word;
    return word_table[word].read(reading, value);
}

/* Appends the file's names to those of the built-in theme. */
static enum err add_names(struct reading *reading)
{
    struct host_theme *theme = reading->theme;
    struct theme_row named = theme->row;
    int last;
    int count = 0;

    if ((reading->given & ~(1u << WORD_THEME | 1u << WORD_LEVEL)) != 0)
        return content_refuse(&reading->file,
                              "no line \"depth\": without it there are names of levels alone");
    const struct theme_row *built_in = theme_find(theme->row.name, &last);
    if (built_in == NULL)
        return content_refuse(&reading->file,
                              "theme: none of that name is built in, so a depth is needed");
    theme->row = *built_in;
    theme->depth_last = (uint16_t)last;
    theme->adds_names = true;
    while (theme->row.level_names[count] != NULL)
        count++;
    if (count + reading->names > THEME_LEVEL_NAMES)
        return content_refuse(&reading->file, "level: more than %d names with those built in",
                              THEME_LEVEL_NAMES);
    for (int i = 0; i < reading->names; i++)
        theme->row.level_names[count + i] = named.level_names[i];
    return ERR_OK;
}

static enum err complete(struct reading *reading)
{
    static const enum word needed[] = {WORD_SIZE, WORD_PLAN};

    if (reading->names == 0)
        return content_refuse(&reading->file, "no line \"level\"");
    if ((reading->given >> WORD_DEPTH & 1) == 0)
        return add_names(reading);
    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++) {
        if ((reading->given >> needed[i] & 1) == 0)
            return content_refuse(&reading->file, "no line \"%s\"", word_table[needed[i]].text);
    }
    reading->theme->row.style = reading->theme->row.plans[0].style;
    return ERR_OK;
}

bool theme_file_is(const char *text, size_t length)
{
    static const char first[] = "theme ";

    /* Comments and empty lines may stand above. */
    for (const char *at = text, *end = text + length; at < end;) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        size_t line = line_end != NULL ? (size_t)(line_end - at) : (size_t)(end - at);
        if (line > 0 && at[0] != '#' && at[0] != ' ')
            return line >= sizeof first - 1 && memcmp(at, first, sizeof first - 1) == 0;
        at += line + (line_end != NULL);
    }
    return false;
}

enum err theme_file_read(const char *text, size_t length, struct host_theme *out, int *out_line,
                         char cause[CONTENT_CAUSE_SIZE])
{
    struct reading reading = {.file = {.at = text,
                                       .end = text + length,
                                       .line_max = CONTENT_LINE_MAX,
                                       .out_line = out_line,
                                       .cause = cause},
                              .theme = out};
    enum err error = ERR_OK;

    *out = (struct host_theme){.row = {.growth = {1, 1, 1, 10}}};
    if (length > CONTENT_FILE_MAX)
        return content_refuse(&reading.file, "a file of more than %d bytes", CONTENT_FILE_MAX);
    while (error == ERR_OK && (error = content_next_line(&reading.file)) == ERR_OK)
        error = read_line(&reading);
    return error == ERR_NOT_FOUND ? complete(&reading) : error;
}
