/*
 * Kinds of bodies as a table: delvers, through which players act, and foes, one row each with all
 * that a fight, a placing and a description need. The behaviour of a foe is in its parts
 * (content/part.h).
 */
#ifndef UNDERCROFT_CONTENT_SPECIES_H
#define UNDERCROFT_CONTENT_SPECIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "content/dice.h"
#include "content/part.h"
#include "content/role.h"

enum {
    SPECIES_PARTS_MAX = 6,
    SPECIES_LOOK_MAX = 60, /* cells of a description */
};

enum species_id {
    SPECIES_DELVER, /* the body of a player */
    SPECIES_CELLAR_RAT,
    SPECIES_LAMP_MOTH,
    SPECIES_BARREL_SPIDER,
    SPECIES_GREY_MOULD,
    SPECIES_DRUDGE,
    SPECIES_BOTTLE_IMP,
    SPECIES_DRUDGE_SLINGER,
    SPECIES_BELL_DRUDGE,
    SPECIES_FERAL_MOUSER,
    SPECIES_GATE_HOUND,
    SPECIES_DESERTER,
    SPECIES_BONE_SENTRY,
    SPECIES_RUST_BEETLE,
    SPECIES_DESERTER_ARCHER,
    SPECIES_TRAPDOOR_SPIDER,
    SPECIES_SERGEANT,
    SPECIES_SPLIT_SLUG,
    SPECIES_NEEDLE_BAT,
    SPECIES_GNAWER,
    SPECIES_GNAWER_SAPPER,
    SPECIES_GNAWER_CHANTER,
    SPECIES_TUNNEL_RUNNER,
    SPECIES_MOLE_BEAR,
    SPECIES_DROWNED_ONE,
    SPECIES_SILT_EEL,
    SPECIES_BELL_TOAD,
    SPECIES_LEECH,
    SPECIES_CANAL_REAVER,
    SPECIES_MARSH_LANTERN,
    SPECIES_REED_WITCH,
    SPECIES_SLUICE_CRAB,
    SPECIES_ECHO_BAT,
    SPECIES_GLASS_STALKER,
    SPECIES_HEWER,
    SPECIES_EMBER_NEWT,
    SPECIES_QUARTZBACK,
    SPECIES_HEWER_SLINGER,
    SPECIES_BLIND_PILGRIM,
    SPECIES_SPORE_SHEPHERD,
    SPECIES_MAZE_OX,
    SPECIES_KNOT_HUNTER,
    SPECIES_DOOR_WARDEN,
    SPECIES_OSSUARY_KNIGHT,
    SPECIES_BONE_PIPER,
    SPECIES_SHROUD,
    SPECIES_LAMP_EATER,
    SPECIES_EMBER_HOUND,
    SPECIES_GRAVE_TIDE,
    SPECIES_IRON_PSALMIST,
    SPECIES_HOLLOW_GIANT,
    SPECIES_NAMELESS_KING,
    SPECIES_MARROW_WYRM,
    SPECIES_COOPER,
    SPECIES_CAPTAIN_RUSK,
    SPECIES_DAM_OF_GNAWERS,
    SPECIES_SLUICE_KEEPER,
    SPECIES_STONE_AUNT,
    SPECIES_TURNING_MAN,
    SPECIES_ABBESS_OF_SALT,
    SPECIES_WICK_WARDEN,
    SPECIES_COUNT
};

enum family {
    FAMILY_NONE, /* a delver */
    FAMILY_BEAST,
    FAMILY_VERMIN,
    FAMILY_SLIME,
    FAMILY_FOLK,
    FAMILY_SPIRIT,
    FAMILY_DEAD,
    FAMILY_WATER,
    FAMILY_GIANT,
    FAMILY_FIRE,
    FAMILY_STONE, /* family of statues and golems, drawn like giants */
    FAMILY_COUNT
};

/* The rank of the items that a foe may drop. */
enum drop { DROP_NONE, DROP_COMMON, DROP_UNCOMMON, DROP_RARE, DROP_BOSS, DROP_COUNT };

/* A range, both ends included. */
struct span {
    uint8_t low;
    uint8_t high;
};

/* A part with its parameters; those that it does not take are 0. */
struct species_part {
    enum part_id id;
    struct dice dice;     /* damage */
    uint8_t range;        /* cells */
    uint8_t cost;         /* percent of a beat */
    uint8_t every;        /* beats between two uses */
    uint8_t amount;       /* the status lasts twice this number of beats */
    enum species_id kind; /* species that is called */
};

struct species_row {
    const char *name;   /* "cellar rat"; a boss is named like a person or with its article */
    const char *plural; /* "cellar rats", without an article; NULL: there is only one, a boss */
    uint8_t save_id;    /* its number in the database; never changes, never used again */
    char glyph;         /* letter on the map */
    enum family family;
    enum hue hue; /* HUE_NONE: a delver */
    bool is_boss;
    struct span depth; /* depths on which it is met */
    uint8_t rarity;    /* weight among the kinds of a depth; 0: placed by hand */
    struct span group; /* number met together */
    int16_t health;    /* health of a new foe; a delver has its record's */
    uint8_t attack;
    uint8_t defence;
    struct dice damage;
    uint8_t armour;
    /* cost of a step in percent of a normal one; 0: never moves */
    uint8_t move;
    uint8_t hit;                                  /* cost of a blow in percent of a beat */
    uint8_t see;                                  /* range of sight in cells; 0: blind */
    struct species_part parts[SPECIES_PARTS_MAX]; /* the first PART_NONE ends them */
    enum drop drop;
    const char *lair; /* name of the set piece where a boss lives; NULL: not a boss */
    const char *look; /* description, of at most SPECIES_LOOK_MAX cells */
};

/* Returns the row of a species; `id` is less than SPECIES_COUNT. */
const struct species_row *species_row(enum species_id id);

enum species_form {
    SPECIES_A,        /* "a rat", "an echo bat" */
    SPECIES_THE,      /* "the rat" */
    SPECIES_THE_MANY, /* "the rats" */
};

/* Writes the name of a kind with its article, in lower case; a boss has one name in all forms: "the
   Cooper", "Captain Rusk". */
void species_name(enum species_id id, enum species_form form, char *out, size_t out_size);

/* Turns `name`, the name of a body of that kind, into a genitive: "the rat's", "the Dam of
   Gnawers'". */
void species_add_genitive(enum species_id id, char *name, size_t size);

/* Returns the role (colour) of a body, if only its kind is known. */
enum role species_role(enum species_id id, bool is_awake);

/* Returns the row's part of that id with its parameters; NULL: the row does not have it. */
const struct species_part *species_part(const struct species_row *row, enum part_id id);

/* Finds the species with that save_id. ERR_UNKNOWN if there is none. */
MUST_USE enum err species_from_save_id(uint8_t save_id, enum species_id *out_id);

#endif
