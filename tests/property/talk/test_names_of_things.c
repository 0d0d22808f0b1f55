/*
 * One way to name a kind, a foe or a thing: every command that takes such a name understands all
 * forms of it, and refuses a name that nothing has.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "hall.h"
#include "narrate/command.h"
#include "narrate/item_words.h"
#include "narrate/name_match.h"
#include "operator.h"
#include "scene.h"
#include "server/admin/admin_table.h"
#include "support/test.h"
#include "world/world.h"

enum { LINE_SIZE = 128, POPULATION_PERCENT = 1, TURN_TICKS = 40, FOE_HEALTH = 1000 };

static struct hall hall;
static struct guest ada;
static struct guest brom;

/* Which name is put into the words. */
enum named { FOE, DART, DRAUGHT, SCROLL, WAND, COAT, UNKNOWN, WARE };

static const struct {
    enum command_id id;
    enum named named;
    const char *words;   /* what is typed, with the name for @ */
    const char *refusal; /* told to a name that nothing has */
} table[] = {
    {COMMAND_BUY, WARE, "buy @", "The pedlar has no"},
    {COMMAND_SELL, DART, "sell @", "You have no"},
    {COMMAND_IDENTIFY, UNKNOWN, "identify @", "You have no"},
    {COMMAND_SLOT, DART, "slot 2 @", "You have no"},
    {COMMAND_EXAMINE, FOE, "examine @", "You don't see"},
    {COMMAND_EXAMINE, DART, "examine @", "You don't see"},
    {COMMAND_LOOK, FOE, "look at @", "You don't see"},
    {COMMAND_GO, FOE, "go @", "You don't see"},
    {COMMAND_LORE, FOE, "lore @", "You know nothing of"},
    {COMMAND_LIST, FOE, "list @", "List what?"},
    {COMMAND_ATTACK, FOE, "attack @", "No foe called"},
    {COMMAND_FIGHT, FOE, "fight @", "No foe called"},
    {COMMAND_FIRE, FOE, "fire @", "No such foe"},
    {COMMAND_MARK, FOE, "mark @", "No such foe"},
    {COMMAND_THROW, DART, "throw @", "You have no"},
    {COMMAND_THROW, FOE, "throw dart at @", "No such foe"},
    {COMMAND_ZAP, WAND, "zap @", "You have no"},
    {COMMAND_ZAP, FOE, "zap d at @", "No such foe"},
    {COMMAND_DRINK, DRAUGHT, "drink @", "You have no"},
    {COMMAND_USE, DRAUGHT, "use @", "You have no"},
    {COMMAND_READ, SCROLL, "read @", "You have no"},
    {COMMAND_GIVE, DART, "give @", "You have no"},
    {COMMAND_DROP, DART, "drop @", "You have no"},
    {COMMAND_GET, DART, "get @", "No such thing lies here"},
    {COMMAND_WEAR, COAT, "wear @", "You have no"},
    {COMMAND_REMOVE, COAT, "remove @", "You have no"},
    {COMMAND_AGAIN, COAT, "again keep @", "You have no"},
};

enum { CASES = sizeof table / sizeof table[0] };

/* Commands that take other words: players, settings, subjects, texts, numbers. */
static const enum command_id others[] = {
    COMMAND_TRAVEL,   COMMAND_FOLLOW, COMMAND_WHERE,     COMMAND_ROAD,    COMMAND_RAISE,
    COMMAND_ACCEPT,   COMMAND_SAY,    COMMAND_TELL,      COMMAND_REPLY,   COMMAND_SHOUT,
    COMMAND_CHAT,     COMMAND_PARTY,  COMMAND_PARTY_SAY, COMMAND_IGNORE,  COMMAND_EMOTE,
    COMMAND_MESSAGES, COMMAND_HELP,   COMMAND_SET,       COMMAND_CLAIM,   COMMAND_BUG,
    COMMAND_LEARN,    COMMAND_ASSIST, COMMAND_GUARD,     COMMAND_TRADE,   COMMAND_DUEL,
    COMMAND_VOW,      COMMAND_OFFER,  COMMAND_SCORES,    COMMAND_EPITAPH, COMMAND_LIVES,
    COMMAND_CHALK,
};

