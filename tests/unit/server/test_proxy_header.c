/*
 * The PROXY protocol: what is a header, what is none, and whose address is in it.
 */
#include "server/net/proxy_header.h"

#include <stdio.h>
#include <string.h>

#include "support/test.h"

enum { V2_LENGTH_AT = 14 };

static const uint8_t v2_tcp4[] = "\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c\xc0\0\x02\x01\x7f\0\0\x01"
                                 "\x30\x39\x0f\xa0";

/* Feeds bytes until the header has an opinion; *out_used is how many it took. */
static enum proxy_progress feed(struct proxy_header *header, const void *data, size_t length,
                                size_t *out_used)
{
    const uint8_t *bytes = data;

    memset(header, 0, sizeof *header);
    for (size_t i = 0; i < length; i++) {
        enum proxy_progress progress = proxy_header_take(header, bytes[i]);
        *out_used = i + 1;
        if (progress != PROXY_WANTS_MORE)
            return progress;
    }
    return PROXY_WANTS_MORE;
}

static void expect_address(const void *data, size_t length, const char *address)
{
    struct proxy_header header;
    struct network network = {.prefix = NETWORK_PREFIX_MAX};
    char text[NETWORK_TEXT_SIZE];
    size_t used = 0;

    ck_assert_int_eq(feed(&header, data, length, &used), PROXY_DONE);
    ck_assert_msg(used == length, "what follows is not the header's");
    ck_assert_int_eq(header.has_address, address != NULL);
    network.address = header.address;
    if (address != NULL)
        ck_assert_str_eq(network_write(&network, text), address);
}

static void expect_line(const char *line, const char *address)
{
    expect_address(line, strlen(line), address);
}

TEST(a_line_names_the_peer)
{
    expect_line("PROXY TCP4 192.0.2.1 127.0.0.1 12345 4000\r\n", "192.0.2.1");
    expect_line("PROXY TCP4 255.255.255.255 255.255.255.255 65535 0\r\n", "255.255.255.255");
    expect_line("PROXY TCP6 2001:db8::7 ::1 1 4000\r\n", "2001:db8::7");
    expect_line("PROXY TCP6 ::ffff:192.0.2.1 ::1 1 4000\r\n", "192.0.2.1");
}

TEST(a_line_that_breaks_the_rules_is_no_header)
{
    static const char *const wrong[] = {
        "GET / HTTP/1.1\r\n",
        "proxy TCP4 192.0.2.1 127.0.0.1 1 2\r\n",
        "PROXY  TCP4 192.0.2.1 127.0.0.1 1 2\r\n",
        "PROXY TCP4 192.0.2.1 127.0.0.1 1\r\n",
        "PROXY TCP4 192.0.2.1 127.0.0.1 1 2 3\r\n",
        "PROXY TCP4 192.0.2.1 127.0.0.1 1 2 \r\n",
        "PROXY TCP4 192.0.2.1 127.0.0.1 1 65536\r\n",
        "PROXY TCP4 192.0.2.1 127.0.0.1 01 2\r\n",
        "PROXY TCP4 192.0.2.1 127.0.0.1 1 x\r\n",
        "PROXY TCP4 192.0.2 127.0.0.1 1 2\r\n",
        "PROXY TCP4 ::1 127.0.0.1 1 2\r\n",
        "PROXY TCP4 192.0.2.1 ::1 1 2\r\n",
        "PROXY TCP6 192.0.2.1 ::1 1 2\r\n",
        "PROXY UDP4 192.0.2.1 127.0.0.1 1 2\r\n",
        "PROXY UNKNOWN\r\n",
        ("PROXY UNKNOWN ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff "
         "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff 65535 65535\r\n"),
        "PROXY TCP4 192.0.2.1 127.0.0.1 1 2\rx",
        "PROXY TCP4 192.0.2.1 127.0.0.1 1 2\n\r\n",
        "PROXY \r\n",
    };
    struct proxy_header header;
    size_t used = 0;

    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        ck_assert_msg(feed(&header, wrong[i], strlen(wrong[i]), &used) == PROXY_BROKEN, "%s",
                      wrong[i]);
    ck_assert_int_eq(feed(&header, "PROXY UNKNOWN\0 x\r\n", 18, &used), PROXY_BROKEN);
    ck_assert_int_eq(feed(&header, "GET /", 5, &used), PROXY_BROKEN);
    ck_assert_msg(used == 1, "known by its first byte");
}

