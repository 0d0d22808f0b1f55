/*
 * Deals, gifts, pick-ups and drops, and the power goes off at any moment of their saves: on disk is
 * what was told Saved, or all that the save in flight held, and the ledger is right of every row.
 *
 * DEALS_CUTS (100) and DEALS_SEED (1) in the environment make it longer, or repeat a failure.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "crash_disk.h"
#include "db/records.h"
#include "db/store_ledger.h"
#include "disk_scene.h"
#include "support/stock.h"
#include "support/test.h"
#include "world/ledger.h"

enum {
    CUTS = 100, /* enough for a save to be cut off */
    CUTS_USUAL = TEST_COUNT(CUTS, 40),
    CONTROL_CUTS = TEST_COUNT(20, 6),
    NUMBER_MAX = 100000000,
    OPERATIONS_MAX = 400, /* of the disk, before the power goes off */
    DEAL_TICKS = 35,      /* as long as the slowest takes */
    SAVE_PERCENT = 60,
    GOLD = 2000,
    DEEP = 5, /* enough to sell and to give */
    WARE_BANDAGE = 2,
    WARE_DARTS = 3,
    WARE_COAT = 5,
};

/* The stall is in sight, and what they drop lies under them. */
static const char stall[] = "#########\n"
                            "#<.7....#\n"
                            "#...ab..#\n"
                            "#########\n";

/* The things of the two delvers, by kind. */
struct holdings {
    uint64_t things[2][ITEM_KIND_COUNT];
};

struct scene {
    struct disk_scene on;
    struct rng rng;
    struct holdings saved;  /* as told */
    struct holdings flying; /* in the save that the power went off at */
    int deals;
};

struct outcome {
    int cuts;
    int deals;
    int in_flight; /* saves found whole that nobody was told of */
    int lost;
};

static void endow(struct scene *scene, body_id who)
{
    struct delver *delver = stage_delver(&scene->on.stage, who);

    delver->life.gold = GOLD;
    delver->life.deepest = DEEP;
    delver_note_change(delver);
}

static struct holdings hold(const struct scene *scene)
{
    const body_id whose[2] = {scene->on.ada, scene->on.brom};
    struct holdings out = {0};

    for (int i = 0; i < 2; i++) {
        const struct life *life = &stage_delver(&scene->on.stage, whose[i])->life;
        ledger_count_life(out.things[i], life);
    }
    return out;
}

static struct holdings read_back(const struct scene *scene)
{
    const body_id whose[2] = {scene->on.ada, scene->on.brom};
    struct holdings out = {0};

    for (int i = 0; i < 2; i++) {
        int64_t id = stage_delver(&scene->on.stage, whose[i])->delver_id;
        struct delver_record record;
        ck_assert_int_eq(store_load_delver(scene->on.work.store, id, &record), ERR_OK);
        ledger_count_life(out.things[i], &record.life);
    }
    return out;
}

/* Something that they carry; OBJECT_NONE: nothing. */
static uint32_t pick_carried(struct scene *scene, const struct delver *delver)
{
    uint32_t object = OBJECT_CARRIED + rng_below(&scene->rng, PACK_MAX);

    return pack_peek(&delver->life.pack, object) != NULL ? object : OBJECT_NONE;
}

static void deal(struct scene *scene)
{
    static const uint32_t wares[] = {WARE_BANDAGE, WARE_DARTS, WARE_COAT};
    static const enum action_verb verbs[] = {ACTION_BUY,  ACTION_SELL, ACTION_SELL,
                                             ACTION_DROP, ACTION_GET,  ACTION_GIVE};
    bool is_ada = rng_percent(&scene->rng, 50);
    body_id actor = is_ada ? scene->on.ada : scene->on.brom;
    struct delver *delver = stage_delver(&scene->on.stage, actor);
    struct action action = {.verb = verbs[rng_below(&scene->rng, sizeof verbs / sizeof verbs[0])]};

    if (action.verb == ACTION_BUY)
        action.object = wares[rng_below(&scene->rng, sizeof wares / sizeof wares[0])];
    else if (action.verb != ACTION_GET)
        action.object = pick_carried(scene, delver);
    if (action.object == OBJECT_NONE && action.verb != ACTION_GET)
        return;
    if (action.verb == ACTION_GIVE)
        action.target = is_ada ? scene->on.brom : scene->on.ada;
    stage_use(&scene->on.stage, actor, action);
    stage_tick(&scene->on.stage);
    scene->deals += stage_event(&scene->on.stage, EVENT_REFUSED, actor) == NULL;
    stage_ticks(&scene->on.stage, DEAL_TICKS);
}