TEST(every_command_that_takes_words_has_its_place_here)
{
    for (enum command_id id = COMMAND_MOVE; id < COMMAND_COUNT; id++) {
        const struct command_row *row = command_row(id);
        bool is_here = false;
        bool is_other =
            row->stands_alone || row->takes_direction || row->takes_count || row->words[0] == '\0';
        for (int i = 0; i < CASES; i++)
            is_here = is_here || table[i].id == id;
        for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
            is_other = is_other || others[i] == id;
        ck_assert_msg(is_here == row->names_things, "%s", row->words);
        ck_assert_msg(is_here || is_other, "%s", row->words);
    }
}

/* `spawn` alone of all words of operators is told a kind; its own test is below. */
TEST(no_other_word_of_operators_takes_a_kind)
{
    for (size_t i = 0; i < admin_row_count; i++) {
        const struct admin_row *row = &admin_table[i];
        ck_assert_msg((strstr(row->arguments, "KIND") != NULL) == (strcmp(row->word, "spawn") == 0),
                      "%s", row->word);
    }
}

static void type(const char *line)
{
    guest_forget(&ada);
    guest_type(&ada, line);
    guest_type(&ada, "\r\n");
    for (int i = 0; i < TURN_TICKS; i++)
        hall_pass(&hall, HALL_TICK_MS);
    hall_drain(&hall);
    guest_hear(&ada);
}

static void fill_pack(struct pack *pack)
{
    memset(pack->carried, 0, sizeof pack->carried);
    pack->carried[0] = stack_of(ITEM_DART, 9);
    pack->carried[1] = stack_of(ITEM_MENDING, 2);
    pack->carried[2] = stack_of(ITEM_ELSEWHERE, 2);
    pack->carried[3] = stack_of(ITEM_WAND_SPARKS, 1);
    pack->carried[4] = stack_of(ITEM_HEART, 2);
    pack->worn[SLOT_BODY] = stack_of(ITEM_PADDED_COAT, 1);
    pack->worn[SLOT_LAUNCHER] = stack_of(ITEM_SHORT_BOW, 1);
}

static void set_up(void)
{
    hall_open_populated(&hall, POPULATION_PERCENT);
    guest_join(&ada, &hall, GUEST_LINE, "ada");
}

static void tear_down(void)
{
    if (brom.hall != NULL)
        guest_close(&brom);
    guest_close(&ada);
    hall_close(&hall);
}

TEST_FIXTURE(set_up, tear_down);

static void name_it(enum named named, char out[ITEM_NAME_MAX])
{
    const struct delver *delver = guest_delver(&ada);
    static const enum item_kind kinds[] = {
        [DART] = ITEM_DART,        [DRAUGHT] = ITEM_MENDING,  [SCROLL] = ITEM_ELSEWHERE,
        [WAND] = ITEM_WAND_SPARKS, [COAT] = ITEM_PADDED_COAT, [UNKNOWN] = ITEM_HEART,
        [WARE] = ITEM_DART};

    if (named == FOE)
        snprintf(out, ITEM_NAME_MAX, "cellar rat");
    else
        item_kind_name(delver, kinds[named], 1, out, ITEM_NAME_MAX);
}

enum { FORMS = 7 };

/* `words` with the name in place of the @. */
static void put_name(const char *words, const char *name, char out[LINE_SIZE])
{
    int before = (int)strcspn(words, "@");

    snprintf(out, LINE_SIZE, "%.*s%.60s%.20s", before, words, name, words + before + 1);
}

/* The name as people type it. */
static void write_form(int form, const char *name, char out[LINE_SIZE])
{
    static const char *const shapes[FORMS] = {"@", "\"@\"", "'@'", "the @", "1.@", "@s", "@"};
    const char *last = strrchr(name, ' ') == NULL ? name : strrchr(name, ' ') + 1;

    put_name(shapes[form], form >= 4 && form < 6 ? last : name, out);
    for (char *at = out; form == FORMS - 1 && *at != '\0'; at++)
        *at = *at == ' ' ? '-' : *at;
}

/* The first level has a stall, at some steps from where she arrived. */
static void bring_to_stall(struct delver *delver)
{
    static struct level_search search;
    struct level *level = delver->body.level;
    struct pos at;

    if (pos_distance(delver->body.at, level->stall) <= 1)
        return;
    ck_assert(level->has_stall && level_find_free(level, &search, level->stall, &at));
    body_move(&delver->body, at);
    delver_look(delver);
}

