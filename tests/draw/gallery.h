/*
 * Viewers of a dungeon in which walkers walk (sim/walkers.h): each sees through the eyes of one of
 * them, several may share one, and each has a window, a palette and habits of its own. The server's
 * work between the world and a drawing is done here in the simplest way.
 */
#ifndef UNDERCROFT_TESTS_DRAW_GALLERY_H
#define UNDERCROFT_TESTS_DRAW_GALLERY_H

#include "server/session/present/drawing.h"
#include "sim/walkers.h"

struct viewer {
    int walker; /* through whose eyes */
    struct drawing drawing;
    struct message_log messages;
    struct scene scene; /* but for world, viewer and messages */
    struct palette palette;
    bool is_dirty;
    bool is_dirty_own; /* by the walker's own doing */
    uint64_t drawn_tick;
    char typed[200];
};

struct gallery_setup {
    struct walkers_setup walkers;
    int viewer_count;
    bool is_restless;   /* windows, palettes, overlays and the rest change by chance */
    bool draws_always;  /* also after what happened where the viewer's window does not reach */
    bool has_parties;   /* of three walkers each */
    bool looks_about;   /* look cursors are opened, moved and closed by chance */
    bool feels_foes;    /* walkers have draughts of far sight by chance */
    uint32_t wait_most; /* ticks between frames that show what others do */
};

struct gallery {
    struct gallery_setup setup;
    struct walkers walkers;
    struct viewer *viewers; /* setup.viewer_count */
    struct ansi_book book;
    struct rng rng;
};

void gallery_init(struct gallery *gallery, const struct gallery_setup *setup);
void gallery_release(struct gallery *gallery);

/* One tick of the world, with or without anybody deciding; its events reach who sees them. */
void gallery_tick(struct gallery *gallery, bool do_decide);

/* Something about the viewer changes, by chance; the scene says what. Their terminal is another
   size then, or is to be drawn in full. True if it is another size. */
bool gallery_stir(struct gallery *gallery, struct viewer *viewer);

/* Fills in the viewer's scene of this tick. False: there is nothing to draw, or it is not time. */
bool gallery_scene(struct gallery *gallery, struct viewer *viewer, struct scene *out);

/* A frame of that scene was drawn. */
void gallery_drawn(struct gallery *gallery, struct viewer *viewer, bool is_complete);

void canvas_init(struct canvas *canvas);
void canvas_release(struct canvas *canvas);

#endif
