/*
 * Companies by union-find, with union by size and path halving (R. Tarjan and J. van Leeuwen,
 * 1984). A level is searched every few ticks, and only if something has moved: its delvers are
 * gathered as members, linked, and then given the state of their company's time.
 */
#include "world/company.h"

#include "base/check.h"
#include "world/haven.h"
#include "world/mind.h"
#include "world/sense.h"
#include "world/world.h"

enum {
    BESIDE_CELLS = 1,
    NEAR_CELLS = 18, /* members of a party become linked within so many cells */
    SEEN_CELLS = 30,
    NEAR_CELLS_KEPT = 24, /* linked members stay linked within so many cells */
    SEEN_CELLS_KEPT = 36,
    /* a foe without a target lives in the time of a delver within so many cells */
    KEEPER_CELLS = 24,
    PARTING_BEATS = 5, /* beats for which a company that was parted stays together */
};

static int find(struct company_search *search, int member)
{
    while (search->parent[member] != member) {
        search->parent[member] = search->parent[search->parent[member]];
        member = search->parent[member];
    }
    return member;
}

/* Joins the companies of two members. The member with the lower number becomes the root, so that
   the root is the first member of its company. */
static void unite(struct company_search *search, int first, int second)
{
    int a = find(search, first);
    int b = find(search, second);

    if (a == b || search->size[a] + search->size[b] > COMPANY_MAX)
        return;
    int root = a < b ? a : b;
    int other = a < b ? b : a;
    search->parent[other] = (uint16_t)root;
    search->size[root] = (uint16_t)(search->size[root] + search->size[other]);
}

static bool is_linked(const struct company_member *a, const struct company_member *b)
{
    bool is_kept = a->company != 0 && a->company == b->company;
    int distance = pos_distance(a->at, b->at);

    if (distance <= BESIDE_CELLS && (is_kept || (a->is_standing && b->is_standing)))
        return true;
    if (a->party == 0 || a->party != b->party)
        return false;
    if (distance <= (is_kept ? NEAR_CELLS_KEPT : NEAR_CELLS))
        return true;
    return distance <= (is_kept ? SEEN_CELLS_KEPT : SEEN_CELLS) &&
           (sight_has(a->sight, b->at) || sight_has(b->sight, a->at));
}

/* Begins a search. Earlier links come first, so that new members do not push earlier ones out of a
   full company. */
void company_begin(struct company_search *search, const struct company_member *members, int count)
{
    CHECK(count >= 0 && count <= COMPANY_LEVEL_MAX);
    for (int i = 0; i < count; i++) {
        search->parent[i] = (uint16_t)i;
        search->size[i] = 1;
    }
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < count; i++) {
            for (int j = i + 1; j < count; j++) {
                bool is_kept = members[i].company != 0 && members[i].company == members[j].company;
                if (is_kept == (pass == 0) && is_linked(&members[i], &members[j]))
                    unite(search, i, j);
            }
        }
    }
}

void company_link(struct company_search *search, int first, int second)
{
    unite(search, first, second);
}

/* Returns the index of the first member that was in the same company at the last search; `member`
   itself if it is the first. */
static int first_of_before(const struct company_member *members, int member)
{
    for (int i = 0; i < member && members[member].company != 0; i++) {
        if (members[i].company == members[member].company)
            return i;
    }
    return member;
}

/* True if all members of an earlier company are still linked; `first` is its first member. */
static bool is_whole(struct company_search *search, const struct company_member *members, int count,
                     int first)
{
    for (int i = first + 1; i < count; i++) {
        if (members[i].company == members[first].company && find(search, i) != find(search, first))
            return false;
    }
    return true;
}

/* Keeps the members of an earlier company together: as long as they are linked, and else until the
   time of parting. */
static void hold_together(struct company_search *search, struct company_member *members, int count,
                          int first, uint64_t clock, uint64_t parting_ticks)
{
    bool was_parting = members[first].is_parting;
    bool is_parting = !is_whole(search, members, count, first);
    uint64_t parts_at = was_parting ? members[first].parts_at : clock + parting_ticks;
    bool holds = is_parting && clock < parts_at;

    for (int i = first; i < count; i++) {
        if (members[i].company != members[first].company)
            continue;
        if (holds)
            unite(search, first, i);
        members[i].is_parting = holds;
        members[i].parts_at = holds ? parts_at : 0;
    }
}

void company_end(struct company_search *search, struct company_member *members, int count,
                 uint64_t clock, uint64_t parting_ticks)
{
    for (int i = 0; i < count; i++) {
        if (members[i].company != 0 && first_of_before(members, i) == i)
            hold_together(search, members, count, i, clock, parting_ticks);
    }
    for (int i = 0; i < count; i++)
        members[i].company = (uint16_t)(find(search, i) + 1);
}

