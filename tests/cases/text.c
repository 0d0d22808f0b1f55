/*
 * A case file in memory.
 */
#include "cases/text.h"

#include <check.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

enum { LINE_SIZE = 4096, WIDTH = 100, INDENT = 2 };

static const char any[] = "...";

static void add_copy(struct text *text, const char *line)
{
    ck_assert_msg(text->count < CASE_ANSWER_LINES_MAX, "an answer of too many lines");
    text->lines[text->count] = strdup(line);
    ck_assert_ptr_nonnull(text->lines[text->count]);
    text->count++;
}

void text_release(struct text *text)
{
    for (size_t i = 0; i < text->count; i++)
        free(text->lines[i]);
    text->count = 0;
}

/* Writes the escape of a byte that cannot be shown. */
static void write_escape(FILE *out, unsigned char byte)
{
    static const char bytes[] = "\a\b\033\n\r\t";
    static const char letters[] = "abenrt";
    const char *found = byte == '\0' ? NULL : strchr(bytes, byte);

    if (found != NULL)
        fprintf(out, "\\%c", letters[found - bytes]);
    else
        fprintf(out, "\\x%02x", byte);
}

/* A file in memory, whose bytes are `*out` once it is closed. */
static FILE *open_memory(char **out)
{
    static size_t size;
    FILE *file = open_memstream(out, &size);

    ck_assert_ptr_nonnull(file);
    return file;
}

void text_add(struct text *text, const char *line, size_t length)
{
    ck_assert_msg(text->count < CASE_ANSWER_LINES_MAX, "an answer of too many lines");
    FILE *out = open_memory(&text->lines[text->count++]);

    while (length > 0 && line[length - 1] == ' ')
        length--;
    for (size_t at = 0; at < length;) {
        size_t from = at;
        uint32_t code_point = utf8_decode(line, length, &at);
        bool is_shown = code_point >= ' ' && (code_point < 0x7f || code_point >= 0xa0) &&
                        (code_point != 0xfffd || at - from > 1);
        if (is_shown)
            fwrite(line + from, 1, at - from, out);
        for (; !is_shown && from < at; from++)
            write_escape(out, (unsigned char)line[from]);
    }
    fclose(out);
}

/* "d1 20/20> " and nothing else. */
static bool is_prompt_of_play(const char *line)
{
    int length = 0;

    return sscanf(line, "d%*d %*d/%*d>%n", &length) == 0 && length > 0 &&
           strcmp(line + length, " ") == 0;
}

void text_add_heard(struct text *text, const char *heard)
{
    while (*heard != '\0' && !is_prompt_of_play(heard)) {
        size_t length = strcspn(heard, "\r\n");
        if (length > 0)
            text_add(text, heard, length);
        heard += length;
        heard += strspn(heard, "\r\n");
    }
}

/* The length of a {name} that begins there, with its braces; 0: there is none. */
static size_t name_length(const char *text)
{
    if (text[0] != '{')
        return 0;
    size_t length = strspn(text + 1, "abcdefghijklmnopqrstuvwxyz");
    return length > 0 && length < CASE_NAME_SIZE && text[length + 1] == '}' ? length + 2 : 0;
}

static const char *find_value(const struct case_names *names, const char *name, size_t length)
{
    for (size_t i = 0; i < names->count; i++) {
        if (strlen(names->names[i]) == length && strncmp(names->names[i], name, length) == 0)
            return names->values[i];
    }
    return NULL;
}

/* The word at the begin of `got` is what {name} has, or becomes it. Returns its length; 0: it is
   another one, or none. */
static size_t take_name(const char *name, size_t length, const char *got, struct case_names *names)
{
    const char *value = find_value(names, name, length);
    size_t taken = 0;

    if (value != NULL)
        return strncmp(got, value, strlen(value)) == 0 ? strlen(value) : 0;
    while (isalnum((unsigned char)got[taken]) ||
           (got[taken] != '\0' && strchr("-,.:_", got[taken]) != NULL))
        taken++;
    if (taken == 0 || taken >= CASE_VALUE_SIZE || names->count == CASE_NAMES_MAX)
        return 0;
    snprintf(names->names[names->count], CASE_NAME_SIZE, "%.*s", (int)length, name);
    snprintf(names->values[names->count], CASE_VALUE_SIZE, "%.*s", (int)taken, got);
    names->count++;
    return taken;
}

bool text_line_matches(const char *expected, const char *got, struct case_names *names)
{
    while (*expected != '\0') {
        size_t name = name_length(expected);
        if (strncmp(expected, any, sizeof any - 1) == 0) {
            size_t before = names->count;
            for (const char *rest = got;; rest++) {
                if (text_line_matches(expected + sizeof any - 1, rest, names))
                    return true;
                names->count = before;
                if (*rest == '\0')
                    return false;
            }
        }
        if (name > 0) {
            size_t taken = take_name(expected + 1, name - 2, got, names);
            if (taken == 0)
                return false;
            expected += name;
            got += taken;
        } else if (*expected++ != *got++) {
            return false;
        }
    }
    return *got == '\0';
}

