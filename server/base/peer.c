/*
 * Peer credentials, which Linux has and POSIX has not.
 */
#define _GNU_SOURCE
#include "server/base/peer.h"

#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

bool peer_is_trusted(int descriptor)
{
    struct ucred peer = {0};
    socklen_t length = sizeof peer;

    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0)
        return false;
    return peer.uid == geteuid() || peer.uid == 0;
}
