/*
 * Streams that are connected: the same scenes over TCP and over a pipe.
 */
#include "scene.h"

#include <check.h>
#include <stdint.h>
#include <string.h>

#include "pair.h"

enum { BIG = 1024 * 1024, CHUNK = 64 * 1024, CHUNKS_MAX = 4096 };

static struct pair pair;
static uv_write_t writes[3];
static uv_shutdown_t shutdowns[2];
static char big[BIG];
static size_t received;
static bool is_over;
static bool is_ordered; /* what is received are the bytes of `big` */
static int refusals;

static void allocate(uv_handle_t *handle, size_t suggested, uv_buf_t *out)
{
    static char bytes[CHUNK];

    (void)handle;
    (void)suggested;
    *out = uv_buf_init(bytes, sizeof bytes);
}

/* Notes what comes, letter by letter, so that it does not matter in how many parts. */
static void on_letters(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer)
{
    for (ssize_t i = 0; i < length; i++)
        note("%c", buffer->base[i]);
    if (length >= 0)
        return;
    note("%s", uv_err_name((int)length));
    note("active:%d", uv_is_active((uv_handle_t *)stream) != 0);
    is_over = true;
}

static void on_counted(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer)
{
    (void)stream;
    for (ssize_t i = 0; i < length; i++, received++) {
        if (is_ordered && buffer->base[i] != big[received])
            ck_abort_msg("byte %zu is wrong", received);
    }
    is_over = is_over || length < 0;
}

static void on_written(uv_write_t *request, int status)
{
    note_status(request->data, status);
}

static void on_shut(uv_shutdown_t *request, int status)
{
    (void)request;
    note_status("shut", status);
}

static uv_buf_t buffer_of(const char *text)
{
    return uv_buf_init((char *)(uintptr_t)text, (unsigned)strlen(text));
}

static void write_text(int which, uv_stream_t *stream, const char *text, const char *word)
{
    uv_buf_t buffer = buffer_of(text);

    writes[which].data = (void *)(uintptr_t)word;
    must(uv_write(&writes[which], stream, &buffer, 1, on_written));
}

static void open_pair(uv_loop_t *loop)
{
    is_over = false;
    is_ordered = false;
    received = 0;
    pair_open(&pair, loop);
}

static void close_pair(void)
{
    uv_loop_t *loop = pair.near->loop;

    pair_close_near(&pair);
    uv_run(loop, UV_RUN_NOWAIT);
    pair_close_far(&pair);
}

/* Until the kernel, or memory, takes no more. */
static size_t fill(uv_stream_t *stream)
{
    uv_buf_t buffer = uv_buf_init(big, CHUNK);
    size_t filled = 0;
    int sent = 0;

    for (int i = 0; i < CHUNKS_MAX && (sent = uv_try_write(stream, &buffer, 1)) >= 0; i++)
        filled += (size_t)sent;
    note_status("try", sent);
    return filled;
}

static void a_word_goes_there_and_back(uv_loop_t *loop)
{
    open_pair(loop);
    must(uv_read_start(pair.far, allocate, on_letters));
    must(uv_read_start(pair.near, allocate, on_letters));
    write_text(0, pair.near, "ab", "w");
    must(uv_shutdown(&shutdowns[0], pair.near, on_shut));
    run_until(loop, &is_over);
    is_over = false;
    write_text(1, pair.far, "c", "w");
    must(uv_shutdown(&shutdowns[1], pair.far, on_shut));
    run_until(loop, &is_over);
    uv_run(loop, UV_RUN_NOWAIT);
    close_pair();
}

static void bytes_come_before_the_end(uv_loop_t *loop)
{
    uv_buf_t buffer = buffer_of("xyz");

    open_pair(loop);
    note("sent:%d", uv_try_write(pair.near, &buffer, 1));
    pair_close_near(&pair);
    uv_run(loop, UV_RUN_NOWAIT);
    must(uv_read_start(pair.far, allocate, on_letters));
    run_until(loop, &is_over);
    pair_close_far(&pair);
}

