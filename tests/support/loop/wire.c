/*
 * Connections in memory.
 */
#include "wire.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <uv.h>

#include "baton.h"

enum { PORT_FIRST = 49152, PORT_LAST = 65535, HOST_SIZE = 64 };

static struct wire_listener *listeners;
static struct wire_end *ends[WIRE_ENDS_MAX];
static int next_end;
static uint16_t next_port = PORT_FIRST;

static uint16_t *port_of(struct wire_place *place)
{
    if (place->address.ss_family == AF_INET6)
        return &((struct sockaddr_in6 *)&place->address)->sin6_port;
    return &((struct sockaddr_in *)&place->address)->sin_port;
}

static void settle_port(struct wire_place *place)
{
    uint16_t *port = port_of(place);

    if (place->address.ss_family == AF_UNIX || *port != 0)
        return;
    *port = htons(next_port);
    next_port = next_port == PORT_LAST ? PORT_FIRST : (uint16_t)(next_port + 1);
}

bool wire_place_of(const struct sockaddr *address, struct wire_place *out)
{
    *out = (struct wire_place){0};
    if (address->sa_family != AF_INET && address->sa_family != AF_INET6)
        return false;
    memcpy(&out->address, address,
           address->sa_family == AF_INET ? sizeof(struct sockaddr_in)
                                         : sizeof(struct sockaddr_in6));
    settle_port(out);
    return true;
}

int wire_place_length(const struct wire_place *place)
{
    switch (place->address.ss_family) {
    case AF_INET:
        return sizeof(struct sockaddr_in);
    case AF_INET6:
        return sizeof(struct sockaddr_in6);
    default:
        return sizeof(sa_family_t);
    }
}

static bool parse_path(const char *path, struct wire_place *out)
{
    struct stat info;

    *out = (struct wire_place){.address.ss_family = AF_UNIX};
    if (stat(path, &info) != 0)
        return false;
    out->device = info.st_dev;
    out->node = info.st_ino;
    return true;
}

bool wire_place_parse(const char *text, struct wire_place *out)
{
    struct sockaddr_in ipv4 = {.sin_family = AF_INET};
    struct sockaddr_in6 ipv6 = {.sin6_family = AF_INET6};
    const char *colon = strrchr(text, ':');
    char host[HOST_SIZE];

    if (strchr(text, '/') != NULL)
        return parse_path(text, out);
    if (colon == NULL || (size_t)(colon - text) >= sizeof host)
        return false;
    uint16_t port = htons((uint16_t)strtoul(colon + 1, NULL, 10));
    bool is_bracketed = text[0] == '[';
    snprintf(host, sizeof host, "%.*s", (int)(colon - text) - 2 * is_bracketed,
             text + is_bracketed);
    ipv4.sin_port = port;
    ipv6.sin6_port = port;
    if (is_bracketed)
        return inet_pton(AF_INET6, host, &ipv6.sin6_addr) == 1 &&
               wire_place_of((const struct sockaddr *)&ipv6, out);
    return inet_pton(AF_INET, host, &ipv4.sin_addr) == 1 &&
           wire_place_of((const struct sockaddr *)&ipv4, out);
}

static bool is_any(const struct wire_place *place)
{
    if (place->address.ss_family == AF_INET)
        return ((const struct sockaddr_in *)&place->address)->sin_addr.s_addr == INADDR_ANY;
    return place->address.ss_family == AF_INET6 &&
           IN6_IS_ADDR_UNSPECIFIED(&((const struct sockaddr_in6 *)&place->address)->sin6_addr);
}

static bool is_same_host(const struct wire_place *a, const struct wire_place *b)
{
    if (a->address.ss_family == AF_INET)
        return ((const struct sockaddr_in *)&a->address)->sin_addr.s_addr ==
               ((const struct sockaddr_in *)&b->address)->sin_addr.s_addr;
    return IN6_ARE_ADDR_EQUAL(&((const struct sockaddr_in6 *)&a->address)->sin6_addr,
                              &((const struct sockaddr_in6 *)&b->address)->sin6_addr);
}

/* An address that stands for all of this machine meets each of them. */
static bool do_meet(struct wire_place *a, struct wire_place *b)
{
    if (a->address.ss_family != b->address.ss_family)
        return false;
    if (a->address.ss_family == AF_UNIX)
        return a->device == b->device && a->node == b->node;
    return *port_of(a) == *port_of(b) && (is_any(a) || is_any(b) || is_same_host(a, b));
}

static struct wire_listener *find_listener(struct wire_place *place)
{
    struct wire_listener *listener = listeners;

    while (listener != NULL && !do_meet(&listener->place, place))
        listener = listener->next;
    return listener;
}

int wire_listen(struct wire_listener *listener, const struct wire_place *place)
{
    listener->place = *place;
    if (find_listener(&listener->place) != NULL)
        return UV_EADDRINUSE;
    listener->next = listeners;
    listeners = listener;
    return 0;
}

void wire_unlisten(struct wire_listener *listener)
{
    struct wire_listener **link = &listeners;

    while (*link != NULL && *link != listener)
        link = &(*link)->next;
    if (*link == NULL)
        return;
    *link = listener->next;
    for (struct wire_end *end; (end = wire_accept(listener)) != NULL;)
        wire_close(end, true);
}

