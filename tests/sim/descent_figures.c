/*
 * Figures of many lives.
 */
#include "sim/descent_figures.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"

enum { TICKS_A_MINUTE = 3000 /* of 600 ms to the 30 ticks of a beat */ };

static const int shown_percents[] = {10, 25, 50, 75, 90};
static const int shown_depths[] = {5, 10};

enum {
    PERCENTS = sizeof shown_percents / sizeof shown_percents[0],
    DEPTHS = sizeof shown_depths / sizeof shown_depths[0],
};

void descent_figures_init(struct descent_figures *figures, int lives_max)
{
    memset(figures, 0, sizeof *figures);
    figures->max = lives_max;
    figures->lives = calloc((size_t)lives_max, sizeof *figures->lives);
    CHECK(figures->lives != NULL);
}

void descent_figures_release(struct descent_figures *figures)
{
    free(figures->lives);
}

static void add_cost(struct cost_figures *figures, int percent, int foes)
{
    figures->times[percent]++;
    figures->foes += (uint64_t)foes;
}

static void add_fight(struct fight_figures *figures, const struct descent_cost *cost)
{
    figures->encounters++;
    figures->level += (uint64_t)cost->level;
    figures->health_max += (uint64_t)cost->health_max;
    figures->armour += (uint64_t)cost->armour;
    figures->strikes += (uint64_t)cost->strikes;
    figures->hits += (uint64_t)cost->hits;
    figures->dealt += (uint64_t)cost->dealt;
    figures->kills += (uint64_t)cost->kills;
    figures->joined += cost->groups > 1;
    figures->single_taken += (uint64_t)(cost->foes == 1 ? cost->taken : 0);
    figures->single_beats += (uint64_t)(cost->foes == 1 ? cost->beats : 0);
}

void descent_figures_hear(void *context, const struct descent_cost *cost)
{
    struct descent_figures *figures = context;
    int foes = 0;

    for (enum species_id id = 0; id < SPECIES_COUNT; id++) {
        foes += cost->kinds[id].foes;
        if (cost->kinds[id].foes > 0)
            add_cost(&figures->kinds[id], cost->kinds[id].percent, cost->kinds[id].foes);
    }
    add_cost(&figures->depths[cost->depth], cost->percent, foes);
    add_fight(&figures->fights[cost->depth], cost);
    if (cost->word != DANGER_COUNT)
        add_cost(&figures->words[cost->word], cost->word_percent, 1);
}

void descent_figures_fill(struct descent_figures *figures, const struct descent_setup *setup,
                          int lives)
{
    const struct descent_ear ear = {descent_figures_hear, figures};
    struct descent_setup next = *setup;

    for (; figures->count < lives; next.seed++) {
        struct descent_life company[DESCENT_COMPANY_MAX];
        descent_run(&next, &ear, company);
        for (int i = 0; i < setup->tactic->size && figures->count < lives; i++)
            figures->lives[figures->count++] = company[i];
    }
}

/* Where a life ended. */
static int end_of(const struct descent_life *life)
{
    return life->end == DESCENT_DIED ? life->died_at : life->depth;
}

int descent_figures_depth(const struct descent_figures *figures, int percent)
{
    int wanted = (figures->count * percent + 99) / 100;
    int below = 0;
    int depth = 0;

    while (depth < DESCENT_DEPTH_MAX && below < wanted) {
        depth++;
        for (int i = 0; i < figures->count; i++)
            below += end_of(&figures->lives[i]) == depth;
    }
    return depth;
}

int descent_figures_arrivals(const struct descent_figures *figures, int depth)
{
    int count = 0;

    for (int i = 0; i < figures->count; i++)
        count += figures->lives[i].depth >= depth;
    return count;
}

int descent_figures_deaths(const struct descent_figures *figures, int depth)
{
    int count = 0;

    for (int i = 0; i < figures->count; i++)
        count += figures->lives[i].end == DESCENT_DIED && figures->lives[i].died_at == depth;
    return count;
}

static int count_ends(const struct descent_figures *figures, enum descent_end end)
{
    int count = 0;

    for (int i = 0; i < figures->count; i++)
        count += figures->lives[i].end == end;
    return count;
}

/* Depth 0: on all. */
static int deaths_by(const struct descent_figures *figures, enum species_id killer, int depth)
{
    int count = 0;

    for (int i = 0; i < figures->count; i++) {
        const struct descent_life *life = &figures->lives[i];
        count += life->end == DESCENT_DIED && life->killer == killer &&
                 (depth == 0 || life->died_at == depth);
    }
    return count;
}

static int sum_stuck(const struct descent_figures *figures)
{
    int sum = 0;

    for (int i = 0; i < figures->count; i++)
        sum += figures->lives[i].stuck;
    return sum;
}

