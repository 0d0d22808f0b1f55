/*
 * Muster: how many more come for a company, by those of it who fought side by side.
 */

#include "support/stage.h"
#include "support/test.h"
#include "world/blow.h"
#include "world/death.h"
#include "world/foe.h"
#include "world/mind.h"
#include "world/populate.h"
#include "world/world.h"

/* A long hall, and a room beside it that is out of sight. */
static const char hall[] = "##################################\n"
                           "#................................#\n"
                           "#................................#\n"
                           "#################.################\n"
                           "#................................#\n"
                           "#................................#\n"
                           "##################################\n";

enum { COMPANY = 3, MEMBERS = 6 };

static struct stage stage;
static body_id members[MEMBERS];

/* Puts `count` delvers in one company; the first `beside` of them have fought side by side. */
static void set_scene(int count, int beside)
{
    stage_init(&stage, hall);
    for (int i = 0; i < count; i++) {
        members[i] = stage_join(&stage, i + 1, pos_of(2 + i, 1));
        stage_delver(&stage, members[i])->time.company = COMPANY;
        stage_delver(&stage, members[i])->beside_at = i < beside ? 1 : 0;
    }
}

static struct foe *put(enum species_id species, int x, uint16_t group)
{
    struct foe *foe = foe_add(stage.world, species, stage_level(&stage), pos_of(x, 2), MOOD_ASLEEP);

    foe->group = group;
    return foe;
}

static void tear_down(void)
{
    stage_release(&stage);
}

TEST_FIXTURE(NULL, tear_down);

TEST(a_group_calls_by_the_members_who_fought_side_by_side)
{
    /* Members, and tenths of a foe for each of a group of two. */
    static const int rows[][2] = {{0, 0}, {1, 0}, {2, 3}, {3, 7}, {4, 11}, {5, 16}, {6, 21}};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        set_scene(MEMBERS, rows[i][0]);
        struct foe *first = put(SPECIES_DESERTER, 12, 4);
        struct foe *second = put(SPECIES_DESERTER, 13, 4);
        struct foe *other = put(SPECIES_DESERTER, 20, 5);
        int tenths = 2 * rows[i][1];
        int count = muster_size(stage.world, first, stage_delver(&stage, members[0]));
        ck_assert_msg(count == tenths / 10 || count == (tenths + 9) / 10, "%d for %d members",
                      count, rows[i][0]);
        ck_assert(first->mind.has_mustered && second->mind.has_mustered);
        ck_assert(!other->mind.has_mustered);
        if (i + 1 < sizeof rows / sizeof rows[0])
            stage_release(&stage);
    }
}

TEST(a_group_that_wakes_to_a_company_is_answered_once_from_out_of_sight)
{
    set_scene(3, 3);
    struct level *level = stage_level(&stage);
    struct foe *first = put(SPECIES_DESERTER, 12, 4);
    put(SPECIES_DESERTER, 13, 4);
    stage_tick(&stage);
    for (int i = 0; i < 3; i++)
        stage_delver(&stage, members[i])->time.company = COMPANY;
    mind_wake(first, stage_delver(&stage, members[0]));
    spawn_grant(stage.world, level);
    uint32_t count = level->foe_count;
    ck_assert(count == 3 || count == 4);
    for (body_id id = level->first_foe; id != 0; id = world_body(stage.world, id)->next) {
        const struct foe *foe = body_foe(world_body(stage.world, id));
        if (foe->mind.caller == 0)
            continue;
        ck_assert_int_eq(foe->body.species, SPECIES_DESERTER);
        ck_assert(sight_is_clear_of(stage.world, level, foe->body.at));
        ck_assert_uint_eq(foe->mind.target, members[0]);
    }
    mind_forget(first);
    mind_wake(first, stage_delver(&stage, members[1]));
    spawn_grant(stage.world, level);
    ck_assert_uint_eq(level->foe_count, count);
}

TEST(one_alone_and_one_who_passes_call_nobody)
{
    set_scene(2, 0);
    struct foe *foe = put(SPECIES_DESERTER, 12, 4);
    mind_wake(foe, stage_delver(&stage, members[0]));
    spawn_grant(stage.world, stage_level(&stage));
    ck_assert_uint_eq(stage_level(&stage)->foe_count, 1);
    stage_delver(&stage, members[0])->time.company = 0;
    mind_forget(foe);
    mind_wake(foe, stage_delver(&stage, members[0]));
    ck_assert_uint_eq(stage_level(&stage)->spawn_count, 0);
}

TEST(one_that_has_died_since_is_answered_by_nobody)
{
    set_scene(3, 3);
    struct foe *foe = put(SPECIES_DESERTER, 12, 4);
    struct delver *delver = stage_delver(&stage, members[0]);
    mind_wake(foe, delver);
    stage_delver(&stage, members[0])->fall.is_fallen = false;
    death_of_delver(stage.world, delver, &foe->body);
    ck_assert_ptr_null(delver->body.level);
    spawn_grant(stage.world, stage_level(&stage));
    ck_assert_uint_eq(stage_level(&stage)->foe_count, 1);
}

TEST(two_who_hurt_the_same_foe_fight_side_by_side)
{
    set_scene(2, 0);
    struct foe *foe = put(SPECIES_HEWER, 12, 4);
    foe->body.health = foe->body.health_max = 10000;
    for (int i = 0; i < 2; i++) {
        struct delver *delver = stage_delver(&stage, members[i]);
        struct fighter fighter = fighter_of(stage.world, &delver->body);
        ck_assert_uint_eq(delver->beside_at, 0);
        fighter.attack = 100;
        for (int tries = 0; tries < 20; tries++)
            (void)blow_strike(stage.world, &delver->body, &foe->body, &fighter, DAMAGE_BLOW);
    }
    ck_assert_uint_ne(stage_delver(&stage, members[0])->beside_at, 0);
    ck_assert_uint_ne(stage_delver(&stage, members[1])->beside_at, 0);
}

TEST(for_a_boss_the_commonest_kind_of_its_depth_comes)
{
    set_scene(1, 0);
    ck_assert_int_eq(muster_kind(stage_level(&stage), put(SPECIES_COOPER, 12, 4)),
                     SPECIES_CELLAR_RAT);
    ck_assert_int_eq(muster_kind(stage_level(&stage), put(SPECIES_DRUDGE, 14, 4)), SPECIES_DRUDGE);
}
