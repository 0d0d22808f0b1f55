/*
 * The surroundings of a delver in words: each direction and each thing for readers, the changes
 * after a step, and all of it at once for lines and screens.
 */
#include "narrate/around.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/text.h"
#include "content/theme.h"
#include "narrate/place_words.h"
#include "narrate/things.h"

/* A straight line of sight or memory: its walkable length, and the thing that ends it. */
struct ray {
    int steps;
    enum tile_id end; /* tile that ends it; TILE_UNKNOWN: not known */
};

static enum tile_id known_tile(const struct delver *viewer, struct pos at)
{
    return level_contains(viewer->body.level, at) ? delver_remembered(viewer, at) : TILE_ROCK;
}

/* True if both corners of a diagonal step are known to be solid; the world refuses such a step. */
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

/* Returns the name of an obstacle, or of the end of a way: "wall", "door, closed", "deep water". */
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

/* Returns the body in view beside the viewer in that direction. */
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
    /* A remembered cell may have changed and be in no area: it is then called a corridor. */
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
                      theme_level_name(world->themes, world->seed, delver->body.key.wing,
                                       delver->body.key.depth),
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
                 theme_level_name(world->themes, world->seed, body->key.wing, body->key.depth));
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

enum { NEW_THINGS_MAX = 4, AHEAD_MAX = 9 };

struct step {
    const struct world *world;
    const struct delver *viewer;
    struct around_described *described;
    struct things things; /* things that the delver sees or remembers */
    struct sentences sentences;
    enum dir dir; /* direction of the delver's step; DIR_NONE: it stood, or moved farther */
};

/* Which things are told. Foes are left out: they are reported when they are noticed. */
static const struct things_wish everything = {THINGS_OF_ALL & ~(unsigned)THINGS_OF_FOES,
                                              .seen_only = false, .max = THINGS_MAX};

/* True if the thing was described before. The nearest cell of water and the like changes with each
   step, so these are told once. */
static bool is_described(const struct around_described *described, const struct thing *thing)
{
    bool is_spread = thing->kind == THING_FEATURE && tile_row(thing->tile)->is_spread;

    for (int i = 0; i < described->count; i++) {
        const struct thing_key *fact = &described->facts[i];
        if (thing_has_key(thing, fact) ||
            (is_spread && fact->kind == thing->kind && fact->tile == thing->tile))
            return true;
    }
    return false;
}

static void note_all(const struct delver *viewer, const struct things *things,
                     struct around_described *described)
{
    described->is_begun = true;
    described->level = viewer->body.key;
    described->at = viewer->body.at;
    described->count = things->count;
    for (int i = 0; i < things->count; i++)
        described->facts[i] = thing_key_of(&things->list[i]);
}

void around_begin(const struct world *world, const struct delver *viewer,
                  struct around_described *described)
{
    struct things things;

    *described = (struct around_described){.ground = TILE_UNKNOWN};
    if (viewer->body.state != BODY_PRESENT)
        return;
    things_collect(world, viewer, &everything, &things);
    note_all(viewer, &things, described);
    described->area = place_at(viewer->body.level, viewer->body.at);
}

void around_note(struct around_described *described, enum thing_kind kind, struct pos at)
{
    if (described->is_begun && described->count < THINGS_MAX)
        described->facts[described->count++] = (struct thing_key){.kind = kind, .at = at};
}

/* Returns the first thing in view straight ahead, if it is near; else NULL. */
static const struct thing *thing_ahead(const struct step *step)
{
    if (step->dir == DIR_NONE)
        return NULL;
    struct pos one = pos_step(pos_of(0, 0), step->dir);
    for (int i = 0; i < step->things.count; i++) {
        const struct thing *thing = &step->things.list[i];
        if (thing->is_seen && thing->steps >= 1 && thing->steps <= AHEAD_MAX &&
            thing->dx == one.x * thing->steps && thing->dy == one.y * thing->steps)
            return thing;
    }
    return NULL;
}

enum new_kind { NEW_BODIES, NEW_RARE, NEW_DOORS };