static int longest_chain(const struct descent_figures *figures)
{
    int longest = 0;

    for (int i = 0; i < figures->count; i++) {
        if (figures->lives[i].chain_ticks > longest)
            longest = figures->lives[i].chain_ticks;
    }
    return longest;
}

static int compare_ticks(const void *a, const void *b)
{
    const uint64_t *left = a;
    const uint64_t *right = b;

    return (*left > *right) - (*left < *right);
}

/* Minutes to that depth, of the lives that came so far; -1: none did. */
static int minutes_to(const struct descent_figures *figures, int depth, int percent)
{
    uint64_t *ticks = calloc((size_t)figures->count + 1, sizeof *ticks);
    int count = 0;

    CHECK(ticks != NULL);
    for (int i = 0; i < figures->count; i++) {
        if (figures->lives[i].depth >= depth)
            ticks[count++] = figures->lives[i].reached_ticks[depth];
    }
    qsort(ticks, (size_t)count, sizeof *ticks, compare_ticks);
    int minutes = count == 0 ? -1 : (int)(ticks[(count - 1) * percent / 100] / TICKS_A_MINUTE);
    free(ticks);
    return minutes;
}

/* In tenths. */
static int mean_level_at(const struct descent_figures *figures, int depth)
{
    int sum = 0;
    int count = 0;

    for (int i = 0; i < figures->count; i++) {
        sum += figures->lives[i].levels[depth];
        count += figures->lives[i].levels[depth] > 0;
    }
    return count == 0 ? 0 : sum * 10 / count;
}

static int cost_count(const struct cost_figures *costs)
{
    uint32_t count = 0;

    for (int percent = 0; percent <= DESCENT_COST_MAX; percent++)
        count += costs->times[percent];
    return (int)count;
}

static int64_t cost_sum(const struct cost_figures *costs)
{
    int64_t sum = 0;

    for (int percent = 0; percent <= DESCENT_COST_MAX; percent++)
        sum += (int64_t)costs->times[percent] * percent;
    return sum;
}

static int cost_percentile(const struct cost_figures *costs, int percentile)
{
    int64_t wanted = ((int64_t)cost_count(costs) * percentile + 99) / 100;
    int64_t below = costs->times[0];
    int percent = 0;

    while (percent < DESCENT_COST_MAX && below < wanted)
        below += costs->times[++percent];
    return percent;
}

/* The rest of a row of costs; the kinds' tell also what one foe of them took. */
static void print_cost(const struct cost_figures *costs, FILE *out)
{
    int count = cost_count(costs);
    int64_t sum = cost_sum(costs);

    fprintf(out, "%9d %6.1f %7d %5d %9.1f\n", count, (double)sum / count,
            cost_percentile(costs, 50), cost_percentile(costs, 95),
            costs->foes == 0 ? 0.0 : (double)sum / (double)costs->foes);
}

/* Sums of the dull and unfair moments over all lives. */
static struct descent_life sum_of(const struct descent_figures *figures)
{
    struct descent_life sum = {0};

    for (int i = 0; i < figures->count; i++) {
        const struct descent_life *life = &figures->lives[i];
        sum.lived_ticks += life->lived_ticks;
        sum.danger_ticks += life->danger_ticks;
        sum.vain_ticks += life->vain_ticks;
        sum.arrivals += life->arrivals;
        sum.met_at_stairs += life->met_at_stairs;
        sum.hits += life->hits;
        sum.unseen_hits += life->unseen_hits;
    }
    return sum;
}

static double share(uint64_t part, uint64_t whole)
{
    return whole == 0 ? 0.0 : 100.0 * (double)part / (double)whole;
}

static void print_dull(const struct descent_figures *figures, FILE *out)
{
    const struct descent_life sum = sum_of(figures);

    fprintf(out, "in danger %.1f %% of the time, %.1f %% with no blow for ten beats; ",
            share(sum.danger_ticks, sum.lived_ticks), share(sum.vain_ticks, sum.lived_ticks));
    fprintf(out, "a foe awake in view at %.1f %% of arrivals; ",
            share((uint64_t)sum.met_at_stairs, (uint64_t)sum.arrivals));
    fprintf(out, "%.1f %% of hits from out of view\n",
            share((uint64_t)sum.unseen_hits, (uint64_t)sum.hits));
}

static void print_depths(const struct descent_figures *figures, FILE *out)
{
    fprintf(out, "depth  arrivals  alive %%  deaths  hazard %%  level  encounters  mean  median   "
                 "p95  per foe\n");
    for (int depth = 1; depth <= DESCENT_DEPTH_MAX; depth++) {
        int arrivals = descent_figures_arrivals(figures, depth);
        int deaths = descent_figures_deaths(figures, depth);
        int level = mean_level_at(figures, depth);
        if (arrivals == 0)
            break;
        fprintf(out, "%5d %9d %8.1f %7d %9.1f %4d.%d  ", depth, arrivals,
                100.0 * arrivals / figures->count, deaths, 100.0 * deaths / arrivals, level / 10,
                level % 10);
        if (cost_count(&figures->depths[depth]) > 0)
            print_cost(&figures->depths[depth], out);
        else
            fprintf(out, "%9d\n", 0);
    }
}

