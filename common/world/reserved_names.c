/*
 * The list of reserved names: an array of skeletons that is searched by halves.
 */
#include "world/reserved_names.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "world/name.h"

enum { CAPACITY_MIN = 256 };

static const char article[] = "the";

typedef char skeleton_text[NAME_LENGTH_MAX + 1];

static enum err add(struct reserved_names *names, const char *word)
{
    char name[NAME_LENGTH_MAX + 1];

    if (name_normalise(word, name) != ERR_OK)
        return ERR_OK;
    if (names->count == RESERVED_NAMES_MAX)
        return ERR_TOO_BIG;
    if (names->count == names->capacity) {
        size_t capacity = names->capacity == 0 ? CAPACITY_MIN : 2 * names->capacity;
        skeleton_text *grown = realloc(names->skeletons, capacity * sizeof *grown);
        if (grown == NULL)
            return ERR_MEMORY;
        names->skeletons = grown;
        names->capacity = capacity;
    }
    name_skeleton(name, names->skeletons[names->count++]);
    return ERR_OK;
}

/* The letters of the next word into `out`, which has room for one letter more than a name has, cut
   there; "" at the end. Returns what follows it. */
static const char *take_word(const char *text, char out[NAME_LENGTH_MAX + 2])
{
    size_t length = 0;

    while (*text != '\0' && !isalpha((unsigned char)*text))
        text++;
    for (; isalpha((unsigned char)*text); text++) {
        if (length <= NAME_LENGTH_MAX)
            out[length++] = *text;
    }
    out[length] = '\0';
    return text;
}

/* Cut when it is longer than any name, so that it is none. */
static void append(char all[NAME_LENGTH_MAX + 2], const char *word)
{
    size_t length = strlen(all);

    for (; *word != '\0' && length <= NAME_LENGTH_MAX; word++)
        all[length++] = *word;
    all[length] = '\0';
}

static enum err add_text(struct reserved_names *names, const char *text, bool adds_words)
{
    char all[NAME_LENGTH_MAX + 2] = "";
    char plain[NAME_LENGTH_MAX + 2] = ""; /* without its article */
    char word[NAME_LENGTH_MAX + 2];
    enum err error = ERR_OK;

    for (text = take_word(text, word); error == ERR_OK && word[0] != '\0';
         text = take_word(text, word)) {
        if (adds_words)
            error = add(names, word);
        if (all[0] != '\0' || strcmp(word, article) != 0)
            append(plain, word);
        append(all, word);
    }
    if (error == ERR_OK)
        error = add(names, all);
    return error == ERR_OK ? add(names, plain) : error;
}

enum err reserved_names_add(struct reserved_names *names, const char *text)
{
    return add_text(names, text, true);
}

enum err reserved_names_add_whole(struct reserved_names *names, const char *text)
{
    return add_text(names, text, false);
}

static int compare(const void *left, const void *right)
{
    return strcmp(left, right);
}

void reserved_names_seal(struct reserved_names *names)
{
    size_t kept = 0;

    if (names->count == 0)
        return;
    qsort(names->skeletons, names->count, sizeof names->skeletons[0], compare);
    for (size_t i = 1; i < names->count; i++) {
        if (strcmp(names->skeletons[kept], names->skeletons[i]) != 0)
            memmove(names->skeletons[++kept], names->skeletons[i], sizeof names->skeletons[i]);
    }
    names->count = kept + 1;
}

bool reserved_names_has(const struct reserved_names *names, const char *name)
{
    skeleton_text skeleton;

    if (name_is_reserved(name))
        return true;
    name_skeleton(name, skeleton);
    return names->count > 0 && bsearch(skeleton, names->skeletons, names->count,
                                       sizeof names->skeletons[0], compare) != NULL;
}

void reserved_names_release(struct reserved_names *names)
{
    free(names->skeletons);
    *names = (struct reserved_names){.skeletons = NULL};
}
