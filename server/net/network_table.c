/*
 * Counts by network: chained hashing over an array of slots, and a list of idle slots, the longest
 * idle first.
 */
#include "server/net/network_table.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"

enum { SHARED_SLOT = 0, IPV4_AT = 12 };

_Static_assert(NETWORK_KEY_SIZE == crypto_shorthash_KEYBYTES, "the key of the hash fits");

/* A level of networks: the bits of an address that it ignores, and the multiple of the limit that
   it may have. */
struct level_row {
    uint32_t bits_ipv6;
    uint32_t bits_ipv4;
    uint32_t times;
};

static const struct level_row level_table[NETWORK_LEVELS] = {
    {0, 0, 1},
    {8, 0, NETWORK_TIMES_MIDDLE},
    {16, 8, NETWORK_TIMES_WIDE},
};

struct network_key network_key_of(const struct network_address *address)
{
    struct network_address ipv4;
    bool is_ipv6 = !network_find_ipv4(address, &ipv4);
    const uint8_t *bytes = is_ipv6 ? address->bytes : ipv4.bytes;
    struct network_key key = {.is_ipv6 = is_ipv6};

    for (size_t i = is_ipv6 ? 0 : IPV4_AT; i < (is_ipv6 ? 8 : NETWORK_ADDRESS_SIZE); i++)
        key.network = key.network << 8 | bytes[i];
    return key;
}

bool network_key_equal(struct network_key a, struct network_key b)
{
    return a.network == b.network && a.is_ipv6 == b.is_ipv6;
}

static struct network_key widen(struct network_key key, uint32_t level)
{
    uint32_t bits = key.is_ipv6 ? level_table[level].bits_ipv6 : level_table[level].bits_ipv4;

    key.network = key.network >> bits << bits;
    return key;
}

bool network_key_is_same(struct network_key a, struct network_key b, uint32_t level)
{
    return network_key_equal(widen(a, level), widen(b, level));
}

uint32_t network_level_times(uint32_t level)
{
    return level_table[level].times;
}

/* Returns the factor by which a slot's limits are multiplied. The shared slot may count any
   networks, so it has the limits of the widest level. */
static uint32_t times_of(const struct network_table *table, uint32_t at)
{
    return at == SHARED_SLOT ? NETWORK_TIMES_WIDE : level_table[table->slots[at].level].times;
}

enum err network_table_init(struct network_table *table, uint32_t holders_max, uint32_t recent_max,
                            uint64_t window_ms)
{
    size_t count = NETWORK_LEVELS * ((size_t)holders_max + recent_max) + 1;
    size_t heads = 1;

    while (heads < count)
        heads *= 2;
    *table = (struct network_table){.window_ms = window_ms};
    if (count > UINT32_MAX / 2)
        return ERR_MEMORY;
    table->slots = calloc(count, sizeof *table->slots);
    table->heads = calloc(heads, sizeof *table->heads);
    if (table->slots == NULL || table->heads == NULL) {
        network_table_release(table);
        return ERR_MEMORY;
    }
    table->slot_count = (uint32_t)count;
    table->head_mask = (uint32_t)heads - 1;
    table->fresh = SHARED_SLOT + 1;
    crypto_shorthash_keygen(table->key);
    return ERR_OK;
}

void network_table_release(struct network_table *table)
{
    free(table->slots);
    free(table->heads);
    *table = (struct network_table){.slots = NULL};
}

static uint32_t *head_of(const struct network_table *table, struct network_key key, uint32_t level)
{
    uint64_t text[] = {key.network, (uint64_t)level << 1 | key.is_ipv6};
    uint8_t hash[crypto_shorthash_BYTES];
    uint32_t value;

    (void)crypto_shorthash(hash, (const uint8_t *)text, sizeof text, table->key);
    memcpy(&value, hash, sizeof value);
    return &table->heads[value & table->head_mask];
}

/* Returns the slot of a network; SHARED_SLOT: it has none of its own. */
static uint32_t find(const struct network_table *table, struct network_key key, uint32_t level)
{
    struct network_key wanted = widen(key, level);
    uint32_t at = *head_of(table, wanted, level);

    while (at != 0 &&
           (table->slots[at].level != level || !network_key_equal(table->slots[at].key, wanted)))
        at = table->slots[at].next;
    return at;
}

