/*
 * The keys of one client that are not answered yet, and which of them a frame answers. A server
 * says nothing to a key that changes nothing, so the frame after two keys may be the late answer to
 * the first or the prompt one to the second: the way the cursor went tells.
 */
#ifndef UNDERCROFT_SERVER_TOOLS_SWARM_TYPED_H
#define UNDERCROFT_SERVER_TOOLS_SWARM_TYPED_H

#include <stdint.h>

enum { TYPED_MAX = 8, TYPED_WAYS = 8, TYPED_NO_WAY = -1 };

struct typed_key {
    uint64_t due_us;
    int way; /* that it steps: 0 to 7, as in `hjklyubn`; TYPED_NO_WAY: it is no step */
};

/* Valid when it is all zero. */
struct typed {
    struct typed_key keys[TYPED_MAX]; /* oldest first */
    int count;
};

struct typed_answer {
    uint64_t due_us; /* of the key that was answered; 0: there was none */
    int way;         /* that it stepped, if it is known to have; else TYPED_NO_WAY */
    int silent;      /* keys before it that no frame will answer */
    int unclear;     /* keys that were answered or will never be, and nobody can say which */
};

/* Adds a key. When there is no room the oldest goes, and its time is returned; else 0. */
uint64_t typed_add(struct typed *typed, int way, uint64_t due_us);

/*
 * A frame that moved the cursor by so many columns and rows; by none if it only wrote into the log.
 * It answers the first key that steps that way, and those before it were refused without a word; or
 * else the first keys that together step that far, and counts from the first of them. Anything else
 * answers the one key that waits; if there are several, they are unclear.
 */
struct typed_answer typed_answer(struct typed *typed, int columns, int rows);

/* Answers the oldest key. */
struct typed_answer typed_answer_next(struct typed *typed);

/* The way back from `way`. */
int typed_way_back(int way);

#endif
