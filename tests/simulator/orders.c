/*
 * Orders of operators, at the control socket.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "simulation.h"
#include "world/level.h"

enum { ORDER_SIZE = 256, NEAR = 1 };

/* %s is a player, %f a kind of foe, %i one of things; %l a level, %c a cell: where some player is;
   %d the stairs down from there; %n a cell beside. */
static const char *const orders[] = {
    "level regen %l now",
    "level regen %l style caves now",
    "level regen 1 style maze now",
    "level regen %l in 2s",
    "level undo %l now",
    "level undo 1 now",
    "level cancel 1",
    "level lock 2",
    "level unlock 2",
    "kick %s for a while",
    "send %s 1",
    "send %s %l %n",
    "send %s %l %n",
    "send %s %l %n",
    "send %s %l %d",
    "send %s %l %d",
    "send %s 2",
    "send %s 3",
    "spawn dart %l %c 3",
    "spawn dart %l %c 2",
    "spawn gold %l %c 50",
    "spawn bandage %l %n 2",
    "spawn ember %l %n",
    "spawn %f %l %n",
    "spawn %f %l %n",
    "spawn %f %l %n",
    "spawn %i %l %c",
    "spawn %i %l %c 2",
    "spawn %i %l %n 3",
    "level regen %l when-empty",
    "level preview %l",
    "level show %l",
    "inspect cell %l %c",
    "password %s",
    "forget %s",
    "bans",
    "shutdown cancel",
    "goto %s",
    "mute %s for 2s",
    "unmute %s",
    "announce careful %s",
    "role %s admin",
    "role %s none",
    "ban %s for 1s",
    "unban %s",
    "inspect player %s",
    "rename %s Zed",
    "set save-ms 200",
    "set save-ms 2000",
    "set chat-lines 5",
    "status",
    "who",
    "doctor",
    "metrics",
    "level list",
    "population %l",
    "audit 5",
    "save",
    "save",
    "save",
    "save",
    "backup",
};

static const struct delver *pick_delver(struct simulation *simulation)
{
    int first = (int)rng_below(&simulation->rng, (uint32_t)simulation->actor_count);

    for (int i = 0; i < simulation->actor_count; i++) {
        struct actor *actor = &simulation->actors[(first + i) % simulation->actor_count];
        const struct delver *delver =
            actor->guest.hall == NULL ? NULL : guest_delver(&actor->guest);
        if (delver != NULL && delver->body.state == BODY_PRESENT)
            return delver;
    }
    return NULL;
}

static size_t put_cell(char *out, size_t size, struct pos at)
{
    return (size_t)snprintf(out, size, "%d,%d", at.x, at.y);
}

/* Writes the words that replace a letter (%s, %l, ...) in an order. Returns their length. */
static size_t fill_in(struct simulation *simulation, char letter, const struct delver *delver,
                      char *out, size_t size)
{
    struct rng *rng = &simulation->rng;
    const struct body *body = delver == NULL ? NULL : &delver->body;

    if (letter == 's')
        return (size_t)snprintf(
            out, size, "%s",
            simulation->actors[rng_below(rng, (uint32_t)simulation->actor_count)].name);
    if (letter == 'f')
        return (size_t)snprintf(
            out, size, "%s",
            species_row((enum species_id)rng_range(rng, 1, SPECIES_COUNT - 1))->name);
    if (letter == 'i')
        return (size_t)snprintf(
            out, size, "%s",
            item_row((enum item_kind)rng_range(rng, 1, ITEM_KIND_COUNT - 1))->name);
    if (body == NULL)
        return (size_t)snprintf(out, size, "1");
    if (letter == 'l')
        return (size_t)snprintf(out, size, "%u/%u", body->key.depth, body->key.wing);
    if (letter == 'd')
        return put_cell(out, size, body->level->down);
    if (letter == 'n')
        return put_cell(out, size,
                        pos_of(body->at.x + rng_range(rng, -NEAR, NEAR),
                               body->at.y + rng_range(rng, -NEAR, NEAR)));
    return put_cell(out, size, body->at);
}

void orders_ask(struct simulation *simulation, const char *words)
{
    char request[ORDER_SIZE + 8];
    char path[sizeof simulation->hall.folder + 32];

    if (simulation->is_asked)
        return;
    snprintf(path, sizeof path, "%s/undercroft.sock", simulation->hall.folder);
    if (simulation->operator_line == NULL)
        simulation->operator_line = peer_connect(path, NULL);
    if (simulation->operator_line == NULL)
        return;
    int size = snprintf(request, sizeof request, "text %s\n", words);
    if (peer_send(simulation->operator_line, request, (size_t)size) != size)
        return;
    simulation_note(simulation, "operator: %s", words);
    simulation->is_asked = true;
    simulation->answer_length = 0;
    simulation->history.may_lack = simulation->history.may_lack || strncmp(words, "forget", 6) == 0;
    simulation->asked_to_save = strcmp(words, "save") == 0;
    simulation->asked_at = simulation->hall.server.game.world->tick;
}

