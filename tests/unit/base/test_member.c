/*
 * Integers of structs are read and written by their size, with and without a sign.
 */
#include "base/member.h"

#include "support/suite.h"

static const size_t sizes[] = {1, 2, 4, 8};

enum { SIZES = sizeof sizes / sizeof sizes[0] };

START_TEST(what_was_stored_is_loaded_and_its_neighbours_stay)
{
    size_t size = sizes[_i];
    uint8_t bytes[16];
    uint64_t all = size == 8 ? UINT64_MAX : (UINT64_C(1) << 8 * size) - 1;

    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = 0x5a;
    member_store(bytes + 3, size, all - 1);
    ck_assert_uint_eq(member_load(bytes + 3, size), all - 1);
    ck_assert_uint_eq(bytes[2], 0x5a);
    ck_assert_uint_eq(bytes[3 + size], 0x5a);
}
END_TEST

START_TEST(the_highest_bit_is_the_sign_of_a_signed_one)
{
    size_t size = sizes[_i];
    uint64_t lowest = UINT64_C(1) << (8 * size - 1);

    ck_assert_int_eq(member_signed(lowest - 1, size), (int64_t)(lowest - 1));
    ck_assert_int_eq(member_signed(lowest, size), INT64_MIN >> (64 - 8 * (int)size));
    ck_assert_int_eq(member_signed(1, size), 1);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("member");

    tcase_add_loop_test(tcase, what_was_stored_is_loaded_and_its_neighbours_stay, 0, SIZES);
    tcase_add_loop_test(tcase, the_highest_bit_is_the_sign_of_a_signed_one, 0, SIZES);
    return suite_run("base/member", tcase);
}
