/*
 * The contract on the loop of the tests, under several seeds, and what only that has: virtual time,
 * an order by the seed, and peers without descriptors.
 */
#define _GNU_SOURCE /* struct ucred, POLLRDHUP */
#include "support/loop/loop.h"

#include <arpa/inet.h>
#include <check.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "scene.h"
#include "support/test.h"

enum { HOUR_MS = 3600 * 1000, ROOM = 16 * 1024, TRACE_SIZE = 256, SEEDS = 20 };

int scene_rounds(void)
{
    return (int)test_number("LOOP_SEEDS", SEEDS, 1000000);
}

void scenes_begin(uint64_t round)
{
    loop_set_terms(&(struct loop_terms){
        .seed = round, .workers = LOOP_WORKERS_MAX, .has_short_reads = round % 2 == 1});
}

/* A server that keeps what it reads. */
struct keeper {
    uv_loop_t loop;
    uv_tcp_t listener;
    uv_tcp_t line;
    uv_write_t write;
    char address[32];
    char from[64];
    char bytes[64 * 1024];
    size_t length;
    size_t reads;
    ssize_t end; /* the error that ended it */
    bool is_open;
    int written; /* writes that are over */
};

static struct keeper keeper;

static void on_allocate(uv_handle_t *handle, size_t suggested, uv_buf_t *out)
{
    (void)handle;
    (void)suggested;
    *out =
        uv_buf_init(keeper.bytes + keeper.length, (unsigned)(sizeof keeper.bytes - keeper.length));
}

static void on_read(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer)
{
    (void)stream;
    (void)buffer;
    keeper.reads++;
    if (length < 0)
        keeper.end = length;
    else
        keeper.length += (size_t)length;
}

static void on_connection(uv_stream_t *listener, int status)
{
    struct sockaddr_storage address = {0};
    int length = sizeof address;

    must(status);
    must(uv_tcp_init(listener->loop, &keeper.line));
    must(uv_accept(listener, (uv_stream_t *)&keeper.line));
    must(uv_tcp_getpeername(&keeper.line, (struct sockaddr *)&address, &length));
    if (address.ss_family == AF_INET)
        must(uv_ip4_name((const struct sockaddr_in *)&address, keeper.from, sizeof keeper.from));
    else
        must(uv_ip6_name((const struct sockaddr_in6 *)&address, keeper.from, sizeof keeper.from));
    must(uv_read_start((uv_stream_t *)&keeper.line, on_allocate, on_read));
    keeper.is_open = true;
}

static void keeper_open(int family)
{
    struct sockaddr_in6 any6 = {.sin6_family = AF_INET6, .sin6_port = htons(4000)};
    struct sockaddr_in any = {.sin_family = AF_INET, .sin_port = htons(4000)};

    memset(&keeper, 0, sizeof keeper);
    scenes_begin(0);
    must(uv_loop_init(&keeper.loop));
    must(uv_tcp_init(&keeper.loop, &keeper.listener));
    must(uv_tcp_bind(
        &keeper.listener,
        family == AF_INET ? (const struct sockaddr *)&any : (const struct sockaddr *)&any6, 0));
    must(uv_listen((uv_stream_t *)&keeper.listener, 4, on_connection));
}

static void turn(void)
{
    uv_run(&keeper.loop, UV_RUN_NOWAIT);
}

static void keeper_close(void)
{
    uv_close((uv_handle_t *)&keeper.listener, NULL);
    if (keeper.is_open)
        uv_close((uv_handle_t *)&keeper.line, NULL);
    uv_run(&keeper.loop, UV_RUN_DEFAULT);
    ck_assert_int_eq(uv_loop_close(&keeper.loop), 0);
}

static void note_time(uv_timer_t *timer)
{
    *(uint64_t *)timer->data = uv_hrtime();
    uv_close((uv_handle_t *)timer, NULL);
}

static uv_mutex_t lock;

static void wait_for_ever(void)
{
    uv_sem_t sem;

    uv_sem_init(&sem, 0);
    uv_sem_wait(&sem);
}

static void take_twice(void)
{
    uv_mutex_init(&lock);
    uv_mutex_lock(&lock);
    uv_mutex_lock(&lock);
}

static void run_for_ever(void)
{
    keeper_open(AF_INET);
    uv_run(&keeper.loop, UV_RUN_DEFAULT);
}

