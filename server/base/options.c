/*
 * Loading the settings, the weightiest source first: the flags and the environment say which file
 * to read, and what they set is not overwritten by what comes after.
 */
#include "server/base/options.h"

#include <ctype.h>
#include <string.h>

#include "base/check.h"
#include "base/text.h"
#include "server/base/option_file.h"
#include "server/base/option_table.h"

enum {
    SHOWN_MAX = 80, /* bytes of a refused word in a message */
};

static void load_defaults(struct options *options)
{
    *options = (struct options){.argc = 0};
    for (size_t i = 0; i < option_count; i++) {
        if (option_table[i].initial != NULL)
            CHECK(option_read(&option_table[i], option_table[i].initial, options) == ERR_OK);
    }
}

/* Returns the index of the row with that name of `length` bytes; option_count: there is none. */
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

/* Finds the value of the flag at argv[*at]; if that is the next word, *at moves to it. */
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
        failure->hides_file = failure->hides_file || option_names_file(row);
        return option_fail(failure, OPTION_EXIT_CONFIG, ERR_FORMAT, "--%s needs a value: --%s %s",
                           row->name, row->name, row->value_name);
    }
    *out = argv[++*at];
    return ERR_OK;
}

/* Refuses an unknown flag. The word after it may be its value, so it is skipped and is not a second
   fault. */
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

static const char prefix[] = OPTION_VARIABLE_PREFIX;
static const char test_prefix[] = OPTION_VARIABLE_PREFIX "TEST_";

enum { PREFIX_LENGTH = sizeof prefix - 1 };

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text);
    size_t end_length = strlen(end);

    return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

/* True if `name` has "_PORT_4000_TCP" in it, perhaps with more behind. */
static bool has_port_number(const char *name)
{
    const char *at = name;

    while ((at = strstr(at, "_PORT_")) != NULL) {
        at += strlen("_PORT_");
        size_t digits = strspn(at, "0123456789");
        if (digits > 0 &&
            (strncmp(at + digits, "_TCP", 4) == 0 || strncmp(at + digits, "_UDP", 4) == 0 ||
             strncmp(at + digits, "_SCTP", 5) == 0))
            return true;
    }
    return false;
}

/*
 * True for a name that Kubernetes gives every container for each Service of its namespace. If a
 * Service is called `undercroft`, these names begin like ours.
 */
static bool is_service_link(const char *name, const char *value)
{
    return ends_with(name, "_SERVICE_HOST") || ends_with(name, "_SERVICE_PORT") ||
           strstr(name, "_SERVICE_PORT_") != NULL || has_port_number(name) ||
           (ends_with(name, "_PORT") && strstr(value, "://") != NULL);
}

static void note_stranger(struct options *options, const char *name, const char *value)
{
    if (is_service_link(name, value)) {
        if (options->service_link[0] == '\0')
            snprintf(options->service_link, sizeof options->service_link, "%s", name);
        return;
    }
    if (options->stranger_count < OPTION_STRANGERS_MAX)
        snprintf(options->strangers[options->stranger_count], OPTION_VARIABLE_SIZE, "%s", name);
    options->stranger_count++;
}

/* Judges a name of the environment that no row has: refuses it, or notes it in *options. */
static void judge_stranger(struct options *options, const char *name, const char *value,
                           struct options_failure *failure)
{
    char variables[OPTION_ROWS_MAX][OPTION_VARIABLE_SIZE];
    const char *names[OPTION_ROWS_MAX];
    char hint[OPTION_HINT_SIZE];
    size_t count = 0;

    for (size_t i = 0; i < option_count; i++) {
        if (option_variable(&option_table[i], variables[count])) {
            names[count] = variables[count] + PREFIX_LENGTH;
            count++;
        }
    }
    option_hint(prefix, name + PREFIX_LENGTH, names, count, hint);
    if (hint[0] == '\0' || is_service_link(name, value))
        note_stranger(options, name, value);
    else
        option_fail(failure, OPTION_EXIT_CONFIG, ERR_UNKNOWN,
                    "unknown name %s in the environment%s", name, hint);
}

/* Applies one variable of the environment: `variable` is NAME=VALUE and begins with our prefix. */
static void load_variable(struct options *options, const char *variable,
                          struct options_failure *failure)
{
    struct option_origin origin = {.source = OPTION_FROM_ENVIRONMENT};
    char name[OPTION_VARIABLE_SIZE];
    char known[OPTION_VARIABLE_SIZE];
    size_t length = strcspn(variable, "=");
    const char *value = variable[length] == '=' ? variable + length + 1 : "";
    size_t index = 0;

    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1),
             variable);
    for (char *at = name; *at != '\0'; at++) {
        if (!isgraph((unsigned char)*at))
            *at = '?';
    }
    while (index < option_count &&
           !(option_variable(&option_table[index], known) && strcmp(known, name) == 0))
        index++;
    if (index == option_count)
        judge_stranger(options, name, value, failure);
    else
        option_apply(options, index, value, origin, name, failure);
}

/*
 * Applies the environment, which all programs share: a name with our prefix that is no setting may
 * not be meant for us, so it must not keep the server from starting. If it is nearly a setting's
 * name it counts as a slip, because nobody would notice it otherwise.
 */
static void load_environment(struct options *options, char *const *environment,
                             struct options_failure *failure)
{
    for (; *environment != NULL; environment++) {
        if (strncmp(*environment, prefix, PREFIX_LENGTH) == 0 &&
            strncmp(*environment, test_prefix, sizeof test_prefix - 1) != 0)
            load_variable(options, *environment, failure);
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

/* Checks the settings of TLS: a certificate needs its key, and TLS needs both. */
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
    load_environment(options, environment, out_failure);
    load_file(options, out_failure);
    check_tls(options, out_failure);
    return out_failure->error;
}
