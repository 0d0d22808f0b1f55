/*
 * On Linux a priority is a thread's own, and that of the process is its first thread's: the loop's.
 */
#define _DEFAULT_SOURCE /* setpriority() is not in POSIX's base */

#include "server/base/background.h"

#include <sys/resource.h>
#include <unistd.h>

enum { NICER_BY = 10 };

void background_enter(void)
{
#ifdef __linux__
    int loop = getpriority(PRIO_PROCESS, (id_t)getpid());

    /* A thread may always give way further; without it the server is as it would be. */
    (void)setpriority(PRIO_PROCESS, 0, loop + NICER_BY);
#endif
}
