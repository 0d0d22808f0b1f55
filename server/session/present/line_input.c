/*
 * A line being typed.
 */
#include "server/session/present/line_input.h"

#include <sodium.h>
#include <stdbool.h>

enum { BYTE_END_OF_INPUT = 0x04, BYTE_BACKSPACE = 0x08, BYTE_DELETE = 0x7f };

enum { ESCAPED_NOT, ESCAPED, ESCAPED_SEQUENCE };

void line_input_clear(struct line_input *line)
{
    /* The line may have been a password. */
    sodium_memzero(line->text, sizeof line->text);
    sodium_memzero(&line->sequence, sizeof line->sequence);
    line->length = 0;
    line->cursor = 0;
    line->is_too_long = false;
    line->escaped = ESCAPED_NOT;
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

/* True if the byte goes on with the sequence. One that can be a letter as well is none if its first
   byte does not fit: then that is typed, as is a byte that breaks it off. */
static bool goes_on(struct line_input *line, uint8_t byte)
{
    struct sequence *sequence = &line->sequence;
    const struct sequence_row *row = &sequence_table[sequence->family];
    bool is_typed =
        sequence->length == 0 && row->is_key && !sequence_can_follow(sequence->family, byte);
    enum sequence_step step = is_typed ? SEQUENCE_BREAKS : sequence_take(sequence, byte);

    if (step == SEQUENCE_ENDS || step == SEQUENCE_BREAKS)
        line->escaped = ESCAPED_NOT;
    return step != SEQUENCE_BREAKS;
}

/* True if the byte belongs to a sequence. The end of a line ends one, too: nobody is to wait for
   an end that never comes. ESC \ ends a string. */
static bool is_of_sequence(struct line_input *line, uint8_t byte)
{
    bool was_escape = line->escaped == ESCAPED;
    enum sequence_family family = sequence_family_of(byte);

    if (byte == '\r' || byte == '\n')
        line->escaped = ESCAPED_NOT;
    if (line->escaped == ESCAPED_SEQUENCE && goes_on(line, byte))
        return true;
    line->escaped = byte == SEQUENCE_ESCAPE ? ESCAPED : ESCAPED_NOT;
    if (was_escape && family != SEQUENCE_FAMILY_COUNT) {
        sequence_begin(&line->sequence, family, false);
        line->escaped = ESCAPED_SEQUENCE;
    }
    return line->escaped != ESCAPED_NOT || (was_escape && byte == '\\');
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
