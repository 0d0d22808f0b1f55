/*
 * Delvers: their trail, birth, sight and memory. A trail is read from its newest place to its
 * oldest, because it holds the level of the newest place only: each pair of stairs on the way back
 * gives the depth of the places before it.
 */
#include "world/delver.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "content/tile.h"

enum { PLACE_DOWN = INT32_MAX - 1, PLACE_UP = INT32_MAX };

static uint32_t place(const struct trail *trail, int number)
{
    return trail->places[(trail->first + number) % TRAIL_LENGTH];
}

/* Returns the depths by which stairs of the trail go down, or up if negative; 0 for a cell. */
static int depths_of(uint32_t place)
{
    return place == PLACE_DOWN ? 1 : place == PLACE_UP ? -1 : 0;
}

static void add(struct trail *trail, uint32_t place)
{
    int end = (trail->first + trail->count) % TRAIL_LENGTH;

    trail->places[end] = place;
    if (trail->count < TRAIL_LENGTH)
        trail->count++;
    else
        trail->first = (uint8_t)((trail->first + 1) % TRAIL_LENGTH);
}

/* True if the trail leads to that level: its newest cell or its last stairs do. */
static bool goes_on(const struct trail *trail, struct level_key key)
{
    int depths = trail->count == 0 ? 0 : depths_of(place(trail, trail->count - 1));

    if (depths == 0)
        return level_key_equal(trail->level, key);
    return key.wing == trail->level.wing && key.depth == trail->level.depth + depths;
}

void trail_add_cell(struct trail *trail, struct level_key key, size_t index)
{
    CHECK(index < PLACE_DOWN);
    if (!goes_on(trail, key))
        trail->count = 0;
    trail->level = key;
    for (int i = trail->count - 1; i >= 0 && depths_of(place(trail, i)) == 0; i--) {
        if (place(trail, i) == index) {
            trail->count = (uint8_t)(i + 1);
            return;
        }
    }
    add(trail, (uint32_t)index);
}

void trail_add_stairs(struct trail *trail, int depths)
{
    CHECK(depths == 1 || depths == -1);
    add(trail, depths > 0 ? PLACE_DOWN : PLACE_UP);
}

/* Returns the step after `number`, a cell of the trail that is underfoot. */
static struct trail_step step_behind(const struct trail *trail, int number, int width)
{
    if (number + 1 == trail->count)
        return (struct trail_step){.kind = TRAIL_ENDS};
    uint32_t next = place(trail, number + 1);
    if (depths_of(next) != 0)
        return (struct trail_step){.kind = depths_of(next) > 0 ? TRAIL_DOWN : TRAIL_UP};
    return (struct trail_step){.kind = TRAIL_CELL,
                               .cell = pos_of((int)next % width, (int)next / width)};
}

struct trail_step trail_next(const struct trail *trail, struct level_key key, int width,
                             const uint8_t *known, struct pos at)
{
    struct trail_step newest = {.kind = TRAIL_NONE};
    bool is_known = false;
    int depth = trail->level.depth;

    if (trail->count == 0 || key.wing != trail->level.wing)
        return newest;
    /* trail->level is the level of the newest cell, before any stairs behind it. */
    for (int i = trail->count - 1; i >= 0; i--) {
        uint32_t here = place(trail, i);
        bool is_last = i == trail->count - 1;
        if (depths_of(here) != 0) {
            depth -= is_last ? 0 : depths_of(here);
            continue;
        }
        if (depth != key.depth)
            continue;
        struct pos cell = pos_of((int)here % width, (int)here / width);
        if (pos_equal(cell, at))
            return step_behind(trail, i, width);
        if (pos_distance(cell, at) == 1)
            return (struct trail_step){.kind = TRAIL_CELL, .cell = cell};
        bool knows = known == NULL || known[here] != TILE_UNKNOWN;
        if (newest.kind == TRAIL_NONE || (knows && !is_known)) {
            newest = (struct trail_step){.kind = TRAIL_CELL, .cell = cell};
            is_known = knows;
        }
    }
    return newest;
}

/* Returns the offset of the bits of sight from the start of the memory, in bytes. */
static size_t sight_offset(size_t memory_size)
{
    return (memory_size + sizeof(uint64_t) - 1) / sizeof(uint64_t) * sizeof(uint64_t);
}

uint8_t *delver_memory_new(size_t cell_count)
{
    return calloc(1, sight_offset(cell_count) + sight_word_count(cell_count) * sizeof(uint64_t));
}

