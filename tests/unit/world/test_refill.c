/*
 * How a level grows its population back: how many groups there is room for, how long one takes,
 * that none comes near a delver or into sight, and what is back when somebody comes again.
 */
#include <stdlib.h>
#include <string.h>

#include "gen/gen.h"
#include "support/stage.h"
#include "support/test.h"
#include "world/haven.h"
#include "world/population.h"
#include "world/populate.h"
#include "world/world.h"
#include "world/world_tick.h"

enum {
    SECOND = 50, /* ticks */
    STEPS_FAR = POPULATION_STEPS_MIN,
};

static struct level_key key = {.depth = 3};
static struct world *world;
static struct level *level;
static body_id delvers[STAGE_DELVERS_MAX];
static int delver_count;

static void tick(struct input *input)
{
    world_tick(world, input, input == NULL ? 0 : 1);
}

static void set_up(void)
{
    const struct world_limits limits = {.delvers_max = STAGE_DELVERS_MAX,
                                        .levels_max = 1,
                                        .foes_max = 1000,
                                        .population_percent = 100};
    struct gen_request request;
    struct input input = {.kind = INPUT_LEVEL_ADD};

    ck_assert_int_eq(world_new(3, 0, limits, &world), ERR_OK);
    gen_request_for_key(&request, 3, key);
    ck_assert_int_eq(gen_level(&request, &input.level, NULL), ERR_OK);
    tick(&input);
    level = world_level(world, key);
    ck_assert_ptr_nonnull(level);
    delver_count = 0;
}

static void tear_down(void)
{
    world_free(world);
}

static void join(void)
{
    const struct delver_record record = {.id = delver_count + 1,
                                         .level = key,
                                         .at = level->up,
                                         .health = 20,
                                         .health_max = 20,
                                         .life = life_new()};
    struct input input = {.kind = INPUT_JOIN};

    ck_assert_int_eq(delver_new(&record, "Ada", NULL, level_cell_count(level), &input.newcomer),
                     ERR_OK);
    tick(&input);
    delvers[delver_count] = world_find_delver(world, record.id)->body.id;
    delver_count++;
}

static void leave(void)
{
    struct input input = {.kind = INPUT_LEAVE, .actor = delvers[--delver_count]};

    tick(&input);
    tick(NULL);
}

static void kill_all(void)
{
    while (level->first_foe != 0)
        foe_free(world, body_foe(world_body(world, level->first_foe)));
}

/* The number of groups on the level; bosses and foes of group 0 do not count. */
static int count_groups(void)
{
    bool has[POPULATION_GROUPS_MAX + 1] = {false};
    int count = 0;

    for (body_id id = level->first_foe; id != 0; id = world_body(world, id)->next) {
        const struct foe *foe = body_foe(world_body(world, id));
        bool counts = foe->group > 0 && !species_row(foe->body.species)->is_boss;
        count += counts && !has[foe->group];
        has[foe->group] = true;
    }
    return count;
}

/* The clock of the level stands where a foe is in view: nobody shall be hunted here. */
static void run(int ticks)
{
    for (int i = 0; i < ticks; i++) {
        tick(NULL);
        for (body_id id = level->first_foe; id != 0; id = world_body(world, id)->next)
            body_foe(world_body(world, id))->mind.mood = MOOD_ASLEEP;
    }
}

TEST_FIXTURE(set_up, tear_down);

TEST(one_delver_meets_a_new_group_each_three_minutes)
{
    join();
    kill_all();
    run(175 * SECOND);
    ck_assert_int_eq(count_groups(), 0);
    run(10 * SECOND);
    ck_assert_int_eq(count_groups(), 1);
    run(170 * SECOND);
    ck_assert_int_eq(count_groups(), 1);
    run(20 * SECOND);
    ck_assert_int_eq(count_groups(), 2);
}

TEST(the_more_delvers_the_sooner_and_the_more)
{
    for (int i = 0; i < 6; i++)
        join();
    kill_all();
    run(35 * SECOND);
    ck_assert_int_eq(count_groups(), 1);
    int room = level->population.groups * 150 / 100;
    ck_assert_int_gt(room, level->population.groups);
    run(32 * SECOND * (room + 5));
    ck_assert_int_eq(count_groups(), room);
}

TEST(a_level_of_one_delver_is_full_at_three_quarters)
{
    join();
    kill_all();
    run(182 * SECOND * (level->population.groups + 2));
    ck_assert_int_eq(count_groups(), level->population.groups * 75 / 100);
}

static void crowd(int count, int groups)
{
    for (int i = 0; i < count; i++)
        join();
    while (count_groups() < groups)
        run(20 * SECOND);
    while (delver_count > 1)
        leave();
}

TEST(what_came_for_a_crowd_goes_when_nobody_has_seen_it_for_ten_minutes)
{
    int kept = level->population.groups * 150 / 100;

    crowd(10, kept + 5);
    int groups = count_groups();
    run(590 * SECOND);
    ck_assert_int_eq(count_groups(), groups);
    run(30 * SECOND);
    ck_assert_int_eq(count_groups(), kept);
    run(700 * SECOND);
    ck_assert_int_eq(count_groups(), kept);
}

/* A free cell of floor that the first delver sees. */
static struct pos cell_in_view(void)
{
    const struct delver *delver = world_delver(world, delvers[0]);

