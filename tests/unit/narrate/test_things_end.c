/*
 * Nothing ends without a word: after each deed with a thing, on an empty level, on a full one and
 * with a full pack, in a dungeon without foes, its player reads how that went; what is no more,
 * and what lies elsewhere than where it was let go, is told of.
 */
#include <stdio.h>
#include <string.h>

#include "narrate/words.h"
#include "support/stage.h"
#include "support/test.h"
#include "world/carry.h"
#include "world/loot.h"
#include "world/grave.h"
#include "world/world.h"

static const char hall[] = "############\n"
                           "#<.........#\n"
                           "#..........#\n"
                           "#......~~..#\n"
                           "#..........#\n"
                           "############\n";

enum { TOLD_MAX = 2048 };

enum ground { GROUND_OPEN, GROUND_FULL_LEVEL, GROUND_FULL_PACK, GROUND_COUNT };

/* On how many grounds a verb meets a thing. */
enum { GROUNDS_A_VERB = TEST_COUNT(GROUND_COUNT, 1) };

static const char *const ground_names[] = {"open", "full level", "full pack"};

struct scene {
    struct stage stage;
    body_id ada;
    uint32_t object;     /* the thing at hand */
    char told[TOLD_MAX]; /* to Ada in the last tick, sentences with a blank between them */
};

static struct delver *ada_of(const struct scene *scene)
{
    return stage_delver(&scene->stage, scene->ada);
}

static void fill_pack(struct scene *scene)
{
    struct pack *pack = &ada_of(scene)->life.pack;
    const struct stack helm = stack_of(ITEM_HELM, 1);

    while (pack_room(pack, &helm) > 0)
        (void)pack_put(pack, helm);
}

/* Nothing on it may go for something else. */
static void fill_level(struct scene *scene)
{
    stage_level(&scene->stage)->item_count = ITEM_LEVEL_MAX;
}

static void set_scene(struct scene *scene, enum ground ground, enum item_kind kind)
{
    stage_init(&scene->stage, hall);
    scene->ada = stage_join(&scene->stage, 1, pos_of(3, 2));
    (void)stage_item(&scene->stage, ITEM_BOOTS, pos_of(3, 2));
    scene->object = pack_put(&ada_of(scene)->life.pack, stack_of(kind, 1));
    if (ground == GROUND_FULL_PACK)
        fill_pack(scene);
    if (ground == GROUND_FULL_LEVEL)
        fill_level(scene);
    scene->told[0] = '\0';
}

static void tick(struct scene *scene)
{
    struct event_cursor cursor = {0};
    const struct event *event;
    char text[WORDS_MAX];
    size_t length = 0;
    enum role role;

    stage_tick(&scene->stage);
    scene->told[0] = '\0';
    while ((event = world_next_event(scene->stage.world, &cursor)) != NULL) {
        if (words_event(scene->stage.world, event, ada_of(scene), text, sizeof text, &role) &&
            length + strlen(text) + 2 < sizeof scene->told)
            length +=
                (size_t)snprintf(scene->told + length, sizeof scene->told - length, "%s ", text);
    }
}

static void do_now(struct scene *scene, struct action action)
{
    stage_use(&scene->stage, scene->ada, action);
    tick(scene);
}

static void expect_told(const struct scene *scene, const char *wanted)
{
    ck_assert_msg(strstr(scene->told, wanted) != NULL, "told \"%s\", not \"%s\"", scene->told,
                  wanted);
}

/* Things of that kind that Ada has. */
static uint32_t count_had(const struct scene *scene, enum item_kind kind)
{
    uint32_t count = 0;

    for (uint32_t object = OBJECT_CARRIED; object < OBJECT_END; object++) {
        const struct stack *thing = pack_peek(&ada_of(scene)->life.pack, object);
        count += thing != NULL && thing->kind == kind ? thing->count : 0;
    }
    return count;
}

