/*
 * The presentations in lines: line mode, reader mode and the login. In line mode each event is a
 * line, the map comes with `look`, and the prompt follows once all lines of a tick are sent. Reader
 * mode, for players who listen to the text, uses the same lines without the map, and says each
 * thing about a place once.
 */
#include "server/session/present/line_mode.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "content/theme.h"
#include "narrate/around.h"
#include "narrate/place_words.h"
#include "narrate/words.h"
#include "server/net/conn.h"
#include "server/session/auth/login.h"
#include "server/session/auth/own_password.h"
#include "server/session/commands/commands.h"
#include "server/session/commands/list.h"
#include "server/session/commands/operator_lines.h"
#include "server/session/commands/players.h"
#include "server/session/commands/travel_session.h"
#include "server/session/preferences/settings.h"
#include "server/session/present/death_page.h"
#include "server/session/present/event_lines.h"
#include "server/session/present/presentation.h"
#include "server/session/present/scrollback.h"
#include "server/session/present/typing.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "server/session/trace.h"
#include "server/session/watch/watch_keys.h"
#include "term/ansi.h"
#include "term/view.h"

enum {
    WIDTH_MIN = 20, /* least width of a window that is assumed */
    MAP_WIDTH = 41,
    MAP_HEIGHT = 15,
    LARGE_MAP_WIDTH = 79,
    LARGE_MAP_HEIGHT = 21,
};

/* Bytes of a description for its map with colours; the rest is for the words. */
enum { MAP_ROOM = COMMANDS_TEXT_MAX / 2 };

void line_mode_do_nothing(struct session *session)
{
    (void)session;
}

static void open_lines(struct session *session)
{
    session_write(session, "Walk with n ne e se s sw w nw; look looks, help helps.\n");
    line_presentation.look(session);
}

/* Returns the colours of lines, if the player chose some or the client says that it shows them;
   NULL: none. */
static const struct palette *colours(const struct session *session)
{
    bool is_known = session->preferences.settings.is_colour_chosen ||
                    (session->conn->client.caps.terminal_standard & MTTS_ANSI) != 0;

    return is_known ? &session->present.palette : NULL;
}

/* Writes a line without colours. */
static void tell_plain(struct session *session, const char *text, enum role role)
{
    (void)role;
    session_write(session, text);
    session_write(session, "\n");
}

static void tell_in_colour(struct session *session, const char *text, enum role role)
{
    const struct palette *palette = colours(session);
    const char *colour = palette == NULL ? "" : ansi_role_start(role, *palette);

    session_write(session, colour);
    session_write(session, text);
    if (colour[0] != '\0')
        session_write(session, ansi_role_end);
    session_write(session, "\n");
}

void line_mode_list(struct session *session)
{
    list_show(session, &(struct command){.rest = ""});
}

static void answer(struct session *session, char *text)
{
    session_write(session, text);
}

void line_mode_on_line(struct session *session)
{
    char error[COMMAND_ERROR_SIZE];
    struct command command = {.id = COMMAND_NONE};

    if (own_password_is_asking(session->auth.own_password)) {
        own_password_on_line(session, session->present.line.text);
        return;
    }

    if (session->state == SESSION_WATCHING) {
        watch_on_line(session, session->present.line.text);
        return;
    }
    line_input_trim(&session->present.line);
    bool is_understood = command_parse(session->present.line.text, &command, error);

    if (session->trace != NULL)
        trace_line(session->trace, session->present.line.text,
                   is_understood ? command.id : COMMAND_NONE);
    session->present.wants_prompt = true;
    travel_session_interrupt(session, is_understood ? command.id : COMMAND_NONE);
    if (operator_lines_take(session, session->present.line.text))
        return;
    if (!is_understood)
        session_tell(session, error, ROLE_BAD);
    else if (death_page_lets_run(session, command.id))
        commands_run(session, &command);
}

/* Writes the map around the viewer, no wider than the window; "" between levels. */
static void describe_map(const struct session *session, int width, int height, char *out,
                         size_t out_size)
{
    const struct world *world = session->sessions->game->world;
    const struct delver *delver = world_delver(world, session->viewer);
    int room =
        session->present.screen.width > WIDTH_MIN ? session->present.screen.width : WIDTH_MIN;

    out[0] = '\0';
    if (delver != NULL && delver->body.state == BODY_PRESENT)
        view_describe(world, delver, width < room ? width : room - 1, height, colours(session), out,
                      out_size);
}

