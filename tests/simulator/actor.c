/*
 * Acts of clients: they log in, play, talk, trade, hang up, stall and come back.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "nasty.h"
#include "simulation.h"
#include "world/pedlar.h"

enum {
    LINE_SIZE = 256,
    AWAY_TICKS_MAX = 200,
    STALL_TICKS_MAX = 400,
    PER_THOUSAND = 1000,
    CONNECTS = 60, /* of a thousand turns of one that is away */
    HANGS_UP = 3,
    STALLS = 3,
    GUESTS = 80,
    ACTS = 120,
    BUSY_TICKS_MAX = 60,
    TELNET_COMMAND = 255,
};

/* %s is a player. Lines that are typed by every kind of client. */
static const char *const lines[] = {
    "north",
    "south",
    "east",
    "west",
    "northeast",
    "sw",
    "3 north",
    "east 4",
    "run west",
    "explore",
    "explore",
    "explore",
    "travel down",
    "travel up",
    "travel back",
    "down",
    "down",
    "down",
    "up",
    "look",
    "look",
    "inventory",
    "score",
    "who",
    "get",
    "get",
    "get all",
    "get dart",
    "get gold",
    "drop dart",
    "drop 2 darts",
    "drop all darts",
    "drop a",
    "drop b",
    "drop gold",
    "give 1 dart to %s",
    "give dart to %s",
    "give bandage to %s",
    "give a to %s",
    "give 5 gold to %s",
    "accept",
    "accept %s",
    "set gifts all",
    "set gifts none",
    "buy",
    "buy 1",
    "buy 2",
    "buy mending",
    "sell",
    "sell a",
    "go pedlar",
    "throw dart",
    "throw dart east",
    "throw dart at %s",
    "throw dart at rat",
    "wear b",
    "wear c",
    "take off b",
    "use bandage",
    "use a",
    "attack east",
    "attack north",
    "fight",
    "wait",
    "rest",
    "search",
    "open",
    "close east",
    "say hello there",
    "tell %s a word",
    "reply yes",
    "party invite %s",
    "party join",
    "party leave",
    "p well met",
    "follow %s",
    "travel %s",
    "where %s",
    "ignore %s",
    "unignore %s",
    "save",
    "save",
    "save",
    "read",
    "help",
    "scores",
    "wake",
    "yield",
    "set brief on",
    "set brief off",
    "set hints off",
    "set automap on",
    "@who",
    "@level list",
    "@watch %s",
    "@watch",
    "@goto 2",
    "@bring %s",
};

/* Typed beside another player. */
static const char *const deals[] = {
    "give 1 dart to %s",
    "give dart to %s",
    "give 2 darts to %s",
    "give bandage to %s",
    "give a to %s",
    "give b to %s",
    "give 5 gold to %s",
    "give gold to %s",
    "accept",
    "accept %s",
    "drop dart",
    "drop all darts",
    "drop a",
    "get",
    "get all",
    "get dart",
    "set gifts all",
    "swap %s",
    "party invite %s",
    "party join",
};

/* Typed beside a stall. */
static const char *const trade[] = {
    "buy",    "buy 1",  "buy 2",  "buy 3",          "buy 4",      "buy 9", "buy mending", "sell",
    "sell a", "sell b", "sell c", "sell all darts", "identify a", "get",   "get all",
};

/* Commands that take a while. */
static const char *const journeys[] = {"explore", "travel", "go ", "run ", "follow", "rest"};

static const char *const keys[] = {
    "h",    "j",    "k",    "l",      "y",      "u",      "b",      "n", "H",  "J", "K", "L",
    "o",    "o",    "o",    ">",      "<",      "_>",     "_<",     "g", "g",  ".", "5", "s",
    "i",    "\x1b", "\x1b", "\x1b",   "M",      "X",      "?",      "x", "\t", "d", "a", "\r",
    "\x0c", "F",    "T",    "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "C", "P",  "E", "+", "$",
};

static const char *const modes[] = {"screen", "line", "reader"};

