/*
 * Lines of chalk in words. The code of a line counts through the lists, the places quickest. New
 * words may replace old ones only where they say the same, because codes are saved.
 */
#include "narrate/chalk_words.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "world/chalk.h"

/* The word that is typed, and what stands in the line. */
struct chalk_word {
    const char *word;
    const char *text;
};

static const struct chalk_word openings[CHALK_OPENINGS] = {
    {"beware", "Beware"}, {"avoid", "Avoid"},  {"seek", "Look for"},  {"try", "Try"},
    {"wanted", "Wanted"}, {"gone", "No more"}, {"quiet", "Be quiet"}, {"thanks", "Thanks for"},
};

static const struct chalk_word things[CHALK_THINGS] = {
    {"ambush", "ambush"},
    {"archers", "archers"},
    {"boss", "boss"},
    {"foes", "many foes"},
    {"pack", "a pack of foes"},
    {"sleepers", "sleeping foes"},
    {"spiders", "spiders"},
    {"stranger", "a foe strange to this depth"},
    {"thief", "thief"},
    {"lair", "lair"},
    {"trap", "trap"},
    {"spikes", "spikes"},
    {"gas", "gas"},
    {"alarm", "alarm"},
    {"chute", "chute"},
    {"chasm", "chasm"},
    {"water", "deep water"},
    {"darkness", "darkness"},
    {"fire", "fire"},
    {"poison", "poison"},
    {"door", "door"},
    {"secret", "secret door"},
    {"lever", "lever"},
    {"bars", "bars"},
    {"key", "key"},
    {"vault", "vault"},
    {"niche", "niche"},
    {"plates", "twin plates"},
    {"cache", "cache"},
    {"hoard", "hoard"},
    {"gold", "gold"},
    {"grave", "grave"},
    {"fountain", "fountain"},
    {"lantern", "lantern"},
    {"pedlar", "pedlar"},
    {"shrine", "shrine"},
    {"stairs", "stairs"},
    {"way", "short way"},
    {"rest", "a place to rest"},
    {"company", "company"},
};

static const struct chalk_word places[CHALK_PLACES] = {
    {"here", "here"},
    {"north", "north of here"},
    {"east", "east of here"},
    {"south", "south of here"},
    {"west", "west of here"},
    {"door", "behind the door"},
    {"stairs", "near the stairs"},
    {"below", "on the level below"},
    {"above", "on the level above"},
    {"everywhere", "all over this level"},
};

/* True if the word begins with the typed letters, in any case. */
static bool begins(const char *word, const char *typed, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        char letter = typed[i] >= 'A' && typed[i] <= 'Z' ? (char)(typed[i] - 'A' + 'a') : typed[i];
        if (word[i] != letter || letter == '\0')
            return false;
    }
    return true;
}

/* The number of the word; `count`: unknown, or the beginning of several. */
static int find(const struct chalk_word *list, int count, const char *word, size_t length)
{
    int found = count;

    for (int i = 0; i < count; i++) {
        if (!begins(list[i].word, word, length))
            continue;
        if (list[i].word[length] == '\0')
            return i;
        if (found != count)
            return count;
        found = i;
    }
    return found;
}

bool chalk_choose(const char *words, uint16_t *out_code, char why[CHALK_WHY_MAX])
{
    static const struct {
        const struct chalk_word *list;
        int count;
    } lists[] = {{openings, CHALK_OPENINGS}, {things, CHALK_THINGS}, {places, CHALK_PLACES}};
    int code = 0;

    for (int i = 0; i < 3; i++) {
        words += strspn(words, " ");
        size_t length = strcspn(words, " ");
        int found = i == 2 && length == 0 ? 0 : find(lists[i].list, lists[i].count, words, length);
        if ((length == 0 && i < 2) || found == lists[i].count) {
            snprintf(why, CHALK_WHY_MAX,
                     "A line is a beginning, a thing and a place: chalk words lists them.");
            return false;
        }
        code = code * lists[i].count + found;
        words += length;
    }
    if (words[strspn(words, " ")] != '\0') {
        snprintf(why, CHALK_WHY_MAX, "A line has three words: chalk beware ambush east.");
        return false;
    }
    *out_code = (uint16_t)code;
    return true;
}

void chalk_words(uint16_t code, char *out, size_t out_size)
{
    CHECK(code < CHALK_CODES);
    snprintf(out, out_size, "%s: %s, %s", openings[code / (CHALK_THINGS * CHALK_PLACES)].text,
             things[code / CHALK_PLACES % CHALK_THINGS].text, places[code % CHALK_PLACES].text);
}

enum { COLUMNS = 78 };

/* Appends a list of words, broken into lines. */
static size_t put_list(const char *title, const struct chalk_word *list, int count, char *out,
                       size_t size)
{
    size_t length = (size_t)snprintf(out, size, "%s:", title);
    size_t column = length;

    for (int i = 0; i < count && length < size; i++) {
        size_t width = strlen(list[i].word) + 2;
        bool is_last = i == count - 1;
        bool breaks = column + width > COLUMNS;
        length += (size_t)snprintf(out + length, size - length, "%s%s%s", breaks ? "\n" : " ",
                                   list[i].word, is_last ? ".\n" : ",");
        column = breaks ? width : column + width;
    }
    return length;
}

void chalk_lists(char out[CHALK_LISTS_MAX])
{
    size_t length = put_list("Beginnings", openings, CHALK_OPENINGS, out, CHALK_LISTS_MAX);

    length += put_list("Things", things, CHALK_THINGS, out + length, CHALK_LISTS_MAX - length);
    (void)put_list("Places", places, CHALK_PLACES, out + length, CHALK_LISTS_MAX - length);
}
