/*
 * Several threads draw and send, for many who play at once: everybody sees what they should, and
 * who reads late gets the newest in the end.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "hall.h"
#include "support/test.h"

enum {
    GUESTS = 40,
    TICKS = 480,
    QUIET_TICKS = 100,
    FRAMES_LEAST = 50,
    THREADS = 4,
    LATE = 5 /* of GUESTS: one in so many */
};

#define STOP_KEY "\x1b"

static struct hall hall;
static struct guest *guests;

static void enter_all(void)
{
    static const enum guest_kind kinds[] = {GUEST_SCREEN, GUEST_SCREEN_ASCII, GUEST_SCREEN_SMALL};
    static const char letters[] = "abcdefghjk"; /* none that looks like another */
    char name[17];

    for (int i = 0; i < GUESTS; i++) {
        snprintf(name, sizeof name, "guest%c%c", letters[i / 10], letters[i % 10]);
        guest_join(&guests[i], &hall, kinds[i % 3], name);
    }
}

static void set_up(void)
{
    struct drawers *drawers = &hall.server.sessions.drawers;

    guests = calloc(GUESTS, sizeof *guests);
    ck_assert(guests != NULL);
    hall_open(&hall);
    hall.server.base.options.new_players_per_address = 0;
    drawers_stop(drawers);
    ck_assert_int_eq(drawers_start(drawers, THREADS), ERR_OK);
    enter_all();
}

static void tear_down(void)
{
    for (int i = 0; i < GUESTS; i++)
        guest_close(&guests[i]);
    hall_close(&hall);
    free(guests);
}

/* Late readers, every LATE-th guest, do not read at all here. */
static void play(void)
{
    static const char keys[] = "hjklyubnhjklyubnoMP";
    struct rng rng;

    rng_init(&rng, 7);
    for (int tick = 0; tick < TICKS; tick++) {
        for (int i = 0; i < GUESTS; i++) {
            char key[2] = {keys[rng_below(&rng, sizeof keys - 1)], '\0'};
            if (rng_below(&rng, 4) == 0)
                guest_type(&guests[i], key);
        }
        hall_pass(&hall, HALL_TICK_MS);
        for (int i = 0; i < GUESTS; i++) {
            if (i % LATE != 0)
                guest_hear(&guests[i]);
        }
    }
}

/* Walks end: with many frames to draw, a step that another takes is shown late. */
static void end_walks(void)
{
    for (int i = 0; i < GUESTS; i++)
        guest_type(&guests[i], STOP_KEY);
}

TEST_FIXTURE(set_up, tear_down);

TEST(everybody_is_drawn)
{
    play();
    end_walks();
    for (int i = 0; i < QUIET_TICKS; i++) {
        hall_drain(&hall);
        hall_pass(&hall, HALL_TICK_MS);
    }
    for (int i = 0; i < GUESTS; i++) {
        ck_assert(guest_is_playing(&guests[i]));
        ck_assert(!guest_session(&guests[i])->present.screen.is_dirty);
        ck_assert_uint_gt(guest_session(&guests[i])->present.screen.frames, FRAMES_LEAST);
    }
}
