/*
 * Words of the game, one table after another: a new table needs a function and a row of `sources`.
 */
#include "narrate/reserved_words.h"

#include "content/item.h"
#include "content/setpiece.h"
#include "content/species.h"
#include "content/status.h"
#include "content/theme.h"
#include "content/tile.h"
#include "narrate/command.h"
#include "narrate/place_words.h"
#include "world/name.h"
#include "world/place.h"

/* Words that no table has: numbers, and words for groups and for places. */
static const char *const plain_words[] = {
    "one two three four five six seven eight nine ten eleven twelve dozen hundred thousand",
    "first second third fourth fifth last next previous other another",
    "all any both each every everything few half many more most much none nothing some several",
    "here there back home nearest near far left right above below inside outside ahead behind",
    "place level depth dungeon cellar floor ground haven gate gateway road way trail map",
    "grave graves corpse body remains gold money coin coins pile heap thing things item items",
    "foe foes monster monsters enemy enemies boss target people player players party group guild",
    "invite join leave force",
    "self myself himself herself itself them him her someone anyone noone",
    "merchant shop shopkeeper stall trader seller pedlar pedlars",
    "yes not end off true false null unknown",
};

static enum err add_plural(struct reserved_names *names, const char *name, const char *plural)
{
    enum err error = name == NULL ? ERR_OK : reserved_names_add(names, name);

    return error != ERR_OK || plural == NULL ? error : reserved_names_add(names, plural);
}

static enum err add_plain(struct reserved_names *names)
{
    enum err error = ERR_OK;

    for (size_t i = 0; error == ERR_OK && name_reserved_at(i) != NULL; i++)
        error = reserved_names_add(names, name_reserved_at(i));
    for (size_t i = 0; error == ERR_OK && i < sizeof plain_words / sizeof plain_words[0]; i++)
        error = reserved_names_add(names, plain_words[i]);
    return error;
}

static enum err add_species(struct reserved_names *names)
{
    enum err error = ERR_OK;

    for (enum species_id id = 0; error == ERR_OK && id < SPECIES_COUNT; id++)
        error = add_plural(names, species_row(id)->name, species_row(id)->plural);
    return error;
}

static enum err add_items(struct reserved_names *names)
{
    enum err error = ERR_OK;

    for (enum item_kind kind = 0; error == ERR_OK && kind < ITEM_KIND_COUNT; kind++)
        error = add_plural(names, item_row(kind)->name, item_row(kind)->plural);
    for (enum item_class class = 0; error == ERR_OK && class < CLASS_COUNT; class ++)
        error = add_plural(names, item_class_row(class)->one, item_class_row(class)->name);
    return error;
}

static enum err add_tiles(struct reserved_names *names)
{
    enum err error = ERR_OK;

    for (enum tile_id id = 0; error == ERR_OK && id < TILE_COUNT; id++)
        error = add_plural(names, tile_row(id)->name, NULL);
    return error;
}

static enum err add_statuses(struct reserved_names *names)
{
    enum err error = ERR_OK;

    for (enum status_id id = 0; error == ERR_OK && id < STATUS_COUNT; id++)
        error = add_plural(names, status_row(id)->name, status_row(id)->harm);
    return error;
}

static enum err add_levels(struct reserved_names *names, const struct themes *themes)
{
    enum err error = ERR_OK;

    for (int depth = 1; error == ERR_OK && depth <= DEPTH_MAX; depth++) {
        const struct theme_row *theme = theme_of_depth(themes, depth);
        /* The depths of a theme share its names. */
        if (depth != theme->depth_first)
            continue;
        error = reserved_names_add_whole(names, theme->name);
        for (int i = 0; error == ERR_OK && i < THEME_LEVEL_NAMES; i++) {
            if (theme->level_names[i] != NULL)
                error = reserved_names_add_whole(names, theme->level_names[i]);
        }
    }
    return error;
}

static enum err add_rooms(struct reserved_names *names)
{
    enum err error = ERR_OK;

    for (enum place_kind kind = 0; error == ERR_OK && kind < PLACE_KIND_COUNT; kind++)
        error = reserved_names_add(names, place_kind_name(kind));
    return error;
}

static enum err add_commands(struct reserved_names *names)
{
    struct command_words words = {0};
    char word[COMMAND_WORD_SIZE];
    enum err error = ERR_OK;

    while (error == ERR_OK && command_next_word(&words, word))
        error = reserved_names_add(names, word);
    return error;
}

enum err reserved_words_add(struct reserved_names *names, const struct setpieces *setpieces)
{
    static enum err (*const sources[])(struct reserved_names *) = {
        add_plain, add_species, add_items, add_tiles, add_statuses, add_rooms, add_commands,
    };
    enum err error = ERR_OK;

    for (size_t i = 0; error == ERR_OK && i < sizeof sources / sizeof sources[0]; i++)
        error = sources[i](names);
    if (error == ERR_OK)
        error = add_levels(names, setpieces->themes);
    for (size_t i = 0; error == ERR_OK && i < setpieces->count; i++)
        error = reserved_names_add_whole(names, setpieces->rows[i].name);
    return error;
}
