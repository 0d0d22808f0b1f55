/*
 * Talk. Typed text is cleaned, then reach_begin() decides whether the player may talk now. Speech
 * and gestures for those in sight go into the world as inputs, other talk straight to the session
 * of each player that hears it.
 */
#include "server/session/commands/chat.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "narrate/cell_words.h"
#include "narrate/command.h"
#include "narrate/threats.h"
#include "narrate/words.h"
#include "server/game/roster.h"
#include "server/net/conn.h"
#include "server/session/audience.h"
#include "server/session/commands/party.h"
#include "server/session/commands/players.h"
#include "server/session/commands/reach.h"
#include "server/session/commands/travel_session.h"
#include "server/session/deliver.h"
#include "server/session/present/gmcp_feed.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "world/name.h"

enum {
    OFFSET_SIZE = 64,
    MARK_NAME_SIZE = 64,
    MARK_TEXT_SIZE = 2 * MARK_NAME_SIZE + 4,
    /* bytes of cleaned text, whose normal form can be longer than the typed text */
    CLEAN_SIZE = 4 * LINE_INPUT_MAX,
    SENTENCE_SIZE = SAY_LENGTH_MAX + NAME_LENGTH_MAX + 32,
};

/* A foe or place that a player shows to the party. */
struct marked {
    struct pos at;
    char name[MARK_NAME_SIZE]; /* "A drudge", "A closed door", "Floor" */
};

static bool is_place(const struct delver *delver, const char *words, struct pos *out)
{
    return cell_at_offset(delver->body.at, words, out) || command_cell(words, out);
}

/* Finds words for the cell. False: nothing is known there, and the player is told. */
static bool name_place(struct session *session, const struct delver *delver, struct marked *marked)
{
    enum tile_id tile = level_contains(delver->body.level, marked->at)
                            ? delver_remembered(delver, marked->at)
                            : TILE_UNKNOWN;

    if (tile == TILE_UNKNOWN) {
        session_tell(session, "You know nothing of that place.", ROLE_DIM_TEXT);
        return false;
    }
    snprintf(marked->name, sizeof marked->name, "%s%s", tile_article(tile), tile_row(tile)->name);
    marked->name[0] = (char)toupper((unsigned char)marked->name[0]);
    return true;
}

static bool name_foe(struct session *session, const struct delver *delver, const char *words,
                     struct marked *marked)
{
    const struct world *world = session->sessions->game->world;
    struct action action = {.dir = DIR_NONE};

    if (!target_find(session, delver, words, &action) || action.dir != DIR_NONE)
        return false;
    const struct body *foe = world_body(world, action.target);
    marked->at = foe->at;
    body_words(foe, marked->name, sizeof marked->name);
    return true;
}

/*
 * Finds the foe or place that `words` mean: a foe in view by its number or a word of its name, a
 * place as "3 east 2 north", "12,7" or "here"; "" is the nearest awake foe, else the nearest foe,
 * else the player's own cell. False: there is no such foe, or nothing is known of the place, and
 * the player is told.
 */
static bool mark_find(struct session *session, const char *words, struct marked *marked)
{
    const struct delver *delver = world_delver(session->sessions->game->world, session->actor);
    struct threats threats;
    int number;

    if (delver == NULL || delver->body.state != BODY_PRESENT)
        return false;
    marked->at = delver->body.at;
    if (words[0] == '\0') {
        threats_collect(session->sessions->game->world, delver, &threats);
        return threats.count > 0 ? name_foe(session, delver, "", marked)
                                 : name_place(session, delver, marked);
    }
    if (is_place(delver, words, &marked->at))
        return name_place(session, delver, marked);
    if (!command_is_place(words) || command_number(words, &number))
        return name_foe(session, delver, words, marked);
    session_tell(session, "There is no such place: mark 12,5, or mark 3 east.", ROLE_DIM_TEXT);
    return false;
}

/* Writes the mark for a listener: "A drudge, 3 east.", with its place from the listener's cell, or
   its depth. */
static void mark_describe(const struct session *session, const struct marked *marked,
                          const struct session *listener, char out[MARK_TEXT_SIZE])
{
    const struct world *world = session->sessions->game->world;
    const struct delver *marker = world_delver(world, session->actor);
    const struct delver *other = world_delver(world, listener->actor);
    char where[OFFSET_SIZE];

    if (other != NULL && other->body.level == marker->body.level)
        pos_offset(other->body.at, marked->at, where, sizeof where);
    else
        snprintf(where, sizeof where, "on depth %d", marker->body.level->key.depth);
    snprintf(out, MARK_TEXT_SIZE, "%s, %s.", marked->name, where);
}

