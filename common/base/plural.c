/*
 * Nouns behind numbers.
 */
#include "base/plural.h"

#include <stdbool.h>
#include <string.h>

#include "base/check.h"

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
