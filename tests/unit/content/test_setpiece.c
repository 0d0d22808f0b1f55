/*
 * Set pieces: what is built in, what a file may say, and what is wrong with one, by its line.
 */
#include "content/setpiece.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "content/theme.h"
#include "support/test.h"

enum { PIECES_MIN = 60, PIECES_A_DEPTH_MIN = 12 };

static struct setpieces builtin;

static const char hoard[] = "# a comment\n"
                            "name   the drowned hoard\n"
                            "kind   pocket               # pocket, area, landmark or arrival\n"
                            "depth  6-16\n"
                            "weight 7\n"
                            "gate   plates 2 near 8\n"
                            "holds  0 each\n"
                            "\n"
                            "vary   ? = ,:3 .:2 ;:1\n"
                            "vary   all ! = 8:1 6:1\n"
                            "turn   no\n"
                            "ground built\n"
                            "say    Water drips on old stone.\n"
                            "map\n"
                            "#######\n"
                            "#!?.?!#\n"
                            "#?.0.?#\n"
                            "#.....#\n"
                            "###G###\n"
                            "end\n";

static enum err read_one(const char *text, struct setpiece *out, struct setpiece_fault *fault)
{
    return setpiece_read(text, strlen(text), out, fault);
}

static void read_pieces(void)
{
    ck_assert_int_eq(setpieces_builtin(&builtin), ERR_OK);
}

static void release_pieces(void)
{
    setpieces_release(&builtin);
}

TEST_FILE_FIXTURE(read_pieces, release_pieces);

TEST(every_word_of_a_file_is_read)
{
    struct setpiece piece;
    struct setpiece_fault fault = {.cause = ""};

    ck_assert_msg(read_one(hoard, &piece, &fault) == ERR_OK, "%d: %s", fault.line, fault.cause);
    ck_assert_str_eq(piece.name, "the drowned hoard");
    ck_assert_str_eq(piece.say, "Water drips on old stone.");
    ck_assert_str_eq(setpiece_kind_name(piece.kind), "pocket");
    ck_assert_int_eq(piece.depth_first, 6);
    ck_assert_int_eq(piece.depth_last, 16);
    ck_assert_int_eq(piece.weight, 7);
    ck_assert_int_eq(piece.gate, SETPIECE_GATE_PLATES);
    ck_assert_int_eq(piece.gate_near, 8);
    ck_assert(piece.needs_built && piece.is_fixed && !piece.is_open && !piece.has_planks);
    ck_assert_int_eq(piece.vary_count, 2);
    ck_assert_int_eq(piece.vary[0].weight, 6);
    ck_assert(!piece.vary[0].is_for_all && piece.vary[1].is_for_all);
    ck_assert_int_eq(piece.width, 7);
    ck_assert_int_eq(piece.height, 5);
    ck_assert_int_eq(piece.cells[2 * 7 + 3], TILE_CACHE);
    ck_assert_int_eq(piece.cells[4 * 7 + 3], SETPIECE_DOORWAY);
    ck_assert_int_eq(piece.cells[1 * 7 + 2], SETPIECE_VARIED);
}

TEST(a_shared_hoard_has_its_minutes)
{
    struct setpiece piece;
    struct setpiece_fault fault = {.cause = ""};
    static const char text[] = "name a\nkind area\ndepth 1-9\nholds 0 shared 1440m\n"
                               "map\n.....\n.0.0.\n.....\nend\n";

    ck_assert_msg(read_one(text, &piece, &fault) == ERR_OK, "%d: %s", fault.line, fault.cause);
    ck_assert_int_eq(piece.refill, SETPIECE_REFILL_MAX);
    ck_assert(piece.has_finds);
    ck_assert_int_eq(piece.cells[5 + 1], TILE_HOARD);
    ck_assert_int_eq(piece.cells[5 + 3], TILE_HOARD);
    ck_assert_int_eq(read_one(hoard, &piece, &fault), ERR_OK);
    ck_assert(piece.has_finds && piece.refill == 0);
}

TEST(a_piece_is_at_home_from_its_first_depth_to_its_last)
{
    struct setpiece piece = {.depth_first = 3, .depth_last = 5};

    ck_assert(!setpiece_is_at(&piece, 2));
    ck_assert(setpiece_is_at(&piece, 3));
    ck_assert(setpiece_is_at(&piece, 5));
    ck_assert(!setpiece_is_at(&piece, 6));
}

/* A file with that much of its words and that drawing. */
#define AREA    "name a\nkind area\ndepth 1-9\n"
#define POCKET  "name a\nkind pocket\ndepth 1-9\n"
#define ARRIVAL "name a\nkind arrival\ndepth 1-9\n"
#define CLOSED  "map\n#####\n#...#\n##G##\nend\n"

