/*
 * Things that are meant by words, as tables: what a player types, and which thing that is.
 */
#include <stdio.h>
#include <string.h>

#include "narrate/item_words.h"
#include "narrate/pack_words.h"
#include "support/stage.h"
#include "support/test.h"

static const char hall[] = "#####\n"
                           "#<.a#\n"
                           "#####\n";

static struct stage stage;
static struct delver *ada;

/* Beside what is worn at first: knife, padded coat, lamp. */
static void set_up(void)
{
    struct pack *pack;

    stage_init(&stage, hall);
    ada = stage_delver(&stage, stage_join(&stage, 1, draw_level_find(hall, 'a')));
    pack = &ada->life.pack;
    *pack = pack_new();
    memset(pack->carried, 0, sizeof pack->carried);
    pack->carried[0] = stack_of(ITEM_DART, 3);
    pack->carried[1] = stack_of(ITEM_MENDING, 2);
    pack->carried[2] = stack_of(ITEM_TEMPERING, 1);
    pack->carried[3] = stack_of(ITEM_ELSEWHERE, 1);
    pack->carried[4] = stack_of(ITEM_HEART, 1);
    pack->carried[6] = stack_of(ITEM_HELM, 1);
    pack->carried[15] = stack_of(ITEM_LAMP_STEEL_SWORD, 1);
}

static void tear_down(void)
{
    stage_release(&stage);
}

TEST_FIXTURE(set_up, tear_down);

TEST(words_mean_the_thing_that_they_name)
{
    static const struct {
        enum pack_verb verb;
        const char *words;
        char letter;
    } table[] = {
        {PACK_THROW, "a", 'a'},       {PACK_THROW, "dart", 'a'},
        {PACK_THROW, "darts", 'a'},   {PACK_THROW, "2 darts", 'a'},
        {PACK_THROW, "DA", 'a'},      {PACK_DRINK, "b", 'b'},
        {PACK_DRINK, "mending", 'b'}, {PACK_DRINK, "draught of m", 'b'},
        {PACK_DRINK, "", 'b'},        {PACK_DRINK, "a draught of heart", 'e'},
        {PACK_READ, "temper", 'c'},   {PACK_READ, "the scroll of e", 'd'},
        {PACK_WEAR, "helm", 'g'},     {PACK_WEAR, "sword", 'p'},
        {PACK_REMOVE, "knife", 'q'},  {PACK_REMOVE, "coat", 's'},
        {PACK_REMOVE, "s", 's'},      {PACK_TEMPER, "lamp", 'z'},
        {PACK_DROP, "lamp", 'z'},     {PACK_DROP, "lamp-", 'p'},
        {PACK_USE, "mending", 'b'},   {PACK_DROP, " p", 'p'},
    };
    char why[PACK_WHY_MAX] = "";

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        uint32_t object = pack_choose(ada, table[i].verb, table[i].words, why);
        ck_assert_msg(object != OBJECT_NONE, "%s: %s", table[i].words, why);
        ck_assert_msg(pack_letter(object) == table[i].letter, "%s is %c", table[i].words,
                      pack_letter(object));
    }
}

TEST(what_cannot_be_meant_is_answered)
{
    static const struct {
        enum pack_verb verb;
        const char *words;
        const char *why;
    } table[] = {
        {PACK_DRINK, "draught", "Drink what? b: 2 draughts of mending, e: a draught of heart."},
        {PACK_READ, "", "Read what? c: a scroll of tempering, d: a scroll of elsewhere."},
        {PACK_READ, "scroll", "Read what? c: a scroll of tempering, d: a scroll of elsewhere."},
        {PACK_DRINK, "dart", "You cannot drink the dart."},
        {PACK_DRINK, "a", "You cannot drink the dart."},
        {PACK_THROW, "knife", "You wear the knife."},
        {PACK_REMOVE, "helm", "You do not wear the helm."},
        {PACK_WEAR, "f", "You have nothing at f."},
        {PACK_DROP, "trousers", "You have no \"trousers\"."},
        {PACK_DROP, "\x1b[2Jx", "You have no \"[2Jx\"."},
        {PACK_ZAP, "", "You have nothing to zap."},
    };
    char why[PACK_WHY_MAX];

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        ck_assert_uint_eq(pack_choose(ada, table[i].verb, table[i].words, why), OBJECT_NONE);
        ck_assert_str_eq(why, table[i].why);
    }
}

