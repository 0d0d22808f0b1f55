/*
 * Names of delvers.
 */
#include "world/name.h"

#include <stddef.h>
#include <ctype.h>
#include <string.h>

#include "base/check.h"

static const char *const reserved_names[] = {
    "Admin", "Administrator", "Anybody",    "Builder", "Everybody", "Everyone", "Guest",
    "Help",  "Keeper",        "Keepers",    "Mod",     "Moderator", "Nobody",   "Operator",
    "Quit",  "Reader",        "Root",       "Server",  "Somebody",  "Someone",  "Staff",
    "Sysop", "System",        "Undercroft", "Watch",   "Who",       "Yes",      "You",
};

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

/* vvv can be read as vw and as wv: only how many strokes stand in a row counts. */
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

bool name_is_reserved(const char *name)
{
    char skeleton[NAME_LENGTH_MAX + 1];
    char reserved[NAME_LENGTH_MAX + 1];

    name_skeleton(name, skeleton);
    for (size_t i = 0; i < sizeof reserved_names / sizeof reserved_names[0]; i++) {
        name_skeleton(reserved_names[i], reserved);
        if (strcmp(skeleton, reserved) == 0)
            return true;
    }
    return false;
}

bool name_begins(const char *name, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (name[i] == '\0' || tolower((unsigned char)name[i]) != tolower((unsigned char)text[i]))
            return false;
    }
    return length > 0;
}
