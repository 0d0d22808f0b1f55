/*
 * The menu of settings.
 */
#include "server/session/present/settings_keys.h"

#include <stdio.h>
#include <string.h>

#include "server/session/preferences/setting_table.h"
#include "server/session/preferences/settings.h"
#include "server/session/present/screen_mode.h"
#include "server/session/session.h"
#include "term/keymap.h"

enum { ANSWER_SIZE = 192 };

static struct settings_menu *menu_of(struct session *session)
{
    return &session->present.screen.settings;
}

void settings_keys_open(struct session *session)
{
    session_pay(session, COMMAND_SET);
    *menu_of(session) = (struct settings_menu){.is_open = true};
    screen_mode_touch(session);
}

static void choose(struct session *session, int step)
{
    struct settings_menu *menu = menu_of(session);
    int count = 0;

    while (setting_at((size_t)count) != NULL)
        count++;
    menu->chosen = (uint8_t)((menu->chosen + step + count) % count);
    menu->is_warned = false;
}

/* A change that leaves the screen needs the key twice: a slip must not end screen mode. */
static void change(struct session *session, int step)
{
    struct settings_menu *menu = menu_of(session);
    char answer[ANSWER_SIZE];

    session_pay(session, COMMAND_SET);
    if (setting_at(menu->chosen)->leaves_screen && !menu->is_warned) {
        menu->is_warned = true;
        return;
    }
    settings_step(session, menu->chosen, step, answer, sizeof answer);
}

void settings_keys_take(struct session *session, struct key key)
{
    struct command command = keymap_find(key);
    bool is_plain = !key.ctrl && !key.alt;

    screen_mode_touch(session);
    if (is_plain && (key.code == KEY_ENTER || key.code == ' '))
        change(session, 1);
    else if (command.id == COMMAND_MOVE && (command.dir == DIR_EAST || command.dir == DIR_WEST))
        change(session, command.dir == DIR_EAST ? 1 : -1);
    else if (command.id == COMMAND_MOVE && (command.dir == DIR_NORTH || command.dir == DIR_SOUTH))
        choose(session, command.dir == DIR_SOUTH ? 1 : -1);
    else if (key.code == KEY_TAB || key.code == KEY_BACK_TAB)
        choose(session, key.code == KEY_TAB ? 1 : -1);
    else if (command.id == COMMAND_CANCEL || command.id == COMMAND_SET ||
             (is_plain && key.code == 'q'))
        menu_of(session)->is_open = false;
    else if (command.id == COMMAND_REDRAW)
        screen_mode_redraw(session);
}

struct menu settings_keys_menu(const struct session *session, struct settings_menu_texts *texts)
{
    const struct settings_menu *menu = &session->present.screen.settings;
    char row[64];
    size_t length = 0;

    if (!menu->is_open)
        return (struct menu){.rows = NULL};
    texts->rows[0] = '\0';
    for (size_t i = 0; settings_describe(session, i, row, sizeof row); i++) {
        if (length + sizeof row < sizeof texts->rows)
            length +=
                (size_t)snprintf(texts->rows + length, sizeof texts->rows - length, "%s\n", row);
    }
    settings_explain(menu->chosen, texts->explanation, sizeof texts->explanation);
    if (menu->is_warned)
        snprintf(texts->explanation, sizeof texts->explanation,
                 "The same key again leaves the screen; type set mode screen to come back.");
    return (struct menu){
        .rows = texts->rows, .chosen = menu->chosen, .explanation = texts->explanation};
}
