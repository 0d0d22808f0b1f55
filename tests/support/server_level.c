/*
 * The catalogue is read once and kept to the end of the program.
 */
#include "support/server_level.h"

#include "base/check.h"
#include "content/setpiece.h"
#include "gen/gen.h"

static struct setpieces pieces;

struct level *server_level(uint64_t seed, struct level_key key)
{
    struct gen_request request;
    struct level *level = NULL;

    if (pieces.rows == NULL)
        CHECK(setpieces_builtin(&pieces) == ERR_OK);
    gen_request_for_key(&request, seed, key);
    request.pieces = &pieces;
    CHECK(gen_level(&request, &level, NULL) == ERR_OK);
    return level;
}
