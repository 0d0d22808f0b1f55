/*
 * Commands for things. Each is a row of a table: the verb by which its thing is chosen, and its
 * action. A deal with a pedlar is an action like any other: the world refuses it if no pedlar is
 * near. The world does not know offers: an accepted offer becomes the giver's action. A quick slot
 * is a choice "slot.N=KIND", the kind by its number in the database.
 */
#include "server/session/commands/pack.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "narrate/command.h"
#include "narrate/item_words.h"
#include "server/game/game.h"
#include "server/game/roster.h"
#include "server/session/commands/party.h"
#include "server/session/commands/players.h"
#include "server/session/commands/reach.h"
#include "server/session/commands/travel_session.h"
#include "server/session/preferences/preferences.h"
#include "server/session/present/presentation.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "world/carry.h"
#include "world/door.h"
#include "world/life.h"
#include "world/name.h"
#include "world/use.h"
#include "world/vault.h"

#define SLOT_PREFIX "slot."

enum {
    NAME_MAX_TYPED = 64,
    SENTENCE_SIZE = ITEM_NAME_MAX + NAME_LENGTH_MAX + 96,
    SLOT_KEY_SIZE = 16,
    SLOT_LIST_SIZE = (SLOT_LAST - SLOT_FIRST + 1) * (ITEM_NAME_MAX + 8) + 64,
};

static bool wants_to_be_asked(const struct session *other, const struct session *giver)
{
    switch (other->preferences.settings.gifts) {
    case GIFTS_ALL:
        return false;
    case GIFTS_PARTY:
        return !party_has(other->sessions->game->roster, other->actor, giver->actor);
    default:
        return true;
    }
}

static bool is_offer_over(const struct gift_offer *offer, uint64_t now_ms)
{
    return offer->giver_id == 0 || now_ms - offer->at_ms >= OFFER_MS;
}

/* Returns the entry for an offer by that giver: the giver's last offer, or one that is over; NULL:
   there is none. */
static struct gift_offer *find_offer_place(struct session *other, int64_t giver_id)
{
    uint64_t now_ms = other->sessions->base->now_ms;
    struct gift_offer *place = NULL;

    for (int i = 0; i < OFFERS_MAX; i++) {
        struct gift_offer *at = &other->commands.offers[i];
        if (at->giver_id == giver_id)
            return at;
        if (is_offer_over(at, now_ms))
            place = at;
    }
    return place;
}

static void tell_offer(struct session *session, struct session *other,
                       const struct gift_offer *offer)
{
    const struct world *world = session->sessions->game->world;
    const struct delver *receiver = world_delver(world, other->actor);
    const struct delver *giver = world_delver(world, session->actor);
    char thing[ITEM_NAME_MAX];
    char text[SENTENCE_SIZE];

    item_words(receiver, &offer->part, thing, sizeof thing);
    snprintf(text, sizeof text, "%s offers you %s. %s takes the gift.", session->account.name,
             thing, other->present.types_keys ? "The key +" : "The word accept");
    reach_tell(other, text, ROLE_GOOD);
    item_words(giver, &offer->part, thing, sizeof thing);
    snprintf(text, sizeof text, "You offer %s %s.", receiver->name, thing);
    session_tell(session, text, ROLE_TEXT);
}

static void offer_thing(struct session *session, struct session *other, const struct action *action,
                        const struct stack *thing)
{
    struct gift_offer *place = find_offer_place(other, session->account.id);

    if (place == NULL) {
        session_tell(session, "Too much is offered there already. Try again in a minute.",
                     ROLE_DIM_TEXT);
        return;
    }
    if (!reach_begin(session, REACH_GIFT))
        return;
    *place = (struct gift_offer){.giver_id = session->account.id,
                                 .at_ms = session->sessions->base->now_ms,
                                 .object = action->object,
                                 .part = *thing};
    place->part.count = carry_wanted(thing, action->count);
    tell_offer(session, other, place);
}

static void add_input(struct game *game, body_id actor, const struct action *action)
{
    struct input *input = input_queue_add(&game->inputs, INPUT_ACTION, actor);

    if (input != NULL)
        input->action = *action;
}

/* True for a gift for which the receiver must be asked. Gifts that the world refuses are left to
   it, and a bundle goes only to its owner. */
static bool is_gift(const struct delver *giver, const struct action *action,
                    const struct stack *thing)
{
    return thing != NULL && action->object < OBJECT_WORN && thing->kind != ITEM_BUNDLE &&
           life_is_proven(&giver->life);
}

