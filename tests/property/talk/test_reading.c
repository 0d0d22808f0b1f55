/*
 * How answers read. Every command, setting, page of help and word of operators is asked, as the
 * tables have them: those who hear the answers get no column, no sign of the map and nothing twice,
 * and nobody gets a line that is wider than the window said to be there.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/utf8.h"
#include "content/item.h"
#include "content/tile.h"
#include "hall.h"
#include "narrate/command.h"
#include "operator.h"
#include "server/admin/admin_table.h"
#include "server/session/commands/commands.h"
#include "server/session/commands/help.h"
#include "server/session/preferences/settings.h"
#include "support/test.h"

enum {
    LINE_SIZE = 160,
    ANSWER_TURNS = 10,
    WAIT_TURNS = HALL_WAIT_TURNS, /* for what other threads work at */
    LINES_A_SECOND = 1000000,
    IDLE_MS = 5 * 60 * 1000,
    WINDOWS = 7, /* in which all is asked */
    POPULATION = 100,
};

static struct hall hall;
static struct guest ada;                 /* who asks, an admin */
static struct guest brom;                /* who is there to be asked about */
static char answer[GUEST_HEARD_MAX + 1]; /* what she heard last, without telnet */

/* Lines of more than the bare words: usual arguments, and some that are not understood. */
static const char *const usual[] = {
    "n",
    "east 3",
    "3 n",
    "8",
    "run west",
    "wait 2",
    "rest 2",
    "travel down",
    "travel 10,10",
    "travel brom",
    "travel road 5",
    "follow brom",
    "stop",
    "go 1",
    "go door",
    "go east",
    "go to stairs",
    "open east",
    "close west",
    "look north",
    "look at brom",
    "examine 1",
    "examine brom",
    "examine 2 east 1 south",
    "examine a",
    "examine rat",
    "list doors",
    "list stairs",
    "list people",
    "list foes",
    "list things",
    "list nonsense",
    "where brom",
    "where nobody",
    "get all",
    "get 2 darts",
    "drop a",
    "drop 2 darts",
    "use a",
    "use lever",
    "wear a",
    "wear knife",
    "remove q",
    "give a to brom",
    "slot 2 mending",
    "slot 2",
    "drink mending",
    "drink fountain",
    "read a",
    "zap a",
    "throw dart at brom",
    "throw dart east",
    "fire east",
    "buy 1",
    "buy 99",
    "buy nonsense",
    "sell a",
    "sell all",
    "identify a",
    "road 1",
    "attack east",
    "attack rat",
    "fight on",
    "mark 3 east",
    "raise brom",
    "say hello there",
    "tell brom hello",
    "reply hello",
    "shout hello",
    "chat hello",
    "party invite brom",
    "party list",
    "party join",
    "p hello",
    "party leave",
    "ignore brom",
    "ignore",
    "ignore brom",
    "me waves",
    "last 5",
    "help close",
    "help experience",
    "help nonsense",
    "help player",
    "set reset",
    "set nonsense",
    "set hints maybe",
    "bug the lamp is out",
    "opne",
    "xyzzy",
    "go down",
    "3",
    "@",
    "@nonsense",
    "@status now",
    "@inspect player ada",
    "@inspect level 1",
    "@inspect cell 1 10,10",
    "@level show 1",
    "@level show 2",
    "@level preview 3",
    "@level regen 4 dry-run",
    "@level lock 5",
    "@level unlock 5",
    "@population 1",
    "@population 2",
    "@spawn dart 2 3,4",
    "@announce all is well",
    "@ban 203.0.113.9 for 7d noise",
    "@bans",
    "@unban 203.0.113.9",
    "@mute brom for 30m noise",
    "@bans",
    "@unmute brom",
    "@password brom",
    "@forget brom dry-run",
    "@set save-ms",
    "@set nonsense",
    "@audit 5",
    "@bugs",
    "@role brom builder",
    "@bring brom",
    "@send brom 1",
    "@watch brom",
    "@watch",
    "@shutdown in 5m",
    "@shutdown cancel",
};

static const char *const at_stall[] = {
    "look",      "list",        "around",    "road",   "drink fountain", "buy",
    "buy 4",     "buy 99",      "buy lamps", "sell",   "sell b",         "sell nonsense",
    "identify",  "identify a",  "inventory", "worn",   "examine pedlar", "examine lantern",
    "go pedlar", "go fountain", "wear lamp", "danger",
};

