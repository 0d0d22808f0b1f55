/*
 * The terminals to be put back when the process dies by a signal: a number for each descriptor.
 */
#include "server/base/terminals.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"

enum {
    TERMINALS_MAX = 65536,
    TERMINAL_IS_OURS = 1,
    STREAM_IS_COMPRESSED = 2,
    STREAM_IS_FRAMED = 4,
};
static volatile sig_atomic_t terminal_flags[TERMINALS_MAX];
static volatile sig_atomic_t terminal_highest = -1;

static void note(int descriptor, int flag, bool is_set)
{
    if (descriptor < 0 || descriptor >= TERMINALS_MAX)
        return;
    int others = terminal_flags[descriptor] & ~flag;
    terminal_flags[descriptor] = is_set ? others | flag : others;
    if (descriptor > terminal_highest)
        terminal_highest = descriptor;
}

void terminals_note_screen(int descriptor, bool is_ours)
{
    note(descriptor, TERMINAL_IS_OURS, is_ours);
}

void terminals_note_stream(int descriptor, bool is_compressed)
{
    note(descriptor, STREAM_IS_COMPRESSED, is_compressed);
}

void terminals_note_frames(int descriptor, bool is_framed)
{
    note(descriptor, STREAM_IS_FRAMED, is_framed);
}

void terminals_stored_header(size_t length, uint8_t header[TERMINALS_STORED_HEADER])
{
    /* RFC 1951, 3.2.4: not the last block, type 0, the length and its complement. */
    CHECK(length <= UINT16_MAX);
    header[0] = 0;
    header[1] = (uint8_t)length;
    header[2] = (uint8_t)(length >> 8);
    header[3] = (uint8_t)~header[1];
    header[4] = (uint8_t)~header[2];
}

/* Restores one terminal. A compressed stream is at a whole byte after every flight, so a stored
   block can follow without the state of the stream. */
static void restore(int descriptor, int flags, const char *text, size_t length)
{
    uint8_t header[TERMINALS_STORED_HEADER];
    bool is_compressed = (flags & STREAM_IS_COMPRESSED) != 0;
    size_t framed = length + (is_compressed ? sizeof header : 0);
    /* RFC 6455, 5.2: a whole BINARY frame, its length in 16 bits unless 7 are enough. */
    uint8_t head[] = {0x82, framed < 126 ? (uint8_t)framed : 126, (uint8_t)(framed >> 8),
                      (uint8_t)framed};

    if ((flags & STREAM_IS_FRAMED) != 0 && write(descriptor, head, framed < 126 ? 2 : 4) < 0)
        return;
    terminals_stored_header(length, header);
    if ((flags & STREAM_IS_COMPRESSED) != 0 && write(descriptor, header, sizeof header) < 0)
        return;
    (void)!write(descriptor, text, length);
}

void terminals_restore_all(const char *text)
{
    size_t length = strlen(text);

    /* A whole CLOSE frame with 1001: the server goes away. */
    static const uint8_t close_frame[] = {0x88, 0x02, 0x03, 0xe9};

    for (int i = 0; i <= terminal_highest; i++) {
        if ((terminal_flags[i] & TERMINAL_IS_OURS) != 0)
            restore(i, terminal_flags[i], text, length);
        if ((terminal_flags[i] & STREAM_IS_FRAMED) != 0)
            (void)!write(i, close_frame, sizeof close_frame);
    }
}
