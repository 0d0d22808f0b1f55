/*
 * Around, list and where, for readers.
 */
#include "narrate/around.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/plural.h"
#include "content/theme.h"
#include "narrate/around_text.h"
#include "narrate/place_words.h"
#include "narrate/words.h"

/* A straight line of sight or memory: its walkable length, and the thing that ends it. */
struct ray {
    int steps;
    enum tile_id end; /* TILE_UNKNOWN: not known */
};

static enum tile_id known_tile(const struct delver *viewer, struct pos at)
{
    return level_contains(viewer->body.level, at) ? delver_remembered(viewer, at) : TILE_ROCK;
}

/* True if both corners of a diagonal step are known to be no ground: then it is refused. */
static bool is_pinched(const struct delver *viewer, struct pos from, struct pos to)
{
    enum tile_id one = known_tile(viewer, pos_of(to.x, from.y));
    enum tile_id other = known_tile(viewer, pos_of(from.x, to.y));

    return from.x != to.x && from.y != to.y && one != TILE_UNKNOWN && other != TILE_UNKNOWN &&
           !tile_row(one)->is_walkable && !tile_row(other)->is_walkable;
}

static struct ray cast_ray(const struct delver *viewer, enum dir dir)
{
    struct pos at = pos_step(viewer->body.at, dir);
    struct ray ray = {0, known_tile(viewer, at)};

    while (tile_is_passable(ray.end) && !tile_is_door(ray.end)) {
        if (is_pinched(viewer, pos_step(at, dir_opposite(dir)), at)) {
            ray.end = TILE_ROCK;
            break;
        }
        ray.steps++;
        at = pos_step(at, dir);
        ray.end = known_tile(viewer, at);
    }
    return ray;
}

/* "wall", "door, closed", "deep water": the name of a thing that stops a delver at once, or ends a
   way. */
static const char *obstacle_name(enum tile_id tile)
{
    static const char *const names[TILE_COUNT] = {
        [TILE_UNKNOWN] = "not known",
        [TILE_DOOR_CLOSED] = "door, closed",
        [TILE_DOOR_OPEN] = "door, open",
        [TILE_SECRET_SHUT] = "secret door, closed",
        [TILE_SECRET_OPEN] = "secret door, open",
    };

    return names[tile] == NULL ? tile_row(tile)->name : names[tile];
}

/* The body in view that stands beside the viewer in that direction. */
static const struct body *body_beside(const struct world *world, const struct delver *viewer,
                                      enum dir dir)
{
    struct pos at = pos_step(viewer->body.at, dir);

    return delver_sees(viewer, at) ? world_body(world, level_body_at(viewer->body.level, at))
                                   : NULL;
}

static void tell_direction(struct sentences *sentences, const struct world *world,
                           const struct delver *viewer, enum dir dir)
{
    const struct level *level = viewer->body.level;
    const struct body *body = body_beside(world, viewer, dir);
    struct pos beside = pos_step(viewer->body.at, dir);
    struct ray ray = cast_ray(viewer, dir);
    char then[32] = "";

    if (body != NULL) {
        sentences_add(sentences, "%s, %s.", dir_name(dir), body_name(body));
        return;
    }
    if (ray.steps == 0) {
        sentences_add(sentences, "%s, %s.", dir_name(dir), obstacle_name(ray.end));
        return;
    }
    uint16_t area = place_at(level, beside);
    bool is_other = area != place_at(level, viewer->body.at);
    /* A remembered cell may have changed and belong to no area: it is then called a corridor. */
    enum place_kind kind = area == PLACE_NONE ? PLACE_CORRIDOR : place_of(level, area)->kind;
    const char *name = place_kind_name(kind);
    if ((kind == PLACE_ROOM || kind == PLACE_CAVE) && is_other) {
        sentences_add(sentences, "%s, %s.", dir_name(dir), name);
        return;
    }
    if (ray.end != TILE_UNKNOWN && ray.end != TILE_ROCK)
        snprintf(then, sizeof then, ", then %s", obstacle_name(ray.end));
    sentences_add(sentences, "%s, %s, %s%d step%s%s.", dir_name(dir), name,
                  ray.end == TILE_UNKNOWN ? "at least " : "", ray.steps, plural_end(ray.steps),
                  then);
}

