/*
 * Blows in the brief form: one line a beat, in the order of things.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "narrate/danger.h"
#include "narrate/fight_fold_private.h"
#include "narrate/threats.h"
#include "narrate/words.h"
#include "world/foe.h"

enum { ANOTHER_MAX = 110 }; /* bytes of all that came into view in a beat */

struct line {
    char *out;
    size_t size;
};

static void say(struct line line, const char *text)
{
    size_t length = strlen(line.out);

    if (length + strlen(text) + 2 <= line.size)
        snprintf(line.out + length, line.size - length, "%s%s", length > 0 ? " " : "", text);
}

/* Whether the brief form says it, beside blows. */
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
        return event->other == viewer->body.id || fight_fold_is_by(event, viewer);
    case EVENT_DIED:
    case EVENT_STATUS:
    case EVENT_WITHERS:
        return fight_fold_is_by(event, viewer);
    default:
        return false;
    }
}

/* True for an effect of a foe's blow on the viewer beside its harm, at once or later. */
static bool is_ill(const struct event *event)
{
    return event->kind == EVENT_STATUS || event->kind == EVENT_STOLE ||
           event->kind == EVENT_WITHERS;
}

/* Tells of one more foe that comes into view. */
static void tell_another(const struct body *foe, bool is_asleep, const struct delver *viewer,
                         char *out, size_t size)
{
    char name[64];
    char offset[POS_OFFSET_SIZE];

    body_words(foe, name, sizeof name);
    pos_offset(viewer->body.at, foe->at, offset, sizeof offset);
    snprintf(out, size, "%s, %s%s.", name, offset, is_asleep ? ", asleep" : "");
}

/* Drops the waking of a foe that has died since, or that is told of as it comes into view. */
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
    struct line aside = {is_ill(event) ? fold->ills : fold->aside, FOLD_ASIDE_MAX};
    int before = (int)strlen(fold->aside);

    say(aside, text);
    if (event->kind != EVENT_WOKE)
        return;
    fold->has_warned = true;
    fold->woken = event->actor;
    fold->woken_from = before;
    fold->woken_to = (int)strlen(fold->aside);
}

/* A foe that is awake is told of with its danger, but for those behind another such one. True:
   its name and place are enough. */
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

/* "The poison hurts you, 1." How much is left ends the line. */
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

/* The dead do not strike: the blows of the one that is killed come before its death. */
static void note_death(struct fight_fold *fold, const struct event *event)
{
    for (int i = 0; i < fold->count; i++) {
        if (fold->blows[i].first.actor == event->other)
            fold->is_foe_first = true;
    }
}

/* A lesson that comes from another's blow is told behind the death that the blow caused. */
static void tell_felled(struct fight_fold *fold, const struct event *event)
{
    if (event->kind == EVENT_LESSON && fold->felled[0] != '\0')
        say_aside(fold, event, fold->felled);
    fold->felled[0] = '\0';
}

bool fight_brief_take(struct fight_fold *fold, const struct world *world, const struct event *event,
                      const struct delver *viewer)
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
    if (event->kind == EVENT_DIED && !fight_fold_is_by(event, viewer))
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

/* " 3 times, 5" */
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

/* The blows of one kind of foe at the viewer, or of the viewer, in one short sentence. */
static void tell_side(const struct fight_fold *fold, const struct delver *viewer, bool is_own,
                      enum species_id kind, struct line line)
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
        if (fight_fold_is_by(&blows->first, viewer) != is_own || (!is_own && blows->kind != kind))
            continue;
        hits += fight_fold_is_hit(&blows->first) ? blows->times : 0;
        misses += fight_fold_is_hit(&blows->first) ? 0 : blows->times;
        damage += blows->damage;
        is_several = is_several || blows->is_several;
        fight_fold_name_kind(blows, is_several, name, sizeof name);
    }
    if (hits + misses == 0)
        return;
    if (is_own)
        snprintf(name, sizeof name, "You");
    name[0] = (char)toupper((unsigned char)name[0]);
    count_blows(hits > 0 ? hits : misses, damage, amount, sizeof amount);
    const char *ending = is_own || is_several ? "" : hits > 0 ? "s" : "es";
    snprintf(text, sizeof text, "%s %s%s%s%s.", name, hits > 0 ? "hit" : "miss", ending,
             is_own ? "" : " you", amount);
    say(line, text);
}

/* "Deadly together.": each of them alone would be less. */
static void tell_all_together(const struct world *world, const struct delver *viewer,
                              struct line line)
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
    text[0] = (char)toupper((unsigned char)text[0]);
    say(line, text);
}

/* Tells what the viewer did, and the news beside blows. */
static void tell_own_side(const struct fight_fold *fold, const struct world *world,
                          const struct delver *viewer, struct line line)
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

/* Tells what the foes did to the viewer, and its effects. */
static void tell_foes_side(const struct fight_fold *fold, const struct delver *viewer,
                           struct line line)
{
    bool is_told[SPECIES_COUNT] = {false};
    bool is_hurt = fold->is_withered;
    char text[64];

    for (int i = 0; i < fold->count; i++) {
        const struct fold_blows *blows = &fold->blows[i];
        if (fight_fold_is_by(&blows->first, viewer))
            continue;
        is_hurt = is_hurt || fight_fold_is_hit(&blows->first);
        if (!is_told[blows->kind])
            tell_side(fold, viewer, false, blows->kind, line);
        is_told[blows->kind] = true;
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

void fight_brief_tell(struct fight_fold *fold, const struct world *world,
                      const struct delver *viewer, char *out, size_t out_size)
{
    struct line line = {out, out_size};

    if (fold->is_foe_first)
        tell_foes_side(fold, viewer, line);
    tell_own_side(fold, world, viewer, line);
    if (!fold->is_foe_first)
        tell_foes_side(fold, viewer, line);
    fold->count = fold->unseen = 0;
    fold->aside[0] = fold->ills[0] = '\0';
    fold->has_sighted = fold->has_warned = fold->is_foe_first = fold->is_withered = false;
    fold->woken = 0;
}
