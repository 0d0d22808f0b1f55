/*
 * Events as sentences. What is told of an event is a row of a table: a template for all who hear of
 * it, and another for the one who did it where that is more than "you" in the place of a name. A
 * slot in braces, {A} for the one who did it or {s} for the end of its verb, is filled in for each
 * listener by a row of the table of slots.
 */
#include "narrate/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "content/item.h"
#include "content/theme.h"

enum { TO_ALL, TO_THE_TWO, TO_OTHERS }; /* who hears of it, if there is a sentence for them */

enum { VARIANTS_MAX = PASSAGE_SENT + 1 };

struct sentence {
    const char *text; /* NULL: only the one who did it is told */
    const char *own;  /* to the one who did it; NULL: `text` */
    int hearers;
    enum role role; /* ROLE_BLANK: ROLE_TEXT */
    enum role own_role;
};

struct telling {
    const struct world *world;
    const struct event *event;
    const struct delver *viewer;
    const struct body *actor;
    const struct body *other; /* NULL: none, or gone */
    const char *said;
};

/* By kind, and by variant_of() the event. */
static const struct sentence sentence_table[EVENT_COUNT][VARIANTS_MAX] = {
    [EVENT_SWAPPED] = {{.text = "{A} swap{s} places with {B}.", .hearers = TO_THE_TWO}},
    [EVENT_DOOR_OPENED] = {{.text = "{A} open{s} the door{where}."}},
    [EVENT_DOOR_CLOSED] = {{.text = "{A} close{s} the door{where}."}},
    [EVENT_DEPARTED] = {[PASSAGE_STAIRS] = {.text = "{A} go{es} {way} the stairs."},
                        [PASSAGE_SENT] = {.text = "{A} {is} moved away by an administrator."}},
    [EVENT_ARRIVED] = {[PASSAGE_STAIRS] = {.text = "{A} comes {way} the stairs.",
                                           .own = "You come {way} into {place}.",
                                           .own_role = ROLE_GOOD},
                       [PASSAGE_REMADE] = {.own = "This level has been rebuilt. You are at the up "
                                                  "stairs.{queue}",
                                           .own_role = ROLE_GOOD},
                       [PASSAGE_PUT_BACK] = {.own =
                                                 "This level has been restored. You are at the up "
                                                 "stairs.{queue}",
                                             .own_role = ROLE_GOOD},
                       [PASSAGE_SENT] = {.text = "{A} arrives, moved by an administrator.",
                                         .own = "An administrator moves you to {place}.",
                                         .own_role = ROLE_GOOD}},
    [EVENT_JOINED] = {{.text = "{A} appears.", .hearers = TO_OTHERS}},
    [EVENT_LEFT] = {{.text = "{A} leaves the dungeon.", .hearers = TO_OTHERS}},
    [EVENT_LINK_LOST] = {{.text = "{A} has lost connection.", .hearers = TO_OTHERS}},
    [EVENT_LINK_BACK] = {{.text = "{A} is back.", .hearers = TO_OTHERS}},
    [EVENT_SAID] = {{.text = "{A} say{s}: \"{said}\"",
                     .role = ROLE_SPEECH,
                     .own_role = ROLE_SPEECH},
                    {.text = "{name} {said}", .role = ROLE_SPEECH, .own_role = ROLE_SPEECH}},
    [EVENT_ITEM_TAKEN] = {{.text = "{A} pick{s} up a {item}."}},
    [EVENT_ITEM_DROPPED] = {{.text = "{A} drop{s} a {item}."}},
    [EVENT_ITEM_THROWN] = {{.text = "{A} throw{s} a {item}{target}."}},
    [EVENT_CANCELLED] = {{.own = "Nothing to cancel."},
                         {.own = "Cancelled: {count} queued action{plural}."}},
};

/* Not an event: it goes past the world. */
static const char shout_text[] = "{A} shout{s}: \"{said}\"";

