/*
 * A level: one allocation for the grids, sized at birth, one for its areas, and room for the lists
 * of its tick, of which only the first entries are ever used.
 */
#include "world/level.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/room.h"
#include "world/delver.h"
#include "world/event.h"
#include "world/place.h"
#include "world/world.h"

enum tile_id gate_open_tile(const struct gate *gate)
{
    return gate->shut == TILE_BARS_SHUT ? TILE_BARS_OPEN : TILE_BRIDGE;
}

static bool is_inside(struct pos at, int width, int height)
{
    return at.x >= 0 && at.y >= 0 && at.x < width && at.y < height;
}

enum tile_id gate_work_tile(enum gate_kind kind)
{
    static const enum tile_id tiles[GATE_KIND_COUNT] = {[GATE_LEVER] = TILE_LEVER,
                                                        [GATE_PLATES] = TILE_PLATE,
                                                        [GATE_KEY] = TILE_KEY,
                                                        [GATE_VAULT] = TILE_UNKNOWN};

    return tiles[kind];
}

bool gate_is_valid(const struct gate *gate, int width, int height, const uint8_t *tiles)
{
    if (gate->kind >= GATE_KIND_COUNT || gate->work_count < 1 ||
        gate->work_count > GATE_WORKS_MAX || gate->cell_count < 1 ||
        gate->cell_count > GATE_CELLS_MAX || !is_inside(gate->inside, width, height))
        return false;
    if (gate->shut != TILE_BARS_SHUT && gate->shut != TILE_WATER_DEEP && gate->shut != TILE_CHASM)
        return false;
    for (int i = 0; i < gate->work_count; i++) {
        struct pos at = gate->works[i];
        enum tile_id work = gate_work_tile((enum gate_kind)gate->kind);
        if (!is_inside(at, width, height) ||
            (work != TILE_UNKNOWN && tiles[at.y * width + at.x] != work))
            return false;
    }
    for (int i = 0; i < gate->cell_count; i++) {
        struct pos at = gate->cells[i];
        if (!is_inside(at, width, height) || (tiles[at.y * width + at.x] != gate->shut &&
                                              tiles[at.y * width + at.x] != gate_open_tile(gate)))
            return false;
    }
    return true;
}

static bool is_plain(const char *text, size_t size)
{
    const char *end = memchr(text, '\0', size);

    if (end == NULL)
        return false;
    for (; text < end; text++) {
        if (*text < ' ' || *text > '~')
            return false;
    }
    return true;
}

/* True if the spot is on a level of that size and its words are plain ASCII with a name. */
static bool spot_is_valid(const struct spot *spot, int width, int height)
{
    struct rect area = spot->area;

    return area.x >= 0 && area.y >= 0 && area.width > 0 && area.height > 0 &&
           area.x + area.width <= width && area.y + area.height <= height &&
           spot->refill <= SPOT_REFILL_MAX && spot->name[0] != '\0' &&
           is_plain(spot->name, sizeof spot->name) && is_plain(spot->say, sizeof spot->say);
}

int spot_at(const struct level *level, struct pos at)
{
    for (int i = 0; i < level->spot_count; i++) {
        if (rect_contains(level->spots[i].area, at))
            return i;
    }
    return SPOT_NONE;
}

void body_list_add(struct body_list *list, uint32_t id)
{
    if (list->count == list->max)
        body_list_close_gaps(list);
    CHECK(list->count < list->max);
    list->ids[list->count++] = id;
}

void body_list_remove(struct body_list *list, uint32_t id)
{
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->ids[i] == id)
            list->ids[i] = 0;
    }
}

void body_list_close_gaps(struct body_list *list)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < list->count; i++) {
        if (list->ids[i] != 0)
            list->ids[kept++] = list->ids[i];
    }
    list->count = kept;
}

void open_doors_drop(struct open_doors *doors, struct pos at)
{
    uint32_t row = 0;

    while (row < doors->count && !pos_equal(doors->items[row].at, at))
        row++;
    if (row == doors->count)
        return;
    doors->count--;
    memmove(doors->items + row, doors->items + row + 1,
            (doors->count - row) * sizeof *doors->items);
}