#define COUNT(list) ((uint32_t)(sizeof(list) / sizeof((list)[0])))
#define PICK(list)  (list)[rng_below(&simulation->rng, COUNT(list))]

static bool is_due(struct simulation *simulation, int per_thousand)
{
    return rng_below(&simulation->rng, PER_THOUSAND) < (uint32_t)per_thousand;
}

static struct session *session_of(const struct actor *actor)
{
    return actor->guest.hall == NULL ? NULL : guest_session(&actor->guest);
}

static bool has_screen(const struct session *session)
{
    return session->state == SESSION_PLAYING && session->mode == MODE_SCREEN;
}

/* Adds received bytes to the run's digest, and draws them if the client has a terminal. */
static void on_bytes(struct guest *guest, const uint8_t *bytes, size_t length)
{
    struct actor *actor = (struct actor *)(void *)guest;
    struct hash hash = {*actor->digest};

    hash_bytes(&hash, bytes, length);
    *actor->digest = hash.value;
    if (actor->has_terminal)
        actor_draw(actor, bytes, length);
}

static void connect_now(struct simulation *simulation, struct actor *actor)
{
    enum guest_kind kind = (enum guest_kind)rng_below(&simulation->rng, GUEST_KIND_COUNT);

    guest_open(&actor->guest, &simulation->hall, kind, actor->name);
    actor->guest.tap = on_bytes;
    actor->digest = &simulation->progress->digest;
    actor->guest.stream.hears_itself = true;
    actor->guest.stream.has_utf8 = true;
    actor->guest.stream.is_screen = true;
    actor->awaits_saved = false;
    actor->stalled_until = 0;
    actor->has_lied = false;
    actor->has_terminal = kind == GUEST_SCREEN || kind == GUEST_SCREEN_ASCII;
    if (actor->has_terminal) {
        terminal_init(&actor->terminal, kind == GUEST_SCREEN ? 110 : 80,
                      kind == GUEST_SCREEN ? 40 : 24, kind == GUEST_SCREEN);
        actor->telnet_length = 0;
        actor->is_in_subnegotiation = false;
    }
    simulation_note(simulation, "%s connects, kind %d", actor->name, (int)kind);
}

void actor_hang_up(struct actor *actor)
{
    if (actor->guest.hall == NULL)
        return;
    guest_close(&actor->guest);
    actor->awaits_saved = false;
    if (actor->has_terminal)
        terminal_release(&actor->terminal);
    actor->has_terminal = false;
}

/* The next line of the login; NULL: there is none to be typed. */
static const char *login_line(const struct actor *actor, const struct session *session)
{
    switch (session->state) {
    case SESSION_NAME:
        return actor->name;
    case SESSION_CONFIRM:
        return "yes";
    case SESSION_PASSWORD:
    case SESSION_NEW_PASSWORD:
    case SESSION_REPEAT_PASSWORD:
        return "correct horse";
    default:
        return NULL;
    }
}

static void log_in(struct simulation *simulation, struct actor *actor,
                   const struct session *session)
{
    char line[LINE_SIZE];
    const char *text = login_line(actor, session);

    if (text == NULL)
        return;
    if (session->state == SESSION_NAME && actor->guest.kind == GUEST_READER &&
        !session->auth.wants_reader)
        text = "reader";
    else if (session->state == SESSION_NAME && is_due(simulation, GUESTS)) {
        text = "guest";
        simulation->history.may_lack = true;
    }
    simulation_note(simulation, "%s answers the login: %s", actor->name, text);
    snprintf(line, sizeof line, "%s\r\n", text);
    guest_type(&actor->guest, line);
}

/* Begins to wait for a "Saved.", if all earlier output has been read: one that comes later includes
   this tick. */
static void await_saved(struct simulation *simulation, struct actor *actor,
                        const struct session *session)
{
    guest_forget(&actor->guest);
    if (session->mode == MODE_SCREEN || session->commands.saved.is_owed ||
        !conn_is_drained(session->conn) || peer_waiting(actor->guest.peer) > 0)
        return;
    actor->awaits_saved = true;
    actor->asked_at = simulation->hall.server.game.world->tick;
}

