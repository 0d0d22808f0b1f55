/*
 * Frames and the keys that they answer. A frame is followed only for the way of its cursor: text,
 * the control characters that move it, and CSI sequences. A sequence that is not known moves
 * nothing. Wrapping is off, as the server wants it.
 */
#include "server/tools/swarm/answers.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { BYTE_BACKSPACE = 8, BYTE_LF = 10, BYTE_CR = 13, BYTE_ESC = 27, NUMBER_MAX = 9999 };

static int number_of(const struct cursor *cursor, int index)
{
    return index < cursor->number_count && cursor->numbers[index] > 0 ? cursor->numbers[index] : 1;
}

/* Erases blanks of the status row, from the cursor on. */
static void erase(struct cursor *cursor, int count)
{
    if (cursor->y == CURSOR_STATUS_ROW && cursor->x >= 0 && cursor->x < CURSOR_COLUMNS)
        memset(cursor->status + cursor->x, ' ',
               (size_t)(count < CURSOR_COLUMNS - cursor->x ? count : CURSOR_COLUMNS - cursor->x));
}

static void end_sequence(struct cursor *cursor, uint8_t final)
{
    int first = number_of(cursor, 0);

    cursor->state = CURSOR_TEXT;
    if (final == 'H') {
        cursor->y = first - 1;
        cursor->x = number_of(cursor, 1) - 1;
    } else if (final == 'A') {
        cursor->y -= first;
    } else if (final == 'B') {
        cursor->y += first;
    } else if (final == 'C') {
        cursor->x += first;
    } else if (final == 'D') {
        cursor->x -= first;
    } else if (final == 'G') {
        cursor->x = first - 1;
    } else if (final == 'd') {
        cursor->y = first - 1;
    } else if (final == 'K') {
        erase(cursor, CURSOR_COLUMNS);
    } else if (final == 'X') {
        erase(cursor, first);
    }
}

struct cursor_reported cursor_read(const struct cursor *cursor)
{
    struct cursor_reported reported = {.health = 0};
    char text[CURSOR_COLUMNS + 1];

    for (int x = 0; x < CURSOR_COLUMNS; x++)
        text[x] = cursor->status[x] == '\0' ? ' ' : cursor->status[x];
    text[CURSOR_COLUMNS] = '\0';
    const char *health = strstr(text, " HP ");
    if (health != NULL &&
        sscanf(health, " HP %4d/%4d", &reported.health, &reported.health_max) != 2)
        reported.health_max = 0;
    reported.is_in_danger = strstr(text, " WAITING") != NULL || strstr(text, " RUNNING") != NULL;
    return reported;
}

static void take_of_sequence(struct cursor *cursor, uint8_t byte)
{
    int last = cursor->number_count > 0 ? cursor->number_count - 1 : 0;

    if (byte >= '0' && byte <= '9') {
        cursor->number_count += cursor->number_count == 0;
        if (cursor->numbers[last] < NUMBER_MAX)
            cursor->numbers[last] = cursor->numbers[last] * 10 + byte - '0';
    } else if (byte == ';') {
        cursor->number_count += cursor->number_count == 0;
        if (cursor->number_count < CURSOR_NUMBERS_MAX)
            cursor->number_count++;
    } else if (byte >= '@' && byte <= '~') {
        end_sequence(cursor, byte);
    }
}

/* Follows text in the status row, which shows a key that waits after "next:". */
static void note_text(struct cursor *cursor, uint8_t byte)
{
    static const char next[] = "next:";

    if (cursor->y > CURSOR_STATUS_ROW)
        cursor->has_reported = true;
    if (cursor->y != CURSOR_STATUS_ROW)
        return;
    cursor->next_length = byte == (uint8_t)next[cursor->next_length] ? cursor->next_length + 1
                          : byte == (uint8_t)next[0]                 ? 1
                                                                     : 0;
    if (next[cursor->next_length] != '\0')
        return;
    cursor->next_length = 0;
    cursor->has_reported = true;
}

