/*
 * The command `party`: the work of each of its words, and the messages that tell members of a
 * change.
 */
#include "server/session/commands/party.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "narrate/around.h"
#include "server/game/party.h"
#include "server/session/commands/reach.h"
#include "server/session/commands/players.h"
#include "server/session/present/gmcp_feed.h"
#include "server/session/present/presentation.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "world/name.h"

enum {
    SENTENCE_SIZE = 2 * NAME_LENGTH_MAX + 96,
    LIST_SIZE = PARTY_MAX * (AROUND_MAX + SENTENCE_SIZE),
};

static struct player_slot *own_slot(const struct roster *roster, body_id actor)
{
    return roster_slot_of_body(roster, actor);
}

static const struct delver *delver_of(const struct world *world, const struct player_slot *slot)
{
    return world_delver(world, slot->actor);
}

/* Tells the player in that slot, if connected. */
static void tell_player(const struct session *session, const struct player_slot *slot,
                        const char *text)
{
    struct session *other = NULL;

    if (reach_other(session, REACH_PARTY, slot, &other) != REACH_DONE)
        return;
    reach_tell(other, text, ROLE_GOOD);
    gmcp_feed_touch(other);
}

bool party_has(const struct roster *roster, body_id actor, body_id body)
{
    const struct player_slot *slot = own_slot(roster, actor);
    const struct player_slot *other = roster_slot_of_body(roster, body);

    return slot != NULL && other != NULL && other != slot && party_is_shared(slot, other);
}

void party_tell_others(struct session *session, const char *text)
{
    const struct roster *roster = session->sessions->game->roster;
    const struct player_slot *slot = own_slot(roster, session->actor);

    if (slot == NULL)
        return;
    for (const struct player_slot *at = party_next(roster, slot); at != NULL && at != slot;
         at = party_next(roster, at))
        tell_player(session, at, text);
}

bool party_is_member(const struct roster *roster, body_id actor)
{
    const struct player_slot *slot = own_slot(roster, actor);

    return slot != NULL && party_size(roster, slot) > 0;
}

bool party_can_talk(struct session *session)
{
    if (party_is_member(session->sessions->game->roster, session->actor))
        return true;
    session_tell(session, "You have no party. party invite NAME asks somebody to join you.",
                 ROLE_DIM_TEXT);
    return false;
}

/* Writes a member: "Brom, 12 of 20 health, depth 2: a square room, about 40 steps northwest." */
static size_t list_member(const struct game *game, body_id actor, const struct player_slot *slot,
                          char *out, size_t out_size)
{
    const struct world *world = game->world;
    const struct delver *viewer = world_delver(world, actor);
    const struct delver *delver = delver_of(world, slot);
    const struct player_slot *leader = party_leader(game->roster, slot);
    char place[AROUND_MAX] = "";

    if (delver == NULL || viewer == NULL)
        return 0;
    if (delver != viewer)
        around_companion(world, viewer, delver, place, sizeof place);
    int length =
        snprintf(out, out_size, "%s%s, %d of %d health%s%s%s%s\n", delver->name,
                 slot == leader ? " (leads)" : "", delver_health(delver), delver->body.health_max,
                 delver->is_link_dead ? ", disconnected" : "",
                 delver->fall.is_fallen ? ", fallen" : "", place[0] == '\0' ? "." : ": ", place);
    return length < 0 || (size_t)length >= out_size ? 0 : (size_t)length;
}

void party_list(struct session *session)
{
    const struct roster *roster = session->sessions->game->roster;
    const struct player_slot *first = own_slot(roster, session->actor);
    char text[LIST_SIZE] = "";
    size_t length = 0;

    if (!party_can_talk(session))
        return;
    first = party_leader(roster, first);
    const struct player_slot *at = first;
    do {
        length += list_member(session->sessions->game, session->actor, at, text + length,
                              sizeof text - length);
        at = party_next(roster, at);
    } while (at != first);
    presentation_table[session->mode]->show(session, text);
}

/* Returns the slot of another player online; NULL: there is none, and the player is told why. */
static struct player_slot *find_other(struct session *session, const char *name)
{
    struct players_found found = players_find(session, name, strlen(name), NULL);

    if (found.answer == PLAYERS_FOUND && found.slot->actor != session->actor)
        return found.slot;
    if (found.answer == PLAYERS_FOUND)
        session_tell(session, "You are with yourself already.", ROLE_DIM_TEXT);
    else if (name[0] == '\0')
        session_tell(session, "Invite which player? For example: party invite Brom.",
                     ROLE_DIM_TEXT);
    else
        players_tell_unfound(session, name, strlen(name), &found);
    return NULL;
}

