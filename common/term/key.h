/*
 * The decoder from a terminal's bytes, cut anywhere, to keys; it tells typed keys from everything
 * else. It knows no clock: the caller gives the time, and the time of the read that brought a byte;
 * bytes of one read come at the same time.
 *
 * One table has a row for each family of control sequences: how it begins, which bytes follow,
 * where it ends, how long it may be. A few of the sequences are keys, two mark a paste, one says
 * where the cursor is; all others do nothing, and are taken whole. Keys are understood in the form
 * in which they come unasked. Keys of modes that a program has to ask for are none: CSI u and
 * CSI 27 (kitty's protocol with its releases, and modifyOtherKeys), CSI _ (Windows' records of
 * keys), any report of the mouse. We never ask. In a terminal that was left in kitty's mode letters
 * and arrows still are keys; one that was left in Windows' cannot type a name and a password.
 *
 * NUL, XON and XOFF are none either: lines and terminals send them by themselves, as fillers and to
 * stop the other side.
 *
 * Time tells a lone Esc from the start of a sequence. A sequence that runs out of time is
 * cancelled, and its rest, if it comes later, does nothing:
 * - an Esc that waited KEY_ESCAPE_WAIT_MS is the key Esc. An introducer that comes first within
 *   KEY_LATE_MS takes the rest of its sequence with it; one that is a command by itself (O, P, X,
 *   _, + and the like) only if a byte that fits follows in the same read; else it is the key. After
 *   that time [, ], ^ and $ still do so, with a byte that follows in the same read.
 * - a sequence that waited KEY_SEQUENCE_WAIT_MS is cancelled; up to its end, all that comes within
 *   KEY_LATE_MS of the last byte is swallowed.
 * To each of these times the caller adds the lag of the line. So no key is swallowed that is typed
 * more than KEY_SEQUENCE_WAIT_MS + KEY_LATE_MS (and twice the lag) after the last byte of a cut
 * sequence. One that is typed sooner may be: nobody can tell it from the rest.
 *
 * A sequence without an end is given up. Bytes that come one by one are typed: after more than
 * KEY_PAUSES_MAX pauses, and one more for each KEY_PIECE_BYTES, the next byte is a key. If it is
 * longer than its row of the table allows, all that follows is swallowed, too, until it is typed by
 * the same rule or there is a silence of KEY_GIVEN_UP_WAIT_MS.
 *
 * Two cuts cannot be told from typing: a letter behind an Esc that ran out of time (Alt and a
 * letter is the same as Esc and the letter), and the rest of a sequence that comes after all that
 * time.
 */
#ifndef UNDERCROFT_TERM_KEY_H
#define UNDERCROFT_TERM_KEY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Families of control sequences: input of more than one byte that is not a character. */
enum sequence_family {
    SEQUENCE_CSI,      /* ESC [: most keys, answers, reports of the mouse */
    SEQUENCE_CONSOLE,  /* ESC [ [: function keys of the Linux console */
    SEQUENCE_SS3,      /* ESC O: arrows, function keys and the keypad in application mode */
    SEQUENCE_OSC,      /* ESC ]: answers about colours, the title, the clipboard */
    SEQUENCE_DCS,      /* ESC P: answers about settings and the version */
    SEQUENCE_APC,      /* ESC _: answers about pictures */
    SEQUENCE_PM,       /* ESC ^ */
    SEQUENCE_SOS,      /* ESC X */
    SEQUENCE_CHARSET,  /* ESC (: designates a set of characters; also like escapes of ISO 2022 */
    SEQUENCE_CHARSETS, /* ESC $: designates a set of characters of several bytes */
    SEQUENCE_FAMILY_COUNT
};

enum {
    SEQUENCE_KEPT_MAX = 32, /* most bytes of a sequence that are stored; no key has as many */
    SEQUENCE_ESCAPE = 0x1B,
    SEQUENCE_BELL = 0x07,
    SEQUENCE_CANCEL = 0x18,
    SEQUENCE_SUBSTITUTE = 0x1A,
};

