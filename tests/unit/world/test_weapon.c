/*
 * Shares of blows: sweeps, dazing and stunning.
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

enum { BLOWS = 200 };

static struct stage stage;
static body_id ada;

static void set_up(void)
{
    stage_init(&stage, hall);
    ada = stage_join(&stage, 1, pos_of(3, 3));
    stage_delver(&stage, ada)->danger.safe_until = 0;
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
