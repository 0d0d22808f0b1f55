/*
 * Keys in screen mode: bytes become keys, a key waits for the session's share of work, and then
 * goes to the layer on top of the map (screen_layers.c) or is a command.
 *
 * Text that a terminal pastes is marked at both ends (bracketed paste) and is never taken for keys.
 * In a line of input it becomes part of the line, with a blank in place of controls; elsewhere it
 * is ignored, and the player is told once.
 */
#include "server/session/present/screen_keys.h"

#include <stdio.h>
#include <string.h>

#include <uv.h>

#include "server/net/conn.h"
#include "server/session/commands/commands.h"
#include "server/session/commands/pack.h"
#include "server/session/commands/party.h"
#include "server/session/commands/players.h"
#include "server/session/commands/travel_session.h"
#include "server/session/present/death_page.h"
#include "server/session/present/presentation.h"
#include "server/session/present/prompt_keys.h"
#include "server/session/present/screen_layers.h"
#include "server/session/present/screen_mode.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "server/session/trace.h"
#include "server/session/watch/watch.h"
#include "server/session/watch/watch_keys.h"
#include "term/keymap.h"

enum {
    LAG_WAITED_FOR_MS = 1000,
    TYPED_WORD_MIN = 3,       /* fewest letters of a word; two letters are more likely keys */
    TYPED_WORD_GAP_MS = 1500, /* longest time between two letters of a word */
};

static void mark_own(struct screen_mode *screen)
{
    screen->is_dirty = true;
    screen->is_dirty_own = true;
}

static void tell_ignored(struct session *session)
{
    static const char ignored[] = "Pasted text is ignored here. Press : first to put it in a line.";

    if (message_log_ends_with(&session->present.scrollback->messages, ignored))
        return;
    session_tell(session, ignored, ROLE_DIM_TEXT);
    screen_mode_touch(session);
}

static void begin_paste(struct session *session)
{
    uint64_t now_ms = session->sessions->base->now_ms;
    bool is_typed_in = prompt_is_line(&session->present.screen) &&
                       !screen_mode_is_too_small(&session->present.screen);

    session->present.screen.paste = (struct paste){.is_open = true,
                                                   .is_typed_in = is_typed_in,
                                                   .ends_blank = true,
                                                   .began_ms = now_ms,
                                                   .at_ms = now_ms};
    if (!is_typed_in)
        tell_ignored(session);
}

/* Puts the pasted rows into one line. */
static void put_in_line(struct session *session, struct key key)
{
    struct paste *paste = &session->present.screen.paste;
    bool is_letter = key.code >= ' ' && key.code < KEY_ENTER && !key.ctrl && !key.alt;
    bool is_blank = key.code == ' ' || key.code == KEY_ENTER || key.code == KEY_TAB;

    if (!paste->is_typed_in || !prompt_is_line(&session->present.screen) ||
        (!is_letter && !is_blank) || (!is_letter && paste->ends_blank))
        return;
    session_pay(session, WORK_LETTER);
    prompt_add_letter(session, is_blank ? ' ' : key.code);
    paste->ends_blank = is_blank;
    screen_mode_touch(session);
}

static bool is_paste_over(const struct paste *paste, uint64_t now_ms)
{
    return now_ms - paste->at_ms > PASTE_SILENCE_MS || now_ms - paste->began_ms > PASTE_MS ||
           paste->bytes > PASTE_BYTES_MAX;
}

/* Notes a byte of a key, a paste or a line. */
static void note_paste_byte(struct paste *paste, const struct base *base)
{
    if (!paste->is_open)
        return;
    if (is_paste_over(paste, base->now_ms))
        paste->is_open = false;
    paste->bytes++;
    paste->at_ms = base->now_ms;
}

/* True if the key is an end of a paste or part of one, and so was not pressed. */
static bool take_pasted(struct session *session, struct key key)
{
    if (key.code == KEY_PASTE_BEGINS) {
        if (!session->present.screen.paste.is_open)
            begin_paste(session);
        return true;
    }
    if (key.code == KEY_PASTE_ENDS) {
        session->present.screen.paste.is_open = false;
        return true;
    }
    if (!session->present.screen.paste.is_open)
        return false;
    put_in_line(session, key);
    return true;
}

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

/* Notes a key on the map. Players used to games of lines type "look" and Enter there; they are told
   once how words are typed. */
static void note_typed_word(struct session *session, struct key key)
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
    if (key.code == KEY_ENTER && !typed->is_reported && is_word(typed)) {
        typed->is_reported = true;
        session_tell(session, "To type words press : first (or :set mode line).", ROLE_GOOD);
    }
    typed->length = 0;
}

static void say_unknown(struct session *session, struct key key)
{
    char name[32];
    char text[80];

    key_describe(key, name, sizeof name);
    snprintf(text, sizeof text, "Unknown key %s. ? lists keys.", name);
    session_tell(session, text, ROLE_DIM_TEXT);
    mark_own(&session->present.screen);
}

