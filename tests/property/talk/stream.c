/*
 * Checks the bytes that one client receives.
 */
#include "stream.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>
#include <utf8proc.h>

#include "letters.h"

enum {
    IAC = 255,
    SE = 240,
    SB = 250,
    WILL = 251,
    WONT = 252,
    DO = 253,
    DONT = 254,
    NOP = 241,
    GA = 249,
    EOR = 239,
    ECHO = 1,
    SGA = 3,
    TIMING_MARK = 6,
    TTYPE = 24,
    END_OF_RECORD = 25,
    NAWS = 31,
    CHARSET = 42,
    MSSP = 70,
    MCCP2 = 86,
    GMCP = 201,
    BELL = 0x07,
    ESCAPE = 0x1b,
    CURSOR_MAX = 250, /* no screen is larger */
};

void stream_init(struct stream *stream)
{
    memset(stream, 0, sizeof *stream);
    stream->marks = -1;
}

void stream_release(struct stream *stream)
{
    if (stream->is_compressed)
        inflateEnd(&stream->inflating);
}

/* Notes the first fault, with the bytes that led to it. */
static bool fail(struct stream *stream, const char *what)
{
    size_t length = 0;

    if (stream->fault[0] != '\0')
        return false;
    length = (size_t)snprintf(stream->fault, sizeof stream->fault, "%s, after: ", what);
    for (size_t i = 0; i < STREAM_TAIL && length + 5 < sizeof stream->fault; i++) {
        uint8_t byte = stream->tail[(stream->tail_at + i) % STREAM_TAIL];
        if (isprint(byte))
            stream->fault[length++] = (char)byte;
        else
            length += (size_t)snprintf(stream->fault + length, sizeof stream->fault - length,
                                       "<%02x>", (unsigned)byte);
    }
    stream->fault[length] = '\0';
    return false;
}

/* The sequences of the screen that are always the same. */
static const char *const fixed_sequences[] = {"?25l",   "?25h",   "?1049h", "?1049l", "?7h",
                                              "?2004h", "?2004l", "?7l",    "2J",     "6n",
                                              "K",      "H",      "22;2t",  "23;2t",  "r"};

/* Takes one parameter of a look and moves *at past it. False: there is none. */
static bool take_look(const char **at)
{
    static const char *const simple[] = {"0", "1", "2", "7", "22", "27", "39", "49"};
    int values[5];
    int length = 0;
    size_t digits = strspn(*at, "0123456789");

    for (size_t i = 0; i < sizeof simple / sizeof simple[0]; i++) {
        if (strlen(simple[i]) == digits && strncmp(*at, simple[i], digits) == 0) {
            *at += digits;
            return true;
        }
    }
    if (sscanf(*at, "38;2;%3d;%3d;%3d%n", &values[0], &values[1], &values[2], &length) == 3 &&
        values[0] < 256 && values[1] < 256 && values[2] < 256) {
        *at += length;
        return true;
    }
    if ((sscanf(*at, "38;5;%3d%n", &values[0], &length) == 1 ||
         sscanf(*at, "48;5;%3d%n", &values[0], &length) == 1) &&
        values[0] < 256) {
        *at += length;
        return true;
    }
    long colour = strtol(*at, NULL, 10);
    *at += digits;
    return digits == 2 && ((colour >= 30 && colour <= 37) || (colour >= 90 && colour <= 97));
}

/* True if the parameters between CSI and the m are well formed. */
static bool is_look(const char *parameters)
{
    if (parameters[0] == '\0')
        return true;
    for (;;) {
        if (!take_look(&parameters))
            return false;
        if (parameters[0] == '\0')
            return true;
        if (*parameters++ != ';')
            return false;
    }
}

/* One or two numbers of a cursor's place or way, or none. */
static bool is_move(const char *parameters, char final)
{
    int numbers[2] = {1, 1};
    int length = 0;

    if (parameters[0] == '\0')
        return true;
    if (final == 'H' && sscanf(parameters, "%3d;%3d%n", &numbers[0], &numbers[1], &length) < 2)
        (void)sscanf(parameters, "%3d%n", &numbers[0], &length);
    else if (final != 'H')
        (void)sscanf(parameters, "%3d%n", &numbers[0], &length);
    return isdigit((unsigned char)parameters[0]) && (size_t)length == strlen(parameters) &&
           numbers[0] >= 1 && numbers[0] <= CURSOR_MAX && numbers[1] >= 1 &&
           numbers[1] <= CURSOR_MAX;
}

/* Two rows, the second below the first, between which lines scroll. */
static bool is_region(const char *parameters)
{
    int top = 0;
    int bottom = 0;
    int length = 0;

    return isdigit((unsigned char)parameters[0]) &&
           sscanf(parameters, "%3d;%3d%n", &top, &bottom, &length) == 2 &&
           (size_t)length == strlen(parameters) && top >= 1 && top < bottom && bottom <= CURSOR_MAX;
}

