/*
 * Floods, by counts: eight clients send one key, one word, one message or one size of the window
 * without end, also among foes that they fight. However fast they are, none gets more work done
 * than its share, no tick searches more than twice for each of them, and a bystander's key is
 * answered with a frame in every tick.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hall.h"
#include "support/test.h"
#include "term/keymap.h"
#include "world/populate.h"

enum {
    FLOODERS = 8,
    BYTES_A_TICK = CONN_BYTES_PER_SECOND * HALL_TICK_MS / 1000,
    TICKS = TEST_COUNT(50, 4), /* of one flood */
    EXPLORE_TICKS = 1500,
    PIECE_MAX = 64,
    SETTLE_TICKS = 10000,         /* until the lines of a flood are worked off, at most */
    FOE_CELLS = 4,                /* from a flooder to a foe that it may attack */
    FOE_TURNS = TEST_COUNT(3, 1), /* floods of one piece among foes */
    SEARCHES_A_TICK = 2,          /* for one client: what was asked for, and a way that has ended */
};

static struct hall hall;
static struct guest *flooders;
static struct guest *bystander;

static void pass_tick(void)
{
    hall_pass(&hall, HALL_TICK_MS);
    hall_drain(&hall);
}

/* A world with room for foes where the explorers stop. */
static void choose_world(struct options *options)
{
    options->seed = 7;
}

static void open_populated_hall(enum guest_kind kind, int population_percent)
{
    static const char *const names[FLOODERS] = {"ada",  "brom", "cyd",  "dora",
                                                "elke", "finn", "gwen", "hugo"};

    hall_make_folder(&hall, population_percent, choose_world);
    hall_start(&hall);
    flooders = calloc(FLOODERS + 1, sizeof *flooders);
    ck_assert_ptr_nonnull(flooders);
    bystander = &flooders[FLOODERS];
    for (int i = 0; i < FLOODERS; i++)
        guest_join(&flooders[i], &hall, kind, names[i]);
    guest_join(bystander, &hall, GUEST_SCREEN_ASCII, "iris");
}

static void open_hall(enum guest_kind kind)
{
    open_populated_hall(kind, 0);
}

static void close_hall(void)
{
    for (int i = 0; i <= FLOODERS; i++)
        guest_close(&flooders[i]);
    free(flooders);
    hall_close(&hall);
}

/* Lets all explore until each knows the level, so that searches cost the most. */
static void explore(const char *words)
{
    for (int tick = 0; tick < EXPLORE_TICKS; tick++) {
        for (int i = 0; tick % 100 == 0 && i < FLOODERS; i++)
            guest_type(&flooders[i], words);
        pass_tick();
    }
}

static void flood_once(const char *piece, size_t length)
{
    for (int i = 0; i < FLOODERS; i++) {
        for (size_t sent = 0; sent < BYTES_A_TICK; sent += length)
            guest_send(&flooders[i], piece, length);
    }
}

static uint64_t spent_by(const struct guest *guest)
{
    return guest_session(guest)->ration.spent;
}

/* The bystander opens and closes the list of players: each changes the screen. */
static void expect_answered(const char *what, int tick)
{
    struct session *session = guest_session(bystander);
    uint64_t frames = session->present.screen.frames;

    guest_type(bystander, tick % 2 == 0 ? "\x17" : " ");
    pass_tick();
    ck_assert_msg(session->present.screen.frames > frames, "%s: no frame for the bystander", what);
}

/* Lines wait while a share is used up: those of one flood are not to be worked off in the next. */
static void settle(void)
{
    bool has_lines = true;

    for (int tick = 0; has_lines && tick < SETTLE_TICKS; tick++) {
        pass_tick();
        has_lines = false;
        for (int i = 0; i < FLOODERS; i++) {
            const struct session *session = guest_session(&flooders[i]);
            has_lines |= session->present.ahead.length > session->present.ahead.taken ||
                         session->commands.travel.request.kind != TRAVEL_NONE;
        }
    }
    ck_assert_msg(!has_lines, "lines still wait");
}