static uint32_t count_lying(const struct scene *scene, enum item_kind kind)
{
    const struct world *world = scene->stage.world;
    uint32_t count = 0;

    for (item_id id = stage_level(&scene->stage)->first_item; id != 0;
         id = world_item(world, id)->next)
        count += world_item(world, id)->stack.kind == kind ? world_item(world, id)->stack.count : 0;
    return count;
}

/* In the last tick: how many of that kind its events say are no more, or are let go. */
static uint32_t count_told(const struct scene *scene, enum item_kind kind, const bool *kinds)
{
    struct event_cursor cursor = {0};
    const struct event *event;
    uint32_t count = 0;

    while ((event = world_next_event(scene->stage.world, &cursor)) != NULL)
        count += kinds[event->kind] && event->stack.kind == kind ? event->stack.count : 0;
    return count;
}

/* Thrown in a direction, a helm goes 5 cells. */
TEST(a_throw_that_ends_before_a_foe_in_view_falls_short)
{
    static const struct {
        int x; /* of a foe; 0: none */
        const char *told;
    } rows[] = {
        {0, "You throw a helm. The helm lies 5 east. "},
        {9, "You throw a helm. The helm falls short: it lies 5 east. "},
        {8, "You throw a helm at the grey mould"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct scene scene;
        set_scene(&scene, GROUND_OPEN, ITEM_HELM);
        if (rows[i].x > 0)
            (void)foe_add(scene.stage.world, SPECIES_GREY_MOULD, stage_level(&scene.stage),
                          pos_of(rows[i].x, 2), MOOD_ASLEEP);
        do_now(&scene,
               (struct action){.verb = ACTION_THROW, .object = scene.object, .dir = DIR_EAST});
        expect_told(&scene, rows[i].told);
        ck_assert((strstr(scene.told, "falls short") != NULL) == (i == 1));
        stage_release(&scene.stage);
    }
}

TEST(each_verb_on_each_thing_is_answered_and_tells_what_is_no_more)
{
    static const enum action_verb verbs[] = {
        ACTION_GET, ACTION_DROP, ACTION_THROW, ACTION_WEAR, ACTION_REMOVE, ACTION_SWAP, ACTION_GIVE,
        ACTION_USE, ACTION_SELL, ACTION_NAME,  ACTION_FIRE, ACTION_FETCH,  ACTION_BUY};
    static const bool ends[EVENT_COUNT] = {
        [EVENT_ITEM_USED] = true,
        [EVENT_ITEM_BROKE] = true,
        [EVENT_ITEM_GONE] = true,
        [EVENT_SOLD] = true,
    };
    static const bool goes[EVENT_COUNT] = {
        [EVENT_ITEM_DROPPED] = true,
        [EVENT_ITEM_THROWN] = true,
        [EVENT_ITEM_GIVEN] = true,
    };

    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++) {
        if (kind == ITEM_GOLD || kind == ITEM_BUNDLE)
            continue;
        for (size_t i = 0; i < (size_t)GROUND_COUNT * (sizeof verbs / sizeof verbs[0]); i++) {
            enum action_verb verb = verbs[i / GROUND_COUNT];
            enum ground ground = (enum ground)(i % GROUND_COUNT);
            if (((size_t)kind + verb + ground) % GROUND_COUNT >= GROUNDS_A_VERB)
                continue;
            struct scene scene;
            set_scene(&scene, ground, kind);
            const struct ledger *ledger = &scene.stage.world->ledger;
            uint64_t ended = ledger->ended[kind];
            uint32_t had = count_had(&scene, kind);
            uint32_t lay = count_lying(&scene, kind);
            do_now(&scene, (struct action){.verb = verb, .dir = DIR_EAST, .object = scene.object});
            ck_assert_msg(scene.told[0] != '\0', "%s %s, %s: not a word", action_name(verb),
                          item_row(kind)->name, ground_names[ground]);
            ended = ledger->ended[kind] - ended;
            uint64_t away = had + lay - count_had(&scene, kind) - count_lying(&scene, kind);
            ck_assert_msg(away == ended, "%s %s, %s: %d are nowhere", action_name(verb),
                          item_row(kind)->name, ground_names[ground], (int)(away - ended));
            ck_assert_msg(ended <= count_told(&scene, kind, ends), "%s %s, %s: it is no more: %s",
                          action_name(verb), item_row(kind)->name, ground_names[ground],
                          scene.told);
            ck_assert_msg(count_lying(&scene, kind) <= lay + count_told(&scene, kind, goes),
                          "%s %s, %s: it lies there: %s", action_name(verb), item_row(kind)->name,
                          ground_names[ground], scene.told);
            stage_release(&scene.stage);
        }
    }
}

