/*
 * Locks: bars before pockets and bridges inside them, with the levers, plates or keys that move
 * them.
 *
 * The levers of a gate are near its doorway, on a cell by a wall that is not needed as a way; its
 * plates are on open ground. Both only where no single body separates them from the stairs. A gate
 * without a place for them is not built: the doorway stays open and its bridge in place.
 */
#include "gen/passes.h"
#include "gen/piece.h"

enum {
    STAIRS_APART = 4, /* fewest king's moves from a lever or plate to the stairs */
    PLATES_APART = 3, /* fewest king's moves between two plates */
    LEVER_ROOM = 5,   /* fewest open cells around a lever, all connected */
    KEY_TRIES = 600,  /* cells tried for a key */
    /* least distance between a lock and its key, in percent of the level's width */
    KEY_PERCENT = 40,
};

/* Stores which cells around `at` are open, clockwise from the north, and returns their number. */
static int around(const struct gen_map *map, struct pos at, bool open[DIR_COUNT])
{
    int count = 0;

    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        struct pos near = pos_step(at, dir);
        open[dir] = gen_map_is_open(map, near.x, near.y);
        count += open[dir];
    }
    return count;
}

/* True if closing the open cell separates nothing around it and makes no pinch: the open cells
   around it are one run. */
static bool is_spare(const struct gen_map *map, struct pos at)
{
    bool open[DIR_COUNT];
    int count = around(map, at, open);
    int edges = 0;

    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++)
        edges += open[dir] != open[dir == DIR_NORTHWEST ? DIR_NORTH : dir + 1];
    return count >= LEVER_ROOM && count < DIR_NORTHWEST && edges == 2;
}

/* True if at least three cells of ground lie before the wall, so that no bottleneck is made. */
static bool has_room_before(const struct gen_map *map, struct pos at)
{
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir += 2) {
        enum dir side = dir == DIR_WEST ? DIR_NORTH : (enum dir)(dir + 2);
        struct pos back = pos_step(at, dir_opposite(dir));
        struct pos beyond = pos_step(pos_step(at, dir), dir);
        struct pos left = pos_step(beyond, side);
        struct pos right = pos_step(beyond, dir_opposite(side));
        if (!gen_map_is_open(map, back.x, back.y) && gen_map_is_open(map, beyond.x, beyond.y) &&
            gen_map_is_open(map, left.x, left.y) && gen_map_is_open(map, right.x, right.y))
            return true;
    }
    return false;
}

/* True if a lever or plate may stand at `at`. Needs survey.two_ways[] of the stairs up. */
static bool may_stand(const struct gen_map *map, struct pos at, bool is_lever)
{
    const struct survey *survey = &map->survey;
    int cell = gen_map_cell(map, at.x, at.y);
    struct rect here = {at.x, at.y, 1, 1};

    if (gen_map_tile(map, at.x, at.y) != TILE_FLOOR || !survey->two_ways[cell] ||
        !survey_is_roomy(survey, cell) || !piece_is_clear(map, here) ||
        piece_stairs_distance(map, here) < STAIRS_APART ||
        gen_map_has_door_near(map, at.x, at.y, 1))
        return false;
    return !is_lever || (is_spare(map, at) && has_room_before(map, at));
}

static bool is_apart(struct pos at, const struct gate *gate)
{
    for (int i = 0; i < gate->work_count; i++) {
        if (pos_distance(at, gate->works[i]) < PLATES_APART)
            return false;
    }
    return true;
}

/* Adds a lever or plate within `near` king's moves of the doorway. False: there is no place. */
static bool add_work(struct gen_map *map, const struct gen_place *place, struct gate *gate)
{
    int near = place->piece->gate_near;
    uint32_t seen = 0;
    struct pos chosen = place->before;

    for (int y = place->door.y - near; y <= place->door.y + near; y++) {
        for (int x = place->door.x - near; x <= place->door.x + near; x++) {
            struct pos at = pos_of(x, y);
            if (!gen_map_is_inner(map, x, y) || pos_equal(at, place->before) ||
                !may_stand(map, at, gate->kind == GATE_LEVER) || !is_apart(at, gate))
                continue;
            if (rng_below(&map->rng, ++seen) == 0)
                chosen = at;
        }
    }
    if (seen == 0)
        return false;
    gate->works[gate->work_count++] = chosen;
    return true;
}

/* Adds the hook of the gate's key on a cell where a lever could stand, far enough away to be on
   another way. False: none was found. */
