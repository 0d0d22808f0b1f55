/*
 * Connections in memory.
 */
#include "conduit.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <uv.h>

#include "baton.h"
#include "order.h"

enum { PORT_FIRST = 49152, PORT_LAST = 65535, HOST_SIZE = 64 };

const char conduit_news;
bool conduit_is_alone;

/* FNV-1a, 64 bits. */
#define FNV_PRIME 0x100000001b3U

static uint64_t digest = 0xcbf29ce484222325U;

static struct conduit_listener *listeners;
static struct conduit_end *ends[CONDUIT_ENDS_MAX];
static struct conduit_end *carried[CONDUIT_CARRIED_MAX];
static int next_end;
static uint16_t next_port = PORT_FIRST;

/* Loops and threads that wait for connections look again. */
static void tell(void)
{
    baton_wake_poller();
    baton_wake_all(&conduit_news);
}

static uint16_t *port_of(struct conduit_place *place)
{
    if (place->address.ss_family == AF_INET6)
        return &((struct sockaddr_in6 *)&place->address)->sin6_port;
    return &((struct sockaddr_in *)&place->address)->sin_port;
}

static void settle_port(struct conduit_place *place)
{
    uint16_t *port = port_of(place);

    if (place->address.ss_family == AF_UNIX || *port != 0)
        return;
    *port = htons(next_port);
    next_port = next_port == PORT_LAST ? PORT_FIRST : (uint16_t)(next_port + 1);
}

bool conduit_place_of(const struct sockaddr *address, struct conduit_place *out)
{
    *out = (struct conduit_place){0};
    if (address->sa_family != AF_INET && address->sa_family != AF_INET6)
        return false;
    memcpy(&out->address, address,
           address->sa_family == AF_INET ? sizeof(struct sockaddr_in)
                                         : sizeof(struct sockaddr_in6));
    settle_port(out);
    return true;
}

int conduit_place_length(const struct conduit_place *place)
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

static bool parse_path(const char *path, struct conduit_place *out)
{
    struct stat info;

    *out = (struct conduit_place){.address.ss_family = AF_UNIX};
    if (stat(path, &info) != 0)
        return false;
    out->device = info.st_dev;
    out->node = info.st_ino;
    return true;
}

bool conduit_place_parse(const char *text, struct conduit_place *out)
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
               conduit_place_of((const struct sockaddr *)&ipv6, out);
    return inet_pton(AF_INET, host, &ipv4.sin_addr) == 1 &&
           conduit_place_of((const struct sockaddr *)&ipv4, out);
}

static bool is_any(const struct conduit_place *place)
{
    if (place->address.ss_family == AF_INET)
        return ((const struct sockaddr_in *)&place->address)->sin_addr.s_addr == INADDR_ANY;
    return place->address.ss_family == AF_INET6 &&
           IN6_IS_ADDR_UNSPECIFIED(&((const struct sockaddr_in6 *)&place->address)->sin6_addr);
}

static bool is_same_host(const struct conduit_place *a, const struct conduit_place *b)
{
    if (a->address.ss_family == AF_INET)
        return ((const struct sockaddr_in *)&a->address)->sin_addr.s_addr ==
               ((const struct sockaddr_in *)&b->address)->sin_addr.s_addr;
    return IN6_ARE_ADDR_EQUAL(&((const struct sockaddr_in6 *)&a->address)->sin6_addr,
                              &((const struct sockaddr_in6 *)&b->address)->sin6_addr);
}

/* An address that stands for all of this machine meets each of them. */
static bool do_meet(struct conduit_place *a, struct conduit_place *b)
{
    if (a->address.ss_family != b->address.ss_family)
        return false;
    if (a->address.ss_family == AF_UNIX)
        return a->device == b->device && a->node == b->node;
    return *port_of(a) == *port_of(b) && (is_any(a) || is_any(b) || is_same_host(a, b));
}

static struct conduit_listener *find_listener(struct conduit_place *place)
{
    struct conduit_listener *listener = listeners;