/* Until the power is off in the middle of a save. */
static void deal_until_cut(struct scene *scene)
{
    while (!crash_disk_is_off(scene->on.disk)) {
        deal(scene);
        if (!rng_percent(&scene->rng, SAVE_PERCENT))
            continue;
        scene->flying = hold(scene);
        if (disk_scene_save(&scene->on))
            scene->saved = scene->flying;
    }
}

static void expect_ledger_right(struct scene *scene, uint64_t seed)
{
    struct ledger_report report;
    char text[LEDGER_TEXT_SIZE];

    ck_assert_int_eq(store_count_ledger(scene->on.work.store, &report), ERR_OK);
    ledger_report_text(report.more, text, sizeof text);
    ck_assert_msg(report.is_known && report.wrong == 0, "seed %llu: more than the ledger says: %s",
                  (unsigned long long)seed, text);
}

/* Compares the rows that survived with those that were told as saved. */
static void hold_against(struct scene *scene, uint64_t seed, struct outcome *outcome,
                         bool may_be_lost)
{
    const struct holdings found = read_back(scene);
    bool is_saved = memcmp(&found, &scene->saved, sizeof found) == 0;
    bool is_flying = memcmp(&found, &scene->flying, sizeof found) == 0;

    outcome->in_flight += is_flying && !is_saved;
    outcome->lost += !is_flying && !is_saved;
    if (may_be_lost)
        return;
    ck_assert_msg(is_saved || is_flying, "seed %llu: not what was told Saved",
                  (unsigned long long)seed);
    expect_ledger_right(scene, seed);
}

/* Plays one world until its power goes off. */
static void cut_once(uint64_t seed, bool ignores_syncs, struct outcome *outcome)
{
    struct scene scene = {0};

    rng_init(&scene.rng, seed);
    disk_scene_init(&scene.on, stall, seed);
    endow(&scene, scene.on.ada);
    endow(&scene, scene.on.brom);
    stock_settle(scene.on.stage.world);
    scene.saved = hold(&scene);
    ck_assert(disk_scene_save(&scene.on));
    if (ignores_syncs)
        crash_disk_ignore_syncs(scene.on.disk);
    crash_disk_cut_at(scene.on.disk, 1 + rng_below(&scene.rng, OPERATIONS_MAX));
    deal_until_cut(&scene);
    disk_scene_close(&scene.on);
    crash_disk_power_up(scene.on.disk);
    enum err error = disk_scene_open(&scene.on);
    ck_assert(error == ERR_OK || ignores_syncs);
    if (error == ERR_OK)
        hold_against(&scene, seed, outcome, ignores_syncs);
    outcome->cuts++;
    outcome->deals += scene.deals;
    disk_scene_release(&scene.on);
}

TEST(after_a_power_cut_amid_deals_nothing_is_twice_and_nothing_saved_is_lost)
{
    int cuts = (int)test_number("DEALS_CUTS", CUTS_USUAL, NUMBER_MAX);
    uint64_t seed = test_number("DEALS_SEED", 1, NUMBER_MAX);
    struct outcome outcome = {0};

    for (int cut = 0; cut < cuts; cut++)
        cut_once(seed + (uint64_t)cut, false, &outcome);
    printf("power cuts amid deals: %d cuts, %d deals, %d saves in flight found whole, %d lost\n",
           outcome.cuts, outcome.deals, outcome.in_flight, outcome.lost);
    if (cuts < CUTS)
        return;
    ck_assert_msg(outcome.deals > cuts, "hardly a deal was done");
    ck_assert_msg(outcome.in_flight > 0, "no save was ever cut off");
}

TEST(without_syncs_the_same_deals_are_lost)
{
    struct outcome outcome = {0};

    for (uint64_t seed = 1; seed <= CONTROL_CUTS; seed++)
        cut_once(seed, true, &outcome);
    ck_assert_msg(outcome.lost > 0, "the disk proves nothing");
}
