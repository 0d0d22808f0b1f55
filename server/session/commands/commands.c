/*
 * The commands: one function each.
 */
#include "server/session/commands/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/check.h"
#include "narrate/lore.h"
#include "narrate/sheet.h"
#include "server/session/auth/guest.h"
#include "server/session/auth/own_password.h"
#include "server/session/commands/attack.h"
#include "server/session/commands/bug.h"
#include "server/session/commands/chat.h"
#include "server/session/commands/gift.h"
#include "server/session/commands/graves.h"
#include "server/session/commands/help.h"
#include "server/session/commands/honours.h"
#include "server/session/commands/house.h"
#include "server/session/commands/ignore.h"
#include "server/session/commands/leave.h"
#include "server/session/commands/list.h"
#include "server/session/commands/pack.h"
#include "server/session/commands/party.h"
#include "server/session/commands/players.h"
#include "server/session/commands/raise.h"
#include "server/session/commands/road.h"
#include "server/session/commands/saved.h"
#include "server/session/commands/scores.h"
#include "server/session/commands/shop.h"
#include "server/session/commands/slot.h"
#include "server/session/commands/travel_session.h"
#include "server/session/commands/who.h"
#include "server/session/preferences/settings.h"
#include "server/session/present/presentation.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "world/life.h"

/* Text of several lines, over the map or simply written. */
static void show(struct session *session, const char *text)
{
    presentation_table[session->mode]->show(session, text);
}

static void queue_action(struct session *session, enum action_verb verb,
                         const struct command *command)
{
    struct input *input = session_input(session, INPUT_ACTION);

    if (input == NULL)
        return;
    input->action = (struct action){.verb = verb, .dir = command->dir};
}

static void run_move(struct session *session, const struct command *command)
{
    if (command->count > 1)
        travel_session_steps(session, command->dir, command->count);
    else
        queue_action(session, ACTION_MOVE, command);
}

static void run_run(struct session *session, const struct command *command)
{
    travel_session_run(session, command->dir);
}

static void run_wait(struct session *session, const struct command *command)
{
    if (command->count > 1)
        travel_session_wait(session, command->count);
    else
        queue_action(session, ACTION_WAIT, command);
}

static void run_rest(struct session *session, const struct command *command)
{
    if (command->count > 1)
        travel_session_wait(session, command->count);
    else
        travel_session_rest(session);
}

static void run_explore(struct session *session, const struct command *command)
{
    (void)command;
    travel_session_explore(session);
}

static void run_travel(struct session *session, const struct command *command)
{
    if (!road_travel(session, command->rest) && !grave_travel(session, command->rest))
        travel_session_travel(session, command->rest);
}

static void run_follow(struct session *session, const struct command *command)
{
    travel_session_follow(session, command->rest);
}

static void run_open(struct session *session, const struct command *command)
{
    queue_action(session, ACTION_OPEN, command);
}

static void run_close(struct session *session, const struct command *command)
{
    queue_action(session, ACTION_CLOSE, command);
}

static void run_descend(struct session *session, const struct command *command)
{
    queue_action(session, ACTION_DESCEND, command);
}

static void run_ascend(struct session *session, const struct command *command)
{
    queue_action(session, ACTION_ASCEND, command);
}

static void run_cancel(struct session *session, const struct command *command)
{
    (void)command;
    /* An interrupted travel has told its end already, and leaves nothing queued. */
    if (!session->commands.travel.was_interrupted)
        (void)session_input(session, INPUT_CANCEL);
}

static void run_list(struct session *session, const struct command *command)
{
    list_show(session, command->rest);
}

static void run_around(struct session *session, const struct command *command)
{
    (void)command;
    list_around(session);
}

static void run_where(struct session *session, const struct command *command)
{
    if (grave_where(session, command->rest))
        return;
    list_where(session, command->rest);
    if (command->rest[0] == '\0')
        grave_tell(session);
}

static void run_go(struct session *session, const struct command *command)
{
    /* "go down" is what many type. */
    if (strcasecmp(command->rest, "down") == 0 || strcasecmp(command->rest, "up") == 0)
        travel_session_travel(session, command->rest);
    else
        list_go(session, command->rest);
}

static void run_examine(struct session *session, const struct command *command)
{
    if (command->rest[0] == '\0')
        presentation_table[session->mode]->examine(session);
    else
        list_examine(session, command->rest);
}

static void run_look(struct session *session, const struct command *command)
{
    /* "look at brom" is what many type. */
    const char *what = command->rest + (strncasecmp(command->rest, "at ", 3) == 0 ? 3 : 0);
    enum dir dir = command_direction(what, strlen(what));

    if (what[0] == '\0')
        presentation_table[session->mode]->look(session);
    else if (dir != DIR_NONE)
        list_toward(session, dir);
    else
        list_examine(session, what);
}

