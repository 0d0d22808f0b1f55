/*
 * Certificate and key are read at the start, and later by a worker. Once a minute the times, sizes
 * and numbers of both files are compared with those of the last reading.
 */
#include "server/admin/tls_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <uv.h>

#include "server/admin/admin.h"
#include "server/base/base.h"
#include "server/base/option_table.h"
#include "server/base/process.h"
#include "server/net/net.h"
#include "server/net/tls.h"

enum { LOOK_MS = 60 * 1000, FILES = 2 };

/* A mark of a file: numbers of which some change when the file does. */
struct mark {
    uint64_t device;
    uint64_t inode;
    int64_t size;
    int64_t seconds;
    int64_t nanoseconds;
};

struct tls_files {
    bool is_reading;
    bool must_read;
    uint64_t look_at_ms;
    /* marks of the files that were read last, also if they were refused */
    struct mark marks[FILES];
    char failure[TLS_CAUSE_SIZE];
};

/* A worker's reading of the certificate and the key. */
struct reading {
    uv_work_t work;
    struct admin *admin;
    bool is_wanted; /* read them even if they seem unchanged */
    char paths[FILES][OPTION_TEXT_SIZE];
    struct mark marks[FILES];
    struct tls_keys *keys; /* NULL: nothing was read, or it cannot be used */
    char cause[TLS_CAUSE_SIZE];
};

static bool has_entrance(const struct options *options)
{
    for (enum entrance entrance = 0; entrance < ENTRANCE_COUNT; entrance++) {
        if (entrance_table[entrance].has_tls && options->listen[entrance].count > 0)
            return true;
    }
    return false;
}

/* Returns the mark of a file; all zero for a missing file. */
static struct mark mark_of(const char *path)
{
    struct stat info;

    if (stat(path, &info) != 0)
        return (struct mark){.inode = 0};
    return (struct mark){.device = info.st_dev,
                         .inode = info.st_ino,
                         .size = info.st_size,
                         .seconds = info.st_mtim.tv_sec,
                         .nanoseconds = info.st_mtim.tv_nsec};
}

static bool is_same(const struct mark *mark, const struct mark *other)
{
    return mark->device == other->device && mark->inode == other->inode &&
           mark->size == other->size && mark->seconds == other->seconds &&
           mark->nanoseconds == other->nanoseconds;
}

static enum err load(const struct options *options, struct tls_keys **out)
{
    char cause[TLS_CAUSE_SIZE];
    enum err error = tls_keys_load(options->tls_certificate, options->tls_key, out, cause);

    if (error != ERR_OK && error != ERR_MEMORY)
        process_explain(
            "TLS has no certificate", cause,
            "--tls-cert FILE and --tls-key FILE: a certificate and its key, both in PEM");
    return error == ERR_OK || error == ERR_MEMORY ? error : ERR_FORMAT;
}

bool tls_files_are_good(const struct options *options)
{
    struct tls_keys *keys = NULL;
    bool is_good = !has_entrance(options) || load(options, &keys) == ERR_OK;

    tls_keys_drop(keys);
    return is_good;
}

bool tls_files_names(size_t index)
{
    size_t offset = option_table[index].offset;

    return offset == offsetof(struct options, tls_certificate) ||
           offset == offsetof(struct options, tls_key);
}

enum err tls_files_look(size_t index, const char *path, char cause[TLS_CAUSE_SIZE])
{
    cause[0] = '\0';
    if (!tls_files_names(index))
        return ERR_OK;
    return tls_keys_look(path, option_table[index].offset == offsetof(struct options, tls_key),
                         cause);
}

enum err tls_files_open(struct admin *admin)
{
    const struct options *options = &admin->base->options;
    struct tls_keys *keys = NULL;

    if (!has_entrance(options))
        return ERR_OK;
    struct tls_files *files = calloc(1, sizeof *files);
    if (files == NULL)
        return ERR_MEMORY;
    admin->tls_files = files;
    files->marks[0] = mark_of(options->tls_certificate);
    files->marks[1] = mark_of(options->tls_key);
    files->look_at_ms = admin->base->now_ms + LOOK_MS;
    enum err error = load(options, &keys);
    return error == ERR_OK ? tls_host_open(keys, &admin->net->tls) : error;
}

