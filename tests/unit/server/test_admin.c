/*
 * The words of operators are found by what was typed, and an answer reads the same as text and as
 * JSON.
 */
#include <jansson.h>
#include <string.h>

#include "server/admin/admin_print.h"
#include "server/admin/admin_table.h"
#include "support/test.h"

/* Words as the real table has them, and as it may come to have them. */
static const struct admin_row rows[] = {
    {.word = "status", .arguments = ""},
    {.word = "save", .arguments = ""},
    {.word = "kick",
     .arguments = "NAME [REASON]",
     .count_min = 1,
     .count_max = 2,
     .takes_rest = true},
    {.word = "role", .arguments = "NAME ROLE", .count_min = 2, .count_max = 2},
    {.word = "level list", .arguments = ""},
    {.word = "level lock", .arguments = "DEPTH", .count_min = 1, .count_max = 1},
    {.word = "level regen", .arguments = "DEPTH [WORD...]", .count_min = 1, .count_max = 16},
    {.word = "shutdown", .arguments = "[in TIME]", .count_max = 16},
    {.word = "shutdown cancel", .arguments = ""},
};

enum { ROW_COUNT = sizeof rows / sizeof rows[0] };

static void expect_word(const char *line, const char *word, const char *rest)
{
    const struct admin_row *row = NULL;
    const char *after = NULL;
    char message[ADMIN_MESSAGE_SIZE] = "";

    ck_assert_msg(admin_table_find(rows, ROW_COUNT, line, &row, &after, message) == ERR_OK,
                  "\"%s\": %s", line, message);
    ck_assert_msg(strcmp(row->word, word) == 0, "\"%s\" means \"%s\", not \"%s\"", line, row->word,
                  word);
    ck_assert_str_eq(after + strspn(after, " "), rest);
}

static void expect_message(const char *line, const char *expected)
{
    const struct admin_row *row = NULL;
    const char *after = NULL;
    char message[ADMIN_MESSAGE_SIZE] = "";

    ck_assert_msg(admin_table_find(rows, ROW_COUNT, line, &row, &after, message) == ERR_UNKNOWN,
                  "\"%s\" means something", line);
    ck_assert_str_eq(message, expected);
}

TEST(a_word_or_its_unique_beginning_is_found)
{
    expect_word("status", "status", "");
    expect_word("  st  ", "status", "");
    expect_word("STATUS", "status", "");
    expect_word("k ada  loud  music", "kick", "ada  loud  music");
    expect_word("level regen 3 now", "level regen", "3 now");
    expect_word("l r 3", "level regen", "3");
    expect_word("lev li", "level list", "");
}

TEST(where_a_word_stands_alone_too_its_second_is_typed_in_full)
{
    expect_word("shutdown", "shutdown", "");
    expect_word("shutdown cancel", "shutdown cancel", "");
    expect_word("sh cancel", "shutdown cancel", "");
    expect_word("shutdown can", "shutdown", "can");
    expect_word("shutdown in 5m", "shutdown", "in 5m");
}

TEST(what_is_not_clear_is_explained)
{
    expect_message("s", "\"s\" could mean: status, save, shutdown.");
    expect_message("sttaus", "No command \"sttaus\". Did you mean: status?");
    expect_message("quit", "No command \"quit\". Type help for a list.");
    expect_message("foo 1", "No command \"foo\". Type help for a list.");
    expect_message("kik", "No command \"kik\". Did you mean: kick?");
    expect_message("stop now", "No command \"stop\". Did you mean: shutdown?");
    expect_message("Players", "No command \"players\". Did you mean: who?");
    expect_message("regen 3", "No command \"regen\". Did you mean: level regen?");
    expect_message("xyzzyx", "No command \"xyzzyx\". Type help for a list.");
    expect_message("", "No command was given. Type help for a list.");
    expect_message("   ", "No command was given. Type help for a list.");
    expect_message("level", "\"level\" wants another word: list, lock, regen.");
    expect_message("level l", "\"level l\" could mean: list, lock.");
    expect_message("level regne 3", "No command \"level regne\". Did you mean: level regen?");
}

TEST(long_words_are_no_commands)
{
    char line[ADMIN_LINE_MAX + 1];
    const struct admin_row *row;
    const char *rest;
    char message[ADMIN_MESSAGE_SIZE];

    memset(line, 's', ADMIN_LINE_MAX);
    line[ADMIN_LINE_MAX] = '\0';
    ck_assert_int_eq(admin_table_find(rows, ROW_COUNT, line, &row, &rest, message), ERR_UNKNOWN);
    memcpy(line, "level ", 6);
    ck_assert_int_eq(admin_table_find(rows, ROW_COUNT, line, &row, &rest, message), ERR_UNKNOWN);
}