/* Gives a thing to the delver beside, or offers it; `action` is an ACTION_GIVE. */
static void gift_give(struct session *session, const struct action *action)
{
    struct game *game = session->sessions->game;
    const struct delver *giver = world_delver(game->world, session->actor);
    const struct delver *receiver = world_delver(game->world, action->target);
    const struct player_slot *slot = roster_slot_of_body(game->roster, action->target);
    struct session *other = NULL;
    char text[SENTENCE_SIZE];

    if (giver == NULL || receiver == NULL || slot == NULL)
        return;
    const struct stack *thing = pack_peek(&giver->life.pack, action->object);
    enum reach reach = reach_other(session, REACH_GIFT, slot, &other);
    if (!is_gift(giver, action, thing)) {
        add_input(game, session->actor, action);
    } else if (reach != REACH_DONE) {
        snprintf(text, sizeof text, "%s %s.", receiver->name,
                 reach == REACH_AWAY ? "is disconnected and takes nothing" : "ignores you");
        session_tell(session, text, ROLE_DIM_TEXT);
    } else if (wants_to_be_asked(other, session)) {
        offer_thing(session, other, action, thing);
    } else {
        add_input(game, session->actor, action);
    }
}

/* Returns the slot of the giver of a valid offer; NULL: the offer is over, or the giver has
   left. */
static struct player_slot *giver_of(const struct base *base, const struct roster *roster,
                                    const struct gift_offer *offer)
{
    return is_offer_over(offer, base->now_ms) ? NULL
                                              : roster_slot_of_delver(roster, offer->giver_id);
}

/* Returns the newest valid offer of that giver (NULL: of any giver); NULL: there is none. */
static struct gift_offer *find_newest(struct commands_state *commands,
                                      const struct sessions *sessions,
                                      const struct player_slot *giver)
{
    struct gift_offer *newest = NULL;

    for (int i = 0; i < OFFERS_MAX; i++) {
        struct gift_offer *at = &commands->offers[i];
        const struct player_slot *slot = giver_of(sessions->base, sessions->game->roster, at);
        if (slot != NULL && world_delver(sessions->game->world, slot->actor) != NULL &&
            (giver == NULL || slot == giver) && (newest == NULL || at->at_ms >= newest->at_ms))
            newest = at;
    }
    return newest;
}

/* Returns the newest valid offer of the giver with that name ("": of any); NULL: there is none, and
   the player is told. */
static struct gift_offer *find_offer(struct session *session, const char *name)
{
    struct player_slot *givers[OFFERS_MAX];
    struct players_choice choice = {.slots = givers};
    struct gift_offer *newest = find_newest(&session->commands, session->sessions, NULL);

    if (newest == NULL)
        session_tell(session, "Nobody offers you anything.", ROLE_DIM_TEXT);
    if (newest == NULL || name[0] == '\0')
        return newest;
    for (int i = 0; i < OFFERS_MAX; i++) {
        struct player_slot *slot = giver_of(
            session->sessions->base, session->sessions->game->roster, &session->commands.offers[i]);
        if (slot != NULL)
            givers[choice.count++] = slot;
    }
    struct players_found found = players_find(session, name, strlen(name), &choice);
    if (found.answer == PLAYERS_FOUND)
        return find_newest(&session->commands, session->sessions, found.slot);
    players_tell_not_among(session, name, &found, "Nobody of that name offers you anything.");
    return NULL;
}

/* Returns why the gift cannot change hands now (static text); NULL: it can. */
static const char *refusal_of(const struct delver *giver, const struct delver *receiver,
                              const struct gift_offer *offer)
{
    const struct stack *thing = pack_peek(&giver->life.pack, offer->object);

    if (thing == NULL || !stack_is_alike(thing, &offer->part) || thing->count < offer->part.count)
        return "That is not there to be given any more.";
    if (receiver->body.level == NULL || giver->body.level != receiver->body.level ||
        pos_distance(giver->body.at, receiver->body.at) != 1)
        return "You do not stand beside the one who offers it.";
    return NULL;
}

void gift_accept(struct session *session, const struct command *command)
{
    struct game *game = session->sessions->game;
    const struct delver *receiver = world_delver(game->world, session->actor);
    struct gift_offer *offer = find_offer(session, command->rest);

    if (receiver == NULL || offer == NULL)
        return;
    const struct player_slot *slot = roster_slot_of_delver(game->roster, offer->giver_id);
    const struct delver *giver = world_delver(game->world, slot->actor);
    const char *refusal = refusal_of(giver, receiver, offer);
    if (refusal != NULL) {
        session_tell(session, refusal, ROLE_DIM_TEXT);
        return;
    }
    add_input(game, giver->body.id,
              &(struct action){.verb = ACTION_GIVE,
                               .object = offer->object,
                               .count = offer->part.count,
                               .target = session->actor});
    *offer = (struct gift_offer){.giver_id = 0};
}

struct deed_row {
    enum action_verb action; /* ACTION_NONE: the command is not one for things */
    enum pack_verb verb;
};