/* Adds a door that is not in the list. `since` is not before that of the last door. */
static void open_doors_add(struct open_doors *doors, struct pos at, uint64_t since)
{
    CHECK(doors->count < doors->max);
    CHECK(doors->count == 0 || doors->items[doors->count - 1].since <= since);
    doors->items[doors->count++] = (struct open_door){.at = at, .since = since};
}

void open_doors_note(struct open_doors *doors, struct pos at, uint64_t since)
{
    open_doors_drop(doors, at);
    open_doors_add(doors, at, since);
}

bool open_doors_due(const struct open_doors *doors, uint64_t clock, struct pos *out_at)
{
    if (doors->count == 0 || clock - doors->items[0].since < DOOR_OPEN_TICKS)
        return false;
    *out_at = doors->items[0].at;
    return true;
}

void open_doors_hash(const struct open_doors *doors, struct hash *hash)
{
    hash_u64(hash, doors->count);
    for (uint32_t i = 0; i < doors->count; i++) {
        struct open_door door = doors->items[i];
        hash_u64(hash, (uint64_t)door.at.x << 32 | (uint64_t)door.at.y);
        hash_u64(hash, door.since);
    }
}

void ward_add(struct ward_list *wards, struct ward ward)
{
    struct ward *place = &wards->items[0];

    for (int i = 1; i < WARDS_MAX; i++) {
        if (wards->items[i].until < place->until)
            place = &wards->items[i];
    }
    *place = ward;
}

/* True if a ward keeps foes out of that cell at `clock`. */
static bool ward_is_at(const struct ward_list *wards, uint64_t clock, struct pos at)
{
    for (int i = 0; i < WARDS_MAX; i++) {
        const struct ward *ward = &wards->items[i];
        if (clock < ward->until && pos_distance(at, ward->at) <= ward->radius)
            return true;
    }
    return false;
}

void wards_hash(const struct ward_list *wards, struct hash *hash)
{
    for (int i = 0; i < WARDS_MAX; i++) {
        const struct ward *ward = &wards->items[i];
        if (ward->until == 0)
            continue;
        hash_u64(hash, (uint64_t)ward->at.x << 32 | (uint64_t)ward->at.y);
        hash_u64(hash, ward->radius);
        hash_u64(hash, ward->until);
    }
}

enum {
    WORD_BITS = 64,
    /* events of a tick on one cell: a body acts, and a door falls shut */
    EVENTS_PER_CELL = 2,
};

bool level_contains(const struct level *level, struct pos at)
{
    return at.x >= 0 && at.y >= 0 && at.x < level->width && at.y < level->height;
}

size_t level_cell_count(const struct level *level)
{
    return (size_t)level->width * (size_t)level->height;
}

size_t level_index(const struct level *level, struct pos at)
{
    CHECK(level_contains(level, at));
    return (size_t)at.y * (size_t)level->width + (size_t)at.x;
}

enum tile_id level_tile(const struct level *level, struct pos at)
{
    return level_contains(level, at) ? (enum tile_id)level->tiles[level_index(level, at)]
                                     : TILE_ROCK;
}

uint32_t level_body_at(const struct level *level, struct pos at)
{
    return level_contains(level, at) ? level->bodies[level_index(level, at)] : 0;
}

static int clamp(int value, int size)
{
    return value < 0 ? 0 : value < size ? value : size - 1;
}

struct pos level_clamp(const struct level *level, struct pos at)
{
    return pos_of(clamp(at.x, level->width), clamp(at.y, level->height));
}

bool level_is_walkable(const struct level *level, struct pos at)
{
    return level_contains(level, at) && tile_row(level_tile(level, at))->is_walkable;
}

bool level_hides(const struct level *level, struct pos from, struct pos at)
{
    return level_tile(level, at) == TILE_THICKET && pos_distance(from, at) > 1;
}

bool level_is_ground(const struct level *level, struct pos at)
{
    return level_is_walkable(level, at) && tile_is_passable(level_tile(level, at));
}

