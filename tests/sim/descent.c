/*
 * Lives of delvers.
 *
 * A delver that is ready is asked in the same tick, so time goes on only while an action lasts.
 * Levels far above are put away.
 */
#include "sim/descent.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "sim/encounter.h"
#include "support/server_level.h"
#include "support/tactics/hand.h"
#include "support/tactics/view.h"
#include "world/life.h"
#include "world/world_tick.h"

enum {
    DELVER_ID_FIRST = 1,
    LEVELS_ABOVE = 6, /* kept above a company: a haven is among them, */
    LEVELS_KEPT = 12, /* and from there the way back down */
    FOES_A_LEVEL = 400,
    ITEMS_A_LEVEL = 64,
    INPUTS_MAX = 16,
    BORED_BEATS = 100,
    ASKS_MAX = 8,             /* of one tactic in one tick */
    IDLE_WORLD_TICKS = 20000, /* in which no life goes on: something is wrong */
    VAIN_BEATS = 10,          /* without a blow, from which danger is dull */
    QUIET_BEATS = 2,          /* after which an encounter is over */
    FOES_TOLD = 4,
};

struct member {
    body_id id;
    bool is_over;
    struct descent_life *life;
    struct view view;
    struct hand hand;
    uint8_t *memories[DESCENT_DEPTH_MAX + 1]; /* of levels left; owned */
    struct encounter encounter;
    enum species_id last_harm;
    uint64_t last_clock; /* lived, of the level it stands on */
    const struct level *last_level;
    uint64_t blow_ticks;     /* lived at the last blow or shot, its own or another's */
    uint64_t arrived_ticks;  /* lived at the last arrival by stairs */
    bool is_newly_arrived;   /* and nothing was met yet */
    uint64_t progress_ticks; /* lived when something new happened last */
    uint32_t explored;
    int chain_ticks;
};

struct descent {
    const struct descent_setup *setup;
    const struct descent_ear *ear;
    struct world *world;
    struct path_scratch *scratch;
    struct member members[DESCENT_COMPANY_MAX];
    int count;
    struct input inputs[INPUTS_MAX];
    size_t input_count;
    int idle_ticks;
};

/* The head of a line of the tale; false: nobody listens. */
static bool tell_place(const struct descent *descent, const struct member *member)
{
    const struct delver *delver = world_delver(descent->world, member->id);
    const struct body *body = &delver->body;

    if (descent->setup->tale == NULL)
        return false;
    fprintf(descent->setup->tale,
            "%8llu #%d depth %d (%d,%d) health %d/%d: ", (unsigned long long)descent->world->tick,
            (int)(member - descent->members), body->key.depth, body->at.x, body->at.y, body->health,
            body->health_max);
    return true;
}

/* "struck by a drudge: 3" */
static void tell(const struct descent *descent, const struct member *member, const char *what,
                 enum species_id species, int number)
{
    if (tell_place(descent, member))
        fprintf(descent->setup->tale, "%s %s: %d\n", what, species_row(species)->name, number);
}

/* Tells the member's wish, and the foes that it knows of near by. */
static void tell_wish(const struct descent *descent, const struct member *member,
                      const struct wish *wish)
{
    const struct knowledge *known = &member->view.known;

    if (!tell_place(descent, member))
        return;
    fprintf(descent->setup->tale, "%s%s %s", known->is_in_danger ? "in danger, " : "",
            hand_wish_name(wish->kind), dir_name(wish->dir));
    for (int i = 0; i < known->foe_count && i < FOES_TOLD; i++) {
        const struct known_foe *foe = &known->foes[i];
        fprintf(descent->setup->tale, "; %s %s%s %d off", danger_name(foe->danger),
                species_row(foe->species)->name, foe->is_awake ? "" : " asleep", foe->distance);
    }
    fprintf(descent->setup->tale, "\n");
}

static struct level_key key_of(int depth)
{
    return (struct level_key){.depth = (uint16_t)depth, .generation = 1};
}

static struct input *add_input(struct descent *descent, enum input_kind kind, body_id actor)
{
    CHECK(descent->input_count < INPUTS_MAX);
    struct input *input = &descent->inputs[descent->input_count++];

    *input = (struct input){.kind = kind, .actor = actor};
    return input;
}

static void run_inputs(struct descent *descent)
{
    world_tick(descent->world, descent->inputs, descent->input_count);
    descent->input_count = 0;
}

