/*
 * Telnet inside TLS, as it is run: a start that says what is wrong, players of every kind inside
 * TLS, and certificates that change under them.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/certificate.h"
#include "support/live/client.h"
#include "support/live/console.h"
#include "support/live/process.h"
#include "support/live/staging.h"
#include "support/live/stopwatch.h"
#include "support/test.h"
#include "support/tls_peer.h"

enum { DAY = 86400, WAIT_MS = 10000, CROWD = 200 };

static struct process server;
static struct console console;
static struct client ada;
static struct client brom;
/* A crowd at the name prompt, which needs no terminal. */
static struct tls_peer *peers[CROWD];
static int sockets[CROWD];
static char certificate[PROCESS_PATH_SIZE];
static char key[PROCESS_PATH_SIZE];

static void make(const struct certificate_wish *wish)
{
    certificate_make(certificate, key, wish);
}

static void set_up(void)
{
    process_init(&server);
    console_init(&console, UNDERCROFTCTL_PATH, &server);
    process_path(&server, "cert.pem", certificate);
    process_path(&server, "key.pem", key);
    make(&(struct certificate_wish){.name = "first"});
}

static void tear_down(void)
{
    client_close(&ada);
    client_close(&brom);
    for (size_t i = 0; i < CROWD; i++) {
        tls_peer_free(peers[i]);
        if (peers[i] != NULL)
            close(sockets[i]);
        peers[i] = NULL;
    }
    console_release(&console);
    process_release(&server);
}

static void start(void)
{
    process_start(&server,
                  WORDS("--tls", "127.0.0.1:0", "--tls-cert", certificate, "--tls-key", key));
    ck_assert_int_gt(server.tls_port, 0);
}

/* The certificate that a new connection gets. */
static void expect_name(const char *expected)
{
    char name[64];

    client_open_tls(&brom, CLIENT_MUTE, server.tls_port, NULL);
    tls_peer_name(brom.tls, name, sizeof name);
    /* One that leaves before all is received resets the line, and may take its handshake with it.
     */
    ck_assert_msg(client_wait_heard(&brom, "Name:", WAIT_MS), "%s", client_tail(&brom));
    client_close(&brom);
    ck_assert_str_eq(name, expected);
}

/* The start ends with exit code 1, and standard error says this. */
static void expect_no_start(const char *const *words, const char *text)
{
    process_spawn(&server, words);
    ck_assert_int_eq(process_wait(&server), 1);
    process_expect_said(&server, "err", text);
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_start_says_what_is_missing_or_wrong)
{
    char data[PROCESS_PATH_SIZE];
    char other[PROCESS_PATH_SIZE];

    process_path(&server, "data", data);
    process_path(&server, "other.pem", other);
    expect_no_start(WORDS("--data", data, "--tls", "127.0.0.1:0"),
                    "--tls needs --tls-cert FILE and --tls-key FILE");
    expect_no_start(WORDS("--data", data, "--tls", "127.0.0.1:0", "--tls-cert", certificate),
                    "--tls-cert FILE is nothing without --tls-key FILE");
    expect_no_start(
        WORDS("--data", data, "--tls", "127.0.0.1:0", "--tls-cert", other, "--tls-key", key),
        "other.pem: No such file or directory");
    certificate_make(other, key, &(struct certificate_wish){.name = NULL});
    expect_no_start(
        WORDS("--data", data, "--tls", "127.0.0.1:0", "--tls-cert", certificate, "--tls-key", key),
        "key.pem: it is not the key of the certificate in ");
    process_expect_said(&server, "err", "undercroftd: --tls-cert FILE and --tls-key FILE");
    expect_no_start(WORDS("--check-config", "--data", data, "--tls", "127.0.0.1:0", "--tls-cert",
                          certificate, "--tls-key", key),
                    "key.pem: it is not the key of the certificate in ");
    make(&(struct certificate_wish){.is_rsa = true, .rsa_bits = 512});
    expect_no_start(
        WORDS("--data", data, "--tls", "127.0.0.1:0", "--tls-cert", certificate, "--tls-key", key),
        "cert.pem: no connection can be made with this certificate");
    expect_no_start(WORDS("--data", data, "--tls-min", "1.1"), "'1.1' is not 1.2 or 1.3");
    ck_assert_msg(access(data, F_OK) != 0, "no world was made");
}

/* True if `inventory` lists darts. */
static bool has_darts(struct client *client)
{
    client_forget(client);
    client_say_line(client, "inventory");
    ck_assert(client_wait_heard(client, "You have 20 gold.", WAIT_MS));
    return strstr(client->heard, "darts") != NULL;
}

