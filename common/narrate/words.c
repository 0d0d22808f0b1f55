/*
 * Events as sentences. What is told of an event is a row of a table: a template for all who hear of
 * it, and another for the one who did it where that is more than "you" in the place of a name. A
 * slot in braces, {A} for the one who did it or {s} for the end of its verb, is filled in for each
 * listener by a row of the table of slots.
 */
#include "narrate/words.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "content/item.h"
#include "content/theme.h"
#include "narrate/danger.h"
#include "narrate/threats.h"

/* The ways to tell of a blow. */
enum { TOLD_MISS, TOLD_GLANCE, TOLD_HIT, TOLD_TELLING };

enum { TO_ALL, TO_THE_TWO, TO_OTHERS }; /* who hears of it, if there is a sentence for them */

enum { VARIANTS_MAX = PASSAGE_DIED + 1 };

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
                       [PASSAGE_DIED] = {.text = "{A} wakes here.",
                                         .own = "You wake in {place}, whole again.",
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
    [EVENT_NOTICED] = {{.own = "{foe} comes into view, {offset}. {danger}", .own_role = ROLE_BAD}},
    [EVENT_BLOW] = {[TOLD_MISS] = {.text = "{A} miss{es} {B}.", .role = ROLE_DIM_TEXT},
                    [TOLD_GLANCE] = {.text = "{A's} blow glances off {B}.", .role = ROLE_DIM_TEXT},
                    [TOLD_HIT] = {.text = "{A} hit{s} {B}{harm}.", .role = ROLE_BAD},
                    [TOLD_TELLING] = {.text = "A telling blow: {a} hit{s} {B}{harm}.",
                                      .role = ROLE_BAD}},
    [EVENT_SHOT] = {[TOLD_MISS] = {.text = "{A} shoot{s} at {B} and miss{es}.",
                                   .role = ROLE_DIM_TEXT},
                    [TOLD_GLANCE] = {.text = "{A's} shot glances off {B}.", .role = ROLE_DIM_TEXT},
                    [TOLD_HIT] = {.text = "{A} shoot{s} {B}{harm}.", .role = ROLE_BAD},
                    [TOLD_TELLING] = {.text = "A telling shot: {a} hit{s} {B}{harm}.",
                                      .role = ROLE_BAD}},
    [EVENT_DIED] = {{.text = "{A} kill{s} {B}.", .role = ROLE_BAD, .own_role = ROLE_GOOD},
                    {.text = "{A} die{s}.", .role = ROLE_BAD, .own_role = ROLE_BAD}},
    [EVENT_LESSON] = {{.own = "You have learned all that it teaches.", .own_role = ROLE_DIM_TEXT},
                      {.own = "Lesson {count}.", .own_role = ROLE_GOOD}},
    [EVENT_REACHED] = {{.own = "This depth is new to you: lesson {count}.", .own_role = ROLE_GOOD}},
    [EVENT_LEVELLED] = {{.own = "You are level {count} now.", .own_role = ROLE_GOOD}},
    [EVENT_STATUS] = {{.own = "You are no longer {status}."},
                      {.text = "{A} {is} {status}.", .own_role = ROLE_BAD}},
    [EVENT_WITHERS] = {{.own = "It costs you {count}: you have {left}.", .own_role = ROLE_BAD}},
    [EVENT_SHOUTED] = {{.text = "{A} shout{s} for help.", .role = ROLE_BAD}},
    [EVENT_FLED] = {{.text = "{A} turn{s} to flee."}},
    [EVENT_TIME] = {[COMPANY_RUNNING] = {.own = "You are not alone: time runs.",
                                         .own_role = ROLE_BAD}},
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
    [REFUSAL_NO_FOE] = "There is no foe to strike at.",
    [REFUSAL_HELD] = "You are held, and tear at what holds you.",
};

static bool is_own(const struct telling *telling)
{
    return telling->actor == &telling->viewer->body;
}

/* "Ada", but "the rat"; and a boss's own name, which has its article. */
static void put_name(const struct body *body, const char *article, char *out, size_t size)
{
    bool is_named = body->species == SPECIES_DELVER || species_row(body->species)->is_boss;
    bool begins = article[0] == 'T';

    snprintf(out, size, "%s%s", is_named ? "" : article, body_name(body));
    if (is_named && begins)
        out[0] = (char)toupper((unsigned char)out[0]);
}

