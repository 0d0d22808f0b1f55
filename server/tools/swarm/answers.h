/*
 * Which key of a client a frame of the server answers.
 */
#ifndef UNDERCROFT_SERVER_TOOLS_SWARM_ANSWERS_H
#define UNDERCROFT_SERVER_TOOLS_SWARM_ANSWERS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * A terminal's cursor, followed through the server's output to tell frames that answer the client's
 * own key from frames that show others: the first kind moves the cursor, which is on the client's
 * own delver, writes into the log, or shows the waiting key in the status row.
 */
enum {
    CURSOR_NUMBERS_MAX = 2,
    CURSOR_STATUS_ROW = 19, /* row of the status on 80x24, from 0; the log is below */
    CURSOR_COLUMNS = 80,
};

enum cursor_state { CURSOR_TEXT, CURSOR_ESCAPE, CURSOR_SEQUENCE };

/* All zero: at the beginning. */
struct cursor {
    int x;
    int y;
    /* text was written into the log, or "next:" into the status row; the reader clears it */
    bool has_reported;
    int next_length; /* bytes of "next:" just written */
    /* content of the status row; NULs where nothing was written yet */
    char status[CURSOR_COLUMNS + 1];
    enum cursor_state state;
    int numbers[CURSOR_NUMBERS_MAX];
    int number_count;
};

/* The content of the status row: the delver's health and full health (0: unknown), and whether
   there is danger. */
struct cursor_reported {
    int health;
    int health_max;
    bool is_in_danger;
};

struct cursor_reported cursor_read(const struct cursor *cursor);

/* Takes a byte of the text, without telnet's commands. */
void cursor_take(struct cursor *cursor, uint8_t byte);

/*
 * The keys of one client that are not answered yet. A server sends nothing for a key that changes
 * nothing, so the frame after two keys may be the late answer to the first or the prompt answer to
 * the second: the cursor's movement decides.
 */
enum { TYPED_MAX = 8, TYPED_WAYS = 8, TYPED_NO_WAY = -1 };

struct typed_key {
    uint64_t due_us;
    int way; /* direction of the step, 0 to 7 as in `hjklyubn`; TYPED_NO_WAY: no step */
};

/* All zero: no keys wait. */
struct typed {
    struct typed_key keys[TYPED_MAX]; /* oldest first */
    int count;
};

struct typed_answer {
    uint64_t due_us; /* time when the answered key was due; 0: none was answered */
    int way;         /* direction of the step if it certainly happened; else TYPED_NO_WAY */
    int silent;      /* number of keys before it that no frame will answer */
    /* number of keys that were answered or never will be, and it is unknown which */
    int unclear;
};

/* Adds a key. Without room the oldest one is removed, and its time returned; else 0. */
uint64_t typed_add(struct typed *typed, int way, uint64_t due_us);

/*
 * Takes a frame that moved the cursor by so many columns and rows; 0 if it only wrote into the log.
 * It answers the first key that steps that way, and those before it were refused silently; or else
 * the first keys that together step that far. Any other frame answers the only key that waits; if
 * there are several, they are unclear.
 */
struct typed_answer typed_answer(struct typed *typed, int columns, int rows);

/* Answers the oldest key. */
struct typed_answer typed_answer_next(struct typed *typed);

/* Returns the direction back from `way`. */
int typed_way_back(int way);

#endif
