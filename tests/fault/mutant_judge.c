/*
 * Judges how the store treats a damaged database.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "db/examine.h"
#include "db/records.h"
#include "db/store.h"
#include "db/store_private.h"
#include "mutant.h"

enum { ROWS_AT_A_TIME = 5, STEPS_MAX = 10000 };

struct judge {
    const struct mutant_original *original;
    struct examination seen;
    enum err examined;
    struct mutant_facts facts;
    struct store_status status;
    char *reason;
};

__attribute__((format(printf, 2, 3))) static void blame(struct judge *judge, const char *format,
                                                        ...)
{
    va_list arguments;

    if (judge->reason[0] != '\0')
        return;
    va_start(arguments, format);
    vsnprintf(judge->reason, MUTANT_REASON_SIZE, format, arguments);
    va_end(arguments);
}

static bool is_same_fact(struct mutant_fact a, struct mutant_fact b)
{
    return a.result == b.result && a.hash == b.hash;
}

/* The record whose rows the answer comes from; false for the head. */
static bool find_record(int place, enum record_id *out)
{
    if (place < FACT_NAME)
        *out = (enum record_id)((place - FACT_ROWS) / MUTANT_PLACES);
    else
        *out = place < FACT_GENERATION ? RECORD_ACCOUNT : RECORD_LEVEL;
    return place < FACT_SEED;
}

static const char *fact_kind(int place)
{
    enum record_id id;

    return find_record(place, &id) ? record_at(id)->table : "the head";
}

/* True if the fact was so after one of the commits. */
static bool was_ever(const struct mutant_original *original, int place, struct mutant_fact fact)
{
    for (int i = 0; i < original->version_count; i++) {
        if (is_same_fact(original->versions[i].list[place], fact))
            return true;
    }
    return false;
}

static bool is_version(const struct mutant_facts *version, const struct mutant_facts *facts)
{
    for (int i = 0; i < FACT_SEALED_COUNT; i++) {
        if (!is_same_fact(version->list[i], facts->list[i]))
            return false;
    }
    return true;
}

static bool is_any_version(const struct mutant_original *original, const struct mutant_facts *facts)
{
    for (int i = 0; i < original->version_count; i++) {
        if (is_version(&original->versions[i], facts))
            return true;
    }
    return false;
}

static int first_difference(const struct judge *judge)
{
    const struct mutant_facts *newest =
        &judge->original->versions[judge->original->version_count - 1];
    int place = 0;

    while (place < FACT_SEALED_COUNT - 1 &&
           is_same_fact(newest->list[place], judge->facts.list[place]))
        place++;
    return place;
}

/* Nothing was found: then everything must be as it was after one commit. */
static void judge_clean(struct judge *judge)
{
    if (is_any_version(judge->original, &judge->facts))
        return;
    int place = first_difference(judge);
    blame(judge, "nothing was found, but %s (%d) comes back as %s", fact_kind(place), place,
          judge->facts.list[place].result == ERR_OK ? "another"
                                                    : err_name(judge->facts.list[place].result));
}

/* A whole state with no bad row in its table has every row. */
static bool may_be_lost(const struct examination *seen, int place)
{
    enum record_id id;

    return !seen->state_is_whole || (find_record(place, &id) && seen->rows[id].bad > 0);
}

/* Something was found: what is handed out all the same must be right, what is not must be told. */
static void judge_found(struct judge *judge)
{
    for (int i = 0; i < FACT_SEALED_COUNT; i++) {
        struct mutant_fact fact = judge->facts.list[i];
        if (was_ever(judge->original, i, fact))
            continue;
        if (judge->examined == ERR_OK && !may_be_lost(&judge->seen, i))
            blame(judge, "%s (%d) comes back as %s and nothing tells so", fact_kind(i), i,
                  fact.result == ERR_OK ? "another" : err_name(fact.result));
        /* The number of a generation is in the key of a level, which is proven when it is read. */
        bool is_key = i >= FACT_GENERATION && i < FACT_SEED;
        if (fact.result == ERR_OK && !is_key)
            blame(judge, "%s (%d) is handed out with a content it never had", fact_kind(i), i);
    }
}

