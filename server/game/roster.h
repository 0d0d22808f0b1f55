/*
 * The players online: which body belongs to which session (known here by its number alone), bodies
 * whose connection is lost, and the rule that a delver has one body and one session, however often
 * its player logs in.
 */
#ifndef UNDERCROFT_SERVER_GAME_ROSTER_H
#define UNDERCROFT_SERVER_GAME_ROSTER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/numbers.h"
#include "server/save/persist_accounts.h"
#include "world/record.h"
#include "world/world.h"

struct game;

/*
 * The records of players who have left, as they were written last: a sum of each, so that a player
 * can only come back as the one who left. Every record is read after its slot was taken, and after
 * the row of the departure was handed to the disk; a record that differs all the same was read too
 * early or was never written, and would double things or lose them. The newest DEPARTED_MAX
 * departures are kept.
 */
enum { DEPARTED_MAX = 4096 };

struct departed_row {
    int64_t delver_id; /* 0: none */
    uint64_t sum;
};

struct departed {
    struct departed_row *rows; /* a ring; owned */
    struct number_table row_by_delver;
    uint32_t next;
};

/* A delver has left, and this is the record that is written. */
void departed_note(struct departed *departed, const struct delver_record *record);

/* Rows were changed by other hands than those of the world: no departure is kept any more. */
void departed_clear(struct departed *departed);

/* State of a player's entry in the roster. */
enum player_slot_state {
    PLAYER_SLOT_FREE,
    PLAYER_SLOT_COMING,  /* on the way into the world */
    PLAYER_SLOT_TAKEN,   /* a body in the world; without a session the line is dead */
    PLAYER_SLOT_LEAVING, /* leaves at the next tick */
};

enum { PARTY_INVITATIONS_MAX = 6 };

struct party_invitation {
    int64_t by; /* delver_id; 0: none */
    uint64_t at_ms;
};

/* The place of a player in a party (server/game/party.h). Slots are named by number + 1. */
struct party_place {
    uint32_t next;   /* the next member of a ring; 0: in no party */
    uint32_t leader; /* 0: in no party */
    uint32_t number; /* of the party, never used twice; 0: in no party */
    struct party_invitation invitations[PARTY_INVITATIONS_MAX]; /* in no order */
};

/* The traces of the last visit, as they were read for a delver on the way in after its slot was
   taken. */
struct arrival {
    enum session_mode mode;
    int64_t last_seen_at;
    char settings[SETTINGS_ROW_SIZE]; /* "" : none */
    bool is_settings_lost;
    struct level_key level; /* where the delver stood */
    struct pos at;
};

/* A player online. */
struct player_slot {
    enum player_slot_state state;
    int64_t delver_id;
    uint64_t session_id; /* 0: the line is dead */
    body_id actor;       /* 0 while coming */
    uint64_t link_dead_at_ms;
    bool is_guest;      /* has no name of their own yet */
    bool is_page;       /* the line is, or was, that of a browser page */
    bool was_in_danger; /* the body, since a page's line was lost */
    struct party_place party;
    bool was_moved; /* since then the level was changed around the body, and nobody was told */
    struct arrival *arrival; /* owned; of one that is coming, until the session takes it */
};

struct roster {
    struct player_slot *slots;
    uint32_t *slot_of_body; /* index in `slots` by the index of a delver in the world */
    uint32_t slot_count_max;
    uint32_t slot_count;                 /* one more than the highest taken */
    uint32_t playing;                    /* slots taken */
    bool is_party_stale;                 /* bodies may not know yet of which party they are */
    uint32_t parties_begun;              /* since the start: the number of the last */
    struct number_set free_slots;        /* the lowest is taken first */
    struct number_table slot_by_delver;  /* by delver_id, of those taken */
    struct number_table slot_by_session; /* of those with a session */
    struct departed departed;
};

/* ERR_MEMORY; roster_release() then frees the part that was made. */
MUST_USE enum err roster_init(struct roster *roster, uint32_t slots_max);
void roster_release(struct roster *roster);

/* A session that wants in. */
struct newcomer {
    uint64_t session_id;
    int64_t delver_id;
    bool is_guest;
    bool is_page;
};

/* Outcome of roster_enter(). */
struct roster_entry {
    bool is_takeover;
    uint64_t older_session_id; /* 0: the delver had lost its connection already */
    body_id body;              /* the one taken over; 0: EVENT_JOINED will say */
};

/*
 * A session has logged in and enters. If its delver is in the world or on the way there, the
 * session takes it over; else it gets a slot, and then the delver's record is read
 * (level_transfer.h): no other session can change the record from then on. ERR_BUSY: the delver is
 * just leaving, or no slot is free. After ERR_BUSY and ERR_MEMORY the caller tries again at the
 * next tick.
 */
MUST_USE enum err roster_enter(struct game *game, const struct newcomer *newcomer,
                               struct roster_entry *out);

/* False if roster_enter() would return ERR_BUSY now. */
bool roster_takes(const struct roster *roster, int64_t delver_id);

/*
 * The record of a delver on the way in was read. ERR_NOT_FOUND: nobody comes in there any more;
 * ERR_CORRUPT: it is not the record with which that delver left; ERR_MEMORY.
 */
MUST_USE enum err roster_on_record_read(struct game *game, const struct job *job);

/* The rows that were read for the session's delver when it came in, once. The caller frees them.
   NULL: none, because the session took over a body. */
struct arrival *roster_take_arrival(struct game *game, uint64_t session_id);

/* True if that delver is in the world without a session, and lost its line then or later. */
bool roster_was_lost_since(const struct game *game, int64_t delver_id, uint64_t since_ms);

/* The number of guests in play. */
uint32_t roster_count_guests(const struct roster *roster);

/* The session is gone: its body stays until the line-death time of its kind of line is over. */
void roster_lose(struct game *game, uint64_t session_id);

/* The session's delver leaves the world at the next tick. */
void roster_leave(struct game *game, uint64_t session_id);

/* A body in the world leaves at the next tick, whether anybody holds it or not. */
void roster_send_away(struct game *game, struct player_slot *slot);

/* Takes in an event of the tick about players. */
void roster_on_event(struct game *game, const struct event *event);

/* Once a second: bodies without a player leave the world when their time is over. */
void roster_sweep(struct game *game);

/* A delver on the way in could not be brought there: the session is told why (static text). */
void roster_refuse(struct game *game, int64_t delver_id, const char *why);

struct player_slot *roster_slot_of_body(const struct roster *roster, body_id delver);
struct player_slot *roster_slot_of_delver(const struct roster *roster, int64_t delver_id);

/* The slot of a body in the world by its name, in whatever case that is written; NULL: nobody is
   called so. Looks at every slot. */
struct player_slot *roster_slot_of_name(const struct game *game, const char *name);

#endif
