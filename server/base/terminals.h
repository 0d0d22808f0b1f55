/*
 * The terminals that show a screen of ours, by the descriptor that leads there: the handler of a
 * fatal signal puts them back. The table is a global array of numbers, the only thing that such a
 * handler may look at safely.
 */
#ifndef UNDERCROFT_SERVER_BASE_TERMINALS_H
#define UNDERCROFT_SERVER_BASE_TERMINALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TERMINALS_STORED_HEADER = 5 }; /* bytes of the header */

/* Notes whether the terminal shows our screen. */
void terminals_note_screen(int descriptor, bool is_ours);

/* Notes whether zlib compresses the stream to the terminal, so that text must be a block of it. */
void terminals_note_stream(int descriptor, bool is_compressed);

/* Notes whether text to that terminal must be a frame of a WebSocket. */
void terminals_note_frames(int descriptor, bool is_framed);

/* Writes `text` (at most 65000 bytes), which restores a terminal, to each terminal that shows our
   screen, and closes WebSockets with 1001. For the handler of a fatal signal: async-signal-safe. */
void terminals_restore_all(const char *text);

/*
 * Writes the bytes that make `length` (at most 65535) bytes of text a block of a zlib stream
 * between two flushes. Needs no stream, memory or lock.
 */
void terminals_stored_header(size_t length, uint8_t header[TERMINALS_STORED_HEADER]);

#endif
