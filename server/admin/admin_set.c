/*
 * Settings in a running server. A value changes in one place, live_options_apply(), by `set` or by
 * SIGHUP. Workers read and write the settings, because the file may be on a slow disk.
 */
#include "server/admin/admin_set.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "base/check.h"
#include "server/admin/admin.h"
#include "server/admin/admin_request.h"
#include "server/admin/backup.h"
#include "server/admin/host_files.h"
#include "server/admin/tls_files.h"
#include "server/base/option_file.h"
#include "server/base/option_table.h"
#include "server/base/process.h"
#include "server/net/tls.h"

const char *live_options_obstacle(const struct admin *admin, size_t index,
                                  const struct options *wanted)
{
    if (option_table[index].reach < REACH_OPERATOR)
        return "it cannot change while the server runs";
    char value[OPTION_VALUE_SIZE];
    if (!option_write(&option_table[index], wanted, value))
        return "it cannot be taken away while the server runs";
    if (strcmp(option_table[index].name, "connections-max") == 0 &&
        wanted->connections_max > admin->base->connections_room)
        return "the server was started with room for fewer";
    return NULL;
}

void live_options_apply(struct admin *admin, size_t index, const struct options *wanted)
{
    struct options *options = &admin->base->options;
    int backup_minutes = options->backup_minutes;
    char value[OPTION_VALUE_SIZE];

    CHECK(live_options_obstacle(admin, index, wanted) == NULL);
    CHECK(option_write(&option_table[index], wanted, value));
    CHECK(option_read(&option_table[index], value, options) == ERR_OK);
    options->origins[index] = wanted->origins[index];
    file_limit_settle(options);
    if (options->backup_minutes != backup_minutes)
        backup_reschedule(admin);
    if (tls_files_names(index))
        tls_files_want(admin);
    if (host_files_names(index))
        host_files_want(admin);
}

/* The result of reading all settings again. */
struct report {
    int changed;
    int needing_restart;
    int kept; /* number of settings that stay as an operator has set them */
};

/* A value before and after a change, for its log line. */
struct difference {
    char before[OPTION_VALUE_SIZE];
    char after[OPTION_VALUE_SIZE];
};

static bool differs(const struct options *before, const struct options *after, size_t index,
                    struct difference *out)
{
    const struct option_row *row = &option_table[index];

    if (row->kind == OPTION_KIND_SWITCH)
        return false;
    (void)option_write(row, before, out->before);
    (void)option_write(row, after, out->after);
    return strcmp(out->before, out->after) != 0;
}

/* Applies one setting that was read again, or reports why it cannot change. */
static void take_row(struct admin *admin, size_t index, const struct options *wanted,
                     struct report *report)
{
    const char *key = option_table[index].name;
    struct difference difference;
    bool is_different = differs(&admin->base->options, wanted, index, &difference);
    const char *obstacle = live_options_obstacle(admin, index, wanted);
    const char *event = "config.changed";

    if (is_different && admin->base->options.origins[index].source == OPTION_FROM_OPERATOR) {
        event = "config.kept";
        obstacle = "an operator has set it until the restart";
        report->kept++;
    } else if (is_different && obstacle != NULL) {
        event = "config.needs-restart";
        report->needing_restart++;
    } else if (is_different) {
        live_options_apply(admin, index, wanted);
        report->changed++;
    }
    if (is_different)
        LOG(&admin->base->log, LOG_INFO, event, log_text("key", key),
            log_text("before", difference.before), log_text("after", difference.after),
            log_text("cause", obstacle == NULL ? "the settings were read again" : obstacle));
}

/* A worker's reading of the settings; the file may be on a slow disk. */
struct reading {
    uv_work_t work;
    struct admin *admin;
    struct options wanted;
    struct options_failure failure;
    enum err error;
};

/* Reads the settings on a worker. Flags and environment do not change after the start. */
static void read_on_worker(uv_work_t *work)
{
    struct reading *reading = work->data;
    const struct options *old = &reading->admin->base->options;

    reading->error =
        options_load(&reading->wanted, old->argc, old->argv, old->environment, &reading->failure);
}

