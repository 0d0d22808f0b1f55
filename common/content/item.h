/*
 * Kinds of items as a table. A row of the class holds the properties that all its items share (the
 * sign on the map, how often they are found). Draughts, scrolls and wands look different to each
 * delver that does not know their kind, so that nobody can tell another.
 */
#ifndef UNDERCROFT_CONTENT_ITEM_H
#define UNDERCROFT_CONTENT_ITEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "content/dice.h"
#include "content/role.h"

enum item_class {
    CLASS_WEAPON,
    CLASS_LAUNCHER, /* launchers, which need no ammunition */
    CLASS_THROWN,
    CLASS_BODY,  /* armour of the body */
    CLASS_SMALL, /* all other armour */
    CLASS_JEWEL,
    CLASS_LAMP,
    CLASS_DRAUGHT,
    CLASS_SCROLL,
    CLASS_WAND,
    CLASS_CHARM,
    CLASS_OTHER,
    CLASS_MONEY,
    CLASS_COUNT
};

enum { ITEM_PURPOSE_MAX = 64 }; /* longest sentence on the use of a kind, in cells */

/* The map's sign for a grave. */
#define GRAVE_GLYPH ']'

struct item_class_row {
    const char *name; /* plural: "weapons" */
    const char *one;  /* "a weapon" */
    char glyph;       /* a sign that no terrain uses */
    enum role role;   /* how it is drawn in sight */
};

/* Where an item is worn. */
enum item_slot {
    SLOT_NONE,
    SLOT_WEAPON,
    SLOT_LAUNCHER,
    SLOT_BODY,
    SLOT_HEAD,
    SLOT_HANDS,
    SLOT_FEET,
    SLOT_SHIELD,
    SLOT_RING,
    SLOT_AMULET,
    SLOT_LAMP,
    SLOT_COUNT
};

enum item_kind {
    ITEM_DART,
    ITEM_KNIFE,
    ITEM_CUDGEL,
    ITEM_SHORT_SWORD,
    ITEM_HATCHET,
    ITEM_SPEAR,
    ITEM_MACE,
    ITEM_LONG_SWORD,
    ITEM_WAR_AXE,
    ITEM_STILETTO,
    ITEM_PIKE,
    ITEM_GREAT_SWORD,
    ITEM_BLACK_SABRE,
    ITEM_GLAIVE,
    ITEM_MAUL,
    ITEM_LAMP_STEEL_SWORD,
    ITEM_CLEAVER,
    ITEM_SLING,
    ITEM_SHORT_BOW,
    ITEM_LONG_BOW,
    ITEM_CROSSBOW,
    ITEM_HORN_BOW,
    ITEM_JAVELIN,
    ITEM_NET,
    ITEM_FIRE_POT,
    ITEM_FLASH_POT,
    ITEM_SALT_BAG,
    ITEM_PEBBLE,
    ITEM_BROKEN_BOTTLE,
    ITEM_PADDED_COAT,
    ITEM_LEATHER_COAT,
    ITEM_RING_COAT,
    ITEM_SCALE_COAT,
    ITEM_MAIL_COAT,
    ITEM_BANDED_MAIL,
    ITEM_PLATE,
    ITEM_LAMP_STEEL_MAIL,
    ITEM_BUCKLER,
    ITEM_KITE_SHIELD,
    ITEM_TOWER_SHIELD,
    ITEM_HELM,
    ITEM_GAUNTLETS,
    ITEM_BOOTS,
    ITEM_POT_LID,
    ITEM_CANDLE_CAP,
    ITEM_FELT_SHOES,
    ITEM_RING_QUIET,
    ITEM_RING_REST,
    ITEM_RING_WARMTH,
    ITEM_RING_ANCHOR,
    ITEM_AMULET_MOLE,
    ITEM_AMULET_BREATH,
    ITEM_LAMP,
    ITEM_HOODED_LAMP,
    ITEM_BRASS_LANTERN,
    ITEM_LAMP_STEEL_LANTERN,
    ITEM_MENDING,
    ITEM_HEART,
    ITEM_CLEAR_HEAD,
    ITEM_SWIFTNESS,
    ITEM_FAR_SIGHT,
    ITEM_SHADOW,
    ITEM_STONE_SKIN,
    ITEM_FLOATING,
    ITEM_FIRE_THROAT,
    ITEM_MURK,
    ITEM_FUMES,
    ITEM_SLUMBER,
    ITEM_TEMPERING,
    ITEM_ELSEWHERE,
    ITEM_RETURN,
    ITEM_MAPPING,
    ITEM_GLOW,
    ITEM_WARDING,
    ITEM_BANISHING,
    ITEM_FELLOWSHIP,
    ITEM_KIN,
    ITEM_WAKING,
    ITEM_WAND_SPARKS,
    ITEM_WAND_PUSHING,
    ITEM_WAND_LOCKING,
    ITEM_WAND_DRAWING,
    ITEM_WAND_FROST,
    ITEM_WAND_SLUMBER,
    ITEM_CHARM_WAY,
    ITEM_CHARM_MENDING,
    ITEM_CHARM_FELLOWS,
    ITEM_CHARM_SWIFTNESS,
    ITEM_BANDAGE,
    ITEM_LAIR_KEY,
    ITEM_BUNDLE,
    ITEM_EMBER,
    ITEM_GOLD,
    ITEM_KIND_COUNT
};

