/*
 * From one player to another.
 */
#include "server/session/commands/reach.h"

#include <stddef.h>

#include "server/game/moderation.h"
#include "server/game/roster.h"
#include "server/session/commands/ignore.h"
#include "server/session/session.h"
#include "server/session/session_life.h"
#include "server/session/sessions.h"
#include "server/session/watch/viewers.h"

struct reach_row {
    bool is_talk;   /* not for the muted, and takes one from the budget of talk */
    bool is_silent; /* the player is not told why it reaches nobody */
    bool is_hidden; /* from those who ignore the player */
    bool has_pause; /* between the same two */
};

static const struct reach_row reach_table[REACH_KIND_COUNT] = {
    [REACH_TALK] = {.is_talk = true, .is_hidden = true},
    [REACH_INVITATION] = {.is_talk = true, .is_hidden = true, .has_pause = true},
    [REACH_FOLLOWER] = {.is_talk = true, .is_silent = true, .is_hidden = true, .has_pause = true},
    [REACH_GIFT] = {.is_talk = true, .is_hidden = true},
    [REACH_PARTY] = {.is_silent = true},
};

/* Takes a line from the budget of talk; false: it is spent. */
static bool spend(struct session *session)
{
    struct chat_budget *chat = &session->commands.chat.budget;
    uint64_t now_ms = session->sessions->base->now_ms;

    uint32_t limit = (uint32_t)session->sessions->base->options.chat_lines;
    size_t newest = ((size_t)chat->next + CHAT_LINES_MAX - 1) % CHAT_LINES_MAX;
    bool is_hasty = session->account.is_guest && chat->sent > 0 &&
                    now_ms - chat->sent_at_ms[newest] < GUEST_SAY_MS;
    size_t oldest = ((size_t)chat->next + CHAT_LINES_MAX - limit) % CHAT_LINES_MAX;

    if (is_hasty || (chat->sent >= limit && now_ms - chat->sent_at_ms[oldest] < CHAT_WINDOW_MS))
        return false;
    chat->sent_at_ms[chat->next] = now_ms;
    chat->next = (chat->next + 1) % CHAT_LINES_MAX;
    chat->sent += chat->sent < CHAT_LINES_MAX;
    return true;
}

static void tell_mute(struct session *session, const struct ruling *mute)
{
    char text[MODERATION_TEXT_SIZE];

    moderation_text(mute, text);
    session_tell(session, text, ROLE_BAD);
}

bool reach_begin(struct session *session, enum reach_kind kind)
{
    const struct reach_row *row = &reach_table[kind];
    const struct ruling *mute =
        moderation_find(&session->sessions->game->moderation, RULING_MUTE, session->account.name);

    if (!row->is_talk)
        return true;
    if (mute == NULL && spend(session))
        return true;
    if (row->is_silent)
        return false;
    if (mute != NULL)
        tell_mute(session, mute);
    else
        session_tell(session, "You talk too fast.", ROLE_BAD);
    return false;
}

/* Notes an act among the acts that reached the other player, in place of one older than
   REACH_PAUSE_MS. False: the same act is noted already, or no place is free. */
static bool begin_pause(struct session *other, int64_t account_id, enum reach_kind kind)
{
    uint64_t now_ms = other->sessions->base->now_ms;
    struct approach *place = NULL;

    for (int i = 0; i < APPROACHES_MAX; i++) {
        struct approach *at = &other->commands.approaches[i];
        bool is_over = at->account_id == 0 || now_ms - at->at_ms >= REACH_PAUSE_MS;
        if (!is_over && at->account_id == account_id && at->kind == kind)
            return false;
        if (is_over)
            place = at;
    }
    if (place == NULL)
        return false;
    *place = (struct approach){.account_id = account_id, .at_ms = now_ms, .kind = kind};
    return true;
}

enum reach reach_other(const struct session *session, enum reach_kind kind, const struct seat *seat,
                       struct session **out)
{
    const struct reach_row *row = &reach_table[kind];
    struct session *other = viewers_player(session->sessions, seat);

    /* A session that watches is told too: it is an operator's. */
    if (other == NULL || (other->state != SESSION_PLAYING && other->state != SESSION_WATCHING))
        return REACH_AWAY;
    if (row->is_hidden && ignore_hides(other, session->account.name))
        return REACH_IGNORED;
    if (row->has_pause && !begin_pause(other, session->account.id, kind))
        return REACH_TOO_SOON;
    *out = other;
    return REACH_DONE;
}

void reach_tell(struct session *other, const char *text, enum role role)
{
    session_tell(other, text, role);
}
