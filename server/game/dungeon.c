/*
 * Everybody on the way to a level.
 */
#include "server/game/dungeon.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "content/theme.h"
#include "server/game/level_fetch.h"
#include "server/save/persist.h"
#include "server/game/game.h"
#include "server/game/outbox.h"
#include "server/game/roster.h"
#include "server/game/save_watch.h"

enum err dungeon_init(struct dungeon *dungeon, uint32_t seats_max)
{
    /* Somebody may set out again before the entry of the way back is cleared. */
    *dungeon = (struct dungeon){.traveller_max = 2 * seats_max};
    dungeon->travellers = calloc(dungeon->traveller_max, sizeof *dungeon->travellers);
    return dungeon->travellers == NULL ? ERR_MEMORY : ERR_OK;
}

void dungeon_release(struct dungeon *dungeon)
{
    for (uint32_t i = 0; i < dungeon->traveller_used; i++)
        free(dungeon->travellers[i].memory);
    free(dungeon->travellers);
    dungeon->travellers = NULL;
    level_fetch_release(dungeon);
}

static struct traveller *add_traveller(struct dungeon *dungeon)
{
    for (uint32_t i = 0; i < dungeon->traveller_max; i++) {
        struct traveller *traveller = &dungeon->travellers[i];
        if (traveller->stage != TRAVELLER_FREE)
            continue;
        if (i >= dungeon->traveller_used)
            dungeon->traveller_used = i + 1;
        dungeon->traveller_count++;
        *traveller = (struct traveller){
            .stage = TRAVELLER_WANTS_LEVEL,
            .ticket = ++dungeon->next_ticket,
        };
        return traveller;
    }
    return NULL;
}

static void remove_traveller(struct dungeon *dungeon, struct traveller *traveller)
{
    free(traveller->memory);
    *traveller = (struct traveller){.stage = TRAVELLER_FREE};
    dungeon->traveller_count--;
    while (dungeon->traveller_used > 0 &&
           dungeon->travellers[dungeon->traveller_used - 1].stage == TRAVELLER_FREE)
        dungeon->traveller_used--;
}

/* Those on a level and those about to arrive there. */
static int count_bound_for(const struct game *game, uint16_t wing, uint16_t depth)
{
    const struct level *level = world_level_at(game->world, wing, depth);
    int count = level == NULL ? 0 : (int)level->delver_count;

    for (uint32_t i = 0; i < game->dungeon->traveller_used; i++) {
        const struct traveller *traveller = &game->dungeon->travellers[i];
        count += traveller->stage != TRAVELLER_FREE && traveller->key.wing == wing &&
                 traveller->key.depth == depth;
    }
    return count;
}

/* The traveller's own wing while there is room, else the first with room, else their own. */
static uint16_t choose_wing(const struct game *game, struct level_key wanted)
{
    if (count_bound_for(game, wanted.wing, wanted.depth) < game->base->options.wing_size)
        return wanted.wing;
    for (uint16_t wing = 0; wing < DUNGEON_WINGS_MAX; wing++) {
        if (count_bound_for(game, wing, wanted.depth) < game->base->options.wing_size)
            return wing;
    }
    return wanted.wing;
}

/* Nobody has ever stood in the corner of a level: it is rock. */
static bool has_no_place(const struct delver_record *record)
{
    return pos_equal(record->at, pos_of(0, 0));
}

enum err dungeon_bring(struct game *game, const char *name, const struct delver_record *record)
{
    struct level_key key = record->level;

    if (has_no_place(record))
        key.wing = choose_wing(game, key);
    struct traveller *traveller = add_traveller(game->dungeon);
    if (traveller == NULL)
        return ERR_BUSY;
    memcpy(traveller->name, name, strlen(name) + 1);
    traveller->delver_id = record->id;
    traveller->record = *record;
    traveller->key = key;
    return ERR_OK;
}

