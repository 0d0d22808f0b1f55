/*
 * The roster of players: an array of slots, found in constant time by delver, session or body.
 * Players who have left recently are remembered in a ring of sums with an index by delver.
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

/* Allocates a ring. ERR_MEMORY; departed_release() then frees the part that was made. */
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

/* False if that delver left with another record. True if no departure of it is remembered. */
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

enum err roster_init(struct roster *roster, uint32_t slots_max)
{
    *roster = (struct roster){.slot_count_max = slots_max};
    roster->slots = calloc(slots_max, sizeof *roster->slots);
    roster->slot_of_body = calloc(slots_max, sizeof *roster->slot_of_body);
    if (roster->slots == NULL || roster->slot_of_body == NULL)
        return ERR_MEMORY;
    enum err error;

    if ((error = number_set_init(&roster->free_slots, slots_max)) != ERR_OK ||
        (error = number_table_init(&roster->slot_by_delver, slots_max)) != ERR_OK ||
        (error = number_table_init(&roster->slot_by_session, slots_max)) != ERR_OK ||
        (error = departed_init(&roster->departed)) != ERR_OK)
        return error;
    number_set_add_all(&roster->free_slots);
    return ERR_OK;
}

void roster_release(struct roster *roster)
{
    for (uint32_t i = 0; roster->slots != NULL && i < roster->slot_count; i++)
        free(roster->slots[i].arrival);
    free(roster->slots);
    free(roster->slot_of_body);
    roster->slots = NULL;
    roster->slot_of_body = NULL;
    number_set_release(&roster->free_slots);
    number_table_release(&roster->slot_by_delver);
    number_table_release(&roster->slot_by_session);
    departed_release(&roster->departed);
}

struct player_slot *roster_slot_of_delver(const struct roster *roster, int64_t delver_id)
{
    uint32_t number;

    return number_table_find(&roster->slot_by_delver, (uint64_t)delver_id, &number)
               ? &roster->slots[number]
               : NULL;
}

struct player_slot *roster_slot_of_body(const struct roster *roster, body_id delver)
{
    uint32_t index = (delver & 0xffff) - 1;

    if (delver == 0 || index >= roster->slot_count_max)
        return NULL;
    struct player_slot *slot = &roster->slots[roster->slot_of_body[index]];
    return slot->state != PLAYER_SLOT_FREE && slot->actor == delver ? slot : NULL;
}

struct player_slot *roster_slot_of_name(const struct game *game, const char *name)
{
    for (uint32_t i = 0; i < game->roster->slot_count; i++) {
        struct player_slot *slot = &game->roster->slots[i];
        const struct delver *delver = world_delver(game->world, slot->actor);
        if (slot->state != PLAYER_SLOT_FREE && delver != NULL &&
            strcasecmp(delver->name, name) == 0)
            return slot;
    }
    return NULL;
}

static uint32_t number_of(const struct roster *roster, const struct player_slot *slot)
{
    return (uint32_t)(slot - roster->slots);
}

/* Gives the slot to that session; 0: to none, because the connection is lost. */
static void give_slot(struct roster *roster, struct player_slot *slot, uint64_t session_id)
{
    if (slot->session_id != 0)
        number_table_remove(&roster->slot_by_session, slot->session_id);
    slot->session_id = session_id;
    if (session_id != 0)
        number_table_put(&roster->slot_by_session, session_id, number_of(roster, slot));
}

/* Takes the lowest free slot for a delver. NULL: no slot is free. */
static struct player_slot *take_slot(struct roster *roster, int64_t delver_id, uint64_t session_id)
{
    uint32_t number = number_set_next(&roster->free_slots, 0);

    if (number == roster->slot_count_max)
        return NULL;
    struct player_slot *slot = &roster->slots[number];
    number_set_remove(&roster->free_slots, number);
    number_table_put(&roster->slot_by_delver, (uint64_t)delver_id, number);
    *slot = (struct player_slot){.state = PLAYER_SLOT_COMING, .delver_id = delver_id};
    give_slot(roster, slot, session_id);
    if (number >= roster->slot_count)
        roster->slot_count = number + 1;
    roster->playing++;
    return slot;
}

