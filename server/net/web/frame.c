/*
 * Reading and writing frames.
 */
#include "server/net/web/frame.h"

#include <string.h>

enum {
    FINAL = 0x80,
    RESERVED = 0x70,
    OPCODE = 0x0f,
    MASKED = 0x80,
    LENGTH = 0x7f,
    LENGTH_OF_16 = 126, /* the length is in the next 16 bits, */
    LENGTH_OF_64 = 127, /* or 64 */
    MASK_SIZE = 4,
    FIXED = 2, /* bytes that every head begins with */
};

void frame_reader_init(struct frame_reader *reader, uint64_t message_max)
{
    *reader = (struct frame_reader){.message_max = message_max, .head_wanted = FIXED};
}

static enum frame_step fail(struct frame_reader *reader, enum close_code fault)
{
    reader->fault = fault;
    return FRAME_BROKEN;
}

static bool is_control(const struct frame_reader *reader)
{
    return reader->opcode >= FRAME_CLOSE;
}

/*
 * UTF-8 byte by byte, Unicode 15, table 3-7. The state is how many bytes the letter still wants
 * (lowest 8 bits) and the range in which the next must lie (8 bits each); 0 between letters.
 */
static bool take_letter(uint32_t *state, uint8_t byte)
{
    static const struct {
        uint8_t first, last; /* of the first byte */
        uint8_t more;
        uint8_t low, high; /* of the second */
    } forms[] = {
        {0x00, 0x7f, 0, 0, 0},       {0xc2, 0xdf, 1, 0x80, 0xbf}, {0xe0, 0xe0, 2, 0xa0, 0xbf},
        {0xe1, 0xec, 2, 0x80, 0xbf}, {0xed, 0xed, 2, 0x80, 0x9f}, {0xee, 0xef, 2, 0x80, 0xbf},
        {0xf0, 0xf0, 3, 0x90, 0xbf}, {0xf1, 0xf3, 3, 0x80, 0xbf}, {0xf4, 0xf4, 3, 0x80, 0x8f},
    };

    if (*state != 0) {
        uint8_t more = (uint8_t)*state;
        if (byte < (uint8_t)(*state >> 8) || byte > (uint8_t)(*state >> 16))
            return false;
        *state = more == 1 ? 0 : 0xbf8000U | (uint32_t)(more - 1);
        return true;
    }
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if (byte < forms[i].first || byte > forms[i].last)
            continue;
        if (forms[i].more > 0)
            *state = (uint32_t)forms[i].high << 16 | (uint32_t)forms[i].low << 8 | forms[i].more;
        return true;
    }
    return false;
}

/* The first two bytes of a head are there. */
static enum frame_step read_fixed(struct frame_reader *reader)
{
    uint8_t first = reader->head[0];
    uint8_t length = reader->head[1] & LENGTH;

    reader->opcode = first & OPCODE;
    bool is_known = reader->opcode <= FRAME_BINARY ||
                    (reader->opcode >= FRAME_CLOSE && reader->opcode <= FRAME_PONG);
    bool is_out_of_place =
        !is_control(reader) && (reader->opcode == FRAME_CONTINUATION) != reader->is_in_message;
    if ((first & RESERVED) != 0 || !is_known || is_out_of_place ||
        (reader->head[1] & MASKED) == 0 ||
        (is_control(reader) && ((first & FINAL) == 0 || length > FRAME_CONTROL_MAX)))
        return fail(reader, CLOSE_PROTOCOL);
    reader->head_wanted = (uint8_t)(FIXED + MASK_SIZE +
                                    (length == LENGTH_OF_16   ? 2
                                     : length == LENGTH_OF_64 ? 8
                                                              : 0));
    return FRAME_WANTS_MORE;
}

