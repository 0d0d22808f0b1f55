/*
 * Bodies whose line was lost in danger: how long a company waits for them.
 */
#include "hall.h"
#include "server/game/roster.h"
#include "support/loop/loop.h"
#include "support/test.h"

static struct hall hall;
static struct guest ada;
static struct guest brom;

/* Puts a delver in danger, all of them in one company, as the world does with delvers beside
   foes. */
static void endanger(body_id id)
{
    struct delver *delver = world_delver(hall.server.game.world, id);

    delver->time.company = 1;
    delver->time.state = COMPANY_RUNNING;
}

static void lose_line(struct guest *guest, body_id id)
{
    guest_close(guest);
    for (int i = 0; i < HALL_WAIT_TURNS && !world_delver(hall.server.game.world, id)->is_link_dead;
         i++)
        hall_wait(&hall);
}

static void sweep_after(struct game *game, uint64_t ms)
{
    loop_advance_ms(ms);
    base_touch_clock(game->base);
    roster_sweep(game);
}

TEST(a_body_is_put_away_a_minute_after_the_last_danger_or_the_last_player_of_its_company)
{
    hall_open(&hall);
    guest_join(&ada, &hall, GUEST_LINE, "ada");
    guest_join(&brom, &hall, GUEST_LINE, "brom");
    const body_id bodies[] = {guest_delver(&ada)->body.id, guest_delver(&brom)->body.id};
    struct game *game = &hall.server.game;
    const uint64_t wait_ms = (uint64_t)game->base->options.link_death_seconds * 1000;
    const struct player_slot *slot = roster_slot_of_body(game->roster, bodies[0]);

    lose_line(&ada, bodies[0]);
    endanger(bodies[0]);
    endanger(bodies[1]);
    sweep_after(game, wait_ms);
    ck_assert_int_eq(slot->state, PLAYER_SLOT_TAKEN);

    lose_line(&brom, bodies[1]);
    endanger(bodies[0]);
    endanger(bodies[1]);
    sweep_after(game, 0);
    ck_assert_int_eq(slot->state, PLAYER_SLOT_TAKEN);
    sweep_after(game, wait_ms);
    ck_assert_int_eq(slot->state, PLAYER_SLOT_LEAVING);
    hall_pass(&hall, HALL_TICK_MS);
    hall_close(&hall);
}
