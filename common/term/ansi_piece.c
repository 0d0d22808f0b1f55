/*
 * The shortest moves and attribute changes. CR is not used: telnet wants a NUL after it, and ESC[G
 * is hardly longer. Nor is LF: it may scroll, and TinTin++ moves to the first column too. HPA is
 * the same as CHA. Looks are numbered in the order of their roles.
 */
#include "term/ansi_piece.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/utf8.h"
#include "term/ansi.h"

/* The code points whose width all terminals agree on. */
struct code_range {
    uint32_t first;
    uint32_t last;
};

static const struct code_range agreed_widths[] = {
    {0x0020, 0x02FF},                   /* Latin */
    {0x0370, 0x058F},                   /* Greek, Cyrillic, Armenian */
    {0x1E00, 0x1FFF},                   /* Latin and Greek with marks */
    {0x2010, 0x2027},                   /* dashes, quotes, dots */
    {0x2190, 0x23CF},                   /* arrows, signs */
    {0x2500, 0x25FF},                   /* lines, blocks, shapes */
    {0x2E80, 0x3029},                   /* East Asian, except its tone marks */
    {0x3030, 0xA4CF}, {0xAC00, 0xD7A3}, /* Hangul */
    {0xF900, 0xFAFF},                   /* East Asian */
    {0xFF00, 0xFFEF},                   /* East Asian */
};

bool ansi_width_is_agreed(uint32_t code_point)
{
    for (size_t i = 0; i < sizeof agreed_widths / sizeof agreed_widths[0]; i++) {
        if (code_point <= agreed_widths[i].last)
            return code_point >= agreed_widths[i].first;
    }
    return false;
}

static void add_bytes(struct ansi_piece *piece, const char *bytes, size_t length)
{
    CHECK(length <= sizeof piece->text - piece->length);
    memcpy(piece->text + piece->length, bytes, length);
    piece->length += length;
}

void ansi_piece_text(struct ansi_piece *piece, const char *text)
{
    add_bytes(piece, text, strlen(text));
}

void ansi_piece_join(struct ansi_piece *piece, const struct ansi_piece *other)
{
    add_bytes(piece, other->text, other->length);
}

void ansi_piece_glyph(struct ansi_piece *piece, uint32_t code_point)
{
    char encoded[4];

    add_bytes(piece, encoded, utf8_encode(code_point, encoded));
}

/* Appends a number. Written by hand, because it runs for every candidate of every cell and printf
   would take most of the time. */
static void append_number(struct ansi_piece *piece, int number)
{
    char digits[12];
    size_t at = sizeof digits;

    CHECK(number >= 0);
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    add_bytes(piece, digits + at, sizeof digits - at);
}

/* Appends a CSI sequence with one parameter, which is left out if it is the default of 1. */
static void append_csi(struct ansi_piece *piece, int parameter, char final)
{
    ansi_piece_text(piece, ANSI_CSI);
    if (parameter != 1)
        append_number(piece, parameter);
    add_bytes(piece, &final, 1);
}

size_t ansi_glyph_length(uint32_t code_point)
{
    return code_point < 0x80 ? 1 : code_point < 0x800 ? 2 : code_point < 0x10000 ? 3 : 4;
}

void ansi_piece_move_row(struct ansi_piece *piece, int from_y, int to_y)
{
    if (to_y < from_y)
        append_csi(piece, from_y - to_y, 'A');
    else if (to_y > from_y)
        append_csi(piece, to_y - from_y, 'B');
}

/* Appends the shortest move within a row. */
static void move_column(struct ansi_piece *piece, int from_x, int to_x)
{
    int distance = from_x < to_x ? to_x - from_x : from_x - to_x;
    int absolute = ansi_csi_length(to_x + 1);
    int relative = from_x < 0 ? INT_MAX : ansi_csi_length(distance);
    int backspaces = from_x > to_x ? distance : INT_MAX;

    if (from_x == to_x)
        return;
    if (absolute <= relative && absolute <= backspaces)
        append_csi(piece, to_x + 1, 'G');
    else if (relative <= backspaces)
        append_csi(piece, distance, from_x < to_x ? 'C' : 'D');
    else
        for (int i = to_x; i < from_x; i++)
            ansi_piece_text(piece, "\b");
}