bool level_is_opaque(const struct level *level, struct pos at)
{
    return !level_contains(level, at) || tile_row(level_tile(level, at))->is_opaque;
}

static void write_tile(struct level *level, struct pos at, enum tile_id tile)
{
    uint64_t bit = UINT64_C(1) << (at.x % WORD_BITS);
    uint64_t *word = &level->opaque[at.y * level->row_words + at.x / WORD_BITS];
    size_t index = level_index(level, at);

    /* Zobrist hashing: a number for each tile in each cell, and the XOR of the numbers of all
       cells. */
    level->terrain ^= rng_mix(index << 8 | level->tiles[index]) ^ rng_mix(index << 8 | tile);
    level->tiles[index] = (uint8_t)tile;
    *word = (*word & ~bit) | (tile_row(tile)->is_opaque ? bit : 0);
}

void level_set_tile(struct level *level, struct pos at, enum tile_id tile)
{
    CHECK(tile > TILE_UNKNOWN && tile < TILE_COUNT);
    write_tile(level, at, tile);
    level->is_dirty = true;
    if (tile_row(tile)->closes_to != TILE_UNKNOWN)
        open_doors_note(&level->open_doors, at, level->clock);
    else
        open_doors_drop(&level->open_doors, at);
}

void level_note_left(struct level *level, struct pos at)
{
    if (tile_row(level_tile(level, at))->closes_to != TILE_UNKNOWN)
        open_doors_note(&level->open_doors, at, level->clock);
}

static enum err check_plan(const struct level_plan *plan)
{
    if (plan->width < LEVEL_WIDTH_MIN || plan->width > LEVEL_WIDTH_MAX ||
        plan->height < LEVEL_HEIGHT_MIN || plan->height > LEVEL_HEIGHT_MAX)
        return ERR_RANGE;
    if (plan->room_count < 0 || plan->room_count > LEVEL_ROOMS_MAX)
        return ERR_RANGE;

    struct rect all = {0, 0, plan->width, plan->height};
    size_t cell_count = (size_t)plan->width * (size_t)plan->height;
    for (size_t i = 0; i < cell_count; i++) {
        if (plan->tiles[i] == TILE_UNKNOWN || plan->tiles[i] >= TILE_COUNT)
            return ERR_FORMAT;
    }
    if (plan->gate_count < 0 || plan->gate_count > GATES_MAX ||
        plan->gate_count > GATES_EACH * level_shares(cell_count) || plan->trap_count < 0 ||
        plan->trap_count > TRAPS_MAX || plan->spot_count < 0 || plan->spot_count > SPOTS_MAX)
        return ERR_RANGE;
    for (int i = 0; i < plan->gate_count; i++) {
        if (!gate_is_valid(&plan->gates[i], plan->width, plan->height, plan->tiles))
            return ERR_FORMAT;
    }
    for (int i = 0; i < plan->trap_count; i++) {
        if (!rect_contains(all, plan->traps[i].at) || plan->traps[i].tile >= TILE_COUNT ||
            !tile_is_trap((enum tile_id)plan->traps[i].tile))
            return ERR_FORMAT;
    }
    for (int i = 0; i < plan->spot_count; i++) {
        if (!spot_is_valid(&plan->spots[i], plan->width, plan->height))
            return ERR_FORMAT;
    }
    for (int i = 0; i < plan->room_count; i++) {
        struct rect room = plan->rooms[i];
        if (room.width < 1 || room.height < 1 || room.x < 0 || room.y < 0 ||
            room.x + room.width > plan->width || room.y + room.height > plan->height)
            return ERR_FORMAT;
    }
    if (!rect_contains(all, plan->up) || !rect_contains(all, plan->down))
        return ERR_FORMAT;
    if (plan->tiles[plan->up.y * plan->width + plan->up.x] != TILE_STAIRS_UP ||
        plan->tiles[plan->down.y * plan->width + plan->down.x] != TILE_STAIRS_DOWN)
        return ERR_FORMAT;
    return ERR_OK;
}

