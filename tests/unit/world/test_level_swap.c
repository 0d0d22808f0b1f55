/*
 * One level in the place of another: its foes, things and memories, and what is refused.
 */
#include <stdlib.h>

#include "support/stage.h"
#include "support/test.h"
#include "world/population_codec.h"
#include "world/world.h"
#include "world/world_hash.h"

static const char before[] = "########\n"
                             "#<....>#\n"
                             "########\n";
static const char after[] = "########\n"
                            "#......#\n"
                            "#.<....#\n"
                            "#.....>#\n"
                            "########\n";
static const char lower[] = "######\n"
                            "#<.>.#\n"
                            "######\n";
static const struct level_key next = {.wing = 0, .depth = 1, .generation = 2};
static const struct level_key below = {.wing = 0, .depth = 2, .generation = 1};

/* Asks for `text` in the place of the first level; `blanks` memories come with it. */
static struct input *ask_swap(struct stage *stage, const char *text, struct level_key key,
                              size_t blanks)
{
    struct input *input = stage_input(stage, INPUT_LEVEL_SWAP, 0);

    input->level = draw_level(text, key);
    input->memories = calloc(blanks + 1, sizeof *input->memories);
    input->memory_count = blanks;
    ck_assert_ptr_nonnull(input->memories);
    for (size_t i = 0; i < blanks; i++) {
        input->memories[i].tiles = delver_memory_new(level_cell_count(input->level));
        ck_assert_ptr_nonnull(input->memories[i].tiles);
    }
    return input;
}

static uint32_t count_bodies(const struct level *level)
{
    uint32_t count = 0;

    for (size_t i = 0; i < level_cell_count(level); i++)
        count += level->bodies[i] != 0;
    return count;
}

/* The population of the first level now, encoded. The caller releases it. */
static struct bytes encode_population(const struct stage *stage)
{
    struct bytes blob;

    bytes_init(&blob, POPULATION_BLOB_MAX);
    ck_assert_int_eq(population_encode(stage->world, stage_level(stage), &blob), ERR_OK);
    return blob;
}

TEST(what_is_put_back_has_its_foes_and_things_again)
{
    struct stage stage;

    stage_init(&stage, after);
    level_set_clock(stage_level(&stage), 7000);
    world_body(stage.world, stage_foe(&stage, SPECIES_GREY_MOULD, pos_of(5, 3)))->health = 3;
    (void)stage_item(&stage, ITEM_DART, pos_of(4, 1));
    body_id ada = stage_join(&stage, 1, pos_of(1, 1));
    struct input *input = ask_swap(&stage, after, next, 1);
    input->population = encode_population(&stage);
    input->flag = true;
    stage_tick(&stage);
    const struct level *level = world_level(stage.world, next);
    ck_assert_uint_eq(level->foe_count, 1);
    const struct body *mould = world_body(stage.world, level->first_foe);
    ck_assert_int_eq(mould->health, 3);
    ck_assert(pos_equal(mould->at, pos_of(5, 3)));
    ck_assert_ptr_nonnull(level_item_at(stage.world, level, pos_of(4, 1)));
    const struct delver *delver = stage_delver(&stage, ada);
    ck_assert_msg(body_lived(&delver->body) < delver->danger.safe_until,
                  "the arrival is safe at any clock");
    ck_assert_uint_eq(level->population.left_at, 0);
    stage_release(&stage);
}

TEST(things_that_are_put_back_are_whose_they_were_for_as_long)
{
    struct stage stage;

    stage_init(&stage, after);
    item_own(stage.world, world_item(stage.world, stage_item(&stage, ITEM_DART, pos_of(4, 1))), 1);
    (void)stage_item(&stage, ITEM_HELM, pos_of(3, 1));
    stage_ticks(&stage, 50);
    struct item old = *level_item_at(stage.world, stage_level(&stage), pos_of(4, 1));
    (void)stage_join(&stage, 1, pos_of(1, 1));
    struct input *input = ask_swap(&stage, after, next, 1);
    input->population = encode_population(&stage);
    input->flag = true;
    stage_tick(&stage);
    const struct level *level = world_level(stage.world, next);
    const struct item *dart = level_item_at(stage.world, level, pos_of(4, 1));
    ck_assert_int_eq(dart->owner, 1);
    ck_assert_uint_eq(dart->owned_until, old.owned_until);
    ck_assert(item_is_own(stage.world, dart, 1) && !item_is_free(stage.world, dart, 2));
    ck_assert(item_is_free(stage.world, level_item_at(stage.world, level, pos_of(3, 1)), 2));
    stage_release(&stage);
}

