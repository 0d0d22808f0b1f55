/*
 * Commands for things. Each is a row of a table: what may be chosen for it, and the action it is.
 */
#include "server/session/commands/pack.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "narrate/item_words.h"
#include "server/game/roster.h"
#include "server/session/commands/gift.h"
#include "server/session/commands/players.h"
#include "server/session/commands/target.h"
#include "server/session/present/presentation.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "world/use.h"

enum { NAME_MAX_TYPED = 64 };

struct deed_row {
    enum action_verb action; /* ACTION_NONE: it is no command for a thing */
    enum pack_verb verb;
};

static const struct deed_row deed_table[COMMAND_COUNT] = {
    [COMMAND_DROP] = {ACTION_DROP, PACK_DROP},  [COMMAND_USE] = {ACTION_USE, PACK_USE},
    [COMMAND_WEAR] = {ACTION_WEAR, PACK_WEAR},  [COMMAND_REMOVE] = {ACTION_REMOVE, PACK_REMOVE},
    [COMMAND_DRINK] = {ACTION_USE, PACK_DRINK}, [COMMAND_READ] = {ACTION_USE, PACK_READ},
    [COMMAND_ZAP] = {ACTION_USE, PACK_ZAP},     [COMMAND_THROW] = {ACTION_THROW, PACK_THROW},
    [COMMAND_SELL] = {ACTION_SELL, PACK_SELL},  [COMMAND_IDENTIFY] = {ACTION_NAME, PACK_NAME},
    [COMMAND_GIVE] = {ACTION_GIVE, PACK_GIVE},
};

bool pack_verb_of(enum command_id id, enum pack_verb *out)
{
    *out = deed_table[id].verb;
    return deed_table[id].action != ACTION_NONE;
}

static const struct delver *present(struct session *session)
{
    const struct delver *delver = world_delver(session->sessions->game->world, session->actor);

    return delver != NULL && delver->body.state == BODY_PRESENT ? delver : NULL;
}

static void queue(struct session *session, const struct action *action)
{
    struct input *input = session_input(session, INPUT_ACTION);

    if (input != NULL)
        input->action = *action;
}

static enum use_need need_of(enum action_verb verb, enum item_kind kind)
{
    if (verb == ACTION_THROW)
        return USE_NEEDS_TARGET;
    return verb == ACTION_USE ? use_need(kind) : USE_NEEDS_NOTHING;
}

/* The player beside of that name, or without one the only player there; 0: none, and told. */
static body_id find_beside(struct session *session, const struct delver *delver, const char *name)
{
    struct seat *beside[DIR_COUNT];

    if (name[0] != '\0')
        return players_find_beside(session, delver, name);
    int count = players_list_beside(session, delver, beside);
    if (count == 1)
        return beside[0]->actor;
    session_tell(session,
                 count > 1 ? "Give it to which player? For example: give dart to Brom."
                           : "No player is beside you.",
                 ROLE_DIM_TEXT);
    return 0;
}

void pack_do(struct session *session, const struct pack_deed *deed, const char *at)
{
    const struct delver *delver = present(session);
    const struct deed_row *row = &deed_table[deed->id];
    const struct stack *thing = delver == NULL ? NULL : pack_peek(&delver->life.pack, deed->object);
    struct action action = {
        .verb = row->action, .object = deed->object, .other = deed->other, .count = deed->count};

    if (thing == NULL)
        return;
    if (row->action == ACTION_GIVE) {
        action.target = find_beside(session, delver, at);
        if (action.target != 0)
            gift_give(session, &action);
        return;
    }
    enum use_need need = need_of(row->action, thing->kind);
    if (need == USE_NEEDS_TARGET && !target_find(session, delver, at, &action))
        return;
    if (need == USE_NEEDS_DOOR) {
        action.dir = command_direction(at, strlen(at));
        at += action.dir == DIR_NONE ? 0 : strlen(at);
    }
    if (need != USE_NEEDS_TARGET && at[0] != '\0') {
        session_tell(session, "That is nothing to aim.", ROLE_DIM_TEXT);
        return;
    }
    if (row->action == ACTION_THROW)
        session->commands.pack.thrown = (uint16_t)(thing->kind + 1);
    queue(session, &action);
}

