/*
 * A second login waits at a prompt while the first one does anything at all. The player who then
 * comes in is the one of that moment: things, death, place, settings and role; and everything that
 * was there is there once. Every way of waiting meets every deed and every way in which the first
 * login ends. After each test the database is counted against its ledger.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "db/examine.h"
#include "db/store.h"
#include "hall.h"
#include "operator.h"
#include "server/game/moderation.h"
#include "server/game/roster.h"
#include "server/session/preferences/preferences.h"
#include "support/test.h"
#include "world/turn.h"

enum {
    LINE_SIZE = 96,
    ROUNDS_OF_CREDENTIALS = 40,
    TURNS_MAX = 2000,
    SETTLE_TICKS = 60,
    POISON = 12, /* beats: more harm in each than comes back */
};

static struct hall hall;
static struct guest first;
static struct guest second;
static struct guest third;
static struct guest brom;
static struct guest *player; /* the login that plays Ada */
static char password[LINE_SIZE];
static char next_password[LINE_SIZE];
static unsigned passwords; /* that were chosen */

static void type(struct guest *guest, const char *line)
{
    guest_type(guest, line);
    guest_type(guest, "\r\n");
}

static void pass(int ticks)
{
    for (int i = 0; i < ticks; i++)
        hall_pass(&hall, HALL_TICK_MS);
    hall_drain(&hall);
}

static const char *order(const char *words)
{
    char request[LINE_SIZE];

    struct peer *line = operator_connect(&hall);
    snprintf(request, sizeof request, "text %s", words);
    struct operator_answer answer = operator_ask(&hall, line, request);
    peer_close(line);
    ck_assert_msg(answer.is_ok, "%s: %s", words, answer.text);
    return answer.text;
}

static const char *choose_password(void)
{
    snprintf(next_password, sizeof next_password, "correct horse %u", ++passwords);
    return next_password;
}

static const char *confirm_password(void)
{
    memcpy(password, next_password, sizeof password);
    return password;
}

static void log_in(struct guest *guest)
{
    guest_open(guest, &hall, GUEST_LINE, "ada");
    type(guest, "ada");
    guest_wait_state(guest, SESSION_PASSWORD);
    type(guest, password);
    guest_wait_state(guest, SESSION_PLAYING);
}

static void leave(struct guest *guest)
{
    if (guest->hall == NULL)
        return;
    if (guest_is_playing(guest))
        type(guest, "quit");
    if (guest_state(guest) == SESSION_LEAVING)
        guest_wait_state(guest, SESSION_CLOSED);
    guest_close(guest);
    pass(1);
}

static void set_up(void)
{
    hall_open(&hall);
    snprintf(password, sizeof password, "correct horse");
    passwords = 0;
    guest_join(&brom, &hall, GUEST_LINE, "brom");
    guest_join(&first, &hall, GUEST_LINE, "ada");
    type(&first, "set hints off");
    player = &first;
}

static void tear_down(void)
{
    struct examination seen;
    struct store *store = NULL;
    struct store_status status;
    char path[128];

    leave(&first);
    leave(&second);
    leave(&third);
    leave(&brom);
    hall_stop(&hall);
    snprintf(path, sizeof path, "%s/undercroft.db", hall.folder);
    ck_assert_int_eq(store_open(path, &store, &status), ERR_OK);
    ck_assert_int_eq(store_examine(store, &seen), ERR_OK);
    ck_assert_msg(examination_is_clean(&seen), "%s", seen.findings[0]);
    ck_assert_int_eq(store_close(store), ERR_OK);
    hall_remove(&hall);
}

/* All state of a player that a stale row would bring back. */
struct likeness {
    uint64_t life;
    struct level_key level;
    char settings[128];
    enum account_role role;
};

static struct likeness likeness_of(const struct guest *guest)
{
    const struct session *session = guest_session(guest);
    const struct delver *delver = guest_delver(guest);
    struct likeness likeness = {.level = delver->body.key, .role = session->role};
    struct hash hash;

    hash_init(&hash);
    life_hash(&delver->life, &hash);
    likeness.life = hash.value;
    snprintf(likeness.settings, sizeof likeness.settings, "%s",
             preferences_text(&session->preferences.saved));
    return likeness;
}

/* The deeds of the first login. */
static void does_nothing(void)
{
}

