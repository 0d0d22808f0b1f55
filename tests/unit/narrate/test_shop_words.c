/*
 * Lists of pedlars in lines and in sentences, and the ware that words mean.
 */
#include <stdio.h>
#include <string.h>

#include "narrate/pack_words.h"
#include "narrate/words.h"
#include "support/stage.h"
#include "support/test.h"

static const char hall[] = "#######\n"
                           "#<.7a.#\n"
                           "#######\n";

enum { COLUMNS_MAX = 78 };

static struct stage stage;
static struct delver *ada;
static char text[SHOP_TEXT_MAX];

static void set_up(void)
{
    stage_init(&stage, hall);
    ada = stage_delver(&stage, stage_join(&stage, 1, draw_level_find(hall, 'a')));
    ada->life.pack = pack_new();
    ada->life.gold = 84;
    ada->life.deepest = 4;
}

static void tear_down(void)
{
    stage_release(&stage);
}

static void expect_text(const char *wanted)
{
    ck_assert_msg(strstr(text, wanted) != NULL, "no \"%s\" in: %s", wanted, text);
}

TEST_FIXTURE(set_up, tear_down);

TEST(wares_are_numbered_and_priced)
{
    int lines = 0;

    shop_tell_wares(stage.world, ada, TEXT_TABLE, NULL, text, sizeof text);
    expect_text("The pedlar sells:\n   1  a draught of mending                60\n");
    expect_text("\nYou have 84 gold. buy 2,");
    for (const char *line = text; *line != '\0'; lines++) {
        size_t length = strcspn(line, "\n");
        ck_assert_uint_le(length, COLUMNS_MAX);
        line += length + 1;
    }
    struct ware wares[PEDLAR_WARES];
    ck_assert_int_eq(lines, pedlar_wares(stage.world, ada, wares) + 3);
    expect_text("  armour 3, yours 2\n");
    shop_tell_wares(stage.world, ada, TEXT_LIST, NULL, text, sizeof text);
    expect_text("The pedlar sells:\n1: a draught of mending for 60\n2: 2 bandages for 24\n");
    ck_assert_ptr_null(strstr(text, "  "));
    shop_tell_wares(stage.world, ada, TEXT_SPOKEN, NULL, text, sizeof text);
    expect_text("The pedlar sells: 1, a draught of mending for 60; 2, 2 bandages for 24; ");
    ck_assert_ptr_null(strchr(text, '\n'));
}

TEST(a_price_above_the_gold_is_dim_and_in_brackets)
{
    struct text_tints tints = {0};
    struct ware wares[PEDLAR_WARES];
    int count = pedlar_wares(stage.world, ada, wares);
    int dear = 0;

    shop_tell_wares(stage.world, ada, TEXT_TABLE, &tints, text, sizeof text);
    for (int i = 0; i < count; i++) {
        char price[16];
        bool is_dear = wares[i].price > ada->life.gold;
        snprintf(price, sizeof price, is_dear ? " (%d)" : " %d", wares[i].price);
        expect_text(price);
        ck_assert_int_eq(tints.roles[1 + i],
                         is_dear ? ROLE_DIM_TEXT : item_role(wares[i].thing.kind, true));
        dear += is_dear;
    }
    ck_assert_int_gt(dear, 0);
    ck_assert_int_lt(dear, count);
    expect_text("\nA price in brackets is more than you have.\nYou have 84 gold. buy 2,");
    ada->life.gold = 100000;
    shop_tell_wares(stage.world, ada, TEXT_TABLE, NULL, text, sizeof text);
    ck_assert_ptr_null(strchr(text, '('));
    ck_assert_ptr_null(strstr(text, "brackets"));
}

