/*
 * Talk.
 */
#include "server/session/commands/chat.h"
#include "server/session/present/gmcp_feed.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "server/game/roster.h"
#include "narrate/words.h"
#include "server/session/commands/ignore.h"
#include "server/session/commands/mark.h"
#include "server/session/commands/party.h"
#include "server/session/commands/players.h"
#include "server/session/commands/reach.h"
#include "server/session/sessions.h"
#include "server/net/conn.h"
#include "server/session/audience.h"
#include "server/session/session.h"
#include "world/name.h"

enum {
    CLEAN_SIZE = 4 * LINE_INPUT_MAX, /* normal form can be longer than what was typed */
    SENTENCE_SIZE = SAY_LENGTH_MAX + NAME_LENGTH_MAX + 32,
};

/*
 * Cleans what was typed for the eyes of others; false, and said why, if nothing is left (that is
 * `question`), or if it is too long or comes too often.
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

/* Sends the text to all who see the delver, by way of the world. */
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

void chat_say(struct session *session, const char *text)
{
    send_to_world(session, text, "Say what?", false);
}

void chat_emote(struct session *session, const char *text)
{
    send_to_world(session, text, "Do what? For example: me waves.", true);
}

/* Tells the other player, and confirms that to the teller. */
static void deliver(struct session *session, const struct seat *seat, const char *text)
{
    struct sessions *sessions = session->sessions;
    const struct delver *listener = world_delver(sessions->game->world, seat->actor);
    struct session *other = NULL;
    char sentence[SENTENCE_SIZE];

    if (listener == NULL)
        return;
    enum reach reach = reach_other(session, REACH_TALK, seat, &other);
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

void chat_tell(struct session *session, const char *words)
{
    const char *name = words + strspn(words, " ");
    size_t length = strcspn(name, " ");
    char text[SAY_LENGTH_MAX + 1];

    if (length == 0) {
        session_tell(session, "Tell who what? For example: tell Brom hello.", ROLE_DIM_TEXT);
        return;
    }
    struct players_found found = players_find(session, name, length, NULL);
    if (found.answer != PLAYERS_FOUND)
        players_tell_unfound(session, name, length, &found);
    else if (found.seat->session_id == session->conn->serial)
        session_tell(session, "You keep that to yourself.", ROLE_DIM_TEXT);
    else if (prepare(session, name + length, "Tell them what?", text))
        deliver(session, found.seat, text);
}

void chat_reply(struct session *session, const char *text)
{
    struct sessions *sessions = session->sessions;
    char prepared[SAY_LENGTH_MAX + 1];

    if (session->commands.chat.reply_to == 0) {
        session_tell(session, "Nobody has told you anything yet.", ROLE_DIM_TEXT);
        return;
    }
    struct seat *seat =
        roster_seat_of_delver(sessions->game->roster, session->commands.chat.reply_to);
    if (seat == NULL || seat->state != SEAT_TAKEN) {
        snprintf(prepared, sizeof prepared, "%s has left; you can't reply.",
                 session->commands.chat.reply_name);
        session_tell(session, prepared, ROLE_DIM_TEXT);
    } else if (prepare(session, text, "Reply what?", prepared)) {
        deliver(session, seat, prepared);
    }
}

/* A shout, and the delver that shouts. */
struct shout {
    const struct delver *speaker;
    const char *text;
};

/* The sentence depends on who hears it. */
static void hear_shout(struct session *session, body_id listener, void *context)
{
    const struct shout *shout = context;
    const struct delver *viewer = world_delver(session->sessions->game->world, listener);
    char sentence[WORDS_MAX];

    if (viewer == NULL || ignore_hides(session, shout->speaker->name))
        return;
    words_shout(&shout->speaker->body, viewer, shout->text, sentence, sizeof sentence);
    session_tell(session, sentence, ROLE_SPEECH);
    if (session->actor == listener)
        gmcp_feed_talk(session, "shout", shout->speaker->name, shout->text);
}

void chat_shout(struct session *session, const char *text)
{
    struct sessions *sessions = session->sessions;
    const struct delver *delver = world_delver(sessions->game->world, session->actor);
    char prepared[SAY_LENGTH_MAX + 1];

    if (delver == NULL || delver->body.level == NULL ||
        !prepare(session, text, "Shout what?", prepared))
        return;
    const struct audience audience = audience_level(delver->body.key);
    struct shout shout = {.speaker = delver, .text = prepared};
    (void)audience_hear(sessions, &audience, hear_shout, &shout);
}

/* The players that read what is said on a channel. */
typedef bool hears(const struct session *speaker, const struct session *listener);

static bool hears_chat(const struct session *speaker, const struct session *listener)
{
    (void)speaker;
    return listener->preferences.settings.is_chat_shown;
}

static bool hears_party(const struct session *speaker, const struct session *listener)
{
    return listener == speaker || party_has(speaker, listener->actor);
}

/* To each player who hears it: `own` is the speaker's sentence, `others` begins that of the rest.
 */
static void broadcast(struct session *session, const char *channel, const char *own,
                      const char *others, hears *is_heard, const char *text)
{
    struct sessions *sessions = session->sessions;
    const struct roster *roster = sessions->game->roster;
    const char *name = session->account.name;
    char told[SENTENCE_SIZE];
    char said[SENTENCE_SIZE];

    snprintf(told, sizeof told, "%s \"%s\"", own, text);
    snprintf(said, sizeof said, "%s %s \"%s\"", name, others, text);
    for (uint32_t i = 0; i < roster->seat_count; i++) {
        struct session *other = NULL;
        if (reach_other(session, REACH_TALK, &roster->seats[i], &other) != REACH_DONE ||
            !is_heard(session, other))
            continue;
        reach_tell(other, other == session ? told : said, ROLE_SPEECH);
        gmcp_feed_talk(other, channel, name, text);
    }
}

void chat_all(struct session *session, const char *text)
{
    char prepared[SAY_LENGTH_MAX + 1];

    if (!session->preferences.settings.is_chat_shown)
        session_tell(session, "Your chat is off: set chat on.", ROLE_DIM_TEXT);
    else if (prepare(session, text, "Say what to everybody online?", prepared))
        broadcast(session, "chat", "You chat:", "chats:", hears_chat, prepared);
}

void chat_party(struct session *session, const char *text)
{
    char prepared[SAY_LENGTH_MAX + 1];

    if (party_can_talk(session) && prepare(session, text, "Say what to the party?", prepared))
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

void chat_mark(struct session *session, const char *words)
{
    struct sessions *sessions = session->sessions;
    const struct roster *roster = sessions->game->roster;
    struct marked marked;

    if (!party_can_talk(session) || !mark_find(session, words, &marked) ||
        !reach_begin(session, REACH_TALK))
        return;
    for (uint32_t i = 0; i < roster->seat_count; i++) {
        struct session *other = NULL;
        if (reach_other(session, REACH_TALK, &roster->seats[i], &other) == REACH_DONE &&
            hears_party(session, other))
            tell_mark(session, &marked, other);
    }
}
