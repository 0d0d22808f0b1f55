/*
 * The roster of players: an array of seats, each found at once by its delver, its session or the
 * slot of its body. Players who have left lately are remembered in a ring of sums with an index by
 * delver.
 */
#include "server/game/roster.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/check.h"
#include "base/hash.h"
#include "server/game/game.h"
#include "server/game/level_transfer.h"
#include "server/game/outbox.h"
#include "server/game/party.h"
#include "server/save/persist.h"
#include "server/save/persist_accounts.h"

/* ERR_MEMORY; departed_release() then frees the part that was made. */
static enum err departed_init(struct departed *departed)
{
    *departed = (struct departed){.next = 0};
    departed->rows = calloc(DEPARTED_MAX, sizeof *departed->rows);
    if (departed->rows == NULL)
        return ERR_MEMORY;
    return number_table_init(&departed->row_by_delver, DEPARTED_MAX);
}

static void departed_release(struct departed *departed)
{
    free(departed->rows);
    departed->rows = NULL;
    number_table_release(&departed->row_by_delver);
}

static uint64_t sum_of(const struct delver_record *record)
{
    struct hash hash;

    hash_init(&hash);
    hash_u64(&hash, (uint64_t)record->level.wing << 32 | record->level.depth);
    hash_u64(&hash, record->level.generation);
    hash_u64(&hash, (uint64_t)(uint16_t)record->at.x << 32 | (uint16_t)record->at.y);
    hash_u64(&hash, (uint64_t)(uint16_t)record->health << 32 | (uint16_t)record->health_max);
    hash_u64(&hash, record->sequence);
    hash_u64(&hash, record->steps);
    life_hash(&record->life, &hash);
    return hash.value;
}

static struct departed_row *find(const struct departed *departed, int64_t delver_id)
{
    uint32_t number;

    return number_table_find(&departed->row_by_delver, (uint64_t)delver_id, &number)
               ? &departed->rows[number]
               : NULL;
}

void departed_note(struct departed *departed, const struct delver_record *record)
{
    struct departed_row *row = find(departed, record->id);

    if (row == NULL) {
        row = &departed->rows[departed->next];
        if (row->delver_id != 0)
            number_table_remove(&departed->row_by_delver, (uint64_t)row->delver_id);
        number_table_put(&departed->row_by_delver, (uint64_t)record->id, departed->next);
        departed->next = (departed->next + 1) % DEPARTED_MAX;
    }
    *row = (struct departed_row){.delver_id = record->id, .sum = sum_of(record)};
}

/* False: that delver left with another record. True as well if its departure is not kept. */
static bool departed_allows(const struct departed *departed, const struct delver_record *record)
{
    const struct departed_row *row = find(departed, record->id);

    return row == NULL || row->sum == sum_of(record);
}

void departed_clear(struct departed *departed)
{
    for (uint32_t i = 0; i < DEPARTED_MAX; i++) {
        if (departed->rows[i].delver_id != 0)
            number_table_remove(&departed->row_by_delver, (uint64_t)departed->rows[i].delver_id);
        departed->rows[i] = (struct departed_row){.delver_id = 0};
    }
}

enum err roster_init(struct roster *roster, uint32_t seats_max)
{
    *roster = (struct roster){.seat_count_max = seats_max};
    roster->seats = calloc(seats_max, sizeof *roster->seats);
    roster->seat_of_slot = calloc(seats_max, sizeof *roster->seat_of_slot);
    if (roster->seats == NULL || roster->seat_of_slot == NULL)
        return ERR_MEMORY;
    enum err error = number_set_init(&roster->free_seats, seats_max);
    if (error == ERR_OK)
        error = number_table_init(&roster->seat_by_delver, seats_max);
    if (error == ERR_OK)
        error = number_table_init(&roster->seat_by_session, seats_max);
    if (error == ERR_OK)
        error = departed_init(&roster->departed);
    if (error == ERR_OK)
        number_set_add_all(&roster->free_seats);
    return error;
}

