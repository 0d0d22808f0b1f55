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
    PAGE_LINE_MAX = 512, /* most bytes of a typed line */
    PAGE_NAME_MAX = 64,
    PAGE_TOKEN_MAX = 64,
    PAGE_NUMBER_MAX = INT32_MAX, /* highest number of an input or a line */
};

enum page_message_kind {
    PAGE_MESSAGE_LINE,   /* a typed line: number, text */
    PAGE_MESSAGE_CANCEL, /* the wish to cancel: number */
    PAGE_MESSAGE_GUEST,
    PAGE_MESSAGE_WATCH, /* the wish to watch: text is a name */
    /* the wish to resume: text is a token, number that of the page's last line */
    PAGE_MESSAGE_RESUME,
    PAGE_MESSAGE_FACE, /* the choice of map or words: wants_words */
    PAGE_MESSAGE_STAY, /* the wish for more time for the login */
    PAGE_MESSAGE_KIND_COUNT
};

struct page_message {
    enum page_message_kind kind;
    uint32_t number;
    bool is_too_long; /* a line of more than PAGE_LINE_MAX bytes; `text` is empty */
    bool wants_words;
    char text[PAGE_LINE_MAX +
              1]; /* UTF-8 without controls; may be a secret, which the caller must wipe */
};

enum page_verdict {
    PAGE_VERDICT_MESSAGE, /* a message, which is in *out */
    PAGE_VERDICT_OTHER,   /* a message with another name, perhaps of GMCP */
    PAGE_VERDICT_JUNK,    /* a message with wrong content */
};

/* Reads a message of `length` bytes, which need not end with NUL. *out is always written. */
enum page_verdict page_message_read(const char *text, size_t length, struct page_message *out);

#endif
