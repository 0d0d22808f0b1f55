/*
 * The lines of tests/golden/levels.txt.
 */
#include "golden/levels.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH = 100, HEIGHT = 57 };

static struct setpieces pieces;

enum err golden_open(void)
{
    return setpieces_builtin(&pieces);
}

void golden_close(void)
{
    setpieces_release(&pieces);
}

void golden_format_line(char line[GOLDEN_LINE_SIZE])
{
    snprintf(line, GOLDEN_LINE_SIZE, "format %d\n", GEN_FORMAT_VERSION);
}

static size_t style_line_count(void)
{
    return gen_style_count() * GOLDEN_SEED_COUNT;
}

size_t golden_line_count(void)
{
    return style_line_count() + (size_t)GOLDEN_DEPTH_COUNT * GOLDEN_DEPTH_SEED_COUNT;
}

static void request_style(size_t index, struct gen_request *request, char line[GOLDEN_LINE_SIZE])
{
    const struct gen_style *style = gen_style_at(index / GOLDEN_SEED_COUNT);
    int seed = (int)(index % GOLDEN_SEED_COUNT);
    struct level_key key = {.depth = 1};

    gen_request_init(request, style, (uint64_t)seed, key, WIDTH, HEIGHT);
    snprintf(line, GOLDEN_LINE_SIZE, "%s %d", style->name, seed);
}

static void request_depth(size_t index, struct gen_request *request, char line[GOLDEN_LINE_SIZE])
{
    struct level_key key = {.depth = (uint16_t)(1 + index / GOLDEN_DEPTH_SEED_COUNT)};
    int seed = (int)(index % GOLDEN_DEPTH_SEED_COUNT);

    gen_request_for_key(request, (uint64_t)seed, key);
    snprintf(line, GOLDEN_LINE_SIZE, "depth%d %d", key.depth, seed);
}

enum err golden_level_line(size_t index, char line[GOLDEN_LINE_SIZE])
{
    struct gen_request request;
    struct gen_report report;
    struct level *level;

    if (index < style_line_count())
        request_style(index, &request, line);
    else
        request_depth(index - style_line_count(), &request, line);
    request.pieces = &pieces;
    enum err err = gen_level(&request, &level, &report);
    if (err != ERR_OK)
        return err;
    level_free(level);
    size_t length = strlen(line);
    snprintf(line + length, GOLDEN_LINE_SIZE - length, " %016" PRIx64 "\n", report.hash);
    return ERR_OK;
}
