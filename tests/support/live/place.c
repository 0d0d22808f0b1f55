/*
 * Places, as line mode tells of them. The map is cut to what is known and does not say which @ is
 * the player's own; so two maps are laid over each other where an @ falls on an @, or on a
 * doorway that has been closed.
 */
#include "support/live/place.h"

#include <stdio.h>
#include <string.h>

#include "support/live/light_client.h"
#include "support/live/stopwatch.h"

/* Percent of what was known that must lie within both maps, if somebody else may have taken the
   spot; all of it, if nobody has. */
enum { SHARE_OF_OVERLAP = 60, ASIDE = 2, PUMP_MS = 10 };

const char place_question[] = "score\r\nlook\r\n";

/* The start of the next line; NULL if this one has no end. */
static const char *next_line(const char *line)
{
    const char *end = strstr(line, "\r\n");

    return end == NULL ? NULL : end + 2;
}

static const char *last_of(const char *text, const char *wanted)
{
    const char *last = NULL;

    for (const char *at = text; (at = strstr(at, wanted)) != NULL; at++)
        last = at;
    return last;
}

static const char *read_score(const char *heard, struct place *out)
{
    const char *at = last_of(heard, " health, depth ");

    if (at == NULL)
        return NULL;
    while (at > heard && *at != ':')
        at--;
    if (sscanf(at, ": %d of %*d health, depth %d, %llu steps walked.", &out->health, &out->depth,
               &out->steps) != 3)
        return NULL;
    at = strstr(at, "\r\nYou wear "); /* the last line of the sheet */
    return at == NULL ? NULL : next_line(at + 2);
}

/* A prompt that was due before may stand in front of the map's first row. */
static const char *skip_prompt(const char *line)
{
    int length = 0;

    (void)sscanf(line, "d%*d %*d/%*d>%n", &length);
    return length > 0 && line[length] == ' ' ? line + length + 1 : line;
}

/* Returns the line behind the map, which tells of the depth. */
static const char *read_map(const char *line, struct place *out)
{
    if (line != NULL)
        line = skip_prompt(line);
    while (line != NULL && strncmp(line, "Depth ", 6) != 0) {
        size_t length = strcspn(line, "\r");
        if (out->height == PLACE_HEIGHT || length > PLACE_WIDTH)
            return NULL;
        memset(out->map[out->height], ' ', PLACE_WIDTH);
        memcpy(out->map[out->height], line, length);
        out->height++;
        if ((int)length > out->width)
            out->width = (int)length;
        line = next_line(line);
    }
    return line;
}

/* "stairs down, 3 east 2 south": the direction that is nearest to it. */
static enum dir dir_of_offset(const char *offset)
{
    int dx = 0;
    int dy = 0;

    for (int part = 0; part < 2; part++) {
        char word[8] = "";
        int length = 0;
        int count;
        if (sscanf(offset, " %d %7[a-z]%n", &count, word, &length) != 2)
            break;
        dx += strcmp(word, "east") == 0 ? count : strcmp(word, "west") == 0 ? -count : 0;
        dy += strcmp(word, "south") == 0 ? count : strcmp(word, "north") == 0 ? -count : 0;
        offset += length;
    }
    return dir_towards(pos_of(0, 0), pos_of(dx, dy));
}

/* Reads the stairs out of the lines behind the map. */
static void read_surroundings(const char *line, struct place *out)
{
    const char *stairs = strstr(line, "stairs down, ");

    out->stands_on_stairs_up = strstr(line, "stairs up, here") != NULL;
    out->stands_on_stairs_down = strstr(line, "stairs down, here") != NULL;
    if (stairs == NULL && out->depth > 1)
        stairs = strstr(line, "stairs up, ");
    if (stairs != NULL)
        out->stairs_dir = dir_of_offset(strchr(stairs, ',') + 1);
}

static int count_bodies(const struct place *place)
{
    int count = 0;

    for (int y = 0; y < place->height; y++) {
        for (int x = 0; x < place->width; x++)
            count += place->map[y][x] == '@';
    }
    return count;
}

/* Finds the directions in which a step is possible, by the map; with several bodies on it, none. */
static void read_exits(struct place *out)
{
    if (count_bodies(out) != 1)
        return;
    for (int i = 0; i < out->height * out->width; i++) {
        struct pos at = pos_of(i % out->width, i / out->width);
        if (out->map[at.y][at.x] != '@')
            continue;
        for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
            struct pos next = pos_step(at, dir);
            bool is_drawn =
                next.x >= 0 && next.x < out->width && next.y >= 0 && next.y < out->height;
            if (is_drawn && strchr(" #~", out->map[next.y][next.x]) == NULL)
                out->exits |= 1U << (unsigned)dir;
        }
    }
}

bool place_read(const char *heard, struct place *out)
{
    *out = (struct place){.stairs_dir = DIR_NONE};
    const char *line = read_score(heard, out);
    if (line == NULL)
        return false;
    line = read_map(line, out);
    if (line == NULL || next_line(line) == NULL)
        return false;
    read_surroundings(line, out);
    read_exits(out);
    return true;
}

