/*
 * Titles of terminals.
 */
#include "server/session/present/title.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "narrate/place_words.h"
#include "server/net/conn.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "term/ansi.h"

enum { PLACE_SIZE = 96 };

/* How their types begin. Other programs may print the text of a title, or beep. */
static const char *const types[] = {
    "xterm", "screen", "tmux",  "rxvt",  "vte",    "gnome",     "konsole", "kitty",
    "foot",  "st-",    "iterm", "putty", "mintty", "alacritty", "wezterm", "ghostty",
};

bool title_is_taken_by(const char *terminal_type)
{
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (strncasecmp(terminal_type, types[i], strlen(types[i])) == 0)
            return true;
    }
    return false;
}

static void write_text(struct session *session, const char *text)
{
    if (client_write(&session->conn->client, text, strlen(text)) != ERR_OK)
        session_close(session, "output-full");
}

void title_update(struct session *session)
{
    struct level_key *titled = &session->present.screen.titled;
    const struct world *world = session->sessions->game->world;
    const struct delver *delver = world_delver(world, session->actor);
    char place[PLACE_SIZE];
    char text[ANSI_TITLE_MAX];
    char sequence[ANSI_TITLE_SIZE];

    if (session->preferences.settings.is_untitled || session->state != SESSION_PLAYING) {
        title_end(session);
        return;
    }
    if (delver == NULL || delver->body.level == NULL ||
        level_key_equal(*titled, delver->body.key) ||
        !title_is_taken_by(session->conn->client.caps.terminal_type))
        return;
    if (titled->depth == 0)
        write_text(session, ansi_title_keep);
    *titled = delver->body.key;
    place_level_name(world, titled, place, sizeof place);
    snprintf(text, sizeof text, "%s - Depth %d, %s", delver->name, titled->depth, place);
    ansi_title(text, sequence);
    write_text(session, sequence);
}

void title_end(struct session *session)
{
    struct level_key *titled = &session->present.screen.titled;

    if (titled->depth == 0)
        return;
    *titled = (struct level_key){.depth = 0};
    write_text(session, ansi_title_give_back);
}