static const char *const refusal_table[REFUSAL_COUNT] = {
    [REFUSAL_NONE] = "Nothing happens.",
    [REFUSAL_WALL] = "A wall is in the way.",
    [REFUSAL_WATER] = "Deep water is in the way.",
    [REFUSAL_CORNER] = "There is no way through between the corners.",
    [REFUSAL_NO_DOOR] = "There is no door there.",
    [REFUSAL_WHICH_DOOR] = "Which door? Say a direction too.",
    [REFUSAL_DOOR_OPEN] = "The door is open already.",
    [REFUSAL_DOOR_CLOSED] = "The door is closed already.",
    [REFUSAL_DOORWAY_TAKEN] = "Somebody stands in the doorway.",
    [REFUSAL_NO_STAIRS_DOWN] = "No stairs down here{known}.",
    [REFUSAL_NO_STAIRS_UP] = "No stairs up here{known}.",
    [REFUSAL_TOP] = "These stairs lead out of the dungeon. Q leaves; your place is kept.",
    [REFUSAL_BOTTOM] = "The stairs end in rubble: there is nothing deeper.",
    [REFUSAL_QUEUE_FULL] = "Not so fast: four actions are waiting. Esc or cancel drops them.",
    [REFUSAL_NO_LEVEL] = "The stairs lead nowhere just now. Try again in a moment.",
    [REFUSAL_CLOSED_DOWN] = "An administrator has closed the way down.",
    [REFUSAL_CLOSED_UP] = "An administrator has closed the way up.",
    [REFUSAL_NOTHING_HERE] = "Nothing lies here to pick up.",
    [REFUSAL_PACK_FULL] = "Your pack is full.",
    [REFUSAL_NOT_CARRIED] = "You carry no such thing.",
    [REFUSAL_NO_TARGET] = "That is not in view.",
};

static bool is_own(const struct telling *telling)
{
    return telling->actor == &telling->viewer->body;
}

/* "Ada", but "the rat". */
static void put_name(const struct body *body, const char *article, char *out, size_t size)
{
    snprintf(out, size, "%s%s", body->species == SPECIES_DELVER ? "" : article, body_name(body));
}

static void put_actor(const struct telling *telling, char *out, size_t size)
{
    if (is_own(telling))
        snprintf(out, size, "You");
    else
        put_name(telling->actor, "The ", out, size);
}

static void put_own_name(const struct telling *telling, char *out, size_t size)
{
    put_name(telling->actor, "The ", out, size);
}

static void put_other(const struct telling *telling, char *out, size_t size)
{
    if (telling->other == &telling->viewer->body)
        snprintf(out, size, "you");
    else
        put_name(telling->other, "the ", out, size);
}

static void put_s(const struct telling *telling, char *out, size_t size)
{
    snprintf(out, size, "%s", is_own(telling) ? "" : "s");
}

static void put_es(const struct telling *telling, char *out, size_t size)
{
    snprintf(out, size, "%s", is_own(telling) ? "" : "es");
}

static void put_is(const struct telling *telling, char *out, size_t size)
{
    snprintf(out, size, "%s", is_own(telling) ? "are" : "is");
}

static void put_said(const struct telling *telling, char *out, size_t size)
{
    snprintf(out, size, "%s", telling->said);
}

/* Of a door: from where the listener stands, which may be in the doorway by now. */
static void put_where(const struct telling *telling, char *out, size_t size)
{
    enum dir dir = dir_towards(telling->viewer->body.at, telling->event->at);

    if (is_own(telling))
        out[0] = '\0';
    else if (dir == DIR_NONE)
        snprintf(out, size, " you stand in");
    else
        snprintf(out, size, " to the %s", dir_name(dir));
}

static void put_way(const struct telling *telling, char *out, size_t size)
{
    snprintf(out, size, "%s", telling->event->stairs == TILE_STAIRS_DOWN ? "down" : "up");
}

static void put_place(const struct telling *telling, char *out, size_t size)
{
    words_place(telling->world, &telling->actor->key, out, size);
}

static void put_queue(const struct telling *telling, char *out, size_t size)
{
    snprintf(out, size, "%s", telling->event->count > 0 ? " Queued moves dropped." : "");
}

static void put_count(const struct telling *telling, char *out, size_t size)
{
    snprintf(out, size, "%d", telling->event->count);
}

static void put_plural(const struct telling *telling, char *out, size_t size)
{
    snprintf(out, size, "%s", telling->event->count == 1 ? "" : "s");
}

static void put_item(const struct telling *telling, char *out, size_t size)
{
    snprintf(out, size, "%s", item_row(telling->event->item_kind)->name);
}

