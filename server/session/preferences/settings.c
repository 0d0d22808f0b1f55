/*
 * The settings of a player: a row each, and the command `set`. A row lists the values and says
 * where the chosen one is stored: as a flag, an index among the values, or a number. The few
 * settings that are more than a member of the session have functions. A value that was measured
 * from a client is never saved: "auto" stands for it. Choices are saved as text (preferences.h).
 */
#include "server/session/preferences/settings.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/text.h"
#include "server/net/conn.h"
#include "server/session/commands/epitaph.h"
#include "server/session/commands/commands.h"
#include "server/session/commands/pack.h"
#include "server/session/commands/reach.h"
#include "server/session/preferences/hints.h"
#include "server/session/preferences/preferences.h"
#include "server/session/present/event_lines.h"
#include "server/session/present/presentation.h"
#include "server/session/session.h"
#include "server/session/session_life.h"
#include "server/session/watch/viewers.h"
#include "world/company.h"

enum {
    VALUES_SIZE = 64, /* most bytes of a list of values for people */
    VALUES_MAX = 16,  /* most values of a setting that can be stepped through */
};

const struct settings settings_default = {
    .wraps = true,
    .hints = true,
    .is_watchable = true,
    .is_chat_shown = true,
    .is_titled = true,
    .gifts = GIFTS_PARTY,
    .steps = STEP_WORDS_AUTO,
    .fight_stop = 33,
    .pace = PACE_FULL,
};

static const char *get_mode(const struct session *session)
{
    return session->mode == MODE_PAGE ? screen_presentation.name
                                      : presentation_table[session->mode]->name;
}

static bool set_mode(struct session *session, const char *value)
{
    for (enum session_mode mode = MODE_SCREEN; mode <= MODE_READER; mode++) {
        if (strcmp(value, presentation_table[mode]->name) == 0) {
            session_set_mode(session, mode);
            return true;
        }
    }
    return false;
}

/* Returns why a mode cannot be chosen: on a client of lines, keys of screen mode would come as
   lines; a page draws the map itself. */
static const char *refuse_mode(const struct session *session, const char *value)
{
    if (session->present.page != NULL && strcmp(value, "line") == 0)
        return "Line mode is for other clients: here, screen is the map and reader is words alone.";
    if (strcmp(value, "screen") != 0 || session->present.types_keys ||
        session->present.page != NULL)
        return NULL;
    return "Screen mode needs a client that sends each key at once, as telnet does in a terminal; "
           "yours sends lines.";
}

static const char *colour_name(enum palette_id palette)
{
    return palette == PALETTE_MONO ? "off" : palette_name(palette);
}

static const char *get_colour(const struct session *session)
{
    return session->preferences.settings.is_colour_chosen
               ? colour_name(session->present.palette.colours)
               : "auto";
}

static const char *explain_colour(const struct session *session)
{
    return session->preferences.settings.is_colour_chosen
               ? ""
               : colour_name(session->present.palette.colours);
}

static enum palette_id measured_palette(const struct client_caps *caps)
{
    if (display_is_plain_terminal(caps))
        return PALETTE_MONO;
    if (caps->has_true_colour)
        return PALETTE_TRUE;
    return caps->has_256_colours ? PALETTE_256 : PALETTE_16;
}

void settings_on_measured(struct session *session)
{
    enum palette_id palette = measured_palette(&session->conn->client.caps);

    if (session->preferences.settings.is_colour_chosen ||
        session->present.palette.colours == palette)
        return;
    session->present.palette.colours = palette;
    presentation_table[session->mode]->repaint(session);
}

static bool set_colour(struct session *session, const char *value)
{
    enum palette_id palette = strcmp(value, "off") == 0 ? PALETTE_MONO
                              : strcmp(value, "auto") == 0
                                  ? measured_palette(&session->conn->client.caps)
                                  : palette_find(value);

    if (palette == PALETTE_COUNT)
        return false;
    session->preferences.settings.is_colour_chosen = strcmp(value, "auto") != 0;
    session->present.palette.colours = palette;
    presentation_table[session->mode]->repaint(session);
    return true;
}

