/*
 * The layers over the map in screen mode, and their keys: a list of things that waits for a letter,
 * a text, the menu of settings, the map of the level, the mark on a foe, the look cursor and the
 * question in the last row. Each is a row of layer_table, at the end; a key goes to the first open
 * one.
 */
#include "server/session/present/screen_layers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "narrate/item_words.h"
#include "server/session/commands/commands.h"
#include "server/session/commands/list.h"
#include "server/session/commands/pack.h"
#include "server/session/commands/travel_session.h"
#include "server/session/preferences/settings.h"
#include "server/session/present/prompt_keys.h"
#include "server/session/commands/players.h"
#include "server/session/present/screen_mode.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "term/keymap.h"
#include "world/use.h"

enum {
    MAP_RUN_CELLS = 8, /* cells by which a key for running moves the cursor of the map */
    ANSWER_SIZE = 192,
};

enum {
    GIVE_LETTER = 'G'
}; /* the key for giving in the list of verbs; elsewhere it is another command's */

void layer_open_look(struct session *session)
{
    const struct delver *delver = players_own(session);

    if (delver == NULL)
        return;
    session_pay(session, COMMAND_LIST);
    session->present.screen.look = (struct look_cursor){.is_open = true, .at = delver->body.at};
    look_cursor_begin(&session->present.screen.look, session->sessions->game->world, delver);
    screen_mode_touch(session);
}

static void end_look(struct session *session, const struct delver *delver)
{
    (void)delver;
    session->present.screen.look.is_open = false;
}

static void jump_look(struct session *session, const struct delver *delver, bool is_back)
{
    /* The list of things is built again. */
    session_pay(session, COMMAND_LIST);
    if (!look_cursor_jump(&session->present.screen.look, session->sessions->game->world, delver,
                          is_back))
        session_tell(session, "Nothing of note is in view.", ROLE_DIM_TEXT);
}

static void jump_on(struct session *session, const struct delver *delver)
{
    jump_look(session, delver, false);
}

static void jump_back(struct session *session, const struct delver *delver)
{
    jump_look(session, delver, true);
}

static void walk_to_look(struct session *session, const struct delver *delver)
{
    struct pos at = session->present.screen.look.at;

    end_look(session, delver);
    session_pay(session, COMMAND_TRAVEL);
    travel_session_go(session, at, travel_session_goal_at(delver, at));
}

static void tell_of_look(struct session *session, const struct delver *delver)
{
    (void)delver;
    session_pay(session, COMMAND_EXAMINE);
    list_describe(session, session->present.screen.look.at);
}

static void redraw_look(struct session *session, const struct delver *delver)
{
    (void)delver;
    session_pay(session, COMMAND_REDRAW);
    screen_mode_redraw(session);
}

struct look_key {
    uint32_t code; /* key; KEY_NONE: the key of its command */
    enum command_id command;
    void (*take)(struct session *session, const struct delver *delver);
};

static const struct look_key look_key_table[] = {
    {.code = KEY_TAB, .take = jump_on},
    {.code = '+', .take = jump_on},
    {.code = '-', .take = jump_back},
    {.code = KEY_ENTER, .take = walk_to_look},
    {.code = '.', .take = walk_to_look},
    {.command = COMMAND_LOOK, .take = tell_of_look},
    {.command = COMMAND_EXAMINE, .take = end_look},
    {.command = COMMAND_CANCEL, .take = end_look},
    {.command = COMMAND_REDRAW, .take = redraw_look},
};

static void take_other_look_key(struct session *session, const struct delver *delver,
                                struct key key, enum command_id command)
{
    for (size_t i = 0; i < sizeof look_key_table / sizeof look_key_table[0]; i++) {
        const struct look_key *row = &look_key_table[i];
        bool is_meant = row->code != KEY_NONE ? row->code == key.code && !key.ctrl && !key.alt
                                              : row->command == command;
        if (!is_meant)
            continue;
        row->take(session, delver);
        return;
    }
}

/* Moves the look cursor, acts or closes it; other keys do nothing. */
static void take_look_key(struct session *session, struct key key)
{
    struct look_cursor *look = &session->present.screen.look;
    const struct delver *delver = players_own(session);
    struct command command = keymap_find(key);

    screen_mode_touch(session);
    if (delver == NULL)
        look->is_open = false;
    else if (command.id == COMMAND_MOVE)
        look_cursor_move(look, delver->body.level, command.dir, 1);
    else if (command.id == COMMAND_RUN)
        look_cursor_move(look, delver->body.level, command.dir, LOOK_CURSOR_RUN);
    else
        take_other_look_key(session, delver, key, command.id);
}

