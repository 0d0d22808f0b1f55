/*
 * The small calls on what all rooms share: its clock, its limit on connections, its signals.
 */
#include "server/base/base.h"

void base_touch_clock(struct base *base)
{
    uv_update_time(&base->loop);
    base->now_ms = uv_now(&base->loop) + base->clock_ahead_ms;
}

int base_connections_max(const struct base *base)
{
    int wanted = base->options.connections_max;

    return wanted < base->connections_room ? wanted : base->connections_room;
}

enum err base_watch_signal(struct base *base, uv_signal_t *handle, uv_signal_cb on_signal,
                           int number, void *data)
{
    if (uv_signal_init(&base->loop, handle) != 0)
        return ERR_NO_RESOURCE;
    handle->data = data;
    return uv_signal_start(handle, on_signal, number) == 0 ? ERR_OK : ERR_NO_RESOURCE;
}

void base_unwatch_signal(uv_signal_t *handle)
{
    if (handle->data != NULL)
        uv_close((uv_handle_t *)handle, NULL);
}