/* Applies all changed settings that can change, and logs each difference. */
static void take_all(struct admin *admin, struct options *wanted, struct report *out)
{
    *out = (struct report){0};
    file_limit_settle(wanted);
    for (size_t i = 0; i < option_count; i++)
        take_row(admin, i, wanted, out);
    snprintf(admin->base->options.file, sizeof admin->base->options.file, "%s", wanted->file);
}

/* Logs a line for each fault that is stored. */
static void log_refusal(struct admin *admin, enum err error, const struct options_failure *failure)
{
    int reported = failure->count < OPTION_FAULTS_MAX ? failure->count : OPTION_FAULTS_MAX;

    for (int i = 0; i < reported || i == 0; i++)
        LOG(&admin->base->log, LOG_ERROR, "config.refused",
            log_text("cause", reported > 0 ? failure->messages[i] : err_text(error)),
            log_number("fault", i + 1), log_number("faults", failure->count),
            log_text("consequence", "nothing has changed"));
}

static void begin_reading(struct admin *admin);

static void on_read(uv_work_t *work, int status)
{
    struct reading *reading = work->data;
    struct admin *admin = reading->admin;
    struct report report;

    base_touch_clock(admin->base);
    admin->is_reading_settings = false;
    if (status != 0 || reading->error != ERR_OK) {
        log_refusal(admin, status != 0 ? ERR_MEMORY : reading->error, &reading->failure);
    } else {
        take_all(admin, &reading->wanted, &report);
        tls_files_want(admin);
        host_files_want(admin);
        LOG(&admin->base->log, LOG_INFO, "config.read",
            log_text("file",
                     admin->base->options.file[0] == '\0' ? "none" : admin->base->options.file),
            log_number("changed", report.changed), log_number("kept", report.kept),
            log_number("needing-restart", report.needing_restart));
    }
    free(reading);
    if (admin->must_read_settings && !admin->base->is_stopping)
        begin_reading(admin);
}

static void begin_reading(struct admin *admin)
{
    static const struct options_failure no_failure = {.count = 0};
    struct reading *reading = calloc(1, sizeof *reading);

    admin->must_read_settings = false;
    if (reading == NULL) {
        log_refusal(admin, ERR_MEMORY, &no_failure);
        return;
    }
    reading->admin = admin;
    reading->work.data = reading;
    admin->is_reading_settings = true;
    if (uv_queue_work(&admin->base->loop, &reading->work, read_on_worker, on_read) != 0)
        on_read(&reading->work, UV_ENOMEM);
}

/* Has the settings read. A signal during a reading may mean a newer file, so that is read as
   well. */
static void on_hangup(uv_signal_t *handle, int number)
{
    struct admin *admin = handle->data;

    (void)number;
    base_touch_clock(admin->base);
    admin->must_read_settings = true;
    if (!admin->is_reading_settings && !admin->base->is_stopping)
        begin_reading(admin);
}

enum err live_options_watch(struct admin *admin)
{
    return base_watch_signal(admin->base, &admin->on_hangup, on_hangup, SIGHUP, admin);
}

void live_options_unwatch(struct admin *admin)
{
    base_unwatch_signal(&admin->on_hangup);
}

static json_t *value_of(const struct admin *admin, size_t index)
{
    char value[OPTION_VALUE_SIZE];

    if (!option_write(&option_table[index], &admin->base->options, value))
        return json_string("(not set)");
    return admin_string(value);
}

static json_t *describe(const struct admin *admin, size_t index)
{
    char origin[OPTION_ORIGIN_SIZE];

    options_describe_origin(&admin->base->options, index, origin);
    return json_pack("{s:s, s:o, s:o, s:b}", "key", option_table[index].name, "value",
                     value_of(admin, index), "from", admin_string(origin), "changes_while_running",
                     option_table[index].reach >= REACH_OPERATOR);
}

static void show_all(struct admin *admin, struct admin_request *request)
{
    json_t *rows = json_array();

    for (size_t i = 0; i < option_count; i++) {
        if (option_table[i].reach >= REACH_FILE)
            json_array_append_new(rows, describe(admin, i));
    }
    admin_answer(request, json_pack("{s:o}", "settings", rows));
}

/* Returns the index of a setting; option_count: there is none of that name, and the request is
   answered. */
