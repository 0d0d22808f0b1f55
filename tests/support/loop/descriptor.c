/*
 * The calls by descriptor that the product makes past libuv, for those that uv_fileno() gives for
 * connections in memory. All others go to the C library. Programs are linked with --wrap for them.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "baton.h"
#include "conduit.h"

ssize_t __wrap_send(int descriptor, const void *bytes, size_t length, int flags);
ssize_t __real_send(int descriptor, const void *bytes, size_t length, int flags);
int __wrap_poll(struct pollfd *watched, nfds_t count, int timeout);
int __real_poll(struct pollfd *watched, nfds_t count, int timeout);
int __wrap___poll_chk(struct pollfd *watched, nfds_t count, int timeout, size_t size);
int __wrap_getsockopt(int descriptor, int level, int name, void *value, socklen_t *length);
int __real_getsockopt(int descriptor, int level, int name, void *value, socklen_t *length);

/* Whether it waits or not: nobody here sends where there is no room and wants to wait. */
ssize_t __wrap_send(int descriptor, const void *bytes, size_t length, int flags)
{
    struct conduit_end *end = conduit_find(descriptor);

    if (end == NULL)
        return __real_send(descriptor, bytes, length, flags);
    ssize_t count = conduit_put(end, bytes, length);
    if (count >= 0)
        return count;
    errno = (int)-count;
    return -1;
}

static short events_of(const struct conduit_end *end)
{
    short events = 0;

    if (conduit_is_readable(end))
        events |= POLLIN;
    if (conduit_is_writable(end))
        events |= POLLOUT;
    if (end->is_ended)
        events |= POLLRDHUP;
    if (end->error != 0)
        events |= POLLERR;
    return events;
}

/* Connections in memory are only looked at, never waited for. */
int __wrap_poll(struct pollfd *watched, nfds_t count, int timeout)
{
    int found = 0;

    if (count == 0 || conduit_find(watched[0].fd) == NULL)
        return __real_poll(watched, count, timeout);
    for (nfds_t i = 0; i < count; i++) {
        const struct conduit_end *end = conduit_find(watched[i].fd);
        short wanted = (short)(watched[i].events | POLLERR);
        if (end == NULL)
            baton_fail("poll() for descriptors of memory and of the machine at once");
        watched[i].revents = (short)(events_of(end) & wanted);
        found += watched[i].revents != 0;
    }
    return found;
}

/* The name that poll() has where the compiler guards it. */
int __wrap___poll_chk(struct pollfd *watched, nfds_t count, int timeout, size_t size)
{
    if (count > size / sizeof *watched)
        baton_fail("poll() beyond its array");
    return __wrap_poll(watched, count, timeout);
}

/* The peer of a Unix socket is this process. */
int __wrap_getsockopt(int descriptor, int level, int name, void *value, socklen_t *length)
{
    struct ucred peer = {.pid = getpid(), .uid = geteuid(), .gid = getegid()};

    if (conduit_find(descriptor) == NULL)
        return __real_getsockopt(descriptor, level, name, value, length);
    if (level != SOL_SOCKET || name != SO_PEERCRED || *length < sizeof peer) {
        errno = ENOPROTOOPT;
        return -1;
    }
    memcpy(value, &peer, sizeof peer);
    *length = sizeof peer;
    return 0;
}
