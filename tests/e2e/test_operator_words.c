/*
 * The help of each operator's word can be read at 80 columns.
 */
#include <stdio.h>
#include <string.h>

#include "support/live/console.h"
#include "support/live/players.h"
#include "support/live/process.h"
#include "support/test.h"

enum { LINE_SIZE = 200, COLUMNS = 80 };

static struct process server;
static struct console console;

static void set_up(void)
{
    process_init(&server);
    process_start(&server, WORDS("--seed", "11", "--backup-minutes", "0"));
    console_init(&console, UNDERCROFTCTL_PATH, &server);
}

static void tear_down(void)
{
    console_release(&console);
    process_release(&server);
}

static void end(void)
{
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST_FIXTURE(set_up, tear_down);

static void expect_narrow(const char *text)
{
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        ck_assert_msg(length <= COLUMNS, "%zu columns: %.*s", length, (int)length, text);
        text += length + (text[length] == '\n');
    }
}

TEST(the_help_can_be_read_at_80_columns)
{
    static const char mark[] = "{\"word\":\"";
    static char list[CONSOLE_TEXT_SIZE];
    char word[LINE_SIZE];

    console_expect(&console, WORDS("help"), 0, "help WORD tells how");
    expect_narrow(console.out);
    console_expect(&console, WORDS("help", "level"), 0, "\nlevel unlock   opens a level that");
    expect_narrow(console.out);
    ck_assert_ptr_null(strstr(console.out, "shutdown"));
    console_expect(&console, WORDS("help", "lev"), 0, "level list");
    console_expect(&console, WORDS("--json", "help", "level"), 0, "\"arguments\":\"D[/WING]\"");
    console_expect(&console, WORDS("--json", "help"), 0, mark);
    snprintf(list, sizeof list, "%s", console.out);
    for (const char *at = list; (at = strstr(at, mark)) != NULL;) {
        at += sizeof mark - 1;
        snprintf(word, sizeof word, "%.*s", (int)strcspn(at, "\""), at);
        console_expect(&console, WORDS("help", word), 0, word);
        expect_narrow(console.out);
    }
    end();
}
