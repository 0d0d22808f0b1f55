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

/* By account.id, or where that is 0 by name and skeleton. ERR_NOT_FOUND. */
struct account_question {
    struct account_record account;
    struct delver_record delver;
    int role;                         /* as saved: 0 none, 1 builder, 2 admin */
    char settings[SETTINGS_ROW_SIZE]; /* the player's choices; "": none */
    bool is_settings_lost;            /* there are some, but their row is damaged */
    bool is_lookalike;                /* no such name, but one that looks like it */
};
extern const struct question question_find_account;

/* Whether it is a player's whole name; nothing else is told. ERR_NOT_FOUND. */
struct name_question {
    char name[NAME_LENGTH_MAX + 1];
};
extern const struct question question_find_name;

/* An account that is made, with its delver and, if it has a kind, the ruling. */
struct new_account {
    struct account_record account;
    struct delver_record delver;
    struct ruling ruling;
};
extern const struct question question_create_account;

/* The account.id gets account.password_hash if it still has the password of `before`; of a change,
   a code for account.name is no good any more. */
struct new_password {
    struct account_record account;
    char before[PASSWORD_HASH_SIZE];
};
extern const struct question question_renew_password;
extern const struct question question_change_password;

enum { JOB_KEY_SIZE = 32 };

/* The account.id gets name and skeleton of `account`, and so does all that speaks of it; a guest
   who claims a name also gets its password, if the password is still that of `password_before`. */
struct new_name {
    struct account_record account;
    char password_before[PASSWORD_HASH_SIZE];
    char name_before[NAME_LENGTH_MAX + 1];
    char ignore_before[JOB_KEY_SIZE]; /* key in the settings of those who ignore name_before, */
    char ignore_key[JOB_KEY_SIZE];    /* and in the place of that from now on */
};
extern const struct question question_rename_account;
extern const struct question question_claim_account;

struct new_role {
    struct account_record account;
    int role; /* as saved: 0 none, 1 builder, 2 admin */
};
extern const struct question question_save_role;

/* The content is a struct ruling. That there is none to be dropped is no error. */
extern const struct question question_save_ruling;
extern const struct question question_drop_ruling;

/* The account.id gets account.password_hash for the code. */
struct code_use {
    struct account_record account;
    struct ruling code;
};
extern const struct question question_use_code;

enum { REMOVAL_BATCH_MAX = 32, REMOVAL_STEPS_MIN = 10 };

/* Players who are to be removed. A list of those that are not used, page by page, becomes such an
   order. */
struct removal_order {
    struct account_record account; /* of the one player of an operator's word, told back; */
    struct delver_record delver;   /* the same */
    int64_t at;                    /* when it was decided, for the audit; seconds since 1970 */
    bool are_unused; /* players and guests not seen since then (db/records.h); else any player */
    int64_t seen_before;
    int64_t guest_seen_before;
    int64_t after_id; /* where the page begins; when it is found, where the next one does */
    bool is_last;     /* there is no next one */
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
