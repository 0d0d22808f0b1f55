/*
 * A fight as players see it: time waits for one who is alone, words strike and tell of the danger,
 * and what was learned is there after a restart.
 */
#include <stdio.h>
#include <string.h>

#include "support/live/arena.h"
#include "support/test.h"

enum { TURNS_MAX = 1000, ANSWER_SIZE = 4096, MEETINGS = 5 };

static struct arena arena;

static void set_up(void)
{
    arena_init(&arena, UNDERCROFTCTL_PATH);
}

static void tear_down(void)
{
    arena_release(&arena);
}

static bool is_shown(const char *text)
{
    return terminal_find(&arena.ada.terminal, text) >= 0;
}

/* Explores and fights until `text` is on the screen. */
static void play_until(const char *text)
{
    for (int turn = 0; turn < TURNS_MAX && !is_shown(text); turn++) {
        if (is_shown("-- any key --") || is_shown("more: Space"))
            client_type(&arena.ada, "\x1b");
        else if (is_shown("WAITING"))
            client_type(&arena.ada, is_shown("You know no way") ? "s" : "\t");
        else if (is_shown("is in the way") && turn % 2 == 0)
            client_type(&arena.ada, "\t");
        else if (!is_shown("exploring"))
            client_type(&arena.ada, "o");
        client_wait_quiet(&arena.ada, ARENA_QUIET_MS, ARENA_ANSWER_MS);
    }
    ck_assert_msg(is_shown(text), "never shown: %s\n%s", text, client_tail(&arena.ada));
}

static int experience_of_ada(void)
{
    int experience = -1;

    ck_assert_int_eq(console_run(&arena.console, WORDS("inspect", "player", "Ada")), 0);
    const char *at = strstr(arena.console.out, "experience");
    ck_assert_msg(at != NULL && sscanf(at, "experience%*[^0-9]%d", &experience) == 1, "%s",
                  arena.console.out);
    return experience;
}

TEST_FIXTURE(set_up, tear_down);

TEST(time_waits_in_danger_until_the_player_acts)
{
    char before[ANSWER_SIZE];
    char after[ANSWER_SIZE];

    client_enter(&arena.ada, CLIENT_XTERM, arena.server.port, "Ada");
    play_until("WAITING");
    client_wait_quiet(&arena.ada, 500, ARENA_ANSWER_MS);
    terminal_text(&arena.ada.terminal, 0, 20, before, sizeof before);
    client_wait_quiet(&arena.ada, 3000, ARENA_ANSWER_MS);
    terminal_text(&arena.ada.terminal, 0, 20, after, sizeof after);
    ck_assert_str_eq(before, after);
    arena_stop(&arena);
}

TEST(leaving_in_danger_is_asked_for_twice)
{
    client_enter(&arena.ada, CLIENT_XTERM, arena.server.port, "Ada");
    play_until("WAITING");
    client_type(&arena.ada, "Q");
    expect_shown(&arena.ada, "In danger. Quit again leaves your character here undefended");
    client_type(&arena.ada, "\x04");
    ck_assert(client_wait_closed(&arena.ada, ARENA_ANSWER_MS));
    expect_heard(&arena.ada, "You leave in danger: your body stays for a while. Goodbye.");
    arena_stop(&arena);
}

TEST(a_foe_is_fought_in_words_and_its_lesson_outlives_a_restart)
{
    client_enter(&arena.ada, CLIENT_LINE, arena.server.port, "Ada");
    arena_play_until(&arena, " experience (", TURNS_MAX);
    console_expect(&arena.console, WORDS("save"), 0, "Saved.");
    int experience = experience_of_ada();
    ck_assert_int_gt(experience, 0);
    arena_stop(&arena);
    arena_restart(&arena);
    ck_assert_int_eq(experience_of_ada(), experience);
    ck_assert_int_eq(process_stop(&arena.server), 0);
}

/* True if a word for the danger of a fight stands behind the foe's name. */
static bool is_danger_shown(void)
{
    static const char *const words[] = {": harmless", ": easy", ": even", ": hard", ": deadly"};

    client_wait_quiet(&arena.ada, ARENA_QUIET_MS, ARENA_ANSWER_MS);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (is_shown(words[i]))
            return true;
    }
    return false;
}

TEST(words_tell_of_the_danger)
{
    bool is_told = false;

    client_enter(&arena.ada, CLIENT_XTERM, arena.server.port, "Ada");
    /* A sleeping foe may be out of view again before the key is read. */
    for (int turn = 0; turn < MEETINGS && !is_told; turn++) {
        play_until("comes into view, ");
        client_type(&arena.ada, "E");
        is_told = is_danger_shown();
        client_type(&arena.ada, "\x1bo");
    }
    ck_assert_msg(is_told, "%s", client_tail(&arena.ada));
    arena_stop(&arena);
}

TEST(without_a_population_nobody_is_met)
{
    process_stop(&arena.server);
    process_start(&arena.server, (const char *const[]){"--seed", "7", NULL});
    client_enter(&arena.ada, CLIENT_XTERM, arena.server.port, "Ada");
    client_type(&arena.ada, "E");
    ck_assert(client_wait_shown(&arena.ada, "No foe is in view.", ARENA_ANSWER_MS));
    client_type(&arena.ada, "\t");
    ck_assert(client_wait_shown(&arena.ada, "Stairs up", ARENA_ANSWER_MS));
    arena_stop(&arena);
}
