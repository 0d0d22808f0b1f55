/*
 * A tactic: how one delver, or each of a company, plays. It is handed what a client of the game
 * could show its player (struct knowledge) and answers with a wish, which a hand (hand.h) turns
 * into the actions and errands that a client could send.
 *
 * A tactic is a row: a few numbers, and two lists of habits, one for danger and one for calm. In
 * each list the first habit that has a wish is followed.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_TACTICS_TACTIC_H
#define UNDERCROFT_TESTS_SUPPORT_TACTICS_TACTIC_H

#include <stdbool.h>
#include <stddef.h>

#include "travel/path.h"
#include "world/estimate.h"
#include "world/item.h"
#include "world/life.h"
#include "world/pedlar.h"
#include "world/sight.h"
#include "world/statuses.h"

enum {
    TACTIC_FOES_MAX = 48,
    TACTIC_MATES_MAX = 3, /* companions of one delver */
    TACTIC_LYING_MAX = 16,
    TACTIC_FEARED_MAX = 16,
};

/* The delver's next action, as its tactic wishes it. */
enum wish_kind {
    WISH_NONE,
    WISH_WAIT,
    WISH_STEP,     /* dir */
    WISH_STRIKE,   /* dir */
    WISH_APPROACH, /* foe: a step nearer, or a blow */
    WISH_EXPLORE,
    WISH_TRAVEL, /* tile: to the nearest */
    WISH_GO,     /* at */
    WISH_REST,
    WISH_DESCEND,
    WISH_ASCEND,
    WISH_GET,
    WISH_USE,   /* thing: drunk, read or pointed at foe */
    WISH_WEAR,  /* thing */
    WISH_THROW, /* thing, foe */
    WISH_FIRE,  /* foe */
    WISH_BUY,   /* thing: the number of a ware */
    WISH_SELL,  /* thing */
    WISH_DROP,  /* thing */
    WISH_LEARN, /* thing: the number of a knack in the offer */
    WISH_RAISE, /* foe: the companion that lies beside the delver */
    WISH_COUNT
};

struct wish {
    enum wish_kind kind;
    enum dir dir;
    struct pos at;
    enum tile_id tile;
    body_id foe;
    uint32_t thing; /* an object, or a number */
    uint32_t other; /* the one it is used on */
};

struct known_foe {
    body_id id;
    enum species_id species;
    struct pos at; /* where it was last seen */
    int distance;
    enum danger danger; /* of a fight with it alone, */
    enum danger band;   /* and with those that are known near it too */
    bool is_seen;       /* now */
    bool is_awake;      /* when it was last seen */
};

/* A companion; all of a company know where the others are. */
struct mate {
    body_id id;
    struct pos at;
    int health_percent;
    int depth;
    bool is_here; /* on the same level */
    bool is_seen;
    bool is_in_danger;
    bool is_fallen;
};

struct pack_thing {
    uint32_t id; /* its object */
    enum item_kind kind;
    int count;
    int temper;
    int charges; /* of a wand */
    int rest;    /* beats until a charm works again */
    bool is_worn;
    bool is_known; /* what it does */
    int offer;     /* gold that the pedlar beside the delver pays; 0: nothing */
};

struct lying_thing {
    struct pos at;
    enum item_kind kind;
};

/* Vain attempts since the last blow, or since a foe came into view. */
struct tries {
    int waits;   /* for foes that do not come */
    int closest; /* that one has come meanwhile */
    int chase;   /* steps after foes that do not stand */
    int moves;   /* to corners and cover */
};

/* The delver's notes beside the map, for one level. */
struct notes {
    bool is_explored; /* nothing more can be reached */
    bool is_resting;
    bool is_leaving;    /* by the stairs, out of a fight */
    bool is_bored;      /* nothing new for long: no more caution */
    int shun;           /* of GROUND_RADII: how far off shunned foes are passed */
    int behind;         /* waits for companions that are behind */
    bool has_dealt;     /* with the pedlar, as far as there was gold */
    int64_t dealt_gold; /* what was left then */
    int worries;        /* decisions in danger */
    struct tries tries;
    body_id feared[TACTIC_FEARED_MAX]; /* that it fled from, the last ones */
    int feared_next;
    int wary;        /* decisions for which shunned foes out of view are still thought of */
    struct path way; /* round what is shunned, kept till it is walked or something new comes */
    int way_next;
    enum path_goal_kind way_goal;
    struct pos way_at; /* where it stood when it was asked last */
};

struct knowledge {
    int depth;
    int level; /* of experience */
    int health;
    int health_max;
    struct pos at;
    bool is_in_danger; /* the status row says so */
    const struct statuses *statuses;
    struct path_map map; /* what is remembered of the level */
    const struct sight *sight;
    struct path_scratch *scratch;
    uint8_t *ground;                        /* room for one more map */
    struct known_foe foes[TACTIC_FOES_MAX]; /* near to far */
    int foe_count;
    int awake_count;    /* of those in view */
    enum danger danger; /* of all awake ones in view, one after the other */
    struct mate mates[TACTIC_MATES_MAX];
    int mate_count;
    bool is_leader; /* of a company; of one alone too */
    struct pack_thing pack[OBJECT_END];
    int pack_count;
    struct lying_thing lying[TACTIC_LYING_MAX]; /* in view */
    int lying_count;
    struct pos niches[NICHE_COUNT]; /* known, and not opened yet */
    int niche_count;
    int free_places; /* of the pack */
    int64_t gold;
    struct pos stall; /* of a pedlar, if has_stall */
    bool has_stall;
    struct ware wares[PEDLAR_WARES]; /* of the pedlar beside the delver */
    int ware_count;                  /* 0: there is none */
    enum knack offer[KNACKS_OFFERED];
    int offer_count;
    bool is_bandaged;     /* and it goes on */
    bool is_returning;    /* the scroll was read and takes it home soon */
    int flights;          /* by stairs, since the last blow */
    bool can[WISH_COUNT]; /* the game has such a verb */
    const uint16_t *kills;
    struct notes *notes;
};

struct customs {
    int rest_percent;  /* of full health, under which it rests in calm */
    int drink_percent; /* under which it drinks in danger */
    int flee_percent;  /* under which it flees what is `flees_from` or worse; 0: never */
    enum danger flees_from;
    enum danger shuns; /* foes that it keeps away from; DANGER_COUNT: none */
};

/* False: it has no wish now. */
typedef bool habit(const struct knowledge *known, const struct customs *customs, struct wish *out);

struct tactic {
    const char *name;
    const char *help; /* one line */
    int size;         /* delvers that go together */
    struct customs customs;
    habit *const *danger; /* ended by NULL */
    habit *const *calm;
};

size_t tactic_count(void);
const struct tactic *tactic_at(size_t index);

/* NULL if there is none of that name. */
const struct tactic *tactic_find(const char *name);

/* The tactic's wish; WISH_WAIT where no habit has one. All tactics that are bored are alike: they
   strike and go on. */
struct wish tactic_decide(const struct tactic *tactic, const struct knowledge *known);

#endif