static const struct deed_row deed_table[COMMAND_COUNT] = {
    [COMMAND_DROP] = {ACTION_DROP, PACK_DROP},  [COMMAND_USE] = {ACTION_USE, PACK_USE},
    [COMMAND_WEAR] = {ACTION_WEAR, PACK_WEAR},  [COMMAND_REMOVE] = {ACTION_REMOVE, PACK_REMOVE},
    [COMMAND_DRINK] = {ACTION_USE, PACK_DRINK}, [COMMAND_READ] = {ACTION_USE, PACK_READ},
    [COMMAND_ZAP] = {ACTION_USE, PACK_ZAP},     [COMMAND_THROW] = {ACTION_THROW, PACK_THROW},
    [COMMAND_SELL] = {ACTION_SELL, PACK_SELL},  [COMMAND_IDENTIFY] = {ACTION_NAME, PACK_NAME},
    [COMMAND_GIVE] = {ACTION_GIVE, PACK_GIVE},
};

bool pack_verb_of(enum command_id id, enum pack_verb *out)
{
    *out = deed_table[id].verb;
    return deed_table[id].action != ACTION_NONE;
}

static void queue(struct session *session, const struct action *action)
{
    struct input *input = session_input(session, INPUT_ACTION);

    if (input != NULL)
        input->action = *action;
}

static enum use_need need_of(enum action_verb verb, enum item_kind kind)
{
    if (verb == ACTION_THROW)
        return USE_NEEDS_TARGET;
    return verb == ACTION_USE ? use_need(kind) : USE_NEEDS_NOTHING;
}

/* Returns the player beside with that name, or without a name the only player there; 0: there is
   none, and the player is told. */
static body_id find_beside(struct session *session, const struct delver *delver, const char *name)
{
    struct player_slot *beside[DIR_COUNT];

    if (name[0] != '\0')
        return players_find_beside(session, delver, name);
    int count = players_list_beside(session->sessions->game->roster, delver, beside);
    if (count == 1)
        return beside[0]->actor;
    session_tell(session,
                 count > 1 ? "Give it to which player? For example: give dart to Brom."
                           : "No player is beside you.",
                 ROLE_DIM_TEXT);
    return 0;
}

void pack_do(struct session *session, const struct pack_deed *deed, const char *at)
{
    const struct delver *delver = players_own(session);
    const struct deed_row *row = &deed_table[deed->id];
    const struct stack *thing = delver == NULL ? NULL : pack_peek(&delver->life.pack, deed->object);
    struct action action = {
        .verb = row->action, .object = deed->object, .other = deed->other, .count = deed->count};

    if (thing == NULL)
        return;
    if (row->action == ACTION_GIVE) {
        action.target = find_beside(session, delver, at);
        if (action.target != 0)
            gift_give(session, &action);
        return;
    }
    enum use_need need = need_of(row->action, thing->kind);
    if (need == USE_NEEDS_TARGET && !target_find(session, delver, at, &action))
        return;
    if (need == USE_NEEDS_DOOR) {
        action.dir = command_direction(at, strlen(at));
        at += action.dir == DIR_NONE ? 0 : strlen(at);
    }
    if (need != USE_NEEDS_TARGET && at[0] != '\0') {
        session_tell(session, "That is nothing to aim.", ROLE_DIM_TEXT);
        return;
    }
    if (row->action == ACTION_THROW)
        session->commands.pack.thrown = (uint16_t)(thing->kind + 1);
    queue(session, &action);
}

bool pack_needs_target(const struct delver *delver, const struct pack_deed *deed)
{
    const struct stack *thing = pack_peek(&delver->life.pack, deed->object);

    return thing != NULL && need_of(deed_table[deed->id].action, thing->kind) == USE_NEEDS_TARGET;
}

void pack_let_fly(struct session *session, const struct aim *aim)
{
    const struct delver *delver = players_own(session);
    bool is_shot = aim->object == OBJECT_NONE;
    struct action action = {.verb = is_shot ? ACTION_FIRE : deed_table[aim->id].action,
                            .object = aim->object,
                            .target = aim->foe};
    const struct stack *thing = delver == NULL ? NULL : pack_peek(&delver->life.pack, aim->object);

    if (delver == NULL || (!is_shot && thing == NULL))
        return;
    if (action.verb == ACTION_THROW)
        session->commands.pack.thrown = (uint16_t)(thing->kind + 1);
    queue(session, &action);
}

/* Tells that there are fewer: "You have only 3 darts." or "Only 3 darts lie here." */
static void tell_fewer(struct session *session, const struct delver *delver,
                       const struct stack *thing, uint32_t count, bool is_lying)
{
    char name[ITEM_NAME_MAX];
    char text[ITEM_NAME_MAX + 64];

    item_kind_name(delver, thing->kind, count, name, sizeof name);
    if (is_lying)
        snprintf(text, sizeof text, "Only %u %s %s here.", count, name,
                 count == 1 ? "lies" : "lie");
    else
        snprintf(text, sizeof text, "You have only %u %s.", count, name);
    session_tell(session, text, ROLE_DIM_TEXT);
}

