/*
 * Themes of a host: what a file may say, what is wrong with one by its line, and where a catalogue
 * has them.
 */
#include "content/theme_file.h"

#include <string.h>

#include "content/setpiece.h"
#include "support/test.h"

static const char frozen[] = "# a comment\n"
                             "theme  the Frozen Halls    # of ice\n"
                             "depth  6-8\n"
                             "tint   crystal\n"
                             "size   100x57\n"
                             "growth grass 0 rubble 5 puddles 3 thickets 0\n"
                             "\n"
                             "plan   5 caves 84x45 fill=45 landmark=100\n"
                             "plan   1 delve\n"
                             "level  the Rime Stair\n"
                             "level  the White Gate\n";

static enum err read_one(const char *text, struct host_theme *out, int *out_line,
                         char cause[CONTENT_CAUSE_SIZE])
{
    cause[0] = '\0';
    return theme_file_read(text, strlen(text), out, out_line, cause);
}

TEST(every_word_of_a_theme_is_read)
{
    struct host_theme theme;
    char cause[CONTENT_CAUSE_SIZE];
    int line;

    ck_assert_msg(read_one(frozen, &theme, &line, cause) == ERR_OK, "%d: %s", line, cause);
    const struct theme_row *row = &theme.row;
    ck_assert_str_eq(row->name, "the Frozen Halls");
    ck_assert_int_eq(row->depth_first, 6);
    ck_assert_int_eq(theme.depth_last, 8);
    ck_assert_int_eq(row->tint, THEME_TINT_CRYSTAL);
    ck_assert(row->width == 100 && row->height == 57);
    ck_assert(row->growth.grass == 0 && row->growth.rubble == 5 && row->growth.puddles == 3 &&
              row->growth.thickets == 0);
    ck_assert_str_eq(row->style, "caves");
    ck_assert_int_eq(row->plans[0].weight, 5);
    ck_assert(row->plans[0].width == 84 && row->plans[0].height == 45);
    ck_assert_str_eq(row->plans[0].settings[1].knob, "landmark");
    ck_assert_int_eq(row->plans[0].settings[1].value, 100);
    ck_assert_str_eq(row->plans[1].style, "delve");
    ck_assert(row->plans[1].width == 0 && row->plans[1].settings[0].knob == NULL);
    ck_assert_str_eq(row->level_names[1], "the White Gate");
    ck_assert_ptr_null(row->level_names[2]);
}

#define HEAD "theme a\ndepth 6-8\n"

static const struct fault_case {
    const char *text;
    int line;
    const char *cause; /* how it begins */
} fault_cases[] = {
    {"theme a\n", 1, "no line \"level\""},
    {"theme a\nlevel b\n", 2, "theme: none of that name is built in"},
    {"theme the Cellars\ntint moss\nlevel b\n", 3, "no line \"depth\""},
    {HEAD "level b\n", 3, "no line \"size\""},
    {HEAD "size 9x9\nlevel b\n", 4, "no line \"plan\""},
    {"theme\n", 1, "theme: must be 1 to 31"},
    {"theme a name that is far too long for it\n", 1, "theme: must be 1 to 31"},
    {HEAD "theme b\n", 3, "theme: comes twice"},
    {HEAD "colour red\n", 3, "unknown word \"colour\""},
    {"theme a\ndepth 0-3\n", 2, "depth: must be two depths"},
    {"theme a\ndepth 5-101\n", 2, "depth: must be two depths"},
    {HEAD "tint green\n", 3, "tint: must be stone"},
    {HEAD "size 100\n", 3, "size: must be"},
    {HEAD "size 100x2000\n", 3, "size: must be"},
    {HEAD "growth grass 1\n", 3, "growth: must be grass N"},
    {HEAD "growth grass 1 rubble 1 puddles 1 thickets 101\n", 3, "growth: must be grass N"},
    {HEAD "plan caves\n", 3, "plan: must begin with a weight"},
    {HEAD "plan 5\n", 3, "plan: must begin with a weight"},
    {HEAD "plan 1001 caves\n", 3, "plan: must begin with a weight"},
    {HEAD "plan 1 caves fill\n", 3, "plan: a parameter must be NAME=VALUE"},
    {HEAD "plan 1 caves fill=x\n", 3, "plan: a parameter must be NAME=VALUE"},
    {HEAD "plan 1 caves a=1 b=1 c=1 d=1 e=1 f=1\n", 3, "plan: more than 5 parameters"},
    {HEAD "level\n", 3, "level: must be 1 to 31"},
    {HEAD "level \033[31m\n", 3, "a byte that is no printable ASCII character"},
};