static size_t find(struct admin_request *request, const char *name)
{
    const char *names[OPTION_ROWS_MAX];
    char hint[OPTION_HINT_SIZE];
    size_t count = 0;

    for (size_t i = 0; i < option_count; i++) {
        if (option_table[i].reach < REACH_FILE)
            continue;
        if (strcmp(option_table[i].name, name) == 0)
            return i;
        names[count++] = option_table[i].name;
    }
    option_hint("", name, names, count, hint);
    admin_refuse(request, "There is no setting \"%.80s\"%s", name, hint[0] == '\0' ? "." : hint);
    return option_count;
}

/* Writes how long the value will last. `wins`: the source that counts before the file at the next
   start. */
static void describe_end(const struct option_place *place, bool is_live, enum option_source wins,
                         char *out, size_t size)
{
    const char *loser = wins == OPTION_FROM_FLAG ? "; but a flag overrides it there"
                        : wins == OPTION_FROM_ENVIRONMENT
                            ? "; but the environment overrides it there"
                            : "";

    if (place == NULL)
        snprintf(out, size, "until the restart");
    else
        snprintf(out, size, "%s; written to %s:%d for the next start%s%s",
                 is_live ? "from now on" : "not before the restart", place->path, place->line,
                 loser, place->is_flushed ? "" : "; the disk has not confirmed it");
}

/* Changes a setting. `wanted` has the new value; `place` is where it was written, NULL: nowhere. */
static void change(struct admin *admin, struct admin_request *request, size_t index,
                   struct options *wanted, const struct option_place *place)
{
    enum option_source source = admin->base->options.origins[index].source;
    bool is_live = live_options_obstacle(admin, index, wanted) == NULL;
    char end[OPTION_PATH_SIZE + 160];

    /* The value is in force and in the file now, so its source is the file, not this run. */
    if (place != NULL && (source == OPTION_FROM_DEFAULT || source == OPTION_FROM_FILE)) {
        wanted->origins[index] = (struct option_origin){OPTION_FROM_FILE, place->line};
        snprintf(admin->base->options.file, sizeof admin->base->options.file, "%s", place->path);
    }
    json_t *before = value_of(admin, index);
    if (is_live)
        live_options_apply(admin, index, wanted);
    describe_end(place, is_live, source, end, sizeof end);
    admin_answer(request,
                 json_pack("{s:s, s:o, s:o, s:o}", "key", option_table[index].name, "before",
                           before, "now", value_of(admin, index), "holds", admin_string(end)));
}

/* Returns a copy of the settings with the new value. NULL: the value was refused, and the request
   is answered. */
static struct options *make_wanted(const struct admin *admin, struct admin_request *request,
                                   size_t index)
{
    struct options *wanted = malloc(sizeof *wanted);
    struct options_failure failure = {.exit_code = 0};
    const struct option_origin origin = {.source = OPTION_FROM_OPERATOR};

    if (wanted == NULL) {
        admin_refuse(request, "Out of memory.");
        return NULL;
    }
    *wanted = admin->base->options;
    if (option_apply(wanted, index, request->arguments.words[1], origin, option_table[index].name,
                     &failure) != ERR_OK) {
        admin_refuse(request, "%s.", failure.messages[0]);
        free(wanted);
        return NULL;
    }
    file_limit_settle(wanted);
    return wanted;
}

_Static_assert((int)TLS_CAUSE_SIZE == (int)HOST_CAUSE_SIZE, "one cause has room for either");

/* A worker's writing of a setting: checks a file that it names, and writes the settings, because
   the disk may be slow and play must not wait. */
struct writing {
    uv_work_t work;
    struct admin *admin;
    uint64_t ticket; /* ticket of the request */
    size_t index;
    bool saves;             /* writes the value; false: only checks it */
    struct options options; /* the settings at the time of the request */
    char value[ADMIN_LINE_MAX + 1];
    struct option_place place;
    struct options_failure failure;
    char cause[TLS_CAUSE_SIZE]; /* why the file in the setting cannot be used; "": it can */
    enum err result;
};

