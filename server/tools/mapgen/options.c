/*
 * Flags as a table; a flag's value is kept as text until all flags are read, because the style
 * decides what --set may say, and each seed's theme decides the style if nobody else does.
 */
#include "server/tools/mapgen/options.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "content/theme.h"
#include "server/base/text_folder.h"

_Static_assert((int)TEXT_FOLDER_NAME_MAX <= (int)SETPIECE_FILE_NAME_MAX,
               "the name of a file fits a set piece");

/*
 * Reads every file of `path` that ends in .txt, in the order of their names, into a catalogue that
 * the caller releases; if `is_beside`, behind the pieces that are built in. ERR_FORMAT: the folder,
 * or a file in it, cannot be used, and the fault was printed on standard error, for a file as
 * file:line: cause. ERR_TOO_BIG: more than SETPIECES_MAX together; ERR_MEMORY.
 */
static enum err folder_read(const char *path, bool is_beside, struct setpieces *out)
{
    struct setpiece_text texts[TEXT_FOLDER_FILES_MAX];
    char cause[TEXT_FOLDER_CAUSE_SIZE];
    struct setpiece_fault fault;
    struct text_folder *folder;
    enum err error = text_folder_read(path, CONTENT_FILE_MAX, &folder, cause);

    if (error == ERR_FORMAT)
        fprintf(stderr, "undercroft-mapgen: %s\n", cause);
    if (error != ERR_OK)
        return error;
    for (size_t i = 0; i < folder->count; i++) {
        const struct text_file *file = &folder->files[i];
        texts[i] = (struct setpiece_text){file->name, file->text, file->length};
    }
    error = is_beside ? setpieces_read_beside(texts, folder->count, out, &fault)
                      : setpieces_read(texts, folder->count, out, &fault);
    if (error == ERR_OK)
        error = gen_check_themes(out, &fault);
    if (error == ERR_FORMAT)
        fprintf(stderr, "%s/%s:%d: %s\n", path, fault.file, fault.line, fault.cause);
    if (error != ERR_OK)
        setpieces_release(out); /* the fault may name a file in it */
    text_folder_free(folder);
    return error;
}

enum flag_id {
    FLAG_LIST,
    FLAG_STYLE,
    FLAG_SEED,
    FLAG_DEPTH,
    FLAG_DEPTHS,
    FLAG_WIDTH,
    FLAG_HEIGHT,
    FLAG_SET,
    FLAG_FORMAT,
    FLAG_COUNT,
    FLAG_MEASURE,
    FLAG_PLACES,
    FLAG_BESIDE,
    FLAG_LIST_PLACES,
    FLAG_HELP,
    FLAG_VERSION,
    FLAG_ID_COUNT
};

enum { STYLES_NAMED_MAX = 64, SETTING_NAME_MAX = 40, SEED_STANDARD = 1 };

struct flag_row {
    const char *name;
    const char *value; /* its value in the help; NULL: it takes none */
    const char *help;
};

