/*
 * Questions in the last row: a table of them, and the keys of a line.
 */
#include "server/session/present/prompt_keys.h"

#include <string.h>

#include <sodium.h>

#include "base/utf8.h"
#include "narrate/death_words.h"
#include "server/session/auth/own_password.h"
#include "server/session/commands/commands.h"
#include "server/session/commands/orders.h"
#include "server/session/present/line_complete.h"
#include "server/session/present/line_edit.h"
#include "server/session/present/screen_mode.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "server/session/watch/watch.h"

/* A question: the command that its answer completes. */
struct prompt_row {
    enum command_id id;
    bool is_line; /* answered by a line, not a key */
};

static const struct prompt_row prompt_table[PROMPT_COUNT] = {
    [PROMPT_COMMAND] = {COMMAND_LINE, true},
    [PROMPT_SAY] = {COMMAND_SAY, true},
    [PROMPT_TELL] = {COMMAND_TELL, true},
    [PROMPT_REPLY] = {COMMAND_REPLY, true},
    [PROMPT_CLOSE] = {COMMAND_CLOSE, false},
    [PROMPT_OPEN] = {COMMAND_OPEN, false},
    [PROMPT_ATTACK] = {COMMAND_ATTACK, false},
    [PROMPT_TRAVEL] = {COMMAND_TRAVEL, false},
    [PROMPT_OLD_PASSWORD] = {COMMAND_PASSWORD, true},
    [PROMPT_NEW_PASSWORD] = {COMMAND_PASSWORD, true},
    [PROMPT_NEW_PASSWORD_AGAIN] = {COMMAND_PASSWORD, true},
    [PROMPT_PLACE] = {COMMAND_TRAVEL, true},
    [PROMPT_PARTY] = {COMMAND_PARTY_SAY, true},
};

static const char *const prompt_texts[PROMPT_COUNT] = {
    [PROMPT_COMMAND] = ":",
    [PROMPT_SAY] = "Say: ",
    [PROMPT_TELL] = "Tell (name, then text): ",
    [PROMPT_REPLY] = "Reply: ",
    [PROMPT_PARTY] = "To the party: ",
    [PROMPT_CLOSE] = "Close in which direction? ",
    [PROMPT_OPEN] = "Open in which direction? ",
    [PROMPT_ATTACK] = "Attack in which direction? (Tab: the nearest) ",
    [PROMPT_TRAVEL] = "Travel where? > < _ back, or a name: ",
    [PROMPT_OLD_PASSWORD] = "Your password now: ",
    [PROMPT_NEW_PASSWORD] = "The new one (8 or more): ",
    [PROMPT_NEW_PASSWORD_AGAIN] = "The new one once more: ",
    [PROMPT_PLACE] = "Travel to: ",
};

const char *prompt_text(const struct session *session)
{
    enum screen_prompt prompt = session->present.screen.prompt;
    const struct world *world = session->sessions->game->world;
    const struct delver *delver = world_delver(world, session->actor);

    if (prompt == PROMPT_TRAVEL && delver != NULL && death_with_grave(world, delver, NULL) != NULL)
        return "Travel: > < _ back, grave or a name: ";
    return prompt_texts[prompt];
}

bool prompt_is_line(const struct session *session)
{
    return prompt_table[session->present.screen.prompt].is_line;
}

bool prompt_is_secret(const struct session *session)
{
    return prompt_command(session) == COMMAND_PASSWORD;
}

enum command_id prompt_command(const struct session *session)
{
    return prompt_table[session->present.screen.prompt].id;
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

void prompt_close(struct session *session)
{
    prompt_open(session, PROMPT_NONE);
}

static void run_command_line(struct session *session, const char *line)
{
    char error[COMMAND_ERROR_SIZE];
    struct command command;

    line_history_add(&session->present.screen.history, line);
    if (orders_take(session, line))
        return; /* answered by itself, now or later */
    if (command_parse(line, &command, error))
        commands_run(session, &command);
    else
        session_tell(session, error, ROLE_BAD);
}

/* The next question clears the line; the password is wiped before that. */
static void run_secret(struct session *session)
{
    char typed[LINE_INPUT_MAX + 1];

    memcpy(typed, session->present.line.text, session->present.line.length + 1);
    line_input_clear(&session->present.line);
    if (own_password_is_asking(session))
        own_password_on_line(session, typed);
    sodium_memzero(typed, sizeof typed);
}

static void run_line(struct session *session)
{
    enum screen_prompt prompt = session->present.screen.prompt;

    /* The prompt is closed first: the command may open another. */
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
    char fitting[LINE_COMPLETE_TEXT_SIZE];

    session_pay(session, WORK_COMPLETE);
    line_complete(session, prompt_command(session), fitting);
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

    if (own_password_is_asking(session))
        wanted = PROMPT_OLD_PASSWORD + session->auth.own_password->step;
    if (session->present.screen.prompt != wanted &&
        (wanted != PROMPT_NONE || prompt_is_secret(session)))
        prompt_open(session, wanted);
}

static void give_up(struct session *session)
{
    prompt_close(session);
    own_password_cancel(session, true);
}

void prompt_keys_take(struct session *session, struct key key)
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
