/*
 * An operator's word gives a player another name: who plays goes on playing, and what knew the
 * player by name knows the new one, in memory and on disk.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "hall.h"
#include "operator.h"
#include "server/game/game_save.h"
#include "support/test.h"
#include "world/grave.h"

enum { LINE_SIZE = 128, MINUTE_MS = 61 * 1000, TURNS_A_TICK = 20 };

static struct hall hall;
static struct guest ada;
static struct guest brom;
static struct guest other;

static void pass_ticks(int ticks)
{
    for (int i = 0; i < ticks; i++)
        hall_pass(&hall, HALL_TICK_MS);
    hall_drain(&hall);
}

static void type(struct guest *guest, const char *line)
{
    guest_type(guest, line);
    guest_type(guest, "\r\n");
    pass_ticks(5);
}

static void expect_answer(struct guest *guest, const char *line, const char *text)
{
    guest_forget(guest);
    type(guest, line);
    guest_expect(guest, text);
}

/* The operator's words are done, or refused, with an answer that has that text. */
static void order(const char *words, bool is_done, const char *text)
{
    char request[LINE_SIZE];
    struct peer *line = operator_connect(&hall);

    snprintf(request, sizeof request, "text %s", words);
    struct operator_answer answer = operator_ask(&hall, line, request);
    ck_assert_msg(answer.is_ok == is_done && strstr(answer.text, text) != NULL, "%s: %s", words,
                  answer.text);
    peer_close(line);
    pass_ticks(5);
}

static void set_up(void)
{
    hall_open(&hall);
    guest_join(&ada, &hall, GUEST_LINE, "ada");
    guest_join(&brom, &hall, GUEST_LINE, "brom");
}

static void tear_down(void)
{
    guest_close(&ada);
    guest_close(&brom);
    guest_close(&other);
    hall_close(&hall);
}

static void leave(struct guest *guest)
{
    type(guest, "quit");
    guest_wait_state(guest, SESSION_CLOSED);
    guest_close(guest);
}

/* A grave of Brom, on the level where Ada is. */
static void dig_grave(int64_t delver_id)
{
    struct delver *delver = guest_delver(&ada);
    struct grave grave = {.delver_id = delver_id, .name = "Brom", .at = delver->body.at, .gold = 3};

    grave.died_at = hall.server.game.world->tick;
    grave_add(hall.server.game.world, delver->body.level, &grave);
    delver->body.level->population.is_dirty = true;
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_player_online_goes_on_playing_under_the_new_name)
{
    guest_forget(&brom);
    order("rename brom bramble", true, "Renamed.");
    guest_expect(&brom, "Brom is called Bramble from now on.");
    guest_expect(&ada, "Brom is called Bramble from now on.");
    ck_assert(guest_is_playing(&brom));
    ck_assert_str_eq(guest_delver(&brom)->name, "Bramble");
    expect_answer(&ada, "tell bramble plugh", "You tell Bramble: \"plugh\"");
    ck_assert(guest_hears(&brom, "Ada tells you: \"plugh\""));
    expect_answer(&brom, "reply xyzzy", "You tell Ada: \"xyzzy\"");
    ck_assert(guest_hears(&ada, "Bramble tells you: \"xyzzy\""));
    expect_answer(&ada, "tell brom plugh", "Nobody called Brom is online.");
    expect_answer(&brom, "score", "Bramble: 20 of 20 health");
    order("audit", true, "rename brom bramble");
    leave(&brom);
    guest_join(&brom, &hall, GUEST_LINE, "bramble");
    guest_open(&other, &hall, GUEST_LINE, "brom");
    guest_wait_state(&other, SESSION_NAME);
    guest_type(&other, "brom\r\n");
    guest_expect(&other, "No player is called Brom.");
}

/* Lets the server work without a tick, and returns true if something has come on the line. */
static bool has_answer(struct peer *line)
{
    loop_settle();
    uv_run(&hall.server.base.loop, UV_RUN_NOWAIT);
    return peer_waiting(line) > 0;
}

/* Another word, said as soon as the answer is there, finds the player under the new name. */
TEST(a_rename_is_answered_once_the_world_has_it)
{
    static const char request[] = "text rename brom bramble\n";
    struct peer *line = operator_connect(&hall);

    ck_assert_int_eq(peer_send(line, request, sizeof request - 1), sizeof request - 1);
    for (int i = 0; i < HALL_WAIT_TURNS && !has_answer(line); i++)
        if (i % TURNS_A_TICK == 0)
            hall_pass(&hall, HALL_TICK_MS);
    ck_assert_uint_gt(peer_waiting(line), 0);
    ck_assert_str_eq(guest_delver(&brom)->name, "Bramble");
    peer_close(line);
}