static bool end_sequence(struct stream *stream)
{
    char *sequence = stream->sequence;
    size_t length = stream->sequence_length;
    char final = sequence[length - 1];
    bool was_probe_glyph = stream->was_probe_glyph;

    stream->state = STREAM_TEXT;
    stream->sequences++;
    stream->was_probe_glyph = false;
    sequence[length] = '\0';
    if (was_probe_glyph && strcmp(sequence, "6n") != 0)
        return fail(stream, "a glyph was drawn and not asked about");
    if (stream->is_screen) {
        if (strcmp(sequence, "6n") == 0) {
            stream->probes_asked++;
            return was_probe_glyph || fail(stream, "a question about the cursor from nowhere");
        }
        for (size_t i = 0; i < sizeof fixed_sequences / sizeof fixed_sequences[0]; i++) {
            if (strcmp(sequence, fixed_sequences[i]) == 0)
                return true;
        }
    }
    sequence[length - 1] = '\0';
    if (final == 'm')
        return is_look(sequence) || fail(stream, "a look that is none of ours");
    if (!stream->is_screen)
        return fail(stream, "a cursor sequence outside screen mode");
    if (final == 'r')
        return is_region(sequence) || fail(stream, "a region that does not scroll");
    if (strchr("ABCDGH", final) == NULL)
        return fail(stream, "a control sequence that is none of ours");
    return is_move(sequence, final) || fail(stream, "a cursor that goes nowhere we know");
}

static bool end_letter(struct stream *stream)
{
    utf8proc_int32_t letter;
    bool is_after_return = stream->state == STREAM_RETURN;

    stream->state = STREAM_TEXT;
    if (utf8proc_iterate(stream->letter, (utf8proc_ssize_t)stream->letter_length, &letter) !=
        (utf8proc_ssize_t)stream->letter_length)
        return fail(stream, "ill-formed UTF-8");
    stream->letter_length = 0;
    stream->letters++;
    stream->strange++;
    if (is_after_return && stream->is_screen && (letter == 0x2592 || letter == 0xb7)) {
        stream->was_probe_glyph = true;
        return true;
    }
    if (!stream->has_utf8)
        return fail(stream, "a letter beyond ASCII, which was not agreed on");
    if (is_after_return)
        return fail(stream, "a bare CR");
    /* On a screen each letter has a cell of its own, so what stands before it means nothing. */
    if (stream->is_screen)
        stream->marks = 0;
    const char *fault = letter_fault(letter, &stream->marks);
    if (stream->hears_itself && utf8proc_category(letter) != UTF8PROC_CATEGORY_CC)
        return true;
    if (fault == NULL && stream->is_screen && utf8proc_charwidth(letter) < 1)
        fault = "a letter without width";
    return fault == NULL || fail(stream, fault);
}

static bool take_high(struct stream *stream, uint8_t byte)
{
    if (stream->letter_length == 0) {
        stream->letter_left = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1;
        if (byte < 0xc2 || byte > 0xf4)
            return fail(stream, "a raw byte above 127");
    } else if ((byte & 0xc0) != 0x80) {
        return fail(stream, "ill-formed UTF-8");
    } else {
        stream->letter_left--;
    }
    stream->letter[stream->letter_length++] = byte;
    return stream->letter_left > 0 || end_letter(stream);
}

static bool take_text(struct stream *stream, uint8_t byte)
{
    if (byte == IAC && stream->letter_length == 0) {
        stream->state = STREAM_COMMAND;
        return true;
    }
    if (stream->letter_length > 0 || byte >= 0x80)
        return take_high(stream, byte);
    bool is_after_return = stream->state == STREAM_RETURN;
    if (is_after_return && byte != '\n')
        return fail(stream, "a bare CR");
    if (!is_after_return && byte == '\n')
        return fail(stream, "a bare LF");
    if (stream->was_probe_glyph && byte != ESCAPE)
        return fail(stream, "a glyph was drawn and not asked about");
    stream->state = STREAM_TEXT;
    if (byte == '\n' || byte == '\b') {
        stream->marks = -1;
        return byte == '\n' || stream->is_screen || fail(stream, "a backspace");
    }
    if (byte == '\r') {
        stream->state = STREAM_RETURN;
        return true;
    }
    if (byte == ESCAPE) {
        stream->state = STREAM_ESCAPE;
        return true;
    }
    if (byte == BELL) {
        stream->bells++;
        return stream->may_ring || fail(stream, "a bell that nobody wished for");
    }
    if (byte < ' ' || byte > '~')
        return fail(stream, "a raw control");
    stream->letters++;
    stream->marks = byte == ' ' ? -1 : 0;
    return true;
}

