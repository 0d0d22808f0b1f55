/*
 * Help fits the smallest usual terminal, leaves no command out and is right about every key.
 */
#include "content/goal.h"
#include "server/session/commands/help.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "content/item.h"
#include "content/tile.h"
#include "narrate/command.h"
#include "support/test.h"
#include "term/screen.h"

enum { TEXT_SIZE = 8192, COLUMNS_MAX = 78, ROWS_MAX = 22, WORD_SIZE = 32 };

/* An overlay of 80x24 indents by a column and keeps two rows for itself; between two columns it
   leaves two blanks. */
static void expect_fits(const char *text, const char *what)
{
    size_t left_max = 0;
    size_t right_max = 0;
    int rows = 0;

    ck_assert_msg(text[0] != '\0', "%s says nothing", what);
    ck_assert_msg(text[strlen(text) - 1] == '\n', "%s ends within a line", what);
    for (const char *line = text; *line != '\0'; rows++) {
        size_t length = strcspn(line, "\n");
        ck_assert_msg(length <= COLUMNS_MAX, "%s has a line of %zu columns: %.*s", what, length,
                      (int)length, line);
        size_t left = strcspn(line, "\t\n");
        if (left < length) {
            left_max = left > left_max ? left : left_max;
            right_max = length - left - 1 > right_max ? length - left - 1 : right_max;
        }
        for (size_t i = 0; i < length; i++)
            ck_assert_msg((line[i] >= ' ' && line[i] <= '~') || i == left, "%s is plain ASCII",
                          what);
        line += length + 1;
    }
    ck_assert_msg(left_max + right_max + 2 <= COLUMNS_MAX, "%s has columns of %zu and %zu", what,
                  left_max, right_max);
    ck_assert_msg(rows <= ROWS_MAX, "%s has %d rows", what, rows);
}

/* On a narrow screen the columns stand one below the other: no cell of them is wrapped. */
static void expect_narrow_cells(const char *text, const char *what)
{
    bool was_cell = false;

    while (*text != '\0') {
        size_t length = strcspn(text, "\t\n");
        bool is_cell = was_cell || text[length] == '\t';
        ck_assert_msg(!is_cell || length < SCREEN_WIDTH_MIN, "%s has a cell of %zu columns: %.*s",
                      what, length, (int)length, text);
        was_cell = text[length] == '\t';
        text += length + 1;
    }
}

static const char *name_of(enum command_id id, char *out)
{
    const char *words = command_row(id)->words;

    snprintf(out, WORD_SIZE, "%.*s", (int)strcspn(words, " "), words);
    return out;
}

TEST(the_pages_fit_and_differ_by_mode)
{
    char screen[TEXT_SIZE];
    char line[TEXT_SIZE];
    char reader[TEXT_SIZE];

    help_text("", true, TEXT_TABLE, screen, sizeof screen);
    help_text("", false, TEXT_TABLE, line, sizeof line);
    help_text("  ", false, TEXT_TABLE, reader, sizeof reader);
    expect_fits(screen, "the page of keys");
    expect_narrow_cells(screen, "the page of keys");
    expect_fits(line, "the page of words");
    ck_assert_str_ne(screen, line);
    ck_assert_str_eq(line, reader);
}

TEST(the_page_of_keys_shows_one_key_of_every_command)
{
    char text[TEXT_SIZE];
    char wanted[WORD_SIZE];

    help_text("", true, TEXT_TABLE, text, sizeof text);
    for (enum command_id id = COMMAND_WAIT; id < COMMAND_COUNT; id++) {
        const char *keys = command_row(id)->keys;
        if (keys[0] == '\0' || id == COMMAND_HELP)
            continue;
        snprintf(wanted, sizeof wanted, " %.*s  ", (int)strcspn(keys, " ,"), keys);
        ck_assert_msg(strstr(text, wanted) != NULL, "key \"%s\" is missing", wanted);
    }
}

