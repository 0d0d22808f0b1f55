/*
 * Requests of HTTP/1.1: the head is gathered and read, and then judged: whether it may be answered
 * at all, and whether it may become a WebSocket.
 */
#include "server/net/web/http.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "server/base/network.h"
#include "server/net/tls.h"

enum { DELETE = 0x7f };

enum {
    STATUS_BAD = 400,
    STATUS_METHOD = 405,
    STATUS_FIELDS = 431,
    STATUS_VERSION = 505,
};

static bool is_upper(uint8_t byte)
{
    return byte >= 'A' && byte <= 'Z';
}

/* False if no method has such a byte there. */
static bool is_of_method(struct http_head *head, uint8_t byte)
{
    if (byte == ' ' && head->length > 0)
        head->is_behind_method = true;
    return head->is_behind_method || (is_upper(byte) && head->length < HTTP_METHOD_MAX);
}

static bool is_allowed(const struct http_head *head, uint8_t byte)
{
    bool is_behind_return = head->length > 0 && head->bytes[head->length - 1] == '\r';

    if (is_behind_return || byte == '\n')
        return is_behind_return && byte == '\n';
    return (byte >= ' ' && byte != DELETE) || byte == '\r' || byte == '\t';
}

enum http_progress http_take(struct http_head *head, uint8_t byte)
{
    static const char end[] = "\r\n\r\n";
    size_t end_length = sizeof end - 1;

    if (!head->is_behind_method && !is_of_method(head, byte))
        return HTTP_FOREIGN;
    if (!is_allowed(head, byte))
        return HTTP_BROKEN;
    if (head->length >= HTTP_HEAD_MAX)
        return HTTP_TOO_LONG;
    head->bytes[head->length++] = (char)byte;
    bool is_done = head->length >= end_length &&
                   memcmp(head->bytes + head->length - end_length, end, end_length) == 0;
    return is_done ? HTTP_DONE : HTTP_WANTS_MORE;
}

bool http_is(struct http_text text, const char *other)
{
    return strlen(other) == text.length && strncasecmp(text.text, other, text.length) == 0;
}

bool http_is_exactly(struct http_text text, const char *other)
{
    return strlen(other) == text.length && memcmp(text.text, other, text.length) == 0;
}

/* Cuts the text before `mark` off the rest, which then begins after the mark. False: there is no
   mark. */
static bool cut(struct http_text *rest, char mark, struct http_text *out)
{
    const char *at = memchr(rest->text, mark, rest->length);

    if (at == NULL)
        return false;
    *out = (struct http_text){rest->text, (size_t)(at - rest->text)};
    rest->text = at + 1;
    rest->length -= out->length + 1;
    return true;
}

static bool is_blank(char letter)
{
    return letter == ' ' || letter == '\t';
}

static struct http_text trim(struct http_text text)
{
    while (text.length > 0 && is_blank(text.text[0])) {
        text.text++;
        text.length--;
    }
    while (text.length > 0 && is_blank(text.text[text.length - 1]))
        text.length--;
    return text;
}

/* Cuts the next word off a list with commas, without blanks around it. False: the list is at its
   end. */
static bool http_next_word(struct http_text *list, struct http_text *out)
{
    while (list->length > 0) {
        if (!cut(list, ',', out)) {
            *out = *list;
            list->length = 0;
        }
        *out = trim(*out);
        if (out->length > 0)
            return true;
    }
    return false;
}

/* Takes the next line without its CR LF. Every complete head ends with an empty one. */
static struct http_text next_line(struct http_text *rest)
{
    struct http_text line = {rest->text, 0};

    if (cut(rest, '\n', &line))
        line.length--;
    return line;
}

static int hex(char digit)
{
    const char *digits = "0123456789abcdef";
    const char *at = strchr(digits, digit >= 'A' && digit <= 'F' ? digit - 'A' + 'a' : digit);

    return digit == '\0' || at == NULL ? -1 : (int)(at - digits);
}

/* False for an escape of a control, a blank, a dot, a slash or a backslash; paths may not escape
   these. */
static bool is_right_escape(const char *text, size_t length)
{
    int code =
        length < 3 || hex(text[1]) < 0 || hex(text[2]) < 0 ? -1 : hex(text[1]) * 16 + hex(text[2]);

    return code > ' ' && code != DELETE && code != '.' && code != '/' && code != '\\';
}

static bool is_right_target(struct http_text target)
{
    for (size_t i = 0; i < target.length; i++) {
        char letter = target.text[i];
        if (letter <= ' ' || letter >= DELETE || letter == '\\' || letter == '#' ||
            (letter == '%' && !is_right_escape(target.text + i, target.length - i)))
            return false;
    }
    return target.length > 0 && target.text[0] == '/';
}

/* False if a part of the path begins with a dot. */
static bool is_right_path(struct http_text path)
{
    for (size_t i = 1; i < path.length; i++) {
        if (path.text[i] == '.' && path.text[i - 1] == '/')
            return false;
    }
    return path.length <= HTTP_PATH_MAX;
}

