/*
 * The estimate of a fight: by hand, in its words, against simulated fights, and of every kind at
 * the depth where a careful delver meets it.
 */
#include "world/estimate.h"

#include "content/theme.h"
#include "support/test.h"
#include "support/trial.h"
#include "world/fight.h"
#include "world/life.h"

/* A delver of level 7 with a long sword and a scale coat. */
static const struct fighter delver = {
    .attack = 8, .defence = 8, .damage = {1, 10}, .temper = 1, .armour = 5};

/* A whole foe of that kind. */
static struct opponent whole(const struct fighter *fighter, enum species_id id)
{
    const struct species_row *row = species_row(id);
    int most;
    const struct fighter side = estimate_foe(row, 1, 0, &most);

    return estimate_opponent(fighter, &side, row->health);
}

TEST(one_foe_is_reckoned_as_by_hand)
{
    /* Four blows of 5 points each, half of which hit: eight beats. It hits half as often for the
       mean of 2 to 12, of which the twelfth tells. */
    const struct fighter plain = {.attack = 10, .defence = 10, .temper = 5};
    const struct fighter foe = {.attack = 3, .defence = 19, .damage = {2, 6}};
    struct opponent opponent = estimate_opponent(&plain, &foe, 20);
    struct estimate estimate = estimate_fight(&opponent, 1);

    ck_assert_int_eq(fight_chance(plain.attack, foe.defence), 48);
    ck_assert_int_eq(fight_chance(foe.attack, plain.defence), 54);
    ck_assert_int_eq(estimate.beats, 834);
    /* (49 * 7 + 5 * 12) / 54 points, 54 in 100, for 8.34 beats. */
    ck_assert_int_eq(opponent.hurt / 100, 403);
    ck_assert_int_eq(estimate.loss, 3362);
}

TEST(armour_leaves_one_point_of_their_hits_and_may_stop_yours)
{
    const struct fighter iron = {.attack = 10, .defence = 10, .damage = {1, 2}, .armour = 40};
    const struct fighter crab = {.attack = 10, .defence = 10, .damage = {1, 6}, .armour = 40};
    struct opponent opponent = estimate_opponent(&iron, &crab, 15);

    ck_assert_int_eq(opponent.hurt, 7500);
    /* A hit does 1 of 1, or 3 of 2 points, of 41 that armour may take; one in ten tells. */
    ck_assert_int_gt(opponent.blows, 100 * 15 * 100 / 75 * 41 * 2 / 5);
    ck_assert_int_lt(opponent.blows, 100 * 15 * 100 / 75 * 41 / 2 + 100);
}

TEST(foes_are_taken_weakest_first_and_hurt_until_they_fall)
{
    const struct opponent sergeant = whole(&delver, SPECIES_SERGEANT);
    const struct opponent rat = whole(&delver, SPECIES_CELLAR_RAT);
    const struct opponent deserter = whole(&delver, SPECIES_DESERTER);
    struct opponent foes[] = {sergeant, rat, deserter};

    estimate_sort(foes, 3);
    ck_assert_int_eq(foes[0].blows, rat.blows);
    ck_assert_int_eq(foes[1].blows, deserter.blows);
    ck_assert_int_eq(foes[2].blows, sergeant.blows);
    struct estimate all = estimate_fight(foes, 3);
    struct estimate two = estimate_fight(foes, 2);
    ck_assert_int_eq(all.beats, rat.blows + deserter.blows + sergeant.blows);
    ck_assert_int_eq(all.loss, two.loss + (all.beats * sergeant.hurt + 9999) / 10000);
}

TEST(of_foes_that_fall_as_soon_the_milder_comes_first)
{
    struct opponent foes[] = {{.blows = 250, .hurt = 9000}, {.blows = 250, .hurt = 2000}};

    estimate_sort(foes, 2);
    ck_assert_int_eq(foes[0].hurt, 2000);
}

TEST(words_begin_at_their_share_of_the_health)
{
    static const struct {
        int64_t loss;
        const char *word;
    } rows[] = {{0, "harmless"},  {499, "harmless"},    {500, "easy"},  {1249, "easy"},
                {1250, "even"},   {2499, "even"},       {2500, "hard"}, {4499, "hard"},
                {4500, "deadly"}, {INT32_MAX, "deadly"}};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct estimate estimate = {.loss = rows[i].loss};
        ck_assert_str_eq(danger_name(estimate_danger(&estimate, 50)), rows[i].word);
    }
}

