/*
 * The one list of things that a delver sees or remembers, from near to far or by kind. `list`, `go
 * N`, `examine`, Tab, the sidebar and GMCP all use it.
 */
#ifndef UNDERCROFT_NARRATE_THINGS_H
#define UNDERCROFT_NARRATE_THINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "world/world.h"

enum thing_kind {
    THING_DELVER, /* another delver; delvers and foes are listed only while they are in view */
    THING_FOE,
    THING_ITEM, /* the topmost item of a cell */
    THING_DOOR,
    THING_STAIRS,
    THING_FEATURE, /* other notable terrain */
    THING_KIND_COUNT
};

/* Kinds as a set of bits. */
enum {
    THINGS_OF_DELVERS = 1 << THING_DELVER,
    THINGS_OF_FOES = 1 << THING_FOE,
    THINGS_OF_ITEMS = 1 << THING_ITEM,
    THINGS_OF_DOORS = 1 << THING_DOOR,
    THINGS_OF_STAIRS = 1 << THING_STAIRS,
    THINGS_OF_FEATURES = 1 << THING_FEATURE,
    THINGS_THAT_MOVE = THINGS_OF_DELVERS | THINGS_OF_FOES | THINGS_OF_ITEMS,
    THINGS_OF_ALL = (1 << THING_KIND_COUNT) - 1,
};

enum { THINGS_MAX = 64, THING_NAME_MAX = 40 };

struct thing {
    enum thing_kind kind;
    char name[THING_NAME_MAX]; /* "Brom", "closed door", "stairs down" */
    char glyph;                /* ASCII */
    struct pos at;
    bool is_seen; /* in sight now; false: as it was last seen */
    bool is_open; /* for a door: it is open */
    bool is_asleep;
    int16_t dx; /* cells to the east of the viewer; dy: to the south */
    int16_t dy;
    int16_t steps;     /* king's moves in a straight line; 0: underfoot */
    body_id body;      /* id of a delver or foe; else 0 */
    enum tile_id tile; /* kind of terrain */
    enum item_kind item;
    item_id lying;    /* id of the item; 0: a grave, a remembered item, or no item */
    uint8_t recalled; /* for a remembered item: its index in the viewer's recall, plus 1 */
    int16_t alike;    /* number of like things farther away, which are only counted */
};

/* The key by which a thing is found again in a later list. */
struct thing_key {
    enum thing_kind kind;
    struct pos at;
    body_id body;      /* id of a body; 0: a thing that does not move */
    enum tile_id tile; /* kind of terrain */
};

/* A list of things: a plain value without pointers, which can be kept until the next command. */
struct things {
    struct thing list[THINGS_MAX]; /* by distance, row and column; bodies before terrain */
    int count;
    int left_out; /* number of things that the list has no room for */
    int doors;    /* number of doors that were counted instead of listed */
};

struct things_wish {
    unsigned kinds; /* bits THINGS_OF_… */
    bool seen_only; /* only things in view, not remembered ones */
    /* sorted by kind: foes, delvers, stairs, other notable things, doors; each from near to far */
    bool by_kind;
    bool without_ground; /* without terrain of many cells, except hazards */
    bool counts_scenery; /* lists only the nearest scenery of each kind */
    bool counts_doors;   /* counts doors to known places instead of listing them */
    int max;             /* at most THINGS_MAX; one of each sort is listed first */
};

/* Lists the things that the viewer sees or remembers; none for a viewer on no level. Searches the
   memory of the whole level once. */
void things_collect(const struct world *world, const struct delver *viewer,
                    const struct things_wish *wish, struct things *out);

/* Returns the rank of its kind in a list by kind, from 0; kinds that are equally rare share a
   rank. */
int thing_rank(const struct thing *thing);

struct thing_key thing_key_of(const struct thing *thing);
bool thing_has_key(const struct thing *thing, const struct thing_key *key);

enum { THINGS_KINDS_SIZE = 96 };

/* Reads a word for kinds, "doors", "foes" and so on, or its beginning, in upper or lower case; the
   empty word means all. False: there is no such kind. */
bool things_kinds_named(const char *word, unsigned *out_kinds);

/* Writes all these words: "doors, stairs or things". */
void things_tell_kinds(char out[THINGS_KINDS_SIZE]);

/* Returns the name of terrain as that viewer knows it: "closed door", "niche, opened". */
const char *things_tile_name(const struct delver *viewer, struct pos at, enum tile_id tile);

/* Returns the noun for a thing: "door", open or closed; other things have their names. */
const char *thing_noun(const struct thing *thing);

#endif
