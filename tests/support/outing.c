/*
 * Outings.
 */
#include "support/outing.h"

#include <check.h>
#include <string.h>

enum { ACTIONS_MAX = 300 };

void outing_init(struct outing *outing, const char *text)
{
    memset(outing, 0, sizeof *outing);
    outing->text = text;
    stage_init(&outing->stage, text);
    ck_assert_int_eq(path_scratch_new(&outing->scratch), ERR_OK);
    outing->id = stage_join(&outing->stage, 1, draw_level_find(text, 'a'));
}

void outing_release(struct outing *outing)
{
    path_scratch_free(outing->scratch);
    stage_release(&outing->stage);
}

struct delver *outing_delver(const struct outing *outing)
{
    return stage_delver(&outing->stage, outing->id);
}

struct pos outing_place(const struct outing *outing)
{
    return stage_place(&outing->stage, outing->id);
}

enum travel_result outing_ask(struct outing *outing)
{
    outing->result = travel_next(&outing->travel, outing->stage.world, outing_delver(outing),
                                 outing->scratch, &outing->answer);
    return outing->result;
}

void outing_tick(struct outing *outing)
{
    stage_tick(&outing->stage);
    struct event_cursor cursor = {0};
    const struct event *event;
    while ((event = world_next_event(outing->stage.world, &cursor)) != NULL) {
        if (travel_disturb(&outing->travel, event, &outing->answer))
            outing->result = TRAVEL_STOPPED;
    }
}

void outing_play(struct outing *outing)
{
    stage_act(&outing->stage, outing->id, outing->answer.action.verb, outing->answer.action.dir);
    for (int i = 0; i < TICKS_AN_ACTION; i++)
        outing_tick(outing);
}

bool outing_go(struct outing *outing)
{
    if (outing_ask(outing) != TRAVEL_GOES)
        return false;
    outing_play(outing);
    return true;
}

int outing_finish(struct outing *outing)
{
    int actions = 0;

    while (outing_go(outing)) {
        actions++;
        ck_assert_msg(actions < ACTIONS_MAX, "the travel does not end");
    }
    ck_assert_int_eq(outing->travel.kind, TRAVEL_NONE);
    ck_assert_int_eq(outing->answer.action.verb, ACTION_NONE);
    return actions;
}

void outing_expect_end(const struct outing *outing, enum travel_result result, const char *why)
{
    ck_assert_str_eq(outing->answer.why, why);
    ck_assert_int_eq(outing->result, result);
}

void outing_expect_at(const struct outing *outing, char mark)
{
    struct pos at = outing_place(outing);
    struct pos wanted = draw_level_find(outing->text, mark);

    ck_assert_msg(pos_equal(at, wanted), "stands at %d, %d and should at '%c', %d, %d: %s", at.x,
                  at.y, mark, wanted.x, wanted.y, outing->answer.why);
}

void outing_set_tile(const struct outing *outing, char mark, enum tile_id tile)
{
    level_set_tile(stage_level(&outing->stage), draw_level_find(outing->text, mark), tile);
}

void outing_remember_all(const struct outing *outing)
{
    struct delver *delver = outing_delver(outing);

    memcpy(delver->memory, stage_level(&outing->stage)->tiles, delver->memory_size);
}

void outing_begin_steps(struct outing *outing, enum dir dir, int count)
{
    ck_assert_int_eq(
        travel_begin_steps(&outing->travel, outing->stage.world, outing_delver(outing), dir, count),
        ERR_OK);
}

void outing_begin_run(struct outing *outing, enum dir dir)
{
    ck_assert_int_eq(
        travel_begin_run(&outing->travel, outing->stage.world, outing_delver(outing), dir), ERR_OK);
}

void outing_begin_explore(struct outing *outing)
{
    ck_assert_int_eq(
        travel_begin_explore(&outing->travel, outing->stage.world, outing_delver(outing)), ERR_OK);
}

enum err outing_begin_travel(struct outing *outing, char mark)
{
    return travel_begin_to(&outing->travel, outing->stage.world, outing_delver(outing),
                           outing->scratch, draw_level_find(outing->text, mark));
}
