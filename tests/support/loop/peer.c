/*
 * The far side of a connection.
 */
#include <string.h>

#include "loop.h"
#include "conduit.h"

/* A peer is nothing but its end. */
static struct conduit_end *end_of(struct peer *peer)
{
    return (struct conduit_end *)peer;
}

struct peer *peer_connect(const char *to, const char *from)
{
    struct conduit_place there;
    struct conduit_place here;
    struct conduit_end *end = NULL;

    if (!conduit_place_parse(to, &there))
        return NULL;
    if (from == NULL && there.address.ss_family == AF_INET6)
        from = "[::1]:0";
    else if (from == NULL)
        from = "127.0.0.1:0";
    here = (struct conduit_place){.address.ss_family = AF_UNIX};
    if (there.address.ss_family != AF_UNIX && !conduit_place_parse(from, &here))
        return NULL;
    return conduit_connect(&there, &here, &end) == 0 ? (struct peer *)end : NULL;
}

ssize_t peer_send(struct peer *peer, const void *bytes, size_t length)
{
    ssize_t count = conduit_put(end_of(peer), bytes, length);

    return count == UV_EAGAIN ? 0 : count;
}

ssize_t peer_receive(struct peer *peer, void *bytes, size_t size)
{
    return conduit_take(end_of(peer), bytes, size);
}

size_t peer_waiting(const struct peer *peer)
{
    return ((const struct conduit_end *)peer)->used;
}

void peer_shut(struct peer *peer)
{
    conduit_shut(end_of(peer));
}

void peer_close(struct peer *peer)
{
    conduit_close(end_of(peer), false);
}

void peer_reset(struct peer *peer)
{
    conduit_close(end_of(peer), true);
}