static void free_slot(struct roster *roster, struct player_slot *slot)
{
    party_leave(roster, slot);
    give_slot(roster, slot, 0);
    number_table_remove(&roster->slot_by_delver, (uint64_t)slot->delver_id);
    number_set_add(&roster->free_slots, number_of(roster, slot));
    free(slot->arrival);
    *slot = (struct player_slot){.state = PLAYER_SLOT_FREE};
    roster->playing--;
    while (roster->slot_count > 0 &&
           roster->slots[roster->slot_count - 1].state == PLAYER_SLOT_FREE)
        roster->slot_count--;
}

/* Gives the body, or the way to it, to the newer session. */
static enum err take_over(struct game *game, struct player_slot *slot, uint64_t session_id,
                          struct roster_entry *out)
{
    if (slot->state == PLAYER_SLOT_LEAVING)
        return ERR_BUSY;
    *out = (struct roster_entry){
        .is_takeover = true, .older_session_id = slot->session_id, .body = slot->actor};
    /* The older session was told. */
    if (slot->session_id != 0)
        slot->was_moved = false;
    give_slot(game->roster, slot, session_id);
    if (slot->state == PLAYER_SLOT_TAKEN) {
        struct input *input = input_queue_add(&game->inputs, INPUT_LINK, slot->actor);
        if (input != NULL)
            input->flag = false;
    }
    return ERR_OK;
}

/* Takes a free slot for the newcomer, and begins to read its record. */
static enum err bring(struct game *game, const struct newcomer *newcomer)
{
    struct player_slot *slot = take_slot(game->roster, newcomer->delver_id, newcomer->session_id);

    if (slot == NULL)
        return ERR_BUSY;
    enum err error = level_transfer_bring(game, newcomer->delver_id);
    if (error != ERR_OK)
        free_slot(game->roster, slot);
    return error;
}

bool roster_takes(const struct roster *roster, int64_t delver_id)
{
    const struct player_slot *slot = roster_slot_of_delver(roster, delver_id);

    return slot == NULL ? roster->playing < roster->slot_count_max
                        : slot->state != PLAYER_SLOT_LEAVING;
}

enum err roster_enter(struct game *game, const struct newcomer *newcomer, struct roster_entry *out)
{
    struct player_slot *slot = roster_slot_of_delver(game->roster, newcomer->delver_id);

    *out = (struct roster_entry){.is_takeover = false};
    enum err error =
        slot == NULL ? bring(game, newcomer) : take_over(game, slot, newcomer->session_id, out);
    if (error != ERR_OK)
        return error;
    slot = roster_slot_of_delver(game->roster, newcomer->delver_id);
    slot->is_guest = newcomer->is_guest;
    slot->is_page = newcomer->is_page;
    return ERR_OK;
}

enum err roster_on_record_read(struct game *game, const struct job *job)
{
    const struct account_question *found = job->content;
    struct roster *roster = game->roster;
    struct player_slot *slot = roster_slot_of_delver(roster, found->delver.id);

    if (slot == NULL || slot->state != PLAYER_SLOT_COMING)
        return ERR_NOT_FOUND;
    /* A record that could not be written leaves an older one on disk, which is then the last. */
    if (!departed_allows(&roster->departed, &found->delver) &&
        !persist_left_out(game->persist, found->delver.id))
        return ERR_CORRUPT;
    struct arrival *arrival = slot->arrival == NULL ? malloc(sizeof *arrival) : slot->arrival;
    if (arrival == NULL)
        return ERR_MEMORY;
    *arrival = (struct arrival){.mode = found->account.mode,
                                .last_seen_at = found->account.last_seen_at,
                                .is_settings_lost = found->is_settings_lost,
                                .level = found->delver.level,
                                .at = found->delver.at};
    memcpy(arrival->settings, found->settings, sizeof arrival->settings);
    slot->arrival = arrival;
    return ERR_OK;
}

uint32_t roster_count_guests(const struct roster *roster)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < roster->slot_count; i++)
        count += roster->slots[i].state != PLAYER_SLOT_FREE && roster->slots[i].is_guest;
    return count;
}

void roster_refuse(struct game *game, int64_t delver_id, const char *why)
{
    struct player_slot *slot = roster_slot_of_delver(game->roster, delver_id);

    if (slot == NULL || slot->state != PLAYER_SLOT_COMING)
        return;
    if (slot->session_id != 0)
        outbox_refuse(game->outbox, slot->session_id, why);
    free_slot(game->roster, slot);
}

static struct player_slot *slot_of_session(const struct roster *roster, uint64_t session_id)
{
    uint32_t number;

    return number_table_find(&roster->slot_by_session, session_id, &number) ? &roster->slots[number]
                                                                            : NULL;
}