static void write_on_worker(uv_work_t *work)
{
    struct writing *writing = work->data;

    writing->result = tls_files_look(writing->index, writing->value, writing->cause);
    if (writing->result == ERR_OK)
        writing->result = host_files_look(writing->index, writing->value, writing->cause);
    if (writing->result == ERR_OK && writing->saves)
        writing->result = option_save(&writing->options, writing->index, writing->value,
                                      &writing->place, &writing->failure);
}

static const char *failure_of(const struct writing *writing, int status)
{
    if (status != 0)
        return uv_strerror(status);
    return writing->cause[0] != '\0' ? writing->cause : writing->failure.messages[0];
}

static void on_written(uv_work_t *work, int status)
{
    struct writing *writing = work->data;
    struct admin *admin = writing->admin;
    struct admin_request *request = admin_find(admin, writing->ticket);

    base_touch_clock(admin->base);
    admin->is_writing_settings = false;
    /* Without a request the server is ending: the file has the new value, or is unchanged. */
    if (request != NULL && (status != 0 || writing->result != ERR_OK)) {
        admin_refuse(request, "%s: %s.",
                     writing->saves ? "Not saved, and nothing has changed" : "Nothing has changed",
                     failure_of(writing, status));
    } else if (request != NULL) {
        struct options *wanted = make_wanted(admin, request, writing->index);
        if (wanted != NULL)
            change(admin, request, writing->index, wanted, writing->saves ? &writing->place : NULL);
        free(wanted);
    }
    free(writing);
    if (request != NULL)
        admin_settle(admin, request);
}

/* Starts writing a setting to the file. Meanwhile a second writer is refused, because each would
   write the file without the other's line. */
static void begin_writing(struct admin *admin, struct admin_request *request, size_t index,
                          bool saves)
{
    struct writing *writing = admin->is_writing_settings ? NULL : calloc(1, sizeof *writing);

    if (writing == NULL) {
        admin_refuse(request, admin->is_writing_settings
                                  ? "Another setting is being written just now; try again."
                                  : "Out of memory.");
        return;
    }
    writing->work.data = writing;
    writing->admin = admin;
    writing->ticket = request->ticket;
    writing->index = index;
    writing->saves = saves;
    writing->options = admin->base->options;
    snprintf(writing->value, sizeof writing->value, "%s", request->arguments.words[1]);
    if (uv_queue_work(&admin->base->loop, &writing->work, write_on_worker, on_written) != 0) {
        free(writing);
        admin_refuse(request, "The server has too much to do; try again later.");
        return;
    }
    admin->is_writing_settings = true;
    request->wait = ADMIN_WAIT_JOB;
}

static void set(struct admin *admin, struct admin_request *request, size_t index, bool saves)
{
    struct options *wanted = make_wanted(admin, request, index);

    if (wanted == NULL)
        return;
    const char *obstacle = live_options_obstacle(admin, index, wanted);
    bool names_file = tls_files_names(index) || host_files_names(index);
    if (saves || (obstacle == NULL && names_file))
        begin_writing(admin, request, index, saves);
    else if (obstacle != NULL)
        admin_refuse(request, "%s: %s. With --save it is written down for the next start.",
                     option_table[index].name, obstacle);
    else
        change(admin, request, index, wanted, NULL);
    free(wanted);
}

void admin_run_set(struct admin *admin, struct admin_request *request)
{
    struct admin_arguments *arguments = &request->arguments;
    bool saves =
        arguments->count > 0 && strcmp(arguments->words[arguments->count - 1], "--save") == 0;

    if (saves)
        arguments->count--;
    request->has_only_looked = arguments->count < 2;
    if (arguments->count == 0 && !saves) {
        show_all(admin, request);
        return;
    }
    bool is_twice = saves && arguments->count == 2 && strcmp(arguments->words[1], "--save") == 0;
    if (arguments->count == 0 || (arguments->count == 1 && saves) || arguments->count > 2 ||
        is_twice) {
        admin_misuse(request, "Usage: set [KEY [VALUE]] [--save]");
        return;
    }
    size_t index = find(request, arguments->words[0]);
    if (index == option_count)
        return;
    if (arguments->count == 1)
        admin_answer(request, describe(admin, index));
    else
        set(admin, request, index, saves);
}
