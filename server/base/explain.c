/*
 * Cause and cure.
 */
#include "server/base/explain.h"

#include <stdio.h>

void explain(const char *cause, const char *detail, const char *cure)
{
    fprintf(stderr, "undercroftd: %s%s%s\n", cause, detail[0] == '\0' ? "" : ": ", detail);
    fprintf(stderr, "undercroftd: %s\n", cure);
}
