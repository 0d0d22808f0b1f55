/*
 * The limit on open files.
 */
#include "server/base/file_limit.h"

#include <fcntl.h>
#include <limits.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/check.h"
#include "server/base/options.h"

enum { FILE_LIMIT_FREE_MAX = 64 };

uint64_t file_limit_now(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return UINT64_MAX;
    return limit.rlim_cur;
}

int file_limit_free(int wanted)
{
    int opened[FILE_LIMIT_FREE_MAX];
    int count = 0;

    CHECK(wanted <= FILE_LIMIT_FREE_MAX);
    while (count < wanted && (opened[count] = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)) >= 0)
        count++;
    for (int i = 0; i < count; i++)
        close(opened[i]);
    return count;
}

int file_limit_room(uint64_t limit)
{
    if (limit >= (uint64_t)INT_MAX)
        return INT_MAX;
    /* Under a low limit half is ours: past the limit nobody could be told that there is no room. */
    if (limit < 2 * FILE_LIMIT_SPARE)
        return limit > 2 ? (int)limit / 2 : 1;
    return (int)limit - FILE_LIMIT_SPARE;
}

int file_limit_connections(uint64_t limit)
{
    int room = file_limit_room(limit);

    return room < FILE_LIMIT_CONNECTIONS ? room : FILE_LIMIT_CONNECTIONS;
}

void file_limit_settle(struct options *options)
{
    if (options->connections_max == 0)
        options->connections_max = file_limit_connections(file_limit_now());
}
