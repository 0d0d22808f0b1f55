/*
 * The words of the name prompt: one row each.
 */
#include "content/goal.h"
#include "server/session/auth/login_words.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <strings.h>

#include "narrate/command.h"
#include "server/session/auth/guest.h"
#include "server/session/auth/login.h"
#include "server/session/commands/help_topics.h"
#include "server/session/commands/house.h"
#include "server/session/commands/who.h"
#include "server/session/present/presentation.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "server/session/watch/watch.h"
#include "world/name.h"

struct word_row {
    const char *word;
    void (*apply)(struct session *session);
};

static void say_help(struct session *session)
{
    static const struct {
        const char *word;
        const char *does;
        bool (*is_offered)(const struct session *session); /* NULL: always */
    } words[] = {
        {"who", "lists the players online", NULL},
        {"watch", "shows what one of them does", NULL},
        {"reader", "words only, for screen readers, from the next name on", NULL},
        {"guest", "lets you in under a name of ours", guest_is_welcome},
        {"rules", "shows the rules of the host", house_has_rules},
        {"quit", "leaves", NULL},
    };
    bool is_table = display_text_form(session) == TEXT_TABLE;
    char line[96];

    session_write(session,
                  "Undercroft is one dungeon that everybody shares.\n" GOAL_SENTENCE "\n"
                  "Type the name of your player, 3 to 16 letters; a new name makes a new player.\n"
                  "Then walk: arrows or n s e w.\n");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        snprintf(line, sizeof line, is_table ? "%-7s %s\n" : "%s: %s.\n", words[i].word,
                 words[i].does);
        if (words[i].is_offered == NULL || words[i].is_offered(session))
            session_write(session, line);
    }
}

static void say_who(struct session *session)
{
    char list[WHO_TEXT_MAX];

    who_list(session->sessions, display_text_form(session), list, sizeof list);
    session_write(session, list);
}

static void say_rules(struct session *session)
{
    char text[HOUSE_TEXT_MAX];

    house_write_rules(session->sessions->base, text);
    session_write(session, text);
}

static void say_watch(struct session *session)
{
    if (!watch_offer(session))
        return;
    session_change_state(session, SESSION_PICK);
    login_prompt_again(session);
}

static void want_reader(struct session *session)
{
    session->auth.wants_reader = true;
    session_write(session, "Reader mode: words only, nothing drawn.\n");
}

static void leave(struct session *session)
{
    session_say_goodbye(session, "Goodbye.");
}

static void say_new(struct session *session)
{
    session_write(session, "Type a name for your new character.\n");
}

static void say_known(struct session *session)
{
    session_write(session, "Type the name of your player; the password is asked for next.\n");
}

static void say_claim(struct session *session)
{
    session_write(session,
                  "Guests claim a name in play; here a name is yours once you chose its password.\n"
                  "An administrator helps with a password that is lost.\n");
}

/* Words that are answered if no player has that name. */
static const struct word_row reserved_table[] = {
    {"new", say_new},       {"create", say_new},  {"register", say_new},   {"signup", say_new},
    {"connect", say_known}, {"login", say_known}, {"password", say_known}, {"guest", guest_enter},
    {"claim", say_claim},   {"exit", leave},      {"logout", leave},       {"bye", leave},
};

static bool is_command(const char *name)
{
    struct command_words words = {0};
    char word[COMMAND_WORD_SIZE];

    while (command_next_word(&words, word)) {
        if (strcasecmp(word, name) == 0)
            return true;
    }
    return false;
}

bool login_words_answer_name(struct session *session, const char *name)
{
    char text[96];

    for (size_t i = 0; i < sizeof reserved_table / sizeof reserved_table[0]; i++) {
        if (strcasecmp(name, reserved_table[i].word) != 0)
            continue;
        reserved_table[i].apply(session);
        return true;
    }
    if (!is_command(name))
        return false;
    snprintf(text, sizeof text, "%s is a command, and no name: it works once you are logged in.\n",
             name);
    session_write(session, text);
    return true;
}

static const struct word_row word_table[] = {
    {"help", say_help},      {"?", say_help}, {"who", say_who},     {"watch", say_watch},
    {"reader", want_reader}, {"quit", leave}, {"rules", say_rules},
};

bool login_words_apply(struct session *session, const char *line)
{
    for (size_t i = 0; i < sizeof word_table / sizeof word_table[0]; i++) {
        if (strcasecmp(line, word_table[i].word) != 0)
            continue;
        word_table[i].apply(session);
        if (session->state == SESSION_NAME)
            login_prompt_again(session);
        return true;
    }
    return false;
}

static enum err add_rows(struct reserved_names *names, const struct word_row *rows, size_t count)
{
    enum err error = ERR_OK;

    for (size_t i = 0; error == ERR_OK && i < count; i++)
        error = reserved_names_add(names, rows[i].word);
    return error;
}

enum err login_words_reserve(struct reserved_names *names)
{
    const struct help_topic *topic;
    enum err error =
        add_rows(names, reserved_table, sizeof reserved_table / sizeof reserved_table[0]);

    if (error == ERR_OK)
        error = add_rows(names, word_table, sizeof word_table / sizeof word_table[0]);
    for (size_t i = 0; error == ERR_OK && (topic = help_topic_at(i)) != NULL; i++)
        error = reserved_names_add(names, topic->name);
    return error;
}