static enum new_kind new_kind_of(const struct thing *thing)
{
    if (thing->body != 0)
        return NEW_BODIES;
    return thing->kind == THING_DOOR ? NEW_DOORS : NEW_RARE;
}

/* Tells the new things of a kind. Returns their number, told or left out; `before` of them were
   told already. */
static int tell_new_kind(struct step *step, enum new_kind kind, const struct thing *ahead,
                         int before)
{
    char offset[64];
    int count = 0;

    for (int i = 0; i < step->things.count; i++) {
        const struct thing *thing = &step->things.list[i];
        if (!thing->is_seen || thing == ahead || thing->steps == 0 || new_kind_of(thing) != kind ||
            is_described(step->described, thing))
            continue;
        if (before + ++count > NEW_THINGS_MAX)
            continue;
        pos_offset(step->viewer->body.at, thing->at, offset, sizeof offset);
        sentences_add(&step->sentences, "%s, %s.", thing->name, offset);
    }
    return count;
}

/* Tells stairs before doors, so that rare exits are not left out. */
static void tell_new_things(struct step *step, bool is_of_bodies, const struct thing *ahead)
{
    int count = tell_new_kind(step, is_of_bodies ? NEW_BODIES : NEW_RARE, ahead, 0);

    if (!is_of_bodies)
        count += tell_new_kind(step, NEW_DOORS, ahead, count);
    if (count > NEW_THINGS_MAX)
        sentences_add(&step->sentences, "%d more in view.", count - NEW_THINGS_MAX);
}

/* Names the area into which the delver has come, unless its kind is the same as before. */
static void tell_area(struct step *step)
{
    const struct level *level = step->viewer->body.level;
    uint16_t area = place_at(level, step->viewer->body.at);
    uint16_t before = step->described->area;
    char name[PLACE_NAME_MAX];

    if (area == before || area == PLACE_NONE)
        return;
    enum place_kind kind = place_of(level, area)->kind;
    if (before != PLACE_NONE && kind != PLACE_ROOM && kind == place_of(level, before)->kind)
        return;
    place_name(step->viewer, name, sizeof name);
    sentences_add(&step->sentences, "%s.", place_bare_name(name));
}

static bool is_listed(const struct things *things, body_id body)
{
    for (int i = 0; i < things->count; i++) {
        if (things->list[i].body == body)
            return true;
    }
    return false;
}

/* Tells which delvers went out of view. A delver that left the level has an event for that. */
static void tell_lost(struct step *step, bool has_moved)
{
    const struct around_described *described = step->described;
    int count = 0;

    for (int i = 0; i < described->count && count < NEW_THINGS_MAX; i++) {
        const struct delver *other = described->facts[i].kind == THING_DELVER
                                         ? world_delver(step->world, described->facts[i].body)
                                         : NULL;
        if (other == NULL || other->body.level != step->viewer->body.level ||
            delver_sees(step->viewer, other->body.at) || is_listed(&step->things, other->body.id))
            continue;
        sentences_add(&step->sentences,
                      has_moved ? "%s is out of sight, to the %s."
                                : "%s goes out of sight to the %s.",
                      other->name, dir_name(dir_towards(step->viewer->body.at, other->body.at)));
        count++;
    }
}

/* Names the ground underfoot, unless it is floor. */
static void tell_ground(struct step *step, enum tile_id ground)
{
    if (ground == step->described->ground || ground == TILE_FLOOR)
        return;
    sentences_add(&step->sentences, "%s.",
                  tile_is_door(ground) ? "doorway" : tile_row(ground)->name);
}

static bool is_way(const struct delver *viewer, enum dir dir)
{
    struct pos at = pos_step(viewer->body.at, dir);

    return tile_is_passable(delver_remembered(viewer, at));
}

/* True if that direction leads back to where the delver came from, or after a diagonal step near
   it. */
static bool leads_back(const struct step *step, enum dir dir)
{
    struct pos next = pos_step(step->viewer->body.at, dir);

    return abs(next.x - step->described->at.x) + abs(next.y - step->described->at.y) <= 1;
}