/* The level of that depth, made if the world has it not: it comes with this tick's inputs. */
static const struct level *need_level(struct descent *descent, int depth)
{
    const struct level *level = world_level(descent->world, key_of(depth));

    for (size_t i = 0; level == NULL && i < descent->input_count; i++) {
        const struct input *input = &descent->inputs[i];
        if (input->kind == INPUT_LEVEL_ADD && input->level->key.depth == depth)
            level = input->level;
    }
    if (level != NULL)
        return level;
    struct level *made = server_level(descent->setup->seed, key_of(depth));
    add_input(descent, INPUT_LEVEL_ADD, 0)->level = made;
    return made;
}

static void join(struct descent *descent, int index, struct descent_life *life)
{
    struct member *member = &descent->members[index];
    const struct level *level = need_level(descent, 1);
    const struct delver_record record = {
        .id = DELVER_ID_FIRST + index,
        .level = level->key,
        .at = level->up,
        .health = (int16_t)lesson_health(1),
        .health_max = (int16_t)lesson_health(1),
        .life = life_new(),
    };
    struct delver *delver = NULL;

    CHECK(delver_new(&record, "Ada", NULL, level_cell_count(level), &delver) == ERR_OK);
    add_input(descent, INPUT_JOIN, 0)->newcomer = delver;
    run_inputs(descent);
    delver = world_find_delver(descent->world, record.id);
    CHECK(delver != NULL);
    member->id = delver->body.id;
    add_input(descent, INPUT_PARTY, member->id)->action.count = 1;
    member->life = life;
    *life = (struct descent_life){.end = DESCENT_LASTED, .depth = 1};
    life->levels[1] = 1;
    view_init(&member->view, descent->scratch);
}

/* Keeps the memory of the level being left, for the way back. */
static void keep_memory(struct member *member, const struct delver *delver)
{
    uint8_t **kept = &member->memories[delver->body.key.depth];

    free(*kept);
    *kept = delver_memory_new(delver->memory_size);
    CHECK(*kept != NULL);
    memcpy(*kept, delver->memory, delver->memory_size);
}

static void ask_arrive(struct descent *descent, struct member *member, int depth)
{
    size_t size = level_cell_count(need_level(descent, depth));
    struct input *input = add_input(descent, INPUT_ARRIVE, member->id);

    input->key = key_of(depth);
    input->memory = member->memories[depth];
    input->memory_size = size;
    if (input->memory == NULL)
        input->memory = delver_memory_new(size);
    CHECK(input->memory != NULL);
    member->memories[depth] = NULL;
}

static int least_depth(const struct descent *descent)
{
    int least = DESCENT_DEPTH_MAX;

    for (int i = 0; i < descent->count; i++) {
        const struct delver *delver = world_delver(descent->world, descent->members[i].id);
        if (delver != NULL && delver->body.key.depth < least)
            least = delver->body.key.depth;
    }
    return least;
}

static void put_levels_away(struct descent *descent)
{
    int least = least_depth(descent);

    for (uint32_t i = 0; i < descent->world->level_count; i++) {
        struct level_key key = descent->world->levels[i]->key;
        if (key.depth + LEVELS_ABOVE < least)
            add_input(descent, INPUT_LEVEL_DROP, 0)->key = key;
    }
}

/* The end of an encounter, or of a life in one. */
static void close_encounter(struct descent *descent, struct member *member)
{
    struct descent_cost cost;

    if (encounter_close(descent->world, &member->encounter, &cost) && descent->ear != NULL)
        descent->ear->hear(descent->ear->context, &cost);
}

static void watch_encounter(struct descent *descent, struct member *member,
                            const struct delver *delver)
{
    uint64_t lived = member->life->lived_ticks;
    uint64_t quiet = lived - member->encounter.trouble_ticks;

    if (delver->time.state != COMPANY_CALM ||
        statuses_have(&delver->body.statuses, STATUS_POISONED))
        encounter_keep(&member->encounter, delver, lived);
    else if (member->encounter.is_open && quiet > world_beats(descent->world, QUIET_BEATS))
        close_encounter(descent, member);
}

/* A foe (NULL: what it did earlier) and the member came to blows; the member lost `taken`. */
static void note_harm(struct descent *descent, struct member *member, const struct body *foe,
                      int taken)
{
    const struct delver *delver = world_delver(descent->world, member->id);

    encounter_keep(&member->encounter, delver, member->life->lived_ticks);
    if (foe != NULL && foe->species != SPECIES_DELVER) {
        encounter_meet(&member->encounter, &member->view.known, foe);
        if (taken > 0)
            member->last_harm = foe->species;
    }
    encounter_harm(&member->encounter, member->last_harm, taken);
}

