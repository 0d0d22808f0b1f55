/*
 * Ten thousand delvers in wings of sixteen, without network and database: all of them come in, and
 * what one does costs no look at the others. Slots of others are poisoned meanwhile, so that
 * AddressSanitizer ends a test that looks at one.
 */
#include <sanitizer/asan_interface.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hall_without_fetch.h"
#include "server/game/game_save.h"
#include "server/game/level_transfer.h"
#include "server/game/roster.h"
#include "server/game/tick.h"
#include "server/save/job.h"
#include "server/save/persist.h"
#include "server/save/persist_accounts.h"
#include "server/save/persist_levels.h"
#include "server/server.h"
#include "support/draw_level.h"
#include "support/test.h"

enum { CROWD = 10000, WING = 16, TICKS_MAX = 20, TICK_MS = 20 };

static struct server server;
static int saves;
static bool is_fetched[DUNGEON_WINGS_MAX];

enum err level_fetch_begin(struct game *game, struct level_key key)
{
    if (is_fetched[key.wing])
        return ERR_OK;
    is_fetched[key.wing] = true;
    struct input *input = input_queue_add(&game->inputs, INPUT_LEVEL_ADD, 0);
    ck_assert_ptr_nonnull(input);
    key.generation = 1;
    input->level = draw_level(hall, key);
    return ERR_OK;
}

enum err game_save(struct game *game, uint64_t *out_ticket)
{
    saves++;
    world_mark_saved(game->world);
    *out_ticket = 0;
    return ERR_OK;
}

/* Everybody is called Ada and new, and nobody remembers anything. */
enum err persist_submit(struct persist *persist, struct job *job, struct job_queue *answers)
{
    (void)persist;
    if (job->question == &question_find_account) {
        struct account_question *found = job->content;
        snprintf(found->account.name, sizeof found->account.name, "Ada");
        found->delver = (struct delver_record){.id = found->account.id,
                                               .level = {.depth = 1},
                                               .health = 1,
                                               .health_max = 1,
                                               .life = life_new()};
    } else {
        struct memory_question *question = job->content;
        question->memory = delver_memory_new(question->size);
        job->result = ERR_NOT_FOUND;
    }
    job_queue_add(answers, job);
    return ERR_OK;
}

bool persist_left_out(const struct persist *persist, int64_t account_id)
{
    (void)persist;
    (void)account_id;
    return false;
}

void save_watch_update(struct game *game)
{
    (void)game;
}

bool save_watch_wants_save(const struct game *game)
{
    (void)game;
    return false;
}

void save_watch_note_taken(struct game *game)
{
    (void)game;
}

static void set_up(uint32_t delvers)
{
    memset(&server, 0, sizeof server);
    memset(is_fetched, 0, sizeof is_fetched);
    server.base.log = (struct log){.level_min = LOG_ERROR, .descriptor = -1};
    server.base.options.wing_size = WING;
    server.base.options.save_ms = 1000;
    server_link(&server);
    const struct world_limits limits = {.delvers_max = delvers, .levels_max = delvers};
    ck_assert_int_eq(world_new(1, 0, limits, &server.game.world), ERR_OK);
    ck_assert_int_eq(input_queue_init(&server.game.inputs), ERR_OK);
    ck_assert_int_eq(roster_init(&server.roster, delvers), ERR_OK);
    ck_assert_int_eq(level_transfer_init(&server.transfers, delvers), ERR_OK);
    ck_assert_int_eq(outbox_init(&server.outbox, delvers), ERR_OK);
}

static void tear_down(void)
{
    struct job *job;

    while ((job = job_queue_take(&server.game.answers)) != NULL)
        job_free(job);
    level_transfer_release(&server.transfers);
    outbox_release(&server.outbox);
    roster_release(&server.roster);
    input_queue_release(&server.game.inputs);
    world_free(server.game.world);
}

static void tick(void)
{
    struct game *game = &server.game;
    struct job *job;

    while ((job = job_queue_take(&game->answers)) != NULL) {
        if (job->question == &question_find_account)
            level_transfer_on_record_read(game, job);
        else
            level_transfer_on_memory_fetched(game, job);
        job_free(job);
    }
    server.base.now_ms += TICK_MS;
    game_tick(game);
    while (outbox_next(&server.outbox) != NULL)
        continue;
}

/* The session of that number asks for the delver of that number. */
static void enter(uint32_t number)
{
    const struct newcomer newcomer = {.session_id = number, .delver_id = number};
    struct roster_entry entry;

    ck_assert_int_eq(roster_enter(&server.game, &newcomer, &entry), ERR_OK);
}

