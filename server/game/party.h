/*
 * Parties: up to six players who stay together. Each is a ring of player slots
 * (server/game/roster.h), in the order of joining; the first one still in it leads. Parties are
 * only in memory: a player who leaves the dungeon leaves the party, one who loses the connection
 * does not.
 */
#ifndef UNDERCROFT_SERVER_GAME_PARTY_H
#define UNDERCROFT_SERVER_GAME_PARTY_H

#include <stdbool.h>

#include "server/game/roster.h"
#include "term/view.h"

enum { PARTY_MAX = COMPANIONS_MAX + 1 };

enum party_answer {
    PARTY_DONE,
    PARTY_FULL,      /* the party has PARTY_MAX members */
    PARTY_HAS_ONE,   /* the invited player is in a party already */
    PARTY_UNINVITED, /* that player has not invited this one */
    PARTY_CROWDED,   /* the invited player has too many recent invitations */
};

enum { PARTY_INVITATION_YOUNG_MS = 60 * 1000 };

/* Returns the number of members, the player of `slot` included; 0: in no party. */
int party_size(const struct roster *roster, const struct player_slot *slot);

/* Returns the member after that of `slot` in the ring; NULL: in no party. */
struct player_slot *party_next(const struct roster *roster, const struct player_slot *slot);

/* Returns the slot of the party's leader; NULL: in no party. */
struct player_slot *party_leader(const struct roster *roster, const struct player_slot *slot);

/* Lists the bodies of the other members, in the order of the party from that of `body` on; none if
   it is in no party. */
void party_collect(const struct roster *roster, body_id body, struct companions *out);

/* True if two players are in one party. */
bool party_is_shared(const struct player_slot *a, const struct player_slot *b);

/* Checks whether the player of `slot` can invite the other: PARTY_DONE, PARTY_FULL, PARTY_HAS_ONE,
   PARTY_CROWDED. */
enum party_answer party_may_invite(const struct roster *roster, const struct player_slot *slot,
                                   const struct player_slot *other, uint64_t now_ms);

/* Invites the other player; answers like party_may_invite(). Invitations by others stay; without a
   free entry the oldest is replaced if it has expired. */
enum party_answer party_invite(const struct roster *roster, const struct player_slot *slot,
                               struct player_slot *other, uint64_t now_ms);

/* Lists the slots of the players online who have invited the player of `slot`, newest invitation
   first; returns their number. */
int party_hosts(const struct roster *roster, const struct player_slot *slot,
                struct player_slot *out[PARTY_INVITATIONS_MAX]);

/* Accepts the invitation of `host` for the player of `slot`; a host without a party founds one and
   leads it. All invitations of the player end. PARTY_DONE, PARTY_UNINVITED, PARTY_HAS_ONE,
   PARTY_FULL. */
enum party_answer party_join(struct roster *roster, struct player_slot *slot,
                             struct player_slot *host);

/* Removes the player of `slot` from its party. A party of one ends. */
void party_leave(struct roster *roster, struct player_slot *slot);

/* Tells bodies the number of their party if it has changed. Call it before each tick. Without room
   among the inputs it is told before the next tick. */
void party_tell_world(struct game *game);

#endif