/* False: the length is written in more bytes than it needs. */
static bool read_length(struct frame_reader *reader)
{
    uint8_t length = reader->head[1] & LENGTH;

    reader->left = length;
    if (length < LENGTH_OF_16)
        return true;
    reader->left = 0;
    for (size_t i = FIXED; i + MASK_SIZE < reader->head_wanted; i++)
        reader->left = reader->left << 8 | reader->head[i];
    return length == LENGTH_OF_16 ? reader->left >= LENGTH_OF_16
                                  : reader->left > UINT16_MAX && reader->left >> 63 == 0;
}

/* A frame has ended. */
static enum frame_step end_frame(struct frame_reader *reader, enum frame_step step)
{
    bool is_final = (reader->head[0] & FINAL) != 0;

    reader->head_length = 0;
    reader->head_wanted = FIXED;
    if (is_control(reader))
        return FRAME_CONTROL;
    if (!is_final)
        return step;
    if (reader->is_text && reader->text_state != 0)
        return fail(reader, CLOSE_TEXT);
    reader->is_in_message = false;
    reader->is_end = true;
    return step == FRAME_BYTE ? FRAME_BYTE : FRAME_MESSAGE_END;
}

/* The head is there. */
static enum frame_step begin_frame(struct frame_reader *reader)
{
    if (!read_length(reader))
        return fail(reader, CLOSE_PROTOCOL);
    reader->mask_at = 0;
    if (is_control(reader)) {
        reader->control_length = 0;
    } else {
        if (reader->opcode != FRAME_CONTINUATION) {
            reader->is_text = reader->opcode == FRAME_TEXT;
            reader->message_size = 0;
            reader->text_state = 0;
        }
        reader->is_in_message = true;
        if (reader->left > reader->message_max - reader->message_size)
            return fail(reader, CLOSE_TOO_BIG);
        reader->message_size += reader->left;
    }
    return reader->left == 0 ? end_frame(reader, FRAME_WANTS_MORE) : FRAME_WANTS_MORE;
}

static enum frame_step take_head(struct frame_reader *reader, uint8_t byte)
{
    reader->head[reader->head_length++] = byte;
    if (reader->head_length == FIXED)
        return read_fixed(reader);
    return reader->head_length == reader->head_wanted ? begin_frame(reader) : FRAME_WANTS_MORE;
}

static enum frame_step take_content(struct frame_reader *reader, uint8_t byte)
{
    const uint8_t *mask = reader->head + reader->head_wanted - MASK_SIZE;
    enum frame_step step = FRAME_WANTS_MORE;

    byte ^= mask[reader->mask_at++ % MASK_SIZE];
    reader->left--;
    if (is_control(reader)) {
        reader->control[reader->control_length++] = byte;
    } else {
        if (reader->is_text && !take_letter(&reader->text_state, byte))
            return fail(reader, CLOSE_TEXT);
        reader->byte = byte;
        step = FRAME_BYTE;
    }
    return reader->left == 0 ? end_frame(reader, step) : step;
}

enum frame_step frame_take(struct frame_reader *reader, uint8_t byte)
{
    reader->is_end = false;
    return reader->head_length < reader->head_wanted ? take_head(reader, byte)
                                                     : take_content(reader, byte);
}

size_t frame_write_head(enum frame_opcode opcode, uint64_t length, uint8_t out[FRAME_HEAD_MAX])
{
    size_t bytes = length < LENGTH_OF_16 ? 0 : length <= UINT16_MAX ? 2 : 8;

    out[0] = (uint8_t)(FINAL | (uint8_t)opcode);
    out[1] = (uint8_t)(bytes == 0 ? length : bytes == 2 ? LENGTH_OF_16 : LENGTH_OF_64);
    for (size_t i = 0; i < bytes; i++)
        out[FIXED + i] = (uint8_t)(length >> (8 * (bytes - 1 - i)));
    return FIXED + bytes;
}

bool frame_is_close_code(unsigned code)
{
    bool is_standard = code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006;

    return is_standard || (code >= 3000 && code < 5000);
}
