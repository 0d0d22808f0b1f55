/*
 * Foes that are felt without being seen: with what, how far, and what is told of it.
 */

#include "support/stage.h"
#include "support/test.h"
#include "world/sense.h"
#include "world/world.h"

/* The hall of the foes lies behind rock. */
static const char halls[] = "##################################\n"
                            "#a...............................#\n"
                            "##################################\n"
                            "#................................#\n"
                            "##################################\n";

static struct stage stage;
static struct delver *ada;

static void set_up(void)
{
    stage_init(&stage, halls);
    ada = stage_delver(&stage, stage_join(&stage, 1, draw_level_find(halls, 'a')));
    stage_tick(&stage);
}

static void tear_down(void)
{
    stage_release(&stage);
}

static body_id foe_at(int x)
{
    return stage_foe(&stage, SPECIES_CELLAR_RAT, pos_of(x, 3));
}

/* The event that tells Ada what she feels now; NULL: none. */
static const struct event *feel(void)
{
    stage_level(&stage)->events.count = 0;
    feel_update(stage.world, ada);
    return stage_event(&stage, EVENT_FELT, ada->body.id);
}

static void wear_mole(void)
{
    ada->life.pack.worn[SLOT_AMULET] = stack_of(ITEM_AMULET_MOLE, 1);
}

TEST_FIXTURE(set_up, tear_down);

TEST(nothing_is_felt_without_an_amulet_or_a_draught)
{
    (void)foe_at(2);
    ck_assert_ptr_null(feel());
    ck_assert_int_eq(ada->peril.felt_count, 0);
}

TEST(the_mole_feels_foes_within_eight_cells_through_rock)
{
    body_id near = foe_at(1 + FEEL_MOLE_CELLS);

    (void)foe_at(2 + FEEL_MOLE_CELLS);
    wear_mole();
    const struct event *event = feel();
    ck_assert_ptr_nonnull(event);
    ck_assert_uint_eq(event->other, near);
    ck_assert_int_eq(event->count, 1);
    ck_assert_int_eq(ada->peril.felt_count, 1);
    ck_assert(pos_equal(ada->peril.felt[0].at, pos_of(1 + FEEL_MOLE_CELLS, 3)));
}

TEST(far_sight_feels_foes_within_twenty_five_cells_while_it_lasts)
{
    (void)foe_at(1 + FEEL_FAR_CELLS);
    (void)foe_at(2 + FEEL_FAR_CELLS);
    (void)statuses_add(&ada->body.statuses, STATUS_FAR_SIGHTED, 0);
    ck_assert_int_eq(feel()->count, 1);
    statuses_end(&ada->body.statuses, STATUS_FAR_SIGHTED);
    ck_assert_int_eq(feel()->count, 0);
    ck_assert_ptr_null(feel());
}

TEST(a_foe_is_named_once_and_its_steps_are_told_without_a_name)
{
    body_id rat = foe_at(4);

    wear_mole();
    ck_assert_uint_eq(feel()->other, rat);
    ck_assert_ptr_null(feel());
    body_move(world_body(stage.world, rat), pos_of(5, 3));
    const struct event *event = feel();
    ck_assert_ptr_nonnull(event);
    ck_assert_uint_eq(event->other, 0);
}

TEST(a_foe_in_view_is_seen_and_not_felt)
{
    (void)stage_foe(&stage, SPECIES_CELLAR_RAT, pos_of(4, 1));
    wear_mole();
    ck_assert_ptr_null(feel());
}

TEST(no_more_are_felt_than_there_is_room_for)
{
    for (int x = 1; x <= PERIL_FELT_MAX + 1; x++)
        (void)foe_at(x);
    wear_mole();
    ck_assert_int_eq(feel()->count, PERIL_FELT_MAX);
}
