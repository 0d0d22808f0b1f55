/*
 * A reader's scene: one delver on a drawn level with rooms, walked about and told things.
 */
#ifndef UNDERCROFT_TESTS_UNIT_NARRATE_READER_FIXTURE_H
#define UNDERCROFT_TESTS_UNIT_NARRATE_READER_FIXTURE_H

#include <check.h>
#include <stdio.h>
#include <string.h>

#include "narrate/around.h"
#include "narrate/place_words.h"
#include "support/draw_rooms.h"
#include "support/stage.h"

enum { TEXT_MAX = 8192 };

/* The level of these tests is at depth 2; the stage's own stays empty. */
static const struct level_key reader_key = {.depth = 2, .generation = 1};

struct scene {
    struct stage stage;
    body_id ada;
    char text[TEXT_MAX];
    struct around_described described;
};

static inline void scene_on(struct scene *scene, struct level *level, struct pos at)
{
    memset(scene, 0, sizeof *scene);
    stage_init(&scene->stage, "########################\n");
    stage_input(&scene->stage, INPUT_LEVEL_ADD, 0)->level = level;
    stage_tick(&scene->stage);
    scene->stage.key = reader_key;
    scene->ada = stage_join(&scene->stage, 1, at);
}

static inline void scene_init(struct scene *scene, const char *drawing, const struct rect *rooms,
                              int room_count, struct pos at)
{
    scene_on(scene, draw_rooms(drawing, reader_key, rooms, room_count), at);
}

static inline struct delver *ada(const struct scene *scene)
{
    return stage_delver(&scene->stage, scene->ada);
}

static inline body_id join(struct scene *scene, int64_t delver_id, const char *name, struct pos at)
{
    body_id id = stage_join(&scene->stage, delver_id, at);

    snprintf(stage_delver(&scene->stage, id)->name, NAME_LENGTH_MAX + 1, "%s", name);
    return id;
}

static inline void walk(struct scene *scene, enum dir dir)
{
    stage_act(&scene->stage, scene->ada, ACTION_MOVE, dir);
    stage_ticks(&scene->stage, 10);
}

static inline void expect_place(struct scene *scene, const char *wanted)
{
    place_describe(scene->stage.world, ada(scene), scene->text, sizeof scene->text);
    ck_assert_str_eq(scene->text, wanted);
}

static inline void expect_around(struct scene *scene, const char *wanted)
{
    around_describe(scene->stage.world, ada(scene), scene->text, sizeof scene->text);
    ck_assert_str_eq(scene->text, wanted);
}

static inline void expect_list(struct scene *scene, unsigned kinds, int max, const char *wanted)
{
    const struct things_wish wish = {.kinds = kinds, .max = max};
    struct things things;

    things_collect(scene->stage.world, ada(scene), &wish, &things);
    around_list(ada(scene), &things, scene->text, sizeof scene->text);
    ck_assert_str_eq(scene->text, wanted);
}

static inline void expect_where(struct scene *scene, body_id body, const char *wanted)
{
    around_where(scene->stage.world, ada(scene), stage_delver(&scene->stage, body), scene->text,
                 sizeof scene->text);
    ck_assert_str_eq(scene->text, wanted);
}

static inline void expect_step(struct scene *scene, enum dir dir, const char *wanted)
{
    walk(scene, dir);
    bool is_new = around_step(scene->stage.world, ada(scene), &scene->described, scene->text,
                              sizeof scene->text);
    ck_assert_str_eq(scene->text, wanted);
    ck_assert(is_new == (wanted[0] != '\0'));
}

#endif
