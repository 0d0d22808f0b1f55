/*
 * Chalk, in a short list of each level. The list is searched whole, because it is read only where a
 * delver steps.
 */
#include "world/chalk.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "world/world.h"

enum { DAY_MS = 24 * 60 * 60 * 1000 };

int chalk_score(const struct chalk_line *line)
{
    return (int)line->agreed - (int)line->disagreed;
}

const struct chalk_line *chalk_at(const struct level *level, struct pos at)
{
    for (int i = 0; i < level->chalk.count; i++) {
        if (pos_equal(level->chalk.lines[i].at, at))
            return &level->chalk.lines[i];
    }
    return NULL;
}

const struct chalk_line *chalk_of(const struct level *level, int64_t delver_id)
{
    for (int i = 0; i < level->chalk.count; i++) {
        if (level->chalk.lines[i].author == delver_id)
            return &level->chalk.lines[i];
    }
    return NULL;
}

static void rub_out(struct level *level, const struct chalk_line *line)
{
    struct chalk_list *chalk = &level->chalk;
    int i = (int)(line - chalk->lines);

    chalk->count--;
    memmove(&chalk->lines[i], &chalk->lines[i + 1],
            (size_t)(chalk->count - i) * sizeof chalk->lines[0]);
    level->population.is_dirty = true;
}

/* The line that most want to be gone; of equal ones the oldest. */
static const struct chalk_line *find_worst(const struct chalk_list *chalk)
{
    const struct chalk_line *worst = &chalk->lines[0];

    for (int i = 1; i < chalk->count; i++) {
        if (chalk_score(&chalk->lines[i]) < chalk_score(worst))
            worst = &chalk->lines[i];
    }
    return worst;
}

void chalk_add(struct level *level, const struct chalk_line *line)
{
    if (level->chalk.count == CHALK_LINES_MAX)
        rub_out(level, find_worst(&level->chalk));
    level->chalk.lines[level->chalk.count++] = *line;
}

static void tell(struct body *body, enum event_kind kind, const struct chalk_line *line)
{
    struct event *event = event_push(&body->level->events, kind, body);

    event->count = line->code;
    event->left = chalk_score(line);
}

void chalk_step(struct delver *delver)
{
    const struct chalk_line *line = chalk_at(delver->body.level, delver->body.at);

    if (line != NULL)
        tell(&delver->body, EVENT_CHALK, line);
}

void chalk_run(const struct world *world, struct level *level)
{
    uint64_t kept = CHALK_KEPT_DAYS * world_ms(world, DAY_MS);

    while (level->chalk.count > 0 && world->tick - level->chalk.lines[0].written_at >= kept)
        rub_out(level, &level->chalk.lines[0]);
}

void chalk_forget(struct level *level, int64_t delver_id)
{
    const struct chalk_line *line = chalk_of(level, delver_id);

    if (line != NULL)
        rub_out(level, line);
}

void chalk_rename(struct level *level, int64_t delver_id, const char *name)
{
    for (int i = 0; i < level->chalk.count; i++) {
        struct chalk_line *line = &level->chalk.lines[i];
        if (line->author != delver_id)
            continue;
        memset(line->name, 0, sizeof line->name);
        snprintf(line->name, sizeof line->name, "%s", name);
        level->population.is_dirty = true;
    }
}

void chalk_hash(const struct chalk_list *chalk, struct hash *hash)
{
    for (int i = 0; i < chalk->count; i++) {
        const struct chalk_line *line = &chalk->lines[i];
        hash_u64(hash, (uint64_t)line->author);
        hash_u64(hash, line->written_at);
        hash_u64(hash, (uint64_t)(uint16_t)line->at.x << 48 | (uint64_t)(uint16_t)line->at.y << 32 |
                           (uint64_t)line->agreed << 24 | (uint64_t)line->disagreed << 16 |
                           line->code);
        for (int k = 0; k < CHALK_JUDGES_MAX; k++)
            hash_u64(hash, (uint64_t)line->judges[k]);
    }
}

static bool refuse(struct body *body, enum refusal refusal)
{
    event_refuse(&body->level->events, body, refusal, DIR_NONE);
    return false;
}

static bool rub_out_own(struct body *body, const struct chalk_line *own)
{
    if (own == NULL)
        return refuse(body, REFUSAL_CHALK_NONE);
    tell(body, EVENT_CHALK_GONE, own);
    rub_out(body->level, own);
    return true;
}

bool chalk_write(const struct world *world, struct body *body, const struct action *action)
{
    const struct delver *delver = body_delver(body);
    struct level *level = body->level;

    CHECK(delver != NULL);
    const struct chalk_line *own = chalk_of(level, delver->delver_id);
    if (action->count == 0 || action->count > CHALK_CODES)
        return rub_out_own(body, own);
    const struct chalk_line *here = chalk_at(level, body->at);
    if (here != NULL && here != own)
        return refuse(body, REFUSAL_CHALK_TAKEN);
    if (!level_is_walkable(level, body->at) || pos_equal(body->at, level->up) ||
        pos_equal(body->at, level->down))
        return refuse(body, REFUSAL_CHALK_GROUND);
    if (own != NULL)
        rub_out(level, own);
    struct chalk_line line = {.at = body->at,
                              .author = delver->delver_id,
                              .written_at = world->tick,
                              .code = (uint16_t)(action->count - 1)};
    snprintf(line.name, sizeof line.name, "%s", delver->name);
    chalk_add(level, &line);
    level->population.is_dirty = true;
    tell(body, EVENT_CHALKED, &line);
    return true;
}

static bool has_judged(const struct chalk_line *line, int64_t delver_id)
{
    for (int i = 0; i < CHALK_JUDGES_MAX; i++) {
        if (line->judges[i] == delver_id)
            return true;
    }
    return false;
}

/* True if the line may stay. */
static bool judge(struct chalk_line *line, int64_t delver_id, bool agrees)
{
    uint8_t *votes = agrees ? &line->agreed : &line->disagreed;

    memmove(&line->judges[1], &line->judges[0], (CHALK_JUDGES_MAX - 1) * sizeof line->judges[0]);
    line->judges[0] = delver_id;
    if (*votes < CHALK_VOTES_MAX)
        (*votes)++;
    return chalk_score(line) > -CHALK_GONE_AT;
}

bool chalk_judge(const struct world *world, struct body *body, const struct action *action)
{
    const struct delver *delver = body_delver(body);
    struct level *level = body->level;

    (void)world;
    CHECK(delver != NULL);
    const struct chalk_line *here = chalk_at(level, body->at);
    if (here == NULL)
        return refuse(body, REFUSAL_NO_CHALK);
    if (here->author == delver->delver_id)
        return refuse(body, REFUSAL_OWN_CHALK);
    if (has_judged(here, delver->delver_id))
        return refuse(body, REFUSAL_CHALK_JUDGED);
    struct chalk_line *line = &level->chalk.lines[here - level->chalk.lines];
    bool agrees = action->count > 0;
    bool stays = judge(line, delver->delver_id, agrees);
    level->population.is_dirty = true;
    tell(body, !stays ? EVENT_CHALK_GONE : agrees ? EVENT_CHALK_AGREED : EVENT_CHALK_DOUBTED, line);
    if (!stays)
        rub_out(level, line);
    return true;
}