struct fault_case {
    const char *text;
    int line;
    const char *cause; /* how it begins */
};

static const struct fault_case fault_cases[] = {
    {"", 1, "no line \"map\""},
    {"map\n", 1, "no line \"name\""},
    {"name a\nmap\n", 2, "no line \"kind\""},
    {"name a\nkind area\nmap\n", 3, "no line \"depth\""},
    {"name\n", 1, "name: must be 1 to 31"},
    {"name a name that is far too long for it\n", 1, "name: must be 1 to 31"},
    {"name a\nname b\n", 2, "name: comes twice"},
    {"nome a\n", 1, "unknown word \"nome\""},
    {"kind cave\n", 1, "kind: must be pocket, area, landmark, arrival, lair, vault or hall"},
    {"depth 3\n", 1, "depth: must be two depths"},
    {"depth 0-3\n", 1, "depth: must be two depths"},
    {"depth 5-4\n", 1, "depth: must be two depths"},
    {"depth 5-101\n", 1, "depth: must be two depths"},
    {"weight 0\n", 1, "weight: must be a number from 1 to 1000"},
    {"weight 1001\n", 1, "weight: must be"},
    {"weight 10x\n", 1, "weight: must be"},
    {"gate lever\n", 1, "gate: must be none, lever near R, plates 2 near R or key far"},
    {"gate plates 3 near 5\n", 1, "gate: must be"},
    {"gate lever near 31\n", 1, "gate: must be"},
    {"holds gold\n", 1, "holds: must be 0 each or 0 shared Nm, N minutes from 1 to 1440"},
    {"holds 0 shared\n", 1, "holds: must be 0 each or 0 shared"},
    {"holds 0 shared 0m\n", 1, "holds: must be 0 each or 0 shared"},
    {"holds 0 shared 1441m\n", 1, "holds: must be 0 each or 0 shared"},
    {"holds 0 shared 30\n", 1, "holds: must be 0 each or 0 shared"},
    {"holds 0 shared 30mm\n", 1, "holds: must be 0 each or 0 shared"},
    {AREA "holds 0 shared 30m\nmap\n...\n...\n...\nend\n", 9, "holds: goes with a cache"},
    {AREA "holds 0 shared 5m\nmap\n.....\n.000.\n.....\nend\n", 9, "holds: more than 2 hoards"},
    {"turn maybe\n", 1, "turn: must be yes or no"},
    {"ground stone\n", 1, "ground: must be built or any"},
    {"vary ?\n", 1, "vary: must be a symbol"},
    {"vary . = ,:1\n", 1, "vary: '.' has a meaning of its own"},
    {"vary ? = ,:1\nvary ? = ;:1\n", 2, "vary: '?' comes twice"},
    {"vary ? = \n", 1, "vary: must be a symbol"},
    {"vary ? = ,:0\n", 1, "vary: takes 1 to 8 choices"},
    {"vary ? = 0:1\n", 1, "vary: takes 1 to 8 choices"},
    {"vary ? = G:1\n", 1, "vary: takes 1 to 8 choices"},
    {"vary ? =  :1\n", 1, "vary: takes 1 to 8 choices"},
    {"vary ? = ,:1 .:1 ;:1 `:1 }:1 8:1 6:1 ~:1 ::1\n", 1, "vary: takes 1 to 8 choices"},
    {"say \033[31mred\n", 1, "a byte that is no printable ASCII character"},
    {"name a\r\n", 1, "a byte that is no printable ASCII character"},
    {AREA "map\n###\n###\n", 6, "map: no line \"end\""},
    {AREA "map\n###\n###\nend\n", 7, "map: fewer than 3 rows"},
    {AREA "map\n####################\nend\n", 5, "map: a row has 3 to 19 symbols"},
    {AREA "map\n###\n####\nend\n", 6, "map: this row has 4 symbols, the first has 3"},
    {AREA "map\n###\n#x#\n###\nend\n", 6, "map: 'x' is no symbol and has no vary line"},
    {AREA "map\n...\n...\n...\nend\nmore\n", 9, "a line after the end"},
    {AREA "vary ? = ,:1\nmap\n...\n...\n...\nend\n", 9, "vary: '?' is not on the map"},
    {AREA "map\n...\n.0.\n...\nend\n", 8, "holds: goes with a cache"},
    {AREA "holds 0 each\nmap\n...\n...\n...\nend\n", 9, "holds: goes with a cache"},
    {AREA "gate lever near 5\nmap\n...\n...\n...\nend\n", 9, "gate: only a pocket has one"},
    {AREA "map\n#.###\n#...#\n#####\nend\n", 5, "the outer wall has a gap"},
    {AREA "map\n.....\n...#.\n....#\nend\n", 7, "the outer ring is floor in some places only"},
    {AREA "map\n#####\n#...#\n#####\nend\n", 5, "no mouth '+'"},
    {AREA "map\n+####\n#...#\n#####\nend\n", 5, "a mouth or doorway needs floor behind it"},
    {AREA "map\n#++##\n#...#\n#####\nend\n", 5, "a mouth or doorway needs floor behind it"},
    {AREA "map\n##+##\n#.8.#\n#...#\n#####\nend\n", 5, "a mouth or doorway needs floor behind it"},
    {AREA "map\n##+##\n#...#\n#.+.#\n#####\nend\n", 7, "a mouth or doorway that is not in"},
    {AREA CLOSED, 5, "only a pocket, lair or vault has a doorway"},
    {POCKET "map\n##+##\n#...#\n##G##\nend\n", 5, "a pocket has one doorway"},
    {POCKET "map\n##G##\n#...#\n##G##\nend\n", 5, "a pocket has one doorway"},
    {POCKET "map\n...\n...\n...\nend\n", 5, "a pocket has one doorway"},
    {POCKET "map\n#######\n# ....#\n###G###\nend\n", 6, "' ' is for drawings with an outer ring"},
    {POCKET "map\n########\n#..##..#\n###G####\nend\n", 7, "a mouth or doorway needs floor"},
    {POCKET "map\n########\n#..#...#\n##G#####\nend\n", 6, "what can be walked is not one piece"},
    {POCKET "map\n#####\n#.#.#\n#..##\n#...#\n##G##\nend\n", 6, "what can be walked is not one"},
    {POCKET "map\n######\n#..#.#\n#...##\n#...8#\n##G###\nend\n", 6, "what can be walked"},
    {POCKET "map\n######\n#....#\n##.#.#\n#..8.#\n##G###\nend\n", 0, ""},
    {POCKET "map\n######\n#.##.#\n#..#.#\n#.8..#\n#....#\n##G###\nend\n", 7, "two ways that meet"},
    {POCKET "vary ? = .:1 8:1\nmap\n#####\n#?#.#\n###.#\n#...#\n##G##\nend\n", 7,
     "a varied cell that may be cut off"},
    {POCKET "map\n#####\n#.D.#\n#...#\n##G##\nend\n", 6, "a door 'D' stands between two walls"},
    {POCKET "map\n#####\n#.B.#\n#...#\n##G##\nend\n", 6, "a plank 'B' lies beside deep water"},
    {POCKET "map\n#####\n#...#\n#~B~#\n#...#\n##G##\nend\n", 7, "a plank 'B' goes with a gate"},
    {POCKET "gate lever near 5\nmap\n#####\n#...#\n#~B~#\n#:B:#\n#...#\n##G##\nend\n", 9,
     "a plank 'B' lies beside deep water"},
    {ARRIVAL "map\n...\n...\n...\nend\n", 5, "an arrival, and no other kind, has one staircase"},
    {ARRIVAL "map\n#+#\n#<#\n###\nend\n", 5, "an arrival has an outer ring of floor"},
    {ARRIVAL "map\n.....\n.<.<.\n.....\nend\n", 5, "an arrival, and no other kind"},
    {ARRIVAL "map\n.....\n.<~..\n.....\nend\n", 6, "an arrival has neither deep water nor"},
    {AREA "map\n...\n.<.\n...\nend\n", 5, "an arrival, and no other kind"},
    {"name a\nkind area\ndepth 9-100\nmap\n...\n.:.\n...\nend\n", 6, "a chasm on depth 100"},
};

