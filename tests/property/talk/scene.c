/*
 * Scenes of a hall.
 */
#include "scene.h"

#include <check.h>
#include <stdio.h>

#include "operator.h"

enum {
    WORDS_SIZE = 96,
    SETTLE_TICKS = 5,
    STAIRS_OFF = 12, /* cells from stairs, where foes may stand */
};

void scene_send(struct hall *hall, const char *name, struct pos at)
{
    char words[WORDS_SIZE];

    snprintf(words, sizeof words, "send %s 1 %d,%d", name, at.x, at.y);
    operator_order(hall, words);
    for (int i = 0; i < SETTLE_TICKS; i++)
        hall_pass(hall, HALL_TICK_MS);
    hall_drain(hall);
}

struct pos scene_near(const struct guest *guest, int distance)
{
    const struct delver *delver = guest_delver(guest);
    const struct level *level = delver->body.level;

    for (int i = 0; i < level->width * level->height; i++) {
        struct pos at = pos_of(i % level->width, i / level->width);
        if (pos_distance(delver->body.at, at) == distance && level_is_ground(level, at) &&
            level_body_at(level, at) == 0 && delver_sees(delver, at))
            return at;
    }
    ck_abort_msg("nothing is free %d cells from (%d, %d)", distance, delver->body.at.x,
                 delver->body.at.y);
}

struct pos scene_open(const struct guest *guest)
{
    const struct level *level = guest_delver(guest)->body.level;

    for (int i = 0; i < level->width * level->height; i++) {
        struct pos at = pos_of(i % level->width, i / level->width);
        int ground = level_is_ground(level, at);
        for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++)
            ground += level_is_ground(level, pos_step(at, dir));
        if (ground == 1 + DIR_COUNT - DIR_NORTH && pos_distance(at, level->up) > STAIRS_OFF &&
            pos_distance(at, level->down) > STAIRS_OFF)
            return at;
    }
    ck_abort_msg("no cell is open on all sides");
}

void scene_meet(struct guest *guest, const char *kind)
{
    char words[WORDS_SIZE];

    scene_send(guest->hall, guest->name, scene_open(guest));
    struct pos at = scene_near(guest, 1);
    snprintf(words, sizeof words, "spawn %s 1 %d,%d", kind, at.x, at.y);
    operator_order(guest->hall, words);
}

uint32_t scene_darts(const struct guest *guest)
{
    const struct pack *pack = &guest_delver(guest)->life.pack;
    uint32_t count = 0;

    for (int i = 0; i < PACK_MAX; i++)
        count += pack->carried[i].kind == ITEM_DART ? pack->carried[i].count : 0;
    return count;
}