/* Adds an empty slot to the list of idle slots, as the youngest. */
static void make_idle(struct network_table *table, uint32_t at)
{
    struct network_slot *slot = &table->slots[at];

    slot->younger = 0;
    slot->older = table->youngest;
    if (table->youngest != 0)
        table->slots[table->youngest].younger = at;
    else
        table->oldest = at;
    table->youngest = at;
    table->idle_count++;
}

static void make_busy(struct network_table *table, uint32_t at)
{
    const struct network_slot *slot = &table->slots[at];

    if (slot->older != 0)
        table->slots[slot->older].younger = slot->younger;
    else
        table->oldest = slot->younger;
    if (slot->younger != 0)
        table->slots[slot->younger].older = slot->older;
    else
        table->youngest = slot->older;
    table->idle_count--;
}

/* Frees the slot of the network that has been idle longest, and returns it. */
static uint32_t evict(struct network_table *table)
{
    uint32_t at = table->oldest;
    uint32_t *link = head_of(table, table->slots[at].key, table->slots[at].level);

    make_busy(table, at);
    while (*link != at)
        link = &table->slots[*link].next;
    *link = table->slots[at].next;
    return at;
}

/* Returns a slot for a network that has none of its own. */
static uint32_t claim(struct network_table *table, struct network_key key, uint32_t level,
                      uint64_t now_ms)
{
    uint32_t at = SHARED_SLOT;

    if (table->fresh < table->slot_count)
        at = table->fresh++;
    else if (table->oldest != 0)
        at = evict(table);
    if (at == SHARED_SLOT)
        return at;
    struct network_key wanted = widen(key, level);
    uint32_t *head = head_of(table, wanted, level);
    table->slots[at] =
        (struct network_slot){.key = wanted, .window_at_ms = now_ms, .next = *head, .level = level};
    *head = at;
    return at;
}

static void leave_slot(struct network_table *table, uint32_t at)
{
    struct network_slot *slot = &table->slots[at];

    CHECK(slot->held > 0);
    slot->held--;
    if (slot->held == 0 && at != SHARED_SLOT)
        make_idle(table, at);
}

/* Adds one holder to each existing slot of the address; *out is SHARED_SLOT for levels without
   one. */
static void hold_found(struct network_table *table, struct network_key key,
                       struct network_place *out)
{
    for (uint32_t level = 0; level < NETWORK_LEVELS; level++) {
        uint32_t at = find(table, key, level);
        out->slots[level] = at;
        if (at == SHARED_SLOT)
            continue;
        if (table->slots[at].held == 0)
            make_busy(table, at);
        table->slots[at].held++;
    }
}

static void hold_missing(struct network_table *table, struct network_key key, uint64_t now_ms,
                         struct network_place *place)
{
    for (uint32_t level = 0; level < NETWORK_LEVELS; level++) {
        if (place->slots[level] != SHARED_SLOT)
            continue;
        place->slots[level] = claim(table, key, level, now_ms);
        table->slots[place->slots[level]].held++;
    }
}

static void leave_found(struct network_table *table, const struct network_place *place)
{
    for (uint32_t level = 0; level < NETWORK_LEVELS; level++) {
        if (place->slots[level] != SHARED_SLOT)
            leave_slot(table, place->slots[level]);
    }
}

static uint32_t recent_of(const struct network_table *table, uint32_t at, uint64_t now_ms)
{
    const struct network_slot *slot = &table->slots[at];

    return now_ms - slot->window_at_ms >= table->window_ms ? 0 : slot->recent;
}

/* Compares one slot with its limits; its `held` includes the new holder, its `recent` does not. */
static enum network_verdict judge(const struct network_table *table, uint32_t at,
                                  struct network_limits limits, uint64_t now_ms)
{
    uint64_t times = times_of(table, at);

    if (limits.held_max != 0 && table->slots[at].held > limits.held_max * times)
        return NETWORK_TOO_MANY_HELD;
    if (limits.new_max != 0 && recent_of(table, at, now_ms) >= limits.new_max * times)
        return NETWORK_TOO_MANY_NEW;
    return NETWORK_OK;
}

