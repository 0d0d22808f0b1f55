/*
 * The numbered list of things in view: shown as text, described one by one, and used as goals for
 * walks.
 */
#include "server/session/commands/list.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/utf8.h"
#include "narrate/around.h"
#include "narrate/cell_words.h"
#include "narrate/item_words.h"
#include "narrate/lore.h"
#include "narrate/pack_words.h"
#include "server/game/roster.h"
#include "server/session/commands/pack.h"
#include "server/session/commands/party.h"
#include "server/session/commands/players.h"
#include "server/session/commands/travel_session.h"
#include "server/session/present/presentation.h"
#include "server/session/present/scrollback.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "travel/path.h"
#include "world/sense.h"

static void collect(const struct world *world, const struct delver *delver, unsigned kinds,
                    struct things *out)
{
    const struct things_wish wish = {.kinds = kinds, .by_kind = true, .max = THINGS_MAX};

    things_collect(world, delver, &wish, out);
}

/* Returns the rank of how well the words name the thing; 0: not at all. */
static enum name_rank name_rank(const struct thing *thing, const struct name_words *words)
{
    enum name_rank rank = name_match(words, thing->name);
    enum name_rank noun_rank = name_match(words, thing_noun(thing));

    return rank > noun_rank ? rank : noun_rank;
}

/* Sorts the things of each kind by the length of the walk, shortest first. */
static void order_by_walk(struct session *session, const struct delver *delver,
                          struct things *things)
{
    const struct path_map map = path_map_of(delver);
    struct pos cells[THINGS_MAX];
    int walks[THINGS_MAX];

    for (int i = 0; i < things->count; i++)
        cells[i] = things->list[i].at;
    session_pay(session, WORK_WALKS);
    path_measure(session->sessions->game->path_scratch, &map, delver->body.at, cells, things->count,
                 walks);
    for (int i = 1; i < things->count; i++) {
        struct thing thing = things->list[i];
        int walk = walks[i];
        int place = i;
        for (; place > 0 && thing_rank(&things->list[place - 1]) == thing_rank(&thing) &&
               walks[place - 1] > walk;
             place--) {
            things->list[place] = things->list[place - 1];
            walks[place] = walks[place - 1];
        }
        things->list[place] = thing;
        walks[place] = walk;
    }
}

/* Collects the things of a list. A list of all kinds only counts doors to known ground, and all
   scenery but the nearest. */
static void collect_shown(struct session *session, const struct delver *delver, unsigned kinds,
                          struct things *out)
{
    const struct things_wish wish = {.kinds = kinds,
                                     .by_kind = true,
                                     .counts_doors = kinds == THINGS_OF_ALL,
                                     .counts_scenery = kinds == THINGS_OF_ALL,
                                     .max = THINGS_MAX};

    things_collect(session->sessions->game->world, delver, &wish, out);
    order_by_walk(session, delver, out);
}

void list_note(struct scrollback *scrollback, struct commands_state *commands,
               const struct delver *delver, const struct things *things)
{
    struct listed *listed = scrollback_list(scrollback, things->count);

    commands->has_wares = false;
    if (listed == NULL)
        return;
    listed->level = delver->body.key;
    for (int i = 0; i < things->count; i++)
        listed->things[i] = thing_key_of(&things->list[i]);
}

static void ask_for_kind(struct session *session)
{
    char kinds[THINGS_KINDS_SIZE];
    char text[sizeof kinds + 64];

    things_tell_kinds(kinds);
    snprintf(text, sizeof text, "List what? %s, or a name; alone it lists all.", kinds);
    session_tell(session, text, ROLE_DIM_TEXT);
}

/* True if the list shows the thing under that name. A player needs the whole name, because a list
   cannot say which player a beginning means. */
static bool is_listed_as(const struct thing *thing, const struct name_words *words)
{
    enum name_rank rank = name_rank(thing, words);

    return rank == NAME_RANK_WHOLE || (rank > NAME_RANK_NONE && thing->kind != THING_DELVER);
}

