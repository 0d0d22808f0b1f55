/*
 * The loop: its turns, timers, and the handles that are no sockets.
 */
#include "loop.h"

#include <stdlib.h>
#include <string.h>

#include "baton.h"
#include "order.h"
#include "private.h"

static struct loop_state *loops;
static struct loop_terms terms = {.workers = LOOP_WORKERS_MAX};
static loop_idle *idle_hook;
static void *idle_argument;

void loop_set_terms(const struct loop_terms *wanted)
{
    terms = *wanted;
    baton_seed(terms.seed);
}

const struct loop_terms *loop_terms(void)
{
    return &terms;
}

void loop_on_idle(loop_idle *idle, void *argument)
{
    idle_hook = idle;
    idle_argument = argument;
}

void loop_settle(void)
{
    while (baton_poll(BATON_NEVER)) {
    }
}

struct loop_state *loop_state_of(const uv_loop_t *loop)
{
    return loop->internal_fields;
}

struct loop_state *loop_first(void)
{
    return loops;
}

/* Handles */

uv_handle_t *loop_handle_next(const uv_handle_t *handle)
{
    return handle->handle_queue[0];
}

void loop_handle_init(uv_loop_t *loop, uv_handle_t *handle, uv_handle_type type)
{
    struct loop_state *state = loop_state_of(loop);

    handle->loop = loop;
    handle->type = type;
    handle->flags = HANDLE_HAS_REF;
    handle->close_cb = NULL;
    handle->next_closing = NULL;
    memset(&handle->u, 0, sizeof handle->u);
    handle->handle_queue[0] = NULL;
    handle->handle_queue[1] = state->last;
    if (state->last != NULL)
        state->last->handle_queue[0] = handle;
    else
        state->first = handle;
    state->last = handle;
}

static void leave_list(uv_handle_t *handle)
{
    struct loop_state *state = loop_state_of(handle->loop);
    uv_handle_t *next = handle->handle_queue[0];
    uv_handle_t *previous = handle->handle_queue[1];

    if (next != NULL)
        next->handle_queue[1] = previous;
    else
        state->last = previous;
    if (previous != NULL)
        previous->handle_queue[0] = next;
    else
        state->first = next;
}

void loop_handle_start(uv_handle_t *handle)
{
    handle->flags |= HANDLE_IS_ACTIVE;
}

void loop_handle_stop(uv_handle_t *handle)
{
    handle->flags &= ~(unsigned)HANDLE_IS_ACTIVE;
}

bool loop_handle_is_closing(const uv_handle_t *handle)
{
    return (handle->flags & HANDLE_IS_CLOSING) != 0;
}

int uv_is_closing(const uv_handle_t *handle)
{
    return loop_handle_is_closing(handle);
}

int uv_is_active(const uv_handle_t *handle)
{
    return (handle->flags & HANDLE_IS_ACTIVE) != 0 && !loop_handle_is_closing(handle);
}

void uv_ref(uv_handle_t *handle)
{
    handle->flags |= HANDLE_HAS_REF;
}

void uv_unref(uv_handle_t *handle)
{
    handle->flags &= ~(unsigned)HANDLE_HAS_REF;
}

uv_handle_type uv_handle_get_type(const uv_handle_t *handle)
{
    return handle->type;
}

void uv_close(uv_handle_t *handle, uv_close_cb on_closed)
{
    struct loop_state *state = loop_state_of(handle->loop);

    if (loop_handle_is_closing(handle))
        baton_fail("a handle is closed twice");
    if (is_stream(handle))
        loop_stream_close((uv_stream_t *)handle);
    if (handle->type == UV_TIMER)
        uv_timer_stop((uv_timer_t *)handle);
    loop_handle_stop(handle);
    handle->flags |= HANDLE_IS_CLOSING;
    handle->close_cb = on_closed;
    handle->next_closing = state->closing;
    state->closing = handle;
}