static void type_line(struct simulation *simulation, struct actor *actor, struct session *session,
                      const char *text)
{
    char line[LINE_SIZE];
    bool is_screen = has_screen(session);

    if ((strcmp(text, "save") == 0 || strcmp(text, "quit") == 0) && !actor->awaits_saved)
        await_saved(simulation, actor, session);
    simulation_note(simulation, "%s: %s", actor->name, text);
    snprintf(line, sizeof line, "%s%s\r\n", is_screen ? "\x1b\x1b:" : "", text);
    guest_type(&actor->guest, line);
}

/* The name of somebody beside it; NULL: nobody is there. */
static const char *find_neighbour(struct simulation *simulation, const struct actor *actor)
{
    const struct world *world = simulation->hall.server.game.world;
    const struct delver *own = guest_delver(&actor->guest);

    for (uint32_t i = 0; own != NULL && i < world->limits.delvers_max; i++) {
        const struct delver *other = world->delvers[i];
        if (other == NULL || other == own || other->body.level != own->body.level ||
            own->body.level == NULL)
            continue;
        if (abs(other->body.at.x - own->body.at.x) <= 1 &&
            abs(other->body.at.y - own->body.at.y) <= 1)
            return other->name;
    }
    return NULL;
}

static bool is_journey(const char *line)
{
    for (uint32_t i = 0; i < COUNT(journeys); i++) {
        if (strncmp(line, journeys[i], strlen(journeys[i])) == 0)
            return true;
    }
    return false;
}

/* True if it stands on stairs down that would prove it. */
static bool is_sent_down(const struct actor *actor)
{
    const struct delver *own = guest_delver(&actor->guest);

    return own != NULL && own->body.level != NULL && !life_is_proven(&own->life) &&
           pos_equal(own->body.at, own->body.level->down);
}

static void play_line(struct simulation *simulation, struct actor *actor, struct session *session)
{
    char line[LINE_SIZE];
    const char *form = PICK(lines);
    const char *name =
        simulation->actors[rng_below(&simulation->rng, (uint32_t)simulation->actor_count)].name;
    const char *neighbour = find_neighbour(simulation, actor);
    const struct delver *own = guest_delver(&actor->guest);

    if (is_sent_down(actor)) {
        form = "down";
    } else if (own != NULL && own->body.level != NULL && pedlar_is_near(own)) {
        form = PICK(trade);
    } else if (neighbour != NULL && rng_percent(&simulation->rng, 70)) {
        form = PICK(deals);
        name = neighbour;
    }
    const char *place = strstr(form, "%s");

    if (place == NULL)
        snprintf(line, sizeof line, "%s", form);
    else
        snprintf(line, sizeof line, "%.*s%s%s", (int)(place - form), form, name, place + 2);
    type_line(simulation, actor, session, line);
    if (is_journey(line))
        actor->busy_until =
            simulation->progress->tick + rng_below(&simulation->rng, BUSY_TICKS_MAX);
}

static void press_keys(struct simulation *simulation, struct actor *actor)
{
    const char *key = PICK(keys);
    int count = rng_percent(&simulation->rng, 20) ? rng_range(&simulation->rng, 2, 8) : 1;

    simulation_note(simulation, "%s presses %s, %d times", actor->name,
                    key[0] < ' ' ? "a control" : key, count);
    for (int i = 0; i < count; i++)
        guest_type(&actor->guest, key);
}

static void resize(struct simulation *simulation, struct actor *actor)
{
    static const int widths[] = {80, 80, 40, 39, 79, 100, 120, 132, 200};
    static const int heights[] = {24, 24, 12, 13, 23, 30, 43, 60};
    int width = PICK(widths);
    int height = PICK(heights);

    simulation_note(simulation, "%s has a window of %dx%d", actor->name, width, height);
    if (actor->has_terminal)
        terminal_resize(&actor->terminal, width, height);
    guest_resize(&actor->guest, width, height);
}

