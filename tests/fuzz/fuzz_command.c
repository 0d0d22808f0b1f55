/*
 * Lines of words, of players and of operators. A command that is understood keeps to its limits and
 * points into its line; one that is not leaves a sentence that can be shown to anybody.
 */
#include <string.h>

#include "base/check.h"
#include "base/utf8.h"
#include "fuzz.h"
#include "narrate/command.h"
#include "server/admin/admin_table.h"

enum { LINE_SIZE = 1024, DELETE = 0x7F };

static void expect_sentence(const char *text, size_t size)
{
    size_t length = strnlen(text, size);

    CHECK(length > 0 && length < size);
    for (size_t i = 0; i < length; i++)
        CHECK((unsigned char)text[i] >= ' ' && (unsigned char)text[i] != DELETE);
}

static void player(const char *line)
{
    struct command command;
    char error[COMMAND_ERROR_SIZE] = "";

    if (!command_parse(line, &command, error)) {
        expect_sentence(error, sizeof error);
        return;
    }
    CHECK(command.id < COMMAND_COUNT);
    CHECK(command.count >= 1 && command.count <= COMMAND_REPEAT_MAX);
    CHECK(command.id == COMMAND_NONE ||
          (command.rest >= line && command.rest <= line + strlen(line)));
}

/* Operators' lines are cleaned as a whole before anything else is done with them. */
static void operator_line(const char *typed)
{
    char line[LINE_SIZE];
    static struct admin_arguments arguments;
    const struct admin_row *row;
    const char *rest;
    char message[ADMIN_MESSAGE_SIZE] = "";

    CHECK(utf8_clean(typed, strlen(typed), LINE_SIZE, line, sizeof line) == ERR_OK);
    if (admin_table_find(admin_table, admin_row_count, line, &row, &rest, message) != ERR_OK) {
        expect_sentence(message, sizeof message);
        return;
    }
    CHECK(rest >= line && rest <= line + strlen(line));
    if (admin_table_split(row, rest, &arguments, message) != ERR_OK) {
        expect_sentence(message, sizeof message);
        return;
    }
    CHECK(arguments.count >= row->count_min && arguments.count <= row->count_max);
    for (int i = 0; i < arguments.count; i++)
        CHECK(strlen(arguments.words[i]) < sizeof arguments.text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char line[LINE_SIZE];
    size_t length = size < sizeof line ? size : sizeof line - 1;

    memcpy(line, data, length);
    line[length] = '\0';
    player(line);
    operator_line(line);
    return 0;
}
