/*
 * Rulings: decisions of operators about somebody, as they are kept: who may not come in or not
 * talk, which new delver waits for approval, whose password may be set again. At most one of a kind
 * for each subject.
 */
#ifndef UNDERCROFT_WORLD_RULING_H
#define UNDERCROFT_WORLD_RULING_H

#include <stdint.h>

enum {
    RULING_SUBJECT_SIZE = 50, /* the longest network, with its NUL */
    RULING_WHO_SIZE = 65,
    RULING_DETAIL_SIZE = 201,
};

/* The numbers are saved: never change or reuse one. */
enum ruling_kind {
    RULING_BAN_NAME = 1,    /* subject: the name of a delver */
    RULING_BAN_NETWORK = 2, /* subject: a network, as network_write() has it */
    RULING_MUTE = 3,        /* a name */
    RULING_HOLD = 4,        /* a name: made, but nobody has approved it yet */
    RULING_CODE = 5,        /* a name; detail: the hash of a code that may be used once */
    RULING_KIND_END
};

/* The last second of the year 9999: no ruling ends later. */
#define RULING_UNTIL_MAX INT64_C(253402300799)

#define RULING_NO_DETAIL "-" /* no text that is kept is empty */

struct ruling {
    enum ruling_kind kind;
    char subject[RULING_SUBJECT_SIZE];
    int64_t until; /* seconds since 1970; 0: until it is lifted */
    int64_t at;    /* when it was made */
    char who[RULING_WHO_SIZE];
    char detail[RULING_DETAIL_SIZE]; /* the reason; RULING_NO_DETAIL: none was given */
};

#endif