/* True if the pack has that many of the object; else the player is told how many it has. */
static bool has_count(struct session *session, const struct delver *delver, uint32_t object,
                      uint32_t count)
{
    uint32_t has = pack_count(delver, object);

    if (count == PACK_COUNT_ALL || count <= has)
        return true;
    tell_fewer(session, delver, pack_peek(&delver->life.pack, object), has, false);
    return false;
}

/* Drops `count` of that object and of like ones, in as many stacks as the queue has room for
   actions. */
static void drop_several(struct session *session, const struct delver *delver, uint32_t object,
                         uint32_t count)
{
    const struct pack *pack = &delver->life.pack;
    const struct stack *thing = pack_peek(pack, object);
    uint32_t has = pack_count(delver, object);
    uint32_t left = count < has ? count : has;
    int waiting = 0;
    for (uint32_t i = 0; left > 0 && i < OBJECT_END && waiting < BODY_QUEUE_MAX; i++) {
        uint32_t at = (object + i) % OBJECT_END;
        const struct stack *other = pack_peek(pack, at);
        if (other == NULL || (at < OBJECT_WORN) != (object < OBJECT_WORN) ||
            !stack_is_alike(other, thing))
            continue;
        uint32_t part = other->count < left ? other->count : left;
        queue(session, &(struct action){.verb = ACTION_DROP, .object = at, .count = part});
        left -= part;
        waiting++;
    }
}

/* Cuts the text at `word`, and returns the text after it; "" if there is no such word. */
static const char *cut_behind(char *words, const char *word)
{
    size_t length = strlen(word);

    for (char *at = words; *at != '\0'; at++) {
        if (strncasecmp(at, word, length) != 0)
            continue;
        *at = '\0';
        return at + length + strspn(at + length, " ");
    }
    return "";
}

/* Cuts off a direction at the end of the words, if no "at" is before it: "throw dart east". */
static const char *cut_direction(char *words)
{
    char *last = strrchr(words, ' ');

    if (last == NULL || command_direction(last + 1, strlen(last + 1)) == DIR_NONE)
        return "";
    *last = '\0';
    return last + 1;
}

/* Chooses the worn thing on which a thing is used, if it needs one. False: there is none, and the
   player is told. */
static bool choose_other(struct session *session, const struct delver *delver, const char *words,
                         struct pack_deed *deed)
{
    const struct stack *thing = pack_peek(&delver->life.pack, deed->object);
    char why[PACK_WHY_MAX];

    if (need_of(deed_table[deed->id].action, thing->kind) != USE_NEEDS_OBJECT)
        return true;
    deed->other = pack_choose(delver, PACK_TEMPER, words, why);
    if (deed->other == OBJECT_NONE)
        session_tell(session, why, ROLE_DIM_TEXT);
    return deed->other != OBJECT_NONE;
}

/* True for a verb that takes a count; other verbs use one thing. */
static bool is_counted(enum pack_verb verb)
{
    return verb == PACK_DROP || verb == PACK_GIVE;
}

/* True if the count of a command is valid. False, and the player is told why: it is no count, or
   0. */
static bool understands_count(struct session *session, const struct command *command)
{
    const char *name = command_row(command->id)->words;
    uint32_t count = 1;
    char text[96];

    (void)pack_cut_count(command->rest, &count);
    if (count > 0 && !pack_is_count(command->rest) && !pack_is_miscount(command->rest))
        return true;
    snprintf(text, sizeof text, "Say how many, and of what: %.*s 2 darts.", (int)strcspn(name, " "),
             name);
    session_tell(session, text, ROLE_DIM_TEXT);
    return false;
}

/* True if no count was given. False, and the player is told why: the thing is used once or sold as
   a whole. */
static bool needs_no_count(struct session *session, const struct command *command)
{
    const char *name = command_row(command->id)->words;
    bool is_sold = command->id == COMMAND_SELL;
    uint32_t count = 1;
    char text[96];

    (void)pack_cut_count(command->rest, &count);
    if ((count == 1 || (is_sold && count == PACK_COUNT_ALL)) && !pack_is_miscount(command->rest))
        return true;
    snprintf(text, sizeof text, "%s, without a number: %.*s dart.",
             is_sold ? "All of a kind are sold at once" : "One at a time", (int)strcspn(name, " "),
             name);
    session_tell(session, text, ROLE_DIM_TEXT);
    return false;
}

/* True for a cell on which a lever or a key is used: the lever, the hook of the key, or the bars of
   a vault for the bearer of its key. */
static bool is_work(const struct delver *delver, struct pos at, bool is_lever)
{
    const struct level *level = delver->body.level;
    const struct gate *vault = vault_gate(level);

    if (!is_lever && vault != NULL && pos_equal(vault->cells[0], at))
        return vault_is_open_to(delver) && !gate_is_open(level, vault);
    return level_tile(level, at) == (is_lever ? TILE_LEVER : TILE_KEY);
}

