/*
 * The words of deeds as a table.
 */
#include "narrate/deed_words.h"

#include <stddef.h>

#include "base/check.h"

static const struct {
    const char *sign; /* NULL: it is not told before */
    const char *deed;
} deed_words[PART_COUNT] = {
    [PART_CHARGE] = {"lowers its head to charge", "charges"},
    [PART_POT] = {"lifts a fire pot to throw", "throws a fire pot"},
    [PART_SPIT] = {"draws breath to spit fire", "spits fire"},
    [PART_CALL] = {"draws breath to call for help", "calls for help"},
    [PART_BOLT] = {"gathers a bolt to cast", "casts a bolt"},
    [PART_BREATH] = {"draws breath to breathe fire", "breathes fire"},
    [PART_NET] = {NULL, "throws a net"},
    [PART_RAISE] = {"begins a tune to raise the dead", "plays, and the dead stand up"},
    [PART_TONGUE] = {NULL, "pulls in its prey with its tongue"},
    [PART_MEND] = {NULL, "hums, and wounds close"},
};

const char *deed_sign(enum part_id part)
{
    CHECK((unsigned)part < PART_COUNT && deed_words[part].sign != NULL);
    return deed_words[part].sign;
}

const char *deed_told(enum part_id part)
{
    CHECK((unsigned)part < PART_COUNT && deed_words[part].deed != NULL);
    return deed_words[part].deed;
}
