/*
 * What a cell means on a screen. A palette turns a role into colours and attributes, so that the
 * game never speaks of either.
 */
#ifndef UNDERCROFT_CONTENT_ROLE_H
#define UNDERCROFT_CONTENT_ROLE_H

enum role {
    ROLE_BLANK, /* nothing is known here, or nothing is written */
    ROLE_TEXT,
    ROLE_DIM_TEXT,
    ROLE_SELF,
    ROLE_OTHER, /* another delver */
    ROLE_AWAY,  /* a delver whose line is dead */
    ROLE_MONSTER,
    ROLE_ITEM,
    ROLE_WALL, /* of brick, as are most near the surface; see the tints below */
    ROLE_FLOOR,
    ROLE_DOOR_CLOSED,
    ROLE_DOOR_OPEN,
    ROLE_STAIRS,
    ROLE_LIQUID,
    ROLE_SPECIAL,
    ROLE_REMEMBERED, /* any terrain out of sight */
    ROLE_GOOD,
    ROLE_BAD,
    ROLE_SPEECH,
    ROLE_STATUS, /* the status row */
    ROLE_WALL_STONE,
    ROLE_WALL_EARTH,
    ROLE_WALL_MOSS,
    ROLE_WALL_CRYSTAL,
    ROLE_WALL_BONE,
    ROLE_FLOOR_STONE,
    ROLE_FLOOR_EARTH,
    ROLE_FLOOR_MOSS,
    ROLE_FLOOR_CRYSTAL,
    ROLE_FLOOR_BONE,
    ROLE_COUNT
};

#endif
