/*
 * The deaths of a delver: the last of them, how each came about and what it cost, and how long the
 * delver has lived since. They are kept with what is carried (world/life.h).
 */
#ifndef UNDERCROFT_WORLD_DEATHS_H
#define UNDERCROFT_WORLD_DEATHS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/hash.h"
#include "base/pos.h"
#include "content/species.h"

enum {
    DEATHS_KEPT = 10,
    DEATH_BLOWS_KEPT = 3,
    DEATH_SIZE = 8 + 8 + 8 + 2 + 2 + 2 + 2 + 1 + 1 + 1 + 2 * DEATH_BLOWS_KEPT, /* bytes of one */
    GRAVE_PLACE_SIZE = 2 + 2 + 2 + 2,
    DEATHS_SIZE = 8 + 4 + 1 + DEATHS_KEPT * (DEATH_SIZE + GRAVE_PLACE_SIZE),
};

/* Place of a grave: where the delver died, until somebody buries its contents elsewhere. */
struct grave_place {
    uint16_t wing;
    uint16_t depth;
    struct pos at;
};

struct death {
    uint64_t died_at; /* tick of the world */
    uint64_t lived;   /* ticks, since the death before or the birth */
    int64_t lost;     /* experience */
    uint16_t wing;
    uint16_t depth;
    struct pos at;
    enum species_id killer;           /* SPECIES_DELVER: nobody */
    uint8_t level;                    /* of the delver then */
    bool has_grave;                   /* holds what was carried, as far as is known */
    struct grave_place grave;         /* where it is or was */
    uint16_t blows[DEATH_BLOWS_KEPT]; /* damage of the last ones, the newest last; 0: none */
};

struct deaths {
    uint64_t lived;                 /* ticks, since the last of them */
    uint32_t number;                /* of all that there were */
    uint8_t count;                  /* of those in `last` */
    bool is_untold;                 /* the newest came while the player had no line */
    struct death last[DEATHS_KEPT]; /* the newest first */
};

/* Adds the newest one, with its grave where it died; the oldest goes where DEATHS_KEPT are. */
void deaths_add(struct deaths *deaths, const struct death *death);

/* Notes whether the grave of the death at that tick of the world is there. True if that is news. */
bool deaths_note_grave(struct deaths *deaths, uint64_t died_at, bool is_there);

/* Notes the place where the grave of the death at that tick of the world is now. True if that is
   news. */
bool deaths_move_grave(struct deaths *deaths, uint64_t died_at, const struct grave_place *place);

/* Deaths alone: how long the delver has lived decides nothing. Without any, no hash is changed. */
void deaths_hash(const struct deaths *deaths, struct hash *hash);

/* As bytes, DEATHS_SIZE at most: ticks lived, number, count, then each by table. Returns the
   length. */
size_t deaths_pack(const struct deaths *deaths, uint8_t *out);

/* The reverse. False for bytes of any other form. */
bool deaths_unpack(struct byte_reader *reader, struct deaths *out);

/* The places of the graves of those deaths, which are written down beside them, and back. */
size_t deaths_pack_graves(const struct deaths *deaths, uint8_t *out);
bool deaths_unpack_graves(struct byte_reader *reader, struct deaths *deaths);

#endif
