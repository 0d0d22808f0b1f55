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
#include "gen/survey.h"
#include "world/level.h"

enum { FINISH_PRUNE_ALL = INT16_MAX };

/* What the shared passes do to a draft. Zero is a sound value for each. */
struct gen_finish {
    int piece_min;         /* cells: smaller pieces than this are filled in */
    int prune_length;      /* cells by which a dead end is shortened; FINISH_PRUNE_ALL */
    int loops_max;         /* how many short cuts may be opened */
    int loop_detour;       /* steps: only where the way round is longer than this */
    int loop_reach;        /* cells of rock a short cut may cross */
    int loop_door_percent; /* how often the mouth of one in a room's wall gets a door */
    int island_min;        /* cells: smaller islands of rock than this are opened */
    bool landings;         /* widen two places for the stairs if the draft has none wide enough */
};

struct gen_map {
    int width;
    int height;
    uint8_t *tiles; /* owned; width * height of enum tile_id */
    struct rect rooms[LEVEL_ROOMS_MAX];
    int room_count;
    struct pos up;
    struct pos down;
    struct rng rng;           /* of this attempt; the only source of chance */
    struct gen_finish finish; /* the style's own; a drawing function may change it by its knobs */
    struct survey survey;     /* scratch for drawing and passes */
};

/* Solid rock of a legal size of level. ERR_MEMORY. */
MUST_USE enum err gen_map_init(struct gen_map *map, int width, int height);
void gen_map_release(struct gen_map *map);

/* Solid rock again, no rooms, for the next attempt. Keeps the memory. */
void gen_map_clear(struct gen_map *map);

int gen_map_cell(const struct gen_map *map, int x, int y);
struct pos gen_map_pos(const struct gen_map *map, int cell);

/* Inside the outer ring: what may be carved. */
bool gen_map_is_inner(const struct gen_map *map, int x, int y);

/* TILE_ROCK outside. */
enum tile_id gen_map_tile(const struct gen_map *map, int x, int y);
bool gen_map_is_open(const struct gen_map *map, int x, int y); /* tile_is_passable() */
bool gen_map_is_rock(const struct gen_map *map, int x, int y);

/* `x`, `y` must be inner cells. */
void gen_map_set(struct gen_map *map, int x, int y, enum tile_id tile);

/* Turns rock and water into floor; what is open stays as it is. Ring and outside are left alone. */
void gen_map_carve(struct gen_map *map, int x, int y);
void gen_map_carve_rect(struct gen_map *map, struct rect rect);

/* The row or column from `from` to `to`, both included; they must share one. */
void gen_map_carve_line(struct gen_map *map, struct pos from, struct pos to);

/* Carves the inside of a room and lists it. False, and nothing done, if the list is full. */
bool gen_map_add_room(struct gen_map *map, struct rect inside);

/* Marks with 1 in survey.mask the cells of all rooms, 0 elsewhere. */
void gen_map_mask_rooms(struct gen_map *map);

/* The number of open orthogonal neighbours. */
int gen_map_exits(const struct gen_map *map, int x, int y);

/* The door test: two opposite neighbours open, the other two rock. Asks nothing of the cell. */
bool gen_map_is_doorway(const struct gen_map *map, int x, int y);

/* Whether a door stands within `reach` king's moves, the cell itself left out. */
bool gen_map_has_door_near(const struct gen_map *map, int x, int y, int reach);

#endif
