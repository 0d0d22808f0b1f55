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
    SETPIECE_SIDE_MIN = 3, /* shortest side in cells, walls included */
    SETPIECE_SIDE_MAX = 19,
    SETPIECE_CELLS_MAX = SETPIECE_SIDE_MAX * SETPIECE_SIDE_MAX,
    SETPIECE_VARY_MAX = 16,   /* vary lines in a file */
    SETPIECE_CHOICES_MAX = 8, /* choices in a vary line */
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
    SETPIECE_POCKET,   /* lies in the rock behind one doorway */
    SETPIECE_AREA,     /* lies in the rock with several mouths, or on open floor */
    SETPIECE_LANDMARK, /* for levels with a landmark, at most one a level */
    SETPIECE_ARRIVAL,  /* surrounds a staircase */
    SETPIECE_LAIR,     /* a pocket behind a door on each level of its depths, for a boss */
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
    SETPIECE_LEAVE = TILE_UNKNOWN, /* leaves the level's cell as it is */
    SETPIECE_MOUTH = 120,          /* entrance through the outer wall */
    SETPIECE_DOORWAY,              /* the only entrance of a pocket, in the outer wall */
    SETPIECE_PLANK,                /* part of a bridge that a gate lays */
    SETPIECE_STAIRS,               /* where the staircase stands */
    SETPIECE_VARIED = 128,         /* SETPIECE_VARIED + n: a cell of vary line n */
};

_Static_assert((int)TILE_COUNT <= (int)SETPIECE_MOUTH, "tiles and marks differ");

struct setpiece_choice {
    uint8_t tile;
    uint8_t weight;
};

struct setpiece_vary {
    char symbol;
    bool is_for_all; /* one choice for the whole drawing, not one for each cell */
    uint8_t count;
    uint16_t weight; /* sum of the weights of all choices */
    struct setpiece_choice choices[SETPIECE_CHOICES_MAX];
};

struct setpiece {
    char file[SETPIECE_FILE_NAME_MAX + 1];
    char name[SETPIECE_NAME_MAX + 1]; /* "the drowned hoard" */
    char say[SETPIECE_SAY_MAX + 1];   /* text told to a player who enters; "": none */
    enum setpiece_kind kind;
    uint8_t depth_first;
    uint8_t depth_last;
    uint16_t weight;
    enum setpiece_gate gate;
    /* most king's moves from the doorway to its levers or plates; a key may be as far as the level
       allows */
    uint8_t gate_near;
    bool is_fixed;    /* is never turned or mirrored */
    bool needs_built; /* not for the natural caves of the styles `caves` and `digger` */
    bool is_open;     /* laid on open floor: its outer ring is floor */
    bool has_planks;
    bool has_finds;      /* has caches or hoards */
    uint16_t refill;     /* minutes until its hoards are full again; 0: it has no hoards */
    uint8_t planks_shut; /* tile of its planks while the gate is shut */
    uint8_t vary_count;
    uint8_t width;
    uint8_t height;
    struct setpiece_vary vary[SETPIECE_VARY_MAX];
    uint8_t cells[SETPIECE_CELLS_MAX]; /* `height` rows of `width` cells */
};

struct themes; /* content/theme.h */

struct setpieces {
    uint64_t hash; /* hash of all files with their names, themes included */
    size_t count;
    struct setpiece *rows; /* owned */
    struct themes *themes; /* themes of a host; NULL: none. Owned */
};

/* The text of a file that setpieces_read() reads. setpiece_texts[] holds those compiled in; a row
   without a name ends it. */
struct setpiece_text {
    const char *file; /* "drowned_hoard.txt" */
    const char *text;
    size_t length;
};

extern const struct setpiece_text setpiece_texts[];

/* A fault in a file of set pieces or of a theme. */
struct setpiece_fault {
    const char *file; /* file name as in the list */
    int line;         /* line number, from 1 on */
    char cause[CONTENT_CAUSE_SIZE];
};

/*
 * Reads `count` files into a catalogue that the caller releases; files of themes (theme_file.h) may
 * be among them. ERR_FORMAT: *out_fault tells the first fault; ERR_TOO_BIG for more than
 * SETPIECES_MAX; ERR_MEMORY.
 */
MUST_USE enum err setpieces_read(const struct setpiece_text *texts, size_t count,
                                 struct setpieces *out, struct setpiece_fault *out_fault);

/* Reads the files that are compiled in, and `count` more. Otherwise like setpieces_read(). */
MUST_USE enum err setpieces_read_beside(const struct setpiece_text *texts, size_t count,
                                        struct setpieces *out, struct setpiece_fault *out_fault);

/* Reads the files that are compiled in. ERR_MEMORY. */
MUST_USE enum err setpieces_builtin(struct setpieces *out);

void setpieces_release(struct setpieces *pieces);

/* Returns the themes of a catalogue; NULL if it has none, or is NULL itself. */
const struct themes *setpieces_themes(const struct setpieces *pieces);

/* Returns the set piece of that name; NULL: there is none. */
const struct setpiece *setpieces_find(const struct setpieces *pieces, const char *name);

/* True if a level of that depth may have the set piece. */
bool setpiece_is_at(const struct setpiece *piece, int depth);

/* True for a kind whose only entrance is a doorway. */
bool setpiece_has_doorway(enum setpiece_kind kind);

/* Returns "pocket", "area", "landmark", "arrival", "lair", "vault" or "hall". */
const char *setpiece_kind_name(enum setpiece_kind kind);

/* Reads the text of one file, which may be any bytes. ERR_FORMAT: *fault has the line and cause of
   the first fault, and *out is not usable. Sets all of *out except its file name. */
MUST_USE enum err setpiece_read(const char *text, size_t length, struct setpiece *out,
                                struct setpiece_fault *fault);

#endif