void tls_files_close(struct admin *admin)
{
    tls_host_free(admin->net->tls);
    admin->net->tls = NULL;
    free(admin->tls_files);
    admin->tls_files = NULL;
}

/* Reads both files on a worker. A file that changes during the reading has another mark the next
   time. */
static void read_on_worker(uv_work_t *work)
{
    struct reading *reading = work->data;
    bool is_changed = reading->is_wanted;

    for (size_t i = 0; i < FILES; i++) {
        struct mark before = reading->marks[i];
        reading->marks[i] = mark_of(reading->paths[i]);
        is_changed = is_changed || !is_same(&before, &reading->marks[i]);
    }
    if (!is_changed ||
        tls_keys_load(reading->paths[0], reading->paths[1], &reading->keys, reading->cause) !=
            ERR_OK ||
        tls_keys_are_current(reading->keys, (int64_t)time(NULL), reading->cause))
        return;
    tls_keys_drop(reading->keys);
    reading->keys = NULL;
}

static void refuse(struct admin *admin, const char *cause)
{
    snprintf(admin->tls_files->failure, TLS_CAUSE_SIZE, "%s", cause);
    metrics_add(&admin->base->metrics, METRIC_TLS_RELOAD_FAILURES, METRIC_ALONE, 1);
    LOG(&admin->base->log, LOG_ERROR, "tls.reload", log_text("cause", cause),
        log_text("consequence", "the certificate before stays in use"));
}

static void on_read(uv_work_t *work, int status)
{
    struct reading *reading = work->data;
    struct admin *admin = reading->admin;
    struct tls_files *files = admin->tls_files;

    base_touch_clock(admin->base);
    files->is_reading = false;
    memcpy(files->marks, reading->marks, sizeof files->marks);
    if (status != 0)
        refuse(admin, uv_strerror(status));
    else if (reading->cause[0] != '\0')
        refuse(admin, reading->cause);
    if (status == 0 && reading->keys != NULL) {
        files->failure[0] = '\0';
        char expires[32] = "unknown";
        time_t ends_at = (time_t)tls_keys_facts(reading->keys)->ends_at;
        struct tm ends;
        if (gmtime_r(&ends_at, &ends) != NULL)
            (void)strftime(expires, sizeof expires, "%Y-%m-%dT%H:%M:%SZ", &ends);
        LOG(&admin->base->log, LOG_INFO, "tls.reload", log_text("certificate", reading->paths[0]),
            log_text("expires", expires), log_text("consequence", "new connections get it"));
        tls_host_take_keys(admin->net->tls, reading->keys);
    }
    free(reading);
}

static void begin_reading(struct admin *admin)
{
    const struct options *options = &admin->base->options;
    struct tls_files *files = admin->tls_files;
    struct reading *reading = calloc(1, sizeof *reading);

    if (reading == NULL)
        return;
    reading->admin = admin;
    reading->work.data = reading;
    reading->is_wanted = files->must_read;
    memcpy(reading->marks, files->marks, sizeof files->marks);
    snprintf(reading->paths[0], OPTION_TEXT_SIZE, "%s", options->tls_certificate);
    snprintf(reading->paths[1], OPTION_TEXT_SIZE, "%s", options->tls_key);
    if (uv_queue_work(&admin->base->loop, &reading->work, read_on_worker, on_read) != 0) {
        free(reading);
        return;
    }
    files->is_reading = true;
    files->must_read = false;
    files->look_at_ms = admin->base->now_ms + LOOK_MS;
}

void tls_files_want(struct admin *admin)
{
    if (admin->tls_files != NULL)
        admin->tls_files->must_read = true;
}

void tls_files_sweep(struct admin *admin)
{
    const struct tls_files *files = admin->tls_files;

    if (files == NULL || files->is_reading || admin->base->is_stopping)
        return;
    if (files->must_read || admin->base->now_ms >= files->look_at_ms)
        begin_reading(admin);
}

const struct tls_keys_facts *tls_files_facts(const struct admin *admin)
{
    return admin->net->tls == NULL ? NULL : tls_keys_facts(tls_host_keys(admin->net->tls));
}

const char *tls_files_failure(const struct admin *admin)
{
    return admin->tls_files == NULL ? "" : admin->tls_files->failure;
}
