/*
 * Networks of addresses: what is read as one, what is refused, who is inside.
 */
#include "server/base/network.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

#include "support/test.h"

static enum err parse(const char *text, struct network *out)
{
    return network_parse(text, strlen(text), out);
}

static struct network_address address_of(const char *text)
{
    struct network one;

    ck_assert_int_eq(parse(text, &one), ERR_OK);
    ck_assert_uint_eq(one.prefix, NETWORK_PREFIX_MAX);
    return one.address;
}

TEST(what_is_read_is_written_again)
{
    static const char *const good[] = {
        "192.0.2.7",     "10.0.0.0/8",
        "0.0.0.0/0",     "192.0.2.6/31",
        "2001:db8::/32", "::1",
        "2001:db8::a1",  "::/0",
        "fe80::/10",     "2001:db8:ffff:ffff:ffff:ffff:ffff:fffe/127",
    };
    char text[NETWORK_TEXT_SIZE];
    struct network network;

    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        ck_assert_int_eq(parse(good[i], &network), ERR_OK);
        ck_assert_str_eq(network_write(&network, text), good[i]);
    }
    ck_assert_int_eq(parse("::ffff:192.0.2.0/120", &network), ERR_OK);
    ck_assert_str_eq(network_write(&network, text), "192.0.2.0/24");
    ck_assert_int_eq(parse("192.0.2.7/32", &network), ERR_OK);
    ck_assert_str_eq(network_write(&network, text), "192.0.2.7");
}

TEST(what_is_no_network_is_refused)
{
    static const char *const bad[] = {
        "",
        "/",
        "/8",
        "10.0.0.0/",
        "10.0.0.0/33",
        "::/129",
        "10.0.0/8",
        "10.0.0.0/08",
        "10.0.0.0/-1",
        "10.0.0.0/8 ",
        "10.0.0.0/8/8",
        "localhost",
        "10.0.0.0/x",
        "[::1]",
        "1.2.3.4.5",
        "::1::",
        "10.0.0.0/0008",
        "1111:1111:1111:1111:1111:1111:1111:1111:1111:1111:1111",
    };
    struct network network;

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        ck_assert_msg(parse(bad[i], &network) == ERR_FORMAT, "\"%s\" is refused", bad[i]);
    ck_assert_msg(network_parse("10.0.0.0\0/8", 11, &network) == ERR_FORMAT, "a hidden end");
    ck_assert_msg(network_parse("10.0.0.0/8 and more", 10, &network) == ERR_OK, "length counts");
}

TEST(bits_behind_the_prefix_are_named)
{
    struct network network;
    char text[NETWORK_TEXT_SIZE];

    ck_assert_int_eq(parse("10.1.2.3/8", &network), ERR_RANGE);
    ck_assert_str_eq(network_write(&network, text), "10.0.0.0/8");
    ck_assert_int_eq(parse("2001:db8:8000::/33", &network), ERR_OK);
    ck_assert_int_eq(parse("2001:db8:8000::/32", &network), ERR_RANGE);
    ck_assert_str_eq(network_write(&network, text), "2001:db8::/32");
}

TEST(an_address_is_inside_to_the_last_bit)
{
    static const struct {
        const char *network;
        const char *inside;
        const char *outside;
    } rows[] = {
        {"10.0.0.0/8", "10.255.255.255", "11.0.0.0"},
        {"192.0.2.128/25", "192.0.2.128", "192.0.2.127"},
        {"192.0.2.4/30", "192.0.2.7", "192.0.2.8"},
        {"192.0.2.7", "192.0.2.7", "192.0.2.6"},
        {"0.0.0.0/0", "255.1.2.3", "::1"},
        {"::ffff:0:0/96", "192.0.2.1", "2001:db8::1"},
        {"2001:db8::/33", "2001:db8:7fff::1", "2001:db8:8000::1"},
        {"::1", "::1", "127.0.0.1"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct network network;
        struct network_address inside = address_of(rows[i].inside);
        struct network_address outside = address_of(rows[i].outside);
        ck_assert_int_eq(parse(rows[i].network, &network), ERR_OK);
        ck_assert_msg(network_contains(&network, &inside), "%s", rows[i].inside);
        ck_assert_msg(!network_contains(&network, &outside), "%s", rows[i].outside);
    }
}

TEST(a_network_covers_an_ipv4_address_in_every_form)
{
    static const char *const inside[] = {"9.9.9.9",        "::ffff:9.9.9.9",    "64:ff9b::9.9.9.9",
                                         "2002:909:909::", "2002:909:909:7::1", "::9.9.9.9"};
    static const char *const outside[] = {
        "9.9.9.8",        "64:ff9b::9.9.9.8", "64:ff9b:1::9.9.9.9",
        "2002:909:908::", "::9.9.9.8",        "2001:909:909::"};
    struct network network;

    ck_assert_int_eq(parse("9.9.9.9", &network), ERR_OK);
    for (size_t i = 0; i < sizeof inside / sizeof inside[0]; i++) {
        struct network_address address = address_of(inside[i]);
        ck_assert_msg(network_covers(&network, &address), "%s", inside[i]);
    }
    for (size_t i = 0; i < sizeof outside / sizeof outside[0]; i++) {
        struct network_address address = address_of(outside[i]);
        ck_assert_msg(!network_covers(&network, &address), "%s", outside[i]);
    }
    ck_assert_int_eq(parse("0.0.0.0/0", &network), ERR_OK);
    struct network_address own = address_of("::1");
    ck_assert_msg(!network_covers(&network, &own), "::1 is no IPv4 address");
    ck_assert_int_eq(parse("2002:909::/32", &network), ERR_OK);
    struct network_address tunnelled = address_of("2002:909:909::1");
    ck_assert_msg(network_covers(&network, &tunnelled), "and as it is written");
}

TEST(a_socket_address_is_the_same_both_ways)
{
    struct sockaddr_in ipv4 = {.sin_family = AF_INET, .sin_addr = {htonl(0xC0000201)}};
    struct sockaddr_in6 ipv6 = {.sin6_family = AF_INET6};
    struct sockaddr other = {.sa_family = AF_UNIX};
    struct network_address expected = address_of("192.0.2.1");
    struct network_address nobody = {{0}};

    ck_assert_int_eq(inet_pton(AF_INET6, "::ffff:192.0.2.1", &ipv6.sin6_addr), 1);
    struct network_address direct = network_address_of((const struct sockaddr *)&ipv4);
    struct network_address mapped = network_address_of((const struct sockaddr *)&ipv6);
    struct network_address unknown = network_address_of(&other);
    ck_assert_mem_eq(&direct, &expected, sizeof expected);
    ck_assert_mem_eq(&mapped, &expected, sizeof expected);
    ck_assert_mem_eq(&unknown, &nobody, sizeof nobody);
}
