/*
 * Wards: few enough to be looked through one by one.
 */
#include "world/ward.h"

void ward_add(struct ward_list *wards, struct ward ward)
{
    struct ward *place = &wards->items[0];

    for (int i = 1; i < WARDS_MAX; i++) {
        if (wards->items[i].until < place->until)
            place = &wards->items[i];
    }
    *place = ward;
}

bool ward_is_at(const struct ward_list *wards, uint64_t clock, struct pos at)
{
    for (int i = 0; i < WARDS_MAX; i++) {
        const struct ward *ward = &wards->items[i];
        if (clock < ward->until && pos_distance(at, ward->at) <= ward->radius)
            return true;
    }
    return false;
}

void wards_hash(const struct ward_list *wards, struct hash *hash)
{
    for (int i = 0; i < WARDS_MAX; i++) {
        const struct ward *ward = &wards->items[i];
        if (ward->until == 0)
            continue;
        hash_u64(hash, (uint64_t)ward->at.x << 32 | (uint64_t)ward->at.y);
        hash_u64(hash, ward->radius);
        hash_u64(hash, ward->until);
    }
}