/* Tells why a party did not accept the player; `name` is the other's. */
static void explain(struct session *session, enum party_answer answer, const char *name)
{
    char text[SENTENCE_SIZE];

    if (answer == PARTY_FULL)
        snprintf(text, sizeof text, "The party is full: it has %d members.", PARTY_MAX);
    else if (answer == PARTY_UNINVITED)
        snprintf(text, sizeof text, "Nobody has invited you.");
    else if (answer == PARTY_CROWDED)
        snprintf(text, sizeof text, "Too many have asked %.*s just now. Try again in a minute.",
                 NAME_LENGTH_MAX, name);
    else
        snprintf(text, sizeof text, "%.*s in a party already.", 2 * NAME_LENGTH_MAX, name);
    session_tell(session, text, ROLE_DIM_TEXT);
}

/* Invites the other player, if reach.h allows it. For a player who ignores this one, the answer is
   as if that player were not online. */
static void ask(struct session *session, struct player_slot *other, const char *name)
{
    struct sessions *sessions = session->sessions;
    struct session *player = NULL;
    char text[SENTENCE_SIZE];

    if (!reach_begin(session, REACH_INVITATION))
        return;
    switch (reach_other(session, REACH_INVITATION, other, &player)) {
    case REACH_IGNORED:
        players_tell_absent(session, name);
        return;
    case REACH_AWAY:
        snprintf(text, sizeof text, "%s is disconnected and can't hear you.", name);
        break;
    case REACH_TOO_SOON:
        snprintf(text, sizeof text, "%s was asked a moment ago. Try again in a minute.", name);
        break;
    case REACH_DONE:
        (void)party_invite(sessions->game->roster, own_slot(sessions->game->roster, session->actor),
                           other, sessions->base->now_ms);
        snprintf(text, sizeof text, "%s invites you to a party. party join accepts.",
                 session->account.name);
        reach_tell(player, text, ROLE_GOOD);
        snprintf(text, sizeof text, "You invite %s to your party.", name);
        session_tell(session, text, ROLE_TEXT);
        return;
    }
    session_tell(session, text, ROLE_DIM_TEXT);
}

static void invite(struct session *session, const char *name)
{
    const struct sessions *sessions = session->sessions;
    struct player_slot *other = find_other(session, name);
    char text[SENTENCE_SIZE];

    if (other == NULL || delver_of(sessions->game->world, other) == NULL)
        return;
    const char *other_name = delver_of(sessions->game->world, other)->name;
    enum party_answer answer =
        party_may_invite(sessions->game->roster, own_slot(sessions->game->roster, session->actor),
                         other, sessions->base->now_ms);
    if (answer == PARTY_DONE) {
        ask(session, other, other_name);
        return;
    }
    snprintf(text, sizeof text, answer == PARTY_HAS_ONE ? "%s is" : "%s", other_name);
    explain(session, answer, text);
}

/* Lists players who have invited this one and are not ignored. */
static int list_hosts(const struct game *game, body_id actor, const struct saved_preferences *saved,
                      struct player_slot *hosts[PARTY_INVITATIONS_MAX])
{
    int all = party_hosts(game->roster, own_slot(game->roster, actor), hosts);
    int count = 0;

    for (int i = 0; i < all; i++) {
        const struct delver *host = delver_of(game->world, hosts[i]);
        if (host != NULL && !ignore_hides(saved, host->name))
            hosts[count++] = hosts[i];
    }
    return count;
}

/* Tells the invitations: "Several have invited you: Ada, Brom. Say party join NAME." */
static void tell_hosts(struct session *session, struct player_slot *const *hosts, int count)
{
    char names[PARTY_INVITATIONS_MAX * (NAME_LENGTH_MAX + 2) + 1];
    char text[SENTENCE_SIZE + sizeof names];
    struct writer writer = writer_of(names, sizeof names);

    for (int i = 0; i < count; i++)
        writer_join(&writer, ", ", "%s", delver_of(session->sessions->game->world, hosts[i])->name);
    snprintf(text, sizeof text, "Several have invited you: %s. Say party join NAME.", names);
    session_tell(session, text, ROLE_DIM_TEXT);
}

/* Finds the player of that name, or the only one, who has invited this one and is not ignored;
   NULL: there is none, and the player is told why. */
static struct player_slot *find_host(struct session *session, const char *name)
{
    struct player_slot *hosts[PARTY_INVITATIONS_MAX];
    const struct players_choice choice = {.slots = hosts,
                                          .count =
                                              list_hosts(session->sessions->game, session->actor,
                                                         &session->preferences.saved, hosts)};

