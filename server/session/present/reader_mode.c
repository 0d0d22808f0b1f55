/*
 * Reader mode, for those who hear the text: as line mode, but nothing is drawn, and each thing
 * about a place is said once.
 */
#include <stdio.h>
#include <string.h>

#include "content/theme.h"
#include "narrate/around.h"
#include "narrate/place_words.h"
#include "narrate/words.h"
#include "server/session/commands/commands.h"
#include "server/session/commands/travel_session.h"
#include "server/session/present/fight_news.h"
#include "server/session/present/line_mode.h"
#include "server/session/present/presentation.h"
#include "server/session/present/scrollback.h"
#include "server/session/session.h"
#include "server/session/sessions.h"

/* The place, and nothing of it again until it changes. */
static void look(struct session *session)
{
    const struct world *world = session->sessions->game->world;
    const struct delver *delver = world_delver(world, session->viewer);
    char text[COMMANDS_TEXT_MAX];
    size_t length = 0;

    if (delver == NULL)
        return;
    if (delver->body.state == BODY_PRESENT) {
        const struct level_key *key = &delver->body.key;
        length = (size_t)snprintf(text, sizeof text, "Depth %d, %s.\n", key->depth,
                                  theme_level_name(world->seed, key->wing, key->depth));
        place_describe(world, delver, text + length, sizeof text - length - 1);
        memcpy(text + strlen(text), "\n", 2);
        struct around_told *told = scrollback_told(session);
        if (told != NULL)
            around_begin(world, delver, told);
    } else {
        words_surroundings(world, delver, text, sizeof text);
    }
    session_write(session, text);
}

static void open_reader(struct session *session)
{
    if (session->is_new)
        session_write(session, "Type n, ne, e and so on to walk; look, who, say, help, quit.\n");
    look(session);
}

static void refuse_map(struct session *session)
{
    session_tell(session, "There is no map in reader mode. look says what is about you.",
                 ROLE_TEXT);
}

/* Things that a kill leaves or that are thrown are told with their place. */
static void note_told(struct session *session, const struct event *event)
{
    struct around_told *told = scrollback_told(session);

    bool is_placed =
        (event->kind == EVENT_ITEM_LEFT && event->count == 0) || event->kind == EVENT_ITEM_LANDED;

    if (told != NULL && is_placed && event->actor == session->viewer)
        around_note(told, THING_ITEM, event->at);
}

static void on_event(struct session *session, const struct event *event)
{
    session->present.has_pending_news = true;
    note_told(session, event);
    if (event->kind != EVENT_MOVED || event->actor != session->viewer)
        line_mode_tell_event(session, event);
    else if (!travel_session_cover(session, event))
        line_mode_tell_step(session, event);
}

/* Leaves out the reason for the end if something came into view: tell_news() tells of it and where
   it is. */
static void end_travel(struct session *session, const struct travel_end *end)
{
    session->present.has_pending_news = session->present.has_pending_news || end->has_sighted;
    line_mode_tell_travel(session, &(struct travel_end){.walked = end->walked,
                                                        .why = end->has_sighted ? "" : end->why});
}

/* Speaks a word in place of the stars before an announcement. */
static void tell(struct session *session, const char *text, enum role role)
{
    static const char mark[] = "*** ";
    bool is_marked = strncmp(text, mark, sizeof mark - 1) == 0;

    if (!is_marked) {
        line_mode_tell(session, text, role);
        return;
    }
    session_write(session, "Announcement: ");
    line_mode_tell(session, text + sizeof mark - 1, role);
}

/* Tells what is new around the viewer. */
static void tell_news(struct session *session)
{
    const struct world *world = session->sessions->game->world;
    const struct delver *delver = world_delver(world, session->viewer);
    struct around_told *told = scrollback_told(session);
    char text[AROUND_STEP_MAX];

    if (told != NULL && delver != NULL && delver->body.state == BODY_PRESENT &&
        around_step(world, delver, told, text, sizeof text))
        session_tell(session, text, ROLE_TEXT);
}

static void update(struct session *session)
{
    fight_news_update(session);
    if (session->present.has_pending_news && !travel_session_are_running(session)) {
        session->present.has_pending_news = false;
        tell_news(session);
    }
    if (line_mode_prompts(session) != NULL)
        line_mode_write_prompt(session, session->preferences.settings.punctuation ? "> " : "");
}

static void describe(const struct session *session, char *out, size_t out_size)
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
    .on_event = on_event,
    .update = update,
    .has_pending = line_mode_has_pending,
    .tell = tell,
    .show = session_write,
    .answer = line_mode_answer,
    .look = look,
    .map = refuse_map,
    .examine = line_mode_list,
    .refresh = look,
    .change_viewer = line_mode_change_viewer,
    .end_travel = end_travel,
    .touch = line_mode_do_nothing,
    .repaint = line_mode_do_nothing,
    .describe = describe,
};