static void end_life(struct descent *descent, struct member *member, enum descent_end end)
{
    if (member->encounter.is_open)
        close_encounter(descent, member);
    member->life->end = end;
    member->is_over = true;
    (void)add_input(descent, INPUT_LEAVE, member->id);
}

static void note_arrival(struct descent *descent, struct member *member,
                         const struct delver *delver)
{
    struct descent_life *life = member->life;
    int depth = delver->body.key.depth;

    member->view.known.flights += member->view.notes.is_leaving;
    view_forget(&member->view);
    life->arrivals++;
    member->is_newly_arrived = true;
    member->arrived_ticks = life->lived_ticks;
    member->blow_ticks = life->lived_ticks;
    member->progress_ticks = life->lived_ticks;
    member->explored = 0;
    if (depth <= life->depth)
        return;
    life->depth = depth;
    life->reached_ticks[depth] = life->lived_ticks;
    life->levels[depth] = (uint8_t)life_level(&delver->life);
    if (depth >= descent->setup->depth_max)
        end_life(descent, member, DESCENT_ARRIVED);
}

static void die(struct descent *descent, struct member *member, int depth)
{
    member->life->died_at = depth;
    member->life->killer = member->last_harm;
    tell(descent, member, "dies by", member->last_harm, depth);
    end_life(descent, member, DESCENT_DIED);
}

/* False for a delver that is dead by now, too: it is on no level. */
static bool is_in_view(const struct delver *delver, const struct body *foe)
{
    return delver->body.level == NULL || delver_sees(delver, foe->at);
}

/* Notes a blow between a member and a foe. */
static void hear_blow(struct descent *descent, struct member *member, const struct event *event)
{
    bool is_own = event->actor == member->id;
    const struct body *foe = world_body(descent->world, is_own ? event->other : event->actor);

    const struct delver *delver = world_delver(descent->world, member->id);

    member->blow_ticks = member->life->lived_ticks;
    if (!is_own && event->count > 0) {
        member->life->hits++;
        member->life->unseen_hits += foe != NULL && !is_in_view(delver, foe);
    }
    note_harm(descent, member, foe, is_own ? 0 : event->count);
    encounter_blow(&member->encounter, member->life->lived_ticks, is_own, event->count);
    member->progress_ticks = member->life->lived_ticks;
    if (event->kind == EVENT_BLOW) {
        member->view.notes.tries = (struct tries){0};
        member->view.known.flights = 0;
    }
    if (foe != NULL)
        tell(descent, member, is_own ? "strikes" : "is struck by", foe->species, event->count);
}

static void hear_own(struct descent *descent, struct member *member, const struct event *event)
{
    struct delver *delver = world_delver(descent->world, member->id);

    hand_hear(&member->hand, event);
    if (event->kind == EVENT_WITHERS)
        note_harm(descent, member, NULL, event->count);
    if (event->kind == EVENT_NOTICED && event->notice != NOTICE_BACK) {
        member->view.notes.tries = (struct tries){0};
        member->view.notes.way.length = 0;
    }
    if (event->kind == EVENT_DEPARTED && event->passage != PASSAGE_DIED)
        keep_memory(member, delver);
    else if (event->kind == EVENT_ARRIVED)
        note_arrival(descent, member, delver);
    else if (event->kind == EVENT_MENDED || event->kind == EVENT_LEVELLED)
        member->progress_ticks = member->life->lived_ticks;
}

static void hear(struct descent *descent, struct member *member, const struct event *event)
{
    if (member->is_over)
        return;
    if ((event->kind == EVENT_BLOW || event->kind == EVENT_SHOT) &&
        (event->actor == member->id || event->other == member->id))
        hear_blow(descent, member, event);
    if (event->kind == EVENT_DIED && event->actor == member->id)
        member->encounter.kills += event->other != member->id;
    if (event->kind == EVENT_DIED && event->other == member->id)
        die(descent, member, event->level.depth);
    else if (event->actor == member->id)
        hear_own(descent, member, event);
}

static void listen(struct descent *descent)
{
    struct event_cursor cursor = {0};
    const struct event *event;

    while ((event = world_next_event(descent->world, &cursor)) != NULL) {
        for (int i = 0; i < descent->count; i++)
            hear(descent, &descent->members[i], event);
    }
}

