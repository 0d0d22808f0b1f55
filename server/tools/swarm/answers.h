/*
 * Which key of a client a frame of the server answers.
 */
#ifndef UNDERCROFT_SERVER_TOOLS_SWARM_ANSWERS_H
#define UNDERCROFT_SERVER_TOOLS_SWARM_ANSWERS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The cursor of a terminal, followed through what a server sends, as far as it must be to tell the
 * frame that answers one's own key from one that shows what others do: the first moves the cursor,
 * which is parked on one's own delver, writes into the log, or says in the status row what comes
 * next.
 */
enum {
    CURSOR_NUMBERS_MAX = 2,
    CURSOR_STATUS_ROW = 19, /* on 80x24, from 0; the log is below */
    CURSOR_COLUMNS = 80,
};

enum cursor_state { CURSOR_TEXT, CURSOR_ESCAPE, CURSOR_SEQUENCE };

/* Valid when it is all zero. */
struct cursor {
    int x;
    int y;
    bool has_reported; /* something was written into the log, or "next:" into the status row; the
                      reader of it sets it back */
    int next_length;   /* bytes of "next:" that were just written */
    char status[CURSOR_COLUMNS + 1]; /* the status row as it stands; NULs where nothing came yet */
    enum cursor_state state;
    int numbers[CURSOR_NUMBERS_MAX];
    int number_count;
};

/* The status row, as read: the delver's health and full health (0: not to be read), and whether
   there is danger. */
struct cursor_reported {
    int health;
    int health_max;
    bool is_in_danger;
};

struct cursor_reported cursor_read(const struct cursor *cursor);

/* A byte of the text, after telnet's commands were taken out. */
void cursor_take(struct cursor *cursor, uint8_t byte);

/*
 * The keys of one client that are not answered yet. A server says nothing to a key that changes
 * nothing, so the frame after two keys may be the late answer to the first or the prompt one to the
 * second: the way the cursor went tells.
 */
enum { TYPED_MAX = 8, TYPED_WAYS = 8, TYPED_NO_WAY = -1 };

struct typed_key {
    uint64_t due_us;
    int way; /* direction of the step: 0 to 7, as in `hjklyubn`; TYPED_NO_WAY: no step */
};

/* Valid when it is all zero. */
struct typed {
    struct typed_key keys[TYPED_MAX]; /* oldest first */
    int count;
};

struct typed_answer {
    uint64_t due_us; /* when the answered key was due; 0: none was answered */
    int way;         /* direction of the step, if it was surely taken; else TYPED_NO_WAY */
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
