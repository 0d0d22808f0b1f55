/*
 * Things that are drunk, read, pointed and thrown, finds in niches, and spoils of foes.
 */
#include <stdlib.h>

#include "support/stage.h"
#include "support/test.h"
#include "world/beat.h"
#include "world/find.h"
#include "world/niche.h"
#include "world/use.h"

static const char hall[] = "##############################\n"
                           "#<...........................#\n"
                           "#............................#\n"
                           "#............................#\n"
                           "##############################\n";

static struct stage stage;
static body_id ada;

static void set_up(void)
{
    stage_init(&stage, hall);
    ada = stage_join(&stage, 1, pos_of(3, 2));
    stage_delver(&stage, ada)->peril.safe_until = 0;
    stage_delver(&stage, ada)->body.health_max = 20;
    stage_delver(&stage, ada)->body.health = 20;
}

static void tear_down(void)
{
    stage_release(&stage);
}

static struct delver *delver(void)
{
    return stage_delver(&stage, ada);
}

static uint32_t give(enum item_kind kind)
{
    struct stack stack = stack_of(kind, 1);

    stack.charges = item_row(kind)->charges[0];
    return pack_put(&delver()->life.pack, stack);
}

/* Applied at once, so that nothing else happens in between. */
static void use_at(uint32_t object, body_id target, uint32_t other)
{
    const struct action action = {
        .verb = ACTION_USE, .object = object, .target = target, .other = other};

    stage_level(&stage)->events.count = 0;
    action_apply(stage.world, &delver()->body, &action);
}

static void use(enum item_kind kind)
{
    use_at(give(kind), 0, OBJECT_WORN + SLOT_WEAPON);
}

static struct foe *put(enum species_id species, int x, int y)
{
    return foe_add(stage.world, species, stage_level(&stage), pos_of(x, y), MOOD_ASLEEP);
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_draught_of_mending_gives_two_fifths_and_six_and_ends_poison)
{
    delver()->body.health = 3;
    (void)statuses_add(&delver()->body.statuses, STATUS_POISONED, 4);
    use(ITEM_MENDING);
    ck_assert_int_eq(delver()->body.health, 3 + 20 * 2 / 5 + 6);
    ck_assert(!statuses_have(&delver()->body.statuses, STATUS_POISONED));
    ck_assert_int_eq(stage_event(&stage, EVENT_ITEM_USED, ada)->count, 14);
    ck_assert_uint_eq(pack_peek(&delver()->life.pack, OBJECT_CARRIED + 1)->count, 2);
}

TEST(what_only_heals_is_kept_while_there_is_nothing_to_heal)
{
    static const enum item_kind kinds[] = {ITEM_MENDING, ITEM_BANDAGE, ITEM_CHARM_MENDING};

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        uint32_t object = give(kinds[i]);
        uint32_t count = pack_peek(&delver()->life.pack, object)->count;
        use_at(object, 0, 0);
        stage_expect_refusal(&stage, ada, REFUSAL_UNHURT);
        ck_assert_uint_eq(pack_peek(&delver()->life.pack, object)->count, count);
        ck_assert_uint_eq(pack_peek(&delver()->life.pack, object)->rest, 0);
    }
    (void)statuses_add(&delver()->body.statuses, STATUS_POISONED, 4);
    use(ITEM_MENDING);
    ck_assert_ptr_nonnull(stage_event(&stage, EVENT_ITEM_USED, ada));
}

TEST(a_draught_of_heart_is_for_good)
{
    delver()->body.health = 1;
    use(ITEM_HEART);
    ck_assert_int_eq(delver()->body.health_max, 26);
    ck_assert_int_eq(delver()->body.health, 26);
    delver()->body.health_max = RANGE_HEALTH_MAX - 1;
    use(ITEM_HEART);
    ck_assert_int_eq(delver()->body.health_max, RANGE_HEALTH_MAX);
}

TEST(a_use_teaches_the_kind)
{
    ck_assert(!life_knows(&delver()->life, ITEM_SWIFTNESS));
    use(ITEM_SWIFTNESS);
    ck_assert(life_knows(&delver()->life, ITEM_SWIFTNESS));
    ck_assert(!life_knows(&delver()->life, ITEM_MURK));
    ck_assert(statuses_have(&delver()->body.statuses, STATUS_HASTED));
    ck_assert_ptr_nonnull(stage_event(&stage, EVENT_ITEM_NAMED, ada));
    ck_assert(life_knows(&delver()->life, ITEM_MENDING));
}

