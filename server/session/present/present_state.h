/*
 * The state of a session's client side: input that is not complete, and output that was shown.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_PRESENT_STATE_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_PRESENT_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/pos.h"
#include "narrate/command.h"
#include "narrate/text_form.h"
#include "server/session/commands/commands_state.h"
#include "server/session/present/drawing.h"
#include "server/session/present/line_input.h"
#include "server/session/present/scrollback.h"
#include "term/key.h"
#include "term/palette.h"

enum {
    SCREEN_MODE_WIDTH = 80, /* width of a window until the client tells its own */
    SCREEN_MODE_HEIGHT = 24,
    OVERLAY_TEXT_MAX = 32 * 1024,
};

/* A question that the next key or line answers. */
enum screen_prompt {
    PROMPT_NONE,
    PROMPT_COMMAND, /* asks for a command after ":" */
    PROMPT_SAY,     /* asks for a line to say, after "'" */
    PROMPT_TELL,    /* asks for a name and a line */
    PROMPT_REPLY,
    PROMPT_PARTY, /* asks for a line for the party */
    PROMPT_CLOSE, /* asks for the direction of a door to close */
    PROMPT_OPEN,
    PROMPT_ATTACK,
    PROMPT_TRAVEL,       /* asks for a letter: < > _ or the first of a name */
    PROMPT_OLD_PASSWORD, /* from here on secrets are asked: typed text is not shown */
    PROMPT_NEW_PASSWORD,
    PROMPT_NEW_PASSWORD_AGAIN,
    PROMPT_PLACE, /* asks for the name of a delver, or a cell, to which to travel */
    PROMPT_COUNT
};

/* The choices that a letter makes after a list of things. */
enum pack_menu_step {
    PACK_MENU_NONE,
    PACK_MENU_THING,  /* the thing for the command, or whose verbs are shown */
    PACK_MENU_OTHER,  /* the thing on which another one is used */
    PACK_MENU_VERB,   /* the verb for the thing */
    PACK_MENU_NUMBER, /* digits are the number of a row */
    PACK_MENU_COUNT
};

/* A list over the map that waits for a letter. All zero: none. */
struct pack_menu {
    enum pack_menu_step step;
    enum command_id id;
    uint32_t object; /* chosen thing; OBJECT_NONE: none yet */
    int number;      /* number of the digits typed so far; 0: none */
};

/* Pasted text that is still arriving (screen_keys.c). All zero: none. */
struct paste {
    bool is_open;
    bool is_typed_in; /* the paste goes into the line that was being typed when it began */
    bool ends_blank;  /* the last character inserted is a blank in place of controls */
    uint32_t bytes;   /* bytes since it began */
    uint64_t began_ms;
    uint64_t at_ms; /* time of the last byte */
};

/* The menu of settings (screen_layers.h). All zero: closed. */
struct settings_menu {
    bool is_open;
    bool is_warned; /* the player was warned that the same key again ends screen mode */
    uint8_t chosen;
};

enum { TYPED_WORD_SIZE = 16 };

/* Letters pressed on the map one after the other. All zero: none. */
struct typed_words {
    char letters[TYPED_WORD_SIZE];
    uint8_t length; /* number of letters; TYPED_WORD_SIZE: more than any word has */
    bool is_reported;
    uint64_t at_ms;
};

/* A question about UTF-8 that the terminal has not answered yet. */
enum screen_probe { PROBE_NONE, PROBE_UTF8, PROBE_8_BITS };

struct screen_mode {
    bool is_open;      /* the client's terminal shows our screen */
    bool is_dirty;     /* something in this viewer's sight has changed */
    bool is_dirty_own; /* the change is by the viewer, or against the viewer: draw it at once */
    bool is_key_late; /* the rest of the key was due before the bytes that have arrived were read */
    int width;        /* window of the client, as far as is known; 1 or more */
    int height;
    int new_width; /* new size from the client, adopted at a tick; 0: none */
    int new_height;
    int queue_length; /* actions that waited at the last look */
    enum screen_prompt prompt;
    uint64_t key_read_us; /* time when the oldest key without a frame was read; 0: none */
    char *overlay; /* text over the map, page by page, until a key closes it; owned; NULL: none */
    struct drawing drawing; /* drawing of the screen, while it is open */
    enum camera_mode camera_mode;
    struct key_decoder decoder;
    struct line_history history;
    struct typed_words typed_words;
    struct paste paste;
    int overlay_first; /* first row of the overlay that is shown */
    struct text_tints overlay_tints;
    struct pack_menu menu; /* valid while there is an overlay */
    struct map_overlay map;
    struct look_cursor look;
    struct settings_menu settings;
    enum screen_probe probe;
    struct level_key titled; /* level in the window's title; depth 0: none */
    uint64_t frames;         /* number of complete frames, for the recording */
};

