/*
 * Sentences into a buffer.
 */
#include "narrate/around_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"

void sentences_init(struct sentences *sentences, char *out, size_t size)
{
    CHECK(size >= 1);
    *sentences = (struct sentences){.out = out, .size = size};
    out[0] = '\0';
}

void sentences_add(struct sentences *sentences, const char *format, ...)
{
    size_t gap = sentences->length > 0;
    size_t begin = sentences->length + gap;
    va_list arguments;

    if (sentences->is_full || begin >= sentences->size) {
        sentences->is_full = true;
        return;
    }
    char *sentence = sentences->out + begin;
    va_start(arguments, format);
    int written = vsnprintf(sentence, sentences->size - begin, format, arguments);
    va_end(arguments);
    CHECK(written > 0);
    if (begin + (size_t)written >= sentences->size) {
        sentences->is_full = true;
        sentences->out[sentences->length] = '\0';
        return;
    }
    if (sentence[0] >= 'a' && sentence[0] <= 'z')
        sentence[0] = (char)(sentence[0] - 'a' + 'A');
    if (gap > 0)
        sentences->out[sentences->length] = sentences->begins_line ? '\n' : ' ';
    sentences->length += gap + (size_t)written;
    sentences->begins_line = false;
}

void sentences_break(struct sentences *sentences)
{
    sentences->begins_line = true;
}
