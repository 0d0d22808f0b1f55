/*
 * A thing that no ledger has is found while all goes on: operators, the doctor and a metric tell of
 * it, with those who came and left. Where nothing is wrong, nobody hears a word.
 */
#include <check.h>
#include <string.h>

#include "hall.h"
#include "operator.h"
#include "support/test.h"
#include "world/world.h"

enum { TICKS_MAX = 20000 };

static struct hall hall;
static struct guest ada;
static struct guest brom;
static struct guest cyd;

static void set_up(void)
{
    hall_open_populated(&hall, 1);
    guest_join(&ada, &hall, GUEST_LINE, "ada");
    guest_session(&ada)->role = ACCOUNT_ROLE_ADMIN;
}

static void tear_down(void)
{
    guest_close(&ada);
    guest_close(&brom);
    guest_close(&cyd);
    hall_close(&hall);
}

static const struct ledger_watch *watch(void)
{
    return &hall.server.game.ledger_watch;
}

/* Passes ticks until a count is under way, or none is. Returns how many. */
static int pass_until(bool is_counting)
{
    int ticks = 0;

    for (; watch()->is_counting != is_counting; ticks++) {
        ck_assert_int_lt(ticks, TICKS_MAX);
        hall_pass(&hall, HALL_TICK_MS);
        if (ticks % 16 == 0)
            hall_drain(&hall);
    }
    return ticks;
}

static void count_all(void)
{
    (void)pass_until(true);
    (void)pass_until(false);
    hall_drain(&hall);
}

static void conjure_darts(struct guest *guest, uint32_t number)
{
    struct world *world = hall.server.game.world;
    struct delver *delver = world_find_delver(world, guest_session(guest)->account.id);

    ck_assert_ptr_nonnull(
        item_add(world, stack_of(ITEM_DART, number), delver->body.level, delver->body.level->down));
}

/* True if the answer to an operator has that in it. */
static bool answers(const char *words, const char *part)
{
    struct peer *line = operator_connect(&hall);
    struct operator_answer answer = operator_ask(&hall, line, words);
    bool has_part = strstr(answer.text, part) != NULL;

    ck_assert_msg(answer.is_ok, "%s", answer.text);
    peer_close(line);
    return has_part;
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_thing_of_no_ledger_is_told_with_who_came_and_left)
{
    count_all();
    guest_join(&brom, &hall, GUEST_LINE, "brom");
    guest_join(&cyd, &hall, GUEST_LINE, "cyd");
    conjure_darts(&brom, 3);
    guest_type(&cyd, "quit\r\n");
    guest_wait_state(&cyd, SESSION_CLOSED);
    guest_forget(&ada);
    guest_forget(&brom);
    count_all();
    guest_expect(&ada, "dart +3");
    guest_expect(&ada, "Brom, Cyd");
    guest_expect(&ada, "came; Cyd");
    ck_assert_str_eq(watch()->wrong, "dart +3");
    ck_assert(!guest_hears(&brom, "ledger"));
    ck_assert(answers("text doctor",
                      "in play are not as many as the ledger says: dart +3; since the "
                      "count before: Brom, Cyd came; Cyd left"));
    ck_assert(answers("text metrics", "undercroft_ledger_wrong_kinds 1"));

    /* An error is told once, and once more when it grows. */
    guest_forget(&ada);
    count_all();
    ck_assert(!guest_hears(&ada, "ledger"));
    conjure_darts(&brom, 1);
    count_all();
    guest_expect(&ada, "dart +4");
    guest_expect(&ada, "nobody came or left");
}

TEST(nothing_is_told_where_nothing_is_wrong)
{
    guest_join(&brom, &hall, GUEST_LINE, "brom");
    (void)pass_until(true);
    guest_type(&brom, "drop darts\r\n");
    guest_type(&brom, "quit\r\n");
    (void)pass_until(false);
    count_all();
    ck_assert(!guest_hears(&ada, "ledger"));
    ck_assert_str_eq(watch()->wrong, "");
    ck_assert(answers("text metrics", "undercroft_ledger_wrong_kinds 0"));
    ck_assert(!answers("text doctor", "things in play"));
}

/* A level a tick, and the tick in which the end is seen. */
TEST(a_count_takes_as_many_ticks_as_there_are_levels)
{
    guest_join(&brom, &hall, GUEST_LINE, "brom");
    (void)answers("text send brom 2", "");
    for (int i = 0; hall.server.game.world->level_count < 2; i++) {
        ck_assert_int_lt(i, TICKS_MAX);
        hall_wait(&hall);
    }
    (void)pass_until(true);
    uint32_t levels = hall.server.game.world->level_count;
    ck_assert_int_eq(pass_until(false), (int)levels + 1);
}
