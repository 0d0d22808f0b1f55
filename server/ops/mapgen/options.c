/*
 * Flags as a table; a flag's value is kept as text until all flags are read, because the style
 * decides what --set may say and the depth decides the style.
 */
#include "server/ops/mapgen/options.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "content/theme.h"

enum flag_id {
    FLAG_LIST,
    FLAG_STYLE,
    FLAG_SEED,
    FLAG_DEPTH,
    FLAG_WIDTH,
    FLAG_HEIGHT,
    FLAG_SET,
    FLAG_FORMAT,
    FLAG_COUNT,
    FLAG_MEASURE,
    FLAG_HELP,
    FLAG_VERSION,
    FLAG_ID_COUNT
};

enum { STYLES_NAMED_MAX = 64, SETTINGS_MAX = 64, SETTING_NAME_MAX = 40, SEED_STANDARD = 1 };

struct flag_row {
    const char *name;
    const char *value; /* what it takes; NULL: nothing */
    const char *help;
};

// clang-format off
static const struct flag_row flag_table[FLAG_ID_COUNT] = {
    [FLAG_LIST] = {"--list", NULL, "print the names of the styles, one a line"},
    [FLAG_STYLE] = {"--style", "NAME", "the style; else that of the depth"},
    [FLAG_SEED] = {"--seed", "N", "0 to 18446744073709551615, or 0x and hex digits (1)"},
    [FLAG_DEPTH] = {"--depth", "D", "1 to 99 (1)"},
    [FLAG_WIDTH] = {"--width", "W", "cells; else that of the depth"},
    [FLAG_HEIGHT] = {"--height", "H", "cells; else that of the depth"},
    [FLAG_SET] = {"--set", "PARAM=VALUE", "tune the style; may be given again"},
    [FLAG_FORMAT] = {"--format", "text|json", "rows of symbols, or one object (text)"},
    [FLAG_COUNT] = {"--count", "N", "N seeds from --seed on, a line of JSON each"},
    [FLAG_MEASURE] = {"--measure", NULL, "a table of measures instead of levels"},
    [FLAG_HELP] = {"--help", NULL, "this text"},
    [FLAG_VERSION] = {"--version", NULL, "the version"},
};
// clang-format on

struct flag_values {
    bool given[FLAG_ID_COUNT];
    const char *text[FLAG_ID_COUNT];
    const char *settings[SETTINGS_MAX];
    int setting_count;
};

void options_print_help(bool in_full)
{
    FILE *out = in_full ? stdout : stderr;

    fputs("usage: undercroft-mapgen [--list] [--style NAME] [--seed N] [--depth D]\n"
          "           [--width W --height H] [--set PARAM=VALUE ...] [--format text|json]\n"
          "           [--count N] [--measure] [--help] [--version]\n",
          out);
    if (!in_full)
        return;
    fputs("\nPrints levels of the dungeon. The same arguments give the same level anywhere.\n\n",
          out);
    for (int i = 0; i < FLAG_ID_COUNT; i++) {
        const struct flag_row *row = &flag_table[i];
        printf("  %-10s %-12s %s\n", row->name, row->value != NULL ? row->value : "", row->help);
    }
    for (size_t i = 0; i < gen_style_count(); i++) {
        const struct gen_style *style = gen_style_at(i);
        printf("\nStyle %s: %s (at least %dx%d)\n", style->name, style->help, style->width_min,
               style->height_min);
        for (int k = 0; k < GEN_KNOBS_MAX && style->knobs[k].name != NULL; k++) {
            const struct gen_knob *knob = &style->knobs[k];
            printf("  %-14s %d to %d (%d)  %s\n", knob->name, knob->low, knob->high, knob->standard,
                   knob->help);
        }
    }
    fputs("\nExit codes: 0 done, 1 a bad value, 2 an unknown flag or word.\n", out);
}

