/*
 * The table of kinds of bodies: delvers, foes by the depth at which they are first met, bosses.
 */
#include "content/species.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"

// clang-format off
static const struct species_row species_table[SPECIES_COUNT] = {
    [SPECIES_DELVER] = {
        .name = "delver", .plural = "delvers", .save_id = 1, .glyph = '@', .move = 100, .hit = 100,
    },
    [SPECIES_CELLAR_RAT] = {
        .name = "cellar rat", .plural = "cellar rats", .save_id = 2, .glyph = 'r',
        .family = FAMILY_BEAST, .depth = {1, 4}, .rarity = 10,
        .group = {1, 3}, .health = 6, .attack = 3, .defence = 4, .damage = {1, 3}, .move = 100,
        .hit = 100, .see = 6, .drop = DROP_NONE,
        .parts = {{.id = PART_NODOOR}, {.id = PART_FLEE}},
        .hue = HUE_CORAL,
        .look = "Sleek, wet, and not at all afraid of lamps.",
    },
    [SPECIES_LAMP_MOTH] = {
        .name = "lamp moth", .plural = "lamp moths", .save_id = 3, .glyph = 'm',
        .family = FAMILY_VERMIN, .depth = {1, 5}, .rarity = 5, .group = {1, 2}, .health = 4,
        .attack = 4, .defence = 7, .damage = {1, 2}, .move = 80, .hit = 100, .see = 10,
        .drop = DROP_NONE,
        .parts = {{.id = PART_ERRATIC}, {.id = PART_DIM}, {.id = PART_FLY}},
        .hue = HUE_PALE,
        .look = "Pale wings that drink the light.",
    },
    [SPECIES_BARREL_SPIDER] = {
        .name = "barrel spider", .plural = "barrel spiders", .save_id = 4, .glyph = 's',
        .family = FAMILY_VERMIN, .depth = {1, 5}, .rarity = 6, .group = {1, 1}, .health = 8,
        .attack = 4, .defence = 5, .damage = {1, 3}, .move = 100, .hit = 100, .see = 4,
        .drop = DROP_NONE,
        .parts = {{.id = PART_AMBUSH}, {.id = PART_POISON, .amount = 1}},
        .hue = HUE_AMBER,
        .look = "Eight legs, folded into a bunghole.",
    },
    [SPECIES_GREY_MOULD] = {
        .name = "grey mould", .plural = "grey moulds", .save_id = 5, .glyph = 'F',
        .family = FAMILY_SLIME, .depth = {1, 6}, .rarity = 5, .group = {1, 2}, .health = 18,
        .attack = 4, .defence = 0, .damage = {1, 4}, .hit = 100, .see = 1, .drop = DROP_NONE,
        .parts = {{.id = PART_STILL}},
        .hue = HUE_OLIVE,
        .look = "A furred stain that leans towards warmth.",
    },
    [SPECIES_DRUDGE] = {
        .name = "drudge", .plural = "drudges", .save_id = 6, .glyph = 'k', .family = FAMILY_FOLK,
        .depth = {1, 5}, .rarity = 9, .group = {1, 2}, .health = 9, .attack = 4, .defence = 4,
        .damage = {1, 5}, .move = 100, .hit = 100, .see = 8, .drop = DROP_COMMON,
        .parts = {{.id = PART_DOOR}, {.id = PART_FLEE}},
        .hue = HUE_PINK,
        .look = "A cellar-hand that nobody told the house had fallen.",
    },
    [SPECIES_BOTTLE_IMP] = {
        .name = "bottle imp", .plural = "bottle imps", .save_id = 7, .glyph = 'i',
        .family = FAMILY_SPIRIT, .depth = {1, 5}, .rarity = 4, .group = {1, 1}, .health = 7,
        .attack = 4, .defence = 8, .damage = {1, 2}, .move = 80, .hit = 100, .see = 9,
        .drop = DROP_COMMON,
        .parts = {{.id = PART_STEAL}, {.id = PART_FLY}},
        .hue = HUE_VIOLET,
        .look = "Small, corked once, and bitter about it.",
    },
    [SPECIES_DRUDGE_SLINGER] = {
        .name = "drudge slinger", .plural = "drudge slingers", .save_id = 8, .glyph = 'k',
        .family = FAMILY_FOLK, .depth = {2, 6}, .rarity = 6, .group = {1, 2}, .health = 8,
        .attack = 6, .defence = 7, .damage = {1, 4}, .move = 100, .hit = 100, .see = 9,
        .drop = DROP_COMMON,
        .parts = {{.id = PART_KITE}, {.id = PART_SHOT, .dice = {1, 5}, .range = 7, .cost = 150},
                  {.id = PART_DOOR}},
        .hue = HUE_ORANGE,
        .look = "It keeps its pebbles sorted by size.",
    },
    [SPECIES_BELL_DRUDGE] = {
        .name = "bell drudge", .plural = "bell drudges", .save_id = 9, .glyph = 'k',
        .family = FAMILY_FOLK, .depth = {2, 6}, .rarity = 4, .group = {1, 1}, .health = 11,
        .attack = 5, .defence = 6, .damage = {1, 4}, .move = 100, .hit = 100, .see = 8,
        .drop = DROP_COMMON,
        .parts = {{.id = PART_SHOUT}, {.id = PART_DOOR}},
        .hue = HUE_YELLOW,
        .look = "A hand bell hangs where its other hand should be.",
    },
    [SPECIES_FERAL_MOUSER] = {
        .name = "feral mouser", .plural = "feral mousers", .save_id = 11, .glyph = 'f',
        .family = FAMILY_BEAST, .depth = {2, 5}, .rarity = 6, .group = {1, 2}, .health = 8,
        .attack = 6, .defence = 8, .damage = {1, 5}, .move = 60, .hit = 100, .see = 8,
        .drop = DROP_NONE,
        .parts = {{.id = PART_NODOOR}, {.id = PART_FLEE}},
        .hue = HUE_ORANGE,
        .look = "Somebody fed this cat once.",
    },
    [SPECIES_GATE_HOUND] = {
        .name = "gate hound", .plural = "gate hounds", .save_id = 10, .glyph = 'd',
        .family = FAMILY_BEAST, .depth = {3, 7}, .rarity = 8, .group = {2, 4}, .health = 11,
        .attack = 6, .defence = 8, .damage = {1, 6}, .move = 60, .hit = 100, .see = 9,
        .drop = DROP_NONE,
        .parts = {{.id = PART_PACK}, {.id = PART_NODOOR}},
        .hue = HUE_CORAL,
        .look = "Ribs, a spiked collar, and orders nobody can recall.",
    },
    [SPECIES_DESERTER] = {
        .name = "deserter", .plural = "deserters", .save_id = 12, .glyph = 'h',
        .family = FAMILY_FOLK, .depth = {3, 8}, .rarity = 10, .group = {1, 3}, .health = 16,
        .attack = 7, .defence = 7, .damage = {1, 8}, .armour = 2, .move = 100, .hit = 100, .see = 8,
        .drop = DROP_COMMON,
        .parts = {{.id = PART_DOOR}, {.id = PART_FLEE}},
        .hue = HUE_PINK,
        .look = "He left the wall, and the wall followed him down.",
    },
    [SPECIES_BONE_SENTRY] = {
        .name = "bone sentry", .plural = "sentries", .save_id = 13, .glyph = 'z',
        .family = FAMILY_DEAD, .depth = {3, 8}, .rarity = 7, .group = {1, 2}, .health = 16,
        .attack = 7, .defence = 6, .damage = {1, 8}, .armour = 3, .move = 120, .hit = 100, .see = 8,
        .drop = DROP_COMMON,
        .parts = {{.id = PART_GUARD}, {.id = PART_BASH}, {.id = PART_FEARLESS}},
        .hue = HUE_WHITE,
        .look = "It still stands its watch, and so does its spear.",
    },
    [SPECIES_RUST_BEETLE] = {
        .name = "rust beetle", .plural = "rust beetles", .save_id = 14, .glyph = 'b',
        .family = FAMILY_VERMIN, .depth = {3, 8}, .rarity = 5, .group = {1, 2}, .health = 10,
        .attack = 7, .defence = 6, .damage = {1, 7}, .armour = 4, .move = 100, .hit = 100, .see = 5,
        .drop = DROP_NONE,
        .parts = {{.id = PART_RUST}, {.id = PART_NODOOR}},
        .hue = HUE_ORANGE,
        .look = "Its shell is the colour of a forgotten hinge.",
    },
    [SPECIES_DESERTER_ARCHER] = {
        .name = "deserter archer", .plural = "deserter archers", .save_id = 15, .glyph = 'h',
        .family = FAMILY_FOLK, .depth = {4, 9}, .rarity = 6, .group = {1, 2}, .health = 16,
        .attack = 9, .defence = 8, .damage = {1, 5}, .armour = 1, .move = 100, .hit = 100, .see = 9,
        .drop = DROP_COMMON,
        .parts = {{.id = PART_KITE}, {.id = PART_SHOT, .dice = {1, 9}, .range = 8, .cost = 150},
                  {.id = PART_DOOR}},
        .hue = HUE_TEAL,
        .look = "Her quiver is full of other people's arrows.",
    },
    [SPECIES_TRAPDOOR_SPIDER] = {
        .name = "trapdoor spider", .plural = "trapdoor spiders", .save_id = 16, .glyph = 's',
        .family = FAMILY_VERMIN, .depth = {4, 9}, .rarity = 6, .group = {1, 1}, .health = 15,
        .attack = 8, .defence = 8, .damage = {2, 4}, .armour = 1, .move = 100, .hit = 100, .see = 4,
        .drop = DROP_NONE,
        .parts = {{.id = PART_AMBUSH}, {.id = PART_WEB}, {.id = PART_POISON, .amount = 2}},
        .hue = HUE_CORAL,
        .look = "The floor here has a hinge.",
    },
    [SPECIES_SERGEANT] = {
        .name = "sergeant", .plural = "sergeants", .save_id = 17, .glyph = 'h',
        .family = FAMILY_FOLK, .depth = {4, 9}, .rarity = 3, .group = {1, 1}, .health = 24,
        .attack = 9, .defence = 9, .damage = {2, 6}, .armour = 3, .move = 100, .hit = 100, .see = 8,
        .drop = DROP_UNCOMMON,
        .parts = {{.id = PART_RALLY}, {.id = PART_DOOR}, {.id = PART_FEARLESS}},
        .hue = HUE_ROSE,
        .look = "Shouts at the living and the dead alike, and both obey.",
    },
    [SPECIES_SPLIT_SLUG] = {
        .name = "split slug", .plural = "split slugs", .save_id = 18, .glyph = 'j',
        .family = FAMILY_SLIME, .depth = {5, 10}, .rarity = 6, .group = {1, 1}, .health = 40,
        .attack = 8, .defence = 4, .damage = {2, 6}, .move = 150, .hit = 100, .see = 4,
        .drop = DROP_NONE,
        .parts = {{.id = PART_SPLIT}, {.id = PART_NODOOR}, {.id = PART_FEARLESS}},
        .hue = HUE_OLIVE,
        .look = "Cut it, and you have made a friend for it.",
    },
    [SPECIES_NEEDLE_BAT] = {
        .name = "needle bat", .plural = "needle bats", .save_id = 19, .glyph = 'v',
        .family = FAMILY_BEAST, .depth = {5, 10}, .rarity = 6, .group = {2, 3}, .health = 10,
        .attack = 9, .defence = 12, .damage = {2, 6}, .move = 50, .hit = 100, .see = 10,
        .drop = DROP_NONE,
        .parts = {{.id = PART_ERRATIC}, {.id = PART_DRAIN}, {.id = PART_FLY}, {.id = PART_NODOOR}},
        .hue = HUE_VIOLET,
        .look = "A flicker with a mouth at one end.",
    },
    [SPECIES_GNAWER] = {
        .name = "gnawer", .plural = "gnawers", .save_id = 20, .glyph = 'g', .family = FAMILY_FOLK,
        .depth = {6, 11}, .rarity = 10, .group = {2, 3}, .health = 19, .attack = 10, .defence = 10,
        .damage = {2, 6}, .armour = 1, .move = 90, .hit = 100, .see = 8, .drop = DROP_COMMON,
        .parts = {{.id = PART_PACK}, {.id = PART_BURROW}, {.id = PART_FLEE}},
        .hue = HUE_CORAL,
        .look = "It grins because its teeth do not fit otherwise.",
    },
    [SPECIES_GNAWER_SAPPER] = {
        .name = "gnawer sapper", .plural = "gnawer sappers", .save_id = 21, .glyph = 'g',
        .family = FAMILY_FOLK, .depth = {6, 11}, .rarity = 4, .group = {1, 1}, .health = 19,
        .attack = 10, .defence = 10, .damage = {1, 9}, .armour = 1, .move = 90, .hit = 100,
        .see = 8, .drop = DROP_UNCOMMON,
        .parts = {{.id = PART_BURROW}, {.id = PART_KITE},
                  {.id = PART_POT, .dice = {2, 6}, .range = 5, .every = 4}},
        .hue = HUE_AMBER,
        .look = "It walks with care: its bandolier is full of fire pots.",
    },
    [SPECIES_GNAWER_CHANTER] = {
        .name = "gnawer chanter", .plural = "gnawer chanters", .save_id = 22, .glyph = 'g',
        .family = FAMILY_FOLK, .depth = {7, 12}, .rarity = 4, .group = {1, 1}, .health = 20,
        .attack = 11, .defence = 13, .damage = {1, 8}, .armour = 1, .move = 100, .hit = 100,
        .see = 9, .drop = DROP_UNCOMMON,
        .parts = {{.id = PART_MEND}, {.id = PART_KEEP}, {.id = PART_DOOR}},
        .hue = HUE_VIOLET,
        .look = "It hums, and wounds close their mouths.",
    },
    [SPECIES_TUNNEL_RUNNER] = {
        .name = "tunnel runner", .plural = "tunnel runners", .save_id = 23, .glyph = 'w',
        .family = FAMILY_VERMIN, .depth = {6, 10}, .rarity = 6, .group = {1, 2}, .health = 18,
        .attack = 11, .defence = 9, .damage = {2, 6}, .armour = 3, .move = 70, .hit = 100, .see = 3,
        .drop = DROP_NONE,
        .parts = {{.id = PART_CHARGE}, {.id = PART_NOISE}, {.id = PART_NODOOR}},
        .hue = HUE_AMBER,
        .look = "Sixty legs, one idea.",
    },
    [SPECIES_MOLE_BEAR] = {
        .name = "mole bear", .plural = "mole bears", .save_id = 24, .glyph = 'B',
        .family = FAMILY_BEAST, .depth = {7, 12}, .rarity = 6, .group = {1, 1}, .health = 45,
        .attack = 13, .defence = 9, .damage = {2, 11}, .armour = 2, .move = 110, .hit = 150,
        .drop = DROP_NONE,
        .parts = {{.id = PART_BURROW}, {.id = PART_NOISE}, {.id = PART_FEARLESS}},
        .hue = HUE_AMBER,
        .look = "Blind, patient, and under your feet a moment ago.",
    },
    [SPECIES_DROWNED_ONE] = {
        .name = "drowned one", .plural = "drowned", .save_id = 25, .glyph = 'z',
        .family = FAMILY_DEAD, .depth = {9, 14}, .rarity = 8, .group = {1, 3}, .health = 38,
        .attack = 14, .defence = 12, .damage = {2, 9}, .armour = 2, .move = 130, .hit = 100,
        .see = 6, .drop = DROP_COMMON,
        .parts = {{.id = PART_HOLD}, {.id = PART_BASH}, {.id = PART_FEARLESS}},
        .hue = HUE_TEAL,
        .look = "It walks as if the water had never drained away.",
    },
    [SPECIES_SILT_EEL] = {
        .name = "silt eel", .plural = "silt eels", .save_id = 26, .glyph = 'e',
        .family = FAMILY_WATER, .depth = {9, 14}, .rarity = 5, .group = {1, 2}, .health = 30,
        .attack = 16, .defence = 15, .damage = {2, 8}, .armour = 1, .move = 60, .hit = 100,
        .see = 6, .drop = DROP_NONE,
        .parts = {{.id = PART_SWIM}},
        .hue = HUE_TEAL,
        .look = "The surface bulges a little, and then does not.",
    },
    [SPECIES_BELL_TOAD] = {
        .name = "bell toad", .plural = "bell toads", .save_id = 27, .glyph = 't',
        .family = FAMILY_BEAST, .depth = {9, 13}, .rarity = 6, .group = {1, 2}, .health = 32,
        .attack = 14, .defence = 13, .damage = {3, 6}, .armour = 1, .move = 100, .hit = 120,
        .see = 8, .drop = DROP_NONE,
        .parts = {{.id = PART_TONGUE}, {.id = PART_SHOUT}, {.id = PART_NODOOR}},
        .hue = HUE_OLIVE,
        .look = "Its throat is the size of a cask, and rings.",
    },
    [SPECIES_LEECH] = {
        .name = "leech", .plural = "leeches", .save_id = 28, .glyph = 'w', .family = FAMILY_WATER,
        .depth = {9, 13}, .rarity = 6, .group = {2, 4}, .health = 20, .attack = 13, .defence = 12,
        .damage = {3, 6}, .move = 110, .hit = 100, .see = 5, .drop = DROP_NONE,
        .parts = {{.id = PART_DRAIN}, {.id = PART_NODOOR}, {.id = PART_FEARLESS}},
        .hue = HUE_ROSE,
        .look = "A wet ribbon that has smelled you.",
    },
    [SPECIES_CANAL_REAVER] = {
        .name = "canal reaver", .plural = "canal reavers", .save_id = 29, .glyph = 'h',
        .family = FAMILY_FOLK, .depth = {9, 14}, .rarity = 8, .group = {2, 3}, .health = 26,
        .attack = 14, .defence = 15, .damage = {2, 12}, .armour = 3, .move = 100, .hit = 100,
        .see = 8, .drop = DROP_COMMON,
        .parts = {{.id = PART_PACK}, {.id = PART_DOOR}, {.id = PART_FLEE}},
        .hue = HUE_BLUE,
        .look = "They tax all that floats by, and all that swims.",
    },
    [SPECIES_MARSH_LANTERN] = {
        .name = "marsh lantern", .plural = "marsh lanterns", .save_id = 30, .glyph = 'y',
        .family = FAMILY_SPIRIT, .depth = {10, 16}, .rarity = 5, .group = {1, 1}, .health = 24,
        .attack = 16, .defence = 20, .damage = {2, 6}, .move = 80, .hit = 100, .see = 12,
        .drop = DROP_NONE,
        .parts = {{.id = PART_KEEP}, {.id = PART_DAZZLE}, {.id = PART_FLY}, {.id = PART_GLOW}},
        .hue = HUE_YELLOW,
        .look = "A kind light over bad ground.",
    },
    [SPECIES_REED_WITCH] = {
        .name = "reed witch", .plural = "witches", .save_id = 31, .glyph = 'h',
        .family = FAMILY_FOLK, .depth = {10, 15}, .rarity = 4, .group = {1, 1}, .health = 34,
        .attack = 15, .defence = 16, .damage = {2, 7}, .armour = 1, .move = 100, .hit = 100,
        .see = 9, .drop = DROP_UNCOMMON,
        .parts = {{.id = PART_SLOW}, {.id = PART_CALL, .kind = SPECIES_LEECH}, {.id = PART_KEEP},
                  {.id = PART_DOOR}},
        .hue = HUE_VIOLET,
        .look = "Her hair is full of small drowned things.",
    },
    [SPECIES_SLUICE_CRAB] = {
        .name = "sluice crab", .plural = "sluice crabs", .save_id = 32, .glyph = 'c',
        .family = FAMILY_WATER, .depth = {10, 15}, .rarity = 6, .group = {1, 2}, .health = 36,
        .attack = 15, .defence = 12, .damage = {2, 10}, .armour = 7, .move = 120, .hit = 120,
        .see = 5, .drop = DROP_NONE,
        .parts = {{.id = PART_HOLD}, {.id = PART_NODOOR}, {.id = PART_FEARLESS}},
        .hue = HUE_ROSE,
        .look = "A strongbox on legs, with the lid ajar.",
    },
    [SPECIES_ECHO_BAT] = {
        .name = "echo bat", .plural = "echo bats", .save_id = 33, .glyph = 'v',
        .family = FAMILY_BEAST, .depth = {13, 18}, .rarity = 6, .group = {2, 4}, .health = 20,
        .attack = 19, .defence = 22, .damage = {3, 7}, .move = 50, .hit = 100, .see = 12,
        .drop = DROP_NONE,
        .parts = {{.id = PART_ERRATIC}, {.id = PART_DAZE}, {.id = PART_FLY}, {.id = PART_NODOOR}},
        .hue = HUE_PALE,
        .look = "It screams, and listens to the shape of you.",
    },
    [SPECIES_GLASS_STALKER] = {
        .name = "glass stalker", .plural = "glass stalkers", .save_id = 34, .glyph = 'x',
        .family = FAMILY_SPIRIT, .depth = {13, 19}, .rarity = 6, .group = {1, 1}, .health = 45,
        .attack = 21, .defence = 20, .damage = {3, 9}, .armour = 3, .move = 80, .hit = 100,
        .see = 9, .drop = DROP_COMMON,
        .parts = {{.id = PART_AMBUSH}, {.id = PART_UNSEEN}, {.id = PART_FLEE}},
        .hue = HUE_PALE,
        .look = "A bend in the air, with edges.",
    },
    [SPECIES_HEWER] = {
        .name = "hewer", .plural = "hewers", .save_id = 35, .glyph = 'O', .family = FAMILY_GIANT,
        .depth = {13, 18}, .rarity = 8, .group = {1, 2}, .health = 70, .attack = 19, .defence = 15,
        .damage = {3, 11}, .armour = 4, .move = 110, .hit = 170, .see = 7, .drop = DROP_COMMON,
        .parts = {{.id = PART_STUN}, {.id = PART_BASH}},
        .hue = HUE_ROSE,
        .look = "It was quarrying. You are softer.",
    },
    [SPECIES_EMBER_NEWT] = {
        .name = "ember newt", .plural = "ember newts", .save_id = 36, .glyph = 'n',
        .family = FAMILY_FIRE, .depth = {13, 18}, .rarity = 6, .group = {1, 2}, .health = 40,
        .attack = 19, .defence = 18, .damage = {2, 9}, .armour = 2, .move = 90, .hit = 100,
        .see = 7, .drop = DROP_NONE,
        .parts = {{.id = PART_SPIT, .dice = {2, 8}, .range = 5, .every = 3}, {.id = PART_BURN},
                  {.id = PART_NODOOR}},
        .hue = HUE_ORANGE,
        .look = "Its footprints stay lit.",
    },
    [SPECIES_QUARTZBACK] = {
        .name = "quartzback", .plural = "quartzbacks", .save_id = 37, .glyph = 'q',
        .family = FAMILY_BEAST, .depth = {13, 18}, .rarity = 5, .group = {1, 1}, .health = 55,
        .attack = 19, .defence = 14, .damage = {3, 10}, .armour = 10, .move = 140, .hit = 120,
        .see = 5, .drop = DROP_NONE,
        .parts = {{.id = PART_REFLECT}, {.id = PART_NODOOR}, {.id = PART_FEARLESS}},
        .hue = HUE_PALE,
        .look = "A hill of crystal that has started to walk.",
    },
    [SPECIES_HEWER_SLINGER] = {
        .name = "hewer slinger", .plural = "hewer slingers", .save_id = 38, .glyph = 'O',
        .family = FAMILY_GIANT, .depth = {14, 19}, .rarity = 4, .group = {1, 1}, .health = 60,
        .attack = 20, .defence = 16, .damage = {3, 8}, .armour = 3, .move = 110, .hit = 150,
        .see = 9, .drop = DROP_COMMON,
        .parts = {{.id = PART_KITE}, {.id = PART_SHOT, .dice = {4, 7}, .range = 8, .cost = 200},
                  {.id = PART_BASH}},
        .hue = HUE_AMBER,
        .look = "It weighs you with one eye and a boulder with one hand.",
    },
    [SPECIES_BLIND_PILGRIM] = {
        .name = "blind pilgrim", .plural = "blind pilgrims", .save_id = 39, .glyph = 'p',
        .family = FAMILY_FOLK, .depth = {14, 19}, .rarity = 8, .group = {2, 3}, .health = 45,
        .attack = 20, .defence = 19, .damage = {3, 7}, .armour = 2, .move = 100, .hit = 100,
        .see = 6, .drop = DROP_COMMON,
        .parts = {{.id = PART_PACK}, {.id = PART_FRENZY}, {.id = PART_NOISE}, {.id = PART_DOOR}},
        .hue = HUE_WHITE,
        .look = "They sing as they come, and do not stop to breathe.",
    },
    [SPECIES_SPORE_SHEPHERD] = {
        .name = "spore shepherd", .plural = "spore shepherds", .save_id = 40, .glyph = 'F',
        .family = FAMILY_SLIME, .depth = {14, 19}, .rarity = 3, .group = {1, 1}, .health = 65,
        .attack = 19, .defence = 16, .damage = {2, 10}, .armour = 2, .move = 120, .hit = 100,
        .see = 6, .drop = DROP_UNCOMMON,
        .parts = {{.id = PART_DOZE}, {.id = PART_CALL, .kind = SPECIES_GREY_MOULD},
                  {.id = PART_KEEP}},
        .hue = HUE_PINK,
        .look = "It tends the moulds, and they tend it.",
    },
    [SPECIES_MAZE_OX] = {
        .name = "maze ox", .plural = "maze oxen", .save_id = 45, .glyph = 'M',
        .family = FAMILY_BEAST, .depth = {16, 20}, .rarity = 8, .group = {1, 1}, .health = 90,
        .attack = 23, .defence = 19, .damage = {3, 9}, .armour = 4, .move = 80, .hit = 130,
        .see = 9, .drop = DROP_NONE,
        .parts = {{.id = PART_CHARGE}, {.id = PART_STUN}, {.id = PART_BASH}, {.id = PART_NODOOR}},
        .hue = HUE_AMBER,
        .look = "It knows every turning. You know one.",
    },
    [SPECIES_KNOT_HUNTER] = {
        .name = "knot hunter", .plural = "knot hunters", .save_id = 46, .glyph = 'h',
        .family = FAMILY_FOLK, .depth = {16, 21}, .rarity = 6, .group = {1, 2}, .health = 55,
        .attack = 24, .defence = 23, .damage = {3, 9}, .armour = 4, .move = 90, .hit = 100,
        .see = 10, .drop = DROP_COMMON,
        .parts = {{.id = PART_NET, .range = 4, .every = 4}, {.id = PART_SCENT}, {.id = PART_DOOR}},
        .hue = HUE_OLIVE,
        .look = "He ties a knot for each of you, in advance.",
    },
    [SPECIES_DOOR_WARDEN] = {
        .name = "door warden", .plural = "door wardens", .save_id = 47, .glyph = 'G',
        .family = FAMILY_STONE, .depth = {17, 22}, .rarity = 6, .group = {1, 1}, .health = 110,
        .attack = 24, .defence = 20, .damage = {5, 6}, .armour = 9, .move = 140, .hit = 130,
        .see = 6, .drop = DROP_UNCOMMON,
        .parts = {{.id = PART_GUARD}, {.id = PART_BASH}, {.id = PART_FEARLESS}},
        .hue = HUE_AMBER,
        .look = "Carved to hold one door, and the door is gone.",
    },
    [SPECIES_OSSUARY_KNIGHT] = {
        .name = "ossuary knight", .plural = "ossuary knights", .save_id = 48, .glyph = 'K',
        .family = FAMILY_DEAD, .depth = {18, 26}, .rarity = 10, .group = {1, 3}, .health = 72,
        .attack = 26, .defence = 26, .damage = {5, 6}, .armour = 7, .move = 100, .hit = 100,
        .see = 8, .drop = DROP_COMMON,
        .parts = {{.id = PART_DOOR}, {.id = PART_FEARLESS}},
        .hue = HUE_WHITE,
        .look = "Every bone is from somebody better.",
    },
    [SPECIES_BONE_PIPER] = {
        .name = "bone piper", .plural = "bone pipers", .save_id = 49, .glyph = 'z',
        .family = FAMILY_DEAD, .depth = {18, 24}, .rarity = 4, .group = {1, 1}, .health = 65,
        .attack = 24, .defence = 25, .damage = {3, 8}, .armour = 3, .move = 100, .hit = 100,
        .see = 9, .drop = DROP_UNCOMMON,
        .parts = {{.id = PART_RAISE}, {.id = PART_KEEP}, {.id = PART_DOOR}},
        .hue = HUE_VIOLET,
        .look = "One tune, and nobody stays down.",
    },
    [SPECIES_SHROUD] = {
        .name = "shroud", .plural = "shrouds", .save_id = 50, .glyph = 'W', .family = FAMILY_SPIRIT,
        .depth = {18, 26}, .rarity = 7, .group = {1, 2}, .health = 60, .attack = 27, .defence = 28,
        .damage = {3, 8}, .armour = 2, .move = 70, .hit = 100, .see = 8, .drop = DROP_COMMON,
        .parts = {{.id = PART_GHOST}, {.id = PART_WITHER}},
        .hue = HUE_PALE,
        .look = "A sheet with nobody under it, reaching.",
    },
    [SPECIES_LAMP_EATER] = {
        .name = "lamp eater", .plural = "lamp eaters", .save_id = 51, .glyph = 'm',
        .family = FAMILY_VERMIN, .depth = {19, 25}, .rarity = 5, .group = {1, 2}, .health = 65,
        .attack = 26, .defence = 28, .damage = {4, 8}, .armour = 2, .move = 60, .hit = 100,
        .see = 14, .drop = DROP_NONE,
        .parts = {{.id = PART_ERRATIC}, {.id = PART_DIM}, {.id = PART_FLY}},
        .hue = HUE_VIOLET,
        .look = "The moths that you let live came here.",
    },
    [SPECIES_EMBER_HOUND] = {
        .name = "ember hound", .plural = "ember hounds", .save_id = 52, .glyph = 'd',
        .family = FAMILY_FIRE, .depth = {19, 26}, .rarity = 7, .group = {2, 3}, .health = 50,
        .attack = 28, .defence = 27, .damage = {3, 7}, .armour = 3, .move = 60, .hit = 100,
        .see = 10, .drop = DROP_NONE,
        .parts = {{.id = PART_PACK}, {.id = PART_BURN}, {.id = PART_NODOOR}},
        .hue = HUE_ORANGE,
        .look = "Kennelled in a furnace, and let out.",
    },
    [SPECIES_GRAVE_TIDE] = {
        .name = "grave tide", .plural = "grave tides", .save_id = 53, .glyph = 'w',
        .family = FAMILY_DEAD, .depth = {19, 25}, .rarity = 6, .group = {1, 1}, .health = 150,
        .attack = 26, .defence = 20, .damage = {3, 9}, .armour = 2, .move = 120, .hit = 100,
        .see = 5, .drop = DROP_NONE,
        .parts = {{.id = PART_SPLIT}, {.id = PART_HOLD}, {.id = PART_FEARLESS}},
        .hue = HUE_PALE,
        .look = "Hands, mostly.",
    },
    [SPECIES_IRON_PSALMIST] = {
        .name = "iron psalmist", .plural = "iron psalmists", .save_id = 54, .glyph = 'P',
        .family = FAMILY_FOLK, .depth = {20, 26}, .rarity = 4, .group = {1, 1}, .health = 85,
        .attack = 27, .defence = 27, .damage = {4, 8}, .armour = 6, .move = 100, .hit = 100,
        .see = 9, .drop = DROP_UNCOMMON,
        .parts = {{.id = PART_MEND}, {.id = PART_HUSH}, {.id = PART_KEEP}, {.id = PART_DOOR}},
        .hue = HUE_TEAL,
        .look = "While it chants, no other word takes hold.",
    },
    [SPECIES_HOLLOW_GIANT] = {
        .name = "hollow giant", .plural = "hollow giants", .save_id = 55, .glyph = 'O',
        .family = FAMILY_GIANT, .depth = {20, 26}, .rarity = 7, .group = {1, 1}, .health = 180,
        .attack = 28, .defence = 22, .damage = {6, 8}, .armour = 5, .move = 130, .hit = 180,
        .see = 8, .drop = DROP_COMMON,
        .parts = {{.id = PART_STUN}, {.id = PART_BASH}},
        .hue = HUE_PALE,
        .look = "You can hear the wind in it.",
    },
    [SPECIES_NAMELESS_KING] = {
        .name = "nameless king", .plural = "nameless kings", .save_id = 56, .glyph = 'L',
        .family = FAMILY_DEAD, .depth = {22, 26}, .rarity = 4, .group = {1, 1}, .health = 125,
        .attack = 30, .defence = 29, .damage = {4, 9}, .armour = 6, .move = 110, .hit = 100,
        .see = 10, .drop = DROP_RARE,
        .parts = {{.id = PART_BOLT, .dice = {4, 7}, .range = 9, .every = 2},
                  {.id = PART_CALL, .kind = SPECIES_OSSUARY_KNIGHT}, {.id = PART_KEEP},
                  {.id = PART_DOOR}},
        .hue = HUE_YELLOW,
        .look = "He has forgotten everything but his rank.",
    },
    [SPECIES_MARROW_WYRM] = {
        .name = "marrow wyrm", .plural = "marrow wyrms", .save_id = 57, .glyph = 'D',
        .family = FAMILY_FIRE, .depth = {22, 26}, .rarity = 4, .group = {1, 1}, .health = 160,
        .attack = 31, .defence = 26, .damage = {4, 11}, .armour = 8, .move = 100, .hit = 130,
        .see = 10, .drop = DROP_RARE,
        .parts = {{.id = PART_BREATH, .dice = {5, 8}, .range = 6, .every = 5}, {.id = PART_BASH},
                  {.id = PART_FEARLESS}},
        .hue = HUE_PALE,
        .look = "It gnawed the roots of the hall until they bled.",
    },
    [SPECIES_COOPER] = {
        .name = "the Cooper", .save_id = 41, .glyph = 'k', .family = FAMILY_FOLK, .is_boss = true,
        .depth = {3, 3}, .group = {1, 1}, .health = 40, .attack = 6, .defence = 5, .damage = {1, 8},
        .armour = 2, .move = 100, .hit = 120, .see = 9, .drop = DROP_BOSS,
        .parts = {{.id = PART_LAIR}, {.id = PART_CALL, .kind = SPECIES_DRUDGE}, {.id = PART_DOOR},
                  {.id = PART_FEARLESS}},
        .hue = HUE_ROSE,
        .lair = "the cooperage",
        .look = "He made every barrel down here, and means to fill one.",
    },
    [SPECIES_CAPTAIN_RUSK] = {
        .name = "Captain Rusk", .save_id = 42, .glyph = 'h', .family = FAMILY_FOLK, .is_boss = true,
        .depth = {5, 5}, .group = {1, 1}, .health = 60, .attack = 9, .defence = 9, .damage = {2, 5},
        .armour = 4, .move = 100, .hit = 110, .see = 9, .drop = DROP_BOSS,
        .parts = {{.id = PART_LAIR}, {.id = PART_RALLY},
                  {.id = PART_CALL, .kind = SPECIES_DESERTER}, {.id = PART_DOOR},
                  {.id = PART_FEARLESS}},
        .hue = HUE_ORANGE,
        .lair = "the captain's quarters",
        .look = "His company deserted. He only went ahead.",
    },
    [SPECIES_DAM_OF_GNAWERS] = {
        .name = "the Dam of Gnawers", .save_id = 43, .glyph = 'g', .family = FAMILY_FOLK,
        .is_boss = true, .depth = {8, 8}, .group = {1, 1}, .health = 110, .attack = 12,
        .defence = 11, .damage = {2, 8}, .armour = 3, .move = 110, .hit = 120, .see = 9,
        .drop = DROP_BOSS,
        .parts = {{.id = PART_LAIR}, {.id = PART_CALL, .kind = SPECIES_GNAWER}, {.id = PART_BURROW},
                  {.id = PART_FEARLESS}},
        .hue = HUE_ROSE,
        .lair = "the litter",
        .look = "All of them are hers, and she has counted.",
    },
    [SPECIES_SLUICE_KEEPER] = {
        .name = "the Sluice-Keeper", .save_id = 44, .glyph = 'z', .family = FAMILY_DEAD,
        .is_boss = true, .depth = {12, 12}, .group = {1, 1}, .health = 175, .attack = 17,
        .defence = 14, .damage = {2, 12}, .armour = 5, .move = 120, .hit = 120, .see = 9,
        .drop = DROP_BOSS,
        .parts = {{.id = PART_LAIR}, {.id = PART_HOLD},
                  {.id = PART_CALL, .kind = SPECIES_DROWNED_ONE}, {.id = PART_FEARLESS}},
        .hue = HUE_BLUE,
        .lair = "the wheel house",
        .look = "He turned the wheel when he was told to.",
    },
    [SPECIES_STONE_AUNT] = {
        .name = "the Stone Aunt", .save_id = 58, .glyph = 'O', .family = FAMILY_GIANT,
        .is_boss = true, .depth = {16, 16}, .group = {1, 1}, .health = 240, .attack = 21,
        .defence = 17, .damage = {3, 12}, .armour = 8, .move = 130, .hit = 150, .see = 9,
        .drop = DROP_BOSS,
        .parts = {{.id = PART_LAIR}, {.id = PART_STUN}, {.id = PART_CALL, .kind = SPECIES_HEWER},
                  {.id = PART_FEARLESS}},
        .hue = HUE_OLIVE,
        .lair = "the stone parlour",
        .look = "The hewers bring her what they find.",
    },
    [SPECIES_TURNING_MAN] = {
        .name = "the Turning Man", .save_id = 59, .glyph = 'M', .family = FAMILY_BEAST,
        .is_boss = true, .depth = {17, 17}, .group = {1, 1}, .health = 225, .attack = 24,
        .defence = 21, .damage = {3, 10}, .armour = 6, .move = 80, .hit = 110, .see = 10,
        .drop = DROP_BOSS,
        .parts = {{.id = PART_LAIR}, {.id = PART_CHARGE}, {.id = PART_SCENT},
                  {.id = PART_FEARLESS}},
        .hue = HUE_ROSE,
        .lair = "the heart of the maze",
        .look = "He has walked the maze so long that it walks him.",
    },
    [SPECIES_ABBESS_OF_SALT] = {
        .name = "the Abbess of Salt", .save_id = 60, .glyph = 'P', .family = FAMILY_FOLK,
        .is_boss = true, .depth = {21, 21}, .group = {1, 1}, .health = 285, .attack = 27,
        .defence = 27, .damage = {4, 10}, .armour = 7, .move = 100, .hit = 110, .see = 10,
        .drop = DROP_BOSS,
        .parts = {{.id = PART_LAIR}, {.id = PART_HUSH}, {.id = PART_MEND},
                  {.id = PART_CALL, .kind = SPECIES_SHROUD}, {.id = PART_FEARLESS}},
        .hue = HUE_WHITE,
        .lair = "the salt cloister",
        .look = "Her vow was silence. Yours will be too.",
    },
    [SPECIES_WICK_WARDEN] = {
        .name = "the Wick-Warden", .save_id = 61, .glyph = 'V', .family = FAMILY_SPIRIT,
        .is_boss = true, .depth = {26, 26}, .group = {1, 1}, .health = 390, .attack = 34,
        .defence = 32, .damage = {5, 8}, .armour = 10, .move = 90, .hit = 110, .see = 12,
        .drop = DROP_BOSS,
        .parts = {{.id = PART_LAIR}, {.id = PART_DIM},
                  {.id = PART_CALL, .kind = SPECIES_SHROUD},
                  {.id = PART_BOLT, .dice = {4, 9}, .range = 9, .every = 3},
                  {.id = PART_FEARLESS}},
        .hue = HUE_YELLOW,
        .lair = "the Last Lamp",
        .look = "It guards the last flame from everybody, itself included.",
    },
};
// clang-format on

