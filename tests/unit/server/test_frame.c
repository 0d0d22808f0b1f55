/*
 * Frames of WebSockets: what is taken, what breaks the rules and with which code.
 */
#include "server/net/web/socket.h"

#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "support/test.h"

enum { MESSAGE_MAX = 1000 };

/* Appends a frame of a client's. */
static void put(struct bytes *bytes, uint8_t first, const void *data, size_t length)
{
    static const uint8_t mask[4] = {0x12, 0x34, 0x56, 0x78};
    const uint8_t *content = data;
    uint8_t head[FRAME_HEAD_MAX];
    size_t head_length = frame_write_head(FRAME_TEXT, length, head);

    head[0] = first;
    head[1] |= 0x80;
    ck_assert_int_eq(bytes_append(bytes, head, head_length), ERR_OK);
    ck_assert_int_eq(bytes_append(bytes, mask, sizeof mask), ERR_OK);
    for (size_t i = 0; i < length; i++)
        ck_assert_int_eq(bytes_append_u8(bytes, content[i] ^ mask[i % sizeof mask]), ERR_OK);
}

/* Describes the frames of a stream: messages in brackets (T or B before them), control frames in
   braces, a fault's code at the end. */
static void tell(struct frame_reader *reader, const struct bytes *bytes, char *out, size_t size)
{
    size_t length = 0;
    bool is_open = false;

    out[0] = '\0';
    for (size_t i = 0; i < bytes->length; i++) {
        enum frame_step step = frame_take(reader, bytes->data[i]);
        if ((step == FRAME_BYTE || step == FRAME_MESSAGE_END) && !is_open)
            length +=
                (size_t)snprintf(out + length, size - length, "%c[", reader->is_text ? 'T' : 'B');
        if (step == FRAME_BYTE || step == FRAME_MESSAGE_END)
            is_open = true;
        if (step == FRAME_BYTE)
            length += (size_t)snprintf(out + length, size - length, "%c", reader->byte);
        if ((step == FRAME_BYTE || step == FRAME_MESSAGE_END) && reader->is_end) {
            length += (size_t)snprintf(out + length, size - length, "]");
            is_open = false;
        }
        if (step == FRAME_CONTROL)
            length +=
                (size_t)snprintf(out + length, size - length, "{%d:%.*s}", (int)reader->opcode,
                                 reader->control_length, (const char *)reader->control);
        if (step == FRAME_BROKEN) {
            snprintf(out + length, size - length, "!%d", (int)reader->fault);
            return;
        }
    }
}

static void expect(struct bytes *bytes, const char *expected)
{
    struct frame_reader reader;
    char told[4096];

    frame_reader_init(&reader, MESSAGE_MAX);
    tell(&reader, bytes, told, sizeof told);
    ck_assert_str_eq(told, expected);
    bytes_clear(bytes, 0);
}

TEST(messages_are_unmasked_and_put_together)
{
    struct bytes bytes;

    bytes_init(&bytes, 4096);
    put(&bytes, 0x81, "north", 5);
    put(&bytes, 0x82, "\r", 1);
    put(&bytes, 0x81, "", 0);
    expect(&bytes, "T[north]B[\r]T[]");
    put(&bytes, 0x01, "no", 2);
    put(&bytes, 0x89, "ping", 4);
    put(&bytes, 0x00, "", 0);
    put(&bytes, 0x80, "rth", 3);
    put(&bytes, 0x8a, "", 0);
    put(&bytes, 0x88, "\x03\xe8", 2);
    expect(&bytes, "T[no{9:ping}rth]{10:}{8:\x03\xe8}");
    put(&bytes, 0x02, "", 0);
    put(&bytes, 0x80, "", 0);
    expect(&bytes, "B[]");
}

TEST(frames_that_break_the_rules_close_with_1002)
{
    static const struct {
        const char *name;
        const char *bytes;
        size_t length;
    } rows[] = {
        {"unmasked", "\x81\x00", 2},
        {"first reserved bit", "\xc1\x80", 2},
        {"second reserved bit", "\xa1\x80", 2},
        {"third reserved bit", "\x91\x80", 2},
        {"reserved opcode", "\x83\x80", 2},
        {"reserved control", "\x8b\x80", 2},
        {"control in fragments", "\x09\x80", 2},
        {"long control", "\x89\xfe", 2},
        {"stray continuation", "\x80\x80", 2},
        {"a message within another", "\x01\x80\1\1\1\1\x81\x80", 8},
        {"16 bits for a short length", "\x81\xfe\x00\x7d\1\1\1\1", 8},
        {"64 bits for a short length", "\x81\xff\0\0\0\0\0\0\xff\xff\1\1\1\1", 14},
        {"a length with its highest bit", "\x81\xff\x80\0\0\0\0\1\0\0\1\1\1\1", 14},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct frame_reader reader;
        enum frame_step step = FRAME_WANTS_MORE;
        frame_reader_init(&reader, MESSAGE_MAX);
        for (size_t at = 0; at < rows[i].length; at++) {
            ck_assert_int_eq(step, FRAME_WANTS_MORE);
            step = frame_take(&reader, (uint8_t)rows[i].bytes[at]);
        }
        ck_assert_msg(step == FRAME_BROKEN && reader.fault == CLOSE_PROTOCOL, "%s", rows[i].name);
    }
}

