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

static bool has_cell(const struct things *things, struct pos at)
{
    for (int i = 0; i < things->count; i++) {
        if (pos_equal(things->list[i].at, at))
            return true;
    }
    return false;
}

/* Foes from near to far, then all else; a thing under a foe is looked at with it. */
static void collect(const struct world *world, const struct delver *viewer, struct things *out)
{
    const struct things_wish foes = {THINGS_OF_FOES, .seen_only = true, .max = THINGS_MAX};
    const struct things_wish others = {THINGS_OF_ALL & ~(unsigned)THINGS_OF_FOES, .seen_only = true,
                                       .max = THINGS_MAX};
    struct things rest;

    things_collect(world, viewer, &foes, out);
    things_collect(world, viewer, &others, &rest);
    int foe_count = out->count;
    for (int i = 0; i < rest.count && out->count < THINGS_MAX; i++) {
        bool is_taken = foe_count > 0 && has_cell(out, rest.list[i].at);
        if (!is_taken)
            out->list[out->count++] = rest.list[i];
    }
}

bool look_cursor_jump(struct look_cursor *cursor, const struct world *world,
                      const struct delver *viewer, bool is_back)
{
    struct things things;

    collect(world, viewer, &things);
    if (things.count == 0)
        return false;
    /* Things on one cell stand side by side in the list: the jump starts from the last of them on
       its way. */
    int here = find_here(cursor, &things, !is_back);
    int next = is_back ? (here > 0 ? here - 1 : things.count - 1) : (here + 1) % things.count;
    cursor->at = things.list[next].at;
    return true;
}

void look_cursor_begin(struct look_cursor *cursor, const struct world *world,
                       const struct delver *viewer)
{
    const struct things_wish foes = {THINGS_OF_FOES, .seen_only = true, .max = THINGS_MAX};
    struct things things;

    things_collect(world, viewer, &foes, &things);
    cursor->at = things.count > 0 ? things.list[0].at : viewer->body.at;
}
