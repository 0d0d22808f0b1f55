/*
 * Byte buffers: all or nothing up to the maximum, one byte order, and a reader that cannot run past
 * the end.
 */
#include "base/bytes.h"

#include <string.h>

#include "support/test.h"

TEST(appending_keeps_order_and_content)
{
    struct bytes bytes;

    bytes_init(&bytes, 1000);
    ck_assert_ptr_null(bytes.data);
    ck_assert_int_eq(bytes_append(&bytes, "ab", 2), ERR_OK);
    ck_assert_int_eq(bytes_append_text(&bytes, "cd"), ERR_OK);
    ck_assert_int_eq(bytes_append_u8(&bytes, 'e'), ERR_OK);
    ck_assert_uint_eq(bytes.length, 5);
    ck_assert_mem_eq(bytes.data, "abcde", 5);
    bytes_release(&bytes);
    ck_assert_ptr_null(bytes.data);
    ck_assert_uint_eq(bytes.length_max, 1000);
}

TEST(numbers_are_little_endian)
{
    static const uint8_t expected[] = {0x34, 0x12, 0x78, 0x56, 0x34, 0x12, 0xEF,
                                       0xCD, 0xAB, 0x90, 0x78, 0x56, 0x34, 0x12};
    struct bytes bytes;

    bytes_init(&bytes, sizeof expected);
    struct byte_writer writer = byte_writer_of(&bytes);
    byte_writer_u16(&writer, 0x1234);
    byte_writer_u32(&writer, 0x12345678);
    byte_writer_u64(&writer, UINT64_C(0x1234567890ABCDEF));
    ck_assert_int_eq(writer.error, ERR_OK);
    ck_assert_uint_eq(bytes.length, sizeof expected);
    ck_assert_mem_eq(bytes.data, expected, sizeof expected);
    bytes_release(&bytes);
}

TEST(past_the_maximum_nothing_is_half_appended)
{
    struct bytes bytes;

    bytes_init(&bytes, 6);
    ck_assert_int_eq(bytes_append_text(&bytes, "abcd"), ERR_OK);
    ck_assert_int_eq(bytes_append_text(&bytes, "efg"), ERR_TOO_BIG);
    ck_assert_int_eq(bytes_append(&bytes, "efgh", 4), ERR_TOO_BIG);
    ck_assert_int_eq(bytes_reserve(&bytes, SIZE_MAX), ERR_TOO_BIG);
    ck_assert_uint_eq(bytes.length, 4);
    ck_assert_mem_eq(bytes.data, "abcd", 4);
    ck_assert_int_eq(bytes_append_text(&bytes, "ef"), ERR_OK);
    ck_assert_int_eq(bytes_append(&bytes, "", 0), ERR_OK);
    ck_assert_uint_eq(bytes.length, 6);
    bytes_release(&bytes);
}

TEST(a_writer_keeps_its_first_error_and_appends_nothing_behind_it)
{
    struct bytes bytes;

    bytes_init(&bytes, 6);
    struct byte_writer writer = byte_writer_of(&bytes);
    byte_writer_text(&writer, "abc");
    byte_writer_u32(&writer, 1);
    ck_assert_int_eq(writer.error, ERR_TOO_BIG);
    byte_writer_u8(&writer, 'd');
    byte_writer_note(&writer, ERR_MEMORY);
    ck_assert_int_eq(writer.error, ERR_TOO_BIG);
    ck_assert_uint_eq(bytes.length, 3);
    ck_assert_mem_eq(bytes.data, "abc", 3);
    bytes_release(&bytes);
}

TEST(a_writer_keeps_an_error_from_elsewhere)
{
    struct bytes bytes;

    bytes_init(&bytes, 6);
    struct byte_writer writer = byte_writer_of(&bytes);
    byte_writer_note(&writer, ERR_OK);
    byte_writer_u8(&writer, 'a');
    byte_writer_note(&writer, ERR_MEMORY);
    byte_writer_u8(&writer, 'b');
    ck_assert_int_eq(writer.error, ERR_MEMORY);
    ck_assert_uint_eq(bytes.length, 1);
    bytes_release(&bytes);
}

