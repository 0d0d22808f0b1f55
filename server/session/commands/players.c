/*
 * Finds the player that a command names: first among the players in the world, then by a question
 * to the database; until its answer the session keeps the command and its later input.
 */
#include "server/session/commands/players.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "narrate/command.h"
#include "narrate/name_match.h"
#include "narrate/words.h"
#include "server/game/roster.h"
#include "server/net/conn.h"
#include "server/save/persist.h"
#include "server/save/persist_accounts.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "world/name.h"

/* A word that is being looked up, and the command that has it. */
struct players_question {
    char name[NAME_LENGTH_MAX + 1]; /* name in the form in which it is shown */
    uint64_t asked_at_ms;
    bool is_answered;
    enum err result; /* ERR_NOT_FOUND: no player has the name */
    bool has_command;
    struct command command;
    char rest[LINE_INPUT_MAX + 1]; /* rest of the command */
};

const struct delver *players_own(const struct session *session)
{
    const struct delver *delver = world_delver(session->sessions->game->world, session->actor);

    return delver != NULL && delver->body.state == BODY_PRESENT ? delver : NULL;
}

static const char *name_of(const struct game *game, const struct player_slot *slot)
{
    const struct delver *delver =
        slot->state == PLAYER_SLOT_TAKEN ? world_delver(game->world, slot->actor) : NULL;

    return delver == NULL ? NULL : delver->name;
}

static bool is_chosen(const struct players_choice *choice, const struct player_slot *slot)
{
    bool is_there = choice == NULL;

    for (int i = 0; choice != NULL && i < choice->count; i++)
        is_there = is_there || choice->slots[i] == slot;
    return is_there;
}

/* Finds the only player of the choice whose name begins with the word. */
static struct players_found find_beginning(const struct game *game, const char *typed,
                                           size_t length, const struct players_choice *choice)
{
    struct players_found found = {.answer = PLAYERS_NOBODY};

    for (uint32_t i = 0; i < game->roster->slot_count; i++) {
        struct player_slot *slot = &game->roster->slots[i];
        const char *name = name_of(game, slot);
        if (name == NULL || !is_chosen(choice, slot) || !name_begins(name, typed, length))
            continue;
        found.slot = slot;
        found.count++;
    }
    if (found.count != 1) {
        found.slot = NULL;
        return found;
    }
    found.answer = PLAYERS_FOUND;
    snprintf(found.name, sizeof found.name, "%s", name_of(game, found.slot));
    return found;
}

static struct players_found another(const char *name)
{
    struct players_found found = {.answer = PLAYERS_OTHER};

    snprintf(found.name, sizeof found.name, "%s", name);
    return found;
}

/* Returns the result for a player whose body is in the world, or is about to leave it. */
static struct players_found found_whole(const struct game *game, struct player_slot *slot,
                                        const struct players_choice *choice)
{
    struct players_found found = another(world_delver(game->world, slot->actor)->name);

    if (slot->state != PLAYER_SLOT_TAKEN)
        return found;
    found.slot = slot;
    if (is_chosen(choice, slot))
        found.answer = PLAYERS_FOUND;
    return found;
}

/* Submits a question. False: the database is too busy. */
static bool submit(struct sessions *sessions, const struct conn *conn, const char *name)
{
    struct job *job = job_new(&question_find_name);

    if (job == NULL)
        return false;
    struct name_question *question = job->content;
    job->answer = sessions->on_name_found;
    job->ticket = conn->serial;
    snprintf(question->name, sizeof question->name, "%s", name);
    return persist_submit(sessions->persist, job, &sessions->answers) == ERR_OK;
}

/* Asks the database; when the command runs again, returns the answer instead. */
static enum players_answer ask(struct session *session, const char *name)
{
    struct players_question *question =
        session->commands.question == NULL ? calloc(1, sizeof *question) : NULL;

    if (question == NULL || !submit(session->sessions, session->conn, name)) {
        free(question);
        return PLAYERS_UNREADABLE;
    }
    snprintf(question->name, sizeof question->name, "%s", name);
    question->asked_at_ms = session->sessions->base->now_ms;
    session->commands.question = question;
    session_make_runnable(session);
    return PLAYERS_ASKED;
}

/* Returns the word without quotes, in small letters; "2.bea" is no name. */
static struct name_words words_of(const char *typed, size_t length)
{
    char text[NAME_WORDS_SIZE + 2];

    snprintf(text, sizeof text, "%.*s", (int)(length < sizeof text ? length : sizeof text), typed);
    struct name_words words = name_words_of(text);
    if (words.number > 1)
        words.text[0] = '\0';
    return words;
}

