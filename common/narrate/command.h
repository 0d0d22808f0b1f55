/*
 * All commands: words, synonyms, keys, prices and help. The keymap binds keys to rows of this
 * table, line mode and ':' find them by word, `?` and `help` print it.
 */
#ifndef UNDERCROFT_NARRATE_COMMAND_H
#define UNDERCROFT_NARRATE_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "base/pos.h"
#include "world/action.h"

enum command_id {
    COMMAND_NONE,
    COMMAND_MOVE,
    COMMAND_RUN,
    COMMAND_WAIT,
    COMMAND_REST,
    COMMAND_EXPLORE,
    COMMAND_TRAVEL,
    COMMAND_FOLLOW,
    COMMAND_ASSIST,
    COMMAND_GUARD,
    COMMAND_GO,
    COMMAND_OPEN,
    COMMAND_CLOSE,
    COMMAND_DESCEND,
    COMMAND_ASCEND,
    COMMAND_LOOK,
    COMMAND_EXAMINE,
    COMMAND_LORE,
    COMMAND_LIST,
    COMMAND_AROUND,
    COMMAND_WHERE,
    COMMAND_MAP,
    COMMAND_GET,
    COMMAND_DROP,
    COMMAND_INVENTORY,
    COMMAND_WORN,
    COMMAND_USE,
    COMMAND_WEAR,
    COMMAND_REMOVE,
    COMMAND_SWAP,
    COMMAND_GIVE,
    COMMAND_ACCEPT,
    COMMAND_FETCH,
    COMMAND_TRADE,
    COMMAND_DUEL,
    COMMAND_SLOT,
    COMMAND_DRINK,
    COMMAND_READ,
    COMMAND_ZAP,
    COMMAND_THROW,
    COMMAND_FIRE,
    COMMAND_BUY,
    COMMAND_SELL,
    COMMAND_IDENTIFY,
    COMMAND_ROAD,
    COMMAND_ATTACK,
    COMMAND_FIGHT,
    COMMAND_FLEE,
    COMMAND_SNEAK,
    COMMAND_PRAY,
    COMMAND_LEARN,
    COMMAND_AGAIN, /* begins a new life */
    COMMAND_VOW,   /* swears the oath */
    COMMAND_OFFER, /* gives gold to the Gate */
    COMMAND_CHALK, /* writes or reads a line on the floor */
    COMMAND_AGREE,
    COMMAND_DISAGREE,
    COMMAND_RAISE,
    COMMAND_YIELD,
    COMMAND_DANGER,
    COMMAND_MARK,
    COMMAND_TARGET,
    COMMAND_STATUS,
    COMMAND_SAY,
    COMMAND_TELL,
    COMMAND_REPLY,
    COMMAND_SHOUT,
    COMMAND_CHAT,
    COMMAND_PARTY_SAY,
    COMMAND_PARTY,
    COMMAND_IGNORE,
    COMMAND_EMOTE,
    COMMAND_WHO,
    COMMAND_SCORE,
    COMMAND_SCORES,
    COMMAND_STONE, /* shows the Gate stone, which names the kindlers */
    COMMAND_RULES, /* shows the host's rules */
    COMMAND_DEATHS,
    COMMAND_EPITAPH,
    COMMAND_LIVES, /* shows pages of lives that ended */
    COMMAND_WAKE,  /* leaves the page of a death */
    COMMAND_HEALTH,
    COMMAND_MESSAGES,
    COMMAND_HELP,
    COMMAND_COMMANDS,
    COMMAND_SET,
    COMMAND_REDRAW,
    COMMAND_CANCEL,
    COMMAND_PASSWORD,
    COMMAND_CLAIM,
    COMMAND_SAVE,
    COMMAND_BUG,
    COMMAND_LINE, /* opens the input line; has no word of its own */
    COMMAND_QUIT,
    COMMAND_COUNT
};

enum {
    COMMAND_REPEAT_MAX = 999,
    COMMAND_ERROR_SIZE = 256,
    COMMAND_WORD_SIZE = 24, /* most bytes of a word of the table, with its NUL */
};

/* Cost of a command in units of work (server/session/commands/ration.h). */
enum command_price {
    PRICE_SENTENCE = 20, /* an action, or an answer of one line */
    PRICE_TALK = 40,     /* the text goes to other players */
    PRICE_PAGE = 80,     /* a list, a description, a map in words */
    PRICE_REDRAW = 400,  /* a whole screen is drawn and sent */
};

struct command_row {
    const char *words;       /* "descend down": the first word is the name, the rest are synonyms */
    const char *keys;        /* its keys as shown to people; "": none */
    const char *summary;     /* clause for lists of commands */
    const char *page;        /* more help, as whole lines; NULL: the summary is enough */
    const char *spoken_page; /* the page for players who listen; NULL: `page` */
    enum command_price price;
    enum action_verb verb; /* verb of its action; ACTION_NONE: a function does it */
    bool takes_direction;  /* takes a direction, "open east", and after that only a count */
    bool needs_direction;  /* true if the command without a direction is an error */
    bool takes_count;      /* takes a count: "wait 3" */
    bool stands_alone;     /* takes no words, as "score"; false: its function reads the words */
    bool names_things;     /* its words name a kind, a foe or a thing (name_match.h) */
    bool is_action;        /* an action of the delver's body */
    bool is_spelled_out;   /* found only by its whole word; beginnings mean other commands */
    bool needs_name;       /* not for guests, who have not chosen a name */
};

/* A command from a line of words or a key. */
struct command {
    enum command_id id;
    enum dir dir;     /* DIR_NONE: no direction was said */
    int count;        /* number of times, up to COMMAND_REPEAT_MAX; 1 unless one is given */
    const char *rest; /* text after the command's own words, within the parsed line */
};

const struct command_row *command_row(enum command_id id);

/*
 * Parses a line of words: a word or its unique beginning, a direction, a count ("north 3", "3 n");
 * a single digit is a key of the keypad ("8" walks north, "5" waits). `line` is as typed, not
 * cleaned. False: `error` (COMMAND_ERROR_SIZE bytes, safe to show) names the word that was not
 * understood and a possible one. An empty line gives COMMAND_NONE.
 */
bool command_parse(const char *line, struct command *out, char *error);

/* Position in the list of words that can begin a line: the words of all commands, then the
   directions. All zero: before the first. */
struct command_words {
    enum command_id id;
    const char *at;   /* position in the words of `id`; NULL: before the first of them */
    size_t direction; /* number of the next direction */
};

/* Writes the next word. False: there is none. */
bool command_next_word(struct command_words *words, char out[COMMAND_WORD_SIZE]);

/* Finds the command that the first word of `line` names by the rules of command_parse(); the rest
   of the line is ignored. COMMAND_NONE: there is none, and `error` is filled in. */
enum command_id command_find(const char *line, char *error);

/* Reads a direction in words ("ne", "north"), `length` bytes of `word`. DIR_NONE: it is not one. */
enum dir command_direction(const char *word, size_t length);

/* Reads a cell of a level, "12,7", counted from the north-west corner, 0,0. False: the text is not
   one. */
bool command_cell(const char *text, struct pos *out);

/* True if the text is meant as a cell by numbers, valid or not: "5,7", "-1,5". */
bool command_is_place(const char *text);

/* Reads a number from 1 to COMMAND_REPEAT_MAX. False: any other text. */
bool command_number(const char *text, int *out);

#endif
