/*
 * News: things and delvers that come into view while travel goes on. A thing that was noted once
 * stops this travel no more, however often it is passed.
 */
#include "travel/travel_notice.h"

#include "base/check.h"
#include "world/sense.h"

_Static_assert(LEVEL_WIDTH_MAX *LEVEL_HEIGHT_MAX - 1 <= UINT16_MAX, "a cell fits into a note");

/* The tiles of interest: looked up once for all the cells that are gone through. */
struct interesting {
    bool tiles[TILE_COUNT];
};

/* True for a tile that is only looked at: a statue, a bookcase or a light. */
static bool is_ornament(enum tile_id tile)
{
    return tile == TILE_STATUE || tile == TILE_BOOKCASE || tile_row(tile)->is_light;
}

static struct interesting interesting_to(enum travel_interest interest)
{
    struct interesting out = {{false}};

    for (enum tile_id tile = TILE_UNKNOWN; tile < TILE_COUNT; tile++)
        out.tiles[tile] = tile_row(tile)->is_notable &&
                          (interest == INTEREST_ALL ||
                           (!tile_is_door(tile) && tile != TILE_NICHE && !is_ornament(tile)));
    return out;
}

/* False if it was noted already, or there is no room: then nothing more is ever new. */
static bool note_thing(struct travel *travel, size_t cell)
{
    for (int i = 0; i < travel->noted_count; i++) {
        if (travel->noted[i] == cell)
            return false;
    }
    if (travel->noted_count == TRAVEL_NOTED_MAX)
        return false;
    travel->noted[travel->noted_count++] = (uint16_t)cell;
    return true;
}

static bool note_body(struct travel *travel, body_id id)
{
    for (int i = 0; i < travel->met_count; i++) {
        if (travel->met[i] == id)
            return false;
    }
    if (travel->met_count == TRAVEL_MET_MAX)
        return false;
    travel->met[travel->met_count++] = id;
    return true;
}

/* True for a sleeping foe that the delver was told of before: it is not new. */
static bool is_known_sleeper(const struct delver *delver, const struct body *body)
{
    return body->species != SPECIES_DELVER && !foe_is_awake((const struct foe *)body) &&
           delver_was_told_of(delver, body->id);
}

/* Notes the bodies in view of those minded; gives one that was not noted yet, the nearest. */
static const struct body *note_bodies(struct travel *travel, const struct world *world,
                                      const struct delver *delver, enum travel_company minds)
{
    const body_id lists[] = {delver->body.level->first_delver, delver->body.level->first_foe};
    const struct body *nearest = NULL;
    const struct body *body;
    int light = light_radius(delver);

    for (size_t i = minds == COMPANY_OF_ALL ? 0 : 1; i < sizeof lists / sizeof lists[0]; i++) {
        for (body_id id = lists[i]; id != 0; id = body->next) {
            body = world_body(world, id);
            if (body == &delver->body || !light_shows_body(delver, light, body) ||
                is_known_sleeper(delver, body) || !note_body(travel, id))
                continue;
            if (nearest == NULL || pos_distance(delver->body.at, body->at) <
                                       pos_distance(delver->body.at, nearest->at))
                nearest = body;
        }
    }
    return nearest;
}

void travel_notice_begin(struct travel *travel, const struct world *world,
                         const struct delver *delver, enum travel_interest interest)
{
    note_bodies(travel, world, delver, COMPANY_OF_ALL);
    travel->explored = delver->explored;
    if (interest == INTEREST_NONE)
        return;
    struct interesting interesting = interesting_to(interest);
    for (size_t cell = 0; cell < delver->memory_size; cell++) {
        if (interesting.tiles[delver->memory[cell]] && travel->noted_count < TRAVEL_NOTED_MAX)
            travel->noted[travel->noted_count++] = (uint16_t)cell;
    }
}

const struct body *travel_nearest_foe(const struct travel_turn *turn)
{
    const struct delver *delver = turn->delver;
    const struct body *nearest = NULL;
    const struct body *body;
    int light = light_radius(delver);

    for (body_id id = delver->body.level->first_foe; id != 0; id = body->next) {
        body = world_body(turn->world, id);
        if (foe_is_awake((const struct foe *)body) && light_shows_body(delver, light, body) &&
            (nearest == NULL ||
             pos_distance(delver->body.at, body->at) < pos_distance(delver->body.at, nearest->at)))
            nearest = body;
    }
    return nearest;
}

bool travel_notice_body(struct travel_turn *turn, enum travel_company minds)
{
    char name[BODY_WORDS_SIZE];

    if (minds == COMPANY_OF_NONE)
        return false;
    const struct body *body = note_bodies(turn->travel, turn->world, turn->delver, minds);
    if (body == NULL)
        return false;
    body_words(body, name, sizeof name);
    turn->travel->has_sighted = true;
    /* The world tells of a foe by itself, the first time and when it is back. */
    if (body->species != SPECIES_DELVER &&
        notice_is_news(turn->world, turn->delver, (const struct foe *)body))
        travel_end(turn, TRAVEL_STOPPED, "%s", "");
    else
        travel_end(turn, TRAVEL_STOPPED, "%s comes into view to the %s.", name,
                   dir_name(dir_towards(turn->at, body->at)));
    return true;
}

/* The nearest thing in sight that is new, of equals the first by row and column. */
static bool note_things(struct travel_turn *turn, enum travel_interest interest, struct pos *out)
{
    const struct delver *delver = turn->delver;
    struct interesting interesting = interesting_to(interest);
    int best = -1;

    for (int y = 0; y < turn->map.height; y++) {
        for (int word = 0; word < delver->body.level->row_words; word++) {
            uint64_t bits = sight_row_word(&delver->sight, y, word);
            for (; bits != 0; bits &= bits - 1) {
                struct pos at = pos_of(word * 64 + __builtin_ctzll(bits), y);
                size_t cell = (size_t)(y * delver->body.level->width + at.x);
                if (!interesting.tiles[delver->memory[cell]] || !note_thing(turn->travel, cell))
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

bool travel_notice_thing(struct travel_turn *turn, enum travel_interest interest)
{
    struct pos at;

    /* A thing is new only when its cell is. */
    if (interest == INTEREST_NONE || turn->delver->explored == turn->travel->explored)
        return false;
    turn->travel->explored = turn->delver->explored;
    if (!note_things(turn, interest, &at))
        return false;
    enum tile_id tile = path_tile(&turn->map, at);
    turn->travel->has_sighted = !pos_equal(at, turn->at);
    if (!turn->travel->has_sighted)
        travel_end(turn, TRAVEL_STOPPED, "You come to %s%s.", tile_article(tile),
                   tile_row(tile)->name);
    else
        travel_end(turn, TRAVEL_STOPPED, "You see %s%s to the %s and stop.", tile_article(tile),
                   tile_row(tile)->name, dir_name(dir_towards(turn->at, at)));
    return true;
}