/* True unless the client has said that it shows fewer colours. */
static bool can_colour(const struct session *session, const char *value)
{
    bool is_reported = session->conn->client.caps.terminal_standard != 0;
    enum palette_id palette = palette_find(value);

    if (!is_reported || (palette != PALETTE_256 && palette != PALETTE_TRUE))
        return true;
    return palette == PALETTE_256 ? measured_palette(&session->conn->client.caps) != PALETTE_16
                                  : measured_palette(&session->conn->client.caps) == PALETTE_TRUE;
}

static const char *explain_walls(const struct session *session)
{
    if (session->preferences.settings.walls != WALLS_AUTO)
        return "";
    return display_draws_lines(&session->preferences.settings, &session->present) ? "line"
                                                                                  : "ascii";
}

/* True if this terminal can show such walls. On another terminal than that of the choice "line"
   counts as "auto", which draws lines if they were found to work. */
static bool can_walls(const struct session *session, const char *value)
{
    return strcmp(value, "line") != 0 || session->present.shows_utf8;
}

enum step_words settings_step_words(const struct settings *settings, enum session_mode mode)
{
    enum step_words chosen = settings->steps;

    if (chosen != STEP_WORDS_AUTO)
        return chosen;
    return presentation_table[mode]->is_spoken ? STEP_WORDS_SHORT : STEP_WORDS_FULL;
}

static const char *explain_steps(const struct session *session)
{
    if (session->preferences.settings.steps != STEP_WORDS_AUTO)
        return "";
    return settings_step_words(&session->preferences.settings, session->mode) == STEP_WORDS_SHORT
               ? "short"
               : "full";
}

static const char *explain_fights(const struct session *session)
{
    if (session->preferences.settings.fights != FIGHTS_AUTO)
        return "";
    return fight_lines_words(&session->preferences.settings, session->mode) == FIGHT_WORDS_BRIEF
               ? "brief"
               : "full";
}

static void repaint(struct session *session)
{
    presentation_table[session->mode]->repaint(session);
}

/* Sends the player's wished pace to the world, which uses the wishes of its players. */
static void send_pace(struct session *session)
{
    struct input *input = session_input(session, INPUT_PACE);

    if (input != NULL)
        input->action.count = session->preferences.settings.pace;
}

static void send_alone(struct session *session)
{
    struct input *input = session_input(session, INPUT_ALONE);

    if (input != NULL)
        input->flag = session->preferences.settings.wants_alone;
}

static void end_watching(struct session *session)
{
    const struct viewers *viewers = viewers_of(session->sessions, session->actor);

    if (viewers != NULL && !session->preferences.settings.is_watchable)
        watch_end_all(viewers, false, "The player you watched no longer allows watching.");
}

static const char *get_keepalive(const struct session *session)
{
    return session->conn->is_kept_awake ? "on" : "off";
}

static bool set_keepalive(struct session *session, const char *value)
{
    bool is_on = strcmp(value, "on") == 0;

    if (!is_on && strcmp(value, "off") != 0)
        return false;
    session->conn->is_kept_awake = is_on;
    return true;
}

#define MEMBER(kind_of, member)                                                                    \
    .kind = (kind_of), .offset = offsetof(struct session, member),                                 \
    .size = sizeof(((struct session *)NULL)->member)
#define FLAG(member) MEMBER(SETTING_FLAG, preferences.settings.member), .values = "on off"

