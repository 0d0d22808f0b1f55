/*
 * Habits of tactics, on a small drawn map with made-up foes and a made-up pack.
 */
#include <string.h>

#include "support/test.h"
#include "support/tactics/habits.h"
#include "support/tactics/tactics.h"

/* The delver stands at `@`, in a room with one way out to the left; `>` is at the far end. */
static const char *const drawing[] = {
    "####################", "#>.....#...........#", "######.#...........#", "######.............#",
    "########....@......#", "########...........#", "####################",
};

enum { WIDTH = 20, HEIGHT = sizeof drawing / sizeof drawing[0], HEALTH = 40 };

static uint8_t tiles[WIDTH * HEIGHT];
static uint8_t ground[WIDTH * HEIGHT];
static uint16_t kills[SPECIES_COUNT];
static struct notes notes;
static struct path_scratch *scratch;
static struct knowledge known;

static void set_up(void)
{
    known = (struct knowledge){.depth = 2,
                               .level = 3,
                               .health = HEALTH,
                               .health_max = HEALTH,
                               .map = {.tiles = tiles, .width = WIDTH, .height = HEIGHT},
                               .ground = ground,
                               .is_leader = true,
                               .kills = kills,
                               .notes = &notes};
    notes = (struct notes){0};
    ck_assert_int_eq(path_scratch_new(&scratch), ERR_OK);
    known.scratch = scratch;
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        char sign = drawing[i / WIDTH][i % WIDTH];
        tiles[i] = sign == '#' ? TILE_ROCK : sign == '>' ? TILE_STAIRS_DOWN : TILE_FLOOR;
        if (sign == '@')
            known.at = pos_of(i % WIDTH, i / WIDTH);
    }
    for (enum wish_kind kind = WISH_NONE; kind < WISH_COUNT; kind++)
        known.can[kind] = true;
}

static void tear_down(void)
{
    path_scratch_free(scratch);
}

static void add_foe(enum species_id species, int dx, int dy, enum danger danger, bool is_awake)
{
    struct known_foe *foe = &known.foes[known.foe_count++];

    *foe = (struct known_foe){.id = (body_id)known.foe_count,
                              .species = species,
                              .at = pos_of(known.at.x + dx, known.at.y + dy),
                              .danger = danger,
                              .band = danger,
                              .is_seen = true,
                              .is_awake = is_awake};
    foe->distance = pos_distance(known.at, foe->at);
    known.awake_count += is_awake;
    known.is_in_danger = known.is_in_danger || is_awake;
    if (is_awake && danger > known.danger)
        known.danger = danger;
}

static void add_thing(enum item_kind kind, bool is_worn)
{
    struct pack_thing *thing = &known.pack[known.pack_count++];

    *thing = (struct pack_thing){.id = (item_id)known.pack_count,
                                 .kind = kind,
                                 .count = 1,
                                 .is_worn = is_worn,
                                 .is_known = true};
}

static enum wish_kind wish_of(const struct tactic *tactic)
{
    return tactic_decide(tactic, &known).kind;
}

TEST_FIXTURE(set_up, tear_down);

TEST(each_tactic_has_a_name_of_its_own)
{
    for (size_t i = 0; i < tactic_count(); i++) {
        ck_assert_ptr_eq(tactic_find(tactic_at(i)->name), tactic_at(i));
        ck_assert_int_le(tactic_at(i)->size, TACTIC_MATES_MAX + 1);
    }
    ck_assert_ptr_null(tactic_find("nobody"));
}

TEST(careful_drinks_in_time_and_a_hoarder_too_late)
{
    add_foe(SPECIES_DRUDGE, 1, 0, DANGER_EVEN, true);
    add_thing(ITEM_MENDING, false);
    known.health = HEALTH * 40 / 100;
    ck_assert_int_eq(wish_of(&tactic_careful), WISH_USE);
    ck_assert_int_eq(wish_of(&tactic_hoarder), WISH_STRIKE);
    known.health = HEALTH / 10;
    ck_assert_int_eq(wish_of(&tactic_hoarder), WISH_USE);
    known.can[WISH_USE] = false;
    ck_assert_int_eq(wish_of(&tactic_hoarder), WISH_STRIKE);
}

