/*
 * One tick of one level: all that live there have their turns, then the delvers among them look
 * about. A level on which a delver strides lives several such ticks at once (world/stride_state.h).
 */
#include "world/learning.h"
#include "world/sense.h"
#include "world/turn.h"
#include "world/world.h"

/* Newly known cells, after which it is counted how much of a level was seen. */
enum { SURVEY_CELLS = 16 };

static void look_about(const struct world *world, struct level *level)
{
    for (uint32_t i = 0; i < level->stale.count; i++) {
        struct delver *delver = world_delver(world, level->stale.ids[i]);
        if (delver == NULL)
            continue;
        uint32_t before = delver->explored;
        recall_before_look(world, delver);
        delver_look(delver);
        recall_after_look(world, delver);
        if (before / SURVEY_CELLS != delver->explored / SURVEY_CELLS)
            learning_survey(delver);
    }
    level->stale.count = 0;
}

void level_tick(const struct world *world, struct level *level, struct level_work *work)
{
    level->events.count = 0;
    turns_run(world, level, work, 0);
    look_about(world, level);
    if (level->strider == 0)
        return;
    for (int i = 1; i < stride_ticks(world) && stride_goes_on(world, level); i++) {
        turns_run(world, level, work, i);
        look_about(world, level);
    }
    stride_end(world, level);
}
