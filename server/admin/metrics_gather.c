/*
 * What metrics can be looked up at the moment somebody asks: all that is a state and no event.
 * Nothing here waits for a disk: /proc is the kernel's own memory, and what is to be known of the
 * database the database thread has looked up within the last second.
 */
#include "server/base/metrics.h"

#include <dirent.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "server/game/save_watch.h"
#include "server/net/conn.h"
#include "server/save/persist.h"
#include "server/server.h"

enum { MODES = 4, MICROSECONDS = 1000000 };

static void set(struct server *server, enum metric metric, uint64_t now)
{
    metrics_set(&server->metrics, metric, METRIC_ALONE, now);
}

static void gather_connections(struct server *server)
{
    uint64_t modes[MODES] = {0};

    _Static_assert(MODE_UNSET == 0 && MODE_READER == MODES - 1, "a value of the label each");
    for (const struct conn *conn = server->connections; conn != NULL; conn = conn->next)
        modes[conn->session.mode]++;
    for (size_t i = 0; i < MODES; i++)
        metrics_set(&server->metrics, METRIC_CONNECTIONS, i, modes[i]);
    set(server, METRIC_CONNECTIONS_MAX, (uint64_t)server_connections_max(server));
}

static void gather_disk(struct server *server)
{
    const struct backups *backups = &server->backups;
    struct disk_health health = persist_health(server->persist);
    int64_t now = (int64_t)time(NULL);

    set(server, METRIC_SAVE_LAG, save_watch_lag_ms(server) * 1000);
    set(server, METRIC_SAVES_REFUSED, health.error != ERR_OK);
    set(server, METRIC_DATABASE_REPLACED, health.error == ERR_REPLACED);
    set(server, METRIC_DATABASE_BYTES, health.database_bytes);
    set(server, METRIC_DATABASE_LOG_BYTES, health.log_bytes);
    if (backups->newest_at == 0 || backups->newest_at > now)
        metrics_set_absent(&server->metrics, METRIC_BACKUP_AGE);
    else
        set(server, METRIC_BACKUP_AGE, (uint64_t)(now - backups->newest_at) * MICROSECONDS);
}

/* Newer kernels tell the number at once; older ones have to be asked for every name. */
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
    /* Without "." and "..", and the folder itself. */
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

static void gather_process(struct server *server)
{
    struct rlimit limit = {0};
    struct rusage usage = {0};

    set(server, METRIC_OPEN_FILES, count_open_files());
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0)
        set(server, METRIC_OPEN_FILES_MAX, limit.rlim_cur);
    set(server, METRIC_MEMORY, resident_bytes());
    if (getrusage(RUSAGE_SELF, &usage) == 0)
        set(server, METRIC_PROCESSOR,
            microseconds_of(usage.ru_utime) + microseconds_of(usage.ru_stime));
}

void metrics_gather(struct server *server)
{
    struct log_counts lines = log_counts(&server->log);

    set(server, METRIC_BUILD_INFO, 1);
    set(server, METRIC_UPTIME, (server->now_ms - server->opened_at_ms) * 1000);
    set(server, METRIC_PLAYERS, server->roster.playing);
    set(server, METRIC_LEVELS, server->world->level_count);
    set(server, METRIC_LOG_LINES, lines.written);
    set(server, METRIC_LOG_SUPPRESSED, lines.suppressed);
    set(server, METRIC_LOG_LOST, lines.lost);
    gather_connections(server);
    gather_disk(server);
    gather_process(server);
}