static void set_up(void)
{
    hall_open_populated(&hall, POPULATION);
    hall.server.base.options.lines_per_second = LINES_A_SECOND;
    hall.server.base.options.lines_burst = LINES_A_SECOND;
    hall.server.base.options.chat_lines = LINES_A_SECOND;
}

static void tear_down(void)
{
    guest_close(&ada);
    guest_close(&brom);
    hall_close(&hall);
}

static void type(struct guest *guest, const char *line)
{
    guest_type(guest, line);
    guest_type(guest, "\r\n");
}

static void pass(int ticks)
{
    for (int i = 0; i < ticks; i++)
        hall_pass(&hall, HALL_TICK_MS);
    hall_drain(&hall);
}

/* Copies the bytes heard without commands of telnet. Only marks of prompts and negotiations of
   options are left by now. */
static void read_answer(void)
{
    size_t length = 0;

    guest_hear(&ada);
    for (size_t at = 0; at < ada.heard_length; at++) {
        uint8_t byte = (uint8_t)ada.heard[at];
        if (byte == 0xff)
            at += (uint8_t)ada.heard[at + 1] >= 0xfb ? 2 : 1;
        else
            answer[length++] = (char)byte;
    }
    answer[length] = '\0';
}

/* An operator's word is being worked at, or a name is looked up. */
static bool is_waiting(void)
{
    return hall.server.admin.request_count > 0 || guest_state(&ada) == SESSION_WAITING;
}

/* Types the line, and leaves in `answer` what came of it. */
static void ask(const char *line)
{
    guest_forget(&ada);
    type(&ada, line);
    pass(ANSWER_TURNS);
    for (int i = 0; i < WAIT_TURNS && is_waiting(); i++)
        hall_wait(&hall);
    ck_assert_msg(!is_waiting(), "'%s' is not answered", line);
    /* Without it the share of work of one client would be used up. */
    hall_pass(&hall, 1000);
    hall_drain(&hall);
    read_answer();
    ck_assert_msg(!ada.is_closed, "'%s' ends the visit: %s", line, answer);
    ck_assert_msg(ada.heard_length < GUEST_HEARD_MAX, "'%s' has too long an answer", line);
}

typedef void check_function(const char *asked);

static void ask_and_check(const char *line, check_function *check)
{
    ask(line);
    check(line);
}

static bool is_left_out(enum command_id id)
{
    return id == COMMAND_NONE || id == COMMAND_LINE || id == COMMAND_QUIT;
}

static void ask_all_commands(check_function *check)
{
    char line[LINE_SIZE];

    for (enum command_id id = 0; id < COMMAND_COUNT; id++) {
        const char *words = command_row(id)->words;
        int length = (int)strcspn(words, " ");
        if (is_left_out(id))
            continue;
        snprintf(line, sizeof line, "%.*s", length, words);
        ask_and_check(line, check);
        if (id == COMMAND_PASSWORD || id == COMMAND_CLAIM)
            ask_and_check("", check);
        snprintf(line, sizeof line, "%.*s nonsense of all kinds", length, words);
        ask_and_check(line, check);
    }
}

static void ask_all_help(check_function *check)
{
    const struct help_topic *topic;
    char line[LINE_SIZE];

    ask_and_check("help", check);
    for (enum command_id id = 0; id < COMMAND_COUNT; id++) {
        snprintf(line, sizeof line, "help %.*s", (int)strcspn(command_row(id)->words, " "),
                 command_row(id)->words);
        ask_and_check(line, check);
    }
    for (size_t i = 0; (topic = help_topic_at(i)) != NULL; i++) {
        snprintf(line, sizeof line, "help %s", topic->name);
        ask_and_check(line, check);
    }
}

/* Each value but those of the mode, which would change all that follows; at last the usual one. */
static void ask_all_values(const struct setting_row *row, check_function *check)
{
    char line[LINE_SIZE];

    for (const char *at = row->values; row->first != NULL && *at != '\0'; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        /* Then no window counts, and there is a sign that was wished for. */
        bool is_left_out = strcmp(row->name, "wrap") == 0 || strcmp(row->name, "punctuation") == 0;
        snprintf(line, sizeof line, "set %s %.*s", row->name, (int)length, at);
        if (!is_left_out)
            ask_and_check(line, check);
        at += length;
    }
    snprintf(line, sizeof line, "set %s %s", row->name, row->first == NULL ? "" : row->first);
    ask_and_check(line, check);
}

