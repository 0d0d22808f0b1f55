/*
 * Roles of accounts: the rights of an operator inside the game.
 */
#ifndef UNDERCROFT_SERVER_SESSION_AUTH_ACCOUNT_ROLE_H
#define UNDERCROFT_SERVER_SESSION_AUTH_ACCOUNT_ROLE_H

/* Roles of accounts; each has the rights of the roles before it. The numbers are saved: never
   change or reuse one. */
enum account_role {
    ACCOUNT_ROLE_NONE = 0,
    ACCOUNT_ROLE_BUILDER = 1,
    ACCOUNT_ROLE_ADMIN = 2,
    ACCOUNT_ROLE_COUNT
};

#endif