TEST(a_lost_fight_is_read_away_from)
{
    add_foe(SPECIES_DRUDGE, 1, 0, DANGER_DEADLY, true);
    add_thing(ITEM_ELSEWHERE, false);
    known.health = HEALTH / 4;
    ck_assert_int_eq(wish_of(&tactic_careful), WISH_USE);
    ck_assert_int_eq(wish_of(&tactic_rush), WISH_STRIKE);
}

TEST(what_is_better_is_worn)
{
    add_thing(ITEM_LEATHER_COAT, true);
    add_thing(ITEM_PADDED_COAT, false);
    ck_assert_int_eq(wish_of(&tactic_rush), WISH_TRAVEL);
    add_thing(ITEM_MAIL_COAT, false);
    struct wish wish = tactic_decide(&tactic_rush, &known);
    ck_assert_int_eq(wish.kind, WISH_WEAR);
    ck_assert_uint_eq(wish.thing, 3);
}

TEST(tempering_is_read_at_once)
{
    add_thing(ITEM_TEMPERING, false);
    ck_assert_int_eq(wish_of(&tactic_careful), WISH_USE);
    known.pack[0].kind = ITEM_ELSEWHERE;
    ck_assert_int_ne(wish_of(&tactic_careful), WISH_USE);
}

TEST(what_was_made_better_is_worn_until_something_beats_it)
{
    add_thing(ITEM_KNIFE, true);
    add_thing(ITEM_LONG_SWORD, false);
    known.pack[0].temper = 5;
    ck_assert_int_ne(wish_of(&tactic_careful), WISH_WEAR);
    known.pack[0].temper = 1;
    ck_assert_int_eq(wish_of(&tactic_careful), WISH_WEAR);
}

TEST(a_shield_and_what_needs_two_hands_do_not_change_places_for_ever)
{
    add_thing(ITEM_KITE_SHIELD, true);
    add_thing(ITEM_SHORT_BOW, false);
    ck_assert_int_eq(wish_of(&tactic_careful), WISH_WEAR);
    known.pack[0].is_worn = false;
    known.pack[1].is_worn = true;
    ck_assert_int_ne(wish_of(&tactic_careful), WISH_WEAR);
}

TEST(the_unknown_is_tried_by_the_whole_and_alone)
{
    add_thing(ITEM_STONE_SKIN, false);
    ck_assert_int_ne(wish_of(&tactic_careful), WISH_USE);
    known.pack[0].is_known = false;
    ck_assert_int_eq(wish_of(&tactic_careful), WISH_USE);
    known.health--;
    ck_assert_int_ne(wish_of(&tactic_careful), WISH_USE);
    known.health++;
    add_foe(SPECIES_DRUDGE, 3, 0, DANGER_EASY, false);
    ck_assert_int_ne(wish_of(&tactic_careful), WISH_USE);
}

TEST(darts_fly_in_a_clear_line_only)
{
    add_thing(ITEM_DART, false);
    add_foe(SPECIES_DRUDGE, 4, 0, DANGER_EVEN, true);
    struct wish wish = tactic_decide(&tactic_careful, &known);
    ck_assert_int_eq(wish.kind, WISH_THROW);
    ck_assert_uint_eq(wish.foe, 1);
    ck_assert_int_ne(wish_of(&tactic_rush), WISH_THROW);
    tiles[known.at.y * WIDTH + known.at.x + 2] = TILE_ROCK;
    ck_assert_int_ne(wish_of(&tactic_careful), WISH_THROW);
}

