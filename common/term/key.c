/*
 * Keys from a terminal's bytes: first the families of control sequences, which group bytes; then
 * the keys, by one table for each family whose sequences are keys; then the decoder, which adds
 * characters and time.
 */
#include "term/key.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/utf8.h"

enum {
    C1_FIRST = 0x80,
    C1_STRING_END = 0x9C,
    UTF8_LEAD_OF_C1 = 0xC2,
    LEAD_FIRST = 0xC2, /* first byte of a two-byte character */
    LEAD_LAST = 0xDF,
    STRING_CONTROL_FIRST = 0x08, /* ECMA-48 allows these in a string */
    STRING_CONTROL_LAST = 0x0D,
    /* bytes after which a sequence is given up; real ones have at most six */
    LENGTH_SHORT = 256,
    LENGTH_CSI = 4096,          /* bytes: the text of a key may follow as numbers */
    LENGTH_STRING = 256 * 1024, /* bytes: the content of the clipboard, like a paste */
};

#define DIGITS        "0123456789"
#define CAPITALS      "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define SMALL_LETTERS "abcdefghijklmnopqrstuvwxyz"
/* Numbers, and the marks of a terminal's own sequences. */
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

/* Takes a byte of a mouse report. In mode 1005 a coordinate is a character of up to two bytes; the
   second is ignored. NUL stands for a coordinate that is too large. */
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

/* Takes a byte of a string. ST as one byte is also part of letters: it ends a string only as a
   whole character, or if the string began with an 8-bit control as well. */
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

/* Takes the final byte. A report of the mouse continues after it. */
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

/* True if the $ ends a key of rxvt with Shift. Nothing else ends in $; answers have it after a
   semicolon. */
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

enum {
    BYTE_ESCAPE = SEQUENCE_ESCAPE,
    BYTE_XON = 0x11,
    BYTE_XOFF = 0x13,
    BYTE_DELETE = 0x7F,
    C1_END = 0xA0,
    PARAMETER_COUNT_MAX = 2,
    PARAMETER_MAX = UINT16_MAX,
    MODIFIER_SHIFT = 1,
    MODIFIER_ALT = 2,
    MODIFIER_CTRL = 4,
    /* highest number of modifiers, without the locks that some terminals include */
    MODIFIERS_MAX = 256,
};

/* A final letter of CSI or SS3 and its key. The small arrows are rxvt's, with the modifier in the
   letter. */
struct letter_row {
    uint8_t final;
    uint32_t code;
    bool shift;
    bool ctrl;
};

static const struct letter_row csi_table[] = {
    {'A', KEY_UP, false, false},     {'B', KEY_DOWN, false, false},
    {'C', KEY_RIGHT, false, false},  {'D', KEY_LEFT, false, false},
    {'E', KEY_CENTRE, false, false}, {'F', KEY_END, false, false},
    {'H', KEY_HOME, false, false},   {'P', KEY_F1, false, false},
    {'Q', KEY_F2, false, false},     {'R', KEY_F3, false, false},
    {'S', KEY_F4, false, false},     {'Z', KEY_BACK_TAB, false, false},
    {'a', KEY_UP, true, false},      {'b', KEY_DOWN, true, false},
    {'c', KEY_RIGHT, true, false},   {'d', KEY_LEFT, true, false},
};

static const struct letter_row ss3_table[] = {
    {'A', KEY_UP, false, false},   {'B', KEY_DOWN, false, false},   {'C', KEY_RIGHT, false, false},
    {'D', KEY_LEFT, false, false}, {'E', KEY_CENTRE, false, false}, {'F', KEY_END, false, false},
    {'H', KEY_HOME, false, false}, {'I', KEY_TAB, false, false},    {'M', KEY_ENTER, false, false},
    {'P', KEY_F1, false, false},   {'Q', KEY_F2, false, false},     {'R', KEY_F3, false, false},
    {'S', KEY_F4, false, false},   {'X', '=', false, false},        {'a', KEY_UP, false, true},
    {'b', KEY_DOWN, false, true},  {'c', KEY_RIGHT, false, true},   {'d', KEY_LEFT, false, true},
    {'j', '*', false, false},      {'k', '+', false, false},        {'l', ',', false, false},
    {'m', '-', false, false},      {'n', '.', false, false},        {'o', '/', false, false},
    {'p', '0', false, false},      {'q', '1', false, false},        {'r', '2', false, false},
    {'s', '3', false, false},      {'t', '4', false, false},        {'u', '5', false, false},
    {'v', '6', false, false},      {'w', '7', false, false},        {'x', '8', false, false},
    {'y', '9', false, false},
};