/* Walks into the lever, key or bars beside the delver, for "use lever" and "use key". False: the
   words name something else, such as a thing of the pack that is called a key. */
static bool use_work(struct session *session, const struct delver *delver, const char *words)
{
    const struct name_words named = name_words_of(words);
    bool is_lever = name_match(&named, "lever") == NAME_RANK_WHOLE;

    if (!is_lever && name_match(&named, "key") != NAME_RANK_WHOLE &&
        name_match(&named, "lair key") != NAME_RANK_WHOLE)
        return false;
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        if (!is_work(delver, pos_step(delver->body.at, dir), is_lever))
            continue;
        queue(session, &(struct action){.verb = ACTION_MOVE, .dir = dir});
        return true;
    }
    if (is_lever)
        session_tell(session, "No lever is beside you.", ROLE_DIM_TEXT);
    return is_lever;
}

void pack_run(struct session *session, const struct command *command)
{
    const struct delver *delver = players_own(session);
    struct pack_deed deed = {.id = command->id};
    char words[NAME_MAX_TYPED];
    char why[PACK_WHY_MAX];
    uint32_t count = 0;
    enum pack_verb verb;

    if (delver == NULL || !pack_verb_of(command->id, &verb) ||
        !(is_counted(verb) ? understands_count(session, command)
                           : needs_no_count(session, command)))
        return;
    if (verb == PACK_USE && use_work(session, delver, command->rest))
        return;
    snprintf(words, sizeof words, "%s", command->rest);
    const char *at = cut_behind(words, " at ");
    const char *on = cut_behind(words, " on ");
    if (at[0] == '\0' && (verb == PACK_THROW || verb == PACK_ZAP))
        at = cut_direction(words);
    if (verb == PACK_GIVE)
        at = cut_behind(words, " to ");
    const char *named = is_counted(verb) ? pack_cut_count(words, &count) : words;
    deed.object = pack_choose(delver, verb, named, why);
    deed.count = count;
    if (deed.object == OBJECT_NONE)
        session_tell(session, why, ROLE_DIM_TEXT);
    else if (!has_count(session, delver, deed.object, count))
        return;
    else if (verb == PACK_DROP && count > 0)
        drop_several(session, delver, deed.object, count);
    else if (choose_other(session, delver, on, &deed))
        pack_do(session, &deed, at);
}

/* Drinks, for "fountain" or "from the fountain". False: the words name something else. */
static bool drink_fountain(struct session *session, const char *words)
{
    const struct name_words named =
        name_words_of(words + (strncasecmp(words, "from ", 5) == 0 ? 5 : 0));

    if (name_match(&named, "fountain") != NAME_RANK_WHOLE)
        return false;
    if (players_own(session) != NULL)
        queue(session, &(struct action){.verb = ACTION_SIP});
    return true;
}

void pack_drink(struct session *session, const struct command *command)
{
    if (!drink_fountain(session, command->rest))
        pack_run(session, command);
}

void pack_fire(struct session *session, const struct command *command)
{
    const char *at = command->rest;
    const struct delver *delver = players_own(session);
    struct action action = {.verb = ACTION_FIRE};

    if (delver == NULL)
        return;
    if (stack_is_none(&delver->life.pack.worn[SLOT_LAUNCHER])) {
        char why[PACK_WHY_MAX];
        pack_tell_no_launcher(delver, presentation_table[session->mode]->on_byte != NULL, why,
                              sizeof why);
        session_tell(session, why, ROLE_DIM_TEXT);
        return;
    }
    if (strncasecmp(at, "at ", 3) == 0)
        at += 3;
    if (target_find(session, delver, at, &action))
        queue(session, &action);
}

/* Gets each thing here that may be taken, as many as the queue has room for actions, and names the
   others. */
static void get_all(struct session *session, const struct delver *delver)
{
    const struct world *world = session->sessions->game->world;
    const struct item *item;
    int count = 0;

    char text[96];

    for (item_id id = delver->body.level->first_item; id != 0; id = item->next) {
        item = world_item(world, id);
        if (!pos_equal(item->at, delver->body.at) || !item_is_free(world, item, delver->delver_id))
            continue;
        if (count++ < BODY_QUEUE_MAX)
            queue(session, &(struct action){.verb = ACTION_GET, .object = item->id});
    }
    snprintf(text, sizeof text, "You take four things at a time: get all again for the other %d.",
             count - BODY_QUEUE_MAX);
    if (count == 0)
        session_tell(session, "Nothing lies here that you could pick up.", ROLE_DIM_TEXT);
    else if (count > BODY_QUEUE_MAX)
        session_tell(session, text, ROLE_DIM_TEXT);
}

/* Finds the thing here that the words name best; NULL: there is none, and `hint` names possible
   ones. */
