/*
 * Putting texts together in tests.
 */
#include "support/text.h"

#include <check.h>
#include <string.h>

void text_append(char *text, size_t size, const char *more)
{
    size_t length = strlen(text);

    ck_assert_uint_lt(length + strlen(more), size);
    memcpy(text + length, more, strlen(more) + 1);
}
