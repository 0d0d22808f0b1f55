/*
 * The commands: the table of their functions. Words, keys, price and help of a command are in its
 * row of common/narrate/command_table.c, which knows no sessions; a command that is a plain action
 * of the delver has its verb there, and no function here.
 */
#include "server/session/commands/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "narrate/lore.h"
#include "narrate/sheet.h"
#include "server/session/auth/guest.h"
#include "server/session/auth/own_password.h"
#include "server/session/commands/agreements.h"
#include "server/session/commands/chalk.h"
#include "server/session/commands/character.h"
#include "server/session/commands/chat.h"
#include "server/session/commands/epitaph.h"
#include "server/session/commands/graves.h"
#include "server/session/commands/help.h"
#include "server/session/commands/house.h"
#include "server/session/commands/list.h"
#include "server/session/commands/lives.h"
#include "server/session/commands/pack.h"
#include "server/session/commands/party.h"
#include "server/session/commands/players.h"
#include "server/session/commands/reach.h"
#include "server/session/commands/saved.h"
#include "server/session/commands/travel_session.h"
#include "server/session/commands/who.h"
#include "server/session/preferences/settings.h"
#include "server/session/present/presentation.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "server/session/trace.h"
#include "world/life.h"

/* Shows text of several lines: over the map, or as lines. */
static void show(struct session *session, const char *text)
{
    presentation_table[session->mode]->show(session, text);
}

static void run_travel(struct session *session, const struct command *command)
{
    if (!road_travel(session, command->rest) && !grave_travel(session, command->rest))
        travel_session_to(session, command->rest);
}

static void run_where(struct session *session, const struct command *command)
{
    if (grave_where(session, command->rest))
        return;
    list_where(session, command);
    if (command->rest[0] == '\0')
        grave_tell(session);
}

static void run_cancel(struct session *session, const struct command *command)
{
    (void)command;
    /* An interrupted travel has reported its end already, and leaves nothing queued. */
    if (!session->commands.travel.was_interrupted)
        (void)session_input(session, INPUT_CANCEL);
}

static void run_map(struct session *session, const struct command *command)
{
    (void)command;
    presentation_table[session->mode]->map(session);
}

static void run_redraw(struct session *session, const struct command *command)
{
    (void)command;
    presentation_table[session->mode]->refresh(session);
}

