/*
 * A folder of set pieces: its text files as a catalogue, by the same reader as those that are built
 * in.
 */
#ifndef UNDERCROFT_SERVER_TOOLS_MAPGEN_FOLDER_H
#define UNDERCROFT_SERVER_TOOLS_MAPGEN_FOLDER_H

#include "content/setpiece.h"

/*
 * Reads every file of `path` that ends in .txt, in the order of their names, into a catalogue that
 * the caller releases, behind those that are built in if `is_beside`. ERR_FORMAT: the folder, or a
 * file in it, cannot be used; what is wrong was said on standard error, about a file as
 * file:line: cause. ERR_TOO_BIG: more than SETPIECES_MAX together; ERR_MEMORY.
 */
MUST_USE enum err folder_read(const char *path, bool is_beside, struct setpieces *out);

#endif
