/*
 * A line of input: bytes pass a small state machine for control sequences, keys a table of editing
 * functions; the history is a row of texts in one piece of memory.
 */
#include "server/session/present/line_input.h"

#include <sodium.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

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

/* Returns the start of the character before `at`. */
static size_t before(const struct line_input *line, size_t at)
{
    if (at == 0)
        return 0;
    do {
        at--;
    } while (at > 0 && ((uint8_t)line->text[at] & 0xC0) == 0x80);
    return at;
}

size_t line_input_last(const struct line_input *line)
{
    return before(line, line->length);
}

/* Removes the text between two offsets, and puts the cursor there. */
static void cut(struct line_input *line, size_t from, size_t to)
{
    memmove(line->text + from, line->text + to, line->length - to + 1);
    line->length -= to - from;
    line->cursor = from;
    /* An emptied line counts as a new one. */
    if (line->length == 0)
        line->is_too_long = false;
}

/* Removes the last letter as a whole. */
static enum line_result erase(struct line_input *line)
{
    if (line->length == 0)
        return LINE_MORE;
    cut(line, line_input_last(line), line->length);
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

/* True if the byte continues the sequence. A sequence that may also be a letter ends where its
   first byte does not fit; that byte is then typed, as is a byte that breaks off a sequence. */
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

/* True if the byte belongs to a sequence. The end of a line ends a sequence too, because its own
   end may never come. ESC \ ends a string. */
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

/* Returns the end of the character at `at`. */
static size_t after(const struct line_input *line, size_t at)
{
    if (at >= line->length)
        return line->length;
    do {
        at++;
    } while (at < line->length && ((uint8_t)line->text[at] & 0xC0) == 0x80);
    return at;
}

bool line_edit_insert(struct line_input *line, const char *text, size_t length)
{
    if (!line_input_has_room(line, length))
        return false;
    memmove(line->text + line->cursor + length, line->text + line->cursor,
            line->length - line->cursor + 1);
    memcpy(line->text + line->cursor, text, length);
    line->length += length;
    line->cursor += length;
    return true;
}

bool line_edit_swap(struct line_input *line, size_t from, const char *text)
{
    size_t length = strlen(text);
    size_t gone = line->cursor - from;

    if (length > gone && !line_input_has_room(line, length - gone))
        return false;
    cut(line, from, line->cursor);
    return line_edit_insert(line, text, length);
}

void line_edit_replace(struct line_input *line, const char *text)
{
    size_t length = strlen(text);

    line_input_clear(line);
    for (size_t at = 0; at < length;) {
        size_t from = at;
        (void)utf8_decode(text, length, &at);
        if (!line_edit_insert(line, text + from, at - from))
            break;
    }
}

static void move_left(struct line_input *line)
{
    line->cursor = before(line, line->cursor);
}

static void move_right(struct line_input *line)
{
    line->cursor = after(line, line->cursor);
}

static void move_to_start(struct line_input *line)
{
    line->cursor = 0;
}

static void move_to_end(struct line_input *line)
{
    line->cursor = line->length;
}

static void delete_before(struct line_input *line)
{
    cut(line, before(line, line->cursor), line->cursor);
}

static void delete_after(struct line_input *line)
{
    cut(line, line->cursor, after(line, line->cursor));
}

/* Deletes a word with the blanks after it. */
static void delete_word(struct line_input *line)
{
    size_t from = line->cursor;

    while (from > 0 && line->text[from - 1] == ' ')
        from--;
    while (from > 0 && line->text[from - 1] != ' ')
        from--;
    cut(line, from, line->cursor);
}

static void delete_to_start(struct line_input *line)
{
    cut(line, 0, line->cursor);
}

static void delete_to_end(struct line_input *line)
{
    cut(line, line->cursor, line->length);
}

struct edit_row {
    uint32_t code;
    bool ctrl;
    void (*edit)(struct line_input *line);
};

static const struct edit_row edit_table[] = {
    {KEY_LEFT, false, move_left},
    {KEY_RIGHT, false, move_right},
    {KEY_HOME, false, move_to_start},
    {KEY_END, false, move_to_end},
    {KEY_DELETE, false, delete_after},
    {KEY_BACKSPACE, false, delete_before},
    {'a', true, move_to_start},
    {'e', true, move_to_end},
    {'b', true, move_left},
    {'f', true, move_right},
    {'d', true, delete_after},
    {'h', true, delete_before},
    {'w', true, delete_word},
    {'u', true, delete_to_start},
    {'k', true, delete_to_end},
};

bool line_edit_take(struct line_input *line, struct key key)
{
    for (size_t i = 0; i < sizeof edit_table / sizeof edit_table[0]; i++) {
        if (key.alt || edit_table[i].code != key.code || edit_table[i].ctrl != key.ctrl)
            continue;
        edit_table[i].edit(line);
        return true;
    }
    return false;
}

void line_history_release(struct line_history *history)
{
    if (history->text != NULL)
        sodium_memzero(history->text, LINE_HISTORY_BYTES);
    free(history->text);
    *history = (struct line_history){.text = NULL};
}

/* Returns the line with that age, 1 for the newest; NULL: there is none. */
static const char *line_at(const struct line_history *history, size_t age)
{
    size_t at = history->length;

    if (history->text == NULL)
        return NULL;
    for (; age > 0; age--) {
        if (at == 0)
            return NULL;
        do {
            at--;
        } while (at > 0 && history->text[at - 1] != '\0');
    }
    return history->text + at;
}

void line_history_add(struct line_history *history, const char *line)
{
    size_t size = strlen(line) + 1;
    const char *newest = line_at(history, 1);

    history->age = 0;
    if (size == 1 || size > LINE_HISTORY_BYTES || (newest != NULL && strcmp(newest, line) == 0))
        return;
    if (history->text == NULL)
        history->text = malloc(LINE_HISTORY_BYTES);
    if (history->text == NULL)
        return;
    while (history->length + size > LINE_HISTORY_BYTES) {
        size_t oldest = strlen(history->text) + 1;
        history->length -= oldest;
        memmove(history->text, history->text + oldest, history->length);
    }
    memcpy(history->text + history->length, line, size);
    history->length += size;
}

const char *line_history_step(struct line_history *history, int step)
{
    if (step < 0 && history->age == 0)
        return NULL;
    size_t age = history->age + (step < 0 ? (size_t)-1 : 1);
    const char *line = age == 0 ? "" : line_at(history, age);
    if (line != NULL)
        history->age = age;
    return line;
}
