/*
 * Blobs: random bits smoothed by a cellular automaton, all cells of a row at once.
 *
 * The rule is Brogue's: a cell is born with six of its eight neighbours and survives with four. The
 * eight are added bit by bit with full adders (H. S. Warren, Hacker's Delight, ch. 16); only the
 * twos matter, because four and six of eight are two and three pairs.
 */
#include <string.h>

#include "base/check.h"
#include "gen/delve_shape.h"

enum { BLOB_ROUNDS = 5 };

static uint64_t carry_of(uint64_t a, uint64_t b, uint64_t c)
{
    return (a & b) | (c & (a | b));
}

/* Returns the next generation of row `at` between its neighbours. */
static uint64_t next_row(uint64_t above, uint64_t at, uint64_t below)
{
    uint64_t above_sum = above << 1 ^ above ^ above >> 1;
    uint64_t below_sum = below << 1 ^ below ^ below >> 1;
    uint64_t side_sum = at << 1 ^ at >> 1;
    uint64_t a = carry_of(above << 1, above, above >> 1);
    uint64_t b = carry_of(below << 1, below, below >> 1);
    uint64_t c = at << 1 & at >> 1;
    uint64_t d = carry_of(above_sum, below_sum, side_sum);
    uint64_t two_pairs = (a & b) | (c & d) | ((a | b) & (c | d));
    uint64_t three_pairs = (a & b & (c | d)) | (c & d & (a | b));

    return three_pairs | (at & two_pairs);
}

static void smooth(uint64_t *rows, int height, uint64_t columns)
{
    uint64_t above = 0;

    for (int y = 0; y < height; y++) {
        uint64_t at = rows[y];
        rows[y] = next_row(above, at, y + 1 < height ? rows[y + 1] : 0) & columns;
        above = at;
    }
}

static int count_bits(uint64_t bits)
{
    int count = 0;

    for (; bits != 0; bits &= bits - 1)
        count++;
    return count;
}

/* Extends piece[] over touching bits of rows[], until no more touch it. */
static void spread(const uint64_t *rows, int height, uint64_t *piece)
{
    bool grew = true;

    while (grew) {
        grew = false;
        for (int i = 0; i < 2 * height; i++) {
            int y = i < height ? i : 2 * height - 1 - i;
            uint64_t above = y > 0 ? piece[y - 1] : 0;
            uint64_t below = y + 1 < height ? piece[y + 1] : 0;
            uint64_t next = rows[y] & (piece[y] | above | below);
            uint64_t last = 0;
            while (next != last) {
                last = next;
                next |= rows[y] & (next << 1 | next >> 1);
            }
            grew = grew || next != piece[y];
            piece[y] = next;
        }
    }
}

/* Moves the piece that contains the lowest bit of the row `first` from rows[] to piece[]; returns
   its number of cells. */
static int take_piece(uint64_t *rows, int height, int first, uint64_t *piece)
{
    int size = 0;

    memset(piece, 0, sizeof *piece * (size_t)height);
    piece[first] = rows[first] & (~rows[first] + 1);
    spread(rows, height, piece);
    for (int y = 0; y < height; y++) {
        size += count_bits(piece[y]);
        rows[y] &= ~piece[y];
    }
    return size;
}

int blob_keep_largest(uint64_t *rows, int height)
{
    uint64_t largest[SHAPE_HEIGHT] = {0};
    uint64_t piece[SHAPE_HEIGHT];
    int largest_size = 0;

    CHECK(height <= SHAPE_HEIGHT);
    for (int first = 0; first < height; first++) {
        while (rows[first] != 0) {
            int size = take_piece(rows, height, first, piece);
            if (size > largest_size) {
                largest_size = size;
                memcpy(largest, piece, sizeof *piece * (size_t)height);
            }
        }
    }
    memcpy(rows, largest, sizeof *rows * (size_t)height);
    return largest_size;
}

/* Removes cells with at most one orthogonal neighbour until none is left. */
static void trim_tips(uint64_t *rows, int height)
{
    bool changed = true;

    while (changed) {
        changed = false;
        for (int y = 0; y < height; y++) {
            uint64_t above = y > 0 ? rows[y - 1] : 0;
            uint64_t below = y + 1 < height ? rows[y + 1] : 0;
            uint64_t west = rows[y] << 1;
            uint64_t east = rows[y] >> 1;
            uint64_t two = (above & below) | (west & east) | ((above | below) & (west | east));
            changed = changed || (rows[y] & ~two) != 0;
            rows[y] &= two;
        }
    }
}

void blob_fill_holes(uint64_t *rows, int width, int height, int most)
{
    uint64_t columns = width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
    uint64_t edges = (UINT64_C(1) << (width - 1)) | 1;
    uint64_t empty[SHAPE_HEIGHT];
    uint64_t piece[SHAPE_HEIGHT];

    CHECK(width >= 1 && width <= SHAPE_WIDTH && height >= 1 && height <= SHAPE_HEIGHT);
    for (int y = 0; y < height; y++)
        empty[y] = ~rows[y] & columns;
    for (int first = 0; first < height; first++) {
        while (empty[first] != 0) {
            int size = take_piece(empty, height, first, piece);
            bool is_hole = piece[0] == 0 && piece[height - 1] == 0;
            for (int y = 0; y < height; y++)
                is_hole = is_hole && (piece[y] & edges) == 0;
            for (int y = 0; y < height && is_hole && size < most; y++)
                rows[y] |= piece[y];
        }
    }
}

int blob_grow(struct rng *rng, int width, int height, uint64_t *rows)
{
    uint64_t columns = width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;

    CHECK(width >= 1 && width <= SHAPE_WIDTH && height >= 1 && height <= SHAPE_HEIGHT);
    for (int y = 0; y < height; y++) {
        uint64_t half = rng_next(rng);
        uint64_t eighth = rng_next(rng);
        eighth &= rng_next(rng);
        eighth &= rng_next(rng);
        rows[y] = (half | eighth) & columns; /* 9 of 16 cells */
    }
    for (int round = 0; round < BLOB_ROUNDS; round++)
        smooth(rows, height, columns);
    trim_tips(rows, height);
    return blob_keep_largest(rows, height);
}
