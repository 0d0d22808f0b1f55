/*
 * The sidebar, from top to bottom.
 */
#include "term/sidebar.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/text.h"
#include "content/theme.h"
#include "narrate/item_words.h"
#include "narrate/place_words.h"
#include "narrate/sheet.h"
#include "narrate/things.h"
#include "narrate/threats.h"
#include "narrate/words.h"

enum {
    TEXT_SIZE =
        /* bytes of a text; one that is too wide is cut when it is written */
    4 * LAYOUT_SIDEBAR_WIDTH,
    SELF_ROWS = 9,     /* rows about the viewer, with a blank one */
    STATE_COLUMN = 18, /* column behind the longest name, for places */
    BAR_WIDTH = 10,
    HEALTH_LOW_DIVISOR = 4,
    STAIRS_LISTED_MAX = 4,
    PEOPLE_MAX = 64,
    LINE_UTF8 = 0x2502,
    THREAT_NAME_COLUMN = 2,
    THREAT_NAME_WIDTH = 18,
    /* first possible column of a foe's bar, which follows the name and always ends at the same
       column */
    THREAT_BAR_COLUMN = 15,
    THREAT_BAR_END = 20,
    THREAT_OFFSET_COLUMN = 21,
    COMPANION_NAME_WIDTH = 12,
    COMPANION_HEALTH_COLUMN = 13,
    COMPANION_PLACE_COLUMN = 21,
};

struct sidebar {
    const struct world *world;
    const struct delver *viewer;
    const struct companions *companions;
    struct screen *screen;
    struct rect area;
    int y; /* the next row of the screen */
};

static int write_at(const struct sidebar *sidebar, int column, const char *text, enum role role)
{
    return screen_write(sidebar->screen, sidebar->area.x + column, sidebar->y,
                        sidebar->area.width - column, text, role);
}

static void write_row(struct sidebar *sidebar, const char *text, enum role role)
{
    (void)write_at(sidebar, 0, text, role);
    sidebar->y++;
}

/* Makes a bar such as "[####------]". */
static void make_bar(int part, int whole, char out[BAR_WIDTH + 3])
{
    int filled = whole <= 0 ? 0 : BAR_WIDTH * part / whole;

    filled = filled < 0 ? 0 : filled > BAR_WIDTH ? BAR_WIDTH : filled;
    out[0] = '[';
    memset(out + 1, '#', (size_t)filled);
    memset(out + 1 + filled, '-', (size_t)(BAR_WIDTH - filled));
    memcpy(out + 1 + BAR_WIDTH, "]", 2);
}

/* Writes the directions of the exits that the viewer knows. */
static void describe_exits(const struct delver *viewer, char *out, size_t out_size)
{
    static const char letters[DIR_COUNT] = {
        [DIR_NORTH] = 'n', [DIR_EAST] = 'e', [DIR_SOUTH] = 's', [DIR_WEST] = 'w'};
    struct writer text = writer_of(out, out_size);
    bool leads[DIR_COUNT];

    exits_find(viewer, leads);
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        if (leads[dir] && letters[dir] != '\0')
            writer_add(&text, "%s %c", text.length == 0 ? "Exits" : "", letters[dir]);
    }
    if (text.length == 0)
        writer_add(&text, "No exit seen yet");
}

/* Writes the worn things: "short sword +1, leather coat". */
static void describe_gear(const struct delver *viewer, char *out, size_t out_size)
{
    static const enum item_slot reported[] = {SLOT_WEAPON, SLOT_BODY};
    struct writer gear = writer_of(out, out_size);

    for (size_t i = 0; i < sizeof reported / sizeof reported[0]; i++) {
        const struct stack *worn = &viewer->life.pack.worn[reported[i]];
        char name[ITEM_NAME_MAX];
        if (worn->count == 0)
            continue;
        item_name(viewer, worn, name, sizeof name);
        writer_join(&gear, ", ", "%s", name);
    }
}

