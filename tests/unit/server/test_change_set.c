/*
 * Rows for the disk: everything that is dirty, once, as it was at that tick; the newest row of each
 * thing wins.
 */
#include "server/save/change_set.h"

#include <sanitizer/asan_interface.h>
#include <string.h>

#include "support/stage.h"
#include "support/test.h"
#include "world/world.h"

static const char hall[] = "########################\n"
                           "#a....+........b.......#\n"
                           "#......................#\n"
                           "########################\n";

struct scene {
    struct stage stage;
    struct memory_images images;
    struct change_set set;
    body_id ada;
    body_id brom;
};

static struct scene scene;

static void set_up(void)
{
    stage_init(&scene.stage, hall);
    ck_assert_int_eq(memory_images_init(&scene.images, STAGE_DELVERS_MAX), ERR_OK);
    scene.ada = stage_join(&scene.stage, 11, draw_level_find(hall, 'a'));
    scene.brom = stage_join(&scene.stage, 12, draw_level_find(hall, 'b'));
    change_set_init(&scene.set);
}

static void tear_down(void)
{
    change_set_release(&scene.set);
    memory_images_release(&scene.images);
    stage_release(&scene.stage);
}

TEST_FIXTURE(set_up, tear_down);

/* Collects and lays it over what was collected before; false if there is nothing even then. */
static bool collect(void)
{
    struct change_set newer;

    change_set_init(&newer);
    ck_assert_int_eq(change_set_collect(&newer, scene.stage.world, &scene.images), ERR_OK);
    ck_assert_uint_eq(newer.tick, scene.stage.world->tick);
    ck_assert_int_eq(change_set_merge(&scene.set, &newer), ERR_OK);
    ck_assert(change_set_is_empty(&newer));
    ck_assert_uint_eq(scene.set.tick, scene.stage.world->tick);
    change_set_release(&newer);
    return !change_set_is_empty(&scene.set);
}

/* Makes everything clean and starts a new set. */
static void start_clean(void)
{
    (void)collect();
    change_set_release(&scene.set);
}

static const struct delver_record *delver_in(const struct change_set *set, int64_t delver_id)
{
    const struct delver_record *found = NULL;

    for (size_t i = 0; i < set->of[CHANGE_DELVERS].count; i++) {
        if (((const struct delver_record *)change_set_row(set, CHANGE_DELVERS, i))->id != delver_id)
            continue;
        ck_assert_msg(found == NULL, "one delver has one row");
        found = change_set_row(set, CHANGE_DELVERS, i);
    }
    return found;
}

/* Lets the delver look, as at the end of a tick. */
static void look(struct delver *delver)
{
    delver_look(delver);
    delver_list_join(&scene.stage.world->unsaved, &delver->body.level->unsaved);
}

static void step(body_id delver, enum dir dir)
{
    stage_act(&scene.stage, delver, ACTION_MOVE, dir);
    stage_ticks(&scene.stage, 10);
}

TEST(a_world_where_nothing_changed_gives_an_empty_set)
{
    start_clean();
    ck_assert(!collect());
    stage_ticks(&scene.stage, 5);
    ck_assert(!collect());
    ck_assert_uint_eq(scene.set.of[CHANGE_DELVERS].count, 0);
    ck_assert_uint_eq(scene.set.of[CHANGE_MEMORIES].count, 0);
    ck_assert_uint_eq(scene.set.of[CHANGE_LEVELS].count, 0);
}

TEST(a_step_gives_the_row_of_the_one_who_stepped)
{
    start_clean();
    step(scene.ada, DIR_EAST);
    ck_assert(collect());
    ck_assert_uint_eq(scene.set.of[CHANGE_DELVERS].count, 1);
    const struct delver_record *row = delver_in(&scene.set, 11);
    ck_assert_ptr_nonnull(row);
    ck_assert(pos_equal(row->at, stage_place(&scene.stage, scene.ada)));
    ck_assert_uint_eq(row->steps, 1);
    ck_assert_msg(!stage_delver(&scene.stage, scene.ada)->is_record_dirty, "it is clean now");
}

/* AddressSanitizer ends the test if anything of the other is read. */
TEST(one_with_nothing_new_costs_no_look)
{
    start_clean();
    step(scene.ada, DIR_EAST);
    const struct delver *brom = stage_delver(&scene.stage, scene.brom);
    ASAN_POISON_MEMORY_REGION(brom, sizeof *brom);
    ck_assert(collect());
    ASAN_UNPOISON_MEMORY_REGION(brom, sizeof *brom);
}

