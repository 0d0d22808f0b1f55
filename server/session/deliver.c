/*
 * Empties the outbox in order: a text goes to its audience, an event of the world to the sessions
 * that it concerns, together with its consequences.
 */
#include "server/session/deliver.h"

#include <stdio.h>

#include "narrate/death_words.h"
#include "server/game/party.h"
#include "server/game/roster.h"
#include "server/session/audience.h"
#include "server/session/auth/resume.h"
#include "server/session/commands/agreements.h"
#include "server/session/commands/character.h"
#include "server/session/commands/epitaph.h"
#include "server/session/commands/lives.h"
#include "server/session/commands/reach.h"
#include "server/session/page/page_send.h"
#include "server/session/present/gmcp_feed.h"
#include "server/session/present/presentation.h"
#include "server/session/session.h"
#include "server/session/session_entry.h"
#include "server/session/session_life.h"
#include "server/session/sessions.h"
#include "server/session/watch/viewers.h"
#include "server/session/watch/watch.h"

enum { FAMED_DEPTH = 10 /* from this depth on all players are told of a death */ };

/* The event that audience_each() passes on. */
struct seen {
    const struct event *event;
};

static void show_event(const struct viewers *viewers, void *context)
{
    const struct seen *seen = context;

    if (viewers->player != NULL)
        session_on_event(viewers->player, seen->event);
    /* A session whose client does not read may end while it is told, so the next one is read
       first. */
    for (struct session *session = viewers->watchers, *next; session != NULL; session = next) {
        next = session->watch.next;
        watch_on_event(session, seen->event);
    }
}

/* Tells the actor, the delver that the event happened to, and all who see one of its cells. */
static void tell_event(struct sessions *sessions, const struct event *event)
{
    bool is_private = event->kind == EVENT_REFUSED || event->kind == EVENT_CANCELLED ||
                      world_level(sessions->game->world, event->level) == NULL;
    struct audience audience = {
        .kind = is_private ? AUDIENCE_DELVER : AUDIENCE_SEES,
        .body = event->actor,
        .level = event->level,
        .cells = {event->at, event->from},
    };

    struct seen seen = {event};
    const struct delver *other = world_delver(sessions->game->world, event->other);

    audience_each(sessions, &audience, show_event, &seen);
    /* A delver is told of its own harm or help even if it does not see where that came from. */
    if (!is_private && other != NULL && other->body.id != event->actor &&
        !(level_key_equal(other->body.key, event->level) && other->body.level != NULL &&
          audience_has_cell(&audience, other)))
        audience_each(sessions, &(struct audience){.body = other->body.id}, show_event, &seen);
}

/* Tells that a companion has fallen: "Ada has fallen, 6 west 2 north: raise Ada." */
static void tell_fall(struct session *session, const struct delver *viewer,
                      const struct delver *companion, const struct event *event)
{
    bool is_same_level = level_key_equal(viewer->body.key, event->level);
    char place[POS_OFFSET_SIZE];
    char text[3 * NAME_LENGTH_MAX + POS_OFFSET_SIZE + 64];

    if (is_same_level)
        pos_offset(viewer->body.at, event->at, place, sizeof place);
    else
        snprintf(place, sizeof place, "on depth %d", event->level.depth);
    snprintf(text, sizeof text, "%s has fallen, %s%s%s.", companion->name, place,
             is_same_level ? ": raise " : "", is_same_level ? companion->name : "");
    session_tell(session, text, ROLE_BAD);
}

/* True if the viewer sees one of the event's cells, and so was told already. */
static bool has_seen(const struct delver *viewer, const struct event *event)
{
    const struct audience audience = {.kind = AUDIENCE_SEES, .cells = {event->at, event->from}};

    return level_key_equal(viewer->body.key, event->level) && audience_has_cell(&audience, viewer);
}

/* Tells the members of a party, on all levels, that one of them has fallen. */
static void tell_party(struct sessions *sessions, const struct event *event)
{
    const struct world *world = sessions->game->world;
    const struct delver *delver = world_delver(world, event->actor);
    struct companions companions;

    if (event->kind != EVENT_FELL || delver == NULL)
        return;
    party_collect(sessions->game->roster, event->actor, &companions);
    for (int i = 0; i < companions.count; i++) {
        const struct delver *viewer = world_delver(world, companions.bodies[i]);
        const struct viewers *viewers = viewers_of(sessions, companions.bodies[i]);
        if (viewer == NULL || viewer == delver || viewers == NULL || viewers->player == NULL ||
            has_seen(viewer, event))
            continue;
        tell_fall(viewers->player, viewer, delver, event);
    }
}

static bool is_companion(const struct companions *companions, body_id body)
{
    for (int i = 0; i < companions->count; i++) {
        if (companions->bodies[i] == body)
            return true;
    }
    return false;
}

static void tell_text(struct session *session, const char *text)
{
    session_tell(session, text, ROLE_BAD);
}

/* Tells of a death, with the player's epitaph, to its level, to the party on all levels, and from
   depth 10 on to all players: "Ada was killed by a rust beetle on depth 3." */
