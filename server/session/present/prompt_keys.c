/*
 * Questions in the last row: their table, the keys of a line that answers one, and completion of
 * the word before its cursor. For completion, candidates are compared one by one, and the common
 * beginning of those that fit replaces the typed word.
 */
#include "server/session/present/prompt_keys.h"

#include <ctype.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/utf8.h"
#include "narrate/death_words.h"
#include "server/game/roster.h"
#include "server/session/auth/own_password.h"
#include "server/session/commands/commands.h"
#include "server/session/commands/help.h"
#include "server/session/commands/operator_lines.h"
#include "server/session/preferences/settings.h"
#include "server/session/present/line_input.h"
#include "server/session/present/screen_mode.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "server/session/watch/watch.h"
#include "server/session/watch/watch_keys.h"
#include "term/keymap.h"

enum {
    COMPLETE_TEXT_SIZE = 192,
    WORD_SIZE = 32,
    LISTED_MAX = 12, /* most words that are listed; further ones are counted */
};

/* Kinds of words that completion offers, as bits. */
enum offer {
    OFFER_COMMANDS = 1,
    OFFER_PLAYERS = 2,
    OFFER_SETTINGS = 4,
    OFFER_VALUES = 8, /* values of the setting that the last word names */
    OFFER_TOPICS = 16,
    OFFER_DIRECTIONS = 32,
};

struct offer_row {
    enum command_id id;
    unsigned first;    /* set of words offered after the command */
    unsigned second;   /* set of words offered after the first word */
    const char *words; /* words for the first argument; NULL: none */
};

static const struct offer_row offer_table[] = {
    {COMMAND_TELL, OFFER_PLAYERS, 0, NULL},
    {COMMAND_FOLLOW, OFFER_PLAYERS, 0, NULL},
    {COMMAND_ASSIST, OFFER_PLAYERS, 0, NULL},
    {COMMAND_GUARD, OFFER_PLAYERS, 0, NULL},
    {COMMAND_TRADE, OFFER_PLAYERS, 0, "add take gold yes no"},
    {COMMAND_DUEL, OFFER_PLAYERS, 0, "no"},
    {COMMAND_WHERE, OFFER_PLAYERS, 0, NULL},
    {COMMAND_IGNORE, OFFER_PLAYERS, 0, NULL},
    {COMMAND_RAISE, OFFER_PLAYERS, 0, NULL},
    {COMMAND_EXAMINE, OFFER_PLAYERS, 0, NULL},
    {COMMAND_LOOK, OFFER_PLAYERS | OFFER_DIRECTIONS, 0, NULL},
    {COMMAND_ATTACK, OFFER_DIRECTIONS, 0, NULL},
    {COMMAND_GO, OFFER_DIRECTIONS, 0, "door"},
    {COMMAND_TRAVEL, OFFER_PLAYERS, 0, "down up back grave"},
    {COMMAND_PARTY, 0, OFFER_PLAYERS, "invite join leave list remove"},
    {COMMAND_SET, OFFER_SETTINGS, OFFER_VALUES, "reset"},
    {COMMAND_HELP, OFFER_COMMANDS | OFFER_TOPICS, 0, NULL},
};

/* The word that is being completed, and the candidates that fit it. */
struct completion {
    const char *typed; /* the typed word, in the line */
    size_t length;
    int fitting;
    char common[WORD_SIZE];          /* what all candidates that fit begin with */
    char listed[COMPLETE_TEXT_SIZE]; /* the first candidates that fit */
};

/* Returns the length of the common beginning of two words. */
static size_t common_length(const char *a, const char *b)
{
    size_t length = 0;

    while (a[length] != '\0' &&
           tolower((unsigned char)a[length]) == tolower((unsigned char)b[length]))
        length++;
    return length;
}

static void offer(struct completion *completion, const char *word)
{
    size_t listed = strlen(completion->listed);

    if (strncasecmp(word, completion->typed, completion->length) != 0 ||
        (completion->fitting > 0 && strcasecmp(word, completion->common) == 0))
        return;
    if (completion->fitting == 0)
        snprintf(completion->common, sizeof completion->common, "%s", word);
    else
        completion->common[common_length(completion->common, word)] = '\0';
    completion->fitting++;
    if (completion->fitting <= LISTED_MAX && listed + WORD_SIZE < sizeof completion->listed)
        snprintf(completion->listed + listed, sizeof completion->listed - listed, "%s%s",
                 listed > 0 ? ", " : "", word);
}

/* Offers words that are separated by blanks. */
static void offer_each(struct completion *completion, const char *words)
{
    char word[WORD_SIZE];

    while (*words != '\0') {
        size_t length = strcspn(words, " ");
        snprintf(word, sizeof word, "%.*s", (int)length, words);
        offer(completion, word);
        words += length + strspn(words + length, " ");
    }
}