TEST(a_foe_is_told_in_the_numbers_of_its_worst_hit)
{
    struct prospect prospect =
        estimate_prospect(&delver, 22, species_row(SPECIES_DESERTER), 3, 16, 0);
    int most = 0;

    ck_assert_int_eq(prospect.its_chance, 72);
    ck_assert_int_eq(prospect.its_most, 8);
    ck_assert_int_eq(prospect.its_blows, 3);
    ck_assert_int_eq(prospect.your_chance, 78);
    ck_assert_int_eq(prospect.your_blows, 4);
    ck_assert_int_eq(prospect.danger, DANGER_EVEN);
    /* The arrow, and the first blow of a charge, are worse than the blow. */
    struct fighter archer = estimate_foe(species_row(SPECIES_DESERTER_ARCHER), 1, 1, &most);
    ck_assert_int_eq(most, 9);
    ck_assert_int_eq(archer.damage.sides, 9);
    ck_assert_int_eq(archer.attack, 10);
    (void)estimate_foe(species_row(SPECIES_TUNNEL_RUNNER), 1, 0, &most);
    ck_assert_int_eq(most, 18);
}

/* The beetle's first hit takes three points of armour for the rest of the fight. */
TEST(rust_counts_from_the_first_blow)
{
    const int armours[][2] = {{5, 2}, {3, 0}, {2, 0}, {0, 0}};
    struct fighter whole_armour = delver;
    struct fighter rusted = delver;
    int most = 0;
    struct fighter beetle = estimate_foe(species_row(SPECIES_RUST_BEETLE), 1, 0, &most);
    struct fighter rustless = beetle;

    rustless.rust = 0;
    for (size_t i = 0; i < sizeof armours / sizeof armours[0]; i++) {
        whole_armour.armour = armours[i][0];
        rusted.armour = armours[i][1];
        ck_assert_int_eq(estimate_opponent(&whole_armour, &beetle, 10).hurt,
                         estimate_opponent(&rusted, &rustless, 10).hurt);
    }
}

/* A lone barrel spider: two hits of 2 each, and poison of 2 beats each, which adds up to 5. */
TEST(poison_counts_in_the_danger_word)
{
    const struct fighter fresh = {.attack = 3, .defence = 1, .damage = {1, 5}, .armour = 2};
    struct prospect spider =
        estimate_prospect(&fresh, 20, species_row(SPECIES_BARREL_SPIDER), 1, 8, 0);
    struct prospect drudge = estimate_prospect(&fresh, 20, species_row(SPECIES_DRUDGE), 1, 8, 0);
    int most = 0;

    ck_assert_int_eq(estimate_foe(species_row(SPECIES_BARREL_SPIDER), 1, 0, &most).later, 3);
    ck_assert_int_eq(most, 3);
    ck_assert_int_gt(spider.danger, drudge.danger);
    ck_assert_int_ge(spider.danger, DANGER_HARD);
}

TEST(no_kind_strikes_more_than_once_in_the_beat_that_the_estimate_gives_it)
{
    for (enum species_id id = SPECIES_CELLAR_RAT; id < SPECIES_COUNT; id++)
        ck_assert_msg(species_row(id)->hit >= 100, "%s", species_row(id)->name);
}

/* Health that the delver loses until the foe falls; both strike once a beat, the delver first. */
static int fight_out(struct rng *rng, const struct fighter *fighter, const struct fighter *foe,
                     int health)
{
    int lost = 0;

    while (health > 0) {
        health -= fight_strike(rng, fighter, foe, DAMAGE_BLOW, SURPRISE_NONE).damage;
        if (health > 0)
            lost += fight_strike(rng, foe, fighter, DAMAGE_BLOW, SURPRISE_NONE).damage;
    }
    return lost;
}

/* A delver as level, niches and chance may make one. */
static struct fighter draw_delver(struct rng *rng, int level)
{
    return (struct fighter){
        .attack = fight_attack(level, rng_range(rng, -1, 2)),
        .defence = fight_defence(level, rng_range(rng, -2, 3), false),
        .damage = {(uint8_t)rng_range(rng, 1, 1 + level / 6), (uint8_t)rng_range(rng, 5, 8)},
        .temper = rng_range(rng, 0, level / 2),
        .armour = rng_range(rng, 0, level + 1),
    };
}

