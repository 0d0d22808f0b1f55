/*
 * How kinds of clients answer.
 */
#include "support/live/personality.h"

static const struct personality personalities[CLIENT_KIND_COUNT] = {
    [CLIENT_XTERM] =
        {
            .terminal_type = "XTERM-256COLOR",
            .line_end = "\r\0",
            .line_end_length = 2,
            .answers = true,
            .suppresses_go_ahead = true,
            .answers_questions = true,
            .shows_utf8 = true,
            .shows_screens = true,
        },
    [CLIENT_XTERM_16] =
        {
            .terminal_type = "XTERM",
            .line_end = "\r\0",
            .line_end_length = 2,
            .answers = true,
            .suppresses_go_ahead = true,
            .shows_utf8 = true,
            .shows_screens = true,
        },
    [CLIENT_XTERM_COMPRESSED] =
        {
            .terminal_type = "XTERM-256COLOR",
            .line_end = "\r\0",
            .line_end_length = 2,
            .answers = true,
            .suppresses_go_ahead = true,
            .answers_questions = true,
            .shows_utf8 = true,
            .inflates = true,
            .shows_screens = true,
        },
    [CLIENT_XTERM_16_COMPRESSED] =
        {
            .terminal_type = "XTERM",
            .line_end = "\r\0",
            .line_end_length = 2,
            .answers = true,
            .suppresses_go_ahead = true,
            .shows_utf8 = true,
            .inflates = true,
            .shows_screens = true,
        },
    [CLIENT_LATIN] =
        {
            .terminal_type = "VT220",
            .line_end = "\r\0",
            .line_end_length = 2,
            .answers = true,
            .suppresses_go_ahead = true,
            .answers_questions = true,
            .shows_screens = true,
        },
    [CLIENT_DUMB] =
        {
            .terminal_type = "DUMB",
            .line_end = "\r\0",
            .line_end_length = 2,
            .answers = true,
            .suppresses_go_ahead = true,
            .shows_utf8 = true,
        },
    [CLIENT_UNKNOWN] =
        {
            .terminal_type = "UNKNOWN",
            .line_end = "\r\0",
            .line_end_length = 2,
            .answers = true,
            .suppresses_go_ahead = true,
            .shows_utf8 = true,
        },
    [CLIENT_LINE] =
        {
            .terminal_type = "MUDLIKE",
            .line_end = "\r\n",
            .line_end_length = 2,
            .answers = true,
            .marks_prompts = true,
            .hides_window = true,
            .shows_utf8 = true,
        },
    [CLIENT_MUTE] = {.line_end = "\n", .line_end_length = 1, .shows_utf8 = true},
};

const struct personality *personality_of(enum client_kind kind)
{
    return &personalities[kind];
}
