/*
 * The calls by descriptor that programs make past libuv, for connections in memory: descriptors
 * that uv_fileno() gives, and sockets of the machine's that connect() found a listener in memory
 * for. A socket of the machine's keeps what was set for it, such as O_NONBLOCK and the address that
 * it was bound to; its bytes go through memory. All other descriptors go to the C library. Programs
 * are linked with --wrap for these calls.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <uv.h>

#include "baton.h"
#include "conduit.h"

enum { NS_PER_MS = 1000000 };

int __wrap_connect(int descriptor, const struct sockaddr *address, socklen_t length);
int __real_connect(int descriptor, const struct sockaddr *address, socklen_t length);
ssize_t __wrap_send(int descriptor, const void *bytes, size_t length, int flags);
ssize_t __real_send(int descriptor, const void *bytes, size_t length, int flags);
ssize_t __wrap_recv(int descriptor, void *bytes, size_t size, int flags);
ssize_t __real_recv(int descriptor, void *bytes, size_t size, int flags);
ssize_t __wrap___recv_chk(int descriptor, void *bytes, size_t size, size_t room, int flags);
ssize_t __wrap_write(int descriptor, const void *bytes, size_t length);
ssize_t __real_write(int descriptor, const void *bytes, size_t length);
int __wrap_shutdown(int descriptor, int how);
int __real_shutdown(int descriptor, int how);
int __wrap_close(int descriptor);
int __real_close(int descriptor);
int __wrap_poll(struct pollfd *watched, nfds_t count, int timeout);
int __real_poll(struct pollfd *watched, nfds_t count, int timeout);
int __wrap___poll_chk(struct pollfd *watched, nfds_t count, int timeout, size_t size);
int __wrap_getsockopt(int descriptor, int level, int name, void *value, socklen_t *length);
int __real_getsockopt(int descriptor, int level, int name, void *value, socklen_t *length);

/* Errors of libuv are the numbers of the C library, negated. */
static int fail(ssize_t error)
{
    errno = (int)-error;
    return -1;
}

static bool may_wait(int descriptor, int flags)
{
    return descriptor < CONDUIT_DESCRIPTOR_MIN && (flags & MSG_DONTWAIT) == 0 &&
           (fcntl(descriptor, F_GETFL) & O_NONBLOCK) == 0;
}

/* The address of the socket; an unbound socket has one of this machine's. */
static void find_own_place(int descriptor, sa_family_t family, struct conduit_place *out)
{
    struct sockaddr_storage own = {0};
    socklen_t length = sizeof own;

    *out = (struct conduit_place){.address.ss_family = family};
    if (family == AF_UNIX)
        return;
    (void)getsockname(descriptor, (struct sockaddr *)&own, &length);
    own.ss_family = family;
    struct sockaddr_in *ipv4 = (struct sockaddr_in *)&own;
    struct sockaddr_in6 *ipv6 = (struct sockaddr_in6 *)&own;
    if (family == AF_INET && ipv4->sin_addr.s_addr == 0)
        ipv4->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (family == AF_INET6 && IN6_IS_ADDR_UNSPECIFIED(&ipv6->sin6_addr))
        ipv6->sin6_addr = in6addr_loopback;
    (void)conduit_place_of((const struct sockaddr *)&own, out);
}

int __wrap_connect(int descriptor, const struct sockaddr *address, socklen_t length)
{
    struct conduit_place to;
    struct conduit_place from;
    struct conduit_end *end = NULL;
    bool is_known = address->sa_family == AF_UNIX
                        ? conduit_place_parse(((const struct sockaddr_un *)address)->sun_path, &to)
                        : conduit_place_of(address, &to);

    if (is_known) {
        find_own_place(descriptor, address->sa_family, &from);
        is_known = conduit_connect(&to, &from, &end) == 0;
    }
    if (!is_known && conduit_is_alone && address->sa_family != AF_UNIX)
        return fail(UV_ECONNREFUSED);
    if (!is_known)
        return __real_connect(descriptor, address, length);
    conduit_carry(descriptor, end);
    return 0;
}