static const struct letter_row linux_table[] = {
    {'A', KEY_F1, false, false}, {'B', KEY_F2, false, false}, {'C', KEY_F3, false, false},
    {'D', KEY_F4, false, false}, {'E', KEY_F5, false, false},
};

/* Bracketed paste, which takes no modifiers. */
enum { TILDE_PASTE_BEGINS = 200, TILDE_PASTE_ENDS = 201 };

/* Keys of ESC [ number ~, by the number. */
static const uint32_t tilde_table[] = {
    [1] = KEY_HOME,      [2] = KEY_INSERT, [3] = KEY_DELETE, [4] = KEY_END,  [5] = KEY_PAGE_UP,
    [6] = KEY_PAGE_DOWN, [7] = KEY_HOME,   [8] = KEY_END,    [11] = KEY_F1,  [12] = KEY_F2,
    [13] = KEY_F3,       [14] = KEY_F4,    [15] = KEY_F5,    [17] = KEY_F6,  [18] = KEY_F7,
    [19] = KEY_F8,       [20] = KEY_F9,    [21] = KEY_F10,   [23] = KEY_F11, [24] = KEY_F12,
};

#define TABLE_LENGTH(table) (sizeof(table) / sizeof(table)[0])

/* How long ago an Esc timed out. */
enum escape_over {
    ESCAPE_NONE,     /* no Esc timed out */
    ESCAPE_JUST_NOW, /* the next bytes may be the rest of a sequence */
    ESCAPE_LONG_AGO, /* only bytes that players do not type may be the rest of a sequence */
};

void key_decoder_init(struct key_decoder *decoder)
{
    *decoder = (struct key_decoder){.state = KEY_STATE_GROUND};
}

static void enter_state(struct key_decoder *decoder, enum key_state state)
{
    decoder->state = (uint8_t)state;
    decoder->is_late = false;
    decoder->pauses = 0;
}

static void reset(struct key_decoder *decoder)
{
    enter_state(decoder, KEY_STATE_GROUND);
    decoder->alt = false;
    decoder->after_string = false;
    decoder->escape_over = ESCAPE_NONE;
}

/* Ends the pending sequence with `key`, with Alt added for a leading ESC. */
static bool finish(struct key_decoder *decoder, struct key key, struct key *out)
{
    *out = key;
    if (key.code != KEY_UNKNOWN && key.code != KEY_CURSOR_REPORT)
        out->alt = out->alt || decoder->alt;
    reset(decoder);
    return true;
}

static bool finish_unknown(struct key_decoder *decoder, struct key *out)
{
    return finish(decoder, (struct key){.code = KEY_UNKNOWN}, out);
}

/* Ends the sequence at a byte that does not belong to it. If that is an ESC, it starts the next
   one. */
static bool break_off(struct key_decoder *decoder, uint8_t byte, struct key *out)
{
    bool was_string =
        decoder->state == KEY_STATE_SEQUENCE && sequence_table[decoder->sequence.family].is_string;

    (void)finish_unknown(decoder, out);
    decoder->after_return = byte == '\r';
    if (byte == BYTE_ESCAPE) {
        enter_state(decoder, KEY_STATE_ESCAPE);
        decoder->after_string = was_string;
    }
    return true;
}

