/*
 * The table of how other protocols begin.
 */
#include "server/net/protocol_sniff.h"

#include <string.h>

enum { TLS_HANDSHAKE = 0x16 };

struct beginning {
    char bytes[PROTOCOL_SNIFF_MAX];
    size_t length;
};

#define BEGINNING(text)                                                                            \
    {                                                                                              \
        text, sizeof(text) - 1                                                                     \
    }

static const struct beginning beginnings[] = {
    BEGINNING("GET "),           BEGINNING("PUT "),
    BEGINNING("POST "),          BEGINNING("HEAD "),
    BEGINNING("PATCH "),         BEGINNING("TRACE "),
    BEGINNING("DELETE "),        BEGINNING("OPTIONS "),
    BEGINNING("PRI "),           BEGINNING("CONNECT "),
    BEGINNING("SSH-"),           BEGINNING("\x16\x03"), /* TLS: handshake, 3.x */
    BEGINNING("PROXY "), /* a proxy that we were not told to trust, both versions */
    BEGINNING("\r\n\r\n\0\r\n"),
};

const char *protocol_sniff_reason(const uint8_t *first)
{
    return first[0] == TLS_HANDSHAKE ? "tls-on-clear-port" : "foreign-protocol";
}

bool protocol_sniff_is_foreign(const uint8_t *first, size_t length)
{
    for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++) {
        if (beginnings[i].length == length && memcmp(beginnings[i].bytes, first, length) == 0)
            return true;
    }
    return false;
}