const struct species_row *species_row(enum species_id id)
{
    CHECK((unsigned)id < SPECIES_COUNT);
    return &species_table[id];
}

void species_name(enum species_id id, enum species_form form, char *out, size_t out_size)
{
    const struct species_row *row = species_row(id);
    bool is_many = form == SPECIES_THE_MANY && row->plural != NULL;
    const char *name = is_many ? row->plural : row->name;
    const char *article = row->is_boss                       ? ""
                          : form != SPECIES_A                ? "the "
                          : strchr("aeiou", name[0]) != NULL ? "an "
                                                             : "a ";

    snprintf(out, out_size, "%s%s", article, name);
}

void species_add_genitive(enum species_id id, char *name, size_t size)
{
    size_t used = strlen(name);
    /* Only a plural kind has a name that ends in s. */
    bool is_plural = id != SPECIES_DELVER && used > 0 && name[used - 1] == 's';

    snprintf(name + used, size - used, "%s", is_plural ? "'" : "'s");
}

enum role species_role(enum species_id id, bool is_awake)
{
    const struct species_row *row = species_row(id);

    if (row->hue == HUE_NONE)
        return ROLE_OTHER;
    if (!is_awake)
        return role_of_hue(ROLE_ASLEEP_CORAL, row->hue);
    return role_of_hue(row->is_boss ? ROLE_BOSS_CORAL : ROLE_KIND_CORAL, row->hue);
}

const struct species_part *species_part(const struct species_row *row, enum part_id id)
{
    for (int i = 0; i < SPECIES_PARTS_MAX && row->parts[i].id != PART_NONE; i++) {
        if (row->parts[i].id == id)
            return &row->parts[i];
    }
    return NULL;
}

enum err species_from_save_id(uint8_t save_id, enum species_id *out_id)
{
    for (enum species_id id = SPECIES_DELVER; id < SPECIES_COUNT; id++) {
        if (species_table[id].save_id == save_id) {
            *out_id = id;
            return ERR_OK;
        }
    }
    return ERR_UNKNOWN;
}
