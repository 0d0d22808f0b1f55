/*
 * Control sequences.
 */
#include "term/sequence.h"

#include <string.h>

#include "base/check.h"

enum {
    C1_FIRST = 0x80,
    C1_STRING_END = 0x9C,
    UTF8_LEAD_OF_C1 = 0xC2,
    LEAD_FIRST = 0xC2, /* of a character of two bytes */
    LEAD_LAST = 0xDF,
    STRING_CONTROL_FIRST = 0x08, /* ECMA-48 lets these stand in a string */
    STRING_CONTROL_LAST = 0x0D,
    LENGTH_SHORT = 256,         /* real ones have at most six bytes */
    LENGTH_CSI = 4096,          /* associated text of a key, in numbers */
    LENGTH_STRING = 256 * 1024, /* the content of the clipboard, as for a paste */
};

#define DIGITS        "0123456789"
#define CAPITALS      "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define SMALL_LETTERS "abcdefghijklmnopqrstuvwxyz"
/* Numbers, and the marks in front of a terminal's own. */
#define PARAMETERS DIGITS ":;<=>?"
#define PRINTABLE  PARAMETERS CAPITALS SMALL_LETTERS " !\"#$%&'()*+,-./@[\\]^_`{|}~"

const struct sequence_row sequence_table[SEQUENCE_FAMILY_COUNT] = {
    [SEQUENCE_CSI] = {.name = "CSI",
                      .introducers = "[",
                      .c1 = 0x9B,
                      .middle = {0x20, 0x3F},
                      .final = {0x40, 0x7E},
                      .seconds = PRINTABLE,
                      .length_max = LENGTH_CSI},
    [SEQUENCE_CONSOLE] = {.name = "console",
                          .introducers = "[",
                          .middle = {1, 0},
                          .final = {0x20, 0x7E},
                          .seconds = PRINTABLE,
                          .length_max = LENGTH_SHORT},
    [SEQUENCE_SS3] = {.name = "SS3",
                      .introducers = "O",
                      .c1 = 0x8F,
                      .is_key = true,
                      .middle = {'0', ';'},
                      .final = {0x20, 0x7E},
                      .seconds = DIGITS ";ABCDEFHIMPQRSXabcdjklmnopqrstuvwxy",
                      .length_max = LENGTH_SHORT},
    [SEQUENCE_OSC] = {.name = "OSC",
                      .introducers = "]",
                      .c1 = 0x9D,
                      .is_string = true,
                      .seconds = PRINTABLE,
                      .length_max = LENGTH_STRING},
    [SEQUENCE_DCS] = {.name = "DCS",
                      .introducers = "P",
                      .c1 = 0x90,
                      .is_key = true,
                      .is_string = true,
                      .seconds = PARAMETERS "!$+|",
                      .length_max = LENGTH_STRING},
    [SEQUENCE_APC] = {.name = "APC",
                      .introducers = "_",
                      .c1 = 0x9F,
                      .is_key = true,
                      .is_string = true,
                      .seconds = "G",
                      .length_max = LENGTH_STRING},
    [SEQUENCE_PM] = {.name = "PM",
                     .introducers = "^",
                     .c1 = 0x9E,
                     .is_string = true,
                     .seconds = PRINTABLE,
                     .length_max = LENGTH_STRING},
    [SEQUENCE_SOS] = {.name = "SOS",
                      .introducers = "X",
                      .c1 = 0x98,
                      .is_key = true,
                      .is_string = true,
                      .seconds = PRINTABLE,
                      .length_max = LENGTH_STRING},
    [SEQUENCE_CHARSET] = {.name = "charset",
                          .introducers = "()*+-./#%",
                          .is_key = true,
                          .middle = {0x20, 0x2F},
                          .final = {0x30, 0x7E},
                          .seconds = DIGITS "<=>" CAPITALS "`",
                          .length_max = LENGTH_SHORT},
    [SEQUENCE_CHARSETS] = {.name = "charset of several bytes",
                           .introducers = "$",
                           .middle = {0x20, 0x2F},
                           .final = {0x30, 0x7E},
                           .seconds = "()*+,-./@" CAPITALS,
                           .length_max = LENGTH_SHORT},
};

const struct sequence_raw_row sequence_raw_table[SEQUENCE_RAW_COUNT] = {
    {.final = 'M', .characters = 3, .name = "button and place"},
    {.final = 't', .characters = 2, .name = "a press that marked nothing"},
    {.final = 'T', .characters = 6, .name = "what was marked"},
};

enum sequence_family sequence_family_of(uint8_t introducer)
{
    for (enum sequence_family family = 0; family < SEQUENCE_FAMILY_COUNT; family++) {
        if (introducer != '\0' && family != SEQUENCE_CONSOLE &&
            strchr(sequence_table[family].introducers, introducer) != NULL)
            return family;
    }
    return SEQUENCE_FAMILY_COUNT;
}

