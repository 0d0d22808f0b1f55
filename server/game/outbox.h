/*
 * Messages of the game to players and watchers, in order: texts to an audience, the events of a
 * tick, and refusals of newcomers. The room of sessions takes them after each tick and after each
 * operator's command (session/deliver.h), and is the only place that knows the sessions of an
 * audience.
 *
 * Room is allocated at the start. A text without room is lost and counted; events and refusals
 * always have room.
 */
#ifndef UNDERCROFT_SERVER_GAME_OUTBOX_H
#define UNDERCROFT_SERVER_GAME_OUTBOX_H

#include <stdint.h>

#include "base/err.h"
#include "content/role.h"
#include "world/world.h"

enum { OUTBOX_TEXTS_MAX = 1024, OUTBOX_BYTES_MAX = 64 * 1024 };

/* Receivers of a text. A watcher of a delver gets the delver's texts too, with two exceptions. */
enum audience_kind {
    AUDIENCE_DELVER,    /* the player of a delver */
    AUDIENCE_PRIVATE,   /* the player of a delver; only watchers who are operators */
    AUDIENCE_SEES,      /* a body, and all who see either of two cells of a level */
    AUDIENCE_LEVEL,     /* all on a level */
    AUDIENCE_ALL,       /* all in the world */
    AUDIENCE_OPERATORS, /* administrators who play; no watchers */
    AUDIENCE_COUNT
};

struct audience {
    enum audience_kind kind;
    body_id body;           /* for AUDIENCE_DELVER, _PRIVATE and _SEES */
    struct level_key level; /* for AUDIENCE_LEVEL and _SEES */
    struct pos cells[2];    /* for AUDIENCE_SEES */
};

enum outbox_kind {
    OUTBOX_TEXT,    /* a sentence */
    OUTBOX_EVENTS,  /* all events of the newest tick; see world_next_event() */
    OUTBOX_REFUSED, /* a session may not come in, and is told why */
};

struct outbox_entry {
    enum outbox_kind kind;
    struct audience audience;
    enum role role;
    uint64_t session_id; /* for OUTBOX_REFUSED */
    const char *text;    /* valid until the outbox is empty */
};

struct outbox {
    struct outbox_entry *entries;
    uint32_t capacity;
    uint32_t count;
    uint32_t taken;
    uint32_t text_count;
    char *bytes; /* all texts, one after the other */
    size_t bytes_used;
    uint64_t lost; /* texts and refusals lost since the last log line about them */
};

/* Allocates room for the texts of a tick and a refusal for each player. ERR_MEMORY. */
MUST_USE enum err outbox_init(struct outbox *outbox, uint32_t players_max);
void outbox_release(struct outbox *outbox);

/* Adds a text, which must be clean; it is copied. */
void outbox_tell(struct outbox *outbox, struct audience audience, enum role role, const char *text);

/* Adds the events of the tick that is over. */
void outbox_add_events(struct outbox *outbox);

/* Adds a refusal of a session; `why` is static text. */
void outbox_refuse(struct outbox *outbox, uint64_t session_id, const char *why);

/* Takes the oldest entry; NULL: there is none, and all texts are freed. More entries may be added
   in between. */
const struct outbox_entry *outbox_next(struct outbox *outbox);

static inline struct audience audience_delver(body_id body)
{
    return (struct audience){.kind = AUDIENCE_DELVER, .body = body};
}

static inline struct audience audience_level(struct level_key level)
{
    return (struct audience){.kind = AUDIENCE_LEVEL, .level = level};
}

static inline struct audience audience_all(void)
{
    return (struct audience){.kind = AUDIENCE_ALL};
}

#endif
