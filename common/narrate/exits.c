/*
 * Exits in words. A door is told of as the delver remembers it.
 */
#include "narrate/exits.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "narrate/place_words.h"

/* Exits in one direction. */
struct side {
    int doors;
    int open; /* of the doors */
    bool is_way;
};

static bool is_known(const struct delver *viewer, struct pos at)
{
    enum tile_id tile = delver_remembered(viewer, at);

    /* A hidden door is remembered as rock. */
    return tile != TILE_UNKNOWN && tile != TILE_ROCK;
}

/* A door counts as an exit, also where nothing is known behind it. */
static void find_sides(const struct delver *viewer, struct side sides[DIR_COUNT])
{
    memset(sides, 0, DIR_COUNT * sizeof sides[0]);
    if (viewer->body.state != BODY_PRESENT)
        return;
    const struct level *level = viewer->body.level;
    uint16_t area = place_at(level, viewer->body.at);
    const struct place_exit *exits = place_exits(level, area);
    for (uint32_t i = 0; area != PLACE_NONE && i < place_of(level, area)->exit_count; i++) {
        struct side *side = &sides[exits[i].dir];
        if (exits[i].has_door && is_known(viewer, exits[i].door)) {
            side->doors++;
            side->open +=
                tile_row(delver_remembered(viewer, exits[i].door))->closes_to != TILE_UNKNOWN;
        } else if (!exits[i].has_door && place_exit_is_known(viewer, &exits[i])) {
            side->is_way = true;
        }
    }
}

void exits_find(const struct delver *viewer, bool out_leads[DIR_COUNT])
{
    struct side sides[DIR_COUNT];

    find_sides(viewer, sides);
    for (enum dir dir = DIR_NONE; dir < DIR_COUNT; dir++)
        out_leads[dir] = sides[dir].doors > 0 || sides[dir].is_way;
}

static void add(char *out, size_t out_size, const char *text)
{
    size_t length = strlen(out);

    snprintf(out + length, out_size - length, "%s%s", length == 0 ? "" : ", ", text);
}

static void describe_doors(const struct side *side, enum dir dir, char *out, size_t out_size)
{
    if (side->doors == 1)
        snprintf(out, out_size, "door %s (%s)", dir_name(dir), side->open > 0 ? "open" : "closed");
    else if (side->open == 0 || side->open == side->doors)
        snprintf(out, out_size, "%d doors %s (%s)", side->doors, dir_name(dir),
                 side->open > 0 ? "open" : "closed");
    else
        snprintf(out, out_size, "%d doors %s (%d open)", side->doors, dir_name(dir), side->open);
}

void exits_describe(const struct delver *viewer, char *out, size_t out_size)
{
    struct side sides[DIR_COUNT];
    char text[48];

    out[0] = '\0';
    find_sides(viewer, sides);
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        if (sides[dir].doors == 0)
            continue;
        describe_doors(&sides[dir], dir, text, sizeof text);
        add(out, out_size, text);
    }
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        if (sides[dir].is_way)
            add(out, out_size, dir_name(dir));
    }
    if (out[0] == '\0')
        snprintf(out, out_size, "none seen yet");
}

void exits_tell_place(const struct delver *viewer, char *out, size_t out_size)
{
    char name[PLACE_NAME_MAX];
    char exits[EXITS_TEXT_MAX];

    out[0] = '\0';
    place_name(viewer, name, sizeof name);
    if (name[0] == '\0')
        return;
    exits_describe(viewer, exits, sizeof exits);
    snprintf(out, out_size, "%s. Exits: %s.", name, exits);
    out[0] = (char)toupper((unsigned char)out[0]);
}
