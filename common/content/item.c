/*
 * The table of kinds of items, by class and first depth, and that of their classes.
 */
#include "content/item.h"

#include "base/check.h"

/* Of what is not made to be thrown. */
enum { CLUMSY_RANGE = 5 };

// clang-format off
static const struct item_class_row class_table[CLASS_COUNT] = {
    [CLASS_WEAPON]   = {"weapons", "a weapon", ')', ROLE_ITEM},
    [CLASS_LAUNCHER] = {"launchers", "a launcher", ')', ROLE_ITEM},
    [CLASS_THROWN]   = {"missiles", "a missile", ')', ROLE_ITEM},
    [CLASS_BODY]     = {"body armour", "armour", '[', ROLE_ITEM},
    [CLASS_SMALL]    = {"small armour", "armour", '[', ROLE_ITEM},
    [CLASS_JEWEL]    = {"rings, amulets", "a jewel", '"', ROLE_ITEM},
    [CLASS_LAMP]     = {"lamps", "a lamp", '(', ROLE_ITEM},
    [CLASS_DRAUGHT]  = {"draughts", "a draught", '!', ROLE_ITEM},
    [CLASS_SCROLL]   = {"scrolls", "a scroll", '?', ROLE_ITEM},
    [CLASS_WAND]     = {"wands", "a wand", '/', ROLE_ITEM},
    [CLASS_CHARM]    = {"charms", "a charm", '%', ROLE_ITEM},
    [CLASS_OTHER]    = {"other things", "something", '(', ROLE_ITEM},
    [CLASS_MONEY]    = {"gold", "gold", '$', ROLE_ITEM},
};