/*
 * Allocates the lists for the most bodies that fit, with all doors and bars open and all water
 * bridged, and for open doors everywhere, so that no change of a tile overflows a list.
 */
static enum err make_lists(struct level *level)
{
    uint32_t bodies_max = 0;

    uint8_t takes_body[TILE_COUNT];

    for (enum tile_id tile = TILE_UNKNOWN; tile < TILE_COUNT; tile++) {
        const struct tile_row *row = tile_row(tile);
        takes_body[tile] = row->is_walkable || row->is_gap || row->opens_to != TILE_UNKNOWN ||
                           tile == TILE_BARS_SHUT;
    }
    for (size_t i = 0; i < level_cell_count(level); i++)
        bodies_max += takes_body[level->tiles[i]];
    level->active.max = bodies_max;
    level->stale.max = bodies_max;
    level->open_doors.max = (uint32_t)level_cell_count(level);
    level->events.max = EVENTS_PER_CELL * bodies_max + EVENTS_SPARE;

    /* Widest alignment first, so that every part is aligned where it lies. */
    size_t doors_size = level->open_doors.max * sizeof *level->open_doors.items;
    size_t events_size = level->events.max * sizeof *level->events.items;
    size_t bodies_size = bodies_max * sizeof *level->active.ids;
    level->lists_size = doors_size + events_size + 2 * bodies_size;
    level->lists = room_new(level->lists_size);
    if (level->lists == NULL)
        return ERR_MEMORY;
    char *memory = level->lists;
    level->open_doors.items = (struct open_door *)(void *)memory;
    level->events.items = (struct event *)(void *)(memory + doors_size);
    level->active.ids = (uint32_t *)(void *)(memory + doors_size + events_size);
    level->stale.ids = level->active.ids + bodies_max;
    return ERR_OK;
}

/* Lists the open doors; the time of each begins now. */
static void list_open_doors(struct level *level)
{
    for (int i = 0; i < level->width * level->height; i++) {
        if (tile_row((enum tile_id)level->tiles[i])->closes_to != TILE_UNKNOWN)
            open_doors_add(&level->open_doors, pos_of(i % level->width, i / level->width),
                           level->clock);
    }
}

bool level_is_warded(const struct level *level, struct pos at)
{
    return ward_is_at(&level->wards, level->clock, at);
}

/* Begins the time of each gate. */
static void begin_gates(struct level *level)
{
    for (int i = 0; i < level->gate_count; i++)
        level->gates[i].open_until = level->clock + GATE_OPEN_TICKS;
}

/* Begins the time of each empty hoard, after which it is full. */
static void begin_hoards(struct level *level)
{
    for (int i = 0; i < level->hoard_count; i++)
        level->hoards[i].full_at = level->clock + hoard_ticks(level, level->hoards[i].at);
}

uint64_t hoard_ticks(const struct level *level, struct pos at)
{
    int spot = spot_at(level, at);

    return spot == SPOT_NONE ? 0 : (uint64_t)level->spots[spot].refill * HOARD_MINUTE_TICKS;
}

static void list_hoards(struct level *level)
{
    int most = HOARDS_EACH * level_shares(level_cell_count(level));

    for (int i = 0; i < level->width * level->height && level->hoard_count < most; i++) {
        struct pos at = pos_of(i % level->width, i / level->width);
        if ((level->tiles[i] == TILE_HOARD || level->tiles[i] == TILE_HOARD_EMPTY) &&
            hoard_ticks(level, at) > 0)
            level->hoards[level->hoard_count++].at = at;
    }
    begin_hoards(level);
}

void level_set_clock(struct level *level, uint64_t clock)
{
    level->clock = clock;
    for (uint32_t i = 0; i < level->open_doors.count; i++)
        level->open_doors.items[i].since = clock;
    begin_gates(level);
    begin_hoards(level);
}