enum { TYPING_AHEAD_MAX = 1024 }; /* bytes enough for a name, two passwords and some commands */

/* Input typed ahead. All zero: none. */
struct typing_ahead {
    uint8_t *bytes; /* TYPING_AHEAD_MAX bytes, possibly with passwords; owned; NULL: none */
    size_t length;
    size_t taken; /* number of bytes already taken from the front */
    /* there was no room for all input; further input is dropped until the rest is used */
    bool has_overflown;
};

enum gmcp_package {
    GMCP_CHAR_NAME,
    GMCP_CHAR_VITALS,
    GMCP_CHAR_STATUS,
    GMCP_ROOM_INFO,
    GMCP_ROOM_ACTORS,
    GMCP_TARGET_SET,
    GMCP_TARGET_INFO,
    GMCP_GROUP_MEMBERS,
    GMCP_DUNGEON_MAP,
    GMCP_DUNGEON_THINGS,
    GMCP_PACKAGE_COUNT
};

enum {
    GMCP_PLAYERS_MAX = 16, /* most players in view in the package */
    GMCP_STATUS_LISTS = 2, /* bad statuses and good ones */
};

/* A list of statuses that was sent. */
struct gmcp_statuses {
    bool is_sent;
    uint32_t set; /* the statuses, a bit each */
};

/* The GMCP packages that were sent to a session. All zero: none. */
struct gmcp_feed {
    bool is_dirty;     /* an event may have changed a package */
    bool is_waiting;   /* a paced package is due later */
    uint64_t paced_ms; /* time when paced packages were last sent */
    bool has_group;    /* the delver is in a party, whose members change the package */
    uint64_t group_ms; /* time when the party was last checked */
    bool has_grave;    /* the hours of a grave were sent; they are in the next members */
    int16_t grave_hours;
    struct gmcp_statuses statuses[GMCP_STATUS_LISTS];
    bool has_players; /* players in view were sent; they are in the next members */
    uint8_t player_count;
    body_id players[GMCP_PLAYERS_MAX];
    struct gmcp_items *items;          /* owned; NULL until the client asks for them */
    uint64_t sent[GMCP_PACKAGE_COUNT]; /* hash of each package as it was last sent; 0: never */
};

/* The page of a death (death_page.h). All zero: closed. */
struct death_page {
    bool is_open;
    bool tells_waking;   /* the waking that it tells has not happened yet */
    bool has_dropped;    /* the player was told that a line was dropped */
    uint64_t since_tick; /* tick of the world when it was opened */
};

/* The kind of a text besides its role, for a client that shows refusals and hints differently. */
enum text_kind { TEXT_PLAIN, TEXT_REFUSAL, TEXT_HINT };

/* The state of a session's client side. All zero at the beginning. */
struct present_state {
    bool is_waiting_for_answers; /* it is not known yet whether the peer takes keys or lines */
    bool types_keys;             /* the peer sends each key at once, and we echo it */
    bool is_typing_hidden;       /* the peer was last told to hide typing */
    /* low health was reported, and the delver has not recovered since */
    bool is_low_reported;
    uint64_t typing_sent_ms; /* time when the peer was last told to hide or show typing */
    bool has_prompt;         /* the peer's last line is a prompt */
    bool wants_prompt;       /* text was sent since the last prompt */
    /* reader mode: something may have come into view since the last text */
    bool has_pending_sights;
    bool shows_utf8;       /* the terminal shows UTF-8, as far as is known */
    uint16_t window_width; /* width of the client's window in cells; 0: unknown */
    struct palette palette;
    enum text_kind text_kind; /* kind of the text that is now being sent */
    /* state of the browser page; owned; NULL: the client is no page */
    struct page *page;
    struct scrollback *scrollback; /* owned; NULL until the session plays or watches */
    struct death_page death;
    struct screen_mode screen;
    struct gmcp_feed feed;
    struct typing_ahead ahead;
    struct line_input line;
};

#endif
