/*
 * Danger in words.
 */
#include "narrate/danger.h"

#include "base/plural.h"

#include <ctype.h>
#include <stdio.h>

void danger_describe(enum danger danger, char *out, size_t size)
{
    const char *name = danger_name(danger);

    snprintf(out, size, "%c%s fight.", name[0] - 'a' + 'A', name + 1);
}

void danger_describe_prospect(const struct prospect *prospect, char *out, size_t size)
{
    char fight[DANGER_TEXT_MAX];

    danger_describe(prospect->danger, fight, sizeof fight);
    snprintf(out, size,
             "It hits you %d in 100 for at most %d; %d such blow%s you. "
             "You hit it %d in 100; about %d blow%s. %s",
             prospect->its_chance, prospect->its_most, prospect->its_blows,
             prospect->its_blows == 1 ? " ends" : "s end", prospect->your_chance,
             prospect->your_blows, plural_end(prospect->your_blows), fight);
}

static const char *const part_words[PART_COUNT] = {
    [PART_DOOR] = "opens doors",
    [PART_NODOOR] = "opens no doors",
    [PART_BASH] = "breaks doors open",
    [PART_FLY] = "flies",
    [PART_SWIM] = "swims unseen",
    [PART_BURROW] = "burrows",
    [PART_GHOST] = "walks through rock",
    [PART_STILL] = "never moves",
    [PART_GUARD] = "keeps its post",
    [PART_LAIR] = "keeps to its lair",
    [PART_ERRATIC] = "moves at random",
    [PART_CHARGE] = "charges",
    [PART_FLEE] = "flees when hurt",
    [PART_FEARLESS] = "never flees",
    [PART_PACK] = "hunts in a pack",
    [PART_KITE] = "steps away from you",
    [PART_KEEP] = "keeps its distance",
    [PART_AMBUSH] = "lies in wait",
    [PART_UNSEEN] = "is hard to see",
    [PART_SHOT] = "shoots",
    [PART_POT] = "throws pots that burst",
    [PART_SPIT] = "spits fire",
    [PART_BOLT] = "casts bolts that no armour stops",
    [PART_BREATH] = "breathes fire",
    [PART_TONGUE] = "pulls you near",
    [PART_NET] = "throws nets",
    [PART_SHOUT] = "shouts for help",
    [PART_RALLY] = "rallies others",
    [PART_CALL] = "calls others",
    [PART_MEND] = "mends others",
    [PART_RAISE] = "raises the dead",
    [PART_STEAL] = "steals",
    [PART_SPLIT] = "splits when struck",
    [PART_FRENZY] = "strikes faster when hurt",
    [PART_REFLECT] = "sends shots back",
    [PART_POISON] = "poisons",
    [PART_BURN] = "burns",
    [PART_DRAIN] = "drains health",
    [PART_HOLD] = "holds you",
    [PART_WEB] = "spins webs",
    [PART_STUN] = "stuns",
    [PART_DAZE] = "dazes",
    [PART_RUST] = "rusts armour",
    [PART_SLOW] = "slows",
    [PART_DAZZLE] = "dazzles",
    [PART_DOZE] = "puts you to sleep",
    [PART_DIM] = "dims your light",
    [PART_HUSH] = "silences all in view",
    [PART_WITHER] = "withers",
    [PART_NOISE] = "hunts by ear",
    [PART_SCENT] = "never loses a track",
    [PART_GLOW] = "glows",
};

void danger_describe_parts(const struct species_row *row, char *out, size_t size)
{
    size_t length = 0;

    out[0] = '\0';
    for (int i = 0; i < SPECIES_PARTS_MAX && row->parts[i].id != PART_NONE; i++)
        length += (size_t)snprintf(out + length, size - length, "%s%s", i > 0 ? ", " : "",
                                   part_words[row->parts[i].id]);
    if (length == 0)
        return;
    out[0] = (char)toupper((unsigned char)out[0]);
    snprintf(out + length, size - length, ".");
}

const char *danger_wounds(const struct body *foe)
{
    static const char *const words[] = {"badly hurt", "hurt", "hardly hurt"};
    enum { COUNT = sizeof words / sizeof words[0] };

    if (foe->health >= foe->health_max)
        return "unhurt";
    return words[foe->health <= 0 ? 0 : foe->health * COUNT / foe->health_max];
}
