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

/* Returns the radius of the delver's light in cells: its lamp and other worn things, minus one for
   every 8 depths, plus the effects of its statuses; at least LIGHT_MIN. */
int light_radius(const struct delver *delver);

enum {
    LIGHT_MIN = 2,
    LIGHT_BURNING = 5 /* radius in cells of the light of a brazier or a torch */,
    LIGHT_GLOW = 5 /* cells by which a glowing body is visible from farther away */
};

/* True if a delver whose light has that radius makes out the things on that cell. */
bool light_shows_cell(const struct delver *delver, int radius, struct pos at);

/* Works like light_shows_cell() for a delver at `from` and all cells of one word of a row, in sight
   or not. */
uint64_t light_row_word(const struct level *level, struct pos from, int radius, int y, int word);

/* True if the delver makes out the body: a delver in sight, or a foe in its light that is not
   hidden. */
bool light_shows_body(const struct delver *delver, int radius, const struct body *body);

enum { SENSE_MOLE_CELLS = 8, SENSE_FAR_CELLS = 25 };

/* Computes the foes that the delver senses out of sight. Adds EVENT_SENSED if they or their places
   have changed. The delver must be on a level. */
void sense_update(const struct world *world, struct delver *delver);

/* Reports a foe in view to the delver, unless that was done before. */
void notice_foe(const struct world *world, struct delver *delver, const struct foe *foe);

/* Reports a foe that is about to strike the delver; a foe out of view is not reported. */
void notice_striker(const struct world *world, struct delver *delver, const struct foe *foe);

/* True if a foe in view will be reported at the delver's next look. */
bool notice_is_due(const struct world *world, const struct delver *delver, const struct foe *foe);

/* Reports a foe to the delver in that way, and drops the delver's queued steps. */
void notice_tell(struct delver *delver, const struct foe *foe, enum notice notice);

/* Remembers things that are now where the delver saw last, and forgets things that were taken from
   there. Call it before the delver looks about. */
void recall_before_look(const struct world *world, struct delver *delver);

/* Remembers the things in the delver's light, and forgets those that lay there before. Call it
   after the delver has looked about. Rows where that makes a difference count as changed by the
   look. */
void recall_after_look(const struct world *world, struct delver *delver);

#endif
