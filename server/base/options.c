/*
 * Loading the settings, the weightiest source first: the flags and the environment say which file
 * to read, and what they set is not overwritten by what comes after.
 */
#include "server/base/options.h"

#include <stdarg.h>
#include <string.h>

#include "base/check.h"
#include "base/nearest.h"
#include "server/base/option_load.h"
#include "server/base/option_table.h"

enum {
    SHOWN_MAX = 80, /* so much of a refused value is repeated */
};

enum err option_fail(struct options_failure *failure, int exit_code, enum err error,
                     const char *format, ...)
{
    va_list arguments;

    if (failure->count == 0)
        failure->error = error;
    /* That a word is unknown is the graver: the usage is then wanted as well. */
    if (exit_code > failure->exit_code)
        failure->exit_code = exit_code;
    if (failure->count++ >= OPTION_FAULTS_MAX)
        return error;
    char *message = failure->messages[failure->count - 1];
    va_start(arguments, format);
    vsnprintf(message, OPTION_MESSAGE_SIZE, format, arguments);
    va_end(arguments);
    for (char *at = message; *at != '\0'; at++) {
        if ((unsigned char)*at < ' ' || *at == 0x7F)
            *at = '?';
    }
    return error;
}

void option_hint(const char *prefix, const char *word, const char *const *candidates, size_t count,
                 char out[OPTION_HINT_SIZE])
{
    int distance_max = 1 + (int)strnlen(word, NEAREST_LENGTH_MAX) / 4;
    const char *nearest = nearest_word(word, candidates, count, distance_max);

    out[0] = '\0';
    if (nearest != NULL)
        snprintf(out, OPTION_HINT_SIZE, "; did you mean %s%s?", prefix, nearest);
}

/* Whether the row says which file is read. */
static bool names_file(const struct option_row *row)
{
    return row->kind == OPTION_KIND_TEXT && (row->offset == offsetof(struct options, data) ||
                                             row->offset == offsetof(struct options, config));
}

enum err option_apply(struct options *options, size_t index, const char *text,
                      struct option_origin origin, const char *where,
                      struct options_failure *failure)
{
    const struct option_row *row = &option_table[index];
    enum option_source source = options->origins[index].source;
    struct options trial = *options;
    char expected[OPTION_EXPECTED_SIZE];

    /* Only flags add to a list, and only to what other flags began. */
    if (source != origin.source)
        option_empty_list(row, &trial);
    enum err error = option_read(row, text, &trial);
    if (error != ERR_OK) {
        failure->hides_file = failure->hides_file || names_file(row);
        option_describe(row, expected);
        return option_fail(failure, OPTION_EXIT_CONFIG, error, "%s: '%.*s' is not %s", where,
                           SHOWN_MAX, text, expected);
    }
    if (source > origin.source)
        return ERR_OK;
    *options = trial;
    options->origins[index] = origin;
    return ERR_OK;
}

static void load_defaults(struct options *options)
{
    *options = (struct options){.argc = 0};
    for (size_t i = 0; i < option_count; i++) {
        if (option_table[i].initial != NULL)
            CHECK(option_read(&option_table[i], option_table[i].initial, options) == ERR_OK);
    }
}

/* `name` has `length` bytes. option_count if no row has it. */
static size_t find_flag(const char *name, size_t length)
{
    size_t index = 0;

    while (index < option_count && !(strlen(option_table[index].name) == length &&
                                     memcmp(option_table[index].name, name, length) == 0))
        index++;
    return index;
}

static void refuse_word(const char *word, struct options_failure *failure)
{
    const char *names[OPTION_ROWS_MAX];
    char name[NEAREST_LENGTH_MAX + 2];
    char hint[OPTION_HINT_SIZE];
    size_t dashes = strspn(word, "-");
    int length = (int)strnlen(word + dashes, NEAREST_LENGTH_MAX + 1);

    for (size_t i = 0; i < option_count; i++)
        names[i] = option_table[i].name;
    snprintf(name, sizeof name, "%.*s", length, word + dashes);
    name[strcspn(name, "=")] = '\0';
    option_hint("--", name, names, option_count, hint);
    option_fail(failure, OPTION_EXIT_USAGE, ERR_UNKNOWN, "unknown %s '%.*s'%s",
                dashes > 0 ? "flag" : "word", SHOWN_MAX, word, hint);
}