/* Copies the lists of the plan into the level's own, which have room for them. */
static void copy_lists(struct level *level, const struct level_plan *plan)
{
    if (plan->room_count > 0)
        memcpy(level->rooms, plan->rooms, (size_t)plan->room_count * sizeof *plan->rooms);
    if (plan->spot_count > 0)
        memcpy(level->spots, plan->spots, (size_t)plan->spot_count * sizeof *plan->spots);
    level->gate_count = plan->gate_count;
    for (int i = 0; i < plan->gate_count; i++)
        level->gates[i] = plan->gates[i];
    level->trap_count = plan->trap_count;
    for (int i = 0; i < plan->trap_count; i++)
        level->traps[i] = plan->traps[i];
}

/* The parts of a level behind it, in one allocation. */
struct parts {
    size_t rows; /* bytes of each of the grids of bits */
    size_t hoards;
    size_t gates;
    size_t lights;
    size_t bodies;
    size_t rooms;
    size_t spots;
    size_t areas;
    size_t tiles;
};

enum { BIT_GRIDS = 5 };

static struct parts parts_of(const struct level_plan *plan, int row_words)
{
    size_t cell_count = (size_t)plan->width * (size_t)plan->height;
    size_t shares = (size_t)level_shares(cell_count);

    return (struct parts){
        .rows = (size_t)row_words * (size_t)plan->height * sizeof(uint64_t),
        .hoards = HOARDS_EACH * shares * sizeof(struct hoard),
        .gates = GATES_EACH * shares * sizeof(struct gate),
        .lights = LEVEL_LIGHTS_EACH * shares * sizeof(struct pos),
        .bodies = cell_count * sizeof(uint32_t),
        .rooms = (size_t)plan->room_count * sizeof(struct rect),
        .spots = (size_t)plan->spot_count * sizeof(struct spot),
        .areas = cell_count * sizeof(uint16_t),
        .tiles = cell_count,
    };
}

static void *next_part(char **at, size_t size)
{
    char *part = *at;

    *at += size;
    return part;
}

/* Allocates a level with the members that the plan tells, all cells unknown. NULL: out of memory.
 */
static struct level *allocate(const struct level_plan *plan)
{
    int row_words = (plan->width + WORD_BITS - 1) / WORD_BITS;
    struct parts parts = parts_of(plan, row_words);
    struct level *level = calloc(1, sizeof *level + BIT_GRIDS * parts.rows + parts.hoards +
                                        parts.gates + parts.lights + parts.bodies + parts.rooms +
                                        parts.spots + parts.areas + parts.tiles);

    if (level == NULL)
        return NULL;
    char *at = (char *)(level + 1);
    level->key = plan->key;
    level->width = plan->width;
    level->height = plan->height;
    level->up = plan->up;
    level->down = plan->down;
    level->row_words = row_words;
    level->room_count = plan->room_count;
    level->spot_count = plan->spot_count;
    /* Widest alignment first, so that every part is aligned where it lies. */
    level->opaque = next_part(&at, parts.rows);
    level->scattered = next_part(&at, parts.rows);
    level->delvers = next_part(&at, parts.rows);
    level->foes = next_part(&at, parts.rows);
    level->built = next_part(&at, parts.rows);
    level->hoards = next_part(&at, parts.hoards);
    level->gates = next_part(&at, parts.gates);
    level->lights = next_part(&at, parts.lights);
    level->bodies = next_part(&at, parts.bodies);
    level->rooms = next_part(&at, parts.rooms);
    level->spots = next_part(&at, parts.spots);
    level->area_of = next_part(&at, parts.areas);
    level->tiles = next_part(&at, parts.tiles);
    return level;
}

enum err level_new(const struct level_plan *plan, struct level **out)
{
    enum err error = check_plan(plan);
    if (error != ERR_OK)
        return error;
    struct level *level = allocate(plan);
    if (level == NULL)
        return ERR_MEMORY;
    copy_lists(level, plan);
    begin_gates(level);
    for (int y = 0; y < level->height; y++) {
        for (int x = 0; x < level->width; x++)
            write_tile(level, pos_of(x, y), (enum tile_id)plan->tiles[y * level->width + x]);
    }
    level_find_niches(level);
    error = make_lists(level);
    if (error == ERR_OK)
        error = places_build(level);
    if (error == ERR_OK)
        error = built_mark(level);
    if (error == ERR_OK) {
        list_open_doors(level);
        list_hoards(level);
    }
    if (error != ERR_OK) {
        level_free(level);
        return error;
    }
    *out = level;
    return ERR_OK;
}

