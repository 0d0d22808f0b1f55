/*
 * The arithmetic of a fight: chances, hits and armour, and a known sequence of blows.
 */
#include "world/fight.h"

#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "support/test.h"

enum { BLOWS = 20000 }; /* that see every outcome of any pair below */

/* The outcomes of many blows of one pair. */
struct tally {
    int misses;
    int hits;
    int tells;
    int least; /* damage of a hit */
    int most;
    int least_telling;
};

static struct tally strike_often(const struct fighter *striker, const struct fighter *target,
                                 enum damage_kind kind, enum surprise surprise)
{
    struct tally tally = {.least = INT32_MAX, .least_telling = INT32_MAX};
    struct rng rng;

    rng_init(&rng, 5);
    for (int i = 0; i < BLOWS; i++) {
        struct blow blow = fight_strike(&rng, striker, target, kind, surprise);
        tally.misses += blow.outcome == BLOW_MISSES;
        tally.hits += blow.outcome != BLOW_MISSES;
        tally.tells += blow.outcome == BLOW_TELLS;
        if (blow.outcome == BLOW_MISSES)
            ck_assert_int_eq(blow.damage, 0);
        else if (blow.damage < tally.least)
            tally.least = blow.damage;
        if (blow.outcome == BLOW_TELLS && blow.damage < tally.least_telling)
            tally.least_telling = blow.damage;
        tally.most = blow.damage > tally.most ? blow.damage : tally.most;
    }
    return tally;
}

/* Fails unless `count` of the blows are `percent` in 100, give or take one. */
static void expect_share(int count, int percent)
{
    ck_assert_int_ge(count, BLOWS / 100 * (percent - 1));
    ck_assert_int_le(count, BLOWS / 100 * (percent + 1));
}

TEST(a_chance_is_three_a_point_and_ends_at_its_clamps)
{
    static const struct {
        int attack, defence, chance;
    } rows[] = {{7, 8, 72},  {8, 7, 78},  {5, 5, 75},  {11, 5, 93},   {12, 5, 95},
                {90, 5, 95}, {5, 26, 12}, {5, 27, 10}, {0, 1000, 10}, {1000, 0, 95}};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        ck_assert_int_eq(fight_chance(rows[i].attack, rows[i].defence), rows[i].chance);
}

TEST(level_and_what_is_worn_make_attack_and_defence)
{
    const struct species_row *hound = species_row(SPECIES_GATE_HOUND);

    ck_assert_int_eq(fight_attack(7, 1), 9);
    ck_assert_int_eq(fight_defence(7, 2, false), 9);
    ck_assert_int_eq(fight_defence(7, -1, true), 7);
    ck_assert_int_eq(fight_foe(hound, 0).attack, 6);
    ck_assert_int_eq(fight_foe(hound, 2).attack, 8);
    ck_assert_int_eq(fight_foe(hound, 2).defence, 8);
    ck_assert_int_eq(fight_foe(species_row(SPECIES_SLUICE_CRAB), 0).armour, 7);
}

TEST(as_many_blows_hit_as_the_chance_says_and_a_tenth_of_them_tell)
{
    static const int differences[] = {-40, -5, 0, 3, 40};
    const struct fighter target = {.defence = 50};

    for (size_t i = 0; i < sizeof differences / sizeof differences[0]; i++) {
        const struct fighter striker = {.attack = 50 + differences[i], .damage = {1, 6}};
        int chance = fight_chance(striker.attack, target.defence);
        struct tally tally = strike_often(&striker, &target, DAMAGE_BLOW, SURPRISE_NONE);
        expect_share(tally.hits, chance);
        expect_share(tally.tells, chance / 10);
    }
}

TEST(a_telling_blow_shows_the_most_and_no_blow_does_more)
{
    const struct fighter striker = {.attack = 5, .damage = {2, 6}, .temper = 3};
    struct tally tally =
        strike_often(&striker, &(struct fighter){.defence = 5}, DAMAGE_BLOW, SURPRISE_NONE);

    ck_assert_int_eq(fight_most(&striker, SURPRISE_NONE), 15);
    ck_assert_int_eq(tally.least, 5);
    ck_assert_int_eq(tally.most, 15);
    ck_assert_int_eq(tally.least_telling, 15);
}

