/*
 * The population of a level as bytes and back; every other run of bytes is refused, and the level
 * stays as it was.
 */
#include "world/population_codec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/stage.h"
#include "support/test.h"
#include "world/grave.h"
#include "world/world.h"
#include "world/world_tick.h"

enum {
    FOES = STAGE_FOES_MAX,
    THING_BYTES = 35,
    GRAVE_BYTES = 63, /* with one thing in it */
    CHALK_BYTES = 103,
    TAIL = 2 + CHALK_BYTES, /* the list of chalk, with one line */
    TIMES = 49,             /* of the level's birth and its boss */
};

static const char hall[] = "##############\n"
                           "#<...'.......#\n"
                           "#............#\n"
                           "#...........>#\n"
                           "##############\n";

static struct stage stage;

static struct foe *add_foe(enum species_id species, int x, int y, enum mood mood)
{
    struct foe *foe = foe_add(stage.world, species, stage_level(&stage), pos_of(x, y), mood);

    ck_assert_ptr_nonnull(foe);
    return foe;
}

/* Every member has a value of its own. */
static void make_hound(void)
{
    struct foe *foe = add_foe(SPECIES_GATE_HOUND, 7, 2, MOOD_HUNTING);

    foe->group = 0x123;
    foe->body.health = 5;
    foe->body.health_max = 0x104;
    foe->body.ready_at = 900 + 12;
    foe->body.beat_at = 900 + 0x201;
    foe->body.statuses.steady = 3;
    foe->body.statuses.left[STATUS_POISONED] = 4;
    foe->body.statuses.left[STATUS_DAZED] = 2;
    foe->mind.home = pos_of(9, 1);
    foe->mind.goal = pos_of(2, 3);
    foe->mind.has_goal = true;
    foe->mind.has_shouted = true;
}

static void set_up(void)
{
    stage_init(&stage, hall);
    struct level *level = stage_level(&stage);
    level_set_clock(level, 900);
    level->population.left_at = 0x0102;
    level->population.born_at = 0x0506;
    level->population.boss_gone_at = 0x0708;
    for (uint64_t i = 0; i < 4; i++)
        level->rng.state[i] = i + 1;
    make_hound();
    (void)add_foe(SPECIES_GREY_MOULD, 11, 1, MOOD_ASLEEP);
    (void)stage_item(&stage, ITEM_DART, pos_of(3, 2));
    (void)stage_item(&stage, ITEM_KNIFE, pos_of(4, 2));
    grave_add(stage.world, level,
              &(struct grave){.delver_id = 3,
                              .name = "Cyd",
                              .killer = SPECIES_CELLAR_RAT,
                              .died_at = 1,
                              .at = {5, 3},
                              .gold = 12,
                              .experience = 4,
                              .things = {[2] = {.kind = ITEM_MENDING, .count = 2}}});
    chalk_add(level, &(struct chalk_line){.at = {6, 2},
                                          .author = 3,
                                          .written_at = 9,
                                          .code = CHALK_CODES - 1,
                                          .agreed = 2,
                                          .disagreed = 1,
                                          .judges = {4, 5, 6},
                                          .name = "Cyd"});
}

static void tear_down(void)
{
    stage_release(&stage);
}

static struct bytes encode(const struct level *level)
{
    struct bytes blob;

    bytes_init(&blob, POPULATION_BLOB_MAX);
    ck_assert_int_eq(population_encode(stage.world, level, &blob), ERR_OK);
    return blob;
}

/* The population, as the level of another key gets it. */
static struct level *bring(const struct bytes *blob)
{
    const struct level_key key = {.depth = 2};

    if (world_level(stage.world, key) != NULL) {
        stage_input(&stage, INPUT_LEVEL_DROP, 0)->key = key;
        stage_tick(&stage);
    }
    stage_add_level(&stage, hall, key);
    struct bytes *population = &stage.inputs[stage.input_count - 1].population;
    bytes_init(population, POPULATION_BLOB_MAX);
    ck_assert_int_eq(bytes_append(population, blob->data, blob->length), ERR_OK);
    stage_tick(&stage);
    struct level *level = world_level(stage.world, key);
    ck_assert_ptr_nonnull(level);
    return level;
}

static void expect_same_bytes(const struct bytes *is, const struct bytes *wanted)
{
    ck_assert_uint_eq(is->length, wanted->length);
    ck_assert_mem_eq(is->data, wanted->data, wanted->length);
}

