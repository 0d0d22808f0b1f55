/*
 * The lines of tests/golden/levels.txt.
 */
#include "golden/levels.h"

#include <inttypes.h>
#include <stdio.h>

enum { WIDTH = 100, HEIGHT = 57 };

void golden_format_line(char line[GOLDEN_LINE_SIZE])
{
    snprintf(line, GOLDEN_LINE_SIZE, "format %d\n", GEN_FORMAT_VERSION);
}

enum err golden_level_line(const struct gen_style *style, int seed, char line[GOLDEN_LINE_SIZE])
{
    struct gen_request request;
    struct gen_report report;
    struct level *level;
    struct level_key key = {.depth = 1};

    gen_request_init(&request, style, (uint64_t)seed, key, WIDTH, HEIGHT);
    enum err err = gen_level(&request, &level, &report);
    if (err != ERR_OK)
        return err;
    level_free(level);
    snprintf(line, GOLDEN_LINE_SIZE, "%s %d %016" PRIx64 "\n", style->name, seed, report.hash);
    return ERR_OK;
}
