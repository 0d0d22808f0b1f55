/*
 * The map as large as the window, with a cursor that goes anywhere on the level.
 */
#include "server/session/present/map_overlay.h"

#include "server/session/commands/travel_session.h"
#include "server/session/present/screen_mode.h"
#include "server/session/sessions.h"
#include "server/session/session.h"
#include "term/keymap.h"

enum { RUN_CELLS = 8 };

void map_overlay_open(struct session *session)
{
    const struct delver *delver = world_delver(session->sessions->game->world, session->actor);

    if (delver == NULL || delver->body.level == NULL)
        return;
    session->present.screen.map = (struct map_overlay){.is_open = true, .focus = delver->body.at};
    screen_mode_touch(session);
}

/* The view follows no farther than it must, so that a step of the cursor draws little. */
static void follow(struct session *session, const struct delver *delver)
{
    struct screen_mode *screen = &session->present.screen;
    struct rect area = {0, 0, (int16_t)screen->width, (int16_t)(screen->height - 1)};

    camera_follow(&screen->map.camera, CAMERA_MARGIN, screen->map.focus, area, delver->body.level);
}

/* A cell, or several for the keys that run; not off the level. */
static void move_focus(struct session *session, const struct delver *delver,
                       const struct command *command)
{
    struct pos *focus = &session->present.screen.map.focus;
    int cells = command->id == COMMAND_RUN ? RUN_CELLS : 1;
    struct pos step = pos_step(pos_of(0, 0), command->dir);

    *focus = level_clamp(delver->body.level,
                         pos_of(focus->x + cells * step.x, focus->y + cells * step.y));
}

/* To the next remembered tile of that kind behind the focus, row by row and round again. */
static void jump_to(struct session *session, const struct delver *delver, enum tile_id tile)
{
    struct map_overlay *map = &session->present.screen.map;
    const struct level *level = delver->body.level;
    struct pos from = level_clamp(level, map->focus);
    size_t cell_count = level_cell_count(level);

    for (size_t i = 1; i <= cell_count; i++) {
        size_t index = ((size_t)(from.y * level->width + from.x) + i) % cell_count;
        struct pos at = pos_of((int)index % level->width, (int)index / level->width);
        if (delver_remembered(delver, at) != tile)
            continue;
        map->focus = at;
        return;
    }
    map->note = tile == TILE_STAIRS_DOWN ? "You know of no stairs down here."
                                         : "You know of no stairs up here.";
}

static void walk_there(struct session *session, const struct delver *delver)
{
    struct map_overlay *map = &session->present.screen.map;

    if (delver_remembered(delver, map->focus) == TILE_UNKNOWN) {
        map->note = "You have not seen that place yet.";
        return;
    }
    map->is_open = false;
    session_pay(session, COMMAND_TRAVEL);
    travel_session_go(session, map->focus, travel_session_goal_at(delver, map->focus));
}

void map_overlay_on_key(struct session *session, struct key key)
{
    const struct delver *delver = world_delver(session->sessions->game->world, session->actor);
    struct command command = keymap_find(key);
    struct map_overlay *map = &session->present.screen.map;

    screen_mode_touch(session);
    map->note = NULL;
    if (delver == NULL || delver->body.level == NULL)
        map->is_open = false;
    else if (command.id == COMMAND_MOVE || command.id == COMMAND_RUN)
        move_focus(session, delver, &command);
    else if (command.id == COMMAND_DESCEND)
        jump_to(session, delver, TILE_STAIRS_DOWN);
    else if (command.id == COMMAND_ASCEND)
        jump_to(session, delver, TILE_STAIRS_UP);
    else if (command.id == COMMAND_CANCEL || command.id == COMMAND_MAP)
        map->is_open = false;
    else if (key.code == KEY_ENTER)
        walk_there(session, delver);
    else if (command.id == COMMAND_REDRAW)
        screen_mode_redraw(session);
    if (map->is_open)
        follow(session, delver);
}
