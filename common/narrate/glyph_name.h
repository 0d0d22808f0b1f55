/*
 * The meaning of a sign on the map, for clients that show a legend beside it. Terrain, bodies and
 * things have their own tables; a sign that several kinds share has one name for all of them.
 */
#ifndef UNDERCROFT_NARRATE_GLYPH_NAME_H
#define UNDERCROFT_NARRATE_GLYPH_NAME_H

/* "closed door", "weapon or missile", "grave"; of a letter that several species share, the first
   of their table. NULL: the map never shows it. */
const char *glyph_name(char glyph);

#endif