static double ratio(uint64_t part, uint64_t whole)
{
    return whole == 0 ? 0.0 : (double)part / (double)whole;
}

/* The mean over lives that left the depth downwards, and how many did. */
static double mean_of_leavers(const struct descent_figures *figures, int depth, bool of_niches,
                              int *count)
{
    uint64_t sum = 0;

    *count = 0;
    for (int i = 0; i < figures->count; i++) {
        const struct descent_life *life = &figures->lives[i];
        *count += life->seen[depth] > 0;
        sum += of_niches ? life->niches[depth] : life->seen[depth];
    }
    return ratio(sum, (uint64_t)*count);
}

/* The columns of the reference table of the specification, and what the cost hangs on. */
static void print_fights(const struct descent_figures *figures, FILE *out)
{
    fprintf(out, "depth  level  health  damage a hit  armour  strikes a kill  loss a beat alone  "
                 "joined %%  kills  seen %%  niches\n");
    for (int depth = 1; depth <= DESCENT_DEPTH_MAX; depth++) {
        const struct fight_figures *fights = &figures->fights[depth];
        int arrivals = descent_figures_arrivals(figures, depth);
        int leavers;
        if (arrivals == 0)
            break;
        fprintf(out, "%5d %6.1f %7.1f %13.1f %7.1f %15.1f %18.1f %9.0f %6.1f", depth,
                ratio(fights->level, fights->encounters),
                ratio(fights->health_max, fights->encounters), ratio(fights->dealt, fights->hits),
                ratio(fights->armour, fights->encounters), ratio(fights->strikes, fights->kills),
                ratio(fights->single_taken, fights->single_beats),
                share(fights->joined, fights->encounters),
                ratio(fights->kills, (uint64_t)arrivals));
        double seen = mean_of_leavers(figures, depth, false, &leavers);
        fprintf(out, " %7.0f %7.1f\n", seen, mean_of_leavers(figures, depth, true, &leavers));
    }
}

static void print_kinds(const struct descent_figures *figures, FILE *out)
{
    int deaths = count_ends(figures, DESCENT_DIED);

    fprintf(out, "kind              deaths  share %%  encounters  mean  median   p95  per foe\n");
    for (enum species_id id = SPECIES_DELVER + 1; id < SPECIES_COUNT; id++) {
        int killed = deaths_by(figures, id, 0);
        if (cost_count(&figures->kinds[id]) == 0)
            continue;
        fprintf(out, "%-17s %6d %8.1f  ", species_row(id)->name, killed,
                deaths == 0 ? 0.0 : 100.0 * killed / deaths);
        print_cost(&figures->kinds[id], out);
    }
}

/* Number of encounters that cost at least so much. */
static int count_from(const struct cost_figures *costs, int percent)
{
    uint32_t count = 0;

    for (; percent <= DESCENT_COST_MAX; percent++)
        count += costs->times[percent];
    return (int)count;
}

/* Costs of single foes, in % of the health at the first blow, beside the limit of their word. */
static void print_words(const struct descent_figures *figures, FILE *out)
{
    fprintf(out, "single foe  encounters  mean  median   p95  beyond its word %%\n");
    for (enum danger danger = DANGER_HARMLESS; danger < DANGER_COUNT; danger++) {
        const struct cost_figures *costs = &figures->words[danger];
        int count = cost_count(costs);
        int limit = danger_limit(danger) > 0 ? danger_limit(danger) : DESCENT_COST_MAX;
        if (count > 0)
            fprintf(out, "%-10s %11d %5.1f %7d %5d %10.1f\n", danger_name(danger), count,
                    (double)cost_sum(costs) / count, cost_percentile(costs, 50),
                    cost_percentile(costs, 95), 100.0 * count_from(costs, limit) / count);
    }
}

void descent_figures_print(const struct descent_figures *figures, const struct tactic *tactic,
                           FILE *out)
{
    fprintf(out, "%s: %s; %d lives\n", tactic->name, tactic->help, figures->count);
    fprintf(out, "depth of death p10/p25/median/p75/p90 ");
    for (int i = 0; i < PERCENTS; i++)
        fprintf(out, "%s%d", i == 0 ? "" : "/", descent_figures_depth(figures, shown_percents[i]));
    fprintf(out, "; at the bottom %d, too long %d\n", count_ends(figures, DESCENT_ARRIVED),
            count_ends(figures, DESCENT_LASTED));
    for (int i = 0; i < DEPTHS; i++) {
        int minutes = minutes_to(figures, shown_depths[i], 50);
        if (minutes >= 0)
            fprintf(out, "lived minutes to depth %d p10/median/p90 %d/%d/%d; ", shown_depths[i],
                    minutes_to(figures, shown_depths[i], 10), minutes,
                    minutes_to(figures, shown_depths[i], 90));
    }
    fprintf(out, "stuck %d times; longest chain of lost turns %.2f beats\n", sum_stuck(figures),
            longest_chain(figures) / 30.0);
    print_dull(figures, out);
    print_depths(figures, out);
    print_fights(figures, out);
    print_kinds(figures, out);
    print_words(figures, out);
    fprintf(out, "\n");
}