TEST(how_a_throw_ends_is_told)
{
    static const struct {
        enum item_kind kind;
        enum dir dir;
        const char *told;
    } rows[] = {
        {ITEM_HELM, DIR_EAST, "The helm lies 5 east."},
        {ITEM_HELM, DIR_NORTH, "The helm lies 1 north."},
        {ITEM_FIRE_POT, DIR_EAST, "It bursts 7 east."},
        {ITEM_MURK, DIR_NORTH, "It bursts 1 north."},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct scene scene;
        set_scene(&scene, GROUND_OPEN, rows[i].kind);
        do_now(&scene,
               (struct action){.verb = ACTION_THROW, .dir = rows[i].dir, .object = scene.object});
        expect_told(&scene, rows[i].told);
        stage_release(&scene.stage);
    }
}

TEST(each_dart_that_is_thrown_lies_somewhere_or_breaks_and_says_so)
{
    int lie = 0;
    int break_up = 0;

    for (int i = 0; i < 60; i++) {
        struct scene scene;
        set_scene(&scene, GROUND_OPEN, ITEM_DART);
        stage_ticks(&scene.stage, i);
        rng_init(&stage_level(&scene.stage)->rng, (uint64_t)i);
        do_now(&scene,
               (struct action){.verb = ACTION_THROW, .dir = DIR_EAST, .object = scene.object});
        bool lies = strstr(scene.told, "The dart lies 7 east.") != NULL;
        bool breaks = strstr(scene.told, "The dart breaks.") != NULL;
        ck_assert_msg(lies != breaks, "%s", scene.told);
        ck_assert_uint_eq(count_lying(&scene, ITEM_DART), lies ? 1 : 0);
        lie += lies;
        break_up += breaks;
        stage_release(&scene.stage);
    }
    ck_assert_int_ge(lie, 30);
    ck_assert_int_ge(break_up, 5);
}

TEST(what_cannot_come_down_stays_in_the_hand)
{
    struct scene scene;

    set_scene(&scene, GROUND_FULL_LEVEL, ITEM_HELM);
    do_now(&scene, (struct action){.verb = ACTION_THROW, .dir = DIR_EAST, .object = scene.object});
    /* The boots there are nobody's, and go for it. */
    expect_told(&scene, "Too much lies on this level: dust is left of a pair of boots, here.");
    expect_told(&scene, "The helm lies 5 east.");
    fill_level(&scene);
    item_own(scene.stage.world,
             world_item(scene.stage.world, stage_level(&scene.stage)->first_item), 1);
    stage_ticks(&scene.stage, 31);
    do_now(&scene,
           (struct action){.verb = ACTION_THROW, .dir = DIR_EAST, .object = OBJECT_CARRIED});
    ck_assert_str_eq(scene.told, "Too much lies on this level. ");
    ck_assert_uint_eq(count_had(&scene, ITEM_DART), 3);
    /* A pot that bursts needs no place. */
    uint32_t pot = pack_put(&ada_of(&scene)->life.pack, stack_of(ITEM_FIRE_POT, 1));
    stage_ticks(&scene.stage, 31);
    do_now(&scene, (struct action){.verb = ACTION_THROW, .dir = DIR_EAST, .object = pot});
    expect_told(&scene, "It bursts 7 east.");
    stage_release(&scene.stage);
}

