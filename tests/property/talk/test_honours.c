/*
 * The end of the game and the choice of knacks, in words: the offers and refusals, and the
 * kindling, about which everybody reads.
 */
#include <check.h>

#include "hall.h"
#include "scene.h"
#include "support/test.h"
#include "world/life.h"
#include "world/world.h"

enum { POPULATION_PERCENT = 1, SECOND_MS = 1000 };

static struct hall hall;
static struct guest ada;
static struct guest brom;

static void set_up(void)
{
    hall_open_populated(&hall, POPULATION_PERCENT);
    guest_join(&ada, &hall, GUEST_LINE, "ada");
}

static void tear_down(void)
{
    guest_close(&ada);
    if (brom.hall != NULL)
        guest_close(&brom);
    hall_close(&hall);
}

static void expect(const char *line, const char *text)
{
    guest_forget(&ada);
    guest_type(&ada, line);
    hall_wait(&hall);
    guest_expect(&ada, text);
}

TEST_FIXTURE(set_up, tear_down);

TEST(what_there_is_no_reason_for_is_refused_in_a_sentence)
{
    static const char *const rows[][2] = {
        {"pray\r\n", "No shrine is beside you."},
        {"learn\r\n", "Levels 4, 8, 12 and so on to 28 each give one more to choose."},
        {"learn 1\r\n", "You have no knack to choose now"},
        {"again\r\n", "again now begins a new life at level 1"},
        {"again now\r\n", "A new life is for who has carried an ember home"},
        {"again keep helm\r\n", "helm"},
        {"help again\r\n", "The Wick-Warden on depth 26 leaves an ember"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        expect(rows[i][0], rows[i][1]);
}

TEST(a_knack_is_listed_chosen_and_stands_on_the_sheet)
{
    guest_delver(&ada)->life.experience = lesson_threshold(4);
    expect("learn\r\n", "learn and a number chooses one, for this life.");
    expect("learn 9\r\n", "learn lists what you may choose");
    expect("learn 1\r\n", "You have a knack now: ");
    expect("learn\r\n", "You have ");
    expect("sheet\r\n", "Knacks: ");
}

TEST(of_a_kindling_everybody_reads)
{
    const struct stack ember = stack_of(ITEM_EMBER, 1);
    struct delver *delver = guest_delver(&ada);

    guest_join(&brom, &hall, GUEST_LINE, "brom");
    ledger_make(&delver->body.level->ledger, &ember);
    (void)pack_put(&delver->life.pack, ember);
    scene_send(&hall, "ada", delver->body.level->up);
    guest_type(&ada, "travel up\r\n");
    hall_pass(&hall, SECOND_MS);
    guest_forget(&brom);
    expect("up\r\n", "You have carried the ember home");
    guest_hear(&brom);
    guest_expect(&brom, "Ada has carried an ember home: one more light burns in the Gate hall.");
    expect("sheet\r\n", "You have carried 1 ember home.");
    hall_pass(&hall, SECOND_MS);
    expect("again now\r\n", "You begin life 2: level 1, and everything to learn.");
}