static bool begin_sequence(struct key_decoder *decoder, enum sequence_family family, bool is_8_bit)
{
    bool is_late = decoder->is_late;

    enter_state(decoder, KEY_STATE_SEQUENCE);
    decoder->is_late = is_late;
    decoder->escape_over = ESCAPE_NONE;
    sequence_begin(&decoder->sequence, family, is_8_bit);
    return false;
}

/* Begins a sequence whose ESC already was a key: it does nothing more. */
static bool begin_late(struct key_decoder *decoder, enum sequence_family family)
{
    decoder->is_late = true;
    return begin_sequence(decoder, family, false);
}

/* Takes a C1 control, which is never a letter. False: it is none. */
static bool take_c1(struct key_decoder *decoder, uint32_t code, bool is_8_bit, struct key *out)
{
    enum sequence_family family = sequence_family_of_c1(code);

    return family == SEQUENCE_FAMILY_COUNT ? finish_unknown(decoder, out)
                                           : begin_sequence(decoder, family, is_8_bit);
}

static struct key key_of_control(uint8_t byte)
{
    switch (byte) {
    case '\r':
    case '\n':
        return (struct key){.code = KEY_ENTER};
    case '\b':
    case BYTE_DELETE:
        return (struct key){.code = KEY_BACKSPACE};
    case '\t':
        return (struct key){.code = KEY_TAB};
    default:
        break;
    }
    /* A terminal makes Ctrl by subtracting 0x40; letters are named in lower case. */
    uint32_t code = byte + 0x40U;
    if (code >= 'A' && code <= 'Z')
        code += 'a' - 'A';
    return (struct key){.code = code, .ctrl = true};
}

/*
 * True if the byte, the first after an Esc that timed out, may be the rest of a sequence that the
 * Esc began. Nobody types an introducer that is not a command; if it is a command, or after a
 * longer time, the next byte of the same read decides.
 */
static bool is_rest(struct key_decoder *decoder, enum escape_over over, uint8_t byte)
{
    enum sequence_family family = sequence_family_of(byte);

    if (over == ESCAPE_NONE || family == SEQUENCE_FAMILY_COUNT)
        return false;
    bool is_key = sequence_table[family].is_key;
    if (over == ESCAPE_LONG_AGO && is_key)
        return false;
    if (over == ESCAPE_JUST_NOW && !is_key) {
        (void)begin_late(decoder, family);
        return true;
    }
    enter_state(decoder, KEY_STATE_HELD);
    decoder->held = byte;
    return true;
}

static bool decode_ground(struct key_decoder *decoder, uint8_t byte, struct key *out)
{
    enum escape_over over = decoder->escape_over;
    bool is_string_end = over != ESCAPE_NONE && decoder->after_string && byte == '\\';

    decoder->escape_over = ESCAPE_NONE;
    decoder->after_string = false;
    if (byte == BYTE_ESCAPE) {
        enter_state(decoder, KEY_STATE_ESCAPE);
        return false;
    }
    if (is_string_end || is_rest(decoder, over, byte))
        return false;
    if (byte == '\0' || byte == BYTE_XON || byte == BYTE_XOFF)
        return finish_unknown(decoder, out);
    if (byte < ' ' || byte == BYTE_DELETE) {
        decoder->after_return = byte == '\r';
        return finish(decoder, key_of_control(byte), out);
    }
    if (byte < C1_FIRST)
        return finish(decoder, (struct key){.code = byte}, out);
    if (byte < C1_END && decoder->is_8_bit)
        return take_c1(decoder, byte, true, out);
    if (byte < 0xC2 || byte > 0xF4)
        return finish_unknown(decoder, out);
    enter_state(decoder, KEY_STATE_UTF8);
    decoder->letter[0] = (char)byte;
    decoder->letter_length = 1;
    return false;
}

