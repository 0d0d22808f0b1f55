/*
 * Blows in a crowd, and in the brief form: one line for each beat, in the order of events.
 */
#include "narrate/fight_fold.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/text.h"
#include "narrate/threats.h"
#include "narrate/words.h"
#include "world/foe.h"

static bool is_hit(const struct event *event)
{
    return event->outcome != BLOW_MISSES && event->count > 0;
}

static bool is_by(const struct event *event, const struct delver *viewer)
{
    return event->actor == viewer->body.id;
}

/* Writes the name of the foes of these blows, for one or several. */
static void name_kind(const struct fold_blows *blows, bool is_plural, char *out, size_t size)
{
    const struct species_row *row = species_row(blows->kind);

    snprintf(out, size, "%s", is_plural && row->plural != NULL ? row->plural : row->name);
}

enum { ANOTHER_MAX = 110 }; /* most bytes of the text about foes that came into view in a beat */

static void say(struct writer *line, const char *text)
{
    (void)writer_join_whole(line, " ", text);
}

/* True for an event that the brief form tells besides blows. */
static bool is_worth_saying(const struct event *event, const struct delver *viewer)
{
    switch (event->kind) {
    case EVENT_NOTICED:
    case EVENT_WOKE:
    case EVENT_LEVELLED:
    case EVENT_WIND_UP:
    case EVENT_FLED:
    case EVENT_SECOND_WIND:
    case EVENT_ITEM_LEFT:
    case EVENT_ITEM_LANDED:
    case EVENT_ITEM_BROKE:
    case EVENT_REGAINED:
        return true;
    case EVENT_LESSON:
        return event->count > 0;
    case EVENT_STRUCK:
    case EVENT_BLAST:
    case EVENT_STOLE:
        return event->other == viewer->body.id || is_by(event, viewer);
    case EVENT_DIED:
    case EVENT_STATUS:
    case EVENT_WITHERS:
        return is_by(event, viewer);
    default:
        return false;
    }
}

/* True for an effect of a foe's blow on the viewer other than its harm, now or later. */
static bool is_ill(const struct event *event)
{
    return event->kind == EVENT_STATUS || event->kind == EVENT_STOLE ||
           event->kind == EVENT_WITHERS;
}

/* Writes that another foe comes into view. */
static void tell_another(const struct body *foe, bool is_asleep, const struct delver *viewer,
                         char *out, size_t size)
{
    char name[64];
    char offset[POS_OFFSET_SIZE];

    body_words(foe, name, sizeof name);
    pos_offset(viewer->body.at, foe->at, offset, sizeof offset);
    snprintf(out, size, "%s, %s%s.", name, offset, is_asleep ? ", asleep" : "");
}

/* Removes the waking of a foe that has died since, or that is told as it comes into view. */
static void forget_waking(struct fight_fold *fold, const struct event *event)
{
    if (fold->woken == 0 || event->other != fold->woken ||
        (event->kind != EVENT_DIED && event->kind != EVENT_NOTICED))
        return;
    memmove(fold->aside + fold->woken_from, fold->aside + fold->woken_to,
            strlen(fold->aside + fold->woken_to) + 1);
    fold->woken = 0;
    fold->has_warned = fold->has_warned && fold->has_sighted;
}

static void say_aside(struct fight_fold *fold, const struct event *event, const char *text)
{
    struct writer aside = writer_behind(is_ill(event) ? fold->ills : fold->aside, FOLD_ASIDE_MAX);
    int before = (int)strlen(fold->aside);

    say(&aside, text);
    if (event->kind != EVENT_WOKE)
        return;
    fold->has_warned = true;
    fold->woken = event->actor;
    fold->woken_from = before;
    fold->woken_to = (int)strlen(fold->aside);
}

/* Adds a foe that came into view. The first is told in full, and the first awake one with its
   danger. True: for this foe, name and place are enough. */
static bool note_sighting(struct fight_fold *fold, const struct event *event)
{
    bool is_asleep = event->notice == NOTICE_ASLEEP;

    if (event->kind != EVENT_NOTICED || event->notice == NOTICE_UNSEEN)
        return false;
    bool is_brief = fold->has_sighted && (is_asleep || fold->has_warned);
    fold->has_sighted = true;
    fold->has_warned = fold->has_warned || !is_asleep;
    return is_brief;
}

/* Adds the health lost by a status: "The poison hurts you, 1." The health that is left ends the
   line. */
