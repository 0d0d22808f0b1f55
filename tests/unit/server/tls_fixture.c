/*
 * The room of connections with an entrance inside TLS.
 */
#include "tls_fixture.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/net/conn.h"
#include "server/net/listener.h"
#include "server/net/tls.h"
#include "support/certificate.h"
#include "support/file.h"
#include "support/test.h"
#include "support/tls_peer.h"

enum { STEPS = 200 };

char inside_folder[64];
static char certificate_path[64];
static char key_path[64];

struct inside inside;

void inside_make_files(void)
{
    file_make_folder(inside_folder, sizeof inside_folder, "tls");
    snprintf(certificate_path, sizeof certificate_path, "%s/cert.pem", inside_folder);
    snprintf(key_path, sizeof key_path, "%s/key.pem", inside_folder);
    certificate_make(certificate_path, key_path, &(struct certificate_wish){.name = "first"});
}

void inside_remove_files(void)
{
    unlink(certificate_path);
    unlink(key_path);
    rmdir(inside_folder);
}

void inside_set_up(void)
{
    char cause[TLS_CAUSE_SIZE] = "";
    char reason[256];
    struct tls_keys *keys = NULL;

    inside.fixture = fixture_open();
    inside.fixture->base.options.logins_percent = 25;
    ck_assert_msg(tls_keys_load(certificate_path, key_path, &keys, cause) == ERR_OK, "%s", cause);
    ck_assert_int_eq(tls_host_open(keys, &inside.host), ERR_OK);
    inside.fixture->net.tls = inside.host;
    ck_assert_int_eq(
        listener_open(&inside.fixture->net, ENTRANCE_TLS, "127.0.0.1:0", reason, sizeof reason),
        ERR_OK);
    struct listener *clear = inside.fixture->net.listeners;
    inside.fixture->net.listeners = clear->next;
    clear->next->next = clear;
    clear->next = NULL;
    conn_resume(&inside.fixture->net);
    inside.client = -1;
    inside.peer = NULL;
}

void inside_tear_down(void)
{
    tls_peer_free(inside.peer);
    if (inside.client >= 0)
        close(inside.client);
    fixture_close(inside.fixture);
    tls_host_free(inside.host);
}

void inside_connect_with(const char *versions)
{
    inside.client = client_connect(inside.fixture);
    inside.peer = tls_peer_open(inside.client, versions);
}

void inside_pump(void)
{
    for (int i = 0; i < 3; i++) {
        conn_resume(&inside.fixture->net);
        fixture_pump(inside.fixture);
    }
}

int inside_shake(void)
{
    int progress = 0;

    for (int i = 0; i < STEPS && progress == 0; i++) {
        progress = tls_peer_shake(inside.peer);
        fixture_pump(inside.fixture);
        conn_resume(&inside.fixture->net);
    }
    inside_pump();
    return progress;
}

int inside_hear(size_t *out_length)
{
    size_t length = 0;
    int quiet = 0;

    while (quiet < 3 && length < sizeof inside.heard) {
        ssize_t count =
            tls_peer_recv(inside.peer, inside.heard + length, sizeof inside.heard - length);
        if (count >= 0)
            length += (size_t)count;
        if (count == 0 || (count < 0 && errno != EAGAIN)) {
            *out_length = length;
            return (int)count;
        }
        quiet = count < 0 ? quiet + 1 : 0;
        if (count < 0)
            inside_pump();
    }
    *out_length = length;
    return 1;
}

void inside_expect_greeting(void)
{
    size_t length;

    ck_assert_int_eq(inside_hear(&length), 1);
    ck_assert_uint_eq(length, FIXTURE_BURST_LENGTH + 5);
    ck_assert_mem_eq(inside.heard + FIXTURE_BURST_LENGTH, "hello", 5);
}

void inside_enter(void)
{
    inside_connect_with(NULL);
    ck_assert_int_eq(inside_shake(), 1);
    inside_expect_greeting();
}

void inside_type(const char *text)
{
    size_t length = strlen(text);

    ck_assert_int_eq(tls_peer_send(inside.peer, text, length), (ssize_t)length);
    inside_pump();
}

bool inside_is_closed_without_a_word(int socket)
{
    char byte[8];
    bool is_over = false;

    return client_hear(inside.fixture, socket, byte, sizeof byte, &is_over) == 0 && is_over;
}

uint64_t inside_handshakes(enum metric_handshake result)
{
    return metrics_value(&inside.fixture->base.metrics, METRIC_HANDSHAKES, result);
}
