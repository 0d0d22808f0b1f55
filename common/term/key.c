/*
 * Bytes to keys: one handler for each state of a sequence, one table for each family of sequences.
 */
#include "term/key.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/utf8.h"

enum {
    BYTE_BELL = 0x07,
    BYTE_ESCAPE = 0x1B,
    BYTE_DELETE = 0x7F,
    PARAMETER_COUNT_MAX = 2,
    PARAMETER_MAX = UINT16_MAX,
    MODIFIER_SHIFT = 1,
    MODIFIER_ALT = 2,
    MODIFIER_CTRL = 4,
    MODIFIERS_MAX = 256, /* the locks some terminals count in are left out */
};

/* A final letter of CSI or SS3. The small arrows are rxvt's, with their modifier in the letter. */
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

/* ESC [ number ~ */
static const uint32_t tilde_table[] = {
    [1] = KEY_HOME,      [2] = KEY_INSERT, [3] = KEY_DELETE, [4] = KEY_END,  [5] = KEY_PAGE_UP,
    [6] = KEY_PAGE_DOWN, [7] = KEY_HOME,   [8] = KEY_END,    [11] = KEY_F1,  [12] = KEY_F2,
    [13] = KEY_F3,       [14] = KEY_F4,    [15] = KEY_F5,    [17] = KEY_F6,  [18] = KEY_F7,
    [19] = KEY_F8,       [20] = KEY_F9,    [21] = KEY_F10,   [23] = KEY_F11, [24] = KEY_F12,
};

#define TABLE_LENGTH(table) (sizeof(table) / sizeof(table)[0])

void key_decoder_init(struct key_decoder *decoder)
{
    *decoder = (struct key_decoder){.state = KEY_STATE_GROUND};
}

static void enter_state(struct key_decoder *decoder, enum key_state state)
{
    decoder->state = (uint8_t)state;
    decoder->pending_length = 0;
    decoder->is_too_long = false;
}

static void reset(struct key_decoder *decoder)
{
    enter_state(decoder, KEY_STATE_GROUND);
    decoder->alt = false;
    decoder->after_string = false;
}

/* Ends what is pending with `key`, to which a leading ESC adds Alt. */
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

/* The sequence ends in a byte that has no place in it. ESC at least starts the next one. */
static bool break_off(struct key_decoder *decoder, uint8_t byte, struct key *out)
{
    (void)finish_unknown(decoder, out);
    decoder->after_return = byte == '\r';
    if (byte == BYTE_ESCAPE)
        enter_state(decoder, KEY_STATE_ESCAPE);
    return true;
}

static void keep_byte(struct key_decoder *decoder, uint8_t byte)
{
    if (decoder->pending_length < KEY_SEQUENCE_MAX)
        decoder->pending[decoder->pending_length++] = byte;
    else
        decoder->is_too_long = true;
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
    /* A terminal makes Ctrl by taking 0x40 away; letters are named in lower case. */
    uint32_t code = byte + 0x40U;
    if (code >= 'A' && code <= 'Z')
        code += 'a' - 'A';
    return (struct key){.code = code, .ctrl = true};
}

static bool decode_ground(struct key_decoder *decoder, uint8_t byte, struct key *out)
{
    if (byte == BYTE_ESCAPE) {
        enter_state(decoder, KEY_STATE_ESCAPE);
        return false;
    }
    if (byte < ' ' || byte == BYTE_DELETE) {
        decoder->after_return = byte == '\r';
        return finish(decoder, key_of_control(byte), out);
    }
    if (byte < 0x80)
        return finish(decoder, (struct key){.code = byte}, out);
    if (byte < 0xC2 || byte > 0xF4)
        return finish_unknown(decoder, out);
    enter_state(decoder, KEY_STATE_UTF8);
    keep_byte(decoder, byte);
    return false;
}

static bool decode_utf8(struct key_decoder *decoder, uint8_t byte, struct key *out)
{
    if ((byte & 0xC0) != 0x80) {
        if (byte < 0x80 && byte != BYTE_ESCAPE) {
            reset(decoder);
            return decode_ground(decoder, byte, out);
        }
        (void)finish_unknown(decoder, out);
        struct key ignored;
        (void)decode_ground(decoder, byte, &ignored);
        return true;
    }
    keep_byte(decoder, byte);

    uint8_t lead = decoder->pending[0];
    size_t length = lead < 0xE0 ? 2 : (lead < 0xF0 ? 3 : 4);
    if (decoder->pending_length < length)
        return false;
    char text[4];
    memcpy(text, decoder->pending, length);
    size_t at = 0;
    uint32_t code_point = utf8_decode(text, length, &at);
    if (at != length)
        return finish_unknown(decoder, out);
    return finish(decoder, (struct key){.code = code_point}, out);
}

static bool decode_escape(struct key_decoder *decoder, uint8_t byte, struct key *out)
{
    bool after_string = decoder->after_string;

    decoder->after_string = false;
    switch (byte) {
    case BYTE_ESCAPE:
        if (decoder->alt) {
            *out = (struct key){.code = KEY_ESCAPE};
            return true;
        }
        decoder->alt = true;
        return false;
    case '[':
        enter_state(decoder, KEY_STATE_CSI);
        return false;
    case 'O':
        enter_state(decoder, KEY_STATE_SS3);
        return false;
    case ']':
    case 'P':
        enter_state(decoder, KEY_STATE_STRING);
        return false;
    case '\\':
        if (after_string) {
            reset(decoder);
            return false;
        }
        break;
    default:
        break;
    }
    decoder->alt = true;
    return decode_ground(decoder, byte, out);
}

