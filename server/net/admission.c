/*
 * Who may come in: an open-addressed table without deletion marks. An address is looked for in
 * every slot where it may be, and takes the first one that nobody needs any more.
 */
#include "server/net/admission.h"

#include <stddef.h>

#include "base/check.h"
#include "base/hash.h"

struct admission_key admission_key_of(const struct network_address *address)
{
    bool is_ipv6 = !network_is_ipv4(address);
    struct admission_key key = {.is_ipv6 = is_ipv6};

    for (size_t i = is_ipv6 ? 0 : 12; i < (is_ipv6 ? 8 : 16); i++)
        key.network = key.network << 8 | address->bytes[i];
    return key;
}

static bool key_equal(struct admission_key a, struct admission_key b)
{
    return a.network == b.network && a.is_ipv6 == b.is_ipv6;
}

static bool is_window_over(const struct admission_slot *slot, uint64_t now_ms)
{
    return now_ms - slot->window_at_ms >= ADMISSION_WINDOW_MS;
}

static bool is_in_use(const struct admission_slot *slot)
{
    return slot->open > 0 || slot->recent > 0;
}

static struct admission_slot *probe(struct admission *admission, struct admission_key key, size_t i)
{
    struct hash hash;

    hash_init(&hash);
    hash_u64(&hash, key.network);
    hash_u64(&hash, key.is_ipv6);
    return &admission->slots[(hash.value + i) % ADMISSION_SLOTS];
}

static struct admission_slot *find(struct admission *admission, struct admission_key key)
{
    for (size_t i = 0; i < ADMISSION_PROBES_MAX; i++) {
        struct admission_slot *slot = probe(admission, key, i);
        if (is_in_use(slot) && key_equal(slot->key, key))
            return slot;
    }
    return NULL;
}

/* A slot of its own for a key that has none; NULL if there is no room. */
static struct admission_slot *claim(struct admission *admission, struct admission_key key,
                                    uint64_t now_ms)
{
    for (size_t i = 0; i < ADMISSION_PROBES_MAX; i++) {
        struct admission_slot *slot = probe(admission, key, i);
        if (is_in_use(slot) && (slot->open > 0 || !is_window_over(slot, now_ms)))
            continue;
        *slot = (struct admission_slot){.key = key, .window_at_ms = now_ms};
        return slot;
    }
    return NULL;
}

enum admission_verdict admission_enter(struct admission *admission, struct admission_key key,
                                       struct admission_limits limits, uint64_t now_ms,
                                       bool *out_is_counted)
{
    struct admission_slot *slot = find(admission, key);

    *out_is_counted = false;
    if (slot == NULL)
        slot = claim(admission, key, now_ms);
    if (slot == NULL)
        return ADMISSION_OK;
    if (is_window_over(slot, now_ms)) {
        slot->window_at_ms = now_ms;
        slot->recent = 0;
    }
    if (limits.open_max != 0 && slot->open >= limits.open_max)
        return ADMISSION_TOO_MANY_OPEN;
    if (limits.new_max != 0 && slot->recent >= limits.new_max)
        return ADMISSION_TOO_MANY_NEW;
    slot->open++;
    slot->recent++;
    *out_is_counted = true;
    return ADMISSION_OK;
}

void admission_leave(struct admission *admission, struct admission_key key)
{
    struct admission_slot *slot = find(admission, key);

    CHECK(slot != NULL && slot->open > 0);
    slot->open--;
}
