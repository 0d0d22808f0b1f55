/*
 * Things remembered.
 */
#include "world/recall_look.h"

#include "world/light.h"
#include "world/world_private.h"

/* Viewers may have drawn the last look already: the row belongs to the next one. */
static void mark_row(struct delver *delver, struct pos at)
{
    row_set_add(&delver->recall.marked, at.y);
}

/* True of a cell in sight that the light at the last look reaches, or that is lit for everybody. */
static bool is_lit(const struct delver *delver, struct pos at)
{
    return delver_sees(delver, at) &&
           (pos_distance(delver->recall.from, at) <= delver->recall.light ||
            light_shows_cell(delver, -1, at));
}

/* Forgets the things on cells that the delver sees again. */
static void forget_lit(struct delver *delver)
{
    struct recall *recall = &delver->recall;
    int kept = 0;

    for (int i = 0; i < recall->count; i++) {
        struct recalled recalled = recall->list[i];
        if (is_lit(delver, recalled.at))
            mark_row(delver, recalled.at);
        else
            recall->list[kept++] = recalled;
    }
    if (kept < recall->count)
        recall->oldest = 0;
    recall->count = (uint8_t)kept;
}

const struct recalled *recall_find(const struct recall *recall, struct pos at)
{
    for (int i = 0; i < recall->count; i++) {
        if (pos_equal(recall->list[i].at, at))
            return &recall->list[i];
    }
    return NULL;
}

static uint8_t count_below(const struct world *world, const struct item *item)
{
    uint8_t count = 0;

    while (count < UINT8_MAX && (item = level_item_below(world, item)) != NULL)
        count++;
    return count;
}

static void add(struct delver *delver, struct pos at, const struct stack *top, uint8_t more)
{
    struct recall *recall = &delver->recall;
    int place = recall->count;

    if (recall->count < RECALL_MAX) {
        recall->count++;
    } else {
        place = recall->oldest;
        recall->oldest = (uint8_t)((place + 1) % RECALL_MAX);
        mark_row(delver, recall->list[place].at);
    }
    recall->list[place] = (struct recalled){.at = at, .top = *top, .more = more};
    mark_row(delver, at);
}

static void note_lit(const struct world *world, struct delver *delver)
{
    const struct level *level = delver->body.level;

    forget_lit(delver);
    for (int y = delver->sight.top; y < delver->sight.bottom; y++) {
        for (int word = 0; word < level->row_words; word++) {
            uint64_t bits = sight_row_word(&delver->sight, y, word) &
                            level->strewn[y * level->row_words + word];
            for (; bits != 0; bits &= bits - 1) {
                struct pos at = pos_of(word * 64 + __builtin_ctzll(bits), y);
                const struct item *item =
                    is_lit(delver, at) ? level_item_at(world, level, at) : NULL;
                if (item != NULL)
                    add(delver, at, &item->stack, count_below(world, item));
            }
        }
    }
}

void recall_before_look(const struct world *world, struct delver *delver)
{
    if (delver->recall.light > 0)
        note_lit(world, delver);
}

void recall_after_look(const struct world *world, struct delver *delver)
{
    delver->recall.from = delver->body.at;
    delver->recall.light = (uint8_t)light_radius(delver);
    note_lit(world, delver);
    row_set_join(&delver->look_rows[(delver->looks - 1) % DELVER_LOOKS_KEPT],
                 &delver->recall.marked);
    delver->recall.marked = (struct row_set){0};
}
