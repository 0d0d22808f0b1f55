/*
 * What a player can set for themselves. What they chose is kept
 * (server/session/preferences/preferences.h), what was measured of their client is not: "auto"
 * stands for that.
 */
#include "server/session/preferences/hints.h"
#include "server/session/preferences/preferences.h"
#include "server/session/preferences/settings.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "server/net/conn.h"
#include "server/session/present/display.h"
#include "server/session/present/fight_news.h"
#include "server/session/present/presentation.h"
#include "server/session/sessions.h"
#include "server/session/commands/ignore.h"
#include "server/session/commands/slot.h"
#include "server/session/session.h"
#include "server/session/watch/viewers.h"
#include "server/session/watch/watch_list.h"
#include "world/company.h"

struct setting_row {
    const char *name;
    const char *values; /* as shown to people */
    const char *help;   /* a sentence */
    const char *(*get)(const struct session *session);
    bool (*set)(struct session *session, const char *value); /* false: not one of the values */
    const char *first; /* the value before anything is chosen; NULL: kept elsewhere, not reset */
    /* Both may be NULL: what a value comes to here; whether this client can have one that was
       chosen in another visit. */
    const char *(*explain)(const struct session *session);
    bool (*can)(const struct session *session, const char *value);
};

const struct settings settings_default = {
    .hints = true,
    .is_watchable = true,
    .is_chat_shown = true,
    .steps = STEP_WORDS_AUTO,
    .pace = PACE_FULL,
};

static const char *get_mode(const struct session *session)
{
    return presentation_table[session->mode]->name;
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

/* The place of `value` in a list of words; -1: not one of them. */
static int find_word(const char *const *words, int count, const char *value)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(value, words[i]) == 0)
            return i;
    }
    return -1;
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

static enum palette_id measured_palette(const struct session *session)
{
    const struct client_caps *caps = &session->conn->client.caps;

    if (caps->has_true_colour)
        return PALETTE_TRUE;
    return caps->has_256_colours ? PALETTE_256 : PALETTE_16;
}

void settings_on_measured(struct session *session)
{
    enum palette_id palette = measured_palette(session);

    if (session->preferences.settings.is_colour_chosen ||
        session->present.palette.colours == palette)
        return;
    session->present.palette.colours = palette;
    presentation_table[session->mode]->repaint(session);
}

static bool set_colour(struct session *session, const char *value)
{
    enum palette_id palette = strcmp(value, "off") == 0    ? PALETTE_MONO
                              : strcmp(value, "auto") == 0 ? measured_palette(session)
                                                           : palette_find(value);

    if (palette == PALETTE_COUNT)
        return false;
    session->preferences.settings.is_colour_chosen = strcmp(value, "auto") != 0;
    session->present.palette.colours = palette;
    presentation_table[session->mode]->repaint(session);
    return true;
}

/* A client that told what it shows is not sent more than that. */
static bool can_colour(const struct session *session, const char *value)
{
    bool is_told = session->conn->client.caps.terminal_standard != 0;
    enum palette_id palette = palette_find(value);

    if (!is_told || (palette != PALETTE_256 && palette != PALETTE_TRUE))
        return true;
    return palette == PALETTE_256 ? measured_palette(session) != PALETTE_16
                                  : measured_palette(session) == PALETTE_TRUE;
}

static const char *const theme_names[PALETTE_THEME_COUNT] = {
    [PALETTE_DARK] = "dark",
    [PALETTE_LIGHT] = "light",
};

static const char *get_theme(const struct session *session)
{
    return theme_names[session->present.palette.theme];
}

static bool set_theme(struct session *session, const char *value)
{
    int theme = find_word(theme_names, PALETTE_THEME_COUNT, value);

    if (theme < 0)
        return false;
    session->present.palette.theme = (enum palette_theme)theme;
    presentation_table[session->mode]->repaint(session);
    return true;
}

static const char *const memory_names[PALETTE_MEMORY_COUNT] = {
    [PALETTE_MEMORY_GREY] = "grey",
    [PALETTE_MEMORY_BLUE] = "blue",
    [PALETTE_MEMORY_DIM] = "dim",
};

static const char *get_memory(const struct session *session)
{
    return memory_names[session->present.palette.memory];
}

static bool set_memory(struct session *session, const char *value)
{
    const char *name = strcmp(value, "gray") == 0 ? "grey" : value;
    int memory = find_word(memory_names, PALETTE_MEMORY_COUNT, name);

    if (memory < 0)
        return false;
    session->present.palette.memory = (enum palette_memory)memory;
    presentation_table[session->mode]->repaint(session);
    return true;
}

