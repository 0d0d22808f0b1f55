/*
 * The word that shows settings and changes them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/ops/admin/admin_request.h"
#include "server/ops/admin/admin_words.h"
#include "server/ops/file_limit.h"
#include "server/ops/live_options.h"
#include "server/ops/option_load.h"
#include "server/ops/option_save.h"
#include "server/ops/option_table.h"
#include "server/server.h"

static json_t *value_of(const struct server *server, size_t index)
{
    char value[OPTION_VALUE_SIZE];

    if (!option_write(&option_table[index], &server->options, value))
        return json_string("(not set)");
    return admin_string(value);
}

static json_t *describe(const struct server *server, size_t index)
{
    char origin[OPTION_ORIGIN_SIZE];

    options_describe_origin(&server->options, index, origin);
    return json_pack("{s:s, s:o, s:o, s:b}", "key", option_table[index].name, "value",
                     value_of(server, index), "from", admin_string(origin), "changes_while_running",
                     option_table[index].is_live);
}

static void show_all(struct server *server, struct admin_request *request)
{
    json_t *rows = json_array();

    for (size_t i = 0; i < option_count; i++) {
        if (option_table[i].is_key)
            json_array_append_new(rows, describe(server, i));
    }
    admin_answer(request, json_pack("{s:o}", "settings", rows));
}

/* option_count if there is none of that name; the request is then answered. */
static size_t find(struct admin_request *request, const char *name)
{
    const char *names[OPTION_ROWS_MAX];
    char hint[OPTION_HINT_SIZE];
    size_t count = 0;

    for (size_t i = 0; i < option_count; i++) {
        if (!option_table[i].is_key)
            continue;
        if (strcmp(option_table[i].name, name) == 0)
            return i;
        names[count++] = option_table[i].name;
    }
    option_hint("", name, names, count, hint);
    admin_refuse(request, "There is no setting \"%.80s\"%s", name, hint[0] == '\0' ? "." : hint);
    return option_count;
}

/* How long the value will last. `wins`: what stands above the file at the next start. */
static void describe_end(const struct option_place *place, bool is_live, enum option_source wins,
                         char *out, size_t size)
{
    const char *loser = wins == OPTION_FROM_FLAG          ? "; but there a flag wins"
                        : wins == OPTION_FROM_ENVIRONMENT ? "; but there the environment wins"
                                                          : "";

    if (place == NULL)
        snprintf(out, size, "until the restart");
    else
        snprintf(out, size, "%s; written to %s:%d for the next start%s",
                 is_live ? "from now on" : "not before the restart", place->path, place->line,
                 loser);
}

/* `wanted` has the new value. */
static void change(struct server *server, struct admin_request *request, size_t index,
                   struct options *wanted, bool saves)
{
    const char *value = request->arguments.words[1];
    enum option_source source = server->options.origins[index].source;
    bool is_live = live_options_obstacle(server, index, wanted) == NULL;
    struct options_failure failure;
    struct option_place place;
    char end[OPTION_PATH_SIZE + 128];

    if (saves && option_save(&server->options, index, value, &place, &failure) != ERR_OK) {
        admin_refuse(request, "Not saved, and nothing has changed: %s.", failure.message);
        return;
    }
    /* What is in the file now, and holds, is no longer this run's alone. */
    if (saves && (source == OPTION_FROM_DEFAULT || source == OPTION_FROM_FILE)) {
        wanted->origins[index] = (struct option_origin){OPTION_FROM_FILE, place.line};
        snprintf(server->options.file, sizeof server->options.file, "%s", place.path);
    }
    json_t *before = value_of(server, index);
    if (is_live)
        live_options_apply(server, index, wanted);
    describe_end(saves ? &place : NULL, is_live, source, end, sizeof end);
    admin_answer(request, json_pack("{s:s, s:o, s:o, s:o}", "key", option_table[index].name,
                                    "before", before, "now", value_of(server, index), "holds",
                                    admin_string(end)));
}

static void set(struct server *server, struct admin_request *request, size_t index, bool saves)
{
    struct options *wanted = malloc(sizeof *wanted);
    struct options_failure failure = {.exit_code = 0};
    const struct option_origin origin = {.source = OPTION_FROM_OPERATOR};

    if (wanted == NULL) {
        admin_refuse(request, "Out of memory.");
        return;
    }
    *wanted = server->options;
    if (option_apply(wanted, index, request->arguments.words[1], origin, option_table[index].name,
                     &failure) != ERR_OK) {
        admin_refuse(request, "%s.", failure.message);
        free(wanted);
        return;
    }
    file_limit_settle(wanted);
    const char *obstacle = live_options_obstacle(server, index, wanted);
    if (obstacle != NULL && !saves)
        admin_refuse(request,
                     "%s: %s. With --save it is written down for the next start.",
                     option_table[index].name, obstacle);
    else
        change(server, request, index, wanted, saves);
    free(wanted);
}

void admin_run_set(struct server *server, struct admin_request *request)
{
    struct admin_arguments *arguments = &request->arguments;
    bool saves =
        arguments->count > 0 && strcmp(arguments->words[arguments->count - 1], "--save") == 0;

    if (saves)
        arguments->count--;
    request->has_only_looked = arguments->count < 2;
    if (arguments->count == 0 && !saves) {
        show_all(server, request);
        return;
    }
    if (arguments->count == 0 || (arguments->count == 1 && saves) || arguments->count > 2) {
        admin_misuse(request, "Usage: set [KEY [VALUE]] [--save]");
        return;
    }
    size_t index = find(request, arguments->words[0]);
    if (index == option_count)
        return;
    if (arguments->count == 1)
        admin_answer(request, describe(server, index));
    else
        set(server, request, index, saves);
}
