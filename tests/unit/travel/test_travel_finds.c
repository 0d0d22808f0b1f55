/*
 * Exploring: the things that it walks onto, picks up, and stops before.
 */
#include <string.h>

#include "support/outing.h"
#include "support/test.h"

static struct item *lay(struct outing *outing, enum item_kind kind, char mark)
{
    struct pos at = draw_level_find(outing->text, mark);

    return world_item(outing->stage.world, stage_item(&outing->stage, kind, at));
}

/* Explores past a sleeping rat. The travel stops when the rat comes into view, at most twice. */
static void explore_beside_a_sleeper(struct outing *outing)
{
    body_id id = stage_foe(&outing->stage, SPECIES_CELLAR_RAT, pos_of(5, 1));
    struct foe *rat = body_foe(world_body(outing->stage.world, id));

    rat->body.ready_at = UINT64_MAX; /* what wakes it does no harm */
    for (int i = 0; i < 3; i++) {
        rat->mind.mood = MOOD_ASLEEP;
        outing_begin_explore(outing);
        for (; outing_ask(outing) == TRAVEL_GOES; rat->mind.mood = MOOD_ASLEEP)
            outing_play(outing);
    }
    ck_assert_int_eq(rat->body.health, rat->body.health_max);
}

TEST(exploring_goes_round_a_sleeper_where_there_is_room)
{
    const char *text = "##########\n"
                       "#a.......#\n"
                       "####...#.#\n"
                       "########.#\n";
    struct outing outing;

    outing_init(&outing, text);
    explore_beside_a_sleeper(&outing);
    outing_expect_end(&outing, TRAVEL_DONE, "All explored.");
    outing_release(&outing);
}

/* A rooted foe that sleeps is walked past, even for a thing that lies behind it. */
TEST(exploring_passes_a_rooted_sleeper)
{
    const char *text = "############\n"
                       "#a...f....g#\n"
                       "#..........#\n"
                       "############\n";
    struct outing outing;

    outing_init(&outing, text);
    (void)lay(&outing, ITEM_GOLD, 'g');
    body_id id = stage_foe(&outing.stage, SPECIES_GREY_MOULD, draw_level_find(text, 'f'));
    struct foe *mould = body_foe(world_body(outing.stage.world, id));
    mould->body.ready_at = 1u << 20;
    mould->mind.mood = MOOD_ASLEEP;
    for (int i = 0; i < 2; i++) { /* it comes into view */
        outing_begin_explore(&outing);
        for (; outing_ask(&outing) == TRAVEL_GOES; mould->mind.mood = MOOD_ASLEEP)
            outing_play(&outing);
    }
    outing_expect_end(&outing, TRAVEL_DONE, "All explored.");
    ck_assert_int_eq(outing_delver(&outing)->life.gold, 1);
    outing_release(&outing);
}

/* No way leads to the gold, and the only one to the unknown past a sleeper. */
TEST(exploring_searches_twice_a_turn_at_most)
{
    const char *text = "##########\n"
                       "#a...r...#\n"
                       "#~######.#\n"
                       "#g######.#\n";
    struct outing outing;

    outing_init(&outing, text);
    (void)lay(&outing, ITEM_GOLD, 'g');
    body_id id = stage_foe(&outing.stage, SPECIES_CELLAR_RAT, draw_level_find(text, 'r'));
    body_foe(world_body(outing.stage.world, id))->mind.mood = MOOD_ASLEEP;
    delver_look(outing_delver(&outing));
    outing_begin_explore(&outing);
    uint64_t searches = path_scratch_searches(outing.scratch);
    ck_assert_int_eq(outing_ask(&outing), TRAVEL_GOES);
    ck_assert_int_eq(outing.answer.action.dir, DIR_EAST);
    ck_assert_uint_eq(path_scratch_searches(outing.scratch) - searches, 2);
    outing_release(&outing);
}

/* The home of the boss may be known from an earlier look. */
TEST_EACH(exploring_leaves_a_lair_for_last_and_stops_at_its_door, 2)
{
    const char *text = "############\n"
                       "#.#...a+...#\n"
                       "#......#...#\n"
                       "#.######...#\n"
                       "############\n";
    struct outing outing;

    outing_init(&outing, text);
    body_id id = stage_foe(&outing.stage, SPECIES_COOPER, pos_of(9, 2));
    body_foe(world_body(outing.stage.world, id))->body.ready_at = UINT64_MAX;
    const struct level *level = stage_level(&outing.stage);
    if (_i == 1)
        outing_delver(&outing)->memory[level_index(level, pos_of(9, 2))] = TILE_FLOOR;
    outing_begin_explore(&outing);
    while (outing_go(&outing)) {
    }
    ck_assert_int_ne(outing_delver(&outing)->memory[level_index(level, pos_of(1, 3))],
                     TILE_UNKNOWN);
    ck_assert_int_eq(level_tile(level, pos_of(7, 1)), TILE_DOOR_CLOSED);
    ck_assert_msg(strncmp(outing.answer.why, "Behind this door: the Cooper, ", 30) == 0, "%s",
                  outing.answer.why);
    outing_release(&outing);
}