TEST(no_two_kinds_that_must_be_learned_share_a_bit)
{
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++) {
        struct life life = life_new();
        int known = 0;
        if (!life_learn(&life, kind))
            continue;
        for (enum item_kind other = 0; other < ITEM_KIND_COUNT; other++) {
            struct life fresh = life_new();
            known += life_knows(&life, other) && !life_knows(&fresh, other);
        }
        ck_assert_msg(known == 1, "%s", item_row(kind)->name);
    }
}

TEST(a_scroll_of_tempering_makes_one_worn_thing_better)
{
    use(ITEM_TEMPERING);
    ck_assert_int_eq(delver()->life.pack.worn[SLOT_WEAPON].temper, 1);
    use_at(give(ITEM_TEMPERING), 0, OBJECT_NONE);
    stage_expect_refusal(&stage, ada, REFUSAL_USE_WHAT);
    ck_assert_uint_ne(pack_find(&delver()->life.pack, ITEM_TEMPERING), OBJECT_NONE);
}

TEST(a_scroll_of_elsewhere_carries_off)
{
    use(ITEM_ELSEWHERE);
    ck_assert_int_ge(pos_distance(delver()->body.at, pos_of(3, 2)), 20);
    ck_assert_ptr_nonnull(stage_event(&stage, EVENT_CARRIED_OFF, ada));
}

TEST(a_scroll_of_return_takes_five_beats)
{
    use(ITEM_RETURN);
    stage_ticks(&stage, 4 * BEAT_TICKS);
    ck_assert_int_eq(delver()->body.state, BODY_PRESENT);
    stage_ticks(&stage, BEAT_TICKS + 1);
    ck_assert_int_eq(delver()->body.state, BODY_TRANSIT);
    ck_assert_int_eq(delver()->transit_passage, PASSAGE_RETURNED);
    ck_assert_ptr_null(level_grave_at(stage.world, stage_level(&stage), pos_of(3, 2)));
}

TEST(harm_breaks_a_return)
{
    use(ITEM_RETURN);
    use_break(delver());
    ck_assert_ptr_nonnull(stage_event(&stage, EVENT_RETURN_BROKEN, ada));
    stage_ticks(&stage, 6 * BEAT_TICKS);
    ck_assert_int_eq(delver()->body.state, BODY_PRESENT);
}

TEST(a_scroll_of_mapping_shows_the_level)
{
    size_t cells = level_cell_count(stage_level(&stage));

    delver_set_memory(delver(), delver_memory_new(cells), cells);
    use(ITEM_MAPPING);
    /* The hall and the place of the stairs down with their walls, and not the rock. */
    ck_assert_uint_eq(delver()->explored, 156);
}

TEST(a_bandage_heals_over_three_beats)
{
    delver()->body.health = 1;
    use(ITEM_BANDAGE);
    ck_assert_int_eq(delver()->body.health, 1);
    stage_ticks(&stage, 3 * BEAT_TICKS + 2);
    ck_assert_int_ge(delver()->body.health, 9);
    ck_assert_int_le(delver()->body.health, 11);
}

TEST(a_wand_loses_a_charge_and_then_is_spent)
{
    struct foe *mould = put(SPECIES_GREY_MOULD, 8, 2);
    uint32_t wand = give(ITEM_WAND_FROST);

    pack_stack(&delver()->life.pack, wand)->charges = 1;
    use_at(wand, mould->body.id, 0);
    ck_assert_int_eq(pack_peek(&delver()->life.pack, wand)->charges, 0);
    ck_assert_ptr_nonnull(stage_event(&stage, EVENT_STRUCK, ada));
    use_at(wand, mould->body.id, 0);
    stage_expect_refusal(&stage, ada, REFUSAL_NO_CHARGES);
}

