/*
 * Strict UTF-8, widths, and the cleaning of what a person typed: a filter by category, normal form
 * C, then a cut by width. The filter comes first so that the normal form joins what stays.
 */
#include "base/utf8.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <utf8proc.h>

#include "base/check.h"

enum {
    CODE_POINT_MAX = 0x10FFFF,
    REPLACEMENT = 0xFFFD,
    BRAILLE_BLANK = 0x2800,
    MARKS_MAX = 2,
};

/* UTF-8 forms of one length: the fixed bits of the first byte, and the range of code points. */
struct form_row {
    uint8_t lead_mask;
    uint8_t lead_bits;
    uint32_t low;
    uint32_t high;
};

static const struct form_row form_table[] = {
    [1] = {0x80, 0x00, 0x00, 0x7F},
    [2] = {0xE0, 0xC0, 0x80, 0x7FF},
    [3] = {0xF0, 0xE0, 0x800, 0xFFFF},
    [4] = {0xF8, 0xF0, 0x10000, CODE_POINT_MAX},
};

enum { FORM_LENGTH_MAX = 4 };

static bool is_surrogate(uint32_t code_point)
{
    return code_point >= 0xD800 && code_point <= 0xDFFF;
}

/* True for Hangul vowels and final consonants, which terminals draw into the cell of the letter
   before them. */
static bool is_hangul_part(uint32_t code_point)
{
    return (code_point >= 0x1160 && code_point <= 0x11FF) ||
           (code_point >= 0xD7B0 && code_point <= 0xD7FF);
}

int utf8_width_of_others(uint32_t code_point)
{
    if (code_point > CODE_POINT_MAX || is_hangul_part(code_point))
        return 0;
    return utf8proc_charwidth((utf8proc_int32_t)code_point);
}

/* Decodes the UTF-8 form at `bytes`. Returns its length, or 0 if it is ill-formed. */
static size_t decode_form(const uint8_t *bytes, size_t length, uint32_t *out_code_point)
{
    for (size_t count = 1; count <= FORM_LENGTH_MAX; count++) {
        const struct form_row *row = &form_table[count];
        if ((bytes[0] & row->lead_mask) != row->lead_bits)
            continue;
        if (count > length)
            return 0;
        uint32_t code_point = bytes[0] & (uint8_t)~row->lead_mask;
        for (size_t i = 1; i < count; i++) {
            if ((bytes[i] & 0xC0) != 0x80)
                return 0;
            code_point = code_point << 6 | (bytes[i] & 0x3F);
        }
        if (code_point < row->low || code_point > row->high || is_surrogate(code_point))
            return 0;
        *out_code_point = code_point;
        return count;
    }
    return 0;
}

uint32_t utf8_decode_form(const char *text, size_t length, size_t *at)
{
    CHECK(*at < length);
    uint32_t code_point = REPLACEMENT;
    size_t count = decode_form((const uint8_t *)text + *at, length - *at, &code_point);

    *at += count > 0 ? count : 1;
    return code_point;
}

size_t utf8_encode(uint32_t code_point, char out[4])
{
    CHECK(code_point <= CODE_POINT_MAX && !is_surrogate(code_point));
    size_t count = 1;

    while (code_point > form_table[count].high)
        count++;
    for (size_t i = count; i-- > 1;) {
        out[i] = (char)(0x80 | (code_point & 0x3F));
        code_point >>= 6;
    }
    out[0] = (char)(form_table[count].lead_bits | code_point);
    return count;
}

static bool is_mark(uint32_t code_point)
{
    utf8proc_category_t category = utf8proc_category((utf8proc_int32_t)code_point);

    return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_MC ||
           category == UTF8PROC_CATEGORY_ME;
}

/* True if `code_point` is a Hangul vowel or final consonant that normal form C joins with the
   letter before it. Such letters have no width of their own; all others are dropped. */
static bool joins_hangul(uint32_t before, uint32_t code_point)
{
    if (code_point >= 0x1161 && code_point <= 0x1175)
        return before >= 0x1100 && before <= 0x1112;
    if (code_point >= 0x11A8 && code_point <= 0x11C2)
        return (before >= 0x1161 && before <= 0x1175) ||
               (before >= 0xAC00 && before <= 0xD7A3 && (before - 0xAC00) % 28 == 0);
    return false;
}

