/*
 * Looks of unknown kinds. The kinds of a class are shuffled against the looks of that class.
 */
#include "content/flavour.h"

#include <stdio.h>

#include "base/check.h"
#include "base/rng.h"

enum { LOOKS = 16 };

struct flavour_row {
    enum item_class class;
    const char *before; /* the look */
    const char *before_several;
    const char *after;
    const char *after_several;
    const char *looks[LOOKS];
};

// clang-format off
static const struct flavour_row flavour_table[] = {
    {CLASS_DRAUGHT, "", "", " draught", " draughts",
     {"amber", "black", "brown", "clear", "cloudy", "copper", "green", "grey", "milky", "pink",
      "red", "silver", "smoky", "violet", "white", "yellow"}},
    {CLASS_SCROLL, "scroll marked ", "scrolls marked ", "", "",
     {"ADRA", "BOMU", "CETH", "DOVAN", "ELGI", "FARUM", "GOSH", "HIRAL", "IXO", "KEVO",
      "LUMET", "MAROG", "NIBEL", "OSTRA", "PELUN", "QUAR"}},
    {CLASS_WAND, "", "", " wand", " wands",
     {"ash", "beech", "birch", "bone", "brass", "cedar", "copper", "elm", "hazel", "horn",
      "iron", "oak", "pine", "rowan", "tin", "yew"}},
};
// clang-format on

enum { FLAVOURS = sizeof flavour_table / sizeof flavour_table[0] };

/* The place of a kind among the kinds of its class. */
static uint32_t place_of(enum item_kind kind)
{
    uint32_t place = 0;

    for (enum item_kind other = 0; other < kind; other++)
        place += item_row(other)->class == item_row(kind)->class;
    CHECK(place < LOOKS);
    return place;
}

static const struct flavour_row *row_of(enum item_class class)
{
    int i = 0;

    while (i < FLAVOURS && flavour_table[i].class != class)
        i++;
    CHECK(i < FLAVOURS);
    return &flavour_table[i];
}

void flavour_name(enum item_kind kind, uint64_t seed, uint32_t count, char *out, size_t out_size)
{
    const struct flavour_row *row = row_of(item_row(kind)->class);
    uint32_t looks[LOOKS];
    struct rng rng;

    for (uint32_t i = 0; i < LOOKS; i++)
        looks[i] = i;
    rng_init(&rng, rng_mix(seed) ^ row->class);
    rng_shuffle(&rng, looks, LOOKS);
    const char *look = row->looks[looks[place_of(kind)]];
    snprintf(out, out_size, "%s%s%s", count == 1 ? row->before : row->before_several, look,
             count == 1 ? row->after : row->after_several);
}
