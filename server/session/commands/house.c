/*
 * The host of the game. Its texts are in memory (server/base/host_texts.h); a report to it is a row
 * of the audit table, submitted to the database.
 */
#include "server/session/commands/house.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/text.h"
#include "base/utf8.h"
#include "content/goal.h"
#include "server/base/base.h"
#include "server/net/conn.h"
#include "server/save/persist.h"
#include "server/save/persist_lists.h"
#include "server/session/present/presentation.h"
#include "server/session/session.h"
#include "server/session/sessions.h"

enum {
    /* most bytes of a name that leaves room for the number of players in 79 columns */
    SHORT_NAME = 30,
    /* bytes of cleaned text, whose normal form can be longer than the typed text */
    CLEAN_SIZE = 4 * LINE_INPUT_MAX,
};

void house_write_greeting(const struct base *base, uint32_t players, char out[HOUSE_TEXT_MAX])
{
    const char *name = host_name(&base->options);
    bool has_rules = base->host_texts.text[HOST_RULES][0] != '\0';

    snprintf(out, HOUSE_TEXT_MAX,
             "%s%s%s%u player%s online. New here? Type a name.\n"
             "(help, who, watch, reader%s and quit also work here)\n" GOAL_SENTENCE "\n",
             base->host_texts.text[HOST_WELCOME], name, strlen(name) > SHORT_NAME ? ".\n" : ": ",
             players, plural_end(players), has_rules ? ", rules" : "");
}

bool house_has_rules(const struct session *session)
{
    return session->sessions->base->host_texts.text[HOST_RULES][0] != '\0';
}

void house_write_rules(const struct base *base, char out[HOUSE_TEXT_MAX])
{
    const char *rules = base->host_texts.text[HOST_RULES];
    const char *contact = base->options.contact;
    int length = snprintf(out, HOUSE_TEXT_MAX, "%s",
                          rules[0] == '\0' ? "The host has set no rules.\n" : rules);

    if (contact[0] != '\0')
        snprintf(out + length, HOUSE_TEXT_MAX - (size_t)length, "The host: %s\n", contact);
}

void house_tell_rules(struct session *session, const struct command *command)
{
    const struct presentation *mode = presentation_table[session->mode];
    char text[HOUSE_TEXT_MAX];

    (void)command;
    house_write_rules(session->sessions->base, text);
    if (mode->is_drawn)
        mode->show(session, text);
    else
        session_tell_lines(session, text, ROLE_TEXT);
}

/* Prepares a report in `out`. Returns why it is not kept; NULL: it is. */
static const char *prepare_report(const struct commands_state *commands, const struct base *base,
                                  const char *typed, char out[CLEAN_SIZE])
{
    uint64_t reported_at_ms = commands->bug_at_ms;

    if (utf8_clean(typed, strlen(typed), LINE_INPUT_MAX, out, CLEAN_SIZE) != ERR_OK ||
        out[0] == '\0')
        return "Report what? For example: bug the door in the east does not open.";
    if (strlen(out) > BUG_LENGTH_MAX)
        return "Too long: at most 400 letters. Nothing was kept.";
    if (reported_at_ms != 0 && base->now_ms - reported_at_ms < BUG_PAUSE_MS)
        return "You reported something a moment ago. Try again in a minute.";
    return NULL;
}

/* Submits the report to the database. False: there is no room for it. */
static bool keep_report(const struct game *game, body_id actor,
                        const struct account_record *account, const char *text)
{
    const struct delver *delver = world_delver(game->world, actor);
    struct job *job = job_new(&question_save_bug);

    if (job == NULL || delver == NULL) {
        job_free(job);
        return false;
    }
    struct audit_row *row = job->content;
    row->at = (int64_t)time(NULL);
    snprintf(row->who, sizeof row->who, "%s", account->name);
    snprintf(row->what, sizeof row->what, "%s (depth %d, %d,%d)", text, delver->body.key.depth,
             delver->body.at.x, delver->body.at.y);
    return persist_submit(game->persist, job, NULL) == ERR_OK;
}

void bug_report(struct session *session, const struct command *command)
{
    char text[CLEAN_SIZE];
    const char *refusal =
        prepare_report(&session->commands, session->sessions->base, command->rest, text);

    if (refusal != NULL) {
        session_tell(session, refusal, ROLE_DIM_TEXT);
        return;
    }
    if (!keep_report(session->sessions->game, session->actor, &session->account, text)) {
        session_tell(session, "The report could not be kept. Try again later.", ROLE_BAD);
        return;
    }
    session->commands.bug_at_ms = session->sessions->base->now_ms;
    session_tell(session, "Thank you. The operators can read your report.", ROLE_GOOD);
}
