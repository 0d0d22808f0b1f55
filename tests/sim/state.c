/*
 * The state of a world as text.
 */
#include "sim/state.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/member.h"
#include "content/part.h"
#include "content/species.h"
#include "content/status.h"
#include "content/tile.h"
#include "world/delver.h"
#include "world/foe.h"
#include "world/level.h"

enum { SUBJECT_SIZE = 96 };

/* An integer of a body, with its name in the struct. */
struct shown_member {
    const char *name;
    size_t offset;
    size_t size;
};

#define SHOWN(type, member)                                                                        \
    {                                                                                              \
#member, offsetof(type, member), sizeof(((type *)0)->member)                               \
    }

static const struct shown_member body_members[] = {
    SHOWN(struct body, at.x),         SHOWN(struct body, at.y),
    SHOWN(struct body, health),       SHOWN(struct body, health_max),
    SHOWN(struct body, withered),     SHOWN(struct body, ready_at),
    SHOWN(struct body, beat_at),      SHOWN(struct body, paused),
    SHOWN(struct body, queue_length), SHOWN(struct body, statuses.steady),
};

static const struct shown_member foe_members[] = {
    SHOWN(struct foe, group),          SHOWN(struct foe, mind.goal.x),
    SHOWN(struct foe, mind.goal.y),    SHOWN(struct foe, mind.has_goal),
    SHOWN(struct foe, mind.fear),      SHOWN(struct foe, mind.is_hidden),
    SHOWN(struct foe, mind.is_poised), SHOWN(struct foe, mind.target),
    SHOWN(struct foe, mind.seen_at),   SHOWN(struct foe, mind.keeper),
    SHOWN(struct foe, mind.aim.x),     SHOWN(struct foe, mind.aim.y),
    SHOWN(struct foe, mind.waited),    SHOWN(struct foe, mind.gold),
};

static const struct shown_member delver_members[] = {
    SHOWN(struct delver, steps),       SHOWN(struct delver, life.experience),
    SHOWN(struct delver, life.gold),   SHOWN(struct delver, explored),
    SHOWN(struct delver, is_sneaking), SHOWN(struct delver, is_link_dead),
    SHOWN(struct delver, party),
};

static const char *const mood_names[MOOD_COUNT] = {
    [MOOD_ASLEEP] = "asleep",   [MOOD_POSTED] = "posted", [MOOD_ROAMING] = "roaming",
    [MOOD_HUNTING] = "hunting", [MOOD_HOMING] = "homing",
};

static void print_members(FILE *out, const char *subject, const struct shown_member *members,
                          size_t count, const void *row)
{
    for (size_t i = 0; i < count; i++) {
        const char *value = (const char *)row + members[i].offset;
        fprintf(out, "%s: %s %" PRId64 "\n", subject, members[i].name,
                member_signed(member_load(value, members[i].size), members[i].size));
    }
}

static void print_body(FILE *out, const char *subject, const struct body *body)
{
    print_members(out, subject, body_members, sizeof body_members / sizeof body_members[0], body);
    for (enum status_id id = 0; id < STATUS_COUNT; id++) {
        if (body->statuses.left[id] > 0)
            fprintf(out, "%s: %s %d\n", subject, status_row(id)->name, body->statuses.left[id]);
    }
}

static void print_foe(FILE *out, const struct foe *foe)
{
    char subject[SUBJECT_SIZE];

    snprintf(subject, sizeof subject, "foe %u %s", foe->body.id,
             species_row(foe->body.species)->name);
    print_body(out, subject, &foe->body);
    print_members(out, subject, foe_members, sizeof foe_members / sizeof foe_members[0], foe);
    fprintf(out, "%s: mind.mood %s\n", subject, mood_names[foe->mind.mood]);
    if (foe->mind.special != PART_NONE)
        fprintf(out, "%s: mind.special %s\n", subject, part_kind(foe->mind.special)->name);
}

static void print_delver(FILE *out, const struct delver *delver)
{
    char subject[SUBJECT_SIZE];

    snprintf(subject, sizeof subject, "delver %u %s", delver->body.id, delver->name);
    print_body(out, subject, &delver->body);
    print_members(out, subject, delver_members, sizeof delver_members / sizeof delver_members[0],
                  delver);
}

