/*
 * The presentation of a browser page: drawn like a screen, in frames at the pace of frames, but a
 * frame is a flight of records with the changes.
 */
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "narrate/words.h"
#include "server/game/party.h"
#include "server/net/conn.h"
#include "server/session/auth/own_password.h"
#include "server/session/page/page.h"
#include "server/session/page/page_send.h"
#include "server/session/page/page_state.h"
#include "server/session/preferences/settings.h"
#include "server/session/present/drawing.h"
#include "server/session/present/event_lines.h"
#include "server/session/present/line_mode.h"
#include "server/session/present/presentation.h"
#include "server/session/session.h"
#include "server/session/sessions.h"

static void mark_dirty(struct session *session)
{
    session->present.page->is_dirty = true;
    session->present.page->is_dirty_own = true;
    session_make_runnable(session);
}

static void stir(struct session *session)
{
    session->present.page->is_dirty = true;
    session_make_runnable(session);
}

static void open_page(struct session *session)
{
    page_map_forget(&session->present.page->map);
    mark_dirty(session);
}

/* Makes the next flights send everything again. */
static void refresh(struct session *session)
{
    open_page(session);
}

static enum page_line_kind kind_of_role(enum role role)
{
    if (role == ROLE_SPEECH)
        return PAGE_LINE_TALK;
    return role == ROLE_TELL ? PAGE_LINE_TELL : PAGE_LINE_OWN;
}

static void tell(struct session *session, const char *text, enum role role)
{
    bool is_hint = session->present.text_kind == TEXT_HINT;

    page_tell(session->present.page, text, role, is_hint ? PAGE_LINE_HINT : kind_of_role(role));
}

static void on_event(struct session *session, const struct event *event)
{
    struct page *page = session->present.page;
    const struct delver *viewer = world_delver(session->sessions->game->world, session->viewer);
    bool is_own = event_is_own(session->actor, event);
    char text[WORDS_MAX];
    enum role role;

    if (viewer == NULL)
        return;
    if (event_log(session, viewer, event, text, &role))
        page_tell(page, text, role,
                  event->kind == EVENT_SAID ? PAGE_LINE_TALK
                  : is_own                  ? PAGE_LINE_OWN
                                            : PAGE_LINE_WORLD);
    page->is_dirty = true;
    page->is_dirty_own = page->is_dirty_own || is_own;
}

static enum frame_want wants_frame(const struct session *session)
{
    const struct page *page = session->present.page;
    bool is_back =
        page->is_between && display_viewer(session->sessions->game->world, session->viewer) != NULL;

    if (is_back || page_owes_mark(&session->present, session->commands.question) ||
        (page->is_dirty && page->is_dirty_own))
        return FRAME_OWN;
    return page->is_dirty ? FRAME_OF_OTHERS : FRAME_NONE;
}

static void prepare(struct session *session)
{
    (void)session;
}

static json_t *make_tile(enum tile_id id)
{
    const struct tile_row *row = tile_row(id);
    const char glyph[2] = {row->glyph, '\0'};

    return json_pack("{s:s, s:s, s:i, s:i, s:b, s:b}", "name", row->name, "glyph", glyph, "role",
                     (int)row->role, "remembered", (int)row->remembered, "walk",
                     (int)tile_is_passable(id), "wall", (int)tile_joins_walls(id));
}

/* Sends all tiles of levels, and the one that only pages have. */
static void send_tiles(struct client *client)
{
    json_t *list = json_array();

    for (enum tile_id id = TILE_UNKNOWN; id < TILE_COUNT; id++)
        json_array_append_new(list, make_tile(id));
    json_t *opened = make_tile(TILE_NICHE);
    json_object_set_new(opened, "name", json_string("opened niche"));
    json_object_set_new(opened, "role", json_integer(ROLE_REMEMBERED));
    json_object_set_new(opened, "remembered", json_integer(ROLE_REMEMBERED));
    json_array_append_new(list, opened);
    page_send(client, "Dungeon.Tiles", list);
}

static json_t *make_look(enum species_id species)
{
    const struct species_row *row = species_row(species);
    const char glyph[2] = {row->glyph, '\0'};

    return json_pack("{s:i, s:s, s:s, s:i, s:i}", "look", (int)species, "glyph", glyph, "name",
                     species == SPECIES_DELVER ? "delver" : row->name, "role",
                     (int)species_role(species, true), "asleep", (int)species_role(species, false));
}

/* Appends a value, and makes the list with its first one, because most often there is none. */
static void append(json_t **list, json_t *value)
{
    if (*list == NULL)
        *list = json_array();
    json_array_append_new(*list, value);
}

/* Sends looks that the page does not know, and names of delvers that come into view. */
static void introduce(struct page *page, const struct world *world, struct client *client,
                      const struct delver *viewer, const struct page_bodies *bodies)
{
    json_t *looks = NULL;
    json_t *names = NULL;

    for (int i = 0; i < bodies->count; i++) {
        const struct page_body *body = &bodies->list[i];
        const struct delver *delver = world_delver(world, bodies->ids[i]);
        if ((page->looks >> body->look & 1) == 0)
            append(&looks, make_look((enum species_id)body->look));
        page->looks |= UINT64_C(1) << body->look;
        if (delver != NULL && !page_map_has_sent(&page->map, viewer, body->id))
            append(&names, json_pack("{s:i, s:s}", "id", (int)body->id, "name", delver->name));
    }
    if (looks != NULL)
        page_send(client, "Dungeon.Looks", looks);
    if (names != NULL)
        page_send(client, "Dungeon.Names", names);
}