TEST_EACH(what_is_wrong_is_told_with_its_line, sizeof fault_cases / sizeof fault_cases[0])
{
    const struct fault_case *one = &fault_cases[_i];
    struct setpiece piece;
    struct setpiece_fault fault = {.line = 0, .cause = ""};
    enum err error = read_one(one->text, &piece, &fault);

    ck_assert_int_eq(error, one->line == 0 ? ERR_OK : ERR_FORMAT);
    ck_assert_msg(
        fault.line == one->line && strncmp(fault.cause, one->cause, strlen(one->cause)) == 0,
        "%d: %s\nnot %d: %s\n%s", fault.line, fault.cause, one->line, one->cause, one->text);
}

TEST(a_file_that_is_too_long_is_refused)
{
    static char text[CONTENT_FILE_MAX + 2];
    struct setpiece piece;
    struct setpiece_fault fault;

    memset(text, '\n', sizeof text - 1);
    ck_assert_int_eq(read_one(text, &piece, &fault), ERR_FORMAT);
    ck_assert_str_eq(fault.cause, "a file of more than 8192 bytes");
    ck_assert_int_eq(fault.line, 1);
}

TEST(a_catalogue_tells_which_file_is_wrong)
{
    const struct setpiece_text texts[] = {{"a.txt", hoard, strlen(hoard)}, {"b.txt", "x\n", 2}};
    struct setpiece_fault fault;
    struct setpieces pieces;

    ck_assert_int_eq(setpieces_read(texts, 2, &pieces, &fault), ERR_FORMAT);
    ck_assert_str_eq(fault.file, "b.txt");
    ck_assert_int_eq(fault.line, 1);
    ck_assert_ptr_null(pieces.rows);
}