ssize_t __wrap_send(int descriptor, const void *bytes, size_t length, int flags)
{
    struct conduit_end *end = conduit_find(descriptor);
    size_t sent = 0;

    if (end == NULL)
        return __real_send(descriptor, bytes, length, flags);
    for (;;) {
        ssize_t count = conduit_put(end, (const char *)bytes + sent, length - sent);
        sent += count > 0 ? (size_t)count : 0;
        bool is_done = sent == length || !may_wait(descriptor, flags);
        if (sent > 0 && (is_done || (count < 0 && count != UV_EAGAIN)))
            return (ssize_t)sent;
        if (count < 0 && (is_done || count != UV_EAGAIN))
            return fail(count);
        if (is_done)
            return (ssize_t)sent;
        (void)baton_wait(&conduit_news, BATON_NEVER);
    }
}

ssize_t __wrap_recv(int descriptor, void *bytes, size_t size, int flags)
{
    struct conduit_end *end = conduit_find(descriptor);

    if (end == NULL)
        return __real_recv(descriptor, bytes, size, flags);
    for (;;) {
        ssize_t count = (flags & MSG_PEEK) != 0 ? conduit_peek(end, bytes, size)
                                                : conduit_take(end, bytes, size);
        if (count >= 0)
            return count;
        if (count != UV_EAGAIN || !may_wait(descriptor, flags))
            return fail(count);
        (void)baton_wait(&conduit_news, BATON_NEVER);
    }
}

/* The name that recv() has where the compiler guards it. */
ssize_t __wrap___recv_chk(int descriptor, void *bytes, size_t size, size_t room, int flags)
{
    if (size > room)
        baton_fail("recv() beyond its array");
    return __wrap_recv(descriptor, bytes, size, flags);
}

/* A program in the test's process has its own standard streams. */
ssize_t __wrap_write(int descriptor, const void *bytes, size_t length)
{
    if (conduit_find(descriptor) != NULL)
        return __wrap_send(descriptor, bytes, length, 0);
    if ((descriptor == STDOUT_FILENO || descriptor == STDERR_FILENO) && baton_house() != NULL)
        return __real_write(baton_house()->descriptors[descriptor - STDOUT_FILENO], bytes, length);
    return __real_write(descriptor, bytes, length);
}

int __wrap_shutdown(int descriptor, int how)
{
    struct conduit_end *end = conduit_find(descriptor);

    if (end == NULL)
        return __real_shutdown(descriptor, how);
    if (how != SHUT_RD)
        conduit_shut(end);
    return 0;
}

int __wrap_close(int descriptor)
{
    struct conduit_end *end = descriptor < CONDUIT_DESCRIPTOR_MIN ? conduit_find(descriptor) : NULL;

    if (end != NULL) {
        conduit_carry(descriptor, NULL);
        conduit_close(end, false);
    }
    return __real_close(descriptor);
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

/* True if poll() must wait in virtual time: a descriptor is of memory, or all are below 0. */
static bool is_of_memory(const struct pollfd *watched, nfds_t count)
{
    bool is_any = false;

    for (nfds_t i = 0; i < count; i++) {
        if (watched[i].fd < 0)
            continue;
        if (conduit_find(watched[i].fd) != NULL)
            return true;
        is_any = true;
    }
    return count > 0 && !is_any;
}

static int look(struct pollfd *watched, nfds_t count)
{
    int found = 0;

    for (nfds_t i = 0; i < count; i++) {
        watched[i].revents = 0;
        if (watched[i].fd < 0)
            continue;
        const struct conduit_end *end = conduit_find(watched[i].fd);
        short wanted = (short)(watched[i].events | POLLERR);
        if (end == NULL)
            baton_fail("poll() for descriptors of memory and of the machine at once");
        watched[i].revents = (short)(events_of(end) & wanted);
        found += watched[i].revents != 0;
    }
    return found;
}

int __wrap_poll(struct pollfd *watched, nfds_t count, int timeout)
{
    uint64_t deadline_ns =
        timeout < 0 ? BATON_NEVER : baton_now_ns() + (uint64_t)timeout * NS_PER_MS;
    bool may_wait_for = count > 0 && watched[0].fd < CONDUIT_DESCRIPTOR_MIN;
    bool is_in_time = timeout != 0 && may_wait_for;

    if (!is_of_memory(watched, count))
        return __real_poll(watched, count, timeout);
    int found = look(watched, count);
    /* A thread that looks again and again lets the others run. */
    if (found == 0 && timeout == 0 && may_wait_for)
        baton_pause();
    while (found == 0 && is_in_time) {
        is_in_time = baton_wait(&conduit_news, deadline_ns);
        found = look(watched, count);
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
