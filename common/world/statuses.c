/*
 * Statuses: the beats left of each, their effects on costs and health, and how a body gets them.
 * The first part uses only struct statuses; the second gives a status to a body on a level, unless
 * its gear or knacks prevent it, and tells those who see it. Each status is a row of
 * content/status.h; effects of one status only are coded here by its name.
 */
#include "world/statuses.h"

#include "base/check.h"
#include "world/world.h"

/* Statuses from this number on are hashed only while a body has them, so that a new status does not
   change the hashes of worlds without it. */
enum { STATUS_ALWAYS_HASHED = STATUS_UNSEEN + 1 };

static int min_of(int a, int b)
{
    return a < b ? a : b;
}

bool statuses_have(const struct statuses *statuses, enum status_id id)
{
    CHECK((unsigned)id < STATUS_COUNT);
    return statuses->left[id] > 0;
}

static bool is_immune(const struct statuses *statuses, const struct status_row *row)
{
    return (!row->is_good && statuses_have(statuses, STATUS_CLEAR)) ||
           (row->takes_turns && (statuses->steady > 0 || statuses_take_turn(statuses)));
}

bool statuses_add(struct statuses *statuses, enum status_id id, int beats)
{
    const struct status_row *row = status_row(id);
    int had = statuses->left[id];

    CHECK(beats >= 0);
    if (is_immune(statuses, row))
        return false;
    beats = beats == 0 ? row->beats : min_of(beats, row->beats_max);
    if (row->join == STATUS_ADDS)
        beats = min_of(had + beats, row->beats_max);
    if (beats <= had)
        return false;
    statuses->left[id] = (uint8_t)beats;
    return true;
}

void statuses_end(struct statuses *statuses, enum status_id id)
{
    if (statuses_have(statuses, id) && status_row(id)->takes_turns)
        statuses->steady = STATUSES_STEADY_BEATS;
    statuses->left[id] = 0;
}

void statuses_end_bad(struct statuses *statuses)
{
    for (enum status_id id = 0; id < STATUS_COUNT; id++) {
        if (!status_row(id)->is_good && !status_row(id)->lasts)
            statuses_end(statuses, id);
    }
}

void statuses_end_by(struct statuses *statuses, unsigned act)
{
    for (enum status_id id = 0; id < STATUS_COUNT; id++) {
        if ((status_row(id)->ends & act) != 0)
            statuses_end(statuses, id);
    }
}

bool statuses_struggle(struct statuses *statuses)
{
    statuses->left[STATUS_HELD] /= 2;
    return !statuses_have(statuses, STATUS_HELD);
}

static int loss_of(const struct status_row *row, int left)
{
    int grown = row->loss_beats == 0 ? 0 : (left + row->loss_beats - 1) / row->loss_beats;

    return left == 0 ? 0 : min_of(row->loss + grown, row->loss_max);
}

int statuses_loss(enum status_id id, int beats)
{
    const struct status_row *row = status_row(id);
    int loss = 0;

    for (int left = beats < row->beats_max ? beats : row->beats_max; left > 0; left--)
        loss += loss_of(row, left);
    return loss;
}

int statuses_live_beat(struct statuses *statuses)
{
    int loss = 0;

    if (statuses->steady > 0)
        statuses->steady--;
    for (enum status_id id = 0; id < STATUS_COUNT; id++) {
        const struct status_row *row = status_row(id);
        loss += loss_of(row, statuses->left[id]);
        if (statuses->left[id] == 0 || row->lasts)
            continue;
        if (statuses->left[id] == 1)
            statuses_end(statuses, id);
        else
            statuses->left[id]--;
    }
    return loss;
}

int statuses_effect(const struct statuses *statuses, enum status_effect effect)
{
    int sum = 0;

    CHECK((unsigned)effect < STATUS_EFFECT_COUNT);
    for (enum status_id id = 0; id < STATUS_COUNT; id++) {
        if (statuses->left[id] > 0)
            sum += status_row(id)->effects[effect];
    }
    return sum;
}

bool statuses_take_turn(const struct statuses *statuses)
{
    for (enum status_id id = 0; id < STATUS_COUNT; id++) {
        if (statuses->left[id] > 0 && status_row(id)->takes_turns)
            return true;
    }
    return false;
}

/* Returns the cost of an action with the body's statuses. Halves and thirds are rounded up, so that
   no action is free. */
int statuses_cost(const struct statuses *statuses, int ticks)
{
    if (statuses_have(statuses, STATUS_HASTED))
        ticks = (2 * ticks + 2) / 3;
    if (statuses_have(statuses, STATUS_SLOWED))
        ticks = (3 * ticks + 1) / 2;
    if (statuses_have(statuses, STATUS_DAZED))
        ticks = (3 * ticks + 1) / 2;
    return ticks;
}

