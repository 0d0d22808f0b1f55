/*
 * Delvers: sight, memory and what is theirs.
 */
#include "support/stage.h"
#include "support/test.h"
#include "world/world_hash.h"

#include <stdlib.h>
#include <string.h>

static const char house[] = "###########\n"
                            "#a..#.....#\n"
                            "#...+..b..#\n"
                            "#...#.....#\n"
                            "###########\n";

static uint8_t remembered(const struct delver *delver, const struct level *level, int x, int y)
{
    return delver->memory[level_index(level, pos_of(x, y))];
}

TEST(a_memory_given_is_owned_and_counted)
{
    const struct delver_record record = {.id = 4};
    uint8_t *memory = delver_memory_new(300);
    struct delver *delver = NULL;

    ck_assert_ptr_nonnull(memory);
    memory[7] = TILE_FLOOR;
    memory[8] = TILE_ROCK;
    ck_assert_int_eq(delver_new(&record, "Ada", memory, 300, &delver), ERR_OK);
    ck_assert_ptr_eq(delver->memory, memory);
    ck_assert_uint_eq(delver->explored, 2);
    ck_assert(!delver->is_memory_dirty);
    ck_assert_str_eq(delver->name, "Ada");
    ck_assert_int_eq(delver->delver_id, 4);

    uint8_t *other = delver_memory_new(500);
    ck_assert_ptr_nonnull(other);
    delver_set_memory(delver, other, 500);
    ck_assert_uint_eq(delver->memory_size, 500);
    ck_assert_uint_eq(delver->explored, 0);
    delver_free(delver);
    delver_free(NULL);
}

static uint64_t hash_of(const struct delver *delver)
{
    struct hash hash;

    hash_init(&hash);
    delver_hash(delver, &hash);
    return hash.value;
}

TEST(what_was_learned_comes_with_the_record_and_is_in_the_hash)
{
    struct delver_record record = {.id = 4, .life = life_new()};
    struct delver *delver = NULL;

    record.life.experience = 40;
    record.life.explored[1] = 8;
    record.life.kills[SPECIES_LEECH] = 3;
    ck_assert_int_eq(delver_new(&record, "Ada", NULL, 300, &delver), ERR_OK);
    struct life life = delver_record(delver).life;
    ck_assert_int_eq(life.experience, 40);
    ck_assert_uint_eq(life.number, 1);
    ck_assert_uint_eq(life.explored[1], 8);
    ck_assert_uint_eq(life.kills[SPECIES_LEECH], 3);
    uint64_t hash = hash_of(delver);
    delver->life.kills[SPECIES_LEECH]++;
    ck_assert_msg(hash_of(delver) != hash, "a kill is not in the hash");
    delver_free(delver);
}

TEST(a_newcomer_without_memory_starts_with_an_empty_one)
{
    const struct delver_record record = {.id = 4};
    struct delver *delver = NULL;

    ck_assert_int_eq(delver_new(&record, "Sixteenletternam", NULL, 300, &delver), ERR_OK);
    for (size_t i = 0; i < 300; i++)
        ck_assert_int_eq(delver->memory[i], TILE_UNKNOWN);
    ck_assert_uint_eq(delver->explored, 0);
    delver_free(delver);
}

TEST(whoever_joins_has_looked_about_at_the_end_of_that_tick)
{
    struct stage stage;

    stage_init(&stage, house);
    body_id id = stage_join(&stage, 1, draw_level_find(house, 'a'));
    const struct delver *delver = stage_delver(&stage, id);
    ck_assert(delver_sees(delver, pos_of(3, 3)));
    ck_assert(delver_sees(delver, pos_of(4, 2)));
    ck_assert(!delver_sees(delver, draw_level_find(house, 'b')));
    ck_assert_int_eq(remembered(delver, delver->body.level, 4, 2), TILE_DOOR_CLOSED);
    ck_assert_int_eq(remembered(delver, delver->body.level, 7, 2), TILE_UNKNOWN);
    ck_assert_msg(delver->explored == 25, "nine cells of floor and sixteen around them, not %u",
                  delver->explored);
    ck_assert(delver->is_memory_dirty);
    stage_release(&stage);
}