static void note_withering(struct fight_fold *fold, const struct event *event, char *text)
{
    char *colon = strchr(text, ':');
    char *comma = strchr(text, ',');

    if (colon != NULL && comma != NULL) {
        *colon = ',';
        memcpy(comma, ".", 2);
    }
    fold->left = event->left;
    fold->is_withered = true;
}

/* Adds a killed foe. Blows of that foe are told before its death. */
static void note_death(struct fight_fold *fold, const struct event *event)
{
    for (int i = 0; i < fold->count; i++) {
        if (fold->blows[i].first.actor == event->other)
            fold->is_foe_first = true;
    }
}

/* Writes the kept sentence about a foe that somebody else killed, if the event is the lesson that
   the viewer learned from that death. Drops the sentence after any event. */
static void tell_felled(struct fight_fold *fold, const struct event *event)
{
    if (event->kind == EVENT_LESSON && fold->felled[0] != '\0')
        say_aside(fold, event, fold->felled);
    fold->felled[0] = '\0';
}

/* Takes an event other than a blow. False: it must be told by itself, for example the death of a
   delver. */
static bool take_brief(struct fight_fold *fold, const struct world *world,
                       const struct event *event, const struct delver *viewer)
{
    static const bool is_of_fight[EVENT_COUNT] = {
        [EVENT_NOTICED] = true,   [EVENT_WOKE] = true,        [EVENT_LEVELLED] = true,
        [EVENT_LESSON] = true,    [EVENT_DIED] = true,        [EVENT_STATUS] = true,
        [EVENT_FLED] = true,      [EVENT_SHOUTED] = true,     [EVENT_WITHERS] = true,
        [EVENT_WIND_UP] = true,   [EVENT_DEED] = true,        [EVENT_STRUCK] = true,
        [EVENT_BLAST] = true,     [EVENT_STOLE] = true,       [EVENT_REGAINED] = true,
        [EVENT_SPLIT] = true,     [EVENT_REFLECTED] = true,   [EVENT_SECOND_WIND] = true,
        [EVENT_ITEM_LEFT] = true, [EVENT_ITEM_LANDED] = true, [EVENT_ITEM_BROKE] = true,
    };
    char text[WORDS_MAX];
    enum role role;

    if (!is_of_fight[event->kind] ||
        (event->kind == EVENT_DIED && world_delver(world, event->other) != NULL))
        return false;
    forget_waking(fold, event);
    tell_felled(fold, event);
    if (event->kind == EVENT_DIED && !is_by(event, viewer))
        (void)words_event(world, event, viewer, fold->felled, sizeof fold->felled, &role);
    if (!is_worth_saying(event, viewer) ||
        !words_event(world, event, viewer, text, sizeof text, &role))
        return true;
    if (event->kind == EVENT_DIED)
        note_death(fold, event);
    if (event->kind == EVENT_WITHERS)
        note_withering(fold, event, text);
    bool is_brief = note_sighting(fold, event);
    if (is_brief)
        tell_another(world_body(world, event->other), event->notice == NOTICE_ASLEEP, viewer, text,
                     sizeof text);
    if (is_brief && strlen(fold->aside) + strlen(text) > ANOTHER_MAX)
        fold->unseen++;
    else
        say_aside(fold, event, text);
    return true;
}

/* Writes the number of blows and their damage: " 3 times, 5". */
static void count_blows(int times, int damage, char *out, size_t size)
{
    char often[24] = "";

    if (times == 2)
        snprintf(often, sizeof often, " twice");
    else if (times > 2)
        snprintf(often, sizeof often, " %d times", times);
    if (damage > 0)
        snprintf(out, size, "%s, %d", often, damage);
    else
        snprintf(out, size, "%s", often);
}

/* Writes the blows of one kind of foe at the viewer, or of the viewer, in one short sentence. */
static void tell_side(const struct fight_fold *fold, const struct delver *viewer, bool is_own,
                      enum species_id kind, struct writer *line)
{
    int hits = 0;
    int misses = 0;
    int damage = 0;
    bool is_several = false;
    char name[64];
    char amount[48];
    char text[160];

