/*
 * The client's terminal in screen mode: taken over and given back, its window and title, and the
 * text over the map. A change marks the screen dirty; screen_frame.c draws frames.
 */
#include "server/session/present/screen_mode.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "narrate/place_words.h"
#include "narrate/words.h"
#include "server/base/terminals.h"
#include "server/net/conn.h"
#include "server/session/auth/own_password.h"
#include "server/session/session.h"
#include "server/session/session_life.h"
#include "server/session/sessions.h"
#include "term/layout.h"
#include "term/overlay.h"

enum { TITLE_PLACE_SIZE = 96 };

static void write_text(struct session *session, const char *text)
{
    if (client_write(&session->conn->client, text, strlen(text)) != ERR_OK)
        session_close(session, "output-full");
}

/* Notes whether the terminal shows our screen, so that a crash can restore it. */
static void note_terminal(const struct conn *conn, bool is_ours)
{
    uv_os_fd_t descriptor;

    if (!conn_is_encrypted(conn) && uv_fileno((const uv_handle_t *)&conn->handle, &descriptor) == 0)
        terminals_note_screen(descriptor, is_ours);
}

void screen_mode_stir(struct session *session)
{
    if (!session->present.screen.is_open)
        return;
    session->present.screen.is_dirty = true;
    session_make_runnable(session);
}

static void mark_dirty(struct session *session)
{
    session->present.screen.is_dirty = true;
    session->present.screen.is_dirty_own = true;
    session_make_runnable(session);
}

void screen_mode_touch(struct session *session)
{
    if (session->present.screen.is_open)
        mark_dirty(session);
}

void screen_mode_redraw(struct session *session)
{
    if (!session->present.screen.is_open)
        return;
    drawing_forget(&session->present.screen.drawing);
    mark_dirty(session);
}

void screen_mode_probe(struct session *session, enum screen_probe probe)
{
    session->present.screen.probe = probe;
    write_text(session, probe == PROBE_UTF8 ? ansi_probe_utf8 : ansi_probe_8_bits);
    screen_mode_redraw(session);
}

/* Beginnings of terminal types that take a title. Other terminals may print its text, or beep. */
static const char *const titled_types[] = {
    "xterm", "screen", "tmux",  "rxvt",  "vte",    "gnome",     "konsole", "kitty",
    "foot",  "st-",    "iterm", "putty", "mintty", "alacritty", "wezterm", "ghostty",
};

bool screen_mode_takes_title(const char *terminal_type)
{
    for (size_t i = 0; i < sizeof titled_types / sizeof titled_types[0]; i++) {
        if (strncasecmp(terminal_type, titled_types[i], strlen(titled_types[i])) == 0)
            return true;
    }
    return false;
}

/* Restores the earlier title, if ours was set. */
static void end_title(struct session *session)
{
    struct level_key *titled = &session->present.screen.titled;

    if (titled->depth == 0)
        return;
    *titled = (struct level_key){.depth = 0};
    write_text(session, ansi_title_give_back);
}

void screen_mode_update_title(struct session *session)
{
    struct level_key *titled = &session->present.screen.titled;
    const struct world *world = session->sessions->game->world;
    const struct delver *delver = world_delver(world, session->actor);
    char place[TITLE_PLACE_SIZE];
    char text[ANSI_TITLE_MAX];
    char sequence[ANSI_TITLE_SIZE];

    if (!session->preferences.settings.is_titled || session->state != SESSION_PLAYING) {
        end_title(session);
        return;
    }
    if (delver == NULL || delver->body.level == NULL ||
        level_key_equal(*titled, delver->body.key) ||
        !screen_mode_takes_title(session->conn->client.caps.terminal_type))
        return;
    if (titled->depth == 0)
        write_text(session, ansi_title_keep);
    *titled = delver->body.key;
    place_level_name(world, titled, place, sizeof place);
    snprintf(text, sizeof text, "%s - Depth %d, %s", delver->name, titled->depth, place);
    ansi_title(text, sequence);
    write_text(session, sequence);
}

/* Tells where the delver comes into play; nothing while it is between two levels. */
static void tell_place(struct session *session)
{
    const struct world *world = session->sessions->game->world;
    const struct delver *delver = world_delver(world, session->actor);
    char place[128];
    char text[WORDS_MAX];

    if (delver == NULL || delver->body.state != BODY_PRESENT)
        return;
    place_level_name(world, &delver->body.key, place, sizeof place);
    snprintf(text, sizeof text, "You are in %s.", place);
    session_tell(session, text, ROLE_GOOD);
}