TEST_FIXTURE(set_up, tear_down);

TEST(the_bytes_are_these)
{
    static const char wanted[] = "04" /* version */
                                 "8403000000000000"
                                 "0201000000000000" /* clock, left at */
                                 "0100000000000000"
                                 "0200000000000000" /* stream */
                                 "0300000000000000"
                                 "0400000000000000" /* */
                                 "0605000000000000"
                                 "0807000000000000" /* born, without its boss since */
                                 "0200"             /* foes */
                                 "0a"
                                 "0c00"
                                 "0102"
                                 "0702"
                                 "0500"
                                 "0401" /* hound, ready, beat, at, health, most */
                                 "03"
                                 "2301"
                                 "03"
                                 "0901"
                                 "0203" /* steady, group, mood, home, goal */
                                 "01"
                                 "00"
                                 "00"
                                 "00"
                                 "01"   /* has a goal, flees, hides, poised, shouted */
                                 "0000" /* gold */
                                 "02"
                                 "0104"
                                 "0502" /* statuses */
                                 "05"
                                 "0000"
                                 "0000"
                                 "0b01"; /* mould, ready, beat, at */
    char text[2 * sizeof wanted];
    struct bytes blob = encode(stage_level(&stage));

    for (size_t i = 0; i < sizeof wanted / 2; i++)
        snprintf(text + 2 * i, 3, "%02x", blob.data[i]);
    ck_assert_str_eq(text, wanted);
    bytes_release(&blob);
}

TEST(a_population_comes_back_as_it_was)
{
    struct bytes blob = encode(stage_level(&stage));
    struct level *level = bring(&blob);
    struct bytes again = encode(level);

    expect_same_bytes(&again, &blob);
    ck_assert_uint_eq(level->clock, 900);
    ck_assert_uint_eq(level->foe_count, 2);
    const struct body *mould = world_body(stage.world, level->first_foe);
    ck_assert_int_eq(mould->species, SPECIES_GREY_MOULD);
    struct body *body = world_body(stage.world, mould->next);
    const struct foe *hound = body_foe(body);
    ck_assert_int_eq(body->species, SPECIES_GATE_HOUND);
    ck_assert(pos_equal(body->at, pos_of(7, 2)));
    ck_assert_int_eq(body->health, 5);
    ck_assert_int_eq(body->health_max, 0x104);
    ck_assert_uint_eq(body->ready_at - body_lived(body), 12);
    ck_assert_uint_eq(body->beat_at - body_lived(body), 0x201);
    ck_assert_int_eq(body->statuses.left[STATUS_POISONED], 4);
    ck_assert_int_eq(body->statuses.left[STATUS_DAZED], 2);
    ck_assert_int_eq(body->statuses.steady, 3);
    ck_assert_int_eq(hound->mind.mood, MOOD_HUNTING);
    ck_assert(pos_equal(hound->mind.home, pos_of(9, 1)));
    ck_assert(pos_equal(hound->mind.goal, pos_of(2, 3)));
    ck_assert(hound->mind.has_goal && hound->mind.has_shouted && !hound->mind.is_hidden);
    ck_assert_uint_eq(hound->group, 0x123);
    ck_assert_msg(body->is_active, "its poison goes on");
    ck_assert_int_eq(level_item_at(stage.world, level, pos_of(3, 2))->stack.kind, ITEM_DART);
    ck_assert_int_eq(level_item_at(stage.world, level, pos_of(4, 2))->stack.kind, ITEM_KNIFE);
    const struct grave *grave = level_grave_at(stage.world, level, pos_of(5, 3));
    ck_assert_ptr_nonnull(grave);
    ck_assert_str_eq(grave->name, "Cyd");
    ck_assert_int_eq(grave->things[0].kind, ITEM_MENDING);
    ck_assert_msg(level->open_doors.items[0].since == 900, "its door stays open as long as any");
    bytes_release(&blob);
    bytes_release(&again);
}

TEST(the_hash_leaves_out_the_clock_alone)
{
    struct level *level = stage_level(&stage);
    struct bytes blob = encode(level);
    uint64_t hash = population_hash(blob.data, blob.length);

    for (size_t i = 0; i < blob.length; i++) {
        blob.data[i] ^= 1;
        ck_assert_msg((population_hash(blob.data, blob.length) == hash) == (i < 9), "byte %zu", i);
        blob.data[i] ^= 1;
    }
    bytes_release(&blob);
}

