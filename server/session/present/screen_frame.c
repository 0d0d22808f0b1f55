/*
 * The frames of screen mode, and its row of functions. A frame is wanted while the screen is dirty.
 * This file fills in a scene with all that the viewer sees and is told; scene.c composes it, and
 * drawing.c compares it with the terminal.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "narrate/words.h"
#include "server/game/party.h"
#include "server/game/recorder.h"
#include "server/game/save_watch.h"
#include "server/net/conn.h"
#include "server/session/commands/travel_session.h"
#include "server/session/present/event_lines.h"
#include "server/session/present/presentation.h"
#include "server/session/present/prompt_keys.h"
#include "server/session/present/scene.h"
#include "server/session/present/screen_keys.h"
#include "server/session/present/screen_layers.h"
#include "server/session/present/screen_mode.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "server/session/session_life.h"

static void on_event(struct session *session, const struct event *event)
{
    struct screen_mode *screen = &session->present.screen;
    const struct delver *viewer = world_delver(session->sessions->game->world, session->viewer);
    char text[WORDS_MAX];
    enum role role;

    if (viewer == NULL)
        return;
    bool is_seen = drawing_on_event(&screen->drawing, viewer, event);
    /* Players press Esc to be sure: with nothing to cancel it needs no answer. */
    bool is_idle = event->kind == EVENT_CANCELLED && event->count == 0;
    bool is_reported = !is_idle && event_log(session, viewer, event, text, &role);
    screen->is_dirty = is_reported || screen->is_dirty || is_seen;
    screen->is_dirty_own = screen->is_dirty_own || event_is_own(session->actor, event);
    if (event->kind == EVENT_ARRIVED && event->actor == session->viewer) {
        screen->map.is_open = false;
        screen->look.is_open = false;
    }
}

enum {
    LAG_SHOWN_ABOVE_MS = 150,
    LAG_TEXT_SIZE = sizeof "  lag 4294967295ms",
};

/* Adds the lag after the server's own warning, so that a cut text loses the lag first. */
static void add_lag(uint32_t lag_ms, char *warning, size_t size)
{
    size_t length = strlen(warning);

    if (lag_ms > LAG_SHOWN_ABOVE_MS)
        (void)snprintf(warning + length, size - length, "%slag %" PRIu32 "ms",
                       length > 0 ? "  " : "", lag_ms);
}

/* The texts of the status row and of the menu of settings. */
struct status_texts {
    char warning[SAVE_WATCH_TEXT_SIZE + LAG_TEXT_SIZE];
    char doing[32];
    char doing_short[32];
    struct settings_menu_texts settings;
};

static void describe_status(const struct session *session, struct status_texts *texts)
{
    bool is_watching = session->state == SESSION_WATCHING;
    const struct session *player =
        is_watching ? watch_played_by(session->sessions, session->viewer) : session;

    save_watch_mark(session->sessions->game, texts->warning);
    add_lag(session->conn->client.caps.lag_ms, texts->warning, sizeof texts->warning);
    texts->doing[0] = texts->doing_short[0] = '\0';
    if (player == NULL)
        return;
    travel_session_describe(&player->commands.travel, false, texts->doing, sizeof texts->doing);
    travel_session_describe(&player->commands.travel, true, texts->doing_short,
                            sizeof texts->doing_short);
}

/* Returns the look cursor; with an aim it follows the marked foe. */
static struct look_cursor look_now(const struct session *session)
{
    struct look_cursor look = session->present.screen.look;
    const struct world *world = session->sessions->game->world;
    const struct delver *viewer = world_delver(world, session->viewer);

    if (look.aim.foe != 0 && viewer != NULL && aim_holds(world, viewer, look.aim.foe))
        look.at = world_body(world, look.aim.foe)->at;
    return look;
}

/* Returns the scene of this viewer now; it points into `texts`. */
static struct scene scene_of(const struct session *session, const struct delver *delver,
                             struct status_texts *texts)
{
    const struct screen_mode *screen = &session->present.screen;
    struct target_line target;
    struct companions companions;

