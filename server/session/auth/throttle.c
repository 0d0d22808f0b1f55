/*
 * Guessing gets slower.
 */
#include "server/session/auth/throttle.h"

#include <sodium.h>
#include <stddef.h>
#include <string.h>

#include "world/record.h"

enum { WAIT_FIRST_MS = 1000 };

/* The key of a name at an address; the name "" stands for the address as a whole. */
static uint64_t key_of(const struct throttle *throttle, struct network_key address,
                       const char *name)
{
    struct subject {
        uint64_t network;
        uint64_t is_ipv6;
        char name[NAME_LENGTH_MAX + 8];
    } subject;
    uint8_t hash[crypto_shorthash_BYTES];
    uint64_t value;

    memset(&subject, 0, sizeof subject);
    subject.network = address.network;
    subject.is_ipv6 = address.is_ipv6;
    memcpy(subject.name, name, strnlen(name, NAME_LENGTH_MAX));
    (void)crypto_shorthash(hash, (const uint8_t *)&subject, sizeof subject, throttle->key);
    memcpy(&value, hash, sizeof value);
    return value == 0 ? 1 : value;
}

void throttle_init(struct throttle *throttle)
{
    _Static_assert(THROTTLE_KEY_SIZE == crypto_shorthash_KEYBYTES, "the key of the hash fits");

    memset(throttle, 0, sizeof *throttle);
    crypto_shorthash_keygen(throttle->key);
}

/* Wrong guesses of the slot that are not forgotten yet. */
static uint32_t left(const struct throttle_slot *slot, uint64_t now_ms)
{
    uint64_t forgotten = (now_ms - slot->at_ms) / THROTTLE_FORGET_MS;

    return slot->key == 0 || forgotten >= slot->wrong ? 0 : slot->wrong - (uint32_t)forgotten;
}

static struct throttle_slot *probe(struct throttle *throttle, uint64_t key, size_t i)
{
    return &throttle->slots[(key + i) % THROTTLE_SLOTS];
}

static struct throttle_slot *find(struct throttle *throttle, uint64_t key)
{
    for (size_t i = 0; i < THROTTLE_PROBES_MAX; i++) {
        if (probe(throttle, key, i)->key == key)
            return probe(throttle, key, i);
    }
    return NULL;
}

static uint32_t weight(const struct throttle_slot *slot, uint64_t now_ms)
{
    return left(slot, now_ms) + slot->open;
}

static struct throttle_slot *claim(struct throttle *throttle, uint64_t key, uint64_t now_ms)
{
    struct throttle_slot *best = probe(throttle, key, 0);

    for (size_t i = 1; i < THROTTLE_PROBES_MAX; i++) {
        struct throttle_slot *slot = probe(throttle, key, i);
        if (weight(slot, now_ms) < weight(best, now_ms))
            best = slot;
    }
    *best = (struct throttle_slot){.key = key, .at_ms = now_ms};
    return best;
}

static uint64_t wait_of(struct throttle *throttle, uint64_t key, uint32_t free_count,
                        uint64_t wait_max_ms, uint64_t now_ms)
{
    const struct throttle_slot *slot = find(throttle, key);

    uint32_t wrong = slot == NULL ? 0 : left(slot, now_ms);
    if (free_count == 0 || slot == NULL || wrong < free_count)
        return 0;
    uint32_t doublings = wrong - free_count;
    if (doublings > THROTTLE_DOUBLINGS_MAX)
        doublings = THROTTLE_DOUBLINGS_MAX;
    uint64_t wait_ms = (uint64_t)WAIT_FIRST_MS << doublings;
    if (wait_ms > wait_max_ms)
        wait_ms = wait_max_ms;
    uint64_t passed_ms = now_ms - slot->at_ms;
    return passed_ms >= wait_ms ? 0 : wait_ms - passed_ms;
}

static bool is_full(struct throttle *throttle, uint64_t key, uint32_t free_count, uint64_t now_ms)
{
    const struct throttle_slot *slot = find(throttle, key);

    return free_count != 0 && slot != NULL && slot->open > 0 && weight(slot, now_ms) >= free_count;
}

uint64_t throttle_wait(struct throttle *throttle, struct network_key address, const char *name,
                       struct throttle_limits limits, uint64_t now_ms)
{
    uint64_t of_name = wait_of(throttle, key_of(throttle, address, name), limits.per_name,
                               limits.wait_max_ms, now_ms);
    uint64_t of_address = wait_of(throttle, key_of(throttle, address, ""), limits.per_address,
                                  limits.wait_max_ms, now_ms);

    return of_name > of_address ? of_name : of_address;
}

bool throttle_is_busy(struct throttle *throttle, struct network_key address, const char *name,
                      struct throttle_limits limits, uint64_t now_ms)
{
    return is_full(throttle, key_of(throttle, address, name), limits.per_name, now_ms) ||
           is_full(throttle, key_of(throttle, address, ""), limits.per_address, now_ms);
}

static struct throttle_slot *find_or_claim(struct throttle *throttle, uint64_t key, uint64_t now_ms)
{
    struct throttle_slot *slot = find(throttle, key);

    return slot != NULL ? slot : claim(throttle, key, now_ms);
}

void throttle_begin(struct throttle *throttle, struct network_key address, const char *name,
                    uint64_t now_ms)
{
    find_or_claim(throttle, key_of(throttle, address, name), now_ms)->open++;
    find_or_claim(throttle, key_of(throttle, address, ""), now_ms)->open++;
}

/* Ends a guess, unless the slot was reused for another key meanwhile. */
static void close_one(struct throttle_slot *slot)
{
    if (slot != NULL && slot->open > 0)
        slot->open--;
}

void throttle_end(struct throttle *throttle, struct network_key address, const char *name)
{
    close_one(find(throttle, key_of(throttle, address, name)));
    close_one(find(throttle, key_of(throttle, address, "")));
}

static void note(struct throttle *throttle, uint64_t key, uint64_t now_ms)
{
    struct throttle_slot *slot = find_or_claim(throttle, key, now_ms);

    slot->wrong = left(slot, now_ms) + 1;
    slot->at_ms = now_ms;
}

void throttle_note(struct throttle *throttle, struct network_key address, const char *name,
                   uint64_t now_ms)
{
    note(throttle, key_of(throttle, address, name), now_ms);
    note(throttle, key_of(throttle, address, ""), now_ms);
}