TEST(a_count_stands_before_what_it_counts)
{
    static const struct {
        const char *words;
        const char *rest;
        uint32_t count; /* 0: none was said */
    } table[] = {
        {"2 darts", "darts", 2},
        {"all  darts", "darts", PACK_COUNT_ALL},
        {"a dart", "dart", 1},
        {"an amber draught", "amber draught", 1},
        {"the darts", "darts", 0},
        {"darts", "darts", 0},
        {"a", "a", 0},
        {"all", "all", 0},
        {"99999999999999999999 darts", "darts", PACK_COUNT_MOST},
        {"4294967297 darts", "darts", PACK_COUNT_MOST},
        {"2147483647 darts", "darts", PACK_COUNT_MOST},
        {"2147483646 darts", "darts", 2147483646},
        {"2darts", "2darts", 0},
    };

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        uint32_t count = 0;
        ck_assert_str_eq(pack_cut_count(table[i].words, &count), table[i].rest);
        ck_assert_uint_eq(count, table[i].count);
    }
    ck_assert(pack_is_count("12") && pack_is_count("All"));
    ck_assert(!pack_is_count("") && !pack_is_count("a") && !pack_is_count("2 darts"));
}

TEST(what_is_alike_is_counted_together_but_not_what_is_worn)
{
    ada->life.pack.carried[8] = stack_of(ITEM_DART, 20);
    ada->life.pack.carried[9] = stack_of(ITEM_KNIFE, 1);
    ada->life.pack.carried[10] = stack_of(ITEM_HELM, 1);
    ada->life.pack.carried[10].temper = 1;
    ck_assert_uint_eq(pack_count(ada, OBJECT_CARRIED), 23);
    ck_assert_uint_eq(pack_count(ada, OBJECT_CARRIED + 8), 23);
    ck_assert_uint_eq(pack_count(ada, OBJECT_CARRIED + 6), 1);
    ck_assert_uint_eq(pack_count(ada, OBJECT_CARRIED + 9), 1);
    ck_assert_uint_eq(pack_count(ada, OBJECT_WORN + SLOT_WEAPON), 1);
    ck_assert_uint_eq(pack_count(ada, OBJECT_CARRIED + 5), 0);
}

/* One thing alone is asked for too: a scroll that was only to be named is not spent. */
TEST(a_verb_alone_takes_nothing_but_a_draught_of_mending)
{
    static const struct {
        enum pack_verb verb;
        const char *why;
    } table[] = {
        {PACK_READ, "Read what? d: a scroll of elsewhere."},
        {PACK_WEAR, "Wear what? g: a helm."},
        {PACK_DRINK, "Drink what? e: a draught of heart."},
    };
    char why[PACK_WHY_MAX];

    ada->life.pack.carried[2] = ada->life.pack.carried[15] = (struct stack){0};
    ck_assert_int_eq(pack_letter(pack_choose(ada, PACK_DRINK, "", why)), 'b');
    ada->life.pack.carried[1] = (struct stack){0};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        ck_assert_uint_eq(pack_choose(ada, table[i].verb, "", why), OBJECT_NONE);
        ck_assert_str_eq(why, table[i].why);
    }
    memset(ada->life.pack.worn, 0, sizeof ada->life.pack.worn);
    ada->life.pack.worn[SLOT_LAMP] = stack_of(ITEM_LAMP, 1);
    ck_assert_int_eq(pack_letter(pack_choose(ada, PACK_TEMPER, "", why)), 'z');
}

