/*
 * undercroft-swarm: many delvers at once, to see what a server and its machine can bear.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "server/base/process.h"
#include "server/tools/swarm/swarm.h"

enum { DESCRIPTORS_SPARE = 32 };

/* As many descriptors as clients; what the hard limit refuses shows as refused clients. */
static void raise_limit(int clients)
{
    struct rlimit limit;
    rlim_t wanted = (rlim_t)clients + DESCRIPTORS_SPARE;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted)
        return;
    limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
    (void)setrlimit(RLIMIT_NOFILE, &limit);
}

int main(int argc, char **argv)
{
    struct swarm_options options;
    enum swarm_exit code;

    if (!standard_streams_fill())
        return (int)SWARM_LOSSES;
    if (!swarm_options_read(&options, argc, argv, &code))
        return (int)code;
    raise_limit(options.clients);
    signal(SIGPIPE, SIG_IGN);
    struct swarm *swarm = calloc(1, sizeof *swarm);
    if (swarm == NULL) {
        fputs("undercroft-swarm: out of memory\n", stderr);
        return SWARM_LOSSES;
    }
    code = swarm_run(swarm, &options);
    free(swarm);
    return (int)code;
}