    while (listener != NULL && !do_meet(&listener->place, place))
        listener = listener->next;
    return listener;
}

int conduit_listen(struct conduit_listener *listener, const struct conduit_place *place)
{
    listener->place = *place;
    if (find_listener(&listener->place) != NULL)
        return UV_EADDRINUSE;
    listener->house = baton_house();
    listener->next = listeners;
    listeners = listener;
    return 0;
}

void conduit_unlisten(struct conduit_listener *listener)
{
    struct conduit_listener **link = &listeners;

    while (*link != NULL && *link != listener)
        link = &(*link)->next;
    if (*link == NULL)
        return;
    *link = listener->next;
    for (struct conduit_end *end; (end = conduit_accept(listener)) != NULL;)
        conduit_close(end, true);
}

struct conduit_end *conduit_accept(struct conduit_listener *listener)
{
    struct conduit_end *end = listener->first;

    if (end == NULL)
        return NULL;
    listener->first = end->next_waiting;
    listener->waiting--;
    end->next_waiting = NULL;
    return end;
}

static struct conduit_end *new_end(const struct conduit_place *own,
                                   const struct conduit_place *other)
{
    struct conduit_end *end = malloc(sizeof *end);
    int tried = 0;

    while (ends[next_end] != NULL && tried++ < CONDUIT_ENDS_MAX)
        next_end = (next_end + 1) % CONDUIT_ENDS_MAX;
    if (end == NULL || ends[next_end] != NULL)
        baton_fail("there is no room for another connection");
    memset(end, 0, offsetof(struct conduit_end, bytes));
    end->own = *own;
    end->other = *other;
    end->descriptor = CONDUIT_DESCRIPTOR_MIN + next_end;
    ends[next_end] = end;
    return end;
}

int conduit_connect(const struct conduit_place *to, const struct conduit_place *from,
                    struct conduit_end **out)
{
    struct conduit_place place = *to;
    struct conduit_listener *listener = find_listener(&place);

    if (listener == NULL || listener->waiting >= CONDUIT_BACKLOG_MAX)
        return UV_ECONNREFUSED;
    struct conduit_end *near = new_end(from, to);
    struct conduit_end *far = new_end(to, from);
    near->far = far;
    far->far = near;
    near->house = baton_house();
    far->house = listener->house;
    struct conduit_end **last = &listener->first;
    while (*last != NULL)
        last = &(*last)->next_waiting;
    *last = far;
    listener->waiting++;
    tell();
    *out = near;
    return 0;
}

/* Told once; afterwards it is as if the other side had ended. */
static int take_error(struct conduit_end *end)
{
    int error = end->error;

    end->error = 0;
    return error;
}

/* Copies in what there is room for. */
static size_t fill(struct conduit_end *end, const uint8_t *bytes, size_t length)
{
    size_t count = length < CONDUIT_ROOM - end->used ? length : CONDUIT_ROOM - end->used;

    for (size_t done = 0; done < count;) {
        size_t at = (end->begin + end->used) % CONDUIT_ROOM;
        size_t part = count - done < CONDUIT_ROOM - at ? count - done : CONDUIT_ROOM - at;
        memcpy(end->bytes + at, bytes + done, part);
        end->used += part;
        done += part;
    }
    return count;
}

/* All bytes of players' connections and when they were put there, as one number. */
static void note(const uint8_t *bytes, size_t length)
{
    uint64_t now_ns = baton_now_ns();

    for (size_t i = 0; i < sizeof now_ns; i++)
        digest = (digest ^ (uint8_t)(now_ns >> (8 * i))) * FNV_PRIME;
    for (size_t i = 0; i < length; i++)
        digest = (digest ^ bytes[i]) * FNV_PRIME;
}

uint64_t conduit_digest(void)
{
    return digest;
}

