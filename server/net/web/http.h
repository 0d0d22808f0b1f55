/*
 * The head of a request of HTTP/1.1, gathered byte by byte and then read. There is never a body. A
 * request with anything that proxies and servers are known to read in different ways (a length, a
 * folded field, a blank before a colon, a bare line feed, a second Host) is refused, so that there
 * is one reading alone. Pure: no socket, no memory of its own.
 */
#ifndef UNDERCROFT_SERVER_NET_WEB_HTTP_H
#define UNDERCROFT_SERVER_NET_WEB_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    HTTP_HEAD_MAX = 4096, /* bytes of a head, its end included */
    HTTP_FIELDS_MAX = 32,
    HTTP_PATH_MAX = 256,
    HTTP_METHOD_MAX = 16,
};

/* The head of a request as far as it came. Valid when `length` is 0. */
struct http_head {
    char bytes[HTTP_HEAD_MAX];
    size_t length;
    bool is_behind_method;
};

enum http_progress {
    HTTP_WANTS_MORE,
    HTTP_DONE,    /* http_read() it */
    HTTP_FOREIGN, /* this is no HTTP */
    HTTP_TOO_LONG,
    HTTP_BROKEN, /* a byte that is not allowed where it stands */
};

/* Takes the next byte. Not to be called again after anything but HTTP_WANTS_MORE. */
enum http_progress http_take(struct http_head *head, uint8_t byte);

/* A part of the head. */
struct http_text {
    const char *text; /* not owned */
    size_t length;
};

struct http_field {
    struct http_text name;
    struct http_text value; /* without blanks around it */
};

struct http_request {
    bool is_head; /* HEAD, not GET */
    bool closes;  /* the peer wants no second answer */
    struct http_text path;
    struct http_text query; /* behind the question mark; may be empty */
    struct http_text host;  /* with its port, if one was given */
    struct http_field fields[HTTP_FIELDS_MAX];
    int field_count;
};

/* Reads a head that is done. 0, or the status with which it is to be answered. *out points into the
   head. */
int http_read(const struct http_head *head, struct http_request *out);

/* The value of the field of that name, whatever its case, from *from on, which is then the place
   behind it; begins with 0. False: there is none. */
bool http_find(const struct http_request *request, const char *name, int *from,
               struct http_text *out);

/* The next word of a list with commas, without blanks around it; cuts it off `list`. False: the
   list is at its end. */
bool http_next_word(struct http_text *list, struct http_text *out);

/* True if a field of that name holds that word in a list with commas, whatever its case. */
bool http_has_word(const struct http_request *request, const char *name, const char *word);

/* True if both are the same, whatever the case of ASCII letters. */
bool http_is(struct http_text text, const char *other);

/* True if both are the same, byte by byte. */
bool http_is_exactly(struct http_text text, const char *other);

#endif