static void run_map(struct session *session, const struct command *command)
{
    (void)command;
    presentation_table[session->mode]->map(session);
}

static void run_attack(struct session *session, const struct command *command)
{
    enum dir dir = command->dir != DIR_NONE
                       ? command->dir
                       : command_direction(command->rest, strlen(command->rest));

    if (dir != DIR_NONE)
        attack_toward(session, dir);
    else
        attack_foe(session, command->rest);
}

static void run_target(struct session *session, const struct command *command)
{
    (void)command;
    attack_tell_target(session);
}

static void run_fight(struct session *session, const struct command *command)
{
    if (strcasecmp(command->rest, "on") == 0)
        travel_session_fight(session);
    else if (command->rest[0] != '\0')
        attack_foe(session, command->rest);
    else if (!attack_nearest(session))
        list_show(session, "");
}

static void run_flee(struct session *session, const struct command *command)
{
    (void)command;
    attack_flee(session);
}

static void run_sneak(struct session *session, const struct command *command)
{
    queue_action(session, ACTION_SNEAK, command);
}

static void run_pray(struct session *session, const struct command *command)
{
    queue_action(session, ACTION_PRAY, command);
}

static void run_learn(struct session *session, const struct command *command)
{
    honours_learn(session, command->rest);
}

static void run_new_life(struct session *session, const struct command *command)
{
    honours_again(session, command->rest);
}

static void run_danger(struct session *session, const struct command *command)
{
    (void)command;
    attack_tell_danger(session);
}

static void run_mark(struct session *session, const struct command *command)
{
    chat_mark(session, command->rest);
}

static void run_get(struct session *session, const struct command *command)
{
    pack_get(session, command);
}

static void run_inventory(struct session *session, const struct command *command)
{
    (void)command;
    pack_show(session);
}

static void run_worn(struct session *session, const struct command *command)
{
    (void)command;
    pack_show_worn(session);
}

static void run_drink(struct session *session, const struct command *command)
{
    if (!road_drink(session, command->rest))
        pack_run(session, command);
}

static void run_buy(struct session *session, const struct command *command)
{
    shop_buy(session, command->rest);
}

static void run_sell(struct session *session, const struct command *command)
{
    shop_sell(session, command);
}

static void run_identify(struct session *session, const struct command *command)
{
    shop_identify(session, command);
}

static void run_road(struct session *session, const struct command *command)
{
    road_run(session, command->rest);
}

static void run_swap(struct session *session, const struct command *command)
{
    queue_action(session, ACTION_SWAP, command);
}

static void run_fetch(struct session *session, const struct command *command)
{
    queue_action(session, ACTION_FETCH, command);
}

static void run_fire(struct session *session, const struct command *command)
{
    pack_fire(session, command->rest);
}

static void run_say(struct session *session, const struct command *command)
{
    chat_say(session, command->rest);
}

static void run_tell(struct session *session, const struct command *command)
{
    chat_tell(session, command->rest);
}

static void run_reply(struct session *session, const struct command *command)
{
    chat_reply(session, command->rest);
}

static void run_shout(struct session *session, const struct command *command)
{
    chat_shout(session, command->rest);
}

static void run_chat(struct session *session, const struct command *command)
{
    chat_all(session, command->rest);
}

static void run_party_say(struct session *session, const struct command *command)
{
    chat_party(session, command->rest);
}

static void run_party(struct session *session, const struct command *command)
{
    party_command(session, command->rest);
}

static void run_ignore(struct session *session, const struct command *command)
{
    ignore_toggle(session, command->rest);
}

static void run_emote(struct session *session, const struct command *command)
{
    chat_emote(session, command->rest);
}

static void run_who(struct session *session, const struct command *command)
{
    char text[WHO_TEXT_MAX];

    (void)command;
    who_list(session->sessions, display_text_form(session), text, sizeof text);
    show(session, text);
}

static void run_lore(struct session *session, const struct command *command)
{
    const struct world *world = session->sessions->game->world;
    const struct delver *delver = world_delver(world, session->actor);
    char text[LORE_TEXT_MAX];

    if (delver == NULL)
        return;
    (void)lore_tell(world, delver, command->rest, display_text_form(session), text, sizeof text);
    session_tell_lines(session, text, ROLE_TEXT);
}

static void run_score(struct session *session, const struct command *command)
{
    const struct world *world = session->sessions->game->world;
    const struct delver *delver = world_delver(world, session->actor);
    const struct presentation *mode = presentation_table[session->mode];
    char text[SHEET_TEXT_MAX];

    (void)command;
    if (delver == NULL)
        return;
    sheet_tell(world, delver, text, sizeof text);
    if (mode->is_drawn)
        mode->show(session, text);
    else
        session_tell_lines(session, text, ROLE_TEXT);
}

