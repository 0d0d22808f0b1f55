/*
 * Guests: they come in by one tap and come back by what their page was told, only say things, and
 * become players for good.
 */
#include <stdio.h>
#include <string.h>

#include "page_fixture.h"
#include "server/game/removal.h"
#include "server/game/roster.h"
#include "server/net/conn.h"
#include "server/save/persist.h"
#include "server/save/persist_accounts.h"
#include "server/session/auth/guest.h"
#include "server/session/commands/who.h"
#include "server/session/session.h"
#include "support/test.h"

enum { ADA, BROM, CORA };

static struct page_fixture fixture;

static void set_up(void)
{
    page_fixture_open(&fixture);
}

static void tear_down(void)
{
    page_fixture_close(&fixture);
}

static struct options *options(void)
{
    return &fixture.server->base.options;
}

/* Comes in by one tap; its name goes to `out`, its password to `out_password`. */
static void enter_as_guest(int page, char *out, char *out_password)
{
    char text[200] = "";

    page_call(&fixture, page);
    page_expect(&fixture, page, "\"state\":\"name\"");
    page_send_text(&fixture, page, "Session.Guest {}");
    page_await_map(&fixture, page);
    page_copy(&fixture, page, "Session.Guest {", text, sizeof text);
    ck_assert_msg(sscanf(text,
                         "Session.Guest {\"account\":\"%16[A-Za-z]\",\"password\":\"%32[0-9a-f]\"}",
                         out, out_password) == 2,
                  "%s", text);
    ck_assert_uint_eq(strlen(out_password), 32);
}

static void say_hello(int page, const char *line, const char *answer)
{
    page_type(&fixture, page, line);
    page_expect_line(&fixture, page, answer);
    page_expect_mark(&fixture, page);
}

static void return_as(int page, const char *name, const char *password)
{
    char message[256];

    page_call(&fixture, page);
    page_expect(&fixture, page, "\"state\":\"name\"");
    snprintf(message, sizeof message,
             "Char.Login.Credentials {\"account\":\"%s\",\"password\":\"%s\"}", name, password);
    page_send_text(&fixture, page, message);
}

static void claim(int page, const char *name, const char *password)
{
    char line[64];

    snprintf(line, sizeof line, "claim %s", name);
    page_type(&fixture, page, line);
    page_expect(&fixture, page,
                "\"text\":\"Choose a password (8 or more characters, used nowhere else):\","
                "\"hides\":true}");
    page_type(&fixture, page, password);
    page_expect(&fixture, page, "\"text\":\"Once more:\",\"hides\":true}");
    page_type(&fixture, page, password);
    page_expect_line(&fixture, page, "for good. Saved.");
}

TEST_FIXTURE(set_up, tear_down);

TEST(all_names_of_two_words_are_names_and_none_looks_like_another)
{
    static char skeletons[GUEST_NAME_WORDS * GUEST_NAME_WORDS][NAME_LENGTH_MAX + 1];
    char name[NAME_LENGTH_MAX + 1];
    char again[NAME_LENGTH_MAX + 1];
    size_t count = 0;

    for (size_t first = 0; first < GUEST_NAME_WORDS; first++) {
        for (size_t second = 0; second < GUEST_NAME_WORDS; second++) {
            guest_name_of(first, second, name);
            ck_assert_int_eq(name_normalise(name, again), ERR_OK);
            ck_assert_str_eq(name, again);
            ck_assert_msg(!name_is_reserved(name), "%s", name);
            name_skeleton(name, skeletons[count++]);
        }
    }
    qsort(skeletons, count, sizeof skeletons[0], (int (*)(const void *, const void *))strcmp);
    for (size_t i = 1; i < count; i++)
        ck_assert_msg(strcmp(skeletons[i - 1], skeletons[i]) != 0, "%s", skeletons[i]);
    for (int attempt = 0; attempt < GUEST_NAME_TRIES_MAX; attempt++) {
        guest_name_draw(attempt, name);
        ck_assert_int_eq(name_normalise(name, again), ERR_OK);
        ck_assert_str_eq(name, again);
    }
}