static void offer_commands(struct completion *completion)
{
    struct command_words words = {0};
    char word[COMMAND_WORD_SIZE];

    while (command_next_word(&words, word)) {
        /* A sign needs no completion, and a letter is not a word. */
        if (strlen(word) > 2)
            offer(completion, word);
    }
}

static void offer_players(const struct roster *roster, const struct world *world,
                          struct completion *completion)
{
    for (uint32_t i = 0; i < roster->slot_count; i++) {
        const struct delver *delver = world_delver(world, roster->slots[i].actor);
        if (roster->slots[i].state != PLAYER_SLOT_FREE && delver != NULL)
            offer(completion, delver->name);
    }
}

static void offer_settings(struct completion *completion)
{
    const struct setting_row *row;

    for (size_t i = 0; (row = setting_at(i)) != NULL; i++)
        offer(completion, row->name);
}

static void offer_values(struct completion *completion, const char *setting)
{
    char name[WORD_SIZE];

    snprintf(name, sizeof name, "%.*s", (int)strcspn(setting, " "), setting);
    const struct setting_row *row = setting_find(name);
    if (row != NULL)
        offer_each(completion, row->values);
}

static void offer_topics(struct completion *completion)
{
    const struct help_topic *topic;

    for (size_t i = 0; (topic = help_topic_at(i)) != NULL; i++)
        offer(completion, topic->name);
}

static void offer_directions(struct completion *completion)
{
    for (enum dir dir = 0; dir < DIR_COUNT; dir++) {
        if (dir != DIR_NONE)
            offer(completion, dir_name(dir));
    }
}

/* Offers all words of those kinds; `before` is the word before the one that is completed. */
static void offer_all(const struct roster *roster, const struct world *world, unsigned offers,
                      const char *before, struct completion *completion)
{
    if ((offers & OFFER_COMMANDS) != 0)
        offer_commands(completion);
    if ((offers & OFFER_PLAYERS) != 0)
        offer_players(roster, world, completion);
    if ((offers & OFFER_SETTINGS) != 0)
        offer_settings(completion);
    if ((offers & OFFER_VALUES) != 0)
        offer_values(completion, before);
    if ((offers & OFFER_TOPICS) != 0)
        offer_topics(completion);
    if ((offers & OFFER_DIRECTIONS) != 0)
        offer_directions(completion);
}

/* Offers the words that may follow a command; `number` counts the words after it, from 0. */
static void offer_argument(const struct roster *roster, const struct world *world,
                           enum command_id id, int number, const char *before,
                           struct completion *completion)
{
    if (number == 0 && id != COMMAND_NONE && command_row(id)->takes_direction)
        offer_directions(completion);
    for (size_t i = 0; i < sizeof offer_table / sizeof offer_table[0]; i++) {
        const struct offer_row *row = &offer_table[i];
        if (row->id != id || number > 1)
            continue;
        if (number == 0 && row->words != NULL)
            offer_each(completion, row->words);
        offer_all(roster, world, number == 0 ? row->first : row->second, before, completion);
    }
}

/* Inserts the common beginning; if there is none, lists the candidates. */
static void settle(struct line_input *line, size_t from, const struct completion *completion,
                   char *out)
{
    char text[WORD_SIZE + 1];
    bool is_clear = completion->fitting == 1;

    if (completion->fitting == 0)
        return;
    snprintf(text, sizeof text, "%s%s", completion->common,
             is_clear && line->text[line->cursor] != ' ' ? " " : "");
    if (is_clear || strlen(completion->common) > completion->length) {
        (void)line_edit_swap(line, from, text);
        return;
    }
    int more = completion->fitting - LISTED_MAX;
    snprintf(out, COMPLETE_TEXT_SIZE, "%.160s", completion->listed);
    if (more > 0) {
        size_t length = strlen(out);
        snprintf(out + length, COMPLETE_TEXT_SIZE - length, " and %d more", more);
    }
}

/*
 * Completes the word before the cursor as far as only one continuation is possible. `id` is the
 * command of the line, or COMMAND_LINE if the line begins with one. If several words fit and have
 * no longer beginning in common, `out` lists them; else it is "".
 */
static void complete_word(struct line_input *line, const struct game *game, enum command_id id,
                          char out[COMPLETE_TEXT_SIZE])
{
    struct completion completion = {.fitting = 0};
    char error[COMMAND_ERROR_SIZE];
    size_t from = line->cursor;
    size_t before = 0; /* where the word before begins */
    int number = 0;    /* number of words before it */

    out[0] = '\0';
    while (from > 0 && line->text[from - 1] != ' ')
        from--;
    for (size_t at = 0; at < from;) {
        size_t start = at + strspn(line->text + at, " ");
        if (start >= from)
            break;
        before = start;
        number++;
        at = start + strcspn(line->text + start, " ");
    }
    completion.typed = line->text + from;
    completion.length = line->cursor - from;
    if (id != COMMAND_LINE)
        offer_argument(game->roster, game->world, id, number, line->text + before, &completion);
    else if (number == 0)
        offer_commands(&completion);
    else
        offer_argument(game->roster, game->world, command_find(line->text, error), number - 1,
                       line->text + before, &completion);
    settle(line, from, &completion, out);
}