    target_line_make(session->sessions->game->world, delver, &target);
    party_collect(session->sessions->game->roster, session->viewer, &companions);
    return (struct scene){
        .target = target,
        .companions = companions,
        .world = session->sessions->game->world,
        .viewer = delver,
        .width = screen->width,
        .height = screen->height,
        .camera_mode = screen->camera_mode,
        .draws_lines = display_draws_lines(&session->preferences.settings, &session->present),
        .is_ascii = !display_sends_utf8(&session->present, &session->preferences.settings),
        .map = screen->map,
        .look = look_now(session),
        .status = {.near_count = scene_count_near(delver),
                   .warning = texts->warning,
                   .doing = texts->doing,
                   .doing_short = texts->doing_short,
                   .keys = session->state == SESSION_WATCHING ? "watching  q ends" : NULL,
                   .is_log_cut =
                       scene_cuts_log(&session->present.scrollback->messages, screen->width,
                                      screen->height, target.text[0] != '\0')},
        .messages = &session->present.scrollback->messages,
        .menu = layer_settings_menu(session, &texts->settings),
        .overlay = screen->overlay,
        .overlay_first = screen->overlay_first,
        .overlay_tints = &screen->overlay_tints,
        .prompt = prompt_text(session),
        .typed = prompt_is_secret(screen) ? "" : session->present.line.text,
        .typed_at = session->present.line.cursor,
    };
}

/* Counts a frame of that many bytes; 0: it was not needed. */
static void count_frame(struct metrics *metrics, struct screen_mode *screen, size_t length)
{
    enum metric_frame cause = screen->is_dirty_own ? METRIC_FRAME_OWN : METRIC_FRAME_OTHERS;

    metrics_add(metrics, METRIC_FRAMES_SENT, cause, length > 0);
    metrics_add(metrics, METRIC_FRAME_BYTES, cause, length);
    if (cause != METRIC_FRAME_OWN || screen->key_read_us == 0)
        return;
    if (length > 0)
        metrics_observe(metrics, METRIC_KEY_TO_FRAME, uv_hrtime() / 1000 - screen->key_read_us);
    screen->key_read_us = 0;
}

static enum frame_want wants_frame(const struct session *session)
{
    const struct screen_mode *screen = &session->present.screen;

    if (!screen->is_dirty || !screen->is_open ||
        display_viewer(session->sessions->game->world, session->viewer) == NULL)
        return FRAME_NONE;
    return screen->is_dirty_own ? FRAME_OWN : FRAME_OF_OTHERS;
}

/* Records the whole screen, also rows that were not drawn now. No other thread draws meanwhile. */
static void record(const struct session *session, const struct scene *scene, struct screen *canvas)
{
    struct recorder *recorder = session->sessions->game->recorder;
    struct camera camera = session->present.screen.drawing.camera;

    if (recorder->screens == NULL)
        return;
    (void)scene_compose(scene, &camera, canvas);
    recorder_screen(recorder, session->conn->serial, canvas);
}

static const struct ansi_looks *find_looks(struct ansi_book *book, const struct palette *palette)
{
    return ansi_book_find(book, (*palette));
}

/* Finds the looks of the session's palette. Its first user makes them, and all later ones read
   them. */
static void prepare(struct session *session)
{
    (void)find_looks(&session->sessions->book, &session->present.palette);
}

static void draw(struct session *session, struct canvas *canvas, struct frame_outcome *out)
{
    struct screen_mode *screen = &session->present.screen;
    const struct ansi_looks *looks =
        find_looks(&session->sessions->book, &session->present.palette);
    struct status_texts texts;

    *out = (struct frame_outcome){.error = ERR_MEMORY};
    if (looks == NULL)
        return;
    describe_status(session, &texts);
    struct scene scene =
        scene_of(session, display_viewer(session->sessions->game->world, session->viewer), &texts);
    out->error = drawing_frame(&screen->drawing, &scene, looks, DRAWING_FRAME_BYTES, canvas,
                               &out->is_complete);
    out->length = canvas->bytes.length;
    if (out->error == ERR_OK && out->length > 0)
        out->error = client_write(&session->conn->client, canvas->bytes.data, out->length);
    if (out->error == ERR_OK && out->is_complete)
        record(session, &scene, &canvas->screen);
}

