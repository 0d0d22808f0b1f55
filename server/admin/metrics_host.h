/*
 * The server that a request over HTTP was meant for, by its Host header. A page of a web site whose
 * name is pointed at this machine (DNS rebinding) makes a browser ask here with that site's name: a
 * name that nobody gave this server is not answered. An address is nobody's name.
 */
#ifndef UNDERCROFT_SERVER_ADMIN_METRICS_HOST_H
#define UNDERCROFT_SERVER_ADMIN_METRICS_HOST_H

#include <stdbool.h>

/*
 * True if `host` ("NAME", "NAME:PORT", "1.2.3.4:80", "[::1]:80") is an address, "localhost" or one
 * of `names`, which are parted by commas or blanks; letters in either case.
 */
bool metrics_host_is_ours(const char *host, const char *names);

#endif