TEST_EACH(a_fault_of_a_theme_is_told_with_its_line, sizeof fault_cases / sizeof fault_cases[0])
{
    const struct fault_case *one = &fault_cases[_i];
    struct host_theme theme;
    char cause[CONTENT_CAUSE_SIZE];
    int line;

    ck_assert_int_eq(read_one(one->text, &theme, &line, cause), ERR_FORMAT);
    ck_assert_msg(line == one->line && strncmp(cause, one->cause, strlen(one->cause)) == 0,
                  "%d: %s", line, cause);
}

static const char cellars[] = "theme the Cellars\nlevel the Beer Cellar\n";

/* A catalogue of these files. */
static enum err read_all(const char *const *texts, size_t count, struct setpieces *out,
                         struct setpiece_fault *fault)
{
    static const char *const names[] = {"a.txt", "b.txt", "c.txt"};
    struct setpiece_text list[3];

    for (size_t i = 0; i < count; i++)
        list[i] = (struct setpiece_text){names[i], texts[i], strlen(texts[i])};
    return setpieces_read(list, count, out, fault);
}

TEST(a_catalogue_has_its_themes_at_their_depths_and_the_others_between)
{
    const char *const texts[] = {frozen, cellars};
    struct setpiece_fault fault;
    struct setpieces pieces;
    bool has_beer = false;

    ck_assert_int_eq(read_all(texts, 2, &pieces, &fault), ERR_OK);
    ck_assert_uint_eq(pieces.count, 0);
    ck_assert_uint_eq(pieces.themes->count, 2);
    for (int depth = 1; depth <= DEPTH_MAX; depth++) {
        const struct theme_row *theme = theme_of_depth(pieces.themes, depth);
        if (depth >= 6 && depth <= 8)
            ck_assert_str_eq(theme->name, "the Frozen Halls");
        else
            ck_assert_str_eq(theme->name, theme_of_depth(NULL, depth)->name);
        if (depth > 2)
            ck_assert(theme_level_name(NULL, 7, 0, depth) != NULL);
    }
    for (uint64_t seed = 0; seed < 40; seed++) {
        const char *name = theme_level_name(pieces.themes, seed, 0, 1);
        has_beer = has_beer || strcmp(name, "the Beer Cellar") == 0;
        ck_assert_str_eq(theme_level_name(pieces.themes, seed, 0, 12),
                         theme_level_name(NULL, seed, 0, 12));
    }
    ck_assert(has_beer);
    setpieces_release(&pieces);
}

TEST(two_themes_share_neither_a_name_nor_a_depth)
{
    static const char deeper[] = "theme the Ice\ndepth 8-9\nsize 100x57\nplan 1 delve\nlevel b\n";
    const char *const texts[] = {frozen, deeper};
    const char *const twice[] = {cellars, cellars};
    struct setpiece_fault fault;
    struct setpieces pieces;

    ck_assert_int_eq(read_all(texts, 2, &pieces, &fault), ERR_FORMAT);
    ck_assert_str_eq(fault.file, "b.txt");
    ck_assert_str_eq(fault.cause, "the depth is also that of a.txt");
    ck_assert_int_eq(read_all(twice, 2, &pieces, &fault), ERR_FORMAT);
}

TEST(the_hash_of_a_catalogue_is_over_its_themes_too)
{
    const char *const texts[] = {frozen, cellars};
    struct setpiece_fault fault;
    struct setpieces one;
    struct setpieces two;

    ck_assert_int_eq(read_all(texts, 1, &one, &fault), ERR_OK);
    ck_assert_int_eq(read_all(texts, 2, &two, &fault), ERR_OK);
    ck_assert_uint_ne(one.hash, two.hash);
    setpieces_release(&one);
    setpieces_release(&two);
}