enum sequence_family sequence_family_of_c1(uint32_t code)
{
    for (enum sequence_family family = 0; family < SEQUENCE_FAMILY_COUNT; family++) {
        if (code >= C1_FIRST && sequence_table[family].c1 == code)
            return family;
    }
    return SEQUENCE_FAMILY_COUNT;
}

bool sequence_can_follow(enum sequence_family family, uint8_t byte)
{
    CHECK(family < SEQUENCE_FAMILY_COUNT);
    return byte != '\0' && strchr(sequence_table[family].seconds, byte) != NULL;
}

void sequence_begin(struct sequence *sequence, enum sequence_family family, bool is_8_bit)
{
    CHECK(family < SEQUENCE_FAMILY_COUNT);
    *sequence = (struct sequence){.family = (uint8_t)family, .is_8_bit = is_8_bit};
}

static bool is_within(struct byte_range range, uint8_t byte)
{
    return byte >= range.first && byte <= range.last;
}

static void keep(struct sequence *sequence, uint8_t byte)
{
    if (sequence->kept_length < SEQUENCE_KEPT_MAX)
        sequence->kept[sequence->kept_length++] = byte;
    else
        sequence->is_cut = true;
}

/* In mode 1005 a place is a character of up to two bytes; the second counts for nothing. NUL stands
   for a place that is too far away to be told. */
static enum sequence_step take_raw(struct sequence *sequence, uint8_t byte)
{
    bool is_second = sequence->before >= LEAD_FIRST && sequence->before <= LEAD_LAST &&
                     byte >= C1_FIRST && byte < 0xC0;

    if (byte != '\0' && byte < ' ')
        return SEQUENCE_BREAKS;
    sequence->before = is_second ? 0 : byte;
    if (!is_second)
        sequence->raw_left--;
    return sequence->raw_left > 0 ? SEQUENCE_GOES_ON : SEQUENCE_ENDS;
}

/* ST as one byte is also a part of letters: it ends a string only as a whole character, or if the
   string began with one byte of 8 bits as well. */
static enum sequence_step take_string(struct sequence *sequence, uint8_t byte)
{
    uint8_t before = sequence->before;
    bool may_stand = byte >= ' ' || (byte >= STRING_CONTROL_FIRST && byte <= STRING_CONTROL_LAST);

    sequence->before = byte;
    if (byte == SEQUENCE_BELL ||
        (byte == C1_STRING_END && (before == UTF8_LEAD_OF_C1 || sequence->is_8_bit)))
        return SEQUENCE_ENDS;
    return may_stand ? SEQUENCE_GOES_ON : SEQUENCE_BREAKS;
}

/* A report of the mouse goes on behind its letter. */
static enum sequence_step take_final(struct sequence *sequence, uint8_t byte)
{
    bool may_go_on = sequence->family == SEQUENCE_CSI && sequence->kept_length == 0;

    for (size_t i = 0; i < SEQUENCE_RAW_COUNT && may_go_on; i++) {
        if (sequence_raw_table[i].final != byte)
            continue;
        sequence->raw_left = sequence_raw_table[i].characters;
        return SEQUENCE_GOES_ON;
    }
    sequence->final = byte;
    return SEQUENCE_ENDS;
}

/* With Shift rxvt ends a key in $, which ends nothing else: answers have it behind a semicolon. */
static bool is_end_of_rxvt(const struct sequence *sequence, uint8_t byte)
{
    if (sequence->family != SEQUENCE_CSI || byte != '$' || sequence->kept_length == 0)
        return false;
    for (size_t i = 0; i < sequence->kept_length; i++) {
        if (sequence->kept[i] < '0' || sequence->kept[i] > '9')
            return false;
    }
    return true;
}

enum sequence_step sequence_take(struct sequence *sequence, uint8_t byte)
{
    const struct sequence_row *row = &sequence_table[sequence->family];

    CHECK(sequence->family < SEQUENCE_FAMILY_COUNT);
    if (sequence->length == row->length_max)
        return SEQUENCE_IS_ENDLESS;
    sequence->length++;
    if (sequence->raw_left > 0)
        return take_raw(sequence, byte);
    if (row->is_string)
        return take_string(sequence, byte);
    if (sequence->family == SEQUENCE_CSI && sequence->length == 1 &&
        strchr(sequence_table[SEQUENCE_CONSOLE].introducers, byte) != NULL && byte != '\0') {
        sequence->family = SEQUENCE_CONSOLE;
        sequence->length = 0;
        return SEQUENCE_GOES_ON;
    }
    if (is_end_of_rxvt(sequence, byte))
        return take_final(sequence, byte);
    if (is_within(row->middle, byte)) {
        keep(sequence, byte);
        return SEQUENCE_GOES_ON;
    }
    return is_within(row->final, byte) ? take_final(sequence, byte) : SEQUENCE_BREAKS;
}