static void ask_all_settings(check_function *check)
{
    const struct setting_row *row;
    char line[LINE_SIZE];

    for (size_t i = 0; (row = setting_at(i)) != NULL; i++) {
        snprintf(line, sizeof line, "set %s", row->name);
        ask_and_check(line, check);
        snprintf(line, sizeof line, "set %s nonsense", row->name);
        ask_and_check(line, check);
        ask_all_values(row, check);
    }
}

/* Each with nothing, but those that cannot be taken back. */
static void ask_all_operators_words(check_function *check)
{
    char line[LINE_SIZE];

    for (size_t i = 0; i < admin_row_count; i++) {
        const struct admin_row *row = &admin_table[i];
        snprintf(line, sizeof line, "@help %s", row->word);
        ask_and_check(line, check);
        snprintf(line, sizeof line, "@%s", row->word);
        if (!row->is_final && strcmp(row->word, "metrics") != 0)
            ask_and_check(line, check);
    }
}

/* The level that she is on, once she is: levels come from another thread. */
static const struct level *wait_for_level(void)
{
    const struct delver *delver = world_delver(hall.server.game.world, guest_session(&ada)->actor);

    for (int i = 0; i < WAIT_TURNS && delver->body.state != BODY_PRESENT; i++)
        hall_wait(&hall);
    ck_assert_int_eq(delver->body.state, BODY_PRESENT);
    return delver->body.level;
}

/* Beside the stall of the haven, with something of every kind of answer at hand. */
static void go_to_stall(void)
{
    char line[LINE_SIZE];

    (void)wait_for_level();
    ask("@goto 1");
    const struct level *level = wait_for_level();
    ck_assert_msg(level->key.depth == 1, "%s", answer);

    for (int y = 1; y < level->height - 1; y++) {
        for (int x = 1; x < level->width - 1; x++) {
            if (level_tile(level, pos_of(x, y)) != TILE_PEDLAR)
                continue;
            snprintf(line, sizeof line, "@goto 1 %d,%d", x, y);
            ask(line);
            return;
        }
    }
    ck_abort_msg("there is no stall");
}

static void make_rich(void)
{
    struct delver *delver =
        world_find_delver(hall.server.game.world, guest_session(&ada)->account.id);

    delver->life.deepest = 5;
    delver->life.touched |= 7;
}

static void enter(bool is_reader)
{
    guest_join(&brom, &hall, GUEST_LINE, "brom");
    guest_open(&ada, &hall, GUEST_LINE, "ada");
    if (is_reader)
        type(&ada, "reader");
    ck_assert(guest_log_in(&ada));
    operator_order(&hall, "role ada admin");
    make_rich();
}

static void ask_everything(check_function *check)
{
    ask_all_help(check);
    ask_all_settings(check);
    ask_all_commands(check);
    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++)
        ask_and_check(usual[i], check);
    go_to_stall();
    for (size_t i = 0; i < sizeof at_stall / sizeof at_stall[0]; i++)
        ask_and_check(at_stall[i], check);
    ask_all_operators_words(check);
}

/* The next line of what was heard, without what ends it; NULL: there is none. */
static const char *next_line(const char **at, size_t *out_length)
{
    const char *line = *at;

    if (*line == '\0')
        return NULL;
    *out_length = strcspn(line, "\r\n");
    *at = line + *out_length;
    *at += (**at == '\r') + ((*at)[**at == '\r'] == '\n');
    return line;
}

/* True of what the map is drawn with. Letters are foes, and digits are numbers as well. */
static bool is_sign(char sign)
{
    bool is_drawn = sign == GRAVE_GLYPH || sign == '@';

    for (enum tile_id tile = TILE_UNKNOWN + 1; tile < TILE_COUNT; tile++)
        is_drawn = is_drawn || tile_row(tile)->glyph == sign;
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++)
        is_drawn = is_drawn || item_class_of(kind)->glyph == sign;
    return is_drawn && !(sign >= '0' && sign <= '9') && !(sign >= 'a' && sign <= 'z') &&
           !(sign >= 'A' && sign <= 'Z');
}