/* Keeps only the things that the words name, or the one with the number in the words. */
static void keep_named(struct things *things, const char *words)
{
    const struct name_words named = name_words_of(words);
    int found = 0;
    int count = 0;

    for (int i = 0; i < things->count; i++) {
        if (!is_listed_as(&things->list[i], &named))
            continue;
        found++;
        if (named.number == 0 || named.number == found)
            things->list[count++] = things->list[i];
    }
    things->count = count;
    things->left_out = 0;
}

void list_show(struct session *session, const struct command *command)
{
    const char *words = command->rest;
    static const char digits_act[] = "\nA number walks there.\n";
    const struct delver *delver = players_own(session);
    char text[AROUND_LIST_MAX + sizeof digits_act];
    unsigned kinds = THINGS_OF_ALL;
    struct things things;

    if (delver == NULL)
        return;
    bool is_name = !things_kinds_named(words, &kinds);
    if (is_name) {
        collect(session->sessions->game->world, delver, kinds, &things);
        keep_named(&things, words);
    } else {
        collect_shown(session, delver, kinds, &things);
    }
    if (is_name && things.count == 0) {
        ask_for_kind(session);
        return;
    }
    list_note(session->present.scrollback, &session->commands, delver, &things);
    if (things.count == 0 && things.doors == 0) {
        session_tell(session, "You don't know of any here.", ROLE_TEXT);
        return;
    }
    around_list(delver, &things, text, AROUND_LIST_MAX);
    size_t length = strlen(text);
    snprintf(text + length, sizeof text - length, "%s",
             session->mode == MODE_SCREEN ? digits_act : "\n");
    presentation_table[session->mode]->show(session, text);
    pack_await(session, COMMAND_GO);
}

void list_around(struct session *session, const struct command *command)
{
    const struct delver *delver = players_own(session);
    char text[AROUND_MAX];

    (void)command;
    if (delver == NULL)
        return;
    around_describe(session->sessions->game->world, delver, text, sizeof text);
    session_tell(session, text, ROLE_TEXT);
}

/* Tells where `other` is, and more for a member of the party: "Brom: a square room, about 40 steps
   northwest." */
static void tell_where(struct session *session, const struct delver *viewer,
                       const struct delver *other)
{
    const struct game *game = session->sessions->game;
    char place[AROUND_MAX];
    char text[AROUND_MAX + NAME_LENGTH_MAX + 4];

    if (party_has(game->roster, session->actor, other->body.id)) {
        around_companion(game->world, viewer, other, place, sizeof place);
        snprintf(text, sizeof text, "%s: %s", other->name, place);
    } else {
        around_where(game->world, viewer, other, text, sizeof text);
    }
    session_tell(session, text, ROLE_TEXT);
}

void list_where(struct session *session, const struct command *command)
{
    const char *words = command->rest;
    const struct delver *delver = players_own(session);

    if (delver == NULL)
        return;
    if (words[0] == '\0') {
        tell_where(session, delver, delver);
        if (party_is_member(session->sessions->game->roster, session->actor))
            party_list(session);
        return;
    }
    struct players_found found = players_find(session, words, strlen(words), NULL);
    const struct delver *other =
        found.answer == PLAYERS_FOUND
            ? world_delver(session->sessions->game->world, found.slot->actor)
            : NULL;
    if (other != NULL)
        tell_where(session, delver, other);
    else
        players_tell_unfound(session, words, strlen(words), &found);
}

/* Finds the thing of `things` with that number in the list; NULL: none, and the player is told. */
static const struct thing *find_numbered(struct session *session, const struct delver *delver,
                                         const struct things *things, int number)
{
    const struct scrollback *scrollback = session->present.scrollback;
    const struct listed *listed = scrollback->listed;
    struct things shown;
    char text[64];

    if (listed == NULL || listed->count == 0 || !level_key_equal(listed->level, delver->body.key)) {
        collect_shown(session, delver, THINGS_OF_ALL, &shown);
        list_note(session->present.scrollback, &session->commands, delver, &shown);
        listed = scrollback->listed;
    }
    if (listed == NULL || number > listed->count) {
        snprintf(text, sizeof text, "There is no number %d; \"list\" shows the numbers.", number);
        session_tell(session, text, ROLE_DIM_TEXT);
        return NULL;
    }
    const struct thing_key *wanted = &listed->things[number - 1];
    for (int i = 0; i < things->count; i++) {
        const struct thing *thing = &things->list[i];
        if (thing_has_key(thing, wanted))
            return thing;
    }
    session_tell(session,
                 wanted->body != 0            ? "They are no longer in view."
                 : wanted->kind == THING_ITEM ? "That is no longer there; type list again."
                                              : "That is out of range; type list again.",
                 ROLE_DIM_TEXT);
    return NULL;
}

