/*
 * Lives that ended. The database thread writes and reads the pages (server/save/persist_morgue.h).
 * A session waits for one answer at a time: a second question takes the place of the first, whose
 * answer is then dropped.
 */
#include "server/session/commands/lives.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "narrate/command.h"
#include "narrate/life_page.h"
#include "server/base/base.h"
#include "server/net/conn.h"
#include "server/save/persist.h"
#include "server/save/persist_morgue.h"
#include "server/session/commands/epitaph.h"
#include "server/session/commands/players.h"
#include "server/session/preferences/preferences.h"
#include "server/session/present/presentation.h"
#include "server/session/present/scrollback.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "server/session/watch/viewers.h"
#include "world/event.h"

_Static_assert((int)MORGUE_PAGE_SIZE >= (int)LIFE_PAGE_SIZE, "any page can be written");

enum {
    MESSAGES_SIZE = MESSAGE_COUNT_MAX * MESSAGE_SHOWN_SIZE,
    LIST_SIZE = (MORGUE_LISTED_MAX + 2) * (MORGUE_LINE_SIZE + 16),
};

/* Writes the last messages, oldest first, without those that were for the player alone. */
static void write_messages(const struct sessions *sessions, body_id body, char *out,
                           size_t out_size)
{
    const struct viewers *viewers = viewers_of(sessions, body);
    const struct session *player = viewers == NULL ? NULL : viewers->player;
    size_t length = 0;

    out[0] = '\0';
    if (player == NULL || player->present.scrollback == NULL)
        return;
    const struct message_log *log = &player->present.scrollback->messages;
    for (int age = message_log_length(log) - 1; age >= 0; age--) {
        const struct message message = message_log_at(log, age);
        char text[MESSAGE_SHOWN_SIZE];
        message_show(&message, text);
        if (message.role != ROLE_TELL && length + strlen(text) + 2 <= out_size)
            length += (size_t)snprintf(out + length, out_size - length, "%s\n", text);
    }
}

static void submit_page(struct sessions *sessions, const struct delver *delver,
                        const struct life_end *end)
{
    const struct options *options = &sessions->base->options;
    struct job *job = job_new(&question_save_page);

    if (job == NULL)
        return;
    struct new_page *page = job->content;
    snprintf(page->name, sizeof page->name, "%s", delver->name);
    page->pages_max = (uint32_t)options->life_pages;
    page->bytes_max = (uint64_t)options->life_pages_mib << 20;
    life_page_write(sessions->game->world, delver, end, page->text, sizeof page->text);
    /* A full queue loses the page: the thread has more to do than it can. */
    if (persist_submit(sessions->game->persist, job, NULL) != ERR_OK)
        LOG(&sessions->base->log, LOG_WARNING, "life-page.lost", log_text("name", delver->name));
}

void lives_on_event(struct sessions *sessions, const struct event *event)
{
    bool is_death = event->kind == EVENT_DIED;
    body_id body = is_death ? event->other : event->actor;
    const struct delver *delver = world_delver(sessions->game->world, body);
    const struct viewers *viewers = viewers_of(sessions, body);
    char messages[MESSAGES_SIZE];
    char epitaph[EPITAPH_SIZE] = "";

    if ((!is_death && event->kind != EVENT_KINDLED) || delver == NULL ||
        (is_death && delver->life.deaths.count == 0) || sessions->base->options.life_pages == 0)
        return;
    write_messages(sessions, body, messages, sizeof messages);
    if (viewers != NULL && viewers->player != NULL)
        epitaph_read(viewers->player, epitaph);
    const struct life_end end = {
        .is_kindling = !is_death,
        .level = event->level,
        .at = event->at,
        .epitaph = epitaph,
        .messages = messages,
    };
    submit_page(sessions, delver, &end);
}

static void tell(struct session *session, const char *text)
{
    session_tell(session, text, ROLE_DIM_TEXT);
}

/* Finds the player that the first word names; a number, or no word, means the player's own pages.
 *words moves past the name. False: the command ends here. */
static bool find_name(struct session *session, const char **words, char name[NAME_LENGTH_MAX + 1])
{
    const char *typed = *words;
    size_t length = strcspn(typed, " ");

    snprintf(name, NAME_LENGTH_MAX + 1, "%s", session->account.name);
    if (typed[0] == '\0' || strchr("0123456789", typed[0]) != NULL)
        return true;
    const struct players_found found = players_find(session, typed, length, NULL);
    if (found.answer != PLAYERS_FOUND && found.answer != PLAYERS_OTHER) {
        players_tell_unfound(session, typed, length, &found);
        return false;
    }
    memcpy(name, found.name, NAME_LENGTH_MAX + 1);
    *words += length + strspn(typed + length, " ");
    return true;
}