/* Sorts the words into `values`. */
static enum exit_code read_flags(struct flag_values *values, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        int id = 0;
        while (id < FLAG_ID_COUNT && strcmp(argv[i], flag_table[id].name) != 0)
            id++;
        if (id == FLAG_ID_COUNT) {
            fprintf(stderr, "undercroft-mapgen: unknown word: %s\n", argv[i]);
            options_print_help(false);
            return EXIT_USAGE;
        }
        values->given[id] = true;
        if (flag_table[id].value == NULL)
            continue;
        if (++i == argc) {
            fprintf(stderr, "undercroft-mapgen: %s needs %s\n", flag_table[id].name,
                    flag_table[id].value);
            options_print_help(false);
            return EXIT_USAGE;
        }
        values->text[id] = argv[i];
        if (id != FLAG_SET)
            continue;
        if (values->setting_count == SETTINGS_MAX) {
            fprintf(stderr, "undercroft-mapgen: --set may be given %d times\n", SETTINGS_MAX);
            return EXIT_BAD_VALUE;
        }
        values->settings[values->setting_count++] = argv[i];
    }
    return EXIT_DONE;
}

/* Decimal, with a sign, or false. */
static bool read_integer(const char *text, long long *out)
{
    char *end;

    if (!isdigit((unsigned char)text[0]) && !(text[0] == '-' && isdigit((unsigned char)text[1])))
        return false;
    errno = 0;
    *out = strtoll(text, &end, 10);
    return errno == 0 && *end == '\0';
}

/* Decimal or 0x and hex digits, up to 64 bits. */
static bool read_seed(const char *text, uint64_t *out)
{
    char *end;
    bool is_hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    const char *digits = is_hex ? text + 2 : text;

    if (is_hex ? !isxdigit((unsigned char)digits[0]) : !isdigit((unsigned char)digits[0]))
        return false;
    if (is_hex && (digits[1] == 'x' || digits[1] == 'X'))
        return false;
    errno = 0;
    *out = strtoull(digits, &end, is_hex ? 16 : 10);
    return errno == 0 && *end == '\0';
}

/* The value of a flag, or `standard` if it was not given. */
static enum exit_code read_number(const struct flag_values *values, enum flag_id id, int low,
                                  int high, int standard, int *out)
{
    const char *text = values->text[id];
    long long number = standard;

    if (text != NULL && (!read_integer(text, &number) || number < low || number > high)) {
        fprintf(stderr, "undercroft-mapgen: %s %s: must be a number from %d to %d\n",
                flag_table[id].name, text, low, high);
        return EXIT_BAD_VALUE;
    }
    *out = (int)number;
    return EXIT_DONE;
}

/* Ends a line of refusal with the name that may have been meant. */
static void suggest(const char *typed, const char *const *names, size_t count)
{
    const char *nearest = nearest_word(typed, names, count, NEAREST_LENGTH_MAX);

    if (nearest == NULL)
        fprintf(stderr, "\n");
    else
        fprintf(stderr, " Did you mean: %s?\n", nearest);
}

static enum exit_code find_style(const struct flag_values *values, int depth,
                                 const struct gen_style **out)
{
    const char *name = values->text[FLAG_STYLE];
    const char *names[STYLES_NAMED_MAX];
    size_t count = 0;

    if (name == NULL)
        name = theme_of_depth(depth)->style;
    *out = gen_style_find(name);
    if (*out != NULL)
        return EXIT_DONE;
    for (; count < gen_style_count() && count < STYLES_NAMED_MAX; count++)
        names[count] = gen_style_at(count)->name;
    fprintf(stderr, "undercroft-mapgen: no style \"%s\".", name);
    suggest(name, names, count);
    return EXIT_BAD_VALUE;
}

static enum exit_code refuse_setting(const struct gen_style *style, const char *setting,
                                     const char *name, const struct gen_knob *knob)
{
    const char *names[GEN_KNOBS_MAX];
    size_t count = 0;

    if (knob != NULL) {
        fprintf(stderr, "undercroft-mapgen: --set %s: %s takes a number from %d to %d\n", setting,
                name, knob->low, knob->high);
        return EXIT_BAD_VALUE;
    }
    for (; count < GEN_KNOBS_MAX && style->knobs[count].name != NULL; count++)
        names[count] = style->knobs[count].name;
    fprintf(stderr, "undercroft-mapgen: style %s has no parameter \"%s\".", style->name, name);
    suggest(name, names, count);
    return EXIT_BAD_VALUE;
}

