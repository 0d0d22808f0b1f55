/*
 * Counts by network, for example of connections: the number held now, and the number of new ones in
 * a window of time. An address is counted together with the networks around it: an IPv6 customer
 * owns a /64, often a /56 or a /48, and neighbours of IPv4 share a /24. A limit of N applies to an
 * address or a /64; three times that to a /56, eight times to a /48 or a /24.
 *
 * The table has a fixed size: at every level slots for the maximum of holders, and for networks
 * that were seen recently. When it is full the longest idle network is forgotten, never one that
 * holds something. All networks without a slot share one, so that a crowd cannot lift the limits.
 * The hash has a random key, drawn at the start.
 */
#ifndef UNDERCROFT_SERVER_NET_NETWORK_TABLE_H
#define UNDERCROFT_SERVER_NET_NETWORK_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "server/base/network.h"

enum {
    NETWORK_LEVELS = 3,    /* levels: the address or /64, then the wider networks /56, /48 or /24 */
    NETWORK_RECENT = 4096, /* idle networks of each level that are kept */
    NETWORK_TIMES_MIDDLE = 3,
    NETWORK_TIMES_WIDE = 8,
    NETWORK_KEY_SIZE = 16,
};

/* An address in the form in which it is counted. An IPv4 address in IPv6 form is IPv4. */
struct network_key {
    uint64_t network; /* the IPv4 address, or the upper half of the IPv6 one */
    bool is_ipv6;
};

/* The slots where an address is counted, valid until network_table_leave(). */
struct network_place {
    uint32_t slots[NETWORK_LEVELS];
};

struct network_slot {
    struct network_key key;
    uint64_t window_at_ms; /* start of the window in which `recent` counts */
    uint32_t held;
    uint32_t recent;
    uint32_t next;  /* next slot with the same hash; 0: none */
    uint32_t older; /* next in the list of idle slots; 0: none */
    uint32_t younger;
    uint32_t level;
};

struct network_table {
    struct network_slot *slots; /* owned; slot 0 is the shared one */
    uint32_t *heads;            /* owned: first slot of each hash; 0: none */
    uint32_t slot_count;
    uint32_t head_mask;
    uint32_t fresh;  /* first slot that was never used */
    uint32_t oldest; /* first in the list of idle slots; 0: none */
    uint32_t youngest;
    uint32_t idle_count;
    uint64_t window_ms;
    uint8_t key[NETWORK_KEY_SIZE];
};

/* Limits of an address; 0: no limit. */
struct network_limits {
    uint32_t held_max;
    uint32_t new_max; /* new holders in a window */
};

enum network_verdict { NETWORK_OK, NETWORK_TOO_MANY_HELD, NETWORK_TOO_MANY_NEW };

struct network_key network_key_of(const struct network_address *address);
bool network_key_equal(struct network_key a, struct network_key b);

/* True if both addresses are in one network of that level (0 … NETWORK_LEVELS - 1), the widest
   last. */
bool network_key_is_same(struct network_key a, struct network_key b, uint32_t level);

/* Returns the factor of an address's limit that a network of that level may have. */
uint32_t network_level_times(uint32_t level);

/* Makes an empty table for `holders_max` holders at the same time, and for as many idle networks as
   fit into `recent_max` of each level. ERR_MEMORY. */
MUST_USE enum err network_table_init(struct network_table *table, uint32_t holders_max,
                                     uint32_t recent_max, uint64_t window_ms);

/* Frees the memory of the table; a table of zeros is allowed. */
void network_table_release(struct network_table *table);

/* Adds a new holder, if no limit forbids that. Any result other than NETWORK_OK counts nothing and
   leaves *out unchanged. */
enum network_verdict network_table_enter(struct network_table *table, struct network_key key,
                                         struct network_limits limits, uint64_t now_ms,
                                         struct network_place *out);

/* Adds a holder, ignoring all limits. */
struct network_place network_table_hold(struct network_table *table, struct network_key key,
                                        uint64_t now_ms);

/* Takes one holder out of the counts of its slots. */
void network_table_leave(struct network_table *table, const struct network_place *place);

/* Counts one more new holder. */
void network_table_note(struct network_table *table, const struct network_place *place,
                        uint64_t now_ms);

/* Returns the milliseconds until one more may be new; 0: now. */
uint64_t network_table_wait(const struct network_table *table, struct network_key key,
                            uint32_t new_max, uint64_t now_ms);

/*
 * Number that a network holds, or that was new in this window, at the fullest of its levels. The
 * count of each level is divided by the factor of its limit: one counts NETWORK_SHARE at an
 * address, and an eighth of that at a /48.
 */
enum { NETWORK_SHARE = NETWORK_TIMES_MIDDLE * NETWORK_TIMES_WIDE };
uint64_t network_table_held(const struct network_table *table, const struct network_place *place);
uint64_t network_table_recent(const struct network_table *table, const struct network_place *place,
                              uint64_t now_ms);

/* Returns network_table_held() of an address after one more holder. */
uint64_t network_table_held_with(const struct network_table *table, struct network_key key);

#endif
