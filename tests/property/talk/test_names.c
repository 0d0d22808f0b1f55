/*
 * Names of players: every command of players and of operators that takes a player's name means the
 * same player by it. Samuk has quit and Samukantha is there; Bromley and Bromwell are both there,
 * and nobody is called Brom; Ignora ignores Ada, who types the commands.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "hall.h"
#include "narrate/command.h"
#include "operator.h"
#include "server/admin/admin_table.h"
#include "server/session/auth/guest.h"
#include "server/session/commands/players.h"
#include "server/session/present/scrollback.h"
#include "support/test.h"
#include "world/life.h"

enum { LINE_SIZE = 128, SPACE_MS = 61 * 1000 /* between two tries: every pause is over */ };

static struct hall hall;
static struct guest ada;
static struct guest samuk;
static struct guest samukantha;
static struct guest bromley;
static struct guest bromwell;
static struct guest ignora;

static struct guest *const guests[] = {&ada, &samukantha, &bromley, &bromwell, &ignora};

enum { GUESTS = sizeof guests / sizeof guests[0] };

static void pass_ticks(int ticks)
{
    for (int i = 0; i < ticks; i++)
        hall_pass(&hall, HALL_TICK_MS);
    hall_drain(&hall);
}

static void type(struct guest *guest, const char *line)
{
    guest_type(guest, line);
    guest_type(guest, "\r\n");
    pass_ticks(5);
}

static struct operator_answer order(struct peer *line, const char *words)
{
    char request[LINE_SIZE + sizeof "text "];

    snprintf(request, sizeof request, "text %s", words);
    return operator_ask(&hall, line, request);
}

static void set_up(void)
{
    hall_open(&hall);
    hall.server.base.options.connections_per_address = 0;
    guest_join(&samuk, &hall, GUEST_LINE, "samuk");
    type(&samuk, "quit");
    guest_wait_state(&samuk, SESSION_CLOSED);
    guest_close(&samuk);
    guest_join(&ada, &hall, GUEST_LINE, "ada");
    guest_join(&samukantha, &hall, GUEST_LINE, "samukantha");
    guest_join(&bromley, &hall, GUEST_LINE, "bromley");
    guest_join(&bromwell, &hall, GUEST_LINE, "bromwell");
    guest_join(&ignora, &hall, GUEST_LINE, "ignora");
    type(&ignora, "ignore ada");
}

static void tear_down(void)
{
    for (int i = 0; i < GUESTS; i++)
        guest_close(guests[i]);
    hall_close(&hall);
}

/* Samukantha beside Ada. */
static void stand_together(void)
{
    const struct delver *to = guest_delver(&ada);
    char words[LINE_SIZE];
    struct peer *line = operator_connect(&hall);

    for (enum dir dir = DIR_NORTH;
         dir < DIR_COUNT && pos_distance(guest_delver(&samukantha)->body.at, to->body.at) != 1;
         dir++) {
        struct pos at = pos_step(to->body.at, dir);
        if (!level_is_walkable(to->body.level, at) || level_body_at(to->body.level, at) != 0)
            continue;
        snprintf(words, sizeof words, "send samukantha 1 %d,%d", at.x, at.y);
        ck_assert(order(line, words).is_ok);
        pass_ticks(50);
    }
    peer_close(line);
    ck_assert_int_eq(pos_distance(guest_delver(&samukantha)->body.at, to->body.at), 1);
    guest_delver(&samukantha)->life.deepest = LIFE_PROVEN_DEPTH;
    guest_delver(&ada)->life.deepest = LIFE_PROVEN_DEPTH;
}

/* The two of them, with nobody else beside. */
static void stand_apart(void)
{
    struct peer *line = operator_connect(&hall);

    ck_assert(order(line, "send bromley 2").is_ok);
    ck_assert(order(line, "send bromwell 2").is_ok);
    ck_assert(order(line, "send ignora 2").is_ok);
    peer_close(line);
    stand_together();
}

static void be_offered(void)
{
    stand_together();
    type(&samukantha, "give 1 dart to ada");
}

static void be_alone(void)
{
    for (int i = 0; i < GUESTS; i++)
        type(guests[i], "party leave");
}

static void be_invited(void)
{
    be_alone();
    type(&samukantha, "party invite ada");
    type(&bromley, "party invite ada");
    type(&bromwell, "party invite ada");
}

static void lead_party(void)
{
    be_alone();
    type(&ada, "party invite samukantha");
    type(&samukantha, "party join");
}