static const struct item *find_lying(const struct world *world, const struct delver *delver,
                                     const char *words, char hint[NAME_HINT_SIZE])
{
    uint32_t count = 0;
    char name[ITEM_NAME_MAX];
    struct name_search search = name_search_of(pack_cut_count(words, &count));
    const struct item *item;

    for (item_id id = delver->body.level->first_item; id != 0; id = item->next) {
        item = world_item(world, id);
        if (!pos_equal(item->at, delver->body.at))
            continue;
        name_search_offer(&search, pack_name_rank(delver, &item->stack, &search.words), id);
        item_name(delver, &item->stack, name, sizeof name);
        name_search_hear(&search, name);
    }
    name_search_hint(&search, hint);
    return search.chosen < 0 ? NULL : world_item(world, (item_id)search.chosen);
}

/* True if the item is like `thing`, is here and may be taken. */
static bool is_like(const struct world *world, const struct delver *delver, const struct item *item,
                    const struct stack *thing)
{
    return pos_equal(item->at, delver->body.at) && stack_is_alike(&item->stack, thing) &&
           item_is_free(world, item, delver->delver_id);
}

/* Gets `count` of the items here that are like that item and may be taken. */
static void get_several(struct session *session, const struct delver *delver,
                        const struct item *like, uint32_t count)
{
    const struct world *world = session->sessions->game->world;
    const struct item *item;
    uint32_t has = 0;

    for (item_id id = delver->body.level->first_item; id != 0; id = item->next) {
        item = world_item(world, id);
        has += is_like(world, delver, item, &like->stack) ? item->stack.count : 0;
    }
    if (has > 0 && count != PACK_COUNT_ALL && count > has) {
        tell_fewer(session, delver, &like->stack, has, true);
        return;
    }
    if (has == 0) /* the world says why it cannot be taken */
        queue(session, &(struct action){.verb = ACTION_GET, .object = like->id});
    uint32_t left = count < has ? count : has;
    int waiting = 0;
    for (item_id id = delver->body.level->first_item;
         id != 0 && left > 0 && waiting < BODY_QUEUE_MAX; id = item->next) {
        item = world_item(world, id);
        if (!is_like(world, delver, item, &like->stack))
            continue;
        uint32_t part = item->stack.count < left ? item->stack.count : left;
        queue(session, &(struct action){.verb = ACTION_GET, .object = id, .count = part});
        left -= part;
        waiting++;
    }
}

void pack_get(struct session *session, const struct command *command)
{
    const char *words = command->rest;
    const struct world *world = session->sessions->game->world;
    const struct delver *delver = players_own(session);

    if (delver == NULL)
        return;
    if (strcasecmp(words, "all") == 0) {
        get_all(session, delver);
        return;
    }
    if (!understands_count(session, command))
        return;
    char hint[NAME_HINT_SIZE] = "";
    char why[NAME_HINT_SIZE + 64];
    uint32_t count = 0;
    (void)pack_cut_count(words, &count);
    const struct item *item = words[0] == '\0'
                                  ? level_item_at(world, delver->body.level, delver->body.at)
                                  : find_lying(world, delver, words, hint);
    snprintf(why, sizeof why, "%s%s",
             words[0] == '\0' ? "Nothing lies here that you could pick up."
                              : "No such thing lies here.",
             hint);
    if (item == NULL)
        session_tell(session, why, ROLE_DIM_TEXT);
    else if (count > 0)
        get_several(session, delver, item, count);
    else
        queue(session, &(struct action){.verb = ACTION_GET, .object = item->id});
}

/* Gives the list that was just shown its colours, if it is shown as a page. */
static void tint_list(struct session *session, const struct text_tints *tints)
{
    if (session->mode == MODE_SCREEN)
        session->present.screen.overlay_tints = *tints;
}

void pack_show(struct session *session, const struct command *command)
{
    const struct presentation *mode = presentation_table[session->mode];
    const struct delver *delver = players_own(session);
    struct text_tints tints = {0};
    char text[PACK_TEXT_MAX];

    (void)command;
    if (delver == NULL)
        return;
    if (!mode->is_spoken) {
        pack_list(delver, display_text_form(session), &tints, text, sizeof text);
        mode->show(session, text);
        tint_list(session, &tints);
        return;
    }
    pack_tell_carried(delver, text, sizeof text);
    session_tell(session, text, ROLE_TEXT);
    pack_tell_worn(delver, text, sizeof text);
    session_tell(session, text, ROLE_TEXT);
    snprintf(text, sizeof text, "You have %lld gold.", (long long)delver->life.gold);
    session_tell(session, text, ROLE_TEXT);
}

void pack_show_worn(struct session *session, const struct command *command)
{
    const struct delver *delver = players_own(session);
    char text[PACK_TEXT_MAX];

    (void)command;
    if (delver == NULL)
        return;
    pack_tell_worn(delver, text, sizeof text);
    session_tell(session, text, ROLE_TEXT);
}

