/*
 * Senses of a delver: what it makes out of all that its sight reaches, and feels beyond it.
 *
 * Light: a delver sees the ground as far as its sight reaches, and other delvers, who carry lamps,
 * as far; but a foe, and what lies on the ground, it makes out only within its own light, or in a
 * haven, where a lantern burns. A foe that glows is made out from farther off. Braziers and torches
 * light what is near them. A body in a thicket, delvers aside, is made out only from beside it.
 *
 * Foes are sensed near by through the rock, with an amulet of the mole, and farther off while a
 * draught of far sight lasts. The delver keeps where each of them was sensed last (struct
 * sightings); a change is an event that only this delver is told.
 *
 * A delver is told of each foe when it comes into view, once a fight, and again when it comes back
 * awake after some beats and the fight in which it was seen is over (struct sightings). Things are
 * remembered (struct recall) around each look of a delver.
 */
#ifndef UNDERCROFT_WORLD_SENSE_H
#define UNDERCROFT_WORLD_SENSE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/pos.h"
#include "world/delver.h"
#include "world/event.h"

struct delver;
struct foe;
struct world;

/* How many cells its light reaches: the lamp and all else that is worn, one less each 8 depths, and
   what its statuses add; LIGHT_MIN at least. */
int light_radius(const struct delver *delver);

enum {
    LIGHT_MIN = 2,
    LIGHT_BURNING = 5 /* cells that a brazier or a torch lights */,
    LIGHT_GLOW = 5 /* from so much farther off what glows is made out */
};

/* True if a delver with a light that reaches so far makes out what lies on that cell. */
bool light_shows_cell(const struct delver *delver, int radius, struct pos at);

/* As light_shows_cell(), for the cells of a word of a row, in sight or not, and a delver that
   stands at `from`. */
uint64_t light_row_word(const struct level *level, struct pos from, int radius, int y, int word);

/* True if it makes out the body: a delver in sight, or a foe that does not hide, in its light. */
bool light_shows_body(const struct delver *delver, int radius, const struct body *body);

enum { SENSE_MOLE_CELLS = 8, SENSE_FAR_CELLS = 25 };

/* Looks for foes beyond sight again. EVENT_SENSED if a foe was sensed elsewhere, or not at all,
   before. The delver stands on a level. */
void sense_update(const struct world *world, struct delver *delver);

/* Tells the delver of a foe that it has in view, if that is news. */
void notice_foe(const struct world *world, struct delver *delver, const struct foe *foe);

/* Notices a foe that is about to strike the delver; a foe out of view is not told of. */
void notice_striker(const struct world *world, struct delver *delver, const struct foe *foe);

/* True if the delver will be told of a foe in view when it looks next. */
bool notice_is_due(const struct world *world, const struct delver *delver, const struct foe *foe);

/* Tells the delver that much of the foe, and drops the delver's queued steps. */
void notice_tell(struct delver *delver, const struct foe *foe, enum notice notice);

/* Call it before the delver looks about: things that lie now where it saw last are remembered,
   and things taken from there are forgotten. */
void recall_before_look(const struct world *world, struct delver *delver);

/* The delver has looked about: what lies in its light is remembered, and what lay there before is
   not. Rows in which that changes count as changed by the look. */
void recall_after_look(const struct world *world, struct delver *delver);

#endif