/* Draws "Ada level 7", with the gold at the end of the row. */
static void draw_name(struct sidebar *sidebar)
{
    const struct delver *viewer = sidebar->viewer;
    char text[TEXT_SIZE];

    if (viewer->life.gold > 0) {
        int length = snprintf(text, sizeof text, "$%lld", (long long)viewer->life.gold);
        if (length < LAYOUT_SIDEBAR_WIDTH - STATE_COLUMN)
            (void)write_at(sidebar, LAYOUT_SIDEBAR_WIDTH - length, text, ROLE_ITEM);
    }
    snprintf(text, sizeof text, "%s L%d", viewer->name, life_level(&viewer->life));
    write_row(sidebar, text, ROLE_TEXT);
}

static void draw_health(struct sidebar *sidebar)
{
    const struct body *body = &sidebar->viewer->body;
    char bar[BAR_WIDTH + 3];
    char text[TEXT_SIZE];
    bool is_low = body->health * HEALTH_LOW_DIVISOR <= body->health_max;

    make_bar(body->health, body->health_max, bar);
    snprintf(text, sizeof text, "HP %d/%d %s", body->health, body->health_max, bar);
    write_row(sidebar, text, is_low ? ROLE_BAD : ROLE_TEXT);
    status_conditions(body, false, text, LAYOUT_SIDEBAR_WIDTH + 1);
    write_row(sidebar, text, ROLE_BAD);
}

static void draw_place(struct sidebar *sidebar)
{
    const struct delver *viewer = sidebar->viewer;
    const struct level_key *key = &viewer->body.key;
    char name[PLACE_NAME_MAX];
    char text[TEXT_SIZE];

    place_name(viewer, name, sizeof name);
    snprintf(text, sizeof text, "%s", place_bare_name(name));
    text_capitalise(text);
    write_row(sidebar, text, ROLE_TEXT);
    describe_exits(viewer, text, sizeof text);
    write_row(sidebar, text, ROLE_TEXT);
    snprintf(text, sizeof text, "Depth %d", key->depth);
    write_row(sidebar, text, ROLE_TEXT);
    write_row(sidebar,
              theme_level_name(sidebar->world->themes, sidebar->world->seed, key->wing, key->depth),
              ROLE_TEXT);
}

static void draw_self(struct sidebar *sidebar)
{
    char text[TEXT_SIZE];

    draw_name(sidebar);
    draw_health(sidebar);
    describe_gear(sidebar->viewer, text, sizeof text);
    write_row(sidebar, text, ROLE_TEXT);
    draw_place(sidebar);
    sidebar->y++;
}

static bool is_companion(const struct sidebar *sidebar, body_id body)
{
    for (int i = 0; i < sidebar->companions->count; i++) {
        if (sidebar->companions->bodies[i] == body)
            return true;
    }
    return false;
}

static enum role role_of_thing(const struct sidebar *sidebar, const struct thing *thing)
{
    static const enum role roles[THING_KIND_COUNT] = {
        [THING_STAIRS] = ROLE_STAIRS, [THING_FEATURE] = ROLE_SPECIAL};

    if (!thing->is_seen)
        return ROLE_REMEMBERED;
    if (thing->kind == THING_ITEM)
        return item_role(thing->item, life_knows(&sidebar->viewer->life, thing->item));
    if (thing->kind != THING_DELVER)
        return roles[thing->kind];
    if (world_delver(sidebar->world, thing->body)->is_link_dead)
        return ROLE_AWAY;
    return is_companion(sidebar, thing->body) ? ROLE_COMPANION : ROLE_OTHER;
}

static void draw_thing(struct sidebar *sidebar, const struct thing *thing)
{
    const char glyph[] = {thing->glyph, '\0'};
    enum role text_role = thing->is_seen ? ROLE_TEXT : ROLE_REMEMBERED;
    char offset[POS_OFFSET_SHORT];

    pos_offset_short(sidebar->viewer->body.at, thing->at, offset, sizeof offset);
    (void)write_at(sidebar, 0, glyph, role_of_thing(sidebar, thing));
    (void)write_at(sidebar, 2, thing->name, text_role);
    (void)write_at(sidebar, STATE_COLUMN + 1, offset, text_role);
    sidebar->y++;
}

