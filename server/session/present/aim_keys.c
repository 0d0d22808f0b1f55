/*
 * Keys while a foe is marked. The mark is a look cursor with an aim; a foe that has died or gone
 * out of view meanwhile is told of, and nothing is spent.
 */
#include "server/session/present/aim_keys.h"

#include "server/session/commands/pack.h"
#include "server/session/present/screen_mode.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "term/keymap.h"

static const struct delver *present(const struct session *session)
{
    const struct delver *delver = world_delver(session->sessions->game->world, session->actor);

    return delver != NULL && delver->body.state == BODY_PRESENT ? delver : NULL;
}

bool aim_keys_are_open(const struct session *session)
{
    return session->present.screen.look.is_open && session->present.screen.look.aim.foe != 0;
}

static void leave(struct session *session)
{
    session->present.screen.look = (struct look_cursor){.is_open = false};
}

static void mark(struct session *session, struct aim aim)
{
    const struct body *foe = world_body(session->sessions->game->world, aim.foe);

    session->present.screen.look = (struct look_cursor){.is_open = true, .at = foe->at, .aim = aim};
}

void aim_keys_open(struct session *session, enum command_id id, uint32_t object)
{
    const struct world *world = session->sessions->game->world;
    const struct delver *delver = present(session);

    screen_mode_touch(session);
    session_pay(session, (int)id);
    if (delver == NULL)
        return;
    if (object == OBJECT_NONE && stack_is_none(&delver->life.pack.worn[SLOT_LAUNCHER])) {
        char why[PACK_WHY_MAX];
        pack_tell_no_launcher(delver, true, why, sizeof why);
        session_tell(session, why, ROLE_DIM_TEXT);
        return;
    }
    struct aim aim = {.id = id, .object = object};
    aim.foe = aim_first(world, delver, &aim, session->commands.pack.target);
    if (aim.foe == 0)
        session_tell(session, "No foe is in view to aim at.", ROLE_DIM_TEXT);
    else
        mark(session, aim);
}

static void mark_next(struct session *session, const struct delver *delver, bool is_back)
{
    struct aim aim = session->present.screen.look.aim;

    aim.foe = aim_next(session->sessions->game->world, delver, aim.foe, is_back);
    if (aim.foe != 0) {
        mark(session, aim);
        return;
    }
    leave(session);
    session_tell(session, "No foe is in view any more.", ROLE_DIM_TEXT);
}

static void let_fly(struct session *session, const struct delver *delver)
{
    const struct aim aim = session->present.screen.look.aim;
    bool is_held = aim_holds(session->sessions->game->world, delver, aim.foe);

    /* The mark stays, for another foe. */
    if (is_held && aim_is_short(session->sessions->game->world, delver, &aim)) {
        session_tell(session, "It would fall short: step nearer, or Tab marks another.",
                     ROLE_DIM_TEXT);
        return;
    }
    leave(session);
    if (!is_held) {
        session_tell(session, "It is not in view any more.", ROLE_DIM_TEXT);
        return;
    }
    session->commands.pack.target = aim.foe;
    pack_let_fly(session, &aim);
}

void aim_keys_take(struct session *session, struct key key)
{
    const struct delver *delver = present(session);
    bool is_plain = !key.ctrl && !key.alt;
    enum command_id id = keymap_find(key).id;

    screen_mode_touch(session);
    session_pay(session, COMMAND_LIST);
    if (delver == NULL || id == COMMAND_CANCEL)
        leave(session);
    else if (is_plain && (key.code == KEY_TAB || key.code == '+'))
        mark_next(session, delver, false);
    else if (is_plain && key.code == '-')
        mark_next(session, delver, true);
    else if (is_plain && (key.code == KEY_ENTER || id == session->present.screen.look.aim.id))
        let_fly(session, delver);
}
