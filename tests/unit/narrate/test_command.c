/*
 * Lines of words: every command is reached by each of its words and their clear beginnings, counts
 * and directions stand where people put them, and what is not understood is said plainly.
 */
#include "narrate/command.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "support/test.h"
#include "support/text.h"

enum { WORDS_MAX = 2 * COMMAND_COUNT + 16, WORD_SIZE = 24, LINE_SIZE = 600 };

static const char *const directions[DIR_COUNT][2] = {
    [DIR_NORTH] = {"n", "north"}, [DIR_NORTHEAST] = {"ne", "northeast"},
    [DIR_EAST] = {"e", "east"},   [DIR_SOUTHEAST] = {"se", "southeast"},
    [DIR_SOUTH] = {"s", "south"}, [DIR_SOUTHWEST] = {"sw", "southwest"},
    [DIR_WEST] = {"w", "west"},   [DIR_NORTHWEST] = {"nw", "northwest"},
};

struct known_word {
    char text[WORD_SIZE];
    enum command_id id;
    enum dir dir;
};

struct vocabulary {
    struct known_word words[WORDS_MAX];
    size_t count;
};

static void add_word(struct vocabulary *vocabulary, const char *text, size_t length,
                     enum command_id id, enum dir dir)
{
    ck_assert_uint_lt(vocabulary->count, WORDS_MAX);
    ck_assert_uint_lt(length, WORD_SIZE);
    struct known_word *word = &vocabulary->words[vocabulary->count++];

    memcpy(word->text, text, length);
    word->text[length] = '\0';
    word->id = id;
    word->dir = dir;
}

/* All words that can begin a line, gathered without the parser's help. */
static void gather(struct vocabulary *vocabulary)
{
    vocabulary->count = 0;
    for (enum command_id id = COMMAND_NONE; id < COMMAND_COUNT; id++) {
        const char *words = command_row(id)->words;
        while (*words != '\0') {
            size_t length = strcspn(words, " ");
            add_word(vocabulary, words, length, id, DIR_NONE);
            words += length + (words[length] == ' ');
        }
    }
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        for (size_t i = 0; i < 2; i++) {
            const char *word = directions[dir][i];
            add_word(vocabulary, word, strlen(word), COMMAND_MOVE, dir);
        }
    }
}

static bool is_same_meaning(const struct known_word *a, const struct known_word *b)
{
    return a->id == b->id && a->dir == b->dir;
}

/* True if `length` letters of `word` are a whole word with another meaning, or fit several. */
static bool is_taken(const struct vocabulary *vocabulary, const struct known_word *word,
                     size_t length)
{
    for (size_t i = 0; i < vocabulary->count; i++) {
        const struct known_word *other = &vocabulary->words[i];
        if (!is_same_meaning(other, word) && !command_row(other->id)->is_spelled_out &&
            strncmp(other->text, word->text, length) == 0)
            return true;
    }
    return false;
}

/* The command of a line that must be understood. */
static struct command parse(const char *line)
{
    char error[COMMAND_ERROR_SIZE] = "";
    struct command command;

    ck_assert_msg(command_parse(line, &command, error), "\"%s\" must be understood: %s", line,
                  error);
    return command;
}

static void expect(const char *line, enum command_id id, enum dir dir, int count)
{
    struct command command = parse(line);

    ck_assert_msg(command.id == id, "\"%s\" gives command %d", line, (int)command.id);
    ck_assert_msg(command.dir == dir, "\"%s\" gives direction %s", line, dir_name(command.dir));
    ck_assert_msg(command.count == count, "\"%s\" gives count %d", line, command.count);
}

static void expect_error(const char *line, const char *wanted)
{
    char error[COMMAND_ERROR_SIZE] = "";
    struct command command;

    ck_assert_msg(!command_parse(line, &command, error), "\"%s\" must not be understood", line);
    ck_assert_str_eq(error, wanted);
    ck_assert_msg(command.id == COMMAND_NONE, "nothing is done after an error");
}

TEST(every_command_has_a_summary_and_a_word_or_a_key)
{
    for (enum command_id id = COMMAND_MOVE; id < COMMAND_COUNT; id++) {
        const struct command_row *row = command_row(id);
        ck_assert_msg(row->words != NULL, "command %d has no row", (int)id);
        ck_assert_msg(row->summary[0] != '\0', "\"%s\" has no summary", row->words);
        ck_assert_msg(row->words[0] != '\0' || row->keys[0] != '\0', "%s: no way to ask for it",
                      row->summary);
    }
}