static void an_end_leaves_the_other_way_open(uv_loop_t *loop)
{
    open_pair(loop);
    must(uv_read_start(pair.far, allocate, on_letters));
    must(uv_shutdown(&shutdowns[0], pair.near, NULL));
    run_until(loop, &is_over);
    is_over = false;
    write_text(0, pair.far, "late", "w");
    uv_run(loop, UV_RUN_NOWAIT);
    pair_close_far(&pair);
    uv_run(loop, UV_RUN_NOWAIT);
    must(uv_read_start(pair.near, allocate, on_letters));
    run_until(loop, &is_over);
    pair_close_near(&pair);
}

static void writes_are_told_in_order(uv_loop_t *loop)
{
    open_pair(loop);
    write_text(0, pair.near, "a", "first");
    write_text(1, pair.near, "b", "second");
    write_text(2, pair.near, "c", "third");
    note("left:%zu", uv_stream_get_write_queue_size(pair.near));
    uv_run(loop, UV_RUN_NOWAIT);
    close_pair();
}

static void a_write_of_many_parts_arrives_whole(uv_loop_t *loop)
{
    static const char *const letters[] = {"a", "b", "c", "d", "e", "f"};
    uv_buf_t parts[6];

    open_pair(loop);
    for (size_t i = 0; i < 6; i++)
        parts[i] = buffer_of(letters[i]);
    writes[0].data = (void *)(uintptr_t) "w";
    must(uv_write(&writes[0], pair.near, parts, 6, on_written));
    uv_run(loop, UV_RUN_NOWAIT);
    pair_close_near(&pair);
    uv_run(loop, UV_RUN_NOWAIT);
    must(uv_read_start(pair.far, allocate, on_letters));
    run_until(loop, &is_over);
    pair_close_far(&pair);
}

static void a_slow_reader_holds_the_writer_up(uv_loop_t *loop)
{
    open_pair(loop);
    size_t filled = fill(pair.near);
    note("filled:%d", filled > 0);
    write_text(0, pair.near, "more", "written");
    note("left:%zu", uv_stream_get_write_queue_size(pair.near));
    uv_run(loop, UV_RUN_NOWAIT);
    note("waits");
    must(uv_shutdown(&shutdowns[0], pair.near, on_shut));
    must(uv_read_start(pair.far, allocate, on_counted));
    run_until(loop, &is_over);
    note("whole:%d", received == filled + 4);
    note("left:%zu", uv_stream_get_write_queue_size(pair.near));
    close_pair();
}

/* The reader has made room, and the writer was not told yet. */
static void on_tried(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer)
{
    uv_buf_t word = buffer_of("x");

    (void)buffer;
    if (length <= 0)
        return;
    note_status("try", uv_try_write(pair.near, &word, 1));
    must(uv_read_stop(stream));
    is_over = true;
}

static void nothing_is_tried_behind_what_waits(uv_loop_t *loop)
{
    open_pair(loop);
    (void)fill(pair.near);
    write_text(0, pair.near, "more", "more");
    must(uv_read_start(pair.far, allocate, on_tried));
    run_until(loop, &is_over);
    pair_close_far(&pair);
    uv_close((uv_handle_t *)pair.near, NULL);
}

static void closing_ends_what_waits(uv_loop_t *loop)
{
    open_pair(loop);
    (void)fill(pair.near);
    write_text(0, pair.near, "a", "first");
    write_text(1, pair.near, "b", "second");
    must(uv_shutdown(&shutdowns[0], pair.near, on_shut));
    uv_run(loop, UV_RUN_NOWAIT);
    pair_close_near(&pair);
    note("before");
    uv_run(loop, UV_RUN_NOWAIT);
    pair_close_far(&pair);
}

static void on_closing_timer(uv_timer_t *timer)
{
    write_text(0, pair.near, "w", "written");
    must(uv_shutdown(&shutdowns[0], pair.near, on_shut));
    pair_close_near(&pair);
    uv_close((uv_handle_t *)timer, NULL);
}

