/*
 * Removing players: a list of removals in progress, and the pass over unused players, which asks
 * the database for some, removes those that are not online, and asks for the next.
 */
#include "server/game/removal.h"

#include <string.h>
#include <time.h>

#include "server/game/level_fetch.h"
#include "server/game/moderation.h"
#include "server/save/persist.h"
#include "server/game/game.h"
#include "server/game/roster.h"
#include "server/save/persist_accounts.h"

enum { DAY_SECONDS = 24 * 60 * 60 };

bool removal_is_going_on(const struct game *game, int64_t account_id)
{
    for (int i = 0; i < game->removals->count; i++) {
        if (game->removals->list[i].account.id == account_id)
            return true;
    }
    return false;
}

enum err removal_begin(struct game *game, uint64_t ticket, const struct account_record *account,
                       const struct delver_record *delver)
{
    struct removals *removals = game->removals;

    if (removal_is_going_on(game, account->id))
        return ERR_EXISTS;
    if (removals->count >= REMOVALS_MAX)
        return ERR_BUSY;
    struct removal *removal = &removals->list[removals->count++];
    *removal = (struct removal){.ticket = ticket, .account = *account, .delver = *delver};
    memset(removal->account.password_hash, 0, sizeof removal->account.password_hash);
    return ERR_OK;
}

struct removal *removal_find(struct game *game, uint64_t ticket)
{
    for (int i = 0; i < game->removals->count; i++) {
        if (game->removals->list[i].ticket == ticket)
            return &game->removals->list[i];
    }
    return NULL;
}

void removal_end(struct game *game, int64_t account_id)
{
    struct removals *removals = game->removals;

    for (int i = 0; i < removals->count; i++) {
        if (removals->list[i].account.id != account_id)
            continue;
        removals->list[i] = removals->list[--removals->count];
        return;
    }
}

bool removal_send_away(struct game *game, const struct removal *removal)
{
    struct player_slot *slot = roster_slot_of_delver(game->roster, removal->account.id);

    if (slot != NULL)
        roster_send_away(game, slot);
    return slot == NULL;
}

bool removal_forget(struct game *game, int64_t account_id, bool is_noted)
{
    struct input *input = input_queue_add(&game->inputs, INPUT_FORGET, 0);

    if (input == NULL)
        return false;
    input->delver_id = account_id;
    input->flag = is_noted;
    return true;
}

static void end_looking(struct game *game)
{
    struct removals *removals = game->removals;

    removals->is_looking = false;
    removals->look_at_ms = game->base->now_ms + REMOVAL_EVERY_MS;
    if (removals->expired > 0)
        LOG(&game->base->log, LOG_INFO, "account.expired",
            log_number("removed", (int64_t)removals->expired));
}

/* Submits a job, which then owns its content. If that fails the pass ends. */
static void submit(struct game *game, struct job *job)
{
    if (job == NULL || persist_submit(game->persist, job, &game->answers) != ERR_OK)
        end_looking(game);
}

static bool looks_for_any(const struct game *game)
{
    return game->base->options.unused_days != 0 || game->base->options.guest_days != 0;
}

/* Returns the time that many days ago; 0: `days` is 0. */
static int64_t days_before(int64_t now, int64_t days)
{
    return days == 0 ? 0 : now - days * DAY_SECONDS;
}

/* Returns the machine's time, but no later than the loop's clock since the start allows: a clock
   that runs ahead for a while makes nobody unused. */
static int64_t trusted_now(const struct base *base)
{
    int64_t now = (int64_t)time(NULL);
    int64_t counted = base->started_at + (int64_t)((base->now_ms - base->opened_at_ms) / 1000);

    return now < counted ? now : counted;
}

static void look_on(struct game *game, int64_t after_id)
{
    struct job *job = looks_for_any(game) ? job_new(&question_list_unused) : NULL;
    int64_t now = trusted_now(game->base);

    if (job != NULL) {
        struct removal_order *order = job->content;
        job->answer = removal_on_listed;
        order->after_id = after_id;
        order->at = now;
        order->are_unused = true;
        order->seen_before = days_before(now, game->base->options.unused_days);
        order->guest_seen_before = days_before(now, game->base->options.guest_days);
    }
    submit(game, job);
}