static void begin_stairs(struct game *game, const struct event *event)
{
    const struct delver *delver = world_delver(game->world, event->actor);
    bool is_sent = event->travel == TRAVEL_SENT;
    struct level_key key = is_sent ? event->to : delver->body.key;

    if (!is_sent) {
        key.depth = (uint16_t)(event->stairs == TILE_STAIRS_DOWN ? key.depth + 1 : key.depth - 1);
        key.wing = choose_wing(game, key);
    }
    struct traveller *traveller = add_traveller(game->dungeon);
    CHECK(traveller != NULL);
    traveller->actor = delver->body.id;
    traveller->is_sent = is_sent;
    traveller->delver_id = delver->delver_id;
    traveller->key = key;
}

static struct traveller *find_traveller(struct dungeon *dungeon, int64_t delver_id)
{
    for (uint32_t i = 0; i < dungeon->traveller_used; i++) {
        if (dungeon->travellers[i].stage != TRAVELLER_FREE &&
            dungeon->travellers[i].delver_id == delver_id)
            return &dungeon->travellers[i];
    }
    return NULL;
}

void dungeon_on_event(struct game *game, const struct event *event)
{
    if (event->kind == EVENT_DEPARTED) {
        begin_stairs(game, event);
        return;
    }
    if (event->kind != EVENT_JOINED && event->kind != EVENT_ARRIVED && event->kind != EVENT_LEFT)
        return;
    const struct delver *delver = world_delver(game->world, event->actor);
    struct traveller *traveller = find_traveller(game->dungeon, delver->delver_id);
    if (traveller != NULL)
        remove_traveller(game->dungeon, traveller);
}

/* The way cannot be gone: a newcomer is turned away, somebody on the stairs stays. */
static void give_up(struct game *game, struct traveller *traveller, const char *why)
{
    LOG(&game->base->log, LOG_ERROR, "travel.failed", log_number("delver", traveller->delver_id),
        log_number("depth", traveller->key.depth), log_text("why", why));
    const char *refusal = save_watch_refusal(game);

    if (traveller->actor == 0) {
        roster_refuse(game, traveller->delver_id,
                      refusal != NULL ? refusal : "The dungeon cannot take you in just now.");
        remove_traveller(game->dungeon, traveller);
        return;
    }
    /* A tick too full to bring them back must not leave them on the stairs for ever. */
    if (input_queue_add(&game->inputs, INPUT_STAY, traveller->actor) == NULL) {
        traveller->stage = TRAVELLER_WANTS_LEVEL;
        return;
    }
    traveller->stage = TRAVELLER_RETURNS;
    outbox_tell(game->outbox, audience_delver(traveller->actor), ROLE_BAD,
                refusal != NULL ? refusal : "The stairs lead nowhere just now; try again.");
}

/* A tick after the wish to return: if even that failed, the delver leaves the world whole. */
static void finish_return(struct game *game, struct traveller *traveller)
{
    const struct delver *delver = world_delver(game->world, traveller->actor);

    if (delver != NULL && delver->body.state == BODY_TRANSIT &&
        input_queue_add(&game->inputs, INPUT_LEAVE, delver->body.id) == NULL)
        return;
    remove_traveller(game->dungeon, traveller);
}

static void want_level(struct game *game, struct traveller *traveller)
{
    const struct level *level =
        world_level_at(game->world, traveller->key.wing, traveller->key.depth);

    if (level == NULL) {
        enum err error = level_fetch_begin(game, traveller->key);
        if (error != ERR_OK)
            give_up(game, traveller, err_name(error));
        else
            traveller->stage = TRAVELLER_WAITS_FOR_LEVEL;
        return;
    }
    traveller->key = level->key;
    traveller->memory_size = level_cell_count(level);
    traveller->stage = TRAVELLER_WANTS_MEMORY;
}

static void want_memory(struct game *game, struct traveller *traveller)
{
    struct job *job = job_new(JOB_FETCH_MEMORY);

    if (job == NULL) {
        give_up(game, traveller, "memory");
        return;
    }
    job->ticket = traveller->ticket;
    job->key = traveller->key;
    job->delver_id = traveller->delver_id;
    job->memory_size = traveller->memory_size;
    traveller->stage = TRAVELLER_WAITS_FOR_MEMORY;
    if (persist_submit(game->persist, job, &game->answers) != ERR_OK)
        give_up(game, traveller, "busy");
}