/* The first that is alive leads. */
static const struct member *leader_of(const struct descent *descent)
{
    for (int i = 0; i < descent->count; i++) {
        if (!descent->members[i].is_over)
            return &descent->members[i];
    }
    return NULL;
}

static struct mate mate_of(const struct descent *descent, const struct delver *delver,
                           const struct member *other)
{
    const struct delver *companion = world_delver(descent->world, other->id);
    const struct body *body = &companion->body;

    return (struct mate){
        .id = other->id,
        .at = body->at,
        .health_percent = body->health * 100 / body->health_max,
        .depth = body->state == BODY_PRESENT ? body->key.depth : other->life->depth,
        .is_here = body->level == delver->body.level,
        .is_seen = body->level == delver->body.level && delver_sees(delver, body->at),
        .is_in_danger = companion->danger.is_present,
        .is_fallen = body_is_fallen(body),
    };
}

/* The leader is the first of its companions. */
static void look_at_mates(struct descent *descent, struct member *member,
                          const struct delver *delver)
{
    struct knowledge *known = &member->view.known;

    known->is_leader = member == leader_of(descent);
    known->mate_count = 0;
    for (int i = 0; i < descent->count; i++) {
        const struct member *other = &descent->members[i];
        if (other != member && !other->is_over)
            known->mates[known->mate_count++] = mate_of(descent, delver, other);
    }
}

/* Notes how much of the level the member has used when it goes down. */
static void note_leaving(struct member *member, const struct delver *delver)
{
    int depth = delver->body.key.depth;

    member->life->seen[depth] = (uint8_t)delver_explored_percent(delver);
    member->life->niches[depth] = 0;
    for (enum niche niche = 0; niche < NICHE_COUNT; niche++)
        member->life->niches[depth] += life_has_opened(&delver->life, niche, depth);
}

/* Asks the tactic until it has an action. */
static void ask(struct descent *descent, struct member *member, const struct delver *delver)
{
    struct knowledge *known = &member->view.known;
    struct action action = {.verb = ACTION_WAIT};

    view_look(&member->view, descent->world, delver);
    look_at_mates(descent, member, delver);
    if (!known->is_in_danger) {
        known->notes->is_leaving = false;
    }
    for (int i = 0; i < ASKS_MAX; i++) {
        struct wish wish = tactic_decide(descent->setup->tactic, known);
        tell_wish(descent, member, &wish);
        if (hand_act(&member->hand, descent->world, delver, known, &wish, &action))
            break;
        action = (struct action){.verb = ACTION_WAIT};
    }
    if (action.verb == ACTION_DESCEND)
        note_leaving(member, delver);
    add_input(descent, INPUT_ACTION, member->id)->action = action;
}

/* Without stairs it falls, or a scroll takes it home. */
static int depth_of_transit(const struct delver *delver)
{
    if (delver->transit_home != 0)
        return delver->transit_home;
    return delver->body.key.depth + (delver->transit_stairs == TILE_STAIRS_UP ? -1 : 1);
}

/* Time that waits for a delver goes on to the end of its last action only when it has another. */
static void let_act(struct descent *descent, struct member *member)
{
    const struct delver *delver = world_delver(descent->world, member->id);
    const struct body *body = &delver->body;

    if (body->state == BODY_TRANSIT)
        ask_arrive(descent, member, depth_of_transit(delver));
    else if (body_is_fallen(body))
        return;
    else if (body->queue_length == 0 &&
             (body_is_ready(body) || delver->time.state == COMPANY_WAITING))
        ask(descent, member, delver);
}