TEST(what_a_foe_leaves_on_a_full_level_is_told)
{
    struct scene scene;

    set_scene(&scene, GROUND_OPEN, ITEM_HELM);
    fill_level(&scene);
    do_now(&scene, (struct action){.verb = ACTION_GET});
    fill_level(&scene);
    stage_level(&scene.stage)->events.count = 0;
    spoils_leave(scene.stage.world, ada_of(&scene), species_row(SPECIES_COOPER), 1, pos_of(5, 2));
    const struct event *left = stage_event(&scene.stage, EVENT_ITEM_LEFT, scene.ada);
    char text[WORDS_MAX];
    enum role role;
    ck_assert_ptr_nonnull(left);
    ck_assert(words_event(scene.stage.world, left, ada_of(&scene), text, sizeof text, &role));
    ck_assert_str_eq(text, "It leaves nothing: too much lies on this level.");
    ck_assert_uint_eq(count_lying(&scene, left->stack.kind), 0);
    stage_release(&scene.stage);
}

TEST(what_is_let_fall_over_water_is_told_where_it_lies)
{
    struct scene scene;

    set_scene(&scene, GROUND_OPEN, ITEM_HELM);
    body_move(&ada_of(&scene)->body, pos_of(7, 3));
    ck_assert_int_eq(level_tile(stage_level(&scene.stage), pos_of(7, 3)), TILE_WATER_DEEP);
    do_now(&scene, (struct action){.verb = ACTION_DROP, .object = scene.object});
    expect_told(&scene, "You drop a helm. The helm lies 1 ");
    stage_release(&scene.stage);
}

TEST(what_a_pack_has_no_room_for_is_told)
{
    struct scene scene;

    set_scene(&scene, GROUND_FULL_PACK, ITEM_HELM);
    struct world *world = scene.stage.world;
    item_id sword = stage_item(&scene.stage, ITEM_KNIFE, pos_of(4, 2));
    item_own(world, world_item(world, sword), 1);
    do_now(&scene, (struct action){.verb = ACTION_MOVE, .dir = DIR_EAST});
    expect_told(&scene, "Your pack has no room for a knife.");
    item_id darts = stage_item(&scene.stage, ITEM_DART, pos_of(4, 2));
    world_item(world, darts)->stack.count = 20;
    stage_ticks(&scene.stage, 31);
    do_now(&scene, (struct action){.verb = ACTION_GET, .object = darts});
    expect_told(&scene, "You pick up 17 darts; you have 20. Your pack has no room for the rest.");
    stage_release(&scene.stage);
}

TEST(what_another_pack_has_no_room_for_is_told)
{
    struct scene scene;

    set_scene(&scene, GROUND_OPEN, ITEM_HELM);
    ada_of(&scene)->life.deepest = LIFE_PROVEN_DEPTH;
    body_id brom = stage_join(&scene.stage, 2, pos_of(4, 2));
    struct pack *pack = &stage_delver(&scene.stage, brom)->life.pack;
    const struct stack helm = stack_of(ITEM_HELM, 1);
    while (pack_room(pack, &helm) > 0)
        (void)pack_put(pack, helm);
    pack_stack(pack, pack_find(pack, ITEM_DART))->count = 18;
    do_now(&scene, (struct action){.verb = ACTION_GIVE, .object = OBJECT_CARRIED, .target = brom});
    expect_told(&scene, "You give Ada 2 darts. That pack has no room for the rest.");
    ck_assert_uint_eq(count_had(&scene, ITEM_DART), 1);
    stage_release(&scene.stage);
}

