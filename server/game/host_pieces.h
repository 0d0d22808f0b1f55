/*
 * The catalogue of set pieces that levels are made with: those that are built in, and those of a
 * folder of the host's own behind them.
 */
#ifndef UNDERCROFT_SERVER_GAME_HOST_PIECES_H
#define UNDERCROFT_SERVER_GAME_HOST_PIECES_H

#include "content/setpiece.h"

enum { HOST_PIECES_CAUSE_SIZE = 512 };

/*
 * `folder` is "" for none. The caller releases *out. ERR_FORMAT: `cause` says what is wrong with
 * the folder, or with a file in it as FOLDER/file:line: cause; ERR_MEMORY.
 */
MUST_USE enum err host_pieces_read(const char *folder, struct setpieces *out,
                                   char cause[HOST_PIECES_CAUSE_SIZE]);

#endif