TEST(what_is_remembered_is_what_was_last_seen_there)
{
    struct stage stage;

    stage_init(&stage, house);
    body_id near = stage_join(&stage, 1, pos_of(3, 2));
    body_id far = stage_join(&stage, 2, draw_level_find(house, 'b'));
    const struct delver *delver = stage_delver(&stage, near);

    stage_act(&stage, near, ACTION_OPEN, DIR_EAST);
    stage_tick(&stage);
    ck_assert_int_eq(remembered(delver, delver->body.level, 4, 2), TILE_DOOR_OPEN);
    ck_assert_int_eq(remembered(delver, delver->body.level, 7, 2), TILE_FLOOR);
    ck_assert_msg(delver_sees(stage_delver(&stage, far), pos_of(1, 2)),
                  "the other side sees through the door in the same tick");

    stage_act(&stage, near, ACTION_MOVE, DIR_NORTHWEST);
    stage_ticks(&stage, 20);
    stage_act(&stage, near, ACTION_MOVE, DIR_WEST);
    stage_ticks(&stage, 20);
    ck_assert(!delver_sees(delver, pos_of(9, 1)));
    level_set_tile(stage_level(&stage), pos_of(9, 1), TILE_STAIRS_DOWN);
    stage_act(&stage, near, ACTION_WAIT, DIR_NONE);
    stage_ticks(&stage, 20);
    ck_assert_int_eq(remembered(delver, delver->body.level, 9, 1), TILE_FLOOR);
    stage_release(&stage);
}

/*
 * A clear cell is seen only if its centre is, but light falls through it anyway. Everybody whose
 * sight a door's closing changes must look about, also those who did not see the open door.
 */
TEST(closing_a_door_is_noticed_by_all_whose_sight_it_changes)
{
    const char *text = "####################\n"
                       "#..................#\n"
                       "#.####.###.###.###.#\n"
                       "#..................#\n"
                       "######.#######'#####\n"
                       "#..................#\n"
                       "#..................#\n"
                       "####################\n";
    struct stage stage;
    int unseen_changes = 0;

    stage_init(&stage, text);
    struct level *level = stage_level(&stage);
    const struct pos door = draw_level_find(text, '\'');
    static uint64_t before[SIGHT_WORDS_MAX];
    static uint64_t now[SIGHT_WORDS_MAX];
    size_t size = sight_word_count(level_cell_count(level)) * sizeof before[0];
    body_id porter = stage_join(&stage, 1, pos_of(door.x + 1, door.y + 1));

    for (int i = 0; i < (int)level_cell_count(level); i++) {
        struct pos at = pos_of(i % level->width, i / level->width);
        if (!level_is_walkable(level, at) || pos_distance(at, door) <= 1 || at.y > 6)
            continue;
        body_id watcher = stage_join(&stage, 2, at);
        bool has_seen = delver_sees(stage_delver(&stage, watcher), door);
        const struct sight *seen = &stage_delver(&stage, watcher)->sight;
        memcpy(before, seen->bits, size);
        stage_act(&stage, porter, ACTION_CLOSE, DIR_NORTHWEST);
        stage_ticks(&stage, 6);
        struct sight fresh = {.bits = now};
        sight_compute(level, at, SIGHT_RADIUS_MAX, &fresh);
        ck_assert_msg(memcmp(fresh.bits, seen->bits, size) == 0,
                      "who stands at %d,%d sees what was true before the door closed", at.x, at.y);
        unseen_changes += !has_seen && memcmp(fresh.bits, before, size) != 0;
        stage_act(&stage, porter, ACTION_OPEN, DIR_NORTHWEST);
        stage_input(&stage, INPUT_LEAVE, watcher);
        stage_ticks(&stage, 6);
    }
    ck_assert_msg(unseen_changes > 0, "the scene has no place from which this can go wrong");
    stage_release(&stage);
}
