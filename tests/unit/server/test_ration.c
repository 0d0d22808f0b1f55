/*
 * Rationing: prices, shares, and the keys that wait.
 */
#include "server/session/commands/ration.h"

#include "support/test.h"

TEST(everything_has_a_price_within_one_share)
{
    for (int work = 0; work < WORK_COUNT; work++) {
        ck_assert_msg(ration_price(work) >= 1, "%d costs nothing", work);
        ck_assert_int_le(ration_price(work), RATION_BURST);
    }
}

/* The work that a session can spend in `ms`, paid as often as there is room. */
static uint64_t spend(struct ration *ration, int work, uint64_t *now_ms, uint64_t ms)
{
    uint64_t before = ration->spent;

    for (uint64_t end = *now_ms + ms; *now_ms < end; *now_ms += 20) {
        while (ration_has_room(ration, *now_ms))
            ration_pay(ration, work);
    }
    return ration->spent - before;
}

TEST(a_share_is_never_exceeded_by_more_than_one_price)
{
    for (int work = 0; work < WORK_COUNT; work++) {
        struct ration ration;
        uint64_t now_ms = 1000;
        ration_init(&ration, now_ms);
        uint64_t spent = spend(&ration, work, &now_ms, 10000);
        ck_assert_uint_ge(spent, 10 * RATION_PER_SECOND);
        ck_assert_uint_le(spent,
                          10 * RATION_PER_SECOND + RATION_BURST + (uint64_t)ration_price(work));
    }
}

TEST(a_share_refills_evenly)
{
    struct ration ration;
    uint64_t now_ms = 1000;

    ration_init(&ration, now_ms);
    spend(&ration, WORK_LETTER, &now_ms, 20);
    for (int tick = 0; tick < 100; tick++) {
        uint64_t spent = spend(&ration, WORK_LETTER, &now_ms, 20);
        ck_assert_uint_eq(spent, 20 * RATION_PER_SECOND / 1000);
    }
}

TEST(silence_earns_no_more_than_a_burst)
{
    struct ration ration;
    uint64_t now_ms = 1000;

    ration_init(&ration, now_ms);
    spend(&ration, WORK_LETTER, &now_ms, 20);
    now_ms += UINT64_C(365) * 24 * 3600 * 1000;
    ck_assert_uint_eq(spend(&ration, WORK_LETTER, &now_ms, 20), RATION_BURST);
}

TEST(keys_that_wait_keep_their_order_up_to_a_limit)
{
    struct ration ration;
    struct key key = {0};

    ration_init(&ration, 0);
    for (int round = 0; round < 3; round++) {
        for (uint32_t i = 0; i < RATION_KEYS_MAX; i++)
            ck_assert(ration_wait(&ration, (struct key){.code = 'a' + i}));
        ck_assert(!ration_wait(&ration, (struct key){.code = 'z'}));
        for (uint32_t i = 0; i < RATION_KEYS_MAX; i++) {
            ck_assert(ration_take(&ration, &key));
            ck_assert_uint_eq(key.code, 'a' + i);
        }
        ck_assert(!ration_take(&ration, &key));
    }
}

TEST(escape_takes_the_place_of_all_that_waits)
{
    struct ration ration;
    struct key key = {0};

    ration_init(&ration, 0);
    for (uint32_t i = 0; i < RATION_KEYS_MAX; i++)
        ck_assert(ration_wait(&ration, (struct key){.code = 'o'}));
    ck_assert(ration_wait(&ration, (struct key){.code = KEY_ESCAPE}));
    ck_assert(ration_take(&ration, &key));
    ck_assert_uint_eq(key.code, KEY_ESCAPE);
    ck_assert(!ration_take(&ration, &key));
}
