/*
 * Blows under load.
 */
#include "narrate/fight_fold.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "narrate/fight_fold_private.h"
#include "narrate/words.h"
#include "world/foe.h"

enum {
    OTHERS_MS = 1000,
    CROWD_MS = 5000,
    CROWD = 10, /* of both sides */
    NAMES_MAX = 2,
};

static bool is_blow(const struct event *event)
{
    return event->kind == EVENT_BLOW || event->kind == EVENT_SHOT;
}

static bool is_of(const struct event *event, const struct delver *viewer)
{
    return fight_fold_is_by(event, viewer) || event->other == viewer->body.id;
}

/* The one of the two that is not the viewer. */
static body_id opponent_of(const struct event *event, const struct delver *viewer)
{
    return fight_fold_is_by(event, viewer) ? event->other : event->actor;
}

/* Blows of the viewer fold on one target only; a telling one and a throw stand for themselves. */
static bool is_alike(const struct fold_blows *blows, const struct event *event,
                     const struct delver *viewer, enum species_id kind)
{
    const struct event *first = &blows->first;

    return first->kind == event->kind &&
           fight_fold_is_by(first, viewer) == fight_fold_is_by(event, viewer) &&
           blows->kind == kind && first->outcome == event->outcome &&
           fight_fold_is_hit(first) == fight_fold_is_hit(event) && event->outcome != BLOW_TELLS &&
           stack_is_none(&event->stack) && stack_is_none(&first->stack) &&
           (!fight_fold_is_by(event, viewer) || first->other == event->other);
}

static void take_own(struct fight_fold *fold, const struct event *event,
                     const struct delver *viewer, enum species_id kind)
{
    struct fold_blows *blows = fold->blows;
    int i = 0;

    while (i < fold->count && !is_alike(&blows[i], event, viewer, kind))
        i++;
    if (i == fold->count) {
        CHECK(fold->count < FOLD_BLOWS_MAX);
        blows[fold->count++] = (struct fold_blows){.first = *event, .kind = kind};
    }
    blows[i].times++;
    blows[i].damage += event->count;
    blows[i].left = event->left;
    if (!fight_fold_is_by(event, viewer))
        fold->left = event->left;
    blows[i].is_several =
        blows[i].is_several || opponent_of(event, viewer) != opponent_of(&blows[i].first, viewer);
}

static void add_fighter(body_id *list, int *count, body_id id)
{
    for (int i = 0; i < *count; i++) {
        if (list[i] == id)
            return;
    }
    if (*count < FOLD_FIGHTERS_MAX)
        list[(*count)++] = id;
}

static void take_others(struct fold_others *others, const struct world *world,
                        const struct event *event, const struct delver *viewer)
{
    const body_id ids[] = {event->actor, event->other};

    if (others->blows == 0 &&
        !words_event(world, event, viewer, others->first, sizeof others->first, &others->role))
        return;
    for (int i = 0; i < 2; i++) {
        const struct body *body = world_body(world, ids[i]);
        if (body == NULL)
            continue;
        if (body->species == SPECIES_DELVER) {
            add_fighter(others->delvers, &others->delver_count, ids[i]);
            continue;
        }
        others->is_mixed =
            others->is_mixed || (others->foe_count > 0 && others->kind != body->species);
        others->kind = body->species;
        add_fighter(others->foes, &others->foe_count, ids[i]);
    }
    others->at = event->at;
    others->blows++;
}

bool fight_fold_begins(const struct event *event)
{
    return is_blow(event) || event->kind == EVENT_NOTICED || event->kind == EVENT_WOKE;
}

/* The kind of foe that fights the viewer. */
static bool has_kind(const struct fight_fold *fold, const struct body *body)
{
    for (int i = 0; body != NULL && i < fold->count; i++) {
        if (fold->blows[i].kind == body->species)
            return true;
    }
    return false;
}

bool fight_fold_precedes(const struct fight_fold *fold, const struct world *world,
                         const struct event *event, const struct delver *viewer)
{
    return is_of(event, viewer) || has_kind(fold, world_body(world, event->actor)) ||
           has_kind(fold, world_body(world, event->other));
}

static bool is_listed(const body_id *list, int count, body_id id)
{
    for (int i = 0; i < count; i++) {
        if (list[i] == id)
            return true;
    }
    return false;
}

