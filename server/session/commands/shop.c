/*
 * Deals with pedlars. A list is told at once; a deal is an action like any other, and so is what
 * comes of one where no pedlar is near: the world says why not.
 */
#include "server/session/commands/shop.h"

#include <stdio.h>
#include <string.h>

#include "narrate/command.h"
#include "narrate/item_words.h"
#include "narrate/pack_words.h"
#include "server/session/commands/pack.h"
#include "server/session/present/presentation.h"
#include "server/session/session.h"
#include "server/session/sessions.h"

typedef void tell_function(const struct world *world, const struct delver *delver,
                           enum text_form form, struct text_tints *tints, char *out,
                           size_t out_size);

static const struct delver *present(struct session *session)
{
    const struct delver *delver = world_delver(session->sessions->game->world, session->actor);

    return delver != NULL && delver->body.state == BODY_PRESENT ? delver : NULL;
}

static void buy(struct session *session, uint32_t number)
{
    struct input *input = session_input(session, INPUT_ACTION);

    if (input != NULL)
        input->action = (struct action){.verb = ACTION_BUY, .object = number};
}

/* The keys that act on a page of it, where there is room. */
static void add_key_hint(enum command_id id, char *text, size_t size)
{
    size_t length = strlen(text);

    snprintf(text + length, size - length, "%s",
             id == COMMAND_BUY    ? "A number buys it.\n"
             : id == COMMAND_SELL ? "A letter sells it.\n"
                                  : "A letter has it named.\n");
}

static void tell(struct session *session, const struct delver *delver, tell_function *list,
                 enum command_id id)
{
    const struct presentation *mode = presentation_table[session->mode];
    struct text_tints tints = {0};
    char text[SHOP_TEXT_MAX];

    if (!pedlar_is_near(delver)) {
        buy(session, 0);
        return;
    }
    list(session->sessions->game->world, delver, display_text_form(session), &tints, text,
         sizeof text);
    session->commands.has_wares = id == COMMAND_BUY;
    if (strchr(text, '\n') == NULL) {
        session_tell(session, text, ROLE_TEXT);
        return;
    }
    if (mode->is_drawn)
        add_key_hint(id, text, sizeof text);
    mode->show(session, text);
    pack_tint(session, &tints);
    pack_await(session, id);
}

bool shop_examine(struct session *session, const char *words)
{
    const struct delver *delver = present(session);
    enum text_form form = display_text_form(session);
    char text[ITEM_DETAIL_MAX + 48];
    char why[PACK_WHY_MAX];
    struct ware ware;
    int number;

    if (delver == NULL || !pedlar_is_near(delver) ||
        (command_number(words, &number) && !session->commands.has_wares) ||
        !shop_choose(session->sessions->game->world, delver, words, &ware, why))
        return false;
    item_detail_of_ware(delver, &ware.thing, form, text, ITEM_DETAIL_MAX);
    size_t length = strlen(text);
    snprintf(text + length, sizeof text - length, "%sThe pedlar asks %d gold for it.",
             form == TEXT_SPOKEN ? " " : "\n", ware.price);
    session_tell_lines(session, text, ROLE_TEXT);
    return true;
}

void shop_buy(struct session *session, const char *words)
{
    const struct delver *delver = present(session);
    char why[PACK_WHY_MAX];
    struct ware ware;

    if (delver == NULL)
        return;
    if (words[0] == '\0' || !pedlar_is_near(delver))
        tell(session, delver, shop_tell_wares, COMMAND_BUY);
    else if (shop_choose(session->sessions->game->world, delver, words, &ware, why))
        buy(session, ware.number);
    else
        session_tell(session, why, ROLE_DIM_TEXT);
}

/* The command with a thing of the pack, or the list that says with which. */
static void run(struct session *session, const struct command *command, tell_function *list)
{
    const struct delver *delver = present(session);

    if (delver == NULL)
        return;
    if (command->rest[0] == '\0')
        tell(session, delver, list, command->id);
    else
        pack_run(session, command);
}

void shop_sell(struct session *session, const struct command *command)
{
    run(session, command, shop_tell_offers);
}

void shop_identify(struct session *session, const struct command *command)
{
    run(session, command, shop_tell_unknown);
}