/* Brings somebody down the stairs to a depth from which on things may pass to others. True if there
   was something to order. */
static bool send_deeper(struct simulation *simulation, const struct delver *delver)
{
    char words[ORDER_SIZE];
    const struct body *body = &delver->body;

    if (life_is_proven(&delver->life))
        return false;
    if (body->key.depth != LIFE_PROVEN_DEPTH - 1)
        snprintf(words, sizeof words, "send %s %d", delver->name, LIFE_PROVEN_DEPTH - 1);
    else
        snprintf(words, sizeof words, "send %s %u/%u %d,%d", delver->name, body->key.depth,
                 body->key.wing, body->level->down.x, body->level->down.y);
    orders_ask(simulation, words);
    return true;
}

/* The stall of a level; false: it has none. */
static bool find_stall(const struct level *level, struct pos *out)
{
    for (size_t i = 0; i < level_cell_count(level); i++) {
        *out = pos_of((int)(i % (size_t)level->width), (int)(i / (size_t)level->width));
        if (level_tile(level, *out) == TILE_PEDLAR)
            return true;
    }
    return false;
}

/* Puts somebody beside a stall or somebody else. True if there was something to order. */
static bool bring_together(struct simulation *simulation, const struct delver *delver)
{
    char words[ORDER_SIZE];
    struct rng *rng = &simulation->rng;
    const struct delver *other = pick_delver(simulation);
    const struct world *world = simulation->hall.server.game.world;
    const struct level *level = other == NULL ? NULL : other->body.level;
    struct pos at = other == NULL ? pos_of(0, 0) : other->body.at;

    for (uint32_t i = rng_percent(rng, 50) ? 0 : UINT32_MAX; i < world->level_count; i++) {
        struct pos stall;
        if (find_stall(world->levels[i], &stall)) {
            level = world->levels[i];
            at = stall;
            break;
        }
    }
    if (other == NULL)
        return false;
    snprintf(words, sizeof words, "send %s %u/%u %d,%d", delver->name, level->key.depth,
             level->key.wing, at.x + rng_range(rng, -NEAR, NEAR),
             at.y + rng_range(rng, -NEAR, NEAR));
    orders_ask(simulation, words);
    return true;
}

void orders_give(struct simulation *simulation)
{
    char words[ORDER_SIZE];
    size_t length = 0;
    const struct delver *delver = pick_delver(simulation);

    if (delver != NULL && rng_percent(&simulation->rng, 25) && send_deeper(simulation, delver))
        return;
    if (delver != NULL && rng_percent(&simulation->rng, 35) && bring_together(simulation, delver))
        return;
    const char *form =
        orders[rng_below(&simulation->rng, (uint32_t)(sizeof orders / sizeof orders[0]))];

    for (; *form != '\0' && length < sizeof words - 1; form++) {
        if (*form == '%')
            length += fill_in(simulation, *++form, delver, words + length, sizeof words - length);
        else
            words[length++] = *form;
    }
    words[length] = '\0';
    orders_ask(simulation, words);
}

void orders_hang_up(struct simulation *simulation)
{
    if (simulation->operator_line != NULL)
        peer_close(simulation->operator_line);
    simulation->operator_line = NULL;
    simulation->is_asked = false;
}

/* True if the answer is whole: "ok N", LF and N bytes. */
static bool is_whole(const struct simulation *simulation)
{
    const char *end = strchr(simulation->answer, '\n');
    const char *blank = strchr(simulation->answer, ' ');

    return end != NULL && blank != NULL &&
           simulation->answer_length ==
               (size_t)(end + 1 - simulation->answer) + strtoul(blank, NULL, 10);
}

void orders_hear(struct simulation *simulation)
{
    struct hash hash = {simulation->progress->digest};
    ssize_t count;

    if (simulation->operator_line == NULL)
        return;
    while ((count = peer_receive(simulation->operator_line,
                                 simulation->answer + simulation->answer_length,
                                 ANSWER_SIZE - 1 - simulation->answer_length)) > 0)
        simulation->answer_length += (size_t)count;
    simulation->answer[simulation->answer_length] = '\0';
    if (simulation->is_asked && is_whole(simulation)) {
        hash_bytes(&hash, simulation->answer, 2); /* figures of the machine may follow */
        simulation->progress->digest = hash.value;
        simulation->is_asked = false;
        for (char *at = simulation->answer; (at = strchr(at, '\n')) != NULL; *at = '|')
            continue;
        simulation_note(simulation, "operator hears: %.100s", simulation->answer);
        bool is_saved = strncmp(simulation->answer, "ok", 2) == 0 &&
                        strstr(simulation->answer, "Saved.") != NULL;
        if (simulation->asked_to_save && is_saved)
            simulation_promise(simulation, simulation->asked_at);
    }
    if (count == 0 || (count < 0 && count != UV_EAGAIN))
        orders_hang_up(simulation);
}