struct byte_range {
    uint8_t first;
    uint8_t last; /* last byte of the range; below `first`: the range is empty */
};

struct sequence_row {
    const char *name;
    const char *introducers;  /* bytes that may follow ESC; for SEQUENCE_CONSOLE, ESC [ */
    uint8_t c1;               /* ESC and the introducer as one 8-bit control; 0: there is none */
    bool is_key;              /* the introducer, typed alone, is a command */
    bool is_string;           /* ended by BEL, ESC \ or ST; `middle` and `final` are unused */
    struct byte_range middle; /* its parameters and intermediate bytes */
    struct byte_range final;
    /* Bytes that can follow the introducer. They distinguish a sequence whose ESC came long before
       from a typed introducer. */
    const char *seconds;
    uint32_t length_max; /* most bytes after the introducer; a longer sequence is given up */
};

extern const struct sequence_row sequence_table[SEQUENCE_FAMILY_COUNT];

/* A report of the mouse that continues after its final letter, if that had no parameters. */
struct sequence_raw_row {
    uint8_t final;
    uint8_t characters; /* number of bytes that follow, or of UTF-8 characters in mode 1005 */
    const char *name;
};

enum { SEQUENCE_RAW_COUNT = 3 };
extern const struct sequence_raw_row sequence_raw_table[SEQUENCE_RAW_COUNT];

/* A sequence in the making. All zero: not begun. */
struct sequence {
    uint8_t kept[SEQUENCE_KEPT_MAX]; /* bytes between the introducer and the final byte */
    uint8_t kept_length;
    uint8_t family; /* enum sequence_family */
    /* the final byte; 0: it has not ended, or is a string or a report of the mouse */
    uint8_t final;
    uint8_t raw_left; /* characters of a mouse report that are still to come */
    uint8_t before;   /* the byte before this one, if it matters */
    bool is_cut;      /* more bytes came than are stored */
    bool is_8_bit;    /* it began with an 8-bit control, and such a control ends it */
    uint32_t length;
};

enum sequence_step {
    SEQUENCE_GOES_ON,
    SEQUENCE_ENDS,
    /* the byte does not belong to it; an ESC then begins the next sequence, or ends a string */
    SEQUENCE_BREAKS,
    SEQUENCE_IS_ENDLESS /* it is longer than its row allows */
};

/* Returns the family that the byte after an ESC introduces; SEQUENCE_FAMILY_COUNT: none. */
enum sequence_family sequence_family_of(uint8_t introducer);

/* Returns the family that a C1 control introduces; SEQUENCE_FAMILY_COUNT: none. */
enum sequence_family sequence_family_of_c1(uint32_t code);

/* True if the byte can directly follow the introducer of the family. */
bool sequence_can_follow(enum sequence_family family, uint8_t byte);

void sequence_begin(struct sequence *sequence, enum sequence_family family, bool is_8_bit);

/* Takes the next byte after the introducer. After the end or a break the caller begins another
   sequence; an endless one stays endless. */
enum sequence_step sequence_take(struct sequence *sequence, uint8_t byte);

/* TinTin++ sends an arrow as ESC and, once that is acknowledged, the rest: 40 ms later if nothing
   else is to be sent. */
enum {
    KEY_ESCAPE_WAIT_MS = 100,
    KEY_SEQUENCE_WAIT_MS = 1000,
    /* time after which a sequence is late; a lost packet is sent again after 200, 400 or 800 ms */
    KEY_LATE_MS = 1000,
    KEY_GIVEN_UP_WAIT_MS = 1000, /* time to wait for the rest of a sequence that was given up */
    KEY_HELD_WAIT_MS = 1,        /* time to wait once the read is over */
    /* shortest pause that shows typing: longer than gaps on a slow line, shorter than repeats of a
       held key */
    KEY_PAUSE_MS = 20,
    KEY_PAUSES_MAX = 8,
    KEY_PIECE_BYTES = 16,
    KEY_DECODE_MAX = 2, /* most keys that one byte can complete */
};

