/*
 * Greeting and rules.
 */
#include "server/session/commands/house.h"

#include <stdio.h>
#include <string.h>

#include "base/plural.h"
#include "content/goal.h"
#include "server/base/base.h"
#include "server/session/present/presentation.h"
#include "server/session/session.h"
#include "server/session/sessions.h"

/* Bytes of a name that the number of players still fits behind, in a line of 79 columns. */
enum { SHORT_NAME = 30 };

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

void house_tell_rules(struct session *session)
{
    const struct presentation *mode = presentation_table[session->mode];
    char text[HOUSE_TEXT_MAX];

    house_write_rules(session->sessions->base, text);
    if (mode->is_drawn)
        mode->show(session, text);
    else
        session_tell_lines(session, text, ROLE_TEXT);
}
