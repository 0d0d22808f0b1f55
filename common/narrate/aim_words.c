/*
 * The foes to aim at are those of the list of threats, and the chance is that of the blow itself.
 */
#include "narrate/aim_words.h"

#include <stdio.h>

#include "narrate/target_line.h"
#include "narrate/words.h"
#include "world/fighter.h"

enum { SURE = 100 };

/* What each command's Enter does. */
static const char *verb_of(enum command_id id)
{
    return id == COMMAND_FIRE ? "fires" : id == COMMAND_THROW ? "throws" : "zaps";
}

static int place_of(const struct threats *threats, body_id foe)
{
    for (int i = 0; i < threats->count; i++) {
        if (threats->list[i].foe == foe)
            return i;
    }
    return -1;
}

body_id aim_first(const struct world *world, const struct delver *viewer, body_id last)
{
    struct threats threats;

    threats_collect(world, viewer, &threats);
    if (threats.count == 0)
        return 0;
    if (last != 0 && place_of(&threats, last) >= 0)
        return last;
    const struct threat *awake = threats_first_awake(&threats);
    return awake != NULL ? awake->foe : threats.list[0].foe;
}

body_id aim_next(const struct world *world, const struct delver *viewer, body_id foe, bool is_back)
{
    struct threats threats;

    threats_collect(world, viewer, &threats);
    if (threats.count == 0)
        return 0;
    int place = place_of(&threats, foe);
    int step = is_back ? threats.count - 1 : 1;
    return threats.list[place < 0 ? 0 : (place + step) % threats.count].foe;
}

bool aim_holds(const struct world *world, const struct delver *viewer, body_id foe)
{
    struct threats threats;

    threats_collect(world, viewer, &threats);
    return place_of(&threats, foe) >= 0;
}

/* In 100; 0: there is nothing that could miss. What is unaware is always hit. */
static int chance_of(const struct world *world, const struct delver *viewer, const struct aim *aim,
                     const struct body *foe)
{
    uint32_t object = aim->object == OBJECT_NONE ? OBJECT_WORN + SLOT_LAUNCHER : aim->object;
    const struct stack *thing = pack_peek(&viewer->life.pack, object);

    if (thing == NULL ||
        (item_row(thing->kind)->dice.count == 0 && item_row(thing->kind)->class != CLASS_THROWN))
        return 0;
    if (((const struct foe *)foe)->mind.target == 0)
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
    int percent = chance_of(world, viewer, aim, foe);
    if (percent > 0)
        snprintf(chance, sizeof chance, ", %d in 100", percent);
    words_offset(viewer->body.at, foe->at, offset, sizeof offset);
    snprintf(out, size, "%s, %s%s. Enter %s, Tab next, Esc", body_name(foe), offset, chance,
             verb_of(aim->id));
}