/* A look tells no more than itself, and the true name is not understood. */
TEST(what_is_not_known_is_named_by_its_look)
{
    char look[ITEM_NAME_MAX];
    char why[PACK_WHY_MAX];

    ada->life.pack.carried[8] = stack_of(ITEM_SWIFTNESS, 1);
    item_name(ada, &ada->life.pack.carried[8], look, sizeof look);
    ck_assert_ptr_null(strstr(look, "swiftness"));
    ck_assert_uint_eq(pack_choose(ada, PACK_DRINK, look, why), OBJECT_CARRIED + 8);
    ck_assert_uint_eq(pack_choose(ada, PACK_DRINK, "swiftness", why), OBJECT_NONE);
    life_learn(&ada->life, ITEM_SWIFTNESS);
    ck_assert_uint_eq(pack_choose(ada, PACK_DRINK, "swiftness", why), OBJECT_CARRIED + 8);
}

TEST(the_first_choice_is_what_serves_best)
{
    ck_assert_int_eq(pack_letter(pack_first(ada, PACK_DRINK, ITEM_KIND_COUNT)), 'b');
    ck_assert_int_eq(pack_letter(pack_first(ada, PACK_THROW, ITEM_KIND_COUNT)), 'a');
    ck_assert_int_eq(pack_letter(pack_first(ada, PACK_THROW, ITEM_HELM)), 'g');
    ck_assert_uint_eq(pack_first(ada, PACK_ZAP, ITEM_KIND_COUNT), OBJECT_NONE);
    ada->life.pack.carried[0] = (struct stack){0};
    ck_assert_uint_eq(pack_first(ada, PACK_THROW, ITEM_KIND_COUNT), OBJECT_NONE);
}

TEST(without_a_launcher_what_could_be_thrown_is_told)
{
    char text[PACK_WHY_MAX];

    pack_tell_no_launcher(ada, true, text, sizeof text);
    ck_assert_str_eq(text, "You have no bow or sling. t throws your darts.");
    pack_tell_no_launcher(ada, false, text, sizeof text);
    ck_assert_str_eq(text, "You have no bow or sling. You can throw your darts.");
    ada->life.pack.carried[0] = (struct stack){0};
    pack_tell_no_launcher(ada, true, text, sizeof text);
    ck_assert_str_eq(text, "You have no bow or sling.");
}

TEST(every_object_has_a_letter_of_its_own)
{
    int count = 0;

    for (uint32_t object = OBJECT_CARRIED; object < OBJECT_END; object++) {
        if (object == OBJECT_WORN + SLOT_NONE)
            continue;
        ck_assert_uint_eq(pack_object((unsigned char)pack_letter(object)), object);
        count++;
    }
    ck_assert_int_eq(count, 'z' - 'a' + 1);
    ck_assert_uint_eq(pack_object('A'), OBJECT_NONE);
    ck_assert_uint_eq(pack_object('{'), OBJECT_NONE);
}

TEST(all_that_is_owned_is_listed)
{
    static const enum role wanted[] = {ROLE_BLANK, ROLE_KIND_TEAL, ROLE_KIND_PINK};
    struct text_tints tints = {0};
    char text[PACK_TEXT_MAX];

    ada->life.gold = 84;
    pack_list(ada, TEXT_TABLE, &tints, text, sizeof text);
    ck_assert_msg(strstr(text, "You carry:\n  a  3 darts\n  b  2 draughts of mending\n") == text,
                  "%s", text);
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        ck_assert_int_eq(tints.roles[i], wanted[i]);
    ck_assert_ptr_nonnull(strstr(text, "You wear:\n  q  a knife\n  s  a padded coat\n"));
    ck_assert_ptr_nonnull(strstr(text, "You have 84 gold.\n"));
    pack_tell_worn(ada, text, sizeof text);
    ck_assert_str_eq(text, "You wear q, a knife; s, a padded coat; z, a lamp.");
    pack_menu(ada, PACK_READ, NULL, text, sizeof text);
    ck_assert_str_eq(text, "c  a scroll of tempering\nd  a scroll of elsewhere\n");
    memset(&ada->life.pack, 0, sizeof ada->life.pack);
    pack_tell_carried(ada, text, sizeof text);
    ck_assert_str_eq(text, "You carry nothing.");
}