// clang-format off
static const struct setting_row setting_table[] = {
    {
        .name = "mode", .values = "screen line reader", .help = "How the game is shown.",
        .leaves_screen = true, .get = get_mode, .set = set_mode, .refuse = refuse_mode,
    },
    {
        .name = "colour", .values = "auto 16 256 true 8 off", .help = "How many colours are used.",
        .get = get_colour, .set = set_colour, .first = "auto", .explain = explain_colour,
        .can = can_colour,
    },
    {
        .name = "theme", .values = "dark light", .first = "dark",
        .help = "The background of your terminal.",
        MEMBER(SETTING_PLACE, present.palette.theme), .after = repaint,
    },
    {
        .name = "memory", .values = "grey blue dim", .first = "grey",
        .help = "How the map shows what is out of sight.",
        MEMBER(SETTING_PLACE, present.palette.memory), .after = repaint,
    },
    {
        .name = "ground", .values = "on off", .first = "off",
        .help = "Backgrounds of floors, walls and doors, with 256 colours.",
        MEMBER(SETTING_FLAG, present.palette.has_grounds), .after = repaint,
    },
    {
        .name = "camera", .values = "margin centre", .first = "margin",
        .help = "How the map follows you: it moves near its edge, or keeps you in its middle.",
        MEMBER(SETTING_PLACE, present.screen.camera_mode), .after = repaint,
    },
    {
        .name = "walls", .values = "auto ascii line", .first = "auto",
        .help = "How the map is drawn: lines need UTF-8, and then all letters show.",
        MEMBER(SETTING_PLACE, preferences.settings.walls), .after = repaint,
        .explain = explain_walls, .can = can_walls,
    },
    {
        .name = "automap", FLAG(automap), .first = "off",
        .help = "Line mode: a map after each walk.",
    },
    {
        .name = "brief", FLAG(is_brief), .first = "off",
        .help = "Line mode: leaves out the line with the exits of each place you come to.",
    },
    {
        .name = "steps", .values = "auto quiet short full", .first = "auto",
        .help = "The text of a step of yours in line and reader mode.",
        MEMBER(SETTING_PLACE, preferences.settings.steps), .explain = explain_steps,
    },
    {
        .name = "fights", .values = "auto full own brief", .first = "auto",
        .help = "Messages of fights: all, yours, or yours in one line a beat.",
        MEMBER(SETTING_PLACE, preferences.settings.fights), .explain = explain_fights,
    },
    {
        .name = "hints", FLAG(hints), .first = "on",
        .help = "A line of advice when you meet something new.",
    },
    {
        .name = "punctuation", FLAG(punctuation), .first = "off",
        .help = "Reader mode: a prompt before what you type.",
    },
    {
        .name = "pace", .values = "100 150 200", .first = "100",
        .help = "How slowly time runs in danger in company, in percent: the slowest wish holds.",
        MEMBER(SETTING_NUMBER, preferences.settings.pace), .after = send_pace,
    },
    {
        .name = "fight-stop", .values = "33 0 20 30 40 50 60 70 80", .first = "33",
        .help = "The health, in percent of all, under which Tab, kill NAME and fight on stop.",
        MEMBER(SETTING_NUMBER, preferences.settings.fight_stop),
    },
    {
        .name = "bell", FLAG(rings), .first = "off",
        .help = "A bell when your health falls under 30 in 100, and at a tell.",
    },
    {
        .name = "title", FLAG(is_titled), .first = "on",
        .help = "The title of a terminal that takes one names you, the depth and the place.",
    },
    {
        .name = "chat", FLAG(is_chat_shown), .first = "on",
        .help = "Whether you read what is said to everybody online.",
    },
    {
        .name = "alone", .first = "off",
        .help = "Whether the travels of others stop 30 cells before they come to you.",
        FLAG(wants_alone), .after = send_alone,
    },
    {
        .name = "gifts", .values = "party ask all", .first = "party",
        .help = "Whose gifts you take unasked: those of your party, of nobody, of all.",
        MEMBER(SETTING_PLACE, preferences.settings.gifts),
    },
    {
        .name = "keepalive", .values = "on off",
        .help = "Sends a keep-alive so that idle connections are not cut.",
        .get = get_keepalive, .set = set_keepalive, .first = "on",
    },
    {
        .name = "watch", FLAG(is_watchable), .first = "on",
        .help = "Whether others may watch you, from the name prompt.",
        .after = end_watching,
    },
    {
        .name = "lives", FLAG(shows_lives), .first = "off",
        .help = "Whether other players may read the pages of your lives that ended.",
    },
    {
        .name = "wrap", FLAG(wraps), .first = "on",
        .help = "Line mode: lines go on in rows that are as wide as your window.",
    },
};
// clang-format on

