/*
 * The working grid a generator draws on, with its random stream and its scratch. Private to gen.
 *
 * A map starts as solid rock. A drawing function carves, adds the insides of its rooms and may
 * set doors; everything after that (joining, pruning, loops, doors that went wrong, stairs) is
 * done by the shared passes as `finish` says. The outer ring stays rock whatever is asked.
 */
#ifndef UNDERCROFT_GEN_MAP_H
#define UNDERCROFT_GEN_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/pos.h"
#include "base/rng.h"
#include "content/tile.h"
#include "gen/gen.h"
#include "gen/survey.h"
#include "world/level.h"

enum { FINISH_PRUNE_ALL = INT16_MAX };

/* Settings of the shared passes for a draft. Zero is a sound value for each. */
struct gen_finish {
    /* The style's own: */
    int piece_min;  /* cells: smaller pieces than this are filled in */
    int island_min; /* cells: smaller islands of rock than this are opened */
    int stamps; /* set pieces built over the draft of a level of 100x57, where little rock is left
                 * for any later */
    bool is_natural; /* nobody built it: set pieces that need built ground stay away */
    bool is_narrow;  /* most of it is ways of one or two cells: a landmark has to be large */
    bool landings;   /* widen two places for the stairs if the draft has none wide enough */
    /* By the shared knobs, see gen_map_tune(): */
    int door_percent; /* doorways that get a door, the ones of short cuts included */
    int thin_percent; /* doors close together or easily walked round that are taken away */
    int loops_max;    /* how many short cuts may be opened */
    int loop_detour;  /* steps: only where the way round is longer than this */
    int loop_reach;   /* cells of rock a short cut may cross */
    int prune_length; /* cells by which a dead end is shortened; FINISH_PRUNE_ALL */
    int stub_percent; /* dead ends that stay as they are */
};

enum { GEN_PLACES_MAX = 32 };

/* A set piece on the level. */
struct gen_place {
    const struct setpiece *piece;
    struct rect area;  /* area of the turned drawing, outer ring included */
    struct pos door;   /* for a pocket: its doorway, */
    struct pos before; /* the cell outside it, */
    struct pos behind; /* and the cell inside */
    int plank_count;
    struct pos planks[GATE_CELLS_MAX];
};

/* The furnishing of a level: its settings, and the things that were built in. */
struct gen_furnishing {
    const struct setpieces *pieces; /* NULL: nothing is */
    int depth;
    bool is_early; /* an attempt before the level does without landmarks and the like */
    bool wants_landmark;
    bool wants_vault;
    int path_min; /* steps from one staircase to the other; a shorter way is another draft */
    int places_max;
    int gated_percent;
    int surfaces_percent;
    int secret_percent;
    enum gen_landmark landmark;
    int place_count;
    int gate_count;
    struct gen_place places[GEN_PLACES_MAX];
    struct gate gates[GATES_MAX];
};

struct gen_map {
    int width;
    int height;
    uint8_t *tiles; /* owned; width * height of enum tile_id */
    struct rect rooms[LEVEL_ROOMS_MAX];
    int room_count;
    struct pos up;
    struct pos down;
    struct rng rng;           /* random stream of this attempt, the only source of chance */
    uint64_t stub_salt;       /* says which dead ends stay */
    struct gen_finish finish; /* a drawing function may change the style's own settings */
    struct gen_furnishing furnishing;
    uint8_t *bare;        /* owned; room for the tiles as they were */
    struct survey survey; /* scratch for drawing and passes */
};

/* Solid rock of a legal size of level. ERR_MEMORY. */
MUST_USE enum err gen_map_init(struct gen_map *map, int width, int height);
void gen_map_release(struct gen_map *map);

/* Sets map->finish by the shared knobs, `shared` by enum gen_shared. The limit of short cuts is
 * drawn from the map's stream, as the level's own. */
void gen_map_tune(struct gen_map *map, const int *shared);

/* The seed of a stream of the level that is asked for: of the draw-th attempt, or of another draw.
 */
uint64_t gen_seed(const struct gen_request *request, int draw);

/* Sets map->furnishing by the request, for that attempt: later attempts ask for less. */
void gen_map_furnish(struct gen_map *map, const struct gen_request *request, int attempt);

/* Solid rock again, no rooms, for the next attempt. Keeps the memory. */
void gen_map_clear(struct gen_map *map);

/* How many things a level of this size has for `count` on one of 100 by 57; but not none for some.
 */
int gen_map_scaled(const struct gen_map *map, int count);

/* Draws a number from `low` to `high`, or `high` if that is smaller. It always takes one draw,
   so that another range moves nothing that is drawn later. */
int gen_map_draw(struct gen_map *map, int low, int high);

int gen_map_cell(const struct gen_map *map, int x, int y);
struct pos gen_map_pos(const struct gen_map *map, int cell);

/* True inside the outer ring, where cells may be carved. */
bool gen_map_is_inner(const struct gen_map *map, int x, int y);

/* TILE_ROCK outside. */
enum tile_id gen_map_tile(const struct gen_map *map, int x, int y);
bool gen_map_is_open(const struct gen_map *map, int x, int y); /* tile_is_passable() */
bool gen_map_is_rock(const struct gen_map *map, int x, int y);

/* `x`, `y` must be inner cells. */
void gen_map_set(struct gen_map *map, int x, int y, enum tile_id tile);

/* Turns rock and water into floor; open cells stay as they are. Ring and outside are left alone. */
void gen_map_carve(struct gen_map *map, int x, int y);
void gen_map_carve_rect(struct gen_map *map, struct rect rect);

/* The row or column from `from` to `to`, both included; they must share one. */
void gen_map_carve_line(struct gen_map *map, struct pos from, struct pos to);

/* Carves the inside of a room and lists it. False, and nothing done, if the list is full. */
bool gen_map_add_room(struct gen_map *map, struct rect inside);

/* For a draft in which too few rooms fitted: clears it for two rooms with sides of up to `side`
 * cells, one towards either end of the level, `gap` cells or more of rock between them. */
void gen_map_add_pair(struct gen_map *map, int side, int gap);

/* Marks with 1 in survey.mask the cells of all rooms, 0 elsewhere. */
void gen_map_mask_rooms(struct gen_map *map);

/* The number of open orthogonal neighbours of an inner cell. */
int gen_map_exits(const struct gen_map *map, int x, int y);

/* True if finish.stub_percent keeps the dead end that has its tip here; the answer never
   changes. */
bool gen_map_keeps_dead_end(const struct gen_map *map, struct pos tip);

/* The door test: two opposite neighbours open, the other two rock. Asks nothing of the cell. */
bool gen_map_is_doorway(const struct gen_map *map, int x, int y);

/* Whether a door stands within `reach` king's moves, the cell itself left out. */
bool gen_map_has_door_near(const struct gen_map *map, int x, int y, int reach);

#endif
