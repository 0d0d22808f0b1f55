/*
 * The surroundings of a delver in words: the ways out, and the things in view from near to far.
 */
#include <stdio.h>
#include <string.h>

#include "narrate/exits.h"
#include "narrate/place_words.h"
#include "narrate/things.h"
#include "narrate/words.h"

enum { TOLD_MAX = 24 }; /* things named one by one */

static void append(char *out, size_t out_size, const char *text)
{
    size_t length = strlen(out);

    snprintf(out + length, out_size - length, "%s", text);
}

void words_surroundings(const struct world *world, const struct delver *viewer, char *out,
                        size_t out_size)
{
    const struct things_wish wish = {THINGS_OF_ALL, .seen_only = true, .max = TOLD_MAX};
    struct things things;
    char line[EXITS_TEXT_MAX + PLACE_NAME_MAX + 16];
    char offset[64];
    char place[128];
    const struct level_key *key = &viewer->body.key;

    words_place(world, key, place, sizeof place);
    snprintf(out, out_size, "Depth %d, %s.\n", key->depth, place);
    if (viewer->body.state != BODY_PRESENT)
        return;
    exits_tell_place(viewer, line, sizeof line);
    append(out, out_size, line);
    append(out, out_size, line[0] == '\0' ? "" : "\n");
    things_collect(world, viewer, &wish, &things);
    append(out, out_size, things.count == 0 ? "You see nothing of note.\n" : "You see:");
    for (int i = 0; i < things.count; i++) {
        pos_offset(viewer->body.at, things.list[i].at, offset, sizeof offset);
        snprintf(line, sizeof line, "%s %s, %s%s", i == 0 ? "" : ";", things.list[i].name, offset,
                 things.list[i].is_asleep ? ", asleep" : "");
        append(out, out_size, line);
    }
    if (things.left_out > 0) {
        snprintf(line, sizeof line, "; and %d more further off", things.left_out);
        append(out, out_size, line);
    }
    if (things.count > 0)
        append(out, out_size, ".\n");
}
