/*
 * Hints: a row each, with its sentence and a function that tells whether an event is the occasion
 * for it. Occasions count only in calm; the hint is given at the session's next turn, once.
 */
#include "server/session/preferences/hints.h"

#include <stdio.h>
#include <string.h>

#include "server/session/preferences/preferences.h"
#include "server/session/present/presentation.h"
#include "server/session/session.h"
#include "server/session/sessions.h"

/* A moment at which a hint may be due. */
struct meeting {
    struct session *session;
    const struct delver *delver;
    const struct event *event;
};

struct hint_row {
    char letter; /* letter of the hint in the database; never changes */
    bool (*is_met)(const struct meeting *meeting);
    const char *keys;  /* text in screen mode */
    const char *words; /* text in the other modes */
    const char *page;  /* text on a page with its map; NULL: `words` */
};

/* True if a closed door is in sight. Doors block sight, so they are among the few cells in sight
   that do. */
static bool meets_door(const struct meeting *meeting)
{
    const struct delver *delver = meeting->delver;
    const struct level *level = delver->body.level;

    for (int y = delver->sight.top; y < delver->sight.bottom; y++) {
        for (int word = 0; word < level->row_words; word++) {
            uint64_t bits = sight_row_word(&delver->sight, y, word);
            bits &= level->opaque[y * level->row_words + word];
            for (; bits != 0; bits &= bits - 1) {
                struct pos at = pos_of(word * 64 + __builtin_ctzll(bits), y);
                if (level_tile(level, at) == TILE_DOOR_CLOSED)
                    return true;
            }
        }
    }
    return false;
}

static bool meets_stairs(const struct meeting *meeting)
{
    return delver_sees(meeting->delver, meeting->delver->body.level->down);
}

static bool meets_delver(const struct meeting *meeting)
{
    const struct world *world = meeting->session->sessions->game->world;

    for (body_id id = meeting->delver->body.level->first_delver; id != 0;) {
        const struct delver *other = world_delver(world, id);
        id = other->body.next;
        if (other != meeting->delver && delver_sees(meeting->delver, other->body.at))
            return true;
    }
    return false;
}

static bool is_lost(const struct meeting *meeting)
{
    struct hints *hints = &meeting->session->preferences.hints;
    uint64_t now_ms = meeting->session->sessions->base->now_ms;

    if (hints->explored != meeting->delver->explored) {
        hints->explored = meeting->delver->explored;
        hints->explored_at_ms = now_ms;
    }
    return meeting->event->kind == EVENT_MOVED && now_ms - hints->explored_at_ms >= HINTS_LOST_MS;
}

/* True once a danger is over in which time ran. */
static bool has_run(const struct meeting *meeting)
{
    return meeting->session->preferences.hints.has_run;
}

static bool meets_niche(const struct meeting *meeting)
{
    return meeting->event->kind == EVENT_NICHE;
}

static bool has_experience(const struct meeting *meeting)
{
    return meeting->delver->life.experience > 0;
}

static bool meets_lantern(const struct meeting *meeting)
{
    return meeting->event->kind == EVENT_LANTERN;
}

static bool meets_pedlar(const struct meeting *meeting)
{
    return meeting->event->kind == EVENT_GREETED;
}

/* True if the delver has a grave. A death without lost things leaves none. */
static bool has_left_grave(const struct meeting *meeting)
{
    return meeting->event->kind == EVENT_ARRIVED && meeting->event->passage == PASSAGE_DIED &&
           meeting->delver->life.deaths.last[0].has_grave;
}

static bool takes_thing(const struct meeting *meeting)
{
    return meeting->event->kind == EVENT_ITEM_TAKEN;
}

/* True on ground other than floor: shallows, grass and the like. */
static bool meets_terrain(const struct meeting *meeting)
{
    const struct body *body = &meeting->delver->body;

    return tile_row(level_tile(body->level, body->at))->is_spread;
}

static bool meets_grave(const struct meeting *meeting)
{
    const struct world *world = meeting->session->sessions->game->world;
    const struct delver *delver = meeting->delver;

    for (uint32_t id = delver->body.level->first_grave; id != 0;) {
        const struct grave *grave = &world->graves[id - 1];
        id = grave->next;
        if (grave->delver_id != delver->delver_id && delver_sees(delver, grave->at))
            return true;
    }
    return false;
}

