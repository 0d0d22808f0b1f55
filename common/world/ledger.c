/*
 * The ledger of things: columns of counts by kind. A level's tick fills a page of its own, so that
 * levels share nothing while they are ticked.
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

void ledger_close(struct ledger *ledger, struct holding *holding, struct ledger_page *page)
{
    if (!page->is_used)
        return;
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++) {
        ledger->made[kind] += page->made[kind];
        ledger->ended[kind] += page->ended[kind];
        holding->kinds[kind] += (uint64_t)page->made[kind] - page->ended[kind];
    }
    *page = (struct ledger_page){.is_used = false};
}

void holding_move(struct holding *from, struct holding *to, const uint64_t counts[ITEM_KIND_COUNT])
{
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++) {
        if (from != NULL)
            from->kinds[kind] -= counts[kind];
        if (to != NULL)
            to->kinds[kind] += counts[kind];
    }
}

void holding_move_life(struct holding *from, struct holding *to, const struct life *life)
{
    uint64_t counts[ITEM_KIND_COUNT] = {0};

    ledger_count_life(counts, life);
    holding_move(from, to, counts);
}

static void add_to(uint64_t column[ITEM_KIND_COUNT], const uint64_t counts[ITEM_KIND_COUNT])
{
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++)
        column[kind] += counts[kind];
}

void ledger_carry_in(struct ledger *ledger, struct holding *holding,
                     const uint64_t counts[ITEM_KIND_COUNT])
{
    add_to(ledger->carried_in, counts);
    holding_move(NULL, holding, counts);
}

void ledger_carry_out(struct ledger *ledger, struct holding *holding,
                      const uint64_t counts[ITEM_KIND_COUNT])
{
    add_to(ledger->carried_out, counts);
    holding_move(holding, NULL, counts);
}

void ledger_end_there(struct ledger *ledger, struct holding *holding,
                      const uint64_t counts[ITEM_KIND_COUNT])
{
    add_to(ledger->ended, counts);
    holding_move(holding, NULL, counts);
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
