/*
 * The messages of a browser page other than GMCP: "Package.Message json" as text becomes a struct,
 * within the limits of each field. Pure: the caller acts on messages.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PAGE_PAGE_MESSAGE_H
#define UNDERCROFT_SERVER_SESSION_PAGE_PAGE_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PAGE_LINE_MAX = 512, /* bytes of a typed line */
    PAGE_NAME_MAX = 64,
    PAGE_TOKEN_MAX = 64,
    PAGE_NUMBER_MAX = INT32_MAX, /* of inputs and lines */
};

enum page_message_kind {
    PAGE_MESSAGE_LINE,   /* number, text */
    PAGE_MESSAGE_CANCEL, /* number */
    PAGE_MESSAGE_GUEST,
    PAGE_MESSAGE_WATCH,  /* text: a name */
    PAGE_MESSAGE_RESUME, /* text: a token; number: that of the page's last line */
    PAGE_MESSAGE_FACE,   /* wants_words */
    PAGE_MESSAGE_STAY,   /* more time for the login */
    PAGE_MESSAGE_KIND_COUNT
};

struct page_message {
    enum page_message_kind kind;
    uint32_t number;
    bool is_too_long; /* a line of more than PAGE_LINE_MAX bytes; `text` is empty */
    bool wants_words;
    char text[PAGE_LINE_MAX +
              1]; /* UTF-8 without controls; may be a secret that the caller must wipe */
};

enum page_verdict {
    PAGE_VERDICT_MESSAGE, /* it is in *out */
    PAGE_VERDICT_OTHER,   /* another name, perhaps of GMCP */
    PAGE_VERDICT_JUNK,    /* a known name with wrong content */
};

/* Reads `length` bytes, which need not end with NUL. *out is always written. */
enum page_verdict page_message_read(const char *text, size_t length, struct page_message *out);

#endif