bool pack_needs_target(const struct delver *delver, const struct pack_deed *deed)
{
    const struct stack *thing = pack_peek(&delver->life.pack, deed->object);

    return thing != NULL && need_of(deed_table[deed->id].action, thing->kind) == USE_NEEDS_TARGET;
}

void pack_let_fly(struct session *session, const struct aim *aim)
{
    const struct delver *delver = present(session);
    bool is_shot = aim->object == OBJECT_NONE;
    struct action action = {.verb = is_shot ? ACTION_FIRE : deed_table[aim->id].action,
                            .object = aim->object,
                            .target = aim->foe};
    const struct stack *thing = delver == NULL ? NULL : pack_peek(&delver->life.pack, aim->object);

    if (delver == NULL || (!is_shot && thing == NULL))
        return;
    if (action.verb == ACTION_THROW)
        session->commands.pack.thrown = (uint16_t)(thing->kind + 1);
    queue(session, &action);
}

/* "You have only 3 darts." or "Only 3 darts lie here." */
static void tell_fewer(struct session *session, const struct delver *delver,
                       const struct stack *thing, uint32_t count, bool is_lying)
{
    char name[ITEM_NAME_MAX];
    char text[ITEM_NAME_MAX + 64];

    item_kind_name(delver, thing->kind, count, name, sizeof name);
    if (is_lying)
        snprintf(text, sizeof text, "Only %u %s %s here.", count, name,
                 count == 1 ? "lies" : "lie");
    else
        snprintf(text, sizeof text, "You have only %u %s.", count, name);
    session_tell(session, text, ROLE_DIM_TEXT);
}

/* True if the pack has so many of that object; else tells how many. */
static bool has_count(struct session *session, const struct delver *delver, uint32_t object,
                      uint32_t count)
{
    uint32_t has = pack_count(delver, object);

    if (count == PACK_COUNT_ALL || count <= has)
        return true;
    tell_fewer(session, delver, pack_peek(&delver->life.pack, object), has, false);
    return false;
}

/* Drops `count` of that object and of its like, as many stacks as actions can wait. */
static void drop_several(struct session *session, const struct delver *delver, uint32_t object,
                         uint32_t count)
{
    const struct pack *pack = &delver->life.pack;
    const struct stack *thing = pack_peek(pack, object);
    uint32_t has = pack_count(delver, object);
    uint32_t left = count < has ? count : has;
    int waiting = 0;
    for (uint32_t i = 0; left > 0 && i < OBJECT_END && waiting < BODY_QUEUE_MAX; i++) {
        uint32_t at = (object + i) % OBJECT_END;
        const struct stack *other = pack_peek(pack, at);
        if (other == NULL || (at < OBJECT_WORN) != (object < OBJECT_WORN) ||
            !stack_is_alike(other, thing))
            continue;
        uint32_t part = other->count < left ? other->count : left;
        queue(session, &(struct action){.verb = ACTION_DROP, .object = at, .count = part});
        left -= part;
        waiting++;
    }
}

/* Cuts the words off before `word`, and returns the text behind it; "" if it is not in them. */
static const char *cut_behind(char *words, const char *word)
{
    size_t length = strlen(word);

    for (char *at = words; *at != '\0'; at++) {
        if (strncasecmp(at, word, length) != 0)
            continue;
        *at = '\0';
        return at + length + strspn(at + length, " ");
    }
    return "";
}

/* A direction that ends the words without an "at" before it: "throw dart east". */
static const char *cut_direction(char *words)
{
    char *last = strrchr(words, ' ');

    if (last == NULL || command_direction(last + 1, strlen(last + 1)) == DIR_NONE)
        return "";
    *last = '\0';
    return last + 1;
}

