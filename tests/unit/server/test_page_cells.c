/*
 * The words by which a page acts on a cell: `travel 31,12` and `examine 31,12`.
 */
#include <stdio.h>
#include <string.h>

#include "page_fixture.h"
#include "server/session/session.h"
#include "support/test.h"

enum { ADA };

static struct page_fixture fixture;

static void set_up(void)
{
    page_fixture_open(&fixture);
    page_enter(&fixture, ADA, "ada");
}

static void tear_down(void)
{
    page_fixture_close(&fixture);
}

static const struct delver *own_delver(void)
{
    return world_delver(fixture.server->game.world, page_session(&fixture, "Ada")->actor);
}

/* The first cell beside the delver that can be walked on. */
static struct pos find_near(void)
{
    const struct delver *delver = own_delver();
    const struct body *body = &delver->body;

    for (enum dir dir = 0; dir < DIR_COUNT; dir++) {
        struct pos at = pos_step(body->at, dir);
        if (dir != DIR_NONE && level_tile(body->level, at) == TILE_FLOOR &&
            level_body_at(body->level, at) == 0)
            return at;
    }
    ck_abort_msg("the delver is shut in");
    return body->at;
}

static struct pos find_unknown(void)
{
    const struct delver *delver = own_delver();

    for (int y = 0; y < delver->body.level->height; y++) {
        for (int x = 0; x < delver->body.level->width; x++) {
            if (delver_remembered(delver, pos_of(x, y)) == TILE_UNKNOWN)
                return pos_of(x, y);
        }
    }
    ck_abort_msg("all is known");
    return pos_of(0, 0);
}

static void type_at(const char *word, struct pos at)
{
    char line[64];

    snprintf(line, sizeof line, "%s %d,%d", word, at.x, at.y);
    page_forget(&fixture, ADA);
    page_type(&fixture, ADA, line);
    page_expect_mark(&fixture, ADA);
}

TEST_FIXTURE(set_up, tear_down);

TEST(travel_goes_to_a_cell_that_is_known)
{
    struct pos to = find_near();

    type_at("travel", to);
    page_pass(&fixture, 100);
    ck_assert(pos_equal(own_delver()->body.at, to));
}

TEST(there_is_no_way_to_a_cell_that_is_not_known)
{
    static const char *const words[] = {
        "travel 999,999", "travel 0,99999999999", "travel 1,2,3", "travel -1,5", "travel 1,",
        "travel ,5",      "travel 1, 5"};
    struct pos before = own_delver()->body.at;

    type_at("travel", find_unknown());
    page_expect_line(&fixture, ADA, "You know no way there.");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        page_forget(&fixture, ADA);
        page_type(&fixture, ADA, words[i]);
        page_expect_line(&fixture, ADA,
                         "There is no such place: travel 12,5 goes to a cell of the map.");
    }
    ck_assert(pos_equal(own_delver()->body.at, before));
}

TEST(examine_tells_of_a_cell)
{
    type_at("examine", own_delver()->body.at);
    page_expect_line(&fixture, ADA, "here");
    type_at("examine", find_unknown());
    page_expect_line(&fixture, ADA, "Unknown");
}
