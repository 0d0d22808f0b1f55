/*
 * Blows in a crowd: blows by and at the viewer within a tick are told first, with repeats in one
 * sentence; fights of others become a sentence a second, or in five seconds for a crowd. The brief
 * form has one line for each beat, for players who listen.
 */
#ifndef UNDERCROFT_NARRATE_FIGHT_FOLD_H
#define UNDERCROFT_NARRATE_FIGHT_FOLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "content/role.h"
#include "world/event.h"
#include "world/world.h"

/* How much is told about fights. */
enum fight_words {
    FIGHT_WORDS_FULL,
    FIGHT_WORDS_OWN,   /* no fights of other players */
    FIGHT_WORDS_BRIEF, /* no fights of other players; one line for each beat */
    FIGHT_WORDS_COUNT
};

enum {
    FOLD_BLOWS_MAX = 8,
    FOLD_FIGHTERS_MAX = 16, /* bodies remembered on either side of a fight of others */
    FOLD_TEXT_MAX = 320,    /* bytes of a line, with a NUL */
    FOLD_ASIDE_MAX = 200,
};

/* The blows of one kind between the viewer and foes of one kind. */
struct fold_blows {
    struct event first;
    enum species_id kind; /* kind of the foe */
    int times;
    int damage;
    int left; /* health of the viewer after the last blow */
    bool is_several;
};

/* The blows between other delvers and foes. */
struct fold_others {
    char first[FOLD_ASIDE_MAX]; /* first blow as a sentence */
    enum role role;
    int blows;
    body_id delvers[FOLD_FIGHTERS_MAX];
    int delver_count;
    body_id foes[FOLD_FIGHTERS_MAX];
    int foe_count;
    enum species_id kind;
    bool is_mixed; /* foes of several kinds fight */
    struct pos at;
    uint64_t reported_at; /* tick of the world at which the last line was due */
    bool has_reported;
    bool was_crowd;
};

/* The blows of one session that are not told yet. All zero: none. */
struct fight_fold {
    struct fold_blows blows[FOLD_BLOWS_MAX];
    int count;
    char aside[FOLD_ASIDE_MAX]; /* brief form: events besides blows, told before the foes' blows */
    char ills[FOLD_ASIDE_MAX];  /* brief form: effects of the foes' blows, told after them */
    /* brief form: foes that came into view for which the text has no room */
    int unseen;
    bool has_sighted;            /* brief form: `aside` names a foe that came into view */
    bool has_warned;             /* brief form: `aside` gives the danger of an awake foe */
    body_id woken;               /* brief form: foe of the last waking in `aside`; 0: none */
    int woken_from;              /* start of its sentence in `aside` */
    int woken_to;                /* end of that sentence */
    char felled[FOLD_ASIDE_MAX]; /* brief form: last death by another's hand, not told yet */
    bool is_withered;            /* brief form: `ills` has health lost by poison and the like */
    bool is_foe_first;           /* brief form: a foe struck the viewer and was then killed */
    int left;                    /* health of the viewer after the last blow */
    uint64_t reported_at;
    bool has_reported;
    struct fold_others others;
};

/* True for an event that can begin a fold. */
bool fight_fold_begins(const struct event *event);

/* Takes an event that `viewer` may be told. False: it is not part of a fight, or it must be told by
   itself after the lines so far (fight_fold_flush()). */
bool fight_fold_take(struct fight_fold *fold, const struct world *world, const struct event *event,
                     const struct delver *viewer, enum fight_words words);

/* True if the lines about the viewer's fight must be told before the event, because the event is
   about the viewer, or about a foe of a kind that the viewer fights. */
bool fight_fold_precedes(const struct fight_fold *fold, const struct world *world,
                         const struct event *event, const struct delver *viewer);

/* Drops the untold rest of a fight of other players that ends with the event. */
void fight_fold_end(struct fight_fold *fold, const struct event *event);

/* Writes the next line that is due, of at most FOLD_TEXT_MAX bytes. False: none is. */
bool fight_fold_next(struct fight_fold *fold, const struct world *world,
                     const struct delver *viewer, enum fight_words words, char *out,
                     size_t out_size, enum role *out_role);

/* Writes the next line of the viewer's own fight, due or not. False: there is none. */
bool fight_fold_flush(struct fight_fold *fold, const struct world *world,
                      const struct delver *viewer, enum fight_words words, char *out,
                      size_t out_size, enum role *out_role);

/* True while a line is still to come. */
bool fight_fold_is_pending(const struct fight_fold *fold);

#endif
