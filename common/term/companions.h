/*
 * The other members of the viewer's party: on the map also where the viewer does not see them, if
 * that cell is known.
 */
#ifndef UNDERCROFT_TERM_COMPANIONS_H
#define UNDERCROFT_TERM_COMPANIONS_H

#include "base/row_set.h"
#include "term/camera.h"
#include "term/screen.h"
#include "world/world.h"

enum { COMPANIONS_MAX = 5 };

struct companions {
    int count;
    body_id bodies[COMPANIONS_MAX]; /* in the order of the party */
};

/*
 * Where a companion is drawn on the map of the viewer's level. False: nowhere, as on another level,
 * between two, or on a cell that the viewer does not know.
 */
bool companions_place(const struct world *world, const struct delver *viewer, body_id companion,
                      struct pos *out);

/* Draws them over the map that view_compose() drew, with the same camera, area and rows. */
void companions_draw(const struct world *world, const struct delver *viewer,
                     const struct companions *companions, const struct camera *camera,
                     struct rect area, const struct row_set *rows, struct screen *screen);

/* "nw 40", "here", "depth 3", "on stairs", "fallen e 3", "away": where a companion is, as seen from
   the viewer, in at most `size` bytes. */
void companions_where(const struct delver *viewer, const struct delver *companion, char *out,
                      size_t size);

#endif
