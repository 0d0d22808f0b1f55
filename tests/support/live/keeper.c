/*
 * Somebody who changes levels while people play.
 */
#include "support/live/keeper.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { HEAD_SIZE = 32 };

void keeper_init(struct keeper *keeper, const char *program, const struct process *server)
{
    console_init(&keeper->console, program, server);
    for (int i = 0; i < KEEPER_SOCKETS; i++)
        keeper->sockets[i] = -1;
}

void keeper_release(struct keeper *keeper)
{
    keeper_hang_up(keeper);
    console_release(&keeper->console);
}

void keeper_connect(struct keeper *keeper)
{
    for (int i = 0; i < KEEPER_SOCKETS; i++)
        keeper->sockets[i] = console_connect(keeper->console.data);
}

void keeper_hang_up(struct keeper *keeper)
{
    for (int i = 0; i < KEEPER_SOCKETS; i++) {
        if (keeper->sockets[i] >= 0)
            close(keeper->sockets[i]);
        keeper->sockets[i] = -1;
    }
}

void keeper_order(struct keeper *keeper, int socket, const char *line)
{
    console_send(keeper->sockets[socket], line, strlen(line));
}

bool keeper_is_answered(struct keeper *keeper, int socket)
{
    char head[HEAD_SIZE];

    console_take(keeper->sockets[socket], head, keeper->text, sizeof keeper->text);
    return strncmp(head, "ok ", 3) == 0;
}

static const char *find_member(const struct keeper *keeper, const char *name)
{
    char wanted[40];

    snprintf(wanted, sizeof wanted, "\"%s\":", name);
    const char *at = strstr(keeper->console.out, wanted);
    ck_assert_msg(at != NULL, "no %s in %s", name, keeper->console.out);
    return at + strlen(wanted);
}

long keeper_number(const struct keeper *keeper, const char *name)
{
    const char *at = find_member(keeper, name);

    return strncmp(at, "null", 4) == 0 ? -1 : strtol(at, NULL, 10);
}

static void show(struct keeper *keeper, const char *level)
{
    console_expect(&keeper->console, (const char *const[]){"--json", "level", "show", level, NULL},
                   0, "\"rows\":[");
}

void keeper_expect_level(struct keeper *keeper, const char *level, long generation, long kept)
{
    show(keeper, level);
    long found = keeper_number(keeper, "generation");
    long found_kept = keeper_number(keeper, "kept");
    ck_assert_msg(found == generation && found_kept == kept,
                  "depth %s is generation %ld with %ld kept, not %ld with %ld", level, found,
                  found_kept, generation, kept);
}

void keeper_expect_footing(struct keeper *keeper, const char *name)
{
    char level[48];
    char cell[48];

    console_expect(&keeper->console,
                   (const char *const[]){"--json", "inspect", "player", name, NULL}, 0,
                   "\"generation\":");
    long generation = keeper_number(keeper, "generation");
    snprintf(level, sizeof level, "%ld/%ld", keeper_number(keeper, "depth"),
             keeper_number(keeper, "wing"));
    snprintf(cell, sizeof cell, "%ld,%ld", keeper_number(keeper, "x"), keeper_number(keeper, "y"));
    console_expect(&keeper->console,
                   (const char *const[]){"--json", "inspect", "cell", level, cell, NULL}, 0,
                   "\"walkable\":true");
    ck_assert_int_eq(keeper_number(keeper, "generation"), generation);
}

void keeper_find_stairs(struct keeper *keeper, const char *level, const char *which,
                        char out[KEEPER_PLACE_SIZE])
{
    show(keeper, level);
    const char *at = find_member(keeper, which) + 1; /* behind the quote */
    snprintf(out, KEEPER_PLACE_SIZE, "%.*s", (int)strcspn(at, "\""), at);
}