/* The guest as it was before the last deed. */
static void restore(enum command_id id)
{
    struct delver *delver = guest_delver(&ada);

    if (id == COMMAND_BUY || id == COMMAND_SELL || id == COMMAND_IDENTIFY)
        bring_to_stall(delver);
    fill_pack(&delver->life.pack);
    if (id == COMMAND_WEAR) {
        delver->life.pack.worn[SLOT_BODY] = (struct stack){0};
        delver->life.pack.carried[5] = stack_of(ITEM_PADDED_COAT, 1);
    }
    delver->body.health = delver->body.health_max;
    for (body_id at = delver->body.level->first_foe; at != 0;) {
        struct body *foe = world_body(hall.server.game.world, at);
        foe->health = FOE_HEALTH;
        at = foe->next;
    }
}

/* Only who has a party marks anything. */
static void join_party(void)
{
    guest_join(&brom, &hall, GUEST_LINE, "brom");
    type("party invite brom");
    guest_type(&brom, "party join\r\n");
    type("");
}

TEST_EACH(a_name_is_understood_in_every_form, CASES)
{
    char name[ITEM_NAME_MAX];
    char form[LINE_SIZE];
    char line[LINE_SIZE];

    restore(table[_i].id);
    if (table[_i].id == COMMAND_MARK)
        join_party();
    if (table[_i].named == FOE)
        scene_meet(&ada, "cellar-rat");
    name_it(table[_i].named, name);
    for (int i = 0; i < FORMS; i++) {
        restore(table[_i].id);
        if (table[_i].id == COMMAND_GET) {
            type("drop 2 darts");
            guest_forget(&ada);
        }
        write_form(i, name, form);
        put_name(table[_i].words, form, line);
        type(line);
        ck_assert_msg(strstr(ada.heard, table[_i].refusal) == NULL &&
                          strstr(ada.heard, "Say how many") == NULL &&
                          strstr(ada.heard, "without a number") == NULL,
                      "%s: %s", line, ada.heard);
    }
    restore(table[_i].id);
    put_name(table[_i].words, "zebra", line);
    type(line);
    ck_assert_msg(strstr(ada.heard, table[_i].refusal) != NULL, "%s: %s", line, ada.heard);
}

/* Operators. */
TEST(a_kind_is_spawned_by_every_form_of_its_name)
{
    static const struct {
        const char *typed;
        const char *told;
    } kinds[] = {
        {"dart", "\"kind\":\"dart\""},
        {"darts", "\"kind\":\"dart\""},
        {"1.dart", "\"kind\":\"dart\""},
        {"\"wand of sparks\"", "\"kind\":\"wand-of-sparks\""},
        {"wand-of-sparks", "\"kind\":\"wand-of-sparks\""},
        {"wand of sparks", "\"kind\":\"wand-of-sparks\""},
        {"sparks", "\"kind\":\"wand-of-sparks\""},
        {"\"cellar rat\"", "Somebody stands there."},
        {"cellar-rat", "Somebody stands there."},
        {"sparcs", "Did you mean: wand-of-sparks"},
        {"elsewere", "Did you mean: scroll-of-elsewhere"},
        {"2.mace", "\"kind\":\"mace\""},
        {"2.cellar-rat", "Somebody stands there."},
        {"wand of xyzzy", "Did you mean: wand-of-sparks, wand-of-"},
        {"birch wand", "Did you mean: wand-of-sparks, wand-of-"},
        {"drauht of haste", "Did you mean: draught-of-mending, draught-of-heart, "},
        {"zebrazebra", "No foe or thing is called"},
    };
    struct peer *line = operator_connect(&hall);
    const struct pos at = guest_delver(&ada)->body.at;

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        char request[LINE_SIZE];
        snprintf(request, sizeof request, "json spawn %s 1 %d,%d", kinds[i].typed, at.x, at.y);
        struct operator_answer answer = operator_ask(&hall, line, request);
        ck_assert_msg(strstr(answer.text, kinds[i].told) != NULL, "%s: %s", request, answer.text);
    }
    peer_close(line);
}

TEST(a_level_is_shown_with_foes_by_their_letters_and_a_legend)
{
    scene_meet(&ada, "cellar-rat");
    struct peer *line = operator_connect(&hall);
    struct operator_answer answer = operator_ask(&hall, line, "text level show 1");
    const char *legend = strstr(answer.text, "r: cellar rat, 1");

    ck_assert_msg(answer.is_ok && legend != NULL, "%s", answer.text);
    peer_close(line);
}