/*
 * Cleans typed text for others. False, and the player is told why: it is too long, comes too often,
 * or nothing is left of it (then `question` is asked).
 */
static bool prepare(struct session *session, const char *typed, const char *question, char *out)
{
    char cleaned[CLEAN_SIZE];

    if (utf8_clean(typed, strlen(typed), LINE_INPUT_MAX, cleaned, sizeof cleaned) != ERR_OK ||
        cleaned[0] == '\0') {
        session_tell(session, question, ROLE_DIM_TEXT);
        return false;
    }
    if (strlen(cleaned) > SAY_LENGTH_MAX) {
        session_tell(session, "Too long: at most 240 letters at once. Nothing was said.", ROLE_BAD);
        return false;
    }
    if (!reach_begin(session, REACH_TALK))
        return false;
    memcpy(out, cleaned, strlen(cleaned) + 1);
    return true;
}

/* Sends the text to all who see the delver, through the world. */
static void send_to_world(struct session *session, const char *typed, const char *question,
                          bool is_emote)
{
    char text[SAY_LENGTH_MAX + 1];

    if (!prepare(session, typed, question, text))
        return;
    struct input *input = session_input(session, INPUT_SAY);
    if (input == NULL)
        return;
    memcpy(input->text, text, strlen(text) + 1);
    input->flag = is_emote;
}

void chat_say(struct session *session, const struct command *command)
{
    send_to_world(session, command->rest, "Say what?", false);
}

void chat_emote(struct session *session, const struct command *command)
{
    send_to_world(session, command->rest, "Do what? For example: me waves.", true);
}

/* Sends a tell to the other player, and confirms it to the teller. */
static void deliver(struct session *session, const struct player_slot *slot, const char *text)
{
    struct sessions *sessions = session->sessions;
    const struct delver *listener = world_delver(sessions->game->world, slot->actor);
    struct session *other = NULL;
    char sentence[SENTENCE_SIZE];

    if (listener == NULL)
        return;
    enum reach reach = reach_other(session, REACH_TALK, slot, &other);
    if (reach == REACH_AWAY) {
        snprintf(sentence, sizeof sentence, "%s is disconnected and can't hear you.",
                 listener->name);
        session_tell(session, sentence, ROLE_DIM_TEXT);
        return;
    }
    if (reach != REACH_DONE) {
        snprintf(sentence, sizeof sentence, "%s ignores you.", listener->name);
        session_tell(session, sentence, ROLE_DIM_TEXT);
        return;
    }
    snprintf(sentence, sizeof sentence, "%s tells you: \"%s\"", session->account.name, text);
    reach_tell(other, sentence, ROLE_TELL);
    session_ring(other);
    gmcp_feed_talk(other, "tell", session->account.name, text);
    other->commands.chat.reply_to = session->account.id;
    snprintf(other->commands.chat.reply_name, sizeof other->commands.chat.reply_name, "%s",
             session->account.name);
    snprintf(sentence, sizeof sentence, "You tell %s: \"%s\"", listener->name, text);
    session_tell(session, sentence, ROLE_TELL);
}

void chat_tell(struct session *session, const struct command *command)
{
    const char *name = command->rest + strspn(command->rest, " ");
    size_t length = strcspn(name, " ");
    char text[SAY_LENGTH_MAX + 1];

    if (length == 0) {
        session_tell(session, "Tell who what? For example: tell Brom hello.", ROLE_DIM_TEXT);
        return;
    }
    struct players_found found = players_find(session, name, length, NULL);
    if (found.answer != PLAYERS_FOUND)
        players_tell_unfound(session, name, length, &found);
    else if (found.slot->session_id == session->conn->serial)
        session_tell(session, "You keep that to yourself.", ROLE_DIM_TEXT);
    else if (prepare(session, name + length, "Tell them what?", text))
        deliver(session, found.slot, text);
}

void chat_reply(struct session *session, const struct command *command)
{
    struct sessions *sessions = session->sessions;
    char prepared[SAY_LENGTH_MAX + 1];

    if (session->commands.chat.reply_to == 0) {
        session_tell(session, "Nobody has told you anything yet.", ROLE_DIM_TEXT);
        return;
    }
    struct player_slot *slot =
        roster_slot_of_delver(sessions->game->roster, session->commands.chat.reply_to);
    if (slot == NULL || slot->state != PLAYER_SLOT_TAKEN) {
        snprintf(prepared, sizeof prepared, "%s has left; you can't reply.",
                 session->commands.chat.reply_name);
        session_tell(session, prepared, ROLE_DIM_TEXT);
    } else if (prepare(session, command->rest, "Reply what?", prepared)) {
        deliver(session, slot, prepared);
    }
}