static const char *get_camera(const struct session *session)
{
    return session->present.screen.camera_mode == CAMERA_CENTRE ? "centre" : "margin";
}

static bool set_camera(struct session *session, const char *value)
{
    if (strcmp(value, "centre") == 0)
        session->present.screen.camera_mode = CAMERA_CENTRE;
    else if (strcmp(value, "margin") == 0)
        session->present.screen.camera_mode = CAMERA_MARGIN;
    else
        return false;
    presentation_table[session->mode]->repaint(session);
    return true;
}

static const char *const wall_names[WALLS_COUNT] = {
    [WALLS_AUTO] = "auto",
    [WALLS_ASCII] = "ascii",
    [WALLS_LINE] = "line",
};

static const char *get_walls(const struct session *session)
{
    return wall_names[session->preferences.settings.walls];
}

static const char *explain_walls(const struct session *session)
{
    if (session->preferences.settings.walls != WALLS_AUTO)
        return "";
    return wall_names[display_draws_lines(session) ? WALLS_LINE : WALLS_ASCII];
}

/* On another terminal than it was chosen on "line" is taken for "auto", which draws lines wherever
   they were found to show. */
static bool can_walls(const struct session *session, const char *value)
{
    return strcmp(value, wall_names[WALLS_LINE]) != 0 || session->present.shows_utf8;
}

static bool set_walls(struct session *session, const char *value)
{
    const char *name = strcmp(value, "lines") == 0 ? "line" : value;
    int walls = find_word(wall_names, WALLS_COUNT, name);

    if (walls < 0)
        return false;
    session->preferences.settings.walls = (enum wall_style)walls;
    presentation_table[session->mode]->repaint(session);
    return true;
}

static bool set_flag(bool *flag, const char *value)
{
    if (strcmp(value, "on") != 0 && strcmp(value, "off") != 0)
        return false;
    *flag = strcmp(value, "on") == 0;
    return true;
}

static const char *get_automap(const struct session *session)
{
    return session->preferences.settings.automap ? "on" : "off";
}

static bool set_automap(struct session *session, const char *value)
{
    return set_flag(&session->preferences.settings.automap, value);
}

static const char *get_hints(const struct session *session)
{
    return session->preferences.settings.hints ? "on" : "off";
}

static bool set_hints(struct session *session, const char *value)
{
    return set_flag(&session->preferences.settings.hints, value);
}

static const char *get_punctuation(const struct session *session)
{
    return session->preferences.settings.punctuation ? "on" : "off";
}

static bool set_punctuation(struct session *session, const char *value)
{
    return set_flag(&session->preferences.settings.punctuation, value);
}

static const char *const step_names[STEP_WORDS_COUNT] = {
    [STEP_WORDS_AUTO] = "auto",
    [STEP_WORDS_QUIET] = "quiet",
    [STEP_WORDS_SHORT] = "short",
    [STEP_WORDS_FULL] = "full",
};

static const char *get_steps(const struct session *session)
{
    return step_names[session->preferences.settings.steps];
}

enum step_words settings_step_words(const struct session *session)
{
    enum step_words chosen = session->preferences.settings.steps;

    if (chosen != STEP_WORDS_AUTO)
        return chosen;
    return presentation_table[session->mode]->is_spoken ? STEP_WORDS_SHORT : STEP_WORDS_FULL;
}

static const char *explain_steps(const struct session *session)
{
    return session->preferences.settings.steps == STEP_WORDS_AUTO
               ? step_names[settings_step_words(session)]
               : "";
}

static bool set_steps(struct session *session, const char *value)
{
    for (enum step_words words = 0; words < STEP_WORDS_COUNT; words++) {
        if (strcmp(value, step_names[words]) == 0) {
            session->preferences.settings.steps = words;
            return true;
        }
    }
    return false;
}

static const char *const fight_names[FIGHTS_COUNT] = {
    [FIGHTS_AUTO] = "auto",
    [FIGHTS_FULL] = "full",
    [FIGHTS_OWN] = "own",
    [FIGHTS_BRIEF] = "brief",
};

static const char *get_fights(const struct session *session)
{
    return fight_names[session->preferences.settings.fights];
}