void screen_mode_open(struct session *session)
{
    struct screen_mode *screen = &session->present.screen;

    /* An earlier write may have closed the session: then nothing would free the drawing. */
    if (session->state == SESSION_CLOSED)
        return;
    if (drawing_open(&screen->drawing, screen->width, screen->height) != ERR_OK) {
        session_close(session, "memory");
        return;
    }
    screen->is_open = true;
    screen->prompt = PROMPT_NONE;
    session->present.has_prompt = false;
    key_decoder_init(&screen->decoder);
    line_input_clear(&session->present.line);
    note_terminal(session->conn, true);
    write_text(session, ansi_enter);
    screen_mode_probe(session, PROBE_UTF8);
    conn_measure_lag(session->conn);
    if (session->state == SESSION_PLAYING) {
        tell_place(session);
        session_tell(session, "You are the @. Arrows, hjkl or number keys walk. ? helps.",
                     ROLE_GOOD);
    }
    mark_dirty(session);
}

/* Closes all that is over the map. */
static void uncover(struct screen_mode *screen)
{
    free(screen->overlay);
    screen->overlay = NULL;
    screen->map.is_open = false;
    screen->look.is_open = false;
    screen->settings.is_open = false;
}

void screen_mode_release(struct screen_mode *screen)
{
    if (screen->is_open)
        drawing_close(&screen->drawing);
    uncover(screen);
    line_history_release(&screen->history);
    screen->paste.is_open = false;
    screen->is_open = false;
    if (screen->new_width > 0) {
        screen->width = screen->new_width;
        screen->height = screen->new_height;
        screen->new_width = 0;
    }
}

void screen_mode_close(struct session *session)
{
    if (!session->present.screen.is_open)
        return;
    note_terminal(session->conn, false);
    end_title(session);
    write_text(session, ansi_restore);
    screen_mode_release(&session->present.screen);
    session->ration.key_count = 0;
    line_input_clear(&session->present.line);
}

void screen_mode_clear(struct session *session)
{
    struct screen_mode *screen = &session->present.screen;

    uncover(screen);
    screen->prompt = PROMPT_NONE;
    line_input_clear(&session->present.line);
    own_password_cancel(session, true);
}

bool screen_mode_is_too_small(const struct screen_mode *screen)
{
    return layout_is_too_small(screen->width, screen->height);
}

void screen_mode_on_window(struct session *session, int width, int height)
{
    struct screen_mode *screen = &session->present.screen;

    if (!screen->is_open) {
        screen->width = width;
        screen->height = height;
        return;
    }
    screen->new_width = width;
    screen->new_height = height;
    session_make_runnable(session);
}

/* Adopts the newest size. Everything is drawn again, so a client that changes its size again and
   again pays for it. */
void screen_mode_adopt_window(struct session *session)
{
    struct screen_mode *screen = &session->present.screen;

    if (screen->new_width == 0 || !session_has_share(session))
        return;
    session_pay(session, WORK_WINDOW);
    screen->width = screen->new_width;
    screen->height = screen->new_height;
    screen->new_width = 0;
    if (drawing_resize(&screen->drawing, screen->width, screen->height) != ERR_OK) {
        session_close(session, "memory");
        return;
    }
    screen->overlay_first = 0;
    mark_dirty(session);
}

void screen_mode_show(struct session *session, const char *text)
{
    size_t length = strnlen(text, OVERLAY_TEXT_MAX);
    char *copy = malloc(length + 1);

    if (copy == NULL)
        return;
    memcpy(copy, text, length);
    copy[length] = '\0';
    free(session->present.screen.overlay);
    session->present.screen.overlay = copy;
    session->present.screen.overlay_first = 0;
    session->present.screen.overlay_tints = (struct text_tints){0};
    session->present.screen.menu.step = PACK_MENU_NONE;
    session->present.screen.drawing.overlay_left = 0;
    mark_dirty(session);
}

void screen_mode_turn_overlay(struct session *session, struct key key)
{
    struct screen_mode *screen = &session->present.screen;
    struct layout layout = layout_of(screen->width, screen->height);

    screen->overlay_first = overlay_turn(key, screen->overlay_first, screen->drawing.overlay_left,
                                         overlay_page(&layout));
    if (screen->overlay_first < 0) {
        free(screen->overlay);
        screen->overlay = NULL;
    }
    mark_dirty(session);
}