static void tell_epitaph(struct sessions *sessions, const struct event *event)
{
    const struct world *world = sessions->game->world;
    const struct delver *dead = world_delver(world, event->other);
    struct companions companions;
    char fate[DEATH_LINE_MAX];
    char epitaph[EPITAPH_SIZE] = "";
    char text[NAME_LENGTH_MAX + DEATH_LINE_MAX + EPITAPH_SIZE + 8];

    if (event->kind != EVENT_DIED || dead == NULL || dead->life.deaths.count == 0)
        return;
    party_collect(sessions->game->roster, event->other, &companions);
    death_fate(&dead->life.deaths.last[0], fate, sizeof fate);
    const struct viewers *own = viewers_of(sessions, event->other);
    if (own != NULL && own->player != NULL)
        epitaph_read(own->player, epitaph);
    const char *quote = epitaph[0] == '\0' ? "" : "\"";
    snprintf(text, sizeof text, "%s %s.%s%s%s%s", dead->name, fate, quote[0] == '\0' ? "" : " ",
             quote, epitaph, quote);
    for (uint32_t i = 0; i < sessions->viewers_max; i++) {
        const struct viewers *viewers = &sessions->viewers[i];
        const struct delver *viewer = world_delver(world, viewers->body);
        if (viewer == NULL || viewer == dead || viewers->player == NULL || has_seen(viewer, event))
            continue;
        if (level_key_equal(viewer->body.key, event->level) || event->level.depth >= FAMED_DEPTH ||
            is_companion(&companions, viewers->body))
            tell_text(viewers->player, text);
    }
}

static void touch(struct session *session)
{
    presentation_stir(session);
    gmcp_feed_touch(session);
}

/* Updates a delver's party, whose members see its place and health on the map, in the sidebar and
   in messages, also from other levels. */
static void touch_party(struct sessions *sessions, body_id body)
{
    struct companions companions;

    party_collect(sessions->game->roster, body, &companions);
    for (int i = 0; i < companions.count; i++) {
        const struct viewers *viewers = viewers_of(sessions, companions.bodies[i]);
        if (viewers == NULL)
            continue;
        if (viewers->player != NULL)
            touch(viewers->player);
        for (struct session *at = viewers->watchers; at != NULL; at = at->watch.next)
            touch(at);
    }
}

/* Begins play in the session that waited for its delver's body. */
static void begin_playing(struct sessions *sessions, body_id body)
{
    const struct player_slot *slot = roster_slot_of_body(sessions->game->roster, body);
    struct session *session = slot == NULL ? NULL : viewers_player(sessions, slot);

    if (session != NULL)
        session_start_playing(session, body, false);
}

static void leave(struct sessions *sessions, body_id body)
{
    const struct delver *delver = world_delver(sessions->game->world, body);

    if (delver != NULL)
        resume_on_left(sessions, delver->delver_id);
    viewers_end(sessions, body);
}

static void tell_events(struct sessions *sessions)
{
    struct event_cursor cursor = {0};
    const struct event *event;

    while ((event = world_next_event(sessions->game->world, &cursor)) != NULL) {
        tell_event(sessions, event);
        tell_party(sessions, event);
        tell_epitaph(sessions, event);
        touch_party(sessions, event->actor);
        touch_party(sessions, event->other);
        if (event->kind == EVENT_JOINED)
            begin_playing(sessions, event->actor);
        if (event->kind == EVENT_LEFT)
            leave(sessions, event->actor);
        lives_on_event(sessions, event);
        if (event->kind == EVENT_KINDLED)
            character_tell_kindling(sessions, event);
        if (event->kind == EVENT_TRADE)
            trade_tell_lists(sessions, event);
        if (event->kind == EVENT_RENAMED)
            pages_tell_name(sessions, event->actor);
    }
}

static void turn_away(struct sessions *sessions, const struct outbox_entry *entry)
{
    struct session *session = sessions_find(sessions, entry->session_id);

    if (session != NULL)
        session_end(session, WIRE_END_FULL, entry->text);
}

static uint32_t deliver(struct sessions *sessions, const struct outbox_entry *entry)
{
    if (entry->kind == OUTBOX_TEXT)
        return audience_tell(sessions, entry->audience, entry->role, entry->text);
    if (entry->kind == OUTBOX_EVENTS)
        tell_events(sessions);
    else
        turn_away(sessions, entry);
    return 0;
}

uint32_t sessions_deliver(struct sessions *sessions)
{
    struct outbox *outbox = sessions->game->outbox;
    const struct outbox_entry *entry;
    uint32_t reported = 0;

    if (sessions->is_delivering)
        return 0;
    sessions->is_delivering = true;
    while ((entry = outbox_next(outbox)) != NULL)
        reported += deliver(sessions, entry);
    sessions->is_delivering = false;
    if (outbox->lost > 0)
        LOG(&sessions->base->log, LOG_WARNING, "outbox.full",
            log_number("lost", (int64_t)outbox->lost));
    outbox->lost = 0;
    return reported;
}

uint32_t sessions_tell(struct sessions *sessions, struct audience audience, enum role role,
                       const char *text)
{
    outbox_tell(sessions->game->outbox, audience, role, text);
    return sessions_deliver(sessions);
}
