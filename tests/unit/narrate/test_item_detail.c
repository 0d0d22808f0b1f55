/*
 * Things described.
 */
#include "narrate/item_detail.h"

#include "support/stage.h"
#include "support/suite.h"

static const char hall[] = "#####\n"
                           "#...#\n"
                           "#####\n";

static void expect(enum item_kind kind, uint8_t temper, const char *wanted)
{
    struct stage stage;
    struct stack thing = stack_of(kind, 1);
    char text[ITEM_DETAIL_MAX];

    stage_init(&stage, hall);
    const struct delver *delver = stage_delver(&stage, stage_join(&stage, 1, pos_of(1, 1)));
    thing.temper = temper;
    item_detail(delver, &thing, text, sizeof text);
    ck_assert_str_eq(text, wanted);
    stage_release(&stage);
}

START_TEST(what_a_thing_does_is_told_in_numbers)
{
    expect(ITEM_DART, 0, "A dart. It hits for 1 to 5. It flies 7 cells.");
    expect(ITEM_LONG_SWORD, 2, "A long sword +2. It hits for 4 to 12. Attack +1.");
    expect(ITEM_PIKE, 0,
           "A pike. It hits for 2 to 14. It is slow. It takes both hands. "
           "It reaches two cells.");
    expect(ITEM_FIRE_POT, 0,
           "A fire pot. It hits for 2 to 12. It flies 7 cells. "
           "It reaches all within 1 of where it lands.");
}
END_TEST

START_TEST(nothing_is_told_of_a_kind_that_is_not_known)
{
    struct stage stage;
    const struct stack thing = stack_of(ITEM_WAND_SLUMBER, 1);
    char text[ITEM_DETAIL_MAX];

    stage_init(&stage, hall);
    const struct delver *delver = stage_delver(&stage, stage_join(&stage, 1, pos_of(1, 1)));
    item_detail(delver, &thing, text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, ". You do not know what it does until you use it."));
    stage_release(&stage);
}
END_TEST

START_TEST(every_kind_has_room)
{
    struct stage stage;
    char text[ITEM_DETAIL_MAX];

    stage_init(&stage, hall);
    struct delver *delver = stage_delver(&stage, stage_join(&stage, 1, pos_of(1, 1)));
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++) {
        const struct stack thing = stack_of(kind, 1);
        (void)life_learn(&delver->life, kind);
        item_detail(delver, &thing, text, sizeof text);
        ck_assert_uint_lt(strlen(text), sizeof text - 1);
        ck_assert_int_eq(text[strlen(text) - 1], '.');
    }
    stage_release(&stage);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("item_detail");

    tcase_add_test(tcase, what_a_thing_does_is_told_in_numbers);
    tcase_add_test(tcase, nothing_is_told_of_a_kind_that_is_not_known);
    tcase_add_test(tcase, every_kind_has_room);
    return suite_run("item_detail", tcase);
}
