/*
 * A fight as it is heard: a reader is told of a blow and its answer in one line.
 */
#include <check.h>
#include <string.h>

#include "hall.h"
#include "scene.h"
#include "support/test.h"

enum {
    POPULATION_PERCENT = 1, /* next to no foes but the one that is put there */
    RATS = 5,
    BLOWS = 10,
    TURNS = 40,
    TURN_MS = 2000, /* more than a beat */
};

static struct hall hall;
static struct guest ada;

/* A world with room to walk and to fight beside the stairs. */
static void choose_world(struct options *options)
{
    options->seed = 1;
}

static void set_up(void)
{
    hall_make_folder(&hall, POPULATION_PERCENT, choose_world);
    hall_start(&hall);
    guest_join(&ada, &hall, GUEST_LINE, "ada");
}

static void tear_down(void)
{
    guest_close(&ada);
    hall_close(&hall);
}

static void type_nothing(void)
{
    for (int ms = 0; ms < TURN_MS; ms += HALL_TICK_MS)
        hall_pass(&hall, HALL_TICK_MS);
    hall_drain(&hall);
    guest_hear(&ada);
}

static void type(const char *line)
{
    guest_forget(&ada);
    guest_type(&ada, line);
    guest_type(&ada, "\r\n");
    type_nothing();
}

/* Lines that tell of something: not a prompt, and no command of telnet. */
static int count_lines(const char *text)
{
    int count = 0;

    for (; *text != '\0'; text += *text == '\n') {
        size_t size = strcspn(text, "\n");
        count += strcspn(text, "\r\n>\xff") > 0;
        text += size;
    }
    return count;
}

/* Fights until the foe is dead. Returns the number of blows. */
static int fight(void)
{
    int blows = 0;
    bool has_killed = false;

    for (int turn = 0; turn < TURNS && !has_killed; turn++) {
        type("attack");
        has_killed = strstr(ada.heard, "You kill") != NULL;
        blows += strstr(ada.heard, "You hit, ") != NULL || strstr(ada.heard, "You miss") != NULL;
        ck_assert_msg(strstr(ada.heard, "You wake in") == NULL, "the rat wins: %s", ada.heard);
        /* The words of a death may be too long for one row of the window. */
        ck_assert_msg(count_lines(ada.heard) <= 1 + has_killed, "%s", ada.heard);
    }
    ck_assert(has_killed);
    return blows;
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_blow_and_its_answer_are_one_line_to_a_reader)
{
    int blows = 0;

    type("set mode reader");
    type("set hints off");
    for (int rat = 0; rat < RATS; rat++) {
        scene_meet(&ada, "cellar-rat");
        type("wait");
        blows += fight();
        type("rest");
    }
    ck_assert_int_ge(blows, BLOWS);
}

/* Seconds pass until it is told. */
static void await(const char *text)
{
    for (int turn = 0; turn < TURNS && strstr(ada.heard, text) == NULL; turn++)
        type_nothing();
    ck_assert_msg(strstr(ada.heard, text) != NULL, "no \"%s\": %s", text, ada.heard);
}

TEST_EACH(kill_and_a_name_goes_on_until_the_foe_is_dead, 2)
{
    type("set hints off");
    scene_meet(&ada, "cellar-rat");
    guest_delver(&ada)->body.health_max = guest_delver(&ada)->body.health = 200;
    type("wait");
    type("list foes");
    type(_i == 0 ? "kill rat" : "kill 1");
    await("You kill");
}

TEST(flee_is_a_step_away)
{
    type("set hints off");
    scene_meet(&ada, "cellar-rat");
    guest_delver(&ada)->body.health_max = guest_delver(&ada)->body.health = 200;
    type("wait");
    struct pos before = guest_delver(&ada)->body.at;
    type("flee");
    ck_assert_int_eq(pos_distance(before, guest_delver(&ada)->body.at), 1);
}

