/*
 * Commands by which two players agree. A word of a trade is a row of a table; any other word is the
 * name of a player. The first asking reaches the other as a gift does: not if that player ignores
 * the asker, and not too often.
 */
#include "server/session/commands/agreements.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "narrate/command.h"
#include "narrate/item_words.h"
#include "narrate/pack_words.h"
#include "server/game/game.h"
#include "server/game/roster.h"
#include "server/session/commands/players.h"
#include "server/session/commands/reach.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "server/session/watch/viewers.h"
#include "world/trade.h"

enum { TRADE_TEXT_MAX = 1100, SENTENCE_SIZE = NAME_LENGTH_MAX + 64 };

/* Writes one side of a trade: "3 darts, a helm, 20 gold", or "nothing yet". */
static void add_side(struct writer *text, const struct delver *viewer, const struct trade *trade)
{
    char name[ITEM_NAME_MAX];

    for (int i = 0; i < trade->count; i++) {
        item_words(viewer, &trade->things[i].part, name, sizeof name);
        writer_add(text, "%s%s", i > 0 ? ", " : "", name);
    }
    if (trade->gold > 0)
        writer_add(text, "%s%u gold", trade->count > 0 ? ", " : "", trade->gold);
    if (trade->count == 0 && trade->gold == 0)
        writer_add(text, "%s", "nothing yet");
}

/* Writes both lists as the viewer knows the things: "You give 3 darts and 20 gold. Brom gives a
   helm. Brom has said yes." Nothing for a viewer without an open trade. */
static void describe_trade(const struct world *world, const struct delver *viewer, char *out,
                           size_t out_size)
{
    const struct delver *other = world_delver(world, viewer->trade.partner);
    struct writer text = writer_of(out, out_size);

    if (other == NULL || !viewer->trade.is_open)
        return;
    writer_add(&text, "%s", "You give ");
    add_side(&text, viewer, &viewer->trade);
    writer_add(&text, ". %s gives ", other->name);
    add_side(&text, viewer, &other->trade);
    if (viewer->trade.has_agreed)
        writer_add(&text, "%s", ". You have said yes.");
    else if (other->trade.has_agreed)
        writer_add(&text, ". %s has said yes: trade yes agrees.", other->name);
    else
        writer_add(&text, "%s", ". trade yes agrees.");
}

static void send_word(struct session *session, enum trade_word word, struct action action)
{
    struct input *input = session_input(session, INPUT_TRADE);

    action.other = (uint32_t)word;
    if (input != NULL)
        input->action = action;
}

/* True if the request reaches the other player; else the player is told why not. */
static bool reaches(struct session *session, const struct delver *other)
{
    const struct player_slot *slot =
        roster_slot_of_body(session->sessions->game->roster, other->body.id);
    struct session *player = NULL;
    char text[SENTENCE_SIZE];

    if (slot == NULL || !reach_begin(session, REACH_GIFT))
        return false;
    enum reach reach = reach_other(session, REACH_GIFT, slot, &player);
    if (reach == REACH_DONE)
        return true;
    snprintf(text, sizeof text, "%s %s.", other->name,
             reach == REACH_AWAY      ? "is disconnected and cannot answer"
             : reach == REACH_IGNORED ? "ignores you"
                                      : "was asked a moment ago");
    session_tell(session, text, ROLE_DIM_TEXT);
    return false;
}

static void ask_for_trade(struct session *session, const struct delver *delver, const char *name)
{
    const struct world *world = session->sessions->game->world;
    body_id body = players_find_beside(session, delver, name);
    const struct delver *other = world_delver(world, body);

    if (other != NULL && (other->trade.partner == delver->body.id || other->trade.is_open ||
                          reaches(session, other)))
        send_word(session, TRADE_ASK, (struct action){.target = body});
}

static void choose_thing(struct session *session, const struct delver *delver, enum trade_word word,
                         const char *words)
{
    char why[PACK_WHY_MAX];
    uint32_t count = PACK_COUNT_ALL;
    const char *named = pack_cut_count(words, &count);
    uint32_t object = pack_choose(delver, PACK_GIVE, named, why);

    if (count == 0 || pack_is_miscount(words) || pack_is_count(words))
        session_tell(session, "Say how many, and of what: trade add 2 darts.", ROLE_DIM_TEXT);
    else if (object == OBJECT_NONE)
        session_tell(session, why, ROLE_DIM_TEXT);
    else
        send_word(session, word, (struct action){.object = object, .count = count});
}

