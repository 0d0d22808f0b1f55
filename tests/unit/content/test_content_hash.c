/*
 * The hash over all content.
 */
#include "content/content_hash.h"

#include "support/test.h"

/* A row that changes on purpose changes this number. */
TEST(the_rows_of_all_content_are_the_known_ones)
{
    ck_assert_msg(content_hash() == UINT64_C(0xd8b0bbd385eef664), "the rows have the hash 0x%016llx",
                  (unsigned long long)content_hash());
}
