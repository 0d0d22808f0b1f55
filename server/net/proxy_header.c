/*
 * The PROXY protocol. The first byte distinguishes the versions, and bytes are checked as they
 * come, so the first wrong byte reveals a peer that sends something else.
 */
#include "server/net/proxy_header.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

enum {
    SIGNATURE_SIZE = 12,
    COMMAND_AT = 12,
    FAMILY_AT = 13,
    LENGTH_AT = 14,
    COMMAND_LOCAL = 0x20,
    COMMAND_PROXY = 0x21,
    FAMILY_TCP4 = 0x11,
    FAMILY_TCP6 = 0x21,
    SIZE_TCP4 = 12, /* bytes of two addresses and two ports */
    SIZE_TCP6 = 36,
    WORD_COUNT = 6, /* PROXY TCP4 SOURCE DESTINATION PORT PORT */
    PORT_MAX = 65535,
    PORT_DIGITS_MAX = 5,
};

static const uint8_t signature[SIGNATURE_SIZE] = "\r\n\r\n\0\r\nQUIT\n";
static const char line_beginning[] = "PROXY ";

static void set_address(struct proxy_header *header, int family, const void *bytes)
{
    struct sockaddr_in ipv4 = {.sin_family = AF_INET};
    struct sockaddr_in6 ipv6 = {.sin6_family = AF_INET6};

    header->has_address = true;
    if (family == AF_INET) {
        memcpy(&ipv4.sin_addr, bytes, sizeof ipv4.sin_addr);
        header->address = network_address_of((const struct sockaddr *)&ipv4);
    } else {
        memcpy(&ipv6.sin6_addr, bytes, sizeof ipv6.sin6_addr);
        header->address = network_address_of((const struct sockaddr *)&ipv6);
    }
}

/* Ends each word of the line with a NUL. Exactly one space separates words. */
static int split(char *line, char *words[WORD_COUNT])
{
    int count = 0;

    for (char *at = line; at != NULL && count < WORD_COUNT; count++) {
        words[count] = at;
        at = strchr(at, ' ');
        if (at != NULL)
            *at++ = '\0';
        if (at != NULL && count + 1 == WORD_COUNT)
            return 0;
    }
    return count;
}

static bool is_port(const char *text)
{
    size_t length = strlen(text);
    int port = 0;

    if (length == 0 || length > PORT_DIGITS_MAX || strspn(text, "0123456789") != length ||
        (length > 1 && text[0] == '0'))
        return false;
    for (; *text != '\0'; text++)
        port = port * 10 + (*text - '0');
    return port <= PORT_MAX;
}

/* Reads a line without its CR LF. */
static enum proxy_progress read_line(struct proxy_header *header)
{
    char *line = (char *)header->bytes;
    char *words[WORD_COUNT];
    uint8_t source[NETWORK_ADDRESS_SIZE];
    uint8_t destination[NETWORK_ADDRESS_SIZE];

    if (strlen(line) != header->length - 2U)
        return PROXY_BROKEN;
    if (split(line, words) != WORD_COUNT)
        return PROXY_BROKEN;
    bool is_ipv6 = strcmp(words[1], "TCP6") == 0;
    int family = is_ipv6 ? AF_INET6 : AF_INET;
    if ((!is_ipv6 && strcmp(words[1], "TCP4") != 0) || inet_pton(family, words[2], source) != 1 ||
        inet_pton(family, words[3], destination) != 1 || !is_port(words[4]) || !is_port(words[5]))
        return PROXY_BROKEN;
    set_address(header, family, source);
    return PROXY_DONE;
}

static enum proxy_progress take_line(struct proxy_header *header, uint8_t byte)
{
    size_t at = header->length;

    if (at >= PROXY_LINE_MAX ||
        (at < sizeof line_beginning - 1 && byte != (uint8_t)line_beginning[at]))
        return PROXY_BROKEN;
    header->bytes[header->length++] = byte;
    if (at == 0 || header->bytes[at - 1] != '\r')
        return PROXY_WANTS_MORE;
    if (byte != '\n')
        return PROXY_BROKEN;
    header->bytes[at - 1] = '\0';
    return read_line(header);
}

/* Reads the fixed part, sixteen bytes, which gives the length of the rest. */
static bool read_fixed(struct proxy_header *header)
{
    uint8_t command = header->bytes[COMMAND_AT];
    size_t length = (size_t)header->bytes[LENGTH_AT] << 8 | header->bytes[LENGTH_AT + 1];

    if ((command != COMMAND_LOCAL && command != COMMAND_PROXY) || length > PROXY_LENGTH_MAX)
        return false;
    header->length_wanted = (uint16_t)(PROXY_FIXED_SIZE + length);
    return true;
}

static enum proxy_progress read_binary(struct proxy_header *header)
{
    const uint8_t *payload = header->bytes + PROXY_FIXED_SIZE;
    size_t size = header->length_wanted - (size_t)PROXY_FIXED_SIZE;
    uint8_t family = header->bytes[FAMILY_AT];

    if (header->bytes[COMMAND_AT] == COMMAND_LOCAL)
        return PROXY_DONE;
    bool is_ipv4 = family == FAMILY_TCP4 && size >= SIZE_TCP4;
    if (!is_ipv4 && (family != FAMILY_TCP6 || size < SIZE_TCP6))
        return PROXY_BROKEN;
    set_address(header, is_ipv4 ? AF_INET : AF_INET6, payload);
    return PROXY_DONE;
}

static enum proxy_progress take_binary(struct proxy_header *header, uint8_t byte)
{
    size_t at = header->length;

    if (at < SIGNATURE_SIZE && byte != signature[at])
        return PROXY_BROKEN;
    if (at < sizeof header->bytes)
        header->bytes[at] = byte;
    header->length++;
    if (header->length == PROXY_FIXED_SIZE && !read_fixed(header))
        return PROXY_BROKEN;
    if (header->length < PROXY_FIXED_SIZE || header->length < header->length_wanted)
        return PROXY_WANTS_MORE;
    return read_binary(header);
}

enum proxy_progress proxy_header_take(struct proxy_header *header, uint8_t byte)
{
    uint8_t first = header->length == 0 ? byte : header->bytes[0];

    return first == signature[0] ? take_binary(header, byte) : take_line(header, byte);
}