static enum network_verdict judge_all(struct network_table *table,
                                      const struct network_place *place,
                                      struct network_limits limits, uint64_t now_ms)
{
    uint32_t room = table->slot_count - table->fresh + table->idle_count;
    enum network_verdict verdict = NETWORK_OK;

    for (uint32_t level = 0; level < NETWORK_LEVELS && verdict == NETWORK_OK; level++) {
        uint32_t at = place->slots[level];
        if (at == SHARED_SLOT && room > 0) {
            room--;
            continue;
        }
        table->slots[SHARED_SLOT].held += at == SHARED_SLOT;
        verdict = judge(table, at, limits, now_ms);
        table->slots[SHARED_SLOT].held -= at == SHARED_SLOT;
    }
    return verdict;
}

enum network_verdict network_table_enter(struct network_table *table, struct network_key key,
                                         struct network_limits limits, uint64_t now_ms,
                                         struct network_place *out)
{
    struct network_place place;

    hold_found(table, key, &place);
    enum network_verdict verdict = judge_all(table, &place, limits, now_ms);
    if (verdict != NETWORK_OK) {
        leave_found(table, &place);
        return verdict;
    }
    hold_missing(table, key, now_ms, &place);
    network_table_note(table, &place, now_ms);
    *out = place;
    return NETWORK_OK;
}

struct network_place network_table_hold(struct network_table *table, struct network_key key,
                                        uint64_t now_ms)
{
    struct network_place place;

    hold_found(table, key, &place);
    hold_missing(table, key, now_ms, &place);
    return place;
}

void network_table_leave(struct network_table *table, const struct network_place *place)
{
    for (uint32_t level = 0; level < NETWORK_LEVELS; level++)
        leave_slot(table, place->slots[level]);
}

void network_table_note(struct network_table *table, const struct network_place *place,
                        uint64_t now_ms)
{
    for (uint32_t level = 0; level < NETWORK_LEVELS; level++) {
        struct network_slot *slot = &table->slots[place->slots[level]];
        uint32_t recent = recent_of(table, place->slots[level], now_ms);
        if (recent == 0)
            slot->window_at_ms = now_ms;
        slot->recent = recent + 1;
    }
}

uint64_t network_table_wait(const struct network_table *table, struct network_key key,
                            uint32_t new_max, uint64_t now_ms)
{
    uint64_t wait_ms = 0;

    for (uint32_t level = 0; level < NETWORK_LEVELS && new_max != 0; level++) {
        uint32_t at = find(table, key, level);
        const struct network_slot *slot = &table->slots[at];
        if (at == SHARED_SLOT ||
            recent_of(table, at, now_ms) < (uint64_t)new_max * times_of(table, at))
            continue;
        uint64_t left_ms = slot->window_at_ms + table->window_ms - now_ms;
        wait_ms = left_ms > wait_ms ? left_ms : wait_ms;
    }
    return wait_ms;
}

static uint64_t share(const struct network_table *table, uint32_t at, uint64_t count)
{
    return count * NETWORK_SHARE / times_of(table, at);
}

uint64_t network_table_held(const struct network_table *table, const struct network_place *place)
{
    uint64_t most = 0;

    for (uint32_t level = 0; level < NETWORK_LEVELS; level++) {
        uint32_t at = place->slots[level];
        uint64_t held = share(table, at, table->slots[at].held);
        most = held > most ? held : most;
    }
    return most;
}

uint64_t network_table_held_with(const struct network_table *table, struct network_key key)
{
    uint64_t most = NETWORK_SHARE;

    for (uint32_t level = 0; level < NETWORK_LEVELS; level++) {
        uint32_t at = find(table, key, level);
        uint64_t held =
            at == SHARED_SLOT ? 0 : share(table, at, (uint64_t)table->slots[at].held + 1);
        most = held > most ? held : most;
    }
    return most;
}

uint64_t network_table_recent(const struct network_table *table, const struct network_place *place,
                              uint64_t now_ms)
{
    uint64_t most = 0;

    for (uint32_t level = 0; level < NETWORK_LEVELS; level++) {
        uint64_t recent =
            share(table, place->slots[level], recent_of(table, place->slots[level], now_ms));
        most = recent > most ? recent : most;
    }
    return most;
}