static const struct hint_row hint_table[HINT_COUNT] = {
    [HINT_DOOR] = {'d', meets_door, "The + is a closed door: walk into it and it opens.",
                   "There is a closed door: walk into it and it opens.", NULL},
    [HINT_STAIRS] = {'s', meets_stairs, "The > leads down: _ > walks there, > goes down.",
                     "There are stairs down: travel down walks there, down takes them.",
                     "The > leads down: a click or a tap walks there, another one goes down."},
    [HINT_DELVER] = {'o', meets_delver, "The other @ is a player. Press ' to talk.",
                     "Another player is here: say talks to those who see you.",
                     "The other @ is a player: Say (') talks to those who see you."},
    [HINT_LOST] = {'l', is_lost, "Nothing new for a while: o explores by itself.",
                   "Nothing new for a while: explore walks to what you have not seen.",
                   "Nothing new for a while: Explore (o) walks to what you have not seen."},
    [HINT_PACE] = {'p', has_run,
                   "Time ran, as you were not alone: :set pace 200 makes it run slower.",
                   "Time ran, as you were not alone: set pace 200 makes it run slower.", NULL},
    [HINT_NICHE] = {'n', meets_niche,
                    "Each niche (&) holds one thing for every player: :help niches.",
                    "Each niche holds one thing for every player: help niches.", NULL},
    [HINT_EXPERIENCE] = {'e', has_experience,
                         "Experience makes levels, and levels health: :help experience.",
                         "Experience makes levels, and levels health: help experience.", NULL},
    [HINT_HAVEN] =
        {'h', meets_lantern,
         "In a haven (*) no foe comes in, and after a death you wake here: :help havens.",
         "In a haven no foe comes in, and after a death you wake here: help havens.", NULL},
    [HINT_PEDLAR] = {'g', meets_pedlar,
                     "The pedlar trades for gold: :buy lists wares, :help gold tells more.",
                     "The pedlar trades for gold: buy lists wares, help gold tells more.", NULL},
    [HINT_DEATH] = {'r', has_left_grave,
                    "Worn things stay on you, and a grave keeps the rest: :help death.",
                    "Worn things stay on you, and a grave keeps the rest: help death.", NULL},
    [HINT_THING] = {'t', takes_thing,
                    "i lists what you have; a letter there tells of a thing: :help things.",
                    "i lists what you have, examine a tells of thing a: help things.", NULL},
    [HINT_TERRAIN] = {'w', meets_terrain, "x, then v, tells what the ground does: :help terrain.",
                      "examine here tells what the ground does: help terrain.", NULL},
    [HINT_GRAVE] = {'a', meets_grave, "The ] is a player's grave: x, then v, tells whose.",
                    "There is a player's grave: examine grave tells whose.", NULL},
};

const char hints_key[] = "hinted";

void hints_recall(const struct saved_preferences *saved, struct hints *hints)
{
    struct choice given;

    if (!choices_find(preferences_text(saved), hints_key, &given))
        return;
    for (enum hint_id id = 0; id < HINT_COUNT; id++) {
        if (strchr(given.value, hint_table[id].letter) != NULL)
            hints->is_given[id] = true;
    }
}

/* Stores a hint as given. Letters of hints that only another version knows are kept. Without room,
   hints are given again. */
static void note_given(struct session *session, enum hint_id id)
{
    struct choice given = {.value = ""};
    char text[CHOICES_SIZE];
    size_t length;

    session->preferences.hints.is_given[id] = true;
    snprintf(text, sizeof text, "%s", preferences_text(&session->preferences.saved));
    (void)choices_find(text, hints_key, &given);
    length = strlen(given.value);
    if (length + 1 >= sizeof given.value)
        return;
    given.value[length] = hint_table[id].letter;
    given.value[length + 1] = '\0';
    if (choices_put(text, hints_key, given.value))
        preferences_keep(session, text);
}

void hints_on_event(struct session *session, const struct event *event)
{
    if (event->actor != session->actor || !session->preferences.settings.hints ||
        event->kind == EVENT_SAID || event->kind == EVENT_REFUSED)
        return;
    struct meeting meeting = {
        .session = session,
        .delver = world_delver(session->sessions->game->world, session->actor),
        .event = event,
    };
    if (meeting.delver == NULL || meeting.delver->body.level == NULL ||
        !level_key_equal(event->level, meeting.delver->body.level->key) ||
        session->preferences.hints.is_due)
        return;
    /* Nobody learns or looks for new things in a fight. */
    if (meeting.delver->time.state != COMPANY_CALM) {
        if (meeting.delver->time.state == COMPANY_RUNNING)
            session->preferences.hints.has_run = true;
        session->preferences.hints.explored_at_ms = session->sessions->base->now_ms;
        return;
    }
    for (enum hint_id id = 0; id < HINT_COUNT; id++) {
        const struct hint_row *row = &hint_table[id];
        bool is_too_late = id < HINT_NICHE && meeting.delver->steps > HINTS_STEPS_MAX;
        if (session->preferences.hints.is_given[id] || is_too_late || !row->is_met(&meeting))
            continue;
        note_given(session, id);
        session->preferences.hints.due = id;
        session->preferences.hints.is_due = true;
        session_make_runnable(session);
        return; /* a single hint at a time */
    }
}

void hints_update(struct session *session)
{
    const struct hint_row *row = &hint_table[session->preferences.hints.due];

    if (!session->preferences.hints.is_due)
        return;
    session->preferences.hints.is_due = false;
    bool has_keys = presentation_table[session->mode]->on_byte != NULL;
    const char *text = session->mode == MODE_PAGE && row->page != NULL ? row->page : row->words;
    session_hint(session, has_keys ? row->keys : text, ROLE_GOOD);
}
