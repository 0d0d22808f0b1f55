/*
 * Acts that reach others without a word of talk: invitations, following and gifts ask the
 * same as talk, whether the player is muted or ignored and how much there was of late; and nothing
 * is pressed on anybody.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "hall.h"
#include "operator.h"
#include "scene.h"
#include "support/test.h"
#include "world/life.h"

enum { LINE_SIZE = 96, TRIES = 100, MINUTE_MS = 60 * 1000, TALK_MS = 10 * 1000 };

static struct hall hall;
static struct guest ada;
static struct guest brom;
static struct guest cyd;

static void set_up(void)
{
    hall_open(&hall);
    guest_join(&ada, &hall, GUEST_LINE, "ada");
    guest_join(&brom, &hall, GUEST_LINE, "brom");
    guest_join(&cyd, &hall, GUEST_LINE, "cyd");
}

static void tear_down(void)
{
    guest_close(&ada);
    guest_close(&brom);
    guest_close(&cyd);
    hall_close(&hall);
}

static void type(struct guest *guest, const char *line)
{
    guest_type(guest, line);
    guest_type(guest, "\r\n");
    for (int i = 0; i < 5; i++)
        hall_pass(&hall, HALL_TICK_MS);
    hall_drain(&hall);
}

/* The guest types the line, and hears this. */
static void expect_answer(struct guest *guest, const char *line, const char *text)
{
    guest_forget(guest);
    type(guest, line);
    guest_expect(guest, text);
}

/* Passes enough time that talk is allowed again. */
static void wait_for_talk(void)
{
    hall_pass(&hall, TALK_MS);
}

/* Number of times that Ada heard `text` while Brom typed these lines again and again. */
static int count_heard(const char *text, const char *first, const char *second)
{
    int count = 0;

    for (int i = 0; i < TRIES; i++) {
        guest_forget(&ada);
        type(&brom, first);
        type(&brom, second);
        count += guest_heard(&ada, text);
    }
    return count;
}

TEST_FIXTURE(set_up, tear_down);

TEST(an_invitation_and_a_follower_are_told_once_a_minute)
{
    ck_assert_int_eq(count_heard("invites you", "party invite ada", "party invite ada"), 1);
    wait_for_talk();
    ck_assert_int_eq(count_heard("follows you", "follow ada", "stop"), 1);
    hall_pass(&hall, MINUTE_MS);
    ck_assert_int_eq(count_heard("invites you", "party invite ada", "party invite ada"), 1);
}

TEST(a_muted_player_reaches_nobody)
{
    operator_order(&hall, "mute brom for good");
    ck_assert_int_eq(count_heard("Brom", "party invite ada", "follow ada"), 0);
    expect_answer(&ada, "party join", "Nobody has invited you.");
}

TEST(an_ignored_player_s_invitation_is_none_and_takes_no_friend_s_place)
{
    type(&ada, "ignore brom");
    type(&cyd, "party invite ada");
    guest_forget(&ada);
    expect_answer(&brom, "party invite ada", "Ada is not here.");
    ck_assert(!guest_heard(&ada, "Brom"));
    expect_answer(&ada, "party join", "You join the party of Cyd.");
}

TEST(an_invitation_from_before_the_ignoring_is_none)
{
    type(&brom, "party invite ada");
    type(&ada, "ignore brom");
    expect_answer(&ada, "party join", "Nobody has invited you.");
}

TEST(of_several_invitations_the_player_chooses)
{
    expect_answer(&brom, "party invite ada", "You invite Ada");
    expect_answer(&cyd, "party invite ada", "You invite Ada");
    expect_answer(&ada, "party join", "Several have invited you: ");
    expect_answer(&ada, "party join dora", "Nobody of that name has invited you.");
    expect_answer(&ada, "party join brom", "You join the party of Brom.");
}

TEST(the_leader_alone_puts_a_member_out)
{
    type(&brom, "party invite ada");
    type(&ada, "party join");
    type(&brom, "party invite cyd");
    type(&cyd, "party join");
    expect_answer(&ada, "party remove cyd", "Only Brom, who leads the party");
    guest_forget(&cyd);
    expect_answer(&brom, "party remove cyd", "Cyd is put out of the party.");
    ck_assert(guest_heard(&cyd, "Cyd is put out of the party."));
    expect_answer(&cyd, "party", "You have no party.");
    expect_answer(&brom, "party remove cyd", "Nobody of that name is in your party.");
}

/* Brom beside Ada, and old enough to give. */
static void stand_together(void)
{
    const struct delver *to = guest_delver(&ada);
    char words[LINE_SIZE];

    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        struct pos at = pos_step(to->body.at, dir);
        if (!level_is_walkable(to->body.level, at) || level_body_at(to->body.level, at) != 0)
            continue;
        snprintf(words, sizeof words, "send brom 1 %d,%d", at.x, at.y);
        operator_order(&hall, words);
        break;
    }
    for (int i = 0; i < 50; i++)
        hall_pass(&hall, HALL_TICK_MS);
    ck_assert_int_eq(pos_distance(guest_delver(&brom)->body.at, to->body.at), 1);
    guest_delver(&brom)->life.deepest = LIFE_PROVEN_DEPTH;
}

TEST(a_stranger_s_gift_is_an_offer)
{
    stand_together();
    uint32_t before = scene_darts(&ada);
    guest_forget(&ada);
    expect_answer(&brom, "give 2 darts to ada", "You offer Ada 2 darts.");
    ck_assert(guest_heard(&ada, "Brom offers you 2 darts. The word accept takes the gift."));
    ck_assert_uint_eq(scene_darts(&ada), before);
    type(&ada, "accept");
    ck_assert_uint_eq(scene_darts(&ada), before + 2);
    expect_answer(&ada, "accept", "Nobody offers you anything.");
}

TEST(an_offer_is_over_after_a_minute_or_when_the_thing_is_gone)
{
    stand_together();
    type(&brom, "give 2 darts to ada");
    type(&brom, "drop all darts");
    expect_answer(&ada, "accept", "That is not there to be given any more.");
    type(&brom, "get all");
    wait_for_talk();
    type(&brom, "give 2 darts to ada");
    hall_pass(&hall, MINUTE_MS);
    expect_answer(&ada, "accept", "Nobody offers you anything.");
}

TEST(who_is_ignored_can_give_nothing_whatever_is_set)
{
    stand_together();
    uint32_t before = scene_darts(&ada);
    type(&ada, "set gifts all");
    type(&ada, "ignore brom");
    expect_answer(&brom, "give 2 darts to ada", "Ada ignores you.");
    ck_assert_uint_eq(scene_darts(&ada), before);
}

TEST(a_party_s_gifts_come_unasked_but_for_those_who_want_to_be_asked)
{
    stand_together();
    uint32_t before = scene_darts(&ada);
    type(&brom, "party invite ada");
    type(&ada, "party join");
    type(&brom, "give 1 dart to ada");
    ck_assert_uint_eq(scene_darts(&ada), before + 1);
    type(&ada, "set gifts ask");
    type(&brom, "give 1 dart to ada");
    ck_assert_uint_eq(scene_darts(&ada), before + 1);
}
