/*
 * The schema as numbered scripts, compiled in from db/schema/NNN_name.sql.
 *
 * A script brings a database from the version before its own number to its own number, and ends by
 * setting user_version to that number itself; migrate_run() checks that it did.
 */
#ifndef UNDERCROFT_DB_SCHEMA_H
#define UNDERCROFT_DB_SCHEMA_H

#include <stddef.h>

enum {
    SCHEMA_APPLICATION_ID = 0x554e4443, /* "UNDC"; the first script sets this number, too */
    SCHEMA_OF_TABLES = 9,               /* the last script that changed a table */
};

struct schema_script {
    int number; /* from 1, without gaps */
    const char *name;
    const char *sql;
};

extern const struct schema_script schema_scripts[];
extern const size_t schema_script_count;

#endif
