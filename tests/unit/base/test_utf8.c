/*
 * UTF-8: strict both ways, and nothing a person types gets past the cleaning that could move a
 * cursor, hide, reorder or pile up on somebody else's screen.
 */
#include "base/utf8.h"

#include <stdbool.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include <utf8proc.h>

#include "base/rng.h"
#include "support/test.h"

enum { REPLACEMENT = 0xFFFD, OUT_SIZE = 256 };

TEST(every_code_point_survives_encoding_and_decoding)
{
    for (uint32_t code_point = 0; code_point <= 0x10FFFF; code_point++) {
        if (code_point >= 0xD800 && code_point <= 0xDFFF)
            continue;
        char text[4];
        size_t length = utf8_encode(code_point, text);
        size_t at = 0;
        uint32_t decoded = utf8_decode(text, length, &at);
        if (decoded != code_point || at != length)
            ck_abort_msg("U+%04X came back as U+%04X", code_point, decoded);
    }
}

TEST(ill_formed_bytes_give_a_replacement_and_move_one_byte)
{
    static const char *const ill_formed[] = {
        "\x80",             /* stray continuation */
        "\xC0\x80",         /* overlong NUL */
        "\xC1\xBF",         /* overlong */
        "\xE0\x80\xAF",     /* overlong / */
        "\xF0\x80\x80\x9B", /* overlong ESC */
        "\xED\xA0\x80",     /* surrogate */
        "\xF4\x90\x80\x80", /* above 10FFFF */
        "\xF8\x88\x80\x80", /* five bytes */
        "\xC3",             /* cut short */
        "\xE2\x82",         /* cut short */
        "\xC3(",            /* missing continuation */
        "\xFF",
    };

    for (size_t i = 0; i < sizeof ill_formed / sizeof ill_formed[0]; i++) {
        size_t at = 0;
        uint32_t decoded = utf8_decode(ill_formed[i], strlen(ill_formed[i]), &at);
        ck_assert_msg(decoded == REPLACEMENT && at == 1, "row %zu: U+%04X after %zu bytes", i,
                      decoded, at);
    }
}

TEST(widths_are_those_of_a_terminal)
{
    ck_assert_int_eq(utf8_width('a'), 1);
    ck_assert_int_eq(utf8_width(0x2592), 1);
    ck_assert_int_eq(utf8_width(0x6F22), 2);
    ck_assert_int_eq(utf8_width(0xAC00), 2);
    ck_assert_int_eq(utf8_width(0x0301), 0);
    ck_assert_int_eq(utf8_width(0x1B), 0);
    ck_assert_int_eq(utf8_width(0x9B), 0);
    ck_assert_int_eq(utf8_width(0xD800), 0);
    ck_assert_int_eq(utf8_width(0x110000), 0);
    ck_assert_int_eq(utf8_width(UINT32_MAX), 0);
}

struct clean_case {
    const char *typed;
    int width_max;
    const char *clean;
};

// clang-format off
static const struct clean_case clean_cases[] = {
    {"hello", 80, "hello"},
    {"  hello  you ", 80, "hello  you"},
    {"a\x1b[2Jb\x07\x7f\r\n\tc", 80, "a[2Jbc"},               /* C0 and DEL */
    {"a\xC2\x9B" "2Jb\xC2\x85", 80, "a2Jb"},                  /* C1 */
    {"a\xFF\xC3(\xED\xA0\x80z", 80, "a(z"},                   /* ill-formed */
    {"\xE2\x80\xAE" "abc\xE2\x81\xA6", 80, "abc"},            /* bidirectional controls */
    {"a\xE2\x80\x8B\xE2\x80\x8D\xEF\xBB\xBF" "b", 80, "ab"},  /* zero width, joiner, BOM */
    {"a\xD8\x80z", 80, "az"},                                 /* a format control with a shape */
    {"a\xEE\x80\x80\xF3\xB0\x80\x80z", 80, "az"},             /* private use */
    {"a\xE2\x80\xA8\xE2\x80\xA9z", 80, "az"},                 /* line separators */
    {"a\xC2\xA0" "b\xE3\x80\x80" "c\xE2\xA0\x80" "d", 80, "a b c d"}, /* spaces, Braille blank */
    {"a\xEF\xB8\x8F\xE3\x85\xA4z", 80, "az"},                 /* variation selector, filler */
    {"e\xCC\x81", 80, "\xC3\xA9"},                            /* normal form C */
    {"x\xCC\x81\xCC\x82\xCC\x83\xCC\x84z", 80, "x\xCC\x81\xCC\x82z"}, /* marks past two */
    {"\xCC\x81" "a \xCC\x81" "b", 80, "a b"},                 /* marks without a letter */
    {"\xE1\x84\x92\xE1\x85\xA1\xE1\x86\xAB", 80, "\xED\x95\x9C"}, /* Hangul joined */
    {"a\xE1\x85\xA1z", 80, "az"},                             /* Hangul vowel alone */
    {"abcdef", 3, "abc"},
    {"ab cdef", 3, "ab"},
    {"\xE6\xBC\xA2\xE5\xAD\x97", 3, "\xE6\xBC\xA2"},          /* a wide glyph is not halved */
    {"abx\xCC\x82z", 3, "abx\xCC\x82"},                       /* a mark belongs to its letter */
    {"abc", 0, ""},
    {"", 80, ""},
    {"\xE2\x80\x8B \x1b", 80, ""},
};
// clang-format on