TEST(no_word_means_two_things)
{
    struct vocabulary vocabulary;

    gather(&vocabulary);
    for (size_t i = 0; i < vocabulary.count; i++) {
        for (size_t j = 0; j < i; j++)
            ck_assert_str_ne(vocabulary.words[i].text, vocabulary.words[j].text);
    }
}

TEST(every_word_reaches_its_command_in_either_case)
{
    struct vocabulary vocabulary;
    char line[WORD_SIZE + 8];
    char error[COMMAND_ERROR_SIZE];

    gather(&vocabulary);
    for (size_t i = 0; i < vocabulary.count; i++) {
        const struct known_word *word = &vocabulary.words[i];
        snprintf(line, sizeof line, "%s", word->text);
        ck_assert_msg(command_find(line, error) == word->id, "%s names its command", line);
        /* "walk" alone is not enough to walk, nor "run" to run. */
        bool needs_direction = word->dir == DIR_NONE && command_row(word->id)->needs_direction;
        if (needs_direction)
            text_append(line, sizeof line, " n");
        expect(line, word->id, needs_direction ? DIR_NORTH : word->dir, 1);
        for (char *c = line; *c != '\0'; c++)
            *c = *c >= 'a' && *c <= 'z' ? (char)(*c - 'a' + 'A') : *c;
        ck_assert_int_eq(parse(line).id, word->id);
    }
}

TEST(every_clear_beginning_reaches_its_command)
{
    struct vocabulary vocabulary;
    char prefix[WORD_SIZE];
    char error[COMMAND_ERROR_SIZE];
    int tried = 0;

    gather(&vocabulary);
    for (size_t i = 0; i < vocabulary.count; i++) {
        const struct known_word *word = &vocabulary.words[i];
        for (size_t length = 1; length < strlen(word->text); length++) {
            if (is_taken(&vocabulary, word, length))
                continue;
            bool is_enough = !command_row(word->id)->is_spelled_out;
            memcpy(prefix, word->text, length);
            prefix[length] = '\0';
            ck_assert_msg((command_find(prefix, error) == word->id) == is_enough,
                          "\"%s\" is enough for \"%s\"", prefix, word->text);
            tried++;
        }
    }
    ck_assert_msg(tried > 30, "only %d beginnings were clear", tried);
    expect("ea", COMMAND_MOVE, DIR_EAST, 1);
    expect("northe 2", COMMAND_MOVE, DIR_NORTHEAST, 2);
    expect("d", COMMAND_DESCEND, DIR_NONE, 1);
}

TEST(a_whole_word_wins_over_a_longer_one)
{
    expect("n", COMMAND_MOVE, DIR_NORTH, 1);
    expect("north", COMMAND_MOVE, DIR_NORTH, 1);
    expect("s", COMMAND_MOVE, DIR_SOUTH, 1);
    expect("w", COMMAND_MOVE, DIR_WEST, 1);
    expect("l", COMMAND_LOOK, DIR_NONE, 1);
}

TEST(a_count_stands_before_or_behind)
{
    expect("north 3", COMMAND_MOVE, DIR_NORTH, 3);
    expect("3 n", COMMAND_MOVE, DIR_NORTH, 3);
    expect("n 3", COMMAND_MOVE, DIR_NORTH, 3);
    expect("  3   n  ", COMMAND_MOVE, DIR_NORTH, 3);
    expect("walk east 3", COMMAND_MOVE, DIR_EAST, 3);
    expect("walk 3 east", COMMAND_MOVE, DIR_EAST, 3);
    expect("3 walk east", COMMAND_MOVE, DIR_EAST, 3);
    expect("wait 12", COMMAND_WAIT, DIR_NONE, 12);
    expect("999 n", COMMAND_MOVE, DIR_NORTH, COMMAND_REPEAT_MAX);
    expect("007 n", COMMAND_MOVE, DIR_NORTH, 7);
}

