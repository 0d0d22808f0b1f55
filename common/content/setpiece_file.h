/*
 * The form of a set piece's file: lines of a word and its value, then the drawing.
 *
 *     name   the drowned hoard
 *     kind   pocket               # pocket, area, landmark or arrival
 *     depth  6-16
 *     weight 10                   # against the others of its kind; 10 unless told
 *     gate   plates 2 near 8      # none, lever near R or plates 2 near R
 *     holds  0 each               # a cache, from which each delver takes once
 *     vary   ? = ,:3 .:2 ;:1      # by weight, a draw for each cell ("vary all": one for all)
 *     turn   no                   # else any of the eight turnings
 *     ground built                # not in natural caves; any unless told
 *     say    Water drips on old stone.
 *     map
 *     #######
 *     #?????#
 *     #?.0.?#
 *     #?????#
 *     ###G###
 *     end
 *
 * A word and two spaces or more, or a line's start, before '#' make the rest of the line a comment,
 * outside of the drawing. Its symbols: '#' rock, '.' floor, ' ' what is there, '~' deep water, ':'
 * chasm, '=' bridge, ',' shallows, '`' grass, '}' thicket, ';' rubble, '8' statue, '*' brazier, '6'
 * bookcase, 'T' torch, '_' shrine, '0' cache, 'D' closed door, '+' mouth (rock unless it is used),
 * 'G' the doorway of a pocket, 'B' a plank that the gate lays over water or a chasm, '<' the
 * staircase of an arrival, and those of the vary lines.
 *
 * The properties that a generator relies on are checked here: everything that can be walked is one
 * piece whatever is drawn, no two ways meet at a corner only, doors stand between walls, and the
 * outer ring is wall with the mouths in it, or bare floor all round.
 */
#ifndef UNDERCROFT_CONTENT_SETPIECE_FILE_H
#define UNDERCROFT_CONTENT_SETPIECE_FILE_H

#include "content/setpiece.h"

/* Reads one file's text, of any bytes. ERR_FORMAT: line and cause of the first fault are told; *out
   is then of no use. All of *out but its file name is set. */
MUST_USE enum err setpiece_read(const char *text, size_t length, struct setpiece *out,
                                struct setpiece_fault *fault);

/* The second half of setpiece_read(): checks the drawing, and sets the fields that follow from it.
   `first` is the line of its first row. */
MUST_USE enum err setpiece_check(struct setpiece *piece, int first, struct setpiece_fault *fault);

#endif