/* Closes all that is over the map, for Ctrl-C, which players press to get out. */
static void interrupt(struct session *session)
{
    screen_mode_clear(session);
    session_tell(session, "Q leaves; your place is kept.", ROLE_TEXT);
    mark_own(&session->present.screen);
}

/* True if a command for doors has more than one door to choose from. */
static bool asks_for_direction(const struct world *world, body_id actor, enum command_id id)
{
    const struct delver *delver = world_delver(world, actor);
    enum action_verb verb = id == COMMAND_CLOSE ? ACTION_CLOSE : ACTION_OPEN;
    enum dir dir;

    if (id != COMMAND_CLOSE && id != COMMAND_OPEN)
        return false;
    return delver != NULL && action_door_candidates(&delver->body, verb, &dir) > 1;
}

/* Returns the question that a key opens before its command can run; PROMPT_NONE: none. */
static enum screen_prompt prompt_of(const struct game *game, body_id actor, enum command_id id)
{
    if ((id == COMMAND_CLOSE || id == COMMAND_OPEN) && !asks_for_direction(game->world, actor, id))
        return PROMPT_NONE;
    if (id == COMMAND_PARTY_SAY && !party_is_member(game->roster, actor))
        return PROMPT_NONE;
    return prompt_for(id);
}

/* True for "@" of a player with a role: it begins an operators' command. */
static bool begins_order(enum account_role role, struct key key)
{
    return key.code == '@' && !key.ctrl && !key.alt && role != ACCOUNT_ROLE_NONE;
}

static void begin_order(struct session *session)
{
    prompt_open(session, PROMPT_COMMAND);
    prompt_add_letter(session, '@');
}

/* Uses the thing of a slot; keys answer the remaining questions. */
static void use_slot(struct session *session, int number)
{
    enum command_id id;
    uint32_t object;

    session_pay(session, COMMAND_SLOT);
    if (slot_find(session, number, &id, &object))
        layer_use_thing(session, id, object);
    else
        mark_own(&session->present.screen);
}

/* True for a key that opens a line and is no letter, such as ":". */
static bool begins_line(const struct session *session, struct key key)
{
    bool is_mark = key.code == ':' || key.code == '\'' || key.code == '"';

    return (is_mark && !key.ctrl && !key.alt) || begins_order(session->role, key);
}

static void on_command_key(struct session *session, struct key key)
{
    struct command command = keymap_find(key);
    enum screen_prompt prompt = prompt_of(session->sessions->game, session->actor, command.id);

    if (begins_order(session->role, key))
        begin_order(session);
    else if (command.id == COMMAND_NONE)
        say_unknown(session, key);
    else if (prompt != PROMPT_NONE)
        prompt_open(session, prompt);
    else if (command.id == COMMAND_SET)
        layer_open_settings(session);
    else if (command.id == COMMAND_FIRE)
        layer_open_aim(session, COMMAND_FIRE, OBJECT_NONE);
    else if (command.id == COMMAND_SLOT)
        use_slot(session, command.count);
    else if (!layer_open_things(session, command.id))
        commands_run(session, &command);
}

/*
 * Takes the terminal's answer to a question about UTF-8. In column 2 one cell was drawn, so UTF-8
 * works. An 8-bit terminal that obeys C1 controls gives the same result, because two of the three
 * bytes are such controls; the second question, whose two bytes contain none, finds that out.
 */
static void on_cursor_report(struct session *session, struct key key)
{
    enum screen_probe answered = session->present.screen.probe;
    bool sent_utf8 = display_sends_utf8(&session->present, &session->preferences.settings);

    if (answered == PROBE_NONE)
        return;
    session->present.screen.probe = PROBE_NONE;
    session->present.shows_utf8 = key.column == 2;
    session->present.screen.is_dirty = true;
    if (answered == PROBE_UTF8 && session->present.shows_utf8)
        screen_mode_probe(session, PROBE_8_BITS);
    else if (sent_utf8 && !display_sends_utf8(&session->present, &session->preferences.settings))
        screen_mode_redraw(
            session); /* earlier characters may have taken other cells than intended */
}

static void on_watching_key(struct session *session, struct key key)
{
    struct screen_mode *screen = &session->present.screen;
    bool had_page = screen->overlay != NULL;

    if (had_page)
        screen_mode_turn_overlay(session, key);
    if (had_page && (screen->overlay != NULL || !begins_line(session, key)))
        return;
    if (prompt_is_line(screen))
        prompt_keys_take(session, key);
    else if (watch_takes_words(session) && begins_order(session->role, key))
        begin_order(session);
    else if (watch_takes_words(session) && keymap_find(key).id == COMMAND_LINE)
        prompt_open(session, PROMPT_COMMAND);
    else
        watch_on_key(session, key);
}

/* True for a key that acts in any window. A player who cannot see the map can leave or redraw it;
   any other key would act unseen. */
static bool is_for_any_window(enum session_state state, const struct screen_mode *screen,
                              struct key key)
{
    enum command_id id = keymap_find(key).id;

    if (state == SESSION_WATCHING)
        return id != COMMAND_LINE && key.code != '@';
    /* A letter may have been meant for the line that was being typed. */
    return (id == COMMAND_QUIT || id == COMMAND_REDRAW) &&
           (key.ctrl || screen->prompt == PROMPT_NONE);
}

