/*
 * Rationing: prices of work other than commands, a token bucket for each session, and a ring of
 * keys that wait for it. A command's price is in its row of narrate/command_table.c. Allowances are
 * an unsorted table, which is searched twice for each visit.
 */
#include "server/session/commands/ration.h"

#include <stddef.h>

#include "base/check.h"
#include "server/session/session.h"
#include "server/session/sessions.h"

enum { MS_PER_SECOND = 1000 };

/* The prices of work other than commands. */
static const uint16_t price_table[WORK_COUNT] = {
    [WORK_LETTER] = 1,
    [WORK_KEY] = 10,
    [WORK_LINE] = 20,
    [WORK_LOGIN_LINE] = PRICE_PAGE,
    [WORK_ORDER] = PRICE_PAGE,
    [WORK_MESSAGE] = 25,
    [WORK_COMPLETE] = PRICE_PAGE,
    [WORK_WINDOW] = PRICE_REDRAW,
    [WORK_SEARCH] = 150,
    [WORK_WALKS] = 450, /* a full ration pays for two such lists in a tick, and for four a second */
};

void ration_init(struct ration *ration, uint64_t now_ms)
{
    *ration = (struct ration){.left = RATION_BURST, .refilled_at_ms = now_ms};
}

int ration_price(int work)
{
    CHECK(work >= 0 && work < WORK_COUNT);
    return work < (int)COMMAND_COUNT ? (int)command_row((enum command_id)work)->price
                                     : (int)price_table[work];
}

bool ration_has_room(struct ration *ration, uint64_t now_ms)
{
    uint64_t full_ms = 2 * (uint64_t)RATION_BURST * MS_PER_SECOND / RATION_PER_SECOND;
    uint64_t elapsed_ms = now_ms - ration->refilled_at_ms;

    if (elapsed_ms > full_ms)
        elapsed_ms = full_ms;
    ration->refilled_at_ms = now_ms;
    ration->left += (int32_t)(elapsed_ms * RATION_PER_SECOND / MS_PER_SECOND);
    if (ration->left > RATION_BURST)
        ration->left = RATION_BURST;
    return ration->left > 0;
}

void ration_pay(struct ration *ration, int work)
{
    ration->left -= ration_price(work);
    ration->spent += (uint64_t)ration_price(work);
}

bool ration_wait(struct ration *ration, struct key key)
{
    if (key.code == KEY_ESCAPE)
        ration->key_count = 0;
    if (ration->key_count == RATION_KEYS_MAX)
        return false;
    ration->keys[(ration->key_first + ration->key_count++) % RATION_KEYS_MAX] = key;
    return true;
}

bool ration_take(struct ration *ration, struct key *out)
{
    if (ration->key_count == 0)
        return false;
    *out = ration->keys[ration->key_first];
    ration->key_first = (uint8_t)((ration->key_first + 1) % RATION_KEYS_MAX);
    ration->key_count--;
    return true;
}

/* Returns the allowance of that account; NULL: there is none. */
static struct allowance *find_allowance(struct allowances *allowances, int64_t account_id)
{
    for (size_t i = 0; i < ALLOWANCES_MAX; i++) {
        if (allowances->slots[i].account_id == account_id)
            return &allowances->slots[i];
    }
    return NULL;
}

/* Returns a free entry, else the one that was stored longest ago. */
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
    struct allowance *slot = find_allowance(sessions->allowances, session->account.id);
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
    struct allowance *slot = find_allowance(session->sessions->allowances, session->account.id);

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
