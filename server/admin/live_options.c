/*
 * Changing settings in a running server.
 */
#include "server/admin/live_options.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "base/check.h"
#include "server/admin/admin.h"
#include "server/admin/backup.h"
#include "server/admin/host_files.h"
#include "server/admin/tls_files.h"
#include "server/base/option_table.h"
#include "server/base/process.h"

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
    int kept; /* as an operator has set them */
};

/* A value before and after, for the line that tells of it. */
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

/* Takes over one setting that was read again, or says why not. */
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

/* Settings are read again by a worker, because the file may lie on a disk that is slow. */
struct reading {
    uv_work_t work;
    struct admin *admin;
    struct options wanted;
    struct options_failure failure;
    enum err error;
};

/* Reads flags and environment beside the loop: neither changes after the start. */
static void read_on_worker(uv_work_t *work)
{
    struct reading *reading = work->data;
    const struct options *old = &reading->admin->base->options;

    reading->error =
        options_load(&reading->wanted, old->argc, old->argv, old->environment, &reading->failure);
}

/* Takes over all that may change and logs each difference. */
static void take_all(struct admin *admin, struct options *wanted, struct report *out)
{
    *out = (struct report){0};
    file_limit_settle(wanted);
    for (size_t i = 0; i < option_count; i++)
        take_row(admin, i, wanted, out);
    snprintf(admin->base->options.file, sizeof admin->base->options.file, "%s", wanted->file);
}

/* A line for each fault that is known. */
static void log_refusal(struct admin *admin, enum err error, const struct options_failure *failure)
{
    int told = failure->count < OPTION_FAULTS_MAX ? failure->count : OPTION_FAULTS_MAX;

    for (int i = 0; i < told || i == 0; i++)
        LOG(&admin->base->log, LOG_ERROR, "config.refused",
            log_text("cause", told > 0 ? failure->messages[i] : err_text(error)),
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

/* A signal while the settings are being read may tell of a newer file: it is read as well. */
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