/* Tells bends, branches and ends of a corridor. */
static void tell_ways(struct step *step)
{
    const struct delver *viewer = step->viewer;
    uint16_t area = place_at(viewer->body.level, viewer->body.at);
    char list[64];
    struct writer ways = writer_of(list, sizeof list);
    int count = 0;

    if (area == PLACE_NONE)
        return;
    enum place_kind kind = place_of(viewer->body.level, area)->kind;
    if (kind != PLACE_CORRIDOR && kind != PLACE_CROSSING)
        return;
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir += 2) {
        if (leads_back(step, dir) || !is_way(viewer, dir))
            continue;
        writer_join(&ways, ", ", "%s", dir_name(dir));
        count++;
    }
    if (count == 0)
        sentences_add(&step->sentences, "dead end.");
    else if (count > 1)
        sentences_add(&step->sentences, "ways %s.", list);
    else if (!is_way(viewer, step->dir))
        sentences_add(&step->sentences, "turns %s.", list);
}

static void tell_ahead(struct step *step, const struct thing *ahead)
{
    char offset[64];

    if (ahead == NULL)
        return;
    pos_offset(step->viewer->body.at, ahead->at, offset, sizeof offset);
    sentences_add(&step->sentences, "%s %s.", thing_noun(ahead), offset);
}

bool around_step(const struct world *world, const struct delver *viewer,
                 struct around_described *described, char *out, size_t out_size)
{
    struct step step = {.world = world, .viewer = viewer, .described = described};

    sentences_init(&step.sentences, out, out_size);
    if (viewer->body.state != BODY_PRESENT || !described->is_begun ||
        !level_key_equal(described->level, viewer->body.key)) {
        around_begin(world, viewer, described);
        return false;
    }
    things_collect(world, viewer, &everything, &step.things);
    if (pos_distance(described->at, viewer->body.at) == 1)
        step.dir = dir_towards(described->at, viewer->body.at);
    const struct thing *ahead = thing_ahead(&step);
    enum tile_id ground = level_tile(viewer->body.level, viewer->body.at);
    bool has_moved = !pos_equal(described->at, viewer->body.at);

    tell_lost(&step, has_moved);
    tell_new_things(&step, true, ahead);
    /* A doorway is told as such; its room is told once it is entered. */
    if (!tile_is_door(ground))
        tell_area(&step);
    if (has_moved)
        tell_ground(&step, ground);
    tell_ahead(&step, ahead);
    tell_new_things(&step, false, ahead);
    if (step.dir != DIR_NONE && !tile_is_door(ground))
        tell_ways(&step);
    note_all(viewer, &step.things, described);
    if (!tile_is_door(ground))
        described->area = place_at(viewer->body.level, viewer->body.at);
    if (has_moved)
        described->ground = ground;
    return step.sentences.writer.length > 0;
}

enum { NAMED_MAX = 24 }; /* most things named one by one */

void around_tell_all(const struct world *world, const struct delver *viewer, char *out,
                     size_t out_size)
{
    const struct things_wish wish = {THINGS_OF_ALL, .seen_only = true, .max = NAMED_MAX};
    struct writer text = writer_of(out, out_size);
    struct things things;
    char line[EXITS_TEXT_MAX + PLACE_NAME_MAX + 16];
    char offset[64];
    char place[128];
    const struct level_key *key = &viewer->body.key;

    place_level_name(world, key, place, sizeof place);
    writer_add(&text, "Depth %d, %s.\n", key->depth, place);
    if (viewer->body.state != BODY_PRESENT)
        return;
    exits_tell_place(viewer, line, sizeof line);
    writer_add(&text, "%s%s", line, line[0] == '\0' ? "" : "\n");
    things_collect(world, viewer, &wish, &things);
    writer_add(&text, "%s", things.count == 0 ? "You see nothing of note.\n" : "You see:");
    for (int i = 0; i < things.count; i++) {
        pos_offset(viewer->body.at, things.list[i].at, offset, sizeof offset);
        writer_add(&text, "%s %s, %s%s", i == 0 ? "" : ";", things.list[i].name, offset,
                   things.list[i].is_asleep ? ", asleep" : "");
    }
    if (things.left_out > 0)
        writer_add(&text, "; and %d more further off", things.left_out);
    if (things.count > 0)
        writer_add(&text, ".\n");
}
