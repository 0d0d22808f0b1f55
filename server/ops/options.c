/*
 * Where settings come from: defaults, a file, the environment, flags.
 */
#include "server/ops/options.h"

#include <errno.h>
#include <ini.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "server/ops/option_table.h"

static const char environment_prefix[] = "UNDERCROFT_";

struct loading {
    struct options *options;
    struct options_failure *failure;
    enum option_origin origin;
    const char *file; /* the one being read, how far, and which line was wrong */
    FILE *stream;
    int line;
    int failed_line;
    bool has_failed;
};

__attribute__((format(printf, 3, 4))) static bool fail(struct loading *loading, int exit_code,
                                                       const char *format, ...)
{
    va_list arguments;

    /* The first fault is the one to mend first. */
    if (loading->has_failed)
        return false;
    loading->has_failed = true;
    loading->failure->exit_code = exit_code;
    va_start(arguments, format);
    vsnprintf(loading->failure->message, sizeof loading->failure->message, format, arguments);
    va_end(arguments);
    return false;
}

static void set_defaults(struct options *options)
{
    *options = (struct options){
        .listen = {"127.0.0.1:4000"},
        .listen_count = 1,
        .data = "./data",
        .tick_ms = 20,
        .save_ms = 1000,
        .connections_per_address = 8,
        .new_per_address = 10,
        .wing_size = 64,
        .login_seconds = 60,
        .link_death_seconds = 60,
        .password_operations = 2,
        .password_kib = 19456,
    };
}

/* Sets one value and notes where it came from; a weightier source begins its lists anew. */
static bool set_value(struct loading *loading, const struct option_row *row, const char *value,
                      char *reason, size_t reason_size)
{
    enum option_origin *origin = &loading->options->origins[row - option_table];

    if (strcmp(row->name, "listen") == 0 && *origin != loading->origin)
        loading->options->listen_count = 0;
    *origin = loading->origin;
    return row->set(loading->options, row, value, reason, reason_size);
}

static void suggest(const char *name, const char *before, char *out, size_t out_size)
{
    const char *nearest = option_nearest(name);

    if (nearest == NULL)
        out[0] = '\0';
    else
        snprintf(out, out_size, "; did you mean %s%s?", before, nearest);
}

/* inih does not say which line it is at: we count what it reads. */
static char *read_line(char *text, int size, void *user)
{
    struct loading *loading = user;

    loading->line++;
    return fgets(text, size, loading->stream);
}

/* Called by inih for each key; 0 is a fault. */
static int on_ini_key(void *user, const char *section, const char *name, const char *value)
{
    struct loading *loading = user;
    int line = loading->line;
    const struct option_row *row = option_find(name, strlen(name));
    char reason[128];

    if (!loading->has_failed)
        loading->failed_line = line;
    if (section[0] != '\0')
        return fail(loading, 1, "%s:%d: sections are not used here: [%s]", loading->file, line,
                    section);
    if (row == NULL || row->argument == NULL || strcmp(name, "config") == 0) {
        suggest(name, "", reason, sizeof reason);
        return fail(loading, 1, "%s:%d: unknown key \"%s\"%s", loading->file, line, name, reason);
    }
    if (!set_value(loading, row, value, reason, sizeof reason))
        return fail(loading, 1, "%s:%d: %s takes %s, not \"%s\"", loading->file, line, name,
                    reason, value);
    return 1;
}

static bool load_file(struct loading *loading, const char *path, bool is_named)
{
    FILE *file = fopen(path, "r");

    if (file == NULL && !is_named && errno == ENOENT)
        return true;
    if (file == NULL)
        return fail(loading, 1, "%s: %s", path, strerror(errno));
    loading->origin = OPTION_FROM_FILE;
    loading->file = path;
    loading->stream = file;
    loading->line = 0;
    int line = ini_parse_stream(read_line, loading, on_ini_key, loading);
    fclose(file);
    if (line != 0 && (!loading->has_failed || line < loading->failed_line)) {
        loading->has_failed = false;
        return fail(loading, 1, "%s:%d: not of the form key = value", path, line);
    }
    return !loading->has_failed;
}

/* UNDERCROFT_TICK_MS=20 is tick-ms = 20. */
static bool load_variable(struct loading *loading, const char *variable)
{
    const char *equals = strchr(variable, '=');
    char name[64];
    char reason[128];
    size_t length = 0;

    variable += strlen(environment_prefix);
    for (; variable < equals && length < sizeof name - 1; variable++, length++)
        name[length] = *variable == '_'                     ? '-'
                       : *variable >= 'A' && *variable <= 'Z' ? (char)(*variable - 'A' + 'a')
                                                              : *variable;
    name[length] = '\0';
    const struct option_row *row = option_find(name, length);
    if (row == NULL || row->argument == NULL) {
        suggest(name, "the setting ", reason, sizeof reason);
        return fail(loading, 1, "environment: no setting is called \"%s\"%s", name, reason);
    }
    if (!set_value(loading, row, equals + 1, reason, sizeof reason))
        return fail(loading, 1, "environment: %s takes %s, not \"%s\"", name, reason, equals + 1);
    return true;
}

