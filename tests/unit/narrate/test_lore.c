/*
 * Kinds that are known by name, and the sheet.
 */
#include <string.h>

#include "narrate/lore.h"
#include "narrate/sheet.h"
#include "support/stage.h"
#include "support/test.h"

static const char hall[] = "#######\n"
                           "#a....#\n"
                           "#######\n";

static struct stage stage;
static struct delver *ada;
static char text[SHEET_TEXT_MAX];

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

static void expect_lore(const char *words, bool is_known, const char *wanted)
{
    bool has = lore_tell(stage.world, ada, words, TEXT_TABLE, text, sizeof text);

    ck_assert_msg(has == is_known && strstr(text, wanted) != NULL, "%s: %s", words, text);
}

TEST_FIXTURE(set_up, tear_down);

TEST(foes_are_told_of_once_they_were_met)
{
    expect_lore("rat", false, "You know nothing of \"rat\" yet.");
    expect_lore("", true, "You have killed nothing yet.");
    ada->life.kills[SPECIES_CELLAR_RAT] = 2;
    expect_lore("rats", true, "Cellar rat: 6 health, depths 1 to 4. It hits you ");
    expect_lore("cellar rat", true, "Opens no doors, flees when hurt. Killed 2.");
    expect_lore("", true, "You have killed 2 cellar rats.");
    expect_lore("drudge", false, "You know nothing");
    stage_foe(&stage, SPECIES_DRUDGE, pos_of(3, 1));
    stage_tick(&stage);
    expect_lore("drudge", true, "Drudge: 9 health, ");
    expect_lore("delver", false, "You know nothing");
}

TEST(things_are_told_of_once_they_are_known_by_name)
{
    expect_lore("mace", true, "Mace: 2 to 10, average 6");
    expect_lore("murk", false, "You know nothing of \"murk\" yet.");
    (void)life_learn(&ada->life, ITEM_MURK);
    expect_lore("murk", true, "Draught of murk: lasts 15 beats, all within 1.\nIt dims the light");
}

TEST(statuses_and_terrain_are_told_of_in_two_lines)
{
    static const struct {
        const char *words;
        const char *told;
    } rows[] = {
        {"poisoned", "Poisoned: You lose up to 3 health a beat; each new poisoning adds beats, up "
                     "to 12.\nA draught of mending ends it."},
        {"haste", "Hasted, for 6 beats: You act half as fast again.\nIt passes."},
        {"fountain", "Fountain, shown as { on the map.\nOnce a depth it heals a third"},
        {"niche", "Niche, shown as & on the map.\nEach player finds something in it, once"},
        {"water", "Deep water, shown as ~ on the map.\n"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        expect_lore(rows[i].words, true, rows[i].told);
    for (enum status_id id = 0; id < STATUS_COUNT; id++) {
        const struct status_row *row = status_row(id);
        ck_assert_msg((row->is_good ? row->gift : row->about) != NULL, "%s", row->name);
        expect_lore(row->name, true, row->is_good ? row->gift : row->about);
    }
    for (enum tile_id id = 0; id < TILE_COUNT; id++)
        ck_assert_msg(!tile_row(id)->is_notable || tile_row(id)->note != NULL, "%s",
                      tile_row(id)->name);
}

TEST(the_own_status_is_found_by_its_name_and_no_other)
{
    ck_assert(!lore_tell_status(ada, "poisoned", text, sizeof text));
    (void)statuses_add(&ada->body.statuses, STATUS_POISONED, 3);
    ck_assert(lore_tell_status(ada, "poison", text, sizeof text));
    ck_assert_msg(strncmp(text, "Poisoned: ", 10) == 0, "%s", text);
    ck_assert(!lore_tell_status(ada, "rusted", text, sizeof text));
}

TEST(the_sheet_has_all_numbers_in_lines_that_fit)
{
    static const char *const wanted[] = {
        " health, depth 1, 0 steps walked. Level 1, 0 of ",
        "\nAttack ",
        ": 1 to 5 a hit, average 3.\n",
        "\nYou hit a foe of defence 5 ",
        "\nDefence ",
        ", armour 2: a blow does up to 2 less.\n",
        "\nLight 9 cells, noise +0.\n",
        "\nDeepest depth ",
        "\nYou have 7 gold.\n",
        "\nYou wear q, a knife;",
    };

    ada->life.gold = 7;
    sheet_tell(stage.world, ada, text, sizeof text);
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        ck_assert_msg(strstr(text, wanted[i]) != NULL, "no %s in %s", wanted[i], text);
    for (const char *line = text; *line != '\0'; line += strcspn(line, "\n") + 1)
        ck_assert_msg(strcspn(line, "\n") <= 78, "%s", line);
}
