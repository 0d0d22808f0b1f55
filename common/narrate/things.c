/*
 * The one list of things: bodies, items, graves and terrain are collected in their order, and named
 * once the list is complete.
 */
#include "narrate/things.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/text.h"
#include "narrate/item_words.h"
#include "narrate/name_match.h"
#include "world/loot.h"
#include "world/sense.h"
#include "world/twin.h"

/* Kinds of things as players tell them apart: species, kinds of items, graves, terrain. */
enum {
    SORT_OF_ITEMS = SPECIES_COUNT,
    SORT_OF_GRAVES = SORT_OF_ITEMS + ITEM_KIND_COUNT,
    SORT_OF_TERRAIN,
    SORT_COUNT = SORT_OF_TERRAIN + TILE_COUNT,
};

struct collection {
    const struct world *world;
    const struct delver *viewer;
    const struct things_wish *wish;
    struct things *out;
    uint8_t listed[SORT_COUNT]; /* number of listed things by their sort */
};

_Static_assert(THINGS_MAX < UINT8_MAX, "a list with one thing too many has a count of one byte");

static int sort_of(const struct collection *collection, const struct thing *thing)
{
    if (thing->body != 0)
        return (int)world_body(collection->world, thing->body)->species;
    if (thing->kind != THING_ITEM)
        return SORT_OF_TERRAIN + (int)thing->tile;
    return thing->lying == 0 && thing->recalled == 0 ? SORT_OF_GRAVES
                                                     : SORT_OF_ITEMS + (int)thing->item;
}

static bool wants(const struct collection *collection, enum thing_kind kind)
{
    return (collection->wish->kinds & 1u << kind) != 0;
}

/* The order of a list by kind: the most important kind comes first. */
static const int rank_table[THING_KIND_COUNT] = {
    [THING_FOE] = 0,     [THING_DELVER] = 1, [THING_STAIRS] = 2,
    [THING_FEATURE] = 3, [THING_ITEM] = 3,   [THING_DOOR] = 4,
};

int thing_rank(const struct thing *thing)
{
    return rank_table[thing->kind];
}

/* True if `a` comes before `b` in the list. No two are equal: a cell has one body, one item and one
   tile. */
static bool is_before(const struct things_wish *wish, const struct thing *a, const struct thing *b)
{
    if (wish->by_kind && thing_rank(a) != thing_rank(b))
        return thing_rank(a) < thing_rank(b);
    if (a->steps != b->steps)
        return a->steps < b->steps;
    if (a->at.y != b->at.y)
        return a->at.y < b->at.y;
    if (a->at.x != b->at.x)
        return a->at.x < b->at.x;
    return a->kind < b->kind;
}

/* Returns the index of the thing that a full list drops: the last one whose sort has others in the
   list, so that each sort stays, or else the last one. */
static int place_to_free(const struct collection *collection)
{
    const struct things *things = collection->out;

    for (int i = things->count - 1; i >= 0; i--) {
        if (collection->listed[sort_of(collection, &things->list[i])] > 1)
            return i;
    }
    return things->count - 1;
}

static void insert(struct things *things, int place, const struct thing *thing)
{
    memmove(&things->list[place + 1], &things->list[place],
            (size_t)(things->count - place) * sizeof *thing);
    things->list[place] = *thing;
    things->count++;
}

static void add_thing(struct collection *collection, struct thing thing)
{
    struct things *things = collection->out;
    struct pos from = collection->viewer->body.at;

    thing.dx = (int16_t)(thing.at.x - from.x);
    thing.dy = (int16_t)(thing.at.y - from.y);
    thing.steps = (int16_t)pos_distance(from, thing.at);
    int place = things->count;
    while (place > 0 && is_before(collection->wish, &thing, &things->list[place - 1]))
        place--;
    uint8_t *alike = &collection->listed[sort_of(collection, &thing)];
    ++*alike;
    if (things->count < collection->wish->max) {
        insert(things, place, &thing);
        return;
    }
    things->left_out++;
    int freed = place_to_free(collection);
    bool is_alone = collection->listed[sort_of(collection, &things->list[freed])] == 1;
    if (place > freed && (*alike > 1 || is_alone)) {
        --*alike;
        return;
    }
    collection->listed[sort_of(collection, &things->list[freed])]--;
    things->count--;
    memmove(&things->list[freed], &things->list[freed + 1],
            (size_t)(things->count - freed) * sizeof thing);
    insert(things, place > freed ? place - 1 : place, &thing);
}