/* The words that are typed for a name. */
enum word { WHOLE, ABSENT, BEGINNING, SEVERAL, NOBODY, OWN, IGNORING, QUOTED, WORD_COUNT };

static const char *const words[WORD_COUNT] = {
    [WHOLE] = "samukantha", [ABSENT] = "samuk", [BEGINNING] = "samuka", [SEVERAL] = "brom",
    [NOBODY] = "xyzzyq",    [OWN] = "ada",      [IGNORING] = "ignora",  [QUOTED] = "\"Samukantha\"",
};

/* `line` with the word in place of its star. */
static void fill_in(const char *line, const char *word, char out[LINE_SIZE])
{
    int before = (int)strcspn(line, "*");

    snprintf(out, LINE_SIZE, "%.*s%s%s", before, line, word, line + before + 1);
}

/* A command, or a form of one, and what is answered to each of the words. */
struct command_case {
    enum command_id id;
    const char *line; /* with * for the name */
    void (*prepare)(void);
    const char *answers[QUOTED]; /* in quotes a whole name is answered as without */
};

#define SEVERAL_TOLD "2 players have names that begin with Brom."
#define NOBODY_TOLD  "Nobody called Xyzzyq is online."
#define ABSENT_TOLD  "Samuk is not here."
#define BESIDE_TOLD  "Nobody of that name is beside you."
#define INVITED_TOLD "Nobody of that name has invited you."
#define MEMBER_TOLD  "Nobody of that name is in your party."
#define OFFERS_TOLD  "Nobody of that name offers you anything."
#define UNSEEN_TOLD  "You don't see \"xyzzyq\" here."

// clang-format off
static const struct command_case cases[] = {
    {COMMAND_TRAVEL, "travel *", be_alone,
     {"Samukantha", ABSENT_TOLD, "Samukantha", SEVERAL_TOLD, NOBODY_TOLD, "That is you.",
      "Ignora"}},
    {COMMAND_FOLLOW, "follow *", be_alone,
     {"You follow Samukantha.", ABSENT_TOLD, "You follow Samukantha.", SEVERAL_TOLD, NOBODY_TOLD,
      "That is you.", "You follow Ignora."}},
    {COMMAND_ASSIST, "assist *", be_alone,
     {"Samukantha fights no foe", ABSENT_TOLD, "Samukantha fights no foe", SEVERAL_TOLD,
      NOBODY_TOLD, "That is you.", "Ignora fights no foe"}},
    {COMMAND_GUARD, "guard *", be_alone,
     {"You guard Samukantha.", ABSENT_TOLD, "You guard Samukantha.", SEVERAL_TOLD, NOBODY_TOLD,
      "That is you.", "You guard Ignora."}},
    {COMMAND_TRADE, "trade *", stand_apart,
     {"You ask Samukantha to trade.", BESIDE_TOLD, "You ask Samukantha to trade.", BESIDE_TOLD,
      BESIDE_TOLD, BESIDE_TOLD, BESIDE_TOLD}},
    {COMMAND_DUEL, "duel *", be_alone,
     {"a duel.", ABSENT_TOLD, "a duel.", SEVERAL_TOLD, NOBODY_TOLD, "That is you.",
      "Ignora ignores you."}},
    {COMMAND_GO, "go *", stand_together,
     {"Samukantha", ABSENT_TOLD, "Samukantha", "Brom", UNSEEN_TOLD, "You don't see \"ada\" here.",
      "Ignora"}},
    {COMMAND_LOOK, "look *", stand_together,
     {"Samukantha", ABSENT_TOLD, "Samukantha", "Brom", UNSEEN_TOLD, "You don't see \"ada\" here.",
      "Ignora"}},
    {COMMAND_EXAMINE, "consider *", stand_together,
     {"Samukantha", ABSENT_TOLD, "Samukantha", "Brom", UNSEEN_TOLD, "You don't see \"ada\" here.",
      "Ignora"}},
    {COMMAND_WHERE, "where *", be_alone,
     {"Samukantha,", ABSENT_TOLD, "Samukantha,", SEVERAL_TOLD, NOBODY_TOLD, "You are on depth 1",
      "Ignora,"}},
    {COMMAND_GIVE, "give 1 dart to *", stand_apart,
     {"You offer Samukantha a dart.", BESIDE_TOLD, "You offer Samukantha a dart.", BESIDE_TOLD,
      BESIDE_TOLD, BESIDE_TOLD, BESIDE_TOLD}},
    {COMMAND_ACCEPT, "accept *", be_offered,
     {"dart", OFFERS_TOLD, "dart", OFFERS_TOLD, OFFERS_TOLD, OFFERS_TOLD, OFFERS_TOLD}},
    {COMMAND_RAISE, "raise *", stand_apart,
     {"fallen", BESIDE_TOLD, "fallen", BESIDE_TOLD, BESIDE_TOLD, BESIDE_TOLD, BESIDE_TOLD}},
    {COMMAND_TELL, "tell * plugh", be_alone,
     {"You tell Samukantha: \"plugh\"", ABSENT_TOLD, "You tell Samukantha: \"plugh\"", SEVERAL_TOLD,
      NOBODY_TOLD, "You keep that to yourself.", "Ignora ignores you."}},
    {COMMAND_PARTY, "party invite *", be_alone,
     {"You invite Samukantha", ABSENT_TOLD, "You invite Samukantha", SEVERAL_TOLD, NOBODY_TOLD,
      "You are with yourself already.", "Ignora is not here."}},
    {COMMAND_PARTY, "party join *", be_invited,
     {"You join the party of Samukantha.", INVITED_TOLD, "You join the party of Samukantha.",
      SEVERAL_TOLD, INVITED_TOLD, INVITED_TOLD, INVITED_TOLD}},
    {COMMAND_PARTY, "party remove *", lead_party,
     {"Samukantha is put out of the party.", MEMBER_TOLD, "Samukantha is put out of the party.",
      MEMBER_TOLD, MEMBER_TOLD, MEMBER_TOLD, MEMBER_TOLD}},
    {COMMAND_IGNORE, "ignore *", be_alone,
     {"You ignore Samukantha.", "You ignore Samuk.", "You hear Samukantha again.", SEVERAL_TOLD,
      NOBODY_TOLD, "You can't ignore yourself.", "You ignore Ignora."}},
    {COMMAND_LIVES, "lives *", be_alone,
     {"Samukantha keeps the pages", "Samuk keeps the pages", "Samukantha keeps the pages",
      SEVERAL_TOLD, NOBODY_TOLD, "No life of yours has ended yet.", "Ignora keeps the pages"}},
};

