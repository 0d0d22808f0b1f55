/*
 * Jobs of the database thread that read lists for people. Each function is a row of work_table
 * (persist_work.c).
 */
#ifndef UNDERCROFT_SERVER_SAVE_PERSIST_LISTS_H
#define UNDERCROFT_SERVER_SAVE_PERSIST_LISTS_H

#include <stdbool.h>

struct job;
struct persist_work;

/* Acts of operators, or reports of players. */
bool persist_load_audit(struct persist_work *work, struct job *job);

/* The scores of the delvers who came deepest. Rows that wait for a disk that refuses them go before
   the rows on it, and damaged ones are passed over. */
bool persist_load_scores(struct persist_work *work, struct job *job);

#endif
