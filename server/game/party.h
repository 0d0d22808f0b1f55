/*
 * Parties: up to six players who stay together. Each is a ring of seats (server/game/roster.h), in
 * the order in which they joined; the first who is still there leads. A party lives in memory only:
 * a player who leaves the dungeon leaves it, one who loses the connection does not.
 */
#ifndef UNDERCROFT_SERVER_GAME_PARTY_H
#define UNDERCROFT_SERVER_GAME_PARTY_H

#include <stdbool.h>

#include "server/game/roster.h"
#include "term/companions.h"

enum { PARTY_MAX = COMPANIONS_MAX + 1 };

enum party_answer {
    PARTY_DONE,
    PARTY_FULL,      /* it has PARTY_MAX members */
    PARTY_HAS_ONE,   /* the invited player is in a party already */
    PARTY_UNINVITED, /* there is no invitation by a player online */
};

/* Members, the player of `seat` among them; 0: they are in no party. */
int party_size(const struct roster *roster, const struct seat *seat);

/* The member behind that of `seat`, and at the end the first again; NULL: they are in no party. */
struct seat *party_next(const struct roster *roster, const struct seat *seat);

/* NULL: they are in no party. */
struct seat *party_leader(const struct roster *roster, const struct seat *seat);

/* The bodies of the other members, in the order of the party from that of `body` on; none: it is in
   no party. */
void party_collect(const struct roster *roster, body_id body, struct companions *out);

/* Whether two players are in one party. */
bool party_is_shared(const struct seat *a, const struct seat *b);

/* The player of `seat` asks the other to join, in place of an invitation by somebody else.
   PARTY_DONE, PARTY_FULL, PARTY_HAS_ONE. */
enum party_answer party_invite(const struct roster *roster, const struct seat *seat,
                               struct seat *other);

/* The player of `seat` takes the last invitation; where the one who invited is in no party yet, it
   begins one and leads it. `out` is their seat, unless PARTY_UNINVITED. */
enum party_answer party_join(struct roster *roster, struct seat *seat, struct seat **out);

/* The player of `seat` is in no party any more. A party of one ends. */
void party_leave(struct roster *roster, struct seat *seat);

/* Before each tick: bodies learn which party they are in, where that has changed. What finds no
   place among the inputs is told before the next. */
void party_tell_world(struct game *game);

#endif
