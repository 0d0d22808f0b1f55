/*
 * Records kept between two runs, of an account, a delver, a level or a ruling: plain values that
 * are copied between the world, the persistence thread and the database.
 */
#ifndef UNDERCROFT_WORLD_RECORD_H
#define UNDERCROFT_WORLD_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "world/id.h"
#include "world/level.h"
#include "world/life.h"

/*
 * Ranges. A number read from disk must be within its range, and play does not increase it beyond:
 * so the sum of two of them cannot overflow, and every number can be saved again.
 */

/* Largest id of a player, gold, experience or tick: the largest integer that a client which reads
   JSON can represent exactly. Ticks of 20 ms reach it after five million years. */
#define RANGE_WHOLE_MAX INT64_C(9007199254740991)

/* Latest time in seconds since 1970: the last second of the year 9999. */
#define RANGE_TIME_MAX INT64_C(253402300799)

enum {
    RANGE_HEALTH_MAX = 10000,
    RANGE_DEALS_MAX = 1000000, /* most deals of a pedlar with one delver in a day */
};

enum {
    PASSWORD_HASH_SIZE = 128, /* crypto_pwhash_STRBYTES; the string is ended by NUL */
};

/* The presentation of a session. The numbers are saved: never change or reuse one. A browser always
   has MODE_PAGE, which is never saved. */
enum session_mode {
    MODE_UNSET = 0,
    MODE_SCREEN = 1,
    MODE_LINE = 2,
    MODE_READER = 3,
    MODE_PAGE = 4
};

/* An account has one delver; both have the same id, a row id from 1. */
struct account_record {
    int64_t id;
    char name[NAME_LENGTH_MAX + 1];     /* name as it is shown: "Ada" */
    char skeleton[NAME_LENGTH_MAX + 1]; /* form that names which look alike share; unique */
    char password_hash[PASSWORD_HASH_SIZE];
    enum session_mode mode;
    /* the player came in without choosing a name, and has not chosen one since */
    bool is_guest;
    int64_t created_at; /* seconds since 1970, for display only */
    int64_t last_seen_at;
};

/* The memory of a level is stored in bands; the last band may be shorter. A band has MEMORY_BAND
   cells for each share of the level, so no memory has more than MEMORY_BANDS_MAX. */
enum {
    MEMORY_BAND = 1024,
    MEMORY_BANDS_MAX = LEVEL_SHARE / MEMORY_BAND,
    MEMORY_BAND_MOST = MEMORY_BAND * LEVEL_SHARES_MAX,
};

/* Cells of a band of a memory with that many cells. */
static inline size_t memory_band(size_t cell_count)
{
    return MEMORY_BAND * (size_t)level_shares(cell_count);
}

struct delver_record {
    int64_t id;
    struct level_key level;
    struct pos at;
    int16_t health;
    int16_t health_max;
    uint64_t sequence; /* incremented at each change of level, so that no change is applied twice */
    uint64_t steps;
    struct life life;
};

/* The progress of a delver in this life. */
struct score_record {
    int64_t id;
    char name[NAME_LENGTH_MAX + 1];
    uint32_t life;
    uint16_t deepest; /* 0: it has taken no stairs yet */
    int64_t experience;
    int64_t gold;
    uint64_t steps;
    struct honours honours;
};

/* Recipe of a level. */
enum { LEVEL_STYLE_SIZE = 32 };
#define LEVEL_STYLE_OF_THEME "theme" /* stands for the style that the depth's theme draws */
struct level_recipe {
    uint64_t seed;
    char style[LEVEL_STYLE_SIZE];
};

/* A summary of a level, made without reading its tiles; "" and 0 if its row is damaged. */
struct level_summary {
    struct level_key key;
    char style[LEVEL_STYLE_SIZE];
    int width;
    int height;
};

/* Which generation of a level is the current one. */
struct level_head {
    uint16_t wing;
    uint16_t depth;
    uint32_t current;
    bool has_kept;
    uint32_t kept;              /* previous generation, which can be put back; 0: none */
    uint32_t newest;            /* highest generation so far */
    bool is_locked;             /* no further delver may come in */
    struct level_recipe recipe; /* recipe of the current generation */
    struct level_recipe kept_recipe;
};

/*
 * Rulings: decisions of operators. A ban of a name or a network, a mute, a new delver that waits
 * for approval, a code for a new password. Each subject has at most one of a kind.
 */
enum {
    RULING_SUBJECT_SIZE = 50, /* longest network, with its NUL */
    RULING_WHO_SIZE = 65,
    RULING_DETAIL_SIZE = 201,
};

/* The numbers are saved: never change or reuse one. */
enum ruling_kind {
    RULING_BAN_NAME = 1,    /* subject: the name of a player */
    RULING_BAN_NETWORK = 2, /* subject: a network in the form of network_write() */
    RULING_MUTE = 3,        /* subject: a name */
    RULING_HOLD = 4,        /* subject: a name that was made but not yet approved */
    RULING_CODE = 5,        /* subject: a name; detail: hash of a code that can be used once */
    RULING_KIND_END
};

#define RULING_NO_DETAIL "-" /* stored for no detail, as stored texts are not empty */

struct ruling {
    enum ruling_kind kind;
    char subject[RULING_SUBJECT_SIZE];
    /* end in seconds since 1970, at most RANGE_TIME_MAX; 0: none, until it is lifted */
    int64_t until;
    int64_t at; /* time when it was made */
    char who[RULING_WHO_SIZE];
    char detail[RULING_DETAIL_SIZE]; /* reason; RULING_NO_DETAIL: none was given */
};

#endif
