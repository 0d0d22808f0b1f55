/*
 * Rows of a level that was replaced, for the disk: its head, the generation that is forgotten, the
 * note for the audit table. The newest of each wins, and where memory is out nothing is lost.
 */
#include <stdio.h>
#include <string.h>

#include "crash_disk.h"
#include "fault.h"
#include "server/game/level_versions.h"
#include "server/save/change_set.h"
#include "support/stage.h"
#include "support/test.h"

enum { ALLOCATIONS_MAX = 64 };

static const char hall[] = "########################\n"
                           "#a....+........b.......#\n"
                           "########################\n";

static struct level_versions heads;
static struct crash_disk *disk; /* the counter of failures wants one */

static void set_up(void)
{
    disk = crash_disk_new(1);
    ck_assert_int_eq(level_versions_init(&heads, 7), ERR_OK);
}

static void tear_down(void)
{
    level_versions_release(&heads);
    crash_disk_free(disk);
}

static struct level_head head_of(uint16_t depth, uint32_t current)
{
    return (struct level_head){.depth = depth,
                               .current = current,
                               .newest = current,
                               .recipe = {.seed = current, .style = "caves"},
                               .kept_recipe = {.seed = 7, .style = LEVEL_STYLE_OF_THEME}};
}

static void put_head(uint16_t depth, uint32_t current)
{
    struct level_head head = head_of(depth, current);

    ck_assert_int_eq(level_versions_set(&heads, &head), ERR_OK);
}

static void put_note(const char *what)
{
    struct audit_row row = {.at = 5, .who = "operator"};

    snprintf(row.what, sizeof row.what, "%s", what);
    level_versions_note(&heads, &row);
}

static struct level_key key_of(uint16_t depth, uint32_t generation)
{
    return (struct level_key){.depth = depth, .generation = generation};
}

static const struct level_head *head_in(const struct change_set *set, uint16_t depth)
{
    const struct level_head *found = NULL;

    for (size_t i = 0; i < set->of[CHANGE_HEADS].count; i++) {
        if (((const struct level_head *)change_set_row(set, CHANGE_HEADS, i))->depth != depth)
            continue;
        ck_assert_msg(found == NULL, "one level has one head");
        found = change_set_row(set, CHANGE_HEADS, i);
    }
    return found;
}

/* Notes 0 and up, in their order, each once. */
static void expect_notes(const struct change_set *set, const char *const *texts, size_t count)
{
    ck_assert_uint_eq(set->of[CHANGE_AUDITS].count, count);
    for (size_t i = 0; i < count; i++) {
        ck_assert_uint_eq(
            ((const struct audit_entry *)change_set_row(set, CHANGE_AUDITS, i))->number, i);
        ck_assert_str_eq(
            ((const struct audit_entry *)change_set_row(set, CHANGE_AUDITS, i))->row.what,
            texts[i]);
        ck_assert_str_eq(
            ((const struct audit_entry *)change_set_row(set, CHANGE_AUDITS, i))->row.who,
            "operator");
    }
}

TEST_FIXTURE(set_up, tear_down);

TEST(what_changed_is_collected_until_it_is_said_to_be_clean)
{
    static const char *const texts[] = {"first", "second", "third"};
    struct change_set set;

    change_set_init(&set);
    ck_assert_int_eq(level_versions_collect(&heads, &set), ERR_OK);
    ck_assert(change_set_is_empty(&set));
    put_head(3, 1);
    put_head(9, 4);
    level_versions_drop(&heads, key_of(9, 2));
    put_note("first");
    put_note("second");
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(level_versions_collect(&heads, &set), ERR_OK);
        ck_assert(!change_set_is_empty(&set));
        ck_assert_uint_eq(set.of[CHANGE_HEADS].count, 2);
        ck_assert_uint_eq(head_in(&set, 9)->current, 4);
        ck_assert_str_eq(head_in(&set, 9)->recipe.style, "caves");
        ck_assert_uint_eq(set.of[CHANGE_DELETIONS].count, 1);
        ck_assert(level_key_equal(
            *(const struct level_key *)change_set_row(&set, CHANGE_DELETIONS, 0), key_of(9, 2)));
        expect_notes(&set, texts, 2);
        change_set_release(&set);
    }
    level_versions_mark_clean(&heads);
    ck_assert_int_eq(level_versions_collect(&heads, &set), ERR_OK);
    ck_assert(change_set_is_empty(&set));
    put_note("third");
    put_head(3, 2);
    ck_assert_int_eq(level_versions_collect(&heads, &set), ERR_OK);
    ck_assert_msg(set.of[CHANGE_HEADS].count == 1 && head_in(&set, 3)->current == 2,
                  "only what is new");
    ck_assert_uint_eq(set.of[CHANGE_DELETIONS].count, 0);
    ck_assert_msg(((const struct audit_entry *)change_set_row(&set, CHANGE_AUDITS, 0))->number == 2,
                  "no number is used twice");
    change_set_release(&set);
}

