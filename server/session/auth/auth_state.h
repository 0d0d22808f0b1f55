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

/* A session's entry in the list of logins or of those that wait in line. */
struct logins_place {
    struct logins_list *list; /* list of the session; NULL: none */
    struct session *next;
    struct session *previous;
    struct network_place networks;
};

/* A session's wait in line, and the last number that it was told. */
struct logins_wait {
    uint64_t since_ms; /* 0: waits in no line */
    uint64_t reported_at_ms;
    uint32_t reported; /* number in line; 0: none was told */
};

/* Secrets needed until play begins, and wiped then. */
struct login_secrets {
    char password[LINE_INPUT_MAX + 1];     /* first of two inputs, wiped once they are compared */
    char code_hash[CODE_HASH_SIZE];        /* hash of the typed code, if it is the account's */
    char proven_hash[PASSWORD_HASH_SIZE];  /* hash of the password that was right, or was set */
    char renewed_hash[PASSWORD_HASH_SIZE]; /* hash of that password at today's cost; "": none */
};

/* Answer that is awaited from a player who changes the password (own_password.h). */
enum own_password_step {
    OWN_PASSWORD_OLD,
    OWN_PASSWORD_NEW,
    OWN_PASSWORD_AGAIN,
    OWN_PASSWORD_STEPS
};

struct own_password {
    enum own_password_step step;
    bool is_working;                /* a worker or the disk has the answer, or the question waits */
    bool is_waiting;                /* until the first question may be asked */
    char typed[LINE_INPUT_MAX + 1]; /* first of two inputs, wiped once they are compared */
    char claims[NAME_LENGTH_MAX + 1]; /* name that a guest claims; "": none */
};

enum { LOGIN_STAYS_MAX = 10, LOGIN_LATE_MS = 20000 };

enum { RESUME_DIGEST_BYTES = 32 };

/* A token that a page has sent, while it is looked up (resume.h). */
struct resume_wish {
    bool is_wanted;
    uint32_t line; /* number of the last line that the page has */
    uint8_t digest[RESUME_DIGEST_BYTES];
};

/* Valid when all zero, except the secrets. */
struct auth_state {
    struct logins_place place;
    struct logins_wait wait;
    uint64_t since_ms;     /* when the login began */
    uint64_t done_at_ms;   /* when it was done */
    uint64_t read_at_ms;   /* when the reading of the entering account began */
    uint8_t stays;         /* number of times that a page asked for more time */
    bool is_late_reported; /* the page was told that the time for the login is nearly over */
    char name[NAME_LENGTH_MAX + 1];
    struct own_password *own_password; /* owned; NULL: no change of the password */
    struct login_secrets *secrets;     /* owned; NULL once play has begun */
    int wrong_passwords;
    struct resume_wish resume;
    uint64_t token_at_ms; /* when the page was last given a token */
    int guest_tries;      /* names tried for a guest */
    bool makes_guest;     /* the session is becoming a guest */
    bool wants_guest;     /* the session wants to be a guest as soon as the login begins */
    bool wants_reader;    /* "reader" was typed at the name prompt */
    bool has_credentials; /* a name and a password came by GMCP and are being checked */
    bool is_known;        /* a player of that name exists */
    bool is_guessing;     /* a password is being looked at */
    bool is_reading;      /* the account that enters is being read */
    bool is_held_back;    /* the password waits for other checks of the same address */
    bool sets_password;   /* a code was right: the player chooses a new password */
};

#endif
