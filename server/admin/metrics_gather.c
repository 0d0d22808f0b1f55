/*
 * Metrics that are computed when they are requested: all that are states and not events. Nothing
 * here waits for a disk: /proc is the kernel's own memory, and the database thread has looked up
 * its facts within the last second.
 */
#include "server/admin/metrics_gather.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/bytes.h"
#include "server/admin/admin.h"
#include "server/admin/admin_request.h"
#include "server/admin/backup.h"
#include "server/admin/tls_files.h"
#include "server/base/metrics.h"
#include "server/game/roster.h"
#include "server/game/save_watch.h"
#include "server/net/conn.h"
#include "server/net/net.h"
#include "server/net/tls.h"
#include "server/save/persist.h"
#include "server/session/session.h"

enum { MODES = 5, MICROSECONDS = 1000000 };

static void set(struct admin *admin, enum metric metric, uint64_t now)
{
    metrics_set(&admin->base->metrics, metric, METRIC_ALONE, now);
}

static void gather_connections(struct admin *admin)
{
    uint64_t modes[MODES] = {0};

    _Static_assert(MODE_UNSET == 0 && MODE_PAGE == MODES - 1, "a value of the label each");
    for (const struct session *session = admin->sessions->list; session != NULL;
         session = session->next)
        modes[session->mode]++;
    for (size_t i = 0; i < MODES; i++)
        metrics_set(&admin->base->metrics, METRIC_CONNECTIONS, i, modes[i]);
    set(admin, METRIC_CONNECTIONS_MAX, (uint64_t)base_connections_max(admin->base));
}

static void gather_wires(struct admin *admin)
{
    uint64_t wires[METRIC_WIRE_COUNT] = {0};

    for (const struct conn *conn = admin->net->connections; conn != NULL; conn = conn->next)
        wires[conn_wire(conn)]++;
    for (size_t i = 0; i < METRIC_WIRE_COUNT; i++)
        metrics_set(&admin->base->metrics, METRIC_WIRES, i, wires[i]);
    set(admin, METRIC_VISITORS, admin->net->visitor_count);
}

static void gather_disk(struct admin *admin)
{
    const struct backups *backups = admin->backups;
    struct disk_health health = persist_health(admin->persist);
    int64_t now = (int64_t)time(NULL);

    set(admin, METRIC_SAVE_LAG, save_watch_lag_ms(admin->game) * 1000);
    set(admin, METRIC_SAVES_REFUSED, health.error != ERR_OK);
    set(admin, METRIC_DATABASE_REPLACED, health.error == ERR_REPLACED);
    set(admin, METRIC_DATABASE_PROVEN, health.proof.is_over);
    set(admin, METRIC_DATABASE_BROKEN, health.proof.is_broken);
    set(admin, METRIC_DATABASE_BAD_ROWS, health.proof.bad_rows);
    set(admin, METRIC_LEDGER_WRONG, (uint64_t)admin->game->ledger_watch.wrong_kinds);
    set(admin, METRIC_DATABASE_BYTES, health.database_bytes);
    set(admin, METRIC_DATABASE_LOG_BYTES, health.log_bytes);
    if (backups->newest_at == 0 || backups->newest_at > now)
        metrics_set_absent(&admin->base->metrics, METRIC_BACKUP_AGE);
    else
        set(admin, METRIC_BACKUP_AGE, (uint64_t)(now - backups->newest_at) * MICROSECONDS);
}

/* Returns the number of open descriptors. Newer kernels give it at once; for older ones every name
   must be listed. */
static uint64_t count_open_files(void)
{
    struct stat info;
    uint64_t count = 0;

    if (stat("/proc/self/fd", &info) == 0 && info.st_size > 0)
        return (uint64_t)info.st_size;
    DIR *folder = opendir("/proc/self/fd");
    if (folder == NULL)
        return 0;
    while (readdir(folder) != NULL)
        count++;
    closedir(folder);
    /* Without ".", ".." and the descriptor of the folder itself. */
    return count < 3 ? 0 : count - 3;
}

static uint64_t resident_bytes(void)
{
    unsigned long long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");

    if (file == NULL)
        return 0;
    if (fscanf(file, "%*u %llu", &pages) != 1)
        pages = 0;
    fclose(file);
    return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

static uint64_t microseconds_of(struct timeval time)
{
    return (uint64_t)time.tv_sec * MICROSECONDS + (uint64_t)time.tv_usec;
}

static void gather_process(struct admin *admin)
{
    struct rlimit limit = {0};
    struct rusage usage = {0};

    set(admin, METRIC_OPEN_FILES, count_open_files());
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0)
        set(admin, METRIC_OPEN_FILES_MAX, limit.rlim_cur);
    set(admin, METRIC_MEMORY, resident_bytes());
    if (getrusage(RUSAGE_SELF, &usage) == 0)
        set(admin, METRIC_PROCESSOR,
            microseconds_of(usage.ru_utime) + microseconds_of(usage.ru_stime));
}

static void gather_certificate(struct admin *admin)
{
    const struct tls_keys_facts *facts = tls_files_facts(admin);

    if (facts == NULL || facts->ends_at < 0)
        metrics_set_absent(&admin->base->metrics, METRIC_TLS_EXPIRY);
    else
        set(admin, METRIC_TLS_EXPIRY, (uint64_t)facts->ends_at * MICROSECONDS);
}

void metrics_gather(struct admin *admin)
{
    struct log_counts lines = log_counts(&admin->base->log);

    set(admin, METRIC_BUILD_INFO, 1);
    set(admin, METRIC_UPTIME, (admin->base->now_ms - admin->base->opened_at_ms) * 1000);
    set(admin, METRIC_PLAYERS, admin->game->roster->playing);
    set(admin, METRIC_GUESTS, roster_count_guests(admin->game->roster));
    set(admin, METRIC_LEVELS, admin->game->world->level_count);
    set(admin, METRIC_LOG_LINES, lines.written);
    set(admin, METRIC_LOG_SUPPRESSED, lines.suppressed);
    set(admin, METRIC_LOG_LOST, lines.lost);
    gather_connections(admin);
    gather_wires(admin);
    gather_disk(admin);
    gather_certificate(admin);
    gather_process(admin);
}

/* Returns a string for each line; the text form is Prometheus's. */
static json_t *lines_of(const struct bytes *text)
{
    json_t *lines = json_array();
    const char *at = (const char *)text->data;
    const char *end = at + text->length;

    for (const char *stop; at < end; at = stop + 1) {
        stop = memchr(at, '\n', (size_t)(end - at));
        if (stop == NULL)
            stop = end;
        json_array_append_new(lines, json_stringn(at, (size_t)(stop - at)));
    }
    return lines;
}

void admin_run_metrics(struct admin *admin, struct admin_request *request)
{
    struct bytes text;

    bytes_init(&text, METRICS_TEXT_MAX);
    metrics_gather(admin);
    if (metrics_write(&admin->base->metrics, &text) == ERR_OK)
        admin_answer(request, json_pack("{s:o}", "metrics", lines_of(&text)));
    else
        admin_refuse(request, "Out of memory.");
    bytes_release(&text);
}
