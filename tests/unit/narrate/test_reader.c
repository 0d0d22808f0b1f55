/*
 * Rules for every sentence a reader is told: only known things, in whole sentences of plain ASCII,
 * in any room there is.
 */
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "gen/gen.h"
#include "support/test.h"
#include "unit/narrate/reader_fixture.h"

enum { WALK_SEEDS = 5, WALK_STEPS = 60, WIDTH = 80, HEIGHT = 40 };

static const char room[] = "########################\n"
                           "####.###################\n"
                           "####.###################\n"
                           "####+####...############\n"
                           "#.........##############\n"
                           "#........'..............\n"
                           "#........###############\n"
                           "#........###############\n"
                           "#...a....###############\n"
                           "########################\n";

static const struct rect room_list[] = {{1, 4, 8, 5}};

/* Whole sentences in printable ASCII, without art or brackets. */
static void expect_sentences(const char *text)
{
    size_t length = strlen(text);

    if (length == 0)
        return;
    ck_assert_msg(text[length - 1] == '.', "\"%s\"", text);
    ck_assert_msg(text[0] >= '0' && text[0] <= 'Z', "\"%s\"", text);
    for (const char *at = text; *at != '\0'; at++) {
        ck_assert_msg((*at >= ' ' && *at <= '~') || *at == '\n', "byte %d", *at);
        ck_assert_msg(strchr("[](){}<>|#@~+_=", *at) == NULL, "'%c' in \"%s\"", *at, text);
    }
}

enum { TELLINGS = 4 };

/* Everything that can be told where the delver stands, one text each. */
static void tell_all(const struct world *world, const struct delver *viewer,
                     char texts[TELLINGS][TEXT_MAX], size_t size)
{
    const struct things_wish wish = {.kinds = THINGS_OF_ALL, .max = THINGS_MAX};
    struct around_described described = {.is_begun = true, .level = viewer->body.key};
    struct things things;

    described.at = pos_step(viewer->body.at, DIR_SOUTH);
    things_collect(world, viewer, &wish, &things);
    place_describe(world, viewer, texts[0], size);
    around_describe(world, viewer, texts[1], size);
    around_list(viewer, &things, texts[2], size);
    (void)around_step(world, viewer, &described, texts[3], size);
}

static void expect_whole_sentences_in_any_room(const struct scene *scene)
{
    static char whole[TELLINGS][TEXT_MAX];
    static char part[TELLINGS][TEXT_MAX];
    const struct world *world = scene->stage.world;

    tell_all(world, ada(scene), whole, TEXT_MAX);
    for (size_t size = 1; size < 600; size++) {
        memset(part, 'X', sizeof part);
        tell_all(world, ada(scene), part, size);
        for (int i = 0; i < TELLINGS; i++) {
            size_t length = strlen(part[i]);
            ck_assert_uint_lt(length, size);
            ck_assert_msg(part[i][size] == 'X', "nothing is written behind the end");
            ck_assert_msg(strncmp(part[i], whole[i], length) == 0, "\"%s\"", part[i]);
            expect_sentences(part[i]);
        }
    }
}

static struct level *generate(const struct gen_style *style, uint64_t seed)
{
    struct gen_request request;
    struct level *level = NULL;

    gen_request_init(&request, style, seed, reader_key, WIDTH, HEIGHT);
    ck_assert_int_eq(gen_level(&request, &level, NULL), ERR_OK);
    return level;
}

/* Changes what the delver does not know into something else that would be told. */
static void disguise(struct level *level, const struct delver *viewer, uint8_t *saved)
{
    static const uint8_t masks[] = {TILE_ROCK, TILE_DOOR_CLOSED, TILE_STAIRS_DOWN, TILE_SHRINE,
                                    TILE_FLOOR};

    memcpy(saved, level->tiles, level_cell_count(level));
    for (size_t i = 0; i < level_cell_count(level); i++) {
        struct pos at = pos_of((int)i % level->width, (int)i / level->width);
        if (viewer->memory[i] == TILE_UNKNOWN)
            level->tiles[i] = masks[i % sizeof masks];
        else if (!delver_sees(viewer, at))
            level->tiles[i] = masks[(i + 1) % sizeof masks];
    }
}

