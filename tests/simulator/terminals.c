/*
 * Terminals of clients: each shows what the server recorded as meant.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "simulation.h"
#include "support/live/screen_log.h"

enum { TELNET_COMMAND = 255, TELNET_BEGIN = 250, TELNET_END = 240, TELNET_OPTION_FIRST = 251 };

static struct screen_log screens;

/* Takes one byte; bytes of telnet's commands are not passed on to the terminal. */
static void take_byte(struct actor *actor, uint8_t byte)
{
    if (actor->telnet_length == 0 && byte == TELNET_COMMAND) {
        actor->telnet_length = 1;
    } else if (actor->telnet_length == 0) {
        if (!actor->is_in_subnegotiation)
            terminal_feed(&actor->terminal, &byte, 1);
    } else if (actor->telnet_length == 2) {
        actor->telnet_length = 0;
    } else if (byte >= TELNET_OPTION_FIRST && byte != TELNET_COMMAND) {
        actor->telnet_length = 2;
    } else {
        actor->telnet_length = 0;
        if (byte == TELNET_COMMAND && !actor->is_in_subnegotiation)
            terminal_feed(&actor->terminal, &byte, 1);
        if (byte == TELNET_BEGIN || byte == TELNET_END)
            actor->is_in_subnegotiation = byte == TELNET_BEGIN;
    }
}

void actor_draw(struct actor *actor, const uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        take_byte(actor, bytes[i]);
    actor->terminal.answer_length = 0;
}

/* All of the newest frame is at the client, and the next will not repaint the whole screen, as it
   does behind a question to the terminal, whose glyph shows meanwhile. */
static bool is_at_rest(const struct actor *actor)
{
    const struct session *session =
        actor->guest.hall == NULL || !actor->has_terminal || actor->has_lied
            ? NULL
            : guest_session(&actor->guest);

    return session != NULL && session->state == SESSION_PLAYING && session->mode == MODE_SCREEN &&
           session->present.screen.is_open && !session->present.screen.drawing.ansi.is_unknown &&
           conn_is_drained(session->conn) && peer_waiting(actor->guest.peer) == 0;
}

void terminals_compare(struct simulation *simulation)
{
    char difference[SCREEN_LOG_DIFFERENCE_SIZE];

    snprintf(screens.path, sizeof screens.path, "%s/screens", simulation->hall.folder);
    screen_log_read(&screens);
    for (int i = 0; i < simulation->actor_count; i++) {
        struct actor *actor = &simulation->actors[i];
        if (!is_at_rest(actor))
            continue;
        const struct screen_frame *frame = screen_log_newest(&screens, (int)actor->guest.serial);
        /* Another window has been told, and is adopted at a tick. */
        if (frame == NULL || frame->width != actor->terminal.width ||
            frame->height != actor->terminal.height)
            continue;
        struct palette palette = guest_session(&actor->guest)->present.palette;
        struct palette plain = palette_of(palette.colours);
        if (palette.theme != plain.theme || palette.memory != plain.memory)
            continue;
        bool is_shown = screen_frame_is_shown(frame, &actor->terminal, palette, difference);
        ck_assert_msg(is_shown, "%s's screen is not as meant: %s", actor->name, difference);
        simulation->progress->frames++;
    }
}

void terminals_forget(void)
{
    (void)unlink(screens.path);
    screen_log_release(&screens);
    memset(&screens, 0, sizeof screens);
}