static void take_text(struct cursor *cursor, uint8_t byte)
{
    if (byte == BYTE_ESC) {
        cursor->state = CURSOR_ESCAPE;
    } else if (byte == BYTE_BACKSPACE) {
        cursor->x -= cursor->x > 0;
    } else if (byte == BYTE_LF) {
        cursor->y++;
    } else if (byte == BYTE_CR) {
        cursor->x = 0;
    } else if (byte >= ' ' && (byte & 0xC0) != 0x80) {
        if (cursor->y == CURSOR_STATUS_ROW && cursor->x >= 0 && cursor->x < CURSOR_COLUMNS)
            cursor->status[cursor->x] = (char)byte;
        cursor->x++;
        note_text(cursor, byte);
    }
}

void cursor_take(struct cursor *cursor, uint8_t byte)
{
    if (cursor->state == CURSOR_TEXT) {
        take_text(cursor, byte);
    } else if (cursor->state == CURSOR_SEQUENCE) {
        take_of_sequence(cursor, byte);
    } else {
        cursor->state = byte == '[' ? CURSOR_SEQUENCE : CURSOR_TEXT;
        cursor->number_count = 0;
        cursor->numbers[0] = cursor->numbers[1] = 0;
    }
}

/* Directions of h, j, k, l, y, u, b and n; opposite ones are 0 and 3, 1 and 2, 4 and 7, 5 and 6. */
static const struct way {
    int columns;
    int rows;
} ways[TYPED_WAYS] = {{-1, 0}, {0, 1}, {0, -1}, {1, 0}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}};

int typed_way_back(int way)
{
    return way < 4 ? 3 - way : 11 - way;
}

static void drop(struct typed *typed, int count)
{
    typed->count -= count;
    memmove(typed->keys, typed->keys + count, (size_t)typed->count * sizeof typed->keys[0]);
}

uint64_t typed_add(struct typed *typed, int way, uint64_t due_us)
{
    uint64_t dropped_us = 0;

    if (typed->count == TYPED_MAX) {
        dropped_us = typed->keys[0].due_us;
        drop(typed, 1);
    }
    typed->keys[typed->count++] = (struct typed_key){.due_us = due_us, .way = way};
    return dropped_us;
}

struct typed_answer typed_answer_next(struct typed *typed)
{
    struct typed_answer answer = {.way = TYPED_NO_WAY};

    if (typed->count > 0) {
        answer.due_us = typed->keys[0].due_us;
        drop(typed, 1);
    }
    return answer;
}

/* Returns how many of the first keys together step so far; 0: none do. */
static int count_together(const struct typed *typed, int columns, int rows)
{
    for (int i = 0; i < typed->count && typed->keys[i].way != TYPED_NO_WAY; i++) {
        columns -= ways[typed->keys[i].way].columns;
        rows -= ways[typed->keys[i].way].rows;
        if (columns == 0 && rows == 0)
            return i + 1;
    }
    return 0;
}

static int find_step(const struct typed *typed, int columns, int rows)
{
    for (int i = 0; i < typed->count; i++) {
        int way = typed->keys[i].way;
        if (way != TYPED_NO_WAY && ways[way].columns == columns && ways[way].rows == rows)
            return i;
    }
    return -1;
}

struct typed_answer typed_answer(struct typed *typed, int columns, int rows)
{
    struct typed_answer answer = {.way = TYPED_NO_WAY};
    bool is_step = columns != 0 || rows != 0;
    int step = is_step ? find_step(typed, columns, rows) : -1;
    int together = is_step ? count_together(typed, columns, rows) : 0;

    if (step >= 0) {
        answer = (struct typed_answer){typed->keys[step].due_us, typed->keys[step].way, step, 0};
        drop(typed, step + 1);
    } else if (together > 0) {
        answer.due_us = typed->keys[0].due_us;
        drop(typed, together);
    } else if (typed->count == 1) {
        answer = typed_answer_next(typed);
    } else {
        answer.unclear = typed->count;
        typed->count = 0;
    }
    return answer;
}
