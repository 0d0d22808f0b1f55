/*
 * The menu of settings in screen mode: a row is chosen, and its value changed, by keys. A change
 * takes effect at once and is kept.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_SETTINGS_KEYS_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_SETTINGS_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "term/key.h"
#include "term/overlay.h"

struct session;

enum { SETTINGS_ROWS_SIZE = 1024, SETTINGS_EXPLANATION_SIZE = 192 };

/* The texts of the menu. */
struct settings_menu_texts {
    char rows[SETTINGS_ROWS_SIZE];
    char explanation[SETTINGS_EXPLANATION_SIZE];
};

void settings_keys_open(struct session *session);
void settings_keys_take(struct session *session, struct key key);

/* The menu as it is to be drawn; its texts are put into `texts`. Not open: without rows. */
struct menu settings_keys_menu(const struct session *session, struct settings_menu_texts *texts);

#endif
