/*
 * What a player can set for themselves: `set`, `set key`, `set key value`.
 */
#ifndef UNDERCROFT_SERVER_SESSION_SETTINGS_H
#define UNDERCROFT_SERVER_SESSION_SETTINGS_H

#include <stddef.h>

struct session;

/* Applies `words` ("", "colour", "colour 256") and writes the answer to `out`. */
void settings_apply(struct session *session, const char *words, char *out, size_t out_size);

#endif
