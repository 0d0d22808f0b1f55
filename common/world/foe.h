/*
 * A foe: a body with a mind. Foes lie in a pool that the world has from its start; a level owns
 * those that stand on it, and they go with it.
 *
 * Muster: a group of foes that goes after a company is answered by more of its kind, the more the
 * larger the company is. Members of it are those who fought beside another a short while ago: one
 * that merely passes does not count.
 */
#ifndef UNDERCROFT_WORLD_FOE_H
#define UNDERCROFT_WORLD_FOE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/pos.h"
#include "content/part.h"
#include "content/role.h"
#include "content/species.h"
#include "world/body.h"
#include "world/id.h"

struct delver;
struct world;

enum {
    FOE_FIGHTERS_MAX = 8,
    FOE_FIGHT_BEATS =
        20, /* of its life: so long its fight has those that it hurt, or was hurt by */
};

enum mood {
    MOOD_ASLEEP,  /* in no schedule */
    MOOD_POSTED,  /* stands awake where its home is */
    MOOD_ROAMING, /* from room to room */
    MOOD_HUNTING, /* after its target, or to where that was last seen */
    MOOD_HOMING,  /* walks home, and minds only attackers on the way */
    MOOD_COUNT
};

enum fear {
    FEAR_NONE,
    FEAR_FLEEING,  /* was badly hurt and is not whole again: out of sight if it can */
    FEAR_CORNERED, /* there was no way out: it fights to the end of this fight */
};

/* A delver that took part in a fight with the foe. */
struct fighter_note {
    body_id delver; /* 0: none */
    uint64_t at;    /* tick of the foe's life at which the two last hurt each other */
};

/* The state of a foe's mind between turns. Times are ticks of its life. */
struct mind {
    enum mood mood;
    struct pos home;
    struct pos door; /* a door that it is breaking open, and its blows so far; not saved */
    uint8_t door_blows;
    struct pos goal; /* where its target was last seen, or to where it roams */
    bool has_goal;
    enum fear fear;
    bool is_hidden;   /* not to be seen until a delver is near */
    bool is_poised;   /* its first blow out of hiding is still to come */
    bool has_shouted; /* in this fight */
    body_id target;   /* a delver; 0: none */
    uint64_t seen_at; /* when it last saw its target */
    body_id keeper;   /* the delver that gives it time: see company.h; 0: none */
    struct fighter_note fighters[FOE_FIGHTERS_MAX];
    enum part_id special; /* about to be done, at `aim` or to `special_to`; PART_NONE: none */
    struct pos aim;
    body_id special_to;
    uint64_t special_again_at; /* tick from which it may use a special again */
    uint8_t calls;             /* in this fight */
    bool has_mustered;         /* its group has called more foes against a company */
    uint8_t waited;            /* beats, in this fight: see PART_PACK */
    body_id caller;            /* it came by this foe, and carries nothing; 0: it came by itself */
    int64_t gold;              /* stolen... */
    body_id robbed;            /* ...from this delver */
};

struct foe {
    struct body body; /* first: see body_foe(). A free place has the id 0 */
    uint16_t uses;    /* how often this place of the pool was taken */
    uint16_t group;   /* its group: the foes that came to the level together; 0: none */
    struct mind mind;
    uint64_t unseen_at; /* tick of the level's clock since which nobody saw it at home; counted
                           while the level has more groups than it keeps. See populate.c */
};

/* The foe whose body it is; NULL: the body is a delver's. */
static inline struct foe *body_foe(struct body *body)
{
    return body->species == SPECIES_DELVER ? NULL : (struct foe *)body;
}

/* True for a body inside rock: it digs, and nothing reaches it there. */
static inline bool body_is_buried(const struct body *body)
{
    return body->level != NULL && level_is_opaque(body->level, body->at);
}

/* False for a foe that is hidden or in rock: nobody sees it, or is told of it. */
static inline bool body_is_shown(const struct body *body)
{
    return body->species == SPECIES_DELVER ||
           (!((const struct foe *)body)->mind.is_hidden && !body_is_buried(body));
}

/* True if the foe does something by itself. */
static inline bool foe_is_awake(const struct foe *foe)
{
    return foe->mind.mood != MOOD_ASLEEP;
}

/* True if the next blow takes the foe by surprise. */
static inline bool foe_is_unaware(const struct foe *foe)
{
    return foe->mind.target == 0 || !foe_is_awake(foe);
}

/* The role that the body is drawn in. */
static inline enum role body_role(const struct body *body)
{
    return species_role(body->species,
                        body->species == SPECIES_DELVER || foe_is_awake((const struct foe *)body));
}

/* Notes that the delver and the foe have hurt each other: any other delver in the foe's fight
   then fights beside this delver. */
void muster_note(const struct world *world, const struct foe *foe, struct delver *delver);

/* How many more come for the group of the foe, which has aimed at the delver; that it mustered is
   noted of all of the group. Draws once, for the part of a foe that is left. */
int muster_size(const struct world *world, struct foe *foe, const struct delver *delver);

/* Which kind they are. */
enum species_id muster_kind(const struct level *level, const struct foe *foe);

/* A new foe on a free cell; NULL: the pool is used up. Between ticks only. */
struct foe *foe_add(struct world *world, enum species_id species, struct level *level,
                    struct pos at, enum mood mood);

/* Takes a foe off its level. Between ticks only. */
void foe_free(struct world *world, struct foe *foe);

/*
 * Asks for foes made in play: a foe that is called or raised, or the other half of a foe that
 * splits. The pool of foes belongs to the world, and levels are ticked in any order; so a level
 * asks in its tick on behalf of `foe` and its PART_CALL, PART_SPLIT or PART_RAISE, and the world
 * grants between ticks, one level after another. A wish is lost past LEVEL_SPAWNS_MAX wishes, if
 * the pool is used up or the level is full.
 */
void spawn_ask(struct level *level, body_id foe, enum part_id part);

/* Notes a dead foe, which another foe of its family may raise. */
void spawn_note_death(struct level *level, enum species_id species, struct pos at);

/* The nearest dead foe that the foe can raise, of its family; NULL: there is none. */
struct level_dead *spawn_find_dead(const struct foe *foe);

#endif
