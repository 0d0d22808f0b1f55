/*
 * Lists of things that wait for a letter. The list is text over the map; what was asked for stands
 * beside it, so that a letter is looked up in the pack as it is when the key comes.
 */
#include "server/session/present/pack_keys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "narrate/item_words.h"
#include "server/session/commands/commands.h"
#include "server/session/commands/pack.h"
#include "server/session/present/aim_keys.h"
#include "server/session/present/presentation.h"
#include "server/session/present/screen_mode.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "term/keymap.h"
#include "world/use.h"

static const struct delver *present(const struct session *session)
{
    const struct delver *delver = world_delver(session->sessions->game->world, session->actor);

    return delver != NULL && delver->body.state == BODY_PRESENT ? delver : NULL;
}

bool pack_keys_are_open(const struct session *session)
{
    const struct screen_mode *screen = &session->present.screen;

    return screen->overlay != NULL && screen->menu.step != PACK_MENU_NONE;
}

static void open_menu(struct session *session, struct pack_menu menu,
                      const struct text_tints *tints, const char *text)
{
    presentation_table[session->mode]->show(session, text);
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
        open_menu(session, menu, &tints, text);
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
    size_t length = strlen(text);
    snprintf(text + length, sizeof text - length, "A letter shows what you can do with a thing.\n");
    open_menu(session, (struct pack_menu){.step = PACK_MENU_THING, .id = COMMAND_INVENTORY}, &tints,
              text);
}

bool pack_keys_open(struct session *session, enum command_id id)
{
    const struct delver *delver = present(session);
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

enum { GIVE_LETTER = 'G' }; /* in the list of verbs; elsewhere it is another command's key */

static char letter_of_verb(enum command_id id)
{
    return id == COMMAND_GIVE ? GIVE_LETTER : command_row(id)->keys[0];
}

/* "t  throw", for each command that the thing is for. */
static void open_verbs(struct session *session, const struct delver *delver, uint32_t object)
{
    char text[PACK_TEXT_MAX];
    char detail[ITEM_DETAIL_MAX];

    item_detail(delver, pack_peek(&delver->life.pack, object), TEXT_TABLE, detail, sizeof detail);
    size_t length = (size_t)snprintf(text, sizeof text, "%s\n", detail);
    for (enum command_id id = COMMAND_NONE; id < COMMAND_COUNT; id++) {
        enum pack_verb verb;
        if (pack_verb_of(id, &verb) && pack_fits(delver, verb, object) && length < sizeof text)
            length += (size_t)snprintf(text + length, sizeof text - length, "%c  %s\n",
                                       letter_of_verb(id), pack_verb_name(verb));
    }
    open_menu(session, (struct pack_menu){.step = PACK_MENU_VERB, .object = object},
              &(struct text_tints){0}, text);
}

/* The thing is chosen; what it is used on may have to be. */
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
        aim_keys_open(session, id, object);
    else
        pack_do(session, &(struct pack_deed){.id = id, .object = object}, "");
}

void pack_keys_do(struct session *session, enum command_id id, uint32_t object)
{
    const struct delver *delver = present(session);
    enum pack_verb verb;

    if (delver != NULL && pack_verb_of(id, &verb) && pack_fits(delver, verb, object))
        do_with(session, delver, id, object);
}

static void close_menu(struct session *session)
{
    screen_mode_clear(session);
    screen_mode_touch(session);
}

static uint32_t letter_of(struct key key)
{
    return key.ctrl || key.alt ? OBJECT_NONE : pack_object(key.code);
}

/* The first choice, for the verb's own key. */
static uint32_t first_of(const struct session *session, const struct delver *delver,
                         enum pack_verb verb)
{
    uint16_t thrown = session->commands.pack.thrown;

    return pack_first(delver, verb, thrown == 0 ? ITEM_KIND_COUNT : (enum item_kind)(thrown - 1));
}

/* True if the key meant something. */
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
        object = first_of(session, delver, verb);
    if (!pack_fits(delver, verb, object))
        return false;
    close_menu(session);
    do_with(session, delver, menu.id, object);
    return true;
}

static bool take_other(struct session *session, const struct delver *delver, struct pack_menu menu,
                       struct key key)
{
    uint32_t other = letter_of(key);

    if (!pack_fits(delver, PACK_TEMPER, other))
        return false;
    close_menu(session);
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
    close_menu(session);
    do_with(session, delver, id, menu.object);
    return true;
}

/* The greatest number that begins a row of the list. */
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
    close_menu(session);
    session_pay(session, (int)id);
    commands_run(session, &(struct command){.id = id, .count = 1, .rest = words});
}

/*
 * Digits are the number of a row. They act with the first digit behind which no other can follow
 * in this list, so that no pause decides; one that could go on waits for that, or for Enter.
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

static bool (*const take_table[PACK_MENU_COUNT])(struct session *session,
                                                 const struct delver *delver, struct pack_menu menu,
                                                 struct key key) = {
    [PACK_MENU_THING] = take_thing,
    [PACK_MENU_OTHER] = take_other,
    [PACK_MENU_VERB] = take_verb,
    [PACK_MENU_NUMBER] = take_number,
};

void pack_keys_take(struct session *session, struct key key)
{
    struct pack_menu menu = session->present.screen.menu;
    const struct delver *delver = present(session);

    if (delver == NULL)
        close_menu(session);
    else if (!take_table[menu.step](session, delver, menu, key))
        screen_mode_turn_overlay(session, key);
}