/* The first of all: the process has one thread as yet. */
TEST(a_test_that_could_never_end_is_ended)
{
    static void (*const faults[])(void) = {wait_for_ever, take_twice, run_for_ever};

    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        int status = 0;
        pid_t child = fork();
        ck_assert_int_ge(child, 0);
        if (child == 0) {
            (void)!freopen("/dev/null", "w", stderr);
            faults[i]();
            _exit(0);
        }
        ck_assert_int_eq(waitpid(child, &status, 0), child);
        ck_assert_msg(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT, "fault %zu", i);
    }
}

static void work_here(uv_work_t *work)
{
    *(uv_thread_t *)work->data = pthread_self();
}

static void on_worked(uv_work_t *work, int status)
{
    (void)work;
    must(status);
}

TEST(without_workers_the_loop_works_itself)
{
    uv_loop_t loop;
    uv_work_t work;
    uv_thread_t worker = 0;

    loop_set_terms(&(struct loop_terms){.seed = 1});
    must(uv_loop_init(&loop));
    work.data = &worker;
    must(uv_queue_work(&loop, &work, work_here, on_worked));
    ck_assert_uint_eq(worker, 0);
    uv_run(&loop, UV_RUN_DEFAULT);
    ck_assert_int_ne(pthread_equal(worker, pthread_self()), 0);
    must(uv_loop_close(&loop));
}

/* Has one piece of work done by a worker, and says whether it was. */
static bool has_worker(void)
{
    uv_loop_t loop;
    uv_work_t work;
    uv_thread_t worker = 0;

    must(uv_loop_init(&loop));
    work.data = &worker;
    must(uv_queue_work(&loop, &work, work_here, on_worked));
    uv_run(&loop, UV_RUN_DEFAULT);
    must(uv_loop_close(&loop));
    return worker != 0 && !pthread_equal(worker, pthread_self());
}

TEST(a_process_that_was_forked_has_workers_of_its_own)
{
    int status = 0;

    loop_set_terms(&(struct loop_terms){.seed = 1, .workers = LOOP_WORKERS_MAX});
    ck_assert(has_worker());
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0)
        _exit(has_worker() ? 0 : 1);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
}

TEST(an_hour_is_over_at_once)
{
    uv_loop_t loop;
    uv_timer_t timer;
    uint64_t came_ns = 0;
    uint64_t began_ns = uv_hrtime();
    time_t began = time(NULL);

    must(uv_loop_init(&loop));
    must(uv_timer_init(&loop, &timer));
    timer.data = &came_ns;
    must(uv_timer_start(&timer, note_time, HOUR_MS, 0));
    uv_run(&loop, UV_RUN_DEFAULT);
    ck_assert_uint_eq((came_ns - began_ns) / 1000000, HOUR_MS);
    ck_assert_int_eq(time(NULL) - began, HOUR_MS / 1000);
    must(uv_loop_close(&loop));
}

TEST(sleep_is_virtual_and_the_wall_clock_jumps_alone)
{
    const struct timespec pause = {.tv_sec = 2, .tv_nsec = 500000000};
    struct timespec before;
    struct timespec after;
    uint64_t began_ns = uv_hrtime();

    clock_gettime(CLOCK_REALTIME, &before);
    nanosleep(&pause, NULL);
    uv_sleep(500);
    clock_gettime(CLOCK_REALTIME, &after);
    ck_assert_uint_eq(uv_hrtime() - began_ns, UINT64_C(3000000000));
    ck_assert_int_eq(after.tv_sec - before.tv_sec, 3);
    loop_shift_wall(-60);
    ck_assert_int_eq(time(NULL), after.tv_sec - 60);
    ck_assert_uint_eq(uv_hrtime() - began_ns, UINT64_C(3000000000));
    loop_shift_wall(60);
}

static char trace[TRACE_SIZE];
static size_t traced;

static void leave_traces(void *argument)
{
    for (int i = 0; i < 8; i++) {
        uv_mutex_lock(&lock);
        trace[traced++] = *(const char *)argument;
        uv_mutex_unlock(&lock);
    }
}

/* The order in which three threads have met a lock. */
static const char *play_threads(uint64_t seed)
{
    static char names[] = "abc";
    uv_thread_t threads[3];

    scenes_begin(seed);
    memset(trace, 0, sizeof trace);
    traced = 0;
    must(uv_mutex_init(&lock));
    for (int i = 0; i < 3; i++)
        must(uv_thread_create(&threads[i], leave_traces, &names[i]));
    for (int i = 0; i < 3; i++)
        must(uv_thread_join(&threads[i]));
    uv_mutex_destroy(&lock);
    return trace;
}