enum company_state company_state(int members, int in_danger)
{
    if (in_danger == 0)
        return COMPANY_CALM;
    return members > 1 ? COMPANY_RUNNING : COMPANY_WAITING;
}

bool company_skips(int pace, uint64_t tick)
{
    switch (pace) {
    case PACE_SLOWER:
        return tick % 3 == 2;
    case PACE_SLOWEST:
        return tick % 2 == 1;
    default:
        return false;
    }
}

bool level_time_runs(const struct world *world, const struct body *body)
{
    const struct delver *delver =
        body->species == SPECIES_DELVER
            ? (const struct delver *)body
            : world_delver(world, ((const struct foe *)body)->mind.keeper);

    return delver != NULL && body_is_on(&delver->body, body->level) &&
           delver->time.state != COMPANY_WAITING && world->tick >= delver->time.halted_until &&
           !company_skips(delver->time.pace, world->tick);
}

/* Returns the delver in whose time an awake foe lives: its target, else the nearest; 0: none. */
static body_id keeper_of(const struct world *world, const struct foe *foe)
{
    const struct delver *target = world_delver(world, foe->mind.target);
    const struct delver *delver;
    const struct delver *nearest = NULL;
    int best = KEEPER_CELLS + 1;

    if (target != NULL && body_is_on(&target->body, foe->body.level))
        return target->body.id;
    for (body_id id = foe->body.level->first_delver; id != 0; id = delver->body.next) {
        delver = world_delver(world, id);
        int distance = pos_distance(delver->body.at, foe->body.at);
        if (distance < best ||
            (distance == best && nearest != NULL && delver->delver_id < nearest->delver_id)) {
            best = distance;
            nearest = delver;
        }
    }
    return nearest == NULL ? 0 : nearest->body.id;
}

/* Returns the steps from the foe to the delver; FIELD_FAR: too many to matter, or no way. */
static int steps_to(const struct delver *delver, const struct foe *foe, struct level_work *work)
{
    return field_steps(
        field_of(work->fields, foe->body.level, delver->body.at, mind_way(foe->body.species)),
        foe->body.at);
}

static bool can_reach(const struct delver *delver, const struct foe *foe, struct level_work *work)
{
    const struct species_row *row = species_row(foe->body.species);

    if (pos_distance(delver->body.at, foe->body.at) <= 1 || species_part(row, PART_SHOT) != NULL)
        return true;
    return row->move > 0 && steps_to(delver, foe, work) != FIELD_FAR;
}

static bool is_danger(const struct delver *delver, const struct foe *foe, struct level_work *work)
{
    int distance = pos_distance(delver->body.at, foe->body.at);

    if (!body_is_shown(&foe->body) || haven_is_at(foe->body.level, delver->body.at) ||
        (foe->mind.fear == FEAR_FLEEING && !delver_sees(delver, foe->body.at)))
        return false;
    if (foe->mind.target == delver->body.id && species_row(foe->body.species)->move > 0 &&
        steps_to(delver, foe, work) <= DANGER_HUNT_CELLS)
        return true;
    return distance <= DANGER_VIEW_CELLS &&
           light_shows_body(delver, light_radius(delver), &foe->body) &&
           can_reach(delver, foe, work);
}

/* Reports a foe that hunts the delver and was never in view, once in a danger. */
static void tell_of_hunt(struct delver *delver, const struct foe *foe, struct level_work *work)
{
    if (delver->danger.is_hunted || foe->mind.target != delver->body.id ||
        delver_has_noted(delver, foe->body.id) || !is_danger(delver, foe, work))
        return;
    delver->danger.is_hunted = true;
    notice_tell(delver, foe, NOTICE_UNSEEN);
}

static void look_at_foes(const struct world *world, struct delver *delver, struct level_work *work)
{
    const struct body *body = &delver->body;
    uint64_t hurt_ticks = world_beats(world, DANGER_HURT_BEATS);
    int light = light_radius(delver);

    delver->danger.is_hurt =
        delver->danger.is_hurt && body_lived(body) - delver->danger.hurt_at < hurt_ticks;
    delver->danger.is_present = false;
    if (!delver->time.is_idle && delver->time.state == COMPANY_RUNNING &&
        world->tick - delver->time.acted_at >= world_ms(world, TIME_IDLE_MS)) {
        delver->time.is_idle = true;
        body_activate(&delver->body);
    }
    for (int i = 0; i < work->foe_count; i++) {
        const struct foe_glance *glance = &work->foes[i];
        const struct foe *foe = glance->foe;
        bool is_seen = glance->is_shown && light_shows_body(delver, light, &foe->body);
        if (is_seen)
            notice_foe(world, delver, foe);
        if (!glance->is_awake || delver->fall.is_fallen)
            continue;
        if (!is_seen)
            tell_of_hunt(delver, foe, work);
        /* A foe that hurt the delver a moment ago may be out of sight now. */
        bool is_after = delver->danger.is_hurt && foe->mind.keeper == body->id;
        delver->danger.is_present =
            delver->danger.is_present || is_after || is_danger(delver, foe, work);
    }
    delver->danger.is_hunted = delver->danger.is_hunted && delver->danger.is_present;
    delver->sightings.looked_at = (uint32_t)body_lived(body);
}

