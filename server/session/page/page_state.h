/*
 * The state of a browser page: the map that was sent, the lines that wait for the next flight, and
 * the input that must be answered.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PAGE_PAGE_STATE_H
#define UNDERCROFT_SERVER_SESSION_PAGE_PAGE_STATE_H

#include "server/session/page/page_map.h"
#include "server/session/page/page_record.h"

enum {
    PAGE_LINES_BYTES_MAX = 8 * 1024, /* most bytes of the lines of one flight */
    PAGE_SAID_MAX = 1024,            /* most bytes of one line */
    PAGE_JUNK_MAX = 50,              /* meaningless messages after which the connection is closed */
};

_Static_assert(SPECIES_COUNT <= 64, "the looks that were sent are a bit each");

/* The state of a browser page. All zero, except for the buffers: at the beginning. */
struct page {
    bool wants_words;  /* the page shows words and no map, as in reader mode */
    bool has_tiles;    /* the table of tiles was sent */
    uint64_t looks;    /* looks that were sent, a bit for each species */
    bool is_dirty;     /* something on the page may have changed */
    bool is_dirty_own; /* the change is by the player, or to the player's delver: send it at once */
    bool is_between;   /* its viewer was between two levels when last drawn */
    uint32_t input;    /* number of the newest line of input */
    bool owes_mark;    /* a MARK for that line is still to be sent */
    uint32_t line_next;  /* number of the first waiting line, or of the next one */
    uint32_t line_count; /* number of lines that wait */
    struct bytes lines;  /* waiting lines, as records */
    struct bytes said;   /* text of a line that has not ended yet */
    struct page_kept kept;
    int asked; /* last step of a change of password that was asked, plus 1; 0: none */
    struct page_map map;
    struct level_key explored_of; /* level whose explored share was counted last */
    uint32_t explored_cells;      /* known cells of that level at the last count */
    int explored_percent;         /* share in percent at the last count */
};

#endif