TEST(the_same_seed_gives_the_same_order_and_others_give_others)
{
    char first[SEEDS][TRACE_SIZE];
    int others = 0;

    for (int seed = 0; seed < SEEDS; seed++)
        snprintf(first[seed], TRACE_SIZE, "%s", play_threads((uint64_t)seed));
    for (int seed = 0; seed < SEEDS; seed++) {
        ck_assert_str_eq(play_threads((uint64_t)seed), first[seed]);
        others += strcmp(first[seed], first[0]) != 0;
    }
    ck_assert_int_gt(others, SEEDS / 2);
}

TEST(a_peer_comes_from_any_address)
{
    char byte;

    ck_assert_ptr_null(peer_connect("127.0.0.1:4000", NULL));
    keeper_open(AF_INET);
    struct peer *peer = peer_connect("10.1.2.3:4000", "203.0.113.9:555");
    ck_assert_ptr_nonnull(peer);
    turn();
    ck_assert_str_eq(keeper.from, "203.0.113.9");
    ck_assert_int_eq(peer_receive(peer, &byte, 1), UV_EAGAIN);
    peer_close(peer);
    keeper_close();
    keeper_open(AF_INET6);
    peer = peer_connect("[::1]:4000", "[2001:db8::7]:555");
    ck_assert_ptr_nonnull(peer);
    turn();
    ck_assert_str_eq(keeper.from, "2001:db8::7");
    peer_close(peer);
    keeper_close();
}

TEST(what_a_peer_says_arrives_and_its_end_too)
{
    keeper_open(AF_INET);
    struct peer *peer = peer_connect("127.0.0.1:4000", NULL);
    ck_assert_int_eq(peer_send(peer, "word", 4), 4);
    turn();
    turn();
    ck_assert_uint_eq(keeper.length, 4);
    ck_assert_mem_eq(keeper.bytes, "word", 4);
    peer_shut(peer);
    turn();
    ck_assert_int_eq(keeper.end, UV_EOF);
    peer_close(peer);
    keeper_close();
}

TEST(a_reset_is_told_behind_what_has_come)
{
    keeper_open(AF_INET);
    struct peer *peer = peer_connect("127.0.0.1:4000", NULL);
    ck_assert_int_eq(peer_send(peer, "word", 4), 4);
    peer_reset(peer);
    turn();
    turn();
    turn();
    ck_assert_uint_eq(keeper.length, 4);
    ck_assert_int_eq(keeper.end, UV_ECONNRESET);
    keeper_close();
}

static short events_at(int descriptor)
{
    struct pollfd watched[2] = {{.fd = descriptor, .events = POLLRDHUP | POLLOUT}};
    volatile nfds_t count = 1; /* the compiler cannot know it, and guards the call where it can */

    (void)poll(watched, count, 0);
    return watched[0].revents;
}

TEST(calls_past_the_loop_reach_memory_by_descriptor)
{
    struct ucred who = {0};
    socklen_t length = sizeof who;
    char bytes[8];
    uv_os_fd_t descriptor;

    keeper_open(AF_INET);
    struct peer *peer = peer_connect("127.0.0.1:4000", NULL);
    turn();
    must(uv_fileno((uv_handle_t *)&keeper.line, &descriptor));
    ck_assert_int_eq(send(descriptor, "word", 4, MSG_DONTWAIT | MSG_NOSIGNAL), 4);
    ck_assert_int_eq(peer_receive(peer, bytes, sizeof bytes), 4);
    ck_assert_int_eq(events_at(descriptor), POLLOUT);
    peer_shut(peer);
    ck_assert_int_eq(events_at(descriptor), POLLOUT | POLLRDHUP);
    ck_assert_int_eq(getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &who, &length), 0);
    ck_assert_uint_eq(who.uid, geteuid());
    peer_close(peer);
    keeper_close();
}

static void on_written(uv_write_t *request, int status)
{
    (void)request;
    must(status);
    keeper.written++;
}

