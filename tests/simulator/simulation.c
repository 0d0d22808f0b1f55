/*
 * A run from its first tick to its last, and what must hold meanwhile.
 */
#include "simulation.h"

#include <check.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/save/persist.h"
#include "server/turn.h"
#include "sim/invariants.h"
#include "support/disk/disk.h"

enum {
    TICK_MS = 20,
    BEAT_MS_MIN = 100,
    BEAT_MS_MAX = 300,
    WING_SIZE_MAX = 8,
    LOOK_TICKS = 8, /* between two looks at the whole world */
    COMPARE_TICKS = 5,
    CALM_EVERY_TICKS = 400, /* then nobody does anything, */
    CALM_TICKS = 30,        /* for so long */
    SHUT_IN_TICKS = 50,     /* between two looks for somebody who is shut in */
    CUT_AFTER_PROMISE_PERCENT = 5,
    CUT_IN_TROUBLE_PERCENT = 40,
    CUT_AT_START_PERCENT = 20,
    START_OPERATIONS = 30, /* at one of these */
    END_TICK_MS = 200,
    END_TICKS_MAX = 30000,
    PROOF_TICKS_MAX = 3000,
    PER_TEN_THOUSAND = 10000,
    TROUBLE_TICKS_MAX = 400,
    POPULATION_PERCENT_MAX = 200,
};

static struct simulation *current; /* whose options are settled */

void simulation_note(struct simulation *simulation, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(simulation->progress->deed, NOTE_SIZE, format, arguments);
    va_end(arguments);
    if (simulation->is_traced)
        fprintf(stderr, "%llu %s\n", (unsigned long long)simulation->progress->tick,
                simulation->progress->deed);
}

void simulation_promise(struct simulation *simulation, uint64_t tick)
{
    simulation->progress->saved++;
    simulation_note(simulation, "it is heard that tick %llu is saved", (unsigned long long)tick);
    if (tick > simulation->floor)
        simulation->floor = tick;
    if (rng_percent(&simulation->rng,
                    simulation->well_at == 0 ? CUT_AFTER_PROMISE_PERCENT : CUT_IN_TROUBLE_PERCENT))
        simulation->cuts_now = true;
}

static const struct world *world_of(const struct simulation *simulation)
{
    return simulation->hall.server.game.world;
}

static bool is_due(struct simulation *simulation, uint32_t per_ten_thousand)
{
    return rng_below(&simulation->rng, PER_TEN_THOUSAND) < per_ten_thousand;
}

/* Sets options that are the same for all servers of a run. */
static void settle(struct options *options)
{
    static const int saves_ms[] = {200, 1000, 1000, 3000};
    struct rng rng;

    rng_init(&rng, ~current->seed);
    options->seed = current->seed;
    options->population_percent = rng_range(&rng, 20, POPULATION_PERCENT_MAX);
    options->save_ms = saves_ms[rng_below(&rng, 4)];
    options->beat_ms = rng_range(&rng, BEAT_MS_MIN, BEAT_MS_MAX);
    options->wing_size = rng_range(&rng, 1, WING_SIZE_MAX);
    snprintf(options->record_screens, sizeof options->record_screens, "%s/screens",
             current->hall.folder);
}

static void hang_up_all(struct simulation *simulation)
{
    for (int i = 0; i < simulation->actor_count; i++)
        actor_hang_up(&simulation->actors[i]);
    orders_hang_up(simulation);
}

/* The files hold one moment, and none before what was promised. */
static void compare_files(struct simulation *simulation)
{
    uint64_t tick =
        history_compare(&simulation->history, simulation->hall.folder, simulation->floor);

    simulation->floor = tick;
    history_go_back(&simulation->history, tick);
}

static void become_well(struct simulation *simulation)
{
    disk_set(DISK_WELL, 0);
    simulation->well_at = 0;
}

static void count_events(struct simulation *simulation)
{
    struct event_cursor cursor = {0};
    const struct event *event;

    while ((event = world_next_event(world_of(simulation), &cursor)) != NULL)
        simulation->progress->events[event->kind]++;
}