/* Chooses the worn thing that a thing is used on, if it needs one; false: none, and told. */
static bool choose_other(struct session *session, const struct delver *delver, const char *words,
                         struct pack_deed *deed)
{
    const struct stack *thing = pack_peek(&delver->life.pack, deed->object);
    char why[PACK_WHY_MAX];

    if (need_of(deed_table[deed->id].action, thing->kind) != USE_NEEDS_OBJECT)
        return true;
    deed->other = pack_choose(delver, PACK_TEMPER, words, why);
    if (deed->other == OBJECT_NONE)
        session_tell(session, why, ROLE_DIM_TEXT);
    return deed->other != OBJECT_NONE;
}

/* True for a verb with a count of things: else the thing is used once. */
static bool is_counted(enum pack_verb verb)
{
    return verb == PACK_DROP || verb == PACK_GIVE;
}

/* False, and told why: it is no count of things, or a count of nothing. */
static bool understands_count(struct session *session, const struct command *command)
{
    const char *name = command_row(command->id)->words;
    uint32_t count = 1;
    char text[96];

    (void)pack_cut_count(command->rest, &count);
    if (count > 0 && !pack_is_count(command->rest) && !pack_is_miscount(command->rest))
        return true;
    snprintf(text, sizeof text, "Say how many, and of what: %.*s 2 darts.", (int)strcspn(name, " "),
             name);
    session_tell(session, text, ROLE_DIM_TEXT);
    return false;
}

/* False, and told why: a count before a thing that is used once, or sold with all of its kind. */
static bool needs_no_count(struct session *session, const struct command *command)
{
    const char *name = command_row(command->id)->words;
    bool is_sold = command->id == COMMAND_SELL;
    uint32_t count = 1;
    char text[96];

    (void)pack_cut_count(command->rest, &count);
    if ((count == 1 || (is_sold && count == PACK_COUNT_ALL)) && !pack_is_miscount(command->rest))
        return true;
    snprintf(text, sizeof text, "%s, without a number: %.*s dart.",
             is_sold ? "All of a kind are sold at once" : "One at a time", (int)strcspn(name, " "),
             name);
    session_tell(session, text, ROLE_DIM_TEXT);
    return false;
}

/* "use lever" and "use key" walk into the lever or key beside the delver. False: the words name
   something else, as a thing of the pack that is called a key. */
static bool use_work(struct session *session, const struct delver *delver, const char *words)
{
    const struct name_words named = name_words_of(words);
    bool is_lever = name_match(&named, "lever") == NAME_RANK_WHOLE;
    enum tile_id wanted = is_lever ? TILE_LEVER : TILE_KEY;

    if (!is_lever && name_match(&named, "key") != NAME_RANK_WHOLE)
        return false;
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        struct pos at = pos_step(delver->body.at, dir);
        if (level_tile(delver->body.level, at) != wanted)
            continue;
        queue(session, &(struct action){.verb = ACTION_MOVE, .dir = dir});
        return true;
    }
    if (is_lever)
        session_tell(session, "No lever is beside you.", ROLE_DIM_TEXT);
    return is_lever;
}

