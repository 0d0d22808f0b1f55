/*
 * Layers over the map of screen mode. Keys go to the layer on top; only the commands that it runs
 * take time of the game.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_SCREEN_LAYERS_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_SCREEN_LAYERS_H

#include <stdbool.h>
#include <stdint.h>

#include "narrate/command.h"
#include "term/key.h"
#include "term/overlay.h"

struct session;

/* True while a layer or a question is open. */
bool layer_is_open(const struct session *session);

/* Takes a key. False: no layer is open, and the key is a command. */
bool layer_take_key(struct session *session, struct key key);

/* Opens the look cursor on the delver's own cell: keys move it, walk there or describe the cell. */
void layer_open_look(struct session *session);

/* Opens the map over the whole window, as far as the delver knows the level, with a cursor that may
   go anywhere on it. */
void layer_open_map(struct session *session);

/*
 * Marks the foe that the player aimed at last, else the nearest, for a command with a thing of the
 * pack (OBJECT_NONE: the launcher). If none is in view, the player is told. The cursor is on the
 * foe, and the last row describes it and the chance of a hit. Enter or the key of the command
 * fires, Tab goes to the next foe.
 */
void layer_open_aim(struct session *session, enum command_id id, uint32_t object);

/* Opens the list for a command's key: the things that fit, or all that are carried. A letter
   chooses, and the command's own key takes the first choice unless it is a letter of the list.
   False: the command is not for things. */
bool layer_open_things(struct session *session, enum command_id id);

/* Runs the command with that thing, or asks by keys for the thing on which it is used, or for its
   aim. */
void layer_use_thing(struct session *session, enum command_id id, uint32_t object);

/* Opens the menu of settings: keys choose a row and change its value. A change takes effect at once
   and is saved. */
void layer_open_settings(struct session *session);

enum { SETTINGS_ROWS_SIZE = 1024, SETTINGS_EXPLANATION_SIZE = 192 };

/* The texts of the menu of settings. */
struct settings_menu_texts {
    char rows[SETTINGS_ROWS_SIZE];
    char explanation[SETTINGS_EXPLANATION_SIZE];
};

/* Returns the menu to draw; its texts are in `texts`. Without rows if it is not open. */
struct menu layer_settings_menu(const struct session *session, struct settings_menu_texts *texts);

#endif