TEST(foes_make_room_for_delvers_where_there_is_no_other)
{
    struct stage stage;

    stage_init(&stage, before);
    for (int x = 2; x < 6; x++)
        (void)stage_foe(&stage, SPECIES_GREY_MOULD, pos_of(x, 1));
    struct bytes population = encode_population(&stage);
    while (stage_level(&stage)->first_foe != 0)
        foe_free(stage.world, body_foe(world_body(stage.world, stage_level(&stage)->first_foe)));
    for (int i = 0; i < 4; i++)
        (void)stage_join(&stage, i + 1, pos_of(2 + i, 1));
    ask_swap(&stage, before, next, 4)->population = population;
    stage_tick(&stage);
    const struct level *level = world_level(stage.world, next);
    ck_assert_ptr_nonnull(level);
    ck_assert_uint_eq(level->delver_count, 4);
    ck_assert_uint_eq(level->foe_count, 2);
    ck_assert_uint_eq(count_bodies(level), 6);
    stage_release(&stage);
}

TEST(what_one_remembers_of_it_comes_with_it)
{
    struct stage stage;

    stage_init(&stage, before);
    body_id ada = stage_join(&stage, 1, pos_of(2, 1));
    body_id brom = stage_join(&stage, 2, pos_of(3, 1));
    struct input *input = ask_swap(&stage, lower, next, 2);
    input->memories[1].delver_id = 2;
    input->memories[1].tiles[level_cell_count(input->level) - 1] = TILE_WATER_DEEP;
    stage_tick(&stage);
    const struct delver *knows = stage_delver(&stage, brom);
    const struct delver *not = stage_delver(&stage, ada);
    ck_assert_int_eq(knows->memory[knows->memory_size - 1], TILE_WATER_DEEP);
    ck_assert_int_eq(not ->memory[not ->memory_size - 1], TILE_UNKNOWN);
    stage_release(&stage);
}

TEST(it_happens_whole_or_not_at_all)
{
    struct stage stage;

    stage_init(&stage, before);
    body_id ada = stage_join(&stage, 1, pos_of(2, 1));
    body_id brom = stage_join(&stage, 2, pos_of(3, 1));

    ask_swap(&stage, after, next, 1);
    stage_tick(&stage);
    ck_assert_msg(world_level(stage.world, next) == NULL, "one memory for two");
    ask_swap(&stage, after, stage.key, 2);
    stage_tick(&stage);
    ck_assert_int_eq(stage_event_count(&stage), 0);
    ck_assert(pos_equal(stage_place(&stage, ada), pos_of(2, 1)));
    ask_swap(&stage, "##########\n#<>#######\n##########\n", next, 2);
    stage_tick(&stage);
    ck_assert_msg(world_level(stage.world, next) != NULL, "two cells are enough for two");
    ck_assert_int_eq(pos_distance(stage_place(&stage, ada), stage_place(&stage, brom)), 1);
    stage_release(&stage);
}

TEST(those_on_the_stairs_to_there_arrive_on_the_new_one)
{
    struct stage stage;

    stage_init(&stage, before);
    stage_add_level(&stage, lower, below);
    body_id ada = stage_join(&stage, 1, draw_level_find(before, '>'));
    stage_act(&stage, ada, ACTION_DESCEND, DIR_NONE);
    stage_tick(&stage);
    struct level_key remade = below;
    remade.generation = 5;
    ask_swap(&stage, after, remade, 0);
    stage_tick(&stage);
    stage_arrive(&stage, ada, below);
    stage_tick(&stage);
    ck_assert_msg(stage_delver(&stage, ada)->body.state == BODY_TRANSIT, "the old one is gone");
    stage_arrive(&stage, ada, remade);
    stage_tick(&stage);
    ck_assert(pos_equal(stage_place(&stage, ada), draw_level_find(after, '<')));
    stage_release(&stage);
}