/* Adds the bodies of a list that are in view. */
static void collect_bodies(struct collection *collection, body_id first, enum thing_kind kind)
{
    const struct delver *viewer = collection->viewer;
    const struct body *body;
    int light = light_radius(viewer);

    for (body_id id = wants(collection, kind) ? first : 0; id != 0; id = body->next) {
        body = world_body(collection->world, id);
        CHECK(body != NULL);
        if (body == &viewer->body || !light_shows_body(viewer, light, body))
            continue;
        struct thing thing = {
            .kind = kind,
            .glyph = species_row(body->species)->glyph,
            .at = body->at,
            .is_seen = true,
            .is_asleep = kind == THING_FOE && !foe_is_awake((const struct foe *)body),
            .body = id,
        };
        add_thing(collection, thing);
    }
}

static void collect_items(struct collection *collection)
{
    const struct delver *viewer = collection->viewer;
    const struct level *level = viewer->body.level;
    const struct item *item;
    int light = light_radius(viewer);

    for (item_id id = wants(collection, THING_ITEM) ? level->first_item : 0; id != 0;
         id = item->next) {
        item = world_item(collection->world, id);
        CHECK(item != NULL);
        if (!light_shows_cell(viewer, light, item->at) ||
            level_item_at(collection->world, level, item->at) != item)
            continue;
        struct thing thing = {
            .kind = THING_ITEM,
            .glyph = item_class_of(item->stack.kind)->glyph,
            .at = item->at,
            .is_seen = true,
            .item = item->stack.kind,
            .lying = item->id,
        };
        add_thing(collection, thing);
    }
}

/* Adds the items that are remembered on cells out of view. */
static void collect_recalled(struct collection *collection)
{
    const struct delver *viewer = collection->viewer;
    int light = light_radius(viewer);

    for (int i = 0; i < viewer->recall.count; i++) {
        const struct recalled *recalled = &viewer->recall.list[i];
        if (light_shows_cell(viewer, light, recalled->at))
            continue;
        add_thing(collection, (struct thing){.kind = THING_ITEM,
                                             .glyph = item_class_of(recalled->top.kind)->glyph,
                                             .at = recalled->at,
                                             .item = recalled->top.kind,
                                             .recalled = (uint8_t)(i + 1)});
    }
}

/* Adds graves: only the newest of a cell. A delver knows the place of its own grave. */
static void collect_graves(struct collection *collection)
{
    const struct delver *viewer = collection->viewer;
    const struct world *world = collection->world;
    int light = light_radius(viewer);
    uint32_t id = wants(collection, THING_ITEM) ? viewer->body.level->first_grave : 0;

    for (; id != 0; id = world->graves[id - 1].next) {
        const struct grave *grave = &world->graves[id - 1];
        bool is_seen = light_shows_cell(viewer, light, grave->at);
        bool is_known = grave->delver_id == viewer->delver_id && !collection->wish->seen_only;
        if ((!is_seen && !is_known) ||
            level_grave_at(world, viewer->body.level, grave->at) != grave ||
            level_item_at(world, viewer->body.level, grave->at) != NULL)
            continue;
        add_thing(collection, (struct thing){.kind = THING_ITEM,
                                             .glyph = GRAVE_GLYPH,
                                             .at = grave->at,
                                             .is_seen = is_seen,
                                             .item = ITEM_BUNDLE});
    }
}

static enum thing_kind kind_of_tile(enum tile_id tile)
{
    if (tile_is_door(tile))
        return THING_DOOR;
    return tile == TILE_STAIRS_UP || tile == TILE_STAIRS_DOWN ? THING_STAIRS : THING_FEATURE;
}

/* True if an unknown cell is beside the door, so that it may lead to something new. */
static bool hides_something(const struct delver *viewer, struct pos door)
{
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir += 2) {
        struct pos at = pos_step(door, dir);
        if (level_contains(viewer->body.level, at) && delver_remembered(viewer, at) == TILE_UNKNOWN)
            return true;
    }
    return false;
}

static void add_terrain(struct collection *collection, struct pos at, enum tile_id tile)
{
    const struct delver *viewer = collection->viewer;
    bool is_seen = delver_sees(viewer, at);
    const struct tile_row *row = tile_row(tile);
    struct thing thing = {
        .kind = kind_of_tile(tile),
        .glyph = row->glyph,
        .at = at,
        .is_seen = is_seen,
        .is_open = row->closes_to != TILE_UNKNOWN,
        .tile = tile,
    };

    if ((!row->is_notable && !row->is_spread) || !wants(collection, thing.kind) ||
        (collection->wish->seen_only && !is_seen))
        return;
    if (collection->wish->counts_doors && thing.kind == THING_DOOR && !hides_something(viewer, at))
        collection->out->doors++;
    else
        add_thing(collection, thing);
}

static void put_body_name(const struct body *body, struct thing *thing)
{
    snprintf(thing->name, sizeof thing->name, "%s%s", body_name(body),
             body_is_fallen(body) ? ", fallen" : "");
}

