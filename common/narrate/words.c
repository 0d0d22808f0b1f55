/*
 * Events as sentences.
 */
#include "narrate/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "content/theme.h"

struct telling {
    const struct world *world;
    const struct event *event;
    const struct delver *viewer;
    const struct body *actor;
    const char *name; /* of the actor */
    char *out;
    size_t out_size;
    enum role role;
};

static bool is_own(const struct telling *telling)
{
    return telling->actor == &telling->viewer->body;
}

static const char *stairs_way(enum tile_id stairs)
{
    return stairs == TILE_STAIRS_DOWN ? "down" : "up";
}

static bool tell_swap(struct telling *telling)
{
    const struct body *other = world_body(telling->world, telling->event->other);

    if (other == NULL)
        return false;
    if (is_own(telling))
        snprintf(telling->out, telling->out_size, "You swap places with %s.", body_name(other));
    else if (other == &telling->viewer->body)
        snprintf(telling->out, telling->out_size, "%s swaps places with you.", telling->name);
    else
        return false;
    return true;
}

static bool tell_door(struct telling *telling)
{
    const char *verb = telling->event->kind == EVENT_DOOR_OPENED ? "open" : "close";

    if (is_own(telling)) {
        snprintf(telling->out, telling->out_size, "You %s the door.", verb);
        return true;
    }
    enum dir dir = dir_towards(telling->viewer->body.at, telling->event->at);
    /* Whoever slips through in the same tick stands in the doorway by now. */
    if (dir == DIR_NONE) {
        snprintf(telling->out, telling->out_size, "%s %ss the door you stand in.", telling->name,
                 verb);
        return true;
    }
    snprintf(telling->out, telling->out_size, "%s %ss the door to the %s.", telling->name, verb,
             dir_name(dir));
    return true;
}

static bool tell_sent(struct telling *telling)
{
    char place[128];

    words_place(telling->world, &telling->actor->key, place, sizeof place);
    if (is_own(telling))
        snprintf(telling->out, telling->out_size, "The keepers set you down in %s.", place);
    else
        snprintf(telling->out, telling->out_size, "%s is set down here by the keepers.",
                 telling->name);
    telling->role = is_own(telling) ? ROLE_GOOD : ROLE_TEXT;
    return true;
}

/* The level changed under everybody's feet: each is told alone, and within 80 columns. */
static bool tell_level_changed(struct telling *telling)
{
    const struct event *event = telling->event;

    if (!is_own(telling))
        return false;
    snprintf(telling->out, telling->out_size, "The level was %s. You stand at its stairs up.%s",
             event->travel == TRAVEL_PUT_BACK ? "put back" : "made anew",
             event->count > 0 ? " What was queued is gone." : "");
    telling->role = ROLE_GOOD;
    return true;
}

static bool tell_departed(struct telling *telling)
{
    const char *way = stairs_way(telling->event->stairs);

    if (telling->event->travel == TRAVEL_SENT)
        snprintf(telling->out, telling->out_size, "%s %s taken away by the keepers.",
                 is_own(telling) ? "You" : telling->name, is_own(telling) ? "are" : "is");
    else if (is_own(telling))
        snprintf(telling->out, telling->out_size, "You go %s the stairs.", way);
    else
        snprintf(telling->out, telling->out_size, "%s goes %s the stairs.", telling->name, way);
    return true;
}

static bool tell_arrived(struct telling *telling)
{
    const char *way = stairs_way(telling->event->stairs);
    char place[128];

    if (telling->event->travel == TRAVEL_SENT)
        return tell_sent(telling);
    if (telling->event->travel != TRAVEL_STAIRS)
        return tell_level_changed(telling);
    if (!is_own(telling)) {
        snprintf(telling->out, telling->out_size, "%s comes %s the stairs.", telling->name, way);
        return true;
    }
    words_place(telling->world, &telling->actor->key, place, sizeof place);
    snprintf(telling->out, telling->out_size, "You come %s into %s.", way, place);
    telling->role = ROLE_GOOD;
    return true;
}

static bool tell_said(struct telling *telling)
{
    const char *text = world_event_text(telling->world, telling->event);
    const char *name = telling->name;

    if (telling->event->is_emote)
        snprintf(telling->out, telling->out_size, "%s %s", name, text);
    else if (is_own(telling))
        snprintf(telling->out, telling->out_size, "You say: \"%s\"", text);
    else
        snprintf(telling->out, telling->out_size, "%s says: \"%s\"", name, text);
    telling->role = ROLE_SPEECH;
    return true;
}

/* What others are told in the same words whatever the detail; the one concerned is told nothing. */
static bool tell_of_other(struct telling *telling)
{
    static const char *const endings[EVENT_COUNT] = {
        [EVENT_JOINED] = "appears.",
        [EVENT_LEFT] = "leaves the dungeon.",
        [EVENT_LINK_LOST] = "stands still: their line is lost.",
        [EVENT_LINK_BACK] = "is back.",
    };

    if (is_own(telling))
        return false;
    snprintf(telling->out, telling->out_size, "%s %s", telling->name,
             endings[telling->event->kind]);
    return true;
}

static bool tell_cancelled(struct telling *telling)
{
    int count = telling->event->count;

    if (!is_own(telling))
        return false;
    if (count == 0)
        snprintf(telling->out, telling->out_size, "Nothing is queued.");
    else
        snprintf(telling->out, telling->out_size, "Cancelled: %d queued action%s.", count,
                 count == 1 ? "" : "s");
    return true;
}