struct wire_end *wire_accept(struct wire_listener *listener)
{
    struct wire_end *end = listener->first;

    if (end == NULL)
        return NULL;
    listener->first = end->next_waiting;
    listener->waiting--;
    end->next_waiting = NULL;
    return end;
}

static struct wire_end *new_end(const struct wire_place *own, const struct wire_place *other)
{
    struct wire_end *end = malloc(sizeof *end);
    int tried = 0;

    while (ends[next_end] != NULL && tried++ < WIRE_ENDS_MAX)
        next_end = (next_end + 1) % WIRE_ENDS_MAX;
    if (end == NULL || ends[next_end] != NULL)
        baton_fail("there is no room for another connection");
    memset(end, 0, offsetof(struct wire_end, bytes));
    end->own = *own;
    end->other = *other;
    end->descriptor = WIRE_DESCRIPTOR_MIN + next_end;
    ends[next_end] = end;
    return end;
}

int wire_connect(const struct wire_place *to, const struct wire_place *from, struct wire_end **out)
{
    struct wire_place place = *to;
    struct wire_listener *listener = find_listener(&place);

    if (listener == NULL || listener->waiting >= WIRE_BACKLOG_MAX)
        return UV_ECONNREFUSED;
    struct wire_end *near = new_end(from, to);
    struct wire_end *far = new_end(to, from);
    near->far = far;
    far->far = near;
    struct wire_end **last = &listener->first;
    while (*last != NULL)
        last = &(*last)->next_waiting;
    *last = far;
    listener->waiting++;
    baton_wake_poller();
    *out = near;
    return 0;
}

/* Told once; afterwards it is as if the other side had ended. */
static int take_error(struct wire_end *end)
{
    int error = end->error;

    end->error = 0;
    return error;
}

/* Copies in what there is room for. */
static size_t fill(struct wire_end *end, const uint8_t *bytes, size_t length)
{
    size_t count = length < WIRE_ROOM - end->used ? length : WIRE_ROOM - end->used;

    for (size_t done = 0; done < count;) {
        size_t at = (end->begin + end->used) % WIRE_ROOM;
        size_t part = count - done < WIRE_ROOM - at ? count - done : WIRE_ROOM - at;
        memcpy(end->bytes + at, bytes + done, part);
        end->used += part;
        done += part;
    }
    return count;
}

ssize_t wire_put(struct wire_end *end, const void *bytes, size_t length)
{
    struct wire_end *far = end->far;

    if (end->error != 0)
        return take_error(end);
    if (end->is_shut)
        return UV_EPIPE;
    if (far == NULL && end->own.address.ss_family == AF_UNIX)
        return UV_EPIPE;
    /* The first bytes to a peer that went away are taken, and answered by a reset. */
    if (far == NULL) {
        end->is_shut = true;
        return (ssize_t)length;
    }
    if (length == 0)
        return 0;
    size_t count = fill(far, bytes, length);
    baton_wake_poller();
    return count == 0 ? UV_EAGAIN : (ssize_t)count;
}

ssize_t wire_take(struct wire_end *end, void *bytes, size_t size)
{
    size_t count = size < end->used ? size : end->used;

    if (end->used == 0 && end->error != 0)
        return take_error(end);
    if (end->used == 0)
        return end->is_ended ? 0 : UV_EAGAIN;
    for (size_t done = 0; done < count;) {
        size_t part = count - done < WIRE_ROOM - end->begin ? count - done : WIRE_ROOM - end->begin;
        memcpy((uint8_t *)bytes + done, end->bytes + end->begin, part);
        end->begin = (end->begin + part) % WIRE_ROOM;
        end->used -= part;
        done += part;
    }
    baton_wake_poller();
    return (ssize_t)count;
}

bool wire_is_readable(const struct wire_end *end)
{
    return end->used > 0 || end->is_ended || end->error != 0;
}

bool wire_is_writable(const struct wire_end *end)
{
    return end->far == NULL || end->is_shut || end->error != 0 || end->far->used < WIRE_ROOM;
}

void wire_shut(struct wire_end *end)
{
    end->is_shut = true;
    if (end->far != NULL)
        end->far->is_ended = true;
    baton_wake_poller();
}

void wire_close(struct wire_end *end, bool resets)
{
    struct wire_end *far = end->far;

    if (far != NULL) {
        far->far = NULL;
        far->is_ended = true;
        if (resets || end->used > 0) {
            far->error = UV_ECONNRESET;
            far->is_shut = true;
        }
    }
    ends[end->descriptor - WIRE_DESCRIPTOR_MIN] = NULL;
    free(end);
    baton_wake_poller();
}

struct wire_end *wire_find(int descriptor)
{
    if (descriptor < WIRE_DESCRIPTOR_MIN || descriptor >= WIRE_DESCRIPTOR_MIN + WIRE_ENDS_MAX)
        return NULL;
    return ends[descriptor - WIRE_DESCRIPTOR_MIN];
}