TEST(a_count_out_of_range_is_refused_and_said_so)
{
    static const char wanted[] = "A count is a number from 1 to 999.";

    expect_error("0 n", wanted);
    expect_error("n 0", wanted);
    expect_error("1000 n", wanted);
    expect_error("n 1000", wanted);
    expect_error("999999 n", wanted);
    expect_error("wait 99999999999999999999999999999999", wanted);
    expect_error("99999999999999999999999999999999", wanted);
    expect_error("-3 n", "No command \"-3\". Type help for a list.");
    expect_error("n -3", "Unexpected \"-3\". Usage: walk [direction] [times]");
}

TEST(a_count_alone_asks_what_is_meant)
{
    expect_error("12", "12 times what? For example: 12 north.");
    expect_error(" 12 ", "12 times what? For example: 12 north.");
    expect_error("0", "A count is a number from 1 to 999.");
}

TEST(a_digit_alone_is_a_key_of_the_keypad)
{
    static const struct {
        const char *line;
        enum dir dir;
    } keys[] = {
        {"1", DIR_SOUTHWEST}, {"2", DIR_SOUTH},     {"3", DIR_SOUTHEAST}, {"4", DIR_WEST},
        {"6", DIR_EAST},      {"7", DIR_NORTHWEST}, {"8", DIR_NORTH},     {" 9 ", DIR_NORTHEAST},
    };

    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        expect(keys[i].line, COMMAND_MOVE, keys[i].dir, 1);
    expect("5", COMMAND_WAIT, DIR_NONE, 1);
    expect("5 n", COMMAND_MOVE, DIR_NORTH, 5);
}

TEST(a_count_means_nothing_to_a_door_or_a_look)
{
    ck_assert_int_eq(parse("3 look").count, 1);
    ck_assert_int_eq(parse("3 open").count, 1);
}

TEST(doors_take_a_direction_or_none)
{
    expect("open", COMMAND_OPEN, DIR_NONE, 1);
    expect("open ne", COMMAND_OPEN, DIR_NORTHEAST, 1);
    expect("open east", COMMAND_OPEN, DIR_EAST, 1);
    expect("open ea", COMMAND_OPEN, DIR_EAST, 1);
    expect("close", COMMAND_CLOSE, DIR_NONE, 1);
    expect("cl s", COMMAND_CLOSE, DIR_SOUTH, 1);
    expect("open door", COMMAND_OPEN, DIR_NONE, 1);
    expect("close the door to the west", COMMAND_CLOSE, DIR_WEST, 1);
    expect("open west door", COMMAND_OPEN, DIR_WEST, 1);
}

TEST(what_does_not_belong_is_refused_not_ignored)
{
    expect_error("open chest", "Unexpected \"chest\". Usage: open [direction]");
    expect_error("n e", "Unexpected \"e\". Usage: walk [direction] [times]");
    expect_error("close no", "Unexpected \"no\". Usage: close [direction]");
    expect_error("wait east", "Unexpected \"east\". Usage: wait [times]");
    expect_error("walk", "Walk where? For example: walk east.");
    expect_error("walk 3", "Walk where? For example: walk east.");
}

TEST(an_empty_line_asks_for_nothing)
{
    expect("", COMMAND_NONE, DIR_NONE, 1);
    expect(" ", COMMAND_NONE, DIR_NONE, 1);
    expect("                              ", COMMAND_NONE, DIR_NONE, 1);
}

TEST(a_run_takes_a_direction_and_no_count)
{
    expect("run east", COMMAND_RUN, DIR_EAST, 1);
    expect("run ne", COMMAND_RUN, DIR_NORTHEAST, 1);
    expect("ru to the west", COMMAND_RUN, DIR_WEST, 1);
    expect_error("run", "Run where? For example: run east.");
    expect_error("run 3", "Unexpected \"3\". Usage: run [direction]");
    expect_error("run home", "Unexpected \"home\". Usage: run [direction]");
}

