/*
 * `spawn`: one foe or thing more. A kind is called by its name, with blanks or hyphens, or by words
 * of it that no other name has.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "server/admin/admin.h"
#include "server/admin/admin_place.h"
#include "server/admin/admin_request.h"
#include "server/admin/admin_words.h"
#include "world/provide.h"

enum {
    KIND_SIZE = 40,
    KINDS_MAX = SPECIES_COUNT + ITEM_KIND_COUNT,
    LISTED_MAX = 6,
    LIST_SIZE = LISTED_MAX * (KIND_SIZE + 2) + 1,
    NEAR_MAX = 3,
    DISTANCE_MAX = 3,
};

/* Every kind there is, and its name as it is typed: "gate-hound". */
struct kinds {
    struct provision kinds[KINDS_MAX];
    char words[KINDS_MAX][KIND_SIZE];
    size_t count;
};

/* A text without end is cut: no name is as long. */
static void write_word(const char *name, char out[KIND_SIZE])
{
    size_t length = 0;

    for (; name[length] != '\0' && length < KIND_SIZE - 1; length++)
        out[length] = name[length] == ' ' ? '-' : (char)tolower((unsigned char)name[length]);
    out[length] = '\0';
}

static void list_kinds(struct kinds *out)
{
    out->count = 0;
    for (int id = SPECIES_DELVER + 1; id < SPECIES_COUNT; id++) {
        out->kinds[out->count] = (struct provision){.species = (enum species_id)id, .count = 1};
        write_word(species_row((enum species_id)id)->name, out->words[out->count++]);
    }
    for (int kind = 0; kind < ITEM_KIND_COUNT; kind++) {
        out->kinds[out->count] =
            (struct provision){.is_thing = true, .item = (enum item_kind)kind, .count = 1};
        write_word(item_row((enum item_kind)kind)->name, out->words[out->count++]);
    }
}

/* True if a word of `name` begins with `length` bytes of `typed`. */
static bool has_word(const char *name, const char *typed, size_t length)
{
    while (name != NULL) {
        if (strncmp(name, typed, length) == 0)
            return true;
        name = strchr(name, '-');
        name += name != NULL;
    }
    return false;
}

/* "mending", and "draught-mend", are words of "draught-of-mending". */
static bool has_words(const char *name, const char *typed)
{
    while (*typed != '\0') {
        size_t length = strcspn(typed, "-");
        if (length > 0 && !has_word(name, typed, length))
            return false;
        typed += length;
        typed += *typed == '-';
    }
    return true;
}

/* Adds to "a, b" and counts. */
static void add_listed(char list[LIST_SIZE], int *count, const char *word)
{
    size_t length = strlen(list);

    if ((*count)++ < LISTED_MAX)
        snprintf(list + length, LIST_SIZE - length, "%s%s", length == 0 ? "" : ", ", word);
}

/* Names that a slip of the finger may have been meant for, the nearest first. */
static void list_near(const struct kinds *kinds, const char *typed, char list[LIST_SIZE])
{
    const char *left[KINDS_MAX];
    size_t count = kinds->count;
    int listed = 0;

    for (size_t i = 0; i < count; i++)
        left[i] = kinds->words[i];
    while (listed < NEAR_MAX) {
        const char *near = nearest_word(typed, left, count, DISTANCE_MAX);
        if (near == NULL)
            return;
        add_listed(list, &listed, near);
        for (size_t i = 0; i < count; i++) {
            if (left[i] == near)
                left[i] = left[--count];
        }
    }
}

/* NULL: the request is answered. */
static const struct provision *find_kind(struct admin_request *request, const struct kinds *kinds,
                                         const char *typed, const char **out_word)
{
    char list[LIST_SIZE] = "";
    size_t found = 0;
    int count = 0;

    for (size_t i = 0; i < kinds->count; i++) {
        bool is_it = strcmp(kinds->words[i], typed) == 0;
        if (!is_it && !has_words(kinds->words[i], typed))
            continue;
        found = i;
        count = is_it ? 1 : count;
        if (is_it)
            break;
        add_listed(list, &count, kinds->words[i]);
    }
    *out_word = kinds->words[found];
    if (count == 1)
        return &kinds->kinds[found];
    if (count == 0)
        list_near(kinds, typed, list);
    if (count > LISTED_MAX)
        admin_refuse(request, "\"%s\" could mean: %s and %d more.", typed, list,
                     count - LISTED_MAX);
    else if (count > 0)
        admin_refuse(request, "\"%s\" could mean: %s.", typed, list);
    else if (list[0] != '\0')
        admin_refuse(request, "No foe or thing is called \"%s\". Did you mean: %s?", typed, list);
    else
        admin_refuse(request, "No foe or thing is called \"%s\".", typed);
    return NULL;
}