TEST(rows_are_copies_that_the_world_cannot_change)
{
    start_clean();
    step(scene.ada, DIR_EAST);
    (void)collect();
    struct pos then = stage_place(&scene.stage, scene.ada);
    step(scene.ada, DIR_EAST);
    ck_assert(pos_equal(delver_in(&scene.set, 11)->at, then));
}

TEST(the_newest_row_of_a_delver_wins)
{
    start_clean();
    for (int i = 0; i < 4; i++) {
        step(scene.ada, DIR_EAST);
        ck_assert(collect());
    }
    step(scene.brom, DIR_WEST);
    ck_assert(collect());
    ck_assert_uint_eq(scene.set.of[CHANGE_DELVERS].count, 2);
    ck_assert(pos_equal(delver_in(&scene.set, 11)->at, stage_place(&scene.stage, scene.ada)));
    ck_assert(pos_equal(delver_in(&scene.set, 12)->at, stage_place(&scene.stage, scene.brom)));
}

TEST(a_door_gives_the_level_as_it_stands)
{
    struct level *stored = NULL;

    start_clean();
    level_set_tile(stage_level(&scene.stage), draw_level_find(hall, '+'), TILE_DOOR_OPEN);
    ck_assert(collect());
    ck_assert_uint_eq(scene.set.of[CHANGE_LEVELS].count, 1);
    ck_assert(level_key_equal(
        ((const struct level_row *)change_set_row(&scene.set, CHANGE_LEVELS, 0))->key,
        scene.stage.key));
    ck_assert_msg(!stage_level(&scene.stage)->is_dirty, "it is clean now");
    level_set_tile(stage_level(&scene.stage), draw_level_find(hall, '+'), TILE_DOOR_CLOSED);
    ck_assert(collect());
    ck_assert_uint_eq(scene.set.of[CHANGE_LEVELS].count, 1);
    const struct level_row *row = change_set_row(&scene.set, CHANGE_LEVELS, 0);
    ck_assert_int_eq(level_decode(row->blob.data, row->blob.length, scene.stage.key, &stored),
                     ERR_OK);
    ck_assert_int_eq(level_tile(stored, draw_level_find(hall, '+')), TILE_DOOR_CLOSED);
    level_free(stored);
}

/* The number of populations in a new change set. */
static size_t count_populations(void)
{
    change_set_release(&scene.set);
    (void)collect();
    return scene.set.of[CHANGE_POPULATIONS].count;
}

TEST(what_is_on_a_level_is_taken_when_it_changes_and_only_then)
{
    ck_assert_uint_eq(count_populations(), 1);
    step(scene.ada, DIR_EAST);
    ck_assert_msg(count_populations() == 0, "a step of a delver is none of it");
    item_id dart = stage_item(&scene.stage, ITEM_DART, pos_of(3, 2));
    ck_assert_uint_eq(count_populations(), 1);
    const struct population_row *row =
        change_set_find(&scene.set, CHANGE_POPULATIONS, &scene.stage.key);
    ck_assert_ptr_nonnull(row);
    ck_assert_int_eq(row->blob.data[row->blob.length - 30], 3);
    ck_assert_int_eq(row->blob.data[row->blob.length - 29], 2);
    ck_assert_uint_eq(count_populations(), 0);
    item_take_away(scene.stage.world, stage_level(&scene.stage),
                   world_item(scene.stage.world, dart));
    ck_assert_uint_eq(count_populations(), 1);
    /* Time runs for members of one party: the rat moves though nobody acts. */
    stage_input(&scene.stage, INPUT_PARTY, scene.ada)->action.count = 1;
    stage_input(&scene.stage, INPUT_PARTY, scene.brom)->action.count = 1;
    body_id rat = stage_foe(&scene.stage, SPECIES_CELLAR_RAT, pos_of(20, 2));
    ck_assert_uint_eq(count_populations(), 1);
    stage_ticks(&scene.stage, 100);
    ck_assert_msg(count_populations() == 1, "it has moved");
    foe_free(scene.stage.world, body_foe(world_body(scene.stage.world, rat)));
    ck_assert_uint_eq(count_populations(), 1);
    ck_assert(!stage_level(&scene.stage)->population.is_dirty);
}

TEST(a_world_without_foes_and_things_leaves_those_on_disk_alone)
{
    scene.stage.world->limits.foes_max = 0;
    scene.stage.world->limits.items_max = 0;
    ck_assert_uint_eq(count_populations(), 0);
    ck_assert(!stage_level(&scene.stage)->population.is_dirty);
}

