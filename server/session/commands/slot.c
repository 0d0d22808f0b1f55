/*
 * Quick slots: a choice "slot.N=KIND" each, the kind by its number of the database.
 */
#include "server/session/commands/slot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "narrate/item_words.h"
#include "server/session/commands/pack.h"
#include "server/session/preferences/preferences.h"
#include "server/session/session.h"
#include "server/session/sessions.h"

#define KEY_PREFIX "slot."

enum { KEY_SIZE = 16, LIST_SIZE = (SLOT_LAST - SLOT_FIRST + 1) * (ITEM_NAME_MAX + 8) + 64 };

static const char usage[] = "Slots are 2 to 9, for the keys F2 to F9: slot 2 mending.";

bool slot_owns_key(const char *key)
{
    return strncmp(key, KEY_PREFIX, strlen(KEY_PREFIX)) == 0;
}

static const struct delver *present(const struct session *session)
{
    const struct delver *delver = world_delver(session->sessions->game->world, session->actor);

    return delver != NULL && delver->body.state == BODY_PRESENT ? delver : NULL;
}

/* The kind of item in the slot, into *out; false: the slot is free. */
static bool find_kind(const struct session *session, int number, enum item_kind *out)
{
    struct choice choice;
    char key[KEY_SIZE];

    snprintf(key, sizeof key, KEY_PREFIX "%d", number);
    if (!choices_find(preferences_text(session), key, &choice))
        return false;
    unsigned long save_id = strtoul(choice.value, NULL, 10);
    return save_id <= UINT8_MAX && item_from_save_id((uint8_t)save_id, out) == ERR_OK;
}

/* The command that uses a thing of that kind. */
static enum command_id command_for(enum item_kind kind)
{
    static const enum command_id table[CLASS_COUNT] = {
        [CLASS_THROWN] = COMMAND_THROW,
        [CLASS_DRAUGHT] = COMMAND_DRINK,
        [CLASS_SCROLL] = COMMAND_READ,
        [CLASS_WAND] = COMMAND_ZAP,
    };
    enum command_id id = table[item_row(kind)->class];

    if (id != COMMAND_NONE)
        return id;
    return item_row(kind)->slot != SLOT_NONE ? COMMAND_WEAR : COMMAND_USE;
}

bool slot_find(struct session *session, int number, enum command_id *out_id, uint32_t *out_object)
{
    const struct delver *delver = present(session);
    enum item_kind kind;
    char name[ITEM_NAME_MAX];
    char text[ITEM_NAME_MAX + 96];

    if (delver == NULL)
        return false;
    if (!find_kind(session, number, &kind)) {
        snprintf(text, sizeof text, "Nothing is in slot %d. slot %d mending puts something there.",
                 number, number);
        session_tell(session, text, ROLE_DIM_TEXT);
        return false;
    }
    *out_id = command_for(kind);
    *out_object = pack_find(&delver->life.pack, kind);
    if (*out_object != OBJECT_NONE)
        return true;
    item_kind_name(delver, kind, 1, name, sizeof name);
    snprintf(text, sizeof text, "You carry no %s.", name);
    session_tell(session, text, ROLE_DIM_TEXT);
    return false;
}

/* As if the command had been typed with the thing's letter. */
static void use(struct session *session, int number)
{
    struct command command = {.count = 1};
    uint32_t object;

    if (!slot_find(session, number, &command.id, &object))
        return;
    const char letter[2] = {pack_letter(object), '\0'};
    command.rest = letter;
    pack_run(session, &command);
}

/* "F2 draught of mending, F3 dart." */
static void list(struct session *session, const struct delver *delver)
{
    char text[LIST_SIZE] = "";
    size_t length = 0;

    for (int number = SLOT_FIRST; number <= SLOT_LAST; number++) {
        enum item_kind kind;
        char name[ITEM_NAME_MAX];
        if (!find_kind(session, number, &kind))
            continue;
        item_kind_name(delver, kind, 1, name, sizeof name);
        length += (size_t)snprintf(text + length, sizeof text - length, "%sF%d %s",
                                   length > 0 ? ", " : "", number, name);
    }
    snprintf(text + length, sizeof text - length, "%s", length > 0 ? "." : usage);
    session_tell(session, text, ROLE_TEXT);
}

/* Keeps what a slot holds; `value` NULL: nothing. */
static void keep(struct session *session, int number, const char *value)
{
    char choices[CHOICES_SIZE];
    char key[KEY_SIZE];

    snprintf(choices, sizeof choices, "%s", preferences_text(session));
    snprintf(key, sizeof key, KEY_PREFIX "%d", number);
    if (value == NULL)
        choices_drop(choices, key);
    else if (!choices_put(choices, key, value)) {
        session_tell(session, "There is no room to keep that.", ROLE_BAD);
        return;
    }
    preferences_keep(session, choices);
}

static void set(struct session *session, const struct delver *delver, int number, const char *words)
{
    char why[PACK_WHY_MAX];
    char name[ITEM_NAME_MAX];
    char text[ITEM_NAME_MAX + 32];
    char value[8];

    if (strcasecmp(words, "none") == 0) {
        keep(session, number, NULL);
        snprintf(text, sizeof text, "F%d is free.", number);
        session_tell(session, text, ROLE_TEXT);
        return;
    }
    uint32_t object = pack_choose(delver, PACK_DROP, words, why);
    if (object == OBJECT_NONE) {
        session_tell(session, why, ROLE_DIM_TEXT);
        return;
    }
    enum item_kind kind = pack_peek(&delver->life.pack, object)->kind;
    snprintf(value, sizeof value, "%u", item_row(kind)->save_id);
    keep(session, number, value);
    item_kind_name(delver, kind, 1, name, sizeof name);
    snprintf(text, sizeof text, "F%d is %s now.", number, name);
    session_tell(session, text, ROLE_TEXT);
}

void slot_command(struct session *session, const struct command *command)
{
    const struct delver *delver = present(session);
    const char *rest = command->rest;

    if (delver == NULL)
        return;
    if (rest[0] == '\0') {
        list(session, delver);
        return;
    }
    int number = rest[0] - '0';
    if ((rest[1] != '\0' && rest[1] != ' ') || number < SLOT_FIRST || number > SLOT_LAST) {
        session_tell(session, usage, ROLE_DIM_TEXT);
        return;
    }
    rest += 1 + strspn(rest + 1, " ");
    if (rest[0] == '\0')
        use(session, number);
    else
        set(session, delver, number, rest);
}
