/*
 * Rows that were left out: a short list, since there should be none.
 */
#include "server/save/left_out.h"

static int find(const struct left_out *left_out, enum record_id record, int64_t id)
{
    int i = 0;

    while (i < left_out->count &&
           (left_out->rows[i].record != record || left_out->rows[i].id != id))
        i++;
    return i;
}

void left_out_note(struct left_out *left_out, enum record_id record, int64_t id, bool is_left)
{
    int at = find(left_out, record, id);
    bool was_left = at < left_out->count;

    if (is_left == was_left)
        return;
    left_out->changes++;
    if (was_left) {
        left_out->rows[at] = left_out->rows[--left_out->count];
    } else if (left_out->count == LEFT_OUT_MAX) {
        left_out->is_full = true;
    } else {
        left_out->rows[left_out->count].record = record;
        left_out->rows[left_out->count++].id = id;
    }
}

bool left_out_has(const struct left_out *left_out, int64_t id)
{
    for (int i = 0; i < left_out->count; i++) {
        if (left_out->rows[i].id == id)
            return true;
    }
    return left_out->is_full;
}