static void expect_nothing_unknown_is_told(const struct scene *scene)
{
    static char open[TELLINGS][TEXT_MAX];
    static char masked[TELLINGS][TEXT_MAX];
    static uint8_t saved[LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX];
    struct level *level = stage_level(&scene->stage);
    const struct delver *viewer = ada(scene);

    tell_all(scene->stage.world, viewer, open, TEXT_MAX);
    disguise(level, viewer, saved);
    tell_all(scene->stage.world, viewer, masked, TEXT_MAX);
    memcpy(level->tiles, saved, level_cell_count(level));
    for (int i = 0; i < TELLINGS; i++) {
        ck_assert_str_eq(open[i], masked[i]);
        expect_sentences(open[i]);
        ck_assert_uint_lt(strlen(open[i]), i == 0   ? PLACE_WORDS_MAX
                                           : i == 1 ? AROUND_MAX
                                           : i == 2 ? AROUND_LIST_MAX
                                                    : AROUND_STEP_MAX);
    }
}

/* The told size of an area is its known size: each edge holds a known cell. */
static void expect_size_is_known(const struct scene *scene)
{
    const struct delver *viewer = ada(scene);
    const struct level *level = viewer->body.level;
    uint16_t area = place_at(level, viewer->body.at);
    struct place_known known;

    if (!place_known(viewer, area, &known))
        return;
    for (int edge = 0; edge < 4; edge++) {
        bool is_upright = edge % 2 == 0;
        int count = is_upright ? known.bounds.height : known.bounds.width;
        bool has_known = false;
        for (int i = 0; i < count; i++) {
            int x = is_upright ? known.bounds.x + (edge == 2 ? known.bounds.width - 1 : 0)
                               : known.bounds.x + i;
            int y = is_upright ? known.bounds.y + i
                               : known.bounds.y + (edge == 3 ? known.bounds.height - 1 : 0);
            has_known |= place_at(level, pos_of(x, y)) == area &&
                         viewer->memory[y * level->width + x] != TILE_UNKNOWN;
        }
        ck_assert_msg(has_known, "an edge of what is known holds no known cell");
    }
}

TEST(texts_keep_to_the_room_they_are_given_by_whole_sentences)
{
    struct scene scene;
    char text[64];

    scene_init(&scene, room, room_list, 1, draw_level_find(room, 'a'));
    const struct delver *brom = stage_delver(&scene.stage, join(&scene, 2, "Brom", pos_of(6, 6)));
    expect_whole_sentences_in_any_room(&scene);
    for (size_t size = 1; size < sizeof text; size++) {
        memset(text, 'X', sizeof text);
        around_where(scene.stage.world, ada(&scene), brom, text, size);
        ck_assert_uint_lt(strlen(text), size);
        ck_assert_int_eq(text[size], 'X');
        expect_sentences(text);
        memset(text, 'X', sizeof text);
        place_name(ada(&scene), text, size);
        ck_assert_uint_lt(strlen(text), size);
        ck_assert_int_eq(text[size], 'X');
    }
    stage_release(&scene.stage);
}

TEST(between_two_levels_nothing_is_told)
{
    static char texts[TELLINGS][TEXT_MAX];
    struct scene scene;
    char name[PLACE_NAME_MAX];

    scene_init(&scene, room, room_list, 1, draw_level_find(room, 'a'));
    struct delver *delver = ada(&scene);
    struct level *level = delver->body.level;
    delver->body.state = BODY_TRANSIT;
    delver->body.level = NULL;
    tell_all(scene.stage.world, delver, texts, TEXT_MAX);
    ck_assert_str_eq(texts[0], "");
    ck_assert_str_eq(texts[1], "");
    ck_assert_str_eq(texts[2], "Nothing.");
    ck_assert_str_eq(texts[3], "");
    place_name(delver, name, sizeof name);
    ck_assert_str_eq(name, "");
    delver->body.state = BODY_PRESENT;
    delver->body.level = level;
    stage_release(&scene.stage);
}

TEST_EACH(on_generated_levels_nothing_unknown_is_told, gen_style_count())
{
    const struct gen_style *style = gen_style_at((size_t)_i);

    for (uint64_t seed = 1; seed <= WALK_SEEDS; seed++) {
        struct level *level = generate(style, seed);
        struct scene scene;
        struct rng rng;
        rng_init(&rng, seed);
        scene_on(&scene, level, level->up);
        join(&scene, 2, "Brom", level->down);
        enum dir dir = DIR_NORTH;
        for (int i = 0; i < WALK_STEPS; i++) {
            if (rng_below(&rng, 4) == 0)
                dir = (enum dir)(DIR_NORTH + rng_below(&rng, DIR_COUNT - DIR_NORTH));
            walk(&scene, dir);
            expect_nothing_unknown_is_told(&scene);
            expect_size_is_known(&scene);
        }
        stage_release(&scene.stage);
    }
}