static void put_target(const struct telling *telling, char *out, size_t size)
{
    static const char at[] = " at ";

    out[0] = '\0';
    if (telling->other == NULL || size < sizeof at)
        return;
    memcpy(out, at, sizeof at);
    put_other(telling, out + sizeof at - 1, size - (sizeof at - 1));
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

/* Of stairs that are not here: where the nearest known ones are. */
static void put_known(const struct telling *telling, char *out, size_t size)
{
    enum tile_id tile =
        telling->event->refusal == REFUSAL_NO_STAIRS_DOWN ? TILE_STAIRS_DOWN : TILE_STAIRS_UP;
    char offset[64];
    struct pos at;

    out[0] = '\0';
    if (!find_remembered(telling->viewer, tile, &at))
        return;
    words_offset(telling->viewer->body.at, at, offset, sizeof offset);
    snprintf(out, size, "; the nearest are %s. _ %c walks there", offset, tile_row(tile)->glyph);
}

struct slot {
    const char *name;
    void (*put)(const struct telling *telling, char *out, size_t size);
};

static const struct slot slot_table[] = {
    {"A", put_actor},       /* "You", "Ada" */
    {"B", put_other},       /* "you", "Brom": the other one */
    {"s", put_s},           /* "You swap", "Ada swaps" */
    {"es", put_es},         /* "You go", "Ada goes" */
    {"is", put_is},         /* "You are", "Ada is" */
    {"name", put_own_name}, /* "Ada", to Ada as well */
    {"said", put_said},     /* what was said or done */
    {"where", put_where},   /* "", " to the east" */
    {"way", put_way},       /* "down", "up" */
    {"place", put_place},   /* "the Salt Vaults, in the Cellars" */
    {"queue", put_queue},   /* "", or that what was queued is gone */
    {"count", put_count},   /* a number */
    {"plural", put_plural}, /* "action", "actions" */
    {"item", put_item},     /* "dart" */
    {"target", put_target}, /* "", " at the rat" */
    {"known", put_known},   /* "", or where something is */
};

static const struct slot *find_slot(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof slot_table / sizeof slot_table[0]; i++) {
        if (strncmp(slot_table[i].name, name, length) == 0 && slot_table[i].name[length] == '\0')
            return &slot_table[i];
    }
    return NULL;
}

static void fill(const struct telling *telling, const char *text, char *out, size_t size)
{
    size_t used = 0;

    out[0] = '\0';
    while (*text != '\0' && used + 1 < size) {
        size_t plain = strcspn(text, "{");
        snprintf(out + used, size - used, "%.*s", (int)plain, text);
        used += strlen(out + used);
        text += plain;
        if (*text == '\0')
            return;
        size_t length = strcspn(text + 1, "}");
        const struct slot *slot = find_slot(text + 1, length);
        CHECK(slot != NULL);
        slot->put(telling, out + used, size - used);
        used += strlen(out + used);
        text += length + 2;
    }
}

/* Which sentence of its kind. */
static int variant_of(const struct event *event)
{
    switch (event->kind) {
    case EVENT_DEPARTED:
    case EVENT_ARRIVED:
        return (int)event->passage;
    case EVENT_SAID:
        return event->is_emote;
    case EVENT_CANCELLED:
        return event->count > 0;
    default:
        return 0;
    }
}

static struct sentence choose(const struct event *event)
{
    CHECK((unsigned)event->kind < EVENT_COUNT);
    if (event->kind == EVENT_REFUSED)
        return (struct sentence){.own = refusal_table[event->refusal], .own_role = ROLE_DIM_TEXT};
    return sentence_table[event->kind][variant_of(event)];
}

/* NULL: that listener is told nothing. */
static const char *choose_text(const struct telling *telling, const struct sentence *sentence)
{
    bool is_other = telling->other == &telling->viewer->body;

    if (sentence->hearers == TO_THE_TWO && telling->other == NULL)
        return NULL;
    if (is_own(telling))
        return sentence->hearers == TO_OTHERS ? NULL
               : sentence->own != NULL        ? sentence->own
                                              : sentence->text;
    return sentence->hearers == TO_THE_TWO && !is_other ? NULL : sentence->text;
}

bool words_event(const struct world *world, const struct event *event, const struct delver *viewer,
                 char *out, size_t out_size, enum role *out_role)
{
    const struct telling telling = {
        .world = world,
        .event = event,
        .viewer = viewer,
        .actor = world_body(world, event->actor),
        .other = world_body(world, event->other),
        .said = world_event_text(world, event),
    };
    struct sentence sentence = choose(event);

    const char *text = telling.actor == NULL ? NULL : choose_text(&telling, &sentence);
    if (text == NULL)
        return false;
    enum role role = is_own(&telling) ? sentence.own_role : sentence.role;
    *out_role = role == ROLE_BLANK ? ROLE_TEXT : role;
    fill(&telling, text, out, out_size);
    return true;
}

void words_shout(const struct body *speaker, const struct delver *viewer, const char *said,
                 char *out, size_t out_size)
{
    const struct telling telling = {.viewer = viewer, .actor = speaker, .said = said};

    fill(&telling, shout_text, out, out_size);
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
