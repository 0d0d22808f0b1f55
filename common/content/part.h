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
    PART_NODOOR, /* never opens doors; a kind with neither part cannot pass closed doors */
    PART_BASH,   /* breaks a closed door open in three beats */
    PART_FLY,    /* flies over deep water */
    PART_SWIM,   /* swims: stays in deep water, and is unseen there */
    PART_BURROW, /* digs through rock where the way round is long */
    PART_GHOST,  /* passes doors, rock and water; can be hit only outside of them */
    PART_STILL,  /* never moves */
    PART_GUARD,  /* stays near its post */
    /* a boss, which stays in its lair and heals fully once that was empty for a while */
    PART_LAIR,
    PART_ERRATIC,
    PART_CHARGE, /* runs at a target in a clear line; the first blow does half more */
    PART_FLEE,   /* flees when badly hurt */
    PART_FEARLESS,
    PART_PACK,   /* waits for others of its pack before it comes close */
    PART_KITE,   /* steps away and shoots */
    PART_KEEP,   /* stays near a mate, at a distance from delvers */
    PART_AMBUSH, /* hidden until a delver is near; its first blow is better */
    PART_UNSEEN, /* drawn within two cells only */
    PART_SHOT,
    PART_POT,    /* throws a pot that bursts */
    PART_SPIT,   /* spits fire at a cell */
    PART_BOLT,   /* hits a cell with damage that ignores armour */
    PART_BREATH, /* breathes a cone of fire */
    PART_TONGUE,
    PART_NET, /* holds a target at a distance of a few cells */
    PART_SHOUT,
    PART_RALLY, /* mates in its view hit better */
    PART_CALL,  /* calls two foes of a kind */
    PART_MEND,  /* heals a mate */
    PART_RAISE, /* raises a dead foe of its family near it */
    PART_STEAL,
    PART_SPLIT,
    PART_FRENZY,  /* strikes faster when badly hurt */
    PART_REFLECT, /* returns half of all shots to the shooter */
    PART_POISON,  /* the parts from here to PART_DOZE: on a hit the target gets the status */
    PART_BURN,
    PART_DRAIN, /* on a hit it heals by half of the damage */
    PART_HOLD,
    PART_WEB,
    PART_STUN,
    PART_DAZE,
    PART_RUST,
    PART_SLOW,
    PART_DAZZLE,
    PART_DOZE,
    PART_DIM,
    PART_HUSH,   /* on a hit, hushes all delvers in view */
    PART_WITHER, /* on a hit, lowers full health until a haven or an altar restores it */
    PART_NOISE,  /* blind: hunts by ear */
    PART_SCENT,  /* never loses a track */
    PART_GLOW,   /* its glow is seen from afar */
    PART_COUNT
};

/* The parameters that a part takes, as bits. */
enum part_takes {
    PART_TAKES_DICE = 1,    /* damage */
    PART_TAKES_RANGE = 2,   /* cells */
    PART_TAKES_COST = 4,    /* percent of a beat */
    PART_TAKES_EVERY = 8,   /* least beats between two uses */
    PART_TAKES_AMOUNT = 16, /* half of the beats that the status lasts */
    PART_TAKES_KIND = 32,   /* a species */
};

struct part_kind {
    const char *name;  /* "nodoor" */
    unsigned takes;    /* bits of enum part_takes */
    uint64_t excludes; /* parts that no kind may have with it, bit 1 << part_id */
};

/* Returns the row of a part; `id` is less than PART_COUNT. */
const struct part_kind *part_kind(enum part_id id);

/* True for two parts that no kind may have together. Their order does not matter. */
bool part_excludes(enum part_id id, enum part_id other);

#endif
