/*
 * Addresses of the internet, as people write them: a network (10.0.0.0/8, 2001:db8::/32), one
 * address alone, or an address with a port to listen at. IPv4 is kept inside IPv6 (::ffff:0:0/96),
 * so that a peer is the same over IPv4 and IPv6.
 */
#ifndef UNDERCROFT_SERVER_BASE_NETWORK_H
#define UNDERCROFT_SERVER_BASE_NETWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#include "base/err.h"

enum {
    NETWORK_ADDRESS_SIZE = 16,
    NETWORK_PREFIX_MAX = 128,
    /* prefix of ::ffff:0:0/96, which is added to that of an IPv4 network */
    NETWORK_IPV4_PREFIX = 96,
    NETWORK_TEXT_SIZE = 50, /* bytes of the longest address, '/', three digits, NUL */
};

struct network_address {
    uint8_t bytes[NETWORK_ADDRESS_SIZE];
};

struct network {
    struct network_address address; /* all bits behind the prefix are 0 */
    uint8_t prefix;                 /* 0 … 128 */
};

/*
 * Reads `length` bytes. ERR_FORMAT: no address or network. ERR_RANGE: bits behind the prefix are
 * set; *out is then the network around that address, which can be suggested.
 */
MUST_USE enum err network_parse(const char *text, size_t length, struct network *out);

/* Writes a network as an operator types it; a single address has no prefix. Returns `out`. */
const char *network_write(const struct network *network, char out[NETWORK_TEXT_SIZE]);

bool network_contains(const struct network *network, const struct network_address *address);

/* Finds the IPv4 address for which an address stands: itself, or the one inside ::ffff:0:0/96,
   64:ff9b::/96 (NAT64), 2002::/16 (6to4) or ::/96. False: there is none. */
bool network_find_ipv4(const struct network_address *address, struct network_address *out);

/* True if the network has the address, or the IPv4 address for which it stands. */
bool network_covers(const struct network *network, const struct network_address *address);

/* Returns the address in an IPv4 or IPv6 socket address; for any other family ::, which no peer
   has. */
struct network_address network_address_of(const struct sockaddr *address);

/*
 * Reads the `length` bytes of "127.0.0.1:4000" or "[::1]:4000". Numeric addresses only: a name
 * would need a look-up in the network. ERR_FORMAT; ERR_RANGE: only the port is wrong, above 65535.
 */
MUST_USE enum err host_port_parse(const char *text, size_t length, struct sockaddr_storage *out);

/* True if only this machine can reach the address, which host_port_parse() accepts. */
bool host_port_is_loopback(const char *text);

/* True for a name as DNS has them: parts of letters, digits, underscores and inner dashes, with
   dots between them. */
bool host_name_is_good(const char *text, size_t length);

#endif