static void show_map(struct session *session)
{
    char text[COMMANDS_TEXT_MAX];

    describe_map(session, LARGE_MAP_WIDTH, LARGE_MAP_HEIGHT, text, sizeof text);
    session_write(session, text);
}

/* Shows the map after a walk, if the player has set that. */
static void show_automap(struct session *session)
{
    char text[COMMANDS_TEXT_MAX];

    if (!session->preferences.settings.automap)
        return;
    describe_map(session, MAP_WIDTH, MAP_HEIGHT, text, sizeof text);
    session_write(session, text);
}

static void line_look(struct session *session)
{
    const struct world *world = session->sessions->game->world;
    const struct delver *delver = world_delver(world, session->viewer);
    char text[COMMANDS_TEXT_MAX];

    if (delver == NULL)
        return;
    describe_map(session, MAP_WIDTH, MAP_HEIGHT, text, MAP_ROOM);
    size_t length = strlen(text);
    around_tell_all(world, delver, text + length, sizeof text - length);
    session_write(session, text);
    struct around_described *described = scrollback_described(session->present.scrollback);
    if (described != NULL && delver->body.state == BODY_PRESENT) {
        described->area = place_at(delver->body.level, delver->body.at);
        described->level = delver->body.key;
    }
}

/* Handles a change of viewer: tells `text`, which names the new one, and the place. */
static void change_viewer(struct session *session, const char *text)
{
    session_tell(session, text, ROLE_GOOD);
    presentation_table[session->mode]->look(session);
    session->present.wants_prompt = true;
}

/* Tells the player's own step as the setting `steps` says; nothing if that is quiet. */
static void tell_step(struct session *session, const struct event *event)
{
    enum step_words words = settings_step_words(&session->preferences.settings, session->mode);
    char text[64];

    if (words == STEP_WORDS_QUIET)
        return;
    snprintf(text, sizeof text, "%s%s.", words == STEP_WORDS_SHORT ? "" : "You walk ",
             dir_name(event->dir));
    text[0] = (char)toupper((unsigned char)text[0]);
    session_tell(session, text, ROLE_TEXT);
}

/* Tells the place with its exits when the viewer has come to another one. A doorway counts as on
   the way to one; pieces of the same cave or corridor are one place. */
static void tell_place(struct session *session)
{
    const struct delver *viewer = world_delver(session->sessions->game->world, session->viewer);
    struct around_described *described = scrollback_described(session->present.scrollback);
    char text[EXITS_TEXT_MAX + PLACE_NAME_MAX + 16];

    if (described == NULL || viewer == NULL || viewer->body.state != BODY_PRESENT)
        return;
    const struct level *level = viewer->body.level;
    uint16_t area = place_at(level, viewer->body.at);
    uint16_t before =
        level_key_equal(described->level, viewer->body.key) ? described->area : PLACE_NONE;
    if (area == before || area == PLACE_NONE || tile_is_door(level_tile(level, viewer->body.at)))
        return;
    described->area = area;
    described->level = viewer->body.key;
    if (before != PLACE_NONE && place_of(level, area)->kind != PLACE_ROOM &&
        place_of(level, area)->kind == place_of(level, before)->kind)
        return;
    if (session->preferences.settings.is_brief)
        return;
    exits_tell_place(viewer, text, sizeof text);
    session_tell(session, text, ROLE_TEXT);
}

/* Replaces keys in advice by words, in place. */
static void say_words_for_keys(char *text, size_t size)
{
    static const struct {
        const char *key;
        const char *word;
    } table[] = {
        {"_ > walks", "travel down walks"},
        {"_ < walks", "travel up walks"},
        {" > goes", " down goes"},
        {"Q leaves", "quit leaves"},
    };
    char rest[WORDS_MAX];

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        char *at = strstr(text, table[i].key);
        if (at == NULL)
            continue;
        snprintf(rest, sizeof rest, "%s", at + strlen(table[i].key));
        snprintf(at, size - (size_t)(at - text), "%s%s", table[i].word, rest);
    }
}

