/*
 * Scores: which delvers came deepest, and what is told of them. The order comes from columns that
 * nothing has proven; each row that is told is loaded, and so proven, by itself.
 */
#include <string.h>

#include "db/columns.h"
#include "db/records.h"
#include "db/store_private.h"

enum err store_list_deepest(struct store *store, int64_t *out, int count_max, int *out_count)
{
    struct statement statement = statement_start(store, QUERY_DELVER_DEEPEST);
    int count = 0;

    statement_bind_int(&statement, count_max);
    while (count < count_max && statement_fetch(&statement) == ERR_OK)
        out[count++] = statement_column_int(&statement, INT64_MIN, INT64_MAX);
    *out_count = count;
    return statement_end(&statement);
}

enum err store_load_score(struct store *store, int64_t id, struct score_record *out)
{
    struct stored_account account;
    struct delver_record delver;
    enum err error = store_load_account(store, id, &account);

    if (error == ERR_OK)
        error = store_load_delver(store, id, &delver);
    if (error != ERR_OK)
        return error;
    *out = (struct score_record){.id = id,
                                 .life = delver.life.number,
                                 .deepest = delver.life.deepest,
                                 .experience = delver.life.experience,
                                 .gold = delver.life.gold,
                                 .steps = delver.steps};
    memcpy(out->name, account.record.name, sizeof out->name);
    return ERR_OK;
}