static void put_actor(const struct telling *telling, char *out, size_t size)
{
    if (is_own(telling))
        snprintf(out, size, "You");
    else
        put_name(telling->actor, "The ", out, size);
}

/* Within a sentence. */
static void put_actor_within(const struct telling *telling, char *out, size_t size)
{
    if (is_own(telling))
        snprintf(out, size, "you");
    else
        put_name(telling->actor, "the ", out, size);
}

static void put_actor_of(const struct telling *telling, char *out, size_t size)
{
    if (is_own(telling)) {
        snprintf(out, size, "Your");
        return;
    }
    put_name(telling->actor, "The ", out, size);
    size_t used = strlen(out);
    snprintf(out + used, size - used, "'s");
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

/* What a blow did, as far as it is that listener's to know. */
static void put_harm(const struct telling *telling, char *out, size_t size)
{
    const struct event *event = telling->event;

    if (is_own(telling))
        snprintf(out, size, ": %d", event->count);
    else if (telling->other == &telling->viewer->body)
        snprintf(out, size, ": %d, you have %d", event->count, event->left);
    else
        out[0] = '\0';
}

static void put_left(const struct telling *telling, char *out, size_t size)
{
    snprintf(out, size, "%d", telling->event->left);
}

static void put_status(const struct telling *telling, char *out, size_t size)
{
    snprintf(out, size, "%s", status_row(telling->event->status)->name);
}

void words_foe(const struct body *foe, char *out, size_t out_size)
{
    const struct species_row *row = species_row(foe->species);
    bool has_vowel = strchr("aeiou", row->name[0]) != NULL;
    const char *article = has_vowel ? "An " : "A ";

    if (row->is_boss)
        snprintf(out, out_size, "%c%s", toupper((unsigned char)row->name[0]), row->name + 1);
    else
        snprintf(out, out_size, "%s%s", article, row->name);
}

static void put_foe(const struct telling *telling, char *out, size_t size)
{
    words_foe(telling->other, out, size);
}

static void put_offset(const struct telling *telling, char *out, size_t size)
{
    words_offset(telling->viewer->body.at, telling->other->at, out, size);
}

static void put_danger(const struct telling *telling, char *out, size_t size)
{
    danger_describe(threat_prospect(telling->world, telling->viewer, telling->other).danger, out,
                    size);
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
    {"A", put_actor},        /* "You", "Ada" */
    {"B", put_other},        /* "you", "Brom": the other one */
    {"s", put_s},            /* "You swap", "Ada swaps" */
    {"es", put_es},          /* "You go", "Ada goes" */
    {"is", put_is},          /* "You are", "Ada is" */
    {"name", put_own_name},  /* "Ada", to Ada as well */
    {"said", put_said},      /* what was said or done */
    {"where", put_where},    /* "", " to the east" */
    {"way", put_way},        /* "down", "up" */
    {"place", put_place},    /* "the Salt Vaults, in the Cellars" */
    {"queue", put_queue},    /* "", or that what was queued is gone */
    {"count", put_count},    /* a number */
    {"plural", put_plural},  /* "action", "actions" */
    {"item", put_item},      /* "dart" */
    {"target", put_target},  /* "", " at the rat" */
    {"known", put_known},    /* "", or where something is */
    {"a", put_actor_within}, /* "you", "Ada", "the rat" */
    {"A's", put_actor_of},   /* "Your", "The rat's" */
    {"harm", put_harm},      /* ": 5", ": 4, you have 22", "" */
    {"left", put_left},      /* health */
    {"status", put_status},  /* "poisoned" */
    {"foe", put_foe},        /* "A deserter" */
    {"offset", put_offset},  /* "6 east" */
    {"danger", put_danger},  /* "Even fight." */
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

static int variant_of_blow(const struct event *event)
{
    if (event->outcome == BLOW_MISSES)
        return TOLD_MISS;
    if (event->count == 0)
        return TOLD_GLANCE;
    return event->outcome == BLOW_TELLS ? TOLD_TELLING : TOLD_HIT;
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
    case EVENT_LESSON:
    case EVENT_STATUS:
        return event->count > 0;
    case EVENT_BLOW:
    case EVENT_SHOT:
        return variant_of_blow(event);
    case EVENT_DIED:
        return event->actor == event->other;
    case EVENT_TIME:
        return (int)event->time;
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