static void change_mode(struct simulation *simulation, struct actor *actor, struct session *session)
{
    char line[LINE_SIZE];

    snprintf(line, sizeof line, "set mode %s", PICK(modes));
    type_line(simulation, actor, session, line);
}

/* Sends input that breaks parsers. It may hold answers that the terminal did not give, so the
   terminal's screen is no longer compared. */
static void send_noise(struct simulation *simulation, struct actor *actor)
{
    static const char *const messages[] = {
        "Core.Supports.Set [\"Dungeon 1\",\"Room 1\",\"Char 1\"]",
        "Core.Supports.Remove [\"Dungeon\"]",
        "Core.Supports.Add [\"Comm.Channel 1\",\"Char.Items 1\"]",
        "Core.Ping",
        "Char.Items.Inv",
        "{",
    };
    char message[LINE_SIZE];
    uint8_t noise[NASTY_MAX];
    size_t length;

    simulation_note(simulation, "%s sends noise", actor->name);
    actor->has_lied = true;
    if (rng_percent(&simulation->rng, 50)) {
        snprintf(message, sizeof message, "\xff\xfb\xc9\xff\xfa\xc9%s\xff\xf0", PICK(messages));
        guest_type(&actor->guest, message);
        return;
    }
    length = nasty_make(&simulation->rng, noise);
    for (size_t i = 0; i < length; i++) {
        if (noise[i] != TELNET_COMMAND)
            guest_send(&actor->guest, &noise[i], 1);
    }
}

static void play(struct simulation *simulation, struct actor *actor, struct session *session)
{
    uint32_t way = rng_below(&simulation->rng, 100);

    if (way < 2)
        resize(simulation, actor);
    else if (way < 4)
        change_mode(simulation, actor, session);
    else if (way < 5)
        type_line(simulation, actor, session, "quit");
    else if (way < 7)
        send_noise(simulation, actor);
    else if (way < 50 && has_screen(session))
        press_keys(simulation, actor);
    else
        play_line(simulation, actor, session);
}

static void note_saved(struct simulation *simulation, struct actor *actor)
{
    /* "Saved again: " does not count, because it tells of an earlier save. */
    bool is_told = strstr(actor->guest.heard, "Saved.") != NULL ||
                   strstr(actor->guest.heard, "Saved: ") != NULL;

    if (!actor->awaits_saved || !is_told)
        return;
    actor->awaits_saved = false;
    simulation_promise(simulation, actor->asked_at);
}

void actor_hear(struct simulation *simulation, struct actor *actor)
{
    if (actor->guest.hall == NULL || simulation->progress->tick < actor->stalled_until)
        return;
    guest_hear(&actor->guest);
    note_saved(simulation, actor);
}

void actor_act(struct simulation *simulation, struct actor *actor)
{
    uint64_t tick = simulation->progress->tick;

    if (actor->guest.hall == NULL) {
        if (tick >= actor->away_until && !simulation->hall.server.base.is_stopping &&
            is_due(simulation, CONNECTS))
            connect_now(simulation, actor);
        return;
    }
    struct session *session = session_of(actor);
    if (session == NULL || is_due(simulation, HANGS_UP)) {
        actor_hear(simulation, actor);
        simulation_note(simulation, "%s %s", actor->name,
                        session == NULL ? "was hung up on" : "hangs up");
        actor->away_until = tick + rng_below(&simulation->rng, AWAY_TICKS_MAX);
        actor_hang_up(actor);
        return;
    }
    if (is_due(simulation, STALLS)) {
        actor->stalled_until = tick + rng_below(&simulation->rng, STALL_TICKS_MAX);
        simulation_note(simulation, "%s reads nothing until %llu", actor->name,
                        (unsigned long long)actor->stalled_until);
    }
    if (tick < actor->busy_until || !is_due(simulation, ACTS))
        return;
    if (session->state < SESSION_PLAYING)
        log_in(simulation, actor, session);
    else if (session->state == SESSION_WATCHING)
        guest_type(&actor->guest, session->mode == MODE_SCREEN ? "q" : "quit\r\n");
    else if (session->state == SESSION_PLAYING)
        play(simulation, actor, session);
}
