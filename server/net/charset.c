/*
 * CHARSET.
 */
#include "server/net/charset.h"

#include <string.h>
#include <strings.h>

#include "server/net/telnet_private.h"

enum { REQUEST = 1, ACCEPTED = 2, REJECTED = 3, CHARSET_NAME_MAX = 8 };

/* IAC SB CHARSET REQUEST, the names behind their separator, IAC SE */
static const char question[] = "\xff\xfa\x2a\x01;UTF-8;US-ASCII\xff\xf0";

struct charset_row {
    const char *name;
    enum charset charset;
};

struct charset_name {
    const char *text; /* not ended by NUL */
    size_t length;
};

static const struct charset_row charset_table[] = {
    {"UTF-8", CHARSET_UTF8},
    {"US-ASCII", CHARSET_ASCII},
};

void charset_ask(struct telnet *telnet)
{
    if (telnet->is_charset_asked || telnet->client->caps.charset != CHARSET_UNKNOWN)
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

/* The name without blanks and NULs around it: TinTin++ before 2.02.21 puts a blank in front, and a
   client written in C may send the NUL that ends its text. */
static struct charset_name trim(const char *text, size_t length)
{
    static const char around[] = " \t\r\n"; /* and its own NUL */

    for (; length > 0 && memchr(around, text[length - 1], sizeof around) != NULL; length--)
        continue;
    for (; length > 0 && memchr(around, text[0], sizeof around) != NULL; length--)
        text++;
    return (struct charset_name){text, length};
}

/* NULL: it is not known here. */
static const struct charset_row *find(struct charset_name name)
{
    for (size_t i = 0; i < sizeof charset_table / sizeof charset_table[0]; i++) {
        const struct charset_row *row = &charset_table[i];
        if (strlen(row->name) == name.length && strncasecmp(row->name, name.text, name.length) == 0)
            return row;
    }
    return NULL;
}

static void refuse(struct telnet *telnet)
{
    static const uint8_t refusal[] = {WIRE_IAC, WIRE_SB,  OPTION_CHARSET,
                                      REJECTED, WIRE_IAC, WIRE_SE};

    telnet_reply(telnet, refusal, sizeof refusal);
}

/* Agrees to a name of the peer's list, in the peer's own spelling. False: it is not known here. */
static bool agree(struct telnet *telnet, struct charset_name name)
{
    uint8_t answer[4 + CHARSET_NAME_MAX + 2] = {WIRE_IAC, WIRE_SB, OPTION_CHARSET, ACCEPTED};
    const struct charset_row *row = find(name);

    if (row == NULL)
        return false;
    memcpy(answer + 4, name.text, name.length);
    answer[4 + name.length] = WIRE_IAC;
    answer[4 + name.length + 1] = WIRE_SE;
    telnet_reply(telnet, answer, 4 + name.length + 2);
    telnet->client->caps.charset = row->charset;
    telnet->event = (struct telnet_event){.kind = TELNET_EVENT_ANSWER};
    return true;
}

/*
 * The peer asks: the first name that is known here is taken, as its list is in the order it likes.
 * While our own question is open it is to answer that (RFC 2066 on two questions that cross).
 */
static void take_question(struct telnet *telnet, const char *list, size_t length)
{
    const char *end = list + length;

    /* The offer of a table to translate by, of a version, comes first and is passed over. */
    if (length > 0 && list[0] == '[') {
        const char *close = memchr(list, ']', length);
        list = close == NULL || end - close < 2 ? end : close + 2;
    }
    if ((telnet->is_charset_asked && !telnet->is_charset_answered) || list == end) {
        refuse(telnet);
        return;
    }
    for (char separator = *list++; list <= end;) {
        const char *next = memchr(list, separator, (size_t)(end - list));
        next = next == NULL ? end : next;
        if (agree(telnet, trim(list, (size_t)(next - list))))
            return;
        list = next + 1;
    }
    refuse(telnet);
}

/* An answer with an unknown name leaves the question open: the peer may ask in turn, with names
   that are known. */
void charset_take(struct telnet *telnet, const uint8_t *data, size_t length)
{
    enum charset *charset = &telnet->client->caps.charset;

    if (length == 0)
        return;
    const char *text = (const char *)data + 1;
    if (data[0] == REQUEST) {
        take_question(telnet, text, length - 1);
        return;
    }
    if (!telnet->is_charset_asked || (data[0] != ACCEPTED && data[0] != REJECTED))
        return;
    telnet->is_charset_answered = true;
    const struct charset_row *row = data[0] == ACCEPTED ? find(trim(text, length - 1)) : NULL;
    if (row == NULL && data[0] == ACCEPTED)
        return;
    /* TinTin++ names what it rejects. */
    *charset = row == NULL ? CHARSET_REFUSED : row->charset;
    telnet->is_charset_asked = false;
    telnet->event = (struct telnet_event){.kind = TELNET_EVENT_ANSWER};
}
