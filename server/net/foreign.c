/*
 * How foreign protocols begin.
 */
#include "server/net/foreign.h"

#include <string.h>

static const char *const beginnings[] = {
    "GET ",    "PUT ",     "POST ", "HEAD ",    "PATCH ", "TRACE ",
    "DELETE ", "OPTIONS ", "PRI ",  "CONNECT ", "SSH-",   "\x16\x03", /* TLS: handshake, 3.x */
};

bool foreign_begins(const uint8_t *first, size_t length)
{
    for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++) {
        if (strlen(beginnings[i]) == length && memcmp(beginnings[i], first, length) == 0)
            return true;
    }
    return false;
}