/* One tick of the world, and what comes of it. */
static void pass(struct simulation *simulation, uint64_t ms)
{
    struct server *server = &simulation->hall.server;
    struct progress *progress = simulation->progress;

    loop_advance_ms(ms);
    turn_now(&server->turn);
    uv_run(&server->base.loop, UV_RUN_NOWAIT);
    progress->tick++;
    progress->faults = disk_counts()->faults;
    history_note(&simulation->history, world_of(simulation));
    count_events(simulation);
    if (progress->tick == simulation->well_at) {
        simulation_note(simulation, "the disk is well");
        become_well(simulation);
    }
    if (!disk_is_off()) {
        for (int i = 0; i < simulation->actor_count; i++)
            actor_hear(simulation, &simulation->actors[i]);
        orders_hear(simulation);
    }
    if (progress->tick % LOOK_TICKS == 0) {
        const char *broken = invariants_find_broken(world_of(simulation));
        ck_assert_msg(broken == NULL, "%s", broken);
    }
    if (progress->tick % SHUT_IN_TICKS == 0)
        look_for_shut_in(simulation);
}

/* All rows are looked at, and are as many as the ledger says. */
static void prove(struct simulation *simulation)
{
    struct server *server = &simulation->hall.server;

    for (int i = 0; i < PROOF_TICKS_MAX && !persist_health(server->persist).proof.is_over; i++) {
        loop_settle();
        pass(simulation, TICK_MS);
    }
    struct proof_health proof = persist_health(server->persist).proof;
    ck_assert_msg(proof.is_over, "the proof of the rows does not end");
    ck_assert_msg(!proof.is_broken && proof.bad_rows == 0, "the rows on disk are wrong: %s",
                  proof.finding);
}

/* The power may go off while it starts, which is then tried again. */
static void start_server(struct simulation *simulation)
{
    struct progress *progress = simulation->progress;

    for (;;) {
        progress->starts++;
        simulation_note(simulation, "the server starts");
        if (progress->starts > 1)
            hall_clear(&simulation->hall);
        if (rng_percent(&simulation->rng, CUT_AT_START_PERCENT))
            disk_cut_at(1 + rng_below(&simulation->rng, START_OPERATIONS));
        bool has_started = hall_try_start(&simulation->hall);
        if (!disk_is_off()) {
            ck_assert_msg(has_started, "the server does not start");
            disk_cut_at(0);
            return;
        }
        simulation_note(simulation, "the power goes off at the start");
        progress->cuts++;
        disk_let_go();
        hall_stop(&simulation->hall);
        disk_power_up();
        compare_files(simulation);
    }
}

static void go_on(struct simulation *simulation)
{
    terminals_forget();
    become_well(simulation);
    disk_cut_at(0);
    compare_files(simulation);
    start_server(simulation);
    prove(simulation);
}

static void lose_power(struct simulation *simulation)
{
    simulation_note(simulation, "the power goes off");
    simulation->progress->cuts++;
    simulation->cuts_now = false;
    disk_let_go();
    hang_up_all(simulation);
    hall_stop(&simulation->hall);
    disk_power_up();
    go_on(simulation);
}

/* An orderly stop has begun: until nobody is connected, or its time is over. */
static void finish_stop(struct simulation *simulation)
{
    struct server *server = &simulation->hall.server;

    for (int i = 0; i < END_TICKS_MAX && !disk_is_off() && server->net.connections != NULL &&
                    server->base.now_ms < server->stop.deadline_ms;
         i++)
        pass(simulation, TICK_MS);
    if (disk_is_off()) {
        lose_power(simulation);
        return;
    }
    simulation_note(simulation, "the server has stopped");
    hang_up_all(simulation);
    hall_stop(&simulation->hall);
    if (disk_is_off()) {
        disk_let_go();
        disk_power_up();
    }
    go_on(simulation);
}

/* Something of the machine's, now and then. */
static void meddle(struct simulation *simulation)
{
    static const unsigned delays_ms[] = {0, 0, 20, 200, 3000};
    struct rng *rng = &simulation->rng;

    if (is_due(simulation, 40)) {
        enum disk_trouble trouble = (enum disk_trouble)rng_below(rng, DISK_TROUBLE_COUNT);
        unsigned delay_ms = delays_ms[rng_below(rng, 5)];
        simulation->well_at = simulation->progress->tick + 1 + rng_below(rng, TROUBLE_TICKS_MAX);
        simulation_note(simulation, "the disk is in trouble %d, %u ms late", (int)trouble,
                        delay_ms);
        disk_set(trouble, delay_ms);
    }
    if (is_due(simulation, 8)) {
        int64_t seconds =
            (int64_t)rng_range(rng, -90000, 90000) * (is_due(simulation, 1000) ? 400 : 1);
        simulation_note(simulation, "the wall clock jumps by %lld s", (long long)seconds);
        loop_shift_wall(seconds);
    }
    if (is_due(simulation, 6)) {
        simulation_note(simulation, "the power will go off");
        disk_cut_at(1 + rng_below(rng, 40));
    }
    if (is_due(simulation, 6))
        lose_power(simulation);
    if (is_due(simulation, 8))
        orders_ask(simulation, rng_percent(rng, 50) ? "shutdown now" : "shutdown in 2s");
    if (is_due(simulation, 3))
        simulation->hall.server.base.stops_wanted += rng_range(rng, 1, 2);
}

