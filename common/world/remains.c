/*
 * Remains of dead delvers.
 */
#include "world/remains.h"

void remains_hash(const struct grave *grave, struct hash *hash)
{
    hash_u64(hash, (uint64_t)grave->delver_id);
    hash_u64(hash, grave->died_at << 1 | grave->is_kept);
    hash_u64(hash, (uint64_t)grave->at.x << 32 | (uint64_t)grave->at.y);
    hash_u64(hash, (uint64_t)grave->gold);
    hash_u64(hash, (uint64_t)grave->experience);
    /* An empty place keeps the kind of what was there. */
    for (int i = 0; i < PACK_MAX; i++) {
        if (!stack_is_none(&grave->things[i]))
            stack_hash(&grave->things[i], hash);
    }
}
