/*
 * The tables of kinds of items, by class and first depth, and of their classes; and the looks of
 * unknown kinds: the kinds of a class are shuffled against the looks of that class.
 */
#include "content/item.h"

#include <stdio.h>

#include "base/check.h"
#include "base/rng.h"

/* Range in cells of a thrown item that is not made for throwing. */
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
        .hue = HUE_TEAL,
        .purpose = "To throw at what is still far off; most can be picked up again.",
    },
    [ITEM_KNIFE] = {
        .name = "knife", .save_id = 2, .class = CLASS_WEAPON, .slot = SLOT_WEAPON, .depth = 1,
        .price = 5, .dice = {1, 5}, .attack = 1, .surprise = 3,
        .hue = HUE_WHITE,
        .purpose = "Light and sure, and deadly to what has not noticed you.",
    },
    [ITEM_CUDGEL] = {
        .name = "cudgel", .save_id = 3, .class = CLASS_WEAPON, .slot = SLOT_WEAPON, .depth = 1,
        .price = 8, .dice = {1, 6},
        .hue = HUE_AMBER,
        .purpose = "A plain club: a little more than a knife, and no tricks.",
    },
    [ITEM_SHORT_SWORD] = {
        .name = "short sword", .save_id = 4, .class = CLASS_WEAPON, .slot = SLOT_WEAPON,
        .depth = 2, .price = 20, .dice = {1, 7}, .attack = 1,
        .hue = HUE_TEAL,
        .purpose = "A steady blade for those who fight face to face.",
    },
    [ITEM_HATCHET] = {
        .name = "hatchet", .save_id = 5, .class = CLASS_WEAPON, .slot = SLOT_WEAPON, .depth = 2,
        .price = 25, .dice = {1, 8},
        .hue = HUE_CORAL,
        .purpose = "It bites deeper than a short sword and misses more.",
    },
    [ITEM_SPEAR] = {
        .name = "spear", .save_id = 6, .class = CLASS_WEAPON, .slot = SLOT_WEAPON, .depth = 3,
        .price = 35, .dice = {1, 8}, .attack = 1, .traits = ITEM_REACHES,
        .hue = HUE_YELLOW,
        .purpose = "To strike over a companion, or before a foe is beside you.",
    },
    [ITEM_MACE] = {
        .name = "mace", .save_id = 7, .class = CLASS_WEAPON, .slot = SLOT_WEAPON, .depth = 4,
        .price = 60, .dice = {2, 5}, .attack = -1, .beat_percent = 110, .traits = ITEM_DAZES,
        .hue = HUE_PINK,
        .purpose = "Slow and heavy, for foes in armour that must be kept dazed.",
    },
    [ITEM_LONG_SWORD] = {
        .name = "long sword", .save_id = 8, .class = CLASS_WEAPON, .slot = SLOT_WEAPON, .depth = 6,
        .price = 110, .dice = {2, 5}, .attack = 1,
        .hue = HUE_BLUE,
        .purpose = "The even choice: strong, sure and in one hand.",
    },
    [ITEM_WAR_AXE] = {
        .name = "war axe", .save_id = 9, .class = CLASS_WEAPON, .slot = SLOT_WEAPON, .depth = 8,
        .price = 160, .dice = {2, 6}, .beat_percent = 110, .traits = ITEM_SWEEPS,
        .hue = HUE_ORANGE,
        .purpose = "For those who stand among several foes at once.",
    },
    [ITEM_STILETTO] = {
        .name = "stiletto", .save_id = 10, .class = CLASS_WEAPON, .slot = SLOT_WEAPON, .depth = 8,
        .price = 170, .dice = {1, 9}, .attack = 3, .beat_percent = 80, .surprise = 3,
        .hue = HUE_VIOLET,
        .purpose = "Quick and sure: for strikes at what sleeps or looks away.",
    },
    [ITEM_PIKE] = {
        .name = "pike", .save_id = 11, .class = CLASS_WEAPON, .slot = SLOT_WEAPON, .depth = 10,
        .price = 230, .dice = {2, 7}, .beat_percent = 110,
        .traits = ITEM_TWO_HANDED | ITEM_REACHES,
        .hue = HUE_OLIVE,
        .purpose = "For the second row, behind a companion who holds the line.",
    },
    [ITEM_GREAT_SWORD] = {
        .name = "great sword", .save_id = 12, .class = CLASS_WEAPON, .slot = SLOT_WEAPON,
        .depth = 11, .price = 300, .dice = {3, 6}, .beat_percent = 110, .traits = ITEM_TWO_HANDED,
        .hue = HUE_PALE,
        .purpose = "Heavy damage for those who need no shield.",
    },
    [ITEM_BLACK_SABRE] = {
        .name = "black sabre", .save_id = 13, .class = CLASS_WEAPON, .slot = SLOT_WEAPON,
        .depth = 13, .price = 420, .dice = {3, 5}, .attack = 2,
        .hue = HUE_ROSE,
        .purpose = "A sure blade that leaves a hand for a shield.",
    },
    [ITEM_GLAIVE] = {
        .name = "glaive", .save_id = 14, .class = CLASS_WEAPON, .slot = SLOT_WEAPON, .depth = 15,
        .price = 600, .dice = {3, 7}, .beat_percent = 110,
        .traits = ITEM_TWO_HANDED | ITEM_SWEEPS,
        .hue = HUE_TEAL,
        .purpose = "It clears the ground around you.",
    },
    [ITEM_MAUL] = {
        .name = "hewer's maul", .save_id = 15, .class = CLASS_WEAPON, .slot = SLOT_WEAPON,
        .depth = 16, .price = 700, .dice = {5, 6}, .attack = -2, .beat_percent = 140,
        .traits = ITEM_TWO_HANDED | ITEM_STUNS,
        .hue = HUE_AMBER,
        .purpose = "The heaviest blow there is, when it lands.",
    },
    [ITEM_LAMP_STEEL_SWORD] = {
        .name = "lamp-steel sword", .save_id = 16, .class = CLASS_WEAPON, .slot = SLOT_WEAPON,
        .depth = 18, .price = 950, .dice = {4, 5}, .attack = 2, .light = 1,
        .hue = HUE_YELLOW,
        .purpose = "The best blade there is, and it shines.",
    },
    [ITEM_CLEAVER] = {
        .name = "cleaver", .save_id = 88, .class = CLASS_WEAPON, .slot = SLOT_WEAPON, .depth = 1,
        .dice = {1, 7}, .attack = -1,
        .hue = HUE_OLIVE,
        .purpose = "From some kitchen: it bites deep, where it hits.",
    },
    [ITEM_SLING] = {
        .name = "sling", .save_id = 17, .class = CLASS_LAUNCHER, .slot = SLOT_LAUNCHER, .depth = 1,
        .price = 15, .dice = {1, 5}, .beat_percent = 110, .range = 7,
        .hue = HUE_OLIVE,
        .purpose = "To shoot early; its stones never run out.",
    },
    [ITEM_SHORT_BOW] = {
        .name = "short bow", .save_id = 18, .class = CLASS_LAUNCHER, .slot = SLOT_LAUNCHER,
        .depth = 4, .price = 60, .dice = {1, 8}, .beat_percent = 110, .range = 8,
        .traits = ITEM_TWO_HANDED,
        .hue = HUE_AMBER,
        .purpose = "To shoot early, with both hands; arrows never run out.",
    },
    [ITEM_LONG_BOW] = {
        .name = "long bow", .save_id = 19, .class = CLASS_LAUNCHER, .slot = SLOT_LAUNCHER,
        .depth = 8, .price = 180, .dice = {2, 6}, .beat_percent = 120, .range = 9,
        .traits = ITEM_TWO_HANDED,
        .hue = HUE_CORAL,
        .purpose = "To shoot from afar, with both hands; arrows never run out.",
    },
    [ITEM_CROSSBOW] = {
        .name = "crossbow", .save_id = 20, .class = CLASS_LAUNCHER, .slot = SLOT_LAUNCHER,
        .depth = 12, .price = 350, .dice = {3, 6}, .beat_percent = 170, .range = 9,
        .hue = HUE_BLUE,
        .purpose = "A slow shot that goes through armour; bolts never run out.",
    },
    [ITEM_HORN_BOW] = {
        .name = "horn bow", .save_id = 21, .class = CLASS_LAUNCHER, .slot = SLOT_LAUNCHER,
        .depth = 17, .price = 800, .dice = {3, 7}, .beat_percent = 120, .range = 10,
        .traits = ITEM_TWO_HANDED,
        .hue = HUE_VIOLET,
        .purpose = "The farthest and strongest shot there is.",
    },
    [ITEM_JAVELIN] = {
        .name = "javelin", .plural = "javelins", .save_id = 22, .class = CLASS_THROWN, .depth = 5,
        .price = 8, .dice = {1, 9}, .range = 7, .stack_max = 20, .find_count = 3,
        .survives_percent = 75,
        .hue = HUE_YELLOW,
        .purpose = "A heavy throw; most can be picked up again.",
    },
    [ITEM_NET] = {
        .name = "net", .plural = "nets", .save_id = 23, .class = CLASS_THROWN, .depth = 6,
        .price = 40, .range = 7, .stack_max = 20, .find_count = 1, .survives_percent = 75,
        .hue = HUE_OLIVE,
        .purpose = "It holds a foe in place while you leave or strike.",
    },
    [ITEM_FIRE_POT] = {
        .name = "fire pot", .plural = "fire pots", .save_id = 24, .class = CLASS_THROWN,
        .depth = 3, .price = 40, .dice = {2, 6}, .range = 7, .radius = 1, .stack_max = 20,
        .find_count = 2, .survives_percent = 75,
        .hue = HUE_ORANGE,
        .purpose = "It burns a knot of foes, and all else that stands there.",
    },
    [ITEM_FLASH_POT] = {
        .name = "flash pot", .plural = "flash pots", .save_id = 25, .class = CLASS_THROWN,
        .depth = 5, .price = 45, .range = 7, .radius = 2, .stack_max = 20, .find_count = 2,
        .survives_percent = 75,
        .hue = HUE_WHITE,
        .purpose = "It dazzles and dazes all around where it bursts.",
    },
    [ITEM_SALT_BAG] = {
        .name = "salt bag", .plural = "salt bags", .save_id = 26, .class = CLASS_THROWN,
        .depth = 12, .price = 60, .dice = {3, 6}, .range = 7, .stack_max = 20, .find_count = 2,
        .survives_percent = 75,
        .hue = HUE_PINK,
        .purpose = "It wounds the dead and spirits, and nothing else.",
    },
    [ITEM_PEBBLE] = {
        .name = "pebble", .plural = "pebbles", .save_id = 89, .class = CLASS_THROWN, .depth = 1,
        .dice = {1, 3}, .range = 9, .stack_max = 20, .find_count = 6, .survives_percent = 90,
        .hue = HUE_BLUE,
        .purpose = "To throw far; it hurts little, and is seldom lost.",
    },
    [ITEM_BROKEN_BOTTLE] = {
        .name = "broken bottle", .plural = "broken bottles", .save_id = 90,
        .class = CLASS_THROWN, .depth = 1, .dice = {1, 7}, .range = 6, .stack_max = 20,
        .find_count = 2,
        .hue = HUE_CORAL,
        .purpose = "Thrown once, it cuts deeper than a dart, and is gone.",
    },
    [ITEM_PADDED_COAT] = {
        .name = "padded coat", .save_id = 27, .class = CLASS_BODY, .slot = SLOT_BODY, .depth = 1,
        .price = 10, .armour = 2,
        .hue = HUE_AMBER,
        .purpose = "The least that armour can be, and quiet.",
    },
    [ITEM_LEATHER_COAT] = {
        .name = "leather coat", .save_id = 28, .class = CLASS_BODY, .slot = SLOT_BODY, .depth = 2,
        .price = 30, .armour = 3,
        .hue = HUE_ORANGE,
        .purpose = "Better than padding and just as quiet.",
    },
    [ITEM_RING_COAT] = {
        .name = "ring coat", .save_id = 29, .class = CLASS_BODY, .slot = SLOT_BODY, .depth = 4,
        .price = 70, .armour = 4, .defence = -1, .noise = 1,
        .hue = HUE_TEAL,
        .purpose = "Good armour that is heard a little.",
    },
    [ITEM_SCALE_COAT] = {
        .name = "scale coat", .save_id = 30, .class = CLASS_BODY, .slot = SLOT_BODY, .depth = 7,
        .price = 140, .armour = 5, .defence = -1, .noise = 1,
        .hue = HUE_OLIVE,
        .purpose = "Heavier armour that is heard a little.",
    },
    [ITEM_MAIL_COAT] = {
        .name = "mail coat", .save_id = 31, .class = CLASS_BODY, .slot = SLOT_BODY, .depth = 10,
        .price = 280, .armour = 7, .defence = -2, .noise = 2,
        .hue = HUE_BLUE,
        .purpose = "Strong armour for those who do not hide.",
    },
    [ITEM_BANDED_MAIL] = {
        .name = "banded mail", .save_id = 32, .class = CLASS_BODY, .slot = SLOT_BODY, .depth = 13,
        .price = 450, .armour = 8, .defence = -2, .noise = 2,
        .hue = HUE_VIOLET,
        .purpose = "Very strong armour for those who do not hide.",
    },
    [ITEM_PLATE] = {
        .name = "plate", .save_id = 33, .class = CLASS_BODY, .slot = SLOT_BODY, .depth = 16,
        .price = 800, .armour = 10, .defence = -3, .noise = 3,
        .hue = HUE_WHITE,
        .purpose = "Few blows come through it, and all hear it coming.",
    },
    [ITEM_LAMP_STEEL_MAIL] = {
        .name = "lamp-steel mail", .save_id = 34, .class = CLASS_BODY, .slot = SLOT_BODY,
        .depth = 20, .price = 1500, .armour = 10, .defence = -1, .noise = 1,
        .hue = HUE_YELLOW,
        .purpose = "As strong as plate, and hardly heard.",
    },
    [ITEM_BUCKLER] = {
        .name = "buckler", .save_id = 35, .class = CLASS_SMALL, .slot = SLOT_SHIELD, .depth = 2,
        .price = 25, .defence = 1,
        .hue = HUE_AMBER,
        .purpose = "Foes miss you more often; it leaves one hand for a weapon.",
    },
    [ITEM_KITE_SHIELD] = {
        .name = "kite shield", .save_id = 36, .class = CLASS_SMALL, .slot = SLOT_SHIELD,
        .depth = 6, .price = 120, .defence = 2,
        .hue = HUE_BLUE,
        .purpose = "Foes miss you more often; it leaves one hand for a weapon.",
    },
    [ITEM_TOWER_SHIELD] = {
        .name = "tower shield", .save_id = 37, .class = CLASS_SMALL, .slot = SLOT_SHIELD,
        .depth = 12, .price = 350, .defence = 3, .noise = 1,
        .hue = HUE_VIOLET,
        .purpose = "Foes miss you much more often; it is heard a little.",
    },
    [ITEM_HELM] = {
        .name = "helm", .save_id = 38, .class = CLASS_SMALL, .slot = SLOT_HEAD, .depth = 3,
        .price = 40, .armour = 1,
        .hue = HUE_TEAL,
        .purpose = "A little armour that costs you nothing else.",
    },
    [ITEM_GAUNTLETS] = {
        .name = "gauntlets", .save_id = 39, .class = CLASS_SMALL, .slot = SLOT_HANDS, .depth = 4,
        .price = 50, .armour = 1,
        .hue = HUE_CORAL,
        .purpose = "A little armour that costs you nothing else.",
    },
    [ITEM_BOOTS] = {
        .name = "boots", .save_id = 40, .class = CLASS_SMALL, .slot = SLOT_FEET, .depth = 5,
        .price = 60, .armour = 1,
        .hue = HUE_OLIVE,
        .purpose = "A little armour that costs you nothing else.",
    },
    [ITEM_POT_LID] = {
        .name = "pot lid", .save_id = 91, .class = CLASS_SMALL, .slot = SLOT_SHIELD, .depth = 1,
        .defence = 1, .noise = 1,
        .hue = HUE_PINK,
        .purpose = "As good as a buckler, and it rattles.",
    },
    [ITEM_CANDLE_CAP] = {
        .name = "candle cap", .save_id = 92, .class = CLASS_SMALL, .slot = SLOT_HEAD, .depth = 1,
        .light = 1,
        .hue = HUE_YELLOW,
        .purpose = "A miner's cap with a candle on it: you see a little farther.",
    },
    [ITEM_FELT_SHOES] = {
        .name = "felt shoes", .save_id = 93, .class = CLASS_SMALL, .slot = SLOT_FEET, .depth = 1,
        .noise = -1,
        .hue = HUE_VIOLET,
        .purpose = "Soft soles: your steps are not heard so far.",
    },
    [ITEM_RING_QUIET] = {
        .name = "ring of quiet", .save_id = 41, .class = CLASS_JEWEL, .slot = SLOT_RING,
        .depth = 4, .price = 200, .noise = -3,
        .hue = HUE_VIOLET,
        .purpose = "For those who pass by what sleeps.",
    },
    [ITEM_RING_REST] = {
        .name = "ring of rest", .save_id = 42, .class = CLASS_JEWEL, .slot = SLOT_RING, .depth = 6,
        .price = 220, .traits = ITEM_RESTS,
        .hue = HUE_PINK,
        .purpose = "Rests and waits are half as long.",
    },
    [ITEM_RING_WARMTH] = {
        .name = "ring of warmth", .save_id = 43, .class = CLASS_JEWEL, .slot = SLOT_RING,
        .depth = 8, .price = 260, .traits = ITEM_WARMS,
        .hue = HUE_ORANGE,
        .purpose = "For depths where things burn and spit fire.",
    },
    [ITEM_RING_ANCHOR] = {
        .name = "ring of the anchor", .save_id = 44, .class = CLASS_JEWEL, .slot = SLOT_RING,
        .depth = 10, .price = 320, .traits = ITEM_ANCHORS,
        .hue = HUE_BLUE,
        .purpose = "For foes that hold, pull or stun.",
    },
    [ITEM_AMULET_MOLE] = {
        .name = "amulet of the mole", .save_id = 45, .class = CLASS_JEWEL, .slot = SLOT_AMULET,
        .depth = 7, .price = 280, .traits = ITEM_SENSES_FOES,
        .hue = HUE_AMBER,
        .purpose = "No foe near you comes as a surprise.",
    },
    [ITEM_AMULET_BREATH] = {
        .name = "amulet of breath", .save_id = 46, .class = CLASS_JEWEL, .slot = SLOT_AMULET,
        .depth = 9, .price = 300, .traits = ITEM_BREATHES,
        .hue = HUE_TEAL,
        .purpose = "For foes that poison or put to sleep.",
    },
    [ITEM_LAMP] = {
        .name = "lamp", .save_id = 47, .class = CLASS_LAMP, .slot = SLOT_LAMP, .depth = 1,
        .price = 5, .light = 9,
        .hue = HUE_YELLOW,
        .purpose = "The light that you see by; foes see it too.",
    },
    [ITEM_HOODED_LAMP] = {
        .name = "hooded lamp", .save_id = 48, .class = CLASS_LAMP, .slot = SLOT_LAMP, .depth = 4,
        .price = 90, .light = 8, .traits = ITEM_HOODED,
        .hue = HUE_VIOLET,
        .purpose = "A dimmer light for those who do not want to be seen.",
    },
    [ITEM_BRASS_LANTERN] = {
        .name = "brass lantern", .save_id = 49, .class = CLASS_LAMP, .slot = SLOT_LAMP, .depth = 5,
        .price = 120, .light = 11,
        .hue = HUE_AMBER,
        .purpose = "You see farther, and shoot farther.",
    },
    [ITEM_LAMP_STEEL_LANTERN] = {
        .name = "lamp-steel lantern", .save_id = 50, .class = CLASS_LAMP, .slot = SLOT_LAMP,
        .depth = 14, .price = 600, .light = 13,
        .hue = HUE_WHITE,
        .purpose = "The brightest light there is but one.",
    },
    [ITEM_MENDING] = {
        .name = "draught of mending", .plural = "draughts of mending", .save_id = 51,
        .class = CLASS_DRAUGHT, .depth = 1, .price = 60, .stack_max = 4, .find_count = 1,
        .traits = ITEM_KNOWN,
        .hue = HUE_PINK,
        .purpose = "It closes wounds at once, and ends poison and burning.",
    },
    [ITEM_HEART] = {
        .name = "draught of heart", .plural = "draughts of heart", .save_id = 52,
        .class = CLASS_DRAUGHT, .depth = 1, .stack_max = 4, .find_count = 1, .traits = ITEM_KNOWN,
        .hue = HUE_ROSE,
        .purpose = "It heals you whole and gives more health for good.",
    },
    [ITEM_CLEAR_HEAD] = {
        .name = "draught of clear head", .plural = "draughts of clear head", .save_id = 53,
        .class = CLASS_DRAUGHT, .depth = 3, .price = 60, .stack_max = 4, .find_count = 1,
        .hue = HUE_PALE,
        .purpose = "It ends all that ails you and keeps it off for a while.",
    },
    [ITEM_SWIFTNESS] = {
        .name = "draught of swiftness", .plural = "draughts of swiftness", .save_id = 54,
        .class = CLASS_DRAUGHT, .depth = 3, .price = 80, .stack_max = 4, .find_count = 1,
        .hue = HUE_YELLOW,
        .purpose = "For some beats you do more than your foes can.",
    },
    [ITEM_FAR_SIGHT] = {
        .name = "draught of far sight", .plural = "draughts of far sight", .save_id = 55,
        .class = CLASS_DRAUGHT, .depth = 2, .price = 70, .stack_max = 4, .find_count = 1,
        .hue = HUE_BLUE,
        .purpose = "It shows the map and the foes around, through rock.",
    },
    [ITEM_SHADOW] = {
        .name = "draught of shadow", .plural = "draughts of shadow", .save_id = 56,
        .class = CLASS_DRAUGHT, .depth = 4, .price = 90, .stack_max = 4, .find_count = 1,
        .hue = HUE_VIOLET,
        .purpose = "Foes see you only from beside you, for a while.",
    },
    [ITEM_STONE_SKIN] = {
        .name = "draught of stone skin", .plural = "draughts of stone skin", .save_id = 57,
        .class = CLASS_DRAUGHT, .depth = 5, .price = 90, .stack_max = 4, .find_count = 1,
        .hue = HUE_AMBER,
        .purpose = "Blows hurt you less for a while.",
    },
    [ITEM_FLOATING] = {
        .name = "draught of floating", .plural = "draughts of floating", .save_id = 58,
        .class = CLASS_DRAUGHT, .depth = 6, .price = 70, .stack_max = 4, .find_count = 1,
        .hue = HUE_TEAL,
        .purpose = "It carries you over water and chasms for a while.",
    },
    [ITEM_FIRE_THROAT] = {
        .name = "draught of fire throat", .plural = "draughts of fire throat", .save_id = 59,
        .class = CLASS_DRAUGHT, .depth = 8, .price = 120, .dice = {3, 8}, .stack_max = 4,
        .find_count = 1,
        .hue = HUE_ORANGE,
        .purpose = "You breathe fire, once, on all in front of you.",
    },
    [ITEM_MURK] = {
        .name = "draught of murk", .plural = "draughts of murk", .save_id = 60,
        .class = CLASS_DRAUGHT, .depth = 2, .price = 20, .radius = 1, .stack_max = 4,
        .find_count = 1, .traits = ITEM_BAD,
        .hue = HUE_OLIVE,
        .purpose = "It dims the light of who drinks it: better thrown.",
    },
    [ITEM_FUMES] = {
        .name = "draught of fumes", .plural = "draughts of fumes", .save_id = 61,
        .class = CLASS_DRAUGHT, .depth = 3, .price = 40, .radius = 1, .stack_max = 4,
        .find_count = 1, .traits = ITEM_BAD,
        .hue = HUE_CORAL,
        .purpose = "It poisons who drinks it: better thrown.",
    },
    [ITEM_SLUMBER] = {
        .name = "draught of slumber", .plural = "draughts of slumber", .save_id = 62,
        .class = CLASS_DRAUGHT, .depth = 4, .price = 40, .radius = 1, .stack_max = 4,
        .find_count = 1, .traits = ITEM_BAD,
        .hue = HUE_WHITE,
        .purpose = "It puts who drinks it to sleep: better thrown.",
    },
    [ITEM_TEMPERING] = {
        .name = "scroll of tempering", .plural = "scrolls of tempering", .save_id = 63,
        .class = CLASS_SCROLL, .depth = 1, .stack_max = 4, .find_count = 1, .traits = ITEM_KNOWN,
        .hue = HUE_ORANGE,
        .purpose = "It makes one thing that you wear better by 1, for good.",
    },
    [ITEM_ELSEWHERE] = {
        .name = "scroll of elsewhere", .plural = "scrolls of elsewhere", .save_id = 64,
        .class = CLASS_SCROLL, .depth = 1, .price = 120, .stack_max = 4, .find_count = 1,
        .traits = ITEM_KNOWN,
        .hue = HUE_VIOLET,
        .purpose = "It takes you far off on this level, out of sight of foes.",
    },
    [ITEM_RETURN] = {
        .name = "scroll of return", .plural = "scrolls of return", .save_id = 65,
        .class = CLASS_SCROLL, .depth = 1, .price = 80, .stack_max = 4, .find_count = 1,
        .traits = ITEM_KNOWN,
        .hue = HUE_BLUE,
        .purpose = "It takes you to your deepest haven, unless you are hurt first.",
    },
    [ITEM_MAPPING] = {
        .name = "scroll of mapping", .plural = "scrolls of mapping", .save_id = 66,
        .class = CLASS_SCROLL, .depth = 2, .price = 70, .stack_max = 4, .find_count = 1,
        .hue = HUE_AMBER,
        .purpose = "It shows you the whole map of the level.",
    },
    [ITEM_GLOW] = {
        .name = "scroll of glow", .plural = "scrolls of glow", .save_id = 67,
        .class = CLASS_SCROLL, .depth = 2, .price = 40, .stack_max = 4, .find_count = 1,
        .hue = HUE_YELLOW,
        .purpose = "You shine farther for a while, and dazzle what sees you.",
    },
    [ITEM_WARDING] = {
        .name = "scroll of warding", .plural = "scrolls of warding", .save_id = 68,
        .class = CLASS_SCROLL, .depth = 5, .price = 140, .stack_max = 4, .find_count = 1,
        .hue = HUE_TEAL,
        .purpose = "It marks ground around you that no foe enters for a while.",
    },
    [ITEM_BANISHING] = {
        .name = "scroll of banishing", .plural = "scrolls of banishing", .save_id = 69,
        .class = CLASS_SCROLL, .depth = 6, .price = 130, .stack_max = 4, .find_count = 1,
        .hue = HUE_ROSE,
        .purpose = "It sends one foe, no boss, across the level.",
    },
    [ITEM_FELLOWSHIP] = {
        .name = "scroll of fellowship", .plural = "scrolls of fellowship", .save_id = 70,
        .class = CLASS_SCROLL, .depth = 5, .price = 150, .stack_max = 4, .find_count = 1,
        .hue = HUE_PINK,
        .purpose = "It brings your party beside you, while all is calm.",
    },
    [ITEM_KIN] = {
        .name = "scroll of kin", .plural = "scrolls of kin", .save_id = 71, .class = CLASS_SCROLL,
        .depth = 7, .price = 140, .stack_max = 4, .find_count = 1,
        .hue = HUE_CORAL,
        .purpose = "It heals you and your companions in view.",
    },
    [ITEM_WAKING] = {
        .name = "scroll of waking", .plural = "scrolls of waking", .save_id = 72,
        .class = CLASS_SCROLL, .depth = 3, .price = 10, .stack_max = 4, .find_count = 1,
        .traits = ITEM_BAD,
        .hue = HUE_WHITE,
        .purpose = "It wakes all foes near: seldom what one wants.",
    },
    [ITEM_WAND_SPARKS] = {
        .name = "wand of sparks", .save_id = 73, .class = CLASS_WAND, .depth = 3, .price = 150,
        .dice = {2, 6}, .range = 8, .charges = {4, 6},
        .hue = HUE_YELLOW,
        .purpose = "It shoots a bolt that wounds.",
    },
    [ITEM_WAND_PUSHING] = {
        .name = "wand of pushing", .save_id = 74, .class = CLASS_WAND, .depth = 4, .price = 140,
        .range = 8, .charges = {4, 6},
        .hue = HUE_CORAL,
        .purpose = "It throws a foe back and dazes it.",
    },
    [ITEM_WAND_LOCKING] = {
        .name = "wand of locking", .save_id = 75, .class = CLASS_WAND, .depth = 4, .price = 120,
        .range = 8, .charges = {4, 6},
        .hue = HUE_AMBER,
        .purpose = "It keeps foes out of a door for a while.",
    },
    [ITEM_WAND_DRAWING] = {
        .name = "wand of drawing", .save_id = 76, .class = CLASS_WAND, .depth = 5, .price = 140,
        .range = 8, .charges = {4, 6},
        .hue = HUE_PINK,
        .purpose = "It pulls a foe to you.",
    },
    [ITEM_WAND_FROST] = {
        .name = "wand of frost", .save_id = 77, .class = CLASS_WAND, .depth = 6, .price = 200,
        .dice = {2, 5}, .range = 8, .charges = {4, 6},
        .hue = HUE_BLUE,
        .purpose = "It shoots a bolt that wounds and slows.",
    },
    [ITEM_WAND_SLUMBER] = {
        .name = "wand of slumber", .save_id = 78, .class = CLASS_WAND, .depth = 7, .price = 220,
        .range = 8, .charges = {4, 6},
        .hue = HUE_VIOLET,
        .purpose = "It puts a foe, no boss, to sleep.",
    },
    [ITEM_CHARM_WAY] = {
        .name = "charm of the way", .save_id = 79, .class = CLASS_CHARM, .depth = 5, .price = 250,
        .rest_beats = 300,
        .hue = HUE_BLUE,
        .purpose = "It shows the way to the stairs down, again and again.",
    },
    [ITEM_CHARM_MENDING] = {
        .name = "charm of mending", .save_id = 80, .class = CLASS_CHARM, .depth = 6, .price = 400,
        .rest_beats = 400,
        .hue = HUE_PINK,
        .purpose = "It heals a quarter of your health, again and again.",
    },
    [ITEM_CHARM_FELLOWS] = {
        .name = "charm of fellows", .save_id = 81, .class = CLASS_CHARM, .depth = 8, .price = 450,
        .rest_beats = 500,
        .hue = HUE_TEAL,
        .purpose = "It heals you and those near you, again and again.",
    },
    [ITEM_CHARM_SWIFTNESS] = {
        .name = "charm of swiftness", .save_id = 82, .class = CLASS_CHARM, .depth = 9,
        .price = 500, .rest_beats = 600,
        .hue = HUE_YELLOW,
        .purpose = "It makes you quick for a moment, again and again.",
    },
    [ITEM_BANDAGE] = {
        .name = "bandage", .plural = "bandages", .save_id = 83, .class = CLASS_OTHER, .depth = 1,
        .price = 12, .stack_max = 4, .find_count = 2,
        .hue = HUE_PALE,
        .purpose = "It heals slowly, over three beats; cheap, and better than none.",
    },
    [ITEM_LAIR_KEY] = {
        .name = "lair key", .save_id = 84, .class = CLASS_OTHER, .depth = 1,
        .hue = HUE_YELLOW,
        .purpose = "It opens the bars of this level's vault.",
    },
    [ITEM_BUNDLE] = {
        .name = "sealed bundle", .save_id = 85, .class = CLASS_OTHER, .depth = 1,
        .purpose = "It holds what lay in another player's grave: take it to them.",
    },
    [ITEM_EMBER] = {
        .name = "ember", .save_id = 86, .class = CLASS_OTHER, .depth = 26, .light = 14,
        .hue = HUE_ORANGE,
        .purpose = "The light of the last lamp, to be carried up.",
    },
    [ITEM_GOLD] = {
        .name = "gold", .save_id = 87, .class = CLASS_MONEY, .depth = 1,
        .hue = HUE_AMBER,
        .purpose = "Pedlars take it.",
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

enum role item_role(enum item_kind kind, bool is_known)
{
    const struct item_row *row = item_row(kind);

    return is_known && row->hue != HUE_NONE ? role_of_hue(ROLE_KIND_CORAL, row->hue)
                                            : item_class_row(row->class)->role;
}

int item_throw_range(enum item_kind kind)
{
    const struct item_row *row = item_row(kind);

    return row->class == CLASS_THROWN ? row->range : CLUMSY_RANGE;
}

enum { LOOKS = 16 };

struct flavour_row {
    enum item_class class;
    const char *before; /* the look of the unknown kind, such as "amber" */
    const char *before_several;
    const char *after;
    const char *after_several;
    const char *looks[LOOKS];
};

// clang-format off
static const struct flavour_row flavour_table[] = {
    {CLASS_DRAUGHT, "", "", " draught", " draughts",
     {"amber", "black", "brown", "clear", "cloudy", "copper", "green", "grey", "milky", "pink",
      "red", "silver", "smoky", "violet", "white", "yellow"}},
    {CLASS_SCROLL, "scroll marked ", "scrolls marked ", "", "",
     {"ADRA", "BOMU", "CETH", "DOVAN", "ELGI", "FARUM", "GOSH", "HIRAL", "IXO", "KEVO",
      "LUMET", "MAROG", "NIBEL", "OSTRA", "PELUN", "QUAR"}},
    {CLASS_WAND, "", "", " wand", " wands",
     {"ash", "beech", "birch", "bone", "brass", "cedar", "copper", "elm", "hazel", "horn",
      "iron", "oak", "pine", "rowan", "tin", "yew"}},
};
// clang-format on

enum { FLAVOURS = sizeof flavour_table / sizeof flavour_table[0] };

/* Returns the index of a kind among the kinds of its class. */
static uint32_t place_of(enum item_kind kind)
{
    uint32_t place = 0;

    for (enum item_kind other = 0; other < kind; other++)
        place += item_row(other)->class == item_row(kind)->class;
    CHECK(place < LOOKS);
    return place;
}

static const struct flavour_row *row_of(enum item_class class)
{
    int i = 0;

    while (i < FLAVOURS && flavour_table[i].class != class)
        i++;
    CHECK(i < FLAVOURS);
    return &flavour_table[i];
}

void flavour_name(enum item_kind kind, uint64_t seed, uint32_t count, char *out, size_t out_size)
{
    const struct flavour_row *row = row_of(item_row(kind)->class);
    uint32_t looks[LOOKS];
    struct rng rng;

    for (uint32_t i = 0; i < LOOKS; i++)
        looks[i] = i;
    rng_init(&rng, rng_mix(seed) ^ row->class);
    rng_shuffle(&rng, looks, LOOKS);
    const char *look = row->looks[looks[place_of(kind)]];
    snprintf(out, out_size, "%s%s%s", count == 1 ? row->before : row->before_several, look,
             count == 1 ? row->after : row->after_several);
}