static uint32_t count_known(const uint8_t *memory, size_t memory_size)
{
    uint32_t known = 0;

    for (size_t i = 0; i < memory_size; i++)
        known += memory[i] != TILE_UNKNOWN;
    return known;
}

enum err delver_new(const struct delver_record *record, const char *name, uint8_t *memory,
                    size_t memory_size, struct delver **out)
{
    struct delver *delver = calloc(1, sizeof *delver);

    if (memory == NULL)
        memory = delver_memory_new(memory_size);
    if (delver == NULL || memory == NULL) {
        free(delver);
        free(memory);
        return ERR_MEMORY;
    }
    CHECK(strlen(name) <= NAME_LENGTH_MAX);
    memcpy(delver->name, name, strlen(name) + 1);
    delver->body = (struct body){
        .species = SPECIES_DELVER,
        .key = record->level,
        .at = record->at,
        .health = record->health,
        .health_max = record->health_max,
    };
    delver->delver_id = record->id;
    delver->sequence = record->sequence;
    delver->steps = record->steps;
    delver->life = record->life;
    delver_set_memory(delver, memory, memory_size);
    *out = delver;
    return ERR_OK;
}

void delver_free(struct delver *delver)
{
    if (delver == NULL)
        return;
    free(delver->memory);
    free(delver);
}

/* Removes the records of earlier looks, which no longer cover all changes: all rows then count as
   changed. */
static void forget_looks(struct delver *delver)
{
    delver->looks += DELVER_LOOKS_KEPT + 1;
}

void delver_set_memory(struct delver *delver, uint8_t *memory, size_t memory_size)
{
    CHECK(memory != NULL);
    CHECK(memory_size > 0);
    free(delver->memory);
    delver->memory = memory;
    delver->memory_size = memory_size;
    delver->sight =
        (struct sight){.bits = (uint64_t *)(void *)(memory + sight_offset(memory_size))};
    delver->explored = count_known(memory, memory_size);
    delver->is_memory_dirty = false;
    memset(delver->spots_reported, 0, sizeof delver->spots_reported);
    delver->recall = (struct recall){.count = 0};
    memset(delver->touched, 0xff, sizeof delver->touched);
    forget_looks(delver);
}

uint64_t delver_time_lived(const struct delver *delver)
{
    const struct body *body = &delver->body;

    return delver->life.deaths.lived +
           (body->level == NULL ? 0 : body_lived(body) - delver->placed_at);
}

struct delver_record delver_record(const struct delver *delver)
{
    const struct body *body = &delver->body;

    struct level_key level = body->key;
    struct pos at = body->at;

    /* A dead delver is saved at the place where it will wake, since the way there may be cut off.
       No cell is named, so that place is beside the stairs. */
    if (delver->transit_home != 0) {
        level.depth = delver->transit_home;
        at = pos_of(0, 0);
    }
    struct delver_record record = {
        .id = delver->delver_id,
        .level = level,
        .at = at,
        .health = body->health,
        .health_max = (int16_t)(body->health_max + body->withered),
        .sequence = delver->sequence,
        .steps = delver->steps,
        .life = delver->life,
    };
    record.life.deaths.lived = delver_time_lived(delver);
    return record;
}

void delver_note_change(struct delver *delver)
{
    delver->is_record_dirty = true;
    delver_list_add(&delver->body.level->unsaved, delver);
}

void delver_note_blow(struct delver *delver, int damage)
{
    memmove(&delver->blows[0], &delver->blows[1], (DEATH_BLOWS_KEPT - 1) * sizeof delver->blows[0]);
    delver->blows[DEATH_BLOWS_KEPT - 1] = (uint16_t)(damage < UINT16_MAX ? damage : UINT16_MAX);
}

bool delver_has_noted(const struct delver *delver, body_id foe)
{
    for (int i = 0; i < FOES_NOTED_MAX; i++) {
        if (delver->sightings.noted[i] == foe)
            return true;
    }
    return false;
}

bool delver_sees(const struct delver *delver, struct pos at)
{
    return delver->body.state == BODY_PRESENT && sight_has(&delver->sight, at);
}

enum tile_id delver_remembered(const struct delver *delver, struct pos at)
{
    if (delver->body.level == NULL || !level_contains(delver->body.level, at))
        return TILE_UNKNOWN;
    return (enum tile_id)delver->memory[level_index(delver->body.level, at)];
}

/* True if the delver is inside the place whose wall has that door. The door is then always shown,
   so that nobody is walled in. */
