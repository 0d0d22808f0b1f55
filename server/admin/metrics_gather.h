/*
 * Gauges of the server, which are computed when metrics are requested.
 */
#ifndef UNDERCROFT_SERVER_ADMIN_METRICS_GATHER_H
#define UNDERCROFT_SERVER_ADMIN_METRICS_GATHER_H

struct admin;

/* Sets all metrics that are states. Call it before metrics_write(). */
void metrics_gather(struct admin *admin);

#endif