void level_free(struct level *level)
{
    if (level == NULL)
        return;
    free(level->places);
    room_free(level->lists, level->lists_size);
    free(level);
}

void level_find_niches(struct level *level)
{
    level->niche_count = 0;
    level->has_lantern = false;
    level->has_stall = false;
    level->light_count = 0;
    int lights_max = LEVEL_LIGHTS_EACH * level_shares(level_cell_count(level));
    for (size_t i = 0; i < level_cell_count(level); i++) {
        if (level->tiles[i] == TILE_ROCK || level->tiles[i] == TILE_FLOOR)
            continue;
        struct pos at = pos_of((int)i % level->width, (int)i / level->width);
        if (level->tiles[i] == TILE_NICHE && level->niche_count < NICHE_COUNT)
            level->niches[level->niche_count++] = at;
        if (level->tiles[i] == TILE_LANTERN) {
            level->lantern = at;
            level->has_lantern = true;
        }
        if (level->tiles[i] == TILE_PEDLAR) {
            level->stall = at;
            level->has_stall = true;
        }
        if (tile_row((enum tile_id)level->tiles[i])->is_light && level->light_count < lights_max)
            level->lights[level->light_count++] = at;
    }
}

int level_room_at(const struct level *level, struct pos at)
{
    for (int i = 0; i < level->room_count; i++) {
        if (rect_contains(level->rooms[i], at))
            return i;
    }
    return -1;
}

static void hash_gate(const struct gate *gate, struct hash *hash)
{
    hash_u64(hash, (uint64_t)gate->kind << 24 | (uint64_t)gate->shut << 16 |
                       (uint64_t)gate->work_count << 8 | gate->cell_count);
    hash_u64(hash, (uint64_t)gate->inside.x << 32 | (uint64_t)gate->inside.y);
    for (int i = 0; i < gate->work_count; i++)
        hash_u64(hash, (uint64_t)gate->works[i].x << 32 | (uint64_t)gate->works[i].y);
    for (int i = 0; i < gate->cell_count; i++)
        hash_u64(hash, (uint64_t)gate->cells[i].x << 32 | (uint64_t)gate->cells[i].y);
}

void level_hash(const struct level *level, struct hash *hash)
{
    hash_u64(hash, (uint64_t)level->width << 16 | (uint64_t)level->height);
    hash_u64(hash, (uint64_t)level->up.x << 16 | (uint64_t)level->up.y);
    hash_u64(hash, (uint64_t)level->down.x << 16 | (uint64_t)level->down.y);
    hash_u64(hash, (uint64_t)level->room_count);
    for (int i = 0; i < level->room_count; i++) {
        struct rect room = level->rooms[i];
        hash_u64(hash, (uint64_t)room.x << 48 | (uint64_t)room.y << 32 |
                           (uint64_t)room.width << 16 | (uint64_t)room.height);
    }
    for (int i = 0; i < level->gate_count; i++)
        hash_gate(&level->gates[i], hash);
    for (int i = 0; i < level->trap_count; i++)
        hash_u64(hash, (uint64_t)level->traps[i].at.x << 32 | (uint64_t)level->traps[i].at.y << 16 |
                           level->traps[i].tile);
    hash_bulk(hash, level->tiles, level_cell_count(level));
}

/* The four straight directions before the diagonals, so that spilled things lie in a round heap. */
static const enum dir search_order[] = {DIR_NORTH,     DIR_EAST,      DIR_SOUTH,     DIR_WEST,
                                        DIR_NORTHEAST, DIR_SOUTHEAST, DIR_SOUTHWEST, DIR_NORTHWEST};

