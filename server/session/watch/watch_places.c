/*
 * Places of those who watch from the name prompt. There are at most a hundred of them, so they are
 * counted by walking the lists.
 */
#include "server/session/watch/watch_places.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/net/conn.h"
#include "server/session/sessions.h"
#include "server/session/session.h"
#include "server/session/watch/viewers.h"
#include "server/session/watch/watch_list.h"

enum { WIDEST = NETWORK_LEVELS - 1 };

struct watchers {
    struct session *list[WATCHERS_MAX];
    uint32_t count;
};

static void collect(const struct viewers *viewers, struct watchers *out)
{
    for (struct session *session = viewers->watchers; session != NULL;
         session = session->watch.next) {
        if (!session->watch.is_operator && out->count < WATCHERS_MAX)
            out->list[out->count++] = session;
    }
}

static void collect_all(const struct sessions *sessions, struct watchers *out)
{
    out->count = 0;
    for (uint32_t i = 0; i < sessions->viewers_max; i++)
        collect(&sessions->viewers[i], out);
}

static uint32_t count_near(const struct watchers *watchers, struct network_key key, uint32_t level)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < watchers->count; i++)
        count += network_key_is_same(watchers->list[i]->conn->key, key, level);
    return count;
}

static bool is_share_used(const struct sessions *sessions, const struct watchers *all,
                          struct network_key key)
{
    uint32_t limit = (uint32_t)sessions->base->options.watchers_per_address;

    for (uint32_t level = 0; limit != 0 && level < NETWORK_LEVELS; level++) {
        if (count_near(all, key, level) >= limit * network_level_times(level))
            return true;
    }
    return false;
}

/* The idlest one in the network that holds most, if that is more than the newcomer's would with
   them; NULL: nobody makes room. */
static struct session *choose_leaver(const struct watchers *watchers, struct network_key key)
{
    uint32_t most = count_near(watchers, key, WIDEST) + 1;
    struct session *leaver = NULL;

    for (uint32_t i = 0; i < watchers->count; i++) {
        struct session *session = watchers->list[i];
        uint32_t held = count_near(watchers, session->conn->key, WIDEST);
        if (held < most || (leaver == NULL && held == most))
            continue;
        if (leaver == NULL || held > most || session->typed_at_ms < leaver->typed_at_ms)
            leaver = session;
        most = held;
    }
    return leaver;
}

/* Ends the watching of one of `watchers`, if there are `max` of them. False: none can go. */
static bool make_room(struct watchers *watchers, uint32_t max, struct network_key key)
{
    if (watchers->count < max)
        return true;
    struct session *leaver = choose_leaver(watchers, key);
    if (leaver == NULL)
        return false;
    watch_end(leaver, "Many want to watch: your place went to somebody else.");
    return true;
}

const char *watch_places_take(struct sessions *sessions, struct network_key key,
                              const struct viewers *viewers)
{
    struct watchers watchers;

    collect_all(sessions, &watchers);
    if (is_share_used(sessions, &watchers, key))
        return "Too many from your network are watching just now.";
    watchers.count = 0;
    collect(viewers, &watchers);
    if (!make_room(&watchers, WATCHERS_PER_PLAYER_MAX, key))
        return "Too many are watching just now.";
    collect_all(sessions, &watchers);
    if (!make_room(&watchers, WATCHERS_MAX, key))
        return "Too many are watching just now.";
    return NULL;
}