/* Units that a piece may cost beyond the share: a line that lists, and its search for walks. */
static uint64_t price_max(void)
{
    return (uint64_t)(ration_price(WORK_LINE) + ration_price(COMMAND_LIST) +
                      ration_price(WORK_WALKS));
}

static void flood_searching(const char *what, const char *piece, size_t length,
                            uint64_t searches_a_tick)
{
    uint64_t before[FLOODERS];
    uint64_t began_ms = hall.server.base.now_ms;

    for (int i = 0; i < FLOODERS; i++)
        before[i] = spent_by(&flooders[i]);
    for (int tick = 0; tick < TICKS; tick++) {
        uint64_t searches = path_scratch_searches(hall.server.game.path_scratch);
        flood_once(piece, length);
        expect_answered(what, tick);
        searches = path_scratch_searches(hall.server.game.path_scratch) - searches;
        ck_assert_msg(searches <= FLOODERS * searches_a_tick, "%s: %llu searches in a tick", what,
                      (unsigned long long)searches);
    }
    uint64_t most = (hall.server.base.now_ms - began_ms) * RATION_PER_SECOND / 1000 + RATION_BURST +
                    price_max();
    for (int i = 0; i < FLOODERS; i++) {
        uint64_t spent = spent_by(&flooders[i]) - before[i];
        ck_assert_msg(spent <= most, "%s: %llu units were spent", what, (unsigned long long)spent);
        guest_type(&flooders[i],
                   guest_session(&flooders[i])->mode == MODE_SCREEN ? "\x1b" : "\r\n");
    }
    settle();
    /* Their shares fill up again. */
    for (int tick = 0; tick < RATION_BURST * 1000 / RATION_PER_SECOND / HALL_TICK_MS; tick++)
        pass_tick();
}

static void flood(const char *what, const char *piece, size_t length)
{
    flood_searching(what, piece, length, SEARCHES_A_TICK);
}

/* True for a byte that a terminal sends for a key with a command. Quitting is no flood. */
static bool is_flood_key(uint8_t byte)
{
    struct key key = {.code = byte};

    if (byte < ' ')
        key = (struct key){.code = byte + 'a' - 1U, .ctrl = true};
    enum command_id id = keymap_find(key).id;
    return id != COMMAND_NONE && id != COMMAND_QUIT;
}

TEST(no_key_gets_more_than_a_share)
{
    static const char *const sequences[] = {"\x1b[A", "\x1b[1;2B", "\x1bOC", "\t",   "\r",
                                            "_<",     "_>",        "__",     "\x1b", "M>",
                                            "M<",     ":list\r",   "'\x1b",  "~",    "\x1b[5;2R"};
    char what[PIECE_MAX];

    open_hall(GUEST_SCREEN);
    explore("o");
    for (int byte = 1; byte < 0x7f; byte++) {
        char piece[2] = {(char)byte, '\0'};
        snprintf(what, sizeof what, "key %d", byte);
        if (is_flood_key((uint8_t)byte))
            flood(what, piece, 1);
    }
    for (size_t i = 0; i < sizeof sequences / sizeof sequences[0]; i++)
        flood(sequences[i], sequences[i], strlen(sequences[i]));
    close_hall();
}

/* The lines of a flood of `password` answer its question: five wrong answers end the connection. */
static bool ends_connection(enum command_id id)
{
    return id == COMMAND_QUIT || id == COMMAND_PASSWORD;
}

TEST(no_word_gets_more_than_a_share)
{
    char line[PIECE_MAX];

    open_hall(GUEST_LINE);
    explore("explore\r\n");
    for (enum command_id id = COMMAND_NONE; id < COMMAND_COUNT; id++) {
        const char *words = command_row(id)->words;
        if (ends_connection(id))
            continue;
        snprintf(line, sizeof line, "%.*s\r\n", (int)strcspn(words, " "), words);
        flood(line, line, strlen(line));
    }
    flood("travel down", "travel down\r\n", 13);
    flood("nonsense", "xyzzy plugh\r\n", 13);
    close_hall();
}

