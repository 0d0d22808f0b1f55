/*
 * Metrics for a Prometheus over HTTP: GET /metrics on a port of its own, off unless --metrics names
 * one. A request whose host is not an address, localhost or one of --metrics-hosts is not answered:
 * a web page whose name points at this machine (DNS rebinding) makes a browser ask here with that
 * site's name. The loop serves it in pieces: an answer is made when it is requested, which takes
 * microseconds, and sent as the kernel takes it.
 */
#ifndef UNDERCROFT_SERVER_ADMIN_METRICS_HTTP_H
#define UNDERCROFT_SERVER_ADMIN_METRICS_HTTP_H

#include <stdbool.h>

#include "base/err.h"

struct admin;

enum {
    METRICS_HTTP_CONNECTIONS_MAX = 16,  /* most connections; one more replaces the oldest */
    METRICS_HTTP_CLOSING_MAX = 8,       /* most further connections that are closing */
    METRICS_HTTP_SECONDS = 3,           /* time after which an idle connection is closed */
    METRICS_HTTP_LIFE_SECONDS = 10,     /* longest life of any connection */
    METRICS_HTTP_MEMORY_MAX = 8 * 1024, /* most bytes of a request with its memory */
};

/*
 * Listens as options.metrics says and prints that; does nothing without the option. ERR_IN_USE or
 * ERR_MEMORY, with a line of cause and one of cure on standard error.
 */
MUST_USE enum err metrics_http_open(struct admin *admin);

/* Closes the metrics server; its memory is freed when the loop has run. */
void metrics_http_close(struct admin *admin);

/*
 * True if `host` ("NAME", "NAME:PORT", "1.2.3.4:80", "[::1]:80") is an address, "localhost" or one
 * of `names`, which are separated by commas or blanks; letters in any case.
 */
bool metrics_host_is_ours(const char *host, const char *names);

#endif