/* Makes two sets, the second newer; both hold note 1, as after a lost answer. */
static void make_two(struct change_set *older, struct change_set *newer)
{
    change_set_init(older);
    change_set_init(newer);
    put_head(3, 1);
    put_head(9, 4);
    level_versions_drop(&heads, key_of(9, 2));
    put_note("first");
    put_note("second");
    ck_assert_int_eq(level_versions_collect(&heads, older), ERR_OK);
    level_versions_mark_clean(&heads);
    heads.next_note--;
    put_note("second");
    put_note("third");
    put_head(9, 5);
    put_head(12, 1);
    level_versions_drop(&heads, key_of(9, 4));
    level_versions_drop(&heads, key_of(9, 2));
    ck_assert_int_eq(level_versions_collect(&heads, newer), ERR_OK);
    older->tick = 10;
    newer->tick = 20;
}

static void expect_merged(const struct change_set *set)
{
    static const char *const texts[] = {"first", "second", "third"};

    ck_assert_uint_eq(set->tick, 20);
    ck_assert_uint_eq(set->of[CHANGE_HEADS].count, 3);
    ck_assert_uint_eq(head_in(set, 3)->current, 1);
    ck_assert_uint_eq(head_in(set, 9)->current, 5);
    ck_assert_uint_eq(head_in(set, 12)->current, 1);
    ck_assert_uint_eq(set->of[CHANGE_DELETIONS].count, 2);
    ck_assert(level_key_equal(*(const struct level_key *)change_set_row(set, CHANGE_DELETIONS, 0),
                              key_of(9, 2)));
    ck_assert(level_key_equal(*(const struct level_key *)change_set_row(set, CHANGE_DELETIONS, 1),
                              key_of(9, 4)));
    expect_notes(set, texts, 3);
}

TEST(the_newest_head_wins_and_each_drop_and_note_is_there_once)
{
    struct change_set older;
    struct change_set newer;

    make_two(&older, &newer);
    ck_assert_int_eq(change_set_merge(&older, &newer), ERR_OK);
    ck_assert(change_set_is_empty(&newer));
    expect_merged(&older);
    change_set_release(&older);
}

/* Runs `act` with its Nth allocation failing, for every N; the last run has all it wants. */
static void with_each_allocation_failing(enum err (*act)(void *), void (*expect_unchanged)(void *),
                                         void *argument)
{
    enum err error = ERR_MEMORY;
    uint64_t nth = 0;

    while (error != ERR_OK) {
        uint64_t hits = 0;
        ck_assert_uint_lt(nth, ALLOCATIONS_MAX);
        fault_arm(disk, (struct fault_plan){.kind = FAULT_MEMORY, .nth = ++nth});
        error = act(argument);
        fault_disarm(disk, &hits);
        ck_assert_int_eq(error, hits > 0 ? ERR_MEMORY : ERR_OK);
        if (error != ERR_OK)
            expect_unchanged(argument);
    }
    ck_assert_msg(nth > 1, "nothing was ever allocated");
}

struct pair {
    struct change_set older;
    struct change_set newer;
};

static enum err merge_pair(void *argument)
{
    struct pair *pair = argument;

    return change_set_merge(&pair->older, &pair->newer);
}

static void expect_apart(void *argument)
{
    const struct pair *pair = argument;

    ck_assert_uint_eq(pair->older.tick, 10);
    ck_assert_uint_eq(pair->older.of[CHANGE_HEADS].count, 2);
    ck_assert_uint_eq(head_in(&pair->older, 9)->current, 4);
    ck_assert_uint_eq(pair->older.of[CHANGE_DELETIONS].count, 1);
    ck_assert_uint_eq(pair->older.of[CHANGE_AUDITS].count, 2);
    ck_assert_uint_eq(pair->newer.of[CHANGE_HEADS].count, 2);
    ck_assert_uint_eq(head_in(&pair->newer, 9)->current, 5);
    ck_assert_uint_eq(pair->newer.of[CHANGE_DELETIONS].count, 2);
    ck_assert_uint_eq(pair->newer.of[CHANGE_AUDITS].count, 2);
}

