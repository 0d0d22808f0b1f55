/*
 * The map of a browser page: the cells, bodies and things that were last sent, and the records that
 * update them to what its viewer knows and sees now. The page shows the same as term/view.h and
 * term/companions.h draw. Several threads may draw: a map belongs to one page, and the world is
 * only read.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PAGE_PAGE_MAP_H
#define UNDERCROFT_SERVER_SESSION_PAGE_PAGE_MAP_H

#include <jansson.h>

#include "server/session/page/page_record.h"
#include "server/session/page/page_sent.h"
#include "term/view.h"
#include "world/world.h"

enum {
    PAGE_TILE_NICHE_OPENED = TILE_COUNT, /* only on pages; its number follows those of levels */
    PAGE_TILE_COUNT,
    PAGE_CELLS_MAX = LEVEL_CELLS_MAX,
    PAGE_CELLS_BUDGET = 16 * 1024, /* most bytes of cells in one flight */
};

/* The map that a page was sent. All zero: nothing was sent. */
struct page_map {
    uint16_t view; /* number of levels begun */
    body_id viewer;
    struct level_key level;
    struct page_sent cells;
    bool is_begun;
    bool has_bodies;
    bool has_things;
    uint64_t bodies_sent; /* bodies that were sent, as hashes */
    uint64_t things_sent;
    uint16_t *ids; /* ids of the bodies that were sent last; owned; NULL: none were */
    int id_count;
};

/* The bodies that a page shows; later ones are drawn over earlier ones. */
struct page_bodies {
    struct page_body list[PAGE_BODIES_MAX];
    body_id ids[PAGE_BODIES_MAX];
    int count;
};

/* The things in the light, and remembered things. */
struct page_things {
    struct page_thing list[PAGE_THINGS_MAX];
    int count;
};

/* Collects the bodies that the viewer sees, senses and knows of; first itself. The viewer is on a
   level. */
void page_map_collect(const struct world *world, const struct delver *viewer,
                      const struct companions *companions, struct page_bodies *out);

/* True if the body was among those sent last, on this level. */
bool page_map_has_sent(const struct page_map *map, const struct delver *viewer, uint16_t id);

/* Bytes of a level as it was sent, and as it is. */
static inline size_t page_scratch_size(const struct level *level)
{
    return 2 * level_cell_count(level);
}

/*
 * Appends the records of changes, which then count as sent. `scratch` has room for
 * page_scratch_size() bytes. *out_complete: nothing is left for the next flight. After ERR_MEMORY,
 * and errors of bytes_append(), the page's state is unknown.
 */
MUST_USE enum err page_map_put(struct page_map *map, const struct world *world,
                               const struct delver *viewer, const struct page_bodies *bodies,
                               uint8_t *scratch, struct bytes *out, bool *out_complete);

/* Marks everything as not sent, as on a new level. */
void page_map_forget(struct page_map *map);
void page_map_release(struct page_map *map);

struct delver;
struct game;

/*
 * Makes {"width", "height", "tint", "cells", "things", "bodies"} for a delver on a level: two
 * hexadecimal digits for each cell, a row at a time; a thing is [x, y, look] and a body [id, x, y,
 * look, flags], as in the records of a page. NULL: out of memory.
 */
json_t *page_view_make(const struct game *game, const struct delver *viewer);

#endif