static bool is_unsealed_change(const struct judge *judge)
{
    for (int i = FACT_SEALED_COUNT; i < FACT_COUNT; i++) {
        if (judge->facts.list[i].result == ERR_OK &&
            !was_ever(judge->original, i, judge->facts.list[i]))
            return true;
    }
    return false;
}

/* Any result is right, as long as the call returns. */
static void save_once(struct store *store)
{
    struct delver_record delver;
    enum err error = store_load_delver(store, 2, &delver);

    if (error == ERR_OK) {
        delver.steps++;
        error = store_save_delver(store, &delver);
    }
    if (error == ERR_OK)
        error = store_save_meta(store, META_TICK, 99);
    (void)error;
}

/* The proof of all rows, with a save between any two of its steps. */
static void prove(struct judge *judge, struct store *store)
{
    bool is_over = false;

    judge->examined = ERR_OK;
    for (int step = 0; judge->examined == ERR_OK && !is_over; step++) {
        judge->examined = store_prove(store, ROWS_AT_A_TIME);
        judge->seen = *store_proof(store, &is_over);
        save_once(store);
        if (step == STEPS_MAX)
            blame(judge, "the proof does not end");
        if (step == STEPS_MAX)
            return;
    }
}

/* A database found not to be of one moment is refused from then on, if that could be written. */
static void expect_remembered(struct judge *judge, const char *path)
{
    struct store *store = NULL;
    struct store_status status;

    if (store_open(path, &store, &status) != ERR_OK)
        return;
    blame(judge, "a world that was found broken is opened again");
    enum err closed = store_close(store);
    (void)closed;
}

static enum mutant_outcome judge_store(struct judge *judge, struct store *store, const char *path,
                                       bool *out_unsealed)
{
    enum mutant_outcome outcome = OUTCOME_UNHARMED;

    mutant_read_facts(store, &judge->facts);
    prove(judge, store);
    if (judge->examined != ERR_OK || !judge->seen.state_is_whole)
        outcome = OUTCOME_BROKEN;
    else if (!examination_is_clean(&judge->seen))
        outcome = OUTCOME_BAD_ROWS;
    if (outcome == OUTCOME_UNHARMED)
        judge_clean(judge);
    else
        judge_found(judge);
    *out_unsealed = outcome == OUTCOME_UNHARMED && is_unsealed_change(judge);
    bool is_noted = store->state.head.numbers[HEAD_DOUBT] != 0;
    enum err closed = store_close(store);
    (void)closed;
    if (is_noted)
        expect_remembered(judge, path);
    return outcome;
}

/* A file that was refused keeps its bytes. */
static void expect_untouched(struct judge *judge, const char *path, const struct bytes *before)
{
    struct bytes after;

    mutant_read_file(path, &after);
    if (after.length != before->length ||
        (after.length > 0 && memcmp(after.data, before->data, after.length) != 0))
        blame(judge, "%s was refused (%s) and has other bytes now", path, judge->status.reason);
    bytes_release(&after);
}

enum mutant_outcome mutant_judge(const struct mutant_original *original, const char *path,
                                 bool *out_unsealed, char reason[MUTANT_REASON_SIZE])
{
    struct judge judge = {.original = original, .reason = reason};
    enum mutant_outcome outcome = OUTCOME_REFUSED;
    char log_path[MUTANT_PATH_SIZE + 8];
    struct store *store = NULL;
    struct bytes database;
    struct bytes log;

    reason[0] = '\0';
    *out_unsealed = false;
    snprintf(log_path, sizeof log_path, "%s-wal", path);
    mutant_read_file(path, &database);
    mutant_read_file(log_path, &log);
    enum err error = store_open(path, &store, &judge.status);
    if (judge.status.is_new)
        blame(&judge, "a new world was made");
    if (error == ERR_OK) {
        outcome = judge_store(&judge, store, path, out_unsealed);
    } else {
        if (judge.status.reason[0] == '\0')
            blame(&judge, "it was refused without a reason");
        expect_untouched(&judge, path, &database);
        expect_untouched(&judge, log_path, &log);
    }
    bytes_release(&database);
    bytes_release(&log);
    return reason[0] == '\0' ? outcome : OUTCOME_WRONG;
}
