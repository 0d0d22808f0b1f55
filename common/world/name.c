/*
 * Names of delvers: their form, names that look alike, and reserved names. The reserved words are a
 * sorted array of skeletons, searched by halves.
 */
#include "world/name.h"

#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/check.h"

/* Names reserved only as a whole: Godfrey and Stafford, which begin with one of them, are free. */
static const char *const reserved_names[] = {
    "Anybody", "Dev",    "Devs",  "Everybody", "Everyone", "Gms",      "God",      "Gods",
    "Guest",   "Guide",  "Help",  "Host",      "Hostess",  "Immortal", "Manager",  "Mod",
    "Mods",    "Nobody", "Owner", "Quit",      "Reader",   "Root",     "Somebody", "Someone",
    "Staff",   "Team",   "Watch", "Who",       "Yes",      "You",
};

/* Names reserved also as the beginning of a longer name. */
static const char *const reserved_beginnings[] = {
    "Admin",      "Assistant", "Builder",    "Console",   "Developer", "Dungeonmaster",
    "Gamemaster", "Helpdesk",  "Helper",     "Keeper",    "Moderator", "Official",
    "Operator",   "Security",  "Server",     "Superuser", "Support",   "Sysadmin",
    "Sysop",      "System",    "Undercroft", "Webmaster", "Wizard",
};

static const char article[] = "the";

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static char to_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

enum err name_normalise(const char *typed, char *out)
{
    size_t length = strlen(typed);

    if (length < NAME_LENGTH_MIN || length > NAME_LENGTH_MAX)
        return ERR_FORMAT;
    for (size_t i = 0; i < length; i++) {
        if (!is_letter(typed[i]))
            return ERR_FORMAT;
    }
    for (size_t i = 0; i < length; i++)
        out[i] = to_lower(typed[i]);
    out[0] = (char)(out[0] - 'a' + 'A');
    out[length] = '\0';
    return ERR_OK;
}

bool name_read(struct byte_reader *reader, char out[NAME_LENGTH_MAX + 1])
{
    const uint8_t *name = byte_reader_take(reader, NAME_LENGTH_MAX + 1);
    char normal[NAME_LENGTH_MAX + 1];

    if (name == NULL || memchr(name, 0, NAME_LENGTH_MAX + 1) == NULL)
        return false;
    memcpy(out, name, NAME_LENGTH_MAX + 1);
    return name_normalise(out, normal) == ERR_OK && strcmp(normal, out) == 0;
}

/* Writes a run of v and w strokes. vvv can be read as vw and as wv, so only the number of strokes
   counts. */
static size_t write_strokes(int strokes, char *out)
{
    size_t length = 0;

    for (; strokes >= 2; strokes -= 2)
        out[length++] = 'w';
    if (strokes == 1)
        out[length++] = 'v';
    return length;
}

void name_skeleton(const char *name, char *out)
{
    size_t length = 0;
    int strokes = 0;

    CHECK(strlen(name) <= NAME_LENGTH_MAX);
    for (size_t i = 0; name[i] != '\0'; i++) {
        char c = to_lower(name[i]);
        if (c == 'v' || c == 'w') {
            strokes += c == 'w' ? 2 : 1;
            continue;
        }
        length += write_strokes(strokes, out + length);
        strokes = 0;
        if (c == 'r' && to_lower(name[i + 1]) == 'n') {
            c = 'm';
            i++;
        } else if (c == 'l') {
            c = 'i';
        }
        out[length++] = c;
    }
    length += write_strokes(strokes, out + length);
    out[length] = '\0';
}

/* Reduces doubled letters to single ones, because they look alike: "Opperator". */
static void write_singly(char *text)
{
    size_t length = 0;

    for (size_t i = 0; text[i] != '\0'; i++) {
        if (length == 0 || text[length - 1] != text[i])
            text[length++] = text[i];
    }
    text[length] = '\0';
}

static bool is_reserved_name(const char *skeleton)
{
    char reserved[NAME_LENGTH_MAX + 1];

    for (size_t i = 0; i < sizeof reserved_names / sizeof reserved_names[0]; i++) {
        name_skeleton(reserved_names[i], reserved);
        if (strcmp(skeleton, reserved) == 0)
            return true;
    }
    return false;
}

static bool has_reserved_beginning(const char *skeleton)
{
    char singly[NAME_LENGTH_MAX + 1];
    char reserved[NAME_LENGTH_MAX + 1];

    memcpy(singly, skeleton, strlen(skeleton) + 1);
    write_singly(singly);
    for (size_t i = 0; i < sizeof reserved_beginnings / sizeof reserved_beginnings[0]; i++) {
        name_skeleton(reserved_beginnings[i], reserved);
        write_singly(reserved);
        if (strncmp(singly, reserved, strlen(reserved)) == 0)
            return true;
    }
    return false;
}

bool name_is_reserved(const char *name)
{
    char skeleton[NAME_LENGTH_MAX + 1];

    name_skeleton(name, skeleton);
    bool has_article = strncmp(skeleton, article, sizeof article - 1) == 0;
    const char *word = has_article ? skeleton + sizeof article - 1 : skeleton;
    return is_reserved_name(word) || has_reserved_beginning(word);
}

const char *name_reserved_at(size_t number)
{
    return number < sizeof reserved_names / sizeof reserved_names[0] ? reserved_names[number]
                                                                     : NULL;
}

bool name_begins(const char *name, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (name[i] == '\0' || tolower((unsigned char)name[i]) != tolower((unsigned char)text[i]))
            return false;
    }
    return length > 0;
}

enum { CAPACITY_MIN = 256 };

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

/* Copies the letters of the next word to `out`, which has room for one letter more than a name, and
   cuts the word there; "" at the end of the text. Returns the rest of the text. */
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

/* Appends a word. A word longer than any name is cut, so that it matches no name. */
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