static bool decode_utf8(struct key_decoder *decoder, uint8_t byte, struct key *out)
{
    if ((byte & 0xC0) != 0x80) {
        if (byte < C1_FIRST && byte != BYTE_ESCAPE) {
            reset(decoder);
            return decode_ground(decoder, byte, out);
        }
        (void)finish_unknown(decoder, out);
        struct key ignored;
        (void)decode_ground(decoder, byte, &ignored);
        return true;
    }
    decoder->letter[decoder->letter_length++] = (char)byte;

    uint8_t lead = (uint8_t)decoder->letter[0];
    size_t length = lead < 0xE0 ? 2 : (lead < 0xF0 ? 3 : 4);
    if (decoder->letter_length < length)
        return false;
    size_t at = 0;
    uint32_t code_point = utf8_decode(decoder->letter, length, &at);
    if (at == length && code_point < C1_END)
        return take_c1(decoder, code_point, false, out);
    if (at != length || decoder->is_late)
        return finish_unknown(decoder, out);
    return finish(decoder, (struct key){.code = code_point}, out);
}

static bool decode_escape(struct key_decoder *decoder, uint8_t byte, struct key *out)
{
    bool after_string = decoder->after_string;
    enum sequence_family family = sequence_family_of(byte);

    decoder->after_string = false;
    if (byte == BYTE_ESCAPE) {
        if (decoder->alt) {
            *out = (struct key){.code = KEY_ESCAPE};
            return true;
        }
        decoder->alt = !after_string; /* the ESC that ended a string was not pressed */
        return false;
    }
    if (byte == '\\' && after_string) {
        reset(decoder);
        return false;
    }
    if (family != SEQUENCE_FAMILY_COUNT)
        return begin_sequence(decoder, family, false);
    decoder->alt = true;
    return decode_ground(decoder, byte, out);
}

/* Reads up to two numbers with ; between them. -1: the bytes have another form. */
static int read_parameters(const struct sequence *sequence, uint32_t out[PARAMETER_COUNT_MAX])
{
    int count = sequence->kept_length > 0 ? 1 : 0;

    out[0] = out[1] = 0;
    for (size_t i = 0; i < sequence->kept_length; i++) {
        uint8_t byte = sequence->kept[i];
        if (byte == ';' && count < PARAMETER_COUNT_MAX) {
            count++;
        } else if (byte >= '0' && byte <= '9') {
            uint32_t *value = &out[count - 1];
            *value = *value * 10 + (byte - '0');
            if (*value > PARAMETER_MAX)
                return -1;
        } else {
            return -1;
        }
    }
    return sequence->is_cut ? -1 : count;
}

/* Adds modifiers to a key. `modifiers` in xterm's form: 1 plus the bits; 0: none. */
static struct key modify(struct key key, uint32_t modifiers)
{
    if (key.code == KEY_UNKNOWN || modifiers > MODIFIERS_MAX)
        return (struct key){.code = KEY_UNKNOWN};
    if (modifiers > 0) {
        key.shift = key.shift || ((modifiers - 1) & MODIFIER_SHIFT) != 0;
        key.alt = key.alt || ((modifiers - 1) & MODIFIER_ALT) != 0;
        key.ctrl = key.ctrl || ((modifiers - 1) & MODIFIER_CTRL) != 0;
    }
    return key;
}

static struct key find_letter(const struct letter_row *table, size_t length, uint8_t final)
{
    for (size_t i = 0; i < length; i++) {
        if (table[i].final == final)
            return (struct key){
                .code = table[i].code, .shift = table[i].shift, .ctrl = table[i].ctrl};
    }
    return (struct key){.code = KEY_UNKNOWN};
}

static struct key find_tilde(uint32_t number)
{
    uint32_t code = number < TABLE_LENGTH(tilde_table) ? tilde_table[number] : 0;

    if (number == TILDE_PASTE_BEGINS || number == TILDE_PASTE_ENDS)
        code = number == TILDE_PASTE_BEGINS ? KEY_PASTE_BEGINS : KEY_PASTE_ENDS;
    return (struct key){.code = code != 0 ? code : KEY_UNKNOWN};
}