struct players_found players_find(struct session *session, const char *typed, size_t length,
                                  const struct players_choice *choice)
{
    const struct name_words words = words_of(typed, length);
    const struct game *game = session->sessions->game;
    const struct players_question *question = session->commands.question;
    char name[NAME_LENGTH_MAX + 1];

    typed = words.text;
    length = strlen(typed);
    if (length == 0)
        return (struct players_found){.answer = PLAYERS_NOBODY};
    if (name_normalise(typed, name) != ERR_OK)
        return find_beginning(game, typed, length, choice);
    struct player_slot *slot = roster_slot_of_name(game, name);
    if (slot != NULL)
        return found_whole(game, slot, choice);
    bool is_asked = question != NULL && strcmp(question->name, name) == 0;
    if (!is_asked || !question->is_answered)
        return (struct players_found){.answer = is_asked ? PLAYERS_ASKED : ask(session, name)};
    if (question->result == ERR_NOT_FOUND)
        return find_beginning(game, typed, length, choice);
    /* A damaged record still has its name. */
    if (question->result == ERR_OK || err_is_damage(question->result))
        return another(name);
    return (struct players_found){.answer = PLAYERS_UNREADABLE};
}

void players_tell_absent(struct session *session, const char *name)
{
    char text[NAME_LENGTH_MAX + 32];

    snprintf(text, sizeof text, "%.*s is not here.", NAME_LENGTH_MAX, name);
    session_tell(session, text, ROLE_DIM_TEXT);
}

void players_tell_unfound(struct session *session, const char *typed, size_t length,
                          const struct players_found *found)
{
    char text[WORDS_UNFOUND_MAX];

    if (found->answer == PLAYERS_OTHER) {
        players_tell_absent(session, found->name);
    } else if (found->answer == PLAYERS_UNREADABLE) {
        session_tell(session, "Names cannot be looked up now. Try again later.", ROLE_BAD);
    } else if (found->answer == PLAYERS_NOBODY) {
        const struct name_words words = words_of(typed, length);
        bool is_clear = words.text[0] != '\0' && words.number == 0;
        words_unfound(is_clear ? words.text : typed, is_clear ? strlen(words.text) : length,
                      found->count, text, sizeof text);
        session_tell(session, text, ROLE_DIM_TEXT);
    }
}

void players_tell_not_among(struct session *session, const char *typed,
                            const struct players_found *found, const char *none)
{
    if (found->answer == PLAYERS_OTHER || (found->answer == PLAYERS_NOBODY && found->count == 0))
        session_tell(session, none, ROLE_DIM_TEXT);
    else
        players_tell_unfound(session, typed, strlen(typed), found);
}

int players_list_beside(const struct roster *roster, const struct delver *delver,
                        struct player_slot *out[DIR_COUNT])
{
    int count = 0;

    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        body_id id = level_body_at(delver->body.level, pos_step(delver->body.at, dir));
        struct player_slot *slot = roster_slot_of_body(roster, id);
        if (slot != NULL)
            out[count++] = slot;
    }
    return count;
}

body_id players_find_beside(struct session *session, const struct delver *delver, const char *typed)
{
    struct player_slot *beside[DIR_COUNT];
    const struct players_choice choice = {
        .slots = beside,
        .count = players_list_beside(session->sessions->game->roster, delver, beside)};
    struct players_found found = players_find(session, typed, strlen(typed), &choice);

    if (found.answer == PLAYERS_FOUND)
        return found.slot->actor;
    players_tell_not_among(session, typed, &found, "Nobody of that name is beside you.");
    return 0;
}

bool players_are_asked(const struct players_question *question)
{
    return question != NULL;
}

bool players_are_waiting(const struct players_question *question)
{
    return question != NULL && !question->is_answered;
}

void players_keep_command(struct players_question *question, const struct command *command)
{
    question->has_command = true;
    question->command = *command;
    snprintf(question->rest, sizeof question->rest, "%s",
             command->rest == NULL ? "" : command->rest);
}

static void answer(struct session *session, enum err result)
{
    session->commands.question->is_answered = true;
    session->commands.question->result = result;
    session_make_runnable(session);
}

bool players_take_answer(struct session *session, const struct job *job)
{
    const struct name_question *asked = job->content;
    const struct players_question *question = session->commands.question;

    if (question == NULL || question->is_answered || strcmp(question->name, asked->name) != 0)
        return false;
    answer(session, job->result);
    return true;
}

bool players_give_up(struct session *session)
{
    const struct players_question *question = session->commands.question;

    if (question == NULL || question->is_answered ||
        session->sessions->base->now_ms - question->asked_at_ms < PLAYERS_PATIENCE_MS)
        return false;
    answer(session, ERR_BUSY);
    return true;
}

bool players_kept_command(const struct players_question *question, struct command *out)
{
    if (question == NULL || !question->is_answered || !question->has_command)
        return false;
    *out = question->command;
    out->rest = question->rest;
    return true;
}

void players_forget(struct commands_state *commands)
{
    free(commands->question);
    commands->question = NULL;
}