void fight_fold_end(struct fight_fold *fold, const struct event *event)
{
    const struct fold_others *others = &fold->others;
    body_id loser = event->kind == EVENT_DIED ? event->other : event->actor;

    if ((event->kind == EVENT_DIED || event->kind == EVENT_FELL) &&
        (is_listed(others->delvers, others->delver_count, loser) ||
         is_listed(others->foes, others->foe_count, loser)))
        fold->others = (struct fold_others){.told_at = others->told_at,
                                            .has_told = others->has_told,
                                            .was_crowd = others->was_crowd};
}

bool fight_fold_take(struct fight_fold *fold, const struct world *world, const struct event *event,
                     const struct delver *viewer, enum fight_words words)
{
    if (!is_blow(event))
        return words == FIGHT_WORDS_BRIEF && fight_brief_take(fold, world, event, viewer);
    if (!is_of(event, viewer)) {
        if (words == FIGHT_WORDS_FULL)
            take_others(&fold->others, world, event, viewer);
        return true;
    }
    const struct body *foe = world_body(world, opponent_of(event, viewer));
    if (foe == NULL || fold->count == FOLD_BLOWS_MAX)
        return false;
    take_own(fold, event, viewer, foe->species);
    return true;
}

void fight_fold_name_kind(const struct fold_blows *blows, bool is_plural, char *out, size_t size)
{
    const struct species_row *row = species_row(blows->kind);

    snprintf(out, size, "%s", is_plural && row->plural != NULL ? row->plural : row->name);
}

/* "The rats hit you 3 times: 5, you have 14." */
static void tell_repeats(const struct fold_blows *blows, bool is_own, char *out, size_t size)
{
    bool is_shot = blows->first.kind == EVENT_SHOT;
    bool hits = fight_fold_is_hit(&blows->first);
    const char *s = is_own || blows->is_several ? "" : is_shot || hits ? "s" : "es";
    const char *verb = !hits && blows->first.outcome != BLOW_MISSES ? "glance"
                       : is_shot                                    ? "shoot"
                       : hits                                       ? "hit"
                                                                    : "miss";
    enum species_form form = blows->is_several ? SPECIES_THE_MANY : SPECIES_THE;
    char who[64];
    char harm[64] = "";

    species_name(blows->kind, form, who, sizeof who);
    if (hits && is_own)
        snprintf(harm, sizeof harm, ": %d", blows->damage);
    else if (hits)
        snprintf(harm, sizeof harm, ": %d, you have %d", blows->damage, blows->left);
    if (!hits && blows->first.outcome != BLOW_MISSES)
        snprintf(out, size, "%d blows of %s glance off %s.", blows->times, is_own ? "yours" : who,
                 is_own ? who : "you");
    else if (is_own)
        snprintf(out, size, "You %s%s %s %d times%s.", verb, is_shot ? " at" : "", who,
                 blows->times, harm);
    else
        snprintf(out, size, "%s %s%s you %d times%s%s.", who, verb, s, blows->times,
                 is_shot && !hits ? " in vain" : "", harm);
    out[0] = (char)toupper((unsigned char)out[0]);
}

static void tell_blows(const struct fold_blows *blows, const struct world *world,
                       const struct delver *viewer, char *out, size_t size, enum role *out_role)
{
    bool is_known = words_event(world, &blows->first, viewer, out, size, out_role);

    if (!is_known || blows->times > 1)
        tell_repeats(blows, fight_fold_is_by(&blows->first, viewer), out, size);
}

static bool has_own(const struct fight_fold *fold)
{
    return fold->count > 0 || fold->aside[0] != '\0' || fold->ills[0] != '\0' || fold->unseen > 0;
}

