/*
 * Deeds that only foes of depths 16 to 26 have: bolts, fire breath, nets, the dead that stand up
 * again, the way through rock, scent, silence and withering.
 */
#include "support/stage.h"
#include "support/test.h"
#include "world/blow.h"
#include "world/death.h"
#include "world/mind.h"
#include "world/populate.h"
#include "world/statuses.h"
#include "world/world.h"

static const char hall[] = "##############################\n"
                           "#............................#\n"
                           "#............................#\n"
                           "#............................#\n"
                           "##############################\n";

static const char wall[] = "##############################\n"
                           "#.......####################.#\n"
                           "#.......##....##############.#\n"
                           "#.......##....##############.#\n"
                           "#.####################.......#\n"
                           "#............................#\n"
                           "##############################\n";

enum { HEALTH = 1000 };

static struct stage stage;
static body_id ada;

static void set_scene(const char *drawing, int x, int y)
{
    stage_init(&stage, drawing);
    ada = stage_join(&stage, 1, pos_of(x, y));
    stage_delver(&stage, ada)->danger.safe_until = 0;
    stage_delver(&stage, ada)->body.health = stage_delver(&stage, ada)->body.health_max = HEALTH;
}

static void tear_down(void)
{
    stage_release(&stage);
}

static struct foe *put(enum species_id species, int x, int y)
{
    struct foe *foe = foe_add(stage.world, species, stage_level(&stage), pos_of(x, y), MOOD_POSTED);

    ck_assert_ptr_nonnull(foe);
    return foe;
}

/* A mind that has a deed, or chooses one, and the deed itself; false: it chose something else. */
static bool does(struct foe *foe, enum part_id part)
{
    struct action action = {.verb = ACTION_NONE};

    stage_tick(&stage);
    mind_wake(foe, stage_delver(&stage, ada));
    for (int i = 0; i < 2 && action.verb != ACTION_DEED; i++)
        action = mind_think(stage.world, foe, stage.world->work);
    if (action.verb != ACTION_DEED || foe->mind.special != part)
        return false;
    stage_level(&stage)->events.count = 0;
    action_apply(stage.world, &foe->body, &action);
    return true;
}

static const struct event *told(enum event_kind kind, body_id actor)
{
    return stage_event(&stage, kind, actor);
}

TEST_FIXTURE(NULL, tear_down);

TEST(no_armour_stops_a_bolt)
{
    struct pos at = {5, 2};

    set_scene(hall, 5, 2);
    struct foe *king = put(SPECIES_NAMELESS_KING, 9, 2);
    struct delver *delver = stage_delver(&stage, ada);
    delver->life.pack.worn[SLOT_BODY] = stack_of(ITEM_PLATE, 1);
    delver->life.pack.worn[SLOT_BODY].temper = 90;
    king->mind.special = PART_BOLT;
    king->mind.aim = at;
    (void)does(king, PART_BOLT);
    const struct event *event = told(EVENT_STRUCK, king->body.id);
    ck_assert_int_ge(event->count, 4); /* of four dice */
}

TEST(a_net_holds_one_that_is_two_to_four_cells_off)
{
    int held = 0;

    for (int x = 6; x <= 10; x++) {
        for (int i = 0; i < 6; i++) {
            set_scene(hall, 5, 2);
            struct foe *hunter = put(SPECIES_KNOT_HUNTER, x, 2);
            stage_level(&stage)->rng.state[0] += (uint64_t)i;
            bool is_thrown = does(hunter, PART_NET);
            ck_assert(is_thrown == (x >= 7 && x <= 9));
            held += statuses_have(&stage_delver(&stage, ada)->body.statuses, STATUS_HELD);
            ck_assert_int_eq(stage_delver(&stage, ada)->body.health, HEALTH);
            stage_release(&stage);
        }
    }
    ck_assert_int_ge(held, 6);
    set_scene(hall, 5, 2);
    struct foe *hunter = put(SPECIES_KNOT_HUNTER, 8, 2);
    (void)status_add(stage.world, &stage_delver(&stage, ada)->body, STATUS_HELD, 2);
    ck_assert_msg(!does(hunter, PART_NET), "a net over one that is held");
}

/* The foes on the level. */
static uint32_t count_foes(void)
{
    return stage_level(&stage)->foe_count;
}

TEST(a_piper_raises_the_dead_of_its_family_four_times)
{
    set_scene(hall, 2, 2);
    struct foe *piper = put(SPECIES_BONE_PIPER, 12, 2);
    ck_assert_msg(!does(piper, PART_RAISE), "nobody is dead");
    for (int i = 0; i < 6; i++) {
        struct foe *knight = put(SPECIES_OSSUARY_KNIGHT, 14, 1 + i % 3);
        struct foe *hound = put(SPECIES_EMBER_HOUND, 13, 1);
        death_of_foe(stage.world, knight, &stage_delver(&stage, ada)->body);
        death_of_foe(stage.world, hound, &stage_delver(&stage, ada)->body);
        piper->mind.special_again_at = 0;
        ck_assert(does(piper, PART_RAISE) == (i < 4));
        spawn_grant(stage.world, stage_level(&stage));
        ck_assert_uint_eq(count_foes(), i < 4 ? 2 : 1);
        if (i >= 4)
            continue;
        struct foe *risen = body_foe(world_body(stage.world, stage_level(&stage)->first_foe));
        ck_assert_int_eq(risen->body.species, SPECIES_OSSUARY_KNIGHT);
        ck_assert_int_eq(risen->body.health, (risen->body.health_max + 1) / 2);
        ck_assert_uint_eq(risen->mind.target, ada);
        body_remove(stage.world, &risen->body);
    }
}