void dungeon_on_memory_fetched(struct game *game, struct job *job)
{
    struct dungeon *dungeon = game->dungeon;

    for (uint32_t i = 0; i < dungeon->traveller_used; i++) {
        struct traveller *traveller = &dungeon->travellers[i];
        if (traveller->stage != TRAVELLER_WAITS_FOR_MEMORY || traveller->ticket != job->ticket)
            continue;
        bool is_damage = err_is_damage(job->result);
        if (is_damage)
            LOG(&game->base->log, LOG_WARNING, "memory.lost", log_number("delver", job->delver_id),
                log_text("error", err_name(job->result)));
        /* A disk that cannot be read now says nothing about what is remembered. */
        if (job->memory == NULL ||
            (!is_damage && job->result != ERR_OK && job->result != ERR_NOT_FOUND)) {
            give_up(game, traveller, err_name(job->result));
            return;
        }
        traveller->memory = job->memory;
        job->memory = NULL;
        traveller->stage = TRAVELLER_READY;
        return;
    }
}

static void push_newcomer(struct game *game, struct traveller *traveller)
{
    struct delver *delver = NULL;
    bool is_same_level = level_key_equal(traveller->record.level, traveller->key);

    traveller->record.level = traveller->key;
    if (!is_same_level)
        traveller->record.at = pos_of(0, 0); /* rock: the world puts them at the stairs up */
    enum err error = delver_new(&traveller->record, traveller->name, traveller->memory,
                                traveller->memory_size, &delver);
    traveller->memory = NULL;
    if (error != ERR_OK) {
        give_up(game, traveller, err_name(error));
        return;
    }
    struct input *input = input_queue_add(&game->inputs, INPUT_JOIN, 0);
    if (input == NULL) {
        delver_free(delver);
        give_up(game, traveller, "busy");
        return;
    }
    input->newcomer = delver;
    traveller->stage = TRAVELLER_ARRIVES;
}

static void push_arrival(struct game *game, struct traveller *traveller)
{
    struct input *input = input_queue_add(&game->inputs, INPUT_ARRIVE, traveller->actor);

    if (input == NULL)
        return;
    input->key = traveller->key;
    input->memory = traveller->memory;
    input->memory_size = traveller->memory_size;
    traveller->memory = NULL;
    traveller->stage = TRAVELLER_ARRIVES;
}

static void push(struct game *game, struct traveller *traveller)
{
    if (traveller->actor == 0)
        push_newcomer(game, traveller);
    else
        push_arrival(game, traveller);
}

/* The tick had them and did not take them in: the level was full or gone. There are other wings. */
static void try_again(struct game *game, struct traveller *traveller)
{
    if (traveller->key.wing + 1 >= DUNGEON_WINGS_MAX) {
        give_up(game, traveller, "full");
        return;
    }
    traveller->key.wing++;
    traveller->stage = TRAVELLER_WANTS_LEVEL;
}

static void begin_anew(struct game *game, struct traveller *traveller)
{
    free(traveller->memory);
    traveller->memory = NULL;
    traveller->ticket = ++game->dungeon->next_ticket;
    traveller->stage = TRAVELLER_WANTS_LEVEL;
}

void dungeon_redirect(struct game *game, uint16_t wing, uint16_t depth)
{
    struct dungeon *dungeon = game->dungeon;

    for (uint32_t i = 0; i < dungeon->traveller_used; i++) {
        struct traveller *traveller = &dungeon->travellers[i];
        if (traveller->stage != TRAVELLER_FREE && traveller->stage != TRAVELLER_RETURNS &&
            traveller->stage != TRAVELLER_WAITS_FOR_LEVEL &&
            traveller->stage != TRAVELLER_ARRIVES && traveller->key.wing == wing &&
            traveller->key.depth == depth)
            begin_anew(game, traveller);
    }
}

/*
 * The level was locked: a newcomer whose place is there begins on the nearest one above that is
 * open (the first always is), and who is on the stairs goes back.
 */
