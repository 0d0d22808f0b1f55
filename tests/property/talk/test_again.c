/*
 * The same seed gives the same run: what a server says to its players, byte by byte, the order of
 * what its threads have done, and the world that it leaves.
 */
#include <check.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/rng.h"
#include "hall.h"
#include "support/test.h"
#include "world/world.h"
#include "world/world_hash.h"

enum { GUESTS = 4, TICKS = 400 };

struct outcome {
    struct hash heard[GUESTS]; /* all that came */
    uint64_t world;
    uint64_t tick;
};

static struct hall hall;
static struct guest guests[GUESTS];

static void hear_all(struct outcome *out)
{
    static uint8_t bytes[64 * 1024];

    for (int i = 0; i < GUESTS; i++) {
        ssize_t count;
        while ((count = peer_receive(guests[i].peer, bytes, sizeof bytes)) > 0)
            hash_bytes(&out->heard[i], bytes, (size_t)count);
    }
}

static void play(struct outcome *out)
{
    static const enum guest_kind kinds[GUESTS] = {GUEST_SCREEN_ASCII, GUEST_LINE, GUEST_GMCP_ASCII,
                                                  GUEST_SCREEN_SMALL};
    static const char *const names[GUESTS] = {"ada", "brom", "cyd", "dora"};
    static const char *const words[] = {"north\r\n", "look\r\n", "who\r\n", "explore\r\n"};
    struct rng rng;

    for (int i = 0; i < GUESTS; i++)
        hash_init(&out->heard[i]);
    rng_init(&rng, 5);
    hall_open_populated(&hall, 100);
    for (int i = 0; i < GUESTS; i++)
        guest_join(&guests[i], &hall, kinds[i], names[i]);
    for (int tick = 0; tick < TICKS; tick++) {
        int who = (int)rng_below(&rng, GUESTS * 3);
        const char *word = words[rng_below(&rng, 4)];
        if (who < GUESTS)
            guest_type(&guests[who], kinds[who] == GUEST_LINE ? word : "o");
        hall_pass(&hall, HALL_TICK_MS);
        hear_all(out);
    }
    out->world = world_hash(hall.server.game.world);
    out->tick = hall.server.game.world->tick;
    for (int i = 0; i < GUESTS; i++)
        guest_close(&guests[i]);
    hall_close(&hall);
}

/* Plays in a process of its own, where nothing has run before. */
static void play_apart(struct outcome *out)
{
    int ends[2];
    int status = 0;

    ck_assert_int_eq(pipe(ends), 0);
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        play(out);
        _exit(write(ends[1], out, sizeof *out) == (ssize_t)sizeof *out ? 0 : 1);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
    ck_assert_int_eq(read(ends[0], out, sizeof *out), sizeof *out);
    close(ends[0]);
    close(ends[1]);
}

TEST(the_same_seed_gives_the_same_run)
{
    struct outcome first;
    struct outcome second;

    play_apart(&first);
    play_apart(&second);
    ck_assert_uint_eq(first.tick, second.tick);
    ck_assert_uint_eq(first.world, second.world);
    for (int i = 0; i < GUESTS; i++)
        ck_assert_msg(first.heard[i].value == second.heard[i].value, "guest %d", i);
}
