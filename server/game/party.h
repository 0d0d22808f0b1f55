/*
 * Parties: up to six players who stay together. Each is a ring of slots (server/game/roster.h), in
 * the order in which they joined; the first who is still there leads. A party lives in memory only:
 * a player who leaves the dungeon leaves it, one who loses the connection does not.
 */
#ifndef UNDERCROFT_SERVER_GAME_PARTY_H
#define UNDERCROFT_SERVER_GAME_PARTY_H

#include <stdbool.h>

#include "server/game/roster.h"
#include "term/view.h"

enum { PARTY_MAX = COMPANIONS_MAX + 1 };

enum party_answer {
    PARTY_DONE,
    PARTY_FULL,      /* it has PARTY_MAX members */
    PARTY_HAS_ONE,   /* the invited player is in a party already */
    PARTY_UNINVITED, /* there is no invitation by that player */
    PARTY_CROWDED,   /* the invited player has as many young invitations as are kept */
};

enum { PARTY_INVITATION_YOUNG_MS = 60 * 1000 };

/* Members, the player of `slot` among them; 0: they are in no party. */
int party_size(const struct roster *roster, const struct player_slot *slot);

/* The member behind that of `slot`, and at the end the first again; NULL: they are in no party. */
struct player_slot *party_next(const struct roster *roster, const struct player_slot *slot);

/* NULL: they are in no party. */
struct player_slot *party_leader(const struct roster *roster, const struct player_slot *slot);

/* The bodies of the other members, in the order of the party from that of `body` on; none: it is in
   no party. */
void party_collect(const struct roster *roster, body_id body, struct companions *out);

/* Whether two players are in one party. */
bool party_is_shared(const struct player_slot *a, const struct player_slot *b);

/* Whether the player of `slot` could ask the other to join: PARTY_DONE, PARTY_FULL, PARTY_HAS_ONE,
   PARTY_CROWDED. */
enum party_answer party_may_invite(const struct roster *roster, const struct player_slot *slot,
                                   const struct player_slot *other, uint64_t now_ms);

/* The player of `slot` asks the other to join; answers as before. It stands beside the invitations
   of others: where all places are taken, the oldest goes if it is not young. */
enum party_answer party_invite(const struct roster *roster, const struct player_slot *slot,
                               struct player_slot *other, uint64_t now_ms);

/* The slots of the players online who have invited the player of `slot`, the newest invitation
   first; returns how many. */
int party_hosts(const struct roster *roster, const struct player_slot *slot,
                struct player_slot *out[PARTY_INVITATIONS_MAX]);

/* The player of `slot` takes the invitation of `host`, who begins a party and leads it if there is
   none yet. All invitations are over then. PARTY_DONE, PARTY_UNINVITED, PARTY_HAS_ONE,
   PARTY_FULL. */
enum party_answer party_join(struct roster *roster, struct player_slot *slot,
                             struct player_slot *host);

/* The player of `slot` is in no party any more. A party of one ends. */
void party_leave(struct roster *roster, struct player_slot *slot);

/* Before each tick: bodies learn which party they are in, where that has changed. A change that
   finds no place among the inputs is told before the next. */
void party_tell_world(struct game *game);

#endif
