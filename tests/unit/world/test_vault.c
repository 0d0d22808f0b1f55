/*
 * Finds of a vault: a find for each delver, once in a life.
 */
#include <string.h>

#include "support/stage.h"
#include "support/test.h"
#include "world/door.h"
#include "world/life.h"
#include "world/population.h"
#include "world/vault.h"

static const char hall[] = "############\n"
                           "#....#.0...#\n"
                           "#a...|.....#\n"
                           "############\n";

static struct spot spots[] = {{{6, 1, 5, 2}, "the iron vault", "", 0}};

static struct stage stage;
static body_id ada;

static struct delver *delver(void)
{
    return stage_delver(&stage, ada);
}

static void set_up(void)
{
    stage_init(&stage, hall);
    ada = stage_join(&stage, 1, pos_of(6, 1));
    struct level *level = stage_level(&stage);
    level->gates[0] = (struct gate){.kind = GATE_VAULT,
                                    .shut = TILE_BARS_SHUT,
                                    .work_count = 1,
                                    .works = {{1, 1}},
                                    .cell_count = 1,
                                    .cells = {{5, 2}},
                                    .inside = {6, 2}};
    level->gate_count = 1;
    level->spots = spots;
    level->spot_count = 1;
    stage_tick(&stage);
}

static void tear_down(void)
{
    stage_release(&stage);
}

static bool finds(enum dir dir)
{
    stage_ticks(&stage, 20);
    stage_act(&stage, ada, ACTION_MOVE, dir);
    stage_tick(&stage);
    return stage_event(&stage, EVENT_CACHE, ada) != NULL;
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_vault_gives_its_find_once_in_a_life)
{
    ck_assert(finds(DIR_EAST));
    ck_assert_uint_ne(delver()->life.honours.vaults[0], 0);
    ck_assert(!finds(DIR_EAST));
    ck_assert(!finds(DIR_WEST));
    memset(delver()->life.honours.vaults, 0, sizeof delver()->life.honours.vaults);
    ck_assert(!finds(DIR_EAST));
    ck_assert(finds(DIR_WEST));
}

TEST(a_full_pack_leaves_the_find_where_it_is)
{
    for (int i = 0; i < PACK_MAX; i++)
        delver()->life.pack.carried[i] = stack_of(ITEM_HELM, 1);
    ck_assert(!finds(DIR_EAST));
    ck_assert_uint_eq(delver()->life.honours.vaults[0], 0);
    delver()->life.pack = pack_new();
    ck_assert(!finds(DIR_EAST));
    ck_assert(finds(DIR_WEST));
}

TEST(the_key_belongs_with_the_boss_or_else_with_the_group_that_teaches_most)
{
    const struct placement foes[] = {
        {.species = SPECIES_CELLAR_RAT, .at = {1, 1}, .group = 1},
        {.species = SPECIES_DESERTER, .at = {3, 1}, .group = 2},
        {.species = SPECIES_DESERTER, .at = {4, 1}, .group = 2},
        {.species = SPECIES_DRUDGE, .at = {2, 2}, .group = 3},
        {.species = SPECIES_COOPER, .at = {8, 2}, .group = 4},
    };
    struct level *level = stage_level(&stage);

    vault_place_key(level, foes, 4);
    ck_assert(pos_equal(level->gates[0].works[0], pos_of(3, 1)));
    vault_place_key(level, foes, 5);
    ck_assert(pos_equal(level->gates[0].works[0], pos_of(8, 2)));
}