void pack_run(struct session *session, const struct command *command)
{
    const struct delver *delver = present(session);
    struct pack_deed deed = {.id = command->id};
    char words[NAME_MAX_TYPED];
    char why[PACK_WHY_MAX];
    uint32_t count = 0;
    enum pack_verb verb;

    if (delver == NULL || !pack_verb_of(command->id, &verb) ||
        !(is_counted(verb) ? understands_count(session, command)
                           : needs_no_count(session, command)))
        return;
    if (verb == PACK_USE && use_work(session, delver, command->rest))
        return;
    snprintf(words, sizeof words, "%s", command->rest);
    const char *at = cut_behind(words, " at ");
    const char *on = cut_behind(words, " on ");
    if (at[0] == '\0' && (verb == PACK_THROW || verb == PACK_ZAP))
        at = cut_direction(words);
    if (verb == PACK_GIVE)
        at = cut_behind(words, " to ");
    const char *named = is_counted(verb) ? pack_cut_count(words, &count) : words;
    deed.object = pack_choose(delver, verb, named, why);
    deed.count = count;
    if (deed.object == OBJECT_NONE)
        session_tell(session, why, ROLE_DIM_TEXT);
    else if (!has_count(session, delver, deed.object, count))
        return;
    else if (verb == PACK_DROP && count > 0)
        drop_several(session, delver, deed.object, count);
    else if (choose_other(session, delver, on, &deed))
        pack_do(session, &deed, at);
}

void pack_fire(struct session *session, const char *at)
{
    const struct delver *delver = present(session);
    struct action action = {.verb = ACTION_FIRE};

    if (delver == NULL)
        return;
    if (stack_is_none(&delver->life.pack.worn[SLOT_LAUNCHER])) {
        char why[PACK_WHY_MAX];
        pack_tell_no_launcher(delver, presentation_table[session->mode]->on_byte != NULL, why,
                              sizeof why);
        session_tell(session, why, ROLE_DIM_TEXT);
        return;
    }
    if (strncasecmp(at, "at ", 3) == 0)
        at += 3;
    if (target_find(session, delver, at, &action))
        queue(session, &action);
}

/* Asks for each thing that lies here and may be taken, as many as actions can wait, and tells of
   the others. */
static void get_all(struct session *session, const struct delver *delver)
{
    const struct world *world = session->sessions->game->world;
    const struct item *item;
    int count = 0;

    char text[96];

    for (item_id id = delver->body.level->first_item; id != 0; id = item->next) {
        item = world_item(world, id);
        if (!pos_equal(item->at, delver->body.at) || !item_is_free(world, item, delver->delver_id))
            continue;
        if (count++ < BODY_QUEUE_MAX)
            queue(session, &(struct action){.verb = ACTION_GET, .object = item->id});
    }
    snprintf(text, sizeof text, "You take four things at a time: get all again for the other %d.",
             count - BODY_QUEUE_MAX);
    if (count == 0)
        session_tell(session, "Nothing lies here that you could pick up.", ROLE_DIM_TEXT);
    else if (count > BODY_QUEUE_MAX)
        session_tell(session, text, ROLE_DIM_TEXT);
}

/* The thing here that the words name best; NULL: none does, and `hint` says which could have been
   meant. */
static const struct item *find_lying(const struct world *world, const struct delver *delver,
                                     const char *words, char hint[NAME_HINT_SIZE])
{
    uint32_t count = 0;
    char name[ITEM_NAME_MAX];
    struct name_search search = name_search_of(pack_cut_count(words, &count));
    const struct item *item;

    for (item_id id = delver->body.level->first_item; id != 0; id = item->next) {
        item = world_item(world, id);
        if (!pos_equal(item->at, delver->body.at))
            continue;
        name_search_offer(&search, pack_name_rank(delver, &item->stack, &search.words), id);
        item_name(delver, &item->stack, name, sizeof name);
        name_search_hear(&search, name);
    }
    name_search_hint(&search, hint);
    return search.chosen < 0 ? NULL : world_item(world, (item_id)search.chosen);
}

/* True for what is like `thing` here and may be taken. */
static bool is_like(const struct world *world, const struct delver *delver, const struct item *item,
                    const struct stack *thing)
{
    return pos_equal(item->at, delver->body.at) && stack_is_alike(&item->stack, thing) &&
           item_is_free(world, item, delver->delver_id);
}

