/*
 * The table of statuses: how long each lasts, what it costs and changes, and its words.
 */
#include "content/status.h"

#include "base/check.h"

// clang-format off
static const struct status_row status_table[STATUS_COUNT] = {
    [STATUS_POISONED] = {
        .about = "You lose up to 3 health a beat; each new poisoning adds beats, up to 12.",
        .name = "poisoned", .harm = "poison", .save_id = 1, .cure = "A draught of mending ends it.",
        .beats = 4, .beats_max = 12, .join = STATUS_ADDS, .loss_beats = 3, .loss_max = 3,
    },
    [STATUS_BURNING] = {
        .about = "You lose 2 health a beat, for 3 beats.",
        .name = "burning", .harm = "fire", .save_id = 2, .cure = "Wait, and the fire is out.",
        .beats = 3, .beats_max = 3, .ends = STATUS_ENDS_BY_WAITING, .loss = 2, .loss_max = 2,
    },
    [STATUS_HELD] = {
        .about = "You cannot step away.",
        .name = "held", .save_id = 3, .cure = "Each step you try frees you by half.",
        .beats = 2, .beats_max = 3,
    },
    [STATUS_SLOWED] = {
        .about = "All that you do takes half as long again, for 8 beats.",
        .name = "slowed", .save_id = 4, .cure = "It passes.", .beats = 8, .beats_max = 8,
    },
    [STATUS_DAZED] = {
        .about = "Your next action takes half as long again.",
        .name = "dazed", .save_id = 5, .cure = "It ends with your next action.",
        .beats = 2, .beats_max = 2, .ends = STATUS_ENDS_BY_ACTING,
    },
    [STATUS_STUNNED] = {
        .about = "You cannot act for a beat.",
        .name = "stunned", .save_id = 6, .cure = "It passes.", .takes_turns = true,
        .beats = 1, .beats_max = 2,
    },
    [STATUS_DIM] = {
        .about = "Your light reaches 5 cells less far, for 15 beats.",
        .name = "dim", .begins = "{A's} lamp burns low.",
        .ended = "Your lamp burns brightly again.", .save_id = 7, .cure = "It passes.",
        .beats = 15, .beats_max = 15,
        .effects = {[STATUS_LIGHT] = -5},
    },
    [STATUS_DAZZLED] = {
        .about = "Your blows and shots hit 15 in 100 less often, for 5 beats.",
        .name = "dazzled", .begins = "{A} {is} dazzled (-15 to hit).", .save_id = 8,
        .cure = "It passes.", .beats = 5, .beats_max = 5,
        .effects = {[STATUS_CHANCE] = -15},
    },
    [STATUS_HUSHED] = {
        .about = "You cannot read scrolls, for 5 beats.",
        .name = "hushed", .save_id = 9, .cure = "It passes.", .beats = 5, .beats_max = 5,
    },
    [STATUS_RUSTED] = {
        .about = "Your armour is worse by 3, for 100 beats.",
        .name = "rusted", .begins = "{A's} armour rusts (-3).",
        .ended = "Your armour is free of rust.", .save_id = 11, .cure = "It passes.",
        .beats = 100, .beats_max = 100,
        .effects = {[STATUS_ARMOUR] = -3},
    },
    [STATUS_ASLEEP] = {
        .about = "You cannot act, for 2 beats.",
        .name = "asleep", .save_id = 12, .cure = "Any harm wakes you.", .takes_turns = true,
        .beats = 2, .beats_max = 2, .ends = STATUS_ENDS_BY_HARM,
    },
    [STATUS_HASTED] = {
        .name = "hasted", .save_id = 13, .cure = "", .is_good = true,
        .gift = "You act half as fast again.", .beats = 6, .beats_max = 6,
    },
    [STATUS_STONE] = {
        .name = "stone-skinned", .save_id = 14, .cure = "", .is_good = true,
        .gift = "Your armour is better by five.",
        .beats = 20, .beats_max = 20, .effects = {[STATUS_ARMOUR] = 5},
    },
    [STATUS_CLEAR] = {
        .name = "clear-headed", .save_id = 15, .cure = "", .is_good = true,
        .gift = "No ailment takes hold of you.",
        .beats = 20, .beats_max = 20,
    },
    [STATUS_FLOATING] = {
        .name = "floating", .save_id = 16, .cure = "", .is_good = true,
        .gift = "Deep water carries you.",
        .beats = 40, .beats_max = 40,
    },
    [STATUS_UNSEEN] = {
        .name = "unseen", .save_id = 17, .cure = "", .is_good = true,
        .gift = "Foes notice you only from close by.",
        .beats = 30, .beats_max = 30,
    },
    [STATUS_GLOWING] = {
        .name = "glowing", .save_id = 18, .cure = "", .is_good = true,
        .gift = "Your light reaches five cells farther.",
        .beats = 60, .beats_max = 60, .effects = {[STATUS_LIGHT] = 5},
    },
    [STATUS_FAR_SIGHTED] = {
        .name = "far-sighted", .save_id = 19, .cure = "", .is_good = true,
        .gift = "You feel foes through the rock.",
        .beats = 20, .beats_max = 20,
    },
    [STATUS_WITHERED] = {
        .about = "Your full health is less by a tenth, for each of up to 3 times.",
        .name = "withered", .begins = "{A} {is} withered: a tenth less full health.",
        .ended = "Your full health is yours again.", .save_id = 10,
        .cure = "A haven ends it, or an altar and 50 gold.", .lasts = true,
        .beats = 1, .beats_max = 3, .join = STATUS_ADDS,
    },
};
// clang-format on

const struct status_row *status_row(enum status_id id)
{
    CHECK((unsigned)id < STATUS_COUNT);
    return &status_table[id];
}