TEST(a_surprise_always_hits_and_shows_the_dice_again)
{
    const struct fighter striker = {.attack = 0, .damage = {1, 5}, .temper = 2};
    const struct fighter target = {.defence = 100};
    struct tally tally = strike_often(&striker, &target, DAMAGE_BLOW, SURPRISE_PLAIN);

    ck_assert_int_eq(tally.misses, 0);
    ck_assert_int_eq(tally.least, 4);
    ck_assert_int_eq(tally.most, 12);
    ck_assert_int_eq(fight_most(&striker, SURPRISE_PLAIN), 12);
    tally = strike_often(&striker, &target, DAMAGE_BLOW, SURPRISE_KNIFE);
    ck_assert_int_eq(tally.least, 5);
    ck_assert_int_eq(tally.most, 17);
    ck_assert_int_eq(tally.least_telling, 17);
}

TEST(armour_counts_by_the_kind_of_damage)
{
    static const int counted[DAMAGE_COUNT] = {[DAMAGE_BLOW] = 7,
                                              [DAMAGE_MISSILE] = 7,
                                              [DAMAGE_FIRE] = 3,
                                              [DAMAGE_BLAST] = 3,
                                              [DAMAGE_SPIRIT] = 0};
    const struct fighter striker = {.attack = 5, .damage = {1, 1}, .temper = 19};
    const struct fighter target = {.defence = 5, .armour = 7};

    for (enum damage_kind kind = DAMAGE_BLOW; kind < DAMAGE_COUNT; kind++) {
        struct tally tally = strike_often(&striker, &target, kind, SURPRISE_NONE);
        ck_assert_int_eq(fight_armour(target.armour, kind), counted[kind]);
        ck_assert_int_eq(tally.most, 20);
        ck_assert_int_eq(tally.least, 20 - counted[kind]);
    }
}

TEST(a_blow_that_armour_takes_glances_off)
{
    const struct fighter striker = {.attack = 5, .damage = {1, 3}};
    struct tally tally = strike_often(&striker, &(struct fighter){.defence = 5, .armour = 10},
                                      DAMAGE_BLOW, SURPRISE_NONE);

    ck_assert_int_eq(tally.least, 0);
    ck_assert_int_eq(tally.most, 3);
}

/* A word a blow: 'm' missed, 'h' hit, 't' told, and the damage. */
TEST(two_hundred_blows_are_the_known_ones)
{
    static const char first[] =
        "h5 m0 m0 m0 m0 m0 h7 h8 h7 h7 h6 h7 h2 t10 h6 m0 m0 h2 h17 h4 h4 t10 t9 ";
    const struct fighter delver = {
        .attack = 9, .defence = 8, .damage = {2, 5}, .temper = 1, .armour = 5};
    const struct fighter sergeant = fight_foe(species_row(SPECIES_SERGEANT), 1);
    char text[2000] = "";
    size_t length = 0;
    struct hash hash;
    struct rng rng;

    rng_init(&rng, 2026);
    for (int i = 0; i < 200; i++) {
        const struct fighter *striker = i % 2 == 0 ? &delver : &sergeant;
        const struct fighter *target = i % 2 == 0 ? &sergeant : &delver;
        enum damage_kind kind = (enum damage_kind)(i / 2 % DAMAGE_COUNT);
        enum surprise surprise = i % 20 == 18 ? SURPRISE_PLAIN : SURPRISE_NONE;
        struct blow blow = fight_strike(&rng, striker, target, kind, surprise);
        length += (size_t)snprintf(text + length, sizeof text - length, "%c%d ",
                                   "mht"[blow.outcome], blow.damage);
    }
    hash_init(&hash);
    hash_bytes(&hash, text, length);
    ck_assert_msg(strncmp(text, first, strlen(first)) == 0, "%s", text);
    ck_assert_msg(hash.value == UINT64_C(0x3477b4290b1ae953), "0x%016llx: %s",
                  (unsigned long long)hash.value, text);
}
