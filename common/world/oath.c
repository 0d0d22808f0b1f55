/*
 * The oath, and how one life of a delver follows another.
 */
#include "world/oath.h"

#include <string.h>

#include "world/life.h"
#include "world/world.h"

static enum refusal why_not(const struct delver *delver)
{
    const struct life *life = &delver->life;

    if (life->honours.oath != OATH_NONE)
        return REFUSAL_SWORN;
    if (life_level(life) > OATH_LEVEL_MAX || life->deepest > OATH_DEPTH_MAX ||
        delver->body.key.depth > OATH_DEPTH_MAX)
        return REFUSAL_TOO_LATE_TO_SWEAR;
    return delver->time.state != COMPANY_CALM ? REFUSAL_DANGER : REFUSAL_NONE;
}

bool oath_swear(const struct world *world, struct body *body, const struct action *action)
{
    struct delver *delver = body_delver(body);
    enum refusal refusal = why_not(delver);

    (void)world;
    (void)action;
    if (refusal != REFUSAL_NONE) {
        event_refuse(&body->level->events, body, refusal, DIR_NONE);
        return false;
    }
    delver->life.honours.oath = OATH_SWORN;
    delver_note_change(delver);
    event_push(&body->level->events, EVENT_SWORN, body);
    return true;
}

/* Records all things and gold of a life in the page of the ledger, as made or as ended. */
static void note_things(struct ledger_page *page, const struct life *life,
                        void (*note)(struct ledger_page *, const struct stack *))
{
    uint64_t counts[ITEM_KIND_COUNT] = {0};

    ledger_count_life(counts, life);
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++) {
        const struct stack all = stack_of(kind, (uint32_t)counts[kind]);
        if (counts[kind] > 0)
            note(page, &all);
    }
}

void life_begin_next(struct level *level, struct delver *delver, unsigned keep)
{
    struct life *life = &delver->life;
    struct body *body = &delver->body;
    struct life next = life_new();

    if (keep != OBJECT_NONE) {
        struct stack kept = *pack_peek(&life->pack, keep);
        kept.temper = 0;
        next.pack.worn[keep - OBJECT_WORN] = kept;
    }
    next.number = life->number + 1;
    next.known = life->known;
    next.touched = life->touched;
    next.dealings = life->dealings;
    next.bundle = life->bundle;
    next.honours = life->honours;
    next.honours.knacks = 0;
    next.honours.may_begin_again = false;
    next.honours.lived = 0;
    next.honours.oath = OATH_NONE;
    memset(next.honours.vaults, 0, sizeof next.honours.vaults);
    memset(next.honours.twins, 0, sizeof next.honours.twins);
    if (next.bundle.delver_id != 0)
        next.pack.carried[PACK_MAX - 1] = stack_of(ITEM_BUNDLE, 1);
    note_things(&level->ledger, life, ledger_end);
    note_things(&level->ledger, &next, ledger_make);
    *life = next;
    delver->weapon_before = OBJECT_NONE;
    body->statuses = (struct statuses){0};
    body->withered = 0;
    body->health = body->health_max = (int16_t)lesson_health(1);
}

void oath_close(struct delver *delver)
{
    if (delver->life.honours.oath == OATH_NONE)
        return;
    delver->life.honours.oath = OATH_OVER;
    delver->life.touched = 0;
}

void oath_settle(struct world *world, struct delver *delver)
{
    const struct deaths deaths = delver->life.deaths;

    if (delver->life.honours.oath != OATH_OVER)
        return;
    life_begin_next(delver->body.level, delver, OBJECT_NONE);
    delver->life.deaths = deaths;
    delver->life.known = 0;
    world_note_change(world, delver);
    event_push(&world->events, EVENT_OATH_ENDED, &delver->body)->count = (int)delver->life.number;
}