TEST(a_charm_rests_and_can_be_used_again)
{
    uint32_t charm = give(ITEM_CHARM_MENDING);

    beat_begin(stage.world, &delver()->body);
    delver()->body.health = 15;
    use_at(charm, 0, 0);
    ck_assert_uint_eq(pack_peek(&delver()->life.pack, charm)->rest, 400);
    use_at(charm, 0, 0);
    stage_expect_refusal(&stage, ada, REFUSAL_RESTS);
    stage_ticks(&stage, 2 * BEAT_TICKS + 1);
    ck_assert_uint_eq(pack_peek(&delver()->life.pack, charm)->rest, 398);
}

TEST(a_fire_pot_harms_foes_around_and_no_other_delver)
{
    struct foe *near = put(SPECIES_GREY_MOULD, 8, 2);
    struct foe *beside = put(SPECIES_GREY_MOULD, 9, 3);
    struct foe *far = put(SPECIES_GREY_MOULD, 11, 2);
    body_id brom = stage_join(&stage, 2, pos_of(8, 1));
    const struct action throw = {
        .verb = ACTION_THROW, .object = give(ITEM_FIRE_POT), .target = near->body.id};
    int health = stage_delver(&stage, brom)->body.health;

    action_apply(stage.world, &delver()->body, &throw);
    ck_assert_int_lt(near->body.health, near->body.health_max);
    ck_assert_int_lt(beside->body.health, beside->body.health_max);
    ck_assert_int_eq(far->body.health, far->body.health_max);
    ck_assert_int_eq(stage_delver(&stage, brom)->body.health, health);
    ck_assert_ptr_null(level_item_at(stage.world, stage_level(&stage), pos_of(8, 2)));
}

TEST(a_shot_needs_a_launcher_and_harms_from_afar)
{
    struct foe *mould = put(SPECIES_GREY_MOULD, 8, 2);
    const struct action fire = {.verb = ACTION_FIRE, .target = mould->body.id};

    delver()->life.pack.worn[SLOT_LAUNCHER] = stack_of(ITEM_SLING, 1);
    action_apply(stage.world, &delver()->body, &fire);
    ck_assert_uint_eq(stage_event(&stage, EVENT_SHOT, ada)->other, mould->body.id);
    ck_assert_uint_eq(delver()->body.ready_at - body_lived(&delver()->body), BEAT_TICKS * 11 / 10);
}

TEST(nothing_is_shot_or_zapped_in_a_direction_where_a_foe_in_view_is_too_far_away)
{
    const struct action fire = {.verb = ACTION_FIRE, .dir = DIR_EAST};
    const struct action zap = {
        .verb = ACTION_USE, .object = give(ITEM_WAND_SPARKS), .dir = DIR_EAST};

    delver()->life.pack.worn[SLOT_LAUNCHER] = stack_of(ITEM_SLING, 1);
    delver()->life.pack.worn[SLOT_LAMP] = stack_of(ITEM_LAMP_STEEL_LANTERN, 1);
    (void)put(SPECIES_GREY_MOULD, 12, 2);
    action_apply(stage.world, &delver()->body, &fire);
    stage_expect_refusal(&stage, ada, REFUSAL_TOO_FAR);
    stage_level(&stage)->events.count = 0;
    action_apply(stage.world, &delver()->body, &zap);
    stage_expect_refusal(&stage, ada, REFUSAL_TOO_FAR);
}

TEST(a_niche_gives_once_in_a_life)
{
    level_set_tile(stage_level(&stage), pos_of(4, 2), TILE_NICHE);
    level_find_niches(stage_level(&stage));
    stage_act(&stage, ada, ACTION_MOVE, DIR_EAST);
    stage_tick(&stage);
    ck_assert_int_eq(stage_event(&stage, EVENT_NICHE, ada)->stack.kind, ITEM_TEMPERING);
    ck_assert_uint_ne(pack_find(&delver()->life.pack, ITEM_TEMPERING), OBJECT_NONE);
    uint32_t bandages = pack_find(&delver()->life.pack, ITEM_BANDAGE);
    ck_assert_uint_eq(pack_peek(&delver()->life.pack, bandages)->count, 2);
    ck_assert(life_has_opened(&delver()->life, NICHE_TEMPERING, 1));
    for (int i = 0; i < 2; i++) {
        stage_act(&stage, ada, ACTION_MOVE, i == 0 ? DIR_WEST : DIR_EAST);
        stage_ticks(&stage, 6);
    }
    ck_assert_ptr_null(stage_event(&stage, EVENT_NICHE, ada));
    ck_assert_uint_eq(pack_peek(&delver()->life.pack, bandages)->count, 2);
}