void around_describe(const struct world *world, const struct delver *viewer, char *out,
                     size_t out_size)
{
    struct sentences sentences;

    sentences_init(&sentences, out, out_size);
    if (viewer->body.state != BODY_PRESENT)
        return;
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++)
        tell_direction(&sentences, world, viewer, dir);
}

void around_toward(const struct world *world, const struct delver *viewer, enum dir dir, char *out,
                   size_t out_size)
{
    struct sentences sentences;

    sentences_init(&sentences, out, out_size);
    if (viewer->body.state == BODY_PRESENT)
        tell_direction(&sentences, world, viewer, dir);
}

void around_list(const struct delver *viewer, const struct things *things, char *out,
                 size_t out_size)
{
    struct sentences sentences;
    char offset[64];

    sentences_init(&sentences, out, out_size);
    for (int i = 0; i < things->count; i++) {
        const struct thing *thing = &things->list[i];
        const char *noun = thing_noun(thing);
        const char *state = thing->is_open ? ", open" : ", closed";
        char alike[32] = "";
        if (thing->alike > 0)
            snprintf(alike, sizeof alike, ", the nearest of %d", thing->alike + 1);
        pos_offset(viewer->body.at, thing->at, offset, sizeof offset);
        sentences_add(&sentences, "%d %c%s%s, %s%s%s%s.", i + 1, toupper((unsigned char)noun[0]),
                      noun + 1, thing->kind == THING_DOOR ? state : "", offset,
                      thing->is_seen ? "" : ", remembered", thing->is_asleep ? ", asleep" : "",
                      alike);
        sentences_break(&sentences);
    }
    if (things->left_out > 0)
        sentences_add(&sentences, "and %d more further off.", things->left_out);
    if (things->doors > 0)
        sentences_add(&sentences, "%d more door%s (list doors).", things->doors,
                      plural_end(things->doors));
    if (things->count == 0 && things->doors == 0)
        sentences_add(&sentences, "nothing.");
}

void around_where(const struct world *world, const struct delver *viewer,
                  const struct delver *delver, char *out, size_t out_size)
{
    struct sentences sentences;
    char place[PLACE_NAME_MAX];
    char offset[64];

    sentences_init(&sentences, out, out_size);
    if (delver == viewer) {
        place_name(delver, place, sizeof place);
        sentences_add(&sentences, "you are on depth %d, %s: %s.", delver->body.key.depth,
                      theme_level_name(world->seed, delver->body.key.wing, delver->body.key.depth),
                      place);
    } else if (delver->body.state == BODY_TRANSIT) {
        sentences_add(&sentences, "%s is on the stairs.", delver->name);
    } else if (delver->body.level == viewer->body.level && delver_sees(viewer, delver->body.at)) {
        pos_offset(viewer->body.at, delver->body.at, offset, sizeof offset);
        sentences_add(&sentences, "%s, %s.", delver->name, offset);
    } else if (delver->body.level == viewer->body.level) {
        sentences_add(&sentences, "%s is to the %s, on depth %d, not in view.", delver->name,
                      dir_name(dir_towards(viewer->body.at, delver->body.at)),
                      delver->body.key.depth);
    } else {
        sentences_add(&sentences, "%s is on depth %d%s.", delver->name, delver->body.key.depth,
                      delver->body.key.depth == viewer->body.key.depth ? ", not in view" : "");
    }
}

void around_companion(const struct world *world, const struct delver *viewer,
                      const struct delver *companion, char *out, size_t out_size)
{
    const struct body *body = &companion->body;
    char text[PLACE_NAME_MAX];

    if (body->state == BODY_TRANSIT) {
        snprintf(out, out_size, "on the stairs.");
    } else if (body->level != viewer->body.level) {
        snprintf(out, out_size, "depth %d, %s.", body->key.depth,
                 theme_level_name(world->seed, body->key.wing, body->key.depth));
    } else if (delver_sees(viewer, body->at)) {
        pos_offset(viewer->body.at, body->at, text, sizeof text);
        snprintf(out, out_size, "in view, %s.", text);
    } else {
        place_name(companion, text, sizeof text);
        int steps = pos_distance(viewer->body.at, body->at);
        snprintf(out, out_size, "%s, about %d step%s %s.", text, steps, plural_end(steps),
                 dir_name(dir_towards(viewer->body.at, body->at)));
    }
}