    for (int i = 0; i < fold->count; i++) {
        const struct fold_blows *blows = &fold->blows[i];
        if (is_by(&blows->first, viewer) != is_own || (!is_own && blows->kind != kind))
            continue;
        hits += is_hit(&blows->first) ? blows->times : 0;
        misses += is_hit(&blows->first) ? 0 : blows->times;
        damage += blows->damage;
        is_several = is_several || blows->is_several;
        name_kind(blows, is_several, name, sizeof name);
    }
    if (hits + misses == 0)
        return;
    if (is_own)
        snprintf(name, sizeof name, "You");
    text_capitalise(name);
    count_blows(hits > 0 ? hits : misses, damage, amount, sizeof amount);
    const char *ending = is_own || is_several ? "" : hits > 0 ? "s" : "es";
    snprintf(text, sizeof text, "%s %s%s%s%s.", name, hits > 0 ? "hit" : "miss", ending,
             is_own ? "" : " you", amount);
    say(line, text);
}

/* Writes "Deadly together." if each foe alone is less dangerous. */
static void tell_all_together(const struct world *world, const struct delver *viewer,
                              struct writer *line)
{
    struct threats threats;
    enum danger worst = DANGER_HARMLESS;
    char text[64];

    threats_collect(world, viewer, &threats);
    for (int i = 0; i < threats.count; i++) {
        if (threats.list[i].is_awake && threats.list[i].danger > worst)
            worst = threats.list[i].danger;
    }
    if (threats.danger <= worst)
        return;
    snprintf(text, sizeof text, "%s together.", danger_name(threats.danger));
    text_capitalise(text);
    say(line, text);
}

/* Tells the viewer's own acts, and what else happened. */
static void tell_own_side(const struct fight_fold *fold, const struct world *world,
                          const struct delver *viewer, struct writer *line)
{
    char text[64];

    tell_side(fold, viewer, true, SPECIES_DELVER, line);
    if (fold->aside[0] != '\0')
        say(line, fold->aside);
    if (fold->unseen > 0) {
        snprintf(text, sizeof text, "%d more come into view.", fold->unseen);
        say(line, fold->unseen == 1 ? "One more comes into view." : text);
    }
    if (fold->has_warned)
        tell_all_together(world, viewer, line);
}

/* Tells the acts of foes against the viewer, and their effects. */
static void tell_foes_side(const struct fight_fold *fold, const struct delver *viewer,
                           struct writer *line)
{
    bool is_reported[SPECIES_COUNT] = {false};
    bool is_hurt = fold->is_withered;
    char text[64];

    for (int i = 0; i < fold->count; i++) {
        const struct fold_blows *blows = &fold->blows[i];
        if (is_by(&blows->first, viewer))
            continue;
        is_hurt = is_hurt || is_hit(&blows->first);
        if (!is_reported[blows->kind])
            tell_side(fold, viewer, false, blows->kind, line);
        is_reported[blows->kind] = true;
    }
    if (fold->ills[0] != '\0')
        say(line, fold->ills);
    if (is_hurt) {
        if (delver_is_low(viewer))
            snprintf(text, sizeof text, "Low health, %d of %d.", fold->left,
                     viewer->body.health_max);
        else
            snprintf(text, sizeof text, "%d left.", fold->left);
        say(line, text);
    }
}

/* Writes all events taken, "You hit, 5. Deserter hits you, 4. 22 left.", and clears them. */
static void tell_brief(struct fight_fold *fold, const struct world *world,
                       const struct delver *viewer, char *out, size_t out_size)
{
    struct writer line = writer_of(out, out_size);

    if (fold->is_foe_first)
        tell_foes_side(fold, viewer, &line);
    tell_own_side(fold, world, viewer, &line);
    if (!fold->is_foe_first)
        tell_foes_side(fold, viewer, &line);
    fold->count = fold->unseen = 0;
    fold->aside[0] = fold->ills[0] = '\0';
    fold->has_sighted = fold->has_warned = fold->is_foe_first = fold->is_withered = false;
    fold->woken = 0;
}

enum {
    OTHERS_MS = 1000,
    CROWD_MS = 5000,
    CROWD = 10, /* fighters of both sides from which on a fight is a crowd */
    NAMES_MAX = 2,
};

static bool is_blow(const struct event *event)
{
    return event->kind == EVENT_BLOW || event->kind == EVENT_SHOT;
}

static bool is_of(const struct event *event, const struct delver *viewer)
{
    return is_by(event, viewer) || event->other == viewer->body.id;
}

/* Returns the viewer's opponent in the event. */
static body_id opponent_of(const struct event *event, const struct delver *viewer)
{
    return is_by(event, viewer) ? event->other : event->actor;
}

/* True if the event can be told together with `blows`. Blows of the viewer must have one target; a
   hard hit and a throw are told by themselves. */