static const struct admin_row *row_of(const char *word)
{
    for (size_t i = 0; i < ROW_COUNT; i++) {
        if (strcmp(rows[i].word, word) == 0)
            return &rows[i];
    }
    ck_abort_msg("no row %s", word);
    return NULL;
}

static void expect_split(const char *word, const char *rest, int count, const char *last)
{
    struct admin_arguments arguments;
    char message[ADMIN_MESSAGE_SIZE] = "";

    ck_assert_msg(admin_table_split(row_of(word), rest, &arguments, message) == ERR_OK, "%s",
                  message);
    ck_assert_int_eq(arguments.count, count);
    if (count > 0)
        ck_assert_str_eq(arguments.words[count - 1], last);
}

TEST(arguments_are_split_at_spaces_and_the_last_may_be_the_rest)
{
    expect_split("status", "  ", 0, "");
    expect_split("kick", " ada", 1, "ada");
    expect_split("kick", " ada  ", 1, "ada");
    expect_split("kick", " \"ada\"", 1, "ada");
    expect_split("kick", " 'ada' \"too loud\"", 2, "\"too loud\"");
    expect_split("kick", " \"\"", 1, "\"\"");
    expect_split("kick", "  ada  too  loud", 2, "too  loud");
    expect_split("role", " ada builder ", 2, "builder");
    expect_split("level regen", "3 a b c d e f g h i j k l m n o", 16, "o");
}

TEST(too_few_or_too_many_arguments_are_answered_with_the_usage)
{
    static const struct {
        const char *word, *rest, *usage;
    } wrong[] = {
        {"status", "x", "Usage: status"},
        {"kick", " ", "Usage: kick NAME [REASON]"},
        {"role", "ada", "Usage: role NAME ROLE"},
        {"role", "ada admin now", "Usage: role NAME ROLE"},
        {"level regen", "3 a b c d e f g h i j k l m n o p", "Usage: level regen DEPTH [WORD...]"},
    };
    struct admin_arguments arguments;
    char message[ADMIN_MESSAGE_SIZE];

    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        ck_assert_int_eq(
            admin_table_split(row_of(wrong[i].word), wrong[i].rest, &arguments, message),
            ERR_RANGE);
        ck_assert_str_eq(message, wrong[i].usage);
    }
}

TEST(the_table_of_the_server_is_sound)
{
    for (size_t i = 0; i < admin_row_count; i++) {
        const struct admin_row *row = &admin_table[i];
        const struct admin_row *found = NULL;
        const char *rest;
        char message[ADMIN_MESSAGE_SIZE];
        ck_assert_msg(row->run != NULL, "%s does nothing", row->word);
        ck_assert_msg(row->role != ACCOUNT_ROLE_NONE, "%s is for everybody", row->word);
        ck_assert_msg(strlen(row->help) > 0 && strlen(row->help) <= 60, "help of %s", row->word);
        ck_assert_msg(row->count_min <= row->count_max && row->count_max <= ADMIN_ARGUMENTS_MAX,
                      "arguments of %s", row->word);
        ck_assert_msg((row->arguments[0] == '\0') == (row->count_max == 0), "usage of %s",
                      row->word);
        bool names_delver =
            strncmp(row->arguments, "NAME", 4) == 0 || strncmp(row->arguments, "[NAME", 5) == 0;
        bool moves_self = strcmp(row->word, "goto") == 0;
        ck_assert_msg(row->is_on_delver == (names_delver && row->changes && !moves_self),
                      "a lower role could use \"%s\" on a higher one", row->word);
        ck_assert_int_eq(
            admin_table_find(admin_table, admin_row_count, row->word, &found, &rest, message),
            ERR_OK);
        ck_assert_msg(found == row, "%s is there twice", row->word);
    }
}

static const struct admin_page wide = {.width = 0};

static void expect_page(const char *json, struct admin_page page, const char *expected)
{
    struct bytes out;
    json_t *answer = json_loads(json, 0, NULL);

    ck_assert_ptr_nonnull(answer);
    bytes_init(&out, 4096);
    ck_assert_int_eq(admin_print_text(answer, page, &out), ERR_OK);
    ck_assert_int_eq(bytes_append_u8(&out, '\0'), ERR_OK);
    ck_assert_str_eq((const char *)out.data, expected);
    bytes_release(&out);
    json_decref(answer);
}

static void expect_text(const char *json, const char *expected)
{
    expect_page(json, wide, expected);
}

