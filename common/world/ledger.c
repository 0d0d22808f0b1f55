/*
 * The ledger of things.
 */
#include "world/ledger.h"

#include <inttypes.h>
#include <stdio.h>

void ledger_make(struct ledger_page *page, const struct stack *thing)
{
    page->made[thing->kind] += thing->count;
    page->is_used = true;
}

void ledger_end(struct ledger_page *page, const struct stack *thing)
{
    page->ended[thing->kind] += thing->count;
    page->is_used = true;
}

void ledger_close(struct ledger *ledger, struct ledger_page *page)
{
    if (!page->is_used)
        return;
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++) {
        ledger->made[kind] += page->made[kind];
        ledger->ended[kind] += page->ended[kind];
    }
    *page = (struct ledger_page){.is_used = false};
}

struct ledger_kept ledger_keep(const struct ledger *ledger)
{
    struct ledger_kept kept;

    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++)
        kept.kinds[kind] = (struct ledger_count){ledger->made[kind], ledger->ended[kind]};
    return kept;
}

void ledger_begin(struct ledger *ledger, const struct ledger_kept *kept)
{
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++) {
        const struct ledger_count *count = &kept->kinds[kind];
        ledger->made[kind] = count->made;
        ledger->ended[kind] = count->ended;
        ledger->carried_out[kind] = count->made - count->ended;
    }
}

int64_t ledger_left(const struct ledger *ledger, enum item_kind kind)
{
    return (int64_t)(ledger->made[kind] + ledger->carried_in[kind] - ledger->ended[kind] -
                     ledger->carried_out[kind]);
}

void ledger_report_text(const int64_t more[ITEM_KIND_COUNT], char *out, size_t out_size)
{
    enum { ENTRY_SIZE = 48 };
    size_t length = 0;

    out[0] = '\0';
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++) {
        if (more[kind] == 0 || length + ENTRY_SIZE > out_size)
            continue;
        length += (size_t)snprintf(out + length, out_size - length, "%s%s %+" PRId64,
                                   length == 0 ? "" : ", ", item_row(kind)->name, more[kind]);
    }
}

void ledger_count_grave(uint64_t counts[ITEM_KIND_COUNT], const struct grave *grave)
{
    for (int i = 0; i < PACK_MAX; i++)
        counts[grave->things[i].kind] += grave->things[i].count;
    counts[ITEM_GOLD] += (uint64_t)grave->gold;
}

void ledger_count_life(uint64_t counts[ITEM_KIND_COUNT], const struct life *life)
{
    for (uint32_t object = OBJECT_CARRIED; object < OBJECT_END; object++) {
        const struct stack *thing = pack_peek(&life->pack, object);
        if (thing != NULL)
            counts[thing->kind] += thing->count;
    }
    counts[ITEM_GOLD] += (uint64_t)life->gold;
    ledger_count_grave(counts, &life->bundle);
}
