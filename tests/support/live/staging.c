/*
 * Scenes that an operator makes.
 */
#include "support/live/staging.h"

#include <check.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "support/live/players.h"

enum { QUIET_MS = 60, ANSWER_MS = 10000, TURNS_MAX = 300, WORD_SIZE = 40, BESIDE = 9 };

static const char moved[] = "An administrator moves you";
static const char grave_depth[] = "3";

const char *const staging_flags[] = {
    "--seed", "7", "--population-percent", "1", "--tick-ms", "10", "--beat-ms", "200", NULL};

int staging_member(const struct console *console, const char *name)
{
    char wanted[WORD_SIZE];
    int value = -1;

    snprintf(wanted, sizeof wanted, "\"%s\":", name);
    const char *at = strstr(console->out, wanted);
    ck_assert_msg(at != NULL && sscanf(at + strlen(wanted), "%d", &value) == 1, "no %s in %s", name,
                  console->out);
    return value;
}

void staging_cell(struct console *console, const char *player, int dx, int dy,
                  char out[STAGING_CELL_SIZE])
{
    console_expect(console, WORDS("--json", "inspect", "player", player), 0, "\"x\":");
    int x = staging_member(console, "x") + dx;
    int y = staging_member(console, "y") + dy;
    snprintf(out, STAGING_CELL_SIZE, "%d,%d", x, y);
}

/* The n-th niche of the level, from 0; there is one. */
static void read_niche(struct console *console, const char *depth, size_t n,
                       char out[STAGING_CELL_SIZE])
{
    int x = 0;
    int y = 0;

    console_expect(console, WORDS("--json", "population", depth), 0, "\"niches\":[{");
    json_t *answer = json_loads(console->out, 0, NULL);
    json_t *niche = json_array_get(json_object_get(answer, "niches"), n);
    ck_assert_msg(json_unpack(niche, "{s:i, s:i}", "x", &x, "y", &y) == 0, "no niche %zu: %s", n,
                  console->out);
    json_decref(answer);
    snprintf(out, STAGING_CELL_SIZE, "%d,%d", x, y);
}

void staging_niche(struct console *console, const char *depth, char out[STAGING_CELL_SIZE])
{
    read_niche(console, depth, 0, out);
}

void staging_put(struct console *console, const char *player, const char *depth, const char *thing,
                 const char *count)
{
    char cell[STAGING_CELL_SIZE];

    staging_cell(console, player, 0, 0, cell);
    console_expect(console, WORDS("spawn", thing, depth, cell, count), 0, "Placed.");
}

void staging_send(struct console *console, struct client *client, const char *player,
                  const char *depth, const char *cell)
{
    client_forget(client);
    console_expect(console, WORDS("send", player, depth, cell), 0, "Sent.");
    expect_heard(client, moved);
}

void staging_take_stairs(struct console *console, struct client *client, const char *player,
                         const char *depth)
{
    static const char begin[] = "\"down\":\"";
    char cell[STAGING_CELL_SIZE];

    staging_send(console, client, player, depth, NULL);
    console_expect(console, WORDS("--json", "inspect", "level", depth), 0, begin);
    const char *at = strstr(console->out, begin) + strlen(begin);
    ck_assert_int_eq(sscanf(at, "%15[0-9,]", cell), 1);
    staging_send(console, client, player, depth, cell);
    expect_answer(client, "down", "You go down the stairs");
}

bool staging_try_foe_beside(struct console *console, const char *depth, const char *cell,
                            const char *kind, char out[STAGING_CELL_SIZE])
{
    int x = 0;
    int y = 0;

    ck_assert_int_eq(sscanf(cell, "%d,%d", &x, &y), 2);
    for (int dir = 0; dir < BESIDE; dir++) {
        snprintf(out, STAGING_CELL_SIZE, "%d,%d", x + dir % 3 - 1, y + dir / 3 - 1);
        if (console_run(console, WORDS("spawn", kind, depth, out)) == 0)
            return true;
    }
    return false;
}

void staging_put_foe_beside(struct console *console, const char *depth, const char *cell,
                            const char *kind, char out[STAGING_CELL_SIZE])
{
    ck_assert_msg(staging_try_foe_beside(console, depth, cell, kind, out),
                  "no room for a foe beside %s: %s", cell, console->err);
}

void staging_let_die(struct console *console, struct client *client, const char *player)
{
    char cell[STAGING_CELL_SIZE];
    char beside[STAGING_CELL_SIZE];
    bool has_foe = false;

    staging_send(console, client, player, grave_depth, NULL);
    /* Some niches have no room for a foe beside them. */
    for (size_t niche = 0; !has_foe; niche++) {
        read_niche(console, grave_depth, niche, cell);
        staging_send(console, client, player, grave_depth, cell);
        client_forget(client);
        has_foe = staging_try_foe_beside(console, grave_depth, cell, "deserter", beside);
    }
    for (int turn = 0; turn < TURNS_MAX && strstr(client->heard, "You wake in") == NULL; turn++) {
        client_say_line(client, "wait");
        client_wait_quiet(client, QUIET_MS, ANSWER_MS);
    }
    expect_heard(client, "You wake in");
    /* The first that is heard ends the page of the death, the next is answered. */
    for (int turn = 0; turn < TURNS_MAX && strstr(client->heard, "You are awake.") == NULL;
         turn++) {
        client_say_line(client, "wake");
        client_wait_quiet(client, QUIET_MS, ANSWER_MS);
    }
    expect_heard(client, "You are awake.");
}

int staging_graves(struct console *console, const char *depth, const char *name)
{
    static const char begin[] = "\"graves\":[";
    char wanted[WORD_SIZE];
    int count = 0;

    snprintf(wanted, sizeof wanted, "\"%s\"", name);
    console_expect(console, WORDS("--json", "population", depth), 0, begin);
    const char *graves = strstr(console->out, begin);
    const char *end = strchr(graves, ']');
    for (const char *at = graves; (at = strstr(at, wanted)) != NULL && at < end; at++)
        count++;
    return count;
}

void staging_expect_ledger_right(struct console *console)
{
    console_expect(console, WORDS("save"), 0, "Saved.");
    ck_assert_int_eq(console_run(console, WORDS("doctor")), 0);
    ck_assert_msg(strstr(console->out, "ledger") == NULL, "%s", console->out);
}
