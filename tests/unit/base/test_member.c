/*
 * Integers of structs are read and written by their size, with and without a sign.
 */
#include "base/member.h"

#include "base/bytes.h"
#include "support/test.h"

static const size_t sizes[] = {1, 2, 4, 8};

enum { SIZES = sizeof sizes / sizeof sizes[0] };

TEST_EACH(what_was_stored_is_loaded_and_its_neighbours_stay, SIZES)
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

TEST_EACH(the_highest_bit_is_the_sign_of_a_signed_one, SIZES)
{
    size_t size = sizes[_i];
    uint64_t lowest = UINT64_C(1) << (8 * size - 1);

    ck_assert_int_eq(member_signed(lowest - 1, size), (int64_t)(lowest - 1));
    ck_assert_int_eq(member_signed(lowest, size), INT64_MIN >> (64 - 8 * (int)size));
    ck_assert_int_eq(member_signed(1, size), 1);
}

struct kept {
    uint64_t eight;
    uint16_t two;
    uint8_t one;
    uint8_t other; /* is not kept */
};

static const struct member members[] = {
    MEMBER(struct kept, one, 1, 1, 5),
    MEMBER(struct kept, eight, 8, 0, 1000),
    MEMBER(struct kept, two, 2, 0, UINT16_MAX),
};

static bool get(const uint8_t *bytes, size_t length, struct kept *out)
{
    struct byte_reader reader;

    byte_reader_init(&reader, bytes, length);
    return members_get(&reader, 1, members, MEMBER_COUNT(members), out);
}

TEST(members_come_back_within_their_range_alone)
{
    static const struct {
        struct kept row;
        bool is_taken;
    } rows[] = {
        {{.one = 1}, true},
        {{.one = 5, .eight = 1000, .two = UINT16_MAX}, true},
        {{.one = 0}, false},
        {{.one = 6}, false},
        {{.one = 1, .eight = 1001}, false},
        {{.one = 1, .eight = UINT64_MAX}, false},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct kept read = {.other = 9};
        struct kept copy = {.other = 9};
        uint8_t bytes[16];
        size_t length = members_put(bytes, 1, members, MEMBER_COUNT(members), &rows[i].row);
        ck_assert_uint_eq(length, 11);
        ck_assert_msg(get(bytes, length, &read) == rows[i].is_taken, "row %zu", i);
        ck_assert_msg(!get(bytes, length - 1, &read), "a byte is missing");
        members_copy(members, MEMBER_COUNT(members), &rows[i].row, &copy);
        ck_assert_uint_eq(copy.eight, rows[i].row.eight);
        ck_assert_uint_eq(copy.one, rows[i].row.one);
        ck_assert_uint_eq(copy.other, 9);
    }
}

TEST(a_member_is_in_the_bytes_from_its_version_on)
{
    static const struct member versioned[] = {
        MEMBER(struct kept, one, 1, 0, 5),
        MEMBER_SINCE(2, struct kept, two, 2, 0, UINT16_MAX),
    };
    const struct kept row = {.one = 3, .two = 700};
    struct kept read = {.two = 9};
    struct byte_reader reader;
    uint8_t bytes[8];

    ck_assert_uint_eq(members_put(bytes, 2, versioned, MEMBER_COUNT(versioned), &row), 3);
    ck_assert_uint_eq(members_put(bytes, 1, versioned, MEMBER_COUNT(versioned), &row), 1);
    byte_reader_init(&reader, bytes, 1);
    ck_assert(members_get(&reader, 1, versioned, MEMBER_COUNT(versioned), &read));
    ck_assert_uint_eq(read.one, 3);
    ck_assert_uint_eq(read.two, 9);
}

TEST(a_member_has_one_byte_more_from_its_version_on)
{
    static const struct member wider[] = {MEMBER_WIDER_SINCE(3, struct kept, two, 1, 0, 1023)};
    const struct kept row = {.two = 0x3fe};
    struct kept back = {0};
    uint8_t bytes[4];
    struct byte_reader reader;

    ck_assert_uint_eq(members_put(bytes, 2, wider, 1, &row), 1);
    ck_assert_uint_eq(bytes[0], 0xfe);
    ck_assert_uint_eq(members_put(bytes, 3, wider, 1, &row), 2);
    byte_reader_init(&reader, bytes, 2);
    ck_assert(members_get(&reader, 3, wider, 1, &back));
    ck_assert_uint_eq(back.two, 0x3fe);
    byte_reader_init(&reader, (const uint8_t[]){0, 4}, 2);
    ck_assert_msg(!members_get(&reader, 3, wider, 1, &back), "1024 is out of range");
}
