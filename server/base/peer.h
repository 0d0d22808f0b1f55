/*
 * The process at the other end of a Unix socket.
 */
#ifndef UNDERCROFT_SERVER_BASE_PEER_H
#define UNDERCROFT_SERVER_BASE_PEER_H

#include <stdbool.h>

/* True if the kernel says that our own user or root connected this socket. */
bool peer_is_trusted(int descriptor);

#endif
