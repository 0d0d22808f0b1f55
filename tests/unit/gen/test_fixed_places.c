/*
 * Places that a level has in any case: the lair of its boss, drawn halls, vaults.
 */
#include <string.h>

#include "content/setpiece.h"
#include "content/species.h"
#include "content/theme.h"
#include "gen/gen.h"
#include "support/test.h"
#include "world/place.h"

enum { SEEDS = TEST_COUNT(60, 6) };

static struct setpieces pieces;

static void read_pieces(void)
{
    ck_assert_int_eq(setpieces_builtin(&pieces), ERR_OK);
}

static void release_pieces(void)
{
    setpieces_release(&pieces);
}

TEST_FILE_FIXTURE(read_pieces, release_pieces);

/* The level that a world of that seed has at that depth. */
static struct level *made(uint64_t seed, int depth)
{
    struct level_key key = {.depth = (uint16_t)depth};
    struct gen_request request;
    struct level *level;

    gen_request_for_key(&request, seed, key);
    request.pieces = &pieces;
    ck_assert_int_eq(gen_level(&request, &level, NULL), ERR_OK);
    return level;
}

static const struct spot *find_spot(const struct level *level, const char *name)
{
    for (int i = 0; i < level->spot_count; i++) {
        if (strcmp(level->spots[i].name, name) == 0)
            return &level->spots[i];
    }
    return NULL;
}

static int count_vaults(const struct level *level)
{
    int count = 0;

    for (int i = 0; i < level->gate_count; i++)
        count += level->gates[i].kind == GATE_VAULT;
    return count;
}

TEST(every_boss_has_its_lair_on_its_depth)
{
    for (enum species_id id = SPECIES_DELVER; id < SPECIES_COUNT; id++) {
        const struct species_row *row = species_row(id);
        ck_assert_int_eq(row->lair != NULL, row->is_boss);
        if (!row->is_boss)
            continue;
        const struct setpiece *piece = setpieces_find(&pieces, row->lair);
        ck_assert_msg(piece != NULL, "%s", row->lair);
        ck_assert_int_eq(piece->kind, SETPIECE_LAIR);
        ck_assert_int_eq(piece->depth_first, row->depth.low);
        ck_assert_int_eq(piece->depth_last, row->depth.high);
    }
}

TEST(a_lair_is_behind_one_door_on_every_level_of_its_depth)
{
    for (enum species_id id = SPECIES_DELVER; id < SPECIES_COUNT; id++) {
        const struct species_row *row = species_row(id);
        for (uint64_t seed = 1; row->is_boss && seed <= SEEDS; seed++) {
            struct level *level = made(seed, row->depth.low);
            const struct spot *spot = find_spot(level, row->lair);
            ck_assert_msg(spot != NULL, "%s: seed %d", row->lair, (int)seed);
            uint16_t area = PLACE_NONE;
            for (int y = spot->area.y; y < spot->area.y + spot->area.height; y++) {
                for (int x = spot->area.x; x < spot->area.x + spot->area.width; x++) {
                    uint16_t here = place_at(level, pos_of(x, y));
                    area = area == PLACE_NONE ? here : area;
                }
            }
            ck_assert_int_ne(area, PLACE_NONE);
            ck_assert_int_eq(place_of(level, area)->exit_count, 1);
            ck_assert(place_exits(level, area)[0].has_door);
            level_free(level);
        }
    }
}

TEST(a_level_with_a_lair_has_a_vault_and_so_has_one_in_six_of_the_others)
{
    int lairs = 0;
    int others = 0;

    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct level *with = made(seed, 12);
        struct level *without = made(seed, 7);
        ck_assert_int_le(count_vaults(with), 1);
        ck_assert_int_le(count_vaults(without), 1);
        lairs += count_vaults(with);
        others += count_vaults(without);
        level_free(with);
        level_free(without);
    }
    ck_assert_int_ge(lairs, SEEDS * 9 / 10);
    ck_assert_int_le(others, SEEDS / 3);
}