static bool take_sequence(struct stream *stream, uint8_t byte)
{
    if (stream->sequence_length >= STREAM_SEQUENCE_MAX - 1 || byte < ' ' || byte > '~')
        return fail(stream, "a control sequence without an end");
    stream->sequence[stream->sequence_length++] = (char)byte;
    return byte < '@' || end_sequence(stream);
}

static bool take_command(struct stream *stream, uint8_t byte)
{
    stream->state = STREAM_TEXT;
    if (byte == SB) {
        stream->message_length = 0;
        stream->state = STREAM_SUBNEGOTIATION;
        return true;
    }
    if (byte >= WILL && byte <= DONT) {
        stream->verb = byte;
        stream->state = STREAM_OPTION;
        return true;
    }
    return byte == NOP || byte == GA || byte == EOR ||
           fail(stream, "a telnet command that is none of ours");
}

static bool take_option(struct stream *stream, uint8_t option)
{
    static const uint8_t offered[] = {ECHO, SGA, END_OF_RECORD, CHARSET, GMCP, MSSP, MCCP2};
    static const uint8_t asked[] = {TTYPE, NAWS, CHARSET, TIMING_MARK};
    bool is_about_us = stream->verb == WILL || stream->verb == WONT;
    bool is_ours = is_about_us ? memchr(offered, option, sizeof offered) != NULL
                               : memchr(asked, option, sizeof asked) != NULL;

    stream->state = STREAM_TEXT;
    if (stream->verb == DO && option == TIMING_MARK)
        stream->marks_asked++;
    return is_ours || stream->hears_itself || fail(stream, "an option that is none of ours");
}

/* True if all texts in a JSON value may be shown to anybody. */
static bool is_clean_json(const json_t *value)
{
    const char *key;
    json_t *member;
    size_t index;

    if (json_is_string(value))
        return letters_are_clean(json_string_value(value), json_string_length(value));
    if (json_is_array(value)) {
        json_array_foreach(value, index, member)
        {
            if (!is_clean_json(member))
                return false;
        }
    }
    if (json_is_object(value)) {
        json_object_foreach((json_t *)(uintptr_t)value, key, member)
        {
            if (!letters_are_clean(key, strlen(key)) || !is_clean_json(member))
                return false;
        }
    }
    return true;
}

static bool take_gmcp(struct stream *stream, const char *text, size_t length)
{
    static const char *const names[] = {"Core.Goodbye",
                                        "Core.Ping",
                                        "Char.Name",
                                        "Char.Vitals",
                                        "Char.Status",
                                        "Char.Items.List",
                                        "Char.Items.Add",
                                        "Char.Items.Remove",
                                        "Char.Items.Update",
                                        "Room.Info",
                                        "Dungeon.Map",
                                        "Dungeon.Things",
                                        "Comm.Channel.Text",
                                        "Client.GUI",
                                        "Char.Login.Default",
                                        "Char.Login.Result",
                                        "Char.Afflictions.List",
                                        "Char.Afflictions.Add",
                                        "Char.Afflictions.Remove",
                                        "Room.Actors",
                                        "Room.Players",
                                        "Room.AddPlayer",
                                        "Room.RemovePlayer",
                                        "IRE.Target.Set",
                                        "IRE.Target.Info"};
    const char *blank = memchr(text, ' ', length);
    size_t name_length = blank == NULL ? length : (size_t)(blank - text);
    bool is_known = false;

    stream->messages++;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        is_known = is_known ||
                   (strlen(names[i]) == name_length && memcmp(names[i], text, name_length) == 0);
    if (!is_known)
        return fail(stream, "a GMCP message that is none of ours");
    for (size_t i = 0; i < length; i++) {
        if ((uint8_t)text[i] < ' ' || text[i] == 0x7f)
            return fail(stream, "a control in a GMCP message");
    }
    if (blank == NULL)
        return true;
    stream->talks += name_length == sizeof "Comm.Channel.Text" - 1 && text[0] == 'C' &&
                     text[1] == 'o' && text[2] == 'm';
    json_t *value = json_loadb(blank + 1, length - name_length - 1,
                               JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, NULL);
    bool is_clean = value != NULL && is_clean_json(value);
    json_decref(value);
    return is_clean || fail(stream, "a GMCP message that is no clean JSON");
}