/* One PARAM=VALUE. */
static enum exit_code apply_setting(struct gen_request *request, const char *setting)
{
    char name[SETTING_NAME_MAX];
    const struct gen_knob *knob;
    const char *equals = strchr(setting, '=');
    size_t length = equals != NULL ? (size_t)(equals - setting) : 0;
    long long value = 0;

    if (length == 0 || length >= sizeof name) {
        fprintf(stderr, "undercroft-mapgen: --set %s: must be PARAM=VALUE\n", setting);
        return EXIT_BAD_VALUE;
    }
    memcpy(name, setting, length);
    name[length] = '\0';
    bool is_number = read_integer(equals + 1, &value) && value >= INT32_MIN && value <= INT32_MAX;
    enum err error = gen_request_set(request, name, is_number ? (int)value : INT32_MIN, &knob);
    return error == ERR_OK ? EXIT_DONE : refuse_setting(request->style, setting, name, knob);
}

static enum exit_code read_format(const struct flag_values *values, bool *is_json)
{
    const char *text = values->text[FLAG_FORMAT];

    *is_json = text != NULL && strcmp(text, "json") == 0;
    if (text == NULL || *is_json || strcmp(text, "text") == 0)
        return EXIT_DONE;
    fprintf(stderr, "undercroft-mapgen: --format %s: must be text or json\n", text);
    return EXIT_BAD_VALUE;
}

static enum exit_code read_request(const struct flag_values *values, struct gen_request *request)
{
    const struct gen_style *style;
    uint64_t seed = SEED_STANDARD;
    const char *seed_text = values->text[FLAG_SEED];
    int depth;
    int width;
    int height;

    if (seed_text != NULL && !read_seed(seed_text, &seed)) {
        fprintf(stderr, "undercroft-mapgen: --seed %s: must be a number of up to 64 bits\n",
                seed_text);
        return EXIT_BAD_VALUE;
    }
    if (read_number(values, FLAG_DEPTH, 1, DEPTH_MAX, 1, &depth) != EXIT_DONE ||
        find_style(values, depth, &style) != EXIT_DONE)
        return EXIT_BAD_VALUE;
    const struct theme_row *theme = theme_of_depth(depth);
    if (read_number(values, FLAG_WIDTH, style->width_min, LEVEL_WIDTH_MAX, theme->width, &width) !=
            EXIT_DONE ||
        read_number(values, FLAG_HEIGHT, style->height_min, LEVEL_HEIGHT_MAX, theme->height,
                    &height) != EXIT_DONE)
        return EXIT_BAD_VALUE;
    struct level_key key = {.depth = (uint16_t)depth};
    gen_request_init(request, style, seed, key, width, height);
    for (int i = 0; i < values->setting_count; i++) {
        if (apply_setting(request, values->settings[i]) != EXIT_DONE)
            return EXIT_BAD_VALUE;
    }
    return EXIT_DONE;
}

enum exit_code options_read(struct mapgen_options *options, int argc, char **argv)
{
    struct flag_values values = {0};
    enum exit_code code = read_flags(&values, argc, argv);

    *options = (struct mapgen_options){.task = TASK_LEVEL};
    if (code != EXIT_DONE)
        return code;
    options->task = values.given[FLAG_HELP]      ? TASK_HELP
                    : values.given[FLAG_VERSION] ? TASK_VERSION
                    : values.given[FLAG_LIST]    ? TASK_LIST
                                                 : TASK_LEVEL;
    if (options->task != TASK_LEVEL)
        return EXIT_DONE;
    options->is_measure = values.given[FLAG_MEASURE];
    if (read_format(&values, &options->is_json) != EXIT_DONE ||
        read_number(&values, FLAG_COUNT, 1, COUNT_MAX, 0, &options->count) != EXIT_DONE)
        return EXIT_BAD_VALUE;
    return read_request(&values, &options->request);
}
