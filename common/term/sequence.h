/*
 * Control sequences: input from a terminal that is more than one byte and no character. One table
 * has a row for each family of them: how it begins, which bytes follow, where it ends, how long it
 * may be. Nothing here knows which sequence is a key, nor how much time passes.
 */
#ifndef UNDERCROFT_TERM_SEQUENCE_H
#define UNDERCROFT_TERM_SEQUENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum sequence_family {
    SEQUENCE_CSI,      /* ESC [: most keys, answers, reports of the mouse */
    SEQUENCE_CONSOLE,  /* ESC [ [: function keys of the Linux console */
    SEQUENCE_SS3,      /* ESC O: arrows, function keys and the keypad in application mode */
    SEQUENCE_OSC,      /* ESC ]: answers about colours, the title, the clipboard */
    SEQUENCE_DCS,      /* ESC P: answers about settings and the version */
    SEQUENCE_APC,      /* ESC _: answers about pictures */
    SEQUENCE_PM,       /* ESC ^ */
    SEQUENCE_SOS,      /* ESC X */
    SEQUENCE_CHARSET,  /* ESC (: a set of characters is designated, and like escapes of ISO 2022 */
    SEQUENCE_CHARSETS, /* ESC $: the same of sets of several bytes */
    SEQUENCE_FAMILY_COUNT
};

enum {
    SEQUENCE_KEPT_MAX = 32, /* bytes of it that are kept: no key has as many */
    SEQUENCE_ESCAPE = 0x1B,
    SEQUENCE_BELL = 0x07,
    SEQUENCE_CANCEL = 0x18,
    SEQUENCE_SUBSTITUTE = 0x1A,
};

struct byte_range {
    uint8_t first;
    uint8_t last; /* below `first`: there is none */
};

struct sequence_row {
    const char *name;
    const char *introducers;  /* that follow ESC, any of them; after ESC [ for SEQUENCE_CONSOLE */
    uint8_t c1;               /* ESC and the introducer as one byte of 8 bits; 0: there is none */
    bool is_key;              /* the introducer is a command by itself, when it is typed */
    bool is_string;           /* BEL, ESC \ or ST ends it; `middle` and `final` are not used */
    struct byte_range middle; /* parameters and intermediate bytes */
    struct byte_range final;
    /* Bytes that can follow the introducer. They tell a sequence whose ESC came long before from a
       typed introducer. */
    const char *seconds;
    uint32_t length_max; /* bytes after the introducer; a longer sequence is given up */
};

extern const struct sequence_row sequence_table[SEQUENCE_FAMILY_COUNT];

/* Reports of the mouse that go on behind their final letter, if that had no parameters. */
struct sequence_raw_row {
    uint8_t final;
    uint8_t characters; /* that follow: bytes, or characters of UTF-8 in mode 1005 */
    const char *name;
};

enum { SEQUENCE_RAW_COUNT = 3 };
extern const struct sequence_raw_row sequence_raw_table[SEQUENCE_RAW_COUNT];

/* Valid when all zero, and then to be begun. */
struct sequence {
    uint8_t kept[SEQUENCE_KEPT_MAX]; /* the bytes between the introducer and the final byte */
    uint8_t kept_length;
    uint8_t family;   /* enum sequence_family */
    uint8_t final;    /* once it has ended; 0: a string, a report of the mouse */
    uint8_t raw_left; /* characters that are still to come of such a report */
    uint8_t before;   /* the byte before, where that counts */
    bool is_cut;      /* more came than is kept */
    bool is_8_bit;    /* it began with one byte of 8 bits, and such a byte ends it */
    uint32_t length;
};

enum sequence_step {
    SEQUENCE_GOES_ON,
    SEQUENCE_ENDS,
    SEQUENCE_BREAKS, /* the byte has no place in it; ESC then begins the next, or ends a string */
    SEQUENCE_IS_ENDLESS /* it is longer than its row allows */
};

/* The family that the byte behind an ESC introduces; SEQUENCE_FAMILY_COUNT: none. */
enum sequence_family sequence_family_of(uint8_t introducer);

/* The family that a C1 control introduces; SEQUENCE_FAMILY_COUNT: none. */
enum sequence_family sequence_family_of_c1(uint32_t code);

/* True if the byte can stand directly behind the introducer of the family. */
bool sequence_can_follow(enum sequence_family family, uint8_t byte);

void sequence_begin(struct sequence *sequence, enum sequence_family family, bool is_8_bit);

/* Takes the next byte after the introducer. Once a sequence has ended or is broken off, another is
   to be begun first; an endless one stays endless. */
enum sequence_step sequence_take(struct sequence *sequence, uint8_t byte);

#endif
