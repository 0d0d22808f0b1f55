/*
 * What an account may do as an operator, from the game.
 */
#ifndef UNDERCROFT_SERVER_SESSION_AUTH_ACCOUNT_ROLE_H
#define UNDERCROFT_SERVER_SESSION_AUTH_ACCOUNT_ROLE_H

/* Each may do all that those before may. Saved as these numbers: never change or reuse one. */
enum account_role {
    ACCOUNT_ROLE_NONE = 0,
    ACCOUNT_ROLE_BUILDER = 1,
    ACCOUNT_ROLE_ADMIN = 2,
    ACCOUNT_ROLE_COUNT
};

#endif
