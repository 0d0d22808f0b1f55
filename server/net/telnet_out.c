/*
 * Output to a peer. It bypasses libtelnet, which would send it in pieces, and wait for
 * acknowledgements that several clients never send.
 */
#include <string.h>

#include "server/net/telnet_private.h"

void telnet_die(struct telnet *telnet, const char *reason)
{
    if (telnet->is_dead)
        return;
    telnet->is_dead = true;
    telnet->client->dead_reason = reason;
    telnet->event = (struct telnet_event){.kind = TELNET_EVENT_DEAD};
}

/* Bytes for the wire as they are. */
static enum err append(struct telnet *telnet, const void *data, size_t length)
{
    enum err error = bytes_append(telnet->client->out, data, length);

    if (error != ERR_OK)
        telnet_die(telnet, "output-full");
    return error;
}

void telnet_reply(struct telnet *telnet, const void *data, size_t length)
{
    if (++telnet->replies > telnet->replies_max)
        telnet_die(telnet, "too-many-negotiations");
    else
        (void)!append(telnet, data, length);
}

static size_t doubled_length(const uint8_t *data, size_t length)
{
    size_t sum = length;

    for (size_t i = 0; i < length; i++)
        sum += data[i] == WIRE_IAC;
    return sum;
}

/* Appends text with every IAC doubled; the memory was reserved. */
static enum err append_doubled(struct telnet *telnet, const uint8_t *data, size_t length)
{
    enum err error = ERR_OK;

    for (size_t done = 0; done < length && error == ERR_OK;) {
        const uint8_t *special = memchr(data + done, WIRE_IAC, length - done);
        size_t end = special == NULL ? length : (size_t)(special - data) + 1;
        error = bytes_append(telnet->client->out, data + done, end - done);
        if (special != NULL && error == ERR_OK)
            error = bytes_append(telnet->client->out, special, 1);
        done = end;
    }
    return error;
}

static enum err reserve(struct telnet *telnet, size_t length)
{
    enum err error = bytes_reserve(telnet->client->out, length);

    if (error != ERR_OK)
        telnet_die(telnet, "output-full");
    return error;
}

enum err telnet_write(struct telnet *telnet, const void *data, size_t length)
{
    enum err error = reserve(telnet, doubled_length(data, length));

    if (error == ERR_OK)
        error = append_doubled(telnet, data, length);
    return error;
}

enum err telnet_subnegotiate(struct telnet *telnet, uint8_t option, const void *data, size_t length)
{
    const uint8_t begin[] = {WIRE_IAC, WIRE_SB, option};
    const uint8_t end[] = {WIRE_IAC, WIRE_SE};
    enum err error = reserve(telnet, sizeof begin + doubled_length(data, length) + sizeof end);

    if (error == ERR_OK)
        error = bytes_append(telnet->client->out, begin, sizeof begin);
    if (error == ERR_OK)
        error = append_doubled(telnet, data, length);
    if (error == ERR_OK)
        error = bytes_append(telnet->client->out, end, sizeof end);
    return error;
}

enum err telnet_end_prompt(struct telnet *telnet)
{
    static const uint8_t end_of_record[] = {WIRE_IAC, WIRE_EOR};
    static const uint8_t go_ahead[] = {WIRE_IAC, WIRE_GA};

    if (telnet->end_of_record == TELNET_YES)
        return append(telnet, end_of_record, sizeof end_of_record);
    if (telnet->suppress_go_ahead != TELNET_YES)
        return append(telnet, go_ahead, sizeof go_ahead);
    return ERR_OK;
}

enum err telnet_offer_echo(struct telnet *telnet, bool is_hidden)
{
    const uint8_t toggle[] = {WIRE_IAC, is_hidden ? WIRE_WILL : WIRE_WONT, OPTION_ECHO};

    return append(telnet, toggle, sizeof toggle);
}

enum err telnet_hide_typing(struct telnet *telnet, bool is_hidden)
{
    telnet->has_toggled_echo = true;
    telnet->has_offered_again = telnet->has_offered_again || is_hidden;
    return telnet_offer_echo(telnet, is_hidden);
}

enum err telnet_keep_alive(struct telnet *telnet)
{
    static const uint8_t nothing[] = {WIRE_IAC, WIRE_NOP};

    return append(telnet, nothing, sizeof nothing);
}

bool telnet_can_ping(const struct telnet *telnet)
{
    return telnet->has_negotiated && !telnet->is_mark_asked && !telnet->is_dead;
}

enum err telnet_ping(struct telnet *telnet, uint64_t now_ms)
{
    static const uint8_t mark[] = {WIRE_IAC, WIRE_DO, OPTION_TIMING_MARK};

    telnet->is_mark_asked = true;
    telnet->mark_asked_at_ms = now_ms;
    return append(telnet, mark, sizeof mark);
}

void telnet_take_mark(struct telnet *telnet, uint64_t now_ms)
{
    uint64_t lag_ms = now_ms - telnet->mark_asked_at_ms;

    telnet->is_mark_asked = false;
    telnet->client->caps.lag_ms = lag_ms < UINT32_MAX ? (uint32_t)lag_ms : UINT32_MAX;
}
