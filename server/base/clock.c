/*
 * The clock of every room.
 */
#include "server/base/base.h"

void base_touch_clock(struct base *base)
{
    uv_update_time(&base->loop);
    base->now_ms = uv_now(&base->loop) + base->clock_ahead_ms;
}