static const struct item_row item_table[ITEM_KIND_COUNT] = {
    [ITEM_DART] = {
        .name = "dart", .plural = "darts", .save_id = 1, .class = CLASS_THROWN, .depth = 1,
        .price = 2, .dice = {1, 5}, .range = 7, .stack_max = 20, .find_count = 5,
        .survives_percent = 75,
    },
    [ITEM_KNIFE] = {
        .name = "knife", .save_id = 2, .class = CLASS_WEAPON, .slot = SLOT_WEAPON, .depth = 1,
        .price = 5, .dice = {1, 5}, .attack = 1, .surprise = 3,
    },
    [ITEM_CUDGEL] = {
        .name = "cudgel", .save_id = 3, .class = CLASS_WEAPON, .slot = SLOT_WEAPON, .depth = 1,
        .price = 8, .dice = {1, 6},
    },
    [ITEM_SHORT_SWORD] = {
        .name = "short sword", .save_id = 4, .class = CLASS_WEAPON, .slot = SLOT_WEAPON,
        .depth = 2, .price = 20, .dice = {1, 7}, .attack = 1,
    },
    [ITEM_HATCHET] = {
        .name = "hatchet", .save_id = 5, .class = CLASS_WEAPON, .slot = SLOT_WEAPON, .depth = 2,
        .price = 25, .dice = {1, 8},
    },
    [ITEM_SPEAR] = {
        .name = "spear", .save_id = 6, .class = CLASS_WEAPON, .slot = SLOT_WEAPON, .depth = 3,
        .price = 35, .dice = {1, 8}, .attack = 1, .traits = ITEM_REACHES,
    },
    [ITEM_MACE] = {
        .name = "mace", .save_id = 7, .class = CLASS_WEAPON, .slot = SLOT_WEAPON, .depth = 4,
        .price = 60, .dice = {2, 5}, .attack = -1, .beat_percent = 110, .traits = ITEM_DAZES,
    },
    [ITEM_LONG_SWORD] = {
        .name = "long sword", .save_id = 8, .class = CLASS_WEAPON, .slot = SLOT_WEAPON, .depth = 6,
        .price = 110, .dice = {2, 5}, .attack = 1,
    },
    [ITEM_WAR_AXE] = {
        .name = "war axe", .save_id = 9, .class = CLASS_WEAPON, .slot = SLOT_WEAPON, .depth = 8,
        .price = 160, .dice = {2, 6}, .beat_percent = 110, .traits = ITEM_SWEEPS,
    },
    [ITEM_STILETTO] = {
        .name = "stiletto", .save_id = 10, .class = CLASS_WEAPON, .slot = SLOT_WEAPON, .depth = 8,
        .price = 170, .dice = {1, 9}, .attack = 3, .beat_percent = 80, .surprise = 3,
    },
    [ITEM_PIKE] = {
        .name = "pike", .save_id = 11, .class = CLASS_WEAPON, .slot = SLOT_WEAPON, .depth = 10,
        .price = 230, .dice = {2, 7}, .beat_percent = 110,
        .traits = ITEM_TWO_HANDED | ITEM_REACHES,
    },
    [ITEM_GREAT_SWORD] = {
        .name = "great sword", .save_id = 12, .class = CLASS_WEAPON, .slot = SLOT_WEAPON,
        .depth = 11, .price = 300, .dice = {3, 6}, .beat_percent = 110, .traits = ITEM_TWO_HANDED,
    },
    [ITEM_BLACK_SABRE] = {
        .name = "black sabre", .save_id = 13, .class = CLASS_WEAPON, .slot = SLOT_WEAPON,
        .depth = 13, .price = 420, .dice = {3, 5}, .attack = 2,
    },
    [ITEM_GLAIVE] = {
        .name = "glaive", .save_id = 14, .class = CLASS_WEAPON, .slot = SLOT_WEAPON, .depth = 15,
        .price = 600, .dice = {3, 7}, .beat_percent = 110,
        .traits = ITEM_TWO_HANDED | ITEM_SWEEPS,
    },
    [ITEM_MAUL] = {
        .name = "hewer's maul", .save_id = 15, .class = CLASS_WEAPON, .slot = SLOT_WEAPON,
        .depth = 16, .price = 700, .dice = {5, 6}, .attack = -2, .beat_percent = 140,
        .traits = ITEM_TWO_HANDED | ITEM_STUNS,
    },
    [ITEM_LAMP_STEEL_SWORD] = {
        .name = "lamp-steel sword", .save_id = 16, .class = CLASS_WEAPON, .slot = SLOT_WEAPON,
        .depth = 18, .price = 950, .dice = {4, 5}, .attack = 2, .light = 1,
    },
    [ITEM_SLING] = {
        .name = "sling", .save_id = 17, .class = CLASS_LAUNCHER, .slot = SLOT_LAUNCHER, .depth = 1,
        .price = 15, .dice = {1, 5}, .beat_percent = 110, .range = 7,
    },
    [ITEM_SHORT_BOW] = {
        .name = "short bow", .save_id = 18, .class = CLASS_LAUNCHER, .slot = SLOT_LAUNCHER,
        .depth = 4, .price = 60, .dice = {1, 8}, .beat_percent = 110, .range = 8,
        .traits = ITEM_TWO_HANDED,
    },
    [ITEM_LONG_BOW] = {
        .name = "long bow", .save_id = 19, .class = CLASS_LAUNCHER, .slot = SLOT_LAUNCHER,
        .depth = 8, .price = 180, .dice = {2, 6}, .beat_percent = 120, .range = 9,
        .traits = ITEM_TWO_HANDED,
    },
    [ITEM_CROSSBOW] = {
        .name = "crossbow", .save_id = 20, .class = CLASS_LAUNCHER, .slot = SLOT_LAUNCHER,
        .depth = 12, .price = 350, .dice = {3, 6}, .beat_percent = 170, .range = 9,
    },
    [ITEM_HORN_BOW] = {
        .name = "horn bow", .save_id = 21, .class = CLASS_LAUNCHER, .slot = SLOT_LAUNCHER,
        .depth = 17, .price = 800, .dice = {3, 7}, .beat_percent = 120, .range = 10,
        .traits = ITEM_TWO_HANDED,
    },
    [ITEM_JAVELIN] = {
        .name = "javelin", .plural = "javelins", .save_id = 22, .class = CLASS_THROWN, .depth = 5,
        .price = 8, .dice = {1, 9}, .range = 7, .stack_max = 20, .find_count = 3,
        .survives_percent = 75,
    },
    [ITEM_NET] = {
        .name = "net", .plural = "nets", .save_id = 23, .class = CLASS_THROWN, .depth = 6,
        .price = 40, .range = 7, .stack_max = 20, .find_count = 1, .survives_percent = 75,
    },
    [ITEM_FIRE_POT] = {
        .name = "fire pot", .plural = "fire pots", .save_id = 24, .class = CLASS_THROWN,
        .depth = 3, .price = 40, .dice = {2, 6}, .range = 7, .radius = 1, .stack_max = 20,
        .find_count = 2, .survives_percent = 75,
    },
    [ITEM_FLASH_POT] = {
        .name = "flash pot", .plural = "flash pots", .save_id = 25, .class = CLASS_THROWN,
        .depth = 5, .price = 45, .range = 7, .radius = 2, .stack_max = 20, .find_count = 2,
        .survives_percent = 75,
    },
    [ITEM_SALT_BAG] = {
        .name = "salt bag", .plural = "salt bags", .save_id = 26, .class = CLASS_THROWN,
        .depth = 12, .price = 60, .dice = {3, 6}, .range = 7, .stack_max = 20, .find_count = 2,
        .survives_percent = 75,
    },
    [ITEM_PADDED_COAT] = {
        .name = "padded coat", .save_id = 27, .class = CLASS_BODY, .slot = SLOT_BODY, .depth = 1,
        .price = 10, .armour = 2,
    },
    [ITEM_LEATHER_COAT] = {
        .name = "leather coat", .save_id = 28, .class = CLASS_BODY, .slot = SLOT_BODY, .depth = 2,
        .price = 30, .armour = 3,
    },
    [ITEM_RING_COAT] = {
        .name = "ring coat", .save_id = 29, .class = CLASS_BODY, .slot = SLOT_BODY, .depth = 4,
        .price = 70, .armour = 4, .defence = -1, .noise = 1,
    },
    [ITEM_SCALE_COAT] = {
        .name = "scale coat", .save_id = 30, .class = CLASS_BODY, .slot = SLOT_BODY, .depth = 7,
        .price = 140, .armour = 5, .defence = -1, .noise = 1,
    },
    [ITEM_MAIL_COAT] = {
        .name = "mail coat", .save_id = 31, .class = CLASS_BODY, .slot = SLOT_BODY, .depth = 10,
        .price = 280, .armour = 7, .defence = -2, .noise = 2,
    },
    [ITEM_BANDED_MAIL] = {
        .name = "banded mail", .save_id = 32, .class = CLASS_BODY, .slot = SLOT_BODY, .depth = 13,
        .price = 450, .armour = 8, .defence = -2, .noise = 2,
    },
    [ITEM_PLATE] = {
        .name = "plate", .save_id = 33, .class = CLASS_BODY, .slot = SLOT_BODY, .depth = 16,
        .price = 800, .armour = 10, .defence = -3, .noise = 3,
    },
    [ITEM_LAMP_STEEL_MAIL] = {
        .name = "lamp-steel mail", .save_id = 34, .class = CLASS_BODY, .slot = SLOT_BODY,
        .depth = 20, .price = 1500, .armour = 10, .defence = -1, .noise = 1,
    },
    [ITEM_BUCKLER] = {
        .name = "buckler", .save_id = 35, .class = CLASS_SMALL, .slot = SLOT_SHIELD, .depth = 2,
        .price = 25, .defence = 1,
    },
    [ITEM_KITE_SHIELD] = {
        .name = "kite shield", .save_id = 36, .class = CLASS_SMALL, .slot = SLOT_SHIELD,
        .depth = 6, .price = 120, .defence = 2,
    },
    [ITEM_TOWER_SHIELD] = {
        .name = "tower shield", .save_id = 37, .class = CLASS_SMALL, .slot = SLOT_SHIELD,
        .depth = 12, .price = 350, .defence = 3, .noise = 1,
    },
    [ITEM_HELM] = {
        .name = "helm", .save_id = 38, .class = CLASS_SMALL, .slot = SLOT_HEAD, .depth = 3,
        .price = 40, .armour = 1,
    },
    [ITEM_GAUNTLETS] = {
        .name = "gauntlets", .save_id = 39, .class = CLASS_SMALL, .slot = SLOT_HANDS, .depth = 4,
        .price = 50, .armour = 1,
    },
    [ITEM_BOOTS] = {
        .name = "boots", .save_id = 40, .class = CLASS_SMALL, .slot = SLOT_FEET, .depth = 5,
        .price = 60, .armour = 1,
    },
    [ITEM_RING_QUIET] = {
        .name = "ring of quiet", .save_id = 41, .class = CLASS_JEWEL, .slot = SLOT_RING,
        .depth = 4, .price = 200, .noise = -3,
    },
    [ITEM_RING_REST] = {
        .name = "ring of rest", .save_id = 42, .class = CLASS_JEWEL, .slot = SLOT_RING, .depth = 6,
        .price = 220, .traits = ITEM_RESTS,
    },
    [ITEM_RING_WARMTH] = {
        .name = "ring of warmth", .save_id = 43, .class = CLASS_JEWEL, .slot = SLOT_RING,
        .depth = 8, .price = 260, .traits = ITEM_WARMS,
    },
    [ITEM_RING_ANCHOR] = {
        .name = "ring of the anchor", .save_id = 44, .class = CLASS_JEWEL, .slot = SLOT_RING,
        .depth = 10, .price = 320, .traits = ITEM_ANCHORS,
    },
    [ITEM_AMULET_MOLE] = {
        .name = "amulet of the mole", .save_id = 45, .class = CLASS_JEWEL, .slot = SLOT_AMULET,
        .depth = 7, .price = 280, .traits = ITEM_FEELS_FOES,
    },
    [ITEM_AMULET_BREATH] = {
        .name = "amulet of breath", .save_id = 46, .class = CLASS_JEWEL, .slot = SLOT_AMULET,
        .depth = 9, .price = 300, .traits = ITEM_BREATHES,
    },
    [ITEM_LAMP] = {
        .name = "lamp", .save_id = 47, .class = CLASS_LAMP, .slot = SLOT_LAMP, .depth = 1,
        .price = 5, .light = 9,
    },
    [ITEM_HOODED_LAMP] = {
        .name = "hooded lamp", .save_id = 48, .class = CLASS_LAMP, .slot = SLOT_LAMP, .depth = 4,
        .price = 90, .light = 8, .traits = ITEM_HOODED,
    },
    [ITEM_BRASS_LANTERN] = {
        .name = "brass lantern", .save_id = 49, .class = CLASS_LAMP, .slot = SLOT_LAMP, .depth = 5,
        .price = 120, .light = 11,
    },
    [ITEM_LAMP_STEEL_LANTERN] = {
        .name = "lamp-steel lantern", .save_id = 50, .class = CLASS_LAMP, .slot = SLOT_LAMP,
        .depth = 14, .price = 600, .light = 13,
    },
    [ITEM_MENDING] = {
        .name = "draught of mending", .plural = "draughts of mending", .save_id = 51,
        .class = CLASS_DRAUGHT, .depth = 1, .price = 60, .stack_max = 4, .find_count = 1,
        .traits = ITEM_KNOWN,
    },
    [ITEM_HEART] = {
        .name = "draught of heart", .plural = "draughts of heart", .save_id = 52,
        .class = CLASS_DRAUGHT, .depth = 1, .stack_max = 4, .find_count = 1, .traits = ITEM_KNOWN,
    },
    [ITEM_CLEAR_HEAD] = {
        .name = "draught of clear head", .plural = "draughts of clear head", .save_id = 53,
        .class = CLASS_DRAUGHT, .depth = 3, .price = 60, .stack_max = 4, .find_count = 1,
    },
    [ITEM_SWIFTNESS] = {
        .name = "draught of swiftness", .plural = "draughts of swiftness", .save_id = 54,
        .class = CLASS_DRAUGHT, .depth = 3, .price = 80, .stack_max = 4, .find_count = 1,
    },
    [ITEM_FAR_SIGHT] = {
        .name = "draught of far sight", .plural = "draughts of far sight", .save_id = 55,
        .class = CLASS_DRAUGHT, .depth = 2, .price = 70, .stack_max = 4, .find_count = 1,
    },
    [ITEM_SHADOW] = {
        .name = "draught of shadow", .plural = "draughts of shadow", .save_id = 56,
        .class = CLASS_DRAUGHT, .depth = 4, .price = 90, .stack_max = 4, .find_count = 1,
    },
    [ITEM_STONE_SKIN] = {
        .name = "draught of stone skin", .plural = "draughts of stone skin", .save_id = 57,
        .class = CLASS_DRAUGHT, .depth = 5, .price = 90, .stack_max = 4, .find_count = 1,
    },
    [ITEM_FLOATING] = {
        .name = "draught of floating", .plural = "draughts of floating", .save_id = 58,
        .class = CLASS_DRAUGHT, .depth = 6, .price = 70, .stack_max = 4, .find_count = 1,
    },
    [ITEM_FIRE_THROAT] = {
        .name = "draught of fire throat", .plural = "draughts of fire throat", .save_id = 59,
        .class = CLASS_DRAUGHT, .depth = 8, .price = 120, .dice = {3, 8}, .stack_max = 4,
        .find_count = 1,
    },
    [ITEM_MURK] = {
        .name = "draught of murk", .plural = "draughts of murk", .save_id = 60,
        .class = CLASS_DRAUGHT, .depth = 2, .price = 20, .radius = 1, .stack_max = 4,
        .find_count = 1, .traits = ITEM_BAD,
    },
    [ITEM_FUMES] = {
        .name = "draught of fumes", .plural = "draughts of fumes", .save_id = 61,
        .class = CLASS_DRAUGHT, .depth = 3, .price = 40, .radius = 1, .stack_max = 4,
        .find_count = 1, .traits = ITEM_BAD,
    },
    [ITEM_SLUMBER] = {
        .name = "draught of slumber", .plural = "draughts of slumber", .save_id = 62,
        .class = CLASS_DRAUGHT, .depth = 4, .price = 40, .radius = 1, .stack_max = 4,
        .find_count = 1, .traits = ITEM_BAD,
    },
    [ITEM_TEMPERING] = {
        .name = "scroll of tempering", .plural = "scrolls of tempering", .save_id = 63,
        .class = CLASS_SCROLL, .depth = 1, .stack_max = 4, .find_count = 1, .traits = ITEM_KNOWN,
    },
    [ITEM_ELSEWHERE] = {
        .name = "scroll of elsewhere", .plural = "scrolls of elsewhere", .save_id = 64,
        .class = CLASS_SCROLL, .depth = 1, .price = 120, .stack_max = 4, .find_count = 1,
        .traits = ITEM_KNOWN,
    },
    [ITEM_RETURN] = {
        .name = "scroll of return", .plural = "scrolls of return", .save_id = 65,
        .class = CLASS_SCROLL, .depth = 1, .price = 80, .stack_max = 4, .find_count = 1,
        .traits = ITEM_KNOWN,
    },
    [ITEM_MAPPING] = {
        .name = "scroll of mapping", .plural = "scrolls of mapping", .save_id = 66,
        .class = CLASS_SCROLL, .depth = 2, .price = 70, .stack_max = 4, .find_count = 1,
    },
    [ITEM_GLOW] = {
        .name = "scroll of glow", .plural = "scrolls of glow", .save_id = 67,
        .class = CLASS_SCROLL, .depth = 2, .price = 40, .stack_max = 4, .find_count = 1,
    },
    [ITEM_WARDING] = {
        .name = "scroll of warding", .plural = "scrolls of warding", .save_id = 68,
        .class = CLASS_SCROLL, .depth = 5, .price = 140, .stack_max = 4, .find_count = 1,
    },
    [ITEM_BANISHING] = {
        .name = "scroll of banishing", .plural = "scrolls of banishing", .save_id = 69,
        .class = CLASS_SCROLL, .depth = 6, .price = 130, .stack_max = 4, .find_count = 1,
    },
    [ITEM_FELLOWSHIP] = {
        .name = "scroll of fellowship", .plural = "scrolls of fellowship", .save_id = 70,
        .class = CLASS_SCROLL, .depth = 5, .price = 150, .stack_max = 4, .find_count = 1,
    },
    [ITEM_KIN] = {
        .name = "scroll of kin", .plural = "scrolls of kin", .save_id = 71, .class = CLASS_SCROLL,
        .depth = 7, .price = 140, .stack_max = 4, .find_count = 1,
    },
    [ITEM_WAKING] = {
        .name = "scroll of waking", .plural = "scrolls of waking", .save_id = 72,
        .class = CLASS_SCROLL, .depth = 3, .price = 10, .stack_max = 4, .find_count = 1,
        .traits = ITEM_BAD,
    },
    [ITEM_WAND_SPARKS] = {
        .name = "wand of sparks", .save_id = 73, .class = CLASS_WAND, .depth = 3, .price = 150,
        .dice = {2, 6}, .range = 8, .charges = {4, 6},
    },
    [ITEM_WAND_PUSHING] = {
        .name = "wand of pushing", .save_id = 74, .class = CLASS_WAND, .depth = 4, .price = 140,
        .range = 8, .charges = {4, 6},
    },
    [ITEM_WAND_LOCKING] = {
        .name = "wand of locking", .save_id = 75, .class = CLASS_WAND, .depth = 4, .price = 120,
        .range = 8, .charges = {4, 6},
    },
    [ITEM_WAND_DRAWING] = {
        .name = "wand of drawing", .save_id = 76, .class = CLASS_WAND, .depth = 5, .price = 140,
        .range = 8, .charges = {4, 6},
    },
    [ITEM_WAND_FROST] = {
        .name = "wand of frost", .save_id = 77, .class = CLASS_WAND, .depth = 6, .price = 200,
        .dice = {2, 5}, .range = 8, .charges = {4, 6},
    },
    [ITEM_WAND_SLUMBER] = {
        .name = "wand of slumber", .save_id = 78, .class = CLASS_WAND, .depth = 7, .price = 220,
        .range = 8, .charges = {4, 6},
    },
    [ITEM_CHARM_WAY] = {
        .name = "charm of the way", .save_id = 79, .class = CLASS_CHARM, .depth = 5, .price = 250,
        .rest_beats = 300,
    },
    [ITEM_CHARM_MENDING] = {
        .name = "charm of mending", .save_id = 80, .class = CLASS_CHARM, .depth = 6, .price = 400,
        .rest_beats = 400,
    },
    [ITEM_CHARM_FELLOWS] = {
        .name = "charm of fellows", .save_id = 81, .class = CLASS_CHARM, .depth = 8, .price = 450,
        .rest_beats = 500,
    },
    [ITEM_CHARM_SWIFTNESS] = {
        .name = "charm of swiftness", .save_id = 82, .class = CLASS_CHARM, .depth = 9,
        .price = 500, .rest_beats = 600,
    },
    [ITEM_BANDAGE] = {
        .name = "bandage", .plural = "bandages", .save_id = 83, .class = CLASS_OTHER, .depth = 1,
        .price = 12, .stack_max = 4, .find_count = 2,
    },
    [ITEM_LAIR_KEY] = {
        .name = "lair key", .save_id = 84, .class = CLASS_OTHER, .depth = 1,
    },
    [ITEM_BUNDLE] = {
        .name = "sealed bundle", .save_id = 85, .class = CLASS_OTHER, .depth = 1,
    },
    [ITEM_EMBER] = {
        .name = "ember", .save_id = 86, .class = CLASS_OTHER, .depth = 26, .light = 14,
    },
    [ITEM_GOLD] = {
        .name = "gold", .save_id = 87, .class = CLASS_MONEY, .depth = 1,
    },
};
// clang-format on

const struct item_row *item_row(enum item_kind kind)
{
    CHECK((unsigned)kind < ITEM_KIND_COUNT);
    return &item_table[kind];
}

const struct item_class_row *item_class_row(enum item_class class)
{
    CHECK((unsigned)class < CLASS_COUNT);
    return &class_table[class];
}

enum err item_from_save_id(uint8_t save_id, enum item_kind *out)
{
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++) {
        if (item_table[kind].save_id == save_id) {
            *out = kind;
            return ERR_OK;
        }
    }
    return ERR_UNKNOWN;
}

int item_throw_range(enum item_kind kind)
{
    const struct item_row *row = item_row(kind);

    return row->class == CLASS_THROWN ? row->range : CLUMSY_RANGE;
}
