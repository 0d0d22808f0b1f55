/*
 * Heads of levels in an array sorted by wing and depth, and the changes of them for the next change
 * set.
 */
#include "server/game/level_versions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "content/theme.h"
#include "gen/gen.h"

enum { ENTRIES_MIN = 16 };

enum err level_versions_init(struct level_versions *heads, uint64_t world_seed)
{
    *heads = (struct level_versions){.world_seed = world_seed};
    heads->audits = calloc(LEVEL_AUDITS_MAX, sizeof *heads->audits);
    return heads->audits == NULL ? ERR_MEMORY : ERR_OK;
}

void level_versions_release(struct level_versions *heads)
{
    free(heads->entries);
    free(heads->audits);
    *heads = (struct level_versions){0};
}

static bool is_before(const struct level_head *head, uint16_t wing, uint16_t depth)
{
    return head->wing < wing || (head->wing == wing && head->depth < depth);
}

/* Returns the index of that level's entry, or where it would be inserted. */
static size_t find_index(const struct level_versions *heads, uint16_t wing, uint16_t depth)
{
    size_t low = 0;
    size_t high = heads->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (is_before(&heads->entries[middle].head, wing, depth))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static struct head_entry *find_entry(const struct level_versions *heads, uint16_t wing,
                                     uint16_t depth)
{
    size_t index = find_index(heads, wing, depth);

    if (index == heads->count || heads->entries[index].head.wing != wing ||
        heads->entries[index].head.depth != depth)
        return NULL;
    return &heads->entries[index];
}

const struct level_head *level_versions_find(const struct level_versions *heads, uint16_t wing,
                                             uint16_t depth)
{
    const struct head_entry *entry = find_entry(heads, wing, depth);

    return entry == NULL ? NULL : &entry->head;
}

static struct level_recipe recipe_of_world(const struct level_versions *heads)
{
    return (struct level_recipe){.seed = heads->world_seed, .style = LEVEL_STYLE_OF_THEME};
}

struct level_head level_versions_get(const struct level_versions *heads, struct level_key key)
{
    const struct level_head *head = level_versions_find(heads, key.wing, key.depth);

    if (head != NULL)
        return *head;
    return (struct level_head){.wing = key.wing,
                               .depth = key.depth,
                               .current = key.generation,
                               .newest = key.generation,
                               .recipe = recipe_of_world(heads),
                               .kept_recipe = recipe_of_world(heads)};
}

/* Inserts an entry for that level into the sorted array; NULL: out of memory. */
static struct head_entry *insert(struct level_versions *heads, uint16_t wing, uint16_t depth)
{
    size_t index = find_index(heads, wing, depth);

    if (heads->count == heads->capacity) {
        size_t capacity = heads->capacity == 0 ? ENTRIES_MIN : heads->capacity * 2;
        struct head_entry *grown = realloc(heads->entries, capacity * sizeof *grown);
        if (grown == NULL)
            return NULL;
        heads->entries = grown;
        heads->capacity = capacity;
    }
    memmove(&heads->entries[index + 1], &heads->entries[index],
            (heads->count - index) * sizeof heads->entries[0]);
    heads->count++;
    return &heads->entries[index];
}

static enum err put(struct level_versions *heads, const struct level_head *head, bool is_dirty)
{
    struct head_entry *entry = find_entry(heads, head->wing, head->depth);

    if (entry == NULL)
        entry = insert(heads, head->wing, head->depth);
    if (entry == NULL)
        return ERR_MEMORY;
    *entry = (struct head_entry){*head, is_dirty};
    return ERR_OK;
}

enum err level_versions_add(struct level_versions *heads, const struct level_head *head)
{
    return put(heads, head, false);
}

enum err level_versions_set(struct level_versions *heads, const struct level_head *head)
{
    return put(heads, head, true);
}

bool level_versions_have_room(const struct level_versions *heads)
{
    return heads->deletion_count < LEVEL_AUDITS_MAX && heads->audit_count < LEVEL_AUDITS_MAX;
}

void level_versions_drop(struct level_versions *heads, struct level_key key)
{
    CHECK(heads->deletion_count < LEVEL_AUDITS_MAX);
    heads->deletions[heads->deletion_count++] = key;
}

void level_versions_note(struct level_versions *heads, const struct audit_row *note)
{
    CHECK(heads->audit_count < LEVEL_AUDITS_MAX);
    heads->audits[heads->audit_count++] = *note;
    heads->next_note++;
}

bool level_versions_is_locked(const struct level_versions *heads, int depth)
{
    const struct level_head *head = level_versions_find(heads, 0, (uint16_t)depth);

    return head != NULL && head->is_locked;
}

enum err level_versions_collect(const struct level_versions *heads, struct change_set *set)
{
    uint64_t first_note = heads->next_note - (uint64_t)heads->audit_count;
    enum err error = ERR_OK;

    for (size_t i = 0; error == ERR_OK && i < heads->count; i++) {
        if (heads->entries[i].is_dirty)
            error = change_set_add_head(set, &heads->entries[i].head);
    }
    for (int i = 0; error == ERR_OK && i < heads->deletion_count; i++)
        error = change_set_add_deletion(set, heads->deletions[i]);
    for (int i = 0; error == ERR_OK && i < heads->audit_count; i++)
        error = change_set_add_audit(set, first_note + (uint64_t)i, &heads->audits[i]);
    return error;
}

void level_versions_mark_clean(struct level_versions *heads)
{
    for (size_t i = 0; i < heads->count; i++)
        heads->entries[i].is_dirty = false;
    heads->deletion_count = 0;
    heads->audit_count = 0;
}

struct level_recipe level_versions_recipe(const struct level_versions *heads, struct level_key key)
{
    const struct level_head *head = level_versions_find(heads, key.wing, key.depth);

    if (head != NULL && head->current == key.generation)
        return head->recipe;
    if (head != NULL && head->has_kept && head->kept == key.generation)
        return head->kept_recipe;
    return recipe_of_world(heads);
}

void level_recipe_request(const struct level_recipe *recipe, struct level_key key,
                          const struct setpieces *pieces, struct gen_request *out)
{
    const struct theme_row *theme = theme_of_depth(setpieces_themes(pieces), key.depth);
    const struct gen_style *style = gen_style_find(recipe->style);

    /* For a style that only a newer server knows, the depth's own style is drawn. */
    if (style == NULL) {
        gen_request_for_level(out, pieces, recipe->seed, key);
        return;
    }
    int width = theme->width > style->width_min ? theme->width : style->width_min;
    int height = theme->height > style->height_min ? theme->height : style->height_min;
    gen_request_init(out, style, recipe->seed, key, width, height);
    out->pieces = pieces;
}
