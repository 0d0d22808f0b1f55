/*
 * What the database thread reads to be listed for people. Each function is a row of work_table
 * (persist_work.c).
 */
#ifndef UNDERCROFT_SERVER_SAVE_PERSIST_LISTS_H
#define UNDERCROFT_SERVER_SAVE_PERSIST_LISTS_H

#include <stdbool.h>

struct job;
struct persist_work;

/* Acts of operators, or reports of players. */
bool persist_load_audit(struct persist_work *work, struct job *job);

/* Of those who came deepest: what waits for a disk that refuses it goes before what is on it, and
   damaged rows are passed over. */
bool persist_load_scores(struct persist_work *work, struct job *job);

#endif
