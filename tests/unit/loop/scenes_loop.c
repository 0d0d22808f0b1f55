/*
 * The loop itself: its turns, timers, and the handles that are no streams.
 */
#include "scene.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

enum { HOUR_MS = 3600 * 1000 };

static uv_timer_t timers[4];
static uv_check_t check;
static uv_async_t async;
static uv_signal_t watcher;
static uv_thread_t thread;
static int count;

static void on_named(uv_timer_t *timer)
{
    note("%s", (const char *)timer->data);
}

static void on_named_last(uv_timer_t *timer)
{
    on_named(timer);
    uv_close((uv_handle_t *)timer, NULL);
}

static void open_timer(uv_loop_t *loop, int which, const char *name)
{
    static char names[4][16];

    snprintf(names[which], sizeof names[which], "%s", name);
    must(uv_timer_init(loop, &timers[which]));
    timers[which].data = names[which];
}

static void an_empty_loop_ends(uv_loop_t *loop)
{
    note("alive:%d", uv_loop_alive(loop));
    note("run:%d", uv_run(loop, UV_RUN_DEFAULT));
}

static void timers_come_by_time_then_by_start(uv_loop_t *loop)
{
    open_timer(loop, 0, "c");
    open_timer(loop, 1, "a");
    open_timer(loop, 2, "d");
    open_timer(loop, 3, "b");
    must(uv_timer_start(&timers[0], on_named_last, 6, 0));
    must(uv_timer_start(&timers[1], on_named_last, 2, 0));
    must(uv_timer_start(&timers[2], on_named_last, 6, 0));
    must(uv_timer_start(&timers[3], on_named_last, 2, 0));
}

static void a_stopped_timer_does_not_come(uv_loop_t *loop)
{
    open_timer(loop, 0, "never");
    open_timer(loop, 1, "second");
    must(uv_timer_start(&timers[0], on_named, 1, 0));
    must(uv_timer_start(&timers[1], on_named_last, 2, 0));
    must(uv_timer_stop(&timers[0]));
    must(uv_timer_stop(&timers[0]));
    note("active:%d%d", uv_is_active((uv_handle_t *)&timers[0]) != 0,
         uv_is_active((uv_handle_t *)&timers[1]) != 0);
    uv_run(loop, UV_RUN_DEFAULT);
    uv_close((uv_handle_t *)&timers[0], NULL);
}

static void on_third_time(uv_timer_t *timer)
{
    note("again");
    if (++count == 3)
        uv_close((uv_handle_t *)timer, note_closed);
}

static void a_repeating_timer_comes_again(uv_loop_t *loop)
{
    count = 0;
    open_timer(loop, 0, "");
    must(uv_timer_start(&timers[0], on_third_time, 1, 1));
}

static void a_timer_started_again_counts_from_then(uv_loop_t *loop)
{
    open_timer(loop, 0, "first");
    open_timer(loop, 1, "second");
    must(uv_timer_start(&timers[0], on_named, 1, 0));
    must(uv_timer_start(&timers[1], on_named_last, 3, 0));
    must(uv_timer_start(&timers[0], on_named_last, 5, 0));
}

static void a_timer_without_a_callback_is_refused(uv_loop_t *loop)
{
    open_timer(loop, 0, "");
    note_status("start", uv_timer_start(&timers[0], NULL, 1, 0));
    uv_close((uv_handle_t *)&timers[0], note_closed);
    note_status("start", uv_timer_start(&timers[0], on_named, 1, 0));
    note("closing:%d", uv_is_closing((uv_handle_t *)&timers[0]) != 0);
}

