/*
 * Areas in words: names by the shape of the known part, then exits, then the whole description of
 * the place under a delver. Doors are told as the delver remembers them.
 */
#include "narrate/place_words.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/text.h"
#include "content/theme.h"
#include "narrate/things.h"
#include "world/level.h"

enum {
    DOORS_LISTED_MAX = 8,
    THINGS_LISTED_MAX = 12,
    /* percent of its rectangle that an even room fills; less is an uneven room */
    EVEN_FILL_MIN = 75,
    LARGE_CELLS_MIN = 120,
    SMALL_CELLS_MAX = 12,
    CAVE_LARGE_MIN = 80,
    CAVE_SMALL_MAX = 20,
    CORRIDOR_SHORT_MAX = 3,
    WIDE_CORRIDOR_MAX = 3, /* most cells of a corridor's width */
};

static enum tile_id remembered(const struct delver *viewer, struct pos at)
{
    return level_contains(viewer->body.level, at) ? delver_remembered(viewer, at) : TILE_ROCK;
}

/* True if a cell north, east, south or west of `at` is unknown. */
static bool is_frontier(const struct delver *viewer, struct pos at)
{
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir += 2) {
        if (remembered(viewer, pos_step(at, dir)) == TILE_UNKNOWN)
            return true;
    }
    return false;
}

static void widen(struct rect *bounds, struct pos at)
{
    if (bounds->width == 0) {
        *bounds = (struct rect){at.x, at.y, 1, 1};
        return;
    }
    int left = at.x < bounds->x ? at.x : bounds->x;
    int top = at.y < bounds->y ? at.y : bounds->y;
    int right = at.x >= bounds->x + bounds->width ? at.x + 1 : bounds->x + bounds->width;
    int bottom = at.y >= bounds->y + bounds->height ? at.y + 1 : bounds->y + bounds->height;
    *bounds = (struct rect){(int16_t)left, (int16_t)top, (int16_t)(right - left),
                            (int16_t)(bottom - top)};
}

bool place_known(const struct delver *viewer, uint16_t area, struct place_known *out)
{
    CHECK(viewer->body.state == BODY_PRESENT);
    const struct place *place = place_of(viewer->body.level, area);
    struct rect all = place->bounds;

    *out = (struct place_known){.area = area, .kind = place->kind, .is_whole = true};
    for (int y = all.y; y < all.y + all.height; y++) {
        for (int x = all.x; x < all.x + all.width; x++) {
            struct pos at = pos_of(x, y);
            if (place_at(viewer->body.level, at) != area || remembered(viewer, at) == TILE_UNKNOWN)
                continue;
            widen(&out->bounds, at);
            out->cells++;
            out->is_whole = out->is_whole && !is_frontier(viewer, at);
        }
    }
    out->is_whole = out->is_whole && out->cells > 0;
    return out->cells > 0;
}

const char *place_kind_name(enum place_kind kind)
{
    static const char *const names[PLACE_KIND_COUNT] = {
        [PLACE_ROOM] = "room",         [PLACE_CAVE] = "cave",       [PLACE_CROSSING] = "crossing",
        [PLACE_CORRIDOR] = "corridor", [PLACE_DOORWAY] = "doorway",
    };

    CHECK((unsigned)kind < PLACE_KIND_COUNT);
    return names[kind];
}

static int longer_side(struct rect bounds)
{
    return bounds.width > bounds.height ? bounds.width : bounds.height;
}

static int shorter_side(struct rect bounds)
{
    return bounds.width < bounds.height ? bounds.width : bounds.height;
}

/* Returns the percent of the rectangle that is known. */
static int fill_of(const struct place_known *known)
{
    return 100 * known->cells / (known->bounds.width * known->bounds.height);
}

static const char *room_name(const struct place_known *known)
{
    int longer = longer_side(known->bounds);
    int shorter = shorter_side(known->bounds);
    bool is_large = known->cells >= LARGE_CELLS_MIN;

    if (fill_of(known) < EVEN_FILL_MIN)
        return is_large ? "a large uneven room" : "an uneven room";
    if (known->cells <= SMALL_CELLS_MAX)
        return "a small room";
    if (2 * longer >= 5 * shorter)
        return shorter <= 2 ? "a narrow room" : "a long hall";
    if (5 * longer <= 7 * shorter)
        return is_large ? "a large square room" : "a square room";
    return is_large ? "a large oblong room" : "an oblong room";
}