TEST(every_word_explains_its_command)
{
    char text[TEXT_SIZE];
    char name[WORD_SIZE];

    for (enum command_id id = COMMAND_MOVE; id < COMMAND_COUNT; id++) {
        const struct command_row *row = command_row(id);
        for (const char *word = row->words; *word != '\0';) {
            size_t length = strcspn(word, " ");
            char topic[WORD_SIZE];
            snprintf(topic, sizeof topic, "%.*s", (int)length, word);
            help_text(topic, false, TEXT_TABLE, text, sizeof text);
            expect_fits(text, topic);
            name_of(id, name);
            ck_assert_msg(strncmp(text, name, strlen(name)) == 0 && text[strlen(name)] == ':',
                          "help %s: %s", topic, text);
            ck_assert_msg(strstr(text, row->summary) != NULL, "help %s: %s", topic, text);
            ck_assert_msg(strstr(text, row->keys) != NULL, "help %s: %s", topic, text);
            word += length + (word[length] == ' ');
        }
    }
}

TEST(a_direction_explains_walking)
{
    static const char *const topics[] = {"n", "southwest", "walk", "walk 3", "north 3"};
    char text[TEXT_SIZE];

    for (size_t i = 0; i < sizeof topics / sizeof topics[0]; i++) {
        help_text(topics[i], false, TEXT_TABLE, text, sizeof text);
        ck_assert_msg(strncmp(text, "walk: go", 8) == 0, "help %s: %s", topics[i], text);
    }
}

TEST(a_command_without_keys_shows_none)
{
    char text[TEXT_SIZE];

    help_text("commands", true, TEXT_TABLE, text, sizeof text);
    ck_assert_str_eq(text, "commands: list every command.\nWords: commands\n");
    help_text("close", true, TEXT_TABLE, text, sizeof text);
    ck_assert_str_eq(text, "close: close a door: close, close east.\nWords: close\nKeys: c\n");
}

/* True if a list names that sign: "; rubble". */
static bool names(const char *text, char sign)
{
    for (const char *at = text; (at = strchr(at, sign)) != NULL; at++) {
        bool begins = at == text || at[-1] == ' ' || at[-1] == '\n';
        if (begins && at[1] == ' ' && at[2] >= 'a' && at[2] <= 'z')
            return true;
    }
    return false;
}

TEST(help_symbols_names_every_sign_of_the_map)
{
    static const char *const words[] = {"symbols", "symbol", "legend"};
    char text[TEXT_SIZE];

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        help_text(words[i], true, TEXT_TABLE, text, sizeof text);
    for (enum tile_id id = TILE_UNKNOWN + 1; id < TILE_COUNT; id++) {
        char sign = tile_row(id)->glyph;
        ck_assert_msg(sign == ' ' || names(text, sign), "%c of %s", sign, tile_row(id)->name);
    }
    for (enum item_class class = 0; class < CLASS_COUNT; class ++) {
        char sign = item_class_row(class)->glyph;
        ck_assert_msg(names(text, sign), "%c of %s", sign, item_class_row(class)->name);
    }
    ck_assert(names(text, GRAVE_GLYPH) && names(text, '@'));
}

static int count_lines(const char *text)
{
    int count = 0;

    for (; *text != '\0'; text++)
        count += *text == '\n';
    return count;
}

TEST(every_topic_has_a_page_that_fits)
{
    static const char *const promised[] = {"doors",  "talk",   "stairs", "settings",
                                           "reader", "colour", "watch",  "together"};
    static const char *const of_commands[] = {"password", "travel", "party",
                                              "map",      "save",   "fight"};
    const struct help_topic *topic;
    char error[COMMAND_ERROR_SIZE];
    char text[TEXT_SIZE];

    for (size_t i = 0; i < sizeof promised / sizeof promised[0]; i++)
        ck_assert_msg(help_topic_find(promised[i]) != NULL, "help %s", promised[i]);
    for (size_t i = 0; i < sizeof of_commands / sizeof of_commands[0]; i++) {
        help_text(of_commands[i], false, TEXT_TABLE, text, sizeof text);
        expect_fits(text, of_commands[i]);
        ck_assert_msg(count_lines(text) >= 4 && count_lines(text) <= 10, "%s", text);
    }
    for (size_t i = 0; (topic = help_topic_at(i)) != NULL; i++) {
        ck_assert_int_le(count_lines(topic->text), 10);
        ck_assert_int_eq(command_find(topic->name, error), COMMAND_NONE);
        help_text(topic->name, false, TEXT_TABLE, text, sizeof text);
        ck_assert_str_eq(text, topic->text);
        expect_fits(text, topic->name);
    }
    help_text(" DOORS", true, TEXT_TABLE, text, sizeof text);
    ck_assert_msg(strncmp(text, "A closed door is +", 18) == 0, "%s", text);
}

