/*
 * Parts of foes as a table: a part makes a kind behave or strike unlike a plain one. A row of a
 * species names its parts in the order in which they have their turn, each with the parameters that
 * the part takes. The rules themselves are functions of the world.
 */
#ifndef UNDERCROFT_CONTENT_PART_H
#define UNDERCROFT_CONTENT_PART_H

#include <stdbool.h>
#include <stdint.h>

enum part_id {
    PART_NONE,
    PART_DOOR,   /* opens doors */
    PART_NODOOR, /* never does; with neither part, closed doors are walls */
    PART_BASH,   /* breaks a closed door open in three beats */
    PART_FLY,    /* over deep water */
    PART_SWIM,   /* only in deep water, unseen there */
    PART_BURROW, /* through rock, where the way round is long */
    PART_GHOST,  /* through doors and rock, and over water; can be hit only outside of them */
    PART_STILL,  /* never moves */
    PART_GUARD,  /* stays near its post */
    PART_LAIR,   /* a boss in its area, whole again when that was empty for a while */
    PART_ERRATIC,
    PART_CHARGE, /* runs at a target in a clear line; the first blow does half more */
    PART_FLEE,   /* when badly hurt */
    PART_FEARLESS,
    PART_PACK,   /* waits for its own before it closes in */
    PART_KITE,   /* steps away and shoots */
    PART_KEEP,   /* stays at a distance, near a mate */
    PART_AMBUSH, /* hidden until a delver is near; the first blow strikes better */
    PART_UNSEEN, /* drawn within two cells only */
    PART_SHOT,
    PART_POT,    /* a blast */
    PART_SPIT,   /* spits fire at a cell */
    PART_BOLT,   /* hits a cell with damage that no armour stops */
    PART_BREATH, /* fire, in a cone */
    PART_TONGUE,
    PART_NET, /* holds a target that is a few cells away */
    PART_SHOUT,
    PART_RALLY, /* mates in view strike better */
    PART_CALL,  /* two of a kind come */
    PART_MEND,  /* heals a mate */
    PART_RAISE, /* raises a dead foe of its family near it */
    PART_STEAL,
    PART_SPLIT,
    PART_FRENZY,  /* strikes faster when badly hurt */
    PART_REFLECT, /* half of all shots come back */
    PART_POISON,  /* this and the next to PART_DOZE: on a hit */
    PART_BURN,
    PART_DRAIN, /* a hit heals it by half */
    PART_HOLD,
    PART_WEB,
    PART_STUN,
    PART_DAZE,
    PART_RUST,
    PART_SLOW,
    PART_DAZZLE,
    PART_DOZE,
    PART_DIM,
    PART_HUSH,   /* on a hit, all that are in view */
    PART_WITHER, /* on a hit: less full health, until a haven or an altar */
    PART_NOISE,  /* blind, hunts by ear */
    PART_SCENT,  /* never loses a track */
    PART_GLOW,   /* seen from afar */
    PART_COUNT
};

/* The parameters that a part takes, as bits. */
enum part_takes {
    PART_TAKES_DICE = 1,    /* damage */
    PART_TAKES_RANGE = 2,   /* cells */
    PART_TAKES_COST = 4,    /* % of a beat */
    PART_TAKES_EVERY = 8,   /* beats from one use to the next, at the least */
    PART_TAKES_AMOUNT = 16, /* beats of the status, halved */
    PART_TAKES_KIND = 32,   /* a species */
};

struct part_kind {
    const char *name;  /* "nodoor" */
    unsigned takes;    /* bits of enum part_takes */
    uint64_t excludes; /* the parts that no kind has beside it, bit 1 << part_id */
};

/* `id` is less than PART_COUNT. */
const struct part_kind *part_kind(enum part_id id);

/* True for two parts that no kind may have together. Their order does not matter. */
bool part_excludes(enum part_id id, enum part_id other);

#endif