/* Returns the next event of the last tick by the viewer, after the cursor; NULL: there is none. */
static const struct event *next_own_event(const struct world *world, body_id viewer,
                                          struct event_cursor *cursor)
{
    const struct event *event;

    while ((event = world_next_event(world, cursor)) != NULL) {
        if (event->actor == viewer)
            return event;
    }
    return NULL;
}

/* Adds the consequences of the viewer's act to its sentence. Their own events, which follow, are
   then not told. */
static void add_consequences(struct session *session, const struct event *event,
                             const struct delver *viewer, char *out, size_t out_size)
{
    struct scrollback *scrollback = session->present.scrollback;
    struct event_cursor cursor = {0};
    const struct event *next;
    char text[WORDS_MAX];
    enum role role;

    scrollback->acted_at = session->sessions->game->world->tick;
    scrollback->described_ahead = 0;
    while ((next = next_own_event(session->sessions->game->world, session->viewer, &cursor)) !=
               NULL &&
           next != event)
        continue;
    while (next != NULL &&
           (next = next_own_event(session->sessions->game->world, session->viewer, &cursor)) !=
               NULL &&
           words_join_act(next, viewer)) {
        size_t length = strlen(out);
        if (words_event(session->sessions->game->world, next, viewer, text, sizeof text, &role)) {
            if (length + strlen(text) + 2 > out_size)
                return;
            snprintf(out + length, out_size - length, " %s", text);
        }
        scrollback->described_ahead++;
    }
}

static bool is_described_ahead(struct scrollback *scrollback, const struct world *world,
                               const struct event *event, const struct delver *viewer)
{
    if (!words_join_act(event, viewer) || scrollback->described_ahead == 0 ||
        scrollback->acted_at != world->tick)
        return false;
    scrollback->described_ahead--;
    return true;
}

/* True for acts of others that the map shows. Players who listen have no map, and are told of
   doors. */
static bool is_left_to_map(body_id viewer, const struct world *world, enum session_mode mode,
                           const struct event *event)
{
    bool is_door = event->kind == EVENT_DOOR_OPENED || event->kind == EVENT_DOOR_CLOSED;

    return event_is_shown(viewer, world, event) &&
           !(is_door && presentation_table[mode]->is_spoken);
}

/* Tells an event in a line, and what is in view after the viewer has come to another place. */
static void tell_event(struct session *session, const struct event *event)
{
    const struct world *world = session->sessions->game->world;
    const struct delver *viewer = world_delver(world, session->viewer);
    char text[WORDS_MAX];
    enum role role;

    if (viewer == NULL || travel_session_cover(&session->commands.travel, session->actor, event) ||
        is_left_to_map(session->viewer, world, session->mode, event))
        return;
    if (is_described_ahead(session->present.scrollback, world, event, viewer) ||
        fight_lines_take(session, event, viewer))
        return;
    bool is_described_by_look = event->kind == EVENT_ARRIVED && event->actor == session->viewer &&
                                event->passage == PASSAGE_STAIRS &&
                                presentation_table[session->mode]->is_spoken;
    if (!is_described_by_look && !event_is_waking(&session->present.death, session->actor, event) &&
        words_event(world, event, viewer, text, sizeof text, &role)) {
        fight_lines_precede(session, event, viewer);
        if (event->kind == EVENT_REFUSED)
            say_words_for_keys(text, sizeof text);
        if (event->actor == session->viewer)
            add_consequences(session, event, viewer, text, sizeof text);
        session_tell(session, text, role);
    }
    if (event->kind == EVENT_ARRIVED && event->actor == session->viewer &&
        !death_page_is_open(&session->present.death))
        presentation_table[session->mode]->look(session);
}

static void line_on_event(struct session *session, const struct event *event)
{
    const struct world *world = session->sessions->game->world;

    if (event->kind != EVENT_MOVED || event->actor != session->viewer) {
        tell_event(session, event);
    } else if (world_delver(world, session->viewer) != NULL &&
               !travel_session_cover(&session->commands.travel, session->actor, event)) {
        tell_step(session, event);
        tell_place(session);
        show_automap(session);
    }
}

