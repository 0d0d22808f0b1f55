/*
 * Rulings in memory. A sweep notes when each is over; a day later it is removed here and from the
 * database.
 */
#include "server/game/moderation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/check.h"
#include "server/game/game.h"
#include "server/save/persist.h"
#include "server/save/persist_accounts.h"

enum { CAPACITY_FIRST = 16 };

static const char *const kind_texts[RULING_KIND_END] = {
    [RULING_BAN_NAME] = "You are banned",
    [RULING_BAN_NETWORK] = "Your address is banned",
    [RULING_MUTE] = "You are muted",
    [RULING_HOLD] = "An operator has to approve of you first",
};

void moderation_release(struct moderation *moderation)
{
    free(moderation->entries);
    *moderation = (struct moderation){.entries = NULL};
}

static struct moderation_entry *find_entry(const struct moderation *moderation,
                                           enum ruling_kind kind, const char *subject)
{
    for (int i = 0; i < moderation->count; i++) {
        struct moderation_entry *entry = &moderation->entries[i];
        if (entry->ruling.kind == kind && strcmp(entry->ruling.subject, subject) == 0)
            return entry;
    }
    return NULL;
}

static enum err grow(struct moderation *moderation)
{
    int capacity = moderation->capacity == 0 ? CAPACITY_FIRST : 2 * moderation->capacity;

    if (moderation->count < moderation->capacity)
        return ERR_OK;
    if (moderation->count >= MODERATION_MAX)
        return ERR_TOO_BIG;
    struct moderation_entry *entries =
        realloc(moderation->entries, (size_t)capacity * sizeof *entries);
    if (entries == NULL)
        return ERR_MEMORY;
    moderation->entries = entries;
    moderation->capacity = capacity;
    return ERR_OK;
}

static uint64_t loop_ms(const struct moderation *moderation)
{
    return moderation->now_ms == NULL ? 0 : *moderation->now_ms;
}

enum err moderation_put(struct moderation *moderation, const struct ruling *ruling)
{
    int64_t now = (int64_t)time(NULL);
    bool has_left = ruling->until > now;
    struct moderation_entry entry = {
        .ruling = *ruling,
        .taken_at_ms = loop_ms(moderation),
        .left_ms = has_left ? (uint64_t)(ruling->until - now) * 1000 : 0,
    };
    struct moderation_entry *place = find_entry(moderation, ruling->kind, ruling->subject);

    if (ruling->kind == RULING_BAN_NETWORK &&
        network_parse(ruling->subject, strlen(ruling->subject), &entry.network) != ERR_OK)
        return ERR_FORMAT;
    if (place == NULL) {
        enum err error = grow(moderation);
        if (error != ERR_OK)
            return error;
        place = &moderation->entries[moderation->count++];
    }
    *place = entry;
    return ERR_OK;
}

bool moderation_drop(struct moderation *moderation, enum ruling_kind kind, const char *subject)
{
    struct moderation_entry *entry = find_entry(moderation, kind, subject);

    if (entry == NULL)
        return false;
    *entry = moderation->entries[--moderation->count];
    return true;
}

void moderation_rename(struct moderation *moderation, const char *before, const char *name)
{
    static const enum ruling_kind kept[] = {RULING_BAN_NAME, RULING_MUTE, RULING_HOLD};

    (void)moderation_drop(moderation, RULING_CODE, before);
    if (strcmp(before, name) == 0)
        return;
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
        struct moderation_entry *entry = find_entry(moderation, kept[i], before);
        if (entry != NULL)
            snprintf(entry->ruling.subject, sizeof entry->ruling.subject, "%s", name);
    }
}

bool moderation_is_over(const struct moderation *moderation, const struct moderation_entry *entry)
{
    const struct ruling *ruling = &entry->ruling;
    uint64_t now_ms = loop_ms(moderation);

    if (ruling->until == 0 || (int64_t)time(NULL) < ruling->until)
        return false;
    return now_ms - entry->taken_at_ms >= entry->left_ms ||
           (entry->over_since_ms != 0 && now_ms - entry->over_since_ms >= MODERATION_PATIENCE_MS);
}

const struct ruling *moderation_find(const struct moderation *moderation, enum ruling_kind kind,
                                     const char *subject)
{
    const struct moderation_entry *entry = find_entry(moderation, kind, subject);

    return entry == NULL || moderation_is_over(moderation, entry) ? NULL : &entry->ruling;
}

