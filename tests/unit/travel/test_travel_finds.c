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

/* In the end no cell is unknown, and every thing that is free for the delver was walked onto. */
TEST(exploring_picks_up_what_is_ones_own_or_nobodys)
{
    const char *text = "##########\n"
                       "#a..g...o#\n"
                       "#........#\n"
                       "#x......y#\n"
                       "##########\n";
    struct outing outing;

    outing_init(&outing, text);
    (void)lay(&outing, ITEM_GOLD, 'g');
    struct item *own = lay(&outing, ITEM_KNIFE, 'o');
    struct item *others = lay(&outing, ITEM_KNIFE, 'y');
    (void)lay(&outing, ITEM_HELM, 'x');
    own->owner = outing_delver(&outing)->delver_id;
    others->owner = own->owner + 1;
    own->owned_until = others->owned_until = UINT64_MAX;
    outing_begin_explore(&outing);
    outing_finish(&outing);
    ck_assert_int_eq(outing_delver(&outing)->life.gold, 1);
    ck_assert_uint_ne(pack_find(&outing_delver(&outing)->life.pack, ITEM_KNIFE), OBJECT_NONE);
    ck_assert_uint_ne(pack_find(&outing_delver(&outing)->life.pack, ITEM_HELM), OBJECT_NONE);
    ck_assert_int_eq(stage_level(&outing.stage)->item_count, 1);
    outing_release(&outing);
}

TEST(exploring_leaves_what_the_pack_has_no_room_for)
{
    const char *text = "##########\n"
                       "#a......x#\n"
                       "##########\n";
    struct outing outing;

    outing_init(&outing, text);
    (void)lay(&outing, ITEM_HELM, 'x');
    for (int i = 0; i < PACK_MAX; i++)
        outing_delver(&outing)->life.pack.carried[i] = stack_of(ITEM_BOOTS, 1);
    outing_begin_explore(&outing);
    outing_finish(&outing);
    ck_assert_int_eq(stage_level(&outing.stage)->item_count, 1);
    ck_assert_int_lt(outing_place(&outing).x, 8);
    outing_release(&outing);
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

/* A step onto it would be a blow. */
TEST(exploring_stops_before_a_sleeper_that_is_in_the_way)
{
    const char *text = "##########\n"
                       "#a.......#\n"
                       "########.#\n"
                       "########.#\n";
    struct outing outing;

    outing_init(&outing, text);
    explore_beside_a_sleeper(&outing);
    ck_assert_int_eq(outing_place(&outing).x, 4);
    outing_expect_end(&outing, TRAVEL_STOPPED, "A foe is in the way: cellar rat, east.");
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

TEST(exploring_goes_to_a_niche_unless_the_pack_has_no_room)
{
    const char *text = "##########\n"
                       "#a......n#\n"
                       "##########\n";
    struct outing outing;

    for (int is_full = 0; is_full < 2; is_full++) {
        outing_init(&outing, text);
        level_set_tile(stage_level(&outing.stage), draw_level_find(text, 'n'), TILE_NICHE);
        level_find_niches(stage_level(&outing.stage));
        delver_look(outing_delver(&outing));
        for (int i = 0; is_full != 0 && i < PACK_MAX; i++)
            outing_delver(&outing)->life.pack.carried[i] = stack_of(ITEM_HELM, 1);
        outing_begin_explore(&outing);
        outing_finish(&outing);
        ck_assert_int_eq(outing_place(&outing).x == 8, !is_full);
        /* An opened niche is not visited again. */
        outing_begin_explore(&outing);
        ck_assert_int_eq(outing_finish(&outing), 0);
        outing_release(&outing);
    }
}

TEST(exploring_goes_to_a_lantern_that_was_not_touched)
{
    const char *text = "##########\n"
                       "#a......*#\n"
                       "##########\n";
    struct outing outing;

    outing_init(&outing, text);
    outing_begin_explore(&outing);
    outing_finish(&outing);
    ck_assert_int_eq(outing_place(&outing).x, 8);
    ck_assert_uint_eq(outing_delver(&outing)->life.touched, 1);
    outing_begin_explore(&outing);
    ck_assert_int_eq(outing_finish(&outing), 0);
    outing_release(&outing);
}