static void draw_more(struct sidebar *sidebar, int count)
{
    char text[TEXT_SIZE];

    snprintf(text, sizeof text, "... %d more", count);
    write_row(sidebar, text, ROLE_DIM_TEXT);
}

/* Returns how many of `count` entries to show in `rows`; if not all fit, the last row gives the
   number of the others. */
static int fitting(int count, int rows)
{
    return count <= rows ? count : rows - 1;
}

/* Draws "d gate hound ###-- 12e 3n E": the first letter of the danger, a capital for the worse of
   two with the same letter. A sleeper is dim. */
static void draw_threat(struct sidebar *sidebar, const struct threat *threat)
{
    static const char letters[DANGER_COUNT] = {'h', 'e', 'E', 'H', 'D'};
    const struct body *foe = world_body(sidebar->world, threat->foe);
    const char glyph[] = {species_row(foe->species)->glyph, '\0'};
    const char letter[] = {letters[threat->danger], '\0'};
    enum role role = threat->is_awake ? ROLE_TEXT : ROLE_DIM_TEXT;
    char offset[POS_OFFSET_SHORT];
    char bar[TARGET_BAR_MAX + 1] = "zzz";
    int bar_column = THREAT_NAME_COLUMN + (int)strlen(body_name(foe)) + 1;

    if (bar_column < THREAT_BAR_COLUMN)
        bar_column = THREAT_BAR_COLUMN;
    if (threat->is_awake && bar_column < THREAT_BAR_END)
        target_bar(foe->health, foe->health_max, THREAT_BAR_END - bar_column, bar);
    pos_offset_short(sidebar->viewer->body.at, threat->at, offset, sizeof offset);
    (void)write_at(sidebar, 0, glyph, body_role(foe));
    (void)screen_write(sidebar->screen, sidebar->area.x + THREAT_NAME_COLUMN, sidebar->y,
                       THREAT_NAME_WIDTH, body_name(foe), role);
    if (bar_column < THREAT_BAR_END)
        (void)screen_write(sidebar->screen, sidebar->area.x + bar_column, sidebar->y,
                           THREAT_BAR_END - bar_column, bar, role);
    (void)write_at(sidebar, THREAT_OFFSET_COLUMN, offset, role);
    (void)write_at(sidebar, LAYOUT_SIDEBAR_WIDTH - 1, letter,
                   threat->is_awake && threat->danger >= DANGER_HARD ? ROLE_BAD : role);
    sidebar->y++;
}

/* Draws the foes in view from near to far, as many as fit into `rows` with the title. */
static void draw_threats(struct sidebar *sidebar, int rows)
{
    struct threats threats;
    int end = sidebar->y + rows;

    threats_collect(sidebar->world, sidebar->viewer, &threats);
    int count = threats.count + threats.left_out;
    int shown = fitting(count, rows - 1);
    if (shown > threats.count)
        shown = threats.count;
    write_row(sidebar, "THREATS", count > 0 ? ROLE_BAD : ROLE_GOOD);
    for (int i = 0; i < shown; i++)
        draw_threat(sidebar, &threats.list[i]);
    if (shown < count)
        draw_more(sidebar, count - shown);
    if (count == 0)
        write_row(sidebar, "none in view", ROLE_DIM_TEXT);
    sidebar->y = end;
}

/* Draws other things in view from near to far, without doors, which the map shows, then remembered
   stairs. */