/* Commands that take no player's name. */
static const enum command_id nameless[] = {
    COMMAND_NONE,     COMMAND_MOVE,    COMMAND_RUN,      COMMAND_WAIT,     COMMAND_REST,
    COMMAND_EXPLORE,  COMMAND_OPEN,    COMMAND_CLOSE,    COMMAND_DESCEND,  COMMAND_ASCEND,
    COMMAND_LIST,     COMMAND_AROUND,  COMMAND_MAP,      COMMAND_GET,      COMMAND_DROP,
    COMMAND_INVENTORY, COMMAND_WORN,   COMMAND_USE,      COMMAND_WEAR,     COMMAND_REMOVE,
    COMMAND_SWAP,     COMMAND_FETCH,   COMMAND_SLOT,     COMMAND_DRINK,    COMMAND_READ,
    COMMAND_ZAP,      COMMAND_THROW,   COMMAND_FIRE,     COMMAND_BUY,      COMMAND_SELL,
    COMMAND_IDENTIFY, COMMAND_ROAD,    COMMAND_ATTACK,   COMMAND_FIGHT,    COMMAND_FLEE,
    COMMAND_SNEAK,    COMMAND_PRAY,    COMMAND_LEARN,    COMMAND_AGAIN, COMMAND_VOW,
    COMMAND_OFFER,    COMMAND_STONE,   COMMAND_EPITAPH,  COMMAND_CHALK,    COMMAND_AGREE,
    COMMAND_DISAGREE,
    COMMAND_YIELD,    COMMAND_DANGER,  COMMAND_MARK,     COMMAND_TARGET,   COMMAND_STATUS,
    COMMAND_SAY,      COMMAND_REPLY,   COMMAND_SHOUT,    COMMAND_CHAT,     COMMAND_PARTY_SAY,
    COMMAND_EMOTE,    COMMAND_WHO,     COMMAND_SCORE,    COMMAND_SCORES,   COMMAND_HEALTH,
    COMMAND_DEATHS,   COMMAND_WAKE,    COMMAND_RULES,
    COMMAND_MESSAGES, COMMAND_HELP,    COMMAND_COMMANDS, COMMAND_SET,      COMMAND_REDRAW,
    COMMAND_CANCEL,   COMMAND_PASSWORD, COMMAND_CLAIM,   COMMAND_SAVE,     COMMAND_BUG,
    COMMAND_LINE,     COMMAND_QUIT,    COMMAND_LORE,
};
// clang-format on