static void drops_darts(void)
{
    uint64_t before = likeness_of(player).life;

    type(player, "drop all darts");
    for (int i = 0; i < TURNS_MAX && likeness_of(player).life == before; i++)
        pass(1);
    ck_assert_uint_ne(likeness_of(player).life, before);
    pass(SETTLE_TICKS);
}

static void takes_darts(void)
{
    const struct delver *delver = guest_delver(player);
    uint64_t before = likeness_of(player).life;
    char words[LINE_SIZE];

    snprintf(words, sizeof words, "spawn dart %d %d,%d 2", delver->body.key.depth,
             delver->body.at.x, delver->body.at.y);
    order(words);
    type(player, "get darts");
    for (int i = 0; i < TURNS_MAX && likeness_of(player).life == before; i++)
        pass(1);
    ck_assert_uint_ne(likeness_of(player).life, before);
    pass(SETTLE_TICKS);
}

/* Poison kills; and she wakes whole. */
static void dies(void)
{
    struct delver *delver = guest_delver(player);

    (void)statuses_add(&delver->body.statuses, STATUS_POISONED, POISON);
    beat_begin(hall.server.game.world, &delver->body);
    delver->body.health = 1;
    for (int i = 0; i < TURNS_MAX && delver->body.health < delver->body.health_max; i++) {
        if (delver->body.state == BODY_PRESENT && !delver->fall.is_fallen)
            delver->body.health = 1;
        hall_wait(&hall);
    }
    ck_assert_int_eq(delver->body.health, delver->body.health_max);
    pass(5);
}

/* As in play, without the walk there. */
static void learns_and_opens_a_niche(void)
{
    struct delver *delver = guest_delver(player);

    delver->life.experience += 7;
    delver->life.dealings.mendings++;
    life_open(&delver->life, NICHE_MENDING, 1 + (int)(delver->life.experience % 8));
    delver_note_change(delver);
    pass(1);
}

static void walks_down(void)
{
    order("send ada 2");
    for (int i = 0; i < HALL_WAIT_TURNS && guest_delver(player)->body.key.depth != 2; i++)
        hall_wait(&hall);
    pass(3);
}

static void chooses_settings(void)
{
    bool has =
        strstr(preferences_text(&guest_session(player)->preferences.saved), "colour") != NULL;

    type(player, has ? "set colour auto" : "set colour 16");
    pass(2);
}

static void joins_a_party(void)
{
    type(&brom, "party invite ada");
    pass(1);
    type(player, "party join");
    pass(2);
}

static void changes_role(void)
{
    bool is_builder = guest_session(player)->role == ACCOUNT_ROLE_BUILDER;

    order(is_builder ? "role ada none" : "role ada builder");
}

static void is_kicked(void)
{
    order("kick ada");
    guest_wait_state(player, SESSION_CLOSED);
}

static void is_taken_over(void)
{
    log_in(&third);
    ck_assert_int_eq(guest_state(&first), SESSION_CLOSED);
    guest_close(&first);
    player = &third;
    drops_darts();
}

/* Ways in which the first login ends. */
static void stays(void)
{
}

static void quits(void)
{
    type(player, "quit");
    guest_wait_state(player, SESSION_CLOSED);
}

static void loses_the_line(void)
{
    guest_close(player);
    pass(2);
}

static void is_lost_and_gone(void)
{
    int64_t id = guest_session(player)->account.id;

    guest_close(player);
    pass(2);
    for (int i = 0; i < 3 && roster_slot_of_delver(&hall.server.roster, id) != NULL; i++)
        hall_pass(&hall, (uint64_t)hall.server.base.options.link_death_seconds * 1000 + 1000);
    ck_assert_ptr_null(roster_slot_of_delver(&hall.server.roster, id));
}

/* An operator makes a code: "ABCD-EFGH-JKLM". */
static void make_code(char out[LINE_SIZE])
{
    const char *dash = order("password ada");

    do {
        dash = strchr(dash + 1, '-');
        ck_assert_ptr_nonnull(dash);
    } while (dash[5] != '-');
    snprintf(out, LINE_SIZE, "%.14s", dash - 4);
}

/* Ways in which the second login waits and goes on. */
static void type_name(void)
{
    guest_open(&second, &hall, GUEST_LINE, "ada");
    type(&second, "ada");
    guest_wait_state(&second, SESSION_PASSWORD);
}

