/*
 * Random play against a whole server: keys, words, GMCP messages, sizes of the window, take-over,
 * lost connections, and the words of operators beside them (levels regenerated, players sent,
 * kicked, muted). Nothing may end the server: every CHECK and every sanitizer is armed, and no
 * client may get more work done in a tick than its share. PLAY_TURNS says for how long, SEED
 * which play.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "hall.h"
#include "narrate/command.h"
#include "nasty.h"
#include "operator.h"
#include "support/test.h"

enum {
    PLAYERS = 10,
    PIECE_MAX = 4096,
    TURNS_USUAL = 8000,
    OPERATOR_PERCENT = 4,
    LEAVE_PERCENT = 2,
};

struct play_scene {
    struct hall hall;
    struct guest guests[PLAYERS + 1]; /* one to spare, for who logs in twice */
    struct guest *players[PLAYERS];
    struct guest *spare;
    struct rng rng;
    struct peer *operator_line;
    uint64_t pieces; /* what was sent, piece by piece */
    uint64_t logins;
    uint64_t orders;
};

static struct play_scene *scene;

static const char *const names[PLAYERS] = {"ada",  "brom", "cyd",  "dora", "elke",
                                           "finn", "gwen", "hugo", "iris", "jory"};

static const char *pick(const char *const *list, size_t count)
{
    return list[rng_below(&scene->rng, (uint32_t)count)];
}

#define PICK(list) pick((list), sizeof(list) / sizeof((list)[0]))

/* A width or height: those at which layouts change, and any other. */
static int pick_size(void)
{
    static const int edges[] = {0,  1,  2,  3,   11,  12,  13,  23,  24,  29,  30,  39,  40,
                                79, 80, 99, 100, 101, 109, 110, 132, 249, 250, 251, 300, 65535};

    if (rng_percent(&scene->rng, 60))
        return edges[rng_below(&scene->rng, sizeof edges / sizeof edges[0])];
    return (int)rng_below(&scene->rng, 301);
}

static size_t put(char *out, const char *text)
{
    size_t length = strlen(text);

    memcpy(out, text, length);
    return length;
}

/* One key or a few alike: leaving is rare, or nobody would play. */
static size_t make_keys(char *out)
{
    static const char *const keys[] = {
        "h",       "j",         "k",         "l",         "y",         "u",      "b",
        "n",       "H",         "J",         "K",         "L",         "Y",      "U",
        "B",       "N",         "o",         "o",         "_<",        "_>",     "__",
        "_",       ">",         "<",         "O",         "c",         "v",      "x",
        "\t",      "M",         "M",         "X",         "P",         "\x10",   "?",
        "=",       ":",         "'",         "\"",        "r",         "R",      "W",
        "\x17",    "C",         "g",         "d",         "i",         "a",      "e",
        "F",       "T",         ".",         "5",         "s",         "Z",      "S",
        "m",       "\r",        "\n",        "\x1b",      "\x1b\x1b",  "\x1b[A", "\x1b[B",
        "\x1b[C",  "\x1b[D",    "\x1b[1;2A", "\x1bOA",    "\x1b[H",    "\x1b[F", "\x1b[5~",
        "\x1b[6~", "\x1b[5;2R", "\x1b[1;1R", "\x1b[200~", "\x1b[201~", "\x1bOP", "\x1b[",
        "\x0c",    "\x12",      "\x7f",      "\b",        " ",         "-",      "@",
        "p",       "`",         "\x15",      "1",         "2",         "3",      "4",
        "6",       "7",         "8",         "9",         "0",         "q",
    };
    static const char *const leaving[] = {"Q", "\x04", "\x03"};
    const char *key = rng_below(&scene->rng, 200) == 0 ? PICK(leaving) : PICK(keys);
    int count = rng_percent(&scene->rng, 20) ? rng_range(&scene->rng, 2, 70) : 1;
    size_t length = 0;

    for (int i = 0; i < count; i++)
        length += put(out + length, key);
    return length;
}

static const char *pick_argument(void)
{
    static const char *const arguments[] = {
        "",
        "north",
        "e",
        "sw",
        "3",
        "999",
        "0",
        "-1",
        "65536",
        "ada",
        "brom 2",
        "down",
        "up",
        "back",
        "door",
        "doors",
        "all",
        "2 3",
        "mode",
        "1,1",
        "999,99",
        "off",
        "screen",
        "line",
        "read",
        "walls",
        "last",
        "help",
        "\"",
        "at cyd",
        "colour 256",
        "camera centre",
        "theme light",
        "automap on",
        "brief on",
        "reset",
        "steps quiet",
    };

    return PICK(arguments);
}