static const char *cave_name(const struct place_known *known)
{
    int shorter = shorter_side(known->bounds);

    if (shorter <= WIDE_CORRIDOR_MAX && longer_side(known->bounds) >= 3 * shorter &&
        fill_of(known) >= EVEN_FILL_MIN)
        return "a wide corridor";
    if (known->cells <= CAVE_SMALL_MAX)
        return "a small cave";
    return known->cells >= CAVE_LARGE_MIN ? "a wide cave" : "a cave";
}

static const char *corridor_name(const struct place_known *known)
{
    if (shorter_side(known->bounds) > 1)
        return "a winding passage";
    return longer_side(known->bounds) <= CORRIDOR_SHORT_MAX ? "a short corridor"
                                                            : "a narrow corridor";
}

static const char *crossing_name(const struct place_known *known)
{
    (void)known;
    return "a crossing";
}

static const char *doorway_name(const struct place_known *known)
{
    (void)known;
    return "a doorway";
}

/* Names of areas by kind: known as a whole, or in part. */
static const struct {
    const char *(*name)(const struct place_known *);
    const char *part;
} kind_table[PLACE_KIND_COUNT] = {
    [PLACE_ROOM] = {room_name, "part of a room"},
    [PLACE_CAVE] = {cave_name, "part of a cave"},
    [PLACE_CROSSING] = {crossing_name, "a crossing"},
    [PLACE_CORRIDOR] = {corridor_name, "part of a corridor"},
    [PLACE_DOORWAY] = {doorway_name, "a doorway"},
};

/* Returns the name of the ground under a delver, if it says more than the name of the area; else
   NULL. */
static const char *underfoot_name(const struct delver *viewer)
{
    enum tile_id tile = remembered(viewer, viewer->body.at);

    if (tile_is_door(tile))
        return "a doorway";
    return tile == TILE_BRIDGE ? "a bridge" : NULL;
}

/* Returns the name of the spot that contains the viewer; NULL: none does. */
static const char *spot_name(const struct delver *viewer)
{
    const struct level *level = viewer->body.level;
    int spot = spot_at(level, viewer->body.at);

    return spot == SPOT_NONE ? NULL : level->spots[spot].name;
}

static const char *known_name(const struct place_known *known)
{
    return known->is_whole ? kind_table[known->kind].name(known) : kind_table[known->kind].part;
}

void place_name(const struct delver *viewer, char *out, size_t out_size)
{
    struct place_known known;

    snprintf(out, out_size, "%s", "");
    if (viewer->body.state != BODY_PRESENT)
        return;
    uint16_t area = place_at(viewer->body.level, viewer->body.at);
    const char *name = underfoot_name(viewer);
    if (name == NULL)
        name = spot_name(viewer);
    if (name == NULL && area != PLACE_NONE && place_known(viewer, area, &known))
        name = known_name(&known);
    snprintf(out, out_size, "%s", name == NULL ? "" : name);
}

bool place_exit_is_known(const struct delver *viewer, const struct place_exit *exit)
{
    return remembered(viewer, exit->from) != TILE_UNKNOWN &&
           remembered(viewer, exit->into) != TILE_UNKNOWN;
}

const char *place_bare_name(const char *name)
{
    if (name[0] == 'a' && name[1] == ' ')
        return name + 2;
    return name[0] == 'a' && name[1] == 'n' && name[2] == ' ' ? name + 3 : name;
}

void place_level_name(const struct world *world, const struct level_key *key, char *out,
                      size_t out_size)
{
    snprintf(out, out_size, "%s, in %s",
             theme_level_name(world->themes, world->seed, key->wing, key->depth),
             theme_of_depth(world->themes, key->depth)->name);
}

/* The exits in one direction. */
struct side {
    int doors;
    int open; /* how many of its doors are open */
    bool is_way;
};

static bool is_known(const struct delver *viewer, struct pos at)
{
    enum tile_id tile = delver_remembered(viewer, at);

    /* A hidden door is remembered as rock. */
    return tile != TILE_UNKNOWN && tile != TILE_ROCK;
}

/* Finds the exits by their directions. A door counts even if nothing is known behind it. */
static void find_sides(const struct delver *viewer, struct side sides[DIR_COUNT])
{
    memset(sides, 0, DIR_COUNT * sizeof sides[0]);
    if (viewer->body.state != BODY_PRESENT)
        return;
    const struct level *level = viewer->body.level;
    uint16_t area = place_at(level, viewer->body.at);
    const struct place_exit *exits = place_exits(level, area);
    for (uint32_t i = 0; area != PLACE_NONE && i < place_of(level, area)->exit_count; i++) {
        struct side *side = &sides[exits[i].dir];
        if (exits[i].has_door && is_known(viewer, exits[i].door)) {
            side->doors++;
            side->open +=
                tile_row(delver_remembered(viewer, exits[i].door))->closes_to != TILE_UNKNOWN;
        } else if (!exits[i].has_door && place_exit_is_known(viewer, &exits[i])) {
            side->is_way = true;
        }
    }
}

