/*
 * Keys in screen mode: every key has one meaning, every promised key is bound, and what is bound
 * exists.
 */
#include <string.h>

#include "support/test.h"
#include "term/keymap.h"

enum { CODE_MAX = 0x17F };

static struct command find(uint32_t code)
{
    return keymap_find((struct key){.code = code});
}

static struct command find_ctrl(uint32_t code)
{
    return keymap_find((struct key){.code = code, .ctrl = true});
}

static struct command find_shift(uint32_t code)
{
    return keymap_find((struct key){.code = code, .shift = true});
}

struct walking_keys {
    enum dir dir;
    uint32_t codes[4];
};

TEST(walking_has_vi_keys_digits_and_keypad)
{
    static const struct walking_keys table[] = {
        {DIR_NORTH, {'k', '8', KEY_UP, 'k'}},       {DIR_SOUTH, {'j', '2', KEY_DOWN, 'j'}},
        {DIR_WEST, {'h', '4', KEY_LEFT, 'h'}},      {DIR_EAST, {'l', '6', KEY_RIGHT, 'l'}},
        {DIR_NORTHWEST, {'y', '7', KEY_HOME, 'y'}}, {DIR_NORTHEAST, {'u', '9', KEY_PAGE_UP, 'u'}},
        {DIR_SOUTHWEST, {'b', '1', KEY_END, 'b'}},  {DIR_SOUTHEAST, {'n', '3', KEY_PAGE_DOWN, 'n'}},
    };

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        for (size_t j = 0; j < 4; j++) {
            struct command command = find(table[i].codes[j]);
            ck_assert_int_eq(command.id, COMMAND_MOVE);
            ck_assert_msg(command.dir == table[i].dir, "key %u walks %s", table[i].codes[j],
                          dir_name(command.dir));
            ck_assert_int_eq(command.count, 1);
            ck_assert_str_eq(command.rest, "");
        }
    }
}

struct running_key {
    uint32_t code;
    bool shift;
    enum dir dir;
};

TEST(running_has_vi_capitals_and_shifted_arrows)
{
    static const struct running_key table[] = {
        {'K', false, DIR_NORTH},     {'J', false, DIR_SOUTH},     {'H', false, DIR_WEST},
        {'L', false, DIR_EAST},      {'Y', false, DIR_NORTHWEST}, {'U', false, DIR_NORTHEAST},
        {'B', false, DIR_SOUTHWEST}, {'N', false, DIR_SOUTHEAST}, {KEY_UP, true, DIR_NORTH},
        {KEY_DOWN, true, DIR_SOUTH}, {KEY_LEFT, true, DIR_WEST},  {KEY_RIGHT, true, DIR_EAST},
    };

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct command command = table[i].shift ? find_shift(table[i].code) : find(table[i].code);
        ck_assert_msg(command.id == COMMAND_RUN, "key %u gives command %d", table[i].code,
                      (int)command.id);
        ck_assert_msg(command.dir == table[i].dir, "key %u runs %s", table[i].code,
                      dir_name(command.dir));
    }
}

TEST(n_is_north_in_words_and_southeast_as_a_key)
{
    char error[COMMAND_ERROR_SIZE];
    struct command command;

    ck_assert(command_parse("n", &command, error));
    ck_assert_int_eq(command.dir, DIR_NORTH);
    ck_assert_int_eq(find('n').dir, DIR_SOUTHEAST);
}

struct bound_key {
    uint32_t code;
    bool ctrl;
    enum command_id id;
};

/* Keys that the interface promises for existing commands. */
static const struct bound_key promised[] = {
    {'.', false, COMMAND_WAIT},          {'5', false, COMMAND_WAIT},
    {KEY_CENTRE, false, COMMAND_WAIT},   {'O', false, COMMAND_OPEN},
    {'c', false, COMMAND_CLOSE},         {'>', false, COMMAND_DESCEND},
    {'<', false, COMMAND_ASCEND},        {'v', false, COMMAND_LOOK},
    {'\'', false, COMMAND_SAY},          {'w', true, COMMAND_WHO},
    {'C', false, COMMAND_SCORE},         {'P', false, COMMAND_MESSAGES},
    {'?', false, COMMAND_HELP},          {'=', false, COMMAND_SET},
    {'l', true, COMMAND_REDRAW},         {'r', true, COMMAND_REDRAW},
    {KEY_ESCAPE, false, COMMAND_CANCEL}, {'`', false, COMMAND_CANCEL},
    {':', false, COMMAND_LINE},          {KEY_ENTER, false, COMMAND_LINE},
    {'Q', false, COMMAND_QUIT},          {'d', true, COMMAND_QUIT},
    {KEY_F1, false, COMMAND_HELP},       {'p', true, COMMAND_MESSAGES},
    {'Z', false, COMMAND_REST},          {'o', false, COMMAND_EXPLORE},
    {'_', false, COMMAND_TRAVEL},        {'M', false, COMMAND_MAP},
    {'x', false, COMMAND_EXAMINE},       {KEY_TAB, false, COMMAND_FIGHT},
    {'"', false, COMMAND_TELL},          {'R', false, COMMAND_REPLY},
    {'g', false, COMMAND_GET},           {'d', false, COMMAND_DROP},
    {'i', false, COMMAND_INVENTORY},     {'a', false, COMMAND_USE},
    {'e', false, COMMAND_WEAR},          {'F', false, COMMAND_ATTACK},
    {'s', false, COMMAND_WAIT},          {'G', false, COMMAND_TRAVEL},
    {'x', true, COMMAND_LIST},           {';', false, COMMAND_LIST},
    {'X', false, COMMAND_MAP},           {',', false, COMMAND_GET},
    {'W', false, COMMAND_WEAR},          {'T', false, COMMAND_REMOVE},
    {'q', false, COMMAND_DRINK},         {'r', false, COMMAND_READ},
    {'z', false, COMMAND_ZAP},           {'t', false, COMMAND_THROW},
    {'f', false, COMMAND_FIRE},          {'w', false, COMMAND_SWAP},
    {'A', false, COMMAND_RAISE},         {'E', false, COMMAND_DANGER},
    {'p', false, COMMAND_PARTY_SAY},     {'m', false, COMMAND_MARK},
};

