/*
 * Text in a buffer of fixed size.
 */
#include "base/text.h"

#include <ctype.h>
#include <stdarg.h>
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

static void add(struct writer *writer, const char *format, va_list values)
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