static bool is_behind(const struct delver *delver, size_t door)
{
    const struct level *level = delver->body.level;
    struct pos at = pos_of((int)door % level->width, (int)door / level->width);

    for (int i = 0; i < level->spot_count; i++) {
        struct rect area = level->spots[i].area;
        if (rect_contains(area, delver->body.at) && at.x >= area.x - 1 && at.y >= area.y - 1 &&
            at.x <= area.x + area.width && at.y <= area.y + area.height)
            return true;
    }
    return false;
}

/* Returns the tile as the delver sees it: hidden doors and hooks may differ from the level's
   own. */
static uint8_t as_seen(const struct delver *delver, size_t index, uint8_t tile)
{
    uint8_t known = delver->memory[index];

    if (tile == TILE_KEY)
        return known == TILE_KEY_TAKEN ? known : tile;
    if (tile == TILE_SECRET_SHUT && known != TILE_SECRET_SHUT && known != TILE_SECRET_OPEN &&
        !is_behind(delver, index))
        return TILE_ROCK;
    return tile;
}

/* Stores a tile in the memory. True if the memory changed. */
static bool keep(struct delver *delver, size_t index, uint8_t tile)
{
    if (delver->memory[index] == tile)
        return false;
    delver->explored += delver->memory[index] == TILE_UNKNOWN;
    delver->memory[index] = tile;
    size_t chunk = index / delver_chunk(delver->memory_size);
    delver->touched[chunk / 64] |= UINT64_C(1) << chunk % 64;
    delver->is_memory_dirty = true;
    return true;
}

/* Remembers the tile that the level has now. */
static bool remember(struct delver *delver, size_t index, uint8_t tile)
{
    return keep(delver, index, tile < TILE_VEILED_FIRST ? tile : as_seen(delver, index, tile));
}

/* Remembers the cells in sight. Adds to `rows` the rows whose memory changed, and their
   neighbours. */
static void remember_seen(struct delver *delver, struct row_set *rows)
{
    const struct level *level = delver->body.level;
    size_t first;
    size_t end;

    sight_seen_words(&delver->sight, &first, &end);
    for (size_t word = first; word < end; word++) {
        for (uint64_t bits = delver->sight.bits[word]; bits != 0; bits &= bits - 1) {
            size_t index = word * 64 + (size_t)__builtin_ctzll(bits);
            if (!remember(delver, index, level->tiles[index]))
                continue;
            int y = (int)index / level->width;
            for (int beside = y - 1; beside <= y + 1; beside++)
                row_set_add(rows, beside);
        }
    }
}

/* The words of an earlier look in which anything was in sight. */
struct seen_before {
    uint64_t words[SIGHT_SEEN_WORDS];
    size_t first;
    size_t end;
};

static void keep_seen(const struct sight *sight, struct seen_before *out)
{
    sight_seen_words(sight, &out->first, &out->end);
    CHECK(out->end <= out->first + SIGHT_SEEN_WORDS);
    if (out->end > out->first)
        memcpy(out->words, sight->bits + out->first,
               (out->end - out->first) * sizeof out->words[0]);
}

/* Adds the rows whose seen cells differ from those of an earlier look. */
static void add_differing_rows(const struct sight *sight, const struct seen_before *before,
                               struct row_set *rows)
{
    size_t first;
    size_t last;

    sight_seen_words(sight, &first, &last);
    if (before->first < before->end) {
        first = before->first < first ? before->first : first;
        last = before->end > last ? before->end : last;
    }
    int y = (int)first * 64 / sight->width;
    int end = (y + 1) * sight->width; /* bit behind the last one of row y */

    for (int word = (int)first; word < (int)last; word++) {
        bool was_kept = (size_t)word >= before->first && (size_t)word < before->end;
        uint64_t bits =
            sight->bits[word] ^ (was_kept ? before->words[word - (int)before->first] : 0);
        while (bits != 0) {
            for (; word * 64 + __builtin_ctzll(bits) >= end; end += sight->width)
                y++;
            row_set_add(rows, y);
            int done = end - word * 64;
            bits = done >= 64 ? 0 : bits & UINT64_MAX << done;
        }
    }
}

void delver_look(struct delver *delver)
{
    struct level *level = delver->body.level;
    struct row_set *changed = &delver->look_rows[delver->looks % DELVER_LOOKS_KEPT];
    struct seen_before before UNINITIALIZED;

    CHECK(delver->body.state == BODY_PRESENT);
    CHECK(delver->memory_size == level_cell_count(level));
    keep_seen(&delver->sight, &before);
    sight_compute(level, delver->body.at, SIGHT_RADIUS_MAX, &delver->sight);
    *changed = (struct row_set){0};
    add_differing_rows(&delver->sight, &before, changed);
    remember_seen(delver, changed);
    delver->looks++;
    delver->is_sight_stale = false;
    /* A delver that has just come saw nothing when dangers were looked for. */
    level->is_stirred = true;
    if (delver->is_memory_dirty)
        delver_list_add(&level->unsaved, delver);
}

