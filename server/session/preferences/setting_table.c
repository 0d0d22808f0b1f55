/*
 * The settings of a player, a row each, with the functions that read and write them. A value that
 * was measured of a client is never saved: "auto" stands for it.
 */
#include "server/session/preferences/setting_table.h"

#include <string.h>

#include "server/net/conn.h"
#include "server/session/preferences/settings.h"
#include "server/session/present/event_lines.h"
#include "server/session/present/presentation.h"
#include "server/session/session.h"
#include "server/session/session_life.h"
#include "server/session/watch/viewers.h"
#include "world/company.h"

const struct settings settings_default = {
    .wraps = true,
    .hints = true,
    .is_watchable = true,
    .is_chat_shown = true,
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

/* Keys of screen mode would come as whole lines there; a page draws the map itself. */
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

    if (display_is_plain_terminal(session))
        return PALETTE_MONO;
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

/* On another terminal than it was chosen on "line" is taken for "auto", which draws lines where
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

static const char *get_brief(const struct session *session)
{
    return session->preferences.settings.is_brief ? "on" : "off";
}

static bool set_brief(struct session *session, const char *value)
{
    return set_flag(&session->preferences.settings.is_brief, value);
}

static const char *get_wrap(const struct session *session)
{
    return session->preferences.settings.wraps ? "on" : "off";
}

static bool set_wrap(struct session *session, const char *value)
{
    return set_flag(&session->preferences.settings.wraps, value);
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
    return fight_lines_words(session) == FIGHT_WORDS_BRIEF ? "brief" : "full";
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

static const char *get_bell(const struct session *session)
{
    return session->preferences.settings.rings ? "on" : "off";
}

static bool set_bell(struct session *session, const char *value)
{
    return set_flag(&session->preferences.settings.rings, value);
}

static const char *get_title(const struct session *session)
{
    return session->preferences.settings.is_untitled ? "off" : "on";
}

static bool set_title(struct session *session, const char *value)
{
    bool is_titled = false;

    if (!set_flag(&is_titled, value))
        return false;
    session->preferences.settings.is_untitled = !is_titled;
    return true;
}

/* In percent of full health. */
static const struct {
    const char *name;
    uint8_t percent;
} stops[] = {
    {"33", 33}, {"0", 0},   {"20", 20}, {"30", 30}, {"40", 40},
    {"50", 50}, {"60", 60}, {"70", 70}, {"80", 80},
};

enum { STOPS = sizeof stops / sizeof stops[0] };

static const char *get_fight_stop(const struct session *session)
{
    int place = 0;

    for (int i = 0; i < STOPS; i++) {
        if (stops[i].percent == session->preferences.settings.fight_stop)
            place = i;
    }
    return stops[place].name;
}

static bool set_fight_stop(struct session *session, const char *value)
{
    for (int i = 0; i < STOPS; i++) {
        if (strcmp(stops[i].name, value) == 0) {
            session->preferences.settings.fight_stop = stops[i].percent;
            return true;
        }
    }
    return false;
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

static const char *const gift_words[GIFTS_COUNT] = {
    [GIFTS_ASK] = "ask",
    [GIFTS_PARTY] = "party",
    [GIFTS_ALL] = "all",
};

static const char *get_gifts(const struct session *session)
{
    return gift_words[session->preferences.settings.gifts];
}

static bool set_gifts(struct session *session, const char *value)
{
    int place = find_word(gift_words, GIFTS_COUNT, value);

    if (place >= 0)
        session->preferences.settings.gifts = (enum gift_choice)place;
    return place >= 0;
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
        .name = "theme", .values = "dark light", .help = "The background of your terminal.",
        .get = get_theme, .set = set_theme, .first = "dark",
    },
    {
        .name = "memory", .values = "grey blue dim",
        .help = "How the map shows what is out of sight.",
        .get = get_memory, .set = set_memory, .first = "grey",
    },
    {
        .name = "camera", .values = "margin centre",
        .help = "How the map follows you: it moves near its edge, or keeps you in its middle.",
        .get = get_camera, .set = set_camera, .first = "margin",
    },
    {
        .name = "walls", .values = "auto ascii line",
        .help = "How the map is drawn: lines need UTF-8, and then all letters show.",
        .get = get_walls, .set = set_walls, .first = "auto", .explain = explain_walls,
        .can = can_walls,
    },
    {
        .name = "automap", .values = "on off", .help = "Line mode: a map after each walk.",
        .get = get_automap, .set = set_automap, .first = "off",
    },
    {
        .name = "brief", .values = "on off",
        .help = "Line mode: leaves out the line with the exits of each place you come to.",
        .get = get_brief, .set = set_brief, .first = "off",
    },
    {
        .name = "steps", .values = "auto quiet short full",
        .help = "The text of a step of yours in line and reader mode.",
        .get = get_steps, .set = set_steps, .first = "auto", .explain = explain_steps,
    },
    {
        .name = "fights", .values = "auto full own brief",
        .help = "Messages of fights: all, yours, or yours in one line a beat.",
        .get = get_fights, .set = set_fights, .first = "auto", .explain = explain_fights,
    },
    {
        .name = "hints", .values = "on off",
        .help = "A line of advice when you meet something new.",
        .get = get_hints, .set = set_hints, .first = "on",
    },
    {
        .name = "punctuation", .values = "on off",
        .help = "Reader mode: a prompt before what you type.",
        .get = get_punctuation, .set = set_punctuation, .first = "off",
    },
    {
        .name = "pace", .values = "100 150 200",
        .help = "How slowly time runs in danger in company, in percent: the slowest wish holds.",
        .get = get_pace, .set = set_pace, .first = "100",
    },
    {
        .name = "fight-stop", .values = "33 0 20 30 40 50 60 70 80",
        .help = "The health, in percent of all, under which Tab, kill NAME and fight on stop.",
        .get = get_fight_stop, .set = set_fight_stop, .first = "33",
    },
    {
        .name = "bell", .values = "on off",
        .help = "A bell when your health falls under 30 in 100, and at a tell.",
        .get = get_bell, .set = set_bell, .first = "off",
    },
    {
        .name = "title", .values = "on off",
        .help = "The title of a terminal that takes one names you, the depth and the place.",
        .get = get_title, .set = set_title, .first = "on",
    },
    {
        .name = "chat", .values = "on off",
        .help = "Whether you read what is said to everybody online.",
        .get = get_chat, .set = set_chat, .first = "on",
    },
    {
        .name = "gifts", .values = "party ask all",
        .help = "Whose gifts you take unasked: those of your party, of nobody, of all.",
        .get = get_gifts, .set = set_gifts, .first = "party",
    },
    {
        .name = "keepalive", .values = "on off",
        .help = "Sends a keep-alive so that idle connections are not cut.",
        .get = get_keepalive, .set = set_keepalive, .first = "on",
    },
    {
        .name = "watch", .values = "on off",
        .help = "Whether others may watch you, from the name prompt.",
        .get = get_watch, .set = set_watch, .first = "on",
    },
    {
        .name = "wrap", .values = "on off",
        .help = "Line mode: lines go on in rows that are as wide as your window.",
        .get = get_wrap, .set = set_wrap, .first = "on",
    },
};
// clang-format on

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
