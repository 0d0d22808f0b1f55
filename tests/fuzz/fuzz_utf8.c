/*
 * Text that a person typed, on its way to other people. The cleaned text holds no control, is well
 * formed and within its width, and cleaning it again changes nothing.
 */
#include <string.h>

#include "base/check.h"
#include "base/utf8.h"
#include "fuzz.h"

enum { WIDTH_MAX = 60, TEXT_SIZE = 1024, DELETE = 0x7F, C1_END = 0xA0 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[TEXT_SIZE];
    char again[TEXT_SIZE];
    int width = 0;

    CHECK(utf8_clean((const char *)data, size, WIDTH_MAX, text, sizeof text) == ERR_OK);
    size_t length = strnlen(text, sizeof text);
    CHECK(length < sizeof text);
    for (size_t at = 0; at < length;) {
        uint32_t code_point = utf8_decode(text, length, &at);
        CHECK(code_point >= ' ');
        CHECK(code_point < DELETE || code_point >= C1_END);
        width += utf8_width(code_point);
    }
    CHECK(width <= WIDTH_MAX);
    CHECK(utf8_clean(text, length, WIDTH_MAX, again, sizeof again) == ERR_OK);
    CHECK(strcmp(text, again) == 0);
    return 0;
}
