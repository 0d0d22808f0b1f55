/*
 * The Gate, and then every fifth depth.
 */
#include "content/havens.h"

#include "base/check.h"

enum {
    HAVEN_EVERY = 5, /* depths, behind the Gate on depth 1 */
    GATE = 1,        /* its depth */
};

int haven_depth(int number)
{
    CHECK(number >= 0 && number < HAVEN_COUNT);
    return number == 0 ? GATE : number * HAVEN_EVERY;
}

int haven_number(int depth)
{
    for (int number = 0; number < HAVEN_COUNT; number++) {
        if (haven_depth(number) == depth)
            return number;
    }
    return HAVEN_COUNT;
}
