/*
 * The proof of all rows beside play: a few at a time, between the jobs of the database thread.
 */
#ifndef UNDERCROFT_SERVER_SAVE_PERSIST_PROOF_H
#define UNDERCROFT_SERVER_SAVE_PERSIST_PROOF_H

#include <stdbool.h>

struct persist_work;

/* Goes on with the proof for a millisecond or two. Findings go to the log, and to work->health. */
void persist_proof_step(struct persist_work *work);

/* False once all rows are proven, and while the disk cannot be read. */
bool persist_proof_is_going_on(const struct persist_work *work);

#endif
