/*
 * The work of the database thread that no test of its queue asks for: nothing is looked for, copied
 * or proved here, and no ballast is laid (test_persist_examine.c, test_persist_backup.c).
 */
#ifndef UNDERCROFT_TESTS_UNIT_SERVER_PERSIST_WITHOUT_COPIES_H
#define UNDERCROFT_TESTS_UNIT_SERVER_PERSIST_WITHOUT_COPIES_H

#include "server/save/ballast.h"
#include "server/save/persist_copy.h"
#include "server/save/persist_work.h"

bool persist_work_look(struct persist_work *work)
{
    (void)work;
    return false;
}

void persist_work_checkpoint(struct persist_work *work)
{
    (void)work;
}

bool persist_work_is_copying(const struct persist_work *work)
{
    (void)work;
    return false;
}

struct job *persist_work_copy(struct persist_work *work)
{
    (void)work;
    return NULL;
}

struct job *persist_work_stop_copying(struct persist_work *work)
{
    (void)work;
    return NULL;
}

enum err ballast_init(struct ballast *ballast, const char *folder)
{
    (void)ballast;
    (void)folder;
    return ERR_OK;
}

enum err ballast_lay(struct ballast *ballast)
{
    (void)ballast;
    return ERR_OK;
}

void persist_copy_prove(struct job *job, atomic_bool *interrupt)
{
    (void)job;
    (void)interrupt;
}

bool persist_copy_is_whole(const struct job *job)
{
    (void)job;
    return false;
}

void persist_copy_drop(struct job *job)
{
    (void)job;
}

const struct question question_backup = {.size = sizeof(struct backup_order)};

#endif
