/*
 * Differences between weapons and worn things in a fight: sweeps, reach, dazing and stunning,
 * hooded lamps, shadows, warmth; ground that is warded or locked; and floating over water.
 */
#include "support/stage.h"
#include "support/test.h"
#include "world/blow.h"
#include "world/statuses.h"

static const char hall[] = "####################\n"
                           "#..................#\n"
                           "#........~~~.......#\n"
                           "#........~~~.......#\n"
                           "#........~~~+......#\n"
                           "####################\n";

/* From 7,2 the nearest cells to the line to 3,4 are two at a time, and one of the first is rock. */
static const char bend[] = "##########\n"
                           "#####...##\n"
                           "#######.##\n"
                           "####....##\n"
                           "#....#####\n"
                           "##########\n";

enum { BLOWS = 200 };

static struct stage stage;
static body_id ada;

static void set_up(void)
{
    stage_init(&stage, hall);
    ada = stage_join(&stage, 1, pos_of(3, 3));
    stage_delver(&stage, ada)->peril.safe_until = 0;
}

static void tear_down(void)
{
    stage_release(&stage);
}

static struct delver *delver(void)
{
    return stage_delver(&stage, ada);
}

static struct foe *put(int x, int y)
{
    struct foe *foe =
        foe_add(stage.world, SPECIES_GREY_MOULD, stage_level(&stage), pos_of(x, y), MOOD_ASLEEP);

    foe->body.health = foe->body.health_max = 10000;
    return foe;
}

static void act(struct body *body, struct action action)
{
    stage_level(&stage)->events.count = 0;
    action_apply(stage.world, body, &action);
}

static void wear(enum item_slot slot, enum item_kind kind)
{
    delver()->life.pack.worn[slot] = stack_of(kind, 1);
}

static void strike_east(int times)
{
    for (int i = 0; i < times; i++)
        act(&delver()->body, (struct action){.verb = ACTION_ATTACK, .dir = DIR_EAST});
}

TEST_FIXTURE(set_up, tear_down);

TEST(an_axe_strikes_all_beside_for_half_and_a_sword_one)
{
    struct foe *met = put(4, 3);
    struct foe *beside = put(3, 2);
    struct foe *far = put(5, 3);

    wear(SLOT_WEAPON, ITEM_LONG_SWORD);
    strike_east(BLOWS);
    ck_assert_int_lt(met->body.health, 10000);
    ck_assert_int_eq(beside->body.health, 10000);
    met->body.health = 10000;
    wear(SLOT_WEAPON, ITEM_WAR_AXE);
    strike_east(BLOWS);
    int lost = 10000 - met->body.health;
    int half = 10000 - beside->body.health;
    ck_assert_int_gt(half, lost / 3);
    ck_assert_int_lt(half, lost * 2 / 3);
    ck_assert_int_eq(far->body.health, 10000);
}

TEST(a_spear_reaches_over_a_companion_and_a_knife_does_not)
{
    struct foe *far = put(5, 3);

    stage_join(&stage, 2, pos_of(4, 3));
    strike_east(BLOWS);
    ck_assert_int_eq(far->body.health, 10000);
    wear(SLOT_WEAPON, ITEM_SPEAR);
    strike_east(BLOWS);
    ck_assert_int_lt(far->body.health, 10000);
}

TEST(what_is_thrown_at_a_foe_in_view_flies_round_a_corner_of_rock)
{
    stage_release(&stage);
    stage_init(&stage, bend);
    ada = stage_join(&stage, 1, pos_of(7, 2));
    const struct foe *mould = put(3, 4);
    act(&delver()->body,
        (struct action){.verb = ACTION_THROW, .target = mould->body.id, .object = OBJECT_CARRIED});
    ck_assert_uint_eq(stage_event(&stage, EVENT_ITEM_THROWN, ada)->other, mould->body.id);
}

TEST(nothing_is_thrown_at_what_is_out_of_reach)
{
    const struct foe *mould = put(3 + item_throw_range(ITEM_DART) + 1, 3);
    uint32_t darts = pack_peek(&delver()->life.pack, OBJECT_CARRIED)->count;

    delver_look(delver());
    act(&delver()->body,
        (struct action){.verb = ACTION_THROW, .target = mould->body.id, .object = OBJECT_CARRIED});
    stage_expect_refusal(&stage, ada, REFUSAL_TOO_FAR);
    ck_assert_uint_eq(pack_peek(&delver()->life.pack, OBJECT_CARRIED)->count, darts);
}

TEST(a_spear_reaches_a_knights_move_when_it_is_aimed)
{
    struct foe *far = put(5, 4);

    wear(SLOT_WEAPON, ITEM_SPEAR);
    ck_assert(blow_reaches(stage.world, &delver()->body, &far->body));
    for (int i = 0; i < BLOWS; i++)
        act(&delver()->body, (struct action){.verb = ACTION_ATTACK, .target = far->body.id});
    ck_assert_int_lt(far->body.health, 10000);
}

/* The number of times that a foe has the status after a blow that hit. */
static int count_status(enum item_kind weapon, enum status_id status, int *out_hits)
{
    struct foe *met = put(4, 3);
    int count = 0;

    wear(SLOT_WEAPON, weapon);
    *out_hits = 0;
    for (int i = 0; i < 2 * BLOWS; i++) {
        int before = met->body.health;
        met->body.statuses = (struct statuses){0};
        strike_east(1);
        *out_hits += met->body.health < before;
        count += statuses_have(&met->body.statuses, status);
    }
    return count;
}