/* True for cells that can be walked on, and for their neighbours. */
static bool borders_on_ground(const struct level *level, struct pos at)
{
    if (tile_is_passable(level_tile(level, at)))
        return true;
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        if (tile_is_passable(level_tile(level, pos_step(at, dir))))
            return true;
    }
    return false;
}

void delver_mark(struct delver *delver, struct pos at, enum tile_id tile)
{
    if (!keep(delver, level_index(delver->body.level, at), (uint8_t)tile))
        return;
    forget_looks(delver);
    delver_list_add(&delver->body.level->unsaved, delver);
}

bool body_is_veiled(const struct body *body, struct pos at)
{
    if (body->species != SPECIES_DELVER || level_tile(body->level, at) != TILE_SECRET_SHUT)
        return false;
    return delver_remembered((const struct delver *)body, at) != TILE_SECRET_SHUT;
}

void delver_learn_cell(struct delver *delver, struct pos at)
{
    struct level *level = delver->body.level;
    size_t index = level_index(level, at);

    if (!remember(delver, index, level->tiles[index]))
        return;
    forget_looks(delver);
    delver_list_add(&level->unsaved, delver);
}

uint32_t delver_learn_around(struct delver *delver, int cells)
{
    struct level *level = delver->body.level;
    struct pos centre = delver->body.at;
    struct pos first = level_clamp(level, pos_of(centre.x - cells, centre.y - cells));
    struct pos last = level_clamp(level, pos_of(centre.x + cells, centre.y + cells));
    uint32_t before = delver->explored;

    for (int y = first.y; y <= last.y; y++) {
        for (int x = first.x; x <= last.x; x++) {
            if (borders_on_ground(level, pos_of(x, y)))
                delver_learn_cell(delver, pos_of(x, y));
        }
    }
    return delver->explored - before;
}

int delver_explored_percent(const struct delver *delver)
{
    const struct level *level = delver->body.level;
    size_t cells = level_cell_count(level);
    bool is_passable[TILE_COUNT];
    uint32_t known = 0;
    uint32_t all = 0;

    for (enum tile_id tile = TILE_UNKNOWN; tile < TILE_COUNT; tile++)
        is_passable[tile] = tile_is_passable(tile);
    for (size_t i = 0; i < cells; i++) {
        bool counts = is_passable[level->tiles[i]];
        all += counts;
        known += counts & (delver->memory[i] != TILE_UNKNOWN);
    }
    return all == 0 ? 100 : (int)((uint64_t)known * 100 / all);
}

void delver_lose_sight(struct delver *delver)
{
    sight_clear(&delver->sight);
    forget_looks(delver);
}

void delver_add_changed_rows(const struct delver *delver, uint32_t looks, struct row_set *rows)
{
    if (delver->looks - looks > DELVER_LOOKS_KEPT) {
        *rows = row_set_all();
        return;
    }
    for (; looks != delver->looks; looks++)
        row_set_join(rows, &delver->look_rows[looks % DELVER_LOOKS_KEPT]);
}

void delver_list_add(struct delver_list *list, struct delver *delver)
{
    if (delver->is_listed)
        return;
    delver->is_listed = true;
    delver->listed_next = NULL;
    delver->listed_previous = list->last;
    if (list->last != NULL)
        list->last->listed_next = delver;
    else
        list->first = delver;
    list->last = delver;
}

void delver_list_remove(struct delver_list *list, struct delver *delver)
{
    if (!delver->is_listed)
        return;
    delver->is_listed = false;
    if (delver->listed_previous != NULL)
        delver->listed_previous->listed_next = delver->listed_next;
    else
        list->first = delver->listed_next;
    if (delver->listed_next != NULL)
        delver->listed_next->listed_previous = delver->listed_previous;
    else
        list->last = delver->listed_previous;
}

void delver_list_join(struct delver_list *list, struct delver_list *from)
{
    if (from->first == NULL)
        return;
    from->first->listed_previous = list->last;
    if (list->last != NULL)
        list->last->listed_next = from->first;
    else
        list->first = from->first;
    list->last = from->last;
    *from = (struct delver_list){NULL, NULL};
}

bool ember_is_carried(const struct delver *delver)
{
    return pack_find(&delver->life.pack, ITEM_EMBER) != OBJECT_NONE;
}
