/*
 * The last words of a process that found itself wrong: the only output that common/ ever makes.
 */
#include "base/check.h"

#include <stdio.h>
#include <stdlib.h>

void check_failed(const char *condition, const char *file, int line, const char *function)
{
    fprintf(stderr, "undercroft: CHECK failed: %s (%s:%d, %s)\n", condition, file, line, function);
    abort();
}
