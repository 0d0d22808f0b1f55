/*
 * Style `delve`: rooms, caves and hand-drawn places grown one onto another; lakes let in where all
 * ground stays joined, bridges across them; blind halls that end in a shrine; and short cuts
 * wherever the way round is long. After the ideas of Brogue's Architect.c (B. Walker).
 */
#include "gen/delve.h"
#include "gen/registry.h"

enum delve_knob {
    DELVE_ATTEMPTS,
    DELVE_ATTEMPTS_MIN,
    DELVE_CAVES,
    DELVE_PREFABS,
    DELVE_HALLS,
    DELVE_HALL_LENGTH,
    DELVE_LAKES,
    DELVE_LAKE_SIZE,
    DELVE_BRIDGES,
    DELVE_SHRINES,
    DELVE_SHRINES_MIN,
    DELVE_DISTRICTS,
};

enum {
    FIRST_TRIES = 20,
    HALL_LENGTH_MIN = 2,
    BRIDGE_DETOUR_DIVISOR = 4, /* a bridge is a sight of its own: it need not save as much */
    NICHE_LENGTH_MIN = 2,
    NICHE_LENGTH_MAX = 5,
    NICHE_TRIES = 6, /* shapes tried for each shrine */
    RESERVED = 5,    /* rectangles of rock, for pockets */
    RESERVED_WIDTH = 11,
    RESERVED_HEIGHT = 8,
    SPARSE_PERCENT = 28, /* open ground, before lakes take some of it */
};

/* The first shape is large; on a small map, shapes that do not fit give way to smaller ones. */
static bool place_first(struct delve *delve, struct shape *shape, const int *knobs)
{
    struct gen_map *map = delve->map;

    for (int i = 0; i < FIRST_TRIES; i++) {
        bool is_cavern = i == 0 && rng_percent(&map->rng, knobs[DELVE_CAVES]);
        int percent_large = i < FIRST_TRIES / 2 ? 100 : 0;
        bool is_right = is_cavern ? shape_design_cavern(shape, map)
                                  : shape_design(shape, map, knobs[DELVE_CAVES], percent_large);
        if (is_right && delve_place_first(delve, shape))
            return true;
    }
    return false;
}

static void maybe_add_hall(struct shape *shape, struct rng *rng, const int *knobs)
{
    int longest = knobs[DELVE_HALL_LENGTH];

    if (rng_percent(rng, knobs[DELVE_HALLS]))
        shape_add_hall(shape, rng, rng_range(rng, HALL_LENGTH_MIN, longest));
}

/* The level's own number of something, from two knobs that are meant for 100 by 57 cells. */
static int drawn(struct gen_map *map, int low, int high)
{
    return gen_map_draw(map, gen_map_scaled(map, low), gen_map_scaled(map, high));
}

/* The level then has it, as any other set piece. */
static void note_piece(struct gen_map *map, const struct setpiece *piece)
{
    struct rect room = map->rooms[map->room_count - 1];
    struct rect area = {(int16_t)(room.x - 1), (int16_t)(room.y - 1), (int16_t)(room.width + 2),
                        (int16_t)(room.height + 2)};

    if (map->furnishing.place_count < GEN_PLACES_MAX)
        map->furnishing.places[map->furnishing.place_count++] =
            (struct gen_place){.piece = piece, .area = area};
}

static void attach_piece(struct delve *delve, struct shape *shape, const int *knobs)
{
    static const struct piece_wish wish = {.kinds = 1u << SETPIECE_AREA};
    struct gen_map *map = delve->map;
    const struct setpiece *piece = piece_pick(map, wish);
    struct drawn_piece drawn;

    if (piece == NULL || map->room_count == LEVEL_ROOMS_MAX || !piece_draw(&drawn, map, piece))
        return;
    shape_take_piece(shape, &map->rng, &drawn);
    maybe_add_hall(shape, &map->rng, knobs);
    if (delve_attach(delve, shape, map->finish.door_percent))
        note_piece(map, piece);
}

