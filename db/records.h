/*
 * The rows of the store, one at a time. Saving replaces the whole row; ERR_RANGE for one that would
 * be refused when it is loaded. Loading checks every column (its valid content: db/columns.c):
 * ERR_NOT_FOUND without a row, ERR_FORMAT for an invalid row (only that row is lost, not the
 * world). Every row carries a checksum over all of it: a wrong one is ERR_FORMAT for accounts,
 * delvers and settings, ERR_CHECKSUM for levels, populations and memories. Errors of the disk: see
 * db/store.h.
 */
#ifndef UNDERCROFT_DB_RECORDS_H
#define UNDERCROFT_DB_RECORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/err.h"
#include "world/level.h"
#include "world/record.h"

enum {
    STYLE_NAME_SIZE = LEVEL_STYLE_SIZE,
    AUDIT_WHO_SIZE = 65,
    AUDIT_WHAT_SIZE = 1001,
    SETTINGS_SIZE = 1024
};

struct store;

/* Numbers about the world as a whole, kept in the head (db/head.h). */
enum store_meta {
    META_SEED,
    META_TICK,
    META_CREATED_AT,
    META_NEWEST_ACCOUNT, /* highest id of the removed accounts: no id is reused */
    META_COUNT
};
MUST_USE enum err store_save_meta(struct store *store, enum store_meta meta, uint64_t value);
MUST_USE enum err store_load_meta(struct store *store, enum store_meta meta, uint64_t *out);

/*
 * Makes an account and its delver, both or neither, in the open transaction or in its own. The ids
 * in the records are ignored; *out_id is the new id. ERR_EXISTS if the name (without regard to
 * case) or the skeleton is taken, ERR_RANGE for values that the schema does not allow.
 */
MUST_USE enum err store_create_account(struct store *store, const struct account_record *account,
                                       const struct delver_record *delver, int64_t *out_id);

/* Finds an account by name, without regard to case. */
MUST_USE enum err store_find_account(struct store *store, const char *name,
                                     struct account_record *out);

/* Looks for an account with that skeleton: ERR_OK if there is one, ERR_NOT_FOUND if not. */
MUST_USE enum err store_find_skeleton(struct store *store, const char *skeleton);

/* Reads the name of the account with that skeleton. The row is not proven. ERR_NOT_FOUND: no
   account has it. */
MUST_USE enum err store_name_of_skeleton(struct store *store, const char *skeleton,
                                         char out[NAME_LENGTH_MAX + 1]);

/*
 * Removes an account with its delver, memories, settings, and the mute, hold and code of its name,
 * in the open transaction or in its own; a ban of the name stays. ERR_NOT_FOUND; ERR_FORMAT for an
 * account whose row is damaged: nothing of it is removed.
 */
MUST_USE enum err store_forget_account(struct store *store, int64_t account_id);

/* Counts the levels of which a delver has memories, generations that are kept included. */
MUST_USE enum err store_count_memories(struct store *store, int64_t delver_id, uint64_t *out);

enum { UNUSED_PAGE_MAX = 32, UNUSED_SCAN_MAX = 256 };

/* Conditions for freeing the name of a player: not seen since `seen_before` and walked fewer steps
   than `steps_min`, or a guest not seen since `guest_seen_before`, after any number of steps. Times
   are seconds since 1970; 0: nobody. */
struct unused_terms {
    int64_t seen_before;
    int64_t guest_seen_before;
    uint64_t steps_min;
};

struct unused_player {
    int64_t id;
    char name[NAME_LENGTH_MAX + 1];
};

/* A page of accounts that may be freed, by id. */
struct unused_page {
    int64_t after_id; /* in: the id after which the page begins; out: the same for the next page */
    struct unused_player players[UNUSED_PAGE_MAX];
    int count;
    bool is_last;
};

/*
 * Fills a page, looking at no more than UNUSED_SCAN_MAX accounts. It leaves out accounts with a
 * role or a ruling about their name, and those with unreadable rows.
 */
MUST_USE enum err store_list_unused(struct store *store, const struct unused_terms *terms,
                                    struct unused_page *page);

/* Checks one account. ERR_EXISTS: there is a reason to keep it, or it was removed. */
MUST_USE enum err store_expect_unused(struct store *store, int64_t account_id,
                                      const struct unused_terms *terms);

/* Saves mode and last_seen_at; the rest of an account does not change. */
MUST_USE enum err store_save_account(struct store *store, const struct account_record *account);
MUST_USE enum err store_save_password(struct store *store, int64_t account_id,
                                      const char *password_hash);