TEST(a_guest_comes_in_by_one_tap_and_comes_back_by_what_its_page_was_told)
{
    char name[NAME_LENGTH_MAX + 1];
    char password[33];
    char begun[64];

    enter_as_guest(ADA, name, password);
    ck_assert(page_has(&fixture, ADA, "\"guests\":true"));
    snprintf(begun, sizeof begun, "Session.Begin {\"name\":\"%s\",\"guest\":true", name);
    ck_assert(page_has(&fixture, ADA, begun));
    page_expect_line(&fixture, ADA, "claim NAME.");
    return_as(BROM, name, password);
    page_expect(&fixture, BROM, begun);
    ck_assert(!page_has(&fixture, BROM, "Session.Guest {"));
    ck_assert(!page_has(&fixture, BROM, password));
    return_as(CORA, name, "00000000000000000000000000000000");
    page_expect(&fixture, CORA, "Wrong password.");
}

TEST(a_guest_is_shown_as_one_and_counted)
{
    char name[NAME_LENGTH_MAX + 1];
    char password[33];
    char list[WHO_TEXT_MAX];

    page_enter(&fixture, BROM, "brom");
    ck_assert_uint_eq(roster_count_guests(fixture.server->game.roster), 0);
    enter_as_guest(ADA, name, password);
    ck_assert_uint_eq(roster_count_guests(fixture.server->game.roster), 1);
    who_list(&fixture.server->sessions, TEXT_SPOKEN, list, sizeof list);
    ck_assert_ptr_nonnull(strstr(list, ", depth 1, level 1, guest."));
    who_list(&fixture.server->sessions, TEXT_TABLE, list, sizeof list);
    ck_assert_ptr_nonnull(strstr(list, "depth 1  level 1  (guest)\n"));
    ck_assert_ptr_nonnull(strstr(list, "Brom             depth 1  level 1\n"));
    page_hang_up(&fixture, ADA);
    page_pass(&fixture, 3);
    ck_assert_uint_eq(roster_count_guests(fixture.server->game.roster), 1);
}

TEST(saying_is_all_the_talk_of_a_guest_and_that_once_a_second)
{
    static const char *const refused[] = {"tell brom hi", "reply hi", "shout hi", "chat hi",
                                          "me waves",     "p hi",     "password"};
    char name[NAME_LENGTH_MAX + 1];
    char password[33];

    page_enter(&fixture, BROM, "brom");
    enter_as_guest(ADA, name, password);
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        page_forget(&fixture, ADA);
        say_hello(ADA, refused[i], "Guests can only say things: claim NAME");
    }
    say_hello(ADA, "say one", "You say: \"one\"");
    page_forget(&fixture, ADA);
    say_hello(ADA, "say two", "You talk too fast.");
    page_session(&fixture, name)->commands.chat.budget.sent_at_ms[0] -= 1000;
    say_hello(ADA, "say three", "You say: \"three\"");
    ck_assert(!page_model_has_line(&fixture.pages[BROM].model, "waves"));
}