void roster_release(struct roster *roster)
{
    for (uint32_t i = 0; roster->seats != NULL && i < roster->seat_count; i++)
        free(roster->seats[i].arrival);
    free(roster->seats);
    free(roster->seat_of_slot);
    roster->seats = NULL;
    roster->seat_of_slot = NULL;
    number_set_release(&roster->free_seats);
    number_table_release(&roster->seat_by_delver);
    number_table_release(&roster->seat_by_session);
    departed_release(&roster->departed);
}

struct seat *roster_seat_of_delver(const struct roster *roster, int64_t delver_id)
{
    uint32_t number;

    return number_table_find(&roster->seat_by_delver, (uint64_t)delver_id, &number)
               ? &roster->seats[number]
               : NULL;
}

struct seat *roster_seat_of_body(const struct roster *roster, body_id delver)
{
    uint32_t slot = (delver & 0xffff) - 1;

    if (delver == 0 || slot >= roster->seat_count_max)
        return NULL;
    struct seat *seat = &roster->seats[roster->seat_of_slot[slot]];
    return seat->state != SEAT_FREE && seat->actor == delver ? seat : NULL;
}

struct seat *roster_seat_of_name(const struct game *game, const char *name)
{
    for (uint32_t i = 0; i < game->roster->seat_count; i++) {
        struct seat *seat = &game->roster->seats[i];
        const struct delver *delver = world_delver(game->world, seat->actor);
        if (seat->state != SEAT_FREE && delver != NULL && strcasecmp(delver->name, name) == 0)
            return seat;
    }
    return NULL;
}

static uint32_t number_of(const struct roster *roster, const struct seat *seat)
{
    return (uint32_t)(seat - roster->seats);
}

/* The seat is that session's from now on; 0: nobody's, for the line is dead. */
static void give_seat(struct roster *roster, struct seat *seat, uint64_t session_id)
{
    if (seat->session_id != 0)
        number_table_remove(&roster->seat_by_session, seat->session_id);
    seat->session_id = session_id;
    if (session_id != 0)
        number_table_put(&roster->seat_by_session, session_id, number_of(roster, seat));
}

/* NULL: none is free. */
static struct seat *take_seat(struct roster *roster, int64_t delver_id, uint64_t session_id)
{
    uint32_t number = number_set_next(&roster->free_seats, 0);

    if (number == roster->seat_count_max)
        return NULL;
    struct seat *seat = &roster->seats[number];
    number_set_remove(&roster->free_seats, number);
    number_table_put(&roster->seat_by_delver, (uint64_t)delver_id, number);
    *seat = (struct seat){.state = SEAT_COMING, .delver_id = delver_id};
    give_seat(roster, seat, session_id);
    if (number >= roster->seat_count)
        roster->seat_count = number + 1;
    roster->playing++;
    return seat;
}

static void free_seat(struct roster *roster, struct seat *seat)
{
    party_leave(roster, seat);
    give_seat(roster, seat, 0);
    number_table_remove(&roster->seat_by_delver, (uint64_t)seat->delver_id);
    number_set_add(&roster->free_seats, number_of(roster, seat));
    free(seat->arrival);
    *seat = (struct seat){.state = SEAT_FREE};
    roster->playing--;
    while (roster->seat_count > 0 && roster->seats[roster->seat_count - 1].state == SEAT_FREE)
        roster->seat_count--;
}

/* The body, or the way to it, passes to the newer session. */
static enum err take_over(struct game *game, struct seat *seat, uint64_t session_id,
                          struct seating *out)
{
    if (seat->state == SEAT_LEAVING)
        return ERR_BUSY;
    *out = (struct seating){
        .is_takeover = true, .older_session_id = seat->session_id, .body = seat->actor};
    /* The older session was told. */
    if (seat->session_id != 0)
        seat->was_moved = false;
    give_seat(game->roster, seat, session_id);
    if (seat->state == SEAT_TAKEN) {
        struct input *input = input_queue_add(&game->inputs, INPUT_LINK, seat->actor);
        if (input != NULL)
            input->flag = false;
    }
    return ERR_OK;
}

