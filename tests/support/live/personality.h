/*
 * How kinds of clients answer, as measured of real ones.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_LIVE_PERSONALITY_H
#define UNDERCROFT_TESTS_SUPPORT_LIVE_PERSONALITY_H

#include <stdbool.h>

#include "support/live/client.h"

struct personality {
    const char *terminal_type; /* NULL: refused */
    const char *line_end;
    size_t line_end_length;
    bool answers; /* the negotiation */
    bool suppresses_go_ahead;
    bool marks_prompts;     /* wants EOR */
    bool hides_window;      /* says that it knows no size: lines come whole */
    bool answers_questions; /* of the server to the terminal */
    bool shows_utf8;
    bool inflates;      /* wants MCCP2 */
    bool shows_screens; /* is taken for a terminal */
};

const struct personality *personality_of(enum client_kind kind);

#endif
