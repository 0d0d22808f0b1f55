/*
 * Kinds that must be learned, scrolls of mapping and waking, places of niches, and spoils.
 */
#include <stdlib.h>

#include "support/stage.h"
#include "support/test.h"
#include "world/loot.h"
#include "world/turn.h"
#include "world/population.h"
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
    stage_delver(&stage, ada)->danger.safe_until = 0;
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

TEST(a_use_heals_and_lasts_as_is_told_of_it)
{
    static const struct {
        enum item_kind kind;
        enum status_id status;
    } rows[] = {
        {ITEM_CLEAR_HEAD, STATUS_CLEAR},
        {ITEM_SWIFTNESS, STATUS_HASTED},
        {ITEM_FAR_SIGHT, STATUS_FAR_SIGHTED},
        {ITEM_SHADOW, STATUS_UNSEEN},
        {ITEM_STONE_SKIN, STATUS_STONE},
        {ITEM_FLOATING, STATUS_FLOATING},
        {ITEM_MURK, STATUS_DIM},
        {ITEM_FUMES, STATUS_POISONED},
        {ITEM_SLUMBER, STATUS_ASLEEP},
        {ITEM_GLOW, STATUS_GLOWING},
        {ITEM_CHARM_SWIFTNESS, STATUS_HASTED},
    };
    static const enum item_kind healers[] = {ITEM_MENDING, ITEM_CHARM_MENDING, ITEM_KIN,
                                             ITEM_CHARM_FELLOWS};
    struct statuses *statuses = &delver()->body.statuses;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        *statuses = (struct statuses){0};
        use(rows[i].kind);
        ck_assert_msg(statuses->left[rows[i].status] == use_beats(rows[i].kind), "%s: %d",
                      item_row(rows[i].kind)->name, statuses->left[rows[i].status]);
    }
    *statuses = (struct statuses){0};
    for (size_t i = 0; i < sizeof healers / sizeof healers[0]; i++) {
        delver()->body.health = 1;
        int told = use_heals(delver(), healers[i]);
        use(healers[i]);
        ck_assert_msg(delver()->body.health == 1 + told, "%s: %d", item_row(healers[i])->name,
                      delver()->body.health);
    }
}

TEST(a_scroll_of_mapping_shows_the_level)
{
    size_t cells = level_cell_count(stage_level(&stage));

    delver_set_memory(delver(), delver_memory_new(cells), cells);
    use(ITEM_MAPPING);
    /* The hall and the place of the stairs down with their walls, and not the rock. */
    ck_assert_uint_eq(delver()->explored, 156);
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