const struct ruling *moderation_find_address(const struct moderation *moderation,
                                             const char *address)
{
    struct network peer;

    if (network_parse(address, strlen(address), &peer) != ERR_OK)
        return NULL;
    for (int i = 0; i < moderation->count; i++) {
        const struct moderation_entry *entry = &moderation->entries[i];
        if (entry->ruling.kind == RULING_BAN_NETWORK &&
            network_covers(&entry->network, &peer.address) &&
            !moderation_is_over(moderation, entry))
            return &entry->ruling;
    }
    return NULL;
}

bool moderation_takes_holds(const struct moderation *moderation)
{
    return moderation_count(moderation, RULING_HOLD) < MODERATION_HOLDS_MAX &&
           moderation->count < MODERATION_MAX - MODERATION_HOLDS_MAX;
}

int moderation_count(const struct moderation *moderation, enum ruling_kind kind)
{
    int count = 0;

    for (int i = 0; i < moderation->count; i++)
        count += moderation->entries[i].ruling.kind == kind &&
                 !moderation_is_over(moderation, &moderation->entries[i]);
    return count;
}

void moderation_end(const struct ruling *ruling, char out[MODERATION_END_SIZE])
{
    time_t seconds = (time_t)ruling->until;
    struct tm broken;

    snprintf(out, MODERATION_END_SIZE, "for good");
    if (ruling->until != 0 && gmtime_r(&seconds, &broken) != NULL)
        (void)strftime(out, MODERATION_END_SIZE, "until %Y-%m-%d %H:%M:%S UTC", &broken);
}

void moderation_text(const struct ruling *ruling, char out[MODERATION_TEXT_SIZE])
{
    char end[MODERATION_END_SIZE];

    CHECK(ruling->kind < RULING_KIND_END && kind_texts[ruling->kind] != NULL);
    bool has_reason = strcmp(ruling->detail, RULING_NO_DETAIL) != 0;
    moderation_end(ruling, end);
    snprintf(out, MODERATION_TEXT_SIZE, "%s %s%s%s", kind_texts[ruling->kind], end,
             has_reason ? ": " : ".", has_reason ? ruling->detail : "");
}

bool moderation_describe_lost(const struct moderation *moderation, char out[MODERATION_TEXT_SIZE])
{
    if (moderation->lost == 0)
        return false;
    snprintf(
        out, MODERATION_TEXT_SIZE,
        "Administrators: decisions about players (bans, mutes) that are damaged and do not hold: "
        "%llu. Type @doctor for what to do.",
        (unsigned long long)moderation->lost);
    return true;
}

enum { KEEP_MS = 24 * 60 * 60 * 1000 };

/* Notes since when a ruling is over. If the machine's clock was set back and the ruling is in force
   again, the note is erased. */
static void look(struct moderation_entry *entry, int64_t now, uint64_t now_ms)
{
    if (entry->ruling.until == 0 || now < entry->ruling.until)
        entry->over_since_ms = 0;
    else if (entry->over_since_ms == 0)
        entry->over_since_ms = now_ms;
}

/* Removes at most one ruling a second. That is enough, because a ruling that is over has no
   effect. */
void moderation_sweep(struct game *game)
{
    struct moderation *moderation = &game->moderation;
    int64_t now = (int64_t)time(NULL);

    if (moderation->count == 0 || moderation->now_ms == NULL)
        return;
    for (int i = 0; i < moderation->count; i++)
        look(&moderation->entries[i], now, *moderation->now_ms);
    moderation->sweep_at = (moderation->sweep_at + 1) % moderation->count;
    const struct moderation_entry *entry = &moderation->entries[moderation->sweep_at];
    if (entry->over_since_ms == 0 || !moderation_is_over(moderation, entry) ||
        *moderation->now_ms - entry->over_since_ms < KEEP_MS)
        return;
    struct job *job = job_new(&question_drop_ruling);
    if (job == NULL)
        return;
    struct ruling *ruling = job->content;

    *ruling = entry->ruling;
    if (persist_submit(game->persist, job, NULL) == ERR_OK)
        (void)moderation_drop(moderation, entry->ruling.kind, entry->ruling.subject);
}