/* Looks at a copy of exactly that size, so that a sanitizer sees a read behind its end. */
static enum err check_copy(const uint8_t *data, size_t length)
{
    const struct level *level = stage_level(&stage);
    uint8_t *copy = malloc(length + (length == 0));

    ck_assert_ptr_nonnull(copy);
    memcpy(copy, data, length);
    enum err error = population_check(copy, length, level->width, level->height);
    free(copy);
    return error;
}

TEST(every_truncation_and_every_extra_byte_is_refused)
{
    struct bytes blob = encode(stage_level(&stage));

    for (size_t length = 0; length < blob.length; length++)
        ck_assert_msg(check_copy(blob.data, length) == ERR_FORMAT, "of %zu bytes", length);
    ck_assert_int_eq(check_copy(blob.data, blob.length), ERR_OK);
    ck_assert_int_eq(bytes_append_u8(&blob, 0), ERR_OK);
    ck_assert_int_eq(check_copy(blob.data, blob.length), ERR_FORMAT);
    bytes_release(&blob);
}

/* Offsets in the encoded bytes, and values that they cannot have. */
static const struct {
    size_t at;
    uint8_t value;
} faults[] = {
    {0, 6},              /* version */
    {65, 3},             /* one foe more than there are */
    {66, 0x10},          /* more foes than a level has */
    {67, 0},             /* a kind that is none */
    {67, 1},             /* a delver */
    {72, 24},            /* beside the level: its width */
    {73, 12},            /* below it */
    {74, 0},             /* no health */
    {75, 2},             /* more health than full health */
    {77, 0x80},          /* below 0 */
    {80, 2},             /* a group above the highest */
    {81, 5},             /* a mood that is none */
    {82, 24},            /* a home beside the level */
    {85, 12},            /* a goal below it */
    {86, 2},             /* neither true nor false */
    {90, 2},    {93, 1}, /* fewer statuses */
    {94, 5},             /* the same twice */
    {94, 0},             /* a status that is none */
    {95, 0},             /* of no beats */
};

TEST_EACH(what_a_level_cannot_have_is_refused_whole, sizeof faults / sizeof faults[0])
{
    const struct level *level = stage_level(&stage);
    struct bytes blob = encode(level);

    ck_assert_int_eq(level->width, LEVEL_WIDTH_MIN);
    ck_assert_int_eq(level->height, LEVEL_HEIGHT_MIN);
    uint8_t before = blob.data[faults[_i].at];
    ck_assert_uint_ne(before, faults[_i].value);
    blob.data[faults[_i].at] = faults[_i].value;
    ck_assert_int_eq(check_copy(blob.data, blob.length), ERR_FORMAT);
    ck_assert_msg(bring(&blob)->foe_count == 0, "it is populated as a new one");
    bytes_release(&blob);
}

/* The grave of Cyd is another name's, and nothing else has changed. */
static void expect_renamed(struct bytes *blob)
{
    static const char name[NAME_LENGTH_MAX + 1] = "Sixteenletternam";
    struct bytes before;
    bool is_found = true;

    bytes_init(&before, POPULATION_BLOB_MAX);
    ck_assert_int_eq(bytes_append(&before, blob->data, blob->length), ERR_OK);
    ck_assert_int_eq(population_rename(blob->data, blob->length, 4, name, &is_found), ERR_OK);
    ck_assert(!is_found);
    ck_assert_mem_eq(blob->data, before.data, before.length);
    ck_assert_int_eq(population_has_other_name(blob->data, blob->length, 3, name, &is_found),
                     ERR_OK);
    ck_assert(is_found);
    ck_assert_int_eq(population_rename(blob->data, blob->length, 3, name, &is_found), ERR_OK);
    ck_assert(is_found);
    ck_assert_int_eq(population_has_other_name(blob->data, blob->length, 3, name, &is_found),
                     ERR_OK);
    ck_assert(!is_found);
    ck_assert_uint_eq(blob->length, before.length);
    size_t changed = 0;
    for (size_t i = 0; i < before.length; i++)
        changed += blob->data[i] != before.data[i];
    ck_assert_uint_le(changed, 2 * sizeof name); /* of a grave and a line */
    bytes_release(&before);
    struct level *level = bring(blob);
    ck_assert_str_eq(level_grave_at(stage.world, level, pos_of(5, 3))->name, name);
}

