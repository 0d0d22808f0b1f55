/*
 * Inputs: all data that enters the world from outside, each at a tick. Actions of players, arrivals
 * and departures of connections, levels and memories loaded by worker threads. A recording of the
 * inputs can be replayed.
 */
#ifndef UNDERCROFT_WORLD_INPUT_H
#define UNDERCROFT_WORLD_INPUT_H

#include "base/bytes.h"
#include "base/err.h"
#include "world/action.h"
#include "world/delver.h"
#include "world/level.h"
#include "world/population_codec.h"

enum {
    SAY_LENGTH_MAX = 240, /* most bytes of a message */
    /* Most bytes of a recorded input without its memories, each of which may add LEVEL_BLOB_MAX. */
    INPUT_BYTES_MAX = LEVEL_BLOB_MAX + POPULATION_BLOB_MAX + 256,
    INPUT_MEMORIES_MAX = 65536,
};

/* Kinds of inputs. The numbers are in recordings: never change or reuse one. */
enum input_kind {
    INPUT_LEVEL_ADD = 1,   /* level, population: adds a level */
    INPUT_LEVEL_DROP = 2,  /* key: removes a level; ignored while a body is there */
    INPUT_JOIN = 3,        /* newcomer: a delver comes into the world at the place in its record */
    INPUT_ARRIVE = 4,      /* actor, key, memory: the actor arrives from its transit */
    INPUT_STAY = 5,        /* actor: its transit failed, and it returns to where it began */
    INPUT_LEAVE = 6,       /* actor: leaves the world */
    INPUT_LINK = 7,        /* actor, flag: true if its player's connection is lost */
    INPUT_ACTION = 8,      /* actor, action: queues an action */
    INPUT_CANCEL = 9,      /* actor: drops its queued actions */
    INPUT_SAY = 10,        /* actor, text (cleaned), flag: true if it is an emote */
    INPUT_LEVEL_SWAP = 11, /* level, population, memories: replaces the level of its wing and depth;
                              flag: true if it is an earlier level put back; takes_over */
    INPUT_CLOSE = 12,      /* key.depth, flag: true if stairs no longer lead to that depth */
    INPUT_SEND = 13,       /* actor, key, at: puts the actor near that cell of that level */
    INPUT_PROVIDE = 14,    /* key, at, provision: puts a foe or a thing there */
    INPUT_FORGET = 15, /* delver_id: removes that player's graves and releases things kept for the
                          player; flag: their end is noted elsewhere */
    INPUT_PACE = 16,   /* actor, action.count: the pace of time that the player wishes */
    INPUT_RENAME = 17, /* delver_id, text: renames a delver, in the world or not, and its remains */
    INPUT_PARTY = 18,  /* actor, action.count: number of the actor's party; 0: none */
    INPUT_STRIDE = 19, /* actor, text: steps and waits in the form of stride_begin() */
    /* actor, action: trades; action.other is an enum trade_word (world/trade.h) */
    INPUT_TRADE = 20,
    INPUT_DUEL = 21,  /* actor, action.target: duels with that rival; flag: true ends a duel */
    INPUT_ALONE = 22, /* actor, flag: whether its player wants to be alone */
    INPUT_KIND_END
};

/* A delver's memory of the level that comes with it; delver_id 0: an empty memory for any
   delver. */
struct input_memory {
    int64_t delver_id;
    uint8_t *tiles; /* owned, from delver_memory_new(); passes to the world */
};

/* A foe, or a number of things, that an operator puts on a level. */
struct provision {
    bool is_thing;
    enum species_id species; /* kind of the foe; SPECIES_DELVER: none */
    enum item_kind item;     /* kind of the things */
    uint16_t count;          /* number of the things */
};

struct input {
    enum input_kind kind;
    body_id actor;
    struct action action;
    struct level_key key;
    struct level *level;     /* owned; passes to the world */
    struct bytes population; /* population of that level; empty: the level gets a new one. Owned */
    struct delver *newcomer; /* owned; passes to the world */
    uint8_t *memory;         /* owned, from delver_memory_new(); passes to the world */
    size_t memory_size;
    struct input_memory *memories; /* owned */
    size_t memory_count;
    bool takes_over; /* only for a loaded level, which it replaces; dropped if that is not loaded */
    struct pos at;
    struct provision provision;
    int64_t delver_id;
    bool flag;
    char text[SAY_LENGTH_MAX + 1];
};

/* Frees the memory of an input that was never passed to a world. */
void input_release(struct input *input);

/* Encode an input for a recording, and decode it. Errors as for level_encode() and
   level_decode(). */
MUST_USE enum err input_encode(const struct input *input, struct bytes *out);
MUST_USE enum err input_decode(struct byte_reader *reader, struct input *out);

#endif
