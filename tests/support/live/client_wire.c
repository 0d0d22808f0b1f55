/*
 * The telnet of a test client, written apart from the server's so that one checks the other.
 */
#include "support/live/client_wire.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "support/live/personality.h"

enum {
    WIRE_EOR = 239,
    WIRE_SE = 240,
    WIRE_GO_AHEAD = 249,
    WIRE_SB = 250,
    WIRE_WILL = 251,
    WIRE_WONT = 252,
    WIRE_DO = 253,
    WIRE_DONT = 254,
    WIRE_IAC = 255,
    TERMINAL_TYPE_IS = 0,
    TERMINAL_TYPE_SEND = 1,
    TELOPT_COMPRESS = 86,
};

static void take_text(struct client *client, const uint8_t *bytes, size_t length)
{
    terminal_feed(&client->terminal, bytes, length);

    /* A full buffer keeps its newer half. */
    if (client->heard_length + length > CLIENT_HEARD_MAX) {
        size_t kept = length < CLIENT_HEARD_MAX / 2 ? CLIENT_HEARD_MAX / 2 : 0;
        if (kept > client->heard_length)
            kept = client->heard_length;
        memmove(client->heard, client->heard + client->heard_length - kept, kept);
        client->heard_length = kept;
    }
    if (client->heard_length + length > CLIENT_HEARD_MAX)
        return;
    for (size_t i = 0; i < length; i++)
        client->heard[client->heard_length++] = bytes[i] == 0 ? ' ' : (char)bytes[i];
    client->heard[client->heard_length] = '\0';
}

static void send_verb(struct client *client, int verb, uint8_t option)
{
    const uint8_t bytes[] = {WIRE_IAC, (uint8_t)verb, option};

    if (client->personality->answers)
        client_send(client, bytes, sizeof bytes);
}

void client_wire_send_window(struct client *client, unsigned int width, unsigned int height)
{
    const uint8_t size[] = {(uint8_t)(width >> 8), (uint8_t)width, (uint8_t)(height >> 8),
                            (uint8_t)height};
    uint8_t bytes[16] = {WIRE_IAC, WIRE_SB, TELOPT_WINDOW};
    size_t length = 3;

    for (size_t i = 0; i < sizeof size; i++) {
        bytes[length++] = size[i];
        if (size[i] == WIRE_IAC)
            bytes[length++] = WIRE_IAC;
    }
    bytes[length++] = WIRE_IAC;
    bytes[length++] = WIRE_SE;
    client_send(client, bytes, length);
}

static bool accepts_from_server(const struct client *client, uint8_t option)
{
    const struct personality *personality = client->personality;

    return option == TELOPT_ECHO_TYPED ||
           (option == TELOPT_NO_GO_AHEAD && personality->suppresses_go_ahead) ||
           (option == TELOPT_COMPRESS && personality->inflates) ||
           (option == TELOPT_PROMPT_MARK && personality->marks_prompts);
}

static bool accepts_of_client(const struct client *client, uint8_t option)
{
    return (option == TELOPT_TERMINAL_TYPE && client->personality->terminal_type != NULL) ||
           (option == TELOPT_WINDOW && client->personality->terminal_type != NULL);
}

/* Only a change is answered, as RFC 1143 wants it, and a refusal once for every offer. */
static void take_option(struct client *client, uint8_t verb, uint8_t option)
{
    bool is_about_server = verb == WIRE_WILL || verb == WIRE_WONT;
    bool *state = is_about_server ? &client->server_does[option] : &client->client_does[option];
    bool is_wanted = verb == WIRE_WILL || verb == WIRE_DO;
    bool is_accepted =
        is_about_server ? accepts_from_server(client, option) : accepts_of_client(client, option);
    int yes = is_about_server ? WIRE_DO : WIRE_WILL;
    int no = is_about_server ? WIRE_DONT : WIRE_WONT;

    if (!client->personality->answers)
        return;
    client->marks += option == TELOPT_MARK;
    if (client->holds_marks && option == TELOPT_MARK)
        return;
    if (is_wanted && !is_accepted) {
        send_verb(client, no, option);
        return;
    }
    if (*state == is_wanted)
        return;
    *state = is_wanted;
    send_verb(client, is_wanted ? yes : no, option);
    bool is_hidden = client->personality->hides_window;
    if (verb == WIRE_DO && option == TELOPT_WINDOW)
        client_wire_send_window(client, is_hidden ? 0 : (unsigned int)client->terminal.width,
                                is_hidden ? 0 : (unsigned int)client->terminal.height);
}

static void begin_inflating(struct client *client)
{
    client->inflating = calloc(1, sizeof *client->inflating);
    ck_assert(client->inflating != NULL && inflateInit(client->inflating) == Z_OK);
}

