/*
 * Parties, as rings of player slots, linked by number. Each slot has the number of its leader.
 */
#include "server/game/party.h"

#include "base/check.h"
#include "server/game/game.h"

/* Returns the link to a slot: its index plus 1, because 0 is no link. */
static uint32_t number_of(const struct roster *roster, const struct player_slot *slot)
{
    return (uint32_t)(slot - roster->slots) + 1;
}

static struct player_slot *slot_at(const struct roster *roster, uint32_t number)
{
    CHECK(number <= roster->slot_count_max);
    return number == 0 ? NULL : &roster->slots[number - 1];
}

struct player_slot *party_next(const struct roster *roster, const struct player_slot *slot)
{
    return slot_at(roster, slot->party.next);
}

struct player_slot *party_leader(const struct roster *roster, const struct player_slot *slot)
{
    return slot_at(roster, slot->party.leader);
}

bool party_is_shared(const struct player_slot *a, const struct player_slot *b)
{
    return a->party.leader != 0 && a->party.leader == b->party.leader;
}

int party_size(const struct roster *roster, const struct player_slot *slot)
{
    int size = 0;

    for (const struct player_slot *at = slot; at->party.next != 0;) {
        size++;
        at = party_next(roster, at);
        if (at == slot)
            break;
    }
    return size;
}

void party_collect(const struct roster *roster, body_id body, struct companions *out)
{
    const struct player_slot *slot = roster_slot_of_body(roster, body);

    out->count = 0;
    if (slot == NULL)
        return;
    for (const struct player_slot *at = party_next(roster, slot); at != NULL && at != slot;
         at = party_next(roster, at)) {
        CHECK(out->count < COMPANIONS_MAX);
        out->bodies[out->count++] = at->actor;
    }
}

/* Returns the entry for an invitation by that delver: its own, else a free one, else the oldest
   that has expired; NULL: there is none. */
static const struct party_invitation *find_place(const struct player_slot *slot, int64_t by,
                                                 uint64_t now_ms)
{
    const struct party_invitation *place = NULL;

    for (int i = 0; i < PARTY_INVITATIONS_MAX; i++) {
        const struct party_invitation *at = &slot->party.invitations[i];
        if (at->by == by)
            return at;
        if (at->by != 0 && now_ms - at->at_ms < PARTY_INVITATION_YOUNG_MS)
            continue;
        if (place == NULL || (place->by != 0 && (at->by == 0 || at->at_ms < place->at_ms)))
            place = at;
    }
    return place;
}

enum party_answer party_may_invite(const struct roster *roster, const struct player_slot *slot,
                                   const struct player_slot *other, uint64_t now_ms)
{
    if (other->party.leader != 0)
        return PARTY_HAS_ONE;
    if (party_size(roster, slot) == PARTY_MAX)
        return PARTY_FULL;
    return find_place(other, slot->delver_id, now_ms) == NULL ? PARTY_CROWDED : PARTY_DONE;
}

enum party_answer party_invite(const struct roster *roster, const struct player_slot *slot,
                               struct player_slot *other, uint64_t now_ms)
{
    enum party_answer answer = party_may_invite(roster, slot, other, now_ms);

    if (answer != PARTY_DONE)
        return answer;
    size_t place = (size_t)(find_place(other, slot->delver_id, now_ms) - other->party.invitations);
    other->party.invitations[place] =
        (struct party_invitation){.by = slot->delver_id, .at_ms = now_ms};
    return PARTY_DONE;
}

/* True if that player invited the other; *out_at_ms is the time. */
static bool was_invited(const struct player_slot *slot, const struct player_slot *host,
                        uint64_t *out_at_ms)
{
    for (int i = 0; i < PARTY_INVITATIONS_MAX; i++) {
        const struct party_invitation *at = &slot->party.invitations[i];
        if (at->by != host->delver_id)
            continue;
        *out_at_ms = at->at_ms;
        return true;
    }
    return false;
}