/* The nearest remembered tile of a kind, as the crow flies; false if none is remembered. */
static bool find_remembered(const struct delver *viewer, enum tile_id tile, struct pos *out)
{
    const struct level *level = viewer->body.level;
    int nearest = LEVEL_WIDTH_MAX + 1;

    if (level == NULL)
        return false;
    for (size_t i = 0; i < viewer->memory_size; i++) {
        if (viewer->memory[i] != tile)
            continue;
        struct pos at = pos_of((int)i % level->width, (int)i / level->width);
        int distance = pos_distance(viewer->body.at, at);
        if (distance < nearest) {
            nearest = distance;
            *out = at;
        }
    }
    return nearest <= LEVEL_WIDTH_MAX;
}

static bool tell_no_stairs(struct telling *telling, enum tile_id tile)
{
    char offset[64];
    struct pos at;

    if (!find_remembered(telling->viewer, tile, &at)) {
        snprintf(telling->out, telling->out_size, "No %s here.", tile_row(tile)->name);
        return true;
    }
    words_offset(telling->viewer->body.at, at, offset, sizeof offset);
    snprintf(telling->out, telling->out_size, "No %s here. You know of some %s.",
             tile_row(tile)->name, offset);
    return true;
}

static bool tell_refused(struct telling *telling)
{
    static const char *const sentences[REFUSAL_COUNT] = {
        [REFUSAL_NONE] = "Nothing happens.",
        [REFUSAL_WALL] = "A wall is in the way.",
        [REFUSAL_WATER] = "Deep water is in the way.",
        [REFUSAL_CORNER] = "There is no way through between the corners.",
        [REFUSAL_NO_DOOR] = "There is no door there.",
        [REFUSAL_WHICH_DOOR] = "Which door? Say a direction too.",
        [REFUSAL_DOOR_OPEN] = "The door is open already.",
        [REFUSAL_DOOR_CLOSED] = "The door is closed already.",
        [REFUSAL_DOORWAY_TAKEN] = "Somebody stands in the doorway.",
        [REFUSAL_NO_STAIRS_DOWN] = "No stairs down here.",
        [REFUSAL_NO_STAIRS_UP] = "No stairs up here.",
        [REFUSAL_TOP] = "These stairs lead out of the dungeon. Q leaves; your place is kept.",
        [REFUSAL_BOTTOM] = "The stairs end in rubble: there is nothing deeper.",
        [REFUSAL_QUEUE_FULL] = "Not so fast: four actions are waiting. Esc or cancel drops them.",
        [REFUSAL_NO_LEVEL] = "The stairs lead nowhere just now. Try again in a moment.",
        [REFUSAL_CLOSED_DOWN] = "The way down is closed by the keepers.",
        [REFUSAL_CLOSED_UP] = "The way up is closed by the keepers.",
    };
    enum refusal refusal = telling->event->refusal;

    if (!is_own(telling))
        return false;
    telling->role = ROLE_DIM_TEXT;
    if (refusal == REFUSAL_NO_STAIRS_DOWN)
        return tell_no_stairs(telling, TILE_STAIRS_DOWN);
    if (refusal == REFUSAL_NO_STAIRS_UP)
        return tell_no_stairs(telling, TILE_STAIRS_UP);
    snprintf(telling->out, telling->out_size, "%s", sentences[refusal]);
    return true;
}

static bool (*const telling_table[EVENT_COUNT])(struct telling *) = {
    [EVENT_SWAPPED] = tell_swap,       [EVENT_DOOR_OPENED] = tell_door,
    [EVENT_DOOR_CLOSED] = tell_door,   [EVENT_DEPARTED] = tell_departed,
    [EVENT_ARRIVED] = tell_arrived,    [EVENT_JOINED] = tell_of_other,
    [EVENT_LEFT] = tell_of_other,      [EVENT_LINK_LOST] = tell_of_other,
    [EVENT_LINK_BACK] = tell_of_other, [EVENT_SAID] = tell_said,
    [EVENT_REFUSED] = tell_refused,    [EVENT_CANCELLED] = tell_cancelled,
};

bool words_event(const struct world *world, const struct event *event, const struct delver *viewer,
                 char *out, size_t out_size, enum role *out_role)
{
    struct telling telling = {
        .world = world,
        .event = event,
        .viewer = viewer,
        .actor = world_body(world, event->actor),
        .out = out,
        .out_size = out_size,
        .role = ROLE_TEXT,
    };

    CHECK((unsigned)event->kind < EVENT_COUNT);
    if (telling.actor == NULL || telling_table[event->kind] == NULL)
        return false;
    telling.name = body_name(telling.actor);
    if (!telling_table[event->kind](&telling))
        return false;
    *out_role = telling.role;
    return true;
}

void words_place(const struct world *world, const struct level_key *key, char *out, size_t out_size)
{
    snprintf(out, out_size, "%s, in %s", theme_level_name(world->seed, key->wing, key->depth),
             theme_of_depth(key->depth)->name);
}

void words_offset(struct pos from, struct pos to, char *out, size_t out_size)
{
    int dx = to.x - from.x;
    int dy = to.y - from.y;
    const char *east_west = dx > 0 ? "east" : "west";
    const char *north_south = dy > 0 ? "south" : "north";

    if (dx == 0 && dy == 0)
        snprintf(out, out_size, "here");
    else if (dy == 0)
        snprintf(out, out_size, "%d %s", abs(dx), east_west);
    else if (dx == 0)
        snprintf(out, out_size, "%d %s", abs(dy), north_south);
    else
        snprintf(out, out_size, "%d %s %d %s", abs(dx), east_west, abs(dy), north_south);
}
