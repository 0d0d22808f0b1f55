/*
 * The table of parts. A pair of parts that exclude each other is written in one of the two rows.
 */
#include "content/part.h"

#include "base/check.h"

#define BIT(part) (UINT64_C(1) << (part))

enum {
    TAKES_SHOT = PART_TAKES_DICE | PART_TAKES_RANGE | PART_TAKES_COST,
    TAKES_BOLT = PART_TAKES_DICE | PART_TAKES_RANGE | PART_TAKES_EVERY,
};

/* Every part with its own way to move. */
#define MOVING                                                                                     \
    (BIT(PART_FLY) | BIT(PART_SWIM) | BIT(PART_BURROW) | BIT(PART_GHOST) | BIT(PART_GUARD) |       \
     BIT(PART_ERRATIC) | BIT(PART_CHARGE) | BIT(PART_FLEE) | BIT(PART_PACK) | BIT(PART_KITE) |     \
     BIT(PART_KEEP) | BIT(PART_DOOR) | BIT(PART_BASH))

_Static_assert(PART_COUNT <= 64, "a set of parts has one bit for each");

static const struct part_kind part_table[PART_COUNT] = {
    [PART_NONE] = {.name = "none"},
    [PART_DOOR] = {.name = "door", .excludes = BIT(PART_NODOOR) | BIT(PART_BASH)},
    [PART_NODOOR] = {.name = "nodoor"},
    [PART_BASH] = {.name = "bash"},
    [PART_FLY] = {.name = "fly", .excludes = BIT(PART_SWIM) | BIT(PART_BURROW)},
    [PART_SWIM] = {.name = "swim", .excludes = BIT(PART_BURROW)},
    [PART_BURROW] = {.name = "burrow"},
    [PART_GHOST] = {.name = "ghost",
                    .excludes = BIT(PART_FLY) | BIT(PART_SWIM) | BIT(PART_BURROW) | BIT(PART_DOOR) |
                                BIT(PART_NODOOR) | BIT(PART_BASH)},
    [PART_STILL] = {.name = "still", .excludes = MOVING},
    [PART_GUARD] = {.name = "guard", .excludes = BIT(PART_LAIR) | BIT(PART_ERRATIC)},
    [PART_LAIR] = {.name = "lair", .excludes = BIT(PART_FLEE)},
    [PART_ERRATIC] = {.name = "erratic", .excludes = BIT(PART_PACK)},
    [PART_CHARGE] = {.name = "charge", .excludes = BIT(PART_KITE) | BIT(PART_KEEP)},
    [PART_FLEE] = {.name = "flee", .excludes = BIT(PART_FEARLESS)},
    [PART_FEARLESS] = {.name = "fearless"},
    [PART_PACK] = {.name = "pack", .excludes = BIT(PART_KITE) | BIT(PART_KEEP)},
    [PART_KITE] = {.name = "kite", .excludes = BIT(PART_KEEP)},
    [PART_KEEP] = {.name = "keep"},
    [PART_AMBUSH] = {.name = "ambush", .excludes = BIT(PART_GLOW)},
    [PART_UNSEEN] = {.name = "unseen", .excludes = BIT(PART_GLOW)},
    [PART_SHOT] = {.name = "shot", .takes = TAKES_SHOT},
    [PART_POT] = {.name = "pot", .takes = TAKES_BOLT},
    [PART_SPIT] = {.name = "spit", .takes = TAKES_BOLT},
    [PART_BOLT] = {.name = "bolt", .takes = TAKES_BOLT},
    [PART_BREATH] = {.name = "breath", .takes = TAKES_BOLT},
    [PART_TONGUE] = {.name = "tongue"},
    [PART_NET] = {.name = "net", .takes = PART_TAKES_RANGE | PART_TAKES_EVERY},
    [PART_SHOUT] = {.name = "shout"},
    [PART_RALLY] = {.name = "rally"},
    [PART_CALL] = {.name = "call", .takes = PART_TAKES_KIND},
    [PART_MEND] = {.name = "mend"},
    [PART_RAISE] = {.name = "raise"},
    [PART_STEAL] = {.name = "steal"},
    [PART_SPLIT] = {.name = "split"},
    [PART_FRENZY] = {.name = "frenzy"},
    [PART_REFLECT] = {.name = "reflect"},
    [PART_POISON] = {.name = "poison", .takes = PART_TAKES_AMOUNT},
    [PART_BURN] = {.name = "burn"},
    [PART_DRAIN] = {.name = "drain"},
    [PART_HOLD] = {.name = "hold"},
    [PART_WEB] = {.name = "web"},
    [PART_STUN] = {.name = "stun"},
    [PART_DAZE] = {.name = "daze"},
    [PART_RUST] = {.name = "rust"},
    [PART_SLOW] = {.name = "slow"},
    [PART_DAZZLE] = {.name = "dazzle"},
    [PART_DOZE] = {.name = "doze"},
    [PART_DIM] = {.name = "dim"},
    [PART_HUSH] = {.name = "hush"},
    [PART_WITHER] = {.name = "wither"},
    [PART_NOISE] = {.name = "noise"},
    [PART_SCENT] = {.name = "scent"},
    [PART_GLOW] = {.name = "glow"},
};

const struct part_kind *part_kind(enum part_id id)
{
    CHECK((unsigned)id < PART_COUNT);
    return &part_table[id];
}

bool part_excludes(enum part_id id, enum part_id other)
{
    return ((part_kind(id)->excludes & BIT(other)) | (part_kind(other)->excludes & BIT(id))) != 0;
}