TEST(what_goes_on_by_itself_has_words)
{
    expect("rest", COMMAND_REST, DIR_NONE, 1);
    expect("exp", COMMAND_EXPLORE, DIR_NONE, 1);
    expect("map", COMMAND_MAP, DIR_NONE, 1);
    expect("list", COMMAND_LIST, DIR_NONE, 1);
    expect("around", COMMAND_AROUND, DIR_NONE, 1);
    expect("scan", COMMAND_AROUND, DIR_NONE, 1);
    ck_assert_str_eq(parse("go 3").rest, "3");
    ck_assert_int_eq(parse("go 3").id, COMMAND_GO);
    ck_assert_str_eq(parse("list doors").rest, "doors");
    ck_assert_str_eq(parse("where Brom").rest, "Brom");
    ck_assert_int_eq(parse("x 2").id, COMMAND_EXAMINE);
    ck_assert_int_eq(parse("consider rat").id, COMMAND_EXAMINE);
    ck_assert_int_eq(parse("eq").id, COMMAND_WORN);
    ck_assert_int_eq(parse("equip coat").id, COMMAND_WEAR);
    ck_assert_int_eq(parse("quaff amber").id, COMMAND_DRINK);
    ck_assert_int_eq(parse("shop").id, COMMAND_BUY);
    expect("hp", COMMAND_HEALTH, DIR_NONE, 1);
    expect("score", COMMAND_SCORE, DIR_NONE, 1);
    ck_assert_int_eq(parse("travel down").id, COMMAND_TRAVEL);
    ck_assert_str_eq(parse("travel  down").rest, "down");
    ck_assert_str_eq(parse("travel Brom").rest, "Brom");
    ck_assert_str_eq(parse("travel").rest, "");
}

TEST(talk_keeps_its_words_whoever_it_is_for)
{
    ck_assert_int_eq(parse("tell brom 3 n, go!").id, COMMAND_TELL);
    ck_assert_str_eq(parse("tell brom 3 n, go!").rest, "brom 3 n, go!");
    ck_assert_int_eq(parse("\"brom hello  there").id, COMMAND_TELL);
    ck_assert_str_eq(parse("\"brom hello  there").rest, "brom hello  there");
    ck_assert_int_eq(parse("\"").id, COMMAND_TELL);
    ck_assert_int_eq(parse("reply east 3").id, COMMAND_REPLY);
    ck_assert_str_eq(parse("reply east 3").rest, "east 3");
    ck_assert_str_eq(parse("shout hello").rest, "hello");
    ck_assert_int_eq(parse("me waves").id, COMMAND_EMOTE);
    ck_assert_str_eq(parse("emote waves at 3").rest, "waves at 3");
}

TEST(speech_keeps_its_words)
{
    struct command command = parse("say  3 n, go!  ");

    ck_assert_int_eq(command.id, COMMAND_SAY);
    ck_assert_str_eq(command.rest, "3 n, go!  ");
    command = parse("'hello  there");
    ck_assert_int_eq(command.id, COMMAND_SAY);
    ck_assert_str_eq(command.rest, "hello  there");
    ck_assert_str_eq(parse(" ' hi").rest, "hi");
    ck_assert_str_eq(parse("'").rest, "");
    ck_assert_str_eq(parse("say").rest, "");
    ck_assert_str_eq(parse("set colour 256").rest, "colour 256");
    ck_assert_str_eq(parse("last 5").rest, "5");
}

TEST(a_typo_gets_the_nearest_command)
{
    expect_error(
        "Recall",
        "No command \"Recall\". A scroll of return leads home; so does a lantern: help road.");
    expect_error("opne", "No command \"opne\". Did you mean: open?");
    expect_error("OPNE", "No command \"OPNE\". Did you mean: open?");
    expect_error("cloes", "No command \"cloes\". Did you mean: close?");
    expect_error("nroth 3", "No command \"nroth\". Did you mean: north?");
    expect_error("hlpe", "No command \"hlpe\". Did you mean: help?");
    expect_error("dscnd", "No command \"dscnd\". Did you mean: descend?");
    expect_error("dwon", "No command \"dwon\". Did you mean: down?");
    expect_error("xyzzy", "No command \"xyzzy\". Type help for a list.");
    expect_error("brandish sword", "No command \"brandish\". Type help for a list.");
    expect_error("explroe", "No command \"explroe\". Did you mean: explore?");
    expect_error("shuot hi", "No command \"shuot\". Did you mean: shout?");
}

TEST(only_a_near_word_is_suggested)
{
    static const char *const words[] = {"afk", "zinc", "foo", "news", "gnu", "foot", "vail"};

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        char expected[COMMAND_ERROR_SIZE];
        snprintf(expected, sizeof expected, "No command \"%s\". Type help for a list.", words[i]);
        expect_error(words[i], expected);
    }
    expect_error("exti", "No command \"exti\". Did you mean: exit?");
    expect_error("lookat", "No command \"lookat\". Did you mean: look?");
    expect_error("ecsend", "No command \"ecsend\". Did you mean: descend?");
}

