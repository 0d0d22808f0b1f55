/*
 * The player's own character: its sheet and lore, and the choices that it makes once, a knack or a
 * new life after a kindling.
 */
#include "server/session/commands/character.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "narrate/command.h"
#include "narrate/lore.h"
#include "narrate/pack_words.h"
#include "narrate/sheet.h"
#include "server/game/outbox.h"
#include "server/session/commands/players.h"
#include "server/session/present/presentation.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "world/life.h"

enum { OFFER_SIZE = 1024, REPORT_SIZE = 128, OFFER_DIGITS_MAX = 9 };

void character_tell_lore(struct session *session, const struct command *command)
{
    const struct world *world = session->sessions->game->world;
    const struct delver *delver = world_delver(world, session->actor);
    char text[LORE_TEXT_MAX];

    if (delver == NULL)
        return;
    (void)lore_tell(world, delver, command->rest, display_text_form(session), text, sizeof text);
    session_tell_lines(session, text, ROLE_TEXT);
}

void character_show_sheet(struct session *session, const struct command *command)
{
    const struct world *world = session->sessions->game->world;
    const struct delver *delver = world_delver(world, session->actor);
    const struct presentation *mode = presentation_table[session->mode];
    char text[SHEET_TEXT_MAX];

    (void)command;
    if (delver == NULL)
        return;
    sheet_tell(world, delver, text, sizeof text);
    if (mode->is_drawn)
        mode->show(session, text);
    else
        session_tell_lines(session, text, ROLE_TEXT);
}

void character_tell_health(struct session *session, const struct command *command)
{
    const struct delver *delver = world_delver(session->sessions->game->world, session->actor);
    char text[64];

    (void)command;
    if (delver == NULL)
        return;
    snprintf(text, sizeof text, "%d of %d health.%s", delver_health(delver),
             delver->body.health_max,
             delver->fall.is_fallen ? " You have fallen: yield gives up." : "");
    session_tell(session, text, ROLE_TEXT);
}

void character_tell_statuses(struct session *session, const struct command *command)
{
    const struct delver *delver = world_delver(session->sessions->game->world, session->actor);
    char text[STATUS_WORDS_MAX];

    (void)command;
    if (delver == NULL)
        return;
    status_words(delver, text, sizeof text);
    session_tell(session, text, ROLE_TEXT);
}

static void queue(struct session *session, enum action_verb verb, uint32_t object)
{
    struct input *input = session_input(session, INPUT_ACTION);

    if (input != NULL)
        input->action = (struct action){.verb = verb, .object = object};
}

static void list_knacks(struct session *session, const struct delver *delver,
                        const enum knack *offer, int count)
{
    char text[OFFER_SIZE];
    struct writer writer = writer_of(text, sizeof text);

    for (enum knack id = 0; id < KNACK_COUNT; id++) {
        if (life_has_knack(&delver->life, id))
            writer_add(&writer, "You have %s: %s\n", knack_row(id)->name, knack_row(id)->says);
    }
    for (int i = 0; i < count; i++)
        writer_add(&writer, "%d: %s. %s\n", i + 1, knack_row(offer[i])->name,
                   knack_row(offer[i])->says);
    writer_add(&writer, "%s",
               count > 0 ? "learn and a number chooses one, for this life.\n"
                         : "Levels 4, 8, 12 and so on to 28 each give one more to choose.\n");
    presentation_table[session->mode]->show(session, text);
}

void character_learn(struct session *session, const struct command *command)
{
    const char *words = command->rest;
    const struct delver *delver = players_own(session);
    enum knack offer[KNACKS_OFFERED];
    int number = 0;

    if (delver == NULL)
        return;
    int count = knacks_offer(session->sessions->game->world, delver, offer);
    if (words[0] == '\0') {
        list_knacks(session, delver, offer, count);
        return;
    }
    for (int i = 0; i < count && number == 0; i++)
        number = strncasecmp(words, knack_row(offer[i])->name, strlen(words)) == 0 ? i + 1 : 0;
    if (number == 0 && !command_number(words, &number))
        number = 0;
    queue(session, ACTION_LEARN, (uint32_t)number);
}

void character_vow(struct session *session, const struct command *command)
{
    const struct delver *delver = players_own(session);

    if (delver == NULL)
        return;
    if (strcmp(command->rest, "yes") == 0)
        queue(session, ACTION_VOW, OBJECT_NONE);
    else if (delver->life.honours.oath != OATH_NONE)
        session_tell(session, "You are sworn: your death ends this life.", ROLE_TEXT);
    else
        session_tell(session,
                     "The oath: your death ends this life, and takes all that you carry and wear. "
                     "vow yes swears it.",
                     ROLE_TEXT);
}

void character_begin_again(struct session *session, const struct command *command)
{
    const char *words = command->rest;
    static const char keep[] = "keep ";
    const struct delver *delver = players_own(session);
    char why[PACK_WHY_MAX];

    if (delver == NULL)
        return;
    if (strcasecmp(words, "now") == 0) {
        queue(session, ACTION_AGAIN, OBJECT_NONE);
        return;
    }
    if (strncasecmp(words, keep, sizeof keep - 1) != 0) {
        session_tell(session,
                     "again now begins a new life at level 1; again keep and a thing that you "
                     "wear, one with that, without its tempers. All else is gone.",
                     ROLE_TEXT);
        return;
    }
    uint32_t object = pack_choose(delver, PACK_REMOVE, words + sizeof keep - 1, why);
    if (object == OBJECT_NONE)
        session_tell(session, why, ROLE_DIM_TEXT);
    else
        queue(session, ACTION_AGAIN, object);
}

void character_offer(struct session *session, const struct command *command)
{
    static const char all[] = "all";
    const char *words = command->rest;
    uint32_t count = 0;

    if (strcasecmp(words, all) != 0) {
        size_t digits = strspn(words, "0123456789");
        if (digits == 0 || digits > OFFER_DIGITS_MAX ||
            (words[digits] != '\0' && strcasecmp(words + digits, " gold") != 0) ||
            (count = (uint32_t)strtoul(words, NULL, 10)) == 0) {
            session_tell(session, "Offer how much? offer 50, or offer all.", ROLE_DIM_TEXT);
            return;
        }
    }
    struct input *input = session_input(session, INPUT_ACTION);
    if (input != NULL)
        input->action = (struct action){.verb = ACTION_OFFER, .count = count};
}

void character_tell_kindling(struct sessions *sessions, const struct event *event)
{
    const struct delver *delver = world_delver(sessions->game->world, event->actor);
    char text[REPORT_SIZE];

    if (delver == NULL)
        return;
    snprintf(text, sizeof text,
             "%s has carried an ember home: one more light burns in the Gate hall.", delver->name);
    outbox_tell(sessions->game->outbox, audience_all(), ROLE_GOOD, text);
}