TEST(without_memory_for_it_both_sets_stay_as_they_were)
{
    struct pair pair;

    make_two(&pair.older, &pair.newer);
    with_each_allocation_failing(merge_pair, expect_apart, &pair);
    expect_merged(&pair.older);
    change_set_release(&pair.older);
}

struct taking {
    struct stage stage;
    struct memory_images images;
    struct change_set set;
};

/* Collects the heads, then the world, as persist_collect() does. */
static enum err take(void *argument)
{
    struct taking *taking = argument;
    enum err error = level_versions_collect(&heads, &taking->set);

    if (error == ERR_OK)
        error = change_set_collect(&taking->set, taking->stage.world, &taking->images);
    if (error != ERR_OK)
        change_set_release(&taking->set);
    return error;
}

static void expect_dirty(void *argument)
{
    struct taking *taking = argument;

    ck_assert(change_set_is_empty(&taking->set));
    ck_assert(stage_level(&taking->stage)->is_dirty);
    ck_assert(heads.entries[0].is_dirty);
    ck_assert_int_eq(heads.deletion_count, 1);
    ck_assert_int_eq(heads.audit_count, 1);
}

static void expect_memories(struct taking *taking)
{
    ck_assert_uint_eq(taking->set.of[CHANGE_MEMORIES].count, 2);
    for (int64_t id = 11; id <= 12; id++) {
        const struct delver *delver = world_find_delver(taking->stage.world, id);
        const struct memory_row *row = change_set_find(
            &taking->set, CHANGE_MEMORIES, &(struct memory_row){id, delver->body.key, 0, NULL});
        ck_assert_ptr_nonnull(row);
        ck_assert_mem_eq(row->image->tiles, delver->memory, delver->memory_size);
    }
}

static void see_anew(struct taking *taking)
{
    struct level *level = stage_level(&taking->stage);

    level_set_tile(level, draw_level_find(hall, '+'), TILE_DOOR_OPEN);
    for (int64_t id = 11; id <= 12; id++)
        delver_look(world_find_delver(taking->stage.world, id));
    delver_list_join(&taking->stage.world->unsaved, &level->unsaved);
}

TEST(what_could_not_be_collected_is_collected_the_next_time)
{
    struct taking taking;

    stage_init(&taking.stage, hall);
    ck_assert_int_eq(memory_images_init(&taking.images, STAGE_DELVERS_MAX), ERR_OK);
    change_set_init(&taking.set);
    (void)stage_join(&taking.stage, 11, draw_level_find(hall, 'a'));
    (void)stage_join(&taking.stage, 12, draw_level_find(hall, 'b'));
    stage_level(&taking.stage)->is_dirty = true;
    put_head(1, 2);
    level_versions_drop(&heads, key_of(1, 0));
    put_note("first");
    with_each_allocation_failing(take, expect_dirty, &taking);
    ck_assert_uint_eq(taking.set.of[CHANGE_HEADS].count, 1);
    ck_assert_uint_eq(taking.set.of[CHANGE_DELETIONS].count, 1);
    ck_assert_uint_eq(taking.set.of[CHANGE_AUDITS].count, 1);
    ck_assert_uint_eq(taking.set.of[CHANGE_LEVELS].count, 1);
    ck_assert_uint_eq(taking.set.of[CHANGE_DELVERS].count, 2);
    expect_memories(&taking);
    /* Again, with images that are there already and cells that are new since. */
    change_set_release(&taking.set);
    see_anew(&taking);
    with_each_allocation_failing(take, expect_dirty, &taking);
    expect_memories(&taking);
    change_set_release(&taking.set);
    memory_images_release(&taking.images);
    stage_release(&taking.stage);
}

TEST(there_is_room_for_so_many_drops_and_notes_and_no_more)
{
    for (int i = 0; i < LEVEL_AUDITS_MAX; i++) {
        ck_assert(level_versions_have_room(&heads));
        level_versions_drop(&heads, key_of(1, (uint32_t)i));
        put_note("made");
    }
    ck_assert(!level_versions_have_room(&heads));
    level_versions_mark_clean(&heads);
    ck_assert(level_versions_have_room(&heads));
}
