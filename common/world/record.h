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

/* Ids of players, gold, experience and ticks: the largest integer that a client which reads JSON
   can represent exactly. Ticks of 20 ms reach it after five million years. */
#define RANGE_WHOLE_MAX INT64_C(9007199254740991)

/* Seconds since 1970: the last second of the year 9999. */
#define RANGE_TIME_MAX INT64_C(253402300799)

enum {
    RANGE_HEALTH_MAX = 10000,
    RANGE_DEALS_MAX = 1000000, /* deals of a pedlar with one delver in a day */
};

enum {
    PASSWORD_HASH_SIZE = 128, /* crypto_pwhash_STRBYTES; the string is ended by NUL */
};

/* Presentation of a session. The numbers are saved: never change or reuse one. A browser always has
   MODE_PAGE, which is never saved. */
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
    char name[NAME_LENGTH_MAX + 1];     /* as shown: "Ada" */
    char skeleton[NAME_LENGTH_MAX + 1]; /* form of the name that look-alike names share; unique */
    char password_hash[PASSWORD_HASH_SIZE];
    enum session_mode mode;
    bool is_guest;      /* came in by one tap, and has not chosen a name yet */
    int64_t created_at; /* seconds since 1970, for display only */
    int64_t last_seen_at;
};

/* The memory of a level is stored in bands of that many cells; the last band may be shorter. */
enum {
    MEMORY_BAND = 1024,
    MEMORY_BANDS_MAX = LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX / MEMORY_BAND,
};

struct delver_record {
    int64_t id;
    struct level_key level;
    struct pos at;
    int16_t health;
    int16_t health_max;
    uint64_t
        sequence; /* incremented at each change of level, so that a hand-over is applied once */
    uint64_t steps;
    struct life life;
};

/* Progress of a delver in this life. */
struct score_record {
    int64_t id;
    char name[NAME_LENGTH_MAX + 1];
    uint32_t life;
    uint16_t deepest; /* 0: no stairs were taken yet */
    int64_t experience;
    int64_t gold;
    uint64_t steps;
    struct honours honours;
};

/* Recipe of a level. */
enum { LEVEL_STYLE_SIZE = 32 };
#define LEVEL_STYLE_OF_THEME "theme" /* no style was asked for: drawn from its depth's theme */
struct level_recipe {
    uint64_t seed;
    char style[LEVEL_STYLE_SIZE];
};

/* Summary of a level, made without reading its tiles; "" and 0 if its row is damaged. */
struct level_summary {
    struct level_key key;
    char style[LEVEL_STYLE_SIZE];
    int width;
    int height;
};

/* The current generation of a level. */
struct level_head {
    uint16_t wing;
    uint16_t depth;
    uint32_t current;
    bool has_kept;
    uint32_t kept;              /* previous generation, for going back; 0: none */
    uint32_t newest;            /* highest ever; the next is one more */
    bool is_locked;             /* nobody new may come in */
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
    RULING_BAN_NAME = 1,    /* subject: the name of a delver */
    RULING_BAN_NETWORK = 2, /* subject: a network in the form of network_write() */
    RULING_MUTE = 3,        /* a name */
    RULING_HOLD = 4,        /* subject: a name that was made but not yet approved */
    RULING_CODE = 5,        /* subject: a name; detail: hash of a code that can be used once */
    RULING_KIND_END
};

#define RULING_NO_DETAIL "-" /* stands for an empty detail, since stored texts are not empty */

struct ruling {
    enum ruling_kind kind;
    char subject[RULING_SUBJECT_SIZE];
    int64_t until; /* seconds since 1970, RANGE_TIME_MAX at most; 0: until it is lifted */
    int64_t at;    /* when it was made */
    char who[RULING_WHO_SIZE];
    char detail[RULING_DETAIL_SIZE]; /* reason; RULING_NO_DETAIL: none was given */
};

#endif