TEST(a_claim_makes_a_player_with_the_same_body)
{
    char name[NAME_LENGTH_MAX + 1];
    char password[33];
    char told[64];

    page_enter(&fixture, BROM, "brom");
    enter_as_guest(ADA, name, password);
    body_id body = page_session(&fixture, name)->actor;
    int64_t id = page_session(&fixture, name)->account.id;
    page_forget(&fixture, ADA);
    claim(ADA, "cora", page_password);
    page_expect(&fixture, ADA, "Session.Claimed {\"name\":\"Cora\"}");
    page_expect(&fixture, ADA, "Session.Token {");
    snprintf(told, sizeof told, "%s is called Cora from now on.", name);
    page_expect_line(&fixture, BROM, told);
    page_expect(&fixture, BROM, "\"name\":\"Cora\"}]");
    page_pass(&fixture, 3);
    ck_assert_uint_eq(page_session(&fixture, "Cora")->actor, body);
    ck_assert_int_eq(page_session(&fixture, "Cora")->account.id, id);
    ck_assert_str_eq(world_delver(fixture.server->game.world, body)->name, "Cora");
    ck_assert_uint_eq(roster_count_guests(fixture.server->game.roster), 0);
    say_hello(ADA, "chat hi", "You chat: \"hi\"");
    say_hello(ADA, "claim dora", "You have a name and a password already.");
    return_as(CORA, name, password);
    page_expect(&fixture, CORA, "Wrong password.");
    return_as(CORA, "cora", page_password);
    page_expect(&fixture, CORA, "Session.Begin {\"name\":\"Cora\",\"guest\":false");
}

TEST(a_guest_may_keep_its_name)
{
    char name[NAME_LENGTH_MAX + 1];
    char password[33];

    enter_as_guest(ADA, name, password);
    claim(ADA, name, page_password);
    return_as(BROM, name, page_password);
    page_expect(&fixture, BROM, "\"guest\":false");
}

TEST(a_name_that_cannot_be_had_is_refused)
{
    static const struct {
        const char *line;
        const char *answer;
    } rows[] = {
        {"claim", "Claim which name?"},
        {"claim al", "A name is 3 to 16 letters"},
        {"claim two words", "A name is 3 to 16 letters"},
        {"claim admin", "That name is reserved."},
        {"claim north", "That name is reserved."},
        {"claim guest", "That name is reserved."},
        {"claim mila", "That name is taken, or looks too much like one that is."},
        {"claim nora", "can be yours"},
    };
    char name[NAME_LENGTH_MAX + 1];
    char password[33];

    page_enter(&fixture, BROM, "mlla");
    enter_as_guest(ADA, name, password);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        page_forget(&fixture, ADA);
        say_hello(ADA, rows[i].line, rows[i].answer);
    }
    page_expect(&fixture, ADA, "Choose a password");
    page_forget(&fixture, ADA);
    say_hello(ADA, "", "You are still a guest.");
    options()->new_accounts = NEW_ACCOUNTS_CLOSED;
    say_hello(ADA, "claim cora", "No names are given away at present.");
    options()->new_accounts = NEW_ACCOUNTS_OPEN;
    const struct ruling mute = {.kind = RULING_MUTE, .at = 1, .who = "operator", .detail = "-"};
    struct ruling put = mute;
    snprintf(put.subject, sizeof put.subject, "%s", name);
    ck_assert_int_eq(moderation_put(&fixture.server->game.moderation, &put), ERR_OK);
    say_hello(ADA, "claim cora", "You are muted");
    ck_assert(page_session(&fixture, name)->account.is_guest);
}

TEST(a_claim_goes_on_without_its_line)
{
    char name[NAME_LENGTH_MAX + 1];
    char password[33];

    enter_as_guest(ADA, name, password);
    body_id body = page_session(&fixture, name)->actor;
    page_type(&fixture, ADA, "claim cora");
    page_expect(&fixture, ADA, "Choose a password");
    page_type(&fixture, ADA, page_password);
    page_expect(&fixture, ADA, "Once more");
    struct job *job = job_new(&question_claim_account);
    struct new_name *change = job->content;
    change->account = page_session(&fixture, name)->account;
    memcpy(change->password_before, change->account.password_hash, sizeof change->password_before);
    snprintf(change->account.name, sizeof change->account.name, "Cora");
    name_skeleton("Cora", change->account.skeleton);
    job->answer = guest_on_claimed;
    page_hang_up(&fixture, ADA);
    page_pass(&fixture, 3);
    ck_assert_int_eq(
        persist_submit(fixture.server->sessions.persist, job, &fixture.server->sessions.answers),
        ERR_OK);
    page_pass(&fixture, 30);
    ck_assert_str_eq(world_delver(fixture.server->game.world, body)->name, "Cora");
    ck_assert_uint_eq(roster_count_guests(fixture.server->game.roster), 0);
}