    if (name[0] == '\0' && choice.count == 1)
        return hosts[0];
    if (name[0] == '\0' && choice.count > 1) {
        tell_hosts(session, hosts, choice.count);
        return NULL;
    }
    struct players_found found = players_find(session, name, strlen(name), &choice);
    if (found.answer == PLAYERS_FOUND)
        return found.slot;
    players_tell_not_among(session, name, &found,
                           name[0] == '\0' ? "Nobody has invited you."
                                           : "Nobody of that name has invited you.");
    return NULL;
}

static void join(struct session *session, const char *name)
{
    struct player_slot *slot = own_slot(session->sessions->game->roster, session->actor);
    struct player_slot *host = find_host(session, name);
    char text[SENTENCE_SIZE];

    if (host == NULL)
        return;
    enum party_answer answer = party_join(session->sessions->game->roster, slot, host);
    if (answer != PARTY_DONE) {
        explain(session, answer, "You are");
        return;
    }
    snprintf(text, sizeof text, "You join the party of %s. p TEXT talks to it.",
             delver_of(session->sessions->game->world, host)->name);
    session_tell(session, text, ROLE_GOOD);
    snprintf(text, sizeof text, "%s joins the party.", session->account.name);
    party_tell_others(session, text);
}

/* Finds the other member with that name; NULL: there is none, and the player is told why. */
static struct player_slot *find_member(struct session *session, const char *name)
{
    const struct roster *roster = session->sessions->game->roster;
    struct player_slot *slot = own_slot(roster, session->actor);
    struct player_slot *members[PARTY_MAX];
    struct players_choice choice = {.slots = members};

    for (struct player_slot *at = party_next(roster, slot); at != slot && choice.count < PARTY_MAX;
         at = party_next(roster, at))
        members[choice.count++] = at;
    if (name[0] == '\0') {
        session_tell(session, "Put out which member? For example: party remove Brom.",
                     ROLE_DIM_TEXT);
        return NULL;
    }
    struct players_found found = players_find(session, name, strlen(name), &choice);
    if (found.answer == PLAYERS_FOUND)
        return found.slot;
    players_tell_not_among(session, name, &found, "Nobody of that name is in your party.");
    return NULL;
}

static void put_out(struct session *session, const char *name)
{
    struct roster *roster = session->sessions->game->roster;
    struct player_slot *slot = own_slot(roster, session->actor);
    char text[SENTENCE_SIZE];

    if (!party_can_talk(session))
        return;
    if (party_leader(roster, slot) != slot) {
        snprintf(text, sizeof text, "Only %s, who leads the party, can put a member out.",
                 delver_of(session->sessions->game->world, party_leader(roster, slot))->name);
        session_tell(session, text, ROLE_DIM_TEXT);
        return;
    }
    struct player_slot *member = find_member(session, name);
    if (member == NULL)
        return;
    snprintf(text, sizeof text, "%s is put out of the party.",
             delver_of(session->sessions->game->world, member)->name);
    party_tell_others(session, text);
    session_tell(session, text, ROLE_TEXT);
    party_leave(roster, member);
}

static void leave(struct session *session)
{
    struct player_slot *slot = own_slot(session->sessions->game->roster, session->actor);
    char text[SENTENCE_SIZE];

    if (!party_can_talk(session))
        return;
    snprintf(text, sizeof text, "%s leaves the party.", session->account.name);
    party_tell_others(session, text);
    party_leave(session->sessions->game->roster, slot);
    session_tell(session, "You leave the party.", ROLE_TEXT);
}

/* Returns the text after the first word, if that is `word`; NULL: it is not. */
static const char *after(const char *words, const char *word)
{
    size_t length = strlen(word);

    if (strncasecmp(words, word, length) != 0 || (words[length] != ' ' && words[length] != '\0'))
        return NULL;
    return words + length + strspn(words + length, " ");
}

void party_command(struct session *session, const struct command *command)
{
    const char *words = command->rest;
    const char *invited = after(words, "invite");

    if (own_slot(session->sessions->game->roster, session->actor) == NULL)
        return;
    if (words[0] == '\0' || after(words, "list") != NULL)
        party_list(session);
    else if (after(words, "join") != NULL)
        join(session, after(words, "join"));
    else if (after(words, "leave") != NULL)
        leave(session);
    else if (after(words, "remove") != NULL)
        put_out(session, after(words, "remove"));
    else
        invite(session, invited != NULL ? invited : words);
}
