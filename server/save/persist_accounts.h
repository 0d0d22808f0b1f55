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
    int role;                         /* role as saved: 0 none, 1 builder, 2 admin */
    char settings[SETTINGS_ROW_SIZE]; /* the player's choices; "": none */
    bool is_settings_lost;            /* the player has settings, but their row is damaged */
    /* no player has the name, but one has a name that looks like it */
    bool is_lookalike;
};
extern const struct question question_find_account;

/* Asks whether a name is a player's whole name. ERR_NOT_FOUND: it is not. */
struct name_question {
    char name[NAME_LENGTH_MAX + 1];
};
extern const struct question question_find_name;

/* An account to make, with its delver and, if it has a kind, a ruling. */
struct new_account {
    struct account_record account;
    struct delver_record delver;
    struct ruling ruling;
};
extern const struct question question_create_account;

/* Gives account.id the password account.password_hash if it still has the password `before`; a code
   for account.name then becomes invalid. */
struct new_password {
    struct account_record account;
    char before[PASSWORD_HASH_SIZE];
};
extern const struct question question_renew_password;
extern const struct question question_change_password;

enum { JOB_KEY_SIZE = 32 };

/* Gives account.id, and all rows with its name, the name and skeleton of `account`; a guest who
   claims a name also gets its password, if the password is still `password_before`. */
struct new_name {
    struct account_record account;
    char password_before[PASSWORD_HASH_SIZE];
    char name_before[NAME_LENGTH_MAX + 1];
    char ignore_before[JOB_KEY_SIZE]; /* key in the settings of players who ignore name_before */
    char ignore_key[JOB_KEY_SIZE];    /* replacement of that key */
};
extern const struct question question_rename_account;
extern const struct question question_claim_account;

struct new_role {
    struct account_record account;
    int role; /* role as saved: 0 none, 1 builder, 2 admin */
};
extern const struct question question_save_role;

/* Save and drop a ruling; the content is a struct ruling. Dropping a missing one is no error. */
extern const struct question question_save_ruling;
extern const struct question question_drop_ruling;

/* Gives account.id the password account.password_hash in exchange for the code. */
struct code_use {
    struct account_record account;
    struct ruling code;
};
extern const struct question question_use_code;

enum { REMOVAL_BATCH_MAX = 32, REMOVAL_STEPS_MIN = 10 };

/* Players to remove. A list of unused players, page by page, becomes such an order. */
struct removal_order {
    /* account of the only player, of an operator's command, also in the answer */
    struct account_record account;
    struct delver_record delver; /* delver of that player, also in the answer */
    int64_t at;                  /* time of the decision in seconds since 1970, for the audit */
    bool are_unused; /* players and guests not seen since then (db/records.h); false: any player */
    int64_t seen_before;
    int64_t guest_seen_before;
    /* id after which the page begins; in the answer, the same for the next page */
    int64_t after_id;
    bool is_last; /* there is no next page */
    bool is_dry;  /* the only player is described, but not removed */
    struct {
        int64_t id; /* in the answer 0: this player stays after all */
        char name[NAME_LENGTH_MAX + 1];
    } players[REMOVAL_BATCH_MAX];
    int count;
    uint64_t memories; /* number of memories that the first player had */
};
extern const struct question question_list_unused;
extern const struct question question_remove_players;

#endif
