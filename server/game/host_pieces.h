/*
 * The catalogue of set pieces for levels: the built-in ones, followed by those of a folder of the
 * host's.
 */
#ifndef UNDERCROFT_SERVER_GAME_HOST_PIECES_H
#define UNDERCROFT_SERVER_GAME_HOST_PIECES_H

#include "content/setpiece.h"

enum { HOST_PIECES_CAUSE_SIZE = 512 };

/*
 * Reads the catalogue; `folder` is "" for none. The caller releases *out. ERR_FORMAT: `cause` names
 * the fault of the folder, or of a file in it as FOLDER/file:line: cause; ERR_MEMORY.
 */
MUST_USE enum err host_pieces_read(const char *folder, struct setpieces *out,
                                   char cause[HOST_PIECES_CAUSE_SIZE]);

#endif