static void misuse(struct admin_request *request)
{
    admin_misuse(request, "Usage: %s %s", request->row->word, request->row->arguments);
}

/* The words before the depth, which begins with a digit; *out_depth is its place among the
   arguments. False: the request is answered. */
static bool read_kind(struct admin_request *request, char out[KIND_SIZE], int *out_depth)
{
    const struct admin_arguments *arguments = &request->arguments;
    size_t length = 0;
    int at = 0;

    out[0] = '\0';
    for (; at < arguments->count && !isdigit((unsigned char)arguments->words[at][0]); at++) {
        char word[KIND_SIZE];
        write_word(arguments->words[at], word);
        length +=
            (size_t)snprintf(out + length, KIND_SIZE - length, "%s%s", at == 0 ? "" : "-", word);
        length = length < KIND_SIZE ? length : KIND_SIZE - 1;
    }
    *out_depth = at;
    if (at > 0 && arguments->count >= at + 2 && arguments->count <= at + 3)
        return true;
    misuse(request);
    return false;
}

/* The argument behind the cell, if there is one. False: the request is answered. */
static bool read_count(struct admin_request *request, int at, struct provision *what)
{
    char *end = NULL;

    if (request->arguments.count <= at)
        return true;
    const char *typed = request->arguments.words[at];
    long count = strtol(typed, &end, 10);
    long most = what->is_thing ? (long)provide_most(what->item) : 1;
    if (end == typed || *end != '\0' || count < 1 || count > most) {
        admin_misuse(request, "\"%.40s\" is no count: of that kind 1 to %ld at once.", typed, most);
        return false;
    }
    what->count = (uint16_t)count;
    return true;
}

/* Levels that are not loaded, and cells outside, are refused before. */
static const char *const refusals[] = {
    [PROVIDE_NO_LEVEL] = "That depth is not loaded.",
    [PROVIDE_OUTSIDE] = "That cell is outside the level.",
    [PROVIDE_NO_GROUND] = "It cannot stand or lie there.",
    [PROVIDE_TAKEN] = "Somebody stands there.",
    [PROVIDE_STAIRS] = "No foe may stand beside stairs or in a haven.",
    [PROVIDE_ONE_ONLY] = "It is on that level already, and there is one alone.",
    [PROVIDE_OWNERLESS] = "A sealed bundle comes out of a grave: without an owner nobody could "
                          "open it.",
    [PROVIDE_TOO_MANY] = "So many do not lie in one place.",
    [PROVIDE_FULL] = "There is no room for more, on the level or in the world.",
};

void admin_run_spawn(struct admin *admin, struct admin_request *request)
{
    struct kinds kinds;
    char typed[KIND_SIZE];
    const char *word = NULL;
    struct pos at;
    int depth = 0;

    list_kinds(&kinds);
    if (!read_kind(request, typed, &depth))
        return;
    const struct provision *kind = find_kind(request, &kinds, typed, &word);
    const struct level *level = kind == NULL ? NULL : admin_loaded_cell(admin, request, depth, &at);
    if (level == NULL)
        return;
    struct provision what = *kind;
    if (!read_count(request, depth + 2, &what))
        return;
    enum provide_answer answer = provide_check(admin->game->world, level->key, at, &what);
    if (answer != PROVIDE_FINE) {
        admin_refuse(request, "%s", refusals[answer]);
        return;
    }
    struct input *input = input_queue_add(&admin->game->inputs, INPUT_PROVIDE, 0);
    if (input == NULL) {
        admin_refuse(request, "The server has too much to do; try again later.");
        return;
    }
    input->key = level->key;
    input->at = at;
    input->provision = what;
    request->level = level->key;
    request->answer = json_pack("{s:s, s:s, s:i, s:i, s:i, s:i, s:i}", "message", "Placed.", "kind",
                                word, "count", (int)what.count, "depth", (int)level->key.depth,
                                "wing", (int)level->key.wing, "x", (int)at.x, "y", (int)at.y);
    admin_wait_for_tick(admin, request);
}

void admin_finish_spawn(struct admin *admin, struct admin_request *request)
{
    const struct level_key *key = &request->level;
    json_t *answer = request->answer;

    request->answer = NULL;
    if (world_level_at(admin->game->world, key->wing, key->depth) != NULL) {
        admin_answer(request, answer);
        return;
    }
    /* The tick put the level away before anything was put there. */
    json_decref(answer);
    request->wait = ADMIN_WAIT_NONE;
    admin_run_spawn(admin, request);
}
