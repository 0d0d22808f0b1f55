/*
 * Pointing: aim at the foes in the list of threats, with the blow's own chance to hit, and the
 * moves of the look cursor.
 */
#include "narrate/aim.h"

#include <stdio.h>

#include "narrate/threats.h"
#include "narrate/words.h"
#include "world/blow.h"

enum { SURE = 100 };

/* Returns the verb that Enter stands for, by command. */
static const char *verb_of(enum command_id id)
{
    return id == COMMAND_FIRE ? "fires" : id == COMMAND_THROW ? "throws" : "zaps";
}

static int index_of(const struct threats *threats, body_id foe)
{
    for (int i = 0; i < threats->count; i++) {
        if (threats->list[i].foe == foe)
            return i;
    }
    return -1;
}

body_id aim_next(const struct world *world, const struct delver *viewer, body_id foe, bool is_back)
{
    struct threats threats;

    threats_collect(world, viewer, &threats);
    if (threats.count == 0)
        return 0;
    int place = index_of(&threats, foe);
    int step = is_back ? threats.count - 1 : 1;
    return threats.list[place < 0 ? 0 : (place + step) % threats.count].foe;
}

bool aim_holds(const struct world *world, const struct delver *viewer, body_id foe)
{
    struct threats threats;

    threats_collect(world, viewer, &threats);
    return index_of(&threats, foe) >= 0;
}

/* Returns the launcher, or the thing to throw or zap; NULL: it is gone. */
static const struct stack *thing_of(const struct delver *viewer, const struct aim *aim)
{
    uint32_t object = aim->object == OBJECT_NONE ? OBJECT_WORN + SLOT_LAUNCHER : aim->object;

    return pack_peek(&viewer->life.pack, object);
}

static int range_of(const struct delver *viewer, const struct aim *aim)
{
    const struct stack *thing = thing_of(viewer, aim);

    if (thing == NULL)
        return SIGHT_RADIUS_MAX;
    if (aim->id == COMMAND_THROW)
        return item_throw_range(thing->kind);
    return item_row(thing->kind)->range > 0 ? item_row(thing->kind)->range : SIGHT_RADIUS_MAX;
}

bool aim_is_short(const struct world *world, const struct delver *viewer, const struct aim *aim)
{
    const struct body *foe = world_body(world, aim->foe);

    return foe != NULL && pos_distance(viewer->body.at, foe->at) > range_of(viewer, aim);
}

/* Returns the rank of a foe as the first to aim at; among equals the nearest is taken. */
static int preference(const struct threat *threat, int range, body_id last)
{
    return (threat->distance <= range ? 4 : 0) + (threat->foe == last ? 2 : 0) +
           (threat->is_awake ? 1 : 0);
}

body_id aim_first(const struct world *world, const struct delver *viewer, const struct aim *aim,
                  body_id last)
{
    struct threats threats;
    int range = range_of(viewer, aim);
    body_id found = 0;
    int best = -1;

    threats_collect(world, viewer, &threats);
    for (int i = 0; i < threats.count; i++) {
        int value = preference(&threats.list[i], range, last);
        if (value > best)
            found = threats.list[i].foe;
        best = value > best ? value : best;
    }
    return found;
}

/* Returns the chance to hit in percent; 0: the aim cannot miss. An unaware foe is always hit. */
static int chance_of(const struct world *world, const struct delver *viewer, const struct aim *aim,
                     const struct body *foe)
{
    const struct stack *thing = thing_of(viewer, aim);

    if (thing == NULL ||
        (item_row(thing->kind)->dice.count == 0 && item_row(thing->kind)->class != CLASS_THROWN))
        return 0;
    if (foe_is_unaware((const struct foe *)foe))
        return SURE;
    const struct fighter striker = fighter_with(world, &viewer->body, thing);
    const struct fighter other = fighter_of(world, foe);
    return fight_chance(striker.attack, other.defence);
}

void aim_words(const struct world *world, const struct delver *viewer, const struct aim *aim,
               char *out, size_t size)
{
    const struct body *foe = world_body(world, aim->foe);
    char offset[64];
    char chance[32] = "";

    if (foe == NULL || !aim_holds(world, viewer, aim->foe)) {
        snprintf(out, size, "It is not in view any more. Tab next, Esc");
        return;
    }
    pos_offset(viewer->body.at, foe->at, offset, sizeof offset);
    if (aim_is_short(world, viewer, aim)) {
        snprintf(out, size, "%s, %s: out of range (%d). Tab next, Esc", body_name(foe), offset,
                 range_of(viewer, aim));
        return;
    }
    int percent = chance_of(world, viewer, aim, foe);
    if (percent > 0)
        snprintf(chance, sizeof chance, ", %d in 100", percent);
    snprintf(out, size, "%s, %s%s. Enter %s, Tab next, Esc", body_name(foe), offset, chance,
             verb_of(aim->id));
}

void look_cursor_move(struct look_cursor *cursor, const struct level *level, enum dir dir,
                      int cells)
{
    for (int i = 0; i < cells; i++)
        cursor->at = level_clamp(level, pos_step(cursor->at, dir));
}

/* Returns the index of the first or last listed thing on the cursor's cell; -1: none. */
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

/* Collects foes from near to far, then all other things; a thing under a foe counts as the foe. */
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
    /* Things on one cell are adjacent in the list: the jump starts from the last of them in its
       direction. */
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
