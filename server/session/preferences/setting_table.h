/*
 * The table of settings: what each is called, which values it takes, and how it is read and
 * written. Commands, the menu and completion are derived from it.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PREFERENCES_SETTING_TABLE_H
#define UNDERCROFT_SERVER_SESSION_PREFERENCES_SETTING_TABLE_H

#include <stdbool.h>
#include <stddef.h>

struct session;

struct setting_row {
    const char *name;
    const char *values; /* words with a blank between; the first is not always the default */
    const char *help;   /* a sentence */
    bool leaves_screen; /* a change of it ends screen mode */
    const char *first;  /* the value before anything is chosen; NULL: kept elsewhere, not reset */
    const char *(*get)(const struct session *session);
    /* False: not one of the values. A few take other words for them as well. */
    bool (*set)(struct session *session, const char *value);
    /* All may be NULL: what a value comes to here; whether this client can have one that was chosen
       in another visit; and why it cannot have one that is asked for, static text or NULL. */
    const char *(*explain)(const struct session *session);
    bool (*can)(const struct session *session, const char *value);
    const char *(*refuse)(const struct session *session, const char *value);
};

/* The settings by number, from 0; NULL behind the last. */
const struct setting_row *setting_at(size_t number);

/* NULL: there is no such setting. */
const struct setting_row *setting_find(const char *name);

#endif