TEST(it_grows_to_its_maximum)
{
    struct bytes bytes;

    bytes_init(&bytes, 5000);
    for (int i = 0; i < 5000; i++)
        ck_assert_int_eq(bytes_append_u8(&bytes, (uint8_t)(i % 251)), ERR_OK);
    ck_assert_int_eq(bytes_append_u8(&bytes, 0), ERR_TOO_BIG);
    ck_assert_uint_le(bytes.capacity, 5000);
    for (size_t i = 0; i < 5000; i++)
        ck_assert_uint_eq(bytes.data[i], i % 251);
    bytes_release(&bytes);
}

TEST(clearing_keeps_only_little_memory)
{
    struct bytes bytes;

    bytes_init(&bytes, 100000);
    ck_assert_int_eq(bytes_append_text(&bytes, "small"), ERR_OK);
    bytes_clear(&bytes, 1024);
    ck_assert_uint_eq(bytes.length, 0);
    ck_assert_ptr_nonnull(bytes.data);
    ck_assert_int_eq(bytes_reserve(&bytes, 50000), ERR_OK);
    bytes_clear(&bytes, 1024);
    ck_assert_ptr_null(bytes.data);
    ck_assert_uint_eq(bytes.length_max, 100000);
}

TEST(two_exchange_what_they_hold_and_keep_their_maximum)
{
    struct bytes small;
    struct bytes large;

    bytes_init(&small, 10);
    bytes_init(&large, 1000);
    ck_assert_int_eq(bytes_append_text(&small, "word"), ERR_OK);
    bytes_swap(&small, &large);
    ck_assert_uint_eq(small.length, 0);
    ck_assert_ptr_null(small.data);
    ck_assert_uint_eq(small.length_max, 10);
    ck_assert_uint_eq(large.length, 4);
    ck_assert_mem_eq(large.data, "word", 4);
    ck_assert_uint_eq(large.length_max, 1000);
    bytes_release(&large);
}

TEST(a_reader_gives_back_what_was_appended)
{
    struct bytes bytes;
    struct byte_reader reader;

    bytes_init(&bytes, 100);
    struct byte_writer writer = byte_writer_of(&bytes);
    byte_writer_u8(&writer, 0xFE);
    byte_writer_u16(&writer, 0xFEDC);
    byte_writer_u32(&writer, 0xFEDCBA98);
    byte_writer_u64(&writer, UINT64_C(0xFEDCBA9876543210));
    byte_writer_text(&writer, "xyz");
    ck_assert_int_eq(writer.error, ERR_OK);
    byte_reader_init(&reader, bytes.data, bytes.length);
    ck_assert_uint_eq(byte_reader_u8(&reader), 0xFE);
    ck_assert_uint_eq(byte_reader_u16(&reader), 0xFEDC);
    ck_assert_uint_eq(byte_reader_u32(&reader), 0xFEDCBA98);
    ck_assert_uint_eq(byte_reader_u64(&reader), UINT64_C(0xFEDCBA9876543210));
    ck_assert(!byte_reader_at_end(&reader));
    ck_assert_mem_eq(byte_reader_take(&reader, 3), "xyz", 3);
    ck_assert(byte_reader_at_end(&reader));
    bytes_release(&bytes);
}

TEST(a_read_past_the_end_fails_and_stays_failed)
{
    struct byte_reader reader;

    byte_reader_init(&reader, "\x01\x02\x03", 3);
    ck_assert_uint_eq(byte_reader_u32(&reader), 0);
    ck_assert(reader.failed);
    ck_assert_uint_eq(byte_reader_u8(&reader), 0);
    ck_assert_ptr_null(byte_reader_take(&reader, 1));
    ck_assert(!byte_reader_at_end(&reader));
    byte_reader_init(&reader, "", 0);
    ck_assert(byte_reader_at_end(&reader));
    ck_assert_ptr_null(byte_reader_take(&reader, SIZE_MAX));
}
