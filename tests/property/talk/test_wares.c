/*
 * A pedlar's wares are looked at before they are paid for: by their numbers while their list was
 * the last that was shown, and by their names.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "hall.h"
#include "narrate/item_words.h"
#include "scene.h"
#include "support/test.h"
#include "world/pedlar.h"

enum { POPULATION_PERCENT = 1, LINE_SIZE = 128 };

static struct hall hall;
static struct guest ada;
static struct ware wares[PEDLAR_WARES];
static int count;

static struct pos beside_the_stall(const struct level *level)
{
    for (int i = 0; i < level->width * level->height; i++) {
        struct pos at = pos_of(i % level->width, i / level->width);
        for (enum dir dir = DIR_NORTH; level_is_ground(level, at) && dir < DIR_COUNT; dir++) {
            if (level_tile(level, pos_step(at, dir)) == TILE_PEDLAR)
                return at;
        }
    }
    ck_abort_msg("no stall");
}

static void set_up(void)
{
    hall_open_populated(&hall, POPULATION_PERCENT);
    guest_join(&ada, &hall, GUEST_LINE, "ada");
    const struct delver *delver = guest_delver(&ada);
    scene_send(&hall, "ada", beside_the_stall(delver->body.level));
    count = pedlar_wares(hall.server.game.world, delver, wares);
    ck_assert(pedlar_is_near(delver));
    ck_assert_int_ge(count, 2);
}

static void tear_down(void)
{
    guest_close(&ada);
    hall_close(&hall);
}

static bool has_such(enum item_kind kind)
{
    const struct pack *pack = &guest_delver(&ada)->life.pack;

    for (uint32_t object = OBJECT_CARRIED; object < OBJECT_END; object++) {
        const struct stack *thing = pack_peek(pack, object);
        if (thing != NULL && thing->kind == kind)
            return true;
    }
    return false;
}

static void expect_ware(const char *line, const struct ware *ware)
{
    char price[LINE_SIZE];
    char name[ITEM_NAME_MAX];

    guest_forget(&ada);
    guest_type(&ada, line);
    snprintf(price, sizeof price, "The pedlar asks %d gold for it.", ware->price);
    guest_expect(&ada, price);
    item_true_words(&ware->thing, name, sizeof name);
    ck_assert(!guest_hears(&ada, "until you use it"));
    ck_assert_msg(guest_hears(&ada, name + 1), "%s: %s", line, ada.heard);
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_ware_is_examined_by_its_number_and_its_name)
{
    char line[LINE_SIZE];

    guest_type(&ada, "buy\r\n");
    guest_expect(&ada, "The pedlar sells");
    for (int i = 0; i < count; i++) {
        snprintf(line, sizeof line, "examine %d\r\n", i + 1);
        expect_ware(line, &wares[i]);
        if (has_such(wares[i].thing.kind))
            continue; /* the name means the own one */
        snprintf(line, sizeof line, "examine %s\r\n", item_row(wares[i].thing.kind)->name);
        expect_ware(line, &wares[i]);
    }
}

TEST(a_reader_examines_a_ware_by_its_number_too)
{
    guest_type(&ada, "set mode reader\r\nbuy\r\n");
    guest_expect(&ada, "The pedlar sells");
    expect_ware("examine 1\r\n", &wares[0]);
}

TEST(a_number_is_one_of_the_list_that_was_shown_last)
{
    guest_type(&ada, "buy\r\n");
    guest_expect(&ada, "The pedlar sells");
    guest_type(&ada, "list\r\nexamine 1\r\nhp\r\n");
    guest_expect(&ada, "d1 ");
    for (int i = 0; i < 5; i++)
        hall_pass(&hall, HALL_TICK_MS);
    hall_drain(&hall);
    ck_assert(!guest_hears(&ada, "The pedlar asks"));
}