void pack_await(struct session *session, enum command_id id)
{
    struct screen_mode *screen = &session->present.screen;
    enum pack_verb verb;
    enum pack_menu_step step = pack_verb_of(id, &verb) ? PACK_MENU_THING : PACK_MENU_NUMBER;

    if (session->mode == MODE_SCREEN && screen->overlay != NULL)
        screen->menu = (struct pack_menu){.step = step, .id = id};
}

static const char slot_usage[] = "Slots are 2 to 9, for the keys F2 to F9: slot 2 mending.";

bool slot_owns_key(const char *key)
{
    return strncmp(key, SLOT_PREFIX, strlen(SLOT_PREFIX)) == 0;
}

/* Stores the kind of item in the slot in *out. False: the slot is free. */
static bool find_slot_kind(const struct saved_preferences *saved, int number, enum item_kind *out)
{
    struct choice choice;
    char key[SLOT_KEY_SIZE];

    snprintf(key, sizeof key, SLOT_PREFIX "%d", number);
    if (!choices_find(preferences_text(saved), key, &choice))
        return false;
    unsigned long save_id = strtoul(choice.value, NULL, 10);
    return save_id <= UINT8_MAX && item_from_save_id((uint8_t)save_id, out) == ERR_OK;
}

/* Returns the command that uses a thing of that kind. */
static enum command_id command_for(enum item_kind kind)
{
    static const enum command_id table[CLASS_COUNT] = {
        [CLASS_THROWN] = COMMAND_THROW,
        [CLASS_DRAUGHT] = COMMAND_DRINK,
        [CLASS_SCROLL] = COMMAND_READ,
        [CLASS_WAND] = COMMAND_ZAP,
    };
    enum command_id id = table[item_row(kind)->class];

    if (id != COMMAND_NONE)
        return id;
    return item_row(kind)->slot != SLOT_NONE ? COMMAND_WEAR : COMMAND_USE;
}

bool slot_find(struct session *session, int number, enum command_id *out_id, uint32_t *out_object)
{
    const struct delver *delver = players_own(session);
    enum item_kind kind;
    char name[ITEM_NAME_MAX];
    char text[ITEM_NAME_MAX + 96];

    if (delver == NULL)
        return false;
    if (!find_slot_kind(&session->preferences.saved, number, &kind)) {
        snprintf(text, sizeof text, "Nothing is in slot %d. slot %d mending puts something there.",
                 number, number);
        session_tell(session, text, ROLE_DIM_TEXT);
        return false;
    }
    *out_id = command_for(kind);
    *out_object = pack_find(&delver->life.pack, kind);
    if (*out_object != OBJECT_NONE)
        return true;
    item_kind_name(delver, kind, 1, name, sizeof name);
    snprintf(text, sizeof text, "You carry no %s.", name);
    session_tell(session, text, ROLE_DIM_TEXT);
    return false;
}

/* Uses a slot as if the command had been typed with the thing's letter. */
static void use_slot(struct session *session, int number)
{
    struct command command = {.count = 1};
    uint32_t object;

    if (!slot_find(session, number, &command.id, &object))
        return;
    const char letter[2] = {pack_letter(object), '\0'};
    command.rest = letter;
    pack_run(session, &command);
}

/* Tells the slots: "F2 draught of mending, F3 dart." */
static void list_slots(struct session *session, const struct delver *delver)
{
    char text[SLOT_LIST_SIZE];
    struct writer writer = writer_of(text, sizeof text);

    for (int number = SLOT_FIRST; number <= SLOT_LAST; number++) {
        enum item_kind kind;
        char name[ITEM_NAME_MAX];
        if (!find_slot_kind(&session->preferences.saved, number, &kind))
            continue;
        item_kind_name(delver, kind, 1, name, sizeof name);
        writer_join(&writer, ", ", "F%d %s", number, name);
    }
    writer_add(&writer, "%s", writer.length > 0 ? "." : slot_usage);
    session_tell(session, text, ROLE_TEXT);
}

/* Stores the content of a slot; `value` NULL: empties it. */
static void keep_slot(struct session *session, int number, const char *value)
{
    char choices[CHOICES_SIZE];
    char key[SLOT_KEY_SIZE];

    snprintf(choices, sizeof choices, "%s", preferences_text(&session->preferences.saved));
    snprintf(key, sizeof key, SLOT_PREFIX "%d", number);
    if (value == NULL)
        choices_drop(choices, key);
    else if (!choices_put(choices, key, value)) {
        session_tell(session, "There is no room to keep that.", ROLE_BAD);
        return;
    }
    preferences_keep(session, choices);
}

