/*
 * The names of guests. The words are short and friendly, and no two pairs of them look alike.
 */
#include "server/session/auth/guest_name.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <sodium.h>

#include "base/check.h"

static const char *const first_words[] = {
    "amber",  "ashen",  "azure",  "bold",   "brave",  "brief",  "bright", "brisk",  "brown",
    "calm",   "candid", "chalk",  "cheery", "civil",  "clay",   "clear",  "clever", "cobalt",
    "cold",   "copper", "coral",  "cosy",   "crisp",  "dapper", "deft",   "dim",    "dusky",
    "eager",  "early",  "even",   "fair",   "faint",  "fleet",  "fond",   "free",   "fresh",
    "frosty", "gentle", "gilded", "glad",   "golden", "good",   "grand",  "green",  "grey",
    "happy",  "hardy",  "hazel",  "hearty", "honest", "humble", "ivory",  "jade",   "jolly",
    "keen",   "kind",   "late",   "lively", "lofty",  "long",   "loyal",  "lucky",  "lunar",
    "mellow", "merry",  "mild",   "misty",  "modest", "moss",   "sunny",  "nimble", "noble",
    "ochre",  "olive",  "opal",   "pale",   "patch",  "pearly", "plain",  "plum",   "polite",
    "proud",  "quick",  "quiet",  "rapid",  "ready",  "rosy",   "ruby",   "russet", "sandy",
    "silent", "silver", "sleek",  "snowy",  "solid",  "spry",
};

static const char *const second_words[] = {
    "acorn",  "apple",  "aspen",  "badger", "beacon", "beetle", "birch",  "bison",  "brook",
    "candle", "canyon", "cedar",  "cherry", "clover", "comet",  "crow",   "daisy",  "dove",
    "ember",  "falcon", "fern",   "ferret", "finch",  "flint",  "fox",    "garnet", "gecko",
    "goose",  "gull",   "hornet", "hare",   "hawk",   "heath",  "heron",  "ibis",   "island",
    "jasper", "jay",    "kettle", "lark",   "linden", "linnet", "lotus",  "maple",  "marten",
    "martin", "meadow", "melon",  "mole",   "moth",   "mouse",  "newt",   "oriole", "osprey",
    "otter",  "owl",    "pebble", "pepper", "pine",   "plover", "poppy",  "puffin", "quail",
    "quartz", "rabbit", "raven",  "reed",   "ridge",  "robin",  "rook",   "sable",  "salmon",
    "sorrel", "spruce", "squid",  "stoat",  "stork",  "swan",   "swift",  "tern",   "thrush",
    "tulip",  "turtle", "vole",   "walnut", "weasel", "willow", "wombat", "wren",   "yarrow",
    "zebra",  "carp",   "cliff",  "conch",  "cove",   "crane",
};

_Static_assert(sizeof first_words / sizeof first_words[0] == (size_t)GUEST_NAME_WORDS &&
                   sizeof second_words / sizeof second_words[0] == (size_t)GUEST_NAME_WORDS,
               "as many as are drawn from");
_Static_assert(2 * GUEST_NAME_WORD_MAX + GUEST_NAME_LETTERS <= NAME_LENGTH_MAX, "a name holds all");

void guest_name_of(size_t first, size_t second, char out[NAME_LENGTH_MAX + 1])
{
    char typed[NAME_LENGTH_MAX + 1];

    CHECK(first < GUEST_NAME_WORDS && second < GUEST_NAME_WORDS);
    snprintf(typed, sizeof typed, "%.*s%.*s", (int)GUEST_NAME_WORD_MAX, first_words[first],
             (int)GUEST_NAME_WORD_MAX, second_words[second]);
    enum err error = name_normalise(typed, out);
    CHECK(error == ERR_OK);
}

void guest_name_draw(int attempt, char out[NAME_LENGTH_MAX + 1])
{
    guest_name_of(randombytes_uniform(GUEST_NAME_WORDS), randombytes_uniform(GUEST_NAME_WORDS),
                  out);
    if (attempt < GUEST_NAME_PLAIN_TRIES)
        return;
    size_t length = strlen(out);
    for (int i = 0; i < GUEST_NAME_LETTERS; i++)
        out[length++] = (char)('a' + randombytes_uniform(26));
    out[length] = '\0';
}