enum {
    CASES = sizeof cases / sizeof cases[0],
    NAMELESS = sizeof nameless / sizeof nameless[0],
};

TEST_FIXTURE(set_up, tear_down);

TEST(every_command_has_its_place_here)
{
    for (enum command_id id = COMMAND_NONE; id < COMMAND_COUNT; id++) {
        int count = 0;
        for (int i = 0; i < NAMELESS; i++)
            count += nameless[i] == id;
        bool takes_none = count == 1;
        for (int i = 0; i < CASES; i++)
            count += cases[i].id == id;
        ck_assert_msg(takes_none ? count == 1 : count > 0, "%s stands in %d lists",
                      command_row(id)->words, count);
    }
}

TEST_EACH(a_name_means_the_same_player_in_every_command, CASES)
{
    const struct command_case *at = &cases[_i];
    char line[LINE_SIZE];

    for (enum word word = 0; word < WORD_COUNT; word++) {
        hall_pass(&hall, SPACE_MS);
        type(&ada, "stop");
        at->prepare();
        guest_forget(&ada);
        guest_forget(&samukantha);
        fill_in(at->line, words[word], line);
        type(&ada, line);
        guest_expect(&ada, at->answers[word == QUOTED ? WHOLE : word]);
        pass_ticks(5);
        bool is_heard = guest_heard(&samukantha, "plugh") ||
                        guest_heard(&samukantha, "follows you") ||
                        guest_heard(&samukantha, "invites you");
        ck_assert_msg(word == WHOLE || word == BEGINNING || word == QUOTED || !is_heard,
                      "%s reaches Samukantha", line);
    }
}

/* "samuk" is the beginning of the name of a player in view. */
TEST(a_command_that_takes_no_name_finds_no_player_by_one)
{
    char line[LINE_SIZE];
    char name[COMMAND_WORD_SIZE];

    stand_together();
    for (int i = 0; i < NAMELESS; i++) {
        const char *of = command_row(nameless[i])->words;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(of, " "), of);
        if (name[0] == '\0')
            continue;
        hall_pass(&hall, SPACE_MS);
        guest_forget(&ada);
        snprintf(line, sizeof line, "%s samuk", name);
        type(&ada, line);
        type(&ada, "hp");
        guest_expect(&ada, " of 20 health.");
        ck_assert_msg(!guest_heard(&ada, "Samukantha"), "%s", line);
    }
}

TEST(what_is_typed_behind_a_name_that_is_looked_up_keeps_its_order)
{
    guest_forget(&ada);
    guest_type(&ada,
               "tell samuk one\r\ntell samuka two\r\ntell bromley three\r\nwhere samuk\r\nhp\r\n");
    guest_expect(&ada, " of 20 health.");
    const char *at = ada.heard;
    static const char *const answers[] = {"Samuk is not here.", "You tell Samukantha: \"two\"",
                                          "You tell Bromley: \"three\"", "Samuk is not here.",
                                          " of 20 health."};
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        at = strstr(at, answers[i]);
        ck_assert_msg(at != NULL, "%s: %s", answers[i], ada.heard);
        at += strlen(answers[i]);
    }
}

TEST(a_follower_sets_out_before_what_was_typed_behind)
{
    guest_forget(&ada);
    guest_type(&ada, "follow samuka\r\n");
    /* A tick in which no answer is taken. */
    hall.server.base.clock_ahead_ms += HALL_TICK_MS;
    turn_now(&hall.server.turn);
    ck_assert(players_are_asked(guest_session(&ada)->commands.question));
    guest_type(&ada, "say on we go\r\n");
    guest_expect(&ada, "on we go");
    ck_assert(guest_hears(&ada, "You follow Samukantha."));
    ck_assert(!guest_hears(&ada, "You stop."));
}

/* The log on Ada's screen. */
static const char *log_of_ada(void)
{
    static char text[4096];

    text[0] = '\0';
    message_log_write(&guest_session(&ada)->present.scrollback->messages, MESSAGE_COUNT_MAX, false,
                      text, sizeof text);
    return text;
}

