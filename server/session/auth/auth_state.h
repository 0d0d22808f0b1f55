/*
 * The state of a session's login.
 */
#ifndef UNDERCROFT_SERVER_SESSION_AUTH_AUTH_STATE_H
#define UNDERCROFT_SERVER_SESSION_AUTH_AUTH_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "server/net/network_table.h"
#include "server/session/auth/login_policy.h"
#include "server/session/present/line_input.h"
#include "world/name.h"
#include "world/record.h"

struct logins_list;
struct session;

/* The entry of a session in the list of logins or of the line. */
struct logins_place {
    struct logins_list *list; /* the list; NULL: in none */
    struct session *next;
    struct session *previous;
    struct network_place networks;
};

/* A session's wait in line, and the number that it was last told. */
struct logins_wait {
    uint64_t since_ms; /* 0: it does not wait in line */
    uint64_t reported_at_ms;
    uint32_t reported; /* number in line that was last told; 0: none */
};

/* Secrets needed until play begins, and wiped then. */
struct login_secrets {
    /* the first of two inputs, wiped once they are compared */
    char password[LINE_INPUT_MAX + 1];
    char code_hash[CODE_HASH_SIZE]; /* hash of the typed code, if it is the account's code */
    /* hash of the password that was right, or was just set */
    char proven_hash[PASSWORD_HASH_SIZE];
    /* hash of that password at the present cost; "": none is needed */
    char renewed_hash[PASSWORD_HASH_SIZE];
};

/* The answer that a player who changes the password must give next (own_password.h). */
enum own_password_step {
    OWN_PASSWORD_OLD,
    OWN_PASSWORD_NEW,
    OWN_PASSWORD_AGAIN,
    OWN_PASSWORD_STEPS
};

struct own_password {
    enum own_password_step step;
    bool is_working;                /* a worker or the disk has the answer, or the question waits */
    bool is_waiting;                /* the first question may not be asked yet */
    char typed[LINE_INPUT_MAX + 1]; /* the first of two inputs, wiped once they are compared */
    char claims[NAME_LENGTH_MAX + 1]; /* name that a guest claims; "": none */
};

enum { LOGIN_STAYS_MAX = 10, LOGIN_LATE_MS = 20000 };

enum { RESUME_DIGEST_BYTES = 32 };

/* A token that a page has sent and that is being looked up (resume.h). */
struct resume_wish {
    bool is_wanted;
    uint32_t line; /* number of the last line that the page has */
    uint8_t digest[RESUME_DIGEST_BYTES];
};

/* The state of a login. All zero, except for the secrets: not begun. */
struct auth_state {
    struct logins_place place;
    struct logins_wait wait;
    uint64_t since_ms;     /* time when the login began */
    uint64_t done_at_ms;   /* time when the login was done */
    uint64_t read_at_ms;   /* time since when the account that enters is being read */
    uint8_t stays;         /* number of times that a page asked for more time */
    bool is_late_reported; /* the page was told that the time for the login is nearly over */
    char name[NAME_LENGTH_MAX + 1];
    struct own_password *own_password; /* change of the password; owned; NULL: none */
    struct login_secrets *secrets;     /* owned; NULL once play has begun */
    int wrong_passwords;
    struct resume_wish resume;
    uint64_t token_at_ms; /* time when the page was last given a token */
    int guest_tries;      /* number of names tried for a guest */
    bool makes_guest;     /* the session is being made a guest */
    bool wants_guest;     /* the session becomes a guest as soon as the login begins */
    bool wants_reader;    /* the player typed "reader" at the name prompt */
    /* a client's program sent a name and a password, which are being checked */
    bool has_credentials;
    bool is_known;      /* a player of that name exists */
    bool is_guessing;   /* a password is being compared */
    bool is_reading;    /* the account that enters is being read */
    bool is_held_back;  /* the password waits for other checks of the same address */
    bool sets_password; /* a code was right, and the player chooses a new password */
};

#endif