static void run_scores(struct session *session, const struct command *command)
{
    (void)command;
    scores_ask(session);
}

static void run_rules(struct session *session, const struct command *command)
{
    (void)command;
    house_tell_rules(session);
}

static void run_deaths(struct session *session, const struct command *command)
{
    (void)command;
    graves_tell_deaths(session);
}

static void run_wake(struct session *session, const struct command *command)
{
    (void)command;
    session_tell(session, "You are awake.", ROLE_DIM_TEXT);
}

static void run_health(struct session *session, const struct command *command)
{
    const struct delver *delver = world_delver(session->sessions->game->world, session->actor);
    char text[64];

    (void)command;
    if (delver == NULL)
        return;
    snprintf(text, sizeof text, "%d of %d health.%s", delver_health(delver),
             delver->body.health_max,
             delver->peril.is_fallen ? " You have fallen: yield gives up." : "");
    session_tell(session, text, ROLE_TEXT);
}

static void run_status(struct session *session, const struct command *command)
{
    const struct delver *delver = world_delver(session->sessions->game->world, session->actor);
    char text[STATUS_WORDS_MAX];

    (void)command;
    if (delver == NULL)
        return;
    status_words(delver, text, sizeof text);
    session_tell(session, text, ROLE_TEXT);
}

static void run_messages(struct session *session, const struct command *command)
{
    char text[COMMANDS_TEXT_MAX];
    bool is_drawn = presentation_table[session->mode]->is_drawn;
    int rows = is_drawn ? session->present.screen.height - 2 : MESSAGE_COUNT_MAX;

    rows = rows > 1 ? rows : 1;
    int wanted = rows;

    if (command->rest[0] != '\0' && !command_number(command->rest, &wanted)) {
        session_tell(session, "last takes a number: last 5.", ROLE_DIM_TEXT);
        return;
    }
    message_log_write(&session->present.scrollback->messages, wanted < rows ? wanted : rows,
                      display_text_form(session) == TEXT_SPOKEN, text, sizeof text);
    show(session, text[0] == '\0' ? "No messages yet.\n" : text);
}

static bool has_keys(const struct session *session)
{
    return presentation_table[session->mode]->on_byte != NULL;
}

static void run_help(struct session *session, const struct command *command)
{
    char text[COMMANDS_TEXT_MAX];

    help_text(command->rest, has_keys(session), display_text_form(session), text, sizeof text);
    show(session, text);
}

static void run_commands(struct session *session, const struct command *command)
{
    char text[COMMANDS_TEXT_MAX];

    (void)command;
    help_list_commands(has_keys(session), display_text_form(session), text, sizeof text);
    show(session, text);
}

static void run_set(struct session *session, const struct command *command)
{
    char text[COMMANDS_TEXT_MAX];

    if (command->rest[0] == '\0' && presentation_table[session->mode]->choose != NULL) {
        presentation_table[session->mode]->choose(session);
        return;
    }
    settings_apply(session, command->rest, text, sizeof text);
    presentation_table[session->mode]->answer(session, text);
}

static void run_redraw(struct session *session, const struct command *command)
{
    (void)command;
    presentation_table[session->mode]->refresh(session);
}

static void run_raise(struct session *session, const struct command *command)
{
    raise_fallen(session, command->rest);
}

static void run_yield(struct session *session, const struct command *command)
{
    (void)command;
    give_up(session);
}

static void run_password(struct session *session, const struct command *command)
{
    (void)command;
    own_password_begin(session);
}

static void run_claim(struct session *session, const struct command *command)
{
    guest_claim(session, command->rest);
}

static void run_save(struct session *session, const struct command *command)
{
    (void)command;
    saved_by_wish(session);
}

static void run_accept(struct session *session, const struct command *command)
{
    gift_accept(session, command->rest);
}

static void run_quit(struct session *session, const struct command *command)
{
    (void)command;
    leave_by_wish(session);
}

static void run_bug(struct session *session, const struct command *command)
{
    bug_report(session, command->rest);
}