/* Rock that is left alone, so that pockets can be dug there once all else stands. */
static void reserve_pockets(struct delve *delve)
{
    struct gen_map *map = delve->map;
    bool has_use = map->furnishing.pieces != NULL && map->furnishing.places_max > 0;
    int count = has_use ? gen_map_scaled(map, RESERVED) : 0;

    for (int i = 0; i < count; i++) {
        int x = rng_range(&map->rng, 2, map->width - 2 - RESERVED_WIDTH);
        int y = rng_range(&map->rng, 2, map->height - 2 - RESERVED_HEIGHT);
        for (int row = 0; row < RESERVED_HEIGHT; row++)
            grid_add(&delve->blocked, x, y + row, (UINT64_C(1) << RESERVED_WIDTH) - 1);
    }
}

/* The mix of shapes in one district. */
struct mix {
    int percent_caves;
    int percent_large; /* of the others, at the beginning, */
    int least_large;   /* and at the end */
    int percent_halls;
};

/* A level of one texture: large shapes, fewer and fewer, and caves among the large ones. */
static struct mix plain_mix(const int *knobs)
{
    return (struct mix){knobs[DELVE_CAVES], 100, 0, knobs[DELVE_HALLS]};
}

/* Halls and large rooms on the one side; on the other caves, or small rooms where caves are few. */
static void draw_districts(struct delve *delve, struct mix mixes[2], const int *knobs)
{
    struct gen_map *map = delve->map;
    int caves = knobs[DELVE_CAVES];
    bool has_caves = rng_percent(&map->rng, caves * 3);
    int rough = rng_range(&map->rng, 0, 1);
    int lies = rng_range(&map->rng, 0, 2);
    int place = rng_range(&map->rng, 42, 58);

    delve->border.across = lies == 1 ? 0 : map->height;
    delve->border.down = lies == 0 ? 0 : map->width;
    delve->border.limit =
        (delve->border.across * map->width + delve->border.down * map->height) / 100 * place;
    mixes[1 - rough] = (struct mix){.percent_caves = caves > 50 ? 2 * caves - 100 : 0,
                                    .percent_large = 100,
                                    .least_large = 40,
                                    .percent_halls = knobs[DELVE_HALLS]};
    mixes[rough] = has_caves
                       ? (struct mix){caves < 34 ? caves * 3 : 100, 100, 50, knobs[DELVE_HALLS] / 3}
                       : (struct mix){0, 10, 0, knobs[DELVE_HALLS]};
}

static void grow_one(struct delve *delve, struct shape *shape, const int *knobs,
                     const struct mix *mix, int percent_left)
{
    struct gen_map *map = delve->map;
    int percent_large =
        mix->least_large + (mix->percent_large - mix->least_large) * percent_left / 100;

    if (!shape_design(shape, map, mix->percent_caves * percent_large / 100, percent_large))
        return;
    if (rng_percent(&map->rng, mix->percent_halls))
        shape_add_hall(shape, &map->rng,
                       rng_range(&map->rng, HALL_LENGTH_MIN, knobs[DELVE_HALL_LENGTH]));
    delve_attach(delve, shape, map->finish.door_percent);
}

/* True while less than SPARSE_PERCENT of the level can be walked. */
static bool is_sparse(const struct gen_map *map)
{
    int cell_count = map->width * map->height;
    int open = 0;

    for (int i = 0; i < cell_count; i++)
        open += map->survey.is_passable[map->tiles[i]];
    return open * 100 < cell_count * SPARSE_PERCENT;
}

/* Drawn places first, while there is room for them; then the rest, in turns on either side if there
 * are two districts. A level on which few of them fitted has more, up to the knob's most. */
