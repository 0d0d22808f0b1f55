/*
 * Addresses of the internet: all arithmetic on networks is on sixteen bytes.
 */
#include "server/base/network.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { IPV4_AT = 12, IPV4_SIZE = 4, IPV4_PREFIX_MAX = 32, PREFIX_DIGITS_MAX = 3 };

static const uint8_t ipv4_beginning[IPV4_AT] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};

/* A form of IPv4 address inside IPv6: the bytes before its four. */
struct form_row {
    uint8_t beginning[IPV4_AT];
    size_t length;
};

static const struct form_row form_table[] = {
    {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF},
     IPV4_AT},                           /* ::ffff:0:0/96, the form in which IPv4 is kept */
    {{0x00, 0x64, 0xFF, 0x9B}, IPV4_AT}, /* NAT64 */
    {{0x20, 0x02}, 2},                   /* 6to4 */
    {{0}, IPV4_AT},                      /* IPv4-compatible, and also :: and ::1 */
};

static bool network_is_ipv4(const struct network_address *address)
{
    return memcmp(address->bytes, ipv4_beginning, IPV4_AT) == 0;
}

bool network_find_ipv4(const struct network_address *address, struct network_address *out)
{
    for (size_t i = 0; i < sizeof form_table / sizeof form_table[0]; i++) {
        const struct form_row *row = &form_table[i];
        const uint8_t *ipv4 = address->bytes + row->length;
        if (memcmp(address->bytes, row->beginning, row->length) != 0)
            continue;
        /* Nobody has an address of 0.0.0.0/8: ::1 is this machine. */
        if (row != form_table && ipv4[0] == 0)
            return false;
        memcpy(out->bytes, ipv4_beginning, IPV4_AT);
        memcpy(out->bytes + IPV4_AT, ipv4, IPV4_SIZE);
        return true;
    }
    return false;
}

/* Returns the bits of byte `i` that a prefix covers. */
static uint8_t mask_of(uint8_t prefix, int i)
{
    unsigned covered = prefix > 8 * i ? (unsigned)(prefix - 8 * i) : 0;

    return (uint8_t)(covered >= 8 ? 0xFFU : 0xFF00U >> covered & 0xFFU);
}

static enum err parse_prefix(const char *text, size_t length, int high, int *out)
{
    int value = 0;

    if (length == 0 || length > PREFIX_DIGITS_MAX || (length > 1 && text[0] == '0'))
        return ERR_FORMAT;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return ERR_FORMAT;
        value = value * 10 + (text[i] - '0');
    }
    *out = value;
    return value <= high ? ERR_OK : ERR_FORMAT;
}

enum err network_parse(const char *text, size_t length, struct network *out)
{
    const char *slash = memchr(text, '/', length);
    size_t host_length = slash == NULL ? length : (size_t)(slash - text);
    char host[INET6_ADDRSTRLEN];
    int prefix;

    *out = (struct network){0};
    if (host_length >= sizeof host || memchr(text, '\0', length) != NULL)
        return ERR_FORMAT;
    memcpy(host, text, host_length);
    host[host_length] = '\0';
    bool is_short = inet_pton(AF_INET, host, out->address.bytes + IPV4_AT) == 1;
    if (is_short)
        memcpy(out->address.bytes, ipv4_beginning, IPV4_AT);
    else if (inet_pton(AF_INET6, host, out->address.bytes) != 1)
        return ERR_FORMAT;
    int high = is_short ? IPV4_PREFIX_MAX : NETWORK_PREFIX_MAX;
    prefix = high;
    if (slash != NULL && parse_prefix(slash + 1, length - host_length - 1, high, &prefix) != ERR_OK)
        return ERR_FORMAT;
    out->prefix = (uint8_t)(is_short ? prefix + NETWORK_IPV4_PREFIX : prefix);
    enum err error = ERR_OK;
    for (int i = 0; i < NETWORK_ADDRESS_SIZE; i++) {
        uint8_t kept = out->address.bytes[i] & mask_of(out->prefix, i);
        if (kept != out->address.bytes[i])
            error = ERR_RANGE;
        out->address.bytes[i] = kept;
    }
    return error;
}

const char *network_write(const struct network *network, char out[NETWORK_TEXT_SIZE])
{
    bool is_short = network_is_ipv4(&network->address) && network->prefix >= NETWORK_IPV4_PREFIX;
    int family = is_short ? AF_INET : AF_INET6;
    const uint8_t *bytes = network->address.bytes + (is_short ? IPV4_AT : 0);
    int prefix = network->prefix - (is_short ? NETWORK_IPV4_PREFIX : 0);

    if (inet_ntop(family, bytes, out, NETWORK_TEXT_SIZE) == NULL)
        out[0] = '\0';
    size_t length = strlen(out);
    if (network->prefix != NETWORK_PREFIX_MAX)
        snprintf(out + length, NETWORK_TEXT_SIZE - length, "/%d", prefix);
    return out;
}

