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

/* For the server: quick time and hardly any foe. */
extern const char *const staging_flags[];

/* The number behind a member's name in the operator's last answer, which was JSON. */
int staging_member(const struct console *console, const char *name);

/* The cell, "X,Y", that is so far from where a player stands. */
void staging_cell(struct console *console, const char *player, int dx, int dy,
                  char out[STAGING_CELL_SIZE]);

/* The cell of the first niche of a loaded level, which is a dead end. */
void staging_niche(struct console *console, const char *depth, char out[STAGING_CELL_SIZE]);

/* So many things of a kind are put where the player stands. */
void staging_put(struct console *console, const char *player, const char *depth, const char *thing,
                 const char *count);

/* A foe of that kind is put beside a cell of a loaded level, where there is room first. `out` is
   its cell. Without room the answer of the first is false and the second fails. */
bool staging_try_foe_beside(struct console *console, const char *depth, const char *cell,
                            const char *kind, char out[STAGING_CELL_SIZE]);
void staging_put_foe_beside(struct console *console, const char *depth, const char *cell,
                            const char *kind, char out[STAGING_CELL_SIZE]);

/* The player is put on a depth (at a cell, or with NULL at its stairs), and hears of it. */
void staging_send(struct console *console, struct client *client, const char *player,
                  const char *depth, const char *cell);

/* The player is put on the stairs of that depth and takes them down. */
void staging_take_stairs(struct console *console, struct client *client, const char *player,
                         const char *depth);

/* A player in line mode is put into a dead end of depth 3 with a foe beside, and waits turn by turn
   until dead: woken in a haven. */
void staging_let_die(struct console *console, struct client *client, const char *player);

/* How many graves of that name are on a loaded level. */
int staging_graves(struct console *console, const char *depth, const char *name);

/* All is saved, and nothing of it is there twice or lost, in play and on disk: the doctor counts
   every row against the ledger. */
void staging_expect_ledger_right(struct console *console);

#endif
