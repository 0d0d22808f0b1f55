/*
 * Lines of those who log in: more than can be served wait and are told their place, and all come
 * in; who is silent makes room; passwords are compared in turn by network.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "hall.h"
#include "server/save/job.h"
#include "server/save/persist_accounts.h"
#include "server/session/auth/login.h"
#include "server/session/auth/login_policy.h"
#include "support/test.h"

enum {
    GUESTS = LOGINS_LINE_MAX + 12,
    PLACES = 10,
    FILES = 2 * GUESTS + 200, /* both ends of each are ours */
    TURNS_MAX = 4000,
};

#define CREDENTIALS                                                                                \
    "\xff\xfd\xc9\xff\xfa\xc9"                                                                     \
    "Char.Login.Credentials {\"account\":\"nobody\",\"password\":\"12345678\"}\xff\xf0"

static struct hall hall;
static struct guest *guests;
static struct server *const server = &hall.server;

/* Opens `places` places in all; one in ten is for logins. */
static void open_places(int places)
{
    server->base.options.connections_max = places;
    server->base.options.logins_percent = 10;
}

static void set_up(void)
{
    struct rlimit files;

    ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &files), 0);
    ck_assert_uint_ge(files.rlim_max, FILES);
    files.rlim_cur = files.rlim_max < 2 * FILES ? files.rlim_max : 2 * FILES;
    ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &files), 0);
    guests = calloc(GUESTS, sizeof *guests);
    ck_assert_ptr_nonnull(guests);
    hall_open(&hall);
    server->base.options.failures_per_address = 0;
    server->base.options.failures_per_name = 0;
}

static void tear_down(void)
{
    for (int i = 0; i < GUESTS; i++)
        guest_close(&guests[i]);
    hall_close(&hall);
    free(guests);
}

static void open_guests(int from, int to)
{
    for (int i = from; i < to; i++)
        guest_open(&guests[i], &hall, GUEST_MUTE, "guest");
}

static bool hears(int i, const char *text)
{
    return guest_hears(&guests[i], text);
}

/* Another address than the one it comes from, in a /24 of its own. */
static void move_to(int i, uint64_t network)
{
    guest_conn(&guests[i])->key = (struct network_key){.network = network << 8};
}

/* Lets `seconds` pass while two guests go on typing. */
static void pass_busily(int seconds, int one, int other)
{
    for (int i = 0; i < seconds; i++) {
        guest_type(&guests[one], "x");
        guest_type(&guests[other], "x");
        hall_pass(&hall, 1000);
    }
}

TEST_FIXTURE(set_up, tear_down);

TEST(who_waits_is_told_the_place_in_line)
{
    open_places(20);
    open_guests(0, 4);
    ck_assert_int_eq(guest_state(&guests[1]), SESSION_NAME);
    ck_assert_int_eq(guest_state(&guests[2]), SESSION_IN_LINE);
    hall_pass(&hall, HALL_TICK_MS);
    ck_assert_msg(!hears(2, "line") && !hears(2, "Name:"), "too short to be told: %s",
                  guests[2].heard);
    hall_pass(&hall, 1000);
    ck_assert(hears(2, "Many players are logging in. You are number 1 in line.\r\n"));
    ck_assert(hears(3, "Many players are logging in. You are number 2 in line.\r\n"));
    guest_close(&guests[0]);
    guest_expect(&guests[2], "Name: ");
    ck_assert(!hears(3, "number 1"));
    pass_busily(5, 1, 2);
    ck_assert(hears(3, "You are number 1 in line.\r\n"));
    ck_assert(!hears(3, "Name: "));
    guest_forget(&guests[3]);
    pass_busily(6, 1, 2);
    ck_assert_msg(!hears(3, "in line"), "the same number again");
    guest_close(&guests[3]);
    hall_pass(&hall, HALL_TICK_MS);
    hall_pass(&hall, HALL_TICK_MS);
    ck_assert_uint_eq(server->logins.line.count, 0);
    ck_assert_uint_eq(server->logins.open.count, 2);
}

TEST(the_time_in_line_is_not_the_logins)
{
    open_places(20);
    server->base.options.login_seconds = 60;
    open_guests(0, 3);
    pass_busily(50, 0, 1);
    guest_close(&guests[0]);
    guest_expect(&guests[2], "Name: ");
    pass_busily(50, 2, 2);
    ck_assert_int_eq(guest_state(&guests[2]), SESSION_NAME);
    ck_assert_msg(hears(1, "The login took too long."), "who never waited: %s", guests[1].heard);
    pass_busily(12, 2, 2);
    ck_assert(hears(2, "The login took too long."));
}

TEST(what_is_typed_in_line_is_taken_when_it_is_its_turn)
{
    open_places(20);
    open_guests(0, 4);
    guest_type(&guests[2], "zoe\r\n");
    guest_send(&guests[3], CREDENTIALS, sizeof CREDENTIALS - 1);
    hall_pass(&hall, HALL_TICK_MS);
    ck_assert(!hears(2, "Zoe"));
    guest_close(&guests[0]);
    guest_close(&guests[1]);
    guest_expect(&guests[2], "Zoe");
    guest_expect(&guests[3], "Wrong password.");
}

