/*
 * Style `caves`: one wide cavern with pillars and bays, grown by a cellular automaton. After
 * RogueSharp's CaveMapCreationStrategy (F. Bodea, MIT): a cell becomes rock if five or more of its
 * eight neighbours are rock; in the first rounds also if at most two of the 24 cells within two
 * steps are, which puts pillars into great halls.
 *
 * The chance of floor is drawn between the knobs. A draft with too little or too much floor is
 * drawn again with a changed chance; the last draft is accepted in any case. Pieces are joined by
 * the shared pass, from cell to cell through the rock between them.
 */
#include <string.h>

#include "gen/passes.h"
#include "gen/registry.h"

enum caves_knob {
    CAVES_FILL,
    CAVES_FILL_MIN,
    CAVES_ROUNDS,
    CAVES_PILLARS,
    CAVES_PIECE_MIN,
    CAVES_FLOOR_MIN,
    CAVES_FLOOR_MAX,
};

enum {
    NEAR_ROCK_MIN = 5, /* rock cells among the 8 neighbours that make a cell rock */
    FAR_ROCK_MAX = 2,  /* most rock cells among the 24 around a cell that becomes a pillar */
    DRAFTS_MAX = 12,
    FILL_STEP = 3, /* percent by which the next draft starts with more or less floor */
};

/* The grids of the automaton; 1 is rock. */
struct automaton {
    int width;
    int height;
    uint8_t *now;
    uint8_t *next;
};

static void scatter(struct automaton *automaton, struct rng *rng, int fill)
{
    int width = automaton->width;

    memset(automaton->now, 1, (size_t)width * (size_t)automaton->height);
    memset(automaton->next, 1, (size_t)width * (size_t)automaton->height);
    for (int y = 1; y < automaton->height - 1; y++) {
        for (int x = 1; x < width - 1; x++)
            automaton->now[y * width + x] = !rng_percent(rng, fill);
    }
}

/* Stores in columns[] the number of rock cells of each column in the rows y-reach … y+reach. */
static void sum_columns(const struct automaton *automaton, int y, int reach, uint8_t *columns)
{
    int width = automaton->width;

    memset(columns, 0, (size_t)width);
    for (int row = y - reach; row <= y + reach; row++) {
        const uint8_t *rock = automaton->now + row * width;
        for (int x = 0; x < width; x++)
            columns[x] = (uint8_t)(columns[x] + rock[x]);
    }
}

static void grow_row(struct automaton *automaton, int y)
{
    uint8_t columns[GEN_SECTOR_WIDTH];
    const uint8_t *rock = automaton->now + y * automaton->width;
    uint8_t *grown = automaton->next + y * automaton->width;

    sum_columns(automaton, y, 1, columns);
    for (int x = 1; x < automaton->width - 1; x++)
        grown[x] = columns[x - 1] + columns[x] + columns[x + 1] - rock[x] >= NEAR_ROCK_MIN;
}

/* Adds pillars in row `y`. Cells within two steps of the ring have too much rock around them for
   one. */
static void raise_pillars(struct automaton *automaton, int y)
{
    uint8_t columns[GEN_SECTOR_WIDTH];
    const uint8_t *rock = automaton->now + y * automaton->width;
    uint8_t *grown = automaton->next + y * automaton->width;

    sum_columns(automaton, y, 2, columns);
    for (int x = 2; x < automaton->width - 2; x++) {
        int sum = columns[x - 2] + columns[x - 1] + columns[x] + columns[x + 1] + columns[x + 2];
        grown[x] |= sum - rock[x] <= FAR_ROCK_MAX;
    }
}

static void play_round(struct automaton *automaton, bool pillars)
{
    for (int y = 1; y < automaton->height - 1; y++)
        grow_row(automaton, y);
    for (int y = 2; pillars && y < automaton->height - 2; y++)
        raise_pillars(automaton, y);

    uint8_t *grown = automaton->next;
    automaton->next = automaton->now;
    automaton->now = grown;
}

/* Draws one draft and erases its small pieces. Returns the number of floor cells. */
static int grow_caves(struct gen_map *map, const int *knobs, int fill)
{
    struct automaton automaton = {
        .width = map->width,
        .height = map->height,
        .now = map->survey.mask,
        .next = map->survey.is_cut,
    };
    int floor_count = 0;

    scatter(&automaton, &map->rng, fill);
    for (int round = 0; round < knobs[CAVES_ROUNDS]; round++)
        play_round(&automaton, round < knobs[CAVES_PILLARS]);
    for (int cell = 0; cell < map->survey.cell_count; cell++)
        map->tiles[cell] = automaton.now[cell] ? TILE_ROCK : TILE_FLOOR;
    pass_erase_pieces(map, knobs[CAVES_PIECE_MIN]);
    for (int cell = 0; cell < map->survey.cell_count; cell++)
        floor_count += map->tiles[cell] == TILE_FLOOR;
    return floor_count;
}

static bool draw_caves(struct gen_map *map, const int *knobs)
{
    int fill = gen_map_draw(map, knobs[CAVES_FILL_MIN], knobs[CAVES_FILL]);

    map->finish.piece_min = knobs[CAVES_PIECE_MIN];
    for (int draft = 0; draft < DRAFTS_MAX; draft++) {
        int percent = grow_caves(map, knobs, fill) * 100 / map->survey.cell_count;
        if (percent < knobs[CAVES_FLOOR_MIN])
            fill += FILL_STEP;
        else if (percent >= knobs[CAVES_FLOOR_MAX])
            fill -= FILL_STEP;
        else
            return true;
    }
    return true;
}

// clang-format off
const struct gen_builder gen_builder_caves = {
    .style = {
        .name = "caves",
        .help = "one wide cavern with bays and pillars, no rooms and no doors",
        .width_min = LEVEL_WIDTH_MIN,
        .height_min = LEVEL_HEIGHT_MIN,
        .knobs = {
            [CAVES_FILL] = {"fill", 40, 60, 52, "chance of floor at the start, percent, at most"},
            [CAVES_FILL_MIN] = {"fill_min", 40, 60, 42, "least a level may draw as its own"},
            [CAVES_ROUNDS] = {"rounds", 2, 5, 4, "rounds of the automaton"},
            [CAVES_PILLARS] = {"pillars", 0, 4, 2, "of those, rounds that raise pillars"},
            [CAVES_PIECE_MIN] = {"piece_min", 1, 200, 12, "smaller pieces are filled in, cells"},
            [CAVES_FLOOR_MIN] = {"floor_min", 10, 70, 28, "drawn again below, percent"},
            [CAVES_FLOOR_MAX] = {"floor_max", 60, 100, 75, "drawn again from here, percent"},
        },
        .standards = {{GEN_SECRET, 0, true}, {GEN_DOORS, 0, true},
                      {GEN_THIN, 100, true},
                      {GEN_DETOUR, 20, false},
                      {GEN_REACH, 6, false}},
    },
    .finish = {.is_natural = true},
    .draw = draw_caves,
};
// clang-format on