static void type_password(void)
{
    type(&second, password);
}

static void type_code(void)
{
    char code[LINE_SIZE];

    make_code(code);
    type_name();
    type(&second, code);
    guest_wait_state(&second, SESSION_NEW_PASSWORD);
}

static void type_new_password_twice(void)
{
    type(&second, choose_password());
    type(&second, confirm_password());
}

static void type_code_and_new_password(void)
{
    type_code();
    type(&second, choose_password());
}

static void type_new_password_again(void)
{
    type(&second, confirm_password());
}

static void open_gmcp(void)
{
    guest_open(&second, &hall, GUEST_GMCP, "ada");
    guest_wait_state(&second, SESSION_NAME);
}

static void send_credentials(void)
{
    char message[2 * LINE_SIZE];
    int length = snprintf(message, sizeof message,
                          "\xff\xfa\xc9"
                          "Char.Login.Credentials {\"account\":\"ada\",\"password\":\"%s\"}"
                          "\xff\xf0",
                          password);

    guest_send(&second, message, (size_t)length);
}

static void (*const deeds[])(void) = {
    does_nothing,  drops_darts,      takes_darts,   dies,         learns_and_opens_a_niche,
    walks_down,    chooses_settings, joins_a_party, changes_role, is_kicked,
    is_taken_over,
};
static void (*const ends[])(void) = {stays, quits, loses_the_line, is_lost_and_gone};
static const struct {
    void (*begin)(void);
    void (*go_on)(void);
} waits[] = {
    {type_name, type_password},
    {type_code, type_new_password_twice},
    {type_code_and_new_password, type_new_password_again},
    {open_gmcp, send_credentials},
};

enum {
    DEEDS = sizeof deeds / sizeof deeds[0],
    ENDS = sizeof ends / sizeof ends[0],
    WAITS = sizeof waits / sizeof waits[0],
};

/* The second login is the one that plays, as what the first left. */
static void expect_likeness(const struct likeness *expected, const char *what)
{
    guest_wait_state(&second, SESSION_PLAYING);
    pass(2);
    const struct likeness found = likeness_of(&second);
    ck_assert_msg(found.life == expected->life, "%s: another life", what);
    ck_assert_msg(level_key_equal(found.level, expected->level), "%s: another level", what);
    ck_assert_msg(strcmp(found.settings, expected->settings) == 0, "%s: settings '%s', not '%s'",
                  what, found.settings, expected->settings);
    ck_assert_msg(found.role == expected->role, "%s: another role", what);
    ck_assert_uint_eq(hall.server.roster.playing, 2);
}

static void play_case(size_t wait, size_t deed, size_t end)
{
    char what[LINE_SIZE];

    snprintf(what, sizeof what, "wait %zu, deed %zu, end %zu", wait, deed, end);
    player = &first;
    if (first.hall == NULL)
        log_in(&first);
    takes_darts();
    waits[wait].begin();
    struct likeness expected = likeness_of(player);
    deeds[deed]();
    if (guest_is_playing(player)) {
        expected = likeness_of(player);
        ends[end]();
    }
    waits[wait].go_on();
    expect_likeness(&expected, what);
    leave(&first);
    leave(&third);
    leave(&second);
}

TEST_FIXTURE(set_up, tear_down);

TEST_EACH(whatever_the_first_login_does_the_second_is_the_player_of_that_moment, WAITS)
{
    for (size_t deed = 0; deed < DEEDS; deed++) {
        for (size_t end = 0; end < ENDS; end++)
            play_case((size_t)_i, deed, end);
    }
}

/* The password is with a worker while the first login leaves: who is first does not matter. */
TEST(credentials_that_are_looked_at_while_the_player_leaves_double_nothing)
{
    for (int i = 0; i < ROUNDS_OF_CREDENTIALS; i++) {
        if (first.hall == NULL)
            log_in(&first);
        open_gmcp();
        type(&first, i % 2 == 0 ? "drop all darts" : "get all");
        pass(i % 7);
        send_credentials();
        pass(i % 5);
        type(&first, "quit");
        guest_wait_state(&second, SESSION_PLAYING);
        pass(2);
        ck_assert_uint_eq(hall.server.roster.playing, 2);
        leave(&first);
        leave(&second);
    }
}

