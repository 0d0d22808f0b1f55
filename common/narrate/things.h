/*
 * The one list of things that a delver sees or remembers, from near to far or by kind.
 * `list`, `go N`, `examine`, Tab, the sidebar and GMCP all take their things from here.
 */
#ifndef UNDERCROFT_NARRATE_THINGS_H
#define UNDERCROFT_NARRATE_THINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "world/world.h"

enum thing_kind {
    THING_DELVER, /* another one; bodies and items are never remembered, only seen */
    THING_FOE,
    THING_ITEM, /* the one on top, where several lie */
    THING_DOOR,
    THING_STAIRS,
    THING_FEATURE, /* other notable terrain */
    THING_KIND_COUNT
};

/* Kinds as a set. */
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
    bool is_seen; /* now; else remembered as it was last seen */
    bool is_open; /* a door */
    bool is_asleep;
    int16_t dx; /* from the viewer: to the east, to the south */
    int16_t dy;
    int16_t steps;     /* king's moves as the crow flies; 0: underfoot */
    body_id body;      /* a delver or foe; else 0 */
    enum tile_id tile; /* kind of terrain */
    enum item_kind item;
    item_id lying;    /* the item itself; 0: it is a grave, remembered, or none */
    uint8_t recalled; /* of a remembered item: its index in the viewer's recall, plus 1 */
    int16_t alike;    /* how many more such things, further off, are counted instead of listed */
};

/* The key by which a thing is found again. */
struct thing_key {
    enum thing_kind kind;
    struct pos at;
    body_id body;      /* 0: it stays where it is */
    enum tile_id tile; /* kind of terrain */
};

/* By value: nothing in it points anywhere, so it can be kept until the next command. */
struct things {
    struct thing list[THINGS_MAX]; /* by distance, row and column; bodies before terrain */
    int count;
    int left_out; /* farther off than the listed things, or than other things of their sort */
    int doors;    /* counted instead of listed */
};

struct things_wish {
    unsigned kinds; /* THINGS_OF_… */
    bool seen_only; /* nothing remembered */
    bool by_kind;   /* foes, delvers, stairs, other notable things, doors; each from near to far */
    bool without_ground; /* terrain of many cells is left out, but for hazards */
    bool counts_scenery; /* only the nearest statue is listed, and so on for other scenery */
    bool counts_doors;   /* doors with nothing unknown behind them are counted, not listed */
    int max;             /* at most THINGS_MAX; of each sort of thing one is listed first */
};

/* Empty for a viewer who stands on no level. Looks at the memory of the whole level once. */
void things_collect(const struct world *world, const struct delver *viewer,
                    const struct things_wish *wish, struct things *out);

/* The rank of its kind in a list by kind, from 0; kinds that are equally rare share a rank. */
int thing_rank(const struct thing *thing);

struct thing_key thing_key_of(const struct thing *thing);
bool thing_has_key(const struct thing *thing, const struct thing_key *key);

enum { THINGS_KINDS_SIZE = 96 };

/* Kinds by "doors", "foes" and so on, or the beginning of such a word, in any case; the empty
   word means all. False: no such kind. */
bool things_kinds_named(const char *word, unsigned *out_kinds);

/* All words that are taken: "doors, stairs or things". */
void things_tell_kinds(char out[THINGS_KINDS_SIZE]);

/* "closed door", "niche, opened": terrain as that viewer knows it. */
const char *things_tile_name(const struct delver *viewer, struct pos at, enum tile_id tile);

/* "door" whether open or closed; other things have their names. */
const char *thing_noun(const struct thing *thing);

#endif