TEST(gold_that_a_purse_has_no_room_for_lies_there_and_is_told)
{
    struct scene scene;

    set_scene(&scene, GROUND_OPEN, ITEM_HELM);
    ada_of(&scene)->life.gold = RANGE_WHOLE_MAX - 5;
    stage_level(&scene.stage)->events.count = 0;
    ck_assert_uint_eq(carry_give(scene.stage.world, ada_of(&scene), stack_of(ITEM_GOLD, 20)), 5);
    ck_assert_uint_eq(count_lying(&scene, ITEM_GOLD), 15);
    ck_assert_ptr_nonnull(stage_event(&scene.stage, EVENT_ITEM_STAYED, scene.ada));
    stage_release(&scene.stage);
}

/* To the first whole minute, at which things are looked through, after so many milliseconds. */
static void let_pass(struct scene *scene, int ms)
{
    uint64_t minute = world_ms(scene->stage.world, 60000);

    scene->stage.world->tick += world_ms(scene->stage.world, ms) - 1;
    scene->stage.world->tick -= scene->stage.world->tick % minute + 1;
    scene->stage.world->tick += minute;
    tick(scene);
}

TEST(what_time_takes_away_is_told_to_those_who_see_it)
{
    struct scene scene;

    set_scene(&scene, GROUND_OPEN, ITEM_HELM);
    do_now(&scene, (struct action){.verb = ACTION_DROP, .object = scene.object});
    let_pass(&scene, ITEM_KEPT_MS + 60000);
    expect_told(&scene, "Nothing is left of a helm, here.");
    stage_release(&scene.stage);
}

TEST(a_grave_that_falls_in_is_told_to_its_owner_and_to_those_who_see_it)
{
    static const struct {
        int64_t owner;
        const char *told;
    } rows[] = {
        {1, "Your grave on depth 1 has fallen in, with all that was in it."},
        {7, "A grave is gone, 2 east."},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct scene scene;
        set_scene(&scene, GROUND_OPEN, ITEM_HELM);
        const struct grave grave = {.delver_id = rows[i].owner,
                                    .at = pos_of(5, 2),
                                    .gold = 5,
                                    .died_at = scene.stage.world->tick};
        grave_add(scene.stage.world, stage_level(&scene.stage), &grave);
        tick(&scene);
        ck_assert_str_eq(scene.told, "");
        scene.stage.world->tick += world_ms(scene.stage.world, 604800000);
        tick(&scene);
        expect_told(&scene, rows[i].told);
        stage_release(&scene.stage);
    }
}

TEST(a_grave_of_a_player_who_is_removed_is_told_to_those_who_see_it)
{
    struct scene scene;

    set_scene(&scene, GROUND_OPEN, ITEM_HELM);
    const struct grave grave = {
        .delver_id = 7, .at = pos_of(5, 2), .gold = 5, .died_at = scene.stage.world->tick};
    grave_add(scene.stage.world, stage_level(&scene.stage), &grave);
    stage_input(&scene.stage, INPUT_FORGET, 0)->delver_id = 7;
    tick(&scene);
    expect_told(&scene, "A grave is gone, 2 east.");
    stage_release(&scene.stage);
}

TEST(a_sealed_bundle_that_is_no_more_is_told_to_who_carried_it)
{
    struct scene scene;

    set_scene(&scene, GROUND_OPEN, ITEM_HELM);
    const struct grave grave = {.delver_id = 7,
                                .at = pos_of(3, 2),
                                .gold = 5,
                                .opens = GRAVE_NEVER_OPENS,
                                .died_at = scene.stage.world->tick};
    grave_add(scene.stage.world, stage_level(&scene.stage), &grave);
    do_now(&scene, (struct action){.verb = ACTION_FETCH});
    ck_assert_uint_eq(count_had(&scene, ITEM_BUNDLE), 1);
    struct input *input = stage_input(&scene.stage, INPUT_FORGET, 0);
    input->delver_id = 7;
    tick(&scene);
    expect_told(&scene, "The sealed bundle that you carried is dust.");
    ck_assert_uint_eq(count_had(&scene, ITEM_BUNDLE), 0);
    stage_release(&scene.stage);
}
