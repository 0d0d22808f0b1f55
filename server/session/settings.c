/*
 * What a player can set for themselves.
 */
#include "server/session/settings.h"

#include <stdio.h>
#include <string.h>

#include "server/session/session.h"

struct setting_row {
    const char *name;
    const char *values; /* as shown to people */
    const char *(*get)(const struct session *session);
    bool (*set)(struct session *session, const char *value); /* false: not one of the values */
    bool is_kept;                                            /* on the account */
};

const struct settings settings_default = {
    .hints = true,
    .punctuation = true,
    .steps = STEP_WORDS_FULL,
};

static const char *const mode_names[] = {
    [MODE_UNSET] = "unset",
    [MODE_SCREEN] = "screen",
    [MODE_LINE] = "line",
    [MODE_READER] = "reader",
};

static const char *get_mode(const struct session *session)
{
    return mode_names[session->mode];
}

static bool set_mode(struct session *session, const char *value)
{
    for (enum session_mode mode = MODE_SCREEN; mode <= MODE_READER; mode++) {
        if (strcmp(value, mode_names[mode]) == 0) {
            session_set_mode(session, mode);
            return true;
        }
    }
    return false;
}

static const char *get_colour(const struct session *session)
{
    return session->palette == PALETTE_MONO ? "off" : palette_name(session->palette);
}

static bool set_colour(struct session *session, const char *value)
{
    enum palette_id palette = strcmp(value, "off") == 0 ? PALETTE_MONO : palette_find(value);

    if (palette == PALETTE_COUNT)
        return false;
    session->palette = palette;
    screen_mode_redraw(session);
    return true;
}

static const char *get_camera(const struct session *session)
{
    return session->screen.camera_mode == CAMERA_CENTRE ? "centre" : "margin";
}

static bool set_camera(struct session *session, const char *value)
{
    if (strcmp(value, "centre") == 0)
        session->screen.camera_mode = CAMERA_CENTRE;
    else if (strcmp(value, "margin") == 0)
        session->screen.camera_mode = CAMERA_MARGIN;
    else
        return false;
    screen_mode_redraw(session);
    return true;
}

static const char *get_walls(const struct session *session)
{
    return session->shows_utf8 ? "lines" : "ascii";
}

static bool set_walls(struct session *session, const char *value)
{
    if (strcmp(value, "lines") != 0 && strcmp(value, "ascii") != 0)
        return false;
    session->shows_utf8 = strcmp(value, "lines") == 0;
    screen_mode_redraw(session);
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
    return session->settings.automap ? "on" : "off";
}

static bool set_automap(struct session *session, const char *value)
{
    return set_flag(&session->settings.automap, value);
}

static const char *get_hints(const struct session *session)
{
    return session->settings.hints ? "on" : "off";
}

static bool set_hints(struct session *session, const char *value)
{
    return set_flag(&session->settings.hints, value);
}

static const char *get_punctuation(const struct session *session)
{
    return session->settings.punctuation ? "on" : "off";
}

static bool set_punctuation(struct session *session, const char *value)
{
    return set_flag(&session->settings.punctuation, value);
}

static const char *const step_names[STEP_WORDS_COUNT] = {
    [STEP_WORDS_QUIET] = "quiet",
    [STEP_WORDS_SHORT] = "short",
    [STEP_WORDS_FULL] = "full",
};

static const char *get_steps(const struct session *session)
{
    return step_names[session->settings.steps];
}

static bool set_steps(struct session *session, const char *value)
{
    for (enum step_words words = 0; words < STEP_WORDS_COUNT; words++) {
        if (strcmp(value, step_names[words]) == 0) {
            session->settings.steps = words;
            return true;
        }
    }
    return false;
}

static const struct setting_row setting_table[] = {
    {"mode", "screen, line or reader", get_mode, set_mode, true},
    {"colour", "16, 256, true, 8, mono or off", get_colour, set_colour, false},
    {"camera", "margin or centre", get_camera, set_camera, false},
    {"walls", "ascii or lines", get_walls, set_walls, false},
    {"automap", "on or off: in line mode a map after each walk", get_automap, set_automap, false},
    {"steps", "quiet, short or full: what a step says", get_steps, set_steps, false},
    {"hints", "on or off", get_hints, set_hints, false},
    {"punctuation", "on or off: the > of reader mode", get_punctuation, set_punctuation, false},
};

enum { SETTING_COUNT = sizeof setting_table / sizeof setting_table[0], VALUE_SIZE = 32 };

static void list_all(const struct session *session, char *out, size_t out_size)
{
    size_t length = 0;

    for (size_t i = 0; i < SETTING_COUNT; i++)
        length +=
            (size_t)snprintf(out + length, out_size - length, "%-11s %-7s (%s)%s\n",
                             setting_table[i].name, setting_table[i].get(session),
                             setting_table[i].values, setting_table[i].is_kept ? " kept" : "");
    snprintf(out + length, out_size - length,
             "To change one: set colour 256. Those not marked as kept last for this visit.\n");
}

/* Copies the first word, in lower case, and returns what follows it. */
static const char *take_word(const char *words, char *out)
{
    size_t length = strcspn(words, " ");
    size_t kept = length < VALUE_SIZE - 1 ? length : VALUE_SIZE - 1;

    for (size_t i = 0; i < kept; i++)
        out[i] = words[i] >= 'A' && words[i] <= 'Z' ? (char)(words[i] - 'A' + 'a') : words[i];
    out[kept] = '\0';
    words += length;
    return words + strspn(words, " ");
}

void settings_apply(struct session *session, const char *words, char *out, size_t out_size)
{
    char name[VALUE_SIZE];
    char value[VALUE_SIZE];

    if (words[0] == '\0') {
        list_all(session, out, out_size);
        return;
    }
    take_word(take_word(words, name), value);
    if (strcmp(name, "color") == 0)
        memcpy(name, "colour", sizeof "colour");
    for (size_t i = 0; i < SETTING_COUNT; i++) {
        const struct setting_row *row = &setting_table[i];
        if (strcmp(name, row->name) != 0)
            continue;
        if (value[0] == '\0' || row->set(session, value))
            snprintf(out, out_size, "%s is %s.\n", row->name, row->get(session));
        else
            snprintf(out, out_size, "%s takes %s.\n", row->name, row->values);
        return;
    }
    snprintf(out, out_size, "There is no setting of that name. set lists them.\n");
}