TEST(a_grave_has_its_player_s_other_name)
{
    static const char name[NAME_LENGTH_MAX + 1] = "Bramble";
    struct bytes blob = encode(stage_level(&stage));
    bool is_found;

    expect_renamed(&blob);
    blob.length--;
    ck_assert_int_eq(population_rename(blob.data, blob.length, 3, name, &is_found), ERR_FORMAT);
    ck_assert_int_eq(population_has_other_name(blob.data, blob.length, 3, name, &is_found),
                     ERR_FORMAT);
    blob.length++;
    bytes_release(&blob);
}

/* Takes `count` bytes out of the blob. */
static void cut(struct bytes *blob, size_t at, size_t count)
{
    memmove(blob->data + at, blob->data + at + count, blob->length - at - count);
    blob->length -= count;
}

TEST(a_population_of_version_1_is_read_and_has_nothing_of_new_players)
{
    struct bytes blob = encode(stage_level(&stage));
    struct population_tally tally = {.lying = {0}};
    bool is_found;

    blob.length -= TAIL;
    cut(&blob, TIMES, 16);
    cut(&blob, blob.length - GRAVE_BYTES + 35, 1);
    for (size_t i = 0; i < 2; i++)
        cut(&blob, blob.length - (GRAVE_BYTES - 1) - 2 - i * (THING_BYTES - 8) - 8, 8);
    ck_assert_int_eq(check_copy(blob.data, blob.length), ERR_FORMAT);
    blob.data[0] = 1;
    ck_assert_int_eq(check_copy(blob.data, blob.length), ERR_OK);
    ck_assert_int_eq(population_count(blob.data, blob.length, &tally), ERR_OK);
    ck_assert_uint_eq(tally.lying[ITEM_DART], 1);
    ck_assert_uint_eq(tally.in_graves[ITEM_MENDING], 2);
    ck_assert_int_eq(population_mentions(blob.data, blob.length, 3, &is_found), ERR_OK);
    ck_assert(is_found);
    expect_renamed(&blob);
    struct level *level = bring(&blob);
    ck_assert_uint_eq(level_item_at(stage.world, level, pos_of(3, 2))->kept_until, 0);
    ck_assert_int_eq(level_grave_at(stage.world, level, pos_of(5, 3))->opens, GRAVE_OPENS_IN_A_DAY);
    bytes_release(&blob);
}

TEST(what_new_players_left_is_theirs_after_it_was_saved)
{
    struct item *dart =
        world_item(stage.world, level_item_at(stage.world, stage_level(&stage), pos_of(3, 2))->id);
    struct bytes blob;
    bool is_found;

    dart->owner = 7;
    dart->kept_until = UINT64_C(0x0102030405060708);
    stage.world->graves[0].opens = GRAVE_NEVER_OPENS;
    blob = encode(stage_level(&stage));
    struct level *level = bring(&blob);
    const struct item *read = level_item_at(stage.world, level, pos_of(3, 2));
    ck_assert_int_eq(read->owner, 7);
    ck_assert_uint_eq(read->kept_until, dart->kept_until);
    ck_assert(!item_is_free(stage.world, read, 8) && item_is_free(stage.world, read, 7));
    ck_assert_int_eq(level_grave_at(stage.world, level, pos_of(5, 3))->opens, GRAVE_NEVER_OPENS);
    /* The dart is anybody's once its player is forgotten. */
    uint64_t gone[ITEM_KIND_COUNT] = {0};
    ck_assert_int_eq(population_forget(blob.data, &blob.length, 7, gone, &is_found), ERR_OK);
    ck_assert(is_found);
    read = level_item_at(stage.world, bring(&blob), pos_of(3, 2));
    ck_assert(item_is_free(stage.world, read, 8));
    bytes_release(&blob);
}

TEST(a_stream_of_zeros_and_an_unknown_thing_are_refused)
{
    struct bytes blob = encode(stage_level(&stage));
    size_t last = blob.length - TAIL - GRAVE_BYTES - 2 - THING_BYTES;
    uint8_t kind = blob.data[last];

    blob.data[last] = 0;
    ck_assert_int_eq(check_copy(blob.data, blob.length), ERR_FORMAT);
    blob.data[last] = kind;
    ck_assert_int_eq(check_copy(blob.data, blob.length), ERR_OK);
    blob.data[last + 9] = LEVEL_WIDTH_MIN;
    ck_assert_int_eq(check_copy(blob.data, blob.length), ERR_FORMAT);
    blob.data[last + 9] = 3;
    blob.data[last + 1] = 0; /* none of it */
    ck_assert_int_eq(check_copy(blob.data, blob.length), ERR_FORMAT);
    blob.data[last + 1] = 1;
    memset(blob.data + 17, 0, 32);
    ck_assert_int_eq(check_copy(blob.data, blob.length), ERR_FORMAT);
    bytes_release(&blob);
}

