/*
 * Guessing passwords gets slower: after some wrong ones from an address, and sooner after some for
 * one name from that address, the next guess is not looked at before a while has passed, which
 * doubles with every further one. From anywhere else nothing changes, so guesses can lock
 * no account; wrong guesses are forgotten, one a minute.
 *
 * The table has a fixed size and is empty when it is all zero; what finds no room in it takes the
 * place of what is most nearly forgotten.
 */
#ifndef UNDERCROFT_SERVER_SESSION_AUTH_THROTTLE_H
#define UNDERCROFT_SERVER_SESSION_AUTH_THROTTLE_H

#include <stdbool.h>
#include <stdint.h>

#include "server/net/network_table.h"

enum {
    THROTTLE_SLOTS = 1024,
    THROTTLE_PROBES_MAX = 16,
    THROTTLE_FORGET_MS = 60 * 1000, /* one wrong guess */
    THROTTLE_DOUBLINGS_MAX = 16,
    THROTTLE_KEY_SIZE = 16,
};

struct throttle_slot {
    uint64_t key;   /* 0: free */
    uint64_t at_ms; /* of the last wrong guess */
    uint32_t wrong; /* not forgotten by then */
    uint32_t open;  /* guesses that are being looked at */
};

struct throttle {
    struct throttle_slot slots[THROTTLE_SLOTS];
    uint8_t key[THROTTLE_KEY_SIZE]; /* of the hash; drawn at the start */
};

struct throttle_limits {
    uint32_t per_address; /* wrong guesses that cost nothing; 0: no limit */
    uint32_t per_name;    /* the same of one name from one address */
    uint64_t wait_max_ms;
};

/* Gives the hash a key of its own, so that nobody chooses names that crowd a slot. */
void throttle_init(struct throttle *throttle);

/* How long a guess has to wait still, in milliseconds; 0: not because of wrong ones. */
uint64_t throttle_wait(struct throttle *throttle, struct network_key address, const char *name,
                       struct throttle_limits limits, uint64_t now_ms);

/* As many guesses are being looked at as may still be wrong: the next one stands in line until it
   result of one of them is known, for many guesses at once would cost no more than one. */
bool throttle_is_busy(struct throttle *throttle, struct network_key address, const char *name,
                      struct throttle_limits limits, uint64_t now_ms);

/* A guess is being looked at, and is not any more. */
void throttle_begin(struct throttle *throttle, struct network_key address, const char *name,
                    uint64_t now_ms);
void throttle_end(struct throttle *throttle, struct network_key address, const char *name);

/* A guess was wrong. */
void throttle_note(struct throttle *throttle, struct network_key address, const char *name,
                   uint64_t now_ms);

#endif
