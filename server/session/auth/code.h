/*
 * Codes that let somebody set a new password once: twelve letters and digits that cannot be taken
 * for each other. The server keeps a hash of the code and the name, never the code itself.
 */
#ifndef UNDERCROFT_SERVER_SESSION_AUTH_CODE_H
#define UNDERCROFT_SERVER_SESSION_AUTH_CODE_H

#include <stdbool.h>

enum {
    CODE_SIZE = 15,      /* "7QK2-M9XF-3CVT", with its NUL */
    CODE_HASH_SIZE = 65, /* hexadecimal digits, with their NUL */
};

void code_make(char out[CODE_SIZE]);

void code_hash(const char *name, const char *code, char out[CODE_HASH_SIZE]);

/* True if `typed`, in either case and with or without dashes, has that hash. Takes the same time
   for every wrong code. */
bool code_matches(const char *name, const char *typed, const char *hash);

#endif