static void put_foe_at(const struct delver *delver, struct pos at)
{
    const struct provision rat = {.species = SPECIES_CELLAR_RAT};
    const struct level_key key = delver->body.key;

    if (!delver_sees(delver, at) ||
        place_by_admin_check(hall.server.game.world, key, at, &rat) != PROVIDE_FINE)
        return;
    struct input *input = input_queue_add(&hall.server.game.inputs, INPUT_PROVIDE, 0);
    ck_assert_ptr_nonnull(input);
    input->key = key;
    input->at = at;
    input->provision = rat;
}

/* An awake foe in view of each that floods, some steps away: its way is to be searched. */
static void bring_foes(void)
{
    for (int i = 0; i < FLOODERS; i++) {
        const struct delver *delver =
            world_delver(hall.server.game.world, guest_session(&flooders[i])->actor);
        if (delver == NULL || delver->body.state != BODY_PRESENT)
            continue;
        struct pos at = delver->body.at;
        put_foe_at(delver, pos_of(at.x + FOE_CELLS, at.y + i % FOE_CELLS));
        put_foe_at(delver, pos_of(at.x - FOE_CELLS, at.y - i % FOE_CELLS));
        put_foe_at(delver, pos_of(at.x + i % FOE_CELLS, at.y + FOE_CELLS));
        put_foe_at(delver, pos_of(at.x - i % FOE_CELLS, at.y - FOE_CELLS));
    }
    pass_tick();
}

struct fight_piece {
    const char *bytes;
    uint64_t searches_a_tick; /* for one client, at most */
};

static void flood_among_foes(const struct fight_piece *pieces, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *bytes = pieces[i].bytes;
        for (int turn = 0; turn < FOE_TURNS; turn++) {
            bring_foes();
            flood_searching(bytes, bytes, strlen(bytes), pieces[i].searches_a_tick);
        }
    }
}

TEST(no_key_of_a_fight_gets_more_than_a_share)
{
    static const struct fight_piece pieces[] = {{"\t", SEARCHES_A_TICK},
                                                {"F", 0},
                                                {"f\r", 0},
                                                {"t\r", 0},
                                                {"E", 0},
                                                {"o", SEARCHES_A_TICK},
                                                {"_>", SEARCHES_A_TICK},
                                                {"Z", 0},
                                                {"x\x1b", 0}};

    open_populated_hall(GUEST_SCREEN, 100);
    explore("o");
    flood_among_foes(pieces, sizeof pieces / sizeof pieces[0]);
    close_hall();
}

TEST(no_word_of_a_fight_gets_more_than_a_share)
{
    static const struct fight_piece pieces[] = {
        {"attack\r\n", 1},
        {"attack rat\r\n", 1},
        {"target\r\n", 0},
        {"danger\r\n", 0},
        {"fire rat\r\n", 0},
        {"throw dart\r\n", 0},
        {"explore\r\n", SEARCHES_A_TICK},
        {"travel down\r\n", SEARCHES_A_TICK},
    };

    open_populated_hall(GUEST_LINE, 100);
    explore("explore\r\n");
    flood_among_foes(pieces, sizeof pieces / sizeof pieces[0]);
    close_hall();
}

/* Shows that the floods of attacks above do search. The machine may let a tick pass between two
   attacks. */