static void move_absolute(struct ansi_piece *piece, struct pos to)
{
    if (to.x == 0) {
        append_csi(piece, to.y + 1, 'H');
        return;
    }
    ansi_piece_text(piece, ANSI_CSI);
    append_number(piece, to.y + 1);
    ansi_piece_text(piece, ";");
    append_number(piece, to.x + 1);
    ansi_piece_text(piece, "H");
}

void ansi_piece_move(struct ansi_piece *piece, struct pos from, struct pos to)
{
    if (pos_equal(from, to))
        return;
    if (ansi_absolute_length(to) <= ansi_steps_length(from, to)) {
        move_absolute(piece, to);
        return;
    }
    ansi_piece_move_row(piece, from.y, to.y);
    move_column(piece, from.x, to.x);
}

/* The parts of a look. */
struct look {
    bool is_bold;
    bool is_dim;
    bool is_reverse;
    bool is_bright;     /* its colour is one of 90 to 97 */
    const char *colour; /* foreground; "" for the default */
    int colour_length;
    const char *background; /* all other parameters; "" for the default */
};

static bool take_attribute(const char **sgr, char digit)
{
    const char *at = *sgr;

    if (at[0] != digit || (at[1] != ';' && at[1] != '\0'))
        return false;
    *sgr = at[1] == ';' ? at + 2 : at + 1;
    return true;
}

static struct look look_of(const char *sgr)
{
    struct look look;

    look.is_bold = take_attribute(&sgr, '1');
    look.is_dim = take_attribute(&sgr, '2');
    look.is_reverse = take_attribute(&sgr, '7');
    look.is_bright = sgr[0] == '9';
    look.colour = sgr;
    const char *background = strncmp(sgr, "48;", 3) == 0 ? sgr : strstr(sgr, ";48;");
    look.colour_length = (int)(background != NULL ? (size_t)(background - sgr) : strlen(sgr));
    look.background = background == NULL ? "" : background + (background[0] == ';');
    return look;
}

/* True if a blank under these parameters can be seen. */
static bool shows_blanks(const char *sgr)
{
    struct look look = look_of(sgr);

    return look.is_reverse || look.background[0] != '\0';
}

static void add_parameter(struct ansi_piece *piece, const char *parameter)
{
    if (piece->length > strlen(ANSI_CSI))
        ansi_piece_text(piece, ";");
    ansi_piece_text(piece, parameter);
}

static bool same_colour(struct look a, struct look b)
{
    return a.colour_length == b.colour_length &&
           memcmp(a.colour, b.colour, (size_t)a.colour_length) == 0;
}

static void add_colour(struct ansi_piece *piece, struct look look)
{
    add_parameter(piece, look.colour_length > 0 ? "" : "39");
    add_bytes(piece, look.colour, (size_t)look.colour_length);
}

/* True if a terminal that joins attributes would keep an attribute of `from` that `to` lacks,
   unless a 0 is sent. The Linux console keeps one weight: 90 to 97 make it bold, a 2 dim, and the
   colours from 30 to 39 leave it unchanged. A VT100 knows neither 22 nor 27. */
static bool joined_stays(struct look from, struct look to)
{
    bool is_heavy = to.is_bold || to.is_bright;

    return (from.is_bold && !to.is_bold) || (from.is_bright && !is_heavy) ||
           (from.is_dim && !to.is_dim) || (from.is_reverse && !to.is_reverse);
}

/* Appends only the attributes that differ. 22 ends both bold and dim. */
static void sgr_difference(struct ansi_piece *piece, struct look from, struct look to,
                           bool joins_attributes)
{
    bool ends_weight = (from.is_bold && !to.is_bold) || (from.is_dim && !to.is_dim);
    bool begins_dim = to.is_dim && (ends_weight || !from.is_dim);
    bool takes_bold_back = joins_attributes && begins_dim && to.is_bright;

    ansi_piece_text(piece, ANSI_CSI);
    if (ends_weight)
        add_parameter(piece, "22");
    if (to.is_bold && (ends_weight || !from.is_bold))
        add_parameter(piece, "1");
    if (begins_dim)
        add_parameter(piece, "2");
    if (to.is_reverse != from.is_reverse)
        add_parameter(piece, to.is_reverse ? "7" : "27");
    if (!same_colour(from, to) || takes_bold_back)
        add_colour(piece, to);
    if (strcmp(from.background, to.background) != 0)
        add_parameter(piece, to.background[0] != '\0' ? to.background : "49");
    ansi_piece_text(piece, "m");
}

