/*
 * `scores`: the delvers who came deepest, online or not. The database thread reads them; what it
 * brought serves all who ask within SCORES_FRESH_MS, so that asking often costs nobody a save.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_SCORES_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_SCORES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "narrate/text_form.h"
#include "server/save/job.h"

struct session;
struct sessions;

enum { SCORES_FRESH_MS = 2000, SCORES_TEXT_MAX = 2048 };

/* The scores as they were read last. Valid when all zero. */
struct scores {
    struct score_record rows[SCORES_MAX];
    int count;
    bool is_read;
    bool is_asked; /* they are being read */
    uint64_t read_at_ms;
};

/* Has the scores read, unless they are being read; scores_on_loaded() follows. False: the database
   thread has too much to do. */
bool scores_read(struct sessions *sessions);

/* Shows the list, at once or when it was read. */
void scores_ask(struct session *session);

/* The database thread has read them, or could not: all who wait are told. */
void scores_on_loaded(void *asker, struct job *job);

/* The list as text, one player a line, each ended by LF: in columns or as sentences. */
void scores_write(const struct scores *scores, enum text_form form, char *out, size_t out_size);

#endif
