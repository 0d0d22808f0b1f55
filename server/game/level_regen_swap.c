/*
 * The swap of a level: handing the new level to the tick, and settling the order after it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/check.h"
#include "server/game/level_fetch.h"
#include "server/game/game_save.h"
#include "server/game/level_regen_private.h"
#include "server/save/persist.h"
#include "server/game/level_transfer.h"
#include "server/game/game.h"
#include "server/game/level_regen.h"

enum { READS_MAX = 5, LOADS_MAX = 5 };

static bool is_remembered(const struct regen *regen, int64_t delver_id)
{
    for (size_t i = 0; i < regen->memory_count; i++) {
        if (regen->memories[i].delver_id == delver_id)
            return true;
    }
    return false;
}

/* Somebody came since memories were read. After a few times they begin with an empty map. */
static enum err check_memories(const struct game *game, const struct regen *regen,
                               bool *out_must_read)
{
    size_t max = level_count_people(game, regen->key.wing, regen->key.depth) + 1;

    *out_must_read = false;
    if (!regen->order.is_undo || regen->reads >= READS_MAX)
        return ERR_OK;
    int64_t *ids = calloc(max, sizeof *ids);
    if (ids == NULL)
        return ERR_MEMORY;
    size_t count = level_regen_list_people(game, regen, ids, max);
    for (size_t i = 0; i < count; i++)
        *out_must_read = *out_must_read || !is_remembered(regen, ids[i]);
    free(ids);
    return ERR_OK;
}

/* The memories read from disk, and an empty one for each other delver that may be there by then. */
static enum err fill_memories(const struct game *game, struct regen *regen,
                              struct input_memory **out, size_t *out_count)
{
    size_t blanks = level_count_people(game, regen->key.wing, regen->key.depth);
    size_t cells = level_cell_count(regen->level);
    size_t count = 0;
    struct input_memory *list = calloc(blanks + regen->memory_count + 1, sizeof *list);

    if (list == NULL)
        return ERR_MEMORY;
    while (count < blanks && (list[count].tiles = delver_memory_new(cells)) != NULL)
        count++;
    if (count < blanks) {
        while (count > 0)
            free(list[--count].tiles);
        free(list);
        return ERR_MEMORY;
    }
    for (size_t i = 0; i < regen->memory_count; i++) {
        list[count++] =
            (struct input_memory){regen->memories[i].delver_id, regen->memories[i].tiles};
        regen->memories[i].tiles = NULL;
    }
    *out = list;
    *out_count = count;
    return ERR_OK;
}

/* The tick cannot fail for want of memory: the head has its place beforehand. */
static enum err prepare_head(struct game *game, const struct regen *regen)
{
    const struct level_key *key = &regen->key;
    struct level_head head = level_versions_get(&game->level_versions, regen->order.key);

    if (level_versions_find(&game->level_versions, key->wing, key->depth) != NULL)
        return ERR_OK;
    return level_versions_add(&game->level_versions, &head);
}

/*
 * True once the level that goes is in memory: graves come over from there. One that was never made
 * has none. *out_why: it cannot be had, else NULL.
 */
static bool is_old_there(struct game *game, struct regen *regen, const char **out_why)
{
    const struct level_key key = regen->key;

    *out_why = NULL;
    if (level_fetch_is_running(game->transfers, key))
        return false;
    if (!regen->order.is_made || world_level_at(game->world, key.wing, key.depth) != NULL)
        return true;
    if (regen->loads > 0 && level_fetch_has_failed(game->transfers, key))
        *out_why = "the level that is there cannot be read";
    else if (regen->loads == LOADS_MAX)
        *out_why = "there is no room for the level that is there";
    else if (level_fetch_begin(game, key) == ERR_OK)
        regen->loads++;
    return false;
}

/* Whatever is not ready yet is tried again after the next tick. */
const char *level_regen_hand_over(struct game *game, struct regen *regen)
{
    const char *why;
    struct input_memory *memories = NULL;
    size_t memory_count = 0;
    uint64_t ticket = 0;
    bool must_read;

    if (!is_old_there(game, regen, &why))
        return why;
    if (check_memories(game, regen, &must_read) != ERR_OK ||
        !level_versions_have_room(&game->level_versions) || game->inputs.count == WORLD_INPUTS_MAX)
        return NULL;
    if (must_read) {
        regen->stage = REGEN_REMEMBERS;
        if (level_regen_read(game, regen) != ERR_OK)
            regen->stage = REGEN_WAITS;
        return NULL;
    }
    /* All memories of the old level are on their way to disk before anybody leaves it. */
    if (prepare_head(game, regen) != ERR_OK || game_save(game, &ticket) != ERR_OK ||
        fill_memories(game, regen, &memories, &memory_count) != ERR_OK)
        return NULL;
    struct input *input = input_queue_add(&game->inputs, INPUT_LEVEL_SWAP, 0);
    CHECK(input != NULL);
    input->level = regen->level;
    input->population = regen->population;
    input->flag = regen->order.is_undo;
    input->takes_over = regen->order.is_made;
    input->memories = memories;
    input->memory_count = memory_count;
    regen->level = NULL;
    regen->population = (struct bytes){0};
    regen->stage = REGEN_SWAPS;
    return NULL;
}

