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
    ROLE_OTHER,     /* another delver */
    ROLE_COMPANION, /* one of the viewer's party */
    ROLE_AWAY,      /* a delver without a connection */
    ROLE_ITEM,
    ROLE_WALL, /* of brick, as are most near the surface; see the tints below */
    ROLE_FLOOR,
    ROLE_DOOR_CLOSED,
    ROLE_DOOR_OPEN,
    ROLE_STAIRS,
    ROLE_LIQUID,
    ROLE_SPECIAL,
    ROLE_REMEMBERED, /* terrain out of sight, but for what is looked for on a map: */
    ROLE_REMEMBERED_DOOR,
    ROLE_REMEMBERED_STAIRS,
    ROLE_REMEMBERED_LIQUID,
    ROLE_REMEMBERED_SPECIAL,
    ROLE_GOOD,
    ROLE_BAD,
    ROLE_SPEECH,
    ROLE_TELL,   /* what is said to the player alone */
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
    ROLE_FOE_BEAST, /* foes by their families: awake, */
    ROLE_FOE_VERMIN,
    ROLE_FOE_SLIME,
    ROLE_FOE_FOLK,
    ROLE_FOE_SPIRIT,
    ROLE_FOE_DEAD,
    ROLE_FOE_WATER,
    ROLE_FOE_GIANT,
    ROLE_FOE_FIRE,
    ROLE_ASLEEP_BEAST, /* asleep, */
    ROLE_ASLEEP_VERMIN,
    ROLE_ASLEEP_SLIME,
    ROLE_ASLEEP_FOLK,
    ROLE_ASLEEP_SPIRIT,
    ROLE_ASLEEP_DEAD,
    ROLE_ASLEEP_WATER,
    ROLE_ASLEEP_GIANT,
    ROLE_ASLEEP_FIRE,
    ROLE_BOSS_BEAST, /* and bosses that are awake */
    ROLE_BOSS_VERMIN,
    ROLE_BOSS_SLIME,
    ROLE_BOSS_FOLK,
    ROLE_BOSS_SPIRIT,
    ROLE_BOSS_DEAD,
    ROLE_BOSS_WATER,
    ROLE_BOSS_GIANT,
    ROLE_BOSS_FIRE,
    ROLE_COUNT
};

#endif
