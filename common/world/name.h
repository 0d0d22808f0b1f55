/*
 * Names of delvers: 3 to 16 ASCII letters, shown capitalised, unique regardless of case and of
 * letters that look alike.
 *
 * Two lists of names are reserved. Names of the staff are in name.c; some of them are reserved as
 * beginnings as well. The other list holds words of the game: parts of the names of foes, things,
 * tiles and places, the words of commands, and the like. It is filled at the start from the tables
 * of such words, and read only from then on, by any thread. A name is reserved if the whole of it
 * looks like a word of that list; a longer name is free.
 */
#ifndef UNDERCROFT_WORLD_NAME_H
#define UNDERCROFT_WORLD_NAME_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "world/id.h"
#include "world/record.h"

struct byte_reader;

/*
 * Writes the name as it is shown ("ada" becomes "Ada") to `out` of NAME_LENGTH_MAX + 1 bytes.
 * ERR_FORMAT: not 3 to 16 ASCII letters.
 */
MUST_USE enum err name_normalise(const char *typed, char *out);

/* Reads a saved name, NAME_LENGTH_MAX + 1 bytes with a NUL. False: these are no name, or it is not
   in the form of name_normalise(). */
bool name_read(struct byte_reader *reader, char out[NAME_LENGTH_MAX + 1]);

/* Writes the skeleton of a name, which names that look alike share, to `out` of NAME_LENGTH_MAX + 1
   bytes. `name` is normalised. (l looks like i, rn like m, vv like w.) */
void name_skeleton(const char *name, char *out);

/* True for names that could be taken for the staff, the server or a word of the login, by the whole
   name or its beginning. */
bool name_is_reserved(const char *name);

/* Returns whole reserved name number `number`, from 0; NULL after the last. */
const char *name_reserved_at(size_t number);

/* True if the `length` bytes of `text`, in either case, are the name or its beginning. */
bool name_begins(const char *name, const char *text, size_t length);

enum { RESERVED_NAMES_MAX = 8192 };

/* A list of reserved names. All zero: an empty list. */
struct reserved_names {
    /* skeletons of the names; after the seal in order, each once; owned */
    char (*skeletons)[NAME_LENGTH_MAX + 1];
    size_t count;
    size_t capacity;
};

/* Adds each word of a text, and all its words as one: "the cellar rat" gives "the", "cellar",
   "rat", "cellarrat" and "thecellarrat". Words shorter or longer than a name are skipped.
   ERR_TOO_BIG: more than RESERVED_NAMES_MAX; ERR_MEMORY. */
MUST_USE enum err reserved_names_add(struct reserved_names *names, const char *text);

/* Adds all the words of a text as one, with and without "the" in front, but not the single
   words. */
MUST_USE enum err reserved_names_add_whole(struct reserved_names *names, const char *text);

/* Sorts the names for reserved_names_has(). No name may be added afterwards. */
void reserved_names_seal(struct reserved_names *names);

/* True if that name, in its shown form, is reserved by this list or by name_is_reserved(). */
bool reserved_names_has(const struct reserved_names *names, const char *name);

void reserved_names_release(struct reserved_names *names);

#endif
