/*
 * The game and the disk. A save is one change set: the heads of levels, which are not part of the
 * world, and all dirty data of the world.
 */
#include "server/game/game_save.h"

#include "server/game/level_versions.h"
#include "server/save/persist.h"
#include "server/game/game.h"

enum err game_save(struct game *game, uint64_t *out_ticket)
{
    struct change_set set;

    change_set_init(&set);
    enum err error = level_versions_collect(&game->level_versions, &set);
    if (error != ERR_OK) {
        change_set_release(&set);
        return error;
    }
    error = persist_collect(game->persist, game->world, &set, out_ticket);
    if (error == ERR_OK)
        level_versions_mark_clean(&game->level_versions);
    return error;
}