static void finish(struct session *session, const struct frame_outcome *outcome)
{
    struct screen_mode *screen = &session->present.screen;

    if (outcome->error != ERR_OK) {
        session_close(session, err_name(outcome->error));
        return;
    }
    count_frame(&session->sessions->base->metrics, screen, outcome->length);
    screen->is_dirty = !outcome->is_complete;
    screen->is_dirty_own = screen->is_dirty_own && !outcome->is_complete;
    screen->frames += outcome->is_complete;
}

/* Notes a change of the queue: a key whose action must wait is answered by the status row, which
   names the next action. */
static void note_queue(struct session *session)
{
    struct screen_mode *screen = &session->present.screen;
    const struct delver *delver = display_viewer(session->sessions->game->world, session->viewer);
    int length = delver == NULL ? 0 : delver->body.queue_length;

    if (length > screen->queue_length && session->state == SESSION_PLAYING &&
        !travel_session_are_running(session))
        screen_mode_touch(session);
    screen->queue_length = length;
}

static void update(struct session *session)
{
    if (session->present.screen.is_open) {
        screen_mode_adopt_window(session);
        screen_mode_update_title(session);
    }
    note_queue(session);
    fight_lines_update(session);
    screen_keys_update(session);
    prompt_follow_password(session);
}

static bool has_pending(const struct session *session)
{
    /* Between two levels it is not known when there will be something to draw. */
    bool is_away = session->present.screen.is_dirty && wants_frame(session) == FRAME_NONE;

    return is_away || fight_lines_are_pending(session->present.scrollback->fights) ||
           session->present.screen.new_width > 0 || session->ration.key_count > 0 ||
           key_is_pending(&session->present.screen.decoder);
}

/* Tells a line: it goes to the log, which every session that plays or watches has. */
static void tell(struct session *session, const char *text, enum role role)
{
    (void)text;
    (void)role;
    session->present.screen.is_dirty = true;
}

/* Shows an answer. A single line goes to the log, so that it does not cover the map until a key is
   pressed. */
static void answer(struct session *session, char *text)
{
    size_t length = strcspn(text, "\n");

    if (length >= (size_t)session->present.screen.width || strcmp(text + length, "\n") != 0) {
        screen_mode_show(session, text);
        return;
    }
    text[length] = '\0';
    session_tell(session, text, ROLE_TEXT);
}

static void change_viewer(struct session *session, const char *text)
{
    struct screen_mode *screen = &session->present.screen;

    if (!screen->is_open)
        screen_mode_open(session);
    drawing_centre(&screen->drawing);
    if (session->state == SESSION_WATCHING)
        screen_mode_clear(session);
    session_tell(session, text, ROLE_GOOD);
    screen_mode_redraw(session);
}

static void end_travel(struct session *session, const struct travel_end *end)
{
    if (end->why[0] != '\0')
        session_tell_again(session, end->why, ROLE_TEXT);
}

static void describe(const struct session *session, char *out, size_t out_size)
{
    snprintf(out, out_size, "%dx%d", session->present.screen.width, session->present.screen.height);
}

const struct presentation screen_presentation = {
    .name = "screen",
    .is_drawn = true,
    .open = screen_mode_open,
    .close = screen_mode_close,
    .on_byte = screen_keys_on_byte,
    .on_event = on_event,
    .update = update,
    .has_pending = has_pending,
    .wants_frame = wants_frame,
    .prepare = prepare,
    .draw = draw,
    .finish = finish,
    .tell = tell,
    .show = screen_mode_show,
    .answer = answer,
    .look = presentation_look,
    .map = layer_open_map,
    .examine = layer_open_look,
    .refresh = screen_mode_redraw,
    .change_viewer = change_viewer,
    .end_travel = end_travel,
    .touch = screen_mode_touch,
    .stir = screen_mode_stir,
    .repaint = screen_mode_redraw,
    .describe = describe,
};