static bool is_alike(const struct fold_blows *blows, const struct event *event,
                     const struct delver *viewer, enum species_id kind)
{
    const struct event *first = &blows->first;

    return first->kind == event->kind && is_by(first, viewer) == is_by(event, viewer) &&
           blows->kind == kind && first->outcome == event->outcome &&
           is_hit(first) == is_hit(event) && event->outcome != BLOW_TELLS &&
           stack_is_none(&event->stack) && stack_is_none(&first->stack) &&
           (!is_by(event, viewer) || first->other == event->other);
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
    if (!is_by(event, viewer))
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

/* True if the viewer fights foes of that kind. */
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
        fold->others = (struct fold_others){.reported_at = others->reported_at,
                                            .has_reported = others->has_reported,
                                            .was_crowd = others->was_crowd};
}

bool fight_fold_take(struct fight_fold *fold, const struct world *world, const struct event *event,
                     const struct delver *viewer, enum fight_words words)
{
    if (!is_blow(event))
        return words == FIGHT_WORDS_BRIEF && take_brief(fold, world, event, viewer);
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

/* Writes repeated blows as one sentence: "The rats hit you 3 times: 5, you have 14." */
static void tell_repeats(const struct fold_blows *blows, bool is_own, char *out, size_t size)
{
    bool is_shot = blows->first.kind == EVENT_SHOT;
    bool hits = is_hit(&blows->first);
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
    text_capitalise(out);
}

static void tell_blows(const struct fold_blows *blows, const struct world *world,
                       const struct delver *viewer, char *out, size_t size, enum role *out_role)
{
    bool is_known = words_event(world, &blows->first, viewer, out, size, out_role);

    if (!is_known || blows->times > 1)
        tell_repeats(blows, is_by(&blows->first, viewer), out, size);
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
    fold->reported_at = world->tick;
    fold->has_reported = true;
    out[0] = '\0';
    *out_role = ROLE_TEXT;
    if (words == FIGHT_WORDS_BRIEF || fold->count == 0) {
        tell_brief(fold, world, viewer, out, out_size);
        return true;
    }
    /* The viewer's own blows come first. */
    int chosen = 0;
    while (chosen < fold->count && !is_by(&fold->blows[chosen].first, viewer))
        chosen++;
    chosen = chosen < fold->count ? chosen : 0;
    tell_blows(&fold->blows[chosen], world, viewer, out, out_size, out_role);
    fold->count--;
    memmove(&fold->blows[chosen], &fold->blows[chosen + 1],
            (size_t)(fold->count - chosen) * sizeof fold->blows[0]);
    return true;
}

/* Writes the names of delvers: "Brom, Cai and 2 more". */
static void name_delvers(const struct world *world, const struct fold_others *others, char *out,
                         size_t size)
{
    struct writer names = writer_of(out, size);
    int named = 0;

    for (int i = 0; i < others->delver_count && named < NAMES_MAX; i++) {
        const struct delver *delver = world_delver(world, others->delvers[i]);
        if (delver == NULL)
            continue;
        writer_join(&names, others->delver_count == NAMES_MAX ? " and " : ", ", "%s", delver->name);
        named++;
    }
    if (others->delver_count > named)
        writer_join(&names, " and ", "%d more", others->delver_count - named);
}

/* Writes a fight of others: "Brom, Cai and 2 more fight 9 gnawers, north." */
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

    if (others->blows == 0 || (others->has_reported && world->tick - others->reported_at < wait))
        return false;
    bool is_folded = others->blows > 1 && others->delver_count > 0 && others->foe_count > 0;
    /* A folded line always has the same role, so that equal lines count as repeats. */
    *out_role = is_folded ? ROLE_DIM_TEXT : others->role;
    if (is_folded)
        tell_others(others, world, viewer, out, size);
    else
        snprintf(out, size, "%s", others->first);
    *others = (struct fold_others){
        .reported_at = world->tick, .has_reported = true, .was_crowd = is_crowd};
    return true;
}

/* True if the viewer's own acts must be told now: while time waits for the viewer, each act is
   answered at once. */
static bool is_own_due(const struct fight_fold *fold, const struct world *world,
                       const struct delver *viewer, enum fight_words words)
{
    return words != FIGHT_WORDS_BRIEF || viewer->time.state == COMPANY_WAITING ||
           !fold->has_reported || world->tick - fold->reported_at >= world_beats(world, 1);
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
