/*
 * MSSP: what a crawler reads.
 */
#include "server/net/mssp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/net/listener.h"
#include "server/net/net.h"
#include "support/test.h"
#include "telnet_peer.h"

enum { VARIABLE = 1, VALUE = 2 };

/* The fields a crawler of game lists wants, with the values they must have; NULL: any. */
struct field {
    const char *name;
    const char *value;
};

static const struct field fields[] = {
    {"NAME", "Undercroft"},
    {"PLAYERS", "17"},
    {"UPTIME", "1700000000"},
    {"PORT", "4321"},
    {"CODEBASE", "Undercroft " UNDERCROFT_VERSION},
    {"CRAWL DELAY", "-1"},
    {"FAMILY", "Custom"},
    {"GENRE", "Fantasy"},
    {"GAMEPLAY", NULL},
    {"STATUS", NULL},
    {"ANSI", "1"},
    {"UTF-8", "1"},
    {"XTERM 256 COLORS", "1"},
    {"GMCP", "1"},
    {"MCCP", "1"},
    {"MSSP", "1"},
};

/* The value of a variable, up to the next one; the test fails if it is not there. */
static void read_value(const struct bytes *answer, const char *name, char *value, size_t size)
{
    size_t length = strlen(name);
    size_t from = 3;

    while (from + length + 2 < answer->length &&
           !(answer->data[from] == VARIABLE && answer->data[from + 1 + length] == VALUE &&
             memcmp(answer->data + from + 1, name, length) == 0))
        from++;
    ck_assert_msg(from + length + 2 < answer->length, "%s is given", name);
    from += length + 2;
    size_t end = from;
    while (answer->data[end] != VARIABLE && answer->data[end] != WIRE_IAC)
        end++;
    ck_assert_uint_lt(end - from, size);
    memcpy(value, answer->data + from, end - from);
    value[end - from] = '\0';
}

static struct net *make_net(struct listener *listener, const char *name)
{
    static struct base base;
    struct net *net = calloc(1, sizeof *net);

    ck_assert_ptr_nonnull(net);
    net->base = &base;
    base.started_at = 1700000000;
    if (name != NULL) {
        snprintf(listener->name, sizeof listener->name, "%s", name);
        net->listeners = listener;
    }
    return net;
}

TEST(a_crawler_reads_every_field)
{
    static const char *const names[] = {"127.0.0.1:4321", "[::]:4321"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        static struct listener listener;
        struct net *net = make_net(&listener, names[i]);
        struct peer peer;
        peer_open(&peer);
        ck_assert_int_eq(mssp_send(net, 17, &peer.client), ERR_OK);
        for (size_t row = 0; row < sizeof fields / sizeof fields[0]; row++) {
            char value[64];
            read_value(&peer.out, fields[row].name, value, sizeof value);
            ck_assert_msg(strlen(value) > 0, "%s has a value", fields[row].name);
            if (fields[row].value != NULL)
                ck_assert_str_eq(value, fields[row].value);
        }
        peer_release(&peer);
        free(net);
    }
}

TEST(the_host_is_told_as_it_calls_itself)
{
    static struct listener listener;
    struct net *net = make_net(&listener, "127.0.0.1:4321");
    struct peer peer;
    char value[64];

    snprintf(net->base->options.name, sizeof net->base->options.name, "The Salt Mine");
    snprintf(net->base->options.contact, sizeof net->base->options.contact, "ada@example.org");
    peer_open(&peer);
    ck_assert_int_eq(mssp_send(net, 17, &peer.client), ERR_OK);
    read_value(&peer.out, "NAME", value, sizeof value);
    ck_assert_str_eq(value, "The Salt Mine");
    read_value(&peer.out, "CONTACT", value, sizeof value);
    ck_assert_str_eq(value, "ada@example.org");
    net->base->options.name[0] = net->base->options.contact[0] = '\0';
    peer_release(&peer);
    free(net);
}

/* A field without a listener would be one more for every crawler that knows no TLS. */
TEST(the_port_of_tls_is_told_if_there_is_one)
{
    static struct listener listener;
    static struct listener inside = {.entrance = ENTRANCE_TLS, .name = "[::]:4443"};
    struct net *net = make_net(&listener, "127.0.0.1:4321");
    struct peer peer;
    char value[64];

    peer_open(&peer);
    ck_assert_int_eq(mssp_send(net, 17, &peer.client), ERR_OK);
    for (size_t i = 0; i + 3 < peer.out.length; i++)
        ck_assert_msg(memcmp(peer.out.data + i, "SSL", 3) != 0, "and only then");
    listener.next = &inside;
    ck_assert_int_eq(mssp_send(net, 17, &peer.client), ERR_OK);
    read_value(&peer.out, "SSL", value, sizeof value);
    ck_assert_str_eq(value, "4443");
    read_value(&peer.out, "PORT", value, sizeof value);
    ck_assert_str_eq(value, "4321");
    peer_release(&peer);
    free(net);
}

TEST(the_answer_is_one_well_formed_subnegotiation)
{
    static struct listener listener;
    struct net *net = make_net(&listener, NULL);
    struct peer peer;
    size_t variables = 0;
    size_t values = 0;

    peer_open(&peer);
    ck_assert_int_eq(mssp_send(net, 17, &peer.client), ERR_OK);
    const uint8_t *data = peer.out.data;
    size_t length = peer.out.length;
    ck_assert(data[0] == WIRE_IAC && data[1] == WIRE_SB && data[2] == OPTION_MSSP);
    ck_assert(data[length - 2] == WIRE_IAC && data[length - 1] == WIRE_SE);
    for (size_t i = 3; i < length - 2; i++) {
        variables += data[i] == VARIABLE;
        values += data[i] == VALUE;
        ck_assert_msg(data[i] == VARIABLE || data[i] == VALUE || (data[i] >= ' ' && data[i] <= '~'),
                      "byte %zu is text", i);
        ck_assert_msg(values == variables || values + 1 == variables, "pairs, in order");
    }
    ck_assert_uint_eq(variables, values);
    peer_release(&peer);
    free(net);
}

TEST(a_peer_that_does_not_read_is_given_up)
{
    static struct listener listener;
    struct net *net = make_net(&listener, NULL);
    struct telnet telnet;
    struct bytes out;
    struct client client = {.wire = &wire_telnet, .state = &telnet, .out = &out};

    bytes_init(&out, PEER_BURST_LENGTH + 50);
    ck_assert_int_eq(telnet_open(&telnet, &client), ERR_OK);
    ck_assert_int_eq(mssp_send(net, 17, &client), ERR_TOO_BIG);
    ck_assert(telnet.is_dead);
    ck_assert_msg(out.length == PEER_BURST_LENGTH, "nothing is half sent");
    telnet_release(&telnet);
    bytes_release(&out);
    free(net);
}
