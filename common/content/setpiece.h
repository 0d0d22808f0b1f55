/*
 * Set pieces: places of a level that are drawn by hand. Each is a text file; the catalogue holds
 * all that a program knows, in the order of their file names, and never changes once it has been
 * read. A generator is handed one.
 *
 * A file is lines of a word and its value, then the drawing:
 *
 *     name   the drowned hoard
 *     kind   pocket               # pocket, area, landmark, arrival, lair, vault or hall
 *     depth  6-16
 *     weight 10                   # against the others of its kind; 10 unless told
 *     gate   plates 2 near 8      # none, lever near R or plates 2 near R
 *     holds  0 each               # a cache, from which each delver takes once; "0 shared 30m": a
 *                                 # hoard, which is taken whole and fills again after 30 minutes
 *     vary   ? = ,:3 .:2 ;:1      # by weight, a draw for each cell ("vary all": one for all)
 *     turn   no                   # else any of the eight turnings
 *     ground built                # not in natural caves; any unless told
 *     say    Water drips on old stone.
 *     map
 *     #######
 *     #?????#
 *     #?.0.?#
 *     #?????#
 *     ###G###
 *     end
 *
 * A word and two spaces or more, or a line's start, before '#' make the rest of the line a comment,
 * outside of the drawing. Its symbols: '#' rock, '.' floor, ' ' what is there, '~' deep water, ':'
 * chasm, '=' bridge, ',' shallows, '`' grass, '}' thicket, ';' rubble, '8' statue, '*' brazier, '6'
 * bookcase, 'T' torch, '_' shrine, '0' cache or hoard, 'D' closed door, '+' mouth (rock unless it
 * is used), 'G' the doorway of a pocket, 'B' a plank that the gate lays over water or a chasm, '<'
 * the staircase of an arrival, and those of the vary lines.
 *
 * The properties that a generator relies on are checked here: everything that can be walked is one
 * piece for every draw, no two ways meet at a corner only, doors stand between walls, and the
 * outer ring is wall with the mouths in it, or bare floor all round.
 */
#ifndef UNDERCROFT_CONTENT_SETPIECE_H
#define UNDERCROFT_CONTENT_SETPIECE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "content/content_file.h"
#include "content/tile.h"

enum {
    SETPIECE_SIDE_MIN = 3, /* cells, walls included */
    SETPIECE_SIDE_MAX = 19,
    SETPIECE_CELLS_MAX = SETPIECE_SIDE_MAX * SETPIECE_SIDE_MAX,
    SETPIECE_VARY_MAX = 16,   /* lines of one file */
    SETPIECE_CHOICES_MAX = 8, /* choices of one line */
    SETPIECE_NAME_MAX = 31,   /* characters */
    SETPIECE_SAY_MAX = 100,
    SETPIECE_WEIGHT_MAX = 1000,
    SETPIECE_NEAR_MAX = 30,
    SETPIECE_PLANKS_MAX = 8,
    SETPIECE_REFILL_MAX = 1440, /* minutes */
    SETPIECE_HOARDS_MAX = 2,
    SETPIECE_FILE_NAME_MAX = 63,
    SETPIECES_MAX = 256, /* files of a catalogue */
};

enum setpiece_kind {
    SETPIECE_POCKET,   /* behind one doorway, in the rock */
    SETPIECE_AREA,     /* in the rock with several mouths, or laid on open floor */
    SETPIECE_LANDMARK, /* on levels that are to have a landmark, one a level at most */
    SETPIECE_ARRIVAL,  /* around a staircase */
    SETPIECE_LAIR,     /* a pocket behind a door, on each level of its depths: a boss lives there */
    SETPIECE_VAULT,    /* a pocket behind bars that a lair key opens */
    SETPIECE_HALL,     /* an area that each level of its depths has, if there is room */
    SETPIECE_KIND_COUNT
};

enum setpiece_gate {
    SETPIECE_GATE_NONE,
    SETPIECE_GATE_LEVER,
    SETPIECE_GATE_PLATES,
    SETPIECE_GATE_KEY,
};

/* The value of a cell of a drawing: an enum tile_id, a mark below, or SETPIECE_VARIED and more. */
enum setpiece_mark {
    SETPIECE_LEAVE = TILE_UNKNOWN, /* as it is on the level */
    SETPIECE_MOUTH = 120,          /* in the outer wall: the place may be entered here */
    SETPIECE_DOORWAY,              /* in the outer wall: the only way into a pocket */
    SETPIECE_PLANK,                /* part of a bridge that a gate lays */
    SETPIECE_STAIRS,               /* where the staircase stands */
    SETPIECE_VARIED = 128,         /* + the number of a vary line */
};