/* Picks up `count` of what is like that item here, likewise. */
static void get_several(struct session *session, const struct delver *delver,
                        const struct item *like, uint32_t count)
{
    const struct world *world = session->sessions->game->world;
    const struct item *item;
    uint32_t has = 0;

    for (item_id id = delver->body.level->first_item; id != 0; id = item->next) {
        item = world_item(world, id);
        has += is_like(world, delver, item, &like->stack) ? item->stack.count : 0;
    }
    if (has > 0 && count != PACK_COUNT_ALL && count > has) {
        tell_fewer(session, delver, &like->stack, has, true);
        return;
    }
    if (has == 0) /* the world says why it is not to be had */
        queue(session, &(struct action){.verb = ACTION_GET, .object = like->id});
    uint32_t left = count < has ? count : has;
    int waiting = 0;
    for (item_id id = delver->body.level->first_item;
         id != 0 && left > 0 && waiting < BODY_QUEUE_MAX; id = item->next) {
        item = world_item(world, id);
        if (!is_like(world, delver, item, &like->stack))
            continue;
        uint32_t part = item->stack.count < left ? item->stack.count : left;
        queue(session, &(struct action){.verb = ACTION_GET, .object = id, .count = part});
        left -= part;
        waiting++;
    }
}

void pack_get(struct session *session, const struct command *command)
{
    const char *words = command->rest;
    const struct world *world = session->sessions->game->world;
    const struct delver *delver = present(session);

    if (delver == NULL)
        return;
    if (strcasecmp(words, "all") == 0) {
        get_all(session, delver);
        return;
    }
    if (!understands_count(session, command))
        return;
    char hint[NAME_HINT_SIZE] = "";
    char why[NAME_HINT_SIZE + 64];
    uint32_t count = 0;
    (void)pack_cut_count(words, &count);
    const struct item *item = words[0] == '\0'
                                  ? level_item_at(world, delver->body.level, delver->body.at)
                                  : find_lying(world, delver, words, hint);
    snprintf(why, sizeof why, "%s%s",
             words[0] == '\0' ? "Nothing lies here that you could pick up."
                              : "No such thing lies here.",
             hint);
    if (item == NULL)
        session_tell(session, why, ROLE_DIM_TEXT);
    else if (count > 0)
        get_several(session, delver, item, count);
    else
        queue(session, &(struct action){.verb = ACTION_GET, .object = item->id});
}

void pack_show(struct session *session)
{
    const struct presentation *mode = presentation_table[session->mode];
    const struct delver *delver = present(session);
    struct text_tints tints = {0};
    char text[PACK_TEXT_MAX];

    if (delver == NULL)
        return;
    if (!mode->is_spoken) {
        pack_list(delver, display_text_form(session), &tints, text, sizeof text);
        mode->show(session, text);
        pack_tint(session, &tints);
        return;
    }
    pack_tell_carried(delver, text, sizeof text);
    session_tell(session, text, ROLE_TEXT);
    pack_tell_worn(delver, text, sizeof text);
    session_tell(session, text, ROLE_TEXT);
    snprintf(text, sizeof text, "You have %lld gold.", (long long)delver->life.gold);
    session_tell(session, text, ROLE_TEXT);
}

void pack_show_worn(struct session *session)
{
    const struct delver *delver = present(session);
    char text[PACK_TEXT_MAX];

    if (delver == NULL)
        return;
    pack_tell_worn(delver, text, sizeof text);
    session_tell(session, text, ROLE_TEXT);
}

void pack_tint(struct session *session, const struct text_tints *tints)
{
    if (session->mode == MODE_SCREEN)
        session->present.screen.overlay_tints = *tints;
}

void pack_await(struct session *session, enum command_id id)
{
    struct screen_mode *screen = &session->present.screen;
    enum pack_verb verb;
    enum pack_menu_step step = pack_verb_of(id, &verb) ? PACK_MENU_THING : PACK_MENU_NUMBER;

    if (session->mode == MODE_SCREEN && screen->overlay != NULL)
        screen->menu = (struct pack_menu){.step = step, .id = id};
}