static void keep_shorter(struct ansi_piece *best, const struct ansi_piece *candidate)
{
    if (candidate->length < best->length)
        *best = *candidate;
}

void ansi_piece_sgr(struct ansi_piece *piece, const char *from, const char *to,
                    bool joins_attributes)
{
    struct ansi_piece best = {0};

    if (from != NULL && strcmp(from, to) == 0)
        return;
    ansi_piece_text(&best, ANSI_CSI);
    if (to[0] != '\0') {
        add_parameter(&best, "0");
        add_parameter(&best, to);
    }
    ansi_piece_text(&best, "m");
    if (from != NULL && !(joins_attributes && joined_stays(look_of(from), look_of(to)))) {
        struct ansi_piece difference = {0};
        sgr_difference(&difference, look_of(from), look_of(to), joins_attributes);
        keep_shorter(&best, &difference);
    }
    ansi_piece_join(piece, &best);
}

enum { SGR_SIZE = 40 };

/* The SGR parameters of each look, by its number. */
struct numbered {
    char sgr[ROLE_COUNT][SGR_SIZE];
    uint8_t count;
    uint8_t of_role[ROLE_COUNT];
};

static uint8_t number_of(struct numbered *numbered, const char *sgr)
{
    uint8_t look = 0;

    while (look < numbered->count && strcmp(numbered->sgr[look], sgr) != 0)
        look++;
    if (look == numbered->count) {
        CHECK(strlen(sgr) < SGR_SIZE);
        memcpy(numbered->sgr[numbered->count++], sgr, strlen(sgr) + 1);
    }
    return look;
}

/* Writes the SGR parameters of a role with its background. */
static void sgr_of_role(struct palette palette, enum role role, char out[SGR_SIZE])
{
    const char *sgr = palette_sgr(palette, role);
    const char *background = palette_background(palette, role);
    bool is_joined = sgr[0] != '\0' && background[0] != '\0';

    snprintf(out, SGR_SIZE, "%s%s%s", sgr, is_joined ? ";" : "", background);
}

/* Which palettes are for terminals that may join attributes: those with more colours do not, and
   without colours there is nothing to join. */
static const bool joins_attributes[PALETTE_COUNT] = {
    [PALETTE_16] = true,
    [PALETTE_8] = true,
};

/* Makes the bytes that change one look into another; `from` NULL: unknown. */
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

    for (enum role role = ROLE_BLANK; role < ROLE_COUNT; role++) {
        char sgr[SGR_SIZE];
        sgr_of_role(palette, role, sgr);
        numbered.of_role[role] = number_of(&numbered, sgr);
    }
    size_t changes = (size_t)(numbered.count + 1) * numbered.count;
    struct ansi_looks *looks = calloc(1, sizeof *looks + changes * sizeof looks->changes[0]);
    if (looks == NULL)
        return NULL;
    looks->count = numbered.count;
    looks->plain = plain;
    memcpy(looks->of_role, numbered.of_role, sizeof looks->of_role);
    for (int to = 0; to < numbered.count; to++) {
        looks->is_reverse[to] = shows_blanks(numbered.sgr[to]);
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
    struct ansi_looks **looks =
        &book->looks[palette.colours][palette.theme][palette.memory][palette.has_grounds];

    if (*looks == NULL)
        *looks = make(palette);
    return *looks;
}

void ansi_book_release(struct ansi_book *book)
{
    struct ansi_looks **looks = &book->looks[0][0][0][0];

    for (size_t i = 0; i < sizeof book->looks / sizeof book->looks[0][0][0][0]; i++)
        free(looks[i]);
    *book = (struct ansi_book){0};
}