/* Lists the moved delvers in one line, and returns how many they are. */
static uint32_t describe_moved(const struct game *game, const struct level *level, char *out,
                               size_t size)
{
    struct event_cursor cursor = {0};
    const struct event *event;
    size_t length = 0;
    uint32_t count = 0;

    out[0] = '\0';
    while ((event = world_next_event(game->world, &cursor)) != NULL) {
        if (event->kind != EVENT_ARRIVED || !level_key_equal(event->level, level->key) ||
            (event->passage != PASSAGE_REMADE && event->passage != PASSAGE_PUT_BACK))
            continue;
        const struct delver *delver = world_delver(game->world, event->actor);
        count++;
        if (length + NAME_LENGTH_MAX + 8 < size)
            length += (size_t)snprintf(out + length, size - length, "%s%s", length == 0 ? "" : ", ",
                                       delver->name);
    }
    return count;
}

static void note(struct game *game, const struct regen *regen, const struct level_head *head,
                 const char *moved, uint32_t count)
{
    struct audit_row row = {.at = (int64_t)time(NULL)};

    snprintf(row.who, sizeof row.who, "%s", regen->order.who);
    snprintf(row.what, sizeof row.what,
             "level depth %u wing %u: generation %u in the place of %u (seed %llu, style %s, %s); "
             "moved to its stairs: %u%s%.800s",
             regen->key.depth, regen->key.wing, head->current, regen->order.key.generation,
             (unsigned long long)head->recipe.seed, head->recipe.style,
             regen->order.is_undo ? "undone" : "rebuilt", count, count == 0 ? "" : ": ", moved);
    level_versions_note(&game->level_versions, &row);
    LOG(&game->base->log, LOG_INFO, "level.swapped", log_number("wing", regen->key.wing),
        log_number("depth", regen->key.depth), log_number("generation", head->current),
        log_number("before", regen->order.key.generation), log_number("moved", count),
        log_text("who", regen->order.who));
}

/* The head after the tick in which it happened. */
static struct level_head next_head(struct game *game, const struct regen *regen)
{
    struct level_head head = level_versions_get(&game->level_versions, regen->order.key);
    struct level_recipe before = head.recipe;

    if (!regen->order.is_undo && head.has_kept)
        level_versions_drop(&game->level_versions,
                            (struct level_key){head.wing, head.depth, head.kept});
    head.recipe = regen->order.is_undo ? head.kept_recipe : regen->order.recipe;
    head.kept_recipe = before;
    head.has_kept = regen->order.is_made;
    head.kept = head.has_kept ? head.current : 0;
    head.current = regen->key.generation;
    if (head.newest < head.current)
        head.newest = head.current;
    return head;
}

static void finish(struct game *game, struct regen *regen, const struct level *level)
{
    char moved[900];
    struct level_head head = next_head(game, regen);
    enum err error = level_versions_set(&game->level_versions, &head);

    CHECK(error == ERR_OK);
    uint32_t count = describe_moved(game, level, moved, sizeof moved);
    note(game, regen, &head, moved, count);
    level_transfer_redirect(game, regen->key.wing, regen->key.depth);
    level_regen_add_outcome(game,
                            &(struct level_outcome){.kind = LEVEL_SWAPPED,
                                                    .request_ticket = regen->order.request_ticket,
                                                    .key = regen->key,
                                                    .head = head,
                                                    .moved = count});
    level_regen_clear(regen);
}

bool level_regen_settle(struct game *game)
{
    bool has_happened = false;

    for (int i = 0; i < LEVEL_REGENS_MAX; i++) {
        struct regen *regen = &game->level_regens->list[i];
        if (regen->stage != REGEN_SWAPS)
            continue;
        const struct level *level = world_level(game->world, regen->key);
        if (level == NULL) {
            level_regen_call_off(game, regen, "it could not be put in place");
            continue;
        }
        finish(game, regen, level);
        has_happened = true;
    }
    return has_happened;
}
