/*
 * Messages of a browser page, as a table: the text, and the result of reading it.
 */
#include "server/session/page/page_message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/test.h"

static const char *const kind_names[PAGE_MESSAGE_KIND_COUNT] = {
    [PAGE_MESSAGE_LINE] = "line",     [PAGE_MESSAGE_CANCEL] = "cancel",
    [PAGE_MESSAGE_GUEST] = "guest",   [PAGE_MESSAGE_WATCH] = "watch",
    [PAGE_MESSAGE_RESUME] = "resume", [PAGE_MESSAGE_FACE] = "face",
};

static const struct {
    const char *text;
    const char *read; /* "kind number text" */
} table[] = {
    {"Input.Line {\"n\":1,\"text\":\"north\"}", "line 1 north"},
    {"input.line   {\"text\":\"\",\"n\":2147483647}", "line 2147483647 "},
    {"Input.Line {\"n\":3,\"text\":\"say gr\\u00fcezi\"}", "line 3 say gr\xc3\xbc"
                                                           "ezi"},
    {"Input.Line {\"n\":3,\"text\":\"n\\nquit\\r\\u001b[A\\u007f\"}", "line 3 nquit[A"},
    {"Input.Line {\"n\":3,\"text\":\"a\\u0000b\"}", "junk"},
    {"Input.Line {\"n\":3,\"text\":\"\xff\"}", "junk"},
    {"Input.Line {\"n\":-1,\"text\":\"n\"}", "junk"},
    {"Input.Line {\"n\":2147483648,\"text\":\"n\"}", "junk"},
    {"Input.Line {\"n\":99999999999999999999,\"text\":\"n\"}", "junk"},
    {"Input.Line {\"n\":1.5,\"text\":\"n\"}", "junk"},
    {"Input.Line {\"n\":\"1\",\"text\":\"n\"}", "junk"},
    {"Input.Line {\"n\":1}", "junk"},
    {"Input.Line {\"text\":\"n\"}", "junk"},
    {"Input.Line {\"n\":1,\"n\":2,\"text\":\"n\"}", "junk"},
    {"Input.Line {\"n\":1,\"text\":7}", "junk"},
    {"Input.Line [1,\"n\"]", "junk"},
    {"Input.Line", "junk"},
    {"Input.Line {", "junk"},
    {"Input.Line [[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]", "junk"},
    {"Input.Lines {\"n\":1,\"text\":\"n\"}", "other"},
    {"Input.Cancel {\"n\":4}", "cancel 4 "},
    {"Input.Cancel {}", "junk"},
    {"Session.Guest {}", "guest 0 "},
    {"Session.Guest", "guest 0 "},
    {"Session.Guest 1", "junk"},
    {"Session.Watch {\"name\":\"Ada\"}", "watch 0 Ada"},
    {"Session.Watch {\"name\":\"\"}", "junk"},
    {"Session.Watch {}", "junk"},
    {"Session.Resume {\"token\":\"0f\",\"line\":17}", "resume 17 0f"},
    {"Session.Resume {\"token\":\"0f\"}", "junk"},
    {"Page.Face \"words\"", "face 0 words"},
    {"Page.Face \"map\"", "face 0 map"},
    {"Page.Face \"neither\"", "junk"},
    {"Page.Face", "junk"},
    {"Core.Ping", "other"},
    {"Char.Login.Credentials {\"account\":\"Ada\",\"password\":\"x\"}", "other"},
    {"", "other"},
};

static void describe(const char *text, size_t length, char *out, size_t size)
{
    struct page_message message;
    enum page_verdict verdict = page_message_read(text, length, &message);

    if (verdict != PAGE_VERDICT_MESSAGE)
        snprintf(out, size, "%s", verdict == PAGE_VERDICT_JUNK ? "junk" : "other");
    else if (message.kind == PAGE_MESSAGE_FACE)
        snprintf(out, size, "face 0 %s", message.wants_words ? "words" : "map");
    else
        snprintf(out, size, "%s %u %s", kind_names[message.kind], message.number,
                 message.is_too_long ? "(too long)" : message.text);
}

TEST_EACH(a_message_is_read_or_is_junk, sizeof table / sizeof table[0])
{
    char read[PAGE_LINE_MAX + 64];

    describe(table[_i].text, strlen(table[_i].text), read, sizeof read);
    ck_assert_msg(strcmp(read, table[_i].read) == 0, "%s: %s, not %s", table[_i].text, read,
                  table[_i].read);
}

/* Each field at its limit and one byte above it. */
static const struct {
    const char *begin;
    const char *end;
    size_t length_max;
    const char *above; /* what one byte more is read as */
} limits[] = {
    {"Input.Line {\"n\":1,\"text\":\"", "\"}", PAGE_LINE_MAX, "line 1 (too long)"},
    {"Session.Watch {\"name\":\"", "\"}", PAGE_NAME_MAX, "junk"},
    {"Session.Resume {\"line\":1,\"token\":\"", "\"}", PAGE_TOKEN_MAX, "junk"},
};

static void describe_long(int row, size_t length, char *out, size_t size)
{
    char text[PAGE_LINE_MAX + 128];
    char letters[PAGE_LINE_MAX + 2];

    memset(letters, 'a', length);
    letters[length] = '\0';
    snprintf(text, sizeof text, "%s%s%s", limits[row].begin, letters, limits[row].end);
    describe(text, strlen(text), out, size);
}

TEST_EACH(each_field_has_its_limit, sizeof limits / sizeof limits[0])
{
    char read[PAGE_LINE_MAX + 64];

    describe_long(_i, limits[_i].length_max, read, sizeof read);
    ck_assert_msg(strlen(read) > limits[_i].length_max, "%s: %s", limits[_i].begin, read);
    describe_long(_i, limits[_i].length_max + 1, read, sizeof read);
    ck_assert_str_eq(read, limits[_i].above);
}

TEST(nothing_behind_the_message_is_read)
{
    static const char text[] = "Input.Line {\"n\":1,\"text\":\"north\"}";
    char read[PAGE_LINE_MAX + 64];

    /* A buffer of the exact size, so that a sanitizer sees a read behind its end. */
    for (size_t length = 0; length < sizeof text; length++) {
        char *part = malloc(length > 0 ? length : 1);
        ck_assert_ptr_nonnull(part);
        memcpy(part, text, length);
        describe(part, length, read, sizeof read);
        ck_assert_int_eq(strncmp(read, "line", 4) == 0, length == sizeof text - 1);
        free(part);
    }
}
