/*
 * Addresses with ports.
 */
#include "server/base/host_port.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdint.h>
#include <string.h>

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

/* Brackets tell the two families apart. */
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
