/*
 * Jobs of the database thread that remove players: each batch in one transaction, after all saves
 * of their rows. Each function is a row of work_table (persist_work.c).
 */
#ifndef UNDERCROFT_SERVER_SAVE_PERSIST_REMOVAL_H
#define UNDERCROFT_SERVER_SAVE_PERSIST_REMOVAL_H

#include <stdbool.h>

struct job;
struct persist_work;

bool persist_list_unused(struct persist_work *work, struct job *job);
bool persist_remove_players(struct persist_work *work, struct job *job);

#endif
