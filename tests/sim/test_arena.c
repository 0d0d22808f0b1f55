/*
 * The arena of sim/arena.h.
 */
#include <string.h>

#include "sim/arena.h"
#include "support/test.h"

static struct arena_bout bout;
static char cause[ARENA_CAUSE_SIZE];

static void read_bout(const char *text)
{
    ck_assert_msg(arena_read(text, &bout, cause) == ERR_OK, "%s", cause);
}

TEST(a_bout_is_two_sides_in_either_order)
{
    static const char *const texts[] = {
        "gate hound*2 and cellar rat v delvers*2 level 4 knife, 2 draughts of mending",
        "delver*2 level 4 knife, 2 draughts of mending v gate hounds*2 and rat",
    };

    for (size_t i = 0; i < 2; i++) {
        read_bout(texts[i]);
        ck_assert_int_eq(bout.delvers, 2);
        ck_assert_int_eq(bout.level, 4);
        ck_assert_int_eq(bout.foe_count, 3);
        ck_assert_int_eq(bout.foes[1], SPECIES_GATE_HOUND);
        ck_assert_int_eq(bout.foes[2], SPECIES_CELLAR_RAT);
        ck_assert_int_eq(bout.depth, species_row(SPECIES_GATE_HOUND)->depth.low);
        ck_assert_int_eq(bout.pack.worn[SLOT_WEAPON].kind, ITEM_KNIFE);
        ck_assert_uint_eq(bout.pack.carried[0].count, 2);
    }
}

TEST(a_wrong_bout_names_the_word)
{
    static const char *const rows[][2] = {
        {"delver", "no v between two sides: delver"},
        {"rat v rat", "one side must be delvers, the other foes: rat v rat"},
        {"delver v delver", "one side must be delvers, the other foes: delver v delver"},
        {"dragon v delver", "no foe has this name: dragon"},
        {"rat*0 v delver", "not a number of foes: 0"},
        {"rat*17 v delver", "too many foes: rat"},
        {"rat v delver*5", "not a number of delvers: "},
        {"rat v delver level 31", "not a level: "},
        {"rat v delver level 3 banana", "no thing has this name: banana"},
        {"rat v delver 99 knives", "no room in the pack: knives"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ck_assert_int_eq(arena_read(rows[i][0], &bout, cause), ERR_FORMAT);
        ck_assert_str_eq(cause, rows[i][1]);
    }
}

TEST(a_fight_goes_the_same_way_again)
{
    struct arena_result first;
    struct arena_result again;

    read_bout("deserter*2 v delver*2 level 5 sword");
    for (uint64_t seed = 1; seed <= 5; seed++) {
        memset(&first, 0, sizeof first);
        memset(&again, 0, sizeof again);
        arena_fight(&bout, seed, NULL, &first);
        arena_fight(&bout, seed, NULL, &again);
        ck_assert_mem_eq(&first, &again, sizeof first);
    }
}

TEST(the_stronger_side_wins)
{
    struct arena_result result;

    read_bout("cellar rat v delver level 20 sword");
    arena_fight(&bout, 1, NULL, &result);
    ck_assert_int_eq(result.end, ARENA_DELVERS_WON);
    ck_assert_int_eq(result.foes_dead, 1);
    read_bout("hollow giant*2 v delver");
    arena_fight(&bout, 1, NULL, &result);
    ck_assert_int_eq(result.end, ARENA_FOES_WON);
    ck_assert_int_eq(result.delvers_dead, 1);
    ck_assert_int_eq(result.health_lost, 100);
}

TEST(a_fight_is_told_in_the_words_of_the_game)
{
    struct arena_result result;
    char text[4096] = "";
    FILE *tale = fmemopen(text, sizeof text, "w");

    read_bout("cellar rat v delver");
    arena_fight(&bout, 1, tale, &result);
    fclose(tale);
    ck_assert_ptr_nonnull(strstr(text, "You hit the cellar rat"));
}