void exits_find(const struct delver *viewer, bool out_leads[DIR_COUNT])
{
    struct side sides[DIR_COUNT];

    find_sides(viewer, sides);
    for (enum dir dir = DIR_NONE; dir < DIR_COUNT; dir++)
        out_leads[dir] = sides[dir].doors > 0 || sides[dir].is_way;
}

static void add_doors(struct writer *exits, const struct side *side, enum dir dir)
{
    const char *state = side->open > 0 ? "open" : "closed";

    if (side->doors == 1)
        writer_join(exits, ", ", "door %s (%s)", dir_name(dir), state);
    else if (side->open == 0 || side->open == side->doors)
        writer_join(exits, ", ", "%d doors %s (%s)", side->doors, dir_name(dir), state);
    else
        writer_join(exits, ", ", "%d doors %s (%d open)", side->doors, dir_name(dir), side->open);
}

void exits_describe(const struct delver *viewer, char *out, size_t out_size)
{
    struct writer exits = writer_of(out, out_size);
    struct side sides[DIR_COUNT];

    find_sides(viewer, sides);
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        if (sides[dir].doors > 0)
            add_doors(&exits, &sides[dir], dir);
    }
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        if (sides[dir].is_way)
            writer_join(&exits, ", ", "%s", dir_name(dir));
    }
    if (exits.length == 0)
        writer_add(&exits, "none seen yet");
}

void exits_tell_place(const struct delver *viewer, char *out, size_t out_size)
{
    char name[PLACE_NAME_MAX];
    char exits[EXITS_TEXT_MAX];

    out[0] = '\0';
    place_name(viewer, name, sizeof name);
    if (name[0] == '\0')
        return;
    exits_describe(viewer, exits, sizeof exits);
    snprintf(out, out_size, "%s. Exits: %s.", name, exits);
    text_capitalise(out);
}

/* Returns the third of a side in which the offset lies: -1 the first, 0 the middle, 1 the last. */
static int third_of(int offset, int length)
{
    return offset * 3 < length ? -1 : (offset * 3 >= 2 * length ? 1 : 0);
}

static void tell_position(struct sentences *sentences, const struct place_known *known,
                          struct pos at)
{
    static const enum dir parts[3][3] = {
        {DIR_NORTHWEST, DIR_NORTH, DIR_NORTHEAST},
        {DIR_WEST, DIR_NONE, DIR_EAST},
        {DIR_SOUTHWEST, DIR_SOUTH, DIR_SOUTHEAST},
    };
    int x = at.x - known->bounds.x;
    int y = at.y - known->bounds.y;
    int width = known->bounds.width;
    int height = known->bounds.height;

    if (width < 3 || height < 3 || !rect_contains(known->bounds, at))
        return;
    int wall_x = x == 0 ? -1 : x == width - 1;
    int wall_y = y == 0 ? -1 : y == height - 1;
    enum dir part = parts[1 + third_of(y, height)][1 + third_of(x, width)];
    if (wall_x != 0 && wall_y != 0)
        sentences_add(sentences, "you are in its %s corner.",
                      dir_name(parts[1 + wall_y][1 + wall_x]));
    else if (wall_x != 0 || wall_y != 0)
        sentences_add(sentences, "you are at its %s wall.",
                      dir_name(parts[1 + wall_y][1 + wall_x]));
    else if (part == DIR_NONE)
        sentences_add(sentences, "you are in its middle.");
    else
        sentences_add(sentences, "you are in its %s part.", dir_name(part));
}

static void tell_area(struct sentences *sentences, const struct delver *viewer,
                      const struct place_known *known)
{
    const char *name = place_bare_name(known_name(known));
    const char *underfoot = underfoot_name(viewer);
    const char *spot = spot_name(viewer);
    struct rect bounds = known->bounds;
    const char *least = known->is_whole ? "" : "at least ";
    int longer = longer_side(bounds);

    if (underfoot != NULL)
        sentences_add(sentences, "%s.", place_bare_name(underfoot));
    if (spot != NULL)
        sentences_add(sentences, "%s.", place_bare_name(spot));
    if (known->kind == PLACE_ROOM || known->kind == PLACE_CAVE)
        sentences_add(sentences, "%s, %s%d by %d.", name, least, bounds.width, bounds.height);
    else if (known->kind == PLACE_CORRIDOR && shorter_side(bounds) == 1)
        sentences_add(sentences, "%s, %s%d step%s long.", name, least, longer, plural_end(longer));
    else if (underfoot == NULL)
        sentences_add(sentences, "%s.", name);
    if (known->kind == PLACE_ROOM && known->is_whole && underfoot == NULL)
        tell_position(sentences, known, viewer->body.at);
}

