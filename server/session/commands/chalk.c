/*
 * Commands about chalk. The world keeps codes; words are looked up here, before an action is asked
 * for.
 */
#include "server/session/commands/chalk.h"

#include <stdio.h>
#include <strings.h>

#include "narrate/chalk_words.h"
#include "narrate/command.h"
#include "server/session/commands/reach.h"
#include "server/session/present/presentation.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "world/chalk.h"

static void ask(struct session *session, enum action_verb verb, uint32_t count)
{
    struct input *input = session_input(session, INPUT_ACTION);

    if (input != NULL)
        input->action = (struct action){.verb = verb, .count = count};
}

static bool is_ignored(const struct session *session, const struct chalk_line *line)
{
    return ignore_hides(&session->preferences.saved, line->name);
}

static void tell_line(struct session *session, const char *begins, const struct chalk_line *line)
{
    char words[CHALK_TEXT_MAX];
    char text[2 * CHALK_TEXT_MAX];

    chalk_words(line->code, words, sizeof words);
    snprintf(text, sizeof text, "%s: \"%s\", %d agree, %d disagree.", begins, words, line->agreed,
             line->disagreed);
    session_tell(session, text, ROLE_TEXT);
}

/* Tells the line where the player stands, and the player's own line on the level. */
static void tell_lines(struct session *session)
{
    const struct delver *delver = world_delver(session->sessions->game->world, session->actor);

    if (delver == NULL || delver->body.state != BODY_PRESENT)
        return;
    const struct chalk_line *here = chalk_at(delver->body.level, delver->body.at);
    const struct chalk_line *own = chalk_of(delver->body.level, delver->delver_id);
    if (here != NULL && !is_ignored(session, here))
        tell_line(session, here == own ? "Your line here" : "Chalk here", here);
    else
        session_tell(session, "No chalk is here: chalk beware ambush east writes a line.",
                     ROLE_DIM_TEXT);
    if (own != NULL && own != here)
        tell_line(session, "Your line on this level", own);
}

void chalk_command(struct session *session, const struct command *command)
{
    char lists[CHALK_LISTS_MAX];
    char why[CHALK_WHY_MAX];
    uint16_t code;

    if (command->rest[0] == '\0') {
        tell_lines(session);
    } else if (strcasecmp(command->rest, "words") == 0) {
        chalk_lists(lists);
        presentation_table[session->mode]->show(session, lists);
    } else if (strcasecmp(command->rest, "erase") == 0) {
        ask(session, ACTION_CHALK, 0);
    } else if (chalk_choose(command->rest, &code, why)) {
        ask(session, ACTION_CHALK, (uint32_t)code + 1);
    } else {
        session_tell(session, why, ROLE_DIM_TEXT);
    }
}

void chalk_agree(struct session *session, const struct command *command)
{
    (void)command;
    ask(session, ACTION_JUDGE, 1);
}

void chalk_disagree(struct session *session, const struct command *command)
{
    (void)command;
    ask(session, ACTION_JUDGE, 0);
}

bool chalk_is_hidden(const struct session *session, const struct event *event)
{
    const struct delver *delver = world_delver(session->sessions->game->world, event->actor);

    if (event->kind != EVENT_CHALK || delver == NULL || delver->body.level == NULL)
        return false;
    const struct chalk_line *line = chalk_at(delver->body.level, event->at);
    return line != NULL && is_ignored(session, line);
}