TEST(of_several_tables_each_has_its_title)
{
    expect_text(
        "{\"graves\": [], \"foes_by_kind\": [{\"kind\": \"rat\"}], \"niches\": [{\"x\": 3}]}",
        "graves  none\nfoes by kind:\nkind\nrat\nniches:\nx\n3\n");
    expect_text("{\"graves\": [{\"name\": \"Ada\"}], \"rows\": [\"#\"]}", "name\nAda\n#\n");
}

TEST(members_are_lines_with_labels_and_units)
{
    expect_text("{\"version\": \"1.2\", \"uptime_seconds\": 3725, \"save_lag_ms\": 12}",
                "version   1.2\nuptime    1 h 2 min\nsave lag  12 ms\n");
    expect_text("{\"made_at\": 0, \"at\": 86399}",
                "made  1970-01-01 00:00:00 UTC\nat    1970-01-01 23:59:59 UTC\n");
    expect_text("{\"size_bytes\": 1023}", "size  1023 bytes\n");
    expect_text("{\"size_bytes\": 4096}", "size  4 KiB\n");
    expect_text("{\"size_bytes\": 1572864}", "size  1.5 MiB\n");
    expect_text("{\"a_seconds\": 59}", "a  59 s\n");
    expect_text("{\"a_seconds\": 61}", "a  1 min 1 s\n");
    expect_text("{\"a_seconds\": 93600}", "a  1 d 2 h\n");
    expect_text("{\"is\": true, \"not\": false, \"none\": null}", "is    yes\nnot   no\nnone  -\n");
    expect_text("{\"message\": \"Saved.\", \"n\": 1}", "Saved.\nn  1\n");
}

TEST(arrays_are_tables_or_lines)
{
    expect_text("{\"delvers\": [{\"name\": \"Ada\", \"since_seconds\": 5, \"mode\": \"line\"},"
                " {\"name\": \"Bartholomew\", \"since_seconds\": 65, \"mode\": null}]}",
                "name         since      mode\nAda          5 s        line\n"
                "Bartholomew  1 min 5 s  -\n");
    expect_text("{\"rows\": [\"#.#\", \"#@#\"]}", "#.#\n#@#\n");
    expect_text("{\"delvers\": []}", "delvers  none\n");
}

static const char table_json[] =
    "{\"bans\": [{\"what\": \"ban\", \"about\": \"10.0.0.0/8\", \"until_at\": 1000000000, "
    "\"by\": null, \"reason\": \"they guess all \xc3\xa4h day and night\"},"
    " {\"what\": \"mute\", \"about\": \"Ada\", \"until_at\": null, \"by\": null, "
    "\"reason\": \"too loud\"}]}";

TEST(tables_keep_to_a_width)
{
    expect_page(table_json, (struct admin_page){.width = 54},
                "what  about       until         by  reason\n"
                "ban   10.0.0.0/8  2001-09-09    -   they guess all \xc3\xa4h\n"
                "                  01:46:40 UTC      day and night\n"
                "mute  Ada         -             -   too loud\n");
    /* Where no table fits, each row is a paragraph, without its empty columns. */
    expect_page(table_json, (struct admin_page){.width = 40},
                "what ban  about 10.0.0.0/8\n"
                "  until 2001-09-09 01:46:40 UTC\n"
                "  reason they guess all \xc3\xa4h day and night\n"
                "what mute  about Ada  reason too loud\n");
    /* A paragraph is no narrower than the least width. */
    expect_page("{\"n\": \"one two three four five six seven eight nine\"}",
                (struct admin_page){.width = 5},
                "n  one two three four five six seven\n   eight nine\n");
}

TEST(maps_are_printed_in_parts)
{
    expect_page("{\"depth\": 1,"
                " \"rows\": [\"aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeee\","
                " \"00000000001111111111222222222233333333334444444444\"]}",
                (struct admin_page){.width = 40},
                "depth  1\ncolumns 0 to 39:\n"
                "aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd\n"
                "0000000000111111111122222222223333333333\n"
                "columns 40 to 49:\neeeeeeeeee\n4444444444\n");
    expect_page("{\"rows\": [\"#.#\"]}", (struct admin_page){.width = 40}, "#.#\n");
}

