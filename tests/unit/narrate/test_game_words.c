/*
 * Foes and items in words: what is told of them, and how they are listed.
 */
#include <stdio.h>

#include "narrate/around.h"
#include "narrate/item_words.h"
#include "narrate/words.h"
#include "support/stage.h"
#include "support/test.h"
#include "world/grave.h"

enum { TEXT_MAX = 4096 };

static const char hall[] = "##########\n"
                           "#<.......#\n"
                           "#..ar....#\n"
                           "#........#\n"
                           "##########\n";

struct scene {
    struct stage stage;
    body_id ada;
    body_id rat;
    item_id dart;
    char text[TEXT_MAX];
};

static void scene_init(struct scene *scene)
{
    stage_init(&scene->stage, hall);
    scene->ada = stage_join(&scene->stage, 1, draw_level_find(hall, 'a'));
    scene->rat = stage_foe(&scene->stage, SPECIES_CELLAR_RAT, draw_level_find(hall, 'r'));
    scene->dart = stage_item(&scene->stage, ITEM_DART, draw_level_find(hall, 'a'));
}

static void expect_told(struct scene *scene, const struct event *event, body_id viewer,
                        const char *wanted)
{
    enum role role;

    ck_assert_ptr_nonnull(event);
    ck_assert(words_event(scene->stage.world, event, stage_delver(&scene->stage, viewer),
                          scene->text, sizeof scene->text, &role));
    ck_assert_str_eq(scene->text, wanted);
}

TEST(what_is_done_with_an_item_is_told)
{
    struct scene scene;
    struct event event = {.stack = {.kind = ITEM_DART, .count = 1}};

    scene_init(&scene);
    body_id brom = stage_join(&scene.stage, 2, pos_of(2, 3));
    snprintf(stage_delver(&scene.stage, brom)->name, NAME_LENGTH_MAX + 1, "Brom");
    event.actor = scene.ada;
    event.kind = EVENT_ITEM_TAKEN;
    expect_told(&scene, &event, scene.ada, "You pick up a dart.");
    expect_told(&scene, &event, brom, "Ada picks something up.");
    event.kind = EVENT_ITEM_DROPPED;
    expect_told(&scene, &event, scene.ada, "You drop a dart.");
    expect_told(&scene, &event, brom, "Ada drops a dart.");
    event.kind = EVENT_ITEM_GIVEN;
    event.other = brom;
    expect_told(&scene, &event, scene.ada, "You give Brom a dart.");
    expect_told(&scene, &event, brom, "Ada gives you a dart.");
    event.other = scene.rat;
    expect_told(&scene, &event, brom, "Ada gives the cellar rat something.");
    event.other = 0;
    event.kind = EVENT_ITEM_THROWN;
    expect_told(&scene, &event, scene.ada, "You throw a dart.");
    event.other = scene.rat;
    expect_told(&scene, &event, scene.ada, "You throw a dart at the cellar rat.");
    event.other = brom;
    expect_told(&scene, &event, brom, "Ada throws a dart at you.");
    /* Where one is then is told by itself. */
    event = (struct event){.kind = EVENT_ITEM_USED,
                           .actor = scene.ada,
                           .stack = {.kind = ITEM_ELSEWHERE, .count = 1},
                           .count = 9};
    expect_told(&scene, &event, scene.ada, "You read a scroll of elsewhere.");
    stage_release(&scene.stage);
}

/* Where somebody was carried to is told by itself, to the reader too. */
TEST(what_a_scroll_did_is_not_told_twice)
{
    static const enum item_kind scrolls[] = {ITEM_ELSEWHERE, ITEM_BANISHING};
    char text[TEXT_MAX];

    for (size_t i = 0; i < sizeof scrolls / sizeof scrolls[0]; i++) {
        item_result(scrolls[i], 20, text, sizeof text);
        ck_assert_str_eq(text, "");
        item_result(scrolls[i], 0, text, sizeof text);
        ck_assert_str_eq(text, " Nothing happens.");
    }
}

TEST(a_rat_has_an_article_and_a_delver_a_name)
{
    struct scene scene;

    scene_init(&scene);
    struct event event = {.kind = EVENT_SWAPPED, .actor = scene.ada, .other = scene.rat};
    expect_told(&scene, &event, scene.ada, "You swap places with the cellar rat.");
    event = (struct event){.kind = EVENT_DOOR_OPENED, .actor = scene.rat, .at = {8, 2}};
    expect_told(&scene, &event, scene.ada, "The cellar rat opens the door to the east.");
    stage_release(&scene.stage);
}

/* A delver has left the room of a grave, and stands behind a wall. */
static bool lists_grave(int64_t owner)
{
    static const char rooms[] = "#########\n"
                                "#..#....#\n"
                                "#########\n";
    const struct things_wish wish = {.kinds = THINGS_OF_ALL, .max = THINGS_MAX};
    const struct grave grave = {.delver_id = owner, .at = pos_of(6, 1), .gold = 5, .name = "Ada"};
    struct stage stage;
    struct things things;

    stage_init(&stage, rooms);
    body_id ada = stage_join(&stage, 1, pos_of(1, 1));
    grave_lay(stage.world, stage_level(&stage), &grave);
    things_collect(stage.world, stage_delver(&stage, ada), &wish, &things);
    bool is_listed = things.count == 1 && strcmp(things.list[0].name, "grave of Ada") == 0;
    stage_release(&stage);
    return is_listed;
}

TEST(the_own_grave_is_listed_out_of_sight_and_no_other)
{
    ck_assert(lists_grave(1));
    ck_assert(!lists_grave(2));
}

TEST(what_is_seen_of_them_is_listed_from_near_to_far)
{
    const struct things_wish wish = {.kinds = THINGS_OF_ALL, .max = THINGS_MAX};
    struct scene scene;
    struct things things;

    scene_init(&scene);
    things_collect(scene.stage.world, stage_delver(&scene.stage, scene.ada), &wish, &things);
    around_list(stage_delver(&scene.stage, scene.ada), &things, scene.text, TEXT_MAX);
    ck_assert_str_eq(scene.text,
                     "1 Dart, here.\n2 Cellar rat, 1 east.\n3 Stairs up, 2 west 1 north.");
    around_toward(scene.stage.world, stage_delver(&scene.stage, scene.ada), DIR_EAST, scene.text,
                  TEXT_MAX);
    ck_assert_str_eq(scene.text, "East, cellar rat.");
    stage_release(&scene.stage);
}

TEST(why_nothing_was_done_is_told)
{
    struct scene scene;

    scene_init(&scene);
    struct event event = {.kind = EVENT_REFUSED, .actor = scene.ada};
    event.refusal = REFUSAL_NOTHING_HERE;
    expect_told(&scene, &event, scene.ada, "Nothing lies here to pick up.");
    event.refusal = REFUSAL_PACK_FULL;
    expect_told(&scene, &event, scene.ada, "Your pack is full.");
    event.refusal = REFUSAL_NOT_CARRIED;
    expect_told(&scene, &event, scene.ada, "You carry no such thing.");
    event.refusal = REFUSAL_NO_TARGET;
    expect_told(&scene, &event, scene.ada, "That is not in view.");
    stage_release(&scene.stage);
}
