/*
 * Gifts. The world knows no offers: an offer that is taken becomes the giver's deed.
 */
#include "server/session/commands/gift.h"

#include <stdio.h>
#include <string.h>

#include "narrate/item_words.h"
#include "server/game/game.h"
#include "server/game/roster.h"
#include "server/session/commands/party.h"
#include "server/session/commands/players.h"
#include "server/session/commands/reach.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "world/carry.h"
#include "world/life.h"
#include "world/name.h"

enum { SENTENCE_SIZE = ITEM_NAME_MAX + NAME_LENGTH_MAX + 96 };

static bool wants_to_be_asked(const struct session *other, const struct session *giver)
{
    switch (other->preferences.settings.gifts) {
    case GIFTS_ALL:
        return false;
    case GIFTS_PARTY:
        return !party_has(other, giver->actor);
    default:
        return true;
    }
}

static bool is_over(const struct gift_offer *offer, uint64_t now_ms)
{
    return offer->giver_id == 0 || now_ms - offer->at_ms >= OFFER_MS;
}

/* The place for an offer by that giver: the place of the giver's last offer, or of an offer that is
   over; NULL: none. */
static struct gift_offer *find_place(struct session *other, int64_t giver_id)
{
    uint64_t now_ms = other->sessions->base->now_ms;
    struct gift_offer *place = NULL;

    for (int i = 0; i < OFFERS_MAX; i++) {
        struct gift_offer *at = &other->commands.offers[i];
        if (at->giver_id == giver_id)
            return at;
        if (is_over(at, now_ms))
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
    struct gift_offer *place = find_place(other, session->account.id);

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

static void queue(struct game *game, body_id actor, const struct action *action)
{
    struct input *input = input_queue_add(&game->inputs, INPUT_ACTION, actor);

    if (input != NULL)
        input->action = *action;
}

/* The world refuses in its own words what it would refuse anyway; and a bundle goes to no one but
   its owner. */
static bool is_gift(const struct delver *giver, const struct action *action,
                    const struct stack *thing)
{
    return thing != NULL && action->object < OBJECT_WORN && thing->kind != ITEM_BUNDLE &&
           life_is_proven(&giver->life);
}

void gift_give(struct session *session, const struct action *action)
{
    struct game *game = session->sessions->game;
    const struct delver *giver = world_delver(game->world, session->actor);
    const struct delver *receiver = world_delver(game->world, action->target);
    const struct seat *seat = roster_seat_of_body(game->roster, action->target);
    struct session *other = NULL;
    char text[SENTENCE_SIZE];

    if (giver == NULL || receiver == NULL || seat == NULL)
        return;
    const struct stack *thing = pack_peek(&giver->life.pack, action->object);
    enum reach reach = reach_other(session, REACH_GIFT, seat, &other);
    if (!is_gift(giver, action, thing)) {
        queue(game, session->actor, action);
    } else if (reach != REACH_DONE) {
        snprintf(text, sizeof text, "%s %s.", receiver->name,
                 reach == REACH_AWAY ? "is disconnected and takes nothing" : "ignores you");
        session_tell(session, text, ROLE_DIM_TEXT);
    } else if (wants_to_be_asked(other, session)) {
        offer_thing(session, other, action, thing);
    } else {
        queue(game, session->actor, action);
    }
}

/* The seat of the giver of an offer that stands; NULL: it is over, or the giver has left. */
static struct seat *giver_of(const struct session *session, const struct gift_offer *offer)
{
    return is_over(offer, session->sessions->base->now_ms)
               ? NULL
               : roster_seat_of_delver(session->sessions->game->roster, offer->giver_id);
}

/* The newest offer that stands, of that giver (NULL: of any); NULL: there is none. */
static struct gift_offer *find_newest(struct session *session, const struct seat *giver)
{
    struct gift_offer *newest = NULL;

    for (int i = 0; i < OFFERS_MAX; i++) {
        struct gift_offer *at = &session->commands.offers[i];
        const struct seat *seat = giver_of(session, at);
        if (seat != NULL && world_delver(session->sessions->game->world, seat->actor) != NULL &&
            (giver == NULL || seat == giver) && (newest == NULL || at->at_ms >= newest->at_ms))
            newest = at;
    }
    return newest;
}

/* The newest offer that stands, by the giver of that name ("": by any); NULL, and told: none. */
static struct gift_offer *find_offer(struct session *session, const char *name)
{
    struct seat *givers[OFFERS_MAX];
    struct players_choice choice = {.seats = givers};
    struct gift_offer *newest = find_newest(session, NULL);

    if (newest == NULL)
        session_tell(session, "Nobody offers you anything.", ROLE_DIM_TEXT);
    if (newest == NULL || name[0] == '\0')
        return newest;
    for (int i = 0; i < OFFERS_MAX; i++) {
        struct seat *seat = giver_of(session, &session->commands.offers[i]);
        if (seat != NULL)
            givers[choice.count++] = seat;
    }
    struct players_found found = players_find(session, name, strlen(name), &choice);
    if (found.answer == PLAYERS_FOUND)
        return find_newest(session, found.seat);
    players_tell_not_among(session, name, &found, "Nobody of that name offers you anything.");
    return NULL;
}

/* The reason why the gift cannot change hands now (static text); NULL: it can. */
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

void gift_accept(struct session *session, const char *name)
{
    struct game *game = session->sessions->game;
    const struct delver *receiver = world_delver(game->world, session->actor);
    struct gift_offer *offer = find_offer(session, name);

    if (receiver == NULL || offer == NULL)
        return;
    const struct seat *seat = roster_seat_of_delver(game->roster, offer->giver_id);
    const struct delver *giver = world_delver(game->world, seat->actor);
    const char *refusal = refusal_of(giver, receiver, offer);
    if (refusal != NULL) {
        session_tell(session, refusal, ROLE_DIM_TEXT);
        return;
    }
    queue(game, giver->body.id,
          &(struct action){.verb = ACTION_GIVE,
                           .object = offer->object,
                           .count = offer->part.count,
                           .target = session->actor});
    *offer = (struct gift_offer){.giver_id = 0};
}