TEST(who_listens_gets_sentences)
{
    struct admin_page spoken = {.width = 40, .form = TEXT_SPOKEN};

    expect_page(table_json, spoken,
                "what ban, about 10.0.0.0/8, until 2001-09-09 01:46:40 UTC, "
                "reason they guess all \xc3\xa4h day and night\n"
                "what mute, about Ada, reason too loud\n");
    expect_page("{\"save_lag_ms\": 12,"
                " \"words\": [{\"word\": \"kick\", \"does\": \"sends away\"}],"
                " \"symbol\": \"#\", \"rows\": [\"###\"]}",
                spoken, "save lag: 12 ms\nkick: sends away\nThe map is not read out.\n");
}

/* A narrow window of lines; a map is drawn in it. */
TEST(a_list_has_a_line_for_each_row)
{
    struct admin_page list = {.width = 40, .form = TEXT_LIST};

    expect_page("{\"save_lag_ms\": 12,"
                " \"words\": [{\"word\": \"kick\", \"does\": \"sends away\"}],"
                " \"symbol\": \"#\", \"rows\": [\"###\"]}",
                list, "save lag: 12 ms\nkick: sends away\nsymbol: #\n###\n");
}

/* A table of some shape, of words made of x; how many of them there are. */
static json_t *make_table(unsigned seed, size_t *out_letters)
{
    json_t *made = json_array();
    char value[100];
    char name[16];

    *out_letters = 0;
    for (unsigned i = 0; i < 3 * (1 + seed % 9); i++) {
        unsigned column = i / 3;
        unsigned length = seed * 7919u * (i % 3 + 3) * (column + 5) % 97 + 1;
        for (unsigned at = 0; at < length; at++) {
            value[at] = at % (seed % 30 + 2) == seed % 5 + 1 ? ' ' : 'x';
            *out_letters += value[at] == 'x';
        }
        value[length] = '\0';
        snprintf(name, sizeof name, "c%u", column);
        if (json_array_size(made) < 3)
            json_array_append_new(made, json_object());
        json_object_set_new(json_array_get(made, i % 3), name, json_string(value));
    }
    return json_pack("{s:o}", "table", made);
}

static void expect_within(const struct bytes *out, int width, size_t letters)
{
    int cells = 0;

    for (size_t i = 0; i < out->length; i++) {
        cells = out->data[i] == '\n' ? 0 : cells + 1;
        letters -= out->data[i] == 'x';
        ck_assert_msg(cells <= width, "width %d:\n%.*s", width, (int)out->length,
                      (const char *)out->data);
    }
    ck_assert_uint_eq(letters, 0);
}

/* With any words and at any width every line fits, and no letter is missing. */
TEST(no_line_of_a_table_is_wider_than_asked)
{
    size_t letters;
    struct bytes out;

    bytes_init(&out, 1 << 16);
    for (unsigned seed = 1; seed < 40; seed++) {
        json_t *answer = make_table(seed, &letters);
        for (int width = ADMIN_PAGE_WIDTH_MIN; width <= 120; width += 3) {
            bytes_clear(&out, 1 << 16);
            ck_assert_int_eq(admin_print_text(answer, (struct admin_page){.width = width}, &out),
                             ERR_OK);
            expect_within(&out, width, letters);
        }
        json_decref(answer);
    }
    bytes_release(&out);
}

TEST(no_control_of_any_text_is_printed)
{
    expect_text("{\"message\": \"\\u001b[2J\"}", "?[2J\n");
    expect_text("{\"style\": \"a\\u009bb\"}", "style  a??b\n");
    expect_text("{\"rows\": [\"#\\u0007#\"]}", "#?#\n");
    expect_text("{\"levels\": [{\"style\": \"\\u001b]0;x\"}]}", "style\n?]0;x\n");
}

TEST(json_is_one_line_of_ascii)
{
    struct bytes out;
    json_t *answer = json_pack("{s:s}", "a", "\xc2\x9b\n\xc3\xa9");

    bytes_init(&out, 4096);
    ck_assert_int_eq(admin_print_json(answer, &out), ERR_OK);
    ck_assert_uint_eq(out.length, strlen("{\"a\":\"\\u009B\\n\\u00E9\"}\n"));
    ck_assert_mem_eq(out.data, "{\"a\":\"\\u009B\\n\\u00E9\"}\n", out.length);
    bytes_release(&out);
    json_decref(answer);
}

TEST(what_does_not_fit_is_an_error)
{
    struct bytes out;
    json_t *answer = json_pack("{s:s}", "word", "longer than that");

    bytes_init(&out, 10);
    ck_assert_int_eq(admin_print_text(answer, wide, &out), ERR_TOO_BIG);
    bytes_clear(&out, 10);
    ck_assert_int_eq(admin_print_json(answer, &out), ERR_TOO_BIG);
    bytes_release(&out);
    json_decref(answer);
}
