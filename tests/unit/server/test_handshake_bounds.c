/*
 * The memory of handshakes that are not done: the figure by which the server keeps to its bound is
 * no less than they hold, however they were begun, and a peer that has left holds nothing.
 */
#include <malloc.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/net/conn.h"
#include "server/net/tls.h"
#include "support/test.h"
#include "support/tls_peer.h"
#include "tls_fixture.h"

enum {
    CROWD = 8,
    HELLO = 1,  /* the message */
    HEADER = 5, /* of a record */
    RSS_MAX = 32 * 1024 * 1024,
};

static uint8_t begun[TLS_UNSHAKEN_MAX];
static size_t begun_length;
static int crowd[FIXTURE_CLIENTS_MAX];

/* The count of all that is allocated: by the sanitizer where there is one. */
size_t __sanitizer_get_current_allocated_bytes(void) __attribute__((weak));

static size_t allocated(void)
{
    if (__sanitizer_get_current_allocated_bytes != NULL)
        return __sanitizer_get_current_allocated_bytes();
    return mallinfo2().uordblks;
}

static void add_header(uint8_t type, size_t length)
{
    const uint8_t header[HEADER] = {type, 3, 1, (uint8_t)(length >> 8), (uint8_t)length};

    memcpy(begun + begun_length, header, sizeof header);
    begun_length += sizeof header;
}

/* A message of 16 KiB in records of that size, as far as the server takes it. */
static void begin_in_records(size_t size)
{
    static const uint8_t head[] = {HELLO, 0, 0x3f, 0xf0};
    size_t sent = 0;

    begun_length = 0;
    while (begun_length + HEADER + size <= sizeof begun) {
        add_header(0x16, size);
        for (size_t i = 0; i < size; i++, sent++)
            begun[begun_length++] = sent < sizeof head ? head[sent] : 'x';
    }
}

/* One record that does not end. */
static void begin_a_long_record(void)
{
    begun_length = 0;
    add_header(0x16, TLS_RECORD_MAX);
    memset(begun + begun_length, 'x', sizeof begun - begun_length);
    begun_length = sizeof begun;
}

/* All that a client says first, and then the beginning of a record that does not end. */
static void begin_with_hello(const char *versions, size_t padding)
{
    begun_length = tls_peer_hello(versions, padding, begun, sizeof begun);
    size_t rest = sizeof begun - begun_length;
    if (rest <= HEADER)
        return;
    add_header(0x17, TLS_RECORD_MAX);
    memset(begun + begun_length, 'x', sizeof begun - begun_length);
    begun_length = sizeof begun;
}

static void begin(size_t kind)
{
    static const size_t sizes[] = {1, 2, 16, 100, 1000, 2000, 4000, TLS_UNSHAKEN_MAX - HEADER};
    static const struct {
        const char *versions;
        size_t padding;
    } hellos[] = {
        {"+VERS-TLS1.3", 0},
        {"+VERS-TLS1.3", 3000},
        {"+VERS-TLS1.3", 7000},
        {"+VERS-TLS1.2", 0},
        {"+VERS-TLS1.2", 7000},
        /* Asked for another key, it would begin again. */
        {"+VERS-TLS1.3:-GROUP-ALL:+GROUP-X448:+GROUP-SECP521R1", 5000},
    };
    size_t size_count = sizeof sizes / sizeof sizes[0];
    size_t hello_count = sizeof hellos / sizeof hellos[0];

    if (kind < size_count)
        begin_in_records(sizes[kind]);
    else if (kind < size_count + hello_count)
        begin_with_hello(hellos[kind - size_count].versions, hellos[kind - size_count].padding);
    else
        begin_a_long_record();
}

enum { KINDS = 15 };

/* Each of these says what was begun, and the server takes it. */
static void say_begun(size_t first, size_t count)
{
    for (size_t i = first; i < first + count; i++)
        ck_assert_int_eq(send(crowd[i], begun, begun_length, MSG_NOSIGNAL), (ssize_t)begun_length);
    inside_pump();
}

static void hang_up(size_t count)
{
    for (size_t i = 0; i < count; i++)
        close(crowd[i]);
    inside_pump();
    ck_assert_uint_eq(inside.fixture->net.handshakes, 0);
    ck_assert_uint_eq(inside.fixture->net.handshake_bytes, 0);
}