/* Into a seat of its own. */
static enum err bring(struct game *game, const struct newcomer *newcomer)
{
    struct seat *seat = take_seat(game->roster, newcomer->delver_id, newcomer->session_id);

    if (seat == NULL)
        return ERR_BUSY;
    enum err error = level_transfer_bring(game, newcomer->delver_id);
    if (error != ERR_OK)
        free_seat(game->roster, seat);
    return error;
}

bool roster_takes(const struct roster *roster, int64_t delver_id)
{
    const struct seat *seat = roster_seat_of_delver(roster, delver_id);

    return seat == NULL ? roster->playing < roster->seat_count_max : seat->state != SEAT_LEAVING;
}

enum err roster_enter(struct game *game, const struct newcomer *newcomer, struct seating *out)
{
    struct seat *seat = roster_seat_of_delver(game->roster, newcomer->delver_id);

    *out = (struct seating){.is_takeover = false};
    enum err error =
        seat == NULL ? bring(game, newcomer) : take_over(game, seat, newcomer->session_id, out);
    if (error != ERR_OK)
        return error;
    seat = roster_seat_of_delver(game->roster, newcomer->delver_id);
    seat->is_guest = newcomer->is_guest;
    seat->is_page = newcomer->is_page;
    return ERR_OK;
}

enum err roster_on_record_read(struct game *game, const struct job *job)
{
    const struct account_question *found = job->content;
    struct roster *roster = game->roster;
    struct seat *seat = roster_seat_of_delver(roster, found->delver.id);

    if (seat == NULL || seat->state != SEAT_COMING)
        return ERR_NOT_FOUND;
    /* A record that could not be written has left an older one on disk, which is the last. */
    if (!departed_allows(&roster->departed, &found->delver) &&
        !persist_left_out(game->persist, found->delver.id))
        return ERR_CORRUPT;
    struct arrival *arrival = seat->arrival == NULL ? malloc(sizeof *arrival) : seat->arrival;
    if (arrival == NULL)
        return ERR_MEMORY;
    *arrival = (struct arrival){.mode = found->account.mode,
                                .last_seen_at = found->account.last_seen_at,
                                .is_settings_lost = found->is_settings_lost,
                                .level = found->delver.level,
                                .at = found->delver.at};
    memcpy(arrival->settings, found->settings, sizeof arrival->settings);
    seat->arrival = arrival;
    return ERR_OK;
}

uint32_t roster_count_guests(const struct roster *roster)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < roster->seat_count; i++)
        count += roster->seats[i].state != SEAT_FREE && roster->seats[i].is_guest;
    return count;
}

void roster_refuse(struct game *game, int64_t delver_id, const char *why)
{
    struct seat *seat = roster_seat_of_delver(game->roster, delver_id);

    if (seat == NULL || seat->state != SEAT_COMING)
        return;
    if (seat->session_id != 0)
        outbox_refuse(game->outbox, seat->session_id, why);
    free_seat(game->roster, seat);
}

static struct seat *seat_of_session(const struct roster *roster, uint64_t session_id)
{
    uint32_t number;

    return number_table_find(&roster->seat_by_session, session_id, &number) ? &roster->seats[number]
                                                                            : NULL;
}

struct arrival *roster_take_arrival(struct game *game, uint64_t session_id)
{
    struct seat *seat = seat_of_session(game->roster, session_id);
    struct arrival *arrival = seat == NULL ? NULL : seat->arrival;

    if (seat != NULL)
        seat->arrival = NULL;
    return arrival;
}

bool roster_was_lost_since(const struct game *game, int64_t delver_id, uint64_t since_ms)
{
    const struct seat *seat = roster_seat_of_delver(game->roster, delver_id);

    return seat != NULL && seat->session_id == 0 && seat->link_dead_at_ms >= since_ms;
}

void roster_lose(struct game *game, uint64_t session_id)
{
    struct seat *seat = seat_of_session(game->roster, session_id);

    if (seat == NULL)
        return;
    give_seat(game->roster, seat, 0);
    seat->link_dead_at_ms = game->base->now_ms;
    seat->was_in_danger = false;
    seat->was_moved = false;
    if (seat->state != SEAT_TAKEN)
        return;
    struct input *input = input_queue_add(&game->inputs, INPUT_LINK, seat->actor);
    if (input != NULL)
        input->flag = true;
}

