/*
 * Surfaces, lights and caches: what the ground does to who walks and looks there.
 */
#include "support/stage.h"
#include "support/test.h"
#include "world/loot.h"
#include "world/sense.h"

static const char hall[] = "##########################\n"
                           "#a.......................#\n"
                           "#........................#\n"
                           "##########################\n";

static struct stage stage;
static body_id ada;

static void set_up(void)
{
    stage_init(&stage, hall);
    ada = stage_join(&stage, 1, draw_level_find(hall, 'a'));
    stage_tick(&stage);
}

static void tear_down(void)
{
    stage_release(&stage);
}

static struct delver *delver(void)
{
    return stage_delver(&stage, ada);
}

static void lay(int x, enum tile_id tile)
{
    level_set_tile(stage_level(&stage), pos_of(x, 1), tile);
    level_find_niches(stage_level(&stage));
}

static uint64_t cost_of_step_on(enum tile_id tile)
{
    struct body *body = &delver()->body;

    stage_ticks(&stage, 20);
    lay(body->at.x + 1, tile);
    stage_act(&stage, ada, ACTION_MOVE, DIR_EAST);
    uint64_t before = body_lived(body);
    stage_tick(&stage);
    return body->ready_at - before;
}

TEST_FIXTURE(set_up, tear_down);

TEST(rubble_takes_half_as_long_again)
{
    uint64_t usual = cost_of_step_on(TILE_FLOOR);

    ck_assert_uint_eq(cost_of_step_on(TILE_RUBBLE), usual + usual / 2);
    ck_assert_uint_eq(cost_of_step_on(TILE_GRASS), usual);
    ck_assert_uint_eq(cost_of_step_on(TILE_SHALLOWS), usual);
}

TEST(wading_is_heard_farther_and_grass_is_quiet)
{
    ck_assert_int_gt(tile_row(TILE_SHALLOWS)->noise, 0);
    ck_assert_int_lt(tile_row(TILE_GRASS)->noise, 0);
}

TEST(a_thicket_blocks_sight_and_hides_a_foe_until_one_is_beside_it)
{
    struct pos at = pos_of(5, 1);

    lay(5, TILE_THICKET);
    body_id rat = stage_foe(&stage, SPECIES_CELLAR_RAT, at);
    const struct body *body = world_body(stage.world, rat);
    ck_assert(!light_shows_body(delver(), light_radius(delver()), body));
    ck_assert(level_hides(stage_level(&stage), pos_of(3, 1), at));
    ck_assert(!level_hides(stage_level(&stage), pos_of(4, 2), at));
    ck_assert(level_is_opaque(stage_level(&stage), at));
    ck_assert(level_is_ground(stage_level(&stage), at));
}

TEST(one_sees_out_of_a_thicket)
{
    (void)cost_of_step_on(TILE_THICKET);
    ck_assert(delver_sees(delver(), pos_of(20, 1)));
}

TEST(what_is_near_a_brazier_or_a_torch_is_made_out_from_afar)
{
    body_id rat = stage_foe(&stage, SPECIES_CELLAR_RAT, pos_of(20, 1));
    const struct body *body = world_body(stage.world, rat);

    ck_assert(!light_shows_body(delver(), light_radius(delver()), body));
    level_set_tile(stage_level(&stage), pos_of(20 + LIGHT_BURNING, 2), TILE_BRAZIER);
    level_find_niches(stage_level(&stage));
    ck_assert(light_shows_body(delver(), light_radius(delver()), body));
    ck_assert(light_shows_cell(delver(), light_radius(delver()), pos_of(20, 1)));
    ck_assert(!light_shows_cell(delver(), light_radius(delver()), pos_of(19, 1)));
}

TEST(what_stands_in_the_way_is_not_walked_into)
{
    static const enum tile_id solid[] = {TILE_STATUE, TILE_BRAZIER, TILE_BOOKCASE, TILE_BARS_SHUT};

    for (size_t i = 0; i < sizeof solid / sizeof solid[0]; i++) {
        lay(2, solid[i]);
        stage_act(&stage, ada, ACTION_MOVE, DIR_EAST);
        stage_tick(&stage);
        stage_expect_refusal(&stage, ada, REFUSAL_SOLID);
    }
    lay(2, TILE_TORCH);
    stage_act(&stage, ada, ACTION_MOVE, DIR_EAST);
    stage_tick(&stage);
    stage_expect_refusal(&stage, ada, REFUSAL_WALL);
}

/* Ada goes to a level of depth 4 that is all caches. */
static void go_to_caches(uint16_t generation)
{
    static const char caches[] = "######\n#<000#\n######\n";
    const struct level_key key = {.depth = 4, .generation = generation};

    stage_add_level(&stage, caches, key);
    struct input *input = stage_input(&stage, INPUT_SEND, ada);
    input->key = key;
    input->at = draw_level_find(caches, '<');
    stage_tick(&stage);
    stage_arrive(&stage, ada, key);
    stage_tick(&stage);
}

TEST(a_cache_holds_something_for_each_delver_once_a_depth)
{
    go_to_caches(1);
    int64_t gold = delver()->life.gold;
    stage_act(&stage, ada, ACTION_MOVE, DIR_EAST);
    stage_tick(&stage);
    ck_assert_ptr_nonnull(stage_event(&stage, EVENT_CACHE, ada));
    ck_assert_int_gt(delver()->life.gold, gold);
    stage_ticks(&stage, 20);
    stage_act(&stage, ada, ACTION_MOVE, DIR_EAST);
    stage_tick(&stage);
    ck_assert_ptr_null(stage_event(&stage, EVENT_CACHE, ada));
}

TEST(what_a_cache_holds_hangs_on_delver_life_and_depth_alone)
{
    struct stack first[CACHE_FINDS];
    struct stack again[CACHE_FINDS];
    bool differs = false;

    for (int depth = 1; depth <= 26; depth++) {
        cache_finds(7, 1, 1, depth, first);
        cache_finds(7, 1, 1, depth, again);
        for (int i = 0; i < CACHE_FINDS; i++) {
            ck_assert_int_eq(first[i].kind, again[i].kind);
            ck_assert_uint_eq(first[i].count, again[i].count);
        }
        cache_finds(7, 2, 1, depth, again);
        differs = differs || again[0].count != first[0].count;
        ck_assert_int_eq(first[0].kind, ITEM_GOLD);
    }
    ck_assert(differs);
}
