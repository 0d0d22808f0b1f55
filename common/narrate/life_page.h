/*
 * The page that is left of a life: who it was and how it ended, the place, the deeds, all that was
 * worn, carried and known, the last messages, and a map of the place as far as it was known.
 */
#ifndef UNDERCROFT_NARRATE_LIFE_PAGE_H
#define UNDERCROFT_NARRATE_LIFE_PAGE_H

#include <stddef.h>

#include "base/pos.h"
#include "world/delver.h"
#include "world/world.h"

/* The line above the map begins with this; after the map the page ends. */
#define LIFE_PAGE_MAP "\nThe place, where @ is "

enum { LIFE_PAGE_SIZE = 16 * 1024 /* bytes enough for any page, with its NUL */ };

/* The end of a life, in the tick in which it came. */
struct life_end {
    bool is_kindling; /* an ember was carried home; false: it is the newest death */
    struct level_key level;
    struct pos at;
    const char *epitaph;  /* the line that the player left; "": none */
    const char *messages; /* last messages, each a line ended by LF; "": none are known */
};

/* Writes the page as lines, cut off where `out` is full; the first line tells who it was and how
   the life ended. */
void life_page_write(const struct world *world, const struct delver *delver,
                     const struct life_end *end, char *out, size_t out_size);

#endif