static void run_wake(struct session *session, const struct command *command)
{
    (void)command;
    session_tell(session, "You are awake.", ROLE_DIM_TEXT);
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

/* The functions of commands that are more than one action. The screen handles COMMAND_LINE. */
static void (*const run_table[COMMAND_COUNT])(struct session *, const struct command *) = {
    [COMMAND_MOVE] = travel_session_move,
    [COMMAND_RUN] = travel_session_run,
    [COMMAND_WAIT] = travel_session_wait,
    [COMMAND_REST] = travel_session_rest,
    [COMMAND_EXPLORE] = travel_session_explore,
    [COMMAND_TRAVEL] = run_travel,
    [COMMAND_FOLLOW] = travel_session_follow,
    [COMMAND_ASSIST] = travel_session_assist,
    [COMMAND_GUARD] = travel_session_guard,
    [COMMAND_GO] = list_go,
    [COMMAND_LOOK] = list_look,
    [COMMAND_EXAMINE] = list_examine,
    [COMMAND_LORE] = character_tell_lore,
    [COMMAND_LIST] = list_show,
    [COMMAND_AROUND] = list_around,
    [COMMAND_WHERE] = run_where,
    [COMMAND_MAP] = run_map,
    [COMMAND_GET] = pack_get,
    [COMMAND_DROP] = pack_run,
    [COMMAND_INVENTORY] = pack_show,
    [COMMAND_WORN] = pack_show_worn,
    [COMMAND_USE] = pack_run,
    [COMMAND_WEAR] = pack_run,
    [COMMAND_REMOVE] = pack_run,
    [COMMAND_GIVE] = pack_run,
    [COMMAND_ACCEPT] = gift_accept,
    [COMMAND_TRADE] = trade_command,
    [COMMAND_DUEL] = duel_command,
    [COMMAND_SLOT] = slot_command,
    [COMMAND_DRINK] = pack_drink,
    [COMMAND_READ] = pack_run,
    [COMMAND_ZAP] = pack_run,
    [COMMAND_THROW] = pack_run,
    [COMMAND_FIRE] = pack_fire,
    [COMMAND_BUY] = shop_buy,
    [COMMAND_SELL] = shop_sell,
    [COMMAND_IDENTIFY] = shop_identify,
    [COMMAND_ROAD] = road_run,
    [COMMAND_ATTACK] = attack_strike,
    [COMMAND_FIGHT] = attack_fight,
    [COMMAND_FLEE] = attack_flee,
    [COMMAND_LEARN] = character_learn,
    [COMMAND_AGAIN] = character_begin_again,
    [COMMAND_VOW] = character_vow,
    [COMMAND_OFFER] = character_offer,
    [COMMAND_CHALK] = chalk_command,
    [COMMAND_AGREE] = chalk_agree,
    [COMMAND_DISAGREE] = chalk_disagree,
    [COMMAND_RAISE] = raise_fallen,
    [COMMAND_DANGER] = attack_tell_danger,
    [COMMAND_MARK] = chat_mark,
    [COMMAND_TARGET] = attack_tell_target,
    [COMMAND_STATUS] = character_tell_statuses,
    [COMMAND_SAY] = chat_say,
    [COMMAND_TELL] = chat_tell,
    [COMMAND_REPLY] = chat_reply,
    [COMMAND_SHOUT] = chat_shout,
    [COMMAND_CHAT] = chat_all,
    [COMMAND_PARTY_SAY] = chat_party,
    [COMMAND_PARTY] = party_command,
    [COMMAND_IGNORE] = ignore_toggle,
    [COMMAND_EMOTE] = chat_emote,
    [COMMAND_WHO] = who_show,
    [COMMAND_SCORE] = character_show_sheet,
    [COMMAND_SCORES] = scores_ask,
    [COMMAND_STONE] = scores_ask_stone,
    [COMMAND_RULES] = house_tell_rules,
    [COMMAND_DEATHS] = graves_tell_deaths,
    [COMMAND_EPITAPH] = epitaph_choose,
    [COMMAND_LIVES] = lives_ask,
    [COMMAND_WAKE] = run_wake,
    [COMMAND_HEALTH] = character_tell_health,
    [COMMAND_MESSAGES] = run_messages,
    [COMMAND_HELP] = run_help,
    [COMMAND_COMMANDS] = run_commands,
    [COMMAND_SET] = settings_run,
    [COMMAND_REDRAW] = run_redraw,
    [COMMAND_CANCEL] = run_cancel,
    [COMMAND_PASSWORD] = own_password_begin,
    [COMMAND_CLAIM] = guest_claim,
    [COMMAND_SAVE] = saved_by_wish,
    [COMMAND_BUG] = bug_report,
    [COMMAND_QUIT] = leave_by_wish,
};

static void carry_out(struct session *session, const struct command *command)
{
    const struct command_row *row = command_row(command->id);
    struct input *input;

    CHECK((row->verb != ACTION_NONE) + (run_table[command->id] != NULL) == (row->words[0] != '\0'));
    if (run_table[command->id] != NULL) {
        run_table[command->id](session, command);
    } else if (row->verb != ACTION_NONE) {
        input = session_input(session, INPUT_ACTION);
        if (input != NULL)
            input->action = (struct action){.verb = row->verb, .dir = command->dir};
    }
}

/* Runs the stored command again, because the answer has come. A travel starts by itself, and drops
   the name then. */
static void run_kept(struct session *session)
{
    struct command command;

    if (!players_kept_command(session->commands.question, &command))
        return;
    if (session_is_in_game(session))
        carry_out(session, &command);
    players_forget(&session->commands);
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
    if (session->trace != NULL)
        trace_command(session->trace, command);
    if (command_row(command->id)->needs_name && session->account.is_guest) {
        session_tell(session, "Guests can only say things: claim NAME makes you a player.",
                     ROLE_BAD);
        return;
    }
    /* While letters were typed into a prompt, it was not known that the command is an action. */
    if (command_row(command->id)->is_action)
        travel_session_interrupt(session, command->id);
    players_forget(&session->commands);
    graves_forget_walk(&session->commands.grave);
    carry_out(session, command);
    if (session->trace != NULL)
        trace_inputs(session->trace);
    /* The command waits for a name to be looked up, and has done nothing yet. */
    if (players_are_asked(session->commands.question))
        players_keep_command(session->commands.question, command);
}
