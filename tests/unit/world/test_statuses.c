/*
 * Statuses: how long they last, what they do, what ends them.
 */
#include "support/test.h"

#include <string.h>

#include "world/statuses.h"

static struct statuses body;

static void set_up(void)
{
    memset(&body, 0, sizeof body);
}

/* The beats until the status is gone; its whole loss of health in *out_loss. */
static int live_through(enum status_id id, int *out_loss)
{
    int beats = 0;

    for (*out_loss = 0; statuses_have(&body, id) && beats < 1000; beats++)
        *out_loss += statuses_live_beat(&body);
    return beats;
}

TEST_FIXTURE(set_up, NULL);

TEST(every_row_is_whole)
{
    for (enum status_id id = 0; id < STATUS_COUNT; id++) {
        const struct status_row *row = status_row(id);
        ck_assert(row->name != NULL && row->name[0] != '\0');
        ck_assert_msg((row->cure[0] == '\0') == row->is_good, "%s", row->name);
        ck_assert_msg((row->gift != NULL) == row->is_good, "%s", row->name);
        ck_assert_msg(row->beats > 0 && row->beats <= row->beats_max, "%s", row->name);
        ck_assert_msg((row->loss > 0 || row->loss_beats > 0) == (row->loss_max > 0), "%s",
                      row->name);
        ck_assert_uint_gt(row->save_id, 0);
        for (enum status_id other = 0; other < id; other++) {
            ck_assert_uint_ne(row->save_id, status_row(other)->save_id);
            ck_assert_str_ne(row->name, status_row(other)->name);
        }
    }
}

struct length_case {
    enum status_id id;
    int beats;
    int loss;
};

static const struct length_case lengths[] = {
    {STATUS_BURNING, 3, 6}, {STATUS_SLOWED, 8, 0},    {STATUS_DIM, 15, 0},
    {STATUS_DAZZLED, 5, 0}, {STATUS_HUSHED, 5, 0},    {STATUS_RUSTED, 100, 0},
    {STATUS_ASLEEP, 2, 0},  {STATUS_STUNNED, 1, 0},   {STATUS_HASTED, 6, 0},
    {STATUS_STONE, 20, 0},  {STATUS_FLOATING, 40, 0}, {STATUS_UNSEEN, 30, 0},
};

TEST(a_status_lasts_as_long_as_its_row_says)
{
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        int loss;
        set_up();
        ck_assert(statuses_add(&body, lengths[i].id, 0));
        ck_assert_int_eq(live_through(lengths[i].id, &loss), lengths[i].beats);
        ck_assert_int_eq(loss, lengths[i].loss);
    }
}

TEST(of_two_the_longer_stays)
{
    ck_assert(statuses_add(&body, STATUS_DIM, 5));
    ck_assert(!statuses_add(&body, STATUS_DIM, 3));
    ck_assert_uint_eq(body.left[STATUS_DIM], 5);
    ck_assert(statuses_add(&body, STATUS_DIM, 9));
    ck_assert_uint_eq(body.left[STATUS_DIM], 9);
    ck_assert(statuses_add(&body, STATUS_DIM, 1000));
    ck_assert_uint_eq(body.left[STATUS_DIM], 15);
}

TEST(poison_adds_up_to_twelve_and_loses_a_third_of_what_is_left)
{
    static const int losses[] = {3, 3, 3, 3, 3, 3, 2, 2, 2, 1, 1, 1};
    int left = 12;

    ck_assert(statuses_add(&body, STATUS_POISONED, 8));
    ck_assert(statuses_add(&body, STATUS_POISONED, 8));
    ck_assert_uint_eq(body.left[STATUS_POISONED], (unsigned)left);
    ck_assert(!statuses_add(&body, STATUS_POISONED, 2));
    for (size_t i = 0; i < sizeof losses / sizeof losses[0]; i++) {
        int loss = statuses_live_beat(&body);
        ck_assert_msg(loss == losses[i], "%d with %d beats left", loss, left);
        left--;
    }
    ck_assert(!statuses_have(&body, STATUS_POISONED));
}

TEST(effects_add_up)
{
    ck_assert_int_eq(statuses_effect(&body, STATUS_ARMOUR), 0);
    statuses_add(&body, STATUS_RUSTED, 0);
    ck_assert_int_eq(statuses_effect(&body, STATUS_ARMOUR), -3);
    statuses_add(&body, STATUS_STONE, 0);
    ck_assert_int_eq(statuses_effect(&body, STATUS_ARMOUR), 2);
    statuses_add(&body, STATUS_DAZZLED, 0);
    ck_assert_int_eq(statuses_effect(&body, STATUS_CHANCE), -15);
    statuses_add(&body, STATUS_DIM, 0);
    ck_assert_int_eq(statuses_effect(&body, STATUS_LIGHT), -5);
}