static const char *explain_fights(const struct session *session)
{
    if (session->preferences.settings.fights != FIGHTS_AUTO)
        return "";
    return fight_news_words(session) == FIGHT_WORDS_BRIEF ? "brief" : "full";
}

static bool set_fights(struct session *session, const char *value)
{
    int fights = find_word(fight_names, FIGHTS_COUNT, value);

    if (fights < 0)
        return false;
    session->preferences.settings.fights = (enum fight_choice)fights;
    return true;
}

static const char *get_chat(const struct session *session)
{
    return session->preferences.settings.is_chat_shown ? "on" : "off";
}

static bool set_chat(struct session *session, const char *value)
{
    return set_flag(&session->preferences.settings.is_chat_shown, value);
}

static const char *const pace_names[] = {"100", "150", "200"};

enum { PACES = sizeof pace_names / sizeof pace_names[0], PACE_STEP = PACE_SLOWER - PACE_FULL };

static const char *get_pace(const struct session *session)
{
    return pace_names[(session->preferences.settings.pace - PACE_FULL) / PACE_STEP];
}

static bool set_pace(struct session *session, const char *value)
{
    int place = find_word(pace_names, PACES, value);

    if (place < 0)
        return false;
    session->preferences.settings.pace = (uint16_t)(PACE_FULL + place * PACE_STEP);
    struct input *input = session_input(session, INPUT_PACE);
    if (input != NULL)
        input->action.count = session->preferences.settings.pace;
    return true;
}

static const char *get_keepalive(const struct session *session)
{
    return session->conn->is_kept_awake ? "on" : "off";
}

static bool set_keepalive(struct session *session, const char *value)
{
    return set_flag(&session->conn->is_kept_awake, value);
}

static const char *get_watch(const struct session *session)
{
    return session->preferences.settings.is_watchable ? "on" : "off";
}

static bool set_watch(struct session *session, const char *value)
{
    const struct viewers *viewers = viewers_of(session->sessions, session->actor);

    if (!set_flag(&session->preferences.settings.is_watchable, value))
        return false;
    if (viewers != NULL && !session->preferences.settings.is_watchable)
        watch_end_all(viewers, false, "The player you watched no longer allows watching.");
    return true;
}

static const struct setting_row setting_table[] = {
    {"mode", "screen, line or reader", "How the game is shown.", get_mode, set_mode, NULL, NULL,
     NULL},
    {"colour", "auto, 16, 256, true, 8, mono or off", "How many colours are used.", get_colour,
     set_colour, "auto", explain_colour, can_colour},
    {"theme", "dark or light", "The background of your terminal.", get_theme, set_theme, "dark",
     NULL, NULL},
    {"memory", "grey, blue or dim", "How the map shows what is out of sight.", get_memory,
     set_memory, "grey", NULL, NULL},
    {"camera", "margin or centre", "How the map follows you.", get_camera, set_camera, "margin",
     NULL, NULL},
    {"walls", "auto, ascii or line",
     "How the map is drawn: lines need UTF-8, and then all letters show.", get_walls, set_walls,
     "auto", explain_walls, can_walls},
    {"automap", "on or off", "Line mode: a map after each walk.", get_automap, set_automap, "off",
     NULL, NULL},
    {"steps", "auto, quiet, short or full", "What a step of yours says in line and reader mode.",
     get_steps, set_steps, "auto", explain_steps, NULL},
    {"fights", "auto, full, own or brief",
     "What is told of fights: all, yours, or yours in one line a beat.", get_fights, set_fights,
     "auto", explain_fights, NULL},
    {"hints", "on or off", "A line of advice when you meet something new.", get_hints, set_hints,
     "on", NULL, NULL},
    {"punctuation", "on or off", "Reader mode: the > before what you type.", get_punctuation,
     set_punctuation, "off", NULL, NULL},
    {"pace", "100, 150 or 200",
     "How slowly time runs in danger in company, in percent: the slowest wish holds.", get_pace,
     set_pace, "100", NULL, NULL},
    {"chat", "on or off", "Whether you read what is said to everybody online.", get_chat, set_chat,
     "on", NULL, NULL},
    {"keepalive", "on or off", "Sends a keep-alive so that idle connections are not cut.",
     get_keepalive, set_keepalive, "on", NULL, NULL},
    {"watch", "on or off", "Whether others may watch you, from the name prompt.", get_watch,
     set_watch, "on", NULL, NULL},
};

enum { SETTING_COUNT = sizeof setting_table / sizeof setting_table[0] };

