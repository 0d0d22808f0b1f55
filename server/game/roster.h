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
 * A sum of the last record of each player who has left, so that a player can only come back with
 * that record. A record is read after its slot was taken, and after the row of the departure was
 * submitted to the disk; a different record was read too early or was never written, and would
 * double things or lose them. The newest DEPARTED_MAX departures are remembered.
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

/* Notes the record with which a delver has left. */
void departed_note(struct departed *departed, const struct delver_record *record);

/* Forgets all departures, because rows were changed from outside the world. */
void departed_clear(struct departed *departed);

/* State of a player's entry in the roster. */
enum player_slot_state {
    PLAYER_SLOT_FREE,
    PLAYER_SLOT_COMING,  /* on the way into the world */
    PLAYER_SLOT_TAKEN,   /* a body in the world; without a session the connection is lost */
    PLAYER_SLOT_LEAVING, /* leaves at the next tick */
};

enum { PARTY_INVITATIONS_MAX = 6 };

struct party_invitation {
    int64_t by; /* delver_id; 0: none */
    uint64_t at_ms;
};

/* The place of a player in a party (server/game/party.h). Slots are named by index + 1. */
struct party_place {
    uint32_t next;   /* next member of a ring; 0: in no party */
    uint32_t leader; /* 0: in no party */
    uint32_t number; /* of the party, never reused; 0: in no party */
    struct party_invitation invitations[PARTY_INVITATIONS_MAX]; /* in no order */
};

/* Data of the last visit, read for a delver on the way in after its slot was taken. */
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
    bool is_guest;      /* has not chosen a name */
    bool is_page;       /* the connection is, or was, that of a browser page */
    bool was_in_danger; /* the body, since a page's line was lost */
    struct party_place party;
    bool was_moved; /* since then the level around the body was changed, and the player was not told
                     */
    struct arrival *arrival; /* owned; until the session of a coming delver takes it */
};

struct roster {
    struct player_slot *slots;
    uint32_t *slot_of_body; /* index in `slots` by the index of a delver in the world */
    uint32_t slot_count_max;
    uint32_t slot_count;                /* one more than the highest index in use */
    uint32_t playing;                   /* slots taken */
    bool is_party_stale;                /* some bodies may not have the number of their party yet */
    uint32_t parties_begun;             /* number of the last party since the start */
    struct number_set free_slots;       /* the lowest is taken first */
    struct number_table slot_by_delver; /* by delver_id, of slots in use */
    struct number_table slot_by_session; /* of slots with a session */
    struct departed departed;
};

/* ERR_MEMORY; roster_release() then frees the part that was made. */
MUST_USE enum err roster_init(struct roster *roster, uint32_t slots_max);
void roster_release(struct roster *roster);

/* A session that enters. */
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
    body_id body;              /* the body that was taken over; 0: EVENT_JOINED will give it */
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
 * Takes the record of a delver on the way in. ERR_NOT_FOUND: nobody is on the way any more;
 * ERR_CORRUPT: it is not the record with which that delver left; ERR_MEMORY.
 */
MUST_USE enum err roster_on_record_read(struct game *game, const struct job *job);

/* The rows that were read for the session's delver when it came in, once. The caller frees them.
   NULL: none, because the session took over a body. */
struct arrival *roster_take_arrival(struct game *game, uint64_t session_id);

/* True if that delver is in the world without a session, and lost its connection at that time or
   later. */
bool roster_was_lost_since(const struct game *game, int64_t delver_id, uint64_t since_ms);

/* The number of guests in play. */
uint32_t roster_count_guests(const struct roster *roster);

/* The session is gone: its body stays for the time allowed for its kind of connection. */
void roster_lose(struct game *game, uint64_t session_id);

/* The session's delver leaves the world at the next tick. */
void roster_leave(struct game *game, uint64_t session_id);

/* A body in the world leaves at the next tick, with or without a session. */
void roster_send_away(struct game *game, struct player_slot *slot);

/* Takes in an event of the tick about players. */
void roster_on_event(struct game *game, const struct event *event);

/* Once a second: bodies without a player leave the world when their time is over. */
void roster_sweep(struct game *game);

/* Tells the session of a delver on the way in why it could not be brought in (static text). */
void roster_refuse(struct game *game, int64_t delver_id, const char *why);

struct player_slot *roster_slot_of_body(const struct roster *roster, body_id delver);
struct player_slot *roster_slot_of_delver(const struct roster *roster, int64_t delver_id);

/* Finds the slot of a body in the world by its name, in any case; NULL: none has it. Searches every
   slot. */
struct player_slot *roster_slot_of_name(const struct game *game, const char *name);

#endif
