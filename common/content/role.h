/*
 * The meaning of a cell on a screen. A palette turns a role into colours and attributes, so that
 * the game never deals with either.
 */
#ifndef UNDERCROFT_CONTENT_ROLE_H
#define UNDERCROFT_CONTENT_ROLE_H

/* The colour of a kind of foe or thing, from its row: kinds that share a sign differ in it. */
enum hue {
    HUE_NONE, /* no hue of its own */
    HUE_CORAL,
    HUE_AMBER,
    HUE_OLIVE,
    HUE_PINK,
    HUE_PALE,
    HUE_WHITE,
    HUE_TEAL,
    HUE_ROSE,
    HUE_ORANGE,
    HUE_BLUE,
    HUE_VIOLET,
    HUE_YELLOW,
    HUE_COUNT
};

enum role {
    ROLE_BLANK, /* an unknown cell, or no text */
    ROLE_TEXT,
    ROLE_DIM_TEXT,
    ROLE_SELF,
    ROLE_OTHER,     /* another delver */
    ROLE_COMPANION, /* a member of the viewer's party */
    ROLE_AWAY,      /* a delver whose player has lost the connection */
    ROLE_ITEM,
    ROLE_WALL, /* a wall of brick, as near the surface; the other tints follow */
    ROLE_FLOOR,
    ROLE_DOOR_CLOSED,
    ROLE_DOOR_OPEN,
    ROLE_STAIRS,
    ROLE_LIQUID,
    ROLE_SPECIAL,
    ROLE_REMEMBERED, /* terrain out of sight, but for terrain looked for on a map: */
    ROLE_REMEMBERED_DOOR,
    ROLE_REMEMBERED_STAIRS,
    ROLE_REMEMBERED_LIQUID,
    ROLE_REMEMBERED_SPECIAL,
    ROLE_GOOD,
    ROLE_BAD,
    ROLE_SPEECH,
    ROLE_TELL,   /* text for this player alone */
    ROLE_STATUS, /* the status line */
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
    ROLE_KIND_CORAL, /* things, and foes that are awake, by their hues */
    ROLE_KIND_AMBER,
    ROLE_KIND_OLIVE,
    ROLE_KIND_PINK,
    ROLE_KIND_PALE,
    ROLE_KIND_WHITE,
    ROLE_KIND_TEAL,
    ROLE_KIND_ROSE,
    ROLE_KIND_ORANGE,
    ROLE_KIND_BLUE,
    ROLE_KIND_VIOLET,
    ROLE_KIND_YELLOW,
    ROLE_ASLEEP_CORAL, /* foes that are asleep */
    ROLE_ASLEEP_AMBER,
    ROLE_ASLEEP_OLIVE,
    ROLE_ASLEEP_PINK,
    ROLE_ASLEEP_PALE,
    ROLE_ASLEEP_WHITE,
    ROLE_ASLEEP_TEAL,
    ROLE_ASLEEP_ROSE,
    ROLE_ASLEEP_ORANGE,
    ROLE_ASLEEP_BLUE,
    ROLE_ASLEEP_VIOLET,
    ROLE_ASLEEP_YELLOW,
    ROLE_BOSS_CORAL, /* bosses that are awake */
    ROLE_BOSS_AMBER,
    ROLE_BOSS_OLIVE,
    ROLE_BOSS_PINK,
    ROLE_BOSS_PALE,
    ROLE_BOSS_WHITE,
    ROLE_BOSS_TEAL,
    ROLE_BOSS_ROSE,
    ROLE_BOSS_ORANGE,
    ROLE_BOSS_BLUE,
    ROLE_BOSS_VIOLET,
    ROLE_BOSS_YELLOW,
    ROLE_FAR_WALL, /* walls and floors in sight, but beyond the light */
    ROLE_FAR_WALL_STONE,
    ROLE_FAR_WALL_EARTH,
    ROLE_FAR_WALL_MOSS,
    ROLE_FAR_WALL_CRYSTAL,
    ROLE_FAR_WALL_BONE,
    ROLE_FAR_FLOOR,
    ROLE_FAR_FLOOR_STONE,
    ROLE_FAR_FLOOR_EARTH,
    ROLE_FAR_FLOOR_MOSS,
    ROLE_FAR_FLOOR_CRYSTAL,
    ROLE_FAR_FLOOR_BONE,
    ROLE_COUNT
};

/* Returns the role of a hue (not HUE_NONE) in the series of roles that begins with `first`. */
static inline enum role role_of_hue(enum role first, enum hue hue)
{
    return (enum role)((int)first + (int)hue - (int)HUE_CORAL);
}

#endif