TEST(every_promised_key_is_bound)
{
    for (size_t i = 0; i < sizeof promised / sizeof promised[0]; i++) {
        const struct bound_key *key = &promised[i];
        struct command command = key->ctrl ? find_ctrl(key->code) : find(key->code);
        ck_assert_msg(command.id == key->id, "key %u gives command %d", key->code, (int)command.id);
        ck_assert_int_eq(command.dir, DIR_NONE);
    }
}

/* Every key there can be: plain and special ones, each with and without Ctrl. */
static uint32_t code_of(uint32_t number)
{
    return number <= CODE_MAX ? number : KEY_ENTER + (number - CODE_MAX - 1);
}

enum { KEY_TOTAL = CODE_MAX + 1 + KEY_UNKNOWN - KEY_ENTER + 1 };

TEST(no_key_is_bound_twice_and_what_is_bound_exists)
{
    size_t bound = 0;

    for (uint32_t number = 0; number < KEY_TOTAL; number++) {
        struct command plain = find(code_of(number));
        struct command ctrl = find_ctrl(code_of(number));
        ck_assert_uint_lt((unsigned)plain.id, COMMAND_COUNT);
        ck_assert_msg(plain.id == COMMAND_NONE || command_row(plain.id)->summary[0] != '\0',
                      "key %u asks for something without a row", code_of(number));
        if (plain.id == COMMAND_MOVE || plain.id == COMMAND_RUN)
            ck_assert_int_ne(plain.dir, DIR_NONE);
        bound += plain.id != COMMAND_NONE;
        bound += ctrl.id != COMMAND_NONE;
        if (code_of(number) >= KEY_ENTER)
            bound += find_shift(code_of(number)).id != COMMAND_NONE;
    }
    ck_assert_msg(bound == keymap_size(), "%zu keys do something, %zu are bound", bound,
                  keymap_size());
}

TEST(commands_have_the_keys_they_are_shown_with)
{
    bool has_key[COMMAND_COUNT] = {false};

    for (uint32_t number = 0; number < KEY_TOTAL; number++) {
        has_key[find(code_of(number)).id] = true;
        has_key[find_ctrl(code_of(number)).id] = true;
    }
    for (enum command_id id = COMMAND_MOVE; id < COMMAND_COUNT; id++) {
        const struct command_row *row = command_row(id);
        ck_assert_msg(has_key[id] == (row->keys[0] != '\0'), "\"%s\" is shown with keys \"%s\"",
                      row->words, row->keys);
    }
}

/* The keys column is what people read: a sign or a Ctrl key that stands there must work. */
TEST(the_keys_that_are_shown_work)
{
    for (enum command_id id = COMMAND_WAIT; id < COMMAND_COUNT; id++) {
        const char *keys = command_row(id)->keys;
        while (*keys != '\0') {
            size_t length = strcspn(keys, " ,");
            if (length == 1)
                ck_assert_msg(find((uint32_t)keys[0]).id == id, "%c is shown", keys[0]);
            if (length == 6 && strncmp(keys, "Ctrl-", 5) == 0)
                ck_assert_msg(find_ctrl((uint32_t)(keys[5] - 'A' + 'a')).id == id, "^%c is shown",
                              keys[5]);
            keys += length;
            keys += strspn(keys, " ,");
            if (strncmp(keys, "or ", 3) == 0)
                break;
        }
    }
}

TEST(each_slot_has_its_key)
{
    for (int number = 2; number <= 9; number++) {
        struct command command = find((uint32_t)(KEY_F1 + number - 1));
        ck_assert_int_eq(command.id, COMMAND_SLOT);
        ck_assert_int_eq(command.count, number);
        ck_assert_str_eq(command.rest, "");
    }
    ck_assert_int_eq(find(KEY_F10).id, COMMAND_NONE);
    ck_assert_int_eq(find('q').count, 1);
}

TEST(alt_and_shifted_special_keys_are_not_steps)
{
    ck_assert_int_eq(keymap_find((struct key){.code = 'h', .alt = true}).id, COMMAND_NONE);
    ck_assert_int_eq(find_shift(KEY_UP).id, COMMAND_RUN);
    ck_assert_int_eq(find_shift(KEY_HOME).id, COMMAND_NONE);
    ck_assert_int_eq(find_shift(KEY_ENTER).id, COMMAND_NONE);
    ck_assert_int_eq(find_ctrl('h').id, COMMAND_NONE);
    ck_assert_int_eq(find_ctrl(KEY_UP).id, COMMAND_NONE);
}

TEST(what_is_no_key_asks_for_nothing)
{
    static const uint32_t codes[] = {KEY_NONE,
                                     KEY_BACKSPACE,
                                     KEY_CURSOR_REPORT,
                                     KEY_PASTE_BEGINS,
                                     KEY_PASTE_ENDS,
                                     KEY_UNKNOWN,
                                     0x10FFFF,
                                     UINT32_MAX,
                                     ' ',
                                     0xE9};

    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        ck_assert_int_eq(find(codes[i]).id, COMMAND_NONE);
}
