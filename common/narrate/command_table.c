/*
 * The table of commands.
 */
#include "narrate/command.h"

#include "base/check.h"

// clang-format off
static const struct command_row command_table[COMMAND_COUNT] = {
    [COMMAND_NONE] = {.words = "", .keys = "", .summary = ""},
    [COMMAND_MOVE] = {
        .words = "walk", .keys = "arrows, hjklyubn, digits",
        .summary = "go a step: n s e w ne nw se sw, or north 3",
        .takes_direction = true, .needs_direction = true, .takes_count = true, .is_action = true,
    },
    [COMMAND_RUN] = {
        .words = "run", .keys = "HJKLYUBN, Shift-arrows",
        .summary = "walk on to the next thing of interest: run east",
        .takes_direction = true, .needs_direction = true, .is_action = true,
    },
    [COMMAND_WAIT] = {
        .words = "wait z", .keys = ". 5 s", .summary = "let a moment pass, or more: wait 10",
        .takes_count = true, .is_action = true,
    },
    [COMMAND_REST] = {
        .words = "rest", .keys = "Z", .takes_count = true, .is_action = true,
        .summary = "wait until you are healed or disturbed, or for a time: rest 20",
    },
    [COMMAND_EXPLORE] = {
        .words = "explore", .keys = "o",
        .summary = "walk to what you have not seen yet; any key or line stops it",
        .stands_alone = true, .is_action = true,
    },
    [COMMAND_TRAVEL] = {
        .words = "travel", .keys = "_ G", .is_action = true,
        .summary = "walk to what you know: travel down, up, back, NAME or X,Y",
    },
    [COMMAND_GO] = {
        .words = "go", .keys = "", .is_action = true,
        .summary = "walk to a thing of the list, or a step: go 3, go door, go east",
    },
    [COMMAND_OPEN] = {
        .words = "open", .keys = "O, or walk into it", .summary = "open a door: open, open east",
        .takes_direction = true, .is_action = true,
    },
    [COMMAND_CLOSE] = {
        .words = "close", .keys = "c", .summary = "close a door: close, close east",
        .takes_direction = true, .is_action = true,
    },
    [COMMAND_DESCEND] = {
        .words = "descend down d", .keys = ">", .summary = "go down the stairs you stand on",
        .stands_alone = true, .is_action = true,
    },
    [COMMAND_ASCEND] = {
        .words = "ascend up u", .keys = "<", .summary = "go up the stairs you stand on",
        .stands_alone = true, .is_action = true,
    },
    [COMMAND_LOOK] = {
        .words = "look l", .keys = "v",
        .summary = "say what is in view; look north, look brom: what is there",
    },
    [COMMAND_EXAMINE] = {
        .words = "examine x", .keys = "x",
        .summary = "say what is on a cell: examine 3 east 2 north, examine door",
    },
    [COMMAND_LIST] = {
        .words = "list", .keys = "Ctrl-X ;",
        .summary = "number what is known, near to far: list, list doors",
    },
    [COMMAND_AROUND] = {
        .words = "around scan", .keys = "", .stands_alone = true,
        .summary = "say what lies in each direction",
    },
    [COMMAND_WHERE] = {
        .words = "where", .keys = "", .summary = "say where you are, or a delver is: where NAME",
    },
    [COMMAND_MAP] = {
        .words = "map", .keys = "M X", .stands_alone = true,
        .summary = "show what you know of this level; the walking keys scroll it",
    },
    [COMMAND_GET] = {.words = "get", .keys = "g", .summary = "pick up what lies where you are"},
    [COMMAND_DROP] = {.words = "drop", .keys = "d", .summary = "put down what you carry"},
    [COMMAND_INVENTORY] = {
        .words = "inventory i", .keys = "i", .summary = "list what you carry",
        .stands_alone = true,
    },
    [COMMAND_USE] = {.words = "use", .keys = "a", .summary = "use what you carry"},
    [COMMAND_EQUIP] = {.words = "equip", .keys = "e", .summary = "put on what you carry"},
    [COMMAND_REMOVE] = {.words = "remove", .keys = "", .summary = "take off what you wear"},
    [COMMAND_ATTACK] = {
        .words = "attack kill", .keys = "F", .is_action = true,
        .summary = "strike a foe beside you, or go a step nearer: attack, attack rat",
    },
    [COMMAND_FIGHT] = {
        .words = "", .keys = "Tab", .is_action = true,
        .summary = "attack the nearest foe that is awake; list, where none is in view",
    },
    [COMMAND_DANGER] = {
        .words = "danger", .keys = "E", .stands_alone = true,
        .summary = "say which foes are in view and how hard a fight they are",
    },
    [COMMAND_SAY] = {
        .words = "say '", .keys = "'", .summary = "say something to those who can see you",
    },
    [COMMAND_TELL] = {
        .words = "tell \"", .keys = "\"",
        .summary = "tell one delver something, wherever they are: tell NAME text",
    },
    [COMMAND_REPLY] = {
        .words = "reply", .keys = "R", .summary = "answer the player that told you something last",
    },
    [COMMAND_SHOUT] = {
        .words = "shout", .keys = "", .summary = "say something to everybody on your level",
    },
    [COMMAND_EMOTE] = {
        .words = "me emote", .keys = "",
        .summary = "show those who see you what you do: me waves",
    },
    [COMMAND_WHO] = {
        .words = "who", .keys = "Ctrl-W", .summary = "list the players online",
        .stands_alone = true,
    },
    [COMMAND_SCORE] = {
        .words = "score", .keys = "C", .stands_alone = true,
        .summary = "say how you are and how far you have come",
    },
    [COMMAND_HEALTH] = {
        .words = "hp", .keys = "", .summary = "say how much health you have",
        .stands_alone = true,
    },
    [COMMAND_MESSAGES] = {
        .words = "last messages", .keys = "P Ctrl-P",
        .summary = "show the last messages: last, last 5",
    },
    [COMMAND_HELP] = {
        .words = "help ?", .keys = "? F1",
        .summary = "explain the keys, a command or a subject: help close, help doors",
    },
    [COMMAND_COMMANDS] = {
        .words = "commands", .keys = "", .summary = "list every command",
        .stands_alone = true,
    },
    [COMMAND_SET] = {
        .words = "set", .keys = "=", .summary = "show or change settings: set colour 256",
    },
    [COMMAND_REDRAW] = {
        .words = "redraw", .keys = "Ctrl-L Ctrl-R", .stands_alone = true,
        .summary = "draw the screen anew",
    },
    [COMMAND_CANCEL] = {
        .words = "cancel", .keys = "Esc `", .stands_alone = true,
        .summary = "stop and drop what is queued",
    },
    [COMMAND_LINE] = {.words = "", .keys = ": Enter", .summary = "type a command in words"},
    [COMMAND_QUIT] = {
        .words = "quit exit logout", .keys = "Q Ctrl-D", .summary = "leave; your place is kept",
        .stands_alone = true,
    },
};
// clang-format on

const struct command_row *command_row(enum command_id id)
{
    CHECK((unsigned)id < COMMAND_COUNT);
    return &command_table[id];
}