/* The value of the flag at argv[*at], which is moved on if it is the next word. */
static enum err find_value(const struct option_row *row, int argc, char *const *argv, int *at,
                           const char **out, struct options_failure *failure)
{
    const char *equals = strchr(argv[*at], '=');

    if (row->value_name == NULL && equals != NULL)
        return option_fail(failure, OPTION_EXIT_CONFIG, ERR_FORMAT, "--%s takes no value",
                           row->name);
    *out = equals == NULL ? "" : equals + 1;
    if (row->value_name == NULL || equals != NULL)
        return ERR_OK;
    /* A value that looks like a flag is a value forgotten; --data=--odd says it is meant. */
    if (*at + 1 >= argc || strncmp(argv[*at + 1], "--", 2) == 0) {
        failure->hides_file = failure->hides_file || names_file(row);
        return option_fail(failure, OPTION_EXIT_CONFIG, ERR_FORMAT, "--%s needs a value: --%s %s",
                           row->name, row->name, row->value_name);
    }
    *out = argv[++*at];
    return ERR_OK;
}

/* The word after an unknown flag may be its value, so it is passed over and no second fault. */
static void refuse_flag(int argc, char *const *argv, int *at, struct options_failure *failure)
{
    const char *word = argv[*at];

    refuse_word(word, failure);
    if (word[0] == '-' && strchr(word, '=') == NULL && *at + 1 < argc && argv[*at + 1][0] != '-')
        ++*at;
}

static void load_flags(struct options *options, int argc, char *const *argv,
                       struct options_failure *failure)
{
    struct option_origin origin = {.source = OPTION_FROM_FLAG};

    for (int at = 1; at < argc; at++) {
        const char *word = argv[at];
        const char *value = NULL;
        char where[OPTION_VARIABLE_SIZE];
        bool is_flag = strncmp(word, "--", 2) == 0;
        size_t index = is_flag ? find_flag(word + 2, strcspn(word + 2, "=")) : option_count;

        if (index == option_count) {
            refuse_flag(argc, argv, &at, failure);
            continue;
        }
        snprintf(where, sizeof where, "--%s", option_table[index].name);
        if (find_value(&option_table[index], argc, argv, &at, &value, failure) == ERR_OK)
            option_apply(options, index, value, origin, where, failure);
    }
}

static void load_file(struct options *options, struct options_failure *failure)
{
    char path[OPTION_PATH_SIZE];
    bool is_named = options->config[0] != '\0';

    if (failure->hides_file)
        return;
    if (is_named)
        snprintf(path, sizeof path, "%s", options->config);
    else
        snprintf(path, sizeof path, "%s/undercroft.conf", options->data);
    option_file_load(options, path, is_named, failure);
}

/* A certificate is nothing without its key, and TLS nothing without both. */
static void check_tls(const struct options *options, struct options_failure *failure)
{
    bool has_certificate = options->tls_certificate[0] != '\0';
    bool has_key = options->tls_key[0] != '\0';

    for (enum entrance entrance = 0; entrance < ENTRANCE_COUNT; entrance++) {
        if (entrance_table[entrance].has_tls && options->listen[entrance].count > 0 &&
            !has_certificate && !has_key)
            option_fail(failure, OPTION_EXIT_CONFIG, ERR_NOT_FOUND,
                        "--%s needs --tls-cert FILE and --tls-key FILE",
                        entrance_table[entrance].option);
    }
    if (has_certificate != has_key)
        option_fail(failure, OPTION_EXIT_CONFIG, ERR_NOT_FOUND,
                    "--tls-%s FILE is nothing without "
                    "--tls-%s FILE",
                    has_key ? "key" : "cert", has_key ? "cert" : "key");
}

enum err options_load(struct options *options, int argc, char *const *argv,
                      char *const *environment, struct options_failure *out_failure)
{
    *out_failure = (struct options_failure){.exit_code = 0};
    for (int i = 1; i < argc; i++)
        out_failure->was_check = out_failure->was_check || strcmp(argv[i], "--check-config") == 0;
    load_defaults(options);
    options->argc = argc;
    options->argv = argv;
    options->environment = environment;
    load_flags(options, argc, argv, out_failure);
    if (options->wants_help || options->wants_version)
        return out_failure->error;
    option_environment_load(options, environment, out_failure);
    load_file(options, out_failure);
    check_tls(options, out_failure);
    return out_failure->error;
}

void options_print_faults(const struct options_failure *failure, const char *prefix, FILE *out)
{
    for (int i = 0; i < failure->count && i < OPTION_FAULTS_MAX; i++)
        fprintf(out, "%s%s\n", prefix, failure->messages[i]);
    if (failure->count > OPTION_FAULTS_MAX)
        fprintf(out, "%s%d more faults are not shown\n", prefix,
                failure->count - OPTION_FAULTS_MAX);
}
