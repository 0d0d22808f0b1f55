/*
 * Reasons for the operator.
 */
#include "db/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void status_clear(struct store_status *status)
{
    memset(status, 0, sizeof *status);
}

__attribute__((format(printf, 2, 0))) static void fill(char text[STORE_REASON_SIZE],
                                                       const char *format, va_list arguments)
{
    vsnprintf(text, STORE_REASON_SIZE, format, arguments);
    for (char *at = text; *at != '\0'; at++) {
        if ((unsigned char)*at < ' ' || *at == 0x7f)
            *at = ' ';
    }
}

void status_set(struct store_status *status, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fill(status->reason, format, arguments);
    va_end(arguments);
}

void status_warn(struct store_status *status, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fill(status->warning, format, arguments);
    va_end(arguments);
}