static struct key cursor_report(uint32_t row, uint32_t column)
{
    if (row == 0 || column == 0)
        return (struct key){.code = KEY_UNKNOWN};
    return (struct key){
        .code = KEY_CURSOR_REPORT, .row = (uint16_t)row, .column = (uint16_t)column};
}

static struct key key_of_csi(const struct sequence *sequence)
{
    uint32_t parameters[PARAMETER_COUNT_MAX];
    int count = read_parameters(sequence, parameters);

    if (count < 0)
        return (struct key){.code = KEY_UNKNOWN};
    if (sequence->final == '~')
        return modify(find_tilde(parameters[0]), parameters[1]);
    if (sequence->final == 'R' && count == 2)
        return cursor_report(parameters[0], parameters[1]);
    struct key key = find_letter(csi_table, TABLE_LENGTH(csi_table), sequence->final);
    return modify(key, count == 1 ? parameters[0] : parameters[1]);
}

static struct key key_of_ss3(const struct sequence *sequence)
{
    uint32_t parameters[PARAMETER_COUNT_MAX];
    int count = read_parameters(sequence, parameters);

    if (count < 0)
        return (struct key){.code = KEY_UNKNOWN};
    struct key key = find_letter(ss3_table, TABLE_LENGTH(ss3_table), sequence->final);
    return modify(key, parameters[count == 2 ? 1 : 0]);
}

static struct key key_of_console(const struct sequence *sequence)
{
    return find_letter(linux_table, TABLE_LENGTH(linux_table), sequence->final);
}

/* The functions that turn sequences into keys, for the families that are keys. */
static struct key (*const meaning_table[SEQUENCE_FAMILY_COUNT])(const struct sequence *) = {
    [SEQUENCE_CSI] = key_of_csi,
    [SEQUENCE_SS3] = key_of_ss3,
    [SEQUENCE_CONSOLE] = key_of_console,
};

/* True for a key that a player presses. An answer, or an end of a paste, means the same however
   late it comes. */
static bool is_pressed(struct key key)
{
    return key.code != KEY_PASTE_BEGINS && key.code != KEY_PASTE_ENDS &&
           key.code != KEY_CURSOR_REPORT;
}

static bool end_sequence(struct key_decoder *decoder, struct key *out)
{
    const struct sequence *sequence = &decoder->sequence;
    struct key key = {.code = KEY_UNKNOWN};

    if (meaning_table[sequence->family] != NULL && sequence->final != 0)
        key = meaning_table[sequence->family](sequence);
    if (decoder->is_late && is_pressed(key))
        return finish_unknown(decoder, out);
    return finish(decoder, key, out);
}

static bool decode_sequence(struct key_decoder *decoder, uint8_t byte, struct key *out)
{
    enum sequence_step step = sequence_take(&decoder->sequence, byte);

    if (step == SEQUENCE_ENDS)
        return end_sequence(decoder, out);
    if (step == SEQUENCE_BREAKS)
        return break_off(decoder, byte, out);
    if (step == SEQUENCE_IS_ENDLESS) {
        enter_state(decoder, KEY_STATE_GIVEN_UP);
        decoder->sequence.length = 0;
    }
    return false;
}

/* Decides whether a held introducer began a sequence or is a key, which goes to `out`. */
static bool decode_held(struct key_decoder *decoder, uint8_t byte, struct key *out)
{
    enum sequence_family family = sequence_family_of(decoder->held);

    if (decoder->is_same_read && sequence_can_follow(family, byte))
        return begin_late(decoder, family);
    return finish(decoder, (struct key){.code = decoder->held}, out);
}

static bool decode_given_up(struct key_decoder *decoder, uint8_t byte, struct key *out)
{
    (void)byte;
    (void)out;
    if (decoder->sequence.length < UINT32_MAX)
        decoder->sequence.length++;
    return false;
}

typedef bool decode_in_state(struct key_decoder *decoder, uint8_t byte, struct key *out);

struct state_row {
    decode_in_state *decode;
    int wait_ms; /* time to wait for the next byte */
};