/* Alternative words. */
static const struct {
    const char *setting;
    const char *word;
    const char *meaning;
} other_words[] = {{"memory", "gray", "grey"}, {"walls", "lines", "line"}};

const struct setting_row *setting_at(size_t number)
{
    return number < sizeof setting_table / sizeof setting_table[0] ? &setting_table[number] : NULL;
}

const struct setting_row *setting_find(const char *name)
{
    const char *wanted = strcmp(name, "color") == 0 ? "colour" : name;
    const struct setting_row *row;

    for (size_t i = 0; (row = setting_at(i)) != NULL; i++) {
        if (strcmp(wanted, row->name) == 0)
            return row;
    }
    return NULL;
}

/* Returns the value with that index, and its length; NULL: there are fewer. */
static const char *value_at(const char *values, unsigned place, size_t *length)
{
    for (*length = strcspn(values, " "); place > 0 && *length > 0; place--) {
        values += *length + strspn(values + *length, " ");
        *length = strcspn(values, " ");
    }
    return *length > 0 ? values : NULL;
}

/* Returns the index of a word among the values; -1: it is none. */
static int place_of(const char *values, const char *word)
{
    const char *value;
    size_t length;

    for (int i = 0; (value = value_at(values, (unsigned)i, &length)) != NULL; i++) {
        if (length == strlen(word) && memcmp(value, word, length) == 0)
            return i;
    }
    return -1;
}

static unsigned read_member(const struct session *session, const struct setting_row *row)
{
    const unsigned char *member = (const unsigned char *)session + row->offset;
    uint16_t half;
    unsigned whole;

    if (row->size == sizeof *member)
        return *member;
    if (row->size == sizeof half) {
        memcpy(&half, member, sizeof half);
        return half;
    }
    CHECK(row->size == sizeof whole);
    memcpy(&whole, member, sizeof whole);
    return whole;
}

static void write_member(struct session *session, const struct setting_row *row, unsigned number)
{
    unsigned char *member = (unsigned char *)session + row->offset;
    uint16_t half = (uint16_t)number;

    if (row->size == sizeof *member)
        *member = (unsigned char)number;
    else if (row->size == sizeof half)
        memcpy(member, &half, sizeof half);
    else
        memcpy(member, &number, sizeof number);
}

const char *setting_get(const struct session *session, const struct setting_row *row,
                        char out[CHOICE_WORD_SIZE])
{
    unsigned number = row->kind == SETTING_SPECIAL ? 0 : read_member(session, row);
    size_t length = 0;

    if (row->kind == SETTING_SPECIAL) {
        snprintf(out, CHOICE_WORD_SIZE, "%s", row->get(session));
    } else if (row->kind == SETTING_NUMBER) {
        snprintf(out, CHOICE_WORD_SIZE, "%u", number);
    } else {
        /* "on off": a set flag has the first value. */
        const char *value =
            value_at(row->values, row->kind == SETTING_FLAG ? number == 0 : number, &length);
        snprintf(out, CHOICE_WORD_SIZE, "%.*s", (int)length, value);
    }
    return out;
}

/* Sets a value. False: the row does not have the value, or the client cannot have it. */
static bool set(struct session *session, const struct setting_row *row, const char *value)
{
    if (row->kind == SETTING_SPECIAL)
        return row->set(session, value);
    for (size_t i = 0; i < sizeof other_words / sizeof other_words[0]; i++) {
        if (strcmp(other_words[i].setting, row->name) == 0 &&
            strcmp(other_words[i].word, value) == 0)
            value = other_words[i].meaning;
    }
    int place = place_of(row->values, value);
    if (place < 0)
        return false;
    write_member(session, row,
                 row->kind == SETTING_FLAG     ? place == 0
                 : row->kind == SETTING_NUMBER ? (unsigned)strtoul(value, NULL, 10)
                                               : (unsigned)place);
    if (row->after != NULL)
        row->after(session);
    return true;
}

static bool is_known(const char *key)
{
    return setting_find(key) != NULL || strcmp(key, hints_key) == 0 || ignore_owns_key(key) ||
           slot_owns_key(key) || epitaph_is_key(key);
}