TEST(a_login_inside_tls_that_waited_at_its_prompt_is_the_player_of_the_moment_it_enters)
{
    start();
    client_open(&ada, CLIENT_LINE, server.port);
    client_login(&ada, "Ada");
    ck_assert(has_darts(&ada));
    client_open_tls(&brom, CLIENT_LINE, server.tls_port, NULL);
    client_say_line(&brom, "Ada");
    ck_assert(client_wait_heard(&brom, "Password: ", WAIT_MS));
    client_say_line(&ada, "drop all darts");
    ck_assert(client_wait_heard(&ada, "You drop 3 darts.", WAIT_MS));
    client_say_line(&ada, "quit");
    ck_assert(client_wait_closed(&ada, WAIT_MS));
    client_say_line(&brom, client_password);
    ck_assert(client_wait_heard(&brom, "Welcome back, Ada.", WAIT_MS));
    ck_assert_msg(!has_darts(&brom), "%s", client_tail(&brom));
    staging_expect_ledger_right(&console);
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(players_of_every_kind_play_inside_tls)
{
    static const enum client_kind kinds[] = {CLIENT_XTERM, CLIENT_XTERM_COMPRESSED, CLIENT_LINE,
                                             CLIENT_MUTE};
    static const char *const versions[] = {NULL, "+VERS-TLS1.2"};

    start();
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        client_open_tls(&ada, kinds[i], server.tls_port, versions[i % 2]);
        client_login(&ada, "Ada");
        bool is_screen = kinds[i] == CLIENT_XTERM || kinds[i] == CLIENT_XTERM_COMPRESSED;
        if (is_screen) {
            ck_assert_msg(client_shows_play(&ada, "Ada"), "kind %d sees no play", (int)kinds[i]);
            ck_assert(kinds[i] != CLIENT_XTERM_COMPRESSED || ada.inflating != NULL);
            client_type(&ada, ":quit\r");
        } else {
            client_say_line(&ada, "quit");
        }
        ck_assert_msg(client_wait_closed(&ada, WAIT_MS), "kind %d is not let go", (int)kinds[i]);
        ck_assert_msg(strstr(ada.heard, "Goodbye") != NULL, "%s", client_tail(&ada));
        client_close(&ada);
    }
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_clear_player_and_one_inside_tls_share_the_dungeon)
{
    start();
    client_open_tls(&ada, CLIENT_LINE, server.tls_port, NULL);
    client_login(&ada, "Ada");
    client_enter(&brom, CLIENT_LINE, server.port, "Brom");
    client_say_line(&brom, "say through the wall");
    ck_assert_msg(client_wait_heard(&ada, "through the wall", WAIT_MS), "%s", client_tail(&ada));
    client_say_line(&ada, "say and back");
    ck_assert_msg(client_wait_heard(&brom, "and back", WAIT_MS), "%s", client_tail(&brom));
    ck_assert_int_eq(process_stop(&server), 0);
    ck_assert(client_wait_closed(&ada, WAIT_MS));
}

/* SIGABRT is what a failed check raises. The clear terminal is put back, so it was tried. */
TEST(a_sudden_end_says_nothing_past_tls)
{
    static char raw[64 * 1024];
    size_t length = 0;
    ssize_t count;

    start();
    client_open_tls(&ada, CLIENT_XTERM, server.tls_port, NULL);
    client_login(&ada, "Ada");
    client_enter(&brom, CLIENT_XTERM, server.port, "Brom");
    ck_assert(client_wait_quiet(&ada, 200, WAIT_MS));
    kill(server.pid, SIGABRT);
    (void)process_wait(&server);
    ck_assert_msg(client_wait_heard(&brom, "\x1b[?1049l", WAIT_MS), "%s", client_tail(&brom));
    while (length < sizeof raw - 1 &&
           (count = recv(ada.socket, raw + length, sizeof raw - 1 - length, MSG_DONTWAIT)) > 0)
        length += (size_t)count;
    for (size_t i = 0; i + 7 <= length; i++)
        ck_assert_msg(memcmp(raw + i, "[?1049l", 7) != 0, "clear text in the stream of TLS");
}

TEST(sighup_takes_what_lies_there_now)
{
    start();
    client_open_tls(&ada, CLIENT_LINE, server.tls_port, NULL);
    client_login(&ada, "Ada");
    make(&(struct certificate_wish){.name = "second"});
    expect_name("first");
    kill(server.pid, SIGHUP);
    process_expect_said(&server, "err", "\"event\":\"tls.reload\",\"certificate\":");
    expect_name("second");
    client_say_line(&ada, "say still here");
    ck_assert_msg(client_wait_heard(&ada, "still here", WAIT_MS), "%s", client_tail(&ada));
    ck_assert(console_metric(&console, "undercroft_tls_reload_failures_total") == 0);
    ck_assert_int_eq(process_stop(&server), 0);
}