TEST(when_the_last_delver_left_is_taken_too)
{
    start_clean();
    stage_input(&scene.stage, INPUT_LEAVE, scene.ada);
    stage_tick(&scene.stage);
    ck_assert_uint_eq(count_populations(), 0);
    stage_input(&scene.stage, INPUT_LEAVE, scene.brom);
    stage_tick(&scene.stage);
    ck_assert_uint_eq(count_populations(), 1);
}

TEST(a_memory_is_copied_with_its_delver_and_level)
{
    start_clean();
    struct delver *ada = stage_delver(&scene.stage, scene.ada);
    size_t seen = level_index(ada->body.level, draw_level_find(hall, '+'));
    level_set_tile(stage_level(&scene.stage), draw_level_find(hall, '+'), TILE_DOOR_OPEN);
    look(ada);
    ck_assert(collect());
    ck_assert_uint_eq(scene.set.of[CHANGE_MEMORIES].count, 1);
    const struct memory_row *row = change_set_row(&scene.set, CHANGE_MEMORIES, 0);
    ck_assert_int_eq(row->delver_id, 11);
    ck_assert(level_key_equal(row->key, scene.stage.key));
    ck_assert_uint_eq(row->image->count, ada->memory_size);
    ck_assert_mem_eq(row->image->tiles, ada->memory, ada->memory_size);
    ck_assert(!ada->is_memory_dirty);

    level_set_tile(stage_level(&scene.stage), draw_level_find(hall, '+'), TILE_DOOR_CLOSED);
    look(ada);
    ck_assert_msg(row->image->tiles[seen] == TILE_DOOR_OPEN, "the copy does not change");
    ck_assert(collect());
    ck_assert_uint_eq(scene.set.of[CHANGE_MEMORIES].count, 1);
    ck_assert_int_eq(((const struct memory_row *)change_set_row(&scene.set, CHANGE_MEMORIES, 0))
                         ->image->tiles[seen],
                     TILE_DOOR_CLOSED);
}

/* Collects as a save that is on disk at once, and compares what is saved of her. */
static void expect_saved_memory(body_id id)
{
    const struct delver *delver = stage_delver(&scene.stage, id);
    struct level_key key = delver->body.key;

    ck_assert_msg(delver->is_memory_dirty, "there is something to be saved");
    ck_assert(collect());
    const struct memory_row *row = change_set_find(
        &scene.set, CHANGE_MEMORIES, &(struct memory_row){delver->delver_id, key, 0, NULL});
    ck_assert_ptr_nonnull(row);
    ck_assert_uint_eq(row->image->count, delver->memory_size);
    ck_assert_mem_eq(row->image->tiles, delver->memory, delver->memory_size);
    change_set_release(&scene.set);
}

/* A door opens or closes in her sight. */
static void move_door(enum tile_id door)
{
    level_set_tile(stage_level(&scene.stage), draw_level_find(hall, '+'), door);
    look(stage_delver(&scene.stage, scene.ada));
}

TEST(a_memory_from_the_disk_is_saved_whole_at_its_first_change)
{
    expect_saved_memory(scene.ada);
    struct delver *ada = stage_delver(&scene.stage, scene.ada);
    uint8_t *loaded = delver_memory_new(ada->memory_size);
    ck_assert_ptr_nonnull(loaded);
    memset(loaded, TILE_ROCK, ada->memory_size);
    delver_set_memory(ada, loaded, ada->memory_size);
    /* A save of others comes between: nothing of hers is new. */
    step(scene.brom, DIR_WEST);
    ada->is_memory_dirty = false;
    ck_assert(collect());
    ck_assert_ptr_null(change_set_find(&scene.set, CHANGE_MEMORIES,
                                       &(struct memory_row){11, scene.stage.key, 0, NULL}));
    change_set_release(&scene.set);
    move_door(TILE_DOOR_OPEN);
    expect_saved_memory(scene.ada);
}

TEST(who_takes_the_slot_of_one_who_left_is_saved_whole)
{
    expect_saved_memory(scene.ada);
    move_door(TILE_DOOR_OPEN);
    (void)stage_input(&scene.stage, INPUT_LEAVE, scene.ada);
    stage_tick(&scene.stage);
    stage_tick(&scene.stage);
    body_id cara = stage_join(&scene.stage, 13, pos_of(20, 2));
    expect_saved_memory(cara);
    stage_ticks(&scene.stage, 2);
}

