/*
 * Letters that may be shown to anybody.
 */
#include "letters.h"

#include <utf8proc.h>

enum { MARKS_MAX = 2 };

static bool is_mark(utf8proc_category_t category)
{
    return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_MC ||
           category == UTF8PROC_CATEGORY_ME;
}

/* Invisible, or able to turn text around: by number, beside what its category says. */
static bool is_unseen(int32_t letter)
{
    return letter == 0xad || letter == 0x34f || letter == 0x61c || letter == 0x180e ||
           (letter >= 0x200b && letter <= 0x200f) || (letter >= 0x2028 && letter <= 0x202e) ||
           (letter >= 0x2060 && letter <= 0x206f) || (letter >= 0xfe00 && letter <= 0xfe0f) ||
           letter == 0xfeff || letter == 0x115f || letter == 0x1160 || letter == 0x3164 ||
           letter == 0xffa0 || (letter >= 0xe0000 && letter <= 0xe0fff) ||
           (letter >= 0xfff0 && letter <= 0xfffb) || letter == 0xfffd;
}

const char *letter_fault(int32_t letter, int *marks)
{
    utf8proc_category_t category = utf8proc_category(letter);

    if (is_mark(category)) {
        if (*marks < 0)
            return "a mark without a letter";
        return ++*marks > MARKS_MAX ? "a heap of marks" : is_unseen(letter) ? "unseen" : NULL;
    }
    *marks = letter == ' ' ? -1 : 0;
    if (category == UTF8PROC_CATEGORY_CC)
        return "a control";
    if (category == UTF8PROC_CATEGORY_CF || is_unseen(letter))
        return "something unseen";
    if (category == UTF8PROC_CATEGORY_CS || category == UTF8PROC_CATEGORY_CO ||
        category == UTF8PROC_CATEGORY_CN)
        return "no letter at all";
    if (category == UTF8PROC_CATEGORY_ZL || category == UTF8PROC_CATEGORY_ZP)
        return "a line's end in disguise";
    if (category == UTF8PROC_CATEGORY_ZS && letter != ' ')
        return "a space in disguise";
    return utf8proc_charwidth(letter) < 1 ? "a letter without width" : NULL;
}

bool letters_are_clean(const char *text, size_t length)
{
    int marks = -1;

    for (size_t at = 0; at < length;) {
        utf8proc_int32_t letter;
        utf8proc_ssize_t count = utf8proc_iterate((const utf8proc_uint8_t *)text + at,
                                                  (utf8proc_ssize_t)(length - at), &letter);
        if (count < 1 || letter_fault(letter, &marks) != NULL)
            return false;
        at += (size_t)count;
    }
    return true;
}
