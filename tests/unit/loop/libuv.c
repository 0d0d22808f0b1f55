/*
 * The contract on libuv itself.
 */
#include "scene.h"

void scenes_begin(uint64_t round)
{
    (void)round;
}

int scene_rounds(void)
{
    return 1;
}