/* True unless the delver stepped within the last beat. */
static bool is_standing(const struct world *world, const struct delver *delver)
{
    return body_lived(&delver->body) - delver->time.stepped_at > world_beats(world, 1);
}

/* Gathers the delvers of the level as members, in the order of their list. Returns their number. */
static int gather(const struct world *world, const struct level *level, struct level_work *work)
{
    const struct delver *delver;
    int count = 0;

    for (body_id id = level->first_delver; id != 0 && count < COMPANY_LEVEL_MAX;
         id = delver->body.next) {
        delver = world_delver(world, id);
        work->ids[count] = id;
        work->members[count++] = (struct company_member){
            .at = delver->body.at,
            .sight = &delver->sight,
            .party = delver->party,
            .is_standing = is_standing(world, delver),
            .company = delver->time.company,
            .is_parting = delver->time.is_parting,
            .parts_at = delver->time.parts_at,
        };
    }
    return count;
}

/* True if the foe is near and aims at the delver, or one of them hurt the other a short while
   ago. */
static bool fights(const struct world *world, const struct foe *foe, body_id delver, struct pos at)
{
    const struct fighter_note *notes = foe->mind.fighters;

    if (pos_distance(foe->body.at, at) > KEEPER_CELLS)
        return false;
    for (int i = 0; i < FOE_FIGHTERS_MAX; i++) {
        if (notes[i].delver == delver &&
            body_lived(&foe->body) - notes[i].at <= world_beats(world, FOE_FIGHT_BEATS))
            return true;
    }
    return foe->mind.target == delver;
}

/* Links the delvers that fight the same foe, and the delver at which the foe aims, in whose time
   the foe lives. */
static void link_by_foes(const struct world *world, struct level_work *work, int count)
{
    for (int foe = 0; foe < work->foe_count; foe++) {
        const struct foe_glance *glance = &work->foes[foe];
        int first = -1;
        for (int i = 0; glance->is_awake && i < count; i++) {
            if (!fights(world, glance->foe, work->ids[i], work->members[i].at))
                continue;
            if (first >= 0)
                company_link(&work->search, first, i);
            else
                first = i;
        }
    }
}

/* Sets the state of a delver's time. When it changes between waiting and running, all pause for a
   while. `companion`: the nearest member of the company; 0: none. */
static void set_time(const struct world *world, struct delver *delver, enum company_state time,
                     body_id companion)
{
    bool is_halt = delver->time.state == COMPANY_WAITING && time == COMPANY_RUNNING;

    if (delver->time.state == time)
        return;
    if (is_halt)
        delver->time.halted_until = world->tick + world_ms(world, TIME_HALT_MS);
    if (delver->time.state == COMPANY_CALM)
        delver->time.fight_at = (uint32_t)body_lived(&delver->body);
    delver->time.state = time;
    if (delver_is_away(delver))
        body_activate(&delver->body);
    struct event *event = event_push(&delver->body.level->events, EVENT_TIME, &delver->body);
    event->time = time;
    event->other = companion;
    event->count = is_halt ? TIME_HALT_MS / 1000 : 0;
}

/* Returns the pace that the delver's player wishes; that of an idle player does not count. */
static uint16_t pace_of(const struct world *world, const struct delver *delver)
{
    bool is_idle = world->tick - delver->time.acted_at >= world_ms(world, TIME_WISH_MS);

    return is_idle || delver->is_link_dead ? PACE_FULL : delver->pace_wish;
}

static int distance_to(const struct delver *delver, const struct delver *other)
{
    return pos_distance(delver->body.at, other->body.at);
}

