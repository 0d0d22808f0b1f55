/*
 * Private to the ANSI writer: the order in which a frame's cells are printed. A change of colour
 * costs more than a move, so that all runs of one look are printed before the next look, each time
 * the one that the cursor reaches with the fewest bytes.
 */
#ifndef UNDERCROFT_TERM_ANSI_RUNS_H
#define UNDERCROFT_TERM_ANSI_RUNS_H

#include "term/ansi_frame.h"

/* Brings the screen up to date but for rows with wide glyphs: printed in any other order than left
   to right, those would be halved by an unfinished frame. False if the frame is over. */
bool ansi_runs_draw(struct ansi_frame *frame);

#endif
