/*
 * CHARSET.
 */
#include "server/net/charset.h"

#include <string.h>

#include "server/net/telnet_wire.h"

enum { REQUEST = 1, ACCEPTED = 2, REJECTED = 3, MTTS_UTF8 = 4 };

/* IAC SB CHARSET REQUEST, the names behind their separator, IAC SE */
static const char question[] = "\xff\xfa\x2a\x01;UTF-8;US-ASCII\xff\xf0";

struct charset_row {
    const char *name;
    enum charset charset;
};

static const struct charset_row charset_table[] = {
    {"UTF-8", CHARSET_UTF8},
    {"US-ASCII", CHARSET_ASCII},
};

void charset_ask(struct telnet *telnet)
{
    if (telnet->is_charset_asked || telnet->charset_is != CHARSET_UNKNOWN)
        return;
    telnet->is_charset_asked = true;
    telnet_reply(telnet, question, sizeof question - 1);
}

void charset_ask_other_way(struct telnet *telnet)
{
    if (telnet->charset == TELNET_YES || telnet->has_asked_charset_offer ||
        !telnet->has_negotiated || telnet->is_dead)
        return;
    telnet->has_asked_charset_offer = true;
    telnet_ask_offer(telnet, OPTION_CHARSET);
}

static void accept(struct telnet *telnet, const uint8_t *name, size_t length)
{
    for (size_t i = 0; i < sizeof charset_table / sizeof charset_table[0]; i++) {
        const struct charset_row *row = &charset_table[i];
        if (strlen(row->name) == length && memcmp(row->name, name, length) == 0)
            telnet->charset_is = row->charset;
    }
}

void charset_take(struct telnet *telnet, const uint8_t *data, size_t length)
{
    static const uint8_t refusal[] = {WIRE_IAC, WIRE_SB,  OPTION_CHARSET,
                                      REJECTED, WIRE_IAC, WIRE_SE};

    if (length > 0 && data[0] == REQUEST) {
        telnet_reply(telnet, refusal, sizeof refusal);
        return;
    }
    if (!telnet->is_charset_asked || length == 0)
        return;
    if (data[0] == ACCEPTED)
        accept(telnet, data + 1, length - 1);
    else if (data[0] == REJECTED && length == 1)
        telnet->charset_is = CHARSET_REFUSED;
    if (telnet->charset_is == CHARSET_UNKNOWN)
        return;
    telnet->is_charset_asked = false;
    telnet->event = (struct telnet_event){.kind = TELNET_EVENT_ANSWER};
}

bool charset_is_utf8(const struct telnet *telnet)
{
    if (telnet->charset_is == CHARSET_UTF8)
        return true;
    return telnet->charset_is != CHARSET_ASCII && (telnet->terminal_standard & MTTS_UTF8) != 0;
}
