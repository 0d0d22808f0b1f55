/*
 * GMCP packages: they hold what the delver knows and no more, they come when they changed and only
 * then, and only to who asked.
 */
#include <stdio.h>
#include <string.h>

#include "support/live/console.h"
#include "support/live/figure.h"
#include "support/live/package.h"
#include "support/live/process.h"
#include "support/live/staging.h"
#include "support/live/stopwatch.h"
#include "support/test.h"

enum { QUIET_MS = 400, FALL_MS = 10000, TURNS_MAX = 100 };

static const char greeting[] =
    "\xff\xfd\xc9" PROGRAM_MESSAGE("Core.Hello {\"client\":\"test\",\"version\":\"1\"}");
static const char wants_all[] = PROGRAM_MESSAGE(
    "Core.Supports.Set [\"Char 1\",\"Char.Items 1\",\"Room 1\",\"Dungeon 1\",\"Comm.Channel 1\"]");

static struct process server;
static struct console console;
static struct program ada;
static struct program brom;

static void set_up(void)
{
    process_init(&server);
    process_start(&server, (const char *const[]){"--seed", "15", NULL});
    console_init(&console, UNDERCROFTCTL_PATH, &server);
}

static void tear_down(void)
{
    program_close(&ada);
    program_close(&brom);
    console_release(&console);
    process_release(&server);
}

static void enter(struct program *program, const char *name, const char *asks)
{
    program_open(program, server.port);
    program_say(program, greeting);
    program_say(program, asks);
    program_expect(program, "Name: ");
    program_say(program, name);
    program_say(program, "\r\n");
    program_expect(program, "(yes/no) ");
    program_say(program, "yes\r\n");
    program_expect(program, "Choose a password");
    program_say(program, "correct horse\r\n");
    program_expect(program, "Once more: ");
    program_say(program, "correct horse\r\n");
    program_expect(program, "Welcome");
}

static void settle(struct program *program)
{
    program_settle(program, QUIET_MS);
}

static void expect_map(const json_t *map)
{
    const json_t *rows = json_object_get(map, "rows");
    const json_t *legend = json_object_get(map, "legend");
    long long width = package_number(map, "w");
    long long height = package_number(map, "h");

    ck_assert_int_eq((long long)json_array_size(rows), height);
    for (size_t y = 0; y < json_array_size(rows); y++) {
        const char *row = json_string_value(json_array_get(rows, y));
        ck_assert_int_eq((long long)strlen(row), width);
        for (const char *at = row; *at != '\0'; at++) {
            const char key[2] = {*at, '\0'};
            ck_assert_msg(*at == ' ' || json_object_get(legend, key) != NULL,
                          "'%c' is not in the legend", *at);
        }
    }
    const char *middle = json_string_value(json_array_get(rows, (size_t)height / 2));
    ck_assert_msg(middle[width / 2] == '@', "the delver is not in the middle: %s", middle);
}

TEST_FIXTURE(set_up, tear_down);