TEST(a_niche_stays_closed_to_a_pack_without_room)
{
    level_set_tile(stage_level(&stage), pos_of(4, 2), TILE_NICHE);
    level_find_niches(stage_level(&stage));
    while (pack_room(&delver()->life.pack, &(struct stack){.kind = ITEM_HELM, .count = 1}) > 0)
        (void)give(ITEM_HELM);
    stage_act(&stage, ada, ACTION_MOVE, DIR_EAST);
    stage_tick(&stage);
    stage_expect_refusal(&stage, ada, REFUSAL_NICHE_FULL);
    ck_assert(!life_has_opened(&delver()->life, NICHE_TEMPERING, 1));
}

TEST(niches_lie_apart_and_far_from_the_stairs_up)
{
    struct population_search *search = malloc(sizeof *search);
    struct rng rng;

    ck_assert_ptr_nonnull(search);
    rng_init(&rng, 4);
    niches_place(stage_level(&stage), &rng, search);
    free(search);
    const struct level *level = stage_level(&stage);
    ck_assert_int_eq(level->niche_count, 2);
    ck_assert_int_ge(pos_distance(level->niches[0], level->niches[1]), 8);
    for (int i = 0; i < level->niche_count; i++)
        ck_assert_int_ge(level->niches[i].x, 16);
}

/* The scroll wakes more foes than the list of events has room for. */
TEST(a_scroll_of_waking_wakes_all_and_tells_what_it_can)
{
    struct event_list *events = &stage_level(&stage)->events;
    int awake = 0;

    for (int i = 0; i < STAGE_FOES_MAX; i++)
        put(SPECIES_GREY_MOULD, 6 + 2 * i, 2);
    const struct action action = {.verb = ACTION_USE, .object = give(ITEM_WAKING)};
    events->count = events->max - EVENTS_SPARE / 4 - 4;
    action_apply(stage.world, &delver()->body, &action);
    ck_assert_uint_le(events->count, events->max);
    for (body_id id = stage_level(&stage)->first_foe; id != 0;
         id = world_body(stage.world, id)->next)
        awake += foe_is_awake(body_foe(world_body(stage.world, id)));
    ck_assert_int_eq(awake, STAGE_FOES_MAX);
}

TEST(spoils_are_less_with_each_foe_of_a_kind)
{
    const struct species_row *row = species_row(SPECIES_DRUDGE);
    uint64_t before[2];

    /* The rare ones first: the level has places for a few things only. */
    for (int kills = 100; kills >= 1; kills -= 99) {
        struct ledger_page *page = &stage_level(&stage)->ledger;
        *page = (struct ledger_page){0};
        for (int i = 0; i < 100; i++)
            spoils_leave(stage.world, delver(), row, kills, pos_of(5, 2));
        before[kills / 100] = 0;
        for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++)
            before[kills / 100] += page->made[kind];
    }
    ck_assert_uint_gt(before[0], 0);
    ck_assert_uint_eq(before[1], 0);
}

static int health_of(body_id foe)
{
    const struct body *body = world_body(stage.world, foe);

    return body == NULL ? 0 : body->health;
}

TEST(fire_throat_burns_all_foes_in_a_cone_of_four_cells)
{
    /* Ada stands at 3,2. */
    const struct {
        struct pos at;
        bool is_burnt;
    } rows[] = {
        {{5, 2}, true}, {{6, 1}, true}, {{7, 2}, true}, {{8, 2}, false}, {{3, 1}, false},
    };
    enum { ROWS = sizeof rows / sizeof rows[0], HEALTH = 1000 };
    body_id foes[ROWS];

    for (int i = 0; i < ROWS; i++) {
        foes[i] = stage_foe(&stage, SPECIES_DRUDGE, rows[i].at);
        world_body(stage.world, foes[i])->health = HEALTH;
    }
    use_at(give(ITEM_FIRE_THROAT), foes[0], 0);
    for (int i = 0; i < ROWS; i++)
        ck_assert_msg((health_of(foes[i]) < HEALTH) == rows[i].is_burnt, "foe %d", i);
    ck_assert_int_eq(delver()->body.health, 20);
}