body_id list_body(struct session *session, int number)
{
    const struct delver *delver = players_own(session);
    struct things things;

    if (delver == NULL)
        return 0;
    collect(session->sessions->game->world, delver, THINGS_OF_ALL, &things);
    const struct thing *thing = find_numbered(session, delver, &things, number);
    if (thing != NULL && thing_key_of(thing).body == 0)
        session_tell(session, "That is no foe.", ROLE_DIM_TEXT);
    return thing == NULL ? 0 : thing_key_of(thing).body;
}

/* Tells that the words name none of `things`; players need their whole name. */
static void tell_unknown(struct session *session, const struct things *things, const char *words)
{
    struct name_search search = name_search_of(words);
    char quoted[NAME_QUOTE_SIZE];
    char hint[NAME_HINT_SIZE];
    char text[sizeof quoted + sizeof hint + 32];

    for (int i = 0; i < things->count; i++) {
        if (things->list[i].kind == THING_DELVER)
            continue;
        name_search_offer(&search, name_rank(&things->list[i], &search.words), i);
        name_search_hear(&search, things->list[i].name);
    }
    name_search_hint(&search, hint);
    name_quote(words, quoted);
    snprintf(text, sizeof text,
             strchr(words, ',') != NULL && command_is_place(words)
                 ? "There is no place \"%s\" here.%s"
                 : "You don't see \"%s\" here.%s",
             quoted, hint);
    session_tell(session, text, ROLE_DIM_TEXT);
}

/* Finds the nearest of the things that the words name best; a word of a name is enough. NULL:
   none. */
static const struct thing *find_named(const struct things *things, const char *words)
{
    struct name_search search = name_search_of(words);

    for (int i = 0; i < things->count; i++)
        name_search_offer(&search, name_rank(&things->list[i], &search.words), i);
    return search.chosen < 0 ? NULL : &things->list[search.chosen];
}

/* Finds the player that the words mean: `best`, the player in view that they name best, or another
   one if they are that player's whole name. NULL, and the player is told: that one is not in view,
   or not known yet. */
static const struct thing *find_player(struct session *session, const struct things *things,
                                       const char *words, const struct thing *best)
{
    struct players_found found = players_find(session, words, strlen(words), NULL);

    /* The nearest of several things is meant. */
    if (found.answer == PLAYERS_NOBODY)
        return best;
    for (int i = 0; found.answer == PLAYERS_FOUND && i < things->count; i++) {
        if (things->list[i].body == found.slot->actor)
            return &things->list[i];
    }
    if (found.answer == PLAYERS_FOUND)
        tell_unknown(session, things, words);
    else
        players_tell_unfound(session, words, strlen(words), &found);
    return NULL;
}

/* Finds the thing with that number in the last list, or with that name, as it is known now. False:
   there is none, and the player was told. */
static bool find(struct session *session, const struct delver *delver, const char *words,
                 struct thing *out)
{
    const struct thing *found = NULL;
    struct things things;
    int number;

    if (words[0] == '\0') {
        session_tell(session, "Go where? For example: go 3, go door.", ROLE_DIM_TEXT);
        return false;
    }
    collect(session->sessions->game->world, delver, THINGS_OF_ALL, &things);
    if (command_number(words, &number)) {
        found = find_numbered(session, delver, &things, number);
    } else {
        found = find_named(&things, words);
        if (found == NULL)
            tell_unknown(session, &things, words);
        else if (found->kind == THING_DELVER)
            found = find_player(session, &things, words, found);
    }
    if (found != NULL)
        *out = *found;
    return found != NULL;
}

