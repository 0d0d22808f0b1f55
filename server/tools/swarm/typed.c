/*
 * Keys that wait for their frame.
 */
#include "server/tools/swarm/typed.h"

#include <stdbool.h>
#include <string.h>

/* Steps of h, j, k, l, y, u, b and n: opposite ones stand at 0 and 3, 1 and 2, 4 and 7, 5 and 6. */
static const struct way {
    int columns;
    int rows;
} ways[TYPED_WAYS] = {{-1, 0}, {0, 1}, {0, -1}, {1, 0}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}};

int typed_way_back(int way)
{
    return way < 4 ? 3 - way : 11 - way;
}

static void drop(struct typed *typed, int count)
{
    typed->count -= count;
    memmove(typed->keys, typed->keys + count, (size_t)typed->count * sizeof typed->keys[0]);
}

uint64_t typed_add(struct typed *typed, int way, uint64_t due_us)
{
    uint64_t dropped_us = 0;

    if (typed->count == TYPED_MAX) {
        dropped_us = typed->keys[0].due_us;
        drop(typed, 1);
    }
    typed->keys[typed->count++] = (struct typed_key){.due_us = due_us, .way = way};
    return dropped_us;
}

struct typed_answer typed_answer_next(struct typed *typed)
{
    struct typed_answer answer = {.way = TYPED_NO_WAY};

    if (typed->count > 0) {
        answer.due_us = typed->keys[0].due_us;
        drop(typed, 1);
    }
    return answer;
}

/* How many of the first keys step so far together; 0: none do. */
static int count_together(const struct typed *typed, int columns, int rows)
{
    for (int i = 0; i < typed->count && typed->keys[i].way != TYPED_NO_WAY; i++) {
        columns -= ways[typed->keys[i].way].columns;
        rows -= ways[typed->keys[i].way].rows;
        if (columns == 0 && rows == 0)
            return i + 1;
    }
    return 0;
}

static int find_step(const struct typed *typed, int columns, int rows)
{
    for (int i = 0; i < typed->count; i++) {
        int way = typed->keys[i].way;
        if (way != TYPED_NO_WAY && ways[way].columns == columns && ways[way].rows == rows)
            return i;
    }
    return -1;
}

struct typed_answer typed_answer(struct typed *typed, int columns, int rows)
{
    struct typed_answer answer = {.way = TYPED_NO_WAY};
    bool is_step = columns != 0 || rows != 0;
    int step = is_step ? find_step(typed, columns, rows) : -1;
    int together = is_step ? count_together(typed, columns, rows) : 0;

    if (step >= 0) {
        answer = (struct typed_answer){typed->keys[step].due_us, typed->keys[step].way, step, 0};
        drop(typed, step + 1);
    } else if (together > 0) {
        answer.due_us = typed->keys[0].due_us;
        drop(typed, together);
    } else if (typed->count == 1) {
        answer = typed_answer_next(typed);
    } else {
        answer.unclear = typed->count;
        typed->count = 0;
    }
    return answer;
}
