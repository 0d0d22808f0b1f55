/*
 * A host's file as anybody may have written it, a set piece's or a theme's: it is read, or refused
 * with a line of it and a cause that can be printed. A theme makes a level, and a piece that was
 * read comes out of every turning as its words say, and is built into a level that stays right.
 */
#include "base/check.h"
#include "content/setpiece.h"
#include "content/theme.h"
#include "fuzz.h"
#include "gen/gen.h"
#include "gen/measure.h"

static int count_lines(const uint8_t *data, size_t size)
{
    int lines = 1;

    for (size_t i = 0; i < size; i++)
        lines += data[i] == '\n';
    return lines;
}

static void expect_cause(const struct setpiece_fault *fault, const uint8_t *data, size_t size)
{
    CHECK(fault->line >= 1 && fault->line <= count_lines(data, size));
    CHECK(fault->cause[0] != '\0');
    for (const char *at = fault->cause; *at != '\0'; at++)
        CHECK((unsigned char)*at >= ' ' && (unsigned char)*at < 0x7F);
}

static void build(const struct setpieces *pieces, const char *style)
{
    struct gen_request request;
    struct gen_report report;
    struct level *level;
    unsigned faults = 0;
    struct level_key key = {.depth = pieces->rows[0].depth_first};

    gen_request_init(&request, gen_style_find(style), 1, key, 60, 40);
    request.pieces = pieces;
    request.shared[GEN_LANDMARK] = 100;
    CHECK(gen_level(&request, &level, &report) == ERR_OK);
    CHECK(gen_prove(level, &faults) == ERR_OK && faults == 0);
    CHECK(gen_prove_furnished(level, &faults) == ERR_OK && faults == 0);
    level_free(level);
}

/* A level of its theme; sizes for which a level would take long are left alone. */
static void build_theme(const struct setpieces *pieces)
{
    const struct theme_row *theme = &pieces->themes->rows[0].row;
    struct gen_request request;
    struct gen_report report;
    struct level *level;

    gen_request_for_level(&request, pieces, 1, (struct level_key){.depth = theme->depth_first});
    if (request.width > 120 || request.height > 80)
        return;
    CHECK(gen_level(&request, &level, &report) == ERR_OK);
    level_free(level);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct setpiece_text text = {"fuzz.txt", (const char *)data, size};
    struct setpiece_fault fault;
    struct setpieces pieces;
    enum err error = setpieces_read(&text, 1, &pieces, &fault);

    if (error != ERR_OK) {
        CHECK(error == ERR_FORMAT);
        expect_cause(&fault, data, size);
        return 0;
    }
    if (pieces.themes != NULL && gen_check_themes(&pieces, &fault) != ERR_OK)
        expect_cause(&fault, data, size);
    else if (pieces.themes != NULL)
        build_theme(&pieces);
    if (pieces.count == 0) {
        setpieces_release(&pieces);
        return 0;
    }
    build(&pieces, "rooms");
    build(&pieces, "caves");
    build(&pieces, "delve");
    build(&pieces, "digger");
    setpieces_release(&pieces);
    return 0;
}
