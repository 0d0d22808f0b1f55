/*
 * Answers about a level that a player knows: numbers of a list of more things than it can hold,
 * things that are gone, names of its places, and the way on when all is explored.
 */
#include <check.h>
#include <string.h>

#include "hall.h"
#include "narrate/things.h"
#include "server/session/commands/travel_session.h"
#include "support/test.h"

enum { TICKS_MAX = 200000, DOORS = THINGS_MAX + 8 };

static struct hall hall;
static struct guest guest;

/* A world with room to walk and to fight beside the stairs. */
static void choose_world(struct options *options)
{
    options->seed = 7;
}

static void set_up(void)
{
    hall_make_folder(&hall, 1, choose_world); /* with room for things and next to no foes */
    hall_start(&hall);
    guest_join(&guest, &hall, GUEST_LINE, "ada");
    hall_pass(&hall, 1000);
    hall_drain(&hall);
}

static void tear_down(void)
{
    guest_close(&guest);
    hall_close(&hall);
}

static struct delver *ada(void)
{
    return world_find_delver(hall.server.game.world, guest_session(&guest)->account.id);
}

/* Types a line and waits for `answer`. */
static void expect(const char *line, const char *answer)
{
    guest_forget(&guest);
    guest_type(&guest, line);
    guest_type(&guest, "\r\n");
    hall_pass(&hall, 1000);
    hall_drain(&hall);
    guest_expect(&guest, answer);
}

/* The delver remembers doors on the cells of the level's last two rows. */
static void remember_doors(struct delver *delver)
{
    for (int i = 0; i < DOORS; i++) {
        struct pos at = pos_of(2 + i / 2, delver->body.level->height - 1 - i % 2);
        delver->memory[level_index(delver->body.level, at)] = TILE_DOOR_CLOSED;
    }
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_thing_that_is_carried_is_examined_by_its_letter_or_a_word_of_its_name)
{
    expect("examine coat", "Padded coat: armour 2.");
    expect("examine a", "3 darts: 1 to 5, average 3");
    expect("examine xyzzy", "You don't see \"xyzzy\" here.");
}

TEST(a_known_cell_is_walked_to_by_its_offset_and_a_thing_by_a_word_of_its_name)
{
    struct delver *delver = ada();
    struct pos at = delver->body.at;

    delver->memory[level_index(delver->body.level, at)] = TILE_STATUE;
    expect("examine statue", "here");
    expect("examine s", "Padded coat: armour 2.");
    expect("travel here 9", "Nobody called Here 9 is online.");
    expect("go 1 east 99 north", "You can't reach the place.");
    expect("travel 1 east 99 north", "You can't reach the place.");
}

TEST(a_number_beyond_what_is_listed_now_is_out_of_range)
{
    remember_doors(ada());
    expect("list doors", "64 ");
    expect("go 64", "That is out of range; type list again.");
    expect("go 65", "There is no number 65;");
}

TEST(a_thing_that_was_picked_up_is_no_longer_there)
{
    expect("east", "You walk east.");
    expect("drop darts", "You drop ");
    expect("list", "2 Darts (3), here.");
    expect("get darts", "You ");
    expect("go 2", "That is no longer there; type list again.");
}

/* More than doors and stairs, from the first room on. */
TEST(places_of_the_first_level_have_names)
{
    static const char *const places[] = {"Lantern, ", "Pedlar's stall, ", "Fountain, "};

    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        expect("list", places[i]);
    expect("look lantern", "A lantern, ");
    expect("go fountain", "You reach the fountain.");
}

TEST(the_end_of_exploring_says_how_to_go_on)
{
    guest_type(&guest, "set hints off\r\n");
    for (int tick = 0; tick < TICKS_MAX && strstr(guest.heard, "All explored.") == NULL; tick++) {
        if (!travel_session_are_running(guest_session(&guest)))
            guest_type(&guest, "explore\r\n");
        hall_pass(&hall, HALL_TICK_MS);
        hall_drain(&hall);
    }
    guest_expect(&guest, "All explored. travel down walks to the stairs down.");
    expect("down", "No stairs down here; the nearest are ");
    expect("travel down", "You reach the stairs down.");
    expect("explore", "All explored. down goes down the stairs.");
}
