/*
 * Bytes from a terminal to keys: CSI and SS3 forms, split anywhere, lone Esc told from the start of
 * a sequence by time. The decoder knows no clock: the caller says when 50 ms have passed.
 */
#ifndef UNDERCROFT_TERM_KEY_H
#define UNDERCROFT_TERM_KEY_H

#include <stdbool.h>
#include <stdint.h>

/* TinTin++ sends an arrow as ESC and, once that is acknowledged, the rest: 40 ms later where
   nothing else is to be sent. */
enum { KEY_ESCAPE_WAIT_MS = 100, KEY_SEQUENCE_MAX = 32, KEY_SEQUENCE_WAIT_MS = 1000 };

/* Printable keys are their code point; the others start above all code points. */
enum key_code {
    KEY_NONE = 0,
    KEY_ENTER = 0x110000,
    KEY_ESCAPE,
    KEY_BACKSPACE,
    KEY_TAB,
    KEY_BACK_TAB,
    KEY_UP,
    KEY_DOWN,
    KEY_LEFT,
    KEY_RIGHT,
    KEY_HOME,
    KEY_END,
    KEY_PAGE_UP,
    KEY_PAGE_DOWN,
    KEY_INSERT,
    KEY_DELETE,
    KEY_CENTRE, /* keypad 5 in application mode */
    KEY_F1,
    KEY_F2,
    KEY_F3,
    KEY_F4,
    KEY_F5,
    KEY_F6,
    KEY_F7,
    KEY_F8,
    KEY_F9,
    KEY_F10,
    KEY_F11,
    KEY_F12,
    KEY_CURSOR_REPORT, /* row and column in the key */
    KEY_PASTE_BEGINS,  /* bracketed paste: what comes until it ends was not typed */
    KEY_PASTE_ENDS,
    KEY_UNKNOWN        /* a sequence that is in no table: eaten whole, never half typed */
};

struct key {
    uint32_t code; /* code point or enum key_code; Ctrl-A … Ctrl-Z come as 'a' … 'z' with ctrl */
    bool shift;    /* told apart only for special keys */
    bool alt;
    bool ctrl;
    uint16_t row; /* of a cursor report, counting from 1 */
    uint16_t column;
};

/* What the bytes so far have begun. */
enum key_state {
    KEY_STATE_GROUND, /* nothing */
    KEY_STATE_ESCAPE, /* ESC */
    KEY_STATE_CSI,    /* ESC [ */
    KEY_STATE_LINUX,  /* ESC [ [, the Linux console's function keys */
    KEY_STATE_SS3,    /* ESC O */
    KEY_STATE_STRING, /* ESC ] or ESC P, up to BEL or ESC \ */
    KEY_STATE_UTF8,   /* a character of several bytes */
    KEY_STATE_COUNT
};

struct key_decoder {
    uint8_t pending[KEY_SEQUENCE_MAX]; /* what follows the introducer, or the character's bytes */
    uint8_t pending_length;
    uint8_t state;     /* enum key_state */
    bool is_too_long;  /* the sequence is only skipped to its final byte */
    bool alt;          /* one more ESC came before it */
    bool after_return; /* the byte before was CR: a NUL or LF now belongs to it */
    bool after_string; /* the pending ESC ended a string: a \ now belongs to it */
};

void key_decoder_init(struct key_decoder *decoder);

/*
 * Takes one byte; true if it completes a key. Enter is one key whether it comes as CR, LF, CR NUL
 * or CR LF. Application-keypad digits and signs come as the characters on them. Strictly decoded
 * UTF-8 comes as code points. A byte that breaks off a sequence or character gives KEY_UNKNOWN for
 * it, unless the byte is a key by itself after a broken character: then only that key comes.
 */
bool key_decode(struct key_decoder *decoder, uint8_t byte, struct key *out);

/* True while an unfinished sequence waits; *out_wait_ms says how long to wait for the rest. */
bool key_is_pending(const struct key_decoder *decoder, int *out_wait_ms);

/* True for the byte that begins every sequence. */
bool key_is_escape(uint8_t byte);

/* The wait is over: a lone Esc becomes KEY_ESCAPE, anything else unfinished becomes KEY_UNKNOWN.
   False if nothing was pending. */
bool key_expire(struct key_decoder *decoder, struct key *out);

/* "^G", "F5", "x", "Shift-Up": how a message names it. `out_size` of 32 is always enough. */
void key_describe(struct key key, char *out, int out_size);

#endif