TEST(a_pot_flies_at_a_crowd)
{
    add_thing(ITEM_FIRE_POT, false);
    add_foe(SPECIES_CELLAR_RAT, 4, 0, DANGER_EASY, true);
    ck_assert_int_ne(wish_of(&tactic_hoarder), WISH_THROW);
    add_foe(SPECIES_CELLAR_RAT, 5, 0, DANGER_EASY, true);
    ck_assert_int_eq(wish_of(&tactic_hoarder), WISH_THROW);
}

TEST(two_foes_are_met_in_a_corner)
{
    add_foe(SPECIES_CELLAR_RAT, 6, 0, DANGER_EASY, true);
    ck_assert_int_eq(wish_of(&tactic_careful), WISH_WAIT);
    add_foe(SPECIES_CELLAR_RAT, 6, 1, DANGER_EASY, true);
    ck_assert_int_eq(wish_of(&tactic_careful), WISH_GO);
    ck_assert_int_eq(wish_of(&tactic_rush), WISH_APPROACH);
}

TEST(from_among_several_a_step_leads_into_a_corridor)
{
    known.at = pos_of(7, 3);
    add_foe(SPECIES_CELLAR_RAT, 1, 0, DANGER_EASY, true);
    ck_assert_int_eq(wish_of(&tactic_careful), WISH_STRIKE);
    add_foe(SPECIES_CELLAR_RAT, 2, -1, DANGER_EASY, true);
    struct wish wish = tactic_decide(&tactic_careful, &known);
    ck_assert_int_eq(wish.kind, WISH_GO);
    ck_assert_int_eq(wish.at.x, 6);
    notes.tries.moves = 1000;
    ck_assert_int_eq(wish_of(&tactic_careful), WISH_STRIKE);
}

TEST(the_knack_for_fights_is_chosen)
{
    known.offer[0] = KNACK_SWIMMER;
    known.offer[1] = KNACK_NOSE;
    known.offer[2] = KNACK_STUBBORN;
    known.offer_count = KNACKS_OFFERED;
    struct wish wish = tactic_decide(&tactic_careful, &known);
    ck_assert_int_eq(wish.kind, WISH_LEARN);
    ck_assert_uint_eq(wish.thing, 3);
    ck_assert_int_ne(wish_of(&tactic_rush), WISH_LEARN);
}

TEST(gold_is_carried_home_when_nothing_mends_any_more)
{
    add_thing(ITEM_RETURN, false);
    known.gold = 1000;
    ck_assert_int_eq(wish_of(&tactic_careful), WISH_USE);
    known.depth = 5;
    ck_assert_int_ne(wish_of(&tactic_careful), WISH_USE);
    known.depth = 6;
    known.gold = 100;
    ck_assert_int_ne(wish_of(&tactic_careful), WISH_USE);
    known.gold = 1000;
    add_thing(ITEM_MENDING, false);
    ck_assert_int_ne(wish_of(&tactic_careful), WISH_USE);
    known.is_returning = true;
    ck_assert_int_eq(wish_of(&tactic_careful), WISH_WAIT);
}

TEST(the_fallen_are_raised_once_nothing_is_beside)
{
    known.mates[0] = (struct mate){
        .id = 77, .at = pos_of(known.at.x + 3, known.at.y), .is_here = true, .is_fallen = true};
    known.mate_count = 1;
    ck_assert_int_eq(wish_of(&tactic_pair), WISH_STEP);
    known.mates[0].at = pos_of(known.at.x + 1, known.at.y);
    struct wish wish = tactic_decide(&tactic_pair, &known);
    ck_assert_int_eq(wish.kind, WISH_RAISE);
    ck_assert_uint_eq(wish.foe, 77);
    add_foe(SPECIES_CELLAR_RAT, 0, 1, DANGER_EASY, true);
    ck_assert_int_eq(wish_of(&tactic_pair), WISH_STRIKE);
}

TEST(cover_is_taken_from_shots)
{
    add_foe(SPECIES_DRUDGE_SLINGER, -3, -1, DANGER_EVEN, true);
    ck_assert_int_eq(wish_of(&tactic_careful), WISH_GO);
    notes.tries.moves = 1000;
    ck_assert_int_eq(wish_of(&tactic_careful), WISH_APPROACH);
}