TEST(who_is_ignored_muted_or_answered_stays_so_under_the_new_name)
{
    type(&brom, "tell ada first");
    guest_expect(&ada, "Brom tells you: \"first\"");
    type(&ada, "ignore brom");
    order("mute brom for 1h", true, "Done.");
    order("rename brom bramble", true, "Renamed.");
    expect_answer(&ada, "ignore", "You ignore Bramble.");
    expect_answer(&brom, "tell ada plugh", "You are muted");
    order("unmute brom", false, "Brom is not muted.");
    order("unmute bramble", true, "Done.");
    expect_answer(&brom, "tell ada plugh", "Ada ignores you.");
    expect_answer(&ada, "reply hello", "You tell Bramble: \"hello\"");
}

TEST(a_party_and_a_grave_have_the_new_name)
{
    type(&ada, "party invite brom");
    type(&brom, "party join");
    dig_grave(guest_session(&brom)->account.id);
    expect_answer(&ada, "look", "rave of Brom");
    order("rename brom bramble", true, "Renamed.");
    expect_answer(&ada, "party", "Bramble, 20 of 20 health");
    expect_answer(&ada, "look", "rave of Bramble");
    order("population 1", true, "Bramble");
}

/* Ada, who ignores Brom and keeps a grave of Brom in memory, is away as well. */
TEST(a_player_offline_has_the_new_name_wherever_the_disk_speaks_of_it)
{
    int64_t id = guest_session(&brom)->account.id;

    leave(&brom);
    type(&ada, "ignore brom");
    guest_expect(&ada, "You ignore Brom.");
    order("send ada 2", true, "Sent.");
    dig_grave(id);
    order("ban brom for 1h rude", true, "Done.");
    leave(&ada);
    hall_stop(&hall);
    hall_reopen(&hall);
    order("rename brom bramble", true, "Renamed.");
    order("bans", true, "Bramble");
    order("unban bramble", true, "Done.");
    order("population 2", true, "Bramble");
    guest_join(&ada, &hall, GUEST_LINE, "ada");
    expect_answer(&ada, "ignore", "You ignore Bramble.");
    guest_join(&brom, &hall, GUEST_LINE, "bramble");
    ck_assert_int_eq(guest_session(&brom)->account.id, id);
    expect_answer(&brom, "tell ada plugh", "Ada ignores you.");
}

TEST(a_name_that_cannot_be_had_is_refused_and_nothing_changes)
{
    static const struct {
        const char *words;
        const char *answer;
    } rows[] = {
        {"rename brom ada", "Ada is taken, or looks too much like a name that is."},
        {"rename brom aDA", "Ada is taken"},
        {"rename ada brorn", "Brorn is taken, or looks too much like a name that is."},
        {"rename brom rat", "That name is reserved."},
        {"rename brom administer", "That name is reserved."},
        {"rename brom xy", "A name is 3 to 16 letters"},
        {"rename brom brom", "Brom is called so already."},
        {"rename nemo bramble", "No player is called \"Nemo\"."},
        {"rename bro bramble", "No player is called \"Bro\"."},
        {"rename brom", "Usage: rename NAME NEW"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        order(rows[i].words, false, rows[i].answer);
    ck_assert_str_eq(guest_delver(&brom)->name, "Brom");
    expect_answer(&ada, "tell brom plugh", "You tell Brom");
    /* A look-alike of one's own name is free. */
    order("rename brom brorn", true, "Renamed.");
}

TEST(a_login_under_way_comes_in_under_the_new_name)
{
    leave(&brom);
    guest_open(&brom, &hall, GUEST_LINE, "brom");
    guest_wait_state(&brom, SESSION_NAME);
    guest_type(&brom, "brom\r\n");
    guest_wait_state(&brom, SESSION_PASSWORD);
    order("rename brom bramble", true, "Renamed.");
    guest_type(&brom, "correct horse\r\n");
    guest_wait_state(&brom, SESSION_PLAYING);
    pass_ticks(5);
    ck_assert_str_eq(guest_session(&brom)->account.name, "Bramble");
    ck_assert_str_eq(guest_delver(&brom)->name, "Bramble");
}

TEST(players_called_by_words_of_the_game_are_listed_and_may_stay)
{
    size_t count = hall.server.game.reserved.count;

    order("doctor", true, "");
    /* The players are made before the reserved words exist. */
    hall.server.game.reserved.count = 0;
    guest_join(&other, &hall, GUEST_LINE, "cooper");
    leave(&other);
    hall.server.game.reserved.count = count;
    order("doctor", true, "players are called by words of the game: Cooper");
    guest_join(&other, &hall, GUEST_LINE, "cooper");
    expect_answer(&ada, "tell cooper plugh", "You tell Cooper: \"plugh\"");
    order("rename cooper coopman", true, "Renamed.");
    struct peer *line = operator_connect(&hall);
    struct operator_answer answer = operator_ask(&hall, line, "text doctor");
    ck_assert(answer.is_ok);
    ck_assert_msg(strstr(answer.text, "words of the game") == NULL, "%s", answer.text);
    peer_close(line);
}