static void run_closing(struct loop_state *state)
{
    uv_handle_t *handle = state->closing;

    state->closing = NULL;
    while (handle != NULL) {
        uv_handle_t *next = handle->next_closing;
        if (is_stream(handle))
            loop_stream_finish_close((uv_stream_t *)handle);
        leave_list(handle);
        /* The callback may free the handle. */
        if (handle->close_cb != NULL)
            handle->close_cb(handle);
        handle = next;
    }
}

/* Timers */

int uv_timer_init(uv_loop_t *loop, uv_timer_t *timer)
{
    loop_handle_init(loop, (uv_handle_t *)timer, UV_TIMER);
    timer->timer_cb = NULL;
    timer->timeout = 0;
    timer->repeat = 0;
    return 0;
}

static bool is_before(const uv_timer_t *a, const uv_timer_t *b)
{
    return a->timeout < b->timeout || (a->timeout == b->timeout && a->start_id < b->start_id);
}

int uv_timer_start(uv_timer_t *timer, uv_timer_cb on_timer, uint64_t timeout_ms, uint64_t repeat_ms)
{
    struct loop_state *state = loop_state_of(timer->loop);
    uv_timer_t *before = NULL;

    if (loop_handle_is_closing((uv_handle_t *)timer) || on_timer == NULL)
        return UV_EINVAL;
    uv_timer_stop(timer);
    timer->timer_cb = on_timer;
    timer->timeout =
        timeout_ms > UINT64_MAX - timer->loop->time ? UINT64_MAX : timer->loop->time + timeout_ms;
    timer->repeat = repeat_ms;
    timer->start_id = timer->loop->timer_counter++;
    for (uv_timer_t *at = state->timers; at != NULL && is_before(at, timer); at = at->heap_node[0])
        before = at;
    timer->heap_node[0] = before == NULL ? state->timers : before->heap_node[0];
    if (before == NULL)
        state->timers = timer;
    else
        before->heap_node[0] = timer;
    loop_handle_start((uv_handle_t *)timer);
    return 0;
}

int uv_timer_stop(uv_timer_t *timer)
{
    struct loop_state *state = loop_state_of(timer->loop);
    uv_timer_t *before = NULL;

    if ((timer->flags & HANDLE_IS_ACTIVE) == 0)
        return 0;
    for (uv_timer_t *at = state->timers; at != timer; at = at->heap_node[0])
        before = at;
    if (before == NULL)
        state->timers = timer->heap_node[0];
    else
        before->heap_node[0] = timer->heap_node[0];
    loop_handle_stop((uv_handle_t *)timer);
    return 0;
}

static void run_timers(struct loop_state *state)
{
    uv_timer_t *timer;

    while ((timer = state->timers) != NULL && timer->timeout <= state->loop->time) {
        uv_timer_stop(timer);
        if (timer->repeat > 0)
            uv_timer_start(timer, timer->timer_cb, timer->repeat, timer->repeat);
        timer->timer_cb(timer);
    }
}

/* Async and check handles */

int uv_async_init(uv_loop_t *loop, uv_async_t *async, uv_async_cb on_async)
{
    loop_handle_init(loop, (uv_handle_t *)async, UV_ASYNC);
    async->async_cb = on_async;
    async->pending = 0;
    loop_handle_start((uv_handle_t *)async);
    return 0;
}

int uv_async_send(uv_async_t *async)
{
    order_give(async);
    async->pending = 1;
    baton_wake_poller();
    baton_pause();
    return 0;
}

static bool async_turn(uv_async_t *async)
{
    if (async->pending == 0 || loop_handle_is_closing((uv_handle_t *)async))
        return false;
    async->pending = 0;
    order_take(async);
    if (async->async_cb != NULL)
        async->async_cb(async);
    return true;
}

int uv_check_init(uv_loop_t *loop, uv_check_t *check)
{
    loop_handle_init(loop, (uv_handle_t *)check, UV_CHECK);
    check->check_cb = NULL;
    return 0;
}

