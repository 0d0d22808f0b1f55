/*
 * The words of scenes for the constants of the program, read from the headers that define them: a
 * new event or refusal has its word without a line here.
 */
#include "scenes/scene.h"

#include <check.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MAX = 320, WORD_SIZE = 48, HEADER_SIZE = 128 * 1024 };

struct vocabulary {
    const char *path;
    const char *name;
    const char *prefix;
    int count;
    char (*words)[WORD_SIZE]; /* owned, for as long as the program runs */
};

static struct vocabulary vocabularies[] = {
    [WORDS_EVENT] = {.path = "world/event.h", .name = "event_kind", .prefix = "EVENT_"},
    [WORDS_REFUSAL] = {.path = "world/action.h", .name = "refusal", .prefix = "REFUSAL_"},
    [WORDS_VERB] = {.path = "world/action.h", .name = "action_verb", .prefix = "ACTION_"},
    [WORDS_THROW_END] = {.path = "world/event.h", .name = "throw_end", .prefix = "THROW_"},
    [WORDS_TILE] = {.path = "content/tile.h", .name = "tile_id", .prefix = "TILE_"},
    [WORDS_ITEM] = {.path = "content/item.h", .name = "item_kind", .prefix = "ITEM_"},
    [WORDS_SLOT] = {.path = "content/item.h", .name = "item_slot", .prefix = "SLOT_"},
    [WORDS_SPECIES] = {.path = "content/species.h", .name = "species_id", .prefix = "SPECIES_"},
    [WORDS_STATUS] = {.path = "content/status.h", .name = "status_id", .prefix = "STATUS_"},
    [WORDS_PART] = {.path = "content/part.h", .name = "part_id", .prefix = "PART_"},
    [WORDS_KNACK] = {.path = "content/knack.h", .name = "knack", .prefix = "KNACK_"},
    [WORDS_OUTCOME] = {.path = "world/fight.h", .name = "blow_outcome", .prefix = "BLOW_"},
    [WORDS_PASSAGE] = {.path = "world/stairs.h", .name = "passage", .prefix = "PASSAGE_"},
    [WORDS_COMPANY] = {.path = "world/company.h", .name = "company_state", .prefix = "COMPANY_"},
    [WORDS_NOTICE] = {.path = "world/event.h", .name = "notice", .prefix = "NOTICE_"},
    [WORDS_MOOD] = {.path = "world/foe.h", .name = "mood", .prefix = "MOOD_"},
    [WORDS_FEAR] = {.path = "world/foe.h", .name = "fear", .prefix = "FEAR_"},
    [WORDS_STATE] = {.path = "world/body.h", .name = "body_state", .prefix = "BODY_"},
    [WORDS_GATE] = {.path = "world/level.h", .name = "gate_kind", .prefix = "GATE_"},
};

/* The text of a header, with its comments blank. The caller frees it. */
static char *read_header(const char *name)
{
    char path[128];
    char *text = calloc(1, HEADER_SIZE);
    char *comment = text;

    snprintf(path, sizeof path, "common/%s", name);
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL && text != NULL, "%s cannot be read", path);
    size_t length = fread(text, 1, HEADER_SIZE - 1, file);
    ck_assert_uint_lt(length, HEADER_SIZE - 1);
    fclose(file);
    while ((comment = strstr(comment, "/*")) != NULL) {
        char *end = strstr(comment, "*/");
        ck_assert_ptr_nonnull(end);
        memset(comment, ' ', (size_t)(end + 2 - comment));
    }
    return text;
}

static void load(struct vocabulary *one)
{
    char begin[WORD_SIZE];
    char *text = read_header(one->path);
    size_t length = strlen(one->prefix);

    snprintf(begin, sizeof begin, "enum %s {", one->name);
    const char *at = strstr(text, begin);
    one->words = calloc(WORDS_MAX, WORD_SIZE);
    ck_assert_msg(at != NULL && one->words != NULL, "%s has no %s", one->path, begin);
    /* A constant with a number of its own is another name for one of those before it. */
    for (at += strlen(begin); *at != '}' && *at != '='; at++) {
        if (strncmp(at, one->prefix, length) != 0)
            continue;
        ck_assert_int_lt(one->count, WORDS_MAX);
        char *word = one->words[one->count++];
        for (at += length; isupper((unsigned char)*at) || isdigit((unsigned char)*at) || *at == '_';
             at++)
            *word++ = *at == '_' ? '-' : (char)tolower((unsigned char)*at);
        at--;
    }
    free(text);
}

static const struct vocabulary *vocabulary_of(enum word_set set)
{
    struct vocabulary *one = &vocabularies[set];

    if (one->words == NULL)
        load(one);
    return one;
}

const char *word_of(enum word_set set, int value)
{
    const struct vocabulary *one = vocabulary_of(set);

    return value >= 0 && value < one->count ? one->words[value] : "(no such constant)";
}

static int find(enum word_set set, const char *word)
{
    const struct vocabulary *one = vocabulary_of(set);

    for (int i = 0; i < one->count; i++) {
        if (strcmp(one->words[i], word) == 0)
            return i;
    }
    return -1;
}

bool word_is_of(enum word_set set, const char *word)
{
    return find(set, word) >= 0;
}

int word_value(enum word_set set, const char *word)
{
    int value = find(set, word);

    if (value < 0)
        scene_refuse(vocabularies[set].name, word);
    return value;
}