TEST(who_is_silent_makes_room_first)
{
    open_places(20);
    open_guests(0, 3);
    guest_type(&guests[0], "x");
    hall_pass(&hall, 14 * 1000);
    guest_type(&guests[0], "x");
    hall_pass(&hall, 500);
    ck_assert_msg(guest_state(&guests[1]) == SESSION_NAME, "nobody is cut who may still read");
    hall_pass(&hall, 600);
    ck_assert_int_eq(guest_state(&guests[0]), SESSION_NAME);
    ck_assert(hears(1, "Others wait to log in, and your place was needed. Please connect again."));
    ck_assert_int_eq(guest_state(&guests[2]), SESSION_NAME);
    ck_assert_uint_eq(metrics_value(&server->base.metrics, METRIC_LOGINS, METRIC_LOGIN_MADE_ROOM),
                      1);
}

TEST(nobody_makes_room_while_the_server_is_what_they_wait_for)
{
    open_places(20);
    open_guests(0, 3);
    guest_session(&guests[0])->state = SESSION_WAITING;
    guest_session(&guests[1])->state = SESSION_WAITING;
    hall_pass(&hall, 20 * 1000);
    ck_assert_int_eq(guest_state(&guests[2]), SESSION_IN_LINE);
    guest_session(&guests[0])->state = SESSION_NAME;
    guest_session(&guests[1])->state = SESSION_NAME;
}

/* One after the other says goodbye as soon as it is greeted. */
static void serve_all(int count)
{
    bool has_left[GUESTS] = {false};
    int left = 0;

    for (int turn = 0; turn < TURNS_MAX && left < count; turn++) {
        for (int i = 0; i < count; i++) {
            if (has_left[i] || !hears(i, "Name: "))
                continue;
            guest_type(&guests[i], "quit\r\n");
            has_left[i] = true;
            left++;
        }
        hall_pass(&hall, HALL_TICK_MS);
    }
    ck_assert_msg(left == count, "%d of %d were served", left, count);
}

TEST(a_thousand_wait_and_all_come_in)
{
    struct network_key other = {.network = 0x0a000001};
    int count = PLACES + LOGINS_LINE_MAX;

    open_places(10 * PLACES);
    server->base.options.connections_max = GUESTS;
    server->base.options.logins_percent = 1;
    ck_assert_int_ge(base_connections_max(&server->base), GUESTS);
    open_guests(0, count);
    ck_assert_uint_eq(server->logins.open.count, PLACES);
    ck_assert_uint_eq(server->logins.line.count, LOGINS_LINE_MAX);
    guest_open_refused(&guests[count], &hall);
    ck_assert(hears(count, "Too many are logging in just now. Please try again in a moment."));
    ck_assert_uint_eq(metrics_value(&server->base.metrics, METRIC_REFUSED, METRIC_REFUSED_LOGINS),
                      1);
    /* Another network has a place there: the last of the one that fills the line loses it. */
    ck_assert(logins_make_room(&server->sessions, other));
    ck_assert(hears(count - 1, "Too many are logging in just now."));
    ck_assert_uint_eq(server->logins.line.count, LOGINS_LINE_MAX - 1);
    serve_all(count - 1);
    ck_assert_uint_eq(server->logins.open.count, 0);
}

static int count_who_hear(int count, const char *text)
{
    int sum = 0;

    for (int i = 0; i < count; i++)
        sum += hears(i, text);
    return sum;
}

/* A password of this one is with the workers, or waits for them. */
static void submit(int i, uint64_t network)
{
    struct session *session = guest_session(&guests[i]);

    move_to(i, network);
    snprintf(session->auth.name, sizeof session->auth.name, "Nobody");
    session->state = SESSION_WAITING;
    session->auth.has_credentials = true;
    ck_assert(!login_policy_must_wait(session));
    logins_wait(session);
    ck_assert_int_eq(password_submit(&server->sessions, session->conn->serial, session->conn->key,
                                     "12345678", NULL),
                     ERR_OK);
}

TEST(a_thousand_passwords_wait_and_all_are_compared)
{
    int count = 1000;

    server->base.options.logins_percent = 100;
    open_guests(0, count);
    for (int i = 0; i < count; i++)
        submit(i, (uint64_t)i);
    hall_pass(&hall, 1000);
    for (int turn = 0; turn < TURNS_MAX && count_who_hear(count, "Wrong password.") < count; turn++)
        hall_pass(&hall, HALL_TICK_MS);
    ck_assert_int_eq(count_who_hear(count, "Wrong password."), count);
    ck_assert_int_eq(count_who_hear(count, "Too many"), 0);
    ck_assert_int_gt(count_who_hear(count, "Many players are logging in. You are number "), 0);
}