void client_wire_end_inflating(struct client *client)
{
    if (client->inflating != NULL)
        inflateEnd(client->inflating);
    free(client->inflating);
    client->inflating = NULL;
}

static void take_subnegotiation(struct client *client)
{
    const uint8_t begin[] = {WIRE_IAC, WIRE_SB, TELOPT_TERMINAL_TYPE, TERMINAL_TYPE_IS};
    const uint8_t end[] = {WIRE_IAC, WIRE_SE};
    uint8_t bytes[64];
    const char *type = client->personality->terminal_type;

    if (client->subnegotiation_length == 1 && client->subnegotiation[0] == TELOPT_COMPRESS &&
        client->inflating == NULL)
        begin_inflating(client);
    if (client->subnegotiation_length != 2 || type == NULL ||
        client->subnegotiation[0] != TELOPT_TERMINAL_TYPE ||
        client->subnegotiation[1] != TERMINAL_TYPE_SEND)
        return;
    size_t length = strlen(type);
    memcpy(bytes, begin, sizeof begin);
    memcpy(bytes + sizeof begin, type, length);
    memcpy(bytes + sizeof begin + length, end, sizeof end);
    client_send(client, bytes, sizeof begin + length + sizeof end);
}

static enum wire_state take_command(struct client *client, uint8_t byte)
{
    if (byte >= WIRE_WILL && byte <= WIRE_DONT) {
        client->verb = byte;
        return WIRE_OPTION;
    }
    if (byte == WIRE_SB) {
        client->subnegotiation_length = 0;
        return WIRE_SUBNEGOTIATION;
    }
    if (byte == WIRE_IAC)
        take_text(client, &byte, 1);
    if (byte == WIRE_GO_AHEAD || byte == WIRE_EOR)
        client->prompts++;
    return WIRE_TEXT;
}

static void take_special(struct client *client, uint8_t byte)
{
    switch (client->wire) {
    case WIRE_COMMAND:
        client->wire = take_command(client, byte);
        break;
    case WIRE_OPTION:
        take_option(client, client->verb, byte);
        client->wire = WIRE_TEXT;
        break;
    case WIRE_SUBNEGOTIATION:
        if (byte == WIRE_IAC)
            client->wire = WIRE_SUBCOMMAND;
        else if (client->subnegotiation_length < CLIENT_SUBNEGOTIATION_MAX)
            client->subnegotiation[client->subnegotiation_length++] = byte;
        break;
    case WIRE_SUBCOMMAND:
        if (byte == WIRE_SE)
            take_subnegotiation(client);
        client->wire = byte == WIRE_SE ? WIRE_TEXT : WIRE_SUBNEGOTIATION;
        break;
    case WIRE_TEXT:
        break;
    }
}

/* Returns how many were taken: all, but where a compressed stream begins. */
static size_t take_plain(struct client *client, const uint8_t *bytes, size_t length)
{
    bool was_inflating = client->inflating != NULL;
    size_t from = 0;

    for (size_t i = 0; i < length; i++) {
        if (client->wire == WIRE_TEXT && bytes[i] != WIRE_IAC)
            continue;
        if (client->wire == WIRE_TEXT) {
            take_text(client, bytes + from, i - from);
            client->wire = WIRE_COMMAND;
        } else {
            take_special(client, bytes[i]);
        }
        from = i + 1;
        if (!was_inflating && client->inflating != NULL)
            return from;
    }
    if (client->wire == WIRE_TEXT)
        take_text(client, bytes + from, length - from);
    return length;
}

static size_t take_compressed(struct client *client, const uint8_t *bytes, size_t length)
{
    struct z_stream_s *stream = client->inflating;
    uint8_t chunk[4096];
    int result;

    stream->next_in = (Bytef *)(uintptr_t)bytes;
    stream->avail_in = (uInt)length;
    do {
        stream->next_out = chunk;
        stream->avail_out = sizeof chunk;
        result = inflate(stream, Z_SYNC_FLUSH);
        ck_assert(result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR);
        take_plain(client, chunk, sizeof chunk - stream->avail_out);
    } while (result == Z_OK && stream->avail_out == 0);
    size_t taken = length - stream->avail_in;
    if (result == Z_STREAM_END)
        client_wire_end_inflating(client);
    return taken;
}

void client_wire_take(struct client *client, const uint8_t *bytes, size_t length)
{
    while (length > 0) {
        size_t taken = client->inflating != NULL ? take_compressed(client, bytes, length)
                                                 : take_plain(client, bytes, length);
        bytes += taken;
        length -= taken;
    }
}
