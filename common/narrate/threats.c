/*
 * Foes in words: the danger of one, the list of all in view, and the most important one.
 */
#include "narrate/threats.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/text.h"
#include "narrate/name_match.h"
#include "world/blow.h"
#include "world/sense.h"

void danger_describe(enum danger danger, char *out, size_t size)
{
    const char *name = danger_name(danger);

    snprintf(out, size, "%c%s fight.", name[0] - 'a' + 'A', name + 1);
}

void danger_describe_prospect(const struct prospect *prospect, char *out, size_t size)
{
    char fight[DANGER_TEXT_MAX];

    danger_describe(prospect->danger, fight, sizeof fight);
    snprintf(out, size,
             "It hits you %d in 100 for at most %d; %d such blow%s you. "
             "You hit it %d in 100; about %d blow%s. %s",
             prospect->its_chance, prospect->its_most, prospect->its_blows,
             prospect->its_blows == 1 ? " ends" : "s end", prospect->your_chance,
             prospect->your_blows, plural_end(prospect->your_blows), fight);
}

static const char *const part_words[PART_COUNT] = {
    [PART_DOOR] = "opens doors",
    [PART_NODOOR] = "opens no doors",
    [PART_BASH] = "breaks doors open",
    [PART_FLY] = "flies",
    [PART_SWIM] = "swims unseen",
    [PART_BURROW] = "burrows",
    [PART_GHOST] = "walks through rock",
    [PART_STILL] = "never moves",
    [PART_GUARD] = "keeps its post",
    [PART_LAIR] = "keeps to its lair",
    [PART_ERRATIC] = "moves at random",
    [PART_CHARGE] = "charges",
    [PART_FLEE] = "flees when hurt",
    [PART_FEARLESS] = "never flees",
    [PART_PACK] = "hunts in a pack",
    [PART_KITE] = "steps away from you",
    [PART_KEEP] = "keeps its distance",
    [PART_AMBUSH] = "lies in wait",
    [PART_UNSEEN] = "is hard to see",
    [PART_SHOT] = "shoots",
    [PART_POT] = "throws pots that burst",
    [PART_SPIT] = "spits fire",
    [PART_BOLT] = "casts bolts that no armour stops",
    [PART_BREATH] = "breathes fire",
    [PART_TONGUE] = "pulls you near",
    [PART_NET] = "throws nets",
    [PART_SHOUT] = "shouts for help",
    [PART_RALLY] = "rallies others",
    [PART_CALL] = "calls others",
    [PART_MEND] = "mends others",
    [PART_RAISE] = "raises the dead",
    [PART_STEAL] = "steals",
    [PART_SPLIT] = "splits when struck",
    [PART_FRENZY] = "strikes faster when hurt",
    [PART_REFLECT] = "sends shots back",
    [PART_POISON] = "poisons",
    [PART_BURN] = "burns",
    [PART_DRAIN] = "drains health",
    [PART_HOLD] = "holds you",
    [PART_WEB] = "spins webs",
    [PART_STUN] = "stuns",
    [PART_DAZE] = "dazes",
    [PART_RUST] = "rusts armour",
    [PART_SLOW] = "slows",
    [PART_DAZZLE] = "dazzles",
    [PART_DOZE] = "puts you to sleep",
    [PART_DIM] = "dims your light",
    [PART_HUSH] = "silences all in view",
    [PART_WITHER] = "withers",
    [PART_NOISE] = "hunts by ear",
    [PART_SCENT] = "never loses a track",
    [PART_GLOW] = "glows",
};

void danger_describe_parts(const struct species_row *row, char *out, size_t size)
{
    struct writer parts = writer_of(out, size);

    for (int i = 0; i < SPECIES_PARTS_MAX && row->parts[i].id != PART_NONE; i++)
        writer_join(&parts, ", ", "%s", part_words[row->parts[i].id]);
    if (parts.length > 0)
        writer_add(&parts, ".");
    text_capitalise(out);
}

/* Returns how badly a body is hurt: "unhurt", "hardly hurt", "hurt", "badly hurt". */
static const char *wounds_of(const struct body *foe)
{
    static const char *const words[] = {"badly hurt", "hurt", "hardly hurt"};
    enum { COUNT = sizeof words / sizeof words[0] };

    if (foe->health >= foe->health_max)
        return "unhurt";
    return words[foe->health <= 0 ? 0 : foe->health * COUNT / foe->health_max];
}

static int health_of(const struct delver *viewer)
{
    return viewer->body.health > 0 ? viewer->body.health : 1;
}