TEST(of_attacks_in_one_tick_the_newest_looks_for_a_way_and_pays_for_it)
{
    uint64_t searches = 0;
    uint64_t spent = 0;

    open_populated_hall(GUEST_LINE, 100);
    explore("explore\r\n");
    for (int turn = 0; turn < FOE_TURNS; turn++) {
        bring_foes();
        uint64_t before = path_scratch_searches(hall.server.game.path_scratch);
        for (int i = 0; i < FLOODERS; i++) {
            spent -= spent_by(&flooders[i]);
            guest_type(&flooders[i], "attack\r\nattack\r\nattack\r\nattack\r\n");
        }
        pass_tick();
        searches += path_scratch_searches(hall.server.game.path_scratch) - before;
        for (int i = 0; i < FLOODERS; i++)
            spent += spent_by(&flooders[i]);
    }
    ck_assert_uint_gt(searches, 0);
    ck_assert_uint_le(searches, FLOODERS * FOE_TURNS * 2);
    ck_assert_uint_ge(spent, searches * (uint64_t)ration_price(WORK_SEARCH));
    close_hall();
}

TEST(no_message_and_no_window_gets_more_than_a_share)
{
    static const char windows[] = "\xff\xfb\x1f\xff\xfa\x1f\0\xfa\0\x64\xff\xf0"
                                  "\xff\xfa\x1f\0\xf9\0\x63\xff\xf0";
    static const char on_and_off[] = "\xff\xfa\xc9"
                                     "Core.Supports.Remove [\"Dungeon\"]\xff\xf0"
                                     "\xff\xfa\xc9"
                                     "Core.Supports.Add [\"Dungeon 1\"]\xff\xf0";

    open_hall(GUEST_SCREEN);
    flood("windows", windows, sizeof windows - 1);
    close_hall();
    open_hall(GUEST_GMCP);
    flood("GMCP", on_and_off, sizeof on_and_off - 1);
    close_hall();
}

TEST(who_goes_nowhere_by_itself_keeps_no_travel)
{
    open_hall(GUEST_SCREEN);
    struct travel_session *travel = &guest_session(&flooders[0])->commands.travel;
    ck_assert_ptr_null(travel->travel);
    guest_type(&flooders[0], "o");
    pass_tick();
    ck_assert_int_eq(travel->kind, TRAVEL_EXPLORE);
    ck_assert_ptr_nonnull(travel->travel);
    guest_type(&flooders[0], "`");
    pass_tick();
    ck_assert_int_eq(travel->kind, TRAVEL_NONE);
    ck_assert_ptr_null(travel->travel);
    /* Nor after a wish that leads nowhere. */
    guest_type(&flooders[0], ":travel 9999,9999\r");
    pass_tick();
    pass_tick();
    ck_assert_ptr_null(travel->travel);
    close_hall();
}

TEST(the_newest_wish_wins_and_is_searched_for_once)
{
    open_hall(GUEST_SCREEN);
    struct travel_session *travel = &guest_session(&flooders[0])->commands.travel;
    explore("o");
    for (int i = 0; i < FLOODERS; i++)
        guest_type(&flooders[i], "`");
    explore("");
    uint64_t searches = path_scratch_searches(hall.server.game.path_scratch);
    guest_type(&flooders[0], "oo_<_>_<");
    ck_assert_uint_eq(path_scratch_searches(hall.server.game.path_scratch), searches);
    pass_tick();
    ck_assert_uint_eq(path_scratch_searches(hall.server.game.path_scratch), searches + 1);
    ck_assert_int_eq(travel->kind, TRAVEL_TRAVEL);
    ck_assert_str_eq(travel->goal, "<");
    close_hall();
}

TEST(a_key_that_was_dropped_is_told_once)
{
    open_hall(GUEST_SCREEN);
    const struct message_log *messages = &guest_session(&flooders[0])->present.scrollback->messages;
    int before = message_log_length(messages);
    for (int i = 0; i < 4096; i++)
        guest_type(&flooders[0], "M");
    ck_assert_int_eq(message_log_length(messages), before + 1);
    ck_assert_str_eq(message_log_at(messages, 0).text, "Too fast: keys are being dropped.");
    ck_assert_int_eq(guest_session(&flooders[0])->ration.key_count, RATION_KEYS_MAX);
    close_hall();
}
