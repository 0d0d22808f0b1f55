/*
 * Looks numbered in the order of their roles.
 */
#include "term/ansi_looks.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "term/ansi_piece.h"

/* The parameters of each look, by number. */
struct numbered {
    const char *sgr[ROLE_COUNT];
    uint8_t count;
    uint8_t of_role[ROLE_COUNT];
};

static uint8_t number_of(struct numbered *numbered, const char *sgr)
{
    uint8_t look = 0;

    while (look < numbered->count && strcmp(numbered->sgr[look], sgr) != 0)
        look++;
    if (look == numbered->count)
        numbered->sgr[numbered->count++] = sgr;
    return look;
}

/* Where the terminal may be one that joins attributes: those that have more colours do not, and
   without colours there is nothing to join. */
static const bool joins_attributes[PALETTE_COUNT] = {
    [PALETTE_16] = true,
    [PALETTE_8] = true,
};

/* `from` NULL: not known. */
static void make_change(enum palette_id colours, const char *from, const char *to,
                        struct ansi_change *out)
{
    struct ansi_piece piece = {0};

    ansi_piece_sgr(&piece, from, to, joins_attributes[colours]);
    CHECK(piece.length <= sizeof out->text);
    memcpy(out->text, piece.text, piece.length);
    out->length = (uint8_t)piece.length;
}

static struct ansi_looks *make(struct palette palette)
{
    struct numbered numbered = {0};
    uint8_t plain = number_of(&numbered, "");

    for (enum role role = ROLE_BLANK; role < ROLE_COUNT; role++)
        numbered.of_role[role] = number_of(&numbered, palette_sgr(palette, role));
    size_t changes = (size_t)(numbered.count + 1) * numbered.count;
    struct ansi_looks *looks = calloc(1, sizeof *looks + changes * sizeof looks->changes[0]);
    if (looks == NULL)
        return NULL;
    looks->count = numbered.count;
    looks->plain = plain;
    memcpy(looks->of_role, numbered.of_role, sizeof looks->of_role);
    for (int to = 0; to < numbered.count; to++) {
        looks->is_reverse[to] = ansi_sgr_is_reverse(numbered.sgr[to]);
        for (int from = 0; from <= numbered.count; from++)
            make_change(palette.colours, from == numbered.count ? NULL : numbered.sgr[from],
                        numbered.sgr[to], &looks->changes[from * numbered.count + to]);
    }
    return looks;
}

const struct ansi_looks *ansi_book_find(struct ansi_book *book, struct palette palette)
{
    CHECK((unsigned)palette.colours < PALETTE_COUNT);
    CHECK((unsigned)palette.theme < PALETTE_THEME_COUNT);
    CHECK((unsigned)palette.memory < PALETTE_MEMORY_COUNT);
    struct ansi_looks **looks = &book->looks[palette.colours][palette.theme][palette.memory];

    if (*looks == NULL)
        *looks = make(palette);
    return *looks;
}

void ansi_book_release(struct ansi_book *book)
{
    struct ansi_looks **looks = &book->looks[0][0][0];

    for (size_t i = 0; i < sizeof book->looks / sizeof book->looks[0][0][0]; i++)
        free(looks[i]);
    *book = (struct ansi_book){0};
}
