/*
 * Expected failures. Every function that can fail for a reason outside the program returns one of
 * these and hands its result out through a pointer.
 */
#ifndef UNDERCROFT_BASE_ERR_H
#define UNDERCROFT_BASE_ERR_H

#include <stdbool.h>

enum err {
    ERR_OK = 0,
    ERR_MEMORY,      /* an allocation failed */
    ERR_TOO_BIG,     /* more than the named maximum */
    ERR_RANGE,       /* a number outside its range */
    ERR_FORMAT,      /* bytes that do not have the form they should have */
    ERR_CHECKSUM,    /* well-formed bytes whose checksum does not match */
    ERR_NOT_FOUND,   /* no such row, name or thing */
    ERR_EXISTS,      /* such a row, name or thing exists already */
    ERR_UNKNOWN,     /* a word or number from a table that has no such row */
    ERR_EXHAUSTED,   /* every attempt allowed was used up */
    ERR_FOREIGN,     /* a file that another program made */
    ERR_NEWER,       /* a file that a newer version of this program made */
    ERR_READ_ONLY,   /* a file or folder that cannot be written */
    ERR_IN_USE,      /* another process holds it */
    ERR_NO_SPACE,    /* the disk is full */
    ERR_DISK,        /* the disk or file system reported an error */
    ERR_CORRUPT,     /* a file that is damaged */
    ERR_REPLACED,    /* another program has moved, replaced or changed an open file */
    ERR_BUSY,        /* the queue is full; the same call may succeed later */
    ERR_NO_RESOURCE, /* the system gives no more files or threads */
    ERR_COUNT
};

#define MUST_USE __attribute__((warn_unused_result))

/* Put it behind the name of a large local variable that is written before it is read: the compiler
   does not fill the variable with zeros first. */
#define UNINITIALIZED __attribute__((uninitialized))

/* True for an error that means damaged stored bytes, not bytes that cannot be read just now. */
bool err_is_damage(enum err error);

/* Returns the short, stable name of an error for logs, such as "no-space". `error` may be any
   value; never NULL. */
const char *err_name(enum err error);

/* Returns the error as a clause for people, such as "the disk is full": no capital, no full stop.
   Never NULL. */
const char *err_text(enum err error);

#endif
