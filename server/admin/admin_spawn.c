/*
 * `spawn`: adds a foe or thing. A kind is named by its name, or by words of it that fit no other
 * name as well (narrate/name_match.h).
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "narrate/name_match.h"
#include "server/admin/admin.h"
#include "server/admin/admin_place.h"
#include "server/admin/admin_request.h"
#include "world/populate.h"

enum {
    KIND_SIZE = 40,
    KINDS_MAX = SPECIES_COUNT + ITEM_KIND_COUNT,
    LISTED_MAX = 6,
    LIST_SIZE = LISTED_MAX * (KIND_SIZE + 2) + 1,
    NEAR_MAX = 3,
    DISTANCE_MAX = 3,
    WORDS_OF_NAME_MAX = 5,
    WORD_LEAST = 3, /* least letters of a word for which suggestions are made */
};

/* All kinds with their names as they are typed: "gate-hound". */
struct kinds {
    struct provision kinds[KINDS_MAX];
    char words[KINDS_MAX][KIND_SIZE];
    size_t count;
};

/* Writes a name as one word. Quotes are left out, and long text is cut, because no name is as
   long. */
static void write_word(const char *name, char out[KIND_SIZE])
{
    size_t length = 0;

    for (; *name != '\0' && length < KIND_SIZE - 1; name++) {
        if (*name != '"')
            out[length++] = *name == ' ' ? '-' : (char)tolower((unsigned char)*name);
    }
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

/* Adds a word to a list such as "a, b", and counts it. */
static void add_listed(char list[LIST_SIZE], int *count, const char *word)
{
    struct writer writer = writer_behind(list, LIST_SIZE);

    if ((*count)++ < LISTED_MAX)
        writer_join(&writer, ", ", "%s", word);
}

/* All words that may be typed for kinds: each whole name, and each longer word of it. */
struct near_words {
    const char *words[KINDS_MAX * WORDS_OF_NAME_MAX];
    size_t kinds[KINDS_MAX * WORDS_OF_NAME_MAX]; /* the kind of each word */
    char room[KINDS_MAX * WORDS_OF_NAME_MAX][KIND_SIZE];
    size_t count;
};

static void add_near_word(struct near_words *near, size_t kind, const char *word, size_t length)
{
    snprintf(near->room[near->count], KIND_SIZE, "%.*s", (int)length, word);
    near->words[near->count] = near->room[near->count];
    near->kinds[near->count++] = kind;
}

static void add_near_words(struct near_words *near, size_t kind, const char *name)
{
    int words = 1;

    add_near_word(near, kind, name, strlen(name));
    for (const char *at = name; *at != '\0' && words < WORDS_OF_NAME_MAX;) {
        size_t length = strcspn(at, "-");
        if (length >= WORD_LEAST && length < strlen(name)) {
            add_near_word(near, kind, at, length);
            words++;
        }
        at += length + (at[length] != '\0');
    }
}

/* Removes the words of all other kinds. */
static void drop_near_words(struct near_words *near, size_t kind)
{
    size_t count = 0;

    for (size_t i = 0; i < near->count; i++) {
        if (near->kinds[i] == kind)
            continue;
        near->words[count] = near->words[i];
        near->kinds[count++] = near->kinds[i];
    }
    near->count = count;
}

/* Lists the names for which `typed` may be a slip, as a whole or in a word, the nearest first. */
static void list_near(const struct kinds *kinds, const char *typed, char list[LIST_SIZE])
{
    int distance = strlen(typed) < 2 * DISTANCE_MAX ? (int)strlen(typed) / 2 : DISTANCE_MAX;
    struct near_words near = {.count = 0};
    int listed = 0;

    for (size_t i = 0; i < kinds->count; i++)
        add_near_words(&near, i, kinds->words[i]);
    while (listed < NEAR_MAX) {
        const char *word = nearest_word(typed, near.words, near.count, distance);
        if (word == NULL)
            return;
        size_t at = 0;
        while (near.words[at] != word)
            at++;
        size_t kind = near.kinds[at];
        add_listed(list, &listed, kinds->words[kind]);
        drop_near_words(&near, kind);
    }
}

/* Copies the next long word of `text`; "" after the last. Returns the text after it. */
static const char *next_long_word(const char *text, char out[KIND_SIZE])
{
    out[0] = '\0';
    while (*text != '\0' && strlen(out) < WORD_LEAST) {
        size_t length = strcspn(text, "-");
        snprintf(out, KIND_SIZE, "%.*s", (int)length, text);
        text += length + (text[length] != '\0');
    }
    if (strlen(out) < WORD_LEAST)
        out[0] = '\0';
    return text;
}

/* Returns how many words of `typed` are words of `name`; slips are allowed. */
static int count_shared_words(const char *typed, const char *name)
{
    char word[KIND_SIZE];
    char other[KIND_SIZE];
    int count = 0;

    for (typed = next_long_word(typed, word); word[0] != '\0';
         typed = next_long_word(typed, word)) {
        bool is_shared = false;
        for (const char *at = next_long_word(name, other); other[0] != '\0' && !is_shared;
             at = next_long_word(at, other)) {
            const char *const candidates[] = {other};
            is_shared = nearest_word(word, candidates, 1, (int)strlen(word) / 3) != NULL;
        }
        count += is_shared;
    }
    return count;
}

/* Lists the kinds that share the most words with `typed`: for "draught of haste" the draughts. */
static void list_sharing(const struct kinds *kinds, const char *typed, char list[LIST_SIZE])
{
    int most = 1;
    int listed = 0;

    for (size_t i = 0; i < kinds->count; i++) {
        int shared = count_shared_words(typed, kinds->words[i]);
        most = shared > most ? shared : most;
    }
    for (size_t i = 0; i < kinds->count; i++) {
        if (count_shared_words(typed, kinds->words[i]) == most)
            add_listed(list, &listed, kinds->words[i]);
    }
}

/* Returns the rank of the words for the kind, in the singular or the plural. */
static enum name_rank rank_of(const struct provision *kind, const struct name_words *words)
{
    if (!kind->is_thing)
        return name_match(words, species_row(kind->species)->name);
    const struct item_row *row = item_row(kind->item);
    enum name_rank one = name_match(words, row->name);
    enum name_rank many = row->plural == NULL ? NAME_RANK_NONE : name_match(words, row->plural);
    return one > many ? one : many;
}

/* Finds a kind; NULL: the request is answered. */
static const struct provision *find_kind(struct admin_request *request, const struct kinds *kinds,
                                         const char *typed, const char **out_word)
{
    struct name_search search = name_search_of_kinds(typed);
    char list[LIST_SIZE] = "";
    int count = 0;

    for (size_t i = 0; i < kinds->count; i++)
        name_search_offer(&search, rank_of(&kinds->kinds[i], &search.words), (int)i);
    if (search.chosen >= 0 && (search.count == 1 || search.words.number > 0)) {
        *out_word = kinds->words[search.chosen];
        return &kinds->kinds[search.chosen];
    }
    for (size_t i = 0; i < kinds->count && search.count > 0; i++) {
        if (rank_of(&kinds->kinds[i], &search.words) == search.rank)
            add_listed(list, &count, kinds->words[i]);
    }
    if (count == 0)
        list_near(kinds, typed, list);
    if (list[0] == '\0')
        list_sharing(kinds, typed, list);
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

/* True for a number, but not for "2.rat", which is a name. */
static bool begins_depth(const char *word)
{
    return isdigit((unsigned char)word[0]) && name_words_of(word).number == 0;
}

/* Reads the words of a kind, up to the depth, which begins with a digit; *out_depth is the index
   of its argument. False: the request is answered. */
static bool read_kind(struct admin_request *request, char out[KIND_SIZE], int *out_depth)
{
    const struct admin_arguments *arguments = &request->arguments;
    struct writer writer = writer_of(out, KIND_SIZE);
    int at = 0;

    for (; at < arguments->count && !begins_depth(arguments->words[at]); at++) {
        char word[KIND_SIZE];
        write_word(arguments->words[at], word);
        writer_add(&writer, "%s%s", at == 0 ? "" : "-", word);
    }
    *out_depth = at;
    if (at > 0 && arguments->count >= at + 2 && arguments->count <= at + 3)
        return true;
    misuse(request);
    return false;
}

/* Reads the argument after the cell, if there is one. False: the request is answered. */
static bool read_count(struct admin_request *request, int at, struct provision *what)
{
    char *end = NULL;

    if (request->arguments.count <= at)
        return true;
    const char *typed = request->arguments.words[at];
    long count = strtol(typed, &end, 10);
    long most = what->is_thing ? (long)place_by_admin_most(what->item) : 1;
    if (end == typed || *end != '\0' || count < 1 || count > most) {
        admin_misuse(request, "\"%.40s\" is no count: of that kind 1 to %ld at once.", typed, most);
        return false;
    }
    what->count = (uint16_t)count;
    return true;
}

/* Why nothing was put there, by the world's answer. Levels that are not loaded, and cells outside,
   were refused before. */
static const char *const refusals[] = {
    [PROVIDE_NO_LEVEL] = "That depth is not loaded.",
    [PROVIDE_OUTSIDE] = "That cell is outside the level.",
    [PROVIDE_NO_GROUND] = "It cannot stand or lie there.",
    [PROVIDE_TAKEN] = "Somebody stands there.",
    [PROVIDE_STAIRS] = "No foe may stand beside stairs or in a haven.",
    [PROVIDE_ONE_ONLY] = "It is on that level already, and there may be only one.",
    [PROVIDE_OWNERLESS] = "A sealed bundle comes out of a grave: without an owner nobody could "
                          "open it.",
    [PROVIDE_TOO_MANY] = "One cell has no room for so many.",
    [PROVIDE_FULL] = "There is no room for more, on the level or in the world.",
};

static void finish_spawn(struct admin *admin, struct admin_request *request)
{
    const struct level_key *key = &request->level;
    json_t *answer = request->answer;

    request->answer = NULL;
    if (world_level_at(admin->game->world, key->wing, key->depth) != NULL) {
        admin_answer(request, answer);
        return;
    }
    /* The tick unloaded the level before the thing was put there. */
    json_decref(answer);
    request->wait = ADMIN_WAIT_NONE;
    request->row->run(admin, request);
}

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
    enum provide_answer answer = place_by_admin_check(admin->game->world, level->key, at, &what);
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
    admin_wait_for_tick(admin, request, finish_spawn);
}