/* In a turn's own callback, so that closing is told at the end of that turn. */
static void what_is_written_is_told_although_it_closes(uv_loop_t *loop)
{
    static uv_timer_t timer;

    open_pair(loop);
    must(uv_timer_init(loop, &timer));
    must(uv_timer_start(&timer, on_closing_timer, 0, 0));
    uv_run(loop, UV_RUN_DEFAULT);
    uv_run(loop, UV_RUN_NOWAIT);
    pair_close_far(&pair);
}

static void on_closing_read(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer)
{
    (void)buffer;
    if (length <= 0)
        return;
    write_text(1, stream, "w", "written");
    pair_close_far(&pair);
}

/* The same while it is polled, when there is no more chance to tell of it in that turn. */
static void what_is_written_while_polled_is_told_too(uv_loop_t *loop)
{
    uv_buf_t buffer = buffer_of("w");

    open_pair(loop);
    note("sent:%d", uv_try_write(pair.near, &buffer, 1));
    must(uv_read_start(pair.far, allocate, on_closing_read));
    uv_run(loop, UV_RUN_DEFAULT);
    pair_close_near(&pair);
}

static void a_megabyte_arrives_in_order(uv_loop_t *loop)
{
    uv_buf_t buffer = uv_buf_init(big, BIG);

    for (size_t i = 0; i < BIG; i++)
        big[i] = (char)(i % 251);
    open_pair(loop);
    writes[0].data = (void *)(uintptr_t) "written";
    must(uv_write(&writes[0], pair.near, &buffer, 1, on_written));
    must(uv_shutdown(&shutdowns[0], pair.near, on_shut));
    must(uv_read_start(pair.far, allocate, on_counted));
    run_until(loop, &is_over);
    note("whole:%d", received == BIG);
    close_pair();
}

static void nothing_is_written_behind_the_end(uv_loop_t *loop)
{
    uv_buf_t buffer = buffer_of("x");

    open_pair(loop);
    must(uv_shutdown(&shutdowns[0], pair.near, on_shut));
    note_status("write", uv_write(&writes[0], pair.near, &buffer, 1, on_written));
    note_status("again", uv_shutdown(&shutdowns[1], pair.near, on_shut));
    uv_run(loop, UV_RUN_NOWAIT);
    note_status("write", uv_write(&writes[0], pair.near, &buffer, 1, on_written));
    close_pair();
}

static void reading_starts_once_and_stops_as_often_as_wanted(uv_loop_t *loop)
{
    open_pair(loop);
    note_status("start", uv_read_start(pair.near, allocate, on_letters));
    note("active:%d", uv_is_active((uv_handle_t *)pair.near) != 0);
    note_status("start", uv_read_start(pair.near, allocate, on_letters));
    note_status("stop", uv_read_stop(pair.near));
    note_status("stop", uv_read_stop(pair.near));
    note("active:%d", uv_is_active((uv_handle_t *)pair.near) != 0);
    note_status("start", uv_read_start(pair.near, NULL, on_letters));
    close_pair();
}

static void what_is_not_read_waits(uv_loop_t *loop)
{
    uv_buf_t buffer = buffer_of("w");

    open_pair(loop);
    must(uv_read_start(pair.far, allocate, on_letters));
    must(uv_read_stop(pair.far));
    note("sent:%d", uv_try_write(pair.near, &buffer, 1));
    pair_close_near(&pair);
    for (int i = 0; i < 3; i++)
        uv_run(loop, UV_RUN_NOWAIT);
    note("nothing");
    must(uv_read_start(pair.far, allocate, on_letters));
    run_until(loop, &is_over);
    pair_close_far(&pair);
}

static void allocate_second(uv_handle_t *handle, size_t suggested, uv_buf_t *out)
{
    note("suggested:%zu", suggested);
    if (refusals++ == 0)
        *out = uv_buf_init(NULL, 0);
    else
        allocate(handle, suggested, out);
}

static void on_first_letters(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer)
{
    on_letters(stream, length, buffer);
    if (length > 0) {
        uv_read_stop(stream);
        is_over = true;
    }
}