enum { CANVAS_ROOM = SCREEN_WIDTH_MAX * SCREEN_HEIGHT_MAX * sizeof(cell) /* bytes */ };

static enum err draw_map(struct session *session, const struct delver *viewer,
                         struct canvas *canvas, bool *out_complete)
{
    struct page *page = session->present.page;
    const struct game *game = session->sessions->game;
    struct companions companions;
    struct page_bodies bodies;

    party_collect(game->roster, session->viewer, &companions);
    page_map_collect(game->world, viewer, &companions, &bodies);
    if (!page->has_tiles)
        send_tiles(&session->conn->client);
    page->has_tiles = true;
    introduce(page, game->world, &session->conn->client, viewer, &bodies);
    /* The cells of the canvas are not used here, and suffice for most levels. */
    size_t needed = page_scratch_size(viewer->body.level);
    uint8_t *own = needed > CANVAS_ROOM ? malloc(needed) : NULL;
    if (needed > CANVAS_ROOM && own == NULL)
        return ERR_MEMORY;
    enum err error = page_map_put(&page->map, game->world, viewer, &bodies,
                                  own != NULL ? own : (uint8_t *)canvas->screen.cells,
                                  &canvas->bytes, out_complete);
    free(own);
    return error;
}

static void draw(struct session *session, struct canvas *canvas, struct frame_outcome *out)
{
    const struct delver *viewer = display_viewer(session->sessions->game->world, session->viewer);

    *out = (struct frame_outcome){.error = ERR_OK, .is_complete = true};
    canvas->bytes.length = 0;
    session->present.page->is_between = viewer == NULL;
    if (viewer != NULL)
        out->error = draw_map(session, viewer, canvas, &out->is_complete);
    if (out->error == ERR_OK)
        out->error = page_put_waiting(session, &canvas->bytes);
    out->length = canvas->bytes.length;
    if (out->error == ERR_OK && out->length > 0)
        out->error = client_send_records(&session->conn->client, canvas->bytes.data, out->length);
}

static void finish(struct session *session, const struct frame_outcome *outcome)
{
    struct metrics *metrics = &session->sessions->base->metrics;
    struct page *page = session->present.page;
    enum metric_frame cause = page->is_dirty_own ? METRIC_FRAME_OWN : METRIC_FRAME_OTHERS;

    if (outcome->error != ERR_OK) {
        session_close(session, err_name(outcome->error));
        return;
    }
    metrics_add(metrics, METRIC_FRAMES_SENT, cause, outcome->length > 0);
    metrics_add(metrics, METRIC_FRAME_BYTES, cause, outcome->length);
    page->is_dirty = !outcome->is_complete;
    page->is_dirty_own = page->is_dirty_own && !outcome->is_complete;
}

/* Asks each step of a change of password once. */
static void follow_password(struct session *session)
{
    struct page *page = session->present.page;
    const char *question = own_password_question(session->auth.own_password);
    int step = question == NULL ? 0 : 1 + (int)session->auth.own_password->step;

    if (step != 0 && step != page->asked)
        session_write_prompt(session, question);
    page->asked = step;
}

static void update(struct session *session)
{
    fight_lines_update(session);
    follow_password(session);
}

/* True if a frame is due. Between two levels it is not known when there will be something to
   draw. */
static bool has_pending(const struct session *session)
{
    return session->present.page->is_between ||
           fight_lines_are_pending(session->present.scrollback->fights);
}

/* Shows an answer over the map, or in the log if it is a single line. */
static void answer(struct session *session, char *text)
{
    size_t length = strcspn(text, "\n");

    if (strcmp(text + length, "\n") != 0) {
        page_show(session, text);
        return;
    }
    text[length] = '\0';
    session_tell(session, text, ROLE_TEXT);
}

/* Tells how to choose a setting: by the line `set NAME VALUE`. */
static void choose(struct session *session)
{
    const struct setting_row *row;
    json_t *list = json_array();
    char value[CHOICE_WORD_SIZE];

    for (size_t i = 0; (row = setting_at(i)) != NULL; i++)
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:s}", "name", row->name, "value",
                                              setting_get(session, row, value), "values",
                                              row->values, "help", row->help));
    page_send(&session->conn->client, "Page.Choices", list);
}

static void show_map(struct session *session)
{
    session_tell(session, "The map is before you: drag it, and + and - zoom.", ROLE_TEXT);
}

static void change_viewer(struct session *session, const char *text)
{
    page_begin(session, false, false);
    session_tell(session, text, ROLE_GOOD);
    mark_dirty(session);
}

static void end_travel(struct session *session, const struct travel_end *end)
{
    if (end->why[0] != '\0')
        session_tell(session, end->why, ROLE_TEXT);
}

static void describe_page(const struct session *session, char *out, size_t out_size)
{
    (void)session;
    snprintf(out, out_size, "page");
}

const struct presentation page_presentation = {
    .name = "page",
    .is_drawn = true,
    .open = open_page,
    .close = line_mode_do_nothing,
    .on_line = line_mode_on_line,
    .on_event = on_event,
    .update = update,
    .has_pending = has_pending,
    .wants_frame = wants_frame,
    .prepare = prepare,
    .draw = draw,
    .finish = finish,
    .tell = tell,
    .show = page_show,
    .answer = answer,
    .choose = choose,
    .look = presentation_look,
    .map = show_map,
    .examine = line_mode_list,
    .refresh = refresh,
    .change_viewer = change_viewer,
    .end_travel = end_travel,
    .touch = mark_dirty,
    .stir = stir,
    .repaint = refresh,
    .write = page_write,
    .ask = page_ask,
    .say_goodbye = page_end,
    .describe = describe_page,
};