/* Writes the values as a list: "on off" as "on or off", "a b c" as "a, b or c". */
static const char *list_values(const char *values, char out[VALUES_SIZE])
{
    struct writer writer = writer_of(out, VALUES_SIZE);

    for (const char *at = values; *at != '\0';) {
        size_t word = strcspn(at, " ");
        const char *rest = at + word + strspn(at + word, " ");
        writer_join(&writer, *rest == '\0' ? " or " : ", ", "%.*s", (int)word, at);
        at = rest;
    }
    return out;
}

/* Writes the value, such as "256" or "auto (256 here)". */
static const char *describe_value(const struct session *session, const struct setting_row *row,
                                  char *out, size_t out_size)
{
    const char *meaning = row->explain == NULL ? "" : row->explain(session);
    char value[CHOICE_WORD_SIZE];

    (void)setting_get(session, row, value);
    if (meaning[0] == '\0')
        snprintf(out, out_size, "%s", value);
    else
        snprintf(out, out_size, "%s (%s here)", value, meaning);
    return out;
}

/* Lists each setting on a line, in padded columns or as a sentence. */
static void list_all(const struct session *session, char *out, size_t out_size)
{
    bool is_table = display_text_form(session) == TEXT_TABLE;
    const struct setting_row *row;
    char value[2 * CHOICE_WORD_SIZE];
    char values[VALUES_SIZE];
    struct writer writer = writer_of(out, out_size);

    for (size_t i = 0; (row = setting_at(i)) != NULL; i++) {
        (void)list_values(row->values, values);
        (void)describe_value(session, row, value, sizeof value);
        writer_add(&writer, is_table ? "%-11s %-17s %s\n" : "%s is %s. Values: %s.\n", row->name,
                   value, values);
    }
    writer_add(&writer,
               "Change: set colour 256. Explain: set colour.\n"
               "Restore the defaults: set reset. Your choices are saved with your player.\n");
}

bool settings_put(char text[CHOICES_SIZE], const char *key, const char *value)
{
    bool is_put = choices_put(text, key, value);

    while (!is_put && choices_drop_unknown(text, is_known))
        is_put = choices_put(text, key, value);
    return is_put;
}

static void keep(struct session *session, const struct setting_row *row)
{
    char value[CHOICE_WORD_SIZE];
    char text[CHOICES_SIZE];

    if (row->first == NULL)
        return;
    (void)setting_get(session, row, value);
    snprintf(text, sizeof text, "%s", preferences_text(&session->preferences.saved));
    if (strcmp(value, row->first) == 0) {
        choices_drop(text, row->name);
    } else {
        (void)settings_put(text, row->name, value);
    }
    preferences_keep(session, text);
}

static void reset_all(struct session *session)
{
    const struct setting_row *row;
    char text[CHOICES_SIZE];

    snprintf(text, sizeof text, "%s", preferences_text(&session->preferences.saved));
    for (size_t i = 0; (row = setting_at(i)) != NULL; i++) {
        if (row->first == NULL)
            continue;
        choices_drop(text, row->name);
        (void)set(session, row, row->first);
    }
    preferences_keep(session, text);
}

void settings_apply_kept(struct session *session)
{
    const char *at = preferences_text(&session->preferences.saved);
    struct choice choice;

    while (choices_next(&at, &choice)) {
        const struct setting_row *row = setting_find(choice.key);
        if (row != NULL && row->first != NULL &&
            (row->can == NULL || row->can(session, choice.value)))
            (void)set(session, row, choice.value);
    }
}

/* Copies the first word, in lower case, and returns the text after it. */
static const char *take_word(const char *words, char *out)
{
    size_t length = strcspn(words, " ");
    size_t kept = length < CHOICE_WORD_SIZE - 1 ? length : CHOICE_WORD_SIZE - 1;

    for (size_t i = 0; i < kept; i++)
        out[i] = words[i] >= 'A' && words[i] <= 'Z' ? (char)(words[i] - 'A' + 'a') : words[i];
    out[kept] = '\0';
    words += length;
    return words + strspn(words, " ");
}

