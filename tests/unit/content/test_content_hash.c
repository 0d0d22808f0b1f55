/*
 * The hash over all content.
 */
#include "content/content_hash.h"

#include "support/test.h"

/* A row that changes on purpose changes this number. */
TEST(the_rows_of_all_content_are_the_known_ones)
{
    ck_assert_uint_eq(content_hash(), UINT64_C(0xbf78f913a381fac2));
}