TEST(the_deadly_is_fled_from_and_then_shunned)
{
    add_foe(SPECIES_DRUDGE, 3, 0, DANGER_DEADLY, true);
    known.health = HEALTH / 2;
    struct wish wish = tactic_decide(&tactic_careful, &known);
    ck_assert_int_eq(wish.kind, WISH_STEP);
    ck_assert_int_lt(pos_step(known.at, wish.dir).x, known.at.x);
    ck_assert_uint_eq(notes.feared[0], 1);
    known.foes[0].at = pos_of(1, 1);
    known.at = pos_of(3, 1);
    known.foes[0].distance = 2;
    ck_assert_int_ne(wish_of(&tactic_careful), WISH_DESCEND);
}

TEST(stairs_underfoot_are_taken_out_of_a_lost_fight)
{
    known.at = pos_of(1, 1);
    add_foe(SPECIES_DRUDGE, 1, 0, DANGER_DEADLY, true);
    ck_assert_int_eq(wish_of(&tactic_careful), WISH_STRIKE);
    known.health = HEALTH / 3;
    ck_assert_int_eq(wish_of(&tactic_careful), WISH_DESCEND);
}

TEST(sleepers_are_stabbed_until_they_teach_no_more)
{
    add_foe(SPECIES_DRUDGE, 3, 0, DANGER_EASY, false);
    ck_assert_int_eq(wish_of(&tactic_careful), WISH_APPROACH);
    kills[SPECIES_DRUDGE] = 4;
    ck_assert_int_ne(wish_of(&tactic_careful), WISH_APPROACH);
    kills[SPECIES_DRUDGE] = 0;
    known.foes[0].band = DANGER_DEADLY;
    ck_assert_int_ne(wish_of(&tactic_careful), WISH_APPROACH);
    ck_assert_int_eq(wish_of(&tactic_hoarder), WISH_APPROACH);
}

TEST(rest_goes_on_until_healed)
{
    known.health = HEALTH / 2;
    ck_assert_int_ne(wish_of(&tactic_rush), WISH_REST);
    ck_assert_int_eq(wish_of(&tactic_careful), WISH_REST);
    known.health = HEALTH - 1;
    ck_assert_int_eq(wish_of(&tactic_careful), WISH_REST);
    known.health = HEALTH;
    ck_assert_int_ne(wish_of(&tactic_careful), WISH_REST);
}

TEST(a_company_waits_follows_and_rests_together)
{
    known.mates[0] = (struct mate){.at = pos_of(8, 1), .health_percent = 100, .depth = 2};
    known.mates[0].is_here = true;
    known.mate_count = 1;
    ck_assert_int_eq(wish_of(&tactic_pair), WISH_EXPLORE);
    known.mates[0].at = pos_of(2, 1);
    ck_assert_int_eq(wish_of(&tactic_pair), WISH_WAIT);
    known.is_leader = false;
    ck_assert_int_eq(wish_of(&tactic_pair), WISH_STEP);
    known.mates[0].is_here = false;
    known.mates[0].depth = 3;
    ck_assert_int_eq(wish_of(&tactic_pair), WISH_TRAVEL);
    known.mates[0].is_here = true;
    known.mates[0].health_percent = 30;
    ck_assert_int_eq(wish_of(&tactic_pair), WISH_WAIT);
    known.health = HEALTH - 1;
    ck_assert_int_eq(wish_of(&tactic_pair), WISH_REST);
}

TEST(boredom_ends_caution)
{
    add_foe(SPECIES_DRUDGE, 1, 0, DANGER_DEADLY, true);
    known.health = HEALTH / 4;
    ck_assert_int_eq(wish_of(&tactic_coward), WISH_STEP);
    notes.is_bored = true;
    ck_assert_int_eq(wish_of(&tactic_coward), WISH_STRIKE);
}
