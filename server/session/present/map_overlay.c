/*
 * The map as large as the window.
 */
#include "server/session/present/map_overlay.h"

#include "server/session/commands/travel_session.h"
#include "server/session/present/screen_mode.h"
#include "server/session/sessions.h"
#include "server/session/session.h"
#include "term/keymap.h"

enum { SCROLL_X = 8, SCROLL_Y = 4 }; /* cells a key */

void map_overlay_open(struct session *session)
{
    const struct delver *delver = world_delver(session->sessions->game->world, session->actor);

    if (delver == NULL || delver->body.level == NULL)
        return;
    session->present.screen.map = (struct map_overlay){.is_open = true, .focus = delver->body.at};
    screen_mode_touch(session);
}

static int limit(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

/* The middle of the view is never nearer to the level's edge than the view reaches, so that no key
   has to be pressed in vain before the view moves again. The result lies on the level whatever the
   window's size is. */
static int scroll(int focus, int by, int view, int whole)
{
    view = limit(view, 1, whole);
    int first = view / 2;
    int last = whole - (view - view / 2);

    return limit(limit(focus, first, last) + by, first, last);
}

static void move_focus(struct session *session, const struct delver *delver, enum dir dir)
{
    struct screen_mode *screen = &session->present.screen;
    struct pos step = pos_step(pos_of(0, 0), dir);
    struct pos *focus = &screen->map.focus;

    *focus =
        pos_of(scroll(focus->x, step.x * SCROLL_X, screen->width, delver->body.level->width),
               scroll(focus->y, step.y * SCROLL_Y, screen->height - 1, delver->body.level->height));
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
        move_focus(session, delver, command.dir);
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
}
