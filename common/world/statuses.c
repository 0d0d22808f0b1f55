/*
 * The statuses of one body. Each is a row of content/status.h; what only one of them does stands
 * here by its name.
 */
#include "world/statuses.h"

#include "base/check.h"

/* Statuses from this number on are hashed only while a body has them, so that a new row of the
   table leaves the hash of every world without that status as it is. */
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

void statuses_end_by(struct statuses *statuses, unsigned deed)
{
    for (enum status_id id = 0; id < STATUS_COUNT; id++) {
        if ((status_row(id)->ends & deed) != 0)
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

/* Halves and thirds are rounded up: an action never becomes free. */
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
