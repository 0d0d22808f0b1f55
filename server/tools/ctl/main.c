/*
 * undercroftctl: words in, one answer out; without words a prompt.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/base/process.h"
#include "server/tools/ctl/link.h"
#include "server/tools/ctl/shell.h"

enum { TIMEOUT_DEFAULT = 60, TIMEOUT_MAX = 86400 };

static const char usage[] =
    "usage: undercroftctl [OPTION...] [WORD...]\n"
    "Talks to a running undercroftd. Without a word it asks for commands one by one.\n"
    "  --data DIR     the server's data directory; else UNDERCROFT_DATA, or ./data\n"
    "  --socket PATH  its socket, if that is not undercroft.sock in there\n"
    "  --json         answers as JSON, one object a line\n"
    "  --timeout N    seconds to wait for an answer; default 60, 0: no limit\n"
    "  --version      print the version and stop\n"
    "  --help         print this and stop\n"
    "The server's commands: undercroftctl help\n"
    "Exit codes: 0 done, 1 refused, 2 usage, 3 no server\n";

struct settings {
    const char *data;
    const char *socket; /* NULL: in the data directory */
    int timeout_seconds;
    bool is_json;
    bool wants_help;
    bool wants_version;
};

static bool read_timeout(const char *value, struct settings *settings)
{
    char *end = NULL;
    long seconds = strtol(value, &end, 10);

    if (end == value || *end != '\0' || seconds < 0 || seconds > TIMEOUT_MAX)
        return false;
    settings->timeout_seconds = (int)seconds;
    return true;
}

static bool read_data(const char *value, struct settings *settings)
{
    settings->data = value;
    return value[0] != '\0';
}

static bool read_socket(const char *value, struct settings *settings)
{
    settings->socket = value;
    return value[0] != '\0';
}

static bool set_json(const char *value, struct settings *settings)
{
    (void)value;
    settings->is_json = true;
    return true;
}

static bool set_help(const char *value, struct settings *settings)
{
    (void)value;
    settings->wants_help = true;
    return true;
}

static bool set_version(const char *value, struct settings *settings)
{
    (void)value;
    settings->wants_version = true;
    return true;
}

struct flag_row {
    const char *name;
    bool takes_value;
    bool (*read)(const char *value, struct settings *settings); /* false: not a fit value */
    const char *fits;                                           /* what is, as a clause */
};

static const struct flag_row flag_table[] = {
    {"--data", true, read_data, "the data directory of the server"},
    {"--socket", true, read_socket, "the path of the server's socket"},
    {"--timeout", true, read_timeout, "seconds, 1 to 86400, or 0 for no limit"},
    {"--json", false, set_json, NULL},
    {"--version", false, set_version, NULL},
    {"--help", false, set_help, NULL},
};

static const struct flag_row *find_flag(const char *argument, const char **out_value)
{
    size_t length = strcspn(argument, "=");

    *out_value = argument[length] == '=' ? argument + length + 1 : NULL;
    for (size_t i = 0; i < sizeof flag_table / sizeof flag_table[0]; i++) {
        if (strlen(flag_table[i].name) == length &&
            strncmp(flag_table[i].name, argument, length) == 0)
            return &flag_table[i];
    }
    return NULL;
}

/* Reads the flags, which stand before the words. Returns where the words begin; -1: usage. */
static int read_flags(int argc, char **argv, struct settings *settings)
{
    int i = 1;

    for (; i < argc && argv[i][0] == '-'; i++) {
        const char *value;
        if (strcmp(argv[i], "--") == 0)
            return i + 1;
        const char *name = argv[i];
        const struct flag_row *row = find_flag(name, &value);
        if (row == NULL || (value != NULL && !row->takes_value)) {
            fprintf(stderr, "undercroftctl: unknown option %s\n", name);
            return -1;
        }
        if (row->takes_value && value == NULL && i + 1 < argc)
            value = argv[++i];
        if (row->takes_value && (value == NULL || !row->read(value, settings))) {
            fprintf(stderr, "undercroftctl: %s takes %s%s%s\n", row->name, row->fits,
                    value == NULL ? "" : ", not ", value == NULL ? "" : value);
            return -1;
        }
        if (!row->takes_value)
            row->read(NULL, settings);
    }
    return i;
}

/* The words with a space between them; NULL when memory is out. The caller frees it. */
static char *join(char **words, int count)
{
    size_t size = 1;

    for (int i = 0; i < count; i++)
        size += strlen(words[i]) + 1;
    char *line = calloc(1, size);
    for (int i = 0; line != NULL && i < count; i++) {
        size_t at = strlen(line);
        snprintf(line + at, size - at, "%s%s", i == 0 ? "" : " ", words[i]);
    }
    return line;
}

static enum link_outcome run(const struct settings *settings, char **words, int count)
{
    char path[LINK_PATH_SIZE];
    struct link link;
    enum link_outcome outcome = LINK_USAGE;

    if (settings->socket != NULL)
        snprintf(path, sizeof path, "%s", settings->socket);
    else
        snprintf(path, sizeof path, "%s/undercroft.sock", settings->data);
    link_init(&link, path, settings->timeout_seconds);
    if (count == 0) {
        outcome = shell_run(&link, settings->is_json);
    } else {
        char *line = join(words, count);
        if (line != NULL)
            outcome = shell_run_words(&link, settings->is_json, line);
        free(line);
    }
    link_close(&link);
    return outcome;
}

/* "status --json": an option among the words is none, and those who typed it wonder. */
static void tell_of_options(char **words, int count)
{
    const char *value;

    for (int i = 1; i < count; i++) {
        if (find_flag(words[i], &value) == NULL)
            continue;
        fprintf(stderr,
                "undercroftctl: %s stands before the words, as in: undercroftctl --json status\n",
                words[i]);
        return;
    }
}

int main(int argc, char **argv)
{
    struct settings settings = {.data = getenv("UNDERCROFT_DATA"),
                                .timeout_seconds = TIMEOUT_DEFAULT};

    if (!standard_streams_fill())
        return LINK_REFUSED;
    int first = read_flags(argc, argv, &settings);
    if (first < 0) {
        fputs("undercroftctl: try --help for every option\n", stderr);
        return LINK_USAGE;
    }
    if (settings.wants_help || settings.wants_version) {
        fputs(settings.wants_help ? usage : "undercroftctl " UNDERCROFT_VERSION "\n", stdout);
        return LINK_DONE;
    }
    if (settings.data == NULL || settings.data[0] == '\0')
        settings.data = "./data";
    enum link_outcome outcome = run(&settings, argv + first, argc - first);
    if (outcome == LINK_USAGE)
        tell_of_options(argv + first, argc - first);
    return (int)outcome;
}
