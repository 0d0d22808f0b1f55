/*
 * A server full of foes and one player.
 */
#include "support/live/arena.h"

#include <stdlib.h>
#include <string.h>

#include "support/test.h"

const char *const arena_flags[] = {
    "--seed", "7", "--population-percent", "300", "--tick-ms", "10", "--beat-ms", "200", NULL};

void arena_init(struct arena *arena, const char *ctl)
{
    memset(arena, 0, sizeof *arena);
    arena->players[0] = &arena->ada;
    process_init(&arena->server);
    process_use_slow_disk(&arena->server);
    console_init(&arena->console, ctl, &arena->server);
    process_start(&arena->server, arena_flags);
}

void arena_release(struct arena *arena)
{
    players_release(arena->players, &arena->server);
    console_release(&arena->console);
}

void arena_restart(struct arena *arena)
{
    process_start(&arena->server, arena_flags);
}

void arena_stop(struct arena *arena)
{
    players_stop(arena->players, &arena->server);
}

void arena_play_until(struct arena *arena, const char *text, int turns_max)
{
    static const char *const lines[] = {"attack", "wait", "attack", "rest", "explore"};
    enum { LINE_COUNT = sizeof lines / sizeof lines[0] };
    struct client *ada = &arena->ada;

    for (int turn = 0; turn < turns_max && strstr(ada->heard, text) == NULL; turn++) {
        bool is_dead = strstr(client_tail(ada), "You died: wake goes on.") != NULL;
        const char *line = is_dead ? "wake" : lines[turn % LINE_COUNT];

        if (is_dead)
            client_forget(ada);
        client_say_line(ada, line);
        client_wait_quiet(ada, strcmp(line, "explore") == 0 ? ARENA_EXPLORE_MS : ARENA_QUIET_MS,
                          ARENA_ANSWER_MS);
    }
    ck_assert_msg(strstr(ada->heard, text) != NULL, "never told: %s\n%s", text, client_tail(ada));
}
