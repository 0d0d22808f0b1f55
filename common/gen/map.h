/*
 * The working grid of a generator, with its random stream and working memory. Private to gen.
 *
 * A map starts as solid rock. A drawing function carves, adds the insides of its rooms and may set
 * doors; all else (joining, pruning, loops, wrong doors, stairs) is done by the shared passes with
 * the settings in `finish`. The outer ring always stays rock.
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

/* Settings of the shared passes for a draft; 0 is valid for each. */
struct gen_finish {
    /* Settings of the style: */
    int piece_min;  /* fewest cells of a piece; smaller ones are filled in */
    int island_min; /* fewest cells of an island of rock; smaller ones are opened */
    /* set pieces built over a draft of 100x57 cells, for styles that leave too little rock for
       later ones */
    int stamps;
    bool is_natural; /* natural ground, on which set pieces that need built ground are left out */
    bool is_crowded; /* rooms are beside rooms, so what is built there is not seen from afar */
    bool is_narrow;  /* most ways are one or two cells wide, so a landmark must be large */
    bool landings;   /* if no place is wide enough for the stairs, two places are widened */
    /* Settings from the shared knobs, see gen_map_tune(): */
    int door_percent; /* percent of doorways with a door, those of short cuts included */
    /* percent of doors removed among those close together or easily walked around */
    int thin_percent;
    int loops_max; /* most short cuts opened */
    /* a short cut is opened only where the way around is longer than this, in steps */
    int loop_detour;
    int loop_reach;   /* most cells of rock that a short cut crosses */
    int prune_length; /* cells by which dead ends are shortened; FINISH_PRUNE_ALL removes them */
    int stub_percent; /* percent of dead ends that are not shortened */
};

enum { GEN_PLACES_MAX = 32 };

/* A set piece on the level. */
struct gen_place {
    const struct setpiece *piece;
    struct rect area;  /* rectangle of the turned drawing, outer ring included */
    struct pos door;   /* doorway of a pocket */
    struct pos before; /* the cell outside the doorway */
    struct pos behind; /* the cell inside the doorway */
    int plank_count;
    struct pos planks[GATE_CELLS_MAX];
};

/* The settings of a level's furnishing, and the things that were built in. */
struct gen_furnishing {
    const struct setpieces *pieces; /* catalogue; NULL: nothing is built in */
    int depth;
    bool is_early; /* true in all but the last attempts, which leave out landmarks and the like */
    bool must_have_lair; /* a draft without room for the lair of its depth is discarded */
    bool wants_landmark;
    bool wants_vault;
    int path_min; /* fewest steps between the stairs; a draft with a shorter way is discarded */
    int places_max;
    int gated_percent;
    int surfaces_percent;
    int secret_percent;
    enum gen_landmark landmark;
    int place_count;
    int gate_count;
    struct gen_place places[GEN_PLACES_MAX];
    struct gate gates[GATES_EACH];
};

/* Limits of a map that is a sector of a larger level: it lacks some of the things that a level has
   once. */
struct gen_part {
    bool is_main; /* the lair, the hall and the vault of its depth */
    bool has_up;  /* the stairs up stay */
    bool has_down;
    int places_max; /* set pieces */
    int gates_max;
};

struct gen_map {
    struct gen_part part; /* by gen_map_init(): all of it */
    int width;
    int height;
    uint8_t *tiles; /* owned; width * height of enum tile_id */
    struct rect rooms[GEN_ROOMS_MAX];
    int room_count;
    struct pos up;
    struct pos down;
    struct rng rng;           /* random stream of this attempt, the only source of chance */
    uint64_t stub_salt;       /* decides which dead ends stay */
    struct gen_finish finish; /* the style's own settings, which a drawing function may change */
    struct gen_furnishing furnishing;
    uint8_t *bare;        /* owned; room for a copy of the tiles without furnishing */
    struct survey survey; /* working memory for drawing and passes */
};

/* Makes a map of solid rock with the size of a level. ERR_MEMORY. */
MUST_USE enum err gen_map_init(struct gen_map *map, int width, int height);
void gen_map_release(struct gen_map *map);

/* Sets map->finish from the shared knobs, `shared` by enum gen_shared. The limit of short cuts is
   drawn from the map's stream. */
void gen_map_tune(struct gen_map *map, const int *shared);

/* Returns the seed of a random stream for the requested level: that of attempt `draw`, or of
   another draw. */
uint64_t gen_seed(const struct gen_request *request, int draw);

/* Sets map->furnishing for that attempt of the request; later attempts build less. */
void gen_map_furnish(struct gen_map *map, const struct gen_request *request, int attempt);

/* Fills the map with rock and removes its rooms, for the next attempt. Keeps the memory. */
void gen_map_clear(struct gen_map *map);

/* Returns `count`, which is meant for 100 by 57 cells, scaled to this level's size; at least 1
   unless `count` is 0. */
int gen_map_scaled(const struct gen_map *map, int count);

/* Draws a number from `low` to `high`; if `high` is below `low`, it is `high`. Always takes one
   number of the stream, so that another range does not change later draws. */
int gen_map_draw(struct gen_map *map, int low, int high);

int gen_map_cell(const struct gen_map *map, int x, int y);
struct pos gen_map_pos(const struct gen_map *map, int cell);

/* True inside the outer ring, where cells can be carved. */
bool gen_map_is_inner(const struct gen_map *map, int x, int y);

/* Returns the tile at (x, y); TILE_ROCK outside the map. */
enum tile_id gen_map_tile(const struct gen_map *map, int x, int y);
bool gen_map_is_open(const struct gen_map *map, int x,
                     int y); /* True if tile_is_passable() for the tile at (x, y). */
bool gen_map_is_rock(const struct gen_map *map, int x, int y);

/* Sets the tile of an inner cell. */
void gen_map_set(struct gen_map *map, int x, int y, enum tile_id tile);

/* Turns rock and water into floor; open cells stay as they are. Does nothing in the ring and
   outside. */
void gen_map_carve(struct gen_map *map, int x, int y);
void gen_map_carve_rect(struct gen_map *map, struct rect rect);

/* Carves a row or column from `from` to `to`, both included, which share their y or x. */
void gen_map_carve_line(struct gen_map *map, struct pos from, struct pos to);

/* Carves the inside of a room and adds it to the list. False: the list is full, and nothing was
   done. */
bool gen_map_add_room(struct gen_map *map, struct rect inside);

/* Replaces a draft with too few rooms by two rooms with sides of up to `side` cells, one towards
   either end of the level, with at least `gap` cells of rock between them. */
void gen_map_add_pair(struct gen_map *map, int side, int gap);

/* Sets survey.mask to 1 on the cells of all rooms and to 0 elsewhere. */
void gen_map_mask_rooms(struct gen_map *map);

/* Returns the number of open orthogonal neighbours of an inner cell. */
int gen_map_exits(const struct gen_map *map, int x, int y);

/* True if finish.stub_percent keeps the dead end with this tip. Later calls give the same
   answer. */
bool gen_map_keeps_dead_end(const struct gen_map *map, struct pos tip);

/* True if a door fits the cell, which may be anything: two opposite neighbours are open, the other
   two rock. */
bool gen_map_is_doorway(const struct gen_map *map, int x, int y);

/* True if a door is within `reach` king's moves; the cell itself is not counted. */
bool gen_map_has_door_near(const struct gen_map *map, int x, int y, int reach);

#endif
