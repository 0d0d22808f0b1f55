/*
 * Senses of a delver. Light decides which cells and bodies in its sight it can make out. From that
 * follow the foes that it is told of (notices) and the things that it remembers; besides, it senses
 * foes that it does not see.
 */
#include "world/sense.h"

#include <string.h>

#include "world/foe.h"
#include "world/haven.h"
#include "world/world.h"

enum {
    DEPTHS_DARKER = 8, /* depths for each cell that the light is smaller */
};

int light_radius(const struct delver *delver)
{
    const struct gear gear = pack_gear(&delver->life.pack);
    int ember =
        pack_find(&delver->life.pack, ITEM_EMBER) != OBJECT_NONE ? item_row(ITEM_EMBER)->light : 0;
    int lamp = gear.light > ember ? gear.light : ember;
    int radius = lamp + knacks_gain(delver->life.honours.knacks, KNACK_LIGHT) -
                 delver->body.key.depth / DEPTHS_DARKER +
                 statuses_effect(&delver->body.statuses, STATUS_LIGHT);

    return radius > LIGHT_MIN ? radius : LIGHT_MIN;
}

/* Index of the first light in row `y` or below it. The lights are sorted by their rows. */
static int light_from(const struct level *level, int y)
{
    int low = 0;
    int high = level->light_count;

    while (low < high) {
        int middle = (low + high) / 2;
        if (level->lights[middle].y < y)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* True if a fire lights the cell. It must be in sight, so walls need no check. */
static bool is_by_fire(const struct level *level, struct pos at)
{
    for (int i = light_from(level, at.y - LIGHT_BURNING);
         i < level->light_count && level->lights[i].y <= at.y + LIGHT_BURNING; i++) {
        if (pos_distance(level->lights[i], at) <= LIGHT_BURNING)
            return true;
    }
    return false;
}

static bool is_lit(const struct delver *delver, int radius, struct pos at)
{
    return pos_distance(delver->body.at, at) <= radius || haven_is_at(delver->body.level, at) ||
           is_by_fire(delver->body.level, at);
}

/* Returns the bits of a row's word from column `left` to `right`, both included. */
static uint64_t bits_between(int left, int right, int word)
{
    int first = left - word * 64;
    int last = right - word * 64;

    if (last < 0 || first > 63)
        return 0;
    uint64_t up_to_last = last >= 63 ? UINT64_MAX : (UINT64_C(1) << (last + 1)) - 1;
    return first <= 0 ? up_to_last : up_to_last & (UINT64_MAX << first);
}

static uint64_t bits_around(struct pos at, int radius, int y, int word)
{
    if (y < at.y - radius || y > at.y + radius)
        return 0;
    return bits_between(at.x - radius, at.x + radius, word);
}

static uint64_t bits_of_rect(const struct rect *rect, int y, int word)
{
    if (y < rect->y || y >= rect->y + rect->height)
        return 0;
    return bits_between(rect->x, rect->x + rect->width - 1, word);
}

/* Returns the bits of a row's word that are cells of the haven. A cell belongs to the first room
   that contains it. */
static uint64_t bits_of_haven(const struct level *level, int y, int word)
{
    if (haven_number(level->key.depth) == HAVEN_COUNT || level->room_count == 0)
        return 0;
    int room = level_room_at(level, level->up);
    if (room < 0)
        return bits_around(level->up, HAVEN_CELLS, y, word);
    uint64_t bits = bits_of_rect(&level->rooms[room], y, word);
    for (int i = 0; bits != 0 && i < room; i++)
        bits &= ~bits_of_rect(&level->rooms[i], y, word);
    return bits;
}

uint64_t light_row_word(const struct level *level, struct pos from, int radius, int y, int word)
{
    uint64_t bits = bits_around(from, radius, y, word) | bits_of_haven(level, y, word);

    for (int i = light_from(level, y - LIGHT_BURNING);
         i < level->light_count && level->lights[i].y <= y + LIGHT_BURNING; i++)
        bits |= bits_around(level->lights[i], LIGHT_BURNING, y, word);
    return bits;
}

bool light_shows_cell(const struct delver *delver, int radius, struct pos at)
{
    return delver_sees(delver, at) && is_lit(delver, radius, at);
}

bool light_shows_body(const struct delver *delver, int radius, const struct body *body)
{
    if (!delver_sees(delver, body->at) || !body_is_shown(body))
        return false;
    if (body->species == SPECIES_DELVER)
        return true;
    if (level_hides(delver->body.level, delver->body.at, body->at))
        return false;
    bool glows = species_part(species_row(body->species), PART_GLOW) != NULL;
    return is_lit(delver, radius + (glows ? LIGHT_GLOW : 0), body->at);
}

/* Returns the radius within which the delver senses foes; 0: it senses none. */
static int radius_of(const struct delver *delver)
{
    const struct stack *amulet = pack_peek(&delver->life.pack, OBJECT_WORN + SLOT_AMULET);

    if (statuses_have(&delver->body.statuses, STATUS_FAR_SIGHTED))
        return SENSE_FAR_CELLS;
    bool is_mole = amulet != NULL && (item_row(amulet->kind)->traits & ITEM_SENSES_FOES) != 0;
    return is_mole ? SENSE_MOLE_CELLS : 0;
}

static bool was_sensed(const struct sightings *sightings, body_id foe)
{
    for (int i = 0; i < sightings->sensed_count; i++) {
        if (sightings->sensed[i].foe == foe)
            return true;
    }
    return false;
}

/* Lists sensed foes in the order of the level's list, as many as fit. Returns their number. */
static int sense(const struct world *world, const struct delver *delver, int radius,
                 struct sensed out[FOES_SENSED_MAX])
{
    int light = light_radius(delver);
    const struct body *body;
    int count = 0;

    for (body_id id = delver->body.level->first_foe; id != 0 && count < FOES_SENSED_MAX;
         id = body->next) {
        body = world_body(world, id);
        if (body_is_shown(body) && pos_distance(delver->body.at, body->at) <= radius &&
            !light_shows_body(delver, light, body))
            out[count++] = (struct sensed){.foe = id, .at = body->at};
    }
    return count;
}

static bool is_same(const struct sightings *sightings, const struct sensed *sensed, int count)
{
    if (sightings->sensed_count != count)
        return false;
    for (int i = 0; i < count; i++) {
        if (sightings->sensed[i].foe != sensed[i].foe ||
            !pos_equal(sightings->sensed[i].at, sensed[i].at))
            return false;
    }
    return true;
}

void sense_update(const struct world *world, struct delver *delver)
{
    struct sightings *sightings = &delver->sightings;
    struct sensed sensed[FOES_SENSED_MAX];
    int radius = radius_of(delver);

    if (radius == 0 && sightings->sensed_count == 0)
        return;
    int count = radius == 0 ? 0 : sense(world, delver, radius, sensed);
    if (is_same(sightings, sensed, count))
        return;
    struct event *event = event_push(&delver->body.level->events, EVENT_SENSED, &delver->body);
    event->count = count;
    for (int i = 0; i < count && event->other == 0; i++) {
        if (!was_sensed(sightings, sensed[i].foe))
            event->other = sensed[i].foe;
    }
    memcpy(sightings->sensed, sensed, (size_t)count * sizeof sensed[0]);
    sightings->sensed_count = (uint8_t)count;
}

enum { BACK_BEATS = 3 /* beats out of view after which a foe is reported as back */ };

static bool is_in_view(const struct delver *delver, const struct body *foe)
{
    return foe != NULL && body_is_on(foe, delver->body.level) &&
           light_shows_body(delver, light_radius(delver), foe);
}

/* Records a foe as reported. False: there is no room, because each foe in view keeps its entry, or
   it would be reported again. */
static bool note(const struct world *world, struct delver *delver, body_id id)
{
    struct sightings *sightings = &delver->sightings;

    for (int i = 0; i < FOES_NOTED_MAX; i++) {
        uint8_t place = sightings->noted_next;
        sightings->noted_next = (uint8_t)((place + 1) % FOES_NOTED_MAX);
        if (sightings->noted[place] != 0 &&
            is_in_view(delver, world_body(world, sightings->noted[place])))
            continue;
        sightings->noted[place] = id;
        sightings->noted_at[place] = (uint32_t)body_lived(&delver->body);
        return true;
    }
    return false;
}

void notice_tell(struct delver *delver, const struct foe *foe, enum notice notice)
{
    struct body *body = &delver->body;
    struct event *event = event_push(&body->level->events, EVENT_NOTICED, body);

    event->notice = notice;
    event->other = foe->body.id;
    if (notice != NOTICE_UNSEEN)
        event->from = foe->body.at;
    /* The queued steps were meant for a way without foes. */
    body_drop_steps(body);
}

/* Returns the index of that foe among those reported; FOES_NOTED_MAX: it is not. */
static int find_note(const struct sightings *sightings, body_id id)
{
    int place = 0;

    while (place < FOES_NOTED_MAX && sightings->noted[place] != id)
        place++;
    return place;
}

/* True for a foe that was last in view during the present fight. */
static bool is_of_this_fight(const struct delver *delver, uint32_t noted_at)
{
    return delver->time.state != COMPANY_CALM && (int32_t)(noted_at - delver->time.fight_at) >= 0;
}

/* True if a foe that was reported has been out of view for a while. Delvers do not look while
   nobody moves, so the record of a foe in view may be old. */
static bool is_back(const struct world *world, const struct delver *delver, const struct foe *foe,
                    int place)
{
    const struct sightings *sightings = &delver->sightings;
    uint32_t noted_at = sightings->noted_at[place];

    return (int32_t)(noted_at - sightings->looked_at) < 0 && foe_is_awake(foe) &&
           !is_of_this_fight(delver, noted_at) &&
           (uint32_t)body_lived(&delver->body) - noted_at > world_beats(world, BACK_BEATS);
}

bool notice_is_due(const struct world *world, const struct delver *delver, const struct foe *foe)
{
    int place = find_note(&delver->sightings, foe->body.id);

    return place == FOES_NOTED_MAX || is_back(world, delver, foe, place);
}

void notice_foe(const struct world *world, struct delver *delver, const struct foe *foe)
{
    struct sightings *sightings = &delver->sightings;
    int place = find_note(sightings, foe->body.id);

    if (place == FOES_NOTED_MAX) {
        if (note(world, delver, foe->body.id))
            notice_tell(delver, foe, foe_is_awake(foe) ? NOTICE_AWAKE : NOTICE_ASLEEP);
        return;
    }
    if (is_back(world, delver, foe, place))
        notice_tell(delver, foe, NOTICE_BACK);
    sightings->noted_at[place] = (uint32_t)body_lived(&delver->body);
}

void notice_striker(const struct world *world, struct delver *delver, const struct foe *foe)
{
    if (foe != NULL && is_in_view(delver, &foe->body))
        notice_foe(world, delver, foe);
}

/* Marks a row for the next look, because the screen may already have the last one. */
static void mark_row(struct delver *delver, struct pos at)
{
    row_set_add(&delver->recall.marked, at.y);
}

/* True if a cell in sight is within the light of the last look, or is lit for everybody. */
static bool is_cell_lit(const struct delver *delver, struct pos at)
{
    return delver_sees(delver, at) &&
           (pos_distance(delver->recall.from, at) <= delver->recall.light ||
            light_shows_cell(delver, -1, at));
}

/* Removes the things from memory on cells that the delver sees again. */
static void forget_lit(struct delver *delver)
{
    struct recall *recall = &delver->recall;
    int kept = 0;

    for (int i = 0; i < recall->count; i++) {
        struct recalled recalled = recall->list[i];
        if (is_cell_lit(delver, recalled.at))
            mark_row(delver, recalled.at);
        else
            recall->list[kept++] = recalled;
    }
    if (kept < recall->count)
        recall->oldest = 0;
    recall->count = (uint8_t)kept;
}

const struct recalled *recall_find(const struct recall *recall, struct pos at)
{
    for (int i = 0; i < recall->count; i++) {
        if (pos_equal(recall->list[i].at, at))
            return &recall->list[i];
    }
    return NULL;
}

static uint8_t count_below(const struct world *world, const struct item *item)
{
    uint8_t count = 0;

    while (count < UINT8_MAX && (item = level_item_below(world, item)) != NULL)
        count++;
    return count;
}

static void add(struct delver *delver, struct pos at, const struct stack *top, uint8_t more)
{
    struct recall *recall = &delver->recall;
    int place = recall->count;

    if (recall->count < RECALL_MAX) {
        recall->count++;
    } else {
        place = recall->oldest;
        recall->oldest = (uint8_t)((place + 1) % RECALL_MAX);
        mark_row(delver, recall->list[place].at);
    }
    recall->list[place] = (struct recalled){.at = at, .top = *top, .more = more};
    mark_row(delver, at);
}

static void note_lit(const struct world *world, struct delver *delver)
{
    const struct level *level = delver->body.level;

    forget_lit(delver);
    for (int y = delver->sight.top; y < delver->sight.bottom; y++) {
        for (int word = 0; word < level->row_words; word++) {
            uint64_t bits = sight_row_word(&delver->sight, y, word) &
                            level->scattered[y * level->row_words + word];
            for (; bits != 0; bits &= bits - 1) {
                struct pos at = pos_of(word * 64 + __builtin_ctzll(bits), y);
                const struct item *item =
                    is_cell_lit(delver, at) ? level_item_at(world, level, at) : NULL;
                if (item != NULL)
                    add(delver, at, &item->stack, count_below(world, item));
            }
        }
    }
}

void recall_before_look(const struct world *world, struct delver *delver)
{
    if (delver->recall.light > 0)
        note_lit(world, delver);
}

void recall_after_look(const struct world *world, struct delver *delver)
{
    delver->recall.from = delver->body.at;
    delver->recall.light = (uint8_t)light_radius(delver);
    note_lit(world, delver);
    row_set_join(&delver->look_rows[(delver->looks - 1) % DELVER_LOOKS_KEPT],
                 &delver->recall.marked);
    delver->recall.marked = (struct row_set){0};
}