/* Meanwhile a client that is still to answer the server's questions has time for that. */
static void expect_while_held(struct guest *held, const char *text)
{
    for (int i = 0; i < HALL_WAIT_TURNS && !guest_hears(player, text); i++) {
        if (held != NULL)
            guest_conn(held)->opened_at_ms = hall.server.base.now_ms;
        hall_wait(&hall);
    }
    ck_assert_msg(guest_hears(player, text), "no '%s' but: %s", text, player->heard);
}

static void change_password(struct guest *held)
{
    char old[LINE_SIZE];

    snprintf(old, sizeof old, "%s", password);
    type(player, "password");
    type(player, old);
    expect_while_held(held, "The new one");
    type(player, choose_password());
    type(player, confirm_password());
    expect_while_held(held, "Your password is changed.");
}

TEST(a_changed_password_ends_every_other_login_and_code)
{
    char code[LINE_SIZE];
    char old[LINE_SIZE];

    snprintf(old, sizeof old, "%s", password);
    make_code(code);
    type_name();
    guest_open(&third, &hall, GUEST_LINE, "ada");
    type(&third, "ada");
    guest_wait_state(&third, SESSION_PASSWORD);
    type(&third, code);
    guest_wait_state(&third, SESSION_NEW_PASSWORD);
    change_password(NULL);
    ck_assert_ptr_null(moderation_find(&hall.server.game.moderation, RULING_CODE, "Ada"));
    type(&second, old);
    guest_expect(&second, "Wrong password.");
    type(&third, "something longer");
    type(&third, "something longer");
    guest_expect(&third, "That code is no longer good.");
    ck_assert(guest_is_playing(&first));
    type(&third, "ada");
    guest_wait_state(&third, SESSION_PASSWORD);
    type(&third, code);
    guest_expect(&third, "Wrong password.");
    ck_assert(guest_is_playing(&first));
    type(&second, "ada");
    guest_wait_state(&second, SESSION_PASSWORD);
    type(&second, password);
    guest_wait_state(&second, SESSION_PLAYING);
}

/* A password that is found right just before it is changed is none any more when it enters. */
TEST(a_password_that_was_right_before_it_was_changed_does_not_enter)
{
    guest_open(&second, &hall, GUEST_MUTE, "ada");
    type(&second, "ada");
    guest_wait_state(&second, SESSION_PASSWORD);
    guest_session(&second)->present.is_waiting_for_answers = true;
    guest_conn(&second)->opened_at_ms = hall.server.base.now_ms;
    type(&second, password);
    while (guest_state(&second) != SESSION_ENTERING) {
        guest_conn(&second)->opened_at_ms = hall.server.base.now_ms;
        hall_wait(&hall);
    }
    change_password(&second);
    ck_assert_int_eq(guest_state(&second), SESSION_ENTERING);
    guest_expect(&second, "Wrong password.");
    ck_assert_int_eq(guest_state(&second), SESSION_NAME);
    ck_assert(guest_is_playing(&first));
}

TEST(one_who_is_banned_or_removed_meanwhile_does_not_come_in)
{
    type_name();
    quits();
    order("ban ada for good");
    type_password();
    guest_wait_state(&second, SESSION_CLOSED);
    guest_close(&second);
    order("unban ada");
    type_name();
    order("forget ada");
    guest_wait_state(&second, SESSION_CLOSED);
    ck_assert_uint_eq(hall.server.roster.playing, 1);
}

static bool log_has(const char *text)
{
    static char log[1 << 20];
    ssize_t length = pread(hall.log, log, sizeof log - 1, 0);

    log[length > 0 ? length : 0] = '\0';
    return strstr(log, text) != NULL;
}

TEST(a_record_older_than_the_last_departure_is_refused_and_logged)
{
    struct delver_record record = delver_record(guest_delver(&first));

    quits();
    guest_close(&first);
    record.life.gold++;
    departed_note(&hall.server.roster.departed, &record);
    type_name();
    type_password();
    guest_expect(&second, "The dungeon cannot take you in just now.");
    guest_wait_state(&second, SESSION_CLOSED);
    ck_assert(log_has("\"join.older-record\""));
    ck_assert_uint_eq(hall.server.roster.playing, 1);
    guest_close(&second);
    departed_clear(&hall.server.roster.departed);
    log_in(&first);
}