TEST(no_two_files_have_one_name)
{
    const struct setpiece_text texts[] = {{"a.txt", hoard, strlen(hoard)},
                                          {"b.txt", hoard, strlen(hoard)}};
    struct setpiece_fault fault;
    struct setpieces pieces;

    ck_assert_int_eq(setpieces_read(texts, 2, &pieces, &fault), ERR_FORMAT);
    ck_assert_str_eq(fault.file, "b.txt");
    ck_assert_str_eq(fault.cause, "the name is that of a.txt");
    ck_assert_int_eq(setpieces_read(texts, 1, &pieces, &fault), ERR_OK);
    ck_assert_ptr_nonnull(setpieces_find(&pieces, "the drowned hoard"));
    ck_assert_ptr_null(setpieces_find(&pieces, "another"));
    setpieces_release(&pieces);
}

TEST(more_files_than_there_may_be_are_refused)
{
    static struct setpiece_text texts[SETPIECES_MAX + 1];
    struct setpiece_fault fault;
    struct setpieces pieces;

    ck_assert_int_eq(setpieces_read(texts, SETPIECES_MAX + 1, &pieces, &fault), ERR_TOO_BIG);
}

static uint64_t hash_of(const char *file, const char *text)
{
    const struct setpiece_text one = {file, text, strlen(text)};
    struct setpiece_fault fault;
    struct setpieces pieces;

    ck_assert_int_eq(setpieces_read(&one, 1, &pieces, &fault), ERR_OK);
    uint64_t hash = pieces.hash;
    setpieces_release(&pieces);
    return hash;
}

TEST(another_text_or_name_gives_another_hash)
{
    uint64_t hash = hash_of("a.txt", POCKET CLOSED);

    ck_assert_uint_eq(hash_of("a.txt", POCKET CLOSED), hash);
    ck_assert_uint_ne(hash_of("b.txt", POCKET CLOSED), hash);
    ck_assert_uint_ne(hash_of("a.txt", POCKET CLOSED "\n"), hash);
}

TEST(enough_pieces_are_built_in_and_every_depth_has_a_choice)
{
    ck_assert_uint_ge(builtin.count, PIECES_MIN);
    for (int depth = 1; depth <= DEPTH_MAX; depth++) {
        int count = 0;
        for (size_t i = 0; i < builtin.count; i++)
            count += setpiece_is_at(&builtin.rows[i], depth);
        ck_assert_msg(count >= PIECES_A_DEPTH_MIN, "depth %d: %d pieces", depth, count);
    }
}

TEST(every_file_that_is_built_in_is_right)
{
    size_t count = 0;

    for (; setpiece_texts[count].file != NULL; count++) {
        struct setpiece piece;
        struct setpiece_fault fault;
        ck_assert_msg(setpiece_read(setpiece_texts[count].text, setpiece_texts[count].length,
                                    &piece, &fault) == ERR_OK,
                      "%s:%d: %s", setpiece_texts[count].file, fault.line, fault.cause);
    }
    ck_assert_uint_eq(count, builtin.count);
}

TEST(no_two_drawings_are_the_same)
{
    for (size_t i = 0; i < builtin.count; i++) {
        const struct setpiece *one = &builtin.rows[i];
        for (size_t j = 0; j < i; j++) {
            const struct setpiece *other = &builtin.rows[j];
            size_t cells = (size_t)one->width * one->height;
            ck_assert_msg(one->width != other->width || one->height != other->height ||
                              memcmp(one->cells, other->cells, cells) != 0 ||
                              memcmp(one->vary, other->vary, sizeof one->vary) != 0,
                          "%s and %s", one->file, other->file);
        }
    }
}