static void a_handle_without_reference_keeps_no_loop(uv_loop_t *loop)
{
    open_timer(loop, 0, "never");
    must(uv_timer_start(&timers[0], on_named, HOUR_MS, 0));
    note("alive:%d", uv_loop_alive(loop) != 0);
    uv_unref((uv_handle_t *)&timers[0]);
    note("alive:%d", uv_loop_alive(loop) != 0);
    note("run:%d", uv_run(loop, UV_RUN_DEFAULT) != 0);
    uv_ref((uv_handle_t *)&timers[0]);
    note("alive:%d", uv_loop_alive(loop) != 0);
    uv_close((uv_handle_t *)&timers[0], note_closed);
}

static void closing_is_told_at_the_end_of_a_turn(uv_loop_t *loop)
{
    open_timer(loop, 0, "never");
    must(uv_timer_start(&timers[0], on_named, 0, 0));
    uv_close((uv_handle_t *)&timers[0], note_closed);
    note("before");
    note("alive:%d", uv_loop_alive(loop) != 0);
    uv_run(loop, UV_RUN_NOWAIT);
    note("after");
}

static void on_stopping(uv_timer_t *timer)
{
    on_named_last(timer);
    uv_stop(timer->loop);
}

static void a_stop_ends_the_run_and_no_more(uv_loop_t *loop)
{
    open_timer(loop, 0, "stops");
    open_timer(loop, 1, "later");
    must(uv_timer_start(&timers[0], on_stopping, 1, 0));
    must(uv_timer_start(&timers[1], on_named_last, 20, 0));
    uv_run(loop, UV_RUN_DEFAULT);
    note("ended");
    uv_run(loop, UV_RUN_DEFAULT);
    note("ended");
}

static void a_stop_before_a_run_ends_that_run(uv_loop_t *loop)
{
    open_timer(loop, 0, "due");
    must(uv_timer_start(&timers[0], on_named_last, 0, 0));
    uv_stop(loop);
    note("run:%d", uv_run(loop, UV_RUN_DEFAULT) != 0);
    uv_run(loop, UV_RUN_DEFAULT);
}

static void a_run_that_may_not_wait_returns(uv_loop_t *loop)
{
    open_timer(loop, 0, "never");
    open_timer(loop, 1, "due");
    must(uv_timer_start(&timers[0], on_named, HOUR_MS, 0));
    must(uv_timer_start(&timers[1], on_named_last, 0, 0));
    note("run:%d", uv_run(loop, UV_RUN_NOWAIT) != 0);
    uv_close((uv_handle_t *)&timers[0], note_closed);
}

static void a_run_of_one_turn_waits_for_a_timer(uv_loop_t *loop)
{
    open_timer(loop, 0, "came");
    must(uv_timer_start(&timers[0], on_named_last, 2, 0));
    while (uv_is_active((uv_handle_t *)&timers[0]))
        uv_run(loop, UV_RUN_ONCE);
    note("returned");
}

static void on_check(uv_check_t *handle)
{
    note("check");
    uv_close((uv_handle_t *)handle, note_closed);
}

static void a_check_comes_behind_the_timers(uv_loop_t *loop)
{
    must(uv_check_init(loop, &check));
    must(uv_check_start(&check, on_check));
    open_timer(loop, 0, "timer");
    must(uv_timer_start(&timers[0], on_named_last, 0, 0));
}

static void now_stands_still_within_a_turn(uv_loop_t *loop)
{
    uv_update_time(loop);
    uint64_t before_ms = uv_now(loop);
    uint64_t before_ns = uv_hrtime();
    uv_sleep(3);
    note("now:%d", uv_now(loop) == before_ms);
    note("passed:%d", uv_hrtime() - before_ns >= 3000000);
    uv_update_time(loop);
    note("now:%d", uv_now(loop) >= before_ms + 2);
}

static void a_loop_with_a_handle_cannot_be_closed(uv_loop_t *loop)
{
    open_timer(loop, 0, "");
    note_status("close", uv_loop_close(loop));
    uv_close((uv_handle_t *)&timers[0], NULL);
    note_status("close", uv_loop_close(loop));
    uv_run(loop, UV_RUN_DEFAULT);
}