// clang-format off
static const struct flag_row flag_table[FLAG_ID_COUNT] = {
    [FLAG_LIST] = {"--list", NULL, "print the names of the styles, one a line"},
    [FLAG_STYLE] = {"--style", "NAME", "the style; else what the game makes of seed and depth"},
    [FLAG_SEED] = {"--seed", "N", "0 to 18446744073709551615, or 0x and hex digits (1)"},
    [FLAG_DEPTH] = {"--depth", "D", "1 to 100 (1)"},
    [FLAG_DEPTHS] = {"--depths", "A-B", "--measure what the game makes there, theme by theme"},
    [FLAG_WIDTH] = {"--width", "W", "cells; else the theme's"},
    [FLAG_HEIGHT] = {"--height", "H", "cells; else the theme's"},
    [FLAG_SET] = {"--set", "PARAM=VALUE", "tune the style; may be given again"},
    [FLAG_FORMAT] = {"--format", "text|json", "rows of symbols, or one object (text)"},
    [FLAG_COUNT] = {"--count", "N", "N seeds from --seed on, a line of JSON each"},
    [FLAG_MEASURE] = {"--measure", NULL, "a table of measures instead of levels"},
    [FLAG_PLACES] = {"--places", "DIR", "the set pieces and themes of DIR/*.txt; no other pieces"},
    [FLAG_BESIDE] = {"--beside", NULL, "with --places: and those built in, as a server has"},
    [FLAG_LIST_PLACES] = {"--list-places", NULL, "print the set pieces, one a line"},
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
          "           [--count N] [--measure [--depths A-B]] [--places DIR [--beside]]\n"
          "           [--list-places] [--help] [--version]\n",
          out);
    if (!in_full)
        return;
    fputs(
        "\nPrints levels of the dungeon. The same arguments give the same level anywhere.\n"
        "Without --style it prints the level that a server with a world of that seed has at\n"
        "that depth: style, size and parameters are those of the depth's theme. With --style\n"
        "the parameters are the style's own standard, and the size is the theme's.\n"
        "Set pieces, landmarks and surfaces are those of a server; --set places=0, landmark=0\n"
        "and surfaces=0 leave them out. common/gen/README.md tells how a set piece is written.\n\n",
        out);
    for (int i = 0; i < FLAG_ID_COUNT; i++) {
        const struct flag_row *row = &flag_table[i];
        printf("  %-13s %-12s %s\n", row->name, row->value != NULL ? row->value : "", row->help);
    }
    for (size_t i = 0; i < gen_style_count(); i++) {
        const struct gen_style *style = gen_style_at(i);
        printf("\nStyle %s: %s (at least %dx%d)\n", style->name, style->help, style->width_min,
               style->height_min);
        for (size_t k = 0; k < gen_knob_count(style); k++) {
            struct gen_knob knob = gen_knob_at(style, k);
            printf("  %-14s %d to %d (%d)  %s\n", knob.name, knob.low, knob.high, knob.standard,
                   knob.help);
        }
    }
    fputs("\nExit codes: 0 done, 1 a bad value, 2 an unknown flag or word.\n", out);
}

/* Sorts the words into `values`. */
static enum mapgen_exit read_flags(struct flag_values *values, int argc, char **argv)
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

/* Reads a decimal number, which may have a sign. False: it is none. */
static bool read_integer(const char *text, long long *out)
{
    char *end;

    if (!isdigit((unsigned char)text[0]) && !(text[0] == '-' && isdigit((unsigned char)text[1])))
        return false;
    errno = 0;
    *out = strtoll(text, &end, 10);
    return errno == 0 && *end == '\0';
}

/* Reads a decimal number, or 0x and hexadecimal digits, of up to 64 bits. False: it is none. */
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

/* Reads the value of a flag. *out is unchanged if `text` is NULL, because the flag was not
   given. */
static enum mapgen_exit read_number(enum flag_id id, const char *text, int low, int high, int *out)
{
    long long number = *out;

    if (text != NULL && (!read_integer(text, &number) || number < low || number > high)) {
        fprintf(stderr, "undercroft-mapgen: %s %s: must be a number from %d to %d\n",
                flag_table[id].name, text, low, high);
        return EXIT_BAD_VALUE;
    }
    *out = (int)number;
    return EXIT_DONE;
}

/* Prints the rest of a refusal: the name that may have been meant. */
static void suggest(const char *typed, const char *const *names, size_t count)
{
    const char *nearest = nearest_word(typed, names, count, NEAREST_LENGTH_MAX);

    if (nearest == NULL)
        fprintf(stderr, "\n");
    else
        fprintf(stderr, " Did you mean: %s?\n", nearest);
}

/* Finds the style of --style; NULL: the flag was not given. */
static enum mapgen_exit find_style(const struct flag_values *values, const struct gen_style **out)
{
    const char *name = values->text[FLAG_STYLE];
    const char *names[STYLES_NAMED_MAX];
    size_t count = 0;

