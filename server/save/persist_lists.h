/*
 * Lists for people, and the rows of them that are written.
 */
#ifndef UNDERCROFT_SERVER_SAVE_PERSIST_LISTS_H
#define UNDERCROFT_SERVER_SAVE_PERSIST_LISTS_H

#include "base/err.h"

struct audit_row;
struct persist_work;

/* Saves one act inside the open transaction. */
MUST_USE enum err persist_save_act(const struct persist_work *work, const struct audit_row *row);

#endif
