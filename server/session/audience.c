/*
 * An audience is resolved to bodies, and a body to its viewers: the session that plays it, unless
 * it watches another body that is told the same, and the sessions that watch it.
 */
#include "server/session/audience.h"

#include "server/game/game.h"
#include "server/session/session.h"
#include "server/session/sessions.h"

enum watchers { WATCHERS_ALL, WATCHERS_OPERATORS, WATCHERS_NONE };

static const enum watchers watchers_table[AUDIENCE_COUNT] = {
    [AUDIENCE_DELVER] = WATCHERS_ALL, [AUDIENCE_PRIVATE] = WATCHERS_OPERATORS,
    [AUDIENCE_SEES] = WATCHERS_ALL,   [AUDIENCE_LEVEL] = WATCHERS_ALL,
    [AUDIENCE_ALL] = WATCHERS_ALL,    [AUDIENCE_OPERATORS] = WATCHERS_NONE,
};

/* An audience, and the function to call for each of its sessions. */
struct hearing {
    const struct audience *audience;
    hear_function *hear;
    void *context;
    uint32_t heard; /* number of sessions so far */
};

/* A text and its role, for audience_hear(). */
struct text {
    const char *text;
    enum role role;
};

static void take_viewers_of(const struct sessions *sessions, body_id listener,
                            viewers_function *take, void *context)
{
    const struct viewers *viewers = viewers_of(sessions, listener);

    if (viewers != NULL)
        take(viewers, context);
}

bool audience_has_cell(const struct audience *audience, const struct delver *viewer)
{
    return audience->kind == AUDIENCE_LEVEL ||
           (viewer->body.id != audience->body &&
            (delver_sees(viewer, audience->cells[0]) || delver_sees(viewer, audience->cells[1])));
}

static void take_level(const struct sessions *sessions, const struct audience *audience,
                       viewers_function *take, void *context)
{
    const struct world *world = sessions->game->world;
    const struct level_key *key = &audience->level;
    const struct level *level = world_level_at(world, key->wing, key->depth);

    for (body_id id = level == NULL ? 0 : level->first_delver; id != 0;) {
        const struct delver *viewer = world_delver(world, id);
        if (audience_has_cell(audience, viewer))
            take_viewers_of(sessions, id, take, context);
        id = viewer->body.next;
    }
}

void audience_each(const struct sessions *sessions, const struct audience *audience,
                   viewers_function *take, void *context)
{
    if (audience->body != 0)
        take_viewers_of(sessions, audience->body, take, context);
    if (audience->kind == AUDIENCE_LEVEL || audience->kind == AUDIENCE_SEES)
        take_level(sessions, audience, take, context);
    if (audience->kind != AUDIENCE_ALL && audience->kind != AUDIENCE_OPERATORS)
        return;
    for (uint32_t i = 0; i < sessions->viewers_max; i++) {
        if (sessions->viewers[i].body != 0)
            take(&sessions->viewers[i], context);
    }
}

/* True if an operator who watches gets the text through the watched delver already. */
static bool is_duplicate(const struct world *world, body_id viewer, const struct audience *audience)
{
    const struct delver *seen = world_delver(world, viewer);

    if (audience->kind == AUDIENCE_LEVEL)
        return seen != NULL && seen->body.level != NULL &&
               seen->body.key.wing == audience->level.wing &&
               seen->body.key.depth == audience->level.depth;
    return audience->kind == AUDIENCE_ALL;
}

static bool is_reported(const struct session *session, const struct audience *audience)
{
    if (audience->kind == AUDIENCE_OPERATORS && session->role != ACCOUNT_ROLE_ADMIN)
        return false;
    return session->state == SESSION_PLAYING ||
           (session->state == SESSION_WATCHING && session->actor != 0 &&
            !is_duplicate(session->sessions->game->world, session->viewer, audience));
}

static void let_hear(const struct viewers *viewers, void *context)
{
    struct hearing *hearing = context;
    enum watchers watchers = watchers_table[hearing->audience->kind];

    if (viewers->player != NULL && is_reported(viewers->player, hearing->audience)) {
        hearing->heard++;
        hearing->hear(viewers->player, viewers->body, hearing->context);
    }
    /* A session whose client does not read may end while it is told, so the next one is read
       first. */
    for (struct session *session = viewers->watchers, *next; session != NULL; session = next) {
        next = session->watch.next;
        if (watchers == WATCHERS_NONE ||
            (watchers == WATCHERS_OPERATORS && !session->watch.is_operator))
            continue;
        hearing->heard++;
        hearing->hear(session, viewers->body, hearing->context);
    }
}

uint32_t audience_hear(const struct sessions *sessions, const struct audience *audience,
                       hear_function *hear, void *context)
{
    struct hearing hearing = {.audience = audience, .hear = hear, .context = context};

    audience_each(sessions, audience, let_hear, &hearing);
    return hearing.heard;
}

static void hear_text(struct session *session, body_id listener, void *context)
{
    const struct text *text = context;

    (void)listener;
    session_tell(session, text->text, text->role);
}

uint32_t audience_tell(const struct sessions *sessions, struct audience audience, enum role role,
                       const char *text)
{
    struct text reported = {.text = text, .role = role};

    return audience_hear(sessions, &audience, hear_text, &reported);
}