    *out = name != NULL ? gen_style_find(name) : NULL;
    if (name == NULL || *out != NULL)
        return EXIT_DONE;
    for (; count < gen_style_count() && count < STYLES_NAMED_MAX; count++)
        names[count] = gen_style_at(count)->name;
    fprintf(stderr, "undercroft-mapgen: no style \"%s\".", name);
    suggest(name, names, count);
    return EXIT_BAD_VALUE;
}

static enum mapgen_exit refuse_setting(const struct gen_style *style, const char *setting,
                                       const char *name, const struct gen_knob *knob)
{
    const char *names[GEN_KNOBS_MAX + GEN_SHARED_COUNT];
    size_t count = 0;

    if (knob != NULL) {
        fprintf(stderr, "undercroft-mapgen: --set %s: %s takes a number from %d to %d\n", setting,
                name, knob->low, knob->high);
        return EXIT_BAD_VALUE;
    }
    for (; count < gen_knob_count(style); count++)
        names[count] = gen_knob_at(style, count).name;
    fprintf(stderr, "undercroft-mapgen: style %s has no parameter \"%s\".", style->name, name);
    suggest(name, names, count);
    return EXIT_BAD_VALUE;
}

/* Applies a --set of the form PARAM=VALUE. */
static enum mapgen_exit apply_setting(struct gen_request *request, const char *setting)
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

static enum mapgen_exit read_format(const struct flag_values *values, bool *is_json)
{
    const char *text = values->text[FLAG_FORMAT];

    *is_json = text != NULL && strcmp(text, "json") == 0;
    if (text == NULL || *is_json || strcmp(text, "text") == 0)
        return EXIT_DONE;
    fprintf(stderr, "undercroft-mapgen: --format %s: must be text or json\n", text);
    return EXIT_BAD_VALUE;
}

int options_band_end(const struct mapgen_options *options, int depth)
{
    const struct themes *themes = options->pieces.themes;
    const struct theme_row *theme = theme_of_depth(themes, depth);

    while (depth < options->depth_last && theme_of_depth(themes, depth + 1) == theme)
        depth++;
    return depth;
}

int options_band_depth(int first, int last, int index)
{
    return first + index % (last - first + 1);
}

enum mapgen_exit options_request(const struct mapgen_options *options, int index, int depth,
                                 struct gen_request *request)
{
    uint64_t seed = options->seed + (uint64_t)index;
    struct level_key key = {.depth = (uint16_t)depth};
    const struct theme_row *theme = theme_of_depth(options->pieces.themes, depth);

    if (options->style != NULL)
        gen_request_init(request, options->style, seed, key, theme->width, theme->height);
    else
        gen_request_for_level(request, &options->pieces, seed, key);
    request->pieces = &options->pieces;
    if (read_number(FLAG_WIDTH, options->width, request->style->width_min, LEVEL_WIDTH_MAX,
                    &request->width) != EXIT_DONE ||
        read_number(FLAG_HEIGHT, options->height, request->style->height_min, LEVEL_HEIGHT_MAX,
                    &request->height) != EXIT_DONE)
        return EXIT_BAD_VALUE;
    for (int i = 0; i < options->setting_count; i++) {
        if (apply_setting(request, options->settings[i]) != EXIT_DONE)
            return EXIT_BAD_VALUE;
    }
    return EXIT_DONE;
}

/* Reads two depths, of which the second is not less than the first. */
static enum mapgen_exit read_depths(const char *text, struct mapgen_options *options)
{
    int last = 0;
    int length = 0;

    if (text == NULL)
        return EXIT_DONE;
    if (!isdigit((unsigned char)text[0]) ||
        sscanf(text, "%3d-%n%3d%n", &options->depth, &length, &last, &length) != 2 ||
        !isdigit((unsigned char)text[length - 1]) || text[length] != '\0' || options->depth < 1 ||
        last < options->depth || last > DEPTH_MAX) {
        fprintf(stderr, "undercroft-mapgen: --depths %s: must be two depths from 1 to %d, as 3-9\n",
                text, DEPTH_MAX);
        return EXIT_BAD_VALUE;
    }
    options->depth_last = last;
    return EXIT_DONE;
}