/* Up to two numbers with ; between them. -1 if the bytes have another form. */
static int read_parameters(const struct key_decoder *decoder, uint32_t out[PARAMETER_COUNT_MAX])
{
    int count = decoder->pending_length > 0 ? 1 : 0;

    out[0] = out[1] = 0;
    for (size_t i = 0; i < decoder->pending_length; i++) {
        uint8_t byte = decoder->pending[i];
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
    return count;
}

/* `modifiers` as xterm counts: 1 and the bits; 0 if the sequence has none. */
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

static struct key key_of_csi(const struct key_decoder *decoder, uint8_t final)
{
    uint32_t parameters[PARAMETER_COUNT_MAX];
    int count = read_parameters(decoder, parameters);

    if (count < 0 || decoder->is_too_long)
        return (struct key){.code = KEY_UNKNOWN};
    if (final == '~')
        return modify(find_tilde(parameters[0]), parameters[1]);
    if (final == 'R' && count == 2)
        return cursor_report(parameters[0], parameters[1]);
    struct key key = find_letter(csi_table, TABLE_LENGTH(csi_table), final);
    return modify(key, count == 1 ? parameters[0] : parameters[1]);
}

static bool decode_csi(struct key_decoder *decoder, uint8_t byte, struct key *out)
{
    if (byte == '[' && decoder->pending_length == 0) {
        enter_state(decoder, KEY_STATE_LINUX);
        return false;
    }
    if (byte >= 0x20 && byte <= 0x3F) {
        keep_byte(decoder, byte);
        return false;
    }
    if (byte >= 0x40 && byte <= 0x7E)
        return finish(decoder, key_of_csi(decoder, byte), out);
    return break_off(decoder, byte, out);
}

static bool decode_ss3(struct key_decoder *decoder, uint8_t byte, struct key *out)
{
    if ((byte >= '0' && byte <= '9') || byte == ';') {
        keep_byte(decoder, byte);
        return false;
    }
    if (byte < ' ' || byte > 0x7E)
        return break_off(decoder, byte, out);

    uint32_t parameters[PARAMETER_COUNT_MAX];
    int count = read_parameters(decoder, parameters);
    if (count < 0 || decoder->is_too_long)
        return finish_unknown(decoder, out);
    struct key key = find_letter(ss3_table, TABLE_LENGTH(ss3_table), byte);
    return finish(decoder, modify(key, parameters[count == 2 ? 1 : 0]), out);
}

static bool decode_linux(struct key_decoder *decoder, uint8_t byte, struct key *out)
{
    if (byte < ' ' || byte > 0x7E)
        return break_off(decoder, byte, out);
    return finish(decoder, find_letter(linux_table, TABLE_LENGTH(linux_table), byte), out);
}

/* A string may be as long as it likes, but a control other than its end shows that it is none. */
static bool decode_string(struct key_decoder *decoder, uint8_t byte, struct key *out)
{
    if (byte == BYTE_BELL)
        return finish_unknown(decoder, out);
    if (byte < ' ') {
        (void)break_off(decoder, byte, out);
        decoder->after_string = byte == BYTE_ESCAPE;
        return true;
    }
    return false;
}

typedef bool decode_in_state(struct key_decoder *decoder, uint8_t byte, struct key *out);

static decode_in_state *const state_table[KEY_STATE_COUNT] = {
    [KEY_STATE_GROUND] = decode_ground, [KEY_STATE_ESCAPE] = decode_escape,
    [KEY_STATE_CSI] = decode_csi,       [KEY_STATE_LINUX] = decode_linux,
    [KEY_STATE_SS3] = decode_ss3,       [KEY_STATE_STRING] = decode_string,
    [KEY_STATE_UTF8] = decode_utf8,
};

bool key_decode(struct key_decoder *decoder, uint8_t byte, struct key *out)
{
    bool after_return = decoder->after_return;

    CHECK(decoder->state < KEY_STATE_COUNT);
    *out = (struct key){.code = KEY_NONE};
    decoder->after_return = false;
    if (after_return && (byte == '\0' || byte == '\n'))
        return false;
    return state_table[decoder->state](decoder, byte, out);
}

bool key_is_pending(const struct key_decoder *decoder, int *out_wait_ms)
{
    *out_wait_ms = decoder->state == KEY_STATE_ESCAPE ? KEY_ESCAPE_WAIT_MS : KEY_SEQUENCE_WAIT_MS;
    return decoder->state != KEY_STATE_GROUND;
}

bool key_is_escape(uint8_t byte)
{
    return byte == BYTE_ESCAPE;
}

bool key_expire(struct key_decoder *decoder, struct key *out)
{
    bool is_escape = decoder->state == KEY_STATE_ESCAPE;

    *out = (struct key){.code = KEY_NONE};
    if (decoder->state == KEY_STATE_GROUND)
        return false;
    out->code = is_escape ? KEY_ESCAPE : KEY_UNKNOWN;
    reset(decoder);
    return true;
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

/* The name without modifiers; `out` has room for 32 bytes. */
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