TEST(no_word_is_too_low_by_more_than_its_band)
{
    enum { PAIRS = 4000, FIGHTS = 60 };
    int words[DANGER_COUNT] = {0};
    struct rng rng;

    rng_init(&rng, 12);
    for (int i = 0; i < TEST_COUNT(PAIRS, PAIRS / 2); i++) {
        int level = rng_range(&rng, 1, 16);
        struct fighter fighter = draw_delver(&rng, level);
        int full = lesson_health(level);
        int health = rng_range(&rng, full / 2, full);
        enum species_id id =
            (enum species_id)rng_range(&rng, SPECIES_CELLAR_RAT, SPECIES_COUNT - 1);
        const struct species_row *row = species_row(id);
        const struct fighter foe = fight_foe(row, 0);
        struct opponent opponent = whole(&fighter, id);
        struct estimate estimate = estimate_fight(&opponent, 1);
        enum danger danger = estimate_danger(&estimate, health);
        int limit = danger_limit(danger);
        int64_t lost = 0;

        words[danger]++;
        if (limit == 0)
            continue;
        int band = danger == DANGER_HARMLESS ? limit : limit - danger_limit(danger - 1);
        for (int fight = 0; fight < FIGHTS; fight++)
            lost += fight_out(&rng, &fighter, &foe, row->health);
        ck_assert_msg(lost * 100 <= (int64_t)(limit + band) * health * FIGHTS,
                      "%s for level %d, armour %d: %s, but %d in 100 are lost", row->name, level,
                      fighter.armour, danger_name(danger), (int)(lost * 100 / health / FIGHTS));
    }
    for (enum danger danger = DANGER_HARMLESS; danger < DANGER_COUNT; danger++)
        ck_assert_int_gt(words[danger], 100);
}

TEST(every_kind_costs_a_careful_delver_what_its_group_allows)
{
    /* The one kind that costs more than the others that come in threes. */
    const enum species_id dearest = SPECIES_CANAL_REAVER;
    enum { DEAREST_COST = 29 };

    for (enum species_id id = SPECIES_CELLAR_RAT; id < SPECIES_COUNT; id++) {
        const struct species_row *row = species_row(id);
        const struct trial trial = trial_of(row);
        if (id == dearest)
            ck_assert_int_eq(trial.cost, DEAREST_COST);
        else
            ck_assert_msg(trial.cost >= trial.least && trial.cost <= trial.most, "%s costs %d",
                          row->name, trial.cost);
    }
}

TEST(every_kind_falls_in_one_to_ten_beats_and_a_boss_in_ten_to_twenty_eight)
{
    for (enum species_id id = SPECIES_CELLAR_RAT; id < SPECIES_COUNT; id++) {
        const struct species_row *row = species_row(id);
        int64_t beats = trial_of(row).beats;
        ck_assert_msg(beats >= (row->is_boss ? 1000 : 100) && beats <= (row->is_boss ? 2800 : 1000),
                      "%s falls in %d hundredths of a beat", row->name, (int)beats);
    }
}

TEST(every_foe_of_the_deep_costs_more_a_depth_further_down)
{
    const struct careful careful = careful_at(TRIAL_TENTHS_LAST);
    const struct fighter fighter = careful_fighter(&careful);

    for (enum species_id id = SPECIES_CELLAR_RAT; id < SPECIES_COUNT; id++) {
        const struct species_row *row = species_row(id);
        int64_t last = 0;
        for (int depth = GROWTH_DEPTH_FIRST - 1; depth <= DEPTH_MAX; depth++) {
            int most = 0;
            const struct fighter foe = estimate_foe(row, depth, 0, &most);
            struct opponent opponent = estimate_opponent(&fighter, &foe, growth_health(row, depth));
            int64_t loss = estimate_fight(&opponent, 1).loss;
            if (row->depth.low >= 16)
                ck_assert_msg(loss > last, "%s on depth %d", row->name, depth);
            last = loss;
        }
        ck_assert_int_eq(growth_health(row, GROWTH_DEPTH_FIRST - 1), row->health);
    }
}
