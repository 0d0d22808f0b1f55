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
    const char *socket; /* NULL: the socket in the data directory */
    int timeout_seconds;
    bool is_json;
    bool wants_help;
    bool wants_version;
};

enum flag { FLAG_DATA, FLAG_SOCKET, FLAG_TIMEOUT, FLAG_JSON, FLAG_VERSION, FLAG_HELP, FLAG_COUNT };

struct flag_row {
    const char *name;
    const char *fits; /* the values that it takes, as a clause; NULL: none */
};

static const struct flag_row flag_table[FLAG_COUNT] = {
    [FLAG_DATA] = {"--data", "the data directory of the server"},
    [FLAG_SOCKET] = {"--socket", "the path of the server's socket"},
    [FLAG_TIMEOUT] = {"--timeout", "seconds, 1 to 86400, or 0 for no limit"},
    [FLAG_JSON] = {"--json", NULL},
    [FLAG_VERSION] = {"--version", NULL},
    [FLAG_HELP] = {"--help", NULL},
};

/* Sets a flag. False: it does not take that value. */
static bool set_flag(struct settings *settings, enum flag flag, const char *value)
{
    char *end = NULL;
    long seconds;

    switch (flag) {
    case FLAG_DATA:
        settings->data = value;
        return value[0] != '\0';
    case FLAG_SOCKET:
        settings->socket = value;
        return value[0] != '\0';
    case FLAG_TIMEOUT:
        seconds = strtol(value, &end, 10);
        settings->timeout_seconds = (int)seconds;
        return end != value && *end == '\0' && seconds >= 0 && seconds <= TIMEOUT_MAX;
    case FLAG_JSON:
        return settings->is_json = true;
    case FLAG_VERSION:
        return settings->wants_version = true;
    default:
        return settings->wants_help = true;
    }
}

/* Returns the flag with that name; FLAG_COUNT: there is none. */
static enum flag find_flag(const char *argument, const char **out_value)
{
    size_t length = strcspn(argument, "=");

    *out_value = argument[length] == '=' ? argument + length + 1 : NULL;
    enum flag flag = 0;
    while (flag < FLAG_COUNT && !(strlen(flag_table[flag].name) == length &&
                                  strncmp(flag_table[flag].name, argument, length) == 0))
        flag++;
    return flag;
}

/* Reads the flags before the words. Returns the index of the first word; -1: the usage was
   printed. */
static int read_flags(int argc, char **argv, struct settings *settings)
{
    int i = 1;

    for (; i < argc && argv[i][0] == '-'; i++) {
        const char *value;
        if (strcmp(argv[i], "--") == 0)
            return i + 1;
        enum flag flag = find_flag(argv[i], &value);
        const struct flag_row *row = &flag_table[flag];
        if (flag == FLAG_COUNT || (value != NULL && row->fits == NULL)) {
            fprintf(stderr, "undercroftctl: unknown option %s\n", argv[i]);
            return -1;
        }
        if (row->fits != NULL && value == NULL && i + 1 < argc)
            value = argv[++i];
        if ((row->fits != NULL && value == NULL) || !set_flag(settings, flag, value)) {
            fprintf(stderr, "undercroftctl: %s takes %s%s%s\n", row->name, row->fits,
                    value == NULL ? "" : ", not ", value == NULL ? "" : value);
            return -1;
        }
    }
    return i;
}

/* Joins the words with blanks; NULL: out of memory. The caller frees the text. */
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

/* Explains why "status --json" fails: an option after the first word counts as a word. */
static void tell_of_options(char **words, int count)
{
    const char *value;

    for (int i = 1; i < count; i++) {
        if (find_flag(words[i], &value) == FLAG_COUNT)
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