static bool load_environment(struct loading *loading, char *const *environment)
{
    loading->origin = OPTION_FROM_ENVIRONMENT;
    for (; environment != NULL && *environment != NULL; environment++) {
        if (strncmp(*environment, environment_prefix, strlen(environment_prefix)) == 0 &&
            strchr(*environment, '=') != NULL && !load_variable(loading, *environment))
            return false;
    }
    return true;
}

/* One flag at argv[*at]; moves *at past it and its value. */
static bool load_flag(struct loading *loading, char *const *argv, int argc, int *at)
{
    const char *word = argv[(*at)++];
    const char *name = word + 2;
    char reason[128];

    if (strncmp(word, "--", 2) != 0 || name[0] == '\0')
        return fail(loading, 2, "unknown word \"%s\"; flags begin with --", word);
    size_t length = strcspn(name, "=");
    const struct option_row *row = option_find(name, length);
    if (row == NULL) {
        suggest(name, "--", reason, sizeof reason);
        return fail(loading, 2, "unknown flag %s%s", word, reason);
    }
    const char *value = name[length] == '=' ? name + length + 1 : NULL;
    if (row->argument == NULL && value != NULL)
        return fail(loading, 2, "--%s takes no value", row->name);
    if (row->argument != NULL && value == NULL) {
        if (*at >= argc)
            return fail(loading, 2, "--%s needs %s", row->name, row->argument);
        value = argv[(*at)++];
    }
    if (!set_value(loading, row, value, reason, sizeof reason))
        return fail(loading, 1, "--%s takes %s, not \"%s\"", row->name, reason, value);
    return true;
}

static bool load_flags(struct loading *loading, char *const *argv, int argc)
{
    loading->origin = OPTION_FROM_FLAG;
    for (int at = 1; at < argc;) {
        if (!load_flag(loading, argv, argc, &at))
            return false;
    }
    return true;
}

/* Which file to read is itself a setting: it is looked for once before anything is kept. */
static bool find_file(struct loading *loading, int argc, char *const *argv,
                      char *const *environment, char *out, size_t out_size, bool *out_is_named)
{
    struct options probe;
    struct loading probing = {.options = &probe, .failure = loading->failure};

    set_defaults(&probe);
    if (!load_environment(&probing, environment) || !load_flags(&probing, argv, argc))
        return false;
    *out_is_named = probe.config[0] != '\0';
    if (*out_is_named)
        snprintf(out, out_size, "%s", probe.config);
    else
        snprintf(out, out_size, "%s/undercroft.conf", probe.data);
    return true;
}

enum err options_load(struct options *options, int argc, char *const *argv,
                      char *const *environment, struct options_failure *out_failure)
{
    struct loading loading = {.options = options, .failure = out_failure};
    char path[2 * OPTION_TEXT_SIZE];
    bool is_named;

    *out_failure = (struct options_failure){.exit_code = 0};
    set_defaults(options);
    if (find_file(&loading, argc, argv, environment, path, sizeof path, &is_named) &&
        load_file(&loading, path, is_named) && load_environment(&loading, environment) &&
        load_flags(&loading, argv, argc))
        return ERR_OK;
    return out_failure->exit_code == 2 ? ERR_UNKNOWN : ERR_FORMAT;
}

void options_print_help(FILE *out)
{
    struct options defaults;
    char value[OPTION_TEXT_SIZE];
    char flag[64];

    set_defaults(&defaults);
    fprintf(out, "usage: undercroftd [--flag VALUE] ...\n"
                 "One dungeon for everybody, over telnet.\n\n");
    for (size_t i = 0; i < option_count; i++) {
        const struct option_row *row = &option_table[i];
        snprintf(flag, sizeof flag, "--%s %s", row->name,
                 row->argument == NULL ? "" : row->argument);
        fprintf(out, "  %-28s %s\n", flag, row->help);
        if (row->print == NULL)
            continue;
        row->print(&defaults, row, value, sizeof value);
        if (value[0] != '\0' && value[0] != '(')
            fprintf(out, "  %-28s   default %s\n", "", value);
    }
    fprintf(out, "\nEach is also UNDERCROFT_NAME in the environment and a key of\n"
                 "undercroft.conf. A flag wins over the environment, that over the file.\n");
}

void options_print(const struct options *options, FILE *out)
{
    static const char *const origins[] = {
        [OPTION_FROM_DEFAULT] = "default",
        [OPTION_FROM_FILE] = "file",
        [OPTION_FROM_ENVIRONMENT] = "environment",
        [OPTION_FROM_FLAG] = "flag",
    };
    char value[OPTION_LISTEN_MAX * OPTION_TEXT_SIZE];

    for (size_t i = 0; i < option_count; i++) {
        const struct option_row *row = &option_table[i];
        if (row->print == NULL)
            continue;
        row->print(options, row, value, sizeof value);
        fprintf(out, "%-24s = %-32s # %s\n", row->name, value, origins[options->origins[i]]);
    }
}