TEST(keys_behind_a_name_that_is_looked_up_wait_too)
{
    guest_close(&ada);
    guest_join(&ada, &hall, GUEST_SCREEN, "ada");
    pass_ticks(10);
    guest_type(&ada, ":tell samuk one\r");
    ck_assert(players_are_asked(guest_session(&ada)->commands.question));
    guest_type(&ada, ":say two\r");
    for (int i = 0; i < HALL_WAIT_TURNS && strstr(log_of_ada(), "two") == NULL; i++)
        hall_wait(&hall);
    const char *first = strstr(log_of_ada(), ABSENT_TOLD);
    ck_assert_msg(first != NULL && strstr(first, "two") != NULL, "%s", log_of_ada());
}

/* Keys that wait for a share of work stand in another line. */
TEST(keys_that_wait_in_the_ration_wait_for_a_name_as_well)
{
    guest_close(&ada);
    guest_join(&ada, &hall, GUEST_SCREEN, "ada");
    pass_ticks(10);
    guest_session(&ada)->ration.left = -RATION_BURST;
    guest_session(&ada)->ration.refilled_at_ms = hall.server.base.now_ms;
    guest_type(&ada, ":tell samuk one\r:say two\r");
    ck_assert(!players_are_asked(guest_session(&ada)->commands.question));
    for (int i = 0; i < HALL_WAIT_TURNS && strstr(log_of_ada(), "two") == NULL; i++)
        hall_wait(&hall);
    const char *first = strstr(log_of_ada(), ABSENT_TOLD);
    ck_assert_msg(first != NULL && strstr(first, "two") != NULL, "%s", log_of_ada());
}

TEST(a_name_that_the_database_does_not_tell_is_nobody_s_for_now)
{
    guest_forget(&ada);
    guest_forget(&samukantha);
    guest_type(&ada, "tell samuka plugh\r\n");
    ck_assert(players_are_asked(guest_session(&ada)->commands.question));
    /* No answer is taken in these ticks. */
    for (int i = 0; i < 2 && players_are_asked(guest_session(&ada)->commands.question); i++) {
        hall.server.base.clock_ahead_ms += PLAYERS_PATIENCE_MS;
        turn_now(&hall.server.turn);
    }
    ck_assert(!players_are_asked(guest_session(&ada)->commands.question));
    guest_expect(&ada, "Names cannot be looked up now.");
    pass_ticks(20);
    ck_assert(!guest_hears(&samukantha, "plugh"));
    ck_assert(!guest_hears(&ada, "You tell"));
}

TEST(no_guest_is_called_by_a_word_of_the_game)
{
    char name[NAME_LENGTH_MAX + 1];

    for (size_t first = 0; first < GUEST_NAME_WORDS; first++) {
        for (size_t second = 0; second < GUEST_NAME_WORDS; second++) {
            guest_name_of(first, second, name);
            ck_assert_msg(!reserved_names_has(&hall.server.game.reserved, name), "%s", name);
        }
    }
}

TEST(a_line_that_is_lost_takes_its_question_along)
{
    guest_type(&ada, "tell samuk one\r\n");
    guest_close(&ada);
    for (int i = 0; i < 20; i++)
        hall_wait(&hall);
    guest_join(&ada, &hall, GUEST_LINE, "ada");
    guest_forget(&ada);
    type(&ada, "tell samuk one");
    guest_expect(&ada, ABSENT_TOLD);
}

TEST(an_absent_player_is_ignored_and_heard_again)
{
    type(&ada, "ignore samuk");
    guest_expect(&ada, "You ignore Samuk.");
    guest_join(&samuk, &hall, GUEST_LINE, "samuk");
    type(&samuk, "tell ada plugh");
    guest_expect(&samuk, "Ada ignores you.");
    type(&samukantha, "tell ada xyzzy");
    guest_expect(&ada, "Samukantha tells you: \"xyzzy\"");
    ck_assert(!guest_hears(&ada, "plugh"));
    type(&samuk, "quit");
    guest_wait_state(&samuk, SESSION_CLOSED);
    guest_close(&samuk);
    type(&ada, "ignore samuk");
    guest_expect(&ada, "You hear Samuk again.");
}

/* A word of operators, and whether it is done: to a player who is there, to one who is not, and to
   the beginning of a name. */
struct word_case {
    const char *word;
    const char *line;
    bool takes_whole;
    bool takes_absent;
};

