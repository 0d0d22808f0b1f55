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
    char sentence[SENTENCE_MAX];
    va_list arguments;

    va_start(arguments, format);
    int written = vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    CHECK(written > 0);

    size_t length = (size_t)written;
    size_t gap = sentences->length > 0;
    if (sentences->is_full || length >= sizeof sentence ||
        sentences->length + gap + length >= sentences->size) {
        sentences->is_full = true;
        return;
    }
    if (sentence[0] >= 'a' && sentence[0] <= 'z')
        sentence[0] = (char)(sentence[0] - 'a' + 'A');
    if (gap > 0)
        sentences->out[sentences->length] = sentences->begins_line ? '\n' : ' ';
    memcpy(sentences->out + sentences->length + gap, sentence, length + 1);
    sentences->length += gap + length;
    sentences->begins_line = false;
}

void sentences_break(struct sentences *sentences)
{
    sentences->begins_line = true;
}
