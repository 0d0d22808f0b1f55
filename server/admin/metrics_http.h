/*
 * Metrics for a Prometheus that asks over HTTP: GET /metrics on a port of its own, off unless
 * --metrics names one. A request for another host than an address, localhost or one of
 * --metrics-hosts is not answered: a page of a web site whose name is pointed at this machine (DNS
 * rebinding) makes a browser ask here with that site's name. The loop serves it, a piece at a time:
 * an answer is put together when it is asked for, which is a matter of microseconds, and is taken
 * by the kernel as it can.
 */
#ifndef UNDERCROFT_SERVER_ADMIN_METRICS_HTTP_H
#define UNDERCROFT_SERVER_ADMIN_METRICS_HTTP_H

#include <stdbool.h>

#include "base/err.h"

struct admin;

enum {
    METRICS_HTTP_CONNECTIONS_MAX = 16,  /* a further connection takes the place of the oldest */
    METRICS_HTTP_CLOSING_MAX = 8,       /* more of them, on their way out */
    METRICS_HTTP_SECONDS = 3,           /* a connection that does nothing for so long is closed */
    METRICS_HTTP_LIFE_SECONDS = 10,     /* and any after so long */
    METRICS_HTTP_MEMORY_MAX = 8 * 1024, /* bytes of a request, and of what is kept for it */
};

/*
 * Listens where options.metrics says and prints that; without the option it does nothing.
 * ERR_IN_USE or ERR_MEMORY, with one line of cause and one of cure on standard error.
 */
MUST_USE enum err metrics_http_open(struct admin *admin);

/* Closes it; the memory goes when the loop has run. */
void metrics_http_close(struct admin *admin);

/*
 * True if `host` ("NAME", "NAME:PORT", "1.2.3.4:80", "[::1]:80") is an address, "localhost" or one
 * of `names`, which are parted by commas or blanks; letters in either case.
 */
bool metrics_host_is_ours(const char *host, const char *names);

#endif