TEST(who_asks_for_all_is_told_all_at_the_start)
{
    enter(&ada, "ada", wants_all);
    settle(&ada);
    json_t *name = package_newest(&ada, "Char.Name");
    json_t *vitals = package_newest(&ada, "Char.Vitals");
    json_t *room = package_newest(&ada, "Room.Info");
    json_t *map = package_newest(&ada, "Dungeon.Map");
    json_t *things = package_newest(&ada, "Dungeon.Things");
    json_t *items = package_newest(&ada, "Char.Items.List");
    ck_assert_str_eq(package_text(name, "name"), "Ada");
    ck_assert_int_eq(package_number(vitals, "hp"), package_number(vitals, "maxhp"));
    ck_assert_int_eq(package_number(vitals, "depth"), 1);
    ck_assert_int_eq(package_number(vitals, "light"), 9);
    ck_assert_int_gt(package_number(room, "num"), 0);
    ck_assert_str_ne(package_text(room, "name"), "");
    ck_assert_str_ne(package_text(room, "area"), "");
    ck_assert(json_is_object(json_object_get(room, "exits")));
    json_t *doors = json_object_get(room, "doors");
    const char *dir;
    json_t *state;
    ck_assert_uint_gt(json_object_size(doors), 0);
    json_object_foreach(doors, dir, state)
        ck_assert_msg(json_object_get(json_object_get(room, "exits"), dir) != NULL, "%s", dir);
    ck_assert_int_ge(package_number(json_object_get(room, "coords"), "x"), 0);
    expect_map(map);
    ck_assert_msg(json_array_size(things) > 0, "she stands on the stairs up");
    ck_assert_str_eq(package_text(json_array_get(things, 0), "glyph"), "<");
    ck_assert_int_eq(package_number(json_array_get(things, 0), "dx"), 0);
    ck_assert(json_is_array(json_object_get(items, "items")));
    json_t *all[] = {name, vitals, room, map, things, items};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        json_decref(all[i]);
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(only_what_changed_is_sent_again)
{
    enter(&ada, "ada", wants_all);
    settle(&ada);
    program_forget(&ada);
    settle(&ada);
    ck_assert_msg(strstr(ada.heard, "\xff\xfa\xc9") == NULL, "nothing happened, but: %s",
                  ada.heard);

    program_say(&ada, "e\r\nw\r\n");
    program_expect(&ada, "You walk");
    settle(&ada);
    json_t *map = package_newest(&ada, "Dungeon.Map");
    ck_assert_msg(map != NULL, "a step is not on the map");
    expect_map(map);
    json_decref(map);
    ck_assert_ptr_null(strstr(ada.heard, "Char.Vitals"));
    ck_assert_ptr_null(strstr(ada.heard, "Char.Name"));
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(who_asks_for_little_is_told_little)
{
    enter(&ada, "ada", PROGRAM_MESSAGE("Core.Supports.Set [\"Char 1\"]"));
    settle(&ada);
    ck_assert_ptr_nonnull(strstr(ada.heard, "Char.Vitals"));
    ck_assert_ptr_null(strstr(ada.heard, "Room.Info"));
    ck_assert_ptr_null(strstr(ada.heard, "Dungeon."));

    /* More packages are sent as soon as they are asked for, in the middle of play. */
    program_say(&ada, PROGRAM_MESSAGE("Core.Supports.Add [\"Room 1\"]"));
    program_expect(&ada, "Room.Info {");
    program_say(&ada, PROGRAM_MESSAGE("Core.Supports.Remove [\"Room\"]"));
    program_say(&ada, "e\r\n");
    program_forget(&ada);
    settle(&ada);
    ck_assert_ptr_null(strstr(ada.heard, "Room.Info"));

    /* Given up and asked for again, it is new; one package may be asked for without its like. */
    program_say(&ada, PROGRAM_MESSAGE("Core.Supports.Add [\"Room 1\"]"));
    program_expect(&ada, "Room.Info {");
    program_forget(&ada);
    program_say(&ada, PROGRAM_MESSAGE("Core.Supports.Set [\"Char.Vitals 1\", \"Dungeon.Map 1\"]"));
    program_expect(&ada, "Dungeon.Map {");
    settle(&ada);
    ck_assert_ptr_null(strstr(ada.heard, "Room.Info"));
    ck_assert_ptr_null(strstr(ada.heard, "Dungeon.Things"));
    ck_assert_ptr_null(strstr(ada.heard, "Char.Status"));

    enter(&brom, "brom", "");
    settle(&brom);
    ck_assert_msg(strstr(brom.heard, "\xff\xfa\xc9") == NULL, "nothing was asked for");
    ck_assert_int_eq(process_stop(&server), 0);
}

static int count_heard(const char *name)
{
    int count = 0;

    for (const char *at = ada.heard; (at = strstr(at, name)) != NULL; at++)
        count++;
    return count;
}

static void change_level(const char *const *words)
{
    program_forget(&ada);
    console_expect(&console, words, 0, "Done.");
    settle(&ada);
    ck_assert_int_eq(count_heard("Room.Info {"), 1);
    ck_assert_int_eq(count_heard("Dungeon.Map {"), 1);
    ck_assert_int_eq(count_heard("Char.Vitals {"), 0);
}

TEST(a_level_made_anew_is_another_area_and_put_back_the_same)
{
    enter(&ada, "ada", wants_all);
    settle(&ada);
    json_t *room = package_newest(&ada, "Room.Info");
    json_t *map = package_newest(&ada, "Dungeon.Map");
    change_level((const char *const[]){"level", "regen", "1", "style", "caves", "now", NULL});
    json_t *other = package_newest(&ada, "Room.Info");
    json_t *other_map = package_newest(&ada, "Dungeon.Map");
    expect_map(other_map);
    ck_assert_int_ne(package_number(other, "num"), package_number(room, "num"));
    ck_assert_str_ne(package_text(other, "area"), package_text(room, "area"));
    ck_assert_ptr_nonnull(strstr(package_text(other, "area"), ", version 2"));
    ck_assert_msg(!json_equal(json_object_get(map, "rows"), json_object_get(other_map, "rows")),
                  "the map is that of the old level");
    json_decref(other);
    json_decref(other_map);

    change_level((const char *const[]){"level", "undo", "1", "now", NULL});
    other = package_newest(&ada, "Room.Info");
    other_map = package_newest(&ada, "Dungeon.Map");
    ck_assert_msg(json_equal(room, other) && json_equal(map, other_map),
                  "what was put back is told as something else");
    json_t *all[] = {room, map, other, other_map};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        json_decref(all[i]);
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_door_that_falls_shut_is_told_by_packages_and_no_sentence)
{
    ck_assert_int_eq(process_stop(&server), 0);
    process_release(&server);
    process_init(&server);
    process_start(&server, (const char *const[]){"--seed", "1", "--tick-ms", "10", NULL});
    enter(&ada, "ada", wants_all);
    program_say(&ada, "set hints off\r\ngo door\r\n");
    program_expect(&ada, "You reach the open door.");
    program_say(&ada, "n\r\n");
    settle(&ada);
    program_forget(&ada);
    int64_t deadline_us = stopwatch_deadline_us(FALL_MS);
    while (strstr(ada.heard, "Room.Info {") == NULL && !stopwatch_is_over(deadline_us))
        program_read(&ada, QUIET_MS);
    settle(&ada);
    json_t *room = package_newest(&ada, "Room.Info");
    json_t *map = package_newest(&ada, "Dungeon.Map");
    ck_assert_msg(room != NULL && map != NULL, "the door does not fall shut: %s", ada.heard);
    ck_assert_str_eq(package_text(json_object_get(room, "doors"), "south"), "closed");
    expect_map(map);
    size_t below = (size_t)package_number(map, "h") / 2 + 1;
    const char *row = json_string_value(json_array_get(json_object_get(map, "rows"), below));
    ck_assert_int_eq(row[package_number(map, "w") / 2], '+');
    ck_assert_msg(strstr(ada.heard, "\r\n") == NULL, "it is told in words: %s", ada.heard);
    json_decref(room);
    json_decref(map);
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(talk_comes_beside_the_text)
{
    static const char said[] = "{\"channel\":\"say\",\"talker\":\"Brom\",\"text\":\"hello \\\\ "
                               "\\\"all\\\" of you\"}";

    enter(&ada, "ada", wants_all);
    enter(&brom, "brom", wants_all);
    program_say(&brom, "say hello \\ \"all\" of you\r\n");
    program_expect(&ada, "Comm.Channel.Text ");
    settle(&ada);
    ck_assert_msg(strncmp(ada.heard, said, strlen(said)) == 0, "%.200s", ada.heard);
    ck_assert_int_eq(process_stop(&server), 0);
}

/* A package that clients load and run is offered once, and only if the operator sets its address.
 */
TEST(a_package_is_offered_to_who_loads_packages_if_the_operator_wishes_it)
{
    static const char mudlet[] =
        "\xff\xfd\xc9" PROGRAM_MESSAGE("Core.Hello {\"client\":\"Mudlet\",\"version\":\"4\"}");
    static const char offer[] = PROGRAM_MESSAGE(
        "Client.GUI {\"version\":\"7\",\"url\":\"https://example.org/u.mpackage\"}");
    static const char wants_client[] = PROGRAM_MESSAGE("Core.Supports.Set [\"Client 1\"]");

    enter(&ada, "ada", mudlet);
    settle(&ada);
    ck_assert_msg(strstr(ada.heard, "Client.GUI") == NULL, "nobody is offered anything by itself");
    program_close(&ada);
    ck_assert_int_eq(process_stop(&server), 0);

    process_start(&server,
                  (const char *const[]){"--client-gui-url", "https://example.org/u.mpackage",
                                        "--client-gui-version", "7", NULL});
    enter(&ada, "adela", mudlet);
    program_expect(&ada, offer);
    program_say(&ada, "say hello\r\n");
    settle(&ada);
    ck_assert_msg(strstr(ada.heard, "Client.GUI") == NULL, "once is enough");
    enter(&brom, "brom", wants_all);
    settle(&brom);
    ck_assert_ptr_null(strstr(brom.heard, "Client.GUI"));
    program_say(&brom, wants_client);
    program_expect(&brom, offer);
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(players_in_view_are_listed_once_and_then_told_by_their_changes)
{
    enter(&ada, "ada", wants_all);
    settle(&ada);
    ck_assert_ptr_nonnull(strstr(ada.heard, "Room.Players []"));
    program_forget(&ada);
    enter(&brom, "brom", wants_all);
    program_expect(&ada, "Room.AddPlayer {\"name\":\"Brom\",\"fullname\":\"Brom\"}");
    settle(&brom);
    ck_assert_ptr_nonnull(strstr(brom.heard, "Room.Players [{\"name\":\"Ada\""));
    settle(&ada);
    program_forget(&ada);
    program_say(&brom, "quit\r\n");
    settle(&ada);
    ck_assert(strstr(ada.heard, "Room.RemovePlayer \"Brom\"") != NULL ||
              strstr(ada.heard, "Room.Players []") != NULL);
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_party_is_told_with_the_health_of_its_members)
{
    static const char wants_group[] = PROGRAM_MESSAGE("Core.Supports.Set [\"Group 1\"]");

    enter(&ada, "ada", wants_group);
    program_expect(&ada, "Group {\"leader\":\"\",\"members\":[]}");
    enter(&brom, "brom", wants_group);
    program_say(&ada, "party invite brom\r\n");
    program_expect(&brom, "Ada invites you");
    program_say(&brom, "party join\r\n");
    program_expect(&brom, "Group {\"leader\":\"Ada\",\"members\":[{\"name\":\"Ada\",\"info\":{"
                          "\"hp\":20,\"mhp\":20,\"lvl\":1,\"here\":true}},{\"name\":\"Brom\"");
    program_expect(&ada, "Group {\"leader\":\"Ada\",\"members\":[{\"name\":\"Ada\"");
    /* News of Brom on another level reaches Ada, who does nothing. */
    console_expect(&console, (const char *const[]){"send", "brom", "2", NULL}, 0, "Sent.");
    program_expect(&ada, "{\"name\":\"Brom\",\"info\":{\"hp\":20,\"mhp\":20,\"lvl\":1,"
                         "\"here\":false}}");
    settle(&ada);
    program_forget(&ada);
    program_read(&ada, 1500);
    ck_assert_ptr_null(strstr(ada.heard, "Group {"));
    program_say(&brom, "party leave\r\n");
    program_expect(&ada, "Group {\"leader\":\"\",\"members\":[]}");
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_duel_is_told_to_both_until_it_ends)
{
    enter(&ada, "ada", wants_all);
    program_expect(&ada, "\"trade\":null,\"duel\":null");
    enter(&brom, "brom", wants_all);
    program_say(&ada, "duel brom\r\n");
    program_expect(&ada, "\"duel\":{\"with\":\"Brom\",\"on\":false}");
    program_expect(&brom, "Ada asks you to a duel");
    program_say(&brom, "duel ada\r\n");
    program_expect(&ada, "\"duel\":{\"with\":\"Brom\",\"on\":true}");
    program_expect(&brom, "\"duel\":{\"with\":\"Ada\",\"on\":true}");
    settle(&ada);
    program_forget(&ada);
    program_say(&brom, "duel no\r\n");
    program_expect(&ada, "\"duel\":null");
    ck_assert_int_eq(process_stop(&server), 0);
}

/* Things have places only where a level may have some. */
static const char *const furnished[] = {
    "--seed", "15", "--population-percent", "1", "--tick-ms", "10", "--beat-ms", "200", NULL};

TEST(things_are_listed_once_and_then_told_by_their_changes)
{
    ck_assert_int_eq(process_stop(&server), 0);
    process_start(&server, furnished);
    enter(&ada, "ada", wants_all);
    program_expect(&ada, "Char.Items.List {\"location\":\"inv\",\"items\":[{\"id\":\"a\","
                         "\"name\":\"3 darts\",\"icon\":\"missile\",\"attrib\":\"\"}");
    program_expect(&ada, "Char.Items.List {\"location\":\"worn\",\"items\":[{\"id\":\"q\","
                         "\"name\":\"a knife\",\"icon\":\"weapon\",\"attrib\":\"l\"}");
    program_expect(&ada, "Char.Items.List {\"location\":\"room\",\"items\":[");
    settle(&ada);
    program_forget(&ada);
    program_say(&ada, "drop 2 darts\r\n");
    program_expect(&ada, "Char.Items.Update {\"location\":\"inv\",\"item\":{\"id\":\"a\","
                         "\"name\":\"a dart\"");
    program_expect(&ada, "Char.Items.Add {\"location\":\"room\",\"item\":{\"id\":\"t");
    program_expect(&ada, "\"name\":\"2 darts\",\"icon\":\"missile\",\"attrib\":\"t\"}");
    program_say(&ada, "get darts\r\n");
    program_expect(&ada, "Char.Items.Update {\"location\":\"inv\"");
    program_expect(&ada, "Char.Items.Remove {\"location\":\"room\",\"item\":{\"id\":\"t");
    program_say(&ada, "remove knife\r\n");
    program_expect(&ada, "Char.Items.Add {\"location\":\"inv\"");
    program_expect(&ada, "\"name\":\"a knife\",\"icon\":\"weapon\",\"attrib\":\"W\"}");
    program_expect(&ada, "Char.Items.Remove {\"location\":\"worn\",\"item\":{\"id\":\"q\"}}");
    settle(&ada);
    program_forget(&ada);
    program_say(&ada, PROGRAM_MESSAGE("Char.Items.Inv \"\""));
    program_expect(&ada, "Char.Items.List {\"location\":\"inv\"");
    settle(&ada);
    ck_assert_ptr_null(strstr(ada.heard, "Char.Items."));
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(what_helps_is_told_when_it_comes_and_when_it_goes)
{
    ck_assert_int_eq(process_stop(&server), 0);
    process_start(&server, furnished);
    enter(&ada, "ada", PROGRAM_MESSAGE("Core.Supports.Set [\"Char.Defences 1\",\"Room 1\"]"));
    program_expect(&ada, "Char.Defences.List []");
    int x = 0;
    int y = 0;
    char cell[32];
    console_expect(&console, (const char *const[]){"--json", "inspect", "player", "ada", NULL}, 0,
                   "\"x\":");
    const char *place = strstr(console.out, "\"x\":");
    ck_assert_int_eq(sscanf(place, "\"x\":%d,\"y\":%d", &x, &y), 2);
    snprintf(cell, sizeof cell, "%d,%d", x, y);
    console_expect(&console,
                   (const char *const[]){"spawn", "draught-of-swiftness", "1", cell, NULL}, 0,
                   "Placed.");
    program_say(&ada, "get all\r\n");
    program_expect(&ada, "You pick up ");
    program_say(&ada, "drink d\r\n");
    program_expect(&ada, "Char.Defences.Add {\"name\":\"hasted\"");
    program_say(&ada, "wait 10\r\n");
    program_expect(&ada, "Char.Defences.Remove [\"hasted\"]");
    ck_assert_int_eq(process_stop(&server), 0);
}

static const char *const lonely[] = {
    "--seed", "15", "--population-percent", "1", "--tick-ms", "10", "--beat-ms", "200", NULL};

/* She stands in a dead end of depth 3 with a foe beside her, which is the target once it is awake.
   Values that still hold are not sent again, so `heard` is kept as long as there is room. */
static void meet_a_foe(struct program *program)
{
    char cell[STAGING_CELL_SIZE];
    char out[STAGING_CELL_SIZE];

    console_expect(&console, (const char *const[]){"send", "ada", "3", NULL}, 0, "Sent.");
    staging_niche(&console, "3", cell);
    console_expect(&console, (const char *const[]){"send", "ada", "3", cell, NULL}, 0, "Sent.");
    staging_put_foe_beside(&console, "3", cell, "drudge", out);
    for (int turn = 0; turn < TURNS_MAX && strstr(program->heard, "IRE.Target.Info {") == NULL;
         turn++) {
        if (program->length > PROGRAM_HEARD_MAX / 2)
            program_forget(program);
        program_say(program, "wait\r\n");
        settle(program);
    }
    ck_assert_msg(strstr(program->heard, "IRE.Target.Info {") != NULL, "nobody is met");
}

TEST(foes_in_view_the_target_and_the_state_of_time_are_told_to_who_asks)
{
    ck_assert_int_eq(process_stop(&server), 0);
    process_start(&server, lonely);
    enter(&ada, "ada",
          PROGRAM_MESSAGE("Core.Supports.Set [\"Char 1\",\"Char.Afflictions 1\",\"Room 1\","
                          "\"Dungeon 1\",\"IRE.Target 1\"]"));
    settle(&ada);
    ck_assert_ptr_nonnull(strstr(ada.heard, "Char.Afflictions.List []"));
    meet_a_foe(&ada);
    json_t *actors = package_newest(&ada, "Room.Actors");
    json_t *target = package_newest(&ada, "IRE.Target.Info");
    json_t *vitals = package_newest(&ada, "Char.Vitals");
    json_t *map = package_newest(&ada, "Dungeon.Map");
    const json_t *first = json_array_get(actors, 0);
    ck_assert_int_gt(package_number(first, "id"), 0);
    ck_assert_int_eq(package_number(first, "hpperc"), 100);
    ck_assert_int_eq((int)strlen(package_text(first, "glyph")), 1);
    ck_assert_str_ne(package_text(first, "danger"), "");
    ck_assert_str_ne(package_text(target, "short_desc"), "");
    ck_assert_str_eq(package_text(target, "hpperc"), "100%");
    ck_assert_str_eq(package_text(vitals, "state"), "waiting");
    ck_assert_int_gt(package_number(vitals, "tnl"), 0);
    expect_map(map);
    json_t *all[] = {actors, target, vitals, map};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        json_decref(all[i]);
    ck_assert_int_eq(process_stop(&server), 0);
}

/* How often it comes is a matter of seconds, and printed. */
TEST(a_fight_is_told_as_it_goes_on)
{
    ck_assert_int_eq(process_stop(&server), 0);
    process_start(&server, lonely);
    enter(&ada, "ada", PROGRAM_MESSAGE("Core.Supports.Set [\"Room.Actors 1\",\"IRE.Target 1\"]"));
    meet_a_foe(&ada);
    program_forget(&ada);
    int64_t begin_us = stopwatch_now_us();
    for (int i = 0; i < 40; i++) {
        program_say(&ada, i % 2 == 0 ? "attack\r\n" : "wait\r\n");
        program_read(&ada, 20);
    }
    double took_s = (double)(stopwatch_now_us() - begin_us) / 1e6;
    int count = count_heard("Room.Actors [");
    figure_print("gmcp", "Room.Actors in a fight", count / took_s, "a second");
    if (count == 0)
        program_expect(&ada, "Room.Actors [");
    ck_assert_int_eq(process_stop(&server), 0);
}
