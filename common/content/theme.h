/*
 * Depths: their themes and havens. Going down is going somewhere else: a theme says what a band of
 * depths is called, and which styles may make its levels, how often each, how large and with which
 * knobs turned. The style of a level depends on the level's key and the world's seed alone.
 *
 * A host has themes and names of levels in text files (content/theme_file.h). They lie in a list
 * that the functions take; NULL or an empty one is the table that is built in.
 */
#ifndef UNDERCROFT_CONTENT_THEME_H
#define UNDERCROFT_CONTENT_THEME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    DEPTH_MAX = 100,
    THEME_PLANS_MAX = 6,
    THEME_SETTINGS_MAX = 5,
    THEME_LEVEL_NAMES = 24, /* most names of levels of a theme */
    THEME_NAME_MAX = 31,    /* bytes of the name of a theme or level */
    HOST_THEMES_MAX = 32,   /* themes of a host */
    THEME_WORDS_MAX = 2048, /* bytes of all words of one theme */
    THEME_FILE_NAME_MAX = 63,
};

/* The material of walls and floors; the palette gives it a colour. */
enum theme_tint {
    THEME_TINT_STONE,
    THEME_TINT_BRICK,
    THEME_TINT_EARTH,
    THEME_TINT_MOSS,
    THEME_TINT_CRYSTAL,
    THEME_TINT_BONE,
    THEME_TINT_COUNT,
};

/* The weights of what grows on the floor. */
struct theme_growth {
    uint8_t grass;
    uint8_t rubble;
    uint8_t puddles;
    uint8_t thickets; /* percent of the patches of grass that have a thicket in the middle */
};

/* A setting of a style that differs from the standard. */
struct theme_setting {
    const char *knob;
    int value;
};

/* A way in which the levels of a theme are made. */
struct theme_plan {
    const char *style; /* a name of the generator registry; NULL ends the list */
    int weight;        /* share in the sum of the theme's weights; at least 1 */
    int16_t width;     /* width in cells; 0: the theme's */
    int16_t height;
    struct theme_setting settings[THEME_SETTINGS_MAX]; /* the first without a knob ends them */
};

struct theme_row {
    const char *name;     /* "the Cellars" */
    uint16_t depth_first; /* first depth; the last is before the next row's first */
    const char *style;    /* style by which players know its levels, that of plans[0] */
    int16_t width;        /* width in cells of most of its levels */
    int16_t height;
    enum theme_tint tint;
    struct theme_growth growth;
    struct theme_plan plans[THEME_PLANS_MAX];
    const char *level_names[THEME_LEVEL_NAMES]; /* the first NULL ends them */
};

/* A theme of a host. It must not be moved or copied, because its row points to its words. */
struct host_theme {
    char file[THEME_FILE_NAME_MAX + 1];
    struct theme_row row;
    uint16_t depth_last;             /* the depths of its band are row.depth_first to this one */
    bool adds_names;                 /* the row is a built-in theme with more names */
    int plan_lines[THEME_PLANS_MAX]; /* line numbers in the file, for messages */
    size_t words_used;
    char words[THEME_WORDS_MAX];
};

struct themes {
    size_t count;
    struct host_theme rows[HOST_THEMES_MAX];
};

/* Returns the theme of a depth from 1 to DEPTH_MAX. */
const struct theme_row *theme_of_depth(const struct themes *themes, int depth);

/* Finds the built-in theme of that name; *out_last is the last depth of its band. NULL: there is
   none. */
const struct theme_row *theme_find(const char *name, int *out_last);

/*
 * Returns the plan by which a level is made. A random stream of its own draws the plan, so a change
 * of the table leaves all levels with an unchanged plan as they are. The next generation of a level
 * may have another plan.
 */
const struct theme_plan *theme_plan_of_level(const struct themes *themes, uint64_t world_seed,
                                             int wing, int depth, uint64_t generation);

/*
 * Returns the name of a level, such as "the Coal Cellar"; a level that is made again keeps it.
 * Levels of one band in one wing have different names as long as the theme has enough.
 */
const char *theme_level_name(const struct themes *themes, uint64_t world_seed, int wing, int depth);

/* Havens (world/haven.h): the Gate, and one on each fifth depth. */
enum { HAVEN_COUNT = 6 };

/* Returns the depth of a haven by its number, 0 to HAVEN_COUNT - 1; the Gate on depth 1 is number
   0. */
int haven_depth(int number);

/* Returns the number of the haven on that depth; HAVEN_COUNT: none. */
int haven_number(int depth);

/* True for every third depth, except those with a haven, which serves as a hearth. */
bool hearth_is_on(int depth);

#endif
