/*
 * Every kind that can be found does something: what is worn changes its bearer, what is thrown
 * changes a foe, and all else changes the world when it is used, and is never refused.
 */
#include "support/stage.h"
#include "support/test.h"
#include "world/blow.h"
#include "world/statuses.h"
#include "world/use.h"

static const char hall[] = "##############################\n"
                           "#<.......+...................#\n"
                           "#........#...................#\n"
                           "#........#...................#\n"
                           "##############################\n";

enum { THROWS = 60 }; /* one of so many hits */

static struct stage stage;
static body_id ada;
static body_id brom;
static body_id foe;

static struct delver *delver(void)
{
    return stage_delver(&stage, ada);
}

static void set_up(void)
{
    size_t cells;

    stage_init(&stage, hall);
    ada = stage_join(&stage, 1, pos_of(2, 2));
    brom = stage_join(&stage, 2, pos_of(2, 3));
    foe = foe_add(stage.world, SPECIES_BONE_SENTRY, stage_level(&stage), pos_of(5, 2), MOOD_ASLEEP)
              ->body.id;
    cells = level_cell_count(stage_level(&stage));
    delver_set_memory(delver(), delver_memory_new(cells), cells);
    delver_look(delver());
    for (int i = 0; i < 2; i++) {
        struct delver *one = stage_delver(&stage, i == 0 ? ada : brom);
        one->body.health_max = 40;
        one->body.health = 10;
        one->time.company = 1;
        one->time.state = COMPANY_CALM;
    }
    body_move(&stage_delver(&stage, brom)->body, pos_of(4, 3));
}

static void tear_down(void)
{
    stage_release(&stage);
}

/* True of kinds that lie about, are left by foes or wait in niches. */
static bool can_be_found(enum item_kind kind)
{
    return kind != ITEM_LAIR_KEY && kind != ITEM_BUNDLE && kind != ITEM_EMBER && kind != ITEM_GOLD;
}

static void hash_one(const struct body *body, struct hash *hash)
{
    hash_u64(hash, (uint64_t)body->at.x << 32 | (uint64_t)body->at.y);
    hash_u64(hash, (uint64_t)body->health << 16 | (uint64_t)body->health_max);
    statuses_hash(&body->statuses, hash);
}

/* All that a use could change, apart from the thing itself and the time it takes. */
static uint64_t state(void)
{
    const struct delver *user = delver();
    struct body *target = world_body(stage.world, foe);
    struct hash hash;

    hash_init(&hash);
    hash_one(&user->body, &hash);
    hash_one(&stage_delver(&stage, brom)->body, &hash);
    hash_one(target, &hash);
    hash_u64(&hash, body_foe(target)->mind.mood);
    hash_u64(&hash, user->explored);
    hash_u64(&hash, user->effects.returning);
    hash_u64(&hash, user->effects.bandage);
    hash_u64(&hash, user->life.pack.worn[SLOT_WEAPON].temper);
    hash_u64(&hash, delver_remembered(user, stage_level(&stage)->down));
    wards_hash(&stage_level(&stage)->wards, &hash);
    level_hash(stage_level(&stage), &hash);
    return hash.value;
}

static uint32_t give(enum item_kind kind)
{
    struct stack stack = stack_of(kind, 1);

    stack.charges = item_row(kind)->charges[0];
    return pack_put(&delver()->life.pack, stack);
}

static void act(struct action action)
{
    stage_level(&stage)->events.count = 0;
    action_apply(stage.world, &delver()->body, &action);
}

static void expect_used(enum item_kind kind)
{
    uint32_t thing = give(kind);
    uint64_t before = state();

    act((struct action){
        .verb = ACTION_USE, .object = thing, .target = foe, .other = OBJECT_WORN + SLOT_WEAPON});
    ck_assert_msg(stage_event(&stage, EVENT_ITEM_USED, ada) != NULL, "%s is refused",
                  item_row(kind)->name);
    ck_assert_msg(state() != before, "%s has no effect", item_row(kind)->name);
}

static void expect_worn(enum item_kind kind)
{
    static const struct gear nothing;
    enum item_slot slot = item_row(kind)->slot;
    uint32_t thing = give(kind);

    delver()->life.pack.worn[slot] = (struct stack){0};
    act((struct action){.verb = ACTION_WEAR, .object = thing});
    ck_assert_int_eq(delver()->life.pack.worn[slot].kind, kind);
    for (enum item_slot other = SLOT_NONE; other < SLOT_COUNT; other++) {
        if (other != slot)
            delver()->life.pack.worn[other] = (struct stack){0};
    }
    struct gear gear = pack_gear(&delver()->life.pack);
    ck_assert_msg(memcmp(&gear, &nothing, sizeof gear) != 0 || item_row(kind)->dice.count > 0,
                  "%s changes nothing", item_row(kind)->name);
}

static void expect_thrown(enum item_kind kind)
{
    uint64_t before = state();

    for (int i = 0; i < THROWS && state() == before; i++)
        act((struct action){.verb = ACTION_THROW, .object = give(kind), .target = foe});
    struct body *target = world_body(stage.world, foe);
    ck_assert_msg(target->health < target->health_max ||
                      statuses_effect(&target->statuses, STATUS_CHANCE) != 0 ||
                      statuses_have(&target->statuses, STATUS_HELD),
                  "%s does a foe nothing", item_row(kind)->name);
}

TEST_FIXTURE(set_up, tear_down);

TEST_EACH(every_kind_that_can_be_found_does_something, ITEM_KIND_COUNT)
{
    enum item_kind kind = (enum item_kind)_i;

    if (!can_be_found(kind))
        return;
    if (item_row(kind)->slot != SLOT_NONE)
        expect_worn(kind);
    else if (item_row(kind)->class == CLASS_THROWN)
        expect_thrown(kind);
    else
        expect_used(kind);
}

TEST(at_least_fifty_kinds_can_be_found)
{
    int count = 0;

    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++)
        count += can_be_found(kind);
    ck_assert_int_ge(count, 50);
}