TEST(a_grave_that_cannot_be_is_refused)
{
    static const struct {
        size_t at; /* in the grave */
        uint8_t value;
    } grave_faults[] = {
        {0, 0},                /* killed by no kind */
        {1, LEVEL_WIDTH_MIN},  /* beside the level */
        {2, LEVEL_HEIGHT_MIN}, /* below it */
        {3, 0},                /* of nobody */
        {26, 0x80},            /* less than no gold */
        {35, 3},               /* opens in no known time */
        {36, 'c'},             /* a name as no name is written */
        {53, 2},               /* more things than there are */
        {54, 0},               /* a kind that is none */
        {54, 87},              /* gold, which lies beside them */
        {55, 0},               /* none of it */
    };
    struct bytes blob = encode(stage_level(&stage));
    uint8_t *grave = blob.data + blob.length - TAIL - GRAVE_BYTES;

    for (size_t i = 0; i < sizeof grave_faults / sizeof grave_faults[0]; i++) {
        uint8_t before = grave[grave_faults[i].at];
        grave[grave_faults[i].at] = grave_faults[i].value;
        ck_assert_msg(check_copy(blob.data, blob.length) == ERR_FORMAT, "fault %zu", i);
        grave[grave_faults[i].at] = before;
    }
    ck_assert_int_eq(check_copy(blob.data, blob.length), ERR_OK);
    bytes_release(&blob);
}

static void expect_line(const struct chalk_line *line, const struct chalk_line *expected)
{
    ck_assert(pos_equal(line->at, expected->at));
    ck_assert_int_eq(line->author, expected->author);
    ck_assert_uint_eq(line->written_at, expected->written_at);
    ck_assert_uint_eq(line->code, expected->code);
    ck_assert_uint_eq(line->agreed, expected->agreed);
    ck_assert_uint_eq(line->disagreed, expected->disagreed);
    ck_assert_mem_eq(line->judges, expected->judges, sizeof line->judges);
    ck_assert_str_eq(line->name, expected->name);
}

TEST(lines_of_chalk_come_back_are_renamed_and_are_forgotten_with_their_author)
{
    static const char name[NAME_LENGTH_MAX + 1] = "Bramble";
    struct bytes blob = encode(stage_level(&stage));
    uint64_t gone[ITEM_KIND_COUNT] = {0};
    bool is_found;

    struct level *level = bring(&blob);
    expect_line(&level->chalk.lines[0], &stage_level(&stage)->chalk.lines[0]);
    ck_assert_uint_eq(level->population.born_at, 0x0506);
    ck_assert_uint_eq(level->population.boss_gone_at, 0x0708);
    ck_assert_int_eq(population_rename(blob.data, blob.length, 3, name, &is_found), ERR_OK);
    level = bring(&blob);
    ck_assert_str_eq(chalk_of(level, 3)->name, name);
    uint8_t *line = blob.data + blob.length - CHALK_BYTES;
    line[19]++; /* beyond the lists of words */
    ck_assert_int_eq(check_copy(blob.data, blob.length), ERR_FORMAT);
    line[19]--;
    line[0] = LEVEL_WIDTH_MIN; /* beside the level */
    ck_assert_int_eq(check_copy(blob.data, blob.length), ERR_FORMAT);
    line[0] = 6;
    ck_assert_int_eq(population_forget(blob.data, &blob.length, 3, gone, &is_found), ERR_OK);
    ck_assert(is_found);
    level = bring(&blob);
    ck_assert_int_eq(level->chalk.count, 0);
    ck_assert_uint_eq(level->population.boss_gone_at, 0x0708);
    bytes_release(&blob);
}

/* The level differs from the encoded one, as after it was made again from its seed. */
TEST(what_stood_where_there_is_rock_now_stands_beside_it)
{
    struct bytes blob = encode(stage_level(&stage));
    const struct level_key key = {.depth = 2};

    stage_add_level(&stage,
                    "##############\n"
                    "#<...........#\n"
                    "##...........#\n"
                    "##.####.....>#\n"
                    "##############\n",
                    key);
    struct level *level = stage.inputs[0].level;
    for (int x = 1; x < 13; x++)
        level_set_tile(level, pos_of(x, 2), TILE_ROCK);
    stage.inputs[0].population = blob;
    stage_tick(&stage);
    ck_assert_uint_eq(level->foe_count, 1 + 1);
    for (body_id id = level->first_foe; id != 0; id = world_body(stage.world, id)->next)
        ck_assert(level_is_walkable(level, world_body(stage.world, id)->at));
    ck_assert_ptr_nonnull(level_item_at(stage.world, level, level->up));
}