TEST(a_save_that_waits_keeps_its_rows_while_newer_ones_are_taken)
{
    struct change_set waiting;

    start_clean();
    change_set_init(&waiting);
    struct delver *ada = stage_delver(&scene.stage, scene.ada);
    size_t door = level_index(ada->body.level, draw_level_find(hall, '+'));
    move_door(TILE_DOOR_OPEN);
    ck_assert_int_eq(change_set_collect(&waiting, scene.stage.world, &scene.images), ERR_OK);
    for (int i = 0; i < 3; i++) {
        move_door(i % 2 == 0 ? TILE_DOOR_CLOSED : TILE_DOOR_OPEN);
        expect_saved_memory(scene.ada);
        ck_assert_int_eq(((const struct memory_row *)change_set_row(&waiting, CHANGE_MEMORIES, 0))
                             ->image->tiles[door],
                         TILE_DOOR_OPEN);
    }
    change_set_release(&waiting);
}

static uint32_t bands_of_ada(void)
{
    const struct memory_row *row = change_set_find(
        &scene.set, CHANGE_MEMORIES, &(struct memory_row){11, scene.stage.key, 0, NULL});

    return row->bands;
}

/* Marks the cell as if Ada had seen something new there. */
static void touch(size_t cell)
{
    struct delver *ada = stage_delver(&scene.stage, scene.ada);

    ada->touched[cell / DELVER_CHUNK / 64] |= UINT64_C(1) << cell / DELVER_CHUNK % 64;
    ada->is_memory_dirty = true;
    delver_list_add(&scene.stage.world->unsaved, ada);
}

TEST(a_memory_row_names_the_bands_that_changed)
{
    enum { LAST = LEVEL_SHARE - 1 };

    ck_assert(collect());
    ck_assert_msg(bands_of_ada() == UINT32_MAX, "one that was never saved is saved whole");
    change_set_release(&scene.set);
    touch(MEMORY_BAND - 1);
    ck_assert(collect());
    ck_assert_uint_eq(bands_of_ada(), 1);
    /* The set waits: what it had to write is still to be written beside what is newer. */
    touch(5 * MEMORY_BAND);
    touch(LAST);
    ck_assert(collect());
    ck_assert_uint_eq(bands_of_ada(), 1u | 1u << 5 | 1u << (MEMORY_BANDS_MAX - 1));
    change_set_release(&scene.set);
    touch(6 * MEMORY_BAND - 1);
    ck_assert(collect());
    ck_assert_uint_eq(bands_of_ada(), 1u << 5);
}

TEST(memories_of_two_levels_are_two_rows)
{
    static const char below[] = "########################\n"
                                "#<.....................#\n"
                                "########################\n";
    const struct level_key key = {.wing = 0, .depth = 2, .generation = 1};

    stage_add_level(&scene.stage, below, key);
    stage_tick(&scene.stage);
    start_clean();
    level_set_tile(stage_level(&scene.stage), draw_level_find(hall, 'a'), TILE_STAIRS_DOWN);
    stage_act(&scene.stage, scene.ada, ACTION_DESCEND, DIR_NONE);
    look(stage_delver(&scene.stage, scene.ada));
    stage_tick(&scene.stage);
    ck_assert_msg(collect(), "what was seen above is kept while she is on the stairs");
    ck_assert_uint_eq(scene.set.of[CHANGE_MEMORIES].count, 1);
    ck_assert(level_key_equal(
        ((const struct memory_row *)change_set_row(&scene.set, CHANGE_MEMORIES, 0))->key,
        scene.stage.key));
    stage_arrive(&scene.stage, scene.ada, key);
    stage_tick(&scene.stage);
    ck_assert(collect());
    ck_assert_uint_eq(scene.set.of[CHANGE_MEMORIES].count, 2);
    ck_assert(level_key_equal(
        ((const struct memory_row *)change_set_row(&scene.set, CHANGE_MEMORIES, 1))->key, key));
    ck_assert(level_key_equal(delver_in(&scene.set, 11)->level, key));
    ck_assert_uint_eq(delver_in(&scene.set, 11)->sequence, 1);
}

TEST(whoever_left_in_this_tick_is_still_collected)
{
    start_clean();
    step(scene.ada, DIR_EAST);
    struct pos last = stage_place(&scene.stage, scene.ada);
    (void)stage_input(&scene.stage, INPUT_LEAVE, scene.ada);
    stage_tick(&scene.stage);
    ck_assert(collect());
    ck_assert_ptr_nonnull(delver_in(&scene.set, 11));
    ck_assert(pos_equal(delver_in(&scene.set, 11)->at, last));
}

