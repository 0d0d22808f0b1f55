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

/* Settings of the shared passes for a draft. Zero is valid for each. */
struct gen_finish {
    /* Settings of the style: */
    int piece_min;  /* cells: smaller pieces are filled in */
    int island_min; /* cells: smaller islands of rock are opened */
    int stamps; /* set pieces built over the draft of a level of 100x57 that has too little rock for
                   later ones */
    bool is_natural; /* natural ground: set pieces that need built ground are left out */
    bool is_narrow;  /* mostly ways of one or two cells: a landmark must be large */
    bool landings;   /* widens two places for the stairs if the draft has none wide enough */
    /* Settings from the shared knobs, see gen_map_tune(): */
    int door_percent; /* percent of doorways with a door, those of short cuts included */
    int thin_percent; /* percent of removed doors among those close together or easily walked around
                       */
    int loops_max;    /* how many short cuts may be opened */
    int loop_detour;  /* steps: a short cut needs a way around that is longer */
    int loop_reach;   /* cells of rock that a short cut may cross */
    int prune_length; /* cells by which a dead end is shortened; FINISH_PRUNE_ALL */
    int stub_percent; /* percent of dead ends that stay as they are */
};

enum { GEN_PLACES_MAX = 32 };

/* A set piece on the level. */
struct gen_place {
    const struct setpiece *piece;
    struct rect area;  /* area of the turned drawing, outer ring included */
    struct pos door;   /* doorway of a pocket... */
    struct pos before; /* the cell outside it, */
    struct pos behind; /* and the cell inside */
    int plank_count;
    struct pos planks[GATE_CELLS_MAX];
};

/* Furnishing of a level: its settings, and the things that were built in. */
struct gen_furnishing {
    const struct setpieces *pieces; /* NULL: nothing is */
    int depth;
    bool is_early; /* not yet one of the last attempts, which do without landmarks and the like */
    bool must_have_lair; /* a draft without room for the lair of its depth is drawn again */
    bool wants_landmark;
    bool wants_vault;
    int path_min; /* steps between the stairs; a draft with a shorter way is drawn again */
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
    uint64_t stub_salt;       /* decides which dead ends stay */
    struct gen_finish finish; /* a drawing function may change the style's own settings */
    struct gen_furnishing furnishing;
    uint8_t *bare;        /* owned; room for a copy of the tiles without furnishing */
    struct survey survey; /* scratch for drawing and passes */
};

/* Makes a map of solid rock with the size of a level. ERR_MEMORY. */
MUST_USE enum err gen_map_init(struct gen_map *map, int width, int height);
void gen_map_release(struct gen_map *map);

/* Sets map->finish from the shared knobs, `shared` by enum gen_shared. The limit of short cuts is
   drawn from the map's stream. */
void gen_map_tune(struct gen_map *map, const int *shared);

/* Seed of a stream for the requested level: of attempt `draw`, or of another draw. */
uint64_t gen_seed(const struct gen_request *request, int draw);

/* Sets map->furnishing for that attempt of the request; later attempts ask for less. */
void gen_map_furnish(struct gen_map *map, const struct gen_request *request, int attempt);

/* Resets the map to solid rock without rooms, for the next attempt. Keeps the memory. */
void gen_map_clear(struct gen_map *map);

/* Scales `count`, meant for 100 by 57 cells, to this level's size; at least 1 unless `count` is
   0. */
int gen_map_scaled(const struct gen_map *map, int count);

/* Draws a number from `low` to `high`, or `high` if that is smaller. Always takes one draw, so that
   another range does not change later draws. */
int gen_map_draw(struct gen_map *map, int low, int high);

int gen_map_cell(const struct gen_map *map, int x, int y);
struct pos gen_map_pos(const struct gen_map *map, int cell);

/* True inside the outer ring, where cells can be carved. */
bool gen_map_is_inner(const struct gen_map *map, int x, int y);

/* Tile at (x, y); TILE_ROCK outside. */
enum tile_id gen_map_tile(const struct gen_map *map, int x, int y);
bool gen_map_is_open(const struct gen_map *map, int x, int y); /* tile_is_passable() */
bool gen_map_is_rock(const struct gen_map *map, int x, int y);

/* Sets a tile; (x, y) is an inner cell. */
void gen_map_set(struct gen_map *map, int x, int y, enum tile_id tile);

/* Turns rock and water into floor; open cells stay as they are. The ring and cells outside do not
   change. */
void gen_map_carve(struct gen_map *map, int x, int y);
void gen_map_carve_rect(struct gen_map *map, struct rect rect);

/* Carves the row or column from `from` to `to`, both included, which share one. */
void gen_map_carve_line(struct gen_map *map, struct pos from, struct pos to);

/* Carves the inside of a room and lists it. False: the list is full, and nothing was done. */
bool gen_map_add_room(struct gen_map *map, struct rect inside);

/* Replaces a draft with too few rooms by two rooms with sides of up to `side` cells, one towards
   either end of the level, with at least `gap` cells of rock between them. */
void gen_map_add_pair(struct gen_map *map, int side, int gap);

/* Sets survey.mask to 1 on the cells of all rooms and to 0 elsewhere. */
void gen_map_mask_rooms(struct gen_map *map);

/* Number of open orthogonal neighbours of an inner cell. */
int gen_map_exits(const struct gen_map *map, int x, int y);

/* True if finish.stub_percent keeps the dead end with its tip here; the answer does not change. */
bool gen_map_keeps_dead_end(const struct gen_map *map, struct pos tip);

/* The door test: two opposite neighbours are open, the other two rock. The cell itself may be
   anything. */
bool gen_map_is_doorway(const struct gen_map *map, int x, int y);

/* True if a door is within `reach` king's moves, not counting the cell itself. */
bool gen_map_has_door_near(const struct gen_map *map, int x, int y, int reach);

#endif