/* A question: its words, and the command that its answer completes. */
struct prompt_row {
    const char *text;
    enum command_id id;
    bool is_line; /* a line answers it, not a key */
};

static const struct prompt_row prompt_table[PROMPT_COUNT] = {
    [PROMPT_COMMAND] = {":", COMMAND_LINE, true},
    [PROMPT_SAY] = {"Say: ", COMMAND_SAY, true},
    [PROMPT_TELL] = {"Tell (name, then text): ", COMMAND_TELL, true},
    [PROMPT_REPLY] = {"Reply: ", COMMAND_REPLY, true},
    [PROMPT_CLOSE] = {"Close in which direction? ", COMMAND_CLOSE, false},
    [PROMPT_OPEN] = {"Open in which direction? ", COMMAND_OPEN, false},
    [PROMPT_ATTACK] = {"Attack in which direction? (Tab: the nearest) ", COMMAND_ATTACK, false},
    [PROMPT_TRAVEL] = {"Travel where? > < _ back, or a name: ", COMMAND_TRAVEL, false},
    [PROMPT_OLD_PASSWORD] = {"Your password now: ", COMMAND_PASSWORD, true},
    [PROMPT_NEW_PASSWORD] = {"The new one (8 or more): ", COMMAND_PASSWORD, true},
    [PROMPT_NEW_PASSWORD_AGAIN] = {"The new one once more: ", COMMAND_PASSWORD, true},
    [PROMPT_PLACE] = {"Travel to: ", COMMAND_TRAVEL, true},
    [PROMPT_PARTY] = {"To the party: ", COMMAND_PARTY_SAY, true},
};

const char *prompt_text(const struct session *session)
{
    enum screen_prompt prompt = session->present.screen.prompt;
    const struct world *world = session->sessions->game->world;
    const struct delver *delver = world_delver(world, session->actor);

    if (prompt == PROMPT_TRAVEL && delver != NULL && death_with_grave(world, delver, NULL) != NULL)
        return "Travel: > < _ back, grave or a name: ";
    return prompt_table[prompt].text;
}

bool prompt_is_line(const struct screen_mode *screen)
{
    return prompt_table[screen->prompt].is_line;
}

/* Returns the command for which the open question asks. */
static enum command_id asked_command(const struct screen_mode *screen)
{
    return prompt_table[screen->prompt].id;
}

bool prompt_is_secret(const struct screen_mode *screen)
{
    return asked_command(screen) == COMMAND_PASSWORD;
}

enum screen_prompt prompt_for(enum command_id id)
{
    for (enum screen_prompt prompt = PROMPT_COMMAND; prompt < PROMPT_COUNT; prompt++) {
        if (prompt_table[prompt].id == id)
            return prompt;
    }
    return PROMPT_NONE;
}

void prompt_open(struct session *session, enum screen_prompt prompt)
{
    session->present.screen.prompt = prompt;
    session->present.screen.history.age = 0;
    line_input_clear(&session->present.line);
    screen_mode_touch(session);
}

static void close_prompt(struct session *session)
{
    prompt_open(session, PROMPT_NONE);
}

static void run_command_line(struct session *session, const char *line)
{
    char error[COMMAND_ERROR_SIZE];
    struct command command;

    line_history_add(&session->present.screen.history, line);
    if (operator_lines_take(session, line))
        return; /* answered by itself, now or later */
    if (command_parse(line, &command, error))
        commands_run(session, &command);
    else
        session_tell(session, error, ROLE_BAD);
}

/* Takes an answer about a password. The next question clears the line, so the password is wiped
   first. */
static void run_secret(struct session *session)
{
    char typed[LINE_INPUT_MAX + 1];

    memcpy(typed, session->present.line.text, session->present.line.length + 1);
    line_input_clear(&session->present.line);
    if (own_password_is_asking(session->auth.own_password))
        own_password_on_line(session, typed);
    sodium_memzero(typed, sizeof typed);
}

static void run_line(struct session *session)
{
    enum screen_prompt prompt = session->present.screen.prompt;

    /* The prompt is closed first, because the command may open another. */
    session->present.screen.prompt = PROMPT_NONE;
    if (prompt_table[prompt].id == COMMAND_PASSWORD) {
        run_secret(session);
        return;
    }
    line_input_trim(&session->present.line);
    if (session->state == SESSION_WATCHING) {
        watch_on_line(session, session->present.line.text);
    } else if (prompt == PROMPT_COMMAND) {
        run_command_line(session, session->present.line.text);
    } else if (session->present.line.length > 0) {
        struct command command = {
            .id = prompt_table[prompt].id, .count = 1, .rest = session->present.line.text};
        commands_run(session, &command);
    }
    line_input_clear(&session->present.line);
}