TEST_FILE_FIXTURE(inside_make_files, inside_remove_files);

TEST_FIXTURE(inside_set_up, inside_tear_down);

TEST_EACH(what_is_counted_is_no_less_than_what_is_held, KINDS)
{
    const struct net *net = &inside.fixture->net;

    inside.fixture->base.options.logins_percent = 100;
    begin((size_t)_i);
    /* The first one fills what is kept for all. */
    crowd[0] = client_connect(inside.fixture);
    say_begun(0, 1);
    hang_up(1);
    size_t before = allocated();
    for (size_t i = 0; i < CROWD; i++)
        crowd[i] = client_connect(inside.fixture);
    say_begun(0, CROWD);
    ck_assert_uint_eq(net->handshakes, CROWD);
    size_t held = allocated() - before;
    ck_assert_msg(held <= net->handshake_bytes, "%zu bytes each, counted as %zu", held / CROWD,
                  net->handshake_bytes / CROWD);
    hang_up(CROWD);
}

TEST(the_oldest_makes_room_when_the_memory_set_aside_is_full)
{
    struct net *net = &inside.fixture->net;

    inside.fixture->base.options.logins_percent = 100;
    begin_a_long_record();
    crowd[0] = client_connect(inside.fixture);
    crowd[1] = client_connect(inside.fixture);
    ck_assert_uint_eq(net->handshakes, 2);
    /* As if there were many more. */
    size_t others = CONN_HANDSHAKES_MAX - net->handshake_bytes - 4096;
    net->handshake_bytes += others;
    say_begun(1, 1);
    ck_assert_uint_eq(net->handshakes, 1);
    ck_assert_uint_eq(inside_handshakes(METRIC_HANDSHAKE_MADE_ROOM), 1);
    ck_assert(inside_is_closed_without_a_word(crowd[0]));
    ck_assert_uint_le(net->handshake_bytes, CONN_HANDSHAKES_MAX);
    ck_assert_uint_le(CONN_HANDSHAKES_MAX, RSS_MAX);
    net->handshake_bytes -= others;
    hang_up(2);
}

TEST(no_more_is_read_than_a_handshake_needs)
{
    crowd[0] = client_connect(inside.fixture);
    begin_in_records(1000);
    say_begun(0, 1);
    ck_assert_uint_eq(inside.fixture->net.handshakes, 1);
    client_say(inside.fixture, crowd[0], begun, 1000);
    ck_assert_uint_eq(inside.fixture->net.connection_count, 0);
    ck_assert_uint_eq(inside_handshakes(METRIC_HANDSHAKE_FAILED), 1);
    close(crowd[0]);
}

TEST(a_long_hello_is_answered)
{
    char heard[4096];
    bool is_over;

    crowd[0] = client_connect(inside.fixture);
    begun_length = tls_peer_hello(NULL, 4000, begun, sizeof begun);
    ck_assert_uint_gt(begun_length, 4000);
    say_begun(0, 1);
    ck_assert_uint_gt(client_hear(inside.fixture, crowd[0], heard, sizeof heard, &is_over), 100);
    ck_assert(!is_over);
    ck_assert_uint_eq(inside.fixture->net.handshakes, 1);
    close(crowd[0]);
}

TEST(who_leaves_while_the_input_waits_frees_the_place_at_once)
{
    struct net *net = &inside.fixture->net;

    net->ration_ns = INT32_MIN;
    for (size_t i = 0; i < 5; i++) {
        inside_connect_with(NULL);
        ck_assert_int_eq(tls_peer_shake(inside.peer), 0);
        crowd[i] = inside.client;
        tls_peer_free(inside.peer);
    }
    fixture_pump(inside.fixture);
    inside.peer = NULL;
    inside.client = -1;
    ck_assert_uint_eq(net->handshakes, 5);
    ck_assert_ptr_nonnull(net->shaking);
    for (size_t i = 0; i < 4; i++)
        close(crowd[i]);
    fixture_pump(inside.fixture);
    ck_assert_msg(net->handshakes == 5, "nothing is read of them");
    net->ration_ns = INT32_MIN;
    conn_resume(net);
    fixture_pump(inside.fixture);
    ck_assert_uint_eq(net->handshakes, 1);
    ck_assert_uint_eq(net->connection_count, 1);
    ck_assert_ptr_nonnull(net->shaking);
    close(crowd[4]);
}
