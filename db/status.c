/*
 * Reasons for the operator.
 */
#include "db/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

void status_clear(struct store_status *status)
{
    memset(status, 0, sizeof *status);
}

/*
 * Cleans a message for the terminal: control characters become blanks, other bad bytes question
 * marks. SQLite's message about a damaged schema quotes its bytes.
 */
void status_clean(char *text)
{
    size_t length = strlen(text);

    for (size_t at = 0; at < length;) {
        size_t begin = at;
        uint32_t code_point = utf8_decode(text, length, &at);
        if (code_point < ' ' || code_point == 0x7f)
            text[begin] = ' ';
        else if (code_point == 0xfffd || (code_point >= 0x80 && code_point < 0xa0))
            memset(text + begin, '?', at - begin);
    }
}

__attribute__((format(printf, 2, 0))) static void fill(char text[STORE_REASON_SIZE],
                                                       const char *format, va_list arguments)
{
    vsnprintf(text, STORE_REASON_SIZE, format, arguments);
    status_clean(text);
}

void status_set(struct store_status *status, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fill(status->reason, format, arguments);
    va_end(arguments);
}

void status_advise(struct store_status *status, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fill(status->cure, format, arguments);
    va_end(arguments);
}

void status_warn(struct store_status *status, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fill(status->warning, format, arguments);
    va_end(arguments);
}
