/*
 * The players online: which body belongs to which session (known here only by its number), bodies
 * without a connection, and the rule that a delver has one body and one session, however often its
 * player logs in.
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
 * Sums of the last records of players who left, so that each can only come back with that record. A
 * record is read after the slot was taken, and after the row of the departure was submitted to the
 * disk. A different record was read too early, or the last one was never written; it would double
 * things or lose them. The newest DEPARTED_MAX departures are remembered.
 */
enum { DEPARTED_MAX = 4096 };

struct departed_row {
    int64_t delver_id; /* 0: free entry */
    uint64_t sum;
};

struct departed {
    struct departed_row *rows; /* a ring buffer; owned */
    struct number_table row_by_delver;
    uint32_t next;
};

/* Stores the record with which a delver has left. */
void departed_note(struct departed *departed, const struct delver_record *record);

/* Removes all departures, because something outside the world has changed rows. */
void departed_clear(struct departed *departed);

/* The state of a player in the roster. */
enum player_slot_state {
    PLAYER_SLOT_FREE,
    PLAYER_SLOT_COMING,  /* the player is on the way into the world */
    PLAYER_SLOT_TAKEN,   /* the body is in the world; without a session the connection is lost */
    PLAYER_SLOT_LEAVING, /* the body leaves at the next tick */
};

enum { PARTY_INVITATIONS_MAX = 6 };

struct party_invitation {
    int64_t by; /* delver_id of the player who invites; 0: free entry */
    uint64_t at_ms;
};

/* A player's place in a party (server/game/party.h). Slots are named by index + 1. */
struct party_place {
    uint32_t next;   /* next member in the ring; 0: in no party */
    uint32_t leader; /* 0: in no party */
    uint32_t number; /* number of the party, never used again; 0: in no party */
    struct party_invitation invitations[PARTY_INVITATIONS_MAX]; /* in no order */
};

/* Rows of a delver on the way in, read after its slot was taken. */
struct arrival {
    enum session_mode mode;
    int64_t last_seen_at;
    char settings[SETTINGS_ROW_SIZE]; /* "": none */
    bool is_settings_lost;
    struct level_key level; /* level where the delver stood */
    struct pos at;
};

/* A player online. */
struct player_slot {
    enum player_slot_state state;
    int64_t delver_id;
    uint64_t session_id; /* 0: the connection is lost */
    body_id actor;       /* 0 while the player is on the way */
    uint64_t link_dead_at_ms;
    bool is_guest;      /* the player has not chosen a name */
    bool is_page;       /* the connection is, or was, a browser page's */
    bool was_in_danger; /* the body was in danger since the page's connection was lost */
    struct party_place party;
    /* since then the level around the body was changed, and the player was not told */
    bool was_moved;
    struct arrival *arrival; /* until the session of a player on the way takes it; owned */
};

struct roster {
    struct player_slot *slots;
    uint32_t *slot_of_body; /* index in `slots` by the index of a delver in the world */
    uint32_t slot_count_max;
    uint32_t slot_count;                /* one more than the highest index in use */
    uint32_t playing;                   /* number of slots with a body in the world */
    bool is_party_stale;                /* some bodies may not have the number of their party yet */
    uint32_t parties_begun;             /* number of the newest party since the start */
    struct number_set free_slots;       /* the lowest is taken first */
    struct number_table slot_by_delver; /* by delver_id, of slots in use */
    struct number_table slot_by_session; /* of slots with a session */
    struct departed departed;
};

/* Makes an empty roster. ERR_MEMORY; roster_release() then frees the part that was made. */
MUST_USE enum err roster_init(struct roster *roster, uint32_t slots_max);
void roster_release(struct roster *roster);

/* A session that enters the game. */
struct newcomer {
    uint64_t session_id;
    int64_t delver_id;
    bool is_guest;
    bool is_page;
};

/* The result of roster_enter(). */
struct roster_entry {
    bool is_takeover;
    /* session that was replaced; 0: the delver had lost its connection already */
    uint64_t older_session_id;
    body_id body; /* body that was taken over; 0: EVENT_JOINED will give it */
};

/*
 * Lets a session that has logged in enter. If its delver is in the world or on the way there, the
 * session takes it over; else it gets a slot, and then the delver's record is read
 * (level_transfer.h): no other session can change the record from then on. ERR_BUSY: the delver is
 * just leaving, or no slot is free. After ERR_BUSY and ERR_MEMORY the caller tries again at the
 * next tick.
 */
MUST_USE enum err roster_enter(struct game *game, const struct newcomer *newcomer,
                               struct roster_entry *out);

/* True unless roster_enter() would return ERR_BUSY now. */
bool roster_takes(const struct roster *roster, int64_t delver_id);

/*
 * Takes the record of a delver on the way in. ERR_NOT_FOUND: the delver is no longer on the way;
 * ERR_CORRUPT: it is not the record with which that delver left; ERR_MEMORY.
 */
MUST_USE enum err roster_on_record_read(struct game *game, const struct job *job);

/* Returns, once, the rows that were read for the session's delver when it came in. The caller frees
   them. NULL: there are none, because the session took over a body. */
struct arrival *roster_take_arrival(struct game *game, uint64_t session_id);

/* True if that delver is in the world without a session, and lost its connection at `since_ms` or
   later. */
bool roster_was_lost_since(const struct game *game, int64_t delver_id, uint64_t since_ms);

/* Returns the number of guests in play. */
uint32_t roster_count_guests(const struct roster *roster);

/* Notes that a session is gone: its body stays for the time allowed for its kind of connection. */
void roster_lose(struct game *game, uint64_t session_id);

/* Makes the session's delver leave the world at the next tick. */
void roster_leave(struct game *game, uint64_t session_id);

/* Makes a body in the world, with or without a session, leave at the next tick. */
void roster_send_away(struct game *game, struct player_slot *slot);

/* Takes an event of the tick about players. */
void roster_on_event(struct game *game, const struct event *event);

/* Makes bodies without a player leave the world when their time is over. Call it once a second. */
void roster_sweep(struct game *game);

/* Tells the session of a delver on the way in why it could not be brought in (static text). */
void roster_refuse(struct game *game, int64_t delver_id, const char *why);

struct player_slot *roster_slot_of_body(const struct roster *roster, body_id delver);
struct player_slot *roster_slot_of_delver(const struct roster *roster, int64_t delver_id);

/* Returns the slot of the body in the world with that name, ignoring case; NULL: there is none.
   Searches every slot. */
struct player_slot *roster_slot_of_name(const struct game *game, const char *name);

#endif
