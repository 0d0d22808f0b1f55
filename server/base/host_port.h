/*
 * Where to listen, or to connect to, as people write it.
 */
#ifndef UNDERCROFT_SERVER_BASE_HOST_PORT_H
#define UNDERCROFT_SERVER_BASE_HOST_PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

#include "base/err.h"

/*
 * Reads the `length` bytes of "127.0.0.1:4000" or "[::1]:4000". Numeric addresses only: a name
 * would ask the network. ERR_FORMAT; ERR_RANGE: it is right but for a port above 65535.
 */
MUST_USE enum err host_port_parse(const char *text, size_t length, struct sockaddr_storage *out);

/* True if nobody but this machine can reach what host_port_parse() took. */
bool host_port_is_loopback(const char *text);

/* True for a name as of DNS: parts of letters, digits, underscores and inner dashes, with a dot
   between them. */
bool host_name_is_good(const char *text, size_t length);

#endif