/* Special properties of a kind beside its numbers; bits of item_row.traits. */
enum item_trait {
    ITEM_TWO_HANDED = 1 << 0,
    ITEM_REACHES = 1 << 1,     /* hits at two cells, also over a companion */
    ITEM_SWEEPS = 1 << 2,      /* deals half of its damage to all other foes beside the bearer */
    ITEM_DAZES = 1 << 3,       /* dazes with one blow in six */
    ITEM_STUNS = 1 << 4,       /* stuns with one blow in six */
    ITEM_RESTS = 1 << 5,       /* its bearer heals twice as fast */
    ITEM_WARMS = 1 << 6,       /* fire harms its bearer by half */
    ITEM_ANCHORS = 1 << 7,     /* its bearer is never held, pulled or stunned */
    ITEM_SENSES_FOES = 1 << 8, /* its bearer senses foes within 8 cells, also through rock */
    /* its bearer cannot be put to sleep or hushed, and takes half of the poison */
    ITEM_BREATHES = 1 << 9,
    ITEM_HOODED = 1 << 10, /* foes notice its bearer at half the distance */
    ITEM_KNOWN = 1 << 11,  /* everybody knows it, though its class must be learned */
    ITEM_BAD = 1 << 12,    /* harms its user */
};

struct item_row {
    const char *name;   /* "draught of mending" */
    const char *plural; /* plural of a kind that stacks; else NULL */
    uint8_t save_id;    /* its number in the database; never changes, never used again */
    enum item_class class;
    enum item_slot slot;
    uint8_t depth;    /* first depth on which it is found */
    uint16_t price;   /* in gold; 0: it is neither sold nor found */
    struct dice dice; /* damage */
    int8_t attack;    /* added to the bearer's attack */
    int8_t defence;   /* added to the bearer's defence */
    int8_t armour;    /* points of armour */
    int8_t noise;     /* added to the noise of a step, in cells */
    /* radius of its light in cells; things that are not lamps add to it */
    uint8_t light;
    uint8_t beat_percent; /* time to use it, in percent of a beat; 0: 100 */
    /* multiplies the dice against an unaware target; 0: the usual factor */
    uint8_t surprise;
    uint8_t range;            /* most cells that it shoots or flies */
    uint8_t radius;           /* radius in cells of its effect where it lands */
    uint8_t stack_max;        /* most things in one slot of a pack; 0: 1 */
    uint8_t find_count;       /* number found together; 0: 1 */
    uint8_t survives_percent; /* chance in percent that it is whole after a throw */
    uint8_t charges[2];       /* least and most charges of a new wand */
    uint16_t rest_beats;      /* beats between two uses */
    uint16_t traits;          /* bits of enum item_trait */
    enum hue hue;
    const char *purpose; /* sentence on its use, of at most ITEM_PURPOSE_MAX cells */
};

/* Returns the row of a kind or class; `kind` is less than ITEM_KIND_COUNT, `class` than
   CLASS_COUNT. */
const struct item_row *item_row(enum item_kind kind);
const struct item_class_row *item_class_row(enum item_class class);

/* Finds the kind with that save_id. ERR_UNKNOWN if there is none. */
MUST_USE enum err item_from_save_id(uint8_t save_id, enum item_kind *out);

/* Returns the role (colour) of a kind. An unknown kind has the role of its class, because its own
   colour would tell the kind. */
enum role item_role(enum item_kind kind, bool is_known);

/* Returns the most cells that an item flies when thrown. */
int item_throw_range(enum item_kind kind);

/* Returns the row of the kind's class. */
static inline const struct item_class_row *item_class_of(enum item_kind kind)
{
    return item_class_row(item_row(kind)->class);
}

/* Writes the name of an unknown kind, such as "amber draught", "scroll marked KEVO" or "ashen
   wand"; for a `count` above 1 the plural, "amber draughts". `seed` is the delver's own. Only for
   draughts, scrolls and wands. */
void flavour_name(enum item_kind kind, uint64_t seed, uint32_t count, char *out, size_t out_size);

#endif
