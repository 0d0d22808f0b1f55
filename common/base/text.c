/*
 * Text in a buffer of fixed size. The edit distance of two words takes the last three rows of its
 * table: a swap looks back two.
 */
#include "base/text.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"

struct writer writer_of(char *out, size_t size)
{
    CHECK(size >= 1);
    out[0] = '\0';
    return (struct writer){.out = out, .size = size};
}

struct writer writer_behind(char *out, size_t size)
{
    size_t length = strlen(out);

    CHECK(length < size);
    return (struct writer){.out = out, .size = size, .length = length};
}

__attribute__((format(__printf__, 2, 0))) static void add(struct writer *writer, const char *format,
                                                          va_list values)
{
    int added =
        vsnprintf(writer->out + writer->length, writer->size - writer->length, format, values);

    CHECK(added >= 0);
    writer->length += (size_t)added;
    if (writer->length >= writer->size)
        writer->length = writer->size - 1;
}

void writer_add(struct writer *writer, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    add(writer, format, values);
    va_end(values);
}

void writer_join(struct writer *writer, const char *joint, const char *format, ...)
{
    va_list values;

    if (writer->length > 0)
        writer_add(writer, "%s", joint);
    va_start(values, format);
    add(writer, format, values);
    va_end(values);
}

bool writer_join_whole(struct writer *writer, const char *joint, const char *piece)
{
    if (writer->length + strlen(joint) + strlen(piece) >= writer->size)
        return false;
    writer_join(writer, joint, "%s", piece);
    return true;
}

void text_capitalise(char *text)
{
    text[0] = (char)toupper((unsigned char)text[0]);
}

void sentences_init(struct sentences *sentences, char *out, size_t size)
{
    *sentences = (struct sentences){.writer = writer_of(out, size)};
}

void sentences_add(struct sentences *sentences, const char *format, ...)
{
    struct writer *writer = &sentences->writer;
    size_t gap = writer->length > 0;
    size_t begin = writer->length + gap;
    va_list values;

    if (sentences->is_full || begin >= writer->size) {
        sentences->is_full = true;
        return;
    }
    char *sentence = writer->out + begin;
    va_start(values, format);
    int written = vsnprintf(sentence, writer->size - begin, format, values);
    va_end(values);
    CHECK(written > 0);
    if (begin + (size_t)written >= writer->size) {
        sentences->is_full = true;
        writer->out[writer->length] = '\0';
        return;
    }
    text_capitalise(sentence);
    if (gap > 0)
        writer->out[writer->length] = sentences->begins_line ? '\n' : ' ';
    writer->length = begin + (size_t)written;
    sentences->begins_line = false;
}

void sentences_break(struct sentences *sentences)
{
    sentences->begins_line = true;
}

const char *plural_end(int64_t count)
{
    return count == 1 ? "" : "s";
}

void plural_put(const char *text, int64_t count, char *out, size_t out_size)
{
    static const char mark[] = "(s)";
    size_t length = 0;

    CHECK(out_size > 0);
    while (*text != '\0' && length + 1 < out_size) {
        bool is_ending = strncmp(text, mark, strlen(mark)) == 0;
        if (!is_ending || count != 1)
            out[length++] = is_ending ? 's' : *text;
        text += is_ending ? strlen(mark) : 1;
    }
    out[length] = '\0';
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static size_t bounded_length(const char *word)
{
    return strnlen(word, NEAREST_LENGTH_MAX + 1);
}

/* Returns the edit distance of two words, each of at most NEAREST_LENGTH_MAX bytes. */
static int edit_distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    int rows[3][NEAREST_LENGTH_MAX + 1] = {0};

    for (size_t j = 0; j <= b_length; j++)
        rows[0][j] = (int)j;
    for (size_t i = 1; i <= a_length; i++) {
        int *row = rows[i % 3];
        const int *above = rows[(i + 2) % 3];
        const int *two_above = rows[(i + 1) % 3];

        row[0] = (int)i;
        for (size_t j = 1; j <= b_length; j++) {
            int replaced = above[j - 1] + (a[i - 1] != b[j - 1]);
            int moved = smaller(above[j], row[j - 1]) + 1;
            row[j] = smaller(replaced, moved);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = smaller(row[j], two_above[j - 2] + 1);
        }
    }
    return rows[a_length % 3][b_length];
}

const char *nearest_word(const char *word, const char *const *candidates, size_t count,
                         int distance_max)
{
    const char *found = NULL;
    int limit = distance_max;
    size_t length = bounded_length(word);

    if (length > NEAREST_LENGTH_MAX)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        size_t candidate_length = bounded_length(candidates[i]);
        if (candidate_length > NEAREST_LENGTH_MAX)
            continue;
        int distance = edit_distance(word, length, candidates[i], candidate_length);
        if (distance > limit)
            continue;
        found = candidates[i];
        limit = distance - 1;
    }
    return found;
}
