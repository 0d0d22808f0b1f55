/*
 * Words of the game are nobody's name.
 */
#include <check.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "content/item.h"
#include "content/setpiece.h"
#include "content/species.h"
#include "content/status.h"
#include "content/theme.h"
#include "content/tile.h"
#include "narrate/command.h"
#include "narrate/reserved_words.h"
#include "support/test.h"
#include "world/name.h"

static struct reserved_names reserved;
static struct setpieces setpieces;

static void set_up(void)
{
    ck_assert_int_eq(setpieces_builtin(&setpieces), ERR_OK);
    ck_assert_int_eq(reserved_words_add(&reserved, &setpieces), ERR_OK);
    reserved_names_seal(&reserved);
}

static void tear_down(void)
{
    reserved_names_release(&reserved);
    setpieces_release(&setpieces);
}

static bool has(const char *typed)
{
    char name[NAME_LENGTH_MAX + 1];

    ck_assert_msg(name_normalise(typed, name) == ERR_OK, "%s", typed);
    return reserved_names_has(&reserved, name);
}

/* Each word of the text that could be a name. */
static void expect_words(const char *text)
{
    char word[NAME_LENGTH_MAX + 1];

    for (; *text != '\0'; text++) {
        size_t length = 0;
        for (; isalpha((unsigned char)*text); text++) {
            ck_assert_uint_lt(length, NAME_LENGTH_MAX);
            word[length++] = *text;
        }
        word[length] = '\0';
        ck_assert_msg(length < NAME_LENGTH_MIN || has(word), "%s", word);
        if (*text == '\0')
            break;
    }
}

TEST_FIXTURE(set_up, tear_down);

TEST(every_kind_of_foe_thing_and_tile_and_every_command_is_reserved)
{
    struct command_words words = {0};
    char word[COMMAND_WORD_SIZE];
    int commands = 0;

    for (enum species_id id = 0; id < SPECIES_COUNT; id++) {
        expect_words(species_row(id)->name);
        expect_words(species_row(id)->plural == NULL ? "" : species_row(id)->plural);
    }
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++) {
        expect_words(item_row(kind)->name);
        expect_words(item_row(kind)->plural == NULL ? "" : item_row(kind)->plural);
    }
    for (enum tile_id id = 0; id < TILE_COUNT; id++)
        expect_words(tile_row(id)->name);
    for (enum status_id id = 0; id < STATUS_COUNT; id++)
        expect_words(status_row(id)->name);
    for (; command_next_word(&words, word); commands++)
        expect_words(word);
    ck_assert_int_gt(commands, COMMAND_COUNT / 2);
}

TEST(words_are_reserved_whole_and_however_they_are_written)
{
    static const struct {
        const char *typed;
        bool is_reserved;
    } rows[] = {
        {"rat", true},          {"CellarRat", true},   {"ceiiar", true},    {"cooper", true},
        {"theCooper", true},    {"rusk", true},        {"dart", true},      {"pedlar", true},
        {"rnace", true},        {"lantem", true},      {"grave", true},     {"northeast", true},
        {"one", true},          {"dozen", true},       {"all", true},       {"here", true},
        {"WineCellar", true},   {"theBarracks", true}, {"poisoned", true},  {"room", true},
        {"drownedhoard", true}, {"nobody", true},      {"Adminette", true}, {"Ratty", false},
        {"Coopers", false},     {"Darter", false},     {"Allan", false},    {"Ada", false},
        {"Brom", false},        {"Samuk", false},      {"Fern", false},     {"Robin", false},
        {"Marcus", false},      {"Hoard", true},      {"Wine", false},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        ck_assert_msg(has(rows[i].typed) == rows[i].is_reserved, "%s", rows[i].typed);
}

TEST(no_list_grows_without_an_end)
{
    struct reserved_names names = {.skeletons = NULL};
    char word[8] = "aaaa";
    enum err error = ERR_OK;

    ck_assert(!reserved_names_has(&names, "Rat"));
    for (int i = 0; i < RESERVED_NAMES_MAX && error == ERR_OK; i++) {
        for (int k = 0, rest = i; k < 4; k++, rest /= 26)
            word[k] = (char)('a' + rest % 26);
        error = reserved_names_add_whole(&names, word);
        if (i == 0)
            ck_assert_uint_eq(names.count, 2); /* with and without an article */
    }
    ck_assert_int_eq(error, ERR_TOO_BIG);
    ck_assert_uint_eq(names.count, RESERVED_NAMES_MAX);
    reserved_names_seal(&names);
    ck_assert(reserved_names_has(&names, "Aaaa"));
    reserved_names_release(&names);
}
