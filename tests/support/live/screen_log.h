/*
 * The file that undercroftd --record-screens writes: every frame as the server meant it. Read while
 * it grows, and compared with what a terminal shows.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_LIVE_SCREEN_LOG_H
#define UNDERCROFT_TESTS_SUPPORT_LIVE_SCREEN_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "support/live/terminal.h"
#include "term/palette.h"

enum { SCREEN_LOG_SERIALS_MAX = 1024, SCREEN_LOG_DIFFERENCE_SIZE = 2048 };

struct screen_frame {
    unsigned long long serial; /* which connection, the first being 1 */
    int width;
    int height;
    int cursor_x;
    int cursor_y;
    char *text;  /* owned; the rows as UTF-8, each ended by LF */
    char *roles; /* owned; the same with one letter a cell, SCREEN_ROLE_SIGN + role */
};

struct screen_log {
    char path[256];
    long offset; /* what was read */
    uint64_t frame_count;
    struct screen_frame newest[SCREEN_LOG_SERIALS_MAX]; /* by serial; without text: none yet */
};

/* The file need not exist yet. */
void screen_log_init(struct screen_log *log, const char *path);
void screen_log_release(struct screen_log *log);

/* Reads what has been added since; an unfinished frame stays for the next time. */
void screen_log_read(struct screen_log *log);

/* Reads one frame on and returns it, or NULL at the end; it is valid until the next read. */
const struct screen_frame *screen_log_next(struct screen_log *log);

/* The newest frame of a connection; NULL if there is none. */
const struct screen_frame *screen_log_newest(const struct screen_log *log, int serial);

/*
 * True if the terminal shows this frame: size, every glyph, every visible attribute and colour, and
 * the cursor. Otherwise `difference` (SCREEN_LOG_DIFFERENCE_SIZE bytes) says what differs first.
 */
bool screen_frame_is_shown(const struct screen_frame *frame, const struct terminal *terminal,
                           struct palette palette, char *difference);

#endif
