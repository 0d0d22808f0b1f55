/*
 * Removing players.
 */
#include "server/game/removal.h"

#include <string.h>
#include <time.h>

#include "server/admin/admin.h"
#include "server/game/moderation.h"
#include "server/net/conn.h"
#include "server/save/persist.h"
#include "server/server.h"

enum { DAY_SECONDS = 24 * 60 * 60 };

static const char goodbye[] = "This player is removed by an administrator. Goodbye.";

bool removal_is_going_on(const struct server *server, int64_t account_id)
{
    for (int i = 0; i < server->removals.count; i++) {
        if (server->removals.list[i].account.id == account_id)
            return true;
    }
    return false;
}

enum err removal_begin(struct server *server, uint64_t ticket, const struct account_record *account,
                       const struct delver_record *delver)
{
    struct removals *removals = &server->removals;

    if (removal_is_going_on(server, account->id))
        return ERR_EXISTS;
    if (removals->count >= REMOVALS_MAX)
        return ERR_BUSY;
    struct removal *removal = &removals->list[removals->count++];
    *removal = (struct removal){.ticket = ticket, .account = *account, .delver = *delver};
    memset(removal->account.password_hash, 0, sizeof removal->account.password_hash);
    return ERR_OK;
}

struct removal *removal_find(struct server *server, uint64_t ticket)
{
    for (int i = 0; i < server->removals.count; i++) {
        if (server->removals.list[i].ticket == ticket)
            return &server->removals.list[i];
    }
    return NULL;
}

void removal_end(struct server *server, int64_t account_id)
{
    struct removals *removals = &server->removals;

    for (int i = 0; i < removals->count; i++) {
        if (removals->list[i].account.id != account_id)
            continue;
        removals->list[i] = removals->list[--removals->count];
        return;
    }
}

/* Somebody plays under that name, or has typed it at the login. */
static bool is_of(const struct conn *conn, const char *name)
{
    return !conn->is_closing && conn->session.state != SESSION_CLOSED &&
           strcmp(conn->session.name, name) == 0;
}

bool removal_send_away(struct server *server, const struct removal *removal)
{
    struct seat *seat = roster_seat_of_delver(&server->roster, removal->account.id);

    if (seat != NULL)
        roster_send_away(server, seat);
    for (struct conn *conn = server->connections, *next; conn != NULL; conn = next) {
        next = conn->next;
        if (is_of(conn, removal->account.name))
            session_say_goodbye(&conn->session, goodbye);
    }
    return roster_seat_of_delver(&server->roster, removal->account.id) == NULL;
}

static void end_looking(struct server *server)
{
    struct removals *removals = &server->removals;

    removals->is_looking = false;
    removals->look_at_ms = server->now_ms + REMOVAL_EVERY_MS;
    if (removals->expired > 0)
        LOG(&server->log, LOG_INFO, "account.expired",
            log_number("removed", (int64_t)removals->expired));
}

/* Owns nothing afterwards; the pass ends where it cannot go on. */
static void submit(struct server *server, struct job *job)
{
    if (job == NULL || persist_submit(server->persist, job) != ERR_OK)
        end_looking(server);
}

static void look_on(struct server *server, int64_t after_id)
{
    int64_t days = server->options.unused_days;
    struct job *job = days == 0 ? NULL : removal_job(JOB_LIST_UNUSED);

    if (job != NULL) {
        job->removal->after_id = after_id;
        job->removal->at = (int64_t)time(NULL);
        job->removal->seen_before = job->removal->at - days * DAY_SECONDS;
    }
    submit(server, job);
}

void removal_sweep(struct server *server)
{
    struct removals *removals = &server->removals;

    if (removals->look_at_ms == 0)
        removals->look_at_ms = server->now_ms + REMOVAL_EVERY_MS;
    if (removals->is_looking || server->is_stopping || server->options.unused_days == 0 ||
        server->now_ms < removals->look_at_ms)
        return;
    removals->is_looking = true;
    removals->expired = 0;
    look_on(server, 0);
}

static bool is_there(const struct server *server, int64_t id, const char *name)
{
    if (roster_seat_of_delver(&server->roster, id) != NULL)
        return true;
    for (const struct conn *conn = server->connections; conn != NULL; conn = conn->next) {
        if (is_of(conn, name))
            return true;
    }
    return false;
}

/* Takes those who can go into the list; the others keep their place in the order without an id. */
static int begin_all(struct server *server, struct removal_order *order)
{
    static const struct delver_record nobody;
    int begun = 0;

    for (int i = 0; i < order->count; i++) {
        struct account_record account = {.id = order->players[i].id};
        memcpy(account.name, order->players[i].name, sizeof account.name);
        if (is_there(server, account.id, account.name) ||
            removal_begin(server, 0, &account, &nobody) != ERR_OK)
            continue;
        order->players[begun++] = order->players[i];
    }
    order->count = begun;
    return begun;
}

void removal_on_listed(struct server *server, struct job *job)
{
    struct removal_order *order = job->removal;

    if (job->result != ERR_OK || server->is_stopping) {
        end_looking(server);
        return;
    }
    if (begin_all(server, order) == 0) {
        if (order->is_last)
            end_looking(server);
        else
            look_on(server, order->after_id);
        return;
    }
    struct job *removal = removal_job(JOB_REMOVE_PLAYERS);
    if (removal != NULL)
        *removal->removal = *order;
    if (removal != NULL && persist_submit(server->persist, removal) == ERR_OK)
        return;
    for (int i = 0; i < order->count; i++)
        removal_end(server, order->players[i].id);
    end_looking(server);
}

/* The unused: `players` has those who were listed, without an id if they stay. */
static void settle_unused(struct server *server, struct job *job)
{
    struct removals *removals = &server->removals;

    for (int i = removals->count - 1; i >= 0; i--) {
        if (removals->list[i].ticket == 0)
            removal_end(server, removals->list[i].account.id);
    }
    for (int i = 0; job->result == ERR_OK && i < job->removal->count; i++)
        removals->expired += job->removal->players[i].id != 0;
    if (job->result != ERR_OK)
        LOG(&server->log, LOG_WARNING, "account.not-expired",
            log_text("error", err_name(job->result)));
    if (job->result != ERR_OK || job->removal->is_last || server->is_stopping)
        end_looking(server);
    else
        look_on(server, job->removal->after_id);
}

static void forget_rulings(struct server *server, const char *name)
{
    static const enum ruling_kind kinds[] = {RULING_MUTE, RULING_HOLD, RULING_CODE};

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        (void)moderation_drop(&server->moderation, kinds[i], name);
}

void removal_on_removed(struct server *server, struct job *job)
{
    const struct removal_order *order = job->removal;

    if (order->seen_before != 0) {
        settle_unused(server, job);
        return;
    }
    if (!order->is_dry)
        removal_end(server, order->players[0].id);
    if (!order->is_dry && job->result == ERR_OK) {
        forget_rulings(server, order->players[0].name);
        LOG(&server->log, LOG_INFO, "account.removed", log_text("name", order->players[0].name));
    }
    admin_on_removed(server, job);
}