    for (int y = 0; y < level->height; y++) {
        for (int x = 0; x < level->width; x++) {
            struct pos at = pos_of(x, y);
            if (delver_sees(delver, at) && pos_distance(at, delver->body.at) > 1 &&
                level_tile(level, at) == TILE_FLOOR && level_body_at(level, at) == 0)
                return at;
        }
    }
    ck_abort_msg("the delver sees no floor");
}

/* A sleeper in view, and a thief with the gold that it took. */
TEST(what_is_seen_or_carries_loot_does_not_go)
{
    struct placement sleeper = {.species = SPECIES_CELLAR_RAT};

    crowd(10, level->population.groups * 150 / 100 + 5);
    struct foe *thief = body_foe(world_body(world, level->first_foe));
    thief->mind.gold = 1;
    body_id thief_id = thief->body.id;
    sleeper.at = cell_in_view();
    populate_put(world, level, &sleeper, POPULATION_GROUPS_MAX);
    body_id sleeper_id = level_body_at(level, sleeper.at);
    run(700 * SECOND);
    ck_assert_ptr_nonnull(world_body(world, thief_id));
    ck_assert_ptr_nonnull(world_body(world, sleeper_id));
}

TEST(nobody_there_nothing_comes)
{
    kill_all();
    run(1000 * SECOND);
    ck_assert_uint_eq(level->foe_count, 0);
}

/* Steps to the nearest delver, as the crow flies, of the foe nearest to it. */
static int nearest(void)
{
    int best = LEVEL_WIDTH_MAX;

    for (body_id id = level->first_foe; id != 0; id = world_body(world, id)->next) {
        for (int i = 0; i < delver_count; i++) {
            int distance =
                pos_distance(world_body(world, id)->at, world_body(world, delvers[i])->at);
            best = distance < best ? distance : best;
        }
    }
    return best;
}

TEST(a_group_comes_far_from_delvers_and_out_of_their_sight)
{
    join();
    for (int round = 0; round < 40; round++) {
        struct delver *delver = world_delver(world, delvers[0]);
        kill_all();
        /* Most cells are in sight, some of each neighbourhood are not. */
        for (size_t i = 0; i < sight_word_count(level_cell_count(level)); i++)
            delver->sight.bits[i] = UINT64_C(0xfefdfbf7efdfbf7e);
        level->population.missing_for = 180 * SECOND;
        uint32_t before = level->foe_count;
        level->clock += SECOND;
        world_tick_end(world);
        ck_assert_uint_eq(before, 0);
        for (body_id id = level->first_foe; id != 0; id = world_body(world, id)->next)
            ck_assert(!sight_has(&delver->sight, world_body(world, id)->at));
        ck_assert_msg(level->foe_count == 0 || nearest() >= 3, "beside a delver");
    }
    ck_assert_uint_gt(level->foe_count, 0);
}

TEST(no_group_comes_into_a_haven_that_delvers_have_left)
{
    tear_down();
    key.depth = 5;
    set_up();
    join();
    struct delver *delver = world_delver(world, delvers[0]);
    body_move(&delver->body, level->down);
    for (int round = 0; round < 400; round++) {
        kill_all();
        memset(delver->sight.bits, 0,
               sight_word_count(level_cell_count(level)) * sizeof delver->sight.bits[0]);
        level->population.missing_for = 180 * SECOND;
        level->clock += SECOND;
        world_tick_end(world);
        for (body_id id = level->first_foe; id != 0; id = world_body(world, id)->next)
            ck_assert(!haven_is_at(level, world_body(world, id)->at));
    }
    ck_assert_uint_gt(level->foe_count, 0);
    key.depth = 3;
}

TEST(what_grows_back_while_nobody_is_there_is_a_share_of_half_an_hour)
{
    static const struct {
        int minutes;
        int percent;
    } rows[] = {{0, 0}, {6, 20}, {15, 50}, {30, 100}, {300, 100}};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        join();
        kill_all();
        leave();
        ck_assert_uint_eq(level->foe_count, 0);
        world->tick += (uint64_t)rows[i].minutes * 60 * SECOND;
        join();
        int room = level->population.groups * 75 / 100;
        ck_assert_int_eq(count_groups(), room * rows[i].percent / 100);
        leave();
    }
}

TEST(an_arrival_where_somebody_is_brings_nothing_back)
{
    join();
    leave();
    join();
    kill_all();
    world->tick += 3600 * SECOND;
    join();
    ck_assert_uint_eq(level->foe_count, 0);
}

TEST(a_new_group_takes_the_lowest_number_that_is_free)
{
    join();
    for (body_id id = level->first_foe; id != 0;) {
        struct foe *foe = body_foe(world_body(world, id));
        id = foe->body.next;
        if (foe->group != 2 && foe->group != 4)
            foe_free(world, foe);
    }
    ck_assert_int_eq(count_groups(), 2);
    run(182 * SECOND * 2);
    bool has[8] = {false};
    for (body_id id = level->first_foe; id != 0; id = world_body(world, id)->next)
        has[body_foe(world_body(world, id))->group % 8] = true;
    ck_assert(has[1] && has[2] && has[3] && has[4] && !has[5]);
}