void prompt_add_letter(struct session *session, uint32_t code_point)
{
    static const char full[] = "That is as long as a line can be.";
    const struct message_log *messages = &session->present.scrollback->messages;
    char bytes[4];
    size_t length = utf8_encode(code_point, bytes);

    if (!line_edit_insert(&session->present.line, bytes, length) &&
        !message_log_ends_with(messages, full))
        session_tell(session, full, ROLE_BAD);
}

static void complete(struct session *session)
{
    char fitting[COMPLETE_TEXT_SIZE];

    session_pay(session, WORK_COMPLETE);
    complete_word(&session->present.line, session->sessions->game,
                  asked_command(&session->present.screen), fitting);
    if (fitting[0] != '\0')
        session_tell(session, fitting, ROLE_DIM_TEXT);
}

static void show_history(struct session *session, int step)
{
    const char *line = session->present.screen.prompt == PROMPT_COMMAND
                           ? line_history_step(&session->present.screen.history, step)
                           : NULL;

    if (line != NULL)
        line_edit_replace(&session->present.line, line);
}

static bool is_letter(struct key key)
{
    return key.code >= ' ' && key.code < KEY_ENTER && !key.ctrl && !key.alt;
}

void prompt_follow_password(struct session *session)
{
    _Static_assert(PROMPT_OLD_PASSWORD + OWN_PASSWORD_AGAIN == PROMPT_NEW_PASSWORD_AGAIN,
                   "questions are in the order of the steps");
    enum screen_prompt wanted = PROMPT_NONE;

    if (own_password_is_asking(session->auth.own_password))
        wanted = PROMPT_OLD_PASSWORD + session->auth.own_password->step;
    if (session->present.screen.prompt != wanted &&
        (wanted != PROMPT_NONE || prompt_is_secret(&session->present.screen)))
        prompt_open(session, wanted);
}

static void give_up(struct session *session)
{
    close_prompt(session);
    own_password_cancel(session, true);
}

static void take_line_key(struct session *session, struct key key)
{
    struct line_input *line = &session->present.line;
    bool is_plain = !key.ctrl && !key.alt;

    screen_mode_touch(session);
    if (is_letter(key))
        prompt_add_letter(session, key.code);
    else if (key.code == KEY_ENTER)
        run_line(session);
    else if (key.code == KEY_ESCAPE || (key.code == KEY_BACKSPACE && line->length == 0))
        give_up(session);
    else if (key.code == KEY_TAB && is_plain)
        complete(session);
    else if ((key.code == KEY_UP && is_plain) || (key.ctrl && key.code == 'p'))
        show_history(session, 1);
    else if ((key.code == KEY_DOWN && is_plain) || (key.ctrl && key.code == 'n'))
        show_history(session, -1);
    else
        (void)line_edit_take(line, key);
}

/* Closes a question without an answer. After Esc nothing is said, because the question
   disappears. */
static void say_never_mind(struct session *session, struct key key)
{
    if (key.code != KEY_ESCAPE)
        session_tell(session, "Never mind.", ROLE_DIM_TEXT);
}

static void answer_travel(struct session *session, struct key key)
{
    const char where[] = {(char)key.code, '\0'};
    struct command command = {.id = COMMAND_TRAVEL, .count = 1, .rest = where};

    close_prompt(session);
    if (!is_letter(key) || key.code == ' ') {
        say_never_mind(session, key);
    } else if (key.code == '<' || key.code == '>' || key.code == '_') {
        commands_run(session, &command);
    } else {
        prompt_open(session, PROMPT_PLACE);
        prompt_add_letter(session, key.code);
    }
}

static void answer_direction(struct session *session, struct key key)
{
    enum command_id id = asked_command(&session->present.screen);
    struct command command = keymap_find(key);

    close_prompt(session);
    bool is_nearest =
        id == COMMAND_ATTACK && (command.id == COMMAND_FIGHT || key.code == KEY_ENTER);
    if (command.id != COMMAND_MOVE && !is_nearest) {
        say_never_mind(session, key);
        return;
    }
    command.id = id;
    commands_run(session, &command);
}

bool prompt_is_open(const struct session *session)
{
    return session->present.screen.prompt != PROMPT_NONE;
}

void prompt_keys_take(struct session *session, struct key key)
{
    if (prompt_is_line(&session->present.screen))
        take_line_key(session, key);
    else if (session->present.screen.prompt == PROMPT_TRAVEL)
        answer_travel(session, key);
    else
        answer_direction(session, key);
}