static void (*const run_table[COMMAND_COUNT])(struct session *, const struct command *) = {
    [COMMAND_MOVE] = run_move,
    [COMMAND_RUN] = run_run,
    [COMMAND_WAIT] = run_wait,
    [COMMAND_REST] = run_rest,
    [COMMAND_EXPLORE] = run_explore,
    [COMMAND_TRAVEL] = run_travel,
    [COMMAND_OPEN] = run_open,
    [COMMAND_CLOSE] = run_close,
    [COMMAND_DESCEND] = run_descend,
    [COMMAND_ASCEND] = run_ascend,
    [COMMAND_LIST] = run_list,
    [COMMAND_AROUND] = run_around,
    [COMMAND_WHERE] = run_where,
    [COMMAND_GO] = run_go,
    [COMMAND_EXAMINE] = run_examine,
    [COMMAND_LOOK] = run_look,
    [COMMAND_MAP] = run_map,
    [COMMAND_GET] = run_get,
    [COMMAND_DROP] = pack_run,
    [COMMAND_INVENTORY] = run_inventory,
    [COMMAND_WORN] = run_worn,
    [COMMAND_USE] = pack_run,
    [COMMAND_WEAR] = pack_run,
    [COMMAND_REMOVE] = pack_run,
    [COMMAND_SWAP] = run_swap,
    [COMMAND_GIVE] = pack_run,
    [COMMAND_ACCEPT] = run_accept,
    [COMMAND_FETCH] = run_fetch,
    [COMMAND_SLOT] = slot_command,
    [COMMAND_DRINK] = run_drink,
    [COMMAND_READ] = pack_run,
    [COMMAND_ZAP] = pack_run,
    [COMMAND_THROW] = pack_run,
    [COMMAND_FIRE] = run_fire,
    [COMMAND_ATTACK] = run_attack,
    [COMMAND_RAISE] = run_raise,
    [COMMAND_YIELD] = run_yield,
    [COMMAND_FIGHT] = run_fight,
    [COMMAND_FLEE] = run_flee,
    [COMMAND_SNEAK] = run_sneak,
    [COMMAND_PRAY] = run_pray,
    [COMMAND_LEARN] = run_learn,
    [COMMAND_AGAIN] = run_new_life,
    [COMMAND_DANGER] = run_danger,
    [COMMAND_MARK] = run_mark,
    [COMMAND_TARGET] = run_target,
    [COMMAND_STATUS] = run_status,
    [COMMAND_SAY] = run_say,
    [COMMAND_TELL] = run_tell,
    [COMMAND_REPLY] = run_reply,
    [COMMAND_SHOUT] = run_shout,
    [COMMAND_EMOTE] = run_emote,
    [COMMAND_WHO] = run_who,
    [COMMAND_SCORE] = run_score,
    [COMMAND_LORE] = run_lore,
    [COMMAND_SCORES] = run_scores,
    [COMMAND_HEALTH] = run_health,
    [COMMAND_MESSAGES] = run_messages,
    [COMMAND_HELP] = run_help,
    [COMMAND_COMMANDS] = run_commands,
    [COMMAND_SET] = run_set,
    [COMMAND_REDRAW] = run_redraw,
    [COMMAND_CANCEL] = run_cancel,
    [COMMAND_QUIT] = run_quit,
    [COMMAND_FOLLOW] = run_follow,
    [COMMAND_CHAT] = run_chat,
    [COMMAND_PARTY_SAY] = run_party_say,
    [COMMAND_PARTY] = run_party,
    [COMMAND_IGNORE] = run_ignore,
    [COMMAND_BUY] = run_buy,
    [COMMAND_SELL] = run_sell,
    [COMMAND_IDENTIFY] = run_identify,
    [COMMAND_ROAD] = run_road,
    [COMMAND_PASSWORD] = run_password,
    [COMMAND_CLAIM] = run_claim,
    [COMMAND_SAVE] = run_save,
    [COMMAND_BUG] = run_bug,
    [COMMAND_DEATHS] = run_deaths,
    [COMMAND_WAKE] = run_wake,
    [COMMAND_RULES] = run_rules,
};

/* The answer is there. A travel begins by itself, and forgets the name then. */
static void run_kept(struct session *session)
{
    struct command command;

    if (!players_kept_command(session, &command))
        return;
    if (session_is_below(session))
        run_table[command.id](session, &command);
    players_forget(session);
}

void commands_on_name_found(void *asker, struct job *job)
{
    struct sessions *sessions = asker;
    struct session *session = sessions_find(sessions, job->ticket);

    if (session != NULL && players_take_answer(session, job))
        run_kept(session);
}

void commands_update(struct session *session)
{
    if (players_give_up(session))
        run_kept(session);
    graves_update(session);
}

void commands_run(struct session *session, const struct command *command)
{
    CHECK((unsigned)command->id < COMMAND_COUNT);
    session_pay(session, (int)command->id);
    if (command_row(command->id)->needs_name && session->account.is_guest) {
        session_tell(session, "Guests can only say things: claim NAME makes you a player.",
                     ROLE_BAD);
        return;
    }
    /* The letters typed into a prompt did not tell yet that the command is a deed. */
    if (command_row(command->id)->is_action)
        travel_session_interrupt(session, command->id);
    players_forget(session);
    graves_forget_walk(session);
    if (run_table[command->id] != NULL)
        run_table[command->id](session, command);
    /* The command waits for a name to be looked up, and has done nothing yet. */
    if (players_are_asked(session))
        players_keep_command(session, command);
}
