/*
 * Pastes: letters go into the line, everything else is left out.
 */
#include "server/session/present/paste.h"

#include "server/session/present/prompt_keys.h"
#include "server/session/present/screen_mode.h"
#include "server/session/session.h"
#include "server/session/sessions.h"

static struct paste *paste_of(struct session *session)
{
    return &session->present.screen.paste;
}

static void tell_ignored(struct session *session)
{
    static const char ignored[] = "Pasted text is ignored here. Press : first to put it in a line.";

    if (message_log_ends_with(&session->present.scrollback->messages, ignored))
        return;
    session_tell(session, ignored, ROLE_DIM_TEXT);
    screen_mode_touch(session);
}

static void begin(struct session *session)
{
    uint64_t now_ms = session->sessions->base->now_ms;
    bool is_typed_in = prompt_is_line(session) && !screen_mode_is_too_small(session);

    *paste_of(session) = (struct paste){.is_open = true,
                                        .is_typed_in = is_typed_in,
                                        .ends_blank = true,
                                        .began_ms = now_ms,
                                        .at_ms = now_ms};
    if (!is_typed_in)
        tell_ignored(session);
}

/* Rows become one line. */
static void put_in(struct session *session, struct key key)
{
    struct paste *paste = paste_of(session);
    bool is_letter = key.code >= ' ' && key.code < KEY_ENTER && !key.ctrl && !key.alt;
    bool is_blank = key.code == ' ' || key.code == KEY_ENTER || key.code == KEY_TAB;

    if (!paste->is_typed_in || !prompt_is_line(session) || (!is_letter && !is_blank) ||
        (!is_letter && paste->ends_blank))
        return;
    session_pay(session, WORK_LETTER);
    prompt_add_letter(session, is_blank ? ' ' : key.code);
    paste->ends_blank = is_blank;
    screen_mode_touch(session);
}

static bool is_given_up(const struct paste *paste, uint64_t now_ms)
{
    return now_ms - paste->at_ms > PASTE_SILENCE_MS || now_ms - paste->began_ms > PASTE_MS ||
           paste->bytes > PASTE_BYTES_MAX;
}

void paste_on_byte(struct session *session)
{
    struct paste *paste = paste_of(session);

    if (!paste->is_open)
        return;
    if (is_given_up(paste, session->sessions->base->now_ms))
        paste->is_open = false;
    paste->bytes++;
    paste->at_ms = session->sessions->base->now_ms;
}

bool paste_take(struct session *session, struct key key)
{
    if (key.code == KEY_PASTE_BEGINS) {
        if (!paste_of(session)->is_open)
            begin(session);
        return true;
    }
    if (key.code == KEY_PASTE_ENDS) {
        paste_of(session)->is_open = false;
        return true;
    }
    if (!paste_of(session)->is_open)
        return false;
    put_in(session, key);
    return true;
}
