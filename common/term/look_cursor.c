/*
 * The look cursor's moves.
 */
#include "term/look_cursor.h"

void look_cursor_move(struct look_cursor *cursor, const struct level *level, enum dir dir,
                      int cells)
{
    for (int i = 0; i < cells; i++)
        cursor->at = level_clamp(level, pos_step(cursor->at, dir));
}

/* The place in the list of the first thing on the cursor's cell, or of the last; -1: none is. */
static int find_here(const struct look_cursor *cursor, const struct things *things, bool wants_last)
{
    int found = -1;

    for (int i = 0; i < things->count && (found < 0 || wants_last); i++) {
        if (pos_equal(things->list[i].at, cursor->at))
            found = i;
    }
    return found;
}

bool look_cursor_jump(struct look_cursor *cursor, const struct world *world,
                      const struct delver *viewer, bool is_back)
{
    const struct things_wish wish = {THINGS_OF_ALL, .seen_only = true, .max = THINGS_MAX};
    struct things things;

    things_collect(world, viewer, &wish, &things);
    if (things.count == 0)
        return false;
    /* What shares a cell stands side by side in the list: the other end of it is passed. */
    int here = find_here(cursor, &things, !is_back);
    int next = is_back ? (here > 0 ? here - 1 : things.count - 1) : (here + 1) % things.count;
    cursor->at = things.list[next].at;
    return true;
}
