/*
 * Keys of the look cursor. Each is a row of a table; keys that walk or run move it.
 */
#include "server/session/present/look_keys.h"

#include "content/tile.h"
#include "server/session/commands/list.h"
#include "server/session/commands/travel_session.h"
#include "server/session/present/screen_mode.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "term/keymap.h"

static const struct delver *present(const struct session *session)
{
    const struct delver *delver = world_delver(session->sessions->game->world, session->actor);

    return delver != NULL && delver->body.state == BODY_PRESENT ? delver : NULL;
}

void look_keys_open(struct session *session)
{
    const struct delver *delver = present(session);

    if (delver == NULL)
        return;
    session_pay(session, COMMAND_LIST);
    session->present.screen.look = (struct look_cursor){.is_open = true, .at = delver->body.at};
    look_cursor_begin(&session->present.screen.look, session->sessions->game->world, delver);
    screen_mode_touch(session);
}

static void leave(struct session *session, const struct delver *delver)
{
    (void)delver;
    session->present.screen.look.is_open = false;
}

static void jump(struct session *session, const struct delver *delver, bool is_back)
{
    /* The list of things is built again. */
    session_pay(session, COMMAND_LIST);
    if (!look_cursor_jump(&session->present.screen.look, session->sessions->game->world, delver,
                          is_back))
        session_tell(session, "Nothing of note is in view.", ROLE_DIM_TEXT);
}

static void jump_on(struct session *session, const struct delver *delver)
{
    jump(session, delver, false);
}

static void jump_back(struct session *session, const struct delver *delver)
{
    jump(session, delver, true);
}

static void walk_there(struct session *session, const struct delver *delver)
{
    struct pos at = session->present.screen.look.at;

    leave(session, delver);
    session_pay(session, COMMAND_TRAVEL);
    travel_session_go(session, at, travel_session_goal_at(delver, at));
}

static void tell(struct session *session, const struct delver *delver)
{
    (void)delver;
    session_pay(session, COMMAND_EXAMINE);
    list_describe(session, session->present.screen.look.at);
}

static void redraw(struct session *session, const struct delver *delver)
{
    (void)delver;
    session_pay(session, COMMAND_REDRAW);
    screen_mode_redraw(session);
}

struct look_key {
    uint32_t code; /* KEY_NONE: by its command */
    enum command_id command;
    void (*take)(struct session *session, const struct delver *delver);
};

static const struct look_key key_table[] = {
    {.code = KEY_TAB, .take = jump_on},
    {.code = '+', .take = jump_on},
    {.code = '-', .take = jump_back},
    {.code = KEY_ENTER, .take = walk_there},
    {.code = '.', .take = walk_there},
    {.command = COMMAND_LOOK, .take = tell},
    {.command = COMMAND_EXAMINE, .take = leave},
    {.command = COMMAND_CANCEL, .take = leave},
    {.command = COMMAND_REDRAW, .take = redraw},
};

static void take_other(struct session *session, const struct delver *delver, struct key key,
                       enum command_id command)
{
    for (size_t i = 0; i < sizeof key_table / sizeof key_table[0]; i++) {
        const struct look_key *row = &key_table[i];
        bool is_meant = row->code != KEY_NONE ? row->code == key.code && !key.ctrl && !key.alt
                                              : row->command == command;
        if (!is_meant)
            continue;
        row->take(session, delver);
        return;
    }
}

void look_keys_take(struct session *session, struct key key)
{
    struct look_cursor *look = &session->present.screen.look;
    const struct delver *delver = present(session);
    struct command command = keymap_find(key);

    screen_mode_touch(session);
    if (delver == NULL)
        look->is_open = false;
    else if (command.id == COMMAND_MOVE)
        look_cursor_move(look, delver->body.level, command.dir, 1);
    else if (command.id == COMMAND_RUN)
        look_cursor_move(look, delver->body.level, command.dir, LOOK_CURSOR_RUN);
    else
        take_other(session, delver, key, command.id);
}