int party_hosts(const struct roster *roster, const struct player_slot *slot,
                struct player_slot *out[PARTY_INVITATIONS_MAX])
{
    int count = 0;

    for (int i = 0; i < PARTY_INVITATIONS_MAX; i++) {
        const struct party_invitation *at = &slot->party.invitations[i];
        struct player_slot *host = at->by == 0 ? NULL : roster_slot_of_delver(roster, at->by);
        uint64_t other_ms = 0;
        int place = count;
        if (host == NULL || host == slot)
            continue;
        for (; place > 0 && was_invited(slot, out[place - 1], &other_ms) && other_ms < at->at_ms;
             place--)
            out[place] = out[place - 1];
        out[place] = host;
        count++;
    }
    return count;
}

/* Adds a member after the last one: the ring closes at the leader. */
static void add(struct roster *roster, struct player_slot *host, struct player_slot *slot)
{
    if (host->party.leader == 0) {
        host->party.leader = host->party.next = number_of(roster, host);
        host->party.number = ++roster->parties_begun;
    }
    struct player_slot *last = party_leader(roster, host);
    while (last->party.next != host->party.leader)
        last = party_next(roster, last);
    last->party.next = number_of(roster, slot);
    slot->party.next = host->party.leader;
    slot->party.leader = host->party.leader;
    slot->party.number = host->party.number;
    roster->is_party_stale = true;
}

enum party_answer party_join(struct roster *roster, struct player_slot *slot,
                             struct player_slot *host)
{
    uint64_t at_ms = 0;

    if (host == slot || !was_invited(slot, host, &at_ms))
        return PARTY_UNINVITED;
    if (slot->party.leader != 0)
        return PARTY_HAS_ONE;
    if (party_size(roster, host) == PARTY_MAX)
        return PARTY_FULL;
    for (int i = 0; i < PARTY_INVITATIONS_MAX; i++)
        slot->party.invitations[i] = (struct party_invitation){.by = 0};
    add(roster, host, slot);
    return PARTY_DONE;
}

/* Makes a member the leader of its party. */
static void lead(const struct roster *roster, struct player_slot *leader)
{
    uint32_t number = number_of(roster, leader);
    struct player_slot *at = leader;

    do {
        at->party.leader = number;
        at = party_next(roster, at);
    } while (at != leader);
}

void party_leave(struct roster *roster, struct player_slot *slot)
{
    struct player_slot *next = party_next(roster, slot);
    struct player_slot *before = slot;

    if (next == NULL)
        return;
    while (party_next(roster, before) != slot)
        before = party_next(roster, before);
    bool was_leader = party_leader(roster, slot) == slot;
    roster->is_party_stale = true;
    before->party.next = slot->party.next;
    slot->party.next = slot->party.leader = slot->party.number = 0;
    if (next == before)
        next->party.next = next->party.leader = next->party.number = 0;
    else if (was_leader)
        lead(roster, next);
}

/* Tells the body of a player the party's number. True: it knows it, or there is no body. */
static bool tell_body(struct game *game, const struct player_slot *slot)
{
    const struct delver *delver =
        slot->state == PLAYER_SLOT_TAKEN ? world_delver(game->world, slot->actor) : NULL;

    if (delver == NULL)
        return slot->party.number == 0;
    if (delver->party == slot->party.number)
        return true;
    struct input *input = input_queue_add(&game->inputs, INPUT_PARTY, slot->actor);
    if (input != NULL)
        input->action.count = slot->party.number;
    return false;
}

void party_tell_world(struct game *game)
{
    bool is_complete = true;

    if (!game->roster->is_party_stale)
        return;
    for (uint32_t i = 0; i < game->roster->slot_count; i++)
        is_complete = tell_body(game, &game->roster->slots[i]) && is_complete;
    game->roster->is_party_stale = !is_complete;
}