static void shut_out(struct game *game, struct traveller *traveller)
{
    if (traveller->actor != 0) {
        if (input_queue_add(&game->inputs, INPUT_STAY, traveller->actor) == NULL)
            return;
        traveller->stage = TRAVELLER_RETURNS;
        outbox_tell(game->outbox, audience_delver(traveller->actor), ROLE_BAD,
                    "The way is closed by the keepers.");
        return;
    }
    while (traveller->key.depth > 1 &&
           level_heads_is_locked(&game->level_heads, traveller->key.depth))
        traveller->key.depth--;
    begin_anew(game, traveller);
}

static bool is_shut_out(const struct game *game, const struct traveller *traveller)
{
    return traveller->stage >= TRAVELLER_WANTS_LEVEL && traveller->stage <= TRAVELLER_READY &&
           !traveller->is_sent && traveller->key.depth > 1 &&
           level_heads_is_locked(&game->level_heads, traveller->key.depth);
}

void dungeon_advance(struct game *game)
{
    struct dungeon *dungeon = game->dungeon;

    for (uint32_t i = 0; i < dungeon->traveller_used; i++) {
        struct traveller *traveller = &dungeon->travellers[i];
        if (traveller->stage == TRAVELLER_RETURNS) {
            finish_return(game, traveller);
            continue;
        }
        if (traveller->stage == TRAVELLER_ARRIVES)
            try_again(game, traveller);
        if (is_shut_out(game, traveller)) {
            shut_out(game, traveller);
            if (traveller->stage == TRAVELLER_RETURNS)
                continue;
        }
        if (traveller->stage == TRAVELLER_WAITS_FOR_LEVEL &&
            !level_fetch_is_running(dungeon, traveller->key)) {
            if (level_fetch_has_failed(dungeon, traveller->key))
                give_up(game, traveller, "level");
            else
                traveller->stage = TRAVELLER_WANTS_LEVEL;
        }
        if (traveller->stage == TRAVELLER_WANTS_LEVEL)
            want_level(game, traveller);
        if (traveller->stage == TRAVELLER_WANTS_MEMORY)
            want_memory(game, traveller);
        if (traveller->stage == TRAVELLER_READY)
            push(game, traveller);
    }
}

uint32_t dungeon_count_on_way(const struct game *game, uint16_t wing, uint16_t depth)
{
    const struct dungeon *dungeon = game->dungeon;
    uint32_t count = 0;

    for (uint32_t i = 0; i < dungeon->traveller_used; i++) {
        const struct traveller *traveller = &dungeon->travellers[i];
        const struct delver *delver = world_delver(game->world, traveller->actor);
        if (traveller->stage == TRAVELLER_FREE)
            continue;
        count +=
            (traveller->key.wing == wing && traveller->key.depth == depth) ||
            (delver != NULL && delver->body.key.wing == wing && delver->body.key.depth == depth);
    }
    return count;
}

/* True while somebody is on the way to that level, or would go back to it if the way failed. */
static bool is_needed(const struct game *game, struct level_key key)
{
    const struct dungeon *dungeon = game->dungeon;

    for (uint32_t i = 0; i < dungeon->traveller_used; i++) {
        const struct traveller *traveller = &dungeon->travellers[i];
        if (traveller->stage == TRAVELLER_FREE)
            continue;
        if (traveller->key.wing == key.wing && traveller->key.depth == key.depth)
            return true;
        const struct delver *delver = world_delver(game->world, traveller->actor);
        if (delver != NULL && level_key_equal(delver->body.key, key))
            return true;
    }
    return false;
}

void dungeon_sweep(struct game *game)
{
    int kept = 0;

    for (uint32_t i = 0; i < game->world->level_count; i++) {
        const struct level *level = game->world->levels[i];
        if (level->delver_count > 0 || level->is_dirty || is_needed(game, level->key))
            continue;
        if (++kept <= DUNGEON_EMPTY_LEVELS_MAX)
            continue;
        struct input *input = input_queue_add(&game->inputs, INPUT_LEVEL_DROP, 0);
        if (input != NULL)
            input->key = level->key;
    }
}