static void on_key(struct session *session, struct key key)
{
    bool is_letter = prompt_is_line(&session->present.screen) && key.code != KEY_ENTER;

    session_pay(session, is_letter ? WORK_LETTER : WORK_KEY);
    if (session->trace != NULL && !is_letter)
        trace_key(session->trace, key);
    if (screen_mode_is_too_small(&session->present.screen)) {
        if (session->state != SESSION_WATCHING)
            travel_session_interrupt(session, COMMAND_NONE);
        if (!is_for_any_window(session->state, &session->present.screen, key))
            return;
        screen_mode_clear(session);
    }
    if (session->state == SESSION_WATCHING) {
        on_watching_key(session, key);
        return;
    }
    if (death_page_take_key(session, key))
        return;
    travel_session_interrupt(session, layer_is_open(session) ? COMMAND_NONE : keymap_find(key).id);
    if (!prompt_is_line(&session->present.screen))
        note_typed_word(session, key);
    /* A page, a list or the settings give way to a line: the words that a player types behind : are
       never taken for their keys, or for steps. */
    if (begins_line(session, key) && !prompt_is_line(&session->present.screen))
        screen_mode_clear(session);
    if (key.ctrl && key.code == 'c')
        interrupt(session);
    else if (!layer_take_key(session, key))
        on_command_key(session, key);
}

/* Does what a key means, and draws its effect at once, before acts of others. */
static void act(struct session *session, struct key key)
{
    struct screen_mode *screen = &session->present.screen;
    bool was_dirty = screen->is_dirty;

    screen->is_dirty = false;
    prompt_follow_password(session);
    on_key(session, key);
    if (session_is_in_game(session))
        prompt_follow_password(session);
    screen->is_dirty_own = screen->is_dirty_own || screen->is_dirty;
    screen->is_dirty = screen->is_dirty || was_dirty;
}

/* False while a new size of the window is not drawn yet, or a command waits for a name. */
static bool may_act(struct session *session)
{
    return session->present.screen.new_width == 0 &&
           !players_are_asked(session->commands.question) && session_has_share(session);
}

/* Takes a key. Above the session's share of work it waits, or is dropped with one notice. A
   sequence that is not a key stops no walk, closes no page and answers no question. */
static void take_key(struct session *session, struct key key)
{
    struct ration *ration = &session->ration;

    if (take_pasted(session, key) || key.code == KEY_UNKNOWN)
        return;
    if (key.code == KEY_CURSOR_REPORT) {
        on_cursor_report(session, key);
        return;
    }
    if (session->present.screen.key_read_us == 0)
        session->present.screen.key_read_us = uv_hrtime() / 1000;
    if (ration->key_count == 0 && may_act(session)) {
        /* The next flood counts as a new one. */
        ration->is_dropping = ration->is_dropping && ration->left < RATION_BURST / 2;
        act(session, key);
        return;
    }
    if (ration_wait(ration, key))
        return;
    metrics_add(&session->sessions->base->metrics, METRIC_INPUT_DROPPED, METRIC_INPUT_KEY, 1);
    if (!ration->is_dropping)
        session_tell(session, "Too fast: keys are being dropped.", ROLE_BAD);
    ration->is_dropping = true;
}

static void take_waiting(struct session *session)
{
    struct key key;

    while (session_is_in_game(session) && session->present.screen.is_open && may_act(session) &&
           ration_take(&session->ration, &key))
        act(session, key);
}

void screen_keys_on_byte(struct session *session, uint8_t byte)
{
    struct key_decoder *decoder = &session->present.screen.decoder;
    struct key keys[KEY_DECODE_MAX];

    session->present.screen.is_key_late = false;
    note_paste_byte(&session->present.screen.paste, session->sessions->base);
    decoder->is_8_bit = !display_sends_utf8(&session->present, &session->preferences.settings);
    int count = key_decode(decoder, byte, session->sessions->base->now_ms, keys);
    /* A key may have closed the screen. */
    for (int i = 0; i < count && session->present.screen.is_open; i++)
        take_key(session, keys[i]);
}

/* Ends a key whose rest did not come in time. */
static void expire(struct session *session)
{
    struct screen_mode *screen = &session->present.screen;
    uint64_t now_ms = session->sessions->base->now_ms;
    struct key key;

    /* A client that sends a key in two pieces sends the second when the first is acknowledged. */
    uint32_t lag_ms = session->conn->client.caps.lag_ms;
    lag_ms = lag_ms < LAG_WAITED_FOR_MS ? lag_ms : LAG_WAITED_FOR_MS;
    if (!key_is_due(&screen->decoder, now_ms, lag_ms))
        return;
    /* After a stall the rest may have arrived without having been read. */
    if (!screen->is_key_late) {
        screen->is_key_late = true;
        return;
    }
    screen->is_key_late = false;
    if (key_expire(&screen->decoder, now_ms, &key))
        take_key(session, key);
}

void screen_keys_update(struct session *session)
{
    take_waiting(session);
    expire(session);
}