/* The time lived since the last look, and whether it brought anything new. */
static void count_time(struct descent *descent, struct member *member)
{
    const struct delver *delver = world_delver(descent->world, member->id);
    const struct body *body = &delver->body;
    struct descent_life *life = member->life;

    if (body->level != NULL && body->level == member->last_level) {
        uint64_t lived = body_lived(body) - member->last_clock;
        life->lived_ticks += lived;
        if (delver->time.state != COMPANY_CALM) {
            life->danger_ticks += lived;
            life->vain_ticks +=
                life->lived_ticks - member->blow_ticks >= world_beats(descent->world, VAIN_BEATS)
                    ? lived
                    : 0;
        } else {
            member->blow_ticks = life->lived_ticks;
        }
        member->chain_ticks += member->chain_ticks >= 0 ? (int)lived : 0;
        descent->idle_ticks = lived > 0 ? 0 : descent->idle_ticks;
    }
    if (member->chain_ticks > life->chain_ticks)
        life->chain_ticks = member->chain_ticks;
    member->last_level = body->level;
    member->last_clock = body->level == NULL ? 0 : body_lived(body);
    if (!statuses_take_turn(&body->statuses))
        member->chain_ticks = -1;
    else if (member->chain_ticks < 0)
        member->chain_ticks = 0;
    if (delver->explored != member->explored)
        member->progress_ticks = life->lived_ticks;
    member->explored = delver->explored;
    uint64_t vain = life->lived_ticks - member->progress_ticks;
    bool is_bored = vain >= world_beats(descent->world, BORED_BEATS);
    if (is_bored && !member->view.notes.is_bored)
        member->view.notes.tries = (struct tries){0};
    member->view.notes.is_bored = is_bored;
    if (vain >= world_beats(descent->world, DESCENT_STUCK_BEATS)) {
        life->stuck++;
        member->progress_ticks = life->lived_ticks;
        tell(descent, member, "is stuck, last harmed by", member->last_harm, life->stuck);
    }
}

/* Whether something awake is there when it comes by stairs. */
static void watch_arrival(struct descent *descent, struct member *member)
{
    struct descent_life *life = member->life;

    if (!member->is_newly_arrived)
        return;
    if (member->view.known.awake_count > 0) {
        life->met_at_stairs++;
        member->is_newly_arrived = false;
    }
    if (life->lived_ticks - member->arrived_ticks > world_ms(descent->world, DANGER_ARRIVAL_MS))
        member->is_newly_arrived = false;
}

static void watch(struct descent *descent, struct member *member)
{
    const struct delver *delver = world_delver(descent->world, member->id);
    bool is_too_long =
        member->life->lived_ticks >= world_beats(descent->world, descent->setup->beats_max);

    if (delver->body.level != NULL)
        watch_encounter(descent, member, delver);
    count_time(descent, member);
    watch_arrival(descent, member);
    if (is_too_long || descent->idle_ticks > IDLE_WORLD_TICKS) {
        member->life->stuck += descent->idle_ticks > IDLE_WORLD_TICKS;
        end_life(descent, member, DESCENT_LASTED);
    }
}

static bool is_anybody_left(const struct descent *descent)
{
    return leader_of(descent) != NULL;
}

static void play(struct descent *descent)
{
    while (is_anybody_left(descent)) {
        for (int i = 0; i < descent->count; i++) {
            if (!descent->members[i].is_over)
                let_act(descent, &descent->members[i]);
        }
        if (descent->world->level_count > 2)
            put_levels_away(descent);
        descent->idle_ticks++;
        run_inputs(descent);
        listen(descent);
        for (int i = 0; i < descent->count; i++) {
            if (!descent->members[i].is_over)
                watch(descent, &descent->members[i]);
        }
    }
}

void descent_run(const struct descent_setup *setup, const struct descent_ear *ear,
                 struct descent_life *out)
{
    const struct world_limits limits = {
        .delvers_max = DESCENT_COMPANY_MAX,
        .levels_max = LEVELS_KEPT,
        .foes_max = LEVELS_KEPT * FOES_A_LEVEL,
        .items_max = LEVELS_KEPT * ITEMS_A_LEVEL,
        .population_percent = (uint32_t)setup->population_percent,
    };
    struct descent *descent = calloc(1, sizeof *descent);

    CHECK(descent != NULL && setup->tactic->size <= DESCENT_COMPANY_MAX);
    descent->setup = setup;
    descent->ear = ear;
    CHECK(world_new(setup->seed, 0, limits, &descent->world) == ERR_OK);
    CHECK(path_scratch_new(&descent->scratch) == ERR_OK);
    for (; descent->count < setup->tactic->size; descent->count++)
        join(descent, descent->count, &out[descent->count]);
    play(descent);
    for (size_t i = 0; i < descent->input_count; i++)
        input_release(&descent->inputs[i]);
    for (int i = 0; i < descent->count; i++) {
        for (int depth = 0; depth <= DESCENT_DEPTH_MAX; depth++)
            free(descent->members[i].memories[depth]);
    }
    path_scratch_free(descent->scratch);
    world_free(descent->world);
    free(descent);
}