/* A sign that stands alone, as in a legend. */
static void expect_no_sign(const char *line, size_t length, const char *asked)
{
    static const char words[] = "Words: "; /* here punctuation is what may be typed */

    if (strncmp(line, words, strlen(words)) == 0)
        return;
    for (size_t at = 0; at < length;) {
        size_t end = at;
        while (end < length && line[end] != ' ')
            end++;
        size_t word = end - at;
        bool is_alone = word == 1 || (word == 2 && strchr(",.", line[at + 1]) != NULL);
        ck_assert_msg(!is_alone || !is_sign(line[at]), "'%s' is answered with a sign: %.*s", asked,
                      (int)length, line);
        at = end + 1;
    }
}

static void expect_no_legend(const char *asked)
{
    char entry[LINE_SIZE];

    for (enum tile_id tile = TILE_UNKNOWN + 1; tile < TILE_COUNT; tile++) {
        snprintf(entry, sizeof entry, "%c %s", tile_row(tile)->glyph, tile_row(tile)->name);
        ck_assert_msg(strstr(answer, entry) == NULL, "'%s' is answered with '%s'", asked, entry);
    }
}

static void expect_plain_letters(const char *line, size_t length, const char *asked)
{
    for (size_t at = 0; at < length;) {
        uint32_t letter = utf8_decode(line, length, &at);
        ck_assert_msg(letter >= ' ' && letter != 0xB7 && !(letter >= 0x2500 && letter < 0x2600),
                      "'%s' is answered with U+%04X: %.*s", asked, (unsigned)letter, (int)length,
                      line);
    }
}

static void expect_spoken(const char *asked)
{
    const char *at = answer;
    const char *before = "";
    size_t before_length = 0;
    const char *line;
    size_t length;

    expect_no_legend(asked);
    while ((line = next_line(&at, &length)) != NULL) {
        for (size_t i = 0; i + 1 < length; i++)
            ck_assert_msg(line[i] != ' ' || (i > 0 && line[i + 1] != ' '),
                          "'%s' is answered in columns: %.*s", asked, (int)length, line);
        ck_assert_msg(length == 0 || length != before_length || memcmp(line, before, length) != 0,
                      "'%s' is answered with a line twice: %.*s", asked, (int)length, line);
        expect_plain_letters(line, length, asked);
        expect_no_sign(line, length, asked);
        before = line;
        before_length = length;
    }
}

TEST_FIXTURE(set_up, tear_down);

TEST(every_answer_in_reader_mode_is_sentences)
{
    enter(true);
    ask_everything(expect_spoken);
    ask("help map");
    ck_assert_msg(strstr(answer, "In reader mode nothing is drawn") != NULL, "%s", answer);
    ck_assert_msg(strstr(answer, "wall") == NULL, "%s", answer);
}

static const char *const at_the_name_prompt[] = {"help", "who",   "watch", "",
                                                 "new",  "claim", "x",     "who"};

TEST(the_name_prompt_speaks_too)
{
    guest_join(&brom, &hall, GUEST_LINE, "brom");
    hall_pass(&hall, IDLE_MS);
    guest_open(&ada, &hall, GUEST_LINE, "ada");
    pass(ANSWER_TURNS);
    type(&ada, "reader");
    for (size_t i = 0; i < sizeof at_the_name_prompt / sizeof at_the_name_prompt[0]; i++)
        ask_and_check(at_the_name_prompt[i], expect_spoken);
}

static int window; /* its width, in cells */

static int cells_of(const char *line, size_t length)
{
    int cells = 0;

    while (length > 0 && line[length - 1] == ' ')
        length--;
    for (size_t at = 0; at < length;)
        cells += utf8_width(utf8_decode(line, length, &at));
    return cells;
}

/* True of a row of the map: it has no word. */
static bool is_drawn(const char *line, size_t length)
{
    size_t letters = 0;

    for (size_t i = 0; i < length && letters < 3; i++)
        letters = (line[i] | 0x20) >= 'a' && (line[i] | 0x20) <= 'z' ? letters + 1 : 0;
    return letters < 3;
}

static void expect_fits(const char *asked)
{
    const char *at = answer;
    const char *line;
    size_t length;

    while ((line = next_line(&at, &length)) != NULL) {
        ck_assert_msg(cells_of(line, length) <= window, "'%s' in %d columns: %.*s", asked, window,
                      (int)length, line);
        if (window >= TEXT_TABLE_WIDTH || is_drawn(line, length))
            continue;
        for (size_t i = strspn(line, " "); i + 1 < length; i++)
            ck_assert_msg(line[i] != ' ' || line[i + 1] != ' ', "'%s' in %d has columns: %.*s",
                          asked, window, (int)length, line);
    }
}

