/*
 * Questions about accounts.
 */
#ifndef UNDERCROFT_SERVER_SAVE_PERSIST_ACCOUNTS_H
#define UNDERCROFT_SERVER_SAVE_PERSIST_ACCOUNTS_H

#include <stdbool.h>
#include <stdint.h>

#include "server/save/change_set.h"
#include "server/save/job.h"
#include "world/record.h"

/* Finds an account by account.id, or if that is 0 by name and skeleton. ERR_NOT_FOUND. */
struct account_question {
    struct account_record account;
    struct delver_record delver;
    int role;                         /* as saved: 0 none, 1 builder, 2 admin */
    char settings[SETTINGS_ROW_SIZE]; /* the player's choices; "": none */
    bool is_settings_lost;            /* there are some, but their row is damaged */
    bool is_lookalike;                /* no such name, but one that looks like it */
};
extern const struct question question_find_account;

/* Tells only whether it is a player's whole name. ERR_NOT_FOUND. */
struct name_question {
    char name[NAME_LENGTH_MAX + 1];
};
extern const struct question question_find_name;

/* An account to make, with its delver and, if it has a kind, the ruling. */
struct new_account {
    struct account_record account;
    struct delver_record delver;
    struct ruling ruling;
};
extern const struct question question_create_account;

/* account.id gets account.password_hash if it still has the password of `before`; a code for
   account.name then becomes invalid. */
struct new_password {
    struct account_record account;
    char before[PASSWORD_HASH_SIZE];
};
extern const struct question question_renew_password;
extern const struct question question_change_password;

enum { JOB_KEY_SIZE = 32 };

/* account.id, and all rows with its name, get name and skeleton of `account`; a guest who claims a
   name also gets its password, if the password is still that of `password_before`. */
struct new_name {
    struct account_record account;
    char password_before[PASSWORD_HASH_SIZE];
    char name_before[NAME_LENGTH_MAX + 1];
    char ignore_before[JOB_KEY_SIZE]; /* key in the settings of players who ignore name_before... */
    char ignore_key[JOB_KEY_SIZE];    /* ...and its replacement */
};
extern const struct question question_rename_account;
extern const struct question question_claim_account;

struct new_role {
    struct account_record account;
    int role; /* as saved: 0 none, 1 builder, 2 admin */
};
extern const struct question question_save_role;

/* The content is a struct ruling. Dropping a missing one is no error. */
extern const struct question question_save_ruling;
extern const struct question question_drop_ruling;

/* The account.id gets account.password_hash for the code. */
struct code_use {
    struct account_record account;
    struct ruling code;
};
extern const struct question question_use_code;

enum { REMOVAL_BATCH_MAX = 32, REMOVAL_STEPS_MIN = 10 };

/* Players to remove. A list of unused ones, page by page, becomes such an order. */
struct removal_order {
    struct account_record account; /* the one player of an operator's command, returned... */
    struct delver_record delver;   /* the same */
    int64_t at;                    /* when it was decided, for the audit; seconds since 1970 */
    bool are_unused; /* players and guests not seen since then (db/records.h); else any player */
    int64_t seen_before;
    int64_t guest_seen_before;
    int64_t after_id; /* where the page begins; when it is found, where the next one begins */
    bool is_last;     /* there is no next page */
    bool is_dry;      /* the one player is only described, not removed */
    struct {
        int64_t id; /* 0 in an answer: stays after all */
        char name[NAME_LENGTH_MAX + 1];
    } players[REMOVAL_BATCH_MAX];
    int count;
    uint64_t memories; /* of the first, before */
};
extern const struct question question_list_unused;
extern const struct question question_remove_players;

#endif