static const struct word_case word_cases[] = {
    {"inspect", "inspect player *", true, true},
    {"goto", "goto *", false, false}, /* only in the game */
    {"bring", "bring *", false, false},
    {"send", "send * 1", true, false},
    {"kick", "kick *", true, false},
    {"watch", "watch *", false, false},
    {"trace", "trace *", true, false},
    {"role", "role * none", true, true},
    {"mute", "mute * for 5m", true, true},
    {"unmute", "unmute *", false, false}, /* nobody is muted */
    {"ban", "ban * for 5m", true, true},
    {"unban", "unban *", false, false},
    {"approve", "approve *", false, false},
    {"password", "password *", true, true},
    {"lives", "lives *", true, true},
    {"forget", "forget * dry-run", true, true},
    {"rename", "rename * zymurgist", false, true}, /* Samuk is called so by then */
};

enum { WORD_CASES = sizeof word_cases / sizeof word_cases[0] };

TEST(every_word_of_operators_that_takes_a_name_has_its_place_here)
{
    for (size_t i = 0; i < admin_row_count; i++) {
        const struct admin_row *row = &admin_table[i];
        const char *name = strstr(row->arguments, "NAME");
        int count = 0;
        for (int k = 0; k < WORD_CASES; k++)
            count += strcmp(word_cases[k].word, row->word) == 0;
        /* A style has a name, too. */
        bool takes_player =
            name != NULL && (name < row->arguments + 6 || strncmp(name - 6, "style ", 6) != 0);
        ck_assert_msg(count == takes_player, "%s", row->word);
    }
}

TEST_EACH(a_name_means_the_same_player_in_every_word_of_operators, WORD_CASES)
{
    const struct word_case *at = &word_cases[_i];
    struct peer *line = operator_connect(&hall);
    char typed[LINE_SIZE];

    for (enum word word = ABSENT; word <= SEVERAL; word++) {
        fill_in(at->line, words[word], typed);
        struct operator_answer answer = order(line, typed);
        ck_assert_msg(answer.is_ok == (word == ABSENT && at->takes_absent), "%s: %s", typed,
                      answer.text);
        ck_assert_msg(strstr(answer.text, "amukantha") == NULL, "%s: %s", typed, answer.text);
    }
    fill_in(at->line, words[WHOLE], typed);
    struct operator_answer answer = order(line, typed);
    ck_assert_msg(answer.is_ok == at->takes_whole, "%s: %s", typed, answer.text);
    peer_close(line);
}

/* The name is typed at the prompt where a new one makes a player. */
static void expect_refused(const char *name)
{
    guest_open(&samuk, &hall, GUEST_LINE, name);
    guest_wait_state(&samuk, SESSION_NAME);
    guest_forget(&samuk);
    guest_type(&samuk, name);
    guest_type(&samuk, "\r\n");
    for (int i = 0;
         i < HALL_WAIT_TURNS && !guest_hears(&samuk, "reserved") && !guest_hears(&samuk, "no name");
         i++)
        hall_wait(&hall);
    ck_assert_msg(guest_hears(&samuk, "That name is reserved.") ||
                      guest_hears(&samuk, "is a command, and no name"),
                  "%s: %s", name, samuk.heard);
    ck_assert_int_eq(guest_state(&samuk), SESSION_NAME);
    guest_close(&samuk);
}

TEST(no_player_is_made_with_a_word_of_the_game_for_a_name)
{
    static const char *const reserved[] = {
        "rat",       "drudges", "cooper",  "theCooper", "dart",    "lantem",   "niche",
        "pedlar",    "inspect", "kick",    "wall",      "builder", "two",      "all",
        "northwest", "grave",   "explore", "talk",      "admin",   "somebody",
    };

    hall.server.base.options.new_per_address = 0;
    for (size_t i = 0; i < sizeof reserved / sizeof reserved[0]; i++)
        expect_refused(reserved[i]);
}

TEST(no_guest_claims_a_word_of_the_game)
{
    hall.server.base.options.guests = GUESTS_ALL;
    guest_open(&samuk, &hall, GUEST_LINE, "guest");
    guest_wait_state(&samuk, SESSION_NAME);
    guest_type(&samuk, "guest\r\n");
    guest_wait_state(&samuk, SESSION_PLAYING);
    type(&samuk, "claim cooper");
    guest_expect(&samuk, "That name is reserved. Please choose another.");
    type(&samuk, "claim darts");
    guest_expect(&samuk, "That name is reserved. Please choose another.");
    guest_close(&samuk);
}