int uv_check_start(uv_check_t *check, uv_check_cb on_check)
{
    if (on_check == NULL)
        return UV_EINVAL;
    check->check_cb = on_check;
    loop_handle_start((uv_handle_t *)check);
    return 0;
}

static void run_checks(struct loop_state *state)
{
    for (uv_handle_t *handle = state->first; handle != NULL; handle = loop_handle_next(handle)) {
        if (handle->type == UV_CHECK && uv_is_active(handle))
            ((uv_check_t *)handle)->check_cb((uv_check_t *)handle);
    }
}

/* Turns */

int uv_loop_init(uv_loop_t *loop)
{
    struct loop_state *state = calloc(1, sizeof *state);
    void *data = loop->data;

    if (state == NULL)
        return UV_ENOMEM;
    memset(loop, 0, sizeof *loop);
    loop->data = data;
    loop->internal_fields = state;
    state->loop = loop;
    state->house = baton_house();
    state->next = loops;
    loops = state;
    uv_update_time(loop);
    return 0;
}

int uv_loop_close(uv_loop_t *loop)
{
    struct loop_state *state = loop_state_of(loop);
    struct loop_state **link = &loops;

    if (loop->active_reqs.count > 0 || state->first != NULL)
        return UV_EBUSY;
    while (*link != state)
        link = &(*link)->next;
    *link = state->next;
    free(state->ready);
    free(state);
    loop->internal_fields = NULL;
    return 0;
}

void uv_update_time(uv_loop_t *loop)
{
    loop->time = baton_now_ns() / NS_PER_MS;
}

uint64_t uv_now(const uv_loop_t *loop)
{
    return loop->time;
}

void uv_stop(uv_loop_t *loop)
{
    loop->stop_flag = 1;
}

static bool has_active_handle(const struct loop_state *state)
{
    for (const uv_handle_t *handle = state->first; handle != NULL;
         handle = loop_handle_next(handle)) {
        if (uv_is_active(handle) && (handle->flags & HANDLE_HAS_REF) != 0)
            return true;
    }
    return false;
}

static bool has_work(const struct loop_state *state)
{
    return state->loop->active_reqs.count > 0 || has_active_handle(state);
}

int uv_loop_alive(const uv_loop_t *loop)
{
    const struct loop_state *state = loop_state_of(loop);

    return has_work(state) || state->closing != NULL;
}

static bool run_fed(struct loop_state *state)
{
    uv_stream_t *stream = state->fed;
    bool is_any = stream != NULL;

    state->fed = NULL;
    while (stream != NULL) {
        struct stream_state *of = loop_stream_state_of(stream);
        uv_stream_t *next = of->next_fed;
        of->is_fed = false;
        of->next_fed = NULL;
        if (!loop_handle_is_closing((uv_handle_t *)stream))
            loop_stream_tell(stream);
        stream = next;
    }
    return is_any;
}

/* Collects the ready streams in state->ready, in an order drawn from the seed. */
static size_t collect_ready(struct loop_state *state)
{
    size_t count = 0;

    for (uv_handle_t *handle = state->first; handle != NULL; handle = loop_handle_next(handle)) {
        if (!is_stream(handle) || !loop_stream_is_ready((uv_stream_t *)handle))
            continue;
        if (count == state->ready_room) {
            state->ready_room = 2 * count + 16;
            state->ready = realloc(state->ready, state->ready_room * sizeof *state->ready);
            if (state->ready == NULL)
                baton_fail("out of memory");
        }
        size_t at = baton_draw((uint32_t)count + 1);
        state->ready[count++] = state->ready[at];
        state->ready[at] = (uv_stream_t *)handle;
    }
    return count;
}

static bool run_streams(struct loop_state *state)
{
    size_t count = collect_ready(state);

    for (size_t i = 0; i < count; i++) {
        if (loop_stream_is_ready(state->ready[i]))
            loop_stream_turn(state->ready[i]);
    }
    return count > 0;
}

