/*
 * Things described.
 */

#include <string.h>

#include "narrate/item_words.h"
#include "support/stage.h"
#include "support/test.h"

static const char hall[] = "#####\n"
                           "#...#\n"
                           "#####\n";

static struct stage stage;
static struct delver *ada;
static char text[ITEM_DETAIL_MAX];

static void set_up(void)
{
    stage_init(&stage, hall);
    ada = stage_delver(&stage, stage_join(&stage, 1, pos_of(1, 1)));
    ada->life.pack = pack_new();
}

static void tear_down(void)
{
    stage_release(&stage);
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_thing_has_a_line_of_facts_beside_what_is_worn_and_one_of_what_it_is_for)
{
    static const struct {
        enum item_kind kind;
        uint8_t temper;
        const char *lines;
        const char *spoken;
        const char *gain;
    } rows[] = {
        {ITEM_DART, 0,
         "Dart: 1 to 5, average 3, flies 7 cells.\n"
         "To throw at what is still far off; most can be picked up again.",
         "A dart. It hits for 1 to 5, on average 3. It flies 7 cells. "
         "To throw at what is still far off; most can be picked up again.",
         ""},
        {ITEM_MACE, 0,
         "Mace: 2 to 10, average 6, attack -1, slow, dazes. "
         "Yours: 1 to 5, average 3, attack +1, 3 times on the unaware.\n"
         "Slow and heavy, for foes in armour that must be kept dazed.",
         "A mace. It hits for 2 to 10, on average 6. Attack -1. It is slow. One blow in six dazes. "
         "Compared: 2 to 10, yours 1 to 5. "
         "Slow and heavy, for foes in armour that must be kept dazed.",
         "2 to 10, yours 1 to 5"},
        {ITEM_SHORT_SWORD, 2,
         "Short sword +2: 3 to 9, average 6, attack +1. "
         "Yours: 1 to 5, average 3, attack +1, 3 times on the unaware.\n"
         "A steady blade for those who fight face to face.",
         "A short sword +2. It hits for 3 to 9, on average 6. Attack +1. "
         "Compared: 3 to 9, yours 1 to 5. A steady blade for those who fight face to face.",
         "3 to 9, yours 1 to 5"},
        {ITEM_RING_COAT, 0,
         "Ring coat: defence -1, armour 4, noise +1. Yours: armour 2.\n"
         "Good armour that is heard a little.",
         "A ring coat. Defence -1. Armour 4. Your steps are heard 1 cell farther. "
         "Compared: armour 4, yours 2, defence -1. Good armour that is heard a little.",
         "armour 4, yours 2, defence -1"},
        {ITEM_FELT_SHOES, 0,
         "Felt shoes: noise -1. You wear none.\nSoft soles: your steps are not heard so far.",
         "A pair of felt shoes. Your steps are heard 1 cell less far. "
         "Soft soles: your steps are not heard so far.",
         ""},
        {ITEM_HELM, 0,
         "Helm: armour 1. You wear none.\nA little armour that costs you nothing else.",
         "A helm. Armour 1. A little armour that costs you nothing else.", "armour 1"},
        {ITEM_MENDING, 0,
         "Draught of mending: heals 10.\nIt closes wounds at once, and ends poison and burning.",
         "A draught of mending. It heals 10. It closes wounds at once, and ends poison and "
         "burning.",
         ""},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct stack thing = stack_of(rows[i].kind, 1);
        thing.temper = rows[i].temper;
        item_detail(ada, &thing, TEXT_TABLE, text, sizeof text);
        ck_assert_str_eq(text, rows[i].lines);
        item_detail(ada, &thing, TEXT_SPOKEN, text, sizeof text);
        ck_assert_str_eq(text, rows[i].spoken);
        item_gain(ada, &thing, text, sizeof text);
        ck_assert_str_eq(text, rows[i].gain);
    }
}

TEST(what_is_worn_is_not_compared_with_itself)
{
    const struct stack *knife = pack_peek(&ada->life.pack, OBJECT_WORN + SLOT_WEAPON);

    item_detail(ada, knife, TEXT_TABLE, text, sizeof text);
    ck_assert_str_eq(text, "Knife: 1 to 5, average 3, attack +1, 3 times on the unaware.\n"
                           "Light and sure, and deadly to what has not noticed you.");
}

TEST(nothing_is_told_of_a_kind_that_is_not_known)
{
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++) {
        const struct stack thing = stack_of(kind, 1);
        if (life_knows(&ada->life, kind))
            continue;
        for (enum text_form form = TEXT_TABLE; form <= TEXT_SPOKEN; form++) {
            item_detail(ada, &thing, form, text, sizeof text);
            const char *end = strstr(text, ". You do not know what it does until you use it.");
            ck_assert_msg(end != NULL && strchr(end, '\0') - end == 48, "%s", text);
            ck_assert_ptr_null(strstr(text, item_row(kind)->name));
        }
    }
}

TEST(every_kind_has_both_lines_and_room)
{
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++) {
        const struct item_row *row = item_row(kind);
        const struct stack thing = stack_of(kind, 1);
        (void)life_learn(&ada->life, kind);
        ck_assert_msg(row->purpose != NULL && strlen(row->purpose) <= ITEM_PURPOSE_MAX, "%s",
                      row->name);
        for (enum text_form form = TEXT_TABLE; form <= TEXT_SPOKEN; form++) {
            item_detail(ada, &thing, form, text, sizeof text);
            size_t length = strlen(text);
            size_t purpose = strlen(row->purpose);
            ck_assert_msg(length > purpose && strcmp(text + length - purpose, row->purpose) == 0,
                          "%s", text);
        }
    }
}

/* In all that is said of each kind, with one charge and with two. */
TEST(one_of_something_is_told_as_one)
{
    static const char *const nouns[] = {" 1 cells", " 1 beats", " 1 charges", " 1 times",
                                        " 2 cell ", " 2 beat ", " 2 charge ", " 2 time "};
    char result[128];

    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++) {
        for (int count = 1; count <= 2; count++) {
            struct stack stack = stack_of(kind, 1);
            stack.charges = (uint8_t)count;
            ada->life.known = UINT64_MAX;
            for (enum text_form form = 0; form <= TEXT_SPOKEN; form++) {
                item_detail(ada, &stack, form, text, sizeof text);
                item_result(kind, count, result, sizeof result);
                for (size_t i = 0; i < sizeof nouns / sizeof nouns[0]; i++) {
                    ck_assert_msg(strstr(text, nouns[i]) == NULL, "%s", text);
                    ck_assert_msg(strstr(result, nouns[i]) == NULL, "%s", result);
                }
            }
        }
    }
}