/* Tells how far a walk led, and why it ended. */
static void tell_travel(struct session *session, const struct travel_end *end)
{
    char text[TRAVEL_TEXT_SIZE];

    snprintf(text, sizeof text, "%s%s%s", end->walked,
             end->walked[0] != '\0' && end->why[0] != '\0' ? " " : "", end->why);
    say_words_for_keys(text, sizeof text);
    /* A blow is told before the walk that it ended. */
    if (end->why[0] != '\0' && !end->has_sighted)
        fight_lines_flush(session);
    if (text[0] != '\0')
        session_tell(session, text, ROLE_TEXT);
}

static void line_end_travel(struct session *session, const struct travel_end *end)
{
    tell_travel(session, end);
    if (!end->has_moved)
        return;
    tell_place(session);
    show_automap(session);
}

static bool has_pending(const struct session *session)
{
    return session->present.wants_prompt ||
           fight_lines_are_pending(session->present.scrollback->fights);
}

/* Returns the viewer, if the prompt is due; NULL: it is not, for example while an action is still
   to be answered. */
static const struct delver *find_prompted(const struct session *session)
{
    const struct delver *delver = world_delver(session->sessions->game->world, session->viewer);
    bool is_asked =
        session->state == SESSION_PLAYING && delver != NULL && delver->body.queue_length > 0;

    bool is_on_stairs = delver != NULL && delver->body.state == BODY_TRANSIT;

    return session->present.wants_prompt && session->auth.own_password == NULL && !is_asked &&
                   !is_on_stairs && !travel_session_are_running(session) &&
                   !players_are_asked(session->commands.question)
               ? delver
               : NULL;
}

/* Writes the prompt, and after it an unfinished line that other lines interrupted. */
static void write_prompt(struct session *session, const char *prompt)
{
    /* An empty prompt would only be an empty line when more text follows. */
    session->present.wants_prompt = false;
    if (prompt[0] != '\0')
        session_write_prompt(session, prompt);
    if (session->present.types_keys && session->present.line.length > 0)
        typing_echo_line(session);
}

static void line_update(struct session *session)
{
    char prompt[64];

    fight_lines_update(session);
    const struct delver *delver = find_prompted(session);

    if (delver == NULL)
        return;
    if (session->state == SESSION_WATCHING)
        snprintf(prompt, sizeof prompt, "watching %s> ", delver->name);
    else
        snprintf(prompt, sizeof prompt, "d%d %d/%d> ", delver->body.key.depth,
                 delver_health(delver), delver->body.health_max);
    write_prompt(session, prompt);
}

static void line_describe(const struct session *session, char *out, size_t out_size)
{
    (void)session;
    snprintf(out, out_size, "lines");
}

const struct presentation line_presentation = {
    .name = "line",
    .open = open_lines,
    .close = line_mode_do_nothing,
    .on_line = line_mode_on_line,
    .on_event = line_on_event,
    .update = line_update,
    .has_pending = has_pending,
    .tell = tell_in_colour,
    .show = session_write,
    .answer = answer,
    .look = line_look,
    .map = show_map,
    .examine = line_mode_list,
    .refresh = line_look,
    .change_viewer = change_viewer,
    .end_travel = line_end_travel,
    .touch = line_mode_do_nothing,
    .repaint = line_mode_do_nothing,
    .describe = line_describe,
};

/* Tells the place, and marks all of it as told. */
static void reader_look(struct session *session)
{
    const struct world *world = session->sessions->game->world;
    const struct delver *delver = world_delver(world, session->viewer);
    char text[COMMANDS_TEXT_MAX];
    size_t length = 0;

    if (delver == NULL)
        return;
    if (delver->body.state == BODY_PRESENT) {
        const struct level_key *key = &delver->body.key;
        length =
            (size_t)snprintf(text, sizeof text, "Depth %d, %s.\n", key->depth,
                             theme_level_name(world->themes, world->seed, key->wing, key->depth));
        place_describe(world, delver, text + length, sizeof text - length - 1);
        memcpy(text + strlen(text), "\n", 2);
        struct around_described *described = scrollback_described(session->present.scrollback);
        if (described != NULL)
            around_begin(world, delver, described);
    } else {
        around_tell_all(world, delver, text, sizeof text);
    }
    session_write(session, text);
}

