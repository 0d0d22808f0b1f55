/*
 * Companies: who belongs together by distance, sight and foes, and how long.
 */
#include "support/test.h"
#include "world/sight.h"

#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "world/company.h"

enum { MEMBERS_MAX = 200, PARTING_TICKS = 150, WIDTH = 200, HEIGHT = 100 };

static struct company_search search;
static struct company_member members[MEMBERS_MAX];
static uint64_t dark_bits[(WIDTH * HEIGHT + 63) / 64];
static uint64_t light_bits[(WIDTH * HEIGHT + 63) / 64];
static const struct sight dark = {.bits = dark_bits, .width = WIDTH, .height = HEIGHT};
static const struct sight light = {.bits = light_bits, .width = WIDTH, .height = HEIGHT};
static int count;

static void set_up(void)
{
    memset(members, 0, sizeof members);
    memset(light_bits, 0xff, sizeof light_bits);
    count = 0;
}

/* Adds a member in the row y = 1 who sees nobody and is in the common party. */
static void add(int x)
{
    members[count++] = (struct company_member){.at = pos_of(x, 1), .sight = &dark, .party = 1};
}

static void search_at(uint64_t clock)
{
    company_begin(&search, members, count);
    company_end(&search, members, count, clock, PARTING_TICKS);
}

/* The companies as text: a letter for each member, 'a' for that of the first. */
static void expect(const char *letters)
{
    char found[MEMBERS_MAX + 1] = "";
    char next = 'a';

    for (int i = 0; i < count; i++) {
        for (int j = 0; j < i && found[i] == '\0'; j++)
            found[i] = members[j].company == members[i].company ? found[j] : '\0';
        if (found[i] == '\0')
            found[i] = next++;
        found[i + 1] = '\0';
    }
    ck_assert_str_eq(found, letters);
}

TEST_FIXTURE(set_up, NULL);

TEST(members_of_a_party_within_eighteen_cells_are_a_company)
{
    add(10);
    add(28);
    add(47);
    search_at(1);
    expect("aab");
}

TEST(members_of_a_party_within_thirty_cells_are_one_if_either_sees_the_other)
{
    add(10);
    add(40);
    search_at(1);
    expect("ab");
    members[1].sight = &light;
    search_at(2);
    expect("aa");
    set_up();
    add(10);
    add(41);
    members[0].sight = &light;
    search_at(3);
    expect("ab");
}

TEST(strangers_are_none_however_near_they_pass)
{
    add(10);
    add(11);
    add(12);
    members[0].sight = members[1].sight = &light;
    members[1].party = 2;
    members[2].party = 0;
    search_at(1);
    expect("abc");
    /* Each of them may stand: it takes two. */
    members[1].is_standing = true;
    search_at(2);
    expect("abc");
}

TEST(strangers_who_stand_side_by_side_are_one_while_they_are_beside)
{
    add(10);
    add(11);
    members[0].party = members[1].party = 0;
    members[0].is_standing = members[1].is_standing = true;
    search_at(1);
    expect("aa");
    members[1].is_standing = false;
    search_at(2);
    ck_assert(!members[0].is_parting);
    members[1].at.x = 12;
    search_at(3);
    ck_assert(members[0].is_parting);
    search_at(3 + PARTING_TICKS);
    expect("ab");
}

TEST(links_lead_on)
{
    add(10);
    add(46);
    add(28);
    search_at(1);
    expect("aaa");
}

TEST(a_foe_that_both_fight_is_a_link)
{
    add(10);
    add(90);
    add(170);
    company_begin(&search, members, count);
    company_link(&search, 0, 2);
    company_end(&search, members, count, 1, PARTING_TICKS);
    expect("aba");
}

TEST(a_link_that_was_made_holds_farther)
{
    add(10);
    add(28);
    search_at(1);
    members[1].at.x = 34;
    search_at(2);
    ck_assert(!members[0].is_parting);
    members[1].at.x = 35;
    search_at(3);
    ck_assert(members[0].is_parting);
    members[1].at.x = 46;
    members[0].sight = &light;
    search_at(4);
    ck_assert_msg(!members[0].is_parting && !members[1].is_parting, "36 cells while it is seen");
    members[1].at.x = 47;
    search_at(5);
    ck_assert(members[1].is_parting);
}