static void draw_nearby(struct sidebar *sidebar, int rows)
{
    const struct things_wish in_view = {THINGS_OF_ALL &
                                            ~(unsigned)(THINGS_OF_FOES | THINGS_OF_DOORS),
                                        .seen_only = true, .max = THINGS_MAX};
    const struct things_wish all_stairs = {THINGS_OF_STAIRS, .max = STAIRS_LISTED_MAX};
    int end = sidebar->y + rows;
    struct things seen;
    struct things stairs;

    write_row(sidebar, "NEARBY                    (;)", ROLE_GOOD);
    things_collect(sidebar->world, sidebar->viewer, &in_view, &seen);
    things_collect(sidebar->world, sidebar->viewer, &all_stairs, &stairs);
    int count = seen.count + seen.left_out;
    for (int i = 0; i < stairs.count; i++)
        count += !stairs.list[i].is_seen;
    int shown = fitting(count, rows - 1);
    int left = shown;
    for (int i = 0; i < seen.count && left > 0; i++, left--)
        draw_thing(sidebar, &seen.list[i]);
    for (int i = 0; i < stairs.count && left > 0; i++) {
        if (stairs.list[i].is_seen)
            continue;
        draw_thing(sidebar, &stairs.list[i]);
        left--;
    }
    if (shown < count)
        draw_more(sidebar, count - (shown - left));
    if (count == 0)
        write_row(sidebar, "nothing of note", ROLE_DIM_TEXT);
    sidebar->y = end;
}

/* Delvers on the viewer's level, as many as are listed. */
struct people {
    const struct delver *list[PEOPLE_MAX];
    int max;   /* most delvers to list, at most PEOPLE_MAX */
    int count; /* number in the list */
    int total;
};

/* True if `a` is listed before `b`: first the viewer, then delvers in view, each by name. */
static bool is_listed_before(const struct delver *viewer, const struct delver *a,
                             const struct delver *b)
{
    bool a_is_seen = delver_sees(viewer, a->body.at);
    bool b_is_seen = delver_sees(viewer, b->body.at);

    if (a == viewer || b == viewer)
        return a == viewer;
    return a_is_seen != b_is_seen ? a_is_seen : strcmp(a->name, b->name) < 0;
}

static void collect_people(const struct sidebar *sidebar, struct people *people)
{
    const struct delver *viewer = sidebar->viewer;

    for (body_id id = viewer->body.level->first_delver; id != 0;) {
        const struct delver *other = world_delver(sidebar->world, id);
        int place = people->count;
        CHECK(other != NULL);
        id = other->body.next;
        people->total++;
        while (place > 0 && is_listed_before(viewer, other, people->list[place - 1]))
            place--;
        if (people->count == people->max) {
            if (place == people->count)
                continue;
            people->count--;
        }
        memmove(&people->list[place + 1], &people->list[place],
                (size_t)(people->count - place) * sizeof people->list[0]);
        people->list[place] = other;
        people->count++;
    }
}

static const char *describe_person(const struct delver *viewer, const struct delver *other)
{
    if (other == viewer)
        return "you";
    if (other->is_link_dead)
        return "link lost";
    return delver_sees(viewer, other->body.at) ? "in view" : "not in view";
}

static void draw_here(struct sidebar *sidebar, int rows)
{
    struct people people = {.max = rows - 1 < PEOPLE_MAX ? rows - 1 : PEOPLE_MAX};
    int end = sidebar->y + rows;
    char title[TEXT_SIZE];

    collect_people(sidebar, &people);
    snprintf(title, sizeof title, "HERE  %d player%s", people.total, plural_end(people.total));
    write_row(sidebar, title, ROLE_GOOD);
    int shown = fitting(people.total, people.max);
    for (int i = 0; i < shown; i++) {
        const struct delver *other = people.list[i];
        (void)write_at(sidebar, 0, other->name, ROLE_TEXT);
        (void)write_at(sidebar, STATE_COLUMN, describe_person(sidebar->viewer, other),
                       ROLE_DIM_TEXT);
        sidebar->y++;
    }
    if (shown < people.total)
        draw_more(sidebar, people.total - shown);
    sidebar->y = end;
}

/* Writes the place of a companion from the viewer: "nw 40", "here", "depth 3", "on stairs", "fallen
   e 3", "away". */
