/*
 * Who may come in: how many connections one address holds open and how many it made of late. An
 * IPv6 customer usually owns a whole /64, so that counts as one address.
 *
 * The table has a fixed size and is valid when it is all zero. An address that finds no room in it
 * is let in uncounted: the limit on connections altogether still holds.
 */
#ifndef UNDERCROFT_SERVER_NET_ADMISSION_H
#define UNDERCROFT_SERVER_NET_ADMISSION_H

#include <stdbool.h>
#include <stdint.h>

#include "server/net/network.h"

enum {
    ADMISSION_SLOTS = 1024,
    ADMISSION_PROBES_MAX = 16, /* slots in which one address may be found */
    ADMISSION_WINDOW_MS = 10 * 1000,
};

enum admission_verdict { ADMISSION_OK, ADMISSION_TOO_MANY_OPEN, ADMISSION_TOO_MANY_NEW };

/* What counts as one address. IPv4 inside IPv6 is IPv4. */
struct admission_key {
    uint64_t network; /* the IPv4 address, or the upper half of the IPv6 one */
    bool is_ipv6;
};

struct admission_slot {
    struct admission_key key;
    uint64_t window_at_ms; /* when the window began in which `recent` counts */
    uint32_t open;
    uint32_t recent;
};

struct admission {
    struct admission_slot slots[ADMISSION_SLOTS];
};

/* 0 lifts a limit. */
struct admission_limits {
    uint32_t open_max;
    uint32_t new_max; /* in ADMISSION_WINDOW_MS */
};

struct admission_key admission_key_of(const struct network_address *address);

/* Counts a connection if it may come in. *out_is_counted says whether admission_leave() is owed. */
enum admission_verdict admission_enter(struct admission *admission, struct admission_key key,
                                       struct admission_limits limits, uint64_t now_ms,
                                       bool *out_is_counted);

/* A counted connection has closed. */
void admission_leave(struct admission *admission, struct admission_key key);

#endif
