/*
 * Scenes of the game for tests of a server almost without foes: an operator puts players, foes and
 * things where a test needs them, lets a player die, and counts what is there. Errors fail the
 * running test.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_LIVE_STAGING_H
#define UNDERCROFT_TESTS_SUPPORT_LIVE_STAGING_H

#include "support/live/client.h"
#include "support/live/console.h"

enum { STAGING_CELL_SIZE = 32 /* "-2147483648,-2147483648" */ };

/* Flags of the server: quick time and hardly any foe. */
extern const char *const staging_flags[];

/* The number behind a member's name in the operator's last answer, which was JSON. */
int staging_member(const struct console *console, const char *name);

/* The cell, "X,Y", that is so far from where a player stands. */
void staging_cell(struct console *console, const char *player, int dx, int dy,
                  char out[STAGING_CELL_SIZE]);

/* The cell of the first niche of a loaded level, which is a dead end. */
void staging_niche(struct console *console, const char *depth, char out[STAGING_CELL_SIZE]);

/* Puts `count` things of a kind where the player stands. */
void staging_put(struct console *console, const char *player, const char *depth, const char *thing,
                 const char *count);

/* Put a foe of that kind beside a cell of a loaded level, on the first cell with room, written to
   `out`. Without room the first returns false and the second fails the test. */
bool staging_try_foe_beside(struct console *console, const char *depth, const char *cell,
                            const char *kind, char out[STAGING_CELL_SIZE]);
void staging_put_foe_beside(struct console *console, const char *depth, const char *cell,
                            const char *kind, char out[STAGING_CELL_SIZE]);

/* Puts the player on a depth (at a cell, or with NULL at its stairs), and waits for the words. */
void staging_send(struct console *console, struct client *client, const char *player,
                  const char *depth, const char *cell);

/* Puts the player on the stairs of that depth and takes them down. */
void staging_take_stairs(struct console *console, struct client *client, const char *player,
                         const char *depth);

/* Puts a player in line mode into a dead end of depth 3 beside a foe, and lets it wait turn by turn
   until it dies and wakes in a haven. */
void staging_let_die(struct console *console, struct client *client, const char *player);

/* The number of graves of that name on a loaded level. */
int staging_graves(struct console *console, const char *depth, const char *name);

/* Saves everything, and fails the test if a thing is there twice or lost, in play or on disk: the
   doctor counts every row against the ledger. */
void staging_expect_ledger_right(struct console *console);

#endif
