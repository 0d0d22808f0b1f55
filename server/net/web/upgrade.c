/*
 * Verdicts on upgrades.
 */
#include "server/net/web/upgrade.h"

#include <stdio.h>
#include <string.h>

#include <sodium.h>

#include "server/base/network.h"
#include "server/net/tls.h"

enum {
    STATUS_SWITCH = 101,
    STATUS_BAD = 400,
    STATUS_FOREIGN = 403,
    STATUS_UPGRADE = 426,
    STATUS_NO_MEMORY = 503,
    KEY_SIZE = 16, /* bytes that the peer's key stands for */
    KEY_LENGTH = 24,
    PORT_DIGITS_MAX = 5,
};

/* Suffix of the key in RFC 6455. */
static const char accept_suffix[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

static const struct subprotocol_row {
    const char *name;
    enum subprotocol subprotocol;
} subprotocol_table[] = {
    {"v1.undercroft", SUBPROTOCOL_PAGE},
    {"telnet.mudstandards.org", SUBPROTOCOL_TELNET},
    {"terminal.mudstandards.org", SUBPROTOCOL_TERMINAL},
    {"gmcp.mudstandards.org", SUBPROTOCOL_GMCP},
    {"json.mudstandards.org", SUBPROTOCOL_JSON},
    {"telnet", SUBPROTOCOL_TELNET},
    {"binary", SUBPROTOCOL_TELNET},
};

enum { ROW_COUNT = sizeof subprotocol_table / sizeof subprotocol_table[0] };

void upgrade_write_names(char out[UPGRADE_NAMES_SIZE])
{
    int length = 0;

    for (size_t i = 0; i < ROW_COUNT; i++)
        length += snprintf(out + length, UPGRADE_NAMES_SIZE - (size_t)length, "%s%s",
                           i == 0 ? "" : ", ", subprotocol_table[i].name);
}

/* The next URL of a list parted by commas and blanks. False: there is none. */
static bool next_origin(const char **list, struct http_text *out)
{
    *list += strspn(*list, " ,");
    *out = (struct http_text){*list, strcspn(*list, " ,")};
    *list += out->length;
    return out->length > 0;
}

static bool is_same(struct http_text text, struct http_text other)
{
    char copy[HTTP_PATH_MAX];

    if (other.length >= sizeof copy)
        return false;
    memcpy(copy, other.text, other.length);
    copy[other.length] = '\0';
    return http_is(text, copy);
}

/* Host and port of an origin. False: its scheme is neither http nor https. */
static bool find_host(struct http_text origin, struct http_text *out)
{
    static const char *const schemes[] = {"https://", "http://"};

    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
        size_t length = strlen(schemes[i]);
        if (origin.length <= length ||
            !http_is((struct http_text){origin.text, length}, schemes[i]))
            continue;
        *out = (struct http_text){origin.text + length, origin.length - length};
        return true;
    }
    return false;
}

/* Host without its port, and an address of IPv6 without its brackets. False: that is no host. */
static bool split_host(struct http_text host, struct http_text *out)
{
    const char *end = host.text + host.length;
    bool is_bracketed = host.text[0] == '[';
    const char *at = memchr(host.text, is_bracketed ? ']' : ':', host.length);

    if (is_bracketed && at == NULL)
        return false;
    *out = (struct http_text){host.text + is_bracketed,
                              (size_t)((at == NULL ? end : at) - host.text) - is_bracketed};
    const char *colon = at == NULL ? end : at + is_bracketed;
    if (colon == end)
        return out->length > 0;
    if (*colon != ':' || end - colon < 2 || end - colon > 1 + PORT_DIGITS_MAX)
        return false;
    for (const char *digit = colon + 1; digit < end; digit++) {
        if (*digit < '0' || *digit > '9')
            return false;
    }
    return out->length > 0;
}

static bool is_literal(struct http_text name)
{
    struct network network;

    return memchr(name.text, '/', name.length) == NULL &&
           network_parse(name.text, name.length, &network) == ERR_OK;
}

bool upgrade_knows_host(struct http_text host, const char *origins)
{
    struct http_text name;
    struct http_text origin;
    struct http_text known;

    if (!split_host(host, &name))
        return false;
    if (is_literal(name) || http_is(name, "localhost"))
        return true;
    while (next_origin(&origins, &origin)) {
        if (find_host(origin, &known) && split_host(known, &known) && is_same(name, known))
            return true;
    }
    return false;
}

/* Without one it is no browser, which may come from anywhere. */
static bool is_origin_allowed(const struct http_request *request, const char *origins)
{
    struct http_text origin;
    struct http_text host;
    struct http_text allowed;
    int from = 0;

    if (!http_find(request, "Origin", &from, &origin))
        return true;
    if (http_find(request, "Origin", &from, &allowed))
        return false;
    /* Neither names the port that its scheme means anyway. */
    if (find_host(origin, &host) && is_same(host, request->host))
        return true;
    while (next_origin(&origins, &allowed)) {
        if (is_same(origin, allowed))
            return true;
    }
    return false;
}

/* The only field of that name. */
static bool find_one(const struct http_request *request, const char *name, struct http_text *out)
{
    struct http_text second;
    int from = 0;

    return http_find(request, name, &from, out) && !http_find(request, name, &from, &second);
}

