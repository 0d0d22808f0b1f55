/*
 * Typed text, made safe to show to others: strictly decoded UTF-8, stripped of every control, in
 * normal form C, cut to a width in cells. Nothing a player types reaches another player's terminal
 * by any other door.
 */
#ifndef UNDERCROFT_BASE_UTF8_H
#define UNDERCROFT_BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/* Returns utf8_width() of a control or of a code point beyond ASCII. */
int utf8_width_of_others(uint32_t code_point);

/* Returns the number of terminal cells that a code point takes: 0, 1 or 2. Controls take 0. */
static inline int utf8_width(uint32_t code_point)
{
    return code_point - ' ' <= '~' - ' ' ? 1 : utf8_width_of_others(code_point);
}

/* Works like utf8_decode(), for forms that begin with any byte. */
uint32_t utf8_decode_form(const char *text, size_t length, size_t *at);

/*
 * Decodes the code point at `text[*at]` of `length` bytes and moves `*at` past it. Ill-formed
 * bytes (overlong forms, surrogates, above 10FFFF, stray or missing continuation) give U+FFFD and
 * move one byte. `*at` must be less than `length`.
 */
static inline uint32_t utf8_decode(const char *text, size_t length, size_t *at)
{
    if (*at < length && (unsigned char)text[*at] < 0x80)
        return (unsigned char)text[(*at)++];
    return utf8_decode_form(text, length, at);
}

/* Writes the 1 to 4 bytes of a valid code point and returns how many. */
size_t utf8_encode(uint32_t code_point, char out[4]);

/*
 * Copies `length` bytes of `text` to `out` (`out_size` bytes, always ended by NUL) as normal-form C
 * text of at most `width_max` cells. Dropped: C0 and C1 controls, DEL, format and bidirectional
 * controls, zero-width and private code points, unassigned ones, line separators, ill-formed
 * bytes, and marks past two on one letter. Spaces of every kind become a plain space; leading and
 * trailing ones go. `out` may be empty afterwards. ERR_MEMORY leaves it empty.
 */
MUST_USE enum err utf8_clean(const char *text, size_t length, int width_max, char *out,
                             size_t out_size);

/*
 * Replaces bytes of an untrusted text by '?' so that it can be printed: controls except the line
 * feed, format and bidirectional controls, line separators and ill-formed bytes. The length stays.
 */
void utf8_mask(char *text, size_t length);

#endif
