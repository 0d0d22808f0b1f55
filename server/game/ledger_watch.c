/*
 * The check of the things in the world, level by level, a tick each, and the report of a difference
 * from the ledger.
 */
#include "server/game/ledger_watch.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "server/game/game.h"
#include "server/game/outbox.h"
#include "world/stocktaking.h"

enum { REPORT_SIZE = LEDGER_TEXT_SIZE + LEDGER_PEOPLE_SIZE + 128 };

static void add_name(struct ledger_names *list, const char *name)
{
    for (int i = 0; i < list->count; i++) {
        if (strcmp(list->names[i], name) == 0)
            return;
    }
    if (list->count == LEDGER_NAMES_MAX)
        list->more++;
    else
        snprintf(list->names[list->count++], sizeof list->names[0], "%s", name);
}

void ledger_watch_on_event(struct game *game, const struct event *event)
{
    struct ledger_watch *watch = &game->ledger_watch;
    const struct delver *delver = world_delver(game->world, event->actor);

    if (delver == NULL || (event->kind != EVENT_JOINED && event->kind != EVENT_LEFT))
        return;
    bool has_come = event->kind == EVENT_JOINED;
    add_name(has_come ? &watch->since_begin.came : &watch->since_begin.left, delver->name);
    add_name(has_come ? &watch->since_last.came : &watch->since_last.left, delver->name);
}

/* Writes names and a verb, such as "Ada, Brom and 2 more came"; nothing for nobody. Returns the
   length. */
static size_t write_names(const struct ledger_names *list, const char *verb, char *out, size_t size)
{
    struct writer writer = writer_of(out, size);

    for (int i = 0; i < list->count; i++)
        writer_join(&writer, ", ", "%s", list->names[i]);
    if (list->more > 0)
        writer_add(&writer, " and %d more", list->more);
    if (list->count > 0)
        writer_add(&writer, " %s", verb);
    return writer.length;
}

static void write_people(const struct ledger_people *people, char out[LEDGER_PEOPLE_SIZE])
{
    size_t length = write_names(&people->came, "came", out, LEDGER_PEOPLE_SIZE);

    if (length > 0 && people->left.count > 0)
        length += (size_t)snprintf(out + length, LEDGER_PEOPLE_SIZE - length, "; ");
    length += write_names(&people->left, "left", out + length, LEDGER_PEOPLE_SIZE - length);
    if (length == 0)
        snprintf(out, LEDGER_PEOPLE_SIZE, "nobody came or left");
}

void ledger_watch_describe(const struct ledger_watch *watch, char *out, size_t out_size)
{
    out[0] = '\0';
    if (watch->wrong[0] != '\0')
        snprintf(out, out_size, "%s; since the count before: %s", watch->wrong, watch->people);
}

static void tell(struct game *game)
{
    const struct ledger_watch *watch = &game->ledger_watch;
    char text[REPORT_SIZE];
    char finding[REPORT_SIZE];

    LOG(&game->base->log, LOG_ERROR, "ledger.wrong", log_number("kinds", watch->wrong_kinds),
        log_text("more", watch->wrong), log_text("since_last_count", watch->people),
        log_text("cure", "save the log, restart, and ask doctor; --repair sets it right"));
    ledger_watch_describe(watch, finding, LEDGER_TEXT_SIZE + LEDGER_PEOPLE_SIZE);
    snprintf(text, sizeof text,
             "Administrators: things in play are not as many as the ledger says: %.*s. Type "
             "@doctor for what to do.",
             LEDGER_TEXT_SIZE + LEDGER_PEOPLE_SIZE, finding);
    outbox_tell(game->outbox, (struct audience){.kind = AUDIENCE_OPERATORS}, ROLE_BAD, text);
}

static void add_up(struct ledger_watch *watch, const int64_t more[ITEM_KIND_COUNT])
{
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++)
        watch->more[kind] = (int64_t)((uint64_t)watch->more[kind] + (uint64_t)more[kind]);
}

/* Begins a count with the things of the delvers between levels, who are counted together. */
static void begin(struct ledger_watch *watch, const struct world *world)
{
    watch->is_counting = true;
    watch->next_place = 0;
    watch->since_begin = (struct ledger_people){.came = {.count = 0}};
    (void)way_take_stock(world, watch->more);
}

/* Counts the next level. False: all levels are counted. */
static bool count_next(struct ledger_watch *watch, const struct world *world)
{
    const struct level *level = stock_next_level(world, &watch->next_place);
    int64_t more[ITEM_KIND_COUNT];

    if (level == NULL)
        return false;
    (void)level_take_stock(world, level, more);
    add_up(watch, more);
    return true;
}

static void end(struct game *game)
{
    struct ledger_watch *watch = &game->ledger_watch;
    char text[LEDGER_TEXT_SIZE];

    watch->is_counting = false;
    watch->wrong_kinds = 0;
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++)
        watch->wrong_kinds += watch->more[kind] != 0;
    ledger_report_text(watch->more, text, sizeof text);
    bool is_new = strcmp(text, watch->wrong) != 0;
    snprintf(watch->wrong, sizeof watch->wrong, "%s", text);
    if (is_new && watch->wrong_kinds > 0) {
        write_people(&watch->since_last, watch->people);
        tell(game);
    }
    watch->since_last = watch->since_begin;
}

void ledger_watch_update(struct game *game)
{
    struct ledger_watch *watch = &game->ledger_watch;
    const struct world *world = game->world;

    if (watch->is_counting && !count_next(watch, world))
        end(game);
    else if (!watch->is_counting && world->tick % world_ms(world, LEDGER_WATCH_MS) == 0)
        begin(watch, world);
}
