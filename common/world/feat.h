/*
 * Feats: the numbers by which players are ranked, of all time and of the season. A season has
 * SEASON_DAYS days of the world, which are its ticks: a world that is stopped has no days. Feats
 * decide nothing in play.
 */
#ifndef UNDERCROFT_WORLD_FEAT_H
#define UNDERCROFT_WORLD_FEAT_H

#include <stdbool.h>
#include <stdint.h>

struct delver;
struct honours;
struct world;

enum { SEASON_DAYS = 91, FEAT_GOALS = 5 };

/* Depths for which the fastest players are ranked. */
extern const uint8_t feat_goals[FEAT_GOALS];

/* All zero: the player has done nothing yet. */
struct feats {
    uint16_t deepest;                /* deepest depth reached by stairs or a fall */
    uint16_t sworn;                  /* deepest depth reached under the oath */
    uint16_t kindled;                /* number of embers carried home */
    uint32_t falls;                  /* deaths in the quickest life that carried an ember home */
    uint64_t kindled_in;             /* ticks of that life until then; 0: none */
    uint64_t reached_in[FEAT_GOALS]; /* ticks of a life until its first arrival on that depth, of
                                        the quickest life; 0: never */
    int64_t given;                   /* gold given to the Gate */
    uint32_t renown;
};

/* Return the number of days that the world has lived, from 0, and of its season, from 1. */
uint64_t world_day(const struct world *world);
uint32_t world_season(const struct world *world);

/* Returns the feats of a season; all zero if nothing was done in it. */
struct feats feats_of_season(const struct honours *honours, uint32_t season);

/* Returns the ticks that the delver has lived in this life, over all its deaths. */
uint64_t feats_time_lived(const struct delver *delver);

/* Records that the delver came to a level from above; `is_first`: for the first time in this
   life. */
void feats_arrive(const struct world *world, struct delver *delver, bool is_first);

/* Records that the delver carried an ember home. */
void feats_kindle(const struct world *world, struct delver *delver);

/* Records that the delver did something for another: one more renown. */
void feats_gain_renown(struct world *world, struct delver *delver);

/* Records a gift of gold (1 … RANGE_WHOLE_MAX) to the Gate. */
void feats_give(const struct world *world, struct delver *delver, int64_t gold);

#endif