TEST(the_dead_that_are_far_or_bosses_stay_down)
{
    set_scene(hall, 2, 2);
    struct foe *piper = put(SPECIES_BONE_PIPER, 12, 2);
    death_of_foe(stage.world, put(SPECIES_OSSUARY_KNIGHT, 19, 2), &stage_delver(&stage, ada)->body);
    death_of_foe(stage.world, put(SPECIES_SLUICE_KEEPER, 13, 2), &stage_delver(&stage, ada)->body);
    ck_assert(!does(piper, PART_RAISE));
    death_of_foe(stage.world, put(SPECIES_OSSUARY_KNIGHT, 18, 2), &stage_delver(&stage, ada)->body);
    ck_assert(does(piper, PART_RAISE));
}

TEST(a_shroud_comes_through_rock_unseen_and_opens_no_door)
{
    bool was_buried = false;

    set_scene(wall, 7, 2);
    struct foe *shroud = put(SPECIES_SHROUD, 12, 2);
    for (int i = 0; i < 20 && pos_distance(shroud->body.at, pos_of(7, 2)) > 1; i++) {
        mind_wake(shroud, stage_delver(&stage, ada));
        shroud->mind.seen_at = body_lived(&shroud->body);
        stage_tick(&stage);
        struct action action = mind_think(stage.world, shroud, stage.world->work);
        if (action.verb == ACTION_MOVE)
            action_apply(stage.world, &shroud->body, &action);
        was_buried = was_buried || body_is_buried(&shroud->body);
        ck_assert(!body_is_buried(&shroud->body) || !body_is_shown(&shroud->body));
    }
    ck_assert(was_buried);
    ck_assert_int_le(pos_distance(shroud->body.at, pos_of(7, 2)), 1);
    stage_release(&stage);
    set_scene("##########\n#...+....#\n##########\n", 8, 1);
    const struct action east = {.verb = ACTION_MOVE, .dir = DIR_EAST};
    shroud = put(SPECIES_SHROUD, 3, 1);
    action_apply(stage.world, &shroud->body, &east);
    ck_assert(pos_equal(shroud->body.at, pos_of(4, 1)));
    ck_assert_int_eq(level_tile(stage_level(&stage), pos_of(4, 1)), TILE_DOOR_CLOSED);
    ck_assert(!body_is_shown(&shroud->body));
}

TEST(a_hunter_by_scent_knows_the_way_that_its_target_went)
{
    static const enum species_id kinds[] = {SPECIES_KNOT_HUNTER, SPECIES_DESERTER};
    enum { BEATS = 40 };

    for (int i = 0; i < 2; i++) {
        set_scene(wall, 6, 1);
        struct foe *hunter = put(kinds[i], 3, 1);
        stage_tick(&stage);
        mind_wake(hunter, stage_delver(&stage, ada));
        body_move(&stage_delver(&stage, ada)->body, pos_of(28, 1));
        hunter->body.paused -= world_beats(stage.world, BEATS);
        (void)mind_think(stage.world, hunter, stage.world->work);
        ck_assert((hunter->mind.target == ada) == (i == 0));
        ck_assert(i != 0 || pos_equal(hunter->mind.goal, pos_of(28, 1)));
        if (i == 0)
            stage_release(&stage);
    }
}

/* Strikes until a blow hurts. */
static void hit(struct foe *foe, body_id target)
{
    struct fighter fighter = fighter_of(stage.world, &foe->body);

    fighter.temper += 10;
    for (int i = 0; i < 50; i++) {
        stage_level(&stage)->events.count = 0;
        if (blow_strike(stage.world, &foe->body, &stage_delver(&stage, target)->body, &fighter,
                        DAMAGE_BLOW))
            return;
    }
    ck_abort();
}

TEST(a_psalmist_that_hits_hushes_all_that_see_it)
{
    set_scene(hall, 5, 2);
    body_id cai = stage_join(&stage, 2, pos_of(10, 1));
    struct foe *psalmist = put(SPECIES_IRON_PSALMIST, 6, 2);
    stage_tick(&stage);
    hit(psalmist, ada);
    ck_assert(statuses_have(&stage_delver(&stage, ada)->body.statuses, STATUS_HUSHED));
    ck_assert(statuses_have(&stage_delver(&stage, cai)->body.statuses, STATUS_HUSHED));
}

TEST(withering_takes_a_tenth_of_full_health_three_times_and_leaves_the_record_whole)
{
    set_scene(hall, 5, 2);
    struct foe *shroud = put(SPECIES_SHROUD, 6, 2);
    struct delver *delver = stage_delver(&stage, ada);
    for (int times = 1; times <= 4; times++) {
        hit(shroud, ada);
        int tenths = times < 3 ? times : 3;
        ck_assert_int_eq(delver->body.statuses.left[STATUS_WITHERED], tenths);
        ck_assert_int_eq(delver->body.health_max, HEALTH - HEALTH / 10 * tenths);
        ck_assert_int_le(delver->body.health, delver->body.health_max);
        ck_assert_int_eq(delver_record(delver).health_max, HEALTH);
    }
    /* Neither time nor a cure of bad statuses ends withering. */
    for (int beat = 0; beat < 200; beat++)
        (void)statuses_live_beat(&delver->body.statuses);
    statuses_end_bad(&delver->body.statuses);
    ck_assert_int_eq(delver->body.health_max, HEALTH - HEALTH / 10 * 3);
    health_restore(&delver->body);
    ck_assert_int_eq(delver->body.health_max, HEALTH);
    ck_assert(!statuses_have(&delver->body.statuses, STATUS_WITHERED));
}
