/*
 * News to a party about a member that falls or dies out of its sight.
 */
#include <check.h>

#include "hall.h"
#include "support/test.h"
#include "world/turn.h"

enum { CALM_CELLS = 30 /* from which a companion counts */ };

static struct hall hall;
static struct guest guests[2];

static void type(struct guest *guest, const char *line)
{
    guest_type(guest, line);
    guest_type(guest, "\r\n");
    hall_pass(&hall, 1000);
    hall_drain(&hall);
}

static void set_up(void)
{
    hall_open(&hall);
    guest_join(&guests[0], &hall, GUEST_LINE, "ada");
    guest_join(&guests[1], &hall, GUEST_LINE, "brom");
    type(&guests[0], "party invite brom");
    type(&guests[1], "party join");
    guest_expect(&guests[1], "Ada");
}

static void tear_down(void)
{
    for (int i = 0; i < 2; i++)
        guest_close(&guests[i]);
    hall_close(&hall);
}

/* A cell that Brom does not see, as near as a companion must be. */
static struct pos hidden_cell(void)
{
    const struct delver *brom = guest_delver(&guests[1]);
    const struct level *level = brom->body.level;

    for (int i = 0; i < level->width * level->height; i++) {
        struct pos at = pos_of(i % level->width, i / level->width);
        if (level_is_ground(level, at) && !delver_sees(brom, at) &&
            pos_distance(brom->body.at, at) <= CALM_CELLS)
            return at;
    }
    ck_abort_msg("Brom sees all that is near");
}

/* Poison fells Ada out of Brom's sight. */
static void fell_ada(void)
{
    struct input *input = input_queue_add(&hall.server.game.inputs, INPUT_SEND, 0);
    struct delver *ada = guest_delver(&guests[0]);

    ck_assert_ptr_nonnull(input);
    input->actor = ada->body.id;
    input->key = ada->body.key;
    input->at = hidden_cell();
    hall_pass(&hall, HALL_TICK_MS);
    ada->body.health = 1;
    (void)statuses_add(&ada->body.statuses, STATUS_POISONED, 0);
    beat_begin(hall.server.game.world, &ada->body);
    guest_forget(&guests[1]);
    for (int i = 0; i < BEAT_TICKS + 5; i++)
        hall_pass(&hall, HALL_TICK_MS);
    hall_drain(&hall);
    ck_assert(ada->fall.is_fallen);
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_party_hears_of_a_member_that_falls_or_dies_out_of_sight)
{
    fell_ada();
    guest_expect(&guests[1], "Ada has fallen, ");
    guest_expect(&guests[1], ": raise Ada.");
    type(&guests[0], "yield");
    guest_expect(&guests[1], "Ada died on depth 1.");
}

TEST(strangers_on_the_level_hear_of_a_death_and_of_no_fall)
{
    type(&guests[1], "party leave");
    fell_ada();
    ck_assert(!guest_heard(&guests[1], "Ada has fallen"));
    type(&guests[0], "yield");
    guest_expect(&guests[1], "Ada died on depth 1.");
}