/* Returns the replacement of a code point: itself, a plain space, or 0 to drop it. `before` is the
   last code point kept. */
static uint32_t filter_code_point(uint32_t before, uint32_t code_point)
{
    const utf8proc_property_t *property = utf8proc_get_property((utf8proc_int32_t)code_point);

    switch (property->category) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
        return 0;
    case UTF8PROC_CATEGORY_ZS:
        return ' ';
    default:
        break;
    }
    if (code_point == BRAILLE_BLANK)
        return ' ';
    /* Variation selectors and fillers are default ignorables that no category names. */
    if (code_point == REPLACEMENT || property->ignorable)
        return 0;
    if (utf8_width(code_point) == 0 && !is_mark(code_point) && !joins_hangul(before, code_point))
        return 0;
    return code_point;
}

/* Filters `text` into `out`, which needs room for `length` bytes, as no replacement is longer.
   Returns the length of the result. */
static size_t filter_text(const char *text, size_t length, char *out)
{
    size_t used = 0;
    uint32_t before = 0;

    for (size_t at = 0; at < length;) {
        uint32_t kept = filter_code_point(before, utf8_decode(text, length, &at));
        if (kept == 0)
            continue;
        used += utf8_encode(kept, out + used);
        before = kept;
    }
    return used;
}

/* Returns the text in normal form C, ended by NUL and owned by the caller; NULL if there is no
   memory. */
static char *normalise(const char *text, size_t length)
{
    utf8proc_option_t options = (utf8proc_option_t)(UTF8PROC_STABLE | UTF8PROC_COMPOSE);
    utf8proc_uint8_t *normal = NULL;
    utf8proc_ssize_t result =
        utf8proc_map((const utf8proc_uint8_t *)text, (utf8proc_ssize_t)length, &normal, options);

    return result < 0 ? NULL : (char *)normal;
}

/* Copies as much of the text as fits, without spaces at either end and without marks that have no
   letter. */
static void cut_text(const char *text, int width_max, char *out, size_t out_size)
{
    size_t length = strlen(text);
    size_t used = 0;
    size_t used_to_letter = 0;
    int width = 0;
    int marks = MARKS_MAX;

    for (size_t at = 0; at < length;) {
        size_t start = at;
        uint32_t code_point = utf8_decode(text, length, &at);
        size_t count = at - start;
        int cells = utf8_width(code_point);
        if (code_point == ' ' && used == 0)
            continue;
        if (is_mark(code_point) && marks++ >= MARKS_MAX)
            continue;
        if (width + cells > width_max || used + count >= out_size)
            break;
        if (!is_mark(code_point))
            marks = code_point == ' ' ? MARKS_MAX : 0;
        memcpy(out + used, text + start, count);
        used += count;
        width += cells;
        if (code_point != ' ')
            used_to_letter = used;
    }
    out[used_to_letter] = '\0';
}

enum err utf8_clean(const char *text, size_t length, int width_max, char *out, size_t out_size)
{
    CHECK(out_size > 0);
    out[0] = '\0';
    if (length == 0)
        return ERR_OK;

    char *filtered = malloc(length);
    if (filtered == NULL)
        return ERR_MEMORY;
    char *normal = normalise(filtered, filter_text(text, length, filtered));
    free(filtered);
    if (normal == NULL)
        return ERR_MEMORY;
    cut_text(normal, width_max, out, out_size);
    free(normal);
    return ERR_OK;
}

static bool is_printable(uint32_t code_point)
{
    switch (utf8proc_category((utf8proc_int32_t)code_point)) {
    case UTF8PROC_CATEGORY_CC:
        return code_point == '\n';
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
        return false;
    default:
        return code_point != REPLACEMENT;
    }
}

void utf8_mask(char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        size_t start = at;
        if (!is_printable(utf8_decode(text, length, &at)))
            memset(text + start, '?', at - start);
    }
}