void roster_send_away(struct game *game, struct seat *seat)
{
    if (seat->state == SEAT_TAKEN &&
        input_queue_add(&game->inputs, INPUT_LEAVE, seat->actor) != NULL)
        seat->state = SEAT_LEAVING;
}

void roster_leave(struct game *game, uint64_t session_id)
{
    struct seat *seat = seat_of_session(game->roster, session_id);

    if (seat != NULL)
        roster_send_away(game, seat);
}

static void on_joined(struct game *game, const struct event *event)
{
    const struct delver *delver = world_delver(game->world, event->actor);
    struct seat *seat = roster_seat_of_delver(game->roster, delver->delver_id);

    CHECK(seat != NULL);
    seat->state = SEAT_TAKEN;
    seat->actor = delver->body.id;
    game->roster->seat_of_slot[(delver->body.id & 0xffff) - 1] = number_of(game->roster, seat);
    if (seat->session_id != 0)
        return;
    /* The line was lost on the way in. */
    struct input *input = input_queue_add(&game->inputs, INPUT_LINK, delver->body.id);
    if (input != NULL)
        input->flag = true;
}

void roster_on_event(struct game *game, const struct event *event)
{
    if (event->kind == EVENT_JOINED)
        on_joined(game, event);
    if (event->kind != EVENT_LEFT && event->kind != EVENT_ARRIVED)
        return;
    struct seat *seat = roster_seat_of_body(game->roster, event->actor);
    if (seat == NULL)
        return;
    if (event->kind == EVENT_ARRIVED) {
        seat->was_moved = seat->session_id == 0 &&
                          (event->passage == PASSAGE_REMADE || event->passage == PASSAGE_PUT_BACK);
        return;
    }
    const struct delver_record record = delver_record(world_delver(game->world, event->actor));
    departed_note(&game->roster->departed, &record);
    free_seat(game->roster, seat);
}

/* In danger a page's body stays no longer than any other, from when the danger came. */
static void note_danger(struct seat *seat, const struct delver *delver, uint64_t now_ms)
{
    bool is_calm = delver->time.state == COMPANY_CALM && !delver->danger.is_present;

    if (!seat->is_page || seat->was_in_danger || is_calm)
        return;
    seat->was_in_danger = true;
    seat->link_dead_at_ms = now_ms;
}

/* True if somebody with a player is in danger together with the delver. */
static bool is_missed(const struct game *game, const struct delver *delver)
{
    const struct delver *other;

    for (body_id id = delver->body.level->first_delver; id != 0; id = other->body.next) {
        other = world_delver(game->world, id);
        if (!other->is_link_dead && other->time.company == delver->time.company)
            return true;
    }
    return false;
}

/* A body without a player is put away so long after the line was lost, or after the last danger of
   a company that has a player yet. Alone in danger its time stands, and that holds nobody up. */
static bool is_time_over(const struct game *game, struct seat *seat)
{
    const struct options *options = &game->base->options;
    const struct delver *delver = world_delver(game->world, seat->actor);
    if (delver != NULL)
        note_danger(seat, delver, game->base->now_ms);
    int limit_s = seat->is_page && !seat->was_in_danger ? options->link_death_page_seconds
                                                        : options->link_death_seconds;

    if (delver != NULL && delver_is_away(delver) && is_missed(game, delver))
        seat->link_dead_at_ms = game->base->now_ms;
    return game->base->now_ms - seat->link_dead_at_ms >= (uint64_t)limit_s * 1000;
}

void roster_sweep(struct game *game)
{
    for (uint32_t i = 0; i < game->roster->seat_count; i++) {
        struct seat *seat = &game->roster->seats[i];
        if (seat->state != SEAT_TAKEN || seat->session_id != 0 || !is_time_over(game, seat))
            continue;
        roster_send_away(game, seat);
    }
}