TEST(words_fit_a_name_so_well)
{
    static const struct {
        const char *typed;
        const char *name;
        enum name_rank rank;
        int number;
    } rows[] = {
        {"cellar rat", "cellar rat", NAME_RANK_WHOLE, 0},
        {"Cellar-Rat", "cellar rat", NAME_RANK_WHOLE, 0},
        {"cel", "cellar rat", NAME_RANK_BEGINNING, 0},
        {"rat", "cellar rat", NAME_RANK_WORD, 0},
        {"2.rat", "cellar rat", NAME_RANK_WORD, 2},
        {"ra cel", "cellar rat", NAME_RANK_WORDS, 0},
        {"rats", "cellar rat", NAME_RANK_PLURAL, 0},
        {"imps", "bottle imp", NAME_RANK_PLURAL, 0},
        {"wolves", "grey wolf", NAME_RANK_PLURAL, 0},
        {"knives", "knife", NAME_RANK_PLURAL, 0},
        {"the rat", "cellar rat", NAME_RANK_WORD, 0},
        {"\"draught of mending\"", "draught of mending", NAME_RANK_WHOLE, 0},
        {"ellar", "cellar rat", NAME_RANK_NONE, 0},
        {"rat zebra", "cellar rat", NAME_RANK_NONE, 0},
        {"1.5", "cellar rat", NAME_RANK_NONE, 0},
        {"", "cellar rat", NAME_RANK_NONE, 0},
        {"\"\"", "cellar rat", NAME_RANK_NONE, 0},
        {"-", "cellar rat", NAME_RANK_NONE, 0},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct name_words words = name_words_of(rows[i].typed);
        ck_assert_msg(name_match(&words, rows[i].name) == rows[i].rank &&
                          words.number == rows[i].number,
                      "%s: %d", rows[i].typed, (int)name_match(&words, rows[i].name));
    }
}

/* A near name is told, and how many there are. */
TEST(a_refusal_names_what_could_have_been_meant)
{
    static const struct {
        const char *line;
        const char *told;
    } rows[] = {
        {"examine celar rat", "You don't see \"celar rat\" here. Did you mean: cellar rat?"},
        {"examine \"Rst\"", "You don't see \"Rst\" here. Did you mean: cellar rat?"},
        {"consider 3.rat", "You don't see \"3.rat\" here. There is only 1."},
        {"lore celler-rat", "You know nothing of \"celler-rat\" yet. Did you mean: cellar rat?"},
        {"throw dart at cellra", "No such foe is in view. Did you mean: cellar rat?"},
        {"kill cellra", "No foe called cellra is in view. Did you mean: cellar rat?"},
        {"kill zebra", "No foe called zebra is in view. Players cannot harm each other."},
        {"drop drat", "You have no \"drat\". Did you mean: dart?"},
        {"wear 'paded coat'", "You have no \"paded coat\". Did you mean: padded coat?"},
        {"drop zebra", "You have no \"zebra\"."},
        {"lore 2.rat", "Cellar rat: "},
        {"get drat", "No such thing lies here. Did you mean: dart?"},
    };

    restore(COMMAND_DROP);
    scene_meet(&ada, "cellar-rat");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        restore(COMMAND_DROP);
        if (strncmp(rows[i].line, "get ", 4) == 0)
            type("drop 2 darts");
        type(rows[i].line);
        ck_assert_msg(strstr(ada.heard, rows[i].told) != NULL, "%s: %s", rows[i].line, ada.heard);
    }
}

TEST(a_number_means_that_one_of_those_that_fit_best)
{
    static const char *const names[] = {"rat king", "cellar rat", "cellar rat", "rat"};
    static const struct {
        const char *typed;
        int64_t chosen;
    } rows[] = {{"rat", 3}, {"2.cellar", 2}, {"3.cellar", -1}, {"2.rat", -1}, {"rat k", 0}};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct name_search search = name_search_of(rows[i].typed);
        for (int n = 0; n < 4; n++)
            name_search_offer(&search, name_match(&search.words, names[n]), n);
        ck_assert_msg(search.chosen == rows[i].chosen, "%s: %d", rows[i].typed, (int)search.chosen);
    }
}
