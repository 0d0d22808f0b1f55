/*
 * One line an act, in each mode: a kill with its experience and what it leaves, a thing that is
 * used with what it was.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "hall.h"
#include "scene.h"
#include "server/session/present/scrollback.h"
#include "support/test.h"

enum { POPULATION_PERCENT = 1, TURNS = 40, TURN_MS = 2000, LINES = 40, TEXT_MAX = 16384 };

static struct hall hall;
static struct guest ada;
static char text[TEXT_MAX];

static const char *const modes[] = {"screen", "line", "reader"};

enum { MODES = sizeof modes / sizeof modes[0] };

/* A command of words, in any mode, and what is told of it. */
static void order(const char *words)
{
    bool is_screen = ada.kind == GUEST_SCREEN;

    guest_type(&ada, is_screen ? ":" : "");
    guest_type(&ada, words);
    guest_type(&ada, is_screen ? "\r" : "\r\n");
    for (int ms = 0; ms < TURN_MS; ms += HALL_TICK_MS)
        hall_pass(&hall, HALL_TICK_MS);
    hall_drain(&hall);
    guest_hear(&ada);
    message_log_write(&guest_session(&ada)->present.scrollback->messages, LINES, false, text,
                      TEXT_MAX);
}

static void begin(const char *mode)
{
    char words[32];

    guest_join(&ada, &hall, strcmp(mode, "screen") == 0 ? GUEST_SCREEN : GUEST_LINE, "ada");
    order("set hints off");
    snprintf(words, sizeof words, "set mode %s", mode);
    order(words);
}

static void set_up(void)
{
    hall_open_populated(&hall, POPULATION_PERCENT);
}

static void tear_down(void)
{
    guest_close(&ada);
    hall_close(&hall);
}

/* The one line with that word. */
static const char *line_with(const char *word)
{
    static char line[TEXT_MAX];
    const char *at = strstr(text, word);

    ck_assert_msg(at != NULL, "no \"%s\": %s", word, text);
    ck_assert_msg(strstr(at + 1, word) == NULL, "\"%s\" more than once: %s", word, text);
    while (at > text && at[-1] != '\n')
        at--;
    snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
    return line;
}

TEST_FIXTURE(set_up, tear_down);

TEST_EACH(a_kill_its_experience_and_its_spoils_are_one_line, MODES)
{
    begin(modes[_i]);
    scene_meet(&ada, "drudge");
    guest_delver(&ada)->body.health_max = guest_delver(&ada)->body.health = 200;
    order("wait");
    for (int turn = 0; turn < TURNS && strstr(text, "You kill") == NULL; turn++) {
        message_log_clear(&guest_session(&ada)->present.scrollback->messages);
        order("attack");
    }
    const char *line = line_with("You kill the drudge.");
    (void)line_with(" experience");
    (void)line_with("It leaves ");
    ck_assert_msg(strstr(line, " experience") != NULL && strstr(line, "It leaves ") != NULL, "%s",
                  text);
}

TEST_EACH(a_thing_that_is_used_and_what_it_was_are_one_line, MODES)
{
    begin(modes[_i]);
    (void)pack_put(&guest_delver(&ada)->life.pack, stack_of(ITEM_MAPPING, 1));
    message_log_clear(&guest_session(&ada)->present.scrollback->messages);
    order("read d");
    const char *line = line_with("You read ");
    ck_assert_msg(strstr(line, "It was a scroll of mapping.") != NULL, "%s", text);
}