TEST(no_more_than_two_turns_are_lost_and_none_in_the_five_beats_after)
{
    int lost = 0;
    int since = 0;

    for (int beat = 0; beat < 200; beat++) {
        (void)statuses_add(&body, STATUS_STUNNED, 2);
        (void)statuses_add(&body, STATUS_ASLEEP, 2);
        if (statuses_take_turn(&body)) {
            ck_assert_msg(lost > 0 || beat == 0 || since >= STATUSES_STEADY_BEATS,
                          "lost again after %d", since);
            lost++;
            since = 0;
        } else {
            lost = 0;
            since++;
        }
        ck_assert_int_le(lost, 2);
        statuses_live_beat(&body);
    }
    ck_assert_msg(since < STATUSES_STEADY_BEATS + 2, "turns are lost now and then");
}

TEST(harm_wakes_and_waiting_puts_out_the_fire)
{
    statuses_add(&body, STATUS_ASLEEP, 0);
    statuses_add(&body, STATUS_BURNING, 0);
    statuses_add(&body, STATUS_DAZED, 0);
    statuses_end_by(&body, STATUS_ENDS_BY_HARM);
    ck_assert(!statuses_have(&body, STATUS_ASLEEP));
    ck_assert_msg(!statuses_add(&body, STATUS_STUNNED, 0), "woken early, steady all the same");
    ck_assert(statuses_have(&body, STATUS_BURNING));
    statuses_end_by(&body, STATUS_ENDS_BY_WAITING);
    ck_assert(!statuses_have(&body, STATUS_BURNING));
    ck_assert(statuses_have(&body, STATUS_DAZED));
    statuses_end_by(&body, STATUS_ENDS_BY_ACTING);
    ck_assert(!statuses_have(&body, STATUS_DAZED));
}

TEST(each_step_that_is_tried_frees_by_half)
{
    statuses_add(&body, STATUS_HELD, 3);
    ck_assert_msg(statuses_struggle(&body) == false, "one beat of three is left");
    ck_assert_uint_eq(body.left[STATUS_HELD], 1);
    ck_assert(statuses_struggle(&body));
}

TEST(a_clear_head_takes_nothing_bad)
{
    statuses_add(&body, STATUS_POISONED, 6);
    statuses_add(&body, STATUS_STONE, 0);
    statuses_end_bad(&body);
    statuses_add(&body, STATUS_CLEAR, 0);
    ck_assert(!statuses_have(&body, STATUS_POISONED));
    ck_assert(statuses_have(&body, STATUS_STONE));
    for (enum status_id id = 0; id < STATUS_COUNT; id++) {
        if (!status_row(id)->is_good)
            ck_assert_msg(!statuses_add(&body, id, 0), "%s", status_row(id)->name);
    }
    ck_assert(statuses_add(&body, STATUS_HASTED, 0));
}

TEST(haste_slowness_and_dazing_change_what_an_action_costs)
{
    ck_assert_int_eq(statuses_cost(&body, 30), 30);
    statuses_add(&body, STATUS_HASTED, 0);
    ck_assert_int_eq(statuses_cost(&body, 30), 20);
    ck_assert_int_eq(statuses_cost(&body, 5), 4);
    ck_assert_int_eq(statuses_cost(&body, 1), 1);
    statuses_end(&body, STATUS_HASTED);
    statuses_add(&body, STATUS_SLOWED, 0);
    ck_assert_int_eq(statuses_cost(&body, 30), 45);
    ck_assert_int_eq(statuses_cost(&body, 5), 8);
    statuses_end(&body, STATUS_SLOWED);
    statuses_add(&body, STATUS_DAZED, 0);
    ck_assert_int_eq(statuses_cost(&body, 30), 45);
}

TEST(the_hash_tells_all_of_it)
{
    uint64_t seen[STATUS_COUNT + 2];
    size_t count = 0;

    for (int i = 0; i <= STATUS_COUNT + 1; i++) {
        struct hash hash;
        set_up();
        if (i < STATUS_COUNT)
            body.left[i] = 1;
        else
            body.steady = (uint8_t)(i - STATUS_COUNT);
        hash_init(&hash);
        statuses_hash(&body, &hash);
        for (size_t j = 0; j < count; j++)
            ck_assert_uint_ne(seen[j], hash.value);
        seen[count++] = hash.value;
    }
}