/* A shout, and the delver that shouts. */
struct shout {
    const struct delver *speaker;
    const char *text;
};

/* Sends a shout to a listener, in the words for that one. */
static void hear_shout(struct session *session, body_id listener, void *context)
{
    const struct shout *shout = context;
    const struct delver *viewer = world_delver(session->sessions->game->world, listener);
    char sentence[WORDS_MAX];

    if (viewer == NULL || ignore_hides(&session->preferences.saved, shout->speaker->name))
        return;
    words_shout(&shout->speaker->body, viewer, shout->text, sentence, sizeof sentence);
    session_tell(session, sentence, ROLE_SPEECH);
    if (session->actor == listener)
        gmcp_feed_talk(session, "shout", shout->speaker->name, shout->text);
}

void chat_shout(struct session *session, const struct command *command)
{
    struct sessions *sessions = session->sessions;
    const struct delver *delver = world_delver(sessions->game->world, session->actor);
    char prepared[SAY_LENGTH_MAX + 1];

    if (delver == NULL || delver->body.level == NULL ||
        !prepare(session, command->rest, "Shout what?", prepared))
        return;
    const struct audience audience = audience_level(delver->body.key);
    struct shout shout = {.speaker = delver, .text = prepared};
    (void)audience_hear(sessions, &audience, hear_shout, &shout);
}

/* True if the listener reads the channel. */
typedef bool hears(const struct session *speaker, const struct session *listener);

static bool hears_chat(const struct session *speaker, const struct session *listener)
{
    (void)speaker;
    return listener->preferences.settings.is_chat_shown;
}

static bool hears_party(const struct session *speaker, const struct session *listener)
{
    return listener == speaker ||
           party_has(speaker->sessions->game->roster, speaker->actor, listener->actor);
}

/* Sends talk to each player that hears it: `own` is the speaker's sentence, `others` the beginning
   of the sentence for all others. */
static void broadcast(struct session *session, const char *channel, const char *own,
                      const char *others, hears *is_heard, const char *text)
{
    struct sessions *sessions = session->sessions;
    const struct roster *roster = sessions->game->roster;
    const char *name = session->account.name;
    char reported[SENTENCE_SIZE];
    char said[SENTENCE_SIZE];

    snprintf(reported, sizeof reported, "%s \"%s\"", own, text);
    snprintf(said, sizeof said, "%s %s \"%s\"", name, others, text);
    for (uint32_t i = 0; i < roster->slot_count; i++) {
        struct session *other = NULL;
        if (reach_other(session, REACH_TALK, &roster->slots[i], &other) != REACH_DONE ||
            !is_heard(session, other))
            continue;
        reach_tell(other, other == session ? reported : said, ROLE_SPEECH);
        gmcp_feed_talk(other, channel, name, text);
    }
}

void chat_all(struct session *session, const struct command *command)
{
    char prepared[SAY_LENGTH_MAX + 1];

    if (!session->preferences.settings.is_chat_shown)
        session_tell(session, "Your chat is off: set chat on.", ROLE_DIM_TEXT);
    else if (prepare(session, command->rest, "Say what to everybody online?", prepared))
        broadcast(session, "chat", "You chat:", "chats:", hears_chat, prepared);
}

void chat_party(struct session *session, const struct command *command)
{
    char prepared[SAY_LENGTH_MAX + 1];

    if (party_can_talk(session) &&
        prepare(session, command->rest, "Say what to the party?", prepared))
        broadcast(session, "party", "You tell the party:", "tells the party:", hears_party,
                  prepared);
}

static void tell_mark(const struct session *session, const struct marked *marked,
                      struct session *other)
{
    char text[MARK_TEXT_SIZE];
    char sentence[SENTENCE_SIZE];

    mark_describe(session, marked, other, text);
    if (other == session)
        snprintf(sentence, sizeof sentence, "You mark: %s", text);
    else
        snprintf(sentence, sizeof sentence, "%s marks: %s", session->account.name, text);
    reach_tell(other, sentence, ROLE_SPEECH);
    gmcp_feed_talk(other, "party", session->account.name, text);
}

void chat_mark(struct session *session, const struct command *command)
{
    struct sessions *sessions = session->sessions;
    const struct roster *roster = sessions->game->roster;
    struct marked marked;

    if (!party_can_talk(session) || !mark_find(session, command->rest, &marked) ||
        !reach_begin(session, REACH_TALK))
        return;
    for (uint32_t i = 0; i < roster->slot_count; i++) {
        struct session *other = NULL;
        if (reach_other(session, REACH_TALK, &roster->slots[i], &other) == REACH_DONE &&
            hears_party(session, other))
            tell_mark(session, &marked, other);
    }
}