/* A line of words, of any command there is. */
static size_t make_words(char *out, bool is_screen)
{
    enum command_id id = (enum command_id)rng_below(&scene->rng, COMMAND_COUNT);
    const char *words = command_row(id)->words;
    bool leaves = id == COMMAND_QUIT && !rng_percent(&scene->rng, 2);

    return (size_t)snprintf(out, PIECE_MAX, "%s%.*s %s\r\n", is_screen ? ":" : "",
                            leaves ? 0 : (int)strcspn(words, " "), words, pick_argument());
}

/* Modes of all kinds, so that each client plays in each. */
static size_t make_mode(char *out, bool is_screen)
{
    static const char *const modes[] = {"screen", "screen", "line", "reader"};

    return (size_t)snprintf(out, PIECE_MAX, "%sset mode %s\r\n", is_screen ? "\x1b:" : "",
                            PICK(modes));
}

static size_t make_message(char *out)
{
    static const char *const messages[] = {
        "Core.Supports.Set [\"Dungeon 1\",\"Room 1\",\"Char 1\"]",
        "Core.Supports.Remove [\"Dungeon\"]",
        "Core.Supports.Add [\"Comm.Channel 1\",\"Char.Items 1\"]",
        "Core.Ping",
        "Core.Hello {\"client\":\"x\",\"version\":\"1\"}",
        "Char.Login.Credentials {\"account\":\"ada\",\"password\":\"correct horse\"}",
        "Char.Items.Inv",
        "Core.Supports.Set 7",
        "{",
    };

    return (size_t)snprintf(out, PIECE_MAX, "\xff\xfb\xc9\xff\xfa\xc9%s\xff\xf0", PICK(messages));
}

/* Input that breaks parsers. Telnet's own byte is doubled in 95 of 100 pieces. */
static size_t make_noise(char *out)
{
    uint8_t noise[NASTY_MAX];
    size_t length = nasty_make(&scene->rng, noise);
    bool is_raw = rng_percent(&scene->rng, 5);
    size_t used = 0;

    for (size_t i = 0; i < length; i++) {
        out[used++] = (char)noise[i];
        if (noise[i] == 0xff && !is_raw)
            out[used++] = (char)noise[i];
    }
    return used;
}

static size_t make_admin_word(char *out, bool is_screen)
{
    static const char *const words[] = {
        "who",       "level list", "watch ada",    "watch brom",         "watch",   "goto 2",
        "bring cyd", "goto dora",  "level show 1", "inspect cell 1 3,3", "audit 3", "help"};

    return (size_t)snprintf(out, PIECE_MAX, "%s@%s\r\n", is_screen ? ":" : "", PICK(words));
}

static void send_piece(struct guest *guest)
{
    char piece[PIECE_MAX];
    const struct session *session = guest_session(guest);
    bool is_screen = session != NULL && session->mode == MODE_SCREEN;
    uint32_t way = rng_below(&scene->rng, 100);
    size_t length = 0;

    if (way < 55)
        length = make_keys(piece);
    else if (way < 73)
        length = make_words(piece, is_screen);
    else if (way < 83)
        guest_resize(guest, pick_size(), pick_size());
    else if (way < 88)
        length = make_message(piece);
    else if (way < 92)
        length = make_admin_word(piece, is_screen);
    else if (way < 96)
        length = make_noise(piece);
    else
        length = make_mode(piece, is_screen);
    guest_send(guest, piece, length);
    scene->pieces++;
}

/* Takes what has come, unread: other tests look at it. */
static void drain(struct guest *guest)
{
    static uint8_t heard[64 * 1024];

    while (peer_receive(guest->peer, heard, sizeof heard) > 0)
        continue;
}

/* Logs in; a player of that name who is there already is taken over. */
static void join(int number)
{
    struct guest *guest = scene->players[number];
    enum guest_kind kind = (enum guest_kind)rng_below(&scene->rng, GUEST_KIND_COUNT);

    guest_open(guest, &scene->hall, kind, names[number]);
    guest->stream.hears_itself = true;
    guest->stream.has_utf8 = true;
    guest->stream.is_screen = true;
    ck_assert(guest_log_in(guest));
    scene->logins++;
}