bool place_wait_all(struct light_client *clients, size_t count, struct place *out, int ms)
{
    int64_t limit_us = stopwatch_deadline_us(ms);

    /* Text told earlier may still come, even a look around: only a whole answer counts. */
    for (size_t i = 0; i < count;) {
        if (clients[i].stage != LIGHT_PLAYING || stopwatch_is_over(limit_us))
            return false;
        if (place_read(clients[i].heard, &out[i]))
            i++;
        else
            light_pump(clients, count, PUMP_MS);
    }
    return true;
}

bool place_ask_all(struct light_client *clients, size_t count, struct place *out, int ms)
{
    for (size_t i = 0; i < count; i++) {
        light_forget(&clients[i]);
        light_send(&clients[i], place_question);
    }
    return place_wait_all(clients, count, out, ms);
}

static bool is_door(char glyph)
{
    return glyph == '+' || glyph == '\'';
}

/* True if the two can be the same cell at two times. */
static bool can_be_same(char before, char now)
{
    if (before == now || (is_door(before) && is_door(now)))
        return true;
    if (before == '@')
        return now != ' ' && now != '#';
    return now == '@' && before != '#';
}

/* True if the maps agree when (x, y) of `before` lies on (x + dx, y + dy) of `now`. */
static bool agrees(const struct place *before, const struct place *now, int dx, int dy, int share)
{
    int known = 0;
    int found = 0;

    for (int y = 0; y < before->height; y++) {
        for (int x = 0; x < before->width; x++) {
            char glyph = before->map[y][x];
            if (glyph == ' ')
                continue;
            known++;
            if (x + dx < 0 || x + dx >= now->width || y + dy < 0 || y + dy >= now->height)
                continue;
            if (!can_be_same(glyph, now->map[y + dy][x + dx]))
                return false;
            found++;
        }
    }
    return found * 100 >= known * share;
}

static bool is_body_near(const struct place *place, int x, int y)
{
    for (int near_y = y - ASIDE; near_y <= y + ASIDE; near_y++) {
        for (int near_x = x - ASIDE; near_x <= x + ASIDE; near_x++) {
            if (near_x >= 0 && near_x < place->width && near_y >= 0 && near_y < place->height &&
                place->map[near_y][near_x] == '@')
                return true;
        }
    }
    return false;
}

/* True if a player who stood there may stand at or beside (x, y) of `place`: a doorway that has
   been closed is no place to stand in. */
static bool is_spot(const struct place *place, int x, int y)
{
    if (y >= place->height)
        return false;
    return place->map[y][x] == '@' || (place->map[y][x] == '+' && is_body_near(place, x, y));
}

static bool has_same_map(const struct place *before, const struct place *now)
{
    bool has_others = count_bodies(now) > 1;

    for (int i = 0; i < PLACE_HEIGHT * PLACE_WIDTH; i++) {
        int x = i % PLACE_WIDTH;
        int y = i / PLACE_WIDTH;
        if (y >= before->height || before->map[y][x] != '@')
            continue;
        for (int j = 0; j < PLACE_HEIGHT * PLACE_WIDTH; j++) {
            int now_x = j % PLACE_WIDTH;
            int now_y = j / PLACE_WIDTH;
            if (!is_spot(now, now_x, now_y))
                continue;
            bool may_be_aside = has_others || now->map[now_y][now_x] == '+';
            if (agrees(before, now, now_x - x, now_y - y, may_be_aside ? SHARE_OF_OVERLAP : 100))
                return true;
        }
    }
    return false;
}

static size_t describe(const struct place *place, const char *when, char *out, size_t size)
{
    size_t length = (size_t)snprintf(out, size, "%s: depth %d, health %d, %llu steps\n", when,
                                     place->depth, place->health, place->steps);

    for (int y = 0; y < place->height && length + PLACE_WIDTH + 2 < size; y++)
        length +=
            (size_t)snprintf(out + length, size - length, "%.*s\n", place->width, place->map[y]);
    return length;
}

bool place_is_kept(const struct place *before, const struct place *now, char *difference)
{
    bool is_kept = before->health == now->health && before->steps == now->steps;

    if (before->width == 0)
        /* A delver whose player quit on the stairs is at one end of them. */
        is_kept = is_kept && now->depth >= before->depth - 1 && now->depth <= before->depth + 1;
    else
        is_kept = is_kept && before->depth == now->depth && has_same_map(before, now);
    if (!is_kept) {
        size_t length = describe(before, "before", difference, PLACE_DIFFERENCE_SIZE);
        describe(now, "now", difference + length, PLACE_DIFFERENCE_SIZE - length);
    }
    return is_kept;
}

static enum dir any_exit(const struct place *place, struct rng *rng)
{
    enum dir dir;

    do
        dir = (enum dir)rng_range(rng, DIR_NORTH, DIR_COUNT - 1);
    while (place->exits != 0 && (place->exits & 1U << (unsigned)dir) == 0);
    return dir;
}

enum dir place_choose_way(const struct place *place, enum dir heading, struct rng *rng)
{
    if (place->stairs_dir != DIR_NONE && rng_percent(rng, 70))
        return place->stairs_dir;
    return heading == DIR_NONE || rng_percent(rng, 10) ? any_exit(place, rng) : heading;
}
