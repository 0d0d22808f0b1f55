/*
 * What a player chose, on its way to the disk: one text, saved as a whole when it changes, one save
 * at a time, again every second if the disk refuses.
 */
#ifndef UNDERCROFT_SERVER_SESSION_KEPT_H
#define UNDERCROFT_SERVER_SESSION_KEPT_H

#include <stdbool.h>

#include "server/session/preferences/choices.h"

struct job;
struct sessions;
struct session;

struct kept {
    char text[CHOICES_SIZE];
    bool is_dirty;  /* differs from what was last handed to the database thread */
    bool is_saving; /* that is not on disk yet */
    bool is_lost;   /* there was a text, but its row is damaged */
};

/* What was found with the account; that it is damaged is logged. */
void kept_take(struct session *session, const struct job *job);

/* The text was changed. */
void kept_changed(struct session *session);

/* Hands over what is not saved, if nothing is under way. */
void kept_save(struct session *session);

/* All that was chosen is on disk. */
bool kept_is_on_disk(const struct session *session);

/* Another session plays the same delver from now on. */
void kept_pass(struct session *session, const struct session *older);

/* The database thread's answer. */
void kept_on_saved(struct sessions *sessions, struct job *job);

#endif