/* Comes back after the connection was lost, or while the old one still stands. */
static void rejoin(int number)
{
    struct guest *old = scene->players[number];

    if (rng_percent(&scene->rng, 50))
        guest_close(old);
    scene->players[number] = scene->spare;
    scene->spare = old;
    join(number);
    guest_close(old);
}

/* Sends an operator's word; the answer may be any. */
static void order(const char *word)
{
    char request[256];

    snprintf(request, sizeof request, "text %s", word);
    (void)operator_ask(&scene->hall, scene->operator_line, request);
    scene->orders++;
}

static void order_anything(void)
{
    static const char *const forms[] = {
        "level regen 1 now",
        "level regen 1 style caves now",
        "level regen 1 style maze now",
        "level undo 1 now",
        "level regen 2 now",
        "level undo 2 now",
        "level lock 2",
        "level unlock 2",
        "level regen 1 in 2s",
        "level cancel 1",
        "kick %s for a test",
        "send %s 1",
        "send %s 2",
        "send %s 3 5,5",
        "mute %s for 2s",
        "unmute %s",
        "announce careful %s",
        "role %s admin",
        "role %s none",
        "ban %s for 1s",
        "unban %s",
        "inspect player %s",
        "set chat-lines 5",
        "set line-bytes 64",
        "set line-bytes 512",
        "set lines-per-second 5",
        "set lines-per-second 20",
        "status",
        "who",
        "save",
    };
    char word[128];
    const char *form = PICK(forms);
    const char *place = strstr(form, "%s");

    if (place == NULL)
        snprintf(word, sizeof word, "%s", form);
    else
        snprintf(word, sizeof word, "%.*s%s%s", (int)(place - form), form,
                 names[rng_below(&scene->rng, PLAYERS)], place + 2);
    order(word);
}

static void set_up(void)
{
    scene = calloc(1, sizeof *scene);
    ck_assert_ptr_nonnull(scene);
    rng_init(&scene->rng, test_number("SEED", 1, UINT64_MAX));
    hall_open(&scene->hall);
    scene->spare = &scene->guests[PLAYERS];
    for (int i = 0; i < PLAYERS; i++) {
        scene->players[i] = &scene->guests[i];
        join(i);
    }
    scene->operator_line = operator_connect(&scene->hall);
    /* Without "stay" the server would hang up when chance sends nothing for a while. */
    (void)operator_ask(&scene->hall, scene->operator_line, "stay");
    order("role ada admin");
}

static void tear_down(void)
{
    for (int i = 0; i < PLAYERS; i++)
        guest_close(scene->players[i]);
    peer_close(scene->operator_line);
    hall_close(&scene->hall);
    free(scene);
}

static void take_turn(void)
{
    int number = (int)rng_below(&scene->rng, PLAYERS);
    struct guest *guest = scene->players[number];

    if (rng_below(&scene->rng, 1000) < OPERATOR_PERCENT)
        order_anything();
    if (guest->hall == NULL || guest_conn(guest) == NULL ||
        rng_below(&scene->rng, 2000) < LEAVE_PERCENT) {
        for (int i = 0; i < PLAYERS; i++) {
            char word[32];
            snprintf(word, sizeof word, "unban %s", names[i]);
            if (guest->hall == NULL || guest_conn(guest) == NULL)
                order(word);
        }
        rejoin(number);
        guest = scene->players[number];
    }
    int pieces = rng_range(&scene->rng, 1, 6);
    for (int i = 0; i < pieces; i++)
        send_piece(guest);
    if (rng_percent(&scene->rng, 50))
        hall_pass(&scene->hall, rng_percent(&scene->rng, 5) ? 2500 : 20);
    drain(guest);
}

TEST_FIXTURE(set_up, tear_down);

TEST(no_play_ends_the_server)
{
    uint64_t turns = test_number("PLAY_TURNS", TURNS_USUAL, UINT64_MAX);

    for (uint64_t i = 0; i < turns; i++)
        take_turn();
    printf("%llu pieces, %llu logins, %llu orders, %llu ticks\n", (unsigned long long)scene->pieces,
           (unsigned long long)scene->logins, (unsigned long long)scene->orders,
           (unsigned long long)scene->hall.server.game.world->tick);
    ck_assert_uint_gt(scene->pieces, 1000);
}