bool list_has(struct session *session, const char *words)
{
    const struct delver *delver = players_own(session);
    struct things things;

    if (delver == NULL)
        return false;
    collect(session->sessions->game->world, delver, THINGS_OF_ALL & ~(1u << THING_DELVER), &things);
    return find_named(&things, words) != NULL;
}

void list_go(struct session *session, const struct command *command)
{
    const struct delver *delver = players_own(session);
    const char *words = command->rest;

    /* Many players type "go down". */
    if (strcasecmp(words, "down") == 0 || strcasecmp(words, "up") == 0) {
        travel_session_to(session, words);
        return;
    }
    /* Many players type "go to stairs". */
    words += strncasecmp(words, "to ", 3) == 0 ? 3 : 0;
    size_t length = strcspn(words, " ");
    enum dir dir = command_direction(words, length);
    struct thing thing;
    struct pos at;
    int count = 1;

    if (dir != DIR_NONE && (words[length] == '\0' || command_number(words + length, &count))) {
        travel_session_steps(session, dir, count);
        return;
    }
    if (delver == NULL)
        return;
    if (cell_at_offset(delver->body.at, words, &at)) {
        travel_session_go(session, at, travel_session_goal_at(delver, at));
        return;
    }
    if (!find(session, delver, words, &thing))
        return;
    if (thing.kind == THING_DELVER)
        travel_session_to(session,
                          body_name(world_body(session->sessions->game->world, thing.body)));
    else
        travel_session_go(session, thing.at, thing.name);
}

/* True if the words mean a thing here; a single letter means one of the pack. */
static bool is_thing_here(const struct world *world, const struct delver *delver, const char *words)
{
    struct things things;
    int number;

    if (words[0] == '\0' || command_number(words, &number))
        return true;
    if (words[1] == '\0')
        return false;
    collect(world, delver, THINGS_OF_ALL, &things);
    return find_named(&things, words) != NULL;
}

/* Describes the thing of the pack with that letter, or the one that the words name best. False:
   there is none. */
static bool describe_carried(struct session *session, const struct delver *delver,
                             const char *words)
{
    uint32_t best = words[1] == '\0' ? pack_object((uint8_t)words[0]) : OBJECT_NONE;
    char text[ITEM_DETAIL_MAX];
    struct name_search search = name_search_of(words);

    if (best != OBJECT_NONE && pack_peek(&delver->life.pack, best) == NULL)
        best = OBJECT_NONE;
    for (uint32_t object = OBJECT_CARRIED; words[1] != '\0' && object < OBJECT_END; object++) {
        const struct stack *thing = pack_peek(&delver->life.pack, object);
        if (thing != NULL)
            name_search_offer(&search, pack_name_rank(delver, thing, &search.words), object);
    }
    if (search.chosen >= 0)
        best = (uint32_t)search.chosen;
    if (best == OBJECT_NONE)
        return false;
    item_detail(delver, pack_peek(&delver->life.pack, best), display_text_form(session), text,
                sizeof text);
    session_tell_lines(session, text, ROLE_TEXT);
    return true;
}

/* Finds the cell beside in that direction, unless an object of the pack has the letter. False: it
   is no direction. */
static bool is_beside(const struct delver *delver, const char *words, struct pos *out)
{
    enum dir dir = command_direction(words, strlen(words));
    uint32_t object = words[1] == '\0' ? pack_object((uint8_t)words[0]) : OBJECT_NONE;

    if (dir == DIR_NONE || (object != OBJECT_NONE && pack_peek(&delver->life.pack, object) != NULL))
        return false;
    *out = pos_step(delver->body.at, dir);
    return true;
}