TEST(words_of_other_games_are_understood)
{
    static const struct {
        const char *line;
        enum command_id id;
    } table[] = {
        {"take", COMMAND_GET},          {"wield knife", COMMAND_WEAR},
        {"kill rat", COMMAND_ATTACK},   {"yell hey", COMMAND_SHOUT},
        {"exits", COMMAND_AROUND},      {"unlock east", COMMAND_OPEN},
        {"exit", COMMAND_QUIT},         {"ooc hello", COMMAND_CHAT},
        {"gossip hi", COMMAND_CHAT},    {"group", COMMAND_PARTY},
        {"whois ada", COMMAND_WHERE},   {"save", COMMAND_SAVE},
        {"ignore ada", COMMAND_IGNORE}, {"bug it", COMMAND_BUG},
        {"claim brom", COMMAND_CLAIM},  {"clo", COMMAND_CLOSE},
        {"password", COMMAND_PASSWORD}, {"go to stairs", COMMAND_GO},
    };

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        ck_assert_msg(parse(table[i].line).id == table[i].id, "%s", table[i].line);
}

TEST(an_unclear_beginning_lists_the_names)
{
    expect_error("c", "\"c\" could mean: close, consider, chat, character, commands, cancel.");
    expect_error("h", "\"h\" could mean: hp, help.");
    expect_error("so", "\"so\" could mean: south, southeast, southwest.");
}

/* Printable ASCII or a character with a width; nothing that steers a terminal. */
static void expect_clean(const char *text)
{
    size_t length = strlen(text);

    for (size_t at = 0; at < length;) {
        uint32_t code_point = utf8_decode(text, length, &at);
        ck_assert_msg(code_point != 0xFFFD && utf8_width(code_point) > 0,
                      "U+%04X is no part of a clean message", code_point);
    }
}

TEST(junk_is_refused_in_clean_words)
{
    static const char *const lines[] = {
        "\xff\xfe",
        "\x9b"
        "31m",
        "\xc2\x9b"
        "31m",
        "\xe2\x80\xae"
        "evil",
        "\xf0\x9f\x98",
        "\xed\xa0\x80",
        "\xc0\xaf",
        "open \x9b"
        "2J",
        "n \xc2\x9b",
        "\xe6\xbc\xa2\xe6\xbc\xa2\xe6\xbc\xa2\xe6\xbc\xa2\xe6\xbc\xa2\xe6\xbc\xa2"
        "\xe6\xbc\xa2\xe6\xbc\xa2\xe6\xbc\xa2\xe6\xbc\xa2\xe6\xbc\xa2\xe6\xbc\xa2",
        "\x7f",
        "\x1b[2J",
    };
    char error[COMMAND_ERROR_SIZE];
    struct command command;

    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        memset(error, 1, sizeof error);
        ck_assert_msg(!command_parse(lines[i], &command, error), "line %zu is no command", i);
        expect_clean(error);
    }
}

TEST(very_long_words_are_refused_and_cut)
{
    char line[LINE_SIZE];
    char error[COMMAND_ERROR_SIZE];
    struct command command;

    for (size_t length = 1; length < sizeof line; length++) {
        memset(line, 'j', length);
        line[length] = '\0';
        ck_assert(!command_parse(line, &command, error));
        ck_assert_uint_lt(strlen(error), 80);
        memcpy(line, "close", length < 5 ? length : 5);
        if (length > 5)
            ck_assert_msg(!command_parse(line, &command, error), "longer than any word");
    }
    memset(line, '1', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    expect_error(line, "A count is a number from 1 to 999.");
}

TEST(directions_are_found_whole_only)
{
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        for (size_t i = 0; i < 2; i++) {
            const char *word = directions[dir][i];
            ck_assert_int_eq(command_direction(word, strlen(word)), dir);
        }
    }
    ck_assert_int_eq(command_direction("NE", 2), DIR_NORTHEAST);
    ck_assert_int_eq(command_direction("northward", 5), DIR_NORTH);
    ck_assert_int_eq(command_direction("northward", 9), DIR_NONE);
    ck_assert_int_eq(command_direction("nort", 4), DIR_NONE);
    ck_assert_int_eq(command_direction("", 0), DIR_NONE);
}