TEST(a_mace_dazes_one_time_in_six)
{
    int hits;
    int dazed = count_status(ITEM_MACE, STATUS_DAZED, &hits);

    ck_assert_int_gt(dazed, hits / 12);
    ck_assert_int_lt(dazed, hits / 3);
}

TEST(a_maul_stuns_one_time_in_six)
{
    int hits;
    int stunned = count_status(ITEM_MAUL, STATUS_STUNNED, &hits);

    ck_assert_int_gt(stunned, hits / 12);
    ck_assert_int_lt(stunned, hits / 3);
}

TEST(warmth_halves_burning)
{
    (void)befall(stage.world, &delver()->body, STATUS_BURNING, 0);
    ck_assert_int_eq(delver()->body.statuses.left[STATUS_BURNING], 3);
    statuses_end(&delver()->body.statuses, STATUS_BURNING);
    wear(SLOT_RING, ITEM_RING_WARMTH);
    (void)befall(stage.world, &delver()->body, STATUS_BURNING, 0);
    ck_assert_int_eq(delver()->body.statuses.left[STATUS_BURNING], 2);
}

TEST(no_foe_steps_onto_warded_ground)
{
    struct foe *rat =
        foe_add(stage.world, SPECIES_CELLAR_RAT, stage_level(&stage), pos_of(5, 3), MOOD_ROAMING);
    const struct action west = {.verb = ACTION_MOVE, .dir = DIR_WEST};

    ward_add(&stage_level(&stage)->wards,
             (struct ward){.at = pos_of(3, 3),
                           .radius = 1,
                           .until = stage_level(&stage)->clock + 12 * BEAT_TICKS});
    act(&rat->body, west);
    ck_assert(pos_equal(rat->body.at, pos_of(5, 3)));
    stage_level(&stage)->clock += 12 * BEAT_TICKS;
    act(&rat->body, west);
    ck_assert(pos_equal(rat->body.at, pos_of(4, 3)));
}

TEST(no_foe_opens_a_door_that_is_locked_and_a_delver_does)
{
    struct foe *folk =
        foe_add(stage.world, SPECIES_DESERTER, stage_level(&stage), pos_of(13, 4), MOOD_ROAMING);
    body_id brom = stage_join(&stage, 2, pos_of(12, 3));

    ward_add(
        &stage_level(&stage)->wards,
        (struct ward){.at = pos_of(12, 4), .until = stage_level(&stage)->clock + 30 * BEAT_TICKS});
    act(&folk->body, (struct action){.verb = ACTION_MOVE, .dir = DIR_WEST});
    ck_assert_int_eq(level_tile(stage_level(&stage), pos_of(12, 4)), TILE_DOOR_CLOSED);
    act(&stage_delver(&stage, brom)->body, (struct action){.verb = ACTION_MOVE, .dir = DIR_SOUTH});
    ck_assert_int_eq(level_tile(stage_level(&stage), pos_of(12, 4)), TILE_DOOR_OPEN);
}

TEST(one_that_floats_goes_over_water_and_is_carried_ashore_when_it_ends)
{
    const struct action east = {.verb = ACTION_MOVE, .dir = DIR_EAST};

    body_move(&delver()->body, pos_of(8, 3));
    act(&delver()->body, east);
    stage_expect_refusal(&stage, ada, REFUSAL_WATER);
    (void)befall(stage.world, &delver()->body, STATUS_FLOATING, 2);
    act(&delver()->body, east);
    act(&delver()->body, east);
    ck_assert(pos_equal(delver()->body.at, pos_of(10, 3)));
    stage_ticks(&stage, 3 * BEAT_TICKS);
    ck_assert(!statuses_have(&delver()->body.statuses, STATUS_FLOATING));
    ck_assert(level_is_walkable(stage_level(&stage), delver()->body.at));
}

/* True if a foe so many cells off, that stays where it is, comes to aim at the delver. */
static bool is_noticed(int cells)
{
    struct foe *rat = foe_add(stage.world, SPECIES_CELLAR_RAT, stage_level(&stage),
                              pos_of(3 + cells, 1), MOOD_POSTED);

    if (delver()->body.at.y != 1)
        body_move(&delver()->body, pos_of(3, 1));
    delver()->body.health = delver()->body.health_max = 10000;
    for (int i = 0; i < 4; i++) {
        stage_ticks(&stage, 5);
        stage_act(&stage, ada, ACTION_WAIT, DIR_NONE);
        stage_tick(&stage);
    }
    return rat->mind.target == ada;
}

TEST(a_hooded_lamp_halves_the_distance_at_which_one_is_noticed)
{
    int see = species_row(SPECIES_CELLAR_RAT)->see;

    wear(SLOT_LAMP, ITEM_HOODED_LAMP);
    ck_assert(!is_noticed(see - 1));
    wear(SLOT_LAMP, ITEM_LAMP);
    ck_assert(is_noticed(see - 2));
}

TEST(a_shadow_hides_beyond_two_cells)
{
    (void)befall(stage.world, &delver()->body, STATUS_UNSEEN, 0);
    ck_assert(!is_noticed(3));
    ck_assert(is_noticed(2));
}
