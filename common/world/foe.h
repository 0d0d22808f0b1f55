/*
 * A foe: a body with a mind. Foes are entries of a pool that the world allocates at its start; a
 * level owns the foes that stand on it, and they are freed with it.
 *
 * Muster: a group of foes that goes after a company calls more of its kind, and more of them for a
 * larger company. Only delvers who fought beside another a short while ago count as members.
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
    /* beats of the foe's life for which a delver that it hurt, or that hurt it, belongs to its
       fight */
    FOE_FIGHT_BEATS = 20,
};

enum mood {
    MOOD_ASLEEP,  /* asleep; in no schedule */
    MOOD_POSTED,  /* awake at its home */
    MOOD_ROAMING, /* goes from room to room */
    MOOD_HUNTING, /* goes after its target, or to the cell where it last saw it */
    MOOD_HOMING,  /* walks home, and minds only attackers */
    MOOD_COUNT
};

enum fear {
    FEAR_NONE,
    FEAR_FLEEING,  /* was badly hurt and is not yet healed: hides from delvers if it can */
    FEAR_CORNERED, /* found no way to flee: fights on until this fight ends */
};

/* A delver that took part in a fight with the foe. */
struct fighter_note {
    body_id delver; /* the delver; 0: free entry */
    uint64_t at;    /* tick of the foe's life at which one of the two last hurt the other */
};

/* The state of a foe's mind between turns. Times are ticks of its own life. */
struct mind {
    enum mood mood;
    struct pos home;
    struct pos door; /* door that it is breaking open, and the number of its blows; not saved */
    uint8_t door_blows;
    struct pos goal; /* cell where it last saw its target, or to which it roams */
    bool has_goal;
    enum fear fear;
    bool is_hidden;   /* hidden until a delver is near */
    bool is_poised;   /* its first blow since it hid is still to come */
    bool has_shouted; /* it has shouted in this fight */
    body_id target;   /* delver that it fights; 0: none */
    uint64_t seen_at; /* tick at which it last saw its target */
    body_id keeper;   /* delver in whose time it lives, see company.h; 0: none */
    struct fighter_note fighters[FOE_FIGHTERS_MAX];
    enum part_id
        /* the special that it will do next, at `aim` or to `special_to`; PART_NONE: none */
        special;
    struct pos aim;
    body_id special_to;
    uint64_t special_again_at; /* tick from which it may use a special again */
    uint8_t calls;             /* number of calls in this fight */
    bool has_mustered;         /* its group has already called more foes against a company */
    uint8_t waited;            /* beats that it has waited in this fight; see PART_PACK */
    body_id caller;            /* the foe that called it, in which case it drops nothing; 0: none */
    int64_t gold;              /* gold that it has stolen */
    body_id robbed;            /* delver that lost the gold to it */
};

struct foe {
    struct body body; /* must be the first member, see body_foe(); a free entry has the id 0 */
    uint16_t uses;    /* number of times that this entry of the pool was taken */
    uint16_t group;   /* number of its group: the foes that came to the level together; 0: none */
    struct mind mind;
    /* level's clock since which no delver has seen it at home; counted only while the level has
       more groups than it keeps, see populate.c */
    uint64_t unseen_at;
};

/* Returns the foe of a body; NULL if the body is a delver. */
static inline struct foe *body_foe(struct body *body)
{
    return body->species == SPECIES_DELVER ? NULL : (struct foe *)body;
}

/* True for a body that digs through rock, where nothing reaches it. */
static inline bool body_is_buried(const struct body *body)
{
    return body->level != NULL && level_is_opaque(body->level, body->at);
}

/* False for a foe that is hidden or in rock, and so neither seen nor heard. */
static inline bool body_is_shown(const struct body *body)
{
    return body->species == SPECIES_DELVER ||
           (!((const struct foe *)body)->mind.is_hidden && !body_is_buried(body));
}

/* True if the foe acts by itself. */
static inline bool foe_is_awake(const struct foe *foe)
{
    return foe->mind.mood != MOOD_ASLEEP;
}

/* True if the next blow takes the foe by surprise. */
static inline bool foe_is_unaware(const struct foe *foe)
{
    return foe->mind.target == 0 || !foe_is_awake(foe);
}

/* Returns the role (colour) in which the body is drawn. */
static inline enum role body_role(const struct body *body)
{
    return species_role(body->species,
                        body->species == SPECIES_DELVER || foe_is_awake((const struct foe *)body));
}

/* Records that the delver and the foe hurt each other. Other delvers in the foe's fight then count
   as having fought beside this delver. */
void muster_note(const struct world *world, const struct foe *foe, struct delver *delver);

/* Returns the number of foes that join the group of the foe, which has aimed at the delver. Marks
   the whole group as mustered. Draws one random number, for a fraction of a foe. */
int muster_size(const struct world *world, struct foe *foe, const struct delver *delver);

/* Returns the kind of the foes that join the group. */
enum species_id muster_kind(const struct level *level, const struct foe *foe);

/* Adds a foe on a free cell. NULL: the pool is full. Between ticks only. */
struct foe *foe_add(struct world *world, enum species_id species, struct level *level,
                    struct pos at, enum mood mood);

/* Removes a foe from its level and frees it. Between ticks only. */
void foe_free(struct world *world, struct foe *foe);

/*
 * Asks for foes that appear in play: foes that are called or raised, or the other half of a foe
 * that splits. The pool belongs to the world, and levels are ticked in any order; so a level asks
 * within its tick, for `foe` and its PART_CALL, PART_SPLIT or PART_RAISE, and the world grants the
 * requests between ticks, one level after another. A request is dropped past LEVEL_SPAWNS_MAX, and
 * if the pool or the level is full.
 */
void spawn_ask(struct level *level, body_id foe, enum part_id part);

/* Records a dead foe, so that another foe of its family can raise it. */
void spawn_note_death(struct level *level, enum species_id species, struct pos at);

/* Returns the nearest dead foe of its family that the foe can raise; NULL: none. */
struct level_dead *spawn_find_dead(const struct foe *foe);

#endif
