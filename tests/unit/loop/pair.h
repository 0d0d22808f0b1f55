/*
 * Two streams of one loop that are connected with each other, over TCP or over a pipe.
 */
#ifndef UNDERCROFT_TESTS_UNIT_LOOP_PAIR_H
#define UNDERCROFT_TESTS_UNIT_LOOP_PAIR_H

#include <stdbool.h>
#include <uv.h>

union any_stream {
    uv_tcp_t tcp;
    uv_pipe_t pipe;
    uv_stream_t stream;
    uv_handle_t handle;
};

struct pair {
    union any_stream streams[3];
    uv_stream_t *near; /* the one that called */
    uv_stream_t *far;
    uv_connect_t connect;
    bool is_connected;
    bool is_accepted;
};

/* Which kind the pairs are from here on. */
void pair_use_pipes(bool are_pipes);

/* Runs the loop until both are there. */
void pair_open(struct pair *pair, uv_loop_t *loop);

/* Each notes "closed" when it is. */
void pair_close_near(struct pair *pair);
void pair_close_far(struct pair *pair);

#endif
