/*
 * Surprise blows, in many tries.
 */
#include "support/stage.h"
#include "support/test.h"
#include "world/blow.h"
#include "world/line.h"
#include "world/mind.h"

static const char hall[] = "####################\n"
                           "#..................#\n"
                           "#........+.........#\n"
                           "#..................#\n"
                           "####################\n";

static struct stage stage;
static body_id ada;

static void set_up(void)
{
    stage_init(&stage, hall);
    ada = stage_join(&stage, 1, pos_of(2, 2));
    stage_delver(&stage, ada)->danger.safe_until = 0;
}

static void tear_down(void)
{
    stage_release(&stage);
}

static struct foe *put(enum species_id species, int x, int y, enum mood mood)
{
    struct foe *foe = foe_add(stage.world, species, stage_level(&stage), pos_of(x, y), mood);

    ck_assert_ptr_nonnull(foe);
    return foe;
}

TEST_FIXTURE(set_up, tear_down);

TEST(the_first_blow_at_a_sleeper_always_hits_and_wakes_it)
{
    for (int i = 0; i < 50; i++) {
        struct foe *mould = put(SPECIES_GREY_MOULD, 3, 2, MOOD_ASLEEP);
        const struct action east = {.verb = ACTION_ATTACK, .dir = DIR_EAST};
        stage_level(&stage)->events.count = 0;
        action_apply(stage.world, &stage_delver(&stage, ada)->body, &east);
        ck_assert_int_ne(stage_event(&stage, EVENT_BLOW, ada)->outcome, BLOW_MISSES);
        if (mould->body.level != NULL) {
            ck_assert(foe_is_awake(mould));
            ck_assert_uint_eq(mould->mind.target, ada);
            foe_free(stage.world, mould);
        } else {
            stage_tick(&stage);
        }
    }
}

/* The most that one of many such actions does to a sleeper to the east. */
static int most_of(struct action action)
{
    struct body *body = &stage_delver(&stage, ada)->body;
    int most = 0;

    for (int i = 0; i < 300; i++) {
        struct foe *mould = put(SPECIES_GREY_MOULD, 3, 2, MOOD_ASLEEP);
        stage_level(&stage)->events.count = 0;
        items_share_out(stage.world);
        stage_delver(&stage, ada)->life.pack = pack_new();
        action_apply(stage.world, body, &action);
        const struct event *event = stage_event(&stage, EVENT_BLOW, ada);
        event = event == NULL ? stage_event(&stage, EVENT_SHOT, ada) : event;
        ck_assert_int_ne(event->outcome, BLOW_MISSES);
        most = event->count > most ? event->count : most;
        if (mould->body.level != NULL)
            foe_free(stage.world, mould);
    }
    return most;
}

TEST(a_knife_in_the_hand_makes_no_thrown_dart_worse_for_a_sleeper)
{
    const struct action blow = {.verb = ACTION_ATTACK, .dir = DIR_EAST};
    const struct action dart = {.verb = ACTION_THROW, .dir = DIR_EAST, .object = OBJECT_CARRIED};

    ck_assert_int_eq(fighter_weapon(&stage_delver(&stage, ada)->body)->surprise, SURPRISE_KNIFE);
    ck_assert_int_eq(pack_peek(&stage_delver(&stage, ada)->life.pack, OBJECT_CARRIED)->kind,
                     ITEM_DART);
    ck_assert_int_eq(most_of(blow), 3 * 5);
    ck_assert_int_eq(most_of(dart), 2 * 5);
}
