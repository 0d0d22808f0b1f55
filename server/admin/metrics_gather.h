/*
 * Gauges of the server, which are looked up when somebody asks for metrics.
 */
#ifndef UNDERCROFT_SERVER_ADMIN_METRICS_GATHER_H
#define UNDERCROFT_SERVER_ADMIN_METRICS_GATHER_H

struct admin;

/* Sets all metrics that are not counted as things happen; to be called before metrics_write(). */
void metrics_gather(struct admin *admin);

#endif
