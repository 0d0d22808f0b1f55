/*
 * Key bindings of screen mode: vi keys, arrows, digits and the keypad's own forms.
 */
#include "term/keymap.h"

struct key_row {
    uint32_t code;
    bool ctrl;
    bool shift; /* only set for special keys */
    enum command_id command;
    enum dir dir;
    int count; /* 0: one */
};

// clang-format off
static const struct key_row key_table[] = {
    {.code = 'k', .command = COMMAND_MOVE, .dir = DIR_NORTH},
    {.code = 'j', .command = COMMAND_MOVE, .dir = DIR_SOUTH},
    {.code = 'h', .command = COMMAND_MOVE, .dir = DIR_WEST},
    {.code = 'l', .command = COMMAND_MOVE, .dir = DIR_EAST},
    {.code = 'y', .command = COMMAND_MOVE, .dir = DIR_NORTHWEST},
    {.code = 'u', .command = COMMAND_MOVE, .dir = DIR_NORTHEAST},
    {.code = 'b', .command = COMMAND_MOVE, .dir = DIR_SOUTHWEST},
    {.code = 'n', .command = COMMAND_MOVE, .dir = DIR_SOUTHEAST},
    {.code = KEY_UP, .command = COMMAND_MOVE, .dir = DIR_NORTH},
    {.code = KEY_DOWN, .command = COMMAND_MOVE, .dir = DIR_SOUTH},
    {.code = KEY_LEFT, .command = COMMAND_MOVE, .dir = DIR_WEST},
    {.code = KEY_RIGHT, .command = COMMAND_MOVE, .dir = DIR_EAST},
    {.code = KEY_HOME, .command = COMMAND_MOVE, .dir = DIR_NORTHWEST},
    {.code = KEY_PAGE_UP, .command = COMMAND_MOVE, .dir = DIR_NORTHEAST},
    {.code = KEY_END, .command = COMMAND_MOVE, .dir = DIR_SOUTHWEST},
    {.code = KEY_PAGE_DOWN, .command = COMMAND_MOVE, .dir = DIR_SOUTHEAST},
    {.code = 'K', .command = COMMAND_RUN, .dir = DIR_NORTH},
    {.code = 'J', .command = COMMAND_RUN, .dir = DIR_SOUTH},
    {.code = 'H', .command = COMMAND_RUN, .dir = DIR_WEST},
    {.code = 'L', .command = COMMAND_RUN, .dir = DIR_EAST},
    {.code = 'Y', .command = COMMAND_RUN, .dir = DIR_NORTHWEST},
    {.code = 'U', .command = COMMAND_RUN, .dir = DIR_NORTHEAST},
    {.code = 'B', .command = COMMAND_RUN, .dir = DIR_SOUTHWEST},
    {.code = 'N', .command = COMMAND_RUN, .dir = DIR_SOUTHEAST},
    {.code = KEY_UP, .shift = true, .command = COMMAND_RUN, .dir = DIR_NORTH},
    {.code = KEY_DOWN, .shift = true, .command = COMMAND_RUN, .dir = DIR_SOUTH},
    {.code = KEY_LEFT, .shift = true, .command = COMMAND_RUN, .dir = DIR_WEST},
    {.code = KEY_RIGHT, .shift = true, .command = COMMAND_RUN, .dir = DIR_EAST},
    {.code = '.', .command = COMMAND_WAIT},
    {.code = '5', .command = COMMAND_WAIT},
    {.code = 's', .command = COMMAND_WAIT},
    {.code = KEY_CENTRE, .command = COMMAND_WAIT},
    {.code = 'Z', .command = COMMAND_REST},
    {.code = 'o', .command = COMMAND_EXPLORE},
    {.code = '_', .command = COMMAND_TRAVEL},
    {.code = 'G', .command = COMMAND_TRAVEL},
    {.code = 'O', .command = COMMAND_OPEN},
    {.code = 'c', .command = COMMAND_CLOSE},
    {.code = '>', .command = COMMAND_DESCEND},
    {.code = '<', .command = COMMAND_ASCEND},
    {.code = 'v', .command = COMMAND_LOOK},
    {.code = 'x', .command = COMMAND_EXAMINE},
    {.code = KEY_TAB, .command = COMMAND_FIGHT},
    {.code = 'E', .command = COMMAND_DANGER},
    {.code = 'm', .command = COMMAND_MARK},
    {.code = 'x', .ctrl = true, .command = COMMAND_LIST},
    {.code = ';', .command = COMMAND_LIST},
    {.code = 'M', .command = COMMAND_MAP},
    {.code = 'X', .command = COMMAND_MAP},
    {.code = 'g', .command = COMMAND_GET},
    {.code = ',', .command = COMMAND_GET},
    {.code = 'd', .command = COMMAND_DROP},
    {.code = 'i', .command = COMMAND_INVENTORY},
    {.code = 'a', .command = COMMAND_USE},
    {.code = 'W', .command = COMMAND_WEAR},
    {.code = 'e', .command = COMMAND_WEAR},
    {.code = 'T', .command = COMMAND_REMOVE},
    {.code = 'w', .command = COMMAND_SWAP},
    {.code = KEY_F2, .command = COMMAND_SLOT, .count = 2},
    {.code = KEY_F3, .command = COMMAND_SLOT, .count = 3},
    {.code = KEY_F4, .command = COMMAND_SLOT, .count = 4},
    {.code = KEY_F5, .command = COMMAND_SLOT, .count = 5},
    {.code = KEY_F6, .command = COMMAND_SLOT, .count = 6},
    {.code = KEY_F7, .command = COMMAND_SLOT, .count = 7},
    {.code = KEY_F8, .command = COMMAND_SLOT, .count = 8},
    {.code = KEY_F9, .command = COMMAND_SLOT, .count = 9},
    {.code = 'q', .command = COMMAND_DRINK},
    {.code = 'r', .command = COMMAND_READ},
    {.code = 'z', .command = COMMAND_ZAP},
    {.code = 't', .command = COMMAND_THROW},
    {.code = 'f', .command = COMMAND_FIRE},
    {.code = 'F', .command = COMMAND_ATTACK},
    {.code = 'S', .command = COMMAND_SNEAK},
    {.code = 'A', .command = COMMAND_RAISE},
    {.code = '+', .command = COMMAND_ACCEPT},
    {.code = '\'', .command = COMMAND_SAY},
    {.code = '"', .command = COMMAND_TELL},
    {.code = 'R', .command = COMMAND_REPLY},
    {.code = 'p', .command = COMMAND_PARTY_SAY},
    {.code = 'w', .ctrl = true, .command = COMMAND_WHO},
    {.code = 'C', .command = COMMAND_SCORE},
    {.code = '$', .command = COMMAND_BUY},
    {.code = 'P', .command = COMMAND_MESSAGES},
    {.code = 'p', .ctrl = true, .command = COMMAND_MESSAGES},
    {.code = '?', .command = COMMAND_HELP},
    {.code = KEY_F1, .command = COMMAND_HELP},
    {.code = '=', .command = COMMAND_SET},
    {.code = 'l', .ctrl = true, .command = COMMAND_REDRAW},
    {.code = 'r', .ctrl = true, .command = COMMAND_REDRAW},
    {.code = KEY_ESCAPE, .command = COMMAND_CANCEL},
    {.code = '`', .command = COMMAND_CANCEL},
    {.code = ':', .command = COMMAND_LINE},
    {.code = KEY_ENTER, .command = COMMAND_LINE},
    {.code = 'Q', .command = COMMAND_QUIT},
    {.code = 'd', .ctrl = true, .command = COMMAND_QUIT},
};
// clang-format on

enum { KEY_COUNT = sizeof key_table / sizeof key_table[0], KEYPAD_DIRECTIONS = DIR_COUNT - 1 };

size_t keymap_size(void)
{
    return KEY_COUNT + KEYPAD_DIRECTIONS;
}

struct command keymap_find(struct key key)
{
    struct command command = {.id = COMMAND_NONE, .dir = DIR_NONE, .count = 1, .rest = ""};

    bool is_shifted = key.shift && key.code >= KEY_ENTER;

    if (key.alt)
        return command;
    command.dir = key.ctrl ? DIR_NONE : dir_of_keypad(key.code);
    if (command.dir != DIR_NONE) {
        command.id = COMMAND_MOVE;
        return command;
    }
    for (size_t i = 0; i < KEY_COUNT; i++) {
        if (key_table[i].code != key.code || key_table[i].ctrl != key.ctrl ||
            key_table[i].shift != is_shifted)
            continue;
        command.id = key_table[i].command;
        command.dir = key_table[i].dir;
        command.count = key_table[i].count > 0 ? key_table[i].count : 1;
        break;
    }
    return command;
}