static void describe_place(const struct delver *viewer, const struct delver *companion, char *out,
                           size_t size)
{
    const struct body *body = &companion->body;
    const char *state = companion->is_link_dead     ? "away "
                        : companion->fall.is_fallen ? "fallen "
                                                    : "";
    int steps = pos_distance(viewer->body.at, body->at);

    if (body->state == BODY_TRANSIT)
        snprintf(out, size, "on stairs");
    else if (body->level != viewer->body.level)
        snprintf(out, size, "%sdepth %d", state, body->key.depth);
    else
        snprintf(out, size, "%s%s %d", state,
                 dir_short_name(dir_towards(viewer->body.at, body->at)), steps);
}

/* Draws the row of a companion: "Brom 12/20 nw 40". */
static void draw_companion(struct sidebar *sidebar, const struct delver *companion)
{
    const struct body *body = &companion->body;
    char text[TEXT_SIZE];

    (void)screen_write(sidebar->screen, sidebar->area.x, sidebar->y, COMPANION_NAME_WIDTH,
                       companion->name, ROLE_TEXT);
    snprintf(text, sizeof text, "%d/%d", body->health, body->health_max);
    (void)write_at(sidebar, COMPANION_HEALTH_COLUMN, text,
                   body->health * HEALTH_LOW_DIVISOR <= body->health_max ? ROLE_BAD : ROLE_TEXT);
    describe_place(sidebar->viewer, companion, text, sizeof text);
    (void)write_at(sidebar, COMPANION_PLACE_COLUMN, text, ROLE_TEXT);
    sidebar->y++;
}

static void draw_party(struct sidebar *sidebar, int rows)
{
    int end = sidebar->y + rows;
    int count = sidebar->companions->count;
    int shown = fitting(count, rows - 1);

    write_row(sidebar, "PARTY", ROLE_GOOD);
    for (int i = 0; i < shown; i++) {
        const struct delver *companion =
            world_delver(sidebar->world, sidebar->companions->bodies[i]);
        if (companion != NULL)
            draw_companion(sidebar, companion);
    }
    if (shown < count)
        draw_more(sidebar, count - shown);
    sidebar->y = end;
}

static void draw_explored(struct sidebar *sidebar)
{
    int percent = delver_explored_percent(sidebar->viewer);
    char bar[BAR_WIDTH + 3];
    char text[TEXT_SIZE];

    make_bar(percent, 100, bar);
    snprintf(text, sizeof text, "EXPLORED %3d%% %s", percent, bar);
    write_row(sidebar, text, ROLE_TEXT);
}

void sidebar_draw(const struct world *world, const struct delver *viewer,
                  const struct companions *companions, const struct layout *layout,
                  bool draws_lines, struct screen *screen)
{
    struct sidebar sidebar = {world,  viewer,          companions,
                              screen, layout->sidebar, layout->sidebar.y};

    CHECK(layout->sidebar.height >= LAYOUT_SIDEBAR_ROWS_MIN);
    for (int y = layout->sidebar.y; y < layout->sidebar.y + layout->sidebar.height; y++)
        screen_put(screen, layout->divider_x, y, draws_lines ? LINE_UTF8 : '|', ROLE_DIM_TEXT);

    /* The lists share the rows between the viewer's own rows and the last row, which gives the
       explored share: five, four and four in the smallest window. The lists of things in view get
       the rows that the players leave, and so move only when players come or go. */
    int lists = layout->sidebar.height - SELF_ROWS - 1;
    int people = (lists * 3 + 9) / 10;
    int named = companions->count > 0 ? companions->count : (int)viewer->body.level->delver_count;
    int needed = 1 + named;
    int spare = needed < people ? people - needed : 0;
    int nearby = people + spare / 2;
    people -= spare;
    draw_self(&sidebar);
    draw_threats(&sidebar, lists - nearby - people);
    draw_nearby(&sidebar, nearby);
    if (companions->count > 0)
        draw_party(&sidebar, people);
    else
        draw_here(&sidebar, people);
    draw_explored(&sidebar);
}
