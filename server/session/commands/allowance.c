/*
 * Allowances, in a table without order: it is looked through twice a visit.
 */
#include "server/session/commands/allowance.h"

#include <stddef.h>

#include "server/session/sessions.h"
#include "server/session/session.h"

/* The allowance of that account; NULL: none. */
static struct allowance *find(struct allowances *allowances, int64_t account_id)
{
    for (size_t i = 0; i < ALLOWANCES_MAX; i++) {
        if (allowances->slots[i].account_id == account_id)
            return &allowances->slots[i];
    }
    return NULL;
}

/* A free slot, else the one that was kept longest ago. */
static struct allowance *find_place(struct allowances *allowances)
{
    struct allowance *place = &allowances->slots[0];

    for (size_t i = 0; i < ALLOWANCES_MAX && place->account_id != 0; i++) {
        struct allowance *slot = &allowances->slots[i];
        if (slot->account_id == 0 || slot->kept_at_ms < place->kept_at_ms)
            place = slot;
    }
    return place;
}

void allowance_keep(const struct session *session)
{
    struct sessions *sessions = session->sessions;

    if (!session->has_entered)
        return;
    struct allowance *slot = find(sessions->allowances, session->account.id);
    if (slot == NULL)
        slot = find_place(sessions->allowances);
    *slot = (struct allowance){.account_id = session->account.id,
                               .kept_at_ms = sessions->base->now_ms,
                               .chat = session->commands.chat.budget,
                               .lines = session->lines.left,
                               .lines_at_ms = session->lines.at_ms,
                               .reported_at_ms = session->commands.bug_at_ms,
                               .wished_at_ms = session->commands.saved.wished_at_ms};
}

void allowance_take(struct session *session)
{
    struct allowance *slot = find(session->sessions->allowances, session->account.id);

    if (slot == NULL)
        return;
    session->commands.chat.budget = slot->chat;
    session->commands.bug_at_ms = slot->reported_at_ms;
    session->commands.saved.wished_at_ms = slot->wished_at_ms;
    if (slot->lines < session->lines.left) {
        session->lines.left = slot->lines;
        session->lines.at_ms = slot->lines_at_ms;
    }
    *slot = (struct allowance){.account_id = 0};
}