/* True for a niche in which the viewer has found something. */
static bool is_opened(const struct delver *viewer, struct pos at)
{
    const struct level *level = viewer->body.level;
    enum niche niche = niche_at(level, at);

    return niche != NICHE_COUNT && level->key.depth <= LIFE_DEPTH_MAX &&
           life_has_opened(&viewer->life, niche, level->key.depth);
}

const char *things_tile_name(const struct delver *viewer, struct pos at, enum tile_id tile)
{
    const struct level *level = viewer->body.level;

    if (tile == TILE_PLATE && twin_is_at(level, at))
        return twin_is_opened(&viewer->life, level->key.depth) ? "twin plate, opened"
                                                               : "twin plate";
    return tile == TILE_NICHE && is_opened(viewer, at) ? "niche, opened" : tile_row(tile)->name;
}

/* Writes the name of a thing, "dart" or "darts (3)": lists put a number before the name. */
static void put_item_name(const struct delver *viewer, const struct stack *stack,
                          struct thing *thing)
{
    item_name(viewer, stack, thing->name, sizeof thing->name);
    if (stack->count == 1)
        return;
    item_kind_name(viewer, stack->kind, stack->count, thing->name, sizeof thing->name);
    struct writer name = writer_behind(thing->name, sizeof thing->name);
    writer_add(&name, " (%u)", stack->count);
}

static void add_more(struct thing *thing, int more)
{
    struct writer name = writer_behind(thing->name, sizeof thing->name);

    if (more > 0)
        writer_add(&name, ", %d more", more);
}

/* Writes a pile as it was last seen: "knife, 2 more". */
static void put_recalled_name(const struct collection *collection, struct thing *thing)
{
    const struct recalled *recalled = &collection->viewer->recall.list[thing->recalled - 1];

    put_item_name(collection->viewer, &recalled->top, thing);
    add_more(thing, recalled->more);
}

/* Writes the name of a pile in view. */
static void put_pile_name(const struct collection *collection, struct thing *thing)
{
    const struct item *top = world_item(collection->world, thing->lying);
    int more = 0;

    put_item_name(collection->viewer, &top->stack, thing);
    for (const struct item *item = top; (item = level_item_below(collection->world, item)) != NULL;)
        more++;
    add_more(thing, more);
}

static void put_name(const struct collection *collection, struct thing *thing)
{
    const struct level *level = collection->viewer->body.level;

    if (thing->recalled > 0)
        put_recalled_name(collection, thing);
    else if (thing->kind == THING_ITEM && thing->lying == 0)
        grave_words(level_grave_at(collection->world, level, thing->at), thing->name,
                    sizeof thing->name);
    else if (thing->kind == THING_ITEM)
        put_pile_name(collection, thing);
    else if (thing->body != 0)
        put_body_name(world_body(collection->world, thing->body), thing);
    else
        snprintf(thing->name, sizeof thing->name, "%s",
                 things_tile_name(collection->viewer, thing->at, thing->tile));
}

/* Writes the names once the list is complete, because most things of a large level are not on
   it. */
static void name_things(const struct collection *collection)
{
    for (int i = 0; i < collection->out->count; i++)
        put_name(collection, &collection->out->list[i]);
}

static struct pos cell_of_map(size_t index, int width)
{
    return pos_of((int)index % width, (int)index / width);
}

/* Returns the next known cell. Most of a memory is unknown, so eight cells at a time are
   skipped. */
static size_t next_known(const struct delver *viewer, size_t from)
{
    uint64_t eight = 0;

    while (from + sizeof eight <= viewer->memory_size) {
        memcpy(&eight, viewer->memory + from, sizeof eight);
        if (eight != 0)
            break;
        from += sizeof eight;
    }
    while (from < viewer->memory_size && viewer->memory[from] == TILE_UNKNOWN)
        from++;
    return from;
}