TEST(a_follower_who_is_attacked_fights_and_follows_on)
{
    static struct guest brom;

    guest_join(&brom, &hall, GUEST_LINE, "brom");
    scene_meet(&ada, "cellar-rat");
    guest_delver(&ada)->body.health_max = guest_delver(&ada)->body.health = 200;
    scene_send(&hall, "brom", scene_near(&ada, 4));
    type("follow brom");
    bool has_killed = false;
    for (int turn = 0; turn < TURNS && !has_killed; turn++) {
        type("attack rat");
        has_killed = strstr(ada.heard, "You kill") != NULL;
    }
    ck_assert(has_killed);
    for (int turn = 0; turn < BLOWS; turn++)
        type_nothing();
    ck_assert_int_eq(guest_session(&ada)->commands.travel.kind, TRAVEL_FOLLOW);
    ck_assert_int_le(pos_distance(guest_delver(&ada)->body.at, guest_delver(&brom)->body.at), 2);
    guest_close(&brom);
}

TEST(under_the_fight_stop_fight_strikes_no_blow_and_attack_does)
{
    type("set hints off");
    scene_meet(&ada, "cellar-rat");
    guest_delver(&ada)->body.health_max = 1000;
    guest_delver(&ada)->body.health = 250;
    type("wait");
    await("Low health, 2");
    type("fight");
    ck_assert_msg(strstr(ada.heard, "You are badly hurt, 2") != NULL, "%s", ada.heard);
    ck_assert_msg(strstr(ada.heard, "You hit") == NULL && strstr(ada.heard, "You miss") == NULL,
                  "%s", ada.heard);
    type("attack rat");
    ck_assert_msg(strstr(ada.heard, "ou ") != NULL && strstr(ada.heard, "badly hurt") == NULL, "%s",
                  ada.heard);
}

TEST(a_fight_that_is_refused_again_takes_no_row_of_the_log)
{
    guest_close(&ada);
    guest_join(&ada, &hall, GUEST_SCREEN_ASCII, "ada");
    scene_meet(&ada, "cellar-rat");
    guest_delver(&ada)->body.health_max = 1000;
    guest_delver(&ada)->body.health = 250;
    for (int turn = 0; turn < 2; turn++) {
        guest_forget(&ada);
        guest_type(&ada, "\t");
        type_nothing();
    }
    ck_assert_msg(strstr(ada.heard, "(x2)") != NULL, "%s", ada.heard);
}

TEST_EACH(a_login_into_a_fight_says_so, 2)
{
    enum guest_kind kind = _i == 0 ? GUEST_LINE : GUEST_SCREEN_ASCII;

    scene_meet(&ada, "drudge");
    guest_delver(&ada)->body.health_max = 1000;
    guest_delver(&ada)->body.health = 900;
    type("wait");
    guest_close(&ada);
    guest_join(&ada, &hall, kind, "ada");
    for (int turn = 0; turn < BLOWS && strstr(ada.heard, "You are in a fight, with ") == NULL;
         turn++)
        type_nothing();
    ck_assert_msg(strstr(ada.heard, "You are in a fight, with ") != NULL, "%s", ada.heard);
    ck_assert_msg(strstr(ada.heard, "of 1000 health.") != NULL, "%s", ada.heard);
}

/* One that is badly hurt turns to flee. */
TEST(brief_fights_tell_that_a_foe_flees)
{
    type("set fights brief");
    type("set hints off");
    scene_meet(&ada, "drudge");
    guest_delver(&ada)->body.health_max = guest_delver(&ada)->body.health = 1000;
    type("wait");
    struct level *level = guest_delver(&ada)->body.level;
    struct body *foe = world_body(hall.server.game.world, level->first_foe);
    while (foe->species != SPECIES_DRUDGE)
        foe = world_body(hall.server.game.world, foe->next);
    foe->health_max = 1000;
    foe->health = 200;
    for (int turn = 0; turn < TURNS && strstr(ada.heard, "turns to flee") == NULL; turn++) {
        foe->health = foe->health < 100 ? 100 : foe->health;
        type("attack");
    }
    ck_assert_msg(strstr(ada.heard, "drudge turns to flee.") != NULL, "%s", ada.heard);
}