static void lay_gold(struct session *session, const struct delver *delver, enum trade_word word,
                     const char *words)
{
    char *end = NULL;
    unsigned long gold = strtoul(words, &end, 10);

    (void)delver;
    if (words[0] < '0' || words[0] > '9' || *end != '\0' || gold > STACK_GOLD_MAX)
        session_tell(session, "Say how much: trade gold 20, or trade gold 0 for none.",
                     ROLE_DIM_TEXT);
    else
        send_word(session, word, (struct action){.count = (uint32_t)gold});
}

static void say_word(struct session *session, const struct delver *delver, enum trade_word word,
                     const char *words)
{
    (void)delver;
    (void)words;
    send_word(session, word, (struct action){.other = 0});
}

static const struct {
    const char *word;
    enum trade_word meant;
    void (*run)(struct session *session, const struct delver *delver, enum trade_word word,
                const char *words);
} word_table[] = {
    {"add", TRADE_PUT, choose_thing},   {"put", TRADE_PUT, choose_thing},
    {"take", TRADE_TAKE, choose_thing}, {"gold", TRADE_GOLD, lay_gold},
    {"yes", TRADE_YES, say_word},       {"no", TRADE_NO, say_word},
    {"stop", TRADE_NO, say_word},
};

static bool run_word(struct session *session, const struct delver *delver, const char *words)
{
    size_t length = strcspn(words, " ");

    for (size_t i = 0; i < sizeof word_table / sizeof word_table[0]; i++) {
        if (length != strlen(word_table[i].word) ||
            strncasecmp(words, word_table[i].word, length) != 0)
            continue;
        const char *rest = words + length + strspn(words + length, " ");
        word_table[i].run(session, delver, word_table[i].meant, rest);
        return true;
    }
    return false;
}

static void show_lists(struct session *session, const struct delver *delver)
{
    char text[TRADE_TEXT_MAX] = "";

    describe_trade(session->sessions->game->world, delver, text, sizeof text);
    session_tell(session,
                 text[0] == '\0' ? "You trade with nobody: trade NAME asks somebody beside you."
                                 : text,
                 ROLE_TEXT);
}

void trade_command(struct session *session, const struct command *command)
{
    const struct delver *delver = players_own(session);

    if (delver == NULL)
        return;
    if (command->rest[0] == '\0')
        show_lists(session, delver);
    else if (!run_word(session, delver, command->rest))
        ask_for_trade(session, delver, command->rest);
}

/* Finds the delver in view with that name. NULL: there is none, and the player is told why. */
static const struct delver *find_rival(struct session *session, const char *name)
{
    struct players_found found = players_find(session, name, strlen(name), NULL);

    if (found.answer != PLAYERS_FOUND)
        players_tell_unfound(session, name, strlen(name), &found);
    else if (found.slot->actor == session->actor)
        session_tell(session, "That is you.", ROLE_DIM_TEXT);
    else
        return world_delver(session->sessions->game->world, found.slot->actor);
    return NULL;
}

void duel_command(struct session *session, const struct command *command)
{
    const struct delver *delver = players_own(session);
    const char *words = command->rest;
    bool is_end = strcasecmp(words, "no") == 0 || strcasecmp(words, "stop") == 0;

    if (delver == NULL)
        return;
    if (words[0] == '\0') {
        session_tell(session, "Duel with which player? For example: duel Brom.", ROLE_DIM_TEXT);
        return;
    }
    const struct delver *rival = is_end ? NULL : find_rival(session, words);
    if (!is_end &&
        (rival == NULL || (rival->duel.rival != delver->body.id && !reaches(session, rival))))
        return;
    struct input *input = session_input(session, INPUT_DUEL);
    if (input == NULL)
        return;
    input->flag = is_end;
    input->action.target = rival == NULL ? 0 : rival->body.id;
}

static void tell_lists_to(struct sessions *sessions, body_id body)
{
    const struct viewers *viewers = viewers_of(sessions, body);
    const struct delver *delver = world_delver(sessions->game->world, body);
    char text[TRADE_TEXT_MAX] = "";

    if (viewers == NULL || viewers->player == NULL || delver == NULL)
        return;
    describe_trade(sessions->game->world, delver, text, sizeof text);
    if (text[0] != '\0')
        reach_tell(viewers->player, text, ROLE_TEXT);
}

void trade_tell_lists(struct sessions *sessions, const struct event *event)
{
    if (event->count != TRADE_CHANGED && event->count != TRADE_AGREED)
        return;
    tell_lists_to(sessions, event->actor);
    tell_lists_to(sessions, event->other);
}
