/*
 * The words of the name prompt: one row each.
 */
#include "server/session/auth/login_words.h"

#include <stddef.h>
#include <strings.h>

#include "server/session/sessions.h"
#include "server/session/auth/login.h"
#include "server/session/commands/who.h"
#include "server/session/session.h"
#include "server/session/watch/watch.h"

struct word_row {
    const char *word;
    void (*apply)(struct session *session);
};

static void say_help(struct session *session)
{
    session_write(session,
                  "Undercroft is one dungeon that everybody shares.\n"
                  "Type the name of your delver, 3 to 16 letters; a new name makes a new delver.\n"
                  "Then walk: arrows or n s e w.\n"
                  "who     lists the players online\n"
                  "watch   shows what one of them does\n"
                  "reader  words only, for screen readers, from the next name on\n"
                  "quit    leaves\n");
}

static void say_who(struct session *session)
{
    char list[WHO_TEXT_MAX];

    who_list(session->sessions, session->auth.wants_reader, list, sizeof list);
    session_write(session, list);
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

static const struct word_row word_table[] = {
    {"help", say_help},   {"?", say_help},         {"who", say_who},
    {"watch", say_watch}, {"reader", want_reader}, {"quit", leave},
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
