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

void status_set(struct store_status *status, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(status->reason, sizeof status->reason, format, arguments);
    va_end(arguments);
    for (char *at = status->reason; *at != '\0'; at++) {
        if ((unsigned char)*at < ' ' || *at == 0x7f)
            *at = ' ';
    }
}