_Static_assert((int)TILE_COUNT <= (int)SETPIECE_MOUTH, "tiles and marks differ");

struct setpiece_choice {
    uint8_t tile;
    uint8_t weight;
};

struct setpiece_vary {
    char symbol;
    bool is_for_all; /* drawn once for the whole drawing, not for each cell */
    uint8_t count;
    uint16_t weight; /* sum of the weights of all choices */
    struct setpiece_choice choices[SETPIECE_CHOICES_MAX];
};

struct setpiece {
    char file[SETPIECE_FILE_NAME_MAX + 1];
    char name[SETPIECE_NAME_MAX + 1]; /* "the drowned hoard" */
    char say[SETPIECE_SAY_MAX + 1];   /* "": nothing */
    enum setpiece_kind kind;
    uint8_t depth_first;
    uint8_t depth_last;
    uint16_t weight;
    enum setpiece_gate gate;
    uint8_t gate_near; /* king's moves from the doorway to its levers or plates, at most; a key is
                        * as far as the level allows */
    bool is_fixed;     /* not turned or mirrored */
    bool needs_built;  /* not for the natural caves of `caves` and `digger` */
    bool is_open;      /* laid on open floor: its outer ring is floor */
    bool has_planks;
    bool has_finds;      /* caches or hoards */
    uint16_t refill;     /* minutes until its hoards are full again; 0: it has none */
    uint8_t planks_shut; /* the tile of its planks until the gate opens */
    uint8_t vary_count;
    uint8_t width;
    uint8_t height;
    struct setpiece_vary vary[SETPIECE_VARY_MAX];
    uint8_t cells[SETPIECE_CELLS_MAX]; /* row by row, `width` each */
};

struct themes; /* content/theme.h */

struct setpieces {
    uint64_t hash; /* hash of all files, names and text, those of themes too */
    size_t count;
    struct setpiece *rows; /* owned */
    struct themes *themes; /* a host's; NULL: none. Owned */
};

/* A file of a catalogue that is still to be read. Compiled in: setpiece_texts[], ended by a row
   without a name. */
struct setpiece_text {
    const char *file; /* "drowned_hoard.txt" */
    const char *text;
    size_t length;
};

extern const struct setpiece_text setpiece_texts[];

/* A fault in a file. */
struct setpiece_fault {
    const char *file; /* the name in the list that was read */
    int line;         /* from 1 on */
    char cause[CONTENT_CAUSE_SIZE];
};

/*
 * Reads `count` files into a catalogue that the caller releases; files of themes (theme_file.h) may
 * be among them. ERR_FORMAT: *out_fault tells the first fault; ERR_TOO_BIG for more than
 * SETPIECES_MAX; ERR_MEMORY.
 */
MUST_USE enum err setpieces_read(const struct setpiece_text *texts, size_t count,
                                 struct setpieces *out, struct setpiece_fault *out_fault);

/* Reads the files that are compiled in and, behind them, `count` more; otherwise as above. */
MUST_USE enum err setpieces_read_beside(const struct setpiece_text *texts, size_t count,
                                        struct setpieces *out, struct setpiece_fault *out_fault);

/* The files that are compiled in. ERR_MEMORY. */
MUST_USE enum err setpieces_builtin(struct setpieces *out);

void setpieces_release(struct setpieces *pieces);

/* The themes of a catalogue; NULL: it has none, or is NULL. */
const struct themes *setpieces_themes(const struct setpieces *pieces);

/* NULL if there is none of that name. */
const struct setpiece *setpieces_find(const struct setpieces *pieces, const char *name);

/* Whether a level of that depth may have it. */
bool setpiece_is_at(const struct setpiece *piece, int depth);

/* True for a kind that is entered by its one doorway alone. */
bool setpiece_has_doorway(enum setpiece_kind kind);

/* "pocket", "area", "landmark", "arrival", "lair", "vault" or "hall". */
const char *setpiece_kind_name(enum setpiece_kind kind);

/* Reads one file's text, of any bytes. ERR_FORMAT: line and cause of the first fault are told; *out
   is then of no use. All of *out but its file name is set. */
MUST_USE enum err setpiece_read(const char *text, size_t length, struct setpiece *out,
                                struct setpiece_fault *fault);

#endif