static void tell_door(struct sentences *sentences, const struct delver *viewer,
                      const struct thing *door)
{
    char offset[64];

    if (door->steps == 0)
        return;
    pos_offset(viewer->body.at, door->at, offset, sizeof offset);
    sentences_add(sentences, "door, %s, %s%s.", offset, door->is_open ? "open" : "closed",
                  door->is_seen ? "" : " when last seen");
}

static bool is_door_of(const struct level *level, uint16_t area, struct pos at)
{
    const struct pos *doors = place_doors(level, area);
    uint32_t count = place_of(level, area)->door_count;

    for (uint32_t i = 0; i < count; i++) {
        if (pos_equal(doors[i], at))
            return true;
    }
    return false;
}

static void tell_doors(struct sentences *sentences, const struct delver *viewer, uint16_t area,
                       const struct things *doors)
{
    int reported = 0;

    for (int i = 0; i < doors->count && reported < DOORS_LISTED_MAX; i++) {
        if (!is_door_of(viewer->body.level, area, doors->list[i].at))
            continue;
        tell_door(sentences, viewer, &doors->list[i]);
        reported++;
    }
}

/* Tells the exits without a door, by their directions. */
static void tell_ways(struct sentences *sentences, const struct delver *viewer, uint16_t area)
{
    const struct place_exit *exits = place_exits(viewer->body.level, area);
    uint32_t count = place_of(viewer->body.level, area)->exit_count;
    bool is_open[DIR_COUNT] = {false};
    char list[64];
    struct writer ways = writer_of(list, sizeof list);

    for (uint32_t i = 0; i < count; i++)
        is_open[exits[i].dir] |= !exits[i].has_door && place_exit_is_known(viewer, &exits[i]);
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        if (is_open[dir])
            writer_join(&ways, ", ", "%s", dir_name(dir));
    }
    if (ways.length > 0)
        sentences_add(sentences, "open to the %s.", list);
}

static void tell_stairs(struct sentences *sentences, const struct delver *viewer,
                        const struct things *stairs)
{
    uint16_t area = place_at(viewer->body.level, viewer->body.at);
    bool knows_down = false;
    char offset[64];

    for (int i = 0; i < stairs->count; i++) {
        const struct thing *thing = &stairs->list[i];
        bool is_down = thing->glyph == tile_row(TILE_STAIRS_DOWN)->glyph;
        if (!is_down && place_at(viewer->body.level, thing->at) != area)
            continue;
        knows_down |= is_down;
        pos_offset(viewer->body.at, thing->at, offset, sizeof offset);
        sentences_add(sentences, "%s, %s%s.", thing->name, offset,
                      thing->is_seen ? "" : ", remembered");
    }
    if (!knows_down)
        sentences_add(sentences, "stairs down, not seen yet.");
}

static void tell_others(struct sentences *sentences, const struct world *world,
                        const struct delver *viewer)
{
    const struct things_wish wish = {THINGS_THAT_MOVE | THINGS_OF_FEATURES, .seen_only = true,
                                     .max = THINGS_LISTED_MAX};
    struct things others;
    char offset[64];

    things_collect(world, viewer, &wish, &others);
    for (int i = 0; i < others.count; i++) {
        pos_offset(viewer->body.at, others.list[i].at, offset, sizeof offset);
        sentences_add(sentences, "%s, %s.", others.list[i].name, offset);
    }
    if (others.left_out > 0)
        sentences_add(sentences, "%d more further off.", others.left_out);
}

void place_describe(const struct world *world, const struct delver *viewer, char *out,
                    size_t out_size)
{
    struct things_wish wish = {THINGS_OF_DOORS, .seen_only = false, .max = THINGS_MAX};
    struct sentences sentences;
    struct place_known known;
    struct things things;

    sentences_init(&sentences, out, out_size);
    if (viewer->body.state != BODY_PRESENT)
        return;
    uint16_t area = place_at(viewer->body.level, viewer->body.at);
    if (area != PLACE_NONE && place_known(viewer, area, &known)) {
        tell_area(&sentences, viewer, &known);
        sentences_break(&sentences);
        things_collect(world, viewer, &wish, &things);
        tell_doors(&sentences, viewer, area, &things);
        tell_ways(&sentences, viewer, area);
    }
    wish.kinds = THINGS_OF_STAIRS;
    things_collect(world, viewer, &wish, &things);
    tell_stairs(&sentences, viewer, &things);
    sentences_break(&sentences);
    tell_others(&sentences, world, viewer);
}