TEST(a_line_ends_within_its_limit)
{
    char line[PROXY_LINE_MAX + 3];
    struct proxy_header header;
    size_t used = 0;

    snprintf(line, sizeof line, "PROXY UNKNOWN %*s\r\n", PROXY_LINE_MAX - 16, "");
    ck_assert_uint_eq(strlen(line), PROXY_LINE_MAX);
    ck_assert_int_eq(feed(&header, line, strlen(line), &used), PROXY_BROKEN);
    ck_assert_msg(used == PROXY_LINE_MAX, "read to its end");
    snprintf(line, sizeof line, "PROXY UNKNOWN %*s\r\n", PROXY_LINE_MAX - 15, "");
    ck_assert_int_eq(feed(&header, line, strlen(line), &used), PROXY_BROKEN);
    ck_assert_uint_eq(used, PROXY_LINE_MAX + 1);
}

TEST(bytes_name_the_peer)
{
    uint8_t bytes[PROXY_FIXED_SIZE + PROXY_LENGTH_MAX] = {0};
    size_t length = sizeof v2_tcp4 - 1;

    expect_address(v2_tcp4, length, "192.0.2.1");
    memcpy(bytes, v2_tcp4, length);
    bytes[12] = 0x20;
    expect_address(bytes, length, NULL);
    bytes[12] = 0x21;
    bytes[13] = 0x21;
    bytes[V2_LENGTH_AT + 1] = 36;
    memset(bytes + PROXY_FIXED_SIZE, 0, 36);
    bytes[PROXY_FIXED_SIZE + 15] = 1;
    expect_address(bytes, PROXY_FIXED_SIZE + 36, "::1");
    /* More may follow the addresses, up to a limit. */
    bytes[V2_LENGTH_AT] = PROXY_LENGTH_MAX >> 8;
    bytes[V2_LENGTH_AT + 1] = 0;
    expect_address(bytes, sizeof bytes, "::1");
}

TEST(bytes_that_name_no_address_of_tcp_are_no_header)
{
    static const uint8_t families[] = {0x00, 0x10, 0x12, 0x22, 0x31, 0x32, 0x51, 0xff};
    uint8_t bytes[PROXY_FIXED_SIZE + 40] = {0};
    struct proxy_header header;
    size_t length = sizeof v2_tcp4 - 1;
    size_t used = 0;

    memcpy(bytes, v2_tcp4, length);
    for (size_t i = 0; i < sizeof families; i++) {
        bytes[13] = families[i];
        ck_assert_msg(feed(&header, bytes, length, &used) == PROXY_BROKEN, "family %02x",
                      (unsigned)families[i]);
    }
}

TEST(bytes_that_break_the_rules_are_no_header)
{
    uint8_t bytes[PROXY_FIXED_SIZE + 40];
    struct proxy_header header;
    size_t length = sizeof v2_tcp4 - 1;
    size_t used = 0;

    for (size_t i = 0; i < V2_LENGTH_AT - 1; i++) {
        memcpy(bytes, v2_tcp4, length);
        bytes[i] ^= 0x40;
        ck_assert_msg(feed(&header, bytes, length, &used) == PROXY_BROKEN, "byte %zu", i);
        ck_assert_uint_le(used, PROXY_FIXED_SIZE);
    }
    memcpy(bytes, v2_tcp4, length);
    bytes[V2_LENGTH_AT + 1] = 11;
    ck_assert_int_eq(feed(&header, bytes, length, &used), PROXY_BROKEN);
    bytes[13] = 0x21;
    bytes[V2_LENGTH_AT + 1] = 35;
    ck_assert_int_eq(feed(&header, bytes, PROXY_FIXED_SIZE + 35, &used), PROXY_BROKEN);
    bytes[V2_LENGTH_AT] = PROXY_LENGTH_MAX >> 8;
    bytes[V2_LENGTH_AT + 1] = 1;
    ck_assert_int_eq(feed(&header, bytes, length, &used), PROXY_BROKEN);
    ck_assert_msg(used == PROXY_FIXED_SIZE, "before anything of that length is taken");
}

TEST(nothing_is_decided_too_early)
{
    struct proxy_header header;
    size_t used = 0;
    const char *line = "PROXY TCP4 192.0.2.1 127.0.0.1 12345 4000\r\n";

    for (size_t i = 0; i < strlen(line); i++)
        ck_assert_int_eq(feed(&header, line, i, &used), PROXY_WANTS_MORE);
    for (size_t i = 0; i < sizeof v2_tcp4 - 1; i++)
        ck_assert_int_eq(feed(&header, v2_tcp4, i, &used), PROXY_WANTS_MORE);
}
