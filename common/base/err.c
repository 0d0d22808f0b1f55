/* Expected failures as a table: a short name for logs and a clause for people. */
#include "base/err.h"

#include <stddef.h>

struct err_row {
    const char *name;
    const char *text;
};

static const struct err_row err_table[ERR_COUNT] = {
    [ERR_OK] = {"ok", "no error"},
    [ERR_MEMORY] = {"memory", "out of memory"},
    [ERR_TOO_BIG] = {"too-big", "larger than the limit"},
    [ERR_RANGE] = {"range", "out of range"},
    [ERR_FORMAT] = {"format", "not in the expected form"},
    [ERR_CHECKSUM] = {"checksum", "the checksum does not match"},
    [ERR_NOT_FOUND] = {"not-found", "not found"},
    [ERR_EXISTS] = {"exists", "it exists already"},
    [ERR_UNKNOWN] = {"unknown", "unknown name"},
    [ERR_EXHAUSTED] = {"exhausted", "all attempts were used up"},
    [ERR_FOREIGN] = {"foreign", "the file belongs to another program"},
    [ERR_NEWER] = {"newer", "the file was made by a newer version"},
    [ERR_READ_ONLY] = {"read-only", "it cannot be written"},
    [ERR_IN_USE] = {"in-use", "another process is using it"},
    [ERR_NO_SPACE] = {"no-space", "the disk is full"},
    [ERR_DISK] = {"disk", "the disk reported an error"},
    [ERR_CORRUPT] = {"corrupt", "the file is damaged"},
    [ERR_REPLACED] = {"replaced", "another program has moved, replaced or changed the file"},
    [ERR_BUSY] = {"busy", "too much is waiting already"},
    [ERR_NO_RESOURCE] = {"no-resource", "the system gives no more files or threads"},
};

bool err_is_damage(enum err error)
{
    return error == ERR_FORMAT || error == ERR_CHECKSUM;
}

const char *err_name(enum err error)
{
    return (unsigned)error < ERR_COUNT ? err_table[error].name : "unnamed";
}

const char *err_text(enum err error)
{
    return (unsigned)error < ERR_COUNT ? err_table[error].text : "an unnamed error";
}