TEST(a_peer_that_does_not_receive_holds_the_server_up)
{
    static char much[3 * ROOM];
    char bytes[ROOM];
    uv_buf_t buffer = uv_buf_init(much, sizeof much);

    keeper_open(AF_INET);
    struct peer *peer = peer_connect("127.0.0.1:4000", NULL);
    turn();
    must(uv_write(&keeper.write, (uv_stream_t *)&keeper.line, &buffer, 1, on_written));
    for (size_t left = sizeof much; left > 0; left -= ROOM) {
        turn();
        ck_assert_uint_eq(peer_waiting(peer), ROOM);
        ck_assert_uint_eq(uv_stream_get_write_queue_size((uv_stream_t *)&keeper.line), left - ROOM);
        ck_assert_int_eq(keeper.written, left == ROOM);
        ck_assert_int_eq(peer_receive(peer, bytes, sizeof bytes), ROOM);
    }
    ck_assert_int_eq(peer_receive(peer, bytes, sizeof bytes), UV_EAGAIN);
    peer_close(peer);
    keeper_close();
}

TEST(a_server_that_does_not_read_holds_the_peer_up)
{
    static char much[3 * ROOM];

    keeper_open(AF_INET);
    struct peer *peer = peer_connect("127.0.0.1:4000", NULL);
    ck_assert_int_eq(peer_send(peer, much, sizeof much), ROOM);
    ck_assert_int_eq(peer_send(peer, much, sizeof much), 0);
    turn();
    turn();
    ck_assert_int_eq(peer_send(peer, much, sizeof much), ROOM);
    peer_close(peer);
    keeper_close();
}

TEST(reads_are_short_where_the_terms_say_so)
{
    static const char words[] = "a sentence that comes in parts";

    keeper_open(AF_INET);
    loop_set_terms(&(struct loop_terms){.seed = 4, .has_short_reads = true});
    struct peer *peer = peer_connect("127.0.0.1:4000", NULL);
    ck_assert_int_eq(peer_send(peer, words, sizeof words), sizeof words);
    for (int i = 0; i < (int)sizeof words + 1; i++)
        turn();
    ck_assert_uint_eq(keeper.length, sizeof words);
    ck_assert_mem_eq(keeper.bytes, words, sizeof words);
    ck_assert_uint_gt(keeper.reads, 2);
    peer_close(peer);
    keeper_close();
}

struct actor {
    struct peer *peer;
    int acts;
    uint64_t due_ns;
};

/* Says three words, one each time nothing else goes on; then lets ten seconds pass, and ends. */
static uint64_t act(void *argument, uint64_t due_ns)
{
    struct actor *actor = argument;

    actor->due_ns = due_ns;
    actor->acts++;
    if (actor->acts <= 3)
        ck_assert_int_eq(peer_send(actor->peer, "w", 1), 1);
    return actor->acts == 4 ? loop_now_ns() + UINT64_C(10000000000) : loop_now_ns();
}

TEST(peers_act_when_nothing_is_ready_and_say_how_far_time_goes)
{
    struct actor actor = {0};

    keeper_open(AF_INET);
    actor.peer = peer_connect("127.0.0.1:4000", NULL);
    loop_on_idle(act, &actor);
    uint64_t began_ns = loop_now_ns();
    uv_run(&keeper.loop, UV_RUN_DEFAULT);
    loop_on_idle(NULL, NULL);
    ck_assert_uint_eq(keeper.length, 3);
    ck_assert_int_eq(actor.acts, 5);
    ck_assert_uint_eq(actor.due_ns, UINT64_MAX);
    ck_assert_uint_eq(loop_now_ns() - began_ns, UINT64_C(10000000000));
    peer_close(actor.peer);
    keeper_close();
}

static void count_on(void *argument)
{
    for (int i = 0; i < 100; i++) {
        uv_mutex_lock(&lock);
        ++*(int *)argument;
        uv_mutex_unlock(&lock);
    }
}

TEST(settling_runs_the_others_until_they_wait)
{
    uv_thread_t thread;
    int count = 0;
    uint64_t began_ns = loop_now_ns();

    scenes_begin(3);
    must(uv_mutex_init(&lock));
    must(uv_thread_create(&thread, count_on, &count));
    loop_settle();
    uv_mutex_lock(&lock);
    int counted = count;
    uv_mutex_unlock(&lock);
    ck_assert_int_eq(counted, 100);
    ck_assert_uint_eq(loop_now_ns(), began_ns);
    must(uv_thread_join(&thread));
    uv_mutex_destroy(&lock);
}