TEST(a_level_where_none_was_is_just_there)
{
    struct stage stage;

    stage_init(&stage, before);
    ask_swap(&stage, after, below, 0);
    stage_tick(&stage);
    ck_assert_ptr_nonnull(world_level(stage.world, below));
    ck_assert_ptr_eq(world_level_at(stage.world, 0, 2), world_level(stage.world, below));
    ck_assert_uint_eq(stage.world->level_count, 2);
    /* Read from the disk before it was replaced, and late. */
    struct level_key older = below;
    older.generation--;
    stage_input(&stage, INPUT_LEVEL_ADD, 0)->level = draw_level(lower, older);
    stage_tick(&stage);
    ck_assert_msg(stage.world->level_count == 2, "two levels are in one place");
    ck_assert_ptr_null(world_level(stage.world, older));
    stage_release(&stage);
}

/* The graves of an absent level are not in memory, and could not come over. */
TEST(a_level_that_was_made_and_is_not_there_is_not_replaced)
{
    struct stage stage;

    stage_init(&stage, before);
    ask_swap(&stage, after, below, 0)->takes_over = true;
    stage_tick(&stage);
    ck_assert_ptr_null(world_level_at(stage.world, 0, 2));
    stage_add_level(&stage, lower, below);
    struct level_key newer = below;
    newer.generation++;
    ask_swap(&stage, after, newer, 0)->takes_over = true;
    stage_tick(&stage);
    ck_assert_ptr_nonnull(world_level(stage.world, newer));
    stage_release(&stage);
}

TEST(a_depth_that_is_closed_is_not_gone_to)
{
    struct stage stage;

    stage_init(&stage, before);
    stage_add_level(&stage, lower, below);
    body_id ada = stage_join(&stage, 1, draw_level_find(before, '>'));
    uint64_t open = world_hash(stage.world);
    struct input *input = stage_input(&stage, INPUT_CLOSE, 0);
    input->key.depth = 2;
    input->flag = true;
    stage_act(&stage, ada, ACTION_DESCEND, DIR_NONE);
    stage_tick(&stage);
    stage_expect_refusal(&stage, ada, REFUSAL_CLOSED_DOWN);
    ck_assert(world_is_closed(stage.world, 2) && !world_is_closed(stage.world, 1));
    ck_assert(world_hash(stage.world) != open);
    input = stage_input(&stage, INPUT_CLOSE, 0);
    input->key.depth = 2;
    stage_act(&stage, ada, ACTION_DESCEND, DIR_NONE);
    stage_tick(&stage);
    ck_assert_int_eq(stage_delver(&stage, ada)->body.state, BODY_TRANSIT);

    stage_arrive(&stage, ada, below);
    stage_tick(&stage);
    input = stage_input(&stage, INPUT_CLOSE, 0);
    input->key.depth = 1;
    input->flag = true;
    stage_act(&stage, ada, ACTION_ASCEND, DIR_NONE);
    stage_tick(&stage);
    stage_expect_refusal(&stage, ada, REFUSAL_CLOSED_UP);
    input = stage_input(&stage, INPUT_CLOSE, 0);
    input->key.depth = 128;
    input->flag = true;
    stage_tick(&stage);
    ck_assert(!world_is_closed(stage.world, 128) && !world_is_closed(stage.world, 0));
    stage_release(&stage);
}

static void ask_send(struct stage *stage, body_id delver, struct level_key key, struct pos at)
{
    struct input *input = stage_input(stage, INPUT_SEND, delver);

    input->key = key;
    input->at = at;
}

TEST(who_is_sent_about_more_often_than_the_level_has_cells_acts_once)
{
    enum { SENDS = STAGE_INPUTS_MAX / 2 };
    struct stage stage;

    stage_init(&stage, before);
    body_id ada = stage_join(&stage, 1, pos_of(2, 1));
    ck_assert_uint_lt(stage_level(&stage)->active.max, SENDS);
    for (int i = 0; i < SENDS; i++) {
        ask_send(&stage, ada, stage.key, pos_of(1 + i % 2, 1));
        stage_act(&stage, ada, ACTION_WAIT, DIR_NONE);
    }
    stage_tick(&stage);
    ck_assert_int_eq(stage_event_count(&stage), SENDS + 1);
    ck_assert_ptr_nonnull(stage_event(&stage, EVENT_WAITED, ada));
    ck_assert(delver_sees(stage_delver(&stage, ada), stage_place(&stage, ada)));
    ck_assert(world_is_quiet(stage.world));
    stage_release(&stage);
}