static bool look_is_open(const struct session *session)
{
    return session->present.screen.look.is_open;
}

/* True if a foe is marked: a look cursor with an aim. If the foe has died or left the view, the
   player is told and nothing is used up. */
static bool aim_is_open(const struct session *session)
{
    return session->present.screen.look.is_open && session->present.screen.look.aim.foe != 0;
}

static void end_aim(struct look_cursor *look)
{
    *look = (struct look_cursor){.is_open = false};
}

static void mark_foe(const struct world *world, struct look_cursor *look, struct aim aim)
{
    const struct body *foe = world_body(world, aim.foe);

    *look = (struct look_cursor){.is_open = true, .at = foe->at, .aim = aim};
}

void layer_open_aim(struct session *session, enum command_id id, uint32_t object)
{
    const struct world *world = session->sessions->game->world;
    const struct delver *delver = players_own(session);

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
        mark_foe(world, &session->present.screen.look, aim);
}

static void mark_next_foe(struct session *session, const struct delver *delver, bool is_back)
{
    struct aim aim = session->present.screen.look.aim;

    aim.foe = aim_next(session->sessions->game->world, delver, aim.foe, is_back);
    if (aim.foe != 0) {
        mark_foe(session->sessions->game->world, &session->present.screen.look, aim);
        return;
    }
    end_aim(&session->present.screen.look);
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
    end_aim(&session->present.screen.look);
    if (!is_held) {
        session_tell(session, "It is not in view any more.", ROLE_DIM_TEXT);
        return;
    }
    session->commands.pack.target = aim.foe;
    pack_let_fly(session, &aim);
}

/* Fires, marks another foe, or ends the aim; other keys do nothing. */
static void take_aim_key(struct session *session, struct key key)
{
    const struct delver *delver = players_own(session);
    bool is_plain = !key.ctrl && !key.alt;
    enum command_id id = keymap_find(key).id;

    screen_mode_touch(session);
    session_pay(session, COMMAND_LIST);
    if (delver == NULL || id == COMMAND_CANCEL)
        end_aim(&session->present.screen.look);
    else if (is_plain && (key.code == KEY_TAB || key.code == '+'))
        mark_next_foe(session, delver, false);
    else if (is_plain && key.code == '-')
        mark_next_foe(session, delver, true);
    else if (is_plain && (key.code == KEY_ENTER || id == session->present.screen.look.aim.id))
        let_fly(session, delver);
}

void layer_open_map(struct session *session)
{
    const struct delver *delver = world_delver(session->sessions->game->world, session->actor);

    if (delver == NULL || delver->body.level == NULL)
        return;
    session->present.screen.map = (struct map_overlay){.is_open = true, .focus = delver->body.at};
    screen_mode_touch(session);
}

/* Moves the view no farther than necessary, so that a step of the cursor draws little. */
static void follow_focus(struct screen_mode *screen, const struct delver *delver)
{
    struct rect area = {0, 0, (int16_t)screen->width, (int16_t)(screen->height - 1)};

    camera_follow(&screen->map.camera, CAMERA_MARGIN, screen->map.focus, area, delver->body.level);
}

/* Moves the focus by a cell, or by several for the keys of running, within the level. */
static void move_focus(struct pos *focus, const struct delver *delver,
                       const struct command *command)
{
    int cells = command->id == COMMAND_RUN ? MAP_RUN_CELLS : 1;
    struct pos step = pos_step(pos_of(0, 0), command->dir);

    *focus = level_clamp(delver->body.level,
                         pos_of(focus->x + cells * step.x, focus->y + cells * step.y));
}