/* NULL: there is no such setting. */
static const struct setting_row *find_row(const char *name)
{
    const char *wanted = strcmp(name, "color") == 0 ? "colour" : name;

    for (size_t i = 0; i < SETTING_COUNT; i++) {
        if (strcmp(wanted, setting_table[i].name) == 0)
            return &setting_table[i];
    }
    return NULL;
}

static bool is_known(const char *key)
{
    return find_row(key) != NULL || strcmp(key, hints_key) == 0 || ignore_owns_key(key) ||
           slot_owns_key(key);
}

/* "256", or "auto (256 here)". */
static const char *describe_value(const struct session *session, const struct setting_row *row,
                                  char *out, size_t out_size)
{
    const char *meaning = row->explain == NULL ? "" : row->explain(session);

    if (meaning[0] == '\0')
        snprintf(out, out_size, "%s", row->get(session));
    else
        snprintf(out, out_size, "%s (%s here)", row->get(session), meaning);
    return out;
}

/* One a line: padded columns, or for the ear a sentence each. */
static void list_all(const struct session *session, char *out, size_t out_size)
{
    bool is_spoken = presentation_table[session->mode]->is_spoken;
    char value[2 * CHOICE_WORD_SIZE];
    size_t length = 0;

    for (size_t i = 0; i < SETTING_COUNT; i++) {
        const struct setting_row *row = &setting_table[i];
        (void)describe_value(session, row, value, sizeof value);
        length +=
            (size_t)(is_spoken ? snprintf(out + length, out_size - length,
                                          "%s is %s. Values: %s.\n", row->name, value, row->values)
                               : snprintf(out + length, out_size - length, "%-11s %-17s %s\n",
                                          row->name, value, row->values));
    }
    snprintf(out + length, out_size - length,
             "Change: set colour 256. Explain: set colour.\n"
             "Restore the defaults: set reset. Your choices are saved with your player.\n");
}

/* A choice that has no room takes that of words which nobody here knows. */
static void keep(struct session *session, const struct setting_row *row)
{
    const char *value = row->get(session);
    char text[CHOICES_SIZE];

    if (row->first == NULL)
        return;
    snprintf(text, sizeof text, "%s", preferences_text(session));
    if (strcmp(value, row->first) == 0) {
        choices_drop(text, row->name);
    } else {
        while (!choices_put(text, row->name, value) && choices_drop_unknown(text, is_known))
            continue;
    }
    preferences_keep(session, text);
}

static void reset_all(struct session *session)
{
    char text[CHOICES_SIZE];

    snprintf(text, sizeof text, "%s", preferences_text(session));
    for (size_t i = 0; i < SETTING_COUNT; i++) {
        const struct setting_row *row = &setting_table[i];
        if (row->first == NULL)
            continue;
        choices_drop(text, row->name);
        row->set(session, row->first);
    }
    preferences_keep(session, text);
}

void settings_apply_kept(struct session *session)
{
    const char *at = preferences_text(session);
    struct choice choice;

    while (choices_next(&at, &choice)) {
        const struct setting_row *row = find_row(choice.key);
        if (row != NULL && row->first != NULL &&
            (row->can == NULL || row->can(session, choice.value)))
            row->set(session, choice.value);
    }
}

/* Copies the first word, in lower case, and returns what follows it. */
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

/* "mode: line (how the game is shown; screen, line or reader)." */
static void explain(const struct setting_row *row, const char *value, char *out, size_t out_size)
{
    int help_length = (int)strlen(row->help) - 1; /* without its full stop */

    snprintf(out, out_size, "%s: %s (%c%.*s; %s).\n", row->name, value,
             tolower((unsigned char)row->help[0]), help_length - 1, row->help + 1, row->values);
}

static void change(struct session *session, const struct setting_row *row, const char *value,
                   char *out, size_t out_size)
{
    char described[2 * CHOICE_WORD_SIZE];

    if (!row->set(session, value)) {
        snprintf(out, out_size, "%s takes %s.\n", row->name, row->values);
        return;
    }
    keep(session, row);
    snprintf(out, out_size, "%s is %s.\n", row->name,
             describe_value(session, row, described, sizeof described));
}

void settings_apply(struct session *session, const char *words, char *out, size_t out_size)
{
    char name[CHOICE_WORD_SIZE];
    char value[CHOICE_WORD_SIZE];

    const char *rest = take_word(take_word(words, name), value);
    const struct setting_row *row = find_row(name);
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
