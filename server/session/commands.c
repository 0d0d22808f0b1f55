/*
 * What each command does.
 */
#include "server/session/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/utf8.h"
#include "server/server.h"
#include "server/session/help.h"
#include "server/session/session.h"
#include "server/session/settings.h"
#include "server/session/who.h"
#include "term/view.h"
#include "term/words.h"

enum { LINE_MAP_WIDTH = 41, LINE_MAP_HEIGHT = 15 };

/* Text of several lines: over the map in screen mode, else simply written. */
static void show(struct session *session, const char *text)
{
    if (session->mode == MODE_SCREEN)
        screen_mode_show(session, text);
    else
        session_write(session, text);
}

static void queue_action(struct session *session, enum action_verb verb,
                         const struct command *command)
{
    struct input *input = session_input(session, INPUT_ACTION);

    if (input == NULL)
        return;
    input->action = (struct action){verb, command->dir};
    session->repeat = input->action;
    session->repeat_left = command->count - 1;
}

static void run_move(struct session *session, const struct command *command)
{
    queue_action(session, ACTION_MOVE, command);
}

static void run_wait(struct session *session, const struct command *command)
{
    queue_action(session, ACTION_WAIT, command);
}

static void run_open(struct session *session, const struct command *command)
{
    queue_action(session, ACTION_OPEN, command);
}

static void run_close(struct session *session, const struct command *command)
{
    queue_action(session, ACTION_CLOSE, command);
}

static void run_descend(struct session *session, const struct command *command)
{
    queue_action(session, ACTION_DESCEND, command);
}

static void run_ascend(struct session *session, const struct command *command)
{
    queue_action(session, ACTION_ASCEND, command);
}

static void run_cancel(struct session *session, const struct command *command)
{
    (void)command;
    session->repeat_left = 0;
    (void)session_input(session, INPUT_CANCEL);
}

void commands_look(struct session *session)
{
    const struct server *server = session_server(session);
    const struct actor *actor = world_actor(server->world, session->actor);
    char text[COMMANDS_TEXT_MAX] = "";
    size_t length = 0;

    if (actor == NULL)
        return;
    if (session->mode == MODE_LINE && actor->state == ACTOR_PRESENT) {
        view_describe(server->world, actor, LINE_MAP_WIDTH, LINE_MAP_HEIGHT, text, sizeof text);
        length = strlen(text);
    }
    words_surroundings(server->world, actor, text + length, sizeof text - length);
    show(session, text);
}

static void run_look(struct session *session, const struct command *command)
{
    (void)command;
    commands_look(session);
}

void commands_say(struct session *session, const char *text)
{
    char cleaned[SAY_LENGTH_MAX + 1];

    if (utf8_clean(text, strlen(text), SAY_LENGTH_MAX, cleaned, sizeof cleaned) != ERR_OK ||
        cleaned[0] == '\0') {
        session_tell(session, "Say what?", ROLE_DIM_TEXT);
        return;
    }
    struct input *input = session_input(session, INPUT_SAY);
    if (input != NULL)
        memcpy(input->text, cleaned, sizeof cleaned);
}

static void run_say(struct session *session, const struct command *command)
{
    commands_say(session, command->rest);
}

static void run_who(struct session *session, const struct command *command)
{
    char text[WHO_TEXT_MAX];

    (void)command;
    who_list(session_server(session), text, sizeof text);
    show(session, text);
}

static void run_score(struct session *session, const struct command *command)
{
    const struct actor *actor = world_actor(session_server(session)->world, session->actor);
    char text[160];

    (void)command;
    if (actor == NULL)
        return;
    snprintf(text, sizeof text, "%s: %d of %d health, depth %d, %llu steps walked.", actor->name,
             actor->record.health, actor->record.health_max, actor->record.level.depth,
             (unsigned long long)actor->record.steps);
    session_tell(session, text, ROLE_TEXT);
}

static void run_messages(struct session *session, const struct command *command)
{
    char text[COMMANDS_TEXT_MAX];
    size_t length = 0;
    int rows = session->mode == MODE_SCREEN ? session->screen.height - 2 : MESSAGE_COUNT_MAX;
    int count = message_log_length(&session->messages);
    int wanted = (int)strtol(command->rest, NULL, 10);

    rows = wanted > 0 && wanted < rows ? wanted : rows;
    count = count < rows ? count : rows;
    text[0] = '\0';
    for (int age = count; age > 0; age--) {
        const struct message *message = message_log_at(&session->messages, age - 1);
        if (length + strlen(message->text) + 2 > sizeof text)
            break;
        length += (size_t)snprintf(text + length, sizeof text - length, "%s\n", message->text);
    }
    show(session, count == 0 ? "No messages yet.\n" : text);
}

static void run_help(struct session *session, const struct command *command)
{
    char text[COMMANDS_TEXT_MAX];

    help_text(command->rest, session->mode, text, sizeof text);
    show(session, text);
}

static void run_commands(struct session *session, const struct command *command)
{
    char text[COMMANDS_TEXT_MAX];

    (void)command;
    help_list_commands(text, sizeof text);
    show(session, text);
}

static void run_set(struct session *session, const struct command *command)
{
    char text[COMMANDS_TEXT_MAX];

    settings_apply(session, command->rest, text, sizeof text);
    show(session, text);
}

static void run_redraw(struct session *session, const struct command *command)
{
    (void)command;
    if (session->mode == MODE_SCREEN)
        screen_mode_redraw(session);
    else
        commands_look(session);
}

static void run_quit(struct session *session, const struct command *command)
{
    (void)command;
    session_leave(session, "Saved. Your place is kept, and what you have seen. Goodbye.");
}

static void (*const run_table[COMMAND_COUNT])(struct session *, const struct command *) = {
    [COMMAND_MOVE] = run_move,         [COMMAND_WAIT] = run_wait,
    [COMMAND_OPEN] = run_open,         [COMMAND_CLOSE] = run_close,
    [COMMAND_DESCEND] = run_descend,   [COMMAND_ASCEND] = run_ascend,
    [COMMAND_LOOK] = run_look,         [COMMAND_SAY] = run_say,
    [COMMAND_WHO] = run_who,           [COMMAND_SCORE] = run_score,
    [COMMAND_MESSAGES] = run_messages, [COMMAND_HELP] = run_help,
    [COMMAND_COMMANDS] = run_commands, [COMMAND_SET] = run_set,
    [COMMAND_REDRAW] = run_redraw,     [COMMAND_CANCEL] = run_cancel,
    [COMMAND_QUIT] = run_quit,
};

void commands_run(struct session *session, const struct command *command)
{
    CHECK((unsigned)command->id < COMMAND_COUNT);
    if (run_table[command->id] != NULL)
        run_table[command->id](session, command);
}