static uint64_t pick_ms(struct simulation *simulation)
{
    if (is_due(simulation, 9500))
        return TICK_MS;
    return rng_percent(&simulation->rng, 80) ? 100 : 2500;
}

static void step(struct simulation *simulation)
{
    bool is_calm = simulation->progress->tick % CALM_EVERY_TICKS >= CALM_EVERY_TICKS - CALM_TICKS;

    if (!is_calm) {
        meddle(simulation);
        for (int i = 0; i < simulation->actor_count; i++)
            actor_act(simulation, &simulation->actors[i]);
        if (is_due(simulation, 1000))
            orders_give(simulation);
        if (is_due(simulation, 5000))
            loop_settle();
    }
    pass(simulation, is_calm ? TICK_MS : pick_ms(simulation));
    if (disk_is_off() || simulation->cuts_now)
        lose_power(simulation);
    else if (simulation->hall.server.base.is_stopping)
        finish_stop(simulation);
    else if (simulation->progress->tick % COMPARE_TICKS == 0)
        terminals_compare(simulation);
}

/* Fails with the first body that has stayed. */
static void expect_nobody(const struct world *world)
{
    for (uint32_t i = 0; i < world->limits.delvers_max; i++) {
        const struct delver *delver = world->delvers[i];
        ck_assert_msg(delver == NULL,
                      "%s, one of %u, stays without a player: state %d, link dead %d, time %d, "
                      "fallen %d, beats %u, depth %u",
                      delver->name, world->delver_count, (int)delver->body.state,
                      delver->is_link_dead, (int)delver->time.state, delver->fall.is_fallen,
                      world->limits.beat_ticks, delver->body.key.depth);
    }
}

/* Everybody leaves, and nothing of them is left. */
static void end(struct simulation *simulation)
{
    struct server *server = &simulation->hall.server;

    simulation_note(simulation, "everybody leaves");
    become_well(simulation);
    disk_cut_at(0);
    hang_up_all(simulation);
    for (int i = 0; i < END_TICKS_MAX &&
                    (world_of(simulation)->delver_count > 0 || server->net.connections != NULL);
         i++) {
        loop_settle();
        pass(simulation, END_TICK_MS);
    }
    expect_nobody(world_of(simulation));
    ck_assert_ptr_null(server->net.connections);
    ck_assert_ptr_null(server->sessions.list);
    hall_stop(&simulation->hall);
    compare_files(simulation);
}

static void set_up(struct simulation *simulation, uint64_t seed)
{
    static const char *const names[ACTORS_MAX] = {"ada",  "brom", "cyd",  "dora", "elke", "finn",
                                                  "gwen", "hugo", "iris", "jory", "kaya", "lund"};

    current = simulation;
    simulation->seed = seed;
    rng_init(&simulation->rng, seed);
    simulation->actor_count = rng_range(&simulation->rng, ACTORS_MIN, ACTORS_MAX);
    for (int i = 0; i < ACTORS_MAX; i++)
        simulation->actors[i].name = names[i];
    /* One comes under a name that another has, and takes it over. */
    if (simulation->actor_count > ACTORS_MIN)
        simulation->actors[simulation->actor_count - 1].name = names[0];
    hall_make_folder(&simulation->hall, 0, settle);
    disk_begin(simulation->hall.folder, seed);
    start_server(simulation);
}

void simulation_run(struct simulation *simulation, uint64_t seed)
{
    set_up(simulation, seed);
    while (simulation->progress->tick < simulation->ticks_wanted)
        step(simulation);
    end(simulation);
    terminals_forget();
    disk_end();
    history_release(&simulation->history);
    hall_remove(&simulation->hall);
}