static bool add_key(struct gen_map *map, const struct gen_place *place, struct gate *gate)
{
    int least = map->width * KEY_PERCENT / 100;

    for (int i = 0; i < KEY_TRIES; i++) {
        int x = rng_range(&map->rng, 1, map->width - 2);
        int y = rng_range(&map->rng, 1, map->height - 2);
        struct pos at = pos_of(x, y);
        if (pos_distance(at, place->door) < least || !may_stand(map, at, true))
            continue;
        gate->works[gate->work_count++] = at;
        return true;
    }
    return false;
}

static void set_tiles(struct gen_map *map, const struct gate *gate, enum tile_id tile)
{
    enum tile_id work = gate_work_tile((enum gate_kind)gate->kind);

    for (int i = 0; work != TILE_UNKNOWN && i < gate->work_count; i++)
        gen_map_set(map, gate->works[i].x, gate->works[i].y, work);
    for (int i = 0; i < gate->cell_count; i++)
        gen_map_set(map, gate->cells[i].x, gate->cells[i].y, tile);
}

/* Stores the cells that the gate opens: the planks of the bridge, or the doorway. */
static void set_cells(const struct gen_place *place, struct gate *gate)
{
    bool has_planks = place->plank_count > 0;

    gate->shut = has_planks ? place->piece->planks_shut : TILE_BARS_SHUT;
    gate->cell_count = (uint8_t)(has_planks ? place->plank_count : 1);
    gate->cells[0] = place->door;
    for (int i = 0; i < place->plank_count; i++)
        gate->cells[i] = place->planks[i];
}

/* Finds the cell beside the gate that is cut off while the gate is shut; survey.distance[] counts
   from the stairs. False: there is none. */
static bool find_inside(const struct gen_map *map, struct gate *gate)
{
    for (int i = 0; i < gate->cell_count; i++) {
        for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir += 2) {
            struct pos at = pos_step(gate->cells[i], dir);
            if (!gen_map_is_open(map, at.x, at.y) ||
                map->survey.distance[gen_map_cell(map, at.x, at.y)] != SURVEY_FAR)
                continue;
            gate->inside = at;
            return true;
        }
    }
    return false;
}

/* Returns the kind of gate that a set piece has; GATE_KIND_COUNT: none. */
static enum gate_kind gate_of(const struct setpiece *piece)
{
    static const enum gate_kind kinds[] = {[SETPIECE_GATE_NONE] = GATE_KIND_COUNT,
                                           [SETPIECE_GATE_LEVER] = GATE_LEVER,
                                           [SETPIECE_GATE_PLATES] = GATE_PLATES,
                                           [SETPIECE_GATE_KEY] = GATE_KEY};

    return piece->kind == SETPIECE_VAULT ? GATE_VAULT : kinds[piece->gate];
}

/* Plans a gate with all its levers or plates, without changing the map. False: some do not fit. */
static bool plan_gate(struct gen_map *map, const struct gen_place *place, struct gate *gate)
{
    enum gate_kind kind = gate_of(place->piece);
    bool has_key = kind == GATE_KEY || kind == GATE_VAULT;
    int works = kind == GATE_PLATES ? 2 : 1;

    *gate = (struct gate){.kind = (uint8_t)kind, .inside = place->behind};
    set_cells(place, gate);
    if (kind != GATE_VAULT && !rng_percent(&map->rng, map->furnishing.gated_percent))
        return false;
    while (gate->work_count < works) {
        if (!(has_key ? add_key : add_work)(map, place, gate))
            return false;
    }
    return place->plank_count == 0 || find_inside(map, gate);
}

static void leave_open(struct gen_map *map, const struct gen_place *place)
{
    for (int i = 0; i < place->plank_count; i++)
        gen_map_set(map, place->planks[i].x, place->planks[i].y, TILE_BRIDGE);
}

static bool has_gated_piece(const struct gen_furnishing *furnishing)
{
    for (int i = 0; i < furnishing->place_count; i++) {
        if (gate_of(furnishing->places[i].piece) != GATE_KIND_COUNT)
            return true;
    }
    return false;
}

void pass_build_gates(struct gen_map *map)
{
    struct gen_furnishing *furnishing = &map->furnishing;
    struct survey *survey = &map->survey;
    int up = gen_map_cell(map, map->up.x, map->up.y);

    if (!has_gated_piece(furnishing))
        return;
    survey_load(survey, map->tiles);
    survey_cuts(survey, up);
    survey_flood(survey, up);
    for (int i = 0; i < furnishing->place_count; i++) {
        const struct gen_place *place = &furnishing->places[i];
        struct gate gate;
        if (gate_of(place->piece) == GATE_KIND_COUNT)
            continue;
        if (furnishing->gate_count == map->part.gates_max || !plan_gate(map, place, &gate)) {
            leave_open(map, place);
            continue;
        }
        set_tiles(map, &gate, (enum tile_id)gate.shut);
        furnishing->gates[furnishing->gate_count++] = gate;
    }
}
