/*
 * The receiving half of MCCP2, as a client does it: plain bytes until IAC SB 86 IAC SE, then a zlib
 * stream until its end, then plain bytes again.
 */
#ifndef UNDERCROFT_TESTS_UNIT_SERVER_INFLATER_H
#define UNDERCROFT_TESTS_UNIT_SERVER_INFLATER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <zlib.h>

#include "base/bytes.h"

enum { INFLATER_TEXT_MAX = 8 * 1024 * 1024, INFLATER_MARK_LENGTH = 5 };

struct inflater {
    z_stream stream;
    bool is_inflating;
    int begun; /* streams, so far */
    int ended; /* in order: the checksum was right */
    uint8_t window[INFLATER_MARK_LENGTH];
    struct bytes text; /* all that came out, the marks left away */
};

void inflater_init(struct inflater *inflater);
void inflater_release(struct inflater *inflater);

/* Takes bytes from the wire; fails the test if they are not a stream. */
void inflater_feed(struct inflater *inflater, const uint8_t *data, size_t length);

#endif
