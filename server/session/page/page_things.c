/*
 * Things for a browser page, as JSON: those in view, sorted, and the commands that fit a carried
 * thing.
 */
#include "server/session/page/page_things.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "narrate/command.h"
#include "narrate/pack_words.h"
#include "server/session/commands/list.h"
#include "server/session/commands/pack.h"
#include "server/session/page/page_state.h"
#include "server/session/session.h"
#include "server/session/sessions.h"

static const char *const kind_names[THING_KIND_COUNT] = {
    [THING_DELVER] = "delver", [THING_FOE] = "foe",       [THING_ITEM] = "item",
    [THING_DOOR] = "door",     [THING_STAIRS] = "stairs", [THING_FEATURE] = "feature",
};

static int compare(const void *left, const void *right)
{
    const struct thing *a = left;
    const struct thing *b = right;

    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    if (a->at.y != b->at.y)
        return a->at.y < b->at.y ? -1 : 1;
    if (a->at.x != b->at.x)
        return a->at.x < b->at.x ? -1 : 1;
    return a->body < b->body ? -1 : a->body > b->body;
}

static json_t *make_thing(const struct thing *thing, int number, bool has_offset)
{
    const char glyph[2] = {thing->glyph, '\0'};
    json_t *value = json_pack("{s:i, s:s, s:s, s:s, s:i, s:i, s:b}", "n", number, "kind",
                              kind_names[thing->kind], "glyph", glyph, "name", thing->name, "x",
                              thing->at.x, "y", thing->at.y, "seen", (int)thing->is_seen);

    if (thing->kind == THING_DOOR)
        json_object_set_new(value, "open", json_boolean(thing->is_open));
    if (thing->kind == THING_FOE)
        json_object_set_new(value, "asleep", json_boolean(thing->is_asleep));
    if (has_offset) {
        json_object_set_new(value, "dx", json_integer(thing->dx));
        json_object_set_new(value, "dy", json_integer(thing->dy));
    }
    return value;
}

bool page_things_have_offsets(enum session_mode mode)
{
    return presentation_table[mode]->is_spoken;
}

void page_things_collect(enum session_mode mode, const struct world *world,
                         const struct delver *delver, struct things *out)
{
    unsigned bodies = THINGS_OF_DELVERS | THINGS_OF_FOES;
    const struct things_wish wish = {
        .kinds = page_things_have_offsets(mode) ? THINGS_OF_ALL : THINGS_OF_ALL & ~bodies,
        .by_kind = true,
        .counts_doors = true,
        .without_ground = true,
        .max = THINGS_MAX};

    things_collect(world, delver, &wish, out);
    qsort(out->list, (size_t)out->count, sizeof out->list[0], compare);
}

json_t *page_things_make(struct session *session, const struct delver *delver,
                         const struct things *things)
{
    bool has_offset = page_things_have_offsets(session->mode);
    json_t *list = json_array();

    list_note(session->present.scrollback, &session->commands, delver, things);
    for (int i = 0; i < things->count; i++)
        json_array_append_new(list, make_thing(&things->list[i], i + 1, has_offset));
    return list;
}

void page_things_actions(const struct delver *delver, uint32_t object, char *out)
{
    size_t length = 0;

    out[0] = '\0';
    for (enum command_id id = COMMAND_NONE; id < COMMAND_COUNT; id++) {
        enum pack_verb verb;
        if (pack_verb_of(id, &verb) && pack_fits(delver, verb, object) && length < PAGE_ACTIONS_MAX)
            length += (size_t)snprintf(out + length, PAGE_ACTIONS_MAX - length, "%s%s",
                                       length > 0 ? " " : "", pack_verb_name(verb));
    }
}

int page_explored_percent(struct page *page, const struct delver *delver)
{
    if (page->explored_cells == delver->explored &&
        level_key_equal(page->explored_of, delver->body.key))
        return page->explored_percent;
    page->explored_cells = delver->explored;
    page->explored_of = delver->body.key;
    page->explored_percent = delver_explored_percent(delver);
    return page->explored_percent;
}
