/*
 * Input to a session that watches: it ends watching, or draws and tells again. An operator's own
 * commands work too if they need no body.
 */
#include "server/session/watch/watch_keys.h"

#include <strings.h>

#include "narrate/command.h"
#include "server/session/commands/commands.h"
#include "server/session/commands/operator_lines.h"
#include "server/session/session.h"
#include "server/session/session_life.h"
#include "server/session/watch/watch.h"

void watch_on_key(struct session *session, struct key key)
{
    bool is_letter_q = (key.code == 'q' || key.code == 'Q') && !key.alt;

    if (is_letter_q || key.code == KEY_ESCAPE || (key.ctrl && (key.code == 'd' || key.code == 'c')))
        watch_end(session, "You stop watching.");
    else if (key.ctrl && key.code == 'l')
        presentation_table[session->mode]->repaint(session);
}

/* Runs the commands that an operator may use while watching, which need no body. */
static bool take_operator_line(struct session *session, const char *line)
{
    static const enum command_id allowed[] = {COMMAND_TELL, COMMAND_REPLY, COMMAND_WHO};
    char error[COMMAND_ERROR_SIZE];
    struct command command;

    if (!watch_takes_words(session))
        return false;
    if (operator_lines_take(session, line))
        return true;
    for (size_t i = 0; i < sizeof allowed / sizeof allowed[0]; i++) {
        if (!command_parse(line, &command, error) || command.id != allowed[i])
            continue;
        commands_run(session, &command);
        return true;
    }
    return false;
}

void watch_on_line(struct session *session, const char *line)
{
    session->present.wants_prompt = true;
    if (strcasecmp(line, "q") == 0 || strcasecmp(line, "quit") == 0)
        watch_end(session, "You stop watching.");
    else if (strcasecmp(line, "look") == 0 || strcasecmp(line, "l") == 0)
        presentation_table[session->mode]->look(session);
    else if (!take_operator_line(session, line))
        session_tell(session, "You only watch: look tells the place, q goes back.", ROLE_BAD);
}
