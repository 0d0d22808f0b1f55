/*
 * Deeds of foes that take many tries: calls, reflected shots, and ways through rock.
 */
#include "support/stage.h"
#include "support/test.h"
#include "world/blow.h"
#include "world/mind.h"
#include "world/populate.h"
#include "world/stairs.h"
#include "world/world.h"

static const char hall[] = "##############################\n"
                           "#............................#\n"
                           "#............................#\n"
                           "#............................#\n"
                           "##############################\n";

/* A hall, and a room that cannot be seen from it. */
static const char corner[] = "####################\n"
                             "#..................#\n"
                             "#########.##########\n"
                             "#########.....######\n"
                             "#########.....######\n"
                             "####################\n";

/* Rock between two halls, and a long way round. */
static const char wall[] = "##############################\n"
                           "#.......####################.#\n"
                           "#.......##....##############.#\n"
                           "#.......##....##############.#\n"
                           "#.####################.......#\n"
                           "#............................#\n"
                           "##############################\n";

static struct stage stage;
static body_id ada;

static void set_scene(const char *drawing, int x, int y)
{
    stage_init(&stage, drawing);
    ada = stage_join(&stage, 1, pos_of(x, y));
    stage_delver(&stage, ada)->danger.safe_until = 0;
    stage_delver(&stage, ada)->body.health = stage_delver(&stage, ada)->body.health_max = 10000;
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

/* Ada acts until a foe tells of a deed; false: it does not within so many beats. */
static bool wait_for(enum event_kind kind, body_id actor, int beats)
{
    for (int i = 0; i < beats; i++) {
        stage_ticks(&stage, 5);
        stage_act(&stage, ada, ACTION_WAIT, DIR_NONE);
        stage_tick(&stage);
        if (stage_event(&stage, kind, actor) != NULL)
            return true;
        for (int k = 0; stage_delver(&stage, ada)->time.state == COMPANY_CALM && k < 30; k++) {
            stage_tick(&stage);
            if (stage_event(&stage, kind, actor) != NULL)
                return true;
        }
    }
    return false;
}

TEST_FIXTURE(NULL, tear_down);

TEST(a_boss_calls_twice_in_a_fight_and_a_used_up_pool_gives_nothing)
{
    int calls = 0;

    set_scene(corner, 12, 1);
    struct foe *cooper = put(SPECIES_COOPER, 9, 1, MOOD_POSTED);
    for (uint32_t i = 1; i < STAGE_FOES_MAX - 1; i++)
        put(SPECIES_GREY_MOULD, 1 + (int)i, 1, MOOD_ASLEEP);
    for (int i = 0; i < 12; i++) {
        calls += wait_for(EVENT_DEED, cooper->body.id, 1);
        cooper->mind.special_again_at = 0;
    }
    ck_assert_int_eq(calls, 2);
    ck_assert_uint_eq(stage_level(&stage)->foe_count, STAGE_FOES_MAX);
}

TEST(half_of_all_shots_come_back_from_crystal)
{
    int reflected = 0;

    set_scene(hall, 5, 2);
    struct foe *crystal = put(SPECIES_QUARTZBACK, 10, 2, MOOD_POSTED);
    struct delver *delver = stage_delver(&stage, ada);
    for (int i = 0; i < 100; i++) {
        struct fighter fighter = fighter_of(stage.world, &delver->body);
        stage_level(&stage)->events.count = 0;
        crystal->body.health = crystal->body.health_max;
        blow_strike(stage.world, &delver->body, &crystal->body, &fighter, DAMAGE_MISSILE);
        bool comes_back = stage_event(&stage, EVENT_REFLECTED, crystal->body.id) != NULL;
        ck_assert_uint_eq(
            stage_event(&stage, EVENT_SHOT, comes_back ? crystal->body.id : ada)->other,
            comes_back ? ada : crystal->body.id);
        reflected += comes_back;
    }
    ck_assert_int_ge(reflected, 30);
    ck_assert_int_le(reflected, 70);
}

TEST(a_digger_goes_through_rock_unseen_and_untouched)
{
    const struct action east = {.verb = ACTION_ATTACK, .dir = DIR_EAST};
    bool was_buried = false;

    set_scene(wall, 7, 2);
    struct foe *bear = put(SPECIES_MOLE_BEAR, 12, 2, MOOD_POSTED);
    mind_wake(bear, stage_delver(&stage, ada));
    for (int i = 0; i < 20 && pos_distance(bear->body.at, pos_of(7, 2)) > 1; i++) {
        (void)wait_for(EVENT_COUNT, ada, 1);
        bear->mind.seen_at = body_lived(&bear->body);
        bear->mind.goal = pos_of(7, 2);
        bear->mind.has_goal = true;
        was_buried = was_buried || body_is_buried(&bear->body);
        ck_assert(!body_is_buried(&bear->body) || !body_is_shown(&bear->body));
    }
    ck_assert(was_buried);
    ck_assert_int_le(pos_distance(bear->body.at, pos_of(7, 2)), 1);
    body_remove(stage.world, &bear->body);
    body_place(stage.world, &bear->body, stage_level(&stage), pos_of(8, 2));
    stage_level(&stage)->events.count = 0;
    action_apply(stage.world, &stage_delver(&stage, ada)->body, &east);
    stage_expect_refusal(&stage, ada, REFUSAL_NO_FOE);
    /* The bear comes out before it strikes. */
    ck_assert(wait_for(EVENT_BLOW, bear->body.id, 6));
    ck_assert(!body_is_buried(&bear->body));
}
