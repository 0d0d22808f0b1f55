/*
 * The working grid: rock at first, carved cell by cell.
 */
#include "gen/map.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "gen/gen.h"

enum {
    SCALE_CELLS = 100 * 57,
    PATH_SHARE = 4, /* shortest way between the stairs: width plus height, divided by this */
    /* number of a random stream after those of all attempts */
    LANDMARK_DRAW = 2 * GEN_ATTEMPTS_MAX + 1,
    VAULT_DRAW = LANDMARK_DRAW + 1,
    VAULT_ONE_IN = 6,                     /* levels for each vault */
    LAIR_ATTEMPTS = GEN_ATTEMPTS_MAX - 2, /* attempts with a lair; two more are made without it */
};

enum err gen_map_init(struct gen_map *map, int width, int height)
{
    CHECK(width >= LEVEL_WIDTH_MIN && width <= GEN_SECTOR_WIDTH);
    CHECK(height >= LEVEL_HEIGHT_MIN && height <= GEN_SECTOR_HEIGHT);

    *map = (struct gen_map){
        .part = {.is_main = true,
                 .has_up = true,
                 .has_down = true,
                 .places_max = INT32_MAX,
                 .gates_max = GATES_EACH},
        .width = width,
        .height = height,
    };
    map->tiles = malloc((size_t)width * (size_t)height);
    map->bare = malloc((size_t)width * (size_t)height);
    if (map->tiles == NULL || map->bare == NULL) {
        free(map->tiles);
        free(map->bare);
        *map = (struct gen_map){0};
        return ERR_MEMORY;
    }
    enum err error = survey_init(&map->survey, width, height);
    if (error != ERR_OK) {
        gen_map_release(map);
        return error;
    }
    gen_map_clear(map);
    return ERR_OK;
}