TEST(the_fullest_level_fits_the_blob)
{
    enum { WIDTH = 100, HEIGHT = 60 };
    static uint8_t tiles[WIDTH * HEIGHT];
    const struct world_limits limits = {.delvers_max = 1,
                                        .levels_max = 1,
                                        .foes_max = POPULATION_FOES_MAX + 1,
                                        .items_max = POPULATION_THINGS_MAX + 1};
    struct level_plan plan = {
        .width = WIDTH, .height = HEIGHT, .down = {1, 0}, .tiles = tiles, .key = {.depth = 1}};
    struct input input = {.kind = INPUT_LEVEL_ADD};
    struct bytes blob;
    struct world *world = NULL;

    memset(tiles, TILE_FLOOR, sizeof tiles);
    tiles[0] = TILE_STAIRS_UP;
    tiles[1] = TILE_STAIRS_DOWN;
    ck_assert_int_eq(level_new(&plan, &input.level), ERR_OK);
    ck_assert_int_eq(world_new(1, 0, limits, &world), ERR_OK);
    world_tick(world, &input, 1);
    struct level *level = world->levels[0];
    for (int i = 0; i <= POPULATION_FOES_MAX; i++) {
        struct foe *foe = foe_add(world, SPECIES_CELLAR_RAT, level,
                                  pos_of(i % WIDTH, 1 + i / WIDTH), MOOD_ASLEEP);
        ck_assert_ptr_nonnull(foe);
        memset(foe->body.statuses.left, 1, sizeof foe->body.statuses.left);
    }
    for (int i = 0; i <= POPULATION_THINGS_MAX; i++)
        ck_assert_ptr_nonnull(item_add(world, stack_of(ITEM_DART, 1), level, pos_of(3, 1)));
    for (int i = 0; i <= CHALK_LINES_MAX; i++)
        chalk_add(level, &(struct chalk_line){.at = {3, 1}, .author = 1 + i, .name = "Cyd"});
    bytes_init(&blob, POPULATION_BLOB_MAX);
    ck_assert_int_eq(population_encode(world, level, &blob), ERR_OK);
    ck_assert_int_eq(population_check(blob.data, blob.length, WIDTH, HEIGHT), ERR_OK);
    bytes_release(&blob);
    world_free(world);
}

/* A hall of 300 cells with a foe and a thing far in the east. */
TEST(places_beyond_a_byte_are_kept_on_a_wide_level)
{
    enum { WIDTH = 300, ROWS = 12 };
    static char text[ROWS * (WIDTH + 1) + 1];
    struct stage wide;
    struct bytes blob;

    for (int i = 0; i < ROWS * (WIDTH + 1); i++) {
        int x = i % (WIDTH + 1);
        bool is_edge = x == 0 || x == WIDTH - 1 || i / (WIDTH + 1) % (ROWS - 1) == 0;
        text[i] = x == WIDTH ? '\n' : is_edge ? '#' : '.';
    }
    text[WIDTH + 2] = '<';
    text[WIDTH + 4] = '>';
    stage_init(&wide, text);
    ck_assert_ptr_nonnull(
        foe_add(wide.world, SPECIES_GATE_HOUND, stage_level(&wide), pos_of(290, 2), MOOD_ASLEEP));
    (void)stage_item(&wide, ITEM_DART, pos_of(280, 3));
    bytes_init(&blob, POPULATION_BLOB_MAX);
    ck_assert_int_eq(population_encode(wide.world, stage_level(&wide), &blob), ERR_OK);
    ck_assert_uint_eq(blob.data[0], POPULATION_WIDE_VERSION + POPULATION_CHALK);
    ck_assert_int_eq(population_check(blob.data, blob.length, WIDTH, ROWS), ERR_OK);
    ck_assert_int_eq(population_check(blob.data, blob.length, 290, ROWS), ERR_FORMAT);
    ck_assert_int_eq(population_check(blob.data, blob.length, 291, ROWS), ERR_OK);
    bytes_release(&blob);
    stage_release(&wide);
}