/* Keys. Printable ones are their code points; the others are above all code points. */
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
    KEY_CURSOR_REPORT, /* the terminal's answer with a row and a column */
    KEY_PASTE_BEGINS,  /* begin of a bracketed paste: bytes until its end were not typed */
    KEY_PASTE_ENDS,
    KEY_UNKNOWN /* no key: a whole sequence that does nothing */
};

struct key {
    uint32_t code; /* code point or enum key_code; for Ctrl-A … Ctrl-Z 'a' … 'z' with ctrl */
    bool shift;    /* set for special keys only */
    bool alt;
    bool ctrl;
    uint16_t row; /* row of a cursor report, from 1 */
    uint16_t column;
};

/* The state of the bytes so far. */
enum key_state {
    KEY_STATE_GROUND,   /* no unfinished bytes */
    KEY_STATE_ESCAPE,   /* an ESC */
    KEY_STATE_SEQUENCE, /* an ESC and an introducer */
    KEY_STATE_UTF8,     /* part of a character of several bytes */
    KEY_STATE_HELD,     /* an introducer, long after its ESC, that may be a key */
    KEY_STATE_GIVEN_UP, /* a sequence that is too long */
    KEY_STATE_COUNT
};

/* A decoder. All zero: nothing read yet. */
struct key_decoder {
    struct sequence sequence;
    char letter[4]; /* bytes of an unfinished character */
    uint8_t letter_length;
    uint8_t state; /* enum key_state */
    uint8_t held;
    uint8_t escape_over; /* enum escape_over of the last Esc */
    /* set by the caller: the terminal does not use UTF-8, so bytes 0x80 to 0x9F are C1 controls */
    bool is_8_bit;
    bool is_late;      /* the sequence has timed out, so its rest does nothing */
    bool is_same_read; /* this byte came in the same read as the last one */
    bool alt;          /* another ESC came before the sequence */
    bool after_return; /* the last byte was CR, so a NUL or LF now belongs to it */
    bool after_string; /* the ESC ended a string, so a \ now belongs to it */
    uint32_t pauses;   /* number of pauses between the bytes of the sequence */
    uint64_t at_ms;    /* time of the last byte, or of the last call that dropped waiting bytes */
};

void key_decoder_init(struct key_decoder *decoder);

/*
 * Takes one byte that was read at `now_ms`. Returns the number of keys that it completes, in `out`:
 * two if the byte shows that an earlier one was a key. Enter is one key, whether it comes as CR,
 * LF, CR NUL or CR LF. Digits and signs of the keypad in application mode come as their characters.
 * Strictly decoded UTF-8 comes as code points. A byte that breaks off a sequence or character gives
 * KEY_UNKNOWN for it; but after a broken character a byte that is a key gives only that key.
 */
int key_decode(struct key_decoder *decoder, uint8_t byte, uint64_t now_ms,
               struct key out[KEY_DECODE_MAX]);

/* True while the meaning of the next byte depends on time: the caller must call key_expire() when
   key_is_due(). */
bool key_is_pending(const struct key_decoder *decoder);

/* True if the time to wait is over, for a connection with a round trip of `lag_ms`. */
bool key_is_due(const struct key_decoder *decoder, uint64_t now_ms, uint32_t lag_ms);

/* Ends the wait. True: it made a key in *out. A lone Esc becomes KEY_ESCAPE, a held introducer its
   letter, anything else unfinished KEY_UNKNOWN, once. The rest may then still be pending, for one
   more wait. */
bool key_expire(struct key_decoder *decoder, uint64_t now_ms, struct key *out);

/* Writes a key's name for messages: "^G", "F5", "x", "Shift-Up". `out_size` of 32 is always
   enough. */
void key_describe(struct key key, char *out, int out_size);

#endif