static void grow(struct delve *delve, struct shape *shape, const int *knobs)
{
    int attempts = drawn(delve->map, knobs[DELVE_ATTEMPTS_MIN], knobs[DELVE_ATTEMPTS]);
    int most = gen_map_scaled(delve->map, knobs[DELVE_ATTEMPTS]);
    int prefabs = gen_map_scaled(delve->map, knobs[DELVE_PREFABS]);
    bool has_districts = rng_percent(&delve->map->rng, knobs[DELVE_DISTRICTS]);
    struct mix mixes[2] = {plain_mix(knobs), plain_mix(knobs)};

    for (int i = 0; i < prefabs && delve->map->furnishing.pieces != NULL; i++)
        attach_piece(delve, shape, knobs);
    if (has_districts)
        draw_districts(delve, mixes, knobs);
    for (int i = 0; i < attempts; i++) {
        if (has_districts)
            delve->side = i % 2 == 0 ? DELVE_NEAR_SIDE : DELVE_FAR_SIDE;
        grow_one(delve, shape, knobs, &mixes[i % 2], 100 - 100 * i / attempts);
    }
    delve->side = DELVE_ANYWHERE;
    for (int i = attempts; i < most && is_sparse(delve->map); i++)
        grow_one(delve, shape, knobs, &mixes[i % 2], 0);
}

static void add_shrines(struct delve *delve, struct shape *shape, const int *knobs)
{
    struct rng *rng = &delve->map->rng;
    int shrines = drawn(delve->map, knobs[DELVE_SHRINES_MIN], knobs[DELVE_SHRINES]);

    for (int i = 0; i < shrines; i++) {
        for (int tries = 0; tries < NICHE_TRIES; tries++) {
            int length = rng_range(rng, NICHE_LENGTH_MIN, NICHE_LENGTH_MAX);
            shape_design_niche(shape, rng, length);
            if (delve_attach(delve, shape, delve->map->finish.door_percent))
                break;
        }
    }
}

static bool draw_delve(struct gen_map *map, const int *knobs)
{
    struct delve delve;
    struct shape shape;

    delve_init(&delve, map);
    if (!place_first(&delve, &shape, knobs))
        return false;
    reserve_pockets(&delve);
    grow(&delve, &shape, knobs);
    delve_flood_lakes(&delve, gen_map_scaled(map, knobs[DELVE_LAKES]), knobs[DELVE_LAKE_SIZE]);
    delve_build_bridges(&delve, gen_map_scaled(map, knobs[DELVE_BRIDGES]),
                        map->finish.loop_detour / BRIDGE_DETOUR_DIVISOR);
    add_shrines(&delve, &shape, knobs);
    return true;
}

// clang-format off
const struct gen_builder gen_builder_delve = {
    .style = {
        .name = "delve",
        .help = "rooms, caves and drawn places grown together, with lakes, bridges and shrines",
        .width_min = 32,
        .height_min = 16,
        .knobs = {
            [DELVE_ATTEMPTS] = {"attempts", 1, 1000, 130, "places designed, fitting or not"},
            [DELVE_ATTEMPTS_MIN] = {"attempts_min", 1, 1000, 50,
                                    "least a level may draw as its own"},
            [DELVE_CAVES] = {"caves", 0, 100, 25, "places that are caves, percent, fewer later"},
            [DELVE_PREFABS] = {"prefabs", 0, 40, 3, "set pieces with walls tried"},
            [DELVE_HALLS] = {"halls", 0, 100, 60, "places joined by a hall, percent"},
            [DELVE_HALL_LENGTH] = {"hall_length", 2, SHAPE_HALL_MAX, 9, "longest hall, cells"},
            [DELVE_LAKES] = {"lakes", 0, 20, 3, "lakes at most"},
            [DELVE_LAKE_SIZE] = {"lake_size", 8, 40, 26, "widest lake, cells"},
            [DELVE_BRIDGES] = {"bridges", 0, 20, 4, "bridges over lakes at most"},
            [DELVE_SHRINES] = {"shrines", 0, 40, 6, "blind halls that end in a shrine, at most"},
            [DELVE_SHRINES_MIN] = {"shrines_min", 0, 40, 0, "least a level may draw as its own"},
            [DELVE_DISTRICTS] = {"districts", 0, 100, 60, "levels of two textures, percent"},
        },
        .standards = {{GEN_LOOPS, 20, false}, {GEN_DETOUR, 40, false}, {GEN_PRUNE, 0, true},
                      {GEN_STUBS, 0, true}},
    },
    .finish = {.piece_min = 4},
    .draw = draw_delve,
};
// clang-format on