/* From line `e` of the one and line `g` of the other on. */
static bool rest_matches(const struct text *expected, size_t e, const struct text *got, size_t g,
                         struct case_names *names)
{
    for (; e < expected->count; e++, g++) {
        size_t before = names->count;
        if (strcmp(expected->lines[e], any) == 0) {
            for (size_t from = g; from <= got->count; from++) {
                if (rest_matches(expected, e + 1, got, from, names))
                    return true;
                names->count = before;
            }
            return false;
        }
        if (g == got->count || !text_line_matches(expected->lines[e], got->lines[g], names)) {
            names->count = before;
            return false;
        }
    }
    return g == got->count;
}

bool text_matches(const struct text *expected, const struct text *got, struct case_names *names)
{
    return rest_matches(expected, 0, got, 0, names);
}

void text_fill_in(const char *line, const struct case_names *names, char *out, size_t size)
{
    size_t at = 0;

    while (*line != '\0' && at + 1 < size) {
        size_t name = name_length(line);
        const char *value = name > 0 ? find_value(names, line + 1, name - 2) : NULL;
        if (value != NULL) {
            snprintf(out + at, size - at, "%s", value);
            at += strlen(out + at);
            line += name;
        } else {
            out[at++] = *line++;
        }
    }
    out[at] = '\0';
}

const char *text_unquote(const char *quoted, char *out, size_t size, size_t *length)
{
    static const char from[] = "\\\"abenrt";
    static const char to[] = "\\\"\a\b\033\n\r\t";

    *length = 0;
    for (const char *at = quoted + 1; *at != '\0' && *length + 1 < size; at++) {
        unsigned int byte = 0;
        if (*at == '"') {
            out[*length] = '\0';
            return at + 1;
        }
        if (*at != '\\') {
            out[(*length)++] = *at;
            continue;
        }
        at++;
        const char *letter = *at == '\0' ? NULL : strchr(from, *at);
        if (letter != NULL) {
            out[(*length)++] = to[letter - from];
        } else if (*at == 'x' && sscanf(at + 1, "%2x", &byte) == 1 && at[2] != '\0') {
            out[(*length)++] = (char)byte;
            at += 2;
        } else {
            return NULL;
        }
    }
    return NULL;
}

bool case_file_read(struct case_file *file, const char *path)
{
    char line[LINE_SIZE];
    FILE *input = fopen(path, "r");

    *file = (struct case_file){.path = path};
    if (input == NULL) {
        fprintf(stderr, "%s: it cannot be read\n", path);
        return false;
    }
    while (file->count < CASE_LINES_MAX && fgets(line, sizeof line, input) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        file->lines[file->count] = strdup(line);
        if (strncmp(line, "== ", 3) == 0 && file->title_count < CASE_TITLES_MAX)
            file->titles[file->title_count++] = file->count;
        file->count++;
    }
    bool is_whole = feof(input) != 0;
    fclose(input);
    if (!is_whole || file->title_count == 0 || file->title_count == CASE_TITLES_MAX)
        fprintf(stderr, "%s: it is too long, or has no line that begins with \"== \"\n", path);
    return is_whole && file->title_count > 0 && file->title_count < CASE_TITLES_MAX;
}

bool case_file_write(const struct case_file *file)
{
    FILE *output = fopen(file->path, "w");

    if (output == NULL) {
        fprintf(stderr, "%s: it cannot be written\n", file->path);
        return false;
    }
    for (size_t i = 0; i < file->count; i++) {
        if (file->instead[i] == NULL)
            fprintf(output, "%s\n", file->lines[i]);
        else
            fputs(file->instead[i], output);
    }
    return fclose(output) == 0;
}

void case_file_release(struct case_file *file)
{
    for (size_t i = 0; i < file->count; i++) {
        free(file->lines[i]);
        free(file->instead[i]);
    }
}

static bool is_of_block(const struct case_file *file, size_t at)
{
    return at < file->count && strncmp(file->lines[at], "  ", INDENT) == 0;
}

void case_file_block(const struct case_file *file, size_t at, struct text *out)
{
    for (size_t i = at + 1; is_of_block(file, i); i++)
        add_copy(out, file->lines[i] + INDENT);
}

static void set_instead(struct case_file *file, size_t at, char *text)
{
    free(file->instead[at]);
    file->instead[at] = text;
}

void case_file_replace(struct case_file *file, size_t at, size_t kept, const struct text *got)
{
    char *instead;
    FILE *out = open_memory(&instead);
    /* One short line stands behind what is said. */
    bool is_short = got->count == 1 && got->lines[0][0] != ' ' &&
                    kept + INDENT + strlen(got->lines[0]) <= WIDTH;

    fprintf(out, "%.*s%s", (int)kept, file->lines[at], is_short ? "" : "\n");
    for (size_t i = 0; i < got->count; i++)
        fprintf(out, "  %s\n", got->lines[i]);
    fclose(out);
    set_instead(file, at, instead);
    for (size_t i = at + 1; is_of_block(file, i); i++)
        set_instead(file, i, strdup(""));
}