static bool is_digit(char letter)
{
    return letter >= '0' && letter <= '9';
}

/* True for "HTTP/", a digit, a dot and a digit. */
static bool is_version(struct http_text text)
{
    static const char prefix[] = "HTTP/";
    size_t at = sizeof prefix - 1;

    return text.length == at + 3 && memcmp(text.text, prefix, at) == 0 && is_digit(text.text[at]) &&
           text.text[at + 1] == '.' && is_digit(text.text[at + 2]);
}

/* Reads METHOD TARGET VERSION. */
static int read_first_line(struct http_text line, struct http_request *out)
{
    struct http_text method;
    struct http_text target;

    if (!cut(&line, ' ', &method) || !cut(&line, ' ', &target))
        return STATUS_BAD;
    out->is_head = http_is_exactly(method, "HEAD");
    if (!out->is_head && !http_is_exactly(method, "GET"))
        return STATUS_METHOD;
    out->closes = http_is_exactly(line, "HTTP/1.0");
    if (!out->closes && !http_is_exactly(line, "HTTP/1.1"))
        return is_version(line) ? STATUS_VERSION : STATUS_BAD;
    if (!is_right_target(target))
        return STATUS_BAD;
    if (!cut(&target, '?', &out->path)) {
        out->path = target;
        target.length = 0;
    }
    out->query = target;
    return is_right_path(out->path) ? 0 : STATUS_BAD;
}

static bool is_name(struct http_text name)
{
    static const char letters[] = "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyz"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

    for (size_t i = 0; i < name.length; i++) {
        if (memchr(letters, name.text[i], sizeof letters - 1) == NULL)
            return false;
    }
    return name.length > 0;
}

static int read_field(struct http_text line, struct http_request *out)
{
    struct http_field field;

    if (out->field_count == HTTP_FIELDS_MAX)
        return STATUS_FIELDS;
    if (!cut(&line, ':', &field.name) || !is_name(field.name))
        return STATUS_BAD;
    field.value = trim(line);
    out->fields[out->field_count++] = field;
    return 0;
}

bool http_find(const struct http_request *request, const char *name, int *from,
               struct http_text *out)
{
    while (*from < request->field_count) {
        const struct http_field *field = &request->fields[(*from)++];
        if (!http_is(field->name, name))
            continue;
        *out = field->value;
        return true;
    }
    return false;
}

bool http_has_word(const struct http_request *request, const char *name, const char *word)
{
    struct http_text list;
    struct http_text item;

    for (int from = 0; http_find(request, name, &from, &list);) {
        while (http_next_word(&list, &item)) {
            if (http_is(item, word))
                return true;
        }
    }
    return false;
}

static bool has(const struct http_request *request, const char *name)
{
    struct http_text ignored;
    int from = 0;

    return http_find(request, name, &from, &ignored);
}

/* Refuses fields that give the request a length, and a Host that is missing or repeated. */
static int check_fields(struct http_request *request)
{
    struct http_text second;
    int from = 0;

    if (has(request, "Content-Length") || has(request, "Transfer-Encoding"))
        return STATUS_BAD;
    if (!http_find(request, "Host", &from, &request->host) || request->host.length == 0 ||
        http_find(request, "Host", &from, &second))
        return STATUS_BAD;
    request->closes = request->closes || http_has_word(request, "Connection", "close");
    return 0;
}

int http_read(const struct http_head *head, struct http_request *out)
{
    struct http_text rest = {head->bytes, head->length};

    out->field_count = 0;
    int status = read_first_line(next_line(&rest), out);
    while (status == 0) {
        struct http_text line = next_line(&rest);
        if (line.length == 0)
            return check_fields(out);
        status = read_field(line, out);
    }
    return status;
}

enum {
    STATUS_SWITCH = 101,
    STATUS_FOREIGN = 403,
    STATUS_UPGRADE = 426,
    STATUS_NO_MEMORY = 503,
    KEY_SIZE = 16, /* bytes that the peer's key encodes */
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

/* Takes the next URL of a list with commas and blanks. False: there is none. */
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

/* Finds the host and port of an origin. False: its scheme is neither http nor https. */
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

/* Splits a host from its port, and an IPv6 address from its brackets. False: it is not a host. */
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

/* True if the Origin is allowed. A request without one does not come from a browser, and may come
   from anywhere. */
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
    /* Neither names the default port of its scheme. */
    if (find_host(origin, &host) && is_same(host, request->host))
        return true;
    while (next_origin(&origins, &allowed)) {
        if (is_same(origin, allowed))
            return true;
    }
    return false;
}

/* Finds the only field of that name. */
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

/* Chooses the first known entry of the peer's list. False: the list has no known entry. */
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

/* Reads a number from 1 to UINT16_MAX; 0 for any other text. */
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

/* Finds the value of NAME=VALUE in the query. False: the query does not have the name. */
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
            /* After a peer come the proxies on its way. */
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