static const struct state_row state_table[KEY_STATE_COUNT] = {
    [KEY_STATE_GROUND] = {decode_ground, KEY_LATE_MS}, /* waits only after an Esc */
    [KEY_STATE_ESCAPE] = {decode_escape, KEY_ESCAPE_WAIT_MS},
    [KEY_STATE_SEQUENCE] = {decode_sequence, KEY_SEQUENCE_WAIT_MS},
    [KEY_STATE_UTF8] = {decode_utf8, KEY_SEQUENCE_WAIT_MS},
    [KEY_STATE_HELD] = {decode_held, KEY_HELD_WAIT_MS},
    [KEY_STATE_GIVEN_UP] = {decode_given_up, KEY_GIVEN_UP_WAIT_MS},
};

/* True for typed bytes. A terminal sends a sequence at once, and a connection cuts it into few
   pieces; bytes that come one by one with pauses are typed. */
static bool is_typed(struct key_decoder *decoder, uint64_t gap_ms)
{
    if (decoder->state != KEY_STATE_SEQUENCE && decoder->state != KEY_STATE_GIVEN_UP)
        return false;
    decoder->pauses += gap_ms >= KEY_PAUSE_MS;
    return decoder->pauses > KEY_PAUSES_MAX + decoder->sequence.length / KEY_PIECE_BYTES;
}

int key_decode(struct key_decoder *decoder, uint8_t byte, uint64_t now_ms,
               struct key out[KEY_DECODE_MAX])
{
    bool after_return = decoder->after_return;
    uint64_t gap_ms = now_ms - decoder->at_ms;
    int count = 0;

    CHECK(decoder->state < KEY_STATE_COUNT);
    out[0] = out[1] = (struct key){.code = KEY_NONE};
    decoder->is_same_read = gap_ms == 0;
    decoder->at_ms = now_ms;
    decoder->after_return = false;
    if (after_return && (byte == '\0' || byte == '\n'))
        return 0;
    if (is_typed(decoder, gap_ms))
        reset(decoder);
    if (decoder->state == KEY_STATE_HELD)
        count += decode_held(decoder, byte, &out[0]);
    count += state_table[decoder->state].decode(decoder, byte, &out[count]);
    return count;
}

bool key_is_pending(const struct key_decoder *decoder)
{
    return decoder->state != KEY_STATE_GROUND || decoder->escape_over == ESCAPE_JUST_NOW;
}

bool key_is_due(const struct key_decoder *decoder, uint64_t now_ms, uint32_t lag_ms)
{
    uint32_t wait_ms = (uint32_t)state_table[decoder->state].wait_ms;

    /* All of a read arrived at once, at any lag. */
    if (decoder->state != KEY_STATE_HELD)
        wait_ms += lag_ms;
    return key_is_pending(decoder) && now_ms - decoder->at_ms >= wait_ms;
}

/* Ends the wait after an Esc: a lone one is a key; one after a string is half of that string's end.
   True: *out is a key. */
static bool expire_escape(struct key_decoder *decoder, struct key *out)
{
    bool after_string = decoder->after_string;

    reset(decoder);
    decoder->escape_over = ESCAPE_JUST_NOW;
    decoder->after_string = after_string;
    out->code = after_string ? KEY_UNKNOWN : KEY_ESCAPE;
    return true;
}

bool key_expire(struct key_decoder *decoder, uint64_t now_ms, struct key *out)
{
    *out = (struct key){.code = KEY_NONE};
    decoder->at_ms = now_ms;
    if (decoder->state == KEY_STATE_ESCAPE)
        return expire_escape(decoder, out);
    if (decoder->state == KEY_STATE_HELD)
        return finish(decoder, (struct key){.code = decoder->held}, out);
    if ((decoder->state == KEY_STATE_SEQUENCE || decoder->state == KEY_STATE_UTF8) &&
        !decoder->is_late) {
        decoder->is_late = true;
        out->code = KEY_UNKNOWN;
        return true;
    }
    bool was_escape = decoder->state == KEY_STATE_GROUND && decoder->escape_over != ESCAPE_NONE;
    reset(decoder);
    if (was_escape)
        decoder->escape_over = ESCAPE_LONG_AGO;
    return false;
}

