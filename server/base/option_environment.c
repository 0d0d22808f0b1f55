/*
 * Settings from the environment. It is everybody's: a name of ours that is no setting need not be
 * meant for us, and then must not keep the server from starting. One that is nearly a setting's is
 * taken for a slip, which nobody would notice otherwise.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "server/base/option_load.h"
#include "server/base/option_table.h"

static const char prefix[] = "UNDERCROFT_";
static const char test_prefix[] = "UNDERCROFT_TEST_";

enum { PREFIX_LENGTH = sizeof prefix - 1 };

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text);
    size_t end_length = strlen(end);

    return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

/* "_PORT_4000_TCP" and what may follow it stands in `name`. */
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
 * Whether it is one of the names that Kubernetes gives every container for each Service of its
 * namespace: of a Service called `undercroft` they begin like ours.
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

bool option_variable(const struct option_row *row, char out[OPTION_VARIABLE_SIZE])
{
    size_t length = (size_t)snprintf(out, OPTION_VARIABLE_SIZE, "%s%s", prefix, row->name);

    for (size_t i = PREFIX_LENGTH; i < length && i < OPTION_VARIABLE_SIZE - 1; i++)
        out[i] = out[i] == '-' ? '_' : (char)toupper((unsigned char)out[i]);
    return row->reach >= REACH_VARIABLE;
}

/* A name that no row has. */
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

/* `variable` is NAME=VALUE and begins with the prefix. */
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

void option_environment_load(struct options *options, char *const *environment,
                             struct options_failure *failure)
{
    for (; *environment != NULL; environment++) {
        if (strncmp(*environment, prefix, PREFIX_LENGTH) == 0 &&
            strncmp(*environment, test_prefix, sizeof test_prefix - 1) != 0)
            load_variable(options, *environment, failure);
    }
}