/* Takes what comes, until `text` does. */
static void expect_told(struct tls_peer *peer, const char *text)
{
    int64_t deadline_us = stopwatch_deadline_us(WAIT_MS);
    char heard[4096] = "";
    size_t length = 0;

    while (strstr(heard, text) == NULL) {
        ssize_t count = tls_peer_recv(peer, heard + length, sizeof heard - 1 - length);
        ck_assert_msg(count > 0 || (count < 0 && errno == EAGAIN), "closed before it said %s",
                      text);
        ck_assert_msg(!stopwatch_is_over(deadline_us), "it does not say %s", text);
        if (count < 0)
            stopwatch_pause_ms(1);
        /* Telnet's own bytes are not looked at. */
        for (ssize_t i = 0; i < count; i++)
            if (heard[length + (size_t)i] == '\0')
                heard[length + (size_t)i] = ' ';
        length += count > 0 ? (size_t)count : 0;
        heard[length] = '\0';
    }
}

TEST(a_crowd_does_not_notice_a_new_certificate)
{
    start();
    for (size_t i = 0; i < CROWD; i++) {
        /* Only the socket and the session are kept of it. */
        client_open_tls(&ada, CLIENT_MUTE, server.tls_port, NULL);
        sockets[i] = ada.socket;
        peers[i] = ada.tls;
        ada.socket = -1;
        ada.tls = NULL;
        client_close(&ada);
        expect_told(peers[i], "Name: ");
    }
    make(&(struct certificate_wish){.name = "second"});
    kill(server.pid, SIGHUP);
    for (size_t i = 0; i < CROWD; i++)
        ck_assert_int_eq(tls_peer_send(peers[i], "who\r\n", 5), 5);
    process_expect_said(&server, "err", "\"event\":\"tls.reload\",\"certificate\":");
    for (size_t i = 0; i < CROWD; i++)
        expect_told(peers[i], "Name: ");
    expect_name("second");
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(an_operator_names_other_files)
{
    char other_certificate[PROCESS_PATH_SIZE];
    char other_key[PROCESS_PATH_SIZE];

    process_path(&server, "cert2.pem", other_certificate);
    process_path(&server, "key2.pem", other_key);
    certificate_make(other_certificate, other_key, &(struct certificate_wish){.name = "second"});
    start();
    /* A file that is no certificate or key is refused at once. */
    console_expect(&console, WORDS("set", "tls-cert", "/nope"), 1,
                   "Nothing has changed: /nope: No such file");
    console_expect(&console, WORDS("set", "tls-key", other_certificate), 1, "holds no key in PEM");
    console_expect(&console, WORDS("set", "tls-cert", "/nope", "--save"), 1, "Not saved, and");
    console_expect(&console, WORDS("set", "tls-cert"), 0, certificate);
    /* Half of a pair changes nothing but what is wanted. */
    console_expect(&console, WORDS("set", "tls-cert", other_certificate), 0, "cert2.pem");
    process_expect_said(&server, "err", "it is not the key of the certificate in ");
    expect_name("first");
    console_expect(&console, WORDS("set", "tls-key", other_key), 0, "key2.pem");
    process_expect_said(&server, "err", "\"event\":\"tls.reload\",\"certificate\":");
    expect_name("second");
    console_expect(&console, WORDS("set", "tls-min", "1.3"), 0, "now     1.3\n");
    ck_assert_int_eq(process_stop(&server), 0);
}

/* SIGHUP, and the cause for which nothing is taken. */
static void expect_kept(const char *cause, double failures)
{
    kill(server.pid, SIGHUP);
    process_expect_said(&server, "err", cause);
    expect_name("first");
    ck_assert(console_metric(&console, "undercroft_tls_reload_failures_total") == failures);
}

TEST(what_is_wrong_changes_nothing)
{
    char other[PROCESS_PATH_SIZE];

    process_path(&server, "other.pem", other);
    start();
    certificate_make(other, key, &(struct certificate_wish){.name = "second"});
    expect_kept("it is not the key of the certificate in ", 1);
    make(&(struct certificate_wish){.name = "second", .begins_in = -2 * DAY, .ends_in = -DAY});
    expect_kept("the certificate has expired on 20", 2);
    make(&(struct certificate_wish){.name = "second", .begins_in = DAY});
    expect_kept("the certificate is valid from 20", 3);
    certificate_put(certificate, "-----BEGIN CERTIFICATE-----\nMIIB", 32);
    expect_kept("it holds no certificate in PEM", 4);
    make(&(struct certificate_wish){.name = "second", .is_rsa = true, .rsa_bits = 512});
    expect_kept("no connection can be made with this certificate", 5);
    console_expect(&console, WORDS("doctor"), 0, "no connection can be made");
    unlink(certificate);
    expect_kept("cert.pem: No such file or directory", 6);
    console_expect(&console, WORDS("doctor"), 0, "the certificate on the disk was not taken");
    make(&(struct certificate_wish){.name = "third"});
    kill(server.pid, SIGHUP);
    process_expect_said(&server, "err", "\"event\":\"tls.reload\",\"certificate\":");
    expect_name("third");
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_certificates_faults_are_told_at_the_start)
{
    make(&(struct certificate_wish){.begins_in = -2 * DAY, .ends_in = -DAY, .is_rsa = true});
    ck_assert_int_eq(chmod(key, 0644), 0);
    start();
    process_expect_said(&server, "out", "warn: the certificate has expired");
    process_expect_said(&server, "out", "/key.pem (mode 0644); fix: chmod 600 on that file");
    process_expect_said(&server, "out", "note: the certificate's key is RSA");
    ck_assert_int_eq(process_stop(&server), 0);
    make(&(struct certificate_wish){.ends_in = 10 * DAY + 60});
    start();
    process_expect_said(&server, "out", "warn: the certificate expires in 10 days");
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(handshakes_are_counted)
{
    start();
    expect_name("first");
    client_open(&ada, CLIENT_MUTE, server.tls_port);
    client_send(&ada, "hello\r\n", 7);
    ck_assert(client_wait_closed(&ada, WAIT_MS));
    ck_assert_uint_eq(ada.heard_length, 0);
    process_expect_said(&server, "err", "\"reason\":\"clear-on-tls-port\"");
    ck_assert(console_metric(&console, "undercroft_tls_handshakes_total{result=\"done\"}") == 1);
    ck_assert(console_metric(&console, "undercroft_tls_handshakes_total{result=\"clear_text\"}") ==
              1);
    ck_assert(console_metric(&console, "undercroft_tls_handshake_seconds_count") == 2);
    ck_assert(console_metric(&console, "undercroft_tls_expiry_timestamp_seconds") > 1.7e9);
    ck_assert_int_eq(process_stop(&server), 0);
}

/* The offers of a client, in the words of GnuTLS. */
static const struct {
    const char *offer;
    bool is_taken;
} offers[] = {
    {"+VERS-TLS1.2", true},
    {"+VERS-TLS1.2:-CIPHER-ALL:+AES-256-GCM", true},
    {"+VERS-TLS1.2:-CIPHER-ALL:+AES-128-GCM", true},
    {"+VERS-TLS1.2:-CIPHER-ALL:+CHACHA20-POLY1305", true},
    {"+VERS-TLS1.2:-KX-ALL:+ECDHE-RSA", true},
    {"+VERS-TLS1.3:-CIPHER-ALL:+AES-256-GCM", true},
    {"+VERS-TLS1.3:-CIPHER-ALL:+AES-128-GCM", true},
    {"+VERS-TLS1.3:-CIPHER-ALL:+CHACHA20-POLY1305", true},
    {"+VERS-TLS1.3:-GROUP-ALL:+GROUP-SECP384R1", true},
    /* Readable later to anybody who gets hold of the key. */
    {"+VERS-TLS1.2:-KX-ALL:+RSA", false},
    /* Such keys hold the loop a hundred times as long as those on curves. */
    {"+VERS-TLS1.2:-KX-ALL:+DHE-RSA", false},
    {"+VERS-TLS1.3:-GROUP-ALL:+GROUP-FFDHE8192", false},
    /* No AEAD. */
    {"+VERS-TLS1.2:-CIPHER-ALL:+AES-128-CBC:+AES-256-CBC", false},
    {"+VERS-TLS1.2:-CIPHER-ALL:+3DES-CBC:+CAMELLIA-128-CBC", false},
    {"+VERS-TLS1.1", false},
    {"+VERS-TLS1.0", false},
};

/* With a key of RSA each of them could be agreed on. */
TEST(only_forward_secrecy_and_aead_are_agreed_on)
{
    make(&(struct certificate_wish){.is_rsa = true});
    start();
    for (size_t i = 0; i < sizeof offers / sizeof offers[0]; i++) {
        ck_assert_msg(client_try_tls(&ada, CLIENT_MUTE, server.tls_port, offers[i].offer) ==
                          offers[i].is_taken,
                      "%s", offers[i].offer);
        client_close(&ada);
    }
    ck_assert_int_eq(process_stop(&server), 0);
}
