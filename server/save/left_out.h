/*
 * Players whose rows were left out of the newest save that had them: a row that cannot be right, or
 * whose place in the database is damaged, is passed over, so that everybody else's are saved.
 */
#ifndef UNDERCROFT_SERVER_SAVE_LEFT_OUT_H
#define UNDERCROFT_SERVER_SAVE_LEFT_OUT_H

#include <stdbool.h>
#include <stdint.h>

#include "db/columns.h"

enum { LEFT_OUT_MAX = 64 };

struct left_out {
    struct {
        enum record_id record;
        int64_t id; /* of the player */
    } rows[LEFT_OUT_MAX];
    int count;
    bool is_full;     /* there were more than it has room for: it may be anybody's */
    uint32_t changes; /* how often any of it changed */
};

/* A player's row was saved, or left out. */
void left_out_note(struct left_out *left_out, enum record_id record, int64_t id, bool is_left);

/* Whether any row of that player was left out. */
bool left_out_has(const struct left_out *left_out, int64_t id);

#endif
