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

/* Detail of the text about fights. */
enum fight_words {
    FIGHT_WORDS_FULL,
    FIGHT_WORDS_OWN,   /* no fights of other players */
    FIGHT_WORDS_BRIEF, /* no fights of other players; a line a beat */
    FIGHT_WORDS_COUNT
};

enum {
    FOLD_BLOWS_MAX = 8,
    FOLD_FIGHTERS_MAX =
        16, /* remembered from either side of a fight of others; ten or more are a crowd */
    FOLD_TEXT_MAX = 320, /* bytes of a line, with a NUL */
    FOLD_ASIDE_MAX = 200,
};

/* Blows of one kind between the viewer and foes of one kind. */
struct fold_blows {
    struct event first;
    enum species_id kind; /* kind of the foe */
    int times;
    int damage;
    int left; /* the viewer's health after the last */
    bool is_several;
};

/* Blows between other delvers and foes. */
struct fold_others {
    char first[FOLD_ASIDE_MAX]; /* first blow as a sentence */
    enum role role;
    int blows;
    body_id delvers[FOLD_FIGHTERS_MAX];
    int delver_count;
    body_id foes[FOLD_FIGHTERS_MAX];
    int foe_count;
    enum species_id kind;
    bool is_mixed; /* foes of several kinds */
    struct pos at;
    uint64_t reported_at; /* tick of the world at which the last line was due */
    bool has_reported;
    bool was_crowd;
};

/* State of one session. Valid when all zero. */
struct fight_fold {
    struct fold_blows blows[FOLD_BLOWS_MAX];
    int count;
    char aside[FOLD_ASIDE_MAX];  /* brief: events besides blows, told before the foes' blows */
    char ills[FOLD_ASIDE_MAX];   /* brief: effects of the foes' blows, told after them */
    int unseen;                  /* brief: foes that came into view without room in the text */
    bool has_sighted;            /* brief: the aside names a foe that came into view */
    bool has_warned;             /* brief: the aside gives the danger of an awake foe */
    body_id woken;               /* brief: foe of the last waking in the aside; 0: none */
    int woken_from;              /* start of its sentence in the aside... */
    int woken_to;                /* ends */
    char felled[FOLD_ASIDE_MAX]; /* brief: last death by another's hand, not told yet */
    bool is_withered;            /* brief: the ills include health lost by poison and the like */
    bool is_foe_first;           /* brief: a foe struck the viewer and was then killed */
    int left;                    /* the viewer's health after the last blow */
    uint64_t reported_at;
    bool has_reported;
    struct fold_others others;
};

/* True for an event that can begin a fold. */
bool fight_fold_begins(const struct event *event);

/* Takes an event that `viewer` may be told. False: it is not part of a fight, or must be told by
   itself after the text of the fold so far (fight_fold_flush()). */
bool fight_fold_take(struct fight_fold *fold, const struct world *world, const struct event *event,
                     const struct delver *viewer, enum fight_words words);

/* True if the text of the fold on the viewer's fight must be told before the event, because the
   event is about the viewer, or a foe of a kind that the viewer fights. */
bool fight_fold_precedes(const struct fight_fold *fold, const struct world *world,
                         const struct event *event, const struct delver *viewer);

/* Drops the untold rest of a fight of other players that the event ends. */
void fight_fold_end(struct fight_fold *fold, const struct event *event);

/* Writes the next line that is due, of FOLD_TEXT_MAX bytes at most. False: none is. */
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
