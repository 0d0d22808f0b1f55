/*
 * Makes a manual page of its source: copies it, and after each line '.\" list: NAME' writes that
 * list in mdoc, from the table that the programs read themselves. Run while building.
 *
 * Usage: manual SOURCE PAGE. Exit codes: 0 done, 1 a file or a list that is not there, 2 usage.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/gen.h"
#include "server/admin/admin_table.h"
#include "server/base/option_table.h"

enum { LINE_SIZE = 1024 };

static const char marker[] = ".\\\" list: ";

enum { MARKER_LENGTH = sizeof marker - 1 };

/* Writes text literally: no part of it is read as a macro or an escape. */
static void put_text(FILE *out, const char *text)
{
    fputs("\\&", out);
    for (; *text != '\0'; text++) {
        if (*text == '\\')
            fputs("\\(rs", out);
        else
            putc(*text, out);
    }
}

/* Writes each word of an argument list such as "NAME [REASON]" as an argument of its own. */
static void put_arguments(FILE *out, const char *arguments)
{
    while (*arguments != '\0') {
        size_t length = strcspn(arguments, " ");
        fprintf(out, " Ar \\&%.*s", (int)length, arguments);
        arguments += length + strspn(arguments + length, " ");
    }
}

static void list_option(FILE *out, const struct option_row *row)
{
    char expected[OPTION_EXPECTED_SIZE];
    char variable[OPTION_VARIABLE_SIZE];

    fprintf(out, ".It Fl -%s", row->name);
    put_arguments(out, row->value_name == NULL ? "" : row->value_name);
    fputs("\n", out);
    put_text(out, row->help);
    fputs(".\n", out);
    if (row->kind == OPTION_KIND_SWITCH)
        return;
    option_describe(row, expected);
    fputs("Takes ", out);
    put_text(out, expected);
    if (row->initial != NULL)
        fprintf(out, ", by default\n.Ql %s .\n", row->initial);
    else
        fputs(".\n", out);
    if (option_variable(row, variable))
        fprintf(out, "In the environment:\n.Ev %s %s\n", variable,
                row->reach >= REACH_FILE ? "." : ";\nnot in the file.");
}

static void list_options(FILE *out)
{
    fputs(".Bl -tag -width Ds\n", out);
    for (size_t i = 0; i < option_count; i++)
        list_option(out, &option_table[i]);
    fputs(".El\n", out);
}

static const char *const role_words[] = {
    [ACCOUNT_ROLE_NONE] = "anybody",
    [ACCOUNT_ROLE_BUILDER] = "builders",
    [ACCOUNT_ROLE_ADMIN] = "admins",
};

static void list_words(FILE *out)
{
    fputs(".Bl -tag -width Ds\n", out);
    for (size_t i = 0; i < admin_row_count; i++) {
        const struct admin_row *row = &admin_table[i];
        fprintf(out, ".It Cm \\&%s", row->word);
        put_arguments(out, row->arguments);
        fputs("\n", out);
        put_text(out, row->help);
        fprintf(out, ".\nFor %s%s.\n", role_words[row->role],
                row->changes ? "; written to the audit table" : "");
    }
    fputs(".El\n", out);
}

static void list_styles(FILE *out)
{
    for (size_t i = 0; i < gen_style_count(); i++) {
        const struct gen_style *style = gen_style_at(i);
        fprintf(out, ".Ss Style %s\n", style->name);
        put_text(out, style->help);
        fprintf(out, ",\nat least %dx%d cells.\n.Bl -tag -width hall_length\n", style->width_min,
                style->height_min);
        for (size_t k = 0; k < gen_knob_count(style); k++) {
            struct gen_knob knob = gen_knob_at(style, k);
            fprintf(out, ".It Cm \\&%s\n", knob.name);
            put_text(out, knob.help);
            fprintf(out, ";\n%d to %d, else %d.\n", knob.low, knob.high, knob.standard);
        }
        fputs(".El\n", out);
    }
}

static const struct list_row {
    const char *name;
    void (*write)(FILE *out);
} list_table[] = {
    {"options", list_options},
    {"words", list_words},
    {"styles", list_styles},
};

/* Writes the list that the line, ended by LF, asks for. False: there is no such list. */
static bool fill_in(const char *line, FILE *out)
{
    if (strncmp(line, marker, MARKER_LENGTH) != 0)
        return true;
    const char *name = line + MARKER_LENGTH;
    for (size_t i = 0; i < sizeof list_table / sizeof list_table[0]; i++) {
        if (strlen(list_table[i].name) == strcspn(name, "\n") &&
            strncmp(list_table[i].name, name, strcspn(name, "\n")) == 0) {
            list_table[i].write(out);
            return true;
        }
    }
    fprintf(stderr, "manual: no list is called %s", name);
    return false;
}

int main(int argc, char **argv)
{
    char line[LINE_SIZE];
    bool is_done = true;

    if (argc != 3) {
        fputs("usage: manual SOURCE PAGE\n", stderr);
        return 2;
    }
    FILE *in = fopen(argv[1], "r");
    FILE *out = in != NULL ? fopen(argv[2], "w") : NULL;
    if (out == NULL) {
        perror(in == NULL ? argv[1] : argv[2]);
        if (in != NULL)
            fclose(in);
        return 1;
    }
    while (is_done && fgets(line, sizeof line, in) != NULL) {
        fputs(line, out);
        is_done = fill_in(line, out);
    }
    fclose(in);
    if (fclose(out) != 0) {
        perror(argv[2]);
        is_done = false;
    }
    if (!is_done)
        remove(argv[2]);
    return is_done ? EXIT_SUCCESS : EXIT_FAILURE;
}