TEST(a_company_that_came_apart_splits_after_five_beats)
{
    add(10);
    add(20);
    add(60);
    members[2].at.x = 30;
    search_at(1);
    expect("aaa");
    members[2].at.x = 60;
    search_at(100);
    expect("aaa");
    search_at(100 + PARTING_TICKS - 1);
    expect("aaa");
    search_at(100 + PARTING_TICKS);
    expect("aab");
    ck_assert(!members[0].is_parting && !members[2].is_parting);
}

TEST(a_company_that_comes_together_again_counts_from_the_start)
{
    add(10);
    add(20);
    search_at(1);
    members[1].at.x = 60;
    search_at(100);
    members[1].at.x = 20;
    search_at(200);
    members[1].at.x = 60;
    search_at(240);
    search_at(240 + PARTING_TICKS - 1);
    expect("aa");
    search_at(240 + PARTING_TICKS);
    expect("ab");
}

TEST(a_newcomer_has_no_company_of_before)
{
    add(10);
    search_at(1);
    add(34);
    search_at(2);
    expect("ab");
}

TEST(a_company_has_sixty_four_members_at_most)
{
    for (int i = 0; i < COMPANY_MAX; i++)
        add(10);
    search_at(1);
    /* A newcomer before all others in the order takes nobody's place. */
    memmove(members + 1, members, sizeof members[0] * (size_t)count++);
    members[0] = (struct company_member){.at = pos_of(10, 1), .sight = &dark, .party = 1};
    search_at(2);
    for (int i = 2; i < count; i++)
        ck_assert_uint_eq(members[i].company, members[1].company);
    ck_assert_uint_ne(members[0].company, members[1].company);
}

/* Marks a connected set by walking along the links: the union-find must find the same. */
static void mark_reached(int member, int number, int *numbers)
{
    numbers[member] = number;
    for (int i = 0; i < count; i++) {
        if (numbers[i] == 0 && pos_distance(members[member].at, members[i].at) <= 18)
            mark_reached(i, number, numbers);
    }
}

TEST(companies_are_the_connected_sets)
{
    for (uint64_t seed = 1; seed <= 200; seed++) {
        int numbers[MEMBERS_MAX] = {0};
        struct rng rng;
        rng_init(&rng, seed);
        set_up();
        for (int i = 0; i < 50; i++) {
            add((int)rng_below(&rng, WIDTH));
            members[i].at.y = (int16_t)rng_below(&rng, HEIGHT);
        }
        search_at(1);
        for (int i = 0; i < count; i++) {
            if (numbers[i] == 0)
                mark_reached(i, i + 1, numbers);
            ck_assert_int_eq(members[i].company, numbers[i]);
        }
    }
}

TEST(time_waits_for_one_and_runs_for_several)
{
    ck_assert_int_eq(company_state(1, 0), COMPANY_CALM);
    ck_assert_int_eq(company_state(5, 0), COMPANY_CALM);
    ck_assert_int_eq(company_state(1, 1), COMPANY_WAITING);
    ck_assert_int_eq(company_state(2, 1), COMPANY_RUNNING);
    ck_assert_int_eq(company_state(2, 2), COMPANY_RUNNING);
}

TEST(a_slower_pace_leaves_out_every_third_or_second_tick)
{
    static const struct {
        int pace;
        int lived;
    } paces[] = {{PACE_FULL, 600}, {PACE_SLOWER, 400}, {PACE_SLOWEST, 300}, {0, 600}};

    for (size_t i = 0; i < sizeof paces / sizeof paces[0]; i++) {
        int lived = 0;
        for (uint64_t tick = 0; tick < 600; tick++)
            lived += !company_skips(paces[i].pace, tick);
        ck_assert_int_eq(lived, paces[i].lived);
    }
}