void gen_map_release(struct gen_map *map)
{
    survey_release(&map->survey);
    free(map->tiles);
    free(map->bare);
    map->tiles = NULL;
    map->bare = NULL;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

int gen_map_scaled(const struct gen_map *map, int count)
{
    int here = (count * map->survey.cell_count + SCALE_CELLS / 2) / SCALE_CELLS;

    return here == 0 && count > 0 ? 1 : here;
}

int gen_map_draw(struct gen_map *map, int low, int high)
{
    return rng_range(&map->rng, smaller(low, high), high);
}

void gen_map_tune(struct gen_map *map, const int *shared)
{
    struct gen_finish *finish = &map->finish;

    finish->door_percent = shared[GEN_DOORS];
    finish->thin_percent = shared[GEN_THIN];
    finish->loops_max = gen_map_draw(map, gen_map_scaled(map, shared[GEN_LOOPS_MIN]),
                                     gen_map_scaled(map, shared[GEN_LOOPS]));
    finish->loop_detour = shared[GEN_DETOUR];
    finish->loop_reach = shared[GEN_REACH];
    finish->prune_length =
        shared[GEN_PRUNE] == GEN_PRUNE_WHOLLY ? FINISH_PRUNE_ALL : shared[GEN_PRUNE];
    finish->stub_percent = shared[GEN_STUBS];
}

uint64_t gen_seed(const struct gen_request *request, int draw)
{
    const struct level_key *key = &request->key;
    uint64_t place = (uint64_t)key->depth | (uint64_t)key->wing << 32;

    return rng_level_seed(request->world_seed, place, key->generation,
                          (uint64_t)RNG_LAYOUT | (uint64_t)draw << 8);
}

/* True if the level is to have a landmark. The answer is the same for every attempt, so that a
   landmark that did not fit one draft is tried in the next. */
static bool wants_landmark(const struct gen_request *request)
{
    struct rng rng;

    rng_init(&rng, gen_seed(request, LANDMARK_DRAW));
    return rng_percent(&rng, request->shared[GEN_LANDMARK]);
}

static bool has_lair(const struct gen_request *request)
{
    for (size_t i = 0; request->pieces != NULL && i < request->pieces->count; i++) {
        const struct setpiece *piece = &request->pieces->rows[i];
        if (piece->kind == SETPIECE_LAIR && setpiece_is_at(piece, request->key.depth))
            return true;
    }
    return false;
}

/* True if the level is to have a vault: each level with a lair, and one in VAULT_ONE_IN of the
   others. */
static bool wants_vault(const struct gen_request *request)
{
    struct rng rng;

    rng_init(&rng, gen_seed(request, VAULT_DRAW));
    return has_lair(request) || rng_below(&rng, VAULT_ONE_IN) == 0;
}

void gen_map_furnish(struct gen_map *map, const struct gen_request *request, int attempt)
{
    bool is_early = request->pieces != NULL && attempt < GEN_ATTEMPTS_MAX / 2;

    map->furnishing = (struct gen_furnishing){
        .pieces = request->pieces,
        .depth = request->key.depth,
        .is_early = is_early,
        .must_have_lair = map->part.is_main && attempt < LAIR_ATTEMPTS && has_lair(request),
        .wants_landmark = is_early && wants_landmark(request),
        .wants_vault =
            map->part.is_main && is_early && request->shared[GEN_GATED] > 0 && wants_vault(request),
        .path_min = is_early ? (map->width + map->height) / PATH_SHARE : 0,
        .places_max =
            smaller(map->part.places_max, gen_map_scaled(map, request->shared[GEN_PLACES])),
        .gated_percent = request->shared[GEN_GATED],
        .surfaces_percent = request->shared[GEN_SURFACES],
        .secret_percent = request->shared[GEN_SECRET],
    };
}

void gen_map_clear(struct gen_map *map)
{
    memset(map->tiles, TILE_ROCK, (size_t)map->survey.cell_count);
    map->room_count = 0;
    map->up = pos_of(0, 0);
    map->down = pos_of(0, 0);
}

int gen_map_cell(const struct gen_map *map, int x, int y)
{
    CHECK(x >= 0 && x < map->width && y >= 0 && y < map->height);
    return y * map->width + x;
}

struct pos gen_map_pos(const struct gen_map *map, int cell)
{
    return pos_of(cell % map->width, cell / map->width);
}

bool gen_map_is_inner(const struct gen_map *map, int x, int y)
{
    return x >= 1 && x < map->width - 1 && y >= 1 && y < map->height - 1;
}

enum tile_id gen_map_tile(const struct gen_map *map, int x, int y)
{
    if (!gen_map_is_inner(map, x, y))
        return TILE_ROCK;
    return (enum tile_id)map->tiles[y * map->width + x];
}

bool gen_map_is_open(const struct gen_map *map, int x, int y)
{
    return map->survey.is_passable[gen_map_tile(map, x, y)];
}

bool gen_map_is_rock(const struct gen_map *map, int x, int y)
{
    return gen_map_tile(map, x, y) == TILE_ROCK;
}

void gen_map_set(struct gen_map *map, int x, int y, enum tile_id tile)
{
    CHECK(gen_map_is_inner(map, x, y));
    CHECK(tile > TILE_UNKNOWN && tile < TILE_COUNT);
    map->tiles[y * map->width + x] = (uint8_t)tile;
}

void gen_map_carve(struct gen_map *map, int x, int y)
{
    if (gen_map_is_inner(map, x, y) && !gen_map_is_open(map, x, y))
        gen_map_set(map, x, y, TILE_FLOOR);
}

void gen_map_carve_rect(struct gen_map *map, struct rect rect)
{
    for (int y = rect.y; y < rect.y + rect.height; y++) {
        for (int x = rect.x; x < rect.x + rect.width; x++)
            gen_map_carve(map, x, y);
    }
}

void gen_map_carve_line(struct gen_map *map, struct pos from, struct pos to)
{
    CHECK(from.x == to.x || from.y == to.y);
    enum dir dir = dir_towards(from, to);

    for (struct pos at = from; !pos_equal(at, to); at = pos_step(at, dir))
        gen_map_carve(map, at.x, at.y);
    gen_map_carve(map, to.x, to.y);
}

bool gen_map_add_room(struct gen_map *map, struct rect inside)
{
    CHECK(inside.width >= 1 && inside.height >= 1);
    CHECK(gen_map_is_inner(map, inside.x, inside.y));
    CHECK(gen_map_is_inner(map, inside.x + inside.width - 1, inside.y + inside.height - 1));
    if (map->room_count == GEN_ROOMS_MAX)
        return false;
    map->rooms[map->room_count++] = inside;
    gen_map_carve_rect(map, inside);
    return true;
}

void gen_map_add_pair(struct gen_map *map, int side, int gap)
{
    int width = smaller(side, (map->width - 2 - gap) / 2);
    int height = smaller(side, map->height - 2);
    int play = (map->width - 2 - gap - 2 * width) / 2;

    gen_map_clear(map);
    for (int i = 0; i < 2; i++) {
        int aside = rng_range(&map->rng, 0, play);
        int x = i == 0 ? 1 + aside : map->width - 1 - width - aside;
        int y = rng_range(&map->rng, 1, map->height - 1 - height);
        gen_map_add_room(map,
                         (struct rect){(int16_t)x, (int16_t)y, (int16_t)width, (int16_t)height});
    }
}

void gen_map_mask_rooms(struct gen_map *map)
{
    memset(map->survey.mask, 0, (size_t)map->survey.cell_count);
    for (int i = 0; i < map->room_count; i++) {
        const struct rect *room = &map->rooms[i];
        for (int y = room->y; y < room->y + room->height; y++)
            memset(map->survey.mask + gen_map_cell(map, room->x, y), 1, (size_t)room->width);
    }
}

int gen_map_exits(const struct gen_map *map, int x, int y)
{
    const uint8_t *tile = map->tiles + y * map->width + x;
    const uint8_t *is_open = map->survey.is_passable;

    CHECK(gen_map_is_inner(map, x, y));
    return is_open[tile[-map->width]] + is_open[tile[1]] + is_open[tile[map->width]] +
           is_open[tile[-1]];
}

bool gen_map_keeps_dead_end(const struct gen_map *map, struct pos tip)
{
    uint64_t cell = (uint64_t)gen_map_cell(map, tip.x, tip.y);

    return (int)(rng_mix(map->stub_salt + cell) % 100) < map->finish.stub_percent;
}

bool gen_map_is_doorway(const struct gen_map *map, int x, int y)
{
    bool upright = gen_map_is_open(map, x, y - 1) && gen_map_is_open(map, x, y + 1);
    bool level = gen_map_is_open(map, x - 1, y) && gen_map_is_open(map, x + 1, y);

    if (upright)
        return gen_map_is_rock(map, x - 1, y) && gen_map_is_rock(map, x + 1, y);
    return level && gen_map_is_rock(map, x, y - 1) && gen_map_is_rock(map, x, y + 1);
}

bool gen_map_has_door_near(const struct gen_map *map, int x, int y, int reach)
{
    int left = x - reach < 1 ? 1 : x - reach;
    int right = x + reach > map->width - 2 ? map->width - 2 : x + reach;

    for (int row = y - reach; row <= y + reach; row++) {
        if (row < 1 || row > map->height - 2)
            continue;
        for (int column = left; column <= right; column++) {
            enum tile_id tile = (enum tile_id)map->tiles[row * map->width + column];
            if (tile_is_door(tile) && (column != x || row != y))
                return true;
        }
    }
    return false;
}