void removal_sweep(struct game *game)
{
    struct removals *removals = game->removals;

    if (removals->look_at_ms == 0)
        removals->look_at_ms = game->base->now_ms + REMOVAL_EVERY_MS;
    if (removals->is_looking || game->base->is_stopping || !looks_for_any(game) ||
        game->base->now_ms < removals->look_at_ms)
        return;
    removals->is_looking = true;
    removals->expired = 0;
    look_on(game, 0);
}

/* Adds the players that can be removed to the list; the id of all others in the order becomes 0. */
static int begin_all(struct game *game, struct removal_order *order)
{
    static const struct delver_record nobody;
    int begun = 0;

    for (int i = 0; i < order->count; i++) {
        struct account_record account = {.id = order->players[i].id};
        memcpy(account.name, order->players[i].name, sizeof account.name);
        if (roster_slot_of_delver(game->roster, account.id) != NULL ||
            removal_begin(game, 0, &account, &nobody) != ERR_OK)
            continue;
        order->players[begun++] = order->players[i];
    }
    order->count = begun;
    return begun;
}

void removal_on_listed(void *asker, struct job *job)
{
    struct game *game = asker;
    if (job->result != ERR_OK) {
        end_looking(game);
        return;
    }
    game->removals->listed = *(const struct removal_order *)job->content;
    game->removals->has_listed = true;
}

struct removal_order *removal_listed(struct game *game)
{
    return game->removals->has_listed ? &game->removals->listed : NULL;
}

void removal_expire(struct game *game)
{
    struct removal_order *order = &game->removals->listed;

    game->removals->has_listed = false;
    if (game->base->is_stopping) {
        end_looking(game);
        return;
    }
    if (begin_all(game, order) == 0) {
        if (order->is_last)
            end_looking(game);
        else
            look_on(game, order->after_id);
        return;
    }
    struct job *removal = job_new(&question_remove_players);
    if (removal != NULL) {
        removal->answer = removal_on_expired;
        *(struct removal_order *)removal->content = *order;
    }
    if (removal != NULL && persist_submit(game->persist, removal, &game->answers) == ERR_OK)
        return;
    for (int i = 0; i < order->count; i++)
        removal_end(game, order->players[i].id);
    end_looking(game);
}

/* Takes the end of a removal; `players` are the listed ones, the id of a player who stays is 0. */
void removal_on_expired(void *asker, struct job *job)
{
    const struct removal_order *order = job->content;
    struct game *game = asker;
    struct removals *removals = game->removals;

    for (int i = removals->count - 1; i >= 0; i--) {
        if (removals->list[i].ticket == 0)
            removal_end(game, removals->list[i].account.id);
    }
    if (job->result == ERR_OK)
        departed_clear(&game->roster->departed);
    for (int i = 0; job->result == ERR_OK && i < order->count; i++)
        removals->expired += order->players[i].id != 0;
    if (job->result != ERR_OK)
        LOG(&game->base->log, LOG_WARNING, "account.not-removed",
            log_text("error", err_name(job->result)));
    if (job->result != ERR_OK || order->is_last || game->base->is_stopping)
        end_looking(game);
    else
        look_on(game, order->after_id);
}

static void forget_rulings(struct game *game, const char *name)
{
    static const enum ruling_kind kinds[] = {RULING_MUTE, RULING_HOLD, RULING_CODE};

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        (void)moderation_drop(&game->moderation, kinds[i], name);
}

void removal_on_removed(struct game *game, struct job *job)
{
    const struct removal_order *order = job->content;

    if (order->is_dry)
        return;
    removal_end(game, order->players[0].id);
    if (job->result != ERR_OK)
        return;
    departed_clear(&game->roster->departed);
    forget_rulings(game, order->players[0].name);
    /* A level may have been read before its row was changed. */
    level_fetch_forget(game, order->players[0].id);
    (void)removal_forget(game, order->players[0].id, true);
    LOG(&game->base->log, LOG_INFO, "account.removed", log_text("name", order->players[0].name));
}