ssize_t conduit_put(struct conduit_end *end, const void *bytes, size_t length)
{
    struct conduit_end *far = end->far;

    /* A Unix socket tells a reset to those who receive. */
    if (far == NULL && end->own.address.ss_family == AF_UNIX)
        return UV_EPIPE;
    if (end->error != 0)
        return take_error(end);
    if (end->is_shut)
        return UV_EPIPE;
    /* The first bytes to a peer that went away are taken, and answered by a reset. */
    if (far == NULL) {
        end->is_shut = true;
        return (ssize_t)length;
    }
    if (length == 0)
        return 0;
    order_take(far);
    size_t count = fill(far, bytes, length);
    order_give(far);
    if (end->own.address.ss_family != AF_UNIX)
        note(bytes, count);
    tell();
    return count == 0 ? UV_EAGAIN : (ssize_t)count;
}

ssize_t conduit_peek(struct conduit_end *end, void *bytes, size_t size)
{
    size_t count = size < end->used ? size : end->used;

    if (end->used == 0 && end->error != 0)
        return take_error(end);
    if (end->used == 0)
        return end->is_ended ? 0 : UV_EAGAIN;
    order_take(end);
    for (size_t done = 0; done < count;) {
        size_t at = (end->begin + done) % CONDUIT_ROOM;
        size_t part = count - done < CONDUIT_ROOM - at ? count - done : CONDUIT_ROOM - at;
        memcpy((uint8_t *)bytes + done, end->bytes + at, part);
        done += part;
    }
    order_give(end);
    return (ssize_t)count;
}

ssize_t conduit_take(struct conduit_end *end, void *bytes, size_t size)
{
    ssize_t count = conduit_peek(end, bytes, size);

    if (count <= 0)
        return count;
    end->begin = (end->begin + (size_t)count) % CONDUIT_ROOM;
    end->used -= (size_t)count;
    tell();
    return count;
}

bool conduit_is_readable(const struct conduit_end *end)
{
    return end->used > 0 || end->is_ended || end->error != 0;
}

bool conduit_is_writable(const struct conduit_end *end)
{
    return end->far == NULL || end->is_shut || end->error != 0 || end->far->used < CONDUIT_ROOM;
}

void conduit_shut(struct conduit_end *end)
{
    end->is_shut = true;
    if (end->far != NULL)
        end->far->is_ended = true;
    tell();
}

static void part(struct conduit_end *end, bool resets)
{
    struct conduit_end *far = end->far;

    if (far == NULL)
        return;
    far->far = NULL;
    far->is_ended = true;
    if (resets || end->used > 0) {
        far->error = UV_ECONNRESET;
        far->is_shut = true;
    }
    end->far = NULL;
}

void conduit_close(struct conduit_end *end, bool resets)
{
    part(end, resets);
    ends[end->descriptor - CONDUIT_DESCRIPTOR_MIN] = NULL;
    free(end);
    tell();
}

void conduit_sever(const struct baton_house *house)
{
    for (struct conduit_listener *listener = listeners, *next; listener != NULL; listener = next) {
        next = listener->next;
        if (listener->house == house)
            conduit_unlisten(listener);
    }
    for (int i = 0; i < CONDUIT_ENDS_MAX; i++) {
        struct conduit_end *end = ends[i];
        if (end == NULL || end->house != house)
            continue;
        part(end, false);
        end->used = 0;
        end->is_ended = true;
        end->is_shut = true;
    }
    tell();
}

void conduit_carry(int descriptor, struct conduit_end *end)
{
    if (descriptor < 0 || descriptor >= CONDUIT_CARRIED_MAX)
        baton_fail("a descriptor is too large to carry a connection");
    carried[descriptor] = end;
}

struct conduit_end *conduit_find(int descriptor)
{
    if (descriptor >= 0 && descriptor < CONDUIT_CARRIED_MAX)
        return carried[descriptor];
    if (descriptor < CONDUIT_DESCRIPTOR_MIN ||
        descriptor >= CONDUIT_DESCRIPTOR_MIN + CONDUIT_ENDS_MAX)
        return NULL;
    return ends[descriptor - CONDUIT_DESCRIPTOR_MIN];
}