/* Tries the settings with every style for which they will be used. */
static enum mapgen_exit try_requests(const struct mapgen_options *options)
{
    int count = options->count > 0 ? options->count : 1;
    struct gen_request request;

    for (int first = options->depth, last; first <= options->depth_last || first == options->depth;
         first = last + 1) {
        last = options_band_end(options, first);
        for (int i = 0; i < count; i++) {
            int depth = options_band_depth(first, last, i);
            if (options_request(options, i, depth, &request) != EXIT_DONE)
                return EXIT_BAD_VALUE;
            if (options->style != NULL)
                break;
        }
    }
    return EXIT_DONE;
}

/* Reads the flags that choose the levels. */
static enum mapgen_exit read_level(const struct flag_values *values, struct mapgen_options *options)
{
    const char *seed_text = values->text[FLAG_SEED];

    if (seed_text != NULL && !read_seed(seed_text, &options->seed)) {
        fprintf(stderr, "undercroft-mapgen: --seed %s: must be a number of up to 64 bits\n",
                seed_text);
        return EXIT_BAD_VALUE;
    }
    if (read_number(FLAG_DEPTH, values->text[FLAG_DEPTH], 1, DEPTH_MAX, &options->depth) !=
            EXIT_DONE ||
        read_depths(values->text[FLAG_DEPTHS], options) != EXIT_DONE ||
        find_style(values, &options->style) != EXIT_DONE)
        return EXIT_BAD_VALUE;
    if (options->depth_last != 0 && (!options->is_measure || values->given[FLAG_DEPTH])) {
        fprintf(stderr, "undercroft-mapgen: --depths goes with --measure, and without --depth\n");
        return EXIT_BAD_VALUE;
    }
    options->width = values->text[FLAG_WIDTH];
    options->height = values->text[FLAG_HEIGHT];
    options->setting_count = values->setting_count;
    memcpy(options->settings, values->settings, sizeof options->settings);
    return try_requests(options);
}

static enum mapgen_exit read_pieces(const char *folder, bool is_beside, struct setpieces *out)
{
    enum err error = folder != NULL ? folder_read(folder, is_beside, out) : setpieces_builtin(out);

    if (error != ERR_OK && error != ERR_FORMAT)
        fprintf(stderr, "undercroft-mapgen: the set pieces: %s\n", err_text(error));
    return error == ERR_OK ? EXIT_DONE : EXIT_BAD_VALUE;
}

void options_release(struct mapgen_options *options)
{
    setpieces_release(&options->pieces);
}

enum mapgen_exit options_read(struct mapgen_options *options, int argc, char **argv)
{
    struct flag_values values = {0};
    enum mapgen_exit code = read_flags(&values, argc, argv);

    *options = (struct mapgen_options){.task = TASK_LEVEL, .seed = SEED_STANDARD, .depth = 1};
    if (code != EXIT_DONE)
        return code;
    options->task = values.given[FLAG_HELP]          ? TASK_HELP
                    : values.given[FLAG_VERSION]     ? TASK_VERSION
                    : values.given[FLAG_LIST]        ? TASK_LIST
                    : values.given[FLAG_LIST_PLACES] ? TASK_LIST_PLACES
                                                     : TASK_LEVEL;
    if (options->task != TASK_LEVEL && options->task != TASK_LIST_PLACES)
        return EXIT_DONE;
    options->has_folder = values.text[FLAG_PLACES] != NULL;
    code = read_pieces(values.text[FLAG_PLACES], values.given[FLAG_BESIDE], &options->pieces);
    if (code != EXIT_DONE || options->task == TASK_LIST_PLACES)
        return code;
    options->is_measure = values.given[FLAG_MEASURE];
    if (read_format(&values, &options->is_json) != EXIT_DONE ||
        read_number(FLAG_COUNT, values.text[FLAG_COUNT], 1, COUNT_MAX, &options->count) !=
            EXIT_DONE)
        return EXIT_BAD_VALUE;
    return read_level(&values, options);
}