static bool is_right_key(struct http_text key)
{
    uint8_t bytes[KEY_SIZE];
    size_t length = 0;

    return key.length == KEY_LENGTH &&
           sodium_base642bin(bytes, sizeof bytes, key.text, key.length, NULL, &length, NULL,
                             sodium_base64_VARIANT_ORIGINAL) == 0 &&
           length == KEY_SIZE;
}

static const struct subprotocol_row *find_row(struct http_text name)
{
    for (size_t i = 0; i < ROW_COUNT; i++) {
        if (http_is_exactly(name, subprotocol_table[i].name))
            return &subprotocol_table[i];
    }
    return NULL;
}

/* The first of the peer's list that is known here. False: it offers some, and we know none. */
static bool choose(const struct http_request *request, struct upgrade *out)
{
    struct http_text list;
    struct http_text name;
    bool has_offered = false;

    out->subprotocol = SUBPROTOCOL_TELNET;
    out->name = NULL;
    for (int from = 0; http_find(request, "Sec-WebSocket-Protocol", &from, &list);) {
        while (http_next_word(&list, &name)) {
            const struct subprotocol_row *row = find_row(name);
            has_offered = true;
            if (row == NULL)
                continue;
            out->subprotocol = row->subprotocol;
            out->name = row->name;
            return true;
        }
    }
    return !has_offered;
}

static bool accept_key(struct http_text key, char out[UPGRADE_ACCEPT_SIZE])
{
    char text[KEY_LENGTH + sizeof accept_suffix];
    uint8_t hash[TLS_SHA1_SIZE];

    memcpy(text, key.text, KEY_LENGTH);
    memcpy(text + KEY_LENGTH, accept_suffix, sizeof accept_suffix);
    if (tls_sha1(text, KEY_LENGTH + sizeof accept_suffix - 1, hash) != ERR_OK)
        return false;
    sodium_bin2base64(out, UPGRADE_ACCEPT_SIZE, hash, sizeof hash, sodium_base64_VARIANT_ORIGINAL);
    return true;
}

/* A number from 1 to UINT16_MAX; 0: the text is anything else. */
static uint16_t read_size(struct http_text text)
{
    uint32_t size = 0;

    for (size_t i = 0; i < text.length && size <= UINT16_MAX; i++) {
        if (text.text[i] < '0' || text.text[i] > '9')
            return 0;
        size = size * 10 + (uint32_t)(text.text[i] - '0');
    }
    return size <= UINT16_MAX ? (uint16_t)size : 0;
}

/* The value of NAME=VALUE in the query. False: it has no such name. */
static bool find_value(struct http_text query, const char *name, struct http_text *out)
{
    size_t length = strlen(name);

    while (query.length > 0) {
        const char *end = memchr(query.text, '&', query.length);
        size_t part = end == NULL ? query.length : (size_t)(end - query.text);
        if (part > length && memcmp(query.text, name, length) == 0 && query.text[length] == '=') {
            *out = (struct http_text){query.text + length + 1, part - length - 1};
            return true;
        }
        query.text += end == NULL ? part : part + 1;
        query.length -= end == NULL ? part : part + 1;
    }
    return false;
}

static void read_query(struct http_text query, struct upgrade *out)
{
    struct http_text value;

    out->wants_screen = find_value(query, "mode", &value) && http_is_exactly(value, "screen");
    out->columns = find_value(query, "cols", &value) ? read_size(value) : 0;
    out->rows = find_value(query, "rows", &value) ? read_size(value) : 0;
}

static bool is_of(const struct network *networks, int count, const struct network_address *address)
{
    for (int i = 0; i < count; i++) {
        if (network_contains(&networks[i], address))
            return true;
    }
    return false;
}

bool upgrade_find_peer(const struct http_request *request, const struct network *proxies,
                       int proxy_count, struct network_address *out)
{
    struct http_text list;
    struct http_text word;
    struct network network;
    bool is_known = false;
    bool is_begun = false;

    for (int from = 0; http_find(request, "X-Forwarded-For", &from, &list);) {
        while (http_next_word(&list, &word)) {
            bool is_address =
                is_literal(word) && network_parse(word.text, word.length, &network) == ERR_OK;
            /* Behind a peer come the proxies on its way. */
            if (is_begun && is_address && is_of(proxies, proxy_count, &network.address))
                continue;
            is_begun = true;
            is_known = is_address;
            if (is_address)
                *out = network.address;
        }
    }
    return is_known;
}

bool upgrade_is_wanted(const struct http_request *request)
{
    return http_has_word(request, "Upgrade", "websocket");
}

int upgrade_judge(const struct http_request *request, const char *origins, struct upgrade *out)
{
    struct http_text key;
    struct http_text version;

    if (!upgrade_is_wanted(request))
        return STATUS_UPGRADE;
    if (request->is_head || request->closes || !http_has_word(request, "Connection", "upgrade"))
        return STATUS_BAD;
    if (!find_one(request, "Sec-WebSocket-Version", &version) || !http_is_exactly(version, "13"))
        return STATUS_UPGRADE;
    if (!find_one(request, "Sec-WebSocket-Key", &key) || !is_right_key(key))
        return STATUS_BAD;
    if (!is_origin_allowed(request, origins))
        return STATUS_FOREIGN;
    if (!choose(request, out))
        return STATUS_BAD;
    read_query(request->query, out);
    return accept_key(key, out->accept) ? STATUS_SWITCH : STATUS_NO_MEMORY;
}
