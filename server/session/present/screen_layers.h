/*
 * Layers over the map of screen mode. Keys go to the layer on top; none of them takes time of the
 * game but by the command that it runs.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_SCREEN_LAYERS_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_SCREEN_LAYERS_H

#include <stdbool.h>
#include <stdint.h>

#include "narrate/command.h"
#include "term/key.h"
#include "term/overlay.h"

struct session;

/* True while anything lies over the map or is asked. */
bool layer_is_open(const struct session *session);

/* False: nothing lies over the map, and the key is a command. */
bool layer_take_key(struct session *session, struct key key);

/* The look cursor, on the delver's own cell: keys move it, walk there or tell of the cell. */
void layer_open_look(struct session *session);

/* The map as large as the window, as far as the delver knows the level, with a cursor that goes
   anywhere on it. */
void layer_open_map(struct session *session);

/* Marks the foe aimed at last, else the nearest, for a command with a thing of the pack
   (OBJECT_NONE: the launcher). The player is told if none is in view. The cursor stands on the foe,
   and the last row says what it is and how likely a hit is. Enter or the key of the command lets
   fly, Tab goes to the next foe. */
void layer_open_aim(struct session *session, enum command_id id, uint32_t object);

/* The key of a command for things was pressed: lists the things that it is for, or all that are
   carried. A letter chooses, and the command's own key takes the first choice unless it is a letter
   of the list. False: the command is none of these. */
bool layer_open_things(struct session *session, enum command_id id);

/* Does the command with the thing there, or asks by keys for what it is used on or aimed at. */
void layer_use_thing(struct session *session, enum command_id id, uint32_t object);

/* The menu of settings: a row is chosen, and its value changed, by keys. A change takes effect at
   once and is kept. */
void layer_open_settings(struct session *session);

enum { SETTINGS_ROWS_SIZE = 1024, SETTINGS_EXPLANATION_SIZE = 192 };

/* The texts of the menu of settings. */
struct settings_menu_texts {
    char rows[SETTINGS_ROWS_SIZE];
    char explanation[SETTINGS_EXPLANATION_SIZE];
};

/* The menu as it is to be drawn; its texts are put into `texts`. Not open: without rows. */
struct menu layer_settings_menu(const struct session *session, struct settings_menu_texts *texts);

#endif