/* Moves the focus to the next remembered tile of that kind, row by row and around the end. */
static void jump_focus(struct map_overlay *map, const struct delver *delver, enum tile_id tile)
{
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

static void walk_to_focus(struct session *session, const struct delver *delver)
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

/* Scrolls the map, jumps, or closes it; other keys do nothing. */
static void take_map_key(struct session *session, struct key key)
{
    const struct delver *delver = world_delver(session->sessions->game->world, session->actor);
    struct command command = keymap_find(key);
    struct map_overlay *map = &session->present.screen.map;

    screen_mode_touch(session);
    map->note = NULL;
    if (delver == NULL || delver->body.level == NULL)
        map->is_open = false;
    else if (command.id == COMMAND_MOVE || command.id == COMMAND_RUN)
        move_focus(&session->present.screen.map.focus, delver, &command);
    else if (command.id == COMMAND_DESCEND)
        jump_focus(map, delver, TILE_STAIRS_DOWN);
    else if (command.id == COMMAND_ASCEND)
        jump_focus(map, delver, TILE_STAIRS_UP);
    else if (command.id == COMMAND_CANCEL || command.id == COMMAND_MAP)
        map->is_open = false;
    else if (key.code == KEY_ENTER)
        walk_to_focus(session, delver);
    else if (command.id == COMMAND_REDRAW)
        screen_mode_redraw(session);
    if (map->is_open)
        follow_focus(&session->present.screen, delver);
}

static bool map_is_open(const struct session *session)
{
    return session->present.screen.map.is_open;
}

void layer_open_settings(struct session *session)
{
    session_pay(session, COMMAND_SET);
    session->present.screen.settings = (struct settings_menu){.is_open = true};
    screen_mode_touch(session);
}

static void choose_setting(struct settings_menu *menu, int step)
{
    int count = 0;

    while (setting_at((size_t)count) != NULL)
        count++;
    menu->chosen = (uint8_t)((menu->chosen + step + count) % count);
    menu->is_warned = false;
}

/* Changes a setting. One that ends screen mode needs the key twice, so that a slip does not end
   it. */
static void change_setting(struct session *session, int step)
{
    struct settings_menu *menu = &session->present.screen.settings;
    char answer[ANSWER_SIZE];

    session_pay(session, COMMAND_SET);
    if (setting_at(menu->chosen)->leaves_screen && !menu->is_warned) {
        menu->is_warned = true;
        return;
    }
    settings_step(session, menu->chosen, step, answer, sizeof answer);
}

static void take_settings_key(struct session *session, struct key key)
{
    struct command command = keymap_find(key);
    bool is_plain = !key.ctrl && !key.alt;

    screen_mode_touch(session);
    if (is_plain && (key.code == KEY_ENTER || key.code == ' '))
        change_setting(session, 1);
    else if (command.id == COMMAND_MOVE && (command.dir == DIR_EAST || command.dir == DIR_WEST))
        change_setting(session, command.dir == DIR_EAST ? 1 : -1);
    else if (command.id == COMMAND_MOVE && (command.dir == DIR_NORTH || command.dir == DIR_SOUTH))
        choose_setting(&session->present.screen.settings, command.dir == DIR_SOUTH ? 1 : -1);
    else if (key.code == KEY_TAB || key.code == KEY_BACK_TAB)
        choose_setting(&session->present.screen.settings, key.code == KEY_TAB ? 1 : -1);
    else if (command.id == COMMAND_CANCEL || command.id == COMMAND_SET ||
             (is_plain && key.code == 'q'))
        session->present.screen.settings.is_open = false;
    else if (command.id == COMMAND_REDRAW)
        screen_mode_redraw(session);
}

struct menu layer_settings_menu(const struct session *session, struct settings_menu_texts *texts)
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

static bool settings_are_open(const struct session *session)
{
    return session->present.screen.settings.is_open;
}

/* True if a list of things is open. It is text over the map, of which only the command is stored: a
   letter is looked up in the pack as it is when the key comes. */
static bool list_is_open(const struct session *session)
{
    const struct screen_mode *screen = &session->present.screen;

    return screen->overlay != NULL && screen->menu.step != PACK_MENU_NONE;
}

static void open_list(struct session *session, struct pack_menu menu,
                      const struct text_tints *tints, const char *text)
{
    screen_mode_show(session, text);
    session->present.screen.overlay_tints = *tints;
    session->present.screen.menu = menu;
}

/* Opens the menu of things that fit the verb, below a heading. */
static void open_things(struct session *session, const struct delver *delver, struct pack_menu menu,
                        enum pack_verb verb)
{
    struct text_tints tints = {.above = 1};
    char text[PACK_TEXT_MAX];
    const char *name = pack_verb_name(verb);
    size_t length = (size_t)snprintf(text, sizeof text, "%c%s what? A letter chooses.\n",
                                     name[0] - 'a' + 'A', name + 1);

    pack_menu(delver, verb, &tints, text + length, sizeof text - length);
    if (text[length] != '\0') {
        open_list(session, menu, &tints, text);
        return;
    }
    snprintf(text, sizeof text, "You have nothing to %s.", name);
    session_tell(session, text, ROLE_DIM_TEXT);
    screen_mode_touch(session);
}

static void open_inventory(struct session *session, const struct delver *delver)
{
    struct text_tints tints = {0};
    char text[PACK_TEXT_MAX];

    pack_list(delver, TEXT_TABLE, &tints, text, sizeof text);
    struct writer writer = writer_behind(text, sizeof text);
    writer_add(&writer, "A letter shows what you can do with a thing.\n");
    open_list(session, (struct pack_menu){.step = PACK_MENU_THING, .id = COMMAND_INVENTORY}, &tints,
              text);
}

bool layer_open_things(struct session *session, enum command_id id)
{
    const struct delver *delver = players_own(session);
    enum pack_verb verb;

    if (!pack_verb_of(id, &verb) && id != COMMAND_INVENTORY)
        return false;
    session_pay(session, (int)id);
    if (delver == NULL)
        return true;
    if (id == COMMAND_INVENTORY)
        open_inventory(session, delver);
    else
        open_things(session, delver, (struct pack_menu){.step = PACK_MENU_THING, .id = id}, verb);
    return true;
}

static char letter_of_verb(enum command_id id)
{
    return id == COMMAND_GIVE ? GIVE_LETTER : command_row(id)->keys[0];
}

/* Opens a list such as "t throw" of each command that fits the thing. */
static void open_verbs(struct session *session, const struct delver *delver, uint32_t object)
{
    char text[PACK_TEXT_MAX];
    char detail[ITEM_DETAIL_MAX];

    item_detail(delver, pack_peek(&delver->life.pack, object), TEXT_TABLE, detail, sizeof detail);
    struct writer writer = writer_of(text, sizeof text);
    writer_add(&writer, "%s\n", detail);
    for (enum command_id id = COMMAND_NONE; id < COMMAND_COUNT; id++) {
        enum pack_verb verb;
        if (pack_verb_of(id, &verb) && pack_fits(delver, verb, object))
            writer_add(&writer, "%c  %s\n", letter_of_verb(id), pack_verb_name(verb));
    }
    open_list(session, (struct pack_menu){.step = PACK_MENU_VERB, .object = object},
              &(struct text_tints){0}, text);
}

/* Runs the command with the chosen thing, or asks for the second thing on which it is used. */
static void do_with(struct session *session, const struct delver *delver, enum command_id id,
                    uint32_t object)
{
    const struct stack *thing = pack_peek(&delver->life.pack, object);
    enum pack_verb verb;

    (void)pack_verb_of(id, &verb);
    bool is_used = verb == PACK_READ || verb == PACK_USE;
    if (is_used && use_need(thing->kind) == USE_NEEDS_OBJECT)
        open_things(session, delver,
                    (struct pack_menu){.step = PACK_MENU_OTHER, .id = id, .object = object},
                    PACK_TEMPER);
    else if (pack_needs_target(delver, &(struct pack_deed){.id = id, .object = object}))
        layer_open_aim(session, id, object);
    else
        pack_do(session, &(struct pack_deed){.id = id, .object = object}, "");
}

void layer_use_thing(struct session *session, enum command_id id, uint32_t object)
{
    const struct delver *delver = players_own(session);
    enum pack_verb verb;

    if (delver != NULL && pack_verb_of(id, &verb) && pack_fits(delver, verb, object))
        do_with(session, delver, id, object);
}

static void close_list(struct session *session)
{
    screen_mode_clear(session);
    screen_mode_touch(session);
}

static uint32_t letter_of(struct key key)
{
    return key.ctrl || key.alt ? OBJECT_NONE : pack_object(key.code);
}

/* Returns the first choice, for the verb's own key. */
static uint32_t first_of(const struct pack_choices *pack, const struct delver *delver,
                         enum pack_verb verb)
{
    uint16_t thrown = pack->thrown;

    return pack_first(delver, verb, thrown == 0 ? ITEM_KIND_COUNT : (enum item_kind)(thrown - 1));
}

/* Takes a key that chooses a thing. False: it has no meaning here. */
static bool take_thing(struct session *session, const struct delver *delver, struct pack_menu menu,
                       struct key key)
{
    uint32_t object = letter_of(key);
    enum pack_verb verb;

    if (!pack_verb_of(menu.id, &verb)) {
        if (pack_peek(&delver->life.pack, object) == NULL)
            return false;
        open_verbs(session, delver, object);
        return true;
    }
    if (!pack_fits(delver, verb, object) && keymap_find(key).id == menu.id)
        object = first_of(&session->commands.pack, delver, verb);
    if (!pack_fits(delver, verb, object))
        return false;
    close_list(session);
    do_with(session, delver, menu.id, object);
    return true;
}

static bool take_other(struct session *session, const struct delver *delver, struct pack_menu menu,
                       struct key key)
{
    uint32_t other = letter_of(key);

    if (!pack_fits(delver, PACK_TEMPER, other))
        return false;
    close_list(session);
    pack_do(session, &(struct pack_deed){.id = menu.id, .object = menu.object, .other = other}, "");
    return true;
}

static bool take_verb(struct session *session, const struct delver *delver, struct pack_menu menu,
                      struct key key)
{
    enum command_id id = key.code == GIVE_LETTER ? COMMAND_GIVE : keymap_find(key).id;
    enum pack_verb verb;

    if (!pack_verb_of(id, &verb) || !pack_fits(delver, verb, menu.object))
        return false;
    close_list(session);
    do_with(session, delver, id, menu.object);
    return true;
}

/* Returns the greatest number at the beginning of a row of the list. */
static int last_number(const char *text)
{
    int last = 0;

    while (*text != '\0') {
        int number = (int)strtol(text + strspn(text, " "), NULL, 10);
        last = number > last ? number : last;
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    return last;
}

static void run_number(struct session *session, enum command_id id, int number)
{
    char words[16];

    snprintf(words, sizeof words, "%d", number);
    close_list(session);
    session_pay(session, (int)id);
    commands_run(session, &(struct command){.id = id, .count = 1, .rest = words});
}

/*
 * Takes a digit of a row's number. It acts with the first digit after which no other can follow in
 * this list, so that no pause is needed; a number that could continue waits for another digit, or
 * for Enter.
 */
static bool take_number(struct session *session, const struct delver *delver, struct pack_menu menu,
                        struct key key)
{
    int last = last_number(session->present.screen.overlay);
    bool is_digit = !key.ctrl && !key.alt && key.code >= '0' && key.code <= '9';
    int number = menu.number;
    char text[64];

    (void)delver;
    if (is_digit)
        number = 10 * number + (int)(key.code - '0');
    if (number == 0 || (!is_digit && key.code != KEY_ENTER))
        return false;
    bool is_whole = 10 * number > last;
    if (!is_digit || (is_whole && (number <= last || menu.number == 0))) {
        run_number(session, menu.id, number);
        return true;
    }
    session->present.screen.menu.number = number > last ? 0 : number;
    if (number > last)
        snprintf(text, sizeof text, "The list ends with %d.", last);
    else
        snprintf(text, sizeof text, "%d: Enter takes it, a digit goes on.", number);
    session_tell(session, text, ROLE_DIM_TEXT);
    screen_mode_touch(session);
    return true;
}

static bool (*const step_table[PACK_MENU_COUNT])(struct session *session,
                                                 const struct delver *delver, struct pack_menu menu,
                                                 struct key key) = {
    [PACK_MENU_THING] = take_thing,
    [PACK_MENU_OTHER] = take_other,
    [PACK_MENU_VERB] = take_verb,
    [PACK_MENU_NUMBER] = take_number,
};

/* Takes a key: a letter chooses, keys that turn pages do so, and all others close the list. */
static void take_list_key(struct session *session, struct key key)
{
    struct pack_menu menu = session->present.screen.menu;
    const struct delver *delver = players_own(session);

    if (delver == NULL)
        close_list(session);
    else if (!step_table[menu.step](session, delver, menu, key))
        screen_mode_turn_overlay(session, key);
}

static bool text_is_open(const struct session *session)
{
    return session->present.screen.overlay != NULL;
}

/* A layer: its functions. The table is in the order in which layers get a key. */
static const struct layer {
    bool (*is_open)(const struct session *session);
    void (*on_key)(struct session *session, struct key key);
} layer_table[] = {
    {list_is_open, take_list_key},
    {text_is_open, screen_mode_turn_overlay},
    {settings_are_open, take_settings_key},
    {map_is_open, take_map_key},
    {aim_is_open, take_aim_key},
    {look_is_open, take_look_key},
    {prompt_is_open, prompt_keys_take},
};

/* Returns the layer on top; NULL: none is open. */
static const struct layer *find_top(const struct session *session)
{
    for (size_t i = 0; i < sizeof layer_table / sizeof layer_table[0]; i++) {
        if (layer_table[i].is_open(session))
            return &layer_table[i];
    }
    return NULL;
}

bool layer_is_open(const struct session *session)
{
    return find_top(session) != NULL;
}

bool layer_take_key(struct session *session, struct key key)
{
    const struct layer *layer = find_top(session);

    if (layer != NULL)
        layer->on_key(session, key);
    return layer != NULL;
}
