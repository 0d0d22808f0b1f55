/*
 * Where a standard stream is closed. An open() takes the lowest number that is free, so that they
 * are filled from the lowest up.
 */
#include "server/base/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

bool standard_streams_fill(void)
{
    for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++) {
        if (fcntl(i, F_GETFD) < 0 && open("/dev/null", O_RDWR) != i)
            return false;
    }
    return true;
}
