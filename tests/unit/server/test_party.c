/*
 * Parties: invitations, the ring of members, who leads, and their size.
 */
#include "server/game/party.h"

#include "support/test.h"

enum { SEATS = 8, NOW_MS = 100000 };

static struct roster roster;
static struct player_slot *slots[SEATS];

static void set_up(void)
{
    ck_assert_int_eq(roster_init(&roster, SEATS), ERR_OK);
    for (uint32_t i = 0; i < SEATS; i++) {
        slots[i] = &roster.slots[i];
        *slots[i] = (struct player_slot){.state = PLAYER_SLOT_TAKEN, .delver_id = 100 + (int64_t)i};
        number_table_put(&roster.slot_by_delver, (uint64_t)slots[i]->delver_id, i);
    }
}

static void tear_down(void)
{
    roster_release(&roster);
}

static void expect_join(int host, int guest, enum party_answer wanted)
{
    (void)party_invite(&roster, slots[host], slots[guest], NOW_MS);
    ck_assert_int_eq(party_join(&roster, slots[guest], slots[host]), wanted);
}

/* The members of the party of `slot`, in the order of the ring, from that slot on. */
static void expect_ring(int slot, const int *wanted, int count)
{
    const struct player_slot *at = slots[slot];

    ck_assert_int_eq(party_size(&roster, slots[slot]), count);
    for (int i = 0; i < count; i++, at = party_next(&roster, at))
        ck_assert_int_eq(at->delver_id, 100 + wanted[i]);
}

TEST_FIXTURE(set_up, tear_down);

TEST(an_invitation_is_needed_and_taken_once)
{
    ck_assert_int_eq(party_join(&roster, slots[1], slots[0]), PARTY_UNINVITED);
    expect_join(0, 1, PARTY_DONE);
    ck_assert(party_is_shared(slots[0], slots[1]));
    ck_assert(!party_is_shared(slots[0], slots[2]));
    ck_assert_uint_ne(slots[0]->party.number, 0);
    ck_assert_uint_eq(slots[1]->party.number, slots[0]->party.number);
    uint32_t before = slots[0]->party.number;
    ck_assert_ptr_eq(party_leader(&roster, slots[1]), slots[0]);
    ck_assert_int_eq(party_invite(&roster, slots[2], slots[1], NOW_MS), PARTY_HAS_ONE);
    party_leave(&roster, slots[1]);
    ck_assert_int_eq(party_join(&roster, slots[1], slots[0]), PARTY_UNINVITED);
    ck_assert(slots[0]->party.number == 0 && slots[1]->party.number == 0);
    expect_join(0, 1, PARTY_DONE);
    ck_assert_uint_ne(slots[1]->party.number, before);
}

TEST(six_are_a_full_party)
{
    for (int i = 1; i < PARTY_MAX; i++)
        expect_join(i % 2 == 0 ? 0 : i - 1, i, PARTY_DONE);
    expect_ring(0, (const int[]){0, 1, 2, 3, 4, 5}, PARTY_MAX);
    ck_assert_int_eq(party_invite(&roster, slots[5], slots[6], NOW_MS), PARTY_FULL);
    /* An invitation from before it was full is worth nothing either. */
    party_leave(&roster, slots[3]);
    ck_assert_int_eq(party_invite(&roster, slots[0], slots[6], NOW_MS), PARTY_DONE);
    expect_join(0, 3, PARTY_DONE);
    ck_assert_int_eq(party_join(&roster, slots[6], slots[0]), PARTY_FULL);
}

TEST(the_next_leads_when_the_leader_leaves_and_a_party_of_one_ends)
{
    expect_join(0, 1, PARTY_DONE);
    expect_join(0, 2, PARTY_DONE);
    party_leave(&roster, slots[0]);
    ck_assert_ptr_eq(party_leader(&roster, slots[2]), slots[1]);
    expect_ring(1, (const int[]){1, 2}, 2);
    ck_assert_int_eq(party_size(&roster, slots[0]), 0);
    party_leave(&roster, slots[2]);
    ck_assert_int_eq(party_size(&roster, slots[1]), 0);
    ck_assert_ptr_null(party_leader(&roster, slots[1]));
}

TEST(an_invitation_by_a_player_who_has_left_is_none)
{
    struct player_slot *hosts[PARTY_INVITATIONS_MAX];

    ck_assert_int_eq(party_invite(&roster, slots[0], slots[1], NOW_MS), PARTY_DONE);
    ck_assert_int_eq(party_hosts(&roster, slots[1], hosts), 1);
    number_table_remove(&roster.slot_by_delver, (uint64_t)slots[0]->delver_id);
    ck_assert_int_eq(party_hosts(&roster, slots[1], hosts), 0);
}

TEST(invitations_stand_beside_each_other_the_newest_first)
{
    struct player_slot *hosts[PARTY_INVITATIONS_MAX];

    ck_assert_int_eq(party_invite(&roster, slots[0], slots[1], NOW_MS), PARTY_DONE);
    ck_assert_int_eq(party_invite(&roster, slots[2], slots[1], NOW_MS + 1), PARTY_DONE);
    ck_assert_int_eq(party_invite(&roster, slots[3], slots[1], NOW_MS + 2), PARTY_DONE);
    ck_assert_int_eq(party_invite(&roster, slots[0], slots[1], NOW_MS + 3), PARTY_DONE);
    ck_assert_int_eq(party_hosts(&roster, slots[1], hosts), 3);
    ck_assert_ptr_eq(hosts[0], slots[0]);
    ck_assert_ptr_eq(hosts[1], slots[3]);
    ck_assert_ptr_eq(hosts[2], slots[2]);
    ck_assert_int_eq(party_join(&roster, slots[1], slots[3]), PARTY_DONE);
    ck_assert(party_is_shared(slots[1], slots[3]));
    ck_assert_int_eq(party_hosts(&roster, slots[1], hosts), 0);
}

TEST(a_young_invitation_gives_way_to_none)
{
    for (int i = 1; i <= PARTY_INVITATIONS_MAX; i++)
        ck_assert_int_eq(party_invite(&roster, slots[i], slots[0], NOW_MS), PARTY_DONE);
    ck_assert_int_eq(party_invite(&roster, slots[7], slots[0], NOW_MS + 1), PARTY_CROWDED);
    ck_assert_int_eq(party_invite(&roster, slots[7], slots[0], NOW_MS + PARTY_INVITATION_YOUNG_MS),
                     PARTY_DONE);
    ck_assert_int_eq(party_join(&roster, slots[0], slots[7]), PARTY_DONE);
}