static void on_async(uv_async_t *handle)
{
    note("async");
    if (handle->data == NULL)
        uv_close((uv_handle_t *)handle, note_closed);
}

static void calls_before_a_turn_come_as_one(uv_loop_t *loop)
{
    must(uv_async_init(loop, &async, on_async));
    async.data = &async;
    must(uv_async_send(&async));
    must(uv_async_send(&async));
    must(uv_async_send(&async));
    for (int i = 0; i < 3; i++)
        uv_run(loop, UV_RUN_NOWAIT);
    uv_close((uv_handle_t *)&async, note_closed);
}

static void call(void *argument)
{
    must(uv_async_send(argument));
}

static void a_call_of_a_thread_wakes_the_loop(uv_loop_t *loop)
{
    must(uv_async_init(loop, &async, on_async));
    async.data = NULL;
    must(uv_thread_create(&thread, call, &async));
    uv_run(loop, UV_RUN_DEFAULT);
    must(uv_thread_join(&thread));
    note("joined");
}

static void a_closed_handle_is_not_called(uv_loop_t *loop)
{
    must(uv_async_init(loop, &async, on_async));
    must(uv_async_send(&async));
    uv_close((uv_handle_t *)&async, note_closed);
}

static void on_signal(uv_signal_t *handle, int number)
{
    note("signal:%d", number == SIGUSR1);
    uv_close((uv_handle_t *)handle, note_closed);
}

static void a_signal_is_told_by_the_loop(uv_loop_t *loop)
{
    must(uv_signal_init(loop, &watcher));
    must(uv_signal_start(&watcher, on_signal, SIGUSR1));
    must(uv_kill(getpid(), SIGUSR1));
    note("sent");
}

static void errors_have_names_and_sentences(uv_loop_t *loop)
{
    (void)loop;
    note("%s", uv_err_name(UV_EADDRINUSE));
    note("%s", uv_strerror(UV_EADDRINUSE));
    note("%s", uv_strerror(UV_EOF));
}

/* clang-format off */
const struct scene loop_scenes[] = {
    {"an empty loop ends", an_empty_loop_ends, "alive:0 run:0"},
    {"timers", timers_come_by_time_then_by_start, "a b c d"},
    {"a stopped timer", a_stopped_timer_does_not_come, "active:01 second"},
    {"a repeating timer", a_repeating_timer_comes_again, "again again again closed"},
    {"a timer started again", a_timer_started_again_counts_from_then, "second first"},
    {"a refused timer", a_timer_without_a_callback_is_refused,
     "start:EINVAL start:EINVAL closing:1 closed"},
    {"without reference", a_handle_without_reference_keeps_no_loop,
     "alive:1 alive:0 run:0 alive:1 closed"},
    {"closing", closing_is_told_at_the_end_of_a_turn, "before alive:1 closed after"},
    {"a stop", a_stop_ends_the_run_and_no_more, "stops ended later ended"},
    {"a stop before", a_stop_before_a_run_ends_that_run, "run:1 due"},
    {"without waiting", a_run_that_may_not_wait_returns, "due run:1 closed"},
    {"one turn", a_run_of_one_turn_waits_for_a_timer, "came returned"},
    {"a check", a_check_comes_behind_the_timers, "timer check closed"},
    {"now", now_stands_still_within_a_turn, "now:1 passed:1 now:1"},
    {"busy", a_loop_with_a_handle_cannot_be_closed, "close:EBUSY close:EBUSY"},
    {"async", calls_before_a_turn_come_as_one, "async closed"},
    {"async of a thread", a_call_of_a_thread_wakes_the_loop, "async closed joined"},
    {"async closed", a_closed_handle_is_not_called, "closed"},
    {"a signal", a_signal_is_told_by_the_loop, "sent signal:1 closed"},
    {"errors", errors_have_names_and_sentences, "EADDRINUSE address already in use end of file"},
    {0},
};
/* clang-format on */
