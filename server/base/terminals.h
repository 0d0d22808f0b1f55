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

enum { TERMINALS_STORED_HEADER = 5 }; /* bytes */

/* The terminal shows our screen, or no longer does. */
void terminals_note_screen(int descriptor, bool is_ours);

/* The stream to the terminal is compressed by zlib, so that what goes there has to be a block. */
void terminals_note_stream(int descriptor, bool is_compressed);

/* Text to that terminal has to be a frame of a WebSocket. */
void terminals_note_frames(int descriptor, bool is_framed);

/* Writes `text` (at most 65000 bytes), which puts a terminal back, to each that shows our screen,
   and closes WebSockets with 1001. For the handler of a fatal signal: async-signal-safe. */
void terminals_restore_all(const char *text);

/*
 * The bytes before `length` (at most 65535) bytes of text that make them a block of a zlib stream
 * which stands between two flushes. Needs no stream, no memory and no lock.
 */
void terminals_stored_header(size_t length, uint8_t header[TERMINALS_STORED_HEADER]);

#endif