char *state_text(const struct world *world)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    if (out == NULL)
        return NULL;
    for (uint32_t i = 0; i < world->level_count; i++) {
        const struct level *level = world->levels[i];
        fprintf(out, "level %d wing %d: clock %" PRIu64 "\n", level->key.depth, level->key.wing,
                level->clock);
        for (body_id id = level->first_delver; id != 0; id = world_body(world, id)->next)
            print_delver(out, world_delver(world, id));
        for (body_id id = level->first_foe; id != 0; id = world_body(world, id)->next)
            print_foe(out, body_foe(world_body(world, id)));
    }
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

/* Bytes of a line up to its value, which is its last word. */
static size_t key_length(const char *line)
{
    size_t length = strcspn(line, "\n");

    while (length > 0 && line[length - 1] != ' ')
        length--;
    return length;
}

static const char *next_line(const char *line)
{
    line += strcspn(line, "\n");
    return *line == '\n' ? line + 1 : line;
}

/* The line of `text` with the first `length` bytes of `key`; NULL: there is none. The search begins
   at *from, where the last one ended: both states have their lines in nearly the same order. */
static const char *find_line(const char *text, const char **from, const char *key, size_t length)
{
    const char *line = **from == '\0' ? text : *from;
    const char *first = line;

    do {
        if (strncmp(line, key, length) == 0 && key_length(line) == length) {
            *from = next_line(line);
            return line;
        }
        line = next_line(line);
        line = *line == '\0' ? text : line;
    } while (line != first);
    return NULL;
}

static void print_line(FILE *out, const char *line)
{
    fprintf(out, "%.*s", (int)strcspn(line, "\n"), line);
}

void state_changes(const char *before, const char *after, FILE *out)
{
    const char *from = before;

    for (const char *line = after; *line != '\0'; line = next_line(line)) {
        size_t length = key_length(line);
        const char *old = *before == '\0' ? NULL : find_line(before, &from, line, length);
        if (old != NULL && strcspn(old, "\n") == strcspn(line, "\n") &&
            strncmp(old, line, strcspn(line, "\n")) == 0)
            continue;
        print_line(out, line);
        if (old != NULL) {
            fprintf(out, ", before ");
            print_line(out, old + length);
        }
        fprintf(out, "\n");
    }
    from = after;
    for (const char *line = before; *line != '\0'; line = next_line(line)) {
        size_t length = key_length(line);
        if (*after == '\0' || find_line(after, &from, line, length) == NULL)
            fprintf(out, "%.*sgone\n", (int)length, line);
    }
}

static char sign_at(const struct world *world, const struct level *level, struct pos at)
{
    const struct body *body = world_body(world, level_body_at(level, at));

    if (body == NULL)
        return tile_row(level_tile(level, at))->glyph;
    return body->species == SPECIES_DELVER ? '@' : species_row(body->species)->glyph;
}

static void print_mind(const struct world *world, const struct foe *foe, FILE *out)
{
    const struct mind *mind = &foe->mind;
    const struct delver *target = world_delver(world, mind->target);

    fprintf(out, "%-18s %3d,%-3d health %d/%d, %s", species_row(foe->body.species)->name,
            foe->body.at.x, foe->body.at.y, foe->body.health, foe->body.health_max,
            mood_names[mind->mood]);
    if (target != NULL)
        fprintf(out, ", after %s", target->name);
    if (mind->has_goal)
        fprintf(out, ", to %d,%d", mind->goal.x, mind->goal.y);
    if (mind->fear != FEAR_NONE)
        fprintf(out, mind->fear == FEAR_FLEEING ? ", flees" : ", is cornered");
    if (mind->special != PART_NONE)
        fprintf(out, ", about to %s", part_kind(mind->special)->name);
    fprintf(out, "\n");
}

void state_maps(const struct world *world, FILE *out)
{
    for (uint32_t i = 0; i < world->level_count; i++) {
        const struct level *level = world->levels[i];
        if (level->delver_count == 0)
            continue;
        fprintf(out, "depth %d, wing %d, clock %" PRIu64 "\n", level->key.depth, level->key.wing,
                level->clock);
        for (int y = 0; y < level->height; y++) {
            for (int x = 0; x < level->width; x++)
                fputc(sign_at(world, level, pos_of(x, y)), out);
            fputc('\n', out);
        }
        for (body_id id = level->first_foe; id != 0; id = world_body(world, id)->next) {
            const struct foe *foe = body_foe(world_body(world, id));
            if (foe_is_awake(foe))
                print_mind(world, foe, out);
        }
    }
}