TEST(cleaning_leaves_only_what_may_be_shown)
{
    for (size_t i = 0; i < sizeof clean_cases / sizeof clean_cases[0]; i++) {
        const struct clean_case *row = &clean_cases[i];
        char out[OUT_SIZE];
        ck_assert_int_eq(
            utf8_clean(row->typed, strlen(row->typed), row->width_max, out, sizeof out), ERR_OK);
        ck_assert_msg(strcmp(out, row->clean) == 0, "row %zu: got \"%s\", not \"%s\"", i, out,
                      row->clean);
    }
}

TEST(a_small_buffer_gets_whole_characters)
{
    char out[4];

    ck_assert_int_eq(utf8_clean("a\xE6\xBC\xA2", 4, 80, out, sizeof out), ERR_OK);
    ck_assert_str_eq(out, "a");
    ck_assert_int_eq(utf8_clean("abcdef", 6, 80, out, sizeof out), ERR_OK);
    ck_assert_str_eq(out, "abc");
    ck_assert_int_eq(utf8_clean("abc", 3, 80, out, 1), ERR_OK);
    ck_assert_str_eq(out, "");
}

TEST(a_nul_in_the_middle_is_dropped_like_any_control)
{
    char out[OUT_SIZE];

    ck_assert_int_eq(utf8_clean("a\0b", 3, 80, out, sizeof out), ERR_OK);
    ck_assert_str_eq(out, "ab");
}

/* Bytes that are mostly well-formed and often strange. */
static size_t draw_text(struct rng *rng, char *out, size_t out_size)
{
    static const uint32_t bases[] = {0x20,   0x80,   0x300,  0x590,   0x600,   0x900,  0x1100,
                                     0x1160, 0x2000, 0x2500, 0x3000,  0xAC00,  0xD780, 0xF900,
                                     0xFE00, 0xFFF0, 0xE000, 0x1D15E, 0x1F300, 0xE0100};
    size_t length = 0;

    while (length + 4 <= out_size && !rng_percent(rng, 3)) {
        if (rng_percent(rng, 10)) {
            out[length++] = (char)rng_below(rng, 256);
            continue;
        }
        uint32_t base = bases[rng_below(rng, sizeof bases / sizeof bases[0])];
        length += utf8_encode(base + rng_below(rng, 128), out + length);
    }
    return length;
}

static void check_clean(const char *text, int width_max)
{
    size_t length = strlen(text);
    int width = 0;

    for (size_t at = 0; at < length;) {
        size_t start = at;
        uint32_t code_point = utf8_decode(text, length, &at);
        bool is_ill_formed = code_point == REPLACEMENT && at == start + 1;
        ck_assert_msg(!is_ill_formed, "clean text is well-formed");
        ck_assert_uint_ge(code_point, ' ');
        ck_assert(code_point < 0x7F || code_point > 0x9F);
        ck_assert_int_ne(utf8proc_category((utf8proc_int32_t)code_point), UTF8PROC_CATEGORY_CF);
        width += utf8_width(code_point);
    }
    ck_assert_int_le(width, width_max);
    ck_assert(length == 0 || (text[0] != ' ' && text[length - 1] != ' '));

    utf8proc_uint8_t *normal = utf8proc_NFC((const utf8proc_uint8_t *)text);
    ck_assert_msg(strcmp((const char *)normal, text) == 0, "clean text is in normal form C");
    free(normal);
}

TEST(whatever_comes_in_clean_text_comes_out_and_stays_clean)
{
    struct rng rng;

    rng_init(&rng, 11);
    for (int i = 0; i < 20000; i++) {
        char typed[160];
        char once[OUT_SIZE];
        char twice[OUT_SIZE];
        int width_max = rng_range(&rng, 0, 60);
        size_t length = draw_text(&rng, typed, sizeof typed);
        ck_assert_int_eq(utf8_clean(typed, length, width_max, once, sizeof once), ERR_OK);
        check_clean(once, width_max);
        ck_assert_int_eq(utf8_clean(once, strlen(once), width_max, twice, sizeof twice), ERR_OK);
        ck_assert_str_eq(once, twice);
    }
}

TEST(a_mask_leaves_what_a_terminal_shows_and_every_length)
{
    static const char *const rows[][2] = {
        {"two\nlines \xc3\xa9 \xe2\x94\x82", "two\nlines \xc3\xa9 \xe2\x94\x82"},
        {"\x1b[2J\r\t\x7f", "?[2J???"},
        {"\xc2\x9b"
         "31m",
         "??31m"},
        {"a\xe2\x80\xae"
         "b\xe2\x80\xa8",
         "a???b???"},
        {"\xff\xc3", "??"},
        {"", ""},
    };
    char text[64];

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        snprintf(text, sizeof text, "%s", rows[i][0]);
        utf8_mask(text, strlen(text));
        ck_assert_str_eq(text, rows[i][1]);
    }
}
