/*
 * The contract on libuv itself.
 */
#include "scene.h"
#include "support/suite.h"

void scenes_begin(uint64_t round)
{
    (void)round;
}

int main(void)
{
    TCase *tcase = tcase_create("libuv");

    scenes_add(tcase, 1);
    return suite_run("loop", tcase);
}