bool fight_fold_flush(struct fight_fold *fold, const struct world *world,
                      const struct delver *viewer, enum fight_words words, char *out,
                      size_t out_size, enum role *out_role)
{
    if (!has_own(fold))
        return false;
    fold->told_at = world->tick;
    fold->has_told = true;
    out[0] = '\0';
    *out_role = ROLE_TEXT;
    if (words == FIGHT_WORDS_BRIEF || fold->count == 0) {
        fight_brief_tell(fold, world, viewer, out, out_size);
        return true;
    }
    /* The viewer's own blows come first. */
    int chosen = 0;
    while (chosen < fold->count && !fight_fold_is_by(&fold->blows[chosen].first, viewer))
        chosen++;
    chosen = chosen < fold->count ? chosen : 0;
    tell_blows(&fold->blows[chosen], world, viewer, out, out_size, out_role);
    fold->count--;
    memmove(&fold->blows[chosen], &fold->blows[chosen + 1],
            (size_t)(fold->count - chosen) * sizeof fold->blows[0]);
    return true;
}

/* "Brom, Cai and 2 more" */
static void name_delvers(const struct world *world, const struct fold_others *others, char *out,
                         size_t size)
{
    size_t length = 0;
    int named = 0;

    out[0] = '\0';
    for (int i = 0; i < others->delver_count && named < NAMES_MAX; i++) {
        const struct delver *delver = world_delver(world, others->delvers[i]);
        if (delver == NULL)
            continue;
        bool is_last = named > 0 && others->delver_count == NAMES_MAX;
        length += (size_t)snprintf(out + length, size - length, "%s%s",
                                   named == 0 ? ""
                                   : is_last  ? " and "
                                              : ", ",
                                   delver->name);
        named++;
    }
    if (others->delver_count > named)
        snprintf(out + length, size - length, "%s%d more", named > 0 ? " and " : "",
                 others->delver_count - named);
}

/* "Brom, Cai and 2 more fight 9 gnawers, north." */
static void tell_others(const struct fold_others *others, const struct world *world,
                        const struct delver *viewer, char *out, size_t size)
{
    const struct species_row *row = species_row(others->kind);
    enum dir dir = dir_towards(viewer->body.at, others->at);
    char names[96];
    char foes[64];

    name_delvers(world, others, names, sizeof names);
    if (others->foe_count == 1)
        species_name(others->kind, SPECIES_THE, foes, sizeof foes);
    else
        snprintf(foes, sizeof foes, "%d %s", others->foe_count,
                 others->is_mixed || row->plural == NULL ? "foes" : row->plural);
    snprintf(out, size, "%s fight%s %s%s%s.", names, others->delver_count == 1 ? "s" : "", foes,
             dir == DIR_NONE ? "" : ", ", dir == DIR_NONE ? "" : dir_name(dir));
}

static bool next_of_others(struct fold_others *others, const struct world *world,
                           const struct delver *viewer, char *out, size_t size, enum role *out_role)
{
    bool is_crowd = others->delver_count + others->foe_count >= CROWD;
    uint64_t wait = world_ms(world, is_crowd || others->was_crowd ? CROWD_MS : OTHERS_MS);

    if (others->blows == 0 || (others->has_told && world->tick - others->told_at < wait))
        return false;
    bool is_folded = others->blows > 1 && others->delver_count > 0 && others->foe_count > 0;
    /* The same line is the same whatever it began with: repeats are counted by it. */
    *out_role = is_folded ? ROLE_DIM_TEXT : others->role;
    if (is_folded)
        tell_others(others, world, viewer, out, size);
    else
        snprintf(out, size, "%s", others->first);
    *others = (struct fold_others){.told_at = world->tick, .has_told = true, .was_crowd = is_crowd};
    return true;
}

/* While time waits for the viewer each of their deeds has its answer at once. */
static bool is_own_due(const struct fight_fold *fold, const struct world *world,
                       const struct delver *viewer, enum fight_words words)
{
    return words != FIGHT_WORDS_BRIEF || viewer->peril.time == COMPANY_WAITING || !fold->has_told ||
           world->tick - fold->told_at >= world_beats(world, 1);
}

bool fight_fold_next(struct fight_fold *fold, const struct world *world,
                     const struct delver *viewer, enum fight_words words, char *out,
                     size_t out_size, enum role *out_role)
{
    if (is_own_due(fold, world, viewer, words) &&
        fight_fold_flush(fold, world, viewer, words, out, out_size, out_role))
        return true;
    return next_of_others(&fold->others, world, viewer, out, out_size, out_role);
}

bool fight_fold_is_pending(const struct fight_fold *fold)
{
    return has_own(fold) || fold->others.blows > 0;
}