TEST(all_fragments_of_a_message_share_its_limit)
{
    static char long_text[MESSAGE_MAX + 1];
    struct bytes bytes;
    char expected[MESSAGE_MAX + 4];

    memset(long_text, 'x', sizeof long_text);
    bytes_init(&bytes, 8192);
    snprintf(expected, sizeof expected, "B[%.*s]", MESSAGE_MAX, long_text);
    put(&bytes, 0x82, long_text, MESSAGE_MAX);
    expect(&bytes, expected);
    put(&bytes, 0x82, long_text, MESSAGE_MAX + 1);
    expect(&bytes, "!1009");
    put(&bytes, 0x02, "ab", 2);
    put(&bytes, 0x80, long_text, MESSAGE_MAX - 1);
    expect(&bytes, "B[ab!1009");
    bytes_release(&bytes);
}

TEST(text_is_utf8_or_closes_with_1007)
{
    static const char *const right[] = {"z\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x90\x89",
                                        "\xed\x9f\xbf", "\xf4\x8f\xbf\xbf"};
    static const char *const wrong[] = {"\x80",         "\xc0\x80",         "\xc1\xbf",
                                        "\xe0\x80\x80", "\xed\xa0\x80",     "\xf0\x80\x80\x80",
                                        "\xf5\x80\x80", "\xf4\x90\x80\x80", "\xc3",
                                        "\xe2\x82",     "\xe2\x82x",        "\xff"};
    struct bytes bytes;
    char told[64];
    struct frame_reader reader;

    bytes_init(&bytes, 4096);
    for (size_t i = 0; i < sizeof right / sizeof right[0]; i++) {
        snprintf(told, sizeof told, "T[%s]", right[i]);
        put(&bytes, 0x81, right[i], strlen(right[i]));
        expect(&bytes, told);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        frame_reader_init(&reader, MESSAGE_MAX);
        put(&bytes, 0x81, wrong[i], strlen(wrong[i]));
        tell(&reader, &bytes, told, sizeof told);
        ck_assert_msg(strstr(told, "!1007") != NULL, "%zu: %s", i, told);
        bytes_clear(&bytes, 0);
    }
    put(&bytes, 0x01, "\xe2", 1);
    put(&bytes, 0x80, "\x82\xac", 2);
    expect(&bytes, "T[\xe2\x82\xac]");
    put(&bytes, 0x82, "\xff\xfe", 2);
    expect(&bytes, "B[\xff\xfe]");
    bytes_release(&bytes);
}

TEST(our_heads_are_as_short_as_can_be)
{
    uint8_t head[FRAME_HEAD_MAX];

    ck_assert_uint_eq(frame_write_head(FRAME_BINARY, 125, head), 2);
    ck_assert_mem_eq(head, "\x82\x7d", 2);
    ck_assert_uint_eq(frame_write_head(FRAME_TEXT, 126, head), 4);
    ck_assert_mem_eq(head, "\x81\x7e\x00\x7e", 4);
    ck_assert_uint_eq(frame_write_head(FRAME_TEXT, 65535, head), 4);
    ck_assert_uint_eq(frame_write_head(FRAME_CLOSE, 65536, head), 10);
    ck_assert_mem_eq(head, "\x88\x7f\0\0\0\0\0\1\0\0", 10);
}

TEST(a_peer_may_close_with_the_codes_of_the_registry)
{
    ck_assert(frame_is_close_code(1000) && frame_is_close_code(1011) && frame_is_close_code(3000) &&
              frame_is_close_code(4999));
    ck_assert(!frame_is_close_code(0) && !frame_is_close_code(999) && !frame_is_close_code(1004) &&
              !frame_is_close_code(1005) && !frame_is_close_code(1006) &&
              !frame_is_close_code(1015) && !frame_is_close_code(2999) &&
              !frame_is_close_code(5000));
}