TEST(offers_are_those_for_what_is_worth_something)
{
    shop_tell_offers(stage.world, ada, TEXT_TABLE, NULL, text, sizeof text);
    expect_text("   b  2 draughts of mending               30\n");
    ck_assert_ptr_null(strstr(text, "dart"));
    memset(ada->life.pack.carried, 0, sizeof ada->life.pack.carried);
    shop_tell_offers(stage.world, ada, TEXT_TABLE, NULL, text, sizeof text);
    ck_assert_str_eq(text, "You carry nothing that is worth 20 gold or more.");
    ada->life.pack.carried[0] = stack_of(ITEM_HELM, 1);
    ada->life.dealings.earned = PEDLAR_DAY_GOLD;
    shop_tell_offers(stage.world, ada, TEXT_SPOKEN, NULL, text, sizeof text);
    ck_assert_str_eq(text, "The pedlar has no more gold for you today.");
    ada->life.deepest = 3;
    shop_tell_offers(stage.world, ada, TEXT_SPOKEN, NULL, text, sizeof text);
    ck_assert_str_eq(text, "The pedlar buys from players who have been below depth 3.");
}

TEST(what_is_not_known_can_be_named)
{
    shop_tell_unknown(stage.world, ada, TEXT_TABLE, NULL, text, sizeof text);
    ck_assert_str_eq(text, "You know all that you carry.");
    ada->life.pack.carried[4] = stack_of(ITEM_MURK, 1);
    shop_tell_unknown(stage.world, ada, TEXT_TABLE, NULL, text, sizeof text);
    expect_text("For 20 gold the pedlar names one of:\n   e  a");
    ck_assert_ptr_null(strstr(text, "murk"));
}

TEST(a_ware_is_meant_by_its_number_or_its_name)
{
    static const char *const words[] = {"1", " 1", "mending", "draught of mending", "the mending"};
    char why[PACK_WHY_MAX];
    struct ware ware;

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        ck_assert_msg(shop_choose(stage.world, ada, words[i], &ware, why), "%s", words[i]);
        ck_assert_uint_eq(ware.number, 1);
    }
    ck_assert(shop_choose(stage.world, ada, "darts", &ware, why));
    ck_assert_int_eq(ware.thing.kind, ITEM_DART);
    ck_assert_uint_eq(ware.thing.count, 5);
    ck_assert(shop_choose(stage.world, ada, "5 darts", &ware, why));
    ck_assert(!shop_choose(stage.world, ada, "2 darts", &ware, why));
    ck_assert_str_eq(why, "The pedlar sells 5 darts at a time: buy it again for more.");
}

TEST(words_that_mean_no_ware_or_several_are_answered)
{
    char why[PACK_WHY_MAX];
    struct ware ware;

    ck_assert(!shop_choose(stage.world, ada, "99", &ware, why));
    ck_assert_str_eq(why, "The pedlar has no number 99: buy lists what there is.");
    ck_assert(!shop_choose(stage.world, ada, "soup\x1b[2J", &ware, why));
    ck_assert_ptr_null(strchr(why, '\x1b'));
    ck_assert(!shop_choose(stage.world, ada, "", &ware, why));
    ck_assert(!shop_choose(stage.world, ada, "3 mending", &ware, why));
    ck_assert_str_eq(why,
                     "The pedlar sells a draught of mending at a time: buy it again for more.");
    ck_assert(!shop_choose(stage.world, ada, "all darts", &ware, why));
    ck_assert(!shop_choose(stage.world, ada, "scroll", &ware, why));
    ck_assert_msg(strncmp(why, "Buy what? 6, a scroll of return", 31) == 0, "%s", why);
}

TEST(whose_a_sealed_bundle_is_is_told)
{
    uint32_t object = pack_put(&ada->life.pack, stack_of(ITEM_BUNDLE, 1));
    char told[WORDS_MAX];
    enum role role;

    ada->life.bundle.delver_id = 2;
    memcpy(ada->life.bundle.name, "Brom", sizeof "Brom");
    ada->life.bundle.died_at = stage.world->tick;
    stage_use(&stage, ada->body.id, (struct action){.verb = ACTION_DROP, .object = object});
    stage_tick(&stage);
    const struct event *event = stage_event(&stage, EVENT_REFUSED, ada->body.id);
    ck_assert_ptr_nonnull(event);
    ck_assert(words_event(stage.world, event, ada, told, sizeof told, &role));
    ck_assert_str_eq(told, "You keep a sealed bundle until you give it to its owner: Brom.");
}