TEST(who_is_no_guest_by_the_settings_is_refused)
{
    static const struct {
        enum guests guests;
        enum new_accounts new_accounts;
    } rows[] = {{GUESTS_OFF, NEW_ACCOUNTS_OPEN},
                {GUESTS_WEB, NEW_ACCOUNTS_HOLD},
                {GUESTS_ALL, NEW_ACCOUNTS_CLOSED}};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        options()->guests = rows[i].guests;
        options()->new_accounts = rows[i].new_accounts;
        page_call(&fixture, ADA);
        page_expect(&fixture, ADA, "\"guests\":false");
        page_expect(&fixture, ADA, "\"state\":\"name\"");
        page_forget(&fixture, ADA);
        page_send_text(&fixture, ADA, "Session.Guest {}");
        page_expect(&fixture, ADA, "There are no guests here");
        page_expect(&fixture, ADA, "\"state\":\"name\"");
    }
}

TEST(guests_of_a_network_are_limited_and_count_as_new_players)
{
    char name[NAME_LENGTH_MAX + 1];
    char password[33];

    options()->new_per_address = 1000;
    options()->guests_per_address = 2;
    options()->new_players_per_address = 2;
    enter_as_guest(ADA, name, password);
    enter_as_guest(BROM, name, password);
    page_call(&fixture, CORA);
    page_expect(&fixture, CORA, "\"state\":\"name\"");
    page_send_text(&fixture, CORA, "Session.Guest {}");
    page_expect(&fixture, CORA, "Too many new guests from your network. Please try again in ");
    page_type(&fixture, CORA, "cora");
    page_expect(&fixture, CORA, "Too many new players from your network.");
}

/* So long ago for the database. */
static void age(const char *name, int64_t days)
{
    struct session *session = page_session(&fixture, name);
    struct account_record account = session->account;

    account.last_seen_at -= days * 24 * 60 * 60;
    ck_assert_int_eq(
        change_set_put_visit(persist_changes(fixture.server->sessions.persist), &account), ERR_OK);
}

static void sweep(void)
{
    fixture.server->game.removals->look_at_ms = 1;
    page_pass(&fixture, 250);
}

TEST(guests_that_do_not_come_back_are_removed)
{
    char names[3][NAME_LENGTH_MAX + 1];
    char passwords[3][33];

    for (int i = 0; i < 3; i++)
        enter_as_guest(i, names[i], passwords[i]);
    claim(CORA, "cora", page_password);
    for (int i = 0; i < 2; i++) {
        world_delver(fixture.server->game.world, page_session(&fixture, names[i])->actor)->steps =
            1000;
        page_type(&fixture, i, "quit");
        page_expect_end(&fixture, i);
    }
    return_as(ADA, names[0], passwords[0]);
    page_expect(&fixture, ADA, "Session.Begin");
    age(names[0], 8);
    page_hang_up(&fixture, ADA);
    options()->link_death_page_seconds = 0;
    return_as(BROM, names[1], passwords[1]);
    page_expect(&fixture, BROM, "Session.Begin");
    age(names[1], 6);
    page_hang_up(&fixture, BROM);
    age("Cora", 8);
    page_type(&fixture, CORA, "save");
    page_expect_line(&fixture, CORA, "Saved");
    page_pass(&fixture, 250);
    sweep();
    return_as(ADA, names[0], passwords[0]);
    page_expect(&fixture, ADA, "Wrong password.");
    return_as(BROM, names[1], passwords[1]);
    page_expect(&fixture, BROM, "Session.Begin");
    return_as(ADA, "cora", page_password);
    page_expect(&fixture, ADA, "Session.Begin");
}
