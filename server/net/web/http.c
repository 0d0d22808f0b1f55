/*
 * Reading requests.
 */
#include "server/net/web/http.h"

#include <string.h>
#include <strings.h>

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

/* False: no method has such a byte there. */
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

/* Cuts the text up to `mark` off the rest, which begins behind the mark. False: there is none. */
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

bool http_next_word(struct http_text *list, struct http_text *out)
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

/* A line without its CR LF. Every head that is done ends with an empty one. */
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

/* False for an escape of a control, a blank, a dot, a slash or a backslash: a path holds them
   plainly or not at all. */
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

/* A dot begins no part of a path. */
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

/* HTTP/0.9 */
static bool is_version(struct http_text text)
{
    static const char prefix[] = "HTTP/";
    size_t at = sizeof prefix - 1;

    return text.length == at + 3 && memcmp(text.text, prefix, at) == 0 && is_digit(text.text[at]) &&
           text.text[at + 1] == '.' && is_digit(text.text[at + 2]);
}

/* METHOD TARGET VERSION */
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

/* Refuses fields that state a length of the request, and a Host that is missing or given twice. */
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
