/*
 * Changes of accounts. Each walks all sessions for an account, a name or a network, because such a
 * change is rare.
 */
#include "server/session/auth/account_changes.h"

#include <stdio.h>
#include <string.h>

#include "server/game/level_fetch.h"
#include "server/game/moderation.h"
#include "server/game/removal.h"
#include "server/game/roster.h"
#include "server/net/conn.h"
#include "server/save/persist_accounts.h"
#include "server/session/audience.h"
#include "server/session/auth/resume.h"
#include "server/session/commands/reach.h"
#include "server/session/session.h"
#include "server/session/session_life.h"
#include "server/session/sessions.h"

static bool is_about(const struct ruling *ruling, const struct network *network,
                     const struct session *session)
{
    const char *address = session->conn->address;
    struct network peer;

    if (ruling->kind == RULING_BAN_NAME)
        return session->state >= SESSION_ENTERING &&
               strcmp(session->account.name, ruling->subject) == 0;
    return network_parse(address, strlen(address), &peer) == ERR_OK &&
           network_covers(network, &peer.address);
}

void send_away_banned(struct sessions *sessions, const struct ruling *ruling)
{
    char text[MODERATION_TEXT_SIZE];
    struct network network = {.prefix = 0};

    moderation_text(ruling, text);
    if (ruling->kind == RULING_BAN_NETWORK &&
        network_parse(ruling->subject, strlen(ruling->subject), &network) != ERR_OK)
        return;
    /* A body whose connection is lost still belongs to a player. */
    struct player_slot *slot = ruling->kind == RULING_BAN_NAME
                                   ? roster_slot_of_name(sessions->game, ruling->subject)
                                   : NULL;
    if (slot != NULL)
        roster_send_away(sessions->game, slot);
    if (ruling->kind == RULING_BAN_NAME)
        resume_forget_name(sessions, ruling->subject);
    for (struct session *session = sessions->list; session != NULL; session = session->next) {
        if (session->state == SESSION_CLOSED || !is_about(ruling, &network, session))
            continue;
        if (session->state == SESSION_PLAYING)
            roster_leave(sessions->game, session->conn->serial);
        session_end(session, WIRE_END_SENT_AWAY, text);
    }
}

/* True if the session plays under that name, or its player typed the name at the login. */
static bool is_of(enum session_state state, const struct auth_state *auth, const char *name)
{
    return state != SESSION_CLOSED && strcmp(auth->name, name) == 0;
}

bool send_away_removed(struct sessions *sessions, const struct removal *removal)
{
    bool has_left = removal_send_away(sessions->game, removal);

    resume_forget(sessions, removal->account.id);
    for (struct session *session = sessions->list; session != NULL; session = session->next) {
        if (is_of(session->state, &session->auth, removal->account.name))
            session_end(session, WIRE_END_SENT_AWAY,
                        "This player is removed by an administrator. Goodbye.");
    }
    return has_left;
}

static bool is_at_login(const struct sessions *sessions, const char *name)
{
    for (const struct session *session = sessions->list; session != NULL; session = session->next) {
        if (is_of(session->state, &session->auth, name))
            return true;
    }
    return false;
}

void send_away_unused(struct sessions *sessions)
{
    struct removal_order *order = removal_listed(sessions->game);
    int count = 0;

    if (order == NULL)
        return;
    for (int i = 0; i < order->count; i++) {
        if (!is_at_login(sessions, order->players[i].name))
            order->players[count++] = order->players[i];
    }
    order->count = count;
    removal_expire(sessions->game);
}

_Static_assert((int)IGNORE_KEY_SIZE == (int)JOB_KEY_SIZE, "as it is handed over");

void rename_fill_in(struct new_name *change, const char *before)
{
    snprintf(change->name_before, sizeof change->name_before, "%s", before);
    ignore_write_key(before, change->ignore_before);
    ignore_write_key(change->account.name, change->ignore_key);
}

/* Changes the name on the body, graves and bundles; the world has it from the next tick on. */
static void rename_in_world(struct game *game, int64_t delver_id, const char *name)
{
    struct input *input = input_queue_add(&game->inputs, INPUT_RENAME, 0);

    if (input == NULL)
        return;
    input->delver_id = delver_id;
    snprintf(input->text, sizeof input->text, "%s", name);
}

/* Changes the name in the player's own session. An unfinished login keeps the name that was
   typed. */
static void rename_own(struct session *session, const struct account_record *account)
{
    if (session->account.id != account->id || session->state == SESSION_CLOSED)
        return;
    memcpy(session->account.name, account->name, sizeof account->name);
    memcpy(session->account.skeleton, account->skeleton, sizeof account->skeleton);
    if (session->state >= SESSION_ENTERING)
        memcpy(session->auth.name, account->name, sizeof account->name);
    if (session->state == SESSION_PLAYING)
        resume_issue(session);
}

/* Changes the name in the copies that another session has. */
static void rename_for_other(struct session *session, const struct account_record *account,
                             const char *before)
{
    struct chat *chat = &session->commands.chat;

    if (chat->reply_to == account->id)
        memcpy(chat->reply_name, account->name, sizeof chat->reply_name);
    if (session->state >= SESSION_ENTERING && session->state != SESSION_CLOSED)
        ignore_rename(session, before, account->name);
}

void rename_settle(struct sessions *sessions, const struct account_record *account,
                   const char *before)
{
    char text[64 + 2 * NAME_LENGTH_MAX];
    bool is_there = roster_slot_of_delver(sessions->game->roster, account->id) != NULL;

    resume_forget(sessions, account->id);
    moderation_rename(&sessions->game->moderation, before, account->name);
    for (struct session *session = sessions->list; session != NULL; session = session->next) {
        rename_own(session, account);
        rename_for_other(session, account, before);
    }
    if (strcmp(before, account->name) == 0)
        return;
    level_fetch_rename(sessions->game, account->id, account->name);
    rename_in_world(sessions->game, account->id, account->name);
    snprintf(text, sizeof text, "%.*s is called %.*s from now on.", NAME_LENGTH_MAX, before,
             NAME_LENGTH_MAX, account->name);
    if (is_there)
        (void)audience_tell(sessions, audience_all(), ROLE_DIM_TEXT, text);
}

void rename_catch_up(struct account_record *account, struct game *game, const struct delver *delver)
{
    if (delver != NULL && strcmp(delver->name, account->name) != 0)
        rename_in_world(game, account->id, account->name);
}
