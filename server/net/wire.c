/*
 * Calls that work with every wire. A call that a wire lacks does nothing; a letter that a client
 * cannot show becomes a question mark.
 */
#include "server/net/wire.h"

#include "base/utf8.h"

enum err client_write(struct client *client, const void *data, size_t length)
{
    return client->wire->write(client, data, length);
}

enum err client_write_letters(struct client *client, const char *text, size_t length, bool has_utf8)
{
    enum err error = ERR_OK;

    for (size_t at = 0; at < length && error == ERR_OK;) {
        size_t start = at;
        while (at < length && (has_utf8 || (uint8_t)text[at] < 0x80))
            at++;
        if (at > start)
            error = client_write(client, text + start, at - start);
        else if (utf8_width(utf8_decode(text, length, &at)) > 0)
            error = client_write(client, "?", 1);
    }
    return error;
}

enum err client_hide_typing(struct client *client, bool is_hidden)
{
    return client->wire->hide_typing == NULL ? ERR_OK
                                             : client->wire->hide_typing(client, is_hidden);
}

enum err client_end_prompt(struct client *client)
{
    return client->wire->end_prompt == NULL ? ERR_OK : client->wire->end_prompt(client);
}

enum err client_send_records(struct client *client, const void *data, size_t length)
{
    return client->wire->send_records == NULL ? ERR_OK
                                              : client->wire->send_records(client, data, length);
}

bool client_shows_utf8(const struct client_caps *caps)
{
    if (caps->charset == CHARSET_UTF8)
        return true;
    return caps->charset != CHARSET_ASCII && (caps->terminal_standard & MTTS_UTF8) != 0;
}
