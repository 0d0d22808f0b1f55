/*
 * What is new: things and delvers that come into view while an errand goes on. What has been noted
 * once stops this errand no more, however often it is passed.
 */
#include "travel/errand_private.h"

#include "base/check.h"

_Static_assert(LEVEL_WIDTH_MAX *LEVEL_HEIGHT_MAX - 1 <= UINT16_MAX, "a cell fits into a note");

/* Which tiles are of interest: looked up once for all the cells that are gone through. */
struct interesting {
    bool tiles[TILE_COUNT];
};

static struct interesting interesting_to(enum errand_interest interest)
{
    struct interesting out = {{false}};

    for (enum tile_id tile = TILE_UNKNOWN; tile < TILE_COUNT; tile++)
        out.tiles[tile] =
            tile_row(tile)->is_notable && (interest == INTEREST_ALL || !tile_is_door(tile));
    return out;
}

/* False if it was noted already, or there is no room: then nothing more is ever new. */
static bool note_thing(struct errand *errand, size_t cell)
{
    for (int i = 0; i < errand->noted_count; i++) {
        if (errand->noted[i] == cell)
            return false;
    }
    if (errand->noted_count == ERRAND_NOTED_MAX)
        return false;
    errand->noted[errand->noted_count++] = (uint16_t)cell;
    return true;
}

static bool note_body(struct errand *errand, body_id id)
{
    for (int i = 0; i < errand->met_count; i++) {
        if (errand->met[i] == id)
            return false;
    }
    if (errand->met_count == ERRAND_MET_MAX)
        return false;
    errand->met[errand->met_count++] = id;
    return true;
}

/* Notes all bodies in view; gives one of those that were not noted yet, the nearest. */
static const struct body *note_bodies(struct errand *errand, const struct world *world,
                                      const struct delver *delver)
{
    const body_id lists[] = {delver->body.level->first_delver, delver->body.level->first_foe};
    const struct body *nearest = NULL;
    const struct body *body;

    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        for (body_id id = lists[i]; id != 0; id = body->next) {
            body = world_body(world, id);
            if (body == &delver->body || !delver_sees(delver, body->at) || !note_body(errand, id))
                continue;
            if (nearest == NULL || pos_distance(delver->body.at, body->at) <
                                       pos_distance(delver->body.at, nearest->at))
                nearest = body;
        }
    }
    return nearest;
}

void errand_notice_begin(struct errand *errand, const struct world *world,
                         const struct delver *delver, enum errand_interest interest)
{
    note_bodies(errand, world, delver);
    errand->explored = delver->explored;
    if (interest == INTEREST_NONE)
        return;
    struct interesting interesting = interesting_to(interest);
    for (size_t cell = 0; cell < delver->memory_size; cell++) {
        if (interesting.tiles[delver->memory[cell]] && errand->noted_count < ERRAND_NOTED_MAX)
            errand->noted[errand->noted_count++] = (uint16_t)cell;
    }
}

bool errand_notice_body(struct errand_turn *turn)
{
    const struct body *body = note_bodies(turn->errand, turn->world, turn->delver);

    if (body == NULL)
        return false;
    turn->errand->has_sighted = true;
    errand_end(turn, ERRAND_STOPPED, "%s%s comes into view to the %s.",
               body->species == SPECIES_DELVER ? "" : "A ", body_name(body),
               dir_name(dir_towards(turn->at, body->at)));
    return true;
}

/* The nearest thing in sight that is new, of equals the first by row and column. */
static bool note_things(struct errand_turn *turn, enum errand_interest interest, struct pos *out)
{
    const struct delver *delver = turn->delver;
    struct interesting interesting = interesting_to(interest);
    int best = -1;

    for (int y = 0; y < turn->map.height; y++) {
        for (int word = 0; word < delver->body.level->row_words; word++) {
            uint64_t bits = delver->sight.rows[y][word];
            for (; bits != 0; bits &= bits - 1) {
                struct pos at = pos_of(word * 64 + __builtin_ctzll(bits), y);
                size_t cell = (size_t)(y * delver->body.level->width + at.x);
                if (!interesting.tiles[delver->memory[cell]] || !note_thing(turn->errand, cell))
                    continue;
                if (best < 0 || pos_distance(turn->at, at) < best) {
                    best = pos_distance(turn->at, at);
                    *out = at;
                }
            }
        }
    }
    return best >= 0;
}

bool errand_notice_thing(struct errand_turn *turn, enum errand_interest interest)
{
    struct pos at;

    /* A thing is new only when its cell is. */
    if (interest == INTEREST_NONE || turn->delver->explored == turn->errand->explored)
        return false;
    turn->errand->explored = turn->delver->explored;
    if (!note_things(turn, interest, &at))
        return false;
    enum tile_id tile = path_tile(&turn->map, at);
    turn->errand->has_sighted = !pos_equal(at, turn->at);
    if (!turn->errand->has_sighted)
        errand_end(turn, ERRAND_STOPPED, "You come to %s%s.", errand_article(tile),
                   tile_row(tile)->name);
    else
        errand_end(turn, ERRAND_STOPPED, "You see %s%s to the %s and stop.", errand_article(tile),
                   tile_row(tile)->name, dir_name(dir_towards(turn->at, at)));
    return true;
}
