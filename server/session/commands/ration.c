/*
 * Rationing: a token bucket a session, its prices, and a ring of the keys that wait for it.
 */
#include "server/session/commands/ration.h"

#include "base/check.h"

enum {
    MS_PER_SECOND = 1000,
    PRICE_SENTENCE = 20, /* an action, or an answer of one line */
    PRICE_TALK = 40,     /* others are told */
    PRICE_PAGE = 80,     /* a list, a description, a map in words */
    PRICE_REDRAW = 400,  /* a whole screen is drawn and sent */
};

// clang-format off
static const uint16_t price_table[WORK_COUNT] = {
    [COMMAND_NONE] = PRICE_SENTENCE,
    [COMMAND_MOVE] = PRICE_SENTENCE,    [COMMAND_RUN] = PRICE_SENTENCE,
    [COMMAND_WAIT] = PRICE_SENTENCE,    [COMMAND_REST] = PRICE_SENTENCE,
    [COMMAND_EXPLORE] = PRICE_SENTENCE, [COMMAND_TRAVEL] = PRICE_SENTENCE,
    [COMMAND_GO] = PRICE_PAGE,          [COMMAND_OPEN] = PRICE_SENTENCE,
    [COMMAND_CLOSE] = PRICE_SENTENCE,   [COMMAND_DESCEND] = PRICE_SENTENCE,
    [COMMAND_ASCEND] = PRICE_SENTENCE,  [COMMAND_LOOK] = PRICE_PAGE,
    [COMMAND_EXAMINE] = PRICE_PAGE,     [COMMAND_LIST] = PRICE_PAGE,
    [COMMAND_AROUND] = PRICE_PAGE,      [COMMAND_WHERE] = PRICE_PAGE,
    [COMMAND_MAP] = PRICE_PAGE,         [COMMAND_GET] = PRICE_SENTENCE,
    [COMMAND_DROP] = PRICE_SENTENCE,    [COMMAND_INVENTORY] = PRICE_PAGE,
    [COMMAND_WORN] = PRICE_SENTENCE,    [COMMAND_USE] = PRICE_SENTENCE,
    [COMMAND_WEAR] = PRICE_SENTENCE,    [COMMAND_REMOVE] = PRICE_SENTENCE,
    [COMMAND_SWAP] = PRICE_SENTENCE,    [COMMAND_GIVE] = PRICE_SENTENCE,
    [COMMAND_ACCEPT] = PRICE_SENTENCE,  [COMMAND_LORE] = PRICE_PAGE,
    [COMMAND_SLOT] = PRICE_PAGE,        [COMMAND_FETCH] = PRICE_SENTENCE,
    [COMMAND_DRINK] = PRICE_SENTENCE,   [COMMAND_READ] = PRICE_SENTENCE,
    [COMMAND_ZAP] = PRICE_PAGE,         [COMMAND_THROW] = PRICE_PAGE,
    [COMMAND_FIRE] = PRICE_PAGE,        [COMMAND_ATTACK] = PRICE_PAGE,
    [COMMAND_FIGHT] = PRICE_PAGE,       [COMMAND_DANGER] = PRICE_PAGE,
    [COMMAND_TARGET] = PRICE_PAGE,      [COMMAND_STATUS] = PRICE_SENTENCE,
    [COMMAND_RAISE] = PRICE_SENTENCE,   [COMMAND_YIELD] = PRICE_SENTENCE,
    [COMMAND_SAY] = PRICE_TALK,         [COMMAND_TELL] = PRICE_TALK,
    [COMMAND_REPLY] = PRICE_TALK,       [COMMAND_SHOUT] = PRICE_TALK,
    [COMMAND_EMOTE] = PRICE_TALK,       [COMMAND_WHO] = PRICE_PAGE,
    [COMMAND_SCORE] = PRICE_PAGE,      [COMMAND_HEALTH] = PRICE_SENTENCE,
    [COMMAND_MESSAGES] = PRICE_PAGE,    [COMMAND_HELP] = PRICE_PAGE,
    [COMMAND_COMMANDS] = PRICE_PAGE,    [COMMAND_SET] = PRICE_PAGE,
    [COMMAND_REDRAW] = PRICE_REDRAW,    [COMMAND_CANCEL] = PRICE_SENTENCE,
    [COMMAND_LINE] = PRICE_SENTENCE,    [COMMAND_QUIT] = PRICE_SENTENCE,
    [COMMAND_FOLLOW] = PRICE_SENTENCE,  [COMMAND_CHAT] = PRICE_TALK,
    [COMMAND_PARTY_SAY] = PRICE_TALK,   [COMMAND_PARTY] = PRICE_PAGE,
    [COMMAND_IGNORE] = PRICE_SENTENCE,  [COMMAND_PASSWORD] = PRICE_PAGE,
    [COMMAND_SAVE] = PRICE_PAGE,        [COMMAND_BUY] = PRICE_PAGE,
    [COMMAND_SELL] = PRICE_PAGE,        [COMMAND_IDENTIFY] = PRICE_PAGE,
    [COMMAND_ROAD] = PRICE_PAGE,        [COMMAND_BUG] = PRICE_TALK,
    [COMMAND_DEATHS] = PRICE_PAGE,      [COMMAND_WAKE] = PRICE_PAGE,
    [COMMAND_SCORES] = PRICE_PAGE,      [COMMAND_CLAIM] = PRICE_PAGE,
    [COMMAND_FLEE] = PRICE_PAGE,        [COMMAND_RULES] = PRICE_PAGE,
    [COMMAND_PRAY] = PRICE_SENTENCE,    [COMMAND_LEARN] = PRICE_PAGE,
    [COMMAND_AGAIN] = PRICE_PAGE,
    [COMMAND_SNEAK] = PRICE_SENTENCE,   [COMMAND_MARK] = PRICE_PAGE,
    [WORK_LETTER] = 1,
    [WORK_KEY] = 10,
    [WORK_LINE] = 20,
    [WORK_LOGIN_LINE] = PRICE_PAGE,
    [WORK_ORDER] = PRICE_PAGE,
    [WORK_MESSAGE] = 25,
    [WORK_COMPLETE] = PRICE_PAGE,
    [WORK_WINDOW] = PRICE_REDRAW,
    [WORK_SEARCH] = 150,
    [WORK_WALKS] = 450, /* two lists in a tick, four a second */
};
// clang-format on

void ration_init(struct ration *ration, uint64_t now_ms)
{
    *ration = (struct ration){.left = RATION_BURST, .refilled_at_ms = now_ms};
}

int ration_price(int work)
{
    CHECK(work >= 0 && work < WORK_COUNT);
    return price_table[work];
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