TEST(an_unknown_topic_is_answered_like_an_unknown_command)
{
    char text[TEXT_SIZE];

    help_text("clsoe", false, TEXT_TABLE, text, sizeof text);
    ck_assert_str_eq(text, "No command \"clsoe\". Did you mean: close?\n");
    help_text("xyzzy", false, TEXT_TABLE, text, sizeof text);
    ck_assert_str_eq(text, "No command \"xyzzy\". Type help for a list.\n");
}

TEST(what_a_player_may_ask_for_is_found_by_other_words_too)
{
    static const struct {
        const char *asked;
        const char *told;
    } rows[] = {
        {"start", GOAL_SENTENCE},
        {"goal", GOAL_SENTENCE},
        {"win", GOAL_SENTENCE},
        {"niche", "one thing for each player"},
        {"lesson", "Experience makes"},
        {"grave", "The dead wake"},
        {"pedlar", "buy lists"},
        {"terrain", "Deep water"},
        {"company", "party invite NAME"},
        {"haven", "No foe comes in"},
        {"fighting", "fight"},
        {"things", "A pack has"},
        {"ember", "The Wick-Warden on depth 26 leaves an ember"},
    };
    char text[TEXT_SIZE];

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        help_text(rows[i].asked, false, TEXT_TABLE, text, sizeof text);
        ck_assert_msg(strstr(text, rows[i].told) != NULL, "help %s: %s", rows[i].asked, text);
        ck_assert_msg(strstr(text, "Found in") == NULL, "help %s: %s", rows[i].asked, text);
    }
    help_text("", true, TEXT_TABLE, text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, GOAL_SENTENCE));
    help_text("", false, TEXT_TABLE, text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, GOAL_SENTENCE));
}

TEST(the_front_page_tells_the_same_goal)
{
    char text[2048];
    FILE *file = fopen("README.md", "r");

    ck_assert_ptr_nonnull(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    ck_assert_ptr_nonnull(strstr(text, GOAL_SENTENCE));
}

TEST(a_word_of_the_texts_is_found)
{
    char text[TEXT_SIZE];

    help_text("companion", false, TEXT_TABLE, text, sizeof text);
    ck_assert_str_eq(text, "Found in:\nhelp death, help raise.\n");
    help_text("  ADMINISTRATOR please", false, TEXT_TABLE, text, sizeof text);
    ck_assert_str_eq(text, "Found in:\nhelp password.\n");
    help_text("mode", false, TEXT_TABLE, text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, "help reader"));
    ck_assert_ptr_nonnull(strstr(text, "help settings"));
    help_text("stairs", false, TEXT_TABLE, text, sizeof text);
    ck_assert_msg(strncmp(text, "> leads down", 12) == 0, "the topic itself: %s", text);
    help_text("player", false, TEXT_TABLE, text, sizeof text);
    expect_fits(text, "a long list");
    ck_assert_ptr_nonnull(strstr(text, "help talk, "));
    ck_assert_ptr_nonnull(strstr(text, "help follow"));
    help_text("zq", false, TEXT_TABLE, text, sizeof text);
    ck_assert_msg(strncmp(text, "No command", 10) == 0, "%s", text);
    /* A word begins so: it is not in the midst of another. */
    help_text("anion", false, TEXT_TABLE, text, sizeof text);
    ck_assert_msg(strncmp(text, "No command", 10) == 0, "%s", text);
}

TEST(the_list_of_words_has_every_command_once)
{
    char text[TEXT_SIZE];
    char name[WORD_SIZE];
    char wanted[128];
    int listed = 0;

    help_list_commands(false, TEXT_TABLE, text, sizeof text);
    for (enum command_id id = COMMAND_MOVE; id < COMMAND_COUNT; id++) {
        if (name_of(id, name)[0] == '\0')
            continue;
        snprintf(wanted, sizeof wanted, "%-10s %s\n", name, command_row(id)->summary);
        ck_assert_msg(strlen(wanted) <= COLUMNS_MAX + 1, "too wide: %s", wanted);
        ck_assert_msg(strstr(text, wanted) != NULL, "%s is not listed", name);
        listed++;
    }
    for (const char *c = text; *c != '\0'; c++)
        listed -= *c == '\n';
    ck_assert_int_eq(listed, 0);
}

