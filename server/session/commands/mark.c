/*
 * Marks: what is pointed out, and where it is from where each listener stands.
 */
#include "server/session/commands/mark.h"

#include <ctype.h>
#include <stdio.h>

#include "narrate/cell_words.h"
#include "narrate/command.h"
#include "narrate/threats.h"
#include "narrate/words.h"
#include "server/session/commands/target.h"
#include "server/session/session.h"
#include "server/session/sessions.h"

enum { OFFSET_SIZE = 64 };

static bool is_place(const struct delver *delver, const char *words, struct pos *out)
{
    return cell_at_offset(delver->body.at, words, out) || command_cell(words, out);
}

/* False: nothing is known there, and the player is told. */
static bool name_place(struct session *session, const struct delver *delver, struct marked *marked)
{
    enum tile_id tile = level_contains(delver->body.level, marked->at)
                            ? delver_remembered(delver, marked->at)
                            : TILE_UNKNOWN;

    if (tile == TILE_UNKNOWN) {
        session_tell(session, "You know nothing of that place.", ROLE_DIM_TEXT);
        return false;
    }
    snprintf(marked->name, sizeof marked->name, "%s%s", tile_article(tile), tile_row(tile)->name);
    marked->name[0] = (char)toupper((unsigned char)marked->name[0]);
    return true;
}

static bool name_foe(struct session *session, const struct delver *delver, const char *words,
                     struct marked *marked)
{
    const struct world *world = session->sessions->game->world;
    struct action action = {.dir = DIR_NONE};

    if (!target_find(session, delver, words, &action) || action.dir != DIR_NONE)
        return false;
    const struct body *foe = world_body(world, action.target);
    marked->at = foe->at;
    body_words(foe, marked->name, sizeof marked->name);
    return true;
}

bool mark_find(struct session *session, const char *words, struct marked *marked)
{
    const struct delver *delver = world_delver(session->sessions->game->world, session->actor);
    struct threats threats;
    int number;

    if (delver == NULL || delver->body.state != BODY_PRESENT)
        return false;
    marked->at = delver->body.at;
    if (words[0] == '\0') {
        threats_collect(session->sessions->game->world, delver, &threats);
        return threats.count > 0 ? name_foe(session, delver, "", marked)
                                 : name_place(session, delver, marked);
    }
    if (is_place(delver, words, &marked->at))
        return name_place(session, delver, marked);
    if (!command_is_place(words) || command_number(words, &number))
        return name_foe(session, delver, words, marked);
    session_tell(session, "There is no such place: mark 12,5, or mark 3 east.", ROLE_DIM_TEXT);
    return false;
}

void mark_describe(const struct session *session, const struct marked *marked,
                   const struct session *listener, char out[MARK_TEXT_SIZE])
{
    const struct world *world = session->sessions->game->world;
    const struct delver *marker = world_delver(world, session->actor);
    const struct delver *other = world_delver(world, listener->actor);
    char where[OFFSET_SIZE];

    if (other != NULL && other->body.level == marker->body.level)
        pos_offset(other->body.at, marked->at, where, sizeof where);
    else
        snprintf(where, sizeof where, "on depth %d", marker->body.level->key.depth);
    snprintf(out, MARK_TEXT_SIZE, "%s, %s.", marked->name, where);
}
