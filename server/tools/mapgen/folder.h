/*
 * A folder of set pieces: its text files as a catalogue, by the same reader as those that are built
 * in.
 */
#ifndef UNDERCROFT_SERVER_TOOLS_MAPGEN_FOLDER_H
#define UNDERCROFT_SERVER_TOOLS_MAPGEN_FOLDER_H

#include "content/setpiece.h"

/*
 * Reads every file of `path` that ends in .txt, in the order of their names, into a catalogue that
 * the caller releases. ERR_FORMAT: the folder, or a file in it, cannot be used; what is wrong was
 * said on standard error, about a file as file:line: cause. ERR_MEMORY.
 */
MUST_USE enum err folder_read(const char *path, struct setpieces *out);

#endif