static bool end_message(struct stream *stream)
{
    const uint8_t *data = stream->message;
    size_t length = stream->message_length;

    stream->state = STREAM_TEXT;
    if (length == 0)
        return fail(stream, "an empty subnegotiation");
    if (data[0] == MCCP2) {
        stream->is_compressed = inflateInit(&stream->inflating) == Z_OK;
        return (length == 1 && stream->is_compressed) || fail(stream, "a wrong compressed stream");
    }
    if (data[0] == TTYPE)
        return (length == 2 && data[1] == 1) || fail(stream, "a wrong question for the terminal");
    if (data[0] == CHARSET)
        return (length >= 2 && (data[1] == 3 || memcmp(data + 1, "\1;UTF-8;US-ASCII", 17) == 0)) ||
               fail(stream, "a wrong question for the character set");
    if (data[0] == GMCP)
        return take_gmcp(stream, (const char *)data + 1, length - 1);
    if (data[0] != MSSP)
        return fail(stream, "a subnegotiation that is none of ours");
    for (size_t i = 1; i < length; i++) {
        if (data[i] > 2 && (data[i] < ' ' || data[i] > '~'))
            return fail(stream, "a control in the server's status");
    }
    return true;
}

static bool take_message_byte(struct stream *stream, uint8_t byte)
{
    if (stream->state == STREAM_SUBCOMMAND && byte == SE)
        return end_message(stream);
    if (stream->state == STREAM_SUBCOMMAND && byte != IAC)
        return fail(stream, "a command within a subnegotiation");
    if (stream->state == STREAM_SUBNEGOTIATION && byte == IAC) {
        stream->state = STREAM_SUBCOMMAND;
        return true;
    }
    stream->state = STREAM_SUBNEGOTIATION;
    if (stream->message_length >= sizeof stream->message)
        return fail(stream, "a subnegotiation without an end");
    stream->message[stream->message_length++] = byte;
    return true;
}

static bool take_byte(struct stream *stream, uint8_t byte)
{
    bool is_right = true;

    stream->tail[stream->tail_at] = byte;
    stream->tail_at = (stream->tail_at + 1) % STREAM_TAIL;
    switch (stream->state) {
    case STREAM_TEXT:
    case STREAM_RETURN:
        is_right = take_text(stream, byte);
        break;
    case STREAM_ESCAPE:
        stream->state = STREAM_SEQUENCE;
        stream->sequence_length = 0;
        if (byte == ']' && stream->is_screen)
            stream->state = STREAM_TITLE;
        else
            is_right = byte == '[' || fail(stream, "an ESC that begins nothing of ours");
        break;
    case STREAM_TITLE:
        if (byte == '\a')
            stream->state = STREAM_TEXT;
        else
            is_right = isprint(byte) || fail(stream, "a title that is no text");
        break;
    case STREAM_SEQUENCE:
        is_right = take_sequence(stream, byte);
        break;
    case STREAM_COMMAND:
        is_right = take_command(stream, byte);
        break;
    case STREAM_OPTION:
        is_right = take_option(stream, byte);
        break;
    case STREAM_SUBNEGOTIATION:
    case STREAM_SUBCOMMAND:
        is_right = take_message_byte(stream, byte);
        break;
    }
    return is_right;
}

/* Returns how many bytes were taken: all, but where a compressed stream begins. */
static size_t take_plain(struct stream *stream, const uint8_t *data, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (!take_byte(stream, data[i]) || stream->is_compressed)
            return i + 1;
    }
    return length;
}

/* All that came must come out: nothing is kept back for the next frame. */
static size_t take_compressed(struct stream *stream, const uint8_t *data, size_t length)
{
    z_stream *inflating = &stream->inflating;
    uint8_t chunk[4096];
    int result = Z_OK;

    inflating->next_in = (Bytef *)(uintptr_t)data;
    inflating->avail_in = (uInt)length;
    do {
        inflating->next_out = chunk;
        inflating->avail_out = sizeof chunk;
        result = inflate(inflating, Z_SYNC_FLUSH);
        size_t count = sizeof chunk - inflating->avail_out;
        for (size_t i = 0; i < count && take_byte(stream, chunk[i]);)
            i++;
    } while (result == Z_OK && inflating->avail_out == 0);
    size_t taken = length - inflating->avail_in;
    if (result == Z_STREAM_END) {
        inflateEnd(inflating);
        stream->is_compressed = false;
    } else if ((result != Z_OK && result != Z_BUF_ERROR) || taken < length) {
        fail(stream, "a compressed stream that is none");
    }
    return taken;
}

bool stream_take(struct stream *stream, const uint8_t *data, size_t length)
{
    while (length > 0 && stream->fault[0] == '\0') {
        size_t taken = stream->is_compressed ? take_compressed(stream, data, length)
                                             : take_plain(stream, data, length);
        data += taken;
        length -= taken;
    }
    return stream->fault[0] == '\0';
}

bool stream_is_whole(struct stream *stream)
{
    return (stream->state == STREAM_TEXT && stream->letter_length == 0) ||
           fail(stream, "it stops in the middle");
}
