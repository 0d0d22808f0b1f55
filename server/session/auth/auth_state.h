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

/* A session's place among the logins and in the waiting line. */
struct logins_place {
    struct logins_list *list; /* the list that the session is in; NULL: none */
    struct session *next;
    struct session *previous;
    struct network_place networks;
};

/* A session's wait in line, and the number that it was told. */
struct logins_wait {
    uint64_t since_ms; /* 0: waits in no line */
    uint64_t reported_at_ms;
    uint32_t reported; /* the number; 0: none yet */
};

/* Secrets needed until play begins; wiped afterwards. */
struct login_secrets {
    char password[LINE_INPUT_MAX + 1];     /* the first of two, wiped as soon as it is compared */
    char code_hash[CODE_HASH_SIZE];        /* of the code that was typed, if it is the account's */
    char proven_hash[PASSWORD_HASH_SIZE];  /* of the password that was found right, or set */
    char renewed_hash[PASSWORD_HASH_SIZE]; /* the same password's at today's cost; "" : none */
};

/* The answer that is awaited from a player who changes their password (own_password.h). */
enum own_password_step {
    OWN_PASSWORD_OLD,
    OWN_PASSWORD_NEW,
    OWN_PASSWORD_AGAIN,
    OWN_PASSWORD_STEPS
};

struct own_password {
    enum own_password_step step;
    bool is_working;                  /* a worker or the disk has the answer, or it waits */
    bool is_waiting;                  /* until the first question may be asked */
    char typed[LINE_INPUT_MAX + 1];   /* the first of two, wiped as soon as it is compared */
    char claims[NAME_LENGTH_MAX + 1]; /* the name that a guest shall have; "" : none */
};

enum { LOGIN_STAYS_MAX = 10, LOGIN_LATE_MS = 20000 };

enum { RESUME_DIGEST_BYTES = 32 };

/* A token that was shown, and is looked up (resume.h). */
struct resume_wish {
    bool is_wanted;
    uint32_t line; /* the last one that the page has */
    uint8_t digest[RESUME_DIGEST_BYTES];
};

/* Valid when all zero, but for the secrets. */
struct auth_state {
    struct logins_place place;
    struct logins_wait wait;
    uint64_t since_ms;     /* when the login began */
    uint64_t done_at_ms;   /* when it was done */
    uint64_t read_at_ms;   /* when the account was asked for that enters */
    uint8_t stays;         /* how often a page has asked for more time */
    bool is_late_reported; /* the page knows that the time for the login is nearly over */
    char name[NAME_LENGTH_MAX + 1];
    struct own_password *own_password; /* owned; NULL: it is not being changed */
    struct login_secrets *secrets;     /* owned; NULL once play has begun */
    int wrong_passwords;
    struct resume_wish resume;
    uint64_t token_at_ms; /* when the page was last given one */
    int guest_tries;      /* of names for a guest */
    bool makes_guest;     /* is about to be one */
    bool wants_guest;     /* as soon as the login begins */
    bool wants_reader;    /* "reader" was typed at the name prompt */
    bool has_credentials; /* a name and a password came by GMCP and are being looked at */
    bool is_known;        /* somebody is called by that name */
    bool is_guessing;     /* a password is being looked at */
    bool is_reading;      /* the account that enters is being read */
    bool is_held_back;    /* the password is to be looked at after others from the same address */
    bool sets_password;   /* a code was right: the new password is being chosen */
};

#endif