static bool is_open_to(const struct session *session, const struct pages_question *found)
{
    struct choice choice;

    return found->account_id == session->account.id ||
           (choices_find(found->settings, "lives", &choice) && strcmp(choice.value, "on") == 0);
}

static void show_list(struct session *session, const struct pages_question *found)
{
    bool is_own = found->account_id == session->account.id;
    bool is_table = display_text_form(session) == TEXT_TABLE;
    char text[LIST_SIZE];
    size_t length = 0;

    length = (size_t)snprintf(text, sizeof text,
                              "Lives that ended, the newest first; lives %s%s%u shows its page:\n",
                              is_own ? "" : found->name, is_own ? "" : " ", found->lines[0].number);
    for (int i = 0; i < found->count; i++)
        length += (size_t)snprintf(text + length, sizeof text - length,
                                   is_table ? "%3u  %s\n" : "%u: %s\n", found->lines[i].number,
                                   found->lines[i].text);
    if (found->total > (uint32_t)found->count)
        snprintf(text + length, sizeof text - length, "and %u older.\n",
                 found->total - (uint32_t)found->count);
    presentation_table[session->mode]->show(session, text);
}

static void tell_nothing(struct session *session, const struct pages_question *found)
{
    bool is_own = found->account_id == session->account.id;
    char text[96];

    if (found->account_id == 0)
        snprintf(text, sizeof text, "No player is called %s.", found->name);
    else if (found->number != 0)
        snprintf(text, sizeof text, "There is no page %u: lives%s%s lists them.", found->number,
                 is_own ? "" : " ", is_own ? "" : found->name);
    else if (is_own)
        snprintf(text, sizeof text, "No life of yours has ended yet.");
    else
        snprintf(text, sizeof text, "No life of %s has ended yet.", found->name);
    tell(session, text);
}

/* Shows a page. A player who listens hears no map. */
static void show_page(struct session *session, struct pages_question *found)
{
    char *map = strstr(found->text, LIFE_PAGE_MAP);

    if (map != NULL && display_text_form(session) == TEXT_SPOKEN)
        *map = '\0';
    presentation_table[session->mode]->show(session, found->text);
}

static void answer(struct session *session, const struct job *job)
{
    struct pages_question *found = job->content;
    char text[96];

    if (job->result != ERR_OK && job->result != ERR_NOT_FOUND) {
        session_tell(session, "The pages cannot be read now. Try again later.", ROLE_BAD);
    } else if (found->account_id != 0 && !is_open_to(session, found)) {
        snprintf(text, sizeof text, "%s keeps the pages of ended lives private.", found->name);
        tell(session, text);
    } else if (job->result == ERR_NOT_FOUND || (found->number == 0 && found->count == 0)) {
        tell_nothing(session, found);
    } else if (found->number != 0) {
        show_page(session, found);
    } else {
        show_list(session, found);
    }
    session_wake(session);
}

static void on_found(void *asker, struct job *job)
{
    struct session *session = sessions_find(asker, job->ticket);

    if (session == NULL || session->state != SESSION_PLAYING ||
        session->commands.lives_asked != job->content)
        return;
    session->commands.lives_asked = NULL;
    answer(session, job);
}

void lives_ask(struct session *session, const struct command *command)
{
    const char *words = command->rest;
    char name[NAME_LENGTH_MAX + 1];
    int number = 0;

    if (!find_name(session, &words, name))
        return;
    if (words[0] != '\0' && !command_number(words, &number)) {
        tell(session, "Say lives for your lives that ended, lives 3 for one, lives Brom for those "
                      "of Brom.");
        return;
    }
    struct job *job = job_new(&question_find_pages);
    if (job != NULL) {
        struct pages_question *question = job->content;
        job->answer = on_found;
        job->ticket = session->conn->serial;
        memcpy(question->name, name, sizeof question->name);
        question->number = (uint32_t)number;
        session->commands.lives_asked = question;
    }
    if (job == NULL || persist_submit(session->sessions->game->persist, job,
                                      &session->sessions->answers) != ERR_OK) {
        session->commands.lives_asked = NULL;
        session_tell(session, "The pages cannot be read now. Try again later.", ROLE_BAD);
    }
}