/* Expects the same words in the same order, with any blanks and line ends between them. */
static void expect_words(const char *wanted, const char *asked)
{
    static const char between[] = " \r\n";
    const char *got = answer;

    for (;;) {
        wanted += strspn(wanted, between);
        got += strspn(got, between);
        size_t length = strcspn(wanted, between);
        if (length == 0)
            return;
        ck_assert_msg(strcspn(got, between) == length && strncmp(got, wanted, length) == 0,
                      "'%s' in %d columns: '%.40s' should be '%.40s'", asked, window, got, wanted);
        wanted += length;
        got += length;
    }
}

static void ask_for_pages(enum text_form form)
{
    char line[LINE_SIZE];
    char page[COMMANDS_TEXT_MAX];

    for (enum command_id id = 0; id < COMMAND_COUNT; id++) {
        const char *words = command_row(id)->words;
        int length = (int)strcspn(words, " ");
        snprintf(line, sizeof line, "help %.*s", length, words);
        help_text(line + strlen("help "), false, form, page, sizeof page);
        ask_and_check(line, expect_fits);
        expect_words(page, line);
    }
    ask_and_check("commands", expect_fits);
    help_list_commands(false, form, page, sizeof page);
    expect_words(page, "commands");
}

/* Two cells a letter; blanks are where no row ends by itself. */
static void say_wide_letters(void)
{
    char line[LINE_SIZE];
    size_t length = (size_t)snprintf(line, sizeof line, "say");

    for (int i = 0; i < 24; i++)
        length += (size_t)snprintf(line + length, sizeof line - length, "%s\xe6\xbc\xa2",
                                   i % 7 == 0 ? " " : "");
    ask_and_check(line, expect_fits);
    ask_and_check("last 3", expect_fits);
}

TEST_EACH(lines_and_tables_fit_the_window, WINDOWS)
{
    static const int widths[WINDOWS] = {20, 33, 60, 77, 78, 80, 200};
    int width = widths[_i];

    window = width;
    enter(false);
    guest_resize(&ada, width, 24);
    ask_for_pages(width < TEXT_TABLE_WIDTH ? TEXT_LIST : TEXT_TABLE);
    say_wide_letters();
    ask_everything(expect_fits);
}

/* Longer than any window. */
static const char long_line[] =
    "say wayfaring wayfaring wayfaring wayfaring wayfaring wayfaring wayfaring wayfaring "
    "wayfaring wayfaring wayfaring";

static void expect_one_line(void)
{
    char whole[sizeof long_line + 16];

    ask(long_line);
    snprintf(whole, sizeof whole, "You say: \"%s\"\r\n", long_line + strlen("say "));
    ck_assert_msg(strstr(answer, whole) != NULL, "%s", answer);
}

TEST(lines_are_whole_without_a_window_or_by_wish)
{
    static const int no_windows[] = {0, 1, 19, 201, 65535};

    enter(false);
    expect_one_line();
    for (size_t i = 0; i < sizeof no_windows / sizeof no_windows[0]; i++) {
        guest_resize(&ada, no_windows[i], 24);
        expect_one_line();
    }
    guest_resize(&ada, 60, 24);
    ask(long_line);
    ck_assert_msg(strstr(answer, "wayfaring wayfaring wayfaring\r\nwayfaring wayfaring") != NULL,
                  "%s", answer);
    ask("set wrap off");
    expect_one_line();
    ask("set wrap on");
    ask(long_line);
    ck_assert_msg(strstr(answer, "wayfaring\r\nwayfaring") != NULL, "%s", answer);
}

TEST(a_sentence_is_one_line_to_a_reader_whatever_the_window)
{
    enter(true);
    for (int width = 20; width <= 200; width += 60) {
        guest_resize(&ada, width, 24);
        expect_one_line();
    }
}

TEST(the_name_prompt_fits_the_window)
{
    guest_join(&brom, &hall, GUEST_LINE, "brom");
    window = 40;
    guest_open(&ada, &hall, GUEST_LINE, "ada");
    guest_resize(&ada, window, 24);
    pass(ANSWER_TURNS);
    for (size_t i = 0; i < sizeof at_the_name_prompt / sizeof at_the_name_prompt[0]; i++)
        ask_and_check(at_the_name_prompt[i], expect_fits);
}
