/*
 * Editing a line: a table of keys, and a function for each.
 */
#include "server/session/present/line_edit.h"

#include <string.h>

#include "base/utf8.h"

/* The beginning of the character before `at`. */
static size_t before(const struct line_input *line, size_t at)
{
    if (at == 0)
        return 0;
    do {
        at--;
    } while (at > 0 && ((uint8_t)line->text[at] & 0xC0) == 0x80);
    return at;
}

/* The end of the character at `at`. */
static size_t after(const struct line_input *line, size_t at)
{
    if (at >= line->length)
        return line->length;
    do {
        at++;
    } while (at < line->length && ((uint8_t)line->text[at] & 0xC0) == 0x80);
    return at;
}

/* Takes out what stands between two places, where the cursor is then. */
static void cut(struct line_input *line, size_t from, size_t to)
{
    memmove(line->text + from, line->text + to, line->length - to + 1);
    line->length -= to - from;
    line->cursor = from;
    /* An emptied line is a new one. */
    if (line->length == 0)
        line->is_too_long = false;
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

/* With the blanks behind it. */
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
