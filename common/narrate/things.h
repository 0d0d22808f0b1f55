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
    THING_DELVER, /* another delver; delvers and foes are only listed while they are seen */
    THING_FOE,
    THING_ITEM, /* the topmost of several */
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
    bool is_seen; /* in sight now; else as it was last seen */
    bool is_open; /* a door */
    bool is_asleep;
    int16_t dx; /* offset from the viewer: to the east, to the south */
    int16_t dy;
    int16_t steps;     /* king's moves in a straight line; 0: underfoot */
    body_id body;      /* a delver or foe; else 0 */
    enum tile_id tile; /* kind of terrain */
    enum item_kind item;
    item_id lying;    /* the item itself; 0: a grave, a remembered item, or none */
    uint8_t recalled; /* of a remembered item: its index in the viewer's recall, plus 1 */
    int16_t alike;    /* number of like things farther off, which are counted and not listed */
};

/* Key by which a thing is found again. */
struct thing_key {
    enum thing_kind kind;
    struct pos at;
    body_id body;      /* 0: it does not move */
    enum tile_id tile; /* kind of terrain */
};

/* A plain value without pointers, which can be kept until the next command. */
struct things {
    struct thing list[THINGS_MAX]; /* by distance, row and column; bodies before terrain */
    int count;
    int left_out; /* farther off than the listed things, or than others of their sort */
    int doors;    /* counted instead of listed */
};

struct things_wish {
    unsigned kinds; /* THINGS_OF_… */
    bool seen_only; /* nothing remembered */
    bool by_kind;   /* foes, delvers, stairs, other notable things, doors; each from near to far */
    bool without_ground; /* terrain of many cells is left out, except hazards */
    bool counts_scenery; /* only the nearest of each kind of scenery is listed */
    bool counts_doors;   /* doors to known places are counted, not listed */
    int max;             /* at most THINGS_MAX; one of each sort is listed first */
};

/* Collects things; none for a viewer on no level. Searches the memory of the whole level once. */
void things_collect(const struct world *world, const struct delver *viewer,
                    const struct things_wish *wish, struct things *out);

/* Rank of its kind in a list by kind, from 0; kinds that are equally rare share a rank. */
int thing_rank(const struct thing *thing);

struct thing_key thing_key_of(const struct thing *thing);
bool thing_has_key(const struct thing *thing, const struct thing_key *key);

enum { THINGS_KINDS_SIZE = 96 };

/* Reads kinds from "doors", "foes" and so on, or the beginning of such a word, in any case; the
   empty word means all. False: no such kind. */
bool things_kinds_named(const char *word, unsigned *out_kinds);

/* Writes all accepted words: "doors, stairs or things". */
void things_tell_kinds(char out[THINGS_KINDS_SIZE]);

/* Name of terrain as that viewer knows it: "closed door", "niche, opened". */
const char *things_tile_name(const struct delver *viewer, struct pos at, enum tile_id tile);

/* "door", open or closed; other things have their names. */
const char *thing_noun(const struct thing *thing);

#endif