TEST(many_delvers_fit_and_none_is_lost)
{
    start_clean();
    for (int i = 0; i < STAGE_DELVERS_MAX - 2; i++)
        (void)stage_join(&scene.stage, 100 + i, pos_of(1 + i, 2));
    ck_assert(collect());
    for (int i = 0; i < STAGE_DELVERS_MAX - 2; i++)
        ck_assert_ptr_nonnull(delver_in(&scene.set, 100 + i));
    /* The same set goes on to hold more than it first had room for. */
    for (int i = 0; i < STAGE_DELVERS_MAX - 2; i++) {
        struct delver *delver = world_find_delver(scene.stage.world, 100 + i);
        delver->delver_id = 500 + i;
        delver->is_record_dirty = true;
        delver_list_add(&scene.stage.world->unsaved, delver);
    }
    ck_assert(collect());
    ck_assert_uint_eq(scene.set.of[CHANGE_DELVERS].count, 2 * (STAGE_DELVERS_MAX - 2));
    for (int i = 0; i < STAGE_DELVERS_MAX - 2; i++) {
        ck_assert_ptr_nonnull(delver_in(&scene.set, 100 + i));
        ck_assert_ptr_nonnull(delver_in(&scene.set, 500 + i));
    }
}

TEST(a_released_set_is_empty_and_can_be_used_again)
{
    ck_assert(collect());
    ck_assert_uint_gt(scene.set.of[CHANGE_DELVERS].count, 0);
    change_set_release(&scene.set);
    ck_assert_uint_eq(scene.set.of[CHANGE_DELVERS].count, 0);
    ck_assert_ptr_null(scene.set.of[CHANGE_DELVERS].rows);
    change_set_release(&scene.set);
    step(scene.ada, DIR_EAST);
    ck_assert(collect());
}

TEST(rows_are_found_whatever_the_order_they_came_in)
{
    static const struct level_key elsewhere = {.wing = 3, .depth = 9, .generation = 2};

    start_clean();
    ck_assert_ptr_null(change_set_find(&scene.set, CHANGE_DELVERS, &(int64_t){11}));
    ck_assert_ptr_null(change_set_find(&scene.set, CHANGE_MEMORIES,
                                       &(struct memory_row){11, scene.stage.key, 0, NULL}));
    for (int i = STAGE_DELVERS_MAX - 3; i >= 0; i--)
        (void)stage_join(&scene.stage, 100 + i * 7 % 11, pos_of(1 + i, 2));
    ck_assert(collect());
    for (size_t i = 0; i < scene.set.of[CHANGE_DELVERS].count; i++) {
        struct delver_record row =
            *(const struct delver_record *)change_set_row(&scene.set, CHANGE_DELVERS, i);
        const struct delver_record *found = change_set_find(&scene.set, CHANGE_DELVERS, &row.id);
        ck_assert_int_eq(found->id, row.id);
        const struct memory_row *memory = change_set_find(
            &scene.set, CHANGE_MEMORIES, &(struct memory_row){row.id, scene.stage.key, 0, NULL});
        ck_assert_ptr_nonnull(memory);
        ck_assert_int_eq(memory->delver_id, row.id);
        ck_assert_ptr_null(change_set_find(&scene.set, CHANGE_MEMORIES,
                                           &(struct memory_row){row.id, elsewhere, 0, NULL}));
    }
    ck_assert_ptr_null(change_set_find(&scene.set, CHANGE_DELVERS, &(int64_t){99}));
}

TEST(of_a_level_the_newest_generation_is_found)
{
    start_clean();
    ck_assert_ptr_null(
        change_set_find_level(&scene.set, scene.stage.key.wing, scene.stage.key.depth));
    struct level *level = stage_level(&scene.stage);
    struct level_key key = level->key;
    for (uint32_t generation = 5; generation <= 7; generation++) {
        level->key.generation = generation == 6 ? 9 : generation;
        level->is_dirty = true;
        ck_assert(collect());
    }
    ck_assert_uint_eq(scene.set.of[CHANGE_LEVELS].count, 3);
    ck_assert_uint_eq(change_set_find_level(&scene.set, key.wing, key.depth)->key.generation, 9);
    ck_assert_ptr_null(change_set_find_level(&scene.set, (uint16_t)(key.wing + 1), key.depth));
    level->key = key;
}
