/*
 * Words typed as keys.
 */
#include "server/session/present/typed_words.h"

#include <string.h>

#include "narrate/command.h"
#include "server/session/session.h"
#include "server/session/sessions.h"

static bool is_word(const struct typed_words *typed)
{
    struct command_words words = {0};
    char word[COMMAND_WORD_SIZE];

    if (typed->length < TYPED_WORD_MIN || typed->length == TYPED_WORD_SIZE)
        return false;
    while (command_next_word(&words, word)) {
        if (strlen(word) == typed->length && memcmp(word, typed->letters, typed->length) == 0)
            return true;
    }
    return false;
}

void typed_words_note(struct session *session, struct key key)
{
    struct typed_words *typed = &session->present.screen.typed_words;
    uint64_t now_ms = session->sessions->base->now_ms;
    bool is_letter = key.code >= 'a' && key.code <= 'z' && !key.ctrl && !key.alt;

    if (now_ms - typed->at_ms > TYPED_WORD_GAP_MS)
        typed->length = 0;
    typed->at_ms = now_ms;
    if (is_letter) {
        if (typed->length < TYPED_WORD_SIZE)
            typed->letters[typed->length++] = (char)key.code;
        return;
    }
    if (key.code == KEY_ENTER && !typed->is_told && is_word(typed)) {
        typed->is_told = true;
        session_tell(session, "To type words press : first (or :set mode line).", ROLE_GOOD);
    }
    typed->length = 0;
}