/* On a screen there is no room for a line each: the name with its keys has to do. */
TEST(the_list_on_a_screen_has_every_command_and_its_keys)
{
    char text[TEXT_SIZE];
    char name[WORD_SIZE];
    char wanted[128];

    help_list_commands(true, TEXT_TABLE, text, sizeof text);
    expect_fits(text, "the list of commands");
    expect_narrow_cells(text, "the list of commands");
    for (enum command_id id = COMMAND_MOVE; id < COMMAND_COUNT; id++) {
        const char *keys = command_row(id)->keys;
        if (name_of(id, name)[0] == '\0')
            continue;
        if (keys[0] == '\0')
            snprintf(wanted, sizeof wanted, "%s", name);
        else
            snprintf(wanted, sizeof wanted, "%s (%s)", name, keys);
        ck_assert_msg(strstr(text, wanted) != NULL, "%s is not listed:\n%s", wanted, text);
    }
}

/* No key works there, and no sign is drawn. */
TEST(spoken_pages_name_no_key_and_no_sign)
{
    static const char *const signs[] = {"# wall", "+ closed", "& niche", "> leads", "zzz"};
    static const char *const topics[] = {"map", "doors", "stairs", "fight", "havens", "things"};
    char text[TEXT_SIZE];

    for (size_t i = 0; i < sizeof topics / sizeof topics[0]; i++) {
        help_text(topics[i], false, TEXT_SPOKEN, text, sizeof text);
        ck_assert_ptr_null(strstr(text, "Keys:"));
        ck_assert_ptr_null(strstr(text, "  "));
        for (size_t k = 0; k < sizeof signs / sizeof signs[0]; k++)
            ck_assert_msg(strstr(text, signs[k]) == NULL, "help %s: %s", topics[i], text);
    }
    help_text("together", false, TEXT_SPOKEN, text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, "out of sight, and over stairs. Talk"));
}

TEST(in_a_list_each_sign_and_each_command_has_a_line)
{
    char text[TEXT_SIZE];

    help_text("map", false, TEXT_LIST, text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, "\n# wall\n. floor\n+ closed door\n' open door\n"));
    ck_assert_ptr_nonnull(strstr(text, "\n= bridge\n& niche\n"));
    ck_assert_ptr_nonnull(strstr(text, "look and list name all.\nWords: map\nKeys: M X\n"));
    help_list_commands(false, TEXT_LIST, text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, "\nclose: close a door: close, close east.\n"));
    ck_assert_ptr_null(strstr(text, "  "));
}

TEST(help_keeps_to_the_room_it_is_given)
{
    char text[TEXT_SIZE];
    char untouched[TEXT_SIZE];

    memset(untouched, 'X', sizeof untouched);
    for (size_t size = 1; size < 1600; size += 7) {
        memset(text, 'X', sizeof text);
        help_text("", true, TEXT_TABLE, text, size);
        ck_assert_uint_lt(strlen(text), size);
        help_text("close", true, TEXT_TABLE, text, size);
        ck_assert_uint_lt(strlen(text), size);
        help_text("player", true, TEXT_TABLE, text, size);
        ck_assert_uint_lt(strlen(text), size);
        help_list_commands(false, TEXT_TABLE, text, size);
        ck_assert_uint_lt(strlen(text), size);
        help_list_commands(true, TEXT_TABLE, text, size);
        ck_assert_uint_lt(strlen(text), size);
        help_text("map", false, TEXT_LIST, text, size);
        ck_assert_uint_lt(strlen(text), size);
        help_text("together", false, TEXT_SPOKEN, text, size);
        ck_assert_uint_lt(strlen(text), size);
        ck_assert_msg(memcmp(text + size, untouched + size, sizeof text - size) == 0,
                      "more than %zu bytes are written", size);
    }
}