struct prospect threat_prospect(const struct world *world, const struct delver *viewer,
                                const struct body *foe)
{
    const struct fighter fighter = fighter_of(world, &viewer->body);

    return estimate_prospect(&fighter, health_of(viewer), species_row(foe->species), foe->key.depth,
                             foe->health, fighter_gains(world, foe));
}

static bool is_nearer(const struct threat *threat, const struct threat *other)
{
    return threat->distance != other->distance ? threat->distance < other->distance
                                               : threat->foe < other->foe;
}

/* Inserts a foe by its distance; a full list drops the farthest. */
static void add(struct threats *threats, struct threat threat)
{
    int place = threats->count;

    if (threats->count == THREATS_MAX) {
        threats->left_out++;
        if (!is_nearer(&threat, &threats->list[THREATS_MAX - 1]))
            return;
        place--;
    } else {
        threats->count++;
    }
    for (; place > 0 && is_nearer(&threat, &threats->list[place - 1]); place--)
        threats->list[place] = threats->list[place - 1];
    threats->list[place] = threat;
}

/* Returns the danger of all awake foes together. */
static enum danger danger_of_all(const struct world *world, const struct delver *viewer,
                                 const struct threats *threats)
{
    const struct fighter fighter = fighter_of(world, &viewer->body);
    struct opponent opponents[THREATS_MAX];
    int count = 0;

    for (int i = 0; i < threats->count; i++) {
        const struct body *foe = world_body(world, threats->list[i].foe);
        int most = 0;
        if (!threats->list[i].is_awake)
            continue;
        const struct fighter other = estimate_foe(species_row(foe->species), foe->key.depth,
                                                  fighter_gains(world, foe), &most);
        opponents[count++] = estimate_opponent(&fighter, &other, foe->health);
    }
    estimate_sort(opponents, count);
    struct estimate estimate = estimate_fight(opponents, count);
    return estimate_danger(&estimate, health_of(viewer));
}

static void add_foe(const struct world *world, const struct delver *viewer, int light,
                    struct pos at, struct threats *out)
{
    const struct body *body = world_body(world, level_body_at(viewer->body.level, at));

    if (!light_shows_body(viewer, light, body))
        return;
    add(out, (struct threat){
                 .foe = body->id,
                 .at = at,
                 .distance = pos_distance(viewer->body.at, at),
                 .danger = threat_prospect(world, viewer, body).danger,
                 .is_awake = foe_is_awake((const struct foe *)body),
             });
}

/* Collects the foes in view. Rows of bits show where they are, so the number of foes on the level
   does not matter. */
void threats_collect(const struct world *world, const struct delver *viewer, struct threats *out)
{
    const struct level *level = viewer->body.level;

    out->count = 0;
    out->left_out = 0;
    out->danger = DANGER_HARMLESS;
    if (viewer->body.state != BODY_PRESENT || level->foe_count == 0)
        return;
    int light = light_radius(viewer);
    for (int y = viewer->sight.top; y < viewer->sight.bottom; y++) {
        for (int word = 0; word < level->row_words; word++) {
            uint64_t bits = sight_row_word(&viewer->sight, y, word);
            bits &= level->foes[y * level->row_words + word];
            for (; bits != 0; bits &= bits - 1)
                add_foe(world, viewer, light, pos_of(word * 64 + __builtin_ctzll(bits), y), out);
        }
    }
    if (out->count > 0)
        out->danger = danger_of_all(world, viewer, out);
}

static int count_awake(const struct threats *threats)
{
    int count = 0;

    for (int i = 0; i < threats->count; i++)
        count += threats->list[i].is_awake;
    return count;
}

void threats_describe(const struct world *world, const struct delver *viewer, char *out,
                      size_t size)
{
    struct writer text = writer_of(out, size);
    struct threats threats;
    char offset[64];
    char name[64];

    threats_collect(world, viewer, &threats);
    if (threats.count == 0)
        writer_add(&text, "%s",
                   viewer->danger.is_hunted    ? "No foe is in view, but one is after you."
                   : viewer->danger.is_present ? "No foe is in view, but one may be near."
                                               : "No foe is in view.");
    for (int i = 0; i < threats.count; i++) {
        const struct threat *threat = &threats.list[i];
        pos_offset(viewer->body.at, threat->at, offset, sizeof offset);
        body_words(world_body(world, threat->foe), name, sizeof name);
        writer_join(&text, " ", "%s, %s: %s%s.", name, offset, danger_name(threat->danger),
                    threat->is_awake ? "" : ", asleep");
    }
    if (count_awake(&threats) > 1 || (threats.left_out > 0 && count_awake(&threats) > 0))
        writer_add(&text, " All that are awake, one after the other: %s.",
                   danger_name(threats.danger));
}

