/*
 * Prints what tests/golden/levels.txt should hold, as this very build makes it. Needs nothing but
 * the C library, so that it can be built for a machine of another word size and compared.
 * Exit codes: 0 printed, 1 a level could not be made or the output not written.
 */
#include <stdio.h>
#include <stdlib.h>

#include "golden/levels.h"

#ifdef POINTER_SIZE_WANTED
_Static_assert(sizeof(void *) == POINTER_SIZE_WANTED, "built for the word size asked for");
#endif

int main(void)
{
    char line[GOLDEN_LINE_SIZE];

    if (golden_open() != ERR_OK) {
        fputs("no memory for the set pieces\n", stderr);
        return EXIT_FAILURE;
    }
    golden_format_line(line);
    fputs(line, stdout);
    for (size_t i = 0; i < golden_line_count(); i++) {
        if (golden_level_line(i, line) != ERR_OK) {
            fprintf(stderr, "no level for %s\n", line);
            return EXIT_FAILURE;
        }
        fputs(line, stdout);
    }
    golden_close();
    return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