void statuses_hash(const struct statuses *statuses, struct hash *hash)
{
    hash_bytes(hash, statuses->left, STATUS_ALWAYS_HASHED);
    for (int id = STATUS_ALWAYS_HASHED; id < STATUS_COUNT; id++) {
        if (statuses->left[id] > 0)
            hash_u64(hash, (uint64_t)id << 8 | statuses->left[id]);
    }
    hash_u64(hash, statuses->steady);
}

/* Traits of gear that prevent a status or halve its length. */
static const struct {
    enum status_id status;
    unsigned trait; /* a bit of enum item_trait */
    bool is_halved;
} guards[] = {
    {STATUS_HELD, ITEM_ANCHORS, false},     {STATUS_STUNNED, ITEM_ANCHORS, false},
    {STATUS_ASLEEP, ITEM_BREATHES, false},  {STATUS_HUSHED, ITEM_BREATHES, false},
    {STATUS_POISONED, ITEM_BREATHES, true}, {STATUS_BURNING, ITEM_WARMS, true},
};

struct gear gear_of(const struct body *body)
{
    if (body->species != SPECIES_DELVER)
        return (struct gear){0};
    return pack_gear(&((const struct delver *)body)->life.pack);
}

/* Returns the beats of a status with the delver's knacks. */
static int beats_of(const struct delver *delver, enum status_id status, int beats)
{
    const struct status_row *row = status_row(status);

    if (status == STATUS_HELD && life_has_knack(&delver->life, KNACK_WRESTLER))
        return 1;
    if (!row->is_good && !row->lasts && life_has_knack(&delver->life, KNACK_HARDY))
        return (beats + 1) / 2;
    return beats;
}

bool status_add(const struct world *world, struct body *body, enum status_id status, int beats)
{
    unsigned traits = gear_of(body).traits;

    if (beats == 0)
        beats = status_row(status)->beats;
    for (size_t i = 0; i < sizeof guards / sizeof guards[0]; i++) {
        if (guards[i].status != status || (guards[i].trait & traits) == 0)
            continue;
        if (!guards[i].is_halved)
            return false;
        beats = (beats + 1) / 2;
    }
    if (body->species == SPECIES_DELVER)
        beats = beats_of((const struct delver *)body, status, beats);
    beat_begin(world, body);
    if (!statuses_add(&body->statuses, status, beats))
        return false;
    if (status == STATUS_WITHERED)
        body_wither(body);
    if (!event_has_room(&body->level->events))
        return true;
    struct event *event = event_push(&body->level->events, EVENT_STATUS, body);
    event->status = status;
    event->count = 1;
    return true;
}

int health_mend(struct body *body, int health)
{
    int missing = body->health_max - body->health;

    if (health > missing)
        health = missing;
    body->health = (int16_t)(body->health + health);
    if (health > 0)
        event_push(&body->level->events, EVENT_MENDED, body)->left = body->health;
    if (body_delver(body) != NULL)
        delver_note_change(body_delver(body));
    return health;
}

void health_restore(struct body *body)
{
    if (!statuses_have(&body->statuses, STATUS_WITHERED))
        return;
    statuses_end(&body->statuses, STATUS_WITHERED);
    body_wither(body);
    event_push(&body->level->events, EVENT_STATUS, body)->status = STATUS_WITHERED;
    if (body_delver(body) != NULL)
        delver_note_change(body_delver(body));
}

bool statuses_any(const struct statuses *statuses)
{
    for (enum status_id id = 0; id < STATUS_COUNT; id++) {
        if (statuses_have(statuses, id))
            return true;
    }
    return statuses->steady > 0;
}

/* True while a thing that was used still has an effect, or recovers. */
static bool use_is_going_on(const struct delver *delver)
{
    if (delver->effects.bandage > 0 || delver->effects.returning > 0)
        return true;
    for (int i = 0; i < PACK_MAX; i++) {
        if (delver->life.pack.carried[i].rest > 0)
            return true;
    }
    return false;
}

bool beat_is_needed(const struct body *body)
{
    if (statuses_any(&body->statuses))
        return true;
    if (body->species != SPECIES_DELVER)
        return ((const struct foe *)body)->mind.fear == FEAR_FLEEING;
    return body->health < body->health_max || use_is_going_on((const struct delver *)body);
}

void beat_begin(const struct world *world, struct body *body)
{
    if (!beat_is_needed(body))
        body->beat_at = body_lived(body) + world_beats(world, 1);
    body_activate(body);
}

void use_break(struct delver *delver)
{
    if (delver->effects.returning > 0)
        (void)event_push(&delver->body.level->events, EVENT_RETURN_BROKEN, &delver->body);
    delver->effects.returning = 0;
}