static void without_room_nothing_is_lost(uv_loop_t *loop)
{
    uv_buf_t buffer = buffer_of("w");

    refusals = 0;
    open_pair(loop);
    note("sent:%d", uv_try_write(pair.near, &buffer, 1));
    must(uv_read_start(pair.far, allocate_second, on_first_letters));
    run_until(loop, &is_over);
    is_over = false;
    run_until(loop, &is_over);
    close_pair();
}

static void on_closing_letters(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer)
{
    if (length > 0)
        note("%c", buffer->base[0]);
    pair_close_far(&pair);
    (void)stream;
}

static void a_reader_may_close_while_it_reads(uv_loop_t *loop)
{
    uv_buf_t buffer = buffer_of("w");

    open_pair(loop);
    note("sent:%d", uv_try_write(pair.near, &buffer, 1));
    must(uv_read_start(pair.far, allocate, on_closing_letters));
    uv_run(loop, UV_RUN_DEFAULT);
    pair_close_near(&pair);
}

static void bytes_not_read_reset_the_other_side(uv_loop_t *loop)
{
    uv_buf_t buffer = buffer_of("w");

    open_pair(loop);
    note("sent:%d", uv_try_write(pair.near, &buffer, 1));
    pair_close_far(&pair);
    uv_run(loop, UV_RUN_NOWAIT);
    must(uv_read_start(pair.near, allocate, on_letters));
    run_until(loop, &is_over);
    note_status("write", uv_try_write(pair.near, &buffer, 1));
    pair_close_near(&pair);
}

/* clang-format off */
const struct scene stream_scenes[] = {
    {"there and back", a_word_goes_there_and_back,
     "w:ok shut:ok a b EOF active:0 w:ok shut:ok c EOF active:0 closed closed"},
    {"bytes before the end", bytes_come_before_the_end,
     "sent:3 closed x y z EOF active:0 closed"},
    {"one way", an_end_leaves_the_other_way_open,
     "EOF active:0 w:ok closed l a t e EOF active:0 closed"},
    {"in order", writes_are_told_in_order,
     "left:0 first:ok second:ok third:ok closed closed"},
    {"parts", a_write_of_many_parts_arrives_whole,
     "w:ok closed a b c d e f EOF active:0 closed"},
    {"a slow reader", a_slow_reader_holds_the_writer_up,
     "try:EAGAIN filled:1 left:4 waits written:ok shut:ok whole:1 left:0 closed closed"},
    {"behind what waits", nothing_is_tried_behind_what_waits,
     "try:EAGAIN try:EAGAIN more:ECANCELED closed"},
    {"closing", closing_ends_what_waits,
     "try:EAGAIN before first:ECANCELED second:ECANCELED shut:ECANCELED closed closed"},
    {"told although it closes", what_is_written_is_told_although_it_closes,
     "written:ok shut:ECANCELED closed closed"},
    {"told while polled", what_is_written_while_polled_is_told_too,
     "sent:1 written:ok closed closed"},
    {"a megabyte", a_megabyte_arrives_in_order, "written:ok shut:ok whole:1 closed closed"},
    {"behind the end", nothing_is_written_behind_the_end,
     "write:EPIPE again:ENOTCONN shut:ok write:EPIPE closed closed"},
    {"start and stop", reading_starts_once_and_stops_as_often_as_wanted,
     "start:ok active:1 start:EALREADY stop:ok stop:ok active:0 start:EINVAL closed closed"},
    {"not read", what_is_not_read_waits, "sent:1 closed nothing w EOF active:0 closed"},
    {"without room", without_room_nothing_is_lost,
     "sent:1 suggested:65536 ENOBUFS active:1 suggested:65536 w closed closed"},
    {"closing while reading", a_reader_may_close_while_it_reads, "sent:1 w closed closed"},
    {"not read and closed", bytes_not_read_reset_the_other_side,
     "sent:1 closed ECONNRESET active:1 write:EPIPE closed"},
    {0},
};
/* clang-format on */