bool network_contains(const struct network *network, const struct network_address *address)
{
    for (int i = 0; i < NETWORK_ADDRESS_SIZE; i++) {
        if ((address->bytes[i] & mask_of(network->prefix, i)) != network->address.bytes[i])
            return false;
    }
    return true;
}

bool network_covers(const struct network *network, const struct network_address *address)
{
    struct network_address ipv4;

    return network_contains(network, address) ||
           (network_find_ipv4(address, &ipv4) && network_contains(network, &ipv4));
}

struct network_address network_address_of(const struct sockaddr *address)
{
    struct network_address out = {{0}};
    struct sockaddr_in ipv4;
    struct sockaddr_in6 ipv6;

    if (address->sa_family == AF_INET) {
        memcpy(&ipv4, address, sizeof ipv4);
        memcpy(out.bytes, ipv4_beginning, IPV4_AT);
        memcpy(out.bytes + IPV4_AT, &ipv4.sin_addr, sizeof ipv4.sin_addr);
    } else if (address->sa_family == AF_INET6) {
        memcpy(&ipv6, address, sizeof ipv6);
        memcpy(out.bytes, &ipv6.sin6_addr, sizeof out.bytes);
    }
    return out;
}

enum { PORT_MAX = 65535, HOST_PART_MAX = 63 };

static const char host_letters[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

static enum err parse_port(const char *text, size_t length, uint16_t *out)
{
    uint32_t port = 0;

    if (length == 0)
        return ERR_FORMAT;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return ERR_FORMAT;
        if (port <= PORT_MAX)
            port = port * 10 + (uint32_t)(text[i] - '0');
    }
    *out = (uint16_t)port;
    return port <= PORT_MAX ? ERR_OK : ERR_RANGE;
}

/* Reads a numeric address; an IPv6 address has brackets. False: it is none. */
static bool parse_host(const char *text, size_t length, uint16_t port, struct sockaddr_storage *out)
{
    char host[INET6_ADDRSTRLEN];
    bool is_ipv6 = length >= 2 && text[0] == '[' && text[length - 1] == ']';
    struct sockaddr_in ipv4 = {.sin_family = AF_INET, .sin_port = htons(port)};
    struct sockaddr_in6 ipv6 = {.sin6_family = AF_INET6, .sin6_port = htons(port)};

    if (is_ipv6) {
        text++;
        length -= 2;
    }
    if (length >= sizeof host || memchr(text, '\0', length) != NULL)
        return false;
    memcpy(host, text, length);
    host[length] = '\0';
    *out = (struct sockaddr_storage){0};
    if (is_ipv6) {
        bool is_right = inet_pton(AF_INET6, host, &ipv6.sin6_addr) == 1;
        memcpy(out, &ipv6, sizeof ipv6);
        return is_right;
    }
    bool is_right = inet_pton(AF_INET, host, &ipv4.sin_addr) == 1;
    memcpy(out, &ipv4, sizeof ipv4);
    return is_right;
}

bool host_port_is_loopback(const char *text)
{
    return strncmp(text, "127.", 4) == 0 || strncmp(text, "[::1]:", 6) == 0;
}

enum err host_port_parse(const char *text, size_t length, struct sockaddr_storage *out)
{
    size_t colon = length;
    uint16_t port = 0;

    while (colon > 0 && text[colon - 1] != ':')
        colon--;
    if (colon == 0)
        return ERR_FORMAT;
    enum err error = parse_port(text + colon, length - colon, &port);
    if (error == ERR_FORMAT || !parse_host(text, colon - 1, port, out))
        return ERR_FORMAT;
    return error;
}

static bool is_part_good(const char *text, size_t length)
{
    if (length == 0 || length > HOST_PART_MAX || text[0] == '-' || text[length - 1] == '-')
        return false;
    for (size_t i = 0; i < length; i++) {
        if (text[i] != '-' && strchr(host_letters, text[i]) == NULL)
            return false;
    }
    return true;
}

bool host_name_is_good(const char *text, size_t length)
{
    for (;;) {
        const char *dot = memchr(text, '.', length);
        size_t part = dot == NULL ? length : (size_t)(dot - text);
        if (!is_part_good(text, part))
            return false;
        if (dot == NULL)
            return true;
        text += part + 1;
        length -= part + 1;
    }
}