/* Writes what a setting is: "mode: line (how the game is shown; screen, line or reader)." */
static void explain(const struct setting_row *row, const char *value, char *out, size_t out_size)
{
    int help_length = (int)strlen(row->help) - 1; /* without its full stop */
    char values[VALUES_SIZE];

    snprintf(out, out_size, "%s: %s (%c%.*s; %s).\n", row->name, value,
             tolower((unsigned char)row->help[0]), help_length - 1, row->help + 1,
             list_values(row->values, values));
}

static void change(struct session *session, const struct setting_row *row, const char *value,
                   char *out, size_t out_size)
{
    char described[2 * CHOICE_WORD_SIZE];
    const char *refusal = row->refuse == NULL ? NULL : row->refuse(session, value);

    if (refusal != NULL) {
        snprintf(out, out_size, "%s\n", refusal);
        return;
    }
    if (!set(session, row, value)) {
        snprintf(out, out_size, "%s takes %s.\n", row->name, list_values(row->values, described));
        return;
    }
    keep(session, row);
    snprintf(out, out_size, "%s %s %s.\n", row->name,
             row->name[strlen(row->name) - 1] == 's' ? "are" : "is",
             describe_value(session, row, described, sizeof described));
}

void settings_apply(struct session *session, const char *words, char *out, size_t out_size)
{
    char name[CHOICE_WORD_SIZE];
    char value[CHOICE_WORD_SIZE];

    const char *rest = take_word(take_word(words, name), value);
    const struct setting_row *row = setting_find(name);
    if (name[0] == '\0') {
        list_all(session, out, out_size);
    } else if (strcmp(name, "reset") == 0 && value[0] == '\0') {
        reset_all(session);
        snprintf(out, out_size, "All settings are back to their defaults, except mode.\n");
    } else if (row == NULL) {
        snprintf(out, out_size, "No setting \"%s\". Type set to list them.\n", name);
    } else if (value[0] == '\0') {
        char described[2 * CHOICE_WORD_SIZE];
        explain(row, describe_value(session, row, described, sizeof described), out, out_size);
    } else {
        /* A value is one word. */
        change(session, row, rest[0] == '\0' ? value : "", out, out_size);
    }
}

void settings_run(struct session *session, const struct command *command)
{
    const struct presentation *mode = presentation_table[session->mode];
    char text[COMMANDS_TEXT_MAX];

    if (command->rest[0] == '\0' && mode->choose != NULL) {
        mode->choose(session);
        return;
    }
    settings_apply(session, command->rest, text, sizeof text);
    mode->answer(session, text);
}

bool settings_describe(const struct session *session, size_t number, char *out, size_t out_size)
{
    const struct setting_row *row = setting_at(number);
    char value[2 * CHOICE_WORD_SIZE];

    if (row == NULL)
        return false;
    snprintf(out, out_size, "%-11s %s", row->name,
             describe_value(session, row, value, sizeof value));
    return true;
}

void settings_explain(size_t number, char *out, size_t out_size)
{
    const struct setting_row *row = setting_at(number);
    char values[VALUES_SIZE];

    out[0] = '\0';
    if (row != NULL)
        snprintf(out, out_size, "%s Values: %s.", row->help, list_values(row->values, values));
}

/* Writes the value before (-1) or after (1) `value`, around the ends. */
static void next_value(const char *values, const char *value, int step, char *out)
{
    char words[VALUES_MAX][CHOICE_WORD_SIZE];
    int count = 0;
    int at = 0;

    for (const char *rest = values; *rest != '\0' && count < VALUES_MAX; count++) {
        rest = take_word(rest, words[count]);
        if (strcmp(words[count], value) == 0)
            at = count;
    }
    memcpy(out, words[(at + step + count) % count], CHOICE_WORD_SIZE);
}

void settings_step(struct session *session, size_t number, int step, char *out, size_t out_size)
{
    const struct setting_row *row = setting_at(number);
    char chosen[CHOICE_WORD_SIZE];
    char value[CHOICE_WORD_SIZE];

    out[0] = '\0';
    if (row == NULL)
        return;
    (void)setting_get(session, row, chosen);
    next_value(row->values, chosen, step, value);
    change(session, row, value, out, out_size);
}