static const char *const key_names[] = {
    [KEY_ENTER - KEY_ENTER] = "Enter",
    [KEY_ESCAPE - KEY_ENTER] = "Esc",
    [KEY_BACKSPACE - KEY_ENTER] = "Backspace",
    [KEY_TAB - KEY_ENTER] = "Tab",
    [KEY_BACK_TAB - KEY_ENTER] = "Shift-Tab",
    [KEY_UP - KEY_ENTER] = "Up",
    [KEY_DOWN - KEY_ENTER] = "Down",
    [KEY_LEFT - KEY_ENTER] = "Left",
    [KEY_RIGHT - KEY_ENTER] = "Right",
    [KEY_HOME - KEY_ENTER] = "Home",
    [KEY_END - KEY_ENTER] = "End",
    [KEY_PAGE_UP - KEY_ENTER] = "PageUp",
    [KEY_PAGE_DOWN - KEY_ENTER] = "PageDown",
    [KEY_INSERT - KEY_ENTER] = "Insert",
    [KEY_DELETE - KEY_ENTER] = "Delete",
    [KEY_CENTRE - KEY_ENTER] = "Centre",
    [KEY_F1 - KEY_ENTER] = "F1",
    [KEY_F2 - KEY_ENTER] = "F2",
    [KEY_F3 - KEY_ENTER] = "F3",
    [KEY_F4 - KEY_ENTER] = "F4",
    [KEY_F5 - KEY_ENTER] = "F5",
    [KEY_F6 - KEY_ENTER] = "F6",
    [KEY_F7 - KEY_ENTER] = "F7",
    [KEY_F8 - KEY_ENTER] = "F8",
    [KEY_F9 - KEY_ENTER] = "F9",
    [KEY_F10 - KEY_ENTER] = "F10",
    [KEY_F11 - KEY_ENTER] = "F11",
    [KEY_F12 - KEY_ENTER] = "F12",
    [KEY_CURSOR_REPORT - KEY_ENTER] = "cursor report",
    [KEY_PASTE_BEGINS - KEY_ENTER] = "paste",
    [KEY_PASTE_ENDS - KEY_ENTER] = "end of a paste",
    [KEY_UNKNOWN - KEY_ENTER] = "unknown key",
};

/* Writes the name without modifiers; `out` has room for 32 bytes. */
static void describe_code(uint32_t code, char *out, size_t out_size)
{
    char encoded[4];

    if (code >= KEY_ENTER && code - KEY_ENTER < TABLE_LENGTH(key_names))
        (void)snprintf(out, out_size, "%s", key_names[code - KEY_ENTER]);
    else if (code == ' ')
        (void)snprintf(out, out_size, "Space");
    else if (utf8_width(code) == 0)
        (void)snprintf(out, out_size, "U+%04X", (unsigned)code);
    else
        (void)snprintf(out, out_size, "%.*s", (int)utf8_encode(code, encoded), encoded);
}

void key_describe(struct key key, char *out, int out_size)
{
    char name[32];
    bool is_control_letter = key.ctrl && !key.shift && key.code > ' ' && key.code < BYTE_DELETE;

    CHECK(out_size > 0);
    if (is_control_letter && key.code >= 'a' && key.code <= 'z')
        key.code -= 'a' - 'A';
    describe_code(key.code, name, sizeof name);
    if (is_control_letter)
        (void)snprintf(out, (size_t)out_size, "%s^%s", key.alt ? "Alt-" : "", name);
    else
        (void)snprintf(out, (size_t)out_size, "%s%s%s%s", key.ctrl ? "Ctrl-" : "",
                       key.alt ? "Alt-" : "", key.shift ? "Shift-" : "", name);
}