/* Saves the password hash if the account still has the password of `before`. ERR_EXISTS: another
   password was chosen. */
MUST_USE enum err store_renew_password(struct store *store, int64_t account_id, const char *before,
                                       const char *password_hash);

/* Works like store_renew_password(), for a player's own change: also drops the account's code. All
   or nothing. */
MUST_USE enum err store_change_password(struct store *store, const struct account_record *account,
                                        const char *before);

/*
 * Makes a guest a player for good: the guest with the id of `claimed` gets its name, skeleton and
 * password_hash, if the password is still `before`. ERR_EXISTS: the name or one that looks like it
 * is taken. ERR_BUSY: the account is no guest, or has another password.
 */
MUST_USE enum err store_claim_account(struct store *store, const struct account_record *claimed,
                                      const char *before);

/* A change of a player's name. */
struct renaming {
    const struct account_record *account; /* id; the new name and its skeleton, padded with NULs */
    const char *before;                   /* the old name */
    /* The old and new key of the "ignore" word in the settings of other players. */
    const char *key_before;
    const char *key;
};

/*
 * Gives an account another name, in the open transaction or in its own, in all rows that contain
 * the name: bans, mutes and holds, settings of other players, reports, graves and bundles. A code
 * for the player is dropped. ERR_EXISTS: the name or one that looks like it is taken; ERR_BUSY: the
 * account's name is not `before`; ERR_NOT_FOUND; ERR_FORMAT: its row is damaged. After an error
 * nothing is changed.
 */
MUST_USE enum err store_rename_account(struct store *store, const struct renaming *renaming);

/* Changes the name everywhere except in the account, which has the new name already. */
MUST_USE enum err store_rename_traces(struct store *store, const struct renaming *renaming);

/* Rights of an account. The numbers are saved: never change or reuse one. */
enum store_role { STORE_ROLE_NONE = 0, STORE_ROLE_BUILDER = 1, STORE_ROLE_ADMIN = 2 };
MUST_USE enum err store_save_role(struct store *store, int64_t account_id, enum store_role role);
MUST_USE enum err store_load_role(struct store *store, int64_t account_id, enum store_role *out);

/* Reads the account with that id, and its rights. ERR_NOT_FOUND. */
MUST_USE enum err store_read_account(struct store *store, int64_t account_id,
                                     struct account_record *out, enum store_role *out_role);

/*
 * Save and load the settings of a player, a text of printable ASCII; "" removes the row. Saving
 * repairs a bad row. ERR_RANGE: other text, or SETTINGS_SIZE bytes or more; ERR_NOT_FOUND: there is
 * no such account, or, when loading, no settings.
 */
MUST_USE enum err store_save_settings(struct store *store, int64_t account_id, const char *list);
MUST_USE enum err store_load_settings(struct store *store, int64_t account_id,
                                      char out[SETTINGS_SIZE]);

/*
 * Save and drop rulings, the decisions of operators. Saving replaces the ruling of that kind about
 * that subject; ERR_RANGE for a ruling that cannot be right. ERR_NOT_FOUND: there is no ruling to
 * drop.
 */
MUST_USE enum err store_save_ruling(struct store *store, const struct ruling *ruling);
MUST_USE enum err store_drop_ruling(struct store *store, enum ruling_kind kind,
                                    const char *subject);

/* Loads a ruling. ERR_NOT_FOUND; ERR_FORMAT for a damaged row. */
MUST_USE enum err store_load_ruling(struct store *store, enum ruling_kind kind, const char *subject,
                                    struct ruling *out);

/* Calls `take` for all rulings, until that returns an error. Damaged rows are skipped and counted
   in *out_bad. */
MUST_USE enum err store_each_ruling(struct store *store,
                                    enum err (*take)(const struct ruling *ruling, void *argument),
                                    void *argument, uint64_t *out_bad);

/* Drops the code and saves the password, both or neither. ERR_NOT_FOUND: the stored code is no
   longer `code`, so it was used or replaced. */
MUST_USE enum err store_use_code(struct store *store, int64_t account_id, const char *password_hash,
                                 const struct ruling *code);

/* Saves a delver. ERR_NOT_FOUND for an id that store_create_account() never gave. */
MUST_USE enum err store_save_delver(struct store *store, const struct delver_record *delver);
MUST_USE enum err store_load_delver(struct store *store, int64_t id, struct delver_record *out);

/*
 * Calls `take` for each delver with the part of its row that lists of scores need: id, deepest,
 * experience and honours, in no order. Reads all rows of delvers and proves none; rows that cannot
 * be right are skipped.
 */
MUST_USE enum err store_each_score(struct store *store,
                                   void (*take)(const struct score_record *score, void *argument),
                                   void *argument);

