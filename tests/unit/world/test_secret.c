/*
 * Hidden doors as ground, and the place behind one.
 */
#include "world/door.h"

#include "support/stage.h"
#include "support/test.h"
#include "world/population.h"

/* `+` becomes a hidden door, `*` the hook of a key to the bars. */
static const char text[] = "#########\n"
                           "#a.b#...#\n"
                           "#...+..c#\n"
                           "#.*.|...#\n"
                           "#########\n";

static struct stage stage;
static body_id ada;
static body_id brom;

static struct pos mark(char glyph)
{
    return draw_level_find(text, glyph);
}

static struct level *level(void)
{
    return stage_level(&stage);
}

static struct delver *delver(body_id who)
{
    return body_delver(world_body(stage.world, who));
}

static void set_up(void)
{
    stage_init(&stage, text);
    level_set_tile(level(), mark('+'), TILE_SECRET_SHUT);
    level_set_tile(level(), mark('*'), TILE_KEY);
    level()->gates[0] = (struct gate){.kind = GATE_KEY,
                                      .shut = TILE_BARS_SHUT,
                                      .work_count = 1,
                                      .cell_count = 1,
                                      .works = {mark('*')},
                                      .cells = {mark('|')},
                                      .inside = pos_of(mark('|').x + 1, mark('|').y)};
    level()->gate_count = 1;
    ck_assert(gate_is_valid(&level()->gates[0], level()->width, level()->height, level()->tiles));
    ada = stage_join(&stage, 1, pos_of(3, 2));
    brom = stage_join(&stage, 2, pos_of(3, 1));
    stage_tick(&stage);
}

static void tear_down(void)
{
    stage_release(&stage);
}

static enum tile_id known(body_id who, char glyph)
{
    return delver_remembered(delver(who), mark(glyph));
}

TEST_FIXTURE(set_up, tear_down);

TEST(one_who_stands_in_the_place_behind_it_knows_it)
{
    static struct spot spot = {.area = {5, 1, 3, 3}, .name = "the cell"};

    level()->spots = &spot;
    level()->spot_count = 1;
    body_id cai = stage_join(&stage, 3, pos_of(6, 2));
    stage_tick(&stage);
    ck_assert_int_eq(known(cai, '+'), TILE_SECRET_SHUT);
    ck_assert_int_eq(known(ada, '+'), TILE_ROCK);
    level()->spots = NULL;
    level()->spot_count = 0;
}

TEST(nothing_is_put_behind_a_hidden_door)
{
    static struct population_search search;

    ck_assert_int_gt(population_walk(level(), &search, &(struct pos){1, 1}, 1), 0);
    ck_assert_int_ne(search.steps[level_index(level(), pos_of(3, 3))], POPULATION_NO_WAY);
    ck_assert_int_eq(search.steps[level_index(level(), pos_of(6, 2))], POPULATION_NO_WAY);
}