static void set_slot(struct session *session, const struct delver *delver, int number,
                     const char *words)
{
    char why[PACK_WHY_MAX];
    char name[ITEM_NAME_MAX];
    char text[ITEM_NAME_MAX + 32];
    char value[8];

    if (strcasecmp(words, "none") == 0) {
        keep_slot(session, number, NULL);
        snprintf(text, sizeof text, "F%d is free.", number);
        session_tell(session, text, ROLE_TEXT);
        return;
    }
    uint32_t object = pack_choose(delver, PACK_DROP, words, why);
    if (object == OBJECT_NONE) {
        session_tell(session, why, ROLE_DIM_TEXT);
        return;
    }
    enum item_kind kind = pack_peek(&delver->life.pack, object)->kind;
    snprintf(value, sizeof value, "%u", item_row(kind)->save_id);
    keep_slot(session, number, value);
    item_kind_name(delver, kind, 1, name, sizeof name);
    snprintf(text, sizeof text, "F%d is %s now.", number, name);
    session_tell(session, text, ROLE_TEXT);
}

void slot_command(struct session *session, const struct command *command)
{
    const struct delver *delver = players_own(session);
    const char *rest = command->rest;

    if (delver == NULL)
        return;
    if (rest[0] == '\0') {
        list_slots(session, delver);
        return;
    }
    int number = rest[0] - '0';
    if ((rest[1] != '\0' && rest[1] != ' ') || number < SLOT_FIRST || number > SLOT_LAST) {
        session_tell(session, slot_usage, ROLE_DIM_TEXT);
        return;
    }
    rest += 1 + strspn(rest + 1, " ");
    if (rest[0] == '\0')
        use_slot(session, number);
    else
        set_slot(session, delver, number, rest);
}

typedef void tell_function(const struct world *world, const struct delver *delver,
                           enum text_form form, struct text_tints *tints, char *out,
                           size_t out_size);

static void ask_to_buy(struct session *session, uint32_t number)
{
    queue(session, &(struct action){.verb = ACTION_BUY, .object = number});
}

/* Adds the keys that act on a page of the list, if there is room. */
static void add_key_hint(enum command_id id, char *text, size_t size)
{
    struct writer writer = writer_behind(text, size);

    writer_add(&writer, "%s",
               id == COMMAND_BUY    ? "A number buys it.\n"
               : id == COMMAND_SELL ? "A letter sells it.\n"
                                    : "A letter has it named.\n");
}

static void tell_deals(struct session *session, const struct delver *delver, tell_function *list,
                       enum command_id id)
{
    struct text_tints tints = {0};
    char text[SHOP_TEXT_MAX];

    if (!pedlar_is_near(delver)) {
        ask_to_buy(session, 0);
        return;
    }
    list(session->sessions->game->world, delver, display_text_form(session), &tints, text,
         sizeof text);
    session->commands.has_wares = id == COMMAND_BUY;
    if (strchr(text, '\n') == NULL) {
        session_tell(session, text, ROLE_TEXT);
        return;
    }
    if (session->mode == MODE_SCREEN)
        add_key_hint(id, text, sizeof text);
    presentation_table[session->mode]->show(session, text);
    tint_list(session, &tints);
    pack_await(session, id);
}

bool shop_examine(struct session *session, const char *words)
{
    const struct delver *delver = players_own(session);
    enum text_form form = display_text_form(session);
    char text[ITEM_DETAIL_MAX + 48];
    char why[PACK_WHY_MAX];
    struct ware ware;
    int number;

    if (delver == NULL || !pedlar_is_near(delver) ||
        (command_number(words, &number) && !session->commands.has_wares) ||
        !shop_choose(session->sessions->game->world, delver, words, &ware, why))
        return false;
    item_detail_of_ware(delver, &ware.thing, form, text, ITEM_DETAIL_MAX);
    struct writer writer = writer_behind(text, sizeof text);
    writer_add(&writer, "%sThe pedlar asks %d gold for it.", form == TEXT_SPOKEN ? " " : "\n",
               ware.price);
    session_tell_lines(session, text, ROLE_TEXT);
    return true;
}

void shop_buy(struct session *session, const struct command *command)
{
    const char *words = command->rest;
    const struct delver *delver = players_own(session);
    char why[PACK_WHY_MAX];
    struct ware ware;

    if (delver == NULL)
        return;
    if (words[0] == '\0' || !pedlar_is_near(delver))
        tell_deals(session, delver, shop_tell_wares, COMMAND_BUY);
    else if (shop_choose(session->sessions->game->world, delver, words, &ware, why))
        ask_to_buy(session, ware.number);
    else
        session_tell(session, why, ROLE_DIM_TEXT);
}

/* Runs the command for a thing of the pack, or lists the things for it. */
static void run_deal(struct session *session, const struct command *command, tell_function *list)
{
    const struct delver *delver = players_own(session);

    if (delver == NULL)
        return;
    if (command->rest[0] == '\0')
        tell_deals(session, delver, list, command->id);
    else
        pack_run(session, command);
}

void shop_sell(struct session *session, const struct command *command)
{
    run_deal(session, command, shop_tell_offers);
}

void shop_identify(struct session *session, const struct command *command)
{
    run_deal(session, command, shop_tell_unknown);
}