int threats_named(const struct world *world, const struct threats *threats, const char *words,
                  char hint[NAME_HINT_SIZE])
{
    struct name_search search = name_search_of(words);

    for (int i = 0; i < threats->count; i++) {
        const char *name = body_name(world_body(world, threats->list[i].foe));
        name_search_offer(&search, name_match(&search.words, name), i);
        name_search_hear(&search, name);
    }
    name_search_hint(&search, hint);
    return (int)search.chosen;
}

enum { BAR_WIDTH = 8 };

void target_bar(int part, int whole, int width, char *out)
{
    int filled = whole <= 0 || part <= 0 ? 0 : (part * width + whole - 1) / whole;

    CHECK(width <= TARGET_BAR_MAX);
    filled = filled > width ? width : filled;
    memset(out, '#', (size_t)filled);
    memset(out + filled, '-', (size_t)(width - filled));
    out[width] = '\0';
}

const struct threat *threats_first_awake(const struct threats *threats)
{
    for (int i = 0; i < threats->count; i++) {
        if (threats->list[i].is_awake)
            return &threats->list[i];
    }
    return NULL;
}

/* Returns the number of awake foes besides the target. *out_kind is their kind if all are alike;
   else NULL. */
static int count_others(const struct world *world, const struct threats *threats,
                        const struct threat *target, const struct species_row **out_kind)
{
    const struct species_row *kind = NULL;
    bool is_one_kind = true;
    int count = 0;

    for (int i = 0; i < threats->count; i++) {
        const struct threat *other = &threats->list[i];
        if (other == target || !other->is_awake)
            continue;
        const struct species_row *row = species_row(world_body(world, other->foe)->species);
        is_one_kind = is_one_kind && (kind == NULL || kind == row);
        kind = row;
        count++;
    }
    *out_kind = is_one_kind ? kind : NULL;
    return count;
}

static void add_others(const struct world *world, const struct threats *threats,
                       const struct threat *target, char *out, size_t size)
{
    const struct species_row *kind;
    int count = count_others(world, threats, target, &kind);

    out[0] = '\0';
    if (count == 0)
        return;
    const char *name = kind == NULL                        ? "more"
                       : count > 1 && kind->plural != NULL ? kind->plural
                                                           : kind->name;
    snprintf(out, size, "  +%d %s %s", count, name, danger_name(threats->danger));
}

void target_words(const struct world *world, const struct delver *viewer, char *out, size_t size)
{
    const struct species_row *kind;
    struct threats threats;
    char offset[64];
    char name[64];

    threats_collect(world, viewer, &threats);
    const struct threat *target = threats_first_awake(&threats);
    if (target == NULL) {
        snprintf(out, size, "No foe that is awake is in view.");
        return;
    }
    const struct body *foe = world_body(world, target->foe);
    body_words(foe, name, sizeof name);
    pos_offset(viewer->body.at, target->at, offset, sizeof offset);
    struct writer text = writer_of(out, size);
    writer_add(&text, "%s, %s, %s: %s.", name, offset, wounds_of(foe), danger_name(target->danger));
    int others = count_others(world, &threats, target, &kind);
    if (others > 0)
        writer_add(&text, " %d more %s awake, %s together.", others, others == 1 ? "is" : "are",
                   danger_name(threats.danger));
}

void target_line_make(const struct world *world, const struct delver *viewer,
                      struct target_line *out)
{
    struct threats threats;
    char bar[TARGET_BAR_MAX + 1];
    char offset[POS_OFFSET_SHORT];
    char others[64];

    out->text[0] = '\0';
    out->role = ROLE_TEXT;
    if (viewer->body.level == NULL || viewer->body.level->foe_count == 0)
        return;
    threats_collect(world, viewer, &threats);
    const struct threat *target = threats_first_awake(&threats);
    if (target == NULL)
        return;
    const struct body *foe = world_body(world, target->foe);
    target_bar(foe->health, foe->health_max, BAR_WIDTH, bar);
    pos_offset_short(viewer->body.at, target->at, offset, sizeof offset);
    add_others(world, &threats, target, others, sizeof others);
    snprintf(out->text, sizeof out->text, "%s [%s] %s %s%s", body_name(foe), bar, offset,
             danger_name(target->danger), others);
    if (threats.danger >= DANGER_HARD)
        out->role = ROLE_BAD;
}