static void open_reader(struct session *session)
{
    if (session->is_new)
        session_write(session, "Type n, ne, e and so on to walk; look, who, say, help, quit.\n");
    reader_look(session);
}

static void refuse_map(struct session *session)
{
    session_tell(session, "There is no map in reader mode. look says what is about you.",
                 ROLE_TEXT);
}

/* Marks a thing that was told with its place: things that a kill leaves, and thrown things. */
static void note_described(struct scrollback *scrollback, body_id viewer, const struct event *event)
{
    struct around_described *described = scrollback_described(scrollback);

    bool is_placed =
        (event->kind == EVENT_ITEM_LEFT && event->count == 0) || event->kind == EVENT_ITEM_LANDED;

    if (described != NULL && is_placed && event->actor == viewer)
        around_note(described, THING_ITEM, event->at);
}

static void reader_on_event(struct session *session, const struct event *event)
{
    session->present.has_pending_sights = true;
    note_described(session->present.scrollback, session->viewer, event);
    if (event->kind != EVENT_MOVED || event->actor != session->viewer)
        tell_event(session, event);
    else if (!travel_session_cover(&session->commands.travel, session->actor, event))
        tell_step(session, event);
}

/* Tells the end of a walk. Leaves out the reason if something came into view, because tell_sights()
   tells that with its place. */
static void reader_end_travel(struct session *session, const struct travel_end *end)
{
    session->present.has_pending_sights = session->present.has_pending_sights || end->has_sighted;
    tell_travel(session, &(struct travel_end){.walked = end->walked,
                                              .why = end->has_sighted ? "" : end->why});
}

/* Tells a line. A word is spoken in place of the stars before an announcement. */
static void reader_tell(struct session *session, const char *text, enum role role)
{
    static const char mark[] = "*** ";
    bool is_marked = strncmp(text, mark, sizeof mark - 1) == 0;

    if (!is_marked) {
        tell_plain(session, text, role);
        return;
    }
    session_write(session, "Announcement: ");
    tell_plain(session, text + sizeof mark - 1, role);
}

/* Tells what has come into view around the viewer. */
static void tell_sights(struct session *session)
{
    const struct world *world = session->sessions->game->world;
    const struct delver *delver = world_delver(world, session->viewer);
    struct around_described *described = scrollback_described(session->present.scrollback);
    char text[AROUND_STEP_MAX];

    if (described != NULL && delver != NULL && delver->body.state == BODY_PRESENT &&
        around_step(world, delver, described, text, sizeof text))
        session_tell(session, text, ROLE_TEXT);
}

static void reader_update(struct session *session)
{
    fight_lines_update(session);
    if (session->present.has_pending_sights && !travel_session_are_running(session)) {
        session->present.has_pending_sights = false;
        tell_sights(session);
    }
    if (find_prompted(session) != NULL)
        write_prompt(session, session->preferences.settings.punctuation ? "> " : "");
}

static void reader_describe(const struct session *session, char *out, size_t out_size)
{
    (void)session;
    snprintf(out, out_size, "words");
}

const struct presentation reader_presentation = {
    .name = "reader",
    .is_spoken = true,
    .open = open_reader,
    .close = line_mode_do_nothing,
    .on_line = line_mode_on_line,
    .on_event = reader_on_event,
    .update = reader_update,
    .has_pending = has_pending,
    .tell = reader_tell,
    .show = session_write,
    .answer = answer,
    .look = reader_look,
    .map = refuse_map,
    .examine = line_mode_list,
    .refresh = reader_look,
    .change_viewer = change_viewer,
    .end_travel = reader_end_travel,
    .touch = line_mode_do_nothing,
    .repaint = line_mode_do_nothing,
    .describe = reader_describe,
};

static void go_back_to_login(struct session *session, const char *why)
{
    session_write(session, why);
    session_write(session, "\n");
    login_prompt_again(session);
}

const struct presentation login_presentation = {
    .name = "none",
    .close = line_mode_do_nothing,
    .on_line = login_on_line,
    .tell = tell_plain,
    .show = session_write,
    .change_viewer = go_back_to_login,
    .touch = line_mode_do_nothing,
    .repaint = line_mode_do_nothing,
};