TEST(the_time_a_password_waits_is_not_the_logins)
{
    server->base.options.logins_percent = 100;
    server->base.options.login_seconds = 60;
    open_guests(0, 2);
    server->passwords.running = PASSWORD_WORKERS_MAX; /* with somebody else's */
    submit(0, 1);
    hall_pass(&hall, 100 * 1000);
    ck_assert_int_eq(guest_state(&guests[0]), SESSION_WAITING);
    ck_assert(hears(0, "You are number 1 in line.\r\n"));
    server->passwords.running = 0;
    open_guests(2, 3);
    submit(2, 2);
    guest_expect(&guests[0], "Wrong password.");
    hall_pass(&hall, 30 * 1000);
    ck_assert_int_eq(guest_state(&guests[0]), SESSION_NAME);
    hall_pass(&hall, 31 * 1000);
    ck_assert(hears(0, "The login took too long."));
}

TEST(many_guesses_of_one_network_do_not_delay_another)
{
    enum { MANY = 50 };

    server->base.options.logins_percent = 100;
    open_guests(0, MANY + 1);
    for (int i = 0; i < MANY; i++)
        submit(i, 1);
    submit(MANY, 2);
    ck_assert_int_eq(server->passwords.waiting, MANY + 1 - PASSWORD_WORKERS_MAX);
    /* A turn of the loop answers what both workers have done, and gives each the next. */
    while (!hears(MANY, "Wrong password."))
        hall_pass(&hall, HALL_TICK_MS);
    /* Guesses that were begun before, one of each worker, and each worker's next. */
    int answered = count_who_hear(MANY, "Wrong password.");
    ck_assert_msg(answered <= 2 * PASSWORD_WORKERS_MAX + 1, "%d were served before", answered);
}

TEST(a_full_line_of_passwords_makes_room_for_another_network)
{
    server->base.options.logins_percent = 100;
    server->base.options.password_queue = 4;
    open_guests(0, 8);
    for (int i = 0; i < 6; i++)
        submit(i, 1);
    submit(6, 2);
    move_to(7, 1);
    ck_assert_int_eq(password_submit(&server->sessions, guests[7].serial,
                                     guest_conn(&guests[7])->key, "12345678", NULL),
                     ERR_BUSY);
    hall_pass(&hall, HALL_TICK_MS);
    ck_assert(hears(5, "Too many are logging in just now."));
    guest_expect(&guests[6], "Wrong password.");
}

TEST(a_guess_that_hangs_up_is_wrong_and_not_hashed)
{
    const struct metrics *metrics = &server->base.metrics;
    struct throttle_limits limits = {5, 3, 60 * 1000};

    server->base.options.logins_percent = 100;
    open_guests(0, 6);
    for (int i = 0; i < 6; i++)
        submit(i, 1);
    struct network_key key = guest_conn(&guests[0])->key;
    ck_assert_int_eq(server->passwords.waiting, 4);
    for (int i = 0; i < 6; i++)
        conn_close(guest_conn(&guests[i]), "lost");
    server_take_input(server);
    ck_assert_int_eq(server->passwords.waiting, 0);
    ck_assert_int_eq(server->passwords.running, PASSWORD_WORKERS_MAX);
    ck_assert_uint_eq(metrics_value(metrics, METRIC_LOGINS, METRIC_LOGIN_WRONG_PASSWORD), 6);
    ck_assert_uint_gt(
        throttle_wait(&server->sessions.throttle, key, "Nobody", limits, server->base.now_ms), 0);
    ck_assert(!throttle_is_busy(&server->sessions.throttle, key, "Nobody", limits,
                                server->base.now_ms + 60000));
}

TEST(a_stored_hash_that_costs_too_much_is_unreadable)
{
    static const char *const dear[] = {
        "$argon2id$v=19$m=19456,t=4000000000,p=1$c2FsdHNhbHRzYWx0$aGFzaGhhc2hoYXNo",
        "$argon2id$v=19$m=19456,t=11,p=1$c2FsdHNhbHRzYWx0$aGFzaGhhc2hoYXNo",
        "$argon2id$v=19$m=262145,t=1,p=1$c2FsdHNhbHRzYWx0$aGFzaGhhc2hoYXNo",
        "$argon2id$v=19$m=19456,t=2,p=2$c2FsdHNhbHRzYWx0$aGFzaGhhc2hoYXNo",
        "$argon2id$v=19$m=99999999999999999999,t=2,p=1$c2Fs$aGFz",
        "$argon2i$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0$aGFzaGhhc2hoYXNo",
        "secret",
    };
    struct job *job = job_new(&question_find_account);
    struct account_question *found = job->content;

    ck_assert(password_is_bearable("$argon2id$v=19$m=262144,t=10,p=1$c2Fs$aGFz"));
    for (size_t i = 0; i < sizeof dear / sizeof dear[0]; i++)
        ck_assert_msg(!password_is_bearable(dear[i]), "%s", dear[i]);
    open_guests(0, 1);
    guest_session(&guests[0])->state = SESSION_WAITING;
    snprintf(found->account.name, sizeof found->account.name, "Ada");
    snprintf(found->account.password_hash, sizeof found->account.password_hash, "%s", dear[0]);
    job->ticket = guests[0].serial;
    login_on_account_found(&server->sessions, job);
    ck_assert_int_eq(guest_state(&guests[0]), SESSION_NAME);
    guest_expect(&guests[0], "record cannot be read. Please tell the operator.");
    job_free(job);
}
