/*
 * Programs that speak something else: web browsers and scanners, TLS and SSH clients. A browser
 * page can be made to type into a telnet port, so such a line is closed before it says anything.
 */
#ifndef UNDERCROFT_SERVER_NET_PROTOCOL_SNIFF_H
#define UNDERCROFT_SERVER_NET_PROTOCOL_SNIFF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PROTOCOL_SNIFF_MAX = 8 }; /* bytes from the start that are worth looking at */

/* True if the first `length` bytes of a connection are exactly how a foreign protocol begins. To be
   asked with every byte; a longer beginning does not match. */
bool protocol_sniff_is_foreign(const uint8_t *first, size_t length);

/* Why what protocol_sniff_is_foreign() found is closed: static text for the log. */
const char *protocol_sniff_reason(const uint8_t *first);

#endif