struct search {
    struct level_search *room;
    size_t head;
    size_t tail;
};

static void take(const struct level *level, struct search *search, struct pos at)
{
    size_t index = level_index(level, at);

    search->room->reached[index / 64] |= UINT64_C(1) << index % 64;
    search->room->queue[search->tail++] = (uint32_t)index;
}

static void reach(const struct level *level, struct search *search, struct pos at)
{
    if (!level_contains(level, at))
        return;
    size_t index = level_index(level, at);
    bool is_reached = (search->room->reached[index / 64] >> index % 64 & 1) != 0;

    if (is_reached || !tile_is_passable(level_tile(level, at)))
        return;
    take(level, search, at);
}

static bool run_search(const struct level *level, struct search *search, struct pos near,
                       struct pos *out)
{
    bool has_doorway = false;

    /* A chasm or a trap can be left, but not entered. */
    if (level_is_walkable(level, near))
        take(level, search, near);
    else
        reach(level, search, near);
    while (search->head < search->tail) {
        uint32_t index = search->room->queue[search->head++];
        struct pos at = pos_of((int)index % level->width, (int)index / level->width);
        if (level->bodies[index] == 0 && level_is_ground(level, at)) {
            if (!tile_is_door(level_tile(level, at))) {
                *out = at;
                return true;
            }
            if (!has_doorway) {
                *out = at;
                has_doorway = true;
            }
        }
        for (size_t i = 0; i < sizeof search_order / sizeof search_order[0]; i++)
            reach(level, search, pos_step(at, search_order[i]));
    }
    return has_doorway;
}

bool level_find_landing(const struct level *level, struct level_search *room, struct pos near,
                        struct pos *out)
{
    struct search search = {.room = room};
    int best = -1;

    memset(room->reached, 0, (level_cell_count(level) + 63) / 64 * sizeof room->reached[0]);
    take(level, &search, level->up);
    while (search.head < search.tail) {
        uint32_t index = room->queue[search.head++];
        struct pos at = pos_of((int)index % level->width, (int)index / level->width);
        int distance = pos_distance(at, near);
        if (level->bodies[index] == 0 && level_is_ground(level, at) &&
            !tile_is_door(level_tile(level, at)) && (best < 0 || distance < best)) {
            best = distance;
            *out = at;
        }
        for (size_t i = 0; i < sizeof search_order / sizeof search_order[0]; i++)
            reach(level, &search, pos_step(at, search_order[i]));
    }
    return best >= 0;
}

/* True if `at` is a better landing place than `best`: nearer, or as near and empty. */
static bool is_better(const struct level *level, struct pos from, struct pos at, struct pos best)
{
    int lead = pos_distance(from, at) - pos_distance(from, best);

    if (lead != 0)
        return lead < 0;
    return level_body_at(level, at) == 0 && level_body_at(level, best) != 0;
}

struct pos level_ashore(const struct level *level, struct pos at)
{
    struct pos best = level->up;

    if (!tile_row(level_tile(level, at))->is_gap)
        return at;
    for (int y = 0; y < level->height; y++) {
        for (int x = 0; x < level->width; x++) {
            struct pos cell = pos_of(x, y);
            if (level_is_ground(level, cell) && is_better(level, at, cell, best))
                best = cell;
        }
    }
    return best;
}

bool level_find_free(const struct level *level, struct level_search *room, struct pos near,
                     struct pos *out)
{
    struct search search = {.room = room};

    CHECK(level_contains(level, near));
    if (level->bodies[level_index(level, near)] == 0 && level_is_ground(level, near)) {
        *out = near;
        return true;
    }
    memset(room->reached, 0, (level_cell_count(level) + 63) / 64 * sizeof room->reached[0]);
    return run_search(level, &search, near, out);
}

int stairs_distance(const struct level *level, struct pos at)
{
    int up = pos_distance(at, level->up);
    int down = pos_distance(at, level->down);

    return up < down ? up : down;
}

bool stairs_are_near(const struct level *level, struct pos at)
{
    return stairs_distance(level, at) <= 1;
}
