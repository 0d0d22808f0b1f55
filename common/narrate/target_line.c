/*
 * One row about the foe that matters most.
 */
#include "narrate/target_line.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "narrate/danger.h"
#include "narrate/words.h"

enum { BAR_WIDTH = 8 };

void target_bar(int part, int whole, int width, char *out)
{
    int filled = whole <= 0 || part <= 0 ? 0 : (part * width + whole - 1) / whole;

    CHECK(width <= TARGET_BAR_MAX);
    filled = filled > width ? width : filled;
    memset(out, '#', (size_t)filled);
    memset(out + filled, '-', (size_t)(width - filled));
    out[width] = '\0';
}

const struct threat *threats_first_awake(const struct threats *threats)
{
    for (int i = 0; i < threats->count; i++) {
        if (threats->list[i].is_awake)
            return &threats->list[i];
    }
    return NULL;
}

/* The number of awake foes beside the target. *out_kind is their kind if they are of one; else
   NULL. */
static int count_others(const struct world *world, const struct threats *threats,
                        const struct threat *target, const struct species_row **out_kind)
{
    const struct species_row *kind = NULL;
    bool is_one_kind = true;
    int count = 0;

    for (int i = 0; i < threats->count; i++) {
        const struct threat *other = &threats->list[i];
        if (other == target || !other->is_awake)
            continue;
        const struct species_row *row = species_row(world_body(world, other->foe)->species);
        is_one_kind = is_one_kind && (kind == NULL || kind == row);
        kind = row;
        count++;
    }
    *out_kind = is_one_kind ? kind : NULL;
    return count;
}

static void add_others(const struct world *world, const struct threats *threats,
                       const struct threat *target, char *out, size_t size)
{
    const struct species_row *kind;
    int count = count_others(world, threats, target, &kind);

    out[0] = '\0';
    if (count == 0)
        return;
    const char *name = kind == NULL                        ? "more"
                       : count > 1 && kind->plural != NULL ? kind->plural
                                                           : kind->name;
    snprintf(out, size, "  +%d %s %s", count, name, danger_name(threats->danger));
}

void target_words(const struct world *world, const struct delver *viewer, char *out, size_t size)
{
    const struct species_row *kind;
    struct threats threats;
    char offset[64];
    char name[64];

    threats_collect(world, viewer, &threats);
    const struct threat *target = threats_first_awake(&threats);
    snprintf(out, size, "No foe that is awake is in view.");
    if (target == NULL)
        return;
    const struct body *foe = world_body(world, target->foe);
    body_words(foe, name, sizeof name);
    pos_offset(viewer->body.at, target->at, offset, sizeof offset);
    int length = snprintf(out, size, "%s, %s, %s: %s.", name, offset, danger_wounds(foe),
                          danger_name(target->danger));
    int others = count_others(world, &threats, target, &kind);
    if (others > 0)
        snprintf(out + length, size - (size_t)length, " %d more %s awake, %s together.", others,
                 others == 1 ? "is" : "are", danger_name(threats.danger));
}

void target_line_make(const struct world *world, const struct delver *viewer,
                      struct target_line *out)
{
    struct threats threats;
    char bar[TARGET_BAR_MAX + 1];
    char offset[POS_OFFSET_SHORT];
    char others[64];

    out->text[0] = '\0';
    out->role = ROLE_TEXT;
    if (viewer->body.level == NULL || viewer->body.level->foe_count == 0)
        return;
    threats_collect(world, viewer, &threats);
    const struct threat *target = threats_first_awake(&threats);
    if (target == NULL)
        return;
    const struct body *foe = world_body(world, target->foe);
    target_bar(foe->health, foe->health_max, BAR_WIDTH, bar);
    pos_offset_short(viewer->body.at, target->at, offset, sizeof offset);
    add_others(world, &threats, target, others, sizeof others);
    snprintf(out->text, sizeof out->text, "%s [%s] %s %s%s", body_name(foe), bar, offset,
             danger_name(target->danger), others);
    if (threats.danger >= DANGER_HARD)
        out->role = ROLE_BAD;
}