static void print_value(const struct tactic *tactic, const char *table, const char *row,
                        const char *column, double value, FILE *out)
{
    fprintf(out, "%s,%s,%s,%s,%.2f\n", tactic->name, table, row, column, value);
}

static void print_cost_csv(const struct cost_figures *costs, const struct tactic *tactic,
                           const char *table, const char *row, FILE *out)
{
    int count = cost_count(costs);

    print_value(tactic, table, row, "encounters", count, out);
    if (count == 0)
        return;
    print_value(tactic, table, row, "cost mean", (double)cost_sum(costs) / count, out);
    print_value(tactic, table, row, "cost median", cost_percentile(costs, 50), out);
    print_value(tactic, table, row, "cost p95", cost_percentile(costs, 95), out);
    print_value(tactic, table, row, "foes", (double)costs->foes, out);
}

static void print_depths_csv(const struct descent_figures *figures, const struct tactic *tactic,
                             FILE *out)
{
    for (int depth = 1; depth <= DESCENT_DEPTH_MAX; depth++) {
        char row[16];
        if (descent_figures_arrivals(figures, depth) == 0)
            break;
        snprintf(row, sizeof row, "%d", depth);
        print_value(tactic, "depth", row, "arrivals", descent_figures_arrivals(figures, depth),
                    out);
        print_value(tactic, "depth", row, "deaths", descent_figures_deaths(figures, depth), out);
        print_value(tactic, "depth", row, "level", mean_level_at(figures, depth) / 10.0, out);
        print_cost_csv(&figures->depths[depth], tactic, "depth", row, out);
    }
}

void descent_figures_print_csv(const struct descent_figures *figures, const struct tactic *tactic,
                               FILE *out)
{
    const struct descent_life sum = sum_of(figures);
    char row[16];

    for (int i = 0; i < PERCENTS; i++) {
        snprintf(row, sizeof row, "p%d", shown_percents[i]);
        print_value(tactic, "death", row, "depth",
                    descent_figures_depth(figures, shown_percents[i]), out);
    }
    print_value(tactic, "lives", "all", "count", figures->count, out);
    print_value(tactic, "lives", "bottom", "count", count_ends(figures, DESCENT_ARRIVED), out);
    print_value(tactic, "lives", "too long", "count", count_ends(figures, DESCENT_LASTED), out);
    print_value(tactic, "lives", "stuck", "count", sum_stuck(figures), out);
    print_value(tactic, "lives", "chain", "beats", longest_chain(figures) / 30.0, out);
    for (int i = 0; i < DEPTHS; i++) {
        snprintf(row, sizeof row, "%d", shown_depths[i]);
        print_value(tactic, "minutes", row, "median", minutes_to(figures, shown_depths[i], 50),
                    out);
    }
    print_value(tactic, "time", "danger", "percent", share(sum.danger_ticks, sum.lived_ticks), out);
    print_value(tactic, "time", "vain", "percent", share(sum.vain_ticks, sum.lived_ticks), out);
    print_value(tactic, "stairs", "arrivals", "count", sum.arrivals, out);
    print_value(tactic, "stairs", "foe in view", "count", sum.met_at_stairs, out);
    print_value(tactic, "hits", "all", "count", sum.hits, out);
    print_value(tactic, "hits", "from out of view", "count", sum.unseen_hits, out);
    print_depths_csv(figures, tactic, out);
    for (enum danger danger = DANGER_HARMLESS; danger < DANGER_COUNT; danger++)
        print_cost_csv(&figures->words[danger], tactic, "word", danger_name(danger), out);
    for (enum species_id id = SPECIES_DELVER + 1; id < SPECIES_COUNT; id++) {
        const char *name = species_row(id)->name;
        print_value(tactic, "kind", name, "deaths", deaths_by(figures, id, 0), out);
        for (int depth = 1; depth <= DESCENT_DEPTH_MAX; depth++) {
            snprintf(row, sizeof row, "depth %d", depth);
            if (deaths_by(figures, id, depth) > 0)
                print_value(tactic, "killer", name, row, deaths_by(figures, id, depth), out);
        }
        print_cost_csv(&figures->kinds[id], tactic, "kind", name, out);
    }
}