static bool run_others(struct loop_state *state)
{
    bool is_any = false;

    for (uv_handle_t *handle = state->first; handle != NULL; handle = loop_handle_next(handle)) {
        if (handle->type == UV_ASYNC)
            is_any = async_turn((uv_async_t *)handle) || is_any;
        else if (handle->type == UV_SIGNAL)
            is_any = loop_signal_turn((uv_signal_t *)handle) || is_any;
        else if (handle->type == UV_POLL)
            is_any = loop_poll_turn((uv_poll_t *)handle) || is_any;
    }
    return is_any;
}

/* Runs everything that is ready. False: nothing was. */
static bool dispatch(struct loop_state *state)
{
    bool is_any = run_others(state);

    is_any = loop_work_tell(state) || is_any;
    return run_streams(state) || is_any;
}

static bool is_anything_ready(const struct loop_state *state)
{
    for (const uv_handle_t *handle = state->first; handle != NULL;
         handle = loop_handle_next(handle)) {
        if (is_stream(handle) && loop_stream_is_ready((const uv_stream_t *)handle))
            return true;
        if (handle->type == UV_ASYNC && ((const uv_async_t *)handle)->pending != 0)
            return true;
    }
    return state->done != NULL;
}

/* Nobody can run, and nothing is ready: the test's peers act, or time goes on. */
static void wait_on(struct loop_state *state, uint64_t deadline_ns)
{
    uint64_t due_ns = baton_next_deadline();

    if (deadline_ns < due_ns)
        due_ns = deadline_ns;
    if (idle_hook != NULL) {
        uint64_t allowed_ns = idle_hook(idle_argument, due_ns);
        if (is_anything_ready(state) || state->loop->stop_flag != 0)
            return;
        if (allowed_ns <= baton_now_ns())
            uv_stop(state->loop);
        if (allowed_ns < due_ns)
            due_ns = allowed_ns;
    }
    if (due_ns == BATON_NEVER)
        baton_fail("a loop waits for ever");
    baton_advance_to(due_ns);
}

static void poll_once(struct loop_state *state, uint64_t deadline_ns)
{
    bool is_done = false;

    while (!is_done) {
        baton_pause();
        is_done = dispatch(state) || deadline_ns <= baton_now_ns() || state->loop->stop_flag != 0;
        if (!is_done && !baton_poll(deadline_ns))
            wait_on(state, deadline_ns);
        uv_update_time(state->loop);
    }
}

/* How long polling may take: until the next timer, or not at all. */
static uint64_t find_deadline(const struct loop_state *state, uv_run_mode mode, bool has_told)
{
    const uv_loop_t *loop = state->loop;

    if (mode == UV_RUN_NOWAIT || (mode == UV_RUN_ONCE && has_told) || loop->stop_flag != 0 ||
        !has_work(state) || state->fed != NULL || state->closing != NULL)
        return 0;
    if (state->timers == NULL || state->timers->timeout > UINT64_MAX / NS_PER_MS)
        return BATON_NEVER;
    return state->timers->timeout * NS_PER_MS;
}

int uv_run(uv_loop_t *loop, uv_run_mode mode)
{
    struct loop_state *state = loop_state_of(loop);
    int is_alive = uv_loop_alive(loop);

    if (!is_alive)
        uv_update_time(loop);
    while (is_alive && loop->stop_flag == 0) {
        uv_update_time(loop);
        run_timers(state);
        bool has_told = run_fed(state);
        poll_once(state, find_deadline(state, mode, has_told));
        run_checks(state);
        run_closing(state);
        if (mode == UV_RUN_ONCE) {
            uv_update_time(loop);
            run_timers(state);
        }
        is_alive = uv_loop_alive(loop);
        if (mode != UV_RUN_DEFAULT)
            break;
    }
    loop->stop_flag = 0;
    return is_alive;
}