/* Describes the nearest thing of that name below others, in the light. False: there is none. */
static bool describe_pile(struct session *session, const struct delver *delver, const char *words)
{
    const struct world *world = session->sessions->game->world;
    struct name_search search = name_search_of(words);
    const struct item *best = NULL;
    char text[ITEM_DETAIL_MAX];
    char offset[POS_OFFSET_SIZE];

    for (item_id id = delver->body.level->first_item; id != 0;) {
        const struct item *item = world_item(world, id);
        enum name_rank rank = pack_name_rank(delver, &item->stack, &search.words);
        id = item->next;
        if (rank == NAME_RANK_NONE || rank < search.rank ||
            !light_shows_cell(delver, light_radius(delver), item->at) ||
            (rank == search.rank && best != NULL &&
             pos_distance(delver->body.at, item->at) >= pos_distance(delver->body.at, best->at)))
            continue;
        search.rank = rank;
        best = item;
    }
    if (best == NULL)
        return false;
    item_detail(delver, &best->stack, display_text_form(session), text, sizeof text);
    session_tell_lines(session, text, ROLE_TEXT);
    pos_offset(delver->body.at, best->at, offset, sizeof offset);
    snprintf(text, sizeof text, "It lies below other things, %s.", offset);
    session_tell(session, text, ROLE_TEXT);
    return true;
}

/* Describes a status of the delver. False: the delver has none of that name. */
static bool describe_status(struct session *session, const struct delver *delver, const char *words)
{
    char text[LORE_TEXT_MAX];

    if (!lore_tell_status(delver, words, text, sizeof text))
        return false;
    session_tell_lines(session, text, ROLE_TEXT);
    return true;
}

/* Breaks lines between sentences, because a message in a screen's log has a largest length. */
static void break_into_messages(char *text)
{
    while (strlen(text) > MESSAGE_LENGTH_MAX) {
        size_t end = MESSAGE_LENGTH_MAX;
        while (end > 1 && !(text[end - 1] == '.' && text[end] == ' '))
            end--;
        if (end == 1)
            return;
        text[end] = '\n';
        text += end + 1;
    }
}

void list_describe(struct session *session, struct pos at)
{
    const struct delver *delver = players_own(session);
    char text[CELL_WORDS_MAX];

    if (delver == NULL)
        return;
    cell_describe(session->sessions->game->world, delver, at, text, sizeof text);
    if (presentation_table[session->mode]->is_drawn)
        break_into_messages(text);
    session_tell_lines(session, text, ROLE_TEXT);
}

/* Describes a thing by its number or name, or the cell at an offset. */
static void examine(struct session *session, const char *words)
{
    const struct delver *delver = players_own(session);
    struct thing thing;
    struct pos at;

    if (delver == NULL)
        return;
    if (session->commands.has_wares && command_number(words, &(int){0}) &&
        shop_examine(session, words))
        return;
    if (command_cell(words, &at) || cell_at_offset(delver->body.at, words, &at) ||
        is_beside(delver, words, &at))
        list_describe(session, at);
    else if (!is_thing_here(session->sessions->game->world, delver, words) &&
             (describe_carried(session, delver, words) || shop_examine(session, words) ||
              describe_pile(session, delver, words) || describe_status(session, delver, words)))
        return;
    else if (find(session, delver, words, &thing))
        list_describe(session, thing.at);
}

void list_examine(struct session *session, const struct command *command)
{
    if (command->rest[0] == '\0')
        presentation_table[session->mode]->examine(session);
    else
        examine(session, command->rest);
}

/* Tells the surroundings in one direction. */
static void look_toward(struct session *session, enum dir dir)
{
    const struct delver *delver = players_own(session);
    char text[AROUND_MAX];

    if (delver == NULL)
        return;
    around_toward(session->sessions->game->world, delver, dir, text, sizeof text);
    session_tell(session, text, ROLE_TEXT);
}

void list_look(struct session *session, const struct command *command)
{
    /* Many players type "look at brom". */
    const char *words = command->rest + (strncasecmp(command->rest, "at ", 3) == 0 ? 3 : 0);
    enum dir dir = command_direction(words, strlen(words));

    if (words[0] == '\0')
        presentation_table[session->mode]->look(session);
    else if (dir != DIR_NONE)
        look_toward(session, dir);
    else
        examine(session, words);
}
