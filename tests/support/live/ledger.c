/*
 * The server's statements about each delver.
 */
#include "support/live/ledger.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

void ledger_init(struct ledger *ledger, size_t capacity)
{
    *ledger = (struct ledger){.capacity = capacity};
    ledger->entries = calloc(capacity, sizeof *ledger->entries);
    ck_assert_msg(ledger->entries != NULL, "no memory");
}

void ledger_release(struct ledger *ledger)
{
    free(ledger->entries);
    *ledger = (struct ledger){0};
}

struct ledger_entry *ledger_add(struct ledger *ledger)
{
    static const char letters[] = "abcdefghjk"; /* none that looks like another */
    size_t number = ledger->count;

    ck_assert_msg(number < ledger->capacity, "the ledger is full");
    struct ledger_entry *entry = &ledger->entries[ledger->count++];
    *entry = (struct ledger_entry){.name = "Walk"};
    for (int place = 8; place >= 4; place--) {
        entry->name[place] = letters[number % 10];
        number /= 10;
    }
    return entry;
}

static void check_saved(const struct ledger_entry *entry, const struct place *now,
                        bool is_undisturbed)
{
    char difference[PLACE_DIFFERENCE_SIZE];
    const struct place *before = &entry->place;

    /* A delver that comes back among others may be put beside its cell because of a body that has
       gone since; and a delver that has never walked begins at the stairs again. */
    if ((!is_undisturbed || before->steps == 0) && before->width > 0) {
        ck_assert_msg(before->depth == now->depth && before->steps == now->steps,
                      "%s is at depth %d after %llu steps; saved were depth %d and %llu",
                      entry->name, now->depth, now->steps, before->depth, before->steps);
        return;
    }
    ck_assert_msg(place_is_kept(before, now, difference), "%s is not where 'Saved' was said\n%s",
                  entry->name, difference);
}

static void check_bounds(const struct ledger_entry *entry, const struct place *now)
{
    const struct place *before = &entry->place;
    int stairs = (int)entry->stairs + (before->width == 0);

    ck_assert_msg(now->steps >= before->steps && now->steps <= before->steps + entry->moves,
                  "%s has walked %llu steps; on disk were %llu, and %u more were asked for",
                  entry->name, now->steps, before->steps, entry->moves);
    ck_assert_msg(abs(now->depth - before->depth) <= stairs,
                  "%s is at depth %d; on disk was %d, and stairs were asked for %u times",
                  entry->name, now->depth, before->depth, entry->stairs);
}

void ledger_check(struct ledger *ledger, struct ledger_entry *entry, const struct place *now,
                  bool is_undisturbed, bool was_made)
{
    ck_assert_msg(!entry->exists || !was_made, "%s was made, and is unknown now", entry->name);
    if (was_made)
        ledger->accounts++;
    entry->exists = true;
    if (entry->is_saved) {
        check_saved(entry, now, is_undisturbed);
        ledger->verified++;
    } else if (entry->has_place) {
        check_bounds(entry, now);
        ledger->bounded++;
    }
    entry->place = *now;
    entry->has_place = true;
    entry->is_saved = false;
    entry->moves = 0;
    entry->stairs = 0;
}

void ledger_acknowledge(struct ledger *ledger, struct ledger_entry *entry, const struct place *now)
{
    check_bounds(entry, now);
    entry->place = *now;
    entry->is_saved = true;
    entry->moves = 0;
    entry->stairs = 0;
    ledger->acknowledged++;
}

void ledger_acknowledge_depth(struct ledger *ledger, struct ledger_entry *entry, int depth)
{
    entry->place.depth = depth;
    entry->stairs = 0;
    ledger->acknowledged++;
}
