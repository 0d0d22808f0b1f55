/*
 * A line being typed.
 */
#include "server/session/present/line_input.h"

#include <sodium.h>
#include <stdbool.h>

#include "term/key.h"

enum { BYTE_END_OF_INPUT = 0x04, BYTE_BACKSPACE = 0x08, BYTE_DELETE = 0x7f };

void line_input_clear(struct line_input *line)
{
    /* What was typed may have been a password. */
    sodium_memzero(line->text, sizeof line->text);
    line->length = 0;
    line->cursor = 0;
    line->is_too_long = false;
}

static enum line_result end_line(struct line_input *line)
{
    bool was_too_long = line->is_too_long;

    if (was_too_long)
        line_input_clear(line);
    return was_too_long ? LINE_TOO_LONG : LINE_DONE;
}

size_t line_input_last(const struct line_input *line)
{
    size_t at = line->length;

    while (at > 0 && ((uint8_t)line->text[--at] & 0xC0) == 0x80)
        continue;
    return at;
}

/* Takes off the last letter whole. */
static enum line_result erase(struct line_input *line)
{
    if (line->length == 0)
        return LINE_MORE;
    line->length = line_input_last(line);
    line->text[line->length] = '\0';
    line->cursor = line->length;
    /* An emptied line is a new one. */
    if (line->length == 0)
        line->is_too_long = false;
    return LINE_ERASED;
}

size_t line_input_letter_length(uint8_t byte)
{
    if (byte < 0xC0)
        return 1;
    return byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

bool line_input_has_room(const struct line_input *line, size_t length)
{
    size_t length_max = line->length_max == 0 ? LINE_INPUT_MAX : line->length_max;

    return !line->is_too_long && line->length + length <= length_max;
}

/* True if the byte belongs to a sequence: ESC [ with parameters and an end, or ESC O and a capital.
   A control ends one that is not whole. */
static bool is_of_sequence(struct line_input *line, uint8_t byte)
{
    uint8_t before = line->escape;

    line->escape = 0;
    if (key_is_escape(byte) || (key_is_escape(before) && (byte == '[' || byte == 'O')))
        line->escape = byte;
    else if (before == '[' && byte >= 0x20 && byte < 0x40)
        line->escape = before;
    return line->escape != 0 || (before == '[' && byte >= 0x40 && byte < BYTE_DELETE) ||
           (before == 'O' && byte >= 'A' && byte <= 'Z');
}

enum line_result line_input_take(struct line_input *line, uint8_t byte)
{
    bool was_after_return = line->after_return;

    line->after_return = byte == '\r';
    if (is_of_sequence(line, byte))
        return LINE_MORE;
    if (was_after_return && (byte == '\n' || byte == '\0'))
        return LINE_MORE;
    if (byte == '\r' || byte == '\n')
        return end_line(line);
    if (byte == BYTE_BACKSPACE || byte == BYTE_DELETE)
        return erase(line);
    if (byte == BYTE_END_OF_INPUT && line->length == 0)
        return LINE_END_OF_INPUT;
    if (byte < 0x20)
        return LINE_MORE;
    if (!line_input_has_room(line, line_input_letter_length(byte))) {
        line->is_too_long = true;
        return LINE_MORE;
    }
    line->text[line->length++] = (char)byte;
    line->text[line->length] = '\0';
    line->cursor = line->length;
    return LINE_TYPED;
}

void line_input_trim(struct line_input *line)
{
    while (line->length > 0 && line->text[line->length - 1] == ' ')
        line->text[--line->length] = '\0';
    if (line->cursor > line->length)
        line->cursor = line->length;
}