static void set_company(const struct world *world, const struct level_work *work, int count,
                        int member)
{
    struct delver *delver = world_delver(world, work->ids[member]);
    const struct company_member *own = &work->members[member];
    const struct delver *nearest = NULL;
    int members = 0;
    int in_danger = 0;
    uint16_t slowest = PACE_FULL;

    for (int i = 0; i < count; i++) {
        if (work->members[i].company != own->company)
            continue;
        const struct delver *other = world_delver(world, work->ids[i]);
        if (other != delver &&
            (nearest == NULL || distance_to(delver, other) < distance_to(delver, nearest)))
            nearest = other;
        members++;
        in_danger += other->danger.is_present;
        slowest = pace_of(world, other) > slowest ? pace_of(world, other) : slowest;
    }
    bool is_running = company_state(members, in_danger) == COMPANY_RUNNING;
    delver->time.pace = is_running ? slowest : PACE_FULL;
    delver->time.company = own->company;
    delver->time.is_parting = own->is_parting;
    delver->time.parts_at = own->parts_at;
    set_time(world, delver, company_state(members, in_danger),
             nearest == NULL ? 0 : nearest->body.id);
}

/* Makes the pauses of all members of a company end together, with the last. */
static void halt_together(const struct world *world, const struct level_work *work, int count)
{
    for (int i = 0; i < count; i++) {
        struct delver *delver = world_delver(world, work->ids[i]);
        for (int j = 0; j < count; j++) {
            const struct delver *other = world_delver(world, work->ids[j]);
            if (work->members[i].company == work->members[j].company &&
                other->time.halted_until > delver->time.halted_until)
                delver->time.halted_until = other->time.halted_until;
        }
    }
}

static void find_companies(const struct world *world, struct level *level, struct level_work *work)
{
    int count = gather(world, level, work);

    company_begin(&work->search, work->members, count);
    link_by_foes(world, work, count);
    company_end(&work->search, work->members, count, level->clock,
                world_beats(world, PARTING_BEATS));
    for (int i = 0; i < count; i++)
        set_company(world, work, count, i);
    halt_together(world, work, count);
}

/* Ends the dangers of a level on which no foe is a danger. The next search for companies is at the
   next danger. */
static void calm_down(const struct world *world, struct level *level)
{
    struct delver *delver;

    for (body_id id = level->first_delver; id != 0; id = delver->body.next) {
        delver = world_delver(world, id);
        delver->time.company = 0;
        delver->time.is_parting = false;
        delver->time.pace = PACE_FULL;
        set_time(world, delver, COMPANY_CALM, 0);
    }
}

/* Finds the delver in whose time each awake foe lives, and copies the data by which delvers see
   foes into one array. */
static void gather_foes(const struct world *world, const struct level *level,
                        struct level_work *work)
{
    struct foe *foe;

    work->foe_count = 0;
    for (body_id id = level->first_foe; id != 0; id = foe->body.next) {
        foe = body_foe(world_body(world, id));
        foe->mind.keeper = foe_is_awake(foe) ? keeper_of(world, foe) : 0;
        if (foe->mind.keeper != 0)
            body_activate(&foe->body);
        work->foes[work->foe_count++] = (struct foe_glance){
            .foe = foe,
            .at = foe->body.at,
            .is_shown = body_is_shown(&foe->body),
            .is_awake = foe_is_awake(foe),
        };
    }
}

void level_time_update(const struct world *world, struct level *level, struct level_work *work)
{
    struct delver *delver;
    bool had_danger = level->has_danger;

    if (!level->is_stirred && !had_danger)
        return;
    level->is_stirred = false;
    for (body_id id = level->first_delver; id != 0; id = delver->body.next) {
        delver = world_delver(world, id);
        sense_update(world, delver);
    }
    if (level->foe_count == 0 && !had_danger)
        return;
    level->has_danger = false;
    gather_foes(world, level, work);
    for (body_id id = level->first_delver; id != 0; id = delver->body.next) {
        delver = world_delver(world, id);
        look_at_foes(world, delver, work);
        level->has_danger = level->has_danger || delver->danger.is_present;
    }
    if (level->has_danger)
        find_companies(world, level, work);
    else if (had_danger)
        calm_down(world, level);
}

/* True if an awake foe is a danger to the delver now. */
static bool is_in_danger(const struct world *world, const struct delver *delver,
                         struct level_work *work)
{
    const struct foe *foe;

    for (body_id id = delver->body.level->first_foe; id != 0; id = foe->body.next) {
        foe = body_foe(world_body(world, id));
        if (foe_is_awake(foe) && is_danger(delver, foe, work))
            return true;
    }
    return false;
}

bool level_time_misses_danger(const struct world *world, const struct level *level,
                              struct level_work *work)
{
    const struct delver *delver;

    if (level->is_stirred || level->has_danger)
        return false;
    for (body_id id = level->first_delver; id != 0; id = delver->body.next) {
        delver = world_delver(world, id);
        if (!delver->fall.is_fallen && is_in_danger(world, delver, work))
            return true;
    }
    return false;
}