/* Adds terrain from the memory, which already has the cells in sight. */
static void collect_terrain(struct collection *collection)
{
    const struct delver *viewer = collection->viewer;
    const uint8_t *memory = viewer->memory;
    const struct things_wish *wish = collection->wish;
    int width = viewer->body.level->width;
    enum { NONE, EACH, NEAREST } reported[TILE_COUNT];
    int nearest[TILE_COUNT];

    for (enum tile_id tile = TILE_UNKNOWN; tile < TILE_COUNT; tile++) {
        const struct tile_row *row = tile_row(tile);
        bool is_left_out = wish->without_ground && row->is_spread && !row->is_hazard;
        reported[tile] = row->is_notable ? EACH : row->is_spread && !is_left_out ? NEAREST : NONE;
        nearest[tile] = -1;
    }
    CHECK(viewer->memory_size == level_cell_count(viewer->body.level));
    for (size_t i = next_known(viewer, 0); i < viewer->memory_size; i = next_known(viewer, i + 1)) {
        if (reported[memory[i]] == NONE)
            continue;
        struct pos at = cell_of_map(i, width);
        int *best = &nearest[memory[i]];
        if (reported[memory[i]] == EACH)
            add_terrain(collection, at, (enum tile_id)memory[i]);
        else if ((!wish->seen_only || delver_sees(viewer, at)) &&
                 (*best < 0 ||
                  pos_distance(viewer->body.at, at) <
                      pos_distance(viewer->body.at, cell_of_map((size_t)*best, width))))
            *best = (int)i;
    }
    for (enum tile_id tile = TILE_UNKNOWN; tile < TILE_COUNT; tile++) {
        if (nearest[tile] >= 0)
            add_terrain(collection, cell_of_map((size_t)nearest[tile], width), tile);
    }
}

/* Keeps only the nearest scenery of each kind, and counts the rest. */
static void count_scenery(struct things *things)
{
    int nearest[TILE_COUNT];
    int count = 0;

    for (enum tile_id tile = TILE_UNKNOWN; tile < TILE_COUNT; tile++)
        nearest[tile] = -1;
    for (int i = 0; i < things->count; i++) {
        const struct thing *thing = &things->list[i];
        bool is_scenery = thing->kind == THING_FEATURE && tile_row(thing->tile)->is_scenery;
        if (is_scenery && nearest[thing->tile] >= 0) {
            things->list[nearest[thing->tile]].alike++;
            continue;
        }
        if (is_scenery)
            nearest[thing->tile] = count;
        things->list[count++] = *thing;
    }
    things->count = count;
}

void things_collect(const struct world *world, const struct delver *viewer,
                    const struct things_wish *wish, struct things *out)
{
    struct collection collection = {.world = world, .viewer = viewer, .wish = wish, .out = out};

    CHECK(wish->max >= 1 && wish->max <= THINGS_MAX);
    out->count = 0;
    out->left_out = 0;
    out->doors = 0;
    if (viewer->body.state != BODY_PRESENT)
        return;
    collect_bodies(&collection, viewer->body.level->first_delver, THING_DELVER);
    collect_bodies(&collection, viewer->body.level->first_foe, THING_FOE);
    collect_items(&collection);
    if (!wish->seen_only && wants(&collection, THING_ITEM))
        collect_recalled(&collection);
    collect_graves(&collection);
    if ((wish->kinds & ~(unsigned)THINGS_THAT_MOVE) != 0)
        collect_terrain(&collection);
    if (wish->counts_scenery)
        count_scenery(out);
    name_things(&collection);
}

struct thing_key thing_key_of(const struct thing *thing)
{
    return (struct thing_key){thing->kind, thing->at, thing->body, thing->tile};
}

bool thing_has_key(const struct thing *thing, const struct thing_key *key)
{
    return thing->kind == key->kind &&
           (key->body != 0 ? thing->body == key->body : pos_equal(thing->at, key->at));
}

static const struct {
    const char *name;
    unsigned kinds;
} kind_table[] = {
    {"doors", THINGS_OF_DOORS},     {"stairs", THINGS_OF_STAIRS},
    {"people", THINGS_OF_DELVERS},  {"players", THINGS_OF_DELVERS},
    {"foes", THINGS_OF_FOES},       {"items", THINGS_OF_ITEMS},
    {"places", THINGS_OF_FEATURES}, {"things", THINGS_OF_ITEMS | THINGS_OF_FEATURES},
};

enum { KIND_NAMES = sizeof kind_table / sizeof kind_table[0] };

bool things_kinds_named(const char *word, unsigned *out_kinds)
{
    const struct name_words words = name_words_of(word);

    if (*word == '\0') {
        *out_kinds = THINGS_OF_ALL;
        return true;
    }
    for (size_t i = 0; i < KIND_NAMES; i++) {
        if (name_match(&words, kind_table[i].name) >= NAME_RANK_BEGINNING) {
            *out_kinds = kind_table[i].kinds;
            return true;
        }
    }
    return false;
}

void things_tell_kinds(char out[THINGS_KINDS_SIZE])
{
    struct writer kinds = writer_of(out, THINGS_KINDS_SIZE);

    for (size_t i = 0; i < KIND_NAMES; i++)
        writer_join(&kinds, i + 1 == KIND_NAMES ? " or " : ", ", "%s", kind_table[i].name);
}

const char *thing_noun(const struct thing *thing)
{
    return thing->kind == THING_DOOR ? "door" : thing->name;
}