struct arrival *roster_take_arrival(struct game *game, uint64_t session_id)
{
    struct player_slot *slot = slot_of_session(game->roster, session_id);
    struct arrival *arrival = slot == NULL ? NULL : slot->arrival;

    if (slot != NULL)
        slot->arrival = NULL;
    return arrival;
}

bool roster_was_lost_since(const struct game *game, int64_t delver_id, uint64_t since_ms)
{
    const struct player_slot *slot = roster_slot_of_delver(game->roster, delver_id);

    return slot != NULL && slot->session_id == 0 && slot->link_dead_at_ms >= since_ms;
}

void roster_lose(struct game *game, uint64_t session_id)
{
    struct player_slot *slot = slot_of_session(game->roster, session_id);

    if (slot == NULL)
        return;
    give_slot(game->roster, slot, 0);
    slot->link_dead_at_ms = game->base->now_ms;
    slot->was_in_danger = false;
    slot->was_moved = false;
    if (slot->state != PLAYER_SLOT_TAKEN)
        return;
    struct input *input = input_queue_add(&game->inputs, INPUT_LINK, slot->actor);
    if (input != NULL)
        input->flag = true;
}

void roster_send_away(struct game *game, struct player_slot *slot)
{
    if (slot->state == PLAYER_SLOT_TAKEN &&
        input_queue_add(&game->inputs, INPUT_LEAVE, slot->actor) != NULL)
        slot->state = PLAYER_SLOT_LEAVING;
}

void roster_leave(struct game *game, uint64_t session_id)
{
    struct player_slot *slot = slot_of_session(game->roster, session_id);

    if (slot != NULL)
        roster_send_away(game, slot);
}

static void on_joined(struct game *game, const struct event *event)
{
    const struct delver *delver = world_delver(game->world, event->actor);
    struct player_slot *slot = roster_slot_of_delver(game->roster, delver->delver_id);

    CHECK(slot != NULL);
    slot->state = PLAYER_SLOT_TAKEN;
    slot->actor = delver->body.id;
    game->roster->slot_of_body[(delver->body.id & 0xffff) - 1] = number_of(game->roster, slot);
    if (slot->session_id != 0)
        return;
    /* The connection was lost on the way in. */
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
    struct player_slot *slot = roster_slot_of_body(game->roster, event->actor);
    if (slot == NULL)
        return;
    if (event->kind == EVENT_ARRIVED) {
        slot->was_moved = slot->session_id == 0 &&
                          (event->passage == PASSAGE_REMADE || event->passage == PASSAGE_PUT_BACK);
        return;
    }
    const struct delver_record record = delver_record(world_delver(game->world, event->actor));
    departed_note(&game->roster->departed, &record);
    free_slot(game->roster, slot);
}

/* Notes that a page's body is in danger, since when it stays no longer than any other. */
static void note_danger(struct player_slot *slot, const struct delver *delver, uint64_t now_ms)
{
    bool is_calm = delver->time.state == COMPANY_CALM && !delver->danger.is_present;

    if (!slot->is_page || slot->was_in_danger || is_calm)
        return;
    slot->was_in_danger = true;
    slot->link_dead_at_ms = now_ms;
}

/* True if this delver is in danger together with one that has a player. */
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

/* True once a body without a player must leave: some time after the connection was lost, or after
   the last danger of a company that still has a player. Alone in danger its time stands still,
   which holds nobody up. */
static bool is_time_over(const struct game *game, struct player_slot *slot)
{
    const struct options *options = &game->base->options;
    const struct delver *delver = world_delver(game->world, slot->actor);
    if (delver != NULL)
        note_danger(slot, delver, game->base->now_ms);
    int limit_s = slot->is_page && !slot->was_in_danger ? options->link_death_page_seconds
                                                        : options->link_death_seconds;

    if (delver != NULL && delver_is_away(delver) && is_missed(game, delver))
        slot->link_dead_at_ms = game->base->now_ms;
    return game->base->now_ms - slot->link_dead_at_ms >= (uint64_t)limit_s * 1000;
}

void roster_sweep(struct game *game)
{
    for (uint32_t i = 0; i < game->roster->slot_count; i++) {
        struct player_slot *slot = &game->roster->slots[i];
        if (slot->state != PLAYER_SLOT_TAKEN || slot->session_id != 0 || !is_time_over(game, slot))
            continue;
        roster_send_away(game, slot);
    }
}