/* Loads the part of a delver's row that a list of scores shows. ERR_NOT_FOUND also without an
   account. */
MUST_USE enum err store_load_score(struct store *store, int64_t id, struct score_record *out);

/* A level encoded by level_encode(). `format` (from 1) is the version of that encoding. */
struct level_blob {
    struct level_key key;
    char style[STYLE_NAME_SIZE];
    int format;
};
MUST_USE enum err store_save_level(struct store *store, const struct level_blob *level,
                                   const uint8_t *data, size_t length);

/*
 * Appends the blob to `data`. ERR_CHECKSUM if its checksum is wrong, ERR_FORMAT if it is larger
 * than any level; after any error `data` is unchanged.
 */
MUST_USE enum err store_load_level(struct store *store, struct level_key key,
                                   struct level_blob *out, struct bytes *data);

/*
 * Save and load the population of a generation of a level, encoded by population_encode(). Loading
 * appends to `data`, which is unchanged after an error.
 */
MUST_USE enum err store_save_population(struct store *store, struct level_key key,
                                        const uint8_t *data, size_t length);
MUST_USE enum err store_load_population(struct store *store, struct level_key key,
                                        struct bytes *data);

/* Save and load which generation of a level is the current one. Without a row (ERR_NOT_FOUND) it is
   the newest. */
MUST_USE enum err store_save_head(struct store *store, const struct level_head *head);
MUST_USE enum err store_load_head(struct store *store, uint16_t wing, uint16_t depth,
                                  struct level_head *out);

/* Calls `take` for all heads of levels, until that returns an error; *out_bad of them are
   invalid. */
MUST_USE enum err store_each_head(struct store *store,
                                  enum err (*take)(const struct level_head *head, void *argument),
                                  void *argument, uint64_t *out_bad);

/* Removes a generation: the level and all memories of it. It is no error if there is none. */
MUST_USE enum err store_drop_level(struct store *store, struct level_key key);

/* Counts the delvers on that generation of a level. */
MUST_USE enum err store_count_delvers(struct store *store, struct level_key key, uint64_t *out);

/* Lists the first `count_max` levels by depth, wing and generation. */
MUST_USE enum err store_list_levels(struct store *store, struct level_summary *out, int count_max,
                                    int *out_count);

/* Finds the newest generation of a level. */
MUST_USE enum err store_find_generation(struct store *store, uint16_t wing, uint16_t depth,
                                        uint32_t *out);

/*
 * Save and load a delver's memory of a level: `count` (width * height) of enum tile_id, of which
 * only the bands with a bit in `bands` are saved. A band without known cells has no row. Loading:
 * ERR_FORMAT if the length of a band shows that it was saved with another count. A damaged band is
 * loaded as unknown, and its error (ERR_FORMAT, ERR_CHECKSUM) returned; the other bands are as they
 * were saved. After errors of the disk the array is undefined.
 */
#define MEMORY_BANDS_ALL UINT32_MAX
MUST_USE enum err store_save_memory(struct store *store, int64_t delver_id, struct level_key key,
                                    const uint8_t *tiles, size_t count, uint32_t bands);
MUST_USE enum err store_load_memory(struct store *store, int64_t delver_id, struct level_key key,
                                    uint8_t *tiles, size_t count);

/*
 * Save and load the acts of operators and, with BUG_PREFIX, the reports of players. The newest
 * BUGS_OF_ONE_MAX reports of each author are kept, and BUGS_MAX in all: the author with the most
 * loses the oldest. `at` is in seconds since 1970. ERR_RANGE: a text is empty or too long.
 */
#define BUG_PREFIX "bug: "
enum { BUGS_MAX = 500, BUGS_OF_ONE_MAX = 20 };

struct audit_record {
    int64_t at;
    char who[AUDIT_WHO_SIZE];
    char what[AUDIT_WHAT_SIZE];
};
MUST_USE enum err store_audit(struct store *store, const struct audit_record *record);

/* Loads the newest `count_max` acts, or reports, newest first. An unreadable row becomes an
   entry that says so. */
MUST_USE enum err store_load_audit(struct store *store, struct audit_record *out, int count_max,
                                   int *out_count);
MUST_USE enum err store_load_bugs(struct store *store, struct audit_record *out, int count_max,
                                  int *out_count);

/* Removes the reports of the player with that name. */
MUST_USE enum err store_forget_bugs(struct store *store, const char *name);

/* Changes the author of a player's reports to another name. */
MUST_USE enum err store_rename_bugs(struct store *store, const char *before, const char *name);

#endif