static void enter_all(uint32_t count)
{
    for (uint32_t number = 1; number <= count; number++)
        enter(number);
    for (int i = 0; i < TICKS_MAX && server.game.world->delver_count < count; i++)
        tick();
    ck_assert_uint_eq(server.game.world->delver_count, count);
}

TEST(ten_thousand_come_in_at_once_and_no_wing_has_more_than_its_size)
{
    set_up(CROWD);
    enter_all(CROWD);
    const struct world *world = server.game.world;
    ck_assert_uint_eq(server.roster.playing, CROWD);
    ck_assert_uint_eq(world->level_count, CROWD / WING);
    for (uint32_t i = 0; i < world->level_count; i++) {
        ck_assert_uint_eq(world->levels[i]->key.depth, 1);
        ck_assert_uint_eq(world->levels[i]->delver_count, WING);
    }
    tear_down();
}

/* Wings looked at, when so many are in and as many again have left and come back one by one. */
static uint64_t count_wings(uint32_t crowd)
{
    struct wings *wings = &server.transfers.wings;

    set_up(crowd);
    enter_all(crowd);
    wings->visits = 0;
    for (uint32_t number = 1; number <= crowd; number += WING) {
        roster_leave(&server.game, number);
        tick();
        enter(number);
        tick();
    }
    uint64_t visits = wings->visits;
    tear_down();
    return visits / (crowd / WING);
}

TEST(a_newcomer_looks_at_three_wings_however_many_are_full)
{
    ck_assert_uint_le(count_wings(10 * WING), 3);
    ck_assert_uint_le(count_wings(200 * WING), 3);
}

/* All but the one and the last, for how far slots are taken is kept up to date. */
static struct player_slot *hide_others(uint32_t number)
{
    struct roster *roster = &server.roster;
    struct player_slot *slot = roster_slot_of_delver(roster, number);

    ASAN_POISON_MEMORY_REGION(roster->slots, roster->slot_count_max * sizeof *slot);
    ASAN_UNPOISON_MEMORY_REGION(slot, sizeof *slot);
    ASAN_UNPOISON_MEMORY_REGION(&roster->slots[roster->slot_count - 1], sizeof *slot);
    return slot;
}

static void show_all(void)
{
    ASAN_UNPOISON_MEMORY_REGION(server.roster.slots,
                                server.roster.slot_count_max * sizeof(struct player_slot));
}

TEST(who_comes_is_lost_taken_over_or_leaves_costs_no_look_at_other_slots)
{
    enum { CROWD_HERE = 5 * WING, NEWER = 1000 };
    const struct newcomer newer = {.session_id = NEWER, .delver_id = 7};
    struct roster_entry entry;

    set_up(CROWD_HERE);
    enter_all(CROWD_HERE - 1);
    ck_assert_ptr_nonnull(hide_others(7));
    roster_lose(&server.game, 7);
    ck_assert_int_eq(roster_enter(&server.game, &newer, &entry), ERR_OK);
    ck_assert(entry.is_takeover);
    roster_lose(&server.game, 7);
    ck_assert_uint_eq(roster_slot_of_delver(&server.roster, 7)->session_id, NEWER);
    roster_leave(&server.game, NEWER);
    tick();
    ck_assert_ptr_null(roster_slot_of_delver(&server.roster, 7));
    show_all();
    tear_down();
}

TEST(the_lowest_free_slot_is_taken_and_found_by_no_session_that_had_it)
{
    set_up(WING);
    enter_all(WING);
    struct player_slot *slot = roster_slot_of_delver(&server.roster, 3);
    roster_leave(&server.game, 5);
    roster_leave(&server.game, 3);
    tick();
    enter(3 + WING);
    ck_assert_ptr_eq(roster_slot_of_delver(&server.roster, 3 + WING), slot);
    roster_lose(&server.game, 3);
    ck_assert_uint_eq(slot->session_id, 3 + WING);
    ck_assert_ptr_null(roster_slot_of_delver(&server.roster, 3));
    tear_down();
}

TEST(those_who_come_one_by_one_are_saved_ten_times_a_second)
{
    enum { TICKS = 50 };

    set_up(2 * TICKS);
    enter_all(TICKS);
    saves = 0;
    for (uint32_t i = 0; i < TICKS; i++) {
        enter(1 + TICKS + i);
        tick();
    }
    ck_assert_int_le(saves, TICKS * TICK_MS / 100);
    ck_assert_int_ge(saves, TICKS * TICK_MS / 100 - 1);
    tear_down();
}

TEST(who_leaves_is_saved_in_that_tick)
{
    set_up(WING);
    enter_all(WING);
    for (uint32_t number = 1; number <= WING; number++) {
        saves = 0;
        roster_leave(&server.game, number);
        tick();
        ck_assert_int_eq(saves, 1);
    }
    tear_down();
}
